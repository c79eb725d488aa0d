/* What is said of mana behind what adds it: what it may be spent on (106.6), and that it isn't lost (500.5). */
#include "oracle/bind.h"

static bool is_for(const Binder *b, Lf action, Lf player) {
  Lf said = bind_option(b, action, LF_OPT_PLAYER);
  return said ? said == player : lf_is(b->lf, player, LF_YOU);
}

/* All that adds mana in an action, with an option more; 0 if nothing does, or something for another player. */
static Lf added_with(Binder *b, Lf action, Lf player, Lf option, Lf value) {
  static const Lf ADDS[] = {LF_ADD_MANA, LF_ADD_MANA_CHOICE};
  static const Lf AROUND[] = {LF_SEQ, LF_IF, LF_PAY, LF_MAY, LF_CHOOSE_ONE};
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
  Lf only = purpose ? added_with(b, last, 0, LF_OPT_ONLY_FOR, purpose) : 0;
  return only || !purpose ? only : bind_refuse(b, "no mana was added earlier", form);
}

Lf bind_mana_rider(Binder *b, Lf last, Lf form) {
  Lf delayed = bind_action(b, lf_item(b->lf, form, 1));
  if (!delayed) return 0;
  if (!lf_is_list(b->lf, delayed, LF_DELAYED)) return bind_refuse(b, "what was done before is spoken of in", form);
  Lf rides = added_with(b, last, 0, LF_OPT_RIDER, lf_item(b->lf, delayed, 1));
  if (!rides) return bind_refuse(b, "no mana is added before", form);
  bool at_once = lf_count(b->lf, form) == 3 && lf_is(b->lf, lf_item(b->lf, form, 2), LF_OPT_AT_ONCE);
  return at_once ? added_with(b, rides, 0, LF_OPT_AT_ONCE, 0) : rides;
}

Lf bind_mana_stays(Binder *b, Lf last, Lf form) {
  Lf player = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ);
  Lf stays = player ? added_with(b, last, player, LF_OPT_STAYS, lf_item(b->lf, form, 1)) : 0;
  return stays || !player ? stays : bind_refuse(b, "no mana was added earlier", form);
}

/* (by-chosen-color ACTION): with the color that was chosen in the place of `hue`. */
Lf verb_by_chosen_color(Binder *b, Lf form) {
  static const Lf COLORS[] = {LF_WHITE, LF_BLUE, LF_BLACK, LF_RED, LF_GREEN};
  Lf color = noun_chosen_color(b, form), steps[1 + COUNT_OF(COLORS)] = {LF_SEQ}, hue = LF_HUE;
  bool here = lf_is_list(b->lf, color, LF_COLOR_IN);
  Lf chosen = lf_item(b->lf, color, 1);
  for (u32 i = 0; i < COUNT_OF(COLORS); i++) {
    Lf action = bind_action(b, bind_put(b, lf_item(b->lf, form, 1), hue, COLORS[i]));
    if (!action) return 0;
    Lf is = lf_make(b->lf, here ? LF_WORD_IS : LF_NOTED_WORD_IS, chosen, COLORS[i], 0);
    steps[1 + i] = lf_make(b->lf, LF_IF, is, action, 0);
  }
  return lf_list(b->lf, steps, COUNT_OF(steps));
}

/* The color of mana that is a single symbol; 0 for other mana. */
static Lf color_of(const Binder *b, Lf mana) {
  static const Lf SYMBOLS[][2] = {{LF_MANA_W, LF_WHITE}, {LF_MANA_U, LF_BLUE},  {LF_MANA_B, LF_BLACK},
                                  {LF_MANA_R, LF_RED},   {LF_MANA_G, LF_GREEN}, {LF_MANA_C, LF_COLORLESS}};
  for (u32 i = 0; i < COUNT_OF(SYMBOLS); i++)
    if (lf_is(b->lf, mana, SYMBOLS[i][0])) return SYMBOLS[i][1];
  return 0;
}

/* (add-one-of MANA…): one mana of some colors, or one of several amounts. */
Lf verb_add_one_of(Binder *b, Lf form) {
  Lf kinds[12] = {LF_ADD_MANA_CHOICE, LF_N1}, ways[16] = {LF_CHOOSE_ONE};
  u32 n = lf_count(b->lf, form), kind_count = 2;
  if (n > COUNT_OF(ways)) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 1; i < n; i++) {
    Lf color = color_of(b, lf_item(b->lf, form, i));
    if (color) kinds[kind_count++] = color;
    Lf add = lf_make(b->lf, LF_ADD_MANA, lf_item(b->lf, form, i), 0, 0);
    ways[i] = bind_with_option(b, add, LF_OPT_PLAYER, LF_ACTOR);
  }
  if (kind_count == n + 1) {
    Lf one = lf_list(b->lf, kinds, kind_count);
    return bind_action(b, bind_with_option(b, one, LF_OPT_PLAYER, LF_ACTOR));
  }
  return bind_action(b, lf_list(b->lf, ways, n));
}

/* (mana-was-spent MANA OBJECT): at least as much of each kind as there are symbols of it. */
Lf noun_mana_was_spent(Binder *b, Lf form) {
  static const struct {
    char symbol;
    Lf color;
  } SYMBOLS[] = {{'W', LF_WHITE}, {'U', LF_BLUE}, {'B', LF_BLACK}, {'R', LF_RED}, {'G', LF_GREEN}, {'C', LF_COLORLESS}};
  Str mana = lf_head(b->lf, lf_item(b->lf, form, 1));
  Lf object = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ), all[1 + COUNT_OF(SYMBOLS)] = {LF_AND};
  u32 known = 0, kinds = 0, symbols = 0;
  for (u32 k = 0; k < mana.length; k++) symbols += mana.data[k] == '{';
  for (u32 i = 0; i < COUNT_OF(SYMBOLS) && object; i++) {
    u32 n = 0, bad;
    for (u32 k = 0; k + 2 < mana.length; k++)
      n += mana.data[k] == '{' && mana.data[k + 1] == SYMBOLS[i].symbol && mana.data[k + 2] == '}';
    known += n;
    if (n == 0) continue;
    Text text;
    text_init(&text, b->allocator);
    text_addf(&text, "%u", n);
    Lf spent[] = {LF_MANA_SPENT, object, LF_OPT_COLOR, SYMBOLS[i].color};
    Lf least = lf_read(b->lf, text_str(&text), &bad);
    Lf asked[] = {LF_CMP, lf_list(b->lf, spent, COUNT_OF(spent)), n > 1 ? LF_AT_LEAST : LF_IS_MORE,
                  n > 1 ? least : LF_N0};
    all[++kinds] = lf_list(b->lf, asked, COUNT_OF(asked));
    b->lf->failed |= text.failed;
    text_free(&text);
  }
  if (object && (kinds == 0 || known != symbols)) return bind_refuse(b, "this mana isn't of one kind each", form);
  return !object ? 0 : kinds == 1 ? all[1] : lf_list(b->lf, all, 1 + kinds);
}
