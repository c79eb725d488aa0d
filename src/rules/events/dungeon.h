/* Dungeons and their rooms (309). */
#ifndef RULES_EVENTS_DUNGEON_H
#define RULES_EVENTS_DUNGEON_H

#include "rules/query/query.h"

/* The dungeon card a player owns in the command zone, 0 if there is none (309.3). */
u32 dungeon_of(const Game *g, u32 player);
/* The pattern of the ability of a dungeon's room with that number, which names the room and those that follow it; 0 if
   there is no such room. */
Node dungeon_room(Game *g, u32 slot, i64 number);
/* How many rooms arrows lead to from a room; 0 of the bottommost one. */
u32 room_exits(const CardDb *db, Node room);
/* Puts a new card of that definition into the command zone as the player's dungeon (309.2a); answers its slot. */
u32 dungeon_enter(Game *g, u32 player, u32 def);
/* Takes the dungeon card out of the game: the player has completed it (309.7). */
void dungeon_complete(Game *g, u32 slot);

#endif
