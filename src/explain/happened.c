#include "explain/happened.h"

#include "explain/outcome.h"
#include "explain/question_words.h"
#include "explain/standing.h"
#include "explain/trace.h"

/* So many facts are named in an answer. */
#define NAMED_MOST 4u

/* Which role in an event whoever a question is about has. */
typedef enum Role { ROLE_OBJECT, ROLE_PLAYER, ROLE_SOURCE, ROLE_OTHER, ROLE_EITHER } Role;

struct Topic {
  const char *verb;
  Role role;
  bool sums; /* amounts; else events are counted */
  bool (*fits)(const Event *event);
  const char *noun; /* the question must have; null for none */
  bool remarks;     /* a remark is one, too: … */
  u8 remark;        /* … this Remark */
  u16 how;          /* the Sentence that an entry must have in it, 0 for none */
  bool entering;    /* only as the object enters */
  bool tokens;      /* of what enters, only tokens */
  bool once;        /* nobody asks how often */
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
/* Tokens are created, or a copy of a permanent spell becomes one as it resolves, which isn't created (608.3f, 111.13). */
static bool gets_tokens(const Event *e) { return creates(e) || (enters(e) && e->from == ZONE_STACK); }
static bool gains_life(const Event *e) { return e->kind == EVENT_GAIN_LIFE; }
static bool loses_life(const Event *e) { return e->kind == EVENT_LOSE_LIFE; }
static bool damages(const Event *e) { return e->kind == EVENT_DAMAGE; }
static bool damages_in_combat(const Event *e) { return damages(e) && e->flags & EVF_COMBAT; }
static bool wins(const Event *e) { return e->kind == EVENT_WIN; }
static bool loses(const Event *e) { return e->kind == EVENT_LOSE; }
static bool gets_counters(const Event *e) { return e->kind == EVENT_COUNTERS_PUT; }
static bool is_turned_up(const Event *e) { return e->kind == EVENT_TURN_FACE_UP; }
static bool is_put_into_graveyard(const Event *e) { return e->kind == EVENT_MOVE && e->to == ZONE_GRAVEYARD; }
static bool is_put_into_hand(const Event *e) { return e->kind == EVENT_MOVE && e->to == ZONE_HAND; }
static bool is_put_into_library(const Event *e) { return e->kind == EVENT_MOVE && e->to == ZONE_LIBRARY; }
static bool is_put_into_command(const Event *e) { return e->kind == EVENT_MOVE && e->to == ZONE_COMMAND; }
static bool falls_off(const Event *e) { return e->kind == EVENT_UNATTACH || is_left_by(e, ZONE_GRAVEYARD); }
static bool casts(const Event *e) { return e->kind == EVENT_CAST; }
static bool copies(const Event *e) { return e->kind == EVENT_COPY; }
static bool taps(const Event *e) { return e->kind == EVENT_TAP; }
static bool untaps(const Event *e) { return e->kind == EVENT_UNTAP; }
static bool phases_out(const Event *e) { return e->kind == EVENT_PHASE_OUT; }
static bool phases_in(const Event *e) { return e->kind == EVENT_PHASE_IN; }
static bool mills(const Event *e) { return e->kind == EVENT_MILL; }
static bool scries(const Event *e) { return e->kind == EVENT_SCRY; }
static bool gains_control(const Event *e) { return e->kind == EVENT_CONTROL; }
static bool becomes_monarch(const Event *e) { return e->kind == EVENT_MONARCH; }
static bool leaves_combat(const Event *e) { return e->kind == EVENT_LEAVE_COMBAT; }
static bool pays_life(const Event *e) { return e->kind == EVENT_PAY_LIFE; }
static bool is_nothing(const Event *e) {
  (void)e;
  return false;
}
static bool activates(const Event *e) { return e->kind == EVENT_ACTIVATE; }
static bool is_targeted(const Event *e) { return e->kind == EVENT_TARGET; }
static bool is_blocked(const Event *e) { return e->kind == EVENT_BLOCKED; }
static bool attacks(const Event *e) { return e->kind == EVENT_ATTACK; }
static bool blocks(const Event *e) { return e->kind == EVENT_BLOCK; }

/* Longer verbs stand before those that they begin with. */
static const Topic TOPICS[] = {
    {"die", ROLE_OBJECT, .fits = dies},
    {"dead", ROLE_OBJECT, .fits = dies},
    {"go to the graveyard", ROLE_OBJECT, .fits = is_put_into_graveyard},
    {"go to graveyard", ROLE_OBJECT, .fits = is_put_into_graveyard},
    {"put into the graveyard", ROLE_OBJECT, .fits = is_put_into_graveyard},
    {"go to exile", ROLE_OBJECT, .fits = is_exiled},
    {"put into exile", ROLE_OBJECT, .fits = is_exiled},
    {"put into the command zone", ROLE_OBJECT, .fits = is_put_into_command},
    {"put into the library", ROLE_OBJECT, .fits = is_put_into_library},
    {"put into hand", ROLE_OBJECT, .fits = is_put_into_hand},
    {"put into its owner's hand", ROLE_OBJECT, .fits = is_put_into_hand},
    {"put onto the battlefield", ROLE_OBJECT, .fits = enters},
    {"put on the bottom", ROLE_OBJECT, .fits = is_put_into_library},
    {"put on top", ROLE_OBJECT, .fits = is_put_into_library},
    {"shuffled into", ROLE_OBJECT, .fits = is_put_into_library},
    {"go to the command zone", ROLE_OBJECT, .fits = is_put_into_command},
    {"go to the library", ROLE_OBJECT, .fits = is_put_into_library},
    {"enter with", ROLE_OBJECT, .fits = gets_counters, .sums = true, .noun = "counter", .entering = true},
    {"apply", ROLE_SOURCE, .fits = is_nothing, .remark = REMARK_REPLACED, .remarks = true},
    {"exchange", ROLE_PLAYER, .fits = gains_control},
    {"prevented", ROLE_OBJECT, .fits = is_nothing, .sums = true, .remark = REMARK_PREVENTED, .remarks = true},
    {"prevent", ROLE_SOURCE, .fits = is_nothing, .sums = true, .remark = REMARK_PREVENTED, .remarks = true},
    {"blocked", ROLE_OBJECT, .fits = is_blocked},
    {"enter tapped", ROLE_OBJECT, .fits = enters, .how = SENTENCE_HOW_TAPPED},
    {"come back", ROLE_OBJECT, .fits = returns},
    {"fall off", ROLE_OBJECT, .fits = falls_off},
    {"resolve", ROLE_OBJECT, .fits = is_nothing, .remark = REMARK_RESOLVES, .remarks = true},
    {"cast", ROLE_EITHER, .fits = casts},
    {"activate", ROLE_PLAYER, .fits = activates},
    {"activated", ROLE_OBJECT, .fits = activates},
    {"target", ROLE_SOURCE, .fits = is_targeted},
    {"become the target", ROLE_OBJECT, .fits = is_targeted},
    {"targeted", ROLE_OBJECT, .fits = is_targeted},
    {"copied", ROLE_OTHER, .fits = copies},
    {"copy", ROLE_PLAYER, .fits = copies},
    {"become tapped", ROLE_OBJECT, .fits = taps},
    {"untap", ROLE_OBJECT, .fits = untaps},
    {"phase out", ROLE_OBJECT, .fits = phases_out},
    {"phase in", ROLE_OBJECT, .fits = phases_in},
    {"milled", ROLE_OBJECT, .fits = mills},
    {"mill", ROLE_PLAYER, .fits = mills},
    {"scry", ROLE_PLAYER, .fits = scries},
    {"gain control", ROLE_PLAYER, .fits = gains_control},
    {"become the monarch", ROLE_PLAYER, .fits = becomes_monarch},
    {"removed from combat", ROLE_OBJECT, .fits = leaves_combat},
    {"sacrifice", ROLE_PLAYER, .fits = is_sacrificed},
    {"pay", ROLE_PLAYER, .fits = pays_life, .sums = true, .noun = "life"},
    {"get", ROLE_PLAYER, .fits = copies, .noun = "cop"},
    {"regenerate", ROLE_OBJECT, .fits = is_nothing, .remark = REMARK_REGENERATES, .remarks = true},
    {"divide", ROLE_PLAYER, .fits = is_nothing, .remark = REMARK_DIVIDES, .remarks = true},
    {"get destroyed", ROLE_OBJECT, .fits = is_destroyed},
    {"destroyed", ROLE_OBJECT, .fits = is_destroyed},
    {"get exiled", ROLE_OBJECT, .fits = is_exiled},
    {"exiled", ROLE_OBJECT, .fits = is_exiled},
    {"get sacrificed", ROLE_OBJECT, .fits = is_sacrificed},
    {"sacrificed", ROLE_OBJECT, .fits = is_sacrificed},
    {"get countered", ROLE_OBJECT, .fits = is_countered},
    {"countered", ROLE_OBJECT, .fits = is_countered},
    {"trigger", ROLE_OBJECT, .fits = triggers},
    {"transform", ROLE_OBJECT, .fits = transforms},
    {"enter", ROLE_OBJECT, .fits = enters},
    {"return to hand", ROLE_OBJECT, .fits = is_put_into_hand},
    {"return", ROLE_OBJECT, .fits = returns},
    {"leave", ROLE_OBJECT, .fits = leaves},
    {"attack", ROLE_OBJECT, .fits = attacks},
    {"block", ROLE_OBJECT, .fits = blocks},
    {"draw", ROLE_PLAYER, .fits = draws},
    {"discarded", ROLE_OBJECT, .fits = discards},
    {"discard", ROLE_PLAYER, .fits = discards},
    {"create", ROLE_PLAYER, .fits = creates, .sums = true},
    {"get", ROLE_PLAYER, .fits = gets_tokens, .sums = true, .tokens = true, .noun = "token"},
    {"get", ROLE_OBJECT, .fits = gets_counters, .sums = true, .noun = "counter"},
    {"turned face up", ROLE_OBJECT, .fits = is_turned_up},
    {"gain", ROLE_PLAYER, .fits = gains_life, .sums = true, .noun = "life"},
    {"lose", ROLE_PLAYER, .fits = loses_life, .sums = true, .noun = "life"},
    {"lose", ROLE_PLAYER, .fits = loses, .once = true},
    {"win", ROLE_PLAYER, .fits = wins, .once = true},
    {"won", ROLE_PLAYER, .fits = wins},
    {"lost", ROLE_PLAYER, .fits = loses},
    {"deal", ROLE_SOURCE, .fits = damages_in_combat, .sums = true, .noun = "combat damage"},
    {"get dealt", ROLE_OBJECT, .fits = damages_in_combat, .sums = true, .noun = "combat damage"},
    {"dealt", ROLE_OBJECT, .fits = damages_in_combat, .sums = true, .noun = "combat damage"},
    {"take", ROLE_OBJECT, .fits = damages_in_combat, .sums = true, .noun = "combat damage"},
    {"deal", ROLE_SOURCE, .fits = damages, .sums = true, .noun = "damage"},
    {"get dealt", ROLE_OBJECT, .fits = damages, .sums = true, .noun = "damage"},
    {"dealt", ROLE_OBJECT, .fits = damages, .sums = true, .noun = "damage"},
    {"take", ROLE_OBJECT, .fits = damages, .sums = true, .noun = "damage"},
};

/* What may stand behind a verb without changing what is asked. */
static bool is_filler(Str word) {
  bool number = word.length && (strchr("+-", word.data[0]) || (word.data[0] >= '0' && word.data[0] <= '9'));
  return number || question_word_is(word, FILLER) || word_find(word, WC_COUNTER);
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

/* How long a verb is where words begin with it, conjugated or not: "resolves", "died", "becomes the monarch"; 0 if they don't. */
static u32 verb_length(Str words, Str verb, bool past) {
  static const char *const ENDINGS[] = {"", "s", "es", "d", "ed"};
  u32 first = 0, from = past ? 3 : 0, to = past ? COUNT_OF(ENDINGS) : 3;
  while (first < verb.length && verb.data[first] != ' ') first++;
  if (words.length < verb.length || !str_equal_folded((Str){words.data, first}, (Str){verb.data, first})) return 0;
  Str behind = {verb.data + first, verb.length - first};
  for (u32 i = from; i < to; i++) {
    u32 ending = (u32)strlen(ENDINGS[i]), whole = verb.length + ending;
    if (words.length < whole || memcmp(words.data + first, ENDINGS[i], ending) != 0) continue;
    if (!str_equal_folded((Str){words.data + first + ending, behind.length}, behind)) continue;
    if (words.length == whole || words.data[whole] == ' ') return whole;
  }
  return 0;
}

const Topic *topic_find(Str words, Str question, u32 *length) {
  for (u32 i = 0; i < 2 * COUNT_OF(TOPICS); i++) {
    const Topic *topic = &TOPICS[i % COUNT_OF(TOPICS)];
    u32 verb = verb_length(words, str_of(topic->verb), i >= COUNT_OF(TOPICS));
    if (!verb || (topic->noun && !holds(question, str_of(topic->noun)))) continue;
    *length = verb;
    return topic;
  }
  return NULL;
}

bool topic_counts(const Topic *topic) { return !topic->once; }

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

/* Whether it is an ability on the stack, or was one, of that object. */
static bool is_ability_of(Game *g, Ref ability, Ref source) {
  u32 slot = ability && !ref_is_player(ability) ? object_live(g, ability) : 0;
  u32 row = ability && !ref_is_player(ability) && !slot ? lki_find(g, ability) : 0;
  if (!slot && !row) return false;
  const Object *o = slot ? object_row(g, slot) : &row_LKI(g, row)->object;
  Heap ext = slot ? o->ext : row_LKI(g, row)->ext;
  return o->kind == OBJECT_ABILITY && ext && is_same(g, HEAP_AT(g, StackItem, ext)->source, source);
}

static bool is_called(Game *g, Ref ref, StrId name) { return ref && name_of(g, ref) == name; }

static bool is_resolving(const AccountEntry *entry) {
  return entry->kind == ACCOUNT_REMARK && entry->event == REMARK_RESOLVES;
}

static bool is_about(Game *g, const AccountEntry *entry, Role role, const About *about) {
  const Event *e = &entry->as;
  if (!about->ref) return true;
  if (role == ROLE_EITHER) role = ref_is_player(about->ref) ? ROLE_PLAYER : ROLE_OBJECT;
  switch (role) {
    case ROLE_EITHER: break;
    case ROLE_PLAYER: return ref_player(e->player) == about->ref;
    case ROLE_SOURCE: return is_same(g, e->source, about->ref) || (about->called && entry->source == about->called);
    case ROLE_OTHER:
      return is_same(g, e->other, about->ref) || (about->called && is_called(g, e->other, about->called));
    case ROLE_OBJECT:
      return is_same(g, e->object, about->ref) || (e->became && is_same(g, e->became, about->ref)) ||
             is_ability_of(g, e->object, about->ref) || (is_resolving(entry) && is_same(g, e->source, about->ref));
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
  Asked asked;
  const Topic *topic;
  About about;
  Ref to;    /* … and whom damage is dealt to, REF_NONE for anybody */
  Word step; /* 0 for any */
  Text facts;
  u32 last;  /* where the last fact begins */
  u32 again; /* so often it was the same once more */
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

/* When an entry was made: "Alice's turn 1, end step". */
static void say_moment(const Answer *a, const AccountEntry *entry, Text *out) {
  const AccountEntry *step = NULL, *at = entry;
  const GavelLanguage language = a->account->names.language;
  while (at-- > a->account->entries.data) {
    if (at->kind != ACCOUNT_EVENT) continue;
    if (at->event == EVENT_STEP && !step) step = at;
    if (at->event == EVENT_TURN) break;
  }
  if (at >= a->account->entries.data) text_add(out, account_text(a->account, at->form));
  if (at >= a->account->entries.data && step) text_adds(out, ", ");
  if (step) text_adds(out, sentence_text(language, (Sentence)(SENTENCE_STEP_0 + (u32)(step->as.word - W_STEP_UNTAP))));
}

/* Says of the last fact how often it happened, before its full stop. */
static void end_fact(Answer *a) {
  const Event times = {.amount = a->again + 1};
  if (a->again && a->facts.length && !a->facts.failed) {
    a->facts.length--;
    sentence_say(NULL, &a->account->names, SENTENCE_OUTCOME_TIMES, &times, STR(""), &a->facts);
    text_addc(&a->facts, '.');
  }
  a->again = 0;
}

static void name_fact(Answer *a, const AccountEntry *entry) {
  Text fact;
  if (a->named++ >= NAMED_MOST) return;
  text_init(&fact, a->account->allocator);
  text_addc(&fact, ' ');
  if (a->asked == ASKED_WHEN) say_moment(a, entry, &fact);
  if (a->asked == ASKED_WHEN) text_adds(&fact, ": ");
  entry_say(a->account, entry, &fact);
  bool same = a->facts.length && !fact.failed && str_equal(text_from(&a->facts, a->last), text_str(&fact));
  if (same) {
    a->again++;
  } else {
    end_fact(a);
    a->last = a->facts.length;
    text_add(&a->facts, text_str(&fact));
  }
  a->facts.failed |= fact.failed;
  text_free(&fact);
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

/* Whether a counter is put on what enters in the same batch. */
static bool is_entering(const Answer *a, const AccountEntry *entry) {
  for (const AccountEntry *at = entry; at-- > a->account->entries.data && at->batch == entry->batch;)
    if (at->kind == ACCOUNT_EVENT && enters(&at->as) && at->as.became == entry->as.object) return true;
  return false;
}

/* The step of an entry, if the question asks for one. */
static bool is_in_step(const Answer *a, const AccountEntry *entry) {
  if (!a->step) return true;
  while (entry-- > a->account->entries.data)
    if (entry->kind == ACCOUNT_EVENT && entry->event == EVENT_STEP) return entry->as.word == a->step;
  return false;
}

/* Whether a remark says that; an effect applies also where it redirects or prevents damage. */
static bool is_such_remark(u8 remark, u8 such) {
  return remark == such || (such == REMARK_REPLACED && (remark == REMARK_REDIRECTED || remark == REMARK_PREVENTED));
}

static bool is_token(Game *g, Ref ref) {
  const Object *o = object_known(g, ref);
  return o && o->kind == OBJECT_TOKEN;
}

static bool is_topic(const Answer *a, const AccountEntry *entry) {
  const Topic *topic = a->topic;
  const Account *account = a->account;
  if (entry->kind == ACCOUNT_REMARK) return topic->remarks && is_such_remark(entry->event, topic->remark);
  if (entry->kind != ACCOUNT_EVENT || !topic->fits(&entry->as)) return false;
  if (topic->entering && !is_entering(a, entry)) return false;
  if (topic->tokens && enters(&entry->as) && !is_token(a->g, entry->as.became)) return false;
  Str how = topic->how ? str_of(sentence_text(account->names.language, (Sentence)topic->how)) : STR("");
  return !how.length || holds(account_text(account, entry->form), how);
}

/* Whether an event that doesn't say its source comes of what the question names, which resolved last before it; of nothing that
   resolves, it may. */
static bool is_resolved_by(const Answer *a, const AccountEntry *entry) {
  for (const AccountEntry *at = entry; at-- > a->account->entries.data;) {
    if (at->kind == ACCOUNT_EVENT && at->event == EVENT_STEP) break;
    if (!is_resolving(at)) continue;
    return is_same(a->g, at->as.object, a->to) || is_same(a->g, at->as.source, a->to) ||
           is_ability_of(a->g, at->as.object, a->to);
  }
  return true;
}

/* Whether the other one whom a question names has a part in an event. */
static bool is_with(const Answer *a, const AccountEntry *entry) {
  const Event *e = &entry->as;
  Ref other = a->topic->role == ROLE_OBJECT ? e->other : e->object;
  if (is_same(a->g, other, a->to) || e->became == a->to) return true;
  bool source = a->topic->role == ROLE_OBJECT || a->topic->role == ROLE_PLAYER;
  bool unsaid = e->source == REF_NONE && (e->object == REF_NONE || ref_is_player(e->object));
  return source && (is_same(a->g, e->source, a->to) || is_ability_of(a->g, e->source, a->to) ||
                    (unsaid && is_resolved_by(a, entry)));
}

/* Whether what is destroyed or dies by rule (704.5g) has been dealt damage by whom the question names. */
static bool is_killed_by(const Answer *a, const AccountEntry *killed) {
  bool kills = killed->event == EVENT_DESTROY || dies(&killed->as);
  if (!kills || killed->kind != ACCOUNT_EVENT || killed->as.source) return false;
  for (const AccountEntry *at = killed; at-- > a->account->entries.data && at->event != EVENT_TURN;) {
    bool damages =
        at->kind == ACCOUNT_EVENT && at->event == EVENT_DAMAGE && is_same(a->g, at->as.object, killed->as.object);
    if (damages && is_same(a->g, at->as.source, a->to)) return true;
  }
  return false;
}

static void find_events(Answer *a) {
  for (u32 i = 0; i < a->account->entries.count; i++) {
    const AccountEntry *entry = &a->account->entries.data[i];
    if (entry->line < a->from || !is_topic(a, entry) || !is_in_step(a, entry)) continue;
    if (!is_about(a->g, entry, a->topic->role, &a->about)) continue;
    if (a->to && !is_with(a, entry) && !is_killed_by(a, entry)) continue;
    bool turn_based = entry->event == EVENT_DRAW && entry->minor; /* 504.1 */
    if (turn_based) continue;
    a->amount += a->topic->sums && entry->event != EVENT_MOVE ? entry->as.amount : 1;
    name_fact(a, sayer(a, entry));
  }
}

static void find_remarks(Answer *a) {
  for (u32 i = 0; i < a->account->entries.count; i++) {
    const AccountEntry *entry = &a->account->entries.data[i];
    bool told = entry->kind == ACCOUNT_REMARK && entry->line >= a->from && !entry->minor && is_told_as_not(entry);
    bool ends_game = entry->event == REMARK_CANT && (entry->as.kind == EVENT_WIN || entry->as.kind == EVENT_LOSE);
    if (a->topic->once && !a->about.ref && !ends_game) continue;
    if (told && concerns(a->g, &entry->as, a->about.ref) && is_in_step(a, entry)) name_fact(a, entry);
  }
}

/* What has made it turn out in another way without keeping it from anything. */
static bool is_turning(const AccountEntry *entry) {
  if (entry->kind != ACCOUNT_REMARK) return false;
  return entry->event == REMARK_REPLACED || entry->event == REMARK_NOTHING_TO_CHOOSE || entry->event == REMARK_CEASES;
}

/* Where nothing has kept it from happening: what an effect that replaces things has done to it, and what it is now. */
static void find_whereabouts(Answer *a) {
  Ref ref = a->about.ref;
  for (u32 i = 0; ref && i < a->account->entries.count; i++) {
    const AccountEntry *entry = &a->account->entries.data[i];
    if (entry->line >= a->from && is_turning(entry) && concerns(a->g, &entry->as, ref)) name_fact(a, entry);
  }
  for (u32 i = 0; ref && !a->named && i < a->account->entries.count; i++) {
    const AccountEntry *entry = &a->account->entries.data[i];
    bool countered = entry->kind == ACCOUNT_EVENT && entry->event == EVENT_COUNTER && entry->line >= a->from;
    if (countered && is_about(a->g, entry, ROLE_OBJECT, &a->about)) name_fact(a, entry);
  }
  u32 slot = ref && !ref_is_player(ref) ? object_live(a->g, ref) : 0;
  if (!slot || a->named) return;
  text_addc(&a->facts, ' ');
  object_describe_briefly(a->g, &a->account->names, slot, &a->facts);
  a->named++;
}

/* The question may name an object by its own name, or by one that the scenario gave it. */
static About about_of(Game *g, Ref ref, Str words) {
  StrId name = ref_is_player(ref) ? 0 : name_of(g, ref);
  return (About){ref, holds(words, intern_text(&g->db->names, name)) ? name : 0};
}

/* So many of the last things that happened to something are told. */
#define LAST_MOST 5u

static bool is_of_object(const Answer *a, const AccountEntry *entry, bool deeds) {
  bool told = entry->kind == ACCOUNT_EVENT || (entry->kind == ACCOUNT_REMARK && entry->event != REMARK_RESOLVES);
  bool begins = entry->kind == ACCOUNT_EVENT && (entry->event == EVENT_STEP || entry->event == EVENT_TURN);
  if (!told || begins || entry->minor || entry->line < a->from) return false;
  return is_about(a->g, entry, ROLE_OBJECT, &a->about) || (deeds && concerns(a->g, &entry->as, a->about.ref));
}

void happenings_say(const Account *account, Game *g, u32 from, Ref about, bool deeds, Text *out) {
  Answer a = {.account = account, .g = g, .from = from, .about = {about, 0}};
  u32 count = 0, skip;
  for (u32 i = 0; i < account->entries.count; i++) count += is_of_object(&a, &account->entries.data[i], deeds);
  skip = count > LAST_MOST ? count - LAST_MOST : 0;
  for (u32 i = 0; i < account->entries.count; i++) {
    if (!is_of_object(&a, &account->entries.data[i], deeds) || skip > 0) {
      skip -= skip > 0 && is_of_object(&a, &account->entries.data[i], deeds);
      continue;
    }
    entry_say(account, &account->entries.data[i], out);
    text_addc(out, ' ');
  }
  if (!count) text_adds(out, sentence_text(account->names.language, SENTENCE_ANSWER_NOTHING_HAPPENS));
  if (!count) text_adds(out, ". ");
  if (ref_is_player(about))
    player_describe(g, &account->names, ref_slot(about), out);
  else if (object_live(g, about))
    object_describe(g, &account->names, object_live(g, about), out);
  else
    text_addc(out, '\n');
}

/* Whether all players left have lost at one time. */
static bool is_draw(const Game *g) {
  bool won = false;
  for (u32 p = 0; p < core(g)->player_count; p++) won |= core(g)->players[p].won;
  return core(g)->over && !won;
}

GavelAnswer happened_say(const Account *account, Game *g, u32 from, Asked asked, const Inquiry *inquiry, Text *out) {
  const Topic *topic = inquiry->topic;
  Answer a = {.account = account,
              .g = g,
              .from = from,
              .asked = asked,
              .topic = topic,
              .about = about_of(g, inquiry->about, inquiry->words),
              .to = inquiry->to,
              .step = inquiry->step};
  GavelLanguage language = account->names.language;
  text_init(&a.facts, account->allocator);
  find_events(&a);
  if (!a.named && topic->fits == wins) name_winner(&a);
  bool happened = a.named, whole = asked == ASKED_WHO || asked == ASKED_WHEN; /* the facts are the answer */
  if (!happened) find_remarks(&a);
  if (!happened && !a.named) find_whereabouts(&a);
  end_fact(&a);
  if (asked == ASKED_HOW_MUCH)
    text_addf(out, "%lld", (long long)a.amount);
  else if (asked == ASKED_WHO && !happened && topic->fits == wins && is_draw(g))
    text_adds(out, sentence_text(language, SENTENCE_ANSWER_DRAW));
  else if (asked == ASKED_WHO && !happened)
    text_adds(out, sentence_text(language, SENTENCE_ANSWER_NOBODY));
  else if (!whole || !happened)
    text_adds(out, sentence_text(language, happened ? SENTENCE_ANSWER_YES : SENTENCE_ANSWER_NO));
  if (!whole || !happened) text_addc(out, a.named ? ':' : '.');
  u32 skip = whole && happened; /* the space before the first */
  text_add(out, text_from(&a.facts, a.named ? skip : 0));
  text_addc(out, '\n');
  out->failed |= a.facts.failed;
  text_free(&a.facts);
  return happened ? GAVEL_ANSWER_YES : a.named ? GAVEL_ANSWER_NO_WHY : GAVEL_ANSWER_NO;
}
