/* Which mana pays which symbol: a flow from mana to symbols. Plain data, no game; for solver.c alone. */
#ifndef RULES_CAST_PAY_FLOW_H
#define RULES_CAST_PAY_FLOW_H

#include "base/base.h"

/* Mana that can pay the symbols of the types in `fits`, from the time `birth` on. */
typedef struct FlowMana {
  u64 fits;
  u32 birth;
  u32 n;
  u32 owner; /* the caller's */
  u8 group, kinds;
  u16 spent; /* reserved for alignment of rows; 0 */
} FlowMana;

/* `n` symbols of one type that mana born from time `since` to time `time` can pay. */
typedef struct FlowNeed {
  u32 type;
  u32 since, time;
  u32 n;
  u32 met;
} FlowNeed;

/* The most needs there can be. */
#define FLOW_NEEDS 192

/* Answers whether all needs can be met, and if so meets them. Mana is taken in the order of its rows: each unit
   that can be part of a payment together with those before it is part of it. `flow` has room for
   mana_count * need_count numbers; if the answer is yes, flow[i * need_count + j] is how much of mana i pays
   need j, and `met` of the needs is set; if not, neither means anything. */
bool flow_pay(const FlowMana *mana, u32 mana_count, FlowNeed *needs, u32 need_count, u32 *flow);

#endif
