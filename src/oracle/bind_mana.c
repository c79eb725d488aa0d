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

/* The color of mana that is a single symbol; null for other mana. */
static const char *color_of(const Binder *b, Lf mana) {
  static const char *const SYMBOLS[][2] = {{"{W}", "white"}, {"{U}", "blue"},  {"{B}", "black"},
                                           {"{R}", "red"},   {"{G}", "green"}, {"{C}", "colorless"}};
  for (u32 i = 0; i < COUNT_OF(SYMBOLS); i++)
    if (lf_is(b->lf, mana, SYMBOLS[i][0])) return SYMBOLS[i][1];
  return NULL;
}

/* (add-one-of MANA…): one mana of some colors, or one of several amounts. */
static Lf verb_add_one_of(Binder *b, Lf form) {
  Lf kinds[12] = {bind_atom(b, "add-mana-choice"), bind_atom(b, "1")}, ways[8] = {bind_atom(b, "choose-one")};
  u32 n = lf_count(b->lf, form), kind_count = 2;
  if (n > COUNT_OF(ways)) return bind_refuse(b, "too much is said of", form);
  for (u32 i = 1; i < n; i++) {
    const char *color = color_of(b, lf_item(b->lf, form, i));
    if (color) kinds[kind_count++] = bind_atom(b, color);
    Lf add = lf_make(b->lf, "add-mana", lf_item(b->lf, form, i), 0, 0);
    ways[i] = bind_with_option(b, add, ":player", bind_atom(b, "actor"));
  }
  if (kind_count == n + 1) {
    Lf one = lf_list(b->lf, kinds, kind_count);
    return bind_action(b, bind_with_option(b, one, ":player", bind_atom(b, "actor")));
  }
  return bind_action(b, lf_list(b->lf, ways, n));
}

bool bind_mana_add(Binder *b) { return bind_head_add(b, "add-one-of", NULL, verb_add_one_of); }
