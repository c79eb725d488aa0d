/* Random boards: the declarations of attackers and blockers that the game offers, and the divisions of combat damage,
   are exactly those a plain reading of the rules allows (support/combat_naive.h), each by one path.

   GAVEL_BOARDS says how many boards (each with an attack, its blocks and its damage), GAVEL_SEED the first. */
#include "support/combat_naive.h"
#include "support/test.h"

#include "rules/combat/combat.h"
#include "rules/turn/turn.h"
#include "rules/game/run_game.h"
#include "state/clone.h"
#include "state/setup.h"
#include "state/validate.h"

#include <stdio.h>
#include <stdlib.h>

/* --- cards --------------------------------------------------------------------------------------------- */

#define POWERS 4      /* 0 to 3 */
#define TOUGHNESSES 4 /* 1 to 4 */

static const struct {
  const char *name, *text;
} AURAS[] =
    {
#define FACT(NAME, CARD, TEXT) {CARD, TEXT},
        CREATURE_FACTS(FACT)
#undef FACT
},
  ENCHANTMENTS[] = {
#define FACT(NAME, CARD, TEXT) {CARD, TEXT},
      PLAYER_FACTS(FACT)
#undef FACT
};

/* Text with `$it` written out. */
static void add_text(Text *out, const char *text) {
  for (const char *s = text; *s; s++) {
    if (strncmp(s, "$it", 3) != 0) {
      text_addc(out, *s);
      continue;
    }
    text_adds(out, "(attached-object self)");
    s += 2;
  }
}

static void body_name(char *out, size_t cap, int power, int toughness, NaiveColor color, bool artifact, bool mana) {
  snprintf(out, cap, "Body %d/%d %d%s%s", power, toughness, (int)color, artifact ? " artifact" : "",
           mana ? " mana" : "");
}

static void add_bodies(Text *out) {
  static const char *const COSTS[] = {"{1}", "{G}", "{B}"};
  for (int i = 0; i < POWERS * TOUGHNESSES * 3 * 2 * 2; i++) {
    int power = i % POWERS, toughness = 1 + i / POWERS % TOUGHNESSES, rest = i / (POWERS * TOUGHNESSES);
    NaiveColor color = (NaiveColor)(rest % 3);
    bool artifact = rest / 3 % 2, mana = rest / 6;
    char name[64];
    body_name(name, sizeof name, power, toughness, color, artifact, mana);
    text_addf(out, "(card \"%s\" (cost %s) (types %screature Golem) (pt %d %d)%s)", name, COSTS[color],
              artifact ? "artifact " : "", power, toughness, mana ? " (activated tap-self (add-mana {C}))" : "");
  }
}

static void load_cards(CardDb *db) {
  Text text;
  GavelError error = {0};
  text_init(&text, gavel_allocator_default());
  add_bodies(&text);
  for (u32 i = 0; i < COUNT_OF(AURAS); i++) {
    text_addf(&text,
              "(card \"%s\" (cost {1}) (types enchantment Aura) (keyword enchant :quality (type "
              "creature)) (static ",
              AURAS[i].name);
    add_text(&text, AURAS[i].text);
    text_adds(&text, "))");
  }
  for (u32 i = 0; i < COUNT_OF(ENCHANTMENTS); i++)
    text_addf(&text, "(card \"%s\" (cost {1}) (types enchantment) (static %s))", ENCHANTMENTS[i].name,
              ENCHANTMENTS[i].text);
  text_adds(&text, "(card \"Relic\" (cost {1}) (types artifact)) (card \"Walker\" (cost {1}) "
                   "(types planeswalker) (loyalty 3)) (card \"War\" (cost {1}) (types battle Siege) "
                   "(defense 40))"
                   "(card \"Waste\" (types land) (activated tap-self (add-mana {C}))) (card "
                   "\"Isle\" (types land Island))");
  if (carddb_init(db, gavel_allocator_default(), &error) || carddb_load_text(db, text_str(&text), &error) ||
      carddb_link(db, &error))
    fail_msg("line %u, column %u: %s", error.line, error.column, error.message);
  text_free(&text);
}

/* --- a random board -------------------------------------------------------------------------------------- */

typedef struct Body {
  NaiveCreature facts;
  u32 player, slot;
} Body;

enum {
  BODIES = 12,
  PATH = 64,
  LEAVES = 65536, /* four blockers that may each block four attackers */
  DIVISIONS = 3000
};

typedef struct Leaf {
  u64 number;
  u16 path[PATH];
  u32 length;
} Leaf;

typedef struct Random {
  CardDb db;
  Rng rng;
  u64 seed;
  Game *g;
  u32 players, bodies;
  bool brawl;   /* little forbids to attack and block; much is to be divided */
  bool banding; /* some band */
  Body body[BODIES];
  NaivePlayer player[NAIVE_PLAYERS];
  u32 places;
  NaivePlace place[NAIVE_PLACES];
  Ref place_ref[NAIVE_PLACES];
  /* enumeration */
  Game *clone[PATH];
  void *buffer[PATH];
  Leaf leaf[LEAVES];
  u32 leaves;
  u16 path[PATH];
  u64 expected[LEAVES];
  /* damage dealt since the last look */
  NaiveDivision dealt;
  NaiveDivision expected_division[DIVISIONS + 1];
  NaiveDivision found_division[DIVISIONS + 1];
  NaiveFight fight;
  Ref fighter_ref[NAIVE_FIGHTERS], target_ref[NAIVE_TARGETS];
  u32 struck; /* bit per body: has or had first or double strike as the first step began */
  /* figures */
  u64 attacks, blocks, divisions, attack_sets, block_sets, division_sets, passed_over;
} Random;

static u32 below(Random *r, u32 n) { return (u32)rng_below(&r->rng, n); }
static bool chance(Random *r, u32 percent) { return below(r, 100) < percent; }

static u32 card_named(const Random *r, const char *name) {
  u32 card = carddb_find(&r->db, str_of(name), NULL);
  if (!card) fail_msg("no card %s", name);
  return card;
}

static u32 put(Random *r, u32 player, const char *name) {
  return setup_card(r->g, player, card_named(r, name), ZONE_BATTLEFIELD, (u32)-1);
}

static void give(Random *r, Body *b, CreatureFact fact) {
  if (b->facts.has[fact] >= 2) return;
  b->facts.has[fact]++;
  u32 aura = put(r, below(r, r->players), AURAS[fact].name);
  setup_attach(r->g, aura, object_ref(r->g, b->slot));
}

static CreatureFact fact_between(Random *r, CreatureFact first, CreatureFact last) {
  return (CreatureFact)((u32)first + below(r, (u32)(last - first) + 1));
}

static void add_body(Random *r, u32 player) {
  Body *b = &r->body[r->bodies++];
  *b = (Body){.player = player};
  NaiveCreature *c = &b->facts;
  c->power = (int)below(r, POWERS);
  c->toughness = 1 + (int)below(r, TOUGHNESSES);
  c->color = (NaiveColor)below(r, 3);
  c->artifact = chance(r, 25);
  c->makes_mana = chance(r, 20);
  c->tapped = chance(r, 5);
  c->sick = chance(r, 8);
  if (player == 0 && chance(r, 12)) c->goaded_by = 1 + below(r, (1u << r->players) - 1);
  c->goaded_by &= ~1u; /* nobody goads their own */
  char name[64];
  body_name(name, sizeof name, c->power, c->toughness, c->color, c->artifact, c->makes_mana);
  b->slot = put(r, player, name);
}

static void add_banding(Random *r, Body *b) {
  if (chance(r, 20)) give(r, b, chance(r, 60) ? HAS_BANDING : HAS_BANDS_WITH_BLACK);
}

static void add_fight_facts(Random *r, Body *b) {
  static const CreatureFact ATTACKER[] = {HAS_TRAMPLE, HAS_TRAMPLE, HAS_TRAMPLE_OVER, HAS_DEATHTOUCH, HAS_FIRST_STRIKE};
  if (b->player == 0 && chance(r, 75)) give(r, b, ATTACKER[below(r, COUNT_OF(ATTACKER))]);
  if (b->player == 0 && chance(r, 25)) give(r, b, HAS_DEATHTOUCH);
  if (b->player > 0 && chance(r, 60)) give(r, b, HAS_BLOCKS_ANY);
  if (chance(r, 15)) give(r, b, fact_between(r, HAS_TRAMPLE, HAS_BY_TOUGHNESS));
}

static void add_facts(Random *r, Body *b, const CreatureFact *themes, u32 theme_count) {
  if (b->player == 0 && chance(r, 55)) give(r, b, fact_between(r, HAS_DEFENDER, HAS_ATTACK_COST_RELIC));
  if (b->player == 0 && chance(r, 35)) give(r, b, fact_between(r, HAS_FLYING, HAS_BLOCKED_FOR_1));
  if (b->player > 0 && chance(r, 55)) give(r, b, fact_between(r, HAS_CANT_BLOCK, HAS_BLOCK_COST_RELIC));
  if (b->player > 0 && chance(r, 12)) give(r, b, fact_between(r, HAS_FLYING, HAS_HORSEMANSHIP));
  if (chance(r, 45)) give(r, b, fact_between(r, HAS_TRAMPLE, HAS_BY_TOUGHNESS));
  for (u32 i = 0; i < theme_count; i++)
    if (chance(r, 50)) give(r, b, themes[i]);
}

static void add_player(Random *r, u32 player) {
  NaivePlayer *p = &r->player[player];
  *p = (NaivePlayer){.lands = below(r, 4), .relics = below(r, 3), .island = chance(r, 40)};
  for (u32 i = 0; i < p->lands; i++) put(r, player, "Waste");
  for (u32 i = 0; i < p->relics; i++) put(r, player, "Relic");
  if (p->island) put(r, player, "Isle");
  for (u32 i = below(r, 4) == 0 ? 1 + below(r, 2) : 0; i > 0; i--) {
    u32 fact = r->brawl ? (u32)RULES_LETHAL_BY_POWER : below(r, PLAYER_FACT_COUNT);
    p->rules[fact]++;
    put(r, player, ENCHANTMENTS[fact].name);
  }
  for (u32 i = 0; i < 3; i++) setup_card(r->g, player, card_named(r, "Relic"), ZONE_LIBRARY, (u32)-1);
  if (player == 0) return;
  r->place_ref[r->places] = ref_player(player);
  r->place[r->places++] = (NaivePlace){.player = player};
}

static void add_walkers(Random *r) {
  for (u32 p = 1; p < r->players; p++) {
    if (r->places == NAIVE_PLACES || !chance(r, r->brawl ? 70 : 40)) continue;
    u32 slot = put(r, p, "Walker");
    int loyalty = 1 + (int)below(r, 3);
    object_counters_add(r->g, slot, W_C_LOYALTY, loyalty);
    r->place_ref[r->places] = object_ref(r->g, slot);
    r->place[r->places++] = (NaivePlace){.player = p, .walker = true, .loyalty = loyalty};
  }
}

/* A Siege that an opponent of the active player protects; an opponent's own only if another one protects it. */
static void add_battle(Random *r) {
  if (r->places == NAIVE_PLACES || !chance(r, 25)) return;
  u32 protector = 1 + below(r, r->players - 1), controller = below(r, r->players);
  if (controller == protector) controller = 0;
  u32 slot = put(r, controller, "War");
  object_counters_add(r->g, slot, W_C_DEFENSE, 40);
  permanent_of(r->g, slot)->protector = 1 + protector;
  r->place_ref[r->places] = object_ref(r->g, slot);
  r->place[r->places++] = (NaivePlace){.player = protector, .battle = true, .controller = controller};
}

static void build_board(Game *g, void *user) {
  Random *r = user;
  r->g = g;
  r->bodies = r->places = 0;
  for (u32 p = 0; p < r->players; p++) add_player(r, p);
  add_walkers(r);
  add_battle(r);
  u32 attackers = 1 + below(r, 4);
  for (u32 i = 0; i < attackers; i++) add_body(r, 0);
  for (u32 p = 1; p < r->players; p++)
    for (u32 n = below(r, r->players == 2 ? 5 : 4); n > 0; n--) add_body(r, p);
  CreatureFact themes[2];
  u32 theme_count = chance(r, 40) ? 1 + below(r, 2) : 0;
  for (u32 i = 0; i < theme_count; i++) themes[i] = fact_between(r, (CreatureFact)0, HAS_BY_TOUGHNESS);
  for (u32 i = 0; i < r->bodies; i++) {
    if (r->brawl)
      add_fight_facts(r, &r->body[i]);
    else
      add_facts(r, &r->body[i], themes, theme_count);
    if (r->banding) add_banding(r, &r->body[i]);
  }
  game_start(g);
  frames_run(g);
}

/* In the upkeep, when permanents have untapped. */
static void set_states(Game *g, void *user) {
  const Random *r = user;
  for (u32 i = 0; i < r->bodies; i++) {
    const Body *b = &r->body[i];
    if (b->facts.tapped) object_row(g, b->slot)->status |= STATUS_TAPPED;
    if (b->facts.sick) permanent_of(g, b->slot)->flags |= PERM_SICK;
    permanent_of(g, b->slot)->flags |= b->facts.goaded_by << PERM_GOADED_SHIFT;
  }
  facts_changed(g, FACT_STATUS | FACT_TURN);
}

/* --- failing ----------------------------------------------------------------------------------------------- */

static void describe(const Random *r) {
  for (u32 p = 0; p < r->players; p++) {
    const NaivePlayer *player = &r->player[p];
    print_error("player %u: %u lands, %u relics%s", p, player->lands, player->relics,
                player->island ? ", an island" : "");
    for (u32 i = 0; i < PLAYER_FACT_COUNT; i++)
      if (player->rules[i]) print_error(", %s", ENCHANTMENTS[i].name);
    print_error("\n");
  }
  for (u32 i = 0; i < r->places; i++)
    print_error("place %u: player %u%s\n", i, r->place[i].player,
                r->place[i].walker   ? "'s planeswalker"
                : r->place[i].battle ? "'s battle"
                                     : "");
  for (u32 i = 0; i < r->bodies; i++) {
    const Body *b = &r->body[i];
    print_error("  %u of player %u: %d/%d, damage %d, colour %d%s%s%s%s goaded %u", i, b->player, b->facts.power,
                b->facts.toughness, b->facts.damage, (int)b->facts.color, b->facts.artifact ? " artifact" : "",
                b->facts.tapped ? " tapped" : "", b->facts.sick ? " sick" : "", b->facts.makes_mana ? " mana" : "",
                b->facts.goaded_by);
    for (u32 k = 0; k < CREATURE_FACT_COUNT; k++)
      if (b->facts.has[k]) print_error(", %s%s", AURAS[k].name, b->facts.has[k] > 1 ? " twice" : "");
    print_error("\n");
  }
}

static void fail_board(const Random *r, const char *what) {
  print_error("board %llu after 0 changes: %s\n", (unsigned long long)r->seed, what);
  describe(r);
  fail();
}

/* --- every path ---------------------------------------------------------------------------------------------- */

static Game *clone_at(Random *r, const Game *g, u32 depth) {
  if (depth >= PATH) fail_board(r, "a path has no end");
  GavelStatus status;
  if (r->clone[depth]) {
    status = game_clone_again(r->clone[depth], g);
  } else {
    size_t size = 4 * game_clone_size(g);
    r->buffer[depth] = malloc(size);
    status = game_clone_into(g, r->buffer[depth], size, &r->clone[depth]);
  }
  if (status) fail_board(r, gavel_status_text(status));
  r->clone[depth]->show_forced = true;
  return r->clone[depth];
}

static void release_clones(Random *r) {
  for (u32 i = 0; i < PATH && r->clone[i]; i++) {
    game_clone_release(r->clone[i]);
    free(r->buffer[i]);
    r->clone[i] = NULL;
  }
}

static void answer(Random *r, Game *g, u32 option) {
  if (game_answer(g, option)) fail_board(r, g->failure);
}

/* Bands are declared with the attackers. */
static bool asks_for_band(const Game *g, DecisionKind kind) {
  return kind == DECISION_ATTACKER && core(g)->decision.kind == DECISION_BAND;
}

/* Whether it is this decision that is asked, of this player. */
static bool asks(const Game *g, DecisionKind kind, u32 player) {
  const Decision *d = &core(g)->decision;
  return d->kind == kind && d->for_player == player;
}

typedef u64 Number(const Random *r, const Game *g, u32 player);

static void visit(Random *r, const Game *g, DecisionKind kind, u32 player, u32 depth, u32 chosen, Number *number);

static void visit_option(Random *r, const Game *g, DecisionKind kind, u32 player, u32 depth, u32 option,
                         Number *number) {
  u32 chosen = asks(g, kind, player) ? core(g)->decision.chosen + 1 : UINT32_MAX;
  Game *next = clone_at(r, g, depth);
  r->path[depth] = (u16)option;
  answer(r, next, option);
  visit(r, next, kind, player, depth + 1, chosen, number);
}

/* Follows every option of the player's declaration; what is asked besides, to pay for it, is answered somehow. */
static void visit(Random *r, const Game *g, DecisionKind kind, u32 player, u32 depth, u32 chosen, Number *number) {
  if (asks_for_band(g, kind)) {
    for (u32 i = 0; i < count_of(g, T_OPTIONS); i++) visit_option(r, g, kind, player, depth, i, number);
    return;
  }
  if (asks(g, kind, player)) {
    if (chosen != core(g)->decision.chosen) fail_board(r, "a declaration was taken back");
    for (u32 i = 0; i < count_of(g, T_OPTIONS); i++) visit_option(r, g, kind, player, depth, i, number);
    return;
  }
  DecisionKind now = (DecisionKind)core(g)->decision.kind;
  if (now == DECISION_COST || now == DECISION_MANA || now == DECISION_PAYMENT || now == DECISION_WORD) {
    visit_option(r, g, kind, player, depth, 0, number);
    return;
  }
  if (r->leaves == LEAVES) fail_board(r, "too many declarations");
  Leaf *leaf = &r->leaf[r->leaves++];
  memcpy(leaf->path, r->path, sizeof leaf->path);
  leaf->length = depth;
  leaf->number = number(r, g, player);
}

static int by_number(const void *a, const void *b) {
  const Leaf *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

static void compare_sets(Random *r, size_t expected, const char *what) {
  char message[160];
  qsort(r->leaf, r->leaves, sizeof r->leaf[0], by_number);
  for (u32 i = 0; i < r->leaves || i < expected; i++) {
    if (i < r->leaves && i < expected && r->leaf[i].number == r->expected[i]) continue;
    snprintf(message, sizeof message, "%s: %u sets offered, %zu legal; the first that differ are %llx and %llx", what,
             r->leaves, expected, i < r->leaves ? (unsigned long long)r->leaf[i].number : 0,
             i < expected ? (unsigned long long)r->expected[i] : 0);
    fail_board(r, message);
  }
}

/* Takes one of the paths in the game itself: of several the one in which most take part. */
static void take_one(Random *r) {
  u32 best = below(r, r->leaves);
  for (u32 i = r->brawl ? 6 : 2; i > 0; i--) {
    u32 other = below(r, r->leaves);
    if (r->leaf[other].length > r->leaf[best].length) best = other;
  }
  for (u32 i = 0; i < r->leaf[best].length; i++) answer(r, r->g, r->leaf[best].path[i]);
}

/* --- attacks and blocks ----------------------------------------------------------------------------------------- */

static void board_of(const Random *r, u32 player, NaiveBoard *board) {
  memset(board, 0, sizeof *board);
  board->player = player;
  board->players = r->players;
  memcpy(board->player_facts, r->player, sizeof board->player_facts);
  for (u32 i = 0; i < r->bodies; i++)
    if (r->body[i].player == player) board->creature[board->creatures++] = r->body[i].facts;
  board->places = r->places;
  memcpy(board->place, r->place, sizeof board->place);
}

static u32 place_of(const Random *r, Ref attacked) {
  u32 i = 0;
  while (i < r->places && r->place_ref[i] != attacked) i++;
  return i;
}

/* 1 + the first creature of the band a body is in, the attackers being the first bodies; 0 if it is in none. */
static u64 band_of(const Random *r, const Game *g, u32 body) {
  u32 band = permanent_of(g, r->body[body].slot)->band, first = 0;
  if (!band) return 0;
  while (permanent_of(g, r->body[first].slot)->band != band) first++;
  return 1 + first;
}

static u64 attack_number(const Random *r, const Game *g, u32 player) {
  u64 number = 0;
  u32 shift = 0;
  for (u32 i = 0; i < r->bodies; i++) {
    if (r->body[i].player != player) continue;
    Ref attacked = permanent_of(g, r->body[i].slot)->attacking;
    if (attacked) number |= (u64)(1 + place_of(r, attacked)) << shift;
    number |= band_of(r, g, i) << (NAIVE_BAND_SHIFT + shift);
    shift += 4;
  }
  return number;
}

static bool body_attacks(const Random *r, u32 body, u32 player) {
  Ref attacked = permanent_of(r->g, r->body[body].slot)->attacking;
  return attacked && r->place[place_of(r, attacked)].player == player;
}

static u64 block_number(const Random *r, const Game *g, u32 player) {
  u64 number = 0;
  u32 shift = 0;
  for (u32 i = 0; i < r->bodies; i++) {
    if (r->body[i].player != player) continue;
    u32 bit = 0;
    for (u32 k = 0; k < r->bodies; k++) {
      if (!body_attacks(r, k, player)) continue;
      if (list_has(g, permanent_of(g, r->body[i].slot)->blocking, object_ref(g, r->body[k].slot)))
        number |= (u64)1 << (shift + bit);
      bit++;
    }
    shift += 8;
  }
  return number;
}

static void check_attacks(Random *r) {
  NaiveBoard board;
  board_of(r, 0, &board);
  size_t expected = naive_attacks(&board, r->expected, LEAVES);
  r->leaves = 0;
  visit(r, r->g, DECISION_ATTACKER, 0, 0, 0, attack_number);
  compare_sets(r, expected, "attacks");
  r->attacks++;
  r->attack_sets += expected;
  take_one(r);
  for (u32 i = 0; i < r->bodies; i++) {
    if (r->body[i].player == 0) r->body[i].facts.tapped = object_row(r->g, r->body[i].slot)->status & STATUS_TAPPED;
  }
}

static void check_blocks(Random *r, u32 player) {
  NaiveBoard board;
  board_of(r, player, &board);
  for (u32 i = 0; i < r->bodies; i++) {
    if (!body_attacks(r, i, player)) continue;
    board.attacker_band[board.attackers] = permanent_of(r->g, r->body[i].slot)->band;
    board.attacker[board.attackers++] = r->body[i].facts;
  }
  size_t expected = naive_blocks(&board, r->expected, LEAVES);
  r->leaves = 0;
  visit(r, r->g, DECISION_BLOCKER, player, 0, 0, block_number);
  compare_sets(r, expected, "blocks");
  r->blocks++;
  r->block_sets += expected;
  take_one(r);
}

/* --- damage --------------------------------------------------------------------------------------------------------- */

static u32 target_of(Random *r, Ref ref, int lethal) {
  NaiveFight *f = &r->fight;
  for (u32 i = 0; i < f->targets; i++)
    if (r->target_ref[i] == ref) return i;
  assert_true(f->targets < NAIVE_TARGETS);
  r->target_ref[f->targets] = ref;
  f->target[f->targets].lethal = lethal;
  return f->targets++;
}

static bool everywhere(const Random *r, PlayerFact fact) {
  for (u32 p = 0; p < r->players; p++)
    if (r->player[p].rules[fact]) return true;
  return false;
}

static bool is_there(const Random *r, u32 body) {
  return object_row(r->g, r->body[body].slot)->zone == ZONE_BATTLEFIELD;
}

static u32 creature_target(Random *r, u32 body) {
  const NaiveCreature *c = &r->body[body].facts;
  int damage = (int)permanent_of(r->g, r->body[body].slot)->damage;
  int lethal = (everywhere(r, RULES_LETHAL_BY_POWER) ? c->power : c->toughness) - damage;
  return target_of(r, object_ref(r->g, r->body[body].slot), lethal);
}

/* What stands behind the blockers of an attacker that isn't blocked or tramples (510.1b, 702.19b to f). */
static void set_behind(Random *r, u32 body, NaiveFighter *f) {
  const Permanent *p = permanent_of(r->g, r->body[body].slot);
  u32 place = place_of(r, p->attacking);
  bool walker = r->place[place].walker;
  bool there = !(p->flags & PERM_ATTACKS_NOTHING);
  if (there) f->attacked = (int)target_of(r, p->attacking, walker ? r->place[place].loyalty : 0);
  if (walker && f->trample_over) f->controller = (int)target_of(r, ref_player(r->place[place].player), 0);
}

static void add_fighter(Random *r, u32 body) {
  NaiveFight *fight = &r->fight;
  const NaiveCreature *c = &r->body[body].facts;
  const Permanent *p = permanent_of(r->g, r->body[body].slot);
  NaiveFighter f = {.attacked = -1, .controller = -1};
  f.damage = c->has[HAS_BY_TOUGHNESS] ? c->toughness : c->power;
  f.trample = c->has[HAS_TRAMPLE];
  f.trample_over = c->has[HAS_TRAMPLE_OVER];
  f.deathtouch = c->has[HAS_DEATHTOUCH];
  const NaiveCreature *met[BODIES];
  for (u32 i = 0; i < r->bodies; i++) {
    if (!is_there(r, i)) continue;
    const Permanent *other = permanent_of(r->g, r->body[i].slot);
    Ref own = object_ref(r->g, r->body[body].slot), ref = object_ref(r->g, r->body[i].slot);
    bool meet = p->attacking ? list_has(r->g, other->blocking, own) : list_has(r->g, p->blocking, ref);
    if (!meet) continue;
    met[f.creature_count] = &r->body[i].facts;
    f.creatures[f.creature_count++] = creature_target(r, i);
  }
  f.divider = r->body[body].player;
  if (naive_banding_divides(met, f.creature_count))
    f.divider = p->attacking ? r->place[place_of(r, p->attacking)].player : 0;
  /* The active player says last how their own attackers assign damage. */
  f.turn = !p->attacking ? 2 : f.divider == 0;
  bool tramples = f.trample || f.trample_over;
  if (p->attacking && (!(p->flags & PERM_BLOCKED) || tramples)) set_behind(r, body, &f);
  r->fighter_ref[fight->fighters] = object_ref(r->g, r->body[body].slot);
  fight->fighter[fight->fighters++] = f;
}

/* Those of one player who assign damage in this step (510.4). */
static void add_fighters(Random *r, u32 player, bool two_steps, bool first) {
  for (u32 i = 0; i < r->bodies; i++) {
    if (r->body[i].player != player || !is_there(r, i)) continue;
    const Permanent *p = permanent_of(r->g, r->body[i].slot);
    if (!p->attacking && !(p->flags & PERM_BLOCKING)) continue;
    bool twice = r->body[i].facts.has[HAS_DOUBLE_STRIKE];
    bool now = !two_steps || (first ? r->struck >> i & 1 : !(r->struck >> i & 1) || twice);
    if (now) add_fighter(r, i);
  }
}

static void damage_heard(void *user, const Game *g, const Event *ev) {
  Random *r = user;
  (void)g;
  if (ev->kind != EVENT_DAMAGE || !(ev->flags & EVF_COMBAT)) return;
  for (u32 i = 0; i < r->fight.fighters; i++) {
    for (u32 k = 0; k < r->fight.targets; k++)
      if (r->fighter_ref[i] == ev->source && r->target_ref[k] == ev->object) r->dealt.n[i][k] = (u8)ev->amount;
  }
}

static void check_divider(const Random *r, const Decision *d) {
  for (u32 i = 0; i < r->fight.fighters; i++)
    if (r->fighter_ref[i] == d->source && r->fight.fighter[i].divider != d->for_player)
      fail_board(r, "another player than the rules say divides damage");
}

/* Follows every division until the next step's damage has been dealt. */
static void visit_division(Random *r, const Game *g, u32 depth, const Listener *listener) {
  const Decision *d = &core(g)->decision;
  bool passes = d->kind == DECISION_PRIORITY && core(g)->step_serial == core(r->g)->step_serial;
  if (r->leaves > DIVISIONS) return;
  if (d->kind == DECISION_ASSIGN) check_divider(r, d);
  if (passes || d->kind == DECISION_ASSIGN) {
    u32 options = passes ? 1 : count_of(g, T_OPTIONS);
    for (u32 i = 0; i < options; i++) {
      Game *next = clone_at(r, g, depth);
      game_listen(next, listener);
      memset(&r->dealt, 0, sizeof r->dealt);
      r->path[depth] = (u16)i;
      answer(r, next, i);
      visit_division(r, next, depth + 1, listener);
    }
    return;
  }
  Leaf *leaf = &r->leaf[r->leaves];
  memcpy(leaf->path, r->path, sizeof leaf->path);
  leaf->length = depth;
  r->found_division[r->leaves++] = r->dealt;
}

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(NaiveDivision)); }

static void describe_division(const Random *r, const char *what, const NaiveDivision *d) {
  print_error("%s:", what);
  for (u32 i = 0; i < r->fight.fighters; i++)
    for (u32 k = 0; k < r->fight.targets; k++)
      if (d->n[i][k]) print_error(" %u to %u: %u;", i, k, d->n[i][k]);
  print_error("\n");
}

static void describe_fight(const Random *r) {
  for (u32 i = 0; i < r->fight.fighters; i++) {
    const NaiveFighter *f = &r->fight.fighter[i];
    print_error("fighter %u (slot %u): %d damage%s%s%s, to", i, ref_slot(r->fighter_ref[i]), f->damage,
                f->trample ? ", trample" : "", f->trample_over ? ", trample over" : "",
                f->deathtouch ? ", deathtouch" : "");
    for (u32 k = 0; k < f->creature_count; k++) print_error(" %u", f->creatures[k]);
    print_error(", behind %d, far behind %d\n", f->attacked, f->controller);
  }
  for (u32 k = 0; k < r->fight.targets; k++) print_error("target %u: lethal %d\n", k, r->fight.target[k].lethal);
}

static void compare_divisions(Random *r, size_t expected) {
  qsort(r->expected_division, expected, sizeof r->expected_division[0], by_bytes);
  /* The paths stay as they are: one of them is taken. */
  static NaiveDivision sorted[DIVISIONS + 1];
  memcpy(sorted, r->found_division, r->leaves * sizeof sorted[0]);
  qsort(sorted, r->leaves, sizeof sorted[0], by_bytes);
  for (u32 i = 0; i < r->leaves || i < expected; i++) {
    if (i < r->leaves && i < expected && by_bytes(&sorted[i], &r->expected_division[i]) == 0) continue;
    describe_fight(r);
    if (i < r->leaves) describe_division(r, "offered", &sorted[i]);
    if (i < expected) describe_division(r, "legal", &r->expected_division[i]);
    char message[128];
    snprintf(message, sizeof message, "damage: %u divisions offered, %zu legal", r->leaves, expected);
    fail_board(r, message);
  }
}

/* The creature's facts; NULL if it is a planeswalker or player. */
static const NaiveCreature *facts_of(const Random *r, Ref ref) {
  for (u32 i = 0; i < r->bodies; i++)
    if (!ref_is_player(ref) && r->body[i].slot == ref_slot(ref)) return &r->body[i].facts;
  return NULL;
}

/* What is seen is dealt damage: what protection prevents is not (702.16e). */
static void forget_prevented(Random *r, size_t divisions) {
  for (u32 k = 0; k < r->fight.targets; k++) {
    const NaiveCreature *to = facts_of(r, r->target_ref[k]);
    if (!to || !to->has[HAS_PROTECTED_FROM_GREEN]) continue;
    for (u32 i = 0; i < r->fight.fighters; i++) {
      if (facts_of(r, r->fighter_ref[i])->color != NAIVE_GREEN) continue;
      for (size_t d = 0; d < divisions; d++) r->expected_division[d].n[i][k] = 0;
    }
  }
}

static bool strikes_first(const Body *b) { return b->facts.has[HAS_FIRST_STRIKE] || b->facts.has[HAS_DOUBLE_STRIKE]; }

/* The division of one combat damage step; false if there are too many to look at. */
static bool check_damage(Random *r, bool two_steps, bool first) {
  r->fight = (NaiveFight){0};
  for (u32 i = 0; i < r->places; i++) {
    u32 slot = r->place[i].walker ? object_live(r->g, r->place_ref[i]) : 0;
    if (slot) r->place[i].loyalty = (int)object_counters(r->g, slot, W_C_LOYALTY);
  }
  for (u32 p = 0; p < r->players; p++) add_fighters(r, p, two_steps, first);
  size_t expected = naive_divisions(&r->fight, r->expected_division, DIVISIONS);
  if (expected > DIVISIONS) {
    r->passed_over++;
    return false;
  }
  forget_prevented(r, expected);
  Listener listener = {.event = damage_heard, .user = r};
  r->leaves = 0;
  visit_division(r, r->g, 0, &listener);
  compare_divisions(r, expected);
  r->divisions++;
  r->division_sets += expected;
  u32 one = below(r, r->leaves);
  for (u32 i = 0; i < r->leaf[one].length; i++) answer(r, r->g, r->leaf[one].path[i]);
  Word step = step_now(r->g), wanted = first && two_steps ? W_STEP_FIRST_DAMAGE : W_STEP_DAMAGE;
  if (step != wanted) fail_board(r, "another step than that of the damage has come");
  return true;
}

/* What happens between blocks and damage: some creatures are hurt, some creature, planeswalker or battle leaves combat. */
static void disturb(Game *g, void *user) {
  Random *r = user;
  for (u32 i = 0; i < r->bodies; i++) {
    u32 slot = r->body[i].slot;
    int lethal = everywhere(r, RULES_LETHAL_BY_POWER) ? r->body[i].facts.power : r->body[i].facts.toughness;
    if (lethal > 1 && chance(r, 25)) permanent_of(g, slot)->damage = 1 + below(r, (u32)lethal - 1);
    if (permanent_of(g, slot)->flags & PERM_BLOCKING && chance(r, 12)) remove_from_combat(g, slot);
  }
  facts_changed(g, FACT_DAMAGE);
  for (u32 i = 0; i < r->places; i++)
    if ((r->place[i].walker || r->place[i].battle) && chance(r, 20)) remove_from_combat(g, ref_slot(r->place_ref[i]));
  facts_changed(g, FACT_DAMAGE);
}

static void check_both_steps(Random *r) {
  bool two_steps = false;
  if (game_protect(r->g, disturb, r)) fail_board(r, r->g->failure);
  r->struck = 0;
  for (u32 i = 0; i < r->bodies; i++) {
    const Permanent *p = permanent_of(r->g, r->body[i].slot);
    if (!p->attacking && !(p->flags & PERM_BLOCKING)) continue;
    if (!strikes_first(&r->body[i])) continue;
    two_steps = true;
    r->struck |= 1u << i;
  }
  if (check_damage(r, two_steps, true) && two_steps) check_damage(r, true, false);
}

/* --- running ------------------------------------------------------------------------------------------------------------ */

/* Passes until something else is asked or a step begins. */
static void pass_to(Random *r, DecisionKind kind, Word step) {
  for (u32 n = 0; n < 100; n++) {
    const Decision *d = &core(r->g)->decision;
    if (d->kind == kind && (kind != DECISION_PRIORITY || step_now(r->g) == step)) return;
    if (d->kind != DECISION_PRIORITY || row_OPTIONS(r->g, 0)->kind != OPTION_PASS) return;
    answer(r, r->g, 0);
  }
}

static void check_board(Random *r) {
  pass_to(r, DECISION_PRIORITY, W_STEP_UPKEEP);
  if (game_protect(r->g, set_states, r)) fail_board(r, r->g->failure);
  pass_to(r, DECISION_ATTACKER, W_STEP_ATTACKERS);
  check_attacks(r);
  if (!combat_has_attackers(r->g)) return;
  pass_to(r, DECISION_BLOCKER, W_STEP_BLOCKERS);
  while (core(r->g)->decision.kind == DECISION_BLOCKER) check_blocks(r, core(r->g)->decision.for_player);
  char message[256];
  if (!game_validate(r->g, message, sizeof message)) fail_board(r, message);
  check_both_steps(r);
}

static void test_random_combats(void **state) {
  (void)state;
  Random *r = calloc(1, sizeof *r);
  assert_non_null(r);
  load_cards(&r->db);
  u64 boards = test_number("GAVEL_BOARDS", 400), first = test_number("GAVEL_SEED", 1);
  for (u64 i = 0; i < boards; i++) {
    r->seed = first + i;
    r->rng.state = r->seed * 0x9e3779b97f4a7c15u;
    r->players = chance(r, 60) ? 2 : 3;
    r->brawl = chance(r, 35);
    r->banding = chance(r, 40);
    GameFormat format = r->players == 2 ? FORMAT_TWO_PLAYER : FORMAT_FREE_FOR_ALL;
    Game *g = NULL;
    assert_int_equal(game_new(gavel_allocator_default(), &r->db, &GAME_PROCEDURES, r->players, r->seed, format, &g),
                     GAVEL_OK);
    g->show_forced = true;
    if (game_protect(g, build_board, r)) fail_board(r, g->failure);
    check_board(r);
    release_clones(r);
    game_free(g);
  }
  printf("%llu boards: %llu attacks with %llu sets, %llu blocks with %llu sets, %llu damage steps "
         "with %llu divisions "
         "(%llu with more than %u not looked at)\n",
         (unsigned long long)boards, (unsigned long long)r->attacks, (unsigned long long)r->attack_sets,
         (unsigned long long)r->blocks, (unsigned long long)r->block_sets, (unsigned long long)r->divisions,
         (unsigned long long)r->division_sets, (unsigned long long)r->passed_over, (unsigned)DIVISIONS);
  carddb_free(&r->db);
  free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_combats)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
