/* Exchanges (701.12): if one half can't be done, neither is. */
#include "interp/interp_internal.h"

#define ARG(name) node_arg(g->db, n, name)

/* The two objects of an exchange: each argument is one, or the first is both. */
static void both_of(const Eval *e, Node a, Node b, Ref *out) {
  Game *g = e->g;
  u32 mark = scratch_mark(g), count = eval_objects(e, a);
  out[0] = count ? scratch_get(g, mark) : REF_NONE;
  out[1] = count > 1 ? scratch_get(g, mark + 1) : REF_NONE;
  scratch_release(g, mark);
  if (count < 2) out[1] = eval_object(e, b);
}

/* An effect of an exchange on one object, by one modification. */
static u32 exchange_effect(Game *g, Heap env, Node n, Ref object, Mod mod, Word duration) {
  Heap kept = env_copy(g, env);
  u32 row = effect_add(g, EFFECT_CONTINUOUS, kept, n, env_at(g, env)->ability, duration);
  u64 words[3];
  memcpy(words, &mod, sizeof words);
  Heap mods = 0, objects = 0;
  for (u32 w = 0; w < 3; w++) list_add(g, &mods, words[w]);
  list_add(g, &objects, object);
  row_EFFECTS(g, row)->mods = mods;
  row_EFFECTS(g, row)->objects = objects;
  return row;
}

/* The same for both objects at once: each gets its modification. */
static void exchange_effects(Game *g, Heap env, Node n, const Ref *objects, const Mod *mods, Word duration) {
  u32 first = exchange_effect(g, env, n, objects[0], mods[0], duration);
  u64 timestamp = row_EFFECTS(g, first)->timestamp;
  u32 second = exchange_effect(g, env, n, objects[1], mods[1], duration);
  row_EFFECTS(g, second)->timestamp = timestamp;
}

/* --- control ---------------------------------------------------------------------------------------------- */

/* What can change its controller in an exchange: a permanent, or a spell. */
static bool is_controlled(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  return permanent_live(g, ref) ||
         (slot && object_row(g, slot)->zone == ZONE_STACK && object_row(g, slot)->kind != OBJECT_ABILITY);
}

/* An exchange that can't be completed doesn't begin. */
static void tell_incomplete(const Eval *e, Ref a, Ref b) {
  RULE(e->g, "701.12a");
  REMARK(e->g, NO_EXCHANGE, "701.12a", eval_you(e), .object = a, .other = b, .source = eval_self(e));
}

/* What is exchanged for what: objects on the scratch list from `mark` on, of which those up to `middle` are one side and
   those up to `end` the other. */
typedef struct Sides {
  u32 mark, middle, end;
} Sides;

/* Without a second argument the first is one object of each side. */
static Sides sides_of(const Eval *e, Node a, Node b) {
  Sides sides = {.mark = scratch_mark(e->g)};
  sides.middle = sides.mark + eval_objects(e, a);
  sides.end = sides.middle + (b ? eval_objects(e, b) : 0);
  if (!b && sides.end == sides.mark + 2) sides.middle = sides.mark + 1;
  return sides;
}

/* The first of some objects on the scratch list. */
static Ref first_of(const Game *g, u32 from, u32 to) { return from < to ? scratch_get(g, from) : REF_NONE; }

/* The one player who controls all of them; PLAYER_NONE if there is none, or something that can't be exchanged. */
static u32 controller_of_all(const Eval *e, u32 from, u32 to) {
  u32 player = PLAYER_NONE;
  for (u32 i = from; i < to; i++) {
    Ref ref = scratch_get(e->g, i);
    u32 its = is_controlled(e->g, ref) ? eval_controller(e, ref) : PLAYER_NONE;
    if (its == PLAYER_NONE || (i > from && its != player)) return PLAYER_NONE;
    player = its;
  }
  return player;
}

/* All of them get another controller by effects with one timestamp. */
static void give_all(Game *g, Heap env, Node n, u32 from, u32 to, u32 player, u64 *timestamp) {
  const Mod mod = {.op = IR_M_CONTROLLER, .a = player};
  for (u32 i = from; i < to; i++) {
    u32 row = exchange_effect(g, env, n, scratch_get(g, i), mod, W_INDEFINITE);
    if (*timestamp) row_EFFECTS(g, row)->timestamp = *timestamp;
    *timestamp = row_EFFECTS(g, row)->timestamp;
  }
}

/* 701.12b: of what one player controls for what another does, one object or several. */
Flow act_exchange_control(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  Sides s = sides_of(&e, ARG(ARG_EXCHANGE_CONTROL_A), ARG(ARG_EXCHANGE_CONTROL_B));
  u32 a = controller_of_all(&e, s.mark, s.middle), b = controller_of_all(&e, s.middle, s.end);
  Ref first = first_of(g, s.mark, s.middle), second = first_of(g, s.middle, s.end);
  bool exchanged = a != PLAYER_NONE && b != PLAYER_NONE && a != b;
  if (a == PLAYER_NONE || b == PLAYER_NONE) {
    tell_incomplete(&e, first, second);
  } else if (a == b) {
    RULE(g, "701.12b");
    REMARK(g, ONE_CONTROLLER, "701.12b", a, .object = first, .other = second, .source = eval_self(&e));
  } else {
    RULE(g, "701.12b");
    u64 timestamp = 0;
    give_all(g, env, n, s.mark, s.middle, b, &timestamp);
    give_all(g, env, n, s.middle, s.end, a, &timestamp);
  }
  scratch_release(g, s.mark);
  if (!exchanged) return act_did(g, false);
  facts_changed(g, FACT_CONTROL);
  layers_update(g);
  return act_did(g, true);
}

/* --- text boxes ------------------------------------------------------------------------------------------- */

/* The two permanents of an exchange; false if they aren't two. */
static bool two_of(const Eval *e, Node a, Node b, Ref *out) {
  both_of(e, a, b, out);
  bool both = out[0] != out[1] && permanent_live(e->g, out[0]) && permanent_live(e->g, out[1]);
  if (!both) tell_incomplete(e, out[0], out[1]);
  return both;
}

static Mod text_box_of(Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  CvId cv = copiable_values_of(g, slot);
  const Object *o = object_row(g, slot);
  return (Mod){.op = IR_M_TEXT_BOX, .a = cv, .x = o->status & STATUS_FACE_DOWN ? 0 : shown_face(g, o, cv)};
}

Flow act_exchange_text(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  Ref refs[2];
  if (!two_of(&e, ARG(ARG_EXCHANGE_TEXT_A), ARG(ARG_EXCHANGE_TEXT_B), refs)) return act_did(g, false);
  RULE(g, "701.12h");
  const Mod first = text_box_of(g, refs[1]), second = text_box_of(g, refs[0]);
  const Mod mods[2] = {first, second};
  exchange_effects(g, env, n, refs, mods, (Word)ARG(ARG_EXCHANGE_TEXT_DURATION));
  facts_changed(g, FACT_COPY);
  effects_hold(g);
  layers_update(g);
  blessings_give(g);
  return act_did(g, true);
}

/* --- numbers ---------------------------------------------------------------------------------------------- */

/* A number that can be exchanged: a player's life total, or the power or toughness of a creature (701.12g). */
typedef struct Exchanged {
  IrOp op; /* IR_LIFE, IR_POWER or IR_TOUGHNESS */
  Ref of;
  i64 value;
} Exchanged;

static bool exchanged(const Eval *e, Node n, Exchanged *out) {
  Game *g = e->g;
  *out = (Exchanged){.op = node_op(g->db, n)};
  if (out->op != IR_LIFE && out->op != IR_POWER && out->op != IR_TOUGHNESS) return false;
  out->of = eval_object(e, node_arg(g->db, n, 0));
  if (out->op == IR_LIFE ? !ref_is_player(out->of) : !permanent_live(g, out->of)) return false;
  if (out->op != IR_LIFE && !has_type(g, ref_slot(out->of), TYPE(CREATURE))) return false;
  out->value = eval_num(e, n);
  return true;
}

/* Whether a life total can become that (119.7, 119.8). */
static bool may_become(Game *g, const Exchanged *x, i64 value) {
  if (x->op != IR_LIFE || x->value == value) return true;
  return !rules_hold(g, value > x->value ? IR_R_CANT_GAIN_LIFE : IR_R_CANT_LOSE_LIFE, x->of);
}

static void becomes(Game *g, Heap env, Node n, const Exchanged *x, i64 value) {
  if (x->op == IR_LIFE) {
    batch_life(g, ref_slot(x->of), num_add(value, -x->value, NULL));
    return;
  }
  Word duration = (Word)ARG(ARG_EXCHANGE_NUMBERS_DURATION);
  const Mod mod = {.op = x->op == IR_POWER ? IR_M_BASE_POWER : IR_M_BASE_TOUGHNESS, .x = value};
  exchange_effect(g, env, n, x->of, mod, duration ? duration : W_INDEFINITE);
  facts_changed(g, FACT_COPY);
}

/* Whether each can become what the other is. */
static bool may_swap(const Eval *e, const Exchanged *both) {
  bool may = may_become(e->g, &both[0], both[1].value) && may_become(e->g, &both[1], both[0].value);
  if (!may) tell_incomplete(e, both[0].of, both[1].of);
  return may;
}

static void swap(Game *g, Heap env, Node n, const Exchanged *both) {
  becomes(g, env, n, &both[0], both[1].value);
  becomes(g, env, n, &both[1], both[0].value);
}

Flow act_exchange_numbers(Game *g, Frame *f) {
  if (f->step == ACT_DONE) {
    batch_end(g, (u32)f->a[ACT_BATCH]);
    return act_did(g, true);
  }
  Node n = f->node;
  Heap env = f->env;
  Eval e = eval_of_env(g, env);
  Exchanged both[2] = {{0}};
  bool possible =
      exchanged(&e, ARG(ARG_EXCHANGE_NUMBERS_A), &both[0]) && exchanged(&e, ARG(ARG_EXCHANGE_NUMBERS_B), &both[1]);
  if (!possible) tell_incomplete(&e, both[0].of, both[1].of);
  if (!possible || !may_swap(&e, both)) return act_did(g, false);
  RULE(g, "701.12g");
  u32 base = batch_begin(g);
  swap(g, env, n, both);
  layers_update(g);
  if (count_of(g, T_EVENTS) == base) return act_did(g, true);
  frame_top(g)->step = ACT_DONE;
  frame_top(g)->a[ACT_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

void build_exchange_life(Game *g, const Eval *e, Node n, Heap env) {
  Ref refs[2];
  Exchanged both[2];
  both_of(e, ARG(ARG_EXCHANGE_LIFE_A), ARG(ARG_EXCHANGE_LIFE_B), refs);
  if (!ref_is_player(refs[0]) || !ref_is_player(refs[1]) || refs[0] == refs[1]) return;
  for (u32 i = 0; i < 2; i++)
    both[i] = (Exchanged){.op = IR_LIFE, .of = refs[i], .value = core(g)->players[ref_slot(refs[i])].life};
  if (both[0].value == both[1].value || !may_swap(e, both)) return;
  RULE(g, "701.12c");
  swap(g, env, n, both);
}

/* --- cards ------------------------------------------------------------------------------------------------ */

/* Whether all are cards in the zone and one player's, who is put into `*owner`, PLAYER_NONE before the first. */
static bool are_cards_of_one(const Game *g, u32 mark, u32 count, Zone zone, u32 *owner) {
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(g, scratch_get(g, mark + i));
    if (!slot || object_row(g, slot)->zone != zone || object_row(g, slot)->kind != OBJECT_CARD) return false;
    if (*owner == PLAYER_NONE) *owner = object_row(g, slot)->owner;
    if (object_row(g, slot)->owner != *owner) return false;
  }
  return true;
}

/* What the first of some cards is attached to. */
static Ref host_of(const Game *g, u32 mark, u32 count, Zone zone) {
  return zone == ZONE_BATTLEFIELD && count ? permanent_of(g, object_live(g, scratch_get(g, mark)))->attached_to
                                           : REF_NONE;
}

static void cards_go(Game *g, const Eval *e, u32 mark, u32 count, Zone zone, Ref host) {
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (zone != ZONE_BATTLEFIELD) {
      row_EVENTS(g, batch_move(g, ref, zone, 0))->source = eval_self(e);
      continue;
    }
    u32 row = batch_enter(g, ref, eval_you(e));
    if (!host) continue;
    RULE(g, "701.12e");
    Entry *en = event_entry(g, row);
    en->attached_to = host;
    en->flags |= ENTRY_HOST_SAID;
  }
}

/* Whether a card could be attached to a host as it enters. */
static bool could_be_attached(Game *g, const Eval *e, Ref card, Ref host) {
  u32 base = batch_begin(g), slot = object_live(g, card);
  Heap entry = row_EVENTS(g, batch_enter(g, card, eval_you(e)))->entry;
  Chars chars;
  chars_entering(g, slot, entry, &chars);
  const Provisional as = {.slot = slot, .entry = entry, .chars = &chars};
  bool legal = attach_legal_entering(g, &as, host);
  batch_end(g, base);
  return legal;
}

void build_exchange_cards(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  Zone from = zone_of_word((Word)ARG(ARG_EXCHANGE_CARDS_FROM)), to = zone_of_word((Word)ARG(ARG_EXCHANGE_CARDS_TO));
  u32 first = scratch_mark(g), a = eval_objects(e, ARG(ARG_EXCHANGE_CARDS_A));
  u32 second = scratch_mark(g), b = eval_objects(e, ARG(ARG_EXCHANGE_CARDS_B));
  u32 owner = PLAYER_NONE;
  bool possible = a + b && are_cards_of_one(g, first, a, from, &owner) && are_cards_of_one(g, second, b, to, &owner);
  Ref host = possible ? host_of(g, first, a, from) : REF_NONE;
  if (host) possible = b == 1 && could_be_attached(g, e, scratch_get(g, second), host);
  if (!possible) tell_incomplete(e, REF_NONE, REF_NONE);
  if (possible) {
    RULE(g, a && b ? "701.12d" : "701.12f");
    cards_go(g, e, first, a, to, REF_NONE);
    cards_go(g, e, second, b, from, host);
  }
  scratch_release(g, first);
}
