#include "scenario/scenario_print.h"

#include "scenario/scenario_answer.h"
#include "scenario/scenario_expect.h"

/* --- small pieces -------------------------------------------------------------------------- */

static void print_number(Text *out, i64 number) { text_addf(out, "%lld", (long long)number); }

static void print_word(Text *out, const ScenarioWords *words, u32 value) {
  text_adds(out, scenario_word_text(words, value));
}

/* The separator, except before the first of a list. */
static void print_between(Text *out, u32 i, const char *separator) {
  if (i > 0) text_adds(out, separator);
}

static void print_player_name(Text *out, const Scenario *scenario, u32 player) {
  text_add(out, player == SCENARIO_NONE ? STR("none") : scenario->players.data[player].name);
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

/* In quotes. */
static void print_text_or_none(Text *out, Str text) {
  if (text.length > 0) {
    text_addq(out, text);
  } else {
    text_adds(out, "none");
  }
}

static void print_kind_and_count(Text *out, Str kind, i64 count) {
  if (is_plain_kind(kind)) {
    text_add(out, kind);
  } else {
    text_addq(out, kind);
  }
  text_addc(out, ' ');
  print_number(out, count);
}

static void print_half(Text *out, i64 number, bool star) {
  if (star) {
    text_addc(out, '*');
  } else {
    print_number(out, number);
  }
}

static void print_descriptors(Text *out, const ScenarioDescriptors *list) {
  for (u32 i = 0; i < list->count; i++) {
    const ScenarioDescriptor *descriptor = &list->data[i];
    bool base = descriptor->kind == SCENARIO_IS_BASE_PT;
    text_adds(out, base ? " base " : " ");
    if (!base && descriptor->kind != SCENARIO_IS_PT) {
      text_add(out, descriptor->text);
      continue;
    }
    print_half(out, descriptor->pt.power, descriptor->pt.power_star);
    text_addc(out, '/');
    print_half(out, descriptor->pt.toughness, descriptor->pt.toughness_star);
  }
}

static void print_ability(Text *out, const ScenarioAbility *ability) {
  if (ability->quoted) {
    text_addq(out, ability->text.text);
  } else {
    text_add(out, ability->text.text);
  }
}

/* --- references ---------------------------------------------------------------------------- */

static void print_traits(Text *out, u32 traits, const char *before) {
  for (u32 i = 0; i < SCENARIO_TRAIT_COUNT; i++) {
    if (!(traits & 1u << i)) continue;
    text_adds(out, before);
    print_word(out, &scenario_trait_words, i);
    text_addc(out, ')');
  }
}

void scenario_print_ref(const Scenario *scenario, const ScenarioRef *ref, Text *out) {
  switch (ref->kind) {
    case SCENARIO_REF_ALIAS:
    case SCENARIO_REF_PLAYER: text_add(out, ref->text); break;
    case SCENARIO_REF_NAME: text_addq(out, ref->text); break;
    case SCENARIO_REF_FACE_DOWN: text_adds(out, "face-down creature"); break;
    case SCENARIO_REF_TOP: text_adds(out, "top of stack"); break;
    case SCENARIO_REF_ABILITY: {
      text_adds(out, "ability of ");
      /* An ability's source is no ability, so this ends. */
      scenario_print_ref(scenario, ref->source, out);
      break;
    }
  }
  /* What narrows an ability down stands behind `on stack`, where its source's qualifiers end. */
  bool zone_first = ref->kind == SCENARIO_REF_ABILITY && ref->zone != ZONE_NONE;
  const char *preposition = ref->zone == ZONE_STACK ? " on " : " in ";
  if (zone_first) {
    text_adds(out, preposition);
    print_word(out, &scenario_zone_words, ref->zone);
  }
  if (ref->index) text_addf(out, "#%u", ref->index);
  if (ref->of != SCENARIO_NONE) {
    text_adds(out, " of ");
    print_player_name(out, scenario, ref->of);
  }
  if (!zone_first && ref->zone != ZONE_NONE) {
    text_adds(out, preposition);
    print_word(out, &scenario_zone_words, ref->zone);
  }
  print_traits(out, ref->wanted, " (");
  print_traits(out, ref->unwanted, " (not ");
}

static void print_refs(const Scenario *scenario, const ScenarioRefs *refs, Text *out) {
  for (u32 i = 0; i < refs->count; i++) {
    print_between(out, i, ", ");
    scenario_print_ref(scenario, refs->data[i], out);
  }
}

/* --- clauses and actions ------------------------------------------------------------------- */

/* What stands behind the word of a clause, by the shapes of scenario_clause.def. */

static void print_nothing(const Scenario *scenario, const u32 *given, Text *out) {
  (void)scenario, (void)given, (void)out;
}

static void print_zone(const Scenario *scenario, const Zone *zone, Text *out) {
  (void)scenario;
  text_addc(out, ' ');
  print_word(out, &scenario_zone_words, *zone);
}

static void print_via(const Scenario *scenario, const ScenarioText *via, Text *out) {
  (void)scenario;
  text_addc(out, ' ');
  print_text_or_none(out, via->text);
}

static void print_x(const Scenario *scenario, const i64 *x, Text *out) {
  (void)scenario;
  text_addf(out, " X=%lld", (long long)*x);
}

static void print_amounts(const Scenario *scenario, const ScenarioNumbers *numbers, Text *out) {
  (void)scenario;
  for (u32 i = 0; i < numbers->count; i++) text_addf(out, "%s %lld", i > 0 ? "," : "", (long long)numbers->data[i]);
}

#define print_modes print_amounts

/* Nothing for once. */
static void print_times(const Scenario *scenario, const i64 *times, Text *out) {
  (void)scenario;
  if (*times != 1) text_addf(out, " %lld", (long long)*times);
}

static void print_payings(const Scenario *scenario, const ScenarioPayings *payings, Text *out) {
  for (u32 i = 0; i < payings->count; i++) {
    text_adds(out, i > 0 ? ", " : " ");
    text_addq(out, payings->data[i].text.text);
    print_times(scenario, &payings->data[i].times, out);
  }
}

static void print_targets(const Scenario *scenario, const ScenarioTargets *targets, Text *out) {
  for (u32 i = 0; i < targets->count; i++) {
    const ScenarioTarget *target = &targets->data[i];
    bool group = target->kind == SCENARIO_TARGET_GROUP;
    text_adds(out, i > 0 ? ", " : " ");
    if (target->kind == SCENARIO_TARGET_NONE) text_adds(out, "no target");
    if (group) text_addc(out, '(');
    print_refs(scenario, &target->refs, out);
    if (group) text_addc(out, ')');
  }
}

static void print_clauses(const Scenario *scenario, const ScenarioClauses *clauses, Text *out) {
#define CLAUSE(NAME, WORD, FOLLOWS, SHAPE, FIELD, WHAT) \
  if (clauses->given & SCENARIO_CLAUSE_##NAME) {        \
    text_adds(out, " " WORD);                           \
    print_##SHAPE(scenario, &clauses->FIELD, out);      \
  }
#include "scenario/scenario_clause.def"
#undef CLAUSE
}

static void print_combat(const Scenario *scenario, const ScenarioAction *action, Text *out) {
  if (action->against) {
    text_addc(out, ' ');
    scenario_print_ref(scenario, action->against, out);
  }
  bool nothing = action->creatures.count == 0;
  if (nothing && action->verb == SCENARIO_BLOCK) {
    text_adds(out, " nothing");
    return;
  }
  text_adds(out, nothing ? " with nothing" : " with ");
  if (action->band) text_adds(out, "band ");
  print_refs(scenario, &action->creatures, out);
}

/* What follows the verb. */
static void print_action_rest(const Scenario *scenario, const ScenarioAction *action, Text *out) {
  if (action->verb == SCENARIO_ATTACK || action->verb == SCENARIO_BLOCK) {
    print_combat(scenario, action, out);
    return;
  }
  if (action->verb == SCENARIO_TAKE) text_addf(out, " option %lld", (long long)action->option);
  if (action->object) {
    text_addc(out, ' ');
    scenario_print_ref(scenario, action->object, out);
  }
  if (action->ability.text.length > 0) {
    text_addc(out, ' ');
    text_addq(out, action->ability.text);
  }
  print_clauses(scenario, &action->clauses, out);
}

void scenario_print_action(const Scenario *scenario, const ScenarioAction *action, Text *out) {
  print_player_name(out, scenario, action->player);
  text_addc(out, ' ');
  print_word(out, &scenario_verb_words, action->verb);
  print_action_rest(scenario, action, out);
}

/* --- answers ------------------------------------------------------------------------------- */

static void print_split(const Scenario *scenario, const ScenarioAnswer *answer, Text *out) {
  for (u32 i = 0; i < answer->refs.count; i++) {
    print_between(out, i, ", ");
    scenario_print_ref(scenario, answer->refs.data[i], out);
    text_addf(out, "=%lld", (long long)answer->amounts.data[i]);
  }
}

/* An answer without what may follow it. */
static void print_single(const Scenario *scenario, const ScenarioAnswer *answer, Text *out) {
  const AnswerForm *form = &scenario_answer_forms[answer->kind];
  text_adds(out, form->word);
  if (form->word[0] && form->shape != ANSWER_WORD) text_addc(out, ' ');
  switch (form->shape) {
    case ANSWER_WORD: break;
    case ANSWER_NUMBER: print_number(out, answer->number); break;
    case ANSWER_REFS: print_refs(scenario, &answer->refs, out); break;
    case ANSWER_SPLIT: print_split(scenario, answer, out); break;
    case ANSWER_REF: scenario_print_ref(scenario, answer->ref, out); break;
    case ANSWER_COLOR: print_word(out, &scenario_color_words, answer->color); break;
    case ANSWER_MANA: text_add(out, answer->text); break;
    case ANSWER_SET:
      text_addc(out, '(');
      print_refs(scenario, &answer->refs, out);
      text_addc(out, ')');
      break;
  }
}

void scenario_print_answer(const Scenario *scenario, const ScenarioAnswer *answer, Text *out) {
  print_single(scenario, answer, out);
  if (answer->source) {
    text_adds(out, " for ");
    scenario_print_ref(scenario, answer->source, out);
  }
  if (!answer->has_options) return;
  text_adds(out, " from (");
  for (u32 i = 0; i < answer->options.count; i++) {
    print_between(out, i, ", ");
    print_single(scenario, &answer->options.data[i], out);
  }
  text_addc(out, ')');
}

static void print_answers(const Scenario *scenario, const ScenarioAnswers *answers, Text *out) {
  print_player_name(out, scenario, answers->player);
  text_adds(out, " answers ");
  for (u32 i = 0; i < answers->answers.count; i++) {
    print_between(out, i, "; ");
    scenario_print_answer(scenario, &answers->answers.data[i], out);
  }
}

/* --- expectations -------------------------------------------------------------------------- */

static void print_subject(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  if (expect->quantifier == SCENARIO_SOME) text_adds(out, "some ");
  if (expect->quantifier == SCENARIO_NO) text_adds(out, "no ");
  if (expect->quantifier == SCENARIO_EXACTLY) text_addf(out, "%lld ", (long long)expect->exactly);
  scenario_print_ref(scenario, expect->ref, out);
}

static void print_zone_count(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  static const char *const counted[] = {
      [SCENARIO_COUNT_ALL] = "", [SCENARIO_COUNT_TOKENS] = "tokens", [SCENARIO_COUNT_CARDS] = "cards"};
  if (expect->player != SCENARIO_NONE) {
    print_player_name(out, scenario, expect->player);
    text_addc(out, ' ');
  }
  text_adds(out, counted[expect->counted]);
  if (expect->counted == SCENARIO_COUNT_ALL) print_word(out, &scenario_zone_words, expect->zone);
  text_addc(out, ' ');
  if (expect->ref) {
    scenario_print_ref(scenario, expect->ref, out);
    text_addc(out, ' ');
  }
  print_number(out, expect->amount);
}

static void print_attached(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  if (!expect->other) return;
  text_adds(out, " to ");
  scenario_print_ref(scenario, expect->other, out);
}

static void print_illegal(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  if (expect->action) {
    scenario_print_action(scenario, expect->action, out);
  } else {
    print_answers(scenario, expect->answers, out);
  }
}

static void print_or_none(Text *out, Str text) { text_add(out, text.length > 0 ? text : STR("none")); }

static void print_shape(const Scenario *scenario, const ScenarioExpect *expect, ExpectShape shape, Text *out) {
  Str text = expect->text.text;
  if (shape != EXPECT_NOTHING && shape != EXPECT_DESCRIPTORS && shape != EXPECT_ZONE && shape != EXPECT_ATTACHED)
    text_addc(out, ' ');
  switch (shape) {
    case EXPECT_NOTHING: break;
    case EXPECT_AMOUNT: print_number(out, expect->amount); break;
    case EXPECT_TEXT:
    case EXPECT_TEXT_OR_NONE: print_text_or_none(out, text); break;
    case EXPECT_MANA: print_or_none(out, text); break;
    case EXPECT_POOL:
      print_or_none(out, text);
      if (expect->kind == SCENARIO_EXPECT_POOL_KIND) text_addf(out, " %lld", (long long)expect->amount);
      break;
    case EXPECT_COUNTERS: print_kind_and_count(out, text, expect->amount); break;
    case EXPECT_PLAYER:
    case EXPECT_PLAYER_OR_NONE: print_player_name(out, scenario, expect->player); break;
    case EXPECT_ABILITY: print_ability(out, &expect->ability); break;
    case EXPECT_DESCRIPTORS: print_descriptors(out, &expect->descriptors); break;
    case EXPECT_ATTACHED: print_attached(scenario, expect, out); break;
    case EXPECT_POSSIBLE:
      print_word(out, &scenario_can_words, expect->action->verb);
      print_action_rest(scenario, expect->action, out);
      break;
    case EXPECT_ZONE: print_zone_count(scenario, expect, out); break;
    case EXPECT_ATTEMPT: print_illegal(scenario, expect, out); break;
  }
}

void scenario_print_expect(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  const ExpectForm *form = scenario_expect_form(expect->kind);
  const char *words = expect->negated ? form->negated : form->words;
  if (form->subject == OF_OBJECTS) print_subject(scenario, expect, out);
  if (form->subject == OF_PLAYER) print_player_name(out, scenario, expect->player);
  if (words[0] && form->subject != OF_GAME) text_addc(out, ' ');
  text_adds(out, words);
  print_shape(scenario, expect, form->shape, out);
}

/* --- setup --------------------------------------------------------------------------------- */

static void print_token(const ScenarioItem *item, Text *out) {
  print_descriptors(out, &item->token_is);
  for (u32 i = 0; i < item->token_has.count; i++) {
    text_adds(out, i == 0 ? " with " : " and ");
    print_ability(out, &item->token_has.data[i]);
  }
}

/* What stands behind the words of a state, by the shapes of scenario_item.def, and the words themselves, behind a comma: each time
   it is written. */

static void print_face_down(const Scenario *scenario, const char *words, const ScenarioFaceDown *face_down, Text *out) {
  (void)scenario;
  if (*face_down == SCENARIO_FACE_UP) return;
  text_adds(out, words);
  if (*face_down == SCENARIO_FACE_DOWN) return;
  text_addc(out, ' ');
  print_word(out, &scenario_face_down_words, *face_down);
}

static void print_counters(const Scenario *scenario, const char *words, const ScenarioCountersList *list, Text *out) {
  (void)scenario;
  for (u32 i = 0; i < list->count; i++) {
    text_addf(out, "%s ", words);
    print_kind_and_count(out, list->data[i].kind, list->data[i].count);
  }
}

static void print_maybe(const Scenario *scenario, const char *words, const ScenarioNumber *number, Text *out) {
  (void)scenario;
  if (number->given) text_addf(out, "%s %lld", words, (long long)number->n);
}

static void print_either(const Scenario *scenario, const char *words, ScenarioRef *const *ref, Text *out) {
  if (!*ref) return;
  text_addf(out, "%s ", words);
  scenario_print_ref(scenario, *ref, out);
}

#define print_seat print_either

static void print_attacking(const Scenario *scenario, const char *words, const ScenarioAttacking *attacking,
                            Text *out) {
  if (!attacking->given) return;
  text_adds(out, words);
  print_either(scenario, "", &attacking->whom, out);
}

static void print_chosen(const Scenario *scenario, const char *words, const ScenarioChosenList *list, Text *out) {
  for (u32 i = 0; i < list->count; i++) {
    const ScenarioChosen *chosen = &list->data[i];
    text_addf(out, "%s ", words);
    switch (chosen->kind) {
      case SCENARIO_CHOSEN_TEXT: text_addq(out, chosen->text.text); break;
      case SCENARIO_CHOSEN_COLOR: print_word(out, &scenario_color_words, chosen->color); break;
      case SCENARIO_CHOSEN_NUMBER: print_number(out, chosen->number); break;
      case SCENARIO_CHOSEN_REF: scenario_print_ref(scenario, chosen->ref, out); break;
    }
  }
}

static void print_objects(const Scenario *scenario, const char *words, const ScenarioRefs *refs, Text *out) {
  for (u32 i = 0; i < refs->count; i++) print_either(scenario, words, &refs->data[i], out);
}

static void print_name(const Scenario *scenario, const char *words, const ScenarioText *name, Text *out) {
  (void)scenario;
  if (name->text.length == 0) return;
  text_addf(out, "%s ", words);
  text_addq(out, name->text);
}

static void print_suffixes(const Scenario *scenario, const ScenarioItem *item, Text *out) {
#define FLAG(NAME, TEXT, ZONES) \
  if (item->flags & 1u << SCENARIO_FLAG_##NAME) text_adds(out, ", " TEXT);
#define STATE(NAME, TEXT, ZONES, REPEATS, SHAPE, FIELD, WHAT) print_##SHAPE(scenario, ", " TEXT, &item->FIELD, out);
#include "scenario/scenario_item.def"
#undef FLAG
#undef STATE
}

static void print_item(const Scenario *scenario, const ScenarioItem *item, Text *out) {
  text_adds(out, "    ");
  if (item->count != 1) text_addf(out, "%lld ", (long long)item->count);
  if (item->token) text_adds(out, "token ");
  text_addq(out, item->name.text);
  print_token(item, out);
  if (item->alias != SCENARIO_NONE) {
    text_adds(out, " as ");
    text_add(out, scenario->aliases.data[item->alias].name);
  }
  print_clauses(scenario, &item->clauses, out);
  print_suffixes(scenario, item, out);
  text_addc(out, '\n');
}

/* The player's lines; items of one zone in a row share a heading. */
static void print_player_setup(const Scenario *scenario, const ScenarioPlayer *player, Text *out) {
  text_adds(out, "\nplayer ");
  text_add(out, player->name);
  text_addc(out, '\n');
  if (player->life.given) text_addf(out, "  life %lld\n", (long long)player->life.n);
  for (u32 i = 0; i < player->counters.count; i++) {
    text_adds(out, i == 0 ? "  counters " : "; ");
    print_kind_and_count(out, player->counters.data[i].kind, player->counters.data[i].count);
  }
  if (player->counters.count > 0) text_addc(out, '\n');
  if (player->mana.text.length > 0) {
    text_adds(out, "  mana ");
    text_add(out, player->mana.text);
    text_addc(out, '\n');
  }
  bool library = false;
  for (u32 i = 0; i < player->items.count; i++) {
    const ScenarioItem *item = &player->items.data[i];
    library |= item->zone == ZONE_LIBRARY;
    if (i == 0 || item->zone != player->items.data[i - 1].zone) {
      text_addf(out, "  %s:\n", scenario_word_text(&scenario_zone_words, item->zone));
    }
    print_item(scenario, item, out);
  }
  if (player->has_library && !library) text_adds(out, "  library: empty\n");
}

static void print_header(const Scenario *scenario, Text *out) {
  text_adds(out, "scenario");
  if (scenario->titled) text_addc(out, ' ');
  if (scenario->titled) text_addq(out, scenario->title);
  for (u32 i = 0; i < scenario->rules.count; i++) {
    text_adds(out, i == 0 ? "\nrules " : ", ");
    text_add(out, scenario->rules.data[i].text);
  }
  for (u32 i = 0; i < scenario->cites.count; i++) {
    text_adds(out, i == 0 ? "\ncite " : ", ");
    text_addq(out, scenario->cites.data[i].text);
  }
  text_addc(out, '\n');
  if (scenario->format != SCENARIO_FORMAT_PLAIN) {
    text_addf(out, "format %s\n", scenario_word_text(&scenario_format_words, scenario->format));
  }
  if (scenario->has_seed) text_addf(out, "seed %llu\n", (unsigned long long)scenario->seed);
#define OPTION(FIELD, TEXT) \
  if (scenario->FIELD) text_adds(out, TEXT "\n");
  SCENARIO_OPTIONS(OPTION)
#undef OPTION
  if (scenario->day != SCENARIO_NEITHER) {
    text_adds(out, scenario->day == SCENARIO_DAY ? "day\n" : "night\n");
  }
}

/* --- the script ---------------------------------------------------------------------------- */

static void print_line(const Scenario *scenario, const ScenarioLine *line, Text *out) {
  text_adds(out, "  ");
  switch (line->kind) {
    case SCENARIO_LINE_ACTION: scenario_print_action(scenario, line->as.action, out); break;
    case SCENARIO_LINE_ANSWERS: print_answers(scenario, line->as.answers, out); break;
    case SCENARIO_LINE_EXPECT:
      text_adds(out, "expect ");
      scenario_print_expect(scenario, line->as.expect, out);
      break;
    case SCENARIO_LINE_RESOLVE: text_adds(out, "resolve"); break;
    case SCENARIO_LINE_RESOLVE_ALL: text_adds(out, "resolve all"); break;
  }
  text_addc(out, '\n');
}

static void print_section(const Scenario *scenario, const ScenarioSection *section, Text *out) {
  text_addf(out, "\nturn %lld %s%s\n", (long long)section->turn,
            scenario_word_text(&scenario_step_words, section->step), section->again ? " again" : "");
  for (u32 i = 0; i < section->lines.count; i++) print_line(scenario, &section->lines.data[i], out);
}

void scenario_print(const ScenarioFile *file, Text *out) {
  for (u32 i = 0; i < file->scenarios.count; i++) {
    const Scenario *scenario = file->scenarios.data[i];
    print_between(out, i, "\n");
    print_header(scenario, out);
    for (u32 k = 0; k < scenario->players.count; k++) {
      bool written = scenario->players.data[k].place.line > 0;
      if (written) print_player_setup(scenario, &scenario->players.data[k], out);
    }
    if (scenario->before.count > 0) text_addc(out, '\n');
    for (u32 k = 0; k < scenario->before.count; k++) {
      print_line(scenario, &scenario->before.data[k], out);
    }
    for (u32 k = 0; k < scenario->sections.count; k++) {
      print_section(scenario, &scenario->sections.data[k], out);
    }
  }
}
