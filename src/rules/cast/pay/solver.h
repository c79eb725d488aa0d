/* The automatic payer: finds out whether a cost of mana can be paid, and how, from a pool and from mana
   abilities that may be activated for it (601.2g, 602.2b, 605.3a).

   Plain data goes in and comes out; there is no game here. It finds a payment whenever there is one, within
   the limits below, and of several the one that spends the least useful first: mana that is there, then
   abilities of low rank, among those the ones that make the fewest kinds of mana, among those the earlier.
   No ability is activated that the payment can do without.

   Limits: 2^31 - 1 of any amount, 64 different symbols in all costs together, PAY_CHAIN activations that
   cost mana or take what another such ability needs, and PAY_BUDGET steps of search, whatever mana abilities there
   are; a payment that lies beyond is not found, and said to be unproven. */
#ifndef RULES_CAST_PAY_SOLVER_H
#define RULES_CAST_PAY_SOLVER_H

#include "cards/ir.h"

enum {
  PAY_KINDS = 6,    /* of mana (106.1b) */
  PAY_GROUPS = 8,   /* of mana one activation makes */
  PAY_NEEDS = 4,    /* resources one activation takes */
  PAY_SYMBOLS = 48, /* different symbols in a cost; 107.4 knows fewer */
  PAY_CHAIN = 24,
  PAY_BUDGET = 50000,
  PAY_ALLOWANCE = 4 * PAY_BUDGET, /* for taking out, one by one, what a payment can do without */
};

/* Mana in a pool (a single kind), or made by an ability: a choice among kinds, as bits in colour order
   with colourless last, made for each of the `n` mana or (PAY_SAME) once for all. Mana under a
   restriction pays only costs that accept it. */
typedef struct PayMana {
  u8 kinds;
  u8 flags;       /* PAY_… */
  u8 restriction; /* 0 for none, up to 63 */
  u8 reserved;
  u32 n;
} PayMana;
enum {
  PAY_SNOW = 1,
  PAY_SAME = 2,
  /* Not mana, but something that may be done instead of paying a mana of these kinds or a generic one
     of the cost (702.51a, 702.66a, 702.126a). */
  PAY_STANDS_IN = 4,
};

/* So much of a resource is used up: tapping is a resource of the permanent, life of the player. */
typedef struct PayNeed {
  u32 resource;
  u32 n;
} PayNeed;

/* A mana ability with all choices but those of mana made. */
typedef struct PaySource {
  u32 id;      /* the caller's */
  u32 present; /* 1 + a resource, not life, of which something must be left to activate it; 0 none */
  u32 uses;    /* most times it can be activated, resources aside */
  u16 rank;    /* those of lower rank are preferred */
  u8 need_count, make_count;
  PayNeed needs[PAY_NEEDS];
  PayMana makes[PAY_GROUPS];
  u64 accepts;   /* bit per restriction: mana that may pay its cost; bit 0 is set */
  ManaCost cost; /* of each symbol only the ways to pay it with one mana count; no {X} */
} PaySource;

typedef struct PaySymbol {
  ManaSymbol symbol;
  u16 reserved;
  u32 n;
} PaySymbol;

/* A cost to be paid; its symbols are different from each other. */
typedef struct PayCost {
  i64 generic;
  u64 accepts; /* as in PaySource */
  u32 symbol_count;
  u32 reserved;
  PaySymbol symbols[PAY_SYMBOLS];
} PayCost;

typedef struct PayProblem {
  const PayMana *pool; /* what is to be spent first stands first */
  const PaySource *sources;
  const u32 *resources; /* how much there is of each */
  u32 pool_count, source_count, resource_count;
  u32 life; /* 1 + the resource that is life, 2 of which pay a SYMBOL_LIFE; 0: it can't be paid so */
  PayCost cost;
} PayProblem;

/* What is to be done next. */
typedef enum PayAnswer {
  PAY_IMPOSSIBLE,
  PAY_UNPROVEN, /* no payment was found within PAY_BUDGET; there may be one */
  PAY_READY,    /* the pool pays the cost */
  PAY_ACTIVATE, /* an ability is to be activated */
} PayAnswer;

typedef struct PayStep {
  u32 source;                      /* PAY_ACTIVATE: its index */
  u32 made[PAY_GROUPS][PAY_KINDS]; /* … and how much of each kind it shall make */
  u32 life;                        /* PAY_READY: symbols to be paid with life */
} PayStep;

/* The size of the working memory both functions need, in 64-bit words. */
size_t payer_work_words(const PayProblem *problem);
/* Whether the cost can be paid: PAY_READY if so, else PAY_IMPOSSIBLE or PAY_UNPROVEN. */
PayAnswer payer_possible(const PayProblem *problem, u64 *work);
/* The first step of the payment: `take` (room for pool_count numbers) is how much of the pool's mana pays
   the cost, or that of the ability to be activated. Asked again after each step, with the pool and the
   resources that are left, it leads to PAY_READY. */
PayAnswer payer_next(const PayProblem *problem, u64 *work, PayStep *step, u32 *take);

/* Whether all of the mana in `pool` can be spent on the cost at once. */
bool payer_all_used(const PayMana *pool, u32 pool_count, const PayCost *cost);

#endif
