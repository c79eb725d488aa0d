/* Keywords that change what the words of a spell say, and spells with two kickers (702.33). */
#include "oracle/bind.h"

/* A form with all there are for every target. */
static Lf with_each(LfStore *lf, Lf form) {
  Lf items[64];
  u32 count = lf_count(lf, form);
  if (lf_is_atom(lf, form) || count > COUNT_OF(items)) return form;
  for (u32 i = 0; i < count; i++) items[i] = with_each(lf, lf_item(lf, form, i));
  if (lf_is(lf, form, LF_TARGET)) return lf_make(lf, LF_EACH, items[1], 0, 0);
  return lf_list(lf, items, count);
}

/* Overload (702.96a): "each" for "target" where that cost was paid. */
static Lf overloaded(LfStore *lf, Lf effect) {
  Lf items[] = {LF_IF, lf_make(lf, LF_PAID, LF_OVERLOAD, 0, 0), with_each(lf, effect), LF_OPT_ELSE, effect};
  return lf_list(lf, items, COUNT_OF(items));
}

/* Entwine (702.42a): all modes where that cost was paid. */
static Lf entwined(LfStore *lf, Lf effect) {
  Lf items[64];
  u32 count = lf_count(lf, effect);
  if ((!lf_is(lf, effect, LF_MODAL) && !lf_is(lf, effect, LF_MODES)) || count > COUNT_OF(items)) return effect;
  Text modes;
  text_init(&modes, lf->allocator);
  text_addf(&modes, "%u", count - 3);
  u32 bad;
  Lf all = lf_read(lf, text_str(&modes), &bad), paid = lf_make(lf, LF_PAID, LF_ENTWINE, 0, 0);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(lf, effect, i);
  for (u32 i = 1; i < 3; i++) items[i] = lf_make(lf, LF_NUM_IF, paid, all, items[i]);
  lf->failed |= modes.failed;
  text_free(&modes);
  return lf_list(lf, items, count);
}

static bool is_keyword(const LfStore *lf, Lf ability, Lf name) {
  if (lf_is_atom(lf, ability)) return false;
  if (lf_is(lf, ability, LF_KEYWORD)) return lf_is(lf, lf_item(lf, ability, 1), name);
  if (!lf_is(lf, ability, LF_LIST)) return false;
  for (u32 i = 1; i < lf_count(lf, ability); i++)
    if (is_keyword(lf, lf_item(lf, ability, i), name)) return true;
  return false;
}

Lf bind_spell_with(LfStore *lf, Lf spell, Lf ability) {
  static const struct {
    Lf keyword;
    Lf (*changed)(LfStore *lf, Lf effect);
  } CHANGES[] = {{LF_OVERLOAD, overloaded}, {LF_ENTWINE, entwined}};
  for (u32 i = 0; i < COUNT_OF(CHANGES); i++)
    if (is_keyword(lf, ability, CHANGES[i].keyword))
      spell = lf_make(lf, LF_SPELL, CHANGES[i].changed(lf, lf_item(lf, spell, 1)), 0, 0);
  return spell;
}

/* --- two kickers ------------------------------------------------------------------------------------------------ */

static const Lf LABELS[2] = {LF_KICKER, LF_SECOND_KICKER};

/* (kickers COST COST) */
Lf noun_kickers(Binder *b, Lf form) {
  Lf abilities[2];
  for (u32 i = 0; i < 2; i++) {
    Lf cost = bind_form(b, lf_item(b->lf, form, i + 1), SORT_COST);
    if (!cost) return 0;
    b->kickers[i] = cost;
    Lf keyword[] = {LF_KEYWORD, LABELS[i], LF_OPT_COST, cost};
    abilities[i] = lf_list(b->lf, keyword, COUNT_OF(keyword));
  }
  return lf_make(b->lf, LF_LIST, abilities[0], abilities[1], 0);
}

/* (paid LABEL) or (times-paid LABEL), of an object that need not be said if it is this one; 0 if refused. */
static Lf of_label(Binder *b, Lf head, Lf label, Lf of) {
  Lf object = of ? bind_form(b, of, SORT_OBJ) : 0;
  if (of && !object) return 0;
  if (!object || (lf_is_atom(b->lf, object) && lf_is(b->lf, object, LF_SELF))) return lf_make(b->lf, head, label, 0, 0);
  return lf_make(b->lf, head, label, LF_OPT_OF, object);
}

/* (kicked-with COST OBJECT): the cost says with which of the two (702.33f). */
Lf noun_kicked_with(Binder *b, Lf form) {
  Lf cost = bind_form(b, lf_item(b->lf, form, 1), SORT_COST);
  for (u32 i = 0; cost && i < 2; i++)
    if (b->kickers[i] == cost) return of_label(b, LF_PAID, LABELS[i], lf_item(b->lf, form, 2));
  return bind_refuse(b, "no kicker has this cost", form);
}

/* (paid-instead COST): whether that was paid rather than the mana cost. */
Lf noun_paid_instead(Binder *b, Lf form) {
  Lf cost = bind_form(b, lf_item(b->lf, form, 1), SORT_COST);
  if (cost && cost == b->instead) return lf_make(b->lf, LF_PAID, LF_ALTERNATIVE_COST, 0, 0);
  return bind_refuse(b, "no alternative cost is this", form);
}

/* (paid LABEL :of OBJECT): kicked is what was kicked with either (702.33d). */
Lf noun_paid(Binder *b, Lf form) {
  Lf label = lf_item(b->lf, form, 1), of = bind_option(b, form, LF_OPT_OF);
  Lf second = LABELS[1];
  if (b->kickers[0] && lf_is(b->lf, label, LABELS[0]))
    return lf_make(b->lf, LF_OR, of_label(b, LF_PAID, label, of), of_label(b, LF_PAID, second, of), 0);
  return of ? of_label(b, LF_PAID, label, of) : form;
}

/* (times-paid LABEL :of OBJECT): with two kickers once or twice. Which kind of kicker another spell has isn't known. */
Lf noun_times_paid(Binder *b, Lf form) {
  Lf label = lf_item(b->lf, form, 1), of = bind_option(b, form, LF_OPT_OF);
  Lf object = of ? bind_form(b, of, SORT_OBJ) : LF_SELF;
  if (!object) return 0;
  bool self = lf_is(b->lf, object, LF_SELF);
  bool kicked = lf_is(b->lf, label, LABELS[0]) || lf_is(b->lf, label, LF_MULTIKICKER);
  if (!kicked || (self && !b->kickers[0])) return bind_operation(b, IR_TIMES_PAID, form);
  Lf first = LABELS[0], second = LABELS[1];
  Lf times = lf_make(b->lf, LF_PLUS, of_label(b, LF_TIMES_PAID, first, of), of_label(b, LF_TIMES_PAID, second, of), 0);
  return self ? times : lf_make(b->lf, LF_PLUS, times, of_label(b, LF_TIMES_PAID, LF_MULTIKICKER, of), 0);
}

/* (elsewhere ABILITY): of an instant or sorcery, which never is on the battlefield: an ability that works in another zone, or
   as the card is discarded or cycled (113.6). */
Lf noun_elsewhere(Binder *b, Lf form) {
  Lf bound = bind_form(b, lf_item(b->lf, form, 1), SORT_ABIL), self = lf_make(b->lf, LF_IS, LF_SELF, 0, 0);
  if (!bound) return 0;
  Lf event = lf_is_list(b->lf, bound, LF_TRIGGERED) ? lf_item(b->lf, bound, 1) : 0;
  if (lf_is_list(b->lf, event, LF_CAUSED)) event = lf_item(b->lf, event, 1);
  bool given_up = (lf_is_list(b->lf, event, LF_DISCARDS) || lf_is_list(b->lf, event, LF_CYCLES)) &&
                  bind_option(b, event, LF_OPT_OBJECT) == self;
  bool buried = lf_is_list(b->lf, event, LF_MOVES) && bind_has_head(b, event, LF_SELF) &&
                bind_option(b, event, LF_OPT_TO) == LF_GRAVEYARD;
  bool works = given_up || buried || bind_option_at(b, bound, LF_OPT_ZONE);
  return works ? bound : bind_refuse(b, "a spell has no such ability", form);
}

/* (as-cast-number N): a number of a spell that is counted as it is cast, which a variable keeps from then on. */
Lf noun_as_cast_number(Binder *b, Lf form) {
  if (!b->paid_for || b->given) return bind_refuse(b, "only a spell says what was so as it was cast", form);
  if (b->as_cast) return bind_refuse(b, "two things are kept", form);
  Lf number = bind_form(b, lf_item(b->lf, form, 1), SORT_NUM);
  if (!number) return 0;
  Lf variable = bind_variable(b, "n");
  b->as_cast = lf_make(b->lf, LF_LET_NUMBER, variable, number, 0);
  /* A copy has what was counted for the spell, but was never cast itself (707.10). */
  return lf_make(b->lf, LF_NUM_IF, LF_WAS_CAST, lf_make(b->lf, LF_VALUE, variable, 0, 0), LF_N0);
}

/* (as-cast CONDITION): whether that was so as the spell was cast. */
Lf noun_as_cast(Binder *b, Lf form) {
  Lf yes = LF_N1, no = LF_N0, asked = lf_make(b->lf, LF_NUM_IF, lf_item(b->lf, form, 1), yes, no);
  Lf number = noun_as_cast_number(b, lf_make(b->lf, LF_AS_CAST_NUMBER, asked, 0, 0));
  return number ? lf_make(b->lf, LF_CMP, number, LF_IS_MORE, no) : 0;
}

Lf bind_announced(const Binder *b, Lf number) {
  return lf_is_list(b->lf, number, LF_AS_CAST_NUMBER) ? lf_item(b->lf, number, 1) : number;
}
