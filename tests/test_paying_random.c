/* Automatic payment with mana abilities that nobody has printed: made at random out of every kind of cost and of mana, so
   that they feed each other, go on without end, and take what others need. Whatever they are, each look at what can be cast
   ends; what is offered can be cast; and what mana made by hand lets be cast was offered before, or was said to be unproven.
   GAVEL_BOARDS=N tries so many boards instead of some, GAVEL_SEED=N begins with that number. */
#include "support/casting.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

enum {
  BOARDS = 60,    /* if nobody says how many */
  SORTS = 6,      /* of permanents with mana abilities */
  PERMANENTS = 7, /* at most, of these */
  SPELLS = 5,
  BY_HAND = 10,     /* mana abilities activated one after another */
  SECONDS_EACH = 10 /* that an answer may take */
};

/* --- cards ----------------------------------------------------------------------------------- */

static const char *const SYMBOLS[] = {"{W}", "{U}", "{B}", "{R}", "{G}", "{C}"};
static const char *const COLORS[] = {"white", "blue", "black", "red", "green"};

static void add_symbols(Text *out, Rng *rng, u32 most) {
  u64 n = 1 + rng_below(rng, most);
  for (u64 i = 0; i < n; i++) text_adds(out, SYMBOLS[rng_below(rng, COUNT_OF(SYMBOLS))]);
}

static void add_cost(Text *out, Rng *rng) {
#define YOURS "(all battlefield (and (type creature) (controlled-by you)))"
  static const char *const COSTS[] = {
      "tap-self",
      "tap-self",
      "untap-self",
      "(pay-life 1)",
      "(pay-life 7)",
      "(do (put-counters charge 1 self))",
      "(do (put-counters -1/-1 1 self))",
      "(do (remove-counters charge 1 self))",
      "(do (remove-counters charge 2 self))",
      "(do (sacrifice self))",
      "(pay-with $c 1 1 " YOURS " (sacrifice $c))",
      "(pay-with $c 1 1 (all battlefield (and (not tapped) (type creature) (controlled-by you))) (tap $c))",
      "(pay-with $c 2 2 " YOURS " (sacrifice $c))",
      "(mana {1})",
      "(mana {2})",
      "(mana {W/U})",
      "(mana {R}{G})",
  };
#undef YOURS
  u64 first = rng_below(rng, COUNT_OF(COSTS)), second = rng_below(rng, COUNT_OF(COSTS));
  /* One choice of objects a cost, one cost of mana, and nothing twice. */
  bool both = rng_below(rng, 2) && strncmp(COSTS[first], COSTS[second], 5) != 0;
  if (both) text_adds(out, "(costs ");
  text_adds(out, COSTS[first]);
  if (both) text_addf(out, " %s)", COSTS[second]);
}

static void add_made(Text *out, Rng *rng) {
  switch (rng_below(rng, 7)) {
    case 0: text_addf(out, "(add-mana-choice %u)", (u32)rng_below(rng, 4)); break;
    case 1: text_addf(out, "(add-mana-choice 2 %s %s)", COLORS[rng_below(rng, 5)], "white"); break;
    case 2: text_adds(out, "(add-mana-choice (counters charge self) red)"); break;
    case 3:
      text_adds(out, "(seq (add-mana ");
      add_symbols(out, rng, 2);
      text_adds(out, ") (put-counters charge 1 self))");
      break;
    case 4: text_adds(out, "(seq (add-mana {G}) (untap self))"); break;
    default:
      text_adds(out, "(add-mana ");
      add_symbols(out, rng, 3);
      text_addc(out, ')');
      break;
  }
}

static void add_sorts(Text *out, Rng *rng) {
  for (u32 i = 0; i < SORTS; i++) {
    bool creature = rng_below(rng, 3) == 0;
    text_addf(out, "(card \"Sort %u\" (cost {1}) (types %s", i, creature ? "creature) (pt 1 3)" : "artifact)");
    for (u64 n = 1 + rng_below(rng, 2); n > 0; n--) {
      text_adds(out, " (activated ");
      add_cost(out, rng);
      text_addc(out, ' ');
      add_made(out, rng);
      text_adds(out, rng_below(rng, 6) ? ")" : " :limit 1)");
    }
    text_adds(out, ")");
  }
  for (u32 i = 0; i < SPELLS; i++) {
    text_addf(out, "(card \"Spell %u\" (cost ", i);
    if (rng_below(rng, 2)) text_addf(out, "{%u}", 1 + (u32)rng_below(rng, 6));
    if (rng_below(rng, 6) == 0) text_adds(out, "{X}");
    add_symbols(out, rng, 6);
    text_adds(out, ") (types sorcery) (spell (gain-life 1)))");
  }
}

/* --- boards ---------------------------------------------------------------------------------- */

typedef struct Board {
  Rng rng;
  Text cards;
  u32 random; /* where those made at random begin */
  u32 spells[SPELLS];
  bool offered[SPELLS], unproven[SPELLS];
} Board;

static void deal(Board *b) {
  char name[16];
  for (u64 n = 1 + rng_below(&b->rng, PERMANENTS); n > 0; n--) {
    snprintf(name, sizeof name, "Sort %u", (u32)rng_below(&b->rng, SORTS));
    put(0, name, ZONE_BATTLEFIELD);
  }
  lands(0, "Forest", (u32)rng_below(&b->rng, 3));
  lands(0, "Mountain", (u32)rng_below(&b->rng, 3));
  for (u64 n = rng_below(&b->rng, 3); n > 0; n--) put(0, "Bear", ZONE_BATTLEFIELD);
  for (u32 i = 0; i < SPELLS; i++) {
    snprintf(name, sizeof name, "Spell %u", i);
    b->spells[i] = put(0, name, ZONE_HAND);
  }
}

static void see_unproven(Game *g, void *user) {
  Board *b = user;
  for (u32 i = 0; i < SPELLS; i++) {
    b->offered[i] = can_cast(b->spells[i]);
    CastContext s = context_of_card(g, 0, b->spells[i], 0);
    b->unproven[i] = !b->offered[i] && context_unproven(&s);
  }
}

static u64 answered(u32 option, u64 number) {
  struct timespec from, to;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  play_take(&play, option);
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  u64 ms = (u64)(to.tv_sec - from.tv_sec) * 1000 + (u64)(to.tv_nsec / 1000000) - (u64)(from.tv_nsec / 1000000);
  if (ms > SECONDS_EACH * 1000) fail_msg("board %" PRIu64 ": an answer took %" PRIu64 " ms", number, ms);
  return ms;
}

/* Answers whatever is asked until the player has priority again; answers how long the longest took. */
static u64 carry_through(Board *b, u32 option, u64 number) {
  u64 longest = answered(option, number);
  while (!core(play.game)->over && !asked(DECISION_PRIORITY)) {
    u64 ms = answered((u32)rng_below(&b->rng, count_of(play.game, T_OPTIONS)), number);
    longest = ms > longest ? ms : longest;
  }
  return longest;
}

/* One of the mana abilities that are offered; NO_OPTION if there is none. */
static u32 mana_ability(Board *b) {
  u32 found = NO_OPTION;
  u64 n = 0;
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++)
    if (row_OPTIONS(play.game, i)->kind == OPTION_ACTIVATE && rng_below(&b->rng, ++n) == 0) found = i;
  return found;
}

static void check_castable(const Board *b, u64 number) {
  for (u32 i = 0; i < SPELLS; i++) {
    if (!can_cast(b->spells[i]) || b->offered[i] || b->unproven[i]) continue;
    fail_msg("board %" PRIu64 ": Spell %u can be cast with mana made by hand, but couldn't be before; its cards are %s",
             number, i, b->cards.data + b->random);
  }
}

static u64 try_board(u64 number, u32 *cast_count) {
  Board b = {.rng = {number * 0x9e3779b97f4a7c15u + 1}};
  text_init(&b.cards, gavel_allocator_default());
  text_adds(&b.cards, CASTING_CARDS);
  b.random = b.cards.length;
  add_sorts(&b.cards, &b.rng);
  play_open(&play, b.cards.data, 2, FORMAT_TWO_PLAYER);
  for (u32 p = 0; p < 2; p++) play_library(&play, p, "Bear", 10);
  deal(&b);
  begin();
  u64 longest = 0;
  for (u32 i = 0; i < BY_HAND && !core(play.game)->over; i++) {
    assert_int_equal(game_protect(play.game, see_unproven, &b), GAVEL_OK);
    u32 option = mana_ability(&b), spell = (u32)rng_below(&b.rng, SPELLS);
    bool casts = b.offered[spell] && (i + 1 == BY_HAND || option == NO_OPTION || rng_below(&b.rng, 8) == 0);
    if (casts) option = option_at(OPTION_CAST, b.spells[spell], 0);
    if (option == NO_OPTION) break;
    u64 ms = carry_through(&b, option, number);
    longest = ms > longest ? ms : longest;
    *cast_count += casts && on_stack() > 0;
    if (casts) break;
    if (!core(play.game)->over) check_castable(&b, number);
  }
  play_close(&play);
  text_free(&b.cards);
  return longest;
}

static void payment_ends_and_finds_what_hands_find(void **state) {
  (void)state;
  u64 from = test_number("GAVEL_SEED", 0), end = from + test_number("GAVEL_BOARDS", BOARDS), longest = 0;
  u32 cast_count = 0;
  for (u64 number = from; number < end; number++) {
    u64 ms = try_board(number, &cast_count);
    longest = ms > longest ? ms : longest;
  }
  fprintf(stderr, "paying: %" PRIu64 " boards, %u spells cast, the longest answer took %" PRIu64 " ms\n", end - from,
          cast_count, longest);
  assert_true(cast_count > 0 || end - from < BOARDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(payment_ends_and_finds_what_hands_find)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
