/* What is cast or activated, on the stack or looked at. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/query.h"
#include "state/mods.h"

CastContext context_of_card(Game *g, u32 player, u32 slot, CastMethod method) {
  CastContext s = {.g = g, .player = player, .ref = object_ref(g, slot), .slot = slot, .spell = true, .method = method};
  u32 way = method_way(method);
  if (way == WAY_MANA_COST || way >= WAY_PERMISSION) return s;
  CastContext front = s; /* what lets a card be cast transformed stands on its front face (702.146a) */
  u32 card = cv_card(g, object_row(g, slot)->cv);
  if (card && carddb_card(g->db, card)->layout == LAYOUT_TRANSFORM) front.method = method_make(way, 0, 0, 0);
  s.way = context_ability(&front, way - 1);
  return s;
}

CastContext context_of_ability(Game *g, u32 player, u32 slot, u32 index) {
  return (CastContext){.g = g,
                       .player = player,
                       .ref = object_ref(g, slot),
                       .slot = slot,
                       .index = index,
                       .inst = ability_get(g, slot, index)};
}

/* --- an object of the stack as it is ------------------------------------------------------------- */

static void env_follow(Game *g, Heap env, u32 controller, const Chars *c) {
  if (!env) return;
  Env *v = env_at(g, env);
  v->controller = (u8)controller;
  for (u32 i = 0; c && i < c->ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, c, i);
    if (inst.ability != v->ability) continue;
    v->subst = inst.subst;
    return;
  }
}

/* Whether all that a spell with its printed words works in says so already. */
static bool follows(const Game *g, const Object *o, const StackItem *item, const Chars *c) {
  if (!item->env || item->modes || item->spliced || c->abilities_in_block != ABILITIES_OF_FORM) return false;
  const Env *v = env_at(g, item->env);
  return v->controller == o->controller && !v->subst;
}

void stack_follow(Game *g, u32 stack_slot) {
  const Chars *c = chars_of(g, stack_slot);
  const Object *o = object_row(g, stack_slot);
  const StackItem *item = stack_item_of(g, stack_slot);
  if (follows(g, o, item, c)) return;
  if (o->kind == OBJECT_ABILITY) c = NULL; /* it is independent of its source (113.7a) */
  env_follow(g, item->env, o->controller, c);
  for (u32 i = 0; i < list_count(g, item->modes); i++)
    env_follow(g, (Heap)(list_get(g, item->modes, i) >> 32), o->controller, c);
  for (u32 i = 0; i < list_count(g, item->spliced); i++)
    env_follow(g, (Heap)(list_get(g, item->spliced, i) >> 32), o->controller, c);
}

CastContext context_of_stack(Game *g, u32 stack_slot) {
  stack_follow(g, slot_on_stack(g, stack_slot));
  const StackItem item = *stack_item_of(g, stack_slot);
  CastContext s = {.g = g,
                   .player = object_row(g, stack_slot)->controller,
                   .stack = stack_slot,
                   .spell = object_row(g, stack_slot)->kind != OBJECT_ABILITY,
                   .inst = {.ability = item.ability, .subst = item.subst, .acquisition = item.acquisition},
                   .env = item.env};
  s.ref = s.spell ? object_ref(g, stack_slot) : item.source;
  s.slot = object_live(g, s.ref);
  return s;
}

u32 announced_item(Game *g, const Frame *f) {
  u32 slot = (u32)f->a[AN_STACK];
  return slot ? slot_on_stack(g, slot) : 0;
}

u32 spell_origin(Game *g, const Frame *f) {
  u32 rows = (u32)f->a[AN_ROWS];
  SOUND(g, place_recorded(g, rows));
  return rows - PLACE_ROWS;
}

CastContext context_of_frame(Game *g, u32 frame) {
  const Frame *f = frame_at(g, frame); /* nothing here adds rows */
  Ref ref = (Ref)f->a[AN_REF];
  CastContext s = {.g = g,
                   .player = (u32)f->a[AN_PLAYER],
                   .ref = ref,
                   .slot = object_live(g, ref),
                   .stack = announced_item(g, f),
                   .spell = f->proc == PROC_CAST,
                   .resolving = f->a[AN_FLAGS] & ANNOUNCE_RESOLVING,
                   .assisted = f->a[AN_FLAGS] & ANNOUNCE_ASSISTED,
                   .env = f->env,
                   .announced = (u32)f->a[AN_ROWS],
                   .announced_end = (u32)(f->a[AN_ROWS] + f->a[AN_COUNT])};
  SOUND(g, s.announced <= s.announced_end && s.announced_end <= count_of(g, T_CHOSEN));
  if (s.spell) {
    s.method = (CastMethod)f->a[AN_METHOD];
    if (s.stack) {
      u32 origin = spell_origin(g, f);
      s.permission = row_CHOSEN(g, origin + 1)->looks.permission;
      s.permission_env = f->env;
      const ChosenWay *way = &row_CHOSEN(g, origin + 2)->way;
      s.way = (AbilityInst){.ability = way->ability, .subst = way->subst, .acquisition = way->acquisition};
    }
    s.env = s.stack ? stack_item_of(g, s.stack)->env : 0;
    return s;
  }
  s.index = (u32)f->a[AN_METHOD];
  if (s.stack) s.env = stack_item_of(g, s.stack)->env;
  const Env *v = env_at(g, s.env);
  s.inst = (AbilityInst){.ability = v->ability, .subst = v->subst, .acquisition = v->acquisition};
  return s;
}

/* --- a card seen as a spell -------------------------------------------------------------------- */

/* While it is looked at as a spell, the card's row says what it would say on the stack: only characteristics
   and filters are asked for meanwhile, and nothing happens. */
SpellView context_view(const CastContext *s) {
  if (!s->spell || s->stack) return (SpellView){.changed = false};
  (void)chars_of(s->g, s->slot); /* what is kept of it is of the card as it is */
  Object *o = object_row(s->g, s->slot);
  SpellView view = {true, o->zone, o->face, o->controller, o->ext};
  o->zone = ZONE_STACK;
  o->ext = s->trial;
  o->face = (u8)method_face(s->method);
  o->controller = (u8)s->player;
  return view;
}

void context_view_end(const CastContext *s, SpellView view) {
  if (!view.changed) return;
  Object *o = object_row(s->g, s->slot);
  o->zone = view.zone;
  o->ext = view.ext;
  o->face = view.face;
  o->controller = view.controller;
}

static bool is_face_down(const CastContext *s) {
  u32 shape = method_shape(s->method);
  return s->spell && !s->stack && (shape == SHAPE_MORPH || shape == SHAPE_DISGUISE);
}

/* Whether it is looked at as the Aura spell or mutating creature spell it would be (702.103d, 702.140a). */
static bool is_cast_as(const CastContext *s) {
  u32 shape = method_shape(s->method);
  return s->spell && !s->stack && (shape == SHAPE_BESTOW || shape == SHAPE_MUTATE);
}

static CvId cast_as(const CastContext *s) {
  CvId cv = object_row(s->g, s->slot)->cv;
  return method_shape(s->method) == SHAPE_BESTOW ? cv_bestowed(s->g, cv) : cv_mutating(s->g, cv);
}

static FaceDownKind face_down_kind(const CastContext *s) {
  return method_shape(s->method) == SHAPE_MORPH ? FACE_DOWN_MORPH : FACE_DOWN_DISGUISE;
}

/* The form that a card which is just as it is printed would have as the spell; null if that can't be said so plainly. */
static const CardForm *printed_form(const CastContext *s) {
  if (!s->spell || s->stack) return NULL;
  const Object *o = object_row(s->g, s->slot);
  if (o->status & STATUS_FLIPPED || !form_of(s->g, s->slot)) return NULL;
  const CardForm *form = card_form(s->g, o->cv, method_face(s->method));
  return form->defines ? NULL : form;
}

const Chars *context_chars(const CastContext *s) {
  if (!s->spell || s->stack) return chars_of(s->g, s->slot);
  if (is_face_down(s)) return cv_chars(s->g, cv_face_down(s->g, face_down_kind(s)), 0);
  if (is_cast_as(s)) return cv_chars(s->g, cast_as(s), method_face(s->method));
  bool other_face = method_face(s->method) != object_row(s->g, s->slot)->face;
  const Chars *alternative = other_face ? chars_with_face(s->g, s->slot, method_face(s->method)) : NULL;
  if (alternative) return alternative;
  const CardForm *form = printed_form(s);
  if (form) return &form->chars;
  /* What is kept of a card with counters is of the face it has. */
  if (other_face) return cv_chars(s->g, object_row(s->g, s->slot)->cv, method_face(s->method));
  SpellView view = context_view(s);
  const Chars *c = chars_of(s->g, s->slot);
  context_view_end(s, view);
  return c;
}

/* --- what it would have on the stack alone ------------------------------------------------------- */

/* As effects would have it on the stack, null if none would have it otherwise. */
static const Chars *chars_there(const CastContext *s) {
  if (!s->spell || s->stack) return NULL;
  Game *g = s->g;
  CvId cv = object_row(g, s->slot)->cv;
  if (is_cast_as(s)) cv = cast_as(s);
  u8 face_down = is_face_down(s) ? (u8)(1 + face_down_kind(s)) : 0;
  return chars_as_spell(g, (SpellLook){.slot = s->slot,
                                       .cv = cv,
                                       .controller = (u8)s->player,
                                       .face = (u8)method_face(s->method),
                                       .face_down = face_down});
}

static bool has_inst(const Game *g, const Chars *c, u32 own, const AbilityInst *inst) {
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst other = chars_ability(g, c, i, own);
    if (other.ability == inst->ability && other.acquisition == inst->acquisition) return true;
  }
  return false;
}

/* Whether characteristics have the abilities of others first, as they have if effects have only added some. */
static bool begins_with(const Game *g, const Chars *c, const Chars *others) {
  if (c->ability_count < others->ability_count) return false;
  for (u32 i = 0; i < others->ability_count; i++) {
    const AbilityInst inst = inst_of_chars(g, c, i), other = inst_of_chars(g, others, i);
    if (inst.ability != other.ability || inst.acquisition != other.acquisition) return false;
  }
  return true;
}

static u32 count_given(const Game *g, const Chars *there, const Chars *here, u32 own, u32 most, AbilityInst *inst) {
  u32 found = 0;
  for (u32 i = 0; i < there->ability_count && found < most; i++) {
    *inst = chars_ability(g, there, i, own);
    found += !has_inst(g, here, own, inst);
  }
  return found;
}

/* Counts the abilities that effects would give it on the stack and that it doesn't have where it is, up to `most`. If there
   are as many, `*inst` is the last one counted. */
static u32 find_given(const CastContext *s, u32 most, AbilityInst *inst) {
  const Chars *there = chars_there(s), *here = there ? context_chars(s) : NULL;
  if (!there) return 0;
  u32 own = object_row(s->g, s->slot)->acquisition;
  if (!begins_with(s->g, there, here)) return count_given(s->g, there, here, own, most, inst);
  u32 given = there->ability_count - here->ability_count, found = most < given ? most : given;
  if (found > 0) *inst = chars_ability(s->g, there, here->ability_count + found - 1, own);
#ifdef GAVEL_CHECKED
  AbilityInst counted = {0};
  ASSERT(count_given(s->g, there, here, own, most, &counted) == found);
  ASSERT(found < most || memcmp(&counted, inst, sizeof counted) == 0);
#endif
  return found;
}

/* The index-th of those abilities; false if there are fewer. */
static bool given_there(const CastContext *s, u32 index, AbilityInst *inst) {
  return find_given(s, index + 1, inst) == index + 1;
}

bool context_may_hold(const CastContext *s, u32 what) {
  const CardForm *form = printed_form(s);
  return !form || form->holds & what || derived(s->g)->layers.changes_spells;
}

u32 context_ability_count(const CastContext *s) {
  if (!s->spell) return 0;
  u32 count = context_chars(s)->ability_count;
  AbilityInst inst;
  return count + find_given(s, UINT32_MAX, &inst);
}

AbilityInst context_ability(const CastContext *s, u32 index) {
  if (s->stack) return ability_get(s->g, s->slot, index);
  AbilityInst inst = {.ability = 0};
  const Chars *c = context_chars(s);
  if (index < c->ability_count) return chars_ability(s->g, c, index, object_row(s->g, s->slot)->acquisition);
  bool found = given_there(s, index - c->ability_count, &inst);
  SOUND(s->g, found);
  return inst;
}

bool context_has_keyword(const CastContext *s, Word keyword) {
  if (s->stack) return has_keyword(s->g, s->slot, keyword);
  if (chars_keyword(context_chars(s), keyword)) return true;
  const Chars *c = chars_there(s);
  return c && chars_keyword(c, keyword);
}

/* Whether an ability works in the environment the spell's own abilities share. */
static bool shares_env(const CastContext *s, const AbilityInst *inst) {
  const CardDb *db = s->g->db;
  u32 own = env_at(s->g, s->env)->ability;
  if (!own) return false;
  const AbilityDef *a = carddb_ability(db, own), *b = carddb_ability(db, inst->ability);
  return a->slot_names == b->slot_names && a->slots == b->slots && !inst->env;
}

bool activation_has_x(const CardDb *db, u32 ability) {
  return node_holds(db, node_arg(db, carddb_ability(db, ability)->node, ARG_ACTIVATED_COST), TRAIT_X);
}

Eval context_eval(const CastContext *s, const AbilityInst *inst) {
  bool kept = s->env && (!s->spell || shares_env(s, inst));
  Eval e = kept ? eval_of_env(s->g, s->env) : eval_of_ability(s->g, s->slot, inst);
  if (!kept) e.controller = (u8)s->player;
  e.trial_x = s->trial_x;
  e.own_x = !kept && !s->spell && activation_has_x(s->g->db, inst->ability);
  return e;
}

/* Where it is cast from, by which keyword, and the value of {X} that is tried, stand where they would stand on the stack. */
static Heap trial_item(const CastContext *s) {
  Game *g = s->g;
  Heap cast = HEAP_NEW(g, CastInfo), item = HEAP_NEW(g, StackItem);
  *HEAP_AT(g, CastInfo, cast) = (CastInfo){.from = object_row(g, s->slot)->zone,
                                           .was_cast = s->spell,
                                           .player = (u8)s->player,
                                           .method = s->spell ? method_label(s) : 0,
                                           .x = s->trial_x};
  HEAP_AT(g, StackItem, item)->cast = cast;
  return item;
}

static void item_free(Game *g, Heap heap) {
  const StackItem item = *HEAP_AT(g, StackItem, heap);
  Heap paid = HEAP_AT(g, CastInfo, item.cast)->paid;
  if (paid) heap_free(g, paid);
  heap_free(g, item.cast);
  modes_free(g, item.modes);
  env_free(g, item.env);
  heap_free(g, heap);
}

/* A card that becomes another thing as it is cast is looked at as it would exist (708.4, 702.103d). */
static bool changed_matches(const CastContext *s, const Eval *e, Node filter) {
  Game *g = s->g;
  Heap entry = HEAP_NEW(g, Entry);
  Heap item = s->trial ? s->trial : trial_item(s);
  HEAP_AT(g, Entry, entry)->controller = (u8)s->player;
  HEAP_AT(g, Entry, entry)->cast = HEAP_AT(g, StackItem, item)->cast;
  if (is_face_down(s)) HEAP_AT(g, Entry, entry)->face_down = (u8)(1 + face_down_kind(s));
  Chars c = *context_chars(s);
  Provisional as = {.slot = s->slot, .zone = ZONE_STACK, .entry = entry, .chars = &c};
  Eval looking = *e;
  looking.provisional = &as;
  bool match = eval_matches(&looking, filter, s->ref);
  heap_free(g, entry);
  if (!s->trial) item_free(g, item);
  return match;
}

bool context_matches(const CastContext *s, const Eval *e, Node filter) {
  Game *g = s->g;
  if (!filter) return true;
  if (is_face_down(s) || is_cast_as(s)) return changed_matches(s, e, filter);
  if (!s->spell || s->stack || object_row(g, s->slot)->zone == ZONE_STACK) return eval_matches(e, filter, s->ref);
  CastContext seen = *s;
  if (!s->trial) seen.trial = trial_item(s);
  SpellView view = context_view(&seen);
  bool match = eval_matches(e, filter, s->ref);
  context_view_end(&seen, view);
  if (!s->trial) item_free(g, seen.trial);
  return match;
}

void context_try(CastContext *s, Heap env) {
  ASSERT(!s->stack && !s->trial && s->spell == (env == 0));
  s->trial = trial_item(s);
  s->env = env ? env : spell_env(s->g, s);
  StackItem *item = HEAP_AT(s->g, StackItem, s->trial);
  item->source = s->ref;
  item->env = s->env;
}

void context_try_end(CastContext *s) {
  item_free(s->g, s->trial);
  s->trial = s->env = 0;
}

StackItem *context_item(const CastContext *s) {
  if (s->stack) return stack_item_of(s->g, s->stack);
  return s->trial ? HEAP_AT(s->g, StackItem, s->trial) : NULL;
}

Node context_part(const CastContext *s, u32 i, AbilityInst *inst) {
  const CardDb *db = s->g->db;
  if (!s->spell) {
    *inst = s->inst;
    return i == 0 ? carddb_ability(db, s->inst.ability)->node : 0;
  }
  const Chars *c = context_chars(s);
  u32 seen = 0;
  for (u32 k = 0; k < c->ability_count; k++) {
    const AbilityDef *def = carddb_ability(db, inst_of_chars(s->g, c, k).ability);
    if (def->op != IR_SPELL || seen++ != i) continue;
    u32 own = s->stack ? settled_acquisition(s->g, s->slot) : object_row(s->g, s->slot)->acquisition;
    *inst = chars_ability(s->g, c, k, own);
    return def->node;
  }
  if (s->stack) return 0; /* what effects give it is among its abilities already */
  for (u32 k = 0; given_there(s, k, inst); k++) {
    const AbilityDef *def = carddb_ability(db, inst->ability);
    if (def->op == IR_SPELL && seen++ == i) return def->node;
  }
  return 0;
}

/* --- its parts and their targets ---------------------------------------------------------------------- */

/* The place of a kind of ability among those that share the environment of the spell: the first there is sets its size. */
static u32 sharing_place(IrOp op) {
  static const IrOp SHARING[] = {IR_SPELL, IR_ADDITIONAL_COST, IR_OPTIONAL_COST, IR_ALTERNATIVE_COST, IR_KEYWORD};
  u32 place = 0;
  while (place < COUNT_OF(SHARING) && SHARING[place] != op) place++;
  return place;
}

/* The size of the environment that the spell's own abilities share, and one of them (0 if there is none). */
static u32 shared_slots(const CastContext *s, AbilityInst *which) {
  u32 count = context_ability_count(s), first = sharing_place(IR_NONE), slots = SLOT_FIRST_OWN;
  *which = (AbilityInst){.ability = 0};
  for (u32 i = 0; i < count && first > 0; i++) {
    AbilityInst inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(s->g->db, inst.ability);
    u32 place = sharing_place(def->op);
    if (place >= first || inst.env) continue;
    first = place;
    *which = inst;
    slots = def->slots;
  }
  return slots;
}

Heap spell_env(Game *g, const CastContext *s) {
  AbilityInst inst, enchant;
  u32 slots = shared_slots(s, &inst);
  if (aura_enchant(s, &enchant)) { /* what it targets isn't among the variables of its costs */
    inst = enchant;
    slots = SLOT_FIRST_OWN + 1;
  }
  Heap env = env_new(g, slots < SLOT_FIRST_OWN ? SLOT_FIRST_OWN : slots);
  Env *v = env_at(g, env);
  v->source = v->stack_object = s->ref;
  v->ability = inst.ability;
  v->subst = inst.subst;
  v->acquisition = inst.acquisition;
  v->controller = (u8)s->player;
  return env;
}

Word method_label(const CastContext *s) {
  switch (method_way(s->method)) {
    case WAY_MANA_COST:
    case WAY_PERMISSION:
    case WAY_FREE: return 0;
    case WAY_FACE_DOWN: return method_shape(s->method) == SHAPE_MORPH ? W_MORPH : W_DISGUISE;
    default:
      if (!s->way.ability) return 0;
      return (Word)node_arg(s->g->db, carddb_ability(s->g->db, s->way.ability)->node, ARG_ALTERNATIVE_COST_LABEL);
  }
}

/* The targets of a part: its TARGET arguments from here on. */
u32 part_first_target(const CardDb *db, Node part) {
  switch (node_op(db, part)) {
    case IR_SPELL: return ARG_SPELL_TARGETS;
    case IR_ACTIVATED: return ARG_ACTIVATED_TARGETS;
    case IR_TRIGGERED: return ARG_TRIGGERED_TARGETS;
    case IR_MODE: return ARG_MODE_TARGETS;
    default: return node_argc(db, part);
  }
}

/* The first enchant ability of an Aura spell defines its target (303.4a); others restrict it. */
bool aura_enchant(const CastContext *s, AbilityInst *inst) {
  if (!s->spell) return false;
  const Chars *c = context_chars(s);
  if (!(c->types & TYPE(ENCHANTMENT)) || !chars_subtype(c, W_AURA) || !chars_keyword(c, W_ENCHANT)) return false;
  u32 count = c->ability_count;
  for (u32 i = 0; i < count; i++) {
    *inst = context_ability(s, i);
    const AbilityDef *def = carddb_ability(s->g->db, inst->ability);
    if (def->op == IR_KEYWORD && def->keyword == W_ENCHANT) return true;
  }
  return false;
}

Heap spliced_env(const Game *g, Heap spliced, u32 part) {
  for (u32 i = 0; i < list_count(g, spliced); i++)
    if ((u32)list_get(g, spliced, i) == part) return (Heap)(list_get(g, spliced, i) >> 32);
  return 0;
}

Heap modes_copy(Game *g, Heap modes) {
  if (!modes) return 0;
  Heap copy = heap_copy(g, modes);
  for (u32 i = 0; i < list_count(g, copy); i++) {
    u64 item = list_get(g, copy, i);
    if (!(item >> 32)) continue;
    u64 env = env_copy(g, (Heap)(item >> 32));
    list_set(g, copy, i, (item & UINT32_MAX) | env << 32);
  }
  return copy;
}

void modes_free(Game *g, Heap modes) {
  for (u32 i = 0; i < list_count(g, modes); i++) env_free(g, (Heap)(list_get(g, modes, i) >> 32));
  if (modes) heap_free(g, modes);
}

typedef struct SlotList {
  Game *g;
  TargetSlot *out;
  u32 count;
} SlotList;

Node modal_mode(Game *g, Node modal, u32 number) {
  SOUND(g, number - 1 < node_argc(g->db, modal) - ARG_MODAL_MODES);
  return node_arg(g->db, modal, ARG_MODAL_MODES + number - 1);
}

static void slot_add(SlotList *list, TargetSlot slot) {
  if (list->count == TARGET_SLOTS) game_fail(list->g, GAVEL_E_LIMIT, "instances of \"target\" of a spell or ability");
  SOUND(list->g, slot.var < env_at(list->g, slot.env)->slots);
  list->out[list->count++] = slot;
}

/* What an Aura spell enchants (303.4a). */
static void slot_add_enchanted(SlotList *list, u32 enchant, Heap env) {
  Node node = carddb_ability(list->g->db, enchant)->node;
  slot_add(list, (TargetSlot){.node = node, .var = SLOT_FIRST_OWN, .env = env});
}

static void slots_add(SlotList *list, Node part, Heap env) {
  const CardDb *db = list->g->db;
  for (u32 i = part_first_target(db, part); i < node_argc(db, part); i++) {
    Node target = node_arg(db, part, i);
    u32 var = node_arg(db, target, ARG_TARGET_SLOT);
    slot_add(list, (TargetSlot){.node = target, .var = var, .env = env, .part = part, .at = i});
  }
}

static void slots_add_modes(SlotList *list, Heap modes, Node modal, Heap env) {
  Game *g = list->g;
  for (u32 i = 0; i < list_count(g, modes); i++) {
    u64 item = list_get(g, modes, i);
    Heap own = (Heap)(item >> 32);
    slots_add(list, modal_mode(g, modal, (u32)item), own ? own : env);
  }
}

/* The targets of a part, and of its modes that are chosen. */
static void slots_add_part(SlotList *list, const StackItem *item, Node part, Heap env, Heap shared) {
  slots_add(list, part, env);
  Node modal = ability_modal(list->g->db, part);
  if (modal) slots_add_modes(list, item->modes, modal, shared);
}

/* Those of a spell ability, which has an environment of its own if it was spliced onto the spell. */
static void slots_add_spliced(SlotList *list, const StackItem *item, Node part, u32 i, Heap shared) {
  Heap spliced = spliced_env(list->g, item->spliced, i);
  slots_add_part(list, item, part, spliced ? spliced : shared, shared);
}

/* Whether it is plain that it has no targets: nothing that is printed on a spell has any, or on the ability. */
static bool targets_nothing(const CastContext *s, const StackItem *item) {
  const Game *g = s->g;
  if (!s->spell) return !(carddb_ability(g->db, s->inst.ability)->flags & ABILITY_HAS_TARGETS);
  if (!s->stack || item->spliced || derived(g)->layers.changes_spells) return false;
  const CardForm *form = form_of(s->g, s->slot);
  /* Of what can be cast anyhow its form may say nothing. */
  return form && form->cast != CAST_ANYHOW && form->targets == TARGETS_NONE;
}

/* The targets of a spell's abilities in their order (see context_part), each found in one walk. */
static void slots_add_spell(SlotList *list, const CastContext *s, const StackItem *item) {
  Game *g = s->g;
  AbilityInst inst;
  const Chars *c = context_chars(s); /* nothing is computed while targets are listed */
  u32 parts = 0;
  for (u32 k = 0; k < c->ability_count; k++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, k).ability);
    if (def->op == IR_SPELL) slots_add_spliced(list, item, def->node, parts++, s->env);
  }
  for (u32 k = 0; !s->stack && given_there(s, k, &inst); k++) {
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op == IR_SPELL) slots_add_spliced(list, item, def->node, parts++, s->env);
  }
}

/* Checked builds look at what is plain, too. */
u32 context_target_slots(const CastContext *s, TargetSlot *out) {
  Game *g = s->g;
  SlotList list = {.g = g, .out = out};
  AbilityInst inst;
  if (!s->env || !context_item(s)) return 0;
  const StackItem item = *context_item(s);
  bool none = targets_nothing(s, &item);
#ifndef GAVEL_CHECKED
  if (none) return 0;
#endif
  if (aura_enchant(s, &inst)) slot_add_enchanted(&list, inst.ability, s->env);
  if (s->spell)
    slots_add_spell(&list, s, &item);
  else
    slots_add_part(&list, &item, carddb_ability(g->db, s->inst.ability)->node, s->env, s->env);
  ASSERT(!none || list.count == 0);
  return list.count;
}

u32 target_slots(Game *g, u32 stack_slot, TargetSlot *out) {
  CastContext s = context_of_stack(g, stack_slot);
  return context_target_slots(&s, out);
}

/* The target slots of what was on the stack, as it last was there (608.2h). */
static u32 target_slots_gone(Game *g, u32 row, TargetSlot *out) {
  const Lki lki = *row_LKI(g, row);
  if (lki.object.zone != ZONE_STACK || !lki.ext) return 0;
  const StackItem item = *HEAP_AT(g, StackItem, lki.ext);
  SlotList list = {.g = g, .out = out};
  if (!item.env) return 0;
  RULE(g, "608.2h");
  if (lki.object.kind == OBJECT_ABILITY) {
    slots_add_part(&list, &item, carddb_ability(g->db, item.ability)->node, item.env, item.env);
    return list.count;
  }
  bool aura = chars_subtype(&lki.chars, W_AURA);
  u32 parts = 0;
  for (u32 i = 0; i < lki.chars.ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, &lki.chars, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    bool enchants = aura && def->op == IR_KEYWORD && def->keyword == W_ENCHANT && list.count == 0;
    if (enchants) slot_add_enchanted(&list, inst.ability, item.env);
    if (def->op == IR_SPELL) slots_add_spliced(&list, &item, def->node, parts++, item.env);
  }
  return list.count;
}

static u32 slots_targets_push(Game *g, const TargetSlot *slots, u32 count) {
  u32 pushed = 0;
  for (u32 i = 0; i < count; i++) {
    Value v = target_slot_value(g, &slots[i]);
    u32 n = targets_of_value(g, v);
    for (u32 k = 0; k < n; k++, pushed++) scratch_push(g, target_of_value(g, v, k));
  }
  return pushed;
}

u32 context_targets_push(const CastContext *s) {
  TargetSlot slots[TARGET_SLOTS];
  return slots_targets_push(s->g, slots, context_target_slots(s, slots));
}

u32 stack_targets(Game *g, Ref ref) {
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (slot ? object_row(g, slot)->zone != ZONE_STACK : !row) return 0;
  TargetSlot slots[TARGET_SLOTS];
  return slots_targets_push(g, slots, slot ? target_slots(g, slot, slots) : target_slots_gone(g, row, slots));
}
