/* Words that are chosen: in the same ability they are in a variable, in another one of the object they are what it
   remembers (607.2d). */
#include "oracle/bind.h"

/* (choose-thing WHAT): a color, a creature type, a land type. */
Lf verb_choose_thing(Binder *b, Lf form) {
  static const struct {
    Lf what, choose, role, flag;
  } THINGS[] = {{LF_COLOR, LF_CHOOSE_COLOR, LF_COLOR, 0},
                {LF_CREATURE_TYPE, LF_CHOOSE_CREATURE_TYPE, LF_TYPE, 0},
                {LF_CARD_NAME, LF_CHOOSE_NAME, LF_NAME, 0},
                {LF_BASIC_LAND_TYPE, LF_CHOOSE_BASIC_LAND_TYPE, LF_TYPE, 0},
                {LF_NONBASIC_LAND_TYPE, LF_CHOOSE_LAND_TYPE, LF_TYPE, LF_OPT_NONBASIC},
                {LF_LAND_TYPE, LF_CHOOSE_LAND_TYPE, LF_TYPE, 0}};
  if (b->actor_many) b->by_each = true;
  for (u32 i = 0; i < COUNT_OF(THINGS); i++) {
    if (!lf_is(b->lf, lf_item(b->lf, form, 1), THINGS[i].what)) continue;
    Lf variable = bind_variable(b, "k");
    Lf choose = lf_make(b->lf, THINGS[i].choose, variable, 0, 0);
    if (THINGS[i].flag) choose = bind_with_flag(b, choose, THINGS[i].flag);
    Lf but = bind_option(b, form, LF_OPT_NOT);
    if (but) choose = bind_with_option(b, choose, LF_OPT_NOT, but);
    Lf filter = !but && lf_item(b->lf, form, 2) ? bind_form(b, lf_item(b->lf, form, 2), SORT_COND) : 0;
    if (b->refusal) return 0;
    if (filter) choose = bind_with_option(b, choose, LF_OPT_FILTER, filter);
    bind_mention(
        b, (Referent){.was = variable, .now = variable, .filter = LF_ALWAYS, .role = THINGS[i].role, .word = true});
    return bind_by_actor(b, choose);
  }
  return bind_refuse(b, "the binder knows no such choice", form);
}

/* The variable of a word that was chosen in the ability, or in the one that grants it; 0 without one. */
static Lf chosen(Binder *b, Lf role) {
  for (u32 i = b->referents.count; i > 0; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.word && lf_is(b->lf, r.role, role)) return r.now;
  }
  return 0;
}

Lf noun_chosen_color(Binder *b, Lf form) {
  (void)form;
  Lf here = chosen(b, LF_COLOR);
  return here ? lf_make(b->lf, LF_COLOR_IN, here, 0, 0) : lf_make(b->lf, LF_NOTED_COLOR, LF_LINK_COLOR, 0, 0);
}

Lf noun_chosen_type(Binder *b, Lf form) {
  (void)form;
  Lf here = chosen(b, LF_TYPE);
  return here ? lf_make(b->lf, LF_SUBTYPE_IN, here, 0, 0) : lf_make(b->lf, LF_NOTED_SUBTYPE, LF_LINK_TYPE, 0, 0);
}

/* (of-choice WHAT WHO): of a colour or creature type that is chosen before the action that says so. */
Lf noun_of_choice(Binder *b, Lf form) {
  bool color = lf_item(b->lf, form, 1) == LF_COLOR;
  Lf who = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ), variable = bind_variable(b, "k");
  if (!who) return 0;
  if (!b->acting || who != LF_YOU || !lf_is(b->lf, b->actor, LF_YOU) || b->asking)
    return bind_refuse(b, "nothing says when this is chosen", form);
  bind_before(b, lf_make(b->lf, color ? LF_CHOOSE_COLOR : LF_CHOOSE_CREATURE_TYPE, variable, 0, 0));
  bind_mention(
      b, (Referent){
             .was = variable, .now = variable, .filter = LF_ALWAYS, .role = color ? LF_COLOR : LF_TYPE, .word = true});
  return lf_make(b->lf, color ? LF_COLOR_IN : LF_SUBTYPE_IN, variable, 0, 0);
}

/* Under what name an object remembers the one thing of a kind that was chosen: that of its card type; 0, refused, if none
   is said. */
static Lf chosen_link(Binder *b, Lf filter) {
  static const Lf LINKS[][2] = {{LF_CREATURE, LF_LINK_CHOSEN_CREATURE},
                                {LF_ARTIFACT, LF_LINK_CHOSEN_ARTIFACT},
                                {LF_ENCHANTMENT, LF_LINK_CHOSEN_ENCHANTMENT},
                                {LF_LAND, LF_LINK_CHOSEN_LAND},
                                {LF_PLANESWALKER, LF_LINK_CHOSEN_PLANESWALKER}};
  if (lf_is(b->lf, filter, LF_PLAYER)) return LF_LINK_PLAYER;
  Lf type = lf_is_list(b->lf, filter, LF_TYPE) ? filter : 0;
  for (u32 i = 1; !type && lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_is_list(b->lf, lf_item(b->lf, filter, i), LF_TYPE)) type = lf_item(b->lf, filter, i);
  for (u32 i = 0; type && i < COUNT_OF(LINKS); i++)
    if (lf_is(b->lf, lf_item(b->lf, type, 1), LINKS[i][0])) return LINKS[i][1];
  return bind_refuse(b, "this can't be remembered", filter);
}

/* (note-chosen FILTER): one permanent is chosen for good as this object enters (607.2d). */
Lf verb_note_chosen(Binder *b, Lf form) {
  Lf one = LF_N1, filter = lf_item(b->lf, form, 1), link = chosen_link(b, filter);
  Lf pick[] = {LF_PICK, one, one, filter};
  Lf chosen = link ? bind_form(b, lf_list(b->lf, pick, COUNT_OF(pick)), SORT_OBJ) : 0;
  return chosen ? lf_make(b->lf, LF_NOTE, link, chosen, 0) : 0;
}

/* (chosen-one FILTER): that one, or one that was chosen in the same ability. */
Lf noun_chosen_one(Binder *b, Lf form) {
  Lf here = LF_CHOSEN;
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (b->referents.data[i - 1].role == here)
      return bind_form(b, lf_make(b->lf, LF_THE, here, lf_item(b->lf, form, 1), 0), SORT_OBJ);
  Lf filter = lf_item(b->lf, form, 1), link = chosen_link(b, filter);
  Lf noted = link ? lf_make(b->lf, LF_NOTED, link, 0, 0) : 0;
  if (noted) bind_mention(b, (Referent){.was = noted, .now = noted, .filter = filter});
  return noted;
}

Lf noun_chosen_name(Binder *b, Lf form) {
  (void)form;
  Lf here = chosen(b, LF_NAME);
  return here ? lf_make(b->lf, LF_NAME_IN, here, 0, 0) : lf_make(b->lf, LF_NOTED_NAME, LF_LINK_NAME, 0, 0);
}

/* (becomes-chosen WHAT), (adds-chosen WHAT): a modification. */
static Lf becomes(Binder *b, Lf form, const Lf to_here[2], const Lf to_noted[2]) {
  bool color = lf_is(b->lf, lf_item(b->lf, form, 1), LF_COLOR);
  Lf here = chosen(b, color ? LF_COLOR : LF_TYPE);
  if (here) return lf_make(b->lf, to_here[!color], here, 0, 0);
  return lf_make(b->lf, to_noted[!color], color ? LF_LINK_COLOR : LF_LINK_TYPE, 0, 0);
}

Lf noun_becomes_chosen(Binder *b, Lf form) {
  return becomes(b, form, (const Lf[]){LF_SET_COLOR_TO, LF_SET_SUBTYPE_TO},
                 (const Lf[]){LF_SET_NOTED_COLOR, LF_SET_NOTED_SUBTYPE});
}

Lf noun_adds_chosen(Binder *b, Lf form) {
  if (!lf_is(b->lf, lf_item(b->lf, form, 1), LF_TYPE)) return bind_refuse(b, "no mana is added", form);
  return becomes(b, form, (const Lf[]){0, LF_ADD_SUBTYPE_OF}, (const Lf[]){0, LF_ADD_NOTED_SUBTYPE});
}

/* (counters KIND OBJECT): the counters that "those" are in what follows, with what they are on. */
Lf noun_counters(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf kind = lf_item(b->lf, form, 1), of = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ);
  b->said = said;
  if (!of) return 0;
  bind_mention(
      b, (Referent){.was = kind, .now = kind, .filter = LF_ALWAYS, .role = LF_COUNTERS, .owner = of, .word = true});
  return lf_make(b->lf, LF_COUNTERS, kind, of, 0);
}

/* `remove-those-counters`: all there are. */
Lf verb_remove_those(Binder *b, Lf form) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (!r.word || !lf_is(b->lf, r.role, LF_COUNTERS)) continue;
    /* What a condition asks about was mentioned before it, last of all objects. */
    bool asked = lf_is_atom(b->lf, r.owner) && lf_is(b->lf, r.owner, LF_IT);
    Lf from = bind_form(b, asked ? LF_PRONOUN_IT : r.owner, SORT_OBJ);
    if (!from) return 0;
    Lf items[] = {LF_REMOVE_ALL_COUNTERS, from, LF_OPT_KIND, r.was};
    return lf_list(b->lf, items, COUNT_OF(items));
  }
  return bind_refuse(b, "no counters were mentioned earlier", form);
}

/* (pay-often COST EFFECTS): a cost is paid any number of times, and what was put off until then is done for so many. */
Lf verb_pay_often(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf n = bind_variable(b, "n"), was = bind_variable(b, "n"), cost = bind_form(b, lf_item(lf, form, 1), SORT_COST);
  Lf times = lf_make(lf, LF_VALUE, n, 0, 0), zero = LF_N0, more = LF_IS_MORE, amount = b->amount;
  if (!cost) return 0;
  Lf again = lf_make(lf, LF_LET_NUMBER, n, lf_make(lf, LF_PLUS, times, LF_N1, 0), 0);
  Lf pay = bind_with_option(b, lf_make(lf, LF_PAY, cost, 0, 0), LF_OPT_THEN, again);
  Lf once = lf_make(lf, LF_SEQ, lf_make(lf, LF_LET_NUMBER, was, times, 0), pay, 0);
  Lf grew[] = {LF_CMP, times, more, lf_make(lf, LF_VALUE, was, 0, 0)};
  Lf paid[] = {LF_CMP, times, more, zero};
  b->amount = times;
  Lf then = bind_action(b, lf_make(lf, LF_WHEN_YOU_DO, lf_make(lf, LF_SPELL, lf_item(lf, form, 2), 0, 0), 0, 0));
  b->amount = amount;
  if (!then) return 0;
  then = bind_put(b, then, LF_THIS_WAY, times); /* "that many" is how often throughout */
  Lf steps[] = {LF_SEQ, lf_make(lf, LF_LET_NUMBER, n, zero, 0),
                lf_make(lf, LF_REPEAT_WHILE, once, lf_list(lf, grew, COUNT_OF(grew)), 0),
                lf_make(lf, LF_IF, lf_list(lf, paid, COUNT_OF(paid)), then, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* (either-way OBJECTS ACTION…), (all-ways OBJECTS ACTION…): one of the actions is chosen, or all are done, each of them with
   `same` for the objects. */
Lf verb_either_way(Binder *b, Lf form) {
  bool all = lf_is_list(b->lf, form, LF_ALL_WAYS);
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), items[8] = {all ? LF_SEQ : LF_CHOOSE_ONE};
  u32 count = lf_count(b->lf, form);
  if (!objects || count > COUNT_OF(items)) return 0;
  if (b->actor_many && !all) b->by_each = true;
  for (u32 i = 2; i < count; i++) {
    items[i - 1] = bind_action(b, bind_put(b, lf_item(b->lf, form, i), LF_SAME, objects));
    if (!items[i - 1]) return 0;
  }
  return all ? lf_list(b->lf, items, count - 1) : bind_by_actor(b, lf_list(b->lf, items, count - 1));
}

/* (colored-at-will OBJECTS DURATION): whoever acts chooses which colors they become, at least one. */
Lf verb_colored_at_will(Binder *b, Lf form) {
  static const Lf COLORS[] = {LF_WHITE, LF_BLUE, LF_BLACK, LF_RED, LF_GREEN};
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf either[1u << COUNT_OF(COLORS)] = {LF_CHOOSE_ONE};
  for (u32 colors = 1; objects && colors < COUNT_OF(either); colors++) {
    Lf set[COUNT_OF(COLORS) + 1] = {LF_SET_COLOR};
    u32 count = 1;
    for (u32 i = 0; i < COUNT_OF(COLORS); i++)
      if (colors >> i & 1) set[count++] = COLORS[i];
    Lf apply[] = {LF_APPLY, objects, lf_item(b->lf, form, 2), lf_list(b->lf, set, count)};
    either[colors] = lf_list(b->lf, apply, COUNT_OF(apply));
  }
  if (b->actor_many) b->by_each = true;
  return objects ? bind_by_actor(b, lf_list(b->lf, either, COUNT_OF(either))) : 0;
}

/* (each-way OBJECTS ACTION): the action is done to each of the objects, one by one, which is `same` in it. */
Lf verb_each_way(Binder *b, Lf form) {
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), one = bind_variable(b, "e");
  Lf action = objects ? bind_action(b, bind_put(b, lf_item(b->lf, form, 2), LF_SAME, one)) : 0;
  Lf each[] = {LF_FOR_EACH, one, objects, action};
  return action ? lf_list(b->lf, each, COUNT_OF(each)) : 0;
}

/* (choose-deed ACTION…): whoever acts chooses what of it is done; nothing is known later of what only one mentions. */
Lf verb_choose_deed(Binder *b, Lf form) {
  Lf actor = b->actor, items[8] = {LF_CHOOSE_ONE};
  u32 count = lf_count(b->lf, form);
  if (count + 2 > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, form);
  if (b->actor_many) b->by_each = true;
  bind_mention_player(b, actor);
  b->actor = LF_YOU;
  for (u32 i = 1; i < count; i++) items[i] = bind_branch(b, lf_item(b->lf, form, i));
  b->actor = actor;
  for (u32 i = 1; i < count; i++)
    if (!items[i]) return 0;
  items[count] = LF_OPT_BY;
  items[count + 1] = actor;
  return lf_list(b->lf, items, count + 2);
}
