/* Input: changes to a valid image of cards; the checksums are fixed. It must be refused with a message, or everything
   found in it must be usable. */
#include "builtin/builtin.h"
#include "cards/image_layout.h"
#include "inside.h"

/* Longer inputs find nothing new. */
#define INPUT_CAP 4096u

static const char CARDS[] =
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 3))"
    "(card \"Zig // Zag\" (layout split)"
    "  (face \"Zig\" (cost {R}) (types instant) (spell (target $t any-target) (deal-damage 2 $t)))"
    "  (face \"Zag\" (cost {2}{U}) (types sorcery) (spell (draw 2))))"
    "(card \"Isle\" (types land Island Swamp))"
    "(card \"Knot\" (cost {W}) (types enchantment) (activated (mana {X}) (draw x)))";

/* The base of images, and a valid one, made once. */
static CardDb base;
static Text good;

static void make_good(void) {
  CardDb all;
  GavelError error = {0};
  if (good.length > 0) return;
  check(!builtin_open(&base, gavel_allocator_default(), &error));
  check(!builtin_open(&all, gavel_allocator_default(), &error));
  check(!carddb_load_text(&all, str_of(CARDS), &error) && !carddb_link(&all, &error));
  text_init(&good, gavel_allocator_default());
  image_write(&all, &base, &good);
  check(!good.failed);
  carddb_free(&all);
}

static void use(Str bytes) {
  CardDb db;
  GavelError error = {0};
  Text text;
  if (!image_fits(bytes, &base)) return;
  GavelStatus status = image_open(&db, gavel_allocator_default(), bytes, &base, &error);
  if (status) {
    check(error.status == status && error.message[0] && error.byte <= bytes.length);
    return;
  }
  text_init(&text, gavel_allocator_default());
  for (u32 card = base.cards.count - 4; card < db.cards.count; card++) {
    u32 face;
    if (card == 0 || !carddb_sound(&db, card)) continue;
    carddb_find(&db, intern_text(&db.names, carddb_card(&db, card)->name), &face);
    card_print(&db, card, &text);
    card_english(&db, card, &text);
  }
  /* A completely sound image can be extended and relinked. */
  if (!carddb_own(&db, &error)) check(!carddb_link(&db, &error));
  text_free(&text);
  carddb_free(&db);
}

/* Each five bytes are a section, an offset from its end and the bytes to put there. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 5 || size > INPUT_CAP) return 0;
  make_good();
  ImageHead head;
  Text bytes;
  text_init(&bytes, gavel_allocator_default());
  text_add(&bytes, text_str(&good));
  memcpy(&head, bytes.data, sizeof head);
  for (; size >= 5; data += 5, size -= 5) {
    u32 next = data[0] % (IMAGE_SECTIONS + 1);
    u32 end = next < IMAGE_SECTIONS ? head.sections[next].at : bytes.length;
    u32 back = data[1] | (u32)data[2] << 8 | (u32)data[3] << 16;
    bytes.data[end - 1 - back % end] = (char)data[4];
  }
  image_sign(bytes.data, bytes.length);
  use(text_str(&bytes));
  text_free(&bytes);
  return 0;
}
