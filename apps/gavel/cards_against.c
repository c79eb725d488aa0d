/* gavel cards check --against: whether definitions say what the text of their cards says. */
#include "cards_oracle.h"

#include "card_data.h"
#include "import/against.h"

#include <stdlib.h>

/* --- the list of cards that somebody has read ---------------------------------------------------------- */

typedef struct Row {
  Str name, text, definition;
  u32 line;
  bool needed; /* its card can't be compared otherwise */
} Row;

typedef struct ReadList {
  const char *path; /* null: there is none */
  Text bytes;
  VEC(Row) rows;
  u32 wrong; /* rows that are missing or out of date */
} ReadList;

static Str cut(Str *rest, char at) {
  u32 length = 0;
  while (length < rest->length && rest->data[length] != at) length++;
  Str piece = {rest->data, length};
  *rest = length < rest->length ? (Str){rest->data + length + 1, rest->length - length - 1} : STR("");
  return piece;
}

static bool list_open(ReadList *list, const char *path) {
  GavelAllocator allocator = gavel_allocator_default();
  *list = (ReadList){.path = path};
  text_init(&list->bytes, allocator);
  if (!path) return true;
  if (!file_read(path, &list->bytes)) return false;
  u32 number = 0;
  for (Str rest = text_str(&list->bytes); rest.length > 0;) {
    Str line = cut(&rest, '\n');
    number++;
    if (line.length == 0 || line.data[0] == '#') continue;
    Row row = {.name = cut(&line, '\t'), .line = number};
    row.text = cut(&line, '\t');
    row.definition = cut(&line, '\t');
    if (cut(&line, '\t').length == 0) {
      complain("%s:%u: this row has no date: write a card's name, the two fingerprints, the date and a remark, with "
               "tabs between them",
               path, number);
      return false;
    }
    if (!vec_push(&allocator, &list->rows, row)) out_of_memory();
  }
  return true;
}

static void list_close(ReadList *list) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &list->rows);
  text_free(&list->bytes);
}

static Row *list_find(const ReadList *list, Str name) {
  for (u32 i = 0; i < list->rows.count; i++)
    if (str_equal(list->rows.data[i].name, name)) return &list->rows.data[i];
  return NULL;
}

static void write_fingerprint(Text *out, u64 value) { text_addf(out, "%016llx", (unsigned long long)value); }

/* Whether a column of the list is that fingerprint. */
static bool is_fingerprint(Str column, u64 value) {
  char digits[17];
  snprintf(digits, sizeof digits, "%016llx", (unsigned long long)value);
  return str_is(column, digits);
}

/* Says what is wrong with the row of a card that nobody but a person can compare, if anything is. */
static void list_check(ReadList *list, Str name, const AgainstCard *card, Text *out) {
  Row *row = list_find(list, name);
  const char *fault = NULL;
  if (row) row->needed = true;
  if (!row) {
    fault = "isn't on the list";
  } else if (!is_fingerprint(row->text, card->text)) {
    fault = "has another text now";
  } else if (!is_fingerprint(row->definition, card->definition)) {
    fault = "has another definition now";
  }
  if (!fault) return;
  list->wrong++;
  text_addf(out, "%s: %.*s %s. Read its text and its definition, and if they agree, write\n", list->path,
            (int)name.length, name.data, fault);
  text_add(out, name);
  text_addc(out, '\t');
  write_fingerprint(out, card->text);
  text_addc(out, '\t');
  write_fingerprint(out, card->definition);
  text_adds(out, "\tDATE\tREMARK\n");
}

static void list_check_rest(ReadList *list, Text *out) {
  for (u32 i = 0; i < list->rows.count; i++) {
    const Row *row = &list->rows.data[i];
    if (row->needed) continue;
    text_addf(out, "%s:%u: %.*s needs no row any more: its text is compiled now, or it has no definition\n", list->path,
              row->line, (int)row->name.length, row->name.data);
  }
}

/* --- the cards --------------------------------------------------------------------------------------------- */

static void write_different(const Against *against, u32 number, Str name, Text *out) {
  const AgainstCard *card = &against->cards.data[number];
  text_addf(out, "%.*s: its definition isn't what its text says\n--- as defined\n", (int)name.length, name.data);
  card_print(against->db, number, out);
  text_adds(out, "\n--- as its text says\n");
  card_print(&against->compiled, card->twin, out);
  text_addf(out, "\n--- the first difference\n%.*s\n\n", (int)card->why.length, card->why.data);
}

static void write_card(const Against *against, u32 number, ReadList *list, Text *out) {
  const AgainstCard *card = &against->cards.data[number];
  Str name = intern_text(&against->db->names, carddb_card(against->db, number)->name);
  if (card->result == AGAINST_EQUAL) return;
  if (card->result == AGAINST_DIFFERENT) {
    write_different(against, number, name, out);
  } else if (list->path) {
    list_check(list, name, card, out);
  } else if (card->result == AGAINST_ABSENT) {
    text_addf(out, "%.*s: not in the data\n", (int)name.length, name.data);
  } else {
    text_addf(out, "%.*s %s: %.*s\n", (int)name.length, name.data, import_refusal_text(card->refusal),
              (int)card->why.length, card->why.data);
  }
}

static int report(const Against *against, ReadList *list) {
  static const char *const RESULTS[] = {[AGAINST_ABSENT] = "not in the data",
                                        [AGAINST_REFUSED] = "refused",
                                        [AGAINST_EQUAL] = "equal",
                                        [AGAINST_DIFFERENT] = "different"};
  static const AgainstResult ORDER[] = {AGAINST_EQUAL, AGAINST_DIFFERENT, AGAINST_REFUSED, AGAINST_ABSENT};
  u32 counts[AGAINST_COUNT] = {0};
  Text out;
  text_init(&out, gavel_allocator_default());
  for (u32 card = 1; card < against->cards.count; card++) {
    counts[against->cards.data[card].result]++;
    write_card(against, card, list, &out);
  }
  list_check_rest(list, &out);
  text_addf(&out, "%u definitions:", against->cards.count - 1);
  for (u32 i = 0; i < COUNT_OF(ORDER); i++)
    text_addf(&out, "%s %u %s", i > 0 ? "," : "", counts[ORDER[i]], RESULTS[ORDER[i]]);
  text_addc(&out, '\n');
  print_text(&out);
  text_free(&out);
  return counts[AGAINST_DIFFERENT] > 0 || list->wrong > 0 ? CLI_FAILED : CLI_FINE;
}

int cards_against(const GavelCards *cards, const char *path, const char *read) {
  Import import;
  Against against;
  ReadList list;
  Oracle *oracle = NULL;
  GavelError error = {0};
  bool fine = list_open(&list, read);
  int status = CLI_BAD_INPUT;
  if (fine && card_data_import(path, &import)) {
    GavelAllocator allocator = gavel_allocator_default();
    fine = !oracle_new(allocator, &oracle, &error);
    if (fine) {
      fine = !against_compare(&against, allocator, api_carddb(cards), &import, oracle, &error);
      if (fine) status = report(&against, &list);
      against_free(&against);
    }
    if (!fine) complain_of(path, &error);
    oracle_free(oracle);
    import_free(&import);
  }
  list_close(&list);
  return status;
}
