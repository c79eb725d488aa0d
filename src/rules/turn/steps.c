/* Turn-based actions at the beginning of steps and phases (703). */
#include "cards/ir_args.h"
#include "rules/turn/sba_find.h"
#include "rules/turn/turn_internal.h"
#include "rules/turn/turn.h"

/* --- a step's batch of events ---------------------------------------------------------------------- */

static u32 actions_begin(Game *g, u32 frame) {
  u32 base = batch_begin(g);
  frame_at(g, frame)->a[STEP_BATCH] = 1 + (i64)base;
  return base;
}

/* Proposes what was added, if anything. */
static void actions_propose(Game *g, u32 frame) {
  u32 base = (u32)frame_at(g, frame)->a[STEP_BATCH] - 1;
  if (count_of(g, T_EVENTS) > base) {
    batch_propose(g, base);
  } else {
    frame_at(g, frame)->a[STEP_BATCH] = 0;
  }
}

static void actions_end(Game *g, u32 frame) {
  i64 batch = frame_at(g, frame)->a[STEP_BATCH];
  frame_at(g, frame)->a[STEP_BATCH] = 0;
  if (batch) batch_end(g, (u32)batch - 1);
}

/* Effects that only let players play or cast something forbid nothing. */
static const u64 PLAY_RULES = RULE_BIT(IR_R_MAY_PLAY) | RULE_BIT(IR_R_FLASH);
_Static_assert(RULE_KIND(IR_R_MAY_PLAY) < 63 && RULE_KIND(IR_R_FLASH) < 63, "kinds from 63 on have one bit");

/* --- untap (502) --------------------------------------------------------------------------------------- */

/* Whether the permanent phases out with one it is attached to, directly or indirectly (702.26g, 702.26h). */
static bool phases_with_host(Game *g, u32 slot, u32 player) {
  for (u32 depth = 0; depth < 64; depth++) {
    u32 host = object_live(g, permanent_of(g, slot)->attached_to);
    if (!host || object_row(g, host)->zone != ZONE_BATTLEFIELD) return false;
    if (object_row(g, host)->controller == player && has_keyword(g, host, W_PHASING)) return true;
    slot = host;
  }
  return false;
}

/* Whether a phased-out permanent was controlled by a player who has left and whose next turn would have begun before. */
static bool phases_for_left(Game *g, u32 slot) {
  u32 controller = object_row(g, slot)->controller;
  if (!object_phased_out(g, slot) || core(g)->players[controller].left != LEFT_BEFORE_TURN) return false;
  RULE(g, "702.26n");
  return true;
}

/* Whether nothing printed on it phases it out. */
static bool stays_in(const FormLook *look, u32 slot) {
  const CardForm *form = form_looked(look, slot);
  return form && !(look->objects[slot].status & STATUS_PHASED_OUT) && !chars_keyword(&form->chars, W_PHASING);
}

/* The first permanent to look at, if there is anything to find. Checked builds look at all. */
static u32 steps_first(Game *g) {
#ifndef GAVEL_CHECKED
  if (permanents_take_no_step(g)) return 0;
#endif
  return zone_first(g, ZONE_BATTLEFIELD, 0);
}

static void phasing(Game *g, u32 frame) {
  u32 player = core(g)->active;
  u32 base = actions_begin(g, frame);
  FormLook look = forms_look(g);
  for (u32 s = steps_first(g); s; s = object_row(g, s)->next) {
    if (stays_in(&look, s)) continue;
    if (object_row(g, s)->controller != player && !phases_for_left(g, s)) continue;
    EventKind kind = EVENT_PHASE_OUT;
    if (object_phased_out(g, s)) {
      if (permanent_of(g, s)->flags & PERM_PHASED_INDIRECTLY) continue;
      if (phased_until(g, object_ref(g, s))) {
        RULE(g, "610.4a");
        continue;
      }
      kind = EVENT_PHASE_IN;
    } else if (!has_keyword(g, s, W_PHASING) || phases_with_host(g, s, player)) {
      continue;
    }
    RULE(g, "502.1");
    u32 row = batch_simple(g, kind, player, object_ref(g, s));
    row_EVENTS(g, row)->flags |= EVF_RULE;
    look = forms_look(g);
  }
  ASSERT(!permanents_take_no_step(g) || count_of(g, T_EVENTS) == base);
  actions_propose(g, frame);
}

/* Depends on the spells that the previous turn's active player cast during it (731.2). */
static void day_check(Game *g, u32 frame) {
  const Core *c = core(g);
  actions_begin(g, frame);
  if (c->day) RULE(g, "731.2");
  if (c->day && c->last_active != PLAYER_NONE) {
    u32 spells = c->players[c->last_active].spells_last_turn;
    u8 becomes = c->day == 1 && spells == 0 ? 2 : c->day == 2 && spells >= 2 ? 1 : 0;
    RULE(g, "502.2");
    if (becomes) {
      RULE(g, becomes == 2 ? "731.2a" : "731.2b");
      u32 row = batch_simple(g, EVENT_DAY, PLAYER_NONE, REF_NONE);
      row_EVENTS(g, row)->amount = becomes;
      row_EVENTS(g, row)->flags |= EVF_RULE;
    }
  }
  actions_propose(g, frame);
}

/* Effects that untap it in other players' untap steps ignore what applies in its controller's. */
static bool may_untap(Game *g, u32 slot, u32 player) {
  const Object *o = object_row(g, slot);
  if (!(o->status & STATUS_TAPPED) || object_phased_out(g, slot)) return false;
  if (o->controller != player) return rules_hold(g, IR_R_UNTAPS_TOO, object_ref(g, slot));
  if (permanent_of(g, slot)->exerted >> player & 1) {
    RULE(g, "701.43a");
    return false;
  }
  return !rules_hold(g, IR_R_CANT_UNTAP, object_ref(g, slot));
}

/* Whether it untaps, as far as that is determined. */
static bool untaps(Game *g, u32 slot, u32 player) {
  return may_untap(g, slot, player) && !(permanent_of(g, slot)->flags & PERM_STAYS_TAPPED);
}

/* Lets the active player choose among the scratch list's top `count` permanents. What they choose changes whether it stays
   tapped. */
static void untap_ask(Game *g, u32 frame, u32 count, i64 min, i64 max) {
  RULE(g, "502.3");
  u32 chosen = choose_begin(g, DECISION_OBJECT, core(g)->active, REF_NONE, count, min, max, 0, 0, "502.3");
  frame_at(g, frame)->a[STEP_CHOSEN] = chosen;
  frame_at(g, frame)->a[STEP_COUNT] = 1;
}

static void untap_taken(Game *g, u32 frame) {
  Frame *f = frame_at(g, frame);
  if (!f->a[STEP_COUNT]) return;
  u32 chosen = (u32)f->a[STEP_CHOSEN], count = (u32)core(g)->ret;
  f->a[STEP_COUNT] = f->a[STEP_CHOSEN] = 0;
  for (u32 i = 0; i < count; i++) {
    u32 slot = permanent_live(g, choose_get(g, chosen, i));
    if (slot) permanent_of(g, slot)->flags ^= PERM_STAYS_TAPPED;
  }
  choose_end(g, chosen);
}

/* The active player determines what untaps (502.3): first which of the permanents that may stay tapped do. */
static void untap_choose(Game *g, u32 frame) {
  u32 player = core(g)->active, count = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s && rules_of(g, IR_R_MAY_STAY_TAPPED); s = object_row(g, s)->next) {
    if (object_row(g, s)->controller != player || !may_untap(g, s, player)) continue;
    if (!rules_hold(g, IR_R_MAY_STAY_TAPPED, object_ref(g, s))) continue;
    scratch_push(g, object_ref(g, s));
    count++;
  }
  if (count) untap_ask(g, frame, count, 0, count);
}

/* A limit that more permanents would untap than it allows: they are on the scratch list. */
typedef struct UntapLimit {
  u32 player, count;
  i64 n;
} UntapLimit;

static bool limit_visit(const Eval *e, Node rule, void *user) {
  Game *g = e->g;
  UntapLimit *limit = user;
  u32 mark = scratch_mark(g);
  limit->n = node_int(g->db, rule, ARG_R_UNTAP_LIMIT_N);
  limit->count = 0;
  if (!eval_matches(e, node_arg(g->db, rule, ARG_R_UNTAP_LIMIT_PLAYERS), ref_player(limit->player))) return false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->controller != limit->player || !untaps(g, s, limit->player)) continue;
    if (!eval_matches(e, node_arg(g->db, rule, ARG_R_UNTAP_LIMIT_OBJECTS), object_ref(g, s))) continue;
    scratch_push(g, object_ref(g, s));
    limit->count++;
  }
  if (limit->count > limit->n) return true;
  scratch_release(g, mark);
  return false;
}

/* Then, limit by limit, which of the permanents that can't all untap do. */
static bool untap_within_limit(Game *g, u32 frame) {
  UntapLimit limit = {.player = core(g)->active};
  if (!rules_of(g, IR_R_UNTAP_LIMIT) || !rules_visit(g, IR_R_UNTAP_LIMIT, limit_visit, &limit)) return false;
  u32 mark = scratch_count(g) - limit.count;
  for (u32 i = 0; i < limit.count; i++)
    permanent_of(g, object_live(g, scratch_get(g, mark + i)))->flags |= PERM_STAYS_TAPPED;
  untap_ask(g, frame, limit.count, limit.n, limit.n);
  return true;
}

static void untap(Game *g, u32 frame) {
  u32 player = core(g)->active;
  actions_begin(g, frame);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!untaps(g, s, player)) continue;
    u32 row = batch_tap(g, object_ref(g, s), false);
    row_EVENTS(g, row)->flags |= EVF_RULE;
  }
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    permanent_of(g, s)->flags &= ~(u32)PERM_STAYS_TAPPED;
  RULE(g, "502.3");
  actions_propose(g, frame);
}

/* may_untap without effects on the rules. */
static bool untaps_plainly(const Game *g, u32 slot, u32 player) {
  const Object *o = object_row(g, slot);
  if (o->controller != player || (o->status & (STATUS_TAPPED | STATUS_PHASED_OUT)) != STATUS_TAPPED) return false;
  return !(permanent_of(g, slot)->exerted >> player & 1);
}

/* Untaps everything at once if nothing asks, forbids, replaces or notices it; false if that isn't certain. */
static bool untap_plainly(Game *g, u32 frame) {
  u32 player = core(g)->active;
  i64 count = 0;
  if (!game_is_quick(g) || rules_besides(g, PLAY_RULES) || derived(g)->layers.reads & FACT_STATUS) return false;
  if (!events_unnoticed(g, (u32[]){EVENT_UNTAP}, 1)) return false;
  if (history_is_read(g) || events_are_told(g)) return false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->counters) return false; /* possibly a stun counter (122.1d) */
    count += untaps_plainly(g, s, player);
  }
  frame_at(g, frame)->a[STEP_COUNT] = 0;
  if (count == 0) return true;
  core(g)->batch++;
  core(g)->ret = count;
  u32 row = events_of_kind(g, EVENT_UNTAP, (u32)count);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!untaps_plainly(g, s, player)) continue;
    object_row(g, s)->status ^= STATUS_TAPPED;
    tapped_changed(g, s);
    const Chars *c = chars_of(g, s);
    *row_HISTORY(g, row++) = (History){.kind = EVENT_UNTAP,
                                       .player = (u8)player,
                                       .from = ZONE_NONE,
                                       .to = ZONE_NONE,
                                       .turn = core(g)->turn,
                                       .object = object_ref(g, s),
                                       .types = c->types,
                                       .colors = c->colors};
  }
  ASSERT(row == count_of(g, T_HISTORY));
  return true;
}

static bool untap_part(Game *g, u32 part, u32 frame) {
  actions_end(g, frame);
  switch (part) {
    case 0: phasing(g, frame); return true;
    case 1: day_check(g, frame); return true;
    case 2:
      if (untap_plainly(g, frame)) return false;
      untap_choose(g, frame);
      return true;
    case 3:
      untap_taken(g, frame);
      if (untap_within_limit(g, frame))
        frame_at(g, frame)->a[STEP_PART]--; /* and once more */
      else
        untap(g, frame);
      return true;
    default: return false;
  }
}

/* --- draw (504), main (505) --------------------------------------------------------------------------------- */

/* Draws the top card at once if nothing forbids, replaces or notices it; false if that isn't certain. */
static bool draw_plainly(Game *g, u32 player) {
  u32 top = zone_first(g, ZONE_LIBRARY, player);
  if (!top || !game_is_quick(g) || rules_besides(g, PLAY_RULES)) return false;
  if (!events_unnoticed(g, (u32[]){EVENT_DRAW, MOVES_ELSEWHERE}, 2) || format_has_commanders(core(g)->format))
    return false;
  Event draw = {
      .kind = EVENT_DRAW, .player = (u8)player, .from = ZONE_NONE, .to = ZONE_NONE, .object = ref_player(player)};
  bool offers = offers_before_draw(g, player);
  u32 base = batch_begin(g), row = batch_move(g, object_ref(g, top), ZONE_HAND, 0), known = lki_take(g, top);
  core(g)->batch++;
  core(g)->players[player].draws_this_turn++;
  event_recorded(g, &draw, NULL);
  happen_move(g, row);
  Event move = *row_EVENTS(g, row);
  event_recorded(g, &move, &row_LKI(g, known)->chars);
  batch_end(g, base);
  if (offers) offers_after_draw(g, player, top);
  event_tell(g, &draw);
  event_tell(g, &move);
  core(g)->ret = 2; /* the draw, and its move */
  return true;
}

static bool draw_part(Game *g, u32 part, u32 frame) {
  actions_end(g, frame);
  if (part > 0) return false;
  RULE(g, "504.1");
  if (draw_plainly(g, core(g)->active)) return true;
  actions_begin(g, frame);
  u32 row = batch_draw(g, core(g)->active);
  row_EVENTS(g, row)->flags |= EVF_RULE;
  actions_propose(g, frame);
  return true;
}

/* Lore counters on Sagas, in the precombat main phase only (505.4, 714.3c). */
static bool main_part(Game *g, u32 part, u32 frame) {
  actions_end(g, frame);
  if (part > 0) return false;
  u32 player = core(g)->active, base = actions_begin(g, frame);
  FormLook look = forms_look(g);
  for (u32 s = steps_first(g); s; s = object_row(g, s)->next) {
    const CardForm *form = form_looked(&look, s);
    if (form && !chars_subtype(&form->chars, W_SAGA)) continue;
    if (object_row(g, s)->controller != player || object_phased_out(g, s)) continue;
    if (saga_final_chapter(g, s) == 0) continue;
    RULE(g, "714.3c");
    u32 row = batch_counters(g, object_ref(g, s), W_C_LORE, 1, player);
    row_EVENTS(g, row)->flags |= EVF_RULE;
    look = forms_look(g);
  }
  ASSERT(!permanents_take_no_step(g) || count_of(g, T_EVENTS) == base);
  actions_propose(g, frame);
  return true;
}

/* --- combat (508 to 510) ---------------------------------------------------------------------------------------- */

static bool combat_part(Game *g, u32 part, Proc proc) {
  if (part > 0) return false;
  frame_push(g, proc, 0, 0);
  return true;
}

/* --- cleanup (514) ------------------------------------------------------------------------------------------------ */

#define HAND_SIZE 7 /* 402.2 */

typedef struct HandSize {
  u32 player;
  i64 size;
} HandSize;

static bool hand_size_visit(const Eval *e, Node rule, void *user) {
  HandSize *hand = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_HAND_SIZE_PLAYERS), ref_player(hand->player))) return false;
  i64 n = eval_num(e, node_arg(db, rule, ARG_R_HAND_SIZE_N));
  hand->size = node_arg(db, rule, ARG_R_HAND_SIZE_CHANGE) ? num_add(hand->size, n, NULL) : n;
  return false;
}

/* Effects that set or change it apply in timestamp order (613.11). */
static u32 hand_size(Game *g, u32 player) {
  HandSize hand = {player, HAND_SIZE};
  rules_visit(g, IR_R_HAND_SIZE, hand_size_visit, &hand);
  RULE(g, "402.2");
  return hand.size < 0 ? 0 : hand.size > UINT32_MAX ? UINT32_MAX : (u32)hand.size;
}

static void hand_choose(Game *g, u32 frame) {
  u32 player = core(g)->active;
  u32 count = zone_list(g, ZONE_HAND, player)->count, size = hand_size(g, player);
  frame_at(g, frame)->a[STEP_COUNT] = 0;
  if (count <= size || rules_hold(g, IR_R_NO_MAX_HAND, ref_player(player))) return;
  RULE(g, "514.1");
  for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next) scratch_push(g, object_ref(g, s));
  u32 excess = count - size;
  u32 chosen = choose_begin(g, DECISION_OBJECT, player, REF_NONE, count, excess, excess, 0, 0, "514.1");
  frame_at(g, frame)->a[STEP_CHOSEN] = chosen;
  frame_at(g, frame)->a[STEP_COUNT] = excess;
}

static void hand_discard(Game *g, u32 frame) {
  i64 *a = frame_at(g, frame)->a;
  if (a[STEP_COUNT] == 0) return;
  u32 chosen = (u32)a[STEP_CHOSEN], count = (u32)core(g)->ret;
  actions_begin(g, frame);
  for (u32 i = 0; i < count; i++) batch_discard(g, choose_get(g, chosen, i), EVF_RULE);
  choose_end(g, chosen);
  frame_at(g, frame)->a[STEP_CHOSEN] = 0;
  actions_propose(g, frame);
}

/* Removes damage and ends "until end of turn" effects simultaneously (514.2), for phased-out permanents too. */
static void damage_and_effects_end(Game *g) {
  RULE(g, "514.2");
  bool damaged = false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    damaged = damaged || permanent_of(g, s)->damage;
    permanent_of(g, s)->damage = 0;
    if (!(permanent_of(g, s)->flags & PERM_SADDLED)) continue;
    RULE(g, "702.171b");
    permanent_of(g, s)->flags &= ~(u32)PERM_SADDLED;
    facts_changed(g, FACT_STATUS);
  }
  if (damaged) facts_changed(g, FACT_DAMAGE);
  effects_expire(g, W_STEP_CLEANUP);
  mana_stays_no_longer(g, W_END_OF_TURN);
  values_collect(g);
  lki_collect(g);
}

static bool cleanup_part(Game *g, u32 part, u32 frame) {
  actions_end(g, frame);
  switch (part) {
    case 0: hand_choose(g, frame); return true;
    case 1: hand_discard(g, frame); return true;
    case 2: damage_and_effects_end(g); return true;
    default: return false;
  }
}

/* --- all steps ---------------------------------------------------------------------------------------------------- */

bool step_action(Game *g, Word step, u32 part, u32 frame) {
  /* The turn of a player who has left continues without an active player (800.4j). */
  if (!player_in_game(g, core(g)->active) && part == 0 && !step_is_combat(step)) {
    RULE(g, "800.4j");
    if (step == W_STEP_CLEANUP) damage_and_effects_end(g);
    return false;
  }
  switch (step) {
    case W_STEP_UNTAP: return untap_part(g, part, frame);
    case W_STEP_DRAW: return draw_part(g, part, frame);
    case W_STEP_MAIN: return main_part(g, part, frame);
    case W_STEP_ATTACKERS: return combat_part(g, part, PROC_ATTACKERS);
    case W_STEP_BLOCKERS: return combat_part(g, part, PROC_BLOCKERS);
    case W_STEP_FIRST_DAMAGE:
    case W_STEP_DAMAGE: return combat_part(g, part, PROC_COMBAT_DAMAGE);
    case W_STEP_CLEANUP: return cleanup_part(g, part, frame);
    default: return false;
  }
}
