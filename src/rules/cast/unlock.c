/* Unlocking a half of a permanent as a special action (116.2m, 709.5e). */
#include "rules/cast/casting.h"

static Heap unlock_env(Game *g, u32 player, u32 slot) {
  return ability_env(g, 0, object_ref(g, slot), player, 0, object_row(g, slot)->acquisition);
}

void offer_unlocks(Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    u32 card = object_row(g, s)->controller == player && !object_phased_out(g, s) ? room_card(g, s) : 0;
    for (u32 half = 0; card && half < 2; half++) {
      u32 cost = half_chars(g, card, half)->mana_cost;
      if (half_unlocked(g, s, half) || !cost) continue;
      Heap env = unlock_env(g, player, s);
      Eval e = eval_of_env(g, env);
      bool payable = mana_cost_payable(&e, player, cost);
      env_free(g, env);
      Option option = {.kind = OPTION_SPECIAL, .ref = object_ref(g, s), .a = SPECIAL_UNLOCK, .n = half};
      if (payable) decide_option(g, option);
    }
  }
}

void unlock_shortfall(Game *g, u32 player, u32 slot, u32 half, Shortfall *out) {
  Heap env = unlock_env(g, player, slot);
  Eval e = eval_of_env(g, env);
  cost_shortfall(&e, player, 0, half_chars(g, room_card(g, slot), half)->mana_cost, out);
  env_free(g, env);
}

Heap unlock_pay(Game *g, u32 player, u32 slot, u32 half) {
  Heap env = unlock_env(g, player, slot);
  RULE(g, "116.2m");
  RULE(g, "709.5e");
  u32 card = room_card(g, slot);
  SOUND(g, card && half < 2);
  pay_begin_mana(g, player, half_chars(g, card, half)->mana_cost, env);
  return env;
}
