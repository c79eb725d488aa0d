/* Playing on from section to section, and the lines of a section. */
#include "scenario/run_private.h"

/* Whether a line takes an option by its number. */
static bool takes_option(const ScenarioLine *line) {
  return line->kind == SCENARIO_LINE_ACTION && line->as.action->verb == SCENARIO_TAKE;
}

bool script_is_over(const Runner *r) {
  const Scenario *s = r->s;
  if (r->section >= s->sections.count) return true;
  const ScenarioSection *section = &s->sections.data[r->section];
  return r->section + 1 == s->sections.count && r->line_at >= section->lines.count;
}

/* --- the flow of decisions -------------------------------------------------------------------- */

static bool too_many(Runner *r) {
  return run_fail(r, run_place(r), "the limit of %llu decisions is reached", (unsigned long long)r->options.limit);
}

/* Counts the steps of the turn, so that a second one of a kind can be told from the first. */
static void note_step(Play *p) {
  const Core *c = core(p->g);
  if (c->turn != p->turn) memset(p->times, 0, sizeof p->times);
  if (c->turn != p->turn || c->step_serial != p->serial) p->times[c->step]++;
  p->turn = c->turn;
  p->serial = c->step_serial;
}

bool run_arrive(Runner *r) {
  Play *p = &r->play;
  if (p->arrived) return true;
  p->arrived = true;
  note_step(p);
  if (r->trying || r->setting_up) return true;
  if (r->out->decisions >= r->options.limit) return too_many(r);
  if (!r->options.at_decision) return true;
  Game *g = r->options.at_decision(r->options.user, p->g);
  if (g == p->g) return true;
  g->show_forced = true;
  game_listen(g, r->options.listener);
  p->g = g;
  return true;
}

bool run_take(Runner *r, u32 option) {
  Game *g = r->play.g;
  u64 before = core(g)->decisions;
  if (r->options.chose && !r->trying && option < option_count(g) && !is_forced(g)) {
    const Option taken = *option_at(g, option);
    r->options.chose(r->options.user, g, &taken);
  }
  if (game_take(g, option)) return run_game_failed(r);
  if (!r->trying) r->out->decisions += core(g)->decisions - before;
  r->play.arrived = false;
  return true;
}

/* The turn is over: its last step, too. */
static bool turn_is_over(Game *g, void *user) {
  const u32 *turn = user;
  if (core(g)->turn != *turn || count_of(g, T_FRAMES) == 0) return false;
  return frame_top(g)->proc == PROC_GAME;
}

static bool resume(Runner *r) {
  Game *g = r->play.g;
  GavelStatus status =
      r->cleanup_turn && !r->trying ? game_resume_until(g, turn_is_over, &r->cleanup_turn) : game_resume(g);
  return !status || run_game_failed(r);
}

static bool is_flow(u32 kind) {
  return kind == DECISION_PRIORITY || kind == DECISION_ATTACKER || kind == DECISION_BAND || kind == DECISION_BLOCKER;
}

bool run_settle(Runner *r) {
  for (;;) {
    if (!run_waits(r)) {
      if (!resume(r)) return false;
      if (!run_waits(r)) return true;
    }
    if (!run_arrive(r)) return false;
    if (is_flow(run_decision(r)->kind)) return queue_name_alike(r);
    bool waits;
    if (!run_answer(r, &waits)) return false;
    if (waits) return true;
  }
}

bool run_is_held(const Runner *r) { return run_waits(r) && !is_flow(run_decision(r)->kind); }

bool run_ready(Runner *r) {
  if (!run_is_held(r)) return true;
  r->must_answer = true;
  bool ready = run_settle(r);
  r->must_answer = false;
  return ready;
}

bool run_over_forced(Runner *r) {
  while (run_waits(r) && is_flow(run_decision(r)->kind) && run_decision(r)->kind != DECISION_PRIORITY &&
         is_forced(r->play.g))
    if (!run_take(r, 0) || !run_settle(r)) return false;
  return true;
}

bool run_pass(Runner *r) {
  ASSERT(run_decision(r)->kind == DECISION_PRIORITY);
  return run_take(r, option_find(r->play.g, OPTION_PASS, ANY_NUMBER)) && run_settle(r);
}

/* --- where the game is ------------------------------------------------------------------------ */

static bool is_over(const Runner *r) { return core(r->play.g)->over; }

static bool has_come(const Runner *r, const ScenarioSection *section) {
  const Core *c = core(r->play.g);
  if (c->turn != section->turn || step_now(r->play.g) != section->step) return false;
  return !section->again || r->play.times[c->step] > 1;
}

/* Whether the step can't come any more in its turn: then the game has passed it. */
static bool has_passed(const Runner *r, const ScenarioSection *section) {
  const Core *c = core(r->play.g);
  if (c->turn != section->turn) return c->turn > section->turn;
  if (section->again) return false;
  return step_now(r->play.g) > section->step;
}

/* Whether only that is expected which can be looked at once the step is past. */
static bool only_looks(const ScenarioSection *section) {
  for (u32 i = 0; i < section->own_lines; i++)
    if (section->lines.data[i].kind != SCENARIO_LINE_EXPECT &&
        section->lines.data[i].kind != SCENARIO_LINE_RESOLVE_ALL &&
        section->lines.data[i].kind != SCENARIO_LINE_ANSWERS)
      return false;
  return true;
}

/* Whether a section may stand for the moment at which the game passes its step: blocks and damage, and steps of
   phases, which may be skipped as a whole. */
static bool may_be_passed(const Runner *r, const ScenarioSection *section) {
  switch (section->step) {
    case W_STEP_BLOCKERS:
    case W_STEP_FIRST_DAMAGE:
    case W_STEP_DAMAGE:
    case W_STEP_MAIN:
    case W_STEP_MAIN_2: return true;
    case W_STEP_BEGIN_COMBAT:
    case W_STEP_ATTACKERS:
    case W_STEP_END_COMBAT: /* The phase was skipped if no step of it came. */
      for (Word w = W_STEP_BEGIN_COMBAT; w <= W_STEP_END_COMBAT; w++)
        if (core(r->play.g)->turn == section->turn && r->play.times[w - W_STEP_UNTAP]) return false;
      return true;
    default: return false;
  }
}

static bool no_such_step(Runner *r, const ScenarioSection *section) {
  return run_fail(r, section->place, "turn %lld has no %s step%s", (long long)section->turn,
                  scenario_word_text(&scenario_step_words, section->step), section->again ? " a second time" : "");
}

/* --- declarations at the head of a section ---------------------------------------------------- */

static bool is_declaration(const ScenarioAction *action, ScenarioVerb verb) { return action && action->verb == verb; }

/* How many lines at the head of a section are to be carried out before the declaration is made, and with it: up to
   the last that declares, or asks what may be declared. */
static u32 declaring_lines(const ScenarioSection *section) {
  bool attack = section->step == W_STEP_ATTACKERS, block = section->step == W_STEP_BLOCKERS;
  ScenarioVerb verb = attack ? SCENARIO_ATTACK : SCENARIO_BLOCK;
  u32 last = 0;
  if (!attack && !block) return 0;
  for (u32 i = 0; i < section->own_lines; i++) {
    const ScenarioLine *line = &section->lines.data[i];
    if (line->kind == SCENARIO_LINE_ACTION && !is_declaration(line->as.action, verb)) break;
    if (line->kind == SCENARIO_LINE_RESOLVE || line->kind == SCENARIO_LINE_RESOLVE_ALL) break;
    bool declares = line->kind == SCENARIO_LINE_ACTION ||
                    (line->kind == SCENARIO_LINE_EXPECT && is_declaration(line->as.expect->action, verb));
    if (declares) last = i + 1;
  }
  return last;
}

/* Whether the game waits for the declaration that the section begins with. */
static bool waits_to_declare(const Runner *r, const ScenarioSection *section) {
  u32 kind = run_waits(r) ? run_decision(r)->kind : (u32)DECISION_NONE;
  return (section->step == W_STEP_ATTACKERS && kind == DECISION_ATTACKER) ||
         (section->step == W_STEP_BLOCKERS && kind == DECISION_BLOCKER);
}

/* --- playing on ------------------------------------------------------------------------------- */

/* Creatures that are set up as attacking do so from the time on at which attackers are declared in the turn of the
   first section. */
static bool attack_in_time(Runner *r, const ScenarioSection *section) {
  bool now = !r->attacking && core(r->play.g)->turn == section->turn && run_waits(r) &&
             run_decision(r)->kind == DECISION_ATTACKER;
  return !now || run_guard(r, setup_attacking, NULL);
}

/* One decision of the time between sections. */
static bool idle(Runner *r) {
  if (run_is_held(r)) return run_ready(r);
  return run_decision(r)->kind == DECISION_PRIORITY ? run_pass(r) : declare_little(r);
}

/* Whether the declaration at the head of a section is left to what takes its options one by one: a line that does, or
   what is still to be written. */
static bool waits_for_lines(const Runner *r, const ScenarioSection *section) {
  if (section->lines.count == 0) return r->options.hold && script_is_over(r);
  return takes_option(&section->lines.data[0]);
}

/* Plays on until the section's step, or until it is certain that it does not come. */
static bool go_to(Runner *r, const ScenarioSection *section) {
  bool declares = declaring_lines(section) > 0 || waits_for_lines(r, section);
  for (;;) {
    if (!run_ready(r)) return false;
    if (is_over(r)) return true;
    if (!run_waits(r)) { /* the end of a turn, where nobody decides anything */
      if (has_come(r, section) && section->step == W_STEP_CLEANUP) return true;
      if (!run_settle(r)) return false;
      continue;
    }
    bool here = has_come(r, section);
    if (!attack_in_time(r, section)) return false;
    if (here && run_decision(r)->kind == DECISION_PRIORITY && (section->step != W_STEP_CLEANUP || !only_looks(section)))
      return true;
    if (here && declares && waits_to_declare(r, section)) return true;
    if (!here && has_passed(r, section)) {
      if (only_looks(section) && may_be_passed(r, section)) return true;
      return no_such_step(r, section);
    }
    if (!idle(r)) return false;
  }
}

/* Whether the heading speaks of a time that is past. */
static bool goes_back(const Runner *r, const ScenarioSection *section) {
  const Core *c = core(r->play.g);
  if (!r->reached || is_over(r)) return false;
  return c->turn > section->turn;
}

static bool begin_turn_one(Game *g, void *user) {
  (void)user;
  return core(g)->turn > 0;
}

/* The first player skips the first draw, however many players there are; with two the rules say so (103.8a). */
static void start_body(Game *g, void *user) {
  (void)user;
  if (core(g)->player_count != 2) step_skip(g, core(g)->starting_player, W_STEP_DRAW, REF_NONE);
  game_start(g);
}

static void start_with_hands_body(Game *g, void *user) {
  (void)user;
  game_start_with_hands(g, PLAYER_NONE);
}

/* The game begins; what was put into it summoning-sick stays so as turn 1 begins. */
static bool start(Runner *r) {
  Game *g = r->play.g;
  if (r->s->mulligans) {
    if (game_protect(g, start_with_hands_body, NULL) || game_resume(g)) return run_game_failed(r);
    return true;
  }
  if (game_protect(g, start_body, NULL)) return run_game_failed(r);
  if (game_resume_until(g, begin_turn_one, NULL)) return run_game_failed(r);
  return run_guard(r, setup_turn_begun, NULL);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* All pass until the object that is on top of the stack now has left it. */
static bool resolve_top(Runner *r) {
  if (!run_ready(r)) return false;
  Game *g = r->play.g;
  u32 top = zone_list(g, ZONE_STACK, 0)->last;
  if (!top) return true;
  Ref ref = object_ref(g, top);
  for (;;) {
    g = r->play.g;
    u32 slot = object_live(g, ref);
    if (is_over(r) || !slot || object_row(g, slot)->zone != ZONE_STACK) return true;
    if (!run_waits(r)) return true;
    if (!idle(r)) return false;
  }
}

static bool resolve_all(Runner *r) {
  while (!is_over(r) && run_waits(r) && (run_is_held(r) || zone_first(r->play.g, ZONE_STACK, 0)))
    if (!idle(r)) return false;
  return true;
}

/* When answers that stand at the present line lapse: those between two sections belong to the next one, too. */
static u32 lapse_of(const Runner *r, u32 line_index) {
  if (r->section >= r->s->sections.count) return UINT32_MAX;
  const ScenarioSection *section = &r->s->sections.data[r->section];
  return r->section + (line_index < section->own_lines ? 1 : 2);
}

/* Tells whoever listens of an expectation that is met; what it is about was found last. */
static bool tell_met(Runner *r, const ScenarioExpect *expect) {
  bool about = expect->kind <= SCENARIO_EXPECT_ATTACHED && r->found.count > 0;
  Ref object = about ? r->found.data[0] : REF_NONE;
  if (r->options.met) r->options.met(r->options.user, r->play.g, r->s, expect, object);
  return true;
}

static bool run_one(Runner *r, const ScenarioLine *line, u32 index) {
  switch (line->kind) {
    case SCENARIO_LINE_ACTION: return run_action(r, line->as.action);
    case SCENARIO_LINE_ANSWERS:
      if (!run_answers_line(r, line->as.answers, lapse_of(r, index))) return false;
      return !run_is_held(r) || run_settle(r);
    case SCENARIO_LINE_EXPECT: return run_expect(r, line->as.expect) && tell_met(r, line->as.expect);
    case SCENARIO_LINE_RESOLVE: return resolve_top(r);
    case SCENARIO_LINE_RESOLVE_ALL: return resolve_all(r);
  }
  return false;
}

/* The most lines one declaration may have. */
#define DECLARATION_LINES 256u

/* The declaring lines in a row from `from` on, over answers between them, which go into the queue. */
static bool declare_row(Runner *r, const ScenarioSection *section, u32 from, u32 end) {
  const ScenarioLine *lines[DECLARATION_LINES];
  u32 count = 0;
  for (u32 i = from; i < end; i++) {
    const ScenarioLine *line = &section->lines.data[i];
    if (line->kind == SCENARIO_LINE_EXPECT) break;
    r->line_at = i + 1;
    if (line->kind == SCENARIO_LINE_ACTION) {
      if (count == DECLARATION_LINES)
        return run_fail(r, line->place, "a declaration has at most %u lines", DECLARATION_LINES);
      lines[count++] = line;
    } else if (!run_answers_line(r, line->as.answers, lapse_of(r, i))) {
      return false;
    }
  }
  return declare_lines(r, lines, count);
}

/* Makes the declaration, which nobody has said anything about, if the game still waits for it. */
static bool end_declaring(Runner *r) {
  while (!is_over(r) && run_waits(r) && !run_is_held(r) && run_decision(r)->kind != DECISION_PRIORITY)
    if (!declare_little(r)) return false;
  return true;
}

static bool run_lines(Runner *r, const ScenarioSection *section) {
  u32 declaring = r->options.no_actions ? 0 : declaring_lines(section);
  while (r->line_at < section->lines.count) {
    u32 at = r->line_at++;
    const ScenarioLine *line = &r->lines[at];
    r->line = line;
    if (line->kind != SCENARIO_LINE_EXPECT && line->kind != SCENARIO_LINE_ANSWERS) r->play.asked = 0;
    bool declares = at < declaring && line->kind == SCENARIO_LINE_ACTION;
    bool takes = takes_option(line);
    if (at >= declaring && at < section->own_lines && !takes && !end_declaring(r)) return false;
    if (r->options.no_actions && line->kind == SCENARIO_LINE_ACTION) continue;
    if (!(declares ? declare_row(r, section, at, declaring) : run_one(r, line, at))) return false;
  }
  r->line = NULL;
  return true;
}

/* --- the script ------------------------------------------------------------------------------- */

/* What waits to be answered is asked anew, since what can be done has changed; see PROC_ASKS in turn.h. */
static bool ask_anew(Runner *r, void *unused) {
  (void)unused;
  Game *g = r->play.g;
  if (!run_waits(r)) return true;
  core(g)->decision.kind = DECISION_NONE;
  frame_top(g)->step = PROC_ASKS;
  r->play.arrived = false;
  return true;
}

/* What is set up for the moment of the first section: attackers, mana in pools, spells on the stack. */
static bool begin_moment(Runner *r) {
  if (r->reached || is_over(r)) return true;
  r->reached = true;
  bool waits = run_waits(r);
  if (!r->attacking && !run_guard(r, setup_attacking, NULL)) return false;
  if (!run_guard(r, setup_mana, NULL) || !run_guard(r, ask_anew, NULL) || !setup_stack(r)) return false;
  return !waits || run_settle(r);
}

static bool run_section(Runner *r, const ScenarioSection *section) {
  if (goes_back(r, section)) {
    return run_fail(r, section->place, "turn %u of the game has already begun", core(r->play.g)->turn);
  }
  r->cleanup_turn = section->step == W_STEP_CLEANUP && only_looks(section) ? (u32)section->turn : 0;
  r->play.asked = 0;
  r->lines = section->lines.data;
  r->line_at = 0;
  r->line_end = section->lines.count;
  r->coming = true;
  bool came = go_to(r, section);
  r->coming = false;
  r->cleanup_turn = 0;
  if (!came) return false;
  queue_lapse(r, r->section);
  return begin_moment(r) && run_lines(r, section);
}

bool run_script(Runner *r) {
  const Scenario *s = r->s;
  for (u32 i = 0; i < s->before.count; i++) {
    r->line = &s->before.data[i];
    if (!run_answers_line(r, r->line->as.answers, 1)) return false;
  }
  r->line = NULL;
  if (!start(r)) return false;
  for (r->section = 0; r->section < s->sections.count; r->section++)
    if (!run_section(r, &s->sections.data[r->section])) return false;
  return run_ready(r) && (!r->options.hold || run_over_forced(r));
}
