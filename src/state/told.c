#include "state/told.h"

#include "state/objects.h"

#ifdef GAVEL_CHECKED

typedef struct Telling {
  Facts by;         /* the facts that report it: what operations that read it declare (cards/ir_ops.def) */
  const char *rule; /* the invariant */
} Telling;

static const Telling TELLING[TOLD_KINDS] = {
    [TOLD_STATUS] = {FACT_STATUS, "changes of status are told"},
    [TOLD_TAPPED] = {FACT_STATUS | FACT_TAPPED, "tapping is told"},
    [TOLD_LOOKS] = {FACT_COPY, "changes of copiable values are told"},
    [TOLD_ORDER] = {FACT_COPY | FACT_ATTACHED, "new timestamps are told"},
    [TOLD_CONTROL] = {FACT_CONTROL | FACT_COPY, "changes of control are told"},
    [TOLD_COUNTERS] = {FACT_COUNTERS, "changes of counters are told"},
    [TOLD_ATTACHED] = {FACT_ATTACHED, "attaching is told"},
    [TOLD_COMBAT] = {FACT_COMBAT, "changes of combat are told"},
    [TOLD_DAMAGE] = {FACT_DAMAGE, "changes of damage are told"},
    [TOLD_LIFE] = {FACT_LIFE, "changes of life are told"},
    [TOLD_NOTES] = {FACT_NOTES, "changes of notes are told"},
    [TOLD_TURN] = {FACT_TURN, "the turn is told"},
    [TOLD_OTHER] = {FACT_OTHER, "other changes are told"},
};

static void mix(FactsSeen *t, ToldKind kind, u64 value) {
  u64 h = (t->digests[kind] ^ value) * 0x9e3779b97f4a7c15u;
  t->digests[kind] = h ^ h >> 29;
}

static void mix_list(const Game *g, FactsSeen *t, ToldKind kind, Heap list) {
  for (u32 i = 0; i < list_count(g, list); i++) mix(t, kind, list_get(g, list, i));
}

static void mix_counters(const Game *g, FactsSeen *t, u32 first) {
  for (u32 c = first; c; c = row_COUNTERS(g, c)->next) {
    mix(t, TOLD_COUNTERS, row_COUNTERS(g, c)->kind);
    mix(t, TOLD_COUNTERS, (u64)row_COUNTERS(g, c)->n);
  }
}

static void mix_notes(const Game *g, FactsSeen *t, u32 first) {
  for (u32 n = first; n; n = row_NOTES(g, n)->next) {
    const Value v = row_NOTES(g, n)->value;
    mix(t, TOLD_NOTES, v.tag);
    if (v.tag == VALUE_REFS || v.tag == VALUE_NUMBERS)
      mix_list(g, t, TOLD_NOTES, (Heap)v.v);
    else
      mix(t, TOLD_NOTES, v.v);
  }
}

static void mix_permanent(const Game *g, FactsSeen *t, u32 slot) {
  const u32 NOT_STATUS = PERM_COMBAT_FLAGS | PERM_CHOSEN_TO_ATTACK | PERM_SICK | PERM_UPKEEP | PERM_UPKEEP_NOW |
                         PERM_BEGAN_UNTAPPED | PERM_CASE_DAMAGED | PERM_STAYS_TAPPED;
  const Permanent *p = permanent_of(g, slot);
  mix(t, TOLD_STATUS, p->flags & ~NOT_STATUS);
  mix(t, TOLD_STATUS, p->level);
  mix(t, TOLD_STATUS, p->paired);
  mix(t, TOLD_ATTACHED, p->attached_to);
  mix(t, TOLD_COMBAT, p->flags & ((PERM_COMBAT_FLAGS & ~(u32)PERM_FIRST_STRUCK) | PERM_CHOSEN_TO_ATTACK));
  mix(t, TOLD_COMBAT, p->attacking);
  mix(t, TOLD_COMBAT, p->attacked);
  mix(t, TOLD_COMBAT, p->protector);
  mix_list(g, t, TOLD_COMBAT, p->blocking);
  mix(t, TOLD_DAMAGE, (u64)p->damage);
  mix(t, TOLD_TURN, p->flags & PERM_BEGAN_UNTAPPED);
  mix(t, TOLD_TURN, p->flags & (PERM_SICK | PERM_UPKEEP | PERM_UPKEEP_NOW));
}

static FactsSeen told_of_object(const Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  FactsSeen t = {.generation = o->generation, .round = derived(g)->told.round};
  mix(&t, TOLD_STATUS, o->status & ~(u32)STATUS_TAPPED);
  mix(&t, TOLD_STATUS, o->flags & (OBJECT_LEFT_UNLOCKED | OBJECT_RIGHT_UNLOCKED));
  mix(&t, TOLD_TAPPED, o->status & STATUS_TAPPED);
  mix(&t, TOLD_LOOKS, o->cv);
  mix(&t, TOLD_LOOKS, o->face);
  mix(&t, TOLD_ORDER, o->timestamp);
  mix(&t, TOLD_LOOKS, o->acquisition);
  mix(&t, TOLD_CONTROL, o->base_controller);
  mix_counters(g, &t, o->counters);
  mix_notes(g, &t, o->notes);
  if (o->zone == ZONE_BATTLEFIELD && o->ext) mix_permanent(g, &t, slot);
  return t;
}

/* Row 0: players and everything that belongs to nobody. */
static FactsSeen told_of_game(const Game *g) {
  const Core *c = core(g);
  FactsSeen t = {.generation = 1, .round = derived(g)->told.round};
  mix(&t, TOLD_OTHER, c->day);
  mix(&t, TOLD_TURN, (u64)c->turn << 32 | (u64)c->active << 8 | c->step);
  for (u32 i = 0; i < c->player_count; i++) {
    const Player *p = &c->players[i];
    mix(&t, TOLD_LIFE, (u64)p->life);
    mix_counters(g, &t, p->counters);
    mix(&t, TOLD_OTHER, (u64)p->monarch << 32 | (u64)p->initiative << 16 | (u64)p->blessing << 8 | p->speed);
    mix(&t, TOLD_OTHER, p->dungeons);
    mix(&t, TOLD_CONTROL, p->left != LEFT_NOT);
  }
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    mix(&t, TOLD_LOOKS, (u64)f->id << 32 | f->cv);
    if (f->id && f->kind == EFFECT_CONTINUOUS) mix_list(g, &t, TOLD_LOOKS, f->objects);
  }
  return t;
}

static void compare(Game *g, u32 row, const FactsSeen *now) {
  FactsSeen *before = row_TOLD(g, row);
  bool same = before->generation == now->generation && before->round + 1 == now->round;
  for (u32 kind = 0; same && kind < TOLD_KINDS; kind++) {
    if (before->digests[kind] == now->digests[kind] || derived(g)->told.facts & TELLING[kind].by) continue;
    base_assert_failed(TELLING[kind].rule, __FILE__, __LINE__);
  }
  *before = *now;
}

static void compare_zone(Game *g, Zone zone) {
  for (u32 s = zone_first(g, zone, 0); s; s = object_row(g, s)->next) {
    FactsSeen now = told_of_object(g, s);
    compare(g, s, &now);
  }
}

/* Large games are not compared after every step; reports are collected meanwhile. */
void told_compare(Game *g) {
  ToldKept *told = &derived(g)->told;
  if (++told->steps * 64 < count_of(g, T_OBJECTS)) return;
  told->steps = 0;
  told->round++;
  u32 rows = count_of(g, T_OBJECTS);
  if (count_of(g, T_TOLD) < rows) table_add(g, T_TOLD, rows - count_of(g, T_TOLD));
  FactsSeen now = told_of_game(g);
  compare(g, 0, &now);
  compare_zone(g, ZONE_BATTLEFIELD);
  compare_zone(g, ZONE_STACK);
  compare_zone(g, ZONE_EXILE);
  compare_zone(g, ZONE_COMMAND);
  derived(g)->told.facts = 0;
}

#endif
