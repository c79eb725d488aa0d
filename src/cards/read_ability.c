#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/read.h"

/* --- environments -------------------------------------------------------------------------- */

void read_env_begin(Reader *reader, ReadEnv *env, const ReadEnv *like) {
  env->count = 0;
  if (like) *env = *like;
  env->serial = ++reader->serial;
}

/* Writes the names of an environment to the database; sets `*first` to the first. */
static bool store_names(Reader *reader, const ReadEnv *env, u32 *first) {
  CardDb *db = reader->db;
  if (!vec_reserve(&db->allocator, &db->slot_names, env->count)) return reader_no_memory(reader);
  *first = db->slot_names.count;
  for (u32 i = 0; i < env->count; i++) db->slot_names.data[db->slot_names.count++] = env->names[i];
  return true;
}

static void set_slots(AbilityDef *def, const ReadEnv *env, u32 names) {
  def->slots = (u16)(SLOT_FIRST_OWN + env->count);
  def->slot_names = names;
}

/* Completes the abilities in the database that wait for `env`; `names` are its names. */
static void settle_pending(Reader *reader, const ReadEnv *env, u32 names) {
  u32 kept = 0;
  for (u32 i = 0; i < reader->pending.count; i++) {
    ReadPending pending = reader->pending.data[i];
    if (pending.serial == env->serial) {
      set_slots(&reader->db->abilities.data[pending.ability], env, names);
    } else {
      reader->pending.data[kept++] = pending;
    }
  }
  reader->pending.count = kept;
}

/* --- one ability --------------------------------------------------------------------------- */

/* The operation of the next ability; IR_NONE if there is none. A bare word is a keyword. */
static IrOp peek_ability(const Reader *reader) {
  if (reader->token.kind == TOKEN_ATOM) return IR_KEYWORD;
  if (reader->token.kind != TOKEN_OPEN) return IR_NONE;
  Lexer ahead = reader->lexer;
  Token name = lexer_next(&ahead);
  return name.kind == TOKEN_ATOM ? reader_find_op(reader, name.text, SORT_ABIL) : IR_NONE;
}

static Node read_ability_node(Reader *reader, IrOp op) {
  if (reader->token.kind != TOKEN_ATOM) return read_node(reader, SORT_ABIL);
  u32 args[IR_ARGS_CAP] = {0};
  args[ARG_KEYWORD_WORD] = reader_word(reader, WC_KEYWORD);
  return args[0] ? read_emit(reader, op, args, reader->db->signatures[op].fixed) : 0;
}

/* Reads an ability in the environment `env`. */
static bool read_ability(Reader *reader, ReadEnv *env, AbilityDef *def) {
  Token place = reader->token;
  IrOp op = peek_ability(reader);
  IrOp outer_ability = reader->ability;
  ReadEnv *outer_env = reader->env;
  u32 outer_exceptions = reader->exceptions;
  reader->ability = op;
  reader->env = env;
  reader->exceptions = 0;
  Node node = read_ability_node(reader, op);
  reader->ability = outer_ability;
  reader->env = outer_env;
  reader->exceptions = outer_exceptions;
  *def = (AbilityDef){.node = node, .op = (u16)op, .card = reader->card};
  if (node && op == IR_KEYWORD) def->keyword = (Word)node_arg(reader->db, node, ARG_KEYWORD_WORD);
  if (node && ability_misplaces_modal(reader->db, node))
    return reader_fail(reader, &place, GAVEL_E_CHECK,
                       "'modal' must be the whole effect of a spell, an activated or a triggered ability: "
                       "expected what else a spell does in a spell ability of its own");
  return node != 0;
}

/* Whether abilities of a face share one environment: the effect knows what was chosen as a cost was paid, and the
   paragraphs of a spell may share targets. */
static bool shares_environment(IrOp op) {
  return op == IR_SPELL || op == IR_KEYWORD || op == IR_OPTIONAL_COST || op == IR_ALTERNATIVE_COST ||
         op == IR_ADDITIONAL_COST;
}

static bool push_entry(Reader *reader, const ReadEntry *entry) {
  return vec_push(&reader->db->allocator, &reader->run, *entry) || reader_no_memory(reader);
}

/* --- keywords ------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  u32 needs, may, arg;
} PARAMS[] = {
    {":cost", NEEDS_COST, MAY_COST, ARG_KEYWORD_COST},
    {":n", NEEDS_N, MAY_N, ARG_KEYWORD_N},
    {":quality", NEEDS_QUALITY, MAY_QUALITY, ARG_KEYWORD_QUALITY},
};

/* Whether a keyword has exactly the parameters it needs. */
static bool check_params(Reader *reader, const Token *place, const AbilityDef *def) {
  u32 given = carddb_keyword_params(reader->db, def->node);
  u32 wanted = word_keyword_params(def->keyword);
  Str word = word_text(def->keyword);
  if (!given && wanted & MAY_NOTHING) return true;
  for (u32 i = 0; i < COUNT_OF(PARAMS); i++) {
    bool there = (given & PARAMS[i].needs) != 0;
    bool needed = (wanted & PARAMS[i].needs) != 0;
    bool allowed = needed || (wanted & PARAMS[i].may);
    if (there ? allowed : !needed) continue;
    return reader_fail(reader, place, GAVEL_E_CHECK, "the keyword %.*s %s %s", (int)word.length, word.data,
                       there ? "is not written with" : "lacks its", PARAMS[i].name);
  }
  return true;
}

/* A keyword without rules would silently do nothing. */
static bool check_has_rules(Reader *reader, const Token *place, const AbilityDef *def) {
  u32 params = carddb_keyword_params(reader->db, def->node);
  if (word_keyword_by_rules(def->keyword)) return true;
  if (carddb_keyword_def(reader->db, def->node)) return true;
  Str word = word_text(def->keyword);
  return reader_fail(reader, place, GAVEL_E_UNKNOWN,
                     "nothing carries out the keyword %.*s written with %s%s%s%s: expected one with rules",
                     (int)word.length, word.data, params ? "" : "nothing", params & NEEDS_COST ? ":cost " : "",
                     params & NEEDS_N ? ":n " : "", params & NEEDS_QUALITY ? ":quality " : "");
}

static bool expand_keyword(Reader *reader, u32 place, ReadEnv *env, ReadEnv *common);

/* Reads the abilities of a definition, at the reader's position, into `run`. Those that change how a spell is cast use
   the environment `common` if there is one; each of the others starts with a copy of `env`, which holds the variables
   of the keyword's own parameters. */
static bool read_expansion(Reader *reader, ReadEnv *env, ReadEnv *common) {
  while (reader->token.kind != TOKEN_CLOSE) {
    Token place = reader->token;
    u32 index = reader->run.count;
    ReadEntry entry = {.shares = common && shares_environment(peek_ability(reader))};
    ReadEnv own;
    read_env_begin(reader, &own, env);
    ReadEnv *used = entry.shares ? common : &own;
    u32 names = 0;
    if (!read_ability(reader, used, &entry.def)) return false;
    if (!entry.shares) {
      if (!store_names(reader, &own, &names)) return false;
      set_slots(&entry.def, &own, names);
      settle_pending(reader, &own, names);
    }
    if (!push_entry(reader, &entry)) return false;
    if (entry.def.op != IR_KEYWORD) continue;
    if (!check_params(reader, &place, &entry.def)) return false;
    if (!check_has_rules(reader, &place, &entry.def)) return false;
    if (!expand_keyword(reader, index, used, common)) return false;
  }
  return true;
}

/* Inserts the expansion of the keyword in `run.data[place]` after it. */
static bool expand_keyword(Reader *reader, u32 place, ReadEnv *env, ReadEnv *common) {
  AbilityDef def = reader->run.data[place].def;
  const CardDb *db = reader->db;
  const KeywordDef *definition = carddb_keyword_def(db, def.node);
  if (!definition) return true;
  if (reader->depth >= READ_DEPTH_MAX) {
    return reader_fail(reader, &reader->token, GAVEL_E_LIMIT, "a keyword that stands for itself");
  }
  ReadParams params = {
      .cost = node_arg(db, def.node, ARG_KEYWORD_COST),
      .n = node_arg(db, def.node, ARG_KEYWORD_N),
      .quality = node_arg(db, def.node, ARG_KEYWORD_QUALITY),
  };
  Lexer lexer = reader->lexer;
  Token token = reader->token;
  const ReadParams *outer_params = reader->params;
  Word outer_expanding = reader->expanding;
  reader->lexer = lexer_begin(definition->source, definition->line, definition->column);
  reader->params = &params;
  reader->expanding = def.keyword;
  reader->depth += READ_DEPTH_MAX / 4;
  reader_advance(reader);
  bool done = read_expansion(reader, env, common);
  reader->depth -= READ_DEPTH_MAX / 4;
  reader->lexer = lexer;
  reader->token = token;
  reader->params = outer_params;
  reader->expanding = outer_expanding;
  reader->run.data[place].def.expansion_count = reader->run.count - place - 1;
  return done;
}

/* Reads an ability into `run`, followed by its expansion. */
static bool read_entry(Reader *reader, ReadEnv *env, ReadEnv *common) {
  Token place = reader->token;
  ReadEntry entry = {.shares = common == env};
  if (!read_ability(reader, env, &entry.def)) return false;
  u32 index = reader->run.count;
  if (!push_entry(reader, &entry)) return false;
  if (entry.def.op != IR_KEYWORD) return true;
  return check_params(reader, &place, &entry.def) && check_has_rules(reader, &place, &entry.def) &&
         expand_keyword(reader, index, env, common);
}

bool read_try_keyword(Reader *reader, Node node, const Token *place) {
  ReadEnv env;
  read_env_begin(reader, &env, NULL);
  ReadEntry entry = {
      .def = {.node = node, .op = IR_KEYWORD, .keyword = (Word)node_arg(reader->db, node, 0)},
      .shares = true,
  };
  u32 base = reader->run.count;
  bool done = push_entry(reader, &entry) && check_params(reader, place, &entry.def) &&
              expand_keyword(reader, base, &env, &env) && read_env_end(reader, &env);
  reader->run.count = base;
  return done;
}

/* --- abilities in their places ------------------------------------------------------------- */

/* Moves the entries of `run` from `base` on to the database; those with a shared environment wait for it. Sets `*first`
   to the index of the first. */
static bool store_run(Reader *reader, u32 base, const ReadEnv *shared, u32 *first) {
  CardDb *db = reader->db;
  u32 count = reader->run.count - base;
  if (!vec_reserve(&db->allocator, &db->abilities, count)) return reader_no_memory(reader);
  *first = db->abilities.count;
  for (u32 i = 0; i < count; i++) {
    const ReadEntry *entry = &reader->run.data[base + i];
    ReadPending pending = {db->abilities.count, shared->serial};
    db->abilities.data[db->abilities.count++] = entry->def;
    if (entry->shares && !vec_push(&db->allocator, &reader->pending, pending)) {
      return reader_no_memory(reader);
    }
  }
  reader->run.count = base;
  return true;
}

bool read_env_end(Reader *reader, ReadEnv *env) {
  u32 names = 0;
  if (!store_names(reader, env, &names)) return false;
  settle_pending(reader, env, names);
  return true;
}

u32 read_nested_ability(Reader *reader, bool shared) {
  u32 base = reader->run.count;
  u32 first = 0;
  ReadEnv own;
  read_env_begin(reader, &own, NULL);
  ReadEnv *env = shared ? reader->env : &own;
  if (!read_entry(reader, env, NULL)) return 0;
  reader->run.data[base].shares = true;
  if (!store_run(reader, base, env, &first)) return 0;
  return shared || read_env_end(reader, &own) ? first : 0;
}

bool read_face_ability(Reader *reader, ReadEnv *common) {
  u32 place = reader->run.count;
  if (shares_environment(peek_ability(reader))) return read_entry(reader, common, common);
  ReadEnv own;
  u32 names = 0;
  read_env_begin(reader, &own, NULL);
  if (!read_entry(reader, &own, NULL) || !store_names(reader, &own, &names)) return false;
  set_slots(&reader->run.data[place].def, &own, names);
  settle_pending(reader, &own, names);
  return true;
}

bool read_finish_run(Reader *reader, ReadEnv *common, bool last, u32 *first, u32 *count) {
  *count = reader->run.count;
  return store_run(reader, 0, common, first) && (!last || read_env_end(reader, common));
}
