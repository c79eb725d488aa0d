#include "batch/episode.h"

#include "state/fetch.h"
#include "state/setup.h"

#include <stdio.h>

/* Ends the episode before its game is over. */
static void truncate(Episode *e, GavelTruncation why, const char *message) {
  e->truncated = why;
  e->over = true;
  snprintf(e->message, sizeof e->message, "%s", message);
}

static void fail(Episode *e, GavelStatus status) {
  const char *message = e->game ? gavel_game_message(e->game) : "";
  truncate(e, GAVEL_TRUNCATED_ENGINE, *message ? message : gavel_status_text(status));
}

/* --- beginning ----------------------------------------------------------------------------- */

/* Clones the start, reusing the memory of the previous episode if there is any. */
static GavelStatus copy_start(Episode *e, const Rules *rules) {
  if (e->game) return gavel_game_clone_again(e->game, rules->start);
  GavelAllocator a = rules->def.allocator;
  size_t size = 2 * gavel_game_clone_size(rules->start);
  e->buffer = a.resize(a.user, NULL, 0, size);
  if (!e->buffer) return GAVEL_E_MEMORY;
  e->size = size;
  return gavel_game_clone(rules->start, e->buffer, size, &e->game);
}

static GavelStatus begin_dealt(GavelGame *game, u32 players) {
  GavelStatus status = GAVEL_OK;
  for (u32 p = 0; p < players && !status; p++) {
    status = gavel_game_shuffle(game, p);
    if (!status) status = gavel_game_deal(game, p, 7);
  }
  return status ? status : gavel_game_start(game);
}

static GavelStatus begin_game(Episode *e, const Rules *rules) {
  GavelStatus status = copy_start(e, rules);
  if (status) return status;
  Rng rng = {.state = rules->seed + 0xd1342543de82ef95u * e->number + 0x2545f4914f6cdd1du * e->begun};
  rng.state = rng_next(&rng);
  game_reseed(e->game, rng_next(&rng));
  e->rng.state = rng_next(&rng);
  u32 first = rules->def.starting_player;
  core(e->game)->starting_player = (u8)(first == GAVEL_NO_PLAYER ? rng_below(&rng, rules->players) : first);
  bool dealt = rules->def.beginning == GAVEL_BEGIN_DEALT;
  return dealt ? begin_dealt(e->game, rules->players) : gavel_game_start_with_hands(e->game);
}

void episode_fetch_head(const Episode *e) {
  if (!e->game) return;
  fetch(e->game, sizeof *e->game);
  fetch_head(e->block);
}

void episode_fetch(const Episode *e) {
  if (!e->game || !e->game->block) return;
  const Block *block = game_block(e->game);
  fetch_rows(block);
  for (u32 i = 0; i < e->touched.count; i++)
    fetch_object(block, e->touched.rows[i].slot, e->touched.rows[i].card, e->touched.rows[i].ext);
}

/* --- playing ------------------------------------------------------------------------------- */

static bool is_callers(const Rules *rules, u32 seat) { return rules->def.seats[seat] == GAVEL_SEAT_CALLER; }

/* Nobody has decided anything yet, so the caller's first seat sees how the game ended. */
static u32 first_seat(const Rules *rules) {
  u32 seat = 0;
  while (!is_callers(rules, seat)) seat++;
  return seat;
}

static GavelStatus choose(Episode *e, const Rules *rules, GavelAutomaton *automaton, const Decision *d, u32 *option) {
  u32 count = count_of(e->game, T_OPTIONS);
  *option = 0;
  if (count == 1) return GAVEL_OK;
  if (rules->def.seats[d->player] == GAVEL_SEAT_AUTOMATIC) return gavel_automaton_choose(automaton, e->game, option);
  *option = (u32)rng_below(&e->rng, count);
  return GAVEL_OK;
}

static GavelStatus answer(Episode *e, u32 option) {
  e->decisions++;
  e->answered++;
  return gavel_game_answer(e->game, option);
}

/* Answers forced decisions and those of other seats. */
static GavelStatus play_on(Episode *e, const Rules *rules, GavelAutomaton *automaton) {
  GavelStatus status = GAVEL_OK;
  while (!status && api_asks(e->game)) {
    const Decision d = core(e->game)->decision;
    if (is_callers(rules, d.player) && count_of(e->game, T_OPTIONS) > 1) {
      e->seat = d.player;
      return GAVEL_OK;
    }
    if (e->decisions >= rules->def.max_decisions) return GAVEL_OK;
    u32 option;
    status = choose(e, rules, automaton, &d, &option);
    if (!status) status = answer(e, option);
  }
  return status;
}

static void observe(Episode *e) {
  GavelStatus status = observe_touching(e->game, e->seat, &e->narrowing, &e->seen, &e->touched);
  e->block = game_block(e->game);
  if (e->over) e->seen.option_count = 0;
  if (!status) return;
  if (status != GAVEL_E_LIMIT || gavel_game_status(e->game)) {
    fail(e, status);
    return;
  }
  bool objects = strstr(gavel_game_message(e->game), "objects");
  truncate(e, objects ? GAVEL_TRUNCATED_OBJECTS : GAVEL_TRUNCATED_LINKS, gavel_game_message(e->game));
}

/* Plays on to the caller's next decision and observes it; observes the end too. */
static void play_and_look(Episode *e, const Rules *rules, GavelAutomaton *automaton, GavelStatus status) {
  e->narrowing = (GavelNarrowing){.count = 0};
  e->options = 0;
  if (!status) status = play_on(e, rules, automaton);
  if (status) {
    fail(e, status);
    e->seen.object_count = e->seen.link_count = e->seen.option_count = 0;
    return;
  }
  if (core(e->game)->over) {
    e->over = true;
  } else if (e->decisions >= rules->def.max_decisions) {
    truncate(e, GAVEL_TRUNCATED_DECISIONS, "the episode took more decisions than max_decisions");
  }
  observe(e);
  if (!e->over) e->options = count_of(e->game, T_OPTIONS);
}

void episode_begin(Episode *e, const Rules *rules, GavelAutomaton *automaton) {
  e->begun++;
  e->decisions = 0;
  e->over = false;
  e->truncated = GAVEL_TRUNCATED_NOT;
  e->message[0] = 0;
  e->seat = first_seat(rules);
  play_and_look(e, rules, automaton, begin_game(e, rules));
}

void episode_act(Episode *e, const Rules *rules, GavelAutomaton *automaton, u32 action) {
  u32 option;
  if (!gavel_narrow(&e->narrowing, e->options, rules->def.max_options, action, &option)) {
    observe(e);
    return;
  }
  play_and_look(e, rules, automaton, answer(e, option));
}
