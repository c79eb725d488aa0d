/* From the tree of a scenario file back to text: the rows of scenario.def and what stands between them. */
#include "scenario/scenario_rows.h"

void print_player_name(const Printer *to, u32 player) {
  text_add(to->out, player == SCENARIO_NONE ? STR("none") : to->scenario->players.data[player].name);
}

/* All rows of a table that a node gives, each behind `before`, and `after` behind each. */
static void print_rows(Printer *to, const ScenarioWords *rows, const void *node, const char *before,
                       const char *after) {
  to->before = before;
  for (u32 i = 0; i < rows->count; i++) {
    u32 length = to->out->length;
    to->words = rows->words[i].text;
    print_row(to, &rows->words[i], node);
    if (to->out->length > length) text_adds(to->out, after);
  }
}

/* --- references ---------------------------------------------------------------------------- */

static void print_traits(Text *out, u32 traits, const char *before) {
  for (u32 i = 0; i < SCENARIO_TRAIT_COUNT; i++)
    if (traits & 1u << i) text_addf(out, "%s%s)", before, scenario_word_text(&scenario_trait_words, i));
}

static void print_zone_of(const ScenarioRef *ref, Text *out) {
  if (ref->zone == ZONE_NONE) return;
  text_addf(out, " %s %s", ref->zone == ZONE_STACK ? "on" : "in", scenario_word_text(&scenario_zone_words, ref->zone));
}

void scenario_print_ref(const Scenario *scenario, const ScenarioRef *ref, Text *out) {
  bool ability = ref->kind == SCENARIO_REF_ABILITY;
  switch (ref->kind) {
    case SCENARIO_REF_ALIAS:
    case SCENARIO_REF_PLAYER: text_add(out, ref->text); break;
    case SCENARIO_REF_NAME: text_addq(out, ref->text); break;
    case SCENARIO_REF_FACE_DOWN: text_adds(out, "face-down creature"); break;
    case SCENARIO_REF_TOP: text_adds(out, "top of stack"); break;
    case SCENARIO_REF_ABILITY:
      text_adds(out, "ability of ");
      /* An ability's source is no ability, so this ends. */
      scenario_print_ref(scenario, ref->source, out);
      break;
  }
  /* What narrows an ability down stands behind `on stack`, where its source's qualifiers end. */
  if (ability) print_zone_of(ref, out);
  if (ref->index) text_addf(out, "#%u", ref->index);
  if (ref->of != SCENARIO_NONE) {
    text_adds(out, " of ");
    text_add(out, scenario->players.data[ref->of].name);
  }
  if (!ability) print_zone_of(ref, out);
  print_traits(out, ref->wanted, " (");
  print_traits(out, ref->unwanted, " (not ");
}

/* --- actions and answers ------------------------------------------------------------------- */

void print_clauses(Printer *to, const ScenarioClauses *clauses) {
  to->before = " ";
  for (u32 i = 0; i < scenario_clause_words.count; i++) {
    const ScenarioWord *row = &scenario_clause_words.words[i];
    to->words = row->text;
    if (clauses->given & row->value) print_row(to, row, clauses);
  }
}

void print_action_rest(Printer *to, const ScenarioAction *action) {
  print_row(to, scenario_word_of(&scenario_verb_words, action->verb), action);
  print_clauses(to, &action->clauses);
}

void scenario_print_action(const Scenario *scenario, const ScenarioAction *action, Text *out) {
  Printer to = {scenario, out, NULL, " ", scenario_word_text(&scenario_verb_words, action->verb)};
  print_player_name(&to, action->player);
  print_action_rest(&to, action);
}

/* An answer without what may follow it. */
static void print_single(const Scenario *scenario, const ScenarioAnswer *answer, Text *out) {
  const ScenarioWord *row = scenario_word_of(&scenario_answer_words, answer->kind);
  Printer to = {scenario, out, NULL, "", row->text};
  print_row(&to, row, answer);
}

void scenario_print_answer(const Scenario *scenario, const ScenarioAnswer *answer, Text *out) {
  print_single(scenario, answer, out);
  if (answer->source) {
    text_adds(out, " for ");
    scenario_print_ref(scenario, answer->source, out);
  }
  if (!answer->has_options) return;
  for (u32 i = 0; i < answer->options.count; i++) {
    text_adds(out, i > 0 ? ", " : " from (");
    print_single(scenario, &answer->options.data[i], out);
  }
  text_addc(out, ')');
}

void print_answers(const Scenario *scenario, const ScenarioAnswers *answers, Text *out) {
  text_add(out, scenario->players.data[answers->player].name);
  for (u32 i = 0; i < answers->answers.count; i++) {
    text_adds(out, i > 0 ? "; " : " answers ");
    scenario_print_answer(scenario, &answers->answers.data[i], out);
  }
}

/* --- expectations -------------------------------------------------------------------------- */

void scenario_print_expect(const Scenario *scenario, const ScenarioExpect *expect, Text *out) {
  const ScenarioWord *row = scenario_word_of(&scenario_expect_words, expect->kind);
  Printer to = {scenario, out, NULL, row->where == OF_GAME ? "" : " ", expect->negated ? row->other : row->text};
  if (row->where == OF_PLAYER) print_player_name(&to, expect->player);
  if (row->where == OF_OBJECTS) {
    if (expect->quantifier == SCENARIO_SOME) text_adds(out, "some ");
    if (expect->quantifier == SCENARIO_NO) text_adds(out, "no ");
    if (expect->quantifier == SCENARIO_EXACTLY) text_addf(out, "%lld ", (long long)expect->exactly);
    scenario_print_ref(scenario, expect->ref, out);
  }
  print_row(&to, row, expect);
}

/* --- the setup ----------------------------------------------------------------------------- */

static void print_item(Printer *to, const ScenarioItem *item) {
  Text *out = to->out;
  text_adds(out, "    ");
  if (item->count != 1) text_addf(out, "%lld ", (long long)item->count);
  if (item->token) text_adds(out, "token ");
  text_addq(out, item->name.text);
  to->words = "";
  print_descriptors(to, &item->token_is);
  for (u32 i = 0; i < item->token_has.count; i++) {
    text_adds(out, i == 0 ? " with " : " and ");
    print_ability(to, &item->token_has.data[i]);
  }
  if (item->alias != SCENARIO_NONE) {
    text_adds(out, " as ");
    text_add(out, to->scenario->aliases.data[item->alias].name);
  }
  print_clauses(to, &item->clauses);
  print_rows(to, &scenario_suffix_words, item, ", ", "");
  text_addc(out, '\n');
}

/* The player's lines; items of one zone in a row share a heading. */
static void print_player_setup(Printer *to, const ScenarioPlayer *player) {
  bool library = false;
  text_adds(to->out, "\nplayer ");
  text_add(to->out, player->name);
  text_addc(to->out, '\n');
  print_rows(to, &scenario_player_line_words, player, "  ", "\n");
  for (u32 i = 0; i < player->items.count; i++) {
    const ScenarioItem *item = &player->items.data[i];
    library |= item->zone == ZONE_LIBRARY;
    if (i == 0 || item->zone != player->items.data[i - 1].zone)
      text_addf(to->out, "  %s:\n", scenario_word_text(&scenario_zone_words, item->zone));
    print_item(to, item);
  }
  if (player->has_library && !library) text_adds(to->out, "  library: empty\n");
}

/* --- the script ---------------------------------------------------------------------------- */

static void print_lines(const Scenario *scenario, const ScenarioLines *lines, Text *out) {
  for (u32 i = 0; i < lines->count; i++) {
    const ScenarioLine *line = &lines->data[i];
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
}

static void print_scenario(const Scenario *scenario, Text *out) {
  Printer to = {.scenario = scenario, .out = out};
  print_rows(&to, &scenario_line_words, scenario, "", "\n");
  for (u32 i = 0; i < scenario->players.count; i++) {
    bool written = scenario->players.data[i].place.line > 0;
    if (written) print_player_setup(&to, &scenario->players.data[i]);
  }
  if (scenario->before.count > 0) text_addc(out, '\n');
  print_lines(scenario, &scenario->before, out);
  for (u32 i = 0; i < scenario->sections.count; i++) {
    const ScenarioSection *section = &scenario->sections.data[i];
    const char *step = scenario_word_text(&scenario_step_words, section->step);
    text_addf(out, "\nturn %lld %s%s\n", (long long)section->turn, step, section->again ? " again" : "");
    print_lines(scenario, &section->lines, out);
  }
}

void scenario_print(const ScenarioFile *file, Text *out) {
  for (u32 i = 0; i < file->scenarios.count; i++) {
    if (i > 0) text_addc(out, '\n');
    print_scenario(file->scenarios.data[i], out);
  }
}
