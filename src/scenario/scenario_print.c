#include "scenario/scenario_print.h"

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

static void print_player(Text *out, const Scenario *scenario, u32 player) {
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
    print_player(out, scenario, ref->of);
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

static void print_targets(const Scenario *scenario, const ScenarioClauses *clauses, Text *out) {
  for (u32 i = 0; i < clauses->targets.count; i++) {
    const ScenarioTarget *target = &clauses->targets.data[i];
    bool group = target->kind == SCENARIO_TARGET_GROUP;
    print_between(out, i, ", ");
    if (target->kind == SCENARIO_TARGET_NONE) text_adds(out, "no target");
    if (group) text_addc(out, '(');
    print_refs(scenario, &target->refs, out);
    if (group) text_addc(out, ')');
  }
}

static void print_paying(const ScenarioClauses *clauses, Text *out) {
  for (u32 i = 0; i < clauses->paying.count; i++) {
    const ScenarioPaying *paying = &clauses->paying.data[i];
    print_between(out, i, ", ");
    text_addq(out, paying->text.text);
    if (paying->times != 1) text_addf(out, " %lld", (long long)paying->times);
  }
}

static void print_numbers(const i64 *numbers, u32 count, Text *out) {
  for (u32 i = 0; i < count; i++) {
    print_between(out, i, ", ");
    print_number(out, numbers[i]);
  }
}

static void print_clauses(const Scenario *scenario, const ScenarioClauses *clauses, Text *out) {
  u32 given = clauses->given;
  if (given & SCENARIO_CLAUSE_FROM) {
    text_adds(out, " from ");
    print_word(out, &scenario_zone_words, clauses->from);
  }
  if (given & SCENARIO_CLAUSE_VIA) {
    text_adds(out, clauses->via.text.length > 0 ? " via " : " via none");
    if (clauses->via.text.length > 0) text_addq(out, clauses->via.text);
  }
  if (given & SCENARIO_CLAUSE_FACE_DOWN) text_adds(out, " face-down");
  if (given & SCENARIO_CLAUSE_X) text_addf(out, " with X=%lld", (long long)clauses->x);
  if (given & SCENARIO_CLAUSE_MODES) {
    text_adds(out, " modes ");
    print_numbers(clauses->modes.data, clauses->modes.count, out);
  }
  if (given & SCENARIO_CLAUSE_KICKED) {
    text_adds(out, " kicked");
    if (clauses->kicked != 1) text_addf(out, " %lld", (long long)clauses->kicked);
  }
  if (given & SCENARIO_CLAUSE_PAYING) {
    text_adds(out, " paying ");
    print_paying(clauses, out);
  }
  if (given & SCENARIO_CLAUSE_TARGETING) {
    text_adds(out, " targeting ");
    print_targets(scenario, clauses, out);
  }
  if (given & SCENARIO_CLAUSE_DIVIDING) {
    text_adds(out, " dividing ");
    print_numbers(clauses->dividing.data, clauses->dividing.count, out);
  }
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
  print_player(out, scenario, action->player);
  text_addc(out, ' ');
  print_word(out, &scenario_verb_words, action->verb);
  print_action_rest(scenario, action, out);
}

/* --- answers ------------------------------------------------------------------------------- */

/* The word an answer begins with, by kind; "" where it has none. */
static const char *const answer_words[] = {[SCENARIO_ANSWER_YES] = "yes",         [SCENARIO_ANSWER_NO] = "no",
                                           [SCENARIO_ANSWER_NUMBER] = "",         [SCENARIO_ANSWER_REF] = "",
                                           [SCENARIO_ANSWER_COLOR] = "",          [SCENARIO_ANSWER_MANA] = "",
                                           [SCENARIO_ANSWER_MODE] = "mode ",      [SCENARIO_ANSWER_ORDER] = "order ",
                                           [SCENARIO_ANSWER_SPLIT] = "split ",    [SCENARIO_ANSWER_SET] = "(",
                                           [SCENARIO_ANSWER_DONE] = "done",       [SCENARIO_ANSWER_NONE] = "none",
                                           [SCENARIO_ANSWER_LIFE] = "life",       [SCENARIO_ANSWER_HEADS] = "heads",
                                           [SCENARIO_ANSWER_TAILS] = "tails",     [SCENARIO_ANSWER_WIN] = "win",
                                           [SCENARIO_ANSWER_LOSE] = "lose",       [SCENARIO_ANSWER_DIE] = "die ",
                                           [SCENARIO_ANSWER_SHUFFLE] = "shuffle "};

/* An answer without what may follow it. */
static void print_single(const Scenario *scenario, const ScenarioAnswer *answer, Text *out) {
  bool number = answer->kind == SCENARIO_ANSWER_NUMBER || answer->kind == SCENARIO_ANSWER_MODE ||
                answer->kind == SCENARIO_ANSWER_DIE;
  text_adds(out, answer_words[answer->kind]);
  if (number) print_number(out, answer->number);
  if (answer->kind == SCENARIO_ANSWER_COLOR) print_word(out, &scenario_color_words, answer->color);
  if (answer->kind == SCENARIO_ANSWER_MANA) text_add(out, answer->text);
  if (answer->kind == SCENARIO_ANSWER_REF) scenario_print_ref(scenario, answer->ref, out);
  for (u32 i = 0; i < answer->refs.count; i++) {
    print_between(out, i, ", ");
    scenario_print_ref(scenario, answer->refs.data[i], out);
    if (answer->kind == SCENARIO_ANSWER_SPLIT) {
      text_addf(out, "=%lld", (long long)answer->amounts.data[i]);
    }
  }
  if (answer->kind == SCENARIO_ANSWER_SET) text_addc(out, ')');
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
  print_player(out, scenario, answers->player);
  text_adds(out, " answers ");
  for (u32 i = 0; i < answers->answers.count; i++) {
    print_between(out, i, "; ");
    scenario_print_answer(scenario, &answers->answers.data[i], out);
  }
}

/* --- expectations -------------------------------------------------------------------------- */

static void print_objects(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  if (expect->quantifier == SCENARIO_SOME) text_adds(out, "some ");
  if (expect->quantifier == SCENARIO_NO) text_adds(out, "no ");
  if (expect->quantifier == SCENARIO_EXACTLY) text_addf(out, "%lld ", (long long)expect->exactly);
  scenario_print_ref(scenario, expect->ref, out);
}

static void print_zone_count(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  static const char *const counted[] = {
      [SCENARIO_COUNT_ALL] = "", [SCENARIO_COUNT_TOKENS] = "tokens", [SCENARIO_COUNT_CARDS] = "cards"};
  if (expect->player != SCENARIO_NONE) {
    print_player(out, scenario, expect->player);
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
    case EXPECT_TEXT_OR_NONE:
      if (text.length > 0) {
        text_addq(out, text);
      } else {
        text_adds(out, "none");
      }
      break;
    case EXPECT_MANA: print_or_none(out, text); break;
    case EXPECT_POOL:
      print_or_none(out, text);
      if (expect->kind == SCENARIO_EXPECT_POOL_KIND) text_addf(out, " %lld", (long long)expect->amount);
      break;
    case EXPECT_COUNTERS: print_kind_and_count(out, text, expect->amount); break;
    case EXPECT_PLAYER:
    case EXPECT_PLAYER_OR_NONE: print_player(out, scenario, expect->player); break;
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
  if (form->subject == OF_OBJECTS) print_objects(scenario, expect, out);
  if (form->subject == OF_PLAYER) print_player(out, scenario, expect->player);
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

static void print_chosen(const Scenario *scenario, const ScenarioChosen *chosen, Text *out) {
  text_adds(out, ", chosen ");
  switch (chosen->kind) {
    case SCENARIO_CHOSEN_TEXT: text_addq(out, chosen->text.text); break;
    case SCENARIO_CHOSEN_COLOR: print_word(out, &scenario_color_words, chosen->color); break;
    case SCENARIO_CHOSEN_NUMBER: print_number(out, chosen->number); break;
    case SCENARIO_CHOSEN_REF: scenario_print_ref(scenario, chosen->ref, out); break;
  }
}

static void print_suffix_ref(const Scenario *scenario, const char *words, const ScenarioRef *ref, Text *out) {
  if (!ref) return;
  text_adds(out, words);
  scenario_print_ref(scenario, ref, out);
}

static void print_suffix_text(const char *words, Str text, Text *out) {
  if (text.length == 0) return;
  text_adds(out, words);
  text_addq(out, text);
}

static void print_suffixes(const Scenario *scenario, const ScenarioItem *item, Text *out) {
  for (u32 i = 0; i < SCENARIO_FLAG_COUNT; i++) {
    if (!(item->flags & 1u << i)) continue;
    text_adds(out, ", ");
    print_word(out, &scenario_flag_words, i);
  }
  if (item->face_down != SCENARIO_FACE_UP) text_adds(out, ", face-down");
  if (item->face_down > SCENARIO_FACE_DOWN) {
    text_addc(out, ' ');
    print_word(out, &scenario_face_down_words, item->face_down);
  }
  for (u32 i = 0; i < item->counters.count; i++) {
    text_adds(out, ", counters ");
    print_kind_and_count(out, item->counters.data[i].kind, item->counters.data[i].count);
  }
  if (item->damage > 0) text_addf(out, ", damage %lld", (long long)item->damage);
  if (item->has_level) text_addf(out, ", level %lld", (long long)item->level);
  print_suffix_ref(scenario, ", attached to ", item->attached_to, out);
  print_suffix_ref(scenario, ", controlled by ", item->controller, out);
  if (item->is_attacking) text_adds(out, ", attacking");
  print_suffix_ref(scenario, " ", item->attacking, out);
  for (u32 i = 0; i < item->chosen.count; i++) print_chosen(scenario, &item->chosen.data[i], out);
  for (u32 i = 0; i < item->imprinted.count; i++) {
    print_suffix_ref(scenario, ", imprinted ", item->imprinted.data[i], out);
  }
  print_suffix_text(", melded with ", item->melded_with.text, out);
  print_suffix_text(", copy of ", item->copy_of.text, out);
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
  if (player->has_life) text_addf(out, "  life %lld\n", (long long)player->life);
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
  if (scenario->lenient) text_adds(out, "lenient\n");
  if (scenario->mulligans) text_adds(out, "mulligans\n");
  if (scenario->manual_mana) text_adds(out, "manual mana\n");
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
