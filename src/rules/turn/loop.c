#include "rules/turn/loop.h"

#include "rules/turn/turn_internal.h"
#include "state/objects.h"

#include "state/hash.h"

#include <stdio.h>

/* Forced steps before the first position is remembered: hashing the whole game is expensive. */
#define LOOP_FIRST 32
/* The shortest chain of causes of a loop worth looking for: what one event triggered is no loop, however much it is, and needs
   no hash. */
#define LOOP_DEEP 4

/* Ends the game with the name of the loop: the object on top of the stack or waiting to be put there, or the source of
   that ability. */
static _Noreturn void fail_by_name(Game *g, u32 bound, const char *field) {
  char what[120] = "forced steps";
  u32 top = zone_list(g, ZONE_STACK, 0)->last;
  Ref ref = top ? object_ref(g, top) : REF_NONE;
  if (top && object_row(g, top)->kind == OBJECT_ABILITY) ref = stack_item_of(g, top)->source;
  if (!top && count_of(g, T_PENDING)) ref = row_PENDING(g, 0)->source;
  Eval e = {.g = g};
  const Chars *c = ref ? eval_chars(&e, ref) : NULL;
  Str name = c ? intern_text(&g->db->names, c->name) : (Str){0};
  if (name.length)
    snprintf(what, sizeof what, "forced steps: %.*s goes on and on", (int)num_min(name.length, 80), name.data);
  game_fail_limit(g, what, bound, field);
}

/* A cheap outline of a position, equal for equal positions: the number of objects, and a hash of the size of each
   zone, the life totals and the lots of mana. A spell that resolves changes two zones without changing the number of
   objects. */
typedef struct Outline {
  u32 objects, hash;
} Outline;

static u32 add_zones(Hash *hash, const ZoneList *a, const ZoneList *b) {
  hash_u64(hash, (u64)a->count << 32 | b->count);
  return a->count + b->count;
}

static Outline position_outline(const Game *g) {
  Hash hash;
  hash_init(&hash, count_of(g, T_MANA));
  u32 objects = add_zones(&hash, zone_list(g, ZONE_BATTLEFIELD, 0), zone_list(g, ZONE_STACK, 0));
  for (u32 p = 0; p < core(g)->player_count; p++) {
    objects += add_zones(&hash, zone_list(g, ZONE_GRAVEYARD, p), zone_list(g, ZONE_LIBRARY, p));
    hash_u64(&hash, (u64)core(g)->players[p].life);
  }
  return (Outline){objects, (u32)hash_end(&hash)};
}

/* Fails the game if a chain of causes has become too long, or too many objects were created since it became long: what
   doubles with every turn of a loop would fill any memory long before the limit on steps. */
static void chain_check(Game *g, u32 objects) {
  Core *c = core(g);
  u32 steps = g->limits.forced_steps, growth = g->limits.forced_growth;
  if (c->cause_depth >= steps) fail_by_name(g, steps, "forced_steps");
  if (c->cause_depth < LOOP_FIRST) return;
  if (!c->loop_begun) c->loop_begun = objects + 1;
  if (objects >= c->loop_begun && objects - c->loop_begun >= growth) fail_by_name(g, growth, "forced_growth");
}

bool loop_step(Game *g) {
  Core *c = core(g);
  if (cause_renewed(g)) return false;
  if (++c->loop_steps < LOOP_FIRST) return false;
  if (c->loop_next == 0) c->loop_next = LOOP_FIRST;
  Outline outline = position_outline(g);
  chain_check(g, outline.objects);
  bool remembered = c->loop_next > LOOP_FIRST, due = c->loop_steps >= c->loop_next && c->cause_depth >= LOOP_DEEP;
  if (!due && !(remembered && outline.hash == c->loop_outline)) return false;
  u64 position = position_hash(g);
  if (remembered && position == core(g)->loop_position) return true;
  c = core(g);
  if (due) {
    c->loop_position = position;
    c->loop_outline = outline.hash;
    c->loop_next = 2 * c->loop_steps;
  }
  return false;
}

bool loop_round(Game *g) {
  cause_renewed(g);
  core(g)->cause_depth++;
  return loop_step(g);
}
