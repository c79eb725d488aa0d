#include "import/json.h"

#include <stdio.h>
#include <yajl/yajl_parse.h>

/* Maximum number of bytes for the parser at a time, between checks of a value's length. */
#define PIECE_MAX 65536u

/* --- memory of the parser ------------------------------------------------------------------ */

struct JsonBlock {
  JsonBlock *before, *after;
  size_t size; /* of the whole block */
};

/* Offset of the memory handed out, aligned for any type. */
#define BLOCK_HEAD ((sizeof(JsonBlock) + 15) / 16 * 16)

static JsonBlock *block_of(void *memory) { return (JsonBlock *)(void *)((char *)memory - BLOCK_HEAD); }

static void block_unlink(JsonReader *reader, const JsonBlock *block) {
  if (block->before) block->before->after = block->after;
  if (block->after) block->after->before = block->before;
  if (reader->blocks == block) reader->blocks = block->after;
}

static void block_link(JsonReader *reader, JsonBlock *block) {
  block->before = NULL;
  block->after = reader->blocks;
  if (block->after) block->after->before = block;
  reader->blocks = block;
}

static void *parser_resize(void *user, void *memory, size_t size) {
  JsonReader *reader = user;
  JsonBlock *old = memory ? block_of(memory) : NULL;
  size_t old_size = old ? old->size : 0;
  bool fits = size <= SIZE_MAX - BLOCK_HEAD;
  if (old) block_unlink(reader, old);
  JsonBlock *block = fits ? reader->allocator.resize(reader->allocator.user, old, old_size, size + BLOCK_HEAD) : NULL;
  if (!block) {
    if (old) block_link(reader, old);
    longjmp(reader->escape, 1);
  }
  block->size = size + BLOCK_HEAD;
  block_link(reader, block);
  return (char *)block + BLOCK_HEAD;
}

static void *parser_allocate(void *user, size_t size) { return parser_resize(user, NULL, size); }

static void parser_free(void *user, void *memory) {
  JsonReader *reader = user;
  if (!memory) return;
  JsonBlock *block = block_of(memory);
  block_unlink(reader, block);
  reader->allocator.resize(reader->allocator.user, block, block->size, 0);
}

static bool no_memory(JsonReader *reader) { return json_fail(reader, GAVEL_E_MEMORY, "out of memory"); }

/* --- position ------------------------------------------------------------------------------ */

static JsonFrame *innermost(JsonReader *reader) {
  return reader->depth > 0 ? &reader->frames[reader->depth - 1] : NULL;
}

static Str frame_key(const JsonReader *reader, u32 frame) {
  u32 from = reader->frames[frame].key;
  u32 to = frame + 1 < reader->depth ? reader->frames[frame + 1].key : reader->keys.length;
  return (Str){text_str(&reader->keys).data + from, to - from};
}

Str json_key(const JsonReader *reader) { return frame_key(reader, reader->depth - 1); }

static bool is_plain_key(Str key) {
  for (u32 i = 0; i < key.length; i++) {
    char c = key.data[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && (i == 0 || c < '0' || c > '9')) return false;
  }
  return key.length > 0;
}

void json_path_key(Str key, Text *out) {
  if (is_plain_key(key)) {
    text_addc(out, '.');
    text_add(out, key);
    return;
  }
  text_adds(out, "[\"");
  for (u32 i = 0; i < key.length; i++) text_addc(out, (char)((u8)key.data[i] < ' ' ? '?' : key.data[i]));
  text_adds(out, "\"]");
}

void json_path(const JsonReader *reader, Text *out) {
  u32 from = out->length;
  for (u32 i = 0; i < reader->depth; i++) {
    const JsonFrame *frame = &reader->frames[i];
    if (frame->is_array) {
      text_addf(out, "[%u]", frame->index);
    } else if (frame->has_key) {
      json_path_key(frame_key(reader, i), out);
    }
  }
  if (out->length == from) text_adds(out, "the top");
}

/* Between two of the parser's tokens there are only spaces, commas and colons. */
u64 json_byte(const JsonReader *reader) {
  u64 byte = reader->last_end;
  while (byte >= reader->base && byte - reader->base < reader->piece.length && byte < reader->token_end) {
    char c = reader->piece.data[byte - reader->base];
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != ',' && c != ':') break;
    byte++;
  }
  return byte;
}

/* --- refusing ------------------------------------------------------------------------------ */

#define PATH_SHOWN 200u

static bool refuse(JsonReader *reader, GavelStatus status, u64 byte, const char *message) {
  if (reader->status) return false;
  reader->status = status;
  Text path;
  text_init(&path, reader->allocator);
  json_path(reader, &path);
  Str shown = text_str(&path);
  const char *cut = shown.length > PATH_SHOWN ? "…" : "";
  if (shown.length > PATH_SHOWN) shown.length = str_well_formed((Str){shown.data, PATH_SHOWN});
  error_set(reader->error, status, 0, 0, byte, "%.*s%s%s%s", (int)shown.length, shown.data, cut,
            shown.length ? ": " : "", message);
  text_free(&path);
  return false;
}

bool json_fail(JsonReader *reader, GavelStatus status, const char *format, ...) {
  char message[GAVEL_MESSAGE_CAP];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return refuse(reader, status, json_byte(reader), message);
}

/* --- values -------------------------------------------------------------------------------- */

static const char *kind_text(JsonKind kind) {
  static const char *const TEXTS[] = {
      [JSON_STRING] = "a string", [JSON_OBJECT] = "an object",    [JSON_ARRAY] = "an array",
      [JSON_NUMBER] = "a number", [JSON_TRUTH] = "a truth value",
  };
  return TEXTS[kind];
}

static void note_token(JsonReader *reader) {
  reader->last_end = reader->token_end;
  reader->token_end = reader->base + yajl_get_bytes_consumed(reader->parser);
}

/* The shape for the next value if it has that kind, null to skip it; `*fine` is false after refusing it. */
static const JsonShape *shape_here(JsonReader *reader, JsonKind kind, bool *fine) {
  const JsonFrame *frame = innermost(reader);
  const JsonShape *wanted = !frame ? reader->top : frame->is_array && frame->shape ? frame->shape->inner : frame->next;
  *fine = true;
  if (!wanted) return NULL;
  for (const JsonShape *shape = wanted; shape; shape = shape->other)
    if (shape->kind == kind) return shape;
  *fine = json_fail(reader, GAVEL_E_CHECK, "expected %s%s%s, found %s", kind_text(wanted->kind),
                    wanted->other ? " or " : "", wanted->other ? kind_text(wanted->other->kind) : "", kind_text(kind));
  return NULL;
}

static void value_ends(JsonReader *reader) {
  JsonFrame *frame = innermost(reader);
  if (frame && frame->is_array) frame->index++;
}

static bool begin(JsonReader *reader, JsonKind kind) {
  note_token(reader);
  bool fine;
  const JsonShape *shape = shape_here(reader, kind, &fine);
  if (!fine) return false;
  if (reader->depth == JSON_DEPTH_MAX)
    return json_fail(reader, GAVEL_E_LIMIT, "more than %u arrays and objects within each other", JSON_DEPTH_MAX);
  if (shape && !reader->taker.begin(reader->taker.user, shape)) return false;
  reader->frames[reader->depth++] =
      (JsonFrame){.shape = shape, .key = reader->keys.length, .is_array = kind == JSON_ARRAY};
  return true;
}

static bool check_required(JsonReader *reader, const JsonFrame *frame) {
  for (u32 i = 0; i < frame->shape->count; i++) {
    const JsonField *field = &frame->shape->fields[i];
    if (field->required && !(frame->seen >> i & 1))
      return json_fail(reader, GAVEL_E_CHECK, "expected the field \"%s\", but it is missing", field->key);
  }
  return true;
}

static bool end(JsonReader *reader) {
  note_token(reader);
  JsonFrame frame = *innermost(reader);
  reader->keys.length = frame.key;
  reader->depth--;
  if (frame.shape && !check_required(reader, &frame)) return false;
  if (frame.shape && !reader->taker.end(reader->taker.user, frame.shape)) return false;
  value_ends(reader);
  return true;
}

/* Whether a text may be passed on. */
static bool check_text(JsonReader *reader, Str text) {
  GavelError error;
  if (text_check(text, &error)) return json_fail(reader, GAVEL_E_SYNTAX, "%s", error.message);
  return true;
}

/* --- parser callbacks ----------------------------------------------------------------------- */

static int take_begin_object(void *user) { return begin(user, JSON_OBJECT); }
static int take_begin_array(void *user) { return begin(user, JSON_ARRAY); }
static int take_end(void *user) { return end(user); }

static int take_null(void *user) {
  note_token(user);
  value_ends(user);
  return true;
}

static int take_boolean(void *user, int value) {
  (void)value;
  note_token(user);
  bool fine;
  shape_here(user, JSON_TRUTH, &fine);
  value_ends(user);
  return fine;
}

static bool take_text(JsonReader *reader, JsonKind kind, Str text) {
  note_token(reader);
  bool fine;
  const JsonShape *shape = shape_here(reader, kind, &fine);
  if (!fine) return false;
  if (shape && (!check_text(reader, text) || !reader->taker.text(reader->taker.user, shape, text))) return false;
  value_ends(reader);
  return true;
}

static int take_number(void *user, const char *digits, size_t length) {
  return take_text(user, JSON_NUMBER, (Str){digits, (u32)length});
}

static int take_string(void *user, const unsigned char *bytes, size_t length) {
  return take_text(user, JSON_STRING, (Str){(const char *)bytes, (u32)length});
}

/* Finds the shape for the value of a key, and records the field. */
static bool find_field(JsonReader *reader, JsonFrame *frame, Str key) {
  const JsonShape *shape = frame->shape;
  frame->next = NULL;
  if (!shape) return true;
  if (shape->inner) {
    frame->next = shape->inner;
    if (key.length > JSON_KEY_MAX) return json_fail(reader, GAVEL_E_LIMIT, "a key of more than %u bytes", JSON_KEY_MAX);
    return check_text(reader, key);
  }
  for (u32 i = 0; i < shape->count; i++) {
    if (!str_is(key, shape->fields[i].key)) continue;
    if (frame->seen >> i & 1) return json_fail(reader, GAVEL_E_CHECK, "the field is there twice");
    frame->seen |= (u64)1 << i;
    frame->next = shape->fields[i].shape;
    return true;
  }
  return true;
}

static int take_key(void *user, const unsigned char *bytes, size_t length) {
  JsonReader *reader = user;
  note_token(reader);
  JsonFrame *frame = innermost(reader);
  Str key = {(const char *)bytes, (u32)length};
  Str kept = {key.data, key.length > JSON_KEY_MAX ? JSON_KEY_MAX : key.length};
  reader->keys.length = frame->key;
  text_add(&reader->keys, kept);
  if (reader->keys.failed) return no_memory(reader);
  frame->has_key = true;
  return find_field(reader, frame, key);
}

static const yajl_callbacks CALLBACKS = {
    .yajl_null = take_null,
    .yajl_boolean = take_boolean,
    .yajl_number = take_number,
    .yajl_string = take_string,
    .yajl_start_map = take_begin_object,
    .yajl_map_key = take_key,
    .yajl_end_map = take_end,
    .yajl_start_array = take_begin_array,
    .yajl_end_array = take_end,
};

/* --- entry points ---------------------------------------------------------------------------- */

/* Reports the parser's error in its words, without line ends. */
static void say_syntax(JsonReader *reader, bool at_end) {
  unsigned char *said = yajl_get_error(reader->parser, 0, NULL, 0);
  size_t length = strcspn((const char *)said, "\n");
  char message[160];
  snprintf(message, sizeof message, "expected JSON, found a %.*s", (int)(length < 120 ? length : 120),
           (const char *)said);
  yajl_free_error(reader->parser, said);
  refuse(reader, GAVEL_E_SYNTAX, reader->base + (at_end ? 0 : yajl_get_bytes_consumed(reader->parser)), message);
}

/* Runs the parser on a piece, or at the end. The parser's allocations are recorded, so that a refused allocation can
   jump out of it. */
static void parse(JsonReader *reader, const char *bytes, size_t size, bool at_end) {
  if (setjmp(reader->escape)) {
    no_memory(reader);
    return;
  }
  yajl_status status =
      at_end ? yajl_complete_parse(reader->parser) : yajl_parse(reader->parser, (const unsigned char *)bytes, size);
  if (status == yajl_status_error && !reader->status) say_syntax(reader, at_end);
}

static void *parser_make(JsonReader *reader) {
  yajl_alloc_funcs functions = {parser_allocate, parser_resize, parser_free, reader};
  if (setjmp(reader->escape)) return NULL;
  return yajl_alloc(&CALLBACKS, &functions, reader);
}

GavelStatus json_begin(JsonReader *reader, GavelAllocator allocator, const JsonShape *top, JsonTaker taker,
                       GavelError *error) {
  *reader = (JsonReader){.allocator = allocator, .error = error, .top = top, .taker = taker};
  text_init(&reader->keys, allocator);
  reader->parser = parser_make(reader);
  if (!reader->parser) no_memory(reader);
  return reader->status;
}

static void say_endless(JsonReader *reader) {
  char message[80];
  snprintf(message, sizeof message, "no value ends within %u bytes", JSON_VALUE_MAX);
  refuse(reader, GAVEL_E_LIMIT, reader->token_end, message);
}

GavelStatus json_feed(JsonReader *reader, const char *bytes, size_t size) {
  while (size > 0 && !reader->status) {
    size_t piece = size < PIECE_MAX ? size : PIECE_MAX;
    reader->piece = (Str){bytes, (u32)piece};
    parse(reader, bytes, piece, false);
    reader->base += piece;
    reader->piece = (Str){0};
    if (reader->base - reader->token_end > JSON_VALUE_MAX) say_endless(reader);
    bytes += piece;
    size -= piece;
  }
  return reader->status;
}

GavelStatus json_end(JsonReader *reader) {
  if (!reader->status) parse(reader, NULL, 0, true);
  return reader->status;
}

void json_free(JsonReader *reader) {
  while (reader->blocks) {
    JsonBlock *block = reader->blocks;
    block_unlink(reader, block);
    reader->allocator.resize(reader->allocator.user, block, block->size, 0);
  }
  text_free(&reader->keys);
  reader->parser = NULL;
}
