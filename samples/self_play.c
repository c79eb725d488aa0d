/* Games between players who answer at random: how many end, and how long they take.

       self_play [GAMES]

   Each game is a few cards, a seed, and a loop that answers every decision. */
#include "gavel/gavel.h"

#include <stdio.h>
#include <stdlib.h>

/* The program's own generator: the library's is part of the game. */
static uint64_t draw(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static GavelGame *begin(GavelCards *cards, uint64_t seed) {
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game;
  def.cards = cards;
  def.seed = seed;
  if (gavel_game_create(&def, &game, NULL)) return NULL;
  for (uint32_t player = 0; player < 2; player++) {
    gavel_game_put_cards(game, GAVEL_ZONE_LIBRARY, player, "Mountain", 16);
    gavel_game_put_cards(game, GAVEL_ZONE_LIBRARY, player, "Hill Giant", 12);
    gavel_game_put_cards(game, GAVEL_ZONE_LIBRARY, player, "Lightning Bolt", 12);
    gavel_game_shuffle(game, player);
    gavel_game_deal(game, player, 7);
  }
  gavel_game_start(game);
  return game;
}

int main(int argc, char **argv) {
  long games = argc > 1 ? strtol(argv[1], NULL, 10) : 20, over = 0;
  uint64_t turns = 0, decisions = 0, state = 88172645463325252u;
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelCards *cards;
  if (gavel_cards_create(&cards_def, &cards, NULL)) return 1;
  for (long i = 0; i < games; i++) {
    GavelGame *game = begin(cards, (uint64_t)i + 1);
    if (!game) return 1;
    GavelDecision decision;
    while (gavel_game_decision(game, &decision))
      if (gavel_game_answer(game, (uint32_t)(draw(&state) % decision.option_count))) break;
    GavelSituation end = gavel_game_situation(game);
    over += end.over;
    turns += end.turn;
    decisions += end.decisions;
    gavel_game_destroy(game);
  }
  gavel_cards_destroy(cards);
  printf("%ld of %ld games over, %llu turns, %llu decisions\n", over, games, (unsigned long long)turns,
         (unsigned long long)decisions);
  return over == games ? 0 : 1;
}
