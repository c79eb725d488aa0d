/* Decks: reading the files that programs and players keep them in, and putting them into a game.

       GavelDeck *deck = NULL;
       gavel_deck_read(cards, text, length, &deck, &error);
       gavel_game_put_deck(game, 0, deck);
       ...
       gavel_game_start_with_hands(game);

   What gavel/gavel.h says of statuses, texts and failure holds here too. Nothing here opens a file. */
#ifndef GAVEL_TABLE_H
#define GAVEL_TABLE_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A deck that has been read: so many of so many cards. It changes only by gavel_deck_move, else it may
   be used by any number of games and threads as long as its cards live. */
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
  uint32_t line;  /* where it stands in the file */
} GavelDeckEntry;

/* Reads a deck, as `*deck`. Which form the text has is seen from the text:
   - lines of a number and a name, as Magic Online and players write them: `4 Lightning Bolt`, `4x
     Lightning Bolt`, `SB: 2 Fog`; lines `Deck`, `Sideboard`, `Commander`, `About`, as Arena writes
     them, with `(M10) 146` behind the name; without any of these, a blank line begins the sideboard;
   - `.dck` files, with sections `[Main]`, `[Sideboard]`, `[Commander]`, `[metadata]` and
     `4 Lightning Bolt|M10`, or with `NAME:`, `LAYOUT …` and `4 [M10:146] Lightning Bolt`;
   - `.cod` files, which are XML.
   `#` and `//` begin comments. Errors, with line and column: GAVEL_E_SYNTAX; GAVEL_E_UNKNOWN for a
   card that the cards do not hold, with the nearest names; GAVEL_E_MEMORY. `error` may be null. */
GAVEL_API GavelStatus gavel_deck_read(const GavelCards *cards, const char *text, size_t length, GavelDeck **deck,
                                      GavelError *error);
/* Is told of a line of a deck that can't be read, with its place. */
typedef void GavelDeckProblem(void *user, const GavelError *error);
/* As gavel_deck_read, but goes on behind a line that can't be read and tells `problem` of each, in their order. The
   status is that of the first. */
GAVEL_API GavelStatus gavel_deck_read_all(const GavelCards *cards, const char *text, size_t length, GavelDeck **deck,
                                          GavelDeckProblem *problem, void *user);
/* Gives a deck back; null is allowed. */
GAVEL_API void gavel_deck_destroy(GavelDeck *deck);

/* What the file calls the deck; empty if it doesn't say. Lives as long as the deck. */
GAVEL_API const char *gavel_deck_name(const GavelDeck *deck);
/* How many cards a part has. */
GAVEL_API uint32_t gavel_deck_size(const GavelDeck *deck, GavelDeckPart part);
/* How many entries there are, in the order of the file, and one of them; false beyond. */
GAVEL_API uint32_t gavel_deck_entries(const GavelDeck *deck);
GAVEL_API bool gavel_deck_entry(const GavelDeck *deck, uint32_t index, GavelDeckEntry *entry);

/* A copy of a deck, as `*copy`. Errors: GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_deck_copy(const GavelDeck *deck, GavelDeck **copy);
/* Moves `count` of a card from one part to another, as players do between the games of a match
   (100.4). What comes to a part where there was none of it has line 0. Errors: GAVEL_E_CHECK when
   there are not so many; GAVEL_E_MEMORY; the deck is then as it was. `error` may be null. */
GAVEL_API GavelStatus gavel_deck_move(GavelDeck *deck, GavelCardId card, uint32_t count, GavelDeckPart from,
                                      GavelDeckPart to, GavelError *error);

/* Puts a deck into a game that has not been started, which was made with the same cards: its main
   part into the player's library, its sideboard outside the game (103.2a), and its commander into
   the command zone (103.2c). Errors: those of gavel_game_put; nothing is put where there is no room for all. */
GAVEL_REFEREE GavelStatus gavel_game_put_deck(GavelGame *game, uint32_t player, const GavelDeck *deck);

/* --- what a format allows ---------------------------------------------------------------------- */

/* Rules for building decks (100.2, 100.4, 903.5), read from text. */
typedef struct GavelDeckFormat GavelDeckFormat;

/* Reads a format, as `*format`. A line is one of

       name Casual
       main 60            at least so many cards; `main 100 exactly`
       sideboard 15       at most so many
       copies 4           of a card in main part and sideboard, basic lands aside (100.2a)
       commander          one legendary creature, whose colour identity holds (903.3, 903.5c)
       banned Card Name   none of it
       restricted Card Name   one of it
       legality modern    what the card data says of the format `modern` holds (gavel_card_legality)
       only Card Name     with lines like this, cards that none of them names are not allowed

   `#` begins a comment. Errors, with line and column: GAVEL_E_SYNTAX; GAVEL_E_UNKNOWN for a card;
   GAVEL_E_MEMORY. `error` may be null. */
GAVEL_API GavelStatus gavel_deck_format_read(const GavelCards *cards, const char *text, size_t length,
                                             GavelDeckFormat **format, GavelError *error);
/* Gives a format back; null is allowed. */
GAVEL_API void gavel_deck_format_destroy(GavelDeckFormat *format);
GAVEL_API const char *gavel_deck_format_name(const GavelDeckFormat *format);
/* Whether games of the format are Commander games. */
GAVEL_API bool gavel_deck_format_is_commander(const GavelDeckFormat *format);
/* Writes what is wrong with a deck in the format, a sentence a line, each with its rule where there
   is one; nothing for a deck that is legal. Writes text. */
GAVEL_API size_t gavel_deck_check(const GavelDeck *deck, const GavelDeckFormat *format, char *out, size_t size);

/* --- matches ----------------------------------------------------------------------------------- */

/* Games until somebody has won enough of them. A plain value: to be copied, and never given back. */
typedef struct GavelMatch {
  uint32_t player_count;
  uint32_t wins_needed;
  uint32_t games; /* that are over */
  uint32_t draws; /* of them */
  uint32_t wins[GAVEL_PLAYERS_MAX];
  uint32_t chooser; /* who chooses who begins the next game: for gavel_game_start_with_choice */
} GavelMatch;

/* A match before its first game: 2 wins for best of three. In the first game a player drawn from `seed`
   chooses (103.1). `player_count` is 2 to GAVEL_PLAYERS_MAX. */
GAVEL_API GavelMatch gavel_match_new(uint32_t player_count, uint32_t wins_needed, uint64_t seed);
/* Counts a game that is over. In the next game its loser chooses, of several the first by seat; after a
   draw whoever chose in this one (103.1). Errors: GAVEL_E_MISUSE, the match unchanged, for a game that is
   not over or has another number of players, and once the match is won. */
GAVEL_REFEREE GavelStatus gavel_match_record(GavelMatch *match, const GavelGame *game);
/* Who has won the match; GAVEL_NO_PLAYER as long as nobody has. */
GAVEL_API uint32_t gavel_match_winner(const GavelMatch *match);

#ifdef __cplusplus
}
#endif
#endif
