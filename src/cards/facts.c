#include "cards/events.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/traits.h"

/* --- walking ------------------------------------------------------------------------------- */

const IrArg *ir_arg_at(const IrSignature *signature, u32 i) {
  const IrArg *rest = NULL;
  for (u32 a = 0; a < signature->count; a++) {
    const IrArg *arg = &signature->args[a];
    if (arg->rest) rest = arg;
    if (!arg->rest && arg->index == i) return arg;
  }
  return rest;
}

void ir_walk(const CardDb *db, Node node, IrVisit visit, void *context) {
  if (!visit(context, db, node)) return;
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  for (u32 i = 0; i < node_argc(db, node); i++) {
    Node child = node_arg(db, node, i);
    if (child && ir_arg_is_node(signature, i)) ir_walk(db, child, visit, context);
  }
}

bool ir_filter_is_self(const CardDb *db, Node filter) {
  if (node_op(db, filter) == IR_IS) {
    return node_op(db, node_arg(db, filter, ARG_IS_OBJECTS)) == IR_SELF;
  }
  if (node_op(db, filter) != IR_AND) return false;
  for (u32 i = 0; i < node_argc(db, filter); i++) {
    if (ir_filter_is_self(db, node_arg(db, filter, i))) return true;
  }
  return false;
}

/* Operations that ask nothing of the object that has the ability, their arguments aside; only these are known not to. */
static const bool IMPERSONAL[IR_OP_COUNT] = {
    [IR_NUMBER] = true,
    [IR_STATIC] = true,
    [IR_AFFECT] = true,
    [IR_ACTIVATED] = true,
    [IR_COST_CHOOSE] = true,
    [IR_SACRIFICE] = true,
    [IR_TAP] = true,
    [IR_ADD_MANA] = true,
    [IR_ADD_MANA_CHOICE] = true,
    [IR_ADD_MANA_TYPES_OF] = true,
    [IR_VAR] = true,
    [IR_COUNT] = true,
    [IR_POWER] = true,
    [IR_TOUGHNESS] = true,
    [IR_BASE_POWER] = true,
    [IR_BASE_TOUGHNESS] = true,
    [IR_MANA_VALUE] = true,
    [IR_LIFE] = true,
    [IR_COUNTERS] = true,
    [IR_TOTAL] = true,
    [IR_GREATEST] = true,
    [IR_LEAST] = true,
    [IR_DEVOTION] = true,
    [IR_PLUS] = true,
    [IR_MINUS] = true,
    [IR_TIMES] = true,
    [IR_QUOTIENT] = true,
    [IR_HALF_UP] = true,
    [IR_HALF_DOWN] = true,
    [IR_MINIMUM] = true,
    [IR_MAXIMUM] = true,
    [IR_NUM_IF] = true,
    [IR_AND] = true,
    [IR_OR] = true,
    [IR_NOT] = true,
    [IR_ALWAYS] = true,
    [IR_COMPARE] = true,
    [IR_EXISTS] = true,
    [IR_MATCHES] = true,
    [IR_TARGET] = true,
    [IR_TURN_OF] = true,
    [IR_TYPE] = true,
    [IR_SUPERTYPE] = true,
    [IR_SUBTYPE] = true,
    [IR_COLOR] = true,
    [IR_COLORLESS] = true,
    [IR_MULTICOLORED] = true,
    [IR_MONOCOLORED] = true,
    [IR_NAMED] = true,
    [IR_NO_ABILITIES] = true,
    [IR_IS_PERMANENT] = true,
    [IR_IS_CARD] = true,
    [IR_IS_TOKEN] = true,
    [IR_IS_SPELL] = true,
    [IR_IS_PLAYER] = true,
    [IR_CONTROLLED_BY] = true,
    [IR_OWNED_BY] = true,
    [IR_HAS_KEYWORD] = true,
    [IR_IS_COMMANDER] = true,
    [IR_FACE_DOWN] = true,
    [IR_TAPPED] = true,
    [IR_ATTACKING] = true,
    [IR_BLOCKING] = true,
    [IR_HAS_COUNTER] = true,
    [IR_YOU] = true,
    [IR_IT] = true,
    [IR_PLAYERS] = true,
    [IR_OPPONENTS] = true,
    [IR_ACTIVE_PLAYER] = true,
    [IR_CONTROLLER] = true,
    [IR_OWNER] = true,
    [IR_ALL] = true,
    [IR_ONLY] = true,
    [IR_UNION] = true,
    [IR_ALL_PLAYERS] = true,
    [IR_M_ADD_TYPE] = true,
    [IR_M_SET_TYPES] = true,
    [IR_M_LOSE_TYPE] = true,
    [IR_M_ADD_SUBTYPE] = true,
    [IR_M_SET_SUBTYPES] = true,
    [IR_M_SET_LAND_TYPES] = true,
    [IR_M_LOSE_SUBTYPES] = true,
    [IR_M_ALL_CREATURE_TYPES] = true,
    [IR_M_ADD_SUPERTYPE] = true,
    [IR_M_LOSE_SUPERTYPE] = true,
    [IR_M_SET_COLOR] = true,
    [IR_M_ADD_COLOR] = true,
    [IR_M_GAIN] = true,
    [IR_M_LOSE_ALL] = true,
    [IR_M_LOSE_KEYWORD] = true,
    [IR_M_CANT_HAVE] = true,
    [IR_M_BASE_PT] = true,
    [IR_M_BASE_POWER] = true,
    [IR_M_BASE_TOUGHNESS] = true,
    [IR_M_PT] = true,
    [IR_M_SWITCH] = true,
};

/* Operations that ask only what has been noted for it. */
static const bool NOTED[IR_OP_COUNT] = {
    [IR_NOTED_COLOR] = true,         [IR_NOTED_SUBTYPE] = true,       [IR_NOTED_NAME] = true,
    [IR_M_ADD_NOTED_SUBTYPE] = true, [IR_M_SET_NOTED_SUBTYPE] = true, [IR_M_SET_NOTED_COLOR] = true,
    [IR_M_ADD_NOTED_COLOR] = true,
};

typedef struct Impersonal {
  IrOp but;
  bool but_notes, still;
} Impersonal;

static bool is_still_impersonal(void *found, const CardDb *db, Node node) {
  Impersonal *i = found;
  IrOp op = node_op(db, node);
  i->still = i->still && (IMPERSONAL[op] || op == i->but || (i->but_notes && NOTED[op]));
  return i->still;
}

static bool is_impersonal(const CardDb *db, Node node, IrOp but, bool but_notes) {
  Impersonal i = {but, but_notes, true};
  ir_walk(db, node, is_still_impersonal, &i);
  return i.still;
}

bool ir_is_impersonal_but(const CardDb *db, Node node, IrOp but) { return is_impersonal(db, node, but, false); }

bool ir_is_impersonal_but_notes(const CardDb *db, Node node) { return is_impersonal(db, node, IR_NONE, true); }

bool ir_is_impersonal(const CardDb *db, Node node) { return ir_is_impersonal_but(db, node, IR_NONE); }

static Node effect_of(const CardDb *db, Node ability) {
  switch (node_op(db, ability)) {
    case IR_SPELL: return node_arg(db, ability, ARG_SPELL_EFFECT);
    case IR_ACTIVATED: return node_arg(db, ability, ARG_ACTIVATED_EFFECT);
    case IR_TRIGGERED: return node_arg(db, ability, ARG_TRIGGERED_EFFECT);
    default: return 0;
  }
}

Node ability_modal(const CardDb *db, Node ability) {
  Node effect = effect_of(db, ability);
  return effect && node_op(db, effect) == IR_MODAL ? effect : 0;
}

static bool counts_modal(void *count, const CardDb *db, Node node) {
  *(u32 *)count += node_op(db, node) == IR_MODAL;
  return true;
}

bool ability_misplaces_modal(const CardDb *db, Node ability) {
  u32 count = 0;
  ir_walk(db, ability, counts_modal, &count);
  return count > (ability_modal(db, ability) != 0);
}

/* --- facts about operations ----------------------------------------------------------------- */

typedef enum Looks { LOOKS_NOW, LOOKS_BACK, LOOKS_AS_WRITTEN } Looks;

typedef struct Properties {
  Facts reads, writes; /* read and written by a modification */
  u16 layer;           /* its layer … */
  bool takes;          /* … and whether it removes what makes effects */
  u16 traits;          /* TRAIT_… */
  u8 event, looks;     /* of a pattern */
  u8 roles[IR_ROLES_CAP];
} Properties;

enum { KEEPS, TAKES };
/* Facts as named in ir_ops.def. */
enum {
  NONE = 0,
  NAME = FACT_NAME,
  TYPES = FACT_TYPES,
  COLORS = FACT_COLORS,
  ABILITIES = FACT_ABILITIES,
  PT = FACT_PT,
  CONTROL = FACT_CONTROL,
  COST = FACT_COST,
  TEXT = FACT_TEXT,
  COPY = FACT_COPY,
  COUNTERS = FACT_COUNTERS,
  STATUS = FACT_STATUS,
  ZONES = FACT_ZONES,
  ATTACHED = FACT_ATTACHED,
  COMBAT = FACT_COMBAT,
  LIFE = FACT_LIFE,
  TURN = FACT_TURN,
  HISTORY = FACT_HISTORY,
  NOTES = FACT_NOTES,
  DAMAGE = FACT_DAMAGE,
  OTHER = FACT_OTHER,
  CHARACTERISTICS = FACTS_CHARACTERISTICS,
  COPIABLE = FACTS_CHARACTERISTICS & ~FACT_CONTROL,
  SUBTYPES = FACT_TYPES | FACT_ABILITIES, /* a land type adds or removes mana abilities (305.7) */
  ASPECT = 1 << 20,                       /* depends on an argument */
};

#define READS(FACTS, TRAITS) \
  { .reads = FACTS, .traits = TRAIT_##TRAITS }
#define CHANGES(LAYER, WRITES, TAKING, READS) \
  { .layer = LAYER_##LAYER, .writes = WRITES, .takes = TAKING, .reads = READS }
#define ROLES(A, B, C, ...) \
  { ROLE_##A, ROLE_##B, ROLE_##C }
#define WATCHES(KIND, LOOKS, ...) \
  { .event = EVENT_##KIND, .looks = LOOKS_##LOOKS, .roles = ROLES(__VA_ARGS__, NONE, NONE, NONE) }
#define BUILDS(FUNCTION, KIND, TRAITS) \
  { .traits = TRAIT_##TRAITS }
#define ACTS(FUNCTION, TRAITS) \
  { .traits = TRAIT_##TRAITS }
#define ACTS_AND_BUILDS(ACT, BUILD, TRAITS) \
  { .traits = TRAIT_##TRAITS }
#define DEFINED(TRAITS) \
  { .traits = TRAIT_##TRAITS }
#define PART(TRAITS) \
  { .traits = TRAIT_##TRAITS }
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) [IR_##ENUM] = PROPERTIES,
static const Properties PROPERTIES[IR_OP_COUNT] = {
#include "cards/ir_ops.def"
};

u32 ir_op_traits(IrOp op) { return PROPERTIES[op].traits; }

static Facts aspect_reads(Word aspect) {
  switch (aspect) {
    case W_A_NAME: return FACT_NAME;
    case W_A_COLOR: return FACT_COLORS;
    case W_A_MANA_VALUE: return FACT_COST;
    case W_A_POWER: return FACT_PT;
    case W_A_CONTROLLER: return FACT_CONTROL;
    default: return FACT_TYPES;
  }
}

Facts ir_op_reads(const CardDb *db, Node node) {
  IrOp op = node_op(db, node);
  const IrSignature *signature = &db->signatures[op];
  Facts reads = PROPERTIES[op].reads;
  if (!(reads & ASPECT)) return reads;
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *arg = &signature->args[i];
    if (arg->word_class == WC_ASPECT) return aspect_reads((Word)node_arg(db, node, arg->index));
  }
  return FACTS_CHARACTERISTICS;
}

/* --- modifications ------------------------------------------------------------------------- */

Layer ir_mod_layer(IrOp mod) {
  ASSERT(ir_op_info(mod)->sort == SORT_MOD);
  return (Layer)PROPERTIES[mod].layer;
}

Facts ir_mod_writes(IrOp mod) {
  ASSERT(ir_op_info(mod)->sort == SORT_MOD);
  return PROPERTIES[mod].writes;
}

bool ir_mod_takes(IrOp mod) {
  ASSERT(ir_op_info(mod)->sort == SORT_MOD);
  return PROPERTIES[mod].takes;
}

/* --- event patterns ------------------------------------------------------------------------ */

_Static_assert((int)ARG_E_TOGETHER_PATTERN == (int)ARG_E_CAUSED_PATTERN, "what says more of a pattern begins with it");

EventKind ir_pattern_event(IrOp pattern) { return (EventKind)PROPERTIES[pattern].event; }

const u8 *ir_pattern_roles(IrOp pattern) { return PROPERTIES[pattern].roles; }

/* Which moves a pattern can be of. */
static void add_moves(const CardDb *db, Node pattern, EventKinds *kinds) {
  IrOp op = node_op(db, pattern);
  bool between = op == IR_E_MOVES;
  u32 from = between ? node_arg(db, pattern, ARG_E_MOVES_FROM) : 0;
  u32 to = between ? node_arg(db, pattern, ARG_E_MOVES_TO) : 0;
  bool enters = op == IR_E_ENTERS || op == IR_E_SELF_ENTERS, leaves = op == IR_E_DIES || op == IR_E_LEAVES;
  if (!leaves && (!to || to == W_BATTLEFIELD)) event_kinds_add(kinds, MOVES_TO_BATTLEFIELD);
  if (!enters && (!from || from == W_BATTLEFIELD)) event_kinds_add(kinds, MOVES_FROM_BATTLEFIELD);
  if (enters || leaves || from == W_BATTLEFIELD || to == W_BATTLEFIELD) return;
  if (!from || from == W_STACK) event_kinds_add(kinds, MOVES_FROM_STACK);
  if (from != W_STACK) event_kinds_add(kinds, MOVES_ELSEWHERE);
}

void ir_pattern_events(const CardDb *db, Node pattern, EventKinds *kinds) {
  IrOp op = node_op(db, pattern);
  if (op == IR_E_TOGETHER || op == IR_E_CAUSED) {
    ir_pattern_events(db, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN), kinds);
  } else if (op == IR_E_OR) {
    for (u32 i = 0; i < node_argc(db, pattern); i++) ir_pattern_events(db, node_arg(db, pattern, i), kinds);
  } else if (PROPERTIES[op].event) {
    event_kinds_add(kinds, PROPERTIES[op].event);
    if (PROPERTIES[op].event == EVENT_MOVE) add_moves(db, pattern, kinds);
  }
}

/* "From anywhere" doesn't make a leaves-the-battlefield ability (603.6c). */
static bool moves_looks_back(const CardDb *db, Node pattern) {
  u32 from = node_arg(db, pattern, ARG_E_MOVES_FROM);
  u32 to = node_arg(db, pattern, ARG_E_MOVES_TO);
  return from == W_BATTLEFIELD || from == W_GRAVEYARD || to == W_HAND || to == W_LIBRARY;
}

static bool looks_back_as_written(const CardDb *db, Node pattern) {
  switch (node_op(db, pattern)) {
    case IR_E_OR:
      for (u32 i = 0; i < node_argc(db, pattern); i++) {
        if (ir_pattern_looks_back(db, node_arg(db, pattern, i))) return true;
      }
      return false;
    case IR_E_TOGETHER:
    case IR_E_CAUSED: return ir_pattern_looks_back(db, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN));
    case IR_E_MOVES: return moves_looks_back(db, pattern);
    /* Only if it is taken from somebody (603.10d). */
    case IR_E_CONTROL: return node_op(db, node_arg(db, pattern, ARG_E_CONTROL_PLAYER)) == IR_IS_OPPONENT;
    default: return false;
  }
}

bool ir_pattern_looks_back(const CardDb *db, Node pattern) {
  Looks looks = (Looks)PROPERTIES[node_op(db, pattern)].looks;
  return looks == LOOKS_BACK || (looks == LOOKS_AS_WRITTEN && looks_back_as_written(db, pattern));
}
