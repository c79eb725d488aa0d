/* Files of cards: definitions in text form, public card data in JSON, compiled databases. */
#include "card_data.h"
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reading ------------------------------------------------------------------------------- */

/* A file of which the beginning has been read, to see what it is. */
typedef struct CardFile {
  const char *path;
  FILE *file;
  char piece[65536];
  size_t got; /* bytes of `piece` that were read last */
} CardFile;

static bool card_file_next(CardFile *f) {
  f->got = fread(f->piece, 1, sizeof f->piece, f->file);
  return f->got > 0;
}

static bool card_file_open(CardFile *f, const char *path) {
  f->path = path;
  f->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (f->file) {
    card_file_next(f);
    return true;
  }
  complain("cannot open %s: %s", path, strerror(errno));
  return false;
}

/* Closes the file; complains and answers false if it could not be read. */
static bool card_file_close(CardFile *f) {
  int wrong = ferror(f->file) ? errno : 0;
  if (f->file != stdin) fclose(f->file);
  if (wrong) complain("cannot read %s: %s", f->path, strerror(wrong));
  return !wrong;
}

/* Whether a file holds JSON, by its name or its first character. */
static bool is_json(const CardFile *f) {
  size_t i = 0;
  while (i < f->got && strchr(" \t\r\n", f->piece[i])) i++;
  return str_ends(str_of(f->path), STR(".json")) || (i < f->got && strchr("[{", f->piece[i]));
}

static bool import_read(CardFile *f, Import *import) {
  ImportReader *reader;
  GavelError error = {0};
  GavelStatus status = import_begin(gavel_allocator_default(), &reader, &error);
  if (status) {
    complain_of(f->path, &error);
    return false;
  }
  while (f->got > 0 && !status) {
    status = import_feed(reader, f->piece, f->got);
    card_file_next(f);
  }
  status = import_end(reader, import);
  if (!status) return true;
  complain_of(f->path, &error);
  import_free(import);
  return false;
}

bool card_data_import(const char *path, Import *import) {
  CardFile f;
  if (!card_file_open(&f, path)) return false;
  bool fine = import_read(&f, import);
  if (card_file_close(&f)) return fine;
  if (fine) import_free(import);
  return false;
}

/* Compiles what was read of `path` and appends the database of it; false after a message. */
static bool import_compiled(const Import *import, const char *path, Text *bytes) {
  Oracle *oracle = NULL;
  GavelError error = {0};
  GavelStatus status = oracle_new(gavel_allocator_default(), &oracle, &error);
  if (!status) status = import_write(import, oracle, NULL, bytes, &error);
  if (status) complain_of(path, &error);
  oracle_free(oracle);
  return !status;
}

bool card_data_open(CardData *data, const char *path) {
  GavelError error = {0};
  if (!card_data_import(path, &data->import)) return false;
  text_init(&data->bytes, gavel_allocator_default());
  if (import_compiled(&data->import, path, &data->bytes)) {
    if (!import_db_open(&data->db, text_str(&data->bytes), &error)) return true;
    complain_of(path, &error);
  }
  card_data_close(data);
  return false;
}

void card_data_close(CardData *data) {
  text_free(&data->bytes);
  import_free(&data->import);
}

/* --- adding -------------------------------------------------------------------------------- */

static bool add_compiled(CardFiles *files, GavelCards *cards, const char *path, CardBytes bytes) {
  GavelAllocator allocator = gavel_allocator_default();
  GavelError error = {0};
  if (!vec_push(&allocator, &files->bytes, bytes)) out_of_memory();
  bool fine = gavel_cards_add_compiled(cards, bytes.data, bytes.size, &error) == GAVEL_OK;
  if (!fine) complain_of(path, &error);
  return fine;
}

static bool add_mapped(CardFiles *files, GavelCards *cards, const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  bool there = file >= 0 && fstat(file, &status) == 0 && status.st_size > 0;
  void *data = there ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  if (data == MAP_FAILED) complain("cannot map %s: %s", path, strerror(errno));
  if (file >= 0) close(file);
  if (data == MAP_FAILED) return false;
  return add_compiled(files, cards, path, (CardBytes){data, (size_t)status.st_size, true});
}

static bool add_json(CardFiles *files, GavelCards *cards, CardFile *f) {
  Import import;
  Text text;
  if (!import_read(f, &import)) return false;
  text_init(&text, gavel_allocator_default());
  bool fine = import_compiled(&import, f->path, &text);
  import_free(&import);
  if (fine) return add_compiled(files, cards, f->path, (CardBytes){text.data, text.length, false});
  text_free(&text);
  return false;
}

static bool add_text(GavelCards *cards, CardFile *f) {
  Text text;
  GavelError error;
  text_init(&text, gavel_allocator_default());
  bool fine = true;
  do {
    fine = text.length + f->got <= FILE_TEXT_MAX;
    if (fine) text_add(&text, (Str){f->piece, (u32)f->got});
  } while (fine && card_file_next(f));
  if (text.failed) out_of_memory();
  if (!fine) {
    complain_of_size(f->path);
    text_free(&text);
    return false;
  }
  fine = gavel_cards_add_text(cards, text_str(&text).data, text.length, &error) == GAVEL_OK;
  if (!fine) complain_of(f->path, &error);
  text_free(&text);
  return fine;
}

bool cards_add_file(CardFiles *files, GavelCards *cards, const char *path) {
  CardFile f;
  if (!card_file_open(&f, path)) return false;
  bool compiled = import_db_is((Str){f.piece, (u32)f.got});
  bool fine = true;
  if (!compiled) fine = is_json(&f) ? add_json(files, cards, &f) : add_text(cards, &f);
  fine = card_file_close(&f) && fine;
  return compiled && fine ? add_mapped(files, cards, path) : fine;
}

/* --- the option ---------------------------------------------------------------------------- */

enum { CARDS_ALONE = 0x100 }; /* no letter */

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse_cards(int key, char *argument, struct argp_state *state) {
  CardFiles *cards = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case 'c':
      if (!vec_push(&allocator, &cards->files, argument)) out_of_memory();
      return 0;
    case CARDS_ALONE: cards->alone = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option CARDS_OPTIONS[] = {
    {"cards", 'c', "FILE", 0,
     "Add the cards of FILE to the built-in ones: definitions, card data in JSON, or what `cards "
     "import` has written "
     "(may be repeated)",
     0},
    {"cards-alone", CARDS_ALONE, NULL, 0, "Leave out the built-in cards and use only those of --cards", 0},
    {0},
};

static const struct argp CARDS_ARGP = {.options = CARDS_OPTIONS, .parser = parse_cards, .help_filter = help_said};
const struct argp_child cards_children[] = {{&CARDS_ARGP, 0, NULL, 0}, {0}};

GavelCards *cards_open(CardFiles *files) {
  GavelCardsDef def = gavel_cards_def_default();
  def.no_embedded = files->alone;
  GavelCards *cards = NULL;
  GavelError error;
  bool fine = gavel_cards_create(&def, &cards, &error) == GAVEL_OK;
  if (!fine) complain_of("built-in cards", &error);
  for (u32 i = 0; i < files->files.count && fine; i++) fine = cards_add_file(files, cards, files->files.data[i]);
  if (fine) return cards;
  gavel_cards_destroy(cards);
  return NULL;
}

void cards_close(CardFiles *files, GavelCards *cards) {
  GavelAllocator allocator = gavel_allocator_default();
  gavel_cards_destroy(cards);
  for (u32 i = 0; i < files->bytes.count; i++) {
    CardBytes bytes = files->bytes.data[i];
    if (bytes.mapped) {
      munmap(bytes.data, bytes.size);
    } else {
      free(bytes.data);
    }
  }
  vec_free(&allocator, &files->bytes);
  vec_free(&allocator, &files->files);
}

void cards_hint(const GavelCards *cards) {
  if (cards->compiled.count) return;
  fputs("hint: few of Magic's cards are built in; `--cards FILE` adds those of a file of card data in JSON, which "
        "Scryfall "
        "(bulk data, \"Oracle Cards\") and MTGJSON (\"AtomicCards\") give away\n",
        stderr);
}

const ImportDb *compiled_open(const GavelCards *cards, u32 i) {
  GavelError error;
  const ImportDb *db = api_compiled(cards, i, &error);
  if (!db) complain_of("compiled cards", &error);
  return db;
}
