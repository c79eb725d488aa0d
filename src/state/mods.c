/* Applies modifications to characteristics; see mods.h. */
#include "state/mods.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "state/objects.h"

/* --- reading abilities ----------------------------------------------------------------------- */

AbilityInst inst_of_chars(const Game *g, const Chars *c, u32 i) {
  ASSERT(i < c->ability_count);
  const u64 *words;
  switch (c->abilities_in_block) {
    case ABILITIES_IN_DHEAP:
    case ABILITIES_GROWING: words = row_DHEAP(g, c->abilities + 2 * i); break;
    case ABILITIES_IN_CVHEAP: words = row_CVHEAP(g, c->abilities + 2 * i); break;
    case ABILITIES_IN_LIST: words = row_HEAP(g, c->abilities + 1 + 2 * i); break;
    case ABILITIES_OF_FORM: return (AbilityInst){.ability = g->db->form_abilities.data[c->abilities + i]};
    default: return (AbilityInst){.ability = c->abilities + i};
  }
  AbilityInst inst;
  memcpy(&inst, words, sizeof inst);
  return inst;
}

void lki_keep_abilities(Game *g, u32 row, const Chars *from, u32 own) {
  const Chars c = *from;
  if (!c.abilities_in_block || c.ability_count == 0) return;
  Heap list = heap_alloc(g, 1 + 2 * c.ability_count);
  for (u32 i = 0; i < c.ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, &c, i);
    if (!inst.acquisition) inst.acquisition = own;
    memcpy(row_HEAP(g, list + 1 + 2 * i), &inst, sizeof inst);
  }
  List *head = HEAP_AT(g, List, list);
  head->count = head->cap = 2 * c.ability_count;
  row_LKI(g, row)->chars.abilities = list;
  row_LKI(g, row)->chars.abilities_in_block = ABILITIES_IN_LIST;
}

/* --- the derived heap ------------------------------------------------------------------------ */

u32 dheap_alloc(Game *g, u32 words) { return table_add(g, T_DHEAP, words); }

void dheap_release(Game *g, u32 mark) { table_drop(g, T_DHEAP, count_of(g, T_DHEAP) - mark); }

static void inst_put(const Game *g, u32 place, AbilityInst inst) { memcpy(row_DHEAP(g, place), &inst, sizeof inst); }

/* --- changing lists -------------------------------------------------------------------------- */

/* Longer lists that move get room to grow, so that many effects can each add to the lists of many objects. */
enum { GROWS_FROM = 8 };

static u32 room_for(u32 count) { return count <= GROWS_FROM ? count : (u32)2 << bits_last(count - 1); }

/* Copies a list to a place in the derived heap that has room for it. */
static void list_copy(Game *g, const Chars *c, u32 place) {
  u32 n = c->ability_count;
  if (n && abilities_in_dheap(c))
    memcpy(row_DHEAP(g, place), row_DHEAP(g, c->abilities), n * sizeof(AbilityInst));
  else
    for (u32 i = 0; i < n; i++) inst_put(g, place + 2 * i, inst_of_chars(g, c, i));
}

/* Adds an inst at the end of the list. */
static void list_gain(Game *g, Chars *c, AbilityInst inst) {
  ASSERT(!block_holds(g, c));
  u32 n = c->ability_count, place = c->abilities;
  bool roomy = c->abilities_in_block == ABILITIES_GROWING && (n & (n - 1));
  bool at_end = c->abilities_in_block == ABILITIES_IN_DHEAP && n > 0 && place + 2 * n == count_of(g, T_DHEAP);
  if (at_end) {
    dheap_alloc(g, 2);
  } else if (!roomy) {
    place = dheap_alloc(g, 2 * room_for(n + 1));
    list_copy(g, c, place);
    c->abilities = place;
    c->abilities_in_block = n + 1 > GROWS_FROM ? ABILITIES_GROWING : ABILITIES_IN_DHEAP;
  }
  inst_put(g, place + 2 * n, inst);
  c->ability_count = n + 1;
}

/* `keyword` may be none. */
static void note_keyword(Chars *c, Word keyword) {
  if (!keyword) return;
  u32 bit = keyword_bit(keyword);
  c->keywords[bit >> 6] |= (u64)1 << (bit & 63);
}

void chars_gain(Game *g, Chars *c, AbilityInst inst) {
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  note_keyword(c, def->keyword);
  u32 last = inst.ability + def->expansion_count;
  for (; inst.ability <= last; inst.ability++) list_gain(g, c, inst);
}

void chars_gain_each(Game *g, Chars *c, AbilityInst inst, const u32 *acquisitions, u32 count) {
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  note_keyword(c, def->keyword);
  u32 group = 1 + def->expansion_count, n = c->ability_count, first = inst.ability;
  u32 place = dheap_alloc(g, 2 * (n + count * group)), end = place + 2 * n;
  list_copy(g, c, place);
  for (u32 i = 0; i < count; i++) {
    inst.acquisition = acquisitions[i];
    for (inst.ability = first; inst.ability < first + group; inst.ability++, end += 2) inst_put(g, end, inst);
  }
  c->abilities = place;
  c->abilities_in_block = ABILITIES_IN_DHEAP;
  c->ability_count = n + count * group;
}

void chars_gain_alike(const Game *g, Chars *c, u32 ability, const Chars *other) {
  note_keyword(c, carddb_ability(g->db, ability)->keyword);
  c->abilities = other->abilities;
  c->abilities_in_block = other->abilities_in_block;
  c->ability_count = other->ability_count;
}

/* Number of abilities from the i-th that belong together: a keyword with its expansion. */
static u32 group_size(const Game *g, const Chars *c, u32 i) {
  u32 size = 1 + carddb_ability(g->db, inst_of_chars(g, c, i).ability)->expansion_count;
  u32 left = c->ability_count - i;
  return size < left ? size : left;
}

/* Keeps the groups of abilities for which `keep` returns true. */
typedef bool Keep(const Game *g, const Chars *c, u32 first, u32 count, const void *user);

static void list_filter(Game *g, Chars *c, Keep *keep, const void *user) {
  Chars kept = *c;
  kept.ability_count = 0;
  kept.abilities_in_block = ABILITIES_IN_DHEAP;
  kept.abilities = dheap_mark(g);
  memset(kept.keywords, 0, sizeof kept.keywords);
  for (u32 i = 0; i < c->ability_count;) {
    u32 size = group_size(g, c, i);
    bool stays = keep(g, c, i, size, user);
    for (u32 k = i; stays && k < i + size; k++) {
      AbilityInst inst = inst_of_chars(g, c, k);
      list_gain(g, &kept, inst);
      note_keyword(&kept, carddb_ability(g->db, inst.ability)->keyword);
    }
    i += size;
  }
  *c = kept;
}

/* --- basic land types (305.6) ---------------------------------------------------------------- */

static const Word BASIC_TYPES[5] = {W_PLAINS, W_ISLAND, W_SWAMP, W_MOUNTAIN, W_FOREST};

static bool is_basic_type(Word w) {
  for (u32 i = 0; i < COUNT_OF(BASIC_TYPES); i++) {
    if (BASIC_TYPES[i] == w) return true;
  }
  return false;
}

/* The intrinsic mana ability of colour `i`, if the land should have it; otherwise 0. */
static u32 intrinsic_wanted(const Game *g, const Chars *c, u32 i) {
  return c->types & TYPE(LAND) && chars_subtype(c, BASIC_TYPES[i]) ? g->db->intrinsic[i] : 0;
}

static bool is_intrinsic(const Game *g, u32 ability) {
  for (u32 i = 0; i < COUNT_OF(BASIC_TYPES); i++) {
    if (g->db->intrinsic[i] == ability) return true;
  }
  return false;
}

static bool has_ability(const Game *g, const Chars *c, u32 ability) {
  for (u32 i = 0; i < c->ability_count; i++) {
    if (inst_of_chars(g, c, i).ability == ability) return true;
  }
  return false;
}

static bool keep_wanted(const Game *g, const Chars *c, u32 first, u32 count, const void *user) {
  (void)count;
  (void)user;
  u32 ability = inst_of_chars(g, c, first).ability;
  if (!is_intrinsic(g, ability)) return true;
  for (u32 i = 0; i < COUNT_OF(BASIC_TYPES); i++) {
    if (intrinsic_wanted(g, c, i) == ability) return true;
  }
  return false;
}

void chars_refresh_intrinsic(Game *g, Chars *c) {
  for (u32 i = 0; i < c->ability_count; i++) {
    if (keep_wanted(g, c, i, 1, NULL)) continue;
    list_filter(g, c, keep_wanted, NULL);
    break;
  }
  for (u32 i = 0; i < COUNT_OF(BASIC_TYPES); i++) {
    u32 ability = intrinsic_wanted(g, c, i);
    if (!ability || has_ability(g, c, ability)) continue;
    RULE(g, "305.6");
    list_gain(g, c, (AbilityInst){.ability = ability});
  }
}

/* --- types and subtypes ---------------------------------------------------------------------- */

/* The types that a class of subtypes belongs to (205.3); all types for other classes, so that they are never lost. */
static u16 types_of_class(SubtypeClass sc) {
  switch (sc) {
    case SUB_CREATURE: return TYPE(CREATURE) | TYPE(KINDRED);
    case SUB_LAND: return TYPE(LAND);
    case SUB_ARTIFACT: return TYPE(ARTIFACT);
    case SUB_ENCHANTMENT: return TYPE(ENCHANTMENT);
    case SUB_PLANESWALKER: return TYPE(PLANESWALKER);
    case SUB_SPELL: return TYPE(INSTANT) | TYPE(SORCERY);
    case SUB_BATTLE: return TYPE(BATTLE);
    default: return (u16)-1;
  }
}

static void subtype_put(Chars *c, Word subtype, bool there) {
  u32 bit = subtype_bit(subtype);
  u64 mask = (u64)1 << (bit & 63);
  if (there) {
    c->subtypes[bit >> 6] |= mask;
  } else {
    c->subtypes[bit >> 6] &= ~mask;
  }
}

static void class_put(Chars *c, SubtypeClass sc, bool there) {
  u32 bit = subtype_bit(word_subtype_first(sc)), end = bit + word_subtype_count(sc);
  while (bit < end) { /* those of one word of the set */
    u32 n = 64 - (bit & 63) < end - bit ? 64 - (bit & 63) : end - bit;
    u64 mask = (n == 64 ? ~(u64)0 : ((u64)1 << n) - 1) << (bit & 63);
    c->subtypes[bit >> 6] = there ? c->subtypes[bit >> 6] | mask : c->subtypes[bit >> 6] & ~mask;
    bit += n;
  }
}

/* Losing a type loses its subtypes, unless they belong to another type it still has (205.1a). */
static void drop_uncorrelated(Chars *c) {
  for (u32 sc = 0; sc < SUB_COUNT; sc++) {
    if (!(c->types & types_of_class((SubtypeClass)sc))) class_put(c, (SubtypeClass)sc, false);
  }
}

static void types_set(Chars *c, u16 types) {
  c->types = types;
  drop_uncorrelated(c);
}

static SubtypeClass class_of_word(Word w) {
  switch (w) {
    case W_CLASS_CREATURE: return SUB_CREATURE;
    case W_CLASS_LAND: return SUB_LAND;
    case W_CLASS_ARTIFACT: return SUB_ARTIFACT;
    case W_CLASS_ENCHANTMENT: return SUB_ENCHANTMENT;
    case W_CLASS_PLANESWALKER: return SUB_PLANESWALKER;
    default: return SUB_COUNT;
  }
}

static void apply_lose_subtypes(Game *g, Chars *c, const Mod *mod) {
  SubtypeClass sc = class_of_word(mod->word);
  if (sc != SUB_COUNT) class_put(c, sc, false);
  if (sc == SUB_LAND) chars_refresh_intrinsic(g, c);
}

static void apply_add_subtype(Game *g, Chars *c, const Mod *mod) {
  SubtypeClass sc = word_subtype_class(mod->word);
  if (!(c->types & types_of_class(sc))) return; /* 205.3d */
  subtype_put(c, mod->word, true);
  if (sc == SUB_LAND) chars_refresh_intrinsic(g, c);
}

static bool keep_intrinsic(const Game *g, const Chars *c, u32 first, u32 count, const void *user) {
  (void)count;
  (void)user;
  return is_intrinsic(g, inst_of_chars(g, c, first).ability);
}

static void apply_set_land_types(Game *g, Chars *c, const Mod *mod) {
  if (!(c->types & TYPE(LAND))) return;
  class_put(c, SUB_LAND, false);
  if (is_basic_type(mod->word)) {
    RULE(g, "305.7");
    list_filter(g, c, keep_intrinsic, NULL);
  }
  subtype_put(c, mod->word, true);
  chars_refresh_intrinsic(g, c);
}

/* --- words (612) ----------------------------------------------------------------------------- */

static void substitute_types(const Game *g, Chars *c, u32 subst) {
  u64 before[COUNT_OF(c->subtypes)];
  memcpy(before, c->subtypes, sizeof before);
  for (u32 s = subst; s; s = row_SUBSTS(g, s)->next) {
    Word from = row_SUBSTS(g, s)->from;
    if (word_class(from) == WC_SUBTYPE) subtype_put(c, from, false);
  }
  for (u32 s = subst; s; s = row_SUBSTS(g, s)->next) {
    Word from = row_SUBSTS(g, s)->from, to = row_SUBSTS(g, s)->to;
    if (word_class(from) != WC_SUBTYPE || word_class(to) != WC_SUBTYPE) continue;
    u32 bit = subtype_bit(from);
    if (before[bit >> 6] >> (bit & 63) & 1) subtype_put(c, to, true);
  }
}

void chars_substitute(Game *g, Chars *c, u32 subst) {
  if (!subst) return;
  RULE(g, "612.2");
  substitute_types(g, c, subst);
  Chars changed = *c;
  changed.ability_count = 0;
  changed.abilities_in_block = ABILITIES_IN_DHEAP;
  changed.abilities = dheap_mark(g);
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, c, i);
    if (!is_intrinsic(g, inst.ability)) inst.subst = subst_join(g, inst.subst, subst);
    list_gain(g, &changed, inst);
  }
  *c = changed;
  chars_refresh_intrinsic(g, c);
}

static void apply_swap_word(Game *g, Chars *c, const Mod *mod) {
  chars_substitute(g, c, subst_add(g, 0, mod->word, (Word)mod->a));
}

/* Adds the abilities of other characteristics, except those of their land types. */
static void gain_text(Game *g, Chars *c, const Chars *other, u32 acquisition) {
  for (u32 i = 0; i < other->ability_count; i++) {
    AbilityInst inst = inst_of_chars(g, other, i);
    if (is_intrinsic(g, inst.ability)) continue;
    inst.acquisition = acquisition;
    list_gain(g, c, inst);
    Word keyword = carddb_ability(g->db, inst.ability)->keyword;
    if (!keyword) continue;
    u32 bit = keyword_bit(keyword);
    c->keywords[bit >> 6] |= (u64)1 << (bit & 63);
  }
}

static void apply_text_box(Game *g, Chars *c, const Mod *mod, u32 acquisition) {
  RULE(g, "612.5");
  const Chars other = *cv_chars(g, mod->a, (u32)mod->x);
  list_filter(g, c, keep_intrinsic, NULL);
  gain_text(g, c, &other, acquisition);
}

/* A face-down object has no rules text to add (708.2). */
static void apply_text_too(Game *g, Chars *c, const Mod *mod, u32 acquisition) {
  if (mod->word == MOD_HIDDEN) return;
  const Chars other = *cv_chars(g, mod->a, (u32)mod->x);
  gain_text(g, c, &other, acquisition);
}

static void apply_full_text(Game *g, Chars *c, const Mod *mod, u32 acquisition) {
  RULE(g, "612.6");
  const Chars other = *cv_chars(g, mod->a, (u32)mod->x);
  Chars now = other;
  now.loyalty = c->loyalty;
  now.defense = c->defense;
  now.has = (u8)((other.has & (HAS_POWER | HAS_TOUGHNESS)) | (c->has & (HAS_LOYALTY | HAS_DEFENSE)));
  now.ability_count = 0;
  now.abilities_in_block = ABILITIES_IN_DHEAP;
  now.abilities = dheap_mark(g);
  memset(now.keywords, 0, sizeof now.keywords);
  gain_text(g, &now, &other, acquisition);
  *c = now;
  chars_refresh_intrinsic(g, c);
}

/* --- abilities ------------------------------------------------------------------------------- */

AbilityInst mod_inst(const Mod *mod, u32 acquisition) {
  return (AbilityInst){
      .ability = mod->a, .subst = (u32)(u64)mod->x, .acquisition = acquisition, .env = (Heap)((u64)mod->x >> 32)};
}

static void apply_gain(Game *g, Chars *c, const Mod *mod, u32 acquisition) {
  if (mod->a) {
    AbilityInst inst = mod_inst(mod, acquisition);
    for (i64 times = 0; times <= mod->y; times++) chars_gain(g, c, inst);
  } else {
    note_keyword(c, (Word)mod->word);
  }
}

static bool reads_variable(void *context, const CardDb *db, Node node) {
  bool *reads = context;
  IrOp op = node_op(db, node);
  *reads |= op == IR_X || op == IR_GRANTER;
  for (u32 i = 0; i < node_argc(db, node); i++) {
    const IrArg *arg = ir_arg_at(&db->signatures[op], i);
    *reads |= arg && (arg->sort == SORT_VAR_SLOT || arg->sort == SORT_ABIL);
  }
  return !*reads;
}

/* Whether an ability, or one it expands to, may use variables captured by the effect that grants it. */
static bool ability_captures(const CardDb *db, u32 ability) {
  bool reads = false;
  u32 last = ability + carddb_ability(db, ability)->expansion_count;
  for (u32 a = ability; a <= last && !reads; a++) {
    ir_walk(db, carddb_ability(db, a)->node, reads_variable, &reads);
  }
  return reads;
}

Mod mod_bound(const Game *g, Mod mod, Heap env) {
  if (mod.op != IR_M_GAIN) return mod;
  bool captures = mod.a && env && ability_captures(g->db, mod.a);
  mod.x = (i64)((captures ? (u64)env << 32 : 0) | (u32)(u64)mod.x);
  return mod;
}

/* A keyword to lose, with its quality if there is one. */
typedef struct Lost {
  Word keyword;
  Node quality;
  u32 subst;
} Lost;

/* Whether two conditions are equal, each with its words substituted. */
static bool same_quality(const Game *g, Node a, u32 subst_a, Node b, u32 subst_b) {
  const CardDb *db = g->db;
  if (!a || !b) return a == b;
  if (node_op(db, a) != node_op(db, b) || node_argc(db, a) != node_argc(db, b)) return false;
  const IrSignature *s = &db->signatures[node_op(db, a)];
  for (u32 i = 0; i < node_argc(db, a); i++) {
    u32 x = node_arg(db, a, i), y = node_arg(db, b, i);
    bool same = ir_arg_is_node(s, i) ? same_quality(g, x, subst_a, y, subst_b)
                                     : subst_word(g, subst_a, (Word)x) == subst_word(g, subst_b, (Word)y);
    if (!same) return false;
  }
  return true;
}

static bool keep_others(const Game *g, const Chars *c, u32 first, u32 count, const void *user) {
  (void)count;
  const Lost *lost = user;
  AbilityInst inst = inst_of_chars(g, c, first);
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  if (def->keyword != lost->keyword) return true;
  Node quality = lost->quality ? node_arg(g->db, def->node, ARG_KEYWORD_QUALITY) : 0;
  return lost->quality && !same_quality(g, quality, inst.subst, lost->quality, lost->subst);
}

static void lose_keyword(Game *g, Chars *c, Word keyword, Node quality, u32 subst) {
  const Lost lost = {keyword, quality, subst};
  if (!chars_keyword(c, keyword)) return;
  if (keyword == W_HEXPROOF) RULE(g, "702.11e");
  u64 keywords[COUNT_OF(c->keywords)];
  memcpy(keywords, c->keywords, sizeof keywords);
  list_filter(g, c, keep_others, &lost);
  if (quality && chars_keyword(c, keyword)) return; /* one with another quality remains */
  /* A keyword from a counter may have no ability. */
  memcpy(c->keywords, keywords, sizeof keywords);
  u32 bit = keyword_bit(keyword);
  c->keywords[bit >> 6] &= ~((u64)1 << (bit & 63));
}

/* Losing banding also loses "bands with other", which is a form of it. */
static void apply_lose_keyword(Game *g, Chars *c, const Mod *mod) {
  lose_keyword(g, c, mod->word, mod->op == IR_M_LOSE_KEYWORD ? mod->a : 0, (u32)(u64)mod->x);
  if (mod->word != W_BANDING || !chars_keyword(c, W_BANDS_WITH_OTHER)) return;
  RULE(g, "702.22b");
  lose_keyword(g, c, W_BANDS_WITH_OTHER, 0, 0);
}

static void apply_lose_all(Game *g, Chars *c) {
  c->abilities = dheap_mark(g);
  c->abilities_in_block = ABILITIES_IN_DHEAP;
  c->ability_count = 0;
  memset(c->keywords, 0, sizeof c->keywords);
}

/* --- power, toughness, costs ----------------------------------------------------------------- */

static void power_set(Chars *c, i64 power) {
  c->power = power;
  c->has |= HAS_POWER;
}

static void toughness_set(Chars *c, i64 toughness) {
  c->toughness = toughness;
  c->has |= HAS_TOUGHNESS;
}

static void apply_switch(Chars *c) {
  i64 power = c->power;
  c->power = c->toughness;
  c->toughness = power;
}

/* A new mana cost sets the colours of its symbols (105.2). */
static void apply_mana_cost(const Game *g, Chars *c, u32 cost) {
  c->mana_cost = cost;
  u8 colors = cost ? mana_cost_colors(&g->db->costs.data[cost]) : 0;
  c->colors = (u8)(colors | c->color_indicator);
}

/* --- the dispatcher -------------------------------------------------------------------------- */

static u16 type_mask(Word w) { return (u16)(1u << type_bit(w)); }
static u16 supertype_mask(Word w) { return (u16)(1u << supertype_bit(w)); }

static void apply_type(Game *g, Chars *c, const Mod *mod) {
  const u16 fixed = TYPE(INSTANT) | TYPE(SORCERY);
  switch (mod->op) {
    case IR_M_ADD_TYPE: c->types |= type_mask(mod->word); break;
    case IR_M_LOSE_TYPE: types_set(c, (u16)(c->types & ~type_mask(mod->word))); break;
    default: types_set(c, (u16)(mod->a | (c->types & fixed))); break;
  }
  chars_refresh_intrinsic(g, c);
}

void chars_apply_mod(Game *g, Chars *c, const Mod *mod, u32 acquisition) {
  ASSERT(!block_holds(g, c) && !block_holds(g, mod));
  switch (mod->op) {
    case IR_M_SWAP_WORD: apply_swap_word(g, c, mod); break;
    case IR_M_FULL_TEXT: apply_full_text(g, c, mod, acquisition); break;
    case IR_M_TEXT_BOX: apply_text_box(g, c, mod, acquisition); break;
    case IR_M_TEXT_TOO: apply_text_too(g, c, mod, acquisition); break;
    case IR_M_NAME: c->name = mod->a; break;
    case IR_M_CREATURE_NAMES:
      RULE(g, "612.7");
      c->has |= HAS_CREATURE_NAMES;
      break;
    case IR_M_ADD_TYPE:
    case IR_M_LOSE_TYPE:
    case IR_M_SET_TYPES: apply_type(g, c, mod); break;
    case IR_M_ADD_SUBTYPE:
    case IR_M_SET_SUBTYPES: apply_add_subtype(g, c, mod); break;
    case IR_M_SET_LAND_TYPES: apply_set_land_types(g, c, mod); break;
    case IR_M_LOSE_SUBTYPES: apply_lose_subtypes(g, c, mod); break;
    case IR_M_ALL_CREATURE_TYPES:
      if (c->types & types_of_class(SUB_CREATURE)) class_put(c, SUB_CREATURE, true);
      break;
    case IR_M_ADD_SUPERTYPE: c->supertypes |= supertype_mask(mod->word); break;
    case IR_M_LOSE_SUPERTYPE: c->supertypes &= (u16)~supertype_mask(mod->word); break;
    case IR_M_SET_COLOR: c->colors = (u8)mod->a; break;
    case IR_M_ADD_COLOR: c->colors |= (u8)mod->a; break;
    case IR_M_HAS_TEXT:
    case IR_M_GAIN: apply_gain(g, c, mod, acquisition); break;
    case IR_M_LOSE_ALL: apply_lose_all(g, c); break;
    case IR_M_LOSE_KEYWORD:
    case IR_M_CANT_HAVE: apply_lose_keyword(g, c, mod); break;
    case IR_M_BASE_PT:
      power_set(c, mod->x);
      toughness_set(c, mod->y);
      break;
    case IR_M_BASE_POWER: power_set(c, mod->x); break;
    case IR_M_BASE_TOUGHNESS: toughness_set(c, mod->x); break;
    case IR_M_PT:
      c->power = num_add(c->power, mod->x, NULL);
      c->toughness = num_add(c->toughness, mod->y, NULL);
      break;
    case IR_M_SWITCH: apply_switch(c); break;
    case IR_M_NO_MANA_COST: apply_mana_cost(g, c, 0); break;
    case IR_M_MANA_COST: apply_mana_cost(g, c, mod->a); break;
    case IR_M_LOYALTY:
      c->loyalty = (i32)num_max(INT32_MIN, num_min(INT32_MAX, mod->x));
      c->has |= HAS_LOYALTY;
      break;
    default: break;
  }
}
