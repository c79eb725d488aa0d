#include "cards/ir_doc.h"

/* Appends a name as part of an enum constant. */
static void add_upper(Str name, Text *out) {
  for (u32 i = 0; i < name.length; i++) {
    char c = name.data[i];
    if (c == '-') c = '_';
    if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
    text_addc(out, c);
  }
}

static const char *const ENUMS[IR_OP_COUNT] = {
    [IR_NONE] = "",
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) [IR_##ENUM] = #ENUM,
#include "cards/ir_ops.def"
};

void ir_doc_args(Text *out) {
  text_adds(out, "/* Where the arguments of each operation stand among its node's arguments, for "
                 "node_arg. An\n"
                 "   argument that takes the rest is named by its first place. Made from ir_ops.def by\n"
                 "   tests/test_ir_tables.c (GAVEL_UPDATE=1); never edited. */\n"
                 "#ifndef CARDS_IR_ARGS_H\n#define CARDS_IR_ARGS_H\n\nenum {\n");
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    IrArg args[IR_ARGS_CAP];
    u32 count = ir_op_args((IrOp)op, args);
    for (u32 i = 0; i < count; i++) {
      text_addf(out, "  ARG_%s_", ENUMS[op]);
      add_upper(args[i].name, out);
      text_addf(out, " = %u,\n", (u32)args[i].index);
    }
  }
  text_adds(out, "};\n\n#endif\n");
}

/* --- docs/ir.md ---------------------------------------------------------------------------- */

static const char INTRODUCTION[] =
    "# The intermediate representation of cards\n\n"
    "Made from src/cards/ir_ops.def and src/cards/words.def by tests/test_ir_tables.c "
    "(`GAVEL_UPDATE=1`); "
    "never "
    "edited.\n\n"
    "A card file holds cards, each an expression in parentheses; `;` begins a comment.\n\n"
    "    (card \"Bear of Two Minds\" (cost {1}{G}) (types creature Bear) (pt 2 2)\n"
    "      vigilance\n"
    "      (triggered self-enters (target $t (type creature)) (apply $t end-of-turn (pt 1 1))))\n\n"
    "What stands in a card is clauses and abilities. The clauses are `(cost MANA)`, `(types "
    "WORD...)` with\n"
    "supertypes, card types and subtypes in one list, `(pt POWER TOUGHNESS)` (`*` is a value that "
    "an ability\n"
    "defines), `(loyalty N)`, `(defense N)`, `(color WORD...)` (the color indicator) and\n"
    "`(prototype (cost MANA) (pt POWER TOUGHNESS))`. A card of several faces has `(layout LAYOUT)` "
    "and\n"
    "`(face \"Name\" ...)` for each, and perhaps `(meld-with \"Card\")`.\n\n"
    "An ability is an operation of sort ABIL. A bare word in its place is a keyword ability "
    "without\n"
    "parameters. Any operation written without arguments needs no parentheses.\n\n"
    "Arguments come in the order of the operation's list; optional ones are written `:name value` "
    "(flags\n"
    "`:name` alone) anywhere behind the name. A last argument with `...` takes all that remain.\n\n"
    "- A number is a literal or an operation; `$name` is the number a variable holds.\n"
    "- `$name` is a variable. Something must set it before it is used. The spell and cost "
    "abilities of a\n"
    "  face share their variables; an ability created for later (`delayed`, `shield`, "
    "`when-you-do`) shares\n"
    "  those of the one that creates it; all others have their own. Every ability has\n ";

static void add_slots(Text *out) {
  for (u32 slot = 0; slot < SLOT_FIRST_OWN; slot++) {
    Str name = ir_slot_text(slot);
    if (!name.length) continue;
    text_adds(out, slot > 0 ? ", `$" : " `$");
    text_add(out, name);
    text_addc(out, '`');
  }
  text_adds(out, ".\n- `@name` is what linked abilities (607) share.\n"
                 "- Words are written with hyphens for spaces, in any case, or in quotation marks.\n");
}

/* Appends an argument in source form. */
static void add_arg(const IrArg *arg, Text *out) {
  if (arg->defined) return;
  text_adds(out, arg->optional ? " [:" : " ");
  text_add(out, arg->name);
  if (arg->sort == SORT_FLAG) {
    text_addc(out, ']');
    return;
  }
  text_addc(out, arg->optional ? ' ' : ':');
  text_adds(out, arg->sort == SORT_WORD ? ir_class_code(arg->word_class) : ir_sort_code(arg->sort));
  if (arg->rest) text_adds(out, "...");
  if (arg->optional) text_addc(out, ']');
}

static void add_cell(Str text, Text *out) {
  for (u32 i = 0; i < text.length; i++) {
    if (text.data[i] == '|' || text.data[i] == '<') text_addc(out, '\\');
    text_addc(out, text.data[i]);
  }
}

static void add_operation(IrOp op, Text *out) {
  IrArg args[IR_ARGS_CAP];
  const IrOpInfo *info = ir_op_info(op);
  u32 count = ir_op_args(op, args);
  text_addf(out, "| `(%s", info->name);
  for (u32 i = 0; i < count; i++) add_arg(&args[i], out);
  text_adds(out, ")` | ");
  add_cell(str_of(info->english), out);
  text_adds(out, " |\n");
}

static void add_sort(IrSort sort, Text *out) {
  text_addf(out, "\n## %s: %s\n\n| operation | English |\n| --- | --- |\n", ir_sort_code(sort), ir_sort_text(sort));
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    bool written = op != IR_NUMBER && op != IR_VAR;
    if (written && ir_op_info((IrOp)op)->sort == sort) add_operation((IrOp)op, out);
  }
}

/* Starts a new line of a paragraph if the next word would make this one too long. */
static void add_wrapped(Str word, bool last, u32 *column, Text *out) {
  if (*column > 0 && *column + word.length + 4 > 100) {
    text_addc(out, '\n');
    *column = 0;
  }
  if (*column > 0) text_addc(out, ' ');
  text_addc(out, '`');
  text_add(out, word);
  text_adds(out, last ? "`\n" : "`,");
  *column += word.length + 4;
}

static void add_words(WordClass wc, Text *out) {
  u32 column = 0;
  Word first = word_first(wc);
  u32 count = word_count(wc);
  text_addf(out, "\n### %s: %s (%u)\n\n", ir_class_code(wc), word_class_text(wc), count);
  for (u32 i = 0; i < count; i++) {
    add_wrapped(word_text((Word)(first + i)), i + 1 == count, &column, out);
  }
}

void ir_doc_markdown(Text *out) {
  text_adds(out, INTRODUCTION);
  add_slots(out);
  for (u32 sort = SORT_ABIL; sort < SORT_WORD; sort++) add_sort((IrSort)sort, out);
  text_adds(out, "\n## Words\n");
  for (u32 wc = WC_COLOR; wc < WC_COUNT; wc++) add_words((WordClass)wc, out);
}
