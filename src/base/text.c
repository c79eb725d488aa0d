#include "base/base.h"

#include <stdio.h>

Str str_of(const char *text) {
  size_t length = strlen(text);
  ASSERT(length <= UINT32_MAX);
  return (Str){text, (u32)length};
}

bool str_equal(Str a, Str b) {
  return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool str_is(Str a, const char *text) { return str_equal(a, str_of(text)); }

bool str_begins(Str text, Str piece) {
  return text.length >= piece.length && str_equal((Str){text.data, piece.length}, piece);
}

bool str_ends(Str text, Str piece) {
  if (piece.length == 0 || text.length < piece.length) return piece.length == 0;
  return memcmp(text.data + (text.length - piece.length), piece.data, piece.length) == 0;
}

u32 str_last_line(Str text) {
  u32 at = text.length;
  while (at > 0 && text.data[at - 1] == '\n') at--;
  while (at > 0 && text.data[at - 1] != '\n') at--;
  return at;
}

int str_compare(Str a, Str b) {
  u32 shorter = a.length < b.length ? a.length : b.length;
  int order = shorter > 0 ? memcmp(a.data, b.data, shorter) : 0;
  return order ? order : (a.length > b.length) - (a.length < b.length);
}

void text_init(Text *text, GavelAllocator allocator) { *text = (Text){.allocator = allocator}; }

void text_free(Text *text) {
  GavelAllocator allocator = text->allocator;
  if (text->data) allocator.resize(allocator.user, text->data, text->cap, 0);
  text_init(text, allocator);
}

void text_clear(Text *text) {
  text->length = 0;
  text->failed = false;
  if (text->data) text->data[0] = 0;
}

/* Makes room for `n` more bytes and the terminating zero; sets `failed` if there is none. */
static bool text_reserve(Text *text, size_t n) {
  if (text->failed) return false;
  if (n >= UINT32_MAX - text->length) {
    text->failed = true;
    return false;
  }
  u32 wanted = (u32)n + 1;
  text->data = vec_grow(&text->allocator, text->data, text->length, &text->cap, wanted, 1);
  text->failed = text->cap - text->length < wanted;
  return !text->failed;
}

void text_add(Text *text, Str piece) {
  if (!text_reserve(text, piece.length)) return;
  if (piece.length > 0) memcpy(text->data + text->length, piece.data, piece.length);
  text->length += piece.length;
  text->data[text->length] = 0;
}

void text_adds(Text *text, const char *piece) { text_add(text, str_of(piece)); }

void text_addc(Text *text, char c) { text_add(text, (Str){&c, 1}); }

void text_addq(Text *text, Str piece) {
  text_addc(text, '"');
  for (u32 i = 0; i < piece.length; i++) {
    if (piece.data[i] == '"' || piece.data[i] == '\\') text_addc(text, '\\');
    text_addc(text, piece.data[i]);
  }
  text_addc(text, '"');
}

void text_addf(Text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (length < 0) {
    text->failed = true;
    return;
  }
  if (!text_reserve(text, (size_t)length)) return;
  va_start(arguments, format);
  vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
  va_end(arguments);
  text->length += (u32)length;
}

void text_join_lines(Text *text, u32 from) {
  for (u32 i = from; i < text->length; i++)
    if (text->data[i] == '\n') text->data[i] = ' ';
}

Str text_str(const Text *text) { return text->data ? (Str){text->data, text->length} : STR(""); }

/* --- JSON ------------------------------------------------------------------------------------ */

void text_addj(Text *out, Str text) {
  text_addc(out, '"');
  while (text.length > 0) {
    u32 size, c = str_character(text, &size);
    if (c == STR_MALFORMED) {
      text_adds(out, "\\ufffd");
    } else if (c == '"' || c == '\\') {
      text_addf(out, "\\%c", (char)c);
    } else if (c == '\n') {
      text_adds(out, "\\n");
    } else if (is_control_character(c)) {
      text_addf(out, "\\u%04x", c);
    } else {
      text_add(out, (Str){text.data, size});
    }
    text = (Str){text.data + size, text.length - size};
  }
  text_addc(out, '"');
}

Str text_from(const Text *text, u32 from) {
  Str all = text_str(text);
  return (Str){all.data + from, all.length - from};
}
