#include "cards/ir.h"
#include "cards/ir_walk.h"

static const IrOpInfo OPS[IR_OP_COUNT] = {
    [IR_NONE] = {"", SORT_NONE, "", ""},
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) [IR_##ENUM] = {NAME, SORT_##SORT, SIGNATURE, ENGLISH},
#include "cards/ir_ops.def"
};

_Static_assert(IR_OP_COUNT <= UINT16_MAX, "a node's header has 16 bits for its operation");

/* The codes of sorts in signatures, and their names in messages. */
static const struct {
  const char *code, *text;
} SORTS[] = {
    [SORT_NONE] = {"", "nothing"},
    [SORT_ABIL] = {"ABIL", "an ability"},
    [SORT_NUM] = {"NUM", "a number"},
    [SORT_COND] = {"COND", "a condition"},
    [SORT_OBJ] = {"OBJ", "objects or players"},
    [SORT_ACT] = {"ACT", "an action"},
    [SORT_COST] = {"COST", "a cost"},
    [SORT_MOD] = {"MOD", "a modification"},
    [SORT_RULE] = {"RULE", "an effect on the rules"},
    [SORT_EVT] = {"EVT", "an event pattern"},
    [SORT_TOK] = {"TOK", "a token"},
    [SORT_TGT] = {"TGT", "a target"},
    [SORT_MODE] = {"MODE", "a mode"},
    [SORT_SET] = {"SET", "a condition on a set"},
    [SORT_STATIC] = {"STATIC", "an effect of a static ability"},
    [SORT_WORD] = {"word", "a word"},
    [SORT_VAR_SLOT] = {"var", "a variable"},
    [SORT_LINK] = {"link", "a link"},
    [SORT_STR] = {"str", "a quoted text"},
    [SORT_MANA] = {"mana", "mana symbols"},
    [SORT_INT] = {"int", "a whole number"},
    [SORT_FLAG] = {"flag", "a flag"},
};

/* The codes of word classes in signatures. */
static const char *const CLASS_CODES[WC_COUNT] = {
    [WC_ANY] = "any",
    [WC_COLOR] = "color",
    [WC_TYPE] = "type",
    [WC_SUPERTYPE] = "supertype",
    [WC_SUBTYPE] = "subtype",
    [WC_KEYWORD] = "keyword",
    [WC_COUNTER] = "counter",
    [WC_ZONE] = "zone",
    [WC_STEP] = "step",
    [WC_DURATION] = "duration",
    [WC_TIMING] = "timing",
    [WC_COMPARISON] = "comparison",
    [WC_ASPECT] = "aspect",
    [WC_POSITION] = "position",
    [WC_COMBAT] = "combat",
    [WC_SUBTYPE_CLASS] = "subtype-class",
    [WC_DESIGNATION] = "designation",
    [WC_ACTION] = "action",
    [WC_OTHER] = "other",
};

const IrOpInfo *ir_op_info(IrOp op) { return &OPS[op < IR_OP_COUNT ? op : IR_NONE]; }

const char *ir_sort_text(IrSort sort) { return (size_t)sort < COUNT_OF(SORTS) ? SORTS[sort].text : "nothing"; }

const char *ir_sort_code(IrSort sort) { return (size_t)sort < COUNT_OF(SORTS) ? SORTS[sort].code : ""; }

const char *ir_class_code(WordClass wc) { return wc < WC_COUNT ? CLASS_CODES[wc] : ""; }

/* Parses the part after the colon: "word.zone?", "OBJ*", "ACT!". */
static void parse_sort(Str code, IrArg *arg) {
  char last = (char)(code.length > 0 ? code.data[code.length - 1] : 0);
  arg->optional = last == '?';
  arg->rest = last == '*';
  arg->defined = last == '!';
  if (arg->optional || arg->rest || arg->defined) code.length--;
  Str class_code = {0};
  for (u32 i = 0; i < code.length; i++) {
    if (code.data[i] != '.') continue;
    class_code = (Str){code.data + i + 1, code.length - i - 1};
    code.length = i;
  }
  for (u32 sort = 0; sort < COUNT_OF(SORTS); sort++) {
    if (str_is(code, SORTS[sort].code)) arg->sort = (IrSort)sort;
  }
  for (u32 wc = 0; class_code.data && wc < WC_COUNT; wc++) {
    if (str_is(class_code, CLASS_CODES[wc])) arg->word_class = (WordClass)wc;
  }
}

/* Assigns each argument its position: positional ones first, then optional ones, then the rest. */
static void place_args(IrArg *args, u32 count) {
  u8 index = 0;
  for (u32 pass = 0; pass < 3; pass++) {
    for (u32 i = 0; i < count; i++) {
      u32 group = args[i].rest ? 2 : args[i].optional ? 1 : 0;
      if (group == pass) args[i].index = index++;
    }
  }
}

u32 ir_op_args(IrOp op, IrArg *args) { return ir_signature_args(ir_op_info(op)->signature, args); }

u32 ir_signature_args(const char *signature, IrArg *args) {
  const char *at = signature;
  u32 count = 0;
  while (*at && count < IR_ARGS_CAP) {
    size_t name = strcspn(at, ":");
    size_t sort = strcspn(at + name, " ");
    args[count] = (IrArg){.name = {at, (u32)name}};
    parse_sort((Str){at + name + 1, (u32)sort - 1}, &args[count]);
    count++;
    at += name + sort;
    at += strspn(at, " ");
  }
  place_args(args, count);
  return count;
}

IrOp ir_op_find(Str name, IrSort sort) {
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    bool fits = sort == SORT_NONE || OPS[op].sort == sort;
    if (fits && str_is(name, OPS[op].name)) return (IrOp)op;
  }
  return IR_NONE;
}

IrOp ir_op_nearest(Str name, IrSort sort) {
  u32 limit = name.length / 3 + 2;
  IrOp best = IR_NONE;
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    if (sort != SORT_NONE && OPS[op].sort != sort) continue;
    u32 distance = str_distance(name, str_of(OPS[op].name), limit);
    if (distance >= limit) continue;
    limit = distance;
    best = (IrOp)op;
  }
  return best;
}

const IrSignature *ir_signatures_make(Arena *arena) {
  IrSignature *signatures = arena_alloc(arena, IR_OP_COUNT * sizeof *signatures);
  if (!signatures) return NULL;
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    IrArg args[IR_ARGS_CAP];
    u32 count = ir_op_args((IrOp)op, args);
    IrArg *copy = arena_alloc(arena, count * sizeof *copy);
    if (!copy) return NULL;
    IrSignature *signature = &signatures[op];
    for (u32 i = 0; i < count; i++) {
      copy[i] = args[i];
      signature->has_rest |= args[i].rest;
      if (ir_sort_is_node(args[i].sort)) signature->nodes |= 1u << (args[i].rest ? IR_REST_NODES : args[i].index);
      if (args[i].defined) signature->defined = (u8)(args[i].index + 1);
    }
    signature->args = copy;
    signature->count = (u8)count;
    signature->fixed = (u8)(count - signature->has_rest);
  }
  return signatures;
}

/* Definitions can't refer to slots without a name. */
static const struct {
  const char *name;
  u32 slot;
} SLOTS[] = {
    {"x", SLOT_X},
    {"event-object", SLOT_EVENT_OBJECT},
    {"event-player", SLOT_EVENT_PLAYER},
    {"event-amount", SLOT_EVENT_AMOUNT},
    {"event-source", SLOT_EVENT_SOURCE},
    {"event-other", SLOT_EVENT_OTHER},
    {"event-new", SLOT_EVENT_NEW},
    {"moved", SLOT_MOVED},
    {"this-way", SLOT_THIS_WAY},
    {"did", SLOT_DID},
};

Str ir_slot_text(u32 slot) {
  for (u32 i = 0; i < COUNT_OF(SLOTS); i++) {
    if (SLOTS[i].slot == slot) return str_of(SLOTS[i].name);
  }
  return STR("");
}

u32 ir_slot_find(Str name) {
  for (u32 i = 0; i < COUNT_OF(SLOTS); i++) {
    if (str_is(name, SLOTS[i].name)) return SLOTS[i].slot;
  }
  return SLOT_FIRST_OWN;
}
