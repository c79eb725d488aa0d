#include "cards/read.h"

#include "cards/forms.h"

#include <stdio.h>

/* --- errors -------------------------------------------------------------------------------- */

bool reader_fail(Reader *reader, const Token *token, GavelStatus status, const char *format, ...) {
  if (reader->status) return false;
  reader->status = status;
  char message[GAVEL_MESSAGE_CAP];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (reader->expanding) {
    Str word = word_text(reader->expanding);
    error_set(reader->error, status, token->line, token->column, 0, "in the definition of the keyword %.*s: %s",
              (int)word.length, word.data, message);
  } else {
    error_set(reader->error, status, token->line, token->column, 0, "%s", message);
  }
  return false;
}

bool reader_no_memory(Reader *reader) { return reader_fail(reader, &reader->token, GAVEL_E_MEMORY, "out of memory"); }

/* A token as shown in messages. */
#define SHOWN_MAX 40u
static Str shown(const Token *token) {
  switch (token->kind) {
    case TOKEN_END: return STR("the end of the text");
    case TOKEN_OPEN: return STR("(");
    case TOKEN_CLOSE: return STR(")");
    default: break;
  }
  Str text = token->text;
  if (text.length > SHOWN_MAX) {
    text.length = SHOWN_MAX;
    while (text.length > 0 && ((u8)text.data[text.length] & 0xC0) == 0x80) text.length--;
  }
  return text;
}

bool reader_expected(Reader *reader, const Token *token, const char *what) {
  Str found = shown(token);
  const char *quote = token->kind == TOKEN_END ? "" : "'";
  const char *why = token->kind == TOKEN_BAD ? " (unfinished or not allowed)" : "";
  return reader_fail(reader, token, GAVEL_E_SYNTAX, "expected %s, found %s%.*s%s%s", what, quote, (int)found.length,
                     found.data, quote, why);
}

/* --- tokens -------------------------------------------------------------------------------- */

static u32 name_hash(Str name) {
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, name.data, name.length);
  return (u32)hash_end(&hash);
}

#define OP_SLOTS 2048u
_Static_assert(IR_OP_COUNT < OP_SLOTS / 2, "the table of operations must stay half empty");

const u16 *reader_op_slots_make(Arena *arena) {
  u16 *slots = arena_alloc(arena, OP_SLOTS * sizeof *slots);
  if (!slots) return NULL;
  memset(slots, 0, OP_SLOTS * sizeof *slots);
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    u32 slot = name_hash(str_of(ir_op_info((IrOp)op)->name)) & (OP_SLOTS - 1);
    while (slots[slot]) slot = (slot + 1) & (OP_SLOTS - 1);
    slots[slot] = (u16)op;
  }
  return slots;
}

IrOp reader_find_op(const Reader *reader, Str name, IrSort sort) {
  const u16 *slots = reader->db->op_slots;
  for (u32 slot = name_hash(name) & (OP_SLOTS - 1); slots[slot]; slot = (slot + 1) & (OP_SLOTS - 1)) {
    const IrOpInfo *info = ir_op_info((IrOp)slots[slot]);
    if (info->sort == sort && str_is(name, info->name)) return (IrOp)slots[slot];
  }
  return IR_NONE;
}

void reader_init(Reader *reader, CardDb *db, Str text, GavelError *error) {
  *reader = (Reader){.db = db, .error = error, .lexer = lexer_begin(text, 1, 1)};
  text_init(&reader->scratch, db->allocator);
  reader_advance(reader);
}

void reader_free(Reader *reader) {
  GavelAllocator *allocator = &reader->db->allocator;
  vec_free(allocator, &reader->rest);
  vec_free(allocator, &reader->run);
  vec_free(allocator, &reader->pending);
  text_free(&reader->scratch);
}

void reader_advance(Reader *reader) { reader->token = lexer_next(&reader->lexer); }

bool reader_take(Reader *reader, TokenKind kind, const char *what) {
  if (reader->token.kind != kind) return reader_expected(reader, &reader->token, what);
  reader_advance(reader);
  return true;
}

bool reader_open(Reader *reader, const char *what) {
  if (reader->depth == READ_DEPTH_MAX) {
    return reader_fail(reader, &reader->token, GAVEL_E_LIMIT, "more than %u parentheses within each other",
                       READ_DEPTH_MAX);
  }
  reader->depth++;
  return reader_take(reader, TOKEN_OPEN, what);
}

bool reader_close(Reader *reader) {
  reader->depth--;
  return reader_take(reader, TOKEN_CLOSE, "')'");
}

bool reader_at_atom(const Reader *reader, const char *text) {
  return reader->token.kind == TOKEN_ATOM && str_is(reader->token.text, text);
}

/* --- immediates ---------------------------------------------------------------------------- */

StrId reader_intern(Reader *reader, Str text) {
  StrId id = intern_add(&reader->db->names, text);
  if (!id) reader_no_memory(reader);
  return id;
}

StrId reader_string(Reader *reader, const char *what) {
  Token token = reader->token;
  if (!reader_take(reader, TOKEN_STRING, what)) return 0;
  if (token.text.length == 0 || token.text.length > READ_NAME_MAX) {
    reader_fail(reader, &token, GAVEL_E_LIMIT, "%s must have between 1 and %u bytes, found %u", what, READ_NAME_MAX,
                token.text.length);
    return 0;
  }
  text_clear(&reader->scratch);
  token_unescape(&token, &reader->scratch);
  if (reader->scratch.failed) {
    reader_no_memory(reader);
    return 0;
  }
  return reader_intern(reader, text_str(&reader->scratch));
}

/* Parses an optional sign and digits; false if the text is anything else or too large. */
static bool parse_integer(Str text, i64 *value) {
  u32 i = text.length > 0 && (text.data[0] == '-' || text.data[0] == '+');
  if (i == text.length || text.length > 12) return false;
  *value = 0;
  for (; i < text.length; i++) {
    if (text.data[i] < '0' || text.data[i] > '9') return false;
    *value = *value * 10 + (text.data[i] - '0');
  }
  if (text.data[0] == '-') *value = -*value;
  return true;
}

bool reader_integer(Reader *reader, i64 least, i64 most, i32 *value) {
  i64 wide = 0;
  Token token = reader->token;
  if (token.kind != TOKEN_ATOM || !parse_integer(token.text, &wide)) {
    return reader_expected(reader, &token, "a whole number");
  }
  if (wide < least || wide > most) {
    return reader_fail(reader, &token, GAVEL_E_LIMIT, "expected a number from %lld to %lld, found %lld",
                       (long long)least, (long long)most, (long long)wide);
  }
  *value = (i32)wide;
  reader_advance(reader);
  return true;
}

/* Reports that a text is not a word of a class, with the nearest word. */
static Word unknown_word(Reader *reader, const Token *token, Str text, WordClass wc) {
  const char *wanted = word_class_text(wc);
  Word other = word_find(text, WC_ANY);
  if (other) {
    reader_fail(reader, token, GAVEL_E_CHECK, "expected a %s, found the %s '%.*s'", wanted,
                word_class_text(word_class(other)), (int)text.length, text.data);
    return W_NONE;
  }
  Str near = word_text(word_nearest(text, wc));
  reader_fail(reader, token, GAVEL_E_UNKNOWN, "unknown %s '%.*s'%s%.*s%s", wanted,
              (int)(text.length < SHOWN_MAX ? text.length : SHOWN_MAX), text.data,
              near.length ? "; did you mean '" : "", (int)near.length, near.data, near.length ? "'?" : "");
  return W_NONE;
}

Word reader_word(Reader *reader, WordClass wc) {
  Token token = reader->token;
  if (token.kind != TOKEN_ATOM && token.kind != TOKEN_STRING) {
    text_clear(&reader->scratch);
    text_addf(&reader->scratch, "a %s", word_class_text(wc));
    reader_expected(reader, &token, text_str(&reader->scratch).data);
    return W_NONE;
  }
  const IrArg *given = read_named_argument(reader, token.text);
  if (given && given->sort == SORT_WORD && given->word_class == wc && reader->params->fixed[given->index]) {
    reader_advance(reader);
    return (Word)reader->params->fixed[given->index];
  }
  Word word = wc == WC_ANY ? word_find(token.text, WC_OTHER) : W_NONE;
  if (!word) word = word_find(token.text, wc);
  if (!word) return unknown_word(reader, &token, token.text, wc);
  reader_advance(reader);
  return word;
}

u32 reader_mana(Reader *reader) {
  Token token = reader->token;
  if (!reader_take(reader, TOKEN_MANA, "mana symbols")) return 0;
  ManaCost cost;
  u32 bad = 0;
  if (!mana_cost_parse(token.text, &cost, &bad)) {
    token.column += bad;
    reader_fail(reader, &token, GAVEL_E_SYNTAX,
                "expected mana symbols such as {2}, {U}, {W/B}, {2/R}, {G/P}, {S}, {C} or {X}, at most "
                "%u besides generic mana, found '%.*s'",
                (u32)MANA_SYMBOLS_CAP, (int)(token.text.length - bad > SHOWN_MAX ? SHOWN_MAX : token.text.length - bad),
                token.text.data + bad);
    return 0;
  }
  u32 place = carddb_cost(reader->db, &cost);
  if (!place) reader_no_memory(reader);
  return place;
}
