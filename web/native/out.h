/* The buffer for answers: text that grows, and JSON. */
#ifndef WEB_OUT_H
#define WEB_OUT_H

#include "gavel/base.h"

/* A text in memory of its own, zero-terminated after the first append. When memory runs out, `failed` is set and
   appends do nothing. */
typedef struct Out {
  char *data;
  size_t length, size;
  bool failed;
} Out;

void out_clear(Out *out);
void out_free(Out *out);

void out_bytes(Out *out, const char *bytes, size_t length);
void out_text(Out *out, const char *text);
void out_number(Out *out, long long number);
/* Appends a JSON string, with its quotation marks. */
void out_string(Out *out, const char *text);

/* A function of the library that writes text into a buffer of a given size. */
typedef size_t OutWrite(void *user, char *data, size_t size);
/* Append such a text as it is, or as a JSON string. */
void out_written(Out *out, OutWrite *write, void *user);
void out_written_string(Out *out, OutWrite *write, void *user);

#endif
