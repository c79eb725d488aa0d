/* Last known information (113.7a, 608.2h): what an object was as it left its zone. */
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/mods.h"
#include "state/objects.h"

static Heap copy_counters(Game *g, u32 first) {
  Heap list = 0;
  for (u32 c = first; c; c = row_COUNTERS(g, c)->next) {
    Word kind = row_COUNTERS(g, c)->kind;
    i64 n = row_COUNTERS(g, c)->n;
    list_add(g, &list, kind);
    list_add(g, &list, (u64)n);
  }
  return list;
}

static Heap copy_notes(Game *g, u32 first) {
  Heap list = 0;
  for (u32 n = first; n; n = row_NOTES(g, n)->next) {
    Note note = *row_NOTES(g, n);
    Value v = value_copy(g, note.value);
    list_add(g, &list, (u64)note.acquisition << 32 | note.link);
    list_add(g, &list, v.tag);
    list_add(g, &list, v.v);
  }
  return list;
}

static Heap copy_blockers(Game *g, Ref attacker) {
  Heap list = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (list_has(g, permanent_of(g, s)->blocking, attacker)) list_add(g, &list, object_ref(g, s));
  return list;
}

static Heap copy_attachments(Game *g, Ref host) {
  Heap list = 0;
  for (u32 s = attached_after(g, 0); s; s = attached_after(g, s))
    if (permanent_of(g, s)->attached_to == host && !object_phased_out(g, s)) list_add(g, &list, object_ref(g, s));
  return list;
}

static Heap copy_ext(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (!o->ext) return 0;
  Zone zone = (Zone)o->zone;
  Heap ext = heap_copy(g, o->ext);
  if (zone == ZONE_BATTLEFIELD) {
    Permanent *p = HEAP_AT(g, Permanent, ext);
    Heap cast = p->cast, blocking = p->blocking;
    Heap cast_copy = cast_info_copy(g, cast);
    Heap blocking_copy = heap_copy(g, blocking);
    p = HEAP_AT(g, Permanent, ext);
    p->cast = cast_copy;
    p->blocking = blocking_copy;
    /* What it was attached to may have left before it (704.5m); then it was attached to nothing in the end. */
    if (!ref_is_player(p->attached_to) && !object_live(g, p->attached_to)) p->attached_to = REF_NONE;
  } else if (zone == ZONE_STACK) {
    StackItem *s = HEAP_AT(g, StackItem, ext);
    Heap env = s->env, cast = s->cast, modes = s->modes, spliced = s->spliced;
    Heap env_kept = env ? env_copy(g, env) : 0;
    Heap cast_kept = cast_info_copy(g, cast);
    Heap modes_kept = modes_copy(g, modes), spliced_kept = modes_copy(g, spliced);
    HEAP_AT(g, StackItem, ext)->env = env_kept;
    HEAP_AT(g, StackItem, ext)->cast = cast_kept;
    HEAP_AT(g, StackItem, ext)->modes = modes_kept;
    HEAP_AT(g, StackItem, ext)->spliced = spliced_kept;
  }
  return ext;
}

static u32 row_new(Game *g) {
  u32 row = core(g)->free_lki;
  if (row) {
    table_reuse(g, T_LKI);
    core(g)->free_lki = row_LKI(g, row)->next;
    zero(row_LKI(g, row), sizeof(Lki));
    return row;
  }
  if (count_of(g, T_LKI) == 0) table_add(g, T_LKI, 1); /* row 0 is none */
  return table_add(g, T_LKI, 1);
}

/* `leaves`: what it is on the stack goes over to the row as it leaves (object_renew, object_cease). */
static u32 take(Game *g, u32 slot, bool leaves) {
  u32 known = lki_find(g, object_ref(g, slot));
  if (known) return known;
  u32 row = row_new(g);
  const Chars chars = *chars_of(g, slot);
  Lki *lki = row_LKI(g, row);
  lki->ref = object_ref(g, slot);
  lki->turn = core(g)->turn;
  lki->object = *object_row(g, slot);
  lki->chars = chars;
  lki->next = lki->object.lki;
  CvId cv = both_faces_of(g, slot);
  lki = row_LKI(g, row);
  lki->object.cv = cv;
  lki->object.ext = 0;
  lki->object.counters = lki->object.notes = lki->object.lki = 0;
  lki->object.next = lki->object.prev = 0;
  lki_keep_abilities(g, row, chars_of(g, slot), settled_acquisition(g, slot));
  Heap ext = leaves && object_row(g, slot)->zone == ZONE_STACK ? 0 : copy_ext(g, slot);
  row_LKI(g, row)->ext = ext;
  Heap counters = copy_counters(g, object_row(g, slot)->counters);
  row_LKI(g, row)->counters = counters;
  Heap notes = copy_notes(g, object_row(g, slot)->notes);
  row_LKI(g, row)->notes = notes;
  if (object_row(g, slot)->zone == ZONE_BATTLEFIELD) {
    Heap attachments = copy_attachments(g, object_ref(g, slot));
    row_LKI(g, row)->attachments = attachments;
    Heap blockers = permanent_of(g, slot)->flags & PERM_BLOCKED ? copy_blockers(g, object_ref(g, slot)) : 0;
    row_LKI(g, row)->blockers = blockers;
    u32 goaded = goaded_by(g, slot);
    HEAP_AT(g, Permanent, row_LKI(g, row)->ext)->flags |= goaded << PERM_GOADED_SHIFT;
  }
  object_row(g, slot)->lki = row;
  return row;
}

u32 lki_take(Game *g, u32 slot) { return take(g, slot, false); }

u32 lki_take_leaving(Game *g, u32 slot) { return take(g, slot, true); }

void lki_stays(Game *g, u32 slot) {
  u32 row = lki_find(g, object_ref(g, slot));
  if (!row || row_LKI(g, row)->ext) return;
  Heap ext = copy_ext(g, slot);
  row_LKI(g, row)->ext = ext;
}

/* What the schema says it owns; walking the schema takes longer. The validator sees to it that only what was on the
   battlefield or the stack has an ext, and that a list of abilities is there. */
static void row_free(Game *g, u32 row) {
  const Lki lki = *row_LKI(g, row);
  if (lki.chars.abilities_in_block && lki.chars.ability_count) heap_free(g, lki.chars.abilities);
  if (lki.ext && lki.object.zone == ZONE_BATTLEFIELD) {
    const Permanent p = *HEAP_AT(g, Permanent, lki.ext);
    if (p.cast) cast_info_free(g, p.cast);
    if (p.blocking) heap_free(g, p.blocking);
  } else if (lki.ext) {
    const StackItem s = *HEAP_AT(g, StackItem, lki.ext);
    if (s.env) env_free(g, s.env);
    if (s.cast) cast_info_free(g, s.cast);
    if (s.modes) modes_free(g, s.modes);
    if (s.spliced) modes_free(g, s.spliced);
  }
  if (lki.ext) heap_free(g, lki.ext);
  if (lki.counters) heap_free(g, lki.counters);
  if (lki.notes) note_list_free(g, lki.notes);
  if (lki.attachments) heap_free(g, lki.attachments);
  if (lki.blockers) heap_free(g, lki.blockers);
  if (lki.more) heap_free(g, lki.more);
  zero(row_LKI(g, row), sizeof(Lki));
  row_LKI(g, row)->next = core(g)->free_lki;
  core(g)->free_lki = row;
}

void lki_forget(Game *g, u32 slot, u32 row) {
  ASSERT(object_row(g, slot)->lki == row);
  object_row(g, slot)->lki = row_LKI(g, row)->next;
  row_free(g, row);
}

/* A list of references something that lasts holds: rows they name are kept. */
static void keep_list(Game *g, Heap list, u64 *kept) {
  for (u32 i = 0; i < list_count(g, list); i++) {
    u32 row = lki_find(g, list_get(g, list, i));
    if (row) kept[row >> 6] |= (u64)1 << (row & 63);
  }
}

static void keep_ref(Game *g, Ref ref, u64 *kept) {
  u32 row = ref && !ref_is_player(ref) ? lki_find(g, ref) : 0;
  if (row) kept[row >> 6] |= (u64)1 << (row & 63);
}

static void keep_env(Game *g, Heap env, u64 *kept) {
  if (!env) return;
  keep_ref(g, env_at(g, env)->source, kept);
  keep_ref(g, env_at(g, env)->granter, kept);
  for (u32 i = 0; i < env_at(g, env)->slots; i++) {
    Value v = env_at(g, env)->slot[i];
    if (v.tag == VALUE_REF) keep_ref(g, (Ref)v.v, kept);
    if (v.tag == VALUE_REFS) keep_list(g, (Heap)v.v, kept);
  }
}

/* What abilities that are copiable values remember. */
static void keep_values(Game *g, u64 *kept) {
  for (u32 row = 1; row < count_of(g, T_CVS); row++) {
    Heap mods = row_CVS(g, row)->mods;
    for (u32 i = 0; i + 2 < list_count(g, mods); i += 3) {
      Mod mod;
      memcpy(&mod, row_HEAP(g, mods + 1 + i), sizeof mod);
      keep_env(g, mod_env(&mod), kept);
    }
  }
}

static void keep_roots(Game *g, u64 *kept) {
  keep_values(g, kept);
  for (u32 i = 0; i < count_of(g, T_EFFECTS); i++) {
    const Effect f = *row_EFFECTS(g, i);
    if (!f.id) continue;
    keep_env(g, f.env, kept);
    keep_list(g, f.objects, kept);
    keep_ref(g, f.duration_object, kept);
  }
  for (u32 i = 0; i < count_of(g, T_PENDING); i++) {
    const Pending p = *row_PENDING(g, i);
    keep_env(g, p.env, kept);
    keep_ref(g, p.source, kept);
  }
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    const StackItem item = *stack_item_of(g, s);
    keep_ref(g, item.source, kept);
    keep_env(g, item.env, kept);
    if (item.cast) keep_list(g, HEAP_AT(g, CastInfo, item.cast)->objects, kept);
  }
  for (u32 i = 0; i < count_of(g, T_NOTES); i++) {
    const Note n = *row_NOTES(g, i);
    if (n.value.tag == VALUE_REF) keep_ref(g, (Ref)n.value.v, kept);
    if (n.value.tag == VALUE_REFS) keep_list(g, (Heap)n.value.v, kept);
  }
}

/* Frees the rows of a slot that are not kept. */
static void slot_collect(Game *g, u32 slot, const u64 *kept) {
  u32 at = object_row(g, slot)->lki, before = 0;
  while (at) {
    u32 next = row_LKI(g, at)->next;
    if (kept[at >> 6] >> (at & 63) & 1) {
      before = at;
    } else {
      if (before) {
        row_LKI(g, before)->next = next;
      } else {
        object_row(g, slot)->lki = next;
      }
      row_free(g, at);
    }
    at = next;
  }
}

void lki_collect(Game *g) {
  u32 rows = count_of(g, T_LKI);
  if (rows == 0) return;
  /* The marks are bit sets in the heap: rows that stay, and slots that have others. Rows of this turn and the last stay:
     history may ask (608.2i). */
  u32 row_words = rows / 64 + 1, slot_words = count_of(g, T_OBJECTS) / 64 + 1;
  Heap marks = heap_alloc(g, row_words + slot_words);
  u64 *kept = row_HEAP(g, marks), *slots = kept + row_words;
  keep_roots(g, kept);
  u32 turn = core(g)->turn;
  for (u32 row = 1; row < rows; row++) {
    const Lki *lki = row_LKI(g, row);
    u32 slot = ref_slot(lki->ref);
    if (!lki->ref || lki->turn + 1 >= turn)
      kept[row >> 6] |= (u64)1 << (row & 63);
    else if (!(kept[row >> 6] >> (row & 63) & 1))
      slots[slot >> 6] |= (u64)1 << (slot & 63);
  }
  for (u32 word = 0; word < slot_words; word++)
    for (u64 left = slots[word]; left; left &= left - 1) slot_collect(g, 64 * word + bits_first(left), kept);
  heap_free(g, marks);
}
