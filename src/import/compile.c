/* Definitions of imported cards, in text form. */
#include "import/import.h"

/* --- clauses ------------------------------------------------------------------------------- */

static void write_number(const ImportNumber *number, Text *out) {
  if (number->form == NUMBER_PLAIN) {
    text_addf(out, " %d", number->value);
  } else {
    text_adds(out, " *");
  }
}

static void write_words(u64 set, Word first, Text *out) {
  for (; set; set &= set - 1) {
    text_addc(out, ' ');
    word_print((Word)(first + bits_first(set)), out);
  }
}

static void write_types(const ImportFace *face, Text *out) {
  text_adds(out, " (types");
  write_words(face->supertypes, word_first(WC_SUPERTYPE), out);
  write_words(face->types, word_first(WC_TYPE), out);
  for (u32 i = 0; i < face->subtype_count; i++) {
    text_addc(out, ' ');
    word_print(face->subtypes[i], out);
  }
  text_addc(out, ')');
}

/* Writes a number as a clause of its own, if the face has it. */
static void write_clause(const char *name, const ImportNumber *number, Text *out) {
  if (number->form == NUMBER_NONE) return;
  text_addf(out, " (%s", name);
  write_number(number, out);
  text_addc(out, ')');
}

/* Whether it is a Station card, which has power and toughness only while its last bar counts (721.2c). */
static bool is_station(const ImportFace *face) {
  for (u32 i = 0; i < face->subtype_count; i++)
    if (face->subtypes[i] == W_SPACECRAFT) return true;
  return false;
}

static void write_face(const ImportFace *face, Text *out) {
  if (face->has_cost) {
    text_adds(out, " (cost ");
    mana_cost_print(&face->cost, out);
    text_addc(out, ')');
  }
  write_types(face, out);
  if (face->power.form && face->toughness.form && !is_station(face)) {
    text_adds(out, " (pt");
    write_number(&face->power, out);
    write_number(&face->toughness, out);
    text_addc(out, ')');
  }
  write_clause("loyalty", &face->loyalty, out);
  write_clause("defense", &face->defense, out);
  if (face->color_indicator) {
    text_adds(out, " (color");
    write_words(face->color_indicator, W_WHITE, out);
    text_addc(out, ')');
  }
}

/* --- cards --------------------------------------------------------------------------------- */

/* Finds what a definition can't express. */
static ImportRefusal check_face(const ImportFace *face, Str *detail) {
  const struct {
    const ImportNumber *number;
    ImportText text;
    bool sayable, defined; /* by a number; by an ability (208.2) */
  } NUMBERS[] = {
      {&face->power, TEXT_POWER, true, true},      {&face->toughness, TEXT_TOUGHNESS, true, true},
      {&face->loyalty, TEXT_LOYALTY, true, false}, {&face->defense, TEXT_DEFENSE, true, false},
      {&face->hand, TEXT_HAND, false, false},      {&face->life, TEXT_LIFE, false, false},
  };
  for (u32 i = 0; i < COUNT_OF(NUMBERS); i++) {
    u8 form = NUMBERS[i].number->form;
    bool star = (form == NUMBER_STAR || form == NUMBER_STAR_PLUS) && face->texts[TEXT_RULES].length > 0;
    if (form == NUMBER_NONE || (form == NUMBER_PLAIN && NUMBERS[i].sayable) || (star && NUMBERS[i].defined)) continue;
    *detail = face->texts[NUMBERS[i].text];
    return REFUSED_NUMBER;
  }
  return REFUSED_NONE;
}

OracleFace import_oracle_face(const ImportFace *face) {
  u16 spells = (u16)(1u << type_bit(W_INSTANT) | 1u << type_bit(W_SORCERY));
  bool station = is_station(face);
  return (OracleFace){.name = face->texts[TEXT_NAME],
                      .text = face->texts[TEXT_RULES],
                      .kind = oracle_kind(face->supertypes, face->types, face->subtypes, face->subtype_count),
                      .power = station ? face->texts[TEXT_POWER] : STR(""),
                      .toughness = station ? face->texts[TEXT_TOUGHNESS] : STR(""),
                      .legendary = face->supertypes >> supertype_bit(W_LEGENDARY) & 1,
                      .spell = (face->types & spells) != 0};
}

const char *import_intrinsic(Word subtype) {
  static const struct {
    Word subtype;
    const char *ability;
  } INTRINSIC[] = {
      {W_SIEGE, "siege"},
      {W_ADVENTURE, "adventure"},
      {W_OMEN, "(replacement (moves (is self) :from stack :to graveyard :resolving) (instead-to "
               "library :shuffled) :zone stack)"},
  };
  for (u32 i = 0; i < COUNT_OF(INTRINSIC); i++)
    if (subtype == INTRINSIC[i].subtype) return INTRINSIC[i].ability;
  return NULL;
}

/* Records the words of an ability; an intrinsic one has none. */
static void add_span(ImportSays *says, SaysSpan span) {
  if (!vec_push(&says->text.allocator, &says->spans, span)) says->text.failed = true;
}

static void write_intrinsic(const ImportFace *face, Text *out, ImportSays *says) {
  for (u32 i = 0; i < face->subtype_count; i++) {
    const char *ability = import_intrinsic(face->subtypes[i]);
    if (!ability) continue;
    text_addf(out, " %s", ability);
    if (says) add_span(says, (SaysSpan){0});
  }
}

/* The text of each face follows that of the previous one. */
static void write_says(const ImportFace *face, const OracleSpans *spans, ImportSays *says) {
  if (says->text.length) text_adds(&says->text, "\n//\n");
  u32 begin = says->text.length;
  text_add(&says->text, face->texts[TEXT_RULES]);
  for (u32 i = 0; i < spans->count; i++) add_span(says, (SaysSpan){begin + spans->of[i].at, spans->of[i].length});
}

void import_says_init(ImportSays *says, GavelAllocator allocator) {
  *says = (ImportSays){.spans = {0}};
  text_init(&says->text, allocator);
}

void import_says_free(ImportSays *says) {
  vec_free(&says->text.allocator, &says->spans);
  text_free(&says->text);
}

/* Writes the abilities of a face. */
static ImportRefusal write_abilities(Oracle *oracle, const ImportFace *face, bool later, Text *out, ImportSays *says,
                                     Str *detail) {
  static const ImportRefusal REFUSALS[] = {
      [ORACLE_READ] = REFUSED_NONE,           [ORACLE_WORDS] = REFUSED_WORDS, [ORACLE_MEANING] = REFUSED_MEANING,
      [ORACLE_AMBIGUOUS] = REFUSED_AMBIGUOUS, [ORACLE_LONG] = REFUSED_TEXT,   [ORACLE_MEMORY] = REFUSED_TEXT,
  };
  OracleFace text = import_oracle_face(face);
  text.later = later;
  OracleSpans spans;
  write_intrinsic(face, out, says);
  OracleAnswer answer = oracle_face(oracle, &text, out, &spans);
  if (says) write_says(face, &spans, says);
  if (answer.refusal != ORACLE_READ) *detail = answer.words;
  if (answer.refusal == ORACLE_MEMORY) out->failed = true;
  return REFUSALS[answer.refusal];
}

static ImportRefusal write_card(Oracle *oracle, const ImportCard *card, Text *definition, ImportSays *says,
                                Str *detail) {
  bool plain = card->layout == LAYOUT_NORMAL || card->layout == LAYOUT_PROTOTYPE;
  bool single = plain && str_equal(card->name, card->faces[0].texts[TEXT_NAME]);
  text_adds(definition, "(card ");
  text_addq(definition, card->name);
  if (!single) text_addf(definition, " (layout %s)", card_layout_text(card->layout));
  if (card->layout == LAYOUT_MELD && card->meld_with.length > 0) {
    text_adds(definition, " (meld-with ");
    text_addq(definition, card->meld_with);
    text_addc(definition, ')');
  }
  ImportRefusal refusal = REFUSED_NONE;
  for (u32 i = 0; i < card->face_count && !refusal; i++) {
    if (!single) {
      text_adds(definition, " (face ");
      text_addq(definition, card->faces[i].texts[TEXT_NAME]);
    }
    write_face(&card->faces[i], definition);
    refusal = write_abilities(oracle, &card->faces[i], i > 0, definition, says, detail);
    if (!single) text_addc(definition, ')');
  }
  text_adds(definition, ")\n");
  return refusal;
}

ImportRefusal import_compile(Oracle *oracle, const ImportCard *card, Text *definition, ImportSays *says, Str *detail) {
  *detail = card->detail;
  ImportRefusal refusal = card->refusal;
  for (u32 i = 0; i < card->face_count && !refusal; i++) refusal = check_face(&card->faces[i], detail);
  u32 start = definition->length;
  if (says) {
    text_clear(&says->text);
    says->spans.count = 0;
  }
  if (!refusal) refusal = write_card(oracle, card, definition, says, detail);
  if (refusal) definition->length = start;
  return refusal;
}
