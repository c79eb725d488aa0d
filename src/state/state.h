/* The state of a game: one relocatable block without pointers.

   The block begins with a Block: the table directory, the core scalars and the derived scalars. Behind it
   lie the tables, each an array of one row type with a count and a capacity. Growing a table moves the
   tables behind it and perhaps the whole block, so NO POINTER INTO THE BLOCK MAY BE HELD ACROSS A CALL
   THAT CAN ADD A ROW, allocate from the heap, or propose an event. Hold indices and Refs; look the row up
   again. The hostile build moves the block at every row added and makes the old memory unreadable.

   Three regions: core tables are hashed and saved by a canonical walk; derived tables are caches, cloned
   but never hashed, and can be thrown away at any time (`derived_reset`); what only listeners need lies in
   Game, outside the block.

   Running out of memory or reaching a limit leaves the engine by `game_fail`, which returns to the entry
   point of the library with a status; the game is then marked as failed and answers nothing else. So code
   below the entry points never checks an allocation. */
#ifndef STATE_STATE_H
#define STATE_STATE_H

#include "state/derived.h"

#include <setjmp.h>

/* --- tables -------------------------------------------------------------------------------- */

/* TB(NAME, RowType, derived) */
#define TABLES(TB)          \
  TB(OBJECTS, Object, 0)    \
  TB(CARDS, Card, 0)        \
  TB(HEAP, u64, 0)          \
  TB(FRAMES, Frame, 0)      \
  TB(EVENTS, Event, 0)      \
  TB(COUNTERS, Counters, 0) \
  TB(NOTES, Note, 0)        \
  TB(EFFECTS, Effect, 0)    \
  TB(PENDING, Pending, 0)   \
  TB(LKI, Lki, 0)           \
  TB(CVS, CvRecord, 0)      \
  TB(SUBSTS, Subst, 0)      \
  TB(MANA, Mana, 0)         \
  TB(HISTORY, History, 0)   \
  TB(DUE, Due, 0)           \
  TB(OPTIONS, Option, 0)    \
  TB(CHOSEN, Chosen, 0)     \
  TB(CHECKPOINTS, u64, 0)   \
  TB(SIGHT, u32, 0)         \
  TB(DERIVED, Derived, 1)   \
  TB(CHARS, Chars, 1)       \
  TB(DHEAP, u64, 1)         \
  TB(WATCHERS, Watcher, 1)  \
  TB(RULES, RuleSource, 1)  \
  TB(CVHEAP, u64, 1)        \
  TB(OFFERS, Option, 1)     \
  TB(ACTORS, Actor, 1)      \
  TB(SPELLS, SpellSeen, 1)  \
  TB(TOLD, FactsSeen, 1)

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
  u64 size; /* bytes, everything included */
  Table tables[TABLE_COUNT];
  Core core;
  DerivedCore derived;
} Block;

/* --- the game ------------------------------------------------------------------------------ */

/* Limits of an instance; reaching one fails the game with its name. */
typedef struct Limits {
  u32 objects;       /* default 100,000 */
  u32 frames;        /* depth of nested procedures; default 4,000 */
  u32 events;        /* in one batch; default 1,000,000 */
  u32 heap_words;    /* default 64 Mi */
  u32 forced_steps;  /* each caused by the one before, without a choice; default (0) 10,000 */
  u32 forced_growth; /* objects that may come to be in them; default (0) 10,000 */
} Limits;

struct GavelGame;

typedef struct Listener {
  /* A rule carried out; an event that happened; what is no event, with its rule and as much of an event as it is about;
     an ability (of the database) carried out. Any may be null. */
  void (*rule)(void *user, const char *number);
  /* A rule carried out that is about one object or player; null: `rule` hears of it. */
  void (*about)(void *user, const char *number, Ref object);
  void (*event)(void *user, const struct GavelGame *game, const Event *event);
  void (*remark)(void *user, const struct GavelGame *game, Remark remark, const char *rule, const Event *about);
  void (*ability)(void *user, u32 ability);
  /* An effect on the rules of the game was asked about and holds: its source, its ability (0 for one of a spell or ability
     that resolved) and its node. Who listens to it hears of all that hold, where else the first would answer. */
  void (*held)(void *user, Ref source, u32 ability, u32 rule);
  void *user;
} Listener;

typedef struct GavelGame {
  GavelAllocator allocator;
  const CardDb *db;
  const struct Procedures *procedures; /* of the rules, see rules/kernel/frame.h */
  u8 *block;
  size_t block_cap; /* bytes of the allocation the block lies in */
  bool block_owned; /* the allocation is ours; else the caller's buffer */
  bool running;     /* inside an entry point */
  u64 runs;         /* times an entry point was gone through, which no copy of a game's state brings along */
  GavelStatus failed;
  char failure[128];
  jmp_buf escape;
  Limits limits;
  const Listener *listener;
  const char *decision_rule;   /* the rule the pending decision follows, for messages; not saved */
  u64 allocations;             /* made for the block so far */
  VEC(Ref) scratch;            /* see eval.h: a stack of references, empty between calls */
  struct LayerScratch *layers; /* see rules/query/layers/internal.h: working memory, never part of the state */
  void (*layers_free)(struct GavelGame *g); /* gives it back; null while there is none */
  u8 *home;                                 /* of a clone: where its block begins in the caller's buffer, see clone.h */
  size_t home_size;
  void *api;                /* see api/api.h: what the public functions keep beside the game, null if nothing */
  GavelLanguage language;   /* of texts about it */
  bool show_forced;         /* decisions with a single option are handed out too: see rules/game/run_game.h */
  bool quick;               /* of a shadow: see game_is_quick */
  struct GavelGame *shadow; /* see state/shadow.h: of checked builds, null if there is none yet … */
  void *shadow_memory;      /* … and the memory it lies in */
  size_t shadow_size;
} Game;

static inline Block *game_block(const Game *g) { return (Block *)(void *)g->block; }
static inline Core *core(const Game *g) { return &game_block(g)->core; }
static inline DerivedCore *derived(const Game *g) { return &game_block(g)->derived; }
static inline Table *table(const Game *g, TableId t) { return &game_block(g)->tables[t]; }

/* Row accessors: `object_row(g, i)` and so on; index checked in checked builds. */
#define TB(NAME, ROW, DERIVED)                                         \
  static inline ROW *row_##NAME(const Game *g, u32 i) {                \
    ASSERT(i < table(g, T_##NAME)->count);                             \
    return (ROW *)(void *)(g->block + table(g, T_##NAME)->offset) + i; \
  }
TABLES(TB)
#undef TB
static inline u32 count_of(const Game *g, TableId t) { return table(g, t)->count; }

/* Who listens to a game; nobody where accounts are left out (GAVEL_TRACE), so that their price can be measured. */
#ifdef GAVEL_UNTRACED
#define HEARD(g) ((void)(g), (const Listener *)0)
#else
#define HEARD(g) ((g)->listener)
#endif

/* Tell whoever listens, who must be there. They are called so rarely that games without listeners pay for no more than the
   question whether there is one. */
#define HARDLY_EVER __attribute__((cold, noinline))
HARDLY_EVER void listener_rule(const Game *g, const char *number);
HARDLY_EVER void listener_rule_about(const Game *g, const char *number, Ref object);
HARDLY_EVER void listener_remark(const Game *g, Remark remark, const char *number, const Event *about);

/* Carrying out a rule is announced by its number in the current rules (design decision 13). */
#define RULE(g, number)                         \
  do {                                          \
    if (HEARD(g)) listener_rule((g), (number)); \
  } while (0)

/* The same of one that is about an object or player: of several events that happen together only those with it cite it. */
#define RULE_OF(g, object, number)                              \
  do {                                                          \
    if (HEARD(g)) listener_rule_about((g), (number), (object)); \
  } while (0)

/* Tells listeners what is no event: REMARK(g, IF_FAILS, "603.4", player, .object = source). */
#define REMARK(g, KIND, number, who, ...)                                                                    \
  do {                                                                                                       \
    if (HEARD(g)) listener_remark((g), REMARK_##KIND, (number), &(Event){.player = (u8)(who), __VA_ARGS__}); \
  } while (0)

/* Whether the game goes short ways: what is known to be so is not looked at again, and what asks nobody and concerns
   nobody is done without frames. Whoever listens hears the long way; a checked build goes it too, and has a shadow go the
   short one (see rules/game/run_game.c). */
static inline bool game_is_quick(const Game *g) {
#ifdef GAVEL_CHECKED
  return g->quick;
#else
  return !HEARD(g);
#endif
}

/* Leaves the engine: the game has failed with `status`; `what` names the limit or fact. */
_Noreturn void game_fail(Game *g, GavelStatus status, const char *what);

/* An invariant of the state that a forged save can break where no schema and no check at loading sees it: if it doesn't
   hold, the game fails in all builds. `g` is running. */
#define SOUND(g, cond) ((cond) ? (void)0 : game_fail((g), GAVEL_E_CORRUPT, #cond))

/* Runs `body` so that game_fail within it ends here: answers the status the game has failed with, or
   GAVEL_OK. Every entry point of the library that changes a game goes through it; inside another one it
   only calls `body`. A game that has failed runs nothing any more. */
typedef void GameBody(Game *g, void *user);
GavelStatus game_protect(Game *g, GameBody *body, void *user);

#ifdef GAVEL_HOSTILE
#define TABLES_HOSTILE 1 /* tables begin as small as can be, and the block moves whenever a row is added */
#else
#define TABLES_HOSTILE 0
#endif

static const u16 TABLE_ROW_SIZES[TABLE_COUNT] = {
#define TB(NAME, ROW, DERIVED) sizeof(ROW),
    TABLES(TB)
#undef TB
};

/* Makes room for `n` more rows without adding them; moves the block. */
void table_grow(Game *g, TableId t, u32 n);
/* Adds `n` zeroed rows at the end of a table and answers the index of the first. Moves the block. */
static inline u32 table_add(Game *g, TableId t, u32 n) {
  Table *tb = table(g, t);
  if (TABLES_HOSTILE || n > tb->cap - tb->count) {
    table_grow(g, t, n);
    tb = table(g, t);
  }
  u32 first = tb->count;
  memset(g->block + tb->offset + (size_t)first * TABLE_ROW_SIZES[t], 0, (size_t)n * TABLE_ROW_SIZES[t]);
  tb->count = first + n;
  return first;
}
/* Removes the last `n` rows. How many that are is often worked out from what frames keep. */
static inline void table_drop(Game *g, TableId t, u32 n) {
  SOUND(g, n <= count_of(g, t));
  table(g, t)->count -= n;
}

#include "state/objects.h"
#endif
