/* Operations on the block that everything else is made of. They change state without asking the rules:
   only the batch (rules/events/batch.h) and setting up may call those that change objects. */
#ifndef STATE_OBJECTS_H
#define STATE_OBJECTS_H

#include "state/state.h"

/* --- heap ---------------------------------------------------------------------------------- */

/* Zeroed room for `words` 64-bit words; freed by heap_free. Two-power size classes with free lists, so the
   steady state allocates nothing. The word before the payload holds the class. */
Heap heap_alloc(Game *g, u32 words);
void heap_free(Game *g, Heap h);
u32 heap_words(const Game *g, Heap h); /* room of the allocation */
static inline void *heap_at(const Game *g, Heap h) { return row_HEAP(g, h); }
Heap heap_copy(Game *g, Heap h); /* a shallow copy; 0 for 0 */
/* Whether a handle is that of a piece in use that lies within the heap, whatever its value. */
bool heap_is_piece(const Game *g, Heap h);
/* Whether a pointer points into the block, where it would not outlive the next row or allocation. */
static inline bool block_holds(const Game *g, const void *pointer) {
  return (uintptr_t)pointer - (uintptr_t)g->block < game_block(g)->size;
}
#define HEAP_NEW(g, T) heap_alloc((g), (u32)((sizeof(T) + 7) / 8))
#define HEAP_AT(g, T, h) ((T *)heap_at((g), (h)))

/* Lists of words. `*list` may be 0 (empty); it is replaced when it grows, and must not lie in the block. */
void list_add(Game *g, Heap *list, u64 item);
static inline u32 list_count(const Game *g, Heap list) { return list ? ((const List *)heap_at(g, list))->count : 0; }
/* What was paid, of the list CastInfo.paid. */
static inline u32 paid_count(const Game *g, Heap paid) { return list_count(g, paid) / 2; }
static inline Paid paid_at(const Game *g, Heap paid, u32 i) {
  Paid row;
  ASSERT(i < paid_count(g, paid));
  memcpy(&row, (const u64 *)heap_at(g, paid) + 1 + 2 * i, sizeof row);
  return row;
}
void paid_push(Game *g, Heap *paid, Paid row);
/* Takes the last one away. */
void paid_drop(Game *g, Heap paid);
static inline u64 list_get(const Game *g, Heap list, u32 i) {
  ASSERT(i < list_count(g, list));
  return *row_HEAP(g, list + 1 + i);
}
static inline void list_set(Game *g, Heap list, u32 i, u64 item) { *row_HEAP(g, list + 1 + i) = item; }
void list_remove(Game *g, Heap list, u32 i); /* keeps the order */
bool list_has(const Game *g, Heap list, u64 item);

/* --- environments and values ---------------------------------------------------------------- */

Heap env_new(Game *g, u32 slots);
void env_free(Game *g, Heap env); /* with the lists its values own; 0 is allowed */
Heap env_copy(Game *g, Heap env); /* deep */
/* Likewise, with room for at least `slots` values: an ability that an effect grants knows the variables of the effect, and
   may have more of its own. */
Heap env_copy_wide(Game *g, Heap env, u32 slots);
static inline Env *env_at(const Game *g, Heap env) { return HEAP_AT(g, Env, env); }
/* What goes on with a copy of a replacement's environment is no longer within the event that is replaced. */
static inline void env_leave_replacement(Game *g, Heap env) {
  env_at(g, env)->slot[SLOT_EVENT_ROW] = (Value){.tag = VALUE_NONE};
}
void value_free(Game *g, Value *value); /* leaves VALUE_NONE; `value` is not in the block */
Value value_copy(Game *g, Value value);
/* Setting a slot frees what it held. Refs are copied into a list of its own. */
void env_set_number(Game *g, Heap env, u32 slot, i64 n);
void env_set_ref(Game *g, Heap env, u32 slot, Ref ref);
void env_set_refs(Game *g, Heap env, u32 slot, const Ref *refs, u32 count);
void env_set_word(Game *g, Heap env, u32 slot, Word word);
void env_set(Game *g, Heap env, u32 slot, Value value); /* takes over the value's list */
void env_add_ref(Game *g, Heap env, u32 slot, Ref ref); /* appends */

/* --- objects -------------------------------------------------------------------------------- */

/* A slot whose owner is PLAYER_NONE is free. While an object is in no zone because it moves, `reserved` says
   which one it left: 1 + Zone, LEFT_REVEALED if it was revealed there, and from bit LEFT_KNOWN who knew it there. */
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
/* The slot of a reference if the object it speaks of still exists as such, else 0. */
u32 object_live(const Game *g, Ref ref);
/* The same of a permanent that isn't phased out, else 0. */
u32 permanent_live(const Game *g, Ref ref);
/* The row of last known information of a reference, 0 if none is kept. */
u32 lki_find(const Game *g, Ref ref);
/* Who owns what a reference refers to, now or as last known (of a player: that player); PLAYER_NONE if it is nowhere
   known. */
u32 object_owner(const Game *g, Ref ref);
/* What the object has become by its next zone change, if that was to a public zone, or to a hidden one and
   `hidden_too` (400.7); REF_NONE if it cannot be found. */
Ref object_became(const Game *g, Ref ref, bool hidden_too);

/* Whether objects of the kind cease to exist where they don't belong (704.5d, 704.5e). */
static inline bool kind_is_mortal(ObjectKind kind) {
  return kind == OBJECT_TOKEN || kind == OBJECT_SPELL_COPY || kind == OBJECT_CARD_COPY;
}
/* A new slot in ZONE_NONE with a fresh generation and acquisition, the kind and owner given. */
u32 object_new(Game *g, ObjectKind kind, u32 owner);
/* Makes the slot's next generation: same slot, new object; the old one's row of LKI must have been made.
   Ext, notes and counters are freed (with the CastInfo, lists and env they own: what is to live on must have
   been taken out), status, face and flags but OBJECT_COMMANDER cleared. The object must be in ZONE_NONE. */
void object_renew(Game *g, u32 slot);
/* Frees the slot's ext, notes, counters and the slot itself, which leaves its zone if it is in one. Nothing
   that referred to the object finds it alive any more; its last known information stays. */
void object_cease(Game *g, u32 slot);
/* A physical card without an object. */
u32 card_new(Game *g, u32 def, u32 owner);
/* Adds a card at the end of those that represent the object. */
void object_card_add(Game *g, u32 slot, u32 card);

/* Where the list of a zone is: in Core for the shared zones, in Player for the others. */
static inline u32 zone_place(Zone zone) {
  switch (zone) {
    case ZONE_BATTLEFIELD:
    case ZONE_HAND: return 0;
    case ZONE_EXILE:
    case ZONE_GRAVEYARD: return 1;
    case ZONE_STACK:
    case ZONE_LIBRARY: return 2;
    case ZONE_COMMAND:
    case ZONE_OUTSIDE: return 3;
    default: return 4;
  }
}
static inline ZoneList *zone_list(const Game *g, Zone zone, u32 player) {
  ASSERT(zone < ZONE_COUNT);
  if (zone_is_shared(zone)) return &core(g)->zones[zone_place(zone)];
  ASSERT(player < core(g)->player_count);
  return &core(g)->players[player].zones[zone_place(zone)];
}
/* Into a zone at the end (graveyards and shared zones: newest last; libraries: position counts from the top,
   (u32)-1 is the bottom). The object must be in ZONE_NONE. Does not touch generation or timestamp. */
void zone_insert(Game *g, u32 slot, Zone zone, u32 position);
void zone_remove(Game *g, u32 slot);
/* The objects of a zone in another order: all of them, once each. */
void zone_arrange(Game *g, Zone zone, u32 player, const u32 *slots, u32 count);
/* Walks a zone: for (u32 s = zone_first(g, z, p); s; s = object_row(g, s)->next) */
static inline u32 zone_first(const Game *g, Zone zone, u32 player) { return zone_list(g, zone, player)->first; }
void library_shuffle(Game *g, u32 player);
/* Up to `count` cards from the top of a library into the hand. They were in the library only to be drawn from it, as an
   opening hand (103.5), so they keep being the same objects. */
void library_deal(Game *g, u32 player, u32 count);

static inline Permanent *permanent_of(const Game *g, u32 slot) {
  ASSERT(object_row(g, slot)->zone == ZONE_BATTLEFIELD);
  return HEAP_AT(g, Permanent, object_row(g, slot)->ext);
}
static inline StackItem *stack_item_of(const Game *g, u32 slot) {
  ASSERT(object_row(g, slot)->zone == ZONE_STACK);
  return HEAP_AT(g, StackItem, object_row(g, slot)->ext);
}
/* How the object of an event that puts it onto the battlefield enters. */
static inline Entry *event_entry(const Game *g, u32 row) { return HEAP_AT(g, Entry, row_EVENTS(g, row)->entry); }
static inline bool object_phased_out(const Game *g, u32 slot) {
  return object_row(g, slot)->status & STATUS_PHASED_OUT;
}
/* Whether it is a face-down spell or permanent (708.2). */
static inline bool object_hidden(const Object *o) {
  return o->status & STATUS_FACE_DOWN && (o->zone == ZONE_BATTLEFIELD || o->zone == ZONE_STACK);
}
static inline u64 timestamp_next(Game *g) { return ++core(g)->next_timestamp; }

/* --- counters, notes, substitutions --------------------------------------------------------- */

i64 counters_get(const Game *g, u32 first, Word kind);
/* Adds (or takes, n < 0) counters to the chain at `*first_of(bearer)`; the row goes at 0 (122.1). */
void object_counters_add(Game *g, u32 slot, Word kind, i64 n);
void player_counters_add(Game *g, u32 player, Word kind, i64 n);
static inline i64 object_counters(const Game *g, u32 slot, Word kind) {
  return counters_get(g, object_row(g, slot)->counters, kind);
}

/* The note of an object under (acquisition, link); null if none. The value belongs to the note. */
const Value *note_find(const Game *g, u32 slot, u32 acquisition, StrId link);
/* The same in a list of note values, as an Entry and a row of T_LKI have: VALUE_NONE if there is none. The list owns it. */
Value note_list_find(const Game *g, Heap list, u32 acquisition, StrId link);
void note_set(Game *g, u32 slot, u32 acquisition, StrId link, Value value);
void note_add_ref(Game *g, u32 slot, u32 acquisition, StrId link, Ref ref);

/* The chain `subst` with from → to applied after it; and a word through a chain. */
u32 subst_add(Game *g, u32 subst, Word from, Word to);
/* The chain that applies `first`, then `second`. */
u32 subst_join(Game *g, u32 first, u32 second);
Word subst_word(const Game *g, u32 subst, Word word);

/* --- copiable values ------------------------------------------------------------------------- */

/* The record with these contents (card 0: blank), shared with an equal one. `mods` are copied. A card with
   no changes and all faces is answered as the plain card id. */
/* What the hash of a record must be, which is its content's. */
u64 cv_content_hash(const Game *g, u32 row);
CvId cv_make(Game *g, u32 card, u32 only_face, u32 subst, const Mod *mods, u32 mod_count, u32 flags);
u32 cv_card(const Game *g, CvId cv); /* the card it begins with, 0 if none */
/* 1 + the face that they are alone; 0 if they are all faces, of which status chooses. */
u32 cv_only_face(const Game *g, CvId cv);
/* Whether they are both faces of a double-faced object (712.1, 712.4c). */
bool cv_is_double_faced(const Game *g, CvId cv);
/* As values of which both faces are the same, or (`alike` false) of no second face that is. */
CvId cv_alike_faces(Game *g, CvId cv, bool alike);
/* Whether what represents an object has two faces, whatever it is a copy of; what several cards represent is none such
   (730.2i). `p` is its state on the battlefield, null if it isn't there. */
bool is_double_faced(const Game *g, const Object *o, const Permanent *p);
/* Whether it is a double-faced permanent with its back face up (701.27g). */
bool is_transformed(const Game *g, const Object *o, const Permanent *p);
/* The most mods of copiable values. Where two objects become copies of each other again and again, each with exceptions of
   its own, they get more every time. */
#define CV_MODS_MAX 512u
/* Its mods, copied to `out` (room for cap); answers their number. */
u32 cv_mods(const Game *g, CvId cv, Mod *out, u32 cap);
/* The characteristics of copiable values with that face up or half chosen. Stays until derived_reset or a
   table grows. Abilities in the block carry acquisition 0, which stands for the object's own. */
const Chars *cv_chars(Game *g, CvId cv, u32 face);
/* As `face`: both halves of a split card combined, as it is everywhere but on the stack (709.4). */
#define FACE_COMBINED 0xffu
/* The alternative half of a flip card (710.2); of any other card its first face. */
#define FACE_FLIPPED 0xfeu
/* Neither half of a Room (709.5); of any other card its first face. */
#define FACE_LOCKED 0xfbu
/* The other face of a permanent, and that of one that is flipped: the back face of a double-faced card (712.8e), which
   no other card has. What copies an adventurer card while its own back face is up is no Adventure (715.4). */
#define FACE_BACK 0xfdu
#define FACE_BACK_FLIPPED 0xfcu
/* The face of its copiable values that an object shows: off the stack both halves of a split
   card (709.4). */
static inline u32 object_face(const Object *o) {
  if (o->status & STATUS_FLIPPED) return o->face ? FACE_BACK_FLIPPED : FACE_FLIPPED;
  if (o->zone == ZONE_BATTLEFIELD) return o->face ? FACE_BACK : 0;
  return o->zone == ZONE_STACK || o->face ? o->face : FACE_COMBINED;
}
static inline bool face_is_of_status(u32 face) { return face >= FACE_BACK_FLIPPED && face <= FACE_FLIPPED; }
/* The face, 0 or 1, that status shows of a card in that layout. */
static inline u32 layout_face(CardLayout layout, u32 face) {
  bool flipped = layout == LAYOUT_FLIP && face != FACE_BACK;
  bool back = layout == LAYOUT_TRANSFORM || layout == LAYOUT_MODAL_DFC || layout == LAYOUT_MELD;
  return flipped || ((back || layout == LAYOUT_PROTOTYPE) && face != FACE_FLIPPED);
}
/* The halves of a Room that its designations leave it on the battlefield (709.5). */
static inline u32 unlocked_face(const Object *o) {
  static const u8 FACES[] = {FACE_LOCKED, 0, 1, FACE_COMBINED};
  return FACES[o->flags / OBJECT_LEFT_UNLOCKED & 3];
}
/* The form of a card with that face up or half chosen. */
static inline const CardForm *card_form(const Game *g, u32 card, u32 face) {
  const CardDef *def = carddb_card(g->db, card);
  if (def->faces == 1) return &g->db->forms.data[def->form]; /* most have but one */
  if (face_is_of_status(face)) face = layout_face((CardLayout)def->layout, face);
  if (face == FACE_LOCKED)
    face = def->layout == LAYOUT_ROOM ? def->combined + 1u : 0;
  else if (face >= def->faces)
    face = def->combined;
  return &g->db->forms.data[def->form + face];
}
/* That of an object that is just as its card is. */
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
/* The face of copiable values that an object with them shows: object_face, or the unlocked halves of a Room. */
static inline u32 shown_face(const Game *g, const Object *o, CvId cv) {
  return o->zone == ZONE_BATTLEFIELD && cv_is_room(g, cv) ? unlocked_face(o) : object_face(o);
}
/* The record of a face-down object of this kind (708.2a). */
CvId cv_face_down(Game *g, FaceDownKind kind);
/* Copiable values as those of a spell cast bestowed, an Aura with enchant creature (702.103b), whether they are such, and
   what they were before. */
CvId cv_bestowed(Game *g, CvId cv);
bool cv_is_bestowed(const Game *g, CvId cv);
/* Likewise as those of a mutating creature spell (702.140a). */
CvId cv_mutating(Game *g, CvId cv);
bool cv_is_mutating(const Game *g, CvId cv);
/* With the rules text of others, that face of them up, behind their own: as values of a spell onto which a card was spliced
   (612.10). */
CvId cv_spliced(Game *g, CvId cv, CvId text, u32 face);
/* What they were before either, and as what is cast like others is. */
CvId cv_plain(Game *g, CvId cv);
CvId cv_cast_like(Game *g, CvId cv, CvId like);

/* A component of a merged permanent that is not the topmost: its values, and the face it shows. */
typedef struct MergedPart {
  CvId cv;
  u8 face;
  bool hidden; /* face down */
} MergedPart;
#define MERGED_PARTS_MAX 128u
/* The values of a permanent of several components, from top to bottom (730.2a, 702.140e); and those values taken apart:
   the topmost, and the others, written to `parts` (room for MERGED_PARTS_MAX). What takes them apart knows they are. */
CvId cv_merged(Game *g, CvId top, const MergedPart *parts, u32 count);
CvId cv_topmost(Game *g, CvId cv);
u32 cv_parts(const Game *g, CvId cv, MergedPart *parts);
/* The values that differ from `cv` by further Mods, and by showing only one face (1 + the face; 0: as `cv` does). What an
   exception says once more is kept once, and an ability that is gained once more is counted (707.9b). */
CvId cv_further(Game *g, CvId cv, u32 only_face, const Mod *mods, u32 more);
/* Frees the records nothing refers to any more, and answers how many are left. No CvId may be held outside the block
   meanwhile. */
u32 cv_collect(Game *g);
#define CV_ENOUGH 256u

/* Throws every derived value away; all is computed anew when next asked for. */
void derived_reset(Game *g);

/* Something has changed on which nothing depends but what that player may do. */
/* The permanents that are attached to something, in the order of the battlefield: the first after `slot`, or the very first
   after 0; 0 when there are no more. */
u32 attached_after(Game *g, u32 slot);
/* Some permanent has become attached. */
static inline void attached_changed(Game *g) { derived(g)->attached.known = false; }
static inline void own_changed(Game *g, u32 player) { derived(g)->changes.own[player]++; }
/* A permanent came under a player's control or left it. */
static inline void permanents_changed(Game *g, u32 player) { derived(g)->changes.boards[player]++; }

#endif
