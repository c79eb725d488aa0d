#include "cards/events.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"

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

/* --- what operations read ------------------------------------------------------------------ */

static const Facts READS[IR_OP_COUNT] = {
    [IR_POWER] = FACT_PT,
    [IR_TOUGHNESS] = FACT_PT,
    [IR_BASE_POWER] = FACT_PT,
    [IR_BASE_TOUGHNESS] = FACT_PT,
    [IR_MANA_VALUE] = FACT_COST,
    [IR_LOYALTY] = FACT_COUNTERS,
    [IR_LIFE] = FACT_LIFE,
    [IR_PAYABLE_LIFE] = FACT_LIFE | FACT_OTHER,
    [IR_COUNTERS] = FACT_COUNTERS,
    [IR_ALL_COUNTERS] = FACT_COUNTERS,
    [IR_LEVEL] = FACT_STATUS,
    [IR_UNLOCKED_DOORS] = FACT_STATUS,
    [IR_TIMES_MUTATED] = FACT_STATUS,
    [IR_SPEED] = FACT_OTHER,
    [IR_PAIRED_WITH] = FACT_STATUS,
    [IR_FINAL_CHAPTER] = FACT_ABILITIES,
    [IR_AT_LEVEL] = FACT_COUNTERS,
    [IR_DAMAGE_MARKED] = FACT_DAMAGE,
    [IR_DEVOTION] = FACT_COST | FACT_CONTROL | FACT_ZONES,
    [IR_PARTY] = FACT_TYPES | FACT_CONTROL | FACT_ZONES,
    [IR_NOTED_NUMBER] = FACT_NOTES,
    [IR_TIMES_PAID] = FACT_OTHER,
    [IR_TIMES_RESOLVED] = FACT_HISTORY,
    [IR_MANA_SPENT] = FACT_OTHER,
    [IR_HAPPENED] = FACT_HISTORY,
    [IR_HAPPENED_AMOUNT] = FACT_HISTORY,
    [IR_COMMANDER_CASTS] = FACT_HISTORY,
    [IR_TURN_NUMBER] = FACT_TURN,
    [IR_TURN_OF] = FACT_TURN,
    [IR_DURING] = FACT_TURN,
    [IR_IS_DAY] = FACT_OTHER,
    [IR_IS_NIGHT] = FACT_OTHER,
    [IR_PAID] = FACT_OTHER,
    [IR_CAST_FROM] = FACT_OTHER,
    [IR_WAS_CAST] = FACT_OTHER,
    [IR_NOTED_WORD_IS] = FACT_NOTES,
    [IR_TYPE] = FACT_TYPES,
    [IR_SUPERTYPE] = FACT_TYPES,
    [IR_SUBTYPE] = FACT_TYPES,
    [IR_COLOR] = FACT_COLORS,
    [IR_COLORLESS] = FACT_COLORS,
    [IR_MULTICOLORED] = FACT_COLORS,
    [IR_MONOCOLORED] = FACT_COLORS,
    [IR_NAMED] = FACT_NAME,
    [IR_NAMED_AS] = FACT_NAME,
    [IR_HAS_KEYWORD] = FACT_ABILITIES,
    [IR_NO_ABILITIES] = FACT_ABILITIES,
    [IR_IS_PERMANENT] = FACT_ZONES,
    [IR_IS_SPELL] = FACT_ZONES,
    [IR_IS_OPPONENT] = FACT_CONTROL,
    [IR_ANY_TARGET] = FACT_TYPES | FACT_ZONES,
    [IR_IN_ZONE] = FACT_ZONES,
    [IR_CONTROLLED_BY] = FACT_CONTROL,
    [IR_TAPPED] = FACT_STATUS,
    [IR_ATTACKING] = FACT_COMBAT,
    [IR_BLOCKING] = FACT_COMBAT,
    [IR_BLOCKED] = FACT_COMBAT,
    [IR_UNBLOCKED] = FACT_COMBAT,
    [IR_ATTACKING_WHOM] = FACT_COMBAT,
    [IR_CHOSEN_TO_ATTACK] = FACT_COMBAT,
    [IR_CONTROLLED_SINCE_TURN] = FACT_OTHER,
    [IR_ATTACKED_THIS_COMBAT] = FACT_COMBAT,
    [IR_FACE_DOWN] = FACT_STATUS,
    [IR_TRANSFORMED] = FACT_STATUS,
    [IR_DOUBLE_FACED] = FACT_COPY | FACT_STATUS,
    [IR_SUSPENDED] = FACT_COUNTERS | FACT_ABILITIES | FACT_ZONES,
    [IR_CONTROLS] = FACT_ZONES | FACT_CONTROL,
    [IR_DEFENDED_BY] = FACT_ZONES | FACT_CONTROL | FACT_TYPES,
    [IR_HAS_COUNTER] = FACT_COUNTERS,
    [IR_ATTACHED_TO] = FACT_ATTACHED,
    [IR_CAN_HOST] = FACTS_CHARACTERISTICS | FACT_CONTROL | FACT_ZONES,
    [IR_CASTABLE] = FACTS_CHARACTERISTICS | FACT_ZONES | FACT_OTHER,
    [IR_HAS_ATTACHED] = FACT_ATTACHED,
    [IR_TARGETS] = FACT_OTHER,
    [IR_HAS_X] = FACT_COST,
    [IR_DEALT_DAMAGE_THIS_TURN] = FACT_HISTORY,
    [IR_BEGAN_UNTAPPED] = FACT_TURN,
    [IR_ENTERED_THIS_TURN] = FACT_HISTORY,
    [IR_PUT_THERE_THIS_TURN] = FACT_HISTORY,
    [IR_CAME_SINCE_UPKEEP] = FACT_OTHER,
    [IR_NOTED_COLOR] = FACT_NOTES | FACT_COLORS,
    [IR_NOTED_SUBTYPE] = FACT_NOTES | FACT_TYPES,
    [IR_NOTED_NAME] = FACT_NOTES | FACT_NAME,
    [IR_COLOR_IN] = FACT_COLORS,
    [IR_NAME_IN] = FACT_NAME,
    [IR_M_CREATURE_TYPES_OF] = FACT_TYPES,
    [IR_SUBTYPE_IN] = FACT_TYPES,
    [IR_COMPLETED_DUNGEON] = FACT_OTHER,
    [IR_DESIGNATED] = FACT_STATUS | FACT_OTHER,
    [IR_HAS_MANA_ABILITY] = FACT_ABILITIES,
    [IR_MODIFIED] = FACT_COUNTERS | FACT_ATTACHED | FACT_CONTROL,
    [IR_GRANTER] = FACT_ZONES | FACT_ABILITIES,
    [IR_YOU] = FACT_CONTROL,
    [IR_OPPONENTS] = FACT_CONTROL,
    [IR_ACTIVE_PLAYER] = FACT_TURN,
    [IR_CONTROLLER] = FACT_CONTROL,
    [IR_ALL] = FACT_ZONES,
    [IR_CARDS_IN] = FACT_ZONES,
    [IR_TOP] = FACT_ZONES,
    [IR_TOP_OF_GRAVEYARD] = FACT_ZONES,
    [IR_BECAME] = FACT_ZONES,
    [IR_HOST] = FACT_ATTACHED,
    [IR_ATTACHMENTS] = FACT_ATTACHED,
    [IR_NOTED] = FACT_NOTES,
    [IR_TARGETS_OF] = FACT_OTHER,
    [IR_DEFENDING_PLAYER] = FACT_COMBAT,
    [IR_ATTACKED_BY] = FACT_COMBAT,
    [IR_BLOCKERS_OF] = FACT_COMBAT,
    [IR_BLOCKED_BY] = FACT_COMBAT,
    [IR_SET_DIFFERENT_NAMES] = FACT_NAME,
    [IR_SET_DIFFERENT_CONTROLLERS] = FACT_CONTROL,
    [IR_SET_SAME_CONTROLLER] = FACT_CONTROL,
    [IR_SET_DIFFERENT_MANA_VALUES] = FACT_COST,
    [IR_M_COPY] = FACT_COPY,
    [IR_M_FULL_TEXT] = FACTS_CHARACTERISTICS,
    [IR_M_TEXT_BOX] = FACT_TEXT,
    [IR_M_TEXT_TOO] = FACT_TEXT,
    [IR_M_ADD_NOTED_SUBTYPE] = FACT_NOTES,
    [IR_M_SET_NOTED_SUBTYPE] = FACT_NOTES,
    [IR_M_SET_NOTED_COLOR] = FACT_NOTES,
    [IR_M_ADD_NOTED_COLOR] = FACT_NOTES,
    [IR_M_GAIN_ACTIVATED] = FACT_ABILITIES,
    [IR_M_SWITCH] = FACT_PT,
};

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
  if (op == IR_SHARES) return aspect_reads((Word)node_arg(db, node, ARG_SHARES_WHAT));
  if (op == IR_SET_SHARED) return aspect_reads((Word)node_arg(db, node, ARG_SET_SHARED_WHAT));
  if (op == IR_DISTINCT) return aspect_reads((Word)node_arg(db, node, ARG_DISTINCT_WHAT));
  return READS[op];
}

/* --- modifications ------------------------------------------------------------------------- */

/* What a modification is, by operation from the first to the last of the sort. Those that stand
   only in copy effects and tokens count as part of layer 1. */
typedef struct ModRow {
  u16 layer;
  Facts writes;
} ModRow;

#define COPIABLE (FACTS_CHARACTERISTICS & ~(u32)FACT_CONTROL)
/* A land type brings or takes mana abilities (305.7). */
#define SUBTYPES (FACT_TYPES | FACT_ABILITIES)

static const ModRow MODS[IR_OP_COUNT] = {
    [IR_M_COPY] = {LAYER_1A, COPIABLE},
    [IR_M_CONTROLLER] = {LAYER_2, FACT_CONTROL},
    [IR_M_SWAP_WORD] = {LAYER_3, FACT_TEXT | SUBTYPES},
    [IR_M_FULL_TEXT] = {LAYER_3, COPIABLE & ~(u32)FACT_COPY},
    [IR_M_TEXT_BOX] = {LAYER_3, FACT_TEXT | FACT_ABILITIES},
    [IR_M_TEXT_TOO] = {LAYER_3, FACT_TEXT | FACT_ABILITIES},
    [IR_M_HAS_TEXT] = {LAYER_3, FACT_TEXT | FACT_ABILITIES},
    [IR_M_NAME] = {LAYER_3, FACT_NAME}, /* 612.8 */
    [IR_M_CREATURE_NAMES] = {LAYER_3, FACT_NAME},
    [IR_M_ADD_TYPE] = {LAYER_4, FACT_TYPES},
    [IR_M_SET_TYPES] = {LAYER_4, FACT_TYPES},
    [IR_M_LOSE_TYPE] = {LAYER_4, FACT_TYPES},
    [IR_M_ADD_SUBTYPE] = {LAYER_4, SUBTYPES},
    [IR_M_SET_SUBTYPES] = {LAYER_4, SUBTYPES},
    [IR_M_SET_LAND_TYPES] = {LAYER_4, SUBTYPES},
    [IR_M_ADD_NOTED_SUBTYPE] = {LAYER_4, SUBTYPES},
    [IR_M_SET_NOTED_SUBTYPE] = {LAYER_4, SUBTYPES},
    [IR_M_ADD_VAR_SUBTYPE] = {LAYER_4, SUBTYPES},
    [IR_M_SET_VAR_SUBTYPE] = {LAYER_4, SUBTYPES},
    [IR_M_LOSE_SUBTYPES] = {LAYER_4, SUBTYPES},
    [IR_M_CREATURE_TYPES_OF] = {LAYER_4, SUBTYPES},
    [IR_M_ALL_CREATURE_TYPES] = {LAYER_4, FACT_TYPES},
    [IR_M_ADD_SUPERTYPE] = {LAYER_4, FACT_TYPES},
    [IR_M_LOSE_SUPERTYPE] = {LAYER_4, FACT_TYPES},
    [IR_M_SET_COLOR] = {LAYER_5, FACT_COLORS},
    [IR_M_ADD_COLOR] = {LAYER_5, FACT_COLORS},
    [IR_M_SET_NOTED_COLOR] = {LAYER_5, FACT_COLORS},
    [IR_M_ADD_NOTED_COLOR] = {LAYER_5, FACT_COLORS},
    [IR_M_SET_VAR_COLOR] = {LAYER_5, FACT_COLORS},
    [IR_M_GAIN] = {LAYER_6, FACT_ABILITIES},
    [IR_M_GAIN_ACTIVATED] = {LAYER_6, FACT_ABILITIES},
    [IR_M_GAIN_BELOW] = {LAYER_6, FACT_ABILITIES},
    [IR_M_LOSE_ALL] = {LAYER_6, FACT_ABILITIES},
    [IR_M_LOSE_KEYWORD] = {LAYER_6, FACT_ABILITIES},
    [IR_M_CANT_HAVE] = {LAYER_6, FACT_ABILITIES},
    [IR_M_BASE_PT] = {LAYER_7B, FACT_PT},
    [IR_M_BASE_POWER] = {LAYER_7B, FACT_PT},
    [IR_M_BASE_TOUGHNESS] = {LAYER_7B, FACT_PT},
    [IR_M_PT] = {LAYER_7C, FACT_PT},
    [IR_M_SWITCH] = {LAYER_7D, FACT_PT},
    [IR_M_NO_MANA_COST] = {LAYER_1A, FACT_COST | FACT_COLORS},
    [IR_M_MANA_COST] = {LAYER_1A, FACT_COST | FACT_COLORS},
    [IR_M_LOYALTY] = {LAYER_1A, FACT_OTHER},
    [IR_M_KEEP_NAME] = {LAYER_1A, FACT_NAME},
    [IR_M_KEEP_COLOR] = {LAYER_1A, FACT_COLORS},
    [IR_M_KEEP_PT] = {LAYER_1A, FACT_PT},
    [IR_M_KEEP_TYPES] = {LAYER_1A, FACT_TYPES},
    [IR_M_KEEP_ABILITY] = {LAYER_1A, FACT_ABILITIES},
    [IR_M_BACK_FACE] = {LAYER_1A, FACT_COPY},
    [IR_M_IF] = {LAYER_1A, 0},
};

Layer ir_mod_layer(IrOp mod) {
  ASSERT(ir_op_info(mod)->sort == SORT_MOD);
  return (Layer)MODS[mod].layer;
}

Facts ir_mod_writes(IrOp mod) {
  ASSERT(ir_op_info(mod)->sort == SORT_MOD);
  return MODS[mod].writes;
}

/* --- event patterns ------------------------------------------------------------------------ */

_Static_assert((int)ARG_E_TOGETHER_PATTERN == (int)ARG_E_CAUSED_PATTERN, "what says more of a pattern begins with it");

static const u8 EVENTS[IR_OP_COUNT] = {
    [IR_E_ENTERS] = EVENT_MOVE,
    [IR_E_SELF_ENTERS] = EVENT_MOVE,
    [IR_E_MOVES] = EVENT_MOVE,
    [IR_E_DIES] = EVENT_MOVE,
    [IR_E_LEAVES] = EVENT_MOVE,
    [IR_E_CREATED] = EVENT_CREATE,
    [IR_E_DAMAGE] = EVENT_DAMAGE,
    [IR_E_GAIN_LIFE] = EVENT_GAIN_LIFE,
    [IR_E_LOSE_LIFE] = EVENT_LOSE_LIFE,
    [IR_E_DRAW] = EVENT_DRAW,
    [IR_E_DISCARD] = EVENT_DISCARD,
    [IR_E_CYCLES] = EVENT_DISCARD,
    [IR_E_SACRIFICE] = EVENT_SACRIFICE,
    [IR_E_EXPLOITS] = EVENT_SACRIFICE,
    [IR_E_DESTROY] = EVENT_DESTROY,
    [IR_E_CAST] = EVENT_CAST,
    [IR_E_COPY] = EVENT_COPY,
    [IR_E_ACTIVATE] = EVENT_ACTIVATE,
    [IR_E_TARGETED] = EVENT_TARGET,
    [IR_E_STEP] = EVENT_STEP,
    [IR_E_TURN] = EVENT_TURN,
    [IR_E_ATTACKS] = EVENT_ATTACK,
    [IR_E_BLOCKS] = EVENT_BLOCK,
    [IR_E_EXERTED] = EVENT_EXERT,
    [IR_E_ENLISTS] = EVENT_ENLIST,
    [IR_E_BECOMES_BLOCKED] = EVENT_BLOCKED,
    [IR_E_ATTACKS_UNBLOCKED] = EVENT_UNBLOCKED,
    [IR_E_TAPPED] = EVENT_TAP,
    [IR_E_UNTAPPED] = EVENT_UNTAP,
    [IR_E_TAPPED_FOR_MANA] = EVENT_TAPPED_FOR_MANA,
    [IR_E_COUNTERS_PUT] = EVENT_COUNTERS_PUT,
    [IR_E_COUNTERS_REMOVED] = EVENT_COUNTERS_REMOVE,
    [IR_E_CHAPTER] = EVENT_COUNTERS_PUT, /* 714.2b */
    [IR_E_TURNED_FACE_UP] = EVENT_TURN_FACE_UP,
    [IR_E_TRANSFORMS] = EVENT_TRANSFORM,
    [IR_E_MUTATES] = EVENT_MERGE,
    [IR_E_ATTACHED] = EVENT_ATTACH,
    [IR_E_UNATTACHED] = EVENT_UNATTACH,
    [IR_E_CONTROL] = EVENT_CONTROL,
    [IR_E_SHUFFLES] = EVENT_SHUFFLE,
    [IR_E_SCRIES] = EVENT_SCRY,
    [IR_E_SURVEILS] = EVENT_SURVEIL,
    [IR_E_MILLS] = EVENT_MILL,
    [IR_E_SEARCHES] = EVENT_SEARCH,
    [IR_E_PHASES_OUT] = EVENT_PHASE_OUT,
    [IR_E_PHASES_IN] = EVENT_PHASE_IN,
    [IR_E_ADDS_MANA] = EVENT_ADD_MANA,
    [IR_E_COIN] = EVENT_COIN,
    [IR_E_DIE] = EVENT_DIE,
    [IR_E_MONARCH] = EVENT_MONARCH,
    [IR_E_DESIGNATED] = EVENT_DESIGNATE,
    [IR_E_UNLOCKS] = EVENT_DESIGNATE,
    [IR_E_ROOM] = EVENT_VENTURE,
    [IR_E_VENTURES] = EVENT_VENTURE,
    [IR_E_COMPLETES] = EVENT_COMPLETE,
    [IR_E_INITIATIVE] = EVENT_INITIATIVE,
    [IR_E_PERFORMS] = EVENT_PERFORM,
    [IR_E_DAY] = EVENT_DAY,
    [IR_E_LOSES_GAME] = EVENT_LOSE,
};

void ir_pattern_events(const CardDb *db, Node pattern, EventKinds *kinds) {
  IrOp op = node_op(db, pattern);
  if (op == IR_E_TOGETHER || op == IR_E_CAUSED) {
    ir_pattern_events(db, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN), kinds);
  } else if (op == IR_E_OR) {
    for (u32 i = 0; i < node_argc(db, pattern); i++) ir_pattern_events(db, node_arg(db, pattern, i), kinds);
  } else if (EVENTS[op]) {
    event_kinds_add(kinds, EVENTS[op]);
  }
}

/* "From anywhere" makes no leaves-the-battlefield ability (603.6c). */
static bool moves_looks_back(const CardDb *db, Node pattern) {
  u32 from = node_arg(db, pattern, ARG_E_MOVES_FROM);
  u32 to = node_arg(db, pattern, ARG_E_MOVES_TO);
  return from == W_BATTLEFIELD || from == W_GRAVEYARD || to == W_HAND || to == W_LIBRARY;
}

bool ir_pattern_looks_back(const CardDb *db, Node pattern) {
  switch (node_op(db, pattern)) {
    case IR_E_OR:
      for (u32 i = 0; i < node_argc(db, pattern); i++) {
        if (ir_pattern_looks_back(db, node_arg(db, pattern, i))) return true;
      }
      return false;
    case IR_E_TOGETHER:
    case IR_E_CAUSED: return ir_pattern_looks_back(db, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN));
    case IR_E_MOVES: return moves_looks_back(db, pattern);
    case IR_E_DIES:
    case IR_E_LEAVES:
    case IR_E_SACRIFICE:
    case IR_E_EXPLOITS:
    case IR_E_PHASES_OUT: /* 603.10b */
    case IR_E_UNATTACHED:
    case IR_E_LOSES_GAME: return true;
    /* Only where it is taken from somebody (603.10d). */
    case IR_E_CONTROL: return node_op(db, node_arg(db, pattern, ARG_E_CONTROL_PLAYER)) == IR_IS_OPPONENT;
    default: return false;
  }
}
