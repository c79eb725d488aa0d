/* A small game for tests of the rules: cards from text, decisions answered one by one. Everything fails the
   running test when it can't be done. */
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
  const char *rules[4096]; /* announced since the last play_forget, in order, without repetition */
  u32 rule_count;
} Play;

/* A game with these card definitions. Libraries are empty: see play_library. */
void play_open(Play *play, const char *cards, u32 players, GameFormat format);
/* Gives everything back; fails if memory is left over. */
void play_close(Play *play);

/* A card somewhere; answers its slot. A planeswalker or battle has its counters, as if it had entered. */
u32 play_put(Play *play, u32 player, const char *name, Zone zone);
/* `n` cards of that name under the player's library. */
void play_library(Play *play, u32 player, const char *name, u32 n);
/* Begins the game and runs to the first decision. */
void play_start(Play *play);

/* The option of the pending decision with these values (ref and n as in the option), its number or
   NO_OPTION. */
#define NO_OPTION 0xffffffffu
u32 play_option(const Play *play, OptionKind kind, Ref ref, i64 n);
/* Answers the pending decision, and runs on. */
void play_take(Play *play, u32 option);
void play_answer(Play *play, OptionKind kind, Ref ref, i64 n);
void play_pass(Play *play);
/* The player concedes, now. */
void play_concede(Play *play, u32 player);

/* Answers decisions as the least that is possible (pass, no attackers, no blockers, otherwise the first
   option) until the player who has priority is the active one in that step of that turn. */
void play_to(Play *play, u32 turn, Word step);
/* The same until a decision of that kind is pending or the game is over. */
void play_to_choice(Play *play, DecisionKind kind);
/* Passes, and answers what is asked meanwhile as the least, until the stack is empty. */
void play_resolve(Play *play);

/* Whether a rule was announced since the last play_forget. */
bool play_announced(const Play *play, const char *rule);
void play_forget(Play *play);

static inline const Decision *play_decision(const Play *play) { return &core(play->game)->decision; }
static inline Ref play_ref(const Play *play, u32 slot) { return object_ref(play->game, slot); }
static inline Zone play_zone(const Play *play, u32 slot) { return (Zone)object_row(play->game, slot)->zone; }
static inline i64 play_life(const Play *play, u32 player) { return core(play->game)->players[player].life; }

#endif
