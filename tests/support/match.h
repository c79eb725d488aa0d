/* Cards and games for tests of the public header; nothing else of the library is used here. */
#ifndef SUPPORT_MATCH_H
#define SUPPORT_MATCH_H

#include "gavel/gavel.h"
#include "support/test.h"

/* The built-in cards, valid between match_cards_open and match_cards_close, which are setup and teardown of a group of
   tests. */
extern GavelCards *match_cards;
int match_cards_open(void **state);
int match_cards_close(void **state);

/* Adds cards in the text form of the IR; a test fails if they are refused. */
void match_add(const char *text);

/* A call that must succeed. */
#define assert_ok(game, call)                                   \
  do {                                                          \
    if (call) {                                                 \
      print_error("%s: %s\n", #call, gavel_game_message(game)); \
      _fail(__FILE__, __LINE__);                                \
    }                                                           \
  } while (0)

/* A call that must be refused: with that status, a message, and the game unchanged. */
#define assert_refused(game, expected, call)                  \
  do {                                                        \
    uint64_t before_ = gavel_game_hash(game);                 \
    uint64_t position_ = gavel_game_position_hash(game);      \
    assert_int_equal(call, expected);                         \
    assert_string_not_equal(gavel_game_message(game), "");    \
    assert_true(gavel_game_hash(game) == before_);            \
    assert_true(gavel_game_position_hash(game) == position_); \
    assert_int_equal(gavel_game_status(game), GAVEL_OK);      \
  } while (0)

/* A def with these cards, a game of a def, and a game of that def. */
GavelGameDef match_def(void);
GavelGame *match_game(const GavelGameDef *def);
GavelGame *match_default(void);
/* Puts cards into a zone, or a permanent onto the battlefield. */
void match_put(GavelGame *game, GavelZone zone, uint32_t owner, const char *name, uint32_t count);
GavelRef match_permanent(GavelGame *game, uint32_t owner, const char *name);
/* A started game: two players with small decks of lands, creatures and spells, shuffled and
   dealt. */
GavelGame *match_start(const GavelGameDef *def);
/* A started game in which player 0 declares attackers; `refs` gets the creatures that can attack. */
enum { ATTACKERS = 3 };
GavelGame *match_combat(const GavelGameDef *def, GavelRef refs[ATTACKERS]);
/* The option in which a creature attacks a player. */
GavelOption match_attack(GavelRef attacker, uint32_t player);
/* A number below a bound from the test's own generator. */
uint32_t match_random(uint64_t *state, uint32_t bound);
/* Answers the pending decision at random; false if there is none. */
bool match_answer(GavelGame *game, uint64_t *random);

#endif
