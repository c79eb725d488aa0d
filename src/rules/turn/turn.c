/* Turns, phases and steps (500). For what happens in a step see steps.c. */
#include "rules/turn/turn.h"

#include "rules/turn/turn_internal.h"

/* --- rows of T_DUE ------------------------------------------------------------------------------- */

static void due_add(Game *g, DueKind kind, u32 player, u32 a, i64 n) {
  u32 row = table_add(g, T_DUE, 1);
  *row_DUE(g, row) = (Due){.kind = (u16)kind, .player = (u8)player, .a = a, .n = n};
}

static bool extra_turn_is_due(Game *g) {
  for (u32 row = 0; row < count_of(g, T_DUE); row++)
    if (row_DUE(g, row)->kind == DUE_EXTRA_TURN) return true;
  return false;
}

void turn_add(Game *g, u32 player, Ref source) {
  REMARK(g, EXTRA_TURN, "500.7", player, .object = source, .amount = extra_turn_is_due(g) ? 0 : 1);
  due_add(g, DUE_EXTRA_TURN, player, 0, 0);
}

void turn_skip(Game *g, u32 player, Ref source) {
  REMARK(g, SKIPS_TURN, "500.11", player, .object = source);
  due_add(g, DUE_SKIP_TURN, player, 0, 0);
}

void step_skip(Game *g, u32 player, Word step, Ref source) {
  if (source) REMARK(g, SKIPS_STEP, "500.11", player, .object = source, .word = step);
  due_add(g, DUE_SKIP_STEP, player, step, 0);
}

void phase_add(Game *g, Word what, Word after, Ref source) {
  bool phase = what == W_STEP_MAIN || what == W_STEP_MAIN_2 || what == W_PHASE_COMBAT || what == W_PHASE_BEGINNING;
  REMARK(g, EXTRA_PHASE, phase ? "500.8" : "500.9", core(g)->active, .object = source, .word = what);
  due_add(g, DUE_EXTRA_STEP, core(g)->active, what, after);
}

void turn_control(Game *g, u32 player, u32 by) { due_add(g, DUE_CONTROL_TURN, player, by, 0); }

/* Uses up a row that makes the player skip this (614.10a). */
static bool due_skips(Game *g, DueKind kind, u32 player, u32 a) {
  u32 row;
  if (!due_find(g, kind, player, a, &row)) return false;
  due_remove(g, row);
  RULE(g, "500.11");
  return true;
}

/* --- whose turn is next ------------------------------------------------------------------------------ */

/* The player of the extra turn added last; PLAYER_NONE if none is due. */
static u32 extra_turn_take(Game *g) {
  for (u32 row = count_of(g, T_DUE); row-- > 0;) {
    if (row_DUE(g, row)->kind != DUE_EXTRA_TURN) continue;
    u32 player = row_DUE(g, row)->player;
    due_remove(g, row);
    if (!player_in_game(g, player)) {
      RULE(g, "800.4k");
      core(g)->players[player].left = LEFT_BEFORE_TURN;
      continue;
    }
    RULE(g, "500.7");
    if (rules_hold(g, IR_R_SKIPS_EXTRA_TURNS, ref_player(player))) {
      RULE(g, "614.10");
      continue;
    }
    return player;
  }
  return PLAYER_NONE;
}

/* Goading lasts until the player's next turn (701.15a), exerting through their next untap step (701.43b). */
static void goading_ends(Game *g, u32 player) {
  u32 flag = 1u << (PERM_GOADED_SHIFT + player);
  bool goaded = false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    goaded = goaded || permanent_of(g, s)->flags & flag;
    permanent_of(g, s)->flags &= ~flag;
  }
  if (goaded) facts_changed(g, FACT_STATUS);
}

static void exerting_ends(Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    permanent_of(g, s)->exerted &= ~(1u << player);
}

/* Turns between these two in turn order don't begin, because their players have left (800.4k); what would last until
   then ends. */
static void turns_missing(Game *g, u32 last, u32 next) {
  u32 count = core(g)->player_count;
  for (u32 player = (last + 1) % count; player != next && player != last; player = (player + 1) % count) {
    SOUND(g, !player_in_game(g, player)); /* a save may name anybody as the last in turn order */
    RULE(g, "800.4k");
    core(g)->players[player].left = LEFT_BEFORE_TURN;
    effects_of_turn_expire(g, player);
    goading_ends(g, player);
    exerting_ends(g, player);
  }
}

/* Extra turns don't change who comes next in turn order. */
static u32 turn_next(Game *g) {
  for (;;) {
    u32 player = extra_turn_take(g);
    if (player == PLAYER_NONE) {
      Core *c = core(g);
      bool first = c->turn == 0 && c->turn_order == PLAYER_NONE;
      u32 last = first ? c->starting_player : c->turn_order;
      player = first && player_in_game(g, last) ? last : player_next(g, last);
      if (!first) turns_missing(g, last, player);
      core(g)->turn_order = (u8)player;
    }
    if (!due_skips(g, DUE_SKIP_TURN, player, 0)) return player;
  }
}

Flow proc_GAME(Game *g, Frame *f) {
  (void)f;
  if (core(g)->over) {
    frame_return(g, 0);
    return FLOW_STEP;
  }
  u32 player = turn_next(g);
  u32 frame = frame_push(g, PROC_TURN, 0, 0);
  frame_at(g, frame)->a[TURN_PLAYER] = player;
  return FLOW_STEP;
}

void game_start(Game *g) {
  RULE(g, "103.8");
  Core *c = core(g);
  c->turn = 0;
  c->turn_order = c->last_active = PLAYER_NONE;
  c->active = c->starting_player;
  c->priority = PLAYER_NONE;
  c->checked_timestamp = c->next_timestamp;
  derived_reset(g); /* setup doesn't report changes */
  frame_push(g, PROC_GAME, 0, 0);
}

/* --- the parts of a turn ------------------------------------------------------------------------------- */

typedef enum PhaseId { PHASE_BEGINNING, PHASE_MAIN, PHASE_COMBAT, PHASE_MAIN_2, PHASE_ENDING, PHASE_COUNT } PhaseId;

#define PHASE_STEPS_CAP 6
typedef struct Phase {
  Word word; /* its word in effects, 0 if it has none */
  Word steps[PHASE_STEPS_CAP];
} Phase;

/* 500.1. A main phase is its own only step (505.2). */
static const Phase PHASES[PHASE_COUNT] = {
    [PHASE_BEGINNING] = {W_PHASE_BEGINNING, {W_STEP_UNTAP, W_STEP_UPKEEP, W_STEP_DRAW}},
    [PHASE_MAIN] = {W_STEP_MAIN, {W_STEP_MAIN}},
    [PHASE_COMBAT] = {W_PHASE_COMBAT,
                      {W_STEP_BEGIN_COMBAT, W_STEP_ATTACKERS, W_STEP_BLOCKERS, W_STEP_FIRST_DAMAGE, W_STEP_DAMAGE,
                       W_STEP_END_COMBAT}},
    [PHASE_MAIN_2] = {W_STEP_MAIN_2, {W_STEP_MAIN_2}},
    [PHASE_ENDING] = {0, {W_STEP_END, W_STEP_CLEANUP}},
};

static bool phase_has(const Phase *phase, Word step) {
  for (u32 i = 0; i < PHASE_STEPS_CAP; i++)
    if (phase->steps[i] == step) return true;
  return false;
}

/* The phase with that name, or the one the step belongs to. */
static PhaseId phase_of(Word what) {
  if (what == W_PHASE_COMBAT) return PHASE_COMBAT;
  if (what == W_PHASE_BEGINNING) return PHASE_BEGINNING;
  u32 p = 0;
  while (p < PHASE_ENDING && !phase_has(&PHASES[p], what)) p++;
  ASSERT(phase_has(&PHASES[p], what));
  return (PhaseId)p;
}

/* --- beginning a turn ------------------------------------------------------------------------------------- */

/* History keeps this turn and the last. */
static void history_rotate(Game *g) {
  u32 count = count_of(g, T_HISTORY), old = 0;
  for (u32 end = count; old < end;) { /* rows are in the order of their turns */
    u32 middle = old + (end - old) / 2;
    if (row_HISTORY(g, middle)->turn + 1 < core(g)->turn)
      old = middle + 1;
    else
      end = middle;
  }
  if (old == 0) return;
  if (old < count) memmove(row_HISTORY(g, 0), row_HISTORY(g, old), (count - old) * sizeof(History));
  table_drop(g, T_HISTORY, old);
  derived(g)->history = (HistoryKept){.seen = 0};
}

static void counts_restart(Game *g) {
  Core *c = core(g);
  for (u32 p = 0; p < c->player_count; p++) {
    Player *player = &c->players[p];
    player->lands_played = 0;
    player->draws_this_turn = 0;
    player->spells_last_turn = player->spells_this_turn;
    player->spells_this_turn = 0;
  }
  c->combat_phases = c->main_phases = 0;
  c->ending = ENDING_NOTHING;
}

/* What the player controls as their turn begins counts as controlled continuously since then (302.6). */
static void permanents_ready(Game *g, u32 player) {
  RULE(g, "302.6");
  bool woken = false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    u32 clear = PERM_CASE_DAMAGED | PERM_UPKEEP_NOW;
    if (object_row(g, s)->controller == player) clear |= PERM_SICK;
    woken = woken || (permanent_of(g, s)->flags & clear & PERM_SICK && has_type(g, s, TYPE(CREATURE)));
    bool untapped = !(object_row(g, s)->status & STATUS_TAPPED);
    permanent_of(g, s)->flags &= ~(clear | PERM_BEGAN_UNTAPPED);
    if (untapped) permanent_of(g, s)->flags |= PERM_BEGAN_UNTAPPED;
  }
  derived(g)->changes.life++;
  if (woken) doings_changed(g, player);
}

/* Only the last of several effects that give control of the player works; all are used up (723.1a). */
static void control_begin(Game *g, u32 player) {
  bool found = false;
  for (u32 row = count_of(g, T_DUE); row-- > 0;) {
    const Due due = *row_DUE(g, row);
    if (due.kind != DUE_CONTROL_TURN || due.player != player) continue;
    due_remove(g, row);
    if (found || !player_in_game(g, due.a)) continue;
    RULE(g, "723.1");
    core(g)->players[player].decided_by = (u8)due.a;
    found = true;
  }
}

static void control_end(Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (player_in_game(g, p)) core(g)->players[p].decided_by = (u8)p;
}

static void turn_begin(Game *g, u32 player) {
  Core *c = core(g);
  RULE(g, "500.1");
  c->last_active = c->turn ? c->active : (u8)PLAYER_NONE;
  c->turn++;
  c->active = (u8)player;
  c->step = 0;
  c->players[player].turns_taken++;
  counts_restart(g);
  control_begin(g, player);
  history_rotate(g);
  permanents_ready(g, player);
  facts_changed(g, FACT_TURN | FACT_HISTORY);
  RULE(g, "500.4");
  effects_expire(g, W_STEP_UNTAP);
  goading_ends(g, player);
}

/* Whether an effect could replace the beginning of a turn or step, so that it is skipped (614.10). */
static bool beginning_replaceable(Game *g, EventKind kind) {
  watchers_update(g);
  return event_kinds_have(&derived(g)->watchers.replaced, kind);
}

/* Proposes it; core.ret will be 0 if it was replaced. Returns the batch. */
static u32 beginning_propose(Game *g, EventKind kind, u32 player, Word step) {
  u32 base = batch_begin(g);
  batch_add(g, kind);
  *row_EVENTS(g, base) = event_of_beginning(kind, player, step);
  batch_propose(g, base);
  return base;
}

/* --- which step is next ------------------------------------------------------------------------------------ */

/* Without attackers the combat phase has no blocks and no damage (508.8). */
static bool nobody_attacks(Game *g) { return !core(g)->attacked && !combat_has_attackers(g); }

/* In a two-player game the first player skips their first draw step (103.8a). There is a second damage step only if a
   creature has first or double strike (510.4). */
static bool step_passed_over(Game *g, Word step) {
  Core *c = core(g);
  switch (step) {
    case W_STEP_DRAW:
      if (c->turn != 1 || c->player_count > 2) break;
      RULE(g, "103.8a");
      return true;
    case W_STEP_DAMAGE:
    case W_STEP_FIRST_DAMAGE:
      if (nobody_attacks(g)) return true;
      if (step != W_STEP_FIRST_DAMAGE) break;
      if (!combat_first_strikers(g)) return true;
      RULE(g, "702.4b");
      RULE(g, "702.7b");
      core(g)->first_strikers = 1;
      RULE(g, "510.4");
      break;
    default: break;
  }
  return due_skips(g, DUE_SKIP_STEP, core(g)->active, step);
}

/* Takes the newest row due after the step or phase `after` (0: rows due now); 0 if there is none. */
static Word extra_take(Game *g, Word after) {
  for (u32 row = count_of(g, T_DUE); row-- > 0;) {
    const Due due = *row_DUE(g, row);
    if (due.kind != DUE_EXTRA_STEP) continue;
    if (after ? due.n != after : !due.used) continue;
    due_remove(g, row);
    return (Word)due.a;
  }
  return 0;
}

/* Makes rows due that were to come after the phase that ends. */
static void extra_fall_due(Game *g, Word phase) {
  for (u32 row = 0; row < count_of(g, T_DUE); row++) {
    Due *due = row_DUE(g, row);
    if (due->kind == DUE_EXTRA_STEP && (due->n == 0 || (phase && due->n == phase))) due->used = 1;
  }
}

static void phase_end(Game *g, Frame *f) {
  PhaseId phase = (PhaseId)(f->a[TURN_PHASE] - 1);
  f->a[TURN_PHASE] = 0;
  extra_fall_due(g, PHASES[phase].word);
  if (phase == PHASE_COMBAT) combat_end(g);
}

/* Enters a phase; false if it is skipped. */
static bool phase_begin(Game *g, u32 frame, PhaseId phase, Word only) {
  Core *c = core(g);
  if (phase == PHASE_COMBAT && !only && due_skips(g, DUE_SKIP_STEP, c->active, W_PHASE_COMBAT)) return false;
  c = core(g);
  if (phase == PHASE_COMBAT) {
    c->combat_phases++;
    c->attacked = c->attacked_players = c->first_strikers = 0;
  }
  i64 *a = frame_at(g, frame)->a;
  a[TURN_PHASE] = 1 + (i64)phase;
  a[TURN_STEP] = 0;
  a[TURN_ONLY] = only;
  return true;
}

/* The next phase of the turn: an added one, otherwise the next regular one; false at the end of the turn. */
static bool phase_next(Game *g, u32 frame) {
  for (;;) {
    Word extra = extra_take(g, 0);
    i64 *a = frame_at(g, frame)->a;
    if (!extra && a[TURN_REGULAR] == PHASE_COUNT) return false;
    if (!extra) {
      PhaseId phase = (PhaseId)a[TURN_REGULAR]++;
      if (phase_begin(g, frame, phase, 0)) return true;
      continue;
    }
    PhaseId phase = phase_of(extra);
    bool whole = extra == W_PHASE_COMBAT || extra == W_PHASE_BEGINNING || step_is_main(extra);
    RULE(g, whole ? "500.8" : "500.10");
    /* Only the first main phase of a turn is precombat (505.1a). */
    if (phase == PHASE_MAIN) phase = PHASE_MAIN_2;
    if (phase_begin(g, frame, phase, whole ? 0 : extra)) return true;
  }
}

/* The next step of the turn; 0 at its end. `ended` is the step that has just ended. */
static Word step_next(Game *g, u32 frame, Word ended) {
  if (ended && frame_at(g, frame)->a[TURN_PHASE]) {
    Word extra = step_is_main(ended) ? 0 : extra_take(g, ended);
    if (extra) {
      RULE(g, "500.9");
      return extra;
    }
  }
  for (;;) {
    i64 *a = frame_at(g, frame)->a;
    if (!a[TURN_PHASE]) {
      if (!phase_next(g, frame)) return 0;
      continue;
    }
    const Phase *phase = &PHASES[a[TURN_PHASE] - 1];
    Word step = a[TURN_STEP] < PHASE_STEPS_CAP ? phase->steps[a[TURN_STEP]] : 0;
    if (!step) {
      phase_end(g, frame_at(g, frame));
      continue;
    }
    a[TURN_STEP]++;
    if (a[TURN_ONLY] && step != a[TURN_ONLY]) continue;
    if (step == W_STEP_BLOCKERS && nobody_attacks(g)) {
      RULE(g, "508.8");
      frame_at(g, frame)->a[TURN_STEP] += 2; /* the steps of damage */
      continue;
    }
    if (!step_passed_over(g, step)) return step;
  }
}

/* Ends the turn at once: the cleanup step is next (724.1d); or the combat phase: the phase behind it is next (724.2d). */
static void turn_hurry(Game *g, u32 frame) {
  Frame *f = frame_at(g, frame);
  bool combat = core(g)->ending == ENDING_COMBAT;
  core(g)->ending = ENDING_NOTHING;
  if (f->a[TURN_PHASE]) phase_end(g, f);
  if (combat) {
    RULE(g, "724.2d");
    return;
  }
  RULE(g, "724.1d");
  for (u32 row = count_of(g, T_DUE); row-- > 0;)
    if (row_DUE(g, row)->kind == DUE_EXTRA_STEP) due_remove(g, row);
  i64 *a = frame_at(g, frame)->a;
  a[TURN_PHASE] = 1 + PHASE_ENDING;
  a[TURN_STEP] = 1;
  a[TURN_ONLY] = 0;
  a[TURN_REGULAR] = PHASE_COUNT;
}

/* --- the procedures -------------------------------------------------------------------------------------------- */

/* The first step of PROC_STEP. */
static Flow step_enter(Game *g, Frame *f);

static Flow turn_over(Game *g) {
  control_end(g);
  for (u32 row = count_of(g, T_DUE); row-- > 0;)
    if (row_DUE(g, row)->kind == DUE_EXTRA_STEP) due_remove(g, row);
  frame_return(g, 0);
  return FLOW_STEP;
}

Flow proc_TURN(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  Word ended = 0;
  if (core(g)->over) return turn_over(g);
  switch (f->step) {
    case TURN_BEGIN: {
      u32 player = (u32)f->a[TURN_PLAYER];
      if (beginning_replaceable(g, EVENT_TURN)) {
        frame_at(g, frame)->step = TURN_PROPOSED;
        u32 base = beginning_propose(g, EVENT_TURN, player, 0);
        frame_at(g, frame)->a[TURN_BATCH] = base;
        return FLOW_STEP;
      }
      turn_begin(g, player);
      event_began(g, EVENT_TURN, player, 0);
      break;
    }
    case TURN_PROPOSED: {
      u32 base = (u32)f->a[TURN_BATCH];
      f->a[TURN_BATCH] = 0;
      batch_end(g, base);
      if (!core(g)->ret) return turn_over(g);
      turn_begin(g, (u32)frame_at(g, frame)->a[TURN_PLAYER]);
      break;
    }
    case TURN_STEP_DONE:
      ended = step_now(g);
      if (core(g)->ret) { /* another cleanup step (514.3a) */
        RULE(g, "514.3a");
        f->a[TURN_STEP]--;
      }
      if (core(g)->ending) turn_hurry(g, frame);
      break;
    default: break;
  }
  Word step = step_next(g, frame, ended);
  if (!step) return turn_over(g);
  frame_at(g, frame)->step = TURN_STEP_DONE;
  u32 child = frame_push(g, PROC_STEP, 0, 0);
  frame_at(g, child)->a[STEP_WORD] = step;
  return game_is_quick(g) && ended ? step_enter(g, frame_at(g, child)) : FLOW_STEP;
}

static void step_begin(Game *g, Word step) {
  Core *c = core(g);
  c->step = (u8)(step - W_STEP_UNTAP);
  c->step_serial++;
  if (step_is_main(step)) c->main_phases++;
  time_changed(g);
  /* Ends effects that last until this step (500.4); those until a step's end expire as it ends. */
  if (step != W_STEP_UNTAP && step != W_STEP_END_COMBAT && step != W_STEP_CLEANUP) effects_expire(g, step);
}

static Flow step_over(Game *g, i64 again) {
  if (core(g)->step == 0) {
    effects_expire(g, W_NEXT_UNTAP_STEP);
    exerting_ends(g, core(g)->active);
  }
  offers_lose_mana(g);
  frame_return(g, again);
  return FLOW_STEP;
}

/* After the turn-based actions players get priority, but not in the untap step (502.4), and in the cleanup step only if
   something has to be dealt with (514.3a). */
static Flow step_priority(Game *g, Frame *f) {
  Word step = (Word)f->a[STEP_WORD];
  f->step = step == W_STEP_CLEANUP ? STEP_CHECKED : STEP_END;
  if (step == W_STEP_UNTAP) return FLOW_STEP;
  u32 child = frame_push(g, step == W_STEP_CLEANUP ? PROC_CHECK : PROC_PRIORITY, 0, 0);
  return game_is_quick(g) && step != W_STEP_CLEANUP ? priority_begin(g, frame_at(g, child)) : FLOW_STEP;
}

/* After abilities have triggered, records that the active player's permanents have seen an upkeep of theirs begin
   (702.30a). */
static void upkeep_begun(Game *g) {
  time_changed(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    Permanent *p = permanent_of(g, s);
    if (object_row(g, s)->controller != core(g)->active || p->flags & PERM_UPKEEP) continue;
    p->flags |= PERM_UPKEEP | PERM_UPKEEP_NOW;
  }
}

/* Performs the turn-based actions, up to the first that asks a player. */
static Flow step_actions(Game *g, u32 frame) {
  if (frame_at(g, frame)->a[STEP_PART] == 0 && frame_at(g, frame)->a[STEP_WORD] == W_STEP_UPKEEP) upkeep_begun(g);
  for (;;) {
    Frame *f = frame_at(g, frame);
    u32 part = (u32)f->a[STEP_PART]++;
    if (!step_action(g, (Word)f->a[STEP_WORD], part, frame)) return step_priority(g, frame_at(g, frame));
    if (frame_index(g) != frame) return FLOW_STEP;
  }
}

static Flow step_enter(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  Word step = (Word)f->a[STEP_WORD];
  u32 player = core(g)->active;
  f->step = STEP_ACTIONS;
  step_begin(g, step);
  if (!beginning_replaceable(g, EVENT_STEP)) {
    event_began(g, EVENT_STEP, player, step);
    return step_actions(g, frame);
  }
  RULE(g, "500.6");
  frame_at(g, frame)->step = STEP_PROPOSED;
  u32 base = beginning_propose(g, EVENT_STEP, player, step);
  frame_at(g, frame)->a[STEP_BATCH] = 1 + (i64)base;
  return FLOW_STEP;
}

Flow proc_STEP(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  if (core(g)->over) {
    frame_return(g, 0);
    return FLOW_STEP;
  }
  switch (f->step) {
    case STEP_BEGIN: return step_enter(g, f);
    case STEP_PROPOSED:
      f->step = STEP_ACTIONS;
      batch_end(g, (u32)f->a[STEP_BATCH] - 1);
      frame_at(g, frame)->a[STEP_BATCH] = 0;
      if (!core(g)->ret) frame_return(g, 0);
      return FLOW_STEP;
    case STEP_ACTIONS: return step_actions(g, frame);
    case STEP_CHECKED:
      f->step = STEP_END;
      f->a[STEP_PART] = core(g)->ret > 0;
      if (core(g)->ret > 0) frame_push(g, PROC_PRIORITY, 0, 0);
      return FLOW_STEP;
    default: {
      bool again = f->a[STEP_WORD] == W_STEP_CLEANUP && f->a[STEP_PART] == 1;
      return step_over(g, again);
    }
  }
}
