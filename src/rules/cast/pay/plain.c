/* Payments that need no search: the cost is so much mana of single kinds, and all the mana there is comes from the pool
   and from permanents that tap for one mana of one kind. What the payer would find (solver.h) is then known by counting:
   the pool is spent before anything is activated, and of the permanents each is needed that stands before others and
   makes what is missing. Checked builds ask the payer too. */
#include "rules/cast/casting.h"
#include "state/mods.h"

typedef struct ManaCounted {
  u32 missing[PAY_KINDS]; /* mana of its own kind that symbols want and the pool has not */
  u32 generic;            /* mana of any kind that is missing */
  u32 pool, cost;         /* all there is and all that is wanted */
  u32 sources[PAY_KINDS]; /* permanents that make so much */
} ManaCounted;

/* False if some symbol can be paid in several ways. */
static bool count_cost(const CostTotal *t, ManaCounted *c) {
  if (t->generic < 0 || t->generic > 1000 || t->life || t->either || t->unpayable) return false;
  c->generic = c->cost = (u32)t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) {
    PaySymbol symbol = t->symbols[i];
    if (symbol.symbol & ~(u32)SYMBOL_KINDS || bits_count(symbol.symbol) != 1 || symbol.n > 1000) return false;
    c->missing[bits_first(symbol.symbol)] += symbol.n;
    c->cost += symbol.n;
  }
  return true;
}

/* What the pool has pays symbols first. */
static bool count_pool(Game *g, u32 player, ManaCounted *c) {
  u32 spare = 0;
  for (u32 i = 0; i < count_of(g, T_MANA); i++) {
    const Mana *m = row_MANA(g, i);
    if (m->player != player) continue;
    if (m->terms || m->n > 1000) return false;
    u32 used = (u32)num_min(m->n, c->missing[m->kind]);
    c->missing[m->kind] -= used;
    spare += m->n - used;
    c->pool += m->n;
  }
  c->generic -= (u32)num_min(spare, c->generic);
  return true;
}

/* The ability by which a permanent taps for mana of one kind, with its index among all; null if it has none. */
static const AbilityDef *tap_ability(Game *g, u32 slot, u32 *index) {
  const Chars *c = chars_of(g, slot);
  for (*index = 0; *index < c->ability_count; ++*index) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, *index).ability);
    if (def->makes) return def;
  }
  return NULL;
}

/* The least useful permanent of which the payment needs the mana, the first of several; false if one makes several at
   once, or all are too few. */
static bool first_needed(Game *g, const ManaEstimate *m, ManaCounted *c, ManaPlan *plan) {
  u32 least = UINT32_MAX;
  *plan = (ManaPlan){0};
  for (u32 i = 0; i < m->actors; i++) {
    u32 slot = (u32)scratch_get(g, m->mark + i), index;
    if (object_row(g, slot)->controller != m->player || !taps_now(g, slot)) continue;
    const AbilityDef *def = tap_ability(g, slot, &index);
    if (!def) continue;
    if (def->makes_n != 1) return false;
    u32 kind = bits_first(def->makes);
    c->sources[kind]++;
    if (least == 0 || (!c->missing[kind] && !c->generic)) continue;
    u32 useful = mana_usefulness(g, slot);
    if (useful >= least) continue;
    least = useful;
    *plan = (ManaPlan){.source = object_ref(g, slot), .index = index};
  }
  u32 spare = 0;
  for (u32 k = 0; k < PAY_KINDS; k++) {
    if (c->sources[k] < c->missing[k]) return false;
    spare += c->sources[k] - c->missing[k];
  }
  return spare >= c->generic;
}

/* Whether it doesn't matter which of the pool's mana is spent. */
static bool pool_is_alike(const Game *g, u32 player) {
  const Mana *first = NULL;
  for (u32 i = 0; i < count_of(g, T_MANA); i++) {
    const Mana *m = row_MANA(g, i);
    if (m->player != player || m->n == 0) continue;
    if (!first) first = m;
    if (m->kind != first->kind || m->snow != first->snow) return false;
  }
  return true;
}

/* What stands in for mana is chosen already; it would be part of the pool. */
static bool something_stands_in(const Game *g, u32 first) {
  for (u32 i = first; i < count_of(g, T_CHOSEN); i++)
    if (row_CHOSEN(g, i)->kind == CHOSEN_STANDS_IN) return true;
  return false;
}

PayAnswer payment_plain(Game *g, u32 player, u32 total_row, const CostTotal *t, ManaPlan *plan) {
  ManaCounted c = {0};
  if (something_stands_in(g, total_row) || !count_cost(t, &c) || !count_pool(g, player, &c)) return PAY_IMPOSSIBLE;
  ManaEstimate m;
  estimate_gather(g, player, &m);
  PayAnswer answer = PAY_IMPOSSIBLE;
  bool done = c.generic == 0;
  for (u32 k = 0; k < PAY_KINDS; k++) done = done && c.missing[k] == 0;
  if (m.steady && m.all) {
    if (done)
      answer = c.pool == c.cost || pool_is_alike(g, player) ? PAY_READY : PAY_IMPOSSIBLE;
    else if (first_needed(g, &m, &c, plan))
      answer = PAY_ACTIVATE;
  }
  scratch_release(g, m.mark);
  return answer;
}

/* The next of the player's mana in the order in which the payer spends it; (u32)-1 when there is none left. */
static u32 next_spent(const Game *g, u32 player) {
  u32 best = (u32)-1;
  for (u32 i = 0; i < count_of(g, T_MANA); i++) {
    const Mana *m = row_MANA(g, i);
    if (m->player != player || m->n == 0) continue;
    if (best == (u32)-1 || mana_spending_order(m) < mana_spending_order(row_MANA(g, best))) best = i;
  }
  return best;
}

void payment_spend_pool(Game *g, const CastContext *s, const CostTotal *t) {
  i64 left = t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) left += t->symbols[i].n;
  RULE(g, "118.3a");
  while (left > 0) {
    u32 row = next_spent(g, s->player);
    SOUND(g, row != (u32)-1);
    const Mana m = *row_MANA(g, row);
    u32 n = (u32)num_min(m.n, left);
    row_MANA(g, row)->n -= n;
    left -= n;
    remember_mana(g, s, &m, n);
  }
  mana_compact(g);
}

/* The cost of a form, as the total that the rules would make of it. */
static void total_of_form(const CardDb *db, const CardForm *form, CostTotal *t) {
  const ManaCost *cost = &db->costs.data[form->chars.mana_cost];
  cost_total_init(t);
  t->generic = cost->generic;
  for (u32 k = 0; k < PAY_KINDS; k++) {
    if (!form->need[k]) continue;
    t->symbols[t->symbol_count++] = (PaySymbol){.symbol = (ManaSymbol)(1u << k), .n = form->need[k]};
  }
}

bool payment_at_once(const CastContext *s, const CardForm *form) {
  Game *g = s->g;
  CostTotal t;
  if (player_pays_by_hand(g, s->player) || payment_may_surprise(g) || !cast_allowed(s)) return false;
  total_of_form(g->db, form, &t);
  if (form->total == 0) return true;
  for (;;) {
    ManaPlan plan;
    PayAnswer answer = payment_plain(g, s->player, count_of(g, T_CHOSEN), &t, &plan);
    if (answer == PAY_READY) break;
    if (answer != PAY_ACTIVATE || !mana_tapped_plainly(g, s->player, ref_slot(plan.source), plan.index)) return false;
  }
  payment_spend_pool(g, s, &t);
  return true;
}
