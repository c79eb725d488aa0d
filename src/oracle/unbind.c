#include "oracle/unbind.h"

#define ITEMS_MAX 48u

typedef struct Items {
  Lf of[ITEMS_MAX];
  u32 count;
} Items;

static void add(Items *items, Lf item) {
  if (items->count < ITEMS_MAX) items->of[items->count++] = item;
}

static Lf list_of(Unbinder *u, const Items *items) {
  if (items->count == ITEMS_MAX) u->failed = true;
  return u->failed ? 0 : lf_list(u->lf, items->of, items->count);
}

static Lf make(Unbinder *u, Lf head, Lf a, Lf b, Lf c) { return lf_make(u->lf, head, a, b, c); }
static Lf item(const Unbinder *u, Lf form, u32 i) { return lf_item(u->lf, form, i); }
static bool is(const Unbinder *u, Lf form, Lf head) { return lf_is(u->lf, form, head); }

static bool has_flag(const Unbinder *u, Lf form, Lf flag) {
  for (u32 i = 1; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) == flag) return true;
  return false;
}

/* Nothing can be said. Always 0. */
static Lf none(Unbinder *u) {
  u->failed = true;
  return 0;
}

static u32 way(Unbinder *u, u32 count) { return unbind_way(u, count); }

static Lf unbind(Unbinder *u, Lf form, IrSort sort);
static Lf action(Unbinder *u, Lf form);
static Lf ability(Unbinder *u, Lf form);
static void know_target(Unbinder *u, Lf target);

/* --- what is spoken of ------------------------------------------------------------------------------------ */

static Known *known_of(Unbinder *u, Lf variable) {
  for (u32 i = u->known_count; i > 0; i--)
    if (u->known[i - 1].variable == variable) return &u->known[i - 1];
  return NULL;
}

static bool is_one(const Unbinder *u, Lf max) { return max == LF_N1 || !max || u->failed; }

static void know(Unbinder *u, Lf variable, Lf filter, Lf said, bool many) {
  if (u->known_count == UNBIND_REFERENTS_MAX)
    u->failed = true;
  else
    u->known[u->known_count++] = (Known){variable, filter, said, many,
                                              filter && bind_is_player(u->binder, filter), false, 0};
}

/* The terms of a description, from 1 on, and how many there are and one. */
static u32 term_count(const Unbinder *u, Lf filter) { return is(u, filter, LF_AND) ? lf_count(u->lf, filter) : 2; }
static Lf term_at(const Unbinder *u, Lf filter, u32 i) { return is(u, filter, LF_AND) ? item(u, filter, i) : filter; }

/* What something of a description is called: "creature", "card", "spell". */
static Lf kind_of(Unbinder *u, Lf filter) {
  static const Lf KINDS[] = {LF_TYPE, LF_SUBTYPE, LF_SPELL_ON_STACK, LF_CARD, LF_TOKEN, LF_PERMANENT, LF_OPPONENT};
  if (is(u, filter, LF_OR) && lf_count(u->lf, filter) > 2) return LF_PERMANENT;
  for (u32 i = 1; i < term_count(u, filter); i++)
    if (term_at(u, filter, i) == LF_CARD) return LF_CARD;
  for (u32 k = 0; k < COUNT_OF(KINDS); k++)
    for (u32 i = 1; i < term_count(u, filter); i++)
      if (is(u, term_at(u, filter, i), KINDS[k])) return term_at(u, filter, i);
  return LF_PERMANENT;
}

/* A pronoun, or a name for what was mentioned. */
static Lf again(Unbinder *u, const Known *k) {
  if (k->player) {
    static const Lf PLAYERS[] = {LF_THAT_PLAYER, LF_PRONOUN_THEY, LF_PRONOUN_THEIR};
    return PLAYERS[way(u, COUNT_OF(PLAYERS))];
  }
  u32 which = way(u, k->role ? 3 : 2);
  if (which == 0) return k->many ? LF_PRONOUN_THEM : LF_PRONOUN_IT;
  if (which == 2) return make(u, k->many ? LF_THE_MANY : LF_THE, k->role, k->many ? 0 : kind_of(u, k->filter), 0);
  return make(u, k->many ? LF_THOSE : LF_THAT, k->filter ? kind_of(u, k->filter) : LF_PERMANENT, 0, 0);
}

static Lf variable(Unbinder *u, Lf name) {
  Known *k = known_of(u, name);
  if (name == u->each) return LF_ACTOR;
  if (!k) return none(u);
  if (!k->said && k->role == LF_OTHER) return make(u, LF_THE, LF_OTHER, 0, 0);
  if (!k->said) return again(u, k);
  Lf said = k->said;
  k->said = 0;
  return said;
}

static Lf self(Unbinder *u) {
  const Lf usual = u->named ? LF_BY_NAME : LF_SELF, other = u->named ? LF_SELF : LF_BY_NAME;
  const Lf first[] = {usual, other, LF_PRONOUN_IT}, later[] = {LF_PRONOUN_IT, usual, other};
  bool again = u->self_again != 0;
  u->self_again = LF_SELF;
  if (u->zone && !again) return make(u, LF_SELF_IN, u->zone, 0, 0);
  return (again ? later : first)[way(u, 3)];
}

/* What an event mentions is known under a name that all abilities have. */
static bool is_of_event(Lf form) {
  static const Lf OF_EVENT[] = {LF_EVENT_OBJECT,    LF_EVENT_PLAYER,     LF_EVENT_SOURCE,     LF_EVENT_OTHER,
                                LF_EVENT_NEW,       LF_VAR_EVENT_OBJECT, LF_VAR_EVENT_PLAYER, LF_VAR_EVENT_SOURCE,
                                LF_VAR_EVENT_OTHER, LF_VAR_EVENT_NEW};
  for (u32 i = 0; i < COUNT_OF(OF_EVENT); i++)
    if (form == OF_EVENT[i]) return true;
  return false;
}

/* A description with the zone it looks in, which is said before whose the cards are. */
static Lf there(Unbinder *u, Lf zone, Lf filter) {
  if (zone == LF_BATTLEFIELD || zone == LF_STACK) return filter;
  Items items = {{LF_AND}, 1};
  Lf in = make(u, LF_IN, zone, 0, 0);
  bool put = false;
  for (u32 i = 1; i < term_count(u, filter); i++) {
    Lf term = term_at(u, filter, i);
    if (is(u, term, LF_OWNED_BY) && !put) {
      add(&items, in);
      put = true;
    }
    add(&items, term);
  }
  if (!put) add(&items, in);
  return list_of(u, &items);
}

/* A description of all there are of some objects, 0 if they are no such. */
static Lf described(Unbinder *u, Lf objects) {
  if (is(u, objects, LF_ALL_PLAYERS)) return unbind(u, item(u, objects, 1), SORT_COND);
  if (!lf_is_list(u->lf, objects, LF_ALL)) return 0;
  Lf filter = unbind(u, item(u, objects, 2), SORT_COND);
  return filter ? there(u, item(u, objects, 1), filter) : 0;
}

/* What is yours where you act: said to be, or understood. */
static Lf of_actor(Unbinder *u, Lf filter) {
  static const Lf WHOSE[] = {LF_CONTROLLED_BY, LF_OWNED_BY};
  for (u32 i = 0; i < COUNT_OF(WHOSE) && filter; i++) {
    Lf yours = make(u, WHOSE[i], LF_YOU, 0, 0);
    if (!bind_mentions(u->binder, filter, yours)) continue;
    if (way(u, 2) == (u->paying ? 0u : 1u))
      filter = bind_put(u->binder, filter, yours, make(u, WHOSE[i], LF_ACTOR, 0, 0));
  }
  return filter;
}

static Lf host(Unbinder *u) {
  if (u->host_said && way(u, 2) == 0) return LF_PRONOUN_IT;
  u->host_said = true;
  static const Lf TYPES[] = {LF_CREATURE, 0, LF_LAND, LF_ARTIFACT};
  Lf type = TYPES[way(u, COUNT_OF(TYPES))];
  return make(u, LF_HOST, type ? make(u, LF_TYPE, type, 0, 0) : LF_PERMANENT, 0, 0);
}

static Lf generic(Unbinder *u, Lf form, IrSort sort);

static Lf object(Unbinder *u, Lf form) {
  if (form == LF_SELF) return self(u);
  if (lf_is_atom(u->lf, form)) {
    Str text = lf_head(u->lf, form);
    if (is_of_event(form)) {
      Known *k = known_of(u, form);
      if (k) return again(u, k);
      return way(u, 2) == 0 ? LF_PRONOUN_IT : LF_THAT_PLAYER;
    }
    return text.length > 1 && text.data[0] == '$' ? variable(u, form) : form;
  }
  if (is(u, form, LF_ONLY) && is(u, item(u, form, 2), LF_IN) && way(u, 2) == 0) return LF_THE_REST;
  const Known *found = is(u, form, LF_UNION) ? known_of(u, item(u, form, 1)) : NULL;
  const Known *rest = found ? known_of(u, item(u, form, 2)) : NULL;
  if (rest && found->role && rest->role == LF_OTHER) return make(u, LF_THE_MANY, found->role, 0, 0);
  if (is(u, form, LF_ATTACHED_OBJECT) && item(u, form, 1) == LF_SELF) return host(u);
  if (is(u, form, LF_NOTED) && item(u, form, 1) == LF_LINK_EXILED) return make(u, LF_EXILED_WITH, self(u), 0, 0);
  Lf all = described(u, form);
  return all ? make(u, LF_EACH, all, 0, 0) : generic(u, form, SORT_OBJ);
}

/* --- operations ------------------------------------------------------------------------------------------- */

static const IrArg *option_named(const IrSignature *s, Str text) {
  for (u32 i = 0; i < s->count; i++)
    if (s->args[i].optional && str_equal(s->args[i].name, (Str){text.data + 1, text.length - 1})) return &s->args[i];
  return NULL;
}

static const IrArg *positional(const IrSignature *s, u32 *next) {
  while (*next < s->count && (s->args[*next].optional || s->args[*next].sort == SORT_TGT)) (*next)++;
  if (*next >= s->count) return NULL;
  const IrArg *arg = &s->args[*next];
  if (!arg->rest) (*next)++;
  return arg;
}

/* One mana of some colors. */
static Lf one_of_colors(Unbinder *u, Lf form) {
  static const Lf COLORS[][2] = {{LF_WHITE, LF_MANA_W}, {LF_BLUE, LF_MANA_U},  {LF_BLACK, LF_MANA_B},
                                 {LF_RED, LF_MANA_R},   {LF_GREEN, LF_MANA_G}, {LF_COLORLESS, LF_MANA_C}};
  Items items = {{LF_ADD_ONE_OF}, 1};
  for (u32 i = 2; i < lf_count(u->lf, form); i++)
    for (u32 k = 0; k < COUNT_OF(COLORS); k++)
      if (item(u, form, i) == COLORS[k][0]) add(&items, COLORS[k][1]);
  return list_of(u, &items);
}

/* How many were moved, of those that are so: what they were then, or all of them that are. */
static Lf count_moved(Unbinder *u, Lf form) {
  Lf of = item(u, form, 1), only = is(u, of, LF_ONLY) ? item(u, of, 2) : 0;
  const Known *k = known_of(u, only ? item(u, of, 1) : of);
  if (!k || !k->role || way(u, 2) == 0) return 0;
  Lf filter = only ? unbind(u, only, SORT_COND) : k->filter, role = k->role;
  if (!filter) return 0;
  if (way(u, 2) == 0) return make(u, LF_COUNT, make(u, LF_GONE_THIS_WAY, role, filter, 0), 0, 0);
  Lf cards = filter == LF_CARD ? LF_CARD : make(u, LF_AND, LF_CARD, filter, 0);
  return make(u, LF_COUNT, make(u, LF_ALL_AMONG, make(u, LF_THE_MANY, role, 0, 0), cards, 0), 0, 0);
}

/* Other than what was spoken of: what is yet to be said can't be called "it". */
static bool is_other(Unbinder *u, Lf form) {
  Lf than = is(u, form, LF_NOT) && is(u, item(u, form, 1), LF_IS) ? item(u, item(u, form, 1), 1) : 0;
  const Known *k = than ? known_of(u, than) : NULL;
  bool host = than && is(u, than, LF_ATTACHED_OBJECT) && item(u, than, 1) == LF_SELF;
  return (k && k->said) || ((k || host) && way(u, 2) == 0);
}

/* An operation with its arguments unbound. */
static Lf generic(Unbinder *u, Lf form, IrSort sort) {
  Lf moved = is(u, form, LF_COUNT) && lf_count(u->lf, form) == 2 ? count_moved(u, form) : 0;
  if (moved) return moved;
  bool amount = sort == SORT_NUM && (form == LF_EVENT_AMOUNT || form == LF_VAR_EVENT_AMOUNT || form == LF_THIS_WAY ||
                                     form == LF_VAR_THIS_WAY);
  if (amount) return way(u, 2) == 0 ? LF_THAT_MUCH : form;
  if (lf_is_atom(u->lf, form)) return form;
  if (is(u, form, LF_COUNT) && is_of_event(item(u, form, 1)) && way(u, 2) == 0) return LF_THAT_MUCH;
  if (sort == SORT_COND && is_other(u, form)) return LF_OTHER;
  if (sort == SORT_COND && is(u, form, LF_OR) && lf_count(u->lf, form) == 3) {
    bool described = is(u, item(u, form, 1), LF_AND) || is(u, item(u, form, 2), LF_AND);
    Lf one = described && way(u, 2) == 1 ? unbind(u, item(u, form, 1), SORT_COND) : 0;
    if (one) return make(u, LF_ONE_OR_OTHER, one, unbind(u, item(u, form, 2), SORT_COND), 0);
  }
  if (is(u, form, LF_PAID) && sort == SORT_COND && lf_count(u->lf, form) == 2 && u->self_again && way(u, 2) == 0)
    return bind_with_option(u->binder, form, LF_OPT_OF, LF_PRONOUN_IT);
  Lf against = is(u, form, LF_CMP) ? item(u, form, 3) : 0;
  bool literal = !against || (lf_is_atom(u->lf, against) && against != LF_X && lf_head(u->lf, against).data[0] != '$');
  if (!literal && way(u, 2) == 1) {
    Lf said[] = {bind_has_head(u->binder, form, LF_IT) ? LF_COMPARED : LF_COMPARE,
                 unbind(u, item(u, form, 1), SORT_NUM), item(u, form, 2), unbind(u, against, SORT_NUM)};
    return u->failed ? 0 : lf_list(u->lf, said, 4);
  }
  IrOp op = bind_operation_of(u->binder, form, sort);
  if (!op) return none(u);
  const IrSignature *s = &u->binder->signatures[op];
  Items items = {{item(u, form, 0)}, 1};
  u32 next = 0;
  for (u32 i = 1; i < lf_count(u->lf, form) && !u->failed; i++) {
    Lf value = item(u, form, i);
    const IrArg *arg;
    if (lf_is_option(u->lf, value)) {
      arg = option_named(s, lf_head(u->lf, value));
      add(&items, value);
      if (!arg || arg->sort == SORT_FLAG) continue;
      value = item(u, form, ++i);
    } else {
      arg = positional(s, &next);
    }
    add(&items, arg ? unbind(u, value, arg->sort) : value);
  }
  return list_of(u, &items);
}

static Lf without_option(Unbinder *u, Lf form, Lf name) {
  Items items = {.count = 0};
  for (u32 i = 0; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) == name)
      i++;
    else
      add(&items, item(u, form, i));
  return list_of(u, &items);
}

/* --- costs, events, modifications ---------------------------------------------------------------------------- */

static Lf moved_to(Unbinder *u, Lf form);
static Lf by_actor(Unbinder *u, IrOp op, Lf form, Lf *who);

static Lf cost(Unbinder *u, Lf form, bool loyalty) {
  if (is(u, form, LF_COSTS)) {
    Items items = {{LF_COSTS}, 1};
    for (u32 i = 1; i < lf_count(u->lf, form); i++) add(&items, cost(u, item(u, form, i), loyalty));
    return list_of(u, &items);
  }
  Lf act = item(u, form, 1);
  if (loyalty && is(u, form, LF_DO) && item(u, act, 1) == LF_LOYALTY) {
    Lf n = item(u, act, 2);
    if (is(u, act, LF_REMOVE_COUNTERS)) {
      Text text;
      text_init(&text, u->lf->allocator);
      text_addc(&text, '-');
      text_add(&text, lf_head(u->lf, n));
      n = n == LF_X ? make(u, LF_MINUS, LF_N0, LF_X, 0) : lf_atom(u->lf, text_str(&text));
      text_free(&text);
    }
    return make(u, LF_LOYALTY_COST, n, 0, 0);
  }
  bool with = is(u, form, LF_PAY_WITH);
  if (is(u, act, LF_REMOVE_COUNTERS) && item(u, act, 3) == LF_YOU) return form; /* energy */
  if (!is(u, form, LF_DO) && !with) return generic(u, form, SORT_COST);
  bool paying = u->paying;
  u->paying = true;
  if (with) {
    Lf filter = of_actor(u, described(u, item(u, form, 4)));
    if (!filter) u->failed = true;
    bool random = has_flag(u, form, LF_OPT_RANDOM);
    if (lf_count(u->lf, form) > 6u + random) return form;
    Lf pick[] = {LF_PICK, item(u, form, 2), item(u, form, 3), filter, LF_OPT_RANDOM};
    know(u, act, filter, u->failed ? 0 : lf_list(u->lf, pick, random ? 5 : 4), !is_one(u, item(u, form, 3)));
    act = item(u, form, 5);
  }
  bool moves = is(u, act, LF_MOVE) || is(u, act, LF_RETURN_TO_HAND);
  Lf payer;
  IrOp op = lf_is_atom(u->lf, act) ? IR_NONE : bind_operation_of(u->binder, act, SORT_ACT);
  Lf done = moves ? moved_to(u, act) : generic(u, op ? by_actor(u, op, act, &payer) : act, SORT_ACT);
  u->paying = paying;
  return make(u, LF_COST_OF, done, 0, 0);
}

static bool of_player(Lf head) {
  static const Lf PLAYERS[] = {LF_CASTS,      LF_GAINS_LIFE, LF_LOSES_LIFE, LF_DRAWS,   LF_DISCARDS,
                               LF_SACRIFICES, LF_CYCLES,     LF_ACTIVATES,  LF_SEARCHES, LF_COPIES};
  for (u32 i = 0; i < COUNT_OF(PLAYERS); i++)
    if (head == PLAYERS[i]) return true;
  return false;
}

/* Whoever is in an event is spoken of again under these names. */
static void know_event(Unbinder *u, Lf form, Lf head, Lf filter) {
  bool itself = is(u, filter, LF_IS) && (item(u, filter, 1) == LF_SELF || item(u, filter, 1) == LF_BY_NAME);
  if (itself) u->self_again = LF_SELF;
  static const Lf OBJECTS[] = {LF_EVENT_OBJECT,  LF_VAR_EVENT_OBJECT, LF_EVENT_NEW,
                               LF_VAR_EVENT_NEW, LF_EVENT_SOURCE,     LF_VAR_EVENT_SOURCE};
  static const Lf PLAYERS[] = {LF_EVENT_PLAYER, LF_VAR_EVENT_PLAYER};
  for (u32 i = 0; i < COUNT_OF(PLAYERS); i++) know(u, PLAYERS[i], LF_PLAYER, 0, false);
  for (u32 i = 0; i < COUNT_OF(OBJECTS) && !of_player(head); i++) {
    bool dealt = head == LF_DAMAGE && i < 2; /* what damage is dealt to */
    know(u, OBJECTS[i], dealt ? item(u, form, 2) : filter, 0, false);
  }
}

/* The event that isn't asked to be the first of its turn, or another one by a number, which goes to `*n`; 0 if there is no
   such number. */
static Lf without_number(Unbinder *u, Lf form, u32 at, Lf *n) {
  Lf filter = item(u, form, at), head = item(u, form, 0);
  Items items = {{LF_AND}, 1};
  *n = 0;
  for (u32 i = 1; is(u, filter, LF_AND) && i < lf_count(u->lf, filter); i++) {
    Lf term = item(u, filter, i), counted = is(u, term, LF_CMP) ? item(u, term, 1) : 0;
    bool numbered = counted && item(u, term, 2) == LF_IS_EQUAL && is(u, counted, LF_HAPPENED) &&
                    item(u, item(u, counted, 1), 0) == head;
    if (numbered) *n = item(u, term, 3);
    if (!numbered) add(&items, term);
  }
  return *n ? bind_with_item(u->binder, form, at, list_of(u, &items)) : 0;
}

static Lf event_of(Unbinder *u, Lf form) {
  if (form == LF_SELF_ENTERS) {
    u->self_again = LF_SELF;
    Lf name = way(u, 2) == (u->named ? 1u : 0u) ? LF_SELF : LF_BY_NAME;
    return make(u, LF_OF, make(u, LF_IS, name, 0, 0), make(u, LF_ENTERS, LF_SUBJECT, 0, 0), 0);
  }
  Lf head = item(u, form, 0);
  IrOp op = bind_operation_of(u->binder, form, SORT_EVT);
  bool unnamed = lf_is_option(u->lf, item(u, form, 1));
  if (lf_is_atom(u->lf, form) || head == LF_STEP || !op || unnamed ||
      u->binder->signatures[op].args[0].sort != SORT_COND)
    return generic(u, form, SORT_EVT);
  u32 at = head == LF_DAMAGE && item(u, form, 1) == LF_ALWAYS ? 2 : 1;
  Lf n, plain = without_number(u, form, at, &n);
  if (plain && way(u, 2) == 0) {
    Lf of = event_of(u, plain);
    if (!of || way(u, 2) == 1) return make(u, LF_NTH, n, of, 0);
    return make(u, LF_OF, item(u, of, 1), make(u, LF_NTH, n, item(u, of, 2), 0), 0);
  }
  Lf subject = unbind(u, item(u, form, at), SORT_COND);
  know_event(u, form, head, item(u, form, at));
  Lf rest = generic(u, bind_with_item(u->binder, form, at, LF_SUBJECT), SORT_EVT);
  if (u->failed || !subject) return 0;
  if (head == LF_COPIES) know(u, LF_EVENT_OBJECT, LF_SPELL_ON_STACK, 0, false);
  Lf other = bind_option(u->binder, form, LF_OPT_OTHER);
  if (other) know(u, LF_EVENT_OTHER, other, 0, false);
  if (head == LF_CASTS) {
    Lf spell = item(u, rest, 2);
    bool before = spell != LF_ALWAYS && way(u, 2) == 1;
    Lf said = spell == LF_ALWAYS
                  ? LF_SPELL_ON_STACK
                  : make(u, LF_AND, before ? LF_SPELL_ON_STACK : spell, before ? spell : LF_SPELL_ON_STACK, 0);
    know(u, LF_EVENT_OBJECT, LF_SPELL_ON_STACK, 0, false);
    know(u, LF_VAR_EVENT_OBJECT, LF_SPELL_ON_STACK, 0, false);
    if (!is(u, spell, LF_IS)) rest = bind_with_item(u->binder, rest, 2, said);
  }
  if (head == LF_DISCARDS && !bind_option(u->binder, rest, LF_OPT_OBJECT) && way(u, 2) == 0)
    rest = bind_with_option(u->binder, rest, LF_OPT_OBJECT, LF_CARD);
  return make(u, LF_OF, subject, rest, 0);
}

static Lf event(Unbinder *u, Lf form) {
  if (is(u, form, LF_ONE_OR_MORE)) {
    u32 before = u->known_count;
    Lf inner = event(u, item(u, form, 1));
    for (u32 i = before; i < u->known_count; i++) u->known[i].many |= !u->known[i].player;
    u32 how = way(u, 4);
    Lf head = how % 2 == 0 ? LF_TOGETHER : LF_DEALING;
    bool within = (how >= 2) != (is(u, item(u, form, 1), LF_DAMAGE)) && is(u, inner, LF_OF);
    if (within) return make(u, LF_OF, item(u, inner, 1), make(u, head, item(u, inner, 2), 0, 0), 0);
    return make(u, head, inner, 0, 0);
  }
  if (!is(u, form, LF_ANY_OF)) return event_of(u, form);
  Items items = {{LF_ANY_OF}, 1}, happenings = {{LF_ANY_OF}, 1};
  Lf subject = 0, before = u->self_again;
  bool alike = true;
  for (u32 i = 1; i < lf_count(u->lf, form); i++) {
    /* What several things happen to is said once. */
    Lf after = u->self_again;
    u->self_again = before;
    Lf said = event(u, item(u, form, i));
    if (!u->self_again) u->self_again = after;
    if (!subject) subject = item(u, said, 1);
    alike &= is(u, said, LF_OF) && item(u, said, 1) == subject;
    add(&items, said);
    add(&happenings, item(u, said, 2));
  }
  return alike && !u->failed && way(u, 2) == 0 ? make(u, LF_OF, subject, list_of(u, &happenings), 0)
                                               : list_of(u, &items);
}

static Lf modification(Unbinder *u, Lf form) {
  if (is(u, form, LF_GAIN)) return make(u, LF_GAINS, ability(u, item(u, form, 1)), 0, 0);
  Lf number, each = is(u, form, LF_PT) && !u->x_number ? unbind_pt_each(u, form, &number) : 0;
  if (each) return make(u, LF_PT_EACH, each, unbind(u, number, SORT_NUM), 0);
  return generic(u, form, SORT_MOD);
}

static Lf modifications(Unbinder *u, Lf form, u32 from) {
  Items items = {{LF_LIST}, 1};
  for (u32 i = from; i < lf_count(u->lf, form); i++) add(&items, modification(u, item(u, form, i)));
  return list_of(u, &items);
}

/* --- where X is ------------------------------------------------------------------------------------------------ */

/* Calls a number of what is said next X, or not. */
static bool begin_x(Unbinder *u, Lf form) {
  Lf number = u->x_number ? 0 : unbind_measure(u, form);
  u32 how = number ? way(u, 3) : 0;
  u->x = u->times = 0;
  if (how == 2) u->times = number;
  if (how == 1) u->x_number = number;
  return how == 1;
}

/* Around what was said of X, what X is. */
static Lf end_x(Unbinder *u, Lf said) {
  Lf x = u->x;
  u->x_number = u->x = 0;
  if (!x) u->failed = true;
  return said && x ? make(u, LF_WHERE_X, x, said, 0) : 0;
}

static Lf number(Unbinder *u, Lf form) {
  Lf what = u->x_number;
  if (form == u->times) {
    bool factor = is(u, form, LF_STAR) && lf_is_atom(u->lf, item(u, form, 1));
    u->times = 0;
    return make(u, LF_EACH_TIMES, factor ? item(u, form, 1) : LF_N1,
                unbind(u, factor ? item(u, form, 2) : form, SORT_NUM), 0);
  }
  if (!unbind_is_x(u, form)) return generic(u, form, SORT_NUM);
  u->x_number = 0;
  if (!u->x) u->x = generic(u, what, SORT_NUM);
  u->x_number = what;
  return LF_X;
}

/* Whom the rules that begin at an item of a form are said of, as a description. */
static Lf ruled_of(const Unbinder *u, Lf form, u32 from) {
  Lf rule = item(u, form, from), whom = lf_is_atom(u->lf, rule) ? 0 : item(u, rule, 1);
  return whom && !lf_is_option(u->lf, whom) ? whom : 0;
}

/* Rules of a subject; 0 if one isn't about that. */
static Lf rules_of(Unbinder *u, Lf form, u32 from, Lf whom) {
  Items items = {{LF_RULE}, 1};
  for (u32 i = from; i < lf_count(u->lf, form); i++) {
    Lf rule = item(u, form, i);
    Lf said = item(u, rule, 1) == whom ? bind_with_item(u->binder, rule, 1, LF_SUBJECT)
                                       : bind_put(u->binder, rule, whom, LF_SUBJECT);
    if (said == rule) return 0;
    add(&items, generic(u, said, SORT_RULE));
  }
  return list_of(u, &items);
}

/* Those whom rules are said of, as the subject of a sentence. */
static Lf subject_of(Unbinder *u, Lf whom) {
  return is(u, whom, LF_IS) && !lf_is_atom(u->lf, whom) ? object(u, item(u, whom, 1))
                                                        : make(u, LF_EACH, unbind(u, whom, SORT_COND), 0, 0);
}

/* Rules of a subject, which goes to `*subject`. */
static Lf rules(Unbinder *u, Lf form, u32 from, Lf *subject) {
  Lf whom = ruled_of(u, form, from), said = whom ? rules_of(u, form, from, whom) : 0;
  if (!said) return 0;
  *subject = subject_of(u, whom);
  return make(u, LF_LIST, said, 0, 0);
}

/* --- actions ------------------------------------------------------------------------------------------------- */

/* Who acts: as in the step before, if that stands in the same sentence. */
static Lf actor_of(Unbinder *u, Lf player) {
  if (!u->joins || player != u->run) {
    u->run_said = object(u, player);
    u->run = player;
  }
  return u->run_said;
}

/* Who acts, and the action as one of the actor's. */
static Lf by_actor(Unbinder *u, IrOp op, Lf form, Lf *who) {
  static const Lf OPTIONS[] = {LF_OPT_PLAYER, LF_OPT_BY};
  *who = LF_YOU;
  for (u32 k = 0; k < COUNT_OF(OPTIONS); k++) {
    const IrArg *arg = option_named(&u->binder->signatures[op], lf_head(u->lf, OPTIONS[k]));
    if (!arg || arg->sort != SORT_OBJ || op == IR_CHOOSE || op == IR_SEARCH) continue;
    u32 at = bind_option_at(u->binder, form, OPTIONS[k]);
    if (!at) return bind_with_option(u->binder, form, OPTIONS[k], LF_ACTOR);
    *who = actor_of(u, item(u, form, at));
    return bind_with_item(u->binder, form, at, LF_ACTOR);
  }
  return form;
}

/* Whether objects are known to be cards of yours. */
static bool is_yours(Unbinder *u, Lf objects) {
  const Known *k = known_of(u, objects);
  Lf filter = k && k->filter ? k->filter : objects;
  return bind_mentions(u->binder, filter, make(u, LF_OWNED_BY, LF_YOU, 0, 0)) ||
         bind_mentions(u->binder, filter, make(u, LF_OWNED_BY, LF_ACTOR, 0, 0)) || (objects == LF_SELF && u->zone) ||
         (k && (k->yours || is(u, k->filter, LF_CARD)));
}

static Lf moved_to(Unbinder *u, Lf form) {
  bool yours = is_yours(u, item(u, form, 1));
  Lf objects = object(u, item(u, form, 1));
  Lf zone = item(u, form, 2);
  bool enters = is(u, form, LF_MOVE) && zone == LF_BATTLEFIELD;
  Items items = {{item(u, form, 0), objects}, 2};
  bool controller = false;
  for (u32 i = 2; i < lf_count(u->lf, form); i++) {
    Lf value = item(u, form, i);
    add(&items, value);
    controller |= value == LF_OPT_OWNER || value == LF_OPT_CONTROLLER;
    if (value != LF_OPT_CONTROLLER && value != LF_OPT_ATTACHED_TO) continue;
    add(&items, object(u, item(u, form, ++i)));
  }
  if (enters && !controller) {
    add(&items, LF_OPT_CONTROLLER);
    add(&items, LF_ACTOR);
  }
  Lf moved = list_of(u, &items);
  static const Lf YOURS[] = {LF_YOU, LF_OWNERS, LF_THAT_PLAYER, LF_PRONOUN_THEIR};
  static const Lf THEIRS[] = {LF_OWNERS, LF_YOU, LF_THAT_PLAYER, LF_PRONOUN_THEIR};
  return enters ? moved : make(u, LF_TO_ZONE, (yours ? YOURS : THEIRS)[way(u, 4)], moved, 0);
}

/* What an action did is known by its name: what it was done to, and what that is called then. */
static void know_moved(Unbinder *u, Lf name) {
  static const Lf ROLES[][2] = {{LF_DESTROY, LF_DESTROYED}, {LF_EXILE, LF_EXILED}, {LF_DISCARD, LF_DISCARDED},
                                {LF_CREATE, LF_CREATED},    {LF_MILL, LF_MILLED},  {LF_SACRIFICE, LF_SACRIFICED},
                                {LF_REVEAL, LF_REVEALED}};
  Lf acts = u->before, objects = acts ? item(u, acts, 1) : 0, filter = LF_CARD;
  const Known *k = objects ? known_of(u, objects) : NULL;
  bool many = k ? k->many : objects && !lf_is_atom(u->lf, objects) && !is(u, objects, LF_EVENT_OBJECT);
  if (acts && (is(u, acts, LF_CREATE) || is(u, acts, LF_MILL))) many = objects != LF_N1;
  if (k && k->filter) filter = k->filter;
  if (objects && lf_is_list(u->lf, objects, LF_ALL)) filter = item(u, objects, 2);
  if (acts && is(u, acts, LF_CREATE)) filter = LF_TOKEN;
  know(u, name, filter, 0, many);
  for (u32 i = 0; i < COUNT_OF(ROLES) && acts && !u->failed; i++)
    if (is(u, acts, ROLES[i][0])) u->known[u->known_count - 1].role = ROLES[i][1];
}

/* A step that only says where later ones find something; false if it is an action. */
static bool declares(Unbinder *u, Lf form) {
  Lf name = item(u, form, 1);
  if (is(u, form, LF_CHOOSE)) {
    Lf from = item(u, form, 4), max = item(u, form, 3), by = bind_option(u->binder, form, LF_OPT_BY);
    Lf most = unbind(u, max, SORT_NUM), least = item(u, form, 2) == max ? most : unbind(u, item(u, form, 2), SORT_NUM);
    Lf said[6] = {LF_PICK, least, most};
    bool yours = false;
    u32 count = 3;
    Lf filter = 0;
    if (by && known_of(u, by) && lf_is_list(u->lf, from, LF_ALL)) from = bind_put(u->binder, from, by, LF_ACTOR);
    if (lf_is_list(u->lf, from, LF_ALL) || is(u, from, LF_ALL_PLAYERS)) {
      said[count++] = filter = described(u, from);
    } else {
      bool only = is(u, from, LF_ONLY);
      const Known *of = known_of(u, only ? item(u, from, 1) : from);
      yours = (of && of->yours) || bind_mentions(u->binder, from, LF_YOU);
      said[0] = LF_PICK_FROM;
      said[count++] = object(u, only ? item(u, from, 1) : from);
      Lf sought = only ? unbind(u, item(u, from, 2), SORT_COND) : LF_ALWAYS;
      said[count++] = filter = only ? make(u, LF_AND, LF_CARD, sought, 0) : sought;
    }
    bool random = has_flag(u, form, LF_OPT_RANDOM);
    u->optional = said[1] == LF_N0 && said[2] == LF_N1 && way(u, 2) == 0;
    if (u->optional) said[1] = LF_N1;
    if (lf_count(u->lf, form) > 5u + (by ? 2u : 0u) + random || !filter || u->failed) {
      u->failed = true;
      return true;
    }
    if (by)
      u->chooser = by;
    else
      said[count - 1] = filter = of_actor(u, filter);
    if (random) said[count++] = LF_OPT_RANDOM;
    know(u, name, filter, u->failed ? 0 : lf_list(u->lf, said, count), !is_one(u, max));
    u->known[u->known_count ? u->known_count - 1 : 0].yours = yours;
    return true;
  }
  if (!is(u, form, LF_LET)) return false;
  Lf what = item(u, form, 2);
  if (what == LF_MOVED || what == LF_VAR_MOVED) {
    know_moved(u, name);
  } else {
    bool one = is(u, what, LF_TOP) && item(u, what, 1) == LF_N1;
    Lf all = described(u, what);
    Lf kept = all ? make(u, LF_EACH, all, 0, 0) : make(u, LF_KEPT, generic(u, what, SORT_OBJ), LF_CARD, 0);
    know(u, name, all ? all : LF_CARD, kept, !one);
    u->known[u->known_count ? u->known_count - 1 : 0].yours = bind_mentions(u->binder, what, LF_YOU);
  }
  return true;
}

static Lf search(Unbinder *u, Lf form, Lf *actor) {
  Lf filter = unbind(u, item(u, form, 5), SORT_COND), n = item(u, form, 3);
  bool all = is(u, filter, LF_AND);
  /* "Card" stands behind what it is like and before its type, or before all of that. */
  u32 before = 0, types = 0;
  while (all && types + 1 < lf_count(u->lf, filter) && !is(u, item(u, filter, types + 1), LF_TYPE) &&
         !is(u, item(u, filter, types + 1), LF_SUBTYPE))
    types++;
  if (types > 0 && types + 1 < lf_count(u->lf, filter) && way(u, 2) == 0) before = types;
  Items items = {{LF_AND}, 1};
  if (filter == LF_ALWAYS) {
    add(&items, LF_CARD);
  } else {
    for (u32 i = 1; i < term_count(u, filter); i++) {
      if (i == before + 1) add(&items, LF_CARD);
      add(&items, term_at(u, filter, i));
    }
  }
  Lf sought = list_of(u, &items), who = LF_YOU, by = bind_option(u->binder, form, LF_OPT_BY);
  Lf whose = bind_option(u->binder, form, LF_OPT_PLAYER);
  if (by) *actor = actor_of(u, by);
  if (whose) who = whose == by ? LF_PRONOUN_THEIR : object(u, whose);
  know(u, item(u, form, 1), sought, 0, !is_one(u, n));
  Lf said[] = {LF_SEARCH_FOR, who, way(u, 2) == 0 ? n : item(u, form, 2), n, sought};
  bool reveal = has_flag(u, form, LF_OPT_REVEAL);
  u32 most = 6u + reveal + (by ? 2u : 0u) + (whose ? 2u : 0u);
  if (item(u, form, 4) != LF_LIBRARY || lf_count(u->lf, form) > most) u->failed = true;
  Lf searched = u->failed ? 0 : lf_list(u->lf, said, COUNT_OF(said));
  return reveal && !u->failed ? make(u, LF_SEQ, searched, make(u, LF_REVEAL, variable(u, item(u, form, 1)), 0, 0), 0)
                              : searched;
}

static Lf action_of(Unbinder *u, Lf form, Lf *who);

/* What lasts for a while: "target creature gets +1/+1 until end of turn". */
static Lf applied(Unbinder *u, Lf form, Lf *who) {
  Lf gains = item(u, form, 3);
  bool control = is(u, gains, LF_CONTROLLER_IS) && lf_count(u->lf, form) == 4;
  Lf by = control ? actor_of(u, item(u, gains, 1)) : 0, objects = object(u, item(u, form, 1));
  if (control) {
    *who = by;
    Lf said[] = {LF_APPLY, objects, item(u, form, 2), make(u, LF_CONTROLLER_IS, LF_ACTOR, 0, 0)};
    return lf_list(u->lf, said, COUNT_OF(said));
  }
  Lf during = make(u, LF_DURING, item(u, form, 2), modifications(u, form, 3), 0);
  return make(u, LF_LASTING, objects, during, 0);
}

/* A rule for a while, of its subject; to play what was exiled is permitted. */
static Lf ruled(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf rule = item(u, form, 2), of = item(u, rule, 2);
  if (is(u, rule, LF_MAY_PLAY) && item(u, rule, 3) == LF_EXILE && is(u, of, LF_IS)) {
    Items said = {{LF_PERMIT, item(u, form, 1), object(u, item(u, of, 1))}, 3};
    for (u32 i = 4; i < lf_count(u->lf, rule); i++) add(&said, item(u, rule, i));
    return list_of(u, &said);
  }
  if (lf_is_atom(u->lf, rule) || way(u, 2) == 1) return generic(u, form, SORT_ACT);
  Lf subject = 0, parts = rules(u, form, 2, &subject);
  if (!parts || !subject) return none(u);
  return make(u, LF_LASTING, subject, make(u, LF_DURING, item(u, form, 1), parts, 0), 0);
}

static Lf dealt(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf source = bind_option(u->binder, form, LF_OPT_SOURCE);
  source = object(u, source ? source : LF_SELF);
  Lf n = unbind(u, item(u, form, 1), SORT_NUM), to = object(u, item(u, form, 2));
  Lf deals = make(u, LF_DEALS, source, n, to), excess = bind_option(u->binder, form, LF_OPT_EXCESS_TO);
  return excess ? make(u, LF_SEQ, deals, make(u, LF_EXCESS_TO, object(u, excess), 0, 0), 0) : deals;
}

/* A spell that is countered, and where it goes instead. */
static Lf countered(Unbinder *u, Lf form, Lf *who) {
  Lf zone = bind_option(u->binder, form, LF_OPT_ZONE);
  *who = zone ? 0 : LF_YOU;
  if (!zone) return generic(u, form, SORT_ACT);
  Items to = {{LF_COUNTERED_TO, zone}, 2};
  for (u32 i = 2; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) == LF_OPT_ZONE)
      i++;
    else
      add(&to, item(u, form, i));
  Lf counter = make(u, LF_COUNTER, object(u, item(u, form, 1)), 0, 0);
  return make(u, LF_SEQ, make(u, LF_ACT, LF_YOU, counter, 0), list_of(u, &to), 0);
}

/* Cards from the top of a library until some are found: these, and the rest, are spoken of again. */
static Lf until_found(Unbinder *u, Lf form, Lf *who) {
  Lf player = bind_option(u->binder, form, LF_OPT_PLAYER), n = bind_option(u->binder, form, LF_OPT_N);
  bool yours = !player || player == LF_YOU;
  *who = yours ? LF_YOU : actor_of(u, player);
  Lf filter = unbind(u, item(u, form, 3), SORT_COND);
  Items said = {{LF_UNTIL, item(u, form, 0), yours ? LF_YOU : LF_THEY, yours ? LF_YOU : LF_PRONOUN_THEIR, filter}, 5};
  if (n) add(&said, unbind(u, n, SORT_NUM));
  know(u, item(u, form, 2), LF_CARD, 0, true);
  u->known[u->known_count - 1].role = LF_OTHER;
  know(u, item(u, form, 1), filter, 0, n != 0);
  u->known[u->known_count - 1].role = is(u, form, LF_EXILE_UNTIL) ? LF_EXILED : LF_REVEALED;
  u->known[u->known_count - 1].yours = yours;
  return list_of(u, &said);
}

/* What is destroyed, and that it can't be regenerated. */
static Lf destroyed_for_good(Unbinder *u, Lf form) {
  Lf destroy = make(u, LF_DESTROY, object(u, item(u, form, 1)), 0, 0);
  Lf all = make(u, LF_THE_MANY, LF_DESTROYED, 0, 0);
  return make(u, LF_SEQ, make(u, LF_ACT, LF_YOU, destroy, 0), make(u, LF_UNREGENERATED, all, 0, 0), 0);
}

/* What may be done, and what is done if it was. */
static Lf allowed(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf by = bind_option(u->binder, form, LF_OPT_BY), may = by ? object(u, by) : LF_YOU, inner = 0;
  Lf acts = item(u, form, 1);
  Lf last = is(u, acts, LF_SEQ) ? item(u, acts, lf_count(u->lf, acts) - 1) : 0;
  bool tests = last && is(u, last, LF_IF) && item(u, last, 1) == LF_DID && lf_count(u->lf, last) == 3;
  bool chosen = last && lf_count(u->lf, acts) == 3 && bind_takes_all_cards(u->lf, item(u, acts, 1));
  bool checks = tests || chosen;
  if (checks) {
    Items steps = {{LF_SEQ}, 1};
    for (u32 i = 1; i + 1 < lf_count(u->lf, acts); i++) add(&steps, item(u, acts, i));
    acts = list_of(u, &steps);
  }
  Lf said = action_of(u, acts, &inner);
  if (inner && inner != may) said = make(u, LF_ACT, inner, said, 0);
  if (!inner && is(u, said, LF_ACT) && item(u, said, 1) == may) said = item(u, said, 2);
  said = make(u, LF_MAY_ACT, may, said, 0);
  return checks ? make(u, LF_SEQ, said, make(u, LF_IF_DONE, action(u, tests ? item(u, last, 2) : last), 0, 0), 0)
                : said;
}

static Lf paid(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf then = bind_option(u->binder, form, LF_OPT_THEN), other = bind_option(u->binder, form, LF_OPT_ELSE);
  Lf by = bind_option(u->binder, form, LF_OPT_BY), price = cost(u, item(u, form, 1), false);
  if (other) {
    Lf before = way(u, 2) == 1 ? action(u, other) : 0, payer = by ? object(u, by) : LF_YOU;
    Lf unless = make(u, LF_UNLESS_PAYS, payer, price, before ? before : action(u, other));
    return then ? make(u, LF_SEQ, unless, make(u, LF_IF_OTHERS_DO, action(u, then), 0, 0), 0) : unless;
  }
  if (!then || by) return none(u);
  return make(u, LF_SEQ, make(u, LF_PAY, price, 0, 0), make(u, LF_IF_DONE, action(u, then), 0, 0), 0);
}

static Lf conditional(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf otherwise = bind_option(u->binder, form, LF_OPT_ELSE);
  if (lf_count(u->lf, form) != (otherwise ? 5u : 3u)) return none(u);
  Lf before = otherwise ? action(u, otherwise) : 0;
  Lf asked = item(u, form, 1), negated = is(u, asked, LF_NOT) ? item(u, asked, 1) : 0;
  if (!otherwise && (asked == LF_DID || negated == LF_DID) && way(u, 2) == 0)
    return make(u, negated ? LF_IF_NOT_DONE : LF_IF_DONE, action(u, item(u, form, 2)), 0, 0);
  Lf condition = unbind(u, asked, SORT_COND), then = action(u, item(u, form, 2));
  if (before) return make(u, LF_SEQ, before, make(u, LF_INSTEAD_IF, condition, then, 0), 0);
  return way(u, 2) == 0 ? make(u, LF_IF, condition, then, 0) : make(u, LF_DONE_IF, then, condition, 0);
}

static Lf when_done(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf spell = item(u, form, 1), effect = 0;
  for (u32 i = 1; i < lf_count(u->lf, spell); i++) {
    effect = item(u, spell, i);
    if (is(u, effect, LF_TARGET)) know_target(u, effect);
  }
  return make(u, LF_WHEN_DONE, action(u, effect), 0, 0);
}

static Lf guarded(Unbinder *u, Lf form, Lf *who) {
  Lf what = item(u, form, 1), duration = bind_option(u->binder, form, LF_OPT_DURATION);
  if (lf_count(u->lf, what) > 4) return none(u);
  Lf happens = generic(u, item(u, what, 1), SORT_EVT), change = action_of(u, item(u, what, 2), who);
  *who = duration == LF_END_OF_TURN && way(u, 2) == 0 ? LF_YOU : 0;
  Lf amount = bind_option(u->binder, form, LF_OPT_AMOUNT);
  Lf said[] = {LF_GUARD, duration, happens, change, amount ? unbind(u, amount, SORT_NUM) : 0};
  return u->failed ? 0 : lf_list(u->lf, said, amount ? 5 : 4);
}

/* What each of several players does, as one of them. */
static Lf by_each(Unbinder *u, Lf form, Lf *who) {
  Lf around = u->each, acts = item(u, form, 3), inner = 0, whom = item(u, form, 2);
  Lf actors = lf_is_atom(u->lf, whom) ? whom : object(u, whom);
  bool nested = is(u, acts, LF_SEQ);
  Lf all = nested ? acts : form;
  Items steps = {{LF_SEQ}, 1};
  u->each = item(u, form, 1);
  for (u32 i = nested ? 1 : 3; i < lf_count(u->lf, all); i++)
    if (!declares(u, item(u, all, i))) add(&steps, action_of(u, item(u, all, i), &inner));
  u->each = around;
  u->chooser = 0;
  *who = actors;
  Lf said = list_of(u, &steps);
  return way(u, 2) == 0 ? make(u, LF_CHOSEN_BY, LF_OTHERS, said, 0) : said;
}

static Lf of_itself(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  return is(u, form, LF_SEQ) ? action(u, form) : generic(u, form, SORT_ACT);
}

static Lf by_you(Unbinder *u, Lf form, Lf *who) {
  *who = LF_YOU;
  if (is(u, form, LF_SEARCH)) return search(u, form, who);
  u32 at = bind_option_at(u->binder, form, LF_OPT_CONTROLLER);
  bool same = u->joins && u->run && at && item(u, form, at) == u->run;
  if (same) *who = u->run_said;
  return moved_to(u, same ? bind_with_item(u->binder, form, at, LF_ACTOR) : form);
}

/* Actions whose sentences have a shape of their own, or a subject that isn't who acts. */
static const struct {
  Lf head;
  Lf (*said)(Unbinder *u, Lf form, Lf *who);
} ACTIONS[] = {
    {LF_APPLY, applied},
    {LF_APPLY_RULE, ruled},
    {LF_DEAL_DAMAGE, dealt},
    {LF_COUNTER, countered},
    {LF_REVEAL_UNTIL, until_found},
    {LF_EXILE_UNTIL, until_found},
    {LF_MAY, allowed},
    {LF_PAY, paid},
    {LF_IF, conditional},
    {LF_WHEN_YOU_DO, when_done},
    {LF_SHIELD, guarded},
    {LF_EACH_PLAYER, by_each},
    {LF_DELAYED, of_itself},
    {LF_SEQ, of_itself},
    {LF_SEARCH, by_you},
    {LF_MOVE, by_you},
    {LF_RETURN_TO_HAND, by_you},
};

/* What is told of mana behind what adds it; 0 if that is nothing. */
static Lf about_mana(Unbinder *u, Lf form) {
  Lf purpose = bind_option(u->binder, form, LF_OPT_ONLY_FOR), stays = bind_option(u->binder, form, LF_OPT_STAYS);
  bool adds = is(u, form, LF_ADD_MANA) || is(u, form, LF_ADD_MANA_CHOICE);
  if (!adds || (!purpose && !stays)) return 0;
  Lf who = 0, said = action_of(u, without_option(u, form, purpose ? LF_OPT_ONLY_FOR : LF_OPT_STAYS), &who);
  if (who) said = make(u, LF_ACT, who, said, 0);
  Lf told = purpose ? make(u, LF_MANA_ONLY, unbind(u, purpose, SORT_COND), 0, 0)
                    : make(u, LF_MANA_STAYS, stays, who ? who : LF_YOU, 0);
  return make(u, LF_SEQ, said, told, 0);
}

/* An action, and whoever does it; 0 if its form says that itself. */
static Lf act_of(Unbinder *u, Lf form, Lf *who) {
  *who = 0;
  for (u32 i = 0; i < COUNT_OF(ACTIONS) && !lf_is_atom(u->lf, form); i++)
    if (is(u, form, ACTIONS[i].head)) return ACTIONS[i].said(u, form, who);
  if (lf_is_atom(u->lf, form)) {
    IrOp op = bind_operation_of(u->binder, form, SORT_ACT);
    Lf alone = lf_list(u->lf, &form, 1), acts = op ? by_actor(u, op, alone, who) : alone;
    if (acts != alone && way(u, 2) == 0) return acts;
    *who = way(u, 2) == 0 ? LF_YOU : 0;
    return form;
  }
  Lf told = about_mana(u, form);
  if (told) return told;
  if (is(u, form, LF_DESTROY) && lf_count(u->lf, form) == 3) return destroyed_for_good(u, form);
  IrOp op = bind_operation_of(u->binder, form, SORT_ACT);
  u32 last = lf_count(u->lf, form) - 1;
  if (op == IR_ADD_MANA_CHOICE && item(u, form, 1) == LF_N1 && last < 5 &&
      !lf_is_option(u->lf, item(u, form, last - 1))) {
    *who = LF_YOU;
    return one_of_colors(u, form);
  }
  Lf done = op ? by_actor(u, op, form, who) : 0;
  if (!done || u->failed) return none(u);
  if (u->chooser && u->chooser != u->each) *who = object(u, u->chooser);
  u->chooser = 0;
  last = lf_count(u->lf, done) - 1;
  if (item(u, done, last) == LF_YOU && way(u, 2) == 0) done = bind_with_item(u->binder, done, last, LF_ACTOR);
  return generic(u, done, SORT_ACT);
}

/* Whether an action is made of others, each of which says of its own numbers what they are. */
static bool is_made_of_others(const Unbinder *u, Lf form) {
  static const Lf OF_OTHERS[] = {LF_SEQ, LF_IF, LF_MAY, LF_PAY, LF_WHEN_YOU_DO, LF_DELAYED, LF_EACH_PLAYER, LF_CHOOSE_ONE};
  for (u32 i = 0; i < COUNT_OF(OF_OTHERS); i++)
    if (is(u, form, OF_OTHERS[i])) return true;
  return false;
}

static Lf action_of(Unbinder *u, Lf form, Lf *who) {
  if (u->failed) return 0;
  bool optional = u->optional;
  u->optional = false;
  bool x = !is_made_of_others(u, form) && begin_x(u, form);
  Lf said = act_of(u, form, who);
  if (x) {
    said = end_x(u, *who && said ? make(u, LF_ACT, *who, said, 0) : said);
    *who = 0;
  }
  if (optional && said) {
    said = make(u, LF_MAY_ACT, *who ? *who : LF_YOU, said, 0);
    *who = 0;
  }
  if (u->failed && !u->stuck) u->stuck = form;
  return said;
}

/* Steps behind one that says what a number is: up to the last that has this number, around which that is said, or around
   the first of them. Answers which that last one is. */
static u32 numbered(Unbinder *u, Lf form, u32 i, Items *acts) {
  Lf name = item(u, item(u, form, i), 1), what = item(u, item(u, form, i), 2);
  u32 last = i;
  for (u32 k = i + 1; k < lf_count(u->lf, form); k++)
    if (bind_mentions(u->binder, item(u, form, k), name)) last = k;
  bool all = last == i + 1 || way(u, 2) == 0;
  u->x = unbind(u, what, SORT_NUM);
  u->x_number = name;
  Items steps = {{LF_SEQ}, 1};
  for (u32 k = i + 1; k <= (all ? last : i + 1); k++) add(&steps, item(u, form, k));
  Lf x = u->x, said = last > i ? action(u, list_of(u, &steps)) : none(u);
  add(acts, said ? make(u, LF_WHERE_X, x, said, 0) : 0);
  for (u32 k = i + 2; k <= last && !all; k++) add(acts, action(u, item(u, form, k)));
  u->x_number = u->x = 0;
  return last;
}

/* Steps one after another: those of one actor in one sentence, or each in its own, or with "and" between them. */
static Lf sequence(Unbinder *u, Lf form) {
  Items acts = {{LF_SEQ}, 1}, run = {{LF_SEQ}, 1};
  u32 how = way(u, 3);
  Lf actor = 0, around = u->before;
  bool joins = u->joins;
  u->before = u->run = 0;
  u->joins = how == 0;
  acts.of[0] = how == 2 ? LF_JOINED : LF_SEQ;
  for (u32 i = 1; i < lf_count(u->lf, form) && !u->failed; i++) {
    Lf step = item(u, form, i), who = 0;
    if (is(u, step, LF_LET_NUMBER) && !u->x_number) {
      if (run.count > 1) add(&acts, make(u, LF_ACT, actor, list_of(u, &run), 0));
      run.count = 1;
      u->run = 0;
      i = numbered(u, form, i, &acts);
      continue;
    }
    bool declared = declares(u, step);
    if (u->failed && !u->stuck) u->stuck = step;
    if (declared) continue;
    u->before = step;
    Lf said = action_of(u, step, &who);
    if (run.count > 1 && (who != actor || how != 0)) {
      add(&acts, make(u, LF_ACT, actor, list_of(u, &run), 0));
      run.count = 1;
    }
    actor = who;
    add(who ? &run : &acts, said);
  }
  if (run.count > 1) add(&acts, make(u, LF_ACT, actor, list_of(u, &run), 0));
  u->before = around;
  u->joins = joins;
  u->run = 0;
  return list_of(u, &acts);
}

static Lf action(Unbinder *u, Lf form) {
  if (is(u, form, LF_SEQ)) return sequence(u, form);
  if (is(u, form, LF_MODAL) && lf_count(u->lf, form) > 3) {
    Items items = {{LF_MODES}, 1};
    for (u32 i = 1; i < lf_count(u->lf, form); i++) {
      Lf mode = item(u, form, i);
      add(&items, lf_is_list(u->lf, mode, LF_MODE) ? ability(u, mode) : mode);
    }
    return list_of(u, &items);
  }
  Lf who, said = action_of(u, form, &who);
  return who && said ? make(u, LF_ACT, who, said, 0) : said;
}

/* --- abilities ------------------------------------------------------------------------------------------------ */

static void know_target(Unbinder *u, Lf target) {
  Items items = {{LF_TARGET, unbind(u, item(u, target, 2), SORT_COND)}, 2};
  for (u32 i = 3; i < lf_count(u->lf, target); i++) {
    Lf before = item(u, target, i - 1);
    bool counts = before == LF_OPT_MIN || before == LF_OPT_MAX || before == LF_OPT_DIVIDE;
    add(&items, counts ? unbind(u, item(u, target, i), SORT_NUM) : item(u, target, i));
  }
  Lf max = bind_option(u->binder, target, LF_OPT_MAX), filter = items.of[1];
  bool anywhere = bind_mentions(u->binder, filter, make(u, LF_IN, LF_GRAVEYARD, 0, 0)) &&
                  !bind_mentions(u->binder, filter, LF_OWNED_BY);
  if (anywhere && is_one(u, max) && is(u, filter, LF_AND) && way(u, 2) == 0)
    items.of[1] = make(u, LF_AND, filter, LF_A_GRAVEYARD, 0);
  know(u, item(u, target, 1), item(u, target, 2), list_of(u, &items), !is_one(u, max));
}

/* An ability with an effect: what comes before that, targets, the effect, options. */
static Lf with_effect(Unbinder *u, Lf form) {
  Items items = {{item(u, form, 0)}, 1}, options = {.count = 0};
  bool loyalty = false;
  for (u32 i = 1; i < lf_count(u->lf, form); i++) loyalty |= item(u, form, i) == LF_OPT_LOYALTY;
  u32 i = 1;
  Lf zone = bind_option(u->binder, form, LF_OPT_ZONE), around = u->zone;
  u->zone = zone && way(u, 2) == 0 ? zone : 0;
  if (is(u, form, LF_TRIGGERED)) add(&items, event(u, item(u, form, i++)));
  if (is(u, form, LF_ACTIVATED)) {
    Lf price = item(u, form, i++);
    add(&items, cost(u, price, loyalty));
    /* Only what was sacrificed is spoken of behind a cost as something known. */
    if (!bind_mentions(u->binder, price, make(u, LF_SACRIFICE, LF_SELF, 0, 0))) u->self_again = 0;
  }
  for (; is(u, item(u, form, i), LF_TARGET); i++) know_target(u, item(u, form, i));
  Lf effect = item(u, form, i++);
  IrOp op = bind_operation_of(u->binder, form, is(u, form, LF_MODE) ? SORT_MODE : SORT_ABIL);
  for (; i < lf_count(u->lf, form) && op; i++) {
    Lf name = item(u, form, i);
    const IrArg *arg =
        lf_is_option(u->lf, name) ? option_named(&u->binder->signatures[op], lf_head(u->lf, name)) : NULL;
    if (!arg) u->failed = true;
    if (u->zone && name == LF_OPT_ZONE) {
      i++;
      continue;
    }
    add(&options, name);
    if (arg && arg->sort != SORT_FLAG) add(&options, unbind(u, item(u, form, ++i), arg->sort));
  }
  add(&items, action(u, effect));
  for (u32 k = 0; k < options.count; k++) add(&items, options.of[k]);
  u->zone = around;
  return list_of(u, &items);
}

static Lf replaced(Unbinder *u, Lf form) {
  Lf happens = item(u, form, 1), inner;
  if (happens == LF_SELF_ENTERS) u->self_again = LF_SELF;
  happens = happens == LF_SELF_ENTERS || way(u, 2) == 0 ? generic(u, happens, SORT_EVT) : event(u, happens);
  Lf instead = action_of(u, item(u, form, 2), &inner);
  if (is(u, instead, LF_ACT) && item(u, instead, 1) == LF_YOU && !lf_is_atom(u->lf, instead))
    instead = item(u, instead, 2);
  Items items = {{LF_REPLACEMENT, happens, instead}, 3};
  for (u32 i = 3; i < lf_count(u->lf, form); i++)
    add(&items, i > 3 && item(u, form, i - 1) == LF_OPT_IF ? unbind(u, item(u, form, i), SORT_COND) : item(u, form, i));
  return list_of(u, &items);
}

/* Whether a static ability changes objects, and has rules for them: it says both of one subject. */
static bool affects_all(const Unbinder *u, Lf form, u32 count) {
  Lf effect = item(u, form, 1);
  if (!is(u, effect, LF_AFFECT)) return false;
  for (u32 i = 2; i < count; i++) {
    bool same = is(u, item(u, form, i), LF_AFFECT) && item(u, item(u, form, i), 1) == item(u, effect, 1);
    if (!same && !is(u, item(u, form, i), LF_RULES)) return false;
  }
  return true;
}

/* What is said of a subject: how it is changed, and its rules. */
static Lf said_of_subject(Unbinder *u, Lf form, u32 count, Lf *subject) {
  Lf objects = item(u, item(u, form, 1), 1);
  bool all = is(u, objects, LF_ALL) && item(u, objects, 1) == LF_BATTLEFIELD;
  Lf whom = all ? item(u, objects, 2) : make(u, LF_IS, objects, 0, 0);
  Items parts = {{LF_LIST}, 1};
  bool x = begin_x(u, item(u, form, 1));
  *subject = object(u, objects);
  for (u32 i = 1; i < count && !u->failed; i++) {
    Lf effect = item(u, form, i);
    Lf said = is(u, effect, LF_RULES) ? rules_of(u, effect, 1, whom) : modifications(u, effect, 2);
    for (u32 k = 1; is(u, said, LF_LIST) && k < lf_count(u->lf, said); k++) add(&parts, item(u, said, k));
    if (!is(u, said, LF_LIST)) add(&parts, said);
    if (!said) u->failed = true;
  }
  Lf said = list_of(u, &parts);
  return x ? end_x(u, said) : said;
}

/* A static ability that works elsewhere than on the battlefield: that is understood, or a condition. */
static Lf anywhere(Unbinder *u, Lf form) {
  Lf zone = bind_option(u->binder, form, LF_OPT_ZONE);
  if (!zone) return form;
  u32 how = way(u, 3);
  if (how == 2) return form;
  form = without_option(u, form, LF_OPT_ZONE);
  if (how == 0 || u->failed) return form;
  Lf there = make(u, LF_MATCHES, LF_SELF, make(u, LF_IN, zone, 0, 0), 0), asked = bind_option(u->binder, form, LF_OPT_IF);
  if (asked) form = without_option(u, form, LF_OPT_IF);
  return bind_with_option(u->binder, form, LF_OPT_IF, asked ? make(u, LF_AND, there, asked, 0) : there);
}

static Lf lasting_static(Unbinder *u, Lf form) {
  form = anywhere(u, form);
  if (u->failed) return 0;
  Lf effect = item(u, form, 1), condition = bind_option(u->binder, form, LF_OPT_IF), subject = 0, parts = 0;
  u32 count = lf_count(u->lf, form) - (condition ? 2 : 0);
  bool affects = affects_all(u, form, count);
  if (!affects && (count > 2 || !is(u, effect, LF_RULES) || way(u, 2) == 1)) return generic(u, form, SORT_ABIL);
  bool first = condition && way(u, 2) == 1;
  Lf asked = first ? unbind(u, condition, SORT_COND) : 0;
  parts = affects ? said_of_subject(u, form, count, &subject) : rules(u, effect, 1, &subject);
  if (condition && !first) asked = unbind(u, condition, SORT_COND);
  if (!parts || !subject) u->failed = true;
  return u->failed ? 0 : make(u, LF_CONTINUOUS, subject, parts, asked);
}

static Lf ability(Unbinder *u, Lf form) {
  if (lf_is_atom(u->lf, form)) return form;
  if (is(u, form, LF_LIST)) {
    Items items = {{LF_LIST}, 1};
    for (u32 i = 1; i < lf_count(u->lf, form); i++) add(&items, ability(u, item(u, form, i)));
    return list_of(u, &items);
  }
  u32 known = u->known_count;
  Lf before = u->self_again;
  if (!is(u, form, LF_MODE)) u->self_again = 0;
  bool effect = is(u, form, LF_SPELL) || is(u, form, LF_TRIGGERED) || is(u, form, LF_ACTIVATED) || is(u, form, LF_MODE);
  Lf said = effect                        ? with_effect(u, form)
            : is(u, form, LF_STATIC)      ? lasting_static(u, form)
            : is(u, form, LF_REPLACEMENT) ? replaced(u, form)
                                          : generic(u, form, SORT_ABIL);
  if (is(u, form, LF_KEYWORD) && item(u, form, 1) == LF_WARD && item(u, form, 3))
    said = bind_with_item(u->binder, said, 3, make(u, LF_PAYABLE, item(u, said, 3), 0, 0));
  u->known_count = known;
  u->self_again = before;
  return said;
}

static Lf by_sort(Unbinder *u, Lf form, IrSort sort) {
  switch (sort) {
    case SORT_OBJ: return object(u, form);
    case SORT_ACT: return action(u, form);
    case SORT_ABIL:
    case SORT_MODE: return ability(u, form);
    case SORT_COST: return cost(u, form, false);
    case SORT_EVT: return event(u, form);
    case SORT_MOD: return modification(u, form);
    case SORT_NUM: return number(u, form);
    case SORT_COND:
    case SORT_TOK:
    case SORT_RULE:
    case SORT_SET:
    case SORT_STATIC: return generic(u, form, sort);
    default: return form;
  }
}

static Lf unbind(Unbinder *u, Lf form, IrSort sort) {
  if (u->failed || !form) return 0;
  Lf said = by_sort(u, form, sort);
  if (u->failed && !u->stuck) u->stuck = form;
  return said;
}

void unbinder_init(Unbinder *u, Binder *binder, const FormRows *rows) {
  *u = (Unbinder){.binder = binder, .lf = binder->lf, .rows = rows};
}

bool unbind_next(Unbinder *u, Lf form, Lf *said) {
  if (u->begun && !unbind_advance(u)) return false;
  u->begun = true;
  u->choices = u->known_count = 0;
  u->self_again = 0;
  u->paying = u->failed = u->host_said = u->optional = false;
  u->each = u->chooser = u->zone = u->x_number = u->x = u->times = u->stuck = u->before = u->run = 0;
  u->joins = false;
  *said = ability(u, form);
  if (!u->failed) *said = forms_said(u, *said);
  if (u->failed || u->lf->failed) *said = 0;
  return true;
}
