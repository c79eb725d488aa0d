/* What the subcommands of the command line share. */
#ifndef GAVEL_CLI_H
#define GAVEL_CLI_H

#include "base/base.h"
#include "explain/sentences.h"
#include "gavel/gavel.h"

#include <argp.h>
#include <stdio.h>

/* How the program ends. */
enum {
  CLI_FINE = 0,
  CLI_FAILED = 1,    /* it did what it was told, and something failed: a scenario, a check */
  CLI_BAD_INPUT = 2, /* a file that cannot be read or is malformed, a wrong command line */
};

/* A subcommand; `argv[0]` is the program as the user called it and the command: "build/plain/gavel run". Answers the
   exit status. */
typedef struct Command {
  const char *name;
  const char *summary;
  int (*run)(int argc, char **argv);
} Command;

int command_run(int argc, char **argv);
int command_ask(int argc, char **argv);
int command_can(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_deck(int argc, char **argv);
int command_cards(int argc, char **argv);
int command_play(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_sim(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_examples(int argc, char **argv);

/* --- messages ------------------------------------------------------------------------------ */

/* "gavel: " and a sentence on the standard error stream. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);
/* Prints a sentence or part of one to the standard output. */
void print_phrase(const char *format, ...) PRINTF_LIKE(1, 2);
/* Both are given in English, and said in the language of the user, as this is. */
const char *said(const char *english);
/* The same with the place in a file: "gavel: FILE:LINE:COLUMN: message". */
void complain_of(const char *path, const GavelError *error);
/* Ends the program: there is no memory left. */
_Noreturn void out_of_memory(void);

/* What a filter before a standard stream keeps. */
typedef struct Output {
  int file;
  bool terminal;
  char begun[4]; /* the last bytes that were printed, if they are the beginning of a character */
  u32 begun_length;
} Output;
/* Puts filters before the standard output and error streams: control characters and malformed bytes are shown as \xNN,
   whatever they come from. `outputs` must live until outputs_close, or the end of the program. False without memory. */
bool outputs_open(Output outputs[2]);
/* Ends the streams: nothing can be printed any more. */
void outputs_close(void);
/* What the program prints where a terminal is to get an escape sequence: U+FDD0 and following. */
#define MARK_BOLD "\xEF\xB7\x90"
#define MARK_DIM "\xEF\xB7\x91"
#define MARK_GOOD "\xEF\xB7\x92"
#define MARK_BAD "\xEF\xB7\x93"
#define MARK_PLAIN "\xEF\xB7\x94"
#define MARK_LINE "\xEF\xB7\x95" /* goes back to the beginning of the line and clears it */
enum { MARKS_FIRST = 0xFDD0, MARKS_LAST = 0xFDD5 };

/* Whether what goes to the standard output may be coloured: it is a terminal and NO_COLOR is not
   set. */
bool colors_wanted(void);
/* The marks that begin bold, dim, green and red text, and end it; empty without colours. */
typedef struct Style {
  const char *bold, *dim, *good, *bad, *plain;
} Style;
Style style_of_output(void);
/* That of what is printed without any. */
Style style_none(void);
/* Appends one of the program's own sentences in a language, with `n` in the place of {n} and `words` in that of {words}. */
void add_said(Text *out, GavelLanguage language, Sentence sentence, i64 n, const char *words);
/* Prints it likewise. */
void print_said(GavelLanguage language, Sentence sentence, i64 n, const char *words);
/* Says no, and why: one reason behind it, or several on a line each. */
void print_reasons(Style style, GavelLanguage language, const char *reasons);
/* How many columns the output has: COLUMNS, or those of the terminal, or 80; at least 40. */
u32 output_width(void);

/* The command line of a command, quoted where a shell needs it, to be typed again. To be asked for before argp_parse,
   which puts the words in another order. Give it back with free. */
char *command_line_again(int argc, char **argv);
/* Appends a word of a command line, quoted where a shell needs it. */
void text_add_word(Text *out, const char *word);

/* --- memory -------------------------------------------------------------------------------- */

/* Room for a text of `length` bytes and its end; give it back with free. */
char *room_for_text(size_t length);

/* --- options ------------------------------------------------------------------------------- */

/* The number that an option takes, from `least` to `most`; ends the program with a usage error for anything else. */
u64 parse_count(const char *argument, const char *option, u64 least, u64 most, struct argp_state *state);

/* The language an option --lang names, "en" or "it"; ends the program with a usage error for any other. */
GavelLanguage parse_language(const char *argument, struct argp_state *state);
/* The user's own, by LC_ALL, LC_MESSAGES or LANG; English where it is none that the library speaks. */
GavelLanguage language_of_user(void);
/* Puts what a command says of itself and its options into that language: the `help_filter` of each. */
char *help_said(int key, const char *text, void *input);
/* The option, for a command that takes it. */
#define LANG_OPTION \
  { "lang", 'L', "en|it", 0, "Speak English or Italian (default: as LANG says, else English)", 0 }

/* --- files --------------------------------------------------------------------------------- */

/* The most bytes of a file that is read as one text: scenarios, decks, definitions, records. */
#define FILE_TEXT_MAX (64u << 20)
/* Complains that a file is larger than that. */
void complain_of_size(const char *path);
/* Reads a whole file ("-": the standard input; one that isn't there is looked for among the examples) into `text`,
   which begins empty; complains and answers false if it cannot, or the file is larger than FILE_TEXT_MAX. */
bool file_read(const char *path, Text *text);
/* Writes bytes to a regular file, following links. Whenever the program is killed, the file is there as a whole or as it
   was; what a killed program left beside it goes with the next write. Complains and answers false if it cannot. */
bool file_write_whole(const char *path, Str bytes);
/* Appends bytes to a file that is there; complains and answers false if it cannot. */
bool file_append(const char *path, Str bytes);
/* Prints each line of an account to the standard output, indented, with the rules at its end dimmed. */
void print_account_lines(Str account);
/* Prints a text to the standard output; ends the program if it has failed for want of memory. */
void print_text(const Text *text);

typedef VEC(char *) Paths;
/* Adds a path, or, if it is a directory, every file below it whose name ends in `suffix`, in byte
   order of their paths. What isn't there is looked for among the examples. Complains and answers false
   if it is nowhere or a directory holds none. */
bool paths_find(Paths *paths, const char *path, const char *suffix);
void paths_free(Paths *paths);

/* --- cards --------------------------------------------------------------------------------- */

/* The bytes of a compiled database, which must live as long as the cards. */
typedef struct CardBytes {
  char *data;
  size_t size;
  bool mapped; /* else of Text */
} CardBytes;

/* The options --cards FILE and --cards-alone, for the children of an argp: its input is a `CardFiles`. */
typedef struct CardFiles {
  VEC(const char *) files;
  bool alone; /* without the built-in cards */
  VEC(CardBytes) bytes;
} CardFiles;
/* What a command gives as `children` to take these options; its parser hands the CardFiles on at ARGP_KEY_INIT. */
extern const struct argp_child cards_children[];

/* The built-in cards and those of the files, which may be definitions in text form, public card data in JSON or
   compiled databases; null after complaining. cards_close is due in any case. */
GavelCards *cards_open(CardFiles *files);
/* Gives back the cards (may be null) and all that belongs to the files. */
void cards_close(CardFiles *files, GavelCards *cards);
/* Adds the cards of one file; complains and answers false if they are not what they should be. */
bool cards_add_file(CardFiles *files, GavelCards *cards, const char *path);

/* Says how more cards are brought, if no card data was given with --cards. */
void cards_hint(const GavelCards *cards);

#endif
