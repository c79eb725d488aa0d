/* Input: changes to a valid image of cards; the checksums are fixed (see image.c). If it is accepted, its cards are
   played. Unsound ones count as missing; a game with the others continues, or finds out that they are damaged. */
#include "play.h"

#include "api/api.h"
#include "builtin/builtin.h"
#include "cards/image_layout.h"

enum { INPUT_CAP = 1024, EDIT = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char CARDS[] =
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 3) trample\n"
    "  (triggered (enters (and other (type creature))) (gain-life 1)))\n"
    "(card \"Zig // Zag\" (layout split)\n"
    "  (face \"Zig\" (cost {R}) (types instant) (spell (target $t any-target) (deal-damage 2 $t)))\n"
    "  (face \"Zag\" (cost {2}{U}) (types sorcery) (spell (draw 2))))\n"
    "(card \"Isle\" (types land Island Swamp))\n"
    "(card \"Knot\" (cost {W}) (types enchantment) (activated (mana {X}) (draw x))\n"
    "  (static (affect (all battlefield (type creature)) (pt 1 1))))\n"
    "(card \"Fetcher\" (cost {2}) (types artifact) (activated tap-self (add-mana {C})))\n";

static Text good;
static u32 own; /* number of its cards that are not built in */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  static CardDb base;
  CardDb all;
  GavelError error = {.message = ""};
  require(!builtin_open(&base, gavel_allocator_default(), &error), "no built-in cards");
  require(!builtin_open(&all, gavel_allocator_default(), &error), "no built-in cards");
  if (carddb_load_text(&all, str_of(CARDS), &error) || carddb_link(&all, &error)) require(false, error.message);
  own = all.cards.count - base.cards.count;
  text_init(&good, gavel_allocator_default());
  image_write(&all, &base, &good);
  require(!good.failed, "no memory");
  carddb_free(&all);
  return 0;
}

/* Each five bytes are a section, an offset from its end and the bytes to put there. */
static void damage(const uint8_t *data, size_t size, Text *bytes) {
  ImageHead head;
  memcpy(&head, bytes->data, sizeof head);
  for (; size >= EDIT; data += EDIT, size -= EDIT) {
    u32 next = data[0] % (IMAGE_SECTIONS + 1);
    u32 end = next < IMAGE_SECTIONS ? head.sections[next].at : bytes->length;
    u32 back = (data[1] | (u32)data[2] << 8 | (u32)data[3] << 16) % 512;
    bytes->data[end - 1 - back % end] = (char)data[4];
  }
  image_sign(bytes->data, bytes->length);
}

static void play_sound(GavelCards *cards, uint64_t seed) {
  u32 count = gavel_cards_count(cards);
  GavelCardId sound[8];
  u32 found = 0;
  for (u32 card = count - own + 1; card <= count && found < COUNT_OF(sound); card++)
    if (carddb_sound(&cards->db, card)) sound[found++] = card;
  if (found > 0) play_cards(cards, sound, found, seed, true);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < EDIT || size > INPUT_CAP) return 0;
  Text bytes;
  text_init(&bytes, gavel_allocator_default());
  text_add(&bytes, text_str(&good));
  damage(data, size, &bytes);
  GavelCards *cards = fuzz_cards();
  CardDb opened;
  GavelError error = {.message = ""};
  if (image_fits(text_str(&bytes), &cards->db) &&
      !image_open(&opened, cards->db.allocator, text_str(&bytes), &cards->db, &error)) {
    carddb_free(&cards->db);
    carddb_move(&cards->db, &opened);
    if (!carddb_link(&cards->db, &error) && gavel_cards_count(cards) > own) play_sound(cards, size);
  }
  gavel_cards_destroy(cards);
  text_free(&bytes);
  return 0;
}
