#include "match.h"

#include <stdlib.h>

const char *const SEAT_PLAYERS[3] = {"auto", "random", "human"};

/* --- the seating ------------------------------------------------------------------------------------ */

void seat_parse(const char *argument, SeatPlayer *players, u32 *said, struct argp_state *state) {
  u32 seat = (u32)(argument[0] - '1'), who = 0;
  const char *name = seat < GAVEL_PLAYERS_MAX && argument[1] == '=' ? argument + 2 : "";
  while (who < COUNT_OF(SEAT_PLAYERS) && strcmp(name, SEAT_PLAYERS[who]) != 0) who++;
  if (who == COUNT_OF(SEAT_PLAYERS))
    argp_error(state, "--seat takes N=human, N=auto or N=random with a seat from 1 to %u, not \"%s\"",
               GAVEL_PLAYERS_MAX, argument);
  players[seat] = (SeatPlayer)who;
  *said |= 1u << seat;
}

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

bool seating_seat(Seating *seating, GavelDeck *deck, const char *name) {
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
  return seating_seat(seating, deck, name[0] ? name : file_name(path));
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

bool seating_legal(Seating *seating, const char *path) {
  GavelDeckFormat *format = format_open(seating->cards, path);
  if (format && gavel_deck_format_is_brawl(format)) seating->format = GAVEL_FORMAT_BRAWL;
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
  def.language = seating->language;
  def.no_take_back = seating->no_take_back;
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
