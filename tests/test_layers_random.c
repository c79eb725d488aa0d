/* Random boards of abilities that get in each other's way: the evaluator of layers.c against the naive one.
   GAVEL_BOARDS says how many boards, GAVEL_SEED where to begin. */
#include "rules/turn/turn.h"
#include "rules/game/run_game.h"
#include "support/layers_board.h"
#include "support/test.h"

#define STATIC_CARD(name, types, ability) "(card \"" name "\" " types " (static " ability "))\n"
#define ENCHANTMENT "(cost {2}{W}) (types enchantment)"
#define AURA "(cost {1}{U}) (types enchantment Aura)"
#define CREATURES "(all battlefield (type creature))"
#define YOURS "(all battlefield (and (type creature) (controlled-by you)))"

/* What is put on the battlefield; the first ones more often. */
/* clang-format off */
static const char CARDS[] =
    "(card \"Plains\" (types basic land Plains))\n"
    "(card \"Swamp\" (types basic land Swamp))\n"
    "(card \"Tundra\" (types land Plains Island))\n"
    "(card \"Arbor\" (types land creature Forest Dryad) (pt 1 1))\n"
    "(card \"Bear\" (cost {1}{G}) (types creature Bear) (pt 2 2))\n"
    "(card \"Goblin\" (cost {R}) (types creature Goblin) (pt 1 1) haste)\n"
    "(card \"Bird\" (cost {U}) (types creature Bird) (pt 1 2) flying)\n"
    "(card \"Golem\" (cost {4}) (types artifact creature Golem) (pt 3 3))\n"
    "(card \"Staff\" (cost {3}) (types artifact))\n"
    "(card \"Legend\" (cost {W}{B}) (types legendary creature Human) (pt 2 3) "
    "vigilance)\n"
    STATIC_CARD("Urborg", "(types legendary land)", "(affect (all battlefield (type land)) (add-subtype Swamp))")
    STATIC_CARD("Blood Moon", ENCHANTMENT,
                "(affect (all battlefield (and (type land) (not (supertype basic)))) (set-land-types "
                "Mountain))")
    STATIC_CARD("Humility", ENCHANTMENT, "(affect " CREATURES " lose-all-abilities (base-pt 1 1))")
    STATIC_CARD("Opalescence", ENCHANTMENT,
                "(affect (all battlefield (and other (type enchantment) (not (subtype Aura)))) (add-type "
                "creature) (base-pt (mana-value it) (mana-value it)))")
    STATIC_CARD("March", ENCHANTMENT,
                "(affect (all battlefield (and (type artifact) (not (type creature)))) (add-type "
                "creature) (base-pt (mana-value it) (mana-value it)))")
    STATIC_CARD("Living Lands", ENCHANTMENT,
                "(affect (all battlefield (subtype Swamp)) (add-type creature) (base-pt 1 1))")
    STATIC_CARD("Terrain", ENCHANTMENT,
                "(affect (all battlefield (and (type land) (noted-subtype @from))) (set-noted-subtype @to))")
    STATIC_CARD("Conspiracy", ENCHANTMENT, "(affect " YOURS " (set-noted-subtype @to))")
    STATIC_CARD("Xenograft", ENCHANTMENT, "(affect " YOURS " (add-noted-subtype @to))")
    STATIC_CARD("Anthem", ENCHANTMENT, "(affect " YOURS " (pt 1 1))")
    STATIC_CARD("White Anthem", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (color white))) (pt 1 2))")
    STATIC_CARD("Flight", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (subtype Bear))) (gain flying))")
    STATIC_CARD("Bear Hive", "(cost {1}{G}) (types creature Bear) (pt 1 1)",
                "(affect (all battlefield (subtype Bear)) (gain (triggered (leaves (is self)) (draw 1 :player you))))")
    STATIC_CARD("Golem Hive", "(cost {3}) (types artifact creature Golem) (pt 1 1)",
                "(affect (all battlefield (and (subtype Golem) other)) (gain (static (rules (cant-block (is self))))))")
    "(card \"Flock Hive\" (cost {1}{U}) (types creature Bird) (pt 1 1) flying (static (affect "
    "(all battlefield (and (type creature) (controlled-by you) other (has flying))) (gain flying))))\n"
    "(card \"Archer Hive\" (cost {1}{G}) (types creature Elf) (pt 1 1) (static (affect " YOURS " (gain reach))) "
    "(static (affect (all battlefield (and (type creature) (not (controlled-by you)))) (lose reach) (cant-have reach))))\n"
    STATIC_CARD("Iron Hive", "(cost {6}) (types artifact)", "(affect (all battlefield always) (add-type artifact))")
    STATIC_CARD("Metal Hive", "(cost {4}) (types artifact)",
                "(affect self (add-type creature) (add-subtype Golem) (base-pt 5 5)) :if (cmp (count (all battlefield "
                "(and (type artifact) (controlled-by you)))) >= 3)")
    STATIC_CARD("Reach Higher", ENCHANTMENT, "(affect (all battlefield (has reach)) (gain flying))")
    STATIC_CARD("Grounding", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (color red))) (cant-have flying))")
    STATIC_CARD("Sky", ENCHANTMENT, "(affect (all battlefield (has flying)) (set-color blue) (pt 1 0))")
    STATIC_CARD("Crimson", ENCHANTMENT, "(affect (all battlefield (type land)) (set-color red))")
    STATIC_CARD("Redshift", ENCHANTMENT, "(affect (all battlefield (color blue)) (set-color red))")
    STATIC_CARD("Blueshift", ENCHANTMENT, "(affect (all battlefield (color red)) (set-color blue))")
    STATIC_CARD("Rust", ENCHANTMENT,
                "(affect (all battlefield (type artifact)) lose-all-abilities (lose-type creature))")
    STATIC_CARD("Petroglyphs", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) no-abilities)) (pt 2 2))")
    STATIC_CARD("Power Matters", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (cmp (power it) >= 3))) (pt 1 0))")
    STATIC_CARD("Power Falls", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (cmp (power it) >= 4))) (pt -2 1))")
    STATIC_CARD("Crowd", ENCHANTMENT, "(affect " YOURS " (base-pt (count " YOURS ") 2))")
    STATIC_CARD("Tide", ENCHANTMENT,
                "(affect " YOURS " (pt (count (all battlefield (and (type land) (controlled-by you)))) 0))")
    STATIC_CARD("Turn", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (cmp (power it) < (toughness it)))) switch-pt)")
    STATIC_CARD("Golem Lord", "(cost {3}) (types artifact creature Golem) (pt 2 2)",
                "(affect (all battlefield (and other (type creature) (type artifact))) (pt 1 1) (gain "
                "trample))")
    STATIC_CARD("Bear Lord", "(cost {2}{G}) (types creature Bear) (pt 2 2)",
                "(affect (all battlefield (and other (subtype Bear))) (pt 1 1))")
    STATIC_CARD("Shifter", "(cost {3}) (types artifact)",
                "(affect self (add-type creature) (base-pt 5 5)) :if (exists (all battlefield (and other "
                "(subtype Bear))))")
    STATIC_CARD("Coward", "(cost {2}{R}) (types creature Goblin) (pt 4 4)",
                "(affect self (lose-type creature) (add-type artifact)) :if (exists (all battlefield (and "
                "other (type artifact))))")
    STATIC_CARD("Tarmogoyf", "(cost {1}{G}) (types creature Lhurgoyf) (pt * *)",
                "(affect self (base-pt (distinct card-type (all graveyard card)) (+ (distinct card-type "
                "(all graveyard card)) 1))) :cda")
    STATIC_CARD("Swarm", "(cost {1}{G}) (types creature Insect) (pt * *)",
                "(affect self (base-pt (count (all battlefield (type creature))) (greatest (power it) "
                CREATURES "))) :cda")
    "(card \"Mistform\" (cost {1}{U}) (types creature Illusion) (pt 2 1) changeling)\n"
    "(card \"Drone\" (cost {1}{B}) (types creature Eldrazi) (pt 2 3) devoid)\n"
    STATIC_CARD("Ashaya", "(cost {3}{G}) (types legendary creature Elemental) (pt 3 3)",
                "(affect (all battlefield (and (type creature) (not token) (controlled-by you))) "
                "(add-type land) (add-subtype Forest))")
    STATIC_CARD("Limb", ENCHANTMENT,
                "(affect (all battlefield (or (subtype Forest) (subtype Saproling))) (add-type creature) "
                "(add-type land) (add-subtype Saproling) (add-subtype Forest) (set-color green) (base-pt "
                "1 1))")
    STATIC_CARD("Brotherhood", ENCHANTMENT,
                "(affect (all battlefield (and (type creature) (subtype Goblin))) (controller-is you))")
    STATIC_CARD("Skyjack", ENCHANTMENT,
                "(affect (all battlefield (and (type enchantment) other)) (controller-is you)) :if "
                "(exists (all battlefield (and (type land) (controlled-by you))))")
    STATIC_CARD("Teacher", ENCHANTMENT,
                "(affect (all battlefield (type land)) (gain (static (affect " YOURS " (pt 0 1)))))")
    STATIC_CARD("Preacher", ENCHANTMENT,
                "(affect (all battlefield (type artifact)) (gain (static (affect " CREATURES
                " (lose flying) (pt 1 0)))))")
    STATIC_CARD("Mimic", ENCHANTMENT,
                "(affect (all battlefield (type artifact)) (gain-activated-of (all battlefield (type land))))")
    STATIC_CARD("Mana Master", ENCHANTMENT,
                "(affect (all battlefield has-mana-ability) (add-supertype legendary) (pt 1 1))")
    STATIC_CARD("Kingship", ENCHANTMENT,
                "(affect (all battlefield (supertype legendary)) (add-type creature) (base-toughness 7))")
    STATIC_CARD("Commoner", ENCHANTMENT,
                "(affect (all battlefield (named \"Bear\")) (lose-supertype legendary) (add-color black))")
    STATIC_CARD("Painter", "(cost {2}) (types artifact creature Scarecrow) (pt 1 3)",
                "(affect (union (all battlefield always) (all hand card) (all graveyard card)) "
                "(add-noted-color @color))")
    STATIC_CARD("Jailer", "(cost {1}{B}) (types creature Zombie) (pt 2 1)",
                "(affect (all graveyard card) lose-all-abilities)")
    STATIC_CARD("Anger", "(cost {3}{R}) (types creature Incarnation) (pt 2 2)",
                "(affect " YOURS " (gain haste) (pt 1 0)) :zone graveyard")
    STATIC_CARD("Volrath", "(cost {1}{U}{U}) (types creature Shapeshifter) (pt 0 1)",
                "(affect self (full-text-of (top-of-graveyard you)) (gain reach)) :if (matches "
                "(top-of-graveyard you) (type creature))")
    STATIC_CARD("Two Things", ENCHANTMENT,
                "(affect (all battlefield (type artifact)) lose-all-abilities) (affect (all battlefield "
                "(subtype Golem)) (add-color white) (pt 1 1))")
    STATIC_CARD("Late Colors", ENCHANTMENT, "(affect (all battlefield (color red)) (add-type artifact) (pt 2 0))")
    /* Auras from here on. */
    STATIC_CARD("Lignify", AURA,
                "(affect (attached-object self) (set-subtypes Treefolk) lose-all-abilities (base-pt 0 4))")
    STATIC_CARD("Dryad Song", AURA,
                "(affect (attached-object self) (set-types land) (set-land-types Forest) (set-color))")
    STATIC_CARD("Control Magic", AURA, "(affect (attached-object self) (controller-is you))")
    STATIC_CARD("Wings", AURA, "(affect (attached-object self) (gain flying))")
    STATIC_CARD("Clipping", AURA, "(affect (attached-object self) (lose flying))")
    STATIC_CARD("Whitewash", AURA, "(affect (attached-object self) (set-color white))")
    STATIC_CARD("Twist", AURA, "(affect (attached-object self) switch-pt (pt 1 0))")
    STATIC_CARD("Rune", AURA,
                "(affect (attached-object self) (gain (static (affect (all battlefield (and (type "
                "creature) other)) (gain flying)))))")
    STATIC_CARD("Study", AURA,
                "(affect (attached-object self) (base-power (count (attachments (attached-object self)))))")
    STATIC_CARD("Reflection", AURA,
                "(affect (all battlefield (and (type creature) (controlled-by you) (not (is "
                "(attached-object self))))) (copy (attached-object self)))")
    STATIC_CARD("Silence", AURA, "(affect (attached-object self) lose-all-abilities)");
/* clang-format on */
#define FIRST_AURA "Lignify"
#define FIRST_HIVE "Bear Hive"
enum { HIVES = 6 };

typedef struct Random {
  Board *b;
  Rng rng;
  u32 cards, first_aura, first_hive;
  u32 played[64];
  u32 count;
} Random;

static u32 below(Random *r, u32 n) { return (u32)rng_below(&r->rng, n); }
static bool chance(Random *r, u32 percent) { return below(r, 100) < percent; }

static u32 any_card(Random *r) {
  if (chance(r, 30)) return 1 + below(r, 10);
  return 1 + below(r, r->cards);
}

static u32 any_played(Random *r) { return r->played[below(r, r->count)]; }

static Word any_land_type(Random *r) {
  static const Word TYPES[] = {W_PLAINS, W_ISLAND, W_SWAMP, W_MOUNTAIN, W_FOREST};
  return TYPES[below(r, COUNT_OF(TYPES))];
}

static Word any_creature_type(Random *r) {
  static const Word TYPES[] = {W_BEAR, W_GOBLIN, W_SAPROLING, W_GOLEM};
  return TYPES[below(r, COUNT_OF(TYPES))];
}

static Word any_color(Random *r) { return (Word)(W_WHITE + below(r, 5)); }

static Word any_type(Random *r) {
  static const Word TYPES[] = {W_ARTIFACT, W_CREATURE, W_ENCHANTMENT, W_LAND};
  return TYPES[below(r, COUNT_OF(TYPES))];
}

static Word any_keyword(Random *r) {
  static const Word KEYWORDS[] = {W_FLYING, W_HASTE, W_TRAMPLE, W_CHANGELING};
  return KEYWORDS[below(r, COUNT_OF(KEYWORDS))];
}

/* A static ability (or keyword) of some card. */
static u32 any_ability(Random *r) {
  for (;;) {
    const Chars *c = &carddb_face(&r->b->db, carddb_card(&r->b->db, any_card(r))->face)->chars;
    if (c->ability_count) return c->abilities;
  }
}

static Mod any_mod(Random *r) {
  switch (below(r, 22)) {
    case 0: return (Mod){.op = IR_M_CONTROLLER, .a = below(r, 2)};
    case 1: return (Mod){.op = IR_M_SWAP_WORD, .word = any_land_type(r), .a = any_land_type(r)};
    case 2: return (Mod){.op = IR_M_SWAP_WORD, .word = any_creature_type(r), .a = any_creature_type(r)};
    case 3: return (Mod){.op = IR_M_SWAP_WORD, .word = any_color(r), .a = any_color(r)};
    case 4: return (Mod){.op = IR_M_COPY, .a = any_card(r)};
    case 5: return (Mod){.op = IR_M_FULL_TEXT, .a = any_card(r)};
    case 6: return (Mod){.op = IR_M_ADD_TYPE, .word = any_type(r)};
    case 7: return (Mod){.op = IR_M_LOSE_TYPE, .word = any_type(r)};
    case 8: return (Mod){.op = IR_M_SET_TYPES, .a = 1u << type_bit(any_type(r)) | 1u << type_bit(any_type(r))};
    case 9: return (Mod){.op = IR_M_ADD_SUBTYPE, .word = any_creature_type(r)};
    case 10: return (Mod){.op = IR_M_SET_LAND_TYPES, .word = any_land_type(r)};
    case 11: return (Mod){.op = IR_M_SET_COLOR, .a = below(r, 32)};
    case 12: return (Mod){.op = IR_M_ADD_COLOR, .a = 1u << below(r, 5)};
    case 13: return (Mod){.op = IR_M_GAIN, .a = any_ability(r)};
    case 14: return (Mod){.op = IR_M_GAIN, .a = any_ability(r)};
    case 15: return (Mod){.op = IR_M_LOSE_ALL};
    case 16: return (Mod){.op = IR_M_LOSE_KEYWORD, .word = any_keyword(r)};
    case 17: return (Mod){.op = IR_M_CANT_HAVE, .word = any_keyword(r)};
    case 18: return (Mod){.op = IR_M_BASE_PT, .x = below(r, 5), .y = below(r, 5)};
    case 19: return (Mod){.op = IR_M_PT, .x = (i64)below(r, 5) - 2, .y = (i64)below(r, 5) - 2};
    case 20: return (Mod){.op = IR_M_SWITCH};
    default: return (Mod){.op = IR_M_NAME, .a = carddb_card(&r->b->db, any_card(r))->name};
  }
}

static void add_effect(Random *r) {
  Mod mods[3];
  u32 n = 1 + below(r, 3);
  for (u32 i = 0; i < n; i++) mods[i] = any_mod(r);
  u32 row = board_effect(r->b, any_played(r), mods, n);
  if (chance(r, 50)) return;
  Heap objects = row_EFFECTS(r->b->g, row)->objects;
  list_add(r->b->g, &objects, object_ref(r->b->g, any_played(r)));
  row_EFFECTS(r->b->g, row)->objects = objects;
  facts_changed(r->b->g, FACT_COPY);
}

static void add_counters(Random *r) {
  static const Word KINDS[] = {W_C_P1P1, W_C_M1M1, W_C_P1P0, W_C_FLYING, W_C_TRAMPLE, W_C_CHARGE};
  board_counters(r->b, any_played(r), KINDS[below(r, COUNT_OF(KINDS))], 1 + below(r, 2));
}

static void set_notes(Random *r, u32 slot) {
  bool land = chance(r, 50);
  board_note(r->b, slot, "from", any_land_type(r));
  board_note(r->b, slot, "to", land ? any_land_type(r) : any_creature_type(r));
  board_note(r->b, slot, "color", any_color(r));
}

static void play_card(Random *r, u32 card) {
  Game *g = r->b->g;
  u32 slot = setup_card(g, below(r, 2), card, ZONE_BATTLEFIELD, 0);
  r->played[r->count++] = slot;
  if (chance(r, 15)) setup_controller(g, slot, below(r, 2));
  set_notes(r, slot);
  if (card >= r->first_aura) setup_attach(g, slot, object_ref(g, any_played(r)));
  if (chance(r, 3)) setup_status(g, slot, STATUS_FACE_DOWN, FACE_DOWN_PLAIN);
  if (chance(r, 2)) setup_status(g, slot, STATUS_PHASED_OUT, FACE_DOWN_PLAIN);
  facts_changed(g, FACT_ZONES | FACT_COPY);
}

static void play(Random *r) { play_card(r, any_card(r)); }

/* Many effects that are alike are done at once. */
static void play_crowd(Random *r) {
  u32 card = chance(r, 50) ? any_card(r) : r->first_hive + below(r, HIVES);
  for (u32 copies = 8 + below(r, 6); copies > 0; copies--) play_card(r, card);
}

static void shuffle_timestamps(Random *r) {
  for (u32 i = 0; i < r->count; i++) {
    Object *a = object_row(r->b->g, r->played[i]), *b = object_row(r->b->g, any_played(r));
    u64 timestamp = a->timestamp;
    a->timestamp = b->timestamp;
    b->timestamp = timestamp;
  }
  for (u32 row = 0; row < count_of(r->b->g, T_EFFECTS); row++) {
    Effect *f = row_EFFECTS(r->b->g, row);
    Object *o = object_row(r->b->g, any_played(r));
    if (!f->id || f->flags & EFFECT_FROZEN) continue;
    u64 timestamp = f->timestamp;
    f->timestamp = o->timestamp;
    o->timestamp = timestamp;
  }
  facts_changed(r->b->g, FACT_ATTACHED);
}

static void random_board(Random *r) {
  u32 permanents = chance(r, 5) ? 10 + below(r, 31) : 4 + below(r, 10);
  for (u32 i = 0; i < permanents; i++) play(r);
  if (chance(r, 5)) play_crowd(r);
  for (u32 zones = below(r, 6); zones > 0; zones--) {
    static const Zone ZONES[] = {ZONE_GRAVEYARD, ZONE_GRAVEYARD, ZONE_HAND, ZONE_LIBRARY};
    setup_card(r->b->g, below(r, 2), any_card(r), ZONES[below(r, COUNT_OF(ZONES))], 0);
  }
  for (u32 effects = below(r, 5); effects > 0; effects--) add_effect(r);
  for (u32 counters = below(r, 4); counters > 0; counters--) add_counters(r);
  shuffle_timestamps(r);
}

/* --- changes, said as the engine says them --------------------------------------------------- */

static void change_bury(Random *r) {
  u32 i = below(r, r->count);
  board_bury(r->b, r->played[i]);
  r->played[i] = r->played[--r->count];
}

static void change_end_effect(Random *r) {
  for (u32 row = count_of(r->b->g, T_EFFECTS); row-- > 0;) {
    const Effect *f = row_EFFECTS(r->b->g, row);
    if (!f->id || f->flags & EFFECT_FROZEN) continue;
    effect_remove(r->b->g, row);
    return;
  }
}

static void change_attach(Random *r) {
  u32 slot = any_played(r);
  if (object_row(r->b->g, slot)->cv >= r->first_aura) board_attach(r->b, slot, any_played(r));
}

static void change_status(Random *r) {
  Object *o = object_row(r->b->g, any_played(r));
  o->status ^= chance(r, 70) ? STATUS_TAPPED : STATUS_FACE_DOWN;
  facts_changed(r->b->g, FACT_STATUS);
}

static void change_draw(Random *r) {
  setup_card(r->b->g, below(r, 2), any_card(r), chance(r, 50) ? ZONE_HAND : ZONE_GRAVEYARD, 0);
  facts_changed(r->b->g, FACT_ZONES);
}

static void change_note(Random *r) {
  u32 slot = any_played(r);
  board_note(r->b, slot, "to", any_land_type(r));
}

static void random_change(Random *r) {
  static void (*const CHANGES[])(Random * r) = {play,          change_bury,  change_end_effect,
                                                add_effect,    add_counters, change_attach,
                                                change_status, change_draw,  change_note};
  if (r->count > 2 && r->count < COUNT_OF(r->played)) CHANGES[below(r, COUNT_OF(CHANGES))](r);
}

/* --- running ------------------------------------------------------------------------------------ */

static void describe(const Random *r) {
  Game *g = r->b->g;
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    const Object *o = object_row(g, slot);
    Str name = intern_text(&r->b->db.names, carddb_card(&r->b->db, o->cv)->name);
    u32 host = o->zone == ZONE_BATTLEFIELD ? ref_slot(permanent_of(g, slot)->attached_to) : 0;
    print_error("  %2u %-14.*s zone %u, controller %u, status %u, timestamp %llu, on %u\n", slot, (int)name.length,
                name.data, o->zone, o->base_controller, o->status, (unsigned long long)o->timestamp, host);
  }
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!f->id) continue;
    print_error("  effect of timestamp %llu on", (unsigned long long)f->timestamp);
    for (u32 i = 0; i < list_count(g, f->objects); i++) print_error(" %u", ref_slot(list_get(g, f->objects, i)));
    for (u32 i = 0; i + 2 < list_count(g, f->mods); i += 3) {
      Mod mod;
      memcpy(&mod, row_HEAP(g, f->mods + 1 + i), sizeof mod);
      print_error(", %s %.*s %u %lld", ir_op_info((IrOp)mod.op)->name, (int)word_text(mod.word).length,
                  word_text(mod.word).data, mod.a, (long long)mod.x);
    }
    print_error("\n");
  }
}

static void check(const Random *r, u64 seed, u32 change) {
  char message[256];
  if (layers_compare_naive(r->b->g, message, sizeof message)) return;
  print_error("board %llu after %u changes: %s\n", (unsigned long long)seed, change, message);
  describe(r);
  derived_reset(r->b->g);
  bool anew = layers_compare_naive(r->b->g, message, sizeof message);
  print_error("computed from nothing: %s\n", anew ? "equal" : message);
  fail();
}

typedef struct Job {
  Random random;
  u64 seed;
} Job;

static void run_board(Game *g, void *user) {
  Job *job = user;
  Random *r = &job->random;
  r->b->g = g;
  r->count = 0;
  random_board(r);
  check(r, job->seed, 0);
  for (u32 change = 1; change <= 3; change++) {
    random_change(r);
    check(r, job->seed, change);
  }
}

static void test_random_boards(void **state) {
  (void)state;
  Board b;
  GavelError error = {0};
  assert_int_equal(carddb_init(&b.db, gavel_allocator_default(), &error), GAVEL_OK);
  GavelStatus status = carddb_load_text(&b.db, STR(CARDS), &error);
  if (!status) status = carddb_link(&b.db, &error);
  if (status) fail_msg("line %u, column %u: %s", error.line, error.column, error.message);
  u64 boards = test_number("GAVEL_BOARDS", 20000), first = test_number("GAVEL_SEED", 1);
  Job job = {.random = {.b = &b,
                        .cards = b.db.cards.count - 1,
                        .first_aura = board_card(&b, FIRST_AURA),
                        .first_hive = board_card(&b, FIRST_HIVE)}};
  for (u64 i = 0; i < boards; i++) {
    job.seed = first + i;
    job.random.rng.state = job.seed * 0x9e3779b97f4a7c15u;
    Game *g = NULL;
    assert_int_equal(game_new(gavel_allocator_default(), &b.db, &GAME_PROCEDURES, 2, job.seed, FORMAT_TWO_PLAYER, &g),
                     GAVEL_OK);
    if (game_protect(g, run_board, &job)) fail_msg("board %llu: %s", (unsigned long long)job.seed, g->failure);
    game_free(g);
  }
  carddb_free(&b.db);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_boards)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
