#include "base/base.h"

u32 str_character(Str text, u32 *length) {
  static const u32 LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
  const u8 *bytes = (const u8 *)text.data;
  u8 lead = bytes[0];
  *length = 1;
  if (lead < 0x80) return lead;
  u32 size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || size > text.length) return STR_MALFORMED;
  u32 character = lead & (0x7Fu >> size);
  for (u32 i = 1; i < size; i++) {
    if ((bytes[i] & 0xC0) != 0x80) return STR_MALFORMED;
    character = character << 6 | (bytes[i] & 0x3Fu);
  }
  bool surrogate = character >= 0xD800 && character <= 0xDFFF;
  if (character < LEAST[size] || character > 0x10FFFF || surrogate) return STR_MALFORMED;
  *length = size;
  return character;
}

u32 str_well_formed(Str text) {
  u32 at = 0, length;
  while (at < text.length && str_character((Str){text.data + at, text.length - at}, &length) != STR_MALFORMED)
    at += length;
  return at;
}

bool is_control_character(u32 character) { return character < ' ' || (character >= 0x7F && character <= 0x9F); }

/* A carriage return counts as a line end only before a newline or the end of the text. */
static bool ends_line(Str text, u32 at) {
  if (text.data[at] == '\n') return true;
  return text.data[at] == '\r' && (at + 1 == text.length || text.data[at + 1] == '\n');
}

GavelStatus text_check(Str text, GavelError *error) {
  u32 line = 1, column = 1, length;
  for (u32 at = 0; at < text.length; at += length, column++) {
    length = 1;
    if (text.data[at] >= ' ' && text.data[at] < 0x7F) continue;
    u32 character = str_character((Str){text.data + at, text.length - at}, &length);
    if (character == STR_MALFORMED)
      return error_set(error, GAVEL_E_SYNTAX, line, column, at,
                       "expected UTF-8 text, found a byte that belongs to no character");
    if (is_control_character(character) && character != '\t' && !ends_line(text, at))
      return error_set(error, GAVEL_E_SYNTAX, line, column, at, "expected text, found the control character U+%04X",
                       character);
    if (character != '\n') continue;
    line++;
    column = 0;
  }
  return GAVEL_OK;
}
