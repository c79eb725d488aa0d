/* Reads JSON piece by piece. The caller describes the values it wants by shapes; everything else is skipped, and so is
   null. Only the position is kept, so files may have any size. */
#ifndef IMPORT_JSON_H
#define IMPORT_JSON_H

#include "base/base.h"

#include <setjmp.h>

/* Limits on what is read. */
#define JSON_DEPTH_MAX 64u        /* nested arrays and objects */
#define JSON_VALUE_MAX (1u << 20) /* bytes of a string, number or run of spaces */
#define JSON_KEY_MAX 512u         /* bytes of a key that is passed on */
#define JSON_FIELDS_MAX 64u       /* fields of a shape */

typedef enum JsonKind {
  JSON_STRING,
  JSON_OBJECT,
  JSON_ARRAY,
  JSON_NUMBER,
  JSON_TRUTH, /* never wanted by a shape */
} JsonKind;

typedef struct JsonShape JsonShape;

typedef struct JsonField {
  const char *key;
  const JsonShape *shape;
  bool required;
} JsonField;

struct JsonShape {
  JsonKind kind;
  u32 id;                  /* the caller's id */
  const JsonShape *inner;  /* for each element of an array, or each value of an object with arbitrary keys */
  const JsonField *fields; /* of an object; other keys are skipped */
  u32 count;
  const JsonShape *other; /* an alternative shape of another kind, which may have another; or null */
};

typedef struct JsonReader JsonReader;

/* Callbacks for values that were found. Each returns whether to go on; before returning false it calls json_fail. Texts
   are well-formed UTF-8 without control characters except line ends, and valid until the call returns. */
typedef struct JsonTaker {
  void *user;
  bool (*begin)(void *user, const JsonShape *shape);          /* an object or array begins … */
  bool (*end)(void *user, const JsonShape *shape);            /* … and ends */
  bool (*text)(void *user, const JsonShape *shape, Str text); /* a string, or the digits of a number */
} JsonTaker;

/* An object or array that is open. */
typedef struct JsonFrame {
  const JsonShape *shape; /* null if it is skipped */
  const JsonShape *next;  /* of an object's next value, null if it is skipped */
  u64 seen;               /* fields seen so far */
  u32 index;              /* elements of an array so far */
  u32 key;                /* offset of the object's last key in `keys` */
  bool is_array, has_key;
} JsonFrame;

/* A block allocated for the parser, which doesn't say how large its blocks are. */
typedef struct JsonBlock JsonBlock;

struct JsonReader {
  GavelAllocator allocator;
  GavelError *error;
  GavelStatus status;
  const JsonShape *top;
  JsonTaker taker;
  void *parser;
  JsonBlock *blocks;
  jmp_buf escape;          /* the way out of the parser, which trusts its allocator, on a refused allocation */
  u64 base;                /* bytes before the current piece */
  u64 last_end, token_end; /* the ends of the last two tokens */
  Str piece;
  u32 depth;
  JsonFrame frames[JSON_DEPTH_MAX];
  Text keys;
};

/* Begins reading. Pass pieces, better of kilobytes than of bytes, to json_feed, then call json_end; call json_free
   in any case. Errors go to `error` (not null) with their byte, and the path in the message: GAVEL_E_MEMORY,
   GAVEL_E_SYNTAX for invalid JSON, GAVEL_E_CHECK for another shape, GAVEL_E_LIMIT. Nothing more is read after an
   error. */
GavelStatus json_begin(JsonReader *reader, GavelAllocator allocator, const JsonShape *top, JsonTaker taker,
                       GavelError *error);
GavelStatus json_feed(JsonReader *reader, const char *bytes, size_t size);
GavelStatus json_end(JsonReader *reader);
void json_free(JsonReader *reader);

/* Refuses the current value, "PATH: message"; always returns false. Only the first refusal counts. */
bool json_fail(JsonReader *reader, GavelStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
/* Appends the path of the current value, e.g. [123].card_faces[1].mana_cost; "the top" for the whole. */
void json_path(const JsonReader *reader, Text *out);
/* Appends a key to a path: .name, or ["any text"]. */
void json_path_key(Str key, Text *out);
/* The offset of the current value in bytes. */
u64 json_byte(const JsonReader *reader);
/* The key of the current value. */
Str json_key(const JsonReader *reader);

#endif
