/* Keywords that change what the words of a spell say. */
#include "oracle/bind.h"

/* A form with all there are for every target. */
static Lf with_each(LfStore *lf, Lf form) {
  Lf items[64];
  u32 count = lf_count(lf, form);
  if (lf_is_atom(lf, form) || count > COUNT_OF(items)) return form;
  for (u32 i = 0; i < count; i++) items[i] = with_each(lf, lf_item(lf, form, i));
  if (lf_is(lf, form, "target")) return lf_make(lf, "each", items[1], 0, 0);
  return lf_list(lf, items, count);
}

/* Overload (702.96a): "each" for "target" where that cost was paid. */
static Lf overloaded(LfStore *lf, Lf effect) {
  Lf items[] = {lf_atom(lf, STR("if")), lf_make(lf, "paid", lf_atom(lf, STR("overload")), 0, 0), with_each(lf, effect),
                lf_atom(lf, STR(":else")), effect};
  return lf_list(lf, items, COUNT_OF(items));
}

/* Entwine (702.42a): all modes where that cost was paid. */
static Lf entwined(LfStore *lf, Lf effect) {
  Lf items[64];
  u32 count = lf_count(lf, effect);
  if ((!lf_is(lf, effect, "modal") && !lf_is(lf, effect, "modes")) || count > COUNT_OF(items)) return effect;
  Text modes;
  text_init(&modes, lf->allocator);
  text_addf(&modes, "(num-if (paid entwine) %u 1)", count - 3);
  u32 bad;
  for (u32 i = 0; i < count; i++) items[i] = lf_item(lf, effect, i);
  items[1] = items[2] = lf_read(lf, text_str(&modes), &bad);
  lf->failed |= modes.failed;
  text_free(&modes);
  return lf_list(lf, items, count);
}

static bool is_keyword(const LfStore *lf, Lf ability, const char *name) {
  if (lf_is_atom(lf, ability)) return false;
  if (lf_is(lf, ability, "keyword")) return lf_is(lf, lf_item(lf, ability, 1), name);
  if (!lf_is(lf, ability, "list")) return false;
  for (u32 i = 1; i < lf_count(lf, ability); i++)
    if (is_keyword(lf, lf_item(lf, ability, i), name)) return true;
  return false;
}

Lf bind_spell_with(LfStore *lf, Lf spell, Lf ability) {
  static const struct {
    const char *keyword;
    Lf (*changed)(LfStore *lf, Lf effect);
  } CHANGES[] = {{"overload", overloaded}, {"entwine", entwined}};
  for (u32 i = 0; i < COUNT_OF(CHANGES); i++)
    if (is_keyword(lf, ability, CHANGES[i].keyword))
      spell = lf_make(lf, "spell", CHANGES[i].changed(lf, lf_item(lf, spell, 1)), 0, 0);
  return spell;
}
