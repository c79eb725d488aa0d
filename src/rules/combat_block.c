/* Declaring blockers (509.1). Each defending player in APNAP order chooses blockers one by one in the order
   of the battlefield, each with the attacker it blocks; every choice offered can be completed to a legal
   declaration. */
#include "cards/ir_args.h"
#include "rules/attach.h"
#include "rules/combat.h"
#include "rules/combat_set.h"
#include "rules/rules.h"
#include "rules/turn.h"

/* --- evasion --------------------------------------------------------------------------------------------- */

/* What evasion abilities look at: the characteristics of both, copied, since they may move. */
typedef struct Fight {
  Game *g;
  u32 attacker, blocker;
  Chars a, b;
} Fight;

static bool flying_stops(const Fight *f) {
  return !chars_keyword(&f->b, W_FLYING) && !chars_keyword(&f->b, W_REACH);
}
static bool horsemanship_stops(const Fight *f) { return !chars_keyword(&f->b, W_HORSEMANSHIP); }
static bool skulk_stops(const Fight *f) { return f->b.power > f->a.power; }
static bool fear_stops(const Fight *f) {
  return !(f->b.types & TYPE(ARTIFACT)) && !(f->b.colors & COLOR(BLACK));
}
static bool intimidate_stops(const Fight *f) {
  return !(f->b.types & TYPE(ARTIFACT)) && !(f->b.colors & f->a.colors);
}
static bool protection_stops(const Fight *f) {
  return protected_from(f->g, object_ref(f->g, f->attacker), object_ref(f->g, f->blocker));
}

/* Whether the player controls a land of that quality. */
static bool controls_land(Game *g, u32 player, const Eval *e, Node quality) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s) || object_row(g, s)->controller != player) continue;
    if (has_type(g, s, TYPE(LAND)) && eval_matches(e, quality, object_ref(g, s))) return true;
  }
  return false;
}

static bool landwalk_stops(const Fight *f) {
  Game *g = f->g;
  u32 defender = combat_defender(g, permanent_of(g, f->attacker)->attacking);
  for (u32 i = 0; i < ability_count(g, f->attacker); i++) {
    AbilityInst inst = ability_get(g, f->attacker, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_LANDWALK) continue;
    Eval e = eval_of_ability(g, f->attacker, &inst);
    if (controls_land(g, defender, &e, node_arg(g->db, def->node, ARG_KEYWORD_QUALITY)))
      return true;
  }
  return false;
}

/* Evasion abilities the attacker may have: whether this one keeps the blocker from blocking it. */
static const struct {
  Word keyword;
  const char *rule;
  bool (*stops)(const Fight *f);
} EVASIONS[] = {
    {W_FLYING, "702.9b", flying_stops},          {W_FEAR, "702.36b", fear_stops},
    {W_INTIMIDATE, "702.13b", intimidate_stops}, {W_HORSEMANSHIP, "702.31b", horsemanship_stops},
    {W_SKULK, "702.118b", skulk_stops},          {W_LANDWALK, "702.14c", landwalk_stops},
    {W_PROTECTION, "702.16f", protection_stops},
};

static bool evaded(const Fight *f) {
  Game *g = f->g;
  if (chars_keyword(&f->a, W_SHADOW) != chars_keyword(&f->b, W_SHADOW)) {
    RULE(g, "702.28b");
    return true;
  }
  for (u32 i = 0; i < COUNT_OF(EVASIONS); i++) {
    if (!chars_keyword(&f->a, EVASIONS[i].keyword) || !EVASIONS[i].stops(f)) continue;
    RULE(g, EVASIONS[i].rule);
    return true;
  }
  return false;
}

/* --- what a pair allows ------------------------------------------------------------------------------------ */

static bool rule_forbids(const Eval *e, Node rule, void *user) {
  const Ref *pair = user;
  Node whom = node_arg(e->g->db, rule, ARG_R_CANT_BLOCK_WHOM);
  return eval_matches(e, node_arg(e->g->db, rule, ARG_R_CANT_BLOCK_OBJECTS), pair[0]) &&
         (!whom || eval_matches(e, whom, pair[1]));
}

/* Creatures a player controls that may be chosen at all (509.1a). */
static bool may_block(Game *g, u32 slot, u32 player) {
  const Object *o = object_row(g, slot);
  if (o->controller != player || o->status & (STATUS_TAPPED | STATUS_PHASED_OUT)) return false;
  u16 types = chars_of(g, slot)->types;
  return types & TYPE(CREATURE) && !(types & TYPE(BATTLE));
}

bool block_allowed(Game *g, u32 blocker, u32 attacker) {
  u32 player = object_row(g, blocker)->controller;
  if (!may_block(g, blocker, player)) return false;
  if (combat_defender(g, permanent_of(g, attacker)->attacking) != player) return false;
  Ref pair[2] = {object_ref(g, blocker), object_ref(g, attacker)};
  if (rules_visit(g, IR_R_CANT_BLOCK, rule_forbids, pair)) return false;
  Fight fight = {.g = g, .attacker = attacker, .blocker = blocker};
  fight.a = *chars_of(g, attacker);
  fight.b = *chars_of(g, blocker);
  return !evaded(&fight);
}

/* --- the declaration ------------------------------------------------------------------------------------------ */

static bool attacks_player(Game *g, u32 slot, u32 player) {
  return is_attacking(g, slot) && combat_defender(g, permanent_of(g, slot)->attacking) == player;
}

/* Builds a player's declaration; `first`, if not 0, stands before the other creatures. */
static void block_build(Declaration *d, Game *g, u32 player, u32 first) {
  declaration_begin(d, g);
  if (first) declaration_add_creature(d, object_ref(g, first));
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (s != first && may_block(g, s, player)) declaration_add_creature(d, object_ref(g, s));
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (attacks_player(g, s, player)) declaration_add_place(d, object_ref(g, s));
  declaration_make_pairs(d);
  for (u32 i = 0; i < d->creatures; i++)
    for (u32 p = 0; p < d->places; p++)
      if (block_allowed(g, ref_slot(declaration_creature(d, i)), ref_slot(declaration_place(d, p))))
        declaration_open(d, i, p, false);
  for (u32 p = 0; p < d->places; p++) {
    if (!has_keyword(g, ref_slot(declaration_place(d, p)), W_MENACE)) continue;
    RULE(g, "702.111b");
    PairSet place = {PAIR_ANY, p};
    declaration_restrict(d, (Restriction){place, place, 2, COUNT_ANY});
  }
  for (u32 i = 0; i < d->creatures; i++)
    if (rules_hold(g, IR_R_MUST_BLOCK, declaration_creature(d, i)))
      declaration_require(d, (Requirement){{i, PAIR_ANY}, 1});
  declaration_ready(d);
}

bool block_can_be_declared(Game *g, u32 blocker, u32 attacker) {
  u32 player = object_row(g, blocker)->controller;
  if (!may_block(g, blocker, player) || !attacks_player(g, attacker, player)) return false;
  Declaration d;
  block_build(&d, g, player, blocker);
  u32 place = declaration_find_place(&d, object_ref(g, attacker));
  bool can = place < d.places && declaration_is_open(&d, 0, place);
  if (can) {
    declaration_choose(&d, 0, place);
    can = declaration_completes(&d, 1);
  }
  declaration_end(&d);
  return can;
}

/* --- the procedure ------------------------------------------------------------------------------------------------ */

/* Locals and steps of PROC_BLOCKERS. The chosen pairs of all players are rows of T_CHOSEN: `ref` blocks `n`. */
enum {
  BLOCK_CHOSEN,
  BLOCK_DISTANCE,
  BLOCK_OWN,
  BLOCK_GROUP
};
enum {
  BLOCK_BEGIN,
  BLOCK_ASK = PROC_ASKS,
  BLOCK_ANSWER
};

/* The next defending player in turn order, from the one `distance` seats after the active player on; moves
   `*distance` there. PLAYER_NONE after the last (802.4). */
static u32 defender_next(Game *g, i64 *distance) {
  u32 count = core(g)->player_count;
  for (; *distance < count; ++*distance) {
    u32 player = (core(g)->active + (u32)*distance) % count;
    if (!player_in_game(g, player)) continue;
    for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
      if (attacks_player(g, s, player)) return player;
  }
  return PLAYER_NONE;
}

/* Enters the player's choices so far; answers the first creature that may still be chosen. */
static u32 block_resume(Declaration *d, u32 own) {
  u32 from = 0;
  for (u32 row = own; row < count_of(d->g, T_CHOSEN); row++) {
    const Option *chosen = row_CHOSEN(d->g, row);
    u32 i = declaration_find_creature(d, chosen->ref);
    u32 p = declaration_find_place(d, (Ref)chosen->n);
    if (i == d->creatures || p == d->places) continue;
    declaration_choose(d, i, p);
    from = i + 1;
  }
  return from;
}

static void block_offer(Declaration *d, u32 from) {
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

/* Chosen creatures still controlled by their player become blocking creatures (509.1g). */
static void blocks_begin(Game *g, u32 first) {
  for (u32 row = first; row < count_of(g, T_CHOSEN); row++) {
    const Option chosen = *row_CHOSEN(g, row);
    u32 slot = object_live(g, chosen.ref);
    if (!slot || !object_live(g, (Ref)chosen.n)) {
      row_CHOSEN(g, row)->ref = REF_NONE;
      continue;
    }
    RULE(g, "509.1g");
    Heap list = permanent_of(g, slot)->blocking;
    list_add(g, &list, (u64)chosen.n);
    permanent_of(g, slot)->blocking = list;
    permanent_of(g, slot)->flags |= PERM_BLOCKING;
  }
}

/* Every attacker is now a blocked or an unblocked creature (509.1h). */
static void attackers_marked(Game *g) {
  RULE(g, "509.1h");
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!is_attacking(g, s)) continue;
    u32 mark = scratch_mark(g);
    bool blocked = blockers_push(g, object_ref(g, s)) > 0;
    scratch_release(g, mark);
    permanent_of(g, s)->flags |= blocked ? PERM_BLOCKED : PERM_UNBLOCKED;
  }
  facts_changed(g, FACT_COMBAT);
}

static void notice(Game *g, EventKind kind, u32 player, Ref object, Ref other, i64 amount) {
  Event ev = {.kind = (u16)kind,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object,
              .other = other,
              .amount = amount};
  event_noticed(g, &ev);
}

/* Abilities that trigger on blocks trigger (509.1i). An attacker becomes blocked once for each creature that
   blocks it; `amount` counts these from 1. */
static void blocks_noticed(Game *g, u32 first) {
  u32 end = count_of(g, T_CHOSEN);
  RULE(g, "509.1i");
  for (u32 row = first; row < end; row++) {
    const Option chosen = *row_CHOSEN(g, row);
    if (chosen.ref)
      notice(g, EVENT_BLOCK, object_row(g, ref_slot(chosen.ref))->controller, chosen.ref,
             (Ref)chosen.n, 1);
  }
  u32 next;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = next) {
    next = object_row(g, s)->next;
    if (!is_attacking(g, s)) continue;
    Ref attacker = object_ref(g, s), attacked = permanent_of(g, s)->attacking;
    u32 player = object_row(g, s)->controller;
    if (permanent_of(g, s)->flags & PERM_UNBLOCKED) {
      notice(g, EVENT_UNBLOCKED, player, attacker, attacked, 1);
      continue;
    }
    u32 mark = scratch_mark(g), n = blockers_push(g, attacker);
    for (u32 i = 0; i < n; i++)
      notice(g, EVENT_BLOCKED, player, attacker, scratch_get(g, mark + i), 1 + (i64)i);
    scratch_release(g, mark);
  }
}

static Flow blocks_done(Game *g, Frame *f) {
  u32 first = (u32)f->a[BLOCK_CHOSEN];
  blocks_begin(g, first);
  attackers_marked(g);
  blocks_noticed(g, first);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - first);
  frame_return(g, 0);
  return FLOW_STEP;
}

/* The next defending player's set begins. */
static void set_begin(Game *g, i64 distance) {
  u32 group = decide_group(g);
  i64 *a = frame_top(g)->a;
  a[BLOCK_DISTANCE] = distance;
  a[BLOCK_OWN] = count_of(g, T_CHOSEN);
  a[BLOCK_GROUP] = group;
}

static Flow block_ask(Game *g, Frame *f) {
  i64 distance = f->a[BLOCK_DISTANCE];
  u32 player = defender_next(g, &distance);
  f = frame_top(g);
  if (player == PLAYER_NONE) return blocks_done(g, f);
  if (distance != f->a[BLOCK_DISTANCE]) { /* the set of another player begins */
    set_begin(g, distance);
    f = frame_top(g);
  }
  u32 own = (u32)f->a[BLOCK_OWN], group = (u32)f->a[BLOCK_GROUP];
  f->step = BLOCK_ANSWER;
  Declaration d;
  block_build(&d, g, player, 0);
  u32 from = block_resume(&d, own);
  u32 creatures = d.creatures;
  decide_begin(g, DECISION_BLOCKER, player, REF_NONE, "509.1a");
  core(g)->choices_base = own;
  Decision *decision = &core(g)->decision;
  decision->group = group;
  decision->chosen = count_of(g, T_CHOSEN) - own;
  decision->max = creatures;
  block_offer(&d, from);
  declaration_end(&d);
  if (count_of(g, T_OPTIONS) == 0) decide_simple(g, OPTION_DONE);
  return decide_end(g);
}

Flow proc_BLOCKERS(Game *g, Frame *f) {
  switch (f->step) {
  case BLOCK_BEGIN:
    RULE(g, "509.1");
    f->step = BLOCK_ASK;
    f->a[BLOCK_CHOSEN] = count_of(g, T_CHOSEN);
    set_begin(g, 0);
    return FLOW_STEP;
  case BLOCK_ASK: return block_ask(g, f);
  default: {
    const Option taken = *decide_taken(g);
    f->step = BLOCK_ASK;
    if (taken.kind == OPTION_DONE) {
      set_begin(g, f->a[BLOCK_DISTANCE] + 1);
      return FLOW_STEP;
    }
    u32 row = table_add(g, T_CHOSEN, 1);
    *row_CHOSEN(g, row) = taken;
    return FLOW_STEP;
  }
  }
}
