/* What is done for each of several: at once where it is one thing done to all of them (701.7a, 608.2c), else one after
   the other. */
#include "oracle/bind.h"

#define ITEMS_MAX 24u

/* What is known of some objects that were bound last. */
static Lf known_of(const Binder *b, Lf form, Lf objects) {
  if (lf_is_list(b->lf, form, LF_ALL_AMONG) || lf_is_list(b->lf, form, LF_PUT_THERE)) return lf_item(b->lf, form, 2);
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (b->referents.data[i - 1].now == objects || b->referents.data[i - 1].was == objects)
      return b->referents.data[i - 1].filter;
  if (lf_is_list(b->lf, form, LF_SIDE)) return LF_PLAYER;
  return lf_is_list(b->lf, form, LF_GONE_THIS_WAY) ? lf_item(b->lf, form, 2) : 0;
}

/* Permanents that were moved are spoken of as what they were; what has become of cards is known. */
static bool is_past(const Binder *b, Lf objects) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now == objects) return r.now != r.was && !bind_says_card(b, r.filter);
  }
  return false;
}

static Lf bind_all(Binder *b, Lf form) {
  Lf all = bind_form(b, form, SORT_OBJ);
  if (!all || !is_past(b, all)) return all;
  bool said = b->said;
  b->said = true;
  all = bind_form(b, form, SORT_OBJ);
  b->said = said;
  return all;
}

/* Of what was to go, what went, or what went into a graveyard: indestructible permanents, for one, stay what they are. */
static Lf that_went(Binder *b, Lf all, Lf role) {
  Lf went = bind_went(b, role);
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == all && lf_is_atom(b->lf, went)) return all; /* these are what it became */
  return lf_make(b->lf, LF_ONLY, all, went, 0);
}

static u32 occurrences(const Binder *b, Lf form, Lf needle) {
  if (form == needle) return 1;
  u32 found = 0;
  for (u32 i = 0; !lf_is_atom(b->lf, form) && i < lf_count(b->lf, form); i++)
    found += occurrences(b, lf_item(b->lf, form, i), needle);
  return found;
}

/* Operations on objects that are done to all of them at once, and where the objects stand. */
static u32 objects_at(const Binder *b, Lf operation) {
  static const struct {
    Lf head;
    u32 at;
  } PLAIN[] = {{LF_CREATE_COPY, 2}, {LF_EXILE, 1},        {LF_DESTROY, 1},       {LF_TAP, 1},
               {LF_UNTAP, 1},       {LF_PUT_COUNTERS, 3}, {LF_RETURN_TO_HAND, 1}};
  for (u32 i = 0; i < COUNT_OF(PLAIN); i++)
    if (lf_is_list(b->lf, operation, PLAIN[i].head)) return PLAIN[i].at;
  return 0;
}

/* What is done at once however many it is done for, so that it is done so many times as one: where its number stands. */
static u32 number_at(const Binder *b, Lf operation) {
  static const Lf COUNTED[] = {LF_CREATE, LF_GAIN_LIFE, LF_LOSE_LIFE, LF_DRAW, LF_MILL, LF_DEAL_DAMAGE};
  for (u32 i = 0; i < COUNT_OF(COUNTED); i++)
    if (lf_is_list(b->lf, operation, COUNTED[i])) return 1;
  return 0;
}

static Lf for_all(Binder *b, Lf operation, Lf one, Lf all);

/* Several things that are done so many times, each of them at once. */
static Lf steps_for_all(Binder *b, Lf steps, Lf one, Lf all) {
  Lf items[ITEMS_MAX];
  u32 count = lf_count(b->lf, steps);
  if (count > ITEMS_MAX) return 0;
  items[0] = lf_item(b->lf, steps, 0);
  for (u32 i = 1; i < count; i++) {
    if (bind_is_memory(b, lf_item(b->lf, steps, i)))
      items[i] = lf_item(b->lf, steps, i);
    else
      items[i] = number_at(b, lf_item(b->lf, steps, i)) ? for_all(b, lf_item(b->lf, steps, i), one, all) : 0;
    if (!items[i]) return 0;
  }
  return lf_list(b->lf, items, count);
}

/* One operation for all; 0 if it can't be said so. */
static Lf for_all(Binder *b, Lf operation, Lf one, Lf all) {
  if (lf_is_list(b->lf, operation, LF_SEQ)) return steps_for_all(b, operation, one, all);
  u32 at = objects_at(b, operation), number = number_at(b, operation), uses = occurrences(b, operation, one);
  if (lf_is_list(b->lf, operation, LF_PUT_COUNTERS) && uses == 0) number = 2;
  if (at > 0 && uses == 1 && lf_item(b->lf, operation, at) == one) return bind_with_item(b, operation, at, all);
  if (number == 0 || uses > 0) return 0;
  Lf n = lf_item(b->lf, operation, number), count = lf_make(b->lf, LF_COUNT, all, 0, 0);
  bool once = n == LF_N1;
  return bind_with_item(b, operation, number, once ? count : lf_make(b->lf, LF_STAR, n, count, 0));
}

/* Some objects, or some of them, as they were when somebody controlled them; 0 if that isn't known. */
static Lf controlled(Binder *b, Lf all) {
  if (lf_is_list(b->lf, all, LF_ONLY)) {
    Lf inner = controlled(b, lf_item(b->lf, all, 1));
    bool said = inner && lf_is_list(b->lf, inner, LF_ONLY) && lf_item(b->lf, inner, 2) == lf_item(b->lf, all, 2);
    return !inner || said ? inner : bind_with_item(b, all, 1, inner);
  }
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now != all) continue;
    if (!r.to || lf_is(b->lf, r.to, LF_BATTLEFIELD)) return all;
    if (r.was != all) return that_went(b, r.was, r.role);
    return r.described ? that_went(b, bind_again(b, r.described), r.role) : 0;
  }
  return all;
}

/* One operation that the controller of each does: each of the players does it for all of theirs, at once (608.2e), or in
   turn if they draw; 0 if it isn't that. */
static Lf by_controllers(Binder *b, Lf operation, Lf one, Lf all) {
  u32 at = bind_option_at(b, operation, LF_OPT_PLAYER);
  if (at == 0 || lf_item(b->lf, operation, at) != lf_make(b->lf, LF_CONTROLLER, one, 0, 0)) return 0;
  all = controlled(b, all);
  if (!all) return bind_refuse(b, "nobody controls what this refers to any more", operation);
  Lf player = bind_variable(b, "p");
  Lf theirs = lf_make(b->lf, LF_ONLY, all, lf_make(b->lf, LF_CONTROLLED_BY, player, 0, 0), 0);
  Lf done = for_all(b, bind_with_item(b, operation, at, player), one, theirs);
  if (!done) return 0;
  Lf players = LF_PLAYERS, nothing = LF_NOTHING;
  Lf in_turn[] = {LF_FOR_EACH, player, players, done};
  Lf at_once[] = {LF_EACH_PLAYER, player, players, nothing, done};
  return lf_is(b->lf, operation, LF_DRAW) ? lf_list(b->lf, in_turn, COUNT_OF(in_turn))
                                          : lf_list(b->lf, at_once, COUNT_OF(at_once));
}

/* One operation on what is chosen for each of several players: all choices first, then all of it at once (608.2f); 0 if it isn't
   that. */
static Lf chosen_for_each(Binder *b, Lf operation, Lf one, Lf players) {
  bool two = lf_is_list(b->lf, operation, LF_SEQ) && lf_count(b->lf, operation) == 3;
  Lf choose = two ? lf_item(b->lf, operation, 1) : 0, done = two ? lf_item(b->lf, operation, 2) : 0;
  if (!choose || !lf_is_list(b->lf, choose, LF_CHOOSE) || objects_at(b, done) == 0) return 0;
  Lf at_once[] = {LF_EACH_PLAYER, one, players, choose, done};
  return lf_list(b->lf, at_once, COUNT_OF(at_once));
}

Lf bind_gathered(Binder *b, Lf action, u32 first) {
  u32 last = b->referents.count, kept = first;
  for (u32 i = first; i < last && action; i++) {
    Referent r = b->referents.data[i];
    bool object =
        !r.player && !r.word && !r.adrift && r.now && lf_is_atom(b->lf, r.now) && lf_head(b->lf, r.now).data[0] == '$';
    if (!object || r.now == b->referents.data[first].now) continue;
    Lf all = bind_variable(b, "a");
    Lf gather = lf_make(b->lf, LF_LET, all, lf_make(b->lf, LF_UNION, all, r.now, 0), 0);
    action = lf_make(b->lf, LF_SEQ, action, gather, 0);
    r.was = r.now = all;
    r.owner = 0;
    r.many = true;
    b->referents.data[++kept] = r;
  }
  for (u32 i = first; i < kept; i++) b->referents.data[i] = b->referents.data[i + 1];
  b->referents.count = kept;
  return action;
}

/* The one target of an action that is chosen, if at all, among what belongs to a player who is called "that player"; 0
   if there isn't just that one. */
static Lf target_of_each(const Binder *b, Lf form, u32 *count) {
  if (lf_is_atom(b->lf, form)) return 0;
  if (lf_is(b->lf, form, LF_TARGET)) {
    (*count)++;
    return form;
  }
  Lf found = 0;
  for (u32 i = 0; i < lf_count(b->lf, form); i++) {
    Lf inner = target_of_each(b, lf_item(b->lf, form, i), count);
    if (inner) found = inner;
  }
  return found;
}

/* An action for each of several players, with one target that each controls, or up to one (115.1), so that all are controlled
   by different players. */
static Lf with_target_of_each(Binder *b, Lf form, Lf action, Lf players) {
  Lf that_player = LF_THAT_PLAYER;
  u32 count = 0;
  Lf target = target_of_each(b, action, &count);
  bool one = count == 1 && lf_count(b->lf, target) == 2;
  bool up_to_one = count == 1 && lf_count(b->lf, target) == 4 && lf_is(b->lf, lf_item(b->lf, target, 2), LF_OPT_MIN) &&
                   lf_is(b->lf, lf_item(b->lf, target, 3), LF_N0);
  Lf theirs = lf_make(b->lf, LF_CONTROLLED_BY, that_player, 0, 0);
  Lf owned = lf_make(b->lf, LF_OWNED_BY, that_player, 0, 0);
  if (target && bind_mentions(b, target, owned) && bind_mentions(b, target, LF_GRAVEYARD)) theirs = owned;
  if (!(one || up_to_one) || !bind_mentions(b, target, theirs))
    return bind_refuse(b, "no target is chosen for each of them", form);
  bool opponents = players == LF_OPPONENTS;
  Lf all = lf_make(b->lf, LF_COUNT, players, 0, 0), none = LF_N0, filter = lf_item(b->lf, target, 1);
  Lf items[] = {
      LF_TARGET,  opponents ? bind_put(b, filter, that_player, players) : bind_put(b, filter, theirs, LF_ALWAYS),
      LF_OPT_MIN, one ? all : none,
      LF_OPT_MAX, all,
      LF_OPT_SET, LF_ONE_OF_EACH};
  Lf all_targets = lf_list(b->lf, items, COUNT_OF(items));
  if (lf_is_list(b->lf, action, LF_MAY_ACT) &&
      !bind_mentions(b, bind_put(b, action, target, LF_PRONOUN_IT), that_player)) {
    Lf one_by_one = lf_make(b->lf, LF_FOR_EVERY, LF_PRONOUN_THEM, bind_put(b, action, target, LF_PRONOUN_IT), 0);
    return bind_action(b, lf_make(b->lf, LF_SEQ, lf_make(b->lf, LF_CHOOSE_TARGETS, all_targets, 0, 0), one_by_one, 0));
  }
  action = bind_put(b, action, target, all_targets);
  return bind_mentions(b, action, that_player)
             ? bind_refuse(b, "this could refer to any of several objects", that_player)
             : bind_action(b, action);
}

/* (for-each-opponent ACTION [:any]): of any number of opponents, up to one target each is what one target of each is. */
Lf verb_for_each_opponent(Binder *b, Lf form) {
  Lf action = bind_put(b, lf_item(b->lf, form, 1), LF_THAT_OPPONENT, LF_THAT_PLAYER);
  u32 targets = 0;
  Lf target = lf_count(b->lf, form) > 2 ? target_of_each(b, action, &targets) : 0;
  if (target && lf_count(b->lf, target) == 2) {
    Lf items[] = {LF_TARGET, lf_item(b->lf, target, 1), LF_OPT_MIN, LF_N0};
    action = bind_put(b, action, target, lf_list(b->lf, items, COUNT_OF(items)));
  }
  return with_target_of_each(b, form, action, LF_OPPONENTS);
}

/* One operation that is done for each of several objects in a way of its own, for all of them at the same time; 0 if it isn't
   that. */
static Lf each_at_once(Binder *b, Lf operation, Lf one, Lf all) {
  static const Lf EACH[] = {LF_CREATE, LF_CREATE_COPY, LF_PUT_COUNTERS};
  if (!bind_is_any(b, operation, EACH, COUNT_OF(EACH)) || occurrences(b, operation, one) == 0) return 0;
  Lf items[] = {LF_FOR_EACH, one, all, operation, LF_OPT_AT_ONCE};
  return lf_list(b->lf, items, COUNT_OF(items));
}

/* (for-every OBJECTS ACTION): what the action calls "it" is one of them after the other. */
Lf verb_for_every(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 1), each_player = lf_make(b->lf, LF_EACH, LF_PLAYER, 0, 0);
  if (said == each_player && bind_has_head(b, lf_item(b->lf, form, 2), LF_TARGET))
    return with_target_of_each(b, form, lf_item(b->lf, form, 2), LF_PLAYERS);
  bool buried = lf_is_list(b->lf, said, LF_PUT_THERE) && !bind_mentions(b, said, LF_CARD);
  if (buried) said = lf_make(b->lf, LF_GONE_THIS_WAY, LF_DESTROYED, lf_item(b->lf, said, 2), 0);
  Lf all = bind_all(b, said);
  Lf filter = all ? known_of(b, said, all) : 0;
  if (!all) return 0;
  if (!filter) return bind_refuse(b, "the binder has no meaning for this", said);
  if (lf_is_list(b->lf, all, LF_ALL) && lf_is(b->lf, lf_item(b->lf, all, 1), LF_BATTLEFIELD) &&
      bind_says_card(b, filter))
    return bind_refuse(b, "nothing on the battlefield is called a card", said);
  if (lf_is_list(b->lf, said, LF_GONE_THIS_WAY) && (buried || !lf_is_list(b->lf, all, LF_ONLY)))
    all = that_went(b, all, buried ? LF_GRAVEYARD : lf_item(b->lf, said, 1));
  Lf one = bind_variable(b, "e");
  u32 first = b->referents.count, targets = b->targets.count;
  bool card = bind_says_card(b, filter);
  bind_mention(
      b, (Referent){
             .was = one, .now = one, .filter = filter, .to = card ? LF_EXILE : 0, .player = bind_is_player(b, filter)});
  Lf action = bind_action(b, lf_item(b->lf, form, 2));
  b->amount = 0;
  if (!action) return 0;
  if (b->targets.count != targets) return bind_refuse(b, "a target would be chosen for each of these", said);
  Lf memory = bind_memory_of(b, action), operation = memory ? lf_item(b->lf, action, 1) : action;
  bool chosen = lf_is_list(b->lf, action, LF_SEQ) && lf_count(b->lf, action) == 4 && !memory;
  if (chosen && bind_is_memory(b, lf_item(b->lf, action, 3))) {
    memory = lf_item(b->lf, action, 3);
    operation = lf_make(b->lf, LF_SEQ, lf_item(b->lf, action, 1), lf_item(b->lf, action, 2), 0);
  }
  Lf together = for_all(b, operation, one, all);
  if (!together) together = by_controllers(b, operation, one, all);
  bool players = bind_is_player(b, filter);
  if (!together && players) together = chosen_for_each(b, operation, one, all);
  if (together) {
    bind_keep_all(b, first, memory ? lf_item(b->lf, memory, 1) : 0);
    /* What they were before is kept by nothing outside. */
    for (u32 i = first; players && i < b->referents.count; i++) b->referents.data[i].role = 0;
    return memory ? lf_make(b->lf, LF_SEQ, together, memory, 0) : together;
  }
  Lf each = each_at_once(b, operation, one, all);
  if (each) {
    bind_keep_all(b, first, memory ? lf_item(b->lf, memory, 1) : 0);
    return memory ? lf_make(b->lf, LF_SEQ, each, memory, 0) : each;
  }
  bool apart = lf_is_list(b->lf, operation, LF_CHOOSE_ONE) && bind_has_head(b, operation, LF_MOVE);
  if (players && !lf_is_list(b->lf, action, LF_CHOOSE) && !bind_has_head(b, action, LF_CHOOSE_ONE) &&
      !bind_has_head(b, action, LF_SEARCH) && !bind_has_head(b, action, LF_MAY) && !bind_has_head(b, action, LF_PAY))
    return bind_refuse(b, "this isn't done at once", operation);
  if (apart || objects_at(b, operation) || number_at(b, operation))
    return bind_refuse(b, "this isn't done at once", operation);
  action = bind_gathered(b, action, first);
  /* Who controlled what went is known of it as it was. */
  if (occurrences(b, action, lf_make(b->lf, LF_CONTROLLER, one, 0, 0)) > 0) all = controlled(b, all);
  if (!all) return bind_refuse(b, "nobody controls what this refers to any more", operation);
  Lf items[] = {LF_FOR_EACH, one, all, action};
  return lf_list(b->lf, items, COUNT_OF(items));
}

/* --- what those do who don't do something else ------------------------------------------------------------------- */

/* An action in two parts: what is chosen for it, as far as it begins with that, and what is done then. */
typedef struct Deed {
  Lf choices[ITEMS_MAX];
  u32 count;
  Lf done; /* 0 if it isn't one plain action */
} Deed;

static Deed deed_of(const Binder *b, Lf action) {
  Deed deed = {.count = 0};
  bool sequence = lf_is_list(b->lf, action, LF_SEQ);
  u32 at = 1, end = sequence ? lf_count(b->lf, action) : 2;
  while (sequence && at < end && deed.count < ITEMS_MAX && bind_prepares(b, lf_item(b->lf, action, at)))
    deed.choices[deed.count++] = lf_item(b->lf, action, at++);
  if (sequence && at + 2 == end && bind_is_memory(b, lf_item(b->lf, action, end - 1))) end--; /* nothing refers to it */
  Lf last = at + 1 == end ? (sequence ? lf_item(b->lf, action, at) : action) : 0;
  if (last && bind_is_plain(b, last)) deed.done = last;
  return deed;
}

/* Whether nothing is done where the player is nobody and nothing was chosen. */
static bool falls_away(const Binder *b, const Deed *deed, Lf player) {
  if (bind_option(b, deed->done, LF_OPT_PLAYER) == player) return true;
  if (lf_is_list(b->lf, deed->done, LF_DEAL_DAMAGE)) return lf_item(b->lf, deed->done, 2) == player;
  for (u32 i = 0; i < deed->count; i++) {
    Lf choose = deed->choices[i];
    if (lf_is_list(b->lf, choose, LF_CHOOSE) && lf_item(b->lf, deed->done, 1) == lf_item(b->lf, choose, 1)) return true;
  }
  return false;
}

/* Choices, and behind them what remembers that they were made. */
static Lf choices_and(Binder *b, const Lf *choices, u32 count, const Lf *more, u32 more_count) {
  Lf items[2 * ITEMS_MAX] = {LF_SEQ};
  if (count + more_count + 1 > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, choices[0]);
  for (u32 i = 0; i < count; i++) items[1 + i] = choices[i];
  for (u32 i = 0; i < more_count; i++) items[1 + count + i] = more[i];
  return count + more_count == 1 ? items[1] : lf_list(b->lf, items, 1 + count + more_count);
}

/* From now on the player is nobody. */
static Lf let_be_nobody(Binder *b, Lf player) {
  Lf nobody = lf_make(b->lf, LF_ONLY, player, lf_make(b->lf, LF_NOT, LF_ALWAYS, 0, 0), 0);
  return lf_make(b->lf, LF_LET, player, nobody, 0);
}

/* What is done with the objects that are chosen to pay a cost: appended to `items`; false if it isn't plain. */
static bool paid_with(const Binder *b, Lf cost, Lf *items, u32 *count) {
  if (lf_is_list(b->lf, cost, LF_PAY_WITH)) {
    if (*count == ITEMS_MAX || !bind_is_plain(b, lf_item(b->lf, cost, 5))) return false;
    items[(*count)++] = lf_item(b->lf, cost, 5);
    return true;
  }
  if (!lf_is_list(b->lf, cost, LF_EITHER) && !lf_is_list(b->lf, cost, LF_COSTS)) return true;
  for (u32 i = 1; i < lf_count(b->lf, cost); i++)
    if (!paid_with(b, lf_item(b->lf, cost, i), items, count)) return false;
  return true;
}

Lf bind_unless_at_once(Binder *b, Lf player, Lf who, Lf pay) {
  Lf by = bind_option(b, pay, LF_OPT_BY), otherwise = bind_option(b, pay, LF_OPT_ELSE), nothing = LF_NOTHING;
  if (!lf_is_list(b->lf, pay, LF_PAY) || lf_count(b->lf, pay) != 6 || by != player || !otherwise) return 0;
  Deed deed = deed_of(b, otherwise);
  Lf done[2 + ITEMS_MAX] = {LF_TOGETHER}, cost = lf_item(b->lf, pay, 1);
  u32 count = 0;
  if (!deed.done || !falls_away(b, &deed, player) || !paid_with(b, cost, done + 1, &count)) return 0;
  done[1 + count] = deed.done;
  Lf choices = deed.count ? choices_and(b, deed.choices, deed.count, NULL, 0) : nothing;
  Lf asked[] = {LF_PAY, cost, LF_OPT_THEN, let_be_nobody(b, player), LF_OPT_ELSE, choices, LF_OPT_BY, by, LF_OPT_LATER};
  Lf all = lf_list(b->lf, asked, (u32)COUNT_OF(asked) - (count ? 0 : 1));
  Lf each[] = {LF_EACH_PLAYER, player, who, all, count ? lf_list(b->lf, done, 2 + count) : deed.done};
  return lf_list(b->lf, each, COUNT_OF(each));
}

Lf bind_others_at_once(Binder *b, Lf each, Lf otherwise) {
  Lf player = lf_item(b->lf, each, 1), may = lf_item(b->lf, each, 3), done = lf_item(b->lf, each, 4);
  Deed deed = deed_of(b, otherwise);
  if (!bind_is_plain(b, done) || !deed.done || !falls_away(b, &deed, player)) return 0;
  Lf doer = bind_variable(b, "d"), chosen = lf_item(b->lf, may, 1);
  Lf remember[] = {lf_make(b->lf, LF_LET, doer, player, 0), let_be_nobody(b, player)};
  bool several = lf_is_list(b->lf, chosen, LF_SEQ), none = lf_is(b->lf, chosen, LF_NOTHING);
  Lf items[ITEMS_MAX];
  u32 count = several ? lf_count(b->lf, chosen) - 1 : none ? 0 : 1;
  if (count > ITEMS_MAX) return 0;
  for (u32 i = 0; i < count; i++) items[i] = several ? lf_item(b->lf, chosen, 1 + i) : chosen;
  Lf asked[6] = {LF_MAY, choices_and(b, items, count, remember, 2), LF_OPT_BY, player};
  u32 n = 4;
  if (deed.count) {
    asked[n++] = LF_OPT_ELSE;
    asked[n++] = choices_and(b, deed.choices, deed.count, NULL, 0);
  }
  done = bind_put(b, done, player, doer);
  Lf both = lf_make(b->lf, LF_TOGETHER, done, deed.done, 0);
  Lf all[] = {LF_EACH_PLAYER, player, lf_item(b->lf, each, 2), lf_list(b->lf, asked, n), both};
  return lf_list(b->lf, all, COUNT_OF(all));
}

/* One action that each of several players may do with what they choose, done with all of that; 0 if it isn't just that. What
   a player puts counters on is theirs, and each of the doers puts them on their own. */
static Lf done_by_doers(Binder *b, Lf done, Lf player, Lf chosen, Lf all) {
  static const Lf WITH_CHOSEN[] = {LF_DISCARD, LF_SACRIFICE, LF_PUT_COUNTERS};
  bool by_player = bind_option(b, done, LF_OPT_PLAYER) == player;
  bool plain = bind_is_any(b, done, WITH_CHOSEN, COUNT_OF(WITH_CHOSEN)) && occurrences(b, done, player) == by_player;
  if (!plain || occurrences(b, done, chosen) != 1) return 0;
  Lf own = lf_make(b->lf, LF_ONLY, all, lf_make(b->lf, LF_CONTROLLED_BY, player, 0, 0), 0);
  Lf each[] = {LF_FOR_EACH, player, LF_VAR_DOERS, bind_put(b, done, chosen, own), LF_OPT_AT_ONCE};
  return by_player ? lf_list(b->lf, each, COUNT_OF(each)) : bind_put(b, done, chosen, all);
}

/* What each of several players may do, with `$doers` for those who do it: each says in turn whether they do and chooses what
   with, then it is done at once (101.4, 608.2e). 0, refused, if it isn't one action. */
static Lf with_doers(Binder *b, Lf last) {
  LfStore *lf = b->lf;
  Lf each = lf_is_list(lf, last, LF_SEQ) ? lf_item(lf, last, 1) : last, all = bind_variable(b, "a"),
     doers = LF_VAR_DOERS;
  Lf may = lf_is_list(lf, each, LF_EACH_PLAYER) ? lf_item(lf, each, 3) : 0, player = lf_item(lf, each, 1);
  Lf choose = may && lf_is_list(lf, may, LF_MAY) ? lf_item(lf, may, 1) : 0;
  if (choose && lf_is_list(lf, choose, LF_SEQ) && lf_count(lf, choose) == 2) choose = lf_item(lf, choose, 1);
  Lf chosen = choose && lf_is_list(lf, choose, LF_CHOOSE) ? lf_item(lf, choose, 1) : 0;
  Lf done = chosen ? done_by_doers(b, lf_item(lf, each, 4), player, chosen, all) : 0;
  if (!done) return bind_refuse(b, "no one of several may do one thing in", last);
  if (!vec_push(&b->allocator, &b->used, all) || !vec_push(&b->allocator, &b->used, doers)) lf->failed = true;
  Lf gather = lf_make(lf, LF_LET, all, lf_make(lf, LF_UNION, all, chosen, 0), 0);
  Lf remember = lf_make(lf, LF_LET, doers, lf_make(lf, LF_UNION, doers, player, 0), 0);
  Lf asked[] = {LF_MAY, lf_make(lf, LF_SEQ, choose, gather, remember), LF_OPT_BY, player};
  Lf in_turn[] = {LF_FOR_EACH, player, lf_item(lf, each, 2), lf_list(lf, asked, COUNT_OF(asked))};
  return lf_make(lf, LF_SEQ, lf_list(lf, in_turn, COUNT_OF(in_turn)), done, each == last ? 0 : lf_item(lf, last, 2));
}

/* (if-doers DEED ACTION): what those do who did what each of several players might do, which was that. */
Lf bind_if_doers(Binder *b, Lf last, Lf form) {
  Lf first = with_doers(b, last);
  if (first && !bind_find_head(b, first, lf_item(b->lf, form, 1)))
    return bind_refuse(b, "nobody might do this earlier", form);
  Lf then = first ? bind_action(b, lf_item(b->lf, form, 2)) : 0;
  return then ? lf_make(b->lf, LF_SEQ, first, lf_make(b->lf, LF_IF, LF_DID, then, 0), 0) : 0;
}

/* What is done for each of those who did what each of several players might do, as "that player" says. */
Lf bind_for_doers(Binder *b, Lf last, Lf said) {
  Lf first = with_doers(b, last), doer = bind_variable(b, "p"), doers = LF_VAR_DOERS;
  u32 known = b->referents.count;
  bind_mention(b, (Referent){.was = doer, .now = doer, .filter = LF_PLAYER, .player = true});
  Lf then = first ? bind_branch(b, said) : 0;
  bind_keep_all(b, known, 0);
  Lf each[] = {LF_FOR_EACH, doer, doers, then};
  return then ? lf_make(b->lf, LF_SEQ, first, lf_make(b->lf, LF_IF, LF_DID, lf_list(b->lf, each, COUNT_OF(each)), 0), 0)
              : 0;
}

/* What is done as often as opponents search a library in the action before it, whether or not they find anything. */
Lf bind_each_searcher(Binder *b, Lf each, Lf n, Lf then) {
  u32 bad;
  Lf searches = lf_read(b->lf, STR("(happened (searches opponent))"), &bad);
  Lf since = lf_make(b->lf, LF_MINUS, searches, lf_make(b->lf, LF_VALUE, n, 0, 0), 0);
  Lf steps[] = {LF_SEQ, lf_make(b->lf, LF_LET_NUMBER, n, searches, 0), each, lf_make(b->lf, LF_REPEAT, since, then, 0)};
  return lf_list(b->lf, steps, COUNT_OF(steps));
}

/* An action that is done so many times at once; 0 if it isn't known to be the same as one that is so much. */
static Lf so_often(Binder *b, Lf action, Lf times) {
  bool puts = lf_is_list(b->lf, action, LF_PUT_COUNTERS), alone = lf_is_list(b->lf, action, LF_SEQ);
  if (alone && lf_count(b->lf, action) == 3 && bind_is_memory(b, lf_item(b->lf, action, 2))) {
    Lf inner = so_often(b, lf_item(b->lf, action, 1), times);
    return inner ? bind_with_item(b, action, 1, inner) : 0;
  }
  u32 at = puts ? 2 : number_at(b, action);
  Lf n = lf_item(b->lf, action, at);
  return at ? bind_with_item(b, action, at, n == LF_N1 ? times : lf_make(b->lf, LF_STAR, n, times, 0)) : 0;
}

/* What is done as often as one of several players does what each may do, if that is one deed without a choice: all say in
   turn whether they do it, then it is done by all of them at once (101.4, 608.2e). 0 if it isn't so. */
Lf bind_each_doer(Binder *b, Lf each, Lf then) {
  LfStore *lf = b->lf;
  Lf player = lf_item(lf, each, 1), may = lf_item(lf, each, 3), deed = lf_item(lf, may, 1);
  Lf memory = lf_is_list(lf, deed, LF_SEQ) && lf_count(lf, deed) == 3 ? lf_item(lf, deed, 2) : 0;
  if (memory && !bind_is_memory(b, memory)) return 0;
  if (memory) deed = lf_item(lf, deed, 1);
  if (!bind_is_plain(b, deed) || lf_is_atom(lf, deed)) return 0;
  Lf doers = bind_variable(b, "d"), remember = lf_make(lf, LF_LET, doers, lf_make(lf, LF_UNION, doers, player, 0), 0);
  if (!vec_push(&b->allocator, &b->used, doers)) lf->failed = true;
  Lf asked[] = {LF_MAY, remember, LF_OPT_BY, player}, times = lf_make(lf, LF_COUNT, doers, 0, 0);
  Lf in_turn[] = {LF_FOR_EACH, player, lf_item(lf, each, 2), lf_list(lf, asked, COUNT_OF(asked))};
  Lf done[] = {LF_EACH_PLAYER, player, doers, LF_NOTHING, deed}, often = so_often(b, then, times);
  Lf steps[] = {LF_SEQ, lf_list(lf, in_turn, COUNT_OF(in_turn)), lf_list(lf, done, COUNT_OF(done)),
                often ? often : lf_make(lf, LF_REPEAT, times, then, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* What each of several players may do that is several deeds and needs no choice but whether to: all say so in turn, then all
   who do it do the first, then the second (608.2e). 0 if it isn't that. */
static Lf doers_together(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf player = lf_item(lf, form, 1), may = lf_item(lf, form, 3), deeds = lf_item(lf, form, 4),
     items[ITEMS_MAX] = {LF_SEQ};
  u32 count = lf_count(lf, deeds);
  bool fits = lf_is_list(lf, form, LF_EACH_PLAYER) && lf_is_list(lf, may, LF_MAY) && lf_is_list(lf, deeds, LF_SEQ) &&
              lf_item(lf, may, 1) == LF_NOTHING && count + 1 <= ITEMS_MAX;
  if (!fits) return 0;
  Lf doers = bind_variable(b, "d"), remember = lf_make(lf, LF_LET, doers, lf_make(lf, LF_UNION, doers, player, 0), 0);
  Lf asked[] = {LF_MAY, remember, LF_OPT_BY, player};
  items[1] = lf_make(lf, LF_FOR_EACH, player, lf_item(lf, form, 2), lf_list(lf, asked, COUNT_OF(asked)));
  for (u32 i = 1; i < count; i++) {
    Lf each[] = {LF_EACH_PLAYER, player, doers, LF_NOTHING, lf_item(lf, deeds, i)};
    if (bind_prepares(b, each[4])) return 0;
    items[i + 1] = lf_list(lf, each, COUNT_OF(each));
  }
  return lf_list(lf, items, count + 1);
}

Lf bind_doers_together(Binder *b, Lf form) {
  if (!form || lf_is_atom(b->lf, form)) return form;
  Lf together = doers_together(b, form);
  for (u32 i = 0; !together && i < lf_count(b->lf, form); i++) {
    Lf item = lf_item(b->lf, form, i), put = bind_doers_together(b, item);
    if (put != item) form = bind_with_item(b, form, i, put);
  }
  return together ? together : form;
}
