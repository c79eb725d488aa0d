/* What can be seen at a glance of what a player could do: most cards and abilities are so plain that counting the
   mana there is answers for them. What is not so plain is looked at in full; see context_payable_with. */
#include "rules/cast/casting.h"
#include "state/mods.h"

/* Effects on the rules that make nothing plain any more: they change what spells cost, or forbid them … */
static const u64 SPELL_RULES = RULE_BIT(IR_R_COST_MORE) | RULE_BIT(IR_R_COST_MORE_MANA) | RULE_BIT(IR_R_COST_LESS) |
                               RULE_BIT(IR_R_COST_LESS_MANA) | RULE_BIT(IR_R_COST_AT_LEAST) | RULE_BIT(IR_R_CANT_CAST) |
                               RULE_BIT(IR_R_CAST_LIMIT);
/* … or what can be had for mana abilities, and what their mana is good for. */
static const u64 MANA_RULES = RULE_BIT(IR_R_ABILITY_COST_MORE) | RULE_BIT(IR_R_ABILITY_COST_LESS) |
                              RULE_BIT(IR_R_MANA_ANY_COLOR) | RULE_BIT(IR_R_CANT_ACTIVATE);

/* The zones off the battlefield of those that are learned of cards and those whose objects effects may give abilities. */
static u32 zones_off_battlefield(const Game *g, u32 learned) {
  const DerivedCore *d = derived(g);
  u32 zones = learned | d->layers.zones | d->layers.extra_zones;
  /* Emblems are no cards; most of the time nothing is there. */
  if (zone_first(g, ZONE_COMMAND, 0))
    zones |= ZONE_BIT(ZONE_COMMAND);
  else
    zones &= ~ZONE_BIT(ZONE_COMMAND);
  return zones & ~(ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_STACK));
}

u32 actions_off_battlefield(Game *g) {
  zones_learn(g);
  return zones_off_battlefield(g, derived(g)->learned.action_zones);
}

/* Whether mana abilities might be activated of what is not on the battlefield. */
static bool mana_off_battlefield(Game *g) {
  zones_learn(g);
  return zones_off_battlefield(g, derived(g)->learned.mana_zones) != 0;
}

/* --- mana ------------------------------------------------------------------------------------------------------ */

bool taps_with(const Game *g, u32 slot, const Chars *c) {
  if (object_row(g, slot)->status & STATUS_TAPPED) return false;
  if (!(c->types & TYPE(CREATURE)) || chars_keyword(c, W_HASTE)) return true;
  return !(permanent_of(g, slot)->flags & PERM_SICK); /* 302.6 */
}

bool taps_now(Game *g, u32 slot) { return taps_with(g, slot, chars_of(g, slot)); }

void estimate_may_add(ManaEstimate *m, u32 kinds, u32 n) {
  m->more += n;
  for (; kinds; kinds &= kinds - 1) m->more_of[bits_first(kinds)] += n;
}

static void estimate_of_pool(Game *g, ManaEstimate *m) {
  for (u32 i = 0; i < count_of(g, T_MANA); i++) {
    const Mana *mana = row_MANA(g, i);
    if (mana->player != m->player) continue;
    u32 n = (u32)num_min(mana->n, 1 << 20);
    if (mana->terms) {
      m->all = false;
      estimate_may_add(m, 1u << mana->kind, n);
    } else {
      estimate_add(m, mana->kind, n);
    }
  }
}

void estimate_gather(Game *g, u32 player, ManaEstimate *m) {
  spell_looks_forget(g);
  layers_update(g);
  u64 rules = derived(g)->layers.rules;
  bool steady = !mana_is_replaced(g) && !(rules & MANA_RULES);
  /* Effects may give spells abilities that change what they cost. */
  bool plain = steady && !(rules & SPELL_RULES) && !derived(g)->layers.changes_spells;
  *m = (ManaEstimate){.player = player, .plain = plain, .steady = steady, .mark = scratch_mark(g)};
  m->all = m->bounded = !mana_off_battlefield(g) && !mana_triggers(g);
  estimate_of_pool(g, m);
  actors_gather(g, m);
}

/* Whether there is so much, and so much of each kind. */
static QuickAnswer estimate_cover(const ManaEstimate *m, u32 total, const u8 *need) {
  bool enough = total <= m->total;
  for (u32 k = 0; k < PAY_KINDS; k++) enough = enough && need[k] <= m->have[k];
  if (!m->steady) return QUICK_UNKNOWN;
  if (enough) return QUICK_YES;
  if (m->all) return QUICK_NO;
  bool lacks = estimate_lacks(m, total);
  for (u32 k = 0; k < PAY_KINDS; k++) lacks = lacks || (m->bounded && need[k] > m->have[k] + m->more_of[k]);
  return lacks ? QUICK_NO : QUICK_UNKNOWN;
}

/* Whether the mana of two kinds that is not needed for itself is so much. */
static bool either_left(const ManaEstimate *m, const CardForm *form) {
  u32 left = 0;
  for (u32 kinds = form->either; kinds; kinds &= kinds - 1)
    left += m->have[bits_first(kinds)] - form->need[bits_first(kinds)];
  return left >= form->either_n;
}

static QuickAnswer estimate_cover_form(const ManaEstimate *m, const CardForm *form) {
  QuickAnswer quick = estimate_cover(m, form->total, form->need);
  if (quick != QUICK_YES || either_left(m, form)) return quick;
  return m->all ? QUICK_NO : QUICK_UNKNOWN;
}

/* --- what a cost has chosen --------------------------------------------------------------------------------------- */

static bool is_picked(Game *g, u32 slot, const CostPick *pick) {
  if (pick->from == PICK_TAP && object_row(g, slot)->status & STATUS_TAPPED) return false;
  if (!pick->types && !pick->subtype) return true;
  const Chars *c = chars_of(g, slot);
  return (!pick->types || c->types & pick->types) && (!pick->subtype || chars_subtype(c, pick->subtype));
}

static u32 permanents_picked(Game *g, ManaEstimate *m, const CostPick *pick) {
  PicksCounted *known = &m->picked;
  for (u32 i = 0; i < COUNT_OF(known->pick); i++)
    if (known->pick[i].n && known->pick[i].from == pick->from && known->pick[i].types == pick->types &&
        known->pick[i].subtype == pick->subtype)
      return known->n[i];
  u32 n = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    n += object_row(g, s)->controller == m->player && !object_phased_out(g, s) && is_picked(g, s, pick);
  u32 at = known->next++ % COUNT_OF(known->pick);
  known->pick[at] = *pick;
  known->n[at] = n;
  return n;
}

/* Whether effects keep some permanents from being sacrificed for costs. */
static bool sacrifices_limited(Game *g) {
  return rules_of(g, IR_R_CANT_BE_SACRIFICED) || rules_of(g, IR_R_CANT_SACRIFICE_TO_PAY);
}

/* Whether there is enough to choose for a cost; `slot` itself is not in the hand any more when a card is cast. */
static QuickAnswer picks_enough(Game *g, ManaEstimate *m, const CostPick *pick, u32 slot) {
  if (pick->n == 0) return QUICK_YES;
  u32 n = 0;
  if (pick->from == PICK_SACRIFICE) {
    n = permanents_picked(g, m, pick);
    return n < pick->n ? QUICK_NO : sacrifices_limited(g) ? QUICK_UNKNOWN : QUICK_YES;
  }
  if (pick->from == PICK_TAP) return permanents_picked(g, m, pick) < pick->n ? QUICK_NO : QUICK_UNKNOWN;
  m->hand = true;
  for (u32 s = zone_first(g, ZONE_HAND, m->player); s && n < pick->n; s = object_row(g, s)->next)
    n += s != slot && is_picked(g, s, pick);
  return n < pick->n ? QUICK_NO : QUICK_YES;
}

/* Both hold. */
static QuickAnswer quick_and(QuickAnswer a, QuickAnswer b) {
  if (a == QUICK_NO || b == QUICK_NO) return QUICK_NO;
  return a == QUICK_YES ? b : a;
}

QuickAnswer estimate_pay(Game *g, ManaEstimate *m, u32 slot, const CardForm *form) {
  if (!m->plain) return QUICK_UNKNOWN;
  QuickAnswer quick = estimate_cover_form(m, form);
  if (quick != QUICK_NO) quick = quick_and(quick, picks_enough(g, m, &form->pick, slot));
  return quick == QUICK_YES && form->ordinary < CAST_PICKS ? QUICK_UNKNOWN : quick;
}

QuickAnswer estimate_pay_way(Game *g, ManaEstimate *m, u32 slot, const CardForm *form, const CastWay *way) {
  if (!m->plain) return QUICK_UNKNOWN;
  QuickAnswer quick = estimate_cover(m, way->total, way->need);
  if (quick != QUICK_NO) quick = quick_and(quick, picks_enough(g, m, &way->pick, slot));
  if (quick != QUICK_NO) quick = quick_and(quick, picks_enough(g, m, &form->pick, slot));
  return quick == QUICK_YES && !way->exact ? QUICK_UNKNOWN : quick;
}

/* Whether mana that symbols of one kind leave over pays those of several, each from what there is most of. If it does, that
   is a way to pay; if only one sort of them is to be paid and it doesn't, there is none. */
static QuickAnswer several_kinds_pay(const ManaEstimate *m, const CostTotal *t, const u8 *need) {
  u32 left[PAY_KINDS], sorts = 0;
  bool enough = true;
  for (u32 k = 0; k < PAY_KINDS; k++) left[k] = m->have[k] - need[k];
  for (u32 i = 0; i < t->symbol_count; i++) {
    PaySymbol symbol = t->symbols[i];
    if (symbol.n == 0 || bits_count(symbol.symbol) == 1) continue;
    sorts++;
    for (u32 n = 0; n < symbol.n && enough; n++) {
      u32 most = bits_first(symbol.symbol);
      for (u32 kinds = symbol.symbol; kinds; kinds &= kinds - 1)
        if (left[bits_first(kinds)] > left[most]) most = bits_first(kinds);
      enough = left[most] > 0;
      left[most] -= enough;
    }
  }
  if (enough) return QUICK_YES;
  return m->all && sorts == 1 ? QUICK_NO : QUICK_UNKNOWN;
}

QuickAnswer estimate_pay_total(const ManaEstimate *m, const CostTotal *t) {
  u8 need[PAY_KINDS] = {0};
  if (t->generic > 1000) return QUICK_UNKNOWN;
  u32 total = (u32)t->generic;
  bool several = false;
  for (u32 i = 0; i < t->symbol_count; i++) {
    PaySymbol symbol = t->symbols[i];
    if (symbol.n == 0) continue;
    if (symbol.symbol & ~(u32)SYMBOL_KINDS || symbol.symbol == 0 || symbol.n > 100) return QUICK_UNKNOWN;
    if (bits_count(symbol.symbol) == 1)
      need[bits_first(symbol.symbol)] = (u8)symbol.n;
    else
      several = true;
    total += symbol.n;
  }
  QuickAnswer quick = estimate_cover(m, total, need);
  return quick == QUICK_YES && several ? several_kinds_pay(m, t, need) : quick;
}

/* --- what is plain ------------------------------------------------------------------------------------------------- */

const CardForm *form_held(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  bool held = o->zone == ZONE_HAND || o->zone == ZONE_GRAVEYARD || o->zone == ZONE_EXILE;
  if (!held || o->kind != OBJECT_CARD || o->flags & OBJECT_COMMANDER || o->face || o->status) return NULL;
  return form_besides_pt(g, slot);
}

/* Whether there is so much, and so much of each kind, without the mana that the permanent itself was counted with. */
static QuickAnswer cover_without(Game *g, u32 slot, const ManaEstimate *m, u32 total, const u8 *need) {
  const Chars *c = chars_of(g, slot);
  ManaEstimate others = *m;
  bool makes = false;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (!(def->flags & ABILITY_MANA)) continue;
    makes = true;
    if (def->makes) estimate_less(&others, bits_first(def->makes), def->makes_n);
  }
  QuickAnswer quick = estimate_cover(&others, total, need);
  return makes && quick == QUICK_NO ? QUICK_UNKNOWN : quick;
}

/* The cost of an ability of a permanent that taps, sacrifices itself, costs plain mana and has something chosen. */
static QuickAnswer clear_cost(Game *g, u32 slot, const AbilityDef *def, ManaEstimate *m) {
  if (def->flags & ABILITY_TAPS && !taps_now(g, slot)) return QUICK_NO;
  bool others = object_row(g, slot)->controller != m->player;
  if (def->flags & ABILITY_SACRIFICES && (others || sacrifices_limited(g))) return QUICK_UNKNOWN;
  if (def->counter_n && object_counters(g, slot, def->counter) < def->counter_n) return QUICK_NO;
  if (def->life && core(g)->players[m->player].life < def->life) return QUICK_NO;
  if (def->life && (rules_of(g, IR_R_CANT_LOSE_LIFE) || rules_of(g, IR_R_CANT_PAY_LIFE))) return QUICK_UNKNOWN;
  QuickAnswer picks = picks_enough(g, m, &def->pick, 0);
  if (!def->mana || picks == QUICK_NO) return picks;
  const ManaCost *cost = &g->db->costs.data[def->mana];
  u8 need[PAY_KINDS] = {0};
  for (u32 i = 0; i < cost->count; i++) need[bits_first(cost->symbols[i])]++;
  u32 total = (u32)cost->generic + cost->count;
  QuickAnswer quick = estimate_cover(m, total, need);
  bool spends_itself = def->flags & (ABILITY_TAPS | ABILITY_SACRIFICES);
  if (spends_itself && quick == QUICK_YES) quick = cover_without(g, slot, m, total, need);
  return quick_and(quick, picks);
}

QuickAnswer ability_quick_answer(Game *g, u32 slot, const AbilityDef *def, ManaEstimate *m) {
  const Object *o = object_row(g, slot);
  bool permanent = o->zone == ZONE_BATTLEFIELD;
  if (!(def->flags & ABILITY_FOR_OTHERS) && (permanent ? o->controller : o->owner) != m->player) return QUICK_NO;
  if (permanent && o->status & STATUS_TAPPED && def->flags & ABILITY_TAPS) return QUICK_NO;
  if (!(def->zones & ZONE_BIT(o->zone))) return QUICK_NO;
  if (permanent && o->status & STATUS_PHASED_OUT) return QUICK_NO;
  if (!m->plain) return QUICK_UNKNOWN;
  if (permanent && def->flags & ABILITY_CLEAR) return clear_cost(g, slot, def, m);
  if (estimate_lacks(m, def->least_mana)) return QUICK_NO;
  return def->pick.n && picks_enough(g, m, &def->pick, 0) == QUICK_NO ? QUICK_NO : QUICK_UNKNOWN;
}

/* --- the payment ------------------------------------------------------------------------------------------------------ */

void payment_context_begin(Game *g, u32 player, PaymentContext *p) {
  p->g = g;
  p->full = p->shut = p->unsure = p->closely = false;
  estimate_gather(g, player, &p->estimate);
}

void payment_context_open(PaymentContext *p) {
  if (p->full) return;
  problem_begin(p->g, p->estimate.player, NULL, &p->board);
  p->full = true;
  p->floor = scratch_count(p->g);
}

void payment_context_end(PaymentContext *p) {
  ASSERT(!p->full || scratch_count(p->g) >= p->floor);
  if (p->full) problem_end(&p->board);
  scratch_release(p->g, p->estimate.mark);
}

bool payment_context_timeless(const PaymentContext *p) {
  Game *g = p->g;
  if (!p->full) return true;
  if (mana_off_battlefield(g) || mana_triggers(g)) return false;
  for (u32 i = 0; i < p->estimate.actors; i++) {
    u32 slot = (u32)scratch_get(g, p->estimate.mark + i), count = ability_count(g, slot);
    for (u32 a = 0; a < count; a++) {
      const AbilityDef *def = carddb_ability(g->db, ability_get(g, slot, a).ability);
      if (def->op == IR_ACTIVATED && (def->flags & (ABILITY_MANA | ABILITY_TIMELESS)) == ABILITY_MANA) return false;
    }
  }
  return true;
}

static bool pays_as_it_is(PaymentContext *p, const CastContext *s) {
  PaymentProblem quick = {.g = p->g, .player = p->estimate.player, .quick = &p->estimate};
  if (context_payable_with(s, &quick)) {
    ASSERT(p->shut || context_payable_with(s, NULL));
    return true;
  }
  bool others = s->spell && (stands_in(s) || assist_is_open(s));
  p->closely = p->closely || others || quick.unsure;
  if (others) return context_payable_with(s, NULL);
  if (!quick.unsure) {
    ASSERT(p->shut || !context_payable_with(s, NULL));
    return false;
  }
  if (p->shut && !p->full) {
    p->unsure = true;
    return false;
  }
  payment_context_open(p);
  ASSERT(scratch_count(p->g) >= p->floor);
  return context_payable_with(s, &p->board);
}

/* With a context or else a problem of what there is to pay with. An X that isn't announced is tried where 0 may not do. */
static bool some_x_pays(PaymentContext *p, PaymentProblem *b, const CastContext *s) {
  if (p ? pays_as_it_is(p, s) : context_payable_with(s, b)) return true;
  bool announced = s->env && env_at(s->g, s->env)->slot[SLOT_X].tag == VALUE_NUMBER;
  if (s->trial_x || announced || !cost_chooses_by_x(s)) return false;
  CastContext with = *s;
  for (with.trial_x = 1; with.trial_x <= X_LOOKED_AT; with.trial_x++)
    if (p ? pays_as_it_is(p, &with) : context_payable_with(&with, b)) return true;
  return false;
}

bool payment_context_pays(PaymentContext *p, const CastContext *s) { return some_x_pays(p, NULL, s); }

bool payment_problem_pays(PaymentProblem *b, const CastContext *s) { return some_x_pays(NULL, b, s); }

bool context_payable(const CastContext *s) {
  PaymentContext payment;
  payment_context_begin(s->g, s->player, &payment);
  bool payable = payment_context_pays(&payment, s);
  payment_context_end(&payment);
  return payable;
}
