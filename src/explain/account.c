#include "explain/account.h"

#include "explain/citations.h"
#include "explain/sentences.h"
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

/* How many events back what contains another is looked for: those of one batch are told in a row. */
#define BATCH_BACK 64u

/* Whether one event says another: a destruction or a draw contains the move, damage and payment the loss of life. */
static bool contains(const Event *event, const Event *part) {
  switch ((EventKind)event->kind) {
    case EVENT_DESTROY:
    case EVENT_SACRIFICE:
    case EVENT_DISCARD:
    case EVENT_MILL: return part->kind == EVENT_MOVE && event->object == part->object;
    case EVENT_DRAW: return part->kind == EVENT_MOVE && part->from == ZONE_LIBRARY && event->player == part->player;
    case EVENT_DAMAGE: return part->kind == EVENT_LOSE_LIFE && event->object == ref_player(part->player);
    case EVENT_PAY_LIFE: return part->kind == EVENT_LOSE_LIFE && event->player == part->player;
    default: return false;
  }
}

static bool is_contained(Account *account, const Event *event) {
  for (u32 back = 0; back < BATCH_BACK && back < account->entries.count; back++) {
    const AccountEntry *before = &account->entries.data[account->entries.count - 1 - back];
    if (before->kind != ACCOUNT_EVENT || before->event == EVENT_STEP || before->event == EVENT_CAST) return false;
    if (contains(&before->as, event)) return true;
  }
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
    case EVENT_BLOCKED: return event->other != REF_NONE; /* the block says so */
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

/* Whether what has become a target is one of what is cast, activated or has triggered. */
static bool targets_for(const Game *g, const Event *target, const Event *event) {
  if (target->source == event->object) return true;
  u32 slot = ref_is_player(target->source) ? 0 : object_live(g, target->source);
  const Object *o = slot ? object_row(g, slot) : NULL;
  bool ability = o && o->kind == OBJECT_ABILITY && o->zone == ZONE_STACK && o->ext;
  return ability && stack_item_of(g, slot)->source == event->object;
}

/* Says the targets behind an entry, for brief accounts: the events before it since something else was cast. */
static void add_targets(Account *account, Game *g, AccountEntry *entry) {
  u32 first = account->entries.count, end = account->texts.length;
  while (first > 0) {
    const AccountEntry *before = &account->entries.data[first - 1];
    bool other = before->event == EVENT_CAST || before->event == EVENT_TRIGGER || before->event == EVENT_STEP;
    if (before->kind != ACCOUNT_EVENT || other) break;
    first--;
  }
  for (u32 i = first; i < account->entries.count; i++) {
    const Event target = account->entries.data[i].as;
    if (account->entries.data[i].event != EVENT_TARGET || !targets_for(g, &target, &entry->as)) continue;
    bool begun = account->texts.length > end;
    text_adds(&account->texts, sentence_text(begun ? SENTENCE_AND_TARGETING : SENTENCE_TARGETING));
    object_say(g, account->players, target.object, &account->texts);
  }
  entry->brief = account->texts.length - end;
}

/* A creature attacks: that it was tapped for it goes without saying. */
static void fold_attack(Account *account, const Event *event) {
  for (u32 i = account->entries.count; i-- > 0;) {
    AccountEntry *before = &account->entries.data[i];
    if (before->kind != ACCOUNT_EVENT || before->event == EVENT_STEP) return;
    if (before->event == EVENT_TAP && before->as.object == event->object) before->minor = true;
  }
}

void account_event(Account *account, Game *g, const Event *event) {
  if (event->kind == EVENT_ATTACK) fold_attack(account, event);
  AccountEntry entry = {.kind = ACCOUNT_EVENT, .event = event->kind, .text = account->texts.length, .as = *event};
  event_say(g, account->players, event, &account->texts);
  entry.length = account->texts.length - entry.text;
  entry.minor = is_minor(account, g, event);
  if (event->kind == EVENT_CAST || event->kind == EVENT_ACTIVATE || event->kind == EVENT_TRIGGER)
    add_targets(account, g, &entry);
  fold_payment(account, g, entry_add(account, entry));
}

void account_add(Account *account, AccountKind kind, Str text) {
  AccountEntry entry = {.kind = (u8)kind, .text = account->texts.length};
  text_add(&account->texts, text);
  entry.length = account->texts.length - entry.text;
  entry_add(account, entry);
}

/* --- telling --------------------------------------------------------------------------------- */

static bool is_event(const AccountEntry *entry, EventKind kind) {
  return entry->kind == ACCOUNT_EVENT && entry->event == kind;
}

/* What stands before an entry that is no event. */
static const char *heading_of(const AccountEntry *entry) {
  if (entry->kind == ACCOUNT_EXPECTED) return sentence_text(SENTENCE_AS_EXPECTED);
  return entry->kind == ACCOUNT_PASSED ? sentence_text(SENTENCE_PASSED_OVER) : "";
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
    if (entry->line < from) continue;
    if (is_event(entry, EVENT_TURN)) turn = entry;
    if (entry->minor || is_event(entry, EVENT_TURN) || is_event(entry, EVENT_STEP)) continue;
    if (turn) {
      text_add(out, account_text(account, turn));
      text_addc(out, '\n');
      turn = NULL;
    }
    Str said = {account->texts.data + entry->text, entry->length + entry->brief};
    const char *end = said.length ? memchr(said.data, '\n', said.length) : NULL;
    if (end) said.length = (u32)(end - said.data); /* of an object what it is, not why */
    text_adds(out, heading_of(entry));
    text_add(out, said);
    text_addc(out, '\n');
  }
}

/* --- JSON ------------------------------------------------------------------------------------ */

static const char *const EVENT_NAMES[EVENT_KIND_COUNT] = {[EVENT_NONE] = "",
#define EV(KIND, NAME, RULE, APPLICATION) [EVENT_##KIND] = (NAME),
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
