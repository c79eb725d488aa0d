/* Costs and events as they are said. */
#include "oracle/unbind_inner.h"

Lf unbind_cost(Unbinder *u, Lf form, bool loyalty) {
  if (is(u, form, LF_COSTS)) {
    Items items = {{LF_COSTS}, 1};
    for (u32 i = 1; i < lf_count(u->lf, form); i++) add(&items, unbind_cost(u, item(u, form, i), loyalty));
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
  if (!is(u, form, LF_DO) && !with) return unbind_generic(u, form, SORT_COST);
  bool paying = u->paying;
  u->paying = true;
  if (with) {
    Lf filter = unbind_of_actor(u, unbind_described(u, item(u, form, 4)));
    if (!filter) u->failed = true;
    bool random = has_flag(u, form, LF_OPT_RANDOM);
    if (lf_count(u->lf, form) > 6u + random) return form;
    Lf pick[] = {LF_PICK, item(u, form, 2), item(u, form, 3), filter, LF_OPT_RANDOM};
    unbind_know(u, act, filter, u->failed ? 0 : lf_list(u->lf, pick, random ? 5 : 4),
                !unbind_is_one(u, item(u, form, 3)));
    act = item(u, form, 5);
  }
  if (with && !u->failed) unbind_note_role(u, act);
  bool named = is(u, act, LF_SEQ) && lf_count(u->lf, act) == 3 && is(u, item(u, act, 1), LF_LET);
  if (named && unbind_declares(u, item(u, act, 1))) act = item(u, act, 2);
  if (named) unbind_note_role(u, act);
  bool moves = is(u, act, LF_MOVE) || is(u, act, LF_RETURN_TO_HAND);
  Lf payer;
  IrOp op = lf_is_atom(u->lf, act) ? IR_NONE : bind_operation_of(u->binder, act, SORT_ACT);
  Lf done =
      moves ? unbind_moved_to(u, act) : unbind_generic(u, op ? unbind_by_actor(u, op, act, &payer) : act, SORT_ACT);
  u->paying = paying;
  return make(u, LF_COST_OF, done, 0, 0);
}

static bool of_player(Lf head) {
  static const Lf PLAYERS[] = {LF_CASTS,      LF_GAINS_LIFE, LF_LOSES_LIFE, LF_DRAWS,    LF_DISCARDS,
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
  for (u32 i = 0; i < COUNT_OF(PLAYERS); i++) unbind_know(u, PLAYERS[i], LF_PLAYER, 0, false);
  for (u32 i = 0; i < COUNT_OF(OBJECTS) && !of_player(head); i++) {
    bool dealt = head == LF_DAMAGE && i < 2; /* what damage is dealt to */
    bool targets = head == LF_BECOMES_TARGET && i >= 4;
    Lf source = targets ? make(u, LF_OR, LF_SPELL_ON_STACK, LF_ACTIVATED_ABILITY, LF_TRIGGERED_ABILITY) : 0;
    unbind_know(u, OBJECTS[i], source ? source : dealt ? item(u, form, 2) : filter, 0, false);
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
    return unbind_generic(u, form, SORT_EVT);
  u32 at = head == LF_DAMAGE && item(u, form, 1) == LF_ALWAYS ? 2 : 1;
  Lf n, plain = without_number(u, form, at, &n);
  if (plain && way(u, 2) == 0) {
    Lf of = event_of(u, plain);
    if (!of || way(u, 2) == 1) return make(u, LF_NTH, n, of, 0);
    return make(u, LF_OF, item(u, of, 1), make(u, LF_NTH, n, item(u, of, 2), 0), 0);
  }
  Lf subject = unbind_part(u, item(u, form, at), SORT_COND);
  know_event(u, form, head, item(u, form, at));
  Lf rest = unbind_generic(u, bind_with_item(u->binder, form, at, LF_SUBJECT), SORT_EVT);
  if (u->failed || !subject) return 0;
  if (head == LF_COPIES) unbind_know(u, LF_EVENT_OBJECT, LF_SPELL_ON_STACK, 0, false);
  const IrSignature *s = &u->binder->signatures[op];
  bool second = at == 1 && s->count > 1 && s->args[1].sort == SORT_COND && !s->args[1].optional;
  Lf other = bind_option(u->binder, form, LF_OPT_OTHER);
  if (!other && second) other = item(u, form, 2);
  if (other) unbind_know(u, LF_EVENT_OTHER, other, 0, false);
  if (head == LF_CASTS) {
    Lf spell = item(u, rest, 2);
    bool before = spell != LF_ALWAYS && way(u, 2) == 1;
    Lf said = spell == LF_ALWAYS
                  ? LF_SPELL_ON_STACK
                  : make(u, LF_AND, before ? LF_SPELL_ON_STACK : spell, before ? spell : LF_SPELL_ON_STACK, 0);
    unbind_know(u, LF_EVENT_OBJECT, LF_SPELL_ON_STACK, 0, false);
    unbind_know(u, LF_VAR_EVENT_OBJECT, LF_SPELL_ON_STACK, 0, false);
    if (!is(u, spell, LF_IS)) rest = bind_with_item(u->binder, rest, 2, said);
  }
  if (head == LF_DISCARDS && !bind_option(u->binder, rest, LF_OPT_OBJECT) && way(u, 2) == 0)
    rest = bind_with_option(u->binder, rest, LF_OPT_OBJECT, LF_CARD);
  return make(u, LF_OF, subject, rest, 0);
}

Lf unbind_event(Unbinder *u, Lf form) {
  if (is(u, form, LF_ONE_OR_MORE)) {
    u32 before = u->known_count;
    Lf inner = unbind_event(u, item(u, form, 1));
    bool several = !is(u, item(u, form, 1), LF_DAMAGE);
    for (u32 i = before; i < u->known_count; i++) u->known[i].many |= several && !u->known[i].player;
    static const Lf HEADS[] = {LF_TOGETHER, LF_DEALING, LF_IN_ONE};
    u32 how = way(u, 6);
    Lf head = HEADS[how % 3];
    bool within = (how >= 3) != (is(u, item(u, form, 1), LF_DAMAGE)) && is(u, inner, LF_OF);
    if (within) return make(u, LF_OF, item(u, inner, 1), make(u, head, item(u, inner, 2), 0, 0), 0);
    return make(u, head, inner, 0, 0);
  }
  if (!is(u, form, LF_ANY_OF)) return event_of(u, form);
  Items items = {{LF_ANY_OF}, 1}, happenings = {{LF_ANY_OF}, 1};
  Lf subject = 0, before = u->self_again;
  bool host_said = u->host_said;
  bool alike = true;
  for (u32 i = 1; i < lf_count(u->lf, form); i++) {
    /* What several things happen to is said once. */
    Lf after = u->self_again;
    u->self_again = before;
    u->host_said = host_said;
    Lf said = unbind_event(u, item(u, form, i));
    if (!u->self_again) u->self_again = after;
    if (!subject) subject = item(u, said, 1);
    alike &= is(u, said, LF_OF) && item(u, said, 1) == subject;
    add(&items, said);
    add(&happenings, item(u, said, 2));
  }
  return alike && !u->failed && way(u, 2) == 0 ? make(u, LF_OF, subject, list_of(u, &happenings), 0)
                                               : list_of(u, &items);
}
