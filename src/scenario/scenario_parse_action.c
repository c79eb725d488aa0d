/* Action lines, from behind their verb on. */
#include "scenario/scenario_parse_private.h"

#define ALL_CLAUSES (~0u)
#define ACTIVATION_CLAUSES \
  (SCENARIO_CLAUSE_X | SCENARIO_CLAUSE_MODES | SCENARIO_CLAUSE_TARGETING | SCENARIO_CLAUSE_DIVIDING)

static const char ability_what[] = "the first words of the ability in quotes";

/* plays REF, casts REF, turns up REF and other special actions */
static bool parse_object(Parser *parser, ScenarioAction *action) {
  action->object = sp_ref(parser, REF_OBJECT, "a card: its name in quotes or an alias");
  return action->object != NULL;
}

/* activates "text", activates REF "text" */
static bool parse_activation(Parser *parser, ScenarioAction *action) {
  if (sp_is(parser, TOKEN_QUOTED)) {
    Token next = sp_peek(parser);
    bool name = next.kind == TOKEN_QUOTED || next.kind == TOKEN_INDEX || next.kind == TOKEN_OPEN ||
                sp_token_is_word(&next, "of") || sp_token_is_word(&next, "in") || sp_token_is_word(&next, "on");
    if (!name) return sp_quoted(parser, ability_what, &action->ability);
  }
  action->object = sp_ref(parser, REF_OBJECT, "an ability in quotes, or an object and its ability");
  return action->object && sp_quoted(parser, ability_what, &action->ability);
}

static bool parse_attack(Parser *parser, ScenarioAction *action) {
  if (!sp_is_word(parser, "with")) {
    action->against = sp_ref(parser, REF_EITHER, "`with`, or who or what is attacked");
    if (!action->against) return false;
  }
  if (!sp_need_word(parser, "with")) return false;
  if (sp_accept_word(parser, "nothing")) return true;
  action->band = sp_accept_word(parser, "band");
  return sp_refs(parser, REF_OBJECT, "an attacking creature, or `nothing`", &action->creatures);
}

static bool parse_block(Parser *parser, ScenarioAction *action) {
  if (sp_accept_word(parser, "nothing")) return true;
  action->against = sp_ref(parser, REF_OBJECT, "the attacking creature, or `nothing`");
  if (!action->against || !sp_need_word(parser, "with")) return false;
  return sp_refs(parser, REF_OBJECT, "a blocking creature", &action->creatures);
}

static bool parse_take(Parser *parser, ScenarioAction *action) {
  return sp_need_word(parser, "option") &&
         sp_number(parser, "the number of an option", 1, SCENARIO_AMOUNT_CAP, &action->option);
}

static bool parse_nothing(Parser *parser, ScenarioAction *action) {
  (void)action;
  return !parser->status;
}

/* By ScenarioVerb. */
static const struct {
  bool (*parse)(Parser *parser, ScenarioAction *action);
  u32 clauses;
} verbs[SCENARIO_VERB_COUNT] = {
    [SCENARIO_PLAY] = {parse_object, SCENARIO_CLAUSE_FROM | SCENARIO_CLAUSE_VIA},
    [SCENARIO_CAST] = {parse_object, ALL_CLAUSES},
    [SCENARIO_ACTIVATE] = {parse_activation, ACTIVATION_CLAUSES},
    [SCENARIO_TURN_UP] = {parse_object, SCENARIO_CLAUSE_VIA | SCENARIO_CLAUSE_X},
    [SCENARIO_SUSPEND] = {parse_object, SCENARIO_CLAUSE_FROM | SCENARIO_CLAUSE_X},
    [SCENARIO_FORETELL] = {parse_object, SCENARIO_CLAUSE_FROM},
    [SCENARIO_PLOT] = {parse_object, SCENARIO_CLAUSE_FROM},
    [SCENARIO_UNLOCK] = {parse_object, 0},
    [SCENARIO_ROLL_PLANAR] = {parse_nothing, 0},
    [SCENARIO_ATTACK] = {parse_attack, 0},
    [SCENARIO_BLOCK] = {parse_block, 0},
    [SCENARIO_CONCEDE] = {parse_nothing, 0},
    [SCENARIO_PASS] = {parse_nothing, 0},
    [SCENARIO_TAKE] = {parse_take, 0},
};

ScenarioAction *sp_action(Parser *parser, u32 player, ScenarioVerb verb, ScenarioPlace place) {
  ScenarioAction *action = arena_alloc(parser->arena, sizeof *action);
  if (!action) {
    sp_no_memory(parser);
    return NULL;
  }
  *action = (ScenarioAction){.verb = verb, .player = player, .place = place};
  action->clauses.from = ZONE_NONE;
  const char *word = scenario_word_text(&scenario_verb_words, verb);
  bool ok = verbs[verb].parse(parser, action) &&
            sp_clauses(parser, &action->clauses, verbs[verb].clauses, word, false) &&
            sp_end(parser, "the end of the line");
  return ok ? action : NULL;
}
