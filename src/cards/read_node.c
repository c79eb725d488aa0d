#include "cards/ir_walk.h"
#include "cards/read.h"

/* --- variables ----------------------------------------------------------------------------- */

/* The index of a variable in the environment, adding it if it is new; -1 after an error. */
static i32 env_place(Reader *reader, const Token *token, StrId name) {
  ReadEnv *env = reader->env;
  for (u32 i = 0; i < env->count; i++) {
    if (env->names[i] == name) return (i32)i;
  }
  if (SLOT_FIRST_OWN + env->count == READ_SLOTS_MAX) {
    reader_fail(reader, token, GAVEL_E_LIMIT, "more than %u variables in one ability", READ_SLOTS_MAX - SLOT_FIRST_OWN);
    return -1;
  }
  env->names[env->count] = name;
  env->set[env->count] = false;
  return (i32)env->count++;
}

/* Reads $name as the number of its slot. */
static bool read_variable(Reader *reader, bool sets, u32 *slot) {
  Token token = reader->token;
  if (token.kind != TOKEN_ATOM || token.text.data[0] != '$' || token.text.length < 2) {
    return reader_expected(reader, &token, "a variable such as $t");
  }
  reader_advance(reader);
  Str text = {token.text.data + 1, token.text.length - 1};
  *slot = ir_slot_find(text);
  if (*slot < SLOT_FIRST_OWN) {
    return !sets ||
           reader_fail(reader, &token, GAVEL_E_CHECK, "'%.*s' has a meaning of its own and cannot be given another",
                       (int)token.text.length, token.text.data);
  }
  StrId name = reader_intern(reader, text);
  i32 place = name ? env_place(reader, &token, name) : -1;
  if (place < 0) return false;
  if (sets) reader->env->set[place] = true;
  if (!reader->env->set[place]) {
    return reader_fail(reader, &token, GAVEL_E_CHECK, "'%.*s' is used before anything gives it a value",
                       (int)token.text.length, token.text.data);
  }
  *slot = SLOT_FIRST_OWN + (u32)place;
  return true;
}

/* Whether an operation assigns its variable, rather than reading it. */
static bool sets_variable(IrOp op) {
  switch (op) {
    case IR_TARGET:
    case IR_CHOOSER:
    case IR_FOR_EACH:
    case IR_FOR_EACH_KIND:
    case IR_EACH_PLAYER:
    case IR_LET:
    case IR_LET_NUMBER:
    case IR_SHUFFLE_PILE:
    case IR_CHOOSE:
    case IR_CHOOSE_NUMBER:
    case IR_CHOOSE_COLOR:
    case IR_CHOOSE_SUBTYPE:
    case IR_CHOOSE_LAND_TYPE:
    case IR_CHOOSE_ANY_LAND_TYPE:
    case IR_CHOOSE_NAME:
    case IR_CHOOSE_WORD:
    case IR_CHOOSE_COUNTER:
    case IR_SEARCH:
    case IR_EXILE_UNTIL:
    case IR_REVEAL_UNTIL:
    case IR_FLIP_COIN:
    case IR_ROLL_DIE:
    case IR_COST_CHOOSE: return true;
    default: return false;
  }
}

static bool read_link(Reader *reader, u32 *link) {
  Token token = reader->token;
  if (token.kind != TOKEN_ATOM || token.text.data[0] != '@' || token.text.length < 2) {
    return reader_expected(reader, &token, "a link such as @exiled");
  }
  reader_advance(reader);
  *link = reader_intern(reader, (Str){token.text.data + 1, token.text.length - 1});
  return *link != 0;
}

/* --- operations ---------------------------------------------------------------------------- */

static bool read_int_arg(Reader *reader, const IrArg *arg, u32 *value) {
  i32 number = 0;
  i64 least = arg->optional ? 1 : -READ_NUMBER_MAX;
  if (!reader_integer(reader, least, READ_NUMBER_MAX, &number)) return false;
  *value = (u32)number;
  return true;
}

/* Reads one argument of `op`. */
static bool read_argument(Reader *reader, IrOp op, const IrArg *arg, u32 *value) {
  switch (arg->sort) {
    case SORT_WORD: return (*value = reader_word(reader, arg->word_class)) != 0;
    case SORT_VAR_SLOT: return read_variable(reader, sets_variable(op), value);
    case SORT_LINK: return read_link(reader, value);
    case SORT_STR: return (*value = reader_string(reader, "a quoted text")) != 0;
    case SORT_MANA: return (*value = reader_mana(reader)) != 0;
    case SORT_INT: return read_int_arg(reader, arg, value);
    case SORT_FLAG: *value = 1; return true;
    case SORT_ABIL: return (*value = read_nested_ability(reader, ir_op_captures(op))) != 0;
    default: break;
  }
  bool exception = str_is(arg->name, "except");
  reader->exceptions += exception;
  *value = read_node(reader, arg->sort);
  reader->exceptions -= exception;
  return *value != 0;
}

/* The parts of an operation read so far. */
typedef struct Parts {
  IrOp op;
  const IrSignature *signature;
  u32 fixed[IR_ARGS_CAP];
  u32 seen;      /* bit per argument of the signature */
  u32 next;      /* next positional argument in the signature */
  u32 rest_base; /* start in Reader.rest */
} Parts;

static bool push_rest(Reader *reader, const Parts *parts, u32 value) {
  if (reader->rest.count - parts->rest_base == READ_REST_MAX) {
    return reader_fail(reader, &reader->token, GAVEL_E_LIMIT, "more than %u arguments of '%s'", READ_REST_MAX,
                       ir_op_info(parts->op)->name);
  }
  return vec_push(&reader->db->allocator, &reader->rest, value) || reader_no_memory(reader);
}

/* Lists the optional arguments of an operation for a message. */
static void list_options(const IrSignature *signature, Text *out) {
  text_clear(out);
  for (u32 i = 0; i < signature->count; i++) {
    if (!signature->args[i].optional) continue;
    text_adds(out, out->length ? ", :" : "it may have :");
    text_add(out, signature->args[i].name);
  }
  if (!out->length) text_adds(out, "it has nothing optional");
}

/* Reads `:name value`. */
static bool read_option(Reader *reader, Parts *parts) {
  Token token = reader->token;
  Str name = {token.text.data + 1, token.text.length - 1};
  const IrSignature *signature = parts->signature;
  for (u32 i = 0; i < signature->count; i++) {
    const IrArg *arg = &signature->args[i];
    if (!arg->optional || !str_equal(arg->name, name)) continue;
    if (parts->seen & (1u << i)) {
      return reader_fail(reader, &token, GAVEL_E_SYNTAX, "':%.*s' is given twice", (int)name.length, name.data);
    }
    parts->seen |= 1u << i;
    reader_advance(reader);
    return read_argument(reader, parts->op, arg, &parts->fixed[arg->index]);
  }
  Text options;
  text_init(&options, reader->db->allocator);
  list_options(signature, &options);
  reader_fail(reader, &token, GAVEL_E_SYNTAX, "'%s' has no ':%.*s'; %s", ir_op_info(parts->op)->name,
              (int)(name.length < 40 ? name.length : 40), name.data, text_str(&options).data);
  text_free(&options);
  return false;
}

/* Whether the next thing is an operation of that sort. */
static bool starts_sort(const Reader *reader, IrSort sort) {
  if (reader->token.kind != TOKEN_OPEN) return false;
  Lexer ahead = reader->lexer;
  Token name = lexer_next(&ahead);
  return name.kind == TOKEN_ATOM && reader_find_op(reader, name.text, sort) != IR_NONE;
}

/* Whether required arguments follow the one at `i`. */
static bool more_follow(const IrSignature *signature, u32 i) {
  for (i++; i < signature->count; i++) {
    if (!signature->args[i].optional && !signature->args[i].defined) return true;
  }
  return false;
}

/* Reads a positional argument. */
static bool read_positional(Reader *reader, Parts *parts) {
  const IrSignature *signature = parts->signature;
  for (; parts->next < signature->count; parts->next++) {
    const IrArg *arg = &signature->args[parts->next];
    if (arg->optional || arg->defined) continue;
    u32 value = 0;
    if (!arg->rest) {
      parts->next++;
      return read_argument(reader, parts->op, arg, &parts->fixed[arg->index]);
    }
    if (more_follow(signature, parts->next) && !starts_sort(reader, arg->sort)) continue;
    return read_argument(reader, parts->op, arg, &value) && push_rest(reader, parts, value);
  }
  Text what;
  text_init(&what, reader->db->allocator);
  text_addf(&what, "')', because '%s' takes no more arguments", ir_op_info(parts->op)->name);
  reader_expected(reader, &reader->token, text_str(&what).data);
  text_free(&what);
  return false;
}

/* Whether all required arguments are present. */
static bool check_complete(Reader *reader, const Parts *parts, const Token *place) {
  for (u32 i = parts->next; i < parts->signature->count; i++) {
    const IrArg *arg = &parts->signature->args[i];
    if (arg->optional || arg->rest || arg->defined) continue;
    return reader_fail(reader, place, GAVEL_E_SYNTAX, "'%s' lacks its argument '%.*s': expected %s",
                       ir_op_info(parts->op)->name, (int)arg->name.length, arg->name.data,
                       arg->sort == SORT_WORD ? word_class_text(arg->word_class) : ir_sort_text(arg->sort));
  }
  return true;
}

/* Operations that are valid only in certain places. */
static bool check_place(Reader *reader, IrOp op, const Token *place) {
  bool change = (op >= IR_INSTEAD && op <= IR_ENTERS_TRANSFORMED);
  if (change && reader->ability != IR_REPLACEMENT) {
    return reader_fail(reader, place, GAVEL_E_CHECK, "'%s' changes an event and can stand only in a replacement",
                       ir_op_info(op)->name);
  }
  bool keeps = op >= IR_M_KEEP_NAME && op <= IR_M_KEEP_ABILITY;
  if (keeps && reader->exceptions == 0) {
    return reader_fail(reader, place, GAVEL_E_CHECK, "'%s' can stand only among the exceptions of a copy effect",
                       ir_op_info(op)->name);
  }
  return true;
}

Node read_emit(Reader *reader, IrOp op, const u32 *args, u32 count) {
  CardDb *db = reader->db;
  if (db->words.count - reader->words_start + count + 1 > READ_WORDS_MAX) {
    reader_fail(reader, &reader->token, GAVEL_E_LIMIT, "a card of more than %u words of code", READ_WORDS_MAX);
    return 0;
  }
  if (!vec_reserve(&db->allocator, &db->words, count + 1)) {
    reader_no_memory(reader);
    return 0;
  }
  Node node = db->words.count;
  db->words.data[db->words.count++] = (u32)op | count << 16;
  for (u32 i = 0; i < count; i++) db->words.data[db->words.count++] = args[i];
  return node;
}

/* Writes the node: its fixed arguments, then the rest. */
static Node emit_parts(Reader *reader, const Parts *parts) {
  u32 rest = reader->rest.count - parts->rest_base;
  u32 fixed = parts->signature->fixed;
  Node node = 0;
  if (rest == 0) {
    node = read_emit(reader, parts->op, parts->fixed, fixed);
  } else {
    u32 args[IR_ARGS_CAP + READ_REST_MAX];
    memcpy(args, parts->fixed, fixed * sizeof *args);
    memcpy(args + fixed, reader->rest.data + parts->rest_base, rest * sizeof *args);
    node = read_emit(reader, parts->op, args, fixed + rest);
  }
  reader->rest.count = parts->rest_base;
  return node;
}

/* Expands an operation defined in IR. */
static bool expand_operation(Reader *reader, Parts *parts, const Token *place) {
  const OperationDef *def = carddb_operation_def(reader->db, parts->op);
  if (!def) {
    return reader_fail(reader, place, GAVEL_E_UNKNOWN, "nothing says yet what '%s' stands for",
                       ir_op_info(parts->op)->name);
  }
  ReadParams params = {.signature = parts->signature, .fixed = parts->fixed};
  Lexer lexer = reader->lexer;
  Token token = reader->token;
  const ReadParams *outer = reader->params;
  reader->lexer = lexer_begin(def->source, def->line, def->column);
  reader->params = &params;
  reader_advance(reader);
  u32 node = read_node(reader, ir_op_info(parts->op)->sort);
  reader->lexer = lexer;
  reader->token = token;
  reader->params = outer;
  parts->fixed[parts->signature->defined - 1] = node;
  return node != 0;
}

static Node begin_operation(Reader *reader, IrOp op, const Token *place, bool in_parentheses) {
  Parts parts = {.op = op, .signature = &reader->db->signatures[op], .rest_base = reader->rest.count};
  if (!check_place(reader, op, place)) return 0;
  while (in_parentheses && reader->token.kind != TOKEN_CLOSE && reader->token.kind != TOKEN_END) {
    Token *token = &reader->token;
    bool named = token->kind == TOKEN_ATOM && token->text.data[0] == ':' && token->text.length > 1;
    if (!(named ? read_option(reader, &parts) : read_positional(reader, &parts))) return 0;
  }
  if (!check_complete(reader, &parts, place)) return 0;
  if (parts.signature->defined && !expand_operation(reader, &parts, place)) return 0;
  return emit_parts(reader, &parts);
}

bool read_try_operation(Reader *reader, IrOp op, const Token *place) {
  Parts parts = {.op = op, .signature = &reader->db->signatures[op], .rest_base = reader->rest.count};
  u32 zero = 0;
  ReadEnv env;
  for (u32 i = 0; i < parts.signature->count; i++) {
    const IrArg *arg = &parts.signature->args[i];
    u32 *value = &parts.fixed[arg->index];
    if (arg->sort == SORT_WORD) *value = word_first(arg->word_class);
    if (arg->sort == SORT_NUM) *value = read_emit(reader, IR_NUMBER, &zero, 1);
    if (arg->sort == SORT_OBJ) *value = read_emit(reader, IR_YOU, NULL, 0);
    if (arg->sort == SORT_COND) *value = read_emit(reader, IR_ALWAYS, NULL, 0);
  }
  read_env_begin(reader, &env, NULL);
  reader->env = &env;
  bool done = !reader->status && expand_operation(reader, &parts, place) && read_env_end(reader, &env);
  reader->env = NULL;
  return done;
}

Node read_operation(Reader *reader, IrOp op, const Token *place) { return begin_operation(reader, op, place, true); }

/* --- nodes --------------------------------------------------------------------------------- */

/* Reports that a name is not an operation of a sort, with the nearest name. */
static bool unknown_operation(Reader *reader, const Token *token, IrSort sort) {
  Str name = token->text;
  if (token->kind != TOKEN_ATOM) return reader_expected(reader, token, ir_sort_text(sort));
  IrOp other = ir_op_find(name, SORT_NONE);
  if (other) {
    return reader_fail(reader, token, GAVEL_E_CHECK, "expected %s, found '%s', which is %s", ir_sort_text(sort),
                       ir_op_info(other)->name, ir_sort_text(ir_op_info(other)->sort));
  }
  IrOp near = ir_op_nearest(name, sort);
  return reader_fail(reader, token, GAVEL_E_UNKNOWN, "expected %s, found unknown '%.*s'%s%s%s", ir_sort_text(sort),
                     (int)(name.length < 40 ? name.length : 40), name.data, near ? "; did you mean '" : "",
                     near ? ir_op_info(near)->name : "", near ? "'?" : "");
}

const IrArg *read_named_argument(const Reader *reader, Str atom) {
  const IrSignature *signature = reader->params ? reader->params->signature : NULL;
  if (!signature || atom.length < 2 || atom.data[0] != '%') return NULL;
  for (u32 i = 0; i < signature->count; i++) {
    if (str_equal(signature->args[i].name, (Str){atom.data + 1, atom.length - 1})) return &signature->args[i];
  }
  return NULL;
}

/* The argument of that sort of the operation whose definition is read. If it is optional and absent, a player is `you`
   and a number 1. */
static Node operation_parameter(Reader *reader, IrSort sort) {
  const IrArg *arg = read_named_argument(reader, reader->token.text);
  u32 one = 1;
  if (!arg || arg->sort != sort) return 0;
  Node given = reader->params->fixed[arg->index];
  if (given || !arg->optional) return given;
  if (sort == SORT_OBJ) return read_emit(reader, IR_YOU, NULL, 0);
  return sort == SORT_NUM ? read_emit(reader, IR_NUMBER, &one, 1) : 0;
}

/* Reads %cost, %n or %quality in the definition of a keyword, and the name of an argument in that of an operation. */
static Node read_parameter(Reader *reader, IrSort sort) {
  Token token = reader->token;
  const ReadParams *params = reader->params;
  Node node = 0;
  if (params && params->signature) {
    node = operation_parameter(reader, sort);
  } else if (params) {
    if (sort == SORT_COST && str_is(token.text, "%cost")) node = params->cost;
    if (sort == SORT_NUM && str_is(token.text, "%n")) node = params->n;
    if (sort == SORT_COND && str_is(token.text, "%quality")) node = params->quality;
  }
  if (!node) {
    reader_expected(reader, &token, ir_sort_text(sort));
  } else {
    reader_advance(reader);
  }
  return node;
}

/* Reads $name where an object or a number is expected. */
static Node read_variable_node(Reader *reader, IrSort sort) {
  u32 slot = 0;
  if (sort != SORT_OBJ && sort != SORT_NUM) {
    reader_expected(reader, &reader->token, ir_sort_text(sort));
    return 0;
  }
  if (!read_variable(reader, false, &slot)) return 0;
  return read_emit(reader, sort == SORT_OBJ ? IR_VAR : IR_VALUE, &slot, 1);
}

static bool is_number(Str text) {
  u32 digit = text.data[0] == '-' || text.data[0] == '+';
  return text.length > digit && text.data[digit] >= '0' && text.data[digit] <= '9';
}

static Node read_atom_node(Reader *reader, IrSort sort) {
  Token token = reader->token;
  if (token.text.data[0] == '%') return read_parameter(reader, sort);
  if (token.text.data[0] == '$') return read_variable_node(reader, sort);
  if (sort == SORT_NUM && is_number(token.text)) {
    i32 number = 0;
    if (!reader_integer(reader, -READ_NUMBER_MAX, READ_NUMBER_MAX, &number)) return 0;
    u32 value = (u32)number;
    return read_emit(reader, IR_NUMBER, &value, 1);
  }
  IrOp op = reader_find_op(reader, token.text, sort);
  if (!op) {
    unknown_operation(reader, &token, sort);
    return 0;
  }
  reader_advance(reader);
  return begin_operation(reader, op, &token, false);
}

Node read_node(Reader *reader, IrSort sort) {
  if (reader->token.kind == TOKEN_ATOM) return read_atom_node(reader, sort);
  if (!reader_open(reader, ir_sort_text(sort))) return 0;
  Token name = reader->token;
  IrOp op = name.kind == TOKEN_ATOM ? reader_find_op(reader, name.text, sort) : IR_NONE;
  if (!op) {
    unknown_operation(reader, &name, sort);
    return 0;
  }
  reader_advance(reader);
  Node node = read_operation(reader, op, &name);
  return node && reader_close(reader) ? node : 0;
}
