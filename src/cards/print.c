#include "cards/carddb.h"
#include "cards/ir_args.h"
#include "cards/lexer.h"

/* Maximum line width; longer expressions are broken into several lines. */
#define WIDTH 96u

typedef struct Printer {
  const CardDb *db;
  Text *out;
  const AbilityDef *ability; /* the ability whose variables are printed; null if unknown */
  u32 indent;
} Printer;

/* Whether the arguments of an operation are on one line, still on its first, or each on its own. */
typedef enum Breaking { BREAK_NONE, BREAK_HEAD, BREAK_ALL } Breaking;

static void print_node(Printer *printer, Node node);

static void print_slot(Printer *printer, u32 slot) {
  Text *out = printer->out;
  const AbilityDef *ability = printer->ability;
  text_addc(out, '$');
  if (slot < SLOT_FIRST_OWN) {
    text_add(out, ir_slot_text(slot));
  } else if (ability && slot < ability->slots) {
    StrId name = printer->db->slot_names.data[ability->slot_names + slot - SLOT_FIRST_OWN];
    text_add(out, intern_text(&printer->db->names, name));
  } else {
    text_addf(out, "%u", slot);
  }
}

static void print_nested(Printer *printer, u32 ability) {
  const AbilityDef *outer = printer->ability;
  printer->ability = &printer->db->abilities.data[ability];
  print_node(printer, printer->ability->node);
  printer->ability = outer;
}

static void print_value(Printer *printer, const IrArg *arg, u32 value) {
  const CardDb *db = printer->db;
  switch (arg->sort) {
    case SORT_WORD: word_print((Word)value, printer->out); return;
    case SORT_VAR_SLOT: print_slot(printer, value); return;
    case SORT_LINK:
      text_addc(printer->out, '@');
      text_add(printer->out, intern_text(&db->names, value));
      return;
    case SORT_STR: text_addq(printer->out, intern_text(&db->names, value)); return;
    case SORT_MANA: mana_cost_print(&db->costs.data[value], printer->out); return;
    case SORT_INT: text_addf(printer->out, "%d", (i32)value); return;
    case SORT_ABIL: print_nested(printer, value); return;
    default: print_node(printer, value); return;
  }
}

static void new_line(Printer *printer) {
  text_addc(printer->out, '\n');
  for (u32 i = 0; i < printer->indent; i++) text_addc(printer->out, ' ');
}

/* Whether an operation is written as its name alone; a bare word for an ability would be a keyword. */
static bool is_bare(const CardDb *db, Node node) {
  if (ir_op_info(node_op(db, node))->sort == SORT_ABIL) return false;
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  for (u32 i = 0; i < node_argc(db, node); i++) {
    if (node_arg(db, node, i) && i + 1 != signature->defined) return false;
  }
  const IrArg *first = signature->args;
  return signature->count == 0 || first->optional || first->rest || first->defined;
}

/* Keywords without parameters are written as their word alone. */
static bool is_plain_keyword(const CardDb *db, Node node) {
  return node_op(db, node) == IR_KEYWORD && !node_arg(db, node, ARG_KEYWORD_COST) &&
         !node_arg(db, node, ARG_KEYWORD_N) && !node_arg(db, node, ARG_KEYWORD_QUALITY);
}

/* Whether a value is written without parentheses. */
static bool is_short(const CardDb *db, const IrArg *arg, u32 value) {
  if (arg->optional) return false;
  if (arg->sort >= SORT_WORD) return true;
  if (arg->sort == SORT_ABIL) value = db->abilities.data[value].node;
  IrOp op = node_op(db, value);
  bool leaf = op == IR_NUMBER || op == IR_VAR || op == IR_VALUE;
  return leaf || is_bare(db, value) || is_plain_keyword(db, value);
}

/* Writes the separator before an argument. In the broken form short arguments stay on the operation's line up to the
   first long one; from there on each begins a line. */
static void separate(Printer *printer, const IrArg *arg, u32 value, Breaking *breaking) {
  if (*breaking == BREAK_HEAD && !is_short(printer->db, arg, value)) *breaking = BREAK_ALL;
  if (*breaking == BREAK_ALL) {
    new_line(printer);
  } else {
    text_addc(printer->out, ' ');
  }
}

static void print_arg(Printer *printer, const IrArg *arg, u32 value, Breaking *breaking) {
  if (arg->defined || (arg->optional && !value)) return;
  separate(printer, arg, value, breaking);
  if (arg->optional) {
    text_addc(printer->out, ':');
    text_add(printer->out, arg->name);
    if (arg->sort == SORT_FLAG) return;
    text_addc(printer->out, ' ');
  }
  print_value(printer, arg, value);
}

static void print_args(Printer *printer, Node node, Breaking breaking) {
  const CardDb *db = printer->db;
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  for (u32 a = 0; a < signature->count; a++) {
    const IrArg *arg = &signature->args[a];
    u32 end = arg->rest ? node_argc(db, node) : arg->index + 1u;
    for (u32 i = arg->index; i < end; i++) print_arg(printer, arg, node_arg(db, node, i), &breaking);
  }
}

static void print_form(Printer *printer, Node node, Breaking breaking) {
  text_addc(printer->out, '(');
  text_adds(printer->out, ir_op_info(node_op(printer->db, node))->name);
  printer->indent += 2;
  print_args(printer, node, breaking);
  printer->indent -= 2;
  text_addc(printer->out, ')');
}

static u32 column_of(const Text *text, u32 from) {
  u32 column = 0;
  for (u32 i = from; i > 0 && text->data[i - 1] != '\n'; i--) column++;
  return column;
}

/* Whether the text since `from` is one line that fits. */
static bool fits(const Text *text, u32 from) {
  if (text->failed) return true;
  u32 length = text->length - from;
  if (memchr(text->data + from, '\n', length)) return false;
  return column_of(text, from) + length <= WIDTH;
}

/* Begins a clause of a header. If the clause doesn't fit, it goes to a line of its own; if it is empty, the space
   before it is removed. */
static u32 clause_begin(Printer *printer) {
  text_addc(printer->out, ' ');
  return printer->out->length;
}

static void clause_end(Printer *printer, u32 from) {
  Text *out = printer->out;
  if (out->failed) return;
  if (out->length == from) {
    out->length--;
  } else if (!fits(out, from)) {
    Text clause;
    text_init(&clause, out->allocator);
    text_add(&clause, text_from(out, from));
    out->length = from - 1;
    new_line(printer);
    text_add(out, text_str(&clause));
    out->failed |= clause.failed;
    text_free(&clause);
  }
}

static void print_node(Printer *printer, Node node) {
  const CardDb *db = printer->db;
  IrOp op = node_op(db, node);
  IrArg slot = {.sort = SORT_VAR_SLOT};
  if (op == IR_NUMBER) {
    text_addf(printer->out, "%d", node_int(db, node, 0));
  } else if (op == IR_VAR || op == IR_VALUE) {
    print_value(printer, &slot, node_arg(db, node, 0));
  } else if (is_plain_keyword(db, node)) {
    word_print((Word)node_arg(db, node, ARG_KEYWORD_WORD), printer->out);
  } else if (is_bare(db, node)) {
    text_adds(printer->out, ir_op_info(op)->name);
  } else {
    u32 from = printer->out->length;
    print_form(printer, node, BREAK_NONE);
    if (fits(printer->out, from)) return;
    printer->out->length = from;
    print_form(printer, node, BREAK_HEAD);
  }
}

void ability_print(const CardDb *db, u32 ability, Text *out) {
  Printer printer = {.db = db, .out = out};
  print_nested(&printer, ability);
}

/* --- cards --------------------------------------------------------------------------------- */

/* Prints the words of a class that characteristics have. */
static void print_words_of(Printer *printer, const Chars *chars, WordClass wc) {
  Word first = word_first(wc);
  for (u32 i = 0; i < word_count(wc); i++) {
    Word word = (Word)(first + i);
    bool has = wc == WC_SUPERTYPE ? chars->supertypes >> i & 1
               : wc == WC_TYPE    ? chars->types >> i & 1
                                  : chars_subtype(chars, word);
    if (!has) continue;
    text_addc(printer->out, ' ');
    word_print(word, printer->out);
  }
}

static void print_types(Printer *printer, const Chars *chars) {
  text_adds(printer->out, "(types");
  print_words_of(printer, chars, WC_SUPERTYPE);
  print_words_of(printer, chars, WC_TYPE);
  print_words_of(printer, chars, WC_SUBTYPE);
  text_addc(printer->out, ')');
}

static void print_cost_clause(Printer *printer, u32 cost) {
  text_adds(printer->out, "(cost ");
  mana_cost_print(&printer->db->costs.data[cost], printer->out);
  text_addc(printer->out, ')');
}

static void print_color(Printer *printer, const Chars *chars) {
  text_adds(printer->out, "(color");
  for (u32 color = 0; color < 5; color++) {
    if (!(chars->color_indicator >> color & 1)) continue;
    text_addc(printer->out, ' ');
    word_print((Word)(W_WHITE + color), printer->out);
  }
  text_addc(printer->out, ')');
}

static void print_pt(Printer *printer, const Chars *chars) {
  text_addf(printer->out, "(pt %lld %lld)", (long long)chars->power, (long long)chars->toughness);
}

static void print_header(Printer *printer, const Chars *chars) {
  Text *out = printer->out;
  if (chars->mana_cost) {
    u32 from = clause_begin(printer);
    print_cost_clause(printer, chars->mana_cost);
    clause_end(printer, from);
  }
  u32 types = clause_begin(printer);
  print_types(printer, chars);
  clause_end(printer, types);
  u32 pt = clause_begin(printer);
  if (chars->has & HAS_POWER) print_pt(printer, chars);
  clause_end(printer, pt);
  if (chars->has & HAS_LOYALTY) text_addf(out, " (loyalty %d)", chars->loyalty);
  if (chars->has & HAS_DEFENSE) text_addf(out, " (defense %d)", chars->defense);
  u32 color = clause_begin(printer);
  if (chars->color_indicator) print_color(printer, chars);
  clause_end(printer, color);
}

/* Prints the abilities of a face, one a line, without the expansions of keywords. */
static void print_abilities(Printer *printer, const Chars *chars) {
  for (u32 i = 0; i < chars->ability_count; i++) {
    u32 ability = chars->abilities + i;
    new_line(printer);
    print_nested(printer, ability);
    i += printer->db->abilities.data[ability].expansion_count;
  }
}

static void print_face(Printer *printer, const FaceDef *face) {
  new_line(printer);
  text_adds(printer->out, "(face ");
  text_addq(printer->out, intern_text(&printer->db->names, face->chars.name));
  print_header(printer, &face->chars);
  printer->indent += 2;
  print_abilities(printer, &face->chars);
  printer->indent -= 2;
  text_addc(printer->out, ')');
}

static void print_prototype(Printer *printer, const Chars *chars) {
  u32 from = clause_begin(printer);
  text_adds(printer->out, "(prototype ");
  print_cost_clause(printer, chars->mana_cost);
  text_addc(printer->out, ' ');
  print_pt(printer, chars);
  text_addc(printer->out, ')');
  clause_end(printer, from);
}

/* Whether the card is written without (face …). */
static bool is_single(const CardDb *db, const CardDef *def) {
  if (def->layout == LAYOUT_PROTOTYPE) return true;
  return def->faces == 1 && db->faces.data[def->face].chars.name == def->name;
}

void card_print(const CardDb *db, u32 card, Text *out) {
  const CardDef *def = &db->cards.data[card];
  const FaceDef *faces = &db->faces.data[def->face];
  Printer printer = {.db = db, .out = out, .indent = 2};
  text_adds(out, "(card ");
  text_addq(out, intern_text(&db->names, def->name));
  if (def->layout != LAYOUT_NORMAL && def->layout != LAYOUT_PROTOTYPE) {
    text_addf(out, " (layout %s)", card_layout_text((CardLayout)def->layout));
  }
  if (def->meld_name) {
    u32 from = clause_begin(&printer);
    text_adds(out, "(meld-with ");
    text_addq(out, intern_text(&db->names, def->meld_name));
    text_addc(out, ')');
    clause_end(&printer, from);
  }
  if (is_single(db, def)) {
    print_header(&printer, &faces[0].chars);
    if (def->layout == LAYOUT_PROTOTYPE) print_prototype(&printer, &faces[1].chars);
    print_abilities(&printer, &faces[0].chars);
  } else {
    for (u32 i = 0; i < def->faces; i++) print_face(&printer, &faces[i]);
  }
  text_adds(out, ")\n");
}
