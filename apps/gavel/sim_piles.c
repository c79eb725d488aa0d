#include "sim_piles.h"

#include "api/api.h"

#include <stdlib.h>

enum { PILE_SPELLS = 37, PILE_LANDS = 23, ALL_COLORS = 31 };

static const char *const BASICS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};

/* The colours of the sorts of piles, as bits. */
static const u8 SORT_COLORS[PILE_SORTS] = {3, 5, 6, 9, 10, 12, 17, 18, 20, 24, ALL_COLORS};

/* The types of cards that no deck holds (100.2), and the basic lands, of which each pile has its share anyway. */
static bool is_for_decks(const CardDb *db, const CardDef *card) {
  static const Word NEVER[] = {W_DUNGEON, W_PHENOMENON, W_PLANE, W_SCHEME, W_VANGUARD, W_CONSPIRACY};
  const Chars *chars = &db->faces.data[card->face].chars;
  for (u32 i = 0; i < COUNT_OF(NEVER); i++)
    if (chars->types >> type_bit(NEVER[i]) & 1) return false;
  return !(chars->supertypes >> supertype_bit(W_BASIC) & 1);
}

/* One of the sorts of two colours that a card of these colours goes with, or the last sort. */
static u32 sort_of(u32 colors, Rng *rng) {
  u32 fitting[PILE_SORTS], n = 0;
  for (u32 i = 0; i + 1 < PILE_SORTS; i++)
    if ((colors & ~SORT_COLORS[i]) == 0) fitting[n++] = i;
  return n ? fitting[rng_below(rng, n)] : PILE_SORTS - 1;
}

static u32 piles_of_sort(const Piles *piles, u32 sort) {
  return (piles->pool[sort].count + PILE_SPELLS - 1) / PILE_SPELLS;
}

bool piles_find(Piles *piles, GavelCards *cards) {
  GavelAllocator allocator = gavel_allocator_default();
  const CardDb *db = api_carddb(cards);
  Rng rng = {.state = 0};
  *piles = (Piles){.cards = cards};
  for (u32 card = 1; card < db->cards.count; card++) {
    const CardDef *def = &db->cards.data[card];
    if (!is_for_decks(db, def) || !gavel_card_name(cards, card)[0]) continue;
    u32 sort = sort_of(def->color_identity & ALL_COLORS, &rng);
    if (!vec_push(&allocator, &piles->pool[sort], card)) out_of_memory();
    piles->cards_in_all++;
  }
  for (u32 sort = 0; sort < PILE_SORTS; sort++) piles->a_round += piles_of_sort(piles, sort);
  if (piles->cards_in_all == 0) complain("there are no cards to make piles of");
  return piles->cards_in_all > 0;
}

void piles_free(Piles *piles) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 sort = 0; sort < PILE_SORTS; sort++) vec_free(&allocator, &piles->pool[sort]);
}

/* --- dealing ------------------------------------------------------------------------------------------------- */

static u64 common_divisor(u64 a, u64 b) {
  while (b) {
    u64 rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Where the Nth of some things stands in a random order, which is one step taken again and again. */
static u64 shuffled(u64 n, u64 count, Rng *rng) {
  u64 first = rng_below(rng, count), step = 1 + rng_below(rng, count);
  while (common_divisor(step, count) != 1) step = step % count + 1;
  return (first + n * step) % count;
}

/* The random numbers of a round and of whatever is shuffled in it. */
static Rng rng_of(u64 round, u64 what) {
  Hash h;
  hash_init(&h, round);
  hash_u64(&h, what);
  return (Rng){.state = hash_end(&h)};
}

static void add_lands(Text *text, u32 colors) {
  u32 lands = PILE_LANDS, left = (u32)__builtin_popcount(colors);
  for (u32 i = 0; i < COUNT_OF(BASICS); i++) {
    if (!(colors >> i & 1)) continue;
    u32 n = (lands + left - 1) / left;
    text_addf(text, "%u %s\n", n, BASICS[i]);
    lands -= n;
    left--;
  }
}

GavelDeck *piles_deck(const Piles *piles, u64 number) {
  u64 round = number / piles->a_round;
  Rng rng = rng_of(round, PILE_SORTS);
  u64 pile = shuffled(number % piles->a_round, piles->a_round, &rng);
  u32 sort = 0;
  for (; pile >= piles_of_sort(piles, sort); sort++) pile -= piles_of_sort(piles, sort);
  Text text;
  text_init(&text, gavel_allocator_default());
  text_adds(&text, "Deck\n");
  add_lands(&text, SORT_COLORS[sort]);
  /* The last pile of a sort takes what it lacks from the first. */
  for (u64 i = pile * PILE_SPELLS; i < (pile + 1) * PILE_SPELLS; i++) {
    rng = rng_of(round, sort);
    GavelCardId card = piles->pool[sort].data[shuffled(i, piles->pool[sort].count, &rng)];
    text_addf(&text, "1 %s\n", gavel_card_name(piles->cards, card));
  }
  GavelDeck *deck = NULL;
  GavelError error;
  Str all = text_str(&text);
  if (text.failed) out_of_memory();
  if (gavel_deck_read(piles->cards, all.data, all.length, &deck, &error)) {
    complain_of("a pile", &error);
    exit(CLI_BAD_INPUT);
  }
  text_free(&text);
  return deck;
}
