/* Decks as lines: from Magic Online and Arena, .dck files, and handwritten lists. */
#include "table/deck.h"

/* A line being read; the rest of it begins at `at`. */
typedef struct Line {
  Str text;
  u32 at;
} Line;

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static Str trimmed(Str s) {
  while (s.length && is_space(s.data[s.length - 1])) s.length--;
  while (s.length && is_space(s.data[0])) s = (Str){s.data + 1, s.length - 1};
  return s;
}

static bool begins(Str s, const char *with) {
  u32 n = (u32)strlen(with);
  return s.length >= n && str_equal_folded((Str){s.data, n}, str_of(with));
}

/* Lines that begin a part. */
typedef enum Heading { HEADING_NONE, HEADING_PART, HEADING_ABOUT, HEADING_UNKNOWN } Heading;

static const struct {
  const char *text;
  GavelDeckPart part;
} HEADINGS[] = {
    {"deck", GAVEL_DECK_MAIN},           {"main", GAVEL_DECK_MAIN},
    {"maindeck", GAVEL_DECK_MAIN},       {"mainboard", GAVEL_DECK_MAIN},
    {"main deck", GAVEL_DECK_MAIN},      {"sideboard", GAVEL_DECK_SIDEBOARD},
    {"side", GAVEL_DECK_SIDEBOARD},      {"companion", GAVEL_DECK_SIDEBOARD},
    {"commander", GAVEL_DECK_COMMANDER}, {"commanders", GAVEL_DECK_COMMANDER},
};

static Heading heading_of(Str line, GavelDeckPart *part) {
  bool bracket = line.length > 1 && line.data[0] == '[' && line.data[line.length - 1] == ']';
  Str word = bracket ? (Str){line.data + 1, line.length - 2} : line;
  if (word.length && word.data[word.length - 1] == ':') word.length--;
  for (u32 i = 0; i < COUNT_OF(HEADINGS); i++) {
    if (!str_equal_folded(word, str_of(HEADINGS[i].text))) continue;
    *part = HEADINGS[i].part;
    return HEADING_PART;
  }
  if (str_equal_folded(word, STR("metadata")) || str_equal_folded(word, STR("about"))) return HEADING_ABOUT;
  return bracket ? HEADING_UNKNOWN : HEADING_NONE;
}

/* Whether a line is about the whole deck; records its name. */
static bool about(DeckReader *r, Str line) {
  static const char *const NAMES[] = {"NAME:", "Name=", "Name "};
  for (u32 i = 0; i < COUNT_OF(NAMES); i++) {
    if (!begins(line, NAMES[i])) continue;
    u32 n = (u32)strlen(NAMES[i]);
    text_clear(&r->deck->name);
    text_add(&r->deck->name, trimmed((Str){line.data + n, line.length - n}));
    return true;
  }
  return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Removes what follows a name: a set, a collector's number, a finish. */
static Str without_printing(Str name) {
  for (u32 i = 0; i < name.length; i++) {
    bool set = name.data[i] == '|' || (name.data[i] == '(' && i > 0 && name.data[i - 1] == ' ') ||
               (name.data[i] == '*' && i > 0 && name.data[i - 1] == ' ') ||
               (name.data[i] == '[' && i > 0 && name.data[i - 1] == ' ');
    if (set) return trimmed((Str){name.data, i});
  }
  return trimmed(name);
}

/* Whether a name ends in a count ("Island x4"), which goes to `*count`, and the rest to `*name`. */
static bool count_behind(Str text, u32 *count, Str *name) {
  u32 end = text.length, at = end, n = 0;
  while (at > 0 && is_digit(text.data[at - 1])) at--;
  if (at == end || end - at > 4 || at < 2 || (text.data[at - 1] != 'x' && text.data[at - 1] != 'X')) return false;
  if (!is_space(text.data[at - 2])) return false;
  for (u32 i = at; i < end; i++) n = 10 * n + (u32)(text.data[i] - '0');
  *count = n;
  *name = trimmed((Str){text.data, at - 2});
  return n > 0;
}

static u32 column_in(Str line, const char *at) { return (u32)(at - line.data) + 1; }

/* `[SB:] 4[x] [[SET:1]] Name …` */
static bool read_entry(DeckReader *r, Str line, Str whole) {
  GavelDeckPart part = r->part;
  Str rest = line;
  if (begins(rest, "SB:")) {
    r->part = GAVEL_DECK_SIDEBOARD;
    rest = trimmed((Str){rest.data + 3, rest.length - 3});
  }
  u32 digits = 0, count = 0;
  while (digits < rest.length && is_digit(rest.data[digits])) {
    if (digits > 5) return deck_refuse(r, GAVEL_E_SYNTAX, column_in(whole, rest.data), "no deck has that many cards");
    count = 10 * count + (u32)(rest.data[digits++] - '0');
  }
  if (digits == 0) count = 1;
  if (count == 0)
    return deck_refuse(r, GAVEL_E_SYNTAX, column_in(whole, rest.data), "found 0 of a card: expected 1 or more");
  rest = (Str){rest.data + digits, rest.length - digits};
  if (digits && rest.length > 1 && (rest.data[0] == 'x' || rest.data[0] == 'X') && is_space(rest.data[1]))
    rest = (Str){rest.data + 1, rest.length - 1};
  rest = trimmed(rest);
  if (rest.length && rest.data[0] == '[') {
    const char *end = memchr(rest.data, ']', rest.length);
    if (end) rest = trimmed((Str){end + 1, (u32)(rest.data + rest.length - end - 1)});
  }
  Str name = without_printing(rest);
  if (name.length == 0)
    return deck_refuse(r, GAVEL_E_SYNTAX, column_in(whole, rest.data),
                       "found no name after the number: expected the name of a card");
  if (digits == 0 && count_behind(name, &count, &name))
    return deck_refuse(r, GAVEL_E_SYNTAX, column_in(whole, rest.data), "write the number first: `%u %.*s`", count,
                       (int)num_min(name.length, 60), name.data);
  bool fine = deck_add(r, name, count, column_in(whole, name.data));
  r->part = part;
  return fine;
}

/* The next line, without its end; false after the last. */
static bool next_line(Line *l, Str *line) {
  if (l->at >= l->text.length) return false;
  u32 from = l->at;
  while (l->at < l->text.length && l->text.data[l->at] != '\n') l->at++;
  *line = (Str){l->text.data + from, l->at - from};
  l->at++;
  return true;
}

static bool is_comment(Str line) { return line.length && (line.data[0] == '#' || begins(line, "//")); }

/* Whether the text says anywhere which part cards belong to; if not, a blank line begins the sideboard. */
static bool says_parts(Str text) {
  Line l = {text, 0};
  Str line;
  GavelDeckPart part;
  while (next_line(&l, &line)) {
    line = trimmed(line);
    if (begins(line, "SB:") || begins(line, "LAYOUT") || heading_of(line, &part) != HEADING_NONE) return true;
  }
  return false;
}

bool deck_read_lines(DeckReader *r, Str text) {
  if (text.length >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0) text = (Str){text.data + 3, text.length - 3};
  bool parts = says_parts(text), in_about = false;
  Line l = {text, 0};
  Str whole;
  for (; next_line(&l, &whole); r->line++) {
    Str line = trimmed(whole);
    if (is_comment(line)) continue;
    if (line.length == 0) {
      if (!parts && r->deck->entries.count) r->part = GAVEL_DECK_SIDEBOARD;
      continue;
    }
    Heading heading = heading_of(line, &r->part);
    if (heading == HEADING_UNKNOWN) {
      if (!deck_refuse(r, GAVEL_E_SYNTAX, column_in(whole, line.data),
                       "found the section %.*s: expected [Main], [Sideboard], [Commander] or [metadata]",
                       (int)num_min(line.length, 40), line.data))
        return false;
      continue;
    }
    if (heading != HEADING_NONE) {
      in_about = heading == HEADING_ABOUT;
      continue;
    }
    if (begins(line, "NAME:") || in_about) {
      about(r, line);
      continue;
    }
    if (begins(line, "AUTHOR:") || begins(line, "LAYOUT ")) continue;
    if (!read_entry(r, line, whole)) return false;
  }
  return true;
}
