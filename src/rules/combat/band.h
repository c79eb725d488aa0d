/* Banding (702.22): which attackers form a band, and what that means for blocks and damage.

   While attackers are declared, bands are stored in the rows of T_CHOSEN that hold the pairs (attack.c): the first
   member of a band has `a` 0, the others have 1 + the index of the first among the rows. Afterwards Permanent.band
   holds 1 + that index for all of them. */
#ifndef RULES_COMBAT_BAND_H
#define RULES_COMBAT_BAND_H

#include "rules/query/query.h"

/* The chosen pairs: `count` rows from `first` on; the bands of those before `decided` are known. */
typedef struct Banding {
  Game *g;
  u32 first, count, decided;
} Banding;

/* Whether a creature has banding or a "bands with other" ability. */
bool bands_with_some(Game *g, u32 slot);
/* Whether any of the chosen attackers could be in a band with another. */
bool bands_possible(const Banding *b);
/* Adds the options of the attacker at `decided` to the decision: that it joins no existing band, and the first member
   of each band it may join. All of them can be completed to legal bands (702.22c, d). */
void bands_offer(const Banding *b);
/* Makes the attacker at `decided` join the band that begins with `leader`, or none. */
void bands_join(const Banding *b, Ref leader);
/* Records the bands of the attackers in the rows that now attack. */
void bands_begin(const Banding *b);

/* A creature that blocks an attacker also blocks the rest of its band (702.22h). Adds a row of T_CHOSEN, `ref` blocks
   `n`, for each that it didn't block already. */
void band_blocked_by(Game *g, u32 blocker, Ref attacker);
/* Whether banding among the creatures on the scratch list from `at` on lets the player they fight for divide the damage
   dealt to them (702.22j, k). */
bool banding_divides(Game *g, u32 at, u32 count);

#endif
