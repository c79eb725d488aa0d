/* Choosing a set of objects by single choices, and ordering objects.

   A set is chosen in canonical order: after the k-th candidate only later ones are offered, so that every
   set has one path. An option is offered only if the set can still be completed to between min and max that
   meets the set condition. Candidates and what is chosen are rows of T_CHOSEN: first all candidates, then
   the chosen ones, so that frames nest like the stack they are. */
#include "cards/ir_args.h"
#include "rules/cast/casting.h"
#include "rules/rules.h"
#include "state/objects.h"

/* Locals of PROC_CHOOSE and PROC_ORDER. */
enum {
  L_BASE,  /* first candidate row of T_CHOSEN */
  L_COUNT, /* number of candidates */
  L_MIN,
  L_MAX,
  L_AT,   /* the next candidate that may be chosen */
  L_KIND, /* DecisionKind | player << 8 */
  L_SOURCE,
  L_GROUP,
  L_RULE,  /* index into RULES */
  L_TAKEN, /* how many are chosen */
};

/* Decisions cite rules as static strings; frames hold numbers. The rules choosing may cite. */
static const char *const CITED[] = {"608.2d", "601.2c",  "601.2h", "701.23", "603.3b", "701.9b",
                                    "704.5j", "701.21",  "701.22", "701.25", "401.4",  "101.4",
                                    "613.7m", "614.12a", "514.1",  "701.34", "103.5",  "502.3"};

static u32 cite_index(const char *rule) {
  for (u32 i = 0; i < COUNT_OF(CITED); i++)
    if (strcmp(CITED[i], rule) == 0) return i;
  return 0;
}

static u32 choice_frame(Game *g, Proc proc, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule) {
  u32 base = table_add(g, T_CHOSEN, count);
  u32 from = scratch_count(g) - count;
  for (u32 i = 0; i < count; i++) {
    *row_CHOSEN(g, base + i) = (Option){.kind = OPTION_REF, .ref = scratch_get(g, from + i)};
  }
  scratch_release(g, from);
  u32 index = frame_push(g, proc, 0, 0);
  i64 *a = frame_at(g, index)->a;
  a[L_BASE] = base;
  a[L_COUNT] = count;
  a[L_KIND] = (i64)kind | (i64)player << 8;
  a[L_SOURCE] = (i64)source;
  a[L_GROUP] = decide_group(g);
  a[L_RULE] = cite_index(rule);
  return base + count;
}

u32 choose_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, i64 min, i64 max, Node set, Heap env,
                 const char *rule) {
  u32 chosen = choice_frame(g, PROC_CHOOSE, kind, player, source, count, rule);
  Frame *f = frame_top(g);
  f->node = set;
  f->env = env;
  f->a[L_MAX] = num_max(0, num_min(max, count));
  f->a[L_MIN] = num_max(0, num_min(min, f->a[L_MAX]));
  return chosen;
}

u32 order_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule) {
  u32 chosen = choice_frame(g, PROC_ORDER, kind, player, source, count, rule);
  frame_top(g)->a[L_MIN] = frame_top(g)->a[L_MAX] = count;
  return chosen;
}

Ref choose_get(const Game *g, u32 base, u32 i) { return row_CHOSEN(g, base + i)->ref; }

void choose_end(Game *g, u32 base) {
  /* The candidates lie below `base`; their number is kept in the first row beyond the chosen. */
  u32 last = count_of(g, T_CHOSEN) - 1;
  u32 candidates = row_CHOSEN(g, last)->a;
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (base - candidates));
}

u32 choose_candidates(const Game *g, u32 *first) {
  const Frame *f = count_of(g, T_FRAMES) ? frame_top(g) : NULL;
  if (!f || f->proc != PROC_CHOOSE) return 0;
  *first = (u32)f->a[L_BASE];
  return (u32)f->a[L_COUNT];
}

/* --- sets that can be completed -------------------------------------------------------------- */

/* Whether two objects can't be in the same set. */
static bool set_pair_conflict(const Eval *e, Node set, Ref a, Ref b) {
  const Chars *ca = eval_chars(e, a), *cb = eval_chars(e, b);
  const CardDb *db = e->g->db;
  switch (node_op(db, set)) {
    case IR_SET_DIFFERENT_NAMES: return ca && cb && chars_share_name(e->g, ca, cb);
    case IR_SET_DIFFERENT_CONTROLLERS: return eval_controller(e, a) == eval_controller(e, b);
    case IR_SET_SAME_CONTROLLER: return eval_controller(e, a) != eval_controller(e, b);
    case IR_SET_DIFFERENT_MANA_VALUES: return ca && cb && mana_value_of(e, a) == mana_value_of(e, b);
    default: return false;
  }
}

/* How many sets are paid for on trial before none is taken to be affordable. */
enum { PRICED_SETS = 256 };

typedef struct SetSearch {
  const Eval *e;
  Node set;
  u32 base, count; /* candidates */
  i64 max;         /* how many can be picked */
  bool priced;     /* of targets: with which what is announced must be affordable … */
  bool falls;      /* … and may be cheaper with more of them */
  u32 n;
  u32 budget;              /* candidates looked at before a set is taken to be completable */
  Ref picked[SET_OBJECTS]; /* the set so far */
} SetSearch;

static void set_pick(SetSearch *s, Ref ref) {
  if (s->n == COUNT_OF(s->picked)) game_fail(s->e->g, GAVEL_E_LIMIT, "objects of a set with a condition");
  s->picked[s->n++] = ref;
}

static i64 set_each(const SetSearch *s, Ref ref) {
  Eval e = *s->e;
  e.it = ref;
  return eval_num(&e, node_arg(e.g->db, s->set, 0));
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

/* Whether the picked objects may be part of a legal set. Totals with negative members are judged only as a
   whole, in set_legal. */
static bool set_partial(const SetSearch *s) {
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

static bool set_legal(const SetSearch *s) {
  if (s->priced && !targets_affordable(s->e->g, s->picked, s->n)) return false;
  IrOp op = s->set ? node_op(s->e->g->db, s->set) : IR_NONE;
  if (op != IR_SET_TOTAL_AT_MOST && op != IR_SET_TOTAL_AT_LEAST) return true;
  i64 total = 0;
  for (u32 i = 0; i < s->n; i++) total = num_add(total, set_each(s, s->picked[i]), NULL);
  i64 limit = eval_num(s->e, node_arg(s->e->g->db, s->set, 1));
  return op == IR_SET_TOTAL_AT_MOST ? total <= limit : total >= limit;
}

/* What has been picked is written as it is picked. */
static void set_search_init(SetSearch *s, const Eval *e, Node set) {
  s->e = e;
  s->set = set;
  s->base = s->count = s->n = 0;
  s->max = INT64_MAX;
  s->priced = s->falls = false;
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

/* Whether candidates from `at` on complete the picked ones to at least `min` that form a legal set. */
static bool set_completes(SetSearch *s, u32 at, i64 min) {
  if (s->n >= min && set_legal(s)) return true;
  if (s->n >= s->max || (s->priced && !s->falls && !s->set && s->n >= min)) return false;
  for (u32 i = at; i < s->count; i++) {
    if (s->budget == 0) return false;
    s->budget--;
    set_pick(s, row_CHOSEN(s->e->g, s->base + i)->ref);
    bool found = set_partial(s) && set_completes(s, i + 1, min);
    s->n--;
    if (found) return true;
  }
  return false;
}

/* Of the frame that chooses, which is the top one. */
static void set_search(SetSearch *s, const Eval *e) {
  const Frame f = *frame_top(e->g);
  set_search_init(s, e, f.node);
  s->base = (u32)f.a[L_BASE];
  s->count = (u32)f.a[L_COUNT];
  s->max = f.a[L_MAX];
  s->priced = f.flags & FRAME_PRICED;
  if (s->priced) s->budget = PRICED_SETS;
  s->falls = s->priced && targets_may_be_cheaper(e->g);
  u32 taken = s->set || s->priced ? (u32)f.a[L_TAKEN] : 0;
  for (u32 i = 0; i < taken; i++) set_pick(s, row_CHOSEN(e->g, s->base + s->count + i)->ref);
}

/* --- players who leave the game ------------------------------------------------------------------ */

/* A candidate that is no longer in the game: its row has no reference any more. */
static bool candidate_gone(const Game *g, u32 base, u32 i) { return row_CHOSEN(g, base + i)->ref == REF_NONE; }

static u32 candidates_from(const Game *g, const Frame *f, u32 i) {
  u32 n = 0;
  for (; i < (u32)f->a[L_COUNT]; i++) n += !candidate_gone(g, (u32)f->a[L_BASE], i);
  return n;
}

bool choice_asked_anew(Game *g) {
  Frame *f = frame_top(g);
  if (f->proc != PROC_CHOOSE && f->proc != PROC_ORDER) return false;
  u32 base = (u32)f->a[L_BASE];
  for (u32 i = 0; i < (u32)f->a[L_COUNT]; i++) {
    Ref ref = row_CHOSEN(g, base + i)->ref;
    if (!ref_is_player(ref) && !object_live(g, ref)) row_CHOSEN(g, base + i)->ref = REF_NONE;
    if (ref_is_player(ref) && !player_in_game(g, ref_slot(ref))) row_CHOSEN(g, base + i)->ref = REF_NONE;
  }
  f->a[L_MIN] = num_min(f->a[L_MIN], f->a[L_TAKEN] + candidates_from(g, f, (u32)f->a[L_AT]));
  core(g)->decision.kind = DECISION_NONE;
  f->step = 0;
  return true;
}

/* --- the procedures --------------------------------------------------------------------------- */

static void choice_begin(Game *g, const Frame *f) {
  i64 kind = f->a[L_KIND];
  u32 group = (u32)f->a[L_GROUP];
  i64 min = f->a[L_MIN], max = f->a[L_MAX], taken = f->a[L_TAKEN];
  decide_begin(g, (DecisionKind)(kind & 0xff), (u32)(kind >> 8), (Ref)f->a[L_SOURCE], CITED[f->a[L_RULE]]);
  Decision *d = &core(g)->decision;
  d->group = group;
  d->min = min;
  d->max = max;
  d->chosen = (u32)taken;
  if (frame_top(g)->flags & FRAME_HIDES) d->flags |= DECIDE_HIDDEN;
}

/* Leaves the number of candidates in a row behind the chosen, for choose_end. */
static Flow choice_finish(Game *g) {
  Frame *f = frame_top(g);
  u32 candidates = (u32)f->a[L_COUNT];
  i64 taken = f->a[L_TAKEN];
  chosen_add(g, (Option){.a = candidates});
  frame_return(g, taken);
  return FLOW_STEP;
}

/* There is nothing to choose. */
static Flow choice_void(Game *g) {
  core(g)->decision.kind = DECISION_NONE;
  return choice_finish(g);
}

static void choice_take(Game *g, u32 candidate) {
  Ref ref = row_CHOSEN(g, (u32)frame_top(g)->a[L_BASE] + candidate)->ref;
  chosen_add(g, (Option){.kind = OPTION_REF, .ref = ref});
  Frame *f = frame_top(g);
  f->a[L_TAKEN]++;
  f->a[L_AT] = candidate + 1;
}

Flow proc_CHOOSE(Game *g, Frame *f) {
  if (f->step == 1) { /* an answer has come */
    f->step = 0;
    const Option taken = *decide_taken(g);
    if (taken.kind == OPTION_DONE) return choice_finish(g);
    choice_take(g, taken.a);
    return FLOW_STEP;
  }
  Eval e = f->env ? eval_of_env(g, f->env) : (Eval){.g = g};
  u32 at = (u32)f->a[L_AT], count = (u32)f->a[L_COUNT], base = (u32)f->a[L_BASE];
  i64 min = f->a[L_MIN], max = f->a[L_MAX], taken = f->a[L_TAKEN];
  if (taken >= max || at >= count) return choice_finish(g);
  f->step = 1;
  SetSearch s;
  set_search(&s, &e);
  bool done = taken >= min && set_legal(&s);
  i64 left = candidates_from(g, frame_top(g), at);
  choice_begin(g, frame_top(g));
  if (done) decide_simple(g, OPTION_DONE);
  for (u32 i = at; i < count; i++) {
    if (candidate_gone(g, base, i)) continue;
    bool offer = taken + left-- >= min;
    if (s.set || s.priced) {
      set_pick(&s, row_CHOSEN(g, base + i)->ref);
      offer = set_partial(&s) && set_completes(&s, i + 1, min);
      s.n--;
    }
    if (offer) decide_option(g, (Option){.kind = OPTION_REF, .ref = row_CHOSEN(g, base + i)->ref, .a = i});
  }
  /* If no set of that size exists, as many as there can be. */
  return count_of(g, T_OPTIONS) ? decide_end(g) : choice_void(g);
}

/* Orders all candidates: each step offers those not yet placed. Placed candidates are marked in `n`. */
Flow proc_ORDER(Game *g, Frame *f) {
  u32 base = (u32)f->a[L_BASE], count = (u32)f->a[L_COUNT];
  if (f->step == 1) {
    f->step = 0;
    u32 candidate = decide_taken(g)->a;
    row_CHOSEN(g, base + candidate)->n = 1;
    choice_take(g, candidate);
    return FLOW_STEP;
  }
  if (f->a[L_TAKEN] == count) return choice_finish(g);
  f->step = 1;
  choice_begin(g, f);
  for (u32 i = 0; i < count; i++) {
    const Option *row = row_CHOSEN(g, base + i);
    if (row->n == 0 && row->ref) decide_option(g, (Option){.kind = OPTION_REF, .ref = row->ref, .a = i});
  }
  return count_of(g, T_OPTIONS) ? decide_end(g) : choice_void(g);
}
