#include "trace_output.h"

#include "explain/trace.h"
#include "scenario/scenario_print.h"

void trace_output_init(TraceOutput *output) {
  *output = (TraceOutput){.players = {{0}}};
  text_init(&output->text, gavel_allocator_default());
  text_init(&output->object, gavel_allocator_default());
}

void trace_output_free(TraceOutput *output) {
  text_free(&output->text);
  text_free(&output->object);
  account_free(&output->account);
}

static void on_rule(void *user, const char *number) { account_rule(user, number, REF_NONE); }
static void on_rule_about(void *user, const char *number, Ref object) { account_rule(user, number, object); }

static void on_event(void *user, const Game *game, const Event *event) {
  /* Names are looked up in caches that may have to be filled. */
  account_event(user, (Game *)(uintptr_t)game, event);
}

static void on_remark(void *user, const Game *game, Remark remark, const char *rule, const Event *about) {
  account_remark(user, (Game *)(uintptr_t)game, remark, rule, about);
}

static void print_heading(const char *path, const Scenario *scenario) {
  Style style = style_of_output();
  Str title = scenario->titled ? scenario->title : str_of(path);
  printf("%s%.*s%s\n", style.bold, (int)title.length, title.data, style.plain);
}

const Listener *trace_output_begin(TraceOutput *output, const char *path, const Scenario *scenario) {
  print_heading(path, scenario);
  text_clear(&output->text);
  text_clear(&output->object);
  for (u32 i = 0; i < PLAYERS_CAP && i < scenario->players.count; i++)
    output->players[i] = scenario->players.data[i].name;
  account_free(&output->account);
  account_init(&output->account, output->players, GAVEL_ENGLISH, gavel_allocator_default());
  output->account.listener = (Listener){
      .rule = on_rule, .about = on_rule_about, .event = on_event, .remark = on_remark, .user = &output->account};
  return &output->account.listener;
}

void trace_output_met(void *user, Game *g, const Scenario *scenario, const ScenarioExpect *expect, Ref object) {
  TraceOutput *output = user;
  Text said;
  text_init(&said, gavel_allocator_default());
  scenario_print_expect(scenario, expect, &said);
  account_add(&output->account, ACCOUNT_EXPECTED, text_str(&said));
  text_free(&said);
  u32 slot = ref_is_player(object) ? 0 : object_live(g, object);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return;
  Text now;
  text_init(&now, gavel_allocator_default());
  if (explain_object(g, slot, &output->account.names, true, &now)) text_clear(&now);
  if (!str_equal(text_str(&now), text_str(&output->object)))
    account_add(&output->account, ACCOUNT_OBJECT, text_str(&now));
  text_free(&output->object);
  output->object = now;
}

void trace_output_end(TraceOutput *output, const ScenarioOutcome *outcome) {
  account_full(&output->account, 0, &output->text);
  scenario_report_passed_over(outcome, &output->text);
  if (output->text.failed) out_of_memory();
  print_account_lines(text_str(&output->text));
}
