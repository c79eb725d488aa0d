/* What stands behind the public header: how its handles are made, for the files of this folder and
   for programs of the project that look deeper than the public header lets them. */
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
  atomic_bool good; /* whether what stands beside its image has been found so */
} ApiCompiled;

struct GavelCards {
  CardDb db;                 /* first: a game finds its GavelCards by its CardDb */
  atomic_uint games;         /* made or loaded, and not destroyed; clones do not count */
  VEC(ApiCompiled) compiled; /* databases that were added, which know of cards that have no definition, too */
};

/* The definitions, for as long as the database is not changed. */
static inline const CardDb *api_carddb(const GavelCards *cards) { return &cards->db; }
/* The database that was added as the `i`th, checked when it is first asked for; null, with the reason, if it is
   damaged. */
const ImportDb *api_compiled(const GavelCards *cards, u32 i, GavelError *error);

/* --- games --------------------------------------------------------------------------------- */

/* A copy of a game to go back to. All zero, there is none. */
typedef struct Kept {
  u8 *buffer;
  size_t size;
  Game *game; /* the copy, in the buffer */
} Kept;

/* An event while a listener is told of it, and by whom it may be read. */
typedef struct GavelTold {
  Event event;
  u32 reader; /* 1 + the player, 0: the referee */
} GavelTold;

/* What the public functions keep beside a game. Clones have none until it is needed. */
typedef struct ApiGame {
  bool counted;   /* it is one of GavelCards.games */
  bool take_back; /* a copy is kept of the beginning of each set */
  u32 set_group;  /* the set whose beginning is kept, 0 none */
  Kept set_start;
  Kept trial; /* on which a set is tried that is answered whole */
  GavelListener outer;
  u32 reader;     /* 1 + the player whose listener it is, 0: the referee's */
  Listener inner; /* passes on to `outer` */
} ApiGame;

static inline ApiGame *api_of(const Game *g) { return g->api; }

/* Whether it is one of the languages. */
bool api_speaks(GavelLanguage language);
/* The limits a def asks for. */
Limits api_limits(const GavelGameDef *def);
/* Makes a Game one of the public header; its def has been checked. GAVEL_E_MEMORY. */
GavelStatus api_adopt(Game *g, const GavelGameDef *def);
/* What a viewer's handle names, if they may see its characteristics; else nothing. */
GavelRef api_ref_in_sight(const Game *g, u32 viewer, GavelHandle handle);
/* What the public functions keep, made if there is nothing yet; null when the allocator refuses. */
ApiGame *api_need(Game *g);
/* Gives it back. */
void api_forget(Game *g);
/* Whether the game has been started. */
bool api_started(const Game *g);
/* Whether so many objects more can be put into the game: GAVEL_E_LIMIT if it may not hold them, GAVEL_E_MISUSE after the
   start, the status of a game that has failed. */
GavelStatus api_check_room(Game *g, u64 count);
/* Whether a decision is pending. */
static inline bool api_asks(const Game *g) { return !g->failed && core(g)->decision.kind != DECISION_NONE; }
/* Makes the sentence gavel_game_message answers, and answers `status`. */
GavelStatus api_refuse(Game *g, GavelStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
/* The same for the name of a card that is unknown, with the nearest ones; answers
   GAVEL_E_UNKNOWN. */
GavelStatus api_unknown_card(Game *g, const char *name);

/* The characteristics of an object, now or as last known, copied; false if there are none to be
   known. */
bool api_chars(Game *g, Ref ref, Chars *out);

/* What gavel_game_characteristics answers of the object in a slot; nothing of slot 0. */
bool api_characteristics(Game *g, u32 slot, GavelCharacteristics *out);

/* What the public header calls a kind of event. Never null. */
const char *api_event_kind(EventKind kind);

/* --- texts --------------------------------------------------------------------------------- */

/* Hands out a text as functions of the public header do: as much as fits with a closing zero;
   answers the length of the whole. Frees `text`; one that failed is none. */
size_t api_text_out(Text *text, char *out, size_t size);

#endif
