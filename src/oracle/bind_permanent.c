/* What is called a creature, and not a creature card, spell or source, is a permanent (109.2). Where only permanents can be
   met nothing needs to say so; in the places below a card in a hand or a spell could be met, too. */
#include "oracle/bind.h"

static const struct {
  Lf head;
  u32 filter; /* its item that describes an object of any zone */
} PLACES[] = {
    {LF_DAMAGE, 1},         {LF_BECOMES_TARGET, 1}, {LF_ACTIVATES, 2},     {LF_COUNTERS_PUT, 1},
    {LF_TARGETS, 1},        {LF_TRIGGERS_AGAIN, 1}, {LF_CANT_ACTIVATE, 1}, {LF_CANT_BE_TARGETED, 1},
    {LF_ABILITIES_MORE, 1}, {LF_ABILITIES_LESS, 1},
};

static u32 place_of(const Binder *b, Lf form) {
  bool combat = lf_is_list(b->lf, form, LF_DAMAGE) && bind_mentions(b, form, LF_COMBAT_DAMAGE); /* of permanents only */
  for (u32 i = 0; i < COUNT_OF(PLACES) && !combat; i++)
    if (lf_is_list(b->lf, form, PLACES[i].head)) return PLACES[i].filter;
  return 0;
}

/* A type or subtype that permanents have, or a commander (903.3d). */
static bool is_kind(const Binder *b, Lf form) {
  if (lf_is_list(b->lf, form, LF_SUBTYPE) || form == LF_COMMANDER) return true;
  Lf type = lf_is_list(b->lf, form, LF_TYPE) ? lf_item(b->lf, form, 1) : 0;
  return type && !lf_is(b->lf, type, LF_INSTANT) && !lf_is(b->lf, type, LF_SORCERY);
}

/* Whether a term says where the object is, or what it is if not a permanent. */
static bool says_place(const Binder *b, Lf term) {
  static const Lf SAYING[] = {LF_PERMANENT,        LF_CARD, LF_TOKEN, LF_SPELL_ON_STACK,
                              LF_A_SOURCE,         LF_IN,   LF_IS,    LF_ACTIVATED_ABILITY,
                              LF_TRIGGERED_ABILITY};
  for (u32 i = 0; i < COUNT_OF(SAYING); i++)
    if (lf_is(b->lf, term, SAYING[i])) return true;
  return false;
}

static Lf on_battlefield(Binder *b, Lf filter) {
  bool any = lf_is_list(b->lf, filter, LF_OR), all = lf_is_list(b->lf, filter, LF_AND);
  bool kinds = is_kind(b, filter) || any;
  for (u32 i = 1; any && i < lf_count(b->lf, filter); i++) kinds &= is_kind(b, lf_item(b->lf, filter, i));
  if (kinds) return lf_make(b->lf, LF_AND, LF_PERMANENT, filter, 0);
  if (any) {
    Lf placed = filter;
    for (u32 i = 1; i < lf_count(b->lf, filter); i++)
      placed = bind_with_item(b, placed, i, on_battlefield(b, lf_item(b->lf, filter, i)));
    return placed;
  }
  bool kind = false;
  for (u32 i = 1; all && i < lf_count(b->lf, filter); i++) {
    Lf term = lf_item(b->lf, filter, i);
    if (says_place(b, term)) return filter;
    kind |= is_kind(b, term);
    for (u32 k = 1; lf_is_list(b->lf, term, LF_OR) && k < lf_count(b->lf, term); k++)
      kind |= is_kind(b, lf_item(b->lf, term, k));
  }
  return kind ? lf_make(b->lf, LF_AND, LF_PERMANENT, filter, 0) : filter;
}

/* The noun "source" has said that it may be anywhere. */
static Lf without_source(Binder *b, Lf filter) {
  Lf items[16];
  u32 count = 0;
  for (u32 i = 0; i < lf_count(b->lf, filter) && count < COUNT_OF(items); i++) {
    Lf item = lf_item(b->lf, filter, i);
    if (item != LF_A_SOURCE) items[count++] = item;
  }
  return count < lf_count(b->lf, filter) ? lf_list(b->lf, items, count) : filter;
}

Lf bind_permanents(Binder *b, Lf form) {
  if (!form || lf_is_atom(b->lf, form)) return form;
  u32 place = place_of(b, form);
  Lf placed = form;
  for (u32 i = 0; placed && i < lf_count(b->lf, form); i++) {
    Lf item = lf_item(b->lf, form, i);
    Lf put = bind_permanents(b, place && i == place ? on_battlefield(b, item) : item);
    if (put != item) placed = bind_with_item(b, placed, i, put);
  }
  return lf_is_list(b->lf, placed, LF_AND) ? without_source(b, placed) : placed;
}
