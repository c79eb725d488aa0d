#include "cards/check.h"
#include "cards/read.h"

/* A face whose clauses are being read. */
typedef struct FaceReader {
  FaceDef face;
  ReadEnv common; /* environment of its spell and cost abilities */
  u32 seen;       /* bit per clause */
  bool prototype; /* it has a second set of characteristics (718) */
  u32 prototype_cost;
  i64 prototype_power, prototype_toughness;
} FaceReader;

/* --- clauses of a face --------------------------------------------------------------------- */

static bool read_cost_clause(Reader *reader, FaceReader *face) {
  face->face.chars.mana_cost = reader_mana(reader);
  return face->face.chars.mana_cost != 0;
}

/* Reads a type line: supertypes, card types and subtypes in any order. */
static bool read_types_clause(Reader *reader, FaceReader *face) {
  Chars *chars = &face->face.chars;
  while (reader->token.kind == TOKEN_ATOM || reader->token.kind == TOKEN_STRING) {
    Str text = reader->token.text;
    Word word;
    if ((word = word_find(text, WC_TYPE))) {
      chars->types |= (u16)(1u << type_bit(word));
    } else if ((word = word_find(text, WC_SUPERTYPE))) {
      chars->supertypes |= (u16)(1u << supertype_bit(word));
    } else if ((word = reader_word(reader, WC_SUBTYPE))) {
      chars->subtypes[subtype_bit(word) >> 6] |= (u64)1 << (subtype_bit(word) & 63);
      continue;
    } else {
      return false;
    }
    reader_advance(reader);
  }
  return true;
}

/* Reads a printed power, toughness, loyalty or defense; with a star it is 0 until an ability defines it (208.2a). */
static bool read_printed_number(Reader *reader, i64 *value) {
  const Token *token = &reader->token;
  if (token->kind == TOKEN_ATOM && memchr(token->text.data, '*', token->text.length)) {
    *value = 0;
    reader_advance(reader);
    return true;
  }
  i32 number = 0;
  if (!reader_integer(reader, -READ_NUMBER_MAX, READ_NUMBER_MAX, &number)) return false;
  *value = number;
  return true;
}

static bool read_pt_clause(Reader *reader, FaceReader *face) {
  Chars *chars = &face->face.chars;
  chars->has |= HAS_POWER | HAS_TOUGHNESS;
  return read_printed_number(reader, &chars->power) && read_printed_number(reader, &chars->toughness);
}

static bool read_loyalty_clause(Reader *reader, FaceReader *face) {
  i64 value = 0;
  face->face.chars.has |= HAS_LOYALTY;
  if (!read_printed_number(reader, &value)) return false;
  face->face.chars.loyalty = (i32)value;
  return true;
}

static bool read_defense_clause(Reader *reader, FaceReader *face) {
  i64 value = 0;
  face->face.chars.has |= HAS_DEFENSE;
  if (!read_printed_number(reader, &value)) return false;
  face->face.chars.defense = (i32)value;
  return true;
}

/* The color indicator (204). */
static bool read_color_clause(Reader *reader, FaceReader *face) {
  while (reader->token.kind == TOKEN_ATOM) {
    Token token = reader->token;
    Word word = reader_word(reader, WC_COLOR);
    if (!word) return false;
    if (word == W_COLORLESS) {
      return reader_fail(reader, &token, GAVEL_E_CHECK, "colorless is not a color (105.4)");
    }
    face->face.chars.color_indicator |= (u8)(1u << color_bit(word));
  }
  return true;
}

/* The second cost, power and toughness of a prototype card (718). */
static bool read_prototype_clause(Reader *reader, FaceReader *face) {
  face->prototype = true;
  if (!reader_open(reader, "(cost …)")) return false;
  if (!reader_at_atom(reader, "cost")) return reader_expected(reader, &reader->token, "'cost'");
  reader_advance(reader);
  face->prototype_cost = reader_mana(reader);
  if (!face->prototype_cost || !reader_close(reader) || !reader_open(reader, "(pt …)")) return false;
  if (!reader_at_atom(reader, "pt")) return reader_expected(reader, &reader->token, "'pt'");
  reader_advance(reader);
  return read_printed_number(reader, &face->prototype_power) &&
         read_printed_number(reader, &face->prototype_toughness) && reader_close(reader);
}

static const struct {
  const char *name;
  bool (*read)(Reader *reader, FaceReader *face);
} CLAUSES[] = {
    {"cost", read_cost_clause},           {"types", read_types_clause},     {"pt", read_pt_clause},
    {"loyalty", read_loyalty_clause},     {"defense", read_defense_clause}, {"color", read_color_clause},
    {"prototype", read_prototype_clause},
};

/* The name after the parenthesis that comes next. */
static Token peek_head(const Reader *reader) {
  Lexer ahead = reader->lexer;
  return reader->token.kind == TOKEN_OPEN ? lexer_next(&ahead) : reader->token;
}

/* Reads a clause or an ability of a face. */
static bool read_face_part(Reader *reader, FaceReader *face) {
  Token head = peek_head(reader);
  bool clause = reader->token.kind == TOKEN_OPEN && head.kind == TOKEN_ATOM;
  for (u32 i = 0; clause && i < COUNT_OF(CLAUSES); i++) {
    if (!str_is(head.text, CLAUSES[i].name)) continue;
    if (face->seen & (1u << i)) {
      return reader_fail(reader, &head, GAVEL_E_SYNTAX, "a second '%s'", CLAUSES[i].name);
    }
    face->seen |= 1u << i;
    if (!reader_open(reader, "'('")) return false;
    reader_advance(reader);
    return CLAUSES[i].read(reader, face) && reader_close(reader);
  }
  return read_face_ability(reader, &face->common);
}

/* --- faces --------------------------------------------------------------------------------- */

static void face_begin(Reader *reader, FaceReader *face, StrId name) {
  *face = (FaceReader){.face.card = reader->card, .face.chars.name = name};
  read_env_begin(reader, &face->common, NULL);
}

static bool push_face(Reader *reader, const FaceDef *face) {
  CardDb *db = reader->db;
  CardDef *card = &db->cards.data[reader->card];
  FaceDef copy = *face;
  if (card->faces == 0) card->face = db->faces.count;
  copy.index = card->faces++;
  return vec_push(&db->allocator, &db->faces, copy) || reader_no_memory(reader);
}

static bool check_face(Reader *reader, const Token *place, const Chars *chars) {
  text_clear(&reader->scratch);
  bool behind = reader->db->cards.data[reader->card].faces > 0;
  if (check_face_chars(chars, behind, &reader->scratch)) return true;
  if (reader->scratch.failed) return reader_no_memory(reader);
  return reader_fail(reader, place, GAVEL_E_CHECK, "%s", text_str(&reader->scratch).data);
}

/* Checks a face that has been read and adds it, and its prototype version. */
static bool face_end(Reader *reader, FaceReader *face, const Token *place) {
  CardDb *db = reader->db;
  Chars *chars = &face->face.chars;
  bool split = reader->db->cards.data[reader->card].layout == LAYOUT_SPLIT;
  if (!read_finish_run(reader, &face->common, !split, &chars->abilities, &chars->ability_count)) return false;
  if (split) *reader->halves = face->common;
  face_complete(db, chars);
  if (!check_face(reader, place, chars) || !push_face(reader, &face->face)) return false;
  if (!face->prototype) return true;
  chars->mana_cost = face->prototype_cost;
  chars->power = face->prototype_power;
  chars->toughness = face->prototype_toughness;
  face_complete(db, chars);
  return push_face(reader, &face->face);
}

/* Reads (face "Name" …) from after its first word. */
static bool read_face(Reader *reader) {
  Token place = reader->token;
  StrId name = reader_string(reader, "the name of a face");
  FaceReader face;
  if (!name) return false;
  face_begin(reader, &face, name);
  if (reader->db->cards.data[reader->card].layout == LAYOUT_SPLIT) face.common = *reader->halves;
  while (reader->token.kind != TOKEN_CLOSE && reader->token.kind != TOKEN_END) {
    if (!read_face_part(reader, &face)) return false;
  }
  if (face.prototype) {
    return reader_fail(reader, &place, GAVEL_E_CHECK, "'prototype' belongs to cards of one face");
  }
  return face_end(reader, &face, &place);
}

/* --- cards --------------------------------------------------------------------------------- */

static const struct {
  const char *name;
  u32 least, most; /* number of faces */
} LAYOUTS[] = {
    [LAYOUT_NORMAL] = {"normal", 1, 1},       [LAYOUT_SPLIT] = {"split", 2, 5},
    [LAYOUT_FLIP] = {"flip", 2, 2},           [LAYOUT_TRANSFORM] = {"transform", 2, 2},
    [LAYOUT_MODAL_DFC] = {"modal-dfc", 2, 2}, [LAYOUT_MELD] = {"meld", 1, 2},
    [LAYOUT_ADVENTURE] = {"adventure", 2, 2}, [LAYOUT_OMEN] = {"omen", 2, 2},
    [LAYOUT_PROTOTYPE] = {"prototype", 2, 2}, [LAYOUT_ROOM] = {"room", 2, 2},
};

const char *card_layout_text(CardLayout layout) {
  return (size_t)layout < COUNT_OF(LAYOUTS) ? LAYOUTS[layout].name : "";
}

bool card_layout_fits(u32 layout, u32 faces) {
  return layout < COUNT_OF(LAYOUTS) && faces >= LAYOUTS[layout].least && faces <= LAYOUTS[layout].most;
}

static bool read_layout(Reader *reader, CardDef *card) {
  for (u32 i = 0; i < COUNT_OF(LAYOUTS); i++) {
    if (!reader_at_atom(reader, LAYOUTS[i].name)) continue;
    card->layout = (u16)i;
    reader_advance(reader);
    return true;
  }
  return reader_expected(reader, &reader->token,
                         "normal, split, flip, transform, modal-dfc, meld, adventure, omen or room");
}

/* Reads a clause of the whole card, if the next one is; sets `*was` accordingly. */
static bool read_card_clause(Reader *reader, bool *was) {
  Token head = peek_head(reader);
  CardDef *card = &reader->db->cards.data[reader->card];
  bool layout = str_is(head.text, "layout");
  bool meld = str_is(head.text, "meld-with");
  bool face = str_is(head.text, "face");
  *was = reader->token.kind == TOKEN_OPEN && head.kind == TOKEN_ATOM && (layout || meld || face);
  if (!*was) return true;
  if (!reader_open(reader, "'('")) return false;
  reader_advance(reader);
  if (layout && !read_layout(reader, card)) return false;
  if (meld && !(card->meld_name = reader_string(reader, "the name of the other card"))) return false;
  if (face && !read_face(reader)) return false;
  return reader_close(reader);
}

/* Whether the name of a card of halves consists of their names, with two slashes between them. Names without slashes are never
   searched for those of halves. */
static bool is_called_by_halves(const CardDb *db, const CardDef *card) {
  Str rest = intern_text(&db->names, card->name);
  for (u32 i = 0; i < card->faces; i++) {
    Str half = intern_text(&db->names, carddb_face(db, card->face + i)->chars.name);
    if (i > 0 && !str_begins(rest, STR(" // "))) return false;
    if (i > 0) rest = str_from(rest, 4);
    if (!str_begins(rest, half)) return false;
    rest = str_from(rest, half.length);
  }
  return rest.length == 0;
}

static bool check_card(Reader *reader, const Token *place, bool has_single) {
  const CardDef *card = &reader->db->cards.data[reader->card];
  if (has_single && card->layout != LAYOUT_NORMAL && card->layout != LAYOUT_PROTOTYPE && card->layout != LAYOUT_MELD) {
    return reader_fail(reader, place, GAVEL_E_CHECK, "layout %s: expected its faces as (face …)",
                       LAYOUTS[card->layout].name);
  }
  if (!card_layout_fits(card->layout, card->faces)) {
    return reader_fail(reader, place, GAVEL_E_CHECK, "layout %s: expected from %u to %u faces, found %u",
                       LAYOUTS[card->layout].name, LAYOUTS[card->layout].least, LAYOUTS[card->layout].most,
                       (u32)card->faces);
  }
  bool halves = card->layout == LAYOUT_SPLIT || card->layout == LAYOUT_ROOM;
  if (halves && !is_called_by_halves(reader->db, card)) {
    return reader_fail(reader, place, GAVEL_E_CHECK,
                       "layout %s: expected the card's name to be those of its halves, as in \"A // B\"",
                       LAYOUTS[card->layout].name);
  }
  if (card->meld_name && card->layout != LAYOUT_MELD) {
    return reader_fail(reader, place, GAVEL_E_CHECK, "'meld-with' needs (layout meld)");
  }
  return true;
}

/* Flipping changes neither colour nor mana cost (710.1c). */
static void complete_flip(const CardDb *db, const CardDef *card) {
  Chars *other = &db->faces.data[card->face + 1].chars;
  other->mana_cost = db->faces.data[card->face].chars.mana_cost;
  other->color_indicator = db->faces.data[card->face].chars.color_indicator;
  face_complete(db, other);
}

/* Reads the clauses of a card to its closing parenthesis. */
static bool read_card_body(Reader *reader, const Token *place) {
  FaceReader single;
  bool has_single = false;
  ReadEnv halves;
  read_env_begin(reader, &halves, NULL);
  reader->halves = &halves;
  face_begin(reader, &single, reader->db->cards.data[reader->card].name);
  while (reader->token.kind != TOKEN_CLOSE && reader->token.kind != TOKEN_END) {
    bool was_card_clause;
    if (!read_card_clause(reader, &was_card_clause)) return false;
    if (was_card_clause) continue;
    if (reader->db->cards.data[reader->card].faces > 0) {
      return reader_expected(reader, &reader->token, "(face …), because the card has such");
    }
    has_single = true;
    if (!read_face_part(reader, &single)) return false;
  }
  CardDef *card = &reader->db->cards.data[reader->card];
  if (has_single && card->faces > 0) {
    return reader_fail(reader, place, GAVEL_E_CHECK, "a card has either faces or clauses of its own");
  }
  if (card->faces == 0) {
    if (single.prototype) card->layout = LAYOUT_PROTOTYPE;
    if (!face_end(reader, &single, place)) return false;
  }
  if (!check_card(reader, place, has_single)) return false;
  card = &reader->db->cards.data[reader->card];
  if (card->layout == LAYOUT_FLIP) complete_flip(reader->db, card);
  return card->layout != LAYOUT_SPLIT || read_env_end(reader, &halves);
}

bool read_card(Reader *reader) {
  CardDb *db = reader->db;
  if (!reader_open(reader, "(card …)")) return false;
  if (!reader_at_atom(reader, "card")) return reader_expected(reader, &reader->token, "'card'");
  reader_advance(reader);
  Token place = reader->token;
  StrId name = reader_string(reader, "the card's name");
  if (!name) return false;
  if (carddb_find_whole(db, intern_text(&db->names, name))) {
    Str text = intern_text(&db->names, name);
    return reader_fail(reader, &place, GAVEL_E_CHECK, "a card named \"%.*s\" is known already", (int)text.length,
                       text.data);
  }
  CardDef card = {.name = name,
                  .first_word = db->words.count,
                  .first_ability = db->abilities.count,
                  .first_slot_name = db->slot_names.count};
  reader->card = db->cards.count;
  reader->words_start = db->words.count;
  if (!vec_push(&db->allocator, &db->cards, card)) return reader_no_memory(reader);
  if (!read_card_body(reader, &place) || !reader_close(reader)) return false;
  return carddb_enter_names(db, reader->card) || reader_no_memory(reader);
}

/* --- definitions --------------------------------------------------------------------------- */

/* Reads (params cost n quality). */
static bool read_params(Reader *reader, KeywordDef *def) {
  if (!reader_open(reader, "(params …)")) return false;
  if (!reader_at_atom(reader, "params")) return reader_expected(reader, &reader->token, "'params'");
  reader_advance(reader);
  while (reader->token.kind != TOKEN_CLOSE) {
    u32 param = reader_at_atom(reader, "cost")      ? NEEDS_COST
                : reader_at_atom(reader, "n")       ? NEEDS_N
                : reader_at_atom(reader, "quality") ? NEEDS_QUALITY
                                                    : 0;
    if (!param) return reader_expected(reader, &reader->token, "cost, n, quality or ')'");
    def->params |= (u8)param;
    reader_advance(reader);
  }
  return reader_close(reader);
}

/* Reads (rules "702.85a" "702.85c"), if present. */
static bool read_rules(Reader *reader, const char **rule, const char **each) {
  Lexer lexer = reader->lexer;
  Token token = reader->token;
  if (token.kind != TOKEN_OPEN) return true;
  reader_advance(reader);
  bool there = reader_at_atom(reader, "rules");
  if (!there) {
    reader->lexer = lexer;
    reader->token = token;
    return true;
  }
  reader_advance(reader);
  const char **numbers[] = {rule, each};
  for (u32 i = 0; i < COUNT_OF(numbers) && (i == 0 || reader->token.kind != TOKEN_CLOSE); i++) {
    Str text = reader->token.text;
    if (!reader_take(reader, TOKEN_STRING, "the number of a rule")) return false;
    *numbers[i] = arena_text(&reader->db->arena, text.data, text.length);
    if (!*numbers[i]) return reader_no_memory(reader);
  }
  return reader_take(reader, TOKEN_CLOSE, "')'");
}

/* Skips the expansion in a definition up to the closing parenthesis, and records its text and position. */
static bool skip_body(Reader *reader, Str *source, u32 *line, u32 *column) {
  const char *start = reader->token.text.data;
  *line = reader->token.line;
  *column = reader->token.column;
  u32 depth = 0;
  while (depth > 0 || reader->token.kind != TOKEN_CLOSE) {
    TokenKind kind = reader->token.kind;
    if (kind == TOKEN_END || kind == TOKEN_BAD) return reader_expected(reader, &reader->token, "')'");
    depth += kind == TOKEN_OPEN;
    depth -= kind == TOKEN_CLOSE;
    reader_advance(reader);
  }
  u32 length = (u32)(reader->token.text.data - start) + 1;
  const char *copy = arena_text(&reader->db->arena, start, length);
  *source = (Str){copy, length};
  return copy || reader_no_memory(reader);
}

/* Expands a definition once with the simplest parameters, to find its errors now. */
static bool try_definition(Reader *reader, const KeywordDef *def, const Token *place) {
  CardDb *db = reader->db;
  u32 zero = 0;
  ManaCost nothing = {0};
  u32 args[4] = {def->word, 0, 0, 0};
  if (db->costs.count == 1 && !vec_push(&db->allocator, &db->costs, nothing)) {
    return reader_no_memory(reader);
  }
  u32 cost = 1;
  if (def->params & NEEDS_COST) args[1] = read_emit(reader, IR_COST_MANA, &cost, 1);
  if (def->params & NEEDS_N) args[2] = read_emit(reader, IR_NUMBER, &zero, 1);
  if (def->params & NEEDS_QUALITY) args[3] = read_emit(reader, IR_ALWAYS, NULL, 0);
  if (reader->status) return false;
  return read_try_keyword(reader, read_emit(reader, IR_KEYWORD, args, 4), place);
}

static bool read_keyword_definition(Reader *reader) {
  KeywordDef def = {0};
  CardDb *db = reader->db;
  reader_advance(reader);
  Token place = reader->token;
  def.word = reader_word(reader, WC_KEYWORD);
  if (!def.word || !read_params(reader, &def) || !read_rules(reader, &def.rule, &def.each)) return false;
  if (!skip_body(reader, &def.source, &def.line, &def.column)) return false;
  for (u32 i = 0; i < db->keywords.count; i++) {
    if (db->keywords.data[i].word != def.word || db->keywords.data[i].params != def.params) continue;
    return reader_fail(reader, &place, GAVEL_E_CHECK, "a second definition with the same parameters");
  }
  if (!vec_push(&db->allocator, &db->keywords, def)) return reader_no_memory(reader);
  return try_definition(reader, &def, &place) && reader_close(reader);
}

static bool read_operation_definition(Reader *reader) {
  OperationDef def = {0};
  CardDb *db = reader->db;
  const char *none = NULL;
  reader_advance(reader);
  Token place = reader->token;
  def.op = place.kind == TOKEN_ATOM ? ir_op_find(place.text, SORT_NONE) : IR_NONE;
  if (!def.op || !db->signatures[def.op].defined)
    return reader_expected(reader, &place, "an operation that is defined in IR");
  reader_advance(reader);
  if (!read_rules(reader, &def.rule, &none) || !skip_body(reader, &def.source, &def.line, &def.column)) return false;
  if (carddb_operation_def(db, def.op))
    return reader_fail(reader, &place, GAVEL_E_CHECK, "a second definition of '%s'", ir_op_info(def.op)->name);
  if (!vec_push(&db->allocator, &db->operations, def)) return reader_no_memory(reader);
  return read_try_operation(reader, def.op, &place) && reader_close(reader);
}

bool read_definition(Reader *reader) {
  if (!reader_open(reader, "a definition")) return false;
  if (reader_at_atom(reader, "define-keyword")) return read_keyword_definition(reader);
  if (reader_at_atom(reader, "define-operation")) return read_operation_definition(reader);
  return reader_expected(reader, &reader->token, "'define-keyword' or 'define-operation'");
}
