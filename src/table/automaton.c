/* The automatic player: a search over one action, which uses only the public header. */
#include "gavel/player.h"

#include "base/base.h"

enum {
  DEPTH = 8,    /* choices of one action that are searched; later ones take the first option */
  BUDGET = 160, /* maximum number of copies for a decision */
  STEPS = 400,  /* maximum number of answers before a copy is evaluated as it is */
  LISTED = 256, /* objects of a zone that are considered */
};

typedef struct Copy {
  void *buffer;
  size_t size;
  GavelGame *game; /* in the buffer; null if there is none */
} Copy;

struct GavelAutomaton {
  GavelAllocator allocator;
  Copy copies[DEPTH + 1];
  u32 me, turn, budget;
  u64 asked; /* number of choices so far: seeds its random draws, so that hidden information can't influence it */
};

GavelStatus gavel_automaton_create(GavelAllocator allocator, GavelAutomaton **out) {
  GavelAutomaton *a = allocator.resize(allocator.user, NULL, 0, sizeof *a);
  if (!a) return GAVEL_E_MEMORY;
  *a = (GavelAutomaton){.allocator = allocator};
  *out = a;
  return GAVEL_OK;
}

static void copy_free(GavelAutomaton *a, Copy *c) {
  if (c->game) gavel_game_destroy(c->game);
  if (c->buffer) a->allocator.resize(a->allocator.user, c->buffer, c->size, 0);
  *c = (Copy){0};
}

void gavel_automaton_destroy(GavelAutomaton *a) {
  if (!a) return;
  for (u32 i = 0; i <= DEPTH; i++) copy_free(a, &a->copies[i]);
  a->allocator.resize(a->allocator.user, a, sizeof *a, 0);
}

/* A copy of the game in the memory for that depth; null if there is none. */
static GavelGame *copy_of(GavelAutomaton *a, u32 depth, const GavelGame *game) {
  Copy *c = &a->copies[depth];
  size_t size = gavel_game_clone_size(game);
  if (c->game && c->size >= size && !gavel_game_clone_again(c->game, game)) return c->game;
  copy_free(a, c);
  c->buffer = a->allocator.resize(a->allocator.user, NULL, 0, 2 * size);
  if (!c->buffer) return NULL;
  c->size = 2 * size;
  if (gavel_game_clone(game, c->buffer, c->size, &c->game)) copy_free(a, c);
  return c->game;
}

/* --- evaluating a position ------------------------------------------------------------------------------- */

/* The value of a permanent to its controller, in hundredths of a card. */
static i64 permanent_value(GavelGame *game, GavelRef ref) {
  GavelCharacteristics c;
  GavelObject o;
  if (!gavel_game_characteristics(game, ref, &c) || !gavel_game_object(game, ref, &o)) return 0;
  i64 value = 60 + 15 * num_min(c.mana_value, 12);
  if (c.types & GAVEL_LAND) value = 95;
  if (!(c.types & GAVEL_CREATURE)) return value;
  i64 power = num_max(0, num_min(c.power, 20)), toughness = num_max(0, num_min(c.toughness - o.damage, 20));
  value = 40 + 28 * power + 14 * toughness + 8 * c.abilities;
  return o.status & GAVEL_STATUS_TAPPED ? value - 12 : value;
}

static i64 board_value(GavelGame *game, u32 me, u32 player_count) {
  GavelRef permanents[LISTED];
  u32 n = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, permanents, LISTED);
  i64 value = 0;
  for (u32 i = 0; i < n && i < LISTED; i++) {
    GavelObject o;
    if (!gavel_game_object(game, permanents[i], &o)) continue;
    i64 worth = permanent_value(game, permanents[i]);
    value += o.controller == me ? worth : -worth / (i64)(player_count - 1);
  }
  return value;
}

/* The value of a life total: the last points are worth more than the first. */
static i64 life_value(i64 life) {
  life = num_max(0, num_min(life, 60));
  return life < 10 ? 40 * life : 400 + 15 * (life - 10);
}

static i64 position_value(GavelGame *game, u32 me) {
  GavelSituation s = gavel_game_situation(game);
  i64 value = board_value(game, me, s.player_count);
  for (u32 p = 0; p < s.player_count; p++) {
    GavelPlayer player = gavel_game_player(game, p);
    i64 worth = player.left || player.lost ? -20000 : life_value(player.life) + 75 * (i64)player.hand;
    if (player.won) worth = 20000;
    value += p == me ? worth : -worth / (i64)(s.player_count - 1);
  }
  return value;
}

/* --- passive answers ---------------------------------------------------------------------------------------- */

static bool strength(GavelGame *game, GavelRef ref, i64 *power, i64 *toughness) {
  GavelCharacteristics c;
  GavelObject o;
  if (!gavel_game_characteristics(game, ref, &c) || !gavel_game_object(game, ref, &o)) return false;
  *power = c.power;
  *toughness = c.toughness - o.damage;
  return true;
}

/* A block that kills the attacker or that the blocker survives; otherwise none. */
static u32 modest_block(GavelGame *game, u32 count) {
  u32 none = 0;
  for (u32 i = 0; i < count; i++) {
    const GavelOption option = gavel_game_options(game)[i];
    i64 power, toughness, attack, defense;
    if (option.kind != GAVEL_OPTION_REF) none = i;
    if (option.kind != GAVEL_OPTION_REF || !strength(game, option.ref, &power, &toughness) ||
        !strength(game, (GavelRef)option.n, &attack, &defense))
      continue;
    if (toughness > attack || (power >= defense && power <= attack)) return i;
  }
  return none;
}

/* The answer of a passive player: passes, declines, chooses nothing, or takes the first option. */
static u32 modest(GavelGame *game, const GavelDecision *d) {
  const GavelOption *options = gavel_game_options(game);
  if (d->kind == GAVEL_DECISION_BLOCKER && d->player == d->for_player) return modest_block(game, d->option_count);
  for (u32 i = 0; i < d->option_count; i++) {
    GavelOptionKind kind = (GavelOptionKind)options[i].kind;
    if (kind == GAVEL_OPTION_PASS || kind == GAVEL_OPTION_DONE) return i;
    if (kind == GAVEL_OPTION_NO && d->kind != GAVEL_DECISION_KEEP) return i;
  }
  return 0;
}

/* --- searching ------------------------------------------------------------------------------------------------- */

static i64 search(GavelAutomaton *a, GavelGame *game, u32 depth);

/* Tries the options of one of this player's choices on copies; returns the best value and sets `*best` to its
   option. */
static i64 best_of(GavelAutomaton *a, const GavelGame *game, const GavelDecision *d, u32 depth, u32 *best) {
  i64 value = INT64_MIN;
  for (u32 i = 0; i < d->option_count && (i == 0 || a->budget > 0); i++) {
    GavelGame *copy = copy_of(a, depth, game);
    if (a->budget > 0) a->budget--;
    if (!copy || gavel_game_answer(copy, i)) continue;
    i64 found = search(a, copy, depth + 1);
    if (found <= value) continue;
    value = found;
    *best = i;
  }
  return value;
}

/* Plays on until the turn is over or this player would begin another action, and evaluates the result. */
static i64 search(GavelAutomaton *a, GavelGame *game, u32 depth) {
  for (u32 steps = 0; steps < STEPS; steps++) {
    GavelDecision d;
    if (!gavel_game_decision(game, &d)) break;
    if (gavel_game_situation(game).turn != a->turn) break;
    bool mine = d.player == a->me && d.kind != GAVEL_DECISION_PRIORITY && d.kind != GAVEL_DECISION_ATTACKER;
    if (mine && depth <= DEPTH && a->budget > 0 && d.option_count > 1) {
      u32 best = 0;
      return best_of(a, game, &d, depth, &best);
    }
    if (gavel_game_answer(game, modest(game, &d))) break;
  }
  return position_value(game, a->me);
}

/* Whether a hand is playable: two to five lands of seven. */
static bool is_keepable(GavelGame *game, u32 player) {
  GavelRef hand[16];
  u32 n = gavel_game_zone(game, GAVEL_ZONE_HAND, player, hand, 16), lands = 0;
  for (u32 i = 0; i < n && i < 16; i++) {
    GavelCharacteristics c;
    lands += gavel_game_characteristics(game, hand[i], &c) && c.types & GAVEL_LAND;
  }
  return n < 6 || (lands >= 2 && lands <= 5);
}

GavelStatus gavel_automaton_choose(GavelAutomaton *a, const GavelGame *game, uint32_t *option) {
  GavelDecision d;
  if (!gavel_game_decision(game, &d)) return GAVEL_E_MISUSE;
  *option = 0;
  if (d.option_count == 1) return GAVEL_OK;
  a->me = d.player;
  a->turn = gavel_game_situation(game).turn;
  a->budget = BUDGET;
  GavelGame *fair = copy_of(a, 0, game);
  if (!fair) return GAVEL_E_MEMORY;
  /* gavel_game_determinize refuses only during decisions of other players. */
  gavel_game_determinize(fair, a->me, ++a->asked);
  if (d.kind == GAVEL_DECISION_KEEP)
    *option = is_keepable(fair, d.player) ? 0 : 1;
  else
    best_of(a, fair, &d, 1, option);
  return GAVEL_OK;
}
