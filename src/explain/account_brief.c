/* Accounts as a player gives them: a line an action, with what comes of it behind it. Payments, steps, and rules that go
   without saying are left out; what happens in the same way to several objects is told at once. */
#include "explain/account.h"
#include "explain/citations.h"
#include "explain/outcome.h"
#include "explain/trace.h"

#include <stdio.h>

/* Of so many things that are told together all are named. */
#define LISTED_MOST 8u

typedef struct Telling {
  const Account *account;
  Text *out;
  const AccountEntry *turn; /* whose beginning is to be told before the next line */
  const AccountEntry *last; /* what was told last in the line, null between lines */
  Ref announced;            /* what the line has put on the stack, or the source of the ability that it has */
  Ref resolving;            /* what resolves, REF_NONE when something else has begun since … */
  bool permanent;           /* … and whether it is a permanent spell */
  bool together;            /* what is told happens at the same time as what comes next … */
  bool more_damage;         /* … which is damage from the same source */
  bool short_of_room;       /* what a reader can do without isn't told */
} Telling;

static bool is_event(const AccountEntry *entry, EventKind kind) {
  return entry && entry->kind == ACCOUNT_EVENT && entry->event == kind;
}

static bool is_remark(const AccountEntry *entry, Remark remark) {
  return entry && entry->kind == ACCOUNT_REMARK && entry->event == remark;
}

/* --- lines and sentences --------------------------------------------------------------------- */

static void end_line(Telling *t) {
  if (!t->last) return;
  if (t->last->kind != ACCOUNT_PASSED) text_addc(t->out, '.');
  text_addc(t->out, '\n');
  t->last = NULL;
  t->announced = REF_NONE;
}

/* Whose turn it is stands before what happens, not before what was expected. */
static void begin_line(Telling *t, const AccountEntry *entry) {
  end_line(t);
  if (!t->turn || entry->kind == ACCOUNT_EXPECTED) return;
  text_add(t->out, account_text(t->account, t->turn->form));
  text_adds(t->out, ": ");
  t->turn = NULL;
}

/* Appends a sentence; the first letter of one that begins is a capital. */
static void add_capital(Telling *t, u32 from) {
  char *first = &t->out->data[from];
  if (t->out->length > from && *first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
}

static bool is_damage_of_one(const AccountEntry *a, const AccountEntry *b) {
  return is_event(a, EVENT_DAMAGE) && is_event(b, EVENT_DAMAGE) && a->batch == b->batch && a->as.source == b->as.source;
}

/* Whether it has just been told why what doesn't resolve has no legal target. */
static bool is_targetless(const Telling *t, const AccountEntry *entry) {
  return is_remark(entry, REMARK_NO_TARGET) && is_remark(t->last, REMARK_TARGET_ILLEGAL);
}

/* Whether counters are put on what enters as it does so. */
static bool enters_with(const AccountEntry *entered, const AccountEntry *counters) {
  return is_event(entered, EVENT_MOVE) && is_event(counters, EVENT_COUNTERS_PUT) && entered->batch == counters->batch &&
         entered->as.to == ZONE_BATTLEFIELD && entered->as.became == counters->as.object;
}

/* What is put between the last sentence and the next, which may have been told to happen at the same time. */
static void add_joint(Telling *t, const AccountEntry *entry, bool together) {
  if (!t->last) return;
  if (is_damage_of_one(t->last, entry)) {
    text_adds(t->out,
              sentence_text(t->account->names.language, t->more_damage ? SENTENCE_LIST_COMMA : SENTENCE_LIST_AND));
    return;
  }
  if (enters_with(t->last, entry)) {
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_ENTERS_WITH));
    return;
  }
  if (together) {
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_TOGETHER));
    return;
  }
  if (is_targetless(t, entry)) return;
  bool after_resolving = is_remark(t->last, REMARK_RESOLVES), chosen = t->last->kind == ACCOUNT_CHOICE;
  if (after_resolving && entry->kind == ACCOUNT_CHOICE && t->permanent)
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_AS_IT_ENTERS));
  else if (after_resolving)
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_WITH_WHAT_RESULT));
  else if (chosen && is_event(entry, EVENT_MOVE) && entry->as.to == ZONE_BATTLEFIELD && t->permanent)
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_SO_IT));
  else if (t->last->kind == ACCOUNT_EXPECTED)
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_ALSO_EXPECTED));
  else
    text_adds(t->out, ". ");
}

static bool add_rules_of(Telling *t, const AccountEntry *entry, bool begun) {
  for (u32 k = 0; k < entry->rules; k++) {
    const char *number = t->account->rules.data[entry->rule + k].number;
    if (entry->kind == ACCOUNT_EVENT && citation_is_plain(number)) continue;
    text_addf(t->out, "%s%s", begun ? ", " : " (", number);
    begun = true;
  }
  return begun;
}

static bool is_cited_by_any(const Telling *t, const AccountEntry *from, const AccountEntry *to, const char *number) {
  for (; from < to; from++)
    for (u32 k = 0; k < from->rules && is_damage_of_one(from, to); k++)
      if (strcmp(t->account->rules.data[from->rule + k].number, number) == 0) return true;
  return false;
}

/* Those of damage that one source deals at one time are put behind all of it, each once. */
static void add_rules_of_damage(Telling *t, const AccountEntry *last) {
  const AccountEntry *first = last;
  bool begun = false;
  while (first > t->account->entries.data && first[-1].batch == last->batch) first--;
  for (const AccountEntry *entry = first; entry <= last; entry++)
    for (u32 k = 0; k < entry->rules && is_damage_of_one(entry, last); k++) {
      const char *number = t->account->rules.data[entry->rule + k].number;
      if (citation_is_plain(number) || is_cited_by_any(t, first, entry, number)) continue;
      text_addf(t->out, "%s%s", begun ? ", " : " (", number);
      begun = true;
    }
  if (begun) text_addc(t->out, ')');
}

/* The rules of an entry that don't go without saying; those of a creation with the token. */
static void add_rules(Telling *t, const AccountEntry *entry) {
  bool begun = false;
  if (is_remark(entry, REMARK_RESOLVES) || is_remark(entry, REMARK_REPLACED)) return;
  if (is_targetless(t, entry)) return;
  if (is_event(entry, EVENT_DAMAGE)) {
    if (!t->more_damage) add_rules_of_damage(t, entry);
    return;
  }
  const AccountEntry *before = entry > t->account->entries.data ? entry - 1 : NULL;
  if (is_event(entry, EVENT_MOVE) && is_event(before, EVENT_CREATE)) begun = add_rules_of(t, before, false);
  if (add_rules_of(t, entry, begun)) text_addc(t->out, ')');
}

/* --- what is told ---------------------------------------------------------------------------- */

static bool is_left_out(const AccountEntry *entry) {
  bool step = is_event(entry, EVENT_TURN) || is_event(entry, EVENT_STEP);
  return entry->minor || step || entry->kind == ACCOUNT_OBJECT;
}

/* Whether something is done to pay for what is announced next. */
static bool is_cost(const AccountEntry *entry) { return entry->kind == ACCOUNT_EVENT && entry->as.flags & EVF_COST; }

/* Whether an entry begins a line of its own: an action, or what isn't part of one. */
static bool begins_line(const Telling *t, const AccountEntry *entry) {
  if (!t->last) return true;
  if (entry->kind == ACCOUNT_EXPECTED) return t->last->kind != ACCOUNT_EXPECTED;
  if (entry->kind == ACCOUNT_PASSED || t->last->kind == ACCOUNT_PASSED || t->last->kind == ACCOUNT_EXPECTED)
    return true;
  if (is_remark(entry, REMARK_RESOLVES) || is_remark(entry, REMARK_NO_TARGET) || is_remark(entry, REMARK_IF_FAILED))
    return t->announced != entry->as.object && t->announced != entry->as.source;
  if (is_remark(entry, REMARK_TARGET_ILLEGAL)) return t->announced != entry->as.source;
  if (is_cost(entry) != is_cost(t->last)) return is_cost(entry);
  if (entry->kind != ACCOUNT_EVENT) return false;
  switch ((EventKind)entry->event) {
    case EVENT_CAST:
    case EVENT_ACTIVATE:
    case EVENT_TRIGGER:
    case EVENT_ATTACK:
    case EVENT_BLOCK: return true;
    case EVENT_PERFORM: return entry->as.word == W_K_PLAY_LAND;
    default: return false;
  }
}

/* What has been put on the stack by an entry. */
static Ref announced_by(const AccountEntry *entry) {
  if (is_event(entry, EVENT_CAST) || is_event(entry, EVENT_ACTIVATE)) return entry->as.object;
  if (is_remark(entry, REMARK_TARGET_ILLEGAL)) return entry->as.source;
  return is_event(entry, EVENT_TRIGGER) ? entry->as.other : REF_NONE;
}

/* Whether it is told by another entry: a spell that has resolved enters as what it is; something chosen is what the
   next entries are about. */
static bool is_told(const Telling *t, u32 at) {
  const AccountEntry *entry = &t->account->entries.data[at];
  bool enters = is_event(entry, EVENT_MOVE) && entry->as.to == ZONE_BATTLEFIELD;
  if (enters && t->resolving && entry->as.object == t->resolving && form_joins(account_text(t->account, entry->form)))
    return true;
  const AccountEntry *after = at + 1 < t->account->entries.count ? entry + 1 : NULL;
  if (is_event(entry, EVENT_PROGRAM)) return is_remark(t->last, REMARK_REPLACED);
  if (is_event(entry, EVENT_CREATE)) return is_event(after, EVENT_MOVE);
  if (entry->kind != ACCOUNT_CHOICE || !entry->as.object) return false;
  for (u32 i = at + 1; i < t->account->entries.count; i++) {
    const AccountEntry *next = &t->account->entries.data[i];
    if (next->kind == ACCOUNT_CHOICE || is_left_out(next)) continue;
    if (next->kind != ACCOUNT_EVENT || begins_line(t, next)) return false;
    if (next->as.object == entry->as.object || next->as.other == entry->as.object) return true;
  }
  return false;
}

/* --- telling --------------------------------------------------------------------------------- */

/* Whether entries cite the same rules, but for those that go without saying. */
static bool cites_alike(const Account *account, const AccountEntry *a, const AccountEntry *b) {
  u32 i = 0, k = 0;
  for (;; i++, k++) {
    while (i < a->rules && citation_is_plain(account->rules.data[a->rule + i].number)) i++;
    while (k < b->rules && citation_is_plain(account->rules.data[b->rule + k].number)) k++;
    if (i == a->rules || k == b->rules) return i == a->rules && k == b->rules;
    if (strcmp(account->rules.data[a->rule + i].number, account->rules.data[b->rule + k].number) != 0) return false;
  }
}

static bool is_alike(const Account *account, const AccountEntry *a, const AccountEntry *b) {
  return a->kind == b->kind && a->event == b->event && a->tail.length == 0 && b->tail.length == 0 &&
         !is_remark(a, REMARK_RESOLVES) && (is_damage_of_one(a, b) || cites_alike(account, a, b)) &&
         str_equal(account_text(account, a->form), account_text(account, b->form));
}

/* The next entry that is told before another step begins; the number of entries if there is none. */
static u32 next_told(const Telling *t, u32 at) {
  const Account *account = t->account;
  for (; at < account->entries.count; at++) {
    const AccountEntry *entry = &account->entries.data[at];
    if (is_event(entry, EVENT_STEP) || is_event(entry, EVENT_TURN)) return account->entries.count;
    if (!is_left_out(entry)) break;
  }
  return at;
}

/* Whether an entry says what the one before it has said: two cards that can't be drawn. */
static bool is_repeated(const Telling *t, const AccountEntry *entry) {
  return t->last && entry->kind == ACCOUNT_REMARK && t->last->kind == ACCOUNT_REMARK &&
         str_equal(account_text(t->account, t->last->text), account_text(t->account, entry->text));
}

/* Whether an event has taken an object away that another then moves elsewhere: it is destroyed, and exiled instead. */
static bool is_taken(const Account *account, const AccountEntry *moved) {
  for (const AccountEntry *before = moved; before-- > account->entries.data && before->batch == moved->batch;) {
    bool takes =
        is_event(before, EVENT_DESTROY) || is_event(before, EVENT_SACRIFICE) || is_event(before, EVENT_DISCARD);
    if ((takes || is_event(before, EVENT_MILL)) && before->as.object == moved->as.object) return true;
  }
  return false;
}

/* Whether events of that kind happen in batches, all of one at the same time. Others are noticed one after another. */
static bool is_of_batch(const AccountEntry *entry) {
  switch ((EventKind)entry->event) {
    case EVENT_MOVE:
    case EVENT_CREATE:
    case EVENT_DRAW:
    case EVENT_DISCARD:
    case EVENT_MILL:
    case EVENT_SACRIFICE:
    case EVENT_DESTROY:
    case EVENT_DAMAGE:
    case EVENT_GAIN_LIFE:
    case EVENT_LOSE_LIFE:
    case EVENT_COUNTERS_PUT:
    case EVENT_COUNTERS_REMOVE:
    case EVENT_TAP:
    case EVENT_UNTAP:
    case EVENT_ATTACH:
    case EVENT_UNATTACH:
    case EVENT_TRANSFORM:
    case EVENT_TURN_FACE_UP:
    case EVENT_TURN_FACE_DOWN:
    case EVENT_PHASE_OUT:
    case EVENT_PHASE_IN: return true;
    default: return false;
  }
}

/* Whether what is told from `next` on happens at the same time as an event. */
static bool goes_on(Telling *telling, const AccountEntry *entry, u32 next) {
  Telling after = *telling;
  const Telling *t = &after;
  after.last = entry;
  next = next_told(t, next);
  while (next < t->account->entries.count && is_told(t, next)) next = next_told(t, next + 1);
  telling->more_damage = false;
  if (next == t->account->entries.count) return false;
  const AccountEntry *other = &t->account->entries.data[next];
  telling->more_damage = is_damage_of_one(entry, other);
  bool events = entry->kind == ACCOUNT_EVENT && other->kind == ACCOUNT_EVENT && entry->batch == other->batch;
  events = events && is_of_batch(entry) && is_of_batch(other);
  return events && !begins_line(t, other) && !is_taken(t->account, other) && !is_cost(entry);
}

static void add_form(Telling *t, const AccountEntry *entry, const Str *listed, u32 count) {
  Str it = str_of(sentence_text(t->account->names.language, SENTENCE_IT_RESOLVES));
  bool resolves = is_remark(entry, REMARK_RESOLVES) && t->last;
  if (entry->kind == ACCOUNT_EXPECTED && !t->last)
    text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_AS_EXPECTED));
  if (entry->kind == ACCOUNT_PASSED) text_adds(t->out, sentence_text(t->account->names.language, SENTENCE_PASSED_OVER));
  bool also = is_damage_of_one(t->last, entry) || is_targetless(t, entry) || enters_with(t->last, entry);
  AccountText form = also ? entry->also : entry->form;
  form_fill(t->account->names.language, resolves ? it : account_text(t->account, form), listed, count, t->out);
  if (entry->kind == ACCOUNT_EVENT) text_add(t->out, account_text(t->account, entry->tail));
}

/* Whether one sentence says all that happens at one time: damage that one source deals, or entering with counters. */
static bool is_one_sentence(const Telling *t, u32 at) {
  const Account *account = t->account;
  const AccountEntry *entry = &account->entries.data[at];
  for (u32 next = next_told(t, at + 1); next < account->entries.count; next = next_told(t, next + 1)) {
    const AccountEntry *other = &account->entries.data[next];
    if (other->kind != ACCOUNT_EVENT || other->batch != entry->batch || !is_of_batch(other)) break;
    if (!is_damage_of_one(entry, other) && !enters_with(entry, other)) return false;
  }
  return true;
}

/* Tells an entry with those like it; answers where to go on. */
static u32 tell(Telling *t, u32 at) {
  const Account *account = t->account;
  const AccountEntry *entry = &account->entries.data[at];
  Str listed[LISTED_MOST] = {account_text(account, entry->name)};
  u32 count = 1, next = at + 1;
  bool joins = form_joins(account_text(account, entry->form));
  for (u32 other; joins && count < LISTED_MOST; next = other + 1) {
    other = next_told(t, next);
    if (other == account->entries.count || !is_alike(account, entry, &account->entries.data[other])) break;
    Str name = account_text(account, account->entries.data[other].name);
    if (entry->kind != ACCOUNT_REMARK || !str_equal(name, listed[count - 1])) listed[count++] = name;
  }
  if (begins_line(t, entry)) begin_line(t, entry);
  bool sentence = !t->last, together = t->together;
  t->together = goes_on(t, entry, next);
  add_joint(t, entry, together);
  u32 from = t->out->length;
  sentence |= from >= 2 && t->out->data[from - 2] == '.';
  if (t->together && !together && !is_one_sentence(t, at))
    text_adds(t->out, sentence_text(account->names.language, SENTENCE_AT_THE_SAME_TIME));
  add_form(t, entry, listed, count);
  if (sentence && entry->kind != ACCOUNT_PASSED) add_capital(t, from);
  add_rules(t, entry);
  t->last = entry;
  if (announced_by(entry)) t->announced = announced_by(entry);
  return next;
}

/* Whether combat goes on with what was told last: with blocks, and with damage. */
static bool goes_on_in_combat(const Telling *t, const AccountEntry *step) {
  if (!is_event(step, EVENT_STEP)) return false;
  Word word = (Word)step->as.word;
  bool combat = word == W_STEP_BLOCKERS || word == W_STEP_FIRST_DAMAGE || word == W_STEP_DAMAGE;
  return combat && (is_event(t->last, EVENT_ATTACK) || is_event(t->last, EVENT_UNBLOCKED));
}

static void note_moment(Telling *t, const AccountEntry *entry) {
  if (is_event(entry, EVENT_TURN)) t->turn = entry;
  if (is_event(entry, EVENT_STEP) || is_event(entry, EVENT_TURN)) {
    if (!goes_on_in_combat(t, entry)) end_line(t);
    t->resolving = REF_NONE;
  }
  if (!is_remark(entry, REMARK_RESOLVES)) return;
  t->resolving = entry->as.object;
  t->permanent = entry->as.amount;
}

/* What a reader can do without where room is short: that expectations were met, that what lasts until end of turn ends, and of
   abilities that did not trigger what stands among the things that don't happen. */
static bool is_dispensable(const Telling *t, const AccountEntry *entry) {
  if (entry->kind == ACCOUNT_EXPECTED) return true;
  if (!begins_line(t, entry)) return is_remark(entry, REMARK_EFFECT_ENDS);
  return is_remark(entry, REMARK_EFFECT_ENDS) || is_remark(entry, REMARK_IF_FAILS) ||
         is_remark(entry, REMARK_TRIGGERED_BEFORE);
}

static void tell_steps(const Account *account, u32 from, bool short_of_room, Text *out) {
  Telling t = {.account = account, .out = out, .short_of_room = short_of_room};
  for (u32 at = 0; at < account->entries.count;) {
    const AccountEntry *entry = &account->entries.data[at];
    if (entry->line < from) {
      at++;
      continue;
    }
    note_moment(&t, entry);
    bool dispensable = t.short_of_room && is_dispensable(&t, entry);
    if (dispensable || is_left_out(entry) || is_told(&t, at) || is_repeated(&t, entry))
      at++;
    else
      at = tell(&t, at);
  }
  end_line(&t);
}

/* --- what came of it ------------------------------------------------------------------------- */

/* Accounts of more lines begin with what came of it … */
#define LINES_AT_ONCE 2u
/* … and those of more don't tell what was expected: nobody reads them. */
#define LINES_MOST 12u

static u32 lines_of(Str text) {
  u32 lines = 0;
  for (u32 i = 1; i < text.length; i++) lines += text.data[i] == '\n';
  return lines;
}

/* --- what is repeated ------------------------------------------------------------------------ */

/* Blocks of so many lines are looked for, and told once if they come so often in succession. */
#define BLOCK_MOST 4u
#define TIMES_LEAST 3u

/* The first lines of a text, so many of them; all of it if there are fewer. */
static Str first_lines(Str text, u32 lines) {
  u32 length = 0;
  for (; length < text.length && lines; length++) lines -= text.data[length] == '\n';
  return (Str){text.data, length};
}

/* The name of an object without the number that tells it from others; empty if it has none. */
static Str unnumbered(Str name) {
  u32 length = name.length;
  while (length && name.data[length - 1] >= '0' && name.data[length - 1] <= '9') length--;
  bool numbered = length < name.length && length && name.data[length - 1] == ' ';
  return numbered ? (Str){name.data, length - 1} : STR("");
}

/* Behind the number of an object, "Forest 2", where the space before it stands at `at`; `at` if that is no such number. */
static u32 behind_number(const Account *account, Str text, u32 at) {
  u32 end = at + 1;
  while (end < text.length && text.data[end] >= '0' && text.data[end] <= '9') end++;
  for (u32 i = 0; text.data[at] == ' ' && end > at + 1 && i < account->entries.count; i++) {
    Str name = unnumbered(account_text(account, account->entries.data[i].name));
    if (!name.length || name.length > at) continue;
    if (memcmp(text.data + at - name.length, name.data, name.length) == 0) return end;
  }
  return at;
}

/* Whether two texts are the same but for the numbers of objects. */
static bool is_same_of_others(const Account *account, Str a, Str b) {
  u32 i = 0, k = 0;
  while (i < a.length && k < b.length) {
    u32 past_a = behind_number(account, a, i), past_b = behind_number(account, b, k);
    bool numbers = past_a > i || past_b > k;
    i = past_a;
    k = past_b;
    if (numbers) continue;
    if (a.data[i++] != b.data[k++]) return false;
  }
  if (i < a.length) i = behind_number(account, a, i);
  if (k < b.length) k = behind_number(account, b, k);
  return i == a.length && k == b.length;
}

/* What a text begins with that is repeated: so many lines, so often, and whether each time of the same objects. */
typedef struct Repeated {
  u32 lines, times;
  u32 length; /* of all of it */
  bool same;
} Repeated;

static Repeated repeated_by(const Account *account, Str text, u32 lines) {
  Str block = first_lines(text, lines);
  Repeated r = {.lines = lines, .same = true};
  for (Str rest = text; rest.length; r.times++) {
    Str next = first_lines(rest, lines);
    bool same = str_equal(block, next);
    if (!same && !is_same_of_others(account, block, next)) break;
    r.same &= same;
    r.length += next.length;
    rest = (Str){rest.data + next.length, rest.length - next.length};
  }
  return r;
}

/* Appends lines with each block that is repeated told once, and how often behind it. */
static void add_folded(const Account *account, Str text, Text *out) {
  while (text.length) {
    Repeated r = {.times = 1};
    for (u32 lines = 1; lines <= BLOCK_MOST && r.times < TIMES_LEAST; lines++) r = repeated_by(account, text, lines);
    Str block = first_lines(text, r.times < TIMES_LEAST ? 1 : r.lines);
    bool folds = r.times >= TIMES_LEAST;
    char said[32];
    snprintf(said, sizeof said, "%u", r.times);
    const Event repeated = {.amount = r.lines};
    text_add(out, block);
    Sentence sentence = r.same ? SENTENCE_REPEATED : SENTENCE_REPEATED_OF_OTHERS;
    if (folds) sentence_say(NULL, &account->names, sentence, &repeated, str_of(said), out);
    u32 told = folds ? r.length : block.length;
    text = (Str){text.data + told, text.length - told};
  }
}

/* Steps as short as they can be: without expectations that were met, and what is repeated once. */
static void tell_shortly(const Account *account, u32 from, Text *out) {
  Text steps;
  text_init(&steps, account->allocator);
  tell_steps(account, from, true, &steps);
  if (!steps.failed) add_folded(account, text_str(&steps), out);
  out->failed |= steps.failed;
  text_free(&steps);
}

void account_steps(const Account *account, u32 from, Text *out) {
  u32 start = out->length;
  tell_steps(account, from, false, out);
  if (out->failed || lines_of(text_from(out, start)) <= LINES_MOST) return;
  out->length = start;
  tell_shortly(account, from, out);
}

void account_outcome(const Account *account, u32 from, Text *out) { outcome_say(account, from, true, out); }

void account_brief(const Account *account, u32 from, Text *out) {
  Text steps;
  u32 start = out->length;
  text_init(&steps, account->allocator);
  tell_steps(account, from, false, &steps);
  u32 lines = lines_of(text_str(&steps));
  outcome_say(account, from, lines > LINES_AT_ONCE, out);
  if (lines == LINES_AT_ONCE && out->length > start) { /* which takes the place of a step in what is read first */
    out->length = start;
    outcome_say(account, from, true, out);
  }
  bool fits = lines_of(text_from(out, start)) + lines <= LINES_MOST;
  if (fits)
    text_add(out, text_str(&steps));
  else
    tell_shortly(account, from, out);
  out->failed |= steps.failed;
  text_free(&steps);
}
