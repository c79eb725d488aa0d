/* What came of it: what an account begins with.

   Facts are computed from what happened and from what permanents and players were before and are now (account_look):
   who has won, what is gone, what is there and as what, life, cards drawn, and what was tried and didn't happen. */
#ifndef EXPLAIN_OUTCOME_H
#define EXPLAIN_OUTCOME_H

#include "explain/account.h"

/* Appends the facts from line `from` of the scenario on, in a line of what happened and one of what didn't; if not
   `whole`, only what permanents are now, which brief accounts of a few lines don't say. Nothing where there is nothing
   to say. */
void outcome_say(const Account *account, u32 from, bool whole, Text *out);
/* Appends all facts as entries of an account in JSON (docs/trace.md), each with a comma behind it. */
void outcome_json(const Account *account, u32 from, Text *out);

/* Appends an event or remark as a sentence with a full stop, and its rules that don't go without saying. */
void entry_say(const Account *account, const AccountEntry *entry, Text *out);
/* Whether a remark says what was tried and didn't happen. */
bool is_told_as_not(const AccountEntry *remark);

#endif
