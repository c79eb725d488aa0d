#include "families.h"

#include "cli.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum RowKind { ROW_FAMILY, ROW_LAYOUT, ROW_TEXT } RowKind;

static const struct {
  RowKind kind;
  const char *word, *expression;
} ROWS[] = {
#define FAMILY(NAME) {ROW_FAMILY, NAME, NULL},
#define LAYOUT(NAME) {ROW_LAYOUT, NAME, NULL},
#define TEXT(WORD, EXPRESSION) {ROW_TEXT, WORD, EXPRESSION},
#include "families.def"
};

u32 families_count(void) {
  u32 n = 0;
  for (u32 i = 0; i < COUNT_OF(ROWS); i++) n += ROWS[i].kind == ROW_FAMILY;
  return n;
}

const char *family_name(u32 family) {
  u32 row = 0;
  while (ROWS[row].kind != ROW_FAMILY || family-- > 0) row++;
  return ROWS[row].word;
}

void families_begin(Families *families) {
  ASSERT(families_count() <= FAMILIES_CAP);
  families->expressions = calloc(COUNT_OF(ROWS), sizeof *families->expressions);
  if (!families->expressions) out_of_memory();
  for (u32 i = 0; i < COUNT_OF(ROWS); i++)
    if (ROWS[i].kind == ROW_TEXT &&
        regcomp(&families->expressions[i], ROWS[i].expression, REG_EXTENDED | REG_NOSUB | REG_NEWLINE))
      out_of_memory();
}

void families_free(Families *families) {
  for (u32 i = 0; i < COUNT_OF(ROWS); i++)
    if (ROWS[i].kind == ROW_TEXT) regfree(&families->expressions[i]);
  free(families->expressions);
}

/* The texts of all faces in lower case, without what stands in parentheses. */
static void texts_plain(const ImportCard *card, Text *out) {
  for (u32 f = 0; f < card->face_count; f++) {
    Str text = card->faces[f].texts[TEXT_RULES];
    u32 within = 0;
    for (u32 i = 0; i < text.length; i++) {
      within += text.data[i] == '(';
      if (!within) text_addc(out, (char)tolower((unsigned char)text.data[i]));
      within -= text.data[i] == ')' && within > 0;
    }
    text_addc(out, '\n');
  }
  if (out->failed) out_of_memory();
}

static bool row_holds(const Families *families, u32 row, const ImportCard *card, const char *text) {
  if (ROWS[row].kind == ROW_LAYOUT) return strcmp(card_layout_text(card->layout), ROWS[row].word) == 0;
  return strstr(text, ROWS[row].word) && regexec(&families->expressions[row], text, 0, NULL, 0) == 0;
}

u32 families_of(const Families *families, const ImportCard *card) {
  Text text;
  text_init(&text, gavel_allocator_default());
  texts_plain(card, &text);
  const char *plain = text_str(&text).data;
  u32 found = 0, family = 0;
  for (u32 i = 0; i < COUNT_OF(ROWS); i++) {
    if (ROWS[i].kind == ROW_FAMILY) {
      family++;
      continue;
    }
    u32 bit = 1u << (family - 1);
    if (!(found & bit) && row_holds(families, i, card, plain)) found |= bit;
  }
  text_free(&text);
  return found;
}
