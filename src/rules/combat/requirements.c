/* Restrictions and requirements of effects on a declaration as a whole (508.1c, d; 509.1b, c), as rules over sets of
   pairs. Restrictions on single pairs are checked where the pairs are opened. */
#include "cards/ir_args.h"
#include "rules/combat/combat.h"
#include "rules/combat/set.h"

/* A declaration while its rules are added; `op` is the kind of effect to look for. */
typedef struct Adding {
  Declaration *d;
  IrOp op;
} Adding;

/* --- sets from filters --------------------------------------------------------------------------------- */

/* Adds the creatures that match a filter to a set, all without one; returns how many there are. */
static u32 put_creatures(const Eval *e, Declaration *d, u32 rule, PairSet set, Node filter) {
  u32 n = 0;
  for (u32 i = 0; i < d->creatures; i++) {
    if (filter && !eval_matches(e, filter, declaration_creature(d, i))) continue;
    rule_set_creature(d, rule, set, i);
    n++;
  }
  return n;
}

static u32 put_places(const Eval *e, Declaration *d, u32 rule, PairSet set, Node filter) {
  u32 n = 0;
  for (u32 p = 0; p < d->places; p++) {
    if (filter && !eval_matches(e, filter, declaration_place(d, p))) continue;
    rule_set_place(d, rule, set, p);
    n++;
  }
  return n;
}

static void put_all(Declaration *d, u32 rule, PairSet set) {
  rule_set_creature(d, rule, set, ALL_OF_THEM);
  rule_set_place(d, rule, set, ALL_OF_THEM);
}

static u32 number(const Eval *e, Node n, Ref it) {
  Eval about = *e;
  about.it = it;
  return (u32)num_max(0, num_min(eval_num(&about, n), COUNT_ANY - 1));
}

/* --- kinds of effects -------------------------------------------------------------------------------------- */

#define ARG(name) node_arg(e->g->db, rule, name)

static void add_requirement(const Eval *e, Declaration *d, Node objects, Node whom) {
  u32 r = declaration_require_each(d);
  put_creatures(e, d, r, SET_COUNT, objects);
  put_places(e, d, r, SET_COUNT, whom);
}

/* What has to attack once in a turn has done so in an earlier combat. */
static void add_must_attack(const Eval *e, Declaration *d, Node rule) {
  u32 r = declaration_require_each(d);
  bool once = ARG(ARG_R_MUST_ATTACK_ONCE);
  for (u32 i = 0; i < d->creatures; i++) {
    Ref creature = declaration_creature(d, i);
    if (!eval_matches(e, ARG(ARG_R_MUST_ATTACK_OBJECTS), creature)) continue;
    if (!once || !attacked_this_turn(e->g, creature)) rule_set_creature(d, r, SET_COUNT, i);
  }
  put_places(e, d, r, SET_COUNT, ARG(ARG_R_MUST_ATTACK_WHOM));
}

static void add_limit(const Eval *e, Declaration *d, Node objects, Node n, Node whom) {
  u32 r = declaration_restrict(d, 0, number(e, n, REF_NONE));
  put_creatures(e, d, r, SET_BOTH, objects);
  put_places(e, d, r, SET_BOTH, whom);
}

/* "Unless at least n others like that do too." If the creature itself is like that, it counts among the chosen ones, so
   one more is needed. */
static void add_company(const Eval *e, Declaration *d, Node objects, Node n, Node with) {
  u32 least = number(e, n, REF_NONE);
  for (u32 own = 0; own < 2; own++) {
    u32 r = declaration_restrict(d, least + own, COUNT_ANY);
    put_creatures(e, d, r, SET_COUNT, with);
    rule_set_place(d, r, SET_BOTH, ALL_OF_THEM);
    for (u32 i = 0; i < d->creatures; i++) {
      Ref ref = declaration_creature(d, i);
      if (eval_matches(e, objects, ref) && eval_matches(e, with, ref) == (own == 1))
        rule_set_creature(d, r, SET_WHEN, i);
    }
  }
}

static void add_alone(const Eval *e, Declaration *d, Node objects) {
  u32 r = declaration_restrict(d, 0, 1);
  put_creatures(e, d, r, SET_WHEN, objects);
  rule_set_place(d, r, SET_WHEN, ALL_OF_THEM);
  put_all(d, r, SET_COUNT);
}

/* How many creatures must or may block one attacker. */
static void add_blockers(const Eval *e, Declaration *d, Node objects, Node n, bool least) {
  for (u32 p = 0; p < d->places; p++) {
    Ref ref = declaration_place(d, p);
    if (!eval_matches(e, objects, ref)) continue;
    u32 count = number(e, n, ref);
    u32 r = declaration_restrict(d, least ? count : 0, least ? COUNT_ANY : count);
    rule_set_creature(d, r, SET_BOTH, ALL_OF_THEM);
    rule_set_place(d, r, SET_BOTH, p);
  }
}

static void add_must_be_blocked(const Eval *e, Declaration *d, Node objects) {
  for (u32 p = 0; p < d->places; p++) {
    if (!eval_matches(e, objects, declaration_place(d, p))) continue;
    u32 r = declaration_require(d);
    rule_set_creature(d, r, SET_COUNT, ALL_OF_THEM);
    rule_set_place(d, r, SET_COUNT, p);
  }
}

static bool add_rule(const Eval *e, Node rule, void *user) {
  const Adding *a = user;
  Declaration *d = a->d;
  switch (a->op) {
    case IR_R_MUST_ATTACK: add_must_attack(e, d, rule); break;
    case IR_R_MUST_BLOCK: add_requirement(e, d, ARG(ARG_R_MUST_ATTACK_OBJECTS), ARG(ARG_R_MUST_ATTACK_WHOM)); break;
    case IR_R_MUST_BE_BLOCKED: add_must_be_blocked(e, d, ARG(ARG_R_MUST_BE_BLOCKED_OBJECTS)); break;
    case IR_R_ATTACK_LIMIT:
      add_limit(e, d, ARG(ARG_R_ATTACK_LIMIT_OBJECTS), ARG(ARG_R_ATTACK_LIMIT_N), ARG(ARG_R_ATTACK_LIMIT_WHOM));
      break;
    case IR_R_BLOCK_LIMIT: add_limit(e, d, ARG(ARG_R_BLOCK_LIMIT_OBJECTS), ARG(ARG_R_BLOCK_LIMIT_N), 0); break;
    case IR_R_ATTACK_WITH:
    case IR_R_BLOCK_WITH:
      add_company(e, d, ARG(ARG_R_ATTACK_WITH_OBJECTS), ARG(ARG_R_ATTACK_WITH_N), ARG(ARG_R_ATTACK_WITH_WITH));
      break;
    case IR_R_ATTACK_ALONE: add_alone(e, d, ARG(ARG_R_ATTACK_ALONE_OBJECTS)); break;
    case IR_R_BLOCKERS_LEAST:
    case IR_R_BLOCKERS_MOST:
      add_blockers(e, d, ARG(ARG_R_BLOCKERS_LEAST_OBJECTS), ARG(ARG_R_BLOCKERS_LEAST_N), a->op == IR_R_BLOCKERS_LEAST);
      break;
    default: ASSERT(false && "an effect on declarations"); break; /* impossible: add_rules is given no other */
  }
  return false;
}

_Static_assert((int)ARG_R_MUST_ATTACK_OBJECTS == (int)ARG_R_MUST_BLOCK_OBJECTS &&
                   (int)ARG_R_MUST_ATTACK_WHOM == (int)ARG_R_MUST_BLOCK_WHOM &&
                   (int)ARG_R_ATTACK_WITH_OBJECTS == (int)ARG_R_BLOCK_WITH_OBJECTS &&
                   (int)ARG_R_ATTACK_WITH_N == (int)ARG_R_BLOCK_WITH_N &&
                   (int)ARG_R_ATTACK_WITH_WITH == (int)ARG_R_BLOCK_WITH_WITH &&
                   (int)ARG_R_BLOCKERS_LEAST_OBJECTS == (int)ARG_R_BLOCKERS_MOST_OBJECTS &&
                   (int)ARG_R_BLOCKERS_LEAST_N == (int)ARG_R_BLOCKERS_MOST_N,
               "effects that are added alike are written alike");

static void add_rules(Declaration *d, const IrOp *ops, u32 count) {
  for (u32 i = 0; i < count; i++) {
    Adding a = {.d = d, .op = ops[i]};
    rules_visit(d->g, ops[i], add_rule, &a);
  }
}

/* --- attackers ------------------------------------------------------------------------------------------------ */

static bool is_goaded_by(const Declaration *d, u32 creature, u32 player) {
  return goaded_by(d->g, ref_slot(declaration_creature(d, creature))) >> player & 1;
}

/* A goaded creature attacks if able, and attacks a player other than the goading one if able: two requirements for each
   player who goaded it (701.15b, c). */
static void add_goaded(Declaration *d, u32 player) {
  Game *g = d->g;
  bool any = false;
  for (u32 i = 0; i < d->creatures; i++) any = any || is_goaded_by(d, i, player);
  if (!any) return;
  RULE(g, "701.15b");
  for (u32 elsewhere = 0; elsewhere < 2; elsewhere++) {
    u32 r = declaration_require_each(d);
    for (u32 i = 0; i < d->creatures; i++)
      if (is_goaded_by(d, i, player)) rule_set_creature(d, r, SET_COUNT, i);
    for (u32 p = 0; p < d->places; p++) {
      Ref place = declaration_place(d, p);
      if (!elsewhere || (ref_is_player(place) && ref_slot(place) != player)) rule_set_place(d, r, SET_COUNT, p);
    }
  }
}

void attack_rules_add(Declaration *d) {
  static const IrOp RESTRICTIONS[] = {IR_R_ATTACK_LIMIT, IR_R_ATTACK_WITH, IR_R_ATTACK_ALONE};
  static const IrOp REQUIREMENTS[] = {IR_R_MUST_ATTACK};
  Game *g = d->g;
  add_rules(d, RESTRICTIONS, COUNT_OF(RESTRICTIONS));
  if (d->rules) RULE(g, "508.1c");
  u32 restrictions = d->rules;
  add_rules(d, REQUIREMENTS, COUNT_OF(REQUIREMENTS));
  for (u32 player = 0; player < core(g)->player_count; player++) add_goaded(d, player);
  if (d->rules > restrictions) RULE(g, "508.1d");
}

/* --- blockers -------------------------------------------------------------------------------------------------- */

/* Menace: two or more, or none (702.111b). */
static void add_menace(Declaration *d) {
  for (u32 p = 0; p < d->places; p++) {
    if (!has_keyword(d->g, ref_slot(declaration_place(d, p)), W_MENACE)) continue;
    RULE(d->g, "702.111b");
    u32 r = declaration_restrict(d, 2, COUNT_ANY);
    rule_set_creature(d, r, SET_BOTH, ALL_OF_THEM);
    rule_set_place(d, r, SET_BOTH, p);
  }
}

/* Number of attackers each creature can block: effects that allow additional ones add up. */
typedef struct Allowing {
  Ref creature;
  u32 most;
} Allowing;

static bool allow_more(const Eval *e, Node rule, void *user) {
  Allowing *a = user;
  if (!eval_matches(e, ARG(ARG_R_BLOCK_MORE_OBJECTS), a->creature)) return false;
  Node n = ARG(ARG_R_BLOCK_MORE_N);
  u32 additional = n ? number(e, n, a->creature) : COUNT_ANY;
  a->most = additional >= COUNT_ANY - a->most ? COUNT_ANY : a->most + additional;
  return false;
}

u32 blocks_allowed(Game *g, Ref creature) {
  Allowing a = {.creature = creature, .most = 1};
  rules_visit(g, IR_R_BLOCK_MORE, allow_more, &a);
  return a.most;
}

void block_rules_add(Declaration *d) {
  static const IrOp RESTRICTIONS[] = {IR_R_BLOCKERS_LEAST, IR_R_BLOCKERS_MOST, IR_R_BLOCK_LIMIT, IR_R_BLOCK_WITH};
  static const IrOp REQUIREMENTS[] = {IR_R_MUST_BLOCK, IR_R_MUST_BE_BLOCKED};
  Game *g = d->g;
  add_menace(d);
  add_rules(d, RESTRICTIONS, COUNT_OF(RESTRICTIONS));
  if (d->rules) RULE(g, "509.1b");
  u32 restrictions = d->rules;
  add_rules(d, REQUIREMENTS, COUNT_OF(REQUIREMENTS));
  if (d->rules > restrictions) RULE(g, "509.1c");
}
