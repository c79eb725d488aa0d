/* Which abilities leave the set of things that may be cast and activated the same as long as nothing is moved or
   changed, whatever the time and whatever has happened: such an offer can be repeated (rules/cast/offers.c). If in
   doubt, it depends on the time. */
#include "cards/forms.h"
#include "cards/ir_args.h"
#include "cards/traits.h"

static bool is_among(const Word *words, u32 count, Word word) {
  for (u32 i = 0; i < count; i++)
    if (words[i] == word) return true;
  return false;
}

bool keyword_is_its_definition(Word keyword) {
  static const Word SUCH[] = {W_BUYBACK,     W_CASCADE,   W_CYCLING,   W_ESCAPE,  W_EVOKE,
                              W_FLASH,       W_FLASHBACK, W_KICKER,    W_MADNESS, W_JUMP_START,
                              W_MULTIKICKER, W_PLOT,      W_REPLICATE, W_RETRACE, W_STORM};
  return is_among(SUCH, COUNT_OF(SUCH), keyword);
}

/* The engine uses no time for these. */
static bool keyword_timeless(Word keyword) {
  static const Word SUCH[] = {W_ENCHANT, W_ENTWINE, W_OVERLOAD};
  return keyword_is_its_definition(keyword) || is_among(SUCH, COUNT_OF(SUCH), keyword);
}

static bool node_timeless(const CardDb *db, Node node) { return !node_holds(db, node, TRAIT_TIME); }

/* Targets that an effect names are among its modes. */
static bool effect_timeless(const CardDb *db, Node effect) {
  return node_op(db, effect) != IR_MODAL || node_timeless(db, effect);
}

static bool args_timeless(const CardDb *db, Node node, u32 first) {
  for (u32 i = first; i < node_argc(db, node); i++)
    if (!node_timeless(db, node_arg(db, node, i))) return false;
  return true;
}

static bool activated_timeless(const CardDb *db, const AbilityDef *def) {
  Node node = def->node;
  Word timing = (Word)node_arg(db, node, ARG_ACTIVATED_TIMING);
  if (timing && timing != W_TIMING_SORCERY) return false;
  if (node_arg(db, node, ARG_ACTIVATED_LIMIT) || node_arg(db, node, ARG_ACTIVATED_CONDITION) ||
      node_arg(db, node, ARG_ACTIVATED_WHO) || node_arg(db, node, ARG_ACTIVATED_LOYALTY) ||
      node_arg(db, node, ARG_ACTIVATED_LABEL) || node_arg(db, node, ARG_ACTIVATED_LESS))
    return false;
  /* The amount of mana matters before it is made. */
  if (def->flags & ABILITY_MANA) return node_timeless(db, node);
  return node_timeless(db, node_arg(db, node, ARG_ACTIVATED_COST)) &&
         effect_timeless(db, node_arg(db, node, ARG_ACTIVATED_EFFECT)) &&
         args_timeless(db, node, ARG_ACTIVATED_TARGETS);
}

bool ability_timeless(const CardDb *db, const AbilityDef *def) {
  const u32 BATTLEFIELD = 1;
  Node node = def->node;
  switch (def->op) {
    case IR_TRIGGERED:
    case IR_REPLACEMENT: return true;
    case IR_STATIC: return !(def->flags & ABILITY_RULES) || node_timeless(db, node);
    case IR_KEYWORD: return def->zones == BATTLEFIELD || keyword_timeless(def->keyword);
    case IR_SPELL:
      return effect_timeless(db, node_arg(db, node, ARG_SPELL_EFFECT)) && args_timeless(db, node, ARG_SPELL_TARGETS);
    case IR_ALTERNATIVE_COST: return !node_arg(db, node, ARG_ALTERNATIVE_COST_TIMING) && node_timeless(db, node);
    case IR_ACTIVATED: return activated_timeless(db, def);
    default: return node_timeless(db, node);
  }
}
