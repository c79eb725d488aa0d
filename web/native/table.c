/* Games between people at one screen and automatic players, for a single caller. */
#include "engine.h"

#include "gavel/player.h"
#include "gavel/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 2 };

/* An answer, whether a person chose it (otherwise it was passed or chosen for the seat), and whether its costs are paid
   by hand. */
typedef struct Answer {
  uint32_t option;
  bool chosen, by_hand;
} Answer;

typedef struct Table {
  GavelGame *game;
  GavelGameDef def;
  GavelDeck *decks[SEATS];
  GavelAutomaton *automaton;
  uint32_t people; /* one bit per seat */
  Answer *answers;
  size_t count, size;
  uint32_t viewer; /* whose log is kept */
  Out log;         /* what they may know, one event a line */
  uint32_t turn;   /* the last turn with a heading */
} Table;

/* --- decks ----------------------------------------------------------------------------------- */

typedef struct Problems {
  Out *out;
  uint32_t count;
} Problems;

static void on_problem(void *user, const GavelError *error) {
  Problems *problems = user;
  out_text(problems->out, problems->count++ ? ",{\"line\":" : "{\"line\":");
  out_number(problems->out, error->line);
  out_text(problems->out, ",\"message\":");
  out_string(problems->out, error->message);
  out_text(problems->out, "}");
}

/* Reads a deck. The text is JSON: `problems` with their lines and messages and, if there are none, `name` and the
   numbers of cards `main`, `sideboard` and `commander`. */
WEB_API GavelStatus gavel_web_deck(Engine *engine, const char *text);
GavelStatus gavel_web_deck(Engine *engine, const char *text) {
  static const char *const PARTS[] = {",\"main\":", ",\"sideboard\":", ",\"commander\":"};
  Out *out = engine_out(engine);
  GavelDeck *deck = NULL;
  Problems problems = {.out = out};
  out_text(out, "{\"problems\":[");
  gavel_deck_read_all(engine->cards, text, strlen(text), &deck, on_problem, &problems);
  out_text(out, "]");
  if (deck) {
    out_text(out, ",\"name\":");
    out_string(out, gavel_deck_name(deck));
    for (int part = GAVEL_DECK_MAIN; part <= GAVEL_DECK_COMMANDER; part++) {
      out_text(out, PARTS[part]);
      out_number(out, gavel_deck_size(deck, (GavelDeckPart)part));
    }
  }
  out_text(out, "}");
  gavel_deck_destroy(deck);
  return engine_close(engine, GAVEL_OK, NULL);
}

/* --- the log --------------------------------------------------------------------------------- */

static void on_event(void *user, GavelGame *game, const GavelEvent *event) {
  Table *table = user;
  GavelSituation now = gavel_game_situation(game);
  char text[512];
  if (now.turn != table->turn) {
    table->turn = now.turn;
    snprintf(text, sizeof text, "# %u %u\n", now.turn, now.active);
    out_text(&table->log, text);
  }
  if (!gavel_event_text(game, event, text, sizeof text)) return;
  if (!gavel_person_hears(event)) out_text(&table->log, "- ");
  out_text(&table->log, text);
  out_text(&table->log, "\n");
}

/* --- a game ---------------------------------------------------------------------------------- */

static GavelStatus failed(const Table *table, GavelStatus status, GavelError *error) {
  error->status = status;
  snprintf(error->message, sizeof error->message, "%s", table->game ? gavel_game_message(table->game) : "");
  return status;
}

static GavelStatus table_begin(Table *table, GavelError *error) {
  GavelListener listener = {.event = on_event, .user = table};
  out_clear(&table->log);
  table->turn = 0;
  gavel_game_destroy(table->game);
  table->game = NULL;
  GavelStatus status = gavel_game_create(&table->def, &table->game, error);
  if (status) return status;
  for (uint32_t seat = 0; seat < SEATS && !status; seat++)
    status = gavel_game_put_deck(table->game, seat, table->decks[seat]);
  if (!status) status = gavel_view_listen(table->game, table->viewer, &listener);
  if (!status) status = gavel_game_start_with_hands(table->game);
  return status ? failed(table, status, error) : GAVEL_OK;
}

static GavelStatus table_answer(Table *table, Answer answer, GavelError *error) {
  if (table->count == table->size) {
    size_t size = table->size ? 2 * table->size : 256;
    Answer *answers = realloc(table->answers, size * sizeof *answers);
    if (!answers) return error->status = GAVEL_E_MEMORY;
    table->answers = answers;
    table->size = size;
  }
  GavelDecision d;
  uint32_t player = gavel_game_decision(table->game, &d) ? d.player : 0;
  GavelStatus status = gavel_game_pay_by_hand(table->game, player, answer.by_hand);
  if (!status) status = gavel_game_answer(table->game, answer.option);
  if (status) return failed(table, status, error);
  gavel_game_pay_by_hand(table->game, player, false); /* players who think ahead pay automatically */
  table->answers[table->count++] = answer;
  return GAVEL_OK;
}

/* Goes back to the state after `count` answers. */
static GavelStatus table_back(Table *table, size_t count, GavelError *error) {
  GavelStatus status = table_begin(table, error);
  table->count = 0;
  for (size_t i = 0; i < count && !status; i++) status = table_answer(table, table->answers[i], error);
  return status;
}

WEB_API void gavel_web_table_close(Table *table);
void gavel_web_table_close(Table *table) {
  if (!table) return;
  gavel_game_destroy(table->game);
  gavel_automaton_destroy(table->automaton);
  for (uint32_t seat = 0; seat < SEATS; seat++) gavel_deck_destroy(table->decks[seat]);
  out_free(&table->log);
  free(table->answers);
  free(table);
}

/* Begins a game in `*table`. `people` has a bit for each seat with a person. `answers` are those of a game to continue,
   as written by gavel_web_table_moment. */
WEB_API GavelStatus gavel_web_table_open(Engine *engine, const char *first, const char *second, uint32_t seed,
                                         uint32_t people, const char *answers, Table **out);
GavelStatus gavel_web_table_open(Engine *engine, const char *first, const char *second, uint32_t seed, uint32_t people,
                                 const char *answers, Table **out) {
  const char *texts[SEATS] = {first, second};
  GavelError error = {0};
  engine_out(engine);
  Table *table = calloc(1, sizeof *table);
  *out = NULL;
  if (!table) return engine_close(engine, GAVEL_E_MEMORY, NULL);
  GavelStatus status = gavel_automaton_create(gavel_allocator_default(), &table->automaton);
  table->def = gavel_game_def_default();
  table->def.cards = engine->cards;
  table->def.seed = seed;
  table->def.language = engine->language;
  table->def.starting_player = seed & 1;
  table->people = people;
  table->viewer = people & 1 ? 0 : 1;
  for (uint32_t seat = 0; seat < SEATS && !status; seat++) {
    status = gavel_deck_read(engine->cards, texts[seat], strlen(texts[seat]), &table->decks[seat], &error);
    if (!status && gavel_deck_size(table->decks[seat], GAVEL_DECK_COMMANDER))
      table->def.format = GAVEL_FORMAT_COMMANDER;
  }
  if (!status) status = table_begin(table, &error);
  for (char *end; *answers && !status; answers = end) {
    Answer answer = {.option = (uint32_t)strtoul(answers, &end, 10)};
    if (end == answers) break;
    if (*end == '!' || *end == '$') {
      answer.chosen = true;
      answer.by_hand = *end++ == '$';
    }
    status = table_answer(table, answer, &error);
  }
  if (status)
    gavel_web_table_close(table);
  else
    *out = table;
  return engine_close(engine, status, &error);
}

/* Takes a person's choice; `by_hand`: they also choose how to pay for it. */
WEB_API GavelStatus gavel_web_table_answer(Engine *engine, Table *table, uint32_t option, int by_hand);
GavelStatus gavel_web_table_answer(Engine *engine, Table *table, uint32_t option, int by_hand) {
  GavelError error = {0};
  engine_out(engine);
  return engine_close(engine, table_answer(table, (Answer){option, true, by_hand}, &error), &error);
}

/* When people want to be asked, as bits. */
enum {
  STOP_ALWAYS = 1, /* whenever they have priority */
  PASS_TURN = 2    /* not before the turn ends, except for choices and what others put on the stack */
};

static bool aimed_at(const Table *table, uint32_t player) {
  GavelRef stack[64];
  uint32_t count = gavel_game_zone(table->game, GAVEL_ZONE_STACK, 0, stack, 64);
  GavelObject object;
  return count && count <= 64 && gavel_game_object(table->game, stack[count - 1], &object) &&
         object.controller != player;
}

static bool stops(Table *table, const GavelDecision *d, uint32_t how) {
  if (d->kind != GAVEL_DECISION_PRIORITY || how & STOP_ALWAYS) return true;
  if (how & PASS_TURN && !aimed_at(table, d->player)) return false;
  return gavel_person_stops(table->game);
}

/* Continues until a person is asked, a turn that is passed through ends, or `most` answers were given; sets `*more` to
   whether there is more to do. */
WEB_API GavelStatus gavel_web_table_advance(Engine *engine, Table *table, uint32_t how, uint32_t most, int *more);
GavelStatus gavel_web_table_advance(Engine *engine, Table *table, uint32_t how, uint32_t most, int *more) {
  GavelError error = {0};
  GavelDecision d;
  GavelStatus status = GAVEL_OK;
  uint32_t turn = gavel_game_situation(table->game).turn;
  engine_out(engine);
  *more = false;
  while (!status && gavel_game_decision(table->game, &d)) {
    Answer answer = {0};
    bool person = table->people >> d.player & 1;
    if (gavel_game_situation(table->game).turn != turn) how &= ~(uint32_t)PASS_TURN;
    if (person && stops(table, &d, how)) break;
    if (most-- == 0) {
      *more = true;
      break;
    }
    if (!person) status = gavel_automaton_choose(table->automaton, table->game, &answer.option);
    if (!status) status = table_answer(table, answer, &error);
  }
  return engine_close(engine, status, &error);
}

/* Number of answers before a person last chose; all of them if nobody has. */
static size_t before_choice(const Table *table) {
  for (size_t i = table->count; i-- > 0;)
    if (table->answers[i].chosen) return i;
  return table->count;
}

/* Undoes a person's last choice and everything after it. */
WEB_API GavelStatus gavel_web_table_undo(Engine *engine, Table *table);
GavelStatus gavel_web_table_undo(Engine *engine, Table *table) {
  GavelError error = {.message = "there is no choice to take back"};
  size_t to = before_choice(table);
  engine_out(engine);
  if (to == table->count) return engine_close(engine, GAVEL_E_MISUSE, &error);
  return engine_close(engine, table_back(table, to, &error), &error);
}

/* The automatic player's choice for the player who decides, in `*option`. */
WEB_API GavelStatus gavel_web_table_hint(Engine *engine, Table *table, uint32_t *option);
GavelStatus gavel_web_table_hint(Engine *engine, Table *table, uint32_t *option) {
  engine_out(engine);
  return engine_close(engine, gavel_automaton_choose(table->automaton, table->game, option), NULL);
}

typedef struct Viewed {
  GavelGame *game;
  uint32_t viewer;
} Viewed;

static size_t write_board(void *user, char *data, size_t size) {
  const Viewed *viewed = user;
  return gavel_view_board(viewed->game, viewed->viewer, data, size);
}

/* The game as a seat may know it, in JSON: `board`; `log` in lines, where `# 3 1` begins turn 3, of seat 1, and `- `
   begins an event that logs leave out; `undo` (whether a choice can be undone); and `answers`, for
   gavel_web_table_open. */
WEB_API GavelStatus gavel_web_table_moment(Engine *engine, Table *table, uint32_t viewer);
GavelStatus gavel_web_table_moment(Engine *engine, Table *table, uint32_t viewer) {
  GavelError error = {0};
  Out *out = engine_out(engine);
  if (viewer >= SEATS) viewer = table->viewer;
  if (viewer != table->viewer || engine->language != table->def.language) {
    /* Another viewer or language needs another log of the same game. */
    table->viewer = viewer;
    table->def.language = engine->language;
    GavelStatus status = table_back(table, table->count, &error);
    if (status) return engine_close(engine, status, &error);
  }
  Viewed viewed = {table->game, table->viewer};
  out_text(out, "{\"board\":");
  out_written(out, write_board, &viewed);
  out_text(out, ",\"log\":");
  out_string(out, table->log.data ? table->log.data : "");
  out_text(out, before_choice(table) < table->count ? ",\"undo\":true" : ",\"undo\":false");
  out_text(out, ",\"answers\":\"");
  for (size_t i = 0; i < table->count; i++) {
    out_text(out, i ? " " : "");
    out_number(out, table->answers[i].option);
    if (table->answers[i].chosen) out_text(out, table->answers[i].by_hand ? "$" : "!");
  }
  out_text(out, "\"}");
  return engine_close(engine, GAVEL_OK, NULL);
}
