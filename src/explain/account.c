#include "explain/account.h"

#include "explain/citations.h"
#include "explain/trace.h"

void account_init(Account *account, const Str *players, GavelAllocator allocator) {
  *account = (Account){.allocator = allocator, .players = players};
  text_init(&account->texts, allocator);
}

void account_free(Account *account) {
  text_free(&account->texts);
  vec_free(&account->allocator, &account->entries);
  vec_free(&account->allocator, &account->rules);
  vec_free(&account->allocator, &account->carried_out);
}

/* --- keeping --------------------------------------------------------------------------------- */

void account_rule(Account *account, const char *number) {
  if (citation_begins(number)) account->carried_out.count = 0;
  if (citation_is(number) && !vec_push(&account->allocator, &account->carried_out, number)) account->failed = true;
}

/* Gives an entry the rules that are about it, each once: another event of the kind has carried them out for itself. */
static void cite(Account *account, AccountEntry *entry) {
  u32 kept = 0;
  for (u32 i = 0; i < account->carried_out.count; i++) {
    const char *number = account->carried_out.data[i];
    bool fits = citation_fits(number, (EventKind)entry->event);
    for (u32 k = entry->rule; fits && k < account->rules.count; k++) fits = strcmp(account->rules.data[k], number) != 0;
    if (!fits)
      account->carried_out.data[kept++] = number;
    else if (!vec_push(&account->allocator, &account->rules, number))
      account->failed = true;
  }
  account->carried_out.count = kept;
  entry->rules = account->rules.count - entry->rule;
}

static AccountEntry *entry_add(Account *account, AccountEntry entry) {
  entry.line = account->line;
  entry.length = account->texts.length - entry.text;
  entry.rule = account->rules.count;
  if (entry.kind == ACCOUNT_EVENT) cite(account, &entry);
  if (account->texts.failed || !vec_push(&account->allocator, &account->entries, entry)) {
    account->failed = true;
    return NULL;
  }
  return &account->entries.data[account->entries.count - 1];
}

/* The last entry but `back` that is an event of that kind; null if it is another. */
static AccountEntry *last_event(Account *account, u32 back, EventKind kind) {
  if (account->entries.count <= back) return NULL;
  AccountEntry *entry = &account->entries.data[account->entries.count - 1 - back];
  return entry->kind == ACCOUNT_EVENT && entry->event == kind ? entry : NULL;
}

/* Whether what happens is said already by the entry before: a destruction or a draw contains the move, damage the loss of
   life. */
static bool is_contained(Account *account, const Event *event) {
  static const u8 MOVES[] = {EVENT_DESTROY, EVENT_SACRIFICE, EVENT_DISCARD, EVENT_DRAW, EVENT_MILL};
  const AccountEntry *before = account->entries.count ? &account->entries.data[account->entries.count - 1] : NULL;
  if (!before || before->kind != ACCOUNT_EVENT) return false;
  if (event->kind == EVENT_LOSE_LIFE) return before->event == EVENT_DAMAGE || before->event == EVENT_PAY_LIFE;
  for (u32 i = 0; event->kind == EVENT_MOVE && i < COUNT_OF(MOVES); i++)
    if (before->event == MOVES[i] && (before->as.object == event->object || before->event == EVENT_DRAW)) return true;
  return false;
}

static bool is_minor(Account *account, const Game *g, const Event *event) {
  switch ((EventKind)event->kind) {
    case EVENT_ADD_MANA:
    case EVENT_TAPPED_FOR_MANA:
    case EVENT_TARGET:
    case EVENT_SHUFFLE: return true;
    case EVENT_UNTAP: return core(g)->step == 0 /* the untap step (502.3) */;
    case EVENT_PERFORM: return event->word == W_K_CRIME;
    case EVENT_MOVE:
      if (event->to == ZONE_STACK || event->from == ZONE_STACK) return event->to != ZONE_BATTLEFIELD;
      return is_contained(account, event);
    case EVENT_LOSE_LIFE: return is_contained(account, event);
    default: return false;
  }
}

/* A mana ability is activated: what it cost is part of the payment as well. */
static void fold_payment(Account *account, const Game *g, AccountEntry *entry) {
  if (!entry || entry->event != EVENT_ACTIVATE || !entry->as.word) return;
  if (!(carddb_ability(g->db, entry->as.word)->flags & ABILITY_MANA)) return;
  Ref source = entry->as.object;
  entry->minor = true;
  AccountEntry *tap = last_event(account, 1, EVENT_TAP);
  if (tap && tap->as.object == source) tap->minor = true;
}

void account_event(Account *account, Game *g, const Event *event) {
  AccountEntry entry = {.kind = ACCOUNT_EVENT, .event = event->kind, .text = account->texts.length, .as = *event};
  event_say(g, account->players, event, &account->texts);
  entry.minor = is_minor(account, g, event);
  fold_payment(account, g, entry_add(account, entry));
}

void account_add(Account *account, AccountKind kind, Str text) {
  AccountEntry entry = {.kind = (u8)kind, .text = account->texts.length};
  text_add(&account->texts, text);
  entry_add(account, entry);
}

/* --- telling --------------------------------------------------------------------------------- */

static bool is_event(const AccountEntry *entry, EventKind kind) {
  return entry->kind == ACCOUNT_EVENT && entry->event == kind;
}

static const char *heading_of(const AccountEntry *entry) {
  static const char *const HEADINGS[] = {[ACCOUNT_EVENT] = "",
                                         [ACCOUNT_EXPECTED] = "as expected: ",
                                         [ACCOUNT_OBJECT] = "",
                                         [ACCOUNT_PASSED] = "passed over: "};
  return HEADINGS[entry->kind];
}

void account_full(const Account *account, u32 from, Text *out) {
  for (u32 i = 0; i < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    if (entry->line < from) continue;
    text_adds(out, heading_of(entry));
    text_add(out, account_text(account, entry));
    for (u32 k = 0; entry->kind == ACCOUNT_EVENT && k < entry->rules; k++)
      text_addf(out, "%s%s", k ? ", " : " (", account->rules.data[entry->rule + k]);
    if (entry->kind == ACCOUNT_EVENT && entry->rules) text_addc(out, ')');
    if (entry->kind != ACCOUNT_OBJECT) text_addc(out, '\n');
  }
}

void account_brief(const Account *account, u32 from, Text *out) {
  const AccountEntry *turn = NULL;
  for (u32 i = 0; i < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    if (is_event(entry, EVENT_TURN)) turn = entry;
    if (entry->line < from || entry->minor || is_event(entry, EVENT_TURN) || is_event(entry, EVENT_STEP)) continue;
    if (turn) {
      text_add(out, account_text(account, turn));
      text_addc(out, '\n');
      turn = NULL;
    }
    text_adds(out, heading_of(entry));
    text_add(out, account_text(account, entry));
    if (entry->kind != ACCOUNT_OBJECT) text_addc(out, '\n');
  }
}

/* --- JSON ------------------------------------------------------------------------------------ */

static const char *const EVENT_NAMES[EVENT_KIND_COUNT] = {[EVENT_NONE] = "",
#define EV(KIND, NAME, RULE) [EVENT_##KIND] = (NAME),
                                                          EVENT_KINDS(EV)
#undef EV
};

/* References are written as strings: numbers in JSON have not room enough in every reader. */
static void json_ref(const char *key, Ref ref, Text *out) {
  if (ref != REF_NONE) text_addf(out, ",\"%s\":\"%llu\"", key, (unsigned long long)ref);
}

static void json_event(const Account *account, const Event *e, Text *out) {
  text_addf(out, ",\"event\":\"%s\"", EVENT_NAMES[e->kind]);
  if (e->player != PLAYER_NONE) text_addf(out, ",\"player\":%u", e->player);
  (void)account;
  json_ref("object", e->object, out);
  json_ref("became", e->became, out);
  json_ref("source", e->source, out);
  json_ref("other", e->other, out);
  if (e->kind == EVENT_MOVE) {
    Str from = e->from < ZONE_COUNT ? word_text(zone_word((Zone)e->from)) : STR("");
    Str to = e->to < ZONE_COUNT ? word_text(zone_word((Zone)e->to)) : STR("");
    text_addf(out, ",\"from\":\"%.*s\",\"to\":\"%.*s\"", (int)from.length, from.data, (int)to.length, to.data);
  }
  if (e->amount) text_addf(out, ",\"amount\":%lld", (long long)e->amount);
}

void account_json(const Account *account, u32 from, Text *out) {
  static const char *const KINDS[] = {[ACCOUNT_EVENT] = "event",
                                      [ACCOUNT_EXPECTED] = "expected",
                                      [ACCOUNT_OBJECT] = "object",
                                      [ACCOUNT_PASSED] = "passed over"};
  bool first = true;
  text_addc(out, '[');
  for (u32 i = 0; i < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    if (entry->line < from) continue;
    text_adds(out, first ? "{" : ",{");
    first = false;
    text_addf(out, "\"kind\":\"%s\",\"line\":%u,\"text\":", KINDS[entry->kind], entry->line);
    text_addj(out, account_text(account, entry));
    if (entry->kind == ACCOUNT_EVENT) {
      json_event(account, &entry->as, out);
      text_addf(out, ",\"minor\":%s,\"rules\":[", entry->minor ? "true" : "false");
      for (u32 k = 0; k < entry->rules; k++)
        text_addf(out, "%s\"%s\"", k ? "," : "", account->rules.data[entry->rule + k]);
      text_addc(out, ']');
    }
    text_addc(out, '}');
  }
  text_addc(out, ']');
}
