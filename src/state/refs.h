/* Names for an object, a zone and a place in the heap of a game. */
#ifndef STATE_REFS_H
#define STATE_REFS_H

#include "base/base.h"
#include "cards/words.h"

/* A reference to an object: slot in the low half, generation in the high half. A zone change raises the generation
   (400.7), so an old reference finds the last known information and never the new object. Players have references too.
   0 is none. */
typedef u64 Ref;
#define REF_NONE ((Ref)0)
#define REF_PLAYER_TAG 0xffffffffu
static inline Ref ref_make(u32 slot, u32 generation) { return (u64)generation << 32 | slot; }
static inline u32 ref_slot(Ref r) { return (u32)r; }
static inline u32 ref_generation(Ref r) { return (u32)(r >> 32); }
static inline Ref ref_player(u32 player) { return ref_make(player, REF_PLAYER_TAG); }
static inline bool ref_is_player(Ref r) { return ref_generation(r) == REF_PLAYER_TAG; }

typedef enum Zone {
  ZONE_BATTLEFIELD,
  ZONE_HAND,
  ZONE_GRAVEYARD,
  ZONE_LIBRARY,
  ZONE_EXILE,
  ZONE_STACK,
  ZONE_COMMAND,
  ZONE_ANTE,
  ZONE_OUTSIDE,
  ZONE_NONE, /* a free slot, or an object that no longer exists */
} Zone;
#define ZONE_COUNT ZONE_NONE
static inline Zone zone_of_word(Word w) { return (Zone)(w - W_BATTLEFIELD); }
static inline Word zone_word(Zone z) { return (Word)(W_BATTLEFIELD + z); }
#define ZONE_BIT(zone) (1u << (zone))
/* Each player has a hand, library, graveyard and outside zone; the others are shared (400.1). */
static inline bool zone_is_shared(Zone z) {
  const u32 SHARED = ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_EXILE) | ZONE_BIT(ZONE_STACK) | ZONE_BIT(ZONE_COMMAND) |
                     ZONE_BIT(ZONE_ANTE);
  return SHARED >> z & 1;
}
static inline bool zone_is_public(Zone z) { /* 400.2 */
  return z != ZONE_HAND && z != ZONE_LIBRARY && z != ZONE_OUTSIDE && z != ZONE_NONE;
}
/* Where everybody sees an object's characteristics, even if it is face down (708.2). */
static inline bool zone_is_open(Zone z) { return z == ZONE_BATTLEFIELD || z == ZONE_STACK; }

/* A place in the heap table; see heap_alloc. 0 is none. */
typedef u32 Heap;

#endif
