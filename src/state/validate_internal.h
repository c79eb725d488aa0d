/* Shared by the files of the validator. */
#ifndef STATE_VALIDATE_INTERNAL_H
#define STATE_VALIDATE_INTERNAL_H

#include "state/objects.h"
#include "state/validate.h"
#include "state/walk.h"

typedef VEC(u64) Bits;

/* A handle in a row that must belong to an environment with an owner. */
typedef struct Borrowed {
  Heap handle;
  u32 table, row;
} Borrowed;

typedef struct Check {
  Game *g;
  char *message;
  size_t cap;
  bool wrong;
  Bits seen_heap; /* pieces with an owner, by handle */
  Bits seen_env;  /* those that are environments */
  Bits seen_rows; /* rows seen in the table under examination */
  u64 heap_words; /* size of all pieces with an owner */
  VEC(Borrowed) borrowed;
} Check;

/* Records the first fault; returns false. */
bool fault(Check *c, const char *format, ...) PRINTF_LIKE(2, 3);
/* Clears `bits` and sizes it to `count`; false if the allocator refuses. */
bool bits_reset(Check *c, Bits *bits, u32 count);
/* Sets a bit; returns whether it was already set. */
static inline bool bits_test_set(Bits *bits, u32 i) {
  u64 mask = (u64)1 << (i & 63);
  bool was = bits->data[i >> 6] & mask;
  bits->data[i >> 6] |= mask;
  return was;
}
static inline bool bits_test(const Bits *bits, u32 i) { return bits->data[i >> 6] >> (i & 63) & 1; }

enum { FACES_SHOWN = 16 }; /* more than any card has; for faces that a card doesn't have, the first is shown */

/* validate_fields.c: every field of every row, and the owners of the heap. */
bool check_fields(Check *c);
/* validate_payload.c: what events and effects hold, by kind. */
bool check_payloads(Check *c);
/* validate_cycles.c: no row of a table refers to itself, directly or through others. */
bool check_cycles(Check *c);
/* validate_frames.c: the locals of procedures. */
bool check_frames(Check *c);
/* validate.c: lists, chains, and relations between rows. */
bool check_heap(Check *c);
/* Whether an object in the zone may have these OBJECT_… flags. */
bool flags_fit_zone(u32 flags, Zone zone);

#endif
