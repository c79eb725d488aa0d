/* gavel cards english: which cards come back from their English as they were. */
#include "cards_oracle.h"

#include "api/api.h"
#include "card_data.h"
#include "import/again.h"
#include "tally.h"

#include <stdlib.h>

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

/* What the texts of built-in cards say comes from the same productions: there is nothing to compare with. */
static void totals_print(const Again *r, bool printed) {
  u32 counts[ORACLE_MEMORY + 1] = {0}, same = 0, lines = 0, equal = 0;
  for (u32 i = 0; i < r->said.count; i++) {
    same += r->said.data[i].same;
    lines += r->said.data[i].lines;
    equal += r->said.data[i].equal;
    counts[r->said.data[i].refusal] += !r->said.data[i].same;
  }
  printf("%u cards, %u come back from their English as they were (%.1f %%)\n", r->said.count, same,
         r->said.count ? 100.0 * same / r->said.count : 0.0);
  if (printed && lines > 0)
    printf("%u lines of text, %u word for word as printed (%.1f %%)\n", lines, equal, 100.0 * equal / lines);
  for (u32 i = 0; i < COUNT_OF(counts); i++)
    if (counts[i] > 0) printf("%7u  %s\n", counts[i], again_text((OracleRefusal)i));
}

static int compare_silent(const void *a, const void *b) {
  const Silent *left = a, *right = b;
  return str_compare(text_str(&left->why), text_str(&right->why));
}

/* What of a reason is alike in many: what stands before a tab. */
static Str reason_of(const Silent *silent) {
  u32 n = 0;
  while (n < silent->why.length && silent->why.data[n] != '\t') n++;
  return (Str){silent->why.data, n};
}

static int compare_reasons(const void *a, const void *b) { return str_compare(reason_of(a), reason_of(b)); }

/* Prints how many cards productions say alone, and what most often keeps them from saying an ability; or each. */
static void silences_print(Again *r, u32 most, bool all) {
  u32 cards = 0, last = 0;
  for (u32 i = 0; i < r->silent.count; i++) {
    cards += r->silent.data[i].card != last;
    last = r->silent.data[i].card;
  }
  printf("%u cards, productions have words for all of %u (%.1f %%); %u abilities have none\n", r->said.count,
         r->said.count - cards, r->said.count ? 100.0 * (r->said.count - cards) / r->said.count : 0.0, r->silent.count);
  for (u32 i = 0; all && i < r->silent.count; i++) {
    Str name = intern_text(&r->db->names, carddb_card(r->db, r->silent.data[i].card)->name);
    printf("%.*s: %.*s\n", (int)name.length, name.data, (int)r->silent.data[i].why.length, r->silent.data[i].why.data);
  }
  Tallies reasons = {0};
  qsort(r->silent.data, r->silent.count, sizeof *r->silent.data, compare_silent);
  tallies_of(&reasons, r->silent.data, r->silent.count, sizeof *r->silent.data, compare_reasons);
  for (u32 i = 0; !all && i < reasons.count && i < most; i++) {
    const Silent *silent = &r->silent.data[reasons.data[i].what];
    Str name = intern_text(&r->db->names, carddb_card(r->db, silent->card)->name), why = reason_of(silent);
    printf("%7u  %.*s (%.*s)\n", reasons.data[i].count, (int)why.length, why.data, (int)name.length, name.data);
  }
  tallies_free(&reasons);
}

static int english_of(const CardDb *db, bool printed, u32 most, bool all, bool silences) {
  Again r;
  Oracle *oracle;
  GavelError error = {0};
  if (oracle_new(gavel_allocator_default(), &oracle, &error)) {
    complain_of("grammar", &error);
    return CLI_BAD_INPUT;
  }
  bool fine = !again_init(&r, gavel_allocator_default(), db, oracle, &error);
  r.tells = silences;
  for (u32 card = 1; fine && card < db->cards.count; card++) again_say(&r, card);
  fine = fine && !again_compare(&r, &error);
  bool same = fine;
  for (u32 i = 0; i < r.said.count; i++) same &= r.said.data[i].same;
  if (fine && silences) {
    silences_print(&r, most, all);
  } else if (fine) {
    totals_print(&r, printed);
    all ? each_print(&r) : reasons_print(&r, most);
  } else {
    complain_of("english", &error);
  }
  again_free(&r);
  oracle_free(oracle);
  return !fine ? CLI_BAD_INPUT : same ? CLI_FINE : CLI_FAILED;
}

int cards_english(const GavelCards *cards, const char *path, u32 most, bool all, bool silences) {
  if (!path) return english_of(api_carddb(cards), false, most, all, silences);
  CardData data;
  CardDb db;
  GavelError error = {0};
  if (!card_data_open(&data, path)) return CLI_BAD_INPUT;
  bool fine = !carddb_init(&db, gavel_allocator_default(), &error) && !carddb_link(&db, &error) &&
              !import_db_load(&data.db, &db, &error) && !carddb_link(&db, &error);
  if (!fine) complain_of(path, &error);
  int status = fine ? english_of(&db, true, most, all, silences) : CLI_BAD_INPUT;
  carddb_free(&db);
  card_data_close(&data);
  return status;
}
