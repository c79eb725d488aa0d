#include "explain/happened.h"

#include "explain/outcome.h"
#include "explain/trace.h"

/* So many facts are named in an answer. */
#define NAMED_MOST 4u

/* Which role in an event whoever a question is about has. */
typedef enum Role { ROLE_OBJECT, ROLE_PLAYER, ROLE_SOURCE } Role;

struct Topic {
  const char *verb;
  Role role;
  bool sums; /* amounts; else events are counted */
  bool (*fits)(const Event *event);
  const char *noun; /* the question must have; null for none */
};

static bool is_left_by(const Event *e, u32 to) {
  return e->kind == EVENT_MOVE && e->from == ZONE_BATTLEFIELD && e->to == to;
}

static bool dies(const Event *e) { return is_left_by(e, ZONE_GRAVEYARD); }
static bool is_exiled(const Event *e) { return e->kind == EVENT_MOVE && e->to == ZONE_EXILE; }
static bool is_destroyed(const Event *e) { return e->kind == EVENT_DESTROY; }
static bool is_sacrificed(const Event *e) { return e->kind == EVENT_SACRIFICE; }
static bool is_countered(const Event *e) { return e->kind == EVENT_COUNTER; }
static bool triggers(const Event *e) { return e->kind == EVENT_TRIGGER; }
static bool transforms(const Event *e) { return e->kind == EVENT_TRANSFORM; }
static bool enters(const Event *e) { return e->kind == EVENT_MOVE && e->to == ZONE_BATTLEFIELD; }
static bool returns(const Event *e) {
  bool back = e->from == ZONE_GRAVEYARD || e->from == ZONE_EXILE || e->to == ZONE_HAND;
  return e->kind == EVENT_MOVE && back && e->from != ZONE_LIBRARY && (e->to == ZONE_HAND || e->to == ZONE_BATTLEFIELD);
}
static bool leaves(const Event *e) { return e->kind == EVENT_MOVE && e->from == ZONE_BATTLEFIELD; }
static bool draws(const Event *e) { return e->kind == EVENT_DRAW; }
static bool discards(const Event *e) { return e->kind == EVENT_DISCARD; }
static bool creates(const Event *e) { return e->kind == EVENT_CREATE; }
static bool gains_life(const Event *e) { return e->kind == EVENT_GAIN_LIFE; }
static bool loses_life(const Event *e) { return e->kind == EVENT_LOSE_LIFE; }
static bool damages(const Event *e) { return e->kind == EVENT_DAMAGE; }
static bool damages_in_combat(const Event *e) { return damages(e) && e->flags & EVF_COMBAT; }
static bool wins(const Event *e) { return e->kind == EVENT_WIN; }
static bool loses(const Event *e) { return e->kind == EVENT_LOSE; }
static bool gets_counters(const Event *e) { return e->kind == EVENT_COUNTERS_PUT; }
static bool is_turned_up(const Event *e) { return e->kind == EVENT_TURN_FACE_UP; }
static bool attacks(const Event *e) { return e->kind == EVENT_ATTACK; }
static bool blocks(const Event *e) { return e->kind == EVENT_BLOCK; }

/* Longer verbs stand before those that they begin with. */
static const Topic TOPICS[] = {
    {"die", ROLE_OBJECT, false, dies, NULL},
    {"get destroyed", ROLE_OBJECT, false, is_destroyed, NULL},
    {"destroyed", ROLE_OBJECT, false, is_destroyed, NULL},
    {"get exiled", ROLE_OBJECT, false, is_exiled, NULL},
    {"exiled", ROLE_OBJECT, false, is_exiled, NULL},
    {"get sacrificed", ROLE_OBJECT, false, is_sacrificed, NULL},
    {"sacrificed", ROLE_OBJECT, false, is_sacrificed, NULL},
    {"get countered", ROLE_OBJECT, false, is_countered, NULL},
    {"countered", ROLE_OBJECT, false, is_countered, NULL},
    {"trigger", ROLE_OBJECT, false, triggers, NULL},
    {"transform", ROLE_OBJECT, false, transforms, NULL},
    {"enter", ROLE_OBJECT, false, enters, NULL},
    {"return", ROLE_OBJECT, false, returns, NULL},
    {"leave", ROLE_OBJECT, false, leaves, NULL},
    {"attack", ROLE_OBJECT, false, attacks, NULL},
    {"block", ROLE_OBJECT, false, blocks, NULL},
    {"draw", ROLE_PLAYER, false, draws, NULL},
    {"discard", ROLE_PLAYER, false, discards, NULL},
    {"create", ROLE_PLAYER, true, creates, NULL},
    {"get", ROLE_PLAYER, true, creates, "token"},
    {"get", ROLE_OBJECT, true, gets_counters, "counter"},
    {"turned face up", ROLE_OBJECT, false, is_turned_up, NULL},
    {"gain", ROLE_PLAYER, true, gains_life, "life"},
    {"lose", ROLE_PLAYER, true, loses_life, "life"},
    {"lose", ROLE_PLAYER, false, loses, NULL},
    {"win", ROLE_PLAYER, false, wins, NULL},
    {"won", ROLE_PLAYER, false, wins, NULL},
    {"lost", ROLE_PLAYER, false, loses, NULL},
    {"deal", ROLE_SOURCE, true, damages_in_combat, "combat damage"},
    {"get dealt", ROLE_OBJECT, true, damages_in_combat, "combat damage"},
    {"dealt", ROLE_OBJECT, true, damages_in_combat, "combat damage"},
    {"take", ROLE_OBJECT, true, damages_in_combat, "combat damage"},
    {"deal", ROLE_SOURCE, true, damages, "damage"},
    {"get dealt", ROLE_OBJECT, true, damages, "damage"},
    {"dealt", ROLE_OBJECT, true, damages, "damage"},
    {"take", ROLE_OBJECT, true, damages, "damage"},
};

/* What may stand behind a verb without changing what is asked. */
static bool is_filler(Str word) {
  static const char *const FILLERS[] = {"a",    "an",     "any",     "the",   "card",   "cards",       "game",
                                        "life", "damage", "token",   "to",    "tokens", "battlefield", "at",
                                        "all",  "combat", "counter", "again", "it",     "counters"};
  for (u32 i = 0; i < COUNT_OF(FILLERS); i++)
    if (str_is(word, FILLERS[i])) return true;
  return false;
}

static bool is_rest_filler(Str rest) {
  for (u32 at = 0; at < rest.length;) {
    u32 end = at;
    while (end < rest.length && rest.data[end] != ' ') end++;
    if (end > at && !is_filler((Str){rest.data + at, end - at})) return false;
    at = end + 1;
  }
  return true;
}

static bool holds(Str text, Str part) {
  for (u32 i = 0; i + part.length <= text.length; i++)
    if (str_equal_folded((Str){text.data + i, part.length}, part)) return true;
  return false;
}

const Topic *topic_find(Str words, Str question, u32 *length) {
  for (u32 i = 0; i < COUNT_OF(TOPICS); i++) {
    Str verb = str_of(TOPICS[i].verb);
    if (words.length < verb.length || !str_equal_folded((Str){words.data, verb.length}, verb)) continue;
    *length = verb.length;
    if (words.length > *length && words.data[*length] == 's') ++*length;
    if (words.length > *length && words.data[*length] != ' ') continue;
    if (!TOPICS[i].noun || holds(question, str_of(TOPICS[i].noun))) return &TOPICS[i];
  }
  return NULL;
}

bool topic_fits(const Topic *topic, Ref about, Str rest) {
  return (topic->role != ROLE_PLAYER || ref_is_player(about)) && is_rest_filler(rest);
}

/* --- whom it is about ------------------------------------------------------------------------ */

/* Whether both are one thing, or what one card was at different times (400.7). */
static bool is_same(const Game *g, Ref a, Ref b) {
  if (a == b) return true;
  const Object *one = a ? object_known(g, a) : NULL, *other = b ? object_known(g, b) : NULL;
  return one && other && one->card && one->card == other->card;
}

/* What is asked about: an object or player. If it is `called` by its name alone (0: not), what comes of a spell of that name
   comes of its copies, too; others that are there would have been asked back. */
typedef struct About {
  Ref ref;
  StrId called;
} About;

static bool is_about(const Game *g, const AccountEntry *entry, Role role, const About *about) {
  const Event *e = &entry->as;
  if (!about->ref) return true;
  switch (role) {
    case ROLE_PLAYER: return ref_player(e->player) == about->ref;
    case ROLE_SOURCE: return is_same(g, e->source, about->ref) || (about->called && entry->source == about->called);
    case ROLE_OBJECT: return is_same(g, e->object, about->ref) || (e->became && is_same(g, e->became, about->ref));
  }
  return false;
}

/* Whether a remark is about something, in whatever role. */
static bool concerns(const Game *g, const Event *e, Ref about) {
  return !about || is_same(g, e->object, about) || is_same(g, e->source, about) || is_same(g, e->other, about) ||
         (ref_is_player(about) && e->player == ref_slot(about));
}

/* --- answers --------------------------------------------------------------------------------- */

typedef struct Answer {
  const Account *account;
  Game *g;
  u32 from;
  const Topic *topic;
  About about;
  Ref to; /* … and whom damage is dealt to, REF_NONE for anybody */
  Text facts;
  u32 last; /* where the last fact begins */
  u32 named;
  i64 amount;
} Answer;

/* What destroys, sacrifices or mills says that something moves: the next event, or one of its batch. */
static const AccountEntry *sayer(const Answer *a, const AccountEntry *entry) {
  for (const AccountEntry *before = entry; before-- > a->account->entries.data && before->batch == entry->batch;) {
    bool taken = before->event == EVENT_DESTROY || before->event == EVENT_SACRIFICE || before->event == EVENT_DISCARD;
    if (before->kind == ACCOUNT_EVENT && taken && before->as.object == entry->as.object) return before;
  }
  return entry;
}

static void name_fact(Answer *a, const AccountEntry *entry) {
  u32 last = a->last, from = a->facts.length;
  if (a->named++ >= NAMED_MOST) return;
  text_addc(&a->facts, ' ');
  entry_say(a->account, entry, &a->facts);
  Str fact = text_from(&a->facts, from);
  a->last = from;
  if (last == from || a->facts.failed || !str_equal((Str){a->facts.data + last, from - last}, fact)) return;
  a->facts.length = from; /* the same again */
  a->last = last;
}

/* Who has won without an event that says so, as the last in the game (104.2a). */
static void name_winner(Answer *a) {
  for (u32 p = 0; p < core(a->g)->player_count; p++) {
    const Event wins = {.player = (u8)p};
    if (!core(a->g)->players[p].won || a->named++) continue;
    text_addc(&a->facts, ' ');
    sentence_say(a->g, &a->account->names, SENTENCE_WIN, &wins, STR(""), &a->facts);
    text_adds(&a->facts, " (104.2a).");
  }
}

static void find_events(Answer *a) {
  for (u32 i = 0; i < a->account->entries.count; i++) {
    const AccountEntry *entry = &a->account->entries.data[i];
    if (entry->kind != ACCOUNT_EVENT || entry->line < a->from || !a->topic->fits(&entry->as)) continue;
    if (!is_about(a->g, entry, a->topic->role, &a->about)) continue;
    if (a->to && !is_same(a->g, entry->as.object, a->to)) continue;
    bool turn_based = entry->event == EVENT_DRAW && entry->minor; /* 504.1 */
    if (turn_based) continue;
    a->amount += a->topic->sums ? entry->as.amount : 1;
    name_fact(a, sayer(a, entry));
  }
}

static void find_remarks(Answer *a) {
  for (u32 i = 0; i < a->account->entries.count; i++) {
    const AccountEntry *entry = &a->account->entries.data[i];
    bool told = entry->kind == ACCOUNT_REMARK && entry->line >= a->from && !entry->minor && is_told_as_not(entry);
    if (told && concerns(a->g, &entry->as, a->about.ref)) name_fact(a, entry);
  }
}

/* The question may name an object by its own name, or by one that the scenario gave it. */
static About about_of(Game *g, Ref ref, Str words) {
  StrId name = ref_is_player(ref) ? 0 : name_of(g, ref);
  return (About){ref, holds(words, intern_text(&g->db->names, name)) ? name : 0};
}

void happened_say(const Account *account, Game *g, u32 from, Asked asked, const Topic *topic, Ref about, Str words,
                  Ref to, Text *out) {
  About what = about_of(g, about, words);
  Answer a = {.account = account, .g = g, .from = from, .topic = topic, .about = what, .to = to};
  GavelLanguage language = account->names.language;
  text_init(&a.facts, account->allocator);
  find_events(&a);
  if (!a.named && topic->fits == wins) name_winner(&a);
  bool happened = a.named;
  if (asked == ASKED_HOW_MUCH)
    text_addf(out, "%lld", (long long)a.amount);
  else if (asked == ASKED_WHO && !happened)
    text_adds(out, sentence_text(language, SENTENCE_ANSWER_NOBODY));
  else if (asked != ASKED_WHO)
    text_adds(out, sentence_text(language, happened ? SENTENCE_ANSWER_YES : SENTENCE_ANSWER_NO));
  if (!happened) find_remarks(&a);
  if (asked != ASKED_WHO || !happened) text_addc(out, a.named ? ':' : '.');
  u32 skip = asked == ASKED_WHO && happened; /* the space before the first */
  text_add(out, text_from(&a.facts, a.named ? skip : 0));
  text_addc(out, '\n');
  out->failed |= a.facts.failed;
  text_free(&a.facts);
}
