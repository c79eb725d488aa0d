/* The one walk over everything in the block; see walk.h. */
#include "state/walk.h"

#include "state/objects.h"
#include "state/payload.h"

/* --- places ---------------------------------------------------------------------------------- */

void place_set(const Game *g, Place p, u32 size, u64 value) {
  void *at = place_at(g, p);
  u32 word = (u32)value;
  u16 half = (u16)value;
  switch (size) {
    case 1: *(u8 *)at = (u8)value; break;
    case 2: memcpy(at, &half, sizeof half); break;
    case 4: memcpy(at, &word, sizeof word); break;
    default: memcpy(at, &value, sizeof value); break;
  }
}

Heap place_handle(const Game *g, Place p) { return (Heap)place_get(g, p, sizeof(Heap)); }
void place_set_handle(const Game *g, Place p, Heap h) { place_set(g, p, sizeof h, h); }

/* Offsets of the halves of a 64-bit word. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { LOW_HALF = 4, HIGH_HALF = 0 };
#else
enum { LOW_HALF = 0, HIGH_HALF = 4 };
#endif

/* --- kinds of pieces ------------------------------------------------------------------------- */

OwnKind own_kind_of_ext(const Object *o) {
  Zone zone = o->zone == ZONE_NONE ? zone_left(o) : (Zone)o->zone;
  return zone == ZONE_STACK ? OWN_STACK_ITEM : OWN_PERMANENT;
}

static u32 item_words(OwnKind kind) { return schema_of(schema_of_items(kind))->size / (u32)sizeof(u64); }

static bool is_list(OwnKind kind) { return schema_of_head(kind) == STRUCT_NONE; }

u32 own_items(const Game *g, OwnKind kind, Heap h) {
  if (kind == OWN_ENV) return env_at(g, h)->slots;
  return is_list(kind) ? list_count(g, h) / item_words(kind) : 0;
}

u32 own_words(OwnKind kind, u32 items) {
  StructId head = schema_of_head(kind);
  u32 words = head ? (schema_of(head)->size + (u32)sizeof(u64) - 1) / (u32)sizeof(u64) : 1;
  StructId item = schema_of_items(kind);
  return item ? words + items * item_words(kind) : words;
}

/* --- fields whose meaning depends on others -------------------------------------------------- */

/* Fields of 8, 4 and 2 bytes whose kind other fields decide. */
#define OF_SIZE(KIND, SIZE) [FIELD_##KIND] = {.count = 1, .size = (SIZE), .kind = FIELD_##KIND}
static const Field WHOLE[] = {OF_SIZE(NUMBER, 8), OF_SIZE(SIGNED, 8), OF_SIZE(REF, 8),
                              OF_SIZE(WORD, 8),   OF_SIZE(SERIAL, 8), OF_SIZE(REF_OR_NUMBER, 8)};
static const Field HALF[] = {
    OF_SIZE(NUMBER, 4),    OF_SIZE(WORD, 4), OF_SIZE(NAME, 4),     OF_SIZE(NODE, 4),   OF_SIZE(ABILITY, 4),
    OF_SIZE(COST, 4),      OF_SIZE(CV, 4),   OF_SIZE(SUBST, 4),    OF_SIZE(BORROW, 4), OF_SIZE(ACQUISITION, 4),
    OF_SIZE(EFFECT_ID, 4), OF_SIZE(SLOT, 4), OF_SIZE(CARD_ROW, 4), OF_SIZE(OWNER, 4),
};
static const Field QUARTER[] = {OF_SIZE(NUMBER, 2), OF_SIZE(WORD, 2)};

/* Words of one class. */
#define OF_CLASS(WC) [WC_##WC] = {.count = 1, .size = 2, .kind = FIELD_WORD, .arg = WC_##WC}
static const Field WORDS[WC_COUNT] = {
    OF_CLASS(ANY), OF_CLASS(TYPE), OF_CLASS(SUBTYPE), OF_CLASS(SUPERTYPE), OF_CLASS(KEYWORD), OF_CLASS(SUBTYPE_CLASS),
};

bool field_is_mod_word(const Field *field) {
  if (field->kind != FIELD_WORD) return false;
  for (u32 wc = WC_ANY + 1; wc < WC_COUNT; wc++)
    if (field == &WORDS[wc]) return wc != WC_KEYWORD;
  return false;
}

/* Locals of frames. Unused ones are 0. */
static const Field LOCALS[LOCAL_KINDS] = {
#define LOCAL(TYPE, KIND, ARG) [LOCAL_##TYPE] = {.count = 1, .size = 8, .kind = FIELD_##KIND, .arg = (ARG)},
    LOCAL(NONE, ENUM, 1)             /**/
    LOCAL(NUMBER, SIGNED, 0)         /**/
    LOCAL(BELOW, SIGNED, 0)          /**/
    LOCAL(BITS, SIGNED, 0)           /**/
    LOCAL(GROUP, SERIAL, 0)          /**/
    LOCAL(PLAYER, PLAYER, 0)         /**/
    LOCAL(OWNER, OWNER, 0)           /**/
    LOCAL(PLAYER_1, PLAYER_1, 0)     /**/
    LOCAL(REF, REF, 0)               /**/
    LOCAL(SLOT, SLOT, 0)             /**/
    LOCAL(WORD, WORD, 0)             /**/
    LOCAL(ABILITY, ABILITY, 0)       /**/
    LOCAL(CHOSEN, ROW, T_CHOSEN)     /**/
    LOCAL(CHOSEN_1, ROW_1, T_CHOSEN) /**/
    LOCAL(EVENT, ROW, T_EVENTS)      /**/
    LOCAL(EVENT_1, ROW_1, T_EVENTS)  /**/
    LOCAL(HISTORY, ROW, T_HISTORY)   /**/
    LOCAL(FRAME_1, ROW_1, T_FRAMES)  /**/
    LOCAL(ITEM, SLOT, 0)             /**/
    LOCAL(PERMANENT, SLOT, 0)        /**/
    LOCAL(ARGUMENT, SIGNED, 0)       /**/
    LOCAL(LISTED, SIGNED, 0)         /**/
#undef LOCAL
};

static void visit(Walk *w, const Field *field, Place place) {
  if (w->scalar) w->scalar(w, field, place);
}

static Place low_half(Place p) { return place_in(p, LOW_HALF); }
static Place high_half(Place p) { return place_in(p, HIGH_HALF); }

/* Walks the value of a variable with that tag. */
static void walk_value(Walk *w, u64 tag, Place v) {
  switch (tag) {
    case VALUE_REFS: walk_own(w, OWN_REFS, low_half(v)); break;
    case VALUE_NUMBERS: walk_own(w, OWN_WORDS, low_half(v)); break;
    case VALUE_REF: visit(w, &WHOLE[FIELD_REF], v); break;
    case VALUE_WORD: visit(w, &HALF[FIELD_WORD], low_half(v)); break;
    case VALUE_NAME: visit(w, &HALF[FIELD_NAME], low_half(v)); break;
    case VALUE_NONE:
    case VALUE_EVENT: visit(w, &WHOLE[FIELD_NUMBER], v); break;
    default: visit(w, &WHOLE[FIELD_SIGNED], v); break;
  }
}

FieldKind mod_operand(IrOp op) {
  switch (op) {
    case IR_M_COPY:
    case IR_M_FULL_TEXT:
    case IR_M_TEXT_BOX:
    case IR_M_TEXT_TOO: return FIELD_CV;
    case IR_M_HAS_TEXT:
    case IR_M_GAIN: return FIELD_ABILITY;
    case IR_M_NAME:
    case IR_M_KEEP_NAME: return FIELD_NAME;
    case IR_M_MANA_COST: return FIELD_COST;
    case IR_M_SWAP_WORD: return FIELD_WORD;
    case IR_M_LOSE_KEYWORD: return FIELD_NODE;
    case IR_M_CONTROLLER: return FIELD_OWNER;
    default: return FIELD_NUMBER;
  }
}

FieldKind event_word_kind(u32 kind) {
  switch ((EventWord)event_payload(kind)->word) {
    case WORD_OF_WORD:
    case WORD_OF_COUNTER:
    case WORD_OF_STEP: return FIELD_WORD;
    case WORD_OF_ABILITY: return FIELD_ABILITY;
    case WORD_OF_NODE: return FIELD_NODE;
    default: return FIELD_NUMBER;
  }
}

FieldKind option_a_kind(u32 kind) {
  switch (kind) {
    case OPTION_NAME: return FIELD_NAME;
    case OPTION_ABILITY: return FIELD_ABILITY;
    case OPTION_NODE:
    case OPTION_MODE: return FIELD_NODE;
    default: return FIELD_NUMBER;
  }
}

/* Option.n: what is attacked or blocked, or a number; the number of a trigger or replacement effect; any other number. */
static FieldKind option_n_kind(u32 kind) {
  return kind == OPTION_REF ? FIELD_REF_OR_NUMBER : kind == OPTION_ABILITY ? FIELD_SERIAL : FIELD_SIGNED;
}

static FieldKind due_a_kind(u32 kind) {
  switch (kind) {
    case DUE_SKIP_STEP:
    case DUE_EXTRA_STEP: return FIELD_WORD;
    case DUE_SHUFFLE: return FIELD_SLOT;
    case DUE_COMMANDER_DAMAGE: return FIELD_CARD_ROW;
    case DUE_CONTROL_TURN: return FIELD_OWNER;
    default: return FIELD_NUMBER;
  }
}

static StructId chosen_struct(u32 kind) {
  if (kind <= CHOSEN_OPTIONS || kind >= CHOSEN_KINDS) return STRUCT_CHOSEN_OPTION;
  return (StructId)(STRUCT_CHOSEN_OPTION + kind - CHOSEN_OPTIONS);
}

/* Walks the local at `at` of the frame at `base`. */
static void walk_local(Walk *w, Place base, Place at) {
  const Frame *f = place_at(w->g, base);
  bool acts = f->proc == PROC_ACT && f->node < w->g->db->words.count;
  IrOp op = acts && f->node ? node_op(w->g->db, f->node) : IR_NONE;
  u32 i = (at.byte - base.byte - (u32)offsetof(Frame, a)) / (u32)sizeof f->a[0];
  visit(w, &LOCALS[local_type(f->proc, op, i).kind], at);
}

static void walk_mod_x(Walk *w, IrOp op, Place x, bool owned) {
  if (op != IR_M_GAIN && op != IR_M_HAS_TEXT) {
    visit(w, &WHOLE[FIELD_SIGNED], x);
    return;
  }
  visit(w, &HALF[FIELD_SUBST], low_half(x));
  if (owned) {
    walk_own(w, OWN_ENV, high_half(x));
  } else {
    visit(w, &HALF[FIELD_BORROW], high_half(x));
  }
}

/* Reads a field of `base` that decides the meaning of another. */
#define SIBLING(w, S, member, base) place_get((w)->g, place_in(base, offsetof(S, member)), sizeof(((S *)0)->member))

/* Walks a field whose meaning depends on others of the struct at `base`. */
static void walk_conditional(Walk *w, const Field *f, Place base, Place at) {
  switch ((FieldKind)f->kind) {
    case FIELD_EXT: {
      Place object = f->arg ? place_in(base, offsetof(Lki, object)) : base;
      walk_own(w, own_kind_of_ext(place_at(w->g, object)), at);
      break;
    }
    case FIELD_LOCAL: walk_local(w, base, at); break;
    case FIELD_FRAME_ENV:
      if (SIBLING(w, Frame, flags, base) & FRAME_OWNS_ENV) {
        walk_own(w, OWN_ENV, at);
      } else {
        visit(w, &HALF[FIELD_BORROW], at);
      }
      break;
    case FIELD_FRAME_LISTS:
      walk_own(w, SIBLING(w, Frame, flags, base) & FRAME_LISTS_ENVS ? OWN_ENVS : OWN_REFS, at);
      break;
    case FIELD_EVENT_ENV:
      if (SIBLING(w, Event, kind, base) == EVENT_PROGRAM) {
        walk_own(w, OWN_ENV, at);
      } else {
        visit(w, &HALF[FIELD_BORROW], at);
      }
      break;
    case FIELD_EVENT_WORD: {
      u64 kind = f->arg ? SIBLING(w, History, kind, base) : SIBLING(w, Event, kind, base);
      visit(w, &HALF[event_word_kind((u32)kind)], at);
      break;
    }
    case FIELD_OPTION_WORD: visit(w, &QUARTER[option_word_kind((u32)SIBLING(w, Option, kind, base))], at); break;
    case FIELD_OPTION_A: visit(w, &HALF[option_a_kind((u32)SIBLING(w, Option, kind, base))], at); break;
    case FIELD_OPTION_N: visit(w, &WHOLE[option_n_kind((u32)SIBLING(w, Option, kind, base))], at); break;
    case FIELD_CHOSEN: walk_struct(w, chosen_struct((u32)SIBLING(w, Option, kind, base)), base); break;
    case FIELD_DUE_A: visit(w, &HALF[due_a_kind((u32)SIBLING(w, Due, kind, base))], at); break;
    case FIELD_DUE_N:
      visit(w, &WHOLE[SIBLING(w, Due, kind, base) == DUE_EXTRA_STEP ? FIELD_WORD : FIELD_SIGNED], at);
      break;
    case FIELD_NOTE_KEY:
      visit(w, &HALF[FIELD_NAME], low_half(at));
      visit(w, &HALF[FIELD_ACQUISITION], high_half(at));
      break;
    case FIELD_VALUE: walk_value(w, SIBLING(w, Value, tag, base), at); break;
    case FIELD_NOTED_VALUE: walk_value(w, place_get(w->g, place_in(base, sizeof(u64)), 8), at); break;
    case FIELD_INSTS:
      if (!SIBLING(w, Chars, ability_count, base)) break; /* the field is unused then */
      if (SIBLING(w, Chars, abilities_in_block, base))
        walk_own(w, OWN_INSTS, at);
      else
        visit(w, &HALF[FIELD_ABILITY], at);
      break;
    case FIELD_MODE:
      visit(w, &HALF[FIELD_NUMBER], low_half(at));
      walk_own(w, OWN_ENV, high_half(at));
      break;
    case FIELD_MOD_WORD: visit(w, &WORDS[mod_word_class((IrOp)SIBLING(w, Mod, op, base))], at); break;
    case FIELD_MOD_A: visit(w, &HALF[mod_operand((IrOp)SIBLING(w, Mod, op, base))], at); break;
    case FIELD_MOD_X:
    case FIELD_CV_MOD_X: walk_mod_x(w, (IrOp)SIBLING(w, Mod, op, base), at, f->kind == FIELD_CV_MOD_X); break;
    default: break;
  }
}

/* --- walking --------------------------------------------------------------------------------- */

static void walk_part(Walk *w, const Field *f, Place place) {
  u32 stride = f->kind == FIELD_STRUCT ? schema_of((StructId)f->arg)->size : f->size;
  for (u32 k = 0; k < f->count && !w->stop; k++) {
    Place at = place_in(place, f->offset + k * stride);
    if (f->kind == FIELD_STRUCT) {
      walk_struct(w, (StructId)f->arg, at);
    } else if (f->kind == FIELD_OWN) {
      walk_own(w, (OwnKind)f->arg, f->size == sizeof(u64) ? low_half(at) : at);
    } else {
      walk_conditional(w, f, place, at);
    }
  }
}

void walk_struct(Walk *w, StructId id, Place place) {
  const Schema *schema = schema_of(id);
  const Field *end = schema->fields + schema->count;
  for (const Field *f = schema->fields; f < end && !w->stop; f++) {
    if (f->kind > FIELD_SKIP) {
      walk_part(w, f, place);
    } else if (f->kind < FIELD_SKIP && w->scalar) {
      Place at = place_in(place, f->offset);
      for (u32 k = 0; k < f->count; k++, at.byte += f->size) w->scalar(w, f, at);
    }
  }
}

/* Counts the items first: a visitor may free them when it leaves the piece. */
void walk_piece(Walk *w, OwnKind kind, Heap h) {
  Place piece = place_of_heap(h);
  StructId head = schema_of_head(kind), item = schema_of_items(kind);
  u32 items = own_items(w->g, kind, h);
  u32 at = head ? schema_of(head)->size : (u32)sizeof(List);
  if (head) walk_struct(w, head, piece);
  for (u32 i = 0; i < items && !w->stop; i++) {
    walk_struct(w, item, place_in(piece, at + i * schema_of(item)->size));
  }
  if (w->leave && !w->stop) w->leave(w, kind, h);
}

void walk_own(Walk *w, OwnKind kind, Place place) {
  if (w->stop) return;
  Heap h = place_handle(w->g, place);
  if (w->frees) {
    owned_free(w->g, kind, h);
    return;
  }
  if (w->own) {
    u32 items = h && heap_is_piece(w->g, h) ? own_items(w->g, kind, h) : 0;
    h = w->own(w, kind, place, items);
  }
  if (h) walk_piece(w, kind, h);
}

bool row_is_free(const Game *g, TableId t, u32 row) {
  switch (t) {
    case T_OBJECTS: return row_OBJECTS(g, row)->owner == PLAYER_NONE;
    case T_CARDS: return row_CARDS(g, row)->def == 0;
    case T_COUNTERS: return row_COUNTERS(g, row)->kind == 0;
    case T_NOTES: return row == 0 || row_NOTES(g, row)->reserved == NOTE_FREE;
    case T_EFFECTS: return row_EFFECTS(g, row)->id == 0;
    case T_LKI: return row_LKI(g, row)->ref == REF_NONE;
    case T_CVS: return row == 0 || row_CVS(g, row)->flags & CVR_FREE;
    default: return false;
  }
}

/* Walks the rows of a table by fields: scalars for all rows at once, the rest row by row. */
static void walk_columns(Walk *w, TableId t, u32 count) {
  const Schema *schema = schema_of(schema_of_rows(t));
  StructId unused = schema_of_free_rows(t);
  w->table = t;
  const Field *end = schema->fields + schema->count;
  for (const Field *f = schema->fields; f < end && !w->stop; f++) {
    if (f->kind < FIELD_SKIP) w->column(w, f, count);
    for (w->row = 0; f->kind > FIELD_SKIP && w->row < count && !w->stop; w->row++)
      if (!unused || !row_is_free(w->g, t, w->row)) walk_part(w, f, place_of_row(t, w->row));
  }
  for (w->row = 0; unused && w->row < count && !w->stop; w->row++)
    if (row_is_free(w->g, t, w->row)) walk_struct(w, unused, place_of_row(t, w->row));
}

void walk_row(Walk *w, TableId t, u32 row) {
  w->table = t;
  w->row = row;
  StructId used = schema_of_rows(t), unused = schema_of_free_rows(t);
  bool is_free = unused && row_is_free(w->g, t, row);
  if (unused && w->free_row) is_free = w->free_row(w, is_free);
  walk_struct(w, is_free ? unused : used, place_of_row(t, row));
}

void state_walk(Walk *w) {
  w->table = TABLE_COUNT;
  w->row = 0;
  walk_struct(w, STRUCT_CORE, (Place){TABLE_COUNT, 0});
  for (u32 t = 0; t < TABLE_COUNT && !w->stop; t++) {
    TableId id = (TableId)t;
    if (!schema_of_rows(id)) continue;
    u32 count = count_of(w->g, id);
    if (w->rows) count = w->rows(w, id, count);
    if (w->column) {
      walk_columns(w, id, count);
      continue;
    }
    for (u32 row = 0; row < count && !w->stop; row++) walk_row(w, id, row);
  }
}

/* --- freeing and copying --------------------------------------------------------------------- */

/* Kinds of pieces whose items own nothing. */
static bool owns_nothing(OwnKind kind) {
  const u32 KINDS = 1u << OWN_WORDS | 1u << OWN_REFS | 1u << OWN_MODS | 1u << OWN_COUNTERS | 1u << OWN_INSTS |
                    1u << OWN_PAID | 1u << OWN_APPLIED;
  return KINDS >> kind & 1;
}

void owned_free(Game *g, OwnKind kind, Heap h) {
  if (!h) return;
  if (kind == OWN_ENV) {
    env_free(g, h);
    return;
  }
  Walk w = {.g = g, .frees = true};
  if (!owns_nothing(kind)) walk_piece(&w, kind, h);
  heap_free(g, h);
}

void row_owned_free(Game *g, TableId t, u32 row) {
  Walk w = {.g = g, .frees = true};
  if (!row_is_free(g, t, row)) walk_row(&w, t, row);
}

static Heap copy_own(Walk *w, OwnKind kind, Place place, u32 items) {
  (void)kind;
  (void)items;
  Heap copy = heap_copy(w->g, place_handle(w->g, place));
  place_set_handle(w->g, place, copy);
  return copy;
}

Heap owned_copy(Game *g, OwnKind kind, Heap h) {
  if (!h) return 0;
  Heap copy = heap_copy(g, h);
  Walk w = {.g = g, .own = copy_own};
  walk_piece(&w, kind, copy);
  return copy;
}
