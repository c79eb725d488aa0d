/* Who makes a choice that an object asked of a player who has left the game (800.4g). */
#include "rules/kernel/kernel.h"

/* Locals, and the rows of T_CHOSEN that hold the options of the choice meanwhile. Its source is in `lists`. */

void stand_in_begin(Game *g, u32 controller, u32 left) {
  const Decision d = core(g)->decision;
  u32 count = d.kind == DECISION_NONE ? 0 : count_of(g, T_OPTIONS), first = table_add(g, T_CHOSEN, count);
  for (u32 i = 0; i < count; i++) row_CHOSEN(g, first + i)->option = *row_OPTIONS(g, i);
  core(g)->decision.kind = DECISION_NONE;
  Heap source = 0;
  list_add(g, &source, d.source);
  Frame *f = frame_at(g, frame_push(g, PROC_STAND_IN, d.node, 0));
  f->lists = source;
  const i64 locals[] = {d.kind, d.flags, d.group, d.ability, d.chosen, d.min, d.max, first, controller, left};
  memcpy(f->a, locals, sizeof locals);
}

/* Another opponent replaces an opponent (800.4g); without teams, whoever left was one. */
static void offer_opponents(Game *g, u32 controller) {
  u32 player;
  for (u32 i = 0; (player = player_apnap(g, i)) != PLAYER_NONE; i++)
    if (players_are_opponents(g, player, controller)) decide_ref(g, ref_player(player));
}

/* Restores the decision that waited, for another player. */
static void decision_restore(Game *g, u32 player, Ref source) {
  const Frame f = *frame_top(g);
  decide_begin(g, (DecisionKind)f.a[STAND_IN_KIND], player, source, "800.4g");
  Decision *d = &core(g)->decision;
  d->flags = (u8)f.a[STAND_IN_FLAGS];
  d->group = (u32)f.a[STAND_IN_GROUP];
  d->ability = (u32)f.a[STAND_IN_ABILITY];
  d->node = f.node;
  d->chosen = (u32)f.a[STAND_IN_CHOSEN];
  d->min = f.a[STAND_IN_MIN];
  d->max = f.a[STAND_IN_MAX];
  for (u32 row = (u32)f.a[STAND_IN_OPTIONS]; row < count_of(g, T_CHOSEN); row++)
    decide_option(g, row_CHOSEN(g, row)->option);
}

Flow proc_STAND_IN(Game *g, Frame *f) {
  u32 controller = (u32)f->a[STAND_IN_CONTROLLER], left = (u32)f->a[STAND_IN_LEFT];
  SOUND(g, list_count(g, f->lists) > 0);
  Ref source = list_get(g, f->lists, 0);
  if (f->step == STAND_IN_ASK) {
    f->step = STAND_IN_ASKED;
    RULE(g, "800.4g");
    decide_begin(g, DECISION_OBJECT, controller, source, "800.4g");
    offer_opponents(g, controller);
    return decide_end(g);
  }
  u32 chosen = ref_slot(decide_taken(g)->ref);
  core(g)->players[left].decided_by = (u8)chosen; /* for the rest of a set too */
  bool waited = f->a[STAND_IN_KIND] != DECISION_NONE;
  if (waited) decision_restore(g, chosen, source);
  f = frame_top(g);
  heap_free(g, f->lists);
  f->lists = 0;
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (u32)f->a[STAND_IN_OPTIONS]);
  frame_return(g, core(g)->ret);
  return waited ? FLOW_DECIDE : FLOW_STEP;
}
