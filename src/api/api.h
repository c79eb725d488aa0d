/* The implementation behind the public header: how its handles are made. For the files of this folder, and for programs
   of the project that need more than the public header. */
#ifndef API_API_H
#define API_API_H

#include "gavel/gavel.h"

#include "cards/carddb.h"
#include "import/database.h"
#include "state/state.h"

#include <stdatomic.h>

/* --- cards --------------------------------------------------------------------------------- */

/* A compiled database that was added. */
typedef struct ApiCompiled {
  ImportDb db;
  atomic_bool good; /* whether everything except its image has been checked */
} ApiCompiled;

struct GavelCards {
  CardDb db;                 /* must be first: a game finds its GavelCards by its CardDb */
  atomic_uint games;         /* games that exist, without clones */
  VEC(ApiCompiled) compiled; /* the databases that were added; they also list cards without a definition */
};

/* The definitions; valid while the database doesn't change. */
static inline const CardDb *api_carddb(const GavelCards *cards) { return &cards->db; }
/* The `i`th added database, checked on first use; null, with the reason, if it is damaged. */
const ImportDb *api_compiled(const GavelCards *cards, u32 i, GavelError *error);

/* --- games --------------------------------------------------------------------------------- */

/* A copy of a game to go back to; all zero if there is none. */
typedef struct Kept {
  u8 *buffer;
  size_t size;
  Game *game; /* the copy, in the buffer */
} Kept;

/* An event while it is reported to a listener, and who may read it. */
typedef struct GavelTold {
  Event event;
  u32 reader; /* 1 + the player, 0 for the referee */
} GavelTold;

/* What a viewer saw of a zone when last asked. */
typedef struct SeenZone {
  u64 version;  /* of what else it depends on; 0 if nothing is kept */
  u64 standing; /* of what is tapped, and damage */
  bool alone;   /* characteristics of some object there were computed alone */
  VEC(GavelSeen) rows;
} SeenZone;

/* What the public functions store with a game. Clones get it only when they need it. */
typedef struct ApiGame {
  bool counted;   /* counted in GavelCards.games */
  bool take_back; /* keep a copy of the beginning of each set */
  u32 set_group;  /* the set whose beginning is kept, 0 if none */
  Kept set_start;
  Kept trial; /* the copy on which gavel_game_answer_set tries a set */
  GavelListener outer;
  u32 reader;     /* 1 + the player whose listener it is, 0 for the referee's */
  Listener inner; /* forwards to `outer` */
  SeenZone *seen; /* by viewer, zone and player (seen.c); null until a viewer asks */
  u32 seen_players;
} ApiGame;

static inline ApiGame *api_of(const Game *g) { return g->api; }

/* Whether it is a valid language. */
bool api_speaks(GavelLanguage language);
/* Turns a Game into a public one; its def has been checked. GAVEL_E_MEMORY. */
GavelStatus api_adopt(Game *g, const GavelGameDef *def);
/* The object of a viewer's handle, if they may see its characteristics; otherwise none. */
GavelRef api_ref_in_sight(const Game *g, u32 viewer, GavelHandle handle);
/* Whether the viewer and the zone of the player exist. */
bool api_names_zone(const Game *g, u32 viewer, GavelZone zone, u32 player);
/* The data of the public functions, created if necessary; null if the allocator refuses. */
ApiGame *api_need(Game *g);
/* Frees it. */
void api_forget(Game *g);
/* Frees what is kept of what viewers saw (seen.c). */
void api_free_seen(Game *g);
/* Forgets it, because the game becomes another one. */
void api_forget_seen(Game *g);
/* Copies another game into this one: a clone again, or one that has a copy of its past. */
GavelStatus api_clone_again(Game *g, const Game *of);
/* Whether the game has been started. */
bool api_started(const Game *g);
/* Checks whether `count` more objects can be put into the game: GAVEL_E_LIMIT if there is no room, GAVEL_E_MISUSE after
   the start, the status of a game that has failed. */
GavelStatus api_check_room(Game *g, u64 count);
/* Whether a decision is pending. */
static inline bool api_asks(const Game *g) { return !g->failed && core(g)->decision.kind != DECISION_NONE; }
/* Sets the sentence for gavel_game_message, and returns `status`. */
GavelStatus api_refuse(Game *g, GavelStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
/* The same for an unknown card, with the nearest names; returns GAVEL_E_UNKNOWN. */
GavelStatus api_unknown_card(Game *g, const char *name);

/* Copies the characteristics of an object, current or last known; false if there are none. */
bool api_chars(Game *g, Ref ref, Chars *out);

/* The characteristics of an object if they are known without computing anything, so that nothing can fail; otherwise
   null. */
const Chars *api_chars_at_hand(Game *g, u32 slot);

/* Implements gavel_game_characteristics for the object in a slot, whose characteristics at hand are `at_hand`; false for
   slot 0. */
bool api_characteristics(Game *g, u32 slot, const Chars *at_hand, GavelCharacteristics *out);

/* The public name of a kind of event. Never null. */
const char *api_event_kind(EventKind kind);

/* --- texts --------------------------------------------------------------------------------- */

/* Copies a text to the caller: as much as fits with a terminating zero; returns the length of the whole. Frees `text`;
   a failed one counts as empty. */
size_t api_text_out(Text *text, char *out, size_t size);

#endif
