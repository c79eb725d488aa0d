#include "board.h"

#include "things.h"

#include "gavel/player.h"

#include <stdlib.h>

/* Appends a text in which players are numbered with their names instead. */
static void name_players(const Seating *seating, const char *text, Text *out) {
  static const char WORD[] = "player ";
  for (const char *at = text; *at;) {
    u32 player = (u32)(strncmp(at, WORD, sizeof WORD - 1) == 0 ? at[sizeof WORD - 1] - '0' : 99);
    if (player < seating->count) {
      text_adds(out, seating->seats[player].name);
      at += sizeof WORD;
    } else {
      text_addc(out, *at++);
    }
  }
}

static Style board_style(const Board *board) { return board->plain ? style_none() : style_of_output(); }

/* Appends a text of the library as this table's people read it. */
static void say(const Board *board, const char *text, Text *out) {
  Text named;
  if (!board->plain) {
    name_players(board->seating, text, out);
    return;
  }
  text_init(&named, gavel_allocator_default());
  name_players(board->seating, text, &named);
  if (named.failed) out_of_memory();
  add_symbols_in_words(text_str(&named).data, out);
  text_free(&named);
}

/* "Red Burn's", "Azure Wings'" */
static void possessive(const char *name, Text *out) {
  size_t length = strlen(name);
  text_addf(out, "%s'%s", name, length > 0 && name[length - 1] == 's' ? "" : "s");
}

/* "turn 3, Red Burn's declare attackers" */
static void moment(const Seating *seating, const GavelGame *game, Text *out) {
  GavelSituation s = gavel_game_situation(game);
  GavelLanguage language = seating->language;
  if (s.turn == 0) {
    text_adds(out, sentence_text(language, SENTENCE_SAY_BEFORE_FIRST));
    return;
  }
  Text whose;
  text_init(&whose, gavel_allocator_default());
  const char *step = sentence_text(language, (Sentence)(SENTENCE_STEP_0 + s.step));
  if (language == GAVEL_ENGLISH) {
    possessive(seating->seats[s.active].name, &whose);
    text_addf(&whose, " %s", step);
  } else {
    text_addf(&whose, "%s%s%s", step, sentence_text(language, SENTENCE_OF), seating->seats[s.active].name);
  }
  if (whose.failed) out_of_memory();
  add_said(out, language, SENTENCE_SAY_MOMENT, s.turn, text_str(&whose).data);
  text_free(&whose);
}

/* --- permanents ------------------------------------------------------------------------------------- */

enum { NAME_CAP = 160, RULES_CAP = 4096, KINDS_CAP = 16 };

static Layout layout_of(const Board *board) { return (Layout){.indent = 4, .title = 10, .plain = board->plain}; }

/* Prints the rows of a zone. For reading aloud the heading also says whose they are: "lands of Red Burn". */
static void zone_rows_print(const Board *board, Rows *rows, const char *title, u32 player) {
  char whose[NAME_CAP];
  bool owned = board->plain && player != GAVEL_NO_PLAYER;
  snprintf(whose, sizeof whose, owned ? "%s%s%s" : "%s", title,
           owned ? sentence_text(board->seating->language, SENTENCE_OF) : "",
           owned ? board->seating->seats[player].name : "");
  rows_print(rows, whose, layout_of(board));
}

/* The permanents of a player that are lands, creatures or neither. */
static void permanents_print(const Board *board, GavelGame *game, u32 viewer, u32 player, u32 types,
                             const char *title) {
  Things all = things_in(game, GAVEL_ZONE_BATTLEFIELD, 0);
  Rows rows = {0};
  for (u32 i = 0; i < all.count; i++) {
    GavelObject o;
    GavelCharacteristics c;
    if (!gavel_game_object(game, all.data[i], &o) || o.controller != player ||
        !gavel_game_characteristics(game, all.data[i], &c))
      continue;
    u32 kind = c.types & GAVEL_CREATURE ? GAVEL_CREATURE : c.types & GAVEL_LAND ? GAVEL_LAND : GAVEL_ARTIFACT;
    if (kind == types) rows_add(&rows, game, viewer, all.data[i]);
  }
  zone_rows_print(board, &rows, title, player);
  things_free(&all);
}

static void zone_print(const Board *board, GavelGame *game, u32 viewer, GavelZone zone, u32 player, const char *title) {
  Things all = things_in(game, zone, player);
  Rows rows = {0};
  for (u32 i = 0; i < all.count; i++) rows_add(&rows, game, viewer, all.data[i]);
  zone_rows_print(board, &rows, title, zone == GAVEL_ZONE_EXILE ? GAVEL_NO_PLAYER : player);
  things_free(&all);
}

static void player_print(const Board *board, GavelGame *game, u32 player, u32 viewer) {
  static const char *const COLORS[] = {"white", "blue", "black", "red", "green", "colorless"};
  Style style = board_style(board);
  GavelPlayer p = gavel_game_player(game, player);
  GavelLanguage language = board->seating->language;
  printf(board->plain ? "%s%s%s: " : "  %s%s%s  ", style.bold, board->seating->seats[player].name, style.plain);
  print_said(language, SENTENCE_SAY_LIFE_ALONE, p.life, "");
  print_said(language, SENTENCE_SAY_HAND, p.hand, "");
  print_said(language, SENTENCE_SAY_LIBRARY, p.library, "");
  print_said(language, SENTENCE_SAY_GRAVEYARD, p.graveyard, "");
  GavelCounter counters[KINDS_CAP];
  u32 kinds = gavel_game_all_counters(game, gavel_ref_player(player), counters, KINDS_CAP);
  for (u32 i = 0; i < kinds && i < KINDS_CAP; i++)
    printf(", %s %lld", gavel_word_text(counters[i].kind), (long long)counters[i].n);
  for (u32 i = 0; i < COUNT_OF(COLORS); i++) {
    i64 mana = gavel_game_mana(game, player, gavel_word_find(COLORS[i]));
    Str color = word_said(language, (Word)gavel_word_find(COLORS[i]), WORD_MASCULINE);
    char words[32];
    snprintf(words, sizeof words, "%.*s", (int)color.length, color.data);
    if (mana) print_said(language, SENTENCE_SAY_MANA, mana, words);
  }
  Sentence state = p.left ? SENTENCE_SAY_HAS_LEFT : SENTENCE_SAY_MONARCH;
  printf("%s\n", p.left || p.monarch ? sentence_text(language, state) : "");
  permanents_print(board, game, viewer, player, GAVEL_LAND, sentence_text(language, SENTENCE_TITLE_LANDS));
  permanents_print(board, game, viewer, player, GAVEL_ARTIFACT, sentence_text(language, SENTENCE_TITLE_OTHERS));
  permanents_print(board, game, viewer, player, GAVEL_CREATURE, sentence_text(language, SENTENCE_TITLE_CREATURES));
  zone_print(board, game, viewer, GAVEL_ZONE_GRAVEYARD, player, sentence_text(language, SENTENCE_ROW_GRAVEYARD));
  if (viewer == player || viewer == GAVEL_NO_PLAYER)
    zone_print(board, game, viewer, GAVEL_ZONE_HAND, player, sentence_text(language, SENTENCE_ROW_HAND));
}

/* What an object does, its abilities in one line. */
static void text_of(GavelGame *game, GavelRef ref, Text *out) {
  char text[RULES_CAP];
  gavel_game_rules_text(game, ref, text, sizeof text);
  const char *before = ": ";
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    text_addf(out, "%s%s", before, line);
    before = " / ";
  }
}

/* The stack, what resolves first at the top: whose each spell and ability is, what it targets and what it does. */
static void stack_print(const Board *board, GavelGame *game, u32 viewer) {
  GavelRef targets[8];
  Things stack = things_in(game, GAVEL_ZONE_STACK, 0);
  for (u32 i = stack.count; i-- > 0;) {
    char name[NAME_CAP];
    GavelObject o;
    Text text, named;
    text_init(&text, gavel_allocator_default());
    text_init(&named, gavel_allocator_default());
    thing_name(game, viewer, stack.data[i], name, sizeof name);
    text_adds(&text, name);
    if (gavel_game_object(game, stack.data[i], &o)) text_addf(&text, " (player %u)", o.controller);
    u32 targeted = gavel_game_targets(game, stack.data[i], targets, COUNT_OF(targets));
    for (u32 t = 0; t < targeted && t < COUNT_OF(targets); t++) {
      thing_name(game, viewer, targets[t], name, sizeof name);
      text_addf(&text, "%s%s", t ? ", " : sentence_text(board->seating->language, SENTENCE_SAY_AIMED), name);
      if (gavel_game_object(game, targets[t], &o))
        text_addf(&text, "%splayer %u", sentence_text(board->seating->language, SENTENCE_OF), o.controller);
    }
    text_of(game, stack.data[i], &text);
    say(board, text_str(&text).data, &named);
    if (text.failed || named.failed) out_of_memory();
    paragraph_print(i + 1 == stack.count || board->plain ? sentence_text(board->seating->language, SENTENCE_ROW_STACK)
                                                         : "",
                    text_str(&named).data, layout_of(board));
    text_free(&text);
    text_free(&named);
  }
  things_free(&stack);
}

/* A line of a card: a name, a cost, an ability. */
static void card_line_print(const Board *board, const char *text) {
  Text line;
  text_init(&line, gavel_allocator_default());
  say(board, text, &line);
  printf("%s%s\n", board->plain ? "" : "  ", text_str(&line).data);
  text_free(&line);
}

void board_card_print(const Board *board, GavelGame *game, u32 viewer, GavelRef ref) {
  char name[NAME_CAP], cost[NAME_CAP], types[NAME_CAP], text[RULES_CAP], line[2 * NAME_CAP + 2];
  GavelCharacteristics c;
  GavelHandle handle = gavel_view_handle(game, viewer, ref);
  gavel_view_name(game, viewer, handle, name, sizeof name);
  if (!handle || !name[0]) {
    puts(sentence_text(board->seating->language, SENTENCE_SAY_RULES_ASK));
    return;
  }
  bool known = gavel_view_characteristics(game, viewer, handle, &c);
  gavel_view_mana_cost(game, viewer, handle, cost, sizeof cost);
  gavel_view_type_line(game, viewer, handle, types, sizeof types);
  gavel_view_rules_text(game, viewer, handle, text, sizeof text);
  snprintf(line, sizeof line, "%s%s%s", name, cost[0] ? "  " : "", cost);
  card_line_print(board, line);
  if (types[0]) card_line_print(board, types);
  for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n")) card_line_print(board, at);
  snprintf(line, sizeof line, "%lld/%lld", (long long)c.power, (long long)c.toughness);
  if (known && c.has_power_toughness) card_line_print(board, line);
}

void board_print(const Board *board, GavelGame *game, u32 viewer) {
  Text now;
  Style style = board_style(board);
  text_init(&now, gavel_allocator_default());
  moment(board->seating, game, &now);
  printf(board->plain ? "%s%s%s\n" : "%s--- %s ---%s\n", style.dim, text_str(&now).data, style.plain);
  text_free(&now);
  u32 near = viewer == GAVEL_NO_PLAYER ? 0 : viewer, count = board->seating->count;
  for (u32 i = 1; i <= count; i++) player_print(board, game, (near + i) % count, viewer);
  zone_print(board, game, viewer, GAVEL_ZONE_EXILE, 0, sentence_text(board->seating->language, SENTENCE_ROW_EXILE));
  stack_print(board, game, viewer);
}

/* --- questions -------------------------------------------------------------------------------------- */

/* What tells an option from others: its words, and all that can be seen of the object it names. */
static void option_key(GavelGame *game, u32 viewer, u32 index, const char *words, Text *out) {
  const GavelOption *option = &gavel_game_options(game)[index];
  char text[RULES_CAP];
  GavelRef ref = option->ref;
  text_addf(out, "%s\n%u %lld\n", words, option->kind, option->kind == GAVEL_OPTION_REF ? 0 : (long long)option->n);
  if (!ref || gavel_ref_to_player(ref) != GAVEL_NO_PLAYER) return;
  thing_describe(game, viewer, ref, out);
  gavel_view_rules_text(game, viewer, gavel_view_handle(game, viewer, ref), text, sizeof text);
  text_adds(out, text);
  GavelRef attached[16];
  u32 count = gavel_game_attachments(game, ref, attached, COUNT_OF(attached));
  for (u32 i = 0; i < count && i < COUNT_OF(attached); i++) text_addf(out, " %llu", (unsigned long long)attached[i]);
}

/* Whether alternatives that look alike may be taken for one: choosing among objects, not numbers or orders. */
static bool is_grouped(const GavelDecision *d) {
  return d->kind != GAVEL_DECISION_ORDER && d->kind != GAVEL_DECISION_DIVIDE && d->kind != GAVEL_DECISION_ASSIGN;
}

void choices_make(const Board *board, GavelGame *game, Choices *choices) {
  GavelAllocator allocator = gavel_allocator_default();
  GavelDecision d;
  VEC(Text) keys = {0};
  *choices = (Choices){0};
  if (!gavel_game_decision(game, &d)) return;
  for (u32 i = 0; i < d.option_count; i++) {
    char words[512];
    Text key, named;
    text_init(&key, allocator);
    gavel_view_option_text(game, d.player, i, words, sizeof words);
    option_key(game, d.player, i, words, &key);
    u32 same = 0;
    while (same < keys.count && !str_equal(text_str(&keys.data[same]), text_str(&key))) same++;
    if (is_grouped(&d) && same < keys.count) {
      choices->rows.data[same].times++;
      text_free(&key);
      continue;
    }
    text_init(&named, allocator);
    say(board, words, &named);
    Choice row = {.option = i, .times = 1, .words = named};
    if (key.failed || named.failed || !vec_push(&allocator, &keys, key) || !vec_push(&allocator, &choices->rows, row))
      out_of_memory();
  }
  for (u32 i = 0; i < keys.count; i++) text_free(&keys.data[i]);
  vec_free(&allocator, &keys);
}

void choices_free(Choices *choices) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 i = 0; i < choices->rows.count; i++) text_free(&choices->rows.data[i].words);
  vec_free(&allocator, &choices->rows);
}

void board_question(const Board *board, GavelGame *game, bool numbered) {
  GavelDecision d;
  char text[512];
  if (!gavel_game_decision(game, &d)) {
    puts(sentence_text(board->seating->language, SENTENCE_SAY_NOTHING_MORE));
    return;
  }
  Text named;
  Choices choices;
  text_init(&named, gavel_allocator_default());
  choices_make(board, game, &choices);
  gavel_view_decision_text(game, d.player, text, sizeof text);
  say(board, text, &named);
  for (u32 i = 0; i < choices.rows.count; i++) {
    const Choice *row = &choices.rows.data[i];
    if (numbered)
      text_addf(&named, board->plain ? "\n%u: " : "\n  %2u  ", i + 1);
    else
      text_adds(&named, "\n  ");
    text_add(&named, text_str(&row->words));
    if (row->times > 1) add_said(&named, board->seating->language, SENTENCE_SAY_TIMES, row->times, "");
  }
  printf("%s\n", text_str(&named).data);
  choices_free(&choices);
  text_free(&named);
}

/* --- the log ---------------------------------------------------------------------------------------- */

/* Prints a line, and keeps it to be read again. */
static void log_line(BoardLog *log, const char *text) {
  puts(text);
  if (log->since) text_addf(log->since, "%s\n", text);
}

/* Whose turn begins, and the life of all. */
static void turn_print(BoardLog *log, GavelGame *game, GavelSituation s) {
  const Seating *seating = log->board.seating;
  Style style = board_style(&log->board);
  Text line;
  text_init(&line, gavel_allocator_default());
  text_adds(&line, style.bold);
  add_said(&line, seating->language, log->board.plain ? SENTENCE_SAY_TURN_ALOUD : SENTENCE_SAY_TURN, s.turn,
           seating->seats[s.active].name);
  text_adds(&line, style.plain);
  for (u32 p = 0; p < seating->count; p++)
    add_said(&line, seating->language, log->board.plain ? SENTENCE_SAY_AT_LIFE_ALOUD : SENTENCE_SAY_AT_LIFE,
             gavel_game_player(game, p).life, seating->seats[p].name);
  log_line(log, text_str(&line).data);
  text_free(&line);
}

/* What came to the viewer's own hand: which card they drew is their news alone. */
static bool own_card_text(const BoardLog *log, GavelGame *game, const GavelEvent *event, char *text, size_t size) {
  char name[NAME_CAP];
  if (log->viewer == GAVEL_NO_PLAYER || event->to != GAVEL_ZONE_HAND || event->from != GAVEL_ZONE_LIBRARY) return false;
  GavelRef card = gavel_view_ref(game, log->viewer, event->became);
  GavelObject o;
  if (!card || !gavel_game_object(game, card, &o) || o.owner != log->viewer) return false;
  thing_name(game, log->viewer, card, name, sizeof name);
  Text said;
  text_init(&said, gavel_allocator_default());
  add_said(&said, log->board.seating->language, SENTENCE_SAY_COMES, log->viewer, name);
  if (said.failed) out_of_memory();
  snprintf(text, size, "%s", text_str(&said).data);
  text_free(&said);
  return true;
}

static void heard(void *user, GavelGame *game, const GavelEvent *event) {
  BoardLog *log = user;
  char text[512];
  if (log->silent) return;
  GavelSituation s = gavel_game_situation(game);
  if (s.turn != log->turn) {
    log->turn = s.turn;
    turn_print(log, game, s);
  }
  if (!own_card_text(log, game, event, text, sizeof text)) {
    if (!gavel_person_hears(event) || !gavel_event_text(game, event, text, sizeof text)) return;
  }
  Text line;
  text_init(&line, gavel_allocator_default());
  if (!log->board.plain) text_adds(&line, "  ");
  say(&log->board, text, &line);
  log_line(log, text_str(&line).data);
  text_free(&line);
}

void board_log_listen(BoardLog *log, GavelGame *game) {
  GavelListener listener = {.event = heard, .user = log};
  bool all = log->viewer == GAVEL_NO_PLAYER;
  if (all ? gavel_game_listen(game, &listener) : gavel_view_listen(game, log->viewer, &listener)) out_of_memory();
}
