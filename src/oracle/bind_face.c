/* What stands around abilities: conditions that a word before them puts on them, bars of levels that the ones below
   them belong to, modes. */
#include "oracle/bind.h"

static Lf number(Binder *b, u32 n) {
  Text digits;
  text_init(&digits, b->allocator);
  text_addf(&digits, "%u", n);
  Lf form = lf_atom(b->lf, text_str(&digits));
  b->lf->failed |= digits.failed;
  text_free(&digits);
  return form;
}

/* --- conditions on whole abilities -------------------------------------------------------------------------- */

/* A form with an option, together with what the option says already. */
static Lf with_condition(Binder *b, Lf form, Lf name, Lf condition) {
  Lf items[FORM_MAX];
  u32 count = lf_count(b->lf, form), place = bind_option_at(b, form, name);
  if (count + 2 > FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(b->lf, form, i);
  if (place) {
    items[place] = lf_make(b->lf, LF_AND, items[place], condition, 0);
    return lf_list(b->lf, items, count);
  }
  items[count] = name;
  items[count + 1] = condition;
  return lf_list(b->lf, items, count + 2);
}

/* The zone other than the battlefield that a target is in by its description; 0 if it says none. */
static Lf zone_of_target(const Binder *b, Lf ability, Lf target) {
  for (u32 i = 1; i < lf_count(b->lf, ability); i++) {
    Lf part = lf_item(b->lf, ability, i), filter = lf_item(b->lf, part, 2);
    if (!lf_is_list(b->lf, part, LF_TARGET) || lf_item(b->lf, part, 1) != target) continue;
    for (u32 k = 1; lf_is(b->lf, filter, LF_AND) && k < lf_count(b->lf, filter); k++) {
      Lf term = lf_item(b->lf, filter, k);
      if (lf_is_list(b->lf, term, LF_IN) && lf_item(b->lf, term, 1) != LF_BATTLEFIELD) return lf_item(b->lf, term, 1);
    }
  }
  return 0;
}

/* The zone that the effect puts this object onto the battlefield from, together with a target that is there, too. */
static Lf zone_put_from(const Binder *b, Lf ability, Lf form) {
  Lf moved = lf_item(b->lf, form, 1);
  bool puts = lf_is_list(b->lf, form, LF_MOVE) && lf_item(b->lf, form, 2) == LF_BATTLEFIELD &&
              lf_is_list(b->lf, moved, LF_UNION) && lf_item(b->lf, moved, 1) == LF_SELF;
  if (puts) return zone_of_target(b, ability, lf_item(b->lf, moved, 2));
  Lf zone = 0;
  for (u32 i = 1; !lf_is_atom(b->lf, form) && i < lf_count(b->lf, form) && !zone; i++)
    zone = zone_put_from(b, ability, lf_item(b->lf, form, i));
  return zone;
}

Lf bind_works_in(Binder *b, Lf ability) {
  if (bind_option_at(b, ability, LF_OPT_ZONE)) return ability;
  Lf discarded = lf_make(b->lf, LF_DISCARD, LF_SELF, 0, 0);
  bool from_hand = bind_mentions(b, lf_item(b->lf, ability, 1), discarded);
  Lf zone = from_hand ? LF_HAND : zone_put_from(b, ability, ability);
  if (!zone) return ability;
  Lf items[FORM_MAX];
  u32 count = lf_count(b->lf, ability);
  if (count + 2 > FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, ability);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(b->lf, ability, i);
  items[count] = LF_OPT_ZONE;
  items[count + 1] = zone;
  return lf_list(b->lf, items, count + 2);
}

/* An ability that is there as long as a condition is true. */
static Lf while_true(Binder *b, Lf ability, Lf condition) {
  if (lf_is_list(b->lf, ability, LF_STATIC)) return with_condition(b, ability, LF_OPT_IF, condition);
  Lf affect = lf_make(b->lf, LF_AFFECT, LF_SELF, lf_make(b->lf, LF_GAIN, ability, 0, 0), 0);
  Lf zone = bind_option(b, ability, LF_OPT_ZONE); /* there it is gained, too (113.6c) */
  Lf gained = lf_make(b->lf, LF_STATIC, affect, zone ? LF_OPT_ZONE : 0, zone);
  return with_condition(b, gained, LF_OPT_IF, condition);
}

/* (while-true CONDITION ABILITY): this object has the ability as long as that is so. */
Lf noun_while_true(Binder *b, Lf form) {
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  Lf ability = condition ? bind_form(b, lf_item(b->lf, form, 2), SORT_ABIL) : 0;
  if (!ability) return 0;
  if (!lf_is_list(b->lf, ability, LF_LIST)) return while_true(b, ability, condition);
  Lf items[FORM_MAX] = {lf_item(b->lf, ability, 0)};
  u32 count = lf_count(b->lf, ability);
  if (count > FORM_MAX) return bind_refuse(b, "too many abilities", form);
  for (u32 i = 1; i < count; i++) items[i] = while_true(b, lf_item(b->lf, ability, i), condition);
  return lf_list(b->lf, items, count);
}

/* (only-if CONDITION ABILITY): an ability that works only if that is so (719.3b). */
Lf noun_only_if(Binder *b, Lf form) {
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  Lf ability = condition ? bind_form(b, lf_item(b->lf, form, 2), SORT_ABIL) : 0;
  if (!ability) return 0;
  if (lf_is_list(b->lf, ability, LF_ACTIVATED)) return with_condition(b, ability, LF_OPT_CONDITION, condition);
  bool fits = lf_is_list(b->lf, ability, LF_STATIC) || lf_is_list(b->lf, ability, LF_TRIGGERED) ||
              lf_is_list(b->lf, ability, LF_REPLACEMENT);
  return fits ? with_condition(b, ability, LF_OPT_IF, condition) : while_true(b, ability, condition);
}

/* Whether a word before a dash has a meaning of its own: a keyword, or the number of a chapter. */
static bool has_rules(Str label) {
  u32 numerals = 0;
  for (u32 i = 0; i < label.length; i++) numerals += strchr("IVX, ", label.data[i]) != NULL;
  return numerals == label.length || word_find(label, WC_KEYWORD) != W_NONE;
}

/* (flavored NAME ABILITY): a flavor word says nothing (207.2d). */
Lf noun_flavored(Binder *b, Lf form) {
  Str name = lf_head(b->lf, lf_item(b->lf, form, 1));
  if (has_rules((Str){name.data + 1, name.length - 2}))
    return bind_refuse(b, "the words before the dash are a keyword", form);
  return bind_form(b, lf_item(b->lf, form, 2), SORT_ABIL);
}

/* (bar CONDITION): the abilities below it belong to it. (bar-says MOD): what it says besides. */
Lf noun_bar(Binder *b, Lf form) {
  bool says = lf_is_list(b->lf, form, LF_BAR_SAYS);
  Lf item = bind_form(b, lf_item(b->lf, form, 1), says ? SORT_MOD : SORT_COND);
  return item ? lf_make(b->lf, says ? LF_BAR_SAYS : LF_BAR, item, 0, 0) : 0;
}

/* (prototype CLAUSE…): no ability, but characteristics in a box of their own (718.2). */
Lf noun_prototype(Binder *b, Lf form) {
  (void)b;
  return form;
}

/* --- loyalty (606) and modes (700.2) ------------------------------------------------------------------------- */

/* (loyalty-cost N): so many counters are put on, or taken off if it is negative (606.4). */
Lf noun_loyalty_cost(Binder *b, Lf form) {
  Lf n = lf_item(b->lf, form, 1);
  bool variable = lf_is_list(b->lf, n, LF_MINUS);
  Str text = lf_head(b->lf, n);
  bool negative = variable || text.data[0] == '-';
  if (variable)
    n = lf_item(b->lf, n, 2);
  else if (negative)
    n = lf_atom(b->lf, (Str){text.data + 1, text.length - 1});
  Lf items[] = {negative ? LF_REMOVE_COUNTERS : LF_PUT_COUNTERS, LF_LOYALTY, n, LF_SELF};
  return lf_make(b->lf, LF_DO, lf_list(b->lf, items, COUNT_OF(items)), 0, 0);
}

/* (modes MIN MAX [:repeat] MODE…): `all` is as many as there are. */
Lf verb_modes(Binder *b, Lf form) {
  Lf items[FORM_MAX] = {LF_MODAL};
  u32 count = lf_count(b->lf, form), modes = 0;
  if (count > FORM_MAX) return bind_refuse(b, "too many modes", form);
  for (u32 i = 3; i < count; i++) modes += lf_is_list(b->lf, lf_item(b->lf, form, i), LF_MODE);
  Lf all = LF_ALL, every = number(b, modes), spree = LF_SPREE, tiered = LF_TIERED;
  for (u32 i = 1; i < count; i++) items[i] = lf_item(b->lf, form, i);
  for (u32 i = 1; i < 3; i++) {
    if (items[i] == all || items[i] == spree) items[i] = every;
    if (items[i] == tiered) items[i] = number(b, 1);
    /* "Choose any number instead" has it within a condition. */
    if (lf_is_list(b->lf, items[i], LF_NUM_IF) && lf_item(b->lf, items[i], 2) == all) {
      Lf choice[] = {LF_NUM_IF, lf_item(b->lf, items[i], 1), every, lf_item(b->lf, items[i], 3)};
      items[i] = lf_list(b->lf, choice, COUNT_OF(choice));
    }
  }
  return bind_action(b, lf_list(b->lf, items, count));
}

static u32 value_of(const Binder *b, Lf digits) {
  Str text = lf_head(b->lf, digits);
  u32 value = 0;
  for (u32 i = 0; i < text.length && value < 1000; i++) value = value * 10 + (u32)(text.data[i] - '0');
  return value;
}

/* (results SIDES ROW…), a row being (row FIRST LAST ACTION) for some results of the die; together they are all (706.3b). */
Lf verb_results(Binder *b, Lf form) {
  Lf all = 0, roll = LF_VAR_ROLL;
  u32 next = 1;
  for (u32 i = 2; i < lf_count(b->lf, form); i++) {
    Lf row = lf_item(b->lf, form, i), first = lf_item(b->lf, row, 1), last = lf_item(b->lf, row, 2);
    if (value_of(b, first) != next || value_of(b, last) < next)
      return bind_refuse(b, "an earlier result of the die is missing", row);
    next = value_of(b, last) + 1;
    Lf effect = bind_action(b, lf_item(b->lf, row, 3));
    if (!effect) return 0;
    Lf comparison[] = {LF_CMP, roll, first == last ? LF_IS_EQUAL : LF_AT_LEAST, first};
    Lf choice[] = {LF_IF, lf_list(b->lf, comparison, 4), effect, LF_OPT_ELSE, all};
    all = all ? lf_list(b->lf, choice, COUNT_OF(choice)) : effect;
  }
  return next == value_of(b, lf_item(b->lf, form, 1)) + 1 ? all
                                                          : bind_refuse(b, "some results of the die are missing", form);
}

/* (costs-beyond-first (mana MANA)): for each target beyond the first. Generic mana is an increase (601.2f); what else a spell
   costs more is paid as often in addition. */
Lf noun_costs_beyond_first(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  u32 bad;
  Lf beyond = lf_read(lf, STR("(max 0 (- (count (targets-of self)) 1))"), &bad),
     mana = lf_item(lf, lf_item(lf, form, 1), 1);
  Str text = lf_head(lf, mana);
  i64 generic = 0;
  for (u32 i = 1; i + 1 < text.length && generic >= 0; i++)
    generic = text.data[i] >= '0' && text.data[i] <= '9' ? 10 * generic + (text.data[i] - '0') : -1;
  if (generic < 0) return lf_make(lf, LF_ADDITIONAL_COST, lf_make(lf, LF_TIMES, beyond, lf_item(lf, form, 1), 0), 0, 0);
  Lf each = generic == 1 ? beyond : lf_make(lf, LF_STAR, lf_atom(lf, (Str){text.data + 1, text.length - 2}), beyond, 0);
  Lf self = lf_make(lf, LF_IS, LF_SELF, 0, 0);
  return lf_make(lf, LF_STATIC, lf_make(lf, LF_RULES, lf_make(lf, LF_COSTS_MORE, self, each, 0), 0, 0), 0, 0);
}

/* --- the abilities of a face together ------------------------------------------------------------------------ */

static bool ends_bar(const Binder *b, Lf ability) {
  bool level = lf_is_list(b->lf, ability, LF_KEYWORD) && lf_is(b->lf, lf_item(b->lf, ability, 1), LF_CLASS_LEVEL);
  return level || lf_is_list(b->lf, ability, LF_BAR);
}

/* Takes the abilities below a bar together: one static ability has them all. `*at` moves behind them. */
static Lf below_bar(Binder *b, const Lf *abilities, u32 count, u32 *at, Lf box) {
  Lf bar = abilities[(*at)++], items[FORM_MAX] = {LF_AFFECT, LF_SELF};
  u32 n = 2, end = *at;
  while (end < count && !ends_bar(b, abilities[end])) end++;
  for (u32 i = 1; end == count && box && i < lf_count(b->lf, box); i++) items[n++] = lf_item(b->lf, box, i);
  for (; *at < end && n < FORM_MAX; (*at)++) {
    Lf ability = abilities[*at];
    items[n++] =
        lf_is_list(b->lf, ability, LF_BAR_SAYS) ? lf_item(b->lf, ability, 1) : lf_make(b->lf, LF_GAIN, ability, 0, 0);
  }
  if (n == 2 || n == FORM_MAX) return bind_refuse(b, "there is nothing for this to apply to", bar);
  return with_condition(b, lf_make(b->lf, LF_STATIC, lf_list(b->lf, items, n), 0, 0), LF_OPT_IF,
                        lf_item(b->lf, bar, 1));
}

bool bind_face(Binder *b, Lf *abilities, u32 *first, u32 *count, Lf box) {
  b->refusal = NULL;
  u32 kept = 0;
  bool barred = false;
  for (u32 at = 0; at < *count;) {
    Lf ability = abilities[at];
    first[kept] = at;
    if (lf_is_list(b->lf, ability, LF_BAR_SAYS)) return bind_refuse(b, "there is no bar above this", ability) != 0;
    bool bar = lf_is_list(b->lf, ability, LF_BAR);
    if (bar)
      ability = below_bar(b, abilities, *count, &at, box);
    else
      at++;
    if (!ability) return false;
    barred |= bar;
    abilities[kept++] = ability;
  }
  if (box && !barred) return bind_refuse(b, "there is no bar beside this", box) != 0;
  first[kept] = *count;
  *count = kept;
  return true;
}
