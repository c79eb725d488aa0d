/* State-based actions (704), what other files ask about them. */
#ifndef RULES_TURN_SBA_H
#define RULES_TURN_SBA_H

#include "rules/query/layers/layers.h"

/* The final chapter number of a permanent: the greatest of its chapter abilities (714.2d); 0 if it is no
   Saga or has none. */
i64 saga_final_chapter(Game *g, u32 slot);
/* The same of characteristics. */
i64 saga_final_chapter_of(const Game *g, const Chars *c);

#endif
