/* Permanents that several components represent since something merged with them (730).

   The cards among the components are a chain, from top to bottom, as those of a melded permanent are. What a token or a
   copy brings is only in the permanent's copiable values, which name the values of every component (cv_merged): as the
   permanent leaves the battlefield, such a component ceases to exist. */
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/objects.h"

static const u16 SPELLS = TYPE(INSTANT) | TYPE(SORCERY);

/* --- values ------------------------------------------------------------------------------------------------ */

/* What merges, and how. */
typedef struct Merging {
  MergedPart part;
  bool on_top;
} Merging;

/* Values of the permanent, its own or those a copy effect gives it, with what merges with it. */
static CvId values_with(Game *g, CvId cv, const Object *o, bool merged, const Merging *m) {
  MergedPart parts[MERGED_PARTS_MAX];
  u32 count = merged ? cv_parts(g, cv, parts + 1) : 0;
  CvId top = merged ? cv_topmost(g, cv) : cv;
  if (count + 2 > MERGED_PARTS_MAX) game_fail(g, GAVEL_E_LIMIT, "components of a permanent");
  if (m->on_top) {
    u8 face = o->status & STATUS_FLIPPED && !o->face ? FACE_FLIPPED : o->face;
    parts[0] = (MergedPart){top, face, (o->status & STATUS_FACE_DOWN) != 0};
    return cv_merged(g, m->part.cv, parts, count + 1);
  }
  parts[1 + count] = m->part;
  return cv_merged(g, top, parts + 1, count + 1);
}

/* Merging is a copiable effect with the timestamp of now: what copy effects in force have made of the permanent is what
   has merged (730.2a, 730.2c). */
static void copy_effects_merge(Game *g, u32 slot, const Object *o, bool merged, const Merging *m) {
  Ref ref = object_ref(g, slot);
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || !list_has(g, f.objects, ref)) continue;
    if (f.kind == EFFECT_COPY) {
      CvId cv = values_with(g, f.cv, o, merged, m);
      row_EFFECTS(g, row)->cv = cv;
    }
    for (u32 i = 0; f.kind == EFFECT_CONTINUOUS && i + 2 < list_count(g, f.mods); i += 3) {
      Mod mod;
      memcpy(&mod, row_HEAP(g, f.mods + 1 + i), sizeof mod);
      if (mod.op != IR_M_COPY) continue;
      mod.a = values_with(g, mod.a, o, merged, m);
      memcpy(row_HEAP(g, f.mods + 1 + i), &mod, sizeof mod);
    }
  }
}

/* --- merging ------------------------------------------------------------------------------------------------ */

/* The card of what merges becomes one of the permanent's, above or below the others. */
static void card_joins(Game *g, u32 slot, u32 card, bool on_top) {
  Object *o = object_row(g, slot);
  u32 rest = on_top ? o->card : 0;
  if (on_top) o->card = 0;
  object_card_add(g, slot, card);
  row_CARDS(g, card)->next = rest;
  if (row_CARDS(g, card)->flags & CARD_COMMANDER) object_row(g, slot)->flags |= OBJECT_COMMANDER;
}

/* The permanent is what its topmost component is: a token or not, face up or face down (730.2d, 730.2e). */
static void becomes_topmost(Game *g, u32 slot, const Object *spell) {
  Object *o = object_row(g, slot);
  if (o->kind == OBJECT_TOKEN || !spell->card) RULE(g, "730.2d");
  o->kind = spell->card ? OBJECT_CARD : OBJECT_TOKEN;
  o->face = spell->face;
  if (o->status & STATUS_FACE_DOWN) {
    RULE(g, "730.2e");
    listed_forget(g, object_ref(g, slot));
  }
  o->status &= (u8)~STATUS_FACE_DOWN;
  o->face_down = FACE_DOWN_PLAIN;
  o->known = players_all(g);
}

bool happen_merge(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object), spell = object_live(g, ev.other);
  if (!slot || !spell || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  RULE(g, "730.2");
  RULE(g, "730.2a");
  RULE(g, "702.140e");
  u32 known = lki_take(g, spell);
  row_LKI(g, known)->became = ev.object;
  const Object was = *object_row(g, spell), o = *object_row(g, slot);
  bool merged = permanent_of(g, slot)->flags & PERM_MERGED;
  u8 face = o.status & STATUS_FLIPPED && !was.face ? FACE_FLIPPED : was.face;
  Merging m = {{cv_plain(g, was.cv), face, false}, ev.amount != 0};
  copy_effects_merge(g, slot, &o, merged, &m);
  CvId cv = values_with(g, o.cv, &o, merged, &m);
  object_row(g, slot)->cv = cv;
  permanent_of(g, slot)->flags |= PERM_MERGED;
  object_row(g, spell)->card = 0;
  zone_remove(g, spell);
  object_cease(g, spell);
  if (was.card) card_joins(g, slot, was.card, m.on_top);
  if (m.on_top) becomes_topmost(g, slot, &was);
  derived(g)->changes.mortal++;
  effects_follow(g, ev.other, ev.object); /* 702.140f */
  facts_changed(g, FACT_ZONES | FACT_STATUS | FACT_COPY);
  return true;
}

/* --- faces and status of components ---------------------------------------------------------------------------- */

/* Whether a component has a card face that can't be on the battlefield, where it would be turned up (730.2g). */
static bool is_spell_card(Game *g, CvId cv) { return cv_chars(g, cv, 0)->types & SPELLS; }

static bool parts_of(Game *g, u32 slot, MergedPart *parts, u32 *count, CvId *top) {
  CvId cv = object_row(g, slot)->cv;
  if (!is_merged(g, slot)) return false;
  *count = cv_parts(g, cv, parts);
  *top = cv_topmost(g, cv);
  return true;
}

static void parts_set(Game *g, u32 slot, CvId top, const MergedPart *parts, u32 count) {
  CvId cv = cv_merged(g, top, parts, count);
  object_row(g, slot)->cv = cv;
}

bool merged_transforms(Game *g, u32 slot) {
  MergedPart parts[MERGED_PARTS_MAX];
  CvId top;
  u32 count;
  if (!parts_of(g, slot, parts, &count, &top)) return false;
  bool turns = cv_is_double_faced(g, top);
  for (u32 i = 0; i < count; i++) turns |= cv_is_double_faced(g, parts[i].cv);
  return turns;
}

void merged_transform(Game *g, u32 slot) {
  MergedPart parts[MERGED_PARTS_MAX];
  CvId top;
  u32 count;
  if (!parts_of(g, slot, parts, &count, &top)) return;
  RULE(g, "730.2i");
  for (u32 i = 0; i < count; i++) parts[i].face ^= cv_is_double_faced(g, parts[i].cv);
  if (!cv_is_double_faced(g, top)) object_row(g, slot)->face ^= 1; /* which the caller turns */
  parts_set(g, slot, top, parts, count);
}

void merged_turn(Game *g, u32 slot, EventKind kind) {
  MergedPart parts[MERGED_PARTS_MAX];
  CvId top;
  u32 count;
  if (!parts_of(g, slot, parts, &count, &top)) return;
  RULE(g, kind == EVENT_FLIP ? "730.2h" : "730.2f");
  for (u32 i = 0; i < count; i++) {
    if (kind != EVENT_FLIP)
      parts[i].hidden = kind == EVENT_TURN_FACE_DOWN;
    else if (!parts[i].face)
      parts[i].face = FACE_FLIPPED;
  }
  parts_set(g, slot, top, parts, count);
}

bool stays_face_down(Game *g, u32 slot) {
  const Object o = *object_row(g, slot);
  MergedPart parts[MERGED_PARTS_MAX];
  CvId top = o.card ? row_CARDS(g, o.card)->def : o.cv;
  u32 count = 0;
  bool merged = parts_of(g, slot, parts, &count, &top), stays = is_spell_card(g, top);
  for (u32 i = 0; i < count; i++) stays |= parts[i].hidden && is_spell_card(g, parts[i].cv);
  if (stays) RULE(g, merged ? "730.2g" : "701.40g");
  return stays;
}

/* --- leaving --------------------------------------------------------------------------------------------------- */

void merged_parts(Game *g, u32 slot) {
  if (!is_merged(g, slot)) return;
  RULE(g, "730.3");
  if (object_row(g, slot)->card) object_row(g, slot)->kind = OBJECT_CARD;
}
