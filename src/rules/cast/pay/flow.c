#include "rules/cast/pay/flow.h"

/* Augmenting paths from mana to needs. A unit once in the payment stays in it, and mana that can't be
   added now can't be added later; that is what makes taking mana in order of preference right. */
typedef struct Flow {
  const FlowMana *mana;
  u32 mana_count;
  FlowNeed *needs;
  u32 need_count;
  u32 *flow;
  u32 open; /* needs not wholly met */
  /* Of the search for a path: how a need was reached. */
  u32 from_mana[FLOW_NEEDS]; /* the mana that would pay it */
  u32 from_need[FLOW_NEEDS]; /* the need that mana pays now, FLOW_NEEDS for the new mana */
  u32 queue[FLOW_NEEDS];
  bool seen[FLOW_NEEDS];
  /* Needs from which no path leads to an unmet one: they are met by mana that fits only such needs, and stay met. */
  bool closed[FLOW_NEEDS];
} Flow;

static bool fits(const FlowMana *m, const FlowNeed *need) {
  return (m->fits >> need->type & 1) && m->birth >= need->since && m->birth <= need->time;
}

static u32 *flow_at(const Flow *f, u32 mana, u32 need) { return &f->flow[mana * f->need_count + need]; }

/* Moves one path's worth of mana; `need` is its open end. Answers how much, at most `most`. */
static u32 push_path(Flow *f, u32 need, u32 most) {
  u32 n = f->needs[need].n - f->needs[need].met;
  if (n > most) n = most;
  for (u32 at = need; f->from_need[at] != FLOW_NEEDS; at = f->from_need[at]) {
    u32 carried = *flow_at(f, f->from_mana[at], f->from_need[at]);
    if (carried < n) n = carried;
  }
  u32 at = need;
  for (; f->from_need[at] != FLOW_NEEDS; at = f->from_need[at]) {
    *flow_at(f, f->from_mana[at], at) += n;
    *flow_at(f, f->from_mana[at], f->from_need[at]) -= n;
  }
  *flow_at(f, f->from_mana[at], at) += n;
  f->needs[need].met += n;
  if (f->needs[need].met == f->needs[need].n) f->open--;
  return n;
}

/* Needs that could be freed for new mana by letting the mana that pays `need` pay them instead; that is among the
   first `added`. */
static u32 reach_from(Flow *f, u32 need, u32 added, u32 tail) {
  for (u32 i = 0; i < added; i++) {
    if (*flow_at(f, i, need) == 0) continue;
    for (u32 j = 0; j < f->need_count; j++) {
      if (f->seen[j] || !fits(&f->mana[i], &f->needs[j])) continue;
      f->seen[j] = true;
      f->from_mana[j] = i;
      f->from_need[j] = need;
      f->queue[tail++] = j;
    }
  }
  return tail;
}

/* Finds a path from mana `i` to a need that is not wholly met and moves up to `most` along it; 0 if there
   is none. */
static u32 augment(Flow *f, u32 i, u32 most) {
  u32 tail = 0;
  for (u32 j = 0; j < f->need_count; j++) {
    bool begins = !f->closed[j] && fits(&f->mana[i], &f->needs[j]);
    f->seen[j] = begins || f->closed[j];
    if (!begins) continue;
    f->from_mana[j] = i;
    f->from_need[j] = FLOW_NEEDS;
    f->queue[tail++] = j;
  }
  for (u32 head = 0; head < tail; head++) {
    u32 need = f->queue[head];
    if (f->needs[need].met < f->needs[need].n) return push_path(f, need, most);
    tail = reach_from(f, need, i + 1, tail);
  }
  for (u32 head = 0; head < tail; head++) f->closed[f->queue[head]] = true;
  return 0;
}

/* How much more mana there is than needs ask for. */
static i64 slack_of(const Flow *f) {
  i64 slack = 0;
  for (u32 i = 0; i < f->mana_count; i++) slack += f->mana[i].n;
  for (u32 j = 0; j < f->need_count; j++) slack -= f->needs[j].n;
  return slack;
}

/* Adds mana `i` as far as it goes; answers how much of it is left over. */
static u32 add_mana(Flow *f, u32 i) {
  u32 left = f->mana[i].n;
  while (left > 0 && f->open > 0) {
    u32 n = augment(f, i, left);
    if (n == 0) break;
    left -= n;
  }
  return left;
}

bool flow_pay(const FlowMana *mana, u32 mana_count, FlowNeed *needs, u32 need_count, u32 *flow) {
  ASSERT(need_count <= FLOW_NEEDS);
  Flow f; /* what a search for a path writes is written before it is read */
  f.mana = mana;
  f.mana_count = mana_count;
  f.needs = needs;
  f.need_count = need_count;
  f.flow = flow;
  f.open = 0;
  memset(f.closed, 0, need_count * sizeof f.closed[0]);
  i64 slack = slack_of(&f);
  if (slack < 0) return false;
  memset(flow, 0, sizeof *flow * mana_count * need_count);
  for (u32 j = 0; j < need_count; j++) {
    needs[j].met = 0;
    if (needs[j].n > 0) f.open++;
  }
  for (u32 i = 0; i < mana_count && f.open > 0; i++) {
    u32 left = add_mana(&f, i);
    if (f.open == 0) return true;
    slack -= left; /* it can't be added later */
    if (slack < 0) return false;
  }
  return f.open == 0;
}
