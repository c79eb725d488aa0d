/* Checking productions: each category means forms of some sorts, which are found first; then each argument of each head in
   a meaning must be able to be of the sort that its place takes. */
#include "cards/ir.h"
#include "cards/ir_walk.h"
#include "oracle/grammar.h"

typedef u32 Sorts; /* a bit for each IrSort; all of them where nothing is known */
#define SORTS_ALL UINT32_MAX
#define SORTS_LITERAL (1u << SORT_NUM | 1u << SORT_INT)

/* What heads.def says of a head. */
static const struct {
  u8 sort;
  const char *signature;
} HEADS[LF_NAMES] = {
#define SORT_ANY SORT_NONE
#define HEAD(ENUM, NAME, SORT, SIGNATURE, BIND) [LF_##ENUM] = {SORT_##SORT, SIGNATURE},
#include "oracle/heads.def"
#undef HEAD
#undef SORT_ANY
};

typedef struct Checker {
  Grammar *g;
  VEC(u16) operations; /* by the atom of its name the first operation; others follow by next */
  u16 next[IR_OP_COUNT];
  VEC(Sorts) meanings; /* of each category */
  const Production *production;
  const GrammarFile *files;
  GavelError *error;
} Checker;

static u32 operation_of(const Checker *c, Lf head) { return head < c->operations.count ? c->operations.data[head] : 0; }

static bool operations_find(Checker *c) {
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    Lf name = lf_atom(&c->g->lf, str_of(ir_op_info((IrOp)op)->name));
    while (c->operations.count <= name)
      if (!vec_push(&c->g->allocator, &c->operations, 0)) return false;
    c->next[op] = c->operations.data[name];
    c->operations.data[name] = (u16)op;
  }
  return !c->g->lf.failed;
}

/* --- what forms may be ------------------------------------------------------------------------------------ */

static Sorts sorts_of_head(const Checker *c, Lf head) {
  Sorts sorts = 0;
  if (head < LF_NAMES && HEADS[head].signature) sorts |= HEADS[head].sort ? 1u << HEADS[head].sort : SORTS_ALL;
  for (u32 op = operation_of(c, head); op; op = c->next[op]) sorts |= 1u << ir_op_info((IrOp)op)->sort;
  return sorts;
}

/* What stands for itself: numbers, mana, quoted texts, variables and links; and words, of which -1/-1 is one. */
static Sorts sorts_of_text(Str text) {
  char first = text.data[0];
  bool number = (first >= '0' && first <= '9') || (first == '-' && text.length > 1);
  bool digits = number && !memchr(text.data, '/', text.length);
  if (digits) return SORTS_LITERAL;
  if (first == '{') return 1u << SORT_MANA;
  if (first == '"') return 1u << SORT_STR;
  if (first == '$') return 1u << SORT_VAR_SLOT | 1u << SORT_OBJ | 1u << SORT_NUM;
  return first == '@' ? 1u << SORT_LINK : 1u << SORT_WORD;
}

static Sorts sorts_of(const Checker *c, Lf form) {
  bool items;
  u32 hole = grammar_hole(c->g, c->production, form, &items);
  if (hole)
    return items ? SORTS_ALL : c->meanings.data[c->g->holes.data[c->production->hole_first + hole - 1].category];
  if (!lf_is_atom(&c->g->lf, form)) {
    Lf head = lf_item(&c->g->lf, form, 0);
    return lf_is_atom(&c->g->lf, head) ? sorts_of_head(c, head) : SORTS_ALL;
  }
  return sorts_of_head(c, form) | sorts_of_text(lf_head(&c->g->lf, form));
}

/* Takes together what the productions of each category mean, until nothing is added. */
static bool meanings_find(Checker *c) {
  Grammar *g = c->g;
  if (!vec_reserve(&g->allocator, &c->meanings, g->categories.count)) return false;
  memset(c->meanings.data, 0, g->categories.count * sizeof(Sorts));
  c->meanings.count = g->categories.count;
  c->meanings.data[TOKEN_DIGITS] = c->meanings.data[TOKEN_SIGNED] = SORTS_LITERAL | 1u << SORT_NUM;
  c->meanings.data[TOKEN_MANA] = 1u << SORT_MANA;
  c->meanings.data[TOKEN_NAME] = 1u << SORT_STR;
  c->meanings.data[TOKEN_PT] = c->meanings.data[TOKEN_PT_CHANGE] = SORTS_ALL;
  for (bool changed = true; changed;) {
    changed = false;
    for (u32 i = 0; i < g->productions.count; i++) {
      const Production *p = c->production = &g->productions.data[i];
      Sorts sorts = p->meaning ? sorts_of(c, p->meaning) : c->meanings.data[g->holes.data[p->hole_first].category];
      changed |= (sorts & ~c->meanings.data[p->category]) != 0;
      c->meanings.data[p->category] |= sorts;
    }
  }
  return true;
}

/* --- what forms take ---------------------------------------------------------------------------------------- */

static bool wrong(const Checker *c, Lf form, const char *what, Str detail) {
  const Production *p = c->production;
  Str head = lf_head(&c->g->lf, form);
  const char *file = p->file ? c->files[p->file - 1].name : "words.def";
  error_set(c->error, GAVEL_E_CHECK, p->line, 1, 0, "%s:%u: in the meaning of \"%.*s\", %.*s %s%s%.*s", file, p->line,
            (int)p->pattern.length, p->pattern.data, (int)head.length, head.data, what, detail.length ? " " : "",
            (int)detail.length, detail.data ? detail.data : "");
  return false;
}

static const IrArg *option_named(const IrArg *args, u32 count, Str text) {
  for (u32 i = 0; i < count; i++)
    if (args[i].optional && str_equal(args[i].name, (Str){text.data + 1, text.length - 1})) return &args[i];
  return NULL;
}

/* The argument that the next form is for; targets are declared by the binder alone. */
static const IrArg *positional(const IrArg *args, u32 count, u32 *next) {
  while (*next < count && (args[*next].optional || args[*next].defined || args[*next].sort == SORT_TGT)) (*next)++;
  if (*next >= count) return NULL;
  const IrArg *arg = &args[*next];
  if (!arg->rest) (*next)++;
  return arg;
}

static bool takes(const Checker *c, const IrArg *arg, Lf item) {
  Sorts sorts = sorts_of(c, item);
  bool literal = arg->sort == SORT_COND || arg->sort == SORT_OBJ || !ir_sort_is_node(arg->sort);
  return arg->sort == SORT_NONE || (sorts >> arg->sort & 1) || (literal && sorts == 1u << SORT_WORD);
}

static bool wrong_sort(const Checker *c, Lf form, const IrArg *arg) {
  Text what;
  text_init(&what, c->g->allocator);
  text_addf(&what, "takes %s as its", ir_sort_text(arg->sort));
  wrong(c, form, what.failed ? "takes something else as its" : what.data, arg->name);
  text_free(&what);
  return false;
}

/* Checks a form by one signature; `say` tells of what is wrong. */
static bool fits(const Checker *c, Lf form, const char *signature, bool say) {
  const LfStore *lf = &c->g->lf;
  IrArg args[IR_ARGS_CAP];
  u32 count = ir_signature_args(signature, args), next = 0;
  bool open = false; /* items of a part stand in any number of places */
  for (u32 i = 1; i < lf_count(lf, form); i++) {
    Lf item = lf_item(lf, form, i);
    Str text = lf_is_atom(lf, item) ? lf_head(lf, item) : STR("");
    bool option = text.length > 1 && text.data[0] == ':', items;
    if (grammar_hole(c->g, c->production, item, &items) && items) {
      open = true;
      continue;
    }
    const IrArg *arg = option ? option_named(args, count, text) : positional(args, count, &next);
    bool any = !arg && count > 0 && args[count - 1].rest && args[count - 1].sort == SORT_NONE;
    if ((!arg && open && !option) || any) continue;
    if (!arg)
      return say &&
             wrong(c, form, option ? "has no" : "has too many arguments from", text.length ? text : lf_head(lf, item));
    if (option && arg->sort != SORT_FLAG) item = lf_item(lf, form, ++i);
    if (!(open && !option) && arg->sort != SORT_FLAG && !takes(c, arg, item)) return say && wrong_sort(c, form, arg);
  }
  const IrArg *left = open ? NULL : positional(args, count, &next);
  if (left && !left->rest) return say && wrong(c, form, "lacks its", left->name);
  return true;
}

/* Checks a form and those in it. */
static bool check_form(const Checker *c, Lf form) {
  const LfStore *lf = &c->g->lf;
  if (lf_is_atom(lf, form)) return true;
  for (u32 i = 1; i < lf_count(lf, form); i++)
    if (!check_form(c, lf_item(lf, form, i))) return false;
  Lf head = lf_item(lf, form, 0);
  if (!lf_is_atom(lf, head)) return true;
  const char *own = head < LF_NAMES ? HEADS[head].signature : NULL;
  u32 op = operation_of(c, head);
  if (!own && !op) return wrong(c, form, "is no head", STR(""));
  bool fine = own && fits(c, form, own, false);
  for (u32 o = op; o && !fine; o = c->next[o]) fine = fits(c, form, ir_op_info((IrOp)o)->signature, false);
  return fine || fits(c, form, own ? own : ir_op_info((IrOp)op)->signature, true);
}

GavelStatus grammar_check(Grammar *grammar, const GrammarFile *files, GavelError *error) {
  Checker c = {.g = grammar, .files = files, .error = error};
  bool memory = operations_find(&c) && meanings_find(&c), fine = true;
  for (u32 i = 0; i < grammar->productions.count && memory && fine; i++) {
    c.production = &grammar->productions.data[i];
    fine = check_form(&c, c.production->meaning);
  }
  vec_free(&grammar->allocator, &c.operations);
  vec_free(&grammar->allocator, &c.meanings);
  if (!memory) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  return fine ? GAVEL_OK : GAVEL_E_CHECK;
}
