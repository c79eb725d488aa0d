/* Which option an answer names. */
#include "cards/ir_args.h"
#include "rules/cast/cast.h"
#include "scenario/run_private.h"

u32 option_find(const Game *g, OptionKind kind, i64 n) {
  u32 i = 0;
  while (i < option_count(g) && (option_at(g, i)->kind != kind || (n != ANY_NUMBER && option_at(g, i)->n != n))) i++;
  return i;
}

/* --- by its words ----------------------------------------------------------------------------- */

static TextMatch better(TextMatch a, TextMatch b) { return a > b ? a : b; }

/* How well a text names an ability: by its first words, or by some within. */
static TextMatch ability_text(Runner *r, Str text, AbilityInst inst, SelfName self) {
  if (text_match_ability(r, text, inst, self) == TEXT_BEGINS) return TEXT_BEGINS;
  return text_within_ability(r, text, inst, self) ? TEXT_WITHIN : TEXT_OTHER;
}

/* How well a text names a permission, the effect that allows it: by the name of the object that the effect is of, by a
   keyword that stands for its ability, or by words of a static ability of that object. */
static TextMatch permission_text(Runner *r, const Option *option, Str text) {
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref);
  PlayPermission permission;
  if (!slot || !permission_of_method(g, run_decision(r)->for_player, slot, option->a, &permission)) return TEXT_OTHER;
  Eval e = permission.e;
  Ref source = e.source;
  Node cost = permission_cost(r->db, &permission);
  bool free = cost && node_op(r->db, cost) == IR_COST_FREE;
  if (free && (text_begins(r, STR("without paying its mana cost"), text) ||
               text_begins(r, STR("without paying their mana costs"), text)))
    return TEXT_BEGINS;
  u32 giver = object_live(g, source), keyword = e.env ? carddb_keyword_of(r->db, env_at(g, e.env)->ability) : 0;
  if (keyword && text_begins(r, word_text(carddb_ability(r->db, keyword)->keyword), text)) return TEXT_BEGINS;
  if (!giver) return TEXT_OTHER;
  if (str_equal_folded(run_name(r, chars_of(g, giver)->name), text)) return TEXT_BEGINS;
  TextMatch best = TEXT_OTHER;
  u32 count = ability_count(g, giver);
  for (u32 i = 0; i < count && best < TEXT_BEGINS; i++) {
    AbilityInst inst = ability_get(g, giver, i);
    if (carddb_ability(r->db, inst.ability)->op != IR_STATIC) continue;
    best = better(best, ability_text(r, text, inst, self_name_of(r, source)));
  }
  return best;
}

/* What a way of casting that is no ability of the card may be called; empty for others. */
static Str way_keywords(Runner *r, const Option *option) {
  bool face_down = method_way(option->a) == WAY_FACE_DOWN;
  return face_down ? STR("face-down morph disguise") : option_way(r->play.g, option, GAVEL_ENGLISH);
}

/* How well a text names a way of casting, or the face that is cast so. */
static TextMatch method_text(Runner *r, const Option *option, Str text) {
  StrId face = option_face(r->play.g, option);
  if (is_name(r, face, text)) return TEXT_BEGINS;
  if (text_begins(r, way_keywords(r, option), text)) return TEXT_BEGINS;
  if (method_plain(r->play.g, option->ref, option->a) && text_begins(r, STR("none"), text)) return TEXT_BEGINS;
  u32 ability = option_ability(r->play.g, option).ability;
  TextMatch best = TEXT_OTHER;
  if (ability) {
    const AbilityDef *def = carddb_ability(r->db, ability);
    Word label = (Word)node_arg(r->db, def->node, ARG_ALTERNATIVE_COST_LABEL);
    if (text_begins(r, text, word_text(label)) || text_begins(r, word_text(label), text)) return TEXT_BEGINS;
    text_clear(&r->text_a);
    node_english(r->db, ability, node_arg(r->db, def->node, ARG_ALTERNATIVE_COST_COST), &r->text_a);
    if (text_begins(r, text_str(&r->text_a), text)) return TEXT_BEGINS;
    SelfName self = self_name_of(r, option->ref);
    if (text_match_ability(r, text, printed(ability), self)) return TEXT_BEGINS;
    best = ability_text(r, text, printed(ability), self);
  }
  return better(best, permission_text(r, option, text));
}

/* How many words of the text Gavel uses for an alternative. */
static u32 alternative_shares(Runner *r, const Option *option, Str text, u32 ability, SelfName self) {
  text_clear(&r->text_a);
  if (option->a) node_english(r->db, ability, option->a, &r->text_a);
  return text_shared(r, text, text_str(&r->text_a), ability, self);
}

/* Whether words of the ability that asks, or of the alternative as Gavel says it, name this alternative: it has more of
   them than any other. */
static bool alternative_named(Runner *r, const Option *option, Str text, u32 ability, SelfName self) {
  u32 shares = alternative_shares(r, option, text, ability, self);
  if (!ability || !shares) return false;
  if (!text_within(r, text, text_str(&r->text_a), ability, self) &&
      !text_within_ability(r, text, printed(ability), self))
    return false;
  for (u32 i = 0; i < option_count(r->play.g); i++) {
    const Option other = *option_at(r->play.g, i);
    if (other.a != option->a && alternative_shares(r, &other, text, ability, self) >= shares) return false;
  }
  return true;
}

static TextMatch node_option_text(Runner *r, const Option *option, Str text) {
  u32 ability = asking_ability(r->play.g);
  SelfName self = self_name_of(r, run_decision(r)->source);
  Str says = option_mode_says(r->play.g, option);
  text_clear(&r->text_a);
  if (option->a) node_english(r->db, ability, option->a, &r->text_a);
  if (text_begins(r, text_str(&r->text_a), text) || text_begins(r, says, text)) return TEXT_BEGINS;
  if (says.length) return text_within(r, text, says, ability, self) ? TEXT_WITHIN : TEXT_OTHER;
  return alternative_named(r, option, text, ability, self) ? TEXT_WITHIN : TEXT_OTHER;
}

TextMatch option_text(Runner *r, const Option *option, Str text) {
  switch (option->kind) {
    case OPTION_WORD:
    case OPTION_MANA: return word_find(text, word_class(option->word)) == option->word ? TEXT_BEGINS : TEXT_OTHER;
    case OPTION_NAME: return name_is(r, option->a, text) ? TEXT_BEGINS : TEXT_OTHER;
    case OPTION_CAST: return method_text(r, option, text);
    case OPTION_PLAY: return permission_text(r, option, text);
    case OPTION_NODE:
    case OPTION_MODE: return node_option_text(r, option, text);
    default: break;
  }
  AbilityInst inst = option_ability(r->play.g, option);
  return inst.ability ? ability_text(r, text, inst, self_name_of(r, option->ref)) : TEXT_OTHER;
}

/* The generic mana that an option to pay a symbol stands for; 0 if it is a kind of mana. */
static u32 generic_of(const Option *option) { return option->kind == OPTION_MANA && !option->word ? option->a : 0; }

/* --- which option an answer names ------------------------------------------------------------- */

u32 option_zones(const Game *g) {
  u32 zones = 0;
  for (u32 i = 0; i < option_count(g); i++) {
    const Option *option = option_at(g, i);
    u32 slot = object_live(g, option->ref);
    if (slot && object_row(g, slot)->zone != ZONE_NONE) zones |= ZONE_BIT(object_row(g, slot)->zone);
  }
  return zones;
}

/* A text in quotes and nothing else: an object, or words. */
static bool is_text(const ScenarioRef *ref) { return ref->kind == SCENARIO_REF_NAME && !ref->qualified; }

bool option_is_ref(Runner *r, const Option *option, const ScenarioRef *ref) {
  if (option->kind == OPTION_REF) {
    if (ref_is(r, ref, option->ref, option_zones(r->play.g))) return true;
    /* A player's name may be written in quotes as well. */
    if (is_text(ref) && ref_is_player(option->ref)) return str_equal(player_name(r, ref_slot(option->ref)), ref->text);
  }
  bool paying = option->kind == OPTION_ACTIVATE && run_decision(r)->kind == DECISION_MANA;
  if ((option->kind == OPTION_ABILITY || paying) && ref_same(r, ref, option->ref)) {
    if (ref->index == 0) return true;
    return ref_find(r, ref, option_zones(r->play.g)) && r->found.count == 1 && r->found.data[0] == option->ref;
  }
  return is_text(ref) && option_text(r, option, ref->text) == TEXT_BEGINS;
}

bool option_is_within(Runner *r, const Option *option, const ScenarioAnswer *answer) {
  if (answer->kind != SCENARIO_ANSWER_REF || !is_text(answer->ref)) return false;
  return option_text(r, option, answer->ref->text) == TEXT_WITHIN;
}

/* A symbol: {G} is a kind of mana, {2} a number of generic mana. */
static bool option_is_mana(const Option *option, Str text) {
  if (option->kind != OPTION_WORD && option->kind != OPTION_MANA) return false;
  ManaCost cost;
  u32 bad;
  if (!mana_cost_parse(text, &cost, &bad)) return false;
  u32 generic = generic_of(option);
  if (cost.count == 0) return generic && (i64)generic == cost.generic;
  return cost.count == 1 && cost.symbols[0] & SYMBOL_KINDS && !generic &&
         option->word == W_WHITE + bits_first(cost.symbols[0] & SYMBOL_KINDS);
}

bool option_is(Runner *r, const Option *option, const ScenarioAnswer *answer) {
  switch (answer->kind) {
    case SCENARIO_ANSWER_YES: return option->kind == OPTION_YES;
    case SCENARIO_ANSWER_NO: return option->kind == OPTION_NO;
    case SCENARIO_ANSWER_NUMBER: return option->kind == OPTION_NUMBER && option->n == answer->number;
    case SCENARIO_ANSWER_REF: return option_is_ref(r, option, answer->ref);
    case SCENARIO_ANSWER_COLOR:
      return (option->kind == OPTION_WORD || option->kind == OPTION_MANA) && !generic_of(option) &&
             option->word == answer->color;
    case SCENARIO_ANSWER_MANA: return option_is_mana(option, answer->mana.text);
    case SCENARIO_ANSWER_MODE:
      return (option->kind == OPTION_MODE || option->kind == OPTION_NODE) && option->n == answer->number;
    case SCENARIO_ANSWER_DONE: return option->kind == OPTION_DONE;
    case SCENARIO_ANSWER_NONE:
      return option->kind == OPTION_DONE ||
             (option->kind == OPTION_CAST && method_plain(r->play.g, option->ref, option->a));
    case SCENARIO_ANSWER_LIFE: return option->kind == OPTION_LIFE;
    default: return false;
  }
}
