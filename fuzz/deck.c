/* Input: a deck, in text or XML, or the rules of a format, according to the first byte. It is refused with a message
   and a place inside it, or read; a deck is then checked against the format, and put into a game. */
#include "require.h"
#include "gavel/table.h"

#include <string.h>

enum { INPUT_CAP = 4096 }; /* longer inputs find nothing new */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static GavelCards *cards;

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  cards = fuzz_cards();
  return 0;
}

static void refused(GavelStatus status, const GavelError *error) {
  if (status == GAVEL_OK) return;
  require(error->status == status && error->message[0], "refused without a message");
}

static void note_problem(void *user, const GavelError *error) {
  uint32_t *count = user;
  require(error->status && error->message[0], "a problem without a message");
  ++*count;
}

/* Uses a game without room for large decks. */
static void deal(const GavelDeck *deck) {
  GavelGameDef def = gavel_game_def_default();
  GavelGame *game;
  def.cards = cards;
  def.limits.objects = 300;
  require(gavel_game_create(&def, &game, NULL) == GAVEL_OK, "no game");
  uint64_t before = gavel_game_hash(game);
  GavelStatus status = gavel_game_put_deck(game, 0, deck);
  require(status == GAVEL_OK || status == GAVEL_E_LIMIT || status == GAVEL_E_CHECK, gavel_game_message(game));
  require(status != GAVEL_E_LIMIT || gavel_game_hash(game) == before, "a deck too large was dealt in part");
  gavel_game_destroy(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || size > INPUT_CAP) return 0;
  /* The buffer has the exact size, so that reading past the end is noticed. */
  char *text = malloc(size);
  require(text != NULL, "no memory");
  memcpy(text, data + 1, size - 1);
  GavelError error = {.message = ""};
  if (data[0] & 1) {
    GavelDeckFormat *format = NULL;
    refused(gavel_deck_format_read(cards, text, size - 1, &format, &error), &error);
    gavel_deck_format_destroy(format);
  } else {
    GavelDeck *deck = NULL, *same = NULL;
    uint32_t problems = 0;
    GavelStatus status = gavel_deck_read(cards, text, size - 1, &deck, &error);
    refused(status, &error);
    GavelStatus all = gavel_deck_read_all(cards, text, size - 1, &same, note_problem, &problems);
    require((all == GAVEL_OK) == (status == GAVEL_OK) && (problems > 0) == (status != GAVEL_OK), "two readings differ");
    if (deck) deal(deck);
    gavel_deck_destroy(deck);
    gavel_deck_destroy(same);
  }
  free(text);
  return 0;
}
