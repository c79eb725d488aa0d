/* The engine as a whole: cards, card data, and reading texts. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

Out *engine_out(Engine *engine) {
  out_clear(&engine->out);
  out_text(&engine->out, "");
  return &engine->out;
}

static void out_field(Out *out, const char *key, unsigned long long number) {
  if (!number) return;
  out_text(out, key);
  out_number(out, (long long)number);
}

GavelStatus engine_close(Engine *engine, GavelStatus status, const GavelError *error) {
  Out *out = &engine->out;
  static const GavelError NO_MEMORY = {.status = GAVEL_E_MEMORY, .message = "out of memory for the answer"};
  if (!status && out->failed) {
    status = GAVEL_E_MEMORY;
    error = &NO_MEMORY;
  }
  if (!status) return status;
  out_clear(out);
  out_text(out, "{\"status\":");
  out_number(out, status);
  if (error) {
    out_field(out, ",\"line\":", error->line);
    out_field(out, ",\"column\":", error->column);
    out_field(out, ",\"byte\":", error->byte);
  }
  out_text(out, ",\"message\":");
  out_string(out, error && error->message[0] ? error->message : gavel_status_text(status));
  out_text(out, "}");
  return status;
}

/* --- the engine ------------------------------------------------------------------------------ */

WEB_API Engine *gavel_web_create(void);
Engine *gavel_web_create(void) {
  Engine *engine = calloc(1, sizeof *engine);
  GavelCardsDef def = gavel_cards_def_default();
  if (engine && !gavel_cards_create(&def, &engine->cards, NULL)) return engine;
  free(engine);
  return NULL;
}

/* Switches to another language, for open sessions and games too. */
WEB_API void gavel_web_speak(Engine *engine, uint32_t language);
void gavel_web_speak(Engine *engine, uint32_t language) {
  engine->language = language == GAVEL_ITALIAN ? GAVEL_ITALIAN : GAVEL_ENGLISH;
}

/* The text of the last call, and its length in bytes. */
WEB_API const char *gavel_web_text(const Engine *engine);
const char *gavel_web_text(const Engine *engine) { return engine->out.data; }
WEB_API size_t gavel_web_text_length(const Engine *engine);
size_t gavel_web_text_length(const Engine *engine) { return engine->out.length; }

/* --- cards ----------------------------------------------------------------------------------- */

/* The names of all cards, one a line. */
WEB_API GavelStatus gavel_web_names(Engine *engine);
GavelStatus gavel_web_names(Engine *engine) {
  Out *out = engine_out(engine);
  for (GavelCardId card = 1; card <= gavel_cards_count(engine->cards); card++) {
    out_text(out, gavel_card_name(engine->cards, card));
    out_text(out, "\n");
  }
  return engine_close(engine, GAVEL_OK, NULL);
}

typedef struct CardText {
  size_t (*write)(const GavelCards *cards, GavelCardId card, char *out, size_t size);
  const GavelCards *cards;
  GavelCardId card;
} CardText;

static size_t write_card(void *user, char *data, size_t size) {
  const CardText *text = user;
  return text->write(text->cards, text->card, data, size);
}

static void card_field(Engine *engine, const char *key,
                       size_t (*write)(const GavelCards *cards, GavelCardId card, char *out, size_t size),
                       GavelCardId card) {
  CardText text = {write, engine->cards, card};
  out_text(&engine->out, key);
  out_written_string(&engine->out, write_card, &text);
}

/* The names of the listed cards that can't be played, one a line. */
WEB_API GavelStatus gavel_web_refused(Engine *engine);
GavelStatus gavel_web_refused(Engine *engine) {
  Out *out = engine_out(engine);
  uint32_t count = gavel_listed_count(engine->cards);
  for (uint32_t i = 0; i < count; i++) {
    if (!gavel_listed_refusal(engine->cards, i, NULL, 0)) continue;
    out_written(out, write_card, &(CardText){gavel_listed_name, engine->cards, i});
    out_text(out, "\n");
  }
  return engine_close(engine, GAVEL_OK, NULL);
}

/* Writes a card that can't be played in JSON: `name`, `types`, `text`, and the reason as `refusal`. False if there is
   none with that name. */
static bool refused_card(Engine *engine, const char *name) {
  uint32_t index = gavel_listed_find(engine->cards, name);
  if (!gavel_listed_refusal(engine->cards, index, NULL, 0)) return false;
  card_field(engine, "{\"name\":", gavel_listed_name, index);
  card_field(engine, ",\"types\":", gavel_listed_types, index);
  card_field(engine, ",\"text\":", gavel_listed_text, index);
  card_field(engine, ",\"refusal\":", gavel_listed_refusal, index);
  out_text(&engine->out, ",\"faces\":0,\"english\":\"\",\"definition\":\"\"}");
  return true;
}

/* A card in JSON: `name`, `faces`, `text`, `english`, `definition`, and `refusal`, the reason, for one that can't be
   played. GAVEL_E_UNKNOWN, with the nearest names. */
WEB_API GavelStatus gavel_web_card(Engine *engine, const char *name);
GavelStatus gavel_web_card(Engine *engine, const char *name) {
  Out *out = engine_out(engine);
  GavelCardId card = gavel_cards_find(engine->cards, name, NULL);
  if (!card && refused_card(engine, name)) return engine_close(engine, GAVEL_OK, NULL);
  if (!card) {
    const char *names[3];
    GavelError error = {.status = GAVEL_E_UNKNOWN};
    uint32_t count = gavel_cards_nearest(engine->cards, name, names, 3);
    out_text(out, "no card is called \"");
    out_text(out, name);
    out_text(out, count ? "\"; nearest: " : "\"");
    for (uint32_t i = 0; i < count; i++) {
      out_text(out, i ? ", " : "");
      out_text(out, names[i]);
    }
    strncpy(error.message, out->data ? out->data : "", sizeof error.message - 1);
    return engine_close(engine, GAVEL_E_UNKNOWN, &error);
  }
  out_text(out, "{\"name\":");
  out_string(out, gavel_card_name(engine->cards, card));
  out_text(out, ",\"faces\":");
  out_number(out, gavel_card_faces(engine->cards, card));
  card_field(engine, ",\"text\":", gavel_card_text, card);
  card_field(engine, ",\"english\":", gavel_card_english, card);
  card_field(engine, ",\"definition\":", gavel_card_definition, card);
  out_text(out, "}");
  return engine_close(engine, GAVEL_OK, NULL);
}

/* --- reading a text -------------------------------------------------------------------------- */

typedef struct ReadText {
  GavelReader *reader;
  const char *name, *text;
  bool spell;
  GavelReading reading;
} ReadText;

static size_t write_result(void *user, char *data, size_t size) {
  ReadText *read = user;
  return gavel_reader_read(read->reader, read->name, read->text, read->spell, &read->reading, data, size);
}

static size_t write_how(void *user, char *data, size_t size) {
  ReadText *read = user;
  return gavel_reader_explain(read->reader, read->name, read->text, read->spell, data, size);
}

/* How the text of a card is read, in JSON: `read`, `at` and `length` in bytes of what wasn't understood, `result`,
   `how`. */
WEB_API GavelStatus gavel_web_read(Engine *engine, const char *name, const char *text, int spell);
GavelStatus gavel_web_read(Engine *engine, const char *name, const char *text, int spell) {
  Out *out = engine_out(engine);
  if (!engine->reader) {
    GavelStatus status = gavel_reader_create(gavel_allocator_default(), &engine->reader, NULL);
    if (status) return engine_close(engine, status, NULL);
  }
  ReadText read = {.reader = engine->reader, .name = name, .text = text, .spell = spell};
  out_text(out, "{\"result\":");
  out_written_string(out, write_result, &read);
  out_text(out, read.reading.read ? ",\"read\":true" : ",\"read\":false");
  out_text(out, ",\"at\":");
  out_number(out, (long long)read.reading.at);
  out_text(out, ",\"length\":");
  out_number(out, (long long)read.reading.length);
  out_text(out, ",\"how\":");
  out_written_string(out, write_how, &read);
  out_text(out, "}");
  return engine_close(engine, GAVEL_OK, NULL);
}

/* --- card data ------------------------------------------------------------------------------- */

/* Reports the progress of an import; in library.js. */
extern void gavel_web_progress(double bytes, double cards, double compiled);

static bool on_progress(void *user, const GavelImportProgress *progress) {
  (void)user;
  gavel_web_progress((double)progress->bytes, (double)progress->cards, (double)progress->compiled);
  return true;
}

/* Cancels the current import. */
WEB_API void gavel_web_import_cancel(Engine *engine);
void gavel_web_import_cancel(Engine *engine) {
  gavel_import_destroy(engine->importing);
  engine->importing = NULL;
}

WEB_API GavelStatus gavel_web_import_begin(Engine *engine);
GavelStatus gavel_web_import_begin(Engine *engine) {
  GavelError error = {0};
  GavelImportDef def = gavel_import_def_default();
  engine_out(engine);
  gavel_web_import_cancel(engine);
  def.progress = on_progress;
  return engine_close(engine, gavel_import_create(&def, &engine->importing, &error), &error);
}

static GavelStatus no_import(Engine *engine) {
  static const GavelError NONE = {.message = "no import is under way"};
  return engine_close(engine, GAVEL_E_MISUSE, &NONE);
}

WEB_API GavelStatus gavel_web_import_feed(Engine *engine, const void *bytes, size_t size);
GavelStatus gavel_web_import_feed(Engine *engine, const void *bytes, size_t size) {
  GavelError error = {0};
  engine_out(engine);
  if (!engine->importing) return no_import(engine);
  return engine_close(engine, gavel_import_feed(engine->importing, bytes, size, &error), &error);
}

static void out_problems(Out *out, const GavelImport *import) {
  GavelError problem;
  out_text(out, ",\"problemList\":[");
  for (uint64_t i = 0; i < 20 && gavel_import_problem(import, i, &problem); i++) {
    out_text(out, i ? "," : "");
    out_string(out, problem.message);
  }
  out_text(out, "]");
}

/* Compiles what was fed. The text is the summary in JSON: `met`, `cards`, `accepted`, `problems`, and the first
   problems in words as `problemList`. */
WEB_API GavelStatus gavel_web_import_finish(Engine *engine);
GavelStatus gavel_web_import_finish(Engine *engine) {
  GavelError error = {0};
  Out *out = engine_out(engine);
  if (!engine->importing) return no_import(engine);
  GavelStatus status = gavel_import_finish(engine->importing, &error);
  GavelImportSummary summary = gavel_import_summary(engine->importing);
  out_text(out, "{\"met\":");
  out_number(out, (long long)summary.met);
  out_text(out, ",\"cards\":");
  out_number(out, (long long)summary.cards);
  out_text(out, ",\"accepted\":");
  out_number(out, (long long)summary.accepted);
  out_text(out, ",\"problems\":");
  out_number(out, (long long)summary.problems);
  out_problems(out, engine->importing);
  out_text(out, "}");
  return engine_close(engine, status, &error);
}

/* The compiled database of the current import, and its length. */
WEB_API const void *gavel_web_import_image(const Engine *engine, size_t *length);
const void *gavel_web_import_image(const Engine *engine, size_t *length) {
  *length = 0;
  return engine->importing ? gavel_import_image(engine->importing, length) : NULL;
}

/* Makes the built-in cards, with those of a compiled database if there is one. */
static GavelStatus make_cards(const void *image, size_t length, GavelCards **cards, GavelError *error) {
  GavelCardsDef def = gavel_cards_def_default();
  GavelStatus status = gavel_cards_create(&def, cards, error);
  if (status || !image) return status;
  status = gavel_cards_add_compiled(*cards, image, length, error);
  if (status) gavel_cards_destroy(*cards);
  return status;
}

/* Makes the engine use other cards. No session or game may exist. */
static void take_cards(Engine *engine, GavelCards *cards, GavelImport *import, void *image) {
  gavel_cards_destroy(engine->cards);
  gavel_import_destroy(engine->import);
  free(engine->image);
  engine->cards = cards;
  engine->import = import;
  engine->image = image;
}

/* Uses the imported cards from now on. */
WEB_API GavelStatus gavel_web_import_use(Engine *engine);
GavelStatus gavel_web_import_use(Engine *engine) {
  GavelError error = {0};
  GavelCards *cards = NULL;
  size_t length = 0;
  engine_out(engine);
  const void *image = gavel_web_import_image(engine, &length);
  if (!image) return no_import(engine);
  GavelStatus status = make_cards(image, length, &cards, &error);
  if (!status) {
    take_cards(engine, cards, engine->importing, NULL);
    engine->importing = NULL;
  }
  return engine_close(engine, status, &error);
}

/* Uses a stored compiled database, in memory from gavel_web_allocate that becomes the engine's; null: only the built-in
   cards. After an error the memory stays the caller's. */
WEB_API GavelStatus gavel_web_use_image(Engine *engine, void *image, size_t length);
GavelStatus gavel_web_use_image(Engine *engine, void *image, size_t length) {
  GavelError error = {0};
  GavelCards *cards = NULL;
  engine_out(engine);
  GavelStatus status = make_cards(image, length, &cards, &error);
  if (!status) take_cards(engine, cards, NULL, image);
  return engine_close(engine, status, &error);
}

WEB_API void *gavel_web_allocate(size_t size);
void *gavel_web_allocate(size_t size) { return malloc(size); }
WEB_API void gavel_web_free(void *memory);
void gavel_web_free(void *memory) { free(memory); }
WEB_API const char *gavel_web_version(void);
const char *gavel_web_version(void) { return gavel_version(); }
