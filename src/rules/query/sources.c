/* What may be chosen as a source of damage (609.7a). */
#include "rules/query/query.h"
#include "rules/query/sources.h"
#include "state/objects.h"

/* Adds what is there for all to see, or was when it was last anywhere, unless it is on the list from `mark` on. */
static void add_seen(Game *g, u32 mark, Ref ref) {
  const Object *o = object_known(g, ref);
  if (!o) return;
  bool ability = o->zone == ZONE_STACK && o->kind == OBJECT_ABILITY;
  if (!zone_is_public((Zone)o->zone) || ability) return;
  for (u32 i = mark; i < scratch_count(g); i++)
    if (scratch_get(g, i) == ref) return;
  scratch_push(g, ref);
}

static void add_referred(Game *g, u32 mark, Heap env) {
  if (!env) return;
  add_seen(g, mark, env_at(g, env)->source);
  for (u32 i = 0; i < env_at(g, env)->slots; i++) {
    Value v = env_at(g, env)->slot[i];
    if (v.tag == VALUE_REF) add_seen(g, mark, (Ref)v.v);
    for (u32 k = 0; v.tag == VALUE_REFS && k < list_count(g, (Heap)v.v); k++)
      add_seen(g, mark, list_get(g, (Heap)v.v, k));
  }
}

static void add_of_stack(Game *g, u32 mark, u32 slot) {
  const StackItem item = *stack_item_of(g, slot);
  add_seen(g, mark, object_row(g, slot)->kind == OBJECT_ABILITY ? item.source : object_ref(g, slot));
  add_referred(g, mark, item.env);
  for (u32 i = 0; i < list_count(g, item.spliced); i++) add_referred(g, mark, (Heap)list_get(g, item.spliced, i));
}

void sources_add(Game *g) {
  u32 mark = scratch_mark(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (!object_phased_out(g, s)) scratch_push(g, object_ref(g, s));
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) add_of_stack(g, mark, s);
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (f.id && (f.kind == EFFECT_REPLACEMENT || f.kind == EFFECT_TRIGGER)) add_referred(g, mark, f.env);
  }
  for (u32 s = zone_first(g, ZONE_COMMAND, 0); s; s = object_row(g, s)->next)
    if (!object_hidden(object_row(g, s))) add_seen(g, mark, object_ref(g, s));
  RULE(g, "609.7a");
}
