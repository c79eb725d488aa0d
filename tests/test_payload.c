/* What rows hold by their kind: the validator refuses what only a forged save can say. */
#include "support/match.h"

#include "cards/carddb.h"
#include "cards/names.h"
#include "rules/cast/cast.h"
#include "rules/events/batch.h"
#include "rules/query/query.h"
#include "state/mods.h"
#include "state/objects.h"
#include "state/payload.h"
#include "state/validate.h"

#include <stdlib.h>

static GavelGame *new_game(void) {
  GavelGame *game = match_default();
  match_put(game, GAVEL_ZONE_LIBRARY, 0, "Island", 20);
  match_put(game, GAVEL_ZONE_LIBRARY, 1, "Island", 20);
  match_permanent(game, 0, "Grizzly Bears");
  assert_ok(game, gavel_game_start_at(game, 2, 0, GAVEL_STEP_MAIN));
  return game;
}

static bool sound(const Game *g) {
  char message[256];
  return game_validate(g, message, sizeof message);
}

/* A game whose rows were changed behind its back, as one that can be answered: a clone takes them for true, while what a
   checked build has kept of them would tell on the game itself. */
typedef struct Forged {
  GavelGame *game;
  void *buffer;
} Forged;

static Forged forged_of(const GavelGame *g) {
  size_t size = gavel_game_clone_size(g);
  Forged forged = {.buffer = malloc(size)};
  assert_ok(g, gavel_game_clone(g, forged.buffer, size, &forged.game));
  return forged;
}

static void forged_free(Forged *forged) {
  gavel_game_destroy(forged->game);
  free(forged->buffer);
}

/* The first node of the built-in cards with that operation. */
static Node node_with(const CardDb *db, IrOp op) {
  for (u32 card = 1; card < db->cards.count; card++) {
    Node node;
    for (u32 place = 0; (node = node_at_place(db, card, place)) != 0; place++)
      if (node_op(db, node) == op) return node;
  }
  fail_msg("no card has operation %u", op);
  return 0;
}

/* Leaves only this frame, with a list of one reference if it should have lists, and a decision if it waits for one. */
static void frame_only(Game *g, Frame frame, bool listed) {
  u64 waits = step_waits(frame.proc, IR_NONE, frame.step);
  u8 asked = DECISION_KIND_COUNT;
  while (--asked > DECISION_NONE && !(waits & WAITS_ASKED(asked))) continue;
  table_drop(g, T_FRAMES, count_of(g, T_FRAMES));
  core(g)->decision.kind = asked;
  table_drop(g, T_OPTIONS, count_of(g, T_OPTIONS));
  if (asked) row_OPTIONS(g, table_add(g, T_OPTIONS, 1))->kind = OPTION_NO;
  if (frame.flags & FRAME_OWNS_ENV) frame.env = env_new(g, SLOT_FIRST_OWN);
  if (listed) list_add(g, &frame.lists, ref_player(0));
  *row_FRAMES(g, table_add(g, T_FRAMES, 1)) = frame;
}

/* An event of each kind, and whether the validator takes it. */
static void test_events_hold_what_their_kind_says(void **state) {
  (void)state;
  GavelGame *g = new_game();
  static const struct {
    Event event;
    bool sound;
  } EVENTS[] = {
      {{.kind = EVENT_SHUFFLE, .player = 1}, true},
      {{.kind = EVENT_SHUFFLE, .player = PLAYER_NONE}, false},
      {{.kind = EVENT_GAIN_LIFE, .player = PLAYER_NONE, .amount = 1}, false},
      {{.kind = EVENT_GAIN_LIFE, .player = 0, .amount = -1}, false},
      {{.kind = EVENT_GAIN_LIFE, .player = 0, .amount = 1, .word = 3}, false},
      {{.kind = EVENT_COUNTERS_PUT, .player = 0, .amount = 1, .word = W_C_LORE}, true},
      {{.kind = EVENT_COUNTERS_PUT, .player = 0, .amount = 1, .word = W_FLYING}, false},
      {{.kind = EVENT_STEP, .player = 0, .word = W_STEP_UPKEEP}, true},
      {{.kind = EVENT_STEP, .player = 0, .word = W_END_OF_TURN}, false},
      {{.kind = EVENT_ADD_MANA, .player = 0, .amount = 1, .word = 6}, false},
      {{.kind = EVENT_CREATE, .player = 0, .amount = 1}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_BATTLEFIELD}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_GRAVEYARD}, true},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_NONE + 1}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_GRAVEYARD, .parent = 2}, false},
      {{.kind = EVENT_MOVE, .player = 0, .to = ZONE_GRAVEYARD, .flags = EVF_COMPONENT}, false},
      {{.kind = EVENT_PROGRAM, .player = 0}, false},
      {{.kind = EVENT_NONE}, false},
  };
  for (u32 i = 0; i < COUNT_OF(EVENTS); i++) {
    u32 row = table_add(g, T_EVENTS, 1);
    *row_EVENTS(g, row) = EVENTS[i].event;
    if (sound(g) != EVENTS[i].sound) fail_msg("event %u", i);
    table_drop(g, T_EVENTS, 1);
  }
  gavel_game_destroy(g);
}

/* How a permanent enters: under the control of a player, showing a face that a card could have. */
static void test_entries_are_of_permanents(void **state) {
  (void)state;
  GavelGame *g = new_game();
  u32 row = batch_enter(g, object_ref(g, zone_first(g, ZONE_LIBRARY, 0)), 0);
  Entry *entry = event_entry(g, row);
  const Entry was = *entry;
  assert_true(sound(g));
  entry->controller = PLAYER_NONE;
  assert_false(sound(g));
  *entry = was;
  entry->face = 16;
  assert_false(sound(g));
  gavel_game_destroy(g);
}

/* Whatever has variables has a controller. */
static void test_environments_are_of_players(void **state) {
  (void)state;
  GavelGame *g = new_game();
  Frame frame = {.proc = PROC_ACT, .node = node_with(g->db, IR_SEQ), .flags = FRAME_OWNS_ENV};
  frame_only(g, frame, false);
  assert_true(sound(g));
  env_at(g, frame_top(g)->env)->controller = PLAYER_NONE;
  assert_false(sound(g));
  gavel_game_destroy(g);
}

static void test_what_is_chosen_is_what_its_kind_says(void **state) {
  (void)state;
  GavelGame *g = new_game();
  const u32 slots = count_of(g, T_OBJECTS), permanent = zone_first(g, ZONE_BATTLEFIELD, 0);
  const struct {
    Chosen row;
    bool sound;
  } ROWS[] = {
      {{.option = {.kind = OPTION_YES}}, true},
      {{.option = {.kind = OPTION_YES, .reserved = 1}}, false},
      {{.kind = CHOSEN_KINDS}, false},
      {{.share = {.kind = CHOSEN_SHARE, .slot = permanent, .n = 1}}, true},
      {{.share = {.kind = CHOSEN_SHARE, .slot = 0, .n = 1}}, false},
      {{.unblocked = {.kind = CHOSEN_UNBLOCKED, .slot = 0}}, false},
      {{.share = {.kind = CHOSEN_SHARE, .slot = slots, .n = 1}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .zone = ZONE_COUNT}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .status = 16}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .timestamp = UINT64_MAX}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .zone = ZONE_HAND, .known = 1}}, true},
      {{.place = {.kind = CHOSEN_PLACE, .zone = ZONE_HAND, .known = 4}}, false},
      {{.place = {.kind = CHOSEN_PLACE, .zone = ZONE_HAND, .status = STATUS_TAPPED}}, false},
      {{.looks = {.kind = CHOSEN_LOOKS, .face = 16}}, false},
      {{.looks = {.kind = CHOSEN_LOOKS, .permission = UINT32_MAX}}, false},
      {{.way = {.kind = CHOSEN_WAY, .ability = UINT32_MAX}}, false},
      {{.target = {.kind = CHOSEN_TARGET, .legal = 2}}, false},
      {{.mana = {.kind = CHOSEN_MANA, .row = 1000}}, false},
      {{.stands = {.kind = CHOSEN_STANDS_IN, .keyword = W_CONVOKE}}, true},
      {{.stands = {.kind = CHOSEN_STANDS_IN, .keyword = W_END_OF_TURN}}, false},
      {{.answer = {.kind = CHOSEN_ANSWER, .says = 9}}, false},
      {{.among = {.kind = CHOSEN_AMONG, .count = 1000}}, false},
  };
  for (u32 i = 0; i < COUNT_OF(ROWS); i++) {
    u32 row = table_add(g, T_CHOSEN, 1);
    *row_CHOSEN(g, row) = ROWS[i].row;
    if (sound(g) != ROWS[i].sound) fail_msg("row %u", i);
    table_drop(g, T_CHOSEN, 1);
  }
  gavel_game_destroy(g);
}

/* A modification speaks of a word of the class that its operation is about. */
static void test_modifications_have_words_of_their_class(void **state) {
  (void)state;
  GavelGame *g = new_game();
  u32 row = effect_add(g, EFFECT_CONTINUOUS, 0, 0, 0, W_INDEFINITE);
  Heap objects = 0, mods = 0;
  list_add(g, &objects, object_ref(g, zone_first(g, ZONE_BATTLEFIELD, 0)));
  mods_add(g, &mods, (Mod){.op = IR_M_ADD_TYPE, .word = W_ARTIFACT});
  row_EFFECTS(g, row)->objects = objects;
  row_EFFECTS(g, row)->mods = mods;
  assert_true(sound(g));
  Mod *mod = (Mod *)(void *)(row_HEAP(g, mods) + 1);
  mod->word = W_FLYING;
  assert_false(sound(g));
  mod->op = IR_M_GAIN;
  assert_true(sound(g));
  mod->word = W_ARTIFACT;
  assert_false(sound(g));
  mod->word = 0;
  row_EFFECTS(g, row)->duration = W_FLYING;
  assert_false(sound(g));
  row_EFFECTS(g, row)->duration = W_INDEFINITE;
  row_EFFECTS(g, row)->acquisition = 0; /* all that is copied or gained by an effect is acquired */
  assert_false(sound(g));
  row_EFFECTS(g, row)->acquisition = 1;
  row_EFFECTS(g, row)->controller = PLAYER_NONE;
  assert_false(sound(g));
  row_EFFECTS(g, row)->controller = 0;
  row_EFFECTS(g, row)->flags = EFFECT_RETURNS; /* no modification returns anything */
  assert_false(sound(g));
  row_EFFECTS(g, row)->flags = 0;
  for (u32 kind = EFFECT_CONTINUOUS + 1; kind < EFFECT_KINDS; kind++) {
    row_EFFECTS(g, row)->kind = (u8)kind; /* none of them is made of modifications and objects alone */
    if (sound(g)) fail_msg("kind %u", kind);
  }
  gavel_game_destroy(g);
}

static void test_frames_hold_what_their_procedure_says(void **state) {
  (void)state;
  GavelGame *game = new_game();
  const CardDb *db = game->db;
  const Node sequence = node_with(db, IR_SEQ), each = node_with(db, IR_FOR_EACH),
             players = node_with(db, IR_EACH_PLAYER);
  const u32 parts = node_argc(db, sequence), own = FRAME_OWNS_ENV, envs = FRAME_OWNS_ENV | FRAME_LISTS_ENVS;
  gavel_game_destroy(game);
  const struct {
    Frame frame;
    bool listed;
    const char *said; /* NULL: it is sound */
  } FRAMES[] = {
      {{.proc = PROC_ACT, .node = sequence, .flags = own, .a = {parts}}, false, NULL},
      {{.proc = PROC_ACT, .node = sequence, .flags = own, .a = {parts + 1}}, false, "local 0"},
      {{.proc = PROC_ACT, .node = sequence}, false, "has no variables"},
      {{.proc = PROC_ACT, .flags = own}, false, "without a node"},
      {{.proc = PROC_ACT, .node = each, .step = EACH_NEXT, .flags = own, .a = {1}}, true, NULL},
      {{.proc = PROC_ACT, .node = each, .step = EACH_NEXT, .flags = own, .a = {2}}, true, "local 0"},
      {{.proc = PROC_ACT, .node = each, .step = EACH_NEXT, .flags = own, .a = {1}}, false, "local 0"},
      {{.proc = PROC_ACT, .node = each, .step = EACH_NEXT, .flags = envs}, false, "other lists"},
      {{.proc = PROC_ACT, .node = players, .step = EACH_NEXT, .flags = envs}, false, NULL},
      {{.proc = PROC_ACT, .node = players, .step = EACH_NEXT, .flags = own}, true, "other lists"},
      {{.proc = PROC_MANA_ABILITY, .node = sequence, .step = MA_RESOLVE, .flags = own}, false, "no mana ability"},
      {{.proc = PROC_PAY, .node = sequence, .step = PAY_MANA_PAID, .flags = own}, false, "node of sort"},
      {{.proc = PROC_PAY, .step = PAY_MANA_PAID}, false, "has no variables"},
      {{.proc = PROC_BATCH, .step = BATCH_CHOSEN}, false, "events that don't exist"},
      {{.proc = PROC_ATTACKERS, .step = ATTACK_ANSWER, .a = {[ATTACK_COUNT] = 1}}, false, "attackers that don't exist"},
  };
  for (u32 i = 0; i < COUNT_OF(FRAMES); i++) {
    GavelGame *g = new_game();
    char message[256];
    frame_only(g, FRAMES[i].frame, FRAMES[i].listed);
    game_validate(g, message, sizeof message);
    const char *said = FRAMES[i].said;
    if (said ? !strstr(message, said) : message[0]) fail_msg("frame %u: %s", i, message);
    gavel_game_destroy(g);
  }
}

/* A frame and the one above it. Only a procedure that asks when it goes on may be below something that it didn't call; what
   has asked would take the last answer to another question for one to its own. */
static void test_frames_wait_for_what_is_above(void **state) {
  (void)state;
  static const struct {
    Frame below;
    u16 above;
    bool sound;
  } PAIRS[] = {
      {{.proc = PROC_SPECIAL, .step = SPECIAL_LAND_PLAYED}, PROC_BATCH, true},
      {{.proc = PROC_PAY, .step = PAY_DECLINED, .flags = FRAME_OWNS_ENV}, PROC_BATCH, true},
      {{.proc = PROC_PAY, .step = PAY_ASKED, .flags = FRAME_OWNS_ENV}, PROC_BATCH, false},
      {{.proc = PROC_PAY, .step = PAY_ASKED, .flags = FRAME_OWNS_ENV}, PROC_NONE, false},
      {{.proc = PROC_PAY, .step = PAY_MANA_PAID, .flags = FRAME_OWNS_ENV}, PROC_BATCH, false},
      {{.proc = PROC_SBA, .step = SBA_ASK}, PROC_BATCH, true},
      {{.proc = PROC_SBA, .step = SBA_ANSWERED}, PROC_BATCH, false},
  };
  for (u32 i = 0; i < COUNT_OF(PAIRS); i++) {
    GavelGame *g = new_game();
    char message[256];
    frame_only(g, PAIRS[i].below, false);
    core(g)->decision.kind = DECISION_NONE;
    table_drop(g, T_OPTIONS, count_of(g, T_OPTIONS));
    if (PAIRS[i].above) row_FRAMES(g, table_add(g, T_FRAMES, 1))->proc = PAIRS[i].above;
    bool sound = game_validate(g, message, sizeof message);
    if (sound != PAIRS[i].sound || (!sound && !strstr(message, "is at step"))) fail_msg("pair %u: %s", i, message);
    gavel_game_destroy(g);
  }
}

/* A frame ends the batch that it has called, and each batch ends where the next one begins. */
static void test_frames_end_the_batch_they_called(void **state) {
  (void)state;
  static const char CARD[] =
      "(card \"Slow Ford\" (types land) (replacement self-enters (may (lose-life 1) :else enters-tapped)))";
  match_add(CARD);
  GavelGame *g = match_default();
  match_put(g, GAVEL_ZONE_HAND, 0, "Slow Ford", 1);
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  u32 option = 0;
  while (row_OPTIONS(g, option)->kind != OPTION_PLAY) option++;
  assert_ok(g, gavel_game_answer(g, option));
  u32 special = 0;
  while (row_FRAMES(g, special)->proc != PROC_SPECIAL) special++;
  Frame *land = row_FRAMES(g, special), *batch = row_FRAMES(g, special + 1);
  assert_true(batch->proc == PROC_BATCH && sound(g));
  land->a[SPECIAL_BATCH] = 1;
  assert_false(sound(g));
  batch->a[BATCH_BASE] = land->a[SPECIAL_BATCH] = 2;
  assert_false(sound(g));
  gavel_game_destroy(g);
}

/* What a frame borrows is there as long as it is: the frame below has it. */
static void test_frames_borrow_from_the_one_below(void **state) {
  (void)state;
  GavelGame *g = new_game();
  Frame *game = row_FRAMES(g, 0);
  assert_int_equal(core(g)->decision.kind, DECISION_PRIORITY);
  game->env = env_new(g, SLOT_FIRST_OWN);
  game->flags |= FRAME_OWNS_ENV;
  assert_true(sound(g));
  frame_top(g)->env = row_FRAMES(g, 0)->env;
  assert_false(sound(g));
  gavel_game_destroy(g);
}

static void take(Game *g, void *user) { *(u32 *)user = lki_take(g, *(u32 *)user); }

/* What an object was owns what an object in its zone has, and its abilities are there. */
static void test_last_known_information_is_of_an_object(void **state) {
  (void)state;
  GavelGame *g = match_default();
  match_permanent(g, 0, "Serra Angel");
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  u32 row = zone_list(g, ZONE_BATTLEFIELD, 0)->last;
  assert_int_equal(game_protect(g, take, &row), GAVEL_OK);
  assert_true(sound(g));
  const Lki was = *row_LKI(g, row);
  assert_true(was.chars.ability_count > 0);
  row_LKI(g, row)->object.zone = ZONE_HAND;
  assert_false(sound(g));
  *row_LKI(g, row) = was;
  row_LKI(g, row)->chars.abilities_in_block = ABILITIES_OF_FORM;
  assert_false(sound(g));
  row_LKI(g, row)->chars.abilities_in_block = ABILITIES_IN_LIST;
  row_LKI(g, row)->chars.abilities = 0;
  assert_false(sound(g));
  row_LKI(g, row)->chars = was.chars;
  row_LKI(g, row)->chars.ability_count = UINT32_MAX;
  assert_false(sound(g));
  *row_LKI(g, row) = was;
  assert_true(sound(g));
  gavel_game_destroy(g);
}

/* Where nothing has a controller an object is its owner's, and no more than its card. */
static void test_objects_off_the_battlefield_are_their_cards(void **state) {
  (void)state;
  GavelGame *g = match_default();
  static const GavelZone ZONES[] = {GAVEL_ZONE_HAND, GAVEL_ZONE_LIBRARY, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_EXILE};
  for (u32 i = 0; i < COUNT_OF(ZONES); i++) match_put(g, ZONES[i], 0, "Island", 1);
  u32 permanent = ref_slot(match_permanent(g, 0, "Island"));
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  object_row(g, permanent)->base_controller = 1;
  assert_true(sound(g));
  object_row(g, permanent)->base_controller = 0;
  for (u32 i = 0; i < COUNT_OF(ZONES); i++) {
    Object *o = object_row(g, zone_first(g, (Zone)ZONES[i], 0));
    const Object was = *o;
    o->controller = 1;
    assert_false(sound(g));
    *o = was;
    o->base_controller = 1;
    assert_false(sound(g));
    *o = was;
    o->cv--;
    assert_false(sound(g));
    *o = was;
    assert_true(sound(g));
  }
  gavel_game_destroy(g);
}

/* A save's counts leave room to count on: a generation must not become the mark of players, nor an acquisition none. */
static void test_counts_can_grow(void **state) {
  (void)state;
  GavelGame *g = new_game();
  Core *c = core(g);
  u32 *const narrow[] = {&c->next_acquisition, &c->next_effect,   &c->next_group,     &c->turn,
                         &c->step_serial,      &c->pending_order, &c->cause_epoch,    &c->cause_depth,
                         &c->loop_steps,       &c->sight_serial,  &c->decision.group, &c->players[1].turns_taken};
  u64 *const wide[] = {&c->next_timestamp, &c->decisions, &c->events, &c->batch};
  for (u32 i = 0; i < COUNT_OF(narrow); i++) {
    u32 was = *narrow[i];
    *narrow[i] = (u32)INT32_MAX + 1;
    assert_false(sound(g));
    *narrow[i] = was;
  }
  for (u32 i = 0; i < COUNT_OF(wide); i++) {
    u64 was = *wide[i];
    *wide[i] = (u64)INT64_MAX + 1;
    assert_false(sound(g));
    *wide[i] = was;
  }
  c->cv_enough = 1;
  assert_false(sound(g));
  c->cv_enough = 0;
  assert_true(sound(g));
  u32 token = object_new(g, OBJECT_TOKEN, 0), slots[] = {zone_first(g, ZONE_LIBRARY, 0), token};
  object_cease(g, token);
  for (u32 i = 0; i < COUNT_OF(slots); i++) {
    u32 was = object_row(g, slots[i])->generation;
    object_row(g, slots[i])->generation = c->next_acquisition + 2;
    assert_false(sound(g));
    object_row(g, slots[i])->generation = was;
    assert_true(sound(g));
  }
  gavel_game_destroy(g);
}

/* Player 0 can cast a spell with modes. */
static GavelGame *game_with_charm(void) {
  GavelGame *g = match_default();
  match_put(g, GAVEL_ZONE_HAND, 0, "Rakdos Charm", 1);
  match_put(g, GAVEL_ZONE_BATTLEFIELD, 0, "Badlands", 8);
  match_permanent(g, 1, "Grizzly Bears");
  match_put(g, GAVEL_ZONE_HAND, 1, "Forest", 1);
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  return g;
}

/* The first option that casts something. */
static u32 first_cast(const Game *g) {
  u32 option = 0;
  while (row_OPTIONS(g, option)->kind != OPTION_CAST) option++;
  return option;
}

/* While a spell is being cast it is remembered where its card was, since it may go back there (733.1). */
static void test_a_spell_was_a_card_that_could_be_cast(void **state) {
  (void)state;
  GavelGame *g = game_with_charm();
  assert_ok(g, gavel_game_answer(g, first_cast(g)));
  assert_int_equal(core(g)->decision.kind, DECISION_MODE);
  u32 place = 0;
  while (row_CHOSEN(g, place)->kind != CHOSEN_PLACE) place++;
  Chosen *rows = row_CHOSEN(g, place);
  const Chosen was[] = {rows[0], rows[1]};
  assert_true(sound(g));
  rows[0].place.zone = ZONE_BATTLEFIELD;
  assert_false(sound(g));
  rows[0] = was[0];
  rows[1].looks.generation--;
  assert_false(sound(g));
  rows[1] = was[1];
  rows[1].looks.card = object_ref(g, zone_first(g, ZONE_BATTLEFIELD, 0));
  assert_false(sound(g));
  rows[1] = was[1];
  rows[1].looks.flags |= OBJECT_LEFT_UNLOCKED;
  assert_false(sound(g));
  rows[1] = was[1];
  rows[0].place.next = rows[1].looks.card;
  assert_false(sound(g));
  rows[0].place.next = object_ref(g, zone_first(g, ZONE_HAND, 1));
  assert_false(sound(g));
  rows[0] = was[0];
  assert_true(sound(g));
  gavel_game_destroy(g);
}

/* A spell that pays for itself leaves nothing to be cast. */
static void test_a_spell_is_no_cost_of_its_own(void **state) {
  (void)state;
  static const char CARD[] = "(card \"Tear Pages\" (cost {0}) (types sorcery)"
                             "  (additional-cost (pay-with $c 2 2 (all hand (owned-by you)) (exile $c)))"
                             "  (spell (draw 1)))";
  match_add(CARD);
  GavelGame *g = match_default();
  match_put(g, GAVEL_ZONE_HAND, 0, "Tear Pages", 1);
  match_put(g, GAVEL_ZONE_HAND, 0, "Island", 3);
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  assert_ok(g, gavel_game_answer(g, first_cast(g)));
  assert_int_equal(core(g)->decision.kind, DECISION_COST);
  assert_ok(g, gavel_game_answer(g, 0));
  Ref spell = object_ref(g, zone_first(g, ZONE_STACK, 0));
  for (u32 i = 0; i < count_of(g, T_CHOSEN); i++)
    if (row_CHOSEN(g, i)->kind == CHOSEN_PAYS) row_CHOSEN(g, i)->pays.ref = spell;
  Forged forged = forged_of(g);
  assert_int_equal(gavel_game_answer(forged.game, 0), GAVEL_E_CORRUPT);
  forged_free(&forged);
  gavel_game_destroy(g);
}

/* Locals of frames that contradict what is there are refused, or found out as the game goes on. */
static void test_locals_agree_with_what_is_chosen(void **state) {
  (void)state;
  static const char CARD[] =
      "(card \"Leaf Through\" (cost {0}) (types sorcery)"
      "  (additional-cost (pay-with $c 1 1 (all hand (owned-by you)) (discard $c)))"
      "  (spell (target $t (type creature) :min 1 :max 2)"
      "    (seq (search $l 0 1 library (type land) :reveal) (add-mana-choice 2 white blue :each))))";
  static const struct {
    u16 proc, asks, local;
    i64 value;
  } LOCALS[] = {
      {PROC_CAST, DECISION_TARGET, AN_COUNT, 1}, {PROC_TARGETS, DECISION_TARGET, TARGETS_AT, 200},
      {PROC_PAY, DECISION_COST, PAY_FIRST, 0},   {PROC_ACT, DECISION_SEARCH, SET_OPEN, 1},
      {PROC_ACT, DECISION_WORD, MANA_KINDS, 0},
  };
  match_add(CARD);
  for (u32 i = 0; i < COUNT_OF(LOCALS); i++) {
    GavelGame *g = match_default();
    match_put(g, GAVEL_ZONE_HAND, 0, "Leaf Through", 1);
    match_put(g, GAVEL_ZONE_HAND, 0, "Grizzly Bears", 2);
    match_put(g, GAVEL_ZONE_LIBRARY, 0, "Island", 3);
    match_permanent(g, 1, "Grizzly Bears");
    match_permanent(g, 0, "Grizzly Bears");
    assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
    assert_ok(g, gavel_game_answer(g, first_cast(g)));
    while (core(g)->decision.kind != LOCALS[i].asks) assert_ok(g, gavel_game_answer(g, 0));
    u32 row = count_of(g, T_FRAMES);
    while (row_FRAMES(g, --row)->proc != LOCALS[i].proc) continue;
    row_FRAMES(g, row)->a[LOCALS[i].local] = LOCALS[i].value;
    if (LOCALS[i].proc == PROC_TARGETS) frame_top(g)->flags |= FRAME_PRICED;
    Forged forged = forged_of(g);
    GavelStatus status = sound(g) ? GAVEL_OK : GAVEL_E_CORRUPT;
    for (u32 answers = 0; !status && answers < 20; answers++) status = gavel_game_answer(forged.game, 0);
    if (status != GAVEL_E_CORRUPT) fail_msg("local %u: status %u", i, status);
    forged_free(&forged);
    gavel_game_destroy(g);
  }
}

/* The variable of the spell on the stack among whose objects something is divided. */
static Value *divided_value(GavelGame *g) {
  Env *env = env_at(g, stack_item_of(g, zone_first(g, ZONE_STACK, 0))->env);
  for (u32 i = 0; i < env->slots; i++)
    if (env->slot[i].divided) return &env->slot[i];
  fail_msg("nothing is divided");
  return NULL;
}

/* Each target has its share of what is divided: it loses that if it is illegal as the spell resolves (608.2b). */
static void test_targets_have_their_shares(void **state) {
  (void)state;
  match_add("(card \"Split Bolt\" (cost {0}) (types sorcery)"
            "  (spell (target $t (type creature) :min 2 :max 2 :divide 2) (deal-damage (share $t) $t)))");
  for (u32 forge = 0; forge < 2; forge++) {
    GavelGame *g = match_default();
    match_put(g, GAVEL_ZONE_HAND, 0, "Split Bolt", 1);
    for (u32 i = 0; i < 2; i++) match_permanent(g, 1, "Grizzly Bears");
    assert_ok(g, gavel_game_start_at(g, 3, 0, GAVEL_STEP_MAIN));
    assert_ok(g, gavel_game_answer(g, 1)); /* not to pass */
    while (core(g)->decision.kind != DECISION_PRIORITY) assert_ok(g, gavel_game_answer(g, 0));
    Value *v = divided_value(g);
    assert_int_equal(list_count(g, v->divided), 2);
    list_set(g, (Heap)v->v, 1, object_ref(g, zone_first(g, ZONE_STACK, 0)));
    if (forge) ((List *)(void *)row_HEAP(g, v->divided))->count = 1;
    Forged forged = forged_of(g);
    GavelStatus status = GAVEL_OK;
    for (u32 passes = 0; passes < 2 && !status; passes++) status = gavel_game_answer(forged.game, 0);
    assert_int_equal(status, forge ? GAVEL_E_CORRUPT : GAVEL_OK);
    forged_free(&forged);
    gavel_game_destroy(g);
  }
}

/* An attacker has joined a band of attackers that were decided before. */
static void test_bands_are_joined_after_they_are_there(void **state) {
  (void)state;
  GavelGame *g = match_default();
  for (u32 i = 0; i < 3; i++) match_permanent(g, 0, "Benalish Hero");
  assert_ok(g, gavel_game_start_at(g, 3, 0, GAVEL_STEP_DECLARE_ATTACKERS));
  GavelDecision asked;
  while (gavel_game_decision(g, &asked) && asked.kind == GAVEL_DECISION_ATTACKER)
    assert_ok(g, gavel_game_answer(g, gavel_game_options(g)[0].kind == GAVEL_OPTION_REF ? 0 : asked.option_count > 1));
  while (gavel_game_decision(g, &asked) && asked.kind == GAVEL_DECISION_BAND && core(g)->decision.chosen < 2)
    assert_ok(g, gavel_game_answer(g, 0));
  assert_int_equal(core(g)->decision.kind, DECISION_BAND);
  assert_true(sound(g));
  row_CHOSEN(g, core(g)->choices_base + 1)->option.a = INT32_MAX;
  Forged forged = forged_of(g);
  assert_int_equal(gavel_game_answer(forged.game, 0), GAVEL_E_CORRUPT);
  forged_free(&forged);
  gavel_game_destroy(g);
}

/* A card with a back face that goes back to a hand is whole there again (712.8). */
static void test_a_card_that_is_not_cast_is_itself(void **state) {
  (void)state;
  GavelGameDef def = match_def();
  def.manual_mana = true;
  GavelGame *g = match_game(&def);
  match_put(g, GAVEL_ZONE_HAND, 0, "Graf Rats", 1);
  match_put(g, GAVEL_ZONE_BATTLEFIELD, 0, "Phyrexian Altar", 1);
  match_put(g, GAVEL_ZONE_BATTLEFIELD, 0, "Grizzly Bears", 2);
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  assert_ok(g, gavel_game_answer(g, first_cast(g)));
  u32 spell = zone_first(g, ZONE_STACK, 0);
  assert_true(spell != 0);
  for (u32 i = 0; i < 12 && !zone_first(g, ZONE_HAND, 0); i++)
    assert_ok(g, gavel_game_answer(g, 0)); /* mana of no use */
  assert_int_equal(zone_first(g, ZONE_HAND, 0), spell);
  assert_true(sound(g));
  gavel_game_destroy(g);
}

/* Only a face-down permanent is turned face up, and only a half of a Room unlocked, whatever a save offers. */
static void test_special_actions_are_possible(void **state) {
  (void)state;
  GavelGame *g = game_with_charm();
  u32 taken = first_cast(g);
  Option *option = row_OPTIONS(g, taken);
  option->kind = OPTION_SPECIAL;
  option->ref = object_ref(g, zone_first(g, ZONE_BATTLEFIELD, 0));
  for (u32 n = 0; n < 6; n++) {
    option->a = n % 2 ? SPECIAL_TURN_UP : SPECIAL_UNLOCK;
    option->n = n / 2;
    Forged forged = forged_of(g);
    assert_int_equal(gavel_game_answer(forged.game, taken), GAVEL_E_CORRUPT);
    forged_free(&forged);
  }
  *option = (Option){.kind = OPTION_WORD};
  Forged forged = forged_of(g);
  assert_int_equal(gavel_game_answer(forged.game, taken), GAVEL_E_CORRUPT);
  forged_free(&forged);
  gavel_game_destroy(g);
}

/* Nor does a card leave the battlefield to be cast, whatever says so. */
static void test_what_is_cast_is_no_permanent(void **state) {
  (void)state;
  GavelGame *g = match_default();
  match_put(g, GAVEL_ZONE_HAND, 0, "Grizzly Bears", 1);
  match_put(g, GAVEL_ZONE_BATTLEFIELD, 0, "Forest", 2);
  GavelRef bears = match_permanent(g, 0, "Grizzly Bears");
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  u32 option = first_cast(g);
  row_OPTIONS(g, option)->ref = bears;
  assert_ok(g, gavel_game_answer(g, option));
  assert_int_equal(zone_first(g, ZONE_STACK, 0), 0);
  assert_true(permanent_live(g, bears) != 0 && sound(g));
  gavel_game_destroy(g);
}

/* Who controls a permanent is what effects make of it, whatever a save says while attackers are declared. */
static void test_attackers_are_those_of_the_active_player(void **state) {
  (void)state;
  GavelGame *g = match_default(), *loaded = NULL;
  u32 slot = ref_slot(match_permanent(g, 1, "Raging Goblin"));
  match_permanent(g, 0, "Grizzly Bears");
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_DECLARE_ATTACKERS));
  assert_int_equal(core(g)->decision.kind, DECISION_ATTACKER);
  object_row(g, slot)->controller = 0;
  char save[1 << 16];
  size_t length;
  assert_ok(g, gavel_game_save(g, save, sizeof save, &length));
  GavelGameDef def = match_def();
  assert_int_equal(gavel_game_load(&def, save, length, &loaded, NULL), GAVEL_OK);
  assert_int_equal(object_row(loaded, slot)->controller, 1);
  gavel_game_destroy(loaded);
  gavel_game_destroy(g);
}

/* Nor is a permanent put back into a library with the cards that were looked at there. */
static void test_only_cards_of_a_library_are_put_back(void **state) {
  (void)state;
  static const char CARD[] = "(card \"Look Twice\" (cost {0}) (types sorcery) (spell (scry 2)))";
  match_add(CARD);
  GavelGame *g = match_default();
  match_put(g, GAVEL_ZONE_LIBRARY, 0, "Island", 4);
  match_put(g, GAVEL_ZONE_HAND, 0, "Look Twice", 1);
  GavelRef bears = match_permanent(g, 0, "Grizzly Bears");
  assert_ok(g, gavel_game_start_at(g, 2, 0, GAVEL_STEP_MAIN));
  assert_ok(g, gavel_game_answer(g, first_cast(g)));
  while (core(g)->decision.kind != DECISION_ORDER) {
    u32 option = 0;
    for (u32 i = 0; i < count_of(g, T_OPTIONS); i++)
      if (row_OPTIONS(g, i)->kind == OPTION_PASS || row_OPTIONS(g, i)->kind == OPTION_DONE) option = i;
    assert_ok(g, gavel_game_answer(g, option));
  }
  for (u32 i = 0; i < count_of(g, T_CHOSEN); i++)
    if (row_CHOSEN(g, i)->kind == OPTION_REF) row_CHOSEN(g, i)->option.ref = bears;
  Forged forged = forged_of(g);
  assert_ok(forged.game, gavel_game_answer(forged.game, 0));
  assert_true(permanent_live(forged.game, bears) != 0 && sound(forged.game));
  forged_free(&forged);
  gavel_game_destroy(g);
}

static void look_at_targets(Game *g, void *user) {
  TargetSlot slots[TARGET_SLOTS];
  target_slots(g, *(u32 *)user, slots);
}

static void add_mode(Game *g, void *user) {
  u32 slot = *(u32 *)user;
  Heap modes = 0;
  list_add(g, &modes, 1 << 30);
  stack_item_of(g, slot)->modes = modes;
}

/* A spell has modes that its text has. Only the rules know which text that is: it shows where they look. */
static void test_modes_are_those_of_the_spell(void **state) {
  (void)state;
  GavelGame *g = game_with_charm();
  u32 slot = 0;
  for (u32 i = 0; i < 20 && !slot; i++) {
    u32 option = count_of(g, T_OPTIONS) - 1;
    for (u32 k = 0; k < count_of(g, T_OPTIONS); k++)
      if (row_OPTIONS(g, k)->kind == OPTION_CAST) option = k;
    assert_ok(g, gavel_game_answer(g, option));
    slot = core(g)->decision.kind == DECISION_PRIORITY ? zone_first(g, ZONE_STACK, 0) : 0;
  }
  assert_true(slot != 0);
  assert_int_equal(game_protect(g, look_at_targets, &slot), GAVEL_OK);
  Heap modes = stack_item_of(g, slot)->modes;
  assert_true(list_count(g, modes) > 0);
  list_set(g, modes, 0, 99);
  assert_int_equal(game_protect(g, look_at_targets, &slot), GAVEL_E_CORRUPT);
  gavel_game_destroy(g);
}

/* Nor is another mode chosen beside one that the text hasn't. */
static void test_modes_are_added_to_those_of_the_spell(void **state) {
  (void)state;
  GavelGame *g = game_with_charm();
  assert_ok(g, gavel_game_answer(g, first_cast(g)));
  assert_int_equal(core(g)->decision.kind, DECISION_MODE);
  u32 slot = zone_first(g, ZONE_STACK, 0);
  assert_int_equal(game_protect(g, add_mode, &slot), GAVEL_OK);
  Forged forged = forged_of(g);
  assert_int_equal(gavel_game_answer(forged.game, 0), GAVEL_E_CORRUPT);
  forged_free(&forged);
  gavel_game_destroy(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_events_hold_what_their_kind_says),
      cmocka_unit_test(test_entries_are_of_permanents),
      cmocka_unit_test(test_environments_are_of_players),
      cmocka_unit_test(test_what_is_chosen_is_what_its_kind_says),
      cmocka_unit_test(test_modifications_have_words_of_their_class),
      cmocka_unit_test(test_frames_hold_what_their_procedure_says),
      cmocka_unit_test(test_frames_wait_for_what_is_above),
      cmocka_unit_test(test_frames_end_the_batch_they_called),
      cmocka_unit_test(test_frames_borrow_from_the_one_below),
      cmocka_unit_test(test_last_known_information_is_of_an_object),
      cmocka_unit_test(test_objects_off_the_battlefield_are_their_cards),
      cmocka_unit_test(test_counts_can_grow),
      cmocka_unit_test(test_a_spell_was_a_card_that_could_be_cast),
      cmocka_unit_test(test_a_spell_is_no_cost_of_its_own),
      cmocka_unit_test(test_locals_agree_with_what_is_chosen),
      cmocka_unit_test(test_targets_have_their_shares),
      cmocka_unit_test(test_bands_are_joined_after_they_are_there),
      cmocka_unit_test(test_a_card_that_is_not_cast_is_itself),
      cmocka_unit_test(test_special_actions_are_possible),
      cmocka_unit_test(test_what_is_cast_is_no_permanent),
      cmocka_unit_test(test_attackers_are_those_of_the_active_player),
      cmocka_unit_test(test_only_cards_of_a_library_are_put_back),
      cmocka_unit_test(test_modes_are_those_of_the_spell),
      cmocka_unit_test(test_modes_are_added_to_those_of_the_spell),
  };
  return cmocka_run_group_tests(tests, match_cards_open, match_cards_close);
}
