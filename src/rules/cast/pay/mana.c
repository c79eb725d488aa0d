/* Which mana could be produced (106.7), and by which choices. */
#include "cards/ir_walk.h"
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

/* Objects that produce what others could produce ask each other, perhaps in a ring. Each is asked once in a round, and who
   asks again relies on what is known of it so far; if that turns out to be too little, there is another round. What is known
   only grows. */
enum { KNOWN_ASKED = 1, KNOWN_RELIED_ON = 2, KNOWN_KINDS = 2 };

/* All that an expression names for a player, which is looked for once in a round. */
typedef struct Producers {
  ManaAsker asker;
  u64 known; /* the kinds of mana from bit KNOWN_KINDS on */
} Producers;

typedef struct Asked {
  Game *g;
  bool others; /* objects are asked for others */
  bool again;  /* something was relied on too early */
  u32 mark;    /* a word for each object on the scratch list: what is known of it */
  u32 count;
  Producers producers[8];
} Asked;

static u32 known_kinds(u64 known) { return (u32)(known >> KNOWN_KINDS); }

static u64 known_more(Asked *asked, u64 known, u32 kinds) {
  if (kinds & ~known_kinds(known) && known & KNOWN_RELIED_ON) asked->again = true;
  return known | (u64)kinds << KNOWN_KINDS;
}

static u32 kinds_of_effect(const Eval *e, Node effect, Asked *asked);
static u32 kinds_of_object(Game *g, u32 slot, Asked *asked);

bool mana_asker_find(const Eval *e, Node node, ManaAsker *asker) {
  *asker = (ManaAsker){node, eval_you(e), e->subst, e->captured};
  return !e->env && ir_is_impersonal(e->g->db, node);
}

/* What is known of the producers; null if the expression says something of its own object, or there is no more room. */
static Producers *producers_known(const Eval *e, Node node, Asked *asked) {
  Producers now = {.known = 0};
  if (!mana_asker_find(e, node, &now.asker)) return NULL;
  for (u32 i = 0; i < asked->count; i++)
    if (mana_askers_equal(&asked->producers[i].asker, &now.asker)) return &asked->producers[i];
  if (asked->count == COUNT_OF(asked->producers)) return NULL;
  asked->producers[asked->count] = now;
  return &asked->producers[asked->count++];
}

static u32 kinds_in_round(const Eval *e, Node node, Asked *asked) {
  Game *g = e->g;
  Producers *producers = producers_known(e, node, asked);
  if (producers && producers->known & KNOWN_ASKED) {
    producers->known |= KNOWN_RELIED_ON;
    return known_kinds(producers->known);
  }
  if (producers) producers->known |= KNOWN_ASKED;
  u32 mark = scratch_mark(g), count = eval_objects(e, node), kinds = 0;
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(g, scratch_get(g, mark + i));
    if (slot) kinds |= kinds_of_object(g, slot, asked);
  }
  scratch_release(g, mark);
  if (producers) producers->known = known_more(asked, producers->known, kinds);
  return kinds;
}

/* Begins another round. */
static void round_begin(Asked *asked) {
  const u64 FLAGS = KNOWN_ASKED | KNOWN_RELIED_ON;
  for (u32 slot = 0; slot < count_of(asked->g, T_OBJECTS); slot++)
    scratch_set(asked->g, asked->mark + slot, scratch_get(asked->g, asked->mark + slot) & ~FLAGS);
  for (u32 i = 0; i < asked->count; i++) asked->producers[i].known &= ~FLAGS;
  asked->again = false;
}

static u32 kinds_of_producers(const Eval *e, Node node, Asked *asked) {
  if (asked->others) return kinds_in_round(e, node, asked);
  Game *g = e->g;
  asked->others = true;
  asked->count = 0;
  asked->mark = scratch_mark(g);
  for (u32 slot = 0; slot < count_of(g, T_OBJECTS); slot++) scratch_push(g, 0);
  u32 kinds = kinds_in_round(e, node, asked);
  while (asked->again) {
    round_begin(asked);
    kinds |= kinds_in_round(e, node, asked);
  }
  scratch_release(g, asked->mark);
  asked->others = false;
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

static u32 kinds_named(const Eval *e, Node node, Asked *asked) {
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
  Asked asked = {.g = e->g};
  return kinds_named(e, node, &asked);
}

static u32 kinds_of_symbols(const ManaCost *cost) {
  u32 kinds = 0;
  for (u32 i = 0; i < cost->count; i++) kinds |= cost->symbols[i] & SYMBOL_KINDS;
  return kinds;
}

/* What an effect would add if it happened now. A dispatcher. */
static u32 kinds_of_effect(const Eval *e, Node effect, Asked *asked) {
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
static u32 kinds_by_color(Game *g, u32 slot, const AbilityInst *inst, Node effect, Node choice, Asked *asked) {
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

static u32 kinds_of_abilities(Game *g, u32 slot, Asked *asked) {
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

static u32 kinds_of_object(Game *g, u32 slot, Asked *asked) {
  if (!asked->others) return kinds_of_abilities(g, slot, asked);
  u32 place = asked->mark + slot;
  u64 known = scratch_get(g, place);
  scratch_set(g, place, known | (known & KNOWN_ASKED ? KNOWN_RELIED_ON : KNOWN_ASKED));
  if (known & KNOWN_ASKED) return known_kinds(known);
  u32 kinds = kinds_of_abilities(g, slot, asked);
  scratch_set(g, place, known_more(asked, scratch_get(g, place), kinds));
  return kinds;
}

u32 mana_kinds_of(Game *g, u32 slot) {
  Asked asked = {.g = g};
  return kinds_of_object(g, slot, &asked);
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
