/* Plays the same games in WebAssembly and natively, and prints the time of each round; tools/web-speed compares. */
#include "scenes.h"

#include "gavel/gavel.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
EM_JS(double, cpu_seconds, (void), {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
})
#else
static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }
#endif

enum { GAMES = 60, DECISIONS = 400 };

/* Plays the games of each match; adds up their signatures. */
static uint64_t play_all(GavelCards *cards) {
  uint64_t sum = 0;
  for (u32 m = 0; m < MATCH_COUNT; m++) {
    for (u32 seed = 1; seed <= GAMES; seed++) {
      GavelGame *game = match_new(cards, &MATCHES[m], seed, gavel_allocator_default());
      GavelPlayout playout;
      if (!game || gavel_game_playout(game, seed, DECISIONS, &playout)) abort();
      sum += playout.signature;
      gavel_game_destroy(game);
    }
  }
  return sum;
}

/* The first round warms up the machine and its compilers, and isn't reported. */
int main(int count, char **args) {
  int rounds = count > 1 ? atoi(args[1]) : 5;
  GavelCardsDef def = gavel_cards_def_default();
  GavelCards *cards;
  if (gavel_cards_create(&def, &cards, NULL)) return 1;
  uint64_t sum = play_all(cards);
  for (int round = 0; round < rounds; round++) {
    double begin = cpu_seconds();
    if (play_all(cards) != sum) return 1;
    printf("%.4f\n", cpu_seconds() - begin);
  }
  gavel_cards_destroy(cards);
  return 0;
}
