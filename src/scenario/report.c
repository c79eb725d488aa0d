#include "scenario/report.h"

#include "explain/sentences.h"

const char *scenario_verdict_text(ScenarioVerdict verdict) {
  static const char *const TEXTS[] = {[SCENARIO_PASSED] = "pass",
                                      [SCENARIO_FAILED] = "fail",
                                      [SCENARIO_UNSUPPORTED] = "unsupported",
                                      [SCENARIO_ERROR] = "error"};
  return TEXTS[verdict];
}

void scenario_tally(ScenarioTally *tally, ScenarioVerdict verdict) {
  switch (verdict) {
    case SCENARIO_PASSED: tally->passed++; break;
    case SCENARIO_UNSUPPORTED: tally->skipped++; break;
    case SCENARIO_FAILED:
    case SCENARIO_ERROR: tally->failed++; break;
  }
}

/* --- text ------------------------------------------------------------------------------------ */

void scenario_report(const ScenarioOutcome *outcome, GavelLanguage language, Text *out) {
  if (outcome->result->verdict == SCENARIO_PASSED) return;
  text_add(out, outcome->file);
  if (outcome->result->line > 0) text_addf(out, ":%u", outcome->result->line);
  text_addf(out, ": %s", phrase_said(language, scenario_verdict_text(outcome->result->verdict)));
  if (outcome->title.length > 0) {
    text_adds(out, ": ");
    text_add(out, outcome->title);
  }
  text_addc(out, '\n');
  /* The reason, indented. */
  bool begins = true;
  for (u32 i = 0; i < outcome->reason.length; i++) {
    char c = outcome->reason.data[i];
    if (begins && c != '\n') text_adds(out, "    ");
    begins = c == '\n';
    text_addc(out, c);
  }
  if (outcome->reason.length > 0 && !begins) text_addc(out, '\n');
}

void scenario_report_tally(const ScenarioTally *tally, GavelLanguage language, Text *out) {
  text_addf(out, phrase_said(language, "%llu passed, %llu failed, %llu skipped\n"), (unsigned long long)tally->passed,
            (unsigned long long)tally->failed, (unsigned long long)tally->skipped);
}

/* Takes a line off a text; false at its end. */
static bool next_line(Str *rest, Str *line) {
  if (rest->length == 0) return false;
  const char *end = memchr(rest->data, '\n', rest->length);
  u32 length = end ? (u32)(end - rest->data) : rest->length, used = end ? length + 1 : length;
  *line = (Str){rest->data, length};
  *rest = (Str){rest->data + used, rest->length - used};
  return true;
}

void scenario_report_passed_over(const ScenarioOutcome *outcome, Text *out) {
  Str rest = text_str(&outcome->result->passed_over), line;
  while (next_line(&rest, &line)) text_addf(out, "passed over: %.*s\n", (int)line.length, line.data);
}

/* --- JSON ------------------------------------------------------------------------------------ */

void scenario_report_json(const ScenarioOutcome *outcome, Text *out) {
  const ScenarioResult *result = outcome->result;
  text_adds(out, "{\"file\":");
  text_addj(out, outcome->file);
  text_adds(out, ",\"scenario\":");
  text_addj(out, outcome->title);
  text_addf(out, ",\"result\":\"%s\",\"line\":%u,\"reason\":", scenario_verdict_text(result->verdict), result->line);
  text_addj(out, outcome->reason);
  text_adds(out, ",\"cards\":[");
  for (u32 i = 0; i < result->cards.count; i++) {
    if (i > 0) text_addc(out, ',');
    text_addj(out, result->cards.data[i]);
  }
  text_adds(out, "],\"passed_over\":[");
  Str rest = text_str(&result->passed_over), line;
  for (bool first = true; next_line(&rest, &line); first = false) {
    if (!first) text_addc(out, ',');
    text_addj(out, line);
  }
  text_adds(out, "]}\n");
}
