/* What the files of the payer share: solver.c, which finds a payment, and solver_next.c, which chooses its next step. */
#ifndef RULES_CAST_PAY_SOLVER_INTERNAL_H
#define RULES_CAST_PAY_SOLVER_INTERNAL_H

#include "rules/cast/pay/flow.h"
#include "rules/cast/pay/solver.h"

typedef enum Role {
  ROLE_OFF, /* not allowed, or out of resources from the start */
  ROLE_PLAIN,
  ROLE_MERGED,
  ROLE_CHOICE,  /* searched: no mana cost */
  ROLE_CHAINED, /* searched: in an order */
} Role;

/* A sort of symbol in one of the costs. */
typedef struct Type {
  u64 accepts;
  ManaSymbol symbol; /* 0: generic */
  bool main;         /* of the cost itself, which what stands in for mana can pay */
} Type;

enum {
  TYPES = 64,
  MEMO = 1024,       /* a power of two */
  LATE = 0x7ffffffe, /* born after every activation so far */
  AT_LAST = 0x7fffffff,
  NOT_BOUND = 0x7fffffff,
};
#define POOL 0x80000000u /* owner of mana: a row of the pool, not a source */

typedef struct Solver {
  const PayProblem *p;
  /* In the working memory. */
  u8 *allowed, *role;    /* of sources */
  u32 *taken;            /* uses in the branch that is tried */
  u32 *won;              /* uses in the last payment found */
  u32 *twin;             /* 1 + an earlier source that is just the same, or 0 */
  u32 *leader;           /* of merged sources: the first of them */
  u32 *order;            /* all sources, the one to be preferred first */
  u32 *items;            /* choices, then chained ones */
  u32 *left;             /* of resources */
  u32 *wanted, *wanters; /* how much of a resource undecided sources want; how many sources want it */
  u32 *mergers;          /* how many of them may be merged */
  u32 *presents;         /* how many sources must have something of it left */
  u32 *shared, *best;    /* what those that share it make in all, and the best of them at once */
  FlowMana *mana;
  u32 *flow;
  u64 *memo;

  u32 choice_count, item_count;
  u32 mana_count, mana_cap;
  u32 need_count, main_count, need_cap;
  u32 type_count;
  u32 budget;    /* of this search … */
  u32 allowance; /* … and of all searches for one answer */
  u32 most_uses; /* more activations of a source than this never help */
  u32 chain[PAY_CHAIN];
  u32 chain_count;
  bool detailed; /* the payment is asked for, not only whether there is one: mana is kept by its source */
  bool lumped;   /* mana that fits the same is one row */
  bool cut;      /* a chain was not tried because of its length */
  FlowNeed needs[FLOW_NEEDS];
  Type types[TYPES];
} Solver;

static inline const PaySource *source_at(const Solver *v, u32 s) { return &v->p->sources[s]; }

typedef struct Ways {
  u32 life[PAY_SYMBOLS], two[PAY_SYMBOLS];
} Ways;

/* Begins a search, with working memory for that problem. */
void solver_init(Solver *v, const PayProblem *p, u64 *work);
/* Allots the next search its part of what all may take. */
void budget_begin(Solver *v);
/* Searches for the payment with as little life as possible; leaves the ways found, and how many symbols are paid with life. */
bool solve_cost(Solver *v, Ways *w, u32 *life_paid);
/* Whether the cost is more than all there could ever be. */
bool payer_hopeless(const PayProblem *p);
/* Whether mana can pay a symbol of that type with one of the kinds. */
bool type_takes(const Type *type, const PayMana *m, u32 kinds);
/* Whether all mana of a group is of the same kind, which is chosen. */
bool group_is_same(const PayMana *m);

#endif
