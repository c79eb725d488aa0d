/* The account of a game: what happened, kept as it happens, to be told in several grains.

   An entry is an event, an expectation that was met, or what an object is. Its sentence is made at once, since names are
   those of the moment. Its rules are those that were carried out since something else began and are about such an event
   (citations.h); what is about nothing that happened is not told. An entry is minor if a player would not speak of
   it: payment, steps, what another entry already says. */
#ifndef EXPLAIN_ACCOUNT_H
#define EXPLAIN_ACCOUNT_H

#include "state/state.h"

typedef enum AccountKind {
  ACCOUNT_EVENT,
  ACCOUNT_EXPECTED, /* an expectation is met */
  ACCOUNT_OBJECT,   /* lines on what an object is */
  ACCOUNT_PASSED    /* what `lenient` has passed over */
} AccountKind;

typedef struct AccountEntry {
  u8 kind;  /* AccountKind */
  u8 event; /* EventKind */
  bool minor;
  u32 line;         /* of the scenario, 0 for none */
  u32 text, length; /* the sentence, in `texts` … */
  u32 brief;        /* … and what brief accounts say behind it: so many bytes more */
  u32 rule, rules;  /* the first of its rules, and how many */
  Event as;         /* ACCOUNT_EVENT: what happened */
} AccountEntry;

typedef struct Account {
  GavelAllocator allocator;
  const Str *players;
  Text texts;
  VEC(AccountEntry) entries;
  VEC(const char *) rules;
  VEC(const char *) carried_out; /* rules that no entry has cited yet, each as often as it was carried out */
  u32 line;                      /* the line of the scenario that is carried out: set by whoever knows it */
  bool failed;                   /* memory ran out */
  Listener listener;
} Account;

/* An empty account, whose listener is to be told what happens; it must not be moved. `players` has a name for each
   player and must live as long. */
void account_init(Account *account, const Str *players, GavelAllocator allocator);
void account_free(Account *account);

/* What the listener does: a rule is carried out; an event happens. */
void account_rule(Account *account, const char *number);
void account_event(Account *account, Game *g, const Event *event);
/* Adds an entry that is no event; `text` is copied. */
void account_add(Account *account, AccountKind kind, Str text);

static inline Str account_text(const Account *account, const AccountEntry *entry) {
  return (Str){account->texts.data + entry->text, entry->length};
}

/* Appends what happened from line `from` of the scenario on: all of it with its rules, or what a player would say, or as
   an array in JSON (docs/trace.md). */
void account_full(const Account *account, u32 from, Text *out);
void account_brief(const Account *account, u32 from, Text *out);
void account_json(const Account *account, u32 from, Text *out);

#endif
