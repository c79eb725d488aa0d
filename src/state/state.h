/* The state of a game: one relocatable block without pointers.

   The block begins with a Block: the table directory, the core scalars and the derived scalars. The tables follow, each
   an array of one row type with a count and a capacity. Growing a table moves the tables after it and perhaps the whole
   block, so NO POINTER INTO THE BLOCK MAY BE HELD ACROSS A CALL THAT CAN ADD A ROW, allocate from the heap, or propose
   an event. Hold indices and Refs; look the row up again. The hostile build moves the block whenever a row is added and
   makes the old memory unreadable.

   There are three regions: core tables are hashed and saved by a canonical walk; derived tables are caches, cloned but
   never hashed, and can be discarded at any time (`derived_reset`); what only listeners need is in Game, outside the
   block.

   When memory runs out or a limit is reached, `game_fail` jumps to the library's entry point, which returns a status;
   the game is then marked as failed and refuses everything else. So code below the entry points never checks an
   allocation. */
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include "gavel/gavel.h"
#include "state/derived.h"

#include <setjmp.h>

/* --- tables -------------------------------------------------------------------------------- */

/* TB(NAME, RowType, derived) */
#define TABLES(TB)                  \
  TB(OBJECTS, Object, 0)            \
  TB(CARDS, Card, 0)                \
  TB(HEAP, u64, 0)                  \
  TB(FRAMES, Frame, 0)              \
  TB(EVENTS, Event, 0)              \
  TB(COUNTERS, Counters, 0)         \
  TB(NOTES, Note, 0)                \
  TB(EFFECTS, Effect, 0)            \
  TB(PENDING, Pending, 0)           \
  TB(LKI, Lki, 0)                   \
  TB(CVS, CvRecord, 0)              \
  TB(SUBSTS, Subst, 0)              \
  TB(MANA, Mana, 0)                 \
  TB(HISTORY, History, 0)           \
  TB(DUE, Due, 0)                   \
  TB(OPTIONS, Option, 0)            \
  TB(CHOSEN, Chosen, 0)             \
  TB(CHECKPOINTS, u64, 0)           \
  TB(SIGHT, u32, 0)                 \
  TB(DERIVED, Derived, 1)           \
  TB(CHARS, Chars, 1)               \
  TB(DHEAP, u64, 1)                 \
  TB(WATCHERS, Watcher, 1)          \
  TB(RULES, RuleSource, 1)          \
  TB(CVHEAP, u64, 1)                \
  TB(OFFERS, Option, 1)             \
  TB(ACTORS, Actor, 1)              \
  TB(SPELLS, SpellSeen, 1)          \
  TB(SPELL_EFFECTS, SpellEffect, 1) \
  TB(TOLD, FactsSeen, 1)            \
  TB(BRINGERS, u32, 1)

typedef enum TableId {
#define TB(NAME, ROW, DERIVED) T_##NAME,
  TABLES(TB)
#undef TB
      TABLE_COUNT
} TableId;

typedef struct Table {
  u32 offset, count, cap;
} Table;

typedef struct Block {
  u64 size; /* in bytes, including everything */
  Table tables[TABLE_COUNT];
  Core core;
  DerivedCore derived;
  HandlesKept handles; /* not copied with the rest */
} Block;

/* --- the game ------------------------------------------------------------------------------ */

/* Limits of a game; reaching one fails the game with its name. In a Game none of them is 0, see limits_or. */
typedef GavelLimits Limits;

struct GavelGame;

typedef struct Listener {
  /* Callbacks, any of which may be null: a rule was applied; an event happened; a remark that is not an event, with its
     rule and the event it concerns, partly filled in; an ability (of the database) was carried out. */
  void (*rule)(void *user, const char *number);
  /* A rule was applied to one object or player; if null, `rule` is called instead. */
  void (*about)(void *user, const char *number, Ref object);
  void (*event)(void *user, const struct GavelGame *game, const Event *event);
  void (*remark)(void *user, const struct GavelGame *game, Remark remark, const char *rule, const Event *about);
  void (*ability)(void *user, u32 ability);
  /* An effect on the rules of the game was queried and holds: its source, its ability (0 for one of a resolved spell or
     ability) and its node. With this callback a query reports all that hold; without it, it stops at the first. */
  void (*held)(void *user, Ref source, u32 ability, u32 rule);
  void *user;
} Listener;

/* Is told of what happens, and of nothing else: the game can take shortcuts. */
typedef struct EventListener {
  void (*event)(void *user, const struct GavelGame *game, const Event *event); /* null if nobody listens */
  void *user;
} EventListener;

typedef struct GavelGame {
  GavelAllocator allocator;
  const CardDb *db;
  const struct Procedures *procedures; /* the rules' procedures; see rules/kernel/frame.h */
  u8 *block;
  void *rows[TABLE_COUNT]; /* the address of each table, kept up to date by block_bind */
  size_t block_cap;        /* size in bytes of the allocation that holds the block */
  bool block_owned;        /* the game owns the allocation; otherwise the caller does */
  bool running;            /* inside an entry point */
  u64 evaluated;           /* evaluations in this call, see eval_spend */
  u64 runs;                /* number of calls to entry points; copies of a game's state don't copy it */
  GavelStatus failed;
  char failure[192];
  jmp_buf escape;
  Limits limits;
  const Listener *listener; /* for all but events; see game_listen */
  EventListener event_listener;
  const char *decision_rule;   /* the rule behind the pending decision, for messages; not saved */
  u64 allocations;             /* number of allocations for the block */
  VEC(Ref) scratch;            /* see eval.h: a stack of references, empty between calls */
  struct LayerScratch *layers; /* see rules/query/layers/internal.h: working memory, never part of the state */
  void (*layers_free)(struct GavelGame *g); /* frees `layers`; null while there is none */
  u8 *home;                                 /* for a clone: where its block begins in the caller's buffer; see
                                               clone.h */
  size_t home_size;
  void *api;                /* see api/api.h: data of the public functions for this game; null if none */
  GavelLanguage language;   /* of texts about the game */
  bool show_forced;         /* also ask decisions with a single option; see rules/game/run_game.h */
  bool quick;               /* for a shadow; see game_is_quick */
  struct GavelGame *shadow; /* see state/shadow.h: in checked builds; null if there is none yet … */
  void *shadow_memory;      /* … and its memory */
  size_t shadow_size;
  u64 shadow_runs; /* `runs` when it last agreed with the game; 0 after another state was copied here */
} Game;

static inline Block *game_block(const Game *g) { return (Block *)(void *)g->block; }
static inline Core *core(const Game *g) { return &game_block(g)->core; }
static inline DerivedCore *derived(const Game *g) { return &game_block(g)->derived; }
static inline Table *table(const Game *g, TableId t) { return &game_block(g)->tables[t]; }

/* Row accessors: `object_row(g, i)` and so on; the index is checked in checked builds. */
#define TB(NAME, ROW, DERIVED)                                          \
  static inline ROW *row_##NAME(const Game *g, u32 i) {                 \
    ASSERT(i < table(g, T_##NAME)->count);                              \
    ASSERT(g->rows[T_##NAME] == g->block + table(g, T_##NAME)->offset); \
    return (ROW *)g->rows[T_##NAME] + i;                                \
  }
TABLES(TB)
#undef TB
static inline u32 count_of(const Game *g, TableId t) { return table(g, t)->count; }

/* The game's listener; always null in builds without accounts (GAVEL_TRACE), so that their cost can be measured. */
#ifdef GAVEL_UNTRACED
#define HEARD(g) ((void)(g), (const Listener *)0)
#else
#define HEARD(g) ((g)->listener)
#endif

/* Sets who is told of what the game does; null for nobody. One that hears of events alone doesn't keep the game from its
   shortcuts (game_is_quick). */
void game_listen(Game *g, const Listener *listener);

/* Call the listener, which must exist. Marked cold, so that games without listeners pay only for the test. */
#define HARDLY_EVER __attribute__((cold, noinline))
HARDLY_EVER void listener_rule(const Game *g, const char *number);
HARDLY_EVER void listener_rule_about(const Game *g, const char *number, Ref object);
HARDLY_EVER void listener_remark(const Game *g, Remark remark, const char *number, const Event *about);

/* Announces that a rule is applied, by its number in the current rules. */
#define RULE(g, number)                         \
  do {                                          \
    if (HEARD(g)) listener_rule((g), (number)); \
  } while (0)

/* The same for a rule about one object or player: of several simultaneous events, only those with it cite the rule. */
#define RULE_OF(g, object, number)                              \
  do {                                                          \
    if (HEARD(g)) listener_rule_about((g), (number), (object)); \
  } while (0)

/* Reports a remark to listeners: REMARK(g, IF_FAILS, "603.4", player, .object = source). */
#define REMARK(g, KIND, number, who, ...)                                                                    \
  do {                                                                                                       \
    if (HEARD(g)) listener_remark((g), REMARK_##KIND, (number), &(Event){.player = (u8)(who), __VA_ARGS__}); \
  } while (0)

/* Whether the game takes shortcuts: it doesn't recheck what is known, and uses no frames for things that ask nobody and
   concern nobody. With a listener to more than events it takes the long way. A checked build takes the long way too, and
   has a shadow take the short one (see rules/game/run_game.c). */
static inline bool game_is_quick(const Game *g) {
#ifdef GAVEL_CHECKED
  return g->quick;
#else
  return !HEARD(g);
#endif
}

/* Whether anybody is told of events. */
static inline bool events_are_told(const Game *g) {
#ifdef GAVEL_UNTRACED
  (void)g;
  return false;
#else
  return g->event_listener.event != NULL;
#endif
}

/* Tells the listener, if there is one, that the event has happened. */
static inline void event_tell(const Game *g, const Event *event) {
  if (events_are_told(g)) g->event_listener.event(g->event_listener.user, g, event);
}

/* Fails the game with `status` and jumps to the entry point; `what` names the limit or fact. */
_Noreturn void game_fail(Game *g, GavelStatus status, const char *what);
/* The same where one of the Limits is reached, with what there is most of, that bound and the name of the field that raises
   it. */
_Noreturn void game_fail_limit(Game *g, const char *what, u32 bound, const char *field);
/* Whether this call evaluates, or the last one has evaluated, more than limits.evaluations allow. */
static inline bool game_evaluated_too_much(const Game *g) { return g->evaluated > g->limits.evaluations; }

/* Checks an invariant that a forged save can break without any schema or load check noticing: if it doesn't hold, the
   game fails, in all builds. `g` must be running. */
#define SOUND(g, cond) ((cond) ? (void)0 : game_fail((g), GAVEL_E_CORRUPT, #cond))

/* The same where only a checked build looks: what it computes anew contradicts a forged save. */
#ifdef GAVEL_CHECKED
#define SOUND_ANEW(g, cond) SOUND(g, cond)
#else
#define SOUND_ANEW(g, cond) ((void)sizeof(cond))
#endif

/* Runs `body` so that game_fail within it returns here: returns the game's failure status, or GAVEL_OK. Every entry
   point that changes a game uses it; a nested call just calls `body`. Does nothing for a game that has already
   failed. */
typedef void GameBody(Game *g, void *user);
GavelStatus game_protect(Game *g, GameBody *body, void *user);

#ifdef GAVEL_HOSTILE
/* Tables start as small as possible, and the block moves whenever a row is added or used again. */
#define TABLES_HOSTILE 1
#else
#define TABLES_HOSTILE 0
#endif

static const u16 TABLE_ROW_SIZES[TABLE_COUNT] = {
#define TB(NAME, ROW, DERIVED) sizeof(ROW),
    TABLES(TB)
#undef TB
};

/* Makes room for `n` more rows without adding them; may move the block. */
void table_grow(Game *g, TableId t, u32 n);
/* To be called where a row or piece is used again instead of adding one: in the hostile build the block moves then, too. */
static inline void table_reuse(Game *g, TableId t) {
  if (TABLES_HOSTILE) table_grow(g, t, 0);
}
/* Adds `n` rows to the end of a table and returns the index of the first. The rows hold anything, so the caller must write
   all of them at once. May move the block. */
static inline u32 table_extend(Game *g, TableId t, u32 n) {
  Table *tb = table(g, t);
  if (TABLES_HOSTILE || n > tb->cap - tb->count) {
    table_grow(g, t, n);
    tb = table(g, t);
  }
  u32 first = tb->count;
  tb->count = first + n;
  return first;
}
/* The same with zeroed rows. */
static inline u32 table_add(Game *g, TableId t, u32 n) {
  u32 first = table_extend(g, t, n);
  u8 *rows = (u8 *)g->rows[t] + (size_t)first * TABLE_ROW_SIZES[t];
  if (n == 1)
    zero(rows, TABLE_ROW_SIZES[t]);
  else
    memset(rows, 0, (size_t)n * TABLE_ROW_SIZES[t]);
  return first;
}
/* Removes the last `n` rows. `n` is checked because it often comes from a frame, which a save may have forged. */
static inline void table_drop(Game *g, TableId t, u32 n) {
  SOUND(g, n <= count_of(g, t));
  table(g, t)->count -= n;
}

#include "state/objects.h"
#endif
