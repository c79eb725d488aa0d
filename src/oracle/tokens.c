#include "oracle/tokens.h"

#define DASH "\xe2\x80\x94"
#define MINUS "\xe2\x88\x92"
#define BULLET "\xe2\x80\xa2"
#define APOSTROPHE "\xe2\x80\x99"

void tokens_init(TokenList *list, GavelAllocator allocator) {
  *list = (TokenList){.allocator = allocator};
  text_init(&list->folded, allocator);
}

void tokens_free(TokenList *list) {
  text_free(&list->folded);
  vec_free(&list->allocator, &list->tokens);
}

/* --- characters -------------------------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
/* Every letter outside ASCII counts, so that names stay whole. */
static bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80; }

static bool starts(Str text, u32 at, const char *piece) {
  bool may = at < text.length && text.data[at] == piece[0];
  return may && str_begins((Str){text.data + at, text.length - at}, str_of(piece));
}

/* Marks outside ASCII that are no letters. */
static u32 mark_length(Str text, u32 at) {
  static const char *const MARKS[] = {DASH, MINUS, BULLET, APOSTROPHE};
  for (u32 i = 0; i < COUNT_OF(MARKS); i++)
    if (starts(text, at, MARKS[i])) return (u32)strlen(MARKS[i]);
  return 0;
}

/* --- pieces -------------------------------------------------------------------------------------- */

/* The end of an optional sign and digits, X or * at `at`, or `at`. */
static u32 number_end(Str text, u32 at) {
  u32 i = at;
  bool range = at > 0 && is_digit(text.data[at - 1]); /* 2-6 */
  if (i < text.length && !range && (text.data[i] == '+' || text.data[i] == '-')) i++;
  if (starts(text, at, MINUS) && !range) i = at + (u32)strlen(MINUS);
  u32 digits = i;
  while (i < text.length && is_digit(text.data[i])) i++;
  if (i == digits && i < text.length && (text.data[i] == 'X' || text.data[i] == '*')) i++;
  bool runs_on = i < text.length && is_letter(text.data[i]) && !mark_length(text, i);
  return i == digits || runs_on ? at : i;
}

/* A run of mana symbols, or one symbol of another kind ({T}, {Q}, {E}). */
static u32 symbol_end(Str text, u32 at, TokenKind *kind) {
  u32 end = at;
  *kind = TOKEN_MANA;
  while (end < text.length && text.data[end] == '{') {
    u32 close = end + 1;
    while (close < text.length && text.data[close] != '}') close++;
    if (close >= text.length) return at;
    static const char *const OTHERS[] = {"{T}", "{Q}", "{E}", "{CHAOS}", "{TK}", "{A}"};
    bool other = false;
    for (u32 i = 0; i < COUNT_OF(OTHERS); i++) other |= starts(text, end, OTHERS[i]);
    if (other && end > at) return end;
    end = close + 1;
    if (!other) continue;
    *kind = TOKEN_WORD;
    return end;
  }
  return end;
}

/* Words written together with "is" stay whole; from all others a possessive ending is split. */
static bool keeps_s(Str word) {
  return str_equal_folded(word, STR("it")) || str_equal_folded(word, STR("that")) ||
         str_equal_folded(word, STR("there")) || str_equal_folded(word, STR("let")) ||
         str_equal_folded(word, STR("you"));
}

static u32 word_end(Str text, u32 at) {
  u32 i = at;
  for (; i < text.length; i++) {
    char c = text.data[i];
    u32 mark = mark_length(text, i);
    bool apostrophe = c == '\'' || starts(text, i, APOSTROPHE);
    if (apostrophe) {
      u32 next = i + (mark ? mark : 1);
      if (next >= text.length || !is_letter(text.data[next])) break;
      bool possessive = text.data[next] == 's' && (next + 1 >= text.length || !is_letter(text.data[next + 1]));
      if (possessive && !keeps_s((Str){text.data + at, i - at})) break;
      i = next - 1;
      continue;
    }
    if (mark) break;
    bool joins = (c == '-' || c == '/') && i > at && i + 1 < text.length && is_letter(text.data[i + 1]);
    if (!is_letter(c) && !is_digit(c) && !joins) break;
  }
  return i;
}

/* --- tokens --------------------------------------------------------------------------------------- */

typedef struct Reader {
  TokenList *list;
  Str text;
  Intern *vocabulary;
  bool enter;
} Reader;

static StrId look_up(Reader *r, u32 begin, u32 end) {
  text_clear(&r->list->folded);
  for (u32 i = begin; i < end; i++) {
    if (starts(r->text, i, MINUS)) {
      text_addc(&r->list->folded, '-');
      i += (u32)strlen(MINUS) - 1;
    } else if (starts(r->text, i, APOSTROPHE)) {
      text_addc(&r->list->folded, '\'');
      i += (u32)strlen(APOSTROPHE) - 1;
    } else {
      char c = r->text.data[i];
      text_addc(&r->list->folded, is_upper(c) ? (char)(c - 'A' + 'a') : c);
    }
  }
  Str word = text_str(&r->list->folded);
  if (str_is(word, "an")) word = STR("a"); /* one article, which the realiser puts in its shape */
  StrId id = r->enter ? intern_add(r->vocabulary, word) : intern_find(r->vocabulary, word);
  r->list->failed |= r->list->folded.failed || (r->enter && !id);
  return id;
}

static bool add(Reader *r, u32 begin, u32 end, TokenKind kind) {
  if (r->list->tokens.count >= TOKENS_MAX) return false;
  Token token = {look_up(r, begin, end), begin, end, kind, is_upper(r->text.data[begin])};
  r->list->failed |= !vec_push(&r->list->allocator, &r->list->tokens, token);
  return !r->list->failed;
}

/* `non` stands apart from what it denies, with a hyphen (nonland, non-Human) or without. */
static bool add_word(Reader *r, u32 begin, u32 end) {
  bool non = end - begin > 3 && (starts(r->text, begin, "non") || starts(r->text, begin, "Non"));
  if (non && !r->enter && !look_up(r, begin, end)) {
    u32 rest = begin + 3 + (r->text.data[begin + 3] == '-');
    if (look_up(r, rest, end)) return add(r, begin, begin + 3, TOKEN_WORD) && add(r, rest, end, TOKEN_WORD);
  }
  return add(r, begin, end, TOKEN_WORD);
}

/* The longest of the names that stands here as whole words; its length, or 0. */
static u32 name_at(Str text, u32 at, const Str *names, u32 count) {
  u32 longest = 0;
  for (u32 i = 0; i < count; i++) {
    Str name = names[i];
    if (name.length <= longest || at + name.length > text.length) continue;
    if (text.data[at] != name.data[0] || memcmp(text.data + at, name.data, name.length) != 0) continue;
    u32 end = at + name.length;
    if (end < text.length && (is_letter(text.data[end]) || is_digit(text.data[end])) && !mark_length(text, end))
      continue;
    longest = name.length;
  }
  return longest;
}

/* Whether the token before the last one is the mark of a sentence, printed or put back. */
static bool sentence_ends(const Reader *r) {
  u32 count = r->list->tokens.count;
  return count >= 2 && r->list->tokens.data[count - 2].word == intern_find(r->vocabulary, STR("."));
}

/* Before what is said besides, the last sentence of a quotation goes without its mark, which is put back. */
static bool quoted_sentence_ends(Reader *r, u32 at) {
  Token quote = r->list->tokens.data[r->list->tokens.count - 1], stop = quote;
  StrId word = intern_find(r->vocabulary, STR("."));
  if (!starts(r->text, at + 1, " and ") || !word) return true;
  stop.word = word;
  stop.end = stop.begin;
  r->list->tokens.data[r->list->tokens.count - 1] = stop;
  r->list->failed |= !vec_push(&r->list->allocator, &r->list->tokens, quote);
  return !r->list->failed;
}

/* A comma that stands within the marks of a quotation ends the sentence that is quoted, and goes behind the marks. */
static bool quotation_goes_on(Reader *r) {
  Token *quote = &r->list->tokens.data[r->list->tokens.count - 1], comma = quote[-1];
  StrId word = intern_find(r->vocabulary, STR("."));
  if (!word) return true;
  quote[-1].word = word;
  comma.begin = comma.end = quote->end;
  r->list->failed |= !vec_push(&r->list->allocator, &r->list->tokens, comma);
  return !r->list->failed;
}

/* A sentence that ends within a quotation ends with it: the mark that printed text leaves out is put back. */
static bool quotation_ends(Reader *r, u32 at, bool open) {
  u32 count = r->list->tokens.count;
  if (!open && count >= 2 && r->text.data[r->list->tokens.data[count - 2].begin] == ',') return quotation_goes_on(r);
  if (!open && count >= 2 && !sentence_ends(r)) return quoted_sentence_ends(r, at);
  if (open || count < 2) return true;
  u32 next = at + 1;
  while (next < r->text.length && r->text.data[next] == ' ') next++;
  bool ends = next >= r->text.length || r->text.data[next] == '\n' || is_upper(r->text.data[next]) ||
              r->text.data[next] == '"' || r->text.data[next] == '(';
  if (!ends) return true;
  Token stop = r->list->tokens.data[count - 2];
  stop.begin = stop.end = at + 1;
  r->list->failed |= !vec_push(&r->list->allocator, &r->list->tokens, stop);
  return !r->list->failed;
}

/* A quotation within a quotation stands between single marks; it begins behind a space and ends behind a sentence. */
static bool inner_mark(Str text, u32 at, bool inner) {
  bool mark = text.data[at] == '\'' || starts(text, at, APOSTROPHE);
  return mark && at > 0 && text.data[at - 1] == (inner ? '.' : ' ');
}

/* The cost of a loyalty ability that is given to an object stands in brackets, before a colon. */
static bool is_loyalty_bracket(Str text, u32 at) {
  if (text.data[at] == ']') return at + 1 < text.length && text.data[at + 1] == ':';
  if (text.data[at] != '[') return false;
  u32 end = number_end(text, at + 1);
  return end > at + 1 && end + 1 < text.length && text.data[end] == ']' && text.data[end + 1] == ':';
}

/* One token at `*at`, which moves behind it. */
static bool read_token(Reader *r, u32 *at) {
  Str text = r->text;
  u32 begin = *at, end;
  TokenKind kind;
  if (text.data[begin] == '{' && (end = symbol_end(text, begin, &kind)) > begin) {
    *at = end;
    return add(r, begin, end, kind);
  }
  if ((end = number_end(text, begin)) > begin) {
    bool sign = !is_digit(text.data[begin]) && text.data[begin] != 'X' && text.data[begin] != '*';
    u32 second = end < text.length && text.data[end] == '/' ? number_end(text, end + 1) : end;
    if (end < text.length && text.data[end] == '/' && second > end + 1) {
      *at = second;
      return add(r, begin, second, sign ? TOKEN_PT_CHANGE : TOKEN_PT);
    }
    *at = end;
    kind = sign ? TOKEN_SIGNED : is_digit(text.data[begin]) ? TOKEN_DIGITS : TOKEN_WORD;
    return add(r, begin, end, kind);
  }
  u32 mark = mark_length(text, begin);
  if (!mark && is_letter(text.data[begin])) {
    *at = word_end(text, begin);
    return add_word(r, begin, *at);
  }
  bool possessive = text.data[begin] == '\'' || starts(text, begin, APOSTROPHE);
  end = begin + (mark ? mark : 1);
  if (possessive && end < text.length && text.data[end] == 's') end++;
  *at = end;
  return add(r, begin, end, TOKEN_WORD);
}

bool tokens_read(TokenList *list, Str text, const Str *names, u32 name_count, Intern *vocabulary, bool enter) {
  Reader r = {list, text, vocabulary, enter};
  list->tokens.count = 0;
  list->failed = false;
  u32 depth = 0, opened = 0;
  bool quoted = false, inner = false, fresh = true; /* fresh: no letter stands right before */
  for (u32 at = 0; at < text.length;) {
    char c = text.data[at];
    if (c == '(' && depth++ == 0) opened = at;
    if (depth > 0 || c == ' ' || c == '\n' || is_loyalty_bracket(text, at)) {
      depth -= depth > 0 && c == ')';
      fresh = true;
      at++;
      continue;
    }
    u32 length = fresh ? name_at(text, at, names, name_count) : 0;
    if (length > 0) {
      if (!add(&r, at, at + length, TOKEN_WORD)) return false;
      list->tokens.data[list->tokens.count - 1].word = intern_find(vocabulary, STR("~"));
      at += length;
      fresh = false;
      continue;
    }
    u32 begin = at;
    fresh = !is_letter(c);
    if (!read_token(&r, &at)) return false;
    if (c == '"') {
      quoted = !quoted;
      if (!quotation_ends(&r, begin, quoted)) return false;
    } else if (quoted && inner_mark(text, begin, inner)) {
      inner = !inner;
      if (!quotation_ends(&r, begin, inner)) return false;
    }
  }
  /* A reminder that doesn't end is none. */
  return depth == 0 || add(&r, opened, opened + 1, TOKEN_WORD);
}

void token_number(Str half, Text *out) {
  bool negative = starts(half, 0, "-") || starts(half, 0, MINUS);
  u32 skip = starts(half, 0, MINUS) ? (u32)strlen(MINUS) : starts(half, 0, "-") || starts(half, 0, "+");
  Str rest = {half.data + skip, half.length - skip};
  if (str_is(rest, "X")) {
    text_adds(out, negative ? "(- 0 x)" : "x");
  } else {
    if (negative && !str_is(rest, "0")) text_addc(out, '-');
    text_add(out, rest);
  }
}
