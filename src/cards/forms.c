#include "cards/forms.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"

/* --- mana costs ---------------------------------------------------------------------------------------- */

static bool same_cost(const ManaCost *a, const ManaCost *b) {
  return a->generic == b->generic && a->x == b->x && a->count == b->count &&
         memcmp(a->symbols, b->symbols, a->count * sizeof *a->symbols) == 0;
}

/* The index of a mana cost; 0 if there is none. */
static u32 cost_find(const CardDb *db, const ManaCost *cost) {
  for (u32 i = 1; i < db->costs.count; i++) {
    if (same_cost(&db->costs.data[i], cost)) return i;
  }
  return 0;
}

u32 carddb_cost(CardDb *db, const ManaCost *cost) {
  u32 known = cost_find(db, cost);
  if (known) return known;
  return vec_push(&db->allocator, &db->costs, *cost) ? db->costs.count - 1 : 0;
}

/* Whether a symbol can be paid only with mana of one kind. */
static bool is_single(ManaSymbol symbol) { return !(symbol & ~(u32)SYMBOL_KINDS) && bits_count(symbol) == 1; }

/* --- activated abilities --------------------------------------------------------------------------------- */

/* The i-th of the costs that are paid together; 0 past the last. */
static Node cost_part(const CardDb *db, Node cost, u32 i) {
  if (node_op(db, cost) != IR_COSTS) return i == 0 ? cost : 0;
  return i < node_argc(db, cost) ? node_arg(db, cost, i) : 0;
}

/* Life and two generic mana are alternative ways to pay a symbol (107.4e, 107.4f). */
static u32 least_of_cost(const ManaCost *cost) {
  u32 least = (u32)cost->generic;
  for (u32 i = 0; i < cost->count; i++) least += !(cost->symbols[i] & SYMBOL_LIFE);
  return least;
}

/* The least mana in a cost, ignoring effects on costs. */
static u32 least_mana_of(const CardDb *db, Node cost) {
  u32 least = 0;
  for (u32 i = 0; cost_part(db, cost, i); i++) {
    Node part = cost_part(db, cost, i);
    if (node_op(db, part) == IR_COST_CHOOSE && node_arg(db, part, ARG_COST_CHOOSE_REDUCES)) return 0;
    if (node_op(db, part) == IR_COST_MANA)
      least += least_of_cost(&db->costs.data[node_arg(db, part, ARG_COST_MANA_MANA)]);
  }
  return least;
}

/* The value of a node that is a number from 1 to 100; else 0. */
static u8 small_number(const CardDb *db, Node node) {
  i64 n = node_op(db, node) == IR_NUMBER ? node_int(db, node, ARG_NUMBER_VALUE) : 0;
  return n >= 1 && n <= 100 ? (u8)n : 0;
}

/* Adds the test of a filter to a pick: types, a subtype, and whether it must be the player's own (`whose`); false if
   the filter tests more. */
static bool pick_filter(const CardDb *db, Node filter, IrOp whose, bool *own, CostPick *pick) {
  switch (node_op(db, filter)) {
    case IR_NOT: return pick->from == PICK_TAP && node_op(db, node_arg(db, filter, 0)) == IR_TAPPED;
    case IR_OTHER: return pick->from == PICK_TAP;
    case IR_AND:
      for (u32 i = 0; i < node_argc(db, filter); i++)
        if (!pick_filter(db, node_arg(db, filter, i), whose, own, pick)) return false;
      return true;
    case IR_TYPE:
      if (pick->types) return false;
      pick->types = (u16)(1u << type_bit((Word)node_arg(db, filter, ARG_TYPE_WORD)));
      return true;
    case IR_SUBTYPE:
      if (pick->subtype) return false;
      pick->subtype = (Word)node_arg(db, filter, ARG_SUBTYPE_WORD);
      return true;
    default:
      if (node_op(db, filter) != whose || node_op(db, node_arg(db, filter, 0)) != IR_YOU) return false;
      *own = true;
      return true;
  }
}

/* The pick of a COST_CHOOSE; `n` is 0 if it isn't that simple. Clears `*exact` if anything else restricts what or how
   many are picked. */
static CostPick pick_of(const CardDb *db, Node choose, bool *exact) {
  CostPick pick = {.n = 0};
  Node min = node_arg(db, choose, ARG_COST_CHOOSE_MIN), from = node_arg(db, choose, ARG_COST_CHOOSE_FROM);
  Node action = node_arg(db, choose, ARG_COST_CHOOSE_ACTION);
  bool discards = node_op(db, action) == IR_DISCARD, taps = node_op(db, action) == IR_TAP, own = false;
  if (!small_number(db, min) || node_op(db, from) != IR_ALL) return pick;
  if (!discards && !taps && node_op(db, action) != IR_SACRIFICE) return pick;
  pick.from = discards ? PICK_DISCARD : taps ? PICK_TAP : PICK_SACRIFICE;
  if (node_arg(db, from, ARG_ALL_ZONE) != (discards ? W_HAND : W_BATTLEFIELD)) return (CostPick){.n = 0};
  IrOp whose = discards ? IR_OWNED_BY : IR_CONTROLLED_BY;
  if (!pick_filter(db, node_arg(db, from, ARG_ALL_FILTER), whose, &own, &pick) || !own) return (CostPick){.n = 0};
  pick.n = small_number(db, min);
  bool alone = !taps && !node_arg(db, choose, ARG_COST_CHOOSE_SET) && !node_arg(db, choose, ARG_COST_CHOOSE_REDUCES) &&
               node_op(db, node_arg(db, action, 0)) == IR_VAR;
  *exact = *exact && alone;
  return pick;
}

/* The first simple pick in a cost; clears `*exact` if the cost contains anything else besides mana. */
static CostPick cost_pick(const CardDb *db, Node cost, bool *exact) {
  CostPick pick = {.n = 0};
  for (u32 i = 0; cost_part(db, cost, i); i++) {
    Node part = cost_part(db, cost, i);
    IrOp op = node_op(db, part);
    if (op == IR_COST_CHOOSE && pick.n == 0)
      pick = pick_of(db, part, exact);
    else if (op != IR_COST_MANA)
      *exact = false;
    if (op == IR_COST_CHOOSE && pick.n == 0) *exact = false;
  }
  return pick;
}

/* Recognises mana of one kind, for its controller and for any purpose. */
static void glance_made(const CardDb *db, AbilityDef *def) {
  Node effect = node_arg(db, def->node, ARG_ACTIVATED_EFFECT);
  if (node_op(db, effect) != IR_ADD_MANA || node_arg(db, effect, ARG_ADD_MANA_PLAYER) ||
      node_arg(db, effect, ARG_ADD_MANA_ONLY_FOR) || node_arg(db, effect, ARG_ADD_MANA_STAYS) ||
      node_arg(db, effect, ARG_ADD_MANA_RIDER)) {
    return;
  }
  const ManaCost *made = &db->costs.data[node_arg(db, effect, ARG_ADD_MANA_SYMBOLS)];
  for (u32 i = 0; i < made->count; i++) {
    if (!is_single(made->symbols[i]) || made->symbols[i] != made->symbols[0]) return;
  }
  if (made->generic || made->x || made->count == 0) return;
  def->makes = (u8)made->symbols[0];
  def->makes_n = made->count;
}

/* Adds the most mana that an effect could make, and its kinds, if no word of it is changed; false if there is no telling.
   A dispatcher. */
static bool glance_most(const CardDb *db, Node effect, u32 *kinds, i64 *most) {
  i64 part, greatest = 0;
  switch (node_op(db, effect)) {
    case IR_ADD_MANA: {
      const ManaCost *made = &db->costs.data[node_arg(db, effect, ARG_ADD_MANA_SYMBOLS)];
      for (u32 i = 0; i < made->count; i++) *kinds |= made->symbols[i] & SYMBOL_KINDS;
      *most += made->count;
      return !made->generic && !made->x;
    }
    case IR_ADD_MANA_CHOICE:
    case IR_ADD_MANA_TYPES_OF: {
      u32 named = 0, end = node_op(db, effect) == IR_ADD_MANA_CHOICE ? node_argc(db, effect) : 0;
      for (u32 i = ARG_ADD_MANA_CHOICE_KINDS; i < end; i++) named |= color_mask((Word)node_arg(db, effect, i));
      *kinds |= named ? named : SYMBOL_KINDS;
      part = small_number(db, node_arg(db, effect, ARG_ADD_MANA_CHOICE_N));
      *most += part;
      return part > 0;
    }
    case IR_ONE_OF:
      for (u32 i = ARG_ONE_OF_OPTIONS; i < node_argc(db, effect); i++, greatest = num_max(greatest, part)) {
        part = 0;
        if (!glance_most(db, node_arg(db, effect, i), kinds, &part)) return false;
      }
      *most += greatest;
      return true;
    case IR_SEQ:
      for (u32 i = 0; i < node_argc(db, effect); i++)
        if (!glance_most(db, node_arg(db, effect, i), kinds, most)) return false;
      return true;
    case IR_CHOOSE_COLOR:
    case IR_NOTHING:
    case IR_DEAL_DAMAGE:
    case IR_LOSE_LIFE:
    case IR_GAIN_LIFE: return true;
    default: return false;
  }
}

/* A bound is known of what is activated once at the most, because it taps or is sacrificed. */
static void glance_bound(const CardDb *db, AbilityDef *def) {
  u32 kinds = 0;
  i64 most = 0;
  if (!(def->flags & ABILITY_MANA) || !(def->flags & (ABILITY_TAPS | ABILITY_SACRIFICES))) return;
  if (!glance_most(db, node_arg(db, def->node, ARG_ACTIVATED_EFFECT), &kinds, &most) || most > 100) return;
  def->most_kinds = (u8)kinds;
  def->most_n = (u8)most;
}

/* Modes that cost something or are not always available make it unclear. */
static bool finds_mode(void *context, const CardDb *db, Node node) {
  u32 *flags = context;
  bool unsure = node_op(db, node) == IR_MODE && (node_arg(db, node, ARG_MODE_COST) || node_arg(db, node, ARG_MODE_IF));
  if (unsure || (node_op(db, node) == IR_MODAL && node_arg(db, node, ARG_MODAL_UNCHOSEN)))
    *flags &= ~(u32)ABILITY_CLEAR;
  return true;
}

static bool finds_variable(void *context, const CardDb *db, Node node) {
  *(bool *)context |= node_op(db, node) == IR_VAR || node_op(db, node) == IR_VALUE;
  return true;
}

/* Whether an instance of the word "target" needs nothing, or just one that any player can be, whatever else is
   targeted. */
static bool player_will_do(const CardDb *db, Node target) {
  bool variable = false;
  ir_walk(db, target, finds_variable, &variable);
  if (variable || node_arg(db, target, ARG_TARGET_IF)) return false;
  Node min = node_arg(db, target, ARG_TARGET_MIN);
  i64 n = 1;
  if (min && node_op(db, min) != IR_NUMBER) return false;
  if (min) n = node_int(db, min, ARG_NUMBER_VALUE);
  return n <= 0 || (n == 1 && node_op(db, node_arg(db, target, ARG_TARGET_FILTER)) == IR_ANY_TARGET);
}

/* Counters of one kind that are taken from the object itself; false if the action is anything else. */
static bool glance_counters(const CardDb *db, AbilityDef *def, Node action) {
  if (node_op(db, action) != IR_REMOVE_COUNTERS || def->counter_n) return false;
  if (node_op(db, node_arg(db, action, ARG_REMOVE_COUNTERS_FROM)) != IR_SELF) return false;
  def->counter_n = small_number(db, node_arg(db, action, ARG_REMOVE_COUNTERS_N));
  def->counter = def->counter_n ? (Word)node_arg(db, action, ARG_REMOVE_COUNTERS_KIND) : W_NONE;
  return def->counter_n;
}

/* Records one of the costs that are paid together; clears ABILITY_CLEAR for what is not clear. */
static u32 glance_cost(const CardDb *db, AbilityDef *def, Node part, u32 flags) {
  switch (node_op(db, part)) {
    case IR_COST_TAP: return flags | ABILITY_TAPS;
    case IR_COST_MANA: {
      u32 place = node_arg(db, part, ARG_COST_MANA_MANA);
      const ManaCost *cost = &db->costs.data[place];
      bool clear = !def->mana && cost->generic <= 100;
      for (u32 i = 0; i < cost->count; i++) clear = clear && is_single(cost->symbols[i]);
      def->mana = place;
      return clear ? flags : flags & ~(u32)ABILITY_CLEAR;
    }
    case IR_COST_X_LIFE: {
      bool clear = !def->life;
      if (clear) def->life = small_number(db, node_arg(db, part, ARG_COST_X_LIFE_N));
      return clear && def->life ? flags : flags & ~(u32)ABILITY_CLEAR;
    }
    case IR_COST_DO: {
      Node action = node_arg(db, part, ARG_COST_DO_ACTION);
      if (glance_counters(db, def, action)) return flags;
      bool own = node_op(db, action) == IR_SACRIFICE && node_op(db, node_arg(db, action, 0)) == IR_SELF;
      return own && node_argc(db, action) == 1 ? flags | ABILITY_SACRIFICES : flags & ~(u32)ABILITY_CLEAR;
    }
    case IR_COST_CHOOSE: {
      bool exact = def->pick.n == 0;
      CostPick pick = pick_of(db, part, &exact);
      if (def->pick.n == 0) def->pick = pick;
      return pick.n && exact ? flags : flags & ~(u32)ABILITY_CLEAR;
    }
    default: return flags & ~(u32)ABILITY_CLEAR;
  }
}

void ability_glance(const CardDb *db, AbilityDef *def) {
  def->makes = def->makes_n = 0;
  def->most_kinds = def->most_n = 0;
  def->counter_n = def->life = 0;
  def->counter = W_NONE;
  def->least_mana = 0;
  def->mana = 0;
  def->sorcery = false;
  def->pick = (CostPick){.n = 0};
  if (def->op != IR_ACTIVATED) return;
  Node node = def->node, part;
  u32 flags = ABILITY_CLEAR, parts = 0;
  if (node_arg(db, node, ARG_ACTIVATED_WHO))
    flags |= ABILITY_FOR_OTHERS;
  else if (!node_arg(db, node, ARG_ACTIVATED_TIMING) && !node_arg(db, node, ARG_ACTIVATED_LIMIT) &&
           !node_arg(db, node, ARG_ACTIVATED_CONDITION) && !node_arg(db, node, ARG_ACTIVATED_LABEL) &&
           !(def->flags & (ABILITY_LOYALTY | ABILITY_SPECIAL)))
    flags |= ABILITY_PLAIN;
  Node cost = node_arg(db, node, ARG_ACTIVATED_COST);
  bool less = node_arg(db, node, ARG_ACTIVATED_LESS) || node_arg(db, node, ARG_ACTIVATED_LABEL) == W_POWER_UP;
  for (; (part = cost_part(db, cost, parts)) != 0; parts++) flags = glance_cost(db, def, part, flags);
  /* A permanent to be sacrificed might be needed for something else. */
  bool permanents = def->pick.n && def->pick.from == PICK_SACRIFICE;
  if (less || (permanents && (def->mana || flags & (ABILITY_TAPS | ABILITY_SACRIFICES)))) flags &= ~(u32)ABILITY_CLEAR;
  if (less) flags &= ~(u32)ABILITY_PLAIN;
  def->sorcery = node_arg(db, node, ARG_ACTIVATED_TIMING) == W_TIMING_SORCERY;
  def->least_mana = less ? 0 : (u16)num_min(UINT16_MAX, least_mana_of(db, cost));
  if (flags & ABILITY_TAPS && parts == 1) flags |= ABILITY_TAP_ONLY;
  ir_walk(db, node, finds_mode, &flags);
  bool anybody = !ability_modal(db, node);
  for (u32 i = ARG_ACTIVATED_TARGETS; i < node_argc(db, node); i++)
    anybody = anybody && player_will_do(db, node_arg(db, node, i));
  def->anybody = anybody;
  def->flags |= (u16)flags;
  if (flags & ABILITY_TAP_ONLY && def->flags & ABILITY_MANA) glance_made(db, def);
  glance_bound(db, def);
}

/* --- spells with only one way to cast ---------------------------------------------------------------------- */

/* The value of a number before anything has been targeted, if it follows from the node alone. */
static bool number_untargeted(const CardDb *db, Node node, i64 *n) {
  i64 a = 0, b = 0;
  switch (node_op(db, node)) {
    case IR_NUMBER: *n = node_int(db, node, ARG_NUMBER_VALUE); return true;
    case IR_COUNT: *n = 0; return node_op(db, node_arg(db, node, ARG_COUNT_OBJECTS)) == IR_TARGETS_OF;
    case IR_MINUS:
    case IR_MAXIMUM:
      if (!number_untargeted(db, node_arg(db, node, 0), &a) || !number_untargeted(db, node_arg(db, node, 1), &b))
        return false;
      *n = node_op(db, node) == IR_MINUS ? a - b : num_max(a, b);
      return true;
    default: return false;
  }
}

/* Whether an effect on the rules increases the cost of its own spell only by its targets. */
static bool dearer_by_targets(const CardDb *db, Node rule) {
  i64 n = 0;
  return node_op(db, rule) == IR_R_COST_MORE && ir_filter_is_self(db, node_arg(db, rule, ARG_R_COST_MORE_SPELLS)) &&
         number_untargeted(db, node_arg(db, rule, ARG_R_COST_MORE_N), &n) && n <= 0;
}

/* What a static ability's effects on the rules mean for casting: increased or reduced costs, or other ways to cast. */
static CastGlance cast_with_rules(const CardDb *db, Node node) {
  CastGlance cast = node_arg(db, node, ARG_STATIC_IF) ? CAST_DEARER : CAST_PLAIN;
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, node); i++) {
    Node effect = node_arg(db, node, i);
    for (u32 r = 0; node_op(db, effect) == IR_RULES && r < node_argc(db, effect); r++) {
      Node rule = node_arg(db, effect, r);
      if (dearer_by_targets(db, rule)) continue;
      switch (node_op(db, rule)) {
        case IR_R_COST_MORE:
        case IR_R_COST_MORE_MANA:
        case IR_R_COST_AT_LEAST:
        case IR_R_CANT_CAST: cast = CAST_DEARER; break;
        case IR_R_CANT_BE_COUNTERED:
        case IR_R_CANT_BE_COPIED:
        case IR_R_MAY_LEAD: break;
        default: return CAST_ANYHOW;
      }
    }
  }
  return cast;
}

/* The zones, as bits, that an alternative cost itself lets a card be cast from; all bits if it names none: it then
   works wherever the card may be cast. */
static u32 casts_from(const CardDb *db, const AbilityDef *def) {
  if (node_arg(db, def->node, ARG_ALTERNATIVE_COST_TOLD)) return 0;
  return node_arg(db, def->node, ARG_ALTERNATIVE_COST_ZONE) ? def->zones : ~0u;
}

static bool finds_paid(void *found, const CardDb *db, Node node) {
  IrOp op = node_op(db, node);
  *(bool *)found |= op == IR_PAID || op == IR_TIMES_PAID;
  return !*(bool *)found;
}

/* Whether the targets or the number of modes of a spell ability depend on which optional costs were paid. */
static bool targets_ask_what_was_paid(const CardDb *db, Node spell) {
  bool found = false;
  for (u32 i = ARG_SPELL_TARGETS; i < node_argc(db, spell); i++)
    ir_walk(db, node_arg(db, spell, i), finds_paid, &found);
  Node modal = ability_modal(db, spell);
  if (modal) ir_walk(db, modal, finds_paid, &found);
  return found;
}

/* What a spell's ability means for the ways to cast it, and for its cost. */
static CastGlance cast_with(const CardDb *db, const AbilityDef *def) {
  const u32 BATTLEFIELD = 1;
  u32 flags = ABILITY_CLEAR;
  switch (def->op) {
    case IR_OPTIONAL_COST: return CAST_PLAIN;    /* it is optional */
    case IR_ADDITIONAL_COST: return CAST_DEARER; /* see form_picks */
    case IR_ALTERNATIVE_COST: return CAST_PLAIN; /* see form_way */
    case IR_STATIC:
      if (!(def->flags & ABILITY_RULES) || def->zones == BATTLEFIELD) return CAST_PLAIN;
      return cast_with_rules(db, def->node);
    case IR_KEYWORD:
      return def->zones == BATTLEFIELD || keyword_is_its_definition(def->keyword) ? CAST_PLAIN : CAST_ANYHOW;
    case IR_SPELL:
      if (targets_ask_what_was_paid(db, def->node)) return CAST_ANYHOW;
      ir_walk(db, def->node, finds_mode, &flags);
      return flags ? CAST_PLAIN : CAST_DEARER;
    default: return CAST_PLAIN;
  }
}

/* What its characteristic-defining abilities define (604.3), as bits of layers. */
static u32 layers_defined(const CardDb *db, const Chars *printed) {
  u32 layers = 0;
  for (u32 i = 0; i < printed->ability_count; i++) {
    const AbilityDef *def = carddb_ability(db, printed->abilities + i);
    if (def->flags & ABILITY_CDA) layers |= def->layers;
  }
  return layers;
}

/* Whether an ability of a spell needs anything announced besides targets. */
static bool announces(const CardDb *db, const AbilityDef *def) {
  switch (def->op) {
    case IR_SPELL: return ability_modal(db, def->node) != 0;
    case IR_OPTIONAL_COST:
    case IR_ADDITIONAL_COST:
    case IR_ALTERNATIVE_COST: return true;
    default: return def->op == IR_KEYWORD && def->zones != 1 && def->keyword != W_FLASH && def->keyword != W_ENCHANT;
  }
}

static u8 targets_of_ability(const CardDb *db, const AbilityDef *def) {
  if (def->op == IR_KEYWORD && def->keyword == W_ENCHANT) return TARGETS_SOME;
  if (def->op != IR_SPELL) return TARGETS_NONE;
  if (ability_modal(db, def->node)) return TARGETS_SOME;
  for (u32 i = ARG_SPELL_TARGETS; i < node_argc(db, def->node); i++)
    if (!player_will_do(db, node_arg(db, def->node, i))) return TARGETS_SOME;
  return TARGETS_PLAYER;
}

/* The mana of each kind that the single-kind symbols of a cost require; false if it has other symbols. */
static bool need_of(const ManaCost *cost, u8 *need) {
  bool single = true;
  for (u32 i = 0; i < cost->count; i++) {
    if (is_single(cost->symbols[i]))
      need[bits_first(cost->symbols[i])]++;
    else
      single = false;
  }
  return single;
}

/* The symbols of two kinds of a cost, if they are all of the same two kinds and all others are of a single kind; false
   if not. */
static bool either_of(const ManaCost *cost, CardForm *form) {
  ManaSymbol either = 0;
  u32 n = 0;
  for (u32 i = 0; i < cost->count; i++) {
    ManaSymbol symbol = cost->symbols[i];
    if (is_single(symbol)) continue;
    if (symbol & ~(u32)SYMBOL_KINDS || bits_count(symbol) != 2 || (either && either != symbol)) return false;
    either = symbol;
    n++;
  }
  form->either = (u8)either;
  form->either_n = (u8)n;
  return true;
}

/* What an additional cost means for casting a form in the ordinary way. */
static CastGlance form_picks(const CardDb *db, const AbilityDef *def, CardForm *form) {
  Node cost = node_arg(db, def->node, ARG_ADDITIONAL_COST_COST);
  bool exact = form->pick.n == 0;
  CostPick pick = cost_pick(db, cost, &exact);
  if (form->pick.n == 0) form->pick = pick;
  return exact && pick.n && node_op(db, cost) == IR_COST_CHOOSE ? CAST_PICKS : CAST_DEARER;
}

/* Records another way to cast a form; false if there is no room. `way`: as in methods. */
static bool form_way(const CardDb *db, const AbilityDef *def, u32 way, CardForm *form) {
  const u32 HAND = 1u << (W_HAND - W_BATTLEFIELD);
  Node node = def->node, cost = node_arg(db, node, ARG_ALTERNATIVE_COST_COST);
  Word timing = (Word)node_arg(db, node, ARG_ALTERNATIVE_COST_TIMING);
  Word label = (Word)node_arg(db, node, ARG_ALTERNATIVE_COST_LABEL);
  if (form->way_count == CAST_WAYS || way > UINT8_MAX) return false;
  CastWay *to = &form->ways[form->way_count++];
  u32 mana = 0;
  *to = (CastWay){.zones = (u16)(node_arg(db, node, ARG_ALTERNATIVE_COST_ZONE) ? def->zones : HAND),
                  .way = (u8)way,
                  .total = (u8)num_min(least_mana_of(db, cost), UINT8_MAX),
                  .instant = form->instant || timing,
                  .exact = true};
  to->pick = cost_pick(db, cost, &to->exact);
  for (u32 i = 0; cost_part(db, cost, i); i++) {
    Node part = cost_part(db, cost, i);
    if (node_op(db, part) != IR_COST_MANA) continue;
    const ManaCost *symbols = &db->costs.data[node_arg(db, part, ARG_COST_MANA_MANA)];
    if (!need_of(symbols, to->need) || symbols->generic > 100 || symbols->x || mana++) to->exact = false;
  }
  if (!to->exact) memset(to->need, 0, sizeof to->need); /* something that reduces the cost may be chosen */
  /* A permanent to be sacrificed might be needed for its mana. */
  if (mana && to->pick.n && to->pick.from == PICK_SACRIFICE) to->exact = false;
  if (timing || node_arg(db, node, ARG_ALTERNATIVE_COST_IF) || node_arg(db, node, ARG_ALTERNATIVE_COST_TRANSFORMED) ||
      label == W_BESTOW || label == W_MUTATE)
    to->exact = false;
  return true;
}

/* Finds the other ways to cast a form. */
static void form_ways(const CardDb *db, const Chars *c, CardForm *form) {
  const u32 HAND = 1u << (W_HAND - W_BATTLEFIELD);
  u32 zones = 0;
  bool room = true;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(db, c->abilities + i);
    if (def->op != IR_ALTERNATIVE_COST || !casts_from(db, def)) continue;
    zones |= casts_from(db, def);
    room = room && form_way(db, def, 1 + i, form);
  }
  /* Other costs may be added to it. */
  for (u32 i = 0; i < form->way_count; i++) form->ways[i].exact = form->ways[i].exact && form->ordinary == CAST_PLAIN;
  if (!room) form->ordinary = CAST_ANYHOW;
  if (zones & HAND) form->cast = CAST_ANYHOW;
}

static void form_glance(const CardDb *db, const CardDef *card, const Chars *c, CardForm *form) {
  const ManaCost *cost = &db->costs.data[c->mana_cost];
  bool land = c->types & TYPE(LAND);
  if (card->layout != LAYOUT_NORMAL || (!c->mana_cost && !land) || cost->generic > 100) return;
  /* A legendary instant or sorcery may not be castable (205.4e). */
  bool legendary = c->supertypes & SUPERTYPE(LEGENDARY) && c->types & (TYPE(INSTANT) | TYPE(SORCERY));
  CastGlance cast = legendary ? CAST_DEARER : CAST_PLAIN;
  form->straight = need_of(cost, form->need) && !cost->x && !land;
  if (!either_of(cost, form)) cast = CAST_DEARER;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(db, c->abilities + i);
    CastGlance with = def->op == IR_ADDITIONAL_COST ? form_picks(db, def, form) : cast_with(db, def);
    if (with < cast) cast = with;
    form->straight = form->straight && !announces(db, def);
    u8 targets = targets_of_ability(db, def);
    if (targets && form->targets != TARGETS_SOME) form->targets = targets;
  }
  form->instant = c->types & TYPE(INSTANT) || chars_keyword(c, W_FLASH);
  form->straight = form->straight && cast == CAST_PLAIN;
  form->total = (u8)least_of_cost(cost);
  form->cast = form->ordinary = (u8)(land && cast != CAST_ANYHOW ? CAST_NEVER : cast);
  if (cast != CAST_ANYHOW) form_ways(db, c, form);
}

static bool form_sba_clean(const Chars *c) {
  if (c->types & (TYPE(PLANESWALKER) | TYPE(BATTLE)) || c->supertypes & (SUPERTYPE(LEGENDARY) | SUPERTYPE(WORLD)))
    return false;
  return !(c->types & TYPE(CREATURE) && c->toughness <= 0) && !chars_subtype(c, W_AURA) &&
         !chars_keyword(c, W_START_YOUR_ENGINES) && !chars_keyword(c, W_ASCEND) && !chars_subtype(c, W_SAGA) &&
         !chars_keyword(c, W_PHASING);
}

static const AbilityDef *form_ability(const CardDb *db, const Chars *c, u32 i) {
  u32 at = c->abilities + i;
  return carddb_ability(db, c->abilities_in_block == ABILITIES_OF_FORM ? db->form_abilities.data[at] : at);
}

/* What a permanent with these abilities can do. */
static void form_acts(const CardDb *db, CardForm *form) {
  const Chars *c = &form->chars;
  u32 acts = 0;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = form_ability(db, c, i);
    if (def->op != IR_ACTIVATED) continue;
    acts++;
    form->tap = (u8)i;
    form->makes = def->makes;
    form->makes_n = def->makes_n;
    if (!def->makes || !(def->flags & ABILITY_PLAIN) || i > UINT8_MAX) return;
  }
  form->acts = acts == 0 ? ACTS_NOT : acts == 1 ? ACTS_TAP : ACTS_ANY;
}

static void form_casts(const CardDb *db, const AbilityDef *def, CardForm *form) {
  if (!node_arg(db, def->node, ARG_ALTERNATIVE_COST_ZONE)) return;
  u32 least = least_mana_of(db, node_arg(db, def->node, ARG_ALTERNATIVE_COST_COST));
  if (form->ordinary == CAST_ANYHOW) least = 0; /* other things may substitute for mana */
  if (form->cast_zones == 0 || least < form->cast_least) form->cast_least = (u8)num_min(least, UINT8_MAX);
  form->cast_zones |= (u16)casts_from(db, def);
  form->cast_timed = form->cast_timed || node_arg(db, def->node, ARG_ALTERNATIVE_COST_TIMING);
}

/* HOLDS_… of one ability. */
static u8 holds_of(const CardDb *db, const AbilityDef *def) {
  switch (def->op) {
    case IR_ADDITIONAL_COST:
    case IR_OPTIONAL_COST: return HOLDS_COSTS;
    case IR_ALTERNATIVE_COST: return HOLDS_ALTERNATIVES;
    case IR_KEYWORD: return def->keyword == W_ESCALATE ? HOLDS_COSTS : 0;
    case IR_STATIC: return def->flags & ABILITY_RULES ? HOLDS_RULES : 0;
    case IR_SPELL: return ability_modal(db, def->node) ? HOLDS_COSTS : 0;
    default: return 0;
  }
}

/* The zones where its abilities function, and what matters when it is cast. */
static void form_brings(const CardDb *db, CardForm *form) {
  const Chars *c = &form->chars;
  const u16 BATTLEFIELD = 1;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = form_ability(db, c, i);
    form->holds |= holds_of(db, def);
    if (def->op == IR_STATIC) form->effect_zones |= def->zones;
    if (def->op == IR_TRIGGERED || def->op == IR_REPLACEMENT) form->watcher_zones |= def->zones;
    if (def->op == IR_ACTIVATED) form->action_zones |= def->zones;
    if (def->op == IR_ALTERNATIVE_COST && casts_from(db, def)) form_casts(db, def, form);
  }
  bool watches = chars_keyword(c, W_DAYBOUND) || chars_keyword(c, W_NIGHTBOUND) || chars_keyword(c, W_ASCEND);
  if (watches) form->watcher_zones |= BATTLEFIELD;
}

/* --- forms ---------------------------------------------------------------------------------------------------- */

/* Makes the forms of cards one after another, or compares them with existing ones. */
typedef struct Forms {
  const CardDb *db;
  CardDb *into;     /* null: compare */
  u32 form, listed; /* the indices of the next ones */
  bool fine;        /* no memory was refused, and all comparisons were equal */
} Forms;

static void put_form(Forms *s, const CardForm *form) {
  u32 at = s->form++;
  if (!s->fine) return;
  if (s->into)
    s->fine = vec_push(&s->into->allocator, &s->into->forms, *form);
  else
    s->fine = at < s->db->forms.count && memcmp(&s->db->forms.data[at], form, sizeof *form) == 0;
}

static void list_add(Forms *s, Chars *c, u32 ability) {
  u32 at = s->listed++;
  c->ability_count++;
  if (!s->fine) return;
  if (s->into)
    s->fine = vec_push(&s->into->allocator, &s->into->form_abilities, ability);
  else
    s->fine = at < s->db->form_abilities.count && s->db->form_abilities.data[at] == ability;
}

/* Begins a new list with the abilities printed on a face. */
static void list_begin(Forms *s, Chars *c, const Chars *printed) {
  c->abilities = s->listed;
  c->abilities_in_block = ABILITIES_OF_FORM;
  c->ability_count = 0;
  for (u32 i = 0; i < printed->ability_count; i++) list_add(s, c, printed->abilities + i);
}

/* Adds the mana abilities of its basic land types, in the order of colours (305.6). */
static void intrinsic_add(Forms *s, Chars *c, const Chars *printed) {
  for (u32 color = 0; color < COUNT_OF(s->db->intrinsic) && c->types & TYPE(LAND); color++) {
    Word basic = (Word)(word_subtype_first(SUB_LAND) + color);
    if (!chars_subtype(c, basic)) continue;
    if (c->abilities_in_block == ABILITIES_OF_DB) list_begin(s, c, printed);
    list_add(s, c, s->db->intrinsic[color]);
  }
}

/* Combines two mana costs (709.4b); 0 if there is no memory, or it doesn't exist. */
static u32 cost_combine(Forms *s, u32 left, u32 right) {
  ManaCost both = s->db->costs.data[left];
  const ManaCost *other = &s->db->costs.data[right];
  both.generic += other->generic;
  both.x = (u8)(both.x + other->x);
  for (u32 i = 0; i < other->count && both.count < MANA_SYMBOLS_CAP; i++) {
    u32 at = both.count++;
    for (; at > 0 && both.symbols[at - 1] > other->symbols[i]; at--) both.symbols[at] = both.symbols[at - 1];
    both.symbols[at] = other->symbols[i];
  }
  return s->into ? carddb_cost(s->into, &both) : cost_find(s->db, &both);
}

/* A split card everywhere except on the stack: types, colours, costs and abilities of both halves, and the name of the
   whole card (709.4). */
static void form_combine(Forms *s, const CardDef *card, CardForm *form) {
  const Chars *left = &s->db->faces.data[card->face].chars;
  const Chars *right = &s->db->faces.data[card->face + 1].chars;
  Chars c = *left;
  c.name = card->name;
  c.types |= right->types;
  c.supertypes |= right->supertypes;
  c.colors |= right->colors;
  for (u32 i = 0; i < COUNT_OF(c.subtypes); i++) c.subtypes[i] |= right->subtypes[i];
  for (u32 i = 0; i < COUNT_OF(c.keywords); i++) c.keywords[i] |= right->keywords[i];
  if (c.mana_cost && right->mana_cost) c.mana_cost = cost_combine(s, c.mana_cost, right->mana_cost);
  s->fine = s->fine && (c.mana_cost || !left->mana_cost);
  list_begin(s, &c, left);
  for (u32 i = 0; i < right->ability_count; i++) list_add(s, &c, right->abilities + i);
  form->chars = c;
}

/* A Room with both halves locked: what the halves share (709.5, 709.5a). */
static Chars form_locked(const Chars *half) {
  Chars c = {.types = half->types, .supertypes = half->supertypes, .abilities_in_block = half->abilities_in_block};
  memcpy(c.subtypes, half->subtypes, sizeof c.subtypes);
  return c;
}

/* Makes all forms of a card; returns the one that applies if no face is chosen. */
static u32 card_forms(Forms *s, const CardDef *card) {
  const CardDb *db = s->db;
  for (u32 face = 0; face < card->faces; face++) {
    const Chars printed = db->faces.data[card->face + face].chars;
    u32 defined = layers_defined(db, &printed);
    CardForm form = {.chars = printed, .defines = defined != 0, .defines_pt = defined == 1u << LAYER_7A};
    intrinsic_add(s, &form.chars, &printed);
    if (!s->fine) return 0;
    form_glance(db, card, &printed, &form);
    form_acts(db, &form);
    form_brings(db, &form);
    form.sba_clean = form_sba_clean(&form.chars);
    put_form(s, &form);
  }
  if ((card->layout != LAYOUT_SPLIT && card->layout != LAYOUT_ROOM) || card->faces < 2) return 0;
  CardForm form = {.defines = true};
  form_combine(s, card, &form);
  put_form(s, &form);
  if (card->layout == LAYOUT_ROOM) {
    CardForm locked = {.defines = true, .chars = form_locked(&db->faces.data[card->face].chars)};
    put_form(s, &locked);
  }
  return card->faces;
}

/* Number of cards that also have a form with both halves locked. */
static u32 count_rooms(const CardDb *db) {
  u32 n = 0;
  for (u32 i = 1; i < db->cards.count; i++) n += db->cards.data[i].layout == LAYOUT_ROOM;
  return n;
}

bool forms_reserve(CardDb *db) {
  GavelAllocator *allocator = &db->allocator;
  u32 faces = db->faces.count, cards = db->cards.count, colors = COUNT_OF(db->intrinsic);
  u32 forms = faces + cards + count_rooms(db) - db->forms.count;
  /* A face lists its abilities at most twice, alone and combined, and each combination may have a cost. */
  u32 listed = 2 * db->abilities.count + colors * faces - db->form_abilities.count;
  return vec_reserve(allocator, &db->forms, forms) && vec_reserve(allocator, &db->form_abilities, listed) &&
         vec_reserve(allocator, &db->costs, cards);
}

bool forms_link(CardDb *db) {
  Forms s = {.db = db, .into = db, .fine = true};
  CardForm none = {.cast = CAST_ANYHOW}; /* for what is not a card */
  db->forms.count = db->form_abilities.count = 0;
  put_form(&s, &none);
  for (u32 i = 1; i < db->cards.count && s.fine; i++) {
    CardDef *card = &db->cards.data[i];
    card->form = s.form;
    card->first_listed = s.listed;
    card->combined = card_forms(&s, card);
  }
  return s.fine;
}

bool forms_are_of(const CardDb *db, u32 card) {
  const CardDef *def = carddb_card(db, card);
  CardDef end = carddb_end(db, card);
  Forms s = {.db = db, .form = def->form, .listed = def->first_listed, .fine = true};
  u32 combined = card_forms(&s, def), next = card + 1 < db->cards.count ? end.form : db->forms.count;
  return s.fine && combined == def->combined && s.form == next && s.listed == end.first_listed;
}
