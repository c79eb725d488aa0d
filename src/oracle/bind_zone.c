/* What is said of cards in zones: searches, the top of a library, what is left of some cards, whose cards they are, and
   from where an ability works. */
#include "oracle/bind.h"

/* --- whose --------------------------------------------------------------------------------------------------- */

/* `their`: of whoever acts, or of the player spoken of last where you act. */
Lf noun_their(Binder *b, Lf form) {
  if (!lf_is(b->lf, b->actor, LF_YOU)) {
    if (b->actor_many && b->said) b->by_each = true;
    return b->actor;
  }
  Lf is_you = lf_make(b->lf, LF_IS, LF_YOU, 0, 0);
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (r->player && !r->many && r->filter != is_you) return r->now;
  }
  return bind_refuse(b, "this refers to no player mentioned earlier", form);
}

/* --- cards of libraries and hands ------------------------------------------------------------------------------- */

/* A filter of cards without that they are cards; `always` if that is all. */
Lf bind_without_card(Binder *b, Lf filter) {
  if (lf_is_atom(b->lf, filter)) return lf_is(b->lf, filter, LF_CARD) ? LF_ALWAYS : filter;
  if (!lf_is(b->lf, filter, LF_AND) && !lf_is(b->lf, filter, LF_OR)) return filter;
  bool all = lf_is(b->lf, filter, LF_AND);
  Lf items[32] = {lf_item(b->lf, filter, 0)};
  u32 count = 1;
  if (lf_count(b->lf, filter) > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, filter);
  for (u32 i = 1; i < lf_count(b->lf, filter); i++) {
    Lf item = bind_without_card(b, lf_item(b->lf, filter, i));
    if (!all || !lf_is(b->lf, item, LF_ALWAYS)) items[count++] = item;
  }
  return count > 1 ? lf_list(b->lf, items, count) : LF_ALWAYS;
}

bool bind_is_elsewhere(const Binder *b, Lf object) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (r->now != object) continue;
    bool there = r->to && lf_is(b->lf, r->to, LF_BATTLEFIELD);
    return !r->player && !there && (r->to || bind_says_card(b, r->filter));
  }
  return false;
}

bool bind_was_moved(const Binder *b, Lf object) {
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].was == object && b->referents.data[i].to) return true;
  return false;
}

bool bind_says_card(const Binder *b, Lf filter) {
  if (lf_is_atom(b->lf, filter)) return lf_is(b->lf, filter, LF_CARD);
  bool all = lf_is(b->lf, filter, LF_AND), any = lf_is(b->lf, filter, LF_OR);
  for (u32 i = 1; (all || any) && i < lf_count(b->lf, filter); i++)
    if (bind_says_card(b, lf_item(b->lf, filter, i)) == all) return all;
  return any;
}

/* What is described in a hand, a library, a graveyard or exile is a card (109.2a), and is called so; it has counters nowhere
   but in exile. */
Lf bind_cards_there(Binder *b, Lf filter) {
  static const Lf PLAIN[] = {LF_IN, LF_OWNED_BY, LF_ONE_GRAVEYARD, LF_A_GRAVEYARD, LF_SPELL_ON_STACK};
  bool there = false, described = false, bare = false;
  for (u32 i = 1; i < lf_count(b->lf, filter); i++) {
    Lf term = lf_item(b->lf, filter, i);
    bool plain = false;
    for (u32 k = 0; k < COUNT_OF(PLAIN); k++) plain |= lf_is(b->lf, term, PLAIN[k]);
    described |= !plain;
    if (term == LF_SPELL_ON_STACK) return filter;
    there |= lf_is_list(b->lf, term, LF_IN) && !lf_is(b->lf, lf_item(b->lf, term, 1), LF_BATTLEFIELD);
    bare |= lf_is_list(b->lf, term, LF_IN) && lf_is(b->lf, lf_item(b->lf, term, 1), LF_GRAVEYARD);
  }
  if (bare && (bind_has_head(b, filter, LF_HAS_COUNTER) || bind_has_head(b, filter, LF_ALL_COUNTERS)))
    return bind_refuse(b, "there are no counters on this", filter);
  return there && described && !bind_says_card(b, filter) ? bind_refuse(b, "these must be cards", filter) : filter;
}

/* A search of a zone of a player by whoever acts. */
static Lf search_in(Binder *b, Lf variable, Lf min, Lf max, Lf zone, Lf sought, Lf player) {
  Lf items[12] = {LF_SEARCH, variable, min, max, zone, sought};
  u32 count = 6;
  if (!lf_is(b->lf, player, LF_YOU)) {
    items[count++] = LF_OPT_PLAYER;
    items[count++] = player;
  }
  if (!lf_is(b->lf, b->actor, LF_YOU)) {
    items[count++] = LF_OPT_BY;
    items[count++] = b->actor;
  }
  return lf_list(b->lf, items, count);
}

/* (search-for PLAYER MIN MAX FILTER OPTION…): the library of a player is searched; (search-all …): with it their graveyard
   and hand. A search for cards of a stated quality need not find any (701.23b). */
Lf verb_search(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  if (b->actor_many) b->by_each = true;
  Lf player = bind_form(b, lf_item(lf, form, 1), SORT_OBJ);
  Lf min = bind_form(b, lf_item(lf, form, 2), SORT_NUM), max = bind_form(b, lf_item(lf, form, 3), SORT_NUM);
  Lf filter = bind_form(b, lf_item(lf, form, 4), SORT_COND);
  if (!player || !min || !max || !filter) return 0;
  if (!bind_says_card(b, filter)) return bind_refuse(b, "these must be cards", lf_item(lf, form, 4));
  Lf variable = bind_variable(b, "c"), sought = bind_without_card(b, filter);
  bool all = lf_is(lf, form, LF_SEARCH_ALL), both = lf_is(lf, form, LF_SEARCH_BOTH);
  bool open = all || (both && lf_count(lf, form) == 5); /* in the graveyard a card must be found */
  Lf least = open || lf_is(lf, sought, LF_ALWAYS) ? min : LF_N0, items[16];
  Lf search = search_in(b, variable, least, max, LF_LIBRARY, sought, player);
  u32 count = lf_count(lf, search);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(lf, search, i);
  for (u32 i = 5; i + 1 < lf_count(lf, form) && count + 2 <= COUNT_OF(items); i += 2) {
    items[count++] = lf_item(lf, form, i);
    items[count] = bind_form(b, lf_item(lf, form, i + 1), SORT_SET);
    if (!items[count++]) return 0;
  }
  if (all || both) items[count++] = LF_GRAVEYARD;
  if (all) items[count++] = LF_HAND;
  if (all) bind_mention_player(b, player);
  bind_mention(b, (Referent){.was = variable,
                             .now = variable,
                             .filter = filter,
                             .zone = all || both ? 0 : LF_LIBRARY,
                             .owner = player,
                             .many = max != LF_N1});
  return lf_list(lf, items, count);
}

/* A search of a library together with a graveyard and maybe a hand, or of these alone. */
static Lf search_with(Binder *b, Lf search, bool library, bool hand) {
  Lf items[16];
  u32 count = lf_count(b->lf, search);
  if (count + 2 > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, search);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(b->lf, search, i);
  if (library) items[count++] = LF_GRAVEYARD;
  if (hand) items[count++] = LF_HAND;
  if (!library) items[4] = LF_GRAVEYARD;
  return lf_list(b->lf, items, count);
}

/* (search-two PLAYER MIN MAX FILTER): a library, a graveyard, or both are searched; (search-some …): maybe a hand, too. Whoever
   searches says whether the library is among them, and then finds anything in any of the zones (701.23a). The other zones
   are searched in any case, which shows nobody anything that they don't know; but only in a graveyard that is searched alone
   must a card be found (701.23b). */
Lf verb_search_two(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  if (b->actor_many) b->by_each = true;
  Lf player = bind_form(b, lf_item(lf, form, 1), SORT_OBJ);
  Lf min = player ? bind_form(b, lf_item(lf, form, 2), SORT_NUM) : 0;
  Lf max = min ? bind_form(b, lf_item(lf, form, 3), SORT_NUM) : 0;
  Lf filter = max ? bind_form(b, lf_item(lf, form, 4), SORT_COND) : 0;
  if (!filter) return 0;
  if (!bind_says_card(b, filter)) return bind_refuse(b, "these must be cards", lf_item(lf, form, 4));
  if (lf_count(lf, form) > 5) return bind_refuse(b, "the search is for too much", form);
  Lf found = bind_variable(b, "c"), sought = bind_without_card(b, filter), none = LF_N0, one = LF_N1;
  bool hand = lf_is(lf, form, LF_SEARCH_SOME);
  Lf all = search_with(b, search_in(b, found, none, max, LF_LIBRARY, sought, player), true, hand);
  Lf open = search_with(b, search_in(b, found, hand ? none : min, max, LF_LIBRARY, sought, player), false, hand);
  if (!all || !open) return 0;
  Lf may[] = {LF_MAY, all, LF_OPT_ELSE, open, LF_OPT_BY, b->actor};
  bind_mention(b, (Referent){.was = found, .now = found, .filter = filter, .owner = player, .many = max != one});
  return lf_list(lf, may, lf_is(lf, b->actor, LF_YOU) ? 4 : 6);
}

/* The action in which a library may be searched, with its shuffle behind the search; 0 if none is in it. */
Lf bind_shuffled_then(Binder *b, Lf action, Lf shuffle) {
  if (lf_is_atom(b->lf, action)) return 0;
  Lf items[32];
  u32 n = lf_count(b->lf, action);
  if (n > COUNT_OF(items)) return 0;
  if (lf_is(b->lf, action, LF_SEARCH) && lf_is(b->lf, lf_item(b->lf, action, 4), LF_LIBRARY))
    return lf_make(b->lf, LF_SEQ, action, shuffle, 0);
  bool changed = false;
  for (u32 i = 0; i < n; i++) {
    Lf item = lf_item(b->lf, action, i), inner = i > 0 ? bind_shuffled_then(b, item, shuffle) : 0;
    items[i] = inner ? inner : item;
    changed = changed || inner;
  }
  return changed ? lf_list(b->lf, items, n) : 0;
}

/* (until OPERATION FINDER PLAYER FILTER [N]): cards are revealed or exiled from the top of a library until one is so. */
Lf verb_until(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  if (b->actor_many) b->by_each = true;
  if (lf_is(lf, lf_item(lf, form, 2), LF_YOU) != lf_is(lf, b->actor, LF_YOU))
    return bind_refuse(b, "another player finds this", form);
  Lf player = bind_form(b, lf_item(lf, form, 3), SORT_OBJ);
  Lf filter = player ? bind_form(b, lf_item(lf, form, 4), SORT_COND) : 0;
  Lf n = lf_item(lf, form, 5) ? bind_form(b, lf_item(lf, form, 5), SORT_NUM) : 0;
  if (!filter) return 0;
  bool exiles = lf_is(lf, lf_item(lf, form, 1), LF_EXILE_UNTIL);
  Lf found = bind_variable(b, "c"), rest = bind_variable(b, "c"), all = lf_make(lf, LF_UNION, found, rest, 0);
  Lf items[10] = {lf_item(lf, form, 1), found, rest, filter};
  u32 count = 4;
  if (!lf_is(lf, player, LF_YOU)) {
    items[count++] = LF_OPT_PLAYER;
    items[count++] = player;
  }
  if (n) {
    items[count++] = LF_OPT_N;
    items[count++] = n;
  }
  Lf role = exiles ? LF_EXILED : LF_REVEALED, zone = exiles ? LF_EXILE : LF_LIBRARY;
  bind_mention(
      b, (Referent){.was = rest, .now = rest, .filter = LF_CARD, .role = LF_OTHER, .owner = player, .many = true});
  bind_mention(
      b,
      (Referent){.was = all, .now = all, .filter = LF_CARD, .role = role, .zone = zone, .owner = player, .many = true});
  bind_mention(
      b,
      (Referent){.was = found, .now = found, .filter = filter, .role = n ? 0 : role, .owner = player, .many = n != 0});
  return lf_list(lf, items, count);
}

/* (hand-of PLAYER): the cards of a hand, which `it` and `(the hand)` may mean later. */
Lf noun_hand(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf player = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  b->said = said;
  if (!player) return 0;
  Lf cards = lf_make(b->lf, LF_CARDS, LF_HAND, player, 0);
  bind_mention(b, (Referent){.was = cards,
                             .now = cards,
                             .filter = LF_CARD,
                             .role = LF_HAND,
                             .zone = LF_HAND,
                             .owner = player,
                             .many = true});
  return cards;
}

/* What is true of cards that are still where they were, and weren't moved within that zone. */
static Lf not_moved_within(Binder *b, const Referent *of) {
  Lf there = lf_make(b->lf, LF_IN, of->zone, 0, 0);
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent r = b->referents.data[i];
    if (r.serial <= of->serial || r.to != of->zone || r.now == r.was) continue;
    Lf moved = lf_make(b->lf, LF_IS, r.was, 0, 0);
    there = lf_make(b->lf, LF_AND, there, lf_make(b->lf, LF_NOT, moved, 0, 0), 0);
  }
  return there;
}

/* Whether something that was mentioned after some cards was put anywhere. */
static bool moved_since(const Binder *b, const Referent *cards) {
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].serial > cards->serial && b->referents.data[i].to) return true;
  return false;
}

Lf bind_still_among(Binder *b, Lf objects) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now != objects || !r.zone || !r.many) continue;
    Lf there = not_moved_within(b, &r);
    bool fewer = lf_is(b->lf, there, LF_AND) || moved_since(b, &r);
    return fewer ? lf_make(b->lf, LF_ONLY, objects, there, 0) : objects;
  }
  return objects;
}

/* What was not chosen of what the only choice was made from. */
static Lf not_chosen(Binder *b, Lf form) {
  Lf chosen = 0, from = 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent r = b->referents.data[i];
    if (!r.from) continue;
    if (from) return bind_refuse(b, "this could be the rest of either of two things", form);
    chosen = r.now == r.was && !r.adrift && !r.unclear ? r.now : 0;
    from = r.from;
  }
  if (!chosen) return bind_refuse(b, "nothing mentioned earlier is what this refers to", form);
  if (!vec_push(&b->allocator, &b->used, chosen)) b->lf->failed = true;
  Lf other = lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, chosen, 0, 0), 0, 0);
  if (!lf_is_list(b->lf, from, LF_ALL)) return lf_make(b->lf, LF_ONLY, from, other, 0);
  return bind_with_item(b, from, 2, lf_make(b->lf, LF_AND, lf_item(b->lf, from, 2), other, 0));
}

/* `the-rest`, (the-rest OBJECTS): what is still where the cards are that were chosen from. */
Lf noun_rest(Binder *b, Lf form) {
  Lf of = lf_is_atom(b->lf, form) ? 0 : bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  if (b->refusal) return 0;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (!r.zone || r.player || !r.many || (of && r.now != of && r.was != of)) continue;
    if (r.now != r.was && !vec_push(&b->allocator, &b->used, r.now)) b->lf->failed = true;
    Lf there = not_moved_within(b, &r);
    Lf rest = lf_make(b->lf, LF_ONLY, r.now, there, 0);
    bind_mention(b, (Referent){.was = rest, .now = rest, .filter = r.filter, .owner = r.owner, .many = true});
    return rest;
  }
  return of ? bind_refuse(b, "nothing mentioned earlier is what this refers to", form) : not_chosen(b, form);
}

Lf bind_owner(Binder *b, Lf objects) {
  if (lf_is(b->lf, objects, LF_SELF)) return LF_YOU;
  if (lf_is(b->lf, objects, LF_CARDS)) return lf_item(b->lf, objects, 2);
  Lf filter = lf_is_list(b->lf, objects, LF_ALL) ? lf_item(b->lf, objects, 2) : 0;
  for (u32 i = 1; lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_is_list(b->lf, lf_item(b->lf, filter, i), LF_OWNED_BY)) return lf_item(b->lf, lf_item(b->lf, filter, i), 1);
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now != objects && r.was != objects) continue;
    if (r.owner) return r.owner;
    if (lf_is(b->lf, r.filter, LF_OWNED_BY)) return lf_item(b->lf, r.filter, 1);
    for (u32 k = 1; lf_is(b->lf, r.filter, LF_AND) && k < lf_count(b->lf, r.filter); k++)
      if (lf_is(b->lf, lf_item(b->lf, r.filter, k), LF_OWNED_BY)) return lf_item(b->lf, lf_item(b->lf, r.filter, k), 1);
    return 0;
  }
  return 0;
}

/* What an action, or the first in a row that does, moves to a zone of its owner's; 0 without any. */
static Lf moved_by(const Binder *b, Lf action) {
  static const Lf MOVES[] = {LF_MOVE, LF_RETURN_TO_HAND, LF_ARRANGE};
  for (u32 i = 0; i < COUNT_OF(MOVES); i++)
    if (lf_is(b->lf, action, MOVES[i])) return lf_item(b->lf, action, 1);
  Lf moved = 0;
  for (u32 i = 1; lf_is(b->lf, action, LF_SEQ) && i < lf_count(b->lf, action) && !moved; i++)
    moved = moved_by(b, lf_item(b->lf, action, i));
  return moved;
}

static bool may_be_none(const Binder *b, Lf objects) {
  if (!lf_is_atom(b->lf, objects)) return true;
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].was == objects) return b->referents.data[i].many;
  return false;
}

/* Several objects that are shuffled into the library of a player, who shuffles it even if there are none (701.24d). 0,
   refused, if too much is said. */
static Lf shuffled_by(Binder *b, Lf action, Lf player) {
  Lf items[16], flag = LF_OPT_SHUFFLED;
  u32 n = lf_count(b->lf, action);
  if (n > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, action);
  for (u32 i = 0; i < n; i++) items[i] = lf_item(b->lf, action, i);
  if (lf_is(b->lf, action, LF_SEQ)) {
    for (u32 i = 1; i < n; i++)
      if (!lf_is_atom(b->lf, items[i]) && bind_mentions(b, items[i], flag)) items[i] = shuffled_by(b, items[i], player);
    return b->refusal ? 0 : lf_list(b->lf, items, n);
  }
  if (!lf_is(b->lf, action, LF_MOVE) || items[n - 1] != flag || !may_be_none(b, items[1])) return action;
  if (b->actor_many && bind_mentions(b, items[1], LF_BATTLEFIELD))
    return bind_refuse(b, "permanents of several players leave at once", action);
  /* How many cards were moved is kept from what shuffling comes to. */
  bool cards = b->amount == LF_THIS_WAY && !bind_mentions(b, items[1], LF_BATTLEFIELD);
  Lf number = cards ? bind_variable(b, "n") : 0;
  Lf keep = number ? lf_make(b->lf, LF_LET_NUMBER, number, LF_THIS_WAY, 0) : 0;
  b->amount = number ? lf_make(b->lf, LF_VALUE, number, 0, 0) : 0;
  bool you = lf_is(b->lf, player, LF_YOU);
  Lf shuffle = you ? lf_make(b->lf, LF_SHUFFLE, 0, 0, 0) : lf_make(b->lf, LF_SHUFFLE, LF_OPT_PLAYER, player, 0);
  Lf moved = lf_list(b->lf, items, n - 1);
  return keep ? lf_make(b->lf, LF_SEQ, moved, keep, shuffle) : lf_make(b->lf, LF_SEQ, moved, shuffle, 0);
}

/* The owner of one object that was moved may be spoken of. */
static void say_owner(Binder *b, Lf moved) {
  for (u32 i = b->referent_first; moved && i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    if ((r->was == moved || r->now == moved) && !r->many && !r->player && r->was)
      bind_say_whose(b, lf_make(b->lf, LF_OWNER, r->was, 0, 0));
  }
}

/* Whether no player was mentioned, but something was described as one opponent's cards, so that "their" zone is that player's. */
static bool is_an_opponents(Binder *b, Lf moved) {
  Lf owned = lf_make(b->lf, LF_OWNED_BY, LF_OPPONENTS, 0, 0);
  bool theirs = false;
  for (u32 i = b->referent_first; moved && i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    if (r->player) return false;
    theirs |= (r->was == moved || r->now == moved) && bind_mentions(b, r->filter, owned);
  }
  return theirs;
}

/* (to-zone WHOSE ACTION): what is moved goes to the zone of its owner (400.3), who must be the one that is named, as far as
   the words tell. */
Lf verb_to_zone(Binder *b, Lf form) {
  Lf whose = lf_item(b->lf, form, 1);
  bool you = lf_is_atom(b->lf, whose) && lf_is(b->lf, whose, LF_YOU);
  if (you && !lf_is(b->lf, b->actor, LF_YOU)) return bind_refuse(b, "another player acts on this", form);
  Lf action = bind_action(b, lf_item(b->lf, form, 2));
  /* Whoever shuffles all of a description into the libraries of its owners, it is the same. */
  bool all = action && lf_is_list(b->lf, moved_by(b, action), LF_ALL);
  if (all && lf_is(b->lf, whose, LF_OWNERS) && !lf_is(b->lf, b->actor, LF_YOU) &&
      bind_mentions(b, action, LF_OPT_SHUFFLED))
    return bind_refuse(b, "nothing says who shuffles", form);
  if (action && lf_is(b->lf, whose, LF_OWNERS)) say_owner(b, moved_by(b, action));
  if (!action || lf_is(b->lf, whose, LF_OWNERS)) return action;
  if (whose == LF_PRONOUN_THEIR && lf_is(b->lf, b->actor, LF_YOU) && is_an_opponents(b, moved_by(b, action)))
    return action;
  Lf zone = bind_form(b, whose, SORT_OBJ), owner = zone ? bind_owner(b, moved_by(b, action)) : 0;
  if (lf_is(b->lf, zone, LF_CONTROLLER) && zone != owner)
    return bind_refuse(b, "a card goes to its owner's zone, not to this one", form);
  if (owner && !lf_is(b->lf, zone, LF_OWNER) && lf_is(b->lf, owner, LF_YOU) != lf_is(b->lf, zone, LF_YOU))
    return bind_refuse(b, "a card can't go to a zone of a player who doesn't own it", form);
  return !zone ? 0 : lf_is(b->lf, zone, LF_OWNER) ? action : shuffled_by(b, action, zone);
}

/* (either-end OBJECTS): whoever acts puts them on the top or on the bottom of a library. Where they are isn't known then. */
Lf verb_either_end(Binder *b, Lf form) {
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), ends[3] = {LF_CHOOSE_ONE};
  static const Lf ENDS[] = {LF_TOP, LF_BOTTOM};
  if (!objects) return 0;
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) {
    Lf items[] = {LF_MOVE, objects, LF_LIBRARY, LF_OPT_POSITION, ENDS[i]};
    ends[i + 1] = lf_list(b->lf, items, COUNT_OF(items));
  }
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    b->referents.data[i].adrift |= b->referents.data[i].now == objects;
  if (b->actor_many) b->by_each = true;
  return bind_by_actor(b, lf_list(b->lf, ends, 3));
}

/* (found ZONE): what was chosen among cards to be put there; nothing if none was. */
Lf noun_found(Binder *b, Lf form) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (!r.to || r.to != lf_item(b->lf, form, 1)) continue;
    Lf found = r.zone ? r.now : r.was; /* what was there anyway was found only if it moved */
    if (!vec_push(&b->allocator, &b->used, found)) b->lf->failed = true;
    return found;
  }
  return bind_refuse(b, "nothing was put there earlier", form);
}

/* Whether what is described among some objects may be there: among cards, it is called a card. */
bool bind_fits_among(Binder *b, Lf objects, Lf filter) {
  if (lf_is_list(b->lf, objects, LF_UNION)) {
    bool fits = true;
    for (u32 i = 1; i < lf_count(b->lf, objects) && fits; i++)
      fits = bind_fits_among(b, lf_item(b->lf, objects, i), filter);
    return fits;
  }
  bool cards = lf_is(b->lf, objects, LF_NOTED) || lf_is(b->lf, objects, LF_CARDS);
  for (u32 i = b->referents.count; i > b->referent_first && !cards; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now == objects || r.was == objects) cards = bind_says_card(b, r.filter);
  }
  if (!cards || lf_is(b->lf, filter, LF_ALWAYS) || bind_says_card(b, filter)) return true;
  return bind_refuse(b, "these must be cards", filter) != 0;
}

/* (done-from ROLE ZONE PLAYER FILTER): of what was done so to, what came from a zone of a player: as it was there. */
Lf noun_done_from(Binder *b, Lf form) {
  Lf player = bind_form(b, lf_item(b->lf, form, 3), SORT_OBJ),
     filter = bind_form(b, lf_item(b->lf, form, 4), SORT_COND);
  for (u32 i = b->referents.count; i > b->referent_first && filter && player; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.role != lf_item(b->lf, form, 1) || !r.many) continue;
    if (r.was == r.now || !bind_says_card(b, r.filter)) break;
    if (r.owner != player) return bind_refuse(b, "a card can't go to a zone of a player who doesn't own it", form);
    if (!vec_push(&b->allocator, &b->used, r.was)) b->lf->failed = true;
    Lf there = lf_make(b->lf, LF_LAST_IN, lf_item(b->lf, form, 2), 0, 0), sought = bind_without_card(b, filter);
    if (!lf_is(b->lf, sought, LF_ALWAYS)) there = lf_make(b->lf, LF_AND, there, sought, 0);
    return lf_make(b->lf, LF_ONLY, r.was, there, 0);
  }
  return bind_refuse(b, "nothing mentioned earlier is what this refers to", form);
}

/* (two-share ASPECT ROLE): of what was done so to, two have something in common. */
Lf noun_two_share(Binder *b, Lf form) {
  Lf all = bind_form(b, lf_make(b->lf, LF_THE_MANY, lf_item(b->lf, form, 2), 0, 0), SORT_OBJ);
  if (!all) return 0;
  u32 bad;
  Lf others = lf_make(b->lf, LF_ONLY, all, lf_read(b->lf, STR("(not (is asked))"), &bad), 0);
  Lf alike = lf_make(b->lf, LF_SHARES, lf_item(b->lf, form, 1), others, 0);
  return lf_make(b->lf, LF_EXISTS, lf_make(b->lf, LF_ONLY, all, alike, 0), 0, 0);
}

/* (all-among OBJECTS FILTER): those of some that are so. */
Lf noun_all_among(Binder *b, Lf form) {
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf filter = objects ? bind_form(b, lf_item(b->lf, form, 2), SORT_COND) : 0;
  if (!filter || !bind_fits_among(b, objects, filter)) return 0;
  Lf sought = bind_without_card(b, filter);
  Lf among = lf_is(b->lf, sought, LF_ALWAYS) ? objects : lf_make(b->lf, LF_ONLY, objects, sought, 0);
  bind_mention(b,
               (Referent){.was = among, .now = among, .filter = filter, .owner = bind_owner(b, objects), .many = true});
  return among;
}

/* A spell is on the stack: from where it is said to be is from where it was cast. */
Lf bind_cast_from(Binder *b, Lf filter) {
  Lf spell = LF_SPELL_ON_STACK, items[32];
  u32 n = lf_count(b->lf, filter);
  bool spoken = false, elsewhere = false;
  for (u32 i = 1; i < n; i++) {
    spoken = spoken || lf_item(b->lf, filter, i) == spell;
    elsewhere = elsewhere || lf_is(b->lf, lf_item(b->lf, filter, i), LF_IN);
  }
  if (!spoken || !elsewhere || n > COUNT_OF(items)) return filter;
  for (u32 i = 0; i < n; i++) {
    Lf item = lf_item(b->lf, filter, i);
    bool in = i > 0 && lf_is(b->lf, item, LF_IN);
    Lf from[] = {LF_CAST_FROM, in ? lf_item(b->lf, item, 1) : item, LF_OPT_OF, LF_IT};
    items[i] = in ? lf_list(b->lf, from, 4) : item;
  }
  return lf_list(b->lf, items, n);
}

/* (union-of PLAYER ZONE…): all cards of some zones of a player. */
Lf noun_union(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf player = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  b->said = said;
  Lf items[8] = {LF_UNION};
  u32 count = 1;
  if (lf_count(b->lf, form) > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 2; i < lf_count(b->lf, form); i++)
    items[count++] = player ? lf_make(b->lf, LF_CARDS, lf_item(b->lf, form, i), player, 0) : 0;
  return player ? lf_list(b->lf, items, count) : 0;
}

/* --- spells and what may be cast --------------------------------------------------------------------------------- */

/* The zone in which what was spoken of is known to be; 0 if nothing says so. */
static Lf zone_known(Binder *b, Lf object) {
  if (lf_is(b->lf, object, LF_NOTED)) return LF_EXILE;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now != object) continue;
    if (r.role && lf_is(b->lf, r.role, LF_EXILED)) return LF_EXILE;
    if (r.to && lf_is(b->lf, r.to, LF_EXILE)) return r.to;
    Lf zone;
    bind_zone_of(b, r.filter, &zone);
    return lf_is(b->lf, zone, LF_BATTLEFIELD) || lf_is(b->lf, zone, LF_STACK) ? 0 : zone;
  }
  return 0;
}

/* A permission by which what is cast is exiled instead of put into a graveyard. */
static Lf exiled_as_cast(Binder *b, Lf permit, Lf whose) {
  LfStore *lf = b->lf;
  Lf is = lf_make(lf, LF_IS, LF_EVENT_OBJECT, 0, 0), you = lf_make(lf, LF_IS, LF_YOU, 0, 0);
  Lf put[] = {LF_MOVES, lf_is(lf, whose, LF_ALWAYS) ? is : lf_make(lf, LF_AND, is, whose, 0), LF_OPT_TO, LF_GRAVEYARD};
  Lf exile = lf_make(lf, LF_INSTEAD_TO, LF_EXILE, 0, 0);
  Lf shield[] = {LF_SHIELD, lf_make(lf, LF_REPLACEMENT, lf_list(lf, put, COUNT_OF(put)), exile, 0), LF_OPT_DURATION,
                 LF_INDEFINITE};
  Lf casts = lf_make(lf, LF_CASTS, you, LF_SPELL_ON_STACK, 0);
  Lf rider = lf_make(lf, LF_TRIGGERED, casts, lf_list(lf, shield, COUNT_OF(shield)), 0);
  return bind_with_option(b, permit, LF_OPT_RIDER, rider);
}

Lf bind_cast_exiled(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  Lf cast = bind_find_head(b, last, LF_CAST), whose = bind_form(b, lf_item(lf, form, 1), SORT_COND);
  if (!whose) return 0;
  Lf permit = cast ? 0 : bind_find_head(b, last, LF_MAY_PLAY);
  if (permit) return bind_put(b, last, permit, exiled_as_cast(b, permit, whose));
  if (!cast || bind_mentions(b, cast, LF_OPT_COPY)) return bind_refuse(b, "no card was cast earlier", form);
  Lf spell = bind_variable(b, "s"), is = lf_make(lf, LF_IS, spell, 0, 0);
  Lf put[] = {LF_MOVES, lf_is(lf, whose, LF_ALWAYS) ? is : lf_make(lf, LF_AND, is, whose, 0), LF_OPT_TO, LF_GRAVEYARD};
  Lf exile = lf_make(lf, LF_INSTEAD_TO, LF_EXILE, 0, 0);
  Lf shield[] = {LF_SHIELD, lf_make(lf, LF_REPLACEMENT, lf_list(lf, put, COUNT_OF(put)), exile, 0), LF_OPT_DURATION,
                 LF_INDEFINITE};
  Lf became = lf_make(lf, LF_BECAME, lf_item(lf, cast, 1), 0, 0);
  return lf_make(lf, LF_SEQ, last, lf_make(lf, LF_LET, spell, became, 0), lf_list(lf, shield, COUNT_OF(shield)));
}

/* (permit DURATION OBJECTS OPTION…): you may play or cast what was exiled for a while; with `:any-color`, with mana of
   any color; of these `:spells`, so many as its `:limit` says each turn, and so only for a turn. */
Lf verb_permit(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf said = lf_item(lf, form, 2);
  for (u32 i = b->referent_first; said == LF_PRONOUN_IT && i < b->referents.count; i++) /* a permanent isn't played */
    if (b->referents.data[i].unclear) said = lf_make(lf, LF_THAT, LF_CARD, 0, 0);
  b->if_exiled = true;
  Lf objects = bind_form(b, said, SORT_OBJ);
  b->if_exiled = false;
  Lf zone = objects ? zone_known(b, objects) : 0;
  if (!objects) return 0;
  if (!zone) return bind_refuse(b, "nothing says where this is", lf_item(lf, form, 2));
  if (b->actor_many) return bind_refuse(b, "several players may do this", form);
  for (u32 i = 3; !lf_is(lf, lf_item(lf, form, 1), LF_END_OF_TURN) && i < lf_count(lf, form); i++)
    if (lf_is(lf, lf_item(lf, form, i), LF_OPT_LIMIT)) return bind_refuse(b, "once a turn isn't once", form);
  Lf you = lf_make(lf, LF_IS, b->actor, 0, 0), these = lf_make(lf, LF_IS, objects, 0, 0);
  Lf play[12] = {LF_MAY_PLAY, you, these, zone}, any = 0, look = 0;
  u32 count = 4;
  if (lf_count(lf, form) > COUNT_OF(play)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 3; i < lf_count(lf, form); i++) {
    Lf option = lf_item(lf, form, i);
    bool any_type = lf_is(lf, option, LF_OPT_ANY_TYPE);
    if (lf_is(lf, option, LF_OPT_LOOK_ONLY)) play[0] = 0;
    if (lf_is(lf, option, LF_OPT_LOOKED_AT) || lf_is(lf, option, LF_OPT_LOOK_ONLY)) {
      look = lf_make(lf, LF_MAY_LOOK, you, these, 0);
      continue;
    }
    if (lf_is(lf, option, LF_OPT_SPELLS)) {
      Lf spells = bind_form(b, lf_item(lf, form, ++i), SORT_COND), any_spell = LF_ALWAYS;
      if (!spells) return 0;
      if (spells != any_spell) play[2] = lf_make(lf, LF_AND, play[2], spells, 0);
      continue;
    }
    if (!any_type && !lf_is(lf, option, LF_OPT_ANY_COLOR)) {
      play[count++] = option;
      continue;
    }
    Lf mana[] = {LF_MANA_AS_ANY_COLOR, you, LF_OPT_SPELLS, these, LF_OPT_ANY_TYPE};
    any = lf_list(lf, mana, any_type ? 5 : 4);
  }
  Lf rule[8] = {LF_APPLY_RULE, lf_item(lf, form, 1)};
  u32 n = 2;
  if (play[0]) rule[n++] = lf_list(lf, play, count);
  if (any) rule[n++] = any;
  if (look) rule[n++] = look;
  if (lf_is(lf, rule[1], LF_WHILE_EXILED)) {
    rule[n++] = LF_OPT_OF;
    rule[n++] = objects;
  }
  return lf_list(lf, rule, n);
}

/* What a description of spells that an effect lets somebody cast is made of. */
typedef struct SpellsMeant {
  Lf zone, owner; /* from where; 0 where that isn't said */
  Lf kind;        /* what the spell must be; 0 anything */
} SpellsMeant;

/* Takes (… FILTER [THOSE]) apart, `*those` being the cards they are among; false, refused, unless one of these says from
   where they are cast. */
static bool spells_meant(Binder *b, Lf form, SpellsMeant *out, Lf *those) {
  LfStore *lf = b->lf;
  Lf filter = bind_form(b, lf_item(lf, form, 1), SORT_COND);
  *those = lf_item(lf, form, 2) ? bind_form(b, lf_item(lf, form, 2), SORT_OBJ) : 0;
  *out = (SpellsMeant){.zone = 0};
  if (!filter || (lf_item(lf, form, 2) && !*those)) return false;
  Lf spell = LF_SPELL_ON_STACK, items[24] = {LF_AND};
  if (!bind_mentions(b, filter, spell)) return bind_refuse(b, "this must be a spell", lf_item(lf, form, 1)) != 0;
  u32 count = 1;
  if (lf_count(lf, filter) > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, form) != 0;
  for (u32 i = 1; i < lf_count(lf, filter); i++) {
    Lf item = lf_item(lf, filter, i);
    if (lf_is(lf, item, LF_CAST_FROM))
      out->zone = lf_item(lf, item, 1);
    else if (lf_is(lf, item, LF_OWNED_BY))
      out->owner = item;
    else if (item != spell)
      items[count++] = item;
  }
  if (!out->zone == !*those) return bind_refuse(b, "nothing says where this comes from", form) != 0;
  if (count > 1) out->kind = lf_list(lf, items, count);
  return true;
}

/* What could be cast as a spell of some kind, or as any (0), for nothing or for what it costs. */
static Lf castable(Binder *b, Lf kind, bool free) {
  Lf items[4] = {LF_CASTABLE};
  u32 n = 1;
  if (free) items[n++] = LF_OPT_FREE;
  if (kind) {
    items[n++] = LF_OPT_AS;
    items[n++] = kind;
  }
  return lf_list(b->lf, items, n);
}

/* (cast-spell FILTER [THOSE]): one spell of a description is cast for nothing, from where the filter says or from among
   some cards, of which those may be chosen that could be cast as such a spell (601.3e). */
Lf verb_cast_spell(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  SpellsMeant meant;
  Lf those;
  if (!spells_meant(b, form, &meant, &those)) return 0;
  bool paid = lf_is(lf, form, LF_CAST_SPELL_PAID);
  Lf could = castable(b, meant.kind, !paid);
  Lf cards = meant.owner ? lf_make(lf, LF_AND, meant.owner, could, 0) : could;
  Lf from = those ? lf_make(lf, LF_ONLY, those, cards, 0) : lf_make(lf, LF_ALL, meant.zone, cards, 0);
  Lf variable = bind_variable(b, "c");
  Lf choose[] = {LF_CHOOSE, variable, LF_N1, LF_N1, from};
  Lf cast[5] = {LF_CAST, variable};
  u32 n = 2;
  if (!paid) cast[n++] = LF_OPT_FREE;
  if (meant.kind) {
    cast[n++] = LF_OPT_AS;
    cast[n++] = meant.kind;
  }
  bind_mention(b, (Referent){.was = variable, .now = variable, .filter = LF_CARD});
  Lf steps = lf_make(lf, LF_SEQ, lf_list(lf, choose, 5), lf_list(lf, cast, n), 0);
  return lf_make(lf, LF_MAY, steps, 0, 0);
}

/* (cast-spells FILTER [THOSE]): any number of them, one after another, each of which may be declined. */
Lf verb_cast_spells(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  SpellsMeant meant;
  Lf those;
  if (!spells_meant(b, form, &meant, &those)) return 0;
  bool yours = !those && meant.owner == lf_make(lf, LF_OWNED_BY, LF_YOU, 0, 0);
  Lf from = those   ? those
            : yours ? lf_make(lf, LF_CARDS, meant.zone, LF_YOU, 0)
                    : lf_make(lf, LF_ALL, meant.zone, meant.owner ? meant.owner : LF_ALWAYS, 0);
  Lf cast[] = {LF_CAST, from, LF_OPT_FREE, LF_OPT_OPTIONAL, LF_OPT_AS, meant.kind};
  return lf_list(lf, cast, meant.kind ? 6 : 4);
}

/* What counters a spell, with the zone it goes to then; 0 if nothing in the action does. */
Lf bind_countered_to(Binder *b, Lf action, Lf form) {
  if (lf_is_atom(b->lf, action)) return 0;
  Lf items[32];
  u32 n = lf_count(b->lf, action);
  bool counters = lf_is(b->lf, action, LF_COUNTER), changed = counters;
  if (n + 2 > COUNT_OF(items)) return 0;
  for (u32 i = 0; i < n; i++) {
    Lf item = lf_item(b->lf, action, i), inner = i > 0 && !counters ? bind_countered_to(b, item, form) : 0;
    items[i] = inner ? inner : item;
    changed = changed || inner;
  }
  Lf place = bind_option(b, form, LF_OPT_POSITION);
  bool either = lf_count(b->lf, form) == 3;
  if (counters) {
    items[n++] = LF_OPT_ZONE;
    items[n++] = lf_item(b->lf, form, 1);
  }
  Lf top = changed ? lf_list(b->lf, items, n) : 0;
  if (!counters || (!either && (!place || lf_is(b->lf, place, LF_TOP)))) return top;
  Lf bottom = bind_with_option(b, top, LF_OPT_POSITION, LF_BOTTOM);
  return either ? lf_make(b->lf, LF_CHOOSE_ONE, top, bottom, 0) : bottom;
}

/* Whether an action reveals something, whatever anyone decides. */
static bool reveals(const Binder *b, Lf action) {
  if (lf_is_atom(b->lf, action)) return false;
  if (lf_is(b->lf, action, LF_REVEAL) || lf_is(b->lf, action, LF_REVEAL_UNTIL)) return true;
  for (u32 i = 1; lf_is(b->lf, action, LF_SEQ) && i < lf_count(b->lf, action); i++)
    if (reveals(b, lf_item(b->lf, action, i))) return true;
  return false;
}

/* Whether what is done last, what is remembered of it aside, is one operation. */
static bool is_last_done(const Binder *b, Lf action, Lf head) {
  u32 n = lf_is_list(b->lf, action, LF_SEQ) ? lf_count(b->lf, action) : 0;
  if (n == 0) return lf_is_list(b->lf, action, head);
  while (n > 2 && bind_is_memory(b, lf_item(b->lf, action, n - 1))) n--;
  return is_last_done(b, lf_item(b->lf, action, n - 1), head);
}

/* (if-this-way ROLE FILTER ACTION): of a permanent that was to go, it must have gone, and have been so (608.2c). */
Lf bind_this_way(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  Lf role = lf_item(lf, form, 1), found = 0;
  bool may = lf_is(lf, last, LF_MAY), many = false;
  if (!may && lf_is(lf, role, LF_REVEALED) && !reveals(b, last))
    return bind_refuse(b, "nothing was revealed earlier", form);
  for (u32 i = b->referents.count; i > b->referent_first && !found; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.role != role) continue;
    found = r.was;
    many = r.many;
    if (!vec_push(&b->allocator, &b->used, found)) lf->failed = true;
  }
  if (!found) return bind_refuse(b, "nothing mentioned earlier is what this refers to", role);
  Lf filter = bind_form(b, lf_item(lf, form, 2), SORT_COND);
  if (!filter || !bind_fits_among(b, found, filter)) return 0;
  Lf sought = bind_without_card(b, filter);
  if (bind_has_head(b, last, LF_EACH_PLAYER)) { /* of what several players discarded only what was yours */
    if (role != LF_DISCARDED || sought != LF_ALWAYS) return bind_refuse(b, "nothing says who did this", form);
    sought = lf_make(lf, LF_OWNED_BY, LF_YOU, 0, 0);
  }
  Lf one = lf_make(lf, LF_ONLY, found, sought, 0);
  Lf is_so = many ? lf_make(lf, LF_EXISTS, lf_is(lf, sought, LF_ALWAYS) ? found : one, 0, 0)
                  : lf_make(lf, LF_MATCHES, found, sought, 0);
  Lf goes = lf_is(lf, role, LF_DESTROYED)    ? LF_DESTROY
            : lf_is(lf, role, LF_SACRIFICED) ? LF_SACRIFICE
            : lf_is(lf, role, LF_RETURNED)   ? LF_RETURN_TO_HAND
                                             : 0;
  if (goes && (many || !is_last_done(b, may ? lf_item(lf, last, 1) : last, goes)))
    return bind_refuse(b, "nothing says what this was", role);
  if (goes) is_so = lf_is(lf, sought, LF_ALWAYS) ? LF_DID : lf_make(lf, LF_AND, LF_DID, is_so, 0);
  Lf then = bind_branch(b, lf_item(lf, form, 3));
  if (!then) return 0;
  Lf check = lf_make(lf, LF_IF, is_so, then, 0);
  if (!may) return lf_make(lf, LF_SEQ, last, check, 0);
  Lf items[8];
  u32 n = lf_count(lf, last);
  for (u32 i = 0; i < n && i < COUNT_OF(items); i++)
    items[i] = i == 1 ? lf_make(lf, LF_SEQ, lf_item(lf, last, 1), check, 0) : lf_item(lf, last, i);
  return n <= COUNT_OF(items) ? lf_list(lf, items, n) : bind_refuse(b, TOO_MUCH_SAID, last);
}

/* (exile-marked OBJECTS KIND N): with counters, which of permanents are those they have. */
Lf verb_exile_marked(Binder *b, Lf form) {
  Lf objects = lf_item(b->lf, form, 1), graveyard = lf_make(b->lf, LF_IN, LF_GRAVEYARD, 0, 0);
  bool described = lf_is_list(b->lf, objects, LF_TARGET) || lf_is_list(b->lf, objects, LF_PICK) ||
                   lf_is_list(b->lf, objects, LF_EACH);
  if (described && !bind_mentions(b, objects, graveyard))
    return bind_refuse(b, "counters were already named for this", form);
  Lf exile = bind_action(b, lf_make(b->lf, LF_EXILE, objects, 0, 0)),
     n = bind_form(b, lf_item(b->lf, form, 3), SORT_NUM);
  Lf memory = exile && n ? lf_item(b->lf, exile, lf_count(b->lf, exile) - 1) : 0;
  if (memory && lf_is_list(b->lf, memory, LF_SEQ)) memory = lf_item(b->lf, memory, 2);
  if (!memory || !bind_is_memory(b, memory)) return bind_refuse(b, "nothing is exiled", form);
  Lf exiled = lf_item(b->lf, memory, 1);
  if (!vec_push(&b->allocator, &b->used, exiled)) b->lf->failed = true;
  return lf_make(b->lf, LF_SEQ, exile, lf_make(b->lf, LF_PUT_COUNTERS, lf_item(b->lf, form, 2), n, exiled), 0);
}

/* --- choosing alone ------------------------------------------------------------------------------------------------ */

/* (choose-objects OBJECTS): a choice that is an action of its own. */
Lf verb_choose(Binder *b, Lf form) {
  u32 first = b->before.count;
  Lf chosen = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  if (!chosen) return 0;
  if (b->before.count != first + 1) return bind_refuse(b, "nothing is chosen", form);
  Referent *last = b->referents.count > b->referent_first ? &b->referents.data[b->referents.count - 1] : NULL;
  if (last && last->now == chosen && !last->role) last->role = LF_CHOSEN;
  return b->before.data[--b->before.count];
}

/* --- linked abilities -------------------------------------------------------------------------------------------- */

/* Whether something is remembered under a name. */
static bool notes(const Binder *b, Lf form, Lf name) {
  if (lf_is(b->lf, form, LF_NOTE) && lf_item(b->lf, form, 1) == name) return true;
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (notes(b, lf_item(b->lf, form, i), name)) return true;
  return false;
}

/* An ability whose exiles are remembered under the link; `*linked` is set if there is one. */
static Lf remembers(Binder *b, Lf form, bool *linked) {
  if (lf_is_atom(b->lf, form)) return form;
  Lf items[80];
  u32 n = lf_count(b->lf, form);
  if (n + 2 > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < n; i++) {
    items[i] = remembers(b, lf_item(b->lf, form, i), linked);
    if (!items[i]) return 0;
  }
  Lf objects = lf_item(b->lf, form, 1);
  if (lf_is_list(b->lf, form, LF_KEYWORD) && lf_is(b->lf, objects, LF_HIDEAWAY)) {
    *linked = true; /* 702.75a */
    return form;
  }
  bool entering = lf_is_list(b->lf, form, LF_REPLACEMENT) && lf_is(b->lf, objects, LF_SELF_ENTERS);
  if (entering && notes(b, form, LF_LINK_EXILED)) {
    *linked = true;
    return form;
  }
  bool known = lf_is(b->lf, objects, LF_SELF) || lf_is(b->lf, objects, LF_NOTED);
  bool exiles = lf_is(b->lf, form, LF_EXILE) && n > 1 && !known;
  if (exiles || (lf_is(b->lf, form, LF_INSTEAD_TO) && objects == LF_EXILE)) {
    items[n++] = LF_OPT_LINK;
    items[n++] = LF_LINK_EXILED;
    *linked = true;
  }
  return lf_list(b->lf, items, n);
}

/* What was chosen is remembered by an ability of the same face, or it means nothing (607.2d). */
static bool all_noted(Binder *b, const Lf *abilities, u32 count) {
  static const Lf CHOSEN[] = {LF_LINK_COLOR,
                              LF_LINK_TYPE,
                              LF_LINK_NAME,
                              LF_LINK_PLAYER,
                              LF_LINK_CHOSEN_CREATURE,
                              LF_LINK_CHOSEN_ARTIFACT,
                              LF_LINK_CHOSEN_ENCHANTMENT,
                              LF_LINK_CHOSEN_LAND,
                              LF_LINK_CHOSEN_PLANESWALKER};
  for (u32 k = 0; k < COUNT_OF(CHOSEN); k++) {
    Lf name = CHOSEN[k];
    bool said = false, noted = false;
    for (u32 i = 0; i < count; i++) {
      said |= bind_mentions(b, abilities[i], name);
      noted |= notes(b, abilities[i], name);
    }
    if (said && !noted) return bind_refuse(b, "nothing chooses this", name) != 0;
  }
  return true;
}

/* Whether other creatures are spoken of, outside of what objects are given. */
static bool says_other_creature(const Binder *b, Lf form, Lf other, Lf creature) {
  bool others = false, creatures = false;
  if (lf_is(b->lf, form, LF_GAIN)) return false;
  for (u32 i = 1; i < lf_count(b->lf, form); i++) {
    Lf item = lf_item(b->lf, form, i);
    if (says_other_creature(b, item, other, creature)) return true;
    others |= item == other;
    creatures |= item == creature;
  }
  return others && creatures;
}

/* Whether something is spoken of outside of what objects are given. */
static bool says_itself(const Binder *b, Lf form, Lf what) {
  if (form == what) return true;
  if (lf_is_atom(b->lf, form) || lf_is(b->lf, form, LF_GAIN)) return false;
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (says_itself(b, lf_item(b->lf, form, i), what)) return true;
  return false;
}

/* A form in which no other creature is any of two either, outside of what objects are given. */
static Lf but_these(Binder *b, Lf form, const Lf *these) {
  Lf items[32], creature = lf_make(b->lf, LF_TYPE, LF_CREATURE, 0, 0), other = LF_OTHER;
  u32 count = lf_count(b->lf, form);
  bool others = false, creatures = false;
  if (lf_is_atom(b->lf, form) || lf_is(b->lf, form, LF_GAIN) || count + 2 > COUNT_OF(items)) return form;
  for (u32 i = 0; i < count; i++) {
    items[i] = but_these(b, lf_item(b->lf, form, i), these);
    others |= items[i] == other;
    creatures |= items[i] == creature;
  }
  for (u32 i = 0; others && creatures && i < 2 && these[i]; i++)
    items[count++] = lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, these[i], 0, 0), 0, 0);
  return lf_list(b->lf, items, count);
}

/* What is attached to a creature is no other creature than itself: in what it says of that one, others are other than that
   one, and than the creature that it deals damage to. A static ability may mean others than what it changes. */
static bool other_is_clear(Binder *b, Lf *abilities, u32 count) {
  Lf host = lf_make(b->lf, LF_ATTACHED_OBJECT, LF_SELF, 0, 0), other = LF_OTHER;
  Lf creature = lf_make(b->lf, LF_TYPE, LF_CREATURE, 0, 0);
  bool attached = false;
  for (u32 i = 0; i < count; i++) attached |= bind_mentions(b, abilities[i], host);
  for (u32 i = 0; attached && i < count; i++) {
    if (!says_other_creature(b, abilities[i], other, creature)) continue;
    if (lf_is(b->lf, abilities[i], LF_STATIC)) return bind_refuse(b, "nothing says other than what", abilities[i]) != 0;
    Lf event = lf_is(b->lf, abilities[i], LF_TRIGGERED) ? lf_item(b->lf, abilities[i], 1) : 0;
    bool dealt = event && lf_is_list(b->lf, event, LF_DAMAGE) && bind_mentions(b, lf_item(b->lf, event, 2), creature);
    Lf these[] = {host, dealt ? LF_EVENT_OBJECT : 0};
    if (says_itself(b, abilities[i], host)) abilities[i] = but_these(b, abilities[i], these);
  }
  return true;
}

bool bind_links(Binder *b, Lf *abilities, u32 count) {
  if (!all_noted(b, abilities, count) || !other_is_clear(b, abilities, count)) return false;
  Lf noted = lf_make(b->lf, LF_NOTED, LF_LINK_EXILED, 0, 0);
  bool asked = false, linked = false;
  for (u32 i = 0; i < count; i++) asked = asked || bind_mentions(b, abilities[i], noted);
  for (u32 i = 0; asked && i < count; i++) abilities[i] = remembers(b, abilities[i], &linked);
  for (u32 i = 0; i < count; i++)
    if (!abilities[i]) return false;
  if (asked && !linked) bind_refuse(b, "nothing exiles what this refers to", noted);
  return !asked || linked;
}

/* --- from where --------------------------------------------------------------------------------------------------- */

/* Whether the action before put an object there. */
static bool went_to(const Binder *b, Lf object, Lf zone) {
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (b->referents.data[i - 1].now == object) return b->referents.data[i - 1].to == zone;
  return false;
}

/* (self-in ZONE): this object, in a zone in which the ability therefore works, unless it triggers as the object goes
   there (113.6m). */
Lf noun_self_in(Binder *b, Lf form) {
  Lf zone = lf_item(b->lf, form, 1), now = bind_form(b, LF_SELF, SORT_OBJ);
  if (!now) return 0;
  /* What went there only may be found (400.7), and may lie in another player's graveyard or be exiled instead. */
  if (lf_is(b->lf, now, LF_BECAME) && lf_is(b->lf, zone, LF_GRAVEYARD)) {
    Lf there = lf_make(b->lf, LF_IN, zone, 0, 0), yours = lf_make(b->lf, LF_OWNED_BY, LF_YOU, 0, 0);
    return lf_make(b->lf, LF_ONLY, now, lf_make(b->lf, LF_AND, there, yours, 0), 0);
  }
  if (now != LF_SELF)
    return lf_is(b->lf, zone, LF_GRAVEYARD) || went_to(b, now, zone)
               ? now
               : bind_refuse(b, "it went to another zone than the one named", form);
  if (b->zone && b->zone != zone) return bind_refuse(b, "two zones are named", form);
  b->zone = zone;
  return LF_SELF;
}
