#include "search/playout.h"

#include "cards/names.h"
#include "rules/game/run_game.h"
#include "state/walk.h"

/* Hashes a decision, without mere counters. */
static void hash_decision(Hash *hash, const Game *g, u32 taken) {
  const Decision *d = &core(g)->decision;
  hash_u64(hash, d->kind | (u64)d->player << 8 | (u64)d->for_player << 16 | (u64)count_of(g, T_OPTIONS) << 32);
  const Option *option = row_OPTIONS(g, taken);
  bool named = option_word_kind(option->kind) == FIELD_WORD;
  hash_u64(hash, taken | (u64)option->kind << 32);
  hash_u64(hash, named ? word_number(option->word) : option->word);
  hash_u64(hash, (u64)option->n);
}

/* Hashes the result: who has won, and what everybody has left. */
static void hash_outcome(Hash *hash, const Game *g) {
  const Core *c = core(g);
  hash_u64(hash, c->over | (u64)c->turn << 32);
  for (u32 p = 0; p < c->player_count; p++) {
    const Player *player = &c->players[p];
    hash_u64(hash, player->won | (u64)player->lost << 1);
    hash_u64(hash, (u64)player->life);
    for (u32 z = 0; z < COUNT_OF(player->zones); z++) hash_u64(hash, player->zones[z].count);
  }
}

typedef struct Playing {
  Playout *out;
  u64 limit;
  Rng rng;
  Hash hash;
} Playing;

static u32 pick(Game *g, void *user) {
  Playing *p = user;
  if (p->out->decisions == p->limit) return GAME_PICK_NONE;
  u32 taken = (u32)rng_below(&p->rng, count_of(g, T_OPTIONS));
  hash_decision(&p->hash, g, taken);
  p->out->decisions++;
  return taken;
}

GavelStatus playout_run(Game *g, u64 seed, u64 limit, Playout *out) {
  *out = (Playout){.over = core(g)->over};
  if (!g->failed && !core(g)->over && core(g)->decision.kind == DECISION_NONE) return GAVEL_E_MISUSE;
  Playing p = {.out = out, .limit = limit, .rng = {seed}};
  hash_init(&p.hash, 0);
  u64 events = core(g)->events;
  GavelStatus status = game_play(g, pick, &p);
  hash_outcome(&p.hash, g);
  out->signature = hash_end(&p.hash);
  out->events = core(g)->events - events;
  out->turns = core(g)->turn;
  out->over = core(g)->over;
  return status;
}
