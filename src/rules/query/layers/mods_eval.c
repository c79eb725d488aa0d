/* Modifications of characteristics, from IR nodes to Mods with their operands fixed. */
#include "cards/ir_args.h"
#include "rules/query/layers/internal.h"

/* --- lists of Mods ------------------------------------------------------------------------ */

static void push(const Eval *e, ModList *out, Mod mod) {
  if (!vec_push(&e->g->allocator, out, mod)) game_fail(e->g, GAVEL_E_MEMORY, "memory for effects");
}

void mods_add(Game *g, Heap *list, Mod mod) {
  u64 words[3];
  memcpy(words, &mod, sizeof words);
  for (u32 w = 0; w < COUNT_OF(words); w++) list_add(g, list, words[w]);
}

void mods_evaluate(const Eval *e, Node mod, Ref object, Heap *list) {
  ModList mods = {0};
  mod_evaluate(e, mod, object, &mods);
  for (u32 i = 0; i < mods.count; i++) mods_add(e->g, list, mods.data[i]);
  vec_free(&e->g->allocator, &mods);
}

u32 effect_mod_count(const Game *g, const Effect *f) { return f->kind == EFFECT_COPY ? 1 : list_count(g, f->mods) / 3; }

Mod effect_mod(const Game *g, const Effect *f, u32 i) {
  if (f->kind == EFFECT_COPY) return (Mod){.op = IR_M_COPY, .a = f->cv, .x = f->acquisition};
  Mod mod;
  memcpy(&mod, row_HEAP(g, f->mods + 1 + 3 * i), sizeof mod);
  if (mod.op == IR_M_COPY && !mod.x) mod.x = f->acquisition;
  if (mod.op == IR_M_GAIN && (u64)mod.x >> 32) mod.x = (i64)((u64)f->env << 32 | (u32)(u64)mod.x);
  return mod;
}

/* --- layers ------------------------------------------------------------------------------- */

Layer mod_layer(IrOp op, bool cda) {
  Layer layer = ir_mod_layer(op);
  return cda && layer == LAYER_7B ? LAYER_7A : layer;
}

/* The most instances of a keyword that counters give one object. */
#define COUNTER_INSTANCES_CAP 4096

static u32 counter_ability(Game *g, Word keyword) {
  u32 *known = &layers_scratch(g)->keyword_abilities[keyword_bit(keyword)];
  if (!*known) *known = carddb_bare_keyword(g->db, keyword) + 1;
  return *known - 1;
}

Layer counter_layer(Word kind) {
  i32 power, toughness;
  if (word_counter_pt(kind, &power, &toughness)) return LAYER_7C;
  return word_counter_keyword(kind) ? LAYER_6 : LAYER_COUNT;
}

/* Each counter gives an instance of its keyword (122.1b); one is as good as many where the keyword is no more than a
   word. */
static i64 instances(Game *g, u32 ability, i64 n) {
  if (!ability || carddb_ability(g->db, ability)->expansion_count == 0) return 1;
  if (n > COUNTER_INSTANCES_CAP) game_fail(g, GAVEL_E_LIMIT, "instances of a keyword that counters give");
  return n;
}

Mod counter_mod(Game *g, Word kind, i64 n) {
  i32 power, toughness;
  if (word_counter_pt(kind, &power, &toughness))
    return (Mod){.op = IR_M_PT, .x = num_mul(power, n, NULL), .y = num_mul(toughness, n, NULL)};
  Word keyword = word_counter_keyword(kind);
  u32 ability = counter_ability(g, keyword);
  return (Mod){.op = IR_M_GAIN, .word = keyword, .a = ability, .y = instances(g, ability, n) - 1};
}

/* --- copiable values ---------------------------------------------------------------------- */

/* Of a prototype card that is a permanent they are the set of characteristics that this one has (718.3d). */
static CvId cv_face_up(Game *g, CvId cv, const Object *o) {
  u32 face = o->face;
  cv = cv_alike_faces(g, cv, false);
  u32 card = cv_card(g, cv);
  if (!card) return cv_is_double_faced(g, cv) ? cv_further(g, cv, 1 + face, NULL, 0) : cv;
  if (carddb_card(g->db, card)->faces < 2) return cv;
  u16 layout = carddb_card(g->db, card)->layout;
  bool prototyped = layout == LAYOUT_PROTOTYPE && (face > 0 || o->zone == ZONE_BATTLEFIELD);
  if (prototyped && face > 0) {
    RULE(g, "718.2a");
    RULE(g, "718.3d");
  }
  if (layout != LAYOUT_TRANSFORM && layout != LAYOUT_MODAL_DFC && layout != LAYOUT_MELD && !prototyped) return cv;
  if (!(cv & CV_RECORD)) return cv_make(g, card, 1 + face, 0, NULL, 0, 0);
  const CvRecord record = *row_CVS(g, cv & ~CV_RECORD);
  if (record.only_face) return cv;
  return cv_further(g, cv, 1 + face, NULL, 0);
}

CvId cv_with_status(Game *g, const Object *o, Ref ref, CvId cv) {
  if (!object_hidden(o)) return cv_face_up(g, cv, o);
  return values_face_down(g, ref, (FaceDownKind)o->face_down);
}

/* The copiable values of what a reference refers to, while layers are computed or settled. */
static CvId copiable_of(const Eval *e, Ref ref) {
  Game *g = e->g;
  u32 slot = object_live(g, ref);
  if (!slot || !e->work) return copiable_values_of_ref(g, ref);
  CvId cv = e->work->copiable(e->work, slot);
  const Object o = *object_row(g, slot);
  return cv_with_status(g, &o, ref, cv);
}

/* --- exceptions of copy effects (707.9) --------------------------------------------------- */

/* What an exception keeps of values (707.9c). */
static void keep_of(const Eval *e, IrOp op, const Chars *own, ModList *out) {
  switch (op) {
    case IR_M_KEEP_NAME: push(e, out, (Mod){.op = IR_M_NAME, .a = own->name}); break;
    case IR_M_KEEP_COLOR: push(e, out, (Mod){.op = IR_M_SET_COLOR, .a = own->colors}); break;
    case IR_M_KEEP_PT: push(e, out, (Mod){.op = IR_M_BASE_PT, .x = own->power, .y = own->toughness}); break;
    default:
      for (u32 types = own->types; types; types &= types - 1)
        push(e, out, (Mod){.op = IR_M_ADD_TYPE, .word = (u16)(W_ARTIFACT + bits_first(types))});
      break;
  }
}

static bool keeps(const Mod *mod) {
  return mod->op == IR_M_KEEP_NAME || mod->op == IR_M_KEEP_COLOR || mod->op == IR_M_KEEP_PT ||
         mod->op == IR_M_KEEP_TYPES;
}

CvId cv_keeping(Game *g, CvId cv, const Chars *before) {
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, cv, mods, CV_MODS_MAX), first = 0;
  while (first < count && !keeps(&mods[first])) first++;
  if (first == count) return cv;
  RULE(g, "707.9c");
  const Eval e = {.g = g};
  const CvRecord record = *row_CVS(g, cv & ~CV_RECORD);
  ModList kept = {0};
  for (u32 i = 0; i < count; i++) {
    if (keeps(&mods[i]))
      keep_of(&e, (IrOp)mods[i].op, before, &kept);
    else
      push(&e, &kept, mods[i]);
  }
  cv = cv_make(g, record.card, record.only_face, record.subst, kept.data, kept.count, record.flags);
  vec_free(&g->allocator, &kept);
  return cv;
}

/* What the copying object keeps: of what enters, or is turned face up, the values that its Entry says by then (616.1f); of
   a permanent those that it has below the copy effect, which cv_keeping puts in as that applies. A new object has none. */
static void keep_own(const Eval *e, IrOp op, Ref object, ModList *out) {
  Game *g = e->g;
  u32 slot = object_live(g, object);
  if (op == IR_M_KEEP_ABILITY) {
    u32 ability = e->env ? env_at(g, e->env)->ability : 0;
    if (ability) push(e, out, (Mod){.op = IR_M_GAIN, .a = ability, .x = e->subst});
  } else if (slot && e->provisional && e->provisional->slot == slot) {
    const Entry en = *HEAP_AT(g, Entry, e->provisional->entry);
    const Chars own = *cv_chars(g, en.cv, entering_face(g, slot, &en));
    keep_of(e, op, &own, out);
  } else if (slot) {
    push(e, out, (Mod){.op = (u16)op});
  }
}

/* While an exception's condition is looked at, the copy is what it would be without that
   exception. */
typedef struct ResultWork {
  LayerWork work;
  const LayerWork *below;
  Game *g;
  u32 slot;
  Chars chars;
  CvId cv;
} ResultWork;

static const ResultWork *result_work(const LayerWork *work) { return (const ResultWork *)(const void *)work; }

static const Chars *result_chars(const LayerWork *work, u32 slot) {
  const ResultWork *r = result_work(work);
  if (slot == r->slot) return &r->chars;
  return r->below ? r->below->chars(r->below, slot) : chars_of(r->g, slot);
}

static u32 result_controller(const LayerWork *work, u32 slot) {
  const ResultWork *r = result_work(work);
  return r->below ? r->below->controller(r->below, slot) : object_row(r->g, slot)->controller;
}

static CvId result_copiable(const LayerWork *work, u32 slot) {
  const ResultWork *r = result_work(work);
  if (slot == r->slot) return r->cv;
  return r->below ? r->below->copiable(r->below, slot) : copiable_values_of(r->g, slot);
}

/* Whether the copy with values `cv` matches the condition of an exception (707.9f). */
static bool result_matches(const Eval *e, CvId cv, Ref object, Node condition) {
  if (object == REF_NONE) object = eval_self(e); /* a new object: looked at in the place of the source */
  u32 slot = object_live(e->g, object);
  if (!slot) return false;
  ResultWork result = {
      .work = {result_chars, result_controller, result_copiable}, .below = e->work, .g = e->g, .slot = slot, .cv = cv};
  result.chars = *cv_chars(e->g, cv, shown_face(e->g, object_row(e->g, slot), cv));
  Eval with = *e;
  with.work = &result.work;
  with.provisional = NULL;
  return eval_matches(&with, condition, object);
}

CvId copy_values(const Eval *e, CvId of, Node node, u32 first, Ref object) {
  const CardDb *db = e->g->db;
  ModList mods = {0};
  for (u32 i = first; i < node_argc(db, node); i++) {
    Node exception = node_arg(db, node, i);
    if (node_op(db, exception) != IR_M_IF) mod_evaluate(e, exception, object, &mods);
  }
  CvId cv = mods.count ? cv_further(e->g, of, 0, mods.data, mods.count) : of;
  for (u32 i = first; i < node_argc(db, node); i++) {
    Node exception = node_arg(db, node, i);
    if (node_op(db, exception) != IR_M_IF) continue;
    RULE(e->g, "707.9f");
    if (!result_matches(e, cv, object, node_arg(db, exception, ARG_M_IF_CONDITION))) continue;
    mods.count = 0;
    for (u32 m = ARG_M_IF_MODS; m < node_argc(db, exception); m++)
      mod_evaluate(e, node_arg(db, exception, m), object, &mods);
    cv = cv_further(e->g, cv, 0, mods.data, mods.count);
  }
  vec_free(&e->g->allocator, &mods);
  return cv;
}

static void evaluate_copy(const Eval *e, Node mod, Ref object, ModList *out) {
  Ref of = eval_object(e, node_arg(e->g->db, mod, ARG_M_COPY_OF));
  if (of == REF_NONE || ref_is_player(of)) return;
  CvId cv = copiable_of(e, of);
  if (!cv) return;
  push(e, out, (Mod){.op = IR_M_COPY, .a = copy_values(e, cv, mod, ARG_M_COPY_EXCEPT, object)});
}

/* --- words -------------------------------------------------------------------------------- */

static Word slot_word(const Eval *e, u32 slot) {
  Value v = eval_slot(e, slot);
  return v.tag == VALUE_WORD ? (Word)v.v : W_NONE;
}

/* A word that was chosen or noted as a subtype or a color; none if it is neither. */
static Word if_subtype(Word w) { return word_class(w) == WC_SUBTYPE ? w : W_NONE; }
static Word if_color(Word w) { return word_class(w) == WC_COLOR ? w : W_NONE; }

static Word subtype_class_word(Word subtype) {
  static const Word CLASSES[SUB_COUNT] = {[SUB_CREATURE] = W_CLASS_CREATURE,
                                          [SUB_LAND] = W_CLASS_LAND,
                                          [SUB_ARTIFACT] = W_CLASS_ARTIFACT,
                                          [SUB_ENCHANTMENT] = W_CLASS_ENCHANTMENT,
                                          [SUB_PLANESWALKER] = W_CLASS_PLANESWALKER};
  return CLASSES[word_subtype_class(subtype)];
}

static bool is_basic_land_type(Word w) {
  return w == W_PLAINS || w == W_ISLAND || w == W_SWAMP || w == W_MOUNTAIN || w == W_FOREST;
}

/* The first of the words a land's types are set to takes the place of the old ones (305.7), the
   others are added to it; subtypes of other classes replace those of their own class (205.1a). */
static void set_subtype(const Eval *e, Word word, bool first, bool land, ModList *out) {
  if (!word) return;
  if (first && (land || is_basic_land_type(word))) {
    push(e, out, (Mod){.op = IR_M_SET_LAND_TYPES, .word = word});
    return;
  }
  Word class_word = first ? subtype_class_word(word) : W_NONE;
  if (class_word) push(e, out, (Mod){.op = IR_M_LOSE_SUBTYPES, .word = class_word});
  push(e, out, (Mod){.op = IR_M_ADD_SUBTYPE, .word = word});
}

static void set_subtypes(const Eval *e, Node mod, bool land, ModList *out) {
  for (u32 i = 0; i < node_argc(e->g->db, mod); i++)
    set_subtype(e, eval_word(e, (Word)node_arg(e->g->db, mod, i)), i == 0, land, out);
}

/* Its creature types in the place of the others (205.1a). */
static void creature_types_of(const Eval *e, Node mod, ModList *out) {
  const Chars *of = eval_chars(e, eval_object(e, node_arg(e->g->db, mod, ARG_M_CREATURE_TYPES_OF_OF)));
  if (!of) return;
  const Chars c = *of;
  push(e, out, (Mod){.op = IR_M_LOSE_SUBTYPES, .word = subtype_class_word(W_SUBTYPE_FIRST)});
  for (u32 bit = 0; bit < SUBTYPE_CAP; bit++) {
    Word word = (Word)(W_SUBTYPE_FIRST + bit);
    if (!(c.subtypes[bit >> 6] >> (bit & 63) & 1) || word_subtype_class(word) != SUB_CREATURE) continue;
    push(e, out, (Mod){.op = IR_M_ADD_SUBTYPE, .word = word});
  }
}

static u32 type_mask(const CardDb *db, Node mod) {
  u32 mask = 0;
  for (u32 i = 0; i < node_argc(db, mod); i++) mask |= 1u << type_bit((Word)node_arg(db, mod, i));
  return mask;
}

static u32 colors_named(const Eval *e, Node mod) {
  u32 mask = 0;
  for (u32 i = 0; i < node_argc(e->g->db, mod); i++) {
    Word w = eval_word(e, (Word)node_arg(e->g->db, mod, i));
    if (w != W_COLORLESS) mask |= color_mask(w);
  }
  return mask;
}

static void color_word(const Eval *e, IrOp op, Word word, ModList *out) {
  if (!word) return;
  u32 mask = word == W_COLORLESS ? 0 : color_mask(word);
  push(e, out, (Mod){.op = (u16)op, .a = mask});
}

static void swap_word(const Eval *e, Node mod, ModList *out) {
  Word from = slot_word(e, node_arg(e->g->db, mod, ARG_M_SWAP_WORD_FROM));
  Word to = slot_word(e, node_arg(e->g->db, mod, ARG_M_SWAP_WORD_TO));
  if (from != to && words_alike(from, to)) push(e, out, (Mod){.op = IR_M_SWAP_WORD, .word = from, .a = to});
}

static void text_of(const Eval *e, Node mod, IrOp op, ModList *out) {
  Ref of = eval_object(e, node_arg(e->g->db, mod, 0));
  if (of == REF_NONE || ref_is_player(of)) return;
  CvId cv = copiable_of(e, of);
  u32 slot = object_live(e->g, of);
  u32 face = slot && !object_hidden(object_row(e->g, slot)) ? shown_face(e->g, object_row(e->g, slot), cv) : 0;
  if (cv) push(e, out, (Mod){.op = (u16)op, .a = cv, .x = face});
}

/* --- abilities ---------------------------------------------------------------------------- */

static Mod gain(u32 ability, u32 subst, Heap env) {
  return (Mod){.op = IR_M_GAIN, .a = ability, .x = (i64)((u64)env << 32 | subst)};
}

static bool is_gained(const ModList *list, u32 from, const Mod *mod) {
  for (u32 i = from; i < list->count; i++)
    if (list->data[i].a == mod->a && list->data[i].x == mod->x) return true;
  return false;
}

/* Every activated ability the objects have, with their words; keywords that stand for one too. An ability that
   several of them have is gained once: two instances granted by one effect can't be told apart, and objects that gain each
   other's abilities would double them with every object. */
static void gain_activated(const Eval *e, Node mod, ModList *out) {
  Game *g = e->g;
  u32 from = out->count;
  u32 mark = scratch_mark(g);
  u32 n = eval_objects(e, node_arg(g->db, mod, ARG_M_GAIN_ACTIVATED_OBJECTS));
  for (u32 i = 0; i < n; i++) {
    Ref ref = scratch_get(g, mark + i);
    const Chars *c = eval_chars(e, ref);
    for (u32 a = 0; c && a < c->ability_count; a++) {
      AbilityInst inst = inst_of_chars(g, c, a);
      if (carddb_ability(g->db, inst.ability)->op != IR_ACTIVATED) continue;
      Mod gained = gain(inst.ability, inst.subst, inst.env);
      if (!is_gained(out, from, &gained)) push(e, out, gained);
    }
  }
  scratch_release(g, mark);
}

/* What is printed on the card below the keyword that the ability stands for; other instances of the keyword aside. */
static void gain_below(const Eval *e, ModList *out) {
  const CardDb *db = e->g->db;
  u32 ability = e->env ? env_at(e->g, e->env)->ability : 0;
  u32 keyword = ability ? carddb_keyword_of(db, ability) : 0;
  if (!keyword) return;
  RULE(e->g, "702.165c");
  RULE(e->g, "702.165d");
  const CardDef *card = carddb_card(db, carddb_ability(db, keyword)->card);
  for (u32 f = card->face; f < card->face + card->faces; f++) {
    const Chars *c = &carddb_face(db, f)->chars;
    if (keyword < c->abilities || keyword >= c->abilities + c->ability_count) continue;
    u32 step;
    for (u32 a = keyword; a < c->abilities + c->ability_count; a += step) {
      const AbilityDef *def = carddb_ability(db, a);
      step = 1 + (def->op == IR_KEYWORD ? def->expansion_count : 0);
      if (def->op != IR_KEYWORD || def->keyword != carddb_ability(db, keyword)->keyword)
        push(e, out, gain(a, e->subst, e->env));
    }
  }
}

/* --- the dispatcher ----------------------------------------------------------------------- */

/* The modifications of a back face stand behind one that says how many they are. */
static void back_face(const Eval *e, Node mod, Ref object, ModList *out) {
  const CardDb *db = e->g->db;
  u32 place = out->count;
  push(e, out, (Mod){.op = IR_M_BACK_FACE});
  for (u32 i = 0; i < node_argc(db, mod); i++) mod_evaluate(e, node_arg(db, mod, i), object, out);
  out->data[place].x = out->count - place - 1;
}

static void if_matches(const Eval *e, Node mod, Ref object, ModList *out) {
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, mod, ARG_M_IF_CONDITION), object)) return;
  for (u32 i = ARG_M_IF_MODS; i < node_argc(db, mod); i++) mod_evaluate(e, node_arg(db, mod, i), object, out);
}

void mod_evaluate(const Eval *given, Node mod, Ref object, ModList *out) {
  Eval with = *given;
  with.it = object;
  const Eval *e = &with;
  const CardDb *db = e->g->db;
  IrOp op = node_op(db, mod);
  Mod m = {.op = (u16)op};
#define ARG(i) node_arg(db, mod, i)
  switch (op) {
    case IR_M_COPY: evaluate_copy(e, mod, object, out); return;
    case IR_M_CONTROLLER:
      m.a = eval_player(e, ARG(ARG_M_CONTROLLER_PLAYER));
      if (m.a == PLAYER_NONE) return;
      break;
    case IR_M_SWAP_WORD: swap_word(e, mod, out); return;
    case IR_M_FULL_TEXT:
    case IR_M_TEXT_BOX:
    case IR_M_TEXT_TOO: text_of(e, mod, op, out); return;
    case IR_M_NAME: m.a = ARG(ARG_M_NAME_NAME); break;
    case IR_M_ADD_TYPE:
    case IR_M_LOSE_TYPE:
    case IR_M_ADD_SUPERTYPE:
    case IR_M_LOSE_SUPERTYPE:
    case IR_M_LOSE_SUBTYPES:
    case IR_M_LOSE_KEYWORD:
      m.word = (u16)ARG(ARG_M_LOSE_KEYWORD_WORD);
      m.a = ARG(ARG_M_LOSE_KEYWORD_QUALITY);
      m.x = e->subst;
      break;
    case IR_M_CANT_HAVE: m.word = (u16)ARG(0); break;
    case IR_M_SET_TYPES: m.a = type_mask(db, mod); break;
    case IR_M_ADD_SUBTYPE: m.word = eval_word(e, (Word)ARG(ARG_M_ADD_SUBTYPE_WORD)); break;
    case IR_M_SET_SUBTYPES: set_subtypes(e, mod, false, out); return;
    case IR_M_SET_LAND_TYPES: set_subtypes(e, mod, true, out); return;
    case IR_M_CREATURE_TYPES_OF: creature_types_of(e, mod, out); return;
    case IR_M_ADD_NOTED_SUBTYPE:
      m = (Mod){.op = IR_M_ADD_SUBTYPE, .word = if_subtype(eval_noted_word(e, ARG(0)))};
      if (!m.word) return;
      break;
    case IR_M_ADD_VAR_SUBTYPE:
      m = (Mod){.op = IR_M_ADD_SUBTYPE, .word = if_subtype(slot_word(e, ARG(0)))};
      if (!m.word) return;
      break;
    case IR_M_SET_NOTED_SUBTYPE: set_subtype(e, if_subtype(eval_noted_word(e, ARG(0))), true, false, out); return;
    case IR_M_SET_VAR_SUBTYPE: set_subtype(e, if_subtype(slot_word(e, ARG(0))), true, false, out); return;
    case IR_M_SET_COLOR:
    case IR_M_ADD_COLOR: m.a = colors_named(e, mod); break;
    case IR_M_SET_NOTED_COLOR: color_word(e, IR_M_SET_COLOR, if_color(eval_noted_word(e, ARG(0))), out); return;
    case IR_M_ADD_NOTED_COLOR: color_word(e, IR_M_ADD_COLOR, if_color(eval_noted_word(e, ARG(0))), out); return;
    case IR_M_SET_VAR_COLOR: color_word(e, IR_M_SET_COLOR, if_color(slot_word(e, ARG(0))), out); return;
    case IR_M_GAIN: m = gain(ARG(ARG_M_GAIN_ABILITY), e->subst, e->env ? e->env : e->captured); break;
    case IR_M_HAS_TEXT:
      m.a = ARG(ARG_M_HAS_TEXT_ABILITY);
      m.x = e->subst;
      break;
    case IR_M_GAIN_ACTIVATED: gain_activated(e, mod, out); return;
    case IR_M_GAIN_BELOW: gain_below(e, out); return;
    case IR_M_BASE_PT:
    case IR_M_PT:
      m.x = eval_num(e, ARG(0));
      m.y = eval_num(e, ARG(1));
      break;
    case IR_M_BASE_POWER:
    case IR_M_BASE_TOUGHNESS:
    case IR_M_LOYALTY: m.x = eval_num(e, ARG(0)); break;
    case IR_M_MANA_COST: m.a = ARG(ARG_M_MANA_COST_MANA); break;
    case IR_M_KEEP_NAME:
    case IR_M_KEEP_COLOR:
    case IR_M_KEEP_PT:
    case IR_M_KEEP_TYPES:
    case IR_M_KEEP_ABILITY: keep_own(e, op, object, out); return;
    case IR_M_BACK_FACE: back_face(e, mod, object, out); return;
    case IR_M_IF: if_matches(e, mod, object, out); return;
    default: break; /* operations without operands */
  }
#undef ARG
  push(e, out, m);
}
