/* Trigger events: made of whom they happen to and what happens, and what they mention for the ability to speak of. */
#include "oracle/bind.h"

/* What an argument of a pattern is for the abilities that it triggers. */
typedef struct Mention {
  Lf event;
  u32 argument; /* its place in the pattern; 0: it is always there, and unsaid */
  Lf option;
  Lf was, now;
  bool player;
} Mention;

static const Mention MENTIONS[] = {
    {LF_ENTERS, 1, 0, LF_EVENT_NEW, LF_EVENT_NEW, false},
    {LF_MOVES, 1, 0, LF_EVENT_OBJECT, LF_EVENT_NEW, false},
    {LF_DIES, 1, 0, LF_EVENT_OBJECT, LF_EVENT_NEW, false},
    {LF_LEAVES, 1, 0, LF_EVENT_OBJECT, LF_EVENT_NEW, false},
    {LF_WOULD_BE_DESTROYED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_DAMAGE, 1, 0, LF_EVENT_SOURCE, LF_EVENT_SOURCE, false},
    {LF_DAMAGE, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_GAINS_LIFE, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_LOSES_LIFE, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_DRAWS, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_SEARCHES, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_DISCARDS, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_DISCARDS, 0, LF_OPT_OBJECT, LF_EVENT_OBJECT, LF_EVENT_NEW, false},
    {LF_CYCLES, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_SACRIFICES, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_SACRIFICES, 2, 0, LF_EVENT_OBJECT, LF_EVENT_NEW, false},
    {LF_CASTS, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_CASTS, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_COPIES, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_COPIES, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_ACTIVATES, 1, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_ACTIVATES, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_ACTIVATES, 0, 0, LF_EVENT_OTHER, LF_EVENT_OTHER, false},
    {LF_BECOMES_TARGET, 2, 0, LF_EVENT_SOURCE, LF_EVENT_SOURCE, false},
    {LF_BECOMES_TARGET, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_STEP, 2, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_ATTACKS, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_ATTACKS, 0, LF_OPT_PLAYER, LF_DEFENDING_PLAYER, LF_DEFENDING_PLAYER, true},
    {LF_BLOCKS, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BLOCKS, 0, LF_OPT_OTHER, LF_EVENT_OTHER, LF_EVENT_OTHER, false},
    {LF_BECOMES_BLOCKED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BECOMES_BLOCKED, 0, LF_OPT_OTHER, LF_EVENT_OTHER, LF_EVENT_OTHER, false},
    {LF_ATTACKS_UNBLOCKED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BECOMES_TAPPED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BECOMES_UNTAPPED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_TAPPED_FOR_MANA, 0, LF_OPT_PLAYER, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_TAPPED_FOR_MANA, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_COUNTERS_PUT, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_COUNTERS_REMOVED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_TURNED_FACE_UP, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_TRANSFORMS, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BECOMES_ATTACHED, 2, 0, LF_EVENT_OTHER, LF_EVENT_OTHER, false},
    {LF_BECOMES_UNATTACHED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BECOMES_UNATTACHED, 2, 0, LF_EVENT_OTHER, LF_EVENT_OTHER, false},
    {LF_BECOMES_ATTACHED, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_MUTATES, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_UNLOCKS, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_PHASES_IN, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_EXERTED, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_BECOMES, 1, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
    {LF_TAKES_ACTION, 2, 0, LF_EVENT_PLAYER, LF_EVENT_PLAYER, true},
    {LF_TAKES_ACTION, 0, LF_OPT_SOURCE, LF_EVENT_SOURCE, LF_EVENT_SOURCE, false},
    {LF_GAINS_CONTROL, 2, 0, LF_EVENT_OBJECT, LF_EVENT_OBJECT, false},
};

static Lf read(Binder *b, const char *text) {
  u32 bad;
  return lf_read(b->lf, str_of(text), &bad);
}

/* --- events of a subject ------------------------------------------------------------------------------------ */

#define PARTS_MAX 24u

/* Who controls what a player does something with: nothing is said of it for just any player. */
static Lf controlled_by(Binder *b, Lf who) {
  if (lf_is(b->lf, who, LF_IS)) return lf_make(b->lf, LF_CONTROLLED_BY, lf_item(b->lf, who, 1), 0, 0);
  if (lf_is(b->lf, who, LF_OPPONENT)) return read(b, "(controlled-by opponents)");
  return lf_is_atom(b->lf, who) && lf_is(b->lf, who, LF_PLAYER) ? LF_ALWAYS : 0;
}

/* Puts what an event happens to in the place of `subject`. 0 if that can't be said. */
static Lf put_subject(Binder *b, Lf form, Lf subject) {
  LfStore *lf = b->lf;
  if (lf_is_atom(lf, form)) return lf_is(lf, form, LF_SUBJECT) ? subject : form;
  if (lf_is(lf, form, LF_CONTROLLED_BY_SUBJECT)) return controlled_by(b, subject);
  Lf items[PARTS_MAX];
  u32 count = 0;
  bool all = lf_is(lf, form, LF_AND);
  for (u32 i = 0; i < lf_count(lf, form); i++) {
    Lf item = put_subject(b, lf_item(lf, form, i), subject);
    if (!item) return 0;
    if (count == PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
    bool idle = all && i > 0 && lf_is_atom(lf, item) && lf_is(lf, item, LF_ALWAYS);
    if (!idle) items[count++] = item;
  }
  return all && count == 1 ? LF_ALWAYS : lf_list(lf, items, count);
}

/* A filter without what goes without saying: what is cast is a spell. */
static Lf without(Binder *b, Lf filter, Lf word) {
  if (lf_is_atom(b->lf, filter)) return lf_is(b->lf, filter, word) ? LF_ALWAYS : filter;
  if (!lf_is(b->lf, filter, LF_AND)) return filter;
  Lf items[PARTS_MAX];
  u32 count = 0;
  if (lf_count(b->lf, filter) > PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, filter);
  for (u32 i = 0; i < lf_count(b->lf, filter); i++) {
    Lf item = lf_item(b->lf, filter, i);
    if (!lf_is_atom(b->lf, item) || !lf_is(b->lf, item, word)) items[count++] = item;
  }
  return count == 1 ? LF_ALWAYS : lf_list(b->lf, items, count);
}

static bool has_option(const Binder *b, Lf form, Lf name) {
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (lf_is_atom(b->lf, lf_item(b->lf, form, i)) && lf_is(b->lf, lf_item(b->lf, form, i), name)) return true;
  return false;
}

/* One thing alone, however it is called. */
static bool single(const Binder *b, Lf filter) {
  if (lf_is_atom(b->lf, filter)) return false;
  if (lf_is(b->lf, filter, LF_IS)) return true;
  if (!lf_is(b->lf, filter, LF_AND)) return false;
  for (u32 i = 1; i < lf_count(b->lf, filter); i++)
    if (single(b, lf_item(b->lf, filter, i))) return true;
  return false;
}

/* One thing alone, or spells: no two of them resolve at once. */
static bool one_at_a_time(Binder *b, Lf filter) {
  Lf spell = LF_SPELL_ON_STACK;
  if (filter == spell || single(b, filter)) return true;
  for (u32 i = 1; lf_is_list(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) == spell) return true;
  return false;
}

/* Of several at once, what concerns different recipients or attacked players is not one event (603.2c). */
static Lf at_once(Binder *b, Lf pattern) {
  Lf whom = lf_is(b->lf, pattern, LF_DAMAGE) ? lf_item(b->lf, pattern, 2) : 0;
  if (lf_is(b->lf, pattern, LF_ATTACKS) && has_option(b, pattern, LF_OPT_PLAYER)) whom = lf_item(b->lf, pattern, 3);
  bool anything = whom && lf_is_atom(b->lf, whom) && lf_is(b->lf, whom, LF_ALWAYS);
  Lf apart = whom && !anything && !single(b, whom) ? LF_OPT_APART : 0;
  return lf_make(b->lf, LF_ONE_OR_MORE, pattern, apart, 0);
}

/* Whom a question about the past of an event's subject asks about. */
static Lf asked_of(Binder *b, Lf filter) {
  if (lf_is(b->lf, filter, LF_IS)) return filter;
  for (u32 i = 1; lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_is(b->lf, lf_item(b->lf, filter, i), LF_IS)) return lf_item(b->lf, filter, i);
  return read(b, "(is asked)");
}

/* The place of what is counted in a pattern: of a keyword action the object, if it is said, or else the player. */
static u32 counted_at(const Binder *b, Lf pattern) {
  if (!lf_is(b->lf, pattern, LF_TAKES_ACTION)) return 1;
  u32 object = bind_option_at(b, pattern, LF_OPT_OBJECT);
  return object ? object : 2;
}

/* The Nth of its subject in a turn, or one behind it: history has the event already when it is looked at. What happens to
   several at once isn't counted. */
static Lf nth(Binder *b, Lf number, Lf pattern, Lf how) {
  if (lf_is_atom(b->lf, pattern) || lf_is(b->lf, pattern, LF_ONE_OR_MORE) || lf_is(b->lf, pattern, LF_ANY_OF))
    return bind_refuse(b, "this can't be counted", pattern);
  u32 at = counted_at(b, pattern);
  Lf subject = lf_item(b->lf, pattern, at);
  Lf asked = bind_with_item(b, pattern, at, asked_of(b, subject));
  if (!asked) return 0;
  Lf cmp[] = {LF_CMP, lf_make(b->lf, LF_HAPPENED, asked, 0, 0), how, number};
  return bind_with_item(b, pattern, at, lf_make(b->lf, LF_AND, subject, lf_list(b->lf, cmp, COUNT_OF(cmp)), 0));
}

/* Where a spell was cast from is no longer where it is. */
static Lf cast_from(Binder *b, Lf filter) {
  if (lf_is_atom(b->lf, filter)) return filter;
  if (lf_is(b->lf, filter, LF_IN)) {
    Lf items[] = {LF_CAST_FROM, lf_item(b->lf, filter, 1), LF_OPT_OF, LF_IT};
    return lf_list(b->lf, items, COUNT_OF(items));
  }
  Lf items[PARTS_MAX] = {lf_item(b->lf, filter, 0)};
  u32 count = lf_count(b->lf, filter);
  if (!lf_is(b->lf, filter, LF_AND)) return filter;
  if (count > PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, filter);
  for (u32 i = 1; i < count; i++)
    if (!(items[i] = cast_from(b, lf_item(b->lf, filter, i)))) return 0;
  return lf_list(b->lf, items, count);
}

/* The half that says so is called as the face is (709.5h). */
static Lf this_door(Binder *b) {
  Text text;
  text_init(&text, b->allocator);
  text_addf(&text, "(unlocks (is you) (is self) :door \"%.*s\")", (int)b->face.length, b->face.data);
  u32 bad;
  Lf pattern = b->face.length && !text.failed ? lf_read(b->lf, (Str){text.data, text.length}, &bad) : 0;
  text_free(&text);
  return pattern;
}

static Lf as_usual(Binder *b, Lf pattern) {
  if (lf_is(b->lf, pattern, LF_DISCARDS) && lf_item(b->lf, pattern, 3) == LF_CARD)
    return lf_make(b->lf, LF_DISCARDS, lf_item(b->lf, pattern, 1), 0, 0);
  bool by_name = pattern == read(b, "(enters (is by-name))") && !b->given;
  if (by_name || pattern == read(b, "(enters (is self))")) {
    b->self_named = true;
    return LF_SELF_ENTERS;
  }
  bool of_spell = lf_is(b->lf, pattern, LF_CASTS) || lf_is(b->lf, pattern, LF_COPIES);
  if (!of_spell || lf_is_atom(b->lf, pattern)) return pattern;
  Lf cast = lf_item(b->lf, pattern, 2), spell = LF_SPELL_ON_STACK;
  bool known = single(b, cast) || bind_mentions(b, cast, spell) ||
               (lf_is_list(b->lf, cast, LF_AND) && lf_item(b->lf, cast, 1) == LF_COMMANDER);
  if (!known) return bind_refuse(b, "this must be a spell", cast);
  cast = without(b, without(b, cast, LF_A_GRAVEYARD), LF_SPELL_ON_STACK);
  cast = cast_from(b, cast);
  return cast ? bind_with_item(b, pattern, 2, cast) : 0;
}

/* "Play a land or cast a spell from …": the zone applies to both, so reading it as any land would be wrong. */
static bool splits_origin(const Binder *b, const Lf *items, u32 count) {
  for (u32 i = 1; i + 1 < count; i++) {
    bool land = lf_is(b->lf, items[i], LF_TAKES_ACTION) && !has_option(b, items[i], LF_OPT_OBJECT);
    if (land && lf_is(b->lf, items[i + 1], LF_CASTS) && bind_has_head(b, items[i + 1], LF_CAST_FROM)) return true;
  }
  return false;
}

/* One event or another; where one of them is of several at once, the whole is. */
static Lf any_of(Binder *b, Lf *items, u32 count) {
  if (splits_origin(b, items, count))
    return bind_refuse(b, "the zone applies to both the land and the spell", items[count - 1]);
  bool together = false;
  for (u32 i = 1; i < count; i++) {
    if (!lf_is(b->lf, items[i], LF_ONE_OR_MORE)) continue;
    if (has_option(b, items[i], LF_OPT_APART) || has_option(b, items[i], LF_OPT_BY_SOURCE))
      return bind_refuse(b, "the text doesn't tell one of several from the others", items[i]);
    together = true;
    items[i] = lf_item(b->lf, items[i], 1);
  }
  Lf any = lf_list(b->lf, items, count);
  return together ? lf_make(b->lf, LF_ONE_OR_MORE, any, 0, 0) : any;
}

Lf bind_event_made(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  if (!form || lf_is_atom(lf, form)) return form && lf_is(lf, form, LF_UNLOCKS_THIS_DOOR) ? this_door(b) : form;
  if (lf_is(lf, form, LF_OF)) {
    Lf event = put_subject(b, lf_item(lf, form, 2), lf_item(lf, form, 1));
    return event ? bind_event_made(b, event) : bind_refuse(b, "nothing says who does this", lf_item(lf, form, 2));
  }
  if (lf_is(lf, form, LF_ANY_OF)) {
    Lf items[PARTS_MAX] = {lf_item(lf, form, 0)};
    u32 count = 1;
    if (lf_count(lf, form) > PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
    for (u32 i = 1; i < lf_count(lf, form); i++)
      if (!(items[count++] = bind_event_made(b, lf_item(lf, form, i)))) return 0;
    return any_of(b, items, count);
  }
  if (lf_is(lf, form, LF_NTH) || lf_is(lf, form, LF_BEYOND)) {
    Lf pattern = bind_event_made(b, lf_item(lf, form, 2));
    return pattern ? nth(b, lf_item(lf, form, 1), pattern, lf_is(lf, form, LF_NTH) ? LF_IS_EQUAL : LF_IS_MORE) : 0;
  }
  if (lf_is(lf, form, LF_IN_ONE)) {
    Lf pattern = bind_event_made(b, lf_item(lf, form, 1));
    if (pattern && lf_is_list(lf, pattern, LF_ONE_OR_MORE)) pattern = lf_item(lf, pattern, 1);
    return pattern ? lf_make(lf, LF_ONE_OR_MORE, pattern, 0, 0) : 0;
  }
  if (lf_is(lf, form, LF_TOGETHER) || lf_is(lf, form, LF_DEALING)) {
    Lf pattern = bind_event_made(b, lf_item(lf, form, 1));
    if (!pattern || lf_is(lf, pattern, LF_ONE_OR_MORE)) return pattern;
    /* Damage dealt to several at once is one event of each source. */
    bool each = lf_is(lf, form, LF_DEALING) && !one_at_a_time(b, lf_item(lf, pattern, 1));
    return each ? lf_make(lf, LF_ONE_OR_MORE, pattern, LF_OPT_BY_SOURCE, 0) : at_once(b, pattern);
  }
  return as_usual(b, form);
}

/* Such an event in a question about the past. */
Lf noun_event(Binder *b, Lf form) {
  Lf pattern = bind_event_made(b, form);
  return pattern ? bind_form(b, pattern, SORT_EVT) : 0;
}

/* Casting one card that may be declined as something that may be done if it can be cast; 0 if it isn't that. */
static Lf may_cast(Binder *b, Lf cast) {
  Lf items[PARTS_MAX], one = read(b, "$once"), optional = LF_OPT_OPTIONAL;
  u32 count = 0, n = lf_count(b->lf, cast);
  if (!has_option(b, cast, optional) || has_option(b, cast, LF_OPT_COST) || n > PARTS_MAX) return 0;
  for (u32 i = 0; i < n; i++)
    if (lf_item(b->lf, cast, i) != optional) items[count++] = i == 1 ? one : lf_item(b->lf, cast, i);
  Lf could = read(b, has_option(b, cast, LF_OPT_FREE) ? "(castable :free)" : "castable");
  Lf from = lf_make(b->lf, LF_ONLY, lf_item(b->lf, cast, 1), could, 0), choose[] = {LF_CHOOSE, one, LF_N1, LF_N1, from};
  Lf steps = lf_make(b->lf, LF_SEQ, lf_list(b->lf, choose, COUNT_OF(choose)), lf_list(b->lf, items, count), 0);
  return lf_make(b->lf, LF_MAY, steps, 0, 0);
}

/* (triggered-once EVENT EFFECT OPTION…): something may be done, and only once each turn (603.2h). */
Lf noun_triggered_once(Binder *b, Lf form) {
  Lf items[PARTS_MAX] = {LF_TRIGGERED};
  u32 count = lf_count(b->lf, form);
  if (count + 1 > PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 1; i < count; i++) items[i] = lf_item(b->lf, form, i);
  items[count] = LF_OPT_DO_ONCE;
  Lf bound = bind_form(b, lf_list(b->lf, items, count + 1), SORT_ABIL);
  bool done = bound && (bind_has_head(b, bound, LF_MAY) || bind_has_head(b, bound, LF_PAY));
  Lf cast = bound && !done ? bind_find_head(b, bound, LF_CAST) : 0, may = cast ? may_cast(b, cast) : 0;
  if (may) return bind_put(b, bound, cast, may);
  return done || !bound ? bound : bind_refuse(b, "there is nothing that may be done", form);
}

/* --- what is mentioned ---------------------------------------------------------------------------------------- */

#define MENTIONED_MAX 8u

typedef struct Mentioned {
  Referent referents[MENTIONED_MAX];
  u32 count;
} Mentioned;

/* As a grammar says what is an ability, or a spell or ability. */
#define ANY_ABILITY "(or activated-ability triggered-ability)"
#define SPELL_OR_ABILITY "(or spell-on-stack activated-ability triggered-ability)"

static Lf argument(const Binder *b, Lf pattern, const Mention *m) {
  if (!m->option) return lf_item(b->lf, pattern, m->argument);
  for (u32 i = 1; i + 1 < lf_count(b->lf, pattern); i++)
    if (lf_is_atom(b->lf, lf_item(b->lf, pattern, i)) && lf_is(b->lf, lf_item(b->lf, pattern, i), m->option))
      return lf_item(b->lf, pattern, i + 1);
  return 0;
}

/* Patterns whose object moves, so that this object itself is then found where it went. */
static bool moves(const Mention *m) { return m->was != m->now; }

static bool is_self(Binder *b, Lf filter) {
  Lf self = read(b, "(is self)");
  if (filter == self) return true;
  for (u32 i = 1; lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) == self) return true;
  return false;
}

static bool is_you(Binder *b, Lf filter) {
  Lf you = read(b, "(is you)");
  for (u32 i = 1; i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) == you) return true;
  return false;
}

static bool begins_attack(Lf event) {
  return event == LF_ATTACKS || event == LF_ATTACKS_UNBLOCKED || event == LF_BECOMES_BLOCKED;
}

/* Whether what an event mentions is the creature that blocks in it. */
static bool blocks(const Mention *m) { return m->option ? m->event == LF_BECOMES_BLOCKED : m->event == LF_BLOCKS; }

/* Whether it is what the damage comes from. */
static bool damages(const Mention *m) { return m->event == LF_DAMAGE && m->argument == 1; }

/* Of events that are one when they happen together, those with different recipients may be kept apart. */
static bool kept_apart(const Binder *b, Lf together, const Mention *m) {
  bool whom = m->event == LF_DAMAGE ? m->argument == 2 : m->option && m->option == LF_OPT_PLAYER;
  if (damages(m) && has_option(b, together, LF_OPT_BY_SOURCE)) return true;
  return whom && has_option(b, together, LF_OPT_APART);
}

/* Whom an attack is against is asked of the attacker. */
static Lf mentioned_as(Binder *b, Lf what) {
  return what == LF_DEFENDING_PLAYER ? lf_make(b->lf, what, LF_EVENT_OBJECT, 0, 0) : what;
}

static void mention(Binder *b, Lf pattern, const Mention *m, Lf many, Mentioned *all) {
  Lf filter = argument(b, pattern, m);
  bool activates = m->event == LF_ACTIVATES, ability = activates && m->argument == 0;
  if (activates && m->argument == 2 && lf_is(b->lf, filter, LF_ALWAYS)) return; /* not a word was said of it */
  if (ability) filter = read(b, ANY_ABILITY);
  if (!filter && m->event == LF_DISCARDS) filter = LF_CARD;
  /* Whose action it is that an object takes isn't said. */
  if (m->event == LF_TAKES_ACTION && m->player && lf_is(b->lf, filter, LF_PLAYER)) {
    if (has_option(b, pattern, LF_OPT_OBJECT)) return;
  }
  if (!filter || all->count == MENTIONED_MAX) return;
  /* Whoever is attacked through what is yours is you, of whom nobody speaks as of "that player". */
  if (m->event == LF_ATTACKS && m->option && lf_is_list(b->lf, filter, LF_OR) && is_you(b, filter)) return;
  bool itself = is_self(b, filter);
  bool player = m->player || (m->event == LF_DAMAGE && m->argument == 2 && bind_is_player(b, filter));
  /* What damage is dealt to is a player or an object, in the same place of the event. */
  Lf self = LF_SELF;
  if ((m->event == LF_CASTS || m->event == LF_COPIES) && !m->player)
    filter = lf_make(b->lf, LF_AND, LF_SPELL_ON_STACK, filter, 0);
  bool targeting = m->event == LF_BECOMES_TARGET && m->argument == 2;
  if (targeting && !bind_mentions(b, filter, LF_SPELL_ON_STACK))
    filter = lf_make(b->lf, LF_AND, read(b, SPELL_OR_ABILITY), filter, 0);
  bool attacks = m->argument == 1 && !m->option && begins_attack(m->event);
  bool host = moves(m) && single(b, filter) && bind_has_head(b, filter, LF_ATTACHED_OBJECT);
  bool discarded = m->event == LF_DISCARDS && !player, dies = m->event == LF_DIES;
  Lf role = attacks              ? LF_ATTACKER
            : blocks(m)          ? LF_BLOCKER
            : damages(m)         ? LF_DAMAGING
            : itself && moves(m) ? LF_GONE
            : host               ? LF_HOST_GONE
            : discarded          ? LF_DISCARDED
            : dies               ? LF_DIED
                                 : 0;
  all->referents[all->count++] =
      (Referent){.was = itself ? self : mentioned_as(b, m->was),
                 .now = itself && !moves(m) ? self : mentioned_as(b, player ? m->was : m->now),
                 .filter = filter,
                 .role = role ? role : 0,
                 .player = player,
                 .many = many && !single(b, filter) && !kept_apart(b, many, m)};
}

static void mentioned_by(Binder *b, Lf pattern, Lf many, Mentioned *all) {
  if (lf_is(b->lf, pattern, LF_SELF_ENTERS)) {
    Lf self = LF_SELF;
    all->referents[all->count++] = (Referent){.was = self, .now = self, .filter = LF_PERMANENT};
    return;
  }
  if (lf_is_atom(b->lf, pattern)) return;
  for (u32 i = 0; i < COUNT_OF(MENTIONS); i++)
    if (lf_is(b->lf, pattern, MENTIONS[i].event)) mention(b, pattern, &MENTIONS[i], many, all);
}

/* Whether two events happen alike to this object and to another one: then it is that of whichever event happened. */
static bool either_object(const Referent *a, const Referent *b) {
  const Referent *self = a->was == LF_SELF ? a : b, *other = self == a ? b : a;
  bool alike = (self->role == LF_GONE) == (other->was != other->now);
  return self->was == LF_SELF && other->was == LF_EVENT_OBJECT && alike && !other->player && a->many == b->many;
}

/* Whether one that another event mentions is the same, whichever of them happened; what is known of it is what both
   say. An object that is this one whichever happened is that. */
static bool joined(Binder *b, Referent *r, const Mentioned *other) {
  Lf self = LF_SELF;
  for (u32 i = 0; i < other->count; i++) {
    const Referent *o = &other->referents[i];
    if (either_object(r, o)) {
      r->now = r->was == self ? o->now : r->now;
      r->was = LF_EVENT_OBJECT;
      r->filter = lf_make(b->lf, LF_OR, r->filter, o->filter, 0);
      if (r->role != o->role) r->role = 0;
      return true;
    }
    bool this_one = (r->was == self || is_self(b, r->filter)) && (o->was == self || is_self(b, o->filter));
    if (this_one) {
      r->was = self;
      if (r->now != o->now) r->now = self;
    } else if (r->was != o->was || r->now != o->now || r->player != o->player || r->many != o->many) {
      continue;
    }
    if (r->filter != o->filter) r->filter = lf_make(b->lf, LF_OR, r->filter, o->filter, 0);
    if (r->role != o->role) r->role = 0;
    return true;
  }
  return false;
}

/* What is on the stack because of an event: a spell that was cast, or an ability that was activated; 0 without one. */
static Lf stacked_by(const Binder *b, Lf pattern) {
  if (lf_is_list(b->lf, pattern, LF_CASTS)) return LF_EVENT_OBJECT;
  return lf_is_list(b->lf, pattern, LF_ACTIVATES) ? LF_EVENT_OTHER : 0;
}

/* A spell that was cast or an ability that was activated, whichever of the events it was. */
static void mention_stacked(Binder *b, Lf events, Mentioned *all) {
  bool casts = false, activates = false;
  for (u32 i = 1; i < lf_count(b->lf, events); i++) {
    Lf stacked = stacked_by(b, lf_item(b->lf, events, i));
    if (!stacked) return;
    casts |= stacked == LF_EVENT_OBJECT;
    activates |= stacked == LF_EVENT_OTHER;
  }
  Lf stacked = LF_EVENT_STACKED;
  if (casts && activates && all->count < MENTIONED_MAX)
    all->referents[all->count++] = (Referent){.was = stacked, .now = stacked, .filter = read(b, SPELL_OR_ABILITY)};
}

static void mentioned_by_any(Binder *b, Lf events, Lf many, Mentioned *all) {
  mentioned_by(b, lf_item(b->lf, events, 1), many, all);
  for (u32 i = 2; i < lf_count(b->lf, events); i++) {
    Mentioned other = {.count = 0};
    mentioned_by(b, lf_item(b->lf, events, i), many, &other);
    u32 kept = 0;
    for (u32 k = 0; k < all->count; k++)
      if (joined(b, &all->referents[k], &other)) all->referents[kept++] = all->referents[k];
    all->count = kept;
  }
  mention_stacked(b, events, all);
}

/* How much it was: of what is counted in a number, and of several objects how many they are. */
static Lf amount_of(Binder *b, Lf pattern, Lf many) {
  static const Lf AMOUNTS[] = {LF_DAMAGE,       LF_GAINS_LIFE,       LF_LOSES_LIFE,
                               LF_COUNTERS_PUT, LF_COUNTERS_REMOVED, LF_SCRIES};
  for (u32 i = 0; i < COUNT_OF(AMOUNTS); i++)
    if (lf_is(b->lf, pattern, AMOUNTS[i])) return LF_EVENT_AMOUNT;
  static const Lf OBJECTS[] = {LF_ATTACKS, LF_ENTERS, LF_DIES, LF_MOVES, LF_SACRIFICES, LF_DISCARDS};
  for (u32 i = 0; many && i < COUNT_OF(OBJECTS); i++)
    if (lf_is(b->lf, pattern, OBJECTS[i])) return read(b, "(count event-object)");
  return 0;
}

/* The same of several kinds of events that are one together, if it is the same of each. */
static Lf amount_of_any(Binder *b, Lf events, Lf many) {
  Lf amount = 0;
  for (u32 i = 1; many && i < lf_count(b->lf, events); i++) {
    Lf pattern = lf_item(b->lf, events, i);
    if (lf_is_list(b->lf, pattern, LF_CAUSED)) pattern = lf_item(b->lf, pattern, 1);
    Lf one = lf_is_atom(b->lf, pattern) ? 0 : amount_of(b, pattern, many);
    if (!one || (amount && one != amount)) return 0;
    amount = one;
  }
  return amount;
}

/* What a form that says "that targets only a …" is about; 0 for another form, and if it is the object itself. */
static Lf only_target(Binder *b, Lf form) {
  if (!lf_is_list(b->lf, form, LF_TARGETS) || !bind_mentions(b, form, LF_OPT_ONLY)) return 0;
  Lf filter = lf_item(b->lf, form, 1);
  return lf_is_list(b->lf, filter, LF_IS) ? 0 : filter;
}

/* The one thing that a spell is described to target may be spoken of, though "it" is the spell. */
static void mention_target(Binder *b, Lf pattern) {
  Lf cast = lf_is_list(b->lf, pattern, LF_CASTS) ? lf_item(b->lf, pattern, 2) : 0;
  Lf filter = cast ? only_target(b, cast) : 0;
  for (u32 i = 1; cast && !filter && lf_is_list(b->lf, cast, LF_AND) && i < lf_count(b->lf, cast); i++)
    filter = only_target(b, lf_item(b->lf, cast, i));
  if (!filter) return;
  Lf of = read(b, "(targets-of event-object)");
  bind_mention(b, (Referent){.was = of, .now = of, .filter = filter});
}

void bind_event(Binder *b, Lf pattern, bool later) {
  Lf many = lf_is(b->lf, pattern, LF_ONE_OR_MORE) ? pattern : 0;
  if (b->said_behind) {
    b->said_behind = false;
    return;
  }
  if (many) pattern = lf_item(b->lf, pattern, 1);
  Lf caused = lf_is_list(b->lf, pattern, LF_CAUSED) ? lf_item(b->lf, pattern, 1) : 0;
  if (caused && lf_is_list(b->lf, caused, LF_MOVES)) pattern = caused;
  Mentioned all = {.count = 0};
  if (later && lf_is(b->lf, pattern, LF_STEP)) return;
  bool any = lf_is(b->lf, pattern, LF_ANY_OF);
  if (any) {
    mentioned_by_any(b, pattern, many, &all);
  } else {
    mentioned_by(b, pattern, many, &all);
  }
  b->amount = any ? amount_of_any(b, pattern, many) : lf_is_atom(b->lf, pattern) ? 0 : amount_of(b, pattern, many);
  b->amount_of_event = b->amount != 0;
  b->event = b->amount ? pattern : 0;
  mention_target(b, pattern);
  /* What targets something is spoken of, but is never "it". */
  u32 objects = 0, first = lf_is(b->lf, pattern, LF_BECOMES_TARGET) ? 1 : 0;
  for (u32 i = first; i < all.count; i++) objects += !all.referents[i].player && !all.referents[i].many;
  for (u32 i = 0; i < all.count; i++) {
    all.referents[i].unclear = objects > 1;
    bind_mention(b, all.referents[i]);
  }
}
