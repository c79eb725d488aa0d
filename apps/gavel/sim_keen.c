#include "sim_keen.h"

#include "cards/carddb.h"
#include "rules/query/query.h"
#include "state/objects.h"

/* One in so many decisions takes any option, and one in so many an ability where there is no spell: each that resolves
   gives priority to everybody again, and one that costs nothing could else be used for ever. */
enum { SELDOM = 8, ABILITIES = 4 };

static bool is_mana_ability(GavelGame *game, const GavelOption *option) {
  AbilityInst inst = ability_get(game, object_live(game, option->ref), option->a);
  return carddb_ability(game->db, inst.ability)->flags & ABILITY_MANA;
}

u32 keen_choice(GavelGame *game, const GavelDecision *decision, Rng *rng) {
  u32 count = decision->option_count, spells = 0, abilities = 0, spell = 0, ability = 0, pass = 0;
  if (decision->kind != GAVEL_DECISION_PRIORITY || rng_below(rng, SELDOM) == 0) return (u32)rng_below(rng, count);
  const GavelOption *options = gavel_game_options(game);
  for (u32 i = 0; i < count; i++) {
    if (options[i].kind == GAVEL_OPTION_PASS) {
      pass = i;
    } else if (options[i].kind != GAVEL_OPTION_ACTIVATE) {
      if (rng_below(rng, ++spells) == 0) spell = i;
    } else if (!is_mana_ability(game, &options[i])) {
      if (rng_below(rng, ++abilities) == 0) ability = i;
    }
  }
  if (spells > 0) return spell;
  return abilities > 0 && rng_below(rng, ABILITIES) == 0 ? ability : pass;
}
