/* Choosing a set of objects, among them targets, by single choices. */
#include "rules/cast/casting.h"

/* How many sets are paid for on trial before none is taken to be affordable. */
enum { PRICED_SETS = 256 };

/* Of the frame that chooses, which is the top one. */
static void set_search(SetSearch *s, const Eval *e) {
  const Frame f = *frame_top(e->g);
  set_search_init(s, e, f.node);
  s->base = (u32)f.a[CHOICE_BASE];
  s->count = (u32)f.a[CHOICE_COUNT];
  s->max = f.a[CHOICE_MAX];
  s->affordable = f.flags & FRAME_PRICED ? targets_affordable : NULL;
  if (s->affordable) s->budget = PRICED_SETS;
  s->falls = s->affordable && targets_may_be_cheaper(e->g);
  u32 taken = s->set || s->affordable ? (u32)f.a[CHOICE_TAKEN] : 0;
  for (u32 i = 0; i < taken; i++) set_pick(s, row_CHOSEN(e->g, s->base + s->count + i)->option.ref);
}

/* Whether the picked objects, a candidate and some that follow it form a legal set. */
static bool candidate_completes(SetSearch *s, u32 i, i64 min) {
  set_pick(s, row_CHOSEN(s->e->g, s->base + i)->option.ref);
  bool completes = set_partial(s) && set_completes(s, i + 1, min);
  s->n--;
  return completes;
}

#ifdef GAVEL_CHECKED
enum { SETS_TRIED_AGAIN = 64 };

/* Whether trying set after set finds what was found by counting. */
static bool tried_alike(SetSearch *s, u32 i, i64 min, bool found) {
  if (s->n + SETS_TRIED_AGAIN >= SET_OBJECTS) return true;
  s->budget = SETS_TRIED_AGAIN;
  return candidate_completes(s, i, min) == found || (found && s->budget == 0);
}
#endif

Flow proc_CHOOSE(Game *g, Frame *f) {
  if (f->step == CHOICE_ASKED) { /* an answer has come */
    f->step = CHOICE_ASK;
    const Option taken = *decide_taken(g);
    if (taken.kind == OPTION_DONE) return choice_finish(g);
    choice_take(g, taken.a);
    return FLOW_STEP;
  }
  Eval e = f->env ? eval_of_env(g, f->env) : (Eval){.g = g};
  u32 at = (u32)f->a[CHOICE_AT], count = (u32)f->a[CHOICE_COUNT], base = (u32)f->a[CHOICE_BASE];
  i64 min = f->a[CHOICE_MIN], max = f->a[CHOICE_MAX], taken = f->a[CHOICE_TAKEN];
  if (taken >= max || at >= count) return choice_finish(g);
  f->step = CHOICE_ASKED;
  SetSearch s;
  set_search(&s, &e);
  bool done = taken >= min && set_legal(&s);
  i64 left = choice_candidates_from(g, frame_top(g), at);
  choice_begin(g, frame_top(g));
  if (done) decide_simple(g, OPTION_DONE);
  bool counted = set_is_total(g->db, s.set) && !s.affordable;
  u32 mark = scratch_mark(g);
  SetTotals totals;
  if (counted) set_totals_begin(&totals, &s, at);
  for (u32 i = at; i < count; i++) {
    if (choice_candidate_gone(g, base, i)) continue;
    bool offer = taken + left-- >= min;
    if (counted)
      offer = set_totals_pass(&totals, i, min);
    else if (s.set || s.affordable)
      offer = candidate_completes(&s, i, min);
#ifdef GAVEL_CHECKED
    ASSERT(!counted || tried_alike(&s, i, min, offer));
#endif
    if (offer) decide_option(g, (Option){.kind = OPTION_REF, .ref = row_CHOSEN(g, base + i)->option.ref, .a = i});
  }
  scratch_release(g, mark);
  /* If no set of that size exists, as many as there can be. */
  return count_of(g, T_OPTIONS) ? decide_end(g) : choice_void(g);
}
