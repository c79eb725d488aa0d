/* gavel cards show --why: from the text of a card to its definition, and back. */
#include "card_data.h"
#include "cards_oracle.h"

#include "api/api.h"
#include "import/again.h"
#include "import/database.h"

typedef struct Why {
  const CardDb *db;
  Oracle *oracle;
  Text out;
} Why;

static void write_heading(Why *w, const char *heading) { text_addf(&w->out, "--- %s\n", heading); }

/* What of a face is no rules text. */
static void write_face_line(Why *w, const ImportFace *face) {
  static const struct {
    ImportText text;
    const char *before;
  } PIECES[] = {{TEXT_NAME, ""},
                {TEXT_COST, "  "},
                {TEXT_TYPES, "  "},
                {TEXT_POWER, "  "},
                {TEXT_TOUGHNESS, "/"},
                {TEXT_LOYALTY, "  loyalty "},
                {TEXT_DEFENSE, "  defense "},
                {TEXT_HAND, "  hand "},
                {TEXT_LIFE, "  life "}};
  for (u32 i = 0; i < COUNT_OF(PIECES); i++) {
    Str piece = face->texts[PIECES[i].text];
    if (piece.length > 0) text_addf(&w->out, "%s%.*s", PIECES[i].before, (int)piece.length, piece.data);
  }
  text_addc(&w->out, '\n');
}

/* The texts of the faces of a card in a database. */
static void write_texts(Why *w, const ImportDb *db, u32 row, Str name) {
  ImportFace faces[IMPORT_FACES_MAX];
  ImportCard card;
  import_db_card(db, row, &card, faces);
  for (u32 i = 0; i < card.face_count; i++) {
    write_face_line(w, &faces[i]);
    text_addc(&w->out, '\n');
    OracleFace face = import_oracle_face(&faces[i]);
    oracle_explain(w->oracle, &face, &w->out);
  }
  if (card.refusal) {
    import_db_why_not(db, name, &w->out);
    text_addc(&w->out, '\n');
  }
}

static void write_definition(Why *w, u32 card) {
  write_heading(w, "Definition");
  card_print(w->db, card, &w->out);
  text_addc(&w->out, '\n');
}

/* The card's definition as English, and whether that says the same; how it was read, if there is no other text. */
static bool write_again(Why *w, u32 card, bool explain) {
  Again again;
  GavelError error = {0};
  bool fine = !again_init(&again, gavel_allocator_default(), w->db, w->oracle, &error);
  if (fine) again_say(&again, card);
  fine = fine && !again_compare(&again, &error);
  if (fine) {
    const Said *said = &again.said.data[0];
    write_heading(w, "The definition as English");
    text_add(&w->out, text_str(&said->english));
    if (said->same)
      text_adds(&w->out, "\nIt compiles to the same definition.\n");
    else
      text_addf(&w->out, "\nIt doesn't compile to the same definition: %s: %.*s\n", again_text(said->refusal),
                (int)said->why.length, said->why.data);
  } else {
    complain_of("english", &error);
  }
  again_free(&again);
  const CardDef *def = carddb_card(w->db, card);
  for (u32 i = 0; fine && explain && i < def->faces; i++) {
    Text english;
    text_init(&english, gavel_allocator_default());
    face_english(w->db, def->face + i, NULL, &english, NULL);
    const Chars *chars = &carddb_face(w->db, def->face + i)->chars;
    OracleFace face = oracle_face_of(w->db, chars, text_str(&english));
    text_addc(&w->out, '\n');
    oracle_explain(w->oracle, &face, &w->out);
    text_free(&english);
  }
  return fine;
}

int cards_why(const GavelCards *cards, const char *name) {
  Why w = {.db = api_carddb(cards)};
  GavelError error = {0};
  u32 card = gavel_cards_find(cards, name, NULL);
  bool known = card != 0, text = false;
  if (oracle_new(gavel_allocator_default(), &w.oracle, &error)) {
    complain_of("grammar", &error);
    return CLI_BAD_INPUT;
  }
  text_init(&w.out, gavel_allocator_default());
  for (u32 i = 0; i < cards->compiled.count && !text; i++) {
    const ImportDb *db = compiled_open(cards, i);
    u32 row = db ? import_db_find(db, str_of(name)) : IMPORT_NO_CARD;
    if (row == IMPORT_NO_CARD) continue;
    write_texts(&w, db, row, str_of(name));
    text = known = true;
  }
  if (card) write_definition(&w, card);
  bool fine = !card || write_again(&w, card, !text);
  print_text(&w.out);
  text_free(&w.out);
  oracle_free(w.oracle);
  return !fine ? CLI_BAD_INPUT : known ? CLI_FINE : CLI_FAILED;
}
