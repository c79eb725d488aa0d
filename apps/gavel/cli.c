#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* --- messages ------------------------------------------------------------------------------ */

void complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("gavel: ", stderr);
  vfprintf(stderr, phrase_said(language_of_user(), format), arguments);
  fputc('\n', stderr);
  va_end(arguments);
}

void print_phrase(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(phrase_said(language_of_user(), format), arguments);
  va_end(arguments);
}

const char *said(const char *english) { return phrase_said(language_of_user(), english); }

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

char *room_for_text(size_t length) {
  char *text = malloc(length + 1);
  if (!text) out_of_memory();
  return text;
}

bool colors_wanted(void) {
  const char *no_color = getenv("NO_COLOR");
  const char *terminal = getenv("TERM");
  bool refused = no_color && no_color[0] != '\0';
  return !refused && isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

Style style_none(void) { return (Style){"", "", "", "", ""}; }

Style style_of_output(void) {
  if (!colors_wanted()) return style_none();
  return (Style){MARK_BOLD, MARK_DIM, MARK_GOOD, MARK_BAD, MARK_PLAIN};
}

void add_said(Text *out, GavelLanguage language, Sentence sentence, i64 n, const char *words) {
  for (const char *at = sentence_text(language, sentence); *at; at++) {
    if (strncmp(at, "{n}", strlen("{n}")) == 0) {
      text_addf(out, "%lld", (long long)n);
      at += strlen("{n}") - 1;
    } else if (strncmp(at, "{words}", strlen("{words}")) == 0) {
      text_adds(out, words);
      at += strlen("{words}") - 1;
    } else {
      text_addc(out, *at);
    }
  }
}

void print_said(GavelLanguage language, Sentence sentence, i64 n, const char *words) {
  Text text;
  text_init(&text, gavel_allocator_default());
  add_said(&text, language, sentence, n, words);
  print_text(&text);
  text_free(&text);
}

void print_reasons(Style style, GavelLanguage language, const char *reasons) {
  bool several = strchr(reasons, '\n') != NULL;
  printf("%s%s%s%s", style.bad, sentence_text(language, SENTENCE_SAY_NO), style.plain, several ? "" : " ");
  for (const char *at = reasons; *at; at += *at == '\n') {
    size_t length = strcspn(at, "\n");
    printf("%s%.*s", several ? "\n  " : "", (int)length, at);
    at += length;
  }
  putchar('\n');
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

static const char *const LANGUAGES[] = {[GAVEL_ENGLISH] = "en", [GAVEL_ITALIAN] = "it"};

GavelLanguage parse_language(const char *argument, struct argp_state *state) {
  for (u32 i = 0; i < COUNT_OF(LANGUAGES); i++)
    if (strcmp(LANGUAGES[i], argument) == 0) {
      setenv("LC_ALL", LANGUAGES[i], 1); /* whatever the program says from here on is in that language */
      return (GavelLanguage)i;
    }
  argp_error(state, "--lang: the languages are en and it");
  return GAVEL_ENGLISH;
}

GavelLanguage language_of_user(void) {
  static const char *const VARIABLES[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
  for (u32 i = 0; i < COUNT_OF(VARIABLES); i++) {
    const char *value = getenv(VARIABLES[i]);
    if (!value || !value[0]) continue;
    for (u32 k = 0; k < COUNT_OF(LANGUAGES); k++)
      if (strncmp(value, LANGUAGES[k], 2) == 0 && !isalpha((unsigned char)value[2])) return (GavelLanguage)k;
    return GAVEL_ENGLISH;
  }
  return GAVEL_ENGLISH;
}

char *help_said(int key, const char *text, void *input) {
  (void)key;
  (void)input;
  if (!text) return NULL;
  const char *words = said(text);
  char *copy = room_for_text(strlen(words));
  return strcpy(copy, words);
}

u64 parse_count(const char *argument, const char *option, u64 least, u64 most, struct argp_state *state) {
  char *end;
  errno = 0;
  unsigned long long number = strtoull(argument, &end, 10);
  if (argument[0] < '0' || argument[0] > '9' || *end || errno || number < least || number > most)
    argp_error(state, "--%s takes a number from %llu to %llu, not \"%s\"", option, (unsigned long long)least,
               (unsigned long long)most, argument);
  return number;
}

static void print_account_line(Str line, const Style *style) {
  u32 rules = line.length;
  if (line.length > 0 && line.data[line.length - 1] == ')') {
    while (rules > 0 && line.data[rules - 1] != '(') rules--;
    if (rules > 0) rules--;
  }
  printf("  %.*s%s%.*s%s\n", (int)rules, line.data, style->dim, (int)(line.length - rules), line.data + rules,
         style->plain);
}

void print_account_lines(Str account) {
  Style style = style_of_output();
  while (account.length > 0) {
    const char *end = memchr(account.data, '\n', account.length);
    u32 length = end ? (u32)(end - account.data) : account.length, used = end ? length + 1 : length;
    print_account_line((Str){account.data, length}, &style);
    account = (Str){account.data + used, account.length - used};
  }
}

void print_text(const Text *text) {
  if (text->failed) out_of_memory();
  Str all = text_str(text);
  fwrite(all.data, 1, all.length, stdout);
}
