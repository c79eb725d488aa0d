/* A game set up by hand, for tests of continuous effects. */
#ifndef SUPPORT_LAYERS_BOARD_H
#define SUPPORT_LAYERS_BOARD_H

#include "rules/query/layers/layers.h"
#include "state/setup.h"

typedef struct Board {
  CardDb db;
  Game *g;
} Board;

/* Runs `body` on an empty game of two players with the definitions `cards` (text form), inside game_protect; fails the
   running test if the definitions or the game fail. */
void board_run(const char *cards, void (*body)(Board *b));

/* A definition's number; a card with that name in a zone, or on the battlefield. The test fails if there is no such
   card. */
u32 board_card(const Board *b, const char *name);
u32 board_put(const Board *b, u32 player, const char *name, Zone zone);
u32 board_play(const Board *b, u32 player, const char *name);
void board_attach(const Board *b, u32 slot, u32 to);
/* Gives the slot the next timestamp. */
void board_renew(const Board *b, u32 slot);
/* Moves it from the battlefield to its owner's graveyard, as a new object. */
void board_bury(const Board *b, u32 slot);
/* Sets what was chosen for the object's linked abilities. */
void board_note(const Board *b, u32 slot, const char *link, Word word);
void board_counters(const Board *b, u32 slot, Word kind, i64 n);

/* Creates a continuous effect of a resolved spell on one object; returns its row of T_EFFECTS. */
u32 board_effect(const Board *b, u32 slot, const Mod *mods, u32 count);
#define BOARD_EFFECT(b, slot, ...) \
  board_effect((b), (slot), (const Mod[]){__VA_ARGS__}, COUNT_OF(((const Mod[]){__VA_ARGS__})))
/* The ability with that index on the first face of a card, for granting. */
u32 board_ability(const Board *b, const char *card, u32 index);

/* Reports that everything may have changed. */
void board_changed(const Board *b);

/* Fails the running test unless the object has this power and toughness. */
#define assert_pt(b, slot, power, toughness) board_assert_pt((b), (slot), (power), (toughness), __FILE__, __LINE__)
void board_assert_pt(const Board *b, u32 slot, i64 power, i64 toughness, const char *file, int line);
/* Fails the running test unless the naive evaluator gets the same results everywhere. */
#define assert_naive(b) board_assert_naive((b), __FILE__, __LINE__)
void board_assert_naive(const Board *b, const char *file, int line);

#endif
