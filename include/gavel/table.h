/* Decks: reads the files that programs and players keep them in, and puts them into a game.

       GavelDeck *deck = NULL;
       gavel_deck_read(cards, text, length, &deck, &error);
       gavel_game_put_deck(game, 0, deck);
       ...
       gavel_game_start_with_hands(game);

   The rules of gavel/gavel.h on statuses, texts and failure apply here too. Nothing here opens a file. */
#ifndef GAVEL_TABLE_H
#define GAVEL_TABLE_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A deck that has been read: numbers of cards. Only gavel_deck_move changes it; otherwise any number of games and
   threads may use it while its cards exist. */
typedef struct GavelDeck GavelDeck;

typedef enum GavelDeckPart {
  GAVEL_DECK_MAIN,
  GAVEL_DECK_SIDEBOARD,
  GAVEL_DECK_COMMANDER /* 903.3 */
} GavelDeckPart;

typedef struct GavelDeckEntry {
  GavelCardId card;
  GavelDeckPart part;
  uint32_t count; /* at least 1 */
  uint32_t line;  /* its line in the file */
} GavelDeckEntry;

/* Reads a deck into `*deck`. Detects the format of the text:
   - lines of a number and a name, as Magic Online and players write them: `4 Lightning Bolt`, `4x Lightning Bolt`, `SB:
     2 Fog`; lines `Deck`, `Sideboard`, `Commander`, `About`, as Arena writes them, with `(M10) 146` after the name;
     without any of these, a blank line begins the sideboard;
   - `.dck` files, with sections `[Main]`, `[Sideboard]`, `[Commander]`, `[metadata]` and `4 Lightning Bolt|M10`, or
     with `NAME:`, `LAYOUT …` and `4 [M10:146] Lightning Bolt`;
   - `.cod` files, which are XML. `#` and `//` begin comments. Errors, with line and column: GAVEL_E_SYNTAX;
     GAVEL_E_UNKNOWN for a card that is not in `cards`, with the nearest names; GAVEL_E_MEMORY. `error` may be null. */
GAVEL_API GavelStatus gavel_deck_read(const GavelCards *cards, const char *text, size_t length, GavelDeck **deck,
                                      GavelError *error);
/* Receives the error, with its place, for a line of a deck that can't be read. */
typedef void GavelDeckProblem(void *user, const GavelError *error);
/* Like gavel_deck_read, but continues after a bad line and calls `problem` for each, in order. Returns the status of
   the first. */
GAVEL_API GavelStatus gavel_deck_read_all(const GavelCards *cards, const char *text, size_t length, GavelDeck **deck,
                                          GavelDeckProblem *problem, void *user);
/* Destroys a deck; null is allowed. */
GAVEL_API void gavel_deck_destroy(GavelDeck *deck);

/* The deck's name in the file; empty if there is none. Lives as long as the deck. */
GAVEL_API const char *gavel_deck_name(const GavelDeck *deck);
/* Number of cards in a part. */
GAVEL_API uint32_t gavel_deck_size(const GavelDeck *deck, GavelDeckPart part);
/* The number of entries, and the entry at `index` in the order of the file; false if out of range. */
GAVEL_API uint32_t gavel_deck_entries(const GavelDeck *deck);
GAVEL_API bool gavel_deck_entry(const GavelDeck *deck, uint32_t index, GavelDeckEntry *entry);

/* Copies a deck into `*copy`. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_deck_copy(const GavelDeck *deck, GavelDeck **copy);
/* Moves `count` copies of a card from one part to another, as players do between the games of a match (100.4). A new
   entry has line 0. Errors: GAVEL_E_CHECK if there are fewer; GAVEL_E_MEMORY; the deck is then unchanged. `error` may
   be null. */
GAVEL_API GavelStatus gavel_deck_move(GavelDeck *deck, GavelCardId card, uint32_t count, GavelDeckPart from,
                                      GavelDeckPart to, GavelError *error);

/* Puts a deck into a game that was made with the same cards and has not started: the main part into the player's
   library, the sideboard outside the game (103.2a), the commander into the command zone (103.2c). Errors: those of
   gavel_game_put; all of the deck is put, or nothing if there is no room. */
GAVEL_REFEREE GavelStatus gavel_game_put_deck(GavelGame *game, uint32_t player, const GavelDeck *deck);

/* --- formats ----------------------------------------------------------------------------------- */

/* Rules for building decks (100.2, 100.4, 903.5), read from text. */
typedef struct GavelDeckFormat GavelDeckFormat;

/* Reads a format into `*format`. A line is one of

       name Casual
       main 60            at least this many cards; `main 100 exactly`
       sideboard 15       at most this many
       copies 4           of a card in main part and sideboard, except basic lands (100.2a)
       commander          one legendary creature, with its colour identity (903.3, 903.5c); `commander brawl`: or
                          planeswalker (903.12c)
       banned Card Name   no copies
       restricted Card Name   at most one copy
       legality modern    what the card data says about the format `modern` applies (gavel_card_legality)
       only Card Name     if there are lines like this, only the cards they name are allowed

   `#` begins a comment. Errors, with line and column: GAVEL_E_SYNTAX; GAVEL_E_UNKNOWN for a card; GAVEL_E_MEMORY.
   `error` may be null. */
GAVEL_API GavelStatus gavel_deck_format_read(const GavelCards *cards, const char *text, size_t length,
                                             GavelDeckFormat **format, GavelError *error);
/* Destroys a format; null is allowed. */
GAVEL_API void gavel_deck_format_destroy(GavelDeckFormat *format);
GAVEL_API const char *gavel_deck_format_name(const GavelDeckFormat *format);
/* Whether the format's games are Commander games (903), and whether they are played with the option Brawl (903.12). */
GAVEL_API bool gavel_deck_format_is_commander(const GavelDeckFormat *format);
GAVEL_API bool gavel_deck_format_is_brawl(const GavelDeckFormat *format);
/* Writes what is wrong with a deck in the format, one sentence a line, each with its rule if there is one; empty for a
   legal deck. Writes text. */
GAVEL_API size_t gavel_deck_check(const GavelDeck *deck, const GavelDeckFormat *format, char *out, size_t size);

/* --- matches ----------------------------------------------------------------------------------- */

/* Games until somebody has won enough of them. A plain value: copy it freely; it needs no cleanup. */
typedef struct GavelMatch {
  uint32_t player_count;
  uint32_t wins_needed;
  uint32_t games; /* finished games */
  uint32_t draws; /* of those */
  uint32_t wins[GAVEL_PLAYERS_MAX];
  uint32_t chooser; /* who chooses the starting player of the next game: for gavel_game_start_with_choice */
} GavelMatch;

/* Returns a match before its first game; `wins_needed` is 2 for best of three. In the first game a player drawn from
   `seed` chooses (103.1). `player_count` is 2 to GAVEL_PLAYERS_MAX. */
GAVEL_API GavelMatch gavel_match_new(uint32_t player_count, uint32_t wins_needed, uint64_t seed);
/* Records a finished game. The loser chooses in the next game, the first by seat if there are several; after a draw,
   whoever chose in this one (103.1). Errors: GAVEL_E_MISUSE, leaving the match unchanged, if the game is not over or
   has another number of players, or if the match is already won. */
GAVEL_REFEREE GavelStatus gavel_match_record(GavelMatch *match, const GavelGame *game);
/* The winner of the match; GAVEL_NO_PLAYER if there is none yet. */
GAVEL_API uint32_t gavel_match_winner(const GavelMatch *match);

#ifdef __cplusplus
}
#endif
#endif
