/* Objects that become copies, and pairs of permanents that meld. */
#include "oracle/bind.h"

#define PARTS_MAX 24u

static void set_aside(Binder *b, Lf objects, bool aside) {
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == objects) b->referents.data[i].aside = aside;
}

/* What is copied, of which the words say that it is other than what becomes a copy of it; 0 if refused. */
static Lf copied_by(Binder *b, Lf objects, Lf of) {
  bool said = b->said, self = lf_is_atom(b->lf, objects) && lf_is(b->lf, objects, "self");
  Lf same = lf_make(b->lf, "not", lf_make(b->lf, "is", objects, 0, 0), 0, 0);
  if (!self) of = bind_put(b, of, bind_atom(b, "other"), same);
  b->said = !bind_says_that_card(b, of);
  set_aside(b, objects, true);
  of = bind_form(b, of, SORT_OBJ);
  set_aside(b, objects, false);
  b->said = said;
  return of == objects ? bind_refuse(b, "nothing becomes a copy of itself by", of) : of;
}

/* (become-copy OBJECTS DURATION OF EXCEPT…): "each other creature" that becomes a copy of one is other than that one, and
   "it" is never what becomes a copy. */
static Lf verb_become_copy(Binder *b, Lf form) {
  Lf objects = lf_item(b->lf, form, 1), of = lf_item(b->lf, form, 3), other = bind_atom(b, "other");
  u32 count = lf_count(b->lf, form);
  if (count > PARTS_MAX) return bind_refuse(b, "too much is said of", form);
  if (lf_is(b->lf, objects, "each")) {
    of = copied_by(b, 0, of);
    Lf same = of ? lf_make(b->lf, "is", of, 0, 0) : 0;
    if (of && !lf_is(b->lf, of, "self")) objects = bind_put(b, objects, other, lf_make(b->lf, "not", same, 0, 0));
    objects = of ? bind_form(b, objects, SORT_OBJ) : 0;
  } else {
    objects = bind_form(b, objects, SORT_OBJ);
    of = objects ? copied_by(b, objects, of) : 0;
  }
  if (!of || !objects) return 0;
  Lf copy[PARTS_MAX] = {bind_atom(b, "copy"), of};
  for (u32 i = 4; i < count; i++) {
    copy[i - 2] = bind_form(b, lf_item(b->lf, form, i), SORT_MOD);
    if (!copy[i - 2]) return 0;
  }
  Lf bound = lf_list(b->lf, copy, count - 2);
  if (bind_mentions(b, bound, bind_atom(b, "granter"))) return bind_refuse(b, "what is copied has no name in", form);
  Lf lasts = lf_item(b->lf, form, 2), condition = 0;
  if (lf_is_list(b->lf, lasts, "while")) {
    condition = bind_form(b, lf_item(b->lf, lasts, 1), SORT_COND);
    lasts = bind_atom(b, "while-condition");
    if (!condition) return 0;
  }
  Lf apply[] = {bind_atom(b, "apply"), objects, lasts, bound, bind_atom(b, ":while"), condition};
  return lf_list(b->lf, apply, condition ? 6 : 4);
}

/* (if-so ROLE ACTION [OBJECT]): what is done if the action before, which is to counter or destroy one object, did so; that is
   spoken of as it was (608.2h). */
static Lf verb_if_so(Binder *b, Lf form) {
  Lf what = lf_item(b->lf, form, 3);
  bool done = false;
  if (what && !bind_form(b, what, SORT_OBJ)) return 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    Referent *r = &b->referents.data[i];
    if (r->role != lf_item(b->lf, form, 1) || r->many) continue;
    r->now = r->was;
    done = true;
  }
  Lf then = done ? bind_action(b, lf_item(b->lf, form, 2)) : 0;
  if (!done) return bind_refuse(b, "nothing is done before", form);
  return then ? lf_make(b->lf, "if", bind_atom(b, "did"), then, 0) : 0;
}

/* A bound action with another one behind the copying of a spell in it; 0 if none is in it. */
static Lf behind_copy(Binder *b, Lf action, Lf then) {
  if (lf_is_list(b->lf, action, "copy-spell")) return lf_make(b->lf, "seq", action, then, 0);
  for (u32 i = 1; !lf_is_atom(b->lf, action) && i < lf_count(b->lf, action); i++) {
    Lf inner = behind_copy(b, lf_item(b->lf, action, i), then);
    if (inner) return bind_with_item(b, action, i, inner);
  }
  return 0;
}

Lf bind_copy_gains(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  Lf copy = bind_atom(b, "moved"), during = lf_make(lf, "during", bind_atom(b, "indefinite"), lf_item(lf, form, 2), 0);
  Lf gains = lf_make(lf, "lasting", copy, during, 0);
  Lf then = bind_action(b, lf_make(lf, "if", lf_make(lf, "matches", copy, lf_item(lf, form, 1), 0), gains, 0));
  Lf both = then ? behind_copy(b, last, then) : 0;
  return both || !then ? both : bind_refuse(b, "no spell is copied before", form);
}

/* (exiled-with OBJECT): all cards exiled with this object, whatever it is called, also by other abilities (607.2a). */
static Lf noun_exiled_with(Binder *b, Lf form) {
  bool said = b->said;
  Lf object = lf_item(b->lf, form, 1), self = bind_atom(b, "self");
  b->said = true;
  for (u32 i = b->referent_first; i < b->referents.count && lf_is(b->lf, object, "pronoun-it"); i++)
    if (b->referents.data[i].was == self) object = self;
  object = bind_form(b, object, SORT_OBJ);
  b->said = said;
  if (!object) return 0;
  if (!lf_is_atom(b->lf, object) || !lf_is(b->lf, object, "self"))
    return bind_refuse(b, "another object exiled what is meant by", form);
  Lf noted = lf_make(b->lf, "noted", bind_atom(b, "@exiled"), 0, 0);
  bind_mention(b, (Referent){.was = noted, .now = noted, .filter = bind_atom(b, "card"), .many = true});
  return noted;
}

/* (among-exiled OBJECT): one of these. */
static Lf noun_among_exiled(Binder *b, Lf form) {
  u32 count = b->referents.count;
  Lf exiled = noun_exiled_with(b, form);
  b->referents.count = count;
  return exiled ? lf_make(b->lf, "is", exiled, 0, 0) : 0;
}

/* `note-exiled`: what was exiled as this object enters is remembered once it is there (607.2a). */
static Lf verb_note_exiled(Binder *b, Lf form) {
  Lf exiled = bind_form(b, lf_make(b->lf, "the-many", bind_atom(b, "exiled"), 0, 0), SORT_OBJ);
  if (!exiled) return 0;
  if (!lf_is_atom(b->lf, exiled)) return bind_refuse(b, "nothing is exiled before", form);
  return lf_make(b->lf, "note", bind_atom(b, "@exiled"), exiled, 0);
}

/* (own-both SELF FILTER): you own and control this object and something of a description. */
static Lf noun_own_both(Binder *b, Lf form) {
  Lf you = bind_atom(b, "you");
  Lf yours =
      lf_make(b->lf, "and", lf_make(b->lf, "owned-by", you, 0, 0), lf_make(b->lf, "controlled-by", you, 0, 0), 0);
  Lf self = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), filter = bind_form(b, lf_item(b->lf, form, 2), SORT_COND);
  if (!self || !filter) return 0;
  Lf there = lf_make(b->lf, "all", bind_atom(b, "battlefield"), lf_make(b->lf, "and", filter, yours, 0), 0);
  return lf_make(b->lf, "and", lf_make(b->lf, "matches", self, yours, 0), lf_make(b->lf, "exists", there, 0, 0), 0);
}

/* (meld-both SELF FILTER NAME OPTION…): the two are exiled, then melded (701.42a). */
static Lf verb_meld_both(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf you = bind_atom(b, "you"), one = bind_atom(b, "1");
  Lf yours = lf_make(lf, "and", lf_item(lf, form, 2), lf_make(lf, "owned-by", you, 0, 0),
                     lf_make(lf, "controlled-by", you, 0, 0));
  Lf pick[] = {bind_atom(b, "pick"), one, one, yours};
  Lf both = lf_make(lf, "union", lf_item(lf, form, 1), lf_list(lf, pick, 4), 0);
  Lf meld[8] = {bind_atom(b, "meld"), bind_atom(b, "moved")};
  u32 count = lf_count(lf, form);
  if (count > COUNT_OF(meld) + 1) return bind_refuse(b, "too much is said of", form);
  for (u32 i = 3; i < count; i++) meld[i - 1] = lf_item(lf, form, i);
  return bind_action(b, lf_make(lf, "seq", lf_make(lf, "exile", both, 0, 0), lf_list(lf, meld, count - 1), 0));
}

/* The card types that a description of one thing names as one or another; 0 if it doesn't. */
static Lf types_said(Binder *b, Lf filter) {
  if (lf_is_list(b->lf, filter, "or")) return filter;
  for (u32 i = 1; lf_is(b->lf, filter, "and") && i < lf_count(b->lf, filter); i++)
    if (lf_is_list(b->lf, lf_item(b->lf, filter, i), "or")) return lf_item(b->lf, filter, i);
  return 0;
}

/* (shares-said-type OBJECT): of the types that it was described by, one that it has and this has, too. */
static Lf noun_shares_said_type(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf object = bind_form(b, lf_item(lf, form, 1), SORT_OBJ), types = 0, items[8] = {bind_atom(b, "or")};
  for (u32 i = b->referents.count; object && i > b->referent_first && !types; i--)
    if (b->referents.data[i - 1].was == object) types = types_said(b, b->referents.data[i - 1].filter);
  u32 count = types ? lf_count(lf, types) : 0;
  if (count < 2 || count > COUNT_OF(items)) return bind_refuse(b, "no types were said before", form);
  for (u32 i = 1; i < count; i++) {
    Lf type = lf_item(lf, types, i);
    if (!lf_is_list(lf, type, "type")) return bind_refuse(b, "no types were said before", form);
    items[i] = lf_make(lf, "and", type, lf_make(lf, "matches", object, type, 0), 0);
  }
  return lf_list(lf, items, count);
}

/* (unless-copied-has FILTER KEYWORD MOD…): had besides by a copy of that object, unless that has the keyword. */
static Lf noun_unless_copied_has(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  u32 count = lf_count(lf, form);
  Lf items[8] = {bind_atom(b, "mod-if")};
  if (count > COUNT_OF(items) + 1) return bind_refuse(b, "too much is said of", form);
  if (!bind_form(b, lf_make(lf, "that", lf_item(lf, form, 1), 0, 0), SORT_OBJ)) return 0;
  items[1] = lf_make(lf, "not", lf_make(lf, "has", lf_item(lf, form, 2), 0, 0), 0, 0);
  for (u32 i = 3; i < count; i++) items[i - 1] = bind_form(b, lf_item(lf, form, i), SORT_MOD);
  return b->refusal ? 0 : lf_list(lf, items, count - 1);
}

bool bind_copies_add(Binder *b) {
  return bind_head_add(b, "unless-copied-has", noun_unless_copied_has, NULL) &&
         bind_head_add(b, "shares-said-type", noun_shares_said_type, NULL) &&
         bind_head_add(b, "become-copy", NULL, verb_become_copy) && bind_head_add(b, "if-so", NULL, verb_if_so) &&
         bind_head_add(b, "exiled-with", noun_exiled_with, NULL) &&
         bind_head_add(b, "among-exiled", noun_among_exiled, NULL) &&
         bind_head_add(b, "note-exiled", NULL, verb_note_exiled) && bind_head_add(b, "own-both", noun_own_both, NULL) &&
         bind_head_add(b, "meld-both", NULL, verb_meld_both);
}
