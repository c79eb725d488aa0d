/* Operations, what lasts, and whole abilities as they are said. */
#include "oracle/unbind_inner.h"

/* --- operations ------------------------------------------------------------------------------------------- */

const IrArg *unbind_option_named(const IrSignature *s, Str text) {
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
Lf unbind_one_of_colors(Unbinder *u, Lf form) {
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
  const Known *k = unbind_known_of(u, only ? item(u, of, 1) : of);
  if (!k || !k->role || way(u, 2) == 0) return 0;
  Lf filter = only ? unbind_part(u, only, SORT_COND) : k->filter, role = k->role;
  if (!filter) return 0;
  if (way(u, 2) == 0) return make(u, LF_COUNT, make(u, LF_GONE_THIS_WAY, role, filter, 0), 0, 0);
  Lf cards = filter == LF_CARD ? LF_CARD : make(u, LF_AND, LF_CARD, filter, 0);
  return make(u, LF_COUNT, make(u, LF_ALL_AMONG, make(u, LF_THE_MANY, role, 0, 0), cards, 0), 0, 0);
}

/* Other than what was spoken of: what is yet to be said can't be called "it". */
static bool is_other(Unbinder *u, Lf form) {
  Lf than = is(u, form, LF_NOT) && is(u, item(u, form, 1), LF_IS) ? item(u, item(u, form, 1), 1) : 0;
  const Known *k = than ? unbind_known_of(u, than) : NULL;
  bool host = than && is(u, than, LF_ATTACHED_OBJECT) && item(u, than, 1) == LF_SELF;
  return (k && k->said) || ((k || host) && way(u, 2) == 0);
}

/* An operation with its arguments unbound. */
Lf unbind_generic(Unbinder *u, Lf form, IrSort sort) {
  Lf moved = is(u, form, LF_COUNT) && lf_count(u->lf, form) == 2 ? count_moved(u, form) : 0;
  if (moved) return moved;
  bool amount = sort == SORT_NUM && (form == LF_EVENT_AMOUNT || form == LF_VAR_EVENT_AMOUNT || form == LF_THIS_WAY ||
                                     form == LF_VAR_THIS_WAY);
  bool done = u->before && !lf_is_atom(u->lf, u->before) && (form == LF_THIS_WAY || form == LF_VAR_THIS_WAY);
  if (amount) {
    u32 how = way(u, done ? 3 : 2);
    return how == 0 ? LF_THAT_MUCH : how == 1 ? form : make(u, LF_DONE_THIS_WAY, item(u, u->before, 0), 0, 0);
  }
  if (lf_is_atom(u->lf, form)) return form;
  if (is(u, form, LF_COUNT) && unbind_is_of_event(item(u, form, 1)) && way(u, 2) == 0) return LF_THAT_MUCH;
  if (sort == SORT_COND && is_other(u, form)) return LF_OTHER;
  if (sort == SORT_COND && is(u, form, LF_OR) && lf_count(u->lf, form) == 3) {
    bool described = is(u, item(u, form, 1), LF_AND) || is(u, item(u, form, 2), LF_AND);
    Lf one = described && way(u, 2) == 1 ? unbind_part(u, item(u, form, 1), SORT_COND) : 0;
    if (one) return make(u, LF_ONE_OR_OTHER, one, unbind_part(u, item(u, form, 2), SORT_COND), 0);
  }
  if (is(u, form, LF_PAID) && sort == SORT_COND && lf_count(u->lf, form) == 2 && u->self_again && way(u, 2) == 0)
    return bind_with_option(u->binder, form, LF_OPT_OF, LF_PRONOUN_IT);
  bool measures = is(u, form, LF_GREATEST) || is(u, form, LF_TOTAL);
  const Known *of = measures ? unbind_known_of(u, item(u, form, 2)) : NULL;
  if (of && !of->said && way(u, 2) == 1) {
    Lf head = item(u, form, 0), role = of->role;
    Lf those = role ? make(u, LF_THE_MANY, role, 0, 0) : make(u, LF_THOSE, LF_CARD, 0, 0);
    return make(u, head, unbind_part(u, item(u, form, 1), SORT_NUM), make(u, LF_MEASURED, those, 0, 0), 0);
  }
  Lf against = is(u, form, LF_CMP) ? item(u, form, 3) : 0;
  bool literal = !against || (lf_is_atom(u->lf, against) && against != LF_X && lf_head(u->lf, against).data[0] != '$');
  if (!literal && way(u, 2) == 1) {
    Lf said[] = {bind_has_head(u->binder, form, LF_IT) ? LF_COMPARED : LF_COMPARE,
                 unbind_part(u, item(u, form, 1), SORT_NUM), item(u, form, 2), unbind_part(u, against, SORT_NUM)};
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
      arg = unbind_option_named(s, lf_head(u->lf, value));
      add(&items, value);
      if (!arg || arg->sort == SORT_FLAG) continue;
      value = item(u, form, ++i);
    } else {
      arg = positional(s, &next);
    }
    add(&items, arg ? unbind_part(u, value, arg->sort) : value);
  }
  return list_of(u, &items);
}

Lf unbind_without_option(Unbinder *u, Lf form, Lf name) {
  Items items = {.count = 0};
  for (u32 i = 0; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) == name)
      i++;
    else
      add(&items, item(u, form, i));
  return list_of(u, &items);
}

static Lf modification(Unbinder *u, Lf form) {
  if (is(u, form, LF_GAIN)) return make(u, LF_GAINS, unbind_ability(u, item(u, form, 1)), 0, 0);
  Lf number, each = is(u, form, LF_PT) && !u->x_number ? unbind_pt_each(u, form, &number) : 0;
  if (each) return make(u, LF_PT_EACH, each, unbind_part(u, number, SORT_NUM), 0);
  return unbind_generic(u, form, SORT_MOD);
}

Lf unbind_modifications(Unbinder *u, Lf form, u32 from) {
  Items items = {{LF_LIST}, 1};
  for (u32 i = from; i < lf_count(u->lf, form); i++) add(&items, modification(u, item(u, form, i)));
  return list_of(u, &items);
}

/* --- where X is ------------------------------------------------------------------------------------------------ */

/* Calls a number of what is said next X, or not. */
bool unbind_begin_x(Unbinder *u, Lf form) {
  Lf number = u->x_number ? 0 : unbind_measure(u, form);
  u32 how = number ? way(u, 3) : 0;
  u->x = u->times = 0;
  if (how == 2) u->times = number;
  if (how == 1) u->x_number = number;
  return how == 1;
}

/* Around what was said of X, what X is. */
Lf unbind_end_x(Unbinder *u, Lf said) {
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
                unbind_part(u, factor ? item(u, form, 2) : form, SORT_NUM), 0);
  }
  if (form == u->kept) return make(u, LF_VALUE, form, 0, 0);
  if (form == LF_X && u->removed && way(u, 2) == 1) return make(u, LF_REMOVED_COUNTERS, u->removed, 0, 0);
  if (!unbind_is_x(u, form)) return unbind_generic(u, form, SORT_NUM);
  u->x_number = 0;
  if (!u->x) u->x = unbind_generic(u, what, SORT_NUM);
  u->x_number = what;
  return LF_X;
}

/* Whom the rules that begin at an item of a form are said of, as a description. */
static Lf ruled_of(const Unbinder *u, Lf form, u32 from) {
  Lf rule = item(u, form, from), whom = lf_is_atom(u->lf, rule) ? 0 : item(u, rule, 1);
  return whom && !lf_is_option(u->lf, whom) ? whom : 0;
}

/* Whether rules are said of you first. */
static bool is_of_you(const Unbinder *u, Lf form, u32 from) {
  Lf whom = ruled_of(u, form, from);
  return whom && is(u, whom, LF_IS) && item(u, whom, 1) == LF_YOU;
}

bool unbind_is_of_you(const Unbinder *u, Lf form, u32 from) { return is_of_you(u, form, from); }

/* Rules of a subject; 0 if one isn't about that. */
static Lf rules_of(Unbinder *u, Lf form, u32 from, Lf whom) {
  Items items = {{LF_RULE}, 1};
  bool apart = lf_count(u->lf, form) > from + 1 && way(u, 2) == 1;
  if (apart) items.of[0] = LF_LIST;
  for (u32 i = from; i < lf_count(u->lf, form); i++) {
    Lf rule = item(u, form, i);
    Lf said = item(u, rule, 1) == whom ? bind_with_item(u->binder, rule, 1, LF_SUBJECT)
                                       : bind_put(u->binder, rule, whom, LF_SUBJECT);
    if (said == rule) return 0;
    said = unbind_generic(u, said, SORT_RULE);
    add(&items, apart ? make(u, LF_RULE, said, 0, 0) : said);
  }
  return list_of(u, &items);
}

/* Those whom rules are said of, as the subject of a sentence. */
static Lf subject_of(Unbinder *u, Lf whom) {
  return is(u, whom, LF_IS) && !lf_is_atom(u->lf, whom) ? unbind_object(u, item(u, whom, 1))
                                                        : make(u, LF_EACH, unbind_part(u, whom, SORT_COND), 0, 0);
}

/* Rules of a subject, which goes to `*subject`. */
Lf unbind_rules(Unbinder *u, Lf form, u32 from, Lf *subject) {
  Lf whom = ruled_of(u, form, from), said = whom ? rules_of(u, form, from, whom) : 0;
  if (!said) return 0;
  *subject = subject_of(u, whom);
  return make(u, LF_LIST, said, 0, 0);
}

/* --- abilities ------------------------------------------------------------------------------------------------ */

void unbind_know_target(Unbinder *u, Lf target) {
  Items items = {{LF_TARGET, unbind_part(u, item(u, target, 2), SORT_COND)}, 2};
  for (u32 i = 3; i < lf_count(u->lf, target); i++) add(&items, item(u, target, i));
  Lf max = bind_option(u->binder, target, LF_OPT_MAX), filter = items.of[1];
  bool anywhere = bind_mentions(u->binder, filter, make(u, LF_IN, LF_GRAVEYARD, 0, 0)) &&
                  !bind_mentions(u->binder, filter, LF_OWNED_BY);
  if (anywhere && unbind_is_one(u, max) && is(u, filter, LF_AND) && way(u, 2) == 0)
    items.of[1] = make(u, LF_AND, filter, LF_A_GRAVEYARD, 0);
  unbind_know(u, item(u, target, 1), item(u, target, 2), list_of(u, &items), !unbind_is_one(u, max));
}

/* Which counters X of are removed as a cost; or 0. */
static Lf removed_for_x(const Unbinder *u, Lf cost) {
  Lf act = item(u, cost, 1), found = 0;
  if (is(u, cost, LF_DO) && is(u, act, LF_REMOVE_COUNTERS) && item(u, act, 2) == LF_X) return item(u, act, 1);
  for (u32 i = 1; is(u, cost, LF_COSTS) && i < lf_count(u->lf, cost) && !found; i++)
    found = removed_for_x(u, item(u, cost, i));
  return found;
}

/* An effect with the shuffle of a library that may have been searched. */
static Lf shuffled_behind(Unbinder *u, Lf said) {
  Lf shuffle = u->searched, who = 0;
  if (!shuffle || !said) return said;
  u->searched = 0;
  Lf then = unbind_action_of(u, shuffle, &who);
  return make(u, LF_SEQ, said, make(u, LF_IF_SEARCHED, make(u, LF_ACT, who ? who : LF_YOU, then, 0), 0, 0), 0);
}

/* An ability with an effect: what comes before that, targets, the effect, options. */
static Lf with_effect(Unbinder *u, Lf form) {
  Items items = {{item(u, form, 0)}, 1}, options = {.count = 0};
  bool loyalty = false;
  for (u32 i = 1; i < lf_count(u->lf, form); i++) loyalty |= item(u, form, i) == LF_OPT_LOYALTY;
  u32 i = 1;
  Lf zone = bind_option(u->binder, form, LF_OPT_ZONE), around = u->zone;
  u32 where = zone ? way(u, 3) : 0;
  u->zone = where != 1 ? zone : 0;
  if (is(u, form, LF_TRIGGERED)) add(&items, unbind_event(u, item(u, form, i++)));
  if (is(u, form, LF_ACTIVATED)) {
    Lf price = item(u, form, i++);
    add(&items, unbind_cost(u, price, loyalty));
    u->removed = removed_for_x(u, price);
    /* Only what was sacrificed is spoken of behind a cost as something known. */
    if (!bind_mentions(u->binder, price, make(u, LF_SACRIFICE, LF_SELF, 0, 0))) u->self_again = 0;
  }
  u32 known = u->known_count;
  for (; is(u, item(u, form, i), LF_TARGET); i++) unbind_know_target(u, item(u, form, i));
  Lf effect = item(u, form, i++);
  IrOp op = bind_operation_of(u->binder, form, is(u, form, LF_MODE) ? SORT_MODE : SORT_ABIL);
  for (; i < lf_count(u->lf, form) && op; i++) {
    Lf name = item(u, form, i);
    const IrArg *arg =
        lf_is_option(u->lf, name) ? unbind_option_named(&u->binder->signatures[op], lf_head(u->lf, name)) : NULL;
    if (!arg) u->failed = true;
    if (u->zone && name == LF_OPT_ZONE) {
      i++;
      continue;
    }
    add(&options, name);
    if (arg && arg->sort != SORT_FLAG) add(&options, unbind_part(u, item(u, form, ++i), arg->sort));
  }
  u->searched = 0;
  Lf first = u->known_count > known ? u->known[known].said : 0;
  if (first && is(u, first, LF_TARGET) && way(u, 2) == 1) {
    u->known[known].said = 0;
    add(&items, make(u, LF_SEQ, make(u, LF_CHOOSE_TARGETS, first, 0, 0), unbind_action(u, effect), 0));
  } else {
    add(&items, shuffled_behind(u, unbind_action(u, effect)));
  }
  u->removed = 0;
  for (u32 k = 0; k < options.count; k++) add(&items, options.of[k]);
  u->zone = around;
  Lf said = list_of(u, &items);
  return where == 2 && said ? make(u, LF_ELSEWHERE, said, 0, 0) : said;
}

/* What is done as this enters, and not how it enters: the first of it. */
static Lf done_entering(Unbinder *u, Lf said) {
  Lf first = is(u, said, LF_SEQ) ? item(u, said, 1) : said;
  Str head = lf_head(u->lf, first);
  bool enters = head.length > 6 && memcmp(head.data, "enters", 6) == 0;
  if (!said || enters || way(u, 2) == 0) return said;
  Lf done = make(u, LF_DONE_ENTERING, first, 0, 0);
  return first == said ? done : bind_with_item(u->binder, said, 1, done);
}

static Lf replaced(Unbinder *u, Lf form) {
  Lf happens = item(u, form, 1), inner;
  bool entering = happens == LF_SELF_ENTERS;
  if (entering) u->self_again = LF_SELF;
  bool source = is(u, happens, LF_DAMAGE) && item(u, happens, 1) != LF_ALWAYS && way(u, 2) == 1;
  if (source) happens = bind_with_item(u->binder, happens, 1, make(u, LF_AND, LF_A_SOURCE, item(u, happens, 1), 0));
  happens =
      happens == LF_SELF_ENTERS || way(u, 2) == 0 ? unbind_generic(u, happens, SORT_EVT) : unbind_event(u, happens);
  Lf instead = unbind_action_of(u, item(u, form, 2), &inner);
  if (is(u, instead, LF_ACT) && item(u, instead, 1) == LF_YOU && !lf_is_atom(u->lf, instead))
    instead = item(u, instead, 2);
  if (entering) instead = done_entering(u, instead);
  Items items = {{LF_REPLACEMENT, happens, instead}, 3};
  for (u32 i = 3; i < lf_count(u->lf, form); i++)
    add(&items,
        i > 3 && item(u, form, i - 1) == LF_OPT_IF ? unbind_part(u, item(u, form, i), SORT_COND) : item(u, form, i));
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
  bool x = unbind_begin_x(u, item(u, form, 1));
  *subject = unbind_object(u, objects);
  for (u32 i = 1; i < count && !u->failed; i++) {
    Lf effect = item(u, form, i);
    Lf said = is(u, effect, LF_RULES) ? rules_of(u, effect, 1, whom) : unbind_modifications(u, effect, 2);
    for (u32 k = 1; is(u, said, LF_LIST) && k < lf_count(u->lf, said); k++) add(&parts, item(u, said, k));
    if (!is(u, said, LF_LIST)) add(&parts, said);
    if (!said) u->failed = true;
  }
  Lf said = list_of(u, &parts);
  return x ? unbind_end_x(u, said) : said;
}

/* A static ability that works elsewhere than on the battlefield: that is understood, or a condition. */
static Lf anywhere(Unbinder *u, Lf form) {
  Lf zone = bind_option(u->binder, form, LF_OPT_ZONE);
  if (!zone) return form;
  u32 how = way(u, 3);
  if (how == 0) return form;
  form = unbind_without_option(u, form, LF_OPT_ZONE);
  if (how == 1 || u->failed) return form;
  Lf there = make(u, LF_MATCHES, LF_SELF, make(u, LF_IN, zone, 0, 0), 0),
     asked = bind_option(u->binder, form, LF_OPT_IF);
  if (asked) form = unbind_without_option(u, form, LF_OPT_IF);
  return bind_with_option(u->binder, form, LF_OPT_IF, asked ? make(u, LF_AND, there, asked, 0) : there);
}

static Lf lasting_static(Unbinder *u, Lf form) {
  form = anywhere(u, form);
  if (u->failed) return 0;
  Lf effect = item(u, form, 1), condition = bind_option(u->binder, form, LF_OPT_IF), subject = 0, parts = 0;
  u32 count = lf_count(u->lf, form) - (condition ? 2 : 0);
  bool affects = affects_all(u, form, count);
  if (!affects && (count > 2 || !is(u, effect, LF_RULES) || way(u, 2) == (is_of_you(u, effect, 1) ? 0u : 1u)))
    return unbind_generic(u, form, SORT_ABIL);
  bool first = condition && way(u, 2) == 1;
  Lf asked = first ? unbind_part(u, condition, SORT_COND) : 0;
  parts = affects ? said_of_subject(u, form, count, &subject) : unbind_rules(u, effect, 1, &subject);
  if (condition && !first) asked = unbind_part(u, condition, SORT_COND);
  if (!parts || !subject) u->failed = true;
  return u->failed ? 0 : make(u, LF_CONTINUOUS, subject, parts, asked);
}

Lf unbind_ability(Unbinder *u, Lf form) {
  if (lf_is_atom(u->lf, form)) return form;
  if (is(u, form, LF_LIST)) {
    Items items = {{LF_LIST}, 1};
    for (u32 i = 1; i < lf_count(u->lf, form); i++) add(&items, unbind_ability(u, item(u, form, i)));
    return list_of(u, &items);
  }
  u32 known = u->known_count;
  Lf before = u->self_again;
  if (!is(u, form, LF_MODE)) u->self_again = 0;
  bool effect = is(u, form, LF_SPELL) || is(u, form, LF_TRIGGERED) || is(u, form, LF_ACTIVATED) || is(u, form, LF_MODE);
  Lf said = effect                        ? with_effect(u, form)
            : is(u, form, LF_STATIC)      ? lasting_static(u, form)
            : is(u, form, LF_REPLACEMENT) ? replaced(u, form)
                                          : unbind_generic(u, form, SORT_ABIL);
  if (is(u, form, LF_KEYWORD) && item(u, form, 1) == LF_WARD && item(u, form, 3))
    said = bind_with_item(u->binder, said, 3, make(u, LF_PAYABLE, item(u, said, 3), 0, 0));
  u->known_count = known;
  u->self_again = before;
  return said;
}

static Lf by_sort(Unbinder *u, Lf form, IrSort sort) {
  switch (sort) {
    case SORT_OBJ: return unbind_object(u, form);
    case SORT_ACT: return unbind_action(u, form);
    case SORT_ABIL:
    case SORT_MODE: return unbind_ability(u, form);
    case SORT_COST: return unbind_cost(u, form, false);
    case SORT_EVT: return unbind_event(u, form);
    case SORT_MOD: return modification(u, form);
    case SORT_NUM: return number(u, form);
    case SORT_COND:
    case SORT_TOK:
    case SORT_RULE:
    case SORT_SET:
    case SORT_STATIC: return unbind_generic(u, form, sort);
    default: return form;
  }
}

Lf unbind_part(Unbinder *u, Lf form, IrSort sort) {
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
  u->chosen = u->chosen_by = u->their = u->kept = u->searched = u->removed = 0;
  u->opponents = 0;
  u->each = u->chooser = u->zone = u->x_number = u->x = u->times = u->stuck = u->before = u->run = 0;
  u->joins = false;
  if (u->paid) unbind_cost(u, item(u, u->paid, 1), false);
  u->choices = 0;
  *said = unbind_ability(u, form);
  if (!u->failed) *said = forms_said(u, *said);
  if (u->failed || u->lf->failed) *said = 0;
  return true;
}
