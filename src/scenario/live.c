#include "scenario/live.h"

#include "cards/ir_args.h"
#include "explain/trace.h"
#include "rules/cast/cast.h"
#include "scenario/run_private.h"
#include "state/hash.h"

Game *live_game(const ScenarioRun *run) { return run->play.g; }
Str live_player(const ScenarioRun *run, u32 player) { return player_name(run, player); }
u32 live_line(const ScenarioRun *run) { return run_place(run).line; }

/* --- objects --------------------------------------------------------------------------------- */

/* What is asked of the game, and what has been found: arguments of what runs under run_guard. */
typedef struct Asked {
  const ScenarioRef *ref;
  Ref object;
  u32 option;
  bool answers;
  const ScenarioAction *action;
  u64 hash;
  Text *out;
} Asked;

static bool find_body(Runner *r, void *arg) {
  Asked *asked = arg;
  asked->object = REF_NONE;
  if (asked->ref->kind == SCENARIO_REF_PLAYER) {
    asked->object = ref_player(asked->ref->player);
    return true;
  }
  if (!ref_find_anywhere(r, asked->ref)) return false;
  if (r->found.count > 0) asked->object = r->found.data[0];
  return true;
}

static bool has_game(const Runner *r) { return r->play.g && !r->play.g->failed; }

bool live_find(ScenarioRun *run, const ScenarioRef *ref, Ref *found) {
  Asked asked = {.ref = ref};
  if (has_game(run)) run_guard(run, find_body, &asked);
  *found = asked.object;
  return !run->no_memory;
}

/* Whether the reference means that object and nothing else. */
static bool means_only(Runner *r, const ScenarioRef *ref, Ref object) {
  return ref_find_anywhere(r, ref) && r->found.count == 1 && r->found.data[0] == object;
}

/* Where the object is among what was found, keeps of that what the reference's qualifiers fit, as if it had been looked for;
   else false. */
static bool keep_qualified(Runner *r, const ScenarioRef *ref, Ref object) {
  u32 at = 0, kept = 0;
  while (at < r->found.count && r->found.data[at] != object) at++;
  if (at == r->found.count) return false;
  for (u32 i = 0; i < r->found.count; i++)
    if (ref_qualifies(r, ref, r->found.data[i])) r->found.data[kept++] = r->found.data[i];
  r->found.count = kept;
  return true;
}

/* The name of a player that `as` has given; false if there is none. */
static bool say_alias(Runner *r, Ref object, Text *out) {
  for (u32 a = 0; a < r->s->aliases.count; a++) {
    const ScenarioAlias *alias = &r->s->aliases.data[a];
    for (u32 k = 1; k <= (u32)alias->count; k++) {
      ScenarioRef ref = {.kind = SCENARIO_REF_ALIAS, .alias = a, .alias_index = k};
      if (alias_ref(r, &ref) != object) continue;
      text_add(out, alias->name);
      if (alias->count > 1) text_addf(out, ".%u", k);
      return true;
    }
  }
  return false;
}

/* What a reference may call an object by: on the battlefield and the stack its name there, elsewhere that of its
   card. */
static Str callable_name(Runner *r, u32 slot) {
  Game *g = r->play.g;
  const Object o = *object_row(g, slot);
  bool in_play = zone_is_open((Zone)o.zone);
  StrId name = chars_of(g, slot)->name;
  if (!in_play && o.card) name = carddb_card(r->db, row_CARDS(g, o.card)->def)->name;
  return name ? run_name(r, name) : (Str){0};
}

/* The plainest reference by name that means the object alone. */
static bool say_by_name(Runner *r, u32 slot, Text *out) {
  const Object o = *object_row(r->play.g, slot);
  bool in_play = zone_is_open((Zone)o.zone), hidden = object_hidden(&o);
  Ref object = object_ref(r->play.g, slot);
  ScenarioRef ref = {.kind = hidden ? SCENARIO_REF_FACE_DOWN : SCENARIO_REF_NAME,
                     .player = SCENARIO_NONE,
                     .alias = SCENARIO_NONE,
                     .of = SCENARIO_NONE,
                     .zone = ZONE_NONE};
  if (!hidden) ref.text = callable_name(r, slot);
  if (!hidden && ref.text.length == 0) return false;
  bool only = means_only(r, &ref, object);
  ref.qualified = true;
  if (!only) {
    ref.of = in_play ? o.controller : o.owner;
    only = keep_qualified(r, &ref, object) ? r->found.count == 1 : means_only(r, &ref, object);
  }
  if (!only && o.zone != ZONE_BATTLEFIELD) {
    ref.zone = (Zone)o.zone;
    only = ref.zone != ZONE_NONE && means_only(r, &ref, object);
  }
  for (u32 k = 0; k < r->found.count && !only; k++) {
    only = r->found.data[k] == object;
    if (only) ref.index = k + 1;
  }
  if (only) scenario_print_ref(r->s, &ref, out);
  return only;
}

static void say_object(Runner *r, Ref ref, Text *out) {
  Game *g = r->play.g;
  if (ref_is_player(ref)) {
    if (ref_slot(ref) < core(g)->player_count) text_add(out, player_name(r, ref_slot(ref)));
    return;
  }
  u32 slot = object_live(g, ref);
  if (!slot || say_alias(r, ref, out)) return;
  if (object_row(g, slot)->kind != OBJECT_ABILITY)
    say_by_name(r, slot, out);
  else if (zone_list(g, ZONE_STACK, 0)->last == slot)
    text_adds(out, "top of stack");
}

static bool words_body(Runner *r, void *arg) {
  const Asked *asked = arg;
  say_object(r, asked->object, asked->out);
  return true;
}

void live_words(ScenarioRun *run, Ref ref, Text *out) {
  Asked asked = {.object = ref, .out = out};
  if (has_game(run)) run_guard(run, words_body, &asked);
}

/* --- what is asked --------------------------------------------------------------------------- */

static bool question_body(Runner *r, void *arg) {
  show_question(r, r->play.g->language, arg);
  return true;
}

static bool asks(const Runner *r) { return has_game(r) && run_waits(r); }

void live_question(ScenarioRun *run, Text *out) {
  if (asks(run)) run_guard(run, question_body, out);
}

static bool option_body(Runner *r, void *arg) {
  const Asked *asked = arg;
  const Option option = *option_at(r->play.g, asked->option);
  (asked->answers ? show_option : show_choice)(r, &option, asked->out);
  return true;
}

void live_option(ScenarioRun *run, u32 option, bool answers, Text *out) {
  Asked asked = {.option = option, .answers = answers, .out = out};
  if (asks(run) && option < option_count(run->play.g)) run_guard(run, option_body, &asked);
}

/* --- options as lines ------------------------------------------------------------------------- */

/* Begins a line of the player who decides. */
static void begin_line(Runner *r, const char *verb, Text *out) {
  text_add(out, player_name(r, run_decision(r)->player));
  text_addf(out, " %s ", verb);
}

static void write_cast(Runner *r, const Option *option, Text *out) {
  const char *verb = option->kind == OPTION_PLAY ? "plays" : "casts";
  u32 slot = object_live(r->play.g, option->ref);
  bool face_down = option->kind == OPTION_CAST && method_shape(option->a) != SHAPE_NORMAL;
  StrId name = face_down || option->kind == OPTION_PLAY ? 0 : method_name(r->play.g, option->ref, option->a);
  Str called = name ? run_name(r, name) : slot ? callable_name(r, slot) : (Str){0};
  if (!called.length) return;
  for (u32 way = 0; way < 3; way++) {
    begin_line(r, verb, out);
    if (way < 2)
      text_addq(out, called);
    else
      say_object(r, option->ref, out);
    if (face_down) text_adds(out, " face-down");
    if (way > 0 && option->kind == OPTION_CAST && !face_down) {
      text_adds(out, " via ");
      u32 from = out->length;
      if (method_plain(r->play.g, option->ref, option->a)) {
        text_adds(out, "none");
      } else {
        show_way(r, option, &r->text_b);
        text_addq(out, text_str(&r->text_b));
        text_clear(&r->text_b);
        text_join_lines(out, from);
      }
    }
    text_addc(out, '\n');
  }
}

static void write_activation(Runner *r, const Option *option, Text *out) {
  u32 slot = object_live(r->play.g, option->ref);
  if (!slot) return;
  begin_line(r, "activates", out);
  say_object(r, option->ref, out);
  text_addc(out, ' ');
  text_clear(&r->text_b);
  text_of_ability(r, ability_get(r->play.g, slot, option->a), self_name_of(r, option->ref).name, &r->text_b);
  text_join_lines(&r->text_b, 0);
  text_addq(out, text_str(&r->text_b));
  text_addc(out, '\n');
}

static void write_special(Runner *r, const Option *option, Text *out) {
  begin_line(r, option->a == SPECIAL_UNLOCK ? "unlocks" : "turns up", out);
  if (option->a == SPECIAL_UNLOCK)
    text_addq(out, run_name(r, half_name(r->play.g, ref_slot(option->ref), (u32)option->n)));
  else
    say_object(r, option->ref, out);
  text_addc(out, '\n');
}

/* The answer that means an option in most cases; nothing where there is none. */
static void write_answer(Runner *r, const Option *option, Text *out) {
  static const char *const PLAIN[] = {
      [OPTION_YES] = "yes", [OPTION_NO] = "no", [OPTION_DONE] = "done", [OPTION_LIFE] = "life"};
  u32 from = out->length;
  begin_line(r, "answers", out);
  u32 begun = out->length;
  switch ((OptionKind)option->kind) {
    case OPTION_YES:
    case OPTION_NO:
    case OPTION_DONE:
    case OPTION_LIFE: text_adds(out, PLAIN[option->kind]); break;
    case OPTION_NUMBER:
      if (!option->ref) text_addf(out, "%lld", (long long)option->n);
      break;
    case OPTION_MODE:
    case OPTION_NODE:
      if (option->n > 0) text_addf(out, "mode %lld", (long long)option->n);
      break;
    case OPTION_REF:
      if (!option->n) say_object(r, option->ref, out);
      break;
    case OPTION_ABILITY: say_object(r, option->ref, out); break;
    case OPTION_CAST:
      if (method_plain(r->play.g, option->ref, option->a)) {
        text_adds(out, "none");
        break;
      } /* fall through */
    default:
      text_clear(&r->text_b);
      show_option(r, option, &r->text_b);
      text_join_lines(&r->text_b, 0);
      if (option->word >= W_WHITE && option->word <= W_GREEN)
        text_add(out, text_str(&r->text_b));
      else if (r->text_b.length > 0)
        text_addq(out, text_str(&r->text_b));
      break;
  }
  if (out->length == begun) {
    out->length = from;
    return;
  }
  text_addc(out, '\n');
}

static bool lines_body(Runner *r, void *arg) {
  const Asked *asked = arg;
  Text *out = asked->out;
  const Option option = *option_at(r->play.g, asked->option);
  u32 kind = run_decision(r)->kind;
  if (option.kind == OPTION_PASS) {
    text_add(out, player_name(r, run_decision(r)->player));
    text_adds(out, " passes\n");
  } else if (kind == DECISION_PRIORITY) {
    if (option.kind == OPTION_CAST || option.kind == OPTION_PLAY) write_cast(r, &option, out);
    if (option.kind == OPTION_ACTIVATE) write_activation(r, &option, out);
    if (option.kind == OPTION_SPECIAL) write_special(r, &option, out);
  } else if (kind != DECISION_ATTACKER && kind != DECISION_BLOCKER && kind != DECISION_BAND) {
    write_answer(r, &option, out);
  }
  begin_line(r, "takes option", out);
  text_addf(out, "%u\n", asked->option + 1);
  return true;
}

void live_lines(ScenarioRun *run, u32 option, Text *out) {
  Asked asked = {.option = option, .out = out};
  if (asks(run) && option < option_count(run->play.g)) run_guard(run, lines_body, &asked);
}

static bool take_body(Runner *r, void *arg) {
  Asked *asked = arg;
  r->held = false;
  bool went = run_take(r, asked->option) && run_settle(r) && run_ready(r) && run_over_forced(r);
  if (!went && !r->held) return false;
  asked->hash = state_hash(r->play.g);
  return true;
}

u64 live_taken(ScenarioRun *run, u32 option) {
  Asked asked = {.option = option};
  bool held = run->held, went;
  if (!asks(run) || option >= option_count(run->play.g)) return 0;
  run->probing = true;
  run_try(run, false, take_body, &asked, &went);
  run->probing = false;
  run->held = held;
  return asked.hash;
}

/* --- what could be done ----------------------------------------------------------------------- */

/* Why each creature of a declaration can't do it. */
static bool reasons_body(Runner *r, void *arg) {
  const ScenarioAction *action = ((const Asked *)arg)->action;
  Text *out = ((const Asked *)arg)->out;
  Asked against = {.ref = action->against};
  if (action->against) find_body(r, &against);
  for (u32 i = 0; i < action->creatures.count; i++) {
    Asked creature = {.ref = action->creatures.data[i]};
    if (!find_body(r, &creature)) return false;
    u32 slot = ref_is_player(creature.object) ? 0 : object_live(r->play.g, creature.object);
    if (out->length > 0 && out->data[out->length - 1] != '\n') text_addc(out, '\n');
    reason_for_combat(r, action->verb == SCENARIO_BLOCK, action->player, slot, against.object, out);
  }
  while (out->length > 0 && out->data[out->length - 1] == '\n') out->length--;
  return true;
}

/* The same, or that they can't do it together. */
static bool why_body(Runner *r, void *arg) {
  const Asked *asked = arg;
  if (!reasons_body(r, arg)) return false;
  if (asked->out->length > 0) return true;
  const ScenarioAction *action = asked->action;
  bool blocks = action->verb == SCENARIO_BLOCK, band = action->verb == SCENARIO_ATTACK && action->band;
  text_adds(asked->out, band ? show_plain(r, SENTENCE_REFUSE_BAND) : not_together(r, blocks));
  return true;
}

/* Whether nobody need attack or block: only the declaration that is asked for can tell. */
static bool none_legal(ScenarioRun *run, const ScenarioAction *action, bool *legal, Text *why) {
  bool blocks = action->verb == SCENARIO_BLOCK;
  DecisionKind kind = blocks ? DECISION_BLOCKER : DECISION_ATTACKER;
  const Decision *asked = run_waits(run) ? run_decision(run) : NULL;
  if (!asked || asked->kind != kind || asked->for_player != action->player) {
    text_adds(why, show_plain(run, blocks ? SENTENCE_REFUSE_NO_BLOCKS : SENTENCE_REFUSE_NO_ATTACK));
    return true;
  }
  if (!declare_legal(run, action, legal)) return !run->no_memory;
  if (!*legal) text_adds(why, show_plain(run, blocks ? SENTENCE_WHY_MUST_BLOCK : SENTENCE_WHY_MUST_ATTACK));
  return true;
}

/* A refusal says first that it is one, which who asks knows. */
static Str without_verdict(GavelLanguage language, Str refusal) {
  Str verdict = str_of(sentence_text(language, SENTENCE_WHY_ILLEGAL));
  u32 length = verdict.length + (u32)strlen(": ");
  return str_begins(refusal, verdict) ? (Str){refusal.data + length, refusal.length - length} : refusal;
}

/* Whether one creature is to block: it may be that only several can do it together (702.111b). */
static bool blocks_alone(const ScenarioRun *run, const ScenarioAction *action) {
  bool asked = run_waits(run) && run_decision(run)->kind == DECISION_BLOCKER;
  return asked && action->verb == SCENARIO_BLOCK && action->creatures.count == 1;
}

/* Whether the one creature could block if no other did, or why not; that others must block is no reason. */
static bool alone_legal(ScenarioRun *run, const ScenarioAction *action, bool *legal, Text *why) {
  Asked asked = {.action = action, .out = why};
  if (!action_legal(run, action, legal)) return !run->no_memory;
  if (*legal) return true;
  run_guard(run, reasons_body, &asked);
  *legal = why->length == 0;
  return !run->no_memory;
}

static bool is_legal(ScenarioRun *run, const ScenarioAction *action, bool *legal, Text *why) {
  *legal = false;
  text_clear(&run->refusal);
  if (!has_game(run) || run->judged) {
    Str reason = run->reason->failed ? STR("") : text_str(run->reason);
    const char *end = reason.length ? memchr(reason.data, '\n', reason.length) : NULL;
    if (end) reason.length = (u32)(end - reason.data);
    const Names names = {.language = run->options.language};
    const Event nothing = {0};
    sentence_say(run->play.g, &names, SENTENCE_WHY_WRONG_BEFORE, &nothing, reason, why);
    return true;
  }
  bool declares = action->verb == SCENARIO_ATTACK || action->verb == SCENARIO_BLOCK;
  if (declares && action->creatures.count == 0) return none_legal(run, action, legal, why);
  bool fine = declares ? declare_possible(run, action, legal) : action_legal(run, action, legal);
  if (!fine) return !run->no_memory;
  if (*legal) return !blocks_alone(run, action) || alone_legal(run, action, legal, why);
  Asked asked = {.action = action, .out = why};
  if (declares) run_guard(run, why_body, &asked);
  if (!declares) text_add(why, without_verdict(run->options.language, text_str(&run->refusal)));
  return !run->no_memory;
}

bool live_refusal(ScenarioRun *run, const ScenarioAction *action, GavelRefusal *refusal, Text *why) {
  bool legal;
  run->refused_for = GAVEL_REFUSAL_RULES;
  if (!is_legal(run, action, &legal, why)) return false;
  *refusal = legal ? GAVEL_REFUSAL_NONE : (GavelRefusal)run->refused_for;
  return true;
}
