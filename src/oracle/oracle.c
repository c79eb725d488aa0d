#include "oracle/oracle.h"

#include "base/embedded.h"
#include "oracle/oracle_inner.h"

#define PARAGRAPHS_MAX 64u

const char *oracle_refusal_text(OracleRefusal refusal) {
  static const char *const TEXTS[] = {
      [ORACLE_WORDS] = "can't read this part of its text",
      [ORACLE_MEANING] = "it says something that Gavel can't express",
      [ORACLE_AMBIGUOUS] = "it can be read in two ways",
      [ORACLE_LONG] = "it is too long",
      [ORACLE_MEMORY] = "out of memory",
  };
  ASSERT(refusal != ORACLE_READ);
  return TEXTS[refusal];
}

/* --- making and freeing ----------------------------------------------------------------------------------- */

void oracle_free(Oracle *oracle) {
  if (!oracle) return;
  GavelAllocator allocator = oracle->outer;
  if (oracle->realiser.grammar) realiser_free(&oracle->realiser);
  vec_free(&oracle->allocator, &oracle->rows);
  binder_free(&oracle->binder);
  chart_free(&oracle->chart);
  tokens_free(&oracle->tokens);
  grammar_free(&oracle->grammar);
  arena_free(&oracle->arena);
  text_free(&oracle->reason);
  allocator.resize(allocator.user, oracle, sizeof *oracle, 0);
}

static GavelStatus load(Oracle *o, GavelError *error) {
  GrammarFile files[64];
  u32 count;
  const EmbeddedFile *embedded = embedded_grammar(&count);
  if (count > COUNT_OF(files)) return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "grammar: too many files");
  for (u32 i = 0; i < count; i++) files[i] = (GrammarFile){embedded[i].name, {embedded[i].text, embedded[i].length}};
  GavelStatus status = grammar_load(o->allocator, files, count, &o->grammar, error);
  return status == GAVEL_OK ? grammar_check(&o->grammar, files, error) : status;
}

static void *watched(void *user, void *block, size_t old_size, size_t new_size) {
  Oracle *o = user;
  void *now = o->outer.resize(o->outer.user, block, old_size, new_size);
  o->refused |= !now && new_size > 0;
  return now;
}

GavelStatus oracle_new(GavelAllocator allocator, Oracle **oracle, GavelError *error) {
  *oracle = NULL;
  Oracle *o = allocator.resize(allocator.user, NULL, 0, sizeof *o);
  if (!o) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  *o = (Oracle){.outer = allocator, .allocator = {.resize = watched, .user = o}};
  allocator = o->allocator;
  GavelStatus status = load(o, error);
  arena_init(&o->arena, allocator);
  text_init(&o->reason, allocator);
  const IrSignature *signatures = status == GAVEL_OK ? ir_signatures_make(&o->arena) : NULL;
  if (status == GAVEL_OK && (!signatures || !binder_init(&o->binder, allocator, &o->grammar.lf, signatures)))
    status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  chart_init(&o->chart, allocator, &o->grammar);
  tokens_init(&o->tokens, allocator);
  o->permanent_line = grammar_category(&o->grammar, STR("permanent-line"));
  o->spell_line = grammar_category(&o->grammar, STR("spell-line"));
  if (o->refused) status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  if (status == GAVEL_OK) {
    o->grammar.lf_own = lf_mark(&o->grammar.lf);
    *oracle = o;
  } else {
    oracle_free(o);
  }
  return status;
}

/* --- faces ---------------------------------------------------------------------------------------------- */

Str oracle_kind(u16 supertypes, u16 types, const Word *subtypes, u32 count) {
  static const struct {
    Word word;
    const char *kind;
  } KINDS[] = {{W_AURA, "aura"},         {W_EQUIPMENT, "equipment"},    {W_VEHICLE, "vehicle"},
               {W_SAGA, "saga"},         {W_CREATURE, "creature"},      {W_LAND, "land"},
               {W_ARTIFACT, "artifact"}, {W_ENCHANTMENT, "enchantment"}};
  if (supertypes >> supertype_bit(W_LEGENDARY) & 1) return STR("legendary");
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    for (u32 k = 0; k < count; k++)
      if (subtypes[k] == KINDS[i].word) return str_of(KINDS[i].kind);
    if (i >= 4 && types >> type_bit(KINDS[i].word) & 1) return str_of(KINDS[i].kind);
  }
  return STR("spell");
}

OracleFace oracle_face_of(const CardDb *db, const Chars *chars, Str text) {
  static const Word SUBTYPES[] = {W_AURA, W_EQUIPMENT, W_VEHICLE, W_SAGA};
  Word there[COUNT_OF(SUBTYPES)];
  u32 count = 0;
  for (u32 i = 0; i < COUNT_OF(SUBTYPES); i++)
    if (chars_subtype(chars, SUBTYPES[i])) there[count++] = SUBTYPES[i];
  return (OracleFace){.name = intern_text(&db->names, chars->name),
                      .text = text,
                      .kind = oracle_kind(chars->supertypes, chars->types, there, count),
                      .legendary = (chars->supertypes & SUPERTYPE(LEGENDARY)) != 0,
                      .spell = (chars->types & (TYPE(INSTANT) | TYPE(SORCERY))) != 0};
}

/* --- beginning ---------------------------------------------------------------------------------------------- */

static bool is_creature_type(Str name) {
  Word word = word_find(name, WC_SUBTYPE);
  return word && word_subtype_class(word) == SUB_CREATURE;
}

/* Leaves out names that are creature types. Whether there were any. */
static bool drop_types(Oracle *o) {
  u32 kept = 0, count = o->name_count;
  for (u32 i = 0; i < count; i++)
    if (!is_creature_type(o->names[i])) o->names[kept++] = o->names[i];
  o->name_count = kept;
  return kept < count;
}

/* Notes what the text of a face may call it: its name, and if it is legendary the beginning of that (201.5b). */
static void note_names(Oracle *o, const OracleFace *face) {
  o->name_count = 0;
  if (face->name.length == 0) return;
  o->names[o->name_count++] = face->name;
  for (u32 i = 1; face->legendary && i + 1 < face->name.length && o->name_count < NAMES_MAX; i++) {
    bool comma = face->name.data[i] == ',', space = face->name.data[i] == ' ';
    if ((comma || space) && face->name.data[i - 1] != ',' && face->name.data[i - 1] != ' ')
      o->names[o->name_count++] = (Str){face->name.data, i};
  }
  if (o->types_apart) drop_types(o);
}

/* Once something is said, forms are kept with the phrases found for them until there are so many. */
#define KEPT_MAX 200000u

void oracle_begin(Oracle *o, const OracleFace *face) {
  note_names(o, face);
  Lf own = o->grammar.lf_own;
  if (!o->realiser.grammar || o->realiser.gave_up || lf_mark(&o->grammar.lf) > own + KEPT_MAX) {
    if (o->realiser.grammar) realiser_forget(&o->realiser);
    if (o->counted) usual_forget(o->counted, own);
    lf_forget(&o->grammar.lf, own);
  }
  bind_face_begin(&o->binder, face->name, face->later);
}

/* --- paragraphs ---------------------------------------------------------------------------------------------- */

/* Whether a line is a mode of the one before it: behind a mark (700.2), a cost (702.172b) or a result (706.3). */
static bool is_item(Str line) {
  u32 i = 0;
  while (i < line.length && line.data[i] >= '0' && line.data[i] <= '9') i++;
  Str rest = {line.data + i, line.length - i};
  return str_begins(line, STR("\xe2\x80\xa2")) || str_begins(line, STR("+ {")) || str_begins(line, STR("{P}")) ||
         (i > 0 &&
          (str_begins(rest, STR("\xe2\x80\x94")) || str_begins(rest, STR("-")) || str_begins(rest, STR(" |"))));
}

Str oracle_paragraph(Str *rest) {
  u32 end = 0;
  for (;;) {
    while (end < rest->length && rest->data[end] != '\n') end++;
    Str more = {rest->data + end + 1, end < rest->length ? rest->length - end - 1 : 0};
    if (end >= rest->length || !is_item(more)) break;
    end++;
  }
  Str paragraph = {rest->data, end};
  u32 skip = end < rest->length ? end + 1 : end;
  *rest = (Str){rest->data + skip, rest->length - skip};
  return paragraph;
}

static bool split(Oracle *o, const OracleFace *face, Str piece) {
  note_names(o, face);
  return tokens_read(&o->tokens, piece, o->names, o->name_count, &o->grammar.vocabulary, false);
}

u32 oracle_words(Oracle *o, const OracleFace *face, Str *words, u32 cap) {
  Str text = face->text;
  if (!split(o, face, text)) return 0;
  u32 count = 0;
  for (; count < o->tokens.tokens.count && count < cap; count++) {
    Token token = o->tokens.tokens.data[count];
    words[count] = (Str){text.data + token.begin, token.end - token.begin};
  }
  return count;
}

bool oracle_plain(Oracle *o, const OracleFace *face, Str piece, Text *out) {
  bool fits = split(o, face, piece);
  StrId self = intern_find(&o->grammar.vocabulary, STR("~")), before = 0;
  StrId named = intern_find(&o->grammar.vocabulary, STR("named"));
  u32 end = 0;
  for (u32 i = 0; fits && i < o->tokens.tokens.count; i++) {
    Token token = o->tokens.tokens.data[i];
    bool line = false;
    for (u32 k = end; k < token.begin; k++) line |= piece.data[k] == '\n';
    if (i > 0 && token.begin > end) text_addc(out, line ? '\n' : ' ');
    text_add(out, token.word == self && before != named ? STR("~")
                                                        : (Str){piece.data + token.begin, token.end - token.begin});
    end = token.end;
    before = token.word;
  }
  return fits && !out->failed;
}

static Str words_from(const Oracle *o, Str paragraph, u32 token) {
  u32 count = o->tokens.tokens.count;
  if (token >= count) return (Str){paragraph.data + paragraph.length, 0};
  u32 last = token + 3 < count ? token + 3 : count - 1;
  u32 begin = o->tokens.tokens.data[token].begin;
  return (Str){paragraph.data + begin, o->tokens.tokens.data[last].end - begin};
}

/* False if there are too many, or some are what a spell does and others aren't. */
static bool add_meaning(const Oracle *o, Meanings *meanings, Lf form) {
  bool spell = lf_is(&o->grammar.lf, form, LF_SPELL);
  if (meanings->count == MEANINGS_MAX) return false;
  if (meanings->count > 0 && lf_is(&o->grammar.lf, meanings->forms[0], LF_SPELL) != spell) return false;
  meanings->forms[meanings->count++] = form;
  return true;
}

/* All that the words of a paragraph may say. */
static OracleAnswer read_tokens(Oracle *o, const OracleFace *face, Str paragraph, Meanings *meanings) {
  OracleAnswer answer = {.refusal = ORACLE_READ};
  meanings->count = 0;
  u32 count = o->tokens.tokens.count;
  if (count == 0) return answer;
  u32 r = chart_read(&o->chart, paragraph.data, o->tokens.tokens.data, count,
                     face->spell ? o->spell_line : o->permanent_line);
  bool crowded = false, too_long = o->chart.too_long;
  for (; r; r = o->chart.readings.data[r].next) {
    const Reading *reading = &o->chart.readings.data[r];
    if (reading->end != count) continue;
    crowded |= !add_meaning(o, meanings, reading->meaning);
    if (o->counted && meanings->count == 1) usual_count(o->counted, &o->chart, r, face->kind);
    if (o->pieces_used) chart_pieces(&o->chart, r, o->pieces_used);
  }
  if (meanings->count > 0 && !crowded && !too_long) return answer;
  answer.refusal = crowded ? ORACLE_AMBIGUOUS : too_long ? ORACLE_LONG : ORACLE_WORDS;
  answer.words = crowded || too_long ? paragraph : words_from(o, paragraph, o->chart.furthest);
  return answer;
}

/* Takes square brackets out of a paragraph, and what stands within them, too. False if there are no pairs of them. */
static bool take_brackets(Oracle *o, const char *text, bool and_words) {
  u32 kept = 0, opened = 0, closed = 0, count = o->tokens.tokens.count;
  for (u32 i = 0; i < count; i++) {
    Token token = o->tokens.tokens.data[i];
    char c = token.end == token.begin + 1 ? text[token.begin] : 0;
    opened += c == '[';
    closed += c == ']';
    if (opened - closed > 1) return false;
    if (c != '[' && c != ']' && !(opened > closed && and_words)) o->tokens.tokens.data[kept++] = token;
  }
  if (opened != closed) return false;
  o->tokens.tokens.count = kept;
  return kept < count;
}

/* Cleave (702.148a): a spell for which that cost was paid doesn't say what stands in square brackets. */
static void join_cleaved(Oracle *o, Meanings *printed, const Meanings *cleaved) {
  LfStore *lf = &o->grammar.lf;
  Meanings joined = {.count = 0};
  for (u32 i = 0; i < printed->count; i++)
    for (u32 k = 0; k < cleaved->count && joined.count < MEANINGS_MAX; k++) {
      Lf items[] = {LF_IF, lf_make(lf, LF_PAID, LF_CLEAVE, 0, 0), lf_item(lf, cleaved->forms[k], 1), LF_OPT_ELSE,
                    lf_item(lf, printed->forms[i], 1)};
      joined.forms[joined.count++] = lf_make(lf, LF_SPELL, lf_list(lf, items, COUNT_OF(items)), 0, 0);
    }
  *printed = joined;
}

OracleAnswer oracle_read_paragraph(Oracle *o, const OracleFace *face, Str paragraph, Meanings *meanings) {
  meanings->count = 0;
  if (!split(o, face, paragraph)) return (OracleAnswer){.refusal = ORACLE_LONG, .words = paragraph};
  bool cleaves = face->spell && take_brackets(o, paragraph.data, false);
  OracleAnswer answer = read_tokens(o, face, paragraph, meanings);
  if (!cleaves || answer.refusal != ORACLE_READ) return answer;
  Meanings cleaved;
  split(o, face, paragraph);
  take_brackets(o, paragraph.data, true);
  answer = read_tokens(o, face, paragraph, &cleaved);
  if (answer.refusal == ORACLE_READ) join_cleaved(o, meanings, &cleaved);
  return answer;
}

bool oracle_join(Oracle *o, Meanings *spell, const Meanings *more) {
  Meanings joined = {.count = 0};
  LfStore *lf = &o->grammar.lf;
  if (spell->count * more->count > MEANINGS_MAX) return false;
  for (u32 i = 0; i < spell->count; i++)
    for (u32 k = 0; k < more->count; k++)
      joined.forms[joined.count++] = lf_make(
          lf, LF_SPELL, lf_make(lf, LF_SEQ, lf_item(lf, spell->forms[i], 1), lf_item(lf, more->forms[k], 1), 0), 0, 0);
  *spell = spell->count > 0 ? joined : *more;
  return true;
}

static OracleAnswer refuse_meaning(Oracle *o) {
  text_clear(&o->reason);
  text_addf(&o->reason, "%s: %.*s", o->binder.refusal ? o->binder.refusal : "this means nothing",
            (int)o->binder.refused.length, o->binder.refused.data);
  return (OracleAnswer){ORACLE_MEANING, text_str(&o->reason)};
}

Lf oracle_bind(Oracle *o, const Meanings *meanings, Str paragraph, OracleAnswer *answer) {
  Lf bound = 0;
  for (u32 i = 0; i < meanings->count; i++) {
    Lf ability = bind_ability(&o->binder, meanings->forms[i]);
    if (!ability) continue;
    if (bound && bound != ability) {
      *answer = (OracleAnswer){.refusal = ORACLE_AMBIGUOUS, .words = paragraph};
      return 0;
    }
    bound = ability;
  }
  if (bound) return bound;
  *answer = refuse_meaning(o);
  return 0;
}

/* Adds an ability, or those of a list each. False if there are too many. */
static bool flatten(const LfStore *lf, Lf ability, Lf *flat, u32 *count) {
  if (lf_is_list(lf, ability, LF_LIST)) {
    for (u32 i = 1; i < lf_count(lf, ability); i++)
      if (!flatten(lf, lf_item(lf, ability, i), flat, count)) return false;
    return true;
  }
  if (*count == ORACLE_ABILITIES_MAX) return false;
  flat[(*count)++] = ability;
  return true;
}

static void print_ability(Oracle *o, Lf ability, Text *out) {
  text_adds(out, "\n  ");
  lf_print(&o->grammar.lf, ability, out);
}

/* What the box of a station card says, or 0. */
static Lf box_of(Oracle *o, const OracleFace *face) {
  if (face->power.length == 0 || face->toughness.length == 0) return 0;
  Text box;
  text_init(&box, o->allocator);
  text_addf(&box, "(box (add-type creature) (base-pt %.*s %.*s))", (int)face->power.length, face->power.data,
            (int)face->toughness.length, face->toughness.data);
  u32 bad;
  Lf form = lf_read(&o->grammar.lf, text_str(&box), &bad);
  o->grammar.lf.failed |= box.failed;
  text_free(&box);
  return form;
}

/* Takes the next of several abilities off a paragraph that lists them: up to a comma or semicolon outside of parentheses
   and quotation marks. */
static OracleSpan listed(const char *text, OracleSpan *rest) {
  u32 depth = 0, i = 0;
  bool quoted = false;
  for (; i < rest->length; i++) {
    char c = text[rest->at + i];
    depth += c == '(';
    depth -= depth > 0 && c == ')';
    quoted ^= c == '"';
    if (depth == 0 && !quoted && (c == ',' || c == ';')) break;
  }
  OracleSpan piece = {rest->at, i};
  for (; i < rest->length && strchr(",; ", text[rest->at + i]); i++) continue;
  *rest = (OracleSpan){rest->at + i, rest->length - i};
  return piece;
}

/* Says which words of a paragraph each of its abilities has: its item of a list of as many, else all. */
static void spread(const char *text, OracleSpan paragraph, OracleSpan *spans, u32 count) {
  OracleSpan rest = paragraph;
  u32 n = 0;
  for (; rest.length > 0 && n < count; n++) spans[n] = listed(text, &rest);
  if (count > 1 && n == count && rest.length == 0) return;
  for (u32 i = 0; i < count; i++) spans[i] = paragraph;
}

/* Writes the abilities of the paragraphs of a face. */
static OracleAnswer print_abilities(Oracle *o, const OracleFace *face, const Lf *bound, const OracleSpan *paragraphs,
                                    u32 count, Text *out, OracleSpans *spans) {
  LfStore *lf = &o->grammar.lf;
  OracleAnswer answer = {.refusal = ORACLE_READ};
  Lf flat[ORACLE_ABILITIES_MAX];
  OracleSpan of[ORACLE_ABILITIES_MAX];
  u32 first[ORACLE_ABILITIES_MAX + 1], n = 0;
  for (u32 i = 0; i < count; i++) {
    u32 before = n;
    if (!flatten(lf, bound[i], flat, &n)) return (OracleAnswer){.refusal = ORACLE_LONG, .words = face->text};
    spread(face->text.data, paragraphs[i], &of[before], n - before);
  }
  if (!bind_face(&o->binder, flat, first, &n, box_of(o, face))) return refuse_meaning(o);
  for (u32 i = 0; i < n; i++) {
    print_ability(o, flat[i], out);
    if (!spans || lf_is_list(lf, flat[i], LF_PROTOTYPE)) continue;
    OracleSpan from = of[first[i]], to = of[first[i + 1] - 1];
    spans->of[spans->count++] = (OracleSpan){from.at, to.at + to.length - from.at};
  }
  return answer;
}

/* --- faces ------------------------------------------------------------------------------------------------------ */

/* What the spell abilities of a face say beside its other abilities. */
static void adapt(Oracle *o, Meanings *spell, const Lf *abilities, u32 count, u32 spell_at) {
  for (u32 i = 0; i < spell->count; i++)
    for (u32 k = 0; k < count; k++)
      if (k != spell_at && abilities[k])
        spell->forms[i] = bind_spell_with(&o->grammar.lf, spell->forms[i], abilities[k]);
}

/* Whether memory was short; what was read then means nothing. */
static bool failed(const Oracle *o) {
  return o->refused || o->grammar.lf.failed || o->chart.failed || o->tokens.failed || o->reason.failed;
}

static OracleAnswer read_face(Oracle *o, const OracleFace *face, Text *abilities, OracleSpans *spans) {
  if (spans) spans->count = 0;
  OracleAnswer answer = {.refusal = ORACLE_READ};
  Lf bound[PARAGRAPHS_MAX];
  OracleSpan at[PARAGRAPHS_MAX];
  u32 count = 0, spell_at = PARAGRAPHS_MAX;
  Meanings spell = {.count = 0};
  for (Str rest = face->text; rest.length > 0 && answer.refusal == ORACLE_READ;) {
    Str paragraph = oracle_paragraph(&rest);
    Meanings meanings;
    answer = oracle_read_paragraph(o, face, paragraph, &meanings);
    if (answer.refusal != ORACLE_READ || meanings.count == 0) continue;
    if (count == PARAGRAPHS_MAX) return (OracleAnswer){.refusal = ORACLE_LONG, .words = paragraph};
    OracleSpan span = {(u32)(paragraph.data - face->text.data), paragraph.length};
    if (lf_is(&o->grammar.lf, meanings.forms[0], LF_SPELL)) {
      if (!oracle_join(o, &spell, &meanings)) return (OracleAnswer){ORACLE_AMBIGUOUS, paragraph};
      if (spell_at == PARAGRAPHS_MAX) at[spell_at = count++] = span;
      at[spell_at].length = span.at + span.length - at[spell_at].at;
    } else {
      at[count] = span;
      bound[count++] = oracle_bind(o, &meanings, paragraph, &answer);
    }
  }
  adapt(o, &spell, bound, count, spell_at);
  if (answer.refusal == ORACLE_READ && spell_at < PARAGRAPHS_MAX)
    bound[spell_at] = oracle_bind(o, &spell, face->text, &answer);
  if (answer.refusal == ORACLE_READ && !bind_links(&o->binder, bound, count)) answer = refuse_meaning(o);
  u32 before = abilities->length;
  if (answer.refusal == ORACLE_READ && !failed(o))
    answer = print_abilities(o, face, bound, at, count, abilities, spans);
  if (!failed(o) && !abilities->failed) return answer;
  abilities->length = before;
  if (abilities->data) abilities->data[before] = 0;
  return (OracleAnswer){.refusal = ORACLE_MEMORY};
}

/* A name that is a creature type may stand for that alone. */
OracleAnswer oracle_face(Oracle *o, const OracleFace *face, Text *abilities, OracleSpans *spans) {
  oracle_begin(o, face);
  u32 before = abilities->length;
  OracleAnswer answer = read_face(o, face, abilities, spans);
  if (answer.refusal == ORACLE_READ || answer.refusal == ORACLE_MEMORY) return answer;
  note_names(o, face);
  if (!drop_types(o)) return answer;
  abilities->length = before;
  if (abilities->data) abilities->data[before] = 0;
  o->types_apart = true;
  oracle_begin(o, face);
  OracleAnswer again = read_face(o, face, abilities, spans);
  o->types_apart = false;
  return again.refusal == ORACLE_READ || again.refusal == ORACLE_MEMORY ? again : answer;
}

/* Writes the different abilities that meanings come to, if there are several. */
static void write_different(Oracle *o, const Meanings *meanings, Str paragraph, Text *out) {
  Lf bound[MEANINGS_MAX];
  u32 count = 0;
  for (u32 i = 0; i < meanings->count; i++) {
    Lf ability = bind_ability(&o->binder, meanings->forms[i]);
    bool known = !ability;
    for (u32 k = 0; k < count; k++) known |= bound[k] == ability;
    if (!known) bound[count++] = ability;
  }
  if (count < 2) return;
  text_addf(out, "  %.*s\n", (int)paragraph.length, paragraph.data);
  for (u32 i = 0; i < count; i++) {
    text_adds(out, "  ");
    print_ability(o, bound[i], out);
  }
}

void oracle_readings(Oracle *o, const OracleFace *face, Text *out) {
  oracle_begin(o, face);
  Meanings spell = {.count = 0};
  for (Str rest = face->text; rest.length > 0;) {
    Str paragraph = oracle_paragraph(&rest);
    Meanings meanings;
    OracleAnswer answer = oracle_read_paragraph(o, face, paragraph, &meanings);
    if (answer.refusal == ORACLE_AMBIGUOUS)
      text_addf(out, "  too many readings: %.*s\n", (int)paragraph.length, paragraph.data);
    if (answer.refusal != ORACLE_READ || meanings.count == 0) continue;
    write_different(o, &meanings, paragraph, out);
    if (lf_is(&o->grammar.lf, meanings.forms[0], LF_SPELL) && !oracle_join(o, &spell, &meanings)) return;
  }
  if (spell.count > 0) write_different(o, &spell, face->text, out);
}

bool oracle_usual(Oracle *o, const OracleFace *faces, u32 count, Text *out) {
  Usual usual;
  usual_init(&usual, o->allocator, &o->grammar);
  o->counted = &usual;
  for (u32 i = 0; i < count * USUAL_PASSES; i++) {
    usual.pass = (UsualPass)(i / count);
    const OracleFace *face = &faces[i % count];
    oracle_begin(o, face);
    for (Str rest = face->text; rest.length > 0;) {
      Meanings meanings;
      oracle_read_paragraph(o, face, oracle_paragraph(&rest), &meanings);
    }
  }
  o->counted = NULL;
  usual_write(&usual, out);
  bool done = !usual.failed && !out->failed;
  usual_free(&usual);
  return done;
}
