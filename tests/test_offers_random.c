/* Random games in which what is kept or counted instead of being worked out anew is compared with what is worked out: what
   players are offered, what state-based actions look at, which abilities watch, what enters as it is, and handles. The
   comparisons are the assertions of checked builds; the decks are full of what could mislead them: cards cast from
   graveyards, costs that discard, sacrifice or depend on targets, tokens, planeswalkers, effects on what enters, and mana
   that triggers add or that takes mana.

   GAVEL_BOARDS says how many boards are looked at in all of them, one every eight decisions, GAVEL_SEED which game is the
   first. */
#include "support/match.h"

#include "scenes.h"

#include <stdlib.h>

/* Cards that are like no real one. Their players may do more or less when nothing but a graveyard or exile has changed. */
static const char CARDS[] =
    "(card \"Steward of Odd Graves\" (cost {1}{G}) (types creature Elf) (pt 1 1)"
    "  (static (affect self (gain (activated tap-self (add-mana {G}{U}))))"
    "    :if (not (cmp (count (all graveyard card)) = (* 2 (quotient (count (all graveyard card)) 2))))))"
    "(card \"Gate of Odd Graves\" (cost {1}) (types artifact)"
    "  (triggered (step upkeep (is you)) (exile (top 1 you)))"
    "  (static (rules (may-play (and (is you)"
    "    (cmp (count (all graveyard card)) = (* 2 (quotient (count (all graveyard card)) 2)))) (owned-by you) exile))))"
    "(card \"Wanderer in Exile\" (cost {1}{U}) (types creature Spirit) (pt 1 1)"
    "  (activated (mana {0}) (return-to-hand self) :zone exile))"
    "(card \"Mill of Turns\" (cost {1}) (types artifact)"
    "  (triggered (step begin-combat (is you)) (mill 1 :player opponents)))"
    "(card \"Open Graves\" (cost {1}) (types artifact)"
    "  (static (rules (may-play (is you) (owned-by you) graveyard))))"
    "(card \"Furnace of Turns\" (cost {1}) (types artifact)"
    "  (triggered (step begin-combat (is you)) (seq (exile (all graveyard card)) (mill 1))))"
    "(card \"Furnace of Hands\" (cost {1}) (types artifact)"
    "  (triggered (step upkeep (is you)) (discard (all hand (owned-by you)))))"
    "(card \"Opening of Turns\" (cost {1}) (types artifact)"
    "  (triggered (step upkeep (is you)) (move (all library (and (type enchantment) (owned-by you))) battlefield)))"
    "(card \"Word from the Grave\" (cost {5}) (types artifact)"
    "  (static (rules (as-though-flash player always)) :zone graveyard))"
    "(card \"Keeper of What Moves\" (cost {R}) (types creature Human) (pt 1 1)"
    "  (triggered (moves card :to graveyard) (gain-life 1))"
    "  (triggered (moves card :from hand) (gain-life 1)))"
    "(card \"Banishing Warden\" (cost {1}{W}) (types creature Human) (pt 2 1)"
    "  (triggered self-enters (target $t1 (and other (type creature))) (exile $t1 :until-leaves self)))"
    "(card \"Weight of Hands\" (cost {W}) (types artifact)"
    "  (activated tap-self (target $t1 (type creature)) (apply $t1 while-condition"
    "    (gain (activated (mana {0}) (gain-life 1))) :while (cmp (count (all hand (owned-by you))) <= 3))))"
    "(card \"Cleric of Odd Lives\" (cost {R}) (types creature Cleric) (pt 1 1)"
    "  (static (affect self (gain (activated tap-self (add-mana {G}{U}))))"
    "    :if (not (cmp (life you) = (* 2 (quotient (life you) 2))))))"
    "(card \"Waking of Odd Lives\" (cost {1}) (types artifact)"
    "  (static (affect (all battlefield (type land)) (base-pt 1 1) (add-type creature))"
    "    :if (not (cmp (life you) = (* 2 (quotient (life you) 2))))))"
    "(card \"Bear That Fades\" (cost {1}) (types creature Bear) (pt 2 2) phasing)"
    "(card \"Tale of Two Turns\" (cost {1}) (types enchantment Saga)"
    "  (triggered (chapter 1) (gain-life 1)) (triggered (chapter 2) (phase-out (all battlefield (type creature)))))"
    "(card \"Costless Bear\" (cost {0}) (types creature Bear) (pt 2 2))"
    "(card \"Bear That Knows Who Blocks\" (cost {0}) (types creature Bear) (pt 1 3)"
    "  (activated (mana {0}) (target $t1 (and (type creature) (is (blockers-of self)))) (gain-life 1)))"
    "(card \"Growing Bear\" (cost {0}) (types creature Bear) (pt 2 2)"
    "  (activated tap-self (put-counters +1/+1 1 self)))"
    "(card \"Bear of Two Faces // Bear of Another Face\" (layout transform)"
    "  (face \"Bear of Two Faces\" (cost {0}) (types creature Bear) (pt 2 2) (activated (mana {0}) (transform self)))"
    "  (face \"Bear of Another Face\" (color green) (types creature Bear) (pt 3 3)"
    "    (activated (mana {0}) (transform self))))"
    "(card \"Bear of Graves\" (cost {0}) (types creature Bear) (pt 0 0)"
    "  (static (affect self (base-pt (count (all graveyard card)) 2)) :cda))"
    "(card \"Costly Word\" (cost {5}) (types instant) (spell (gain-life 1)))"
    "(card \"Costless Bond\" (cost {0}) (types enchantment Aura) (keyword enchant :quality (type creature)))"
    "(card \"Walker of Turns\" (cost {1}) (types planeswalker Jace) (loyalty 3)"
    "  (activated (do (put-counters loyalty 1 self)) (gain-life 1) :loyalty))"
    "(card \"Ring of Turns\" (cost {0}) (types artifact) (activated tap-self (add-mana {C}))"
    "  (activated (costs (mana {1}) tap-self) (gain-life 1) :limit 1)"
    "  (activated (costs (mana {1}) tap-self) (add-mana {G}{U})))"
    "(card \"Library of Turns\" (cost {1}) (types artifact)"
    "  (static (rules (no-maximum-hand-size (is you)))) (triggered (step upkeep (is you)) (draw 12)))"
    "(card \"Well of All\" (cost {0}) (types artifact)"
    "  (activated tap-self (gain-life 1) :who player) (activated tap-self (add-mana {C})))"
    "(card \"Spring of Two Ways\" (cost {1}) (types artifact)"
    "  (activated tap-self (add-mana {C})) (activated (do (sacrifice self)) (add-mana {C}{C})))"
    "(card \"Store of Turns\" (cost {1}) (types artifact) (replacement self-enters (enters-with charge 3))"
    "  (activated (do (remove-counters charge 1 self)) (add-mana {C}))"
    "  (activated (do (remove-counters charge 2 self)) (gain-life 1)))"
    "(card \"Forge of Turns\" (cost {0}) (types artifact) (activated tap-self (add-mana {C}))"
    "  (activated tap-self (add-mana {C}{C} :only-for (type artifact))))"
    "(card \"Thing for Two\" (cost {2}) (types artifact)) (card \"Thing for Three\" (cost {3}) (types artifact))"
    "(card \"Bell of Turns\" (cost {0}) (types artifact) (activated (mana {0}) (gain-life 1) :limit 1))"
    "(card \"Thing of Blood\" (cost {0}) (types artifact) (activated (pay-life 7) (nothing)))"
    "(card \"Watch of Bears\" (cost {0}) (types artifact)"
    "  (activated (pay-with $c1 2 2 (all battlefield (and (not tapped) (type creature) (controlled-by you))) (tap $c1))"
    "    (gain-life 1))"
    "  (activated (pay-with $c1 2 2 (all battlefield (and (type creature) (controlled-by you))) (sacrifice $c1))"
    "    (gain-life 1)))"
    "(card \"Herald of Walkers\" (cost {0}) (types creature Human) (pt 1 1)"
    "  (triggered (attacks (is self)) (seq (move (all library (type planeswalker)) battlefield :owner)"
    "    (create 1 (token-spec (set-color red) (set-types creature) (set-subtypes Soldier) (base-pt 1 1)) "
    ":attacking))))"
    "(card \"Clone of What Is There\" (cost {0}) (types creature Shapeshifter) (pt 0 1)"
    "  (replacement self-enters (may (seq (choose $c 1 1 (all battlefield (type creature))) (enters-as-copy $c)))))"
    "(card \"Count of What Is Tapped\" (cost {0}) (types artifact) (activated tap-self (gain-life 1))"
    "  (static (affect (all battlefield (type creature)) (pt (count (all battlefield tapped)) 0))))"
    "(card \"Word of Life\" (cost {W}) (types instant) (spell (gain-life 1)))"
    "(card \"Word for a Card\" (cost {0}) (types instant)"
    "  (additional-cost (pay-with $c1 1 1 (all hand (owned-by you)) (discard $c1))) (spell (gain-life 1)))";

static const Match DECKS[] = {
    {"hands of many cards",
     2,
     1500,
     {{"Island", 20}, {"Counterspell", 16}, {"Costly Word", 8}, {"Wanderer in Exile", 16}, {"Costless Bear", 4}},
     {{"Island", 2}, {"Library of Turns", 1}}},
    {"sacrifices",
     2,
     1500,
     {{"Swamp", 6},
      {"Mountain", 20},
      {"Tormenting Voice", 16},
      {"Village Rites", 3},
      {"Fling", 3},
      {"Faithless Looting", 3},
      {"Lava Dart", 3},
      {"Mogg Fanatic", 2},
      {"Masked Meower", 2},
      {"Rally at the Hornburg", 1},
      {"Sneaky Snacker", 1}},
     {{0}}},
    {"mana from abilities that trigger, and lands that are creatures",
     2,
     1500,
     {{"Forest", 24},
      {"Vernal Bloom", 8},
      {"Nature's Revolt", 4},
      {"Llanowar Elves", 8},
      {"Grizzly Bears", 8},
      {"Giant Growth", 8}},
     {{0}}},
    {"costs by what is targeted",
     2,
     1500,
     {{"Mountain", 16},
      {"Island", 8},
      {"Fireball", 12},
      {"Aerial Formation", 6},
      {"Icefall Regent", 6},
      {"Mogg Fanatic", 8}},
     {{"Mountain", 3}, {"Island", 3}, {"Icefall Regent", 1}}},
    {"mana that others' abilities add",
     2,
     1500,
     {{"Vernal Bloom", 10}, {"Costly Word", 50}},
     {{"Forest", 7}, {"Opening of Turns", 1}}},
    {"nothing left to discard",
     2,
     1500,
     {{"Mogg Fanatic", 10}, {"Tormenting Voice", 50}},
     {{"Mountain", 8}, {"Furnace of Hands", 1}}},
    {"either of two kinds of mana",
     2,
     1500,
     {{"Mountain", 20}, {"Forest", 6}, {"Kitchen Finks", 12}, {"Selesnya Guildmage", 12}, {"Memory Plunder", 10}},
     {{0}}},
    {"two types at once",
     2,
     1500,
     {{"Wastes", 20},
      {"Chief of the Foundry", 14},
      {"Walking Sarcophagus", 10},
      {"Sol Ring", 8},
      {"Darksteel Relic", 8}},
     {{0}}},
    {"spells without targets in graveyards",
     2,
     1500,
     {{"Island", 26}, {"Counterspell", 16}, {"Essence Scatter", 10}, {"Costly Word", 8}},
     {{"Open Graves", 1}, {"Island", 3}}},
    {"mana that odd graveyards give",
     2,
     1500,
     {{"Forest", 12}, {"Island", 16}, {"Steward of Odd Graves", 20}, {"Counterspell", 12}},
     {{"Island", 2}, {"Mill of Turns", 1}}},
    {"cards that act in exile",
     2,
     1500,
     {{"Island", 26}, {"Wanderer in Exile", 24}, {"Costly Word", 10}},
     {{"Island", 3}, {"Furnace of Turns", 1}}},
    {"rules from graveyards", 2, 1500, {{"Costless Bear", 30}, {"Word from the Grave", 30}}, {{"Mill of Turns", 1}}},
    {"cards of exile that may be played",
     2,
     1500,
     {{"Mountain", 20},
      {"Reckless Impulse", 10},
      {"Experimental Synthesizer", 8},
      {"Highway Robbery", 8},
      {"Lava Dart", 6},
      {"Keeper of What Moves", 8}},
     {{"Mountain", 3}}},
    {"effects that end as something changes",
     2,
     1500,
     {{"Plains", 14},
      {"Mountain", 10},
      {"Banishing Warden", 10},
      {"Weight of Hands", 10},
      {"Mogg Fanatic", 10},
      {"Lightning Bolt", 6}},
     {{"Plains", 3}, {"Mountain", 3}}},
    {"abilities that odd lives give",
     2,
     1500,
     {{"Mountain", 20}, {"Lightning Bolt", 24}, {"Cleric of Odd Lives", 16}},
     {{"Mountain", 3}, {"Cleric of Odd Lives", 2}}},
    {"types that odd lives give",
     2,
     1500,
     {{"Mountain", 36}, {"Lightning Bolt", 24}},
     {{"Mountain", 3}, {"Waking of Odd Lives", 1}}},
    {"permanents that phase or have chapters",
     2,
     1500,
     {{"Mountain", 20}, {"Bear That Fades", 12}, {"Tale of Two Turns", 8}, {"Costless Bear", 8}, {"Costly Word", 12}},
     {{"Mountain", 2}}},
    {"exile that odd graveyards open",
     2,
     1500,
     {{"Island", 20}, {"Costly Word", 40}},
     {{"Island", 5}, {"Mill of Turns", 1}, {"Gate of Odd Graves", 1}}},
    {"planeswalkers beside what is attached",
     2,
     1500,
     {{"Mountain", 12}, {"Costless Bear", 18}, {"Costless Bond", 18}, {"Walker of Turns", 12}},
     {{"Mountain", 2}, {"Costless Bear", 1}}},
    {"mana for mana that is made with it",
     2,
     1500,
     {{"Ring of Turns", 20}, {"Costly Word", 20}, {"Costless Bear", 20}},
     {{"Ring of Turns", 1}}},
    {"other ways that take no mana", 2, 1500, {{"Mountain", 30}, {"Fireblast", 20}, {"Lava Dart", 10}}, {{0}}},
    {"abilities that anybody may activate",
     2,
     1500,
     {{"Well of All", 20}, {"Costless Bear", 20}, {"Costly Word", 20}},
     {{"Well of All", 1}}},
    {"mana of one thing in two ways",
     2,
     1500,
     {{"Spring of Two Ways", 20}, {"Thing for Three", 40}},
     {{"Spring of Two Ways", 1}}},
    {"mana of one thing time and again", 2, 1500, {{"Store of Turns", 20}, {"Thing for Three", 40}}, {{"Wastes", 1}}},
    {"mana for artifacts alone", 2, 1500, {{"Forge of Turns", 20}, {"Thing for Two", 40}}, {{"Forge of Turns", 2}}},
    {"abilities once a turn", 2, 1500, {{"Bell of Turns", 30}, {"Costly Word", 30}}, {{"Bell of Turns", 1}}},
    {"abilities that cost life",
     2,
     1500,
     {{"Mountain", 20}, {"Lightning Bolt", 30}, {"Thing of Blood", 10}},
     {{"Mountain", 2}, {"Thing of Blood", 1}}},
    {"creatures that are tapped or sacrificed",
     2,
     1500,
     {{"Watch of Bears", 10}, {"Costless Bear", 50}},
     {{"Watch of Bears", 1}, {"Costless Bear", 3}}},
    {"creatures that grow", 2, 1500, {{"Growing Bear", 20}, {"Costly Word", 40}}, {{"Growing Bear", 2}}},
    {"creatures that target what blocks them",
     2,
     1500,
     {{"Bear That Knows Who Blocks", 60}},
     {{"Bear That Knows Who Blocks", 2}}},
    {"creatures that turn over", 2, 1500, {{"Bear of Two Faces", 20}, {"Costly Word", 40}}, {{"Bear of Two Faces", 2}}},
    {"creatures that count graves", 2, 1500, {{"Bear of Graves", 20}, {"Costly Word", 40}}, {{"Mill of Turns", 1}}},
    {"something else to attack than before", 2, 1500, {{"Herald of Walkers", 57}, {"Walker of Turns", 3}}, {{0}}},
    {"copies of one thing and another",
     2,
     1500,
     {{"Clone of What Is There", 40}, {"Costless Bear", 20}},
     {{"Growing Bear", 1}, {"Count of What Is Tapped", 1}}},
    {"instants that lands pay for", 2, 1500, {{"Plains", 30}, {"Word of Life", 30}}, {{0}}},
    {"instants that take another card", 2, 1500, {{"Mountain", 30}, {"Word for a Card", 30}}, {{0}}},
};

/* Whether a zone looks as each of its objects does. */
static void look_alike(GavelGame *game, u32 viewer, const GavelSeen *seen, GavelHandle handle) {
  GavelObject object;
  GavelCharacteristics c;
  const GavelCharacteristics *d = &seen->characteristics;
  assert_true(seen->handle == handle && gavel_view_object(game, viewer, handle, &object));
  assert_int_equal(seen->in_sight, gavel_view_characteristics(game, viewer, handle, &c));
  assert_true(seen->card == object.card && seen->owner == object.owner && seen->controller == object.controller);
  assert_true(seen->status == object.status && seen->damage == object.damage);
  assert_true(strcmp(c.name, d->name) == 0 && c.power == d->power && c.toughness == d->toughness);
  assert_true(c.loyalty == d->loyalty && c.defense == d->defense && c.mana_value == d->mana_value);
  assert_true(c.has_power_toughness == d->has_power_toughness && c.has_loyalty == d->has_loyalty);
  assert_true(c.has_defense == d->has_defense && c.has_mana_cost == d->has_mana_cost);
  assert_true(c.colors == d->colors && c.types == d->types && c.supertypes == d->supertypes);
  assert_int_equal(c.abilities, d->abilities);
}

/* Everything in sight, by its handle: each must lead back to what it was made of. */
static void look(GavelGame *game, u32 viewer, u32 player) {
  static const GavelZone ZONES[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_HAND, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_STACK};
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    GavelHandle handles[256];
    u32 count = gavel_view_zone(game, viewer, ZONES[z], player, handles, COUNT_OF(handles));
    GavelSeen seen[256];
    assert_int_equal(gavel_view_objects(game, viewer, ZONES[z], player, seen, COUNT_OF(seen)), count);
    for (u32 i = 0; i < count && i < COUNT_OF(handles); i++) look_alike(game, viewer, &seen[i], handles[i]);
  }
}

/* Each decision looks at what the last looks have kept, which checked builds compare with what would be found. */
static void see(GavelGame *game, u32 viewer) {
  GavelSeen seen[256];
  for (u32 p = 0; p < gavel_game_situation(game).player_count; p++)
    for (GavelZone zone = GAVEL_ZONE_BATTLEFIELD; zone <= GAVEL_ZONE_GRAVEYARD; zone++)
      gavel_view_objects(game, viewer, zone, p, seen, COUNT_OF(seen));
}

enum { DECISIONS_SHORT = 200, DECISIONS_LONG = 600, /* of one game at most */ DECISIONS_A_BOARD = 8 };

/* Answers how many boards were looked at. */
static u64 play(const Match *match, u64 seed) {
  GavelGame *game = match_new(match_cards, match, seed, gavel_allocator_default());
  assert_non_null(game);
  GavelDecision decision;
  u64 random = seed, made = 0, most = seed % 2 ? DECISIONS_SHORT : DECISIONS_LONG;
  for (; made < most && gavel_game_decision(game, &decision); made++) {
    u32 turn = (u32)(made / DECISIONS_A_BOARD);
    for (u32 p = 0; made % DECISIONS_A_BOARD == 0 && p < match->players; p++)
      look(game, p, (p + turn) % match->players);
    see(game, decision.player);
    assert_true(match_answer(game, &random));
  }
  gavel_game_destroy(game);
  return made / DECISIONS_A_BOARD + 1;
}

/* A deck and a board of lands of all kinds and any built-in cards: what no other deck thought of. */
static Match pile_of_anything(u64 seed) {
  static const char *const LANDS[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
  Match pile = {.name = "anything", .players = 2, .limit = 1500};
  Rng rng = {seed};
  for (u32 i = 0; i < PILES - 1; i++) {
    bool land = i < COUNT_OF(LANDS);
    u32 card = 1 + (u32)rng_below(&rng, gavel_cards_count(match_cards));
    pile.deck[i] = (Pile){land ? LANDS[i] : gavel_card_name(match_cards, card), land ? 4 : 2};
    if (land) pile.board[i] = (Pile){LANDS[i], 1};
  }
  return pile;
}

static u64 number_of(const char *name, u64 otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

static void what_is_kept_is_what_would_be_found(void **state) {
  (void)state;
  u64 boards = number_of("GAVEL_BOARDS", 750), seed = number_of("GAVEL_SEED", 1), seen = 0;
  /* Of eight games six are of the decks above. */
  for (u32 deck = 0, match = 0; seen < boards; seed++) {
    if (seed % 8 == 6) {
      seen += play(&MATCHES[match++ % MATCH_COUNT], seed);
    } else if (seed % 8 == 7) {
      const Match pile = pile_of_anything(seed);
      seen += play(&pile, seed);
    } else {
      seen += play(&DECKS[deck++ % COUNT_OF(DECKS)], seed);
    }
  }
}

static int cards_open(void **state) {
  GavelError error = {.message = ""};
  int failed = match_cards_open(state);
  if (!failed && gavel_cards_add_text(match_cards, CARDS, sizeof CARDS - 1, &error)) {
    print_error("%u:%u: %s\n", error.line, error.column, error.message);
    return 1;
  }
  return failed;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_kept_is_what_would_be_found)};
  return cmocka_run_group_tests(tests, cards_open, match_cards_close);
}
