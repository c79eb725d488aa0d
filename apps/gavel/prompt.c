#include "prompt.h"

#include "cli.h"

#include <histedit.h>
#include <stdlib.h>
#include <unistd.h>

enum { KEPT_LINES = 500 };

struct Prompt {
  EditLine *editor; /* null: no terminal */
  FILE *terminal;   /* which it writes to */
  History *history;
  const char *text;
  Completer *complete;
  void *user;
};

static Prompt *prompt_of(EditLine *editor) {
  Prompt *prompt = NULL;
  el_get(editor, EL_CLIENTDATA, &prompt);
  return prompt;
}

static char *text_of(EditLine *editor) { return (char *)(uintptr_t)prompt_of(editor)->text; }

/* --- completion ------------------------------------------------------------------------------ */

/* How far all lines of a text are the same. */
static u32 common_length(Str lines) {
  const char *first = lines.data;
  u32 common = (u32)strcspn(first, "\n");
  for (const char *at = first; at < first + lines.length; at += strcspn(at, "\n") + 1) {
    u32 same = 0;
    while (same < common && at[same] == first[same]) same++;
    common = same;
  }
  return common;
}

static unsigned char complete(EditLine *editor, int key) {
  (void)key;
  Prompt *prompt = prompt_of(editor);
  const LineInfo *info = el_line(editor);
  u32 length = (u32)(info->cursor - info->buffer);
  Text typed, lines;
  text_init(&typed, gavel_allocator_default());
  text_init(&lines, gavel_allocator_default());
  text_add(&typed, (Str){info->buffer, length});
  text_addc(&typed, '\0');
  if (!typed.failed && prompt->complete) prompt->complete(prompt->user, typed.data, &lines);
  if (typed.failed || lines.failed) out_of_memory();
  unsigned char done = CC_ERROR;
  u32 common = lines.length ? common_length(text_str(&lines)) : 0;
  if (common > length) { /* as it is spelled, whatever was typed */
    el_deletestr(editor, (int)length);
    text_clear(&typed);
    text_add(&typed, (Str){lines.data, common});
    text_addc(&typed, '\0');
    if (typed.failed) out_of_memory();
    done = el_insertstr(editor, typed.data) ? CC_ERROR : CC_REFRESH;
  } else if (lines.length) {
    printf("\n%s", lines.data);
    fflush(stdout);
    done = CC_REDISPLAY;
  }
  text_free(&typed);
  text_free(&lines);
  return done;
}

/* --- the prompt ------------------------------------------------------------------------------ */

static void edit(Prompt *prompt) {
  HistEvent event;
  int terminal = dup(STDOUT_FILENO); /* what it moves the cursor with, the filter would show */
  prompt->terminal = terminal >= 0 ? fdopen(terminal, "w") : NULL;
  if (!prompt->terminal) out_of_memory();
  prompt->editor = el_init("gavel", stdin, prompt->terminal, prompt->terminal);
  prompt->history = history_init();
  if (!prompt->editor || !prompt->history) out_of_memory();
  history(prompt->history, &event, H_SETSIZE, KEPT_LINES);
  el_set(prompt->editor, EL_CLIENTDATA, prompt);
  el_set(prompt->editor, EL_PROMPT, text_of);
  el_set(prompt->editor, EL_EDITOR, "emacs");
  el_set(prompt->editor, EL_SIGNAL, 1);
  el_set(prompt->editor, EL_HIST, history, prompt->history);
  if (!prompt->complete) return;
  el_set(prompt->editor, EL_ADDFN, "gavel-complete", "complete the line", complete);
  el_set(prompt->editor, EL_BIND, "^I", "gavel-complete", NULL);
}

Prompt *prompt_open(Completer *completer, void *user) {
  Prompt *prompt = malloc(sizeof *prompt);
  if (!prompt) out_of_memory();
  *prompt = (Prompt){.complete = completer, .user = user};
  if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) edit(prompt);
  return prompt;
}

void prompt_close(Prompt *prompt) {
  if (prompt && prompt->history) history_end(prompt->history);
  if (prompt && prompt->editor) el_end(prompt->editor);
  if (prompt && prompt->terminal) fclose(prompt->terminal);
  free(prompt);
}

static bool edited_line(Prompt *prompt, char *line, size_t size) {
  int length = 0;
  HistEvent event;
  fflush(stdout);
  const char *typed = el_gets(prompt->editor, &length);
  if (!typed || length <= 0) return false;
  snprintf(line, size, "%.*s", (int)strcspn(typed, "\n"), typed);
  if (line[0]) history(prompt->history, &event, H_ENTER, line);
  return true;
}

bool prompt_line(Prompt *prompt, const char *text, char *line, size_t size) {
  prompt->text = text;
  if (prompt->editor) return edited_line(prompt, line, size);
  fputs(text, stdout);
  fflush(stdout);
  char *typed = NULL;
  size_t room = 0;
  ssize_t length = getline(&typed, &room, stdin);
  if (length > 0 && typed[length - 1] == '\n') typed[length - 1] = '\0';
  if (length >= 0) snprintf(line, size, "%s", typed);
  free(typed);
  return length >= 0;
}
