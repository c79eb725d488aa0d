/* Numbers that are said apart from what is done so often: "for each creature", "where X is your life total". */
#include "oracle/unbind.h"

static bool is(const Unbinder *u, Lf form, Lf head) { return lf_is_list(u->lf, form, head); }

/* Whether this is at least 0, as a number is that changes power or toughness (107.1b): what it is otherwise; or 0. */
static Lf of_at_least_0(const Unbinder *u, Lf form) {
  bool bound = is(u, form, LF_MAX) && lf_count(u->lf, form) == 3 && lf_item(u->lf, form, 1) == LF_N0;
  return bound ? lf_item(u->lf, form, 2) : 0;
}

bool unbind_is_x(const Unbinder *u, Lf form) {
  return u->x_number && (form == u->x_number || of_at_least_0(u, form) == u->x_number);
}

/* Without what the words around X say themselves. */
static Lf plain(const Unbinder *u, Lf number) {
  Lf inner = of_at_least_0(u, number);
  if (inner) return inner;
  bool less = is(u, number, LF_MINUS) && lf_count(u->lf, number) == 3 && lf_item(u->lf, number, 1) == LF_N0;
  Lf of = less ? lf_item(u->lf, number, 2) : 0;
  return of && !lf_is_atom(u->lf, of) ? plain(u, of) : number;
}

/* How many targets there are of a variable, if that is to be said with it; or 0. */
static Lf of_target(const Unbinder *u, Lf variable) {
  for (u32 i = 0; i < u->known_count; i++) {
    const Known *k = &u->known[i];
    if (k->variable != variable || !is(u, k->said, LF_TARGET)) continue;
    Lf most = bind_option(u->binder, k->said, LF_OPT_MAX);
    return most && !lf_is_atom(u->lf, most) ? plain(u, most) : 0;
  }
  return 0;
}

Lf unbind_measure(const Unbinder *u, Lf form) {
  static const Lf OTHERS[] = {LF_SPELL, LF_TRIGGERED, LF_ACTIVATED, LF_STATIC, LF_REPLACEMENT, LF_KEYWORD};
  if (bind_is_any(u->binder, form, OTHERS, COUNT_OF(OTHERS))) return 0;
  Lf found = 0;
  for (u32 i = is(u, form, LF_CMP) ? 3 : 1; i < lf_count(u->lf, form) && !found; i++) {
    Lf item = lf_item(u->lf, form, i);
    if (lf_is_atom(u->lf, item)) found = of_target(u, item);
    if (lf_is_atom(u->lf, item)) continue;
    found = bind_operation_of(u->binder, item, SORT_NUM) ? plain(u, item) : unbind_measure(u, item);
  }
  return found;
}

static bool is_figure(const Unbinder *u, Lf number) {
  return lf_is_atom(u->lf, number) && (number == LF_X || strchr("-*0123456789", lf_head(u->lf, number).data[0]));
}

/* What a number is a multiple of, which goes to `*of`, and how many times that; 0 if it is a figure other than 0, or less
   than a number. */
static Lf times(const Unbinder *u, Lf number, Lf *of) {
  if (number == LF_N0) return number;
  if (is_figure(u, number) || is(u, number, LF_MINUS)) return 0;
  bool factor = is(u, number, LF_STAR) && lf_count(u->lf, number) == 3;
  Lf by = factor ? lf_item(u->lf, number, 1) : LF_N1, what = factor ? lf_item(u->lf, number, 2) : number;
  if (!lf_is_atom(u->lf, by) || (*of && *of != what)) return 0;
  *of = what;
  return by;
}

Lf unbind_pt_each(const Unbinder *u, Lf change, Lf *number) {
  *number = 0;
  Lf power = times(u, lf_item(u->lf, change, 1), number);
  Lf toughness = power ? times(u, lf_item(u->lf, change, 2), number) : 0;
  return toughness && *number ? lf_make(u->lf, LF_PT, power, toughness, 0) : 0;
}
