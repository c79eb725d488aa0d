#include "sim_piles.h"

#include "api/api.h"

#include <stdlib.h>

enum { PILE_SPELLS = 37, PILE_LANDS = 23 };

static const char *const BASICS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};

/* The types of cards that no deck holds (100.2), and the basic lands, of which each pile has its share anyway. */
static bool is_for_decks(const CardDb *db, const CardDef *card) {
  static const Word NEVER[] = {W_DUNGEON, W_PHENOMENON, W_PLANE, W_SCHEME, W_VANGUARD, W_CONSPIRACY};
  const Chars *chars = &db->faces.data[card->face].chars;
  for (u32 i = 0; i < COUNT_OF(NEVER); i++)
    if (chars->types >> type_bit(NEVER[i]) & 1) return false;
  return !(chars->supertypes >> supertype_bit(W_BASIC) & 1);
}

bool piles_find(Piles *piles, GavelCards *cards) {
  GavelAllocator allocator = gavel_allocator_default();
  const CardDb *db = api_carddb(cards);
  *piles = (Piles){.cards = cards};
  for (u32 card = 1; card < db->cards.count; card++)
    if (is_for_decks(db, &db->cards.data[card]) && gavel_card_name(cards, card)[0] && !vec_push(&allocator, &piles->pool, card))
      out_of_memory();
  if (piles->pool.count == 0) complain("there are no cards to make piles of");
  return piles->pool.count > 0;
}

void piles_free(Piles *piles) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &piles->pool);
}

/* Whether the mana of these colours, as bits, pays for a card. */
static bool is_payable(const CardDb *db, GavelCardId card, u32 colors) {
  const Chars *chars = &db->faces.data[db->cards.data[card].face].chars;
  return (mana_cost_colors(&db->costs.data[chars->mana_cost]) & ~colors) == 0;
}

GavelDeck *piles_deck(const Piles *piles, u64 seed) {
  const CardDb *db = api_carddb(piles->cards);
  Rng rng = {.state = seed * 0x9e3779b97f4a7c15u + 7};
  u32 first = (u32)rng_below(&rng, 5), second = (first + 1 + (u32)rng_below(&rng, 4)) % 5;
  Text text;
  text_init(&text, gavel_allocator_default());
  text_addf(&text, "Deck\n%d %s\n%d %s\n", PILE_LANDS - PILE_LANDS / 2, BASICS[first], PILE_LANDS / 2, BASICS[second]);
  for (u32 n = 0; n < PILE_SPELLS;) {
    GavelCardId card = piles->pool.data[rng_below(&rng, piles->pool.count)];
    /* Now and then one that needs other mana, for the ways there are around that. */
    bool takes = is_payable(db, card, 1u << first | 1u << second) || rng_below(&rng, 40) == 0;
    if (!takes) continue;
    text_addf(&text, "1 %s\n", gavel_card_name(piles->cards, card));
    n++;
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
