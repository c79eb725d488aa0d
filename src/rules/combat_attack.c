/* Declaring attackers (508.1). Attackers are chosen one by one in the order of the battlefield, each with
   whom it attacks; every choice offered can be completed to a legal declaration. */
#include "cards/ir_args.h"
#include "rules/combat.h"
#include "rules/combat_set.h"
#include "rules/rules.h"
#include "rules/turn.h"
#include "state/checkpoint.h"

/* --- what a pair allows --------------------------------------------------------------------------------- */

/* An effect that says something of a creature, perhaps only with regard to somebody. */
typedef struct Pair {
  Ref creature, whom;
  u32 skip; /* of attack costs: how many to pass by */
  Node cost;
  Heap env;
} Pair;

static bool rule_forbids(const Eval *e, Node rule, void *user) {
  const Pair *pair = user;
  Node whom = node_arg(e->g->db, rule, ARG_R_CANT_ATTACK_WHOM);
  return eval_matches(e, node_arg(e->g->db, rule, ARG_R_CANT_ATTACK_OBJECTS), pair->creature) &&
         (!whom || eval_matches(e, whom, pair->whom));
}

/* Creatures the active player controls that may be chosen at all (508.1a, 702.3b). */
static bool may_attack(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->controller != core(g)->active || o->status & (STATUS_TAPPED | STATUS_PHASED_OUT))
    return false;
  const Chars *c = chars_of(g, slot);
  if (!(c->types & TYPE(CREATURE)) || c->types & TYPE(BATTLE)) return false;
  if (chars_keyword(c, W_DEFENDER)) {
    RULE(g, "702.3b");
    return false;
  }
  if (!(permanent_of(g, slot)->flags & PERM_SICK)) return true;
  RULE(g, chars_keyword(c, W_HASTE) ? "702.10b" : "302.6");
  return chars_keyword(c, W_HASTE);
}

bool attack_allowed(Game *g, u32 attacker, Ref whom) {
  Pair pair = {.creature = object_ref(g, attacker), .whom = whom};
  if (!may_attack(g, attacker)) return false;
  return !rules_visit(g, IR_R_CANT_ATTACK, rule_forbids, &pair);
}

/* Finds the attack cost number `skip` of a creature. An effect without an environment of its own gets one. */
static bool rule_costs(const Eval *e, Node rule, void *user) {
  Pair *pair = user;
  if (!eval_matches(e, node_arg(e->g->db, rule, ARG_R_ATTACK_COST_OBJECTS), pair->creature))
    return false;
  if (pair->skip-- > 0) return false;
  pair->cost = node_arg(e->g->db, rule, ARG_R_ATTACK_COST_COST);
  Heap env = e->env ? env_copy(e->g, e->env) : e->captured ? env_copy(e->g, e->captured) : 0;
  if (!env) env = env_new(e->g, SLOT_FIRST_OWN);
  Env *v = env_at(e->g, env);
  v->source = eval_self(e);
  v->controller = (u8)eval_you(e);
  v->subst = e->subst;
  v->acquisition = e->acquisition;
  pair->env = env;
  return true;
}

/* Whether every cost to attack with the creature could be paid; `*any` whether there is one. */
static bool costs_payable(Game *g, Ref creature, bool *any) {
  *any = false;
  for (u32 i = 0;; i++) {
    Pair pair = {.creature = creature, .skip = i};
    if (!rules_visit(g, IR_R_ATTACK_COST, rule_costs, &pair)) return true;
    *any = true;
    Eval e = eval_of_env(g, pair.env);
    bool payable = cost_payable(&e, core(g)->active, pair.cost);
    env_free(g, pair.env);
    if (!payable) return false;
  }
}

/* --- the declaration ---------------------------------------------------------------------------------------- */

/* Whom the active player may attack: opponents, planeswalkers they control, battles they protect (508.1b). */
static void add_attackable(Declaration *d) {
  Game *g = d->g;
  u32 active = core(g)->active, player;
  for (u32 i = 0; (player = player_apnap(g, i)) != PLAYER_NONE; i++)
    if (players_are_opponents(g, active, player)) declaration_add_place(d, ref_player(player));
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s) || !has_type(g, s, TYPE(PLANESWALKER) | TYPE(BATTLE))) continue;
    u32 defender = combat_defender(g, object_ref(g, s));
    if (player_in_game(g, defender) && players_are_opponents(g, active, defender))
      declaration_add_place(d, object_ref(g, s));
  }
}

/* Builds the declaration; `first`, if not 0, stands before the other creatures. */
static void attack_build(Declaration *d, Game *g, u32 first) {
  declaration_begin(d, g);
  if (first) declaration_add_creature(d, object_ref(g, first));
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (s != first && may_attack(g, s)) declaration_add_creature(d, object_ref(g, s));
  add_attackable(d);
  declaration_make_pairs(d);
  for (u32 i = 0; i < d->creatures; i++) {
    bool costs;
    Ref creature = declaration_creature(d, i);
    if (!costs_payable(g, creature, &costs)) continue;
    for (u32 p = 0; p < d->places; p++)
      if (attack_allowed(g, ref_slot(creature), declaration_place(d, p)))
        declaration_open(d, i, p, costs);
  }
  for (u32 i = 0; i < d->creatures; i++)
    if (rules_hold(g, IR_R_MUST_ATTACK, declaration_creature(d, i)))
      declaration_require(d, (Requirement){{i, PAIR_ANY}, 1});
  declaration_ready(d);
}

bool attack_can_be_declared(Game *g, u32 attacker, Ref whom) {
  if (!may_attack(g, attacker)) return false;
  Declaration d;
  attack_build(&d, g, attacker);
  u32 place = declaration_find_place(&d, whom);
  bool can = place < d.places && declaration_is_open(&d, 0, place);
  if (can) {
    declaration_choose(&d, 0, place);
    can = declaration_completes(&d, 1);
  }
  declaration_end(&d);
  return can;
}

/* --- the procedure ---------------------------------------------------------------------------------------------- */

/* Locals and steps of PROC_ATTACKERS. The chosen pairs are rows of T_CHOSEN: `ref` attacks `n`. */
enum {
  ATTACK_CHOSEN, /* the first of these rows */
  ATTACK_GROUP,
  ATTACK_BATCH,  /* 1 + first row of the batch that taps them */
  ATTACK_PAYING, /* the attacker whose costs are paid, and which of them is next */
  ATTACK_COST,
  ATTACK_SAVED, /* a checkpoint was pushed */
};
enum {
  ATTACK_BEGIN,
  ATTACK_ASK = PROC_ASKS,
  ATTACK_ANSWER,
  ATTACK_RESTART,
  ATTACK_TAPPED,
  ATTACK_PAY,
  ATTACK_PAID
};

static u32 attackers_chosen(const Game *g, const Frame *f) {
  return count_of(g, T_CHOSEN) - (u32)f->a[ATTACK_CHOSEN];
}

/* Enters what is chosen so far into the declaration; answers the first creature that may still be chosen. */
static u32 attack_resume(Declaration *d, u32 base) {
  u32 from = 0;
  for (u32 row = base; row < count_of(d->g, T_CHOSEN); row++) {
    const Option *chosen = row_CHOSEN(d->g, row);
    u32 i = declaration_find_creature(d, chosen->ref);
    u32 p = declaration_find_place(d, (Ref)chosen->n);
    if (i == d->creatures || p == d->places) continue;
    declaration_choose(d, i, p);
    from = i + 1;
  }
  return from;
}

static void attack_offer(Declaration *d, u32 from) {
  Game *g = d->g;
  if (declaration_completes(d, d->creatures)) decide_simple(g, OPTION_DONE);
  for (u32 i = from; i < d->creatures; i++) {
    for (u32 p = 0; p < d->places; p++) {
      if (!declaration_is_open(d, i, p)) continue;
      declaration_choose(d, i, p);
      if (declaration_completes(d, i + 1))
        decide_option(g, (Option){.kind = OPTION_REF,
                                  .ref = declaration_creature(d, i),
                                  .n = (i64)declaration_place(d, p)});
    }
    declaration_choose(d, i, PLACE_NONE);
  }
}

static Flow attack_ask(Game *g, Frame *f) {
  u32 base = (u32)f->a[ATTACK_CHOSEN], group = (u32)f->a[ATTACK_GROUP];
  u32 chosen = attackers_chosen(g, f);
  if (!player_in_game(g, core(g)->active)) {
    f->step = ATTACK_TAPPED;
    table_drop(g, T_CHOSEN, chosen);
    return FLOW_STEP;
  }
  f->step = ATTACK_ANSWER;
  Declaration d;
  attack_build(&d, g, 0);
  u32 from = attack_resume(&d, base);
  u32 creatures = d.creatures;
  decide_begin(g, DECISION_ATTACKER, core(g)->active, REF_NONE, "508.1a");
  core(g)->choices_base = base;
  Decision *decision = &core(g)->decision;
  decision->group = group;
  decision->chosen = chosen;
  decision->max = creatures;
  attack_offer(&d, from);
  declaration_end(&d);
  if (count_of(g, T_OPTIONS) == 0) decide_simple(g, OPTION_DONE);
  return decide_end(g);
}

/* If costs are to be paid, the moment before is kept, so that the declaration can be undone (508.1). */
static void attack_save(Game *g) {
  Frame *f = frame_top(g);
  if (!(derived(g)->rules_mask >> (IR_R_ATTACK_COST - IR_R_CANT_ATTACK) & 1)) return;
  f->step = ATTACK_RESTART;
  checkpoint_push(g);
  frame_top(g)->a[ATTACK_SAVED] = 1;
}

/* The chosen creatures are tapped (508.1f). */
static Flow attack_tap(Game *g, Frame *f) {
  u32 first = (u32)f->a[ATTACK_CHOSEN];
  attack_save(g);
  frame_top(g)->step = ATTACK_TAPPED;
  u32 base = batch_begin(g);
  for (u32 row = first; row < count_of(g, T_CHOSEN); row++) {
    Ref ref = row_CHOSEN(g, row)->ref;
    if (!object_live(g, ref)) continue;
    if (has_keyword(g, ref_slot(ref), W_VIGILANCE)) {
      RULE(g, "702.20b");
      continue;
    }
    RULE(g, "508.1f");
    row_EVENTS(g, batch_tap(g, ref, true))->flags |= EVF_RULE;
  }
  if (count_of(g, T_EVENTS) == base) return FLOW_STEP;
  frame_top(g)->a[ATTACK_BATCH] = 1 + (i64)base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow attack_answer(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  if (taken.kind == OPTION_DONE) return attack_tap(g, f);
  f->step = ATTACK_ASK;
  u32 row = table_add(g, T_CHOSEN, 1);
  *row_CHOSEN(g, row) = taken;
  return FLOW_STEP;
}

/* Each chosen creature still controlled by the active player attacks, all at once (508.1k); then abilities
   trigger (508.1m). */
static Flow attack_happen(Game *g, u32 first) {
  u32 active = core(g)->active, count = 0, end = count_of(g, T_CHOSEN);
  for (u32 row = first; row < end; row++) {
    const Option chosen = *row_CHOSEN(g, row);
    u32 slot = object_live(g, chosen.ref);
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD ||
        object_row(g, slot)->controller != active || !has_type(g, slot, TYPE(CREATURE))) {
      row_CHOSEN(g, row)->ref = REF_NONE;
      continue;
    }
    RULE(g, "508.1k");
    permanent_of(g, slot)->attacking = (Ref)chosen.n;
    count++;
  }
  if (count) core(g)->attacked = 1;
  facts_changed(g, FACT_COMBAT);
  for (u32 row = first; row < end; row++) {
    const Option chosen = *row_CHOSEN(g, row);
    if (!chosen.ref) continue;
    RULE(g, "508.1m");
    Event ev = {.kind = EVENT_ATTACK,
                .player = (u8)active,
                .from = ZONE_NONE,
                .to = ZONE_NONE,
                .object = chosen.ref,
                .other = (Ref)chosen.n};
    event_noticed(g, &ev);
  }
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - first);
  frame_return(g, count);
  return FLOW_STEP;
}

/* The next cost of the next attacker; when all are paid the creatures attack. */
static Flow attack_pay(Game *g, Frame *f) {
  u32 first = (u32)f->a[ATTACK_CHOSEN];
  for (;;) {
    u32 row = first + (u32)f->a[ATTACK_PAYING];
    if (row >= count_of(g, T_CHOSEN)) {
      if (f->a[ATTACK_SAVED]) checkpoint_drop(g);
      return attack_happen(g, first);
    }
    Pair pair = {.creature = row_CHOSEN(g, row)->ref, .skip = (u32)f->a[ATTACK_COST]};
    bool found = rules_visit(g, IR_R_ATTACK_COST, rule_costs, &pair);
    f = frame_top(g);
    if (!found) {
      f->a[ATTACK_PAYING]++;
      f->a[ATTACK_COST] = 0;
      continue;
    }
    RULE(g, "508.1h");
    f->a[ATTACK_COST]++;
    f->env = pair.env;
    f->flags |= FRAME_OWNS_ENV;
    f->step = ATTACK_PAID;
    pay_begin(g, core(g)->active, pair.cost, pair.env, false);
    return FLOW_STEP;
  }
}

Flow proc_ATTACKERS(Game *g, Frame *f) {
  switch (f->step) {
  case ATTACK_BEGIN:
    RULE(g, "508.1");
    f->step = ATTACK_ASK;
    f->a[ATTACK_CHOSEN] = count_of(g, T_CHOSEN);
    f->a[ATTACK_GROUP] = decide_group(g);
    return FLOW_STEP;
  case ATTACK_ASK: return attack_ask(g, f);
  case ATTACK_ANSWER: return attack_answer(g, f);
  case ATTACK_TAPPED:
    f->step = ATTACK_PAY;
    if (f->a[ATTACK_BATCH]) batch_end(g, (u32)f->a[ATTACK_BATCH] - 1);
    return FLOW_STEP;
  case ATTACK_PAID:
    if (!core(g)
             ->ret) { /* the declaration is illegal: back to the moment before it (508.1, 733.1) */
      RULE(g, "733.1");
      checkpoint_restore(g);
      return FLOW_STEP;
    }
    f->step = ATTACK_PAY;
    env_free(g, f->env);
    f->env = 0;
    f->flags &= ~(u32)FRAME_OWNS_ENV;
    return FLOW_STEP;
  case ATTACK_RESTART:
    f->step = ATTACK_ASK;
    table_drop(g, T_CHOSEN, attackers_chosen(g, f));
    return FLOW_STEP;
  default: return attack_pay(g, f);
  }
}
