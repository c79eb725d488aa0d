/* How players leave the game, and how the game ends (104, 800.4). */
#include "rules/turn/turn_internal.h"
#include "rules/turn/turn.h"
#include "state/checkpoint.h"
#include "state/walk.h"

/* --- the end of the game --------------------------------------------------------------------------- */

/* Reports a change, because numbers and conditions count players and opponents. */
static void is_out(Game *g, u32 player) {
  core(g)->players[player].left = LEFT_GAME;
  facts_changed(g, FACT_CONTROL);
}

static void game_end(Game *g) {
  face_down_reveal(g, PLAYER_NONE);
  core(g)->over = 1;
  core(g)->priority = PLAYER_NONE;
}

void game_draw(Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (player_in_game(g, p)) core(g)->players[p].lost = 0;
  game_end(g);
}

static u32 players_left_in(const Game *g, u32 leaving, u32 *last) {
  u32 n = 0;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!player_in_game(g, p) || leaving >> p & 1) continue;
    *last = p;
    n++;
  }
  return n;
}

/* A winner beats all others; a player who would both win and lose loses (104.3f). */
static bool winner_settle(Game *g, u32 losing) {
  Player *players = core(g)->players;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!player_in_game(g, p) || !players[p].won) continue;
    if (losing >> p & 1) {
      RULE(g, "104.3f");
      players[p].won = 0;
      continue;
    }
    RULE(g, "104.2b");
    for (u32 other = 0; other < core(g)->player_count; other++) {
      if (other == p) continue;
      players[other].lost = 1;
      is_out(g, other);
    }
    game_end(g);
    return true;
  }
  return false;
}

/* Whether a phased-out permanent's controller when it phased out was another player than now (702.26n). */
static bool phased_under_another(const Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  return object_phased_out(g, slot) && o->base_controller != o->controller && player_in_game(g, o->base_controller);
}

static void player_leave(Game *g, u32 player);
static void controlled_exiled(Game *g, u32 player);

/* Exiles what a player who has left controls because an effect that gave someone else control has ended (800.4c). */
static void strays_exiled(Game *g, u32 left) {
  layers_update(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s;) {
    u32 controller = object_row(g, s)->controller, here = s;
    s = object_row(g, s)->next;
    if (!(left >> controller & 1) || phased_under_another(g, here)) continue;
    RULE(g, "800.4c");
    left &= ~(1u << controller);
    controlled_exiled(g, controller);
    s = zone_first(g, ZONE_BATTLEFIELD, 0);
  }
}

/* Whether somebody has left, lost or won. */
static bool somebody_is_out(const Game *g) {
  const Core *c = core(g);
  u32 out = 0;
  for (u32 p = 0; p < c->player_count; p++) out |= c->players[p].left | c->players[p].lost | c->players[p].won;
  return out;
}

void players_settle(Game *g) {
  if (core(g)->over || !somebody_is_out(g)) return;
  u32 left = 0, losing = 0, last = PLAYER_NONE;
  for (u32 p = 0; p < core(g)->player_count; p++) left |= (u32)!player_in_game(g, p) << p;
  if (left) strays_exiled(g, left);
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (player_in_game(g, p) && core(g)->players[p].lost) losing |= 1u << p;
  if (winner_settle(g, losing) || !losing) return;
  u32 remaining = players_left_in(g, losing, &last);
  if (remaining == 0) {
    RULE(g, "104.4a");
    game_draw(g);
    return;
  }
  RULE(g, "104.5");
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (losing >> p & 1) is_out(g, p);
  if (remaining == 1) {
    RULE(g, "104.2a");
    core(g)->players[last].won = 1;
    game_end(g);
    return;
  }
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (losing >> p & 1) player_leave(g, p);
}

/* --- leaving the game (800.4a) ------------------------------------------------------------------------ */

/* Moves that no effect can replace or prevent: all events of the batch happen now, with everything they trigger. What has
   left before them watches nothing any more. */
static void moves_force(Game *g, u32 base) {
  u32 end = count_of(g, T_EVENTS);
  facts_changed(g, FACT_ZONES | FACT_COPY);
  watchers_update(g);
  for (u32 row = base; row < end; row++) {
    triggers_notice(g, row, true);
    triggers_notice_unattached(g, base, row);
    lki_take(g, object_live(g, row_EVENTS(g, row)->object));
  }
  for (u32 row = base; row < end; row++) {
    if (row_EVENTS(g, row)->to == ZONE_NONE) {
      u32 slot = object_live(g, row_EVENTS(g, row)->object);
      object_cease(g, slot);
    } else {
      event_happen(g, row);
    }
    row_EVENTS(g, row)->flags |= EVF_HAPPENED | EVF_SETTLED | EVF_RULE;
    core(g)->events++;
  }
  facts_changed(g, FACT_ZONES | FACT_COPY);
  watchers_update(g);
  for (u32 row = base; row < end; row++) triggers_notice(g, row, false);
  batch_end(g, base);
}

/* What is resolving goes on resolving without being there (608.2m); its last known information is kept. */
static void leave_game(Game *g, u32 slot) {
  if (object_row(g, slot)->zone == ZONE_STACK) lki_take(g, slot);
  object_cease(g, slot);
}

/* Everything the player owns leaves with them, except what is in the ante zone (800.4n). */
static void owned_leave(Game *g, u32 player) {
  u32 base = batch_begin(g);
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    const Object *o = object_row(g, slot);
    if (o->zone == ZONE_NONE || o->zone == ZONE_ANTE || o->owner != player) continue;
    if (o->zone == ZONE_BATTLEFIELD && !(o->status & STATUS_PHASED_OUT)) {
      batch_move(g, object_ref(g, slot), ZONE_NONE, 0); /* 603.6c: this counts as leaving the battlefield */
      continue;
    }
    leave_game(g, slot);
  }
  moves_force(g, base);
}

/* Ends what gives the player control of objects; only that part of an effect. */
static void control_ends(Game *g, u32 player) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id) continue;
    for (u32 i = 0; i + 2 < list_count(g, f.mods); i += 3) {
      Mod mod;
      memcpy(&mod, row_HEAP(g, f.mods + 1 + i), sizeof mod);
      if (mod.op != IR_M_CONTROLLER || mod.a != player) continue;
      for (u32 k = 3; k-- > 0;) list_remove(g, f.mods, i + k);
      i -= 3;
    }
    if (f.mods && list_count(g, f.mods) == 0) effect_remove(g, row);
  }
  facts_changed(g, FACT_CONTROL | FACT_COPY);
  layers_update(g);
}

static void stack_objects_cease(Game *g, u32 player) {
  u32 next;
  for (u32 slot = zone_first(g, ZONE_STACK, 0); slot; slot = next) {
    const Object *o = object_row(g, slot);
    next = o->next;
    if (o->controller != player || o->card) continue;
    leave_game(g, slot);
  }
}

static void controlled_exiled(Game *g, u32 player) {
  static const Zone CONTROLLED[] = {ZONE_BATTLEFIELD, ZONE_STACK};
  u32 base = batch_begin(g);
  for (u32 z = 0; z < COUNT_OF(CONTROLLED); z++) {
    for (u32 slot = zone_first(g, CONTROLLED[z], 0); slot; slot = object_row(g, slot)->next)
      if (object_row(g, slot)->controller == player && !phased_under_another(g, slot))
        batch_move(g, object_ref(g, slot), ZONE_EXILE, 0);
  }
  moves_force(g, base);
}

/* Passes on what only one player is: `is` is the flag of the player who leaves, `becomes` that of the new one. */
static void designation_pass(Game *g, u32 next, u8 *is, u8 *becomes, u8 kind, u32 given) {
  *is = 0;
  *becomes = 1;
  emblem_of_rules(g, next, g->db->by_rules[given]);
  facts_changed(g, FACT_OTHER);
  Event ev = {.kind = kind, .player = (u8)next, .from = ZONE_NONE, .to = ZONE_NONE, .object = ref_player(next)};
  event_noticed(g, &ev);
}

/* Passes on the monarchy and the initiative of a player who leaves. */
static void designations_pass(Game *g, u32 player) {
  u32 next = player_apnap(g, 0);
  Player *p = &core(g)->players[player];
  if (p->monarch) {
    RULE(g, "725.4");
    designation_pass(g, next, &p->monarch, &core(g)->players[next].monarch, EVENT_MONARCH, GIVEN_MONARCH);
  }
  p = &core(g)->players[player];
  if (p->initiative) {
    RULE(g, "726.4");
    designation_pass(g, next, &p->initiative, &core(g)->players[next].initiative, EVENT_INITIATIVE, GIVEN_INITIATIVE);
  }
}

/* From now on others make the choices that rules or objects ask of the player (800.4h), and those the player made for
   others who have left. */
static void decisions_pass(Game *g, u32 player) {
  u32 next = player_next(g, player);
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (core(g)->players[p].decided_by == player)
      core(g)->players[p].decided_by = (u8)(player_in_game(g, p) ? p : next);
  core(g)->players[player].decided_by = (u8)next;
}

/* The player is already out of the game; the others go on. */
static void player_leave(Game *g, u32 player) {
  RULE(g, "800.4a");
  face_down_reveal(g, player);
  Event ev = {
      .kind = EVENT_LEAVE_GAME, .player = (u8)player, .from = ZONE_NONE, .to = ZONE_NONE, .object = ref_player(player)};
  event_noticed(g, &ev);
  owned_leave(g, player);
  control_ends(g, player);
  stack_objects_cease(g, player);
  controlled_exiled(g, player);
  effects_hold(g);
  designations_pass(g, player);
  decisions_pass(g, player);
  derived(g)->changes.happened++; /* state-based actions depend on who is in the game */
  if (core(g)->priority == player) core(g)->priority = (u8)player_next(g, player);
}

/* --- conceding ------------------------------------------------------------------------------------------ */

/* Procedures of the rules whose decision is recomputed after somebody left, with the step that does so. */
static const u16 REMADE[][2] = {
    {PROC_PRIORITY, PROC_ASKS},        {PROC_ATTACKERS, PROC_ASKS}, {PROC_BLOCKERS, PROC_ASKS},
    {PROC_COMBAT_DAMAGE, PROC_ASKS},   {PROC_SBA, PROC_ASKS},       {PROC_OPENING, PROC_ASKS},
    {PROC_OPENING_ACTIONS, PROC_ASKS}, {PROC_TRIGGERS, 0},          {PROC_STAND_IN, 0},
};

/* Sends the frame that asked back to where it asks, if possible. */
static bool decision_remade(Game *g) {
  Frame *f = frame_top(g);
  for (u32 i = 0; i < COUNT_OF(REMADE); i++) {
    if (REMADE[i][0] != f->proc) continue;
    core(g)->decision.kind = DECISION_NONE;
    f->step = REMADE[i][1];
    return true;
  }
  return false;
}

/* Passes the pending decision on: to the player that the controller of what asks names (800.4g), or to the next player
   in turn order (800.4h). A player who decided in place of another no longer does (723). */
static void decision_pass_on(Game *g, u32 player) {
  if (core(g)->decision.kind == DECISION_NONE || decision_remade(g)) return;
  const Decision d = core(g)->decision;
  if (d.for_player == player && opening_left(g)) return;
  bool anew = choice_asked_anew(g);
  if (d.for_player != player) {
    if (d.player == player) core(g)->decision.player = core(g)->players[d.for_player].decided_by;
    return;
  }
  if (payment_declined(g)) return;
  Eval e = {.g = g};
  u32 controller = d.source ? eval_controller(&e, d.source) : PLAYER_NONE;
  if (player_in_game(g, controller)) {
    stand_in_begin(g, controller, player);
    return;
  }
  RULE(g, "800.4h");
  if (!anew) core(g)->decision.player = core(g)->decision.for_player = (u8)player_next(g, player);
}

/* Drops the procedures above the first `keep`, with what they hold. */
static void procedures_drop(Game *g, u32 keep) {
  static const TableId TABLES_DROPPED[] = {T_EVENTS, T_CHOSEN, T_OPTIONS};
  core(g)->decision.kind = DECISION_NONE;
  while (checkpoint_count(g)) checkpoint_drop(g);
  for (u32 row = count_of(g, T_FRAMES); row-- > keep;) {
    row_owned_free(g, T_FRAMES, row);
    table_drop(g, T_FRAMES, 1);
  }
  for (u32 t = 0; t < COUNT_OF(TABLES_DROPPED); t++) {
    TableId id = TABLES_DROPPED[t];
    for (u32 row = count_of(g, id); row-- > 0;) row_owned_free(g, id, row);
    table_drop(g, id, count_of(g, id));
  }
}

/* Whether a frame belongs entirely to a player who has left: an action taken with priority, if they were `acting`, or
   putting an ability on the stack that is gone. */
static bool procedure_of_player(Game *g, u32 index, bool acting) {
  const Frame *f = frame_at(g, index);
  switch (f->proc) {
    case PROC_CAST:
    case PROC_ACTIVATE:
    case PROC_SPECIAL: return acting && frame_at(g, index - 1)->proc == PROC_PRIORITY;
    case PROC_TRIGGER: return object_row(g, (u32)f->a[TRIGGER_SLOT])->zone != ZONE_STACK;
    default: return false;
  }
}

/* Drops a procedure of the player who has left, if there was one; nothing else is in progress then. */
static bool procedure_dropped(Game *g, bool acting) {
  for (u32 i = 1; i < count_of(g, T_FRAMES); i++) {
    if (!procedure_of_player(g, i, acting)) continue;
    procedures_drop(g, i);
    frame_top(g)->step = frame_top(g)->proc == PROC_PRIORITY ? PROC_ASKS : 0;
    return true;
  }
  return false;
}

void player_concede(Game *g, u32 player) {
  if (core(g)->over || !player_in_game(g, player)) return;
  RULE(g, "104.3a");
  core(g)->players[player].conceded = core(g)->players[player].lost = 1;
  bool acting = core(g)->priority == player;
  players_settle(g);
  if (core(g)->over) {
    procedures_drop(g, 0);
  } else if (!procedure_dropped(g, acting)) {
    decision_pass_on(g, player);
  }
  if (!core(g)->over && core(g)->decision.kind == DECISION_NONE && returns_due(g)) returns_push(g);
}
