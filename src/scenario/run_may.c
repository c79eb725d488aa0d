/* A name behind a "may": an answer that names what saying yes would lead to means yes. */
#include "scenario/run_private.h"

/* One answer of the queue, tried on a copy of the game behind `yes` or `no`. */
typedef struct Behind {
  Queued queued;
  OptionKind say;
  u32 top;          /* the top object of the stack before */
  bool may_be_cast; /* what the decision is about is a card that is nowhere in play */
  u32 kind;         /* of the decision that the answer fits; 0 if it names what is being cast */
} Behind;

static bool is_may(const Runner *r) {
  const Game *g = r->play.g;
  u32 kind = run_decision(r)->kind, count = option_count(g);
  return (kind == DECISION_MAY || kind == DECISION_OPTIONAL_COST) && option_find(g, OPTION_YES, ANY_NUMBER) < count &&
         option_find(g, OPTION_NO, ANY_NUMBER) < count;
}

/* Whether the answer names the card that is being cast, the top object of the stack. */
static bool names_what_is_cast(Runner *r, const Behind *b) {
  Game *g = r->play.g;
  u32 top = zone_list(g, ZONE_STACK, 0)->last;
  if (!b->may_be_cast || !top || top == b->top || b->queued.answer->kind != SCENARIO_ANSWER_REF) return false;
  return ref_is(r, b->queued.answer->ref, object_ref(g, top), ZONES_ALL);
}

/* Looks at the pending decision: `*done` when it is known whether the answer is for it. */
typedef struct Look {
  Behind *behind;
  bool found, done;
} Look;

static bool look_body(Runner *r, void *arg) {
  Look *look = arg;
  Behind *b = look->behind;
  const Decision d = *run_decision(r);
  Queued as = b->queued;
  u32 option;
  look->done = true;
  b->kind = 0;
  if (b->say == OPTION_YES && names_what_is_cast(r, b)) {
    look->found = true;
    return true;
  }
  b->kind = d.kind;
  if (d.kind == DECISION_NONE || d.kind == DECISION_PRIORITY) return true;
  if (d.player == as.player && d.kind != DECISION_MAY) look->found = answer_fits(r, &as, &option);
  if (!look->found && !r->wrong_answer && is_forced(r->play.g)) look->done = false;
  r->wrong_answer = false;
  return true;
}

/* Says yes or no and goes on to the first decision that leaves a choice: whether the answer is for it, or for one on
   the way. */
static bool try_behind(Runner *r, void *arg) {
  Look look = {.behind = arg};
  u32 option = option_find(r->play.g, look.behind->say, ANY_NUMBER);
  for (;;) {
    if (!run_take(r, option) || game_resume(r->play.g)) return false;
    if (!run_guard(r, look_body, &look)) return false;
    if (look.done) return look.found;
    option = 0;
  }
}

static bool begin_body(Runner *r, void *arg) {
  Behind *b = arg;
  Game *g = r->play.g;
  u32 slot = object_live(g, run_decision(r)->source);
  u32 zone = slot ? object_row(g, slot)->zone : ZONE_STACK;
  b->top = zone_list(g, ZONE_STACK, 0)->last;
  b->may_be_cast = zone != ZONE_STACK && zone != ZONE_BATTLEFIELD;
  return true;
}

/* Whether a queued answer says what is chosen behind this "may": if the same is chosen without it, it does not. */
static bool means_yes(Runner *r, const Queued *queued, bool *yes, bool *is_cast) {
  Behind b = {.queued = *queued, .say = OPTION_YES};
  bool either = false;
  if (!run_guard(r, begin_body, &b) || !run_try(r, false, try_behind, &b, yes)) return false;
  u32 kind = b.kind;
  *is_cast = kind == 0;
  if (!*yes || *is_cast) return true;
  b.say = OPTION_NO;
  if (!run_try(r, false, try_behind, &b, &either)) return false;
  *yes = !(either && b.kind == kind);
  return true;
}

/* Kinds of answers that name something. */
static bool names_something(const Queued *queued) {
  if (queued->kind || queued->next) return false;
  switch (queued->answer->kind) {
    case SCENARIO_ANSWER_REF:
    case SCENARIO_ANSWER_NUMBER:
    case SCENARIO_ANSWER_COLOR:
    case SCENARIO_ANSWER_MANA:
    case SCENARIO_ANSWER_MODE:
    case SCENARIO_ANSWER_ORDER:
    case SCENARIO_ANSWER_SPLIT:
    case SCENARIO_ANSWER_SET: return true;
    default: return false;
  }
}

static bool is_plain(ScenarioAnswerKind kind) { return kind == SCENARIO_ANSWER_YES || kind == SCENARIO_ANSWER_NO; }

bool may_is_meant(Runner *r, u32 *option, bool *meant) {
  *meant = false;
  if (!is_may(r)) return true;
  u32 player = run_decision(r)->player;
  for (u32 i = 0; i < r->play.queue.count; i++)
    if (r->play.queue.data[i].player == player && is_plain(r->play.queue.data[i].answer->kind)) return true;
  for (u32 i = 0; i < r->play.queue.count && !*meant; i++) {
    const Queued *queued = &r->play.queue.data[i];
    bool is_cast = false;
    if (queued->player != player || !names_something(queued)) continue;
    if (!means_yes(r, queued, meant, &is_cast)) return false;
    if (*meant && is_cast) queue_remove(r, i);
  }
  *option = option_find(r->play.g, OPTION_YES, ANY_NUMBER);
  return true;
}
