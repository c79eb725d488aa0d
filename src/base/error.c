#include "base/base.h"

#include <stdio.h>

#ifdef GAVEL_CHECKED
#include <stdlib.h>

_Noreturn void base_assert_failed(const char *what, const char *file, int line) {
  fprintf(stderr, "%s:%d: broken invariant: %s\n", file, line, what);
  abort();
}
#endif

static const char *const STATUS_TEXTS[] = {
    [GAVEL_OK] = "success",
    [GAVEL_E_MEMORY] = "out of memory",
    [GAVEL_E_LIMIT] = "limit reached",
    [GAVEL_E_SYNTAX] = "syntax error",
    [GAVEL_E_CHECK] = "meaning error",
    [GAVEL_E_UNKNOWN] = "unknown name",
    [GAVEL_E_ILLEGAL] = "illegal answer or action",
    [GAVEL_E_CORRUPT] = "damaged data",
    [GAVEL_E_VERSION] = "data of another version",
    [GAVEL_E_MISUSE] = "call out of place",
    [GAVEL_E_STOPPED] = "stopped by the caller",
};

const char *gavel_status_text(GavelStatus status) {
  size_t index = (size_t)status;
  return index < COUNT_OF(STATUS_TEXTS) ? STATUS_TEXTS[index] : "unknown status";
}

/* Returns the length of the longest prefix of `text[0..length)` that does not end inside a UTF-8 character, assuming
   that the text went on. */
static size_t utf8_cut(const char *text, size_t length) {
  size_t cut = length;
  while (cut > 0 && length - cut < 3 && ((u8)text[cut] & 0xC0) == 0x80) cut--;
  return ((u8)text[cut] & 0xC0) == 0x80 ? length : cut;
}

GavelStatus error_set(GavelError *error, GavelStatus status, u32 line, u32 column, u64 byte, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  error_setv(error, status, line, column, byte, format, arguments);
  va_end(arguments);
  return status;
}

GavelStatus error_setv(GavelError *error, GavelStatus status, u32 line, u32 column, u64 byte, const char *format,
                       va_list arguments) {
  if (!error) return status;
  /* The extra byte shows whether a cut falls inside a character. */
  char message[GAVEL_MESSAGE_CAP + 1];
  int wanted = vsnprintf(message, sizeof message, format, arguments);
  size_t length = wanted < 0 ? 0 : (size_t)wanted;
  if (length >= GAVEL_MESSAGE_CAP) length = utf8_cut(message, GAVEL_MESSAGE_CAP - 1);
  memcpy(error->message, message, length);
  error->message[length] = 0;
  error->status = status;
  error->line = line;
  error->column = column;
  error->byte = byte;
  return status;
}
