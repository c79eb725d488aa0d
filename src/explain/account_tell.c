/* Accounts in full, and for programs. */
#include "explain/account.h"
#include "explain/outcome.h"
#include "explain/sentences.h"

/* What stands before an entry that is no event. */
static const char *heading_of(const Account *account, const AccountEntry *entry) {
  if (entry->kind == ACCOUNT_EXPECTED) return sentence_text(account->names.language, SENTENCE_AS_EXPECTED);
  return entry->kind == ACCOUNT_PASSED ? sentence_text(account->names.language, SENTENCE_PASSED_OVER) : "";
}

void account_full(const Account *account, u32 from, Text *out) {
  for (u32 i = 0; i < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    if (entry->line < from) continue;
    text_adds(out, heading_of(account, entry));
    text_add(out, account_text(account, entry->text));
    for (u32 k = 0; k < entry->rules; k++)
      text_addf(out, "%s%s", k ? ", " : " (", account->rules.data[entry->rule + k].number);
    if (entry->rules) text_addc(out, ')');
    if (entry->kind != ACCOUNT_OBJECT) text_addc(out, '\n');
  }
}

/* --- JSON ------------------------------------------------------------------------------------ */

static const char *const EVENT_NAMES[EVENT_KIND_COUNT] = {[EVENT_NONE] = "",
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) [EVENT_##KIND] = (NAME),
                                                          EVENT_KINDS(EV)
#undef EV
};

/* References are written as strings: numbers in JSON have not room enough in every reader. */
static void json_ref(const char *key, Ref ref, Text *out) {
  if (ref != REF_NONE) text_addf(out, ",\"%s\":\"%llu\"", key, (unsigned long long)ref);
}

static const char *const REMARK_NAMES[REMARK_COUNT] = {
#define RM(KIND, NAME) [REMARK_##KIND] = (NAME),
    REMARKS(RM)
#undef RM
};

/* What happened, or what a choice or remark is about. */
static void json_event(const AccountEntry *entry, bool refs, Text *out) {
  const Event *e = &entry->as;
  if (entry->kind == ACCOUNT_REMARK) text_addf(out, ",\"remark\":\"%s\"", REMARK_NAMES[entry->event]);
  if (e->kind) text_addf(out, ",\"event\":\"%s\"", EVENT_NAMES[e->kind]);
  if (e->player != PLAYER_NONE) text_addf(out, ",\"player\":%u", e->player);
  if (refs) {
    json_ref("object", e->object, out);
    json_ref("became", e->became, out);
    json_ref("source", e->source, out);
    json_ref("other", e->other, out);
  }
  if (e->kind == EVENT_MOVE) {
    Str from = e->from < ZONE_COUNT ? word_text(zone_word((Zone)e->from)) : STR("");
    Str to = e->to < ZONE_COUNT ? word_text(zone_word((Zone)e->to)) : STR("");
    text_addf(out, ",\"from\":\"%.*s\",\"to\":\"%.*s\"", (int)from.length, from.data, (int)to.length, to.data);
  }
  if (e->amount) text_addf(out, ",\"amount\":%lld", (long long)e->amount);
}

void account_json(const Account *account, u32 from, Text *out) {
  static const char *const KINDS[] = {
      [ACCOUNT_EVENT] = "event",       [ACCOUNT_CHOICE] = "choice", [ACCOUNT_REMARK] = "remark",
      [ACCOUNT_EXPECTED] = "expected", [ACCOUNT_OBJECT] = "object", [ACCOUNT_PASSED] = "passed over"};
  u32 start = out->length;
  text_addc(out, '[');
  outcome_json(account, from, out);
  for (u32 i = 0; i < account->entries.count; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    if (entry->line < from) continue;
    text_addf(out, "{\"kind\":\"%s\",\"line\":%u,\"text\":", KINDS[entry->kind], entry->line);
    text_addj(out, account_text(account, entry->text));
    if (entry->kind <= ACCOUNT_REMARK) {
      json_event(entry, account->names.reader == 0, out);
      text_addf(out, ",\"minor\":%s,\"rules\":[", entry->minor ? "true" : "false");
      for (u32 k = 0; k < entry->rules; k++)
        text_addf(out, "%s\"%s\"", k ? "," : "", account->rules.data[entry->rule + k].number);
      text_addc(out, ']');
    }
    text_adds(out, "},");
  }
  if (out->length > start + 1) out->length--;
  text_addc(out, ']');
}
