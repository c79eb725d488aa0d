/* When to ask people at a table, and what to tell them. */
#include "gavel/player.h"

#include "base/base.h"

#include <string.h>

/* --- when to stop ------------------------------------------------------------------------------ */

/* Whether a player with priority can do anything besides passing and making mana. */
static bool can_act(GavelGame *game, const GavelDecision *d) {
  for (u32 i = 0; i < d->option_count; i++)
    if (gavel_game_options(game)[i].kind != GAVEL_OPTION_PASS && !gavel_game_option_is_mana(game, i)) return true;
  return false;
}

bool gavel_person_stops(GavelGame *game) {
  GavelDecision d;
  if (!gavel_game_decision(game, &d)) return false;
  if (d.kind != GAVEL_DECISION_PRIORITY) return true;
  GavelSituation now = gavel_game_situation(game);
  bool own = now.active == d.player;
  if (!can_act(game, &d)) return false;
  if (gavel_game_zone_count(game, GAVEL_ZONE_STACK, 0) > 0) return true;
  switch (now.step) {
    case GAVEL_STEP_MAIN:
    case GAVEL_STEP_MAIN_2: return own;
    case GAVEL_STEP_DECLARE_ATTACKERS:
    case GAVEL_STEP_DECLARE_BLOCKERS: return true;
    case GAVEL_STEP_END: return !own;
    default: return false;
  }
}

/* --- what to log ------------------------------------------------------------------------------- */

/* Kinds of events that a log leaves out. */
static const char *const BOOKKEEPING[] = {"step begins", "tap for mana", "add mana",     "become a target",
                                          "reveal",      "shuffle",      "untap",        "tap",
                                          "turn begins", "activate",     "put counters", "attack unblocked"};

bool gavel_person_hears(const GavelEvent *event) {
  for (u32 i = 0; i < COUNT_OF(BOOKKEEPING); i++)
    if (strcmp(event->kind, BOOKKEEPING[i]) == 0) return false;
  bool drawn = event->from == GAVEL_ZONE_LIBRARY && event->to == GAVEL_ZONE_HAND;
  return strcmp(event->kind, "move") != 0 ||
         (event->to != GAVEL_ZONE_STACK && event->from != GAVEL_ZONE_STACK && !drawn);
}
