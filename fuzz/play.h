/* Shared by targets that play untested cards. */
#ifndef FUZZ_PLAY_H
#define FUZZ_PLAY_H

#include "require.h"

#include "state/validate.h"

/* Plays a game with `count` cards in every zone, and lands to cast them with, for some decisions. It must reach its end
   or a limit; with `damaged`, cards may also turn out to be damaged. */
static inline void play_cards(GavelCards *cards, const GavelCardId *ids, uint32_t count, uint64_t seed, bool damaged) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_LIBRARY,
                                    GAVEL_ZONE_HAND};
  enum { DECISIONS = 40, COPIES = 6, LANDS_EACH = 2 };
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game = NULL;
  GavelPlayout playout;
  def.cards = cards;
  def.seed = seed;
  def.limits.objects = 2000;
  def.limits.frames = 400;
  def.limits.events = 20000;
  def.limits.heap_words = 1u << 18;
  def.limits.forced_steps = 1000;
  def.limits.forced_growth = 500;
  def.limits.evaluations = 1000000;
  require(gavel_game_create(&def, &game, NULL) == GAVEL_OK, "no game");
  GavelObjectDef object = gavel_object_def_default();
  for (uint32_t player = 0; player < def.player_count; player++) {
    object.owner = player;
    for (uint32_t i = 0; i < LANDS_EACH * 5; i++) {
      object.zone = GAVEL_ZONE_BATTLEFIELD;
      object.card = gavel_cards_find(cards, LANDS[i % 5], NULL);
      if (object.card)
        require(gavel_game_put(game, &object, NULL) == GAVEL_OK, "no land"); /* an index may be damaged */
    }
    for (uint32_t i = 0; i < COPIES; i++) {
      object.zone = ZONES[i % (sizeof ZONES / sizeof *ZONES)];
      object.card = ids[(i + player) % count];
      gavel_game_put(game, &object, NULL); /* impossible objects are refused */
    }
  }
  GavelStatus status = gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN);
  if (!status) status = gavel_game_playout(game, seed, DECISIONS, &playout);
  char message[256];
  bool fine = status == GAVEL_OK || status == GAVEL_E_LIMIT || (damaged && status == GAVEL_E_CORRUPT);
  if (!fine) fprintf(stderr, "fuzz: %s\n", gavel_game_message(game));
  require(fine, "a game failed");
  if (!status && !game_validate(game, message, sizeof message)) require(false, message);
  gavel_game_destroy(game);
}

#endif
