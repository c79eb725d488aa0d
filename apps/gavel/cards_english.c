/* gavel cards english: which cards come back from their English as they were. */
#include "cards_oracle.h"

#include "api/api.h"
#include "card_data.h"
#include "import/again.h"
#include "tally.h"

static int compare_why(const void *a, const void *b) {
  const Said *left = *(const Said *const *)a, *right = *(const Said *const *)b;
  if (left->refusal != right->refusal) return left->refusal < right->refusal ? -1 : 1;
  return str_compare(text_str(&left->why), text_str(&right->why));
}

/* Prints the most frequent reasons, each with a card. */
static void reasons_print(Again *r, u32 most) {
  VEC(Said *) failed = {0};
  Tallies reasons = {0};
  for (u32 i = 0; i < r->said.count; i++)
    if (!r->said.data[i].same && !vec_push(&r->allocator, &failed, &r->said.data[i])) out_of_memory();
  tallies_of(&reasons, failed.data, failed.count, sizeof *failed.data, compare_why);
  for (u32 i = 0; i < reasons.count && i < most; i++) {
    const Said *said = failed.data[reasons.data[i].what];
    Str name = intern_text(&r->db->names, carddb_card(r->db, said->card)->name);
    printf("%7u  %s: %.*s (%.*s)\n", reasons.data[i].count, again_text(said->refusal), (int)said->why.length,
           said->why.data, (int)name.length, name.data);
  }
  vec_free(&r->allocator, &failed);
  tallies_free(&reasons);
}

/* Prints each card that does not come back, with its English and why. */
static void each_print(const Again *r) {
  for (u32 i = 0; i < r->said.count; i++) {
    const Said *said = &r->said.data[i];
    if (said->same) continue;
    Str name = intern_text(&r->db->names, carddb_card(r->db, said->card)->name);
    printf("%.*s\n%.*s  %s: %.*s\n\n", (int)name.length, name.data, (int)said->english.length, said->english.data,
           again_text(said->refusal), (int)said->why.length, said->why.data);
  }
}

static void totals_print(const Again *r) {
  u32 counts[ORACLE_MEMORY + 1] = {0}, same = 0, lines = 0, equal = 0;
  for (u32 i = 0; i < r->said.count; i++) {
    same += r->said.data[i].same;
    lines += r->said.data[i].lines;
    equal += r->said.data[i].equal;
    counts[r->said.data[i].refusal] += !r->said.data[i].same;
  }
  printf("%u cards, %u come back from their English as they were (%.1f %%)\n", r->said.count, same,
         r->said.count ? 100.0 * same / r->said.count : 0.0);
  if (lines > 0)
    printf("%u lines of text, %u word for word as printed (%.1f %%)\n", lines, equal, 100.0 * equal / lines);
  for (u32 i = 0; i < COUNT_OF(counts); i++)
    if (counts[i] > 0) printf("%7u  %s\n", counts[i], again_text((OracleRefusal)i));
}

static int english_of(const CardDb *db, u32 most, bool all) {
  Again r;
  Oracle *oracle;
  GavelError error = {0};
  if (oracle_new(gavel_allocator_default(), &oracle, &error)) {
    complain_of("grammar", &error);
    return CLI_BAD_INPUT;
  }
  bool fine = !again_init(&r, gavel_allocator_default(), db, oracle, &error);
  for (u32 card = 1; fine && card < db->cards.count; card++) again_say(&r, card);
  fine = fine && !again_compare(&r, &error);
  bool same = fine;
  for (u32 i = 0; i < r.said.count; i++) same &= r.said.data[i].same;
  if (fine) {
    totals_print(&r);
    all ? each_print(&r) : reasons_print(&r, most);
  } else {
    complain_of("english", &error);
  }
  again_free(&r);
  oracle_free(oracle);
  return !fine ? CLI_BAD_INPUT : same ? CLI_FINE : CLI_FAILED;
}

int cards_english(const GavelCards *cards, const char *path, u32 most, bool all) {
  if (!path) return english_of(api_carddb(cards), most, all);
  CardData data;
  CardDb db;
  GavelError error = {0};
  if (!card_data_open(&data, path)) return CLI_BAD_INPUT;
  bool fine = !carddb_init(&db, gavel_allocator_default(), &error) && !carddb_link(&db, &error) &&
              !import_db_load(&data.db, &db, &error) && !carddb_link(&db, &error);
  if (!fine) complain_of(path, &error);
  int status = fine ? english_of(&db, most, all) : CLI_BAD_INPUT;
  carddb_free(&db);
  card_data_close(&data);
  return status;
}
