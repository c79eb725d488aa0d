#include "oracle/bind.h"

#define DEPTH_MAX 128u

/* --- heads ------------------------------------------------------------------------------------------------ */

/* Functions that bind forms, by their heads. */
static BindForm *const BINDS[LF_NAMES] = {
#define HEAD(ENUM, NAME, SORT, SIGNATURE, BIND) [LF_##ENUM] = BIND,
#include "oracle/heads.def"
#undef HEAD
};

static const u8 SORTS[LF_NAMES] = {
#define SORT_ANY SORT_NONE
#define HEAD(ENUM, NAME, SORT, SIGNATURE, BIND) [LF_##ENUM] = SORT_##SORT,
#include "oracle/heads.def"
#undef HEAD
#undef SORT_ANY
};

/* How a form of an own head is bound where an action, or something else, is expected; null for others. */
static BindForm *bind_of(const Binder *b, Lf form, bool action) {
  Lf head = lf_first(b->lf, form);
  return head < LF_NAMES && (SORTS[head] == SORT_ACT) == action ? BINDS[head] : NULL;
}

bool bind_knows(Lf head) { return head < LF_NAMES && (BINDS[head] || bind_is_follower(head)); }

bool bind_case(Binder *b, Lf form) {
  Lf head = lf_first(b->lf, form);
  if (b->cases_used) b->cases_used[head] = 1;
  return !b->cases_off || !b->cases_off[head] || bind_refuse(b, "the binder has no meaning for this", form) != 0;
}

IrOp bind_operation_of(const Binder *b, Lf form, IrSort sort) {
  Lf head = lf_first(b->lf, form);
  u16 op = head < b->operations.count ? b->operations.data[head] : 0;
  while (op && ir_op_info(op)->sort != sort) op = b->same_name[op];
  return op;
}

bool binder_init(Binder *b, GavelAllocator allocator, LfStore *lf, const IrSignature *signatures) {
  *b = (Binder){.allocator = allocator, .lf = lf, .signatures = signatures};
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    Lf name = lf_atom(lf, str_of(ir_op_info(op)->name));
    while (b->operations.count <= name)
      if (!vec_push(&b->allocator, &b->operations, 0)) return false;
    b->same_name[op] = b->operations.data[name];
    b->operations.data[name] = (u16)op;
  }
  return !lf->failed;
}

void binder_free(Binder *b) {
  vec_free(&b->allocator, &b->operations);
  vec_free(&b->allocator, &b->targets);
  vec_free(&b->allocator, &b->before);
  vec_free(&b->allocator, &b->referents);
  vec_free(&b->allocator, &b->paid);
  vec_free(&b->allocator, &b->kept);
  vec_free(&b->allocator, &b->scratch);
  vec_free(&b->allocator, &b->used);
  vec_free(&b->allocator, &b->again);
}

/* --- small things ------------------------------------------------------------------------------------------ */

Lf bind_refuse(Binder *b, const char *why, Lf form) {
  if (b->refusal) return 0;
  b->refusal = why;
  b->refused = form ? lf_head(b->lf, form) : STR("");
  return 0;
}

bool bind_mentions(const Binder *b, Lf form, Lf needle) {
  if (form == needle) return true;
  for (u32 i = 0; i < lf_count(b->lf, form); i++)
    if (bind_mentions(b, lf_item(b->lf, form, i), needle)) return true;
  return false;
}

bool bind_has_head(const Binder *b, Lf form, Lf head) {
  if (lf_is(b->lf, form, head)) return true;
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (bind_has_head(b, lf_item(b->lf, form, i), head)) return true;
  return false;
}

Lf bind_find_head(const Binder *b, Lf form, Lf head) {
  if (lf_is_atom(b->lf, form)) return 0;
  Lf found = lf_is(b->lf, form, head) ? form : 0;
  for (u32 i = 0; i < lf_count(b->lf, form) && !found; i++) found = bind_find_head(b, lf_item(b->lf, form, i), head);
  return found;
}

/* Whether a condition looks back at what was done. */
static bool tells_of_the_past(const Binder *b, Lf condition) {
  static const Lf PAST[] = {LF_HAPPENED, LF_WAS_CAST, LF_CAST_FROM, LF_PAID, LF_MANA_SPENT};
  for (u32 i = 0; i < COUNT_OF(PAST); i++)
    if (bind_has_head(b, condition, PAST[i]) || bind_mentions(b, condition, PAST[i])) return true;
  return false;
}

bool bind_is_any(const Binder *b, Lf form, const Lf *heads, u32 count) {
  for (u32 i = 0; i < count; i++)
    if (lf_is(b->lf, form, heads[i])) return true;
  return false;
}

Lf bind_variable(Binder *b, const char *stem) {
  Text name;
  text_init(&name, b->allocator);
  text_addf(&name, "$%s%u", stem, ++b->variables);
  Lf variable = lf_atom(b->lf, text_str(&name));
  b->lf->failed |= name.failed;
  text_free(&name);
  return variable;
}

void bind_before(Binder *b, Lf action) {
  if (action && !vec_push(&b->allocator, &b->before, action)) b->lf->failed = true;
}

void bind_mention(Binder *b, Referent referent) {
  referent.serial = ++b->mentioned;
  if (!vec_push(&b->allocator, &b->referents, referent)) b->lf->failed = true;
}

void bind_mention_player(Binder *b, Lf player) {
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == player) return;
  bind_mention(b, (Referent){.was = player, .now = player, .filter = LF_PLAYER, .player = true});
}

void bind_mention_one_of(Binder *b, Lf player, Lf players) {
  Lf filter = lf_is(b->lf, players, LF_OPPONENTS) ? LF_OPPONENT : LF_PLAYER;
  bind_mention(b, (Referent){.was = player, .now = player, .filter = filter, .player = true});
}

static bool push(Binder *b, Lf form) {
  if (!form) return false;
  if (vec_push(&b->allocator, &b->scratch, form)) return true;
  b->lf->failed = true;
  return false;
}

/* The list of what was pushed since `first`. */
static Lf pop_list(Binder *b, u32 first, bool fits) {
  Lf list = fits ? lf_list(b->lf, &b->scratch.data[first], b->scratch.count - first) : 0;
  b->scratch.count = first;
  return list;
}

/* --- operations ---------------------------------------------------------------------------------------------- */

static bool is_option(Str text) { return text.length > 1 && text.data[0] == ':'; }

static const IrArg *option_named(const IrSignature *signature, Str text) {
  Str name = {text.data + 1, text.length - 1};
  for (u32 i = 0; i < signature->count; i++)
    if (signature->args[i].optional && str_equal(signature->args[i].name, name)) return &signature->args[i];
  return NULL;
}

/* The argument that the next positional form is for. */
static const IrArg *positional(const IrSignature *signature, u32 *next) {
  while (*next < signature->count && signature->args[*next].optional) (*next)++;
  if (*next >= signature->count) return NULL;
  const IrArg *arg = &signature->args[*next];
  if (!arg->rest) (*next)++;
  return arg;
}

bool bind_says_that_card(const Binder *b, Lf form) {
  if (lf_is_list(b->lf, form, LF_PICK_FROM)) return bind_says_that_card(b, lf_item(b->lf, form, 3));
  bool again = lf_is_list(b->lf, form, LF_THAT) || lf_is_list(b->lf, form, LF_THOSE);
  if (again) return bind_says_card(b, lf_item(b->lf, form, 1));
  return lf_is_list(b->lf, form, LF_THE) && lf_item(b->lf, form, 2) && bind_says_card(b, lf_item(b->lf, form, 2));
}

/* Binds one argument and pushes it; a list where the rest is taken is as many arguments. */
static bool push_argument(Binder *b, Lf item, const IrArg *arg) {
  bool said = b->said;
  /* What deals damage and what is copied are as they were before they were moved, for instance to pay (608.2h). */
  bool copied = str_is(arg->name, "of") && arg->sort == SORT_OBJ && !bind_says_that_card(b, item);
  if (str_is(arg->name, "source") || copied) b->said = true;
  Lf bound = item ? bind_form(b, item, arg->sort) : 0;
  b->said = said;
  if (!bound || !arg->rest || lf_is_atom(b->lf, bound) || !lf_is(b->lf, bound, LF_LIST)) return push(b, bound);
  bool fits = true;
  for (u32 k = 1; k < lf_count(b->lf, bound) && fits; k++) fits = push(b, lf_item(b->lf, bound, k));
  return fits;
}

/* You are who does what nobody else is said to do, but that the owner of cards orders them (401.4); this object deals the
   damage and is what is asked about. */
static bool goes_without_saying(const Binder *b, IrOp op, const IrArg *arg, Lf value) {
  bool self = lf_is_atom(b->lf, value) && lf_is(b->lf, value, LF_SELF);
  if (str_is(arg->name, "source") && self) return true;
  if (ir_op_info(op)->sort == SORT_COND && str_is(arg->name, "of") && arg->optional) return self;
  bool actor = str_is(arg->name, "player") || str_is(arg->name, "by") || str_is(arg->name, "controller");
  return actor && op != IR_ARRANGE && arg->optional && arg->sort == SORT_OBJ && lf_is_atom(b->lf, value) &&
         lf_is(b->lf, value, LF_YOU);
}

/* What deals damage is said before what it is dealt to, and as it was: its place among the arguments is the last. 0 if
   nothing is said to. */
static Lf bind_source(Binder *b, Lf form) {
  Lf source = 0;
  for (u32 i = 1; i + 1 < lf_count(b->lf, form) && !source; i++)
    if (lf_is_atom(b->lf, lf_item(b->lf, form, i)) && lf_is(b->lf, lf_item(b->lf, form, i), LF_OPT_SOURCE))
      source = lf_item(b->lf, form, i + 1);
  if (!source) return 0;
  bool said = b->said;
  b->said = true;
  source = bind_form(b, source, SORT_OBJ);
  b->said = said;
  return source;
}

/* Actions that can be taken with permanents only. */
static bool needs_permanent(IrOp op) {
  static const IrOp PERMANENTS[] = {IR_DESTROY,           IR_TAP, IR_UNTAP, IR_SACRIFICE, IR_FIGHT, IR_REGENERATE,
                                    IR_REMOVE_FROM_COMBAT};
  for (u32 i = 0; i < COUNT_OF(PERMANENTS); i++)
    if (op == PERMANENTS[i]) return true;
  return false;
}

/* An action that needs a permanent, or puts counters on something, doesn't mean a spell that was mentioned: sets such spells
   aside, or back, while that argument is bound. Whether this concerns the argument. */
static bool set_spells_aside(Binder *b, IrOp op, const IrArg *arg, bool aside) {
  if (arg->sort != SORT_OBJ || arg->optional || !(op == IR_PUT_COUNTERS || needs_permanent(op))) return false;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    Referent *r = &b->referents.data[i];
    if (!r->to && bind_mentions(b, r->filter, LF_SPELL_ON_STACK)) r->aside = aside;
  }
  return true;
}

/* Whether an action with several players is one for each of them: what it does happens to all at once, and no one is asked. */
static bool takes_many_players(IrOp op) {
  static const IrOp OF_MANY[] = {IR_DRAW,     IR_MILL,   IR_GAIN_LIFE,   IR_LOSE_LIFE,
                                 IR_SET_LIFE, IR_CREATE, IR_CREATE_COPY, IR_CREATE_EMBLEM};
  for (u32 i = 0; i < COUNT_OF(OF_MANY); i++)
    if (op == OF_MANY[i]) return true;
  return false;
}

/* Whether an option says that each of many players does what only one can do at a time. */
static bool is_by_each(const Binder *b, IrOp op, const IrArg *arg, Lf value) {
  bool who = str_is(arg->name, "player") || str_is(arg->name, "by");
  return b->actor_many && who && value == b->actor && ir_op_info(op)->sort == SORT_ACT && !takes_many_players(op);
}

/* Whether a description is of spells: each was cast from one graveyard at most, whoever's that is. */
static bool says_spell(const Binder *b, Lf form) {
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (lf_item(b->lf, form, i) == LF_SPELL_ON_STACK) return true;
  return false;
}

/* Whether only creatures can be so: power, toughness and abilities of permanents. */
static bool is_of_creatures(Binder *b, Lf form) {
  Lf power = lf_make(b->lf, LF_POWER, LF_IT, 0, 0), toughness = lf_make(b->lf, LF_TOUGHNESS, LF_IT, 0, 0);
  return bind_has_head(b, form, LF_HAS) || bind_mentions(b, form, power) || bind_mentions(b, form, toughness);
}

/* Whether what only creatures can be is said of all of several kinds, of which the last is "creature": "an artifact,
   enchantment, or creature with flying" is any artifact. */
static bool says_creature_last(Binder *b, Lf form) {
  for (u32 i = 1; i < lf_count(b->lf, form); i++) {
    Lf kinds = lf_item(b->lf, form, i);
    if (!lf_is_list(b->lf, kinds, LF_OR)) continue;
    Lf last = lf_item(b->lf, kinds, lf_count(b->lf, kinds) - 1), first = lf_item(b->lf, kinds, 1);
    bool mixed = lf_is_list(b->lf, last, LF_TYPE) && lf_item(b->lf, last, 1) == LF_CREATURE &&
                 (lf_is_list(b->lf, first, LF_TYPE) || lf_is_list(b->lf, first, LF_SUBTYPE));
    for (u32 k = i + 1; mixed && k < lf_count(b->lf, form); k++)
      if (is_of_creatures(b, lf_item(b->lf, form, k))) return !bind_mentions(b, form, LF_CARD);
  }
  return false;
}

/* (pick … FILTER …) of what `attached` is put onto the battlefield attached to: only what it can be attached to can be
   chosen (608.2d, 303.4i). */
static Lf host_for(Binder *b, Lf pick, Lf attached) {
  Lf can_host = lf_make(b->lf, LF_CAN_HOST, attached, 0, 0);
  return bind_with_item(b, pick, 3, lf_make(b->lf, LF_AND, lf_item(b->lf, pick, 3), can_host, 0));
}

/* --- what no operation can mean ---------------------------------------------------------------------- */

static bool moves_yours(Binder *b, Lf bound, Lf form) {
  (void)bound;
  return !lf_is(b->lf, b->actor, LF_YOU) && bind_option(b, form, LF_OPT_CONTROLLER) == LF_YOU;
}

static bool is_put_on_itself(Binder *b, Lf bound, Lf form) {
  (void)form;
  Lf itself = lf_item(b->lf, bound, 1);
  return bind_option(b, bound, LF_OPT_ATTACHED_TO) == itself;
}

static bool is_attached_to_itself(Binder *b, Lf bound, Lf form) {
  (void)form;
  return lf_item(b->lf, bound, 1) == lf_item(b->lf, bound, 2);
}

static bool is_by_owner(Binder *b, Lf bound, Lf form) {
  (void)bound;
  (void)form;
  return lf_is(b->lf, b->actor, LF_OWNER);
}

static bool is_no_spell(Binder *b, Lf bound, Lf form) {
  (void)form;
  Lf what = lf_item(b->lf, bound, 1);
  return bind_mentions(b, bound, LF_SPELL_ON_STACK) && (bind_is_elsewhere(b, what) || bind_was_moved(b, what));
}

/* Whether something is compared with itself, which nobody says. */
static bool is_like_itself(Binder *b, Lf bound, Lf form) {
  (void)form;
  Lf filter = lf_item(b->lf, bound, 2);
  bool compares = lf_is_list(b->lf, filter, LF_NAMED_AS) || lf_is_list(b->lf, filter, LF_SHARES);
  return compares && lf_item(b->lf, filter, lf_count(b->lf, filter) - 1) == lf_item(b->lf, bound, 1);
}

static bool is_spell_in_exile(Binder *b, Lf bound, Lf form) {
  return bind_mentions(b, bound, LF_SPELL_ON_STACK) && bind_has_head(b, form, LF_AMONG_EXILED);
}

static bool tells_of_past(Binder *b, Lf bound, Lf form) {
  (void)form;
  return tells_of_the_past(b, bound);
}

/* Copies of copies have what a copy effect adds, too, and that names the first alone (201.5a). */
static bool names_granter(Binder *b, Lf bound, Lf form) {
  (void)form;
  return bind_mentions(b, bound, LF_GRANTER);
}

/* What is paid is known before what it is paid with is chosen (601.2f, 601.2h). */
static bool depends_on_payment(Binder *b, Lf bound, Lf form) {
  (void)form;
  Lf with = bind_find_head(b, bound, LF_PAY_WITH);
  Lf mana = with ? bind_find_head(b, bound, LF_MANA_COST_OF) : 0;
  Lf whose = mana ? lf_item(b->lf, mana, 1) : 0;
  if (whose && lf_is_list(b->lf, whose, LF_BECAME)) whose = lf_item(b->lf, whose, 1);
  return whose && whose == lf_item(b->lf, with, 1);
}

static bool sources_target(Binder *b, Lf bound, Lf form) {
  (void)form;
  return bind_find_head(b, lf_item(b->lf, bound, 1), LF_TARGETS);
}

/* Whether an operation that has been bound, of the form, is refused as one that can't be meant. */
static bool is_faulty(Binder *b, IrOp op, Lf bound, Lf form) {
  static const struct {
    u16 op;
    bool (*is)(Binder *b, Lf bound, Lf form);
    const char *why;
  } FAULTS[] = {
      {IR_MOVE, moves_yours, "another player would move what is yours"},
      {IR_MOVE, is_put_on_itself, "something can't be attached to itself"},
      {IR_ATTACH, is_attached_to_itself, "something can't be attached to itself"},
      {IR_SACRIFICE, is_by_owner, "only its controller can sacrifice a permanent"}, /* 701.21a */
      {IR_AND, is_spell_in_exile, "a spell isn't in exile"},
      {IR_R_ABILITY_COST_LESS, sources_target, "a spell or ability has targets, and not its source"}, /* 115.1 */
      {IR_MATCHES, is_no_spell, "this must refer to a spell"},
      {IR_MATCHES, is_like_itself, "something is compared with itself"},
      {IR_E_STATE, tells_of_past, "what has happened doesn't become so"}, /* 603.8 */
      {IR_M_COPY, names_granter, "what is copied has no name"},
      {IR_ENTERS_AS_COPY, names_granter, "what is copied has no name"},
      {IR_COSTS, depends_on_payment, "nothing says how much is paid"}};
  for (u32 i = 0; i < COUNT_OF(FAULTS); i++)
    if (FAULTS[i].op == op && FAULTS[i].is(b, bound, form)) return !bind_refuse(b, FAULTS[i].why, form);
  if (needs_permanent(op) && bind_is_elsewhere(b, lf_item(b->lf, bound, 1)))
    return !bind_refuse(b, "this must refer to a permanent", form);
  return false;
}

/* Whether a card has suspend, which works in exile, is asked of the card there and not of what was exiled (702.62a). */
static bool asks_of_card(const Binder *b, IrOp op, Lf form) {
  Lf has = op == IR_MATCHES ? lf_item(b->lf, form, 2) : 0;
  return has && lf_is_list(b->lf, has, LF_HAS) && lf_is(b->lf, lf_item(b->lf, has, 1), LF_SUSPEND);
}

Lf bind_operation(Binder *b, IrOp op, Lf form) {
  const IrSignature *signature = &b->signatures[op];
  IrSort sort = ir_op_info(op)->sort;
  bool said = b->said, shares = b->shares, asking = b->asking;
  Lf source = op == IR_DEAL_DAMAGE ? bind_source(b, form) : 0;
  b->said = (sort == SORT_NUM || sort == SORT_COND || sort == SORT_OBJ) && !asks_of_card(b, op, form);
  b->asking = op == IR_EXISTS || op == IR_COMPARE || (asking && b->said);
  b->shares = sort == SORT_ACT;
  u32 first = b->scratch.count, next = 0;
  bool fits = push(b, lf_item(b->lf, form, 0));
  bool of_spells = op == IR_AND && says_spell(b, form);
  if (op == IR_KEYWORD && b->given) b->self_named = true; /* whose keyword it is */
  if (op == IR_AND && says_creature_last(b, form)) return bind_refuse(b, "not all of them have this", form);
  for (u32 i = 1; i < lf_count(b->lf, form) && fits; i++) {
    Lf item = lf_item(b->lf, form, i);
    if (of_spells && (item == LF_A_GRAVEYARD || item == LF_ONE_GRAVEYARD)) continue;
    Str text = lf_is_atom(b->lf, item) ? lf_head(b->lf, item) : STR("");
    bool option = is_option(text);
    const IrArg *arg = option ? option_named(signature, text) : positional(signature, &next);
    if (!arg) {
      bind_refuse(b, "there is no such argument", form);
      fits = false;
      break;
    }
    u32 before = b->scratch.count;
    if (option) {
      fits = push(b, item);
      if (arg->sort == SORT_FLAG || !fits) continue;
      item = lf_item(b->lf, form, ++i);
    }
    if (op == IR_MOVE && option && lf_is_list(b->lf, item, LF_PICK) && str_is(text, ":attached-to"))
      item = host_for(b, item, b->scratch.data[first + 1]);
    bool bound = source && str_is(text, ":source");
    bool apart = set_spells_aside(b, op, arg, true);
    fits = bound ? push(b, source) : push_argument(b, item, arg);
    if (apart) set_spells_aside(b, op, arg, false);
    if (fits && option && is_by_each(b, op, arg, b->scratch.data[before + 1])) b->by_each = true;
    if (fits && option && goes_without_saying(b, op, arg, b->scratch.data[before + 1])) b->scratch.count = before;
  }
  b->said = said;
  b->shares = shares;
  b->asking = asking;
  Lf bound = pop_list(b, first, fits);
  if (bound && is_faulty(b, op, bound, form)) return 0;
  if (bound && (op == IR_CONTROLLER || op == IR_OWNER || op == IR_DEFENDING_PLAYER)) bind_say_whose(b, bound);
  return bound && op == IR_AND ? bind_cast_from(b, bind_cards_there(b, bound)) : bound;
}

static Lf bind_list(Binder *b, Lf form, IrSort sort) {
  u32 first = b->scratch.count;
  bool fits = push(b, lf_item(b->lf, form, 0));
  for (u32 i = 1; i < lf_count(b->lf, form) && fits; i++) fits = push(b, bind_form(b, lf_item(b->lf, form, i), sort));
  return pop_list(b, first, fits);
}

/* A form that is no action: by its own rule, or as the operation its head names. */
static Lf bind_value(Binder *b, Lf form, IrSort sort) {
  BindForm *own = sort < SORT_WORD ? bind_of(b, form, false) : NULL;
  if (own) return bind_case(b, form) ? own(b, form) : 0;
  if (lf_is_atom(b->lf, form)) return form;
  if (lf_is(b->lf, form, LF_LIST)) return bind_list(b, form, sort);
  IrOp op = bind_operation_of(b, form, sort);
  return op ? bind_operation(b, op, form) : bind_refuse(b, "the binder has no meaning for this", form);
}

Lf bind_form(Binder *b, Lf form, IrSort sort) {
  if (b->refusal || !form || b->lf->failed) return 0;
  if (++b->depth > DEPTH_MAX) return bind_refuse(b, "the forms are nested too deeply", form);
  Lf bound = sort == SORT_ACT    ? bind_action(b, form)
             : sort == SORT_ABIL ? bind_part(b, form, b->shares)
             : sort == SORT_MODE ? bind_part(b, form, true)
                                 : bind_value(b, form, sort);
  b->depth--;
  return bound;
}

/* What is spoken of again may be somebody else's by now, and nobody sacrifices that (701.21a). */
static Lf sacrificed_of_actor(Binder *b, Lf form, Lf action) {
  static const Lf AGAIN[] = {LF_PRONOUN_IT, LF_PRONOUN_THEM, LF_THAT, LF_THOSE, LF_THE, LF_THE_MANY};
  Lf said = lf_item(b->lf, form, 1), objects = lf_item(b->lf, action, 1);
  bool again = false;
  for (u32 i = 0; i < COUNT_OF(AGAIN) && !again; i++) again = lf_is(b->lf, said, AGAIN[i]);
  bool self = lf_is(b->lf, objects, LF_SELF), of_each = lf_is(b->lf, b->actor, LF_CONTROLLER);
  /* Its controller sacrifices this object also where that is somebody else than you. */
  bool theirs = self && b->actor == lf_make(b->lf, LF_CONTROLLER, objects, 0, 0);
  if (!theirs && (!again || self || of_each || b->actor_many)) return action;
  Lf own = lf_make(b->lf, LF_ONLY, objects, lf_make(b->lf, LF_CONTROLLED_BY, b->actor, 0, 0), 0);
  return lf_make(b->lf, LF_SACRIFICE, own, 0, 0);
}

Lf bind_action(Binder *b, Lf form) {
  u32 first = b->before_first;
  b->before_first = b->before.count;
  b->acting++;
  BindForm *own = bind_of(b, form, true);
  IrOp op = own ? IR_NONE : bind_operation_of(b, form, SORT_ACT);
  Lf action = own                       ? bind_case(b, form) ? own(b, form) : 0
              : lf_is_atom(b->lf, form) ? form
              : op != IR_NONE           ? bind_operation(b, op, form)
                                        : bind_refuse(b, "the binder has no meaning for this", form);
  if (action && op == IR_SACRIFICE) action = sacrificed_of_actor(b, form, action);
  if (action && op != IR_NONE) action = bind_done(b, action);
  u32 count = b->before.count - b->before_first;
  if (action && count > 0) {
    u32 base = b->scratch.count;
    bool fits = push(b, LF_SEQ);
    for (u32 i = 0; i < count && fits; i++) fits = push(b, b->before.data[b->before_first + i]);
    action = pop_list(b, base, fits && push(b, action));
  }
  b->before.count = b->before_first;
  b->before_first = first;
  b->acting--;
  return action;
}

/* --- abilities ------------------------------------------------------------------------------------------------- */

/* An ability of its own has its own targets and speaks of nothing outside; one that is created for later shares what
   was mentioned so far. */
typedef struct Scope {
  u32 target_first, before_first, referent_first;
  u32 targets, befores, referents;
  Lf actor, amount, event, whose, compared[2];
  u32 acting;
  bool actor_many, shares, amount_of_event, self_named;
} Scope;

static Scope scope_open(Binder *b, bool shares) {
  Scope scope = {.target_first = b->target_first,
                 .before_first = b->before_first,
                 .referent_first = b->referent_first,
                 .targets = b->targets.count,
                 .befores = b->before.count,
                 .referents = b->referents.count,
                 .actor = b->actor,
                 .amount = b->amount,
                 .event = b->event,
                 .actor_many = b->actor_many,
                 .shares = b->shares,
                 .amount_of_event = b->amount_of_event,
                 .whose = b->whose,
                 .self_named = b->self_named,
                 .compared = {b->compared[0], b->compared[1]},
                 .acting = b->acting};
  b->acting = 0;
  b->target_first = b->targets.count;
  b->before_first = b->before.count;
  if (!shares) {
    b->referent_first = b->referents.count;
    b->amount = b->event = 0;
    b->amount_of_event = false;
    b->counted = 0;
    b->whose = b->compared[0] = b->compared[1] = 0;
    b->self_named = false;
  }
  b->actor = LF_YOU;
  b->actor_many = b->shares = false;
  return scope;
}

static void scope_close(Binder *b, const Scope *scope) {
  b->target_first = scope->target_first;
  b->before_first = scope->before_first;
  b->referent_first = scope->referent_first;
  b->targets.count = scope->targets;
  b->before.count = scope->befores;
  b->referents.count = scope->referents;
  b->actor = scope->actor;
  b->amount = scope->amount;
  b->event = scope->event;
  b->amount_of_event = scope->amount_of_event;
  b->whose = scope->whose;
  b->self_named = scope->self_named;
  b->compared[0] = scope->compared[0];
  b->compared[1] = scope->compared[1];
  b->acting = scope->acting;
  b->actor_many = scope->actor_many;
  b->shares = scope->shares;
}

/* Whether an action adds to what a variable holds. */
static bool gathers(const Binder *b, Lf action) {
  Lf from = lf_is_list(b->lf, action, LF_LET) ? lf_item(b->lf, action, 2) : 0;
  return lf_is_list(b->lf, from, LF_UNION) && lf_item(b->lf, from, 1) == lf_item(b->lf, action, 1);
}

bool bind_is_memory(const Binder *b, Lf action) {
  return lf_is_list(b->lf, action, LF_LET) && lf_is(b->lf, lf_item(b->lf, action, 2), LF_MOVED);
}

Lf bind_remembered(Binder *b, Lf action, Lf variable) {
  return lf_make(b->lf, LF_SEQ, action, lf_make(b->lf, LF_LET, variable, LF_MOVED, 0), 0);
}

Lf bind_memory_of(const Binder *b, Lf action) {
  if (!lf_is_list(b->lf, action, LF_SEQ) || lf_count(b->lf, action) != 3) return 0;
  Lf let = lf_item(b->lf, action, 2);
  return bind_is_memory(b, let) ? let : 0;
}

Lf bind_with_item(Binder *b, Lf form, u32 at, Lf item) {
  Lf items[32];
  u32 count = lf_count(b->lf, form);
  if (!item) return 0;
  if (count > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < count; i++) items[i] = i == at ? item : lf_item(b->lf, form, i);
  return lf_list(b->lf, items, count);
}

/* What is gathered in a variable that is spoken of is spoken of too. */
static void mark_gathered(Binder *b, Lf form) {
  if (lf_is_atom(b->lf, form)) return;
  if (gathers(b, form) && bind_used(b, lf_item(b->lf, form, 1)) &&
      !vec_push(&b->allocator, &b->used, lf_item(b->lf, lf_item(b->lf, form, 2), 2)))
    b->lf->failed = true;
  for (u32 i = 1; i < lf_count(b->lf, form); i++) mark_gathered(b, lf_item(b->lf, form, i));
}

static u32 times_said(const Binder *b, Lf form, Lf atom) {
  if (lf_is_atom(b->lf, form)) return form == atom;
  u32 times = 0;
  for (u32 i = 0; i < lf_count(b->lf, form); i++) times += times_said(b, lf_item(b->lf, form, i), atom);
  return times;
}

/* Whether an action keeps in a variable what was moved, or how much was done, and nothing in `all` speaks of it. */
static bool is_idle(const Binder *b, Lf all, Lf action) {
  if (bind_is_memory(b, action) || gathers(b, action)) return !bind_used(b, lf_item(b->lf, action, 1));
  bool counts = lf_is_list(b->lf, action, LF_LET_NUMBER) && lf_item(b->lf, action, 2) == LF_THIS_WAY;
  return counts && times_said(b, all, lf_item(b->lf, action, 1)) < 2;
}

/* Lets go of what keeps something in a variable, if nothing in `all` speaks of it. */
static Lf without_idle(Binder *b, Lf all, Lf form) {
  if (lf_is_atom(b->lf, form)) return form;
  u32 first = b->scratch.count;
  bool fits = true;
  for (u32 i = 0; i < lf_count(b->lf, form) && fits; i++) {
    Lf item = lf_item(b->lf, form, i);
    if (is_idle(b, all, item)) continue;
    fits = push(b, without_idle(b, all, item));
  }
  return pop_list(b, first, fits);
}

Lf bind_put(Binder *b, Lf form, Lf old, Lf put) {
  if (form == old) return put;
  if (lf_is_atom(b->lf, form)) return form;
  u32 first = b->scratch.count;
  bool fits = true;
  for (u32 i = 0; i < lf_count(b->lf, form) && fits; i++)
    fits = push(b, bind_put(b, lf_item(b->lf, form, i), old, put));
  return pop_list(b, first, fits);
}

bool bind_keeps(const Binder *b, Lf form, Lf variable) {
  if (lf_is_list(b->lf, form, LF_LET) && lf_item(b->lf, form, 1) == variable) return true;
  for (u32 i = 0; !lf_is_atom(b->lf, form) && i < lf_count(b->lf, form); i++)
    if (bind_keeps(b, lf_item(b->lf, form, i), variable)) return true;
  return false;
}

bool bind_used(const Binder *b, Lf variable) {
  for (u32 i = 0; i < b->used.count; i++)
    if (b->used.data[i] == variable) return true;
  return false;
}

/* Pushes the targets declared in the scope. */
static bool push_targets(Binder *b) {
  bool fits = true;
  for (u32 i = b->target_first; i < b->targets.count && fits; i++) fits = push(b, b->targets.data[i]);
  return fits;
}

/* The options of an ability, each with its argument bound. */
static bool push_options(Binder *b, IrOp op, Lf form, u32 from) {
  bool fits = true;
  for (u32 i = from; i < lf_count(b->lf, form) && fits; i++) {
    Lf item = lf_item(b->lf, form, i);
    const IrArg *arg = option_named(&b->signatures[op], lf_head(b->lf, item));
    if (!arg || !lf_is_atom(b->lf, item)) return bind_refuse(b, "an ability has no such option", item) != 0;
    fits = push(b, item);
    if (arg->sort != SORT_FLAG && fits) fits = push_argument(b, lf_item(b->lf, form, ++i), arg);
    if (fits && item == LF_OPT_IF) bind_say_compared(b, b->scratch.data[b->scratch.count - 1]);
  }
  return fits;
}

/* The zone that the words say an ability works in (113.6): an ability about what happens to this object itself looks
   for it where it went. */
static bool push_zone(Binder *b, Lf form) {
  if (!b->zone) return true;
  bool triggered = lf_is(b->lf, form, LF_TRIGGERED);
  Lf itself = lf_make(b->lf, LF_IS, LF_SELF, 0, 0);
  Lf event = lf_item(b->lf, form, 1);
  bool fits = lf_is(b->lf, form, LF_ACTIVATED) ||
              (triggered && !bind_mentions(b, event, itself) && !lf_is(b->lf, event, LF_SELF_ENTERS));
  if (!fits) return bind_refuse(b, "no ability works in the zone that is named", form) != 0;
  return push(b, LF_OPT_ZONE) && push(b, b->zone);
}

/* Whether something is other than this object, outside of what objects are given, of the past, and of the stack, where
   a spell is. */
static bool says_other(const Binder *b, Lf form) {
  static const Lf APART[] = {LF_GAIN, LF_HAS_TEXT, LF_TOKEN_SPEC, LF_HAPPENED};
  if (lf_is_atom(b->lf, form)) return lf_is(b->lf, form, LF_OTHER);
  for (u32 i = 0; i < COUNT_OF(APART); i++)
    if (lf_is(b->lf, form, APART[i])) return false;
  if (lf_is_list(b->lf, form, LF_ALL) && lf_item(b->lf, form, 1) == LF_STACK) return false;
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (says_other(b, lf_item(b->lf, form, i))) return true;
  return false;
}

/* Behind an event that something else had, what is "other" in a condition is other than that or than this object: nobody
   knows. A spell or ability never is its own target (115.5), so that its other targets are other than this object. */
static bool is_other_of_event(const Binder *b, Lf form) {
  u32 at = bind_option_at(b, form, LF_OPT_IF);
  Lf condition = at ? lf_item(b->lf, form, at) : 0;
  bool of_targets = lf_is_list(b->lf, condition, LF_TARGETS_SOME);
  bool other = condition && !of_targets && says_other(b, condition), apart = false;
  for (u32 i = b->referent_first; other && i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    apart |= !r->player && !lf_is(b->lf, r->was, LF_SELF);
  }
  return apart;
}

/* What is other in the condition behind an event is other than what the event happened to, if that was called so and nothing
   was other before: "a Mountain you control enters, if you control at least five other Mountains". */
static Lf other_than_event(Binder *b, Lf form, Lf event) {
  u32 at = bind_option_at(b, form, LF_OPT_IF);
  Lf kind = lf_item(b->lf, event, 1), objects = at ? bind_find_head(b, lf_item(b->lf, form, at), LF_AND) : 0;
  if (!objects || !lf_is_list(b->lf, event, LF_ENTERS) || says_other(b, event)) return form;
  bool other = false, same = false;
  for (u32 i = 1; i < lf_count(b->lf, objects); i++) {
    Lf term = lf_item(b->lf, objects, i);
    bool type = lf_is_list(b->lf, term, LF_TYPE) || lf_is_list(b->lf, term, LF_SUBTYPE);
    other |= term == LF_OTHER;
    same |= type && bind_known(b, kind, term);
  }
  if (!other || !same) return form;
  Lf is = lf_make(b->lf, LF_IS, LF_EVENT_OBJECT, 0, 0),
     put = bind_put(b, objects, LF_OTHER, lf_make(b->lf, LF_NOT, is, 0, 0));
  return bind_with_item(b, form, at, bind_put(b, lf_item(b->lf, form, at), objects, put));
}

/* (HEAD FIRST… EFFECT OPTION…): so many forms of a sort, then the effect, whose targets come before it. */
static Lf bind_with_targets(Binder *b, IrOp op, Lf form, u32 effect_at, bool shares) {
  u32 first = b->scratch.count;
  bool fits = push(b, lf_item(b->lf, form, 0));
  Lf around = b->zone; /* of the ability in which this one is given to something */
  if (!shares) b->zone = 0;
  for (u32 i = 1; i < effect_at && fits; i++) {
    Lf item = lf_item(b->lf, form, i);
    if (op == IR_TRIGGERED) item = bind_event_made(b, item);
    fits = push_argument(b, item, &b->signatures[op].args[i - 1]);
    if (fits && op == IR_TRIGGERED) bind_event(b, b->scratch.data[b->scratch.count - 1], shares);
  }
  if (fits && op == IR_TRIGGERED) form = other_than_event(b, form, b->scratch.data[first + 1]);
  if (fits && op == IR_TRIGGERED && is_other_of_event(b, form))
    fits = bind_refuse(b, "the question must be about one of two things", form) != 0;
  u32 options = b->scratch.count;
  fits = fits && push_options(b, op, form, effect_at + 1);
  u32 option_count = b->scratch.count - options;
  Lf said = lf_item(b->lf, form, effect_at);
  bool again = fits && bind_mentions(b, said, LF_REPEAT_PROCESS);
  Lf effect = again ? bind_repeated(b, said) : fits ? bind_action(b, said) : 0;
  u32 end = b->scratch.count;
  fits = effect && push_targets(b) && push(b, effect);
  for (u32 i = 0; i < option_count && fits; i++) fits = push(b, b->scratch.data[options + i]);
  if (!fits) return pop_list(b, first, false);
  /* The options were bound first, for the effect may speak of what they mention; they stand last. */
  memmove(&b->scratch.data[options], &b->scratch.data[end], (b->scratch.count - end) * sizeof(Lf));
  b->scratch.count -= option_count;
  Lf bound = pop_list(b, first, shares || push_zone(b, form));
  if (!shares) b->zone = around;
  return bound;
}

u32 bind_option_at(const Binder *b, Lf form, Lf name) {
  for (u32 i = 1; i + 1 < lf_count(b->lf, form); i++)
    if (lf_is_atom(b->lf, lf_item(b->lf, form, i)) && lf_is(b->lf, lf_item(b->lf, form, i), name)) return i + 1;
  return 0;
}

Lf bind_option(const Binder *b, Lf form, Lf name) {
  u32 at = bind_option_at(b, form, name);
  return at ? lf_item(b->lf, form, at) : 0;
}

/* Whether a condition is that the ability's own object isn't on the battlefield. */
static bool is_off_battlefield(const Binder *b, Lf condition) {
  Lf asked = lf_is_list(b->lf, condition, LF_NOT) ? lf_item(b->lf, condition, 1) : 0;
  if (!asked || !lf_is_list(b->lf, asked, LF_MATCHES) || !lf_is(b->lf, lf_item(b->lf, asked, 1), LF_SELF)) return false;
  Lf where = lf_item(b->lf, asked, 2);
  return where == LF_PERMANENT || bind_mentions(b, where, LF_BATTLEFIELD);
}

/* Where an ability functions that asks whether its object is in some zone (113.6b), or suspended, which cards in exile are
   (702.62b). A triggered ability asks again as it resolves (603.4), the others need not but whether it is suspended. */
static Lf with_zone(Binder *b, Lf ability) {
  bool keeps = lf_is(b->lf, ability, LF_TRIGGERED);
  u32 at = bind_option_at(b, ability, lf_is(b->lf, ability, LF_ACTIVATED) ? LF_OPT_CONDITION : LF_OPT_IF);
  u32 count = lf_count(b->lf, ability), said = bind_option_at(b, ability, LF_OPT_ZONE);
  Lf condition = at ? lf_item(b->lf, ability, at) : 0, zone = 0;
  bool all = lf_is(b->lf, condition, LF_AND);
  u32 first = b->scratch.count, parts = all ? lf_count(b->lf, condition) : 1;
  bool fits = at != 0;
  for (u32 i = 0; i < parts && fits; i++) {
    Lf part = all ? lf_item(b->lf, condition, i) : condition;
    Lf filter =
        lf_is(b->lf, part, LF_MATCHES) && lf_is(b->lf, lf_item(b->lf, part, 1), LF_SELF) ? lf_item(b->lf, part, 2) : 0;
    bool place = filter && lf_is(b->lf, filter, LF_IN) && !lf_is(b->lf, lf_item(b->lf, filter, 1), LF_BATTLEFIELD);
    if (is_off_battlefield(b, part)) return bind_refuse(b, "this works in every zone but one", ability); /* 113.6b */
    if (place) zone = lf_item(b->lf, filter, 1);
    if (filter == LF_SUSPENDED) zone = LF_EXILE;
    if (!place || keeps) fits = push(b, part);
  }
  u32 left = b->scratch.count - first;
  Lf rest = all && left > 1 ? lf_list(b->lf, &b->scratch.data[first], left) : left > 0 && !all ? condition : 0;
  b->scratch.count = first;
  if (!zone) return ability;
  if (said && lf_item(b->lf, ability, said) != zone) return bind_refuse(b, "two zones are named", ability);
  for (u32 i = 0; i < count; i++) {
    if (!rest && (i == at || i + 1 == at)) continue;
    fits = fits && push(b, i == at ? rest : lf_item(b->lf, ability, i));
  }
  if (!said) fits = fits && push(b, LF_OPT_ZONE) && push(b, zone);
  return pop_list(b, first, fits);
}

static u32 effect_place(Binder *b, Lf ability) {
  if (lf_is(b->lf, ability, LF_TRIGGERED) || lf_is(b->lf, ability, LF_ACTIVATED)) return 2;
  return lf_is(b->lf, ability, LF_SPELL) || lf_is(b->lf, ability, LF_MODE) ? 1 : 0;
}

/* What is said of "it" as long as something is so is said of what that speaks of. */
static void hear_condition(Binder *b, Lf form) {
  if (!bind_mentions(b, lf_item(b->lf, form, 1), LF_PRONOUN_IT)) return;
  for (u32 i = 1; i + 1 < lf_count(b->lf, form); i++)
    if (lf_item(b->lf, form, i) == LF_OPT_IF) bind_form(b, lf_item(b->lf, form, i + 1), SORT_COND);
}

/* What would happen is spoken of in what happens instead: how this enters, and damage; whatever deals the damage is not,
   unless something is said of it. */
static void hear_replaced(Binder *b, Lf pattern, bool shares) {
  if (!lf_is(b->lf, pattern, LF_SELF_ENTERS) && !lf_is_list(b->lf, pattern, LF_DAMAGE)) return;
  bind_event(b, pattern, shares);
  bool of_it = bind_mentions(b, pattern, LF_PRONOUN_IT); /* by what it is blocking, for one */
  if (!lf_is_list(b->lf, pattern, LF_DAMAGE) || (lf_item(b->lf, pattern, 1) != LF_ALWAYS && !of_it)) return;
  u32 kept = b->referent_first;
  for (u32 i = kept; i < b->referents.count; i++) {
    Referent r = b->referents.data[i];
    r.unclear = false;
    if (r.was != LF_EVENT_SOURCE) b->referents.data[kept++] = r;
  }
  b->referents.count = kept;
}

/* What an object gains that only says how it is cast, or what happens as it is, functions where that is asked: flash wherever it
   could be cast from (113.6e), cascade and storm on the stack (702.85a, 702.40a). */
static Lf as_it_is_cast(Binder *b, Lf ability) {
  static const Lf ON_STACK[] = {LF_CASCADE, LF_STORM};
  Lf affect = lf_item(b->lf, ability, 1), gain = lf_item(b->lf, affect, 2), keyword = lf_item(b->lf, gain, 1);
  bool self =
      lf_is_list(b->lf, affect, LF_AFFECT) && lf_count(b->lf, affect) == 3 && lf_item(b->lf, affect, 1) == LF_SELF;
  if (!self || !lf_is_list(b->lf, gain, LF_GAIN) || bind_option_at(b, ability, LF_OPT_ZONE)) return ability;
  if (keyword == LF_FLASH) {
    Lf you = lf_make(b->lf, LF_IS, LF_YOU, 0, 0), it = lf_make(b->lf, LF_IS, LF_SELF, 0, 0);
    Lf flash = lf_make(b->lf, LF_AS_THOUGH_FLASH, you, it, 0);
    return bind_with_item(b, ability, 1, lf_make(b->lf, LF_RULES, flash, 0, 0));
  }
  for (u32 i = 0; i < COUNT_OF(ON_STACK); i++)
    if (keyword == ON_STACK[i]) return bind_with_option(b, ability, LF_OPT_ZONE, LF_STACK);
  return ability;
}

/* What a card says of being cast from a zone functions there (113.6b). */
static Lf where_played(Binder *b, Lf ability) {
  Lf rules = lf_item(b->lf, ability, 1), play = lf_is(b->lf, rules, LF_RULES) ? lf_item(b->lf, rules, 1) : 0;
  if (!lf_is(b->lf, play, LF_MAY_PLAY) || lf_is_atom(b->lf, play)) return ability;
  Lf self = lf_make(b->lf, LF_IS, LF_SELF, 0, 0);
  Lf card = lf_item(b->lf, play, 2);
  if (lf_is_list(b->lf, card, LF_AND)) card = lf_item(b->lf, card, 1); /* and how it is cast */
  if (card != self || bind_mentions(b, ability, LF_OPT_ZONE)) return ability;
  u32 first = b->scratch.count;
  bool fits = true;
  for (u32 i = 0; i < lf_count(b->lf, ability) && fits; i++) fits = push(b, lf_item(b->lf, ability, i));
  fits = fits && push(b, LF_OPT_ZONE) && push(b, lf_item(b->lf, play, 3));
  return pop_list(b, first, fits);
}

static void keep_paid(Binder *b, u32 first) {
  for (u32 i = first; i < b->referents.count; i++)
    if (b->referents.data[i].role && !vec_push(&b->allocator, &b->paid, b->referents.data[i])) b->lf->failed = true;
  b->paid_variables = b->variables;
}

void bind_face_begin(Binder *b, Str name, bool later) {
  const u32 FACE_VARIABLES = 100; /* more than the spell abilities of a face have */
  b->face = name;
  b->paid.count = 0;
  b->kickers[0] = b->kickers[1] = b->instead = 0;
  b->paid_variables = later ? FACE_VARIABLES : 0;
}

Lf bind_part(Binder *b, Lf form, bool shares) {
  Scope scope = scope_open(b, shares);
  bool mode = lf_is(b->lf, form, LF_MODE);
  IrOp op = bind_operation_of(b, form, mode ? SORT_MODE : SORT_ABIL);
  BindForm *own = bind_of(b, form, false);
  if (op == IR_STATIC) hear_condition(b, form);
  if (op == IR_REPLACEMENT) hear_replaced(b, lf_item(b->lf, form, 1), shares);
  u32 at = lf_is_atom(b->lf, form) ? 0 : effect_place(b, form);
  Lf bound = lf_is_atom(b->lf, form)       ? form
             : lf_is(b->lf, form, LF_LIST) ? bind_list(b, form, SORT_ABIL)
             : own                         ? bind_case(b, form) ? own(b, form) : 0
             : !op                         ? bind_refuse(b, "the binder has no meaning for this", form)
             : at > 0                      ? bind_with_targets(b, op, form, at, shares)
                                           : bind_operation(b, op, form);
  if (bound && op == IR_ACTIVATED) bound = bind_works_in(b, bound);
  if (bound && op == IR_ADDITIONAL_COST) keep_paid(b, scope.referents);
  if (bound && op == IR_ALTERNATIVE_COST) b->instead = lf_item(b->lf, bound, 2);
  scope_close(b, &scope);
  /* Nobody defends yet while it is asked what may attack. */
  if (bound && bind_has_head(b, bound, LF_CANT_ATTACK) && bind_has_head(b, bound, LF_DEFENDING_PLAYER))
    return bind_refuse(b, "there is no defending player yet", form);
  if (bound && bind_has_head(b, bound, LF_AS_THOUGH_FLASH) && bind_has_head(b, bound, LF_TARGETS))
    return bind_refuse(b, "this isn't known before targets are chosen", form); /* 601.3b */
  if (!bound || lf_is_atom(b->lf, bound)) return bound;
  bound = with_zone(b, bound);
  if (bound && lf_is_list(b->lf, bound, LF_STATIC)) bound = as_it_is_cast(b, bound);
  return op == IR_STATIC ? where_played(b, bound) : bound;
}

/* What a modal spell does beside its modes is a part of its own. */
static Lf modes_apart(Binder *b, Lf bound) {
  Lf effect = lf_is_list(b->lf, bound, LF_SPELL) ? lf_item(b->lf, bound, 1) : 0;
  if (!effect || lf_count(b->lf, bound) > 2 || !lf_is_list(b->lf, effect, LF_SEQ)) return bound;
  if (!lf_is_list(b->lf, lf_item(b->lf, effect, 1), LF_MODAL)) return bound;
  Lf rest[FORM_MAX] = {LF_SEQ};
  u32 count = lf_count(b->lf, effect);
  if (count > FORM_MAX) return bound;
  for (u32 i = 2; i < count; i++) rest[i - 1] = lf_item(b->lf, effect, i);
  Lf then = count == 3 ? rest[1] : lf_list(b->lf, rest, count - 1);
  return lf_make(b->lf, LF_LIST, lf_make(b->lf, LF_SPELL, lf_item(b->lf, effect, 1), 0, 0),
                 lf_make(b->lf, LF_SPELL, then, 0, 0), 0);
}

Lf bind_ability(Binder *b, Lf ability) {
  b->paid_for = lf_is(b->lf, ability, LF_SPELL);
  b->variables = b->paid_for ? b->paid_variables : 0;
  b->mentioned = 0;
  b->host = b->piles[0] = b->piles[1] = b->as_cast = b->zone = 0;
  b->refusal = NULL;
  b->depth = 0;
  b->again.count = b->used.count = b->kept.count = b->targets.count = b->before.count = b->referents.count =
      b->scratch.count = 0;
  b->target_first = b->before_first = b->referent_first = 0;
  Lf bound = bind_part(b, ability, false);
  /* Of what no action was said before, nothing has changed since. */
  for (u32 i = 0; i < b->again.count && bound; i++)
    if (!bind_keeps(b, bound, b->again.data[i].variable))
      bound = bind_put(b, bound, b->again.data[i].variable, b->again.data[i].described);
  if (bound && lf_is(b->lf, ability, LF_SPELL) && says_other(b, bound))
    return bind_refuse(b, "nothing says other than what", ability);
  /* X is said to be something once, and is that wherever it stands. */
  if (bound && bind_has_head(b, ability, LF_WHERE_X) && bind_mentions(b, bound, LF_X))
    return bind_refuse(b, "nothing says what X is", ability);
  /* X of a spell that triggers an ability isn't X of the ability. */
  Lf x = LF_X, has_x = LF_HAS_X;
  if (bound && bind_has_head(b, bound, LF_TRIGGERED) && bind_mentions(b, bound, x) && bind_mentions(b, bound, has_x))
    return bind_refuse(b, "this X belongs to something else", ability);
  if (bound) mark_gathered(b, bound);
  bound = bound ? modes_apart(b, bind_permanents(b, bind_doers_together(b, without_idle(b, bound, bound)))) : 0;
  if (!bound || !b->as_cast) return bound;
  Lf cost = lf_make(b->lf, LF_ADDITIONAL_COST, lf_make(b->lf, LF_DO, b->as_cast, 0, 0), 0, 0);
  return lf_make(b->lf, LF_LIST, cost, bound, 0);
}
