/* JSON written value by value. Each value has a key where it is a member of an object, and null for one elsewhere. Running out
   of memory ends the program. */
#ifndef GAVEL_JSON_OUT_H
#define GAVEL_JSON_OUT_H

#include "base/base.h"

#include <yajl/yajl_gen.h>

typedef yajl_gen JsonOut;

/* Begins a text: one of a line, or one over lines that are indented by two spaces. */
JsonOut out_begin(bool indented);
/* What was written, whole once all that was begun has ended; it lives until out_end. */
Str out_written(JsonOut out);
void out_end(JsonOut out);
/* Prints what was written, and ends. */
void out_print(JsonOut out);

void out_object(JsonOut out, const char *key);
void out_end_object(JsonOut out);
void out_array(JsonOut out, const char *key);
void out_end_array(JsonOut out);

void out_text(JsonOut out, const char *key, const char *text);
void out_str(JsonOut out, const char *key, Str text);
void out_hex(JsonOut out, const char *key, u64 number); /* 16 digits, as a string */
void out_count(JsonOut out, const char *key, u64 count);
void out_real(JsonOut out, const char *key, double number); /* to nine digits */
void out_truth(JsonOut out, const char *key, bool truth);
void out_null(JsonOut out, const char *key);

#endif
