#include "support/combat_naive.h"

#include <stdlib.h>
#include <string.h>

/* --- attacking (508.1) ---------------------------------------------------------------------------------- */

/* The place each creature attacks, -1 none. */
typedef struct Attack {
  int at[NAIVE_CREATURES];
} Attack;

static bool has(const NaiveCreature *c, CreatureFact fact) { return c->has[fact] > 0; }

/* How many enchantments of that kind all players have together. */
static uint32_t everywhere(const NaiveBoard *b, PlayerFact fact) {
  uint32_t n = 0;
  for (uint32_t p = 0; p < b->players; p++) n += b->player_facts[p].rules[fact];
  return n;
}

static bool is_player(const NaivePlace *place) { return !place->walker && !place->battle; }

/* 508.1a to c, for one creature and what it attacks. */
static bool pair_legal(const NaiveBoard *b, const NaiveCreature *c, const NaivePlace *place) {
  const NaivePlayer *defender = &b->player_facts[place->player];
  if (c->tapped) return false;
  if (c->sick && !has(c, HAS_HASTE)) return false;
  if (has(c, HAS_DEFENDER) && !has(c, HAS_DESPITE_DEFENDER)) return false;
  if (has(c, HAS_CANT_ATTACK)) return false;
  if (has(c, HAS_CANT_ATTACK_WALKERS) && place->walker) return false;
  if (has(c, HAS_NEEDS_ISLAND) && !defender->island) return false;
  if (c->color == NAIVE_GREEN && is_player(place) && defender->rules[RULES_CANT_ATTACK_ME]) return false;
  return true;
}

static bool attack_restrictions_hold(const NaiveBoard *b, const Attack *a) {
  uint32_t attacking = 0, artifacts = 0, at_player[NAIVE_PLAYERS] = {0};
  for (uint32_t i = 0; i < b->creatures; i++) {
    if (a->at[i] < 0) continue;
    attacking++;
    artifacts += b->creature[i].artifact;
    if (is_player(&b->place[a->at[i]])) at_player[b->place[a->at[i]].player]++;
  }
  if (everywhere(b, RULES_ATTACK_LIMIT_1) && attacking > 1) return false;
  if (everywhere(b, RULES_ATTACK_LIMIT_2) && attacking > 2) return false;
  for (uint32_t p = 0; p < b->players; p++)
    if (b->player_facts[p].rules[RULES_ATTACK_ME_LIMIT_1] && at_player[p] > 1) return false;
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    if (a->at[i] < 0) continue;
    if (!pair_legal(b, c, &b->place[a->at[i]])) return false;
    uint32_t others = attacking - 1, other_artifacts = artifacts - c->artifact;
    if (has(c, HAS_ATTACKS_WITH_1) && others < 1) return false;
    if (has(c, HAS_ATTACKS_WITH_2) && others < 2) return false;
    if (has(c, HAS_ATTACKS_WITH_ARTIFACT) && other_artifacts < 1) return false;
    if (has(c, HAS_ATTACKS_ALONE) && others > 0) return false;
  }
  return true;
}

static uint32_t attack_requirements_obeyed(const NaiveBoard *b, const Attack *a) {
  uint32_t obeyed = 0;
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    if (a->at[i] < 0) continue;
    const NaivePlace *place = &b->place[a->at[i]];
    obeyed += c->has[HAS_MUST_ATTACK];
    if (place->walker) obeyed += c->has[HAS_MUST_ATTACK_WALKERS];
    for (uint32_t p = 0; p < b->players; p++) {
      if (c->goaded_by >> p & 1) obeyed += 1u + (is_player(place) && place->player != p);
      bool attacks_it = place->player == p && is_player(place);
      if (c->color == NAIVE_BLACK && attacks_it) obeyed += b->player_facts[p].rules[RULES_MUST_ATTACK_ME];
    }
  }
  return obeyed;
}

/* The cost of attacking: mana, and Relics to sacrifice. */
typedef struct Price {
  uint32_t mana, relics;
} Price;

static Price attack_price(const NaiveBoard *b, const Attack *a) {
  Price price = {0, 0};
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    if (a->at[i] < 0) continue;
    const NaivePlace *place = &b->place[a->at[i]];
    const NaivePlayer *defender = &b->player_facts[place->player];
    price.mana += c->has[HAS_ATTACK_COST_1] + 2u * c->has[HAS_ATTACK_COST_2];
    price.relics += c->has[HAS_ATTACK_COST_RELIC];
    if (is_player(place)) price.mana += defender->rules[RULES_ATTACK_ME_COST_1];
    const NaivePlayer *controller = place->battle ? &b->player_facts[place->controller] : defender;
    price.mana += controller->rules[RULES_ATTACK_ME_OR_MINE_COST_1];
  }
  return price;
}

/* Attacking creatures are tapped before costs are paid (508.1f to j). */
static bool attack_payable(const NaiveBoard *b, const Attack *a) {
  Price price = attack_price(b, a);
  const NaivePlayer *me = &b->player_facts[b->player];
  uint32_t mana = me->lands + me->island; /* an Island makes mana too (305.6) */
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    bool tapped = c->tapped || (a->at[i] >= 0 && !has(c, HAS_VIGILANCE));
    if (c->makes_mana && !tapped && (!c->sick || has(c, HAS_HASTE))) mana++;
  }
  return price.mana <= mana && price.relics <= me->relics;
}

/* The next declaration; false after the last. */
static bool attack_next(const NaiveBoard *b, Attack *a) {
  for (uint32_t i = 0; i < b->creatures; i++) {
    if (++a->at[i] < (int)b->places) return true;
    a->at[i] = -1;
  }
  return false;
}

static uint64_t attack_number(const NaiveBoard *b, const Attack *a) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < b->creatures; i++) number |= (uint64_t)(a->at[i] + 1) << 4 * i;
  return number;
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* --- bands (702.22) ----------------------------------------------------------------------------------------- */

/* Whether a black creature of the mask can band with other black ones, of which there must be at least `least`. */
static bool black_band(const NaiveCreature *const *creatures, uint32_t count, uint32_t least) {
  uint32_t black = 0, bands = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (creatures[i]->color != NAIVE_BLACK) continue;
    black++;
    bands += has(creatures[i], HAS_BANDS_WITH_BLACK);
  }
  return bands > 0 && black >= least;
}

bool naive_banding_divides(const NaiveCreature *const *creatures, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (has(creatures[i], HAS_BANDING)) return true;
  return black_band(creatures, count, 2);
}

/* Each creature's band, given by its first member; itself if it is alone. */
typedef struct Bands {
  uint32_t first[NAIVE_CREATURES];
} Bands;

/* 702.22c, d: for the band that begins with a creature. */
static bool band_legal(const NaiveBoard *b, const Attack *a, const Bands *bands, uint32_t first) {
  const NaiveCreature *in[NAIVE_CREATURES];
  uint32_t count = 0, banding = 0;
  for (uint32_t i = 0; i < b->creatures; i++) {
    if (bands->first[i] != first) continue;
    if (i != first && (a->at[i] < 0 || a->at[i] != a->at[first])) return false;
    in[count++] = &b->creature[i];
    banding += has(&b->creature[i], HAS_BANDING);
  }
  if (count < 2) return true;
  return (banding > 0 && count - banding <= 1) || black_band(in, count, count);
}

static bool bands_legal(const NaiveBoard *b, const Attack *a, const Bands *bands) {
  for (uint32_t i = 0; i < b->creatures; i++) {
    if (bands->first[bands->first[i]] != bands->first[i]) return false;
    if (!band_legal(b, a, bands, i)) return false;
  }
  return true;
}

/* The next assignment of first members, each at or before the creature; false after the last. */
static bool bands_next(const NaiveBoard *b, Bands *bands) {
  for (uint32_t i = 0; i < b->creatures; i++) {
    if (bands->first[i] > 0) {
      bands->first[i]--;
      return true;
    }
    bands->first[i] = i;
  }
  return false;
}

static uint64_t bands_number(const NaiveBoard *b, const Bands *bands) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < b->creatures; i++) {
    uint32_t members = 0;
    for (uint32_t k = 0; k < b->creatures; k++) members += bands->first[k] == bands->first[i];
    if (members > 1) number |= (uint64_t)(1 + bands->first[i]) << (NAIVE_BAND_SHIFT + 4 * i);
  }
  return number;
}

/* Adds every way to form bands in an attack. */
static size_t add_bands(const NaiveBoard *b, const Attack *a, uint64_t *out, size_t n, size_t cap) {
  Bands bands;
  for (uint32_t i = 0; i < b->creatures; i++) bands.first[i] = i;
  do {
    if (bands_legal(b, a, &bands) && n < cap) out[n++] = attack_number(b, a) | bands_number(b, &bands);
  } while (bands_next(b, &bands));
  return n;
}

size_t naive_attacks(const NaiveBoard *b, uint64_t *out, size_t cap) {
  Attack a;
  uint32_t most = 0;
  size_t n = 0;
  /* 508.1d: nobody has to pay to obey more requirements. */
  memset(&a, -1, sizeof a);
  do {
    Price price = attack_price(b, &a);
    if (price.mana || price.relics || !attack_restrictions_hold(b, &a)) continue;
    uint32_t obeyed = attack_requirements_obeyed(b, &a);
    if (obeyed > most) most = obeyed;
  } while (attack_next(b, &a));
  memset(&a, -1, sizeof a);
  do {
    if (!attack_restrictions_hold(b, &a) || attack_requirements_obeyed(b, &a) < most) continue;
    if (attack_payable(b, &a)) n = add_bands(b, &a, out, n, cap);
  } while (attack_next(b, &a));
  qsort(out, n, sizeof out[0], compare);
  return n;
}

/* --- blocking (509.1) ------------------------------------------------------------------------------------ */

/* The attackers each creature blocks, as bits. */
typedef struct Blocks {
  uint32_t of[NAIVE_CREATURES];
} Blocks;

static bool share_color(const NaiveCreature *a, const NaiveCreature *b) {
  return a->color != NAIVE_COLORLESS && a->color == b->color;
}

/* Evasion abilities and effects, for one creature and one attacker. */
static bool block_legal(const NaiveBoard *b, const NaiveCreature *c, const NaiveCreature *attacker) {
  if (c->tapped || has(c, HAS_CANT_BLOCK) || has(attacker, HAS_UNBLOCKABLE)) return false;
  if (has(c, HAS_CANT_BLOCK_BLACK) && attacker->color == NAIVE_BLACK) return false;
  if (has(attacker, HAS_FLYING) && !has(c, HAS_FLYING) && !has(c, HAS_REACH)) return false;
  if (has(attacker, HAS_SHADOW) != has(c, HAS_SHADOW)) return false;
  if (has(attacker, HAS_HORSEMANSHIP) && !has(c, HAS_HORSEMANSHIP)) return false;
  if (has(attacker, HAS_SKULK) && c->power > attacker->power) return false;
  if (has(attacker, HAS_FEAR) && !c->artifact && c->color != NAIVE_BLACK) return false;
  if (has(attacker, HAS_INTIMIDATE) && !c->artifact && !share_color(c, attacker)) return false;
  if (has(attacker, HAS_ISLANDWALK) && b->player_facts[b->player].island) return false;
  if (has(attacker, HAS_PROTECTED_FROM_GREEN) && c->color == NAIVE_GREEN) return false;
  return true;
}

static uint32_t bits(uint32_t mask) {
  uint32_t n = 0;
  for (; mask; mask &= mask - 1) n++;
  return n;
}

static bool block_restrictions_hold(const NaiveBoard *b, const Blocks *blocks) {
  uint32_t blocking = 0, artifacts = 0;
  for (uint32_t i = 0; i < b->creatures; i++) {
    blocking += blocks->of[i] != 0;
    artifacts += blocks->of[i] && b->creature[i].artifact;
  }
  if (everywhere(b, RULES_BLOCK_LIMIT_1) && blocking > 1) return false;
  if (everywhere(b, RULES_BLOCK_LIMIT_2) && blocking > 2) return false;
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    if (!blocks->of[i]) continue;
    if (!has(c, HAS_BLOCKS_ANY) && bits(blocks->of[i]) > 1u + c->has[HAS_BLOCKS_MORE]) return false;
    for (uint32_t k = 0; k < b->attackers; k++)
      if (blocks->of[i] >> k & 1 && !block_legal(b, c, &b->attacker[k])) return false;
    if (has(c, HAS_BLOCKS_WITH_1) && blocking < 2) return false;
    if (has(c, HAS_BLOCKS_WITH_ARTIFACT) && artifacts - c->artifact < 1) return false;
  }
  for (uint32_t k = 0; k < b->attackers; k++) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->creatures; i++) n += blocks->of[i] >> k & 1;
    if (n == 0) continue;
    if (has(&b->attacker[k], HAS_MENACE) && n < 2) return false;
    if (has(&b->attacker[k], HAS_BLOCKED_BY_3) && n < 3) return false;
    if (has(&b->attacker[k], HAS_BLOCKED_BY_1) && n > 1) return false;
  }
  return true;
}

static uint32_t block_requirements_obeyed(const NaiveBoard *b, const Blocks *blocks) {
  uint32_t obeyed = 0, blocked = 0;
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    bool blocks_black = false;
    for (uint32_t k = 0; k < b->attackers; k++) {
      if (!(blocks->of[i] >> k & 1)) continue;
      blocks_black |= b->attacker[k].color == NAIVE_BLACK;
      obeyed += b->attacker[k].has[HAS_LURE];
    }
    if (blocks->of[i]) obeyed += c->has[HAS_MUST_BLOCK];
    if (blocks_black) obeyed += c->has[HAS_MUST_BLOCK_BLACK];
    blocked |= blocks->of[i];
  }
  for (uint32_t k = 0; k < b->attackers; k++)
    if (blocked >> k & 1) obeyed += b->attacker[k].has[HAS_MUST_BE_BLOCKED];
  return obeyed;
}

static Price block_price(const NaiveBoard *b, const Blocks *blocks) {
  Price price = {0, 0};
  for (uint32_t i = 0; i < b->creatures; i++) {
    for (uint32_t k = 0; k < b->attackers; k++) {
      if (!(blocks->of[i] >> k & 1)) continue;
      price.mana += b->creature[i].has[HAS_BLOCK_COST_1] + b->attacker[k].has[HAS_BLOCKED_FOR_1];
      price.relics += b->creature[i].has[HAS_BLOCK_COST_RELIC];
    }
  }
  return price;
}

/* Blocking taps nothing, so a blocker can still be tapped for mana. */
static bool block_payable(const NaiveBoard *b, const Blocks *blocks) {
  Price price = block_price(b, blocks);
  const NaivePlayer *me = &b->player_facts[b->player];
  uint32_t mana = me->lands + me->island; /* an Island makes mana too (305.6) */
  for (uint32_t i = 0; i < b->creatures; i++) {
    const NaiveCreature *c = &b->creature[i];
    if (c->makes_mana && !c->tapped && (!c->sick || has(c, HAS_HASTE))) mana++;
  }
  return price.mana <= mana && price.relics <= me->relics;
}

static bool blocks_next(const NaiveBoard *b, Blocks *blocks) {
  for (uint32_t i = 0; i < b->creatures; i++) {
    if (++blocks->of[i] < 1u << b->attackers) return true;
    blocks->of[i] = 0;
  }
  return false;
}

/* 702.22h: the attackers a creature blocks, plus the others in their bands. */
static uint32_t blocked_with_bands(const NaiveBoard *b, uint32_t blocked) {
  uint32_t all = blocked;
  for (uint32_t i = 0; i < b->attackers; i++) {
    for (uint32_t k = 0; k < b->attackers; k++)
      if (blocked >> i & 1 && b->attacker_band[i] && b->attacker_band[k] == b->attacker_band[i]) all |= 1u << k;
  }
  return all;
}

size_t naive_blocks(const NaiveBoard *b, uint64_t *out, size_t cap) {
  Blocks blocks = {{0}};
  uint32_t most = 0;
  size_t n = 0;
  do {
    Price price = block_price(b, &blocks);
    if (price.mana || price.relics || !block_restrictions_hold(b, &blocks)) continue;
    uint32_t obeyed = block_requirements_obeyed(b, &blocks);
    if (obeyed > most) most = obeyed;
  } while (blocks_next(b, &blocks));
  do {
    if (!block_restrictions_hold(b, &blocks) || block_requirements_obeyed(b, &blocks) < most) continue;
    if (!block_payable(b, &blocks) || n == cap) continue;
    out[n] = 0;
    for (uint32_t i = 0; i < b->creatures; i++) out[n] |= (uint64_t)blocked_with_bands(b, blocks.of[i]) << 8 * i;
    n++;
  } while (blocks_next(b, &blocks));
  qsort(out, n, sizeof out[0], compare);
  return n;
}

/* --- damage (510.1, 702.19) --------------------------------------------------------------------------------- */

/* All targets that a fighter may assign damage to. */
static uint32_t reach_of(const NaiveFighter *f, int *out) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->creature_count; i++) out[n++] = (int)f->creatures[i];
  if (f->attacked >= 0) out[n++] = f->attacked;
  if (f->controller >= 0) out[n++] = f->controller;
  return n;
}

/* The damage announced for a target up to a turn. */
static int assigned(const NaiveFight *fight, const NaiveDivision *d, uint32_t turn, int target) {
  int total = 0;
  for (uint32_t i = 0; i < fight->fighters; i++)
    if (fight->fighter[i].turn <= turn) total += d->n[i][target];
  return total;
}

/* 702.2c: any damage from a source with deathtouch is lethal for a creature. */
static bool lethal_assigned(const NaiveFight *fight, const NaiveDivision *d, uint32_t turn, int creature) {
  for (uint32_t i = 0; i < fight->fighters; i++) {
    const NaiveFighter *f = &fight->fighter[i];
    if (f->turn <= turn && f->deathtouch && d->n[i][creature] > 0) return true;
  }
  return assigned(fight, d, turn, creature) >= fight->target[creature].lethal;
}

/* 510.1e: checks each announcement as a whole. */
static bool division_legal(const NaiveFight *fight, const NaiveDivision *d) {
  for (uint32_t i = 0; i < fight->fighters; i++) {
    const NaiveFighter *f = &fight->fighter[i];
    bool behind = f->attacked >= 0 && d->n[i][f->attacked] > 0;
    bool far_behind = f->controller >= 0 && d->n[i][f->controller] > 0;
    if (!behind && !far_behind) continue;
    for (uint32_t k = 0; k < f->creature_count; k++)
      if (!lethal_assigned(fight, d, f->turn, (int)f->creatures[k])) return false;
    if (far_behind && f->attacked >= 0 && assigned(fight, d, f->turn, f->attacked) < fight->target[f->attacked].lethal)
      return false;
  }
  return true;
}

typedef struct Dividing {
  const NaiveFight *fight;
  NaiveDivision d;
  NaiveDivision *out;
  size_t n, cap;
} Dividing;

static void divide_fighter(Dividing *g, uint32_t fighter);

/* Tries every way to divide the rest of a fighter's damage among its targets from the k-th on. */
static void divide_rest(Dividing *g, uint32_t fighter, const int *reach, uint32_t count, uint32_t k, int left) {
  if (g->n > g->cap) return;
  if (k + 1 == count) {
    g->d.n[fighter][reach[k]] = (uint8_t)left;
    divide_fighter(g, fighter + 1);
    g->d.n[fighter][reach[k]] = 0;
    return;
  }
  for (int n = 0; n <= left; n++) {
    g->d.n[fighter][reach[k]] = (uint8_t)n;
    divide_rest(g, fighter, reach, count, k + 1, left - n);
  }
  g->d.n[fighter][reach[k]] = 0;
}

static void divide_fighter(Dividing *g, uint32_t fighter) {
  if (fighter == g->fight->fighters) {
    if (!division_legal(g->fight, &g->d)) return;
    if (g->n < g->cap) g->out[g->n] = g->d;
    g->n++;
    return;
  }
  int reach[NAIVE_TO + 2];
  const NaiveFighter *f = &g->fight->fighter[fighter];
  uint32_t count = reach_of(f, reach);
  if (count == 0 || f->damage <= 0)
    divide_fighter(g, fighter + 1);
  else
    divide_rest(g, fighter, reach, count, 0, f->damage);
}

size_t naive_divisions(const NaiveFight *fight, NaiveDivision *out, size_t cap) {
  Dividing g = {.fight = fight, .out = out, .cap = cap};
  divide_fighter(&g, 0);
  return g.n;
}
