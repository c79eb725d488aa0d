/* If the data names no parts, the texts tell which cards meld, and into what (712.4). */
#include <string.h>

#include "import/import.h"

/* The text after the first occurrence of some words; empty if they don't occur. */
static Str behind(Str text, Str words) {
  for (u32 i = 0; i + words.length <= text.length; i++)
    if (memcmp(text.data + i, words.data, words.length) == 0)
      return (Str){text.data + i + words.length, text.length - i - words.length};
  return STR("");
}

/* The card with the longest name that a text begins with; null if there is none. */
static ImportCard *named_at(const Import *import, Str text) {
  ImportCard *found = NULL;
  for (u32 i = 0; i < import->cards.count; i++) {
    ImportCard *card = &import->cards.data[i];
    u32 length = card->name.length;
    if (length == 0 || length > text.length || (found && length <= found->name.length)) continue;
    if (memcmp(card->name.data, text.data, length) == 0) found = card;
  }
  return found;
}

/* Adds the melded face to the card. */
static bool add_back(Import *import, ImportCard *card, const ImportCard *result) {
  ImportFace *faces = arena_alloc(&import->arena, 2 * sizeof *faces);
  if (!faces) return false;
  faces[0] = card->faces[0];
  faces[1] = result->faces[0];
  card->faces = faces;
  card->face_count = 2;
  return true;
}

/* Removes entries that are only the combined back face of two cards (712.4b). */
static void leave_out_backs(Import *import) {
  for (u32 i = 0; i < import->cards.count; i++) {
    const ImportCard *card = &import->cards.data[i];
    ImportCard *back = card->layout == LAYOUT_MELD && card->face_count == 2 ? named_at(import, card->meld_to) : NULL;
    if (!back || !str_equal(back->name, card->meld_to) || back->face_count != 1) continue;
    u32 at = (u32)(back - import->cards.data), behind_it = --import->cards.count - at;
    memmove(back, back + 1, behind_it * sizeof *back);
    import->left_out[LEFT_OUT_BACK]++;
    if (at < i) i--;
  }
}

bool import_pair_melds(Import *import) {
  for (u32 i = 0; i < import->cards.count; i++) {
    ImportCard *card = &import->cards.data[i];
    if (card->layout != LAYOUT_MELD || card->face_count != 1 || card->meld_with.length > 0) continue;
    Str with = behind(card->faces[0].texts[TEXT_RULES], STR("(Melds with "));
    ImportCard *other = with.length > 0 ? named_at(import, with) : NULL;
    if (!other || other->layout != LAYOUT_MELD || other->face_count != 1) continue;
    Str into = behind(other->faces[0].texts[TEXT_RULES], STR("meld them into "));
    const ImportCard *result = into.length > 0 ? named_at(import, into) : NULL;
    if (!result || result->face_count != 1) continue;
    card->meld_with = other->name;
    other->meld_with = card->name;
    card->meld_to = other->meld_to = result->name;
    if (!add_back(import, other, result)) return false;
  }
  leave_out_backs(import);
  return true;
}
