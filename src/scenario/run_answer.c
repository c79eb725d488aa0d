/* Decisions, and which answer of the queue is for them. */
#include "cards/ir_args.h"
#include "scenario/run_private.h"

/* --- the objects that a set may hold ---------------------------------------------------------- */

/* Everything that may be in the set being chosen: all its candidates, or what is offered now. */
typedef struct Candidates {
  u32 first, count;
  bool rows; /* of T_CHOSEN; else of T_OPTIONS */
} Candidates;

static Candidates candidates_of(const Game *g) {
  Candidates c = {.rows = true};
  c.count = choose_candidates(g, &c.first);
  if (c.count == 0) c = (Candidates){0, option_count(g), false};
  return c;
}

static Option candidate_at(const Game *g, const Candidates *c, u32 i) {
  return c->rows ? row_CHOSEN(g, c->first + i)->option : *option_at(g, i);
}

/* The first candidate that is not taken and that the reference means; count if there is none. */
static u32 candidate_find(Runner *r, const Candidates *c, const ScenarioRef *ref, const u32 *taken, u32 taken_count) {
  for (u32 i = 0; i < c->count; i++) {
    bool is_taken = false;
    for (u32 k = 0; k < taken_count && !is_taken; k++) is_taken = taken[k] == i;
    if (is_taken) continue;
    Option option = candidate_at(r->play.g, c, i);
    if (option.kind != OPTION_DONE && option_is_ref(r, &option, ref)) return i;
  }
  return c->count;
}

/* Whether all these references can mean different candidates. What pays a cost is offered one by one in an order,
   so there it is enough that one of them is offered now. */
bool candidates_hold(Runner *r, const ScenarioRef *const *refs, u32 count) {
  Candidates c = candidates_of(r->play.g);
  u32 taken[SET_CAP], taken_count = 0;
  if (!c.rows && run_decision(r)->kind == DECISION_COST) {
    for (u32 i = 0; i < count; i++)
      if (candidate_find(r, &c, refs[i], NULL, 0) < c.count) return true;
    return false;
  }
  for (u32 exact = REF_EXACTNESS_MOST + 1; exact-- > 0;) {
    for (u32 i = 0; i < count; i++) {
      if (ref_exactness(refs[i]) != exact) continue;
      u32 at = candidate_find(r, &c, refs[i], taken, taken_count);
      if (at == c.count) return false;
      taken[taken_count++] = at;
    }
  }
  return true;
}

bool answer_next_of_set(Runner *r, const ScenarioRef *const *refs, u32 count, const Marks *used, u32 base, u32 *option,
                        u32 *which) {
  for (u32 o = 0; o < option_count(r->play.g); o++) {
    const Option offered = *option_at(r->play.g, o);
    if (offered.kind == OPTION_DONE) continue;
    u32 best = count;
    for (u32 i = 0; i < count; i++) {
      if (mark_get(used, base + i) || (best < count && ref_exactness(refs[i]) <= ref_exactness(refs[best]))) continue;
      if (option_is_ref(r, &offered, refs[i])) best = i;
    }
    if (best == count) continue;
    *option = o;
    *which = best;
    return true;
  }
  return false;
}

/* --- `from (…)` ------------------------------------------------------------------------------- */

static bool is_plain_name(const ScenarioAnswer *answer) {
  return answer->kind == SCENARIO_ANSWER_REF && answer->ref->kind == SCENARIO_REF_NAME && !answer->ref->qualified;
}

/* The listed option that stands for an actual one: one not used yet, or a mere name, which stands for all that
   have it. */
static u32 listed_for(Runner *r, const ScenarioAnswer *answer, const Option *option, const Marks *used) {
  u32 again = answer->options.count;
  for (u32 i = 0; i < answer->options.count && i < SET_CAP; i++) {
    const ScenarioAnswer *listed = &answer->options.data[i];
    if (!option_is(r, option, listed)) continue;
    if (!mark_get(used, i)) return i;
    if (is_plain_name(listed)) again = i;
  }
  return again;
}

bool options_listed(Runner *r, const ScenarioAnswer *answer) {
  Candidates c = candidates_of(r->play.g);
  Marks used = {{0}};
  text_clear(&r->said);
  for (u32 i = 0; i < c.count; i++) {
    Option option = candidate_at(r->play.g, &c, i);
    u32 listed = listed_for(r, answer, &option, &used);
    if (listed < answer->options.count) {
      mark_set(&used, listed);
    } else if (option.kind != OPTION_DONE) {
      text_adds(&r->said, r->said.length ? ", " : "");
      show_option(r, &option, &r->said);
      text_adds(&r->said, " is an option too");
    }
  }
  for (u32 i = 0; i < answer->options.count && i < SET_CAP; i++) {
    ScenarioAnswerKind kind = answer->options.data[i].kind;
    bool nothing = kind == SCENARIO_ANSWER_DONE || kind == SCENARIO_ANSWER_NONE;
    if (mark_get(&used, i) || (nothing && option_find(r->play.g, OPTION_DONE, ANY_NUMBER) < option_count(r->play.g)))
      continue;
    text_adds(&r->said, r->said.length ? ", " : "");
    scenario_print_answer(r->s, &answer->options.data[i], &r->said);
    text_adds(&r->said, " is no option");
  }
  return r->said.length == 0;
}

/* --- which answers fit ------------------------------------------------------------------------ */

static bool is_ordering(u32 kind) { return kind == DECISION_ORDER || kind == DECISION_REPLACEMENT; }

static bool single_fits(Runner *r, const ScenarioAnswer *answer, u32 *option) {
  u32 count = option_count(r->play.g);
  for (u32 i = 0; i < 2 * count; i++) {
    const Option offered = *option_at(r->play.g, i % count);
    if (!(i < count ? option_is : option_is_within)(r, &offered, answer)) continue;
    *option = i % count;
    return true;
  }
  return false;
}

static bool order_fits(Runner *r, Queued *queued, u32 *option) {
  if (!is_ordering(run_decision(r)->kind)) return false;
  const ScenarioRef *ref = queued->answer->refs.data[queued->next];
  for (u32 i = 0; i < option_count(r->play.g); i++) {
    const Option offered = *option_at(r->play.g, i);
    if (!option_is_ref(r, &offered, ref)) continue;
    *option = i;
    queued->next++;
    return true;
  }
  return false;
}

static bool set_fits(Runner *r, Queued *queued, u32 *option) {
  const ScenarioAnswer *answer = queued->answer;
  const ScenarioRef *const *refs = (const ScenarioRef *const *)answer->refs.data;
  u32 which;
  Decision d = *run_decision(r);
  if (is_ordering(d.kind)) return false;
  if (queued->kind ? queued->group != d.group || queued->kind != d.kind : !candidates_hold(r, refs, answer->refs.count))
    return false;
  if (!answer_next_of_set(r, refs, answer->refs.count, &queued->used, 0, option, &which)) return false;
  mark_set(&queued->used, which);
  queued->group = d.group;
  queued->kind = d.kind;
  return true;
}

/* `for REF`: whether the decision comes from that object. Divisions are asked for by their recipients, so there
   it is what is on top of the stack. */
static bool comes_from(Runner *r, const ScenarioAnswer *answer) {
  Game *g = r->play.g;
  Decision d = *run_decision(r);
  if (!answer->source) return true;
  if (ref_same(r, answer->source, d.source)) return true;
  u32 top = zone_list(g, ZONE_STACK, 0)->last;
  return d.kind == DECISION_DIVIDE && top && ref_same(r, answer->source, object_ref(g, top));
}

/* A cost that may be paid any number of times is asked for as a number: `yes` is once. */
static bool times_fit(Runner *r, const ScenarioAnswer *answer, u32 *option) {
  bool yes = answer->kind == SCENARIO_ANSWER_YES;
  if (run_decision(r)->kind != DECISION_OPTIONAL_COST || (!yes && answer->kind != SCENARIO_ANSWER_NO)) return false;
  u32 found = option_find(r->play.g, OPTION_NUMBER, yes);
  if (found < option_count(r->play.g)) *option = found;
  return found < option_count(r->play.g);
}

bool answer_fits(Runner *r, Queued *queued, u32 *option) {
  const ScenarioAnswer *answer = queued->answer;
  if (is_result(answer) || !comes_from(r, answer)) return false;
  switch (answer->kind) {
    case SCENARIO_ANSWER_ORDER: return order_fits(r, queued, option);
    case SCENARIO_ANSWER_SPLIT: return split_names_target(r, queued, option) || split_fits(r, queued, option);
    case SCENARIO_ANSWER_SET: return set_fits(r, queued, option);
    default: return times_fit(r, answer, option) || single_fits(r, answer, option);
  }
}

/* Whether an answer with `from` speaks of this decision: it or one of its options is there. */
static bool concerns_options(Runner *r, const Queued *queued) {
  Queued as = *queued;
  u32 option;
  if (!queued->answer->has_options || queued->kind || queued->next) return false;
  if (is_result(queued->answer) || !comes_from(r, queued->answer)) return false;
  if (answer_fits(r, &as, &option)) return true;
  for (u32 i = 0; i < queued->answer->options.count; i++) {
    ScenarioAnswerKind kind = queued->answer->options.data[i].kind;
    bool nothing = kind == SCENARIO_ANSWER_DONE || kind == SCENARIO_ANSWER_NONE;
    if (!nothing && single_fits(r, &queued->answer->options.data[i], &option)) return true;
  }
  return false;
}

/* --- sets named one by one -------------------------------------------------------------------- */

/* Whether an answer may be one of several in a row that name the members of one set. */
static bool is_member(const ScenarioAnswer *answer) {
  return answer->kind == SCENARIO_ANSWER_REF && !answer->has_options;
}

/* Takes the answers from `at` on that name members of the set being chosen off the queue, since they may stand in
   another order than the set is chosen in. */
static void gather(Runner *r, u32 at) {
  Gathered *to = &r->play.gathered;
  Decision d = *run_decision(r);
  i64 most = d.max - d.chosen;
  u32 player = r->play.queue.data[at].player;
  *to = (Gathered){.group = d.group};
  while (at < r->play.queue.count && to->count < most) {
    const Queued *queued = &r->play.queue.data[at];
    if (queued->player != player) {
      at++;
      continue;
    }
    if (!is_member(queued->answer) || !comes_from(r, queued->answer)) return;
    if (to->count == SET_CAP) {
      run_fail(r, queued->answer->place, "answers in a row name at most %u members of a set", SET_CAP);
      return;
    }
    to->refs[to->count] = queued->answer->ref;
    if (!candidates_hold(r, to->refs, to->count + 1)) return;
    to->count++;
    queue_remove(r, at);
  }
}

/* The next member of a set whose members have been gathered. */
static bool gathered_next(Runner *r, u32 *option) {
  Gathered *from = &r->play.gathered;
  u32 which;
  if (!answer_next_of_set(r, from->refs, from->count, &from->used, 0, option, &which)) return false;
  mark_set(&from->used, which);
  from->used_count++;
  return true;
}

static bool gathered_waits(const Runner *r) {
  const Gathered *from = &r->play.gathered;
  return from->group && from->group == run_decision(r)->group && from->used_count < from->count;
}

/* Whether the pending decision is a step of a set of objects with more steps to come. */
static bool is_set_step(const Runner *r) {
  const Decision *d = run_decision(r);
  return d->group && !is_ordering(d->kind) && d->kind != DECISION_DIVIDE && d->kind != DECISION_ASSIGN &&
         d->kind != DECISION_MODE && d->max - d->chosen > 1;
}

/* --- choosing --------------------------------------------------------------------------------- */

/* The kind of mana that a card prints first, of those that are offered; 0 where nobody chooses one of several. */
static u32 printed_first(const Game *g) {
  const Frame *f = frame_at(g, count_of(g, T_FRAMES) - 1);
  if (core(g)->decision.kind != DECISION_WORD || f->proc != PROC_ACT) return 0;
  if (node_op(g->db, f->node) != IR_ADD_MANA_CHOICE) return 0;
  for (u32 k = ARG_ADD_MANA_CHOICE_KINDS; k < node_argc(g->db, f->node); k++)
    for (u32 i = 0; i < option_count(g); i++)
      if (option_at(g, i)->word == node_arg(g->db, f->node, k)) return i;
  return 0;
}

u32 default_option(const Game *g) {
  u32 best = printed_first(g);
  if (core(g)->decision.kind == DECISION_KEEP) return 0;
  u32 no = option_find(g, OPTION_NO, ANY_NUMBER), done = option_find(g, OPTION_DONE, ANY_NUMBER);
  if (no < option_count(g)) return no;
  if (done < option_count(g)) return done;
  for (u32 i = 0; i < option_count(g); i++) {
    const Option *o = option_at(g, i), *b = option_at(g, best);
    if (o->kind == OPTION_NUMBER && b->kind == OPTION_NUMBER && o->n < b->n) best = i;
    /* "Nothing" where several ways to cast are open is the mana cost. */
    if (o->kind == OPTION_CAST && (o->a & 0xff) == 0 && (b->a & 0xff) != 0) best = i;
  }
  return best;
}

static void settle_used(Runner *r, u32 at) {
  const Queued *queued = &r->play.queue.data[at];
  if (queued->kind == DECISION_TARGET && split_has_named(queued)) r->play.set_done = queued->group;
  if (!queued_used_up(queued)) return;
  if (queued->answer->kind == SCENARIO_ANSWER_SET) r->play.set_done = queued->group;
  queue_remove(r, at);
}

/* Divisions and orders that are over are used up, though the last of one is not asked for. A split that has named
   targets waits for them to be divided among. */
static void drop_divisions(Runner *r) {
  const Decision *d = run_decision(r);
  for (u32 i = r->play.queue.count; i-- > 0;) {
    Queued *queued = &r->play.queue.data[i];
    bool split = queued->answer->kind == SCENARIO_ANSWER_SPLIT && queued->kind;
    bool over = split && (queued->kind != d->kind || queued->group != d->group);
    if (over && queued->kind == DECISION_TARGET) {
      queued->kind = 0;
      queued->used = (Marks){{0}};
      over = false;
    }
    over |= !is_ordering(d->kind) && order_is_over(queued);
    if (over) queue_remove(r, i);
  }
}

/* What answers the pending decision. */
typedef enum Choice { CHOICE_NONE, CHOICE_FOUND, CHOICE_WRONG } Choice;

static Choice wrong_options(Runner *r, const ScenarioAnswer *answer) {
  run_fail(r, answer->place, "the options are not those listed: %.*s", (int)r->said.length, r->said.data);
  return CHOICE_WRONG;
}

/* Modes are chosen in the order they are printed, but may be named in any: of several named in a row, from `at`
   on, the one to be chosen next. */
static u32 next_mode(Runner *r, u32 at, u32 *option) {
  Decision d = *run_decision(r);
  u32 best = at, player = r->play.queue.data[at].player;
  for (u32 i = at, left = (u32)(d.max - d.chosen); i < r->play.queue.count && left > 0; i++) {
    const Queued *queued = &r->play.queue.data[i];
    u32 found;
    if (queued->player != player) continue;
    if (queued->answer->kind != SCENARIO_ANSWER_MODE) break;
    left--;
    if (!comes_from(r, queued->answer) || !single_fits(r, queued->answer, &found) || found >= *option) continue;
    *option = found;
    best = i;
  }
  return best;
}

/* Each `yes` that follows directly pays the cost once more, as far as it can be paid; a `no` behind them ends that. */
static void further_times(Runner *r, u32 at, u32 *option) {
  u32 player = r->play.queue.data[at].player;
  for (u32 i = at + 1; i < r->play.queue.count;) {
    const Queued *queued = &r->play.queue.data[i];
    if (queued->player != player) {
      i++;
      continue;
    }
    bool more = queued->answer->kind == SCENARIO_ANSWER_YES && *option + 1 < option_count(r->play.g);
    if (!more && queued->answer->kind != SCENARIO_ANSWER_NO) return;
    queue_remove(r, i);
    if (!more) return;
    ++*option;
  }
}

static Choice choose_from_queue(Runner *r, u32 *option) {
  u32 player = run_decision(r)->player;
  bool first = true; /* of the answers that no choice has begun to use */
  for (u32 i = 0; i < r->play.queue.count; i++) {
    Queued *queued = &r->play.queue.data[i];
    if (queued->player != player) continue;
    if (concerns_options(r, queued) && !options_listed(r, queued->answer)) return wrong_options(r, queued->answer);
    Queued as = *queued;
    bool fits = answer_fits(r, &as, option);
    if (r->wrong_answer) return CHOICE_WRONG;
    if (!fits && first && !is_result(queued->answer) && !queued->kind && !queued->next) queue_note_misfit(r, i);
    first &= is_result(queued->answer) || queued->kind || queued->next;
    if (!fits) continue;
    if (is_member(as.answer) && is_set_step(r) && option_at(r->play.g, *option)->kind != OPTION_DONE) {
      gather(r, i);
      return gathered_next(r, option) ? CHOICE_FOUND : CHOICE_NONE;
    }
    r->play.queue.data[i] = as;
    if (as.answer->kind == SCENARIO_ANSWER_YES && option_at(r->play.g, *option)->kind == OPTION_NUMBER)
      further_times(r, i, option);
    if (run_decision(r)->kind == DECISION_MODE && as.answer->kind == SCENARIO_ANSWER_MODE) i = next_mode(r, i, option);
    settle_used(r, i);
    return CHOICE_FOUND;
  }
  return CHOICE_NONE;
}

/* The only option there is: an answer at the head of the queue that names it is used up. */
static Choice use_forced(Runner *r) {
  u32 player = run_decision(r)->player, option;
  if (gathered_waits(r)) {
    gathered_next(r, &option);
    return CHOICE_FOUND;
  }
  for (u32 i = 0; i < r->play.queue.count; i++) {
    const Queued *queued = &r->play.queue.data[i];
    if (queued->player != player || is_result(queued->answer)) continue;
    if (concerns_options(r, queued) && !options_listed(r, queued->answer)) return wrong_options(r, queued->answer);
    Queued as = *queued;
    if (!answer_fits(r, &as, &option)) break;
    r->play.queue.data[i] = as;
    settle_used(r, i);
    return CHOICE_FOUND;
  }
  queue_name_forced(r);
  return r->wrong_answer ? CHOICE_WRONG : CHOICE_FOUND;
}

typedef struct Choosing {
  u32 option;
  Choice choice;
  bool asked; /* neither forced nor said by the clauses of the line */
} Choosing;

/* With `manual mana` the mana that pays is in the pool already, or an answer names the mana ability's object. */
static Choice choose_mana(Runner *r, u32 *option) {
  Choice named = choose_from_queue(r, option);
  if (named != CHOICE_NONE) return named;
  *option = option_find(r->play.g, OPTION_DONE, ANY_NUMBER);
  if (*option < option_count(r->play.g)) return CHOICE_FOUND;
  run_fail(r, run_place(r), "not enough mana in the pool (601.2g, 601.2h)");
  return CHOICE_WRONG;
}

static Choice choose_asked(Runner *r, u32 *option) {
  Game *g = r->play.g;
  const Decision d = *run_decision(r);
  if (gathered_waits(r)) {
    if (gathered_next(r, option)) return CHOICE_FOUND;
    run_fail(r, run_place(r), "the next one named isn't an option after those already chosen");
    return CHOICE_WRONG;
  }
  if (r->play.set_done && r->play.set_done == d.group && option_find(g, OPTION_DONE, ANY_NUMBER) < option_count(g)) {
    *option = option_find(g, OPTION_DONE, ANY_NUMBER);
    return CHOICE_FOUND;
  }
  return choose_from_queue(r, option);
}

static bool choose_body(Runner *r, void *arg) {
  Choosing *c = arg;
  bool forced = is_forced(r->play.g), none = true;
  c->option = 0;
  c->choice = CHOICE_FOUND;
  c->asked = false;
  r->wrong_answer = false;
  if (doing_asks(r) && !doing_choose(r, &c->option, &none)) return false;
  if (!none) return true;
  drop_divisions(r);
  if (run_decision(r)->kind == DECISION_MANA) {
    c->choice = choose_mana(r, &c->option);
  } else if (forced) {
    c->choice = use_forced(r);
    if (!splits_sound(r, NULL)) c->choice = CHOICE_WRONG;
  } else {
    c->asked = true;
    c->choice = choose_asked(r, &c->option);
  }
  return c->choice != CHOICE_WRONG;
}

/* --- answers that stand behind the line that asks --------------------------------------------- */

/* Whether the answers of a line go through on a copy, all of them, one after the other. */
static bool answers_go_through(Runner *r) {
  for (;;) {
    bool set_open = r->play.set_done && run_waits(r) && r->play.set_done == run_decision(r)->group;
    if (r->play.queue.count == 0 && !gathered_waits(r) && !set_open) return true;
    u32 kind = run_decision(r)->kind;
    if (kind == DECISION_NONE || kind == DECISION_PRIORITY) return r->play.queue.count == 0;
    Choosing c;
    if (!run_guard(r, choose_body, &c) || c.choice != CHOICE_FOUND) return false;
    if (!run_take(r, c.option) || game_resume(r->play.g)) return false;
  }
}

static bool try_answers(Runner *r, void *arg) {
  const ScenarioAnswers *answers = arg;
  r->play.queue.count = 0;
  if (run_decision(r)->player != answers->player) return false;
  for (u32 i = 0; i < answers->answers.count; i++)
    if (!queue_add(r, answers->player, &answers->answers.data[i], UINT32_MAX)) return false;
  return answers_go_through(r);
}

bool answers_illegal(Runner *r, const ScenarioExpect *expect) {
  bool legal;
  if (!run_try(r, false, try_answers, expect->answers, &legal)) return false;
  if (!legal) return true;
  return run_fail(r, expect->place, "expected that this answer is illegal, but it is legal");
}

/* Whether decisions that nothing answers take their default. */
static bool by_default(const Runner *r) { return r->s->lenient || r->generous || r->options.no_actions; }

/* The line that stands right behind what is going on, null if there is none. On the way to a section that is its first,
   as far as it says what is decided. */
static const ScenarioLine *line_ahead(const Runner *r) {
  if (r->trying || r->line_at >= r->line_end) return NULL;
  const ScenarioLine *next = &r->lines[r->line_at];
  bool takes = next->kind == SCENARIO_LINE_ACTION && next->as.action->verb == SCENARIO_TAKE;
  return r->coming && next->kind != SCENARIO_LINE_ANSWERS && !takes ? NULL : next;
}

/* The same if it is what a player does of that kind. */
static const ScenarioAction *action_ahead(const Runner *r, ScenarioVerb verb) {
  const ScenarioLine *next = line_ahead(r);
  bool is = next && next->kind == SCENARIO_LINE_ACTION && next->as.action->verb == verb;
  return is ? next->as.action : NULL;
}

/* The same if it is an answer that must be illegal: then no default is taken before it. */
static const ScenarioExpect *illegal_answer_ahead(const Runner *r) {
  const ScenarioLine *next = line_ahead(r);
  bool is = next && next->kind == SCENARIO_LINE_EXPECT && next->as.expect->kind == SCENARIO_EXPECT_ILLEGAL &&
            next->as.expect->answers;
  return is ? next->as.expect : NULL;
}

/* When nothing in the queue fits: answers that stand right behind the line are taken into the queue, and an answer
   that must be illegal is tried. `*again`: there was such a line. */
static bool take_ahead(Runner *r, bool *again) {
  const ScenarioLine *next = line_ahead(r);
  const ScenarioExpect *illegal = illegal_answer_ahead(r);
  *again = illegal || (next && next->kind == SCENARIO_LINE_ANSWERS && !r->s->lenient);
  r->line_at += *again;
  if (illegal) return answers_illegal(r, illegal);
  return !*again || run_answers_line(r, next->as.answers, UINT32_MAX);
}

/* Whether a concession stands behind the line: a player may concede while somebody is asked (104.3a). It is made
   then. */
static bool concede_ahead(Runner *r, bool *conceded) {
  const ScenarioAction *concession = action_ahead(r, SCENARIO_CONCEDE);
  *conceded = concession != NULL;
  r->line_at += *conceded;
  return !concession || player_concedes(r, concession->player);
}

/* A line behind that takes an option by its number. */
static bool take_numbered(Runner *r, Choosing *c) {
  const ScenarioAction *take = action_ahead(r, SCENARIO_TAKE);
  if (!take) return true;
  r->line_at++;
  c->choice = CHOICE_FOUND;
  return option_taken(r, take, &c->option);
}

/* Whether the line behind begins with a `split` for the division that is going on, of which only one is possible:
   nobody is asked, but what is said must be so. */
static bool split_ahead(const Runner *r) {
  const Decision *d = run_decision(r);
  const ScenarioLine *next = line_ahead(r);
  if (!next || r->s->lenient || d->kind != DECISION_DIVIDE || !is_forced(r->play.g)) return false;
  return next->kind == SCENARIO_LINE_ANSWERS && next->as.answers->player == d->player &&
         next->as.answers->answers.count > 0 && next->as.answers->answers.data[0].kind == SCENARIO_ANSWER_SPLIT;
}

static bool show_body(Runner *r, void *arg) {
  show_decision(r, arg);
  queue_say_misfits(r, run_decision(r)->player, arg);
  return true;
}

static bool unanswered(Runner *r) {
  if (r->options.hold && (!r->trying || r->probing) && script_is_over(r)) {
    r->held = true;
    return false;
  }
  Text text;
  text_init(&text, r->allocator);
  run_guard(r, show_body, &text);
  run_fail(r, run_place(r), "no answer for a decision: %.*s", (int)text.length, text.length ? text.data : "");
  text_free(&text);
  return false;
}

/* Whether the decision can wait for answers that stand behind further lines: it is asked before somebody would get
   priority, so that what the line says is done. */
static bool can_wait(const Runner *r) {
  const Game *g = r->play.g;
  if (r->trying || r->must_answer) return false;
  for (u32 i = 0; i < count_of(g, T_FRAMES); i++)
    if (frame_at(g, i)->proc == PROC_CHECK) return true;
  return false;
}

/* Notes that a decision takes its default. */
static bool say_default(Runner *r, void *arg) {
  Text *out = &r->out->passed_over;
  const Option option = *option_at(r->play.g, *(const u32 *)arg);
  text_addf(out, "line %u: no answer was given; ", run_place(r).line);
  show_question(r, GAVEL_ENGLISH, out);
  text_adds(out, "; the default is ");
  show_option(r, &option, out);
  text_addc(out, '\n');
  return true;
}

/* Whether an alias of the scenario names the object, or a card that represents it. */
static bool has_alias(const Runner *r, Ref ref) {
  u32 card = object_row(r->play.g, ref_slot(ref))->card;
  for (u32 i = 0; i < r->named.count; i++)
    if (r->named.data[i].ref == ref || (card && r->named.data[i].card == card)) return true;
  return false;
}

/* Whether the options are cards of a hand or library that nothing tells apart: not the game, nor the scenario. */
static bool options_alike(const Runner *r) {
  const Game *g = r->play.g;
  Object first = {.kind = 0};
  for (u32 i = 0; i < option_count(g); i++) {
    const Option option = *option_at(g, i);
    u32 slot = option.kind == OPTION_REF && !ref_is_player(option.ref) ? object_live(g, option.ref) : 0;
    if (!slot || has_alias(r, option.ref)) return false;
    const Object o = *object_row(g, slot);
    if (i == 0) first = o;
    if ((o.zone != ZONE_HAND && o.zone != ZONE_LIBRARY) || o.ext || o.notes || o.counters) return false;
    if (o.kind != first.kind || o.zone != first.zone || o.owner != first.owner || o.cv != first.cv) return false;
    if (o.known != first.known || o.flags != first.flags || o.status != first.status || o.face != first.face)
      return false;
  }
  return option_count(g) > 0;
}

/* What is taken when no answer fits: the first of cards that are alike, yes if an answer names what is behind a "may",
   combat damage as it is dealt when nobody divides it, in `lenient` the default. */
static bool choose_unasked(Runner *r, Choosing *c) {
  bool meant;
  if (!may_is_meant(r, &c->option, &meant)) return false;
  c->choice = CHOICE_FOUND;
  if (meant) return true;
  if (options_alike(r)) {
    c->asked = false;
    c->option = 0;
    return true;
  }
  if (!run_guard(r, splits_sound, NULL)) return false;
  if (run_decision(r)->kind == DECISION_ASSIGN) {
    c->asked = false;
    return run_guard(r, assign_by_default, &c->option);
  }
  if (!by_default(r)) {
    c->choice = CHOICE_NONE;
    return true;
  }
  c->option = default_option(r->play.g);
  return r->trying || !r->s->lenient || run_guard(r, say_default, &c->option);
}

bool run_answer(Runner *r, bool *waits) {
  *waits = false;
  for (;;) {
    Choosing c;
    bool again = false, conceded;
    if (split_ahead(r) && !take_ahead(r, &again)) return false;
    if (!run_guard(r, choose_body, &c)) return false;
    again = false;
    if (c.choice == CHOICE_NONE && (!by_default(r) || illegal_answer_ahead(r)) && !take_ahead(r, &again)) return false;
    if (again) continue;
    if (c.choice == CHOICE_NONE && !take_numbered(r, &c)) return false;
    if (c.choice == CHOICE_NONE && !choose_unasked(r, &c)) return false;
    if (c.choice == CHOICE_FOUND) {
      r->play.asked += c.asked;
      return run_take(r, c.option);
    }
    if (!concede_ahead(r, &conceded)) return false;
    if (conceded) return true;
    *waits = can_wait(r);
    return *waits || unanswered(r);
  }
}

bool run_answers_line(Runner *r, const ScenarioAnswers *answers, u32 lapses) {
  for (u32 i = 0; i < answers->answers.count; i++)
    if (!queue_add(r, answers->player, &answers->answers.data[i], lapses)) return false;
  return true;
}
