/* Floating effects: continuous effects, shields and delayed triggers that resolved spells and abilities left
   behind (611.2, 603.7), and when they end. */
#include "cards/ir_args.h"
#include "rules/events/events.h"
#include "state/objects.h"

/* What was exiled until something leaves the battlefield returns now; phasing out is not leaving (702.26d). */
static bool returns_now(const Game *g, const Effect *f) {
  u32 slot = object_live(g, f->duration_object);
  return f->flags & EFFECT_RETURNS && !(slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD);
}

/* Whether the player still controls something of what the effect is about: a spell, or the permanent it has become. */
static bool controls_some(const Game *g, const Effect *f) {
  for (u32 i = 0; i < list_count(g, f->objects); i++) {
    u32 slot = object_live(g, list_get(g, f->objects, i));
    const Object *o = slot ? object_row(g, slot) : NULL;
    if (o && zone_is_open((Zone)o->zone) && o->controller == f->duration_player) return true;
  }
  return false;
}

/* Whether an object is in exile, or the spell that was cast from there, of which the effect speaks until that resolves
   (400.7h). */
static bool exiled_or_cast(const Game *g, Ref ref) {
  if (!ref) return false;
  u32 slot = object_live(g, ref);
  if (slot) return object_row(g, slot)->zone == ZONE_EXILE;
  slot = object_live(g, ref_make(ref_slot(ref), ref_generation(ref) + 1));
  return slot && object_row(g, slot)->zone == ZONE_STACK;
}

/* Whether something of what the effect is about is still in exile. */
static bool exiled_some(const Game *g, const Effect *f) {
  u32 count = list_count(g, f->objects);
  bool exiled = exiled_or_cast(g, f->duration_object);
  for (u32 i = 0; f->kind == EFFECT_RULES && i < count && !exiled; i++)
    exiled = exiled_or_cast(g, list_get(g, f->objects, i));
  return exiled;
}

/* Whether the untap step that ends is one of whoever controls the permanent by now that the effect follows. */
static bool untap_step_is_over(const Game *g, const Effect *f) {
  if (f->duration_player != PLAYER_NONE) return false;
  u32 slot = permanent_live(g, f->duration_object);
  return !slot || (object_row(g, slot)->controller == core(g)->active && core(g)->turn > f->duration_turn);
}

/* Whether an effect's duration ends as `when` begins (a step), or because of what is no longer so (0). */
static bool ends(Game *g, const Effect *f, Word when) {
  const Core *c = core(g);
  bool your_turn = c->active == f->duration_player && c->turn > f->duration_turn;
  switch (f->duration) {
    case W_END_OF_TURN: return when == W_STEP_CLEANUP; /* 514.2 */
    case W_END_OF_COMBAT: return when == W_STEP_END_COMBAT;
    case W_YOUR_NEXT_TURN: return when == W_STEP_UNTAP && your_turn;
    case W_YOUR_NEXT_UPKEEP: return when == W_STEP_UPKEEP && your_turn;
    case W_YOUR_NEXT_END_STEP: return when == W_STEP_END && c->active == f->duration_player;
    case W_END_OF_YOUR_NEXT_TURN: return when == W_STEP_CLEANUP && your_turn;
    case W_NEXT_UNTAP_STEP: return when == W_NEXT_UNTAP_STEP && (your_turn || untap_step_is_over(g, f));
    case W_WHILE_ON_BATTLEFIELD: return !permanent_live(g, f->duration_object);
    case W_WHILE_YOU_CONTROL:
      return !permanent_live(g, f->duration_object) ||
             object_row(g, ref_slot(f->duration_object))->controller != f->duration_player;
    case W_WHILE_YOU_CONTROL_IT: return !controls_some(g, f);
    case W_WHILE_TAPPED:
      return !permanent_live(g, f->duration_object) ||
             !(object_row(g, ref_slot(f->duration_object))->status & STATUS_TAPPED);
    case W_WHILE_ATTACHED: {
      if (!permanent_live(g, f->duration_object)) return true;
      Ref host = permanent_of(g, ref_slot(f->duration_object))->attached_to;
      return !host || !list_has(g, f->objects, host);
    }
    case W_WHILE_EXILED: return !exiled_some(g, f);
    case W_WHILE_FACE_UP:
      return !permanent_live(g, f->duration_object) ||
             object_row(g, ref_slot(f->duration_object))->status & STATUS_FACE_DOWN;
    case W_WHILE_CONDITION: {
      /* APPLY's `while` argument; it is evaluated as the effect's program would. */
      bool applies = f->node && node_op(g->db, f->node) == IR_APPLY;
      Node condition = applies ? node_arg(g->db, f->node, ARG_APPLY_WHILE) : 0;
      Eval e = eval_of_env(g, f->env);
      return condition && !eval_cond(&e, condition);
    }
    default: return false;
  }
}

void effects_of_turn_expire(Game *g, u32 player) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    bool of_turn = f.duration == W_YOUR_NEXT_TURN || f.duration == W_YOUR_NEXT_UPKEEP ||
                   f.duration == W_YOUR_NEXT_END_STEP || f.duration == W_END_OF_YOUR_NEXT_TURN ||
                   f.duration == W_NEXT_UNTAP_STEP;
    if (!f.id || !of_turn || f.duration_player != player) continue;
    RULE(g, "800.4m");
    effect_remove(g, row);
  }
}

/* Durations that end as something stops being so, whatever the step. */
static bool lasts_as_long_as(Word duration) {
  switch (duration) {
    case W_WHILE_ON_BATTLEFIELD:
    case W_WHILE_YOU_CONTROL:
    case W_WHILE_YOU_CONTROL_IT:
    case W_WHILE_TAPPED:
    case W_WHILE_ATTACHED:
    case W_WHILE_EXILED:
    case W_WHILE_FACE_UP:
    case W_WHILE_CONDITION: return true;
    default: return false;
  }
}

bool effects_stay(const Game *g) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id && (f->flags & EFFECT_RETURNS || lasts_as_long_as(f->duration))) return false;
  }
  return true;
}

/* Tells listeners that an effect that a resolved spell or ability has on objects ends. */
static void tell_end(Game *g, const Effect *f, const char *rule) {
  if (!HEARD(g) || !HEARD(g)->remark || f->kind != EFFECT_CONTINUOUS) return;
  for (u32 i = 0; i < list_count(g, f->objects); i++) {
    Ref object = list_get(g, f->objects, i);
    if (permanent_live(g, object))
      REMARK(g, EFFECT_ENDS, rule, f->controller, .object = object, .source = env_at(g, f->env)->source);
  }
}

void effects_hold(Game *g) {
  bool any = false;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (f.id && returns_now(g, &f)) row_EFFECTS(g, row)->flags |= EFFECT_USED;
    if (!f.id || !lasts_as_long_as(f.duration) || !ends(g, &f, 0)) continue;
    RULE(g, "611.2b");
    tell_end(g, &f, "611.2b");
    effect_remove(g, row);
    any = true;
  }
  if (any) layers_update(g);
}

void effects_expire(Game *g, Word when) {
  bool any = false;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || f.flags & EFFECT_RETURNS) continue;
    if (!(f.flags & EFFECT_USED) && !ends(g, &f, when)) continue;
    if (f.duration == W_END_OF_TURN) RULE(g, "514.2");
    tell_end(g, &f, f.duration == W_END_OF_TURN ? "514.2" : "611.2a");
    effect_remove(g, row);
    any = true;
  }
  if (any) layers_update(g);
}
