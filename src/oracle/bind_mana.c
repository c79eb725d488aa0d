/* What is said of mana behind what adds it: what it may be spent on (106.6), and that it isn't lost (500.5). */
#include "oracle/bind.h"

static bool is_for(const Binder *b, Lf action, Lf player) {
  Lf said = bind_option(b, action, ":player");
  return said ? said == player : lf_is(b->lf, player, "you");
}

/* All that adds mana in an action, with an option more; 0 if nothing does, or something for another player. */
static Lf added_with(Binder *b, Lf action, Lf player, const char *option, Lf value) {
  static const char *const ADDS[] = {"add-mana", "add-mana-choice"};
  static const char *const AROUND[] = {"seq", "if", "pay", "may"};
  if (bind_is_any(b, action, ADDS, COUNT_OF(ADDS))) {
    if (player && !is_for(b, action, player)) return 0;
    return value ? bind_with_option(b, action, option, value) : bind_with_flag(b, action, option);
  }
  if (!bind_is_any(b, action, AROUND, COUNT_OF(AROUND))) return 0;
  Lf changed = 0;
  for (u32 i = 1; i < lf_count(b->lf, action); i++) {
    Lf inner = added_with(b, lf_item(b->lf, action, i), player, option, value);
    if (inner) changed = action = bind_with_item(b, action, i, inner);
  }
  return changed;
}

Lf bind_mana_only(Binder *b, Lf last, Lf form) {
  Lf purpose = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  Lf only = purpose ? added_with(b, last, 0, ":only-for", purpose) : 0;
  return only || !purpose ? only : bind_refuse(b, "no mana is added before", form);
}

Lf bind_mana_stays(Binder *b, Lf last, Lf form) {
  Lf player = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf stays = player ? added_with(b, last, player, ":stays", 0) : 0;
  return stays || !player ? stays : bind_refuse(b, "no mana is added before", form);
}
