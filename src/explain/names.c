#include "explain/names.h"

void name_player(const Str *players, u32 player, Text *out) {
  if (player == PLAYER_NONE) {
    text_adds(out, "nobody");
  } else if (players) {
    text_add(out, players[player]);
  } else {
    text_addf(out, "Player %u", player + 1);
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

static void name_text(const Game *g, StrId name, Text *out) {
  if (!name) {
    text_adds(out, "a nameless object");
    return;
  }
  Str text = intern_text(&g->db->names, name);
  text_add(out, text.length ? text : STR("a token"));
}

static void name_ability(Game *g, const Str *players, u32 slot, Text *out) {
  text_adds(out, "an ability");
  Ref source = stack_item_of(g, slot)->source;
  if (source == REF_NONE || source == object_ref(g, slot)) return;
  text_adds(out, " of ");
  name_ref(g, players, source, out);
}

void name_ref(Game *g, const Str *players, Ref ref, Text *out) {
  if (ref == REF_NONE) {
    text_adds(out, "nothing");
    return;
  }
  if (ref_is_player(ref)) {
    name_player(players, ref_slot(ref), out);
    return;
  }
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (!slot && !row) {
    text_adds(out, "something that is gone");
    return;
  }
  const Object o = slot ? *object_row(g, slot) : row_LKI(g, row)->object;
  if (object_hidden(&o)) {
    text_adds(out, o.zone == ZONE_STACK ? "a face-down spell" : "a face-down permanent");
  } else if (slot && o.kind == OBJECT_ABILITY && o.zone == ZONE_STACK && o.ext) {
    name_ability(g, players, slot, out);
  } else {
    name_text(g, slot ? current_name(g, slot) : row_LKI(g, row)->chars.name, out);
  }
}

StrId name_of(Game *g, Ref ref) {
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (ref_is_player(ref) || (!slot && !row)) return 0;
  return slot ? current_name(g, slot) : row_LKI(g, row)->chars.name;
}

const char *name_layer(Layer layer) {
  static const char *const NAMES[LAYER_COUNT] = {
      [LAYER_1A] = "1a", [LAYER_1B] = "1",  [LAYER_2] = "2",   [LAYER_3] = "3",   [LAYER_4] = "4",   [LAYER_5] = "5",
      [LAYER_6] = "6",   [LAYER_7A] = "7a", [LAYER_7B] = "7b", [LAYER_7C] = "7c", [LAYER_7D] = "7d",
  };
  return NAMES[layer];
}
