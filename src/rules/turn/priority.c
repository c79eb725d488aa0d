/* Priority: who may act, and what happens when nobody does (117). */
#include "rules/turn/loop.h"
#include "rules/turn/turn_internal.h"
#include "rules/turn/turn.h"

static Flow priority_over(Game *g) {
  core(g)->priority = PLAYER_NONE;
  core(g)->passes = 0;
  frame_return(g, 0);
  return FLOW_STEP;
}

/* The active player receives priority (117.3a, 117.3b), or the next one if they have left (800.4j). */
static void priority_to_active(Game *g) {
  core(g)->priority = (u8)player_apnap(g, 0);
  core(g)->passes = 0;
}

static Flow priority_offer(Game *g, Frame *f) {
  u32 player = core(g)->priority;
  SOUND(g, player < core(g)->player_count);
  f->step = PRIORITY_TAKEN;
  decide_begin(g, DECISION_PRIORITY, player, REF_NONE, "117.1");
  core(g)->decision.flags |= DECIDE_SHOWN;
  decide_simple(g, OPTION_PASS);
  actions_offer(g, player);
  frame_top(g)->a[PRIORITY_OPTIONS] = count_of(g, T_OPTIONS);
  return decide_end(g);
}

/* Before a player receives priority (117.5), which rule `by` gives them; null if that is announced already. */
static Flow priority_check(Game *g, Frame *f, const char *by) {
  f->step = PRIORITY_OFFER;
  if (HEARD(g)) {
    if (by) listener_rule(g, by);
    listener_rule(g, "117.5");
  }
  if (game_is_quick(g)) return check_at_once(g) ? priority_offer(g, frame_top(g)) : FLOW_STEP;
  frame_push(g, PROC_CHECK, 0, 0);
  return FLOW_STEP;
}

/* All players have passed in succession (117.4). */
static Flow all_passed(Game *g, Frame *f) {
  RULE(g, "117.4");
  if (zone_first(g, ZONE_STACK, 0) == 0) return priority_over(g);
  f->step = PRIORITY_RESOLVED;
  core(g)->priority = PLAYER_NONE;
  core(g)->passes = 0;
  frame_push(g, PROC_RESOLVE, 0, 0);
  return FLOW_STEP;
}

static Flow priority_passed(Game *g, Frame *f) {
  /* With something on the stack, or nothing else to do, passing is not a choice that ends a loop. */
  if (zone_first(g, ZONE_STACK, 0) || f->a[PRIORITY_OPTIONS] == 1) cause_passed(g);
  Core *c = core(g);
  c->passes++;
  if (c->passes >= players_in_game(g)) return all_passed(g, f);
  c->priority = (u8)player_next(g, c->priority);
  return priority_check(g, f, "117.3d");
}

static Flow priority_taken(Game *g, Frame *f) {
  const Option action = *decide_taken(g);
  if (action.kind == OPTION_PASS) return priority_passed(g, f);
  RULE(g, "117.3c");
  f->step = PRIORITY_CHECK;
  core(g)->passes = 0;
  action_begin(g, core(g)->priority, &action);
  return FLOW_STEP;
}

/* --- ending the turn or combat (724) ------------------------------------------------------------------- */

/* Forgets waiting triggered abilities (724.1a), and exiles everything on the stack (724.1b). */
static Flow time_ends(Game *g) {
  RULE(g, core(g)->ending == ENDING_COMBAT ? "724.2a" : "724.1a");
  while (count_of(g, T_PENDING)) {
    Heap env = row_PENDING(g, count_of(g, T_PENDING) - 1)->env;
    table_drop(g, T_PENDING, 1);
    if (env) env_free(g, env);
  }
  RULE(g, core(g)->ending == ENDING_COMBAT ? "724.2b" : "724.1b");
  u32 base = batch_begin(g), next;
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = next) {
    next = object_row(g, s)->next;
    if (object_row(g, s)->kind != OBJECT_ABILITY) {
      row_EVENTS(g, batch_move(g, object_ref(g, s), ZONE_EXILE, 0))->flags |= EVF_RULE;
      continue;
    }
    object_cease(g, s); /* in exile it would cease to exist at once */
  }
  Frame *f = frame_top(g);
  f->step = PRIORITY_ENDING;
  f->a[PRIORITY_BATCH] = 1 + (i64)base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* State-based actions are performed, but no triggered abilities are put on the stack and nobody gets priority
   (724.1c). */
static Flow time_ending(Game *g, Frame *f) {
  i64 batch = f->a[PRIORITY_BATCH], performed = core(g)->ret;
  f->a[PRIORITY_BATCH] = 0;
  if (batch) batch_end(g, (u32)batch - 1);
  players_settle(g);
  if (core(g)->over || (!batch && performed == 0)) return priority_over(g);
  RULE(g, core(g)->ending == ENDING_COMBAT ? "724.2c" : "724.1c");
  frame_push(g, PROC_SBA, 0, 0);
  return FLOW_STEP;
}

/* --- after a resolution -------------------------------------------------------------------------------- */

static Flow priority_resolved(Game *g) {
  if (core(g)->ending) return time_ends(g);
  if (loop_step(g)) {
    RULE(g, "104.4b");
    core(g)->draw_by_loop = 1;
    game_draw(g);
    return FLOW_STEP;
  }
  priority_to_active(g);
  return priority_check(g, frame_top(g), "117.3b");
}

Flow priority_begin(Game *g, Frame *f) {
  if (core(g)->over) return priority_over(g);
  priority_to_active(g);
  return priority_check(g, f, "117.3a");
}

Flow proc_PRIORITY(Game *g, Frame *f) {
  if (core(g)->over) return priority_over(g);
  switch (f->step) {
    case PRIORITY_BEGIN: return priority_begin(g, f);
    case PRIORITY_CHECK: return priority_check(g, f, NULL);
    case PRIORITY_OFFER: return priority_offer(g, f);
    case PRIORITY_TAKEN: return priority_taken(g, f);
    case PRIORITY_RESOLVED: return priority_resolved(g);
    default: return time_ending(g, f);
  }
}
