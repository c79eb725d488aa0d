/* The standard output and error streams. Names of files, words of the command line and whatever else comes from outside may
   hold escape sequences, and a terminal would obey them: here all that is printed passes, and they are shown instead. */
#include "cli.h"

#include <errno.h>
#include <unistd.h>

/* What the program says instead of an escape sequence: characters that no text has (Unicode's noncharacters). */
static const struct {
  const char *mark, *sequence;
} MARKS[] = {{MARK_BOLD, "\033[1m"}, {MARK_DIM, "\033[2m"},   {MARK_GOOD, "\033[32m"},
             {MARK_BAD, "\033[31m"}, {MARK_PLAIN, "\033[0m"}, {MARK_LINE, "\r\033[K"}};

static const char *sequence_of(Str character) {
  for (u32 i = 0; i < COUNT_OF(MARKS); i++)
    if (str_is(character, MARKS[i].mark)) return MARKS[i].sequence;
  return NULL;
}

/* Whether a text is the beginning of a character that goes on. */
static bool character_begins(Str text) {
  u8 lead = (u8)text.data[0];
  u32 size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  for (u32 i = 1; i < text.length; i++)
    if (((u8)text.data[i] & 0xC0) != 0x80) return false;
  return text.length < size;
}

static bool is_seen(u32 character) {
  bool nothing = character >= MARKS_FIRST && character <= MARKS_LAST;
  return character == '\n' || character == '\t' ||
         (character != STR_MALFORMED && !nothing && !is_control_character(character));
}

/* How many bytes of a text can be printed as they are. */
static u32 seen_length(Str text) {
  u32 at = 0, length;
  while (at < text.length && is_seen(str_character((Str){text.data + at, text.length - at}, &length))) at += length;
  return at;
}

static void show(Str bytes, Text *out) {
  for (u32 i = 0; i < bytes.length; i++) text_addf(out, "\\x%02x", (u8)bytes.data[i]);
}

/* Appends what may be printed of a text, and answers how many of its bytes that was: all, or those before the beginning of
   a character at its end. */
static u32 filter(Str text, bool terminal, Text *out) {
  u32 at = 0, length;
  while (at < text.length) {
    Str rest = {text.data + at, text.length - at};
    length = seen_length(rest);
    if (length > 0) {
      text_add(out, (Str){rest.data, length});
    } else if (character_begins(rest)) {
      return at;
    } else {
      str_character(rest, &length);
      const char *sequence = terminal ? sequence_of((Str){rest.data, length}) : NULL;
      if (sequence) text_adds(out, sequence);
      if (!sequence) show((Str){rest.data, length}, out);
    }
    at += length;
  }
  return at;
}

static bool put(int file, Str bytes) {
  while (bytes.length > 0) {
    ssize_t written = write(file, bytes.data, bytes.length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = (Str){bytes.data + written, bytes.length - (u32)written};
  }
  return true;
}

/* Writes a piece, and keeps the beginning of a character at its end for the next one. */
static bool output_piece(Output *output, Str piece) {
  Text text, out;
  text_init(&text, gavel_allocator_default());
  text_init(&out, gavel_allocator_default());
  text_add(&text, (Str){output->begun, output->begun_length});
  text_add(&text, piece);
  u32 passed = text.failed ? 0 : filter(text_str(&text), output->terminal, &out);
  bool fine = !text.failed && !out.failed && put(output->file, text_str(&out));
  if (fine) {
    output->begun_length = text.length - passed;
    memcpy(output->begun, text_str(&text).data + passed, output->begun_length);
  }
  text_free(&text);
  text_free(&out);
  return fine;
}

/* The C library takes it for a failure if fewer bytes are written than it asked for. */
static ssize_t output_write(void *cookie, const char *bytes, size_t size) {
  enum { AT_ONCE = 1 << 16 };
  for (size_t at = 0; at < size; at += AT_ONCE) {
    size_t length = size - at < AT_ONCE ? size - at : AT_ONCE;
    if (!output_piece(cookie, (Str){bytes + at, (u32)length})) return 0;
  }
  return (ssize_t)size;
}

static int output_close(void *cookie) {
  Output *output = cookie;
  Text out;
  text_init(&out, gavel_allocator_default());
  show((Str){output->begun, output->begun_length}, &out);
  bool fine = !out.failed && put(output->file, text_str(&out));
  text_free(&out);
  return fine ? 0 : EOF;
}

static FILE *output_open(Output *output, int file) {
  *output = (Output){.file = file, .terminal = isatty(file)};
  return fopencookie(output, "w", (cookie_io_functions_t){.write = output_write, .close = output_close});
}

bool outputs_open(Output outputs[2]) {
  FILE *out = output_open(&outputs[0], STDOUT_FILENO), *err = output_open(&outputs[1], STDERR_FILENO);
  if (!out || !err) return false;
  setvbuf(out, NULL, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
  setvbuf(err, NULL, _IONBF, 0);
  /* The C library lets these be set like other variables. */
  stdout = out;
  stderr = err;
  return true;
}

void outputs_close(void) {
  fclose(stdout);
  fclose(stderr);
}
