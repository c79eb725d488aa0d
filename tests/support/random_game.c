#include "support/random_game.h"

#include "cards/carddb.h"
#include "cards/ir_args.h"
#include "state/checkpoint.h"
#include "state/validate.h"
#include "state/walk.h"
#include "rules/game/run_game.h"
#include "support/test.h"

static const char CARDS[] = "(card \"Forest\" (types basic land Forest))\n"
                            "(card \"Island\" (types basic land Island))\n"
                            "(card \"Bayou\" (types land Swamp Forest))\n"
                            "(card \"Grizzly Bears\" (cost {1}{G}) (types creature Bear) (pt 2 2))\n"
                            "(card \"Serra Angel\" (cost {3}{W}{W}) (types creature Angel) (pt 4 4) flying vigilance)\n"
                            "(card \"Lightning Bolt\" (cost {R}) (types instant)\n"
                            "  (spell (target $t any-target) (deal-damage 3 $t)))\n"
                            "(card \"Giant Growth\" (cost {G}) (types instant)\n"
                            "  (spell (target $t (type creature)) (apply $t end-of-turn (pt 3 3))))\n"
                            "(card \"Hailstorm\" (cost {R}) (types sorcery)\n"
                            "  (spell (for-each $each (all battlefield (type creature)) (deal-damage 1 $each))))\n";

void random_cards(CardDb *db) {
  GavelError error = {0};
  if (carddb_init(db, gavel_allocator_default(), &error) || carddb_load_text(db, str_of(CARDS), &error) ||
      carddb_link(db, &error)) {
    fail_msg("line %u: %s", error.line, error.message);
  }
}

void assert_sound(const Game *g) {
  char message[256];
  if (!game_validate(g, message, sizeof message)) fail_msg("%s", message);
}

/* --- random parts ---------------------------------------------------------------------------- */

static u32 below(Rng *rng, u32 bound) { return (u32)rng_below(rng, bound); }
static u32 random_def(const Game *g, Rng *rng) { return 1 + below(rng, g->db->cards.count - 1); }
static u32 random_player(const Game *g, Rng *rng) { return below(rng, core(g)->player_count); }

static u32 random_slot(const Game *g, Rng *rng) {
  u32 count = count_of(g, T_OBJECTS), first = below(rng, count);
  for (u32 i = 0; i < count; i++) {
    u32 slot = (first + i) % count;
    if (!row_is_free(g, T_OBJECTS, slot) && object_row(g, slot)->zone != ZONE_NONE) return slot;
  }
  return 0;
}

static Ref random_ref(const Game *g, Rng *rng) {
  u32 slot = random_slot(g, rng);
  if (!slot || below(rng, 8) == 0) return ref_player(random_player(g, rng));
  u32 back = below(rng, 3) == 0 ? below(rng, object_row(g, slot)->generation) : 0;
  return ref_make(slot, object_row(g, slot)->generation - back);
}

static Heap random_refs(Game *g, Rng *rng) {
  Heap list = 0;
  for (u32 n = below(rng, 6); n > 0; n--) list_add(g, &list, random_ref(g, rng));
  return list;
}

static Heap random_words(Game *g, Rng *rng) {
  Heap list = 0;
  for (u32 n = below(rng, 6); n > 0; n--) list_add(g, &list, rng_next(rng) >> below(rng, 64));
  return list;
}

static Value random_value(Game *g, Rng *rng) {
  Value v = {.tag = below(rng, VALUE_EVENT + 1)};
  switch (v.tag) {
    case VALUE_REF: v.v = random_ref(g, rng); break;
    case VALUE_REFS:
      v.v = random_refs(g, rng);
      v.divided = random_words(g, rng);
      break;
    case VALUE_NUMBERS: v.v = random_words(g, rng); break;
    case VALUE_WORD: v.v = 1 + below(rng, WORD_COUNT - 1); break;
    case VALUE_NUMBER: v.v = rng_next(rng); break;
    default: break;
  }
  return v;
}

static Heap random_env(Game *g, Rng *rng) {
  u32 slots = SLOT_FIRST_OWN + below(rng, 4);
  Heap env = env_new(g, slots);
  env_at(g, env)->source = random_ref(g, rng);
  env_at(g, env)->controller = (u8)random_player(g, rng);
  for (u32 i = 0; i < slots; i++) {
    Value v = random_value(g, rng);
    env_set(g, env, i, v);
  }
  return env;
}

static Heap random_paid(Game *g, Rng *rng) {
  Heap paid = 0;
  for (u32 n = below(rng, 3); n > 0; n--)
    paid_push(g, &paid,
              (Paid){.keyword = 1 + below(rng, WORD_COUNT - 1),
                     .times = below(rng, 9),
                     .ability = below(rng, g->db->abilities.count),
                     .acquisition = below(rng, core(g)->next_acquisition + 1)});
  return paid;
}

static Heap random_cast_info(Game *g, Rng *rng) {
  Heap cast = HEAP_NEW(g, CastInfo);
  Heap paid = random_paid(g, rng), spent = random_words(g, rng), objects = random_refs(g, rng);
  CastInfo *c = HEAP_AT(g, CastInfo, cast);
  c->paid = paid;
  c->spent = spent;
  c->objects = objects;
  c->x = (i64)rng_next(rng);
  return cast;
}

static Heap random_notes(Game *g, Rng *rng) {
  Heap list = 0;
  for (u32 n = below(rng, 3); n > 0; n--) {
    Value v = random_value(g, rng);
    if (v.divided) heap_free(g, v.divided);
    list_add(g, &list, below(rng, 4));
    list_add(g, &list, v.tag);
    list_add(g, &list, v.v);
  }
  return list;
}

static Mod random_mod(Game *g, Rng *rng, Heap env) {
  switch (below(rng, 5)) {
    case 0: return (Mod){.op = IR_M_PT, .x = (i64)rng_next(rng), .y = -3};
    case 1: return (Mod){.op = IR_M_ADD_TYPE, .word = W_ARTIFACT};
    case 2: return (Mod){.op = IR_M_BASE_PT, .x = below(rng, 9), .y = below(rng, 9)};
    case 3: return (Mod){.op = IR_M_SWAP_WORD, .word = W_FOREST, .a = W_ISLAND};
    default: {
      u32 subst = subst_add(g, 0, W_RED, W_BLUE);
      u32 ability = 1 + below(rng, g->db->abilities.count - 1);
      return (Mod){.op = IR_M_GAIN, .a = ability, .x = (i64)((u64)env << 32 | subst)};
    }
  }
}

static Heap random_mods(Game *g, Rng *rng, Heap env) {
  Heap list = 0;
  for (u32 n = below(rng, 4); n > 0; n--) {
    Mod mod = random_mod(g, rng, env);
    u64 words[3];
    memcpy(words, &mod, sizeof words);
    for (u32 i = 0; i < COUNT_OF(words); i++) list_add(g, &list, words[i]);
  }
  return list;
}

static CvId random_cv(Game *g, Rng *rng) {
  Mod mods[4];
  u32 count = below(rng, COUNT_OF(mods));
  Heap env = random_env(g, rng);
  for (u32 i = 0; i < count; i++) mods[i] = random_mod(g, rng, env);
  u32 card = below(rng, 2) ? random_def(g, rng) : 0;
  CvId cv = cv_make(g, card, 0, 0, mods, count, card ? 0 : CVR_TOKEN);
  env_free(g, env);
  return cv;
}

/* --- objects --------------------------------------------------------------------------------- */

static Heap random_permanent(Game *g, Rng *rng) {
  Heap ext = HEAP_NEW(g, Permanent);
  Heap cast = below(rng, 2) ? random_cast_info(g, rng) : 0, blocking = random_refs(g, rng);
  Ref attached_to = random_ref(g, rng);
  Permanent *p = HEAP_AT(g, Permanent, ext);
  p->cast = cast;
  p->blocking = blocking;
  p->attached_to = attached_to;
  p->damage = below(rng, 5);
  return ext;
}

/* Chosen modes, some with an environment of their own. */
static Heap random_modes(Game *g, Rng *rng) {
  Heap list = 0;
  for (u32 n = below(rng, 4); n > 0; n--) {
    Heap env = below(rng, 2) ? random_env(g, rng) : 0;
    list_add(g, &list, (u64)env << 32 | n);
  }
  return list;
}

/* An ability that can be on the stack. */
static u32 random_ability(const Game *g, Rng *rng) {
  u32 count = g->db->abilities.count, ability = below(rng, count);
  while (carddb_ability(g->db, ability)->op != IR_TRIGGERED) ability = (ability + 1) % count;
  return ability;
}

static Heap random_stack_item(Game *g, Rng *rng, bool of_ability) {
  Heap ext = HEAP_NEW(g, StackItem);
  Heap env = random_env(g, rng), cast = random_cast_info(g, rng), modes = random_modes(g, rng);
  StackItem *s = HEAP_AT(g, StackItem, ext);
  s->env = env;
  s->cast = cast;
  s->modes = modes;
  s->ability = of_ability ? random_ability(g, rng) : 0;
  return ext;
}

static void give_ext(Game *g, Rng *rng, u32 slot) {
  u32 zone = object_row(g, slot)->zone;
  bool of_ability = object_row(g, slot)->kind == OBJECT_ABILITY;
  Heap ext = zone == ZONE_BATTLEFIELD ? random_permanent(g, rng)
             : zone == ZONE_STACK     ? random_stack_item(g, rng, of_ability)
                                      : 0;
  if (ext) object_row(g, slot)->ext = ext;
}

/* As it is, or was in the zone it left. */
static void remember(Game *g, Rng *rng, u32 slot) {
  Object o = *object_row(g, slot);
  if (o.zone == ZONE_NONE) o.zone = (u8)zone_left(&o);
  if (o.zone == ZONE_NONE) return;
  u32 row = core(g)->free_lki;
  if (row) {
    core(g)->free_lki = row_LKI(g, row)->next;
    *row_LKI(g, row) = (Lki){0};
  } else {
    row = table_add(g, T_LKI, 1);
  }
  Heap ext = o.ext ? owned_copy(g, own_kind_of_ext(&o), o.ext) : 0;
  Heap notes = random_notes(g, rng), more = random_refs(g, rng), insts = 0;
  for (u32 i = 0; i < 4; i++) list_add(g, &insts, i % 2 == 0 ? 1 : 0);
  Lki *lki = row_LKI(g, row);
  lki->ref = object_ref(g, slot);
  lki->next = o.lki;
  lki->object = o;
  lki->ext = ext;
  lki->notes = notes;
  lki->more = more;
  lki->chars.abilities = insts;
  lki->chars.abilities_in_block = ABILITIES_IN_LIST;
  lki->chars.ability_count = 2;
  /* This copy owns nothing of what an Object in a slot owns. */
  lki->object.ext = lki->object.counters = lki->object.notes = lki->object.lki = 0;
  lki->object.next = lki->object.prev = 0;
  object_row(g, slot)->lki = row;
}

static void forget(Game *g, u32 slot) {
  u32 row = object_row(g, slot)->lki;
  if (!row) return;
  object_row(g, slot)->lki = row_LKI(g, row)->next;
  row_owned_free(g, T_LKI, row);
  *row_LKI(g, row) = (Lki){.next = core(g)->free_lki};
  core(g)->free_lki = row;
}

static void step_enter(Game *g, Rng *rng) {
  Zone zone = (Zone)below(rng, ZONE_COUNT);
  if (zone == ZONE_STACK) {
    u32 slot = object_new(g, OBJECT_ABILITY, random_player(g, rng));
    zone_insert(g, slot, ZONE_STACK, (u32)-1);
    give_ext(g, rng, slot);
  } else if (below(rng, 4) == 0) {
    CvId cv = random_cv(g, rng);
    setup_token(g, random_player(g, rng), cv);
  } else {
    setup_card(g, random_player(g, rng), random_def(g, rng), zone, below(rng, 5));
  }
}

static void step_move(Game *g, Rng *rng) {
  u32 slot = random_slot(g, rng);
  if (!slot) return;
  if (object_row(g, slot)->kind == OBJECT_ABILITY) {
    object_cease(g, slot);
    return;
  }
  if (below(rng, 2)) remember(g, rng, slot);
  Ref was = object_ref(g, slot);
  zone_remove(g, slot);
  object_renew(g, slot);
  Object *o = object_row(g, slot);
  if (o->card) o->cv = row_CARDS(g, o->card)->def;
  zone_insert(g, slot, (Zone)below(rng, ZONE_COUNT), below(rng, 9));
  give_ext(g, rng, slot);
  u32 row = lki_find(g, was);
  if (row) row_LKI(g, row)->became = object_ref(g, slot);
}

static void step_leave(Game *g, Rng *rng) {
  u32 slot = random_slot(g, rng);
  if (!slot) return;
  if (object_row(g, slot)->kind != OBJECT_CARD) {
    object_cease(g, slot);
  } else {
    forget(g, slot);
  }
}

static void step_counters(Game *g, Rng *rng) {
  static const Word KINDS[] = {W_C_P1P1, W_C_LOYALTY, W_C_POISON};
  Word kind = KINDS[below(rng, COUNT_OF(KINDS))];
  i64 n = (i64)below(rng, 7) - 3;
  u32 slot = random_slot(g, rng);
  if (slot && below(rng, 4)) {
    object_counters_add(g, slot, kind, num_max(n, -object_counters(g, slot, kind)));
  } else {
    u32 player = random_player(g, rng);
    i64 has = counters_get(g, core(g)->players[player].counters, kind);
    player_counters_add(g, player, kind, num_max(n, -has));
  }
}

static void step_note(Game *g, Rng *rng) {
  u32 slot = random_slot(g, rng);
  if (!slot) return;
  u32 acquisition = below(rng, core(g)->next_acquisition < 3 ? 1 : 3);
  if (below(rng, 2)) {
    note_add_ref(g, slot, acquisition, 1, random_ref(g, rng));
  } else {
    Value v = random_value(g, rng);
    note_set(g, slot, acquisition, 1, v);
  }
}

static void step_look(Game *g, Rng *rng) {
  u32 slot = random_slot(g, rng);
  if (slot) object_row(g, slot)->known |= (u8)(1u << random_player(g, rng));
}

/* --- the other rows -------------------------------------------------------------------------- */

static void step_effect(Game *g, Rng *rng) {
  u32 count = count_of(g, T_EFFECTS), old = count > 1 ? 1 + below(rng, count - 1) : 0;
  if (old && row_EFFECTS(g, old)->id && below(rng, 2)) {
    row_owned_free(g, T_EFFECTS, old);
    *row_EFFECTS(g, old) = (Effect){.duration_turn = core(g)->free_effect};
    core(g)->free_effect = old;
    return;
  }
  Heap env = random_env(g, rng), objects = random_refs(g, rng), mods = random_mods(g, rng, env);
  CvId cv = random_cv(g, rng);
  u32 row = core(g)->free_effect;
  if (row) {
    core(g)->free_effect = row_EFFECTS(g, row)->duration_turn;
  } else {
    row = table_add(g, T_EFFECTS, 1);
  }
  *row_EFFECTS(g, row) = (Effect){.id = ++core(g)->next_effect,
                                  .env = env,
                                  .objects = objects,
                                  .mods = mods,
                                  .cv = cv,
                                  .acquisition = ++core(g)->next_acquisition,
                                  .timestamp = timestamp_next(g),
                                  .amount = -1};
}

static void row_drop(Game *g, TableId t) {
  row_owned_free(g, t, count_of(g, t) - 1);
  table_drop(g, t, 1);
}

static void step_pending(Game *g, Rng *rng) {
  if (count_of(g, T_PENDING) && below(rng, 2)) {
    row_drop(g, T_PENDING);
    return;
  }
  Heap env = random_env(g, rng);
  Ref source = random_ref(g, rng);
  u32 row = table_add(g, T_PENDING, 1);
  *row_PENDING(g, row) = (Pending){.source = source, .env = env, .ability = random_ability(g, rng)};
}

static Node some_action(const Game *g) {
  const AbilityDef *spell = carddb_ability(g->db, carddb_card(g->db, g->db->cards.count - 1)->first_ability);
  return node_arg(g->db, spell->node, ARG_SPELL_EFFECT);
}

static Heap random_entry(Game *g, Rng *rng) {
  Heap entry = HEAP_NEW(g, Entry);
  Heap notes = random_notes(g, rng), cast = random_cast_info(g, rng), also = 0;
  for (u32 n = below(rng, 3); n > 0; n--) {
    Heap env = random_env(g, rng);
    list_add(g, &also, some_action(g));
    list_add(g, &also, env);
  }
  Entry *e = HEAP_AT(g, Entry, entry);
  e->notes = notes;
  e->cast = cast;
  e->also = also;
  return entry;
}

static void step_event(Game *g, Rng *rng) {
  if (count_of(g, T_EVENTS) && below(rng, 2)) {
    row_drop(g, T_EVENTS);
    return;
  }
  bool program = below(rng, 2);
  Heap env = program ? random_env(g, rng) : 0, entry = program ? 0 : random_entry(g, rng);
  Heap applied = random_words(g, rng);
  Ref object = random_ref(g, rng);
  u32 row = table_add(g, T_EVENTS, 1);
  *row_EVENTS(g, row) = (Event){.kind = program ? EVENT_PROGRAM : EVENT_MOVE,
                                .player = PLAYER_NONE,
                                .object = object,
                                .node = program ? some_action(g) : 0,
                                .env = env,
                                .entry = entry,
                                .applied = applied};
}

/* Every frame waits for the action above it. */
static void nobody_asked(Game *g) {
  core(g)->decision = (Decision){0};
  table_drop(g, T_OPTIONS, count_of(g, T_OPTIONS));
  for (u32 row = 0; row < count_of(g, T_FRAMES); row++) {
    row_FRAMES(g, row)->flags &= ~(u32)(FRAME_ASKS | FRAME_ASKED);
    row_FRAMES(g, row)->step = EACH_NEXT;
  }
}

static void step_frame(Game *g, Rng *rng) {
  nobody_asked(g);
  u32 count = count_of(g, T_FRAMES);
  if (count > 1 && below(rng, 2)) {
    row_drop(g, T_FRAMES);
    return;
  }
  Frame f = {.proc = PROC_ACT, .step = EACH_NEXT, .flags = FRAME_OWNS_ENV};
  f.node = some_action(g);
  if (count && below(rng, 2)) {
    f.env = row_FRAMES(g, count - 1)->env; /* borrowed */
    f.flags &= ~(u32)FRAME_OWNS_ENV;
  } else {
    f.env = random_env(g, rng);
  }
  f.lists = random_refs(g, rng);
  f.a[LISTED_NEXT] = below(rng, 1 + list_count(g, f.lists));
  u32 row = table_add(g, T_FRAMES, 1);
  *row_FRAMES(g, row) = f;
}

static void step_small_row(Game *g, Rng *rng) {
  Ref ref = random_ref(g, rng);
  u8 player = (u8)random_player(g, rng);
  u32 row;
  switch (below(rng, 4)) {
    case 0: {
      Heap env = random_env(g, rng);
      row = table_add(g, T_MANA, 1);
      *row_MANA(g, row) = (Mana){.player = player, .kind = 3, .n = 2, .source = ref, .env = env};
      break;
    }
    case 1:
      row = table_add(g, T_HISTORY, 1);
      *row_HISTORY(g, row) = (History){.kind = EVENT_DRAW, .player = player, .object = ref};
      break;
    case 2:
      row = table_add(g, T_DUE, 1);
      *row_DUE(g, row) = (Due){.kind = DUE_COIN, .player = player, .n = -1};
      break;
    default:
      row = table_add(g, T_CHOSEN, 1);
      row_CHOSEN(g, row)->option = (Option){.kind = OPTION_REF, .ref = ref};
      break;
  }
}

static void step_values(Game *g, Rng *rng) {
  u32 slot = random_slot(g, rng);
  if (!slot) return;
  CvId cv = random_cv(g, rng);
  bool may_be_other = zone_is_open((Zone)object_row(g, slot)->zone) || !object_row(g, slot)->card;
  if (may_be_other) object_row(g, slot)->cv = cv;
  if (below(rng, 4) == 0) cv_collect(g);
  const Chars *c = cv_chars(g, object_row(g, slot)->cv, 0);
  ASSERT(c->ability_count < 64);
  if (below(rng, 16) == 0) derived_reset(g);
}

static void step_checkpoint(Game *g, Rng *rng) {
  u32 count = checkpoint_count(g);
  if (count < 2 && below(rng, 2)) {
    checkpoint_push(g);
  } else if (count && below(rng, 2)) {
    checkpoint_drop(g);
  } else if (count) {
    checkpoint_restore(g);
  }
}

static void step_decision(Game *g, Rng *rng) {
  nobody_asked(g);
  u32 count = count_of(g, T_FRAMES);
  if (!count) return;
  /* The action on top asks first whether to do it. */
  row_FRAMES(g, count - 1)->flags |= FRAME_ASKS | FRAME_ASKED;
  row_FRAMES(g, count - 1)->step = EACH_LIST;
  u8 player = (u8)random_player(g, rng);
  core(g)->decision = (Decision){.kind = DECISION_MAY, .player = player, .for_player = player, .max = 1};
  u32 row = table_add(g, T_OPTIONS, 2);
  row_OPTIONS(g, row)->kind = OPTION_YES;
  row_OPTIONS(g, row + 1)->kind = OPTION_NO;
}

static void step_shuffle(Game *g, Rng *rng) { library_shuffle(g, random_player(g, rng)); }

void random_step(Game *g, Rng *rng) {
  typedef void Step(Game * game, Rng * random);
  static Step *const STEPS[] = {step_enter,  step_enter,    step_move,    step_move,      step_move,
                                step_leave,  step_counters, step_note,    step_look,      step_effect,
                                step_event,  step_pending,  step_frame,   step_small_row, step_decision,
                                step_values, step_values,   step_shuffle, step_checkpoint};
  STEPS[below(rng, COUNT_OF(STEPS))](g, rng);
}

/* --- whole games ----------------------------------------------------------------------------- */

typedef struct Walkabout {
  Rng *rng;
  u32 steps;
} Walkabout;

static void take_steps(Game *g, void *user) {
  Walkabout *w = user;
  for (u32 i = 0; i < w->steps; i++) random_step(g, w->rng);
}

GavelStatus random_steps(Game *g, Rng *rng, u32 steps) {
  Walkabout w = {rng, steps};
  core(g)->step = W_STEP_ATTACKERS - W_STEP_UNTAP; /* creatures attack and block */
  return game_protect(g, take_steps, &w);
}

Game *random_game(GavelAllocator allocator, const CardDb *db, u64 seed, u32 steps) {
  Game *g;
  Rng rng = {seed};
  GavelStatus status = game_new(allocator, db, &GAME_PROCEDURES, 2 + (u32)(seed & 1), seed, FORMAT_TWO_PLAYER, &g);
  if (!status) status = random_steps(g, &rng, steps);
  if (status) fail_msg("%s", gavel_status_text(status));
  return g;
}
