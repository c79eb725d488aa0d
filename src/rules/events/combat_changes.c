#include "rules/events/events.h"

/* --- what is going on --------------------------------------------------------------------------------- */

/* --- leaving combat --------------------------------------------------------------------------------------- */

static void list_forget(Game *g, u32 slot, Ref ref) {
  Heap list = permanent_of(g, slot)->blocking;
  for (u32 i = list_count(g, list); i-- > 0;)
    if (list_get(g, list, i) == ref) list_remove(g, list, i);
}

/* Answers whether there was anything to forget. */
static bool combat_clear(Game *g, u32 slot) {
  Permanent *p = permanent_of(g, slot);
  Heap blocking = p->blocking;
  bool fought = p->attacking || blocking || p->flags & PERM_COMBAT_FLAGS;
  /* State-based actions look at which battles are attacked (704.5w). */
  if (p->attacking && !ref_is_player(p->attacking)) derived(g)->changes.happened++;
  p->attacking = REF_NONE;
  p->blocking = 0;
  p->band = 0;
  p->flags &= ~PERM_COMBAT_FLAGS;
  if (blocking) heap_free(g, blocking);
  return fought;
}

void leave_combat(Game *g, u32 slot) {
  Ref ref = object_ref(g, slot);
  const Permanent *p = permanent_of(g, slot);
  if (p->attacking || p->flags & PERM_BLOCKING) RULE(g, "506.4");
  if (p->band) RULE(g, "702.22f");
  if (somebody_fights(g)) facts_changed(g, FACT_COMBAT);
  for (u32 s = somebody_fights(g) ? zone_first(g, ZONE_BATTLEFIELD, 0) : 0; s; s = object_row(g, s)->next) {
    list_forget(g, s, ref);
    if (permanent_of(g, s)->attacking != ref) continue;
    RULE(g, "506.4c");
    permanent_of(g, s)->flags |= PERM_ATTACKS_NOTHING;
  }
  combat_clear(g, slot);
}

void remove_from_combat(Game *g, u32 slot) {
  Ref ref = object_ref(g, slot);
  const Permanent *p = permanent_of(g, slot);
  bool fighting = p->attacking || p->flags & PERM_BLOCKING;
  leave_combat(g, slot);
  if (!fighting) return;
  Event ev = {.kind = EVENT_LEAVE_COMBAT,
              .player = object_row(g, slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = ref};
  event_noticed(g, &ev);
}

/* Whether what is attacked stays in combat (506.4): a battle even while nobody protects it (310.10). */
static bool attack_stands(Game *g, Ref attacked, u32 attacker) {
  u32 slot = permanent_live(g, attacked);
  return slot && (has_type(g, slot, TYPE(BATTLE)) || can_be_attacked(g, attacked, attacker));
}

void combat_settle(Game *g) {
  if (!step_is_combat(step_now(g)) || !somebody_fights(g)) return;
  u32 next;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = next) {
    next = object_row(g, s)->next;
    const Permanent *p = permanent_of(g, s);
    if (!p->attacking && !(p->flags & PERM_BLOCKING)) continue;
    if (!belongs_in_combat(g, s)) {
      remove_from_combat(g, s);
      continue;
    }
    Ref attacked = permanent_of(g, s)->attacking;
    if (!attacked || permanent_of(g, s)->flags & PERM_ATTACKS_NOTHING) continue;
    if (ref_is_player(attacked) || attack_stands(g, attacked, object_row(g, s)->controller)) continue;
    RULE(g, "506.4c");
    permanent_of(g, s)->flags |= PERM_ATTACKS_NOTHING;
    facts_changed(g, FACT_COMBAT);
  }
}

void combat_end(Game *g) {
  RULE(g, "511.3");
  bool fought = false;
  for (u32 s = somebody_fights(g) ? zone_first(g, ZONE_BATTLEFIELD, 0) : 0; s; s = object_row(g, s)->next) {
    fought = combat_clear(g, s) || permanent_of(g, s)->attacked || fought;
    permanent_of(g, s)->attacked = REF_NONE;
  }
  if (core(g)->attacked_players || fought) facts_changed(g, FACT_COMBAT);
  core(g)->attacked = core(g)->attacked_players = core(g)->first_strikers = 0;
  RULE(g, "500.5a");
  effects_expire(g, W_STEP_END_COMBAT);
  mana_stays_no_longer(g, W_END_OF_COMBAT);
  mana_empty(g);
}

void attack_begin(Game *g, u32 slot, Ref whom) {
  Permanent *p = permanent_of(g, slot);
  p->attacking = p->attacked = whom;
  p->flags &= ~(u32)PERM_ATTACKS_NOTHING;
  facts_changed(g, FACT_COMBAT);
}

/* --- entering attacking ---------------------------------------------------------------------------------------- */

bool enter_attacking(Game *g, u32 slot, Ref whom) {
  u32 player = object_row(g, slot)->controller;
  if (!step_is_combat(step_now(g))) return false;
  if (!belongs_in_combat(g, slot)) {
    RULE_OF(g, object_ref(g, slot), has_type(g, slot, TYPE(BATTLE)) ? "506.3f" : "506.3a");
    return false;
  }
  if (player != core(g)->active) {
    RULE_OF(g, object_ref(g, slot), "506.3b");
    return false;
  }
  if (!can_be_attacked(g, whom, player)) {
    RULE_OF(g, object_ref(g, slot), "506.3c");
    RULE_OF(g, object_ref(g, slot), "508.4a");
    return false;
  }
  RULE_OF(g, object_ref(g, slot), "508.4");
  attack_begin(g, slot, whom);
  core(g)->attacked = 1;
  if (step_now(g) >= W_STEP_BLOCKERS) {
    RULE_OF(g, object_ref(g, slot), "506.3d");
    RULE_OF(g, object_ref(g, slot), "508.4d");
    permanent_of(g, slot)->flags |= PERM_UNBLOCKED;
  }
  return true;
}

/* --- entering blocking ------------------------------------------------------------------------------------------ */

/* One attacker; the first of the creatures that block it, or an effect, makes it a blocked creature, of which abilities
   tell by the amount (509.3c, d). */
static void blocked_by(Game *g, u32 slot, Ref blocker) {
  bool was = permanent_of(g, slot)->flags & PERM_BLOCKED;
  if (was && !blocker) return;
  permanent_of(g, slot)->flags &= ~(u32)PERM_UNBLOCKED;
  permanent_of(g, slot)->flags |= PERM_BLOCKED;
  facts_changed(g, FACT_COMBAT);
  if (blocker) {
    u32 by = ref_slot(blocker);
    Heap list = permanent_of(g, by)->blocking;
    if (list_has(g, list, object_ref(g, slot))) return;
    list_add(g, &list, object_ref(g, slot));
    permanent_of(g, by)->blocking = list;
  }
  Event ev = {.kind = EVENT_BLOCKED,
              .player = object_row(g, slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object_ref(g, slot),
              .other = blocker,
              .amount = was ? 2 : 1};
  event_noticed(g, &ev);
}

void become_blocked(Game *g, Ref attacker, Ref blocker) {
  u32 slot = object_live(g, attacker), next;
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || !is_attacking(g, slot)) return;
  u32 band = permanent_of(g, slot)->band;
  blocked_by(g, slot, blocker);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s && band; s = next) {
    next = object_row(g, s)->next;
    if (s == slot || permanent_of(g, s)->band != band) continue;
    RULE(g, blocker ? "702.22h" : "702.22i");
    blocked_by(g, s, blocker);
  }
}

bool enter_blocking(Game *g, u32 slot, Ref attacker) {
  u32 other = permanent_live(g, attacker);
  if (!step_is_combat(step_now(g))) return false;
  if (!belongs_in_combat(g, slot)) {
    RULE_OF(g, object_ref(g, slot), has_type(g, slot, TYPE(BATTLE)) ? "506.3f" : "506.3a");
    return false;
  }
  bool may = other && attacks_player(g, other, object_row(g, slot)->controller);
  if (!may) {
    RULE_OF(g, object_ref(g, slot), "506.3e");
    RULE_OF(g, object_ref(g, slot), "509.4a");
    return false;
  }
  RULE_OF(g, object_ref(g, slot), "509.4");
  permanent_of(g, slot)->flags |= PERM_BLOCKING;
  become_blocked(g, attacker, object_ref(g, slot));
  return true;
}
