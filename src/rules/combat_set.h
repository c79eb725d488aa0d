/* Declarations of attackers and blockers as data, and the search for legal ones (508.1c, d; 509.1b, c).

   Every creature that may take part stands before the choice of one place or none: whom it attacks, or which
   attacker it blocks. What a single pair of creature and place forbids is left out of the pairs that are open.
   Everything else is a restriction or a requirement on a set of pairs, all pairs of one creature, of one place,
   of both or of neither:

   - a restriction holds if, once at least one pair of its `when` set is chosen, between `least` and `most`
     pairs of its `count` set are. Menace: two or more of its own place. "No more than one creature can attack":
     at most one of all. "Can't attack alone": when it attacks, at least two of all.
   - a requirement is obeyed if at least `least` pairs of its set are chosen. "Attacks each combat if able": one
     of the creature's. "Must be blocked if able": one of the place's.

   A declaration is legal if all restrictions hold and as many requirements are obeyed as any declaration could
   obey that holds to the restrictions and makes nobody pay a cost. The search tries places where something is
   still wanted first and leaves a branch when what is left can no longer reach the number. It gives up after
   a fixed number of steps, so that a hopeless position costs little; then what it has found so far counts.

   Everything lies on the scratch list while the declaration is in use: no calls that leave something on it may
   come between declaration_begin and declaration_end. */
#ifndef RULES_COMBAT_SET_H
#define RULES_COMBAT_SET_H

#include "rules/eval.h"

#define PAIR_ANY 0xffffffffu
#define COUNT_ANY 0xffffffffu
#define PLACE_NONE 0xffffffffu

typedef struct PairSet {
  u32 creature, place; /* an index, or PAIR_ANY for all */
} PairSet;

typedef struct Restriction {
  PairSet when, count;
  u32 least, most;
} Restriction;

typedef struct Requirement {
  PairSet pairs;
  u32 least;
} Requirement;

typedef struct Declaration {
  Game *g;
  u32 mark;                   /* of the scratch list */
  u32 creature_at, creatures; /* their references */
  u32 place_at, places;
  u32 pair_at;   /* a word a pair: PAIR_OPEN, PAIR_COSTS */
  u32 choice_at; /* the place each creature has, or PLACE_NONE */
  u32 rule_at;   /* restrictions, then requirements, then the counters of the search */
  u32 restrictions, requirements;
  u32 most_obeyed; /* requirements that can be obeyed at once */
} Declaration;

enum {
  PAIR_OPEN = 1,
  PAIR_COSTS = 2
};

/* Building: all creatures, then all places, then pairs, then restrictions, then requirements. */
void declaration_begin(Declaration *d, Game *g);
void declaration_add_creature(Declaration *d, Ref creature);
void declaration_add_place(Declaration *d, Ref place);
/* No pair is open yet and no creature has a place. */
void declaration_make_pairs(Declaration *d);
void declaration_open(Declaration *d, u32 creature, u32 place, bool costs);
void declaration_restrict(Declaration *d, Restriction r);
void declaration_require(Declaration *d, Requirement r);
/* Finds how many requirements can be obeyed; nothing may be added afterwards. */
void declaration_ready(Declaration *d);
void declaration_end(Declaration *d);

static inline Ref declaration_creature(const Declaration *d, u32 i) {
  return scratch_get(d->g, d->creature_at + i);
}
static inline Ref declaration_place(const Declaration *d, u32 i) {
  return scratch_get(d->g, d->place_at + i);
}
/* The index of a creature or place; the number of them if it is not there. */
u32 declaration_find_creature(const Declaration *d, Ref creature);
u32 declaration_find_place(const Declaration *d, Ref place);
bool declaration_is_open(const Declaration *d, u32 creature, u32 place);
bool declaration_costs(const Declaration *d, u32 creature, u32 place);

/* Chooses a place for a creature, or none. */
void declaration_choose(Declaration *d, u32 creature, u32 place);
/* Whether the choices of the creatures before `from` can be completed to a legal declaration by those from
   there on; what these have chosen is forgotten. With `from` the number of creatures: whether it is legal. */
bool declaration_completes(Declaration *d, u32 from);

#endif
