/* Permanents with halves that are locked and unlocked: Rooms (709.5). A half is 0, the left one, or 1. */
#ifndef RULES_EVENTS_ROOMS_H
#define RULES_EVENTS_ROOMS_H

#include "rules/query/query.h"

/* Adds to a batch that a player unlocks a half of a permanent, or locks it; answers the row (709.5f, 709.5g). Where that
   changes nothing, or it has no halves, nothing happens. */
u32 batch_unlock(Game *g, u32 player, Ref object, u32 half, bool lock);
/* What enters with a half that was cast unlocked: as part of the move of the row (709.5d). */
void contain_unlocking(Game *g, u32 row);
/* The happening of such an event. Its amount is 2 if both halves are unlocked by it (709.5i). */
bool happen_half(Game *g, u32 row);
/* Offers the player to unlock the locked halves that they can pay for (116.2m); the option's number is the half. */
void offer_unlocks(Game *g, u32 player);
/* Begins to pay the unlock cost; answers the environment it is paid in, which is the caller's. */
Heap unlock_pay(Game *g, u32 player, u32 slot, u32 half);

#endif
