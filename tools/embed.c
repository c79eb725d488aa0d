/* Writes a C file that contains other files, for src/base/embedded.h.

       embed OUT LIST NAME

   LIST names the files, one a line; NAME is what the folder is called there. */
#include "literal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bytes {
  char *data;
  size_t length;
} Bytes;

static bool complain(const char *doing, const char *path) {
  fprintf(stderr, "embed: cannot %s %s: %s\n", doing, path, strerror(errno));
  return false;
}

/* Reads a whole file and adds a terminating zero. */
static bool read_file(const char *path, Bytes *bytes) {
  *bytes = (Bytes){0};
  FILE *file = fopen(path, "rb");
  if (!file) return complain("open", path);
  size_t capacity = 0;
  for (;;) {
    if (capacity - bytes->length < 2) {
      capacity = capacity > 0 ? capacity * 2 : 65536;
      char *data = realloc(bytes->data, capacity);
      if (!data) break;
      bytes->data = data;
    }
    size_t got = fread(bytes->data + bytes->length, 1, capacity - bytes->length - 1, file);
    bytes->length += got;
    if (got == 0) break;
  }
  bool done = bytes->data && feof(file) && !ferror(file);
  if (done) bytes->data[bytes->length] = 0;
  if (!done) complain("read", path);
  fclose(file);
  return done;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(base_name(*(char *const *)a), base_name(*(char *const *)b));
}

/* Splits a list of lines in place into paths, sorted by name. */
static char **sorted_lines(Bytes list, size_t *count) {
  size_t lines = 0;
  for (size_t i = 0; i < list.length; i++) lines += list.data[i] == '\n';
  char **paths = calloc(lines + 1, sizeof *paths);
  *count = 0;
  if (!paths) return NULL;
  for (char *line = strtok(list.data, "\n"); line; line = strtok(NULL, "\n")) {
    paths[(*count)++] = line;
  }
  qsort(paths, *count, sizeof *paths, compare_names);
  return paths;
}

static bool write_table(FILE *out, const char *folder, char **paths, size_t count) {
  fputs("/* Made by tools/embed.c. */\n#include \"base/embedded.h\"\n\n"
        "static const EmbeddedFile FILES[] = {\n",
        out);
  for (size_t i = 0; i < count; i++) {
    Bytes text;
    bool done = read_file(paths[i], &text);
    if (done) {
      const char *name = base_name(paths[i]);
      fputs("  {", out);
      write_literal(out, name, strlen(name));
      fputs(",\n  ", out);
      write_literal(out, text.data, text.length);
      fprintf(out, ",\n  %zuu},\n", text.length);
    }
    free(text.data);
    if (!done) return false;
  }
  fputs("  {\"\", \"\", 0u} /* C has no empty arrays */\n};\n\n", out);
  fprintf(out, "const EmbeddedFile *embedded_%s(u32 *count) {\n", folder);
  fprintf(out, "  *count = %zuu;\n  return FILES;\n}\n", count);
  return true;
}

int main(int argc, char **argv) {
  if (argc != 4) {
    fputs("usage: embed OUT LIST NAME\n", stderr);
    return 2;
  }
  Bytes list;
  size_t count = 0;
  char **paths = NULL;
  FILE *out = NULL;
  bool done = read_file(argv[2], &list);
  if (done) {
    paths = sorted_lines(list, &count);
    done = paths || complain("keep", argv[2]);
  }
  if (done) {
    out = fopen(argv[1], "wb");
    done = out ? write_table(out, argv[3], paths, count) : complain("write", argv[1]);
  }
  if (out && (fflush(out) || ferror(out))) done = complain("write", argv[1]);
  if (out) fclose(out);
  if (out && !done) remove(argv[1]);
  free(paths);
  free(list.data);
  return done ? 0 : 1;
}
