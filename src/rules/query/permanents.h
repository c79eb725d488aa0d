/* What is asked of permanents that have rules of their own. */
#ifndef RULES_QUERY_PERMANENTS_H
#define RULES_QUERY_PERMANENTS_H

#include "rules/query/layers/layers.h"

/* --- Rooms (709.5); a half is 0, the left one, or 1 ------------------------------------------------------- */

/* Whether a permanent has the designation of that half (709.5c), with that half or without. */
bool half_unlocked(const Game *g, u32 slot, u32 half);
/* The name of a half of a permanent; 0 if it has none. */
StrId half_name(Game *g, u32 slot, u32 half);
/* How many halves of a permanent are unlocked (709.5j). */
u32 unlocked_halves(Game *g, u32 slot);
/* The card of the database that a permanent with halves has them of, 0 if it has none; and what one of them says. */
u32 room_card(Game *g, u32 slot);
const Chars *half_chars(const Game *g, u32 card, u32 half);
/* The flag of Object.flags that says that it is unlocked. */
static inline u8 half_flag(u32 half) { return half ? OBJECT_RIGHT_UNLOCKED : OBJECT_LEFT_UNLOCKED; }

/* --- Sagas (714) ----------------------------------------------------------------------------------------- */

/* The greatest chapter number of an event pattern, 0 if it is of no chapter ability. */
i64 chapter_greatest(const CardDb *db, Node event);
/* The final chapter number of a permanent: the greatest of its chapter abilities (714.2d); 0 if it is no Saga or has
   none. */
i64 saga_final_chapter(Game *g, u32 slot);
/* The same of characteristics. */
i64 saga_final_chapter_of(const Game *g, const Chars *c);

/* --- merged permanents (730) ----------------------------------------------------------------------------- */

/* Whether a slot holds a merged permanent (730.2). */
bool is_merged(const Game *g, u32 slot);
/* How many objects have merged with a permanent (730.2, merging.c), which is or was what `cv` says. */
u32 merged_times(const Game *g, CvId cv, const Permanent *p);

#endif
