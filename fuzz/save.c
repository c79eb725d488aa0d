/* Saves that nobody wrote: loading refuses them with a status, or gives a sound game that can be saved again, and
   loaded from that with the same state.

   The first byte of an input tells what the rest is: bytes used as they are; a state to which the magic, versions and
   checksum are added, without which hardly any would be examined; or changes to a valid save, three bytes each (offset,
   offset, value), with the checksum fixed. */
#include "cards/carddb.h"
#include "state/hash.h"
#include "state/save.h"
#include "state/setup.h"
#include "state/validate.h"
#include "state/walk.h"
#include "rules/game/run_game.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char CARDS[] = "(card \"Island\" (types basic land Island))\n"
                            "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))\n";
static CardDb db;
static Text true_save;

static void require(bool holds) {
  if (!holds) abort();
}

/* Fills a game with some of everything that a state can hold. */
static void fill(Game *g, void *user) {
  (void)user;
  Zone zones[] = {ZONE_BATTLEFIELD, ZONE_BATTLEFIELD, ZONE_HAND, ZONE_LIBRARY, ZONE_LIBRARY, ZONE_EXILE};
  for (u32 i = 0; i < 2 * COUNT_OF(zones); i++) {
    setup_card(g, i % 2, 1 + i % 2, zones[i / 2], 0);
  }
  Mod mods[] = {{.op = IR_M_ADD_TYPE, .word = W_CREATURE}, {.op = IR_M_BASE_PT, .x = 1, .y = -1}};
  u32 token = setup_token(g, 0, cv_make(g, 0, 0, 0, mods, COUNT_OF(mods), CVR_TOKEN));
  setup_attach(g, token, object_ref(g, 1));
  object_counters_add(g, token, W_C_P1P1, 300);
  player_counters_add(g, 1, W_C_POISON, 2);
  note_add_ref(g, token, 1, 1, ref_player(1));
  Heap env = env_new(g, SLOT_FIRST_OWN);
  env_set_refs(g, env, SLOT_X, (Ref[]){ref_player(0), object_ref(g, token)}, 2);
  u32 row = table_add(g, T_FRAMES, 2);
  row_FRAMES(g, row)->env = row_FRAMES(g, row + 1)->env = env;
  row_FRAMES(g, row)->flags = FRAME_OWNS_ENV;
  row = table_add(g, T_EFFECTS, 1);
  *row_EFFECTS(g, row) = (Effect){.id = ++core(g)->next_effect, .timestamp = 1};
  object_cease(g, setup_token(g, 1, cv_make(g, 0, 0, 0, mods, 1, CVR_TOKEN)));
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  GavelError error;
  GavelAllocator allocator = gavel_allocator_default();
  require(carddb_init(&db, allocator, &error) == GAVEL_OK);
  require(carddb_load_text(&db, str_of(CARDS), &error) == GAVEL_OK);
  require(carddb_link(&db, &error) == GAVEL_OK);
  Game *g;
  require(game_new(allocator, &db, &GAME_PROCEDURES, 2, 1, FORMAT_TWO_PLAYER, &g) == GAVEL_OK);
  require(game_protect(g, fill, NULL) == GAVEL_OK);
  text_init(&true_save, allocator);
  require(game_save(g, &true_save, &error) == GAVEL_OK);
  game_free(g);
  return 0;
}

static void put_word(Text *out, u64 value) {
  for (u32 i = 0; i < sizeof value; i++) text_addc(out, (char)(u8)(value >> 8 * i));
}

static void wrap_state(Text *out, Str state) {
  text_adds(out, "GVLS");
  text_addc(out, (char)SAVE_FORMAT);
  text_add(out, state);
  put_word(out, save_checksum(text_str(out)));
}

static void change_save(Text *out, Str changes) {
  Str whole = text_str(&true_save);
  text_add(out, (Str){whole.data, whole.length - SAVE_CHECKSUM_SIZE});
  for (u32 i = 0; i + 2 < changes.length; i += 3) {
    u32 place = (u32)(u8)changes.data[i] << 8 | (u8)changes.data[i + 1];
    out->data[place % out->length] = changes.data[i + 2];
  }
  put_word(out, save_checksum(text_str(out)));
}

static void try_load(Str bytes) {
  Game *g;
  GavelError error;
  Limits limits = GAME_LIMITS_DEFAULT;
  limits.heap_words = 1u << 22;
  if (game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, &limits, bytes, &g, &error)) return;
  char message[256];
  require(game_validate(g, message, sizeof message));
  Text again;
  text_init(&again, gavel_allocator_default());
  require(game_save(g, &again, &error) == GAVEL_OK);
  Game *same;
  require(game_load(gavel_allocator_default(), &db, &GAME_PROCEDURES, &limits, text_str(&again), &same, &error) ==
          GAVEL_OK);
  require(state_hash(same) == state_hash(g));
  text_free(&again);
  game_free(same);
  game_free(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > 1u << 20) return 0;
  Str rest = {(const char *)data + 1, (u32)size - 1};
  Text text;
  text_init(&text, gavel_allocator_default());
  switch (data[0] % 3) {
    case 0: text_add(&text, rest); break;
    case 1: wrap_state(&text, rest); break;
    default: change_save(&text, rest); break;
  }
  try_load(text_str(&text));
  text_free(&text);
  return 0;
}
