/* What a replacement's program does to the event it modifies (614). */
#include "cards/ir_walk.h"
#include "interp/interp_internal.h"

typedef void (*Change)(Game *g, const Eval *e, Node n, Heap env, u32 row);

#define ARG(name) node_arg(g->db, n, name)

static void gone(Game *g, u32 row) { row_EVENTS(g, row)->flags |= EVF_GONE | EVF_SETTLED; }

/* The program's environment for what happens outside the event: it keeps which effects have been applied. */
static Heap program_env(Game *g, Heap env, u32 row) {
  Heap copy = env_copy(g, env);
  Heap applied = heap_copy(g, row_EVENTS(g, row)->applied);
  Env *v = env_at(g, copy);
  v->flags &= (u16)~ENV_SHIELD;
  env_leave_replacement(g, copy);
  Heap old = v->applied;
  v->applied = applied;
  if (old) heap_free(g, old);
  return copy;
}

static bool visit_new(void *context, const CardDb *db, Node node) {
  *(bool *)context |= node_op(db, node) == IR_EVENT_NEW;
  return true;
}

/* Whether an action can be proposed along with the event: one without choices, and about nothing that the event has yet
   to make. */
static bool goes_along(const CardDb *db, Node action) {
  bool later = false;
  ir_walk(db, action, visit_new, &later);
  return !later && action_is_plain(db, action);
}

/* Actions without choices become events of the same batch, so that they happen at the same time and can be
   replaced in turn; others run as a program when the batch happens. */
static void add_program(Game *g, const Eval *e, Node effect, Heap env, u32 row) {
  if (goes_along(g->db, effect)) {
    u32 from = count_of(g, T_EVENTS);
    action_build(g, e, effect, env);
    for (u32 i = from; i < count_of(g, T_EVENTS); i++) {
      row_EVENTS(g, i)->cause = (u8)(1 + eval_you(e));
      if (row_EVENTS(g, i)->applied) continue;
      Heap applied = heap_copy(g, row_EVENTS(g, row)->applied);
      row_EVENTS(g, i)->applied = applied;
    }
    return;
  }
  Heap kept = program_env(g, env, row);
  u32 player = row_EVENTS(g, row)->player;
  Event *ev = batch_add(g, EVENT_PROGRAM);
  ev->node = effect;
  ev->env = kept;
  ev->player = (u8)player;
  ev->amount = 1 + (i64)row; /* what it is beside or in the place of, see batch_after */
}

static void change_instead(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  RULE(g, "614.6");
  gone(g, row);
  add_program(g, e, ARG(ARG_INSTEAD_EFFECT), env, row);
}

/* Whether the replacement that changes an event has changed another one of the same kind, of what this one happens to. */
static bool changed_alike(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 applied = list_count(g, ev.applied);
  SOUND(g, applied > 0);
  u64 id = list_get(g, ev.applied, applied - 1);
  for (u32 i = 0; i < count_of(g, T_EVENTS); i++) {
    const Event *other = row_EVENTS(g, i);
    bool alike = other->kind == ev.kind && other->object == ev.object && other->player == ev.player;
    if (i != row && alike && list_has(g, other->applied, id)) return true;
  }
  return false;
}

static void change_also(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  Node effect = ARG(ARG_ALSO_EFFECT);
  if (ARG(ARG_ALSO_ONCE) && changed_alike(g, row)) return;
  if (ev.kind == EVENT_MOVE && ev.entry && !goes_along(g->db, effect)) {
    Heap kept = program_env(g, env, row);
    Heap also = HEAP_AT(g, Entry, ev.entry)->also;
    list_add(g, &also, effect);
    list_add(g, &also, kept);
    HEAP_AT(g, Entry, ev.entry)->also = also;
    return;
  }
  add_program(g, e, effect, env, row);
}

static void change_zone(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  Event *ev = row_EVENTS(g, row);
  ev->to = (u8)zone_of_word((Word)ARG(ARG_INSTEAD_ZONE_ZONE));
  Word position = (Word)ARG(ARG_INSTEAD_ZONE_POSITION);
  ev->position = position ? (u8)(position - W_TOP) : 0;
  if (ARG(ARG_INSTEAD_ZONE_SHUFFLED)) {
    u32 owner = object_owner(g, ev->object);
    ev->flags |= EVF_SHUFFLE;
    batch_simple(g, EVENT_SHUFFLE, owner, ref_player(owner));
  }
  move_remember(g, e, row, ARG(ARG_INSTEAD_ZONE_LINK));
}

static void change_amount(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  i64 amount = eval_num(e, ARG(ARG_EVENT_SET_AMOUNT_N));
  row_EVENTS(g, row)->amount = amount;
  const Event ev = *row_EVENTS(g, row);
  Ref whom = ev.object || ev.player == PLAYER_NONE ? ev.object : ref_player(ev.player);
  if (amount > 0 && eval_self(e) != ev.object)
    REMARK(g, REPLACED, "614.1", ev.player, .object = whom, .source = eval_self(e), .kind = ev.kind, .amount = amount,
           .word = ev.word);
  if (amount <= 0) gone(g, row);
}

static void change_mana(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)g;
  (void)env;
  event_set_mana(e, n, row);
}

static void change_copies(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  i64 more = num_max(0, eval_num(e, ARG(ARG_MORE_COPIES_N)));
  Event *ev = row_EVENTS(g, row);
  ev->amount = num_add(ev->amount, more, NULL);
  if (ARG(ARG_MORE_COPIES_NEW_TARGETS)) ev->word += (u32)num_min(more, UINT32_MAX - ev->word);
}

/* How much a shield may still prevent or deal to something else; without one, everything. */
static i64 shield_left(Game *g, Heap env, u32 *effect) {
  *effect = 0;
  if (!(env_at(g, env)->flags & ENV_SHIELD)) return INT64_MAX;
  u64 row = env_at(g, env)->slot[SLOT_DID].v;
  SOUND(g, row > 0 && row <= count_of(g, T_EFFECTS));
  const Effect *shield = row_EFFECTS(g, (u32)row - 1);
  SOUND(g, !shield->id || shield->kind == EFFECT_REPLACEMENT);
  *effect = (u32)row;
  return shield->amount < 0 ? INT64_MAX : shield->amount;
}

/* 615.7: a shield with an amount is reduced by what it prevents; likewise by what is dealt to something else. */
static void shield_spend(Game *g, u32 effect, i64 left, i64 spent) {
  if (!effect || left == INT64_MAX) return;
  Effect *f = row_EFFECTS(g, effect - 1);
  f->amount -= spent;
  if (f->amount == 0) f->flags |= EFFECT_USED;
}

static void change_prevent(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  RULE(g, "615.1");
  u32 effect;
  i64 left = shield_left(g, env, &effect);
  i64 most = ARG(ARG_PREVENT_N) ? eval_num(e, ARG(ARG_PREVENT_N)) : INT64_MAX;
  const Event dealt = *row_EVENTS(g, row);
  i64 prevented = damage_unpreventable(g, &dealt) ? 0 : num_min(dealt.amount, num_min(left, num_max(0, most)));
  Event *ev = row_EVENTS(g, row);
  ev->amount -= prevented;
  if (prevented)
    REMARK(g, PREVENTED, "615.1", ev->player, .object = ev->object, .other = ev->source, .source = eval_self(e),
           .amount = prevented);
  if (ev->amount == 0) gone(g, row);
  if (effect && left != INT64_MAX) RULE(g, "615.7");
  shield_spend(g, effect, left, prevented);
  env_set_number(g, env, SLOT_THIS_WAY, prevented);
}

/* Whether damage can be redirected to a player or object: one that is in the game, or a battle, creature or planeswalker that
   is on the battlefield. */
static bool takes_damage(Game *g, Ref to) {
  if (ref_is_player(to)) return player_in_game(g, ref_slot(to));
  u32 slot = object_live(g, to);
  return slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD && !object_phased_out(g, slot) &&
         has_type(g, slot, TYPE(BATTLE) | TYPE(CREATURE) | TYPE(PLANESWALKER));
}

static void change_redirect(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  Ref to = eval_object(e, ARG(ARG_REDIRECT_TO));
  if (to == REF_NONE) return;
  RULE(g, "614.9");
  if (!takes_damage(g, to)) return;
  const Event ev = *row_EVENTS(g, row);
  u32 effect;
  i64 left = shield_left(g, env, &effect);
  i64 most = num_min(left, ARG(ARG_REDIRECT_N) ? eval_num(e, ARG(ARG_REDIRECT_N)) : ev.amount);
  shield_spend(g, effect, left, num_min(most, ev.amount));
  u32 player = eval_controller(e, to);
  REMARK(g, REDIRECTED, "614.9", player, .object = ev.object, .other = to, .source = eval_self(e),
         .amount = num_min(most, ev.amount));
  if (most >= ev.amount) {
    row_EVENTS(g, row)->object = to;
    row_EVENTS(g, row)->player = (u8)player;
    return;
  }
  row_EVENTS(g, row)->amount -= most;
  Heap applied = heap_copy(g, ev.applied);
  u32 part = batch_damage(g, ev.source, to, most, ev.flags & (EVF_COMBAT | EVF_UNPREVENTABLE));
  row_EVENTS(g, part)->applied = applied;
}

static void change_skip(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)e;
  (void)n;
  (void)env;
  RULE(g, "614.10");
  gone(g, row);
}

/* --- how an object enters (614.1c, d) ---------------------------------------------------------------------- */

static void change_tapped(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)e;
  (void)env;
  event_entry(g, row)->tapped = node_op(g->db, n) == IR_ENTERS_TAPPED;
}

static void change_with(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  entering_counters(g, row, (Word)ARG(ARG_ENTERS_WITH_KIND), eval_num(e, ARG(ARG_ENTERS_WITH_N)));
}

static void change_under(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  u32 player = eval_player(e, ARG(ARG_ENTERS_UNDER_PLAYER));
  if (player == PLAYER_NONE) return;
  event_entry(g, row)->controller = (u8)player;
  row_EVENTS(g, row)->player = (u8)player;
  for (u32 i = row + 1; i < count_of(g, T_EVENTS); i++) {
    Event *ev = row_EVENTS(g, i);
    if (ev->parent == row + 1 && ev->kind == EVENT_COUNTERS_PUT) ev->player = (u8)player;
  }
}

/* A permanent that is being turned face up is looked at with the values that it will have then (708.11), as what enters is
   with those it will have on the battlefield. */
static void look_at_turned(Game *g, u32 row, Eval *e, Provisional *prov, Chars *chars) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (ev.kind != EVENT_TURN_FACE_UP || !slot) return;
  if (!ev.entry) {
    Heap entry = HEAP_NEW(g, Entry);
    CvId cv = values_before_status(g, slot);
    const Object *o = object_row(g, slot);
    *HEAP_AT(g, Entry, entry) = (Entry){.cv = cv, .acquisition = o->acquisition, .controller = o->controller};
    row_EVENTS(g, row)->entry = entry;
  }
  Heap entry = row_EVENTS(g, row)->entry;
  *chars = *cv_chars(g, HEAP_AT(g, Entry, entry)->cv, 0);
  *prov = (Provisional){.slot = slot, .zone = ZONE_BATTLEFIELD, .entry = entry, .chars = chars};
  e->provisional = prov;
}

/* The values of both faces of what enters, whatever it enters as a copy of: a card's, or those of a copied spell. */
static CvId represented(const Game *g, u32 row) {
  u32 slot = object_live(g, row_EVENTS(g, row)->object);
  if (!slot) return event_entry(g, row)->cv;
  u32 card = object_row(g, slot)->card;
  return card ? row_CARDS(g, card)->def : object_row(g, slot)->cv;
}

/* No X was chosen for the abilities that a copy effect gives; the one that is carried out keeps its own (107.3j). */
static void x_stays_behind(Game *g, const Eval *e, Heap env, u32 row) {
  Heap cast = event_entry(g, row)->cast;
  if (!cast || !HEAP_AT(g, CastInfo, cast)->x) return;
  RULE(g, "107.3j");
  env_set_number(g, env, SLOT_X, eval_x(e));
  HEAP_AT(g, CastInfo, cast)->x = 0;
}

static void change_copy(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  Ref of = eval_object(e, ARG(ARG_ENTERS_AS_COPY_OF));
  CvId base = of ? copiable_values_of_ref(g, of) : 0;
  if (!base) { /* nothing was chosen: it enters as itself */
    const Event ev = *row_EVENTS(g, row);
    REMARK(g, COPIES_NOTHING, "101.3", ev.player, .object = ev.object);
    return;
  }
  RULE(g, "707.5");
  x_stays_behind(g, e, env, row);
  Eval with = *e;
  Provisional turned;
  Chars chars;
  look_at_turned(g, row, &with, &turned, &chars);
  CvId cv = copy_values(&with, base, n, ARG_ENTERS_AS_COPY_EXCEPT, row_EVENTS(g, row)->object);
  CvId itself = represented(g, row);
  bool double_faced = itself && cv_is_double_faced(g, itself);
  u32 slot = object_live(g, row_EVENTS(g, row)->object);
  bool token = slot && !object_row(g, slot)->card;
  Word until = (Word)ARG(ARG_ENTERS_AS_COPY_UNTIL);
  /* A double-faced token stays one, the same on both faces (701.27a, 712.9). */
  if (token && double_faced && !until) cv = cv_alike_faces(g, cv, true);
  u32 acquisition = ++core(g)->next_acquisition;
  Entry *en = event_entry(g, row);
  en->copy_until = until;
  if (en->copy_until && !en->own) en->own = en->cv;
  en->cv = cv;
  if (!double_faced) en->face = 0; /* else its back face stays up (701.27g, 712.8e) */
  en->acquisition = acquisition;
  /* An additional effect of an earlier copy effect doesn't happen any more (707.9e). */
  Heap old = en->copy_and_env;
  en->copy_and = 0;
  en->copy_and_env = 0;
  if (old) env_free(g, old);
  if (!ARG(ARG_ENTERS_AS_COPY_AND)) return;
  Heap kept = env_copy(g, env);
  en = event_entry(g, row);
  en->copy_and = ARG(ARG_ENTERS_AS_COPY_AND);
  en->copy_and_env = kept;
}

static bool sets_power_or_toughness(const CardDb *db, Node n, u32 first) {
  for (u32 i = first; i < node_argc(db, n); i++) {
    u32 op = node_op(db, node_arg(db, n, i));
    if (op == IR_M_BASE_PT || op == IR_M_BASE_POWER || op == IR_M_BASE_TOUGHNESS) return true;
  }
  return false;
}

static void change_values(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  /* Only what sets power and toughness makes copiable values, with all it says besides (707.2). */
  bool enters = row_EVENTS(g, row)->kind == EVENT_MOVE;
  if (enters && !sets_power_or_toughness(g->db, n, ARG_ENTERS_AS_MODS)) {
    enter_with_effect(g, e, n, ARG_ENTERS_AS_MODS, row);
    return;
  }
  RULE(g, "613.2a");
  Eval with = *e;
  Provisional turned;
  Chars chars;
  look_at_turned(g, row, &with, &turned, &chars);
  CvId cv = copy_values(&with, event_entry(g, row)->cv, n, ARG_ENTERS_AS_MODS, row_EVENTS(g, row)->object);
  event_entry(g, row)->cv = cv;
}

static void change_attached(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  Ref host = eval_object(e, ARG(ARG_ENTERS_ATTACHED_TO));
  event_entry(g, row)->attached_to = host;
  event_entry(g, row)->flags |= ENTRY_HOST_SAID;
}

static void change_attacking(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  entry_fights(g, e, row_EVENTS(g, row)->entry, (Fighting){.attacking = true, .whom = ARG(ARG_ENTERS_ATTACKING_WHOM)});
}

static void change_protected(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)env;
  u32 player = eval_player(e, ARG(ARG_ENTERS_PROTECTED_PLAYER));
  RULE(g, "310.8a");
  event_entry(g, row)->protector = player == PLAYER_NONE ? 0 : 1 + player;
}

static void change_transformed(Game *g, const Eval *e, Node n, Heap env, u32 row) {
  (void)e;
  (void)n;
  (void)env;
  /* What is represented by a card shows a face of that card, whatever it enters as a copy of (701.27c). */
  u32 card = cv_card(g, represented(g, row));
  if (card && carddb_card(g->db, card)->layout == LAYOUT_TRANSFORM) event_entry(g, row)->face = 1;
}

static Change change_of(IrOp op) {
  switch (op) {
    case IR_INSTEAD: return change_instead;
    case IR_ALSO: return change_also;
    case IR_INSTEAD_ZONE: return change_zone;
    case IR_EVENT_SET_AMOUNT: return change_amount;
    case IR_EVENT_SET_MANA: return change_mana;
    case IR_MORE_COPIES: return change_copies;
    case IR_PREVENT: return change_prevent;
    case IR_REDIRECT: return change_redirect;
    case IR_SKIP: return change_skip;
    case IR_ENTERS_TAPPED:
    case IR_ENTERS_UNTAPPED: return change_tapped;
    case IR_ENTERS_WITH: return change_with;
    case IR_ENTERS_UNDER: return change_under;
    case IR_ENTERS_AS_COPY: return change_copy;
    case IR_ENTERS_AS: return change_values;
    case IR_ENTERS_ATTACHED: return change_attached;
    case IR_ENTERS_ATTACKING: return change_attacking;
    case IR_ENTERS_PROTECTED: return change_protected;
    default: return change_transformed;
  }
}

Flow act_change_event(Game *g, Frame *f) {
  Heap env = f->env;
  Node node = f->node;
  u32 row = event_row_of(g, env);
  if (!row) return act_done(g, 0); /* the checker lets these stand only in replacements */
  Provisional prov;
  Chars chars;
  Eval e = eval_in_program(g, env, &prov, &chars);
  change_of(node_op(g->db, node))(g, &e, node, env, row - 1);
  return act_done(g, 1);
}
