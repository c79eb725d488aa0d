/* Keywords that change what the words of a spell say, and spells with two kickers (702.33). */
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

/* --- two kickers ------------------------------------------------------------------------------------------------ */

static const char *const LABELS[2] = {"kicker", "second-kicker"};

/* (kickers COST COST) */
static Lf noun_kickers(Binder *b, Lf form) {
  Lf abilities[2];
  for (u32 i = 0; i < 2; i++) {
    Lf cost = bind_form(b, lf_item(b->lf, form, i + 1), SORT_COST);
    if (!cost) return 0;
    b->kickers[i] = cost;
    Lf keyword[] = {bind_atom(b, "keyword"), bind_atom(b, LABELS[i]), bind_atom(b, ":cost"), cost};
    abilities[i] = lf_list(b->lf, keyword, COUNT_OF(keyword));
  }
  return lf_make(b->lf, "list", abilities[0], abilities[1], 0);
}

/* (paid LABEL) or (times-paid LABEL), of an object that need not be said if it is this one; 0 if refused. */
static Lf of_label(Binder *b, const char *head, Lf label, Lf of) {
  Lf object = of ? bind_form(b, of, SORT_OBJ) : 0;
  if (of && !object) return 0;
  if (!object || (lf_is_atom(b->lf, object) && lf_is(b->lf, object, "self"))) return lf_make(b->lf, head, label, 0, 0);
  return lf_make(b->lf, head, label, bind_atom(b, ":of"), object);
}

/* (kicked-with COST OBJECT): the cost says with which of the two (702.33f). */
static Lf noun_kicked_with(Binder *b, Lf form) {
  Lf cost = bind_form(b, lf_item(b->lf, form, 1), SORT_COST);
  for (u32 i = 0; cost && i < 2; i++)
    if (b->kickers[i] == cost) return of_label(b, "paid", bind_atom(b, LABELS[i]), lf_item(b->lf, form, 2));
  return bind_refuse(b, "no kicker has the cost in", form);
}

/* (paid LABEL :of OBJECT): kicked is what was kicked with either (702.33d). */
static Lf noun_paid(Binder *b, Lf form) {
  Lf label = lf_item(b->lf, form, 1), of = bind_option(b, form, ":of");
  Lf second = bind_atom(b, LABELS[1]);
  if (b->kickers[0] && lf_is(b->lf, label, LABELS[0]))
    return lf_make(b->lf, "or", of_label(b, "paid", label, of), of_label(b, "paid", second, of), 0);
  return of ? of_label(b, "paid", label, of) : form;
}

/* (times-paid LABEL :of OBJECT): with two kickers once or twice. */
static Lf noun_times_paid(Binder *b, Lf form) {
  Lf label = lf_item(b->lf, form, 1), of = bind_option(b, form, ":of");
  bool kicked = lf_is(b->lf, label, LABELS[0]) || lf_is(b->lf, label, "multikicker");
  if (!b->kickers[0] || !kicked) return bind_operation(b, IR_TIMES_PAID, form);
  Lf first = bind_atom(b, LABELS[0]), second = bind_atom(b, LABELS[1]);
  return lf_make(b->lf, "+", of_label(b, "times-paid", first, of), of_label(b, "times-paid", second, of), 0);
}

bool bind_kickers_add(Binder *b) {
  return bind_head_add(b, "kickers", noun_kickers, NULL) && bind_head_add(b, "kicked-with", noun_kicked_with, NULL) &&
         bind_head_add(b, "paid", noun_paid, NULL) && bind_head_add(b, "times-paid", noun_times_paid, NULL);
}
