#include "json_out.h"

#include "cli.h"

#include <inttypes.h>
#include <stdio.h>

static void done(yajl_gen_status status) {
  if (status != yajl_gen_status_ok) out_of_memory();
}

static void add_str(JsonOut out, Str text) {
  done(yajl_gen_string(out, (const unsigned char *)text.data, text.length));
}

static void add_key(JsonOut out, const char *key) {
  if (key) add_str(out, str_of(key));
}

JsonOut out_begin(bool indented) {
  JsonOut out = yajl_gen_alloc(NULL);
  if (!out) out_of_memory();
  yajl_gen_config(out, yajl_gen_beautify, indented);
  yajl_gen_config(out, yajl_gen_indent_string, "  ");
  return out;
}

Str out_written(JsonOut out) {
  const unsigned char *text;
  size_t length;
  done(yajl_gen_get_buf(out, &text, &length));
  return (Str){(const char *)text, (u32)length};
}

void out_end(JsonOut out) { yajl_gen_free(out); }

void out_print(JsonOut out) {
  Str text = out_written(out);
  fwrite(text.data, 1, text.length, stdout);
  out_end(out);
}

void out_object(JsonOut out, const char *key) {
  add_key(out, key);
  done(yajl_gen_map_open(out));
}

void out_end_object(JsonOut out) { done(yajl_gen_map_close(out)); }

void out_array(JsonOut out, const char *key) {
  add_key(out, key);
  done(yajl_gen_array_open(out));
}

void out_end_array(JsonOut out) { done(yajl_gen_array_close(out)); }

void out_str(JsonOut out, const char *key, Str text) {
  add_key(out, key);
  add_str(out, text);
}

void out_text(JsonOut out, const char *key, const char *text) { out_str(out, key, str_of(text)); }

void out_hex(JsonOut out, const char *key, u64 number) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, number);
  out_text(out, key, text);
}

void out_count(JsonOut out, const char *key, u64 count) {
  add_key(out, key);
  done(yajl_gen_integer(out, (long long)count));
}

void out_real(JsonOut out, const char *key, double number) {
  char text[32];
  int length = snprintf(text, sizeof text, "%.9g", number);
  add_key(out, key);
  done(yajl_gen_number(out, text, (size_t)length));
}

void out_truth(JsonOut out, const char *key, bool truth) {
  add_key(out, key);
  done(yajl_gen_bool(out, truth));
}

void out_null(JsonOut out, const char *key) {
  add_key(out, key);
  done(yajl_gen_null(out));
}
