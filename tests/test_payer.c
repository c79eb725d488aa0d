/* The automatic payer against brute force on small random costs, its preferences, and its speed. */
#include "support/clock.h"
#include "support/test.h"

#include "rules/cast/pay/solver.h"

#include <stdlib.h>

/* --- asking the payer ----------------------------------------------------------------------- */

static u64 *work_of(const PayProblem *p) {
  u64 *work = calloc(payer_work_words(p), sizeof *work);
  assert_non_null(work);
  return work;
}

static bool possible(const PayProblem *p) {
  u64 *work = work_of(p);
  bool answer = payer_possible(p, work) == PAY_READY;
  free(work);
  return answer;
}

static PayAnswer next(const PayProblem *p, PayStep *step, u32 *take) {
  u64 *work = work_of(p);
  PayAnswer answer = payer_next(p, work, step, take);
  free(work);
  return answer;
}

/* --- brute force ------------------------------------------------------------------------------ */

enum { SOURCES = 5, RESOURCES = 5, MANA = 24, POOL_ROWS = 64, SEEN = 1 << 14 };

/* All mana there is, by kind, snow and restriction (0 or 1); what stands in for mana is no part of it. */
typedef struct State {
  u8 mana[MANA];
  u8 stand_ins[8]; /* by index into Brute.stand_ins */
  u8 used[SOURCES];
  u8 left[RESOURCES];
} State;

typedef struct Brute {
  const PayProblem *p;
  u32 allowed; /* bit per source */
  u8 stand_in_kinds[8];
  u32 stand_ins;
  u32 seen_count;
  State seen[SEEN];
} Brute;

static u32 mana_index(u32 kind, bool snow, u32 restriction) { return kind + 6 * (u32)snow + 12 * restriction; }

/* The symbols of a cost, one by one; generic mana last, as symbol 0. */
typedef struct Symbols {
  ManaSymbol symbol[32];
  u32 count;
} Symbols;

static bool pays(State *s, const Brute *b, const Symbols *c, u32 i, u64 accepts, u32 life, bool main);

static bool pays_with_mana(State *s, const Brute *b, const Symbols *c, u32 i, u64 accepts, u32 life, bool main) {
  ManaSymbol symbol = c->symbol[i];
  for (u32 m = 0; m < MANA; m++) {
    u32 kind = m % 6, snow = m / 6 % 2, restriction = m / 12;
    if (s->mana[m] == 0 || !(accepts >> restriction & 1)) continue;
    bool fits = symbol == 0 || symbol >> kind & 1 || (symbol & SYMBOL_SNOW && snow);
    if (!fits) continue;
    s->mana[m]--;
    bool paid = pays(s, b, c, i + 1, accepts, life, main);
    s->mana[m]++;
    if (paid) return true;
  }
  for (u32 k = 0; main && k < b->stand_ins; k++) {
    if (s->stand_ins[k] == 0 || (symbol != 0 && !(symbol & b->stand_in_kinds[k]))) continue;
    s->stand_ins[k]--;
    bool paid = pays(s, b, c, i + 1, accepts, life, main);
    s->stand_ins[k]++;
    if (paid) return true;
  }
  return false;
}

static bool pays(State *s, const Brute *b, const Symbols *c, u32 i, u64 accepts, u32 life, bool main) {
  if (i == c->count) return true;
  ManaSymbol symbol = c->symbol[i];
  if (pays_with_mana(s, b, c, i, accepts, life, main)) return true;
  if (symbol & SYMBOL_LIFE && life >= 2 && pays(s, b, c, i + 1, accepts, life - 2, main)) return true;
  if (!(symbol & SYMBOL_TWO_GENERIC) || !main) return false;
  Symbols other = *c;
  other.symbol[i] = 0;
  other.symbol[other.count++] = 0;
  return pays(s, b, &other, i, accepts, life, main);
}

static Symbols symbols_of_cost(const PayCost *cost) {
  Symbols c = {.count = 0};
  for (u32 i = 0; i < cost->symbol_count; i++)
    for (u32 n = 0; n < cost->symbols[i].n; n++) c.symbol[c.count++] = cost->symbols[i].symbol;
  for (i64 n = 0; n < cost->generic; n++) c.symbol[c.count++] = 0;
  return c;
}

static Symbols symbols_of_source(const ManaCost *cost) {
  Symbols c = {.count = 0};
  for (u32 i = 0; i < cost->count; i++) c.symbol[c.count++] = cost->symbols[i];
  for (i32 n = 0; n < cost->generic; n++) c.symbol[c.count++] = 0;
  return c;
}

static bool brute_from(Brute *b, State *s);

/* Adds the mana of groups from `group` on, in every way. */
static bool brute_make(Brute *b, State *s, const PaySource *source, u32 group, u32 made, u32 kind_from) {
  if (group == source->make_count) return brute_from(b, s);
  const PayMana *m = &source->makes[group];
  if (made == m->n) return brute_make(b, s, source, group + 1, 0, 0);
  bool same = m->flags & PAY_SAME;
  if (m->flags & PAY_STANDS_IN) {
    b->stand_in_kinds[b->stand_ins] = m->kinds;
    s->stand_ins[b->stand_ins++] = (u8)m->n;
    bool found = brute_make(b, s, source, group + 1, 0, 0);
    s->stand_ins[--b->stand_ins] = 0;
    return found;
  }
  for (u32 k = kind_from; k < 6; k++) {
    if (!(m->kinds >> k & 1)) continue;
    u32 n = same ? m->n : 1;
    u32 index = mana_index(k, m->flags & PAY_SNOW, m->restriction);
    s->mana[index] = (u8)(s->mana[index] + n);
    bool found = brute_make(b, s, source, group, made + n, k);
    s->mana[index] = (u8)(s->mana[index] - n);
    if (found) return true;
  }
  return false;
}

/* Pays for a source in every way, then makes its mana. */
static bool brute_activate(Brute *b, State *s, const PaySource *source, const Symbols *c, u32 i) {
  if (i == c->count) return brute_make(b, s, source, 0, 0, 0);
  for (u32 m = 0; m < MANA; m++) {
    u32 kind = m % 6, snow = m / 6 % 2;
    ManaSymbol symbol = c->symbol[i];
    if (s->mana[m] == 0 || !(source->accepts >> (m / 12) & 1)) continue;
    if (symbol != 0 && !(symbol >> kind & 1) && !(symbol & SYMBOL_SNOW && snow)) continue;
    s->mana[m]--;
    bool found = brute_activate(b, s, source, c, i + 1);
    s->mana[m]++;
    if (found) return true;
  }
  return false;
}

static bool can_activate(const PaySource *source, const State *s, u32 index) {
  if (s->used[index] >= source->uses) return false;
  if (source->present && s->left[source->present - 1] == 0) return false;
  u8 left[RESOURCES];
  memcpy(left, s->left, sizeof left);
  for (u32 i = 0; i < source->need_count; i++) {
    if (left[source->needs[i].resource] < source->needs[i].n) return false;
    left[source->needs[i].resource] = (u8)(left[source->needs[i].resource] - source->needs[i].n);
  }
  return true;
}

static bool brute_from(Brute *b, State *s) {
  for (u32 i = 0; i < b->seen_count; i++)
    if (memcmp(&b->seen[i], s, sizeof *s) == 0) return false;
  if (b->seen_count < SEEN) b->seen[b->seen_count++] = *s;
  const PayProblem *p = b->p;
  Symbols main = symbols_of_cost(&p->cost);
  u32 life = p->life ? s->left[p->life - 1] : 0;
  if (pays(s, b, &main, 0, p->cost.accepts, life, true)) return true;
  for (u32 i = 0; i < p->source_count; i++) {
    const PaySource *source = &p->sources[i];
    if (!(b->allowed >> i & 1) || !can_activate(source, s, i)) continue;
    State next_state = *s;
    next_state.used[i]++;
    for (u32 j = 0; j < source->need_count; j++) {
      u32 r = source->needs[j].resource;
      next_state.left[r] = (u8)(next_state.left[r] - source->needs[j].n);
    }
    Symbols cost = symbols_of_source(&source->cost);
    if (brute_activate(b, &next_state, source, &cost, 0)) return true;
  }
  return false;
}

static bool brute_possible(const PayProblem *p, u32 allowed) {
  static Brute b;
  b = (Brute){.p = p, .allowed = allowed};
  State s;
  memset(&s, 0, sizeof s);
  for (u32 i = 0; i < p->pool_count; i++) {
    const PayMana *m = &p->pool[i];
    u32 index = mana_index(bits_first(m->kinds), m->flags & PAY_SNOW, m->restriction);
    s.mana[index] = (u8)(s.mana[index] + m->n);
  }
  for (u32 r = 0; r < p->resource_count; r++) s.left[r] = (u8)p->resources[r];
  return brute_from(&b, &s);
}

/* --- random costs --------------------------------------------------------------------------------- */

typedef struct Case {
  PayProblem p;
  PayMana pool[POOL_ROWS];
  PaySource sources[SOURCES];
  u32 resources[RESOURCES];
} Case;

static u32 pick(Rng *rng, u32 bound) { return (u32)rng_below(rng, bound); }
static bool chance(Rng *rng, u32 percent) { return rng_below(rng, 100) < percent; }

static u8 random_kinds(Rng *rng) {
  /* Few kinds, so that there is something to compete for. */
  u32 count = chance(rng, 60) ? 1 : 1 + pick(rng, 3);
  u32 kinds = 0;
  for (u32 i = 0; i < count; i++) kinds |= 1u << pick(rng, 3);
  return (u8)kinds;
}

static ManaSymbol random_symbol(Rng *rng) {
  u32 roll = pick(rng, 100);
  if (roll < 8) return SYMBOL_SNOW;
  u32 symbol = random_kinds(rng);
  if (roll < 16) return (ManaSymbol)((symbol & (0u - symbol)) | SYMBOL_TWO_GENERIC);
  if (roll < 28) symbol |= SYMBOL_LIFE;
  return (ManaSymbol)symbol;
}

static PayMana random_made(Rng *rng) {
  PayMana m = {.kinds = random_kinds(rng), .n = 1 + (u32)chance(rng, 35)};
  if (chance(rng, 15)) m.flags |= PAY_SNOW;
  if (chance(rng, 30)) m.flags |= PAY_SAME;
  if (chance(rng, 15)) m.restriction = 1;
  return m;
}

static void random_source(Rng *rng, PaySource *s) {
  *s = (PaySource){.uses = 1 + (u32)chance(rng, 15), .accepts = chance(rng, 30) ? 3 : 1};
  s->rank = (u16)chance(rng, 25);
  s->need_count = (u8)pick(rng, 3);
  for (u32 i = 0; i < s->need_count; i++) {
    s->needs[i] = (PayNeed){.resource = pick(rng, RESOURCES), .n = 1 + (u32)chance(rng, 20)};
    if (i > 0 && s->needs[i].resource == s->needs[0].resource) s->need_count = 1;
  }
  if (chance(rng, 40)) s->present = 1 + pick(rng, RESOURCES - 1); /* not life */
  s->make_count = (u8)(1 + (u32)chance(rng, 20));
  for (u32 i = 0; i < s->make_count; i++) s->makes[i] = random_made(rng);
  if (chance(rng, 10)) {
    s->make_count = 1;
    s->makes[0] = (PayMana){.kinds = random_kinds(rng), .flags = PAY_STANDS_IN, .n = 1};
  } else if (chance(rng, 45)) {
    s->cost.generic = (i32)pick(rng, 2);
    if (chance(rng, 50)) s->cost.symbols[s->cost.count++] = random_kinds(rng);
  }
}

static void random_case(Rng *rng, Case *c) {
  memset(c, 0, sizeof *c);
  c->p = (PayProblem){.pool = c->pool, .sources = c->sources, .resources = c->resources};
  c->p.pool_count = pick(rng, 3);
  for (u32 i = 0; i < c->p.pool_count; i++) {
    c->pool[i] = (PayMana){.kinds = (u8)(1u << pick(rng, 3)), .n = 1 + (u32)chance(rng, 20)};
    if (chance(rng, 20)) c->pool[i].flags = PAY_SNOW;
    if (chance(rng, 15)) c->pool[i].restriction = 1;
  }
  c->p.resource_count = RESOURCES;
  for (u32 i = 0; i < RESOURCES; i++) c->resources[i] = 1 + (u32)chance(rng, 30);
  c->resources[RESOURCES - 1] = pick(rng, 5);
  if (chance(rng, 60)) c->p.life = RESOURCES;
  c->p.source_count = pick(rng, SOURCES + 1);
  for (u32 i = 0; i < c->p.source_count; i++) random_source(rng, &c->sources[i]);
  c->p.cost.accepts = chance(rng, 50) ? 3 : 1;
  c->p.cost.generic = pick(rng, 4);
  for (u32 i = pick(rng, 4); i > 0; i--) {
    ManaSymbol symbol = random_symbol(rng);
    u32 at = 0;
    while (at < c->p.cost.symbol_count && c->p.cost.symbols[at].symbol != symbol) at++;
    if (at == c->p.cost.symbol_count) c->p.cost.symbols[c->p.cost.symbol_count++].symbol = symbol;
    c->p.cost.symbols[at].n++;
  }
}

/* --- following the payer ------------------------------------------------------------------------------ */

/* Whether exactly the mana taken pays the symbols. */
static bool exactly_pays(const Case *c, const u32 *take, const Symbols *symbols, u64 accepts, u32 life, bool main) {
  static Brute b;
  b = (Brute){.p = &c->p};
  State s;
  memset(&s, 0, sizeof s);
  u32 total = 0;
  for (u32 i = 0; i < c->p.pool_count; i++) {
    const PayMana *m = &c->pool[i];
    assert_true(take[i] <= m->n);
    total += take[i];
    if (m->flags & PAY_STANDS_IN) {
      if (take[i] == 0) continue;
      b.stand_in_kinds[b.stand_ins] = m->kinds;
      s.stand_ins[b.stand_ins++] = (u8)take[i];
      continue;
    }
    u32 index = mana_index(bits_first(m->kinds), m->flags & PAY_SNOW, m->restriction);
    s.mana[index] = (u8)(s.mana[index] + take[i]);
  }
  /* With two generic mana for a symbol more is taken than there are symbols. */
  return total + life >= symbols->count && pays(&s, &b, symbols, 0, accepts, 2 * life, main);
}

static void check_made(const PaySource *s, const PayStep *step) {
  for (u32 i = 0; i < s->make_count; i++) {
    u32 total = 0, kinds = 0;
    for (u32 k = 0; k < PAY_KINDS; k++) {
      total += step->made[i][k];
      if (step->made[i][k] == 0) continue;
      kinds++;
      assert_true(s->makes[i].kinds >> k & 1);
    }
    assert_int_equal(total, s->makes[i].n);
    if (s->makes[i].flags & PAY_SAME) assert_int_equal(kinds, 1);
  }
}

static void activate(Case *c, const PayStep *step, const u32 *take) {
  PaySource *s = &c->sources[step->source];
  Symbols cost = symbols_of_source(&s->cost);
  assert_true(exactly_pays(c, take, &cost, s->accepts, 0, false));
  assert_true(s->uses > 0);
  assert_true(s->present == 0 || c->resources[s->present - 1] > 0);
  s->uses--;
  for (u32 i = 0; i < s->need_count; i++) {
    assert_true(c->resources[s->needs[i].resource] >= s->needs[i].n);
    c->resources[s->needs[i].resource] -= s->needs[i].n;
  }
  for (u32 i = 0; i < c->p.pool_count; i++) c->pool[i].n -= take[i];
  check_made(s, step);
  for (u32 i = 0; i < s->make_count; i++) {
    for (u32 k = 0; k < PAY_KINDS; k++) {
      if (step->made[i][k] == 0) continue;
      assert_true(c->p.pool_count < POOL_ROWS);
      PayMana m = s->makes[i];
      m.n = step->made[i][k];
      if (!(m.flags & PAY_STANDS_IN)) m.kinds = (u8)(1u << k);
      c->pool[c->p.pool_count++] = m;
    }
  }
}

/* Follows the payer to the end; answers the sources it activated as bits. */
static u32 follow(const Case *start) {
  Case c = *start;
  c.p.pool = c.pool;
  c.p.sources = c.sources;
  c.p.resources = c.resources;
  u32 activated = 0;
  for (u32 steps = 0; steps < 64; steps++) {
    PayStep step;
    u32 take[POOL_ROWS];
    PayAnswer answer = next(&c.p, &step, take);
    assert_int_not_equal(answer, PAY_IMPOSSIBLE);
    if (answer == PAY_READY) {
      Symbols main = symbols_of_cost(&c.p.cost);
      assert_true(step.life == 0 || c.resources[c.p.life - 1] >= 2 * step.life);
      assert_true(exactly_pays(&c, take, &main, c.p.cost.accepts, step.life, true));
      return activated;
    }
    activated |= 1u << step.source;
    activate(&c, &step, take);
  }
  fail_msg("the payer comes to no end");
  return 0;
}

/* The sources needed when the most useful are forbidden first, by brute force. */
static u32 needed_sources(const Case *c) {
  u32 allowed = (1u << c->p.source_count) - 1, tried = 0;
  for (u32 n = 0; n < c->p.source_count; n++) {
    u32 best = c->p.source_count;
    u32 best_key = 0;
    for (u32 i = 0; i < c->p.source_count; i++) {
      if (tried >> i & 1) continue;
      u32 kinds = 0;
      for (u32 j = 0; j < c->sources[i].make_count; j++) kinds |= c->sources[i].makes[j].kinds;
      u32 key = (u32)c->sources[i].rank << 16 | bits_count(kinds) << 8 | i;
      if (best == c->p.source_count || key > best_key) {
        best = i;
        best_key = key;
      }
    }
    tried |= 1u << best;
    if (brute_possible(&c->p, allowed & ~(1u << best))) allowed &= ~(1u << best);
  }
  return allowed;
}

/* GAVEL_PAYER_CASES asks for more cases than an ordinary run takes. */
static void agrees_with_brute_force(void **state) {
  (void)state;
  const char *wish = getenv("GAVEL_PAYER_CASES");
  u32 cases = wish ? (u32)strtoul(wish, NULL, 10) : 12000;
  u32 payable = 0;
  for (u32 i = 0; i < cases; i++) {
    Rng rng = {.state = i};
    Case c;
    random_case(&rng, &c);
    bool expected = brute_possible(&c.p, UINT32_MAX);
    if (possible(&c.p) != expected) fail_msg("case %u: payable is %d", i, expected);
    if (!expected) continue;
    payable++;
    u32 activated = follow(&c);
    /* With symbols that can be paid with life or generic mana, saving life comes before saving sources. */
    bool plain = true;
    for (u32 j = 0; j < c.p.cost.symbol_count; j++)
      plain = plain && !(c.p.cost.symbols[j].symbol & (SYMBOL_LIFE | SYMBOL_TWO_GENERIC));
    /* One that can be activated again may be left for another that will do for the rest. */
    for (u32 j = 0; j < c.p.source_count; j++) plain = plain && c.sources[j].uses == 1;
    if (!plain) continue;
    u32 needed = needed_sources(&c);
    if (activated != needed) fail_msg("case %u: sources %x, needed %x", i, activated, needed);
  }
  assert_true(payable > cases / 8);
}

/* --- preferences -------------------------------------------------------------------------------------- */

enum { W = 1, U = 2, B = 4, R = 8, G = 16, C = 32 };

/* A permanent that taps for `n` mana; each has a resource of its own, beginning with its index. */
static PaySource tapper(u32 index, u8 kinds, u32 n) {
  return (PaySource){.uses = 1,
                     .accepts = 1,
                     .need_count = 1,
                     .make_count = 1,
                     .needs = {{.resource = index, .n = 1}},
                     .makes = {{.kinds = kinds, .n = n}}};
}

typedef struct Board {
  PayProblem p;
  PayMana pool[8];
  PaySource sources[256];
  u32 resources[512];
} Board;

static Board *board_new(void) {
  Board *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->p = (PayProblem){.pool = b->pool, .sources = b->sources, .resources = b->resources};
  b->p.resource_count = COUNT_OF(b->resources);
  for (u32 i = 0; i < COUNT_OF(b->resources); i++) b->resources[i] = 1;
  b->p.cost.accepts = 1;
  return b;
}

static void board_add(Board *b, PaySource s) { b->sources[b->p.source_count++] = s; }

static void board_cost(Board *b, i64 generic, ManaSymbol symbol, u32 n) {
  b->p.cost.generic = generic;
  b->p.cost.symbol_count = n > 0;
  b->p.cost.symbols[0] = (PaySymbol){.symbol = symbol, .n = n};
}

static u32 first_activated(const Board *b) {
  PayStep step;
  u32 take[8];
  assert_int_equal(next(&b->p, &step, take), PAY_ACTIVATE);
  return step.source;
}

static void spends_the_least_useful_first(void **state) {
  (void)state;
  Board *b = board_new();
  board_add(b, tapper(0, W | U | B | R | G, 1));
  board_add(b, tapper(1, G | W, 1));
  board_add(b, tapper(2, G, 1));
  board_add(b, tapper(3, G, 1));
  board_cost(b, 1, 0, 0);
  assert_int_equal(first_activated(b), 2); /* one kind only, and the earlier */
  board_cost(b, 0, W, 1);
  assert_int_equal(first_activated(b), 1);
  board_cost(b, 0, U, 1);
  assert_int_equal(first_activated(b), 0);
  b->sources[1].rank = 1;
  board_cost(b, 0, W, 1);
  assert_int_equal(first_activated(b), 0); /* a lower rank comes first */
  /* What is in the pool comes before everything. */
  b->pool[0] = (PayMana){.kinds = W, .n = 1};
  b->p.pool_count = 1;
  PayStep step;
  u32 take[8];
  assert_int_equal(next(&b->p, &step, take), PAY_READY);
  assert_int_equal(take[0], 1);
  free(b);
}

static void activates_nothing_in_vain(void **state) {
  (void)state;
  Board *b = board_new();
  board_add(b, tapper(0, G, 1));
  board_add(b, tapper(1, C, 2));
  board_cost(b, 2, 0, 0);
  assert_int_equal(first_activated(b), 1); /* it alone is enough */
  free(b);
}

/* A permanent whose ability costs one generic mana and makes two others. */
static PaySource filter(u32 index, u8 first, u8 second) {
  PaySource s = tapper(index, first, 1);
  s.make_count = 2;
  s.makes[1] = (PayMana){.kinds = second, .n = 1};
  s.cost.generic = 1;
  return s;
}

static void pays_abilities_that_cost_mana(void **state) {
  (void)state;
  Board *b = board_new();
  board_add(b, filter(0, W, U));
  board_add(b, filter(1, B, R));
  board_cost(b, 0, R, 1);
  assert_false(possible(&b->p)); /* neither can pay for the other first */
  board_add(b, tapper(2, G, 1));
  assert_true(possible(&b->p));
  assert_int_equal(first_activated(b), 2);
  b->p.cost.generic = 2;
  assert_true(possible(&b->p)); /* R, and two of W U B */
  b->p.cost.generic = 3;
  assert_false(possible(&b->p));
  free(b);
}

/* --- speed -------------------------------------------------------------------------------------------- */

/* Generous even with sanitizers: what is guarded against is a search that explodes. */
static void takes_at_most(const Board *b, bool expected, double limit) {
  double begin = processor_seconds();
  assert_int_equal(possible(&b->p), expected);
  PayStep step;
  u32 take[8];
  PayAnswer answer = next(&b->p, &step, take);
  assert_int_equal(answer == PAY_READY || answer == PAY_ACTIVATE, expected);
  assert_true(processor_seconds() - begin < limit);
}

static void is_fast_with_many_lands(void **state) {
  (void)state;
  Board *b = board_new();
  for (u32 i = 0; i < 100; i++) board_add(b, tapper(i, (u8)(1u << i % 5 | 1u << i % 3), 1));
  board_cost(b, 60, G | W, 30);
  takes_at_most(b, true, 2);
  board_cost(b, 90, G, 30);
  takes_at_most(b, false, 2);
  free(b);
}

static void is_fast_with_many_filters(void **state) {
  (void)state;
  Board *b = board_new();
  static const u8 KINDS[] = {W, U, B, R};
  for (u32 i = 0; i < 12; i++) board_add(b, filter(i, KINDS[i % 4], KINDS[(i + 1 + i / 4) % 4]));
  board_add(b, tapper(12, G, 1));
  board_cost(b, 0, G, 1);
  takes_at_most(b, true, 2);
  board_cost(b, 1, G, 1);
  takes_at_most(b, false, 4); /* its green mana has to start the filters */
  board_cost(b, 10, W, 3);
  takes_at_most(b, true, 4);
  free(b);
}

/* The processor time of asking about so many filters and nothing that starts them. */
static double filters_take(u32 count) {
  PaySource *sources = calloc(count, sizeof *sources);
  u32 *resources = calloc(count, sizeof *resources);
  assert_true(sources && resources);
  for (u32 i = 0; i < count; i++) {
    sources[i] = filter(i, W, U);
    resources[i] = 1;
  }
  PayProblem p = {.sources = sources, .resources = resources, .source_count = count, .resource_count = count};
  p.cost.accepts = 1;
  p.cost.generic = 1;
  double least = 1e9;
  for (u32 round = 0; round < 5; round++) {
    double begin = processor_seconds();
    assert_false(possible(&p));
    least = processor_seconds() - begin < least ? processor_seconds() - begin : least;
  }
  free(sources);
  free(resources);
  return least;
}

/* Sixteen times as many take about sixteen times as long, and not 256 times. */
static void grows_no_faster_than_the_filters(void **state) {
  (void)state;
  assert_true(filters_take(16000) < 64 * filters_take(1000));
}

/* An artifact that is sacrificed for mana of any colour, and an altar that sacrifices artifacts. */
static void is_fast_with_shared_resources(void **state) {
  (void)state;
  Board *b = board_new();
  for (u32 i = 0; i < 50; i++) {
    PaySource treasure = tapper(2 * i, W | U | B | R | G, 1);
    treasure.needs[treasure.need_count++] = (PayNeed){.resource = 2 * i + 1, .n = 1};
    treasure.present = 2 * i + 2;
    treasure.rank = 1;
    board_add(b, treasure);
    PaySource altar = tapper(2 * i + 1, C, 2);
    altar.present = 200;
    altar.rank = 2;
    board_add(b, altar);
  }
  board_cost(b, 60, R, 20);
  takes_at_most(b, true, 8);
  board_cost(b, 60, R, 21);
  takes_at_most(b, false, 8);
  free(b);
}

static void copes_with_large_amounts(void **state) {
  (void)state;
  Board *b = board_new();
  b->pool[0] = (PayMana){.kinds = G, .n = 1000000};
  b->p.pool_count = 1;
  board_cost(b, 999999, G, 1);
  assert_true(possible(&b->p));
  board_cost(b, 1000000, G, 1);
  assert_false(possible(&b->p));
  board_cost(b, INT64_MAX, G, 1);
  assert_false(possible(&b->p));
  free(b);
}

/* Mana abilities that can be activated without end, for several mana of one kind: the search is bounded whatever there
   is, and says when it has ended without an answer. */
static void ends_whatever_can_be_activated(void **state) {
  (void)state;
  Board *b = board_new();
  for (u32 i = 0; i < 6; i++) {
    PaySource s = {.id = i, .uses = UINT32_MAX, .accepts = 1, .make_count = 1};
    s.makes[0] = (PayMana){.kinds = W | U | B | R | G, .flags = PAY_SAME, .n = 3};
    board_add(b, s);
  }
  b->p.cost.symbol_count = 5;
  for (u32 k = 0; k < 5; k++) b->p.cost.symbols[k] = (PaySymbol){.symbol = (ManaSymbol)(1u << k), .n = 2};
  takes_at_most(b, true, 10);
  for (u32 k = 0; k < 5; k++) b->p.cost.symbols[k].n = 40;
  double begin = processor_seconds();
  u64 *work = work_of(&b->p);
  assert_int_not_equal(payer_possible(&b->p, work), PAY_IMPOSSIBLE);
  free(work);
  assert_true(processor_seconds() - begin < 10);
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_brute_force),          cmocka_unit_test(spends_the_least_useful_first),
      cmocka_unit_test(activates_nothing_in_vain),        cmocka_unit_test(pays_abilities_that_cost_mana),
      cmocka_unit_test(grows_no_faster_than_the_filters), cmocka_unit_test(is_fast_with_many_lands),
      cmocka_unit_test(is_fast_with_many_filters),        cmocka_unit_test(is_fast_with_shared_resources),
      cmocka_unit_test(ends_whatever_can_be_activated),   cmocka_unit_test(copes_with_large_amounts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
