/* What a trigger event mentions: whom it happens to, and who or what else it concerns. */
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
    {"discards", 1, NULL, "event-player", "event-player", true},
    {"discards", 0, ":object", "event-object", "event-new", false},
    {"cycles", 1, NULL, "event-player", "event-player", true},
    {"sacrifices", 1, NULL, "event-player", "event-player", true},
    {"sacrifices", 2, NULL, "event-object", "event-new", false},
    {"casts", 1, NULL, "event-player", "event-player", true},
    {"casts", 2, NULL, "event-object", "event-object", false},
    {"activates", 1, NULL, "event-player", "event-player", true},
    {"becomes-target", 1, NULL, "event-object", "event-object", false},
    {"step", 2, NULL, "event-player", "event-player", true},
    {"attacks", 1, NULL, "event-object", "event-object", false},
    {"attacks", 0, ":player", "(defending-player event-object)", "(defending-player event-object)",
     true},
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
    {"becomes-attached", 1, NULL, "event-object", "event-object", false},
    {"phases-in", 1, NULL, "event-object", "event-object", false},
    {"exerted", 2, NULL, "event-object", "event-object", false},
    {"becomes", 1, NULL, "event-object", "event-object", false},
    {"gains-control", 2, NULL, "event-object", "event-object", false},
};

static Lf read(Binder *b, const char *text) {
  u32 bad;
  return lf_read(b->lf, str_of(text), &bad);
}

static Lf argument(const Binder *b, Lf pattern, const Mention *m) {
  if (!m->option) return lf_item(b->lf, pattern, m->argument);
  for (u32 i = 1; i + 1 < lf_count(b->lf, pattern); i++)
    if (lf_is_atom(b->lf, lf_item(b->lf, pattern, i)) &&
        lf_is(b->lf, lf_item(b->lf, pattern, i), m->option))
      return lf_item(b->lf, pattern, i + 1);
  return 0;
}

/* Patterns whose object moves, so that this object itself is then found where it went. */
static bool moves(const Mention *m) { return strcmp(m->was, m->now) != 0; }

static void mention(Binder *b, Lf pattern, const Mention *m, bool many) {
  Lf filter = argument(b, pattern, m);
  if (!filter) return;
  bool itself = filter == read(b, "(is self)");
  bool player = m->player ||
                (strcmp(m->event, "damage") == 0 && m->argument == 2 && bind_is_player(b, filter));
  /* What damage is dealt to is a player or an object, in the same place of the event. */
  const char *was = player && !m->player ? "event-player" : m->was;
  Lf self = lf_atom(b->lf, STR("self"));
  Referent referent = {.was = itself ? self : read(b, was),
                       .now = itself && !moves(m) ? self : read(b, player ? was : m->now),
                       .filter = filter,
                       .player = player,
                       .many = many};
  bind_mention(b, referent);
}

void bind_event(Binder *b, Lf pattern) {
  Lf self = lf_atom(b->lf, STR("self"));
  if (lf_is(b->lf, pattern, "self-enters")) {
    bind_mention(b,
                 (Referent){.was = self, .now = self, .filter = lf_atom(b->lf, STR("permanent"))});
    return;
  }
  if (lf_is_atom(b->lf, pattern)) return;
  bool many = lf_is(b->lf, pattern, "one-or-more");
  if (many) pattern = lf_item(b->lf, pattern, 1);
  if (lf_is(b->lf, pattern, "any-of")) pattern = lf_item(b->lf, pattern, 1);
  for (u32 i = 0; i < COUNT_OF(MENTIONS); i++)
    if (lf_is(b->lf, pattern, MENTIONS[i].event)) mention(b, pattern, &MENTIONS[i], many);
}
