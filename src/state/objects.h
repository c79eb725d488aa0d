/* The primitive operations on the block. They change state without applying the rules: only the batch
   (rules/events/batch.h) and setup may call those that change objects. */
#ifndef STATE_OBJECTS_H
#define STATE_OBJECTS_H

#include "state/state.h"

/* --- heap ---------------------------------------------------------------------------------- */

/* Allocates `words` zeroed 64-bit words; free with heap_free. Size classes with free lists, so a game in its
   steady state allocates nothing. The word before the payload holds the class. */
Heap heap_alloc(Game *g, u32 words);
void heap_free(Game *g, Heap h);
u32 heap_words(const Game *g, Heap h); /* capacity of the allocation */
/* Words of a piece of the size class, without its header. */
u32 heap_class_words(u32 size_class);
static inline void *heap_at(const Game *g, Heap h) { return row_HEAP(g, h); }
Heap heap_copy(Game *g, Heap h); /* a shallow copy; 0 for 0 */
/* Whether a handle, whatever its value, is that of a piece in use inside the heap. */
bool heap_is_piece(const Game *g, Heap h);
/* Whether a pointer points into the block, where it becomes invalid at the next row or allocation. */
static inline bool block_holds(const Game *g, const void *pointer) {
  return (uintptr_t)pointer - (uintptr_t)g->block < game_block(g)->size;
}
#define HEAP_NEW(g, T) heap_alloc((g), (u32)((sizeof(T) + 7) / 8))
#define HEAP_AT(g, T, h) ((T *)heap_at((g), (h)))

/* Lists of words. `*list` may be 0 (empty); it changes when the list grows, and must not lie in the block. */
void list_add(Game *g, Heap *list, u64 item);
static inline u32 list_count(const Game *g, Heap list) { return list ? ((const List *)heap_at(g, list))->count : 0; }
/* Accessors for the list CastInfo.paid. */
static inline u32 paid_count(const Game *g, Heap paid) { return list_count(g, paid) / 2; }
static inline Paid paid_at(const Game *g, Heap paid, u32 i) {
  Paid row;
  ASSERT(i < paid_count(g, paid));
  memcpy(&row, (const u64 *)heap_at(g, paid) + 1 + 2 * i, sizeof row);
  return row;
}
void paid_push(Game *g, Heap *paid, Paid row);
/* Removes the last entry. */
void paid_drop(Game *g, Heap paid);
static inline u64 list_get(const Game *g, Heap list, u32 i) {
  ASSERT(i < list_count(g, list));
  return *row_HEAP(g, list + 1 + i);
}
static inline void list_set(Game *g, Heap list, u32 i, u64 item) { *row_HEAP(g, list + 1 + i) = item; }
void list_remove(Game *g, Heap list, u32 i); /* preserves the order */
bool list_has(const Game *g, Heap list, u64 item);

/* --- environments and values ---------------------------------------------------------------- */

Heap env_new(Game *g, u32 slots);
void env_free(Game *g, Heap env); /* with the lists its values own; 0 is allowed */
Heap env_copy(Game *g, Heap env); /* deep */
/* A deep copy with room for at least `slots` values: an ability granted by an effect knows the effect's variables, and
   may have more of its own. */
Heap env_copy_wide(Game *g, Heap env, u32 slots);
static inline Env *env_at(const Game *g, Heap env) { return HEAP_AT(g, Env, env); }
/* Marks a copy of a replacement's environment as no longer inside the replaced event. */
static inline void env_leave_replacement(Game *g, Heap env) {
  env_at(g, env)->slot[SLOT_EVENT_ROW] = (Value){.tag = VALUE_NONE};
}
void value_free(Game *g, Value *value); /* sets VALUE_NONE; `value` must not be in the block */
Value value_copy(Game *g, Value value);
/* Setting a slot frees its old value. Refs are copied into a new list. */
void env_set_number(Game *g, Heap env, u32 slot, i64 n);
void env_set_ref(Game *g, Heap env, u32 slot, Ref ref);
void env_set_refs(Game *g, Heap env, u32 slot, const Ref *refs, u32 count);
void env_set_word(Game *g, Heap env, u32 slot, Word word);
void env_set(Game *g, Heap env, u32 slot, Value value); /* takes over the value's list */
void env_add_ref(Game *g, Heap env, u32 slot, Ref ref); /* appends */
/* Appends the share of the variable's next object to what is divided among its objects. */
void env_share_add(Game *g, Heap env, u32 slot, i64 share);

/* --- objects -------------------------------------------------------------------------------- */

/* A slot with owner PLAYER_NONE is free. While an object moves and is in no zone, `reserved` holds the zone it left: 1
   + Zone, LEFT_REVEALED if it was revealed there, and from bit LEFT_KNOWN the players who knew it there. */
enum { LEFT_ZONE = 0xf, LEFT_REVEALED = 0x10, LEFT_KNOWN = 8 };
static inline Zone zone_left(const Object *o) {
  u32 zone = o->reserved & LEFT_ZONE;
  return zone ? (Zone)(zone - 1) : ZONE_NONE;
}
_Static_assert((int)ZONE_COUNT < (int)LEFT_ZONE && LEFT_KNOWN + PLAYERS_CAP <= 16, "what an object left fits its bits");
/* All players, as bits. */
static inline u8 players_all(const Game *g) { return (u8)((1u << core(g)->player_count) - 1); }

static inline Object *object_row(const Game *g, u32 slot) { return row_OBJECTS(g, slot); }
static inline Ref object_ref(const Game *g, u32 slot) { return ref_make(slot, object_row(g, slot)->generation); }
/* The slot of a reference if its object still exists, otherwise 0. */
static inline u32 object_live(const Game *g, Ref ref) {
  u32 slot = ref_slot(ref);
  if (slot == 0 || slot >= count_of(g, T_OBJECTS)) return 0;
  const Object *o = object_row(g, slot);
  return o->generation == ref_generation(ref) && o->owner != PLAYER_NONE ? slot : 0;
}
/* The same for a permanent that isn't phased out, otherwise 0. */
u32 permanent_live(const Game *g, Ref ref);
/* The row of last known information for a reference; 0 if there is none. */
u32 lki_find(const Game *g, Ref ref);
/* The StackItem of what is on the stack or was there as far as is remembered, 0 if there is none. */
static inline Heap item_known(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (slot) return object_row(g, slot)->zone == ZONE_STACK ? object_row(g, slot)->ext : 0;
  return row && row_LKI(g, row)->object.zone == ZONE_STACK ? row_LKI(g, row)->ext : 0;
}
/* Whether the rows of T_CHOSEN before this one say where the card of a spell was (PLACE_ROWS). */
static inline bool place_recorded(const Game *g, u32 rows) {
  if (rows < PLACE_ROWS || rows > count_of(g, T_CHOSEN)) return false;
  const Chosen *row = row_CHOSEN(g, rows - PLACE_ROWS);
  return row[0].kind == CHOSEN_PLACE && row[1].kind == CHOSEN_LOOKS && row[2].kind == CHOSEN_WAY;
}
/* An object as it is, or as it was when it left (608.2h); null for players and for what is nowhere known. Valid until rows may
   move. */
const Object *object_known(const Game *g, Ref ref);
/* The first row of the counters on an object or player, 0 if there are none or it is nowhere. */
u32 counters_first(const Game *g, Ref ref);
/* The owner of what a reference denotes, now or as last known; for a player, that player. PLAYER_NONE if unknown. */
u32 object_owner(const Game *g, Ref ref);
/* What the object became at its next zone change, if that was to a public zone, or to a hidden one with `hidden_too`
   (400.7); REF_NONE if it can't be found. */
Ref object_became(const Game *g, Ref ref, bool hidden_too);
/* What an object was before it moved where it is, as far as that is remembered; else itself. */
Ref object_was(const Game *g, Ref ref);

/* The rule by which an object ceases to exist where it is; null if none does. */
static inline const char *object_ceases(const Object *o) {
  if (o->kind == OBJECT_CARD || o->zone == ZONE_NONE) return NULL;
  switch ((ObjectKind)o->kind) {
    case OBJECT_TOKEN: return o->zone == ZONE_BATTLEFIELD ? NULL : "704.5d";
    case OBJECT_SPELL_COPY: return o->zone == ZONE_STACK ? NULL : "704.5e";
    case OBJECT_CARD_COPY: return o->zone == ZONE_STACK || o->zone == ZONE_BATTLEFIELD ? NULL : "704.5e";
    default: return NULL;
  }
}
/* Whether an object may have come where it ceases to exist since state-based actions last looked. */
static inline bool some_may_cease(const Game *g) {
  const ChecksKept *kept = &derived(g)->checks;
  return !kept->looked_at_mortal || kept->mortal != derived(g)->changes.mortal;
}
/* Creates an object in ZONE_NONE with a fresh slot, generation and acquisition. */
u32 object_new(Game *g, ObjectKind kind, u32 owner);
/* Starts the slot's next generation: same slot, new object. Make the old one's LKI row first. Frees ext, notes and
   counters (with the CastInfo, lists and env they own: take out what must survive), and clears status, face and flags
   except OBJECT_COMMANDER. The object must be in ZONE_NONE. */
void object_renew(Game *g, u32 slot);
/* Removes the object from its zone, if any, and frees the slot with its ext, notes and counters. References no longer
   find it alive; its last known information stays. */
void object_cease(Game *g, u32 slot);
/* Creates a physical card without an object. */
u32 card_new(Game *g, u32 def, u32 owner);
/* Adds a card to the end of those that represent the object. */
void object_card_add(Game *g, u32 slot, u32 card);

/* Index of a zone's list: in Core for the shared zones, in Player for the others. */
static inline u32 zone_place(Zone zone) {
  /* A digit for each zone, from that of the battlefield on. */
  const u64 PLACES = (u64)0 << 4 * ZONE_BATTLEFIELD | (u64)0 << 4 * ZONE_HAND | (u64)1 << 4 * ZONE_EXILE |
                     (u64)1 << 4 * ZONE_GRAVEYARD | (u64)2 << 4 * ZONE_STACK | (u64)2 << 4 * ZONE_LIBRARY |
                     (u64)3 << 4 * ZONE_COMMAND | (u64)3 << 4 * ZONE_OUTSIDE | (u64)4 << 4 * ZONE_ANTE;
  return PLACES >> 4 * zone & 15;
}
static inline ZoneList *zone_list(const Game *g, Zone zone, u32 player) {
  ASSERT(zone < ZONE_COUNT);
  if (zone_is_shared(zone)) return &core(g)->zones[zone_place(zone)];
  ASSERT(player < core(g)->player_count);
  return &core(g)->players[player].zones[zone_place(zone)];
}
/* Inserts an object into a zone. In libraries `position` counts from the top, (u32)-1 is the bottom; in other zones it
   goes to the end. The object must be in ZONE_NONE. Doesn't change its generation or timestamp. */
void zone_insert(Game *g, u32 slot, Zone zone, u32 position);
void zone_remove(Game *g, u32 slot);
/* Reorders a zone; `slots` must hold all of its objects, each once. */
void zone_arrange(Game *g, Zone zone, u32 player, const u32 *slots, u32 count);
/* Iterates over a zone: for (u32 s = zone_first(g, z, p); s; s = object_row(g, s)->next) */
static inline u32 zone_first(const Game *g, Zone zone, u32 player) { return zone_list(g, zone, player)->first; }
/* All cards there have the timestamp 0 afterwards. */
void library_shuffle(Game *g, u32 player);
/* Cards of a library with this timestamp have been put in an order that nobody knows: what went there can't be followed. */
void library_mixed(Game *g, u32 player, u64 timestamp);
/* Moves up to `count` cards from the top of a library to the hand, as an opening hand (103.5). They stay the same
   objects. */
void library_deal(Game *g, u32 player, u32 count);

static inline Permanent *permanent_of(const Game *g, u32 slot) {
  ASSERT(object_row(g, slot)->zone == ZONE_BATTLEFIELD);
  return HEAP_AT(g, Permanent, object_row(g, slot)->ext);
}
static inline StackItem *stack_item_of(const Game *g, u32 slot) {
  ASSERT(object_row(g, slot)->zone == ZONE_STACK);
  return HEAP_AT(g, StackItem, object_row(g, slot)->ext);
}
/* The slot, which something says is on the stack. Only a forged save says it of another: then the game fails. */
static inline u32 slot_on_stack(Game *g, u32 slot) {
  SOUND(g, object_row(g, slot)->zone == ZONE_STACK);
  return slot;
}
/* How the object of an event that puts it onto the battlefield enters. */
static inline Entry *event_entry(const Game *g, u32 row) { return HEAP_AT(g, Entry, row_EVENTS(g, row)->entry); }
static inline bool object_phased_out(const Game *g, u32 slot) {
  return object_row(g, slot)->status & STATUS_PHASED_OUT;
}
/* Whether it is a face-down spell or permanent (708.2). */
static inline bool object_hidden(const Object *o) {
  return o->status & STATUS_FACE_DOWN && zone_is_open((Zone)o->zone);
}
static inline u64 timestamp_next(Game *g) { return ++core(g)->next_timestamp; }

/* --- counters, notes, substitutions --------------------------------------------------------- */

i64 counters_get(const Game *g, u32 first, Word kind);
/* Adds counters to the bearer's chain (removes them if n < 0); the row is freed at 0 (122.1). */
void object_counters_add(Game *g, u32 slot, Word kind, i64 n);
void player_counters_add(Game *g, u32 player, Word kind, i64 n);
static inline i64 object_counters(const Game *g, u32 slot, Word kind) {
  return counters_get(g, object_row(g, slot)->counters, kind);
}

/* The note of an object under (acquisition, link); null if none. The note owns the value. */
const Value *note_find(const Game *g, u32 slot, u32 acquisition, StrId link);
/* The same in a list of note values, as in an Entry or a row of T_LKI; VALUE_NONE if there is none. The list owns the
   value. */
Value note_list_find(const Game *g, Heap list, u32 acquisition, StrId link);
void note_set(Game *g, u32 slot, u32 acquisition, StrId link, Value value);
void note_add_ref(Game *g, u32 slot, u32 acquisition, StrId link, Ref ref);

/* Appends from → to to the chain `subst`; and maps a word through a chain. */
u32 subst_add(Game *g, u32 subst, Word from, Word to);
/* Returns the chain that applies `first`, then `second`. */
u32 subst_join(Game *g, u32 first, u32 second);
Word subst_word(const Game *g, u32 subst, Word word);

/* --- copiable values ------------------------------------------------------------------------- */

/* Returns the record with these contents (card 0: blank), shared with an equal one. Copies `mods`. A card with no
   changes and all faces gives the plain card id. */
/* The hash of a record's contents. */
u64 cv_content_hash(const Game *g, u32 row);
CvId cv_make(Game *g, u32 card, u32 only_face, u32 subst, const Mod *mods, u32 mod_count, u32 flags);
u32 cv_card(const Game *g, CvId cv); /* the base card, 0 if none */
/* 1 + the only face they have; 0 if they have all faces and status chooses. */
u32 cv_only_face(const Game *g, CvId cv);
/* Whether they are both faces of a double-faced object (712.1, 712.4c). */
bool cv_is_double_faced(const Game *g, CvId cv);
/* The same values with both faces alike or, if `alike` is false, without the identical second face. */
CvId cv_alike_faces(Game *g, CvId cv, bool alike);
/* Whether the card that represents an object has two faces, whatever the object is a copy of; false if several cards
   represent it (730.2i). `p` is its permanent on the battlefield, null elsewhere. */
bool is_double_faced(const Game *g, const Object *o, const Permanent *p);
/* Whether it is a double-faced permanent with its back face up (701.27g). */
bool is_transformed(const Game *g, const Object *o, const Permanent *p);
/* Maximum number of mods of copiable values. Two objects that keep becoming copies of each other, each with exceptions
   of its own, get more every time. */
#define CV_MODS_MAX 512u
/* Copies its mods to `out` (room for cap); returns their number. */
u32 cv_mods(const Game *g, CvId cv, Mod *out, u32 cap);
/* The characteristics of copiable values with that face up or half chosen. Valid until derived_reset or until a table
   grows. Abilities in the block carry acquisition 0, which stands for the object's own. */
const Chars *cv_chars(Game *g, CvId cv, u32 face);
/* A `face`: both halves of a split card combined, as everywhere except on the stack (709.4). */
#define FACE_COMBINED 0xffu
/* The alternative half of a flip card (710.2); for other cards the first face. */
#define FACE_FLIPPED 0xfeu
/* Neither half of a Room (709.5); for other cards the first face. */
#define FACE_LOCKED 0xfbu
/* The other face of a permanent, also flipped: the back face of a double-faced card (712.8e); no other card has one. A
   copy of an adventurer card whose own back face is up is not an Adventure (715.4). */
#define FACE_BACK 0xfdu
#define FACE_BACK_FLIPPED 0xfcu
/* The face of its copiable values that an object shows; off the stack, both halves of a split card (709.4). */
static inline u32 object_face(const Object *o) {
  if (o->status & STATUS_FLIPPED) return o->face ? FACE_BACK_FLIPPED : FACE_FLIPPED;
  if (o->zone == ZONE_BATTLEFIELD) return o->face ? FACE_BACK : 0;
  return o->zone == ZONE_STACK || o->face ? o->face : FACE_COMBINED;
}
static inline bool face_is_of_status(u32 face) { return face >= FACE_BACK_FLIPPED && face <= FACE_FLIPPED; }
/* The face, 0 or 1, that status shows for a card in that layout. */
static inline u32 layout_face(CardLayout layout, u32 face) {
  bool flipped = layout == LAYOUT_FLIP && face != FACE_BACK;
  bool back = layout == LAYOUT_TRANSFORM || layout == LAYOUT_MODAL_DFC || layout == LAYOUT_MELD;
  return flipped || ((back || layout == LAYOUT_PROTOTYPE) && face != FACE_FLIPPED);
}
/* The halves of a Room that its designations unlock on the battlefield (709.5). */
static inline u32 unlocked_face(const Object *o) {
  static const u8 FACES[] = {FACE_LOCKED, 0, 1, FACE_COMBINED};
  return FACES[o->flags / OBJECT_LEFT_UNLOCKED & 3];
}
/* The form of a card with that face up or half chosen. */
static inline const CardForm *card_form(const Game *g, u32 card, u32 face) {
  const CardDef *def = carddb_card(g->db, card);
  if (def->faces == 1) return &g->db->forms.data[def->form]; /* most have only one */
  if (face_is_of_status(face)) face = layout_face((CardLayout)def->layout, face);
  if (face == FACE_LOCKED)
    face = def->layout == LAYOUT_ROOM ? def->combined + 1u : 0;
  else if (face >= def->faces)
    face = def->combined;
  return &g->db->forms.data[def->form + face];
}
/* The form of an object that is exactly its card. */
static inline const CardForm *form_shown(const Game *g, const Object *o) {
  const CardDef *def = carddb_card(g->db, o->cv);
  if (def->faces == 1) return &g->db->forms.data[def->form];
  bool halves = def->layout == LAYOUT_ROOM && o->zone == ZONE_BATTLEFIELD;
  return card_form(g, o->cv, halves ? unlocked_face(o) : object_face(o));
}
/* Whether copiable values have two halves that designations lock and unlock (709.5b). */
static inline bool cv_is_room(const Game *g, CvId cv) {
  u32 card = cv_card(g, cv);
  return card && carddb_card(g->db, card)->layout == LAYOUT_ROOM;
}
/* The face that an object with these copiable values shows: object_face, or the unlocked halves of a Room. */
static inline u32 shown_face(const Game *g, const Object *o, CvId cv) {
  return o->zone == ZONE_BATTLEFIELD && cv_is_room(g, cv) ? unlocked_face(o) : object_face(o);
}
/* The record of a face-down object of this kind (708.2a). */
CvId cv_face_down(Game *g, FaceDownKind kind);
/* Copiable values as those of a spell cast bestowed, an Aura with enchant creature (702.103b), and a test for them. */
CvId cv_bestowed(Game *g, CvId cv);
bool cv_is_bestowed(const Game *g, CvId cv);
/* The same for a mutating creature spell (702.140a). */
CvId cv_mutating(Game *g, CvId cv);
bool cv_is_mutating(const Game *g, CvId cv);
/* Appends the rules text of `text` with that face up, as for a spell with a card spliced onto it (612.10). */
CvId cv_spliced(Game *g, CvId cv, CvId text, u32 face);
/* The values before bestowing or mutating; and values cast in the same way as `like`. */
CvId cv_plain(Game *g, CvId cv);
CvId cv_cast_like(Game *g, CvId cv, CvId like);

/* A component of a merged permanent that is not the topmost: its values, and the face it shows. */
typedef struct MergedPart {
  CvId cv;
  u8 face;
  bool hidden; /* face down */
} MergedPart;
#define MERGED_PARTS_MAX 128u
/* Builds the values of a permanent of several components, from top to bottom (730.2a, 702.140e); and splits such values
   into the topmost and the others, which are written to `parts` (room for MERGED_PARTS_MAX). Split only values that are
   merged. */
CvId cv_merged(Game *g, CvId top, const MergedPart *parts, u32 count);
CvId cv_topmost(Game *g, CvId cv);
u32 cv_parts(const Game *g, CvId cv, MergedPart *parts);
/* The values `cv` with further Mods, and with only one face (1 + the face; 0: as in `cv`). A repeated exception is kept
   once, and a repeated gain of an ability is counted (707.9b). */
CvId cv_further(Game *g, CvId cv, u32 only_face, const Mod *mods, u32 more);
/* Frees the records that nothing refers to any more, and returns how many are left. Don't hold any CvId outside the
   block meanwhile. */
u32 cv_collect(Game *g);
#define CV_ENOUGH 256u

/* Discards all derived values; they are recomputed when next needed. */
void derived_reset(Game *g);

/* own_changed: reports a change that affects only what that player may do. */
/* Iterates over the permanents that are attached to something, in battlefield order: returns the first after `slot`,
   the first of all for 0; 0 at the end. */
u32 attached_after(Game *g, u32 slot);
/* Reports that a permanent has become attached. */
static inline void attached_changed(Game *g) { derived(g)->attached.known = false; }
static inline void own_changed(Game *g, u32 player) { derived(g)->changes.own[player]++; }
/* Reports that a permanent came under a player's control or left it. */
static inline void permanents_changed(Game *g, u32 player) { derived(g)->changes.boards[player]++; }

#endif
