#include "sim_keen.h"

#include "cards/carddb.h"
#include "rules/layers.h"
#include "state/objects.h"

enum { SELDOM = 8 };

static bool is_deed(GavelGame *game, const GavelOption *option) {
  if (option->kind == GAVEL_OPTION_PASS) return false;
  if (option->kind != GAVEL_OPTION_ACTIVATE) return true;
  AbilityInst inst = ability_get(game, object_live(game, option->ref), option->a);
  return !(carddb_ability(game->db, inst.ability)->flags & ABILITY_MANA);
}

u32 keen_choice(GavelGame *game, const GavelDecision *decision, Rng *rng) {
  u32 count = decision->option_count, deeds = 0, taken = 0;
  if (decision->kind != GAVEL_DECISION_PRIORITY || rng_below(rng, SELDOM) == 0) return (u32)rng_below(rng, count);
  const GavelOption *options = gavel_game_options(game);
  for (u32 i = 0; i < count; i++)
    if (is_deed(game, &options[i]) ? rng_below(rng, ++deeds) == 0 : deeds == 0 && options[i].kind == GAVEL_OPTION_PASS) taken = i;
  return taken;
}
