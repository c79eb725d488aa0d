/* Clones, saves and hashes. */
#include "api/api.h"

#include "state/clone.h"
#include "state/hash.h"
#include "state/save.h"
#include "state/setup.h"
#include "rules/game/run_game.h"

/* --- clones -------------------------------------------------------------------------------- */

size_t gavel_game_clone_size(const GavelGame *game) { return game_clone_size(game); }

GavelStatus gavel_game_clone(const GavelGame *game, void *buffer, size_t size, GavelGame **clone) {
  *clone = NULL;
  return game->failed ? game->failed : game_clone_into(game, buffer, size, clone);
}

GavelStatus api_clone_again(Game *g, const Game *of) {
  api_forget_seen(g);
  return game_clone_again(g, of);
}

GavelStatus gavel_game_clone_again(GavelGame *clone, const GavelGame *game) {
  if (game->failed) return game->failed;
  if (!clone->home) return api_refuse(clone, GAVEL_E_MISUSE, "only a clone can be copied into again");
  return api_clone_again(clone, game);
}

/* --- saves --------------------------------------------------------------------------------- */

GavelStatus gavel_game_save(const GavelGame *game, void *out, size_t size, size_t *length) {
  *length = 0;
  if (game->failed) return game->failed;
  Text text;
  text_init(&text, game->allocator);
  GavelStatus status = game_save(game, &text, NULL);
  if (!status) {
    Str bytes = text_str(&text);
    *length = bytes.length;
    if (size > 0) memcpy(out, bytes.data, bytes.length < size ? bytes.length : size);
  }
  text_free(&text);
  return status;
}

GavelStatus gavel_game_load(const GavelGameDef *def, const void *bytes, size_t length, GavelGame **game,
                            GavelError *error) {
  *game = NULL;
  if (!def->cards) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "a game needs cards: set GavelGameDef.cards");
  if (!api_speaks(def->language)) return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "there is no such language");
  if (length > UINT32_MAX) return error_set(error, GAVEL_E_CORRUPT, 0, 0, UINT32_MAX, "a save has less than 4 GiB");
  Game *g;
  /* Loading uses abilities and nodes by number. */
  GavelStatus status = carddb_all_sound(&def->cards->db, error);
  if (status) return status;
  status =
      game_load(def->allocator, &def->cards->db, &GAME_PROCEDURES, &def->limits, (Str){bytes, (u32)length}, &g, error);
  if (status) return status;
  status = game_ask_anew(g);
  if (status) {
    error_set(error, status, 0, 0, length, "the saved game can't go on: %s", g->failure);
    game_free(g);
    return status;
  }
  status = api_adopt(g, def);
  if (status) {
    game_free(g);
    return error_set(error, status, 0, 0, 0, "out of memory for a game");
  }
  *game = g;
  return GAVEL_OK;
}

/* --- hashes -------------------------------------------------------------------------------- */

uint64_t gavel_game_hash(const GavelGame *game) { return state_hash(game); }

static void position_body(Game *g, void *user) { *(u64 *)user = position_hash(g); }

uint64_t gavel_game_position_hash(GavelGame *game) {
  u64 hash = 0;
  GavelStatus status = game_protect(game, position_body, &hash);
  return status ? 0 : hash;
}
