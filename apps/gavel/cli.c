#include "cli.h"

#include "examples.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- messages ------------------------------------------------------------------------------ */

void complain(const char *format, ...) {
  fputs("gavel: ", stderr);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}

void complain_of(const char *path, const GavelError *error) {
  if (error->line > 0) {
    complain("%s:%u:%u: %s", path, error->line, error->column, error->message);
  } else if (error->byte > 0) {
    complain("%s: byte %llu: %s", path, (unsigned long long)error->byte, error->message);
  } else {
    complain("%s: %s", path, error->message);
  }
}

_Noreturn void out_of_memory(void) {
  complain("out of memory");
  exit(CLI_BAD_INPUT);
}

bool colors_wanted(void) {
  const char *no_color = getenv("NO_COLOR");
  const char *terminal = getenv("TERM");
  bool refused = no_color && no_color[0] != '\0';
  return !refused && isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

Style style_of_output(void) {
  if (!colors_wanted()) return (Style){"", "", "", "", ""};
  return (Style){"\033[1m", "\033[2m", "\033[32m", "\033[31m", "\033[0m"};
}

u32 output_width(void) {
  enum { NARROWEST = 40, USUAL = 80, WIDEST = 10000 };
  const char *columns = getenv("COLUMNS");
  unsigned long width = columns ? strtoul(columns, NULL, 10) : 0;
  struct winsize size = {0};
  if (width == 0 && isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  if (width == 0 || width > WIDEST) width = USUAL;
  return width < NARROWEST ? NARROWEST : (u32)width;
}

/* What a shell would take apart or read as something else stands in single quotes. */
void text_add_word(Text *out, const char *word) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (word[0] && word[strspn(word, PLAIN)] == '\0') {
    text_adds(out, word);
    return;
  }
  text_addc(out, '\'');
  for (const char *c = word; *c; c++) {
    if (*c == '\'') text_adds(out, "'\\'");
    text_addc(out, *c);
  }
  text_addc(out, '\'');
}

char *command_line_again(int argc, char **argv) {
  /* The program and the command are one word (see Command). */
  const char *command = strrchr(argv[0], ' ');
  char *program = strndup(argv[0], (size_t)(command - argv[0]));
  Text text;
  text_init(&text, gavel_allocator_default());
  if (!program) out_of_memory();
  text_add_word(&text, program);
  text_adds(&text, command);
  free(program);
  for (int i = 1; i < argc; i++) {
    text_addc(&text, ' ');
    text_add_word(&text, argv[i]);
  }
  char *line = text.failed ? NULL : strdup(text_str(&text).data);
  text_free(&text);
  if (!line) out_of_memory();
  return line;
}

/* --- options ------------------------------------------------------------------------------- */

u64 parse_count(const char *argument, const char *option, u64 least, u64 most, struct argp_state *state) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(argument, &end, 10);
  if (argument[0] < '0' || argument[0] > '9' || *end || errno || number < least || number > most)
    argp_error(state, "--%s takes a number from %llu to %llu, and not \"%s\"", option, (unsigned long long)least,
               (unsigned long long)most, argument);
  return number;
}

/* --- files --------------------------------------------------------------------------------- */

/* Everything from where the file stands to its end. */
static void read_all(FILE *file, Text *text) {
  char piece[16384];
  size_t got;
  while ((got = fread(piece, 1, sizeof piece, file)) > 0) text_add(text, (Str){piece, (u32)got});
}

bool file_read(const char *path, Text *text) {
  bool standard = strcmp(path, "-") == 0;
  char *found = examples_path(path);
  FILE *file = standard ? stdin : fopen(found, "rb");
  int missing = errno;
  free(found);
  if (!file) {
    complain("cannot open %s: %s", path, strerror(missing));
    return false;
  }
  read_all(file, text);
  int wrong = ferror(file) ? errno : 0;
  if (!standard) fclose(file);
  if (wrong) complain("cannot read %s: %s", path, strerror(wrong));
  if (text->failed) out_of_memory();
  return wrong == 0;
}

void print_text(const Text *text) {
  if (text->failed) out_of_memory();
  Str all = text_str(text);
  fwrite(all.data, 1, all.length, stdout);
}

static void paths_add(Paths *paths, const char *path) {
  GavelAllocator allocator = gavel_allocator_default();
  char *copy = strdup(path);
  if (!copy || !vec_push(&allocator, paths, copy)) out_of_memory();
}

void paths_free(Paths *paths) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 i = 0; i < paths->count; i++) free(paths->data[i]);
  vec_free(&allocator, paths);
}

static bool directory_add(Paths *paths, const char *directory, const char *suffix);

/* An entry of a directory. A link to a directory is not followed: it may lead back to where it
   stands. */
static bool entry_add(Paths *paths, const char *directory, const char *name, const char *suffix) {
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return true;
  char *path;
  const char *slash = str_ends(str_of(directory), STR("/")) ? "" : "/";
  if (asprintf(&path, "%s%s%s", directory, slash, name) < 0) out_of_memory();
  struct stat status;
  bool fine = true;
  if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
    fine = directory_add(paths, path, suffix);
  } else if (str_ends(str_of(name), str_of(suffix))) {
    paths_add(paths, path);
  }
  free(path);
  return fine;
}

static bool directory_add(Paths *paths, const char *directory, const char *suffix) {
  DIR *open = opendir(directory);
  if (!open) {
    complain("cannot open the directory %s: %s", directory, strerror(errno));
    return false;
  }
  bool fine = true;
  for (struct dirent *entry; (entry = readdir(open));)
    fine = entry_add(paths, directory, entry->d_name, suffix) && fine;
  closedir(open);
  return fine;
}

static int compare_paths(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* All files of a directory. */
static bool directory_find(Paths *paths, const char *path, const char *suffix) {
  u32 first = paths->count;
  if (!directory_add(paths, path, suffix)) return false;
  if (paths->count == first) {
    complain("there is no *%s file below %s", suffix, path);
    return false;
  }
  qsort(paths->data + first, paths->count - first, sizeof *paths->data, compare_paths);
  return true;
}

static bool path_find(Paths *paths, const char *path, const char *suffix) {
  if (is_directory(path)) return directory_find(paths, path, suffix);
  if (strcmp(path, "-") != 0 && access(path, R_OK) != 0) {
    complain("cannot open %s: %s", path, strerror(errno));
    return false;
  }
  paths_add(paths, path);
  return true;
}

bool paths_find(Paths *paths, const char *path, const char *suffix) {
  char *found = examples_path(path);
  bool fine = path_find(paths, found, suffix);
  free(found);
  return fine;
}
