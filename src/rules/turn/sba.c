/* State-based actions (704), and the loop of them and triggered abilities before anyone gets priority.

   A round first finds what applies (sba_find.c) without changing anything. If that needs choices, they are made in
   APNAP order, and the search is repeated with the answers. Then everything happens as one batch. The answers are rows
   of T_CHOSEN, so that a round can resume at any of them. */
#include "rules/turn/turn_internal.h"
#include "rules/turn/loop.h"
#include "rules/turn/sba_find.h"
#include "rules/turn/turn.h"

/* --- the loop (117.5, 704.3) --------------------------------------------------------------------------- */

static Flow check_over(Game *g) {
  frame_return(g, frame_top(g)->a[CHECK_ANY]);
  return FLOW_STEP;
}

/* Whether, since the last check that found nothing, no event happened, nothing entered or left any zone (an ability may
   have left the stack, 714.4), and characteristics were not recomputed. */
static bool nothing_new(Game *g) {
  layers_update(g);
  const DerivedCore *d = derived(g);
  bool new = d->checks.happened != d->changes.happened || d->checks.stamp != d->layers.stamp;
#ifdef GAVEL_CHECKED
  for (u32 p = 0; p < core(g)->player_count; p++) ASSERT(new || !core(g)->players[p].drew_from_empty);
#endif
  return !new;
}

static void found_nothing(Game *g) {
  DerivedCore *d = derived(g);
  d->checks.happened = d->changes.happened;
  d->checks.stamp = d->layers.stamp;
}

/* Whether PROC_CHECK would find nothing to do, which is the usual case. May return false even then. */
static bool check_finds_nothing(Game *g) {
  /* Then nobody has left the game since, and nothing has to leave combat. */
  if (core(g)->over || !nothing_new(g)) return false;
  core(g)->checked_timestamp = core(g)->next_timestamp;
  watchers_update(g);
  if (derived(g)->watchers.state) triggers_state(g);
  if (triggers_waiting(g)) return false;
  core(g)->ret = 0; /* the result of PROC_CHECK */
  return true;
}

static Flow sba_found(Game *g, bool found, u32 base, u32 answers, u32 direct);

/* A round that looked before it had a frame: see sba_found. */
typedef struct Round {
  bool found;
  u32 base, answers, direct;
} Round;

/* Looks for state-based actions without a frame; whether none applies. */
static bool round_is_empty(Game *g, Round *r) {
  *r = (Round){.base = batch_begin(g), .answers = count_of(g, T_CHOSEN)};
  r->found = sba_find(g, r->answers, &r->direct);
  bool empty = r->found && r->direct == 0 && count_of(g, T_EVENTS) == r->base;
  if (empty) core(g)->checked_timestamp = core(g)->next_timestamp;
  return empty;
}

/* The round goes on in a frame. */
static Flow round_push(Game *g, const Round *r) {
  frame_push(g, PROC_SBA, 0, 0);
  return sba_found(g, r->found, r->base, r->answers, r->direct);
}

/* A round of state-based actions; uses a frame only if something applies. */
static Flow round_begin(Game *g) {
  Round r;
  if (game_is_quick(g)) return round_is_empty(g, &r) ? FLOW_STEP : round_push(g, &r);
  frame_push(g, PROC_SBA, 0, 0);
  return FLOW_STEP;
}

/* The same, unless none can apply. Checked builds verify that. */
static Flow check_begin(Game *g) {
  bool quiet = nothing_new(g);
  core(g)->ret = 0;
  frame_top(g)->a[CHECK_QUIET] = quiet;
  /* The state is the same whether or not the check is skipped. */
  if (quiet) core(g)->checked_timestamp = core(g)->next_timestamp;
#ifdef GAVEL_CHECKED
  quiet = quiet && g->quick;
#endif
  return quiet ? FLOW_STEP : round_begin(g);
}

/* Handles permanents that gained or lost daybound or nightbound without an event; true if that requires one. */
static bool check_day(Game *g) {
  if (nothing_new(g)) return false;
  u32 base = batch_begin(g);
  day_propose(g);
  if (count_of(g, T_EVENTS) == base) {
    batch_end(g, base);
    return false;
  }
  frame_top(g)->a[CHECK_BATCH] = base;
  frame_top(g)->step = CHECK_DAY;
  batch_propose(g, base);
  return true;
}

static Flow day_checked(Game *g) {
  i64 happened = core(g)->ret;
  batch_end(g, (u32)frame_top(g)->a[CHECK_BATCH]);
  frame_top(g)->a[CHECK_BATCH] = 0;
  frame_top(g)->a[CHECK_STUCK] = happened == 0;
  frame_top(g)->step = CHECK_ROUND;
  return FLOW_STEP;
}

static Flow check_loops(Game *g) {
  if (!loop_round(g)) return FLOW_STEP;
  RULE(g, "104.4b");
  core(g)->draw_by_loop = 1;
  game_draw(g);
  return FLOW_STEP;
}

/* The frame of a check that goes on at a step. */
static Frame *check_push(Game *g, u32 step) {
  Frame *f = frame_at(g, frame_push(g, PROC_CHECK, 0, 0));
  f->step = (u16)step;
  return f;
}

bool check_at_once(Game *g) {
  if (check_finds_nothing(g)) return true;
  if (!core(g)->over) players_settle(g);
  if (core(g)->over || returns_due(g)) {
    check_push(g, CHECK_ROUND);
    return false;
  }
  combat_settle(g);
  if (!nothing_new(g)) blessings_give(g);
  watchers_update(g);
  if (derived(g)->watchers.day || nothing_new(g)) {
    check_push(g, CHECK_ROUND);
    return false;
  }
  core(g)->ret = 0;
  Round r;
  if (!round_is_empty(g, &r)) {
    check_push(g, CHECK_ROUND_DONE);
    round_push(g, &r);
    return false;
  }
  found_nothing(g);
  triggers_state(g);
  if (!triggers_waiting(g)) return true;
  check_push(g, CHECK_ROUND)->a[CHECK_ANY] = 1;
  frame_push(g, PROC_TRIGGERS, 0, 0);
  return false;
}

Flow proc_CHECK(Game *g, Frame *f) {
  if (core(g)->over) return check_over(g);
  if (f->step == CHECK_ROUND) {
    f->step = CHECK_ROUND_DONE;
    players_settle(g);
    if (core(g)->over) return FLOW_STEP;
    if (returns_due(g)) {
      frame_top(g)->step = CHECK_ROUND;
      frame_top(g)->a[CHECK_ANY] = 1;
      returns_push(g);
      return FLOW_STEP;
    }
    combat_settle(g);
    if (!nothing_new(g)) blessings_give(g); /* characteristics may have changed without an event */
    if (!frame_top(g)->a[CHECK_STUCK] && check_day(g)) return FLOW_STEP;
    return check_begin(g);
  }
  if (f->step == CHECK_DAY) return day_checked(g);
  ASSERT(!f->a[CHECK_QUIET] || core(g)->ret == 0);
  f->a[CHECK_QUIET] = 0; /* it depends on caches, so it must not be part of the state */
  if (core(g)->ret > 0) {
    f->step = CHECK_ROUND;
    f->a[CHECK_ANY] = 1;
    return check_loops(g);
  }
  found_nothing(g);
  triggers_state(g);
  if (!triggers_waiting(g)) return check_over(g);
  f = frame_top(g);
  f->step = CHECK_ROUND;
  f->a[CHECK_ANY] = 1;
  frame_push(g, PROC_TRIGGERS, 0, 0);
  return FLOW_STEP;
}

/* --- one round --------------------------------------------------------------------------------------------- */

static Flow sba_over(Game *g, i64 done) {
  i64 answers = frame_top(g)->a[SBA_ANSWERS];
  if (answers) table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - ((u32)answers - 1));
  frame_return(g, done);
  return FLOW_STEP;
}

/* Proposes what was found. */
static Flow sba_perform(Game *g, u32 base, u32 direct) {
  Frame *f = frame_top(g);
  if (count_of(g, T_EVENTS) == base) return sba_over(g, direct);
  RULE(g, "704.3");
  f->a[SBA_BATCH] = base;
  f->a[SBA_DIRECT] = direct;
  f->step = SBA_DONE;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* Performs what was found, unless choices must be made first. */
static Flow sba_found(Game *g, bool found, u32 base, u32 answers, u32 direct) {
  if (found) {
    core(g)->checked_timestamp = core(g)->next_timestamp;
    return sba_perform(g, base, direct);
  }
  batch_end(g, base);
  Frame *f = frame_top(g);
  f->a[SBA_ANSWERS] = 1 + (i64)answers;
  f->step = SBA_ASK;
  return FLOW_STEP;
}

static Flow sba_look(Game *g, Frame *f) {
  u32 base = batch_begin(g), direct = 0;
  u32 answers = f->a[SBA_ANSWERS] ? (u32)f->a[SBA_ANSWERS] - 1 : count_of(g, T_CHOSEN);
  bool found = sba_find(g, answers, &direct);
  return sba_found(g, found, base, answers, direct);
}

static Flow ask_legend(Game *g, const Question *q) {
  u32 mark = scratch_mark(g);
  legend_group(g, object_live(g, q->object));
  frame_top(g)->step = SBA_KEPT;
  RULE(g, "704.5j");
  u32 count = scratch_count(g) - mark;
  u32 chosen = choose_begin(g, DECISION_LEGEND, q->player, REF_NONE, count, 1, 1, 0, 0, "704.5j");
  frame_at(g, frame_index(g) - 1)->a[SBA_CHOSEN] = chosen;
  return FLOW_STEP;
}

static Flow ask_commander(Game *g, const Question *q) {
  frame_top(g)->step = SBA_ANSWERED;
  RULE(g, "903.9a");
  decide_begin(g, DECISION_MAY, q->player, q->object, "903.9a");
  decide_option(g, (Option){.kind = OPTION_YES, .ref = q->object});
  decide_option(g, (Option){.kind = OPTION_NO, .ref = q->object});
  return decide_end(g);
}

static Flow ask_protector(Game *g, const Question *q) {
  frame_top(g)->step = SBA_ANSWERED;
  RULE(g, "310.10");
  u32 slot = object_live(g, q->object);
  decide_begin(g, DECISION_OBJECT, q->player, q->object, "310.10");
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (protector_allowed(g, slot, p)) decide_option(g, (Option){.kind = OPTION_REF, .ref = ref_player(p)});
  core(g)->decision.min = 1;
  return decide_end(g);
}

/* Asks the first question, in APNAP order, that has no answer yet. */
static Flow sba_ask(Game *g, Frame *f) {
  Question q = question_next(g, (u32)f->a[SBA_ANSWERS] - 1);
  switch (q.kind) {
    case QUESTION_LEGEND: return ask_legend(g, &q);
    case QUESTION_COMMANDER: return ask_commander(g, &q);
    case QUESTION_PROTECTOR: return ask_protector(g, &q);
    default: frame_top(g)->step = SBA_LOOK; return FLOW_STEP;
  }
}

/* Answers are rows of T_CHOSEN: the permanent to keep, a commander and whether it moves, a battle and its protector. */
static Flow sba_answered(Game *g, Frame *f) {
  Question q = question_next(g, (u32)f->a[SBA_ANSWERS] - 1);
  const Option taken = *decide_taken(g);
  frame_top(g)->step = SBA_ASK;
  u64 says = q.kind == QUESTION_PROTECTOR ? ref_slot(taken.ref) : taken.kind == OPTION_YES;
  chosen_add(g, (Chosen){.answer = {.kind = CHOSEN_ANSWER, .question = (u8)q.kind, .ref = q.object, .says = says}});
  return FLOW_STEP;
}

static Flow sba_kept(Game *g, Frame *f) {
  u32 chosen = (u32)f->a[SBA_CHOSEN];
  Ref kept = choose_get(g, chosen, 0);
  f->step = SBA_ASK;
  f->a[SBA_CHOSEN] = 0;
  choose_end(g, chosen);
  chosen_add(g, (Chosen){.answer = {.kind = CHOSEN_ANSWER, .question = QUESTION_LEGEND, .ref = kept}});
  return FLOW_STEP;
}

Flow proc_SBA(Game *g, Frame *f) {
  switch (f->step) {
    case SBA_LOOK: return sba_look(g, f);
    case SBA_ASK: return sba_ask(g, f);
    case SBA_KEPT: return sba_kept(g, f);
    case SBA_ANSWERED: return sba_answered(g, f);
    default: {
      i64 done = core(g)->ret + f->a[SBA_DIRECT];
      batch_end(g, (u32)f->a[SBA_BATCH]);
      players_settle(g);
      return sba_over(g, done);
    }
  }
}
