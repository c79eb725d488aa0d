#include "rules/cast/pay/solver_internal.h"

/* How a payment is found.

   Sources that cost no mana, compete with nobody and make mana that can be chosen one by one are simply
   mana that is there ("plain"). So is a permanent with several abilities of which one can be activated, each
   for one mana ("merged": the mana is what any of them makes). With these alone paying is a flow from mana
   to symbols. What remains is searched: first which of the competing sources are activated and for which
   kinds, then in which order those that cost mana follow. Such an order is again a flow, in which mana born
   by the k-th activation can't pay for the first k. A branch is left when not even all that is undecided
   together, at no cost, would pay; and when another branch has left the same mana and resources. */

/* --- working memory --------------------------------------------------------------------------- */

static u32 mana_rows(const PayProblem *p) {
  u32 rows = p->pool_count + PAY_CHAIN * PAY_GROUPS + 32 * PAY_GROUPS;
  for (u32 s = 0; s < p->source_count; s++) rows += p->sources[s].make_count;
  return rows;
}

static u32 need_rows(const PayProblem *p) {
  u32 most = 0;
  for (u32 s = 0; s < p->source_count; s++) {
    u32 needs = p->sources[s].cost.count + 2u;
    if (needs > most) most = needs;
  }
  u32 rows = p->cost.symbol_count + 2 + most * PAY_CHAIN;
  return rows < FLOW_NEEDS ? rows : FLOW_NEEDS;
}

static size_t words_of(size_t bytes) { return (bytes + 7) / 8; }

size_t payer_work_words(const PayProblem *p) {
  size_t sources = p->source_count, resources = p->resource_count, mana = mana_rows(p);
  return MEMO + 2 * words_of(sources) + 6 * words_of(4 * sources) + 7 * words_of(4 * resources) +
         words_of(sizeof(FlowMana) * mana) + words_of(4 * mana * need_rows(p));
}

static void *cut_from(u64 **work, size_t bytes) {
  void *part = *work;
  *work += words_of(bytes);
  return part;
}

/* The most mana that could have to be paid: each activation of a source makes some of it, or is none that helps. */
static u32 most_needed(const PayProblem *p) {
  i64 needed = num_max(0, p->cost.generic), chained = 0;
  for (u32 i = 0; i < p->cost.symbol_count; i++)
    needed =
        num_add(needed, (p->cost.symbols[i].symbol & SYMBOL_TWO_GENERIC ? 2 : 1) * (i64)p->cost.symbols[i].n, NULL);
  for (u32 s = 0; s < p->source_count; s++) {
    const ManaCost *cost = &p->sources[s].cost;
    chained = num_max(chained, num_max(0, cost->generic) + cost->count);
  }
  return (u32)num_min(num_add(needed, PAY_CHAIN * chained, NULL), INT32_MAX);
}

void solver_init(Solver *v, const PayProblem *p, u64 *work) {
  zero(v, offsetof(Solver, needs)); /* what lies behind is written before it is counted */
  v->p = p;
  v->allowance = PAY_ALLOWANCE;
  v->mana_cap = mana_rows(p);
  v->need_cap = need_rows(p);
  v->most_uses = most_needed(p);
  size_t sources = p->source_count, resources = p->resource_count;
  v->memo = cut_from(&work, MEMO * 8);
  u64 *numbers = work;
  v->allowed = cut_from(&work, sources);
  v->role = cut_from(&work, sources);
  v->taken = cut_from(&work, 4 * sources);
  v->won = cut_from(&work, 4 * sources);
  v->twin = cut_from(&work, 4 * sources);
  v->leader = cut_from(&work, 4 * sources);
  v->order = cut_from(&work, 4 * sources);
  v->items = cut_from(&work, 4 * sources);
  v->left = cut_from(&work, 4 * resources);
  v->wanted = cut_from(&work, 4 * resources);
  v->wanters = cut_from(&work, 4 * resources);
  v->mergers = cut_from(&work, 4 * resources);
  v->presents = cut_from(&work, 4 * resources);
  v->shared = cut_from(&work, 4 * resources);
  v->best = cut_from(&work, 4 * resources);
  memset(numbers, 0, (size_t)(work - numbers) * sizeof *work);
  v->mana = cut_from(&work, sizeof(FlowMana) * v->mana_cap);
  v->flow = cut_from(&work, 4 * (size_t)v->mana_cap * v->need_cap);
  for (u32 s = 0; s < p->source_count; s++) {
    v->allowed[s] = 1;
    v->order[s] = s;
  }
}

/* --- symbols ---------------------------------------------------------------------------------- */

static bool cost_is_free(const ManaCost *cost) { return cost->generic <= 0 && cost->count == 0; }

/* The type of a symbol, TYPES if there are too many. */
static u32 type_of(Solver *v, ManaSymbol symbol, u64 accepts, bool main) {
  symbol &= SYMBOL_KINDS | SYMBOL_SNOW;
  for (u32 t = 0; t < v->type_count; t++) {
    const Type *type = &v->types[t];
    if (type->symbol == symbol && type->accepts == accepts && type->main == main) return t;
  }
  if (v->type_count == TYPES) return TYPES;
  v->types[v->type_count] = (Type){.symbol = symbol, .accepts = accepts, .main = main};
  return v->type_count++;
}

bool type_takes(const Type *type, const PayMana *m, u32 kinds) {
  bool stands_in = m->flags & PAY_STANDS_IN;
  if (!(type->accepts >> m->restriction & 1) || (stands_in && !type->main)) return false;
  if (type->symbol == 0 || (type->symbol & kinds)) return true;
  return (type->symbol & SYMBOL_SNOW) && (m->flags & PAY_SNOW) && !stands_in;
}

static u64 fits_of(const Solver *v, const PayMana *m, u32 kinds) {
  u64 fits = 0;
  for (u32 t = 0; t < v->type_count; t++)
    if (type_takes(&v->types[t], m, kinds)) fits |= (u64)1 << t;
  return fits;
}

static void need_add(Solver *v, u32 type, u32 since, u32 time, u32 n) {
  if (n == 0) return;
  v->needs[v->need_count++] = (FlowNeed){.type = type, .since = since, .time = time, .n = n};
}

/* Adds what a source costs, at a time; false if there is no room or a symbol without a type. One of the
   symbol `bound` (the generic part comes after the others, NOT_BOUND binds none) is to be paid with mana
   born just then. */
static bool need_source(Solver *v, const PaySource *s, u32 time, u32 bound) {
  if (v->need_count + s->cost.count + 2 > v->need_cap) return false;
  for (u32 i = 0; i < s->cost.count; i++) {
    u32 type = type_of(v, s->cost.symbols[i], s->accepts, false);
    if (type == TYPES) return false;
    need_add(v, type, i == bound ? time : 0, time, 1);
  }
  u32 type = type_of(v, 0, s->accepts, false), generic = (u32)num_max(0, s->cost.generic);
  if (type == TYPES) return false;
  if (bound == s->cost.count) {
    need_add(v, type, time, time, 1);
    generic--;
  }
  need_add(v, type, 0, time, generic);
  return true;
}

/* --- what a source is ----------------------------------------------------------------------------- */

bool group_is_same(const PayMana *m) { return (m->flags & PAY_SAME) && m->n > 1 && bits_count(m->kinds) > 1; }

/* Whether mana of one kind has to be chosen for several mana at once. */
static bool source_branches(const PaySource *s) {
  for (u32 i = 0; i < s->make_count; i++)
    if (group_is_same(&s->makes[i])) return true;
  return false;
}

static u64 source_makes(const PaySource *s) {
  u64 n = 0;
  for (u32 i = 0; i < s->make_count; i++) n += s->makes[i].n;
  return n;
}

static u64 source_costs(const PaySource *s) { return (u64)num_max(0, s->cost.generic) + s->cost.count; }

/* How often it can be activated with what is left, as long as it is there, and to any use. */
static u32 source_uses(const Solver *v, const PaySource *s) {
  u32 uses = s->uses < v->most_uses ? s->uses : v->most_uses;
  for (u32 i = 0; i < s->need_count; i++) {
    if (s->needs[i].n == 0) continue;
    u32 most = v->left[s->needs[i].resource] / s->needs[i].n;
    if (most < uses) uses = most;
  }
  return uses;
}

static bool source_present(const Solver *v, const PaySource *s) {
  return s->present == 0 || v->left[s->present - 1] > 0;
}

static void resources_take(Solver *v, const PaySource *s, u32 uses) {
  for (u32 i = 0; i < s->need_count; i++) v->left[s->needs[i].resource] -= s->needs[i].n * uses;
}

static void resources_give(Solver *v, const PaySource *s, u32 uses) {
  for (u32 i = 0; i < s->need_count; i++) v->left[s->needs[i].resource] += s->needs[i].n * uses;
}

static u32 add_capped(u32 a, u64 b) { return b > UINT32_MAX - a ? UINT32_MAX : a + (u32)b; }

/* Whether others want a resource it needs so much that not all can have it. */
static bool source_contested(const Solver *v, const PaySource *s) {
  for (u32 i = 0; i < s->need_count; i++)
    if (v->wanted[s->needs[i].resource] > v->left[s->needs[i].resource]) return true;
  return false;
}

/* The one contested resource that it needs and of which there is but one, if it is activated once for a
   single mana; resource_count if it is no such source. */
static u32 merging_resource(const Solver *v, const PaySource *s) {
  u32 none = v->p->resource_count, found = none;
  if (s->uses != 1 || source_makes(s) != 1) return none;
  for (u32 i = 0; i < s->need_count; i++) {
    u32 r = s->needs[i].resource;
    if (v->wanted[r] <= v->left[r]) continue;
    if (found != none || v->left[r] != 1 || s->needs[i].n != 1) return none;
    found = r;
  }
  return found;
}

/* Whether activating it may make another source, which is itself bound to an order, impossible. With
   `direct`, any other source at all. */
static bool source_removes(const Solver *v, u32 index, bool direct) {
  const PaySource *s = source_at(v, index);
  for (u32 i = 0; i < s->need_count; i++) {
    u32 r = s->needs[i].resource;
    if (v->presents[r] == (u32)(s->present == 1 + r)) continue;
    for (u32 t = 0; t < v->p->source_count; t++) {
      const PaySource *other = source_at(v, t);
      if (t == index || v->role[t] == ROLE_OFF || other->present != 1 + r) continue;
      if (direct || !cost_is_free(&other->cost) || source_removes(v, t, true)) return true;
    }
  }
  return false;
}

static bool mana_same(const PayMana *a, const PayMana *b) {
  return a->kinds == b->kinds && a->flags == b->flags && a->restriction == b->restriction && a->n == b->n;
}

/* Whether it needs nothing that others want, and nothing of what they must leave. */
static bool source_private(const Solver *v, const PaySource *s) {
  u32 present = s->present ? v->wanters[s->present - 1] : 0;
  for (u32 i = 0; i < s->need_count; i++) {
    u32 r = s->needs[i].resource;
    bool own = s->present == 1 + r;
    if (v->wanters[r] > 1 || v->presents[r] > (u32)own) return false;
    if (own) present--;
  }
  return present == 0;
}

/* Whether two sources are alike in all that matters to others. */
static bool sources_twins(const Solver *v, const PaySource *a, const PaySource *b) {
  if (a->uses != 1 || b->uses != 1 || a->make_count != b->make_count || a->accepts != b->accepts) return false;
  if (!source_private(v, a) || !source_private(v, b)) return false;
  for (u32 i = 0; i < a->make_count; i++)
    if (!mana_same(&a->makes[i], &b->makes[i])) return false;
  if (a->cost.generic != b->cost.generic || a->cost.count != b->cost.count) return false;
  return memcmp(a->cost.symbols, b->cost.symbols, a->cost.count * sizeof a->cost.symbols[0]) == 0;
}

/* Counts who wants what of the sources that can be activated at all. */
static void count_wants(Solver *v) {
  for (u32 r = 0; r < v->p->resource_count; r++) v->wanted[r] = v->wanters[r] = v->mergers[r] = v->presents[r] = 0;
  for (u32 i = 0; i < v->p->source_count; i++) {
    const PaySource *s = source_at(v, i);
    u32 uses = v->allowed[i] && source_present(v, s) ? source_uses(v, s) : 0;
    if (uses && s->present) v->presents[s->present - 1]++;
    v->role[i] = uses ? ROLE_PLAIN : ROLE_OFF;
    v->taken[i] = v->twin[i] = 0;
    v->leader[i] = v->p->source_count;
    for (u32 j = 0; uses && j < s->need_count; j++) {
      u32 r = s->needs[j].resource;
      v->wanted[r] = add_capped(v->wanted[r], (u64)s->needs[j].n * uses);
      v->wanters[r]++;
    }
  }
}

static void find_twin(Solver *v, u32 index) {
  for (u32 i = v->item_count; i > v->choice_count; i--) {
    u32 other = v->items[i - 1];
    if (!sources_twins(v, source_at(v, index), source_at(v, other))) continue;
    v->twin[index] = 1 + other;
    return;
  }
}

/* Gives every source its role. */
static void classify(Solver *v) {
  u32 count = v->p->source_count;
  count_wants(v);
  for (u32 i = 0; i < count; i++) {
    const PaySource *s = source_at(v, i);
    if (v->role[i] == ROLE_OFF) continue;
    if (!cost_is_free(&s->cost) || source_removes(v, i, false))
      v->role[i] = ROLE_CHAINED;
    else if (source_branches(s) || source_contested(v, s))
      v->role[i] = ROLE_CHOICE;
    u32 r = v->role[i] == ROLE_CHOICE ? merging_resource(v, s) : v->p->resource_count;
    if (r < v->p->resource_count) v->mergers[r]++;
  }
  v->item_count = 0;
  for (u32 i = 0; i < count; i++) {
    if (v->role[i] != ROLE_CHOICE) continue;
    u32 r = merging_resource(v, source_at(v, i));
    if (r < v->p->resource_count && v->mergers[r] == v->wanters[r])
      v->role[i] = ROLE_MERGED;
    else
      v->items[v->item_count++] = i;
  }
  v->choice_count = v->item_count;
  for (u32 i = 0; i < count; i++) {
    if (v->role[i] != ROLE_CHAINED) continue;
    find_twin(v, i);
    v->items[v->item_count++] = i;
  }
}

/* --- mana ------------------------------------------------------------------------------------- */

static bool mana_room(const Solver *v, u32 rows) { return v->mana_count + rows <= v->mana_cap; }

static void mana_add(Solver *v, u64 fits, u32 birth, u64 n, u32 owner, u32 group, u32 kinds) {
  for (u32 i = 0; v->lumped && i < v->mana_count; i++) {
    FlowMana *m = &v->mana[i];
    if (m->fits != fits) continue;
    m->n = (u32)num_min(INT32_MAX, (i64)m->n + (i64)n);
    return;
  }
  v->mana[v->mana_count++] = (FlowMana){.fits = fits,
                                        .birth = birth,
                                        .n = n > INT32_MAX ? INT32_MAX : (u32)n,
                                        .owner = owner,
                                        .group = (u8)group,
                                        .kinds = (u8)kinds};
}

/* All a source makes, kinds still open. */
static void mana_open(Solver *v, u32 index, u32 birth, u32 uses) {
  const PaySource *s = source_at(v, index);
  for (u32 i = 0; i < s->make_count; i++) {
    const PayMana *m = &s->makes[i];
    mana_add(v, fits_of(v, m, m->kinds), birth, (u64)m->n * uses, index, i, m->kinds);
  }
}

/* The mana of merged sources is one mana of what any of them makes. It stands where the first of them does,
   their leader. */
static void mana_merge(Solver *v, u32 index) {
  u32 r = merging_resource(v, source_at(v, index)), kinds = 0;
  if (v->leader[index] != v->p->source_count) return;
  u64 fits = 0;
  for (u32 i = 0; i < v->p->source_count; i++) {
    if (v->role[i] != ROLE_MERGED || merging_resource(v, source_at(v, i)) != r) continue;
    v->leader[i] = index;
    for (u32 j = 0; j < source_at(v, i)->make_count; j++) {
      const PayMana *m = &source_at(v, i)->makes[j];
      fits |= fits_of(v, m, m->kinds);
      kinds |= m->kinds;
    }
  }
  mana_add(v, fits, 0, 1, index, 0, kinds);
}

/* The mana that is simply there, in the order in which it shall be spent. */
static void mana_begin(Solver *v) {
  v->mana_count = 0;
  v->lumped = !v->detailed;
  for (u32 i = 0; i < v->p->pool_count; i++) {
    const PayMana *m = &v->p->pool[i];
    mana_add(v, fits_of(v, m, m->kinds), 0, m->n, POOL | i, 0, m->kinds);
  }
  for (u32 i = 0; i < v->p->source_count; i++) {
    u32 s = v->order[i];
    if (v->role[s] == ROLE_PLAIN) mana_open(v, s, 0, source_uses(v, source_at(v, s)));
    if (v->role[s] == ROLE_MERGED) mana_merge(v, s);
  }
  v->lumped = false;
}

/* The choices of kind of a source that branches are numbered; kinds that fit the same are one choice. The
   mana of choice `combo` is added; false if there is no such choice or no room. */
static bool mana_choose(Solver *v, u32 index, u32 birth, u32 combo) {
  const PaySource *s = source_at(v, index);
  if (!mana_room(v, s->make_count)) return false;
  u32 first = v->mana_count;
  for (u32 i = 0; i < s->make_count; i++) {
    const PayMana *m = &s->makes[i];
    u64 choices[PAY_KINDS];
    u32 kinds[PAY_KINDS], count = 0;
    if (!group_is_same(m)) {
      choices[0] = fits_of(v, m, m->kinds);
      kinds[0] = m->kinds;
      count = 1;
    }
    for (u32 k = 0; count < PAY_KINDS && group_is_same(m) && k < PAY_KINDS; k++) {
      if (!(m->kinds >> k & 1)) continue;
      u64 fits = fits_of(v, m, 1u << k);
      bool known = false;
      for (u32 j = 0; j < count; j++) known = known || choices[j] == fits;
      if (known) continue;
      choices[count] = fits;
      kinds[count++] = 1u << k;
    }
    mana_add(v, choices[combo % count], birth, m->n, index, i, kinds[combo % count]);
    combo /= count;
  }
  if (combo == 0) return true;
  v->mana_count = first;
  return false;
}

/* --- the search ------------------------------------------------------------------------------- */

/* Spends what a step of the search costs; false if nothing is left, and nothing more is found. */
static bool budget_spend(Solver *v, u32 steps) {
  bool enough = v->budget >= steps;
  v->budget -= enough ? steps : v->budget;
  return enough;
}

/* Whether all needs, those of activations so far included, can be met with the mana there is. */
static bool affordable(Solver *v) {
  enum { PAIRS_A_STEP = 256 };
  if (!budget_spend(v, 1 + v->mana_count * v->need_count / PAIRS_A_STEP)) return false;
  return flow_pay(v->mana, v->mana_count, v->needs, v->need_count, v->flow);
}

/* The most mana the undecided choices from item `at` on can make together: of those that want the same
   contested resource no more are activated than there is of it. */
static u64 choices_make(Solver *v, u32 at) {
  u64 total = 0;
  for (u32 r = 0; r < v->p->resource_count; r++) v->shared[r] = v->best[r] = 0;
  for (u32 i = at; i < v->choice_count; i++) {
    const PaySource *s = source_at(v, v->items[i]);
    u64 makes = source_makes(s), most = makes * source_uses(v, s);
    u32 r = v->p->resource_count;
    for (u32 j = 0; j < s->need_count; j++) {
      u32 wanted = s->needs[j].resource;
      if (v->wanted[wanted] > v->left[wanted] && s->needs[j].n > 0) r = wanted;
    }
    if (r == v->p->resource_count) {
      total += most;
      continue;
    }
    v->shared[r] = add_capped(v->shared[r], most);
    if (makes > v->best[r]) v->best[r] = add_capped(0, makes);
  }
  for (u32 r = 0; r < v->p->resource_count; r++)
    if (v->shared[r] > 0) total += (u64)num_min(v->shared[r], (i64)v->best[r] * v->left[r]);
  return total;
}

/* Whether paying is not out of the question: with everything undecided from item `at` on, as often as its
   own resources allow, mana costs aside. */
static bool hopeful(Solver *v, u32 at) {
  enum { ITEMS_A_STEP = 64, RESOURCES_A_STEP = 1024 };
  u32 count = v->mana_count, steps = (v->item_count - at) / ITEMS_A_STEP + v->p->resource_count / RESOURCES_A_STEP;
  if (!budget_spend(v, steps)) return false;
  u64 total = choices_make(v, at), need = 0;
  for (u32 i = 0; i < count; i++) total += v->mana[i].n;
  for (u32 i = 0; i < v->need_count; i++) need += v->needs[i].n;
  for (u32 i = at; i < v->item_count; i++) {
    const PaySource *s = source_at(v, v->items[i]);
    bool chained = i >= v->choice_count;
    u32 uses = source_uses(v, s), most = s->uses - v->taken[v->items[i]];
    if (chained && most < uses) uses = most;
    if (uses == 0) continue;
    u64 makes = source_makes(s), costs = source_costs(s);
    if (chained && makes > costs) total += (makes - costs) * (u64)num_min(uses, 1 << 24);
    if (mana_room(v, s->make_count)) mana_open(v, v->items[i], chained ? LATE : 0, uses);
  }
  bool hope = total >= need && affordable(v);
  v->mana_count = count;
  return hope;
}

static u64 mix(u64 a, u64 b) {
  Hash h;
  hash_init(&h, a);
  hash_u64(&h, b);
  return hash_end(&h);
}

/* What the rest of the search depends on: the next item, the mana and the resources. Equal mana in a
   different order is the same. */
static u64 memo_key(const Solver *v, u32 at) {
  u64 key = mix(at, v->need_count);
  for (u32 i = 0; i < v->mana_count; i++) {
    const FlowMana *m = &v->mana[i];
    key += mix(m->fits, 1) * m->n;
  }
  for (u32 r = 0; r < v->p->resource_count; r++) key += mix(r, v->left[r]);
  return key ? key : 1;
}

/* --- chains ------------------------------------------------------------------------------------ */

/* Of the orders that come to the same only one is tried: a source stands before those of lower index unless
   it pays for what follows it directly, or would be gone after it. */
static bool chain_free(const Solver *v, u32 index) {
  if (v->chain_count == 0 || v->chain[v->chain_count - 1] <= index) return true;
  const PaySource *s = source_at(v, index), *last = source_at(v, v->chain[v->chain_count - 1]);
  for (u32 i = 0; i < s->need_count; i++)
    if (last->present == 1 + s->needs[i].resource) return true;
  return false;
}

/* Whether `more` activations can't make up for the mana that is missing. */
static bool chain_too_short(const Solver *v, u32 more) {
  u64 total = 0, need = 0, best = 0;
  for (u32 i = 0; i < v->mana_count; i++) total += v->mana[i].n;
  for (u32 i = 0; i < v->need_count; i++) need += v->needs[i].n;
  for (u32 i = v->choice_count; i < v->item_count; i++) {
    const PaySource *s = source_at(v, v->items[i]);
    u64 makes = source_makes(s), costs = source_costs(s);
    if (makes > costs && makes - costs > best) best = makes - costs;
  }
  return total + best * more < need;
}

static bool chain_from(Solver *v, u32 depth);

/* One more activation of a chained source, with every choice of kinds. */
static bool chain_with(Solver *v, u32 index, u32 depth, u32 bound) {
  const PaySource *s = source_at(v, index);
  u32 time = v->chain_count, needs = v->need_count, mana = v->mana_count;
  if (!need_source(v, s, time, bound)) {
    v->need_count = needs;
    return false;
  }
  v->chain[v->chain_count++] = index;
  v->taken[index]++;
  resources_take(v, s, 1);
  for (u32 combo = 0; budget_spend(v, 1) && mana_choose(v, index, time + 1, combo); combo++) {
    if (chain_from(v, depth)) return true;
    v->mana_count = mana;
  }
  resources_give(v, s, 1);
  v->taken[index]--;
  v->chain_count--;
  v->need_count = needs;
  return false;
}

static bool chain_next(Solver *v, u32 index, u32 depth) {
  const PaySource *s = source_at(v, index);
  if (v->taken[index] >= s->uses || source_uses(v, s) == 0 || !source_present(v, s)) return false;
  if (v->twin[index] && v->taken[v->twin[index] - 1] == 0) return false;
  if (chain_free(v, index)) return chain_with(v, index, depth, NOT_BOUND);
  for (u32 i = 0; i < s->cost.count + (u32)(s->cost.generic > 0); i++) {
    if (i > 0 && i < s->cost.count && s->cost.symbols[i] == s->cost.symbols[i - 1]) continue;
    if (chain_with(v, index, depth, i)) return true;
  }
  return false;
}

static bool chain_from(Solver *v, u32 depth) {
  if (affordable(v)) return true;
  if (v->chain_count == depth || chain_too_short(v, depth - v->chain_count)) {
    v->cut = true;
    return false;
  }
  if (!hopeful(v, v->choice_count)) return false;
  for (u32 i = v->choice_count; i < v->item_count; i++)
    if (chain_next(v, v->items[i], depth)) return true;
  return false;
}

/* The shortest chains are tried first, so that a payment has no activation too many. */
static bool chain_search(Solver *v) {
  for (u32 depth = 1; depth <= PAY_CHAIN && v->item_count > v->choice_count; depth++) {
    v->cut = false;
    if (chain_from(v, depth)) return true;
    if (!v->cut) break;
  }
  return false;
}

/* --- choices ----------------------------------------------------------------------------------- */

static bool choose_from(Solver *v, u32 at);

/* Item `at` is activated `uses` times or more, as often as `most`; all mana it makes is of open kinds. */
static bool choose_uses(Solver *v, u32 at, u32 uses, u32 most) {
  u32 index = v->items[at], mana = v->mana_count;
  const PaySource *s = source_at(v, index);
  if (!mana_room(v, s->make_count)) return false;
  for (; uses <= most && v->budget > 0; uses++) {
    v->taken[index] = uses;
    resources_take(v, s, uses);
    if (uses > 0) mana_open(v, index, 0, uses);
    if (choose_from(v, at + 1)) return true;
    v->mana_count = mana;
    resources_give(v, s, uses);
  }
  v->taken[index] = 0;
  return false;
}

/* The same where kinds are chosen: `uses` activations one at a time, choices not falling. */
static bool choose_kinds(Solver *v, u32 at, u32 combo, u32 uses) {
  u32 index = v->items[at], mana = v->mana_count;
  const PaySource *s = source_at(v, index);
  if (v->taken[index] == uses) return choose_from(v, at + 1);
  v->taken[index]++;
  resources_take(v, s, 1);
  for (; budget_spend(v, 1) && mana_choose(v, index, 0, combo); combo++) {
    if (choose_kinds(v, at, combo, uses)) return true;
    v->mana_count = mana;
  }
  resources_give(v, s, 1);
  v->taken[index]--;
  return false;
}

static void wants_change(Solver *v, const PaySource *s, u32 uses, bool withdraw) {
  for (u32 i = 0; i < s->need_count; i++) {
    u32 r = s->needs[i].resource, n = s->needs[i].n * uses;
    v->wanted[r] = withdraw ? v->wanted[r] - n : v->wanted[r] + n;
  }
}

/* Items from `at` on are undecided. */
static bool choose_from(Solver *v, u32 at) {
  if (affordable(v)) return true;
  if (at == v->choice_count) return chain_search(v);
  if (!hopeful(v, at)) return false;
  u64 key = memo_key(v, at);
  u64 *memo = &v->memo[key & (MEMO - 1)];
  if (*memo == key) return false;
  u32 index = v->items[at];
  const PaySource *s = source_at(v, index);
  u32 most = source_uses(v, s);
  bool forced = !source_contested(v, s);
  wants_change(v, s, most, true);
  bool found;
  if (source_branches(s)) {
    found = (!forced || most == 0) && choose_from(v, at + 1);
    for (u32 uses = 1; uses <= most && !found && v->budget > 0; uses++) found = choose_kinds(v, at, 0, uses);
  } else
    found = choose_uses(v, at, forced ? most : 0, most);
  if (found) return true;
  wants_change(v, s, most, false);
  if (v->budget > 0) *memo = key;
  return false;
}

/* What looking at all sources costs, beyond those of a usual board. */
static bool classify_costs(Solver *v) {
  enum { SOURCES_A_STEP = 256 };
  return budget_spend(v, v->p->source_count / SOURCES_A_STEP);
}

/* Searches with the sources that are allowed. Found, it leaves the mana, the needs and the flow between
   them, the chain, and in `taken` the uses of searched sources. */
static bool solve(Solver *v) {
  if (!classify_costs(v)) return false;
  if (v->p->source_count > 0)
    classify(v);
  else
    v->item_count = v->choice_count = 0;
  /* Every symbol gets its type before mana is matched to it. */
  for (u32 i = v->choice_count; i < v->item_count; i++) {
    (void)need_source(v, source_at(v, v->items[i]), 0, NOT_BOUND);
    v->need_count = v->main_count;
  }
  mana_begin(v);
  v->chain_count = 0;
  if (v->item_count == 0) return affordable(v);
  memset(v->memo, 0, MEMO * sizeof *v->memo);
  return choose_from(v, 0);
}

/* --- the cost itself ------------------------------------------------------------------------------ */

/* Sets the needs of the cost where `life[i]` and `two[i]` of its i-th symbol are paid with life and with two
   generic mana. */
static bool main_needs(Solver *v, const u32 *life, const u32 *two) {
  const PayCost *cost = &v->p->cost;
  i64 generic = num_max(0, cost->generic), total = 0;
  v->need_count = 0;
  for (u32 i = 0; i < cost->symbol_count; i++) {
    u32 n = cost->symbols[i].n - life[i] - two[i];
    generic = num_add(generic, 2 * (i64)two[i], NULL);
    need_add(v, type_of(v, cost->symbols[i].symbol, cost->accepts, true), 0, AT_LAST, n);
    total += n;
  }
  total = num_add(total, generic, NULL);
  if (total > INT32_MAX) return false;
  need_add(v, type_of(v, 0, cost->accepts, true), 0, AT_LAST, (u32)generic);
  v->main_count = v->need_count;
  return true;
}

/* Tries all ways in which `life` symbols from the i-th on are paid with life and `two` with generic mana. */
static bool solve_ways(Solver *v, Ways *w, u32 i, u32 life, u32 two) {
  const PayCost *cost = &v->p->cost;
  if (!budget_spend(v, 1)) return false;
  if (i == cost->symbol_count) return life == 0 && two == 0 && main_needs(v, w->life, w->two) && solve(v);
  ManaSymbol symbol = cost->symbols[i].symbol;
  u32 n = cost->symbols[i].n;
  u32 most_life = symbol & SYMBOL_LIFE ? (n < life ? n : life) : 0;
  for (u32 l = 0; l <= most_life; l++) {
    u32 most_two = symbol & SYMBOL_TWO_GENERIC ? (n - l < two ? n - l : two) : 0;
    for (u32 t = 0; t <= most_two; t++) {
      w->life[i] = l;
      w->two[i] = t;
      if (solve_ways(v, w, i + 1, life - l, two - t)) return true;
    }
  }
  return false;
}

/* Takes the budget of one search out of the allowance. */
void budget_begin(Solver *v) {
  v->budget = v->allowance < PAY_BUDGET ? v->allowance : PAY_BUDGET;
  v->allowance -= v->budget;
}

/* As little life as possible, then as few symbols as possible paid with generic mana. Leaves the ways
   found in `w` and what life is left in `left`. */
bool solve_cost(Solver *v, Ways *w, u32 *life_paid) {
  const PayProblem *p = v->p;
  u32 lives = 0, twos = 0;
  for (u32 i = 0; i < p->cost.symbol_count; i++) {
    if (p->cost.symbols[i].symbol & SYMBOL_LIFE) lives += p->cost.symbols[i].n;
    if (p->cost.symbols[i].symbol & SYMBOL_TWO_GENERIC) twos += p->cost.symbols[i].n;
  }
  u32 affordable_lives = p->life ? p->resources[p->life - 1] / 2 : 0;
  if (affordable_lives < lives) lives = affordable_lives;
  for (u32 l = 0; l <= lives; l++) {
    for (u32 t = 0; t <= twos; t++) {
      for (u32 r = 0; r < p->resource_count; r++) v->left[r] = p->resources[r];
      if (l > 0) v->left[p->life - 1] -= 2 * l;
      *life_paid = l;
      if (solve_ways(v, w, 0, l, t)) return true;
    }
  }
  return false;
}

/* More than all there could ever be? Then nothing need be searched. */
bool payer_hopeless(const PayProblem *p) {
  u64 total = 0;
  i64 need = num_max(0, p->cost.generic);
  for (u32 i = 0; i < p->pool_count; i++) total += p->pool[i].n;
  for (u32 i = 0; i < p->source_count; i++) {
    u64 makes = source_makes(&p->sources[i]) * (u64)num_min(p->sources[i].uses, 1 << 24);
    total = (u64)num_min((i64)total, (i64)1 << 40) + makes;
  }
  for (u32 i = 0; i < p->cost.symbol_count; i++)
    if (!(p->cost.symbols[i].symbol & SYMBOL_LIFE)) need = num_add(need, p->cost.symbols[i].n, NULL);
  return need > 0 && total < (u64)need;
}

PayAnswer payer_possible(const PayProblem *problem, u64 *work) {
  if (payer_hopeless(problem)) return PAY_IMPOSSIBLE;
  Solver v;
  Ways ways;
  u32 life;
  solver_init(&v, problem, work);
  budget_begin(&v);
  if (solve_cost(&v, &ways, &life)) return PAY_READY;
  return v.budget > 0 ? PAY_IMPOSSIBLE : PAY_UNPROVEN;
}

/* --- spending all -------------------------------------------------------------------------------------------- */

static bool mana_alike(const PayMana *a, const PayMana *b) {
  return a->kinds == b->kinds && a->flags == b->flags && a->restriction == b->restriction;
}

bool payer_all_used(const PayMana *pool, u32 pool_count, const PayCost *cost) {
  /* The other way round: the mana is what is needed, the symbols are what there is. Mana that is alike is one need. */
  FlowMana symbols[PAY_SYMBOLS + 1];
  FlowNeed needs[TYPES];
  PayMana sorts[TYPES];
  u32 flow[(PAY_SYMBOLS + 1) * TYPES], count = 0;
  for (u32 i = 0; i < pool_count; i++) {
    u32 k = 0;
    while (k < count && !mana_alike(&sorts[k], &pool[i])) k++;
    if (k == TYPES) return false; /* what stands in for mana differs in colors alone: 32 sorts */
    if (k == count) needs[count] = (FlowNeed){.type = count, .n = 0};
    if (k == count) sorts[count++] = pool[i];
    needs[k].n = (u32)num_min(INT32_MAX, (i64)needs[k].n + pool[i].n);
  }
  for (u32 i = 0; i <= cost->symbol_count; i++) {
    bool generic = i == cost->symbol_count;
    Type type = {.accepts = cost->accepts, .symbol = generic ? 0 : cost->symbols[i].symbol, .main = true};
    i64 n = generic ? num_max(0, cost->generic) : (i64)cost->symbols[i].n;
    symbols[i] = (FlowMana){.n = (u32)num_min(n, INT32_MAX)};
    for (u32 k = 0; k < count; k++)
      if (type_takes(&type, &sorts[k], sorts[k].kinds)) symbols[i].fits |= (u64)1 << k;
  }
  return flow_pay(symbols, cost->symbol_count + 1, needs, count, flow);
}
