/* Declarations of attackers and blockers as data, and the search for legal ones (508.1c, d; 509.1b, c).

   There are creatures that may take part, and places: whom they attack, or which attackers they block. A pair is a
   creature and a place; a declaration is a set of pairs, at most `most` for each creature. Only pairs that are legal by
   themselves are open. Everything else is a rule over sets of pairs. A set consists of some creatures with some places,
   and counts creatures with a chosen pair in it:

   - a restriction holds if, once a pair of its `when` set is chosen, between `least` and `most` creatures have a chosen
     pair of its `count` set. Menace: two or more at its own place. "No more than one creature can attack": at most one
     of all. "Can't attack alone": when it attacks, at least two of all.
   - a requirement is obeyed if a creature has a chosen pair of its set ("must be blocked if able"); one that applies to
     each of several creatures is one requirement per creature.

   A declaration is legal if all restrictions hold, its costs can be paid, and it obeys as many requirements as any
   declaration could that respects the restrictions and makes nobody pay.

   The pairs are in one order, creature by creature. The search decides them in that order, tries to choose a pair first
   where something is still missing, prunes a branch when the rest can't reach the goal, and lets no creature do more
   than an earlier equivalent one. It gives up after a fixed amount of work, so that a hopeless position costs little;
   then the best result so far counts.

   Everything is on the scratch list while the declaration is in use: between declaration_begin and declaration_end,
   don't call anything that leaves something on it. */
#ifndef RULES_COMBAT_SET_H
#define RULES_COMBAT_SET_H

#include "rules/combat/cost.h"
#include "rules/query/query.h"
#include "rules/kernel/kernel.h"

#define COUNT_ANY 0xffffffffu

typedef struct Declaration Declaration;

/* Whether the costs of all chosen pairs can be paid together. */
typedef bool PairsPayable(Declaration *d);

struct Declaration {
  Game *g;
  PairsPayable *payable; /* null if no pair costs anything */
  u32 mark;              /* of the scratch list */
  u32 creature_at, creatures;
  u32 place_at, places;
  u32 row_at, row_words; /* a row of masks for each creature; see set.c */
  u32 rule_at, rule_words, rules;
  bool costs;      /* some open pair costs something */
  u32 costly;      /* number of chosen pairs with costs */
  u32 most_obeyed; /* maximum number of requirements that can be obeyed at once */
};

/* --- building: all creatures, then all places, then pairs, then rules ----------------------------------- */

void declaration_begin(Declaration *d, Game *g, PairsPayable *payable);
void declaration_add_creature(Declaration *d, Ref creature);
void declaration_add_place(Declaration *d, Ref place);
/* Makes the references pushed onto the scratch list since the creatures were added its places; `first`, if it is one of
   them, moves to the front. */
void declaration_places_pushed(Declaration *d, Ref first);
/* Initially no pair is open or chosen, and each creature may have one. */
void declaration_make_pairs(Declaration *d);
void declaration_open(Declaration *d, u32 pair, bool costs);
void declaration_close(Declaration *d, u32 pair);
/* Sets how many places the creature may have. */
void declaration_allow(Declaration *d, u32 creature, u32 most);

/* Add a rule with empty sets; return its number. The last form adds a requirement for each creature of its set. */
u32 declaration_restrict(Declaration *d, u32 least, u32 most);
u32 declaration_require(Declaration *d);
u32 declaration_require_each(Declaration *d);
typedef enum PairSet { SET_WHEN, SET_COUNT, SET_BOTH } PairSet;
/* Add a creature or place, or with `all` every one, to a set of a rule; the set's pairs are those of its creatures with
   its places. Requirements have only a count set. */
#define ALL_OF_THEM 0xffffffffu
void rule_set_creature(Declaration *d, u32 rule, PairSet set, u32 creature);
void rule_set_place(Declaration *d, u32 rule, PairSet set, u32 place);

/* Computes how many requirements can be obeyed; nothing may be added afterwards. */
void declaration_ready(Declaration *d);
void declaration_end(Declaration *d);

/* --- asking ------------------------------------------------------------------------------------------------ */

static inline Ref declaration_creature(const Declaration *d, u32 i) { return scratch_get(d->g, d->creature_at + i); }
static inline Ref declaration_place(const Declaration *d, u32 i) { return scratch_get(d->g, d->place_at + i); }
/* The index of a creature or place; the number of them if it is not there. */
u32 declaration_find_creature(const Declaration *d, Ref creature);
u32 declaration_find_place(const Declaration *d, Ref place);
static inline u32 declaration_pairs(const Declaration *d) { return d->creatures * d->places; }
static inline u32 pair_make(const Declaration *d, u32 creature, u32 place) { return creature * d->places + place; }
static inline Ref pair_creature(const Declaration *d, u32 pair) { return declaration_creature(d, pair / d->places); }
static inline Ref pair_place(const Declaration *d, u32 pair) { return declaration_place(d, pair % d->places); }
bool pair_is_open(const Declaration *d, u32 pair);
bool pair_is_chosen(const Declaration *d, u32 pair);
/* The first chosen pair from this one on; the number of pairs if there is none. */
u32 pair_chosen_from(const Declaration *d, u32 pair);
/* Whether its creature may have one more place. */
bool pair_has_room(const Declaration *d, u32 pair);
/* Maximum number of pairs in a declaration. */
u32 declaration_most(const Declaration *d);

/* Chooses a pair, or undoes that. */
void declaration_choose(Declaration *d, u32 pair, bool chosen);
/* Whether the choices before pair `from` can be completed to a legal declaration with pairs from `from` on; choices
   among the latter are dropped. If `from` is the number of pairs: whether the declaration is legal. */
bool declaration_completes(Declaration *d, u32 from);

/* Whether a legal declaration contains the first pair. */
bool declaration_holds_first(Declaration *d);

/* Whether a creature and a place may form a pair, ignoring costs. */
typedef bool PairAllowed(Game *g, Ref creature, Ref place);
/* Opens the pairs that no rule forbids and whose costs, by effects of the kind, can be paid (declare.c, like what
   follows). */
void declaration_open_allowed(Declaration *d, IrOp cost, PairAllowed *allowed);
/* Begins the dues of a declaration: the costs of the chosen pairs by effects of the kind. */
void declaration_dues(const Declaration *d, IrOp cost, Dues *dues);

/* Whose creatures attack or block, who is asked, and what is already chosen: rows of T_CHOSEN from `base` on, `ref` with
   the place `n`. */
typedef struct Asking {
  DecisionKind kind;
  u32 player, by, base, group;
  const char *rule;
} Asking;
/* Asks for the next pair of the declaration, or whether it is done, and ends the declaration's use. */
Flow declaration_ask(Declaration *d, const Asking *ask);

/* Add the restrictions and requirements of effects on attackers or blockers as a whole (508.1c, d; 509.1b, c). */
void attack_rules_add(Declaration *d);
void block_rules_add(Declaration *d);
/* Number of attackers a creature can block (509.1a). */
u32 blocks_allowed(Game *g, Ref creature);

#endif
