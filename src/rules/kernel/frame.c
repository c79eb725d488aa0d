#include "rules/kernel/frame.h"

#include "rules/kernel/kernel.h"
#include "state/objects.h"
#include "state/told.h"

u32 frame_push(Game *g, Proc proc, Node node, Heap env) {
  if (count_of(g, T_FRAMES) >= g->limits.frames) game_fail_limit(g, "frames", g->limits.frames, "frames");
  u32 index = table_add(g, T_FRAMES, 1);
  Frame *f = row_FRAMES(g, index);
  f->proc = (u16)proc;
  f->node = node;
  f->env = env;
  return index;
}

void frame_return(Game *g, i64 value) {
  Frame *f = frame_top(g);
  ASSERT(f->lists == 0);
  Heap env = f->flags & FRAME_OWNS_ENV ? f->env : 0;
  table_drop(g, T_FRAMES, 1);
  if (env) env_free(g, env);
  core(g)->ret = value;
}

/* Runs one step of the top frame; false if it asks a player. */
static inline bool step_top(Game *g) {
  Frame *f = frame_top(g);
  Flow flow = g->procedures->step[f->proc](g, f);
  told_compare(g);
  if (flow != FLOW_DECIDE) return true;
  SOUND(g, core(g)->decision.kind != DECISION_NONE && count_of(g, T_OPTIONS) > 0);
  g->procedures->asked(g);
  return false;
}

bool frames_step(Game *g) { return count_of(g, T_FRAMES) && core(g)->decision.kind == DECISION_NONE && step_top(g); }

/* No decision can become pending while no step asks. */
void frames_run(Game *g) {
  bool goes_on = frames_step(g);
  while (goes_on && count_of(g, T_FRAMES)) {
    ASSERT(core(g)->decision.kind == DECISION_NONE);
    goes_on = step_top(g);
  }
}

/* --- asking a player ----------------------------------------------------------------------- */

void decide_begin(Game *g, DecisionKind kind, u32 player, Ref source, const char *rule) {
  Core *c = core(g);
  ASSERT(c->decision.kind == DECISION_NONE);
  table_drop(g, T_OPTIONS, count_of(g, T_OPTIONS));
  /* Another player may control this one (723), and then decides. */
  c->decision = (Decision){
      .kind = (u8)kind, .player = c->players[player].decided_by, .for_player = (u8)player, .source = source, .max = 1};
  g->decision_rule = rule;
}

void decide_option(Game *g, Option option) {
  u32 row = table_extend(g, T_OPTIONS, 1);
  *row_OPTIONS(g, row) = option;
}

void decide_ref(Game *g, Ref ref) { decide_option(g, (Option){.kind = OPTION_REF, .ref = ref}); }

void decide_number(Game *g, i64 n) { decide_option(g, (Option){.kind = OPTION_NUMBER, .n = n}); }

void decide_numbers(Game *g, i64 min, i64 max, Ref ref) {
  max = num_min(max, num_add(min, NUMBERS_OFFERED - 1, NULL));
  core(g)->decision.min = min;
  core(g)->decision.max = max;
  for (i64 left = num_add(max, -min, NULL); left >= 0; left--)
    decide_option(g, (Option){.kind = OPTION_NUMBER, .n = max - left, .ref = ref});
}

void decide_word(Game *g, Word word) { decide_option(g, (Option){.kind = OPTION_WORD, .word = word}); }

void decide_simple(Game *g, OptionKind kind) { decide_option(g, (Option){.kind = (u8)kind}); }

Flow decide_end(Game *g) {
  Core *c = core(g);
  u32 options = count_of(g, T_OPTIONS);
  if (options != 1 || c->decision.flags & DECIDE_SHOWN || g->show_forced) return FLOW_DECIDE;
  c->taken = *row_OPTIONS(g, 0);
  c->decision.kind = DECISION_NONE;
  return FLOW_STEP;
}

u32 asking_ability(const Game *g) {
  const Decision *d = &core(g)->decision;
  if (d->ability) return d->ability;
  u32 slot = object_live(g, d->source);
  if (!slot || object_row(g, slot)->zone != ZONE_STACK || !object_row(g, slot)->ext) return 0;
  const StackItem *item = stack_item_of(g, slot);
  if (item->ability) return item->ability;
  return item->env ? env_at(g, item->env)->ability : 0;
}

u32 decide_group(Game *g) { return ++core(g)->next_group; }
