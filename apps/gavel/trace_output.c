#include "trace_output.h"

void trace_output_init(TraceOutput *output) {
  *output = (TraceOutput){.players = {{0}}};
  text_init(&output->text, gavel_allocator_default());
}

void trace_output_free(TraceOutput *output) { text_free(&output->text); }

static void print_heading(const char *path, const Scenario *scenario) {
  Style style = style_of_output();
  Str title = scenario->titled ? scenario->title : str_of(path);
  printf("%s%.*s%s\n", style.bold, (int)title.length, title.data, style.plain);
}

const Listener *trace_output_begin(TraceOutput *output, const char *path,
                                   const Scenario *scenario) {
  print_heading(path, scenario);
  text_clear(&output->text);
  for (u32 i = 0; i < PLAYERS_CAP && i < scenario->players.count; i++)
    output->players[i] = scenario->players.data[i].name;
  output->trace = trace_begin(&output->text, output->players);
  output->listener = trace_listener(&output->trace);
  return &output->listener;
}

/* A line with the rules at its end, which are dimmed. */
static void print_line(Str line, const Style *style) {
  u32 rules = line.length;
  if (line.length > 0 && line.data[line.length - 1] == ')') {
    while (rules > 0 && line.data[rules - 1] != '(') rules--;
    if (rules > 0) rules--;
  }
  printf("  %.*s%s%.*s%s\n", (int)rules, line.data, style->dim, (int)(line.length - rules),
         line.data + rules, style->plain);
}

void trace_output_end(TraceOutput *output) {
  if (output->text.failed) out_of_memory();
  Style style = style_of_output();
  Str rest = text_str(&output->text);
  while (rest.length > 0) {
    const char *end = memchr(rest.data, '\n', rest.length);
    u32 length = end ? (u32)(end - rest.data) : rest.length;
    print_line((Str){rest.data, length}, &style);
    u32 used = end ? length + 1 : length;
    rest = (Str){rest.data + used, rest.length - used};
  }
}
