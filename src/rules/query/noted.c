/* What abilities have done this turn: triggered, been used, resolved. */
#include "rules/query/noted.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/cast_context.h"
#include "rules/query/query.h"

HistorySpan history_span(const Game *g, EventKind kind) {
  HistoryKept *kept = &derived(g)->history;
  u32 count = count_of(g, T_HISTORY);
  for (u32 i = kept->seen; i < count; i++) {
    HistorySpan *span = &kept->of[row_HISTORY(g, i)->kind];
    if (span->end == 0) span->first = i;
    span->end = i + 1;
  }
  kept->seen = count;
#ifdef GAVEL_CHECKED
  const HistorySpan span = kept->of[kind];
  for (u32 i = 0; i < count; i++) ASSERT(row_HISTORY(g, i)->kind != kind || (i >= span.first && i < span.end));
#endif
  return kept->of[kind];
}

Counted counted_of(const Game *g, Heap env, u8 flags) {
  const Env *v = env_at(g, env);
  return (Counted){v->source, v->ability, v->acquisition, flags};
}

u32 noted_this_turn(const Game *g, Counted of) {
  u32 n = 0;
  const HistorySpan span = history_span(g, EVENT_TRIGGER);
  for (u32 i = span.first; i < span.end; i++) {
    const History *h = row_HISTORY(g, i);
    n += h->kind == EVENT_TRIGGER && h->turn == core(g)->turn && h->object == of.source && h->word == of.ability &&
         h->acquisition == of.acquisition && h->flags == of.flags;
  }
  return n;
}

void note_counted(Game *g, Counted of, u32 controller) {
  u32 row = table_add(g, T_HISTORY, 1);
  *row_HISTORY(g, row) = (History){.kind = EVENT_TRIGGER,
                                   .turn = core(g)->turn,
                                   .word = of.ability,
                                   .acquisition = of.acquisition,
                                   .object = of.source,
                                   .player = (u8)controller,
                                   .flags = of.flags};
}

u32 resolved_this_turn(const Game *g, Heap env) { return noted_this_turn(g, counted_of(g, env, HISTORY_RESOLVED)); }

u32 activations_this_turn(const Game *g, Ref source, const AbilityInst *inst) {
  u32 n = 0;
  const HistorySpan span = history_span(g, EVENT_ACTIVATE);
  for (u32 i = span.first; i < span.end; i++) {
    const History *h = row_HISTORY(g, i);
    if (h->kind != EVENT_ACTIVATE || h->turn != core(g)->turn || h->object != source) continue;
    if (h->word != inst->ability) continue;
    RULE(g, "602.5c");
    n += h->acquisition == inst->acquisition;
  }
  return n;
}

u32 activated_this_turn(const Game *g, Heap env) {
  const Env *v = env_at(g, env);
  return activations_this_turn(g, v->source, &(AbilityInst){.ability = v->ability, .acquisition = v->acquisition});
}

/* A copy of an ability has the same source and is counted as the same ability (707.10b). */
void note_resolved(Game *g, u32 ability, Heap env) {
  if (!ability || !(carddb_ability(g->db, ability)->flags & ABILITY_COUNTED)) return;
  Counted of = counted_of(g, env, HISTORY_RESOLVED);
  of.ability = ability;
  note_counted(g, of, env_at(g, env)->controller);
}

bool ability_does_once(const Game *g, u32 ability) {
  const AbilityDef *def = carddb_ability(g->db, ability);
  return def->op == IR_TRIGGERED && node_arg(g->db, def->node, ARG_TRIGGERED_DO_ONCE);
}

bool triggers_done_once(const Game *g, Heap env) {
  return ability_does_once(g, env_at(g, env)->ability) && noted_this_turn(g, counted_of(g, env, 0)) > 0;
}

void triggers_do_once(Game *g, Heap env) {
  if (ability_does_once(g, env_at(g, env)->ability)) note_counted(g, counted_of(g, env, 0), env_at(g, env)->controller);
}

bool attacked_this_turn(const Game *g, Ref creature) {
  const HistorySpan span = history_span(g, EVENT_ATTACK);
  for (u32 i = span.first; i < span.end; i++) {
    const History *h = row_HISTORY(g, i);
    if (h->kind == EVENT_ATTACK && h->turn == core(g)->turn && h->object == creature) return true;
  }
  return false;
}

/* --- modes (700.2) ------------------------------------------------------------------------------------------- */

/* As many modes are noted as a turn leaves bits for. */
enum { MODES_NOTED = 32 };

/* The modes that were chosen before, a bit for each: of those of one turn only the lower half counts, and only in the turn
   that stands in the upper half. */
static u64 modes_chosen_before(const Eval *e, Node modal) {
  const Game *g = e->g;
  Value v = eval_noted(e, node_arg(g->db, modal, ARG_MODAL_UNCHOSEN));
  u64 modes = v.tag == VALUE_NUMBER ? v.v : 0;
  if (!node_arg(g->db, modal, ARG_MODAL_THIS_TURN)) return modes;
  return modes >> 32 == core(g)->turn ? (u32)modes : 0;
}

bool mode_was_chosen(const Eval *e, Node modal, u32 mode) {
  return node_arg(e->g->db, modal, ARG_MODAL_UNCHOSEN) && mode < MODES_NOTED &&
         modes_chosen_before(e, modal) >> mode & 1;
}

void note_modes(Game *g, u32 stack_slot) {
  const StackItem *item = stack_item_of(g, stack_slot);
  Node modal = item->ability ? ability_modal(g->db, carddb_ability(g->db, item->ability)->node) : 0;
  u32 source = object_live(g, item->source);
  StrId link = modal ? node_arg(g->db, modal, ARG_MODAL_UNCHOSEN) : 0;
  if (!link || !source) return;
  Eval e = eval_of_env(g, item->env);
  u64 modes = modes_chosen_before(&e, modal);
  for (u32 i = 0; i < list_count(g, item->modes); i++) {
    u32 number = (u32)list_get(g, item->modes, i);
    if (modal_mode(g, modal, number) && number > MODES_NOTED) game_fail(g, GAVEL_E_LIMIT, "modes that are noted");
    modes |= 1ull << (number - 1);
  }
  if (node_arg(g->db, modal, ARG_MODAL_THIS_TURN)) modes |= (u64)core(g)->turn << 32;
  note_set(g, source, env_at(g, item->env)->acquisition, link, (Value){.tag = VALUE_NUMBER, .v = modes});
  facts_changed(g, FACT_NOTES);
}
