/* Checks an image: first what leads to cards, then each card on first use. */
#include "cards/image_layout.h"

#include "cards/check.h"
#include "cards/forms.h"
#include "cards/read.h"
#include "cards/traits.h"

/* --- tables that lead to cards ------------------------------------------------------------- */

static u32 count_of_section(const CardDb *db, u32 section) { return image_head(db)->sections[section].count; }

static bool names_good(const CardDb *db) {
  const u32 *starts = image_section(db, IMAGE_NAME_STARTS);
  const char *texts = image_section(db, IMAGE_NAME_TEXTS);
  u32 count = count_of_section(db, IMAGE_NAME_STARTS), size = count_of_section(db, IMAGE_NAME_TEXTS);
  if (count == 0 || starts[0] != 0 || starts[count - 1] != size) return false;
  for (u32 i = 1; i < count; i++) {
    u32 end = starts[i];
    bool good = end <= size && end > starts[i - 1] && end - starts[i - 1] - 1 <= READ_NAME_MAX && texts[end - 1] == 0;
    if (!good || text_check((Str){texts + starts[i - 1], end - starts[i - 1] - 1}, NULL)) return false;
  }
  return true;
}

/* An open-addressing table with all entries less than `limit`, and at most half full, so that every search ends. */
static bool slots_good(const u32 *slots, u32 size, u32 limit) {
  u32 full = 0, most = 0;
  if (size == 0 || size & (size - 1)) return false;
  for (u32 i = 0; i < size; i++) {
    full += slots[i] != 0;
    most = slots[i] > most ? slots[i] : most;
  }
  return full <= size / 2 && most < limit;
}

/* An entry is a card's if it is odd, otherwise a face's. */
static bool by_name_good(const CardDb *db) {
  u32 most = db->cards.count > db->faces.count ? db->cards.count : db->faces.count;
  bool good = slots_good(db->by_name.data, db->by_name.count, most * 2);
  for (u32 i = 0; good && i < db->by_name.count; i++) {
    u32 entry = db->by_name.data[i];
    good = entry >> 1 < (entry & 1 ? db->cards.count : db->faces.count);
  }
  return good;
}

static bool is_zero(const void *data, size_t size) {
  const u8 *bytes = data;
  for (size_t i = 0; i < size; i++)
    if (bytes[i]) return false;
  return true;
}

/* Whether every array has the element that stands for none. */
static bool nones_good(const CardDb *db) {
  if (db->traits.count != db->words.count || db->cards.count != count_of_section(db, IMAGE_CARD_SUMS)) return false;
#define IS_NONE(FIELD) (db->FIELD.count > 0 && is_zero(db->FIELD.data, sizeof *db->FIELD.data))
  return IS_NONE(words) && IS_NONE(traits) && IS_NONE(abilities) && IS_NONE(faces) && IS_NONE(cards) &&
         IS_NONE(forms) && IS_NONE(costs) && IS_NONE(slot_names);
#undef IS_NONE
}

bool image_cards_fit(const CardDb *db) {
  if (!nones_good(db) || count_of_section(db, IMAGE_NAME_STARTS) == 0) return false;
  u32 names = count_of_section(db, IMAGE_NAME_STARTS) - 1;
  u32 face = 1;
  for (u32 i = 1; i < db->cards.count; i++) {
    const CardDef *card = carddb_card(db, i), *last = card - 1;
    bool good = card->first_word >= last->first_word && card->first_ability >= last->first_ability &&
                card->first_slot_name >= last->first_slot_name && card->first_listed >= last->first_listed &&
                card->form >= last->form && card->face == face && card->name > 0 && card->name <= names &&
                card->meld_name <= names && card->meld_partner < db->cards.count && card->says_at <= db->says.count &&
                card->says_length <= db->says.count - card->says_at;
    face += card->faces;
    if (!good || face > db->faces.count) return false;
  }
  const CardDef *last = carddb_card(db, db->cards.count - 1);
  return face == db->faces.count && last->first_word <= db->words.count && last->first_ability <= db->abilities.count &&
         last->first_slot_name <= db->slot_names.count && last->first_listed <= db->form_abilities.count &&
         last->form <= db->forms.count;
}

/* Whether what belongs to no card is the same in both. */
static bool rest_good(const CardDb *db, const CardDb *base) {
  CardDef end = carddb_end(db, 0), base_end = carddb_end(base, 0);
  if (end.first_word != base_end.first_word || end.first_ability != base_end.first_ability ||
      end.first_slot_name != base_end.first_slot_name || db->costs.count < base->costs.count)
    return false;
  u32 texts = count_of_section(base, IMAGE_NAME_TEXTS);
  if (count_of_section(db, IMAGE_NAME_TEXTS) < texts ||
      memcmp(image_section(db, IMAGE_NAME_TEXTS), image_section(base, IMAGE_NAME_TEXTS), texts) != 0)
    return false;
#define SAME(FIELD, COUNT) (memcmp(db->FIELD.data, base->FIELD.data, (COUNT) * sizeof *db->FIELD.data) == 0)
  return SAME(words, end.first_word) && SAME(traits, end.first_word) && SAME(abilities, end.first_ability) &&
         SAME(slot_names, end.first_slot_name) && SAME(costs, base->costs.count) &&
         memcmp(db->intrinsic, base->intrinsic, sizeof db->intrinsic) == 0 &&
         memcmp(db->by_rules, base->by_rules, sizeof db->by_rules) == 0;
#undef SAME
}

const char *image_wrong(const CardDb *db, const CardDb *base, u32 *section) {
  *section = IMAGE_NAME_STARTS;
  if (!names_good(db)) return "a name is malformed, or is not where the one before ends";
  *section = IMAGE_NAME_SLOTS;
  if (!slots_good(image_section(db, IMAGE_NAME_SLOTS), count_of_section(db, IMAGE_NAME_SLOTS),
                  count_of_section(db, IMAGE_NAME_STARTS)))
    return "the table of names has a wrong entry";
  *section = IMAGE_CARDS;
  if (!image_cards_fit(db)) return "a card is not where the one before ends";
  *section = IMAGE_BY_NAME;
  if (!by_name_good(db)) return "the table of cards has a wrong entry";
  *section = IMAGE_COSTS;
  if (check_costs(db)) return "a mana cost is none";
  *section = IMAGE_WORDS;
  return rest_good(db, base) ? NULL : "what belongs to no card is not what it must be";
}

/* --- cards --------------------------------------------------------------------------------- */

static bool traits_good(const CardDb *db, u32 first, u32 end) {
  for (Node node = first; node < end; node += node_argc(db, node) + 1) {
    if (db->traits.data[node] != traits_of(db, node)) return false;
    if (!is_zero(&db->traits.data[node + 1], node_argc(db, node))) return false;
  }
  return true;
}

static bool abilities_good(const CardDb *db, u32 card, u32 first, u32 end) {
  for (u32 i = first; i < end; i++) {
    const AbilityDef *def = carddb_ability(db, i);
    AbilityDef fresh = {.node = def->node,
                        .op = def->op,
                        .keyword = def->keyword,
                        .expansion_count = def->expansion_count,
                        .slots = def->slots,
                        .card = def->card,
                        .slot_names = def->slot_names,
                        .says_at = def->says_at,
                        .says_length = def->says_length};
    ability_link(db, &fresh, ability_usual_zones(db, card, i));
    if (memcmp(&fresh, def, sizeof fresh) != 0) return false;
  }
  return true;
}

static bool face_good(const CardDb *db, const FaceDef *face) {
  Chars fresh = face->chars;
  fresh.abilities_in_block = ABILITIES_OF_DB;
  face_complete(db, &fresh);
  return memcmp(&fresh, &face->chars, sizeof fresh) == 0 && face->reserved == 0;
}

static bool card_good(const CardDb *db, u32 card) {
  const CardDef *def = carddb_card(db, card);
  const u64 *sums = image_section(db, IMAGE_CARD_SUMS);
  CardDef end = carddb_end(db, card), fresh = {0};
  if (sums[card] != image_card_sum(db, card) || !check_one_card(db, card)) return false;
  if (text_check(carddb_card_says(db, card), NULL)) return false;
  for (u32 i = 0; i < def->faces; i++)
    if (!face_good(db, carddb_face(db, def->face + i))) return false;
  if (!traits_good(db, def->first_word, end.first_word)) return false;
  if (!abilities_good(db, card, def->first_ability, end.first_ability)) return false;
  memcpy(&fresh, def, sizeof fresh);
  memset(fresh.reserved, 0, sizeof fresh.reserved);
  card_link(db, card, &fresh);
  return memcmp(&fresh, def, sizeof fresh) == 0 && forms_are_of(db, card);
}

/* The state of a card's check. */
enum { NOT_LOOKED_AT, GOOD, WRONG };

static bool look_at(const CardDb *db, u32 card) {
  u8 known = atomic_load_explicit(&db->sound[card], memory_order_acquire);
  if (known == NOT_LOOKED_AT) {
    known = card_good(db, card) ? GOOD : WRONG;
    atomic_store_explicit(&db->sound[card], known, memory_order_release);
  }
  return known == GOOD;
}

bool carddb_looked_at(const CardDb *db, u32 card) {
  if (card >= db->cards.count) return false;
  if (card == 0) return true;
  u32 partner = carddb_card(db, card)->meld_partner;
  return look_at(db, card) && (partner == 0 || look_at(db, partner));
}

bool carddb_ability_sound(const CardDb *db, u32 ability) {
  if (!db->sound) return true;
  return carddb_sound(db, carddb_card_at(db, offsetof(CardDef, first_ability), ability));
}

GavelStatus carddb_all_sound(const CardDb *db, GavelError *error) {
  for (u32 i = 1; i < db->cards.count && db->sound; i++)
    if (!carddb_sound(db, i))
      return error_set(error, GAVEL_E_CORRUPT, 0, 0, 0, "the card database is damaged: there is no card %u", i);
  return GAVEL_OK;
}
