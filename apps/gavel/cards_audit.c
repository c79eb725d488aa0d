/* gavel cards audit, ambiguous and usual: words that make no difference, texts that say two things, and how often each
   production is used. */
#include "cards_oracle.h"

#include "card_data.h"
#include "oracle/audit.h"
#include "tally.h"

#include <unistd.h>

/* --- the cards of a file ------------------------------------------------------------------------ */

/* A file of card data, and an oracle to ask again. */
typedef struct Source {
  CardData cards;
  Oracle *oracle;
} Source;

static bool source_open(Source *source, const char *path) {
  GavelError error = {0};
  if (!card_data_open(&source->cards, path)) return false;
  if (!oracle_new(gavel_allocator_default(), &source->oracle, &error)) return true;
  complain_of("grammar", &error);
  card_data_close(&source->cards);
  return false;
}

static void source_close(Source *source) {
  oracle_free(source->oracle);
  card_data_close(&source->cards);
}

static void progress(u32 row, u32 count) {
  if (!isatty(STDERR_FILENO) || (row % 256 != 0 && row < count)) return;
  fprintf(stderr, row < count ? MARK_LINE "%u of %u cards" : MARK_LINE, row, count);
}

/* --- audit ------------------------------------------------------------------------------------------ */

/* Holes of the same word between the same words are one after another. */
static int compare_holes(const void *a, const void *b) {
  const AuditHole *left = a, *right = b;
  const Str lefts[] = {left->word, left->before, left->after, left->instead};
  const Str rights[] = {right->word, right->before, right->after, right->instead};
  for (u32 i = 0; i < COUNT_OF(lefts); i++) {
    int order = str_compare(lefts[i], rights[i]);
    if (order) return order;
  }
  return 0;
}

static void alike_print(const AuditHole *hole, u32 count) {
  printf("%7u  %.*s [%.*s", count, (int)hole->before.length, hole->before.data, (int)hole->word.length,
         hole->word.data);
  if (hole->instead.length > 0) printf(" -> %.*s", (int)hole->instead.length, hole->instead.data);
  printf("] %.*s: %.*s\n", (int)hole->after.length, hole->after.data, (int)hole->text.length, hole->text.data);
}

/* Prints the holes without an excuse, those alike as one with an example. */
static void holes_print(Audit *audit, u32 most) {
  Tallies tallies = {0};
  const AuditHole *holes = audit->holes.data;
  tallies_of(&tallies, audit->holes.data, audit->holes.count, sizeof *holes, compare_holes);
  for (u32 i = 0, printed = 0; i < tallies.count && printed < most; i++) {
    Tally tally = tallies.data[i];
    if (holes[tally.what].excuse) continue;
    alike_print(&holes[tally.what], tally.count);
    printed++;
  }
  tallies_free(&tallies);
}

static void excuses_print(const Audit *audit) {
  u32 count;
  const AuditExcuse *excuses = audit_excuses(&count);
  for (u32 k = 0; k < count; k++) {
    u32 places = 0;
    for (u32 i = 0; i < audit->holes.count; i++) places += audit->holes.data[i].excuse == k + 1;
    printf("%7u excused: %s [%s] %s: %s\n", places, excuses[k].before, excuses[k].word, excuses[k].after,
           excuses[k].reason);
  }
}

int cards_audit(const char *path, u32 most) {
  Source source;
  Audit audit;
  if (!source_open(&source, path)) return CLI_BAD_INPUT;
  audit_init(&audit, gavel_allocator_default(), source.oracle);
  for (u32 row = 0; row < source.cards.db.cards.count && !audit.failed; row++) {
    ImportFace faces[IMPORT_FACES_MAX];
    ImportCard card;
    import_db_card(&source.cards.db, row, &card, faces);
    progress(row, source.cards.db.cards.count);
    for (u32 i = 0; i < card.face_count && !card.refusal; i++) {
      OracleFace face = import_oracle_face(&faces[i]);
      audit_face(&audit, &face);
    }
  }
  progress(source.cards.db.cards.count, source.cards.db.cards.count);
  if (audit.failed) out_of_memory();
  u32 inert = audit.holes.count - audit.excused + audit.unread.count;
  holes_print(&audit, most);
  for (u32 i = 0; i < audit.unread.count; i++)
    printf("not audited, for it isn't read without its card's name: %.*s\n", (int)audit.unread.data[i].length,
           audit.unread.data[i].data);
  excuses_print(&audit);
  printf("%u texts, %u changes: %u without effect, %u of them excused\n", audit.texts, audit.changes, audit.holes.count,
         audit.excused);
  audit_free(&audit);
  source_close(&source);
  return inert > 0 ? CLI_FAILED : CLI_FINE;
}

/* --- ambiguous -------------------------------------------------------------------------------------- */

int cards_ambiguous(const char *path) {
  Source source;
  Text out;
  u32 count = 0;
  if (!source_open(&source, path)) return CLI_BAD_INPUT;
  text_init(&out, gavel_allocator_default());
  for (u32 row = 0; row < source.cards.db.cards.count; row++) {
    ImportFace faces[IMPORT_FACES_MAX];
    ImportCard card;
    import_db_card(&source.cards.db, row, &card, faces);
    if (card.refusal != REFUSED_AMBIGUOUS) continue;
    count++;
    text_addf(&out, "%.*s\n", (int)card.name.length, card.name.data);
    for (u32 i = 0; i < card.face_count; i++) {
      OracleFace face = import_oracle_face(&faces[i]);
      oracle_readings(source.oracle, &face, &out);
    }
  }
  text_addf(&out, "%u cards whose text says two things\n", count);
  print_text(&out);
  text_free(&out);
  source_close(&source);
  return count > 0 ? CLI_FAILED : CLI_FINE;
}

/* --- usual ------------------------------------------------------------------------------------------ */

int cards_usual(const char *path) {
  Source source;
  GavelAllocator allocator = gavel_allocator_default();
  VEC(OracleFace) faces = {0};
  Text counts;
  if (!source_open(&source, path)) return CLI_BAD_INPUT;
  text_init(&counts, allocator);
  for (u32 row = 0; row < source.cards.db.cards.count; row++) {
    ImportFace read[IMPORT_FACES_MAX];
    ImportCard card;
    import_db_card(&source.cards.db, row, &card, read);
    for (u32 i = 0; i < card.face_count && !card.refusal; i++)
      if (!vec_push(&allocator, &faces, import_oracle_face(&read[i]))) out_of_memory();
  }
  if (!oracle_usual(source.oracle, faces.data, faces.count, &counts)) out_of_memory();
  fwrite(counts.data, 1, counts.length, stdout);
  vec_free(&allocator, &faces);
  text_free(&counts);
  source_close(&source);
  return CLI_FINE;
}
