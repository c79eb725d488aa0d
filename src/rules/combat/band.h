/* Banding (702.22): which attackers are declared to be in a band, and what that means for blocks and damage.

   While attackers are declared a band is written into the rows of T_CHOSEN that hold the pairs (attack.c): the
   first member of a band has `a` 0, each other member 1 + the place of the first among the rows. Afterwards
   Permanent.band holds 1 + that place for all of them. */
#ifndef RULES_COMBAT_BAND_H
#define RULES_COMBAT_BAND_H

#include "rules/query/query.h"

/* The pairs chosen: `count` rows from `first` on; of those before `decided` it is known in which band they are. */
typedef struct Banding {
  Game *g;
  u32 first, count, decided;
} Banding;

/* Whether a creature has banding or a "bands with other" ability. */
bool bands_with_some(Game *g, u32 slot);
/* Whether any of the attackers chosen could be in a band with another. */
bool bands_possible(const Banding *b);
/* Adds the options of the next attacker, the one at `decided`, to the decision: that it joins no band that has begun,
   and the first member of each band it may join. All of them can be completed to legal bands (702.22c, d). */
void bands_offer(const Banding *b);
/* The attacker at `decided` joins the band that begins with `leader`, or none. */
void bands_join(const Banding *b, Ref leader);
/* The attackers in the rows that attack now are in these bands. */
void bands_begin(const Banding *b);

/* A creature blocks an attacker: it blocks the others of its band, too (702.22h). Adds a row of T_CHOSEN, `ref` blocks
   `n`, for each that it did not block already. */
void band_blocked_by(Game *g, u32 blocker, Ref attacker);
/* Whether banding among creatures on the scratch list from `at` on lets the player they fight for divide the damage
   dealt to them (702.22j, k). */
bool banding_divides(Game *g, u32 at, u32 count);

#endif
