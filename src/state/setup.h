/* Making games, and putting things into them that simply are there: no event happens, nothing
   triggers.

   The functions that take a Game below `game_new` and `game_free` are to be called inside
   game_protect (see state.h): they leave through game_fail when memory or a limit is reached. */
#ifndef STATE_SETUP_H
#define STATE_SETUP_H

#include "state/objects.h"

/* The limits an instance begins with. */
#define GAME_LIMITS_DEFAULT ((Limits){.objects = 100000, .frames = 4000, .events = 1000000, .heap_words = 64u << 20})

/* A game for 1 to PLAYERS_CAP players before its first turn: empty zones, everybody at the life
   total of the format (20 by 103.4, 40 in Commander by 903.7), player 0 to begin, nobody with
   priority. `db` must be linked and, as the procedures of the rules, outlive the game. GAVEL_E_MISUSE for another number of players,
   GAVEL_E_MEMORY; `*out` is then null. */
GavelStatus game_new(GavelAllocator allocator, const CardDb *db, const struct Procedures *procedures, u32 player_count,
                     u64 seed, GameFormat format, Game **out);
/* The game, which has not begun, becomes one that was made with this seed. */
void game_reseed(Game *g, u64 seed);
/* Gives everything back; null is allowed. Not for clones: game_clone_release. */
void game_free(Game *g);
/* Gives back what a game holds beside its block: scratch memory. */
void game_free_scratch(Game *g);

/* A card of the database in a zone of its owner (of libraries: at `position` from the top, (u32)-1
   for the bottom; elsewhere at the end); answers its slot. On the battlefield it is a permanent of
   the owner that has been there since before the turn (not summoning sick); everywhere it has the
   next timestamp, and in a public zone everyone knows it, in a hand its owner. */
u32 setup_card(Game *g, u32 owner, u32 def, Zone zone, u32 position);
/* A token with these copiable values on the battlefield under its owner's control; answers its
   slot. */
u32 setup_token(Game *g, u32 owner, CvId cv);
/* A further card of the same owner that represents the permanent `slot` too (meld, 712.4). */
void setup_further_card(Game *g, u32 slot, u32 def);
/* The permanent is controlled by another player than its owner, for good. */
void setup_controller(Game *g, u32 slot, u32 controller);
/* Status bits (STATUS_…) and, for face-down objects, how they came to be so; who knew a card that
   is face down now is only its controller. Cards in exile are turned face down by
   OBJECT_EXILED_FACE_DOWN likewise. */
void setup_status(Game *g, u32 slot, u32 status, FaceDownKind kind);
void setup_exiled_face_down(Game *g, u32 slot);
/* Which face is up (1 for the back). */
void setup_face(Game *g, u32 slot, u32 face);
/* Makes a card a commander (903.3). */
void setup_commander(Game *g, u32 slot);
/* Attaches a permanent to an object or player. */
void setup_attach(Game *g, u32 slot, Ref to);
/* The next shuffle of the player's library puts these slots on top, first the topmost. */
void setup_force_shuffle(Game *g, u32 player, const u32 *slots, u32 count);

#endif
