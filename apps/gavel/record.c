#include "record.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

/* --- lines --------------------------------------------------------------------------------- */

static void line_add(Text *out, json_t *value) {
  char *text = value ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
  if (!text) out_of_memory();
  text_adds(out, text);
  text_addc(out, '\n');
  free(text);
  json_decref(value);
}

static json_t *hex(u64 n) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, n);
  return json_string(text);
}

static const char *const PARTS[] = {"main", "sideboard", "commander"};
static const char *const FORMATS[] = {"two players", "free for all", "commander"};

static json_t *json_of_answer(u32 answer) {
  if (!(answer & ANSWER_CONCEDE)) return json_integer(answer);
  return json_sprintf("player %u concedes", answer & ~ANSWER_CONCEDE);
}

static json_t *json_of_hash(u64 hash) { return json_pack("{s:o}", "hash", hex(hash)); }

static json_t *json_of_seat(const Seating *seating, const Seat *seat) {
  json_t *cards = json_array();
  GavelDeckEntry entry;
  for (u32 i = 0; gavel_deck_entry(seat->deck, i, &entry); i++)
    json_array_append_new(cards, json_pack("{s:i, s:s, s:s}", "count", (int)entry.count, "card",
                                           gavel_card_name(seating->cards, entry.card), "part", PARTS[entry.part]));
  return json_pack("{s:s, s:s, s:o}", "deck", seat->name, "player", SEAT_PLAYERS[seat->player], "cards", cards);
}

static json_t *json_of_seating(const Seating *seating) {
  json_t *seats = json_array();
  for (u32 i = 0; i < seating->count; i++) json_array_append_new(seats, json_of_seat(seating, &seating->seats[i]));
  return json_pack("{s:s, s:o, s:s, s:o, s:o}", "gavel", gavel_version(), "cards",
                   hex(gavel_cards_version(seating->cards)), "format", FORMATS[seating->format], "seed",
                   hex(seating->seed), "seats", seats);
}

/* --- writing ------------------------------------------------------------------------------- */

bool record_write(const Record *record, const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  line_add(&text, json_of_seating(&record->seating));
  for (u32 i = 0; i < record->answers.count; i++) line_add(&text, json_of_answer(record->answers.data[i]));
  if (record->whole) line_add(&text, json_of_hash(record->hash));
  if (text.failed) out_of_memory();
  bool fine = file_write_whole(path, text_str(&text));
  text_free(&text);
  return fine;
}

bool record_keep(Record *record, const char *path) {
  record->journal = path;
  return record_write(record, path);
}

/* Adds a line to the file, if there is one. */
static bool keep(const Record *record, json_t *value) {
  if (!record->journal) {
    json_decref(value);
    return true;
  }
  Text text;
  text_init(&text, gavel_allocator_default());
  line_add(&text, value);
  bool fine = file_append(record->journal, text_str(&text));
  text_free(&text);
  return fine;
}

bool record_add(Record *record, u32 answer) {
  GavelAllocator allocator = gavel_allocator_default();
  if (!vec_push(&allocator, &record->answers, answer)) out_of_memory();
  record->whole = false;
  return keep(record, json_of_answer(answer));
}

bool record_back(Record *record, u32 count) {
  int taken = (int)(record->answers.count - count);
  record->answers.count = count;
  record->whole = false;
  return keep(record, json_pack("{s:i}", "back", taken));
}

bool record_end(Record *record, u64 hash) {
  record->hash = hash;
  record->whole = true;
  return keep(record, json_of_hash(hash));
}

void record_free(Record *record) {
  GavelAllocator allocator = gavel_allocator_default();
  seating_free(&record->seating);
  vec_free(&allocator, &record->answers);
}

/* --- reading ------------------------------------------------------------------------------- */

/* A record being read, and the number of the line. */
typedef struct RecordReader {
  Record *record;
  const char *path;
  u32 line;
} RecordReader;

static bool wrong(const RecordReader *r, const char *what) {
  complain("%s:%u: this isn't the record of a game: %s", r->path, r->line, what);
  return false;
}

static bool hex_of(const json_t *value, u64 *out) {
  const char *text = json_string_value(value);
  if (!text || strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16) return false;
  *out = strtoull(text, NULL, 16);
  return true;
}

static u32 index_of(const json_t *value, const char *const *texts, u32 count) {
  const char *text = json_string_value(value);
  u32 i = 0;
  while (i < count && (!text || strcmp(text, texts[i]) != 0)) i++;
  return i;
}

/* A deck as the text of a deck file, so that it is read as all decks are. */
static bool seat_read(const RecordReader *r, const json_t *seat) {
  static const char *const HEADINGS[] = {"Deck", "Sideboard", "Commander"};
  Seating *seating = &r->record->seating;
  const char *name = json_string_value(json_object_get(seat, "deck"));
  u32 player = index_of(json_object_get(seat, "player"), SEAT_PLAYERS, COUNT_OF(SEAT_PLAYERS));
  if (!name || text_check(str_of(name), NULL) || player == COUNT_OF(SEAT_PLAYERS))
    return wrong(r, "a seat has no \"deck\" or no \"player\"");
  Text text;
  text_init(&text, gavel_allocator_default());
  size_t i;
  json_t *entry;
  bool fine = true;
  json_array_foreach(json_object_get(seat, "cards"), i, entry) {
    u32 part = index_of(json_object_get(entry, "part"), PARTS, COUNT_OF(PARTS));
    const char *card = json_string_value(json_object_get(entry, "card"));
    json_int_t count = json_integer_value(json_object_get(entry, "count"));
    fine = fine && part < COUNT_OF(PARTS) && card && count > 0 && count < 100000;
    if (fine) text_addf(&text, "%s\n%d %s\n", HEADINGS[part], (int)count, card);
  }
  GavelError error;
  GavelDeck *deck = NULL;
  Str all = text_str(&text);
  fine = fine && gavel_deck_read(seating->cards, all.data, all.length, &deck, &error) == GAVEL_OK;
  text_free(&text);
  if (!fine) return wrong(r, "a seat's \"cards\" are no deck");
  if (!seating_seat(seating, deck, name)) return false;
  seating->seats[seating->count - 1].player = (SeatPlayer)player;
  return true;
}

static bool stamps_fit(const RecordReader *r, const json_t *head) {
  const char *version = json_string_value(json_object_get(head, "gavel"));
  u64 cards = 0;
  if (!version || !hex_of(json_object_get(head, "cards"), &cards))
    return wrong(r, "it has no \"gavel\" or no \"cards\"");
  if (strcmp(version, gavel_version()) != 0) {
    complain("%s: the record was made by Gavel %s, and this is %s: play it back with that version", r->path, version,
             gavel_version());
    return false;
  }
  if (cards == gavel_cards_version(r->record->seating.cards)) return true;
  complain("%s: the record was made with other card definitions: give the same --cards, or a build with the same cards",
           r->path);
  return false;
}

static bool head_read(const RecordReader *r, const json_t *head) {
  Seating *seating = &r->record->seating;
  if (!stamps_fit(r, head)) return false;
  u32 format = index_of(json_object_get(head, "format"), FORMATS, COUNT_OF(FORMATS));
  if (format == COUNT_OF(FORMATS) || !hex_of(json_object_get(head, "seed"), &seating->seed))
    return wrong(r, "its \"format\" or \"seed\" is missing or malformed");
  seating->format = (GavelFormat)format;
  size_t i;
  json_t *seat;
  json_array_foreach(json_object_get(head, "seats"), i, seat) if (!seat_read(r, seat)) return false;
  return seating->count >= 2 || wrong(r, "it has fewer than two \"seats\"");
}

static bool answer_of(const json_t *value, u32 *answer) {
  const char *text = json_string_value(value);
  json_int_t option = json_integer_value(value);
  int end = 0;
  if (text) {
    if (sscanf(text, "player %1u concedes%n", answer, &end) != 1 || end == 0 || text[end]) return false;
    *answer |= ANSWER_CONCEDE;
    return true;
  }
  *answer = (u32)option;
  return json_is_integer(value) && option >= 0 && option < (json_int_t)ANSWER_CONCEDE;
}

/* A line behind the first: an answer, answers taken back, or how the game stood. */
static bool answer_read(const RecordReader *r, const json_t *value) {
  Record *record = r->record;
  const json_t *back = json_object_get(value, "back"), *hash = json_object_get(value, "hash");
  u32 answer;
  u64 stood;
  if (back) {
    json_int_t count = json_integer_value(back);
    if (count < 1 || count > record->answers.count) return wrong(r, "it takes back more answers than were given");
    return record_back(record, record->answers.count - (u32)count);
  }
  if (hash) return hex_of(hash, &stood) ? record_end(record, stood) : wrong(r, "its \"hash\" is malformed");
  if (!answer_of(value, &answer)) return wrong(r, "expected an option, a concession, \"back\" or \"hash\"");
  return record_add(record, answer);
}

static bool line_read(const RecordReader *r, Str line) {
  json_error_t error;
  json_t *value = json_loadb(line.data, line.length, JSON_DECODE_ANY, &error);
  if (!value) {
    complain("%s:%u:%d: %s", r->path, r->line, error.column, error.text);
    return false;
  }
  bool fine = r->line == 1 ? head_read(r, value) : answer_read(r, value);
  json_decref(value);
  return fine;
}

bool record_read(Record *record, const char *path) {
  Text text;
  RecordReader r = {.record = record, .path = path};
  text_init(&text, gavel_allocator_default());
  bool fine = file_read(path, &text);
  Str rest = text_str(&text);
  while (fine && rest.length > 0) {
    const char *end = memchr(rest.data, '\n', rest.length);
    if (!end) break; /* the program was killed while it wrote this line */
    Str line = {rest.data, (u32)(end - rest.data)};
    r.line++;
    fine = line_read(&r, line);
    rest = (Str){end + 1, rest.length - line.length - 1};
  }
  text_free(&text);
  if (fine && r.line == 0) {
    complain("%s: this isn't the record of a game: it has no complete line", path);
    fine = false;
  }
  return fine;
}

/* --- playing ------------------------------------------------------------------------------- */

GavelStatus record_apply(GavelGame *game, u32 answer) {
  if (answer & ANSWER_CONCEDE) return gavel_game_concede(game, answer & ~ANSWER_CONCEDE);
  return gavel_game_answer(game, answer);
}

GavelGame *record_play(const Record *record, u32 count) {
  GavelGame *game = seating_start(&record->seating, record->seating.seed);
  for (u32 i = 0; game && i < count && i < record->answers.count; i++) {
    if (!record_apply(game, record->answers.data[i])) continue;
    complain("the game doesn't allow answer %u of the record: %s", i + 1, gavel_game_message(game));
    gavel_game_destroy(game);
    return NULL;
  }
  return game;
}
