/* Choosing a set of objects one by one, and ordering objects.

   A set is chosen in canonical order: after the k-th candidate only later ones are offered, so there is one path to
   every set. Rows of T_CHOSEN hold all candidates, followed by the chosen ones, so that choices nest like frames. */
#include "rules/kernel/choice.h"

#include "rules/kernel/kernel.h"
#include "state/objects.h"

/* The rules that choices may cite. Decisions need static strings, and frames store one byte: the index. */
static const char *const CITED[] = {"608.2d", "601.2c",  "601.2h", "701.23", "603.3b", "701.9b",
                                    "704.5j", "701.21",  "701.22", "701.25", "401.4",  "101.4",
                                    "613.7m", "614.12a", "514.1",  "701.34", "103.5",  "502.3"};

static i64 rule_bytes(const char *rule) {
  u64 bytes = 0;
  for (u32 i = 0; rule[i] && i < 7; i++) bytes |= (u64)(u8)rule[i] << 8 * i;
  return (i64)bytes;
}

static const char *rule_cited(i64 bytes) {
  for (u32 i = 0; i < COUNT_OF(CITED); i++)
    if (rule_bytes(CITED[i]) == bytes) return CITED[i];
  return CITED[0];
}

static u32 choice_frame(Game *g, Proc proc, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule) {
  u32 base = table_add(g, T_CHOSEN, count);
  u32 from = scratch_count(g) - count;
  for (u32 i = 0; i < count; i++) {
    row_CHOSEN(g, base + i)->option = (Option){.kind = OPTION_REF, .ref = scratch_get(g, from + i)};
  }
  scratch_release(g, from);
  u32 index = frame_push(g, proc, 0, 0);
  i64 *a = frame_at(g, index)->a;
  a[CHOICE_BASE] = base;
  a[CHOICE_COUNT] = count;
  a[CHOICE_KIND] = (i64)kind | (i64)player << 8;
  a[CHOICE_SOURCE] = (i64)source;
  a[CHOICE_GROUP] = decide_group(g);
  a[CHOICE_RULE] = rule_bytes(rule);
  return base + count;
}

u32 choose_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, i64 min, i64 max, Node set, Heap env,
                 const char *rule) {
  u32 chosen = choice_frame(g, PROC_CHOOSE, kind, player, source, count, rule);
  Frame *f = frame_top(g);
  f->node = set;
  f->env = env;
  f->a[CHOICE_MAX] = num_max(0, num_min(max, count));
  f->a[CHOICE_MIN] = num_max(0, num_min(min, f->a[CHOICE_MAX]));
  return chosen;
}

u32 order_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule) {
  u32 chosen = choice_frame(g, PROC_ORDER, kind, player, source, count, rule);
  frame_top(g)->a[CHOICE_MIN] = frame_top(g)->a[CHOICE_MAX] = count;
  return chosen;
}

Ref choose_get(Game *g, u32 base, u32 i) {
  SOUND(g, (u64)base + i < count_of(g, T_CHOSEN) && row_CHOSEN(g, base + i)->kind == OPTION_REF);
  return row_CHOSEN(g, base + i)->option.ref;
}

void choose_end(Game *g, u32 base) {
  /* The candidates are below `base`; the first row after the chosen ones holds their number. */
  u32 last = count_of(g, T_CHOSEN) - 1;
  u32 candidates = row_CHOSEN(g, last)->among.count;
  SOUND(g, row_CHOSEN(g, last)->kind == CHOSEN_AMONG && candidates <= base && base <= last);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (base - candidates));
}

u32 choose_candidates(const Game *g, u32 *first) {
  const Frame *f = count_of(g, T_FRAMES) ? frame_top(g) : NULL;
  if (!f || f->proc != PROC_CHOOSE) return 0;
  *first = (u32)f->a[CHOICE_BASE];
  return (u32)f->a[CHOICE_COUNT];
}

/* --- players who leave the game ------------------------------------------------------------------ */

u32 choice_candidates_from(const Game *g, const Frame *f, u32 i) {
  u32 n = 0;
  for (; i < (u32)f->a[CHOICE_COUNT]; i++) n += !choice_candidate_gone(g, (u32)f->a[CHOICE_BASE], i);
  return n;
}

bool choice_asked_anew(Game *g) {
  Frame *f = frame_top(g);
  if (f->proc != PROC_CHOOSE && f->proc != PROC_ORDER) return false;
  u32 base = (u32)f->a[CHOICE_BASE];
  for (u32 i = 0; i < (u32)f->a[CHOICE_COUNT]; i++) {
    Ref ref = row_CHOSEN(g, base + i)->option.ref;
    if (!ref_is_player(ref) && !object_live(g, ref)) row_CHOSEN(g, base + i)->option.ref = REF_NONE;
    if (ref_is_player(ref) && !player_in_game(g, ref_slot(ref))) row_CHOSEN(g, base + i)->option.ref = REF_NONE;
  }
  f->a[CHOICE_MIN] = num_min(f->a[CHOICE_MIN], f->a[CHOICE_TAKEN] + choice_candidates_from(g, f, (u32)f->a[CHOICE_AT]));
  core(g)->decision.kind = DECISION_NONE;
  f->step = CHOICE_ASK;
  return true;
}

/* --- the procedures --------------------------------------------------------------------------- */

void choice_begin(Game *g, const Frame *f) {
  i64 kind = f->a[CHOICE_KIND];
  u32 group = (u32)f->a[CHOICE_GROUP];
  i64 min = f->a[CHOICE_MIN], max = f->a[CHOICE_MAX], taken = f->a[CHOICE_TAKEN];
  decide_begin(g, (DecisionKind)(kind & 0xff), (u32)(kind >> 8), (Ref)f->a[CHOICE_SOURCE],
               rule_cited(f->a[CHOICE_RULE]));
  Decision *d = &core(g)->decision;
  d->group = group;
  d->min = min;
  d->max = max;
  d->chosen = (u32)taken;
}

Flow choice_finish(Game *g) {
  Frame *f = frame_top(g);
  u32 candidates = (u32)f->a[CHOICE_COUNT];
  i64 taken = f->a[CHOICE_TAKEN];
  chosen_add(g, (Chosen){.among = {.kind = CHOSEN_AMONG, .count = candidates}});
  frame_return(g, taken);
  return FLOW_STEP;
}

Flow choice_void(Game *g) {
  core(g)->decision.kind = DECISION_NONE;
  return choice_finish(g);
}

void choice_take(Game *g, u32 candidate) {
  Ref ref = row_CHOSEN(g, (u32)frame_top(g)->a[CHOICE_BASE] + candidate)->option.ref;
  chosen_option(g, (Option){.kind = OPTION_REF, .ref = ref});
  Frame *f = frame_top(g);
  f->a[CHOICE_TAKEN]++;
  f->a[CHOICE_AT] = candidate + 1;
}

/* Orders all candidates: each step offers those not yet placed. `n` marks placed ones. */
Flow proc_ORDER(Game *g, Frame *f) {
  u32 base = (u32)f->a[CHOICE_BASE], count = (u32)f->a[CHOICE_COUNT];
  if (f->step == CHOICE_ASKED) {
    f->step = CHOICE_ASK;
    u32 candidate = decide_taken(g)->a;
    row_CHOSEN(g, base + candidate)->option.n = 1;
    choice_take(g, candidate);
    return FLOW_STEP;
  }
  if (f->a[CHOICE_TAKEN] == count) return choice_finish(g);
  f->step = CHOICE_ASKED;
  choice_begin(g, f);
  for (u32 i = 0; i < count; i++) {
    const Option *row = &row_CHOSEN(g, base + i)->option;
    if (row->n == 0 && row->ref) decide_option(g, (Option){.kind = OPTION_REF, .ref = row->ref, .a = i});
  }
  return count_of(g, T_OPTIONS) ? decide_end(g) : choice_void(g);
}
