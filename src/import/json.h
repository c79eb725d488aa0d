/* Reads JSON piece by piece into what a caller wants of it. The caller describes by shapes what stands where; all else
   is skipped, however it looks, and so is a value null. Nothing is kept but where the reader is, so that a file may be
   of any size. */
#ifndef IMPORT_JSON_H
#define IMPORT_JSON_H

#include "base/base.h"

#include <setjmp.h>

/* Limits on what is read. */
#define JSON_DEPTH_MAX 64u        /* arrays and objects within each other */
#define JSON_VALUE_MAX (1u << 20) /* bytes of a string, number or run of spaces */
#define JSON_KEY_MAX 512u         /* bytes of a key that its shape hands on */
#define JSON_FIELDS_MAX 64u       /* fields of a shape */

typedef enum JsonKind {
  JSON_STRING,
  JSON_OBJECT,
  JSON_ARRAY,
  JSON_NUMBER,
  JSON_TRUTH, /* which no shape wants */
} JsonKind;

typedef struct JsonShape JsonShape;

typedef struct JsonField {
  const char *key;
  const JsonShape *shape;
  bool required;
} JsonField;

struct JsonShape {
  JsonKind kind;
  u32 id;                  /* what the caller calls it */
  const JsonShape *inner;  /* of each element of an array; of each value of an object whose keys may be any */
  const JsonField *fields; /* of an object whose other keys are skipped */
  u32 count;
  const JsonShape *other; /* a shape of another kind that may stand in its place, which may have another; or null */
};

typedef struct JsonReader JsonReader;

/* What is done with what is found. Each answers whether to go on, after json_fail if not. Texts are well-formed
   UTF-8 without control characters but the end of a line, and live until the call returns. */
typedef struct JsonTaker {
  void *user;
  bool (*begin)(void *user, const JsonShape *shape);          /* an object or array begins … */
  bool (*end)(void *user, const JsonShape *shape);            /* … and ends */
  bool (*text)(void *user, const JsonShape *shape, Str text); /* of a string, or the digits of a number */
} JsonTaker;

/* An object or array that has begun and not ended. */
typedef struct JsonFrame {
  const JsonShape *shape; /* null where it is skipped */
  const JsonShape *next;  /* of the value that comes next in an object, null where it is skipped */
  u64 seen;               /* fields that were there */
  u32 index;              /* elements of an array that were there */
  u32 key;                /* where the last key of an object begins in `keys` */
  bool is_array, has_key;
} JsonFrame;

/* A block handed to the parser, which does not say how large its blocks are. */
typedef struct JsonBlock JsonBlock;

struct JsonReader {
  GavelAllocator allocator;
  GavelError *error;
  GavelStatus status;
  const JsonShape *top;
  JsonTaker taker;
  void *parser;
  JsonBlock *blocks;
  jmp_buf escape;          /* the way out of the parser, which trusts its allocator, when that refuses */
  u64 base;                /* bytes before the piece that is read now */
  u64 last_end, token_end; /* where the last token but one and the last one ended */
  Str piece;
  u32 depth;
  JsonFrame frames[JSON_DEPTH_MAX];
  Text keys;
};

/* Begins to read. Pieces, better of kilobytes than of bytes, are then handed over by json_feed, and json_end
   says that there are no more; json_free is due in any case. Errors, which go to `error` (not null) with the
   byte where they are and the path in their message: GAVEL_E_MEMORY, GAVEL_E_SYNTAX for what is no JSON,
   GAVEL_E_CHECK for what has another shape, GAVEL_E_LIMIT. After an error nothing more is read. */
GavelStatus json_begin(JsonReader *reader, GavelAllocator allocator, const JsonShape *top, JsonTaker taker,
                       GavelError *error);
GavelStatus json_feed(JsonReader *reader, const char *bytes, size_t size);
GavelStatus json_end(JsonReader *reader);
void json_free(JsonReader *reader);

/* Refuses what is being taken, "PATH: message"; always false. Only the first refusal counts. */
bool json_fail(JsonReader *reader, GavelStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
/* Appends the path of the value that is being taken, such as [123].card_faces[1].mana_cost; "the top" for the whole. */
void json_path(const JsonReader *reader, Text *out);
/* Appends a key as paths show it behind what is before it: .name, or ["any text"]. */
void json_path_key(Str key, Text *out);
/* Where the value that is being taken begins, in bytes. */
u64 json_byte(const JsonReader *reader);
/* The key of the value that is being taken. */
Str json_key(const JsonReader *reader);

#endif
