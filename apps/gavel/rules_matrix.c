#include "rules_matrix.h"

#include <stdlib.h>

void matrix_init(RulesMatrix *matrix) {
  *matrix = (RulesMatrix){.path = ""};
  arena_init(&matrix->arena, gavel_allocator_default());
}

void matrix_free(RulesMatrix *matrix) {
  GavelAllocator *allocator = &matrix->arena.allocator;
  for (u32 i = 0; i < matrix->rules.count; i++) {
    vec_free(allocator, &matrix->rules.data[i].shown);
    vec_free(allocator, &matrix->rules.data[i].named);
    vec_free(allocator, &matrix->rules.data[i].places);
  }
  vec_free(allocator, &matrix->rules);
  vec_free(allocator, &matrix->slots);
  arena_free(&matrix->arena);
}

/* --- rows by number ------------------------------------------------------------------------ */

/* Whether a text is the number of a rule: 707.2, 613.8a. */
static bool is_rule_number(Str text) {
  u32 i = 0;
  while (i < text.length && text.data[i] >= '0' && text.data[i] <= '9') i++;
  if (i != 3 || i == text.length || text.data[i++] != '.') return false;
  u32 digits = i;
  while (i < text.length && text.data[i] >= '0' && text.data[i] <= '9') i++;
  if (i == digits || i - digits > 3) return false;
  if (i < text.length && text.data[i] >= 'a' && text.data[i] <= 'z') i++;
  return i == text.length;
}

/* The slot that holds the number, or the empty one where it belongs. */
static u32 slot_of(const RulesMatrix *matrix, Str number) {
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, number.data, number.length);
  u32 mask = matrix->slots.count - 1, slot = (u32)hash_end(&hash) & mask;
  for (;; slot = (slot + 1) & mask) {
    u32 row = matrix->slots.data[slot];
    if (row == 0 || str_is(number, matrix->rules.data[row - 1].number)) return slot;
  }
}

static void make_slots(RulesMatrix *matrix, u32 size) {
  GavelAllocator *allocator = &matrix->arena.allocator;
  matrix->slots.count = 0;
  if (!vec_reserve(allocator, &matrix->slots, size)) out_of_memory();
  matrix->slots.count = size;
  memset(matrix->slots.data, 0, size * sizeof *matrix->slots.data);
  for (u32 i = 0; i < matrix->rules.count; i++)
    matrix->slots.data[slot_of(matrix, str_of(matrix->rules.data[i].number))] = i + 1;
}

/* The row of a number, made if there is none; the number fits. */
static RuleRow *row_of(RulesMatrix *matrix, Str number) {
  if (matrix->rules.count >= matrix->slots.count / 2)
    make_slots(matrix, matrix->slots.count ? matrix->slots.count * 2 : 1024);
  u32 slot = slot_of(matrix, number);
  if (matrix->slots.data[slot] == 0) {
    RuleRow row = {.listed = false};
    memcpy(row.number, number.data, number.length);
    if (!vec_push(&matrix->arena.allocator, &matrix->rules, row)) out_of_memory();
    matrix->slots.data[slot] = matrix->rules.count;
  }
  return &matrix->rules.data[matrix->slots.data[slot] - 1];
}

static const char *keep_text(RulesMatrix *matrix, const char *text) {
  const char *kept = arena_text(&matrix->arena, text, strlen(text));
  if (!kept) out_of_memory();
  return kept;
}

/* --- scenarios ----------------------------------------------------------------------------- */

void matrix_begin(RulesMatrix *matrix, const char *path) {
  if (strcmp(matrix->path, path) != 0) matrix->path = keep_text(matrix, path);
  matrix->run++;
}

void matrix_ran(RulesMatrix *matrix, const char *number) {
  Str text = str_of(number);
  if (!is_rule_number(text)) return;
  RuleRow *row = row_of(matrix, text);
  if (row->last_run == matrix->run) return;
  row->last_run = matrix->run;
  row->ran++;
}

void matrix_cited(RulesMatrix *matrix, Str number) {
  if (!is_rule_number(number)) return;
  RuleRow *row = row_of(matrix, number);
  bool carried_out = row->last_run == matrix->run;
  u32 count = carried_out ? row->shown.count : row->named.count;
  if (count && (carried_out ? row->shown.data : row->named.data)[count - 1] == matrix->path) return;
  bool fine = carried_out ? vec_push(&matrix->arena.allocator, &row->shown, matrix->path)
                          : vec_push(&matrix->arena.allocator, &row->named, matrix->path);
  if (!fine) out_of_memory();
}

/* --- files --------------------------------------------------------------------------------- */

/* The next line of a text, without its end; false when there is none. */
static bool next_line(Str *rest, Str *line) {
  if (rest->length == 0) return false;
  const char *end = memchr(rest->data, '\n', rest->length);
  u32 length = end ? (u32)(end - rest->data) : rest->length;
  *line = (Str){rest->data, length};
  u32 used = end ? length + 1 : length;
  *rest = (Str){rest->data + used, rest->length - used};
  return true;
}

bool matrix_read_rules(RulesMatrix *matrix, const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  bool read = file_read(path, &text);
  Str rest = text_str(&text), line;
  u32 found = 0;
  while (read && next_line(&rest, &line)) {
    u32 length = 0;
    while (length < line.length && line.data[length] != '\t') length++;
    Str number = {line.data, length};
    if (length > 0 && number.data[length - 1] == '.') number.length--;
    if (!is_rule_number(number)) continue;
    row_of(matrix, number)->listed = true;
    found++;
  }
  if (read && found == 0) complain("%s: no line begins with the number of a rule", path);
  text_free(&text);
  return read && found > 0;
}

bool matrix_read_reasons(RulesMatrix *matrix, const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  bool fine = file_read(path, &text);
  Str rest = text_str(&text), line;
  for (u32 at = 1; fine && next_line(&rest, &line); at++) {
    u32 length = 0;
    if (line.length == 0 || line.data[0] == '#') continue;
    while (length < line.length && line.data[length] != ' ') length++;
    Str number = {line.data, length};
    fine = is_rule_number(number) && length + 1 < line.length;
    if (!fine) {
      complain("%s:%u: expected the number of a rule, a blank and a reason", path, at);
      continue;
    }
    const char *reason = arena_text(&matrix->arena, line.data + length + 1, line.length - length - 1);
    if (!reason) out_of_memory();
    row_of(matrix, number)->reason = reason;
  }
  text_free(&text);
  return fine;
}

static void add_place(RulesMatrix *matrix, Str number, SourcePlace place) {
  RuleRow *row = row_of(matrix, number);
  if (!vec_push(&matrix->arena.allocator, &row->places, place)) out_of_memory();
}

/* Calls whose rule is the one by which something is asked, which is not yet carrying it out, and
   the table of these. */
static const char *const ASKING[] = {"decide_begin", "choose_begin", "order_begin", "CITED"};

static bool is_asking(Str statement) {
  for (u32 i = 0; i < COUNT_OF(ASKING); i++)
    if (memmem(statement.data, statement.length, ASKING[i], strlen(ASKING[i]))) return true;
  return false;
}

/* Texts in quotes that are numbers of rules; comments cite rules without quotes. `statement` is
   where the statement begins in which the line stands. */
static void scan_line(RulesMatrix *matrix, Str line, const char *statement, SourcePlace place) {
  for (u32 i = 0; i < line.length; i++) {
    if (line.data[i] != '"') continue;
    u32 end = i + 1;
    while (end < line.length && line.data[end] != '"') end++;
    Str number = {line.data + i + 1, end - i - 1};
    Str before = {statement, (u32)(line.data + i - statement)};
    if (is_rule_number(number) && !is_asking(before)) add_place(matrix, number, place);
    i = end;
  }
}

static void scan_source(RulesMatrix *matrix, Str text, const char *file) {
  const char *statement = text.data;
  Str rest = text, line;
  for (u32 number = 1; next_line(&rest, &line); number++) {
    scan_line(matrix, line, statement, (SourcePlace){file, number});
    bool ends = line.length > 0 && strchr(";{}", line.data[line.length - 1]);
    if (ends || line.length == 0) statement = line.data + line.length;
  }
}

bool matrix_read_sources(RulesMatrix *matrix, const char *directory, const char *suffix) {
  Paths paths = {0};
  bool fine = paths_find(&paths, directory, suffix);
  for (u32 i = 0; i < paths.count && fine; i++) {
    Text text;
    text_init(&text, gavel_allocator_default());
    fine = file_read(paths.data[i], &text);
    if (fine) scan_source(matrix, text_str(&text), keep_text(matrix, paths.data[i]));
    text_free(&text);
  }
  paths_free(&paths);
  return fine;
}

/* --- the page ------------------------------------------------------------------------------ */

/* Rules in the order of the rule book: 100.2 before 100.10, 613.8 before 613.8a. */
static int compare_rows(const void *a, const void *b) {
  const char *left = ((const RuleRow *)a)->number, *right = ((const RuleRow *)b)->number;
  char *left_end, *right_end;
  long x = strtol(left, &left_end, 10), y = strtol(right, &right_end, 10);
  if (x != y) return x < y ? -1 : 1;
  x = strtol(left_end + 1, &left_end, 10);
  y = strtol(right_end + 1, &right_end, 10);
  if (x != y) return x < y ? -1 : 1;
  return strcmp(left_end, right_end);
}

void matrix_sort(RulesMatrix *matrix) {
  if (matrix->rules.count == 0) return;
  qsort(matrix->rules.data, matrix->rules.count, sizeof *matrix->rules.data, compare_rows);
  make_slots(matrix, matrix->slots.count);
}

/* What is to be said of a rule, from the most to the least. */
typedef enum RuleState { RULE_SHOWN, RULE_NAMED, RULE_RAN, RULE_WRITTEN, RULE_NOT_YET, RULE_STATES } RuleState;
static const char *const STATES[RULE_STATES] = {"shown", "named", "ran", "written", ""};

static RuleState state_of(const RuleRow *row) {
  if (row->shown.count > 0) return RULE_SHOWN;
  if (row->named.count > 0 && row->places.count == 0) return RULE_NAMED;
  if (row->ran > 0) return RULE_RAN;
  return row->places.count > 0 ? RULE_WRITTEN : RULE_NOT_YET;
}

static void print_row(const RuleRow *row, FILE *out) {
  fprintf(out, "| %s | %s | ", row->number, STATES[state_of(row)]);
  for (u32 i = 0; i < row->places.count; i++)
    fprintf(out, "%s%s:%u", i ? ", " : "", row->places.data[i].file, row->places.data[i].line);
  fputs(" | ", out);
  RuleState state = state_of(row);
  for (u32 i = 0; i < row->shown.count; i++) fprintf(out, "%s%s", i ? ", " : "", row->shown.data[i]);
  for (u32 i = 0; state == RULE_NAMED && i < row->named.count; i++)
    fprintf(out, "%s%s", i ? ", " : "", row->named.data[i]);
  if (state > RULE_NAMED && row->reason) fprintf(out, "not shown: %s", row->reason);
  fputs(" |\n", out);
}

/* The parts of the rule book: the first digit of a number. */
enum { PARTS = 10 };

static void print_counts(const RulesMatrix *matrix, FILE *out) {
  u32 counts[PARTS + 1][RULE_STATES] = {{0}}; /* the last row is of all */
  for (u32 i = 0; i < matrix->rules.count; i++) {
    const RuleRow *row = &matrix->rules.data[i];
    if (!row->listed) continue;
    counts[row->number[0] - '0'][state_of(row)]++;
    counts[PARTS][state_of(row)]++;
  }
  fputs("| part | shown | named | ran | written | not yet |\n| --- | --- | --- | --- | --- | --- |\n", out);
  for (u32 part = 0; part <= PARTS; part++) {
    const u32 *n = counts[part];
    if (n[RULE_SHOWN] + n[RULE_NAMED] + n[RULE_RAN] + n[RULE_WRITTEN] + n[RULE_NOT_YET] == 0) continue;
    if (part < PARTS) {
      fprintf(out, "| %u |", part);
    } else {
      fputs("| all |", out);
    }
    fprintf(out, " %u | %u | %u | %u | %u |\n", n[RULE_SHOWN], n[RULE_NAMED], n[RULE_RAN], n[RULE_WRITTEN],
            n[RULE_NOT_YET]);
  }
}

/* Numbers that are announced or named, but are no rule of the list: mistakes, or of another
   edition. */
static void print_unlisted(const RulesMatrix *matrix, FILE *out) {
  bool headed = false;
  for (u32 i = 0; i < matrix->rules.count; i++) {
    const RuleRow *row = &matrix->rules.data[i];
    if (row->listed) continue;
    if (!headed)
      fputs("\n## Not in the list of rules\n\n| rule | state | announced at | shown by |\n| --- | "
            "--- | --- | --- |\n",
            out);
    headed = true;
    print_row(row, out);
  }
}

void matrix_print(RulesMatrix *matrix, FILE *out) {
  matrix_sort(matrix);
  fputs("# Rules\n\n"
        "Made by `make matrix`; do not edit. Which rules of the Comprehensive Rules are carried "
        "out where, and which "
        "scenarios show them.\n\n"
        "- *shown*: a scenario that passes names the rule, and its run carried it out;\n"
        "- *named*: a scenario that passes names the rule, which no single place of the sources carries out: it is "
        "true by "
        "how they fit together;\n"
        "- *ran*: it was carried out in the run of some scenario;\n"
        "- *written*: the sources carry it out, but no scenario has.\n\n"
        "Of some of the others it is said why no scenario shows them ([rules-not-shown.txt](rules-not-shown.txt)).\n\n",
        out);
  print_counts(matrix, out);
  char chapter[4] = "";
  for (u32 i = 0; i < matrix->rules.count; i++) {
    const RuleRow *row = &matrix->rules.data[i];
    if (!row->listed) continue;
    if (strncmp(chapter, row->number, 3) != 0) {
      memcpy(chapter, row->number, 3);
      fprintf(out, "\n## %s\n\n| rule | state | announced at | shown by |\n| --- | --- | --- | --- |\n", chapter);
    }
    print_row(row, out);
  }
  print_unlisted(matrix, out);
}
