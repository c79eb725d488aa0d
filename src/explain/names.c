#include "explain/names.h"

#include "state/mods.h"
#include "state/view.h"

/* Sentences that have no name in them, or the one that is appended next. */
static void add_words(const Names *names, Sentence sentence, Text *out) {
  const char *text = sentence_text(names->language, sentence);
  text_add(out, (Str){text, (u32)strcspn(text, "{")});
}

void name_player(const Names *names, u32 player, Text *out) {
  if (player == PLAYER_NONE) {
    add_words(names, SENTENCE_NOBODY, out);
  } else if (names->players) {
    text_add(out, names->players[player]);
  } else {
    add_words(names, SENTENCE_PLAYER, out);
    text_addf(out, "%u", player + 1);
  }
}

/* The name in the characteristics last computed, or in the copiable values; 0 for none. */
static StrId current_name(Game *g, u32 slot) {
  const Derived *d = row_DERIVED(g, slot);
  const DerivedCore *all = derived(g);
  if (all->layers.stamp && d->stamp == all->layers.stamp && d->chars) return row_CHARS(g, d->chars)->name;
  const Object *o = object_row(g, slot);
  return cv_chars(g, o->cv, shown_face(g, o, o->cv))->name;
}

static void name_text(const Game *g, const Names *names, StrId name, Text *out) {
  Str text = intern_text(&g->db->names, name);
  if (text.length)
    text_add(out, text);
  else
    add_words(names, SENTENCE_TOKEN, out);
}

/* The ability that copiable values consist of; 0 if there is more to them. */
static u32 ability_given(const Game *g, CvId cv) {
  if (!(cv & CV_RECORD) || row_CVS(g, cv & ~CV_RECORD)->mod_count != 1) return 0;
  Mod gain;
  memcpy(&gain, row_HEAP(g, row_CVS(g, cv & ~CV_RECORD)->mods + 1), sizeof gain);
  return gain.op == IR_M_GAIN ? (u32)gain.a : 0;
}

/* What has no name but isn't just any object: emblems, and what has the abilities that rules give a player (725.2, 726.2). */
static Sentence sentence_of_nameless(const Game *g, const Object *o) {
  static const struct {
    u16 given, sentence;
  } GIVEN[] = {{GIVEN_MONARCH, SENTENCE_MONARCHY},
               {GIVEN_INITIATIVE, SENTENCE_THE_INITIATIVE},
               {GIVEN_SPEED, SENTENCE_HAVING_SPEED},
               {GIVEN_RADIATION, SENTENCE_RADIATION}};
  if (o->kind != OBJECT_EMBLEM) return SENTENCE_NAMELESS;
  u32 ability = ability_given(g, o->cv);
  for (u32 i = 0; ability && i < COUNT_OF(GIVEN); i++)
    if (g->db->by_rules[GIVEN[i].given] == ability) return (Sentence)GIVEN[i].sentence;
  return SENTENCE_EMBLEM;
}

/* An ability on the stack, or as it left it. */
static void name_ability(Game *g, const Names *names, Ref ability, Heap ext, Text *out) {
  Ref source = HEAP_AT(g, StackItem, ext)->source;
  bool own = source == REF_NONE || source == ability;
  add_words(names, own ? SENTENCE_ABILITY : SENTENCE_ABILITY_OF, out);
  if (!own) name_ref(g, names, source, out);
}

/* Whether the reader may know what an object is, as it is now or as it was. */
static bool is_read(const Game *g, const Names *names, const Object *o) {
  return !names->reader || view_knows_object(g, names->reader - 1, o);
}

/* Whether the reader may know what something is or was. */
static bool is_known(const Game *g, u32 reader, Ref ref) {
  const Object *o = object_known(g, ref);
  return o && view_knows_object(g, reader - 1, o);
}

Event event_seen(const Game *g, u32 reader, const Event *event) {
  Event seen = *event;
  if (seen.became && !is_known(g, reader, seen.object) && is_known(g, reader, seen.became)) seen.object = seen.became;
  return seen;
}

/* Whether it is a copy of a spell or of a card, and nothing on the battlefield. */
static bool is_copy(const Object *o) {
  return (o->kind == OBJECT_SPELL_COPY || o->kind == OBJECT_CARD_COPY) && o->zone != ZONE_BATTLEFIELD;
}

void name_ref(Game *g, const Names *names, Ref ref, Text *out) {
  if (ref == REF_NONE) {
    add_words(names, SENTENCE_NOTHING, out);
    return;
  }
  if (ref_is_player(ref)) {
    name_player(names, ref_slot(ref), out);
    return;
  }
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (!slot && !row) {
    add_words(names, SENTENCE_GONE, out);
    return;
  }
  const Object o = slot ? *object_row(g, slot) : row_LKI(g, row)->object;
  Heap ext = slot ? o.ext : row_LKI(g, row)->ext;
  if (object_hidden(&o)) {
    add_words(names, o.zone == ZONE_STACK ? SENTENCE_FACE_DOWN_SPELL : SENTENCE_FACE_DOWN_PERMANENT, out);
  } else if (!is_read(g, names, &o)) {
    add_words(names, zone_is_public((Zone)o.zone) ? SENTENCE_FACE_DOWN_CARD : SENTENCE_CARD, out);
  } else if (o.kind == OBJECT_ABILITY && o.zone == ZONE_STACK && ext) {
    name_ability(g, names, ref, ext, out);
  } else {
    StrId name = slot ? current_name(g, slot) : row_LKI(g, row)->chars.name;
    if (is_copy(&o)) add_words(names, SENTENCE_COPY_OF, out);
    if (name)
      name_text(g, names, name, out);
    else
      add_words(names, sentence_of_nameless(g, &o), out);
  }
}

StrId name_of(Game *g, Ref ref) {
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (ref_is_player(ref) || (!slot && !row)) return 0;
  return slot ? current_name(g, slot) : row_LKI(g, row)->chars.name;
}

StrId card_name(const Game *g, const Object *o) {
  return o->card ? carddb_card(g->db, row_CARDS(g, o->card)->def)->name : 0;
}

StrId copied_name(const Game *g, const Object *o) {
  if (!o->card || o->zone != ZONE_BATTLEFIELD || o->status & STATUS_FACE_DOWN) return 0;
  u32 values = cv_card(g, o->cv);
  for (u32 card = o->card; card; card = row_CARDS(g, card)->next)
    if (row_CARDS(g, card)->def == values) return 0;
  return values ? carddb_card(g->db, values)->name : 0;
}

StrId card_behind(Game *g, Ref ref) {
  const Object *known = object_known(g, ref);
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!known || !known->card || known->zone != ZONE_BATTLEFIELD || known->status & STATUS_FACE_DOWN) return 0;
  const Object o = *known;
  StrId name = slot ? current_name(g, slot) : 0;
  bool renamed = slot && name != cv_chars(g, o.cv, shown_face(g, &o, o.cv))->name;
  return renamed || copied_name(g, &o) ? card_name(g, &o) : 0;
}

/* --- objects with one name ------------------------------------------------------------------- */

/* Beyond so many nobody follows numbers, and looking for others with a name takes its time. */
#define LABELS_MOST 512u

void labels_init(Labels *labels, GavelAllocator allocator) { *labels = (Labels){.allocator = allocator}; }
void labels_free(Labels *labels) { vec_free(&labels->allocator, &labels->rows); }

static Label *label_of(const Labels *labels, Ref ref) {
  for (u32 i = labels->rows.count; i-- > 0;)
    if (labels->rows.data[i].ref == ref) return &labels->rows.data[i];
  return NULL;
}

static bool is_called_alike(const Label *a, const Label *b) { return a->name == b->name && a->card == b->card; }

/* Gives a label the names its object has now, and a number among those of the names. */
static void label_name(const Labels *labels, Game *g, Label *label) {
  StrId name = name_of(g, label->ref), card = card_behind(g, label->ref);
  if (label->number && name == label->name && card == label->card) return;
  label->name = name;
  label->card = card;
  label->number = 1;
  for (u32 i = 0; i < labels->rows.count; i++) {
    const Label *other = &labels->rows.data[i];
    bool counts = other != label && other->number >= label->number && other->owner == label->owner && !other->left;
    if (counts && is_called_alike(other, label)) label->number = other->number + 1;
  }
}

static void label_add(Labels *labels, Game *g, u32 slot) {
  Ref ref = object_ref(g, slot);
  if (labels->rows.count >= LABELS_MOST || label_of(labels, ref)) return;
  if (!vec_push(&labels->allocator, &labels->rows,
                ((Label){.ref = ref, .owner = (u8)object_owner(g, ref), .seen = core(g)->batch}))) {
    labels->failed = true;
    return;
  }
  label_name(labels, g, &labels->rows.data[labels->rows.count - 1]);
}

void labels_see(Labels *labels, Game *g, const Event *event) {
  if (!labels->begun)
    for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
      if (!event || object_ref(g, s) != event->became) label_add(labels, g, s);
  labels->begun = true;
  if (!event || event->kind != EVENT_MOVE) return;
  u32 entered = event->to == ZONE_BATTLEFIELD && event->became ? object_live(g, event->became) : 0;
  if (entered) label_add(labels, g, entered);
  Label *left = event->from == ZONE_BATTLEFIELD ? label_of(labels, event->object) : NULL;
  if (left && !object_live(g, event->object)) left->left = core(g)->batch;
}

/* Whether a label belongs to what may be taken for the object of another: beside what is there, what is there; beside what has
   left, what was there with it and hasn't left before. */
static bool is_beside(const Label *other, const Label *own, bool there) {
  if (other == own || (own->left && other->seen > own->left)) return false;
  return !other->left || (!there && (!own->left || other->left >= own->left));
}

static void apart_from(Apart *apart, const Label *other, const Label *own) {
  if (!is_called_alike(other, own)) return;
  if (other->owner == own->owner)
    apart->number = own->number;
  else
    apart->owner = true;
}

/* Gives a label the names of its object if that is there and it may have others by now. */
static void label_renew(const Labels *labels, Game *g, Label *label) {
  if (!labels->named && object_live(g, label->ref)) label_name(labels, g, label);
}

void labels_name(Labels *labels, Game *g) {
  for (u32 i = 0; i < labels->rows.count; i++) label_renew(labels, g, &labels->rows.data[i]);
  labels->named = true;
}

Apart labels_apart(Labels *labels, Game *g, Ref ref) {
  Apart apart = {0};
  Label *own = ref_is_player(ref) ? NULL : label_of(labels, ref);
  if (!own) return apart;
  bool there = object_live(g, ref);
  label_renew(labels, g, own);
  for (u32 i = 0; i < labels->rows.count; i++) {
    Label *other = &labels->rows.data[i];
    if (!is_beside(other, own, there)) continue;
    label_renew(labels, g, other);
    apart_from(&apart, other, own);
  }
  apart.whose = own->owner;
  return apart;
}

Apart labels_apart_before(const Labels *labels, Ref ref) {
  Apart apart = {0};
  const Label *own = label_of(labels, ref);
  if (!own) return apart;
  for (u32 i = 0; i < labels->rows.count; i++)
    if (is_beside(&labels->rows.data[i], own, true)) apart_from(&apart, &labels->rows.data[i], own);
  apart.whose = own->owner;
  return apart;
}

StrId labels_was(const Labels *labels, Ref ref) {
  const Label *own = label_of(labels, ref);
  return own ? own->name : 0;
}
