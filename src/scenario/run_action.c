/* The actions of a line: found among what the engine offers to the player with priority, then carried out. */
#include "rules/cast/cast.h"
#include "rules/events/events.h"
#include "scenario/run_private.h"

/* --- priority --------------------------------------------------------------------------------- */

static bool no_priority(Runner *r, u32 player, Sentence why) {
  return run_refuse(r, run_place(r), SENTENCE_REFUSE_PRIORITY,
                    (Said){.player = player, .words = str_of(show_plain(r, why))});
}

/* Players pass until the player has priority, as long as nothing resolves by it. */
static bool get_priority(Runner *r, u32 player) {
  for (;;) {
    if (!run_ready(r)) return false;
    const Game *g = r->play.g;
    if (core(g)->over) return run_refuse(r, run_place(r), SENTENCE_REFUSE_OVER, (Said){0});
    if (!run_waits(r) || run_decision(r)->kind != DECISION_PRIORITY)
      return no_priority(r, player, SENTENCE_REFUSE_NOBODY_HAS_IT);
    if (core(g)->priority == player) return true;
    if (core(g)->passes + 1u >= players_in_game(g)) {
      bool resolves = zone_first(g, ZONE_STACK, 0) != 0;
      return no_priority(r, player, resolves ? SENTENCE_REFUSE_RESOLVES_FIRST : SENTENCE_REFUSE_STEP_ENDS);
    }
    if (!run_pass(r)) return false;
  }
}

/* --- what fits a line ------------------------------------------------------------------------- */

/* An action of a line, and the options that fit it (r->rows, by index). */
typedef struct Search {
  const ScenarioAction *action;
} Search;

static bool given(const ScenarioAction *action, ScenarioClause clause) { return action->clauses.given & clause; }

/* A card called by the name of one of its faces is cast as that face; by its whole name, a card with fuse in a hand as
   both halves, unless `via` says which. */
static bool face_fits(Runner *r, const Option *option, const ScenarioAction *action) {
  const ScenarioRef *ref = action->object;
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref);
  u32 card = slot ? cv_card(g, object_row(g, slot)->cv) : 0;
  if (ref->kind != SCENARIO_REF_NAME || !card || carddb_card(r->db, card)->faces < 2) return true;
  const CardDef *def = carddb_card(r->db, card);
  if (is_name(r, def->name, ref->text)) {
    bool fuses = object_row(g, slot)->zone == ZONE_HAND && has_keyword(g, slot, W_FUSE);
    return !fuses || given(action, SCENARIO_CLAUSE_VIA) || method_face(option->a) == def->combined;
  }
  /* What is cast transformed may be called by its front, where `via` says how it is cast. */
  bool said = def->layout == LAYOUT_TRANSFORM && given(action, SCENARIO_CLAUSE_VIA);
  return (said && is_name(r, carddb_face(r->db, def->face)->chars.name, ref->text)) ||
         is_name(r, method_name(g, option->ref, option->a), ref->text);
}

/* Whether a card is the one the line means: by a name it has where it is, or by that of the face that would be cast or
   played, which it need not have there (712.8a, 712.11b). */
static bool card_meant(Runner *r, const Option *option, const ScenarioRef *ref) {
  if (ref_is(r, ref, option->ref, option_zones(r->play.g))) return true;
  StrId face = method_name(r->play.g, option->ref, option->a);
  return ref->index == 0 && ref_is_name(r, ref, face) && ref_qualifies(r, ref, option->ref);
}

static TextMatch card_fits(Runner *r, const Option *option, const ScenarioAction *action) {
  const Game *g = r->play.g;
  const ScenarioClauses *c = &action->clauses;
  u32 slot = object_live(g, option->ref);
  if (!slot || !card_meant(r, option, action->object)) return TEXT_OTHER;
  if (given(action, SCENARIO_CLAUSE_FROM) && object_row(g, slot)->zone != c->from) return TEXT_OTHER;
  if (!face_fits(r, option, action)) return TEXT_OTHER;
  bool face_down = option->kind == OPTION_CAST && method_way(option->a) == WAY_FACE_DOWN;
  if (face_down != given(action, SCENARIO_CLAUSE_FACE_DOWN)) return TEXT_OTHER;
  if (!given(action, SCENARIO_CLAUSE_VIA)) return TEXT_BEGINS;
  if (c->via.text.length == 0) return method_plain(g, option->ref, option->a) ? TEXT_BEGINS : TEXT_OTHER;
  return option_text(r, option, c->via.text);
}

Word verb_keyword(ScenarioVerb verb) {
  switch (verb) {
    case SCENARIO_SUSPEND: return W_SUSPEND;
    case SCENARIO_FORETELL: return W_FORETELL;
    case SCENARIO_PLOT: return W_PLOT;
    default: return 0;
  }
}

static bool keyword_fits(Runner *r, const Option *option, const ScenarioAction *action) {
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref);
  Word keyword = verb_keyword(action->verb);
  if (!slot || !keyword || !ref_is(r, action->object, option->ref, option_zones(g))) return false;
  u32 of = carddb_keyword_of(r->db, ability_get(g, slot, option->a).ability);
  return of && carddb_ability(r->db, of)->keyword == keyword;
}

/* Words by which turning a permanent face up may be written as an ability. */
static bool turn_up_text(Runner *r, Str text) {
  static const char *const WORDS[] = {"turn", "morph", "megamorph", "disguise"};
  for (u32 i = 0; i < COUNT_OF(WORDS); i++)
    if (text_begins(r, text, str_of(WORDS[i])) || text_begins(r, str_of(WORDS[i]), text)) return true;
  return false;
}

static TextMatch ability_fits(Runner *r, const Option *option, const ScenarioAction *action) {
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref);
  if (!slot) return TEXT_OTHER;
  if (action->object && !ref_is(r, action->object, option->ref, option_zones(g))) return TEXT_OTHER;
  Str text = action->ability.text;
  if (option->kind == OPTION_SPECIAL) return turn_up_text(r, text) ? TEXT_BEGINS : TEXT_OTHER;
  return text_match_ability(r, text, ability_get(g, slot, option->a), self_name_of(r, option->ref));
}

/* A locked half by its name, or the permanent that has it. */
static bool half_fits(Runner *r, const Option *option, const ScenarioAction *action) {
  const ScenarioRef *ref = action->object;
  StrId half = half_name(r->play.g, ref_slot(option->ref), (u32)option->n);
  return (!ref->qualified && ref_is_name(r, ref, half)) || ref_is(r, ref, option->ref, option_zones(r->play.g));
}

/* How well an option fits the line. */
static TextMatch option_fits(Runner *r, const Option *option, const ScenarioAction *action) {
  bool fits = false;
  switch (action->verb) {
    case SCENARIO_CAST: return option->kind == OPTION_CAST ? card_fits(r, option, action) : TEXT_OTHER;
    case SCENARIO_PLAY: return option->kind == OPTION_PLAY ? card_fits(r, option, action) : TEXT_OTHER;
    case SCENARIO_TURN_UP:
      fits = option->kind == OPTION_SPECIAL && option->a == SPECIAL_TURN_UP &&
             ref_is(r, action->object, option->ref, option_zones(r->play.g));
      break;
    case SCENARIO_UNLOCK:
      fits = option->kind == OPTION_SPECIAL && option->a == SPECIAL_UNLOCK && half_fits(r, option, action);
      break;
    case SCENARIO_ACTIVATE:
      if (option->kind != OPTION_ACTIVATE && option->kind != OPTION_SPECIAL) return TEXT_OTHER;
      return ability_fits(r, option, action);
    default: fits = option->kind == OPTION_ACTIVATE && keyword_fits(r, option, action); break;
  }
  return fits ? TEXT_BEGINS : TEXT_OTHER;
}

/* A card in hand comes before cards elsewhere, and of several objects the first by timestamp. */
static u64 object_rank(const Game *g, const Option *option, const ScenarioAction *action) {
  u32 slot = object_live(g, option->ref);
  const Object *o = object_row(g, slot);
  bool by_zone = action->verb == SCENARIO_CAST || action->verb == SCENARIO_PLAY;
  u64 zone = by_zone && o->zone != ZONE_HAND;
  return zone << 63 | o->timestamp;
}

/* Whether two options to cast one card are the same way in every respect: they name different permissions that say the
   same. */
static bool ways_alike(Game *g, const Option *a, const Option *b) {
  PlayPermission left, right;
  u32 player = core(g)->decision.for_player, slot = object_live(g, a->ref);
  bool casts = a->kind == OPTION_CAST && b->kind == OPTION_CAST && a->ref == b->ref && slot;
  if (!casts || method_face(a->a) != method_face(b->a) || method_way(a->a) != method_way(b->a)) return false;
  if (!permission_of_method(g, player, slot, a->a, &left) || !permission_of_method(g, player, slot, b->a, &right))
    return false;
  return left.rule == right.rule && left.e.source != right.e.source;
}

/* Keeps the first of ways that are alike. */
static void keep_different(Runner *r) {
  Game *g = r->play.g;
  u32 kept = 0;
  for (u32 i = 0; i < r->rows.count; i++) {
    const Option way = *option_at(g, r->rows.data[i]);
    bool alike = false;
    for (u32 k = 0; k < kept && !alike; k++) {
      const Option other = *option_at(g, r->rows.data[k]);
      alike = ways_alike(g, &way, &other);
    }
    if (!alike) r->rows.data[kept++] = r->rows.data[i];
  }
  r->rows.count = kept;
}

/* Finds the options that fit the line and, of these, keeps those of the first object: several are several ways to
   cast it, or several of its abilities. */
static bool search_body(Runner *r, void *arg) {
  const ScenarioAction *action = ((const Search *)arg)->action;
  TextMatch best = TEXT_OTHER;
  r->rows.count = 0;
  for (u32 i = 0; i < option_count(r->play.g); i++) {
    const Option option = *option_at(r->play.g, i);
    TextMatch match = option_fits(r, &option, action);
    if (match == TEXT_OTHER || match < best) continue;
    if (match > best) r->rows.count = 0;
    best = match;
    if (!vec_push(&r->allocator, &r->rows, i)) return run_no_memory(r);
  }
  const Game *g = r->play.g;
  u32 first = 0, kept = 0;
  for (u32 i = 1; i < r->rows.count; i++)
    if (object_rank(g, option_at(g, r->rows.data[i]), action) <
        object_rank(g, option_at(g, r->rows.data[first]), action))
      first = i;
  for (u32 i = 0; i < r->rows.count; i++)
    if (option_at(g, r->rows.data[i])->ref == option_at(g, r->rows.data[first])->ref)
      r->rows.data[kept++] = r->rows.data[i];
  r->rows.count = kept;
  keep_different(r);
  return true;
}

/* --- which way to cast ------------------------------------------------------------------------ */

/* The option that an answer of the queue names among several ways to cast a card; the answer is used up. Words within
   the sentence that permissions it count only where no answer names a way exactly. */
static bool way_from_queue(Runner *r, void *arg) {
  static bool (*const NAMES[])(Runner *, const Option *, const ScenarioAnswer *) = {option_is, option_is_within};
  u32 *option = arg;
  u32 player = run_decision(r)->player, rows = r->rows.count;
  for (u32 at = 0; at < COUNT_OF(NAMES) * r->play.queue.count * rows; at++) {
    u32 queued_at = at / rows % r->play.queue.count, row = r->rows.data[at % rows];
    const Queued *queued = &r->play.queue.data[queued_at];
    const Option offered = *option_at(r->play.g, row);
    if (queued->player != player || !NAMES[at / rows / r->play.queue.count](r, &offered, queued->answer)) continue;
    *option = row;
    queue_remove(r, queued_at);
    return true;
  }
  return true;
}

static bool show_ways(Runner *r, void *arg) {
  for (u32 k = 0; k < r->rows.count; k++) {
    const Option offered = *option_at(r->play.g, r->rows.data[k]);
    text_adds(arg, k ? "; " : "");
    if (offered.kind == OPTION_CAST)
      show_way(r, &offered, arg);
    else
      show_option(r, &offered, arg);
  }
  return true;
}

static bool several_ways(Runner *r) {
  Text text;
  text_init(&text, r->allocator);
  run_guard(r, show_ways, &text);
  run_refuse(r, run_place(r), SENTENCE_REFUSE_SEVERAL_WAYS, (Said){.words = text_str(&text)});
  text_free(&text);
  return false;
}

/* Of several ways the one that is named, by default the mana cost. */
static bool choose_way(Runner *r, const ScenarioAction *action, u32 *option) {
  *option = r->rows.data[0];
  if ((action->verb != SCENARIO_CAST && action->verb != SCENARIO_UNLOCK) || r->rows.count == 1) return true;
  *option = option_count(r->play.g);
  if (!run_guard(r, way_from_queue, option)) return false;
  r->play.asked++;
  if (*option < option_count(r->play.g)) return true;
  if (!r->s->lenient && !r->generous) return several_ways(r);
  *option = r->rows.data[0];
  for (u32 k = r->rows.count; k-- > 0;) {
    const Option *way = option_at(r->play.g, r->rows.data[k]);
    if (way->kind == OPTION_CAST && method_plain(r->play.g, way->ref, way->a)) *option = r->rows.data[k];
  }
  return true;
}

/* --- carrying it out -------------------------------------------------------------------------- */

typedef struct Reason {
  const ScenarioAction *action;
  Text *text;
} Reason;

static bool reason_body(Runner *r, void *arg) {
  const Reason *reason = arg;
  reason_for(r, reason->action, reason->text);
  return true;
}

static bool illegal(Runner *r, const ScenarioAction *action) {
  Text text;
  text_init(&text, r->allocator);
  Reason reason = {action, &text};
  run_guard(r, reason_body, &reason);
  reasons_fail(r, run_place(r), SENTENCE_WHY_ILLEGAL, &text);
  text_free(&text);
  return false;
}

/* Answers with the option and goes on until the action is over. What happened is in the history (or the game has
   ended); an action that can't be completed has been reversed, history and all (733.1). */
static bool carry_out(Runner *r, const ScenarioAction *action, u32 option) {
  Game *g = r->play.g;
  u32 history = count_of(g, T_HISTORY);
  if (!doing_begin(r, &action->clauses, action, frame_index(g) + 1)) return false;
  bool ok = run_take(r, option) && run_settle(r);
  bool said = ok ? doing_end(r) : false;
  r->play.doing.clauses = NULL;
  if (!ok) return false;
  g = r->play.g;
  if (count_of(g, T_HISTORY) == history && !core(g)->over)
    return run_refuse(r, run_place(r), SENTENCE_REFUSE_REVERSED, (Said){0});
  return said;
}

static bool concede(Runner *r, void *arg) {
  player_concede(r->play.g, *(const u32 *)arg);
  return true;
}

bool player_concedes(Runner *r, u32 player) {
  if (core(r->play.g)->over || !player_in_game(r->play.g, player))
    return run_refuse(r, run_place(r), SENTENCE_REFUSE_LEFT, (Said){0});
  r->play.arrived = false;
  return run_guard(r, concede, &player);
}

bool option_taken(Runner *r, const ScenarioAction *action, u32 *option) {
  u32 count = option_count(r->play.g);
  *option = (u32)(action->option - 1);
  if (!run_waits(r)) return run_refuse(r, action->place, SENTENCE_REFUSE_NOTHING_ASKED, (Said){0});
  if (run_decision(r)->player != action->player)
    return run_refuse(r, action->place, SENTENCE_REFUSE_DECIDES, (Said){.player = run_decision(r)->player});
  if (action->option > count) return run_refuse(r, action->place, SENTENCE_REFUSE_OPTION, (Said){.n = count});
  return true;
}

static bool take_option(Runner *r, const ScenarioAction *action) {
  u32 option;
  if (!run_over_forced(r) || !option_taken(r, action, &option)) return false;
  r->play.asked++;
  return run_take(r, option) && run_settle(r);
}

bool run_action(Runner *r, const ScenarioAction *action) {
  if (action->verb == SCENARIO_TAKE) return take_option(r, action);
  if (action->verb == SCENARIO_CONCEDE) return player_concedes(r, action->player) && run_settle(r);
  if (action->verb == SCENARIO_ATTACK || action->verb == SCENARIO_BLOCK) {
    bool attacks = action->verb == SCENARIO_ATTACK;
    return run_refuse(r, run_place(r), attacks ? SENTENCE_REFUSE_ATTACK_HERE : SENTENCE_REFUSE_BLOCK_HERE, (Said){0});
  }
  if (!get_priority(r, action->player)) return false;
  if (action->verb == SCENARIO_PASS) return run_pass(r);
  Search search = {.action = action};
  if (!run_guard(r, search_body, &search)) return false;
  if (r->rows.count == 0) return illegal(r, action);
  u32 option;
  return choose_way(r, action, &option) && carry_out(r, action, option);
}

/* --- whether it could be done ----------------------------------------------------------------- */

static bool try_action(Runner *r, void *arg) {
  const Search *search = arg;
  return run_action(r, search->action);
}

bool action_legal(Runner *r, const ScenarioAction *action, bool *legal) {
  if (action->verb == SCENARIO_ATTACK || action->verb == SCENARIO_BLOCK) return declare_legal(r, action, legal);
  Search search = {.action = action};
  return run_try(r, true, try_action, &search, legal);
}

/* Clauses that say which way; the others can only be seen by trying. */
#define WAY_CLAUSES (SCENARIO_CLAUSE_FROM | SCENARIO_CLAUSE_VIA | SCENARIO_CLAUSE_FACE_DOWN)

bool action_possible(Runner *r, const ScenarioAction *action, bool *possible) {
  *possible = false;
  if (action->verb == SCENARIO_ATTACK || action->verb == SCENARIO_BLOCK) return declare_possible(r, action, possible);
  const Game *g = r->play.g;
  if (!run_waits(r) || run_decision(r)->kind != DECISION_PRIORITY || core(g)->priority != action->player) return true;
  Search search = {.action = action};
  if (!run_guard(r, search_body, &search)) return false;
  *possible = r->rows.count > 0;
  if (!*possible || !(action->clauses.given & ~(u32)WAY_CLAUSES)) return true;
  return action_legal(r, action, possible);
}
