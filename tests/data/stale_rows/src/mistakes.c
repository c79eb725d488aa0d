/* For tests/stale_rows.sh: each line that is marked uses a pointer to a row after the rows may have moved, the others don't. */
#include "state/objects.h"

typedef u32 Look(Game *g, const Object *o);

static u32 grows(Game *g) { return table_add(g, T_OBJECTS, 1); }

static u32 in_a_row(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  grows(g);
  return o->zone; /* mistake */
}

static u32 read_again(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  u32 owner = o->owner;
  grows(g);
  o = object_row(g, slot);
  return owner + o->zone;
}

static u32 on_another_branch(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->card) return grows(g);
  if (o->face) game_fail(g, GAVEL_E_CORRUPT, "a face");
  return o->zone;
}

static u32 on_one_branch(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->card) grows(g);
  return o->zone; /* mistake */
}

static u32 in_a_loop(Game *g, u32 slot) {
  u32 found = 0;
  const Object *o = object_row(g, slot);
  for (u32 i = 0; i < 3; i++) {
    found += o->zone; /* mistake */
    if (i == 2) break;
    grows(g);
  }
  return found;
}

static u32 by_case(Game *g, u32 slot, u32 kind) {
  Object *o = object_row(g, slot);
  switch (kind) {
    case 1: return grows(g);
    case 2: grows(g); break;
    default: break;
  }
  o->zone = 0; /* mistake */
  return 0;
}

static void left_side(Game *g, u32 slot) {
  object_row(g, slot)->acquisition = grows(g); /* mistake */
  u32 row = grows(g);
  object_row(g, slot)->acquisition = row;
}

static u32 is_passed(Game *g, const Object *o) {
  u32 zone = o->zone;
  grows(g);
  return zone + o->owner; /* mistake */
}

static u32 is_passed_a_copy(Game *g, const Object *o) {
  grows(g);
  return o->owner;
}

static u32 in_an_argument(Game *g, u32 slot) {
  const Object copy = *object_row(g, slot);
  return is_passed_a_copy(g, &copy) + is_passed(g, object_row(g, slot));
}

static u32 is_passed_through_a_pointer(Game *g, const Object *o) {
  bool any = o->card && grows(g);
  return any ? o->owner : 0; /* mistake */
}

typedef struct Kept {
  const Object *object;
} Kept;

static Kept in_a_member(Game *g, u32 slot) {
  Kept kept = {NULL};
  kept.object = object_row(g, slot); /* mistake */
  return kept;
}

u32 mistakes(Game *g, u32 slot);
u32 mistakes(Game *g, u32 slot) {
  Look *const look = is_passed_through_a_pointer;
  const u32 *counts = &core(g)->next_acquisition;
  u32 sum = look(g, object_row(g, slot)) + *counts; /* mistake */
  sum += in_a_row(g, slot) + read_again(g, slot) + on_another_branch(g, slot) + on_one_branch(g, slot);
  left_side(g, slot);
  if (in_a_member(g, slot).object) sum++;
  return sum + in_a_loop(g, slot) + by_case(g, slot, sum) + in_an_argument(g, slot);
}
