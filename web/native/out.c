#include "out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void out_clear(Out *out) {
  out->length = 0;
  out->failed = false;
}

void out_free(Out *out) {
  free(out->data);
  *out = (Out){0};
}

/* Makes room for that many bytes and a terminating zero. */
static bool out_room(Out *out, size_t more) {
  if (out->failed) return false;
  size_t need = out->length + more + 1, size = out->size ? out->size : 4096;
  if (need <= out->size) return true;
  while (size < need) size *= 2;
  char *data = realloc(out->data, size);
  if (!data) {
    out->failed = true;
    return false;
  }
  out->data = data;
  out->size = size;
  return true;
}

void out_bytes(Out *out, const char *bytes, size_t length) {
  if (!out_room(out, length)) return;
  if (length) memcpy(out->data + out->length, bytes, length);
  out->length += length;
  out->data[out->length] = '\0';
}

void out_text(Out *out, const char *text) { out_bytes(out, text, strlen(text)); }

void out_number(Out *out, long long number) {
  char digits[32];
  out_bytes(out, digits, (size_t)snprintf(digits, sizeof digits, "%lld", number));
}

static void out_escaped(Out *out, const char *text, size_t length) {
  out_bytes(out, "\"", 1);
  for (size_t i = 0, from = 0; i <= length; i++) {
    unsigned char c = i < length ? (unsigned char)text[i] : '"';
    if (c >= ' ' && c != '"' && c != '\\') continue;
    out_bytes(out, text + from, i - from);
    from = i + 1;
    if (i == length) break;
    char escape[8];
    int written = c == '\n' ? snprintf(escape, sizeof escape, "\\n")
                  : c < ' ' ? snprintf(escape, sizeof escape, "\\u%04x", c)
                            : snprintf(escape, sizeof escape, "\\%c", c);
    out_bytes(out, escape, (size_t)written);
  }
  out_bytes(out, "\"", 1);
}

void out_string(Out *out, const char *text) { out_escaped(out, text, strlen(text)); }

void out_written(Out *out, OutWrite *write, void *user) {
  if (!out_room(out, 1)) return;
  /* The room is usually enough; then the text is written only once. */
  size_t room = out->size - out->length, length = write(user, out->data + out->length, room);
  if (length >= room) {
    if (!out_room(out, length)) return;
    write(user, out->data + out->length, length + 1);
  }
  out->length += length;
  out->data[out->length] = '\0';
}

void out_written_string(Out *out, OutWrite *write, void *user) {
  Out text = {0};
  out_written(&text, write, user);
  out->failed |= text.failed;
  out_escaped(out, text.data ? text.data : "", text.length);
  out_free(&text);
}
