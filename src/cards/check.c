#include "cards/check.h"

#include "cards/carddb.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/lexer.h"
#include "cards/read.h"

/* --- characteristics ----------------------------------------------------------------------- */

/* The types that the subtypes of each class belong to (205.3d). */
static const u16 SUBTYPE_TYPES[SUB_COUNT] = {
    [SUB_CREATURE] = TYPE(CREATURE) | TYPE(KINDRED),
    [SUB_LAND] = TYPE(LAND),
    [SUB_ARTIFACT] = TYPE(ARTIFACT),
    [SUB_ENCHANTMENT] = TYPE(ENCHANTMENT),
    [SUB_PLANESWALKER] = TYPE(PLANESWALKER),
    [SUB_SPELL] = TYPE(INSTANT) | TYPE(SORCERY),
    [SUB_BATTLE] = TYPE(BATTLE),
    [SUB_OTHER] = TYPE(DUNGEON),
};

static void check_subtypes(const Chars *chars, Text *out) {
  for (u32 bit = 0; bit < SUBTYPE_CAP; bit++) {
    Word word = (Word)(W_SUBTYPE_FIRST + bit);
    if (!chars_subtype(chars, word)) continue;
    bool known = word_class(word) == WC_SUBTYPE;
    if (known && (SUBTYPE_TYPES[word_subtype_class(word)] & chars->types)) continue;
    text_adds(out, "the subtype ");
    text_add(out, known ? word_text(word) : STR("(unknown)"));
    text_adds(out, " belongs to none of the card's types (205.3d)");
    return;
  }
}

bool check_face_chars(const Chars *chars, bool behind, Text *out) {
  u32 from = out->length;
  static const struct {
    u16 type;
    u8 has;
    bool in_front; /* a permanent that turns into it already has its loyalty */
    const char *message;
  } NEEDS[] = {
      {TYPE(CREATURE), HAS_POWER | HAS_TOUGHNESS, false,
       "a creature without power and toughness: expected (pt …) (208.1)"},
      {TYPE(PLANESWALKER), HAS_LOYALTY, true, "a planeswalker without loyalty: expected (loyalty …) (209.1)"},
      {TYPE(BATTLE), HAS_DEFENSE, false, "a battle without defense: expected (defense …) (210.1)"},
  };
  if (!chars->types) text_adds(out, "no card type: expected (types …)");
  for (u32 i = 0; i < COUNT_OF(NEEDS) && out->length == from; i++) {
    bool lacks = (chars->types & NEEDS[i].type) && (chars->has & NEEDS[i].has) != NEEDS[i].has;
    if (lacks && !(behind && NEEDS[i].in_front)) text_adds(out, NEEDS[i].message);
  }
  if (out->length == from) check_subtypes(chars, out);
  return out->length == from && !out->failed;
}

void face_complete(const CardDb *db, Chars *chars) {
  u8 colors = mana_cost_colors(&db->costs.data[chars->mana_cost]);
  chars->colors = colors | chars->color_indicator;
  memset(chars->keywords, 0, sizeof chars->keywords);
  for (u32 i = 0; i < chars->ability_count; i++) {
    const AbilityDef *def = &db->abilities.data[chars->abilities + i];
    if (def->op != IR_KEYWORD) continue;
    chars->keywords[keyword_bit(def->keyword) >> 6] |= (u64)1 << (keyword_bit(def->keyword) & 63);
  }
}

/* --- databases ----------------------------------------------------------------------------- */

/* Checks a run of cards, or the whole database; nothing in it may refer to anything outside it. */
typedef struct Checker {
  const CardDb *db;
  GavelError *error;
  GavelStatus status;
  CardDef from, to; /* only the `first_` fields count */
  u8 *depths;       /* for each word from the first: the depth of the node that begins there, 0 if none does */
} Checker;

static bool damaged(Checker *checker, const char *what, u32 index) {
  if (!checker->status) {
    checker->status = error_set(checker->error, GAVEL_E_CORRUPT, 0, 0, 0, "%s %u is damaged", what, index);
  }
  return false;
}

static bool is_name(const CardDb *db, u32 id) { return id > 0 && id <= db->names.texts.count; }

/* Whether a text can follow a $ or @. */
static bool is_atom(const CardDb *db, u32 id) { return is_name(db, id) && token_is_atom(intern_text(&db->names, id)); }

/* The depth of the node at a place; 0 if there is none. */
static u32 depth_at(const Checker *checker, Node node) {
  u32 first = checker->from.first_word;
  return node >= first && node < checker->to.first_word ? checker->depths[node - first] : 0;
}

/* Checks a child, which must be an operation of `sort` before `node`, and updates the depth. */
static bool check_child(const Checker *checker, IrSort sort, Node child, Node node, u32 *depth) {
  u32 below = child < node ? depth_at(checker, child) : 0;
  if (!below || ir_op_info(node_op(checker->db, child))->sort != sort) return false;
  if (below > *depth) *depth = below;
  return true;
}

static bool check_nested(const Checker *checker, u32 ability, Node node, u32 *depth) {
  const CardDb *db = checker->db;
  if (ability < checker->from.first_ability || ability >= checker->to.first_ability) return false;
  return check_child(checker, SORT_ABIL, db->abilities.data[ability].node, node, depth);
}

static bool check_slot(u32 slot) {
  return slot >= SLOT_FIRST_OWN ? slot < READ_SLOTS_MAX : ir_slot_text(slot).length > 0;
}

static bool check_int(const IrArg *arg, i32 value) {
  return value >= (arg->optional ? 1 : -READ_NUMBER_MAX) && value <= READ_NUMBER_MAX;
}

static bool check_word(const IrArg *arg, u32 value) {
  if (value == 0 || value >= WORD_COUNT) return false;
  return arg->word_class == WC_ANY || word_class((Word)value) == arg->word_class;
}

/* Checks one argument word of a node; updates `*depth` by a child's depth. */
static bool check_arg(const Checker *checker, const IrArg *arg, Node node, u32 value, u32 *depth) {
  const CardDb *db = checker->db;
  if (arg->optional && value == 0) return true;
  switch (arg->sort) {
    case SORT_WORD: return check_word(arg, value);
    case SORT_VAR_SLOT: return check_slot(value);
    case SORT_LINK: return is_atom(db, value);
    case SORT_STR: return is_name(db, value);
    case SORT_MANA: return value > 0 && value < db->costs.count;
    case SORT_INT: return check_int(arg, (i32)value);
    case SORT_FLAG: return value == 1;
    case SORT_ABIL: return check_nested(checker, value, node, depth);
    default: return check_child(checker, arg->sort, value, node, depth);
  }
}

static bool check_node(Checker *checker, Node node) {
  const CardDb *db = checker->db;
  u32 op = db->words.data[node] & 0xffff;
  u32 argc = node_argc(db, node);
  u32 depth = 0;
  if (op == IR_NONE || op >= IR_OP_COUNT || argc >= checker->to.first_word - node) return false;
  const IrSignature *signature = &db->signatures[op];
  if (argc < signature->fixed || argc > signature->fixed + READ_REST_MAX) return false;
  if (argc > signature->fixed && !signature->has_rest) return false;
  for (u32 i = 0; i < argc; i++) {
    const IrArg *arg = ir_arg_at(signature, i);
    if (!check_arg(checker, arg, node, node_arg(db, node, i), &depth)) return false;
  }
  if (depth >= IR_DEPTH_MAX) return false;
  checker->depths[node - checker->from.first_word] = (u8)(depth + 1);
  return true;
}

_Static_assert(IR_DEPTH_MAX < 256, "depths are kept in bytes");

static void check_nodes(Checker *checker) {
  const CardDb *db = checker->db;
  u32 end = checker->to.first_word;
  for (u32 at = checker->from.first_word; at < end && !checker->status; at += node_argc(db, at) + 1) {
    if (!check_node(checker, at)) damaged(checker, "node", at);
  }
}

/* Context for checking the nodes of an ability. */
typedef struct AbilityCheck {
  const AbilityDef *def;
  bool wrong;
} AbilityCheck;

static bool check_in_ability(void *context, const CardDb *db, Node node) {
  AbilityCheck *check = context;
  IrOp op = node_op(db, node);
  const IrSignature *signature = &db->signatures[op];
  bool changes = op >= IR_INSTEAD && op <= IR_ENTERS_TRANSFORMED;
  check->wrong |= changes && check->def->op != IR_REPLACEMENT;
  for (u32 i = 0; i < node_argc(db, node); i++) {
    const IrArg *arg = ir_arg_at(signature, i);
    u32 value = node_arg(db, node, i);
    check->wrong |= arg->sort == SORT_VAR_SLOT && value >= check->def->slots;
    /* A delayed ability uses the environment of its creator. */
    bool shares = arg->sort == SORT_ABIL && value && ir_op_captures(op);
    check->wrong |= shares && db->abilities.data[value].slots != check->def->slots;
  }
  return !check->wrong;
}

static bool check_ability(const Checker *checker, u32 index) {
  const CardDb *db = checker->db;
  const AbilityDef *def = &db->abilities.data[index];
  if (!depth_at(checker, def->node)) return false;
  if (def->op != node_op(db, def->node) || ir_op_info(def->op)->sort != SORT_ABIL) return false;
  if (def->slots < SLOT_FIRST_OWN || def->slots > READ_SLOTS_MAX) return false;
  u32 own = def->slots - SLOT_FIRST_OWN;
  if (def->slot_names < checker->from.first_slot_name || def->slot_names > checker->to.first_slot_name) return false;
  if (own > checker->to.first_slot_name - def->slot_names) return false;
  u32 keyword = def->op == IR_KEYWORD ? node_arg(db, def->node, ARG_KEYWORD_WORD) : 0;
  if (def->keyword != keyword || (def->expansion_count && !keyword)) return false;
  if (def->card >= db->cards.count) return false;
  if (def->expansion_count >= checker->to.first_ability - index) return false;
  AbilityCheck check = {.def = def};
  ir_walk(db, def->node, check_in_ability, &check);
  return !check.wrong && !ability_misplaces_modal(db, def->node);
}

static void check_abilities(Checker *checker) {
  const CardDb *db = checker->db;
  for (u32 i = checker->from.first_slot_name; i < checker->to.first_slot_name; i++) {
    if (!is_atom(db, db->slot_names.data[i])) damaged(checker, "name of a variable", i);
  }
  for (u32 i = checker->from.first_ability; i < checker->to.first_ability && !checker->status; i++) {
    if (!check_ability(checker, i)) damaged(checker, "ability", i);
  }
}

/* Checks the abilities that the rules give. */
static void check_given(Checker *checker) {
  const CardDb *db = checker->db;
  for (u32 i = 0; i < COUNT_OF(db->intrinsic); i++) {
    u32 ability = db->intrinsic[i];
    if (ability == 0 || ability >= db->abilities.count) damaged(checker, "intrinsic ability", i);
  }
  for (u32 i = 0; i < GIVEN_COUNT; i++) {
    u32 ability = db->by_rules[i];
    bool there = ability && ability < db->abilities.count;
    if (!there || db->abilities.data[ability].op != IR_KEYWORD) damaged(checker, "ability that rules give", i);
  }
}

static bool check_range(i64 value) { return value >= -READ_NUMBER_MAX && value <= READ_NUMBER_MAX; }

/* Whether the abilities of a face are a run of its card's abilities that doesn't cut the expansion of a keyword
   short. */
static bool check_run(const Checker *checker, const FaceDef *face) {
  const CardDb *db = checker->db;
  const Chars *chars = &face->chars;
  if (chars->abilities < checker->from.first_ability || chars->abilities > checker->to.first_ability) return false;
  if (chars->ability_count > checker->to.first_ability - chars->abilities) return false;
  for (u32 i = 0; i < chars->ability_count; i++) {
    const AbilityDef *def = &db->abilities.data[chars->abilities + i];
    if (def->card != face->card || def->expansion_count >= chars->ability_count - i) return false;
  }
  return true;
}

static bool check_face(Checker *checker, const FaceDef *face) {
  const CardDb *db = checker->db;
  const Chars *chars = &face->chars;
  if (!is_name(db, chars->name) || chars->mana_cost >= db->costs.count) return false;
  if (chars->types >> word_count(WC_TYPE) || chars->supertypes >> word_count(WC_SUPERTYPE)) return false;
  if (chars->color_indicator >> 5 || chars->has > (HAS_DEFENSE << 1) - 1) return false;
  if (!check_range(chars->power) || !check_range(chars->toughness)) return false;
  if (!check_range(chars->loyalty) || !check_range(chars->defense)) return false;
  if (!check_run(checker, face)) return false;
  Text problem;
  text_init(&problem, db->allocator);
  bool good = check_face_chars(chars, face->index > 0, &problem);
  if (problem.failed) {
    checker->status = error_set(checker->error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  }
  text_free(&problem);
  return good;
}

/* Checks a card, whose faces must begin at `first`. */
static bool check_card(Checker *checker, u32 index, u32 first) {
  const CardDb *db = checker->db;
  const CardDef *card = &db->cards.data[index];
  if (!is_name(db, card->name) || (card->meld_name && !is_name(db, card->meld_name))) return false;
  if (card->meld_name && card->layout != LAYOUT_MELD) return false;
  if (!card_layout_fits(card->layout, card->faces) || card->face != first) return false;
  if (card->faces > db->faces.count - first) return false;
  for (u32 i = 0; i < card->faces; i++) {
    const FaceDef *face = &db->faces.data[first + i];
    if (face->card != index || face->index != i || !check_face(checker, face)) return false;
  }
  return true;
}

static void check_cards(Checker *checker) {
  const CardDb *db = checker->db;
  u32 face = 1;
  for (u32 i = 1; i < db->cards.count && !checker->status; i++) {
    if (!check_card(checker, i, face)) damaged(checker, "card", i);
    face += db->cards.data[i].faces;
  }
  if (!checker->status && face != db->faces.count) damaged(checker, "face", face);
}

static bool check_cost(const ManaCost *cost) {
  bool good = cost->generic >= 0 && check_range(cost->generic) && cost->x <= MANA_SYMBOLS_CAP &&
              cost->count <= MANA_SYMBOLS_CAP;
  for (u32 s = 0; good && s < cost->count; s++)
    good = check_mana_symbol(cost->symbols[s]) && (s == 0 || cost->symbols[s] >= cost->symbols[s - 1]);
  return good;
}

u32 check_costs(const CardDb *db) {
  for (u32 i = 1; i < db->costs.count; i++)
    if (!check_cost(&db->costs.data[i])) return i;
  return 0;
}

GavelStatus check_database(const CardDb *db, GavelError *error) {
  Checker checker = {.db = db, .error = error, .to = carddb_end(db, db->cards.count)};
  checker.from = (CardDef){.first_word = 1, .first_ability = 1, .first_slot_name = 1};
  GavelAllocator allocator = db->allocator;
  checker.depths = allocator.resize(allocator.user, NULL, 0, db->words.count);
  if (!checker.depths) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  memset(checker.depths, 0, db->words.count);
  u32 cost = check_costs(db);
  if (cost) damaged(&checker, "mana cost", cost);
  if (!checker.status) check_nodes(&checker);
  if (!checker.status) check_abilities(&checker);
  if (!checker.status) check_given(&checker);
  if (!checker.status) check_cards(&checker);
  allocator.resize(allocator.user, checker.depths, db->words.count, 0);
  return checker.status;
}

bool check_one_card(const CardDb *db, u32 card) {
  const CardDef *def = carddb_card(db, card);
  Checker checker = {.db = db, .from = *def, .to = carddb_end(db, card)};
  u8 depths[READ_WORDS_MAX];
  u32 words = checker.to.first_word - def->first_word;
  if (words > sizeof depths) return false;
  memset(depths, 0, words);
  checker.depths = depths;
  check_nodes(&checker);
  if (!checker.status) check_abilities(&checker);
  for (u32 i = def->first_ability; i < checker.to.first_ability && !checker.status; i++) {
    u32 of = carddb_ability(db, i)->card;
    if (of && of != card) damaged(&checker, "ability", i);
  }
  return !checker.status && check_card(&checker, card, def->face);
}
