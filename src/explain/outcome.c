#include "explain/outcome.h"

#include "explain/citations.h"
#include "explain/trace.h"

#include <stdio.h>

/* So many facts that happened are told, and so many that didn't; among those of one rank the last. */
#define FACTS_MOST 6u
#define FACTS_NOT_MOST 3u

/* What players care about, most first. */
typedef enum Rank { RANK_GAME, RANK_GONE, RANK_CHANGED, RANK_NUMBER, RANK_REST, RANK_NONE } Rank;

typedef struct Fact {
  u8 rank;
  bool not ;     /* it didn't happen */
  bool shows;    /* it says what there is now, and is told however few the actions */
  bool standing; /* it says that, or what it is and was */
  bool chosen;
  u32 times;
  u32 line;
  u32 rule, rules;  /* of Account.rules */
  AccountText text; /* of Outcome.texts */
} Fact;

typedef struct Outcome {
  const Account *account;
  GavelAllocator allocator;
  Text texts;
  VEC(Fact) rows;
  u32 from, before, now; /* the line; the looks before it and at the end */
  bool failed;
} Outcome;

static const char *said(const Outcome *f, Sentence sentence) {
  return sentence_text(f->account->names.language, sentence);
}

/* --- collecting ------------------------------------------------------------------------------ */

static Str fact_text(const Outcome *f, const Fact *fact) {
  return (Str){f->texts.data + fact->text.at, fact->text.length};
}

/* Adds a fact whose text was appended from `at` on; one that is there already counts once more. */
static void add(Outcome *f, u32 at, Fact fact) {
  fact.text = (AccountText){at, f->texts.length - at};
  fact.times = 1;
  Str text = text_from(&f->texts, at);
  for (u32 i = 0; i < f->rows.count; i++) {
    Fact *other = &f->rows.data[i];
    if (!str_equal(fact_text(f, other), text)) continue;
    fact.times += other->times;
    memmove(other, other + 1, (f->rows.count - i - 1) * sizeof *other);
    f->rows.count--;
    break;
  }
  if (!vec_push(&f->allocator, &f->rows, fact)) f->failed = true;
}

/* Whether a remark says that something happens, which no event does. */
static bool is_of_what_happens(const AccountEntry *remark) {
  switch ((Remark)remark->event) {
    case REMARK_CEASES:
    case REMARK_DIVIDES:
    case REMARK_EXTRA_TURN:
    case REMARK_EXTRA_PHASE:
    case REMARK_SKIPS_TURN:
    case REMARK_SKIPS_STEP:
    case REMARK_TURN_ENDS:
    case REMARK_COMBAT_ENDS: return true;
    default: return false;
  }
}

/* A name without the number behind it. */
static Str unnumbered(Str name) {
  u32 length = name.length;
  while (length && name.data[length - 1] >= '0' && name.data[length - 1] <= '9') length--;
  bool numbered = length && length < name.length && name.data[length - 1] == ' ';
  return numbered ? (Str){name.data, length - 1} : name;
}

/* What has made a token, if something else has made another that is called alike; else empty. */
static Str maker_apart(const Account *account, Ref token) {
  const AccountEntry *made = NULL;
  for (u32 i = 0; token && i < account->entries.count && !made; i++)
    if (account->entries.data[i].maker.length && account->entries.data[i].as.became == token)
      made = &account->entries.data[i];
  Str maker = made ? account_text(account, made->maker) : STR("");
  Str name = made ? unnumbered(account_text(account, made->name)) : STR("");
  for (u32 i = 0; made && i < account->entries.count; i++) {
    const AccountEntry *other = &account->entries.data[i];
    if (!other->maker.length || str_equal(account_text(account, other->maker), maker)) continue;
    if (str_equal(unnumbered(account_text(account, other->name)), name)) return maker;
  }
  return STR("");
}

/* What an entry says of its object, told for so many. */
static void add_entry(Outcome *f, const AccountEntry *entry, Rank rank, u32 count) {
  Text named;
  text_init(&named, f->allocator);
  text_add(&named, account_text(f->account, entry->name));
  text_add(&named, maker_apart(f->account, entry->as.object));
  f->failed |= named.failed;
  u32 at = f->texts.length;
  Str name = text_str(&named);
  form_fill(f->account->names.language, account_text(f->account, entry->form), &name, count, &f->texts);
  text_free(&named);
  add(f, at,
      (Fact){.rank = (u8)rank,
             .not = entry->kind == ACCOUNT_REMARK && !is_of_what_happens(entry),
             .line = entry->line,
             .rule = entry->rule,
             .rules = entry->rules});
}

/* --- what there was and is ------------------------------------------------------------------- */

/* What was known of an object or player at a look; null if it wasn't there. */
static const Standing *standing_at(const Outcome *f, Ref ref, u32 look) {
  for (u32 i = f->account->standings.count; i-- > 0;) {
    const Standing *s = &f->account->standings.data[i];
    if (s->ref == ref && s->first <= look && s->last >= look) return s;
  }
  return NULL;
}

static bool is_there(const Outcome *f, Ref ref) { return standing_at(f, ref, f->now); }

static void add_life(Outcome *f, const Standing *was, const Standing *is) {
  u32 at = f->texts.length;
  char life[32];
  snprintf(life, sizeof life, "%lld", (long long)is->life);
  const Event about = {.player = is->controller, .amount = was->life};
  sentence_say(NULL, &f->account->names, SENTENCE_OUTCOME_LIFE, &about, str_of(life), &f->texts);
  add(f, at, (Fact){.rank = RANK_NUMBER, .shows = true});
}

static void say_state(Outcome *f, const Standing *is, Sentence sentence) {
  const Event about = {.player = is->controller};
  text_add(&f->texts, account_text(f->account, is->name));
  text_add(&f->texts, maker_apart(f->account, is->ref));
  sentence_say(NULL, &f->account->names, sentence, &about, account_text(f->account, is->state), &f->texts);
}

static void add_new(Outcome *f, const Standing *is) {
  u32 at = f->texts.length;
  say_state(f, is, SENTENCE_OUTCOME_NEW);
  text_add(&f->texts, account_text(f->account, is->busy));
  add(f, at, (Fact){.rank = is->power ? RANK_CHANGED : RANK_REST, .shows = true, .standing = true});
}

/* What it was before: only its power and toughness where nothing else has changed. */
static Str state_before(const Outcome *f, const Standing *was, const Standing *is) {
  Str before = account_text(f->account, was->state), now = account_text(f->account, is->state);
  u32 end = 0, also = 0;
  while (end < before.length && before.data[end] != ' ') end++;
  while (also < now.length && now.data[also] != ' ') also++;
  bool same = str_equal((Str){before.data + end, before.length - end}, (Str){now.data + also, now.length - also});
  return was->power && is->power && same ? (Str){before.data, end} : before;
}

static void add_change(Outcome *f, const Standing *was, const Standing *is) {
  u32 at = f->texts.length;
  const Event nothing = {0};
  bool power = was->power || is->power;
  Str before = account_text(f->account, was->state), now = account_text(f->account, is->state);
  if (str_equal(before, now)) return; /* that control has changed is told */
  say_state(f, is, SENTENCE_OUTCOME_NOW);
  sentence_say(NULL, &f->account->names, SENTENCE_OUTCOME_BEFORE, &nothing, state_before(f, was, is), &f->texts);
  add(f, at, (Fact){.rank = power ? RANK_CHANGED : RANK_REST, .shows = true, .standing = true});
}

static void add_standings(Outcome *f) {
  for (u32 i = 0; i < f->account->standings.count; i++) {
    const Standing *is = &f->account->standings.data[i], *was = standing_at(f, is->ref, f->before);
    if (is->last != f->now || was == is) continue;
    if (ref_is_player(is->ref)) {
      if (was && was->life != is->life) add_life(f, was, is);
    } else if (!was) {
      if (!is->basic) add_new(f, is);
    } else {
      add_change(f, was, is);
    }
  }
}

/* --- what happened --------------------------------------------------------------------------- */

static Rank rank_of_move(const Outcome *f, const Event *moved) {
  if (moved->to == ZONE_BATTLEFIELD) return RANK_NONE; /* what it is says so, or what takes it away again */
  if (moved->from == ZONE_BATTLEFIELD) return RANK_GONE;
  return is_there(f, moved->became) ? RANK_NONE : RANK_REST;
}

static Rank rank_of_damage(const Outcome *f, const Event *damage) {
  if (ref_is_player(damage->object)) return RANK_NUMBER;
  return is_there(f, damage->object) ? RANK_REST : RANK_NONE;
}

static Rank rank_of_event(const Outcome *f, const AccountEntry *entry) {
  switch ((EventKind)entry->event) {
    case EVENT_WIN:
    case EVENT_LOSE: return RANK_GAME;
    case EVENT_DESTROY:
    case EVENT_SACRIFICE:
    case EVENT_COUNTER: return RANK_GONE;
    case EVENT_MOVE: return entry->minor ? RANK_NONE : rank_of_move(f, &entry->as);
    case EVENT_TRANSFORM:
    case EVENT_FLIP:
    case EVENT_TURN_FACE_UP:
    case EVENT_TURN_FACE_DOWN:
    case EVENT_MERGE:
    case EVENT_CONTROL: return RANK_CHANGED;
    case EVENT_MONARCH:
    case EVENT_INITIATIVE:
    case EVENT_COMPLETE:
    case EVENT_DAY: return RANK_NUMBER;
    case EVENT_DAMAGE: return rank_of_damage(f, &entry->as);
    case EVENT_DISCARD:
    case EVENT_MILL:
    case EVENT_COPY:
    case EVENT_PHASE_OUT:
    case EVENT_PHASE_IN:
    case EVENT_LEAVE_COMBAT:
    case EVENT_TRIGGER: return RANK_REST;
    default: return RANK_NONE;
  }
}

static Rank rank_of_remark(const AccountEntry *entry) {
  switch ((Remark)entry->event) {
    case REMARK_RESOLVES:
    case REMARK_REPLACED:
    case REMARK_APPLIED_BEFORE:
    case REMARK_NOTHING_TO_CHOOSE:
    case REMARK_EFFECT_BEGINS:
    case REMARK_EFFECT_ENDS: return RANK_NONE;
    case REMARK_IF_FAILS:
    case REMARK_NO_EFFECT:
    case REMARK_DIVIDES:
    case REMARK_CEASES: return RANK_REST;
    default: return RANK_GONE;
  }
}

/* The cards that each player draws, but for the turn-based draw (504.1). */
static void add_draws(Outcome *f) {
  const AccountEntry *last[PLAYERS_CAP] = {NULL};
  u32 cards[PLAYERS_CAP] = {0};
  for (u32 i = 0; i < f->account->entries.count; i++) {
    const AccountEntry *entry = &f->account->entries.data[i];
    bool draws = entry->kind == ACCOUNT_EVENT && entry->event == EVENT_DRAW && entry->line >= f->from && !entry->minor;
    if (!draws || entry->as.player >= PLAYERS_CAP) continue;
    last[entry->as.player] = entry;
    cards[entry->as.player]++;
  }
  for (u32 p = 0; p < PLAYERS_CAP; p++)
    if (last[p]) add_entry(f, last[p], RANK_NUMBER, cards[p]);
}

static void add_entries(Outcome *f) {
  for (u32 i = 0; i < f->account->entries.count; i++) {
    const AccountEntry *entry = &f->account->entries.data[i];
    bool paid = entry->kind == ACCOUNT_EVENT && entry->as.flags & EVF_COST; /* which is told behind what it is for */
    if (entry->line < f->from || (entry->minor && !paid)) continue;
    Rank rank = RANK_NONE;
    if (entry->kind == ACCOUNT_EVENT) rank = rank_of_event(f, entry);
    if (entry->kind == ACCOUNT_REMARK) rank = rank_of_remark(entry);
    if (rank != RANK_NONE) add_entry(f, entry, rank, 1);
  }
}

/* Who has won without an event that says so, since all others have lost (104.2a). */
static void add_winner(Outcome *f) {
  for (u32 i = 0; i < f->account->entries.count; i++)
    if (f->account->entries.data[i].kind == ACCOUNT_EVENT && f->account->entries.data[i].event == EVENT_WIN) return;
  for (u32 i = 0; i < f->account->standings.count; i++) {
    const Standing *s = &f->account->standings.data[i];
    if (!s->won || s->last != f->now) continue;
    u32 at = f->texts.length;
    const Event wins = {.player = s->controller};
    sentence_say(NULL, &f->account->names, SENTENCE_WIN, &wins, STR(""), &f->texts);
    text_adds(&f->texts, " (104.2a)");
    add(f, at, (Fact){.rank = RANK_GAME, .shows = true});
  }
}

static void facts_find(Outcome *f, const Account *account, u32 from) {
  *f = (Outcome){.account = account, .allocator = account->allocator, .from = from};
  text_init(&f->texts, account->allocator);
  u32 looks = account->looks.count;
  f->now = looks ? looks - 1 : 0;
  while (f->before < f->now && account->looks.data[f->before] < from) f->before++;
  add_entries(f);
  add_draws(f);
  add_standings(f);
  add_winner(f);
}

static void facts_free(Outcome *f) {
  vec_free(&f->allocator, &f->rows);
  text_free(&f->texts);
}

/* --- telling --------------------------------------------------------------------------------- */

/* Chooses the `most` facts of the highest ranks, of one rank the last. */
static void choose(Outcome *f, bool not, bool whole, u32 most) {
  for (u32 rank = 0; rank < RANK_NONE; rank++)
    for (u32 i = f->rows.count; i-- > 0 && most;) {
      Fact *fact = &f->rows.data[i];
      if (fact->rank != rank || fact->not != not || (!whole && !fact->shows)) continue;
      fact->chosen = true;
      most--;
    }
}

static void add_capital(u32 at, Text *out) {
  bool small = out->length > at && out->data[at] >= 'a' && out->data[at] <= 'z';
  if (small) out->data[at] = (char)(out->data[at] - 'a' + 'A');
}

/* Rules in parentheses, but for those that go without saying where something happened; then a full stop. */
static void say_rules(const Account *account, u32 first, u32 count, bool all, Text *out) {
  bool begun = false;
  for (u32 k = 0; k < count; k++) {
    const char *number = account->rules.data[first + k].number;
    if (!all && citation_is_plain(number)) continue;
    text_addf(out, "%s%s", begun ? ", " : " (", number);
    begun = true;
  }
  text_adds(out, begun ? ")." : ".");
}

void entry_say(const Account *account, const AccountEntry *entry, Text *out) {
  u32 at = out->length;
  Str name = account_text(account, entry->name);
  form_fill(account->names.language, account_text(account, entry->form), &name, 1, out);
  if (entry->kind == ACCOUNT_EVENT) text_add(out, account_text(account, entry->tail));
  if (entry->kind == ACCOUNT_EVENT && entry->maker.length) text_add(out, maker_apart(account, entry->as.became));
  for (u32 k = 0; k < entry->rules && entry->kind == ACCOUNT_EVENT; k++) {
    u16 reason = citation_reason(account->rules.data[entry->rule + k].number);
    if (reason) text_adds(out, sentence_text(account->names.language, (Sentence)reason));
  }
  add_capital(at, out);
  say_rules(account, entry->rule, entry->rules, entry->kind == ACCOUNT_REMARK, out);
}

bool is_told_as_not(const AccountEntry *remark) {
  return !is_of_what_happens(remark) && rank_of_remark(remark) != RANK_NONE;
}

static void say_fact(const Outcome *f, const Fact *fact, Text *out) {
  const Event times = {.amount = fact->times};
  u32 at = out->length;
  text_add(out, fact_text(f, fact));
  add_capital(at, out);
  if (fact->times > 1)
    sentence_say(NULL, &f->account->names, fact->standing ? SENTENCE_SAY_TIMES : SENTENCE_OUTCOME_TIMES, &times,
                 STR(""), out);
  say_rules(f->account, fact->rule, fact->rules, fact->not, out);
}

static void say_chosen(const Outcome *f, bool not, Sentence heading, Text *out) {
  bool begun = false;
  for (u32 rank = 0; rank < RANK_NONE; rank++)
    for (u32 i = 0; i < f->rows.count; i++) {
      const Fact *fact = &f->rows.data[i];
      if (!fact->chosen || fact->not != not || fact->rank != rank) continue;
      text_adds(out, begun ? " " : said(f, heading));
      begun = true;
      say_fact(f, fact, out);
    }
  if (begun) text_addc(out, '\n');
}

void outcome_say(const Account *account, u32 from, bool whole, Text *out) {
  Outcome f;
  facts_find(&f, account, from);
  choose(&f, false, whole, FACTS_MOST);
  choose(&f, true, whole, FACTS_NOT_MOST);
  if (!f.failed && !f.texts.failed) {
    say_chosen(&f, false, SENTENCE_OUTCOME, out);
    say_chosen(&f, true, SENTENCE_OUTCOME_NOT, out);
  }
  facts_free(&f);
}

void outcome_json(const Account *account, u32 from, Text *out) {
  Outcome f;
  facts_find(&f, account, from);
  for (u32 i = 0; i < f.rows.count && !f.failed && !f.texts.failed; i++) {
    const Fact *fact = &f.rows.data[i];
    text_addf(out, "{\"kind\":\"%s\",\"line\":%u,\"text\":", fact->not ? "not" : "outcome", fact->line);
    text_addj(out, fact_text(&f, fact));
    text_adds(out, ",\"rules\":[");
    for (u32 k = 0; k < fact->rules; k++)
      text_addf(out, "%s\"%s\"", k ? "," : "", account->rules.data[fact->rule + k].number);
    text_addf(out, "],\"times\":%u},", fact->times);
  }
  facts_free(&f);
}
