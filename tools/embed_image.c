/* Writes a C file that contains the image of the built-in cards, for src/builtin/.

       embed_image OUT

   It uses the library's own modules, for the machine it runs on. The definitions were written without texts: they get
   the texts that the grammar generates for them, if these read back. */
#include "literal.h"

#include "base/embedded.h"
#include "cards/image.h"
#include "oracle/oracle.h"

#include <errno.h>

/* Card files refer to each other's cards only by name, so their order doesn't matter. */
static GavelStatus load(CardDb *db, GavelError *error) {
  u32 count;
  const EmbeddedFile *files = embedded_cards(&count);
  for (u32 i = 0; i < count; i++) {
    GavelError found = {0};
    GavelStatus status = carddb_load_text(db, (Str){files[i].text, files[i].length}, &found);
    if (status)
      return error_set(error, status, found.line, found.column, found.byte, "%s:%u:%u: %s", files[i].name, found.line,
                       found.column, found.message);
  }
  return GAVEL_OK;
}

/* Makes all built-in cards, linked. */
static bool make(CardDb *db, Text *image) {
  GavelError error = {0};
  GavelStatus status = carddb_init(db, gavel_allocator_default(), &error);
  if (!status) status = load(db, &error);
  if (!status) status = carddb_link(db, &error);
  if (!status) status = oracle_say_cards(db, gavel_allocator_default(), &error);
  if (!status) image_write(db, NULL, image);
  if (status || image->failed) fprintf(stderr, "embed_image: %s\n", status ? error.message : "out of memory");
  return !status && !image->failed;
}

static bool write_image(const char *path, const Text *image) {
  FILE *out = fopen(path, "wb");
  if (out) {
    fputs("/* Made by tools/embed_image.c. */\n#include \"builtin/builtin.h\"\n\n"
          "static const _Alignas(64) char IMAGE[] =\n  ",
          out);
    write_literal(out, image->data, image->length);
    fputs(";\n\nStr builtin_image(void) { return (Str){IMAGE, sizeof IMAGE - 1}; }\n", out);
  }
  bool done = out && !fflush(out) && !ferror(out);
  if (!done) fprintf(stderr, "embed_image: cannot write %s: %s\n", path, strerror(errno));
  if (out) fclose(out);
  if (out && !done) remove(path);
  return done;
}

int main(int argc, char **argv) {
  CardDb db = {0};
  Text image;
  if (argc != 2) {
    fputs("usage: embed_image OUT\n", stderr);
    return 2;
  }
  text_init(&image, gavel_allocator_default());
  bool done = make(&db, &image) && write_image(argv[1], &image);
  carddb_free(&db);
  text_free(&image);
  return done ? 0 : 1;
}
