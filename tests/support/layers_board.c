#include "support/layers_board.h"

#include "rules/turn/turn.h"
#include "rules/game/run_game.h"
#include "support/test.h"

typedef struct BoardRun {
  Board board;
  void (*body)(Board *b);
} BoardRun;

static void run_body(Game *g, void *user) {
  BoardRun *run = user;
  run->board.g = g;
  run->body(&run->board);
}

void board_run(const char *cards, void (*body)(Board *b)) {
  BoardRun run = {.body = body};
  GavelError error = {0};
  GavelAllocator allocator = gavel_allocator_default();
  if (carddb_init(&run.board.db, allocator, &error)) fail_msg("%s", error.message);
  GavelStatus status = carddb_load_text(&run.board.db, str_of(cards), &error);
  if (!status) status = carddb_link(&run.board.db, &error);
  if (status) fail_msg("line %u: %s", error.line, error.message);
  Game *g = NULL;
  assert_int_equal(game_new(allocator, &run.board.db, &GAME_PROCEDURES, 2, 7, FORMAT_TWO_PLAYER, &g), GAVEL_OK);
  if (game_protect(g, run_body, &run)) fail_msg("%s", g->failure);
  game_free(g);
  carddb_free(&run.board.db);
}

u32 board_card(const Board *b, const char *name) {
  u32 card = carddb_find(&b->db, str_of(name), NULL);
  if (!card) fail_msg("no card %s", name);
  return card;
}

u32 board_put(const Board *b, u32 player, const char *name, Zone zone) {
  u32 slot = setup_card(b->g, player, board_card(b, name), zone, (u32)-1);
  board_changed(b);
  return slot;
}

u32 board_play(const Board *b, u32 player, const char *name) { return board_put(b, player, name, ZONE_BATTLEFIELD); }

void board_attach(const Board *b, u32 slot, u32 to) {
  setup_attach(b->g, slot, object_ref(b->g, to));
  board_renew(b, slot);
}

void board_renew(const Board *b, u32 slot) {
  u64 timestamp = timestamp_next(b->g);
  object_row(b->g, slot)->timestamp = timestamp;
  facts_changed(b->g, FACT_ATTACHED);
}

void board_bury(const Board *b, u32 slot) {
  zone_remove(b->g, slot);
  object_renew(b->g, slot);
  zone_insert(b->g, slot, ZONE_GRAVEYARD, (u32)-1);
  facts_changed(b->g, FACT_ZONES);
}

void board_note(const Board *b, u32 slot, const char *link, Word word) {
  StrId name = intern_find(&b->db.names, str_of(link));
  assert_int_not_equal(name, 0);
  note_set(b->g, slot, object_row(b->g, slot)->acquisition, name, (Value){.tag = VALUE_WORD, .v = word});
  facts_changed(b->g, FACT_NOTES);
}

void board_counters(const Board *b, u32 slot, Word kind, i64 n) {
  object_counters_add(b->g, slot, kind, n);
  facts_changed(b->g, FACT_COUNTERS);
}

u32 board_effect(const Board *b, u32 slot, const Mod *mods, u32 count) {
  Game *g = b->g;
  u32 row = effect_add(g, EFFECT_CONTINUOUS, 0, 0, 0, W_INDEFINITE);
  Heap objects = 0, list = 0;
  list_add(g, &objects, object_ref(g, slot));
  for (u32 i = 0; i < count; i++) {
    u64 words[3];
    memcpy(words, &mods[i], sizeof words);
    for (u32 w = 0; w < COUNT_OF(words); w++) list_add(g, &list, words[w]);
  }
  row_EFFECTS(g, row)->objects = objects;
  row_EFFECTS(g, row)->mods = list;
  board_changed(b);
  return row;
}

u32 board_ability(const Board *b, const char *card, u32 index) {
  const FaceDef *face = carddb_face(&b->db, carddb_card(&b->db, board_card(b, card))->face);
  assert_true(index < face->chars.ability_count);
  return face->chars.abilities + index;
}

void board_changed(const Board *b) { facts_changed(b->g, ~(Facts)0); }

void board_assert_pt(const Board *b, u32 slot, i64 power, i64 toughness, const char *file, int line) {
  const Chars *c = chars_of(b->g, slot);
  if (c->power != power || c->toughness != toughness)
    print_error("it is %lld/%lld\n", (long long)c->power, (long long)c->toughness);
  _assert_int_equal((uintmax_t)c->power, (uintmax_t)power, file, line);
  _assert_int_equal((uintmax_t)c->toughness, (uintmax_t)toughness, file, line);
}

void board_assert_naive(const Board *b, const char *file, int line) {
  char message[256] = "";
  if (layers_compare_naive(b->g, message, sizeof message)) return;
  print_error("%s\n", message);
  _fail(file, line);
}
