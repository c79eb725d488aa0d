/* Records of games as `gavel play --save` writes them. Input: a whole file; or, after a zero byte, lines that follow
   the header of a valid one; or, after a byte 1, a byte for each answer. It is refused with a message, or played back;
   then what was read is written, and must read back as the same. */
#include "require.h"

#include "../apps/gavel/record.h"

enum { INPUT_CAP = 8192, PLAYED_BACK = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Replaces files, and records whether there was a complaint. */
static Text file;
static bool complained;
static GavelCards *cards;
static Text head;

void complain(const char *format, ...) {
  require(format[0] != 0, "an empty message");
  complained = true;
}
void complain_of(const char *path, const GavelError *error) {
  require(path && error->message[0], "an empty message");
  complained = true;
}
_Noreturn void out_of_memory(void) {
  require(false, "out of memory");
  abort();
}
void cards_hint(const GavelCards *of) { (void)of; }
bool file_read(const char *path, Text *text) {
  (void)path;
  text_add(text, text_str(&file));
  return true;
}
bool file_write_whole(const char *path, Str bytes) {
  (void)path;
  text_clear(&file);
  text_add(&file, bytes);
  return !file.failed;
}
bool file_append(const char *path, Str bytes) {
  (void)path;
  text_add(&file, bytes);
  return !file.failed;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  static const char DECK[] = "20 Forest\n20 Mountain\n10 Grizzly Bears\n10 Lightning Bolt\n";
  cards = fuzz_cards();
  text_init(&file, gavel_allocator_default());
  text_init(&head, gavel_allocator_default());
  Record record = {.seating = {.cards = cards, .seed = 7}};
  for (u32 i = 0; i < 2; i++) {
    GavelDeck *deck = NULL;
    require(gavel_deck_read(cards, DECK, sizeof DECK - 1, &deck, NULL) == GAVEL_OK, "no deck");
    require(seating_seat(&record.seating, deck, "bears"), "no seat");
  }
  require(record_write(&record, "head"), "no head");
  text_add(&head, text_str(&file));
  record_free(&record);
  return 0;
}

static void file_of(const uint8_t *data, size_t size) {
  text_clear(&file);
  if (data[0] > 1) {
    text_add(&file, (Str){(const char *)data, (u32)size});
    return;
  }
  text_add(&file, text_str(&head));
  if (data[0] == 0) text_add(&file, (Str){(const char *)data + 1, (u32)size - 1});
  for (size_t i = 1; data[0] == 1 && i < size; i++) {
    if (data[i] < 200)
      text_addf(&file, "%u\n", data[i]);
    else if (data[i] < 208)
      text_addf(&file, "\"player %u concedes\"\n", data[i] - 200u);
    else
      text_addf(&file, "{\"back\": %u}\n", data[i] - 207u);
  }
}

/* A written record must read back as the same. */
static void check_written(const Record *record) {
  Record again = {.seating = {.cards = cards}};
  require(record_write(record, "again"), "it can't be written");
  require(record_read(&again, "again"), "what is written is refused");
  require(again.answers.count == record->answers.count && again.seating.count == record->seating.count &&
              again.seating.seed == record->seating.seed && again.whole == record->whole,
          "what is written is read otherwise");
  record_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0 || size > INPUT_CAP) return 0;
  Record record = {.seating = {.cards = cards}};
  complained = false;
  file_of(data, size);
  bool fine = record_read(&record, "input");
  require(fine != complained, "refused without a message, or taken with one");
  if (fine) {
    check_written(&record);
    GavelGame *game = record_play(&record, PLAYED_BACK);
    require(game || complained, "refused without a message");
    if (game) gavel_game_destroy(game);
  }
  record_free(&record);
  return 0;
}
