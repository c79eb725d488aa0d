/* What carddb_link works out about cards and abilities so that a game need not: their forms (CardForm), and what an
   activated ability costs and makes at a glance; and the pieces of carddb_link, which work out one ability or card. */
#ifndef CARDS_FORMS_H
#define CARDS_FORMS_H

#include "cards/carddb.h"

/* The place of a mana cost in CardDb.costs, where it is put if it is not there yet; 0 when memory is refused. */
u32 carddb_cost(CardDb *db, const ManaCost *cost);
/* Fills in the flags, `least_mana` and `makes` of an ability whose other flags are known. */
void ability_glance(const CardDb *db, AbilityDef *def);
/* Whether a keyword off the battlefield means nothing for how its object is cast but what its definition says. */
bool keyword_is_its_definition(Word keyword);
/* Whether it is one of ABILITY_TIMELESS. The zones where it functions must be known. */
bool ability_timeless(const CardDb *db, const AbilityDef *def);
/* Fills in all that follows from the rest of an ability whose object's other abilities function in the zones `usual`,
   those of ability_usual_zones; CardDb.traits must be known. */
void ability_link(const CardDb *db, AbilityDef *def, u32 usual);
/* Where those of the object that an ability of a card stands on function (113.6). */
u32 ability_usual_zones(const CardDb *db, u32 card, u32 ability);
/* Fills in what follows for a card from its faces and its abilities, which are linked; its forms aside. */
void card_link(const CardDb *db, u32 card, CardDef *def);
/* Whether the forms of a card are those that forms_link would make. */
bool forms_are_of(const CardDb *db, u32 card);
/* Takes the memory that forms_link will need for what there is now; false when it is refused. */
bool forms_reserve(CardDb *db);
/* Makes CardDb.forms anew; false when memory is refused, which cannot be after forms_reserve. */
bool forms_link(CardDb *db);

#endif
