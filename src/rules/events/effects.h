/* When floating effects end (611.2, 514.2). */
#ifndef RULES_EVENTS_EFFECTS_H
#define RULES_EVENTS_EFFECTS_H

#include "state/state.h"

/* Ends what ends now (cleanup 514.2, turn begins, objects left); `when` is the step that begins or ends. */
void effects_expire(Game *g, Word when);
/* Ends each effect that lasts only as long as something is so that is so no longer; one that would begin then
   does nothing (611.2b). */
void effects_hold(Game *g);
/* Whether no effect could end, and nothing return, because of something that happens, whatever it is. */
bool effects_stay(const Game *g);
/* Ends what lasts until the next turn of a player who has left, or a point in it, as it would have begun (800.4m). */
void effects_of_turn_expire(Game *g, u32 player);

#endif
