/* Which mana could be produced (106.7), and by which choices. */
#include "rules/cast/casting.h"
#include "state/mods.h"

/* --- choices in mana abilities --------------------------------------------------------------------------- */

enum { COLORS = 5 };

Node mana_alternatives(const CardDb *db, Node effect) {
  if (node_op(db, effect) == IR_ONE_OF || node_op(db, effect) == IR_CHOOSE_COLOR) return effect;
  for (u32 i = 0; node_op(db, effect) == IR_SEQ && i < node_argc(db, effect); i++) {
    IrOp op = node_op(db, node_arg(db, effect, i));
    if (op == IR_ONE_OF || op == IR_CHOOSE_COLOR) return node_arg(db, effect, i);
  }
  return 0;
}

u32 mana_alternative_count(const CardDb *db, Node alternatives) {
  if (!alternatives) return 0;
  return node_op(db, alternatives) == IR_ONE_OF ? node_argc(db, alternatives) - ARG_ONE_OF_OPTIONS : COLORS;
}

bool mana_color_choose(Game *g, Heap env, Node choice, u32 alternative) {
  Word color = (Word)(W_WHITE + alternative - 1);
  if ((Word)node_arg(g->db, choice, ARG_CHOOSE_COLOR_NOT) == color || node_arg(g->db, choice, ARG_CHOOSE_COLOR_BY))
    return false;
  env_set_word(g, env, node_arg(g->db, choice, ARG_CHOOSE_COLOR_SLOT), color);
  return true;
}

/* --- kinds ----------------------------------------------------------------------------------------------- */

#define ALL_COLORS 0x1fu

/* The objects that have been asked what they could produce: each once, since all answers come together, and a ring of
   such objects produces nothing more. A bit for each slot lies on the scratch list. */
typedef struct Asked {
  Game *g;
  u32 mark;
} Asked;

static Asked asked_begin(Game *g) {
  Asked asked = {.g = g, .mark = scratch_mark(g)};
  for (u32 slots = 0; slots < count_of(g, T_OBJECTS); slots += 64) scratch_push(g, 0);
  return asked;
}

static void asked_end(const Asked *asked) { scratch_release(asked->g, asked->mark); }

static bool ask_once(const Asked *asked, u32 slot) {
  u32 word = asked->mark + slot / 64;
  u64 before = scratch_get(asked->g, word), bit = (u64)1 << slot % 64;
  scratch_set(asked->g, word, before | bit);
  return !(before & bit);
}

static u32 kinds_of_effect(const Eval *e, Node effect, const Asked *asked);
static u32 kinds_of_object(Game *g, u32 slot, const Asked *asked);

static u32 kinds_of_producers(const Eval *e, Node producers, const Asked *asked) {
  Game *g = e->g;
  u32 mark = scratch_mark(g), count = eval_objects(e, producers), kinds = 0;
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(g, scratch_get(g, mark + i));
    if (slot) kinds |= kinds_of_object(g, slot, asked);
  }
  scratch_release(g, mark);
  return kinds;
}

/* The colors that any of the objects is. */
static u32 colors_among(const Eval *e, Node objects) {
  Game *g = e->g;
  u32 mark = scratch_mark(g), count = eval_objects(e, objects), colors = 0;
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(g, scratch_get(g, mark + i));
    if (slot) colors |= chars_of(g, slot)->colors;
  }
  scratch_release(g, mark);
  return colors & ALL_COLORS;
}

/* Of the event that a mana ability triggered on (106.12a). */
static u32 kinds_produced(const Eval *e) {
  Value v = eval_slot(e, SLOT_EVENT_NEW);
  return v.tag == VALUE_NUMBER ? (u32)v.v : 0;
}

static u32 kinds_named(const Eval *e, Node node, const Asked *asked) {
  const CardDb *db = e->g->db;
  if (node_op(db, node) == IR_ADD_MANA_TYPES_OF) {
    if (node_arg(db, node, ARG_ADD_MANA_TYPES_OF_PRODUCED)) return kinds_produced(e);
    if (node_arg(db, node, ARG_ADD_MANA_TYPES_OF_OWN))
      return colors_among(e, node_arg(db, node, ARG_ADD_MANA_TYPES_OF_PRODUCERS));
    u32 types = kinds_of_producers(e, node_arg(db, node, ARG_ADD_MANA_TYPES_OF_PRODUCERS), asked);
    return node_arg(db, node, ARG_ADD_MANA_TYPES_OF_COLORS) ? types & ALL_COLORS : types;
  }
  u32 kinds = 0;
  for (u32 i = ARG_ADD_MANA_CHOICE_KINDS; i < node_argc(db, node); i++)
    kinds |= color_mask(eval_word(e, (Word)node_arg(db, node, i)));
  if (!kinds) kinds = ALL_COLORS;
  if (!node_arg(db, node, ARG_ADD_MANA_CHOICE_IDENTITY)) return kinds;
  u32 identity;
  RULE(e->g, "903.4a");
  if (!commander_identity(e->g, eval_you(e), &identity)) RULE(e->g, "903.4f");
  return kinds & identity;
}

u32 mana_kinds_named(const Eval *e, Node node) {
  Asked asked = asked_begin(e->g);
  u32 kinds = kinds_named(e, node, &asked);
  asked_end(&asked);
  return kinds;
}

static u32 kinds_of_symbols(const ManaCost *cost) {
  u32 kinds = 0;
  for (u32 i = 0; i < cost->count; i++) kinds |= cost->symbols[i] & SYMBOL_KINDS;
  return kinds;
}

/* What an effect would add if it happened now. A dispatcher. */
static u32 kinds_of_effect(const Eval *e, Node effect, const Asked *asked) {
  const CardDb *db = e->g->db;
  u32 kinds = 0;
  switch (node_op(db, effect)) {
    case IR_ADD_MANA: return kinds_of_symbols(&db->costs.data[node_arg(db, effect, ARG_ADD_MANA_SYMBOLS)]);
    case IR_ADD_MANA_CHOICE:
    case IR_ADD_MANA_TYPES_OF:
      return eval_num(e, node_arg(db, effect, ARG_ADD_MANA_CHOICE_N)) > 0 ? kinds_named(e, effect, asked) : 0;
    case IR_IF: {
      bool then = eval_cond(e, node_arg(db, effect, ARG_IF_CONDITION));
      Node next = node_arg(db, effect, then ? ARG_IF_THEN : ARG_IF_ELSE);
      return next ? kinds_of_effect(e, next, asked) : 0;
    }
    case IR_ONE_OF:
      for (u32 i = ARG_ONE_OF_OPTIONS; i < node_argc(db, effect); i++)
        kinds |= kinds_of_effect(e, node_arg(db, effect, i), asked);
      return kinds;
    case IR_SEQ:
      for (u32 i = 0; i < node_argc(db, effect); i++) kinds |= kinds_of_effect(e, node_arg(db, effect, i), asked);
      return kinds;
    default: return 0;
  }
}

/* Of an effect by which a color is chosen first. */
static u32 kinds_by_color(Game *g, u32 slot, const AbilityInst *inst, Node effect, Node choice, const Asked *asked) {
  u32 kinds = 0;
  for (u32 i = 1; i <= COLORS; i++) {
    Heap env = activation_env(g, object_row(g, slot)->controller, slot, inst);
    Eval e = eval_of_env(g, env);
    if (mana_color_choose(g, env, choice, i)) kinds |= kinds_of_effect(&e, effect, asked);
    env_free(g, env);
  }
  return kinds;
}

/* As replacement effects would change them if the object were tapped for them (106.7). */
static u32 kinds_replaced(Game *g, u32 slot, u32 kinds) {
  if (!mana_is_replaced(g)) return kinds;
  u32 player = object_row(g, slot)->controller, replaced = 0;
  for (u32 left = kinds; left; left &= left - 1) {
    u32 kind = bits_first(left);
    i64 amount = 1;
    replaced |= 1u << (mana_foretell(g, player, object_ref(g, slot), &kind, &amount) ? kind : bits_first(left));
  }
  return replaced;
}

static u32 kinds_of_object(Game *g, u32 slot, const Asked *asked) {
  if (!ask_once(asked, slot)) return 0;
  u32 kinds = 0, count = ability_count(g, slot);
  RULE(g, "106.7");
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (!(def->flags & ABILITY_MANA)) continue;
    u32 arg = def->op == IR_ACTIVATED ? ARG_ACTIVATED_EFFECT : ARG_TRIGGERED_EFFECT, made;
    Node effect = node_arg(g->db, def->node, arg), choice = mana_alternatives(g->db, effect);
    if (choice && node_op(g->db, choice) == IR_CHOOSE_COLOR) {
      made = kinds_by_color(g, slot, &inst, effect, choice, asked);
    } else {
      Eval e = eval_of_ability(g, slot, &inst);
      made = kinds_of_effect(&e, effect, asked);
    }
    kinds |= def->flags & ABILITY_TAPS ? kinds_replaced(g, slot, made) : made;
  }
  return kinds;
}

u32 mana_kinds_of(Game *g, u32 slot) {
  Asked asked = asked_begin(g);
  u32 kinds = kinds_of_object(g, slot, &asked);
  asked_end(&asked);
  return kinds;
}

/* --- what taps for it ------------------------------------------------------------------------------------- */

u32 mana_usefulness(Game *g, u32 slot) {
  if (object_row(g, slot)->zone != ZONE_BATTLEFIELD) return 0;
  const Chars *c = chars_of(g, slot);
  u32 useful = c->types & TYPE(CREATURE) ? MANA_USEFUL_CREATURE : 0;
  for (u32 i = 0; i < c->ability_count && !(useful & MANA_USEFUL_ABILITY); i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->op == IR_ACTIVATED && !(def->flags & ABILITY_MANA)) useful |= MANA_USEFUL_ABILITY;
  }
  return useful;
}

/* --- choices made by the automatic payer ---------------------------------------------------------------------- */

/* They wait as words in a slot that activated abilities don't use. */
#define PLANNED_SLOT SLOT_EVENT_OTHER

void mana_choice_plan(Game *g, Heap env, u32 kind) {
  Value v = env_at(g, env)->slot[PLANNED_SLOT];
  Heap words = v.tag == VALUE_NUMBERS ? (Heap)v.v : 0;
  list_add(g, &words, W_WHITE + kind);
  Env *e = env_at(g, env);
  e->slot[PLANNED_SLOT] = (Value){.tag = VALUE_NUMBERS, .v = words};
  e->flags |= ENV_PLANNED;
}

Word mana_choice_planned(Game *g, Heap env) {
  const Env *e = env_at(g, env);
  Value v = e->slot[PLANNED_SLOT];
  if (!(e->flags & ENV_PLANNED) || v.tag != VALUE_NUMBERS || list_count(g, (Heap)v.v) == 0) return 0;
  Word word = (Word)list_get(g, (Heap)v.v, 0);
  list_remove(g, (Heap)v.v, 0);
  return word;
}
