/* What abilities have done this turn: triggered, been used, resolved. */
#include "rules/query/noted.h"

#include "cards/ir_args.h"
#include "rules/query/query.h"

Counted counted_of(const Game *g, Heap env, u8 flags) {
  const Env *v = env_at(g, env);
  return (Counted){v->source, v->ability, v->acquisition, flags};
}

u32 noted_this_turn(const Game *g, Counted of) {
  u32 n = 0;
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) {
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
