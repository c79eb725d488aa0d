/* What may be attached to what (301.5, 301.6, 303.4, 702.5). */
#ifndef RULES_QUERY_ATTACH_H
#define RULES_QUERY_ATTACH_H

#include "rules/query/eval.h"

/* Whether an Aura, Equipment or Fortification on the battlefield may be attached to an object or player. What is
   none of these may be attached to nothing. */
bool attach_legal(Game *g, u32 attachment, Ref host);
/* The same as though the host were a creature (702.6e). */
bool attach_legal_as_creature(Game *g, u32 attachment, Ref host);
/* The same for one that is entering, as it would exist on the battlefield (614.12). */
bool attach_legal_entering(Game *g, const Provisional *entering, Ref host);
/* Pushes all that it may be attached to onto the scratch list, in canonical order; answers how many. */
u32 attach_hosts_push(Game *g, const Provisional *entering);
/* A bestowed permanent ceases to be bestowed (702.103f). */
void bestow_end(Game *g, u32 slot);
/* The same for each whose host has left the battlefield, by which it became unattached (701.3d). */
void bestow_end_hostless(Game *g);
/* Whether an object or player has protection from an object: a source of damage, a blocker, an Aura
   (702.16). What has left is seen as it last was. */
bool protected_from(Game *g, Ref what, Ref from);
/* The first such ability, 0 if there is none. */
u32 protection_from(Game *g, Ref what, Ref from);

/* Whether a filter says itself in which zone it looks: without that it speaks of permanents (109.2). */
bool filter_names_zone(const CardDb *db, Node filter);

#endif
