/* Writes bytes as C literals, for the tools that make C files. */
#ifndef TOOLS_LITERAL_H
#define TOOLS_LITERAL_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a literal, with one source line for each line of the bytes. Question marks are escaped, because two in a row
   may begin a trigraph. */
static inline void write_literal(FILE *out, const char *data, size_t length) {
  fputc('"', out);
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)data[i];
    bool digit_follows = i + 1 < length && data[i + 1] >= '0' && data[i + 1] <= '9';
    if (byte == '\n') {
      fputs(i + 1 < length ? "\\n\"\n  \"" : "\\n", out);
    } else if (byte < ' ' || byte > '~' || byte == '"' || byte == '\\' || byte == '?') {
      fprintf(out, digit_follows ? "\\%03o" : "\\%o", byte);
    } else {
      fputc(byte, out);
    }
  }
  fputc('"', out);
}

#endif
