/* What an answer is written into: text that grows, and JSON. */
#ifndef WEB_OUT_H
#define WEB_OUT_H

#include "gavel/base.h"

/* A text in memory of its own, zero-terminated once anything was added. When memory runs out, `failed` is set and nothing
   more is added. */
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
/* A string of JSON, quotation marks included. */
void out_string(Out *out, const char *text);

/* A text that a function of the library writes, as a function of a buffer and its size. */
typedef size_t OutWrite(void *user, char *data, size_t size);
/* Appends such a text as it is, or as a string of JSON. */
void out_written(Out *out, OutWrite *write, void *user);
void out_written_string(Out *out, OutWrite *write, void *user);

#endif
