/* A random player that would rather do something than pass, for gavel sim --cover. */
#ifndef GAVEL_SIM_KEEN_H
#define GAVEL_SIM_KEEN_H

#include "base/base.h"
#include "gavel/gavel.h"

/* An option of the pending decision, drawn at random: with priority mostly one of the lands, spells and special actions;
   if there is none, to pass or one of the abilities that are no mana abilities, which would only waste what pays for
   spells; seldom any. */
u32 keen_choice(GavelGame *game, const GavelDecision *decision, Rng *rng);

#endif
