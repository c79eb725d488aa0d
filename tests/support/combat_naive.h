/* A literal reading of declaring attackers and blockers (508.1, 509.1) and of dividing combat damage (510.1, 702.19):
   it tries every possible declaration and division, and keeps those that the text of the rules allows. It knows nothing
   of the engine, only the facts of a board given here. */
#ifndef SUPPORT_COMBAT_NAIVE_H
#define SUPPORT_COMBAT_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAIVE_PLAYERS = 3, NAIVE_CREATURES = 5, NAIVE_PLACES = 4 };

/* Properties of a creature, each possibly several times. FACT(NAME, "card that gives it", "what that card does"): the
   cards are Auras on the creature, and $it is the creature. */
#define CREATURE_FACTS(FACT)                                                                                        \
  FACT(DEFENDER, "Defender", "(affect $it (gain defender))")                                                        \
  FACT(DESPITE_DEFENDER, "Bold", "(rules (attacks-despite-defender (is $it)))")                                     \
  FACT(HASTE, "Haste", "(affect $it (gain haste))")                                                                 \
  FACT(VIGILANCE, "Vigilance", "(affect $it (gain vigilance))")                                                     \
  FACT(CANT_ATTACK, "Meek", "(rules (cant-attack (is $it)))")                                                       \
  FACT(CANT_ATTACK_WALKERS, "Pious", "(rules (cant-attack (is $it) :whom (type planeswalker)))")                    \
  FACT(NEEDS_ISLAND, "Wet", "(rules (cant-attack (is $it) :whom (not (defended-by (controls (subtype Island))))))") \
  FACT(MUST_ATTACK, "Angry", "(rules (must-attack (is $it)))")                                                      \
  FACT(MUST_ATTACK_WALKERS, "Impious", "(rules (must-attack (is $it) :whom (type planeswalker)))")                  \
  FACT(ATTACKS_WITH_1, "Shy", "(rules (attacks-only-with (is $it) 1 (type creature)))")                             \
  FACT(ATTACKS_WITH_2, "Very Shy", "(rules (attacks-only-with (is $it) 2 (type creature)))")                        \
  FACT(ATTACKS_WITH_ARTIFACT, "Mechanic", "(rules (attacks-only-with (is $it) 1 (type artifact)))")                 \
  FACT(ATTACKS_ALONE, "Loner", "(rules (attacks-only-alone (is $it)))")                                             \
  FACT(ATTACK_COST_1, "Cheap", "(rules (attack-cost (is $it) (mana {1})))")                                         \
  FACT(ATTACK_COST_2, "Dear", "(rules (attack-cost (is $it) (mana {2})))")                                          \
  FACT(ATTACK_COST_RELIC, "Grave",                                                                                  \
       "(rules (attack-cost (is $it) (pay-with $r 1 1 (all battlefield (and (named \"Relic\") "                     \
       "(controlled-by "                                                                                            \
       "(controller event-object)))) (sacrifice $r))))")                                                            \
  FACT(FLYING, "Flying", "(affect $it (gain flying))")                                                              \
  FACT(REACH, "Reach", "(affect $it (gain reach))")                                                                 \
  FACT(MENACE, "Menace", "(affect $it (gain menace))")                                                              \
  FACT(SHADOW, "Shadow", "(affect $it (gain shadow))")                                                              \
  FACT(HORSEMANSHIP, "Horsemanship", "(affect $it (gain horsemanship))")                                            \
  FACT(SKULK, "Skulk", "(affect $it (gain skulk))")                                                                 \
  FACT(FEAR, "Fear", "(affect $it (gain fear))")                                                                    \
  FACT(INTIMIDATE, "Intimidate", "(affect $it (gain intimidate))")                                                  \
  FACT(ISLANDWALK, "Islandwalk", "(affect $it (gain (keyword landwalk :quality (subtype Island))))")                \
  FACT(PROTECTED_FROM_GREEN, "Protected", "(affect $it (gain (keyword protection :quality (color green))))")        \
  FACT(UNBLOCKABLE, "Slippery", "(rules (cant-block (type creature) :whom (is $it)))")                              \
  FACT(BLOCKED_BY_3, "Daunting", "(rules (blockers-at-least (is $it) 3))")                                          \
  FACT(BLOCKED_BY_1, "Charging", "(rules (blockers-at-most (is $it) 1))")                                           \
  FACT(MUST_BE_BLOCKED, "Loud", "(rules (must-be-blocked (is $it)))")                                               \
  FACT(LURE, "Lure", "(rules (must-block (type creature) :whom (is $it)))")                                         \
  FACT(BLOCKED_FOR_1, "Guarded", "(rules (block-cost (type creature) (mana {1}) :whom (is $it)))")                  \
  FACT(CANT_BLOCK, "Timid", "(rules (cant-block (is $it)))")                                                        \
  FACT(CANT_BLOCK_BLACK, "Afraid", "(rules (cant-block (is $it) :whom (color black)))")                             \
  FACT(MUST_BLOCK, "Brave", "(rules (must-block (is $it)))")                                                        \
  FACT(MUST_BLOCK_BLACK, "Zealous", "(rules (must-block (is $it) :whom (color black)))")                            \
  FACT(BLOCKS_WITH_1, "Careful", "(rules (blocks-only-with (is $it) 1 (type creature)))")                           \
  FACT(BLOCKS_WITH_ARTIFACT, "Tinker", "(rules (blocks-only-with (is $it) 1 (type artifact)))")                     \
  FACT(BLOCKS_MORE, "Wide", "(rules (blocks-more (is $it) :n 1))")                                                  \
  FACT(BLOCKS_ANY, "Hundred Hands", "(rules (blocks-more (is $it)))")                                               \
  FACT(BLOCK_COST_1, "Lazy", "(rules (block-cost (is $it) (mana {1})))")                                            \
  FACT(BLOCK_COST_RELIC, "Greedy",                                                                                  \
       "(rules (block-cost (is $it) (pay-with $r 1 1 (all battlefield (and (named \"Relic\") "                      \
       "(controlled-by "                                                                                            \
       "(controller event-object)))) (sacrifice $r))))")                                                            \
  FACT(TRAMPLE, "Trample", "(affect $it (gain trample))")                                                           \
  FACT(TRAMPLE_OVER, "Trample Over", "(affect $it (gain trample-over-planeswalkers))")                              \
  FACT(DEATHTOUCH, "Deathtouch", "(affect $it (gain deathtouch))")                                                  \
  FACT(FIRST_STRIKE, "First Strike", "(affect $it (gain first-strike))")                                            \
  FACT(DOUBLE_STRIKE, "Double Strike", "(affect $it (gain double-strike))")                                         \
  FACT(BY_TOUGHNESS, "Stiff", "(rules (damage-by-toughness (is $it)))")                                             \
  FACT(BANDING, "Banding", "(affect $it (gain banding))")                                                           \
  FACT(BANDS_WITH_BLACK, "Black Banding", "(affect $it (gain (keyword bands-with-other :quality (color black))))")

/* Enchantments of a player that affect everyone. FACT(NAME, "card", "what it does"); `you` is the player. */
#define PLAYER_FACTS(FACT)                                                                          \
  FACT(ATTACK_LIMIT_1, "One Sword", "(rules (attack-limit (type creature) 1))")                     \
  FACT(ATTACK_LIMIT_2, "Two Swords", "(rules (attack-limit (type creature) 2))")                    \
  FACT(ATTACK_ME_LIMIT_1, "Narrow Way", "(rules (attack-limit (type creature) 1 :whom (is you)))")  \
  FACT(ATTACK_ME_COST_1, "Toll", "(rules (attack-cost (type creature) (mana {1}) :whom (is you)))") \
  FACT(ATTACK_ME_OR_MINE_COST_1, "Big Toll",                                                        \
       "(rules (attack-cost (type creature) (mana {1}) :whom (or (is you) (controlled-by you))))")  \
  FACT(CANT_ATTACK_ME, "Peace", "(rules (cant-attack (color green) :whom (is you)))")               \
  FACT(MUST_ATTACK_ME, "Taunt", "(rules (must-attack (color black) :whom (is you)))")               \
  FACT(BLOCK_LIMIT_1, "One Shield", "(rules (block-limit (type creature) 1))")                      \
  FACT(BLOCK_LIMIT_2, "Two Shields", "(rules (block-limit (type creature) 2))")                     \
  FACT(LETHAL_BY_POWER, "Odd Wounds", "(rules (lethal-by-power (type creature)))")

typedef enum CreatureFact {
#define FACT(NAME, CARD, TEXT) HAS_##NAME,
  CREATURE_FACTS(FACT)
#undef FACT
      CREATURE_FACT_COUNT
} CreatureFact;

typedef enum PlayerFact {
#define FACT(NAME, CARD, TEXT) RULES_##NAME,
  PLAYER_FACTS(FACT)
#undef FACT
      PLAYER_FACT_COUNT
} PlayerFact;

typedef enum NaiveColor { NAIVE_COLORLESS, NAIVE_GREEN, NAIVE_BLACK } NaiveColor;

typedef struct NaiveCreature {
  int power, toughness, damage;
  NaiveColor color;
  bool artifact, tapped, sick, makes_mana;
  uint32_t goaded_by; /* bit per player */
  uint8_t has[CREATURE_FACT_COUNT];
} NaiveCreature;

/* Something that can be attacked: a player, a planeswalker that a player controls, or a battle that they protect. */
typedef struct NaivePlace {
  uint32_t player;
  bool walker, battle;
  uint32_t controller; /* of a battle */
  int loyalty;
} NaivePlace;

typedef struct NaivePlayer {
  uint32_t lands, relics; /* untapped lands that make one mana each; Relics */
  bool island;
  uint8_t rules[PLAYER_FACT_COUNT];
} NaivePlayer;

/* Who declares, and the board before the choice. */
typedef struct NaiveBoard {
  uint32_t player; /* who declares */
  uint32_t players;
  NaivePlayer player_facts[NAIVE_PLAYERS];
  uint32_t creatures, places, attackers;
  NaiveCreature creature[NAIVE_CREATURES]; /* of the player who declares */
  NaivePlace place[NAIVE_PLACES];
  NaiveCreature attacker[NAIVE_CREATURES]; /* for declaring blockers: what attacks that player … */
  uint32_t attacker_band[NAIVE_CREATURES]; /* … and in which band; 0 none */
} NaiveBoard;

/* Declarations as numbers. Attackers: four bits per creature, 0 or 1 + the place, and above these four bits per
   creature, 0 or 1 + the first creature of its band. Blockers: eight bits per creature, one for each attacker it
   blocks. Both write the legal ones in ascending order and return how many there are, at most `cap`. */
enum { NAIVE_BAND_SHIFT = 4 * NAIVE_CREATURES };
size_t naive_attacks(const NaiveBoard *board, uint64_t *out, size_t cap);
size_t naive_blocks(const NaiveBoard *board, uint64_t *out, size_t cap);

/* --- damage --------------------------------------------------------------------------------------------- */

enum { NAIVE_FIGHTERS = 14, NAIVE_TO = 9, NAIVE_TARGETS = 24 };

/* Whether the player whose creatures these are divides the damage of what they fight (702.22j, k). */
bool naive_banding_divides(const NaiveCreature *const *creatures, uint32_t count);

/* A creature that assigns damage in this step, and its targets: creatures, planeswalkers and players. */
typedef struct NaiveFighter {
  int damage;
  uint32_t divider; /* the player who divides it */
  uint32_t turn;    /* fighters with lower numbers are announced before */
  bool trample, trample_over, deathtouch;
  uint32_t creatures[NAIVE_TO], creature_count; /* targets that block it, or that it blocks */
  int attacked;   /* the target behind them: what it attacks, if that is still there; -1 if none or unreachable */
  int controller; /* the target behind that, if it tramples over a planeswalker; -1 if none */
} NaiveFighter;

typedef struct NaiveTarget {
  int lethal; /* lethal damage, less what is marked; for a planeswalker its loyalty; may be negative */
} NaiveTarget;

typedef struct NaiveFight {
  uint32_t fighters, targets;
  NaiveFighter fighter[NAIVE_FIGHTERS];
  NaiveTarget target[NAIVE_TARGETS];
} NaiveFight;

/* A division: how much each fighter assigns to each target. */
typedef struct NaiveDivision {
  uint8_t n[NAIVE_FIGHTERS][NAIVE_TARGETS];
} NaiveDivision;

/* Writes the divisions that the players may announce one after another; returns how many there are, or `cap` + 1 if
   there are more. */
size_t naive_divisions(const NaiveFight *fight, NaiveDivision *out, size_t cap);

#endif
