#include "base/base.h"

/* Folding works character by character: each one becomes nothing (a combining mark), one or two bytes of ASCII (the
   letters and punctuation below), or stays as it is. */

/* No character folds to more bytes than its own UTF-8 has. */
#define PIECE_MAX 4u

#define LATIN_FIRST 0xC0u
#define LATIN_LAST 0x17Fu

/* Letters of Latin-1 and Latin Extended-A, sixteen to a row, two columns each; blank for characters that are not
   letters. */
static const char LATIN[][2 * 16 + 1] = {
    /* 00C0 */ "a a a a a a aec e e e e i i i i ",
    /* 00D0 */ "d n o o o o o   o u u u u y thss",
    /* 00E0 */ "a a a a a a aec e e e e i i i i ",
    /* 00F0 */ "d n o o o o o   o u u u u y thy ",
    /* 0100 */ "a a a a a a c c c c c c c c d d ",
    /* 0110 */ "d d e e e e e e e e e e g g g g ",
    /* 0120 */ "g g g g h h h h i i i i i i i i ",
    /* 0130 */ "i i ijijj j k k k l l l l l l l ",
    /* 0140 */ "l l l n n n n n n 'nn n o o o o ",
    /* 0150 */ "o o oeoer r r r r r s s s s s s ",
    /* 0160 */ "s s t t t t t t u u u u u u u u ",
    /* 0170 */ "u u u u w w y y y z z z z z z s ",
};

/* Typographic variants of quotes and dashes, and the combining marks of decomposed letters. */
static const struct {
  u32 first, last;
  char folded[2];
} MARKS[] = {
    {0x00AB, 0x00AB, "\""}, {0x00B4, 0x00B4, "'"},  {0x00BB, 0x00BB, "\""}, {0x02BC, 0x02BC, "'"},
    {0x0300, 0x036F, ""},   {0x2010, 0x2015, "-"},  {0x2018, 0x201B, "'"},  {0x201C, 0x201F, "\""},
    {0x2032, 0x2032, "'"},  {0x2033, 0x2033, "\""}, {0x2039, 0x203A, "'"},  {0x2212, 0x2212, "-"},
    {0xFE58, 0xFE58, "-"},  {0xFE63, 0xFE63, "-"},  {0xFF02, 0xFF02, "\""}, {0xFF07, 0xFF07, "'"},
    {0xFF0D, 0xFF0D, "-"},
};

/* Returns what a non-ASCII character folds to; the data is null if it stays as it is. */
static Str fold_character(u32 character) {
  if (character >= LATIN_FIRST && character <= LATIN_LAST) {
    u32 place = character - LATIN_FIRST;
    const char *letter = LATIN[place / 16] + 2 * (place % 16);
    return letter[0] == ' ' ? (Str){0} : (Str){letter, letter[1] == ' ' ? 1 : 2};
  }
  for (u32 i = 0; i < COUNT_OF(MARKS); i++) {
    if (character >= MARKS[i].first && character <= MARKS[i].last) return str_of(MARKS[i].folded);
  }
  return (Str){0};
}

/* Removes the first character of `rest`, which is not empty, and writes its folded form; returns the number of bytes
   written. */
static u32 fold_next(Str *rest, char out[PIECE_MAX]) {
  u32 length;
  u32 character = str_character(*rest, &length);
  Str piece = {rest->data, length};
  *rest = (Str){rest->data + length, rest->length - length};
  if (character < 0x80) {
    bool upper = character >= 'A' && character <= 'Z';
    out[0] = (char)(upper ? character - 'A' + 'a' : character);
    return 1;
  }
  Str folded = fold_character(character);
  if (folded.data) piece = folded;
  memcpy(out, piece.data, piece.length);
  return piece.length;
}

u32 str_fold(Str text, char *out, u32 cap) {
  u32 length = 0;
  char piece[PIECE_MAX];
  while (text.length > 0) {
    u32 size = fold_next(&text, piece);
    for (u32 i = 0; i < size; i++, length++) {
      if (length < cap) out[length] = piece[i];
    }
  }
  return length;
}

/* Reads a text as the bytes of its folded form. */
typedef struct FoldReader {
  Str rest;
  char piece[PIECE_MAX];
  u32 next, size; /* of the piece */
} FoldReader;

#define FOLD_END (-1)

static int reader_next(FoldReader *reader) {
  while (reader->next == reader->size) {
    if (reader->rest.length == 0) return FOLD_END;
    reader->size = fold_next(&reader->rest, reader->piece);
    reader->next = 0;
  }
  return (u8)reader->piece[reader->next++];
}

static char fold_ascii(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

bool str_equal_folded(Str a, Str b) {
  /* Fast path: most names are ASCII, and most different names differ early. */
  while (a.length && b.length && (u8)a.data[0] < 0x80 && (u8)b.data[0] < 0x80) {
    if (fold_ascii(a.data[0]) != fold_ascii(b.data[0])) return false;
    a = (Str){a.data + 1, a.length - 1};
    b = (Str){b.data + 1, b.length - 1};
  }
  FoldReader left = {.rest = a};
  FoldReader right = {.rest = b};
  for (;;) {
    int byte = reader_next(&left);
    if (byte != reader_next(&right)) return false;
    if (byte == FOLD_END) return true;
  }
}

bool str_begins_folded(Str text, Str piece) {
  return text.length >= piece.length && str_equal_folded((Str){text.data, piece.length}, piece);
}

u32 str_distance(Str a, Str b, u32 limit) {
  char left[STR_DISTANCE_MAX];
  char right[STR_DISTANCE_MAX];
  u32 rows = str_fold(a, left, STR_DISTANCE_MAX);
  u32 columns = str_fold(b, right, STR_DISTANCE_MAX);
  if (rows > STR_DISTANCE_MAX || columns > STR_DISTANCE_MAX) {
    return str_equal_folded(a, b) ? 0 : limit;
  }
  /* distance[j] is the distance between the first `i` bytes of `left` and the first `j` of `right`. */
  u32 distance[STR_DISTANCE_MAX + 1];
  for (u32 j = 0; j <= columns; j++) distance[j] = j;
  for (u32 i = 1; i <= rows; i++) {
    u32 diagonal = distance[0];
    u32 least = distance[0] = i;
    for (u32 j = 1; j <= columns; j++) {
      u32 above = distance[j];
      u32 best = diagonal + (left[i - 1] != right[j - 1]);
      if (above + 1 < best) best = above + 1;
      if (distance[j - 1] + 1 < best) best = distance[j - 1] + 1;
      distance[j] = best;
      diagonal = above;
      if (best < least) least = best;
    }
    if (least >= limit) return limit;
  }
  return distance[columns] < limit ? distance[columns] : limit;
}
