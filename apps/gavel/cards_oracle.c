/* gavel cards coverage and read: what the grammar makes of Oracle text. */
#include "cards_oracle.h"

#include "import/database.h"
#include "oracle/oracle.h"

#include <stdlib.h>

/* --- coverage ------------------------------------------------------------------------------ */

typedef struct Reason {
  ImportRefusal refusal;
  Str detail;
  u32 cards;
} Reason;

static int compare_reasons(const void *a, const void *b) {
  const Reason *left = a, *right = b;
  if (left->refusal != right->refusal) return left->refusal < right->refusal ? -1 : 1;
  u32 shorter =
      left->detail.length < right->detail.length ? left->detail.length : right->detail.length;
  int order = shorter > 0 ? memcmp(left->detail.data, right->detail.data, shorter) : 0;
  return order                                        ? order
         : left->detail.length < right->detail.length ? -1
                                                      : left->detail.length > right->detail.length;
}

static int compare_counts(const void *a, const void *b) {
  const Reason *left = a, *right = b;
  if (left->cards != right->cards) return left->cards > right->cards ? -1 : 1;
  return compare_reasons(a, b);
}

typedef VEC(Reason) Reasons;

/* One for each refused card, then equal ones as one, the most frequent first. */
static void reasons_collect(const ImportDb *db, Reasons *reasons, u32 *counts) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 row = 0; row < db->cards.count; row++) {
    ImportFace faces[IMPORT_FACES_MAX];
    ImportCard card;
    import_db_card(db, row, &card, faces);
    counts[card.refusal]++;
    Reason reason = {card.refusal, card.detail, 1};
    if (card.refusal && !vec_push(&allocator, reasons, reason)) out_of_memory();
  }
  if (reasons->count == 0) return;
  qsort(reasons->data, reasons->count, sizeof(Reason), compare_reasons);
  u32 kept = 0;
  for (u32 i = 0; i < reasons->count; i++) {
    if (kept > 0 && compare_reasons(&reasons->data[kept - 1], &reasons->data[i]) == 0) {
      reasons->data[kept - 1].cards++;
    } else {
      reasons->data[kept++] = reasons->data[i];
    }
  }
  reasons->count = kept;
  qsort(reasons->data, reasons->count, sizeof(Reason), compare_counts);
}

static void coverage_print(const ImportDb *db, u32 most) {
  u32 counts[REFUSED_COUNT] = {0};
  Reasons reasons = {0};
  reasons_collect(db, &reasons, counts);
  printf("%u cards, %u accepted (%.1f %%)\n", db->cards.count, counts[REFUSED_NONE],
         100.0 * counts[REFUSED_NONE] / db->cards.count);
  for (u32 i = REFUSED_NONE + 1; i < REFUSED_COUNT; i++)
    if (counts[i] > 0)
      printf("%7u refused: %s\n", counts[i], import_refusal_text((ImportRefusal)i));
  for (u32 i = 0; i < reasons.count && i < most; i++)
    printf("%7u  %s: %.*s\n", reasons.data[i].cards, import_refusal_text(reasons.data[i].refusal),
           (int)reasons.data[i].detail.length, reasons.data[i].detail.data);
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &reasons);
}

int cards_coverage(const char *path, u32 most) {
  Import import;
  ImportDb db;
  Text bytes;
  GavelError error = {0};
  if (!import_file(path, &import)) return CLI_BAD_INPUT;
  text_init(&bytes, gavel_allocator_default());
  bool fine = import_compiled(&import, path, &bytes);
  if (fine && import_db_open(&db, text_str(&bytes), &error)) {
    complain_of(path, &error);
    fine = false;
  }
  if (fine) coverage_print(&db, most);
  text_free(&bytes);
  import_free(&import);
  return fine ? CLI_FINE : CLI_BAD_INPUT;
}

/* --- one text ------------------------------------------------------------------------------- */

int cards_read(const char *text, bool spell, bool why) {
  Oracle *oracle;
  GavelError error = {0};
  Text out;
  if (oracle_new(gavel_allocator_default(), &oracle, &error)) {
    complain_of("grammar", &error);
    return CLI_BAD_INPUT;
  }
  text_init(&out, gavel_allocator_default());
  OracleFace face = {.text = str_of(text), .spell = spell};
  OracleAnswer answer = oracle_face(oracle, &face, &out);
  static const char *const REFUSALS[] = {
      [ORACLE_READ] = "read",
      [ORACLE_WORDS] = "no production takes",
      [ORACLE_MEANING] = "it can't be said",
      [ORACLE_AMBIGUOUS] = "it can be read in two ways",
      [ORACLE_LONG] = "too long",
      [ORACLE_MEMORY] = "out of memory",
  };
  text_addc(&out, '\n');
  if (answer.refusal)
    text_addf(&out, "%s: %.*s\n", REFUSALS[answer.refusal], (int)answer.words.length,
              answer.words.data);
  if (why) oracle_explain(oracle, &face, &out);
  print_text(&out);
  text_free(&out);
  oracle_free(oracle);
  return answer.refusal ? CLI_FAILED : CLI_FINE;
}
