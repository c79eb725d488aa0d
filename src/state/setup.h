/* Creates games, and puts things into them without events or triggers.

   The functions that take a Game after `game_new` and `game_free` must be called inside game_protect (see state.h):
   they leave through game_fail when memory runs out or a limit is reached. */
#ifndef STATE_SETUP_H
#define STATE_SETUP_H

#include "state/objects.h"

/* The default limits. */
#define GAME_LIMITS_DEFAULT          \
  ((Limits){.objects = 250000,       \
            .frames = 4000,          \
            .events = 1000000,       \
            .heap_words = 64u << 20, \
            .forced_steps = 10000,   \
            .forced_growth = 10000,  \
            .evaluations = 100000000})

/* The limits in `given`, with those of `defaults` where it has 0. */
Limits limits_or(Limits given, Limits defaults);

/* Creates a game for 1 to PLAYERS_CAP players before its first turn: empty zones, everybody at the starting life total
   of the format (20 by 103.4, 40 in Commander by 903.7), player 0 first, nobody with priority. `db` must be linked; it
   and `procedures` must outlive the game. GAVEL_E_MISUSE for another number of players, GAVEL_E_MEMORY; `*out` is then
   null. */
GavelStatus game_new(GavelAllocator allocator, const CardDb *db, const struct Procedures *procedures, u32 player_count,
                     u64 seed, GameFormat format, Game **out);
/* Reseeds a game that has not begun, as if it had been created with this seed. */
void game_reseed(Game *g, u64 seed);
/* Frees a game; null is allowed. For clones use game_clone_release. */
void game_free(Game *g);
/* Frees what a game holds outside its block: scratch memory. */
void game_free_scratch(Game *g);

/* Puts a card of the database into a zone of its owner (libraries: at `position` from the top, (u32)-1 for the bottom;
   elsewhere at the end); returns its slot. On the battlefield it is a permanent of the owner, without summoning
   sickness. It gets the next timestamp. In a public zone everyone knows it, in a hand its owner. */
u32 setup_card(Game *g, u32 owner, u32 def, Zone zone, u32 position);
/* Creates a token with these copiable values on the battlefield under its owner's control; returns its slot. */
u32 setup_token(Game *g, u32 owner, CvId cv);
/* Adds another card of the same owner that represents the permanent `slot` too (meld, 712.4). */
void setup_further_card(Game *g, u32 slot, u32 def);
/* Changes a permanent's controller permanently. */
void setup_controller(Game *g, u32 slot, u32 controller);
/* Sets status bits (STATUS_…) and, for a face-down object, why it is face down; then only its controller knows the
   card. The second turns a card in exile face down in the same way, with OBJECT_EXILED_FACE_DOWN. */
void setup_status(Game *g, u32 slot, u32 status, FaceDownKind kind);
void setup_exiled_face_down(Game *g, u32 slot);
/* Sets which face is up (1 for the back). */
void setup_face(Game *g, u32 slot, u32 face);
/* Makes a card a commander (903.3). */
void setup_commander(Game *g, u32 slot);
/* Attaches a permanent to an object or player. */
void setup_attach(Game *g, u32 slot, Ref to);
/* Forces the next shuffle of the player's library to put these slots on top, the topmost first. */
void setup_force_shuffle(Game *g, u32 player, const u32 *slots, u32 count);

#endif
