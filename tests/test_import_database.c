/* The compiled database of imported cards: what is written is what is read, and what is damaged is refused. */
#include "support/all_cards.h"
#include "support/allocator.h"
#include "support/clock.h"
#include "support/oracle.h"
#include "support/test.h"

#include "api/api.h"
#include "builtin/builtin.h"
#include "cards/image.h"
#include "import/layout.h"

#include <stdlib.h>

static const char CARDS[] =
    "[{\"name\":\"Zigzag "
    "Bear\",\"layout\":\"normal\",\"mana_cost\":\"{1}{G}\",\"type_line\":\"Creature — Bear\","
    "\"power\":\"2\",\"toughness\":\"3\",\"color_identity\":[\"G\"],\"keywords\":[\"Paper\"],"
    "\"legalities\":{\"modern\":\"legal\",\"vintage\":\"banned\"}},"
    "{\"name\":\"Émigré Elf // Ash\",\"layout\":\"transform\",\"card_faces\":["
    "{\"name\":\"Émigré Elf\",\"mana_cost\":\"{G}\",\"type_line\":\"Creature — "
    "Elf\",\"power\":\"1\",\"toughness\":\"1\"},"
    "{\"name\":\"Ash\",\"type_line\":\"Artifact\",\"color_indicator\":[\"B\"]}]},"
    "{\"name\":\"Inky\",\"layout\":\"normal\",\"type_line\":\"Instant\",\"oracle_text\":\"Draw a "
    "card.\\nDraw inkblots.\"},"
    "{\"name\":\"Blot\",\"layout\":\"normal\",\"type_line\":\"Stain\"},"
    "{\"name\":\"Ash\",\"layout\":\"normal\",\"type_line\":\"Creature\"},"
    "{\"name\":\"Grizzly Bears\",\"layout\":\"normal\",\"type_line\":\"Artifact\"},"
    "{\"name\":\"Zig\",\"layout\":\"normal\",\"type_line\":\"Land\",\"mana_cost\":\"{0}\"}]";

static bool compile_with(GavelAllocator allocator, Oracle *oracle, const char *json, Text *out) {
  ImportReader *reader;
  Import import;
  GavelError error = {0};
  if (import_begin(allocator, &reader, &error)) return false;
  import_feed(reader, json, strlen(json));
  bool fine = import_end(reader, &import) == GAVEL_OK;
  if (!fine && error.status != GAVEL_E_MEMORY) fail_msg("byte %llu: %s", (unsigned long long)error.byte, error.message);
  fine = fine && import_write(&import, oracle, NULL, out, &error) == GAVEL_OK;
  import_free(&import);
  return fine;
}

static Text compile(const char *json) {
  Text text;
  text_init(&text, gavel_allocator_default());
  Oracle *oracle = test_oracle();
  assert_true(compile_with(gavel_allocator_default(), oracle, json, &text));
  oracle_free(oracle);
  return text;
}

static ImportDb open_db(const Text *bytes) {
  ImportDb db;
  GavelError error;
  if (import_db_open(&db, text_str(bytes), &error))
    fail_msg("byte %llu: %s", (unsigned long long)error.byte, error.message);
  return db;
}

static const char WORDED[] =
    "[{\"name\":\"Worded Elk\",\"layout\":\"normal\",\"mana_cost\":\"{G}\",\"type_line\":\"Creature — Elk\","
    "\"oracle_text\":\"Reach, trample (It may be seen from afar.)\\nWhen this creature enters, choose one —\\n• Draw a "
    "card.\\n• You gain 2 life.\\nOther creatures you control have \\\"{T}: Draw a card.\\\"\","
    "\"power\":\"2\",\"toughness\":\"2\"}]";

static void assert_says(const CardDb *cards, u32 ability, const char *words) {
  Text text;
  text_init(&text, gavel_allocator_default());
  assert_str_is(carddb_says(cards, ability), words);
  ability_words(cards, ability, 0, &text);
  assert_true(text.length > 0 && text.length <= strlen(words));
  text_free(&text);
}

/* The words of each ability of the card, however it was loaded. */
static void assert_worded(const CardDb *cards) {
  const Chars *elk = &carddb_face(cards, carddb_card(cards, carddb_find_whole(cards, STR("Worded Elk")))->face)->chars;
  assert_int_equal(elk->ability_count, 4);
  assert_says(cards, elk->abilities, "Reach");
  assert_says(cards, elk->abilities + 1, "trample (It may be seen from afar.)");
  assert_says(cards, elk->abilities + 2, "When this creature enters, choose one —\n• Draw a card.\n• You gain 2 life.");
  assert_says(cards, elk->abilities + 3, "Other creatures you control have \"{T}: Draw a card.\"");
  Str modal = carddb_says(cards, elk->abilities + 2);
  assert_str_is(says_mode(modal, 1), "Draw a card.");
  assert_str_is(says_mode(modal, 2), "You gain 2 life.");
  assert_int_equal(says_mode(modal, 3).length, 0);
  u32 given = 0;
  for (u32 i = elk->abilities; i-- > carddb_card(cards, carddb_find_whole(cards, STR("Worded Elk")))->first_ability;)
    if (carddb_ability(cards, i)->op == IR_ACTIVATED) given = i;
  assert_says(cards, given, "{T}: Draw a card.");
}

static void abilities_keep_the_words_of_their_card(void **state) {
  (void)state;
  Text bytes = compile(WORDED);
  ImportDb db = open_db(&bytes);
  CardDb rows, image, base;
  GavelError error = {0};
  GavelAllocator allocator = gavel_allocator_default();
  assert_int_equal(builtin_open(&base, allocator, &error), GAVEL_OK);
  assert_int_equal(builtin_open(&rows, allocator, &error), GAVEL_OK);
  assert_int_equal(import_db_load(&db, &rows, &error), GAVEL_OK);
  assert_int_equal(carddb_link(&rows, &error), GAVEL_OK);
  assert_worded(&rows);
  Str aligned = import_db_image(&db);
  char *copy = malloc(aligned.length);
  assert_non_null(copy);
  memcpy(copy, aligned.data, aligned.length);
  assert_int_equal(image_open(&image, allocator, (Str){copy, aligned.length}, &base, &error), GAVEL_OK);
  assert_worded(&image);
  assert_true(image.version == rows.version);
  /* The same definition that was written has no words, and is the same card for saves. */
  CardDb written;
  Text definition;
  text_init(&definition, allocator);
  card_print(&rows, carddb_find_whole(&rows, STR("Worded Elk")), &definition);
  assert_int_equal(builtin_open(&written, allocator, &error), GAVEL_OK);
  assert_int_equal(carddb_load_text(&written, text_str(&definition), &error), GAVEL_OK);
  assert_int_equal(carddb_link(&written, &error), GAVEL_OK);
  assert_true(written.version == rows.version);
  u32 card = carddb_find_whole(&written, STR("Worded Elk"));
  assert_int_equal(carddb_card_says(&written, card).length, 0);
  text_free(&definition);
  carddb_free(&written);
  carddb_free(&image);
  free(copy);
  carddb_free(&rows);
  carddb_free(&base);
  text_free(&bytes);
}

static void assert_name(const ImportDb *db, const char *name, const char *whole) {
  ImportCard card;
  ImportFace faces[IMPORT_FACES_MAX];
  u32 row = import_db_find(db, str_of(name));
  if (row == IMPORT_NO_CARD) fail_msg("%s is not found", name);
  import_db_card(db, row, &card, faces);
  assert_str_is(card.name, whole);
}

static void cards_are_found_by_any_of_their_names(void **state) {
  (void)state;
  Text bytes = compile(CARDS);
  ImportDb db = open_db(&bytes);
  assert_int_equal(db.cards.count, 7);
  assert_name(&db, "zigzag BEAR", "Zigzag Bear");
  assert_name(&db, "emigre elf", "Émigré Elf // Ash");
  assert_name(&db, "Emigré Elf // ash", "Émigré Elf // Ash");
  assert_name(&db, "Ash", "Ash"); /* a whole name goes before a face's */
  assert_name(&db, "Zig", "Zig");
  static const char *const NONE[] = {"", "A", "Zigzag", "Zz", "Émigré Elf // As"};
  for (u32 i = 0; i < COUNT_OF(NONE); i++) assert_int_equal(import_db_find(&db, str_of(NONE[i])), IMPORT_NO_CARD);
  text_free(&bytes);
}

static void rows_hold_what_was_imported(void **state) {
  (void)state;
  Text bytes = compile(CARDS);
  ImportDb db = open_db(&bytes);
  ImportCard card;
  ImportFace faces[IMPORT_FACES_MAX];
  import_db_card(&db, import_db_find(&db, STR("Zigzag Bear")), &card, faces);
  assert_true(card.layout == LAYOUT_NORMAL && card.face_count == 1 && card.color_identity == COLOR(GREEN));
  assert_str_is(card.layout_text, "normal");
  assert_str_is(card.keywords, "Paper");
  assert_int_equal(db.formats.count, 2);
  assert_str_is(import_db_format(&db, 1), "vintage");
  assert_int_equal(card.legalities, LEGALITY_LEGAL | LEGALITY_BANNED << 2);
  assert_true(faces[0].cost.generic == 1 && faces[0].types == TYPE(CREATURE) && faces[0].toughness.value == 3);
  assert_true(import_db_definition(&db, import_db_find(&db, STR("Zigzag Bear"))).length > 0);
  import_db_card(&db, import_db_find(&db, STR("Inky")), &card, faces);
  assert_int_equal(card.refusal, REFUSED_WORDS);
  assert_str_is(faces[0].texts[TEXT_RULES], "Draw a card.\nDraw inkblots.");
  import_db_card(&db, import_db_find(&db, STR("Blot")), &card, faces);
  assert_int_equal(card.refusal, REFUSED_TYPE);
  assert_str_is(card.detail, "Stain");
  /* What has no power and toughness is no creature of the rules. */
  import_db_card(&db, import_db_find(&db, STR("Ash")), &card, faces);
  assert_int_equal(card.refusal, REFUSED_CHECK);
  assert_non_null(strstr(card.detail.data, "208.1"));
  import_db_card(&db, import_db_find(&db, STR("Emigre Elf")), &card, faces);
  assert_true(card.face_count == 2 && faces[1].color_indicator == COLOR(BLACK) && faces[1].types == TYPE(ARTIFACT));
  text_free(&bytes);
}

static void the_same_cards_give_the_same_bytes(void **state) {
  (void)state;
  Text bytes = compile(CARDS), again = compile(CARDS), none = compile("[]");
  assert_true(str_equal(text_str(&bytes), text_str(&again)));
  assert_int_equal(open_db(&none).cards.count, 0);
  text_free(&bytes);
  text_free(&again);
  text_free(&none);
}

/* --- use ----------------------------------------------------------------------------------- */

static void cards_of_a_database_are_played_with(void **state) {
  (void)state;
  Text bytes = compile(CARDS);
  GavelCards *cards;
  GavelCardsDef def = gavel_cards_def_default();
  GavelError error = {0};
  assert_int_equal(gavel_cards_create(&def, &cards, NULL), GAVEL_OK);
  u32 before = gavel_cards_count(cards);
  GavelCardId bears = gavel_cards_find(cards, "Grizzly Bears", NULL);
  assert_int_equal(gavel_cards_add_compiled(cards, bytes.data, bytes.length, &error), GAVEL_OK);
  assert_int_equal(gavel_cards_count(cards), before + 3);
  char text[400];
  uint32_t face = 0;
  gavel_card_definition(cards, gavel_cards_find(cards, "Émigré Elf", NULL), text, sizeof text);
  assert_non_null(strstr(text, "(face \"Ash\" (types artifact) (color black))"));
  assert_int_equal(gavel_cards_find(cards, "Ash", &face), gavel_cards_find(cards, "Émigré Elf", NULL));
  assert_int_equal(face, 1);
  /* A card that was known stays as it was. */
  assert_int_equal(gavel_cards_find(cards, "Grizzly Bears", NULL), bears);
  gavel_card_definition(cards, bears, text, sizeof text);
  assert_non_null(strstr(text, "creature"));
  GavelGameDef game_def = gavel_game_def_default();
  GavelGame *game;
  game_def.cards = cards;
  assert_int_equal(gavel_game_create(&game_def, &game, &error), GAVEL_OK);
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Zigzag Bear", 2), GAVEL_OK);
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "inky", 2), GAVEL_E_UNKNOWN);
  assert_string_equal(gavel_game_message(game), "\"Inky\" has text that Gavel can't read: \"inkblots.\"");
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Blot", 2), GAVEL_E_UNKNOWN);
  assert_string_equal(gavel_game_message(game), "\"Blot\" has an unknown word in its type line: \"Stain\"");
  assert_int_equal(gavel_cards_add_compiled(cards, bytes.data, bytes.length, &error), GAVEL_E_MISUSE);
  gavel_game_destroy(game);
  /* The same once more adds nothing. */
  assert_int_equal(gavel_cards_add_compiled(cards, bytes.data, bytes.length, &error), GAVEL_OK);
  assert_int_equal(gavel_cards_count(cards), before + 3);
  gavel_cards_destroy(cards);
  text_free(&bytes);
}

/* Cards with those of a database, whose bytes lie at such a place that its image can be used, or can't. */
static GavelCards *cards_with(const Text *bytes, char *room, bool image) {
  GavelCards *cards;
  GavelCardsDef def = gavel_cards_def_default();
  GavelError error = {0};
  char *place = room + !image;
  memcpy(place, bytes->data, bytes->length);
  assert_int_equal(gavel_cards_create(&def, &cards, NULL), GAVEL_OK);
  if (gavel_cards_add_compiled(cards, place, bytes->length, &error)) fail_msg("%s", error.message);
  assert_true((api_carddb(cards)->image.data == import_db_image(&cards->compiled.data[0].db).data) == image);
  return cards;
}

static void the_image_has_the_same_cards(void **state) {
  (void)state;
  Text bytes = compile(CARDS);
  char *rooms[2] = {malloc(bytes.length + 1), malloc(bytes.length + 1)};
  GavelCards *with = cards_with(&bytes, rooms[0], true), *without = cards_with(&bytes, rooms[1], false);
  assert_true(gavel_cards_version(with) == gavel_cards_version(without));
  assert_int_equal(gavel_cards_count(with), gavel_cards_count(without));
  for (GavelCardId card = 1; card <= gavel_cards_count(with); card++) {
    char left[4000], right[4000];
    gavel_card_definition(with, card, left, sizeof left);
    gavel_card_definition(without, card, right, sizeof right);
    assert_string_equal(left, right);
    assert_string_equal(gavel_card_name(with, card), gavel_card_name(without, card));
  }
  /* A game that was saved with the one is loaded with the other. */
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game, *loaded;
  GavelError error = {0};
  def.cards = with;
  assert_int_equal(gavel_game_create(&def, &game, &error), GAVEL_OK);
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Zigzag Bear", 2), GAVEL_OK);
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_BATTLEFIELD, 1, "Emigre Elf", 1), GAVEL_OK);
  assert_int_equal(gavel_game_start_at(game, 3, 0, GAVEL_STEP_MAIN), GAVEL_OK);
  char save[8000];
  size_t size = 0;
  assert_int_equal(gavel_game_save(game, save, sizeof save, &size), GAVEL_OK);
  def.cards = without;
  assert_int_equal(gavel_game_load(&def, save, size, &loaded, &error), GAVEL_OK);
  assert_true(gavel_game_hash(game) == gavel_game_hash(loaded));
  gavel_game_destroy(loaded);
  def.cards = with;
  assert_int_equal(gavel_game_load(&def, save, size, &loaded, &error), GAVEL_OK);
  gavel_game_destroy(loaded);
  gavel_game_destroy(game);
  gavel_cards_destroy(with);
  gavel_cards_destroy(without);
  for (u32 i = 0; i < COUNT_OF(rooms); i++) free(rooms[i]);
  text_free(&bytes);
}

static void damage_of_an_image_is_told_of(void **state) {
  (void)state;
  Text bytes = compile("[{\"name\":\"Zig\",\"layout\":\"normal\",\"type_line\":\"Land\"},"
                       "{\"name\":\"Zigzag Bear\",\"layout\":\"normal\",\"type_line\":\"Creature — Bear\","
                       "\"power\":\"2\",\"toughness\":\"3\",\"oracle_text\":\"Trample\"}]");
  GavelCards *cards;
  GavelCardsDef def = gavel_cards_def_default();
  GavelError error = {0};
  ImportDb db = open_db(&bytes);
  /* Its head: nothing is added. */
  bytes.data[db.image.at + 8] ^= 1;
  assert_int_equal(gavel_cards_create(&def, &cards, NULL), GAVEL_OK);
  u32 before = gavel_cards_count(cards);
  assert_int_equal(gavel_cards_add_compiled(cards, bytes.data, bytes.length, &error), GAVEL_E_CORRUPT);
  assert_in_range(error.byte, db.image.at, bytes.length);
  assert_int_equal(gavel_cards_count(cards), before);
  bytes.data[db.image.at + 8] ^= 1;
  /* The last card, and no other. */
  u32 last = bytes.length - 1;
  while (!bytes.data[last]) last--;
  bytes.data[last] ^= 1;
  assert_int_equal(gavel_cards_add_compiled(cards, bytes.data, bytes.length, &error), GAVEL_OK);
  assert_int_equal(gavel_cards_find(cards, "Zigzag Bear", NULL), 0);
  assert_int_not_equal(gavel_cards_find(cards, "Zig", NULL), 0);
  GavelGameDef game_def = gavel_game_def_default();
  GavelGame *game;
  game_def.cards = cards;
  assert_int_equal(gavel_game_create(&game_def, &game, &error), GAVEL_OK);
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Zig", 1), GAVEL_OK);
  assert_int_equal(gavel_game_put_cards(game, GAVEL_ZONE_HAND, 0, "Zigzag Bear", 1), GAVEL_E_UNKNOWN);
  assert_non_null(strstr(gavel_game_message(game), "is damaged"));
  gavel_game_destroy(game);
  gavel_cards_destroy(cards);
  text_free(&bytes);
}

/* --- damage -------------------------------------------------------------------------------- */

/* Puts the right checksum into bytes that were changed; the image begins at `image`. */
static void sign(Text *bytes, u32 image) {
  u64 checksum = hash_wide(bytes->data + HEAD_VERSION, image - HEAD_VERSION);
  for (u32 i = 0; i < 8; i++) bytes->data[HEAD_CHECKSUM + i] = (char)(checksum >> (8 * i) & 0xff);
}

/* Uses a database as far as it lets itself be used. */
static bool use_db(Str bytes) {
  ImportDb db;
  CardDb cards;
  GavelError error = {0};
  if (import_db_open(&db, bytes, &error)) {
    assert_true(error.message[0] && error.byte <= bytes.length);
    return false;
  }
  for (u32 row = 0; row < db.cards.count; row++) {
    ImportCard card;
    ImportFace faces[IMPORT_FACES_MAX];
    import_db_card(&db, row, &card, faces);
    import_db_find(&db, card.name);
  }
  assert_int_equal(carddb_init(&cards, gavel_allocator_default(), &error), GAVEL_OK);
  u32 words = cards.words.count, abilities = cards.abilities.count;
  if (import_db_load(&db, &cards, &error)) {
    assert_true(error.message[0] && cards.words.count == words && cards.abilities.count == abilities);
    assert_int_equal(cards.cards.count, 1);
  } else {
    assert_int_equal(carddb_link(&cards, &error), GAVEL_OK);
  }
  carddb_free(&cards);
  return true;
}

static void damaged_databases_are_refused(void **state) {
  (void)state;
  Text bytes = compile(CARDS);
  Rng rng = {5};
  /* The image is a matter of its own. */
  u32 end = open_db(&bytes).image.at;
  assert_true(use_db(text_str(&bytes)));
  sign(&bytes, end);
  assert_true(use_db(text_str(&bytes)));
  for (u32 i = 0; i < end; i++) {
    assert_false(use_db((Str){bytes.data, i}));
    char kept = bytes.data[i];
    bytes.data[i] = (char)(kept ^ (1 << rng_below(&rng, 8)));
    assert_false(use_db(text_str(&bytes)));
    sign(&bytes, end);
    use_db(text_str(&bytes));
    bytes.data[i] = kept;
    sign(&bytes, end);
  }
  text_addc(&bytes, 0);
  assert_false(use_db(text_str(&bytes)));
  text_free(&bytes);
}

static void a_database_of_another_version_is_refused(void **state) {
  (void)state;
  Text bytes = compile(CARDS);
  ImportDb db;
  GavelError error;
  bytes.data[HEAD_VERSION] ^= 1;
  assert_int_equal(import_db_open(&db, text_str(&bytes), &error), GAVEL_E_VERSION);
  assert_non_null(strstr(error.message, "import the cards again"));
  text_free(&bytes);
}

/* --- memory -------------------------------------------------------------------------------- */

/* Reading the grammar takes far longer than what is done with it: once is enough. What the oracle makes of refusals is
   tested where a grammar is small. */
typedef struct Compiled {
  Oracle *oracle;
  const char *json;
} Compiled;

static bool all_of_it(GavelAllocator allocator, void *context) {
  const Compiled *of = context;
  Text bytes;
  ImportDb db;
  CardDb cards;
  GavelError error = {0};
  text_init(&bytes, allocator);
  bool fine = compile_with(allocator, of->oracle, of->json, &bytes) && !import_db_open(&db, text_str(&bytes), &error);
  if (fine && !carddb_init(&cards, allocator, &error)) {
    fine = !import_db_load(&db, &cards, &error) && !carddb_link(&cards, &error);
    carddb_free(&cards);
  } else {
    fine = false;
  }
  text_free(&bytes);
  return fine;
}

static void refused_memory_is_survived(void **state) {
  (void)state;
  Compiled of = {.oracle = test_oracle(),
                 .json = "[{\"name\":\"A\",\"layout\":\"normal\",\"type_line\":\"Land\"},"
                         "{\"name\":\"B\",\"layout\":\"normal\",\"type_line\":\"Creature\"}]"};
  test_every_refusal(all_of_it, &of);
  oracle_free(of.oracle);
}

/* --- real cards ---------------------------------------------------------------------------- */

/* Every real card becomes a row, every one without text has a definition, and the whole is quickly opened. */
static void real_cards_are_imported(void **state) {
  (void)state;
  Import import;
  GavelError error = {0};
  test_all_cards(&import, "no real cards are imported");
  u64 counted = import.cards.count;
  for (u32 i = 0; i < LEFT_OUT_COUNT; i++) counted += import.left_out[i];
  assert_int_equal(counted, import.met);
  u32 refused = 0, untold = 0;
  for (u32 i = 0; i < import.cards.count; i++) {
    const ImportCard *card = &import.cards.data[i];
    refused += card->refusal != REFUSED_NONE;
    bool has_text = false;
    for (u32 f = 0; f < card->face_count; f++) has_text = has_text || card->faces[f].texts[TEXT_RULES].length > 0;
    untold += !card->refusal && !has_text;
  }
  assert_in_range(untold, 300, import.cards.count);
  assert_in_range(import.problems.count, refused, import.met);
  Text bytes;
  text_init(&bytes, gavel_allocator_default());
  Oracle *oracle = test_oracle();
  assert_int_equal(import_write(&import, oracle, NULL, &bytes, &error), GAVEL_OK);
  oracle_free(oracle);
  double start = processor_seconds();
  ImportDb db = open_db(&bytes);
  print_message("%u cards, %u bytes, opened in %.1f ms\n", db.cards.count, bytes.length,
                (processor_seconds() - start) * 1e3);
  u32 defined = 0;
  for (u32 row = 0; row < db.cards.count; row++) defined += import_db_definition(&db, row).length > 0;
  assert_in_range(defined, untold, db.cards.count);
  assert_int_equal(db.cards.count, import.cards.count);
  text_free(&bytes);
  import_free(&import);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cards_are_found_by_any_of_their_names),
      cmocka_unit_test(abilities_keep_the_words_of_their_card),
      cmocka_unit_test(rows_hold_what_was_imported),
      cmocka_unit_test(the_same_cards_give_the_same_bytes),
      cmocka_unit_test(cards_of_a_database_are_played_with),
      cmocka_unit_test(the_image_has_the_same_cards),
      cmocka_unit_test(damage_of_an_image_is_told_of),
      cmocka_unit_test(damaged_databases_are_refused),
      cmocka_unit_test(a_database_of_another_version_is_refused),
      cmocka_unit_test(refused_memory_is_survived),
      cmocka_unit_test(real_cards_are_imported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
