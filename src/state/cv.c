/* Records of copiable values: created once, shared by content, never changed.

   A record's characteristics are computed on demand and kept until derived_reset: a row of T_CHARS for each face, with
   abilities in T_CVHEAP, which the layers never touch. A card needs no such row: its forms are in the database. */
#include "cards/names.h"
#include "state/mods.h"
#include "state/objects.h"
#include "state/walk.h"

/* --- records --------------------------------------------------------------------------------- */

static u32 mod_subst(const Mod *mod) { return (u32)(u64)mod->x; }

static Mod record_mod(const Game *g, Heap mods, u32 i) {
  Mod mod;
  memcpy(&mod, row_HEAP(g, mods + 1 + 3 * i), sizeof mod);
  return mod;
}

/* Hashes the contents, except captured variables, which only the equality test compares. */
static u64 content_hash(const CardDb *db, u32 card, u32 only_face, u32 subst, const Mod *mods, u32 count, u32 flags) {
  Hash hash;
  hash_init(&hash, 707);
  hash_u64(&hash, card_number(db, card));
  hash_u64(&hash, subst);
  hash_u64(&hash, (u64)only_face << 32 | flags);
  for (u32 i = 0; i < count; i++) {
    const Mod *m = &mods[i];
    Field a = {.size = sizeof m->a, .kind = (u8)mod_operand((IrOp)m->op)};
    hash_u64(&hash, operation_number(m->op));
    hash_u64(&hash, word_number(m->word));
    hash_u64(&hash, field_number(db, &a, &m->a));
    hash_u64(&hash, m->op == IR_M_GAIN ? mod_subst(m) : (u64)m->x);
    hash_u64(&hash, (u64)m->y);
  }
  return hash_end(&hash);
}

u64 cv_content_hash(const Game *g, u32 row) {
  const CvRecord *r = row_CVS(g, row);
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, CV_RECORD | row, mods, CV_MODS_MAX);
  return content_hash(g->db, r->card, r->only_face, r->subst, mods, count, r->flags);
}

static bool lists_equal(const Game *g, Heap a, Heap b) {
  u32 count = list_count(g, a);
  if (count != list_count(g, b)) return false;
  for (u32 i = 0; i < count; i++) {
    if (list_get(g, a, i) != list_get(g, b, i)) return false;
  }
  return true;
}

static bool values_equal(const Game *g, const Value *a, const Value *b) {
  if (a->tag != b->tag || !lists_equal(g, a->divided, b->divided)) return false;
  bool list = a->tag == VALUE_REFS || a->tag == VALUE_NUMBERS;
  return list ? lists_equal(g, (Heap)a->v, (Heap)b->v) : a->v == b->v;
}

static bool envs_equal(const Game *g, Heap a, Heap b) {
  if (!a || !b) return a == b;
  const Env *ea = env_at(g, a), *eb = env_at(g, b);
  if (ea->source != eb->source || ea->granter != eb->granter || ea->stack_object != eb->stack_object ||
      ea->ability != eb->ability || ea->subst != eb->subst || ea->acquisition != eb->acquisition ||
      ea->controller != eb->controller || ea->slots != eb->slots || ea->flags != eb->flags) {
    return false;
  }
  for (u32 i = 0; i < ea->slots; i++) {
    if (!values_equal(g, &ea->slot[i], &eb->slot[i])) return false;
  }
  return true;
}

static bool mods_equal(const Game *g, const Mod *a, const Mod *b) {
  if (a->op != b->op || a->word != b->word || a->a != b->a || a->y != b->y) return false;
  if (a->op != IR_M_GAIN) return a->x == b->x;
  return mod_subst(a) == mod_subst(b) && envs_equal(g, mod_env(a), mod_env(b));
}

static bool record_is(const Game *g, const CvRecord *r, const CvRecord *like, const Mod *mods) {
  if (r->flags & CVR_FREE || r->hash != like->hash || r->card != like->card || r->subst != like->subst ||
      r->only_face != like->only_face || r->flags != like->flags || r->mod_count != like->mod_count) {
    return false;
  }
  for (u32 i = 0; i < like->mod_count; i++) {
    Mod mod = record_mod(g, r->mods, i);
    if (!mods_equal(g, &mod, &mods[i])) return false;
  }
  return true;
}

/* The Mod as a record stores it: with its own copy of what it captured, or nothing if it uses nothing. */
static Mod mod_owned(Game *g, Mod mod) {
  Heap env = mod_env(&mod);
  if (env) {
    env = env_copy(g, env);
    mod.x = (i64)((u64)env << 32 | mod_subst(&mod));
  }
  return mod;
}

static u32 record_add(Game *g, const CvRecord *like, const Mod *mods) {
  Heap list = 0;
  for (u32 i = 0; i < like->mod_count; i++) {
    Mod mod = mod_owned(g, mods[i]);
    u64 words[3];
    memcpy(words, &mod, sizeof words);
    for (u32 w = 0; w < COUNT_OF(words); w++) list_add(g, &list, words[w]);
  }
  u32 row = core(g)->free_cv;
  if (row) {
    table_reuse(g, T_CVS);
    core(g)->free_cv = row_CVS(g, row)->card;
  } else {
    row = table_add(g, T_CVS, 1);
  }
  *row_CVS(g, row) = *like;
  row_CVS(g, row)->mods = list;
  return row;
}

CvId cv_make(Game *g, u32 card, u32 only_face, u32 subst, const Mod *mods, u32 mod_count, u32 flags) {
  if (card && !only_face && !subst && !mod_count && !flags) return card;
  if (mod_count > CV_MODS_MAX) game_fail(g, GAVEL_E_LIMIT, "changes to copiable values");
  ASSERT(mod_count == 0 || !block_holds(g, mods));
  Mod pruned[CV_MODS_MAX];
  for (u32 i = 0; i < mod_count; i++) pruned[i] = mod_bound(g, mods[i], mod_env(&mods[i]));
  CvRecord like = {
      .card = card, .subst = subst, .mod_count = (u16)mod_count, .only_face = (u8)only_face, .flags = (u8)flags};
  like.hash = content_hash(g->db, card, only_face, subst, pruned, mod_count, flags);
  for (u32 row = 1; row < count_of(g, T_CVS); row++) {
    if (record_is(g, row_CVS(g, row), &like, pruned)) return CV_RECORD | row;
  }
  return CV_RECORD | record_add(g, &like, pruned);
}

static const CvRecord *record_of(const Game *g, CvId cv) { return row_CVS(g, cv & ~CV_RECORD); }

u32 cv_card(const Game *g, CvId cv) { return cv & CV_RECORD ? record_of(g, cv)->card : cv; }

u32 cv_only_face(const Game *g, CvId cv) { return cv & CV_RECORD ? record_of(g, cv)->only_face : 0; }

bool cv_is_double_faced(const Game *g, CvId cv) {
  u32 card = cv_card(g, cv), flags = cv & CV_RECORD ? record_of(g, cv)->flags : 0;
  if (flags & CVR_MERGED) return false; /* 730.2i */
  if (card && flags & CVR_TWO_FACED) return true;
  if (cv_only_face(g, cv)) return false;
  if (!card) return flags & CVR_TWO_FACED;
  u16 layout = carddb_card(g->db, card)->layout;
  return layout == LAYOUT_TRANSFORM || layout == LAYOUT_MODAL_DFC;
}

CvId cv_alike_faces(Game *g, CvId cv, bool alike) {
  if (!(cv & CV_RECORD)) return alike ? cv_make(g, cv, 0, 0, NULL, 0, CVR_TWO_FACED) : cv;
  const CvRecord r = *record_of(g, cv);
  if (!alike == !(r.flags & CVR_TWO_FACED) || (!alike && !r.card)) return cv;
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, cv, mods, CV_MODS_MAX);
  return cv_make(g, r.card, r.only_face, r.subst, mods, count, r.flags ^ CVR_TWO_FACED);
}

bool is_double_faced(const Game *g, const Object *o, const Permanent *p) {
  if (p && p->flags & (PERM_MERGED | PERM_MELDED)) return false;
  return cv_is_double_faced(g, o->card ? row_CARDS(g, o->card)->def : o->cv);
}

bool is_transformed(const Game *g, const Object *o, const Permanent *p) {
  if (!o->face || !is_double_faced(g, o, p)) return false;
  RULE(g, "701.27g");
  return true;
}

u32 cv_mods(const Game *g, CvId cv, Mod *out, u32 cap) {
  if (!(cv & CV_RECORD)) return 0;
  const CvRecord *r = record_of(g, cv);
  u32 count = r->mod_count < cap ? r->mod_count : cap;
  for (u32 i = 0; i < count; i++) out[i] = record_mod(g, r->mods, i);
  return count;
}

CvId cv_face_down(Game *g, FaceDownKind kind) {
  bool ward = kind == FACE_DOWN_DISGUISE || kind == FACE_DOWN_CLOAK;
  Mod mods[3] = {{.op = IR_M_ADD_TYPE, .word = W_CREATURE}, {.op = IR_M_BASE_PT, .x = 2, .y = 2}};
  u32 count = 2;
  if (ward) mods[count++] = (Mod){.op = IR_M_GAIN, .a = g->db->by_rules[GIVEN_WARD]};
  return cv_make(g, 0, 0, 0, mods, count, CVR_FACE_DOWN | (ward ? CVR_WARDED : 0));
}

/* The modifications for bestowed or mutating spells are the last ones of a record. */
enum { BESTOW_MODS = 3, MUTATE_MODS = 1, CVR_CAST_AS = CVR_BESTOWED | CVR_MUTATING };

static CvId change_mods(Game *g, CvId cv, const Mod *mods, u32 count, u32 flags) {
  if (!(cv & CV_RECORD)) return cv_make(g, cv, 0, 0, mods, count, flags);
  const CvRecord r = *record_of(g, cv);
  return cv_make(g, r.card, r.only_face, r.subst, mods, count, (r.flags & ~(u32)CVR_CAST_AS) | flags);
}

static bool cv_has(const Game *g, CvId cv, u32 flag) { return cv & CV_RECORD && record_of(g, cv)->flags & flag; }

CvId cv_bestowed(Game *g, CvId cv) {
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, cv, mods, CV_MODS_MAX - BESTOW_MODS);
  mods[count++] = (Mod){.op = IR_M_LOSE_TYPE, .word = W_CREATURE};
  mods[count++] = (Mod){.op = IR_M_ADD_SUBTYPE, .word = W_AURA};
  mods[count++] = (Mod){.op = IR_M_GAIN, .a = g->db->by_rules[GIVEN_ENCHANT]};
  return change_mods(g, cv, mods, count, CVR_BESTOWED);
}

CvId cv_mutating(Game *g, CvId cv) {
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, cv, mods, CV_MODS_MAX - MUTATE_MODS);
  mods[count++] = (Mod){.op = IR_M_GAIN, .a = g->db->by_rules[GIVEN_MUTATING]};
  return change_mods(g, cv, mods, count, CVR_MUTATING);
}

bool cv_is_bestowed(const Game *g, CvId cv) { return cv_has(g, cv, CVR_BESTOWED); }
bool cv_is_mutating(const Game *g, CvId cv) { return cv_has(g, cv, CVR_MUTATING); }

CvId cv_plain(Game *g, CvId cv) {
  Mod mods[CV_MODS_MAX];
  if (!cv_has(g, cv, CVR_CAST_AS)) return cv;
  u32 last = cv_is_bestowed(g, cv) ? BESTOW_MODS : MUTATE_MODS, count = cv_mods(g, cv, mods, CV_MODS_MAX) - last;
  const CvRecord r = *record_of(g, cv);
  return cv_make(g, r.card, r.only_face, r.subst, mods, count, r.flags & ~(u32)CVR_CAST_AS);
}

CvId cv_cast_like(Game *g, CvId cv, CvId like) {
  if (cv_is_bestowed(g, like)) return cv_bestowed(g, cv_plain(g, cv));
  return cv_is_mutating(g, like) ? cv_mutating(g, cv_plain(g, cv)) : cv;
}

CvId cv_spliced(Game *g, CvId cv, CvId text, u32 face) {
  Mod mods[CV_MODS_MAX];
  CvId plain = cv_plain(g, cv);
  u32 count = cv_mods(g, plain, mods, CV_MODS_MAX);
  if (count == CV_MODS_MAX) game_fail(g, GAVEL_E_LIMIT, "changes to copiable values");
  mods[count++] = (Mod){.op = IR_M_TEXT_TOO, .a = text, .x = face, .y = 1};
  return cv_cast_like(g, change_mods(g, plain, mods, count, 0), cv);
}

/* Whether `later` fully overrides an earlier modification. */
static bool supersedes(const Mod *later, const Mod *earlier) {
  if (later->op != earlier->op) return false;
  switch (later->op) {
    case IR_M_NAME:
    case IR_M_SET_COLOR:
    case IR_M_BASE_PT: return true;
    case IR_M_ADD_TYPE:
    case IR_M_ADD_SUPERTYPE:
    case IR_M_LOSE_SUPERTYPE:
    case IR_M_ADD_SUBTYPE: return later->word == earlier->word;
    default: return false;
  }
}

/* Adds a modification to `count` others; returns the new count. */
static u32 mods_further(Game *g, Mod *mods, u32 count, Mod mod) {
  u32 kept = 0;
  mod = mod_bound(g, mod, mod_env(&mod));
  for (u32 i = 0; i < count; i++) {
    Mod same = mods[i];
    same.y = mod.y;
    if (mod.op == IR_M_GAIN && mods_equal(g, &same, &mod)) {
      mods[i].y += 1 + mod.y;
      return count;
    }
  }
  for (u32 i = 0; i < count; i++)
    if (!supersedes(&mod, &mods[i])) mods[kept++] = mods[i];
  if (kept == CV_MODS_MAX) game_fail(g, GAVEL_E_LIMIT, "changes to copiable values");
  mods[kept++] = mod;
  return kept;
}

CvId cv_further(Game *g, CvId cv, u32 only_face, const Mod *mods, u32 more) {
  Mod all[CV_MODS_MAX];
  u32 count = cv_mods(g, cv, all, CV_MODS_MAX);
  const CvRecord record = cv & CV_RECORD ? *record_of(g, cv) : (CvRecord){.card = cv};
  /* Positions matter if they determine which face a modification is for. */
  bool placed = record.flags & CVR_TWO_FACED;
  for (u32 i = 0; i < more; i++) {
    if (placed && count == CV_MODS_MAX) game_fail(g, GAVEL_E_LIMIT, "changes to copiable values");
    placed = placed || mods[i].op == IR_M_BACK_FACE;
    if (placed)
      all[count++] = mods[i];
    else
      count = mods_further(g, all, count, mods[i]);
  }
  return cv_make(g, record.card, only_face ? only_face : record.only_face, record.subst, all, count, record.flags);
}

/* --- merged components ------------------------------------------------------------------------- */

/* A merged permanent has the values of its topmost component and, as its last modifications, the rules text of each
   other one, numbered from the top (730.2a, 702.140e). A component may itself be a copy of a merged permanent, so the
   run begins where the numbering does. */
static u32 parts_begin(const Mod *mods, u32 count) {
  u32 first = count;
  while (first > 0 && mods[first - 1].op == IR_M_TEXT_TOO && mods[first - 1].y != 1) first--;
  return first > 0 ? first - 1 : 0;
}

u32 cv_parts(const Game *g, CvId cv, MergedPart *parts) {
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, cv, mods, CV_MODS_MAX), n = 0;
  for (u32 i = parts_begin(mods, count); i < count; i++)
    parts[n++] = (MergedPart){mods[i].a, (u8)mods[i].x, mods[i].word == MOD_HIDDEN};
  return n;
}

CvId cv_topmost(Game *g, CvId cv) {
  Mod mods[CV_MODS_MAX];
  u32 count = parts_begin(mods, cv_mods(g, cv, mods, CV_MODS_MAX));
  CvRecord r = *record_of(g, cv);
  bool copied = count > 0 && mods[count - 1].op == IR_M_TEXT_TOO;
  return cv_make(g, r.card, r.only_face, r.subst, mods, count, copied ? r.flags : r.flags & ~(u32)CVR_MERGED);
}

CvId cv_merged(Game *g, CvId top, const MergedPart *parts, u32 part_count) {
  Mod mods[CV_MODS_MAX];
  u32 count = cv_mods(g, top, mods, CV_MODS_MAX);
  if (count + part_count > CV_MODS_MAX) game_fail(g, GAVEL_E_LIMIT, "changes to copiable values");
  for (u32 i = 0; i < part_count; i++)
    mods[count++] = (Mod){.op = IR_M_TEXT_TOO,
                          .word = parts[i].hidden ? MOD_HIDDEN : 0,
                          .a = parts[i].cv,
                          .x = parts[i].face,
                          .y = 1 + i};
  return change_mods(g, top, mods, count, CVR_MERGED);
}

/* --- characteristics ------------------------------------------------------------------------- */

/* Stores characteristics built in T_DHEAP after `mark`; returns their row of T_CHARS. */
static u32 chars_keep(Game *g, Chars c, u32 mark) {
  u32 row = derived(g)->free_chars;
  if (row) {
    table_reuse(g, T_CHARS);
    derived(g)->free_chars = row_CHARS(g, row)->abilities;
  } else {
    row = table_add(g, T_CHARS, 1);
  }
  if (abilities_in_dheap(&c)) {
    u32 words = 2 * c.ability_count;
    u32 place = table_add(g, T_CVHEAP, words);
    if (words) {
      memcpy(row_CVHEAP(g, place), row_DHEAP(g, c.abilities), words * sizeof(u64));
    }
    c.abilities = place;
    c.abilities_in_block = ABILITIES_IN_CVHEAP;
  }
  dheap_release(g, mark);
  *row_CHARS(g, row) = c;
  return row;
}

/* --- the forms of cards ---------------------------------------------------------------------- */

static const Chars *card_chars(const Game *g, u32 card, u32 face) {
  const CardDef *def = carddb_card(g->db, card);
  if (def->layout == LAYOUT_ROOM && face == FACE_LOCKED)
    RULE(g, "709.5");
  else if (face >= def->faces && def->combined)
    RULE(g, "709.4");
  return &card_form(g, card, face)->chars;
}

/* --- characteristics of records -------------------------------------------------------------- */

/* The layers of the characteristics that a record's Mods set. */
static u32 given_layers(const CvRecord *r, const Game *g) {
  u32 layers = 0;
  for (u32 i = 0; i < r->mod_count; i++) {
    switch (record_mod(g, r->mods, i).op) {
      case IR_M_BASE_PT:
      case IR_M_BASE_POWER:
      case IR_M_BASE_TOUGHNESS: layers |= 1u << LAYER_7A; break;
      case IR_M_SET_COLOR: layers |= 1u << LAYER_5; break;
      case IR_M_SET_TYPES:
      case IR_M_LOSE_SUBTYPES: layers |= 1u << LAYER_4; break;
      default: break;
    }
  }
  return layers;
}

static bool defines_given(const Game *g, const Chars *c, u32 first, u32 count, u32 layers) {
  for (u32 i = first; i < first + count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (def->flags & ABILITY_CDA && def->layers & layers) return true;
  }
  return false;
}

/* Removes characteristic-defining abilities, and a colour indicator, that define what an exception sets; they are not
   copied (707.9d). */
static void drop_given(Game *g, Chars *c, u32 layers) {
  if (layers & 1u << LAYER_5) c->color_indicator = 0;
  Chars kept = *c;
  kept.abilities = dheap_mark(g);
  kept.abilities_in_block = ABILITIES_IN_DHEAP;
  kept.ability_count = 0;
  memset(kept.keywords, 0, sizeof kept.keywords);
  bool dropped = false;
  for (u32 i = 0; i < c->ability_count;) {
    AbilityInst inst = inst_of_chars(g, c, i);
    u32 size = 1 + carddb_ability(g->db, inst.ability)->expansion_count;
    if (size > c->ability_count - i) size = c->ability_count - i;
    bool defines = defines_given(g, c, i, size, layers);
    dropped |= defines;
    if (!defines) chars_gain(g, &kept, inst);
    i += size;
  }
  if (!dropped) return;
  RULE(g, "707.9d");
  *c = kept;
}

/* The order in which a record's Mods are applied: costs before colours set by an exception, types before their
   subtypes; the others as written. */
static u32 mod_rank(IrOp op) {
  switch (op) {
    case IR_M_NO_MANA_COST:
    case IR_M_MANA_COST: return 0;
    case IR_M_ADD_TYPE:
    case IR_M_LOSE_TYPE:
    case IR_M_SET_TYPES: return 1;
    default: return 2;
  }
}

/* Whether a record's i-th modification applies to that face. Those of a back face follow a modification that announces
   their number; those after them apply to both faces, like exceptions of copies. */
static bool mod_of_face(const Game *g, const CvRecord *r, u32 i, u32 face) {
  if (!(r->flags & CVR_TWO_FACED)) return true;
  for (u32 k = 0; k < r->mod_count; k++) {
    Mod mod = record_mod(g, r->mods, k);
    if (mod.op != IR_M_BACK_FACE) continue;
    if (i <= k) return i < k && face == 0;
    return i > k + (u32)mod.x || face == 1;
  }
  return true;
}

static u32 record_build(Game *g, u32 row, u32 face) {
  const CvRecord r = *row_CVS(g, row);
  u32 mark = dheap_mark(g);
  Chars c = {.abilities_in_block = ABILITIES_IN_DHEAP, .abilities = mark};
  if (r.card) c = *card_chars(g, r.card, face);
  u32 given = given_layers(&r, g);
  if (r.card && given) drop_given(g, &c, given);
  if (r.subst) chars_substitute(g, &c, r.subst);
  for (u32 rank = 0; rank < 3; rank++) {
    for (u32 i = 0; i < r.mod_count; i++) {
      Mod mod = record_mod(g, r.mods, i);
      if (mod_rank((IrOp)mod.op) == rank && mod_of_face(g, &r, i, face)) chars_apply_mod(g, &c, &mod, 0);
    }
  }
  return chars_keep(g, c, mark);
}

const Chars *cv_chars(Game *g, CvId cv, u32 face) {
  if (!(cv & CV_RECORD)) return card_chars(g, cv, face);
  u32 row = cv & ~CV_RECORD;
  const CvRecord *r = row_CVS(g, row);
  if (r->only_face) face = r->only_face - 1u;
  if (face_is_of_status(face))
    face = r->card ? layout_face((CardLayout)carddb_card(g->db, r->card)->layout, face) : face != FACE_FLIPPED;
  if (face == FACE_LOCKED && !cv_is_room(g, cv)) face = 0;
  u32 place = face == FACE_COMBINED ? 2 : face == FACE_LOCKED ? 3 : face != 0;
  if (!r->chars[place]) {
    u32 chars = record_build(g, row, face);
    row_CVS(g, row)->chars[place] = chars;
  }
  return row_CHARS(g, row_CVS(g, row)->chars[place]);
}

/* --- freeing --------------------------------------------------------------------------------- */

void derived_reset(Game *g) {
  for (u32 t = 0; t < TABLE_COUNT; t++) {
    if (table_is_derived((TableId)t)) table_drop(g, (TableId)t, count_of(g, (TableId)t));
  }
  table_add(g, T_DERIVED, count_of(g, T_OBJECTS));
  table_add(g, T_CHARS, 1);
  for (u32 row = 0; row < count_of(g, T_CVS); row++) {
    memset(row_CVS(g, row)->chars, 0, sizeof row_CVS(g, row)->chars);
  }
  /* Stamps and counts never go back, so that nothing computed earlier looks current. */
  DerivedCore *d = derived(g);
  *d = (DerivedCore){.changes = d->changes,
                     .layers = {.stamp = d->layers.stamp + 1, .alone_stamp = d->layers.alone_stamp + 1},
                     .watchers = {.stale = DIRTY_ALL}};
  d->changes.facts++;
  d->changes.lasting++;
  d->changes.zones = d->changes.watched_zones = UINT16_MAX;
}

/* Number of wasted words of ability lists at which all of them are recomputed. */
#define CVHEAP_WASTE 4096u

/* `user` of the walk points to the place of the marks. */
static u64 *marks_of(const Walk *w) { return row_DHEAP(w->g, *(const u32 *)w->user); }

static void mark_cv(Walk *w, u64 value) {
  u64 *marks = marks_of(w);
  u64 row = value & 0xffffffffu & ~(u64)CV_RECORD;
  if (value & CV_RECORD && row < count_of(w->g, T_CVS)) marks[row >> 6] |= (u64)1 << (row & 63);
}

static void mark_scalar(Walk *w, const Field *field, Place place) {
  if (field->kind == FIELD_CV) mark_cv(w, place_get(w->g, place, field->size));
}

/* Finds what records refer to from records in use only, so that unused ones don't keep each other alive. */
static u32 all_but_records(Walk *w, TableId t, u32 count) {
  (void)w;
  return t == T_CVS ? 0 : count;
}

static bool bit_of(const u64 *bits, u32 row) { return bits[row >> 6] >> (row & 63) & 1; }

/* Which records were walked is marked behind the other marks. */
static void mark_from_records(Walk *w, u32 words) {
  for (bool more = true; more;) {
    more = false;
    for (u32 row = 1; row < count_of(w->g, T_CVS); row++) {
      u64 *marks = marks_of(w), *walked = marks + words;
      if (!bit_of(marks, row) || bit_of(walked, row)) continue;
      walked[row >> 6] |= (u64)1 << (row & 63);
      walk_row(w, T_CVS, row);
      more = true;
    }
  }
}

static void record_free(Game *g, u32 row) {
  CvRecord *r = row_CVS(g, row);
  for (u32 i = 0; i < COUNT_OF(r->chars); i++) {
    if (!r->chars[i]) continue;
    *row_CHARS(g, r->chars[i]) = (Chars){.abilities = derived(g)->free_chars};
    derived(g)->free_chars = r->chars[i];
  }
  row_owned_free(g, T_CVS, row);
  *row_CVS(g, row) = (CvRecord){.card = core(g)->free_cv, .flags = CVR_FREE};
  core(g)->free_cv = row;
}

u32 cv_collect(Game *g) {
  u32 rows = count_of(g, T_CVS), words = rows / 64 + 1;
  u32 freed = 0, left = 0;
  u32 place = dheap_alloc(g, 2 * words);
  Walk walk = {.g = g, .user = &place, .scalar = mark_scalar, .rows = all_but_records};
  state_walk(&walk);
  for (u32 i = 0; i < count_of(g, T_DERIVED); i++) {
    mark_cv(&walk, row_DERIVED(g, i)->cv);
    mark_cv(&walk, row_DERIVED(g, i)->up);
  }
  mark_from_records(&walk, words);
  for (u32 row = 1; row < rows; row++) {
    if (bit_of(marks_of(&walk), row)) {
      left++;
    } else if (!(row_CVS(g, row)->flags & CVR_FREE)) {
      record_free(g, row);
      freed++;
    }
  }
  dheap_release(g, place);
  table_drop(g, T_SPELLS, count_of(g, T_SPELLS)); /* seen by their values */
  if (freed > 0 && count_of(g, T_CVHEAP) > CVHEAP_WASTE) derived_reset(g);
  return left;
}
