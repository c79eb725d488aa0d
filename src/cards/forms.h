/* What carddb_link precomputes for games: the forms of cards (CardForm), and a summary of what an activated ability
   costs and produces; and the parts of carddb_link that process one ability or card. */
#ifndef CARDS_FORMS_H
#define CARDS_FORMS_H

#include "cards/carddb.h"

/* Returns the index of a mana cost in CardDb.costs, adding it if necessary; 0 if there is no memory. */
u32 carddb_cost(CardDb *db, const ManaCost *cost);
/* Sets the flags, `least_mana` and `makes` of an ability whose other flags are known. */
void ability_glance(const CardDb *db, AbilityDef *def);
/* Whether a keyword off the battlefield affects casting its object only through its definition. */
bool keyword_is_its_definition(Word keyword);
/* Whether an ability gets ABILITY_TIMELESS. The zones where it functions must be known. */
bool ability_timeless(const CardDb *db, const AbilityDef *def);
/* Derives the remaining fields of an ability. `usual` are the zones where its object's other abilities function
   (ability_usual_zones); CardDb.traits must be known. */
void ability_link(const CardDb *db, AbilityDef *def, u32 usual);
/* The zones where the abilities of an ability's object usually function (113.6). */
u32 ability_usual_zones(const CardDb *db, u32 card, u32 ability);
/* Derives the remaining fields of a card, except its forms, from its faces and its linked abilities. */
void card_link(const CardDb *db, u32 card, CardDef *def);
/* Whether the forms of a card equal those that forms_link would make. */
bool forms_are_of(const CardDb *db, u32 card);
/* Reserves the memory that forms_link needs now; false if there is none. */
bool forms_reserve(CardDb *db);
/* Rebuilds CardDb.forms; false if there is no memory, which can't happen after forms_reserve. */
bool forms_link(CardDb *db);

#endif
