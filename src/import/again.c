#include "import/again.h"

#include "import/forms.h"
#include "import/import.h"
#include "oracle/normal.h"

/* --- items without text ---------------------------------------------------------------------- */

/* Whether a face has an ability because of its subtype; its text only reminds of it. */
static bool is_intrinsic(LfStore *lf, const Chars *chars, Lf item) {
  bool found = false;
  for (Word subtype = word_first(WC_SUBTYPE); subtype < word_first(WC_SUBTYPE) + word_count(WC_SUBTYPE); subtype++) {
    u32 bad;
    const char *text = chars_subtype(chars, subtype) ? import_intrinsic(subtype) : NULL;
    if (text) found |= lf_read(lf, str_of(text), &bad) == item;
  }
  return found;
}

/* Whether an item of a card or face in text form doesn't depend on its text. */
static bool is_header(LfStore *lf, const Chars *chars, Lf item, u32 index) {
  static const Lf HEADS[] = {LF_LAYOUT, LF_MELD_WITH, LF_COST, LF_TYPES, LF_PT, LF_LOYALTY, LF_DEFENSE, LF_COLOR};
  for (u32 i = 0; i < COUNT_OF(HEADS); i++)
    if (lf_is(lf, item, HEADS[i])) return true;
  return index < 2 || is_intrinsic(lf, chars, item);
}

/* --- one face ---------------------------------------------------------------------------------- */

/* Tells why an ability has no words. */
static void tell_silence(Again *a, const CardDb *db, const Chars *chars, u32 ability) {
  OracleFace face = oracle_face_of(db, chars, STR(""));
  Silent silent = {.card = a->card};
  Text form;
  text_init(&form, a->allocator);
  text_init(&silent.why, a->allocator);
  ability_print(db, ability, &form);
  oracle_silence(a->oracle, &face, text_str(&form), carddb_says(db, ability), &silent.why);
  silent.ability = ability;
  a->failed |= form.failed || !vec_push(&a->allocator, &a->silent, silent);
  text_free(&form);
}

/* Writes abilities with the grammar's productions. What has no words alone may have them with others. */
static bool say_abilities(void *user, const CardDb *db, const Chars *chars, const u32 *abilities, u32 count,
                          Text *out) {
  Again *a = user;
  bool said = oracle_say_abilities(a->oracle, db, chars, abilities, count, out);
  if (!a->tells) return said;
  if (!said && count == 1) tell_silence(a, db, chars, abilities[0]);
  for (u32 i = 0; said && i < count && count > 1; i++)
    while (a->silent.count > 0 && a->silent.data[a->silent.count - 1].ability == abilities[count - 1 - i])
      text_free(&a->silent.data[--a->silent.count].why);
  return said;
}

/* --- comparing texts -------------------------------------------------------------------------------- */

static bool is_space(char c) { return c == ' ' || c == '\n'; }

/* Takes the next line off a text, without reminders (207.2a) and surrounding spaces; false at the end. */
static bool next_line(Str *rest, Text *line) {
  text_clear(line);
  if (rest->length == 0) return false;
  u32 depth = 0, i = 0;
  for (; i < rest->length && (depth > 0 || rest->data[i] != '\n'); i++) {
    char c = rest->data[i];
    if (c == '(' && depth++ == 0)
      while (line->length > 0 && is_space(line->data[line->length - 1])) line->length--;
    if (depth == 0) text_addc(line, c);
    depth -= depth > 0 && c == ')';
  }
  u32 skip = i < rest->length ? i + 1 : i;
  *rest = (Str){rest->data + skip, rest->length - skip};
  return true;
}

/* Counts the lines of a card's own text, and those that its English has too. */
static void count_lines(Again *a, Said *said) {
  Str printed = carddb_card_says(a->db, said->card);
  Text line, other;
  text_init(&line, a->allocator);
  text_init(&other, a->allocator);
  while (next_line(&printed, &line)) {
    bool found = false;
    Str english = text_str(&said->english);
    while (!found && next_line(&english, &other)) found = str_equal(text_str(&line), text_str(&other));
    if (line.length == 0) continue;
    said->lines++;
    said->equal += found;
  }
  a->failed |= line.failed || other.failed;
  text_free(&line);
  text_free(&other);
}

/* Copies a card or face in text form, with the abilities that its English from `at` on is read as. */
static OracleAnswer read_again(Oracle *oracle, LfStore *lf, const Chars *chars, OracleFace *text, Lf form,
                               const Text *english, u32 at, Text *definition) {
  text_addc(definition, '(');
  for (u32 i = 0; i < lf_count(lf, form); i++) {
    if (!is_header(lf, chars, lf_item(lf, form, i), i)) continue;
    if (i > 0) text_addc(definition, ' ');
    lf_print(lf, lf_item(lf, form, i), definition);
  }
  text->text = english->length > at ? (Str){english->data + at, english->length - at} : STR("");
  OracleAnswer answer = oracle_face(oracle, text, definition, NULL);
  text_addc(definition, ')');
  return answer;
}

/* The same with the English that productions generate for a face. What only templates can say can't be read back. */
static OracleAnswer face_again(Again *a, LfStore *lf, const CardDb *db, u32 face, bool later, Lf form, Text *english,
                               Text *definition) {
  const Chars *chars = &carddb_face(db, face)->chars;
  const CardSpeaker speaker = {a, say_abilities};
  OracleFace text = oracle_face_of(db, chars, STR(""));
  u32 at = english->length;
  text.later = later;
  if (face == carddb_card(db, a->card)->face) prototype_english(db, a->card, english);
  face_english(db, face, &speaker, english, NULL);
  return read_again(a->oracle, lf, chars, &text, form, english, at, definition);
}

/* --- cards ---------------------------------------------------------------------------------------- */

static OracleAnswer faces_again(Again *a, LfStore *lf, const CardDb *db, u32 card, Lf form, Text *english,
                                Text *definition) {
  OracleAnswer answer = {.refusal = ORACLE_READ};
  u32 face = carddb_card(db, card)->face;
  text_adds(definition, "(");
  for (u32 i = 0; i < lf_count(lf, form) && !answer.refusal; i++) {
    Lf item = lf_item(lf, form, i);
    if (i > 0) text_addc(definition, ' ');
    if (lf_is_atom(lf, item) || !lf_is(lf, item, LF_FACE)) {
      lf_print(lf, item, definition);
      continue;
    }
    bool later = face > carddb_card(db, card)->face;
    if (later) text_adds(english, "//\n");
    answer = face_again(a, lf, db, face++, later, item, english, definition);
  }
  text_adds(definition, ")");
  return answer;
}

/* Writes the English of a card, and a card with its characteristics and the abilities that the oracle reads from that
   English. */
static OracleAnswer card_again(Again *a, u32 card, Text *english, Text *definition) {
  LfStore *lf = &a->forms;
  Lf form = form_of_card(lf, a->db, card);
  if (!form) return (OracleAnswer){.refusal = ORACLE_MEMORY};
  bool several = false;
  for (u32 i = 0; i < lf_count(lf, form); i++) several |= lf_is_list(lf, lf_item(lf, form, i), LF_FACE);
  return several ? faces_again(a, lf, a->db, card, form, english, definition)
                 : face_again(a, lf, a->db, carddb_card(a->db, card)->face, false, form, english, definition);
}

/* --- many cards ---------------------------------------------------------------------------------- */

GavelStatus again_init(Again *again, GavelAllocator allocator, const CardDb *db, Oracle *oracle, GavelError *error) {
  *again = (Again){.allocator = allocator, .db = db, .oracle = oracle};
  arena_init(&again->arena, allocator);
  lf_init(&again->forms, allocator);
  return carddb_init(&again->again, allocator, error);
}

void again_free(Again *again) {
  for (u32 i = 0; i < again->said.count; i++) {
    text_free(&again->said.data[i].english);
    text_free(&again->said.data[i].why);
  }
  for (u32 i = 0; i < again->silent.count; i++) text_free(&again->silent.data[i].why);
  vec_free(&again->allocator, &again->silent);
  vec_free(&again->allocator, &again->said);
  vec_free(&again->allocator, &again->definitions);
  vec_free(&again->allocator, &again->owners);
  lf_free(&again->forms);
  carddb_free(&again->again);
  arena_free(&again->arena);
}

void again_say(Again *again, u32 card) {
  Said said = {.card = card};
  Text definition;
  text_init(&said.english, again->allocator);
  text_init(&said.why, again->allocator);
  text_init(&definition, again->allocator);
  u32 mark = lf_mark(&again->forms);
  again->card = card;
  OracleAnswer answer = card_again(again, card, &said.english, &definition);
  lf_forget(&again->forms, mark);
  said.refusal = answer.refusal;
  if (answer.refusal) {
    text_add(&said.why, answer.words);
  } else {
    const char *kept = arena_text(&again->arena, definition.data, definition.length);
    again->failed |= !kept || !vec_push(&again->allocator, &again->definitions, ((Str){kept, definition.length})) ||
                     !vec_push(&again->allocator, &again->owners, again->said.count);
  }
  count_lines(again, &said);
  again->failed |= answer.refusal == ORACLE_MEMORY || said.english.failed || definition.failed || again->forms.failed;
  text_free(&definition);
  if (vec_push(&again->allocator, &again->said, said)) return;
  again->failed = true;
  text_free(&said.english);
  text_free(&said.why);
}

static void refused(void *user, u32 index, const GavelError *error) {
  Again *again = user;
  Said *said = &again->said.data[again->owners.data[index]];
  said->refusal = ORACLE_MEANING;
  text_adds(&said->why, error->message);
}

static void compare(Again *again, Said *said) {
  LfStore *lf = &again->forms;
  u32 mark = lf_mark(lf);
  said->twin =
      carddb_find_whole(&again->again, intern_text(&again->db->names, carddb_card(again->db, said->card)->name));
  Lf before = form_of_card(lf, again->db, said->card), after = form_of_card(lf, &again->again, said->twin);
  before = before ? lf_normal(lf, before) : 0;
  after = after ? lf_normal(lf, after) : 0;
  said->same = before == after;
  if (!lf->failed && !said->same) forms_write_difference(lf, before, after, &said->why);
  again->failed |= lf->failed || said->why.failed;
  lf_forget(lf, mark);
}

GavelStatus again_compare(Again *again, GavelError *error) {
  if (!again->failed) {
    GavelStatus status =
        carddb_load_each(&again->again, again->definitions.data, NULL, again->definitions.count, refused, again, error);
    if (!status) status = carddb_link(&again->again, error);
    if (status) return status;
  }
  for (u32 i = 0; i < again->said.count && !again->failed; i++)
    if (!again->said.data[i].refusal) compare(again, &again->said.data[i]);
  return again->failed ? error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory") : GAVEL_OK;
}

const char *again_text(OracleRefusal refusal) {
  return refusal == ORACLE_READ ? "comes back as another" : oracle_refusal_text(refusal);
}
