/* What stands behind the words of the rows of scenario.def, in both directions: take_… reads it into its field, print_…
   writes the words and it back, if the field says that they were written. */
#include "scenario/scenario_parse_private.h"

/* --- printing in general ---------------------------------------------------------------------- */

/* The words of the row. */
static Text *lead(const Printer *to) {
  if (to->words[0]) text_addf(to->out, "%s%s", to->before, to->words);
  return to->out;
}

/* The same and a space, where there are any. */
static Text *lead_to(const Printer *to) {
  lead(to);
  if (to->words[0]) text_addc(to->out, ' ');
  return to->out;
}

/* The separator, except before the first of a list. */
static void between(const Printer *to, u32 i, const char *separator) {
  if (i > 0) text_adds(to->out, separator);
}

static void put_number(Text *out, i64 number) { text_addf(out, "%lld", (long long)number); }

static void put_ref(const Printer *to, const ScenarioRef *ref) { scenario_print_ref(to->scenario, ref, to->out); }

static void put_refs(const Printer *to, const ScenarioRefs *refs) {
  for (u32 i = 0; i < refs->count; i++) {
    between(to, i, ", ");
    put_ref(to, refs->data[i]);
  }
}

/* A list: its elements, each of a shape of its own, with a mark between them. MORE uses up the mark before another one,
   END is whether it may end so. */
#define LIST_SHAPE(NAME, LIST, ELEMENT, MORE, MARK, END)                         \
  static bool take_##NAME(Parser *parser, const ScenarioWord *row, LIST *list) { \
    do {                                                                         \
      void *element = SP_PUSH(parser, list);                                     \
      if (!element || !take_##ELEMENT(parser, row, element)) return false;       \
    } while (MORE);                                                              \
    return END;                                                                  \
  }                                                                              \
  static void print_##NAME(const Printer *to, const LIST *list) {                \
    Printer element = *to;                                                       \
    for (u32 i = 0; i < list->count; i++) {                                      \
      if (i > 0) text_adds(to->out, MARK);                                       \
      print_##ELEMENT(&element, &list->data[i]);                                 \
      element.words = "";                                                        \
    }                                                                            \
  }

/* --- marks and amounts ------------------------------------------------------------------------ */

static bool take_nothing(Parser *parser, const ScenarioWord *row, const char *none) {
  (void)row, (void)none;
  return !parser->status;
}

static void print_nothing(const Printer *to, const char *none) {
  (void)none;
  lead(to);
}

static bool take_flag(Parser *parser, const ScenarioWord *row, bool *set) {
  (void)row;
  *set = true;
  return !parser->status;
}

static void print_flag(const Printer *to, const bool *set) {
  if (*set) lead(to);
}

static bool take_mark(Parser *parser, const ScenarioWord *row, u32 *marks) {
  *marks |= 1u << row->value;
  return !parser->status;
}

static void print_mark(const Printer *to, const u32 *marks) {
  if (*marks >> to->row->value & 1) lead(to);
}

static bool take_day(Parser *parser, const ScenarioWord *row, ScenarioDay *day) {
  if (*day != SCENARIO_NEITHER && *day != row->value)
    return sp_fail(parser, &parser->row_at, GAVEL_E_CHECK, "expected `day` or `night`, found both");
  *day = (ScenarioDay)row->value;
  return !parser->status;
}

static void print_day(const Printer *to, const ScenarioDay *day) {
  if (*day == to->row->value) lead(to);
}

static bool take_amount(Parser *parser, const ScenarioWord *row, i64 *amount) {
  return sp_number(parser, row->what, row->n, amount);
}

static void print_amount(const Printer *to, const i64 *amount) { put_number(lead_to(to), *amount); }

static bool take_option(Parser *parser, const ScenarioWord *row, i64 *number) {
  return sp_need_word(parser, "option") && take_amount(parser, row, number);
}

static void print_option(const Printer *to, const i64 *number) {
  text_addf(lead(to), " option %lld", (long long)*number);
}

static bool take_maybe(Parser *parser, const ScenarioWord *row, ScenarioNumber *number) {
  number->given = true;
  return sp_number(parser, row->what, row->n, &number->n);
}

static void print_maybe(const Printer *to, const ScenarioNumber *number) {
  if (number->given) put_number(lead_to(to), number->n);
}

static bool take_x(Parser *parser, const ScenarioWord *row, i64 *x) {
  if (!sp_need_word(parser, "X")) return false;
  return sp_need(parser, TOKEN_EQUALS, "`=` after X") && sp_number(parser, row->what, 0, x);
}

static void print_x(const Printer *to, const i64 *x) { text_addf(lead(to), " X=%lld", (long long)*x); }

static bool take_times(Parser *parser, const ScenarioWord *row, i64 *times) {
  *times = 1;
  return !sp_is(parser, TOKEN_INT) || sp_number(parser, row->what, 1, times);
}

/* Nothing for once. */
static void print_times(const Printer *to, const i64 *times) {
  lead(to);
  if (*times != 1) text_addf(to->out, " %lld", (long long)*times);
}

/* N, N, …: a comma is taken only if a number follows it. */
LIST_SHAPE(numbers, ScenarioNumbers, amount, sp_accept_before(parser, TOKEN_INT), ", ", !parser->status)

static bool take_seed(Parser *parser, const ScenarioWord *row, Scenario *scenario) {
  Str digits = parser->token.text;
  u64 seed = 0;
  bool fits = digits.length > 0;
  for (u32 i = 0; i < digits.length && fits; i++) {
    char c = digits.data[i];
    u64 digit = (u64)(c - '0');
    fits = c >= '0' && c <= '9' && seed <= (UINT64_MAX - digit) / 10;
    if (fits) seed = seed * 10 + digit;
  }
  if (!fits) return sp_expected(parser, row->what);
  scenario->has_seed = true;
  scenario->seed = seed;
  return sp_advance(parser);
}

static void print_seed(const Printer *to, const Scenario *scenario) {
  if (scenario->has_seed) text_addf(lead_to(to), "%llu", (unsigned long long)scenario->seed);
}

/* --- words of other tables -------------------------------------------------------------------- */

static bool take_format(Parser *parser, const ScenarioWord *row, ScenarioFormat *format) {
  u32 value;
  if (!sp_word_of(parser, &scenario_format_words, row->what, &value)) return false;
  *format = (ScenarioFormat)value;
  return true;
}

static void print_format(const Printer *to, const ScenarioFormat *format) {
  if (*format != SCENARIO_FORMAT_PLAIN) text_adds(lead_to(to), scenario_word_text(&scenario_format_words, *format));
}

static bool take_face_down(Parser *parser, const ScenarioWord *row, ScenarioFaceDown *kind) {
  (void)row;
  u32 value = SCENARIO_FACE_DOWN;
  sp_accept_row(parser, &scenario_face_down_words, &value);
  *kind = (ScenarioFaceDown)value;
  return !parser->status;
}

static void print_face_down(const Printer *to, const ScenarioFaceDown *kind) {
  if (*kind != SCENARIO_FACE_UP) lead(to);
  if (*kind > SCENARIO_FACE_DOWN) text_addf(to->out, " %s", scenario_word_text(&scenario_face_down_words, *kind));
}

static bool take_zone(Parser *parser, const ScenarioWord *row, Zone *zone) {
  Token at = parser->token;
  u32 value;
  if (!sp_word_of(parser, &scenario_zone_words, row->what, &value)) return false;
  *zone = (Zone)value;
  if (*zone != ZONE_BATTLEFIELD && *zone != ZONE_STACK && *zone != ZONE_ANTE) return true;
  return sp_fail(parser, &at, GAVEL_E_CHECK, "expected a zone a card is cast or played from, found `%s`",
                 scenario_word_text(&scenario_zone_words, value));
}

static void print_zone(const Printer *to, const Zone *zone) {
  text_adds(lead_to(to), scenario_word_text(&scenario_zone_words, *zone));
}

static bool take_color(Parser *parser, const ScenarioWord *row, Word *color) {
  (void)row;
  u32 value = 0;
  bool found = sp_accept_row(parser, &scenario_color_words, &value);
  *color = (Word)value;
  return found;
}

static void print_color(const Printer *to, const Word *color) {
  text_adds(lead_to(to), scenario_word_text(&scenario_color_words, *color));
}

/* --- texts ------------------------------------------------------------------------------------ */

static bool take_quoted(Parser *parser, const ScenarioWord *row, ScenarioText *text) {
  return sp_quoted(parser, row->what, text);
}

static void print_quoted(const Printer *to, const ScenarioText *text) { text_addq(lead_to(to), text->text); }

static bool take_quoted_or_none(Parser *parser, const ScenarioWord *row, ScenarioText *text) {
  return sp_accept_word(parser, "none") || sp_quoted(parser, row->what, text);
}

static void print_quoted_or_none(const Printer *to, const ScenarioText *text) {
  lead_to(to);
  if (text->text.length > 0)
    text_addq(to->out, text->text);
  else
    text_adds(to->out, "none");
}

static bool take_title(Parser *parser, const ScenarioWord *row, Scenario *scenario) {
  ScenarioText title = {0};
  if (sp_is(parser, TOKEN_END)) return !parser->status;
  scenario->titled = sp_quoted(parser, row->what, &title);
  scenario->title = title.text;
  return scenario->titled;
}

static void print_title(const Printer *to, const Scenario *scenario) {
  lead(to);
  if (scenario->titled) text_addc(to->out, ' ');
  if (scenario->titled) text_addq(to->out, scenario->title);
}

LIST_SHAPE(sources, ScenarioTexts, quoted, sp_accept(parser, TOKEN_COMMA), ", ", !parser->status)

/* Takes digits off `*text`; how many. */
static u32 take_digits(Str *text) {
  u32 i = 0;
  while (i < text->length && text->data[i] >= '0' && text->data[i] <= '9') i++;
  *text = (Str){text->data + i, text->length - i};
  return i;
}

/* 707, 707.2, 707.2a */
static bool is_rule_number(Str text) {
  if (take_digits(&text) != 3) return false;
  if (text.length == 0) return true;
  if (text.data[0] != '.') return false;
  text = (Str){text.data + 1, text.length - 1};
  u32 digits = take_digits(&text);
  bool letter = text.length == 1 && text.data[0] >= 'a' && text.data[0] <= 'z';
  return digits >= 1 && digits <= 3 && (text.length == 0 || letter);
}

static bool take_rule(Parser *parser, const ScenarioWord *row, ScenarioText *rule) {
  if (sp_is(parser, TOKEN_END) || !is_rule_number(parser->token.text)) return sp_expected(parser, row->what);
  *rule = sp_text_here(parser);
  return sp_advance(parser);
}

static void print_rule(const Printer *to, const ScenarioText *rule) { text_add(lead_to(to), rule->text); }

LIST_SHAPE(rules, ScenarioTexts, rule, sp_accept(parser, TOKEN_COMMA), ", ",
           sp_end(parser, "`,` and another rule, or the end of the line"))

static bool take_mana(Parser *parser, const ScenarioWord *row, ScenarioText *mana) {
  return sp_mana(parser, row->what, mana);
}

static void print_mana(const Printer *to, const ScenarioText *mana) {
  if (mana->text.length > 0) text_add(lead_to(to), mana->text);
}

static bool take_mana_or_none(Parser *parser, const ScenarioWord *row, ScenarioText *mana) {
  return sp_accept_word(parser, "none") || sp_mana(parser, row->what, mana);
}

static void print_mana_or_none(const Printer *to, const ScenarioText *mana) {
  text_add(lead_to(to), mana->text.length > 0 ? mana->text : STR("none"));
}

/* With or without quotes. Only permanents and spells have such a state, and a spell's clauses are no part of a name. */
static bool take_name(Parser *parser, const ScenarioWord *row, ScenarioText *name) {
  if (sp_is(parser, TOKEN_QUOTED)) return sp_quoted(parser, row->what, name);
  const ScenarioPlayer *player = sp_last_player(parser);
  return sp_bare_name(parser, parser->token.offset, player->items.data[player->items.count - 1].zone, name);
}

static void print_name(const Printer *to, const ScenarioText *name) {
  if (name->text.length > 0) text_addq(lead_to(to), name->text);
}

static bool take_paying(Parser *parser, const ScenarioWord *row, ScenarioPaying *paying) {
  static const ScenarioWord TIMES = {.what = "how often it is paid"};
  return sp_quoted(parser, row->what, &paying->text) && take_times(parser, &TIMES, &paying->times);
}

static void print_paying(const Printer *to, const ScenarioPaying *paying) {
  const Printer behind = {.out = to->out, .words = ""};
  print_quoted(to, &paying->text);
  print_times(&behind, &paying->times);
}

LIST_SHAPE(payings, ScenarioPayings, paying, sp_accept_before(parser, TOKEN_QUOTED), ", ", !parser->status)

/* --- counters --------------------------------------------------------------------------------- */

static bool take_counters(Parser *parser, const ScenarioWord *row, ScenarioCounters *counters) {
  static const char what[] = "a kind of counter such as +1/+1, charge or \"several words\"";
  (void)row;
  counters->place = parser->token.place;
  if (sp_is(parser, TOKEN_QUOTED)) {
    ScenarioText kind;
    if (!sp_quoted(parser, what, &kind)) return false;
    counters->kind = kind.text;
  } else if (sp_is(parser, TOKEN_WORD) || sp_is(parser, TOKEN_PT)) {
    counters->kind = parser->token.text;
    sp_advance(parser);
  } else {
    return sp_expected(parser, what);
  }
  return sp_number(parser, "a number of counters", 0, &counters->count);
}

/* Whether a kind of counter needs no quotes: it holds no white space or mark and is no number. */
static bool is_plain_kind(Str kind) {
  bool more_than_number = false;
  for (u32 i = 0; i < kind.length; i++) {
    char c = kind.data[i];
    bool letter = (c >= 'a' && c <= 'z') || c == '/';
    if (!letter && c != '+' && c != '-' && (c < '0' || c > '9')) return false;
    more_than_number |= letter;
  }
  return more_than_number;
}

static void print_counters(const Printer *to, const ScenarioCounters *counters) {
  if (is_plain_kind(counters->kind))
    text_add(lead_to(to), counters->kind);
  else
    text_addq(lead_to(to), counters->kind);
  text_addf(to->out, " %lld", (long long)counters->count);
}

static bool take_counters_each(Parser *parser, const ScenarioWord *row, ScenarioCountersList *list) {
  ScenarioCounters *counters = SP_PUSH(parser, list);
  return counters && take_counters(parser, row, counters);
}

static void print_counters_each(const Printer *to, const ScenarioCountersList *list) {
  for (u32 i = 0; i < list->count; i++) print_counters(to, &list->data[i]);
}

LIST_SHAPE(counters_list, ScenarioCountersList, counters, sp_accept(parser, TOKEN_SEMICOLON), "; ",
           sp_end(parser, "`;` and another kind of counter, or the end of the line"))

/* --- players and references ------------------------------------------------------------------- */

static bool take_player(Parser *parser, const ScenarioWord *row, u32 *player) {
  (void)row;
  return sp_player(parser, player);
}

static void print_player(const Printer *to, const u32 *player) {
  lead_to(to);
  print_player_name(to, *player);
}

static bool take_player_or_none(Parser *parser, const ScenarioWord *row, u32 *player) {
  return sp_accept_word(parser, "none") || take_player(parser, row, player);
}

#define print_player_or_none print_player

static bool take_ref(Parser *parser, const ScenarioWord *row, ScenarioRef **ref) {
  *ref = sp_ref(parser, (RefAllowed)row->n, row->what);
  return *ref != NULL;
}

static void print_ref(const Printer *to, ScenarioRef *const *ref) {
  if (!*ref) return;
  lead_to(to);
  put_ref(to, *ref);
}

static bool take_refs(Parser *parser, const ScenarioWord *row, ScenarioRefs *refs) {
  return sp_refs(parser, (RefAllowed)row->n, row->what, refs);
}

static void print_refs(const Printer *to, const ScenarioRefs *refs) {
  lead_to(to);
  put_refs(to, refs);
}

static bool take_refs_each(Parser *parser, const ScenarioWord *row, ScenarioRefs *refs) {
  return sp_ref_into(parser, (RefAllowed)row->n, row->what, refs);
}

static void print_refs_each(const Printer *to, const ScenarioRefs *refs) {
  for (u32 i = 0; i < refs->count; i++) print_ref(to, &refs->data[i]);
}

/* (REF, REF) */
static bool take_set(Parser *parser, const ScenarioWord *row, ScenarioRefs *refs) {
  sp_advance(parser);
  return take_refs(parser, row, refs) && sp_close(parser);
}

static void print_set(const Printer *to, const ScenarioRefs *refs) {
  text_addc(to->out, '(');
  put_refs(to, refs);
  text_addc(to->out, ')');
}

static bool take_attacking(Parser *parser, const ScenarioWord *row, ScenarioAttacking *attacking) {
  attacking->given = true;
  if (!sp_is(parser, TOKEN_WORD) && !sp_is(parser, TOKEN_QUOTED)) return true;
  return sp_is_word(parser, "as") || take_ref(parser, row, &attacking->whom);
}

static void print_attacking(const Printer *to, const ScenarioAttacking *attacking) {
  if (!attacking->given) return;
  if (attacking->whom)
    print_ref(to, &attacking->whom);
  else
    lead(to);
}

static bool take_chosen(Parser *parser, const ScenarioWord *row, ScenarioChosenList *list) {
  ScenarioChosen *chosen = SP_PUSH(parser, list);
  if (!chosen) return false;
  if (sp_is(parser, TOKEN_QUOTED)) {
    chosen->kind = SCENARIO_CHOSEN_TEXT;
    return sp_quoted(parser, "what was chosen", &chosen->text);
  }
  if (sp_is(parser, TOKEN_INT)) {
    chosen->kind = SCENARIO_CHOSEN_NUMBER;
    return sp_number(parser, "a chosen number", -SCENARIO_AMOUNT_CAP, &chosen->number);
  }
  chosen->kind = SCENARIO_CHOSEN_COLOR;
  if (take_color(parser, row, &chosen->color)) return true;
  chosen->kind = SCENARIO_CHOSEN_REF;
  return take_ref(parser, row, &chosen->ref);
}

static void print_chosen(const Printer *to, const ScenarioChosenList *list) {
  for (u32 i = 0; i < list->count; i++) {
    const ScenarioChosen *chosen = &list->data[i];
    switch (chosen->kind) {
      case SCENARIO_CHOSEN_TEXT: print_quoted(to, &chosen->text); break;
      case SCENARIO_CHOSEN_COLOR: print_color(to, &chosen->color); break;
      case SCENARIO_CHOSEN_NUMBER: print_amount(to, &chosen->number); break;
      case SCENARIO_CHOSEN_REF: print_ref(to, &chosen->ref); break;
    }
  }
}

static bool take_target(Parser *parser, const ScenarioWord *row, ScenarioTarget *target) {
  target->place = parser->token.place;
  if (sp_accept_word(parser, "no")) {
    target->kind = SCENARIO_TARGET_NONE;
    return sp_need_word(parser, "target");
  }
  if (!sp_accept(parser, TOKEN_OPEN)) return take_refs_each(parser, row, &target->refs);
  target->kind = SCENARIO_TARGET_GROUP;
  if (sp_accept(parser, TOKEN_CLOSE)) return true;
  return sp_refs(parser, REF_EITHER, "an object or a player", &target->refs) && sp_close(parser);
}

static void print_target(const Printer *to, const ScenarioTarget *target) {
  lead_to(to);
  switch (target->kind) {
    case SCENARIO_TARGET_NONE: text_adds(to->out, "no target"); break;
    case SCENARIO_TARGET_ONE: put_refs(to, &target->refs); break;
    case SCENARIO_TARGET_GROUP: print_set(to, &target->refs); break;
  }
}

/* A suffix of an item behind a comma is no target. On the stack `face-down` is a clause, so there it begins a
   target. */
static bool another_target(Parser *parser) {
  if (!sp_is(parser, TOKEN_COMMA)) return false;
  Token next = sp_peek(parser);
  bool suffix = parser->in_item && sp_item_word(&next) && !sp_token_is_word(&next, "face-down");
  return !suffix && sp_advance(parser);
}

LIST_SHAPE(targets, ScenarioTargets, target, another_target(parser), ", ", !parser->status)

/* --- what objects are and have ---------------------------------------------------------------- */

static bool take_ability(Parser *parser, const ScenarioWord *row, ScenarioAbility *ability) {
  (void)row;
  return sp_ability(parser, false, ability);
}

void print_ability(const Printer *to, const ScenarioAbility *ability) {
  if (ability->quoted)
    text_addq(lead_to(to), ability->text.text);
  else
    text_add(lead_to(to), ability->text.text);
}

static bool take_descriptors(Parser *parser, const ScenarioWord *row, ScenarioDescriptors *list) {
  (void)row;
  return sp_descriptors(parser, true, list);
}

static void put_half(Text *out, i64 number, bool star) {
  if (star)
    text_addc(out, '*');
  else
    put_number(out, number);
}

void print_descriptors(const Printer *to, const ScenarioDescriptors *list) {
  Text *out = lead(to);
  for (u32 i = 0; i < list->count; i++) {
    const ScenarioDescriptor *descriptor = &list->data[i];
    bool base = descriptor->kind == SCENARIO_IS_BASE_PT;
    text_adds(out, base ? " base " : " ");
    if (!base && descriptor->kind != SCENARIO_IS_PT) {
      text_add(out, descriptor->text);
      continue;
    }
    put_half(out, descriptor->pt.power, descriptor->pt.power_star);
    text_addc(out, '/');
    put_half(out, descriptor->pt.toughness, descriptor->pt.toughness_star);
  }
}

/* --- what players do -------------------------------------------------------------------------- */

static const char ability_what[] = "the first words of the ability in quotes";

/* "text", REF "text" */
static bool take_activation(Parser *parser, const ScenarioWord *row, ScenarioAction *action) {
  if (sp_is(parser, TOKEN_QUOTED)) {
    Token next = sp_peek(parser);
    bool name = next.kind == TOKEN_QUOTED || next.kind == TOKEN_INDEX || next.kind == TOKEN_OPEN ||
                sp_token_is_word(&next, "of") || sp_token_is_word(&next, "in") || sp_token_is_word(&next, "on");
    if (!name) return sp_quoted(parser, ability_what, &action->ability);
  }
  return take_ref(parser, row, &action->object) && sp_quoted(parser, ability_what, &action->ability);
}

static void print_activation(const Printer *to, const ScenarioAction *action) {
  lead_to(to);
  if (action->object) put_ref(to, action->object);
  if (action->object) text_addc(to->out, ' ');
  text_addq(to->out, action->ability.text);
}

static bool take_attack(Parser *parser, const ScenarioWord *row, ScenarioAction *action) {
  if (!sp_is_word(parser, "with") && !take_ref(parser, row, &action->against)) return false;
  if (!sp_need_word(parser, "with")) return false;
  if (sp_accept_word(parser, "nothing")) return true;
  action->band = sp_accept_word(parser, "band");
  return sp_refs(parser, REF_OBJECT, "an attacking creature, or `nothing`", &action->creatures);
}

static void print_attack(const Printer *to, const ScenarioAction *action) {
  print_ref(to, &action->against);
  text_adds(action->against ? to->out : lead(to), action->creatures.count ? " with " : " with nothing");
  if (action->band) text_adds(to->out, "band ");
  put_refs(to, &action->creatures);
}

static bool take_block(Parser *parser, const ScenarioWord *row, ScenarioAction *action) {
  if (sp_accept_word(parser, "nothing")) return true;
  return take_ref(parser, row, &action->against) && sp_need_word(parser, "with") &&
         sp_refs(parser, REF_OBJECT, "a blocking creature", &action->creatures);
}

static void print_block(const Printer *to, const ScenarioAction *action) {
  if (action->against)
    print_attack(to, action);
  else
    text_adds(lead_to(to), "nothing");
}

/* REF=3, REF=1 */
static bool take_split(Parser *parser, const ScenarioWord *row, ScenarioAnswer *answer) {
  do {
    if (!take_refs_each(parser, row, &answer->refs)) return false;
    i64 *amount = SP_PUSH(parser, &answer->amounts);
    if (!amount || !sp_need(parser, TOKEN_EQUALS, "`=` and an amount")) return false;
    if (!sp_number(parser, "an amount", 0, amount)) return false;
  } while (sp_accept(parser, TOKEN_COMMA));
  return !parser->status;
}

static void print_split(const Printer *to, const ScenarioAnswer *answer) {
  lead_to(to);
  for (u32 i = 0; i < answer->refs.count; i++) {
    between(to, i, ", ");
    put_ref(to, answer->refs.data[i]);
    text_addf(to->out, "=%lld", (long long)answer->amounts.data[i]);
  }
}

/* --- what is expected ------------------------------------------------------------------------- */

static bool take_pool(Parser *parser, const ScenarioWord *row, ScenarioExpect *expect) {
  if (!take_mana_or_none(parser, row, &expect->text)) return false;
  const Str mana = expect->text.text;
  if (!sp_is(parser, TOKEN_INT) || mana.length == 0) return !parser->status;
  expect->kind = SCENARIO_EXPECT_POOL_KIND;
  if (memchr(mana.data, '}', mana.length) != mana.data + mana.length - 1)
    return sp_expected(parser, "the end of the line (only one kind of mana is counted)");
  return sp_number(parser, scenario_word_of(&scenario_expect_words, expect->kind)->what, 0, &expect->amount);
}

static void print_pool(const Printer *to, const ScenarioExpect *expect) {
  print_mana_or_none(to, &expect->text);
  if (expect->kind == SCENARIO_EXPECT_POOL_KIND) text_addf(to->out, " %lld", (long long)expect->amount);
}

static bool take_attached(Parser *parser, const ScenarioWord *row, ScenarioExpect *expect) {
  if (expect->negated && sp_is(parser, TOKEN_END)) return !parser->status;
  return sp_need_word(parser, "to") && take_ref(parser, row, &expect->other);
}

static void print_attached(const Printer *to, const ScenarioExpect *expect) {
  text_adds(lead(to), expect->other ? " to " : "");
  if (expect->other) put_ref(to, expect->other);
}

static bool take_possible(Parser *parser, const ScenarioWord *row, ScenarioExpect *expect) {
  (void)row;
  ScenarioPlace place = parser->token.place;
  u32 verb;
  if (!sp_word_of(parser, &scenario_can_words, "what a player might do, such as `cast`, `activate` or `block`", &verb))
    return false;
  expect->action = sp_action(parser, expect->player, (ScenarioVerb)verb, place);
  return expect->action != NULL;
}

static void print_possible(const Printer *to, const ScenarioExpect *expect) {
  Printer rest = {to->scenario, lead(to), NULL, " ", scenario_word_text(&scenario_can_words, expect->action->verb)};
  print_action_rest(&rest, expect->action);
}

/* Alice casts …, Alice answers … */
static bool take_attempt(Parser *parser, const ScenarioWord *row, ScenarioExpect *expect) {
  (void)row;
  ScenarioPlace place = parser->token.place;
  return sp_player(parser, &expect->player) &&
         sp_acts(parser, expect->player, place, &expect->action, &expect->answers);
}

static void print_attempt(const Printer *to, const ScenarioExpect *expect) {
  lead_to(to);
  if (expect->action)
    scenario_print_action(to->scenario, expect->action, to->out);
  else
    print_answers(to->scenario, expect->answers, to->out);
}

/* hand 3, hand "Clone" 1: what follows the zone. */
static bool take_zone_count(Parser *parser, const ScenarioWord *row, ScenarioExpect *expect) {
  if (!sp_is(parser, TOKEN_INT)) {
    expect->ref = sp_ref(parser, REF_OBJECT, "a count, or a name in quotes or an alias and a count");
    if (!expect->ref) return false;
  }
  return sp_number(parser, row->what, 0, &expect->amount);
}

static void print_zone_count(const Printer *to, const ScenarioExpect *expect) {
  static const char *const counted[] = {[SCENARIO_COUNT_TOKENS] = "tokens", [SCENARIO_COUNT_CARDS] = "cards"};
  if (expect->player != SCENARIO_NONE) {
    print_player_name(to, expect->player);
    text_addc(to->out, ' ');
  }
  bool all = expect->counted == SCENARIO_COUNT_ALL;
  text_adds(to->out, all ? scenario_word_text(&scenario_zone_words, expect->zone) : counted[expect->counted]);
  text_addc(to->out, ' ');
  if (expect->ref) put_ref(to, expect->ref);
  if (expect->ref) text_addc(to->out, ' ');
  put_number(to->out, expect->amount);
}

/* --- lines that are printed with what belongs to them ----------------------------------------- */

#define LINE_SHAPE(NAME, NODE)                                                           \
  static bool take_##NAME(Parser *parser, const ScenarioWord *row, const NODE *unused) { \
    (void)unused;                                                                        \
    return sp_##NAME(parser, row);                                                       \
  }                                                                                      \
  static void print_##NAME(const Printer *to, const NODE *unused) { (void)to, (void)unused; }
LINE_SHAPE(player_line, Scenario)
LINE_SHAPE(turn, Scenario)
LINE_SHAPE(resolve, Scenario)
LINE_SHAPE(expect, Scenario)
LINE_SHAPE(zone_list, ScenarioPlayer)

/* --- all of them ------------------------------------------------------------------------------ */

bool sp_take(Parser *parser, const ScenarioWord *row, void *node) {
  void *field = (char *)node + row->offset;
  switch ((Shape)row->shape) {
#define SHAPE(NAME, TYPE) \
  case SHAPE_##NAME: return take_##NAME(parser, row, field);
    SCENARIO_SHAPES(SHAPE)
#undef SHAPE
  }
  return false;
}

void print_row(Printer *to, const ScenarioWord *row, const void *node) {
  const void *field = (const char *)node + row->offset;
  to->row = row;
  switch ((Shape)row->shape) {
#define SHAPE(NAME, TYPE) \
  case SHAPE_##NAME: print_##NAME(to, field); break;
    SCENARIO_SHAPES(SHAPE)
#undef SHAPE
  }
}
