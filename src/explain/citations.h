/* Which rules an event may cite: those that are about what it is. */
#ifndef EXPLAIN_CITATIONS_H
#define EXPLAIN_CITATIONS_H

#include "cards/events.h"
#include "state/refs.h"

/* A rule, with its subrules but for those that have a row of their own, and the kinds of event it is about; the first 0 ends
   them. */
#define CITATION_KINDS 4u
typedef struct Citation {
  const char *number;
  u8 kinds[CITATION_KINDS];
  bool plain; /* it says only what such an event is: brief accounts leave it out */
} Citation;
/* Instead of kinds: it is about whatever is done. */
#define CITE_ANY 255
/* It is about whatever is done after an effect has changed it. */
#define CITE_CHANGED 254

/* All rows, ordered by number. */
const Citation *citations(u32 *count);
/* Whether a rule is about events at all. */
bool citation_is(const char *number);
/* Whether an event of that kind may cite a rule. */
bool citation_fits(const char *number, EventKind kind);
/* Whether it goes without saying that an event follows the rule. */
bool citation_is_plain(const char *number);
/* Whether the rule says that something else begins: a player gets priority or announces something, or a spell is done.
   What was carried out before it belongs to no event that comes after it. */
bool citation_begins(const char *number);

/* Where a move must lead that may cite the rule; ZONE_NONE: anywhere. */
Zone citation_destination(const char *number);
/* Whether what the rule was carried out for is the source of such an event: how a creature assigns its combat damage. */
bool citation_is_of_source(const char *number);
/* Why a state-based action of that rule was performed, as said behind what it did; 0 if the rule says no more than that. */
u16 citation_reason(const char *number);

#endif
