/* Finds the best answer by trying: it takes each option in a clone of the game, which it then plays out at random many
   times. Player 0 wins if the last bolt goes where it should, and otherwise loses to the giants.

   The clone is in one buffer that is reused, and unknown cards are dealt anew each time, so that the search doesn't
   cheat. */
#include "gavel/gavel.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 40 };

static GavelGame *begin(GavelCards *cards) {
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game;
  def.cards = cards;
  if (gavel_game_create(&def, &game, NULL)) return NULL;
  for (uint32_t player = 0; player < 2; player++)
    gavel_game_put_cards(game, GAVEL_ZONE_LIBRARY, player, "Mountain", 10);
  gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Lightning Bolt", 1);
  gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, 0, "Mountain", 1);
  gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, 1, "Hill Giant", 2);
  gavel_game_put_life(game, 0, 2);
  gavel_game_put_life(game, 1, 3);
  gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN);
  return game;
}

/* Number of tries the player wins after taking an option; -1 on failure. */
static int wins_after(const GavelGame *game, GavelGame *clone, uint32_t player, uint32_t option) {
  int wins = 0;
  for (uint64_t seed = 1; seed <= TRIES; seed++) {
    GavelPlayout playout;
    if (gavel_game_clone_again(clone, game) || gavel_game_determinize(clone, player, seed) ||
        gavel_game_answer(clone, option) || gavel_game_playout(clone, seed, 5000, &playout))
      return -1;
    wins += gavel_game_player(clone, player).won;
  }
  return wins;
}

/* Answers every decision of player 0 with the option that wins most often, until the turn is over. */
static int play_turn(GavelGame *game, GavelGame *clone) {
  GavelDecision decision;
  while (gavel_game_decision(game, &decision) && gavel_game_situation(game).turn == 3) {
    uint32_t best = 0;
    int most = -1;
    for (uint32_t i = 0; i < decision.option_count; i++) {
      int wins = wins_after(game, clone, decision.player, i);
      if (wins < 0) return 1;
      if (wins > most) best = i;
      most = wins > most ? wins : most;
    }
    char question[128], answer[128];
    gavel_game_decision_text(game, question, sizeof question);
    gavel_game_option_text(game, best, answer, sizeof answer);
    if (decision.option_count > 1) printf("%s: %s (%d of %d)\n", question, answer, most, TRIES);
    if (gavel_game_answer(game, best)) return 1;
  }
  return gavel_game_player(game, 0).won ? 0 : 1;
}

int main(void) {
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelCards *cards;
  if (gavel_cards_create(&cards_def, &cards, NULL)) return 1;
  GavelGame *game = begin(cards), *clone = NULL;
  if (!game) return 1;
  size_t size = 2 * gavel_game_clone_size(game);
  void *buffer = malloc(size);
  int status = 1;
  if (buffer && !gavel_game_clone(game, buffer, size, &clone)) status = play_turn(game, clone);
  puts(status == 0 ? "player 0 wins" : "player 0 has not won");
  gavel_game_destroy(clone);
  free(buffer);
  gavel_game_destroy(game);
  gavel_cards_destroy(cards);
  return status;
}
