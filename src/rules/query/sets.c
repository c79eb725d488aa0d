#include "rules/query/sets.h"

#include "cards/ir_args.h"
#include "rules/query/layers/layers.h"

/* What the number of a set is of one object. */
i64 set_each(const Eval *of, Node set, Ref ref) {
  Eval e = *of;
  e.it = ref;
  return eval_num(&e, node_arg(e.g->db, set, 0));
}

/* Whether two objects can't be in the same set. */
static bool set_pair_conflict(const Eval *e, Node set, Ref a, Ref b) {
  const CardDb *db = e->g->db;
  switch (node_op(db, set)) {
    case IR_SET_DIFFERENT_NAMES: return eval_share_name(e, a, b);
    case IR_SET_ONE_OF_EACH:
    case IR_SET_DIFFERENT_CONTROLLERS: return eval_controller(e, a) == eval_controller(e, b);
    case IR_SET_SAME_CONTROLLER: return eval_controller(e, a) != eval_controller(e, b);
    case IR_SET_DIFFERENT: return set_each(e, set, a) == set_each(e, set, b);
    default: return false;
  }
}

void set_pick(SetSearch *s, Ref ref) {
  if (s->n == COUNT_OF(s->picked)) game_fail(s->e->g, GAVEL_E_LIMIT, "objects of a set with a condition");
  s->picked[s->n++] = ref;
}

/* Of `one-each` conditions: whether the picked objects can be matched to different kinds. */
static bool one_each_match(const SetSearch *s, u32 i, u64 used) {
  const CardDb *db = s->e->g->db;
  if (i == s->n) return true;
  u32 kinds = node_argc(db, s->set);
  for (u32 k = 0; k < kinds; k++) {
    if (used >> k & 1 || !eval_matches(s->e, node_arg(db, s->set, k), s->picked[i])) continue;
    if (one_each_match(s, i + 1, used | (u64)1 << k)) return true;
  }
  return false;
}

static bool has_subtype_of(const u64 *subtypes, SubtypeClass class) {
  Word first = word_subtype_first(class);
  for (u32 i = 0; i < word_subtype_count(class); i++) {
    u32 b = subtype_bit((Word)(first + i));
    if (subtypes[b >> 6] >> (b & 63) & 1) return true;
  }
  return false;
}

/* Whether there is one of an aspect that all of the picked objects have. */
static bool shared_by_all(const SetSearch *s) {
  Chars all = {.colors = (u8)-1, .types = (u16)-1};
  memset(all.subtypes, 0xff, sizeof all.subtypes);
  for (u32 i = 0; i < s->n; i++) {
    const Chars *c = eval_chars(s->e, s->picked[i]);
    all.colors &= c ? c->colors : 0;
    all.types &= c ? c->types : 0;
    for (u32 w = 0; w < COUNT_OF(all.subtypes); w++) all.subtypes[w] &= c ? c->subtypes[w] : 0;
  }
  if (s->n == 0) return true;
  switch ((Word)node_arg(s->e->g->db, s->set, ARG_SET_SHARED_WHAT)) {
    case W_A_COLOR: return all.colors != 0;
    case W_A_CARD_TYPE: return all.types != 0;
    case W_A_CREATURE_TYPE: return has_subtype_of(all.subtypes, SUB_CREATURE);
    case W_A_LAND_TYPE: return has_subtype_of(all.subtypes, SUB_LAND);
    default: return false;
  }
}

bool set_partial(const SetSearch *s) {
  if (!s->set) return true;
  switch (node_op(s->e->g->db, s->set)) {
    case IR_SET_SHARED: return shared_by_all(s);
    case IR_SET_ONE_EACH: return one_each_match(s, 0, 0);
    case IR_SET_TOTAL_AT_MOST:
    case IR_SET_TOTAL_AT_LEAST: return true;
    default:
      for (u32 i = 0; i + 1 < s->n; i++)
        if (set_pair_conflict(s->e, s->set, s->picked[i], s->picked[s->n - 1])) return false;
      return true;
  }
}

static bool set_affordable(SetSearch *s) {
  if (!s->affordable) return true;
  if (s->alike && s->alike_n == s->n) {
#ifdef GAVEL_CHECKED
    bool alike;
    ASSERT(s->affordable(s->e->g, s->picked, s->n, &alike) == s->alike_answer);
#endif
    return s->alike_answer;
  }
  s->alike_answer = s->affordable(s->e->g, s->picked, s->n, &s->alike);
  s->alike_n = s->n;
  return s->alike_answer;
}

bool set_is_total(const CardDb *db, Node set) {
  IrOp op = set ? node_op(db, set) : IR_NONE;
  return op == IR_SET_TOTAL_AT_MOST || op == IR_SET_TOTAL_AT_LEAST;
}

bool set_total_holds(const Eval *e, Node set, i64 total) {
  i64 limit = eval_num(e, node_arg(e->g->db, set, 1));
  return node_op(e->g->db, set) == IR_SET_TOTAL_AT_MOST ? total <= limit : total >= limit;
}

bool set_legal(SetSearch *s) {
  if (!set_affordable(s)) return false;
  if (!set_is_total(s->e->g->db, s->set)) return true;
  i64 total = 0;
  for (u32 i = 0; i < s->n; i++) total = num_add(total, set_each(s->e, s->set, s->picked[i]), NULL);
  return set_total_holds(s->e, s->set, total);
}

void set_search_init(SetSearch *s, const Eval *e, Node set) {
  s->e = e;
  s->set = set;
  s->base = s->count = s->n = 0;
  s->max = INT64_MAX;
  s->affordable = NULL;
  s->falls = s->alike = s->alike_answer = false;
  s->alike_n = 0;
  s->budget = 1u << 20;
}

bool set_holds(const Eval *e, Node set, const Ref *refs, u32 n) {
  if (!set) return true;
  SetSearch s;
  set_search_init(&s, e, set);
  for (u32 i = 0; i < n; i++) {
    set_pick(&s, refs[i]);
    if (!set_partial(&s)) return false;
  }
  return set_legal(&s);
}

/* REF_NONE if it is gone. */
static Ref set_candidate(const SetSearch *s, u32 i) { return row_CHOSEN(s->e->g, s->base + i)->option.ref; }

bool set_completes(SetSearch *s, u32 at, i64 min) {
  if (s->n >= min && set_legal(s)) return true;
  if (s->n >= s->max || (s->affordable && !s->falls && !s->set && s->n >= min)) return false;
  for (u32 i = at; i < s->count; i++) {
    if (s->budget == 0) return false;
    s->budget--;
    Ref ref = set_candidate(s, i);
    if (ref == REF_NONE) continue;
    set_pick(s, ref);
    bool found = set_partial(s) && set_completes(s, i + 1, min);
    s->n--;
    if (found) return true;
  }
  return false;
}

/* --- sets that count together ------------------------------------------------------------------------------ */

/* Numbers as words that sort the most useful first, and back. */
static u64 useful_of(const SetTotals *t, i64 value) {
  u64 word = (u64)value ^ (u64)1 << 63;
  return t->most ? word : ~word;
}

static i64 value_of(const SetTotals *t, u64 useful) { return (i64)((t->most ? useful : ~useful) ^ (u64)1 << 63); }

void set_totals_begin(SetTotals *t, SetSearch *s, u32 at) {
  Game *g = s->e->g;
  *t = (SetTotals){.s = s, .most = node_op(g->db, s->set) == IR_SET_TOTAL_AT_MOST, .mark = scratch_mark(g)};
  t->limit = eval_num(s->e, node_arg(g->db, s->set, 1));
  for (u32 i = 0; i < s->n; i++) t->picked = num_add(t->picked, set_each(s->e, s->set, s->picked[i]), NULL);
  for (u32 i = at; i < s->count; i++) {
    Ref ref = set_candidate(s, i);
    if (ref != REF_NONE) scratch_push(g, useful_of(t, set_each(s->e, s->set, ref)));
  }
  t->count = scratch_count(g) - t->mark;
  sort_u64(g->scratch.data + t->mark, t->count);
}

/* Takes a number off the sorted list. */
static void totals_drop(SetTotals *t, u64 useful) {
  u64 *words = t->s->e->g->scratch.data + t->mark;
  u32 low = 0, high = t->count;
  while (low < high) {
    u32 middle = low + (high - low) / 2;
    if (words[middle] < useful)
      low = middle + 1;
    else
      high = middle;
  }
  ASSERT(low < t->count && words[low] == useful);
  t->count--;
  memmove(words + low, words + low + 1, (t->count - low) * sizeof *words);
}

bool set_totals_pass(SetTotals *t, u32 candidate, i64 min) {
  const SetSearch *s = t->s;
  i64 value = set_each(s->e, s->set, set_candidate(s, candidate));
  totals_drop(t, useful_of(t, value));
  i64 total = num_add(t->picked, value, NULL), most = s->max - s->n - 1, least = num_max(0, num_max(0, min) - s->n - 1);
  if (least > t->count || least > most) return false;
  for (u32 i = 0; i < t->count && i < most; i++) {
    i64 next = value_of(t, scratch_get(s->e->g, t->mark + i));
    if (i >= least && (t->most ? next >= 0 : next <= 0)) break;
    total = num_add(total, next, NULL);
  }
  return t->most ? total <= t->limit : total >= t->limit;
}
