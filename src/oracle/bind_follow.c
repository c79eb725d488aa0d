/* Actions in a row (608.2c): what follows from the one before it, and what is known of one in those behind it. */
#include "oracle/bind.h"

#define STEPS_MAX 64u

/* A form with more items behind the others. */
static Lf with(Binder *b, Lf form, const Lf *more, u32 count) {
  Lf items[32];
  u32 n = lf_count(b->lf, form);
  if (n + count > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < n; i++) items[i] = lf_item(b->lf, form, i);
  for (u32 i = 0; i < count; i++) items[n + i] = more[i];
  return lf_list(b->lf, items, n + count);
}

Lf bind_with_option(Binder *b, Lf form, Lf name, Lf value) {
  Lf more[] = {name, value};
  return with(b, form, more, 2);
}

Lf bind_by_actor(Binder *b, Lf form) {
  return lf_is(b->lf, b->actor, LF_YOU) ? form : bind_with_option(b, form, LF_OPT_BY, b->actor);
}

/* What each of many players may do at the same time as the others: whether to is asked as they choose. */
static Lf may_each(const Binder *b, Lf last) {
  bool remembers = lf_is_list(b->lf, last, LF_SEQ) && lf_count(b->lf, last) == 3;
  if (remembers && bind_is_memory(b, lf_item(b->lf, last, 2))) last = lf_item(b->lf, last, 1);
  Lf may = lf_is_list(b->lf, last, LF_EACH_PLAYER) ? lf_item(b->lf, last, 3) : 0;
  return may && lf_is_list(b->lf, may, LF_MAY) ? may : 0;
}

/* The same, in turn: whoever doesn't do it then does something else. */
static Lf in_turn(Binder *b, Lf last) {
  Lf may = may_each(b, last);
  if (!may) return last;
  Lf memory = lf_is_list(b->lf, last, LF_SEQ) ? lf_item(b->lf, last, 2) : 0;
  if (memory) last = lf_item(b->lf, last, 1);
  bool chooses = lf_item(b->lf, may, 1) != LF_NOTHING;
  Lf deed = lf_item(b->lf, last, 4);
  if (chooses) deed = lf_make(b->lf, LF_SEQ, lf_item(b->lf, may, 1), deed, memory);
  if (!chooses && memory) deed = lf_make(b->lf, LF_SEQ, deed, memory, 0);
  Lf by[] = {LF_MAY, deed, LF_OPT_BY, lf_item(b->lf, may, 3)};
  Lf each[] = {LF_FOR_EACH, lf_item(b->lf, last, 1), lf_item(b->lf, last, 2), lf_list(b->lf, by, COUNT_OF(by))};
  return lf_list(b->lf, each, 4);
}

/* What each of several players may have done is not known of all together. */
static bool is_known(const Binder *b, Lf last) {
  return !lf_is(b->lf, last, LF_FOR_EACH) && !may_each(b, last) &&
         !(lf_is(b->lf, last, LF_IF) && lf_count(b->lf, last) != 3);
}

/* Whether what stands behind an action of a sequence can't be done without it: it is done with what was found or moved. */
static bool is_needed_behind(Binder *b, Lf seq, u32 at) {
  if (lf_is_list(b->lf, lf_item(b->lf, seq, at), LF_SEARCH)) return true;
  Lf memory = lf_item(b->lf, seq, at + 1);
  bool needed = false;
  for (u32 i = at + 2; bind_is_memory(b, memory) && i < lf_count(b->lf, seq); i++)
    needed |= bind_mentions(b, lf_item(b->lf, seq, i), lf_item(b->lf, memory, 1));
  return needed;
}

/* The actions of a sequence from `at` on, and what is done if all of them were: whatever isn't done, those behind it are
   still tried. */
static Lf if_all_done(Binder *b, Lf seq, u32 at, Lf then) {
  Lf did = LF_DID, step = lf_item(b->lf, seq, at), behind[STEPS_MAX] = {LF_SEQ};
  u32 count = lf_count(b->lf, seq), n = 1;
  bool acts = !bind_prepares(b, step) && !bind_is_memory(b, step) && !is_needed_behind(b, seq, at), more = false;
  for (u32 i = at + 1; i < count && n < COUNT_OF(behind); i++) {
    behind[n++] = lf_item(b->lf, seq, i);
    more |= !bind_prepares(b, behind[n - 1]) && !bind_is_memory(b, behind[n - 1]);
  }
  if (n == COUNT_OF(behind)) return bind_refuse(b, "too many steps come before this", seq);
  Lf all = lf_list(b->lf, behind, n), check = lf_make(b->lf, LF_IF, did, then, 0);
  if (!more) return lf_make(b->lf, LF_SEQ, step, n > 1 ? all : check, n > 1 ? check : 0);
  Lf rest = if_all_done(b, seq, at + 1, then);
  if (!rest || !acts) return rest ? lf_make(b->lf, LF_SEQ, step, rest, 0) : 0;
  return lf_make(b->lf, LF_SEQ, step, bind_with_option(b, lf_make(b->lf, LF_IF, did, rest, 0), LF_OPT_ELSE, all), 0);
}

/* What was optional, done: the effect goes inside, where it is known whether it was done. */
static Lf if_done(Binder *b, Lf last, Lf then) {
  if (!is_known(b, last)) return bind_refuse(b, "nothing says who did this", last);
  if (lf_is(b->lf, last, LF_IF)) {
    Lf inner = if_done(b, lf_item(b->lf, last, 2), then);
    return inner ? bind_with_item(b, last, 2, inner) : 0;
  }
  if (lf_is(b->lf, last, LF_PAY)) return bind_with_option(b, last, LF_OPT_THEN, then);
  if (lf_is(b->lf, last, LF_SEQ)) return if_all_done(b, last, 1, then);
  Lf check = lf_make(b->lf, LF_IF, LF_DID, then, 0);
  if (!lf_is(b->lf, last, LF_MAY)) return lf_make(b->lf, LF_SEQ, last, check, 0);
  return bind_with_item(b, last, 1, lf_make(b->lf, LF_SEQ, lf_item(b->lf, last, 1), check, 0));
}

static Lf if_not_done(Binder *b, Lf last, Lf otherwise, bool condition) {
  if (!is_known(b, last) || (lf_is(b->lf, last, LF_IF) && !condition))
    return bind_refuse(b, "nothing says who didn't do this", last);
  if (lf_is(b->lf, last, LF_PAY) || lf_is(b->lf, last, LF_MAY) || lf_is(b->lf, last, LF_IF))
    return bind_with_option(b, last, LF_OPT_ELSE, otherwise);
  u32 end = lf_is(b->lf, last, LF_SEQ) ? lf_count(b->lf, last) - 1 : 0;
  Lf ends = condition && end > 0 ? lf_item(b->lf, last, end) : 0;
  if (ends && lf_is_list(b->lf, ends, LF_IF) && lf_count(b->lf, ends) == 3)
    return bind_with_item(b, last, end, bind_with_option(b, ends, LF_OPT_ELSE, otherwise));
  Lf check = lf_make(b->lf, LF_NOT, LF_DID, 0, 0);
  return lf_make(b->lf, LF_SEQ, last, lf_make(b->lf, LF_IF, check, otherwise, 0), 0);
}

/* Whether an action is done to more than one thing that is chosen: as many as there are, if there are fewer. */
static bool chooses_several(const Binder *b, Lf action) {
  Lf one = LF_N1;
  if (lf_is_list(b->lf, action, LF_CHOOSE)) return lf_item(b->lf, action, 3) != one;
  for (u32 i = 1; !lf_is_atom(b->lf, action) && i < lf_count(b->lf, action); i++)
    if (chooses_several(b, lf_item(b->lf, action, i))) return true;
  return false;
}

/* Whether one of several actions is what happens otherwise. */
static bool begins_otherwise(const Binder *b, Lf what) {
  static const Lf OTHERWISE[] = {LF_IF_NOT_DONE, LF_IF_UNABLE, LF_OTHERWISE};
  for (u32 i = 1; lf_is(b->lf, what, LF_SEQ) && i < lf_count(b->lf, what); i++)
    if (bind_is_any(b, lf_item(b->lf, what, i), OTHERWISE, COUNT_OF(OTHERWISE))) return true;
  return false;
}

/* Whether the last of some actions depends on what was done before it. */
static bool ends_with_did(const Binder *b, Lf action) {
  if (lf_is(b->lf, action, LF_SEQ)) return ends_with_did(b, lf_item(b->lf, action, lf_count(b->lf, action) - 1));
  return lf_is(b->lf, action, LF_IF) && lf_is(b->lf, lf_item(b->lf, action, 1), LF_DID);
}

/* (instead-if CONDITION ACTION): what is done instead of the last thing said, which may depend on what was done. */
static Lf do_instead(Binder *b, Lf last, Lf condition, Lf then) {
  u32 n = lf_count(b->lf, last);
  u32 at = 0;
  if (lf_is(b->lf, last, LF_MAY)) at = 1;
  if (lf_is(b->lf, last, LF_SEQ)) at = n - 1;
  if (lf_is(b->lf, last, LF_IF) && lf_is(b->lf, lf_item(b->lf, last, 1), LF_DID)) at = 2;
  for (u32 i = 2; lf_is(b->lf, last, LF_PAY) && i + 1 < n; i++)
    if (lf_is(b->lf, lf_item(b->lf, last, i), LF_OPT_THEN)) at = i + 1;
  Lf inner = at > 0 ? lf_item(b->lf, last, at) : 0;
  bool depends = lf_is(b->lf, last, LF_PAY) || lf_is(b->lf, last, LF_IF) || (inner && ends_with_did(b, inner));
  if (!inner || !depends) return bind_with_option(b, lf_make(b->lf, LF_IF, condition, then, 0), LF_OPT_ELSE, last);
  Lf done = do_instead(b, inner, condition, then);
  return done ? bind_with_item(b, last, at, done) : 0;
}

/* (created-instead CONDITION N): so many of the tokens that the last action creates. */
static Lf created_instead(Binder *b, Lf last, Lf form) {
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  Lf n = condition ? bind_form(b, lf_item(b->lf, form, 2), SORT_NUM) : 0;
  Lf memory = bind_memory_of(b, last), creates = memory ? lf_item(b->lf, last, 1) : 0;
  bool fits = creates && (lf_is_list(b->lf, creates, LF_CREATE) || lf_is_list(b->lf, creates, LF_CREATE_COPY));
  if (!n) return 0;
  if (!fits) return bind_refuse(b, "no tokens were created earlier", form);
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == lf_item(b->lf, memory, 1)) b->referents.data[i].many = true;
  Lf more = bind_with_item(b, last, 1, bind_with_item(b, creates, 1, n));
  return bind_with_option(b, lf_make(b->lf, LF_IF, condition, more, 0), LF_OPT_ELSE, last);
}

/* What creates the tokens last, with how they enter: which creature token is copied is chosen first (701.36a). 0 if none are
   created. */
static Lf created_entering(Binder *b, Lf action, const Lf *how, u32 count) {
  u32 bad, n = lf_count(b->lf, action);
  if (lf_is(b->lf, action, LF_SEQ) && n > 1) {
    u32 at = n > 2 && bind_is_memory(b, lf_item(b->lf, action, n - 1)) ? n - 2 : n - 1;
    Lf inner = created_entering(b, lf_item(b->lf, action, at), how, count);
    return inner ? bind_with_item(b, action, at, inner) : 0;
  }
  if (lf_is(b->lf, action, LF_CREATE) || lf_is(b->lf, action, LF_CREATE_COPY)) return with(b, action, how, count);
  if (!lf_is(b->lf, action, LF_POPULATE)) return 0;
  static const char TOKENS[] = "(all battlefield (and token (type creature) (controlled-by you)))";
  Lf variable = bind_variable(b, "c"), one = LF_N1;
  Lf choose[] = {LF_CHOOSE, variable, one, one, lf_read(b->lf, str_of(TOKENS), &bad)};
  Lf copy = with(b, lf_make(b->lf, LF_CREATE_COPY, one, variable, 0), how, count);
  return lf_make(b->lf, LF_SEQ, lf_list(b->lf, choose, COUNT_OF(choose)), copy, 0);
}

/* (enters-so OPTION…): how the tokens that were just created enter. */
static Lf enters_so(Binder *b, Lf last, Lf form) {
  Lf how[8];
  u32 count = lf_count(b->lf, form) - 1;
  if (count > COUNT_OF(how)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < count; i++) {
    Lf item = lf_item(b->lf, form, i + 1);
    bool option = lf_is_atom(b->lf, item) && lf_head(b->lf, item).data[0] == ':';
    bool kind = i > 0 && lf_is(b->lf, how[i - 1], LF_OPT_COUNTERS),
         number = i > 0 && lf_is(b->lf, how[i - 1], LF_OPT_WITH);
    how[i] = option || kind ? item : bind_form(b, item, number ? SORT_NUM : SORT_OBJ);
    if (!how[i]) return 0;
  }
  Lf created = created_entering(b, last, how, count);
  return created ? created : bind_refuse(b, "no tokens were created earlier", form);
}

/* Binds an action that is done only if a cost was paid: its targets are chosen only then (601.2c). */
Lf bind_if_paid(Binder *b, Lf paid, Lf form) {
  u32 first = b->targets.count;
  Lf action = bind_branch(b, form);
  for (u32 i = first; i < b->targets.count && action && paid; i++)
    b->targets.data[i] = bind_with_option(b, b->targets.data[i], LF_OPT_IF, paid);
  return action;
}

bool bind_is_paid(const Binder *b, Lf condition) {
  if (lf_is_list(b->lf, condition, LF_OR) && lf_count(b->lf, condition) == 3)
    return bind_is_paid(b, lf_item(b->lf, condition, 1)) && bind_is_paid(b, lf_item(b->lf, condition, 2));
  return lf_is(b->lf, condition, LF_PAID) && lf_count(b->lf, condition) == 2;
}

/* Who does what a form says, in its last part; 0 if that is you or isn't said. */
static Lf doer(const Binder *b, Lf form) {
  static const Lf SUBJECTS[] = {LF_ACT, LF_MAY_ACT, LF_MAY_PAY, LF_UNLESS_PAYS};
  if (bind_is_any(b, form, SUBJECTS, COUNT_OF(SUBJECTS)))
    return lf_is(b->lf, lf_item(b->lf, form, 1), LF_YOU) ? 0 : lf_item(b->lf, form, 1);
  bool in_row = lf_is_list(b->lf, form, LF_SEQ) || lf_is_list(b->lf, form, LF_JOINED);
  if (in_row) return doer(b, lf_item(b->lf, form, lf_count(b->lf, form) - 1));
  if (lf_is_list(b->lf, form, LF_IF)) return doer(b, lf_item(b->lf, form, 2));
  return 0;
}

/* (if-others-do ACTION) behind what somebody else than you does. */
static Lf if_others_do(Binder *b, Lf before, Lf step) {
  if (!before || !doer(b, before)) return bind_refuse(b, "no other player did anything earlier", step);
  return lf_make(b->lf, LF_IF_DONE, lf_item(b->lf, step, 1), 0, 0);
}

/* What is done if somebody didn't do the action before: whoever is said must have been to do that. A step that says nothing
   of that is what it was; 0 if refused. */
static Lf unless_done(Binder *b, Lf before, Lf step) {
  Lf who = before ? doer(b, before) : 0, action = lf_item(b->lf, step, 1);
  bool dont = lf_is_list(b->lf, step, LF_IF_THEY_DONT), cant = lf_is_list(b->lf, step, LF_IF_THEY_CANT);
  if (dont || cant) {
    if (!who) return bind_refuse(b, "no other player was to do anything earlier", step);
    return lf_make(b->lf, dont ? LF_IF_NOT_DONE : LF_IF_UNABLE, action, 0, 0);
  }
  bool you = lf_is_list(b->lf, step, LF_IF_NOT_DONE) || lf_is_list(b->lf, step, LF_IF_UNABLE);
  Lf others = lf_is_list(b->lf, step, LF_IF_OTHERS_DONT) ? lf_item(b->lf, step, 2) : 0;
  bool wrong = (you && who) || (others && others != who);
  return wrong ? bind_refuse(b, "somebody else was to do the action before this", step) : step;
}

/* The targets of an action that another one takes the place of if a cost was paid are chosen only if it wasn't, unless that
   one speaks of them (601.2c). */
static void targets_if_unpaid(Binder *b, const Lf *done, u32 steps, u32 count, Lf then, Lf paid) {
  Lf unpaid = lf_make(b->lf, LF_NOT, paid, 0, 0);
  for (u32 i = b->target_first; i < count; i++) {
    Lf variable = lf_item(b->lf, b->targets.data[i], 1);
    bool only_then = bind_mentions(b, done[steps - 1], variable) && !bind_mentions(b, then, variable);
    for (u32 k = 1; k + 1 < steps; k++) only_then = only_then && !bind_mentions(b, done[k], variable);
    if (only_then) b->targets.data[i] = bind_with_option(b, b->targets.data[i], LF_OPT_IF, unpaid);
  }
}

/* The one object, or some, that was mentioned since and is kept in a variable; NULL if there isn't just one such. */
static const Referent *only_since(const Binder *b, const Referent *referents, u32 count, u32 since) {
  const Referent *only = NULL;
  for (u32 i = 0; i < count; i++) {
    const Referent *r = &referents[i];
    if (r->serial <= since || r->player || r->word) continue;
    bool kept = r->now == r->was && lf_is_atom(b->lf, r->now) && lf_head(b->lf, r->now).data[0] == '$';
    if (only || !kept || r->adrift) return NULL;
    only = r;
  }
  return only;
}

/* What one action found and what another one that may be done instead did is called by the same words: what is known of both. */
static Referent either_found(Binder *b, Referent first, Referent second) {
  if (first.filter != second.filter) first.filter = lf_make(b->lf, LF_OR, first.filter, second.filter, 0);
  if (first.role != second.role) first.role = 0;
  if (first.owner != second.owner) first.owner = 0;
  first.many |= second.many;
  first.from = 0;
  return first;
}

static bool is_target(const Binder *b, Lf variable) {
  for (u32 i = b->target_first; i < b->targets.count; i++)
    if (lf_item(b->lf, b->targets.data[i], 1) == variable) return true;
  return false;
}

/* (instead-if CONDITION ACTION): nothing is known later of what only one of the two mentions. `found`: what the action before
   found, or NULL. */
static Lf bind_instead(Binder *b, const Lf *done, u32 steps, Lf form, const Referent *found) {
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  u32 targets = b->targets.count, since = b->mentioned, kept = b->referent_first;
  Lf then = condition ? bind_if_paid(b, bind_is_paid(b, condition) ? condition : 0, lf_item(b->lf, form, 2)) : 0;
  if (!then) return 0;
  if (b->targets.count != targets && !bind_is_paid(b, condition))
    return bind_refuse(b, "targets are chosen before this is known", form);
  if (b->targets.count != targets) targets_if_unpaid(b, done, steps, targets, then, condition);
  const Referent *other = found ? only_since(b, b->referents.data + kept, b->referents.count - kept, since) : NULL;
  bool alike = other && other->zone == found->zone && other->to == found->to && !is_target(b, found->now);
  Referent both = alike && !is_target(b, other->now) ? either_found(b, *found, *other) : (Referent){.now = 0};
  if (both.now) then = bind_put(b, then, other->now, found->now);
  for (u32 i = kept; i < b->referents.count; i++)
    if (b->referents.data[i].serial <= since) b->referents.data[kept++] = b->referents.data[i];
  b->referents.count = kept;
  if (both.now) bind_mention(b, both);
  return do_instead(b, done[steps - 1], condition, bind_instead_of_amount(b, done[steps - 1], then));
}

/* (if-searched ACTION): what is done if a library was searched. */
/* The action, behind whose search and what is done with what was found something else is done; 0 without a search of
   a library that is always made. */
static Lf searched_then(Binder *b, Lf action, Lf then) {
  Lf items[16];
  u32 n = lf_is_atom(b->lf, action) ? 0 : lf_count(b->lf, action);
  if (n < 2 || n >= COUNT_OF(items)) return 0;
  for (u32 i = 0; i < n; i++) items[i] = lf_item(b->lf, action, i);
  if (lf_is(b->lf, action, LF_MAY)) {
    items[1] = searched_then(b, items[1], then);
    return items[1] ? lf_list(b->lf, items, n) : 0;
  }
  bool searched = lf_is(b->lf, action, LF_SEQ) && lf_is_list(b->lf, items[1], LF_SEARCH);
  if (!searched || !lf_is(b->lf, lf_item(b->lf, items[1], 4), LF_LIBRARY)) return 0;
  items[n] = then;
  return lf_list(b->lf, items, n + 1);
}

static Lf follow_searched(Binder *b, Lf last, Lf form) {
  Lf shuffle = bind_action(b, lf_item(b->lf, form, 1));
  if (shuffle && !lf_is(b->lf, shuffle, LF_SHUFFLE)) {
    Lf then = searched_then(b, last, shuffle);
    return then ? then : bind_refuse(b, "no library was searched earlier", form);
  }
  Lf shuffled = shuffle ? bind_shuffled_then(b, last, shuffle) : 0;
  return shuffled || !shuffle ? shuffled : bind_refuse(b, "no library was searched earlier", form);
}

/* A spell that goes elsewhere as it is countered is a card there, of which may be spoken. */
static Lf follow_countered(Binder *b, Lf last, Lf form) {
  Lf countered = bind_countered_to(b, last, form), role = LF_COUNTERED;
  for (u32 i = b->referent_first; countered && i < b->referents.count; i++) {
    Referent card = b->referents.data[i];
    if (card.role != role) continue;
    card.filter = LF_CARD;
    card.to = lf_item(b->lf, form, 1);
    card.was = card.now;
    bind_mention(b, card);
    break;
  }
  return countered ? countered : bind_refuse(b, "nothing was countered earlier", form);
}

bool bind_takes_all_cards(const LfStore *lf, Lf action) {
  bool takes = lf_is_list(lf, action, LF_DISCARD) || lf_is_list(lf, action, LF_EXILE);
  return takes && lf_is_list(lf, lf_item(lf, action, 1), LF_CARDS);
}

/* What somebody may do with all cards of a zone can be done if there are none, and they did it if they chose so (118.12). */
static Lf if_chosen(Binder *b, Lf last, Lf then) {
  Lf what = lf_is(b->lf, last, LF_MAY) ? lf_item(b->lf, last, 1) : 0;
  bool several = what && lf_is(b->lf, what, LF_SEQ);
  if (!what || !bind_takes_all_cards(b->lf, several ? lf_item(b->lf, what, 1) : what)) return 0;
  for (u32 i = 2; several && i < lf_count(b->lf, what); i++)
    if (!bind_is_memory(b, lf_item(b->lf, what, i))) return 0;
  return bind_with_item(b, last, 1, lf_make(b->lf, LF_SEQ, what, then, 0));
}

static Lf follow_done(Binder *b, Lf last, Lf form) {
  Lf then = bind_action(b, lf_item(b->lf, form, 1)), chosen = then ? if_chosen(b, last, then) : 0;
  if (!then || chosen) return chosen;
  return if_done(b, last, then);
}

/* (when-done ACTION): a reflexive ability, with targets of its own (603.12), of what was done before it. A condition that
   stands right behind the trigger condition is checked as it triggers, too (603.4). */
Lf verb_when_done(Binder *b, Lf form) {
  Lf what = lf_item(b->lf, form, 1);
  if (begins_otherwise(b, what)) return bind_refuse(b, "this can't stand in a triggered ability", form);
  bool intervening = lf_is_list(b->lf, what, LF_IF) && lf_count(b->lf, what) == 3;
  Lf condition = intervening ? bind_form(b, lf_item(b->lf, what, 1), SORT_COND) : 0;
  Lf ability = lf_make(b->lf, LF_WHEN_YOU_DO, lf_make(b->lf, LF_SPELL, what, 0, 0), 0, 0);
  Lf triggers = b->refusal ? 0 : bind_action(b, ability);
  return triggers && condition ? lf_make(b->lf, LF_IF, condition, triggers, 0) : triggers;
}

static Lf follow_reflexive(Binder *b, Lf last, Lf form) {
  Lf then = verb_when_done(b, form);
  return then ? if_done(b, last, then) : 0;
}

/* (if-not-at-all ACTION): what the action before does on a condition wasn't done, for one reason or another. */
static Lf follow_not_at_all(Binder *b, Lf last, Lf form) {
  /* What may be cast if it is so is cast as that. */
  if (lf_is_list(b->lf, last, LF_CAST)) {
    Lf then = bind_action(b, lf_item(b->lf, form, 1));
    return then ? if_not_done(b, last, then, false) : 0;
  }
  if (!lf_is(b->lf, last, LF_IF) || lf_count(b->lf, last) != 3)
    return bind_refuse(b, "nothing is done on a condition", last);
  Lf otherwise = bind_action(b, lf_item(b->lf, form, 1));
  Lf inner = otherwise ? if_not_done(b, lf_item(b->lf, last, 2), otherwise, false) : 0;
  return inner ? bind_with_option(b, bind_with_item(b, last, 2, inner), LF_OPT_ELSE, otherwise) : 0;
}

static Lf follow_not_done(Binder *b, Lf last, Lf form) {
  Lf then = bind_action(b, lf_item(b->lf, form, 1));
  return then ? if_not_done(b, last, then, lf_is(b->lf, form, LF_OTHERWISE)) : 0;
}

/* (if-others-dont ACTION): each of those who could have done something and didn't does this. */
static Lf follow_others(Binder *b, Lf last, Lf form) {
  Lf each = lf_is_list(b->lf, last, LF_SEQ) && may_each(b, last) ? lf_item(b->lf, last, 1) : last;
  bool together = may_each(b, last) != 0;
  last = in_turn(b, last);
  Lf may = lf_is_list(b->lf, last, LF_FOR_EACH) ? lf_item(b->lf, last, 3) : 0, actor = b->actor;
  if (!may || !lf_is_list(b->lf, may, LF_MAY)) return bind_refuse(b, "no other player may do anything", last);
  b->actor = lf_item(b->lf, last, 1);
  Lf otherwise = bind_action(b, lf_item(b->lf, form, 1));
  b->actor = actor;
  Lf at_once = together && otherwise ? bind_others_at_once(b, each, otherwise) : 0;
  if (at_once) return at_once;
  return otherwise ? bind_with_item(b, last, 3, bind_with_option(b, may, LF_OPT_ELSE, otherwise)) : 0;
}

static Lf follow_unable(Binder *b, Lf last, Lf form) {
  if (chooses_several(b, last)) return bind_refuse(b, "an earlier choice may do only some of several actions", form);
  return follow_not_done(b, last, form);
}

/* (if-anyone-does ACTION), (if-no-one-does ACTION): behind what each of several players may do, which all who want to do at
   once. Who it was isn't known, for it may be several. */
static Lf follow_anyone(Binder *b, Lf last, Lf form) {
  static const Lf WHO[] = {LF_THAT_PLAYER, LF_PRONOUN_THEY, LF_PRONOUN_THEIR};
  Lf said = lf_item(b->lf, form, 1);
  if (!may_each(b, last)) return bind_refuse(b, "no one of several may do anything in", last);
  for (u32 i = 0; i < COUNT_OF(WHO); i++) {
    if (!bind_has_head(b, said, WHO[i])) continue;
    if (lf_is_list(b->lf, form, LF_IF_ANYONE_DOES)) return bind_for_doers(b, last, said);
    return bind_refuse(b, "one of several is meant by", WHO[i]);
  }
  Lf then = bind_branch(b, said);
  if (!then) return 0;
  Lf done = lf_is_list(b->lf, form, LF_IF_ANYONE_DOES) ? LF_DID : lf_make(b->lf, LF_NOT, LF_DID, 0, 0);
  return lf_make(b->lf, LF_SEQ, last, lf_make(b->lf, LF_IF, done, then, 0), 0);
}

/* (for-each-doer PLAYERS ACTION [:searched]): behind what each of several players may do, as often as one of them did, or
   searched. */
static Lf follow_each_doer(Binder *b, Lf last, Lf form) {
  static const Lf WHO[] = {LF_THAT_PLAYER, LF_PRONOUN_THEY, LF_PRONOUN_THEIR};
  LfStore *lf = b->lf;
  Lf said = lf_item(lf, form, 2), each = in_turn(b, last), n = bind_variable(b, "n");
  Lf may = lf_is_list(lf, each, LF_FOR_EACH) ? lf_item(lf, each, 3) : 0, times = lf_make(lf, LF_VALUE, n, 0, 0);
  if (!may || !lf_is_list(lf, may, LF_MAY) || lf_item(lf, each, 2) != lf_item(lf, form, 1))
    return bind_refuse(b, "no one of several may do anything in", last);
  for (u32 i = 0; i < COUNT_OF(WHO); i++)
    if (bind_has_head(b, said, WHO[i])) return bind_refuse(b, "one of several is meant by", WHO[i]);
  Lf more = lf_make(lf, LF_LET_NUMBER, n, lf_make(lf, LF_PLUS, times, LF_N1, 0), 0);
  Lf counted = lf_make(lf, LF_SEQ, lf_item(lf, may, 1), lf_make(lf, LF_IF, LF_DID, more, 0), 0);
  Lf then = bind_branch(b, said);
  if (!then) return 0;
  if (lf_count(lf, form) == 4)
    return bind_has_head(b, may, LF_SEARCH) ? bind_each_searcher(b, each, n, then)
                                            : bind_refuse(b, "no library was searched earlier", form);
  Lf at_once = bind_each_doer(b, each, then);
  if (at_once || b->refusal) return at_once;
  Lf steps[] = {LF_SEQ, lf_make(lf, LF_LET_NUMBER, n, LF_N0, 0),
                bind_with_item(b, each, 3, bind_with_item(b, may, 1, counted)), lf_make(lf, LF_REPEAT, times, then, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* An action with what it destroys, which a variable keeps, destroyed for good; 0 if it destroys nothing so kept. */
static Lf destroyed_for_good(Binder *b, Lf action, Lf variable) {
  for (u32 i = 1; !lf_is_atom(b->lf, action) && i < lf_count(b->lf, action); i++) {
    Lf step = lf_item(b->lf, action, i), next = lf_item(b->lf, action, i + 1);
    bool kept = next && bind_is_memory(b, next) && lf_item(b->lf, next, 1) == variable;
    Lf inner = kept && lf_is_list(b->lf, step, LF_DESTROY) ? bind_with_flag(b, step, LF_OPT_NO_REGENERATION)
                                                           : destroyed_for_good(b, step, variable);
    if (inner) return bind_with_item(b, action, i, inner);
  }
  return 0;
}

/* Sets whether the latest that was destroyed is adrift, and answers whether it was. */
static bool destroyed_adrift(Binder *b, bool adrift) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    Referent *r = &b->referents.data[i - 1];
    if (r->role != LF_DESTROYED) continue;
    bool was = r->adrift;
    r->adrift = adrift;
    return was;
  }
  return false;
}

/* (unregenerated OBJECTS): what the action before destroys can't be regenerated, wherever it went. */
static Lf follow_unregenerated(Binder *b, Lf last, Lf form) {
  u32 used = b->used.count;
  bool adrift = destroyed_adrift(b, false);
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  destroyed_adrift(b, adrift);
  b->used.count = used;
  Lf destroyed = objects ? destroyed_for_good(b, last, objects) : 0;
  return destroyed || !objects ? destroyed : bind_refuse(b, "nothing was destroyed earlier", form);
}

/* (if-others-cant WHO ACTION) behind what several players do with something they choose: in the action $unable are those who
   had nothing to choose. */
static Lf follow_unable_others(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  Lf each = lf_is_list(lf, last, LF_SEQ) ? lf_item(lf, last, 1) : last, unable = LF_VAR_UNABLE, asked = LF_ASKED;
  Lf choice = lf_is_list(lf, each, LF_EACH_PLAYER) ? lf_item(lf, each, 3) : 0;
  if (choice && lf_is_list(lf, choice, LF_SEQ) && lf_count(lf, choice) == 2) choice = lf_item(lf, choice, 1);
  bool one = choice && lf_is_list(lf, choice, LF_CHOOSE) && lf_item(lf, choice, 2) == lf_item(lf, choice, 3);
  if (!one) return bind_refuse(b, "no player had to choose anything earlier", form);
  Lf chosen = bind_put(b, lf_item(lf, choice, 4), lf_item(lf, each, 1), asked);
  Lf nothing = lf_make(lf, LF_NOT, lf_make(lf, LF_EXISTS, chosen, 0, 0), 0, 0);
  Lf who = lf_make(lf, LF_ALL_PLAYERS, lf_make(lf, LF_AND, lf_item(lf, form, 1), nothing, 0), 0, 0);
  Lf then = bind_action(b, lf_item(lf, form, 2));
  Lf steps[] = {LF_SEQ, lf_make(lf, LF_LET, unable, who, 0), last, then};
  return then ? lf_list(lf, steps, COUNT_OF(steps)) : 0;
}

/* How actions follow from the one before them: what binds them to it (none: it is replaced with all that was done), and
   whether they may speak of what it did, as what is done only otherwise can't. */
typedef struct Follower {
  Lf name;
  Lf (*bind)(Binder *b, Lf last, Lf form);
  bool knows_last;
} Follower;
static const Follower FOLLOWERS[] = {
    {LF_IF_DONE, follow_done, true},
    {LF_WHEN_DONE, follow_reflexive, true},
    {LF_IF_SEARCHED, follow_searched, true},
    {LF_IF_THIS_WAY, bind_this_way, true},
    {LF_COPY_GAINS, bind_copy_gains, true},
    {LF_CREATED_INSTEAD, created_instead, true},
    {LF_ENTERS_SO, enters_so, true},
    {LF_CAST_EXILED, bind_cast_exiled, true},
    {LF_UNPREVENTABLE, bind_unpreventable, true},
    {LF_EXCESS_TO, bind_excess_to, true},
    {LF_IF_LOST_LIFE, bind_if_lost_life, true},
    {LF_IF_PREVENTED, bind_if_prevented, true},
    {LF_IF_OTHERS_CANT, follow_unable_others, true},
    {LF_IF_DOERS, bind_if_doers, false},
    {LF_IF_NOT_DONE, follow_not_done, false},
    {LF_IF_UNABLE, follow_unable, false},
    {LF_IF_NOT_AT_ALL, follow_not_at_all, false},
    {LF_IF_OTHERS_DONT, follow_others, false},
    {LF_IF_ANYONE_DOES, follow_anyone, false},
    {LF_IF_NO_ONE_DOES, follow_anyone, false},
    {LF_FOR_EACH_DOER, follow_each_doer, false},
    {LF_OTHERWISE, follow_not_done, false},
    {LF_INSTEAD_IF, NULL, false},
    {LF_COUNTERED_TO, follow_countered, true},
    {LF_MANA_ONLY, bind_mana_only, true},
    {LF_MANA_RIDER, bind_mana_rider, true},
    {LF_MANA_STAYS, bind_mana_stays, true},
    {LF_AMOUNT_INSTEAD, bind_amount_instead, false},
    {LF_UNREGENERATED, follow_unregenerated, true},
};

bool bind_is_follower(Lf head) {
  for (u32 i = 0; i < COUNT_OF(FOLLOWERS); i++)
    if (FOLLOWERS[i].name == head) return true;
  return false;
}

static const Follower *follower_of(const Binder *b, Lf form) {
  for (u32 i = 0; i < COUNT_OF(FOLLOWERS); i++)
    if (lf_is_list(b->lf, form, FOLLOWERS[i].name)) return &FOLLOWERS[i];
  return NULL;
}

/* Binds what follows from the last of the steps done. Nobody knows yet what will be done later. */
static Lf follow(Binder *b, const Follower *how, const Lf *done, u32 count, Lf step, const Referent *found) {
  Lf last = done[count - 1];
  if (!bind_case(b, step)) return 0;
  if (!how->bind) return bind_instead(b, done, count, step, found);
  if (lf_is(b->lf, last, LF_DELAYED)) return bind_refuse(b, "something follows an action that is done later", step);
  return how->bind(b, last, step);
}

/* Whether two conditions are that a coin came up one way and the other, of which one is so whatever is done. */
static bool are_sides(Binder *b, Lf first, Lf second) {
  Lf coin = LF_VAR_FLIP;
  bool both = lf_is_list(b->lf, first, LF_CMP) && lf_is_list(b->lf, second, LF_CMP);
  return both && lf_item(b->lf, first, 1) == coin && lf_item(b->lf, second, 1) == coin && first != second;
}

/* What is done if the coin came up the other way than what was said before is done otherwise. */
static Lf other_side(Binder *b, Lf before, Lf step) {
  bool plain = lf_is_list(b->lf, before, LF_IF) && lf_is_list(b->lf, step, LF_IF) && lf_count(b->lf, step) == 3;
  if (!plain || !are_sides(b, lf_item(b->lf, before, 1), lf_item(b->lf, step, 1))) return step;
  return lf_make(b->lf, LF_OTHERWISE, lf_item(b->lf, step, 2), 0, 0);
}

Lf bind_with_flag(Binder *b, Lf form, Lf name) {
  Lf more[] = {name};
  return with(b, form, more, 1);
}

/* Whether an action reveals what the search before it found. */
static bool shows_found(const Binder *b, Lf search, Lf action) {
  return lf_is(b->lf, search, LF_SEARCH) && lf_is_list(b->lf, action, LF_REVEAL) &&
         lf_item(b->lf, action, 1) == lf_item(b->lf, search, 1);
}

/* What is done if a face-down target that was just revealed is something: as it is without continuous effects (708.12). */
static Lf if_revealed(Binder *b, Lf revealed, Lf action) {
  Lf what = lf_item(b->lf, revealed, 1), condition = lf_item(b->lf, action, 1);
  if (!lf_is_list(b->lf, revealed, LF_REVEAL) || !lf_is_list(b->lf, action, LF_IF)) return action;
  if (!lf_is_list(b->lf, condition, LF_MATCHES) || lf_item(b->lf, condition, 1) != what) return action;
  for (u32 i = b->target_first; i < b->targets.count; i++) {
    Lf target = b->targets.data[i];
    if (lf_item(b->lf, target, 1) != what || !bind_has_head(b, target, LF_FACE_DOWN)) continue;
    return bind_with_item(b, action, 1, lf_make(b->lf, LF_REVEALED_IS, what, lf_item(b->lf, condition, 2), 0));
  }
  return action;
}

/* Keeps what is meant by words before a step, from `base` on. */
static void keep_referents(Binder *b, u32 base) {
  b->kept.count = base;
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (!vec_push(&b->allocator, &b->kept, b->referents.data[i])) b->lf->failed = true;
}

/* Targets are there whatever is done, and so is what isn't kept in a variable. */
static bool is_there_anyway(const Binder *b, Lf variable) {
  return !lf_is_atom(b->lf, variable) || is_target(b, variable);
}

/* What is done instead of a step finds everything as it was before that; of what was mentioned in it, what is there anyway. */
static void undo_step(Binder *b, u32 base) {
  u32 count = b->referent_first;
  for (u32 i = base; i < b->kept.count && count < b->referents.count; i++) {
    b->referents.data[count] = b->kept.data[i];
    b->referents.data[count++].aside = false;
  }
  for (u32 i = count; i < b->referents.count; i++) {
    Referent r = b->referents.data[i];
    if (!is_there_anyway(b, r.was)) continue;
    r.now = r.was;
    r.role = r.to = 0;
    r.adrift = r.unclear = false;
    b->referents.data[count++] = r;
  }
  b->referents.count = count;
}

/* Where a card that was found is put last in what was done, once it is known; 0 if nothing found is put anywhere. */
static Lf *put_last(Binder *b, Lf action, Lf found[2]) {
  u32 n = lf_count(b->lf, action), at = lf_is(b->lf, action, LF_MAY) ? 1 : n - 1;
  if (lf_is_list(b->lf, action, LF_MOVE) || lf_is_list(b->lf, action, LF_RETURN_TO_HAND)) {
    found[0] = action;
    return found;
  }
  if (!lf_is_list(b->lf, action, LF_SEQ) && !lf_is_list(b->lf, action, LF_MAY)) return NULL;
  if (lf_is(b->lf, lf_item(b->lf, action, at), LF_SHUFFLE)) at--;
  if (bind_is_memory(b, lf_item(b->lf, action, at))) found[1] = lf_item(b->lf, lf_item(b->lf, action, at--), 1);
  return put_last(b, lf_item(b->lf, action, at), found);
}

/* (instead-if CONDITION (move (that card) …)) behind a search: what was found goes elsewhere than where it is put last. 0
   without a refusal if that isn't what is said. */
static Lf found_elsewhere(Binder *b, Lf last, Lf form) {
  Lf said = lf_item(b->lf, form, 2), found[2] = {0, 0}, zone = bind_option(b, form, LF_OPT_ZONE);
  if (lf_is_list(b->lf, said, LF_ACT) || lf_is_list(b->lf, said, LF_MAY_ACT)) said = lf_item(b->lf, said, 2);
  Lf what = lf_is_list(b->lf, said, LF_MOVE) ? lf_item(b->lf, said, 1) : 0;
  bool again = what && (lf_is(b->lf, what, LF_THAT) || what == LF_PRONOUN_IT);
  if (!again || !bind_find_head(b, last, LF_SEARCH) || !put_last(b, last, found)) return 0;
  Lf put = found[0], card = lf_item(b->lf, put, 1);
  bool to_hand = lf_is_list(b->lf, put, LF_RETURN_TO_HAND) || lf_item(b->lf, put, 2) == LF_HAND;
  if (zone && !to_hand) return bind_refuse(b, "the card isn't put there", form);
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  Lf then = condition ? bind_branch(b, lf_item(b->lf, form, 2)) : 0;
  if (!then) return 0;
  if (found[1]) {
    condition = bind_put(b, condition, found[1], card);
    then = bind_put(b, then, found[1], card);
  }
  if (lf_is_list(b->lf, then, LF_MAY)) then = bind_with_option(b, then, LF_OPT_ELSE, put);
  Lf either = bind_with_option(b, lf_make(b->lf, LF_IF, condition, then, 0), LF_OPT_ELSE, put);
  return bind_put(b, last, put, either);
}

/* (will-enter OBJECT (enters-with KIND N)), perhaps on a condition, behind what puts the object onto the battlefield: it enters
   with so many. 0 without a refusal if that isn't what is said. */
static Lf put_with_counters(Binder *b, Lf last, Lf step) {
  LfStore *lf = b->lf;
  bool maybe = lf_is_list(lf, step, LF_IF) && lf_count(lf, step) == 3;
  Lf enters = maybe ? lf_item(lf, step, 2) : step, found[2] = {0, 0};
  Lf change = lf_is_list(lf, enters, LF_WILL_ENTER) ? lf_item(lf, enters, 2) : 0;
  bool counters = change && lf_is_list(lf, change, LF_ENTERS_WITH);
  if (!counters || !put_last(b, last, found) || !lf_is_list(lf, found[0], LF_MOVE)) return 0;
  Lf put = found[0], card = lf_item(lf, put, 1);
  bool there = lf_item(lf, put, 2) == LF_BATTLEFIELD && !bind_option(b, put, LF_OPT_COUNTERS);
  Lf object = there ? bind_form(b, lf_item(lf, enters, 1), SORT_OBJ) : 0;
  if (!object || (object != card && object != found[1])) return 0;
  Lf n = bind_form(b, lf_item(lf, change, 2), SORT_NUM);
  Lf condition = n && maybe ? bind_form(b, lf_item(lf, step, 1), SORT_COND) : 0;
  if (b->refusal) return 0;
  if (condition && found[1]) condition = bind_put(b, condition, found[1], card);
  if (condition) n = lf_make(lf, LF_NUM_IF, condition, n, LF_N0);
  Lf so = bind_with_option(b, bind_with_option(b, put, LF_OPT_COUNTERS, lf_item(lf, change, 1)), LF_OPT_N, n);
  return bind_put(b, last, put, so);
}

/* Binds the step at the end of those done, or what follows from it. Answers how many are done; 0 if refused. */
static u32 bind_step(Binder *b, Lf *done, u32 count, u32 most, Lf step, u32 base) {
  const Follower *how = follower_of(b, step);
  if (how) {
    if (count < 2) return (u32)bind_refuse(b, "nothing comes before this", step);
    u32 since = 0, first = b->referent_first;
    for (u32 i = base; i < b->kept.count; i++) since = b->kept.data[i].serial > since ? b->kept.data[i].serial : since;
    const Referent *only = only_since(b, b->referents.data + first, b->referents.count - first, since);
    Referent found = only ? *only : (Referent){.now = 0};
    Lf counted = b->counted;
    Lf elsewhere = lf_is_list(b->lf, step, LF_INSTEAD_IF) ? found_elsewhere(b, done[count - 1], step) : 0;
    if (b->refusal) return 0;
    if (elsewhere) {
      done[count - 1] = elsewhere;
      return bind_case(b, step) ? count : 0;
    }
    if (lf_is_list(b->lf, step, LF_INSTEAD_IF) && bind_option(b, step, LF_OPT_ZONE))
      return (u32)bind_refuse(b, "the card isn't put there", step);
    if (!how->knows_last) undo_step(b, base);
    /* Nothing was done where this is done. */
    if (!how->knows_last && how->bind == follow_not_done) b->counted = 0;
    done[count - 1] = follow(b, how, done, count, step, only ? &found : NULL);
    if (!b->counted) b->counted = counted;
  } else {
    Lf entering = count > 1 ? put_with_counters(b, done[count - 1], step) : 0;
    if (b->refusal) return 0;
    if (entering) {
      done[count - 1] = entering;
      return count;
    }
    if (count == most) return (u32)bind_refuse(b, "too many steps come before this", step);
    keep_referents(b, base);
    u32 used = b->used.count;
    done[count++] = bind_action(b, step);
    if (done[count - 1] && bind_find_head(b, step, LF_BEING)) return bind_being(b, done, count, used);
  }
  if (!done[count - 1]) return 0;
  if (count > 2) done[count - 1] = if_revealed(b, done[count - 2], done[count - 1]);
  if (count > 2 && shows_found(b, done[count - 2], done[count - 1])) {
    count--;
    done[count - 1] = bind_with_flag(b, done[count - 1], LF_OPT_REVEAL);
  }
  return count;
}

/* Keeps what is spoken of again from the last action on that described it. Answers how many steps there are then. */
static u32 keep_again(Binder *b, Lf *done, u32 count, u32 most, Again again) {
  u32 first = 1, described = 0;
  while (first < count && !bind_mentions(b, done[first], again.variable)) first++;
  if (first == count) return count;
  for (u32 i = 1; i < count; i++)
    if (bind_keeps(b, done[i], again.variable)) return count;
  for (u32 i = 1; i <= first; i++)
    if (bind_mentions(b, done[i], again.described)) described = i;
  if (!described) return count;
  if (count == most) return (u32)bind_refuse(b, "too many steps", again.described);
  done[described] = bind_put(b, done[described], again.described, again.variable);
  memmove(&done[described + 1], &done[described], (count - described) * sizeof *done);
  done[described] = lf_make(b->lf, LF_LET, again.variable, again.described, 0);
  return count + 1;
}

/* Whether a step is done if what the one before was done for is not so, or "it" is so and not so: what is mentioned in one
   of them is never meant in the other. */
static bool are_alternatives(Binder *b, Lf before, Lf step) {
  if (!lf_is_list(b->lf, before, LF_IF) || !lf_is_list(b->lf, step, LF_IF)) return false;
  Lf first = lf_item(b->lf, before, 1), second = lf_item(b->lf, step, 1), it = LF_PRONOUN_IT;
  if (lf_make(b->lf, LF_NOT, first, 0, 0) == second || lf_make(b->lf, LF_NOT, second, 0, 0) == first) return true;
  bool both = lf_is_list(b->lf, first, LF_MATCHES) && lf_is_list(b->lf, second, LF_MATCHES);
  if (!both || lf_item(b->lf, first, 1) != it || lf_item(b->lf, second, 1) != it) return false;
  return bind_says_card(b, lf_item(b->lf, first, 2)) == bind_says_card(b, lf_item(b->lf, second, 2));
}

/* For now nothing is said of what was mentioned `since` then; 0: all may be meant again. */
static void set_aside(Binder *b, u32 since) {
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    Referent *r = &b->referents.data[i];
    r->aside = since && r->serial > since && !is_there_anyway(b, r->was);
  }
}

/* "Otherwise" behind several alternatives, the last `alike` + 1 steps, is if none of them was so. */
static u32 bind_if_none(Binder *b, Lf *done, u32 count, u32 alike, Lf step) {
  Lf none[8] = {LF_AND};
  if (alike + 2 > COUNT_OF(none)) return (u32)bind_refuse(b, "too many conditions come before this", step);
  for (u32 i = 0; i <= alike; i++) {
    Lf one = done[count - 1 - alike + i];
    if (!lf_is_list(b->lf, one, LF_IF)) return (u32)bind_refuse(b, "this denies one of several conditions", step);
    none[i + 1] = lf_make(b->lf, LF_NOT, lf_item(b->lf, one, 1), 0, 0);
  }
  Lf then = bind_branch(b, lf_item(b->lf, step, 1));
  if (then) done[count] = lf_make(b->lf, LF_IF, lf_list(b->lf, none, alike + 2), then, 0);
  return then ? count + 1 : 0;
}

/* Actions in a row, and in which sentence each stands. */
typedef struct Row {
  Lf steps[STEPS_MAX];
  u32 sentence[STEPS_MAX], count;
} Row;

/* False, refused, if there are too many. */
static bool row_add(Binder *b, Row *row, Lf form, u32 sentence) {
  if (lf_is_list(b->lf, form, LF_JOINED)) {
    for (u32 i = 1; i < lf_count(b->lf, form); i++)
      if (!row_add(b, row, lf_item(b->lf, form, i), sentence)) return false;
    return true;
  }
  if (row->count == STEPS_MAX) return bind_refuse(b, "too many steps come before this", form) != 0;
  row->steps[row->count] = form;
  row->sentence[row->count++] = sentence;
  return true;
}

/* What is done instead is so of all that the sentence before it says: the steps from `first` on become one. */
static u32 one_step(Binder *b, Lf *done, u32 first, u32 count) {
  if (count - first < 2) return count;
  Lf items[STEPS_MAX + 1] = {LF_SEQ};
  for (u32 i = first; i < count; i++) items[1 + i - first] = done[i];
  done[first] = lf_list(b->lf, items, 1 + count - first);
  return first + 1;
}

/* What speaks of how much damage was prevented is done if any was. */
static Lf if_prevented(Binder *b, Lf step) {
  Lf much = lf_make(b->lf, LF_DONE_THIS_WAY, LF_PREVENT, 0, 0);
  bool speaks = bind_mentions(b, step, much) && !lf_is_list(b->lf, step, LF_IF_PREVENTED) &&
                !lf_is_list(b->lf, step, LF_PREVENTED);
  return speaks ? lf_make(b->lf, LF_IF_PREVENTED, step, 0, 0) : step;
}

/* What is done otherwise, or if something wasn't put where it might have been; 0 if a step is neither. */
static Lf if_not_put(const Binder *b, Lf step) {
  if (lf_is_list(b->lf, step, LF_OTHERWISE)) return lf_item(b->lf, step, 1);
  Lf asked = lf_is_list(b->lf, step, LF_IF) && lf_count(b->lf, step) == 3 ? lf_item(b->lf, step, 1) : 0;
  bool not_found = asked && lf_is_list(b->lf, asked, LF_NOT) && bind_has_head(b, asked, LF_FOUND);
  return not_found ? lf_item(b->lf, step, 2) : 0;
}

/* (searchers-shuffle) behind what each of some players may do, in which they search: each of them shuffles then. 0 if
   refused. */
static Lf shuffled_too(Binder *b, Lf before, Lf step) {
  bool search = lf_is_list(b->lf, before, LF_MAY_ACT) && bind_has_head(b, before, LF_SEARCH_FOR);
  if (!search) return bind_refuse(b, "no library was searched earlier", step);
  Lf shuffle = lf_make(b->lf, LF_SHUFFLE, LF_OPT_PLAYER, LF_ACTOR, 0), deed = lf_item(b->lf, before, 2);
  if (!lf_is_list(b->lf, deed, LF_SEQ)) return bind_with_item(b, before, 2, lf_make(b->lf, LF_SEQ, deed, shuffle, 0));
  return bind_with_item(b, before, 2, with(b, deed, &shuffle, 1));
}

/* The shuffle of all those who search in an action that is done for each of several objects, of which the action, which is
   changed, keeps who they are; 0 if it isn't that. */
static Lf shuffle_of_each(Binder *b, Lf *before) {
  Lf may = lf_is_list(b->lf, *before, LF_FOR_EVERY) ? lf_item(b->lf, *before, 2) : 0, all = LF_VAR_SEARCHERS;
  if (!may || !lf_is_list(b->lf, may, LF_MAY_ACT) || !bind_has_head(b, may, LF_SEARCH_FOR)) return 0;
  if (!vec_push(&b->allocator, &b->used, all)) b->lf->failed = true;
  Lf keep = lf_make(b->lf, LF_LET, all, lf_make(b->lf, LF_UNION, all, LF_ACTOR, 0), 0);
  Lf deed = lf_make(b->lf, LF_SEQ, lf_item(b->lf, may, 2), keep, 0), one = bind_variable(b, "p");
  *before = bind_with_item(b, *before, 2, bind_with_item(b, may, 2, deed));
  Lf each[] = {LF_FOR_EACH, one, all, lf_make(b->lf, LF_SHUFFLE, LF_OPT_PLAYER, one, 0)};
  return lf_list(b->lf, each, COUNT_OF(each));
}

/* Your shuffle, where you search and then each of your opponents may, and you again for each of them who does: they shuffle
   as they search. 0 if that isn't what the steps before say. */
static Lf shuffle_of_all(Binder *b, Row *row, u32 kept) {
  bool doers = kept > 2 && lf_is_list(b->lf, row->steps[kept - 1], LF_FOR_EACH_DOER);
  Lf first = row->steps[0];
  if (!doers || !lf_is_list(b->lf, first, LF_ACT) || !bind_has_head(b, first, LF_SEARCH_FOR)) return 0;
  row->steps[kept - 2] = shuffled_too(b, row->steps[kept - 2], LF_SEARCHERS_SHUFFLE);
  Lf shuffle = lf_make(b->lf, LF_SHUFFLE, LF_OPT_PLAYER, LF_ACTOR, 0);
  return row->steps[kept - 2] ? lf_make(b->lf, LF_ACT, lf_item(b->lf, first, 1), shuffle, 0) : 0;
}

/* Makes each shuffle of those who searched a part of the step before it; false if refused. */
static bool join_shuffles(Binder *b, Row *row) {
  u32 kept = 0;
  for (u32 i = 0; i < row->count; i++) {
    bool joins = i > 0 && row->steps[i] == LF_SEARCHERS_SHUFFLE;
    Lf own = joins ? shuffle_of_each(b, &row->steps[kept - 1]) : 0;
    if (joins && !own) own = shuffle_of_all(b, row, kept);
    joins &= !own;
    Lf step = own ? own : joins ? shuffled_too(b, row->steps[kept - 1], row->steps[i]) : row->steps[i];
    if (!step) return false;
    if (joins) {
      row->steps[kept - 1] = step;
      continue;
    }
    row->steps[kept] = step;
    row->sentence[kept++] = row->sentence[i];
  }
  row->count = kept;
  return true;
}

/* Actions in a row; some follow from the one before. */
Lf verb_seq(Binder *b, Lf form) {
  Lf done[STEPS_MAX] = {LF_SEQ};
  u32 count = 1, base = b->kept.count, since = b->mentioned, alike = 0, first = 1;
  Row row = {.count = 0};
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (!row_add(b, &row, lf_item(b->lf, form, i), i)) return 0;
  if (!join_shuffles(b, &row)) return 0;
  bind_join_x(b, row.steps, &row.count);
  for (u32 i = 0; count > 0 && i < row.count; i++) {
    Lf before = i > 0 ? row.steps[i - 1] : 0;
    Lf step = row.steps[i] = i > 0 && b->counted != LF_PREVENT ? if_prevented(b, row.steps[i]) : row.steps[i];
    if (lf_is_list(b->lf, step, LF_IF_OTHERS_DO)) step = if_others_do(b, before, step);
    /* What may be done if something is so isn't done for either reason. */
    Lf maybe = lf_is_list(b->lf, before, LF_DONE_IF) ? lf_item(b->lf, before, 1) : 0;
    bool alone = lf_is_list(b->lf, before, LF_IF) && lf_count(b->lf, before) == 3;
    Lf chance = maybe ? maybe : alone ? lf_item(b->lf, before, 2) : 0;
    bool casts = lf_is_list(b->lf, chance, LF_CAST) && bind_mentions(b, chance, LF_OPT_OPTIONAL);
    Lf not_put = step && (casts || lf_is_list(b->lf, maybe, LF_MAY_ACT)) ? if_not_put(b, step) : 0;
    bool may = casts || lf_is_list(b->lf, maybe, LF_MAY_ACT);
    if (may && lf_is_list(b->lf, step, LF_IF_NOT_DONE)) not_put = lf_item(b->lf, step, 1);
    if (not_put) step = row.steps[i] = lf_make(b->lf, LF_IF_NOT_AT_ALL, not_put, 0, 0);
    if (step && step == row.steps[i]) step = unless_done(b, before, step);
    if (!step) return 0;
    if (before && row.steps[i] == step && lf_is_list(b->lf, step, LF_IF_DONE) && doer(b, before))
      return bind_refuse(b, "the action before this isn't yours", step);
    bool none = alike > 0 && lf_is_list(b->lf, step, LF_OTHERWISE) && count < COUNT_OF(done);
    alike = before && are_alternatives(b, before, step) ? alike + 1 : none ? alike : 0;
    if (alike > 0)
      set_aside(b, since);
    else
      since = b->mentioned;
    if (lf_is_list(b->lf, step, LF_INSTEAD_IF)) count = one_step(b, done, first, count);
    if (i > 0 && row.sentence[i] != row.sentence[i - 1] && !follower_of(b, step)) first = count;
    if (none)
      count = bind_if_none(b, done, count, alike, step);
    else
      count = bind_step(b, done, count, COUNT_OF(done), before ? other_side(b, before, step) : step, base);
    if (alike > 0) set_aside(b, 0);
  }
  b->kept.count = base;
  for (u32 i = 0; i < b->again.count && count > 0; i++)
    count = keep_again(b, done, count, COUNT_OF(done), b->again.data[i]);
  return count > 0 ? lf_list(b->lf, done, count) : 0;
}

/* (joined ACTION…): what one sentence says. */
Lf verb_joined(Binder *b, Lf form) {
  Lf items[2] = {LF_SEQ, form};
  return verb_seq(b, lf_list(b->lf, items, COUNT_OF(items)));
}

#define REFERENTS_MAX 64u

static bool is_one_object(const Referent *r) { return !r->player && !r->many && !r->word; }

/* Nothing later may speak of objects that were only described in what is done on a condition, and "it" is either what was
   spoken of before or what is mentioned there. */
static void forget_described(Binder *b, u32 since) {
  u32 kept = b->referent_first;
  Lf known = 0; /* the one object that was spoken of before; several are `nothing` */
  for (u32 i = kept; i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    if (r->serial <= since && is_one_object(r)) known = known && known != r->was ? LF_NOTHING : r->was;
  }
  for (u32 i = kept; i < b->referents.count; i++) {
    Referent r = b->referents.data[i];
    bool later = r.serial > since;
    if (later && lf_is_list(b->lf, r.now, LF_ALL)) continue;
    r.adrift |= later && r.now != r.was;
    r.unclear |= later && known && known != r.was && is_one_object(&r) && !is_there_anyway(b, r.was);
    b->referents.data[kept++] = r;
  }
  b->referents.count = kept;
}

Lf bind_branch(Binder *b, Lf form) { return bind_branch_asked(b, form, NULL); }

Lf bind_branch_asked(Binder *b, Lf form, Lf *condition) {
  Referent known[REFERENTS_MAX];
  u32 first = b->referent_first, count = b->referents.count - first, since = b->mentioned;
  Lf amount = b->amount;
  if (count > REFERENTS_MAX) return bind_refuse(b, "too much has been mentioned before this", form);
  for (u32 i = 0; i < count; i++) known[i] = b->referents.data[first + i];
  Lf action = bind_action(b, form);
  if (condition && action) *condition = bind_form(b, *condition, SORT_COND);
  for (u32 i = first; i < b->referents.count; i++)
    for (u32 k = 0; k < count; k++)
      if (known[k].serial == b->referents.data[i].serial)
        b->referents.data[i].adrift |= known[k].now != b->referents.data[i].now;
  forget_described(b, since);
  if (b->amount != amount) b->amount = 0;
  return action;
}
