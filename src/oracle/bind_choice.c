/* Words that are chosen: in the same ability they are in a variable, in another one of the object they are what it
   remembers (607.2d). */
#include "oracle/bind.h"

/* (choose-thing WHAT): a color, a creature type, a land type. */
static Lf verb_choose_thing(Binder *b, Lf form) {
  static const struct {
    const char *what, *choose, *role, *flag;
  } THINGS[] = {{"color", "choose-color", "color", NULL},
                {"creature-type", "choose-creature-type", "type", NULL},
                {"card-name", "choose-name", "name", NULL},
                {"basic-land-type", "choose-basic-land-type", "type", NULL},
                {"nonbasic-land-type", "choose-land-type", "type", ":nonbasic"},
                {"land-type", "choose-land-type", "type", NULL}};
  if (b->actor_many) b->by_each = true;
  for (u32 i = 0; i < COUNT_OF(THINGS); i++) {
    if (!lf_is(b->lf, lf_item(b->lf, form, 1), THINGS[i].what)) continue;
    Lf variable = bind_variable(b, "k");
    Lf choose = lf_make(b->lf, THINGS[i].choose, variable, 0, 0);
    if (THINGS[i].flag) choose = bind_with_flag(b, choose, THINGS[i].flag);
    Lf filter = lf_item(b->lf, form, 2) ? bind_form(b, lf_item(b->lf, form, 2), SORT_COND) : 0;
    if (b->refusal) return 0;
    if (filter) choose = bind_with_option(b, choose, ":filter", filter);
    bind_mention(b, (Referent){.was = variable,
                               .now = variable,
                               .filter = bind_atom(b, "always"),
                               .role = bind_atom(b, THINGS[i].role),
                               .word = true});
    return bind_by_actor(b, choose);
  }
  return bind_refuse(b, "no choice is known of", form);
}

/* The variable of a word that was chosen in the ability, or in the one that grants it; 0 without one. */
static Lf chosen(Binder *b, const char *role) {
  for (u32 i = b->referents.count; i > 0; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.word && lf_is(b->lf, r.role, role)) return r.now;
  }
  return 0;
}

static Lf noun_chosen_color(Binder *b, Lf form) {
  (void)form;
  Lf here = chosen(b, "color");
  return here ? lf_make(b->lf, "color-in", here, 0, 0) : lf_make(b->lf, "noted-color", bind_atom(b, "@color"), 0, 0);
}

static Lf noun_chosen_type(Binder *b, Lf form) {
  (void)form;
  Lf here = chosen(b, "type");
  return here ? lf_make(b->lf, "subtype-in", here, 0, 0) : lf_make(b->lf, "noted-subtype", bind_atom(b, "@type"), 0, 0);
}

/* Under what name an object remembers the one thing of a kind that was chosen: that of its card type; 0, refused, if none
   is said. */
static Lf chosen_link(Binder *b, Lf filter) {
  static const char *const LINKS[][2] = {{"creature", "@chosen-creature"},
                                         {"artifact", "@chosen-artifact"},
                                         {"enchantment", "@chosen-enchantment"},
                                         {"land", "@chosen-land"},
                                         {"planeswalker", "@chosen-planeswalker"}};
  Lf type = lf_is_list(b->lf, filter, "type") ? filter : 0;
  for (u32 i = 1; !type && lf_is(b->lf, filter, "and") && i < lf_count(b->lf, filter); i++)
    if (lf_is_list(b->lf, lf_item(b->lf, filter, i), "type")) type = lf_item(b->lf, filter, i);
  for (u32 i = 0; type && i < COUNT_OF(LINKS); i++)
    if (lf_is(b->lf, lf_item(b->lf, type, 1), LINKS[i][0])) return bind_atom(b, LINKS[i][1]);
  return bind_refuse(b, "nothing that can be remembered is", filter);
}

/* (note-chosen FILTER): one permanent is chosen for good as this object enters (607.2d). */
static Lf verb_note_chosen(Binder *b, Lf form) {
  Lf one = bind_atom(b, "1"), filter = lf_item(b->lf, form, 1), link = chosen_link(b, filter);
  Lf pick[] = {bind_atom(b, "pick"), one, one, filter};
  Lf chosen = link ? bind_form(b, lf_list(b->lf, pick, COUNT_OF(pick)), SORT_OBJ) : 0;
  return chosen ? lf_make(b->lf, "note", link, chosen, 0) : 0;
}

/* (chosen-one FILTER): that one, or one that was chosen in the same ability. */
static Lf noun_chosen_one(Binder *b, Lf form) {
  Lf here = bind_atom(b, "chosen");
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (b->referents.data[i - 1].role == here)
      return bind_form(b, lf_make(b->lf, "the", here, lf_item(b->lf, form, 1), 0), SORT_OBJ);
  Lf filter = lf_item(b->lf, form, 1), link = chosen_link(b, filter);
  Lf noted = link ? lf_make(b->lf, "noted", link, 0, 0) : 0;
  if (noted) bind_mention(b, (Referent){.was = noted, .now = noted, .filter = filter});
  return noted;
}

static Lf noun_chosen_name(Binder *b, Lf form) {
  (void)form;
  Lf here = chosen(b, "name");
  return here ? lf_make(b->lf, "name-in", here, 0, 0) : lf_make(b->lf, "noted-name", bind_atom(b, "@name"), 0, 0);
}

/* (becomes-chosen WHAT), (adds-chosen WHAT): a modification. */
static Lf becomes(Binder *b, Lf form, const char *to_here[2], const char *to_noted[2]) {
  bool color = lf_is(b->lf, lf_item(b->lf, form, 1), "color");
  Lf here = chosen(b, color ? "color" : "type");
  if (here) return lf_make(b->lf, to_here[!color], here, 0, 0);
  return lf_make(b->lf, to_noted[!color], bind_atom(b, color ? "@color" : "@type"), 0, 0);
}

static Lf noun_becomes_chosen(Binder *b, Lf form) {
  return becomes(b, form, (const char *[]){"set-color-to", "set-subtype-to"},
                 (const char *[]){"set-noted-color", "set-noted-subtype"});
}

static Lf noun_adds_chosen(Binder *b, Lf form) {
  if (!lf_is(b->lf, lf_item(b->lf, form, 1), "type")) return bind_refuse(b, "nothing is added by", form);
  return becomes(b, form, (const char *[]){"", "add-subtype-of"}, (const char *[]){"", "add-noted-subtype"});
}

/* (counters KIND OBJECT): the counters that "those" are in what follows, with what they are on. */
static Lf noun_counters(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf kind = lf_item(b->lf, form, 1), of = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ);
  b->said = said;
  if (!of) return 0;
  bind_mention(b, (Referent){.was = kind,
                             .now = kind,
                             .filter = bind_atom(b, "always"),
                             .role = bind_atom(b, "counters"),
                             .owner = of,
                             .word = true});
  return lf_make(b->lf, "counters", kind, of, 0);
}

/* `remove-those-counters`: all there are. */
static Lf verb_remove_those(Binder *b, Lf form) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (!r.word || !lf_is(b->lf, r.role, "counters")) continue;
    /* What a condition asks about was mentioned before it, last of all objects. */
    bool asked = lf_is_atom(b->lf, r.owner) && lf_is(b->lf, r.owner, "it");
    Lf from = bind_form(b, asked ? bind_atom(b, "pronoun-it") : r.owner, SORT_OBJ);
    if (!from) return 0;
    Lf items[] = {bind_atom(b, "remove-all-counters"), from, bind_atom(b, ":kind"), r.was};
    return lf_list(b->lf, items, COUNT_OF(items));
  }
  return bind_refuse(b, "no counters before it are meant by", form);
}

/* (pay-often COST EFFECTS): a cost is paid any number of times, and what was put off until then is done for so many. */
static Lf verb_pay_often(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf n = bind_variable(b, "n"), was = bind_variable(b, "n"), cost = bind_form(b, lf_item(lf, form, 1), SORT_COST);
  Lf times = lf_make(lf, "value", n, 0, 0), zero = bind_atom(b, "0"), more = bind_atom(b, ">"), amount = b->amount;
  if (!cost) return 0;
  Lf again = lf_make(lf, "let-number", n, lf_make(lf, "+", times, bind_atom(b, "1"), 0), 0);
  Lf pay = bind_with_option(b, lf_make(lf, "pay", cost, 0, 0), ":then", again);
  Lf once = lf_make(lf, "seq", lf_make(lf, "let-number", was, times, 0), pay, 0);
  Lf grew[] = {bind_atom(b, "cmp"), times, more, lf_make(lf, "value", was, 0, 0)};
  Lf paid[] = {bind_atom(b, "cmp"), times, more, zero};
  b->amount = times;
  Lf then = bind_action(b, lf_make(lf, "when-you-do", lf_make(lf, "spell", lf_item(lf, form, 2), 0, 0), 0, 0));
  b->amount = amount;
  if (!then) return 0;
  then = bind_put(b, then, bind_atom(b, "this-way"), times); /* "that many" is how often throughout */
  Lf steps[] = {bind_atom(b, "seq"), lf_make(lf, "let-number", n, zero, 0),
                lf_make(lf, "repeat-while", once, lf_list(lf, grew, COUNT_OF(grew)), 0),
                lf_make(lf, "if", lf_list(lf, paid, COUNT_OF(paid)), then, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* (either-way OBJECTS ACTION…): one of the actions is chosen, each of them with `same` for the objects. */
static Lf verb_either_way(Binder *b, Lf form) {
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), items[8] = {bind_atom(b, "choose-one")};
  u32 count = lf_count(b->lf, form);
  if (!objects || count > COUNT_OF(items)) return 0;
  if (b->actor_many) b->by_each = true;
  for (u32 i = 2; i < count; i++) {
    items[i - 1] = bind_action(b, bind_put(b, lf_item(b->lf, form, i), bind_atom(b, "same"), objects));
    if (!items[i - 1]) return 0;
  }
  return bind_by_actor(b, lf_list(b->lf, items, count - 1));
}

/* (choose-deed ACTION…): whoever acts chooses what of it is done; nothing is known later of what only one mentions. */
static Lf verb_choose_deed(Binder *b, Lf form) {
  Lf actor = b->actor, items[8] = {bind_atom(b, "choose-one")};
  u32 count = lf_count(b->lf, form);
  if (count + 2 > COUNT_OF(items)) return bind_refuse(b, "too much is said of", form);
  if (b->actor_many) b->by_each = true;
  bind_mention_player(b, actor);
  b->actor = bind_atom(b, "you");
  for (u32 i = 1; i < count; i++) items[i] = bind_branch(b, lf_item(b->lf, form, i));
  b->actor = actor;
  for (u32 i = 1; i < count; i++)
    if (!items[i]) return 0;
  items[count] = bind_atom(b, ":by");
  items[count + 1] = actor;
  return lf_list(b->lf, items, count + 2);
}

bool bind_choices_add(Binder *b) {
  static const struct {
    const char *name;
    BindForm *noun, *verb;
  } FORMS[] = {
      {"choose-thing", NULL, verb_choose_thing}, {"chosen-color", noun_chosen_color, NULL},
      {"counters", noun_counters, NULL},         {"remove-those-counters", NULL, verb_remove_those},
      {"chosen-type", noun_chosen_type, NULL},   {"becomes-chosen", noun_becomes_chosen, NULL},
      {"choose-deed", NULL, verb_choose_deed},   {"adds-chosen", noun_adds_chosen, NULL},
      {"either-way", NULL, verb_either_way},     {"note-chosen", NULL, verb_note_chosen},
      {"chosen-one", noun_chosen_one, NULL},     {"pay-often", NULL, verb_pay_often},
      {"chosen-name", noun_chosen_name, NULL},
  };
  bool fits = true;
  for (u32 i = 0; i < COUNT_OF(FORMS) && fits; i++)
    fits = bind_head_add(b, FORMS[i].name, FORMS[i].noun, FORMS[i].verb);
  return fits;
}
