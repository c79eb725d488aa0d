/* Why a cost can't be paid: what is missing. Asked by whoever explains, never while a game is played. */
#include "rules/cast/casting.h"
#include "cards/words_bits.h"

/* More of each kind of mana than any cost asks for that comes from cards alone. */
enum { PLENTY = 1000 };

/* Mana that the player is thought to have beside what they have: rows at the end of the pool's table. */
typedef struct Trial {
  const CastContext *s;
  const CostTotal *t;
  u32 n[PAY_KINDS];
} Trial;

static bool payable_with(const Trial *trial) {
  Game *g = trial->s->g;
  u32 first = count_of(g, T_MANA);
  for (u32 kind = 0; kind < PAY_KINDS; kind++) {
    if (!trial->n[kind]) continue;
    u32 row = table_add(g, T_MANA, 1);
    *row_MANA(g, row) = (Mana){.player = (u8)trial->s->player, .kind = (u8)kind, .n = trial->n[kind]};
  }
  bool payable = cost_total_payable(trial->s, trial->t, NULL);
  table_drop(g, T_MANA, count_of(g, T_MANA) - first);
  return payable;
}

/* The least of one kind of mana with which it is payable, where more does no harm. */
static void reduce(Trial *trial, u32 kind) {
  u32 low = 0, high = trial->n[kind];
  while (low < high) {
    trial->n[kind] = low + (high - low) / 2;
    if (payable_with(trial))
      high = trial->n[kind];
    else
      low = trial->n[kind] + 1;
  }
  trial->n[kind] = high;
}

/* Colorless mana that must be so is what can't be had of the colors; of each color then what colorless mana can't be; and
   as much of any kind as still is missing. */
static void mana_missing(const CastContext *s, const CostTotal *t, Shortfall *out) {
  const u32 colorless = color_bit(W_COLORLESS);
  Trial trial = {.s = s, .t = t};
  if (payable_with(&trial)) return;
  out->mana_missing = true;
  for (u32 kind = 0; kind < PAY_KINDS; kind++) trial.n[kind] = PLENTY;
  out->mana_helps = payable_with(&trial);
  if (!out->mana_helps) return;
  reduce(&trial, colorless);
  out->mana[colorless] = trial.n[colorless];
  trial.n[colorless] = PLENTY;
  for (u32 kind = 0; kind < colorless; kind++) {
    reduce(&trial, kind);
    out->mana[kind] = trial.n[kind];
  }
  reduce(&trial, colorless);
  out->any = trial.n[colorless] - out->mana[colorless];
}

static void shortfall_of(const CastContext *s, const CostTotal *total, Shortfall *out) {
  CostTotal t = *total, rest = t;
  *out = (Shortfall){.never = t.unpayable, .short_of = true};
  rest.part_count = 0;
  rest.life = 0;
  for (u32 i = 0; i < t.part_count; i++) {
    CostTotal one = {.part_count = 1};
    one.parts[0] = t.parts[i];
    if (cost_total_payable(s, &one, NULL)) {
      rest.parts[rest.part_count++] = t.parts[i];
    } else if (out->part_count < SHORTFALL_PARTS) {
      out->parts[out->part_count++] = t.parts[i].node;
    }
  }
  CostTotal life = {.life = t.life};
  if (!cost_total_payable(s, &life, NULL)) out->life = t.life;
  if (!out->never) mana_missing(s, &rest, out);
}

void context_shortfall(const CastContext *s, Shortfall *out) {
  CostTotal t;
  cost_total(s, 0, &t);
  shortfall_of(s, &t, out);
}

void cost_shortfall(const Eval *e, u32 player, Node cost, u32 mana_cost, Shortfall *out) {
  Ref self = eval_self(e);
  CastContext s = {
      .g = e->g, .player = player, .ref = self, .slot = object_live(e->g, self), .plain = true, .env = e->env};
  CostTotal t;
  if (cost)
    cost_collect(&s, cost, 0, &t);
  else
    cost_collect_mana(&s, mana_cost, &t);
  shortfall_of(&s, &t, out);
  out->short_of = cost ? !cost_payable(e, player, cost) : !mana_cost_payable(e, player, mana_cost);
}
