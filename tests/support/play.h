/* A small game for tests of the rules: cards from text, decisions answered one by one. Everything fails the running
   test if it can't be done. */
#ifndef SUPPORT_PLAY_H
#define SUPPORT_PLAY_H

#include "support/allocator.h"
#include "support/test.h"

#include "rules/turn/turn.h"
#include "state/setup.h"

typedef struct Play {
  TestAllocator memory;
  CardDb db;
  Game *game;
  Listener listener;
  const char *rules[4096]; /* rules announced since the last play_forget, in order, each once */
  u32 rule_count;
} Play;

/* Creates a game with these card definitions. Libraries are empty: see play_library. */
void play_open(Play *play, const char *cards, u32 players, GameFormat format);
/* Frees everything; fails if memory is left over. */
void play_close(Play *play);

/* Puts a card into a zone; returns its slot. A planeswalker or battle gets its counters, as if it had entered. */
u32 play_put(Play *play, u32 player, const char *name, Zone zone);
/* Puts `n` cards with that name under the player's library. */
void play_library(Play *play, u32 player, const char *name, u32 n);
/* Starts the game and runs to the first decision. */
void play_start(Play *play);

/* The number of the pending decision's option with these values (ref and n as in the option), or NO_OPTION. */
#define NO_OPTION 0xffffffffu
u32 play_option(const Play *play, OptionKind kind, Ref ref, i64 n);
/* Answer the pending decision and run on. */
void play_take(Play *play, u32 option);
void play_answer(Play *play, OptionKind kind, Ref ref, i64 n);
void play_pass(Play *play);
/* The player concedes immediately. */
void play_concede(Play *play, u32 player);

/* Gives minimal answers (pass, no attackers, no blockers, otherwise the first option) until the active player has
   priority in that step of that turn. */
void play_to(Play *play, u32 turn, Word step);
/* The same until a decision of that kind is pending or the game is over. */
void play_to_choice(Play *play, DecisionKind kind);
/* Passes, and gives minimal answers meanwhile, until the stack is empty. */
void play_resolve(Play *play);

/* Whether a rule was announced since the last play_forget. */
bool play_announced(const Play *play, const char *rule);
void play_forget(Play *play);

static inline const Decision *play_decision(const Play *play) { return &core(play->game)->decision; }
static inline Ref play_ref(const Play *play, u32 slot) { return object_ref(play->game, slot); }
static inline Zone play_zone(const Play *play, u32 slot) { return (Zone)object_row(play->game, slot)->zone; }
static inline i64 play_life(const Play *play, u32 player) { return core(play->game)->players[player].life; }

#endif
