/* Derives the characteristics of a face from its texts. */
#include "import/import.h"

const char *import_refusal_text(ImportRefusal refusal) {
  static const char *const TEXTS[] = {
#define R(ENUM, TEXT) [REFUSED_##ENUM] = (TEXT),
      IMPORT_REFUSALS(R)
#undef R
  };
  return TEXTS[refusal];
}

const char *import_left_out_text(ImportLeftOut left_out) {
  static const char *const TEXTS[] = {
#define L(ENUM, TEXT) [LEFT_OUT_##ENUM] = (TEXT),
      IMPORT_LEFT_OUT(L)
#undef L
  };
  return TEXTS[left_out];
}

/* --- type lines (205) ---------------------------------------------------------------------- */

#define DASH "\xe2\x80\x94"

/* Takes the first word off a text of words separated by spaces; empty if there is none. */
static Str take_word(Str *rest) {
  while (rest->length > 0 && rest->data[0] == ' ') *rest = (Str){rest->data + 1, rest->length - 1};
  u32 length = 0;
  while (length < rest->length && rest->data[length] != ' ') length++;
  Str word = {rest->data, length};
  *rest = (Str){rest->data + length, rest->length - length};
  return word;
}

/* Supertypes and card types. */
static bool read_types(ImportFace *face, Str words, Str *wrong) {
  for (Str word; (word = take_word(&words)).length > 0;) {
    Word found;
    if ((found = word_find(word, WC_TYPE))) {
      face->types |= (u16)(1u << type_bit(found));
    } else if ((found = word_find(word, WC_SUPERTYPE))) {
      face->supertypes |= (u16)(1u << supertype_bit(found));
    } else {
      *wrong = word;
      return false;
    }
  }
  return true;
}

/* Maximum number of words in a subtype (205.3b). */
#define SUBTYPE_WORDS 2

/* Takes the longest subtype that `words` begins with. */
static Word take_subtype(Str *words) {
  Str rest = *words, ends[SUBTYPE_WORDS];
  u32 count = 0;
  while (count < SUBTYPE_WORDS && take_word(&rest).length > 0) ends[count++] = rest;
  while (count-- > 0) {
    Str text = {words->data, words->length - ends[count].length};
    Word found = word_find(text, WC_SUBTYPE);
    if (!found) continue;
    *words = ends[count];
    return found;
  }
  return W_NONE;
}

static bool read_subtypes(ImportFace *face, Str words, Str *wrong) {
  for (;;) {
    while (words.length > 0 && words.data[0] == ' ') words = (Str){words.data + 1, words.length - 1};
    if (words.length == 0) return true;
    Word subtype = face->subtype_count < IMPORT_SUBTYPES_MAX ? take_subtype(&words) : W_NONE;
    if (!subtype) {
      *wrong = take_word(&words);
      return false;
    }
    face->subtypes[face->subtype_count++] = subtype;
  }
}

static bool read_type_line(ImportFace *face, Str *wrong) {
  Str line = face->texts[TEXT_TYPES], left = line, right = {0};
  for (u32 i = 0; i + sizeof DASH - 1 <= line.length; i++) {
    if (memcmp(line.data + i, DASH, sizeof DASH - 1) != 0) continue;
    u32 end = i + (u32)sizeof DASH - 1;
    left = (Str){line.data, i};
    right = (Str){line.data + end, line.length - end};
    break;
  }
  return read_types(face, left, wrong) && read_subtypes(face, right, wrong);
}

/* --- numbers ------------------------------------------------------------------------------- */

#define DIGITS_MAX 9u

/* An optional sign and digits. */
static bool read_plain(Str text, i32 *value) {
  u32 i = text.length > 0 && (text.data[0] == '-' || text.data[0] == '+');
  if (i == text.length || text.length - i > DIGITS_MAX) return false;
  i32 sum = 0;
  for (; i < text.length; i++) {
    if (text.data[i] < '0' || text.data[i] > '9') return false;
    sum = sum * 10 + (text.data[i] - '0');
  }
  *value = text.data[0] == '-' ? -sum : sum;
  return true;
}

/* A number as it is printed on a card: 2, -1, *, 1+*, *+1, 7-*, X. */
static bool read_number(Str text, ImportNumber *number) {
  *number = (ImportNumber){.form = NUMBER_PLAIN};
  if (text.length == 0) {
    number->form = NUMBER_NONE;
  } else if (str_is(text, "*")) {
    number->form = NUMBER_STAR;
  } else if (str_is(text, "X")) {
    number->form = NUMBER_X;
  } else if (text.data[0] == '*') {
    number->form = NUMBER_STAR_PLUS;
    return text.length > 2 && text.data[1] == '+' && read_plain((Str){text.data + 2, text.length - 2}, &number->value);
  } else if (text.data[text.length - 1] == '*' && text.length > 2) {
    char sign = text.data[text.length - 2];
    number->form = sign == '-' ? NUMBER_FROM_STAR : NUMBER_STAR_PLUS;
    return (sign == '-' || sign == '+') && read_plain((Str){text.data, text.length - 2}, &number->value);
  } else {
    return read_plain(text, &number->value);
  }
  return true;
}

/* --- faces --------------------------------------------------------------------------------- */

/* The first invalid symbol of a cost. */
static Str wrong_symbol(Str cost, u32 bad) {
  Str rest = {cost.data + bad, cost.length - bad};
  const char *end = rest.length > 0 ? memchr(rest.data, '}', rest.length) : NULL;
  if (end) rest.length = (u32)(end - rest.data) + 1;
  return rest;
}

ImportRefusal import_face_read(ImportFace *face, Str *detail, ImportText *where) {
  ImportNumber *numbers[TEXT_COUNT] = {
      [TEXT_POWER] = &face->power,     [TEXT_TOUGHNESS] = &face->toughness, [TEXT_LOYALTY] = &face->loyalty,
      [TEXT_DEFENSE] = &face->defense, [TEXT_HAND] = &face->hand,           [TEXT_LIFE] = &face->life,
  };
  *where = TEXT_TYPES;
  if (!read_type_line(face, detail)) return REFUSED_TYPE;
  *where = TEXT_COST;
  u32 bad = 0;
  face->has_cost = face->texts[TEXT_COST].length > 0;
  if (face->has_cost && !mana_cost_parse(face->texts[TEXT_COST], &face->cost, &bad)) {
    *detail = wrong_symbol(face->texts[TEXT_COST], bad);
    return REFUSED_SYMBOL;
  }
  for (u32 i = 0; i < TEXT_COUNT; i++) {
    if (!numbers[i] || read_number(face->texts[i], numbers[i])) continue;
    *detail = face->texts[i];
    *where = (ImportText)i;
    return REFUSED_NUMBER;
  }
  return REFUSED_NONE;
}
