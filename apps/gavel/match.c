#include "match.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

const char *const SEAT_PLAYERS[3] = {"auto", "random", "human"};

/* --- the seating ------------------------------------------------------------------------------------ */

void seat_parse(const char *argument, SeatPlayer *players, u32 *said, struct argp_state *state) {
  u32 seat = (u32)(argument[0] - '1'), who = 0;
  const char *name = seat < GAVEL_PLAYERS_MAX && argument[1] == '=' ? argument + 2 : "";
  while (who < COUNT_OF(SEAT_PLAYERS) && strcmp(name, SEAT_PLAYERS[who]) != 0) who++;
  if (who == COUNT_OF(SEAT_PLAYERS))
    argp_error(state, "--seat takes N=human, N=auto or N=random with a seat from 1 to %u, and not \"%s\"",
               GAVEL_PLAYERS_MAX, argument);
  players[seat] = (SeatPlayer)who;
  *said |= 1u << seat;
}

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Gives a deck the next seat, under its name; one that another seat has got has the seat's number added. */
static bool seat_deck(Seating *seating, GavelDeck *deck, const char *name) {
  if (seating->count == GAVEL_PLAYERS_MAX) {
    complain("a game has at most %u players", GAVEL_PLAYERS_MAX);
    gavel_deck_destroy(deck);
    return false;
  }
  Seat *seat = &seating->seats[seating->count++];
  *seat = (Seat){.deck = deck};
  bool taken = false;
  for (u32 i = 0; i + 1 < seating->count; i++) taken = taken || strcmp(seating->seats[i].name, name) == 0;
  int length = taken ? asprintf(&seat->name, "%s %u", name, seating->count) : asprintf(&seat->name, "%s", name);
  if (length < 0) out_of_memory();
  return true;
}

/* Where a deck is read, and whether a card of it is unknown. */
typedef struct Reading {
  const char *path;
  bool unknown;
} Reading;

static void complain_each(void *user, const GavelError *error) {
  Reading *reading = user;
  reading->unknown |= error->status == GAVEL_E_UNKNOWN;
  complain_of(reading->path, error);
}

GavelDeck *deck_open(const GavelCards *cards, const char *path) {
  Text text;
  GavelDeck *deck = NULL;
  Reading reading = {.path = path};
  text_init(&text, gavel_allocator_default());
  if (file_read(path, &text))
    gavel_deck_read_all(cards, text_str(&text).data, text.length, &deck, complain_each, &reading);
  if (reading.unknown) cards_hint(cards);
  text_free(&text);
  return deck;
}

bool seating_add_deck(Seating *seating, const char *path) {
  GavelDeck *deck = deck_open(seating->cards, path);
  if (!deck) return false;
  const char *name = gavel_deck_name(deck);
  if (gavel_deck_size(deck, GAVEL_DECK_COMMANDER)) seating->format = GAVEL_FORMAT_COMMANDER;
  return seat_deck(seating, deck, name[0] ? name : file_name(path));
}

static bool deck_legal(const Seat *seat, const GavelDeckFormat *format) {
  char text[2048];
  if (gavel_deck_check(seat->deck, format, text, sizeof text) == 0) return true;
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
    complain("%s is not legal in %s: %s", seat->name, gavel_deck_format_name(format), line);
  return false;
}

GavelDeckFormat *format_open(const GavelCards *cards, const char *path) {
  Text text;
  GavelError error;
  GavelDeckFormat *format = NULL;
  text_init(&text, gavel_allocator_default());
  if (file_read(path, &text) && gavel_deck_format_read(cards, text_str(&text).data, text.length, &format, &error))
    complain_of(path, &error);
  text_free(&text);
  return format;
}

bool seating_legal(const Seating *seating, const char *path) {
  GavelDeckFormat *format = format_open(seating->cards, path);
  bool fine = format;
  for (u32 i = 0; fine && i < seating->count; i++) fine = deck_legal(&seating->seats[i], format);
  gavel_deck_format_destroy(format);
  return fine;
}

void seating_free(Seating *seating) {
  for (u32 i = 0; i < seating->count; i++) {
    free(seating->seats[i].name);
    gavel_deck_destroy(seating->seats[i].deck);
  }
  seating->count = 0;
}

GavelGame *seating_start(const Seating *seating, u64 seed) {
  GavelGameDef def = gavel_game_def_default();
  Rng rng = {.state = seed};
  def.cards = seating->cards;
  def.player_count = seating->count;
  def.format =
      seating->count > 2 && seating->format == GAVEL_FORMAT_TWO_PLAYER ? GAVEL_FORMAT_FREE_FOR_ALL : seating->format;
  def.seed = seed;
  def.starting_player = (u32)rng_below(&rng, seating->count);
  GavelGame *game = NULL;
  GavelError error;
  if (gavel_game_create(&def, &game, &error)) {
    complain("%s", error.message);
    return NULL;
  }
  GavelStatus status = GAVEL_OK;
  for (u32 p = 0; p < seating->count && !status; p++) status = gavel_game_put_deck(game, p, seating->seats[p].deck);
  if (!status) status = gavel_game_start_with_hands(game);
  if (!status) return game;
  complain("%s", gavel_game_message(game));
  gavel_game_destroy(game);
  return NULL;
}

/* --- records ---------------------------------------------------------------------------------------- */

void record_add(Record *record, u32 answer) {
  GavelAllocator allocator = gavel_allocator_default();
  if (!vec_push(&allocator, &record->answers, answer)) out_of_memory();
}

GavelStatus record_apply(GavelGame *game, u32 answer) {
  if (answer & ANSWER_CONCEDE) return gavel_game_concede(game, answer & ~ANSWER_CONCEDE);
  return gavel_game_answer(game, answer);
}

void record_free(Record *record) {
  GavelAllocator allocator = gavel_allocator_default();
  seating_free(&record->seating);
  vec_free(&allocator, &record->answers);
}

static json_t *hex(u64 n) {
  char text[17];
  snprintf(text, sizeof text, "%016" PRIx64, n);
  return json_string(text);
}

static const char *const PARTS[] = {"main", "sideboard", "commander"};
static const char *const FORMATS[] = {"two players", "free for all", "commander"};

/* An option is a number, a concession a text: "player 1 concedes", players counted from 0. */
static json_t *json_of_answer(u32 answer) {
  if (!(answer & ANSWER_CONCEDE)) return json_integer(answer);
  return json_sprintf("player %u concedes", answer & ~ANSWER_CONCEDE);
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

static json_t *json_of_seat(const Seating *seating, const Seat *seat) {
  json_t *cards = json_array();
  GavelDeckEntry entry;
  for (u32 i = 0; gavel_deck_entry(seat->deck, i, &entry); i++)
    json_array_append_new(cards, json_pack("{s:i, s:s, s:s}", "count", (int)entry.count, "card",
                                           gavel_card_name(seating->cards, entry.card), "part", PARTS[entry.part]));
  return json_pack("{s:s, s:s, s:o}", "deck", seat->name, "player", SEAT_PLAYERS[seat->player], "cards", cards);
}

bool record_write(const Record *record, const char *path) {
  const Seating *seating = &record->seating;
  json_t *seats = json_array(), *answers = json_array();
  for (u32 i = 0; i < seating->count; i++) json_array_append_new(seats, json_of_seat(seating, &seating->seats[i]));
  for (u32 i = 0; i < record->answers.count; i++)
    json_array_append_new(answers, json_of_answer(record->answers.data[i]));
  json_t *all = json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o}", "gavel", gavel_version(), "cards",
                          hex(gavel_cards_version(seating->cards)), "format", FORMATS[seating->format], "seed",
                          hex(seating->seed), "seats", seats, "answers", answers, "hash", hex(record->hash));
  if (!all) out_of_memory();
  bool fine = json_dump_file(all, path, JSON_COMPACT) == 0;
  if (!fine) complain("cannot write %s", path);
  json_decref(all);
  return fine;
}

static bool wrong(const char *path, const char *what) {
  complain("%s: this isn't the record of a game: %s", path, what);
  return false;
}

static bool hex_of(const json_t *value, u64 *out) {
  const char *text = json_string_value(value);
  char *end = NULL;
  if (!text || strlen(text) != 16) return false;
  *out = strtoull(text, &end, 16);
  return *end == '\0';
}

static u32 index_of(const json_t *value, const char *const *texts, u32 count) {
  const char *text = json_string_value(value);
  u32 i = 0;
  while (i < count && (!text || strcmp(text, texts[i]) != 0)) i++;
  return i;
}

/* A deck as the text of a deck file, so that it is read as all decks are. */
static bool seat_read(Seating *seating, const json_t *seat, const char *path) {
  static const char *const HEADINGS[] = {"Deck", "Sideboard", "Commander"};
  const char *name = json_string_value(json_object_get(seat, "deck"));
  u32 player = index_of(json_object_get(seat, "player"), SEAT_PLAYERS, COUNT_OF(SEAT_PLAYERS));
  if (!name || player == COUNT_OF(SEAT_PLAYERS)) return wrong(path, "a seat has no \"deck\" or no \"player\"");
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
  if (!fine) return wrong(path, "a seat's \"cards\" are no deck");
  if (!seat_deck(seating, deck, name)) return false;
  seating->seats[seating->count - 1].player = (SeatPlayer)player;
  return true;
}

static bool stamps_fit(const Record *record, const json_t *all, const char *path) {
  const char *version = json_string_value(json_object_get(all, "gavel"));
  u64 cards = 0;
  if (!version || !hex_of(json_object_get(all, "cards"), &cards))
    return wrong(path, "it has no \"gavel\" or no \"cards\"");
  if (strcmp(version, gavel_version()) != 0) {
    complain("%s: the record was made by Gavel %s, and this is %s: play it back with that version", path, version,
             gavel_version());
    return false;
  }
  if (cards == gavel_cards_version(record->seating.cards)) return true;
  complain("%s: the record was made with other card definitions: give the same --cards, or a build with the same cards",
           path);
  return false;
}

static bool record_fill(Record *record, const json_t *all, const char *path) {
  Seating *seating = &record->seating;
  if (!stamps_fit(record, all, path)) return false;
  u32 format = index_of(json_object_get(all, "format"), FORMATS, COUNT_OF(FORMATS));
  if (format == COUNT_OF(FORMATS) || !hex_of(json_object_get(all, "seed"), &seating->seed) ||
      !hex_of(json_object_get(all, "hash"), &record->hash))
    return wrong(path, "its \"format\", \"seed\" or \"hash\" is missing or malformed");
  seating->format = (GavelFormat)format;
  size_t i;
  json_t *item;
  json_array_foreach(json_object_get(all, "seats"), i, item) if (!seat_read(seating, item, path)) return false;
  if (seating->count < 2) return wrong(path, "it has fewer than two \"seats\"");
  const json_t *answers = json_object_get(all, "answers");
  if (!json_is_array(answers)) return wrong(path, "it has no \"answers\"");
  json_array_foreach(answers, i, item) {
    u32 answer;
    if (!answer_of(item, &answer)) return wrong(path, "one of its \"answers\" is neither an option nor a concession");
    record_add(record, answer);
  }
  return true;
}

bool record_read(Record *record, const char *path) {
  json_error_t error;
  json_t *all = json_load_file(path, 0, &error);
  if (!all) {
    complain("%s:%d:%d: %s", path, error.line, error.column, error.text);
    return false;
  }
  bool fine = record_fill(record, all, path);
  json_decref(all);
  return fine;
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
