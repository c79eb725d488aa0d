/* The account of a game: what happened, kept as it happens, to be told in several grains.

   An entry is an event, a choice, a remark on what is no event, an expectation that was met, or what an object is. Its
   sentence is made at once, since names are those of the moment. The rules of an event are those that were carried out since
   something else began and are about such an event (citations.h); what is about nothing that happened is not told. An entry
   is minor if a player would not speak of it: payment, steps, what another entry already says. */
#ifndef EXPLAIN_ACCOUNT_H
#define EXPLAIN_ACCOUNT_H

#include "explain/names.h"
#include "state/state.h"

typedef enum AccountKind {
  ACCOUNT_EVENT,
  ACCOUNT_CHOICE,   /* a player has chosen where there was a choice */
  ACCOUNT_REMARK,   /* something resolves, or didn't happen */
  ACCOUNT_EXPECTED, /* an expectation is met */
  ACCOUNT_OBJECT,   /* lines on what an object is */
  ACCOUNT_PASSED    /* what `lenient` has passed over */
} AccountKind;

/* A piece of Account.texts. */
typedef struct AccountText {
  u32 at, length;
} AccountText;

typedef struct AccountEntry {
  u8 kind;  /* AccountKind */
  u8 event; /* EventKind; of ACCOUNT_REMARK a Remark; of ACCOUNT_CHOICE a DecisionKind */
  bool minor;
  u32 line; /* of the scenario, 0 for none */
  AccountText text;
  AccountText form, name; /* for brief accounts: a form (trace.h), and what is put into it … */
  AccountText tail;       /* … and what is said behind that */
  AccountText maker;      /* " (made by Mirage Mirror)" of a token that enters */
  AccountText also;       /* the form behind other damage from its source, or behind why a target is illegal */
  u64 batch;              /* Core.batch, of events and remarks */
  u32 rule, rules;        /* the first of its rules, and how many */
  Event as;               /* what happened, or as much of it as a choice or remark is about */
  StrId source;           /* the name of its source then, which may be gone since */
} AccountEntry;

/* A rule that was carried out, and the object or player it was about, if it was about one. */
typedef struct CarriedOut {
  const char *number;
  Ref about;
} CarriedOut;

/* What a permanent or player was from one look at the game to another (account_look). */
typedef struct Standing {
  Ref ref;
  u32 first, last; /* looks */
  i64 life;        /* of a player … */
  bool won;        /* … who has won */
  u8 controller;
  bool power;        /* it has power and toughness */
  bool basic;        /* land */
  AccountText name;  /* what it is called … */
  AccountText state; /* … what it is, with types and keywords … */
  AccountText busy;  /* … and whether it is tapped or in combat */
} Standing;

typedef struct Account {
  GavelAllocator allocator;
  Labels labels;
  Names names;
  Text texts;
  Text scratch;
  VEC(AccountEntry) entries;
  VEC(CarriedOut) rules;
  VEC(CarriedOut) carried_out; /* rules that no entry has cited yet, each as often as it was carried out */
  VEC(Standing) standings;
  VEC(u32) looks; /* the lines that were about to be carried out */
  u32 announced;  /* how many entries there were when something was announced last (601.2a, 602.2a) */
  u64 resolving;  /* what had happened when something began to resolve (deeds_of) … */
  u32 resolved;   /* … and how many entries there were then */
  u32 line;       /* the line of the scenario that is carried out: set by whoever knows it */
  bool failed;    /* memory ran out */
  Listener listener;
} Account;

/* An account has a reader (Names.reader) if it is told as a player may know it: by names that are known to them, and without
   expectations, what others choose among hidden things, and references.

   An empty account, whose listener is to be told what happens; it must not be moved. `players` has a name for each
   player and must live as long. */
void account_init(Account *account, const Str *players, GavelLanguage language, GavelAllocator allocator);
void account_free(Account *account);

/* What the listener does: a rule is carried out; an event happens; what is none is remarked on. */
void account_rule(Account *account, const char *number, Ref about);
void account_event(Account *account, Game *g, const Event *event);
void account_remark(Account *account, Game *g, Remark remark, const char *rule, const Event *about);
/* Whether an event may cite a rule: it is such an event, and the rule was carried out for what the event is about. */
bool account_cites(const Event *event, CarriedOut rule);
/* A player takes an option of the pending decision, which is not yet taken. Must not be called while the game runs. */
void account_choice(Account *account, Game *g, const Option *option);
/* Notes what permanents and players are before a line of the scenario is carried out, or at the end (UINT32_MAX). Must not be
   called while the game runs. */
void account_look(Account *account, Game *g, u32 line);
/* Adds an entry that is nothing of these; `text` is copied. */
void account_add(Account *account, AccountKind kind, Str text);

static inline Str account_text(const Account *account, AccountText text) {
  return (Str){account->texts.data + text.at, text.length};
}

/* Appends what happened from line `from` of the scenario on: all of it with its rules; what a player would say, step by
   step, or what came of it (outcome.h), or both; or all as an array in JSON (docs/trace.md). */
void account_full(const Account *account, u32 from, Text *out);
void account_steps(const Account *account, u32 from, Text *out);
void account_outcome(const Account *account, u32 from, Text *out);
void account_brief(const Account *account, u32 from, Text *out);
void account_json(const Account *account, u32 from, Text *out);

#endif
