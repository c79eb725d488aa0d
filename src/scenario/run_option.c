/* Options in words, and which of them an answer names. */
#include "cards/ir_args.h"
#include "rules/casting.h"
#include "scenario/run_private.h"

/* --- what options say ------------------------------------------------------------------------------ */

/* The way a card would be cast: the ability that allows it, 0 for the mana cost and the like. */
static u32 method_ability(Runner *r, const Option *option) {
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref), way = method_way(option->a);
  if (!slot || way == WAY_MANA_COST || way >= WAY_PERMISSION) return 0;
  return subject_of_card(g, run_decision(r)->for_player, slot, option->a).way.ability;
}

/* Whether a permission, the effect that allows it, begins with the text or is of an object of that name or of an ability
   that such a keyword stands for. */
static bool permission_has_text(Runner *r, const Option *option, Str text) {
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref);
  Permit permit;
  if (!slot || !permit_of_method(g, run_decision(r)->for_player, slot, option->a, &permit)) return false;
  Eval e = permit.e;
  Ref source = e.source;
  u32 giver = object_live(g, source), keyword = e.env ? carddb_keyword_of(r->db, env_at(g, e.env)->ability) : 0;
  if (keyword && text_begins(r, word_text(carddb_ability(r->db, keyword)->keyword), text)) return true;
  if (!giver) return false;
  if (str_equal_folded(run_name(r, chars_of(g, giver)->name), text)) return true;
  u32 count = ability_count(g, giver);
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, giver, i);
    if (carddb_ability(r->db, inst.ability)->op != IR_STATIC) continue;
    if (text_match_ability(r, text, inst, self_name_of(r, source)) == TEXT_BEGINS) return true;
  }
  return false;
}

/* Both halves of a split card at once (702.102a). */
static bool method_fused(Runner *r, const Option *option) {
  u32 slot = object_live(r->play.g, option->ref);
  u32 card = slot ? cv_card(r->play.g, object_row(r->play.g, slot)->cv) : 0;
  return card && carddb_card(r->db, card)->combined && method_face(option->a) == carddb_card(r->db, card)->combined;
}

/* The name of the face or half a card is cast as, where it has several; 0 where it has one, which says nothing of how it
   is cast. */
static StrId method_face_name(Runner *r, const Option *option) {
  u32 slot = object_live(r->play.g, option->ref);
  u32 card = slot ? cv_card(r->play.g, object_row(r->play.g, slot)->cv) : 0;
  return card && carddb_card(r->db, card)->faces > 1 ? method_name(r->play.g, option->ref, option->a) : 0;
}

/* Whether a method of casting is what `via` names, or the name of the face it is cast as. */
static bool method_has_text(Runner *r, const Option *option, Str text) {
  StrId face = method_face_name(r, option);
  if (face && str_equal_folded(intern_text(&r->db->names, face), text)) return true;
  u32 way = method_way(option->a);
  if (method_prototyped(r->play.g, option->ref, option->a) && text_begins(r, STR("prototype"), text)) return true;
  if (method_fused(r, option) && text_begins(r, word_text(W_FUSE), text)) return true;
  if (way == WAY_FREE && text_begins(r, STR("without paying its mana cost"), text)) return true;
  if (way == WAY_FACE_DOWN && text_begins(r, STR("face-down morph disguise"), text)) return true;
  u32 ability = method_ability(r, option);
  if (ability) {
    const AbilityDef *def = carddb_ability(r->db, ability);
    Word label = (Word)node_arg(r->db, def->node, ARG_ALTERNATIVE_COST_LABEL);
    if (text_begins(r, text, word_text(label)) || text_begins(r, word_text(label), text)) return true;
    text_clear(&r->text_a);
    node_english(r->db, ability, node_arg(r->db, def->node, ARG_ALTERNATIVE_COST_COST), &r->text_a);
    if (text_begins(r, text_str(&r->text_a), text)) return true;
    if (text_match_ability(r, text, printed(ability), self_name_of(r, option->ref))) return true;
  }
  return permission_has_text(r, option, text);
}

/* The ability an option is about; its number is 0 for none. */
static AbilityInst option_ability(Runner *r, const Option *option) {
  Game *g = r->play.g;
  u32 slot = object_live(g, option->ref);
  switch (option->kind) {
    case OPTION_ABILITY: return printed(option->a);
    case OPTION_ACTIVATE: return slot ? ability_get(g, slot, option->a) : printed(0);
    case OPTION_CAST: return printed(method_ability(r, option));
    case OPTION_REF: {
      bool on_stack = slot && object_row(g, slot)->kind == OBJECT_ABILITY && object_row(g, slot)->zone == ZONE_STACK;
      if (!on_stack) return printed(0);
      const StackItem *item = stack_item_of(g, slot);
      return (AbilityInst){.ability = item->ability, .subst = item->subst};
    }
    default: return printed(0);
  }
}

bool option_has_text(Runner *r, const Option *option, Str text) {
  switch (option->kind) {
    case OPTION_WORD:
    case OPTION_MANA: return word_find(text, word_class(option->word)) == option->word;
    case OPTION_NAME: return name_is(r, option->a, text);
    case OPTION_CAST: return method_has_text(r, option, text);
    case OPTION_PLAY: return permission_has_text(r, option, text);
    case OPTION_NODE:
    case OPTION_MODE: {
      text_clear(&r->text_a);
      if (option->a) node_english(r->db, asking_ability(r->play.g), option->a, &r->text_a);
      return text_begins(r, text_str(&r->text_a), text);
    }
    default: break;
  }
  AbilityInst inst = option_ability(r, option);
  return inst.ability && text_match_ability(r, text, inst, self_name_of(r, option->ref)) == TEXT_BEGINS;
}

/* The generic mana that an option to pay a symbol stands for; 0 if it is a kind of mana. */
static u32 generic_of(const Runner *r, const Option *option) {
  return option->kind == OPTION_MANA && run_decision(r)->kind == DECISION_SYMBOL ? option->a : 0;
}

/* --- in words ------------------------------------------------------------------------------------------ */

static void show_ability(Runner *r, AbilityInst inst, Ref source, Text *out) {
  u32 before = out->length;
  if (inst.ability) text_of_ability(r, inst, self_name_of(r, source).name, out);
  if (out->length == before) text_adds(out, "an ability");
  for (u32 i = before; i < out->length; i++)
    if (out->data[i] == '\n') out->data[i] = ' ';
  text_adds(out, " (");
  show_ref(r, source, out);
  text_addc(out, ')');
}

static void show_cast(Runner *r, const Option *option, Text *out) {
  text_adds(out, option->kind == OPTION_PLAY ? "play " : "cast ");
  StrId face = method_name(r->play.g, option->ref, option->a);
  if (face)
    text_add(out, intern_text(&r->db->names, face));
  else
    show_ref(r, option->ref, out);
  if (option->kind == OPTION_PLAY || !option->a) return;
  if (method_prototyped(r->play.g, option->ref, option->a)) text_adds(out, " prototyped");
  u32 ability = method_ability(r, option);
  if (method_way(option->a) == WAY_FACE_DOWN) {
    text_adds(out, " face-down");
  } else if (ability) {
    Word label = (Word)node_arg(r->db, carddb_ability(r->db, ability)->node, ARG_ALTERNATIVE_COST_LABEL);
    text_adds(out, " via ");
    text_add(out, word_text(label));
  }
}

void option_show(Runner *r, const Option *option, Text *out) {
  switch (option->kind) {
    case OPTION_PASS: text_adds(out, "pass"); break;
    case OPTION_YES: text_adds(out, "yes"); break;
    case OPTION_NO: text_adds(out, "no"); break;
    case OPTION_DONE: text_adds(out, "done"); break;
    case OPTION_LIFE: text_adds(out, "life"); break;
    case OPTION_REF:
      show_ref(r, option->ref, out);
      if (!option->n) break;
      text_adds(out, run_decision(r)->kind == DECISION_ATTACKER ? " attacks " : " with ");
      show_ref(r, (Ref)option->n, out);
      break;
    case OPTION_NUMBER:
      if (option->ref) {
        show_ref(r, option->ref, out);
        text_addc(out, '=');
      }
      text_addf(out, "%lld", (long long)option->n);
      break;
    case OPTION_WORD: text_add(out, word_text(option->word)); break;
    case OPTION_MANA:
      if (generic_of(r, option))
        text_addf(out, "{%u}", option->a);
      else
        text_add(out, word_text(option->word));
      break;
    case OPTION_NAME: text_add(out, run_name(r, option->a)); break;
    case OPTION_MODE:
    case OPTION_NODE:
      if (option->n) text_addf(out, "mode %lld ", (long long)option->n);
      if (option->a) node_english(r->db, asking_ability(r->play.g), option->a, out);
      break;
    case OPTION_CAST:
    case OPTION_PLAY: show_cast(r, option, out); break;
    default: show_ability(r, option_ability(r, option), option->ref, out); break;
  }
}

/* --- which option an answer names ---------------------------------------------------------------------------- */

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
  return is_text(ref) && option_has_text(r, option, ref->text);
}

/* A symbol: {G} is a kind of mana, {2} a number of generic mana. */
static bool option_is_mana(const Runner *r, const Option *option, Str text) {
  if (option->kind != OPTION_WORD && option->kind != OPTION_MANA) return false;
  ManaCost cost;
  u32 bad;
  if (!mana_cost_parse(text, &cost, &bad)) return false;
  u32 generic = generic_of(r, option);
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
      return (option->kind == OPTION_WORD || option->kind == OPTION_MANA) && !generic_of(r, option) &&
             option->word == W_WHITE + answer->color;
    case SCENARIO_ANSWER_MANA: return option_is_mana(r, option, answer->text);
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
