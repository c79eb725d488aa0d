/* gavel cards coverage: how much of a file of cards the grammar reads, what stands in the way of the rest, and what of it
   games have run. */
#include "cards_oracle.h"

#include "card_data.h"
#include "cards/carddb.h"
#include "cards/ir_walk.h"
#include "executed.h"
#include "families.h"
#include "json_out.h"
#include "tally.h"

#include <ctype.h>
#include <stdlib.h>

/* Why cards are refused: as the importer says, or, where the words that stood in the way name one, for want of a
   mechanic. */
enum { REASON_MECHANIC = REFUSED_COUNT, REASON_COUNT };

static const char *reason_text(u32 reason) {
  return reason == REASON_MECHANIC ? "uses a mechanic that Gavel doesn't know"
                                   : import_refusal_text((ImportRefusal)reason);
}

typedef struct Reason {
  u32 reason;
  Str detail;
} Reason;

typedef struct Share {
  u32 accepted, cards;
} Share;

typedef struct Coverage {
  const CoveragePlan *plan;
  const ImportDb *db;
  CardDb accepted; /* the definitions of the file alone */
  ExecutedNames executed;
  VEC(Str) mechanics;
  Families families;
  Share all, by_family[FAMILIES_CAP];
  u32 by_reason[REASON_COUNT];
  VEC(Reason) details; /* of each refused card */
  Tallies reasons, by_detail;
  u32 executed_count;
  VEC(Str) not_executed;
  u32 users[IR_OP_COUNT]; /* how many cards use an operation */
  u32 by_one, by_none;
} Coverage;

/* --- reasons ----------------------------------------------------------------------------------- */

static int compare_reasons(const void *a, const void *b) {
  const Reason *left = a, *right = b;
  if (left->reason != right->reason) return left->reason < right->reason ? -1 : 1;
  return str_compare(left->detail, right->detail);
}

static bool is_defined(const CardDb *db, Word keyword) {
  for (u32 i = 0; i < db->keywords.count; i++)
    if (db->keywords.data[i].word == keyword) return true;
  return word_keyword_by_rules(keyword);
}

/* The keyword abilities that nothing defines, and what the table adds. */
static void mechanics_find(Coverage *c) {
  static const char *const MECHANICS[] = {
#define MECHANIC(WORD, RULE) WORD,
#include "mechanics.def"
  };
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 i = 0; i < COUNT_OF(MECHANICS); i++)
    if (!vec_push(&allocator, &c->mechanics, str_of(MECHANICS[i]))) out_of_memory();
  for (u32 word = 1; word < WORD_COUNT; word++)
    if (word_class((Word)word) == WC_KEYWORD && !is_defined(&c->accepted, (Word)word) &&
        !vec_push(&allocator, &c->mechanics, word_text((Word)word)))
      out_of_memory();
}

/* Whether a text holds words as such, whatever their case. */
static bool has_words(Str text, Str words) {
  for (u32 at = 0; at + words.length <= text.length; at++) {
    bool begins = at == 0 || !isalpha((unsigned char)text.data[at - 1]);
    u32 end = at + words.length;
    bool ends = end == text.length || !isalpha((unsigned char)text.data[end]);
    if (begins && ends && strncasecmp(text.data + at, words.data, words.length) == 0) return true;
  }
  return false;
}

static u32 reason_of(const Coverage *c, const ImportCard *card) {
  if (card->refusal != REFUSED_WORDS) return card->refusal;
  for (u32 i = 0; i < c->mechanics.count; i++)
    if (has_words(card->detail, c->mechanics.data[i])) return REASON_MECHANIC;
  return card->refusal;
}

/* Counts the reasons, and what they are in detail. */
static void reasons_count(Coverage *c) {
  for (u32 i = REFUSED_NONE + 1; i < REASON_COUNT; i++)
    if (c->by_reason[i] > 0) tallies_add(&c->reasons, (Tally){i, c->by_reason[i]});
  tallies_sort(&c->reasons);
  tallies_of(&c->by_detail, c->details.data, c->details.count, sizeof(Reason), compare_reasons);
}

/* --- cards --------------------------------------------------------------------------------------- */

static void card_count(Coverage *c, u32 row) {
  GavelAllocator allocator = gavel_allocator_default();
  ImportFace faces[IMPORT_FACES_MAX];
  ImportCard card;
  import_db_card(c->db, row, &card, faces);
  bool accepted = card.refusal == REFUSED_NONE;
  u32 families = families_of(&c->families, &card), reason = reason_of(c, &card);
  c->all.cards++;
  c->all.accepted += accepted;
  for (u32 i = 0; i < families_count(); i++) {
    c->by_family[i].cards += families >> i & 1;
    c->by_family[i].accepted += accepted && families >> i & 1;
  }
  c->by_reason[reason]++;
  if (!accepted && !vec_push(&allocator, &c->details, ((Reason){reason, card.detail}))) out_of_memory();
  if (!accepted || !c->plan->executed) return;
  if (executed_has(&c->executed, card.name))
    c->executed_count++;
  else if (!vec_push(&allocator, &c->not_executed, card.name))
    out_of_memory();
}

/* --- operations ------------------------------------------------------------------------------------ */

typedef struct Uses {
  Coverage *coverage;
  u32 card;
  u32 last[IR_OP_COUNT]; /* the card that used an operation last */
} Uses;

static bool op_used(void *user, const CardDb *db, Node node) {
  Uses *uses = user;
  IrOp op = node_op(db, node);
  uses->coverage->users[op] += uses->last[op] != uses->card;
  uses->last[op] = uses->card;
  return true;
}

/* An ability nested in another is one of the card's as well. */
static void operations_count(Coverage *c) {
  const CardDb *db = &c->accepted;
  Uses uses = {.coverage = c};
  for (u32 card = 1; card < db->cards.count; card++) {
    u32 end = card + 1 < db->cards.count ? db->cards.data[card + 1].first_ability : db->abilities.count;
    uses.card = card;
    for (u32 a = db->cards.data[card].first_ability; a < end; a++)
      ir_walk(db, db->abilities.data[a].node, op_used, &uses);
  }
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    c->by_one += c->users[op] == 1;
    c->by_none += c->users[op] == 0;
  }
}

/* --- text -------------------------------------------------------------------------------------------- */

static double percent(u32 part, u32 whole) { return whole ? 100.0 * part / whole : 0; }

static void families_print(const Coverage *c) {
  puts("families:");
  for (u32 i = 0; i < families_count(); i++) {
    Share share = c->by_family[i];
    printf("  %-26s %5u of %5u (%.1f %%)\n", family_name(i), share.accepted, share.cards,
           percent(share.accepted, share.cards));
  }
}

static void reasons_print(const Coverage *c) {
  for (u32 i = 0; i < c->reasons.count; i++)
    printf("%7u refused: %s\n", c->reasons.data[i].count, reason_text(c->reasons.data[i].what));
  for (u32 i = 0; i < c->by_detail.count && i < c->plan->most; i++) {
    const Reason *reason = &c->details.data[c->by_detail.data[i].what];
    printf("%7u  %s: %.*s\n", c->by_detail.data[i].count, reason_text(reason->reason), (int)reason->detail.length,
           reason->detail.data);
  }
}

static void executed_print(const Coverage *c) {
  if (!c->plan->executed) return;
  printf("%u of the accepted cards executed (%.1f %%)\n", c->executed_count,
         percent(c->executed_count, c->all.accepted));
  for (u32 i = 0; i < c->not_executed.count && i < c->plan->most; i++)
    printf("  not executed: %.*s\n", (int)c->not_executed.data[i].length, c->not_executed.data[i].data);
}

static void operations_print(const Coverage *c) {
  u32 all = IR_OP_COUNT - 1;
  printf("%u operations, %u used by a single card (%.1f %%), %u by none\n", all, c->by_one, percent(c->by_one, all),
         c->by_none);
  for (u32 users = 0; users < 2; users++) {
    fputs(users ? "  by one:" : "  by none:", stdout);
    for (u32 op = 1; op < IR_OP_COUNT; op++)
      if (c->users[op] == users) printf(" %s", ir_op_info((IrOp)op)->name);
    putchar('\n');
  }
}

static void coverage_print(const Coverage *c) {
  printf("%u cards, %u accepted (%.1f %%)\n", c->all.cards, c->all.accepted, percent(c->all.accepted, c->all.cards));
  families_print(c);
  executed_print(c);
  operations_print(c);
  reasons_print(c);
}

/* --- JSON -------------------------------------------------------------------------------------------- */

static void out_families(JsonOut out, const Coverage *c) {
  out_array(out, "families");
  for (u32 i = 0; i < families_count(); i++) {
    out_object(out, NULL);
    out_text(out, "family", family_name(i));
    out_count(out, "accepted", c->by_family[i].accepted);
    out_count(out, "cards", c->by_family[i].cards);
    out_end_object(out);
  }
  out_end_array(out);
}

/* The operations that as many accepted cards use. */
static void out_users(JsonOut out, const char *key, const Coverage *c, u32 users) {
  out_array(out, key);
  for (u32 op = 1; op < IR_OP_COUNT; op++)
    if (c->users[op] == users) out_text(out, NULL, ir_op_info((IrOp)op)->name);
  out_end_array(out);
}

static void out_operations(JsonOut out, const Coverage *c) {
  out_object(out, "operations");
  out_count(out, "all", IR_OP_COUNT - 1);
  out_users(out, "by_one", c, 1);
  out_users(out, "by_none", c, 0);
  out_end_object(out);
}

static void out_reasons(JsonOut out, const Coverage *c) {
  out_array(out, "refused");
  for (u32 i = 0; i < c->reasons.count; i++) {
    out_object(out, NULL);
    out_text(out, "reason", reason_text(c->reasons.data[i].what));
    out_count(out, "cards", c->reasons.data[i].count);
    out_end_object(out);
  }
  out_end_array(out);
}

static void out_details(JsonOut out, const Coverage *c) {
  out_array(out, "words");
  for (u32 i = 0; i < c->by_detail.count; i++) {
    const Reason *reason = &c->details.data[c->by_detail.data[i].what];
    out_object(out, NULL);
    out_text(out, "reason", reason_text(reason->reason));
    out_str(out, "words", reason->detail);
    out_count(out, "cards", c->by_detail.data[i].count);
    out_end_object(out);
  }
  out_end_array(out);
}

static void out_executed(JsonOut out, const Coverage *c) {
  out_object(out, "executed");
  out_count(out, "cards", c->executed_count);
  out_array(out, "not");
  for (u32 i = 0; i < c->not_executed.count; i++) out_str(out, NULL, c->not_executed.data[i]);
  out_end_array(out);
  out_end_object(out);
}

static void coverage_print_json(const Coverage *c) {
  JsonOut out = out_begin(true);
  out_object(out, NULL);
  out_count(out, "cards", c->all.cards);
  out_count(out, "accepted", c->all.accepted);
  out_families(out, c);
  out_operations(out, c);
  out_reasons(out, c);
  out_details(out, c);
  if (c->plan->executed) out_executed(out, c);
  out_end_object(out);
  out_print(out);
}

/* --- all of it --------------------------------------------------------------------------------------- */

static bool coverage_begin(Coverage *c, const CoveragePlan *plan) {
  GavelError error = {0};
  *c = (Coverage){.plan = plan};
  if (carddb_init(&c->accepted, gavel_allocator_default(), &error)) {
    complain_of("keywords", &error);
    return false;
  }
  families_begin(&c->families);
  mechanics_find(c);
  return true;
}

static bool coverage_count(Coverage *c, const ImportDb *db) {
  GavelError error = {0};
  c->db = db;
  if (import_db_load(db, &c->accepted, &error)) {
    complain_of(c->plan->path, &error);
    return false;
  }
  if (c->plan->executed && !executed_read(&c->executed, c->plan->executed)) return false;
  for (u32 row = 0; row < db->cards.count; row++) card_count(c, row);
  reasons_count(c);
  operations_count(c);
  return true;
}

static void coverage_free(Coverage *c) {
  GavelAllocator allocator = gavel_allocator_default();
  families_free(&c->families);
  carddb_free(&c->accepted);
  vec_free(&allocator, &c->mechanics);
  vec_free(&allocator, &c->details);
  tallies_free(&c->reasons);
  tallies_free(&c->by_detail);
  vec_free(&allocator, &c->not_executed);
  if (c->plan->executed) executed_names_free(&c->executed);
}

int cards_coverage(const CoveragePlan *plan) {
  Coverage coverage;
  CardData data;
  if (!coverage_begin(&coverage, plan)) return CLI_BAD_INPUT;
  bool read = card_data_open(&data, plan->path);
  bool fine = read && coverage_count(&coverage, &data.db);
  if (fine) (plan->json ? coverage_print_json : coverage_print)(&coverage);
  coverage_free(&coverage);
  if (read) card_data_close(&data);
  return fine ? CLI_FINE : CLI_BAD_INPUT;
}
