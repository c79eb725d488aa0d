/* Trigger events: made of whom they happen to and what happens, and what they mention for the ability to speak of. */
#include "oracle/bind.h"

/* What an argument of a pattern is for the abilities that it triggers. */
typedef struct Mention {
  const char *event;
  u32 argument; /* its place in the pattern; 0: it is always there, and unsaid */
  const char *option;
  const char *was, *now;
  bool player;
} Mention;

static const Mention MENTIONS[] = {
    {"enters", 1, NULL, "event-new", "event-new", false},
    {"moves", 1, NULL, "event-object", "event-new", false},
    {"dies", 1, NULL, "event-object", "event-new", false},
    {"leaves", 1, NULL, "event-object", "event-new", false},
    {"would-be-destroyed", 1, NULL, "event-object", "event-object", false},
    {"damage", 1, NULL, "event-source", "event-source", false},
    {"damage", 2, NULL, "event-object", "event-object", false},
    {"gains-life", 1, NULL, "event-player", "event-player", true},
    {"loses-life", 1, NULL, "event-player", "event-player", true},
    {"draws", 1, NULL, "event-player", "event-player", true},
    {"searches", 1, NULL, "event-player", "event-player", true},
    {"discards", 1, NULL, "event-player", "event-player", true},
    {"discards", 0, ":object", "event-object", "event-new", false},
    {"cycles", 1, NULL, "event-player", "event-player", true},
    {"sacrifices", 1, NULL, "event-player", "event-player", true},
    {"sacrifices", 2, NULL, "event-object", "event-new", false},
    {"casts", 1, NULL, "event-player", "event-player", true},
    {"casts", 2, NULL, "event-object", "event-object", false},
    {"copies", 1, NULL, "event-player", "event-player", true},
    {"copies", 2, NULL, "event-object", "event-object", false},
    {"activates", 1, NULL, "event-player", "event-player", true},
    {"activates", 2, NULL, "event-object", "event-object", false},
    {"activates", 0, NULL, "event-other", "event-other", false},
    {"becomes-target", 2, NULL, "event-source", "event-source", false},
    {"becomes-target", 1, NULL, "event-object", "event-object", false},
    {"step", 2, NULL, "event-player", "event-player", true},
    {"attacks", 1, NULL, "event-object", "event-object", false},
    {"attacks", 0, ":player", "(defending-player event-object)", "(defending-player event-object)", true},
    {"blocks", 1, NULL, "event-object", "event-object", false},
    {"blocks", 0, ":other", "event-other", "event-other", false},
    {"becomes-blocked", 1, NULL, "event-object", "event-object", false},
    {"becomes-blocked", 0, ":other", "event-other", "event-other", false},
    {"attacks-unblocked", 1, NULL, "event-object", "event-object", false},
    {"becomes-tapped", 1, NULL, "event-object", "event-object", false},
    {"becomes-untapped", 1, NULL, "event-object", "event-object", false},
    {"tapped-for-mana", 0, ":player", "event-player", "event-player", true},
    {"tapped-for-mana", 1, NULL, "event-object", "event-object", false},
    {"counters-put", 1, NULL, "event-object", "event-object", false},
    {"counters-removed", 1, NULL, "event-object", "event-object", false},
    {"turned-face-up", 1, NULL, "event-object", "event-object", false},
    {"transforms", 1, NULL, "event-object", "event-object", false},
    {"becomes-attached", 2, NULL, "event-other", "event-other", false},
    {"becomes-attached", 1, NULL, "event-object", "event-object", false},
    {"mutates", 1, NULL, "event-object", "event-object", false},
    {"unlocks", 2, NULL, "event-object", "event-object", false},
    {"phases-in", 1, NULL, "event-object", "event-object", false},
    {"exerted", 2, NULL, "event-object", "event-object", false},
    {"becomes", 1, NULL, "event-object", "event-object", false},
    {"gains-control", 2, NULL, "event-object", "event-object", false},
};

static Lf read(Binder *b, const char *text) {
  u32 bad;
  return lf_read(b->lf, str_of(text), &bad);
}

/* --- events of a subject ------------------------------------------------------------------------------------ */

#define PARTS_MAX 24u

/* Who controls what a player does something with: nothing is said of it for just any player. */
static Lf controlled_by(Binder *b, Lf who) {
  if (lf_is(b->lf, who, "is")) return lf_make(b->lf, "controlled-by", lf_item(b->lf, who, 1), 0, 0);
  if (lf_is(b->lf, who, "opponent")) return read(b, "(controlled-by opponents)");
  return lf_is_atom(b->lf, who) && lf_is(b->lf, who, "player") ? bind_atom(b, "always") : 0;
}

/* Puts what an event happens to in the place of `subject`. 0 if that can't be said. */
static Lf put_subject(Binder *b, Lf form, Lf subject) {
  LfStore *lf = b->lf;
  if (lf_is_atom(lf, form)) return lf_is(lf, form, "subject") ? subject : form;
  if (lf_is(lf, form, "controlled-by-subject")) return controlled_by(b, subject);
  Lf items[PARTS_MAX];
  u32 count = 0;
  bool all = lf_is(lf, form, "and");
  for (u32 i = 0; i < lf_count(lf, form); i++) {
    Lf item = put_subject(b, lf_item(lf, form, i), subject);
    if (!item || count == PARTS_MAX) return 0;
    bool idle = all && i > 0 && lf_is_atom(lf, item) && lf_is(lf, item, "always");
    if (!idle) items[count++] = item;
  }
  return all && count == 1 ? bind_atom(b, "always") : lf_list(lf, items, count);
}

/* A filter without what goes without saying: what is cast is a spell. */
static Lf without(Binder *b, Lf filter, const char *word) {
  if (lf_is_atom(b->lf, filter)) return lf_is(b->lf, filter, word) ? bind_atom(b, "always") : filter;
  if (!lf_is(b->lf, filter, "and")) return filter;
  Lf items[PARTS_MAX];
  u32 count = 0;
  for (u32 i = 0; i < lf_count(b->lf, filter) && count < PARTS_MAX; i++) {
    Lf item = lf_item(b->lf, filter, i);
    if (!lf_is_atom(b->lf, item) || !lf_is(b->lf, item, word)) items[count++] = item;
  }
  return count == 1 ? bind_atom(b, "always") : lf_list(b->lf, items, count);
}

static bool has_option(const Binder *b, Lf form, const char *name) {
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (lf_is_atom(b->lf, lf_item(b->lf, form, i)) && lf_is(b->lf, lf_item(b->lf, form, i), name)) return true;
  return false;
}

/* One thing alone, however it is called. */
static bool single(const Binder *b, Lf filter) {
  if (lf_is_atom(b->lf, filter)) return false;
  if (lf_is(b->lf, filter, "is")) return true;
  if (!lf_is(b->lf, filter, "and")) return false;
  for (u32 i = 1; i < lf_count(b->lf, filter); i++)
    if (single(b, lf_item(b->lf, filter, i))) return true;
  return false;
}

/* One thing alone, or spells: no two of them resolve at once. */
static bool one_at_a_time(Binder *b, Lf filter) {
  Lf spell = bind_atom(b, "spell-on-stack");
  if (filter == spell || single(b, filter)) return true;
  for (u32 i = 1; lf_is_list(b->lf, filter, "and") && i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) == spell) return true;
  return false;
}

/* Of several at once, what concerns different recipients or attacked players is not one event (603.2c). */
static Lf at_once(Binder *b, Lf pattern) {
  Lf whom = lf_is(b->lf, pattern, "damage") ? lf_item(b->lf, pattern, 2) : 0;
  if (lf_is(b->lf, pattern, "attacks") && has_option(b, pattern, ":player")) whom = lf_item(b->lf, pattern, 3);
  bool anything = whom && lf_is_atom(b->lf, whom) && lf_is(b->lf, whom, "always");
  Lf apart = whom && !anything && !single(b, whom) ? bind_atom(b, ":apart") : 0;
  return lf_make(b->lf, "one-or-more", pattern, apart, 0);
}

/* Whom a question about the past of an event's subject asks about. */
static Lf asked_of(Binder *b, Lf filter) {
  if (lf_is(b->lf, filter, "is")) return filter;
  for (u32 i = 1; lf_is(b->lf, filter, "and") && i < lf_count(b->lf, filter); i++)
    if (lf_is(b->lf, lf_item(b->lf, filter, i), "is")) return lf_item(b->lf, filter, i);
  return read(b, "(is asked)");
}

/* The Nth of its subject in a turn, or one behind it: history has the event already when it is looked at. */
static Lf nth(Binder *b, Lf number, Lf pattern, const char *how) {
  Lf subject = lf_item(b->lf, pattern, 1);
  Lf asked = bind_with_item(b, pattern, 1, asked_of(b, subject));
  if (!asked) return 0;
  Lf cmp[] = {bind_atom(b, "cmp"), lf_make(b->lf, "happened", asked, 0, 0), bind_atom(b, how), number};
  return bind_with_item(b, pattern, 1, lf_make(b->lf, "and", subject, lf_list(b->lf, cmp, COUNT_OF(cmp)), 0));
}

/* Where a spell was cast from is no longer where it is. */
static Lf cast_from(Binder *b, Lf filter) {
  if (lf_is_atom(b->lf, filter)) return filter;
  if (lf_is(b->lf, filter, "in")) {
    Lf items[] = {bind_atom(b, "cast-from"), lf_item(b->lf, filter, 1), bind_atom(b, ":of"), bind_atom(b, "it")};
    return lf_list(b->lf, items, COUNT_OF(items));
  }
  Lf items[PARTS_MAX] = {lf_item(b->lf, filter, 0)};
  u32 count = lf_count(b->lf, filter);
  if (!lf_is(b->lf, filter, "and") || count > PARTS_MAX) return filter;
  for (u32 i = 1; i < count; i++) items[i] = cast_from(b, lf_item(b->lf, filter, i));
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
  if (lf_is(b->lf, pattern, "discards") && lf_item(b->lf, pattern, 3) == bind_atom(b, "card"))
    return lf_make(b->lf, "discards", lf_item(b->lf, pattern, 1), 0, 0);
  bool by_name = pattern == read(b, "(enters (is by-name))") && !b->given;
  if (by_name || pattern == read(b, "(enters (is self))")) return bind_atom(b, "self-enters");
  bool of_spell = lf_is(b->lf, pattern, "casts") || lf_is(b->lf, pattern, "copies");
  if (!of_spell || lf_is_atom(b->lf, pattern)) return pattern;
  Lf cast = lf_item(b->lf, pattern, 2), spell = bind_atom(b, "spell-on-stack");
  if (!single(b, cast) && !bind_mentions(b, cast, spell)) return bind_refuse(b, "no spell is", cast);
  return bind_with_item(b, pattern, 2, cast_from(b, without(b, cast, "spell-on-stack")));
}

/* One event or another; where one of them is of several at once, the whole is. */
static Lf any_of(Binder *b, Lf *items, u32 count) {
  bool together = false;
  for (u32 i = 1; i < count; i++) {
    if (!lf_is(b->lf, items[i], "one-or-more")) continue;
    if (has_option(b, items[i], ":apart")) return bind_refuse(b, "one of several isn't kept apart in", items[i]);
    together = true;
    items[i] = lf_item(b->lf, items[i], 1);
  }
  Lf any = lf_list(b->lf, items, count);
  return together ? lf_make(b->lf, "one-or-more", any, 0, 0) : any;
}

Lf bind_event_made(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  if (!form || lf_is_atom(lf, form)) return form && lf_is(lf, form, "unlocks-this-door") ? this_door(b) : form;
  if (lf_is(lf, form, "of")) {
    Lf event = put_subject(b, lf_item(lf, form, 2), lf_item(lf, form, 1));
    return event ? bind_event_made(b, event) : bind_refuse(b, "nobody does", lf_item(lf, form, 2));
  }
  if (lf_is(lf, form, "any-of")) {
    Lf items[PARTS_MAX] = {lf_item(lf, form, 0)};
    u32 count = 1;
    for (u32 i = 1; i < lf_count(lf, form) && count < PARTS_MAX; i++)
      if (!(items[count++] = bind_event_made(b, lf_item(lf, form, i)))) return 0;
    return any_of(b, items, count);
  }
  if (lf_is(lf, form, "nth") || lf_is(lf, form, "beyond")) {
    Lf pattern = bind_event_made(b, lf_item(lf, form, 2));
    return pattern ? nth(b, lf_item(lf, form, 1), pattern, lf_is(lf, form, "nth") ? "=" : ">") : 0;
  }
  if (lf_is(lf, form, "in-one")) {
    Lf pattern = bind_event_made(b, lf_item(lf, form, 1));
    return pattern ? lf_make(lf, "one-or-more", pattern, 0, 0) : 0;
  }
  if (lf_is(lf, form, "together") || lf_is(lf, form, "dealing")) {
    Lf pattern = bind_event_made(b, lf_item(lf, form, 1));
    if (!pattern || lf_is(lf, pattern, "one-or-more")) return pattern;
    /* Damage dealt to several at once is one event of its source alone. */
    bool each = lf_is(lf, form, "dealing") && !one_at_a_time(b, lf_item(lf, pattern, 1));
    return each ? bind_refuse(b, "each of several isn't kept apart by", pattern) : at_once(b, pattern);
  }
  return as_usual(b, form);
}

/* Such an event in a question about the past. */
static Lf noun_event(Binder *b, Lf form) {
  Lf pattern = bind_event_made(b, form);
  return pattern ? bind_form(b, pattern, SORT_EVT) : 0;
}

/* (triggered-once EVENT EFFECT OPTION…): something may be done, and only once each turn (603.2h). */
static Lf noun_triggered_once(Binder *b, Lf form) {
  Lf items[PARTS_MAX] = {bind_atom(b, "triggered")};
  u32 count = lf_count(b->lf, form);
  if (count + 1 > PARTS_MAX) return bind_refuse(b, "too much is said of", form);
  for (u32 i = 1; i < count; i++) items[i] = lf_item(b->lf, form, i);
  items[count] = bind_atom(b, ":do-once");
  Lf bound = bind_form(b, lf_list(b->lf, items, count + 1), SORT_ABIL);
  bool done = bound && (bind_has_head(b, bound, "may") || bind_has_head(b, bound, "pay"));
  return done || !bound ? bound : bind_refuse(b, "nothing may be done by", form);
}

bool bind_events_add(Binder *b) {
  static const char *const EVENTS[] = {"of", "nth", "beyond", "together", "dealing", "in-one"};
  bool fits = bind_head_add(b, "triggered-once", noun_triggered_once, NULL);
  for (u32 i = 0; i < COUNT_OF(EVENTS) && fits; i++) fits = bind_head_add(b, EVENTS[i], noun_event, NULL);
  return fits;
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
static bool moves(const Mention *m) { return strcmp(m->was, m->now) != 0; }

static bool is_self(Binder *b, Lf filter) {
  Lf self = read(b, "(is self)");
  if (filter == self) return true;
  for (u32 i = 1; lf_is(b->lf, filter, "and") && i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) == self) return true;
  return false;
}

static bool begins_attack(const char *event) {
  return strcmp(event, "attacks") == 0 || strcmp(event, "attacks-unblocked") == 0 ||
         strcmp(event, "becomes-blocked") == 0;
}

/* Whether what an event mentions is the creature that blocks in it. */
static bool blocks(const Mention *m) {
  return m->option ? strcmp(m->event, "becomes-blocked") == 0 : strcmp(m->event, "blocks") == 0;
}

/* Whether it is what the damage comes from. */
static bool damages(const Mention *m) { return strcmp(m->event, "damage") == 0 && m->argument == 1; }

/* Of events that are one when they happen together, those with different recipients may be kept apart. */
static bool kept_apart(const Binder *b, Lf together, const Mention *m) {
  bool whom = strcmp(m->event, "damage") == 0 ? m->argument == 2 : m->option && strcmp(m->option, ":player") == 0;
  return whom && has_option(b, together, ":apart");
}

static void mention(Binder *b, Lf pattern, const Mention *m, Lf many, Mentioned *all) {
  Lf filter = argument(b, pattern, m);
  bool activates = strcmp(m->event, "activates") == 0, ability = activates && m->argument == 0;
  if (activates && m->argument == 2 && lf_is(b->lf, filter, "always")) return; /* not a word was said of it */
  if (ability) filter = read(b, ANY_ABILITY);
  if (!filter && strcmp(m->event, "discards") == 0) filter = bind_atom(b, "card");
  if (!filter || all->count == MENTIONED_MAX) return;
  bool itself = is_self(b, filter);
  bool player = m->player || (strcmp(m->event, "damage") == 0 && m->argument == 2 && bind_is_player(b, filter));
  /* What damage is dealt to is a player or an object, in the same place of the event. */
  Lf self = bind_atom(b, "self");
  if ((strcmp(m->event, "casts") == 0 || strcmp(m->event, "copies") == 0) && !m->player)
    filter = lf_make(b->lf, "and", bind_atom(b, "spell-on-stack"), filter, 0);
  bool targeting = strcmp(m->event, "becomes-target") == 0 && m->argument == 2;
  if (targeting && !bind_mentions(b, filter, bind_atom(b, "spell-on-stack")))
    filter = lf_make(b->lf, "and", read(b, SPELL_OR_ABILITY), filter, 0);
  bool attacks = m->argument == 1 && !m->option && begins_attack(m->event);
  bool host = moves(m) && single(b, filter) && bind_has_head(b, filter, "attached-object");
  bool discarded = strcmp(m->event, "discards") == 0 && !player;
  const char *role = attacks              ? "attacker"
                     : blocks(m)          ? "blocker"
                     : damages(m)         ? "damaging"
                     : itself && moves(m) ? "gone"
                     : host               ? "host-gone"
                     : discarded          ? "discarded"
                                          : NULL;
  all->referents[all->count++] = (Referent){.was = itself ? self : read(b, m->was),
                                            .now = itself && !moves(m) ? self : read(b, player ? m->was : m->now),
                                            .filter = filter,
                                            .role = role ? bind_atom(b, role) : 0,
                                            .player = player,
                                            .many = many && !single(b, filter) && !kept_apart(b, many, m)};
}

static void mentioned_by(Binder *b, Lf pattern, Lf many, Mentioned *all) {
  if (lf_is(b->lf, pattern, "self-enters")) {
    Lf self = bind_atom(b, "self");
    all->referents[all->count++] = (Referent){.was = self, .now = self, .filter = bind_atom(b, "permanent")};
    return;
  }
  if (lf_is_atom(b->lf, pattern)) return;
  for (u32 i = 0; i < COUNT_OF(MENTIONS); i++)
    if (lf_is(b->lf, pattern, MENTIONS[i].event)) mention(b, pattern, &MENTIONS[i], many, all);
}

/* Whether one that another event mentions is the same, whichever of them happened; what is known of it is what both
   say. An object that is this one whichever happened is that. */
static bool joined(Binder *b, Referent *r, const Mentioned *other) {
  Lf self = bind_atom(b, "self");
  for (u32 i = 0; i < other->count; i++) {
    const Referent *o = &other->referents[i];
    bool this_one = (r->was == self || is_self(b, r->filter)) && (o->was == self || is_self(b, o->filter));
    if (this_one) {
      r->was = self;
      if (r->now != o->now) r->now = self;
    } else if (r->was != o->was || r->now != o->now || r->player != o->player || r->many != o->many) {
      continue;
    }
    if (r->filter != o->filter) r->filter = lf_make(b->lf, "or", r->filter, o->filter, 0);
    if (r->role != o->role) r->role = 0;
    return true;
  }
  return false;
}

/* What is on the stack because of an event: a spell that was cast, or an ability that was activated; NULL without one. */
static const char *stacked_by(const Binder *b, Lf pattern) {
  if (lf_is_list(b->lf, pattern, "casts")) return "event-object";
  return lf_is_list(b->lf, pattern, "activates") ? "event-other" : NULL;
}

/* A spell that was cast or an ability that was activated, whichever of the events it was. */
static void mention_stacked(Binder *b, Lf events, Mentioned *all) {
  bool casts = false, activates = false;
  for (u32 i = 1; i < lf_count(b->lf, events); i++) {
    const char *stacked = stacked_by(b, lf_item(b->lf, events, i));
    if (!stacked) return;
    casts |= strcmp(stacked, "event-object") == 0;
    activates |= strcmp(stacked, "event-other") == 0;
  }
  Lf stacked = bind_atom(b, "event-stacked");
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
  static const char *const AMOUNTS[] = {"damage", "gains-life", "loses-life", "counters-put", "counters-removed"};
  for (u32 i = 0; i < COUNT_OF(AMOUNTS); i++)
    if (lf_is(b->lf, pattern, AMOUNTS[i])) return bind_atom(b, "event-amount");
  static const char *const OBJECTS[] = {"attacks", "enters", "dies", "moves", "sacrifices", "discards"};
  for (u32 i = 0; many && i < COUNT_OF(OBJECTS); i++)
    if (lf_is(b->lf, pattern, OBJECTS[i])) return read(b, "(count event-object)");
  return 0;
}

/* What a form that says "that targets only a …" is about; 0 for another form, and if it is the object itself. */
static Lf only_target(Binder *b, Lf form) {
  if (!lf_is_list(b->lf, form, "targets") || !bind_mentions(b, form, lf_atom(b->lf, STR(":only")))) return 0;
  Lf filter = lf_item(b->lf, form, 1);
  return lf_is_list(b->lf, filter, "is") ? 0 : filter;
}

/* The one thing that a spell is described to target may be spoken of, though "it" is the spell. */
static void mention_target(Binder *b, Lf pattern) {
  Lf cast = lf_is_list(b->lf, pattern, "casts") ? lf_item(b->lf, pattern, 2) : 0;
  Lf filter = cast ? only_target(b, cast) : 0;
  for (u32 i = 1; cast && !filter && lf_is_list(b->lf, cast, "and") && i < lf_count(b->lf, cast); i++)
    filter = only_target(b, lf_item(b->lf, cast, i));
  if (!filter) return;
  Lf of = read(b, "(targets-of event-object)");
  bind_mention(b, (Referent){.was = of, .now = of, .filter = filter});
}

void bind_event(Binder *b, Lf pattern, bool later) {
  Lf many = lf_is(b->lf, pattern, "one-or-more") ? pattern : 0;
  if (many) pattern = lf_item(b->lf, pattern, 1);
  Mentioned all = {.count = 0};
  if (later && lf_is(b->lf, pattern, "step")) return;
  bool any = lf_is(b->lf, pattern, "any-of");
  if (any) {
    mentioned_by_any(b, pattern, many, &all);
  } else {
    mentioned_by(b, pattern, many, &all);
  }
  b->amount = lf_is_atom(b->lf, pattern) || any ? 0 : amount_of(b, pattern, many);
  b->amount_of_event = b->amount != 0;
  mention_target(b, pattern);
  /* What targets something is spoken of, but is never "it". */
  u32 objects = 0, first = lf_is(b->lf, pattern, "becomes-target") ? 1 : 0;
  for (u32 i = first; i < all.count; i++) objects += !all.referents[i].player && !all.referents[i].many;
  for (u32 i = 0; i < all.count; i++) {
    all.referents[i].unclear = objects > 1;
    bind_mention(b, all.referents[i]);
  }
}
