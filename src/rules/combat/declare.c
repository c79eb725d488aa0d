/* Lists the pairs to choose from, and asks for a declaration: one pair after another in canonical order, so that there
   is one path to every set. */
#include "rules/combat/set.h"
#include "rules/combat/combat.h"

void declaration_dues(const Declaration *d, IrOp cost, Dues *dues) {
  dues_begin(d->g, dues);
  for (u32 pair = 0; (pair = pair_chosen_from(d, pair)) < declaration_pairs(d); pair++)
    dues_add(dues, cost, pair_creature(d, pair), pair_place(d, pair));
}

void declaration_open_allowed(Declaration *d, IrOp cost, PairAllowed *allowed) {
  for (u32 pair = 0; pair < declaration_pairs(d); pair++) {
    Ref creature = pair_creature(d, pair), place = pair_place(d, pair);
    if (!allowed(d->g, creature, place)) continue;
    bool costs = pair_costs(d->g, cost, creature, place);
    declaration_open(d, pair, costs);
    if (!costs) continue;
    declaration_choose(d, pair, true);
    bool payable = d->payable(d);
    declaration_choose(d, pair, false);
    if (!payable) declaration_close(d, pair);
  }
}

/* Applies what has been chosen so far, rows of T_CHOSEN from `base` on; returns the first pair that may still be
   chosen. */
static u32 resume(Declaration *d, u32 base) {
  u32 from = 0;
  for (u32 row = base; row < count_of(d->g, T_CHOSEN); row++) {
    const Option *chosen = &row_CHOSEN(d->g, row)->option;
    u32 creature = declaration_find_creature(d, chosen->ref);
    u32 place = declaration_find_place(d, (Ref)chosen->n);
    if (creature == d->creatures || place == d->places) continue;
    from = pair_make(d, creature, place) + 1;
    declaration_choose(d, from - 1, true);
  }
  return from;
}

static void offer(Declaration *d, u32 from) {
  Game *g = d->g;
  u32 end = declaration_pairs(d);
  if (declaration_completes(d, end)) decide_simple(g, OPTION_DONE);
  for (u32 pair = from; pair < end; pair++) {
    if (!pair_is_open(d, pair) || !pair_has_room(d, pair)) continue;
    declaration_choose(d, pair, true);
    if (declaration_completes(d, pair + 1))
      decide_option(g, (Option){.kind = OPTION_REF, .ref = pair_creature(d, pair), .n = (i64)pair_place(d, pair)});
    declaration_choose(d, pair, false);
  }
  /* The search gave up, but the player needs a way to go on. */
  if (count_of(g, T_OPTIONS) == 0) decide_simple(g, OPTION_DONE);
}

Flow declaration_ask(Declaration *d, const Asking *ask) {
  Game *g = d->g;
  u32 from = resume(d, ask->base);
  decide_begin(g, ask->kind, ask->player, REF_NONE, ask->rule);
  core(g)->choices_base = ask->base;
  Decision *decision = &core(g)->decision;
  decision->player = (u8)ask->by;
  decision->group = ask->group;
  decision->chosen = count_of(g, T_CHOSEN) - ask->base;
  decision->max = declaration_most(d);
  offer(d, from);
  declaration_end(d);
  return decide_end(g);
}
