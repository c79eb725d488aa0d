#include "state/legend.h"

#include "cards/carddb.h"
#include "cards/names.h"

static const char *const EVENTS[EVENT_KIND_COUNT] = {
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) [EVENT_##KIND] = NAME,
    EVENT_KINDS(EV)
#undef EV
};
static const char *const PROCEDURES[PROC_COUNT] = {
#define FRAME(PROCEDURE, LOCALS, STEPS) [PROC_##PROCEDURE] = #PROCEDURE,
#include "state/frames.def"
};

/* --- places ---------------------------------------------------------------------------------- */

void legend_free(Legend *legend) {
  for (u32 kind = 0; kind < LEGEND_KINDS; kind++) {
    vec_free(&legend->allocator, &legend->of[kind].dense);
    vec_free(&legend->allocator, &legend->of[kind].places);
  }
}

u32 legend_place(Legend *legend, LegendKind kind, u32 dense) {
  while (legend->of[kind].places.count <= dense) {
    if (vec_push(&legend->allocator, &legend->of[kind].places, 0u)) continue;
    legend->refused = true;
    return 0;
  }
  u32 *place = &legend->of[kind].places.data[dense];
  if (*place) return *place;
  if (!vec_push(&legend->allocator, &legend->of[kind].dense, dense)) legend->refused = true;
  return *place = legend->of[kind].dense.count;
}

bool legend_dense(Legend *legend, LegendKind kind, u64 place, u32 *dense) {
  u32 *used = &legend->of[kind].used;
  if (place == 0 || place > legend->of[kind].dense.count || place > *used + (u64)1) return false;
  if (place > *used) *used = (u32)place;
  *dense = legend->of[kind].dense.data[place - 1];
  return true;
}

bool legend_used_up(const Legend *legend) {
  for (u32 kind = 0; kind < LEGEND_KINDS; kind++)
    if (legend->of[kind].used != legend->of[kind].dense.count) return false;
  return true;
}

/* --- names ----------------------------------------------------------------------------------- */

const char *legend_text(LegendKind kind) {
  static const char *const TEXTS[LEGEND_KINDS] = {"word", "operation", "kind of event", "procedure",
                                                  "text", "mana cost", "card"};
  return TEXTS[kind];
}

/* The definition for what belongs to no card is computed on demand. */
static u32 definition_of(const CardDb *db, u32 card) {
  return card ? carddb_card(db, card)->definition : card_definition(db, 0, carddb_card(db, 0));
}

static void add_number(Text *out, u32 number) {
  for (u32 i = 0; i < sizeof number; i++) text_addc(out, (char)(u8)(number >> 8 * i));
}

static void grouped(Text *out, const char *group, Str name) {
  text_adds(out, group);
  text_addc(out, ' ');
  text_add(out, name);
}

void legend_name(const CardDb *db, LegendKind kind, u32 dense, Text *out) {
  switch (kind) {
    case LEGEND_WORDS: grouped(out, ir_class_code(word_class((Word)dense)), word_text((Word)dense)); break;
    case LEGEND_OPERATIONS: {
      const IrOpInfo *info = ir_op_info((IrOp)dense);
      grouped(out, ir_sort_code(info->sort), str_of(info->name));
      break;
    }
    case LEGEND_EVENTS: text_adds(out, EVENTS[dense]); break;
    case LEGEND_PROCEDURES: text_adds(out, PROCEDURES[dense]); break;
    case LEGEND_TEXTS: text_add(out, intern_text(&db->names, dense)); break;
    case LEGEND_COSTS: mana_cost_print(&db->costs.data[dense], out); break;
    default:
      add_number(out, definition_of(db, dense));
      text_add(out, dense ? intern_text(&db->names, carddb_card(db, dense)->name) : (Str){0});
      break;
  }
}

/* Removes the group and the following space from the front of a name; returns the group's index, `count` if unknown. */
static u32 take_group(Str *name, u32 count, const char *(*group_text)(u32 group)) {
  for (u32 group = 0; group < count; group++) {
    Str text = str_of(group_text(group));
    if (name->length <= text.length || name->data[text.length] != ' ' || !str_begins(*name, text)) continue;
    name->data += text.length + 1;
    name->length -= text.length + 1;
    return group;
  }
  return count;
}

static const char *class_text(u32 group) { return ir_class_code((WordClass)group); }
static const char *sort_text(u32 group) { return ir_sort_code((IrSort)group); }

static bool find_word(Str name, u32 *dense) {
  u32 wc = take_group(&name, WC_COUNT, class_text);
  if (wc == WC_COUNT) return false;
  u32 first = word_first((WordClass)wc), end = first + word_count((WordClass)wc);
  for (*dense = first; *dense < end; ++*dense)
    if (str_equal(word_text((Word)*dense), name)) return true;
  return false;
}

static bool find_operation(Str name, u32 *dense) {
  u32 sort = take_group(&name, SORT_FLAG + 1, sort_text);
  *dense = sort > SORT_FLAG ? IR_NONE : ir_op_find(name, (IrSort)sort);
  return *dense != IR_NONE;
}

static bool find_among(const char *const *texts, u32 count, Str name, u32 *dense) {
  for (*dense = 1; *dense < count; ++*dense)
    if (str_is(name, texts[*dense])) return true;
  return false;
}

static bool find_cost(const CardDb *db, Str name, u32 *dense) {
  ManaCost cost;
  u32 bad;
  if (!mana_cost_parse(name, &cost, &bad)) return false;
  for (*dense = 1; *dense < db->costs.count; ++*dense) {
    const ManaCost *other = &db->costs.data[*dense];
    bool same = cost.generic == other->generic && cost.x == other->x && cost.count == other->count;
    if (same && memcmp(cost.symbols, other->symbols, cost.count * sizeof *cost.symbols) == 0) return true;
  }
  return false;
}

static bool find_card(const CardDb *db, Str name, u32 *dense) {
  const u32 size = (u32)sizeof(u32);
  if (name.length < size) return false;
  u32 definition = 0;
  for (u32 i = 0; i < size; i++) definition |= (u32)(u8)name.data[i] << 8 * i;
  name.data += size;
  name.length -= size;
  *dense = name.length ? carddb_find_whole(db, name) : 0;
  if (name.length && (!*dense || !str_equal(intern_text(&db->names, carddb_card(db, *dense)->name), name)))
    return false;
  return definition_of(db, *dense) == definition;
}

bool legend_find(const CardDb *db, LegendKind kind, Str name, u32 *dense) {
  switch (kind) {
    case LEGEND_WORDS: return find_word(name, dense);
    case LEGEND_OPERATIONS: return find_operation(name, dense);
    case LEGEND_EVENTS: return find_among(EVENTS, EVENT_KIND_COUNT, name, dense);
    case LEGEND_PROCEDURES: return find_among(PROCEDURES, PROC_COUNT, name, dense);
    case LEGEND_TEXTS: return (*dense = intern_find(&db->names, name)) != 0;
    case LEGEND_COSTS: return find_cost(db, name, dense);
    default: return find_card(db, name, dense);
  }
}

LegendKind legend_of_field(const Field *field) {
  switch ((FieldKind)field->kind) {
    case FIELD_WORD:
    case FIELD_WORD_SET: return LEGEND_WORDS;
    case FIELD_OPERATION: return LEGEND_OPERATIONS;
    case FIELD_EVENT_KIND: return LEGEND_EVENTS;
    case FIELD_PROCEDURE: return LEGEND_PROCEDURES;
    case FIELD_NAME: return LEGEND_TEXTS;
    case FIELD_COST: return LEGEND_COSTS;
    case FIELD_CARD_DEF:
    case FIELD_CV:
    case FIELD_NODE:
    case FIELD_ABILITY: return LEGEND_CARDS;
    default: return LEGEND_KINDS;
  }
}
