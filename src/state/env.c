/* Environments and the values they hold. */
#include "state/objects.h"

/* --- values ---------------------------------------------------------------------------------- */

static bool owns_list(const Value *value) { return value->tag == VALUE_REFS || value->tag == VALUE_NUMBERS; }

void value_free(Game *g, Value *value) {
  ASSERT(!block_holds(g, value));
  if (owns_list(value) && value->v) heap_free(g, (Heap)value->v);
  if (value->divided) heap_free(g, value->divided);
  *value = (Value){.tag = VALUE_NONE};
}

Value value_copy(Game *g, Value value) {
  if (owns_list(&value)) value.v = heap_copy(g, (Heap)value.v);
  value.divided = heap_copy(g, value.divided);
  return value;
}

/* --- environments ---------------------------------------------------------------------------- */

Heap env_new(Game *g, u32 slots) {
  ASSERT(slots <= UINT8_MAX);
  Heap env = heap_alloc(g, (u32)((sizeof(Env) + slots * sizeof(Value)) / sizeof(u64)));
  env_at(g, env)->slots = (u8)slots;
  return env;
}

/* Whether a value owns something; most don't. */
static bool owns_something(const Value *value) { return owns_list(value) || value->divided; }

void env_free(Game *g, Heap env) {
  if (!env) return;
  u32 slots = env_at(g, env)->slots;
  Heap applied = env_at(g, env)->applied;
  if (applied) heap_free(g, applied);
  for (u32 i = 0; i < slots; i++) {
    Value value = env_at(g, env)->slot[i];
    if (owns_something(&value)) value_free(g, &value);
  }
  heap_free(g, env);
}

Heap env_copy_wide(Game *g, Heap env, u32 slots) {
  if (!env) return 0;
  u32 known = env_at(g, env)->slots;
  Heap copy = env_new(g, slots > known ? slots : known);
  u8 room = env_at(g, copy)->slots;
  memcpy(env_at(g, copy), env_at(g, env), sizeof(Env) + known * sizeof(Value));
  env_at(g, copy)->slots = room;
  Heap applied = env_at(g, env)->applied ? heap_copy(g, env_at(g, env)->applied) : 0;
  env_at(g, copy)->applied = applied;
  for (u32 i = 0; i < known; i++) {
    Value value = env_at(g, copy)->slot[i];
    if (!owns_something(&value)) continue;
    value = value_copy(g, value);
    env_at(g, copy)->slot[i] = value;
  }
  return copy;
}

Heap env_copy(Game *g, Heap env) { return env_copy_wide(g, env, 0); }

void env_set(Game *g, Heap env, u32 slot, Value value) {
  SOUND(g, slot < env_at(g, env)->slots);
  Value old = env_at(g, env)->slot[slot];
  value_free(g, &old);
  env_at(g, env)->slot[slot] = value;
}

void env_set_number(Game *g, Heap env, u32 slot, i64 n) {
  env_set(g, env, slot, (Value){.tag = VALUE_NUMBER, .v = (u64)n});
}

void env_set_ref(Game *g, Heap env, u32 slot, Ref ref) { env_set(g, env, slot, (Value){.tag = VALUE_REF, .v = ref}); }

void env_set_refs(Game *g, Heap env, u32 slot, const Ref *refs, u32 count) {
  ASSERT(count == 0 || !block_holds(g, refs));
  Heap list = 0;
  for (u32 i = 0; i < count; i++) list_add(g, &list, refs[i]);
  env_set(g, env, slot, (Value){.tag = VALUE_REFS, .v = list});
}

void env_set_word(Game *g, Heap env, u32 slot, Word word) {
  env_set(g, env, slot, (Value){.tag = VALUE_WORD, .v = word});
}

void env_add_ref(Game *g, Heap env, u32 slot, Ref ref) {
  ASSERT(slot < env_at(g, env)->slots);
  Value value = env_at(g, env)->slot[slot];
  if (value.tag != VALUE_REF && value.tag != VALUE_REFS) value_free(g, &value);
  Heap list = value.tag == VALUE_REFS ? (Heap)value.v : 0;
  if (value.tag == VALUE_REF) list_add(g, &list, value.v);
  list_add(g, &list, ref);
  env_at(g, env)->slot[slot] = (Value){.tag = VALUE_REFS, .divided = value.divided, .v = list};
}

void env_share_add(Game *g, Heap env, u32 slot, i64 share) {
  Heap shares = env_at(g, env)->slot[slot].divided;
  list_add(g, &shares, (u64)share);
  env_at(g, env)->slot[slot].divided = shares;
}
