/* Images of databases: what is opened on one is what would have been loaded, and what is damaged is not found. */
#include "builtin/builtin.h"
#include "cards/image_layout.h"
#include "support/allocator.h"
#include "support/cards.h"
#include "support/test.h"

#include <stdlib.h>

/* Cards beside those that are built in: of each sort of form. */
static const char CARDS[] =
    "(card \"Zigzag Bear\" (cost {1}{G}) (types creature Bear) (pt 2 3))"
    "(card \"Zig // Zag\" (layout split)"
    "  (face \"Zig\" (cost {R}) (types instant) (spell (target $t any-target) (deal-damage 2 $t)))"
    "  (face \"Zag\" (cost {2}{U}) (types sorcery) (spell (draw 2))))"
    "(card \"Zigzag Isle\" (types land Island Swamp))"
    "(card \"Zigzag Knot\" (cost {W}) (types enchantment) (activated (mana {X}) (draw x))"
    "  (triggered (dies (type creature)) (create 1 (token-spec (set-color green) (set-types creature) (set-subtypes "
    "Snake) (base-pt 1 1)))))";

static void load(CardDb *db, const char *cards) {
  GavelError error = {0};
  if (carddb_load_text(db, str_of(cards), &error) || carddb_link(db, &error))
    fail_msg("line %u: %s", error.line, error.message);
}

static void open_builtin(CardDb *db) {
  GavelError error = {0};
  if (builtin_open(db, gavel_allocator_default(), &error)) fail_msg("%s", error.message);
}

/* The built-in cards and those. */
static void make(CardDb *db, const char *cards) {
  open_builtin(db);
  load(db, cards);
}

static Text image_of(const CardDb *db, const CardDb *base) {
  Text image;
  text_init(&image, gavel_allocator_default());
  image_write(db, base, &image);
  assert_false(image.failed);
  return image;
}

static void open_image(CardDb *db, const Text *image, const CardDb *base) {
  GavelError error = {0};
  assert_true(image_fits(text_str(image), base));
  if (image_open(db, gavel_allocator_default(), text_str(image), base, &error))
    fail_msg("byte %llu: %s", (unsigned long long)error.byte, error.message);
}

/* --- the same ------------------------------------------------------------------------------ */

/* Gives the cards of a database the texts that the built-in ones have. */
static void give_texts(CardDb *db, const CardDb *built_in) {
  for (u32 card = 1; card < db->cards.count; card++) {
    const CardDef *def = carddb_card(built_in, card);
    u32 end = carddb_end(built_in, card).first_ability, count = 0;
    SaysSpan *spans = calloc(end - def->first_ability + 1, sizeof *spans);
    assert_non_null(spans);
    for (u32 face = 0; face < def->faces; face++) {
      const Chars *chars = &carddb_face(built_in, def->face + face)->chars;
      for (u32 i = 0; i < chars->ability_count && (face == 0 || def->layout != LAYOUT_PROTOTYPE); i++) {
        const AbilityDef *ability = carddb_ability(built_in, chars->abilities + i);
        spans[count++] = (SaysSpan){ability->says_at, ability->says_length};
        i += ability->expansion_count;
      }
    }
    assert_true(carddb_give_says(db, card, &(CardSays){carddb_card_says(built_in, card), spans, count}));
    free(spans);
  }
}

/* What the texts are comes from the grammar; all the rest is as the definitions make it. */
static void what_is_built_in_is_what_the_definitions_make(void **state) {
  (void)state;
  CardDb db, built_in;
  test_cards(&db);
  open_builtin(&built_in);
  give_texts(&db, &built_in);
  Text image = image_of(&db, NULL);
  assert_true(str_equal(text_str(&image), builtin_image()));
  text_free(&image);
  carddb_free(&built_in);
  carddb_free(&db);
}

static void assert_same_text(const CardDb *a, const CardDb *b, u32 card) {
  Text left, right;
  text_init(&left, a->allocator);
  text_init(&right, b->allocator);
  card_print(a, card, &left);
  card_english(a, card, &left);
  card_print(b, card, &right);
  card_english(b, card, &right);
  assert_str_is(text_str(&left), text_str(&right).data);
  text_free(&left);
  text_free(&right);
}

/* Whether two databases have the same cards, found by the same names. */
static void assert_same(const CardDb *a, const CardDb *b) {
  assert_true(a->version == b->version);
  assert_int_equal(a->cards.count, b->cards.count);
  assert_int_equal(a->keywords.count, b->keywords.count);
  assert_int_equal(a->operations.count, b->operations.count);
  for (u32 card = 1; card < a->cards.count; card++) {
    const CardDef *def = carddb_card(a, card);
    assert_same_text(a, b, card);
    for (u32 i = 0; i < def->faces; i++) {
      u32 face = 0;
      Str name = intern_text(&a->names, carddb_face(a, def->face + i)->chars.name);
      assert_int_equal(carddb_find(a, name, &face), carddb_find(b, name, NULL));
      assert_int_equal(intern_find(&a->names, name), intern_find(&b->names, name));
    }
  }
}

static void cards_of_an_image_are_those_it_was_made_of(void **state) {
  (void)state;
  CardDb base, made, opened;
  u32 face = 0;
  GavelError error = {0};
  open_builtin(&base);
  make(&made, CARDS);
  Text image = image_of(&made, &base);
  open_image(&opened, &image, &base);
  assert_int_equal(carddb_find(&opened, STR("zag"), &face), carddb_find_whole(&opened, STR("Zig // Zag")));
  assert_int_equal(face, 1);
  assert_int_equal(carddb_all_sound(&opened, &error), GAVEL_OK);
  assert_same(&made, &opened);
  /* More cards are added to both. */
  static const char MORE[] = "(card \"Zigzag Ox\" (cost {3}{W}) (types creature Ox) (pt 2 4) vigilance)";
  load(&made, MORE);
  load(&opened, MORE);
  assert_int_equal(opened.image.length, 0);
  assert_same(&made, &opened);
  carddb_free(&opened);
  text_free(&image);
  carddb_free(&made);
  carddb_free(&base);
}

static void an_image_is_used_where_it_was_made_for(void **state) {
  (void)state;
  CardDb base, made, other;
  open_builtin(&base);
  make(&made, CARDS);
  Text image = image_of(&made, &base), more;
  open_image(&other, &image, &base);
  more = image_of(&made, &other);
  assert_true(image_fits(text_str(&image), &base));
  assert_false(image_fits(text_str(&image), NULL));
  assert_false(image_fits(text_str(&more), &base));
  assert_false(image_fits((Str){image.data, 20}, &base));
  text_addc(&image, 0);
  memmove(image.data + 1, image.data, image.length - 1);
  assert_false(image_fits((Str){image.data + 1, image.length - 1}, &base));
  carddb_free(&other);
  text_free(&image);
  text_free(&more);
  carddb_free(&made);
  carddb_free(&base);
}

/* --- damage -------------------------------------------------------------------------------- */

/* Uses an image as far as it lets itself be used; answers whether all of it is sound. */
static bool use_image(Str bytes, const CardDb *base) {
  CardDb db;
  GavelError error = {0};
  if (!image_fits(bytes, base)) return false;
  if (image_open(&db, gavel_allocator_default(), bytes, base, &error)) {
    assert_true(error.status == GAVEL_E_CORRUPT && error.message[0] && error.byte <= bytes.length);
    return false;
  }
  bool all = true;
  Text text;
  text_init(&text, db.allocator);
  for (u32 card = 1; card < db.cards.count; card++) {
    bool sound = carddb_sound(&db, card);
    all = all && sound;
    if (!sound || card < base->cards.count) continue;
    card_print(&db, card, &text);
    card_english(&db, card, &text);
  }
  static const char *const NAMES[] = {"Zigzag Bear", "Zig", "Zag", "Zigzag Isle", "Zigzag Knot", "Shock"};
  for (u32 i = 0; i < COUNT_OF(NAMES); i++) {
    u32 face, card = carddb_find(&db, str_of(NAMES[i]), &face);
    assert_true(card == 0 || (carddb_sound(&db, card) && face < carddb_card(&db, card)->faces));
    if (!card) carddb_say_unknown(&db, str_of(NAMES[i]), 4, &text);
  }
  assert_int_equal(carddb_all_sound(&db, &error), all ? GAVEL_OK : GAVEL_E_CORRUPT);
  /* What is not all sound cannot be added to, and stays as it is. */
  u32 cards = db.cards.count;
  GavelStatus status = carddb_load_text(&db, STR("(card \"Zigzag Ox\" (types creature) (pt 2 4))"), &error);
  assert_int_equal(status, all ? GAVEL_OK : GAVEL_E_CORRUPT);
  assert_int_equal(db.cards.count, cards + all);
  text_free(&text);
  carddb_free(&db);
  return all;
}

/* A byte that is changed, and whether the change is for each bit in turn or one of them. */
static void damage(Text *image, const CardDb *base, const CardDb *made, u32 at, Rng *rng) {
  char kept = image->data[at];
  image->data[at] = (char)(kept ^ (1 << rng_below(rng, 8)));
  if (use_image(text_str(image), base)) {
    /* Nothing looks at the bytes between sections: the cards are the same. */
    CardDb opened;
    open_image(&opened, image, base);
    assert_same(made, &opened);
    carddb_free(&opened);
  }
  image_sign(image->data, image->length);
  use_image(text_str(image), base);
  image->data[at] = kept;
}

static void damaged_images_are_refused_or_not_found(void **state) {
  (void)state;
  CardDb base, made;
  Rng rng = {.state = 7 + test_number("GAVEL_SEED", 0)};
  open_builtin(&base);
  make(&made, CARDS);
  Text image = image_of(&made, &base);
  ImageHead head;
  memcpy(&head, image.data, sizeof head);
  assert_true(use_image(text_str(&image), &base));
  Text good = image_of(&made, &base);
  u64 samples = test_number("GAVEL_SAMPLES", 6);
  for (u32 at = 0; at < sizeof head; at++) {
    damage(&image, &base, &made, at, &rng);
    memcpy(image.data, good.data, good.length);
  }
  /* The ends of sections are where the cards are that are not built in, and not in the base. */
  for (u32 i = 0; i < IMAGE_SECTIONS; i++) {
    u32 end = i + 1 < IMAGE_SECTIONS ? head.sections[i + 1].at : image.length, size = end - head.sections[i].at;
    for (u64 n = 0; n < 8 * samples && size > 0; n++) {
      u32 within = n % 8 ? (u32)num_min(size, 2048) : size;
      damage(&image, &base, &made, end - 1 - (u32)rng_below(&rng, within), &rng);
      memcpy(image.data, good.data, good.length);
    }
  }
  for (u32 i = 0; i < 64; i++) assert_false(use_image((Str){image.data, (u32)rng_below(&rng, image.length)}, &base));
  text_free(&good);
  text_free(&image);
  carddb_free(&made);
  carddb_free(&base);
}

/* --- memory -------------------------------------------------------------------------------- */

typedef struct Body {
  Str image;
  const CardDb *base;
} Body;

static bool open_and_add(GavelAllocator allocator, void *context) {
  const Body *body = context;
  CardDb db;
  GavelError error = {0};
  if (image_open(&db, allocator, body->image, body->base, &error)) return false;
  bool fine = carddb_load_text(&db, STR("(card \"Zigzag Ox\" (types creature) (pt 2 4))"), &error) == GAVEL_OK;
  fine = fine && carddb_link(&db, &error) == GAVEL_OK;
  carddb_free(&db);
  return fine;
}

static void refused_memory_is_survived(void **state) {
  (void)state;
  CardDb base, made;
  open_builtin(&base);
  make(&made, CARDS);
  Text image = image_of(&made, &base);
  Body body = {text_str(&image), &base};
  test_every_refusal(open_and_add, &body);
  text_free(&image);
  carddb_free(&made);
  carddb_free(&base);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_built_in_is_what_the_definitions_make),
      cmocka_unit_test(cards_of_an_image_are_those_it_was_made_of),
      cmocka_unit_test(an_image_is_used_where_it_was_made_for),
      cmocka_unit_test(damaged_images_are_refused_or_not_found),
      cmocka_unit_test(refused_memory_is_survived),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
