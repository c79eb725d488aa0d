/* Noun phrases of what is new: what is targeted, chosen or counted. */
#include "oracle/bind.h"

bool bind_is_player(const Binder *b, Lf filter) {
  static const Lf PLAYERS[] = {LF_PLAYER, LF_OPPONENT};
  for (u32 i = 0; i < COUNT_OF(PLAYERS); i++)
    if (lf_is(b->lf, filter, PLAYERS[i])) return true;
  if (!lf_is(b->lf, filter, LF_AND) && !lf_is(b->lf, filter, LF_IS)) return false;
  if (lf_is(b->lf, filter, LF_IS)) return lf_is(b->lf, lf_item(b->lf, filter, 1), LF_YOU);
  for (u32 i = 1; i < lf_count(b->lf, filter); i++)
    if (bind_is_player(b, lf_item(b->lf, filter, i))) return true;
  return false;
}

/* Spells and abilities are on the stack. */
static bool is_of_stack(const Binder *b, Lf filter) {
  static const Lf STACK[] = {LF_SPELL_ON_STACK, LF_ACTIVATED_ABILITY, LF_TRIGGERED_ABILITY};
  for (u32 i = 0; i < COUNT_OF(STACK); i++)
    if (lf_is(b->lf, filter, STACK[i])) return true;
  bool all = lf_is_list(b->lf, filter, LF_OR);
  for (u32 i = 1; all && i < lf_count(b->lf, filter); i++) all = is_of_stack(b, lf_item(b->lf, filter, i));
  return all;
}

Lf bind_zone_of(Binder *b, Lf filter, Lf *zone) {
  *zone = LF_BATTLEFIELD;
  if (is_of_stack(b, filter)) *zone = LF_STACK;
  if (lf_is(b->lf, filter, LF_IN)) {
    *zone = lf_item(b->lf, filter, 1);
    return LF_ALWAYS;
  }
  if (!lf_is(b->lf, filter, LF_AND)) return filter;
  Lf kept[32] = {lf_item(b->lf, filter, 0)};
  u32 count = 1;
  for (u32 i = 1; i < lf_count(b->lf, filter); i++) {
    Lf term = lf_item(b->lf, filter, i);
    if (is_of_stack(b, term)) *zone = LF_STACK;
    if (lf_is_list(b->lf, term, LF_IN)) {
      *zone = lf_item(b->lf, term, 1);
      continue;
    }
    if (count == COUNT_OF(kept)) return bind_refuse(b, "too many conditions", filter);
    kept[count++] = term;
  }
  return lf_list(b->lf, kept, count);
}

/* --- targets and choices --------------------------------------------------------------------------------- */

/* The token that other tokens are other than: one that was created before them; 0 without it, or in a description of
   something else. */
static Lf made_before(Binder *b, Lf filter) {
  bool others = lf_is(b->lf, filter, LF_AND) && bind_mentions(b, filter, LF_OTHER);
  if (!others || !bind_mentions(b, filter, LF_TOKEN)) return 0;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.role != LF_CREATED) continue;
    if (!vec_push(&b->allocator, &b->used, r.now)) b->lf->failed = true;
    return r.now;
  }
  return 0;
}

/* Which card types a description names, a bit for each, by itself or by their subtypes. */
static u32 types_named(const Binder *b, Lf filter) {
  static const Word OF_CLASS[SUB_COUNT] = {[SUB_CREATURE] = W_CREATURE,
                                           [SUB_LAND] = W_LAND,
                                           [SUB_ARTIFACT] = W_ARTIFACT,
                                           [SUB_ENCHANTMENT] = W_ENCHANTMENT,
                                           [SUB_PLANESWALKER] = W_PLANESWALKER};
  u32 types = 0;
  if (lf_is_atom(b->lf, filter) || lf_is(b->lf, filter, LF_NOT)) return 0;
  bool type = lf_is(b->lf, filter, LF_TYPE), subtype = lf_is(b->lf, filter, LF_SUBTYPE);
  if (type || subtype) {
    Word word = word_find(lf_head(b->lf, lf_item(b->lf, filter, 1)), type ? WC_TYPE : WC_SUBTYPE);
    if (word && subtype) word = OF_CLASS[word_subtype_class(word)];
    return word ? 1u << (word - word_first(WC_TYPE)) : 0;
  }
  if (!lf_is(b->lf, filter, LF_AND) && !lf_is(b->lf, filter, LF_OR)) return 0;
  for (u32 i = 1; i < lf_count(b->lf, filter); i++) types |= types_named(b, lf_item(b->lf, filter, i));
  return types;
}

/* Whether one description could be of what the other describes, so that it says something to be other than that. */
static bool could_be_same(const Binder *b, Lf one, Lf other) {
  u32 first = types_named(b, one), second = types_named(b, other);
  return !first || !second || first & second;
}

/* Behind a target of its ability, "another" and "each other" is one that isn't that one. */
static Lf other_than_targets(Binder *b, Lf filter) {
  Lf items[32] = {LF_AND};
  u32 count = 1, targets = b->targets.count - b->target_first;
  Lf other = LF_OTHER, made = made_before(b, filter);
  if (made) return bind_put(b, filter, other, lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, made, 0, 0), 0, 0));
  if (targets == 0 || !lf_is(b->lf, filter, LF_AND) || bind_is_player(b, filter)) return filter;
  if (targets + lf_count(b->lf, filter) > COUNT_OF(items)) return bind_refuse(b, "too many conditions", filter);
  for (u32 i = 1; i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) != other) items[count++] = lf_item(b->lf, filter, i);
  if (count == lf_count(b->lf, filter)) return filter;
  u32 others = 0;
  for (u32 i = b->target_first; i < b->targets.count; i++) {
    Lf target = b->targets.data[i];
    if (bind_is_player(b, lf_item(b->lf, target, 2)) || !could_be_same(b, lf_item(b->lf, target, 2), filter)) continue;
    Lf same = lf_make(b->lf, LF_IS, lf_item(b->lf, target, 1), 0, 0);
    items[count++] = lf_make(b->lf, LF_NOT, same, 0, 0);
    others++;
  }
  return others > 0 ? lf_list(b->lf, items, count) : filter;
}

/* What a description compares with: in "another one that shares a type with it", other is other than that. 0 if it compares
   with nothing, or with this object. */
static Lf compared_with(Binder *b, Lf filter) {
  if (lf_is_list(b->lf, filter, LF_SHARES)) return lf_item(b->lf, filter, 2);
  if (lf_is_list(b->lf, filter, LF_NAMED_AS)) return lf_item(b->lf, filter, 1);
  for (u32 i = 1; lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++) {
    Lf with = compared_with(b, lf_item(b->lf, filter, i));
    if (with) return with;
  }
  return 0;
}

static Lf other_than_compared(Binder *b, Lf filter) {
  Lf other = LF_OTHER, with = bind_mentions(b, filter, other) ? compared_with(b, filter) : 0;
  if (!with || lf_is(b->lf, with, LF_SELF) || lf_is(b->lf, with, LF_BY_NAME) || lf_is(b->lf, with, LF_PRONOUN_HE))
    return filter;
  return bind_put(b, filter, other, lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, with, 0, 0), 0, 0));
}

/* A filter without `one-graveyard`, which says that all are of one player, and `a-graveyard`, which is said of one only. */
static Lf without_together(Binder *b, Lf filter, bool *together, bool several) {
  filter = filter ? other_than_compared(b, filter) : 0;
  if (!filter || !lf_is(b->lf, filter, LF_AND)) return filter;
  Lf kept[32] = {lf_item(b->lf, filter, 0)};
  u32 count = 1;
  if (lf_count(b->lf, filter) > COUNT_OF(kept)) return bind_refuse(b, "too many conditions", filter);
  for (u32 i = 1; i < lf_count(b->lf, filter); i++) {
    Lf term = lf_item(b->lf, filter, i);
    bool one = lf_is(b->lf, term, LF_A_GRAVEYARD);
    if (one && several) return bind_refuse(b, "there are several", term);
    if (lf_is(b->lf, term, LF_ONE_GRAVEYARD))
      *together = true;
    else if (!one)
      kept[count++] = term;
  }
  return lf_list(b->lf, kept, count);
}

static u32 add_together(Lf *items, u32 count) {
  items[count++] = LF_OPT_SET;
  items[count++] = LF_SAME_CONTROLLER;
  return count;
}

/* Each target that an opponent chooses may be chosen by another one (601.7a). */
static Lf with_own_chooser(Binder *b, Lf form) {
  for (u32 i = 0; i < b->targets.count; i++)
    if (bind_mentions(b, b->targets.data[i], LF_VAR_CHOOSER))
      return bind_put(b, form, LF_VAR_CHOOSER, bind_variable(b, "by"));
  return form;
}

/* (target FILTER OPTION…) declares a target and is its variable. */
Lf noun_target(Binder *b, Lf form) {
  bool together = false;
  if (bind_mentions(b, form, LF_VAR_CHOOSER)) form = with_own_chooser(b, form);
  if (bind_has_head(b, lf_item(b->lf, form, 1), LF_OF_CHOICE))
    return bind_refuse(b, "this is chosen before targets are", form);
  Lf most = bind_option(b, form, LF_OPT_MAX);
  bool several = most && most != LF_N1;
  Lf filter = bind_form(b, without_together(b, lf_item(b->lf, form, 1), &together, several), SORT_COND);
  filter = filter ? other_than_targets(b, filter) : 0;
  if (!filter) return 0;
  if (bind_says_card(b, filter) && !bind_has_head(b, filter, LF_IN))
    return bind_refuse(b, "nothing says in which zone this is", filter);
  Lf variable = bind_variable(b, "t");
  Lf items[FORM_MAX] = {LF_TARGET, variable, filter};
  u32 count = 3;
  if (lf_count(b->lf, form) + 3 > FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 2; i < lf_count(b->lf, form); i++) {
    Lf item = lf_item(b->lf, form, i);
    bool name = lf_is_atom(b->lf, item) && lf_head(b->lf, item).data[0] == ':';
    bool set = i > 2 && lf_is(b->lf, lf_item(b->lf, form, i - 1), LF_OPT_SET);
    bool by = i > 2 && lf_is(b->lf, lf_item(b->lf, form, i - 1), LF_OPT_BY);
    items[count] = name ? item : bind_form(b, bind_announced(b, item), set ? SORT_SET : by ? SORT_OBJ : SORT_NUM);
    if (!items[count++]) return 0;
  }
  Lf max = bind_option(b, form, LF_OPT_MAX), one = LF_N1;
  if (together && max && max != one) count = add_together(items, count);
  if (!vec_push(&b->allocator, &b->targets, lf_list(b->lf, items, count))) b->lf->failed = true;
  bind_mention(b, (Referent){.was = variable,
                             .now = variable,
                             .filter = filter,
                             .player = bind_is_player(b, filter),
                             .many = max && max != one});
  return variable;
}

/* Several targets, each of which is in the zone that is said once. */
static Lf each_in(Binder *b, Lf objects, Lf zone) {
  if (lf_is_list(b->lf, objects, LF_TARGET))
    return bind_with_item(b, objects, 1, lf_make(b->lf, LF_AND, lf_item(b->lf, objects, 1), zone, 0));
  for (u32 i = 1; objects && i < lf_count(b->lf, objects); i++)
    objects = bind_with_item(b, objects, i, each_in(b, lf_item(b->lf, objects, i), zone));
  return objects;
}

/* (all-in TARGETS ZONE) */
Lf noun_all_in(Binder *b, Lf form) {
  Lf each = each_in(b, lf_item(b->lf, form, 1), lf_item(b->lf, form, 2));
  return each ? bind_form(b, each, SORT_OBJ) : 0;
}

/* What may be chosen of a filter: everything where it says, or players. */
static Lf all_of(Binder *b, Lf filter) {
  Lf zone, rest;
  if (bind_is_player(b, filter)) return lf_make(b->lf, LF_ALL_PLAYERS, filter, 0, 0);
  rest = bind_zone_of(b, filter, &zone);
  Lf whose = rest && lf_is(b->lf, rest, LF_AND) && lf_count(b->lf, rest) == 3 ? lf_item(b->lf, rest, 2) : 0;
  if (whose && lf_is(b->lf, zone, LF_HAND) && lf_is(b->lf, lf_item(b->lf, rest, 1), LF_CARD) &&
      lf_is(b->lf, whose, LF_OWNED_BY))
    return lf_make(b->lf, LF_CARDS, zone, lf_item(b->lf, whose, 1), 0);
  return rest ? lf_make(b->lf, LF_ALL, zone, rest, 0) : 0;
}

/* Who makes the choices of the action being bound, if it isn't you. */
static u32 add_chooser(Binder *b, Lf *items, u32 count) {
  if (b->actor_many) b->by_each = true;
  if (lf_is(b->lf, b->actor, LF_YOU)) return count;
  items[count++] = LF_OPT_BY;
  items[count++] = b->actor;
  return count;
}

/* (pick MIN MAX FILTER OPTION…): so many are chosen before the action, by whoever acts. (pick-from MIN MAX OBJECTS
   FILTER OPTION…) is a choice among some. */
static Lf pick(Binder *b, Lf form, Lf from, Lf filter, u32 options) {
  Lf min = bind_form(b, lf_item(b->lf, form, 1), SORT_NUM), max = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  if (!from || !min || !max) return 0;
  Lf variable = bind_variable(b, "c");
  Lf items[FORM_MAX] = {LF_CHOOSE, variable, min, max, from};
  bool random = lf_is(b->lf, lf_item(b->lf, form, options), LF_OPT_RANDOM);
  if (random && b->actor_many) b->by_each = true;
  u32 count = random ? 5 : add_chooser(b, items, 5);
  if (count + lf_count(b->lf, form) - options > FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = options; i < lf_count(b->lf, form); i++) items[count++] = lf_item(b->lf, form, i);
  bind_before(b, lf_list(b->lf, items, count));
  bind_mention(b, (Referent){.was = variable,
                             .now = variable,
                             .filter = filter,
                             .owner = bind_owner(b, lf_is(b->lf, from, LF_ONLY) ? lf_item(b->lf, from, 1) : from),
                             .from = random ? 0 : from,
                             .player = bind_is_player(b, filter),
                             .many = max != LF_N1});
  return variable;
}

Lf noun_pick(Binder *b, Lf form) {
  bool together = false;
  bool several = lf_item(b->lf, form, 2) != LF_N1;
  Lf filter = bind_form(b, without_together(b, lf_item(b->lf, form, 3), &together, several), SORT_COND), zone;
  if (filter && together && lf_count(b->lf, form) > 4)
    return bind_refuse(b, "two conditions on the set are given", form);
  if (filter) filter = bind_other_than(b, filter);
  Lf one[] = {lf_item(b->lf, form, 0), lf_item(b->lf, form, 1), lf_item(b->lf, form, 2), filter, 0, 0};
  if (filter && together) form = lf_list(b->lf, one, add_together(one, 4));
  if (!filter) return 0;
  Lf from = all_of(b, filter);
  bind_zone_of(b, filter, &zone);
  bool card = !bind_is_player(b, filter) && !lf_is(b->lf, zone, LF_BATTLEFIELD) && !lf_is(b->lf, zone, LF_STACK);
  return pick(b, form, from, card ? lf_make(b->lf, LF_AND, LF_CARD, filter, 0) : filter, 4);
}

Lf noun_pick_from(Binder *b, Lf form) {
  Lf from = bind_form(b, lf_item(b->lf, form, 3), SORT_OBJ);
  Lf filter = bind_form(b, lf_item(b->lf, form, 4), SORT_COND);
  if (!from || !filter || !bind_fits_among(b, from, filter)) return 0;
  from = bind_still_among(b, from);
  Lf sought = bind_without_card(b, filter);
  Lf among = lf_is(b->lf, sought, LF_ALWAYS) ? from : lf_make(b->lf, LF_ONLY, from, sought, 0);
  for (u32 i = b->referents.count; i > b->referent_first && lf_is(b->lf, filter, LF_ALWAYS); i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now == from || r.was == from) filter = r.filter;
  }
  Lf exile = LF_EXILE, there = 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == from && b->referents.data[i].to == exile) there = exile;
  Lf picked = pick(b, form, among, filter, 5);
  if (picked && there) b->referents.data[b->referents.count - 1].to = there;
  return picked;
}

/* Whether the descriptions of a filter that is one or another are of objects in different zones. */
static bool is_in_several_zones(Binder *b, Lf filter) {
  Lf first = 0, zone = 0;
  for (u32 i = 1; lf_is_list(b->lf, filter, LF_OR) && i < lf_count(b->lf, filter); i++) {
    bind_zone_of(b, lf_item(b->lf, filter, i), &zone);
    if (first && zone != first) return true;
    first = zone;
  }
  return false;
}

/* Behind a choice of permanents, "all others" may be others than those. */
static bool chosen_before(const Binder *b) {
  bool chosen = false;
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    chosen |= b->referents.data[i].role == LF_CHOSEN && !b->referents.data[i].player && !b->referents.data[i].word;
  return chosen;
}

/* (each FILTER): all there are. Nothing is meant later by what is only counted or asked for. */
Lf noun_each(Binder *b, Lf form) {
  Lf filter = bind_form(b, other_than_compared(b, lf_item(b->lf, form, 1)), SORT_COND);
  /* "If you control another" is asked of all but this object, which a spell isn't. */
  bool of_self = b->asking && !b->paid_for;
  Lf other = LF_OTHER;
  if (filter && !of_self) filter = bind_other_than(b, other_than_targets(b, filter));
  if (filter && !of_self && bind_mentions(b, filter, other) && chosen_before(b))
    return bind_refuse(b, "nothing says other than what", form);
  if (filter && is_in_several_zones(b, filter)) return bind_refuse(b, "these are in different zones", form);
  Lf all = filter ? all_of(b, filter) : 0;
  if (all && !b->said)
    bind_mention(
        b, (Referent){.was = all, .now = all, .filter = filter, .player = bind_is_player(b, filter), .many = true});
  return all;
}

/* (those-are OBJECTS FILTER): kept in a variable, so that what is said later is said of these: the top cards of a
   library. */
Lf noun_kept(Binder *b, Lf form) {
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf filter = bind_form(b, lf_item(b->lf, form, 2), SORT_COND);
  if (!objects || !filter) return 0;
  Lf variable = bind_variable(b, "c");
  bind_before(b, lf_make(b->lf, LF_LET, variable, objects, 0));
  bool one = lf_is(b->lf, objects, LF_TOP) && lf_item(b->lf, objects, 1) == LF_N1;
  Lf zone = lf_is(b->lf, objects, LF_TOP) ? LF_LIBRARY : 0;
  Lf owner = zone ? lf_item(b->lf, objects, 2) : 0;
  bind_mention(
      b, (Referent){.was = variable, .now = variable, .filter = filter, .zone = zone, .owner = owner, .many = !one});
  return variable;
}
