/* Declaring attackers (508.1). Pairs of an attacker and what it attacks are chosen one by one, attackers in battlefield
   order; every pair offered can be completed to a legal declaration whose costs can be paid. */
#include "cards/ir_args.h"
#include "rules/combat/combat.h"
#include "rules/combat/band.h"
#include "rules/combat/cost.h"
#include "rules/combat/set.h"
#include "state/checkpoint.h"

/* --- single pairs --------------------------------------------------------------------------------------- */

typedef struct Pair {
  Ref creature, whom;
} Pair;

static bool rule_forbids(const Eval *e, Node rule, void *user) {
  const Pair *pair = user;
  Node whom = node_arg(e->g->db, rule, ARG_R_CANT_ATTACK_WHOM);
  return eval_matches(e, node_arg(e->g->db, rule, ARG_R_CANT_ATTACK_OBJECTS), pair->creature) &&
         (!whom || eval_matches(e, whom, pair->whom));
}

static bool has_defender(Game *g, u32 slot) {
  if (!chars_keyword(chars_of(g, slot), W_DEFENDER) || !has_keyword(g, slot, W_DEFENDER)) return false;
  if (rules_hold(g, IR_R_DESPITE_DEFENDER, object_ref(g, slot))) return false;
  RULE(g, "702.3b");
  return true;
}

/* Whether a creature may be chosen at all: the active player must control it (508.1a, 702.3b). Returns what prevents
   it. */
static inline CombatFault attacker_fault(Game *g, u32 slot, u32 skip) {
  const Object *o = object_row(g, slot);
  if (!(skip & COMBAT_PLAYER) && o->controller != core(g)->active) return COMBAT_PLAYER;
  if (!(skip & COMBAT_KIND) && o->status & STATUS_PHASED_OUT) return COMBAT_KIND;
  if (!(skip & COMBAT_TAPPED) && o->status & STATUS_TAPPED) return COMBAT_TAPPED;
  const Chars *c = chars_of(g, slot);
  if (!(skip & COMBAT_KIND) && (!(c->types & TYPE(CREATURE)) || c->types & TYPE(BATTLE))) return COMBAT_KIND;
  if (!(skip & COMBAT_DEFENDER) && has_defender(g, slot)) return COMBAT_DEFENDER;
  if (skip & COMBAT_SICK || !(permanent_of(g, slot)->flags & PERM_SICK)) return 0;
  bool haste = has_keyword(g, slot, W_HASTE);
  RULE(g, haste ? "702.10b" : "302.6");
  return haste ? 0 : COMBAT_SICK;
}

static bool may_attack(Game *g, u32 slot) { return !attacker_fault(g, slot, 0); }

static bool is_forbidden(Game *g, Ref creature, Ref whom) {
  Pair pair = {.creature = creature, .whom = whom};
  if (!rules_visit(g, IR_R_CANT_ATTACK, rule_forbids, &pair)) return false;
  RULE(g, "508.1c");
  return true;
}

CombatFault attack_fault(Game *g, u32 attacker, Ref whom, u32 skip) {
  CombatFault fault = attacker_fault(g, attacker, skip);
  if (fault) return fault;
  return !(skip & COMBAT_PROHIBITED) && is_forbidden(g, object_ref(g, attacker), whom) ? COMBAT_PROHIBITED : 0;
}

bool attack_allowed(Game *g, u32 attacker, Ref whom) { return !attack_fault(g, attacker, whom, 0); }

/* --- costs ------------------------------------------------------------------------------------------------ */

/* Taps the creatures of the chosen pairs that attacking would tap, or undoes that: costs are paid afterwards (508.1f,
   j). */
static void try_tapped(Declaration *d, bool tapped) {
  Game *g = d->g;
  for (u32 pair = 0; (pair = pair_chosen_from(d, pair)) < declaration_pairs(d); pair++) {
    u32 slot = ref_slot(pair_creature(d, pair));
    if (tapped && has_keyword(g, slot, W_VIGILANCE)) continue;
    Object *o = object_row(g, slot);
    o->status = (u8)(tapped ? o->status | STATUS_TAPPED : o->status & ~(u32)STATUS_TAPPED);
  }
  facts_changed(g, FACT_STATUS);
}

static bool attack_payable(Declaration *d) {
  Game *g = d->g;
  Dues dues;
  declaration_dues(d, IR_R_ATTACK_COST, &dues);
  try_tapped(d, true);
  bool payable = dues_payable(&dues, core(g)->active);
  try_tapped(d, false);
  dues_forget(&dues);
  return payable;
}

/* --- the declaration ---------------------------------------------------------------------------------------- */

/* Only creatures that may attack at all are in the declaration. */
static bool pair_allowed(Game *g, Ref creature, Ref place) {
  ASSERT(may_attack(g, ref_slot(creature)));
  return !is_forbidden(g, creature, place);
}

/* Builds the declaration; if a creature and a place are given, they come first, and so does their pair. */
static void attack_build(Declaration *d, Game *g, u32 creature, Ref place) {
  declaration_begin(d, g, attack_payable);
  if (creature) declaration_add_creature(d, object_ref(g, creature));
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (s != creature && may_attack(g, s)) declaration_add_creature(d, object_ref(g, s));
  RULE(g, "508.1b");
  attackable_push(g, core(g)->active);
  declaration_places_pushed(d, place);
  declaration_make_pairs(d);
  declaration_open_allowed(d, IR_R_ATTACK_COST, pair_allowed);
  attack_rules_add(d);
  declaration_ready(d);
}

bool attack_can_be_declared(Game *g, u32 attacker, Ref whom) {
  if (!may_attack(g, attacker)) return false;
  Declaration d;
  attack_build(&d, g, attacker, whom);
  bool can = declaration_find_place(&d, whom) == 0 && declaration_holds_first(&d);
  declaration_end(&d);
  return can;
}

/* --- the procedure ---------------------------------------------------------------------------------------------- */

/* PROC_ATTACKERS. The chosen pairs are rows of T_CHOSEN: `ref` attacks `n`, in band `a` (see band.h). The chosen
   optional costs follow: number `a` of `ref`. */

static Flow attack_ask(Game *g, Frame *f) {
  u32 base = (u32)f->a[ATTACK_CHOSEN], group = (u32)f->a[ATTACK_GROUP];
  if (!player_in_game(g, core(g)->active)) {
    f->step = ATTACK_TAPPED;
    f->a[ATTACK_COUNT] = f->a[ATTACK_ASKED] = 0;
    table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - base);
    return FLOW_STEP;
  }
  if (f->a[ATTACK_SAVED]) { /* somebody left while costs were being chosen: the attackers are already declared */
    f->step = ATTACK_OPTIONS;
    return FLOW_STEP;
  }
  f->step = ATTACK_ANSWER;
  Declaration d;
  attack_build(&d, g, 0, REF_NONE);
  u32 player = core(g)->active, by = core(g)->players[player].decided_by;
  Asking ask = {.kind = DECISION_ATTACKER, .player = player, .by = by, .base = base, .group = group, .rule = "508.1a"};
  return declaration_ask(&d, &ask);
}

/* If costs must be paid, saves the state before, so that the declaration can be undone (508.1). */
static void attack_save(Game *g) {
  if (!rules_of(g, IR_R_ATTACK_COST) && !rules_of(g, IR_R_ATTACK_OPTION)) return;
  frame_top(g)->step = ATTACK_RESTART;
  checkpoint_push(g);
  frame_top(g)->a[ATTACK_SAVED] = 1;
}

/* Marks the creatures of the pairs as chosen to attack, or unmarks them. */
static void attackers_chosen(Game *g, u32 first, u32 end, bool chosen) {
  for (u32 row = first; row < end; row++) {
    u32 slot = object_live(g, row_CHOSEN(g, row)->option.ref);
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) continue;
    Permanent *p = permanent_of(g, slot);
    p->flags &= ~(u32)PERM_CHOSEN_TO_ATTACK;
    if (chosen) p->flags |= PERM_CHOSEN_TO_ATTACK;
  }
  facts_changed(g, FACT_COMBAT);
}

/* Taps the chosen creatures (508.1f). */
static Flow attack_tap(Game *g, Frame *f) {
  u32 first = (u32)f->a[ATTACK_CHOSEN], end = first + (u32)f->a[ATTACK_COUNT];
  attack_save(g);
  frame_top(g)->step = ATTACK_TAPPED;
  if (rules_of(g, IR_R_ATTACK_OPTION)) attackers_chosen(g, first, end, true);
  u32 base = batch_begin(g);
  for (u32 row = first; row < end; row++) {
    Ref ref = row_CHOSEN(g, row)->option.ref;
    if (!object_live(g, ref)) continue;
    if (has_keyword(g, ref_slot(ref), W_VIGILANCE)) {
      RULE_OF(g, ref, "702.20b");
      continue;
    }
    RULE_OF(g, ref, "508.1f");
    row_EVENTS(g, batch_tap(g, ref, true))->flags |= EVF_RULE;
  }
  if (count_of(g, T_EVENTS) == base) return FLOW_STEP;
  frame_top(g)->a[ATTACK_BATCH] = 1 + (i64)base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow attack_answer(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  if (taken.kind == OPTION_DONE) {
    f->step = ATTACK_BANDS;
    f->a[ATTACK_ASKED] = 0;
    for (u32 i = 0; i < (u32)f->a[ATTACK_COUNT]; i++) row_CHOSEN(g, (u32)f->a[ATTACK_CHOSEN] + i)->option.a = 0;
    return FLOW_STEP;
  }
  f->step = ATTACK_ASK;
  f->a[ATTACK_COUNT]++;
  chosen_option(g, taken);
  return FLOW_STEP;
}

/* --- declaring bands (508.1e) ------------------------------------------------------------------------------------- */

static Banding banding(Game *g, const Frame *f) {
  return (Banding){
      .g = g, .first = (u32)f->a[ATTACK_CHOSEN], .count = (u32)f->a[ATTACK_COUNT], .decided = (u32)f->a[ATTACK_ASKED]};
}

/* Asks which band the next attacker joins; the first one can't join any. */
static Flow attack_bands(Game *g, Frame *f) {
  Banding b = banding(g, f);
  if (b.decided == b.count || !bands_possible(&b)) {
    f = frame_top(g);
    f->a[ATTACK_ASKED] = 0;
    return attack_tap(g, f);
  }
  if (b.decided == 0) frame_top(g)->a[ATTACK_GROUP] = decide_group(g);
  f = frame_top(g);
  f->step = ATTACK_BAND_TAKEN;
  u32 group = (u32)f->a[ATTACK_GROUP];
  decide_begin(g, DECISION_BAND, core(g)->active, row_CHOSEN(g, b.first + b.decided)->option.ref, "508.1e");
  core(g)->decision.group = group;
  core(g)->decision.chosen = b.decided;
  core(g)->choices_base = b.first;
  bands_offer(&b);
  return decide_end(g);
}

static Flow attack_band_taken(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  Banding b = banding(g, f);
  f->step = ATTACK_BANDS;
  f->a[ATTACK_ASKED]++;
  bands_join(&b, taken.kind == OPTION_REF ? taken.ref : REF_NONE);
  return FLOW_STEP;
}

/* --- paying costs (508.1g–j) -------------------------------------------------------------------------------------- */

/* Collects the costs of all pairs and the chosen optional costs. */
static void attack_dues(Game *g, const Frame *f, Dues *dues) {
  u32 first = (u32)f->a[ATTACK_CHOSEN], pairs = first + (u32)f->a[ATTACK_COUNT], end = count_of(g, T_CHOSEN);
  dues_begin(g, dues);
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    if (row < pairs)
      dues_add(dues, IR_R_ATTACK_COST, chosen.ref, (Ref)chosen.n);
    else
      dues_add_optional(dues, chosen.ref, chosen.a);
  }
}

/* Whether an optional cost can be paid together with everything chosen; sets `*exists` to whether there is one. */
static bool option_payable(Game *g, Ref creature, u32 index, bool *exists) {
  Dues dues;
  Frame f = *frame_top(g);
  attack_dues(g, &f, &dues);
  *exists = dues_add_optional(&dues, creature, index);
  bool payable = *exists && dues_payable(&dues, core(g)->active);
  dues_forget(&dues);
  return payable;
}

/* Asks whether to pay the next optional cost of the next attacker (508.1g). */
static Flow attack_options(Game *g) {
  for (;;) {
    bool options = rules_of(g, IR_R_ATTACK_OPTION);
    Frame *f = frame_top(g);
    if (f->a[ATTACK_ASKED] == f->a[ATTACK_COUNT] || !options) {
      f->step = ATTACK_PAY;
      return FLOW_STEP;
    }
    Ref creature = row_CHOSEN(g, (u32)(f->a[ATTACK_CHOSEN] + f->a[ATTACK_ASKED]))->option.ref;
    bool exists, payable = option_payable(g, creature, (u32)f->a[ATTACK_OPTION], &exists);
    f = frame_top(g);
    if (!exists) {
      f->a[ATTACK_ASKED]++;
      f->a[ATTACK_OPTION] = 0;
    } else if (!payable) {
      f->a[ATTACK_OPTION]++;
    } else {
      f->step = ATTACK_OPTION_TAKEN;
      RULE(g, "508.1g");
      decide_begin(g, DECISION_OPTIONAL_COST, core(g)->active, creature, "508.1g");
      decide_simple(g, OPTION_NO);
      decide_simple(g, OPTION_YES);
      return decide_end(g);
    }
  }
}

static Flow attack_option_taken(Game *g, Frame *f) {
  u32 index = (u32)f->a[ATTACK_OPTION]++;
  Ref creature = row_CHOSEN(g, (u32)(f->a[ATTACK_CHOSEN] + f->a[ATTACK_ASKED]))->option.ref;
  f->step = ATTACK_OPTIONS;
  if (decide_taken(g)->kind != OPTION_YES) return FLOW_STEP;
  chosen_option(g, (Option){.kind = OPTION_YES, .ref = creature, .a = index});
  return FLOW_STEP;
}

static Flow attack_happen(Game *g, Frame *f);

/* Whether no creature could be chosen, so that nothing is asked. The declaration is then the same as after that
   answer. */
static bool nobody_attacks(Game *g, u32 base) {
  if (!game_is_quick(g) || g->show_forced || rules_in_force(g) || !player_in_game(g, core(g)->active)) return false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (may_attack(g, s)) return false;
  core(g)->taken = (Option){.kind = OPTION_DONE};
  core(g)->choices_base = base;
  return true;
}

/* Pays everything as one total cost, which is fixed now (508.1h). */
static Flow attack_pay(Game *g) {
  Dues dues;
  Frame f = *frame_top(g);
  attack_dues(g, &f, &dues);
  frame_top(g)->step = ATTACK_PAID;
  if (!dues_pay(&dues, core(g)->active)) return attack_happen(g, frame_top(g));
  RULE(g, "508.1h");
  return FLOW_STEP;
}

static Flow attack_paid(Game *g, Frame *f) {
  if (core(g)->ret) return attack_happen(g, f);
  /* The declaration is illegal: returns to the state before it (508.1, 733.1). */
  RULE(g, "733.1");
  checkpoint_restore(g);
  return FLOW_STEP;
}

/* --- attacking ---------------------------------------------------------------------------------------------------- */

/* Makes each chosen creature that the active player still controls attack (508.1k), and clears the rows of the others.
   Returns the number of attackers. */
static u32 attackers_begin(Game *g, u32 first, u32 end) {
  u32 count = 0;
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    u32 slot = object_live(g, chosen.ref);
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || object_row(g, slot)->controller != core(g)->active ||
        !belongs_in_combat(g, slot)) {
      row_CHOSEN(g, row)->option.ref = REF_NONE;
      continue;
    }
    RULE_OF(g, chosen.ref, "508.1k");
    attack_begin(g, slot, (Ref)chosen.n);
    if (ref_is_player((Ref)chosen.n)) core(g)->attacked_players |= (u8)(1u << ref_slot((Ref)chosen.n));
    count++;
  }
  if (count == 0) return 0;
  core(g)->attacked = 1;
  facts_changed(g, FACT_COMBAT);
  return count;
}

/* All attack at once; then abilities trigger (508.1m). */
static Flow attack_happen(Game *g, Frame *f) {
  u32 active = core(g)->active;
  u32 first = (u32)f->a[ATTACK_CHOSEN], end = first + (u32)f->a[ATTACK_COUNT];
  if (f->a[ATTACK_SAVED]) {
    checkpoint_drop(g);
    attackers_chosen(g, first, end, false);
  }
  f = frame_top(g);
  Banding b = banding(g, f);
  u32 count = attackers_begin(g, first, end);
  bands_begin(&b);
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
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

Flow proc_ATTACKERS(Game *g, Frame *f) {
  switch (f->step) {
    case ATTACK_BEGIN:
      RULE(g, "508.1");
      f->step = ATTACK_ASK;
      f->a[ATTACK_CHOSEN] = count_of(g, T_CHOSEN);
      f->a[ATTACK_GROUP] = decide_group(g);
      if (nobody_attacks(g, count_of(g, T_CHOSEN))) frame_return(g, 0);
      return FLOW_STEP;
    case ATTACK_ASK: return attack_ask(g, f);
    case ATTACK_ANSWER: return attack_answer(g, f);
    case ATTACK_BANDS: return attack_bands(g, f);
    case ATTACK_BAND_TAKEN: return attack_band_taken(g, f);
    case ATTACK_TAPPED:
      f->step = ATTACK_OPTIONS;
      if (f->a[ATTACK_BATCH]) batch_end(g, (u32)f->a[ATTACK_BATCH] - 1);
      frame_top(g)->a[ATTACK_BATCH] = 0;
      return FLOW_STEP;
    case ATTACK_OPTIONS: return attack_options(g);
    case ATTACK_OPTION_TAKEN: return attack_option_taken(g, f);
    case ATTACK_PAY: return attack_pay(g);
    case ATTACK_PAID: return attack_paid(g, f);
    default: /* ATTACK_RESTART */
      f->step = ATTACK_ASK;
      table_drop(g, T_CHOSEN, (u32)f->a[ATTACK_COUNT]);
      f->a[ATTACK_COUNT] = 0;
      return FLOW_STEP;
  }
}
