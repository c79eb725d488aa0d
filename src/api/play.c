/* Decisions and their answers. */
#include "api/api.h"

#include "rules/turn/turn.h"
#include "rules/game/run_game.h"
#include "state/clone.h"

/* --- questions ----------------------------------------------------------------------------- */

bool gavel_game_decision(const GavelGame *game, GavelDecision *decision) {
  *decision = (GavelDecision){.rule = ""};
  if (!api_asks(game)) return false;
  const Decision *d = &core(game)->decision;
  *decision = (GavelDecision){
      .kind = (GavelDecisionKind)d->kind,
      .player = d->player,
      .for_player = d->for_player,
      .option_count = count_of(game, T_OPTIONS),
      .group = d->group,
      .chosen = d->chosen,
      .min = d->min,
      .max = d->max,
      .source = d->source,
      .rule = game->decision_rule ? game->decision_rule : "",
  };
  return true;
}

const GavelOption *gavel_game_options(const GavelGame *game) { return api_asks(game) ? row_OPTIONS(game, 0) : NULL; }

/* --- saved copies -------------------------------------------------------------------------- */

static GavelStatus keep(Game *g, Kept *kept) {
  if (kept->game) return game_clone_again(kept->game, g);
  size_t size = game_clone_size(g);
  if (!kept->buffer) {
    kept->buffer = g->allocator.resize(g->allocator.user, NULL, 0, size);
    if (!kept->buffer) return GAVEL_E_MEMORY;
    kept->size = size;
  }
  return game_clone_into(g, kept->buffer, kept->size, &kept->game);
}

static GavelStatus no_copy(Game *g) { return api_refuse(g, GAVEL_E_MEMORY, "out of memory for a copy of the game"); }

/* Keeps a copy at the beginning of a set, so that it can be taken back. */
static GavelStatus keep_set_start(Game *g) {
  ApiGame *api = api_of(g);
  u32 group = core(g)->decision.group;
  if (!api || !api->take_back || group == 0 || api->set_group == group) return GAVEL_OK;
  api->set_group = 0;
  if (keep(g, &api->set_start)) return no_copy(g);
  api->set_group = group;
  return GAVEL_OK;
}

GavelStatus gavel_game_take_back(GavelGame *game) {
  if (game->failed) return game->failed;
  const ApiGame *api = api_of(game);
  u32 group = api_asks(game) ? core(game)->decision.group : 0;
  if (group == 0 || !api || api->set_group != group || !core(game)->decision.chosen)
    return api_refuse(game, GAVEL_E_MISUSE, "there is no set of choices under way to take back");
  return api_clone_again(game, api->set_start.game);
}

/* --- answers ------------------------------------------------------------------------------- */

static GavelStatus nothing_asked(Game *g) {
  const char *why = core(g)->over    ? "the game is over: nothing is asked any more"
                    : api_started(g) ? "nothing is asked"
                                     : "nothing is asked before the game has been started";
  return api_refuse(g, GAVEL_E_MISUSE, "%s", why);
}

GavelStatus gavel_game_answer(GavelGame *game, uint32_t option) {
  if (game->failed) return game->failed;
  if (!api_asks(game)) return nothing_asked(game);
  u32 count = count_of(game, T_OPTIONS);
  if (option >= count)
    return api_refuse(game, GAVEL_E_ILLEGAL, "there is no option %u: they are 0 to %u", option, count - 1);
  GavelStatus status = keep_set_start(game);
  return status ? status : game_answer(game, option);
}

/* --- sets ---------------------------------------------------------------------------------- */

/* A set that is being answered. */
typedef struct Set {
  const GavelOption *members;
  u8 *used; /* for each member */
  u32 count, left;
  u32 group;
} Set;

static bool same_option(const GavelOption *member, const Option *option) {
  bool free_a = option->kind == OPTION_REF || option->kind == OPTION_NUMBER;
  return member->kind == option->kind && member->word == option->word && member->ref == option->ref &&
         member->n == option->n && (free_a || member->a == option->a);
}

/* An unused member equal to that option; `count` if there is none. */
static u32 member_find(const Set *set, const Option *option) {
  u32 i = 0;
  while (i < set->count && (set->used[i] || !same_option(&set->members[i], option))) i++;
  return i;
}

/* Picks the next option of the set and marks its member as used; returns the number of options if there is none. If the
   order matters, members are taken in their order, otherwise in canonical order. */
static u32 set_next(Set *set, const Game *g) {
  u32 options = count_of(g, T_OPTIONS), first = 0;
  bool ordered = core(g)->decision.kind == DECISION_ORDER;
  while (ordered && first < set->count && set->used[first]) first++;
  for (u32 i = 0; i < options; i++) {
    u32 member = member_find(set, row_OPTIONS(g, i));
    if (member == set->count || (ordered && member != first)) continue;
    set->used[member] = 1;
    set->left--;
    return i;
  }
  for (u32 i = 0; set->left == 0 && i < options; i++)
    if (row_OPTIONS(g, i)->kind == OPTION_DONE) return i;
  return options;
}

/* Answers until the set is complete, including decisions with one option; false if the members don't complete it. */
static bool set_answer(Set *set, Game *g, GavelStatus *status) {
  do {
    u32 option = set_next(set, g);
    if (option == count_of(g, T_OPTIONS)) return false;
    *status = game_answer(g, option);
    if (*status) return true;
  } while (set->group && api_asks(g) && core(g)->decision.group == set->group);
  return set->left == 0;
}

static bool is_forced(const Game *g) {
  return count_of(g, T_OPTIONS) == 1 && !(core(g)->decision.flags & DECIDE_SHOWN);
}

/* Shows forced choices meanwhile, because they may be members. */
static GavelStatus set_run(Set *set, Game *g, bool *legal) {
  GavelStatus status = GAVEL_OK;
  bool shown = g->show_forced;
  g->show_forced = true;
  *legal = set_answer(set, g, &status);
  g->show_forced = shown;
  while (*legal && !status && !shown && api_asks(g) && is_forced(g)) status = game_answer(g, 0);
  return status;
}

/* Tries a set on a copy first, so that the game changes, and its listener hears of it, only if the set is legal. */
GavelStatus gavel_game_answer_set(GavelGame *game, const GavelOption *members, uint32_t count) {
  if (game->failed) return game->failed;
  if (!api_asks(game)) return nothing_asked(game);
  ApiGame *api = api_need(game);
  if (!api || keep(game, &api->trial)) return no_copy(game);
  size_t size = (size_t)count + 1;
  u8 *used = game->allocator.resize(game->allocator.user, NULL, 0, size);
  if (!used) return no_copy(game);
  memset(used, 0, size);
  Set set = {members, used, count, count, core(game)->decision.group};
  bool legal;
  GavelStatus status = set_run(&set, api->trial.game, &legal);
  if (status == GAVEL_E_MEMORY) {
    no_copy(game);
  } else if (!legal) {
    status = api_refuse(game, GAVEL_E_ILLEGAL, "the members given aren't a whole legal set");
  } else {
    status = keep_set_start(game);
    memset(used, 0, size);
    set.left = count;
    if (!status) status = set_run(&set, game, &legal);
  }
  game->allocator.resize(game->allocator.user, used, size, 0);
  return status;
}

/* --- conceding ----------------------------------------------------------------------------- */

static void concede_body(Game *g, void *user) { player_concede(g, *(const u32 *)user); }

GavelStatus gavel_game_concede(GavelGame *game, uint32_t player) {
  if (game->failed) return game->failed;
  if (!api_started(game) || core(game)->over) return nothing_asked(game);
  if (!player_in_game(game, player)) return api_refuse(game, GAVEL_E_MISUSE, "player %u is not in the game", player);
  GavelStatus status = game_protect(game, concede_body, &player);
  return status ? status : game_resume(game);
}
