/* Objects that become copies, and pairs of permanents that meld. */
#include "oracle/bind.h"

#define PARTS_MAX 24u

static void set_aside(Binder *b, Lf objects, bool aside) {
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == objects) b->referents.data[i].aside = aside;
}

/* What is copied, of which the words say that it is other than what becomes a copy of it; 0 if refused. */
static Lf copied_by(Binder *b, Lf objects, Lf of) {
  bool said = b->said, self = lf_is_atom(b->lf, objects) && lf_is(b->lf, objects, LF_SELF);
  Lf same = lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, objects, 0, 0), 0, 0);
  if (!self) of = bind_put(b, of, LF_OTHER, same);
  b->said = !bind_says_that_card(b, of);
  set_aside(b, objects, true);
  of = bind_form(b, of, SORT_OBJ);
  set_aside(b, objects, false);
  b->said = said;
  return of == objects ? bind_refuse(b, "something can't become a copy of itself", of) : of;
}

/* (become-copy OBJECTS DURATION OF EXCEPT…): "each other creature" that becomes a copy of one is other than that one, and
   LF_IT is never what becomes a copy. */
Lf verb_become_copy(Binder *b, Lf form) {
  Lf objects = lf_item(b->lf, form, 1), of = lf_item(b->lf, form, 3), other = LF_OTHER;
  u32 count = lf_count(b->lf, form);
  if (count > PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  if (lf_is(b->lf, objects, LF_EACH)) {
    of = copied_by(b, 0, of);
    Lf same = of ? lf_make(b->lf, LF_IS, of, 0, 0) : 0;
    if (of && !lf_is(b->lf, of, LF_SELF)) objects = bind_put(b, objects, other, lf_make(b->lf, LF_NOT, same, 0, 0));
    objects = of ? bind_form(b, objects, SORT_OBJ) : 0;
  } else {
    objects = bind_form(b, objects, SORT_OBJ);
    of = objects ? copied_by(b, objects, of) : 0;
  }
  if (!of || !objects) return 0;
  Lf copy[PARTS_MAX] = {LF_COPY, of};
  for (u32 i = 4; i < count; i++) {
    copy[i - 2] = bind_form(b, lf_item(b->lf, form, i), SORT_MOD);
    if (!copy[i - 2]) return 0;
  }
  Lf bound = lf_list(b->lf, copy, count - 2);
  if (bind_mentions(b, bound, LF_GRANTER)) return bind_refuse(b, "what is copied has no name", form);
  Lf lasts = lf_item(b->lf, form, 2), condition = 0;
  if (lf_is_list(b->lf, lasts, LF_WHILE)) {
    condition = bind_form(b, lf_item(b->lf, lasts, 1), SORT_COND);
    lasts = LF_WHILE_CONDITION;
    if (!condition) return 0;
  }
  Lf apply[] = {LF_APPLY, objects, lasts, bound, LF_OPT_WHILE, condition};
  return lf_list(b->lf, apply, condition ? 6 : 4);
}

/* (if-so ROLE ACTION [OBJECT]): what is done if the action before, which is to counter or destroy one object, did so; that is
   spoken of as it was (608.2h). */
Lf verb_if_so(Binder *b, Lf form) {
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
  if (!done) return bind_refuse(b, "no action comes before this", form);
  return then ? lf_make(b->lf, LF_IF, LF_DID, then, 0) : 0;
}

/* (targets-some SPELL FILTER): one of its targets is so; those that are may be spoken of. */
Lf noun_targets_some(Binder *b, Lf form) {
  Lf spell = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf filter = spell ? bind_form(b, lf_item(b->lf, form, 2), SORT_COND) : 0;
  if (!filter) return 0;
  Lf some = lf_make(b->lf, LF_ONLY, lf_make(b->lf, LF_TARGETS_OF, spell, 0, 0), filter, 0);
  bind_mention(b, (Referent){.was = some, .now = some, .filter = filter, .many = true});
  return lf_make(b->lf, LF_MATCHES, spell, lf_make(b->lf, LF_TARGETS, filter, 0, 0), 0);
}

/* What a spell is known to target alone, besides this object; 0 without such. */
static Lf sole_target(const Binder *b, Lf spell) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    Lf targets = r->now == spell ? bind_find_head(b, r->filter, LF_TARGETS) : 0;
    if (targets && lf_item(b->lf, targets, 2) == LF_OPT_ONLY)
      return lf_item(b->lf, targets, 1) == lf_make(b->lf, LF_IS, LF_SELF, 0, 0) ? 0 : targets;
  }
  return 0;
}

/* (copy-for-all SPELL OBJECTS FILTER CALLED): a copy for each of those that it could target, of which all are so and are then
   called so. Other is what is neither this object nor, of a spell that is known to target one thing, that. */
Lf verb_copy_for_all(Binder *b, Lf form) {
  Lf spell = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), among = lf_item(b->lf, form, 2), other = LF_OTHER;
  Lf filter = spell ? bind_form(b, lf_item(b->lf, form, 3), SORT_COND) : 0;
  Lf called = filter ? bind_form(b, lf_item(b->lf, form, 4), SORT_COND) : 0;
  if (!called) return 0;
  if (!bind_known(b, filter, called)) return bind_refuse(b, "nothing mentioned earlier is what this refers to", form);
  Lf targets = lf_make(b->lf, LF_TARGETS_OF, spell, 0, 0);
  if (sole_target(b, spell))
    among = bind_put(b, among, other, lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, targets, 0, 0), 0, 0));
  Lf copy = lf_make(b->lf, LF_COPY_FOR_EACH, spell, among, 0);
  return bind_action(b, bind_with_option(b, copy, LF_OPT_PLAYER, LF_ACTOR));
}

/* A bound action with another one behind the copying of a spell in it; 0 if none is in it. */
static Lf behind_copy(Binder *b, Lf action, Lf then) {
  if (lf_is_list(b->lf, action, LF_COPY_SPELL)) return lf_make(b->lf, LF_SEQ, action, then, 0);
  for (u32 i = 1; !lf_is_atom(b->lf, action) && i < lf_count(b->lf, action); i++) {
    Lf inner = behind_copy(b, lf_item(b->lf, action, i), then);
    if (inner) return bind_with_item(b, action, i, inner);
  }
  return 0;
}

Lf bind_copy_gains(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  Lf copy = LF_MOVED, during = lf_make(lf, LF_DURING, LF_INDEFINITE, lf_item(lf, form, 2), 0);
  Lf gains = lf_make(lf, LF_LASTING, copy, during, 0);
  Lf then = bind_action(b, lf_make(lf, LF_IF, lf_make(lf, LF_MATCHES, copy, lf_item(lf, form, 1), 0), gains, 0));
  Lf both = then ? behind_copy(b, last, then) : 0;
  return both || !then ? both : bind_refuse(b, "no spell was copied earlier", form);
}

/* (exiled-with OBJECT): all cards exiled with this object, whatever it is called, also by other abilities (607.2a). */
Lf noun_exiled_with(Binder *b, Lf form) {
  bool said = b->said;
  Lf object = lf_item(b->lf, form, 1), self = LF_SELF;
  b->said = true;
  for (u32 i = b->referent_first; i < b->referents.count && lf_is(b->lf, object, LF_PRONOUN_IT); i++)
    if (b->referents.data[i].was == self) object = self;
  object = bind_form(b, object, SORT_OBJ);
  b->said = said;
  if (!object) return 0;
  if (!lf_is_atom(b->lf, object) || !lf_is(b->lf, object, LF_SELF))
    return bind_refuse(b, "another object exiled what this refers to", form);
  Lf noted = lf_make(b->lf, LF_NOTED, LF_LINK_EXILED, 0, 0);
  bind_mention(b, (Referent){.was = noted, .now = noted, .filter = LF_CARD, .many = true});
  return noted;
}

/* (among-exiled OBJECT): one of these. */
Lf noun_among_exiled(Binder *b, Lf form) {
  u32 count = b->referents.count;
  Lf exiled = noun_exiled_with(b, form);
  b->referents.count = count;
  return exiled ? lf_make(b->lf, LF_IS, exiled, 0, 0) : 0;
}

/* `note-exiled`: what was exiled as this object enters is remembered once it is there (607.2a). */
Lf verb_note_exiled(Binder *b, Lf form) {
  Lf exiled = bind_form(b, lf_make(b->lf, LF_THE_MANY, LF_EXILED, 0, 0), SORT_OBJ);
  if (!exiled) return 0;
  if (!lf_is_atom(b->lf, exiled)) return bind_refuse(b, "nothing was exiled earlier", form);
  return lf_make(b->lf, LF_NOTE, LF_LINK_EXILED, exiled, 0);
}

/* (own-both SELF FILTER): you own and control this object and something of a description. */
Lf noun_own_both(Binder *b, Lf form) {
  Lf you = LF_YOU;
  Lf yours =
      lf_make(b->lf, LF_AND, lf_make(b->lf, LF_OWNED_BY, you, 0, 0), lf_make(b->lf, LF_CONTROLLED_BY, you, 0, 0), 0);
  Lf self = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), filter = bind_form(b, lf_item(b->lf, form, 2), SORT_COND);
  if (!self || !filter) return 0;
  Lf there = lf_make(b->lf, LF_ALL, LF_BATTLEFIELD, lf_make(b->lf, LF_AND, filter, yours, 0), 0);
  return lf_make(b->lf, LF_AND, lf_make(b->lf, LF_MATCHES, self, yours, 0), lf_make(b->lf, LF_EXISTS, there, 0, 0), 0);
}

/* (meld-both SELF FILTER NAME OPTION…): the two are exiled, then melded (701.42a). */
Lf verb_meld_both(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf you = LF_YOU, one = LF_N1;
  Lf yours = lf_make(lf, LF_AND, lf_item(lf, form, 2), lf_make(lf, LF_OWNED_BY, you, 0, 0),
                     lf_make(lf, LF_CONTROLLED_BY, you, 0, 0));
  Lf pick[] = {LF_PICK, one, one, yours};
  Lf both = lf_make(lf, LF_UNION, lf_item(lf, form, 1), lf_list(lf, pick, 4), 0);
  Lf meld[8] = {LF_MELD, LF_MOVED};
  u32 count = lf_count(lf, form);
  if (count > COUNT_OF(meld) + 1) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 3; i < count; i++) meld[i - 1] = lf_item(lf, form, i);
  return bind_action(b, lf_make(lf, LF_SEQ, lf_make(lf, LF_EXILE, both, 0, 0), lf_list(lf, meld, count - 1), 0));
}

/* The card types that a description of one thing names as one or another; 0 if it doesn't. */
static Lf types_said(Binder *b, Lf filter) {
  if (lf_is_list(b->lf, filter, LF_OR)) return filter;
  for (u32 i = 1; lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_is_list(b->lf, lf_item(b->lf, filter, i), LF_OR)) return lf_item(b->lf, filter, i);
  return 0;
}

/* (shares-said-type OBJECT): of the types that it was described by, one that it has and this has, too. */
Lf noun_shares_said_type(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf object = bind_form(b, lf_item(lf, form, 1), SORT_OBJ), types = 0, items[8] = {LF_OR};
  for (u32 i = b->referents.count; object && i > b->referent_first && !types; i--)
    if (b->referents.data[i - 1].was == object) types = types_said(b, b->referents.data[i - 1].filter);
  u32 count = types ? lf_count(lf, types) : 0;
  if (count < 2 || count > COUNT_OF(items)) return bind_refuse(b, "no types were named earlier", form);
  for (u32 i = 1; i < count; i++) {
    Lf type = lf_item(lf, types, i);
    if (!lf_is_list(lf, type, LF_TYPE)) return bind_refuse(b, "no types were named earlier", form);
    items[i] = lf_make(lf, LF_AND, type, lf_make(lf, LF_MATCHES, object, type, 0), 0);
  }
  return lf_list(lf, items, count);
}

/* (unless-copied-has FILTER KEYWORD MOD…): had besides by a copy of that object, unless that has the keyword. */
Lf noun_unless_copied_has(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  u32 count = lf_count(lf, form);
  Lf items[8] = {LF_MOD_IF};
  if (count > COUNT_OF(items) + 1) return bind_refuse(b, TOO_MUCH_SAID, form);
  if (!bind_form(b, lf_make(lf, LF_THAT, lf_item(lf, form, 1), 0, 0), SORT_OBJ)) return 0;
  items[1] = lf_make(lf, LF_NOT, lf_make(lf, LF_HAS, lf_item(lf, form, 2), 0, 0), 0, 0);
  for (u32 i = 3; i < count; i++) items[i - 1] = bind_form(b, lf_item(lf, form, i), SORT_MOD);
  return b->refusal ? 0 : lf_list(lf, items, count - 1);
}
