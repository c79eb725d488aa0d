/* What can player 0 do, with a Lightning Bolt in hand and a Mountain to cast it with? */
#include "gavel/gavel.h"

#include <stdio.h>

int main(void) {
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game;
  if (gavel_cards_create(&cards_def, &def.cards, NULL)) return 1;
  if (gavel_game_create(&def, &game, NULL)) return 1;
  gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Lightning Bolt", 1);
  gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, 0, "Mountain", 1);
  gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, 1, "Grizzly Bears", 1);
  gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN);
  GavelDecision decision;
  gavel_game_decision(game, &decision);
  for (uint32_t i = 0; i < decision.option_count; i++) {
    char text[128];
    gavel_game_option_text(game, i, text, sizeof text);
    puts(text);
  }
  gavel_game_destroy(game);
  gavel_cards_destroy(def.cards);
  return 0;
}
