/* The clauses of an action line, while what it says is carried out: each answers the decisions that are its own. */
#include "cards/ir_args.h"
#include "scenario/run_private.h"

bool doing_begin(Runner *r, const ScenarioClauses *clauses, const ScenarioAction *action, u32 frame) {
  const u32 costs = COUNT_OF(r->play.doing.times);
  u32 targets = 0;
  for (u32 i = 0; i < clauses->targets.count; i++) targets += clauses->targets.data[i].refs.count;
  if (targets > SET_CAP || clauses->modes.count > SET_CAP || clauses->paying.count > costs)
    return run_fail(r, run_place(r), "a line names at most %u targets, %u modes and %u costs to pay", SET_CAP, SET_CAP,
                    costs);
  r->play.doing = (Doing){.clauses = clauses, .action = action, .frame = frame, .kicked = clauses->kicked};
  return true;
}

bool doing_asks(const Runner *r) {
  const Doing *d = &r->play.doing;
  const Game *g = r->play.g;
  if (!d->clauses || count_of(g, T_FRAMES) <= d->frame) return false;
  u32 proc = frame_at(g, d->frame)->proc;
  return proc != PROC_CHECK && proc != PROC_RESOLVE && proc != PROC_PRIORITY;
}

static bool given(const Doing *d, ScenarioClause clause) { return d->clauses->given & clause; }

static bool refuse(Runner *r, Sentence what) { return run_refuse(r, run_place(r), what, (Said){0}); }

/* --- X, modes ------------------------------------------------------------------------------------- */

static bool choose_x(Runner *r, u32 *option, bool *none) {
  Doing *d = &r->play.doing;
  if (!given(d, SCENARIO_CLAUSE_X)) return true;
  *none = false;
  d->x_said = true;
  *option = option_find(r->play.g, OPTION_NUMBER, d->clauses->x);
  if (*option < option_count(r->play.g)) return true;
  if (d->clauses->x >= NUMBERS_OFFERED)
    return run_refuse(r, run_place(r), SENTENCE_REFUSE_X_LARGE, (Said){.n = NUMBERS_OFFERED - 1});
  return run_refuse(r, run_place(r), SENTENCE_REFUSE_X, (Said){.n = d->clauses->x});
}

static bool choose_mode(Runner *r, u32 *option, bool *none) {
  Doing *d = &r->play.doing;
  Game *g = r->play.g;
  if (!given(d, SCENARIO_CLAUSE_MODES)) return true;
  bool left = false;
  for (u32 o = 0; o < option_count(g); o++) {
    for (u32 i = 0; i < d->clauses->modes.count && i < SET_CAP; i++) {
      if (mark_get(&d->modes, i)) continue;
      left = true;
      if (option_at(g, o)->kind != OPTION_MODE || option_at(g, o)->n != d->clauses->modes.data[i]) continue;
      mark_set(&d->modes, i);
      *option = o;
      *none = false;
      return true;
    }
  }
  if (left) return refuse(r, SENTENCE_REFUSE_MODES);
  *option = option_find(g, OPTION_DONE, ANY_NUMBER);
  *none = *option == option_count(g);
  return true;
}

/* --- optional costs --------------------------------------------------------------------------- */

/* The label of the optional cost that is asked about, 0 if none is. */
static Word cost_label(const Runner *r) {
  u32 ability = run_decision(r)->ability;
  const AbilityDef *def = ability ? carddb_ability(r->db, ability) : NULL;
  if (!def || def->op != IR_OPTIONAL_COST) return 0;
  return (Word)node_arg(r->db, def->node, ARG_OPTIONAL_COST_LABEL);
}

static bool is_kicker(Word label) {
  return label == W_KICKER || label == W_LABEL_SECOND_KICKER || label == W_MULTIKICKER;
}

u32 paying_entry(Runner *r, const ScenarioClauses *clauses, Word label, u32 ability, Ref object) {
  SelfName self = self_name_of(r, object);
  for (u32 i = 0; i < clauses->paying.count; i++) {
    Str text = clauses->paying.data[i].text.text;
    if (label && (text_begins(r, word_text(label), text) || text_begins(r, text, word_text(label)))) return i;
    if (ability && text_match_ability(r, text, printed(ability), self)) return i;
  }
  return clauses->paying.count;
}

/* How often the cost asked about is to be paid still; -1 if the line says nothing of it. */
static i64 times_left(Runner *r, u32 *entry) {
  const Doing *d = &r->play.doing;
  *entry = paying_entry(r, d->clauses, cost_label(r), run_decision(r)->ability, run_decision(r)->source);
  if (*entry < d->clauses->paying.count && *entry < COUNT_OF(d->times))
    return d->clauses->paying.data[*entry].times - d->times[*entry];
  return is_kicker(cost_label(r)) && given(d, SCENARIO_CLAUSE_KICKED) ? d->kicked : -1;
}

static bool choose_optional(Runner *r, u32 *option, bool *none) {
  Doing *d = &r->play.doing;
  Game *g = r->play.g;
  u32 entry;
  i64 left = times_left(r, &entry);
  if (left < 0) return true;
  *none = false;
  bool counted = option_find(g, OPTION_NUMBER, ANY_NUMBER) < option_count(g);
  i64 now = counted ? left : left > 0;
  *option = counted ? option_find(g, OPTION_NUMBER, now) : option_find(g, now ? OPTION_YES : OPTION_NO, ANY_NUMBER);
  if (*option == option_count(g) && !counted && !now) *option = option_find(g, OPTION_DONE, ANY_NUMBER);
  if (*option == option_count(g)) return refuse(r, SENTENCE_REFUSE_OPTIONAL);
  if (entry < d->clauses->paying.count)
    d->times[entry] += now;
  else
    d->kicked -= now;
  return true;
}

/* --- targets ---------------------------------------------------------------------------------- */

/* All references of `targeting` in a row. */
static u32 target_refs(const ScenarioClauses *clauses, const ScenarioRef **refs) {
  u32 n = 0;
  for (u32 i = 0; i < clauses->targets.count; i++)
    for (u32 k = 0; k < clauses->targets.data[i].refs.count && n < SET_CAP; k++)
      refs[n++] = clauses->targets.data[i].refs.data[k];
  return n;
}

/* Gives a slot its entries: one reference for each of a fixed number of targets, else one group. */
static void slot_begin(Runner *r) {
  Doing *d = &r->play.doing;
  const Decision *asked = run_decision(r);
  const ScenarioClauses *clauses = d->clauses;
  bool fixed = asked->min == asked->max;
  d->group = asked->group;
  d->first = d->end;
  /* A slot that nothing was left out of has not been asked about. */
  while (asked->min > 0 && d->entry < clauses->targets.count && clauses->targets.data[d->entry].refs.count == 0)
    d->entry++;
  for (i64 i = 0; i < (fixed ? asked->max : 1) && d->entry < clauses->targets.count; i++) {
    const ScenarioTarget *target = &clauses->targets.data[d->entry];
    if (i > 0 && target->kind != SCENARIO_TARGET_ONE) break;
    d->end += target->refs.count;
    d->entry++;
    if (target->kind != SCENARIO_TARGET_ONE) break;
  }
  if (d->slots < COUNT_OF(d->starts)) d->starts[d->slots++] = d->first;
}

/* Why the object that a line names as a target, if there is one, can't be it. */
static void add_fault(Runner *r, const ScenarioRef *ref, Text *out) {
  if (ref->kind != SCENARIO_REF_PLAYER && (!ref_find(r, ref, ZONES_ALL) || r->found.count == 0)) return;
  Ref object = ref->kind == SCENARIO_REF_PLAYER ? ref_player(ref->player) : r->found.data[0];
  TargetFault fault = target_asked_fault(r->play.g, object);
  if (fault <= TARGET_ELSEWHERE) return;
  text_adds(out, "; ");
  scenario_print_ref(r->s, ref, out);
  text_adds(out, show_plain(r, target_fault_sentence(fault)));
}

static bool no_such_target(Runner *r, const ScenarioRef *const *refs) {
  Doing *d = &r->play.doing;
  Text *text = &r->text_a;
  text_clear(text);
  const ScenarioRef *unknown = NULL;
  for (u32 i = d->first; i < d->end; i++) {
    if (mark_get(&d->targets, i)) continue;
    text_adds(text, text->length ? ", " : "");
    scenario_print_ref(r->s, refs[i], text);
    if (refs[i]->kind == SCENARIO_REF_NAME && !carddb_find(r->db, refs[i]->text, NULL)) unknown = refs[i];
  }
  text_adds(text, " (601.2c)");
  for (u32 i = d->first; i < d->end; i++)
    if (!mark_get(&d->targets, i)) add_fault(r, refs[i], text);
  if (unknown) {
    text_adds(text, "; ");
    carddb_say_unknown(r->db, unknown->text, 3, text);
  }
  return run_refuse(r, run_place(r), SENTENCE_REFUSE_TARGET, (Said){.words = text_str(text)});
}

static bool choose_target(Runner *r, u32 *option, bool *none) {
  Doing *d = &r->play.doing;
  Game *g = r->play.g;
  const ScenarioRef *refs[SET_CAP];
  if (!given(d, SCENARIO_CLAUSE_TARGETING)) return true;
  target_refs(d->clauses, refs);
  bool entries = d->entry < d->clauses->targets.count;
  if (run_decision(r)->group != d->group) {
    if (!entries) return true;
    slot_begin(r);
  }
  bool left = false;
  for (u32 i = d->first; i < d->end; i++) left |= !mark_get(&d->targets, i);
  u32 which;
  if (left && answer_next_of_set(r, refs + d->first, d->end - d->first, &d->targets, d->first, option, &which)) {
    mark_set(&d->targets, d->first + which);
    *none = false;
    return true;
  }
  if (left) return no_such_target(r, refs);
  *option = option_find(g, OPTION_DONE, ANY_NUMBER);
  *none = *option == option_count(g);
  return true;
}

/* --- divisions -------------------------------------------------------------------------------- */

/* The amount for a recipient: that at the place its reference has among those of its slot. */
static u32 amount_place(Runner *r, Ref recipient) {
  Doing *d = &r->play.doing;
  const ScenarioRef *refs[SET_CAP];
  u32 count = target_refs(d->clauses, refs);
  for (u32 i = 0; i < count; i++) {
    if (!ref_is(r, refs[i], recipient, ZONES_ALL)) continue;
    u32 start = 0;
    for (u32 s = 0; s < d->slots; s++)
      if (d->starts[s] <= i) start = d->starts[s];
    return d->divide_base + i - start;
  }
  return d->divided;
}

static bool choose_share(Runner *r, u32 *option, bool *none) {
  Doing *d = &r->play.doing;
  Game *g = r->play.g;
  if (!given(d, SCENARIO_CLAUSE_DIVIDING)) return true;
  if (run_decision(r)->group != d->divide_group) {
    d->divide_group = run_decision(r)->group;
    d->divide_base = d->divided;
  }
  u32 place = amount_place(r, option_at(g, 0)->ref);
  if (place >= d->clauses->dividing.count) return refuse(r, SENTENCE_REFUSE_FEW_AMOUNTS);
  *none = false;
  d->divided++;
  *option = option_find(g, OPTION_NUMBER, d->clauses->dividing.data[place]);
  return *option < option_count(g) || refuse(r, SENTENCE_REFUSE_DIVISION);
}

/* --- all of them ------------------------------------------------------------------------------ */

bool doing_choose(Runner *r, u32 *option, bool *none) {
  *none = true;
  switch (run_decision(r)->kind) {
    case DECISION_X: return choose_x(r, option, none);
    case DECISION_MODE: return choose_mode(r, option, none);
    case DECISION_OPTIONAL_COST: return choose_optional(r, option, none);
    case DECISION_TARGET: return choose_target(r, option, none);
    case DECISION_DIVIDE: return choose_share(r, option, none);
    default: return true;
  }
}

bool doing_end(Runner *r) {
  Doing *d = &r->play.doing;
  const ScenarioClauses *c = d->clauses;
  d->clauses = NULL;
  if (c->given & SCENARIO_CLAUSE_X && !d->x_said) return refuse(r, SENTENCE_REFUSE_NO_X);
  for (u32 i = 0; i < c->modes.count && i < SET_CAP; i++)
    if (!mark_get(&d->modes, i)) return refuse(r, SENTENCE_REFUSE_NO_MODES);
  if (d->kicked > 0) return refuse(r, SENTENCE_REFUSE_KICKED);
  for (u32 i = 0; i < c->paying.count && i < COUNT_OF(d->times); i++) {
    if (d->times[i] == c->paying.data[i].times) continue;
    Str text = c->paying.data[i].text.text;
    return run_refuse(r, run_place(r), SENTENCE_REFUSE_NO_COST, (Said){.words = text});
  }
  for (u32 i = 0; i < d->end; i++)
    if (!mark_get(&d->targets, i)) return refuse(r, SENTENCE_REFUSE_FEWER_TARGETS);
  for (u32 i = d->entry; i < c->targets.count; i++)
    if (c->targets.data[i].refs.count > 0) return refuse(r, SENTENCE_REFUSE_FEWER_TARGETS);
  return true;
}
