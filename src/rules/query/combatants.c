/* Who attacks, blocks and is attacked (506). */
#include "cards/ir_args.h"
#include "rules/query/query.h"

static const Permanent *permanent_as_known(Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  if (slot) return object_row(g, slot)->zone == ZONE_BATTLEFIELD ? permanent_of(g, slot) : NULL;
  u32 row = lki_find(g, ref);
  if (!row || row_LKI(g, row)->object.zone != ZONE_BATTLEFIELD) return NULL;
  return HEAP_AT(g, Permanent, row_LKI(g, row)->ext);
}

u32 combat_defender(Game *g, Ref attacked) {
  if (attacked == REF_NONE) return PLAYER_NONE;
  if (ref_is_player(attacked)) return ref_slot(attacked);
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, attacked);
  if (!c) return PLAYER_NONE;
  if (!(c->types & TYPE(BATTLE))) return eval_controller(&e, attacked);
  const Permanent *p = permanent_as_known(g, attacked);
  return p && p->protector ? p->protector - 1 : PLAYER_NONE; /* 310.8d */
}

bool attacked_remains(Game *g, u32 attacker) {
  const Permanent *p = permanent_of(g, attacker);
  Ref attacked = p->attacking;
  if (!attacked || p->flags & PERM_ATTACKS_NOTHING) return false;
  if (ref_is_player(attacked)) {
    if (player_in_game(g, ref_slot(attacked))) return true;
    RULE(g, "800.4e");
    return false;
  }
  return permanent_live(g, attacked);
}

bool belongs_in_combat(Game *g, u32 slot) {
  u16 types = chars_of(g, slot)->types;
  return types & TYPE(CREATURE) && !(types & TYPE(BATTLE)) && !object_phased_out(g, slot);
}

bool can_be_attacked(Game *g, Ref attacked, u32 attacker) {
  if (!ref_is_player(attacked)) {
    u32 slot = object_live(g, attacked);
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || object_phased_out(g, slot)) return false;
    if (!has_type(g, slot, TYPE(PLANESWALKER) | TYPE(BATTLE))) return false;
  }
  u32 defender = combat_defender(g, attacked);
  return player_in_game(g, defender) && players_are_opponents(g, defender, attacker);
}

/* Whether it is certain that no permanent can be attacked. */
static bool players_alone(Game *g) {
  layers_update(g);
  return derived(g)->checks.players_alone && permanents_clean(g);
}

/* Checked builds look at all permanents. */
u32 attackable_push(Game *g, u32 attacker) {
  u32 mark = scratch_mark(g), player;
  for (u32 i = 0; (player = player_apnap(g, i)) != PLAYER_NONE; i++)
    if (can_be_attacked(g, ref_player(player), attacker)) scratch_push(g, ref_player(player));
  bool alone = players_alone(g);
#ifndef GAVEL_CHECKED
  if (alone) return scratch_count(g) - mark;
#endif
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!can_be_attacked(g, object_ref(g, s), attacker)) continue;
    ASSERT(!alone);
    scratch_push(g, object_ref(g, s));
  }
  return scratch_count(g) - mark;
}

u32 blockers_push(Game *g, Ref attacker) {
  u32 n = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!list_has(g, permanent_of(g, s)->blocking, attacker)) continue;
    scratch_push(g, object_ref(g, s));
    n++;
  }
  return n;
}

u32 blocked_push(Game *g, u32 blocker) {
  u32 n = 0;
  Heap list = permanent_of(g, blocker)->blocking;
  for (u32 i = 0; i < list_count(g, list); i++) {
    Ref attacker = list_get(g, list, i);
    if (!object_live(g, attacker)) continue;
    scratch_push(g, attacker);
    n++;
  }
  return n;
}

bool combat_has_attackers(Game *g) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (is_attacking(g, s)) return true;
  return false;
}

bool combat_first_strikers(Game *g) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    const Permanent *p = permanent_of(g, s);
    if (!p->attacking && !(p->flags & PERM_BLOCKING)) continue;
    const Chars *c = chars_of(g, s);
    if (chars_keyword(c, W_FIRST_STRIKE) || chars_keyword(c, W_DOUBLE_STRIKE)) return true;
  }
  return false;
}

bool somebody_fights(Game *g) {
  const Changes *c = &derived(g)->changes;
  FightersKept *kept = &derived(g)->fighters;
  if (kept->known && kept->combat == c->combat) return kept->any;
  *kept = (FightersKept){.known = 1, .combat = c->combat};
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s && !kept->any; s = object_row(g, s)->next) {
    const Permanent *p = permanent_of(g, s);
    kept->any = p->attacking || p->attacked || p->blocking || p->flags & PERM_COMBAT_FLAGS;
  }
  return kept->any;
}

bool attacks_player(Game *g, u32 slot, u32 player) {
  return is_attacking(g, slot) && combat_defender(g, permanent_of(g, slot)->attacking) == player;
}

u32 attacking_push(Game *g, u32 player) {
  u32 n = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!attacks_player(g, s, player)) continue;
    scratch_push(g, object_ref(g, s));
    n++;
  }
  return n;
}

typedef struct Goaded {
  Ref creature;
  u32 players;
} Goaded;

static bool goaded_visit(const Eval *e, Node rule, void *user) {
  Goaded *goaded = user;
  if (eval_matches(e, node_arg(e->g->db, rule, ARG_R_GOADED_OBJECTS), goaded->creature))
    goaded->players |= 1u << eval_you(e);
  return false;
}

u32 goaded_by(Game *g, u32 slot) {
  Goaded goaded = {.creature = object_ref(g, slot)};
  rules_visit(g, IR_R_GOADED, goaded_visit, &goaded);
  return goaded.players | (permanent_of(g, slot)->flags & PERM_GOADED) >> PERM_GOADED_SHIFT;
}
