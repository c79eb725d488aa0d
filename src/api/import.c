/* Imports card data, and reads single texts. */
#include "gavel/import.h"

#include "api/api.h"
#include "oracle/oracle.h"

typedef enum ImportPhase { PHASE_READING, PHASE_COMPILED, PHASE_FAILED } ImportPhase;

struct GavelImport {
  GavelImportDef def;
  ImportReader *reader; /* while reading */
  GavelError found;     /* the reader's errors */
  Import import;
  Text image;
  ImportPhase phase;
  GavelImportProgress progress;
  u64 accepted;
  bool stopped;
};

static GavelStatus no_memory(GavelError *error) {
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for card data");
}

GavelImportDef gavel_import_def_default(void) { return (GavelImportDef){.allocator = gavel_allocator_default()}; }

/* --- reading --------------------------------------------------------------------------------- */

GavelStatus gavel_import_create(const GavelImportDef *def, GavelImport **import, GavelError *error) {
  GavelAllocator allocator = def->allocator;
  *import = NULL;
  GavelImport *made = allocator.resize(allocator.user, NULL, 0, sizeof *made);
  if (!made) return no_memory(error);
  memset(made, 0, sizeof *made);
  made->def = *def;
  text_init(&made->image, allocator);
  GavelStatus status = import_begin(allocator, &made->reader, &made->found);
  if (status) {
    if (error) *error = made->found;
    allocator.resize(allocator.user, made, sizeof *made, 0);
    return status;
  }
  *import = made;
  return GAVEL_OK;
}

void gavel_import_destroy(GavelImport *import) {
  if (!import) return;
  GavelAllocator allocator = import->def.allocator;
  if (import->reader) import_drop(import->reader);
  if (import->phase == PHASE_COMPILED) import_free(&import->import);
  text_free(&import->image);
  allocator.resize(allocator.user, import, sizeof *import, 0);
}

/* Fails the import: frees what it holds; only gavel_import_destroy is possible then. */
static GavelStatus import_fails(GavelImport *import, GavelStatus status, GavelError *error) {
  if (import->reader) import_drop(import->reader);
  import->reader = NULL;
  import->phase = PHASE_FAILED;
  if (error) *error = import->found;
  return status;
}

static GavelStatus check_reading(const GavelImport *import, GavelError *error) {
  if (import->phase == PHASE_READING) return GAVEL_OK;
  return error_set(error, GAVEL_E_MISUSE, 0, 0, 0,
                   import->phase == PHASE_FAILED ? "this import has failed; begin another one"
                                                 : "this import is finished; begin another one");
}

/* Asks the progress callback whether to go on. */
static bool goes_on(GavelImport *import) {
  import->stopped |= import->def.progress && !import->def.progress(import->def.user, &import->progress);
  return !import->stopped;
}

static GavelStatus stopped(GavelImport *import, GavelError *error) {
  error_set(&import->found, GAVEL_E_STOPPED, 0, 0, import->progress.bytes, "the import was stopped");
  return import_fails(import, GAVEL_E_STOPPED, error);
}

/* Maximum number of bytes between two calls of the progress callback. */
#define PIECE_MAX ((size_t)1 << 18)

GavelStatus gavel_import_feed(GavelImport *import, const void *bytes, size_t size, GavelError *error) {
  GavelStatus status = check_reading(import, error);
  if (status) return status;
  const char *rest = bytes;
  while (size > 0) {
    size_t piece = size < PIECE_MAX ? size : PIECE_MAX;
    status = import_feed(import->reader, rest, piece);
    if (status) return import_fails(import, status, error);
    rest += piece;
    size -= piece;
    import->progress.bytes += piece;
    import->progress.cards = import_count(import->reader);
    if (!goes_on(import)) return stopped(import, error);
  }
  return GAVEL_OK;
}

/* --- compiling ------------------------------------------------------------------------------- */

/* Number of cards between two calls of the progress callback. */
#define CARDS_BETWEEN 64u

static bool on_compiled(void *user, u32 done, bool accepted) {
  GavelImport *import = user;
  import->progress.compiled = done;
  import->accepted += accepted;
  return done % CARDS_BETWEEN != 0 || goes_on(import);
}

GavelStatus gavel_import_finish(GavelImport *import, GavelError *error) {
  Oracle *oracle = NULL;
  GavelStatus status = check_reading(import, error);
  if (status) return status;
  ImportReader *reader = import->reader;
  import->reader = NULL;
  status = import_end(reader, &import->import);
  if (status) {
    import_free(&import->import);
    return import_fails(import, status, error);
  }
  import->progress.cards = import->import.cards.count;
  status = oracle_new(import->def.allocator, &oracle, &import->found);
  if (!status) {
    const ImportWatch watch = {on_compiled, import};
    status = import_write(&import->import, oracle, &watch, &import->image, &import->found);
  }
  oracle_free(oracle);
  if (!status) {
    import->phase = PHASE_COMPILED;
    return GAVEL_OK;
  }
  import_free(&import->import);
  text_free(&import->image);
  return import->stopped ? stopped(import, error) : import_fails(import, status, error);
}

const void *gavel_import_image(const GavelImport *import, size_t *size) {
  bool there = import->phase == PHASE_COMPILED;
  *size = there ? import->image.length : 0;
  return there ? import->image.data : NULL;
}

GavelImportSummary gavel_import_summary(const GavelImport *import) {
  GavelImportSummary summary = {.cards = import->progress.cards};
  if (import->phase != PHASE_COMPILED) return summary;
  summary.met = import->import.met;
  summary.accepted = import->accepted;
  summary.problems = import->import.problems.count;
  return summary;
}

bool gavel_import_problem(const GavelImport *import, uint64_t index, GavelError *error) {
  if (import->phase != PHASE_COMPILED || index >= import->import.problems.count) return false;
  const ImportProblem *found = &import->import.problems.data[index];
  error_set(error, GAVEL_E_CHECK, 0, 0, found->byte, "%.*s: %.*s", (int)found->path.length, found->path.data,
            (int)found->message.length, found->message.data);
  return true;
}

/* --- one text -------------------------------------------------------------------------------- */

struct GavelReader {
  GavelAllocator allocator;
  Oracle *oracle;
};

GavelStatus gavel_reader_create(GavelAllocator allocator, GavelReader **reader, GavelError *error) {
  *reader = NULL;
  GavelReader *made = allocator.resize(allocator.user, NULL, 0, sizeof *made);
  if (!made) return no_memory(error);
  *made = (GavelReader){.allocator = allocator};
  GavelStatus status = oracle_new(allocator, &made->oracle, error);
  if (status) {
    allocator.resize(allocator.user, made, sizeof *made, 0);
    return status;
  }
  *reader = made;
  return GAVEL_OK;
}

void gavel_reader_destroy(GavelReader *reader) {
  if (!reader) return;
  GavelAllocator allocator = reader->allocator;
  oracle_free(reader->oracle);
  allocator.resize(allocator.user, reader, sizeof *reader, 0);
}

static OracleFace face_of(const char *name, const char *text, bool spell) {
  return (OracleFace){.name = str_of(name), .text = str_of(text), .spell = spell};
}

/* The position of a piece in a text. */
static void place_of(GavelReading *reading, const char *text, Str words) {
  size_t length = strlen(text);
  uintptr_t begin = (uintptr_t)text, at = (uintptr_t)words.data;
  if (!words.length || at < begin || at + words.length > begin + length) return;
  reading->at = at - begin;
  reading->length = words.length;
}

size_t gavel_reader_read(GavelReader *reader, const char *name, const char *text, bool spell, GavelReading *reading,
                         char *out, size_t size) {
  Text abilities, said;
  OracleFace face = face_of(name, text, spell);
  GavelReading result = {.read = false};
  text_init(&abilities, reader->allocator);
  text_init(&said, reader->allocator);
  OracleAnswer answer = oracle_face(reader->oracle, &face, &abilities, NULL);
  result.read = answer.refusal == ORACLE_READ;
  if (result.read) {
    /* They begin with a line break. */
    if (abilities.length > 0) text_addf(&said, "%s\n", abilities.data + 1);
  } else {
    place_of(&result, text, answer.words);
    text_addf(&said, "%s: ", oracle_refusal_text(answer.refusal));
    text_add(&said, answer.words);
    text_addc(&said, '\n');
  }
  text_free(&abilities);
  if (reading) *reading = result;
  return api_text_out(&said, out, size);
}

size_t gavel_reader_explain(GavelReader *reader, const char *name, const char *text, bool spell, char *out,
                            size_t size) {
  Text said;
  OracleFace face = face_of(name, text, spell);
  text_init(&said, reader->allocator);
  oracle_explain(reader->oracle, &face, &said);
  return api_text_out(&said, out, size);
}
