#include "things.h"

#include "cli.h"
#include "state/state.h"

#include <stdlib.h>

enum { NAME_CAP = 256 };

/* --- one thing ------------------------------------------------------------------------------- */

void thing_name(GavelGame *game, u32 viewer, GavelRef ref, char *out, size_t size) {
  if (viewer == GAVEL_NO_PLAYER)
    gavel_game_name(game, ref, out, size);
  else
    gavel_view_name(game, viewer, gavel_view_handle(game, viewer, ref), out, size);
}

static bool values_of(GavelGame *game, u32 viewer, GavelRef ref, GavelCharacteristics *c) {
  if (viewer == GAVEL_NO_PLAYER) return gavel_game_characteristics(game, ref, c);
  return gavel_view_characteristics(game, viewer, gavel_view_handle(game, viewer, ref), c);
}

bool thing_state(GavelGame *game, u32 viewer, GavelRef ref, bool types, Text *out) {
  GavelCharacteristics c;
  if (!values_of(game, viewer, ref, &c)) return false;
  GavelHandle handle = viewer == GAVEL_NO_PLAYER ? 0 : gavel_view_handle(game, viewer, ref);
  size_t length = handle ? gavel_view_standing(game, viewer, handle, types, NULL, 0)
                         : gavel_game_standing(game, ref, types, NULL, 0);
  char *text = room_for_text(length);
  if (handle)
    gavel_view_standing(game, viewer, handle, types, text, length + 1);
  else
    gavel_game_standing(game, ref, types, text, length + 1);
  text_adds(out, text);
  free(text);
  return c.has_power_toughness;
}

void thing_describe(GavelGame *game, u32 viewer, GavelRef ref, Text *out) {
  char name[NAME_CAP];
  Text state;
  thing_name(game, viewer, ref, name, sizeof name);
  text_adds(out, name);
  text_init(&state, gavel_allocator_default());
  bool power = thing_state(game, viewer, ref, false, &state);
  if (state.length) text_addf(out, "%s%s", power ? " " : ", ", state.data);
  text_free(&state);
}

/* --- several --------------------------------------------------------------------------------- */

Things things_in(const GavelGame *game, GavelZone zone, u32 player) {
  GavelAllocator allocator = gavel_allocator_default();
  Things things = {0};
  u32 count = gavel_game_zone_count(game, zone, player);
  for (u32 i = 0; i < count; i++)
    if (!vec_push(&allocator, &things, GAVEL_REF_NONE)) out_of_memory();
  if (count) gavel_game_zone(game, zone, player, things.data, count);
  return things;
}

void things_free(Things *things) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, things);
}

void rows_add(Rows *rows, GavelGame *game, u32 viewer, GavelRef ref) {
  GavelAllocator allocator = gavel_allocator_default();
  Text text;
  text_init(&text, allocator);
  thing_describe(game, viewer, ref, &text);
  for (u32 i = 0; i < rows->count; i++) {
    if (!str_equal(text_str(&rows->data[i].text), text_str(&text))) continue;
    rows->data[i].count++;
    text_free(&text);
    return;
  }
  Row row = {text, 1};
  if (text.failed || !vec_push(&allocator, rows, row)) out_of_memory();
}

/* How many columns a text takes: its characters. */
static u32 columns_of(Str text) {
  u32 columns = 0;
  for (u32 i = 0; i < text.length; i++) columns += (text.data[i] & 0xc0) != 0x80;
  return columns;
}

static void title_print(const char *title, Layout layout) {
  if (layout.plain)
    printf("%s:\n", title);
  else
    printf("%*s%-*s", (int)layout.indent, "", (int)layout.title, title);
}

/* Goes on behind a piece of text, or on the next line if so many columns don't fit there; answers the column. */
static u32 piece_begin(u32 column, u32 columns, bool first, Layout layout) {
  u32 margin = layout.indent + layout.title;
  if (first) return margin;
  if (column + 1 + columns <= output_width()) {
    putchar(' ');
    return column + 1;
  }
  printf("\n%*s", (int)margin, "");
  return margin;
}

void rows_print(Rows *rows, const char *title, Layout layout) {
  GavelAllocator allocator = gavel_allocator_default();
  u32 column = 0;
  if (rows->count) title_print(title, layout);
  for (u32 i = 0; i < rows->count; i++) {
    Row *row = &rows->data[i];
    char times[16] = "";
    const char *end = layout.plain || i + 1 == rows->count ? "\n" : ";";
    if (row->count > 1) snprintf(times, sizeof times, "%u ", row->count);
    u32 columns = columns_of(str_of(times)) + columns_of(text_str(&row->text)) + 1; /* with its semicolon */
    if (!layout.plain) column = piece_begin(column, columns, i == 0, layout) + columns;
    printf("%s%s%s", times, row->text.data, end);
    text_free(&row->text);
  }
  vec_free(&allocator, rows);
  *rows = (Rows){0};
}

void paragraph_print(const char *title, const char *text, Layout layout) {
  u32 column = 0;
  bool first = true;
  if (layout.plain) {
    printf("%s%s%s\n", title, title[0] ? ": " : "", text);
    return;
  }
  title_print(title, layout);
  for (const char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
    int length = (int)strcspn(at, " ");
    u32 columns = columns_of((Str){at, (u32)length});
    column = piece_begin(column, columns, first, layout) + columns;
    printf("%.*s", length, at);
    at += length;
    first = false;
  }
  putchar('\n');
}

/* --- symbols --------------------------------------------------------------------------------- */

/* What stands between slashes within a symbol's braces. */
static const struct {
  const char *symbol, *word;
} SYMBOLS[] = {{"W", "white"}, {"U", "blue"},   {"B", "black"}, {"R", "red"},   {"G", "green"}, {"C", "colorless"},
               {"S", "snow"},  {"P", "2 life"}, {"T", "tap"},   {"Q", "untap"}, {"E", "energy"}};

static void add_symbol(const char *inside, u32 length, Text *out) {
  for (u32 at = 0; at < length;) {
    u32 part = (u32)strcspn(inside + at, "/}");
    const char *word = NULL;
    for (u32 i = 0; i < COUNT_OF(SYMBOLS); i++)
      if (strlen(SYMBOLS[i].symbol) == part && strncmp(SYMBOLS[i].symbol, inside + at, part) == 0)
        word = SYMBOLS[i].word;
    if (at) text_adds(out, " or ");
    if (word)
      text_adds(out, word);
    else
      text_add(out, (Str){inside + at, part});
    at += part + 1;
  }
}

void add_symbols_in_words(const char *text, Text *out) {
  while (*text) {
    const char *end = *text == '{' ? strchr(text, '}') : NULL;
    if (!end) {
      text_addc(out, *text++);
      continue;
    }
    add_symbol(text + 1, (u32)(end - text - 1), out);
    text = end + 1;
    if (*text == '{') text_addc(out, ' ');
  }
}
