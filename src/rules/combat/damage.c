/* Combat damage (510). First it is assigned creature by creature, by the active player and then the others; a player is
   asked only how to divide it (divide.h). Then all of it is dealt as one batch. */
#include "rules/combat/combat.h"
#include "rules/combat/band.h"
#include "rules/combat/divide.h"

/* --- who assigns damage ------------------------------------------------------------------------------------ */

static bool is_fighting(const Permanent *p) { return p->attacking || p->flags & PERM_BLOCKING; }

/* In the first of two steps, creatures with first or double strike assign damage; in the second, those that had neither
   when the first began, and those that have double strike now (510.4). */
static bool assigns_now(Game *g, u32 slot) {
  const Permanent *p = permanent_of(g, slot);
  if (!is_fighting(p) || object_phased_out(g, slot)) return false;
  if (!core(g)->first_strikers) return true;
  if (step_now(g) == W_STEP_FIRST_DAMAGE) return p->flags & PERM_FIRST_STRUCK;
  return !(p->flags & PERM_FIRST_STRUCK) || has_keyword(g, slot, W_DOUBLE_STRIKE);
}

static void mark_first_strikers(Game *g) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!is_fighting(permanent_of(g, s))) continue;
    const Chars *c = chars_of(g, s);
    bool first = chars_keyword(c, W_FIRST_STRIKE) || chars_keyword(c, W_DOUBLE_STRIKE);
    if (chars_keyword(c, W_FIRST_STRIKE)) keyword_asked(g, s, W_FIRST_STRIKE);
    if (first) permanent_of(g, s)->flags |= PERM_FIRST_STRUCK;
  }
}

/* The player who divides a creature's damage: its controller, unless banding among the creatures it fights gives that
   to the defending player or the active player. */
static u32 divider(Game *g, u32 slot) {
  u32 mark = scratch_mark(g), player = object_row(g, slot)->controller;
  bool attacks = is_attacking(g, slot);
  if (attacks && !(permanent_of(g, slot)->flags & PERM_BLOCKED)) return player;
  u32 n = attacks ? blockers_push(g, object_ref(g, slot)) : blocked_push(g, slot);
  bool theirs = banding_divides(g, mark, n);
  scratch_release(g, mark);
  if (!theirs) return player;
  RULE_OF(g, object_ref(g, slot), attacks ? "702.22j" : "702.22k");
  return attacks ? combat_defender(g, permanent_of(g, slot)->attacking) : core(g)->active;
}

/* The order of assignment: attackers whose damage another player divides, then those of the active player, in each
   group first those without trample; then blockers of the player after the active one, and so on in turn order (510.1,
   802.5). */
enum { ORDER_OTHERS, ORDER_OTHERS_TRAMPLE, ORDER_OWN, ORDER_OWN_TRAMPLE, ORDER_BLOCKERS };

/* The place in that order; ORDER_NEVER for what assigns none now. */
#define ORDER_NEVER UINT32_MAX
static u32 order_of(Game *g, u32 slot) {
  if (!is_fighting(permanent_of(g, slot)) || !assigns_now(g, slot)) return ORDER_NEVER;
  if (!is_attacking(g, slot)) return ORDER_BLOCKERS + player_turn_place(g, object_row(g, slot)->controller);
  u32 own = divider(g, slot) == core(g)->active ? ORDER_OWN : ORDER_OTHERS;
  return own + division_tramples(g, slot);
}

/* The next creature to assign damage at or after the one in the frame; 0 after the last. */
static u32 assigner(Game *g, u32 frame) {
  const i64 *from = frame_at(g, frame)->a;
  u32 first = (u32)from[DAMAGE_SLOT], least = (u32)from[DAMAGE_ORDER];
  u32 order = ORDER_BLOCKERS + core(g)->player_count, slot = 0;
  bool passed = first == 0; /* those before the one in the frame have had their turn in its order */
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    passed = passed || s == first;
    u32 at = order_of(g, s);
    if (at >= order || at < least || (at == least && !passed)) continue;
    order = at;
    slot = s;
  }
  i64 *a = frame_at(g, frame)->a;
  a[DAMAGE_ORDER] = order;
  a[DAMAGE_SLOT] = slot;
  return slot;
}

/* --- dividing ----------------------------------------------------------------------------------------------------- */

/* Prepares a division. Later creatures with the same order and divider are on the scratch list. */
static Dividing dividing(Game *g, u32 frame, u32 slot) {
  u32 order = (u32)frame_at(g, frame)->a[DAMAGE_ORDER], player = divider(g, slot);
  Dividing d = {.g = g, .first = (u32)frame_at(g, frame)->a[DAMAGE_ROWS], .slot = slot, .later = scratch_mark(g)};
  for (u32 s = object_row(g, slot)->next; s; s = object_row(g, s)->next)
    if (order_of(g, s) == order && divider(g, s) == player) scratch_push(g, s);
  d.later_count = scratch_count(g) - d.later;
  return d;
}

/* Offers at most NUMBERS_OFFERED of the smallest amounts, plus all that is left, so that there is always a legal
   one. */
static void amounts_offer(const Dividing *d, Ref to, i64 left) {
  for (i64 n = 0;; n = n == NUMBERS_OFFERED - 1 ? left : n + 1) {
    if (division_allows(d, to, n, left)) decide_option(d->g, (Option){.kind = OPTION_NUMBER, .ref = to, .n = n});
    if (n >= left) break;
  }
}

/* Assigns the creature's damage, or asks its divider for the next amount: FLOW_DECIDE if there is a choice. */
static Flow divide(Game *g, u32 frame, u32 slot) {
  u32 mark = scratch_mark(g);
  Dividing d = dividing(g, frame, slot);
  Flow flow = FLOW_STEP;
  Ref to;
  i64 left;
  bool last;
  while (flow == FLOW_STEP && division_next(&d, &to, &left, &last)) {
    decide_begin(g, DECISION_ASSIGN, divider(g, slot), object_ref(g, slot),
                 is_attacking(g, slot) ? "510.1c" : "510.1d");
    if (last) {
      SOUND_ANEW(g, division_allows(&d, to, left, left) && (left == 0 || !division_allows(&d, to, left - 1, left)));
      decide_option(g, (Option){.kind = OPTION_NUMBER, .ref = to, .n = left});
    } else {
      amounts_offer(&d, to, left);
    }
    SOUND(g, count_of(g, T_OPTIONS) > 0);
    if (count_of(g, T_OPTIONS) > 1) {
      flow = FLOW_DECIDE;
      break;
    }
    core(g)->decision.kind = DECISION_NONE; /* only one way: nobody is asked */
    division_assign(&d, to, row_OPTIONS(g, 0)->n);
  }
  scratch_release(g, mark);
  return flow;
}

Dividing combat_dividing(Game *g) {
  u32 frame = frame_index(g);
  ASSERT(frame_at(g, frame)->proc == PROC_COMBAT_DAMAGE);
  return (Dividing){
      .g = g, .first = (u32)frame_at(g, frame)->a[DAMAGE_ROWS], .slot = (u32)frame_at(g, frame)->a[DAMAGE_SLOT]};
}

/* --- dealing ------------------------------------------------------------------------------------------------------ */

/* Whether it assigned damage in the first of two steps, and would assign it now if it hadn't had first strike then
   (510.4). */
static bool has_struck(Game *g, u32 slot) {
  bool second = core(g)->first_strikers && step_now(g) != W_STEP_FIRST_DAMAGE;
  return second && is_fighting(permanent_of(g, slot)) && !assigns_now(g, slot) && !object_phased_out(g, slot) &&
         !has_keyword(g, slot, W_FIRST_STRIKE);
}

/* Whether there is nothing that it could assign its damage to. */
static bool harms_nothing(Game *g, u32 frame, u32 slot) {
  u32 mark = scratch_mark(g), creatures;
  const Dividing d = {.g = g, .first = (u32)frame_at(g, frame)->a[DAMAGE_ROWS], .slot = slot};
  bool nothing = !division_recipients(&d, &creatures);
  scratch_release(g, mark);
  return nothing;
}

/* Reports to listeners the creatures in combat that assign no damage, and why. */
static void tell_harmless(Game *g, u32 frame) {
  if (!HEARD(g) || !HEARD(g)->remark) return;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    u32 player = object_row(g, s)->controller;
    u32 divides = assigns_now(g, s) ? divider(g, s) : player;
    if (divides != player)
      REMARK(g, DIVIDES, is_attacking(g, s) ? "702.22j" : "702.22k", divides, .object = object_ref(g, s));
    if (has_struck(g, s)) REMARK(g, HAS_STRUCK, "510.4", player, .object = object_ref(g, s));
    if (assigns_now(g, s) && is_attacking(g, s) && harms_nothing(g, frame, s)) {
      bool blocked = permanent_of(g, s)->flags & PERM_BLOCKED;
      REMARK(g, HARMS_NOTHING, blocked ? "510.1c" : "510.1b", player, .object = object_ref(g, s), .amount = blocked);
      continue;
    }
    if (!assigns_now(g, s) || rules_hold(g, IR_R_DAMAGE_BY_TOUGHNESS, object_ref(g, s))) continue;
    i64 power = chars_of(g, s)->power;
    if (power <= 0)
      REMARK(g, NO_COMBAT_DAMAGE, "510.1a", object_row(g, s)->controller, .object = object_ref(g, s), .amount = power);
  }
}

static Flow damage_deal(Game *g, u32 frame) {
  RULE(g, "510.2");
  tell_harmless(g, frame);
  u32 first = (u32)frame_at(g, frame)->a[DAMAGE_ROWS];
  u32 base = batch_begin(g);
  for (u32 row = first; row < count_of(g, T_CHOSEN); row++) {
    const ChosenShare share = row_CHOSEN(g, row)->share;
    if (share.kind == CHOSEN_SHARE && share.n > 0 && object_row(g, share.slot)->zone == ZONE_BATTLEFIELD)
      batch_damage(g, object_ref(g, share.slot), share.to, share.n, EVF_COMBAT | EVF_RULE);
  }
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - first);
  Frame *f = frame_at(g, frame);
  f->step = DAMAGE_DEALT;
  f->a[DAMAGE_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* The commander card among those that represent an object; 0 if there is none. */
static u32 commander_card(const Game *g, Ref source) {
  u32 slot = object_live(g, source);
  if (!slot || !(object_row(g, slot)->flags & OBJECT_COMMANDER)) return 0;
  u32 card = object_row(g, slot)->card;
  while (card && !(row_CARDS(g, card)->flags & CARD_COMMANDER)) card = row_CARDS(g, card)->next;
  return card;
}

/* Counts combat damage by commanders over the whole game (903.10a). */
static void commander_damage_count(Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    const Event ev = *row_EVENTS(g, row);
    if (ev.kind != EVENT_DAMAGE || !(ev.flags & EVF_HAPPENED) || !ref_is_player(ev.object)) continue;
    u32 card = commander_card(g, ev.source), due;
    if (!card) continue;
    u32 player = ref_slot(ev.object);
    if (!due_find(g, DUE_COMMANDER_DAMAGE, player, card, &due)) {
      due = table_add(g, T_DUE, 1);
      *row_DUE(g, due) = (Due){.kind = DUE_COMMANDER_DAMAGE, .player = (u8)player, .a = card};
    }
    row_DUE(g, due)->n = num_add(row_DUE(g, due)->n, ev.amount, NULL);
  }
}

/* --- as though it weren't blocked --------------------------------------------------------------------------------- */

static bool may_act_unblocked(Game *g, u32 slot) {
  return assigns_now(g, slot) && permanent_of(g, slot)->flags & PERM_BLOCKED &&
         rules_hold(g, IR_R_AS_UNBLOCKED, object_ref(g, slot));
}

/* Asks about the next attacker that may assign its damage as though it weren't blocked. This comes before any
   assignment, because what one creature may assign can depend on another's choice. */
static Flow damage_unblocked(Game *g, u32 frame) {
  layers_update(g);
  u32 slot = (u32)frame_at(g, frame)->a[DAMAGE_SLOT];
  slot = slot ? object_row(g, slot)->next : zone_first(g, ZONE_BATTLEFIELD, 0);
  if (!rules_of(g, IR_R_AS_UNBLOCKED)) slot = 0;
  while (slot && !may_act_unblocked(g, slot)) slot = object_row(g, slot)->next;
  Frame *f = frame_at(g, frame);
  f->a[DAMAGE_SLOT] = slot;
  f->step = slot ? DAMAGE_UNBLOCKED_ANSWER : DAMAGE_ASK;
  if (!slot) return FLOW_STEP;
  decide_begin(g, DECISION_MAY, divider(g, slot), object_ref(g, slot), "510.1c");
  decide_simple(g, OPTION_NO);
  decide_simple(g, OPTION_YES);
  return decide_end(g);
}

static Flow damage_unblocked_answer(Game *g, Frame *f) {
  f->step = DAMAGE_UNBLOCKED;
  if (decide_taken(g)->kind == OPTION_YES) division_set_unblocked(g, (u32)f->a[DAMAGE_SLOT]);
  return FLOW_STEP;
}

/* --- the procedure ------------------------------------------------------------------------------------------------ */

static Flow damage_ask(Game *g, u32 frame) {
  for (;;) {
    u32 slot = assigner(g, frame);
    if (!slot) return damage_deal(g, frame);
    if (divide(g, frame, slot) == FLOW_DECIDE) break;
    Frame *f = frame_at(g, frame);
    f->a[DAMAGE_SLOT] = object_row(g, slot)->next;
    if (!f->a[DAMAGE_SLOT]) f->a[DAMAGE_ORDER]++;
    f->a[DAMAGE_GROUP] = 0;
  }
  if (!frame_at(g, frame)->a[DAMAGE_GROUP]) frame_at(g, frame)->a[DAMAGE_GROUP] = decide_group(g);
  frame_at(g, frame)->step = DAMAGE_ANSWER;
  Decision *d = &core(g)->decision;
  u32 options = count_of(g, T_OPTIONS);
  d->group = (u32)frame_at(g, frame)->a[DAMAGE_GROUP];
  d->min = row_OPTIONS(g, 0)->n;
  d->max = row_OPTIONS(g, options - 1)->n;
  core(g)->choices_base = (u32)frame_at(g, frame)->a[DAMAGE_ROWS];
  return decide_end(g);
}

Flow proc_COMBAT_DAMAGE(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  switch (f->step) {
    case DAMAGE_BEGIN:
      RULE(g, "510.1");
      f->step = DAMAGE_ANEW;
      f->a[DAMAGE_ROWS] = count_of(g, T_CHOSEN);
      combat_settle(g);
      if (step_now(g) == W_STEP_FIRST_DAMAGE) mark_first_strikers(g);
      return FLOW_STEP;
    case DAMAGE_ANEW: /* at first, and after players left the game with creatures that fought */
      f->step = DAMAGE_UNBLOCKED;
      f->a[DAMAGE_ORDER] = f->a[DAMAGE_SLOT] = f->a[DAMAGE_GROUP] = 0;
      table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (u32)f->a[DAMAGE_ROWS]);
      return FLOW_STEP;
    case DAMAGE_UNBLOCKED: return damage_unblocked(g, frame);
    case DAMAGE_UNBLOCKED_ANSWER: return damage_unblocked_answer(g, f);
    case DAMAGE_ASK: return damage_ask(g, frame);
    case DAMAGE_ANSWER: {
      const Option taken = *decide_taken(g);
      f->step = DAMAGE_ASK;
      Dividing d = {.g = g, .slot = (u32)f->a[DAMAGE_SLOT]};
      division_assign(&d, taken.ref, taken.n);
      return FLOW_STEP;
    }
    default: {
      u32 base = (u32)f->a[DAMAGE_BATCH];
      commander_damage_count(g, base);
      batch_end(g, base);
      frame_return(g, 0);
      return FLOW_STEP;
    }
  }
}
