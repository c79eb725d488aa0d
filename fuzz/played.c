/* Plays accepted card definitions. Input: a definition in text form; or, after a zero byte, built-in cards spliced with
   each other: two bytes choose a card, and each six bytes after them replace a part of it by a part of a second card,
   or by nothing. Parts are parenthesised expressions, so the result is usually well formed. */
#include "play.h"

#include "base/embedded.h"

enum { INPUT_CAP = 4096, TEXT_CAP = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

typedef VEC(Str) Parts;

/* The definitions of the built-in cards. */
static Parts definitions;

/* Finds the parts of a text: all of them, or only the outermost. */
static void parts_find(Str text, bool outermost, Parts *parts) {
  GavelAllocator allocator = gavel_allocator_default();
  u32 open[256], depth = 0;
  bool quoted = false, comment = false;
  for (u32 i = 0; i < text.length; i++) {
    char c = text.data[i];
    if (comment) {
      comment = c != '\n';
    } else if (quoted) {
      if (c == '\\') i++;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == ';') {
      comment = true;
    } else if (c == '(') {
      if (depth < COUNT_OF(open)) open[depth] = i;
      depth++;
    } else if (c == ')' && depth > 0) {
      depth--;
      if (depth >= COUNT_OF(open) || (outermost && depth > 0)) continue;
      Str part = {text.data + open[depth], i + 1 - open[depth]};
      require(vec_push(&allocator, parts, part), "no memory");
    }
  }
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  u32 count;
  const EmbeddedFile *files = embedded_cards(&count);
  for (u32 i = 0; i < count; i++) parts_find((Str){files[i].text, files[i].length}, true, &definitions);
  require(definitions.count > 100, "no definitions");
  return 0;
}

static u32 two_bytes(const uint8_t *data) { return data[0] | (u32)data[1] << 8; }

/* Replaces the part of `text` that begins and ends where `part` does by `by`. */
static void part_replace(Text *text, Str part, Str by) {
  Text out;
  text_init(&out, gavel_allocator_default());
  u32 at = (u32)(part.data - text->data);
  text_add(&out, (Str){text->data, at});
  text_add(&out, by);
  text_add(&out, (Str){text->data + at + part.length, text->length - at - part.length});
  text_free(text);
  *text = out;
}

/* The name of a built-in card is taken, so the card gets another. */
static void rename_card(Text *text) {
  const char *quote = memchr(text->data, '"', text->length);
  if (quote) part_replace(text, (Str){quote + 1, 0}, STR("Spliced "));
}

static void splice(const uint8_t *data, size_t size, Text *text) {
  GavelAllocator allocator = gavel_allocator_default();
  text_add(text, definitions.data[two_bytes(data) % definitions.count]);
  for (data += 2, size -= 2; size >= 6 && text->length < TEXT_CAP; data += 6, size -= 6) {
    Parts own = {0}, others = {0};
    parts_find(text_str(text), false, &own);
    parts_find(definitions.data[two_bytes(data + 2) % definitions.count], false, &others);
    Str place = own.data[two_bytes(data) % own.count];
    u32 by = two_bytes(data + 4) % (others.count + 1);
    if (place.length < text->length) part_replace(text, place, by ? others.data[by - 1] : STR(""));
    vec_free(&allocator, &own);
    vec_free(&allocator, &others);
  }
  rename_card(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3 || size > INPUT_CAP) return 0;
  Text text;
  text_init(&text, gavel_allocator_default());
  if (data[0] == 0)
    splice(data + 1, size - 1, &text);
  else
    text_add(&text, (Str){(const char *)data, (u32)size});
  GavelCards *cards = fuzz_cards();
  GavelError error = {.message = ""};
  GavelCardId first = gavel_cards_count(cards) + 1;
  if (gavel_cards_add_text(cards, text.data, text.length, &error) == GAVEL_OK && gavel_cards_count(cards) >= first)
    play_cards(cards, &first, 1, size, false);
  gavel_cards_destroy(cards);
  text_free(&text);
  return 0;
}
