/* Actions in which a player chooses, orders or looks. */
#include "interp/interp_internal.h"
#include "state/sight.h"

/* Adds the chosen rows of T_CHOSEN to a variable. */
static void add_chosen(Game *g, u32 slot, u32 base, u32 n) {
  for (u32 i = 0; i < n; i++) env_add_ref(g, frame_top(g)->env, slot, choose_get(g, base, i));
  choose_end(g, base);
}

/* Puts them into a variable. */
static void keep_chosen(Game *g, u32 slot, u32 base, u32 n) {
  env_set_refs(g, frame_top(g)->env, slot, NULL, 0);
  add_chosen(g, slot, base, n);
}

/* At random: a set of `n` of the scratch list's last `count`, by the game's generator (701.9b). */
static void keep_random(Game *g, u32 slot, u32 count, i64 n) {
  Heap env = frame_top(g)->env;
  u32 mark = scratch_count(g) - count;
  env_set_refs(g, env, slot, NULL, 0);
  for (i64 i = 0; i < n && count > 0; i++) {
    u32 pick = mark + (u32)rng_below(&core(g)->rng, count);
    env_add_ref(g, env, slot, scratch_get(g, pick));
    scratch_set(g, pick, scratch_get(g, mark + --count));
  }
  scratch_release(g, mark);
}

/* Whether an object enters just now: what is chosen as something enters can't be that, or what enters with it (614.13a). */
static bool is_entering(Game *g, Ref ref) {
  for (u32 row = 0; row < count_of(g, T_EVENTS); row++) {
    const Event *ev = row_EVENTS(g, row);
    bool waits = ev->kind == EVENT_MOVE && !(ev->flags & (EVF_GONE | EVF_HAPPENED));
    if (!waits || ev->to != ZONE_BATTLEFIELD || ev->object != ref) continue;
    RULE(g, "614.13a");
    return true;
  }
  return false;
}

/* Takes those that are `out` out of the scratch list's last `count`; answers how many are left. */
static u32 leave_out(Game *g, u32 count, bool (*out)(Game *g, Ref ref)) {
  u32 mark = scratch_count(g) - count, kept = 0;
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (!out(g, ref)) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
  return kept;
}

/* The action that follows a choice: in a sequence the next one, otherwise what all players do who choose. */
static Node what_follows(const Game *g) {
  const Frame *f = frame_at(g, frame_index(g) - 1);
  IrOp op = f->proc == PROC_ACT ? node_op(g->db, f->node) : IR_NONE;
  if (op == IR_EACH_PLAYER) return node_arg(g->db, f->node, ARG_EACH_PLAYER_DO);
  bool more = op == IR_SEQ && (u32)f->a[SEQUENCE_NEXT] < node_argc(g->db, f->node);
  return more ? node_arg(g->db, f->node, (u32)f->a[SEQUENCE_NEXT]) : 0;
}

static bool cant_be_sacrificed(Game *g, Ref ref) { return rules_hold(g, IR_R_CANT_BE_SACRIFICED, ref); }

/* Whether what is chosen for a variable is to be sacrificed next, and there is something that can't be: nobody can choose what
   is impossible (608.2d). */
static bool perhaps_stays(Game *g, u32 slot) {
  const CardDb *db = g->db;
  Node next = rules_of(g, IR_R_CANT_BE_SACRIFICED) ? what_follows(g) : 0;
  if (!next || node_op(db, next) != IR_SACRIFICE) return false;
  Node whom = node_arg(db, next, ARG_SACRIFICE_OBJECTS);
  return node_op(db, whom) == IR_VAR && node_arg(db, whom, 0) == slot;
}

Flow act_choose(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  u32 slot = node_arg(db, node, ARG_CHOOSE_SLOT);
  if (f->step == SET_TAKEN) {
    u32 n = (u32)core(g)->ret;
    keep_chosen(g, slot, (u32)f->a[SET_CHOSEN], n);
    return act_did(g, n > 0);
  }
  f->step = SET_TAKEN;
  Heap env = f->env;
  EVAL_PROGRAM(e, g, env);
  u32 player = act_player(&e, node_arg(db, node, ARG_CHOOSE_BY));
  u32 count = eval_objects(&e, node_arg(db, node, ARG_CHOOSE_FROM));
  if (e.event) count = leave_out(g, count, is_entering);
  if (perhaps_stays(g, slot)) count = leave_out(g, count, cant_be_sacrificed);
  i64 min = eval_num(&e, node_arg(db, node, ARG_CHOOSE_MIN));
  i64 max = eval_num(&e, node_arg(db, node, ARG_CHOOSE_MAX));
  if (player == PLAYER_NONE || node_arg(db, node, ARG_CHOOSE_RANDOM)) {
    keep_random(g, slot, count, player == PLAYER_NONE ? 0 : max);
    return act_did(g, count > 0 && max > 0);
  }
  RULE(g, "608.2d");
  u32 base = choose_begin(g, DECISION_OBJECT, player, eval_self(&e), count, min, max,
                          node_arg(db, node, ARG_CHOOSE_SET), env, "608.2d");
  if (node_arg(db, node, ARG_CHOOSE_SECRET)) RULE(g, "101.4a");
  frame_at(g, frame_index(g) - 1)->a[SET_CHOSEN] = base;
  return FLOW_STEP;
}

Flow act_choose_number(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  if (f->step == ASKING_DONE) {
    i64 n = decide_taken(g)->n;
    env_set_number(g, f->env, node_arg(db, node, ARG_CHOOSE_NUMBER_SLOT), n);
    return act_done(g, 1);
  }
  f->step = ASKING_DONE;
  EVAL_PROGRAM(e, g, f->env);
  u32 player = act_player(&e, node_arg(db, node, ARG_CHOOSE_NUMBER_BY));
  i64 min = eval_num(&e, node_arg(db, node, ARG_CHOOSE_NUMBER_MIN));
  i64 max = num_max(min, eval_num(&e, node_arg(db, node, ARG_CHOOSE_NUMBER_MAX)));
  decide_begin(g, DECISION_NUMBER, player, eval_self(&e), "608.2d");
  decide_numbers(g, min, max, REF_NONE);
  return decide_end(g);
}

static void offer_words(Game *g, Word first, u32 count, Word except) {
  for (u32 i = 0; i < count; i++)
    if (first + i != except) decide_word(g, (Word)(first + i));
}

static const Word BASIC_LAND_TYPES[] = {W_PLAINS, W_ISLAND, W_SWAMP, W_MOUNTAIN, W_FOREST};

static void offer_basic_land_types(Game *g) {
  for (u32 i = 0; i < COUNT_OF(BASIC_LAND_TYPES); i++) decide_word(g, BASIC_LAND_TYPES[i]);
}

static void offer_land_types(Game *g, bool nonbasic) {
  RULE(g, "205.3i");
  for (u32 i = 0; i < word_subtype_count(SUB_LAND); i++) {
    Word type = (Word)(word_subtype_first(SUB_LAND) + i);
    bool basic = false;
    for (u32 k = 0; k < COUNT_OF(BASIC_LAND_TYPES); k++) basic |= BASIC_LAND_TYPES[k] == type;
    if (!basic || !nonbasic) decide_word(g, type);
  }
}

/* Colours, creature types, land types, or words that are listed. */
Flow act_choose_word(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  IrOp op = node_op(db, node);
  u32 slot = node_arg(db, node, 0);
  if (f->step == ASKING_DONE) {
    env_set_word(g, f->env, slot, decide_taken(g)->word);
    return act_did(g, true);
  }
  f->step = ASKING_DONE;
  EVAL_PROGRAM(e, g, f->env);
  Node by = node_arg(db, node, op == IR_CHOOSE_WORD ? ARG_CHOOSE_WORD_BY : ARG_CHOOSE_COLOR_BY);
  decide_begin(g, DECISION_WORD, act_player(&e, by), eval_self(&e), "608.2d");
  switch (op) {
    case IR_CHOOSE_COLOR: offer_words(g, W_WHITE, 5, (Word)node_arg(db, node, ARG_CHOOSE_COLOR_NOT)); break;
    case IR_CHOOSE_SUBTYPE:
      offer_words(g, word_subtype_first(SUB_CREATURE), word_subtype_count(SUB_CREATURE),
                  (Word)node_arg(db, node, ARG_CHOOSE_SUBTYPE_NOT));
      break;
    case IR_CHOOSE_LAND_TYPE: offer_basic_land_types(g); break;
    case IR_CHOOSE_ANY_LAND_TYPE: offer_land_types(g, node_arg(db, node, ARG_CHOOSE_ANY_LAND_TYPE_NONBASIC)); break;
    default:
      for (u32 i = ARG_CHOOSE_WORD_WORDS; i < node_argc(db, node); i++) decide_word(g, (Word)node_arg(db, node, i));
      break;
  }
  return decide_end(g);
}

Flow act_choose_counter(Game *g, Frame *f) {
  Node n = f->node;
  u32 slot = node_arg(g->db, n, ARG_CHOOSE_COUNTER_SLOT);
  if (f->step == ASKING_DONE) {
    env_set_word(g, f->env, slot, decide_taken(g)->word);
    return act_done(g, 1);
  }
  f->step = ASKING_DONE;
  EVAL_PROGRAM(e, g, f->env);
  Ref of = eval_object(&e, node_arg(g->db, n, ARG_CHOOSE_COUNTER_OF));
  decide_begin(g, DECISION_WORD, act_player(&e, node_arg(g->db, n, ARG_CHOOSE_COUNTER_BY)), eval_self(&e), "608.2d");
  for (u32 row = counters_first(g, of); row; row = row_COUNTERS(g, row)->next) {
    const Counters c = *row_COUNTERS(g, row);
    if (c.n > 0) decide_word(g, c.kind);
  }
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  env_set_word(g, frame_top(g)->env, slot, W_NONE);
  return act_done(g, 0);
}

/* Any name of a card of the database that has the quality asked for (201.4). */
Flow act_choose_name(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  if (f->step == ASKING_DONE) {
    Value v = {.tag = VALUE_NAME, .v = decide_taken(g)->a};
    env_set(g, f->env, node_arg(db, node, ARG_CHOOSE_NAME_SLOT), v);
    return act_done(g, 1);
  }
  f->step = ASKING_DONE;
  EVAL_PROGRAM(e, g, f->env);
  Node filter = node_arg(db, node, ARG_CHOOSE_NAME_FILTER);
  RULE(g, "201.4");
  decide_begin(g, DECISION_NAME, act_player(&e, node_arg(db, node, ARG_CHOOSE_NAME_BY)), eval_self(&e), "201.4");
  for (u32 card = 1; card < db->cards.count; card++) {
    const CardDef *def = carddb_card(db, card);
    for (u32 i = 0; i < def->faces && carddb_sound(db, card); i++) {
      e.bare = &carddb_face(db, def->face + i)->chars;
      if (!e.bare->name || (filter && !eval_matches(&e, filter, REF_BARE))) continue;
      decide_option(g, (Option){.kind = OPTION_NAME, .a = e.bare->name});
    }
  }
  if (count_of(g, T_OPTIONS) == 0) {
    core(g)->decision.kind = DECISION_NONE;
    return act_done(g, 0);
  }
  return decide_end(g);
}

/* How many of `left` a recipient can get. */
static i64 share_most(const Eval *e, Node divide, Ref recipient, i64 left) {
  Node most = node_arg(e->g->db, divide, ARG_DIVIDE_MOST);
  Eval of = *e;
  of.it = recipient;
  return most ? num_min(eval_num(&of, most), left) : left;
}

/* Each recipient gets at least one, and leaves the later ones as much as they can get; the last gets the rest (601.2d,
   608.2d). */
Flow act_divide(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  u32 slot = node_arg(db, node, ARG_DIVIDE_SLOT);
  EVAL_PROGRAM(e, g, f->env);
  f = frame_top(g);
  Value v = eval_slot(&e, slot);
  u32 n = v.tag == VALUE_REFS ? list_count(g, (Heap)v.v) : v.tag == VALUE_REF;
  if (f->step == DIVIDE_BEGIN) {
    i64 amount = eval_num(&e, node_arg(db, node, ARG_DIVIDE_AMOUNT));
    f = frame_top(g);
    f->a[DIVIDE_LEFT] = amount;
    f->step = DIVIDE_SHARE;
    if (v.divided) heap_free(g, v.divided); /* of an earlier time */
    env_at(g, f->env)->slot[slot].divided = 0;
    if (n == 0 || f->a[DIVIDE_LEFT] < n) return act_done(g, 0);
  } else if (f->step == DIVIDE_ASKED) {
    f->step = DIVIDE_SHARE;
    i64 share = decide_taken(g)->n;
    f->a[DIVIDE_NEXT]++;
    f->a[DIVIDE_LEFT] -= share;
    env_share_add(g, f->env, slot, share);
    f = frame_top(g);
  }
  u32 at = (u32)f->a[DIVIDE_NEXT];
  if (at + 1 < n) {
    f->step = DIVIDE_ASKED;
    i64 left = f->a[DIVIDE_LEFT], least = left;
    for (u32 i = at + 1; i < n; i++) least -= share_most(&e, node, list_get(g, (Heap)v.v, i), left);
    Ref recipient = list_get(g, (Heap)v.v, at);
    i64 most = num_min(left - (n - at - 1), share_most(&e, node, recipient, left));
    decide_begin(g, DECISION_DIVIDE, act_player(&e, node_arg(db, node, ARG_DIVIDE_BY)), recipient, "608.2d");
    decide_numbers(g, num_max(1, least), most, recipient);
    return decide_end(g);
  }
  env_share_add(g, f->env, slot, f->a[DIVIDE_LEFT]);
  return act_done(g, 1);
}

u32 shares_asked(Game *g, i64 *total) {
  const Frame *f = frame_top(g);
  if (f->proc != PROC_ACT || node_op(g->db, f->node) != IR_DIVIDE) return targets_sharing(g, total);
  Eval e = eval_of_env(g, f->env);
  Value v = eval_slot(&e, node_arg(g->db, f->node, ARG_DIVIDE_SLOT));
  f = frame_top(g);
  *total = f->a[DIVIDE_LEFT];
  for (u32 i = 0; i < list_count(g, v.divided); i++) *total += (i64)list_get(g, v.divided, i);
  u32 n = list_count(g, (Heap)v.v);
  for (u32 i = 0; i < n; i++) scratch_push(g, list_get(g, (Heap)v.v, i));
  return n;
}

/* --- remembering (607) ------------------------------------------------------------------------------- */

static void note(Game *g, Heap env, StrId link, Value value) {
  u32 acquisition = env_at(g, env)->acquisition;
  Ref self = env_at(g, env)->source;
  RULE(g, "607.2d");
  Heap entry = event_row_of(g, env) ? entry_under_way(g, self) : 0;
  if (entry) {
    entry_note(g, entry, acquisition, link, value);
    return;
  }
  u32 slot = object_live(g, self);
  if (slot) {
    note_set(g, slot, acquisition, link, value);
    facts_changed(g, FACT_NOTES);
    effects_hold(g);
  } else {
    value_free(g, &value);
  }
}

/* Of what an ability put there: the object's own abilities are linked to it (702.167c). */
static void note_on(Game *g, const Eval *e, Node node) {
  RULE(g, "702.167c");
  u32 mark = scratch_mark(g), count = eval_objects(e, node_arg(g->db, node, ARG_NOTE_ON));
  for (u32 i = 0; i < count; i++) {
    u32 slot = object_live(g, scratch_get(g, mark + i));
    if (!slot) continue;
    Value v = value_copy(g, eval_slot(e, node_arg(g->db, node, ARG_NOTE_SLOT)));
    note_set(g, slot, object_row(g, slot)->acquisition, node_arg(g->db, node, ARG_NOTE_LINK), v);
    facts_changed(g, FACT_NOTES);
  }
  effects_hold(g);
  scratch_release(g, mark);
}

Flow act_note(Game *g, Frame *f) {
  Eval e = eval_of_env(g, f->env);
  Heap env = f->env;
  Node node = f->node;
  if (node_arg(g->db, node, ARG_NOTE_ON)) {
    note_on(g, &e, node);
    return act_done(g, 1);
  }
  Value v = value_copy(g, eval_slot(&e, node_arg(g->db, node, ARG_NOTE_SLOT)));
  note(g, env, node_arg(g->db, node, ARG_NOTE_LINK), v);
  return act_done(g, 1);
}

Flow act_note_number(Game *g, Frame *f) {
  EVAL_PROGRAM(e, g, f->env);
  f = frame_top(g);
  Heap env = f->env;
  Node node = f->node;
  i64 n = eval_num(&e, node_arg(g->db, node, ARG_NOTE_NUMBER_NUMBER));
  note(g, env, node_arg(g->db, node, ARG_NOTE_NUMBER_LINK), (Value){.tag = VALUE_NUMBER, .v = (u64)n});
  return act_done(g, 1);
}

/* --- libraries ------------------------------------------------------------------------------------------- */

static void let_know(Game *g, Ref ref, u32 player) {
  u32 slot = object_live(g, ref);
  if (slot) sight_gain(g, slot, 1u << player);
}

Flow act_exile_until(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  u32 slot = node_arg(g->db, n, ARG_EXILE_UNTIL_SLOT), rest = node_arg(g->db, n, ARG_EXILE_UNTIL_REST);
  if (f->step == ACT_BEGIN) {
    env_set_refs(g, env, slot, NULL, 0);
    env_set_refs(g, env, rest, NULL, 0);
  } else {
    u32 base = (u32)f->a[ACT_BATCH];
    Ref became = row_EVENTS(g, base)->became;
    batch_end(g, base);
    EVAL_PROGRAM(e, g, env);
    bool exiled = eval_zone(&e, became) == ZONE_EXILE;
    bool found = exiled && eval_matches(&e, node_arg(g->db, n, ARG_EXILE_UNTIL_FILTER), became);
    if (exiled) env_add_ref(g, env, found ? slot : rest, became);
    if (found) return act_did(g, true);
  }
  EVAL_PROGRAM(e, g, env);
  u32 player = act_player(&e, node_arg(g->db, n, ARG_EXILE_UNTIL_PLAYER));
  u32 top = player == PLAYER_NONE ? 0 : zone_first(g, ZONE_LIBRARY, player);
  if (!top) return act_did(g, false);
  u32 base = batch_begin(g);
  u32 row = batch_move(g, object_ref(g, top), ZONE_EXILE, 0);
  row_EVENTS(g, row)->source = eval_self(&e);
  f = frame_top(g);
  f->step = ACT_DONE;
  f->a[ACT_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* What is revealed stays where it is. */
Flow act_reveal_until(Game *g, Frame *f) {
  Node n = f->node;
  Heap env = f->env;
  if (f->step == ACT_DONE) {
    bool found = f->a[REVEAL_FOUND];
    batch_end(g, (u32)f->a[REVEAL_BATCH]);
    return act_did(g, found);
  }
  EVAL_PROGRAM(e, g, env);
  Node filter = node_arg(g->db, n, ARG_REVEAL_UNTIL_FILTER), wanted = node_arg(g->db, n, ARG_REVEAL_UNTIL_N);
  u32 slot = node_arg(g->db, n, ARG_REVEAL_UNTIL_SLOT), rest = node_arg(g->db, n, ARG_REVEAL_UNTIL_REST);
  u32 player = act_player(&e, node_arg(g->db, n, ARG_REVEAL_UNTIL_PLAYER));
  i64 missing = wanted ? eval_num(&e, wanted) : 1;
  env_set_refs(g, env, slot, NULL, 0);
  env_set_refs(g, env, rest, NULL, 0);
  u32 base = batch_begin(g);
  u32 next = player == PLAYER_NONE ? 0 : zone_first(g, ZONE_LIBRARY, player);
  while (next && missing > 0) {
    Ref ref = object_ref(g, next);
    next = object_row(g, next)->next;
    batch_simple(g, EVENT_REVEAL, player, ref);
    bool found = eval_matches(&e, filter, ref);
    env_add_ref(g, env, found ? slot : rest, ref);
    missing -= found;
  }
  RULE(g, "701.20a");
  f = frame_top(g);
  f->step = ACT_DONE;
  f->a[REVEAL_BATCH] = base;
  f->a[REVEAL_FOUND] = missing <= 0;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* How many cards of a library, from the top, a player searches; all of them is more than there can be. */
typedef struct SearchReach {
  Ref player;
  i64 cards;
} SearchReach;

static bool reach_visit(const Eval *e, Node rule, void *user) {
  SearchReach *reach = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_CANT_SEARCH_PLAYERS), reach->player)) return false;
  Node but = node_arg(db, rule, ARG_R_CANT_SEARCH_BUT);
  reach->cards = num_min(reach->cards, but ? eval_num(e, but) : 0);
  if (but) RULE(e->g, "701.23f");
  return false;
}

static i64 search_reach(Game *g, u32 player) {
  SearchReach reach = {ref_player(player), INT64_MAX};
  rules_visit(g, IR_R_CANT_SEARCH, reach_visit, &reach);
  return reach.cards;
}

bool act_cant_search(const Eval *e, Node n) {
  Game *g = e->g;
  bool alone = node_argc(g->db, n) <= ARG_SEARCH_ALSO;
  if (!alone || zone_of_word((Word)node_arg(g->db, n, ARG_SEARCH_ZONE)) != ZONE_LIBRARY) return false;
  u32 by = act_player(e, node_arg(g->db, n, ARG_SEARCH_BY));
  return by != PLAYER_NONE && search_reach(g, by) <= 0;
}

/* Pushes what matches in a zone that is searched, as far as `reach`. Answers how many that are. */
static u32 search_zone(const Eval *e, Node filter, Zone zone, u32 player, u32 by, i64 reach) {
  Game *g = e->g;
  u32 count = 0;
  Event ev = {.kind = EVENT_SEARCH, .player = (u8)by, .from = (u8)zone, .to = ZONE_NONE, .object = ref_player(player)};
  event_noticed(g, &ev);
  for (u32 s = zone_first(g, zone, player); s && reach > 0; s = object_row(g, s)->next, reach--) {
    let_know(g, object_ref(g, s), by);
    if (!eval_matches(e, filter, object_ref(g, s))) continue;
    scratch_push(g, object_ref(g, s));
    count++;
  }
  return count;
}

/* What matches in the zones that are searched and are public, or hidden. */
typedef struct Sought {
  bool any;
  u32 open, hidden;
} Sought;

/* Pushes what matches, what is in public zones first. */
static Sought search_zones(Game *g, const Eval *e, Node node, u32 player, u32 by) {
  const CardDb *db = g->db;
  Node filter = node_arg(db, node, ARG_SEARCH_FILTER);
  Sought sought = {0};
  for (u32 hidden = 0; hidden < 2; hidden++) {
    for (u32 i = ARG_SEARCH_ALSO; i <= node_argc(db, node); i++) {
      bool first = i == node_argc(db, node);
      Zone zone = zone_of_word((Word)node_arg(db, node, first ? ARG_SEARCH_ZONE : i));
      i64 reach = zone == ZONE_LIBRARY ? search_reach(g, by) : INT64_MAX;
      if (zone_is_public(zone) == (hidden == 1) || reach <= 0) continue;
      if (!sought.any) RULE(g, "701.23a");
      sought.any = true;
      u32 count = search_zone(e, filter, zone, player, by, reach);
      *(hidden ? &sought.hidden : &sought.open) += count;
    }
  }
  return sought;
}

/* Whether a search is for cards of a stated quality. */
static bool states_quality(const CardDb *db, Node node) {
  IrOp quality = node_op(db, node_arg(db, node, ARG_SEARCH_FILTER));
  return (quality != IR_ALWAYS && quality != IR_IS_CARD) || node_arg(db, node, ARG_SEARCH_SET);
}

static Flow reveal_found(Game *g, u32 slot, u32 n) {
  frame_top(g)->step = SEARCH_REVEALED;
  Eval e = eval_of_env(g, frame_top(g)->env);
  u32 base = batch_begin(g);
  Value v = eval_slot(&e, slot);
  SOUND(g, n == (v.tag == VALUE_REF ? 1 : v.tag == VALUE_REFS ? list_count(g, (Heap)v.v) : 0));
  for (u32 i = 0; i < n; i++) {
    Ref ref = v.tag == VALUE_REF ? (Ref)v.v : list_get(g, (Heap)v.v, i);
    batch_simple(g, EVENT_REVEAL, PLAYER_NONE, ref);
  }
  frame_top(g)->a[SET_CHOSEN] = 0;
  frame_top(g)->a[SET_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* Of everything that is searched for, what is in a public zone is found, and only the rest is a choice. The scratch list
   begins with `open` such cards and goes on with `hidden` others; those are left. */
static void find_open(Game *g, Heap env, u32 slot, u32 open, u32 hidden) {
  u32 mark = scratch_count(g) - open - hidden;
  env_set_refs(g, env, slot, NULL, 0);
  for (u32 i = 0; i < open; i++) env_add_ref(g, env, slot, scratch_get(g, mark + i));
  for (u32 i = 0; i < hidden; i++) scratch_set(g, mark + i, scratch_get(g, mark + open + i));
  scratch_release(g, mark + hidden);
}

/* A search of a hidden zone for cards of a stated quality may find fewer (701.23b); without one, and in a public zone, it
   finds as many as it must (701.23d). */
Flow act_search(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  u32 slot = node_arg(db, node, ARG_SEARCH_SLOT);
  Heap env = f->env;
  EVAL_PROGRAM(e, g, env);
  f = frame_top(g);
  if (f->step == SEARCH_REVEALED) {
    batch_end(g, (u32)f->a[SET_BATCH]);
    return act_did(g, true);
  }
  if (f->step == SEARCH_CHOSEN) {
    u32 n = (u32)core(g)->ret, open = (u32)f->a[SET_OPEN], chosen = (u32)f->a[SET_CHOSEN];
    if (open == 0) env_set_refs(g, env, slot, NULL, 0);
    add_chosen(g, slot, chosen, n);
    n += open;
    return n > 0 && node_arg(db, node, ARG_SEARCH_REVEAL) ? reveal_found(g, slot, n) : act_did(g, n > 0);
  }
  f->step = SEARCH_CHOSEN;
  u32 player = act_player(&e, node_arg(db, node, ARG_SEARCH_PLAYER));
  u32 by = act_player(&e, node_arg(db, node, ARG_SEARCH_BY));
  if (player == PLAYER_NONE || by == PLAYER_NONE) return act_did(g, false);
  Sought sought = search_zones(g, &e, node, player, by);
  if (!sought.any) return act_did(g, false);
  i64 min = eval_num(&e, node_arg(db, node, ARG_SEARCH_MIN));
  i64 max = eval_num(&e, node_arg(db, node, ARG_SEARCH_MAX));
  u32 count = sought.open + sought.hidden;
  bool fewer = sought.hidden > 0 && states_quality(db, node);
  RULE(g, fewer ? "701.23b" : "701.23d");
  if (fewer && sought.open > 0 && min >= count) {
    find_open(g, env, slot, sought.open, sought.hidden);
    frame_top(g)->a[SET_OPEN] = sought.open;
    count = sought.hidden;
    max -= sought.open;
    min = 0;
  }
  if (fewer) min = num_min(min, sought.open);
  u32 base = choose_begin(g, DECISION_SEARCH, by, eval_self(&e), count, min, max, node_arg(db, node, ARG_SEARCH_SET),
                          env, "701.23");
  frame_at(g, frame_index(g) - 1)->a[SET_CHOSEN] = base;
  return FLOW_STEP;
}

static void scratch_shuffle(Game *g, u32 mark, u32 n) {
  for (u32 i = n; i > 1; i--) {
    u32 j = (u32)rng_below(&core(g)->rng, i);
    Ref swap = scratch_get(g, mark + i - 1);
    scratch_set(g, mark + i - 1, scratch_get(g, mark + j));
    scratch_set(g, mark + j, swap);
  }
}

/* The order of several cards put into a library is known to their owner and to who chose it; to nobody if it is random. In
   that case they have one timestamp, as if they came there at one time. */
static void hide_order(Game *g, Node node, Heap env, u32 base) {
  EVAL_PROGRAM(e, g, env);
  Node by = node_arg(g->db, node, ARG_ARRANGE_BY);
  bool random = node_arg(g->db, node, ARG_ARRANGE_RANDOM);
  u32 player = by ? eval_player(&e, by) : PLAYER_NONE;
  u32 arranged = player == PLAYER_NONE ? 0 : 1u << player, count = 0;
  u64 timestamp = random ? timestamp_next(g) : 0;
  for (u32 pass = 0; pass < 2 && (pass == 0 || count > 1); pass++) {
    for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
      const Event *ev = row_EVENTS(g, row);
      u32 slot = ev->kind == EVENT_MOVE && ev->flags & EVF_HAPPENED ? object_live(g, ev->became) : 0;
      if (!slot || object_row(g, slot)->zone != ZONE_LIBRARY) continue;
      u32 known = random ? 0 : arranged | 1u << object_row(g, slot)->owner;
      count += pass == 0;
      if (pass == 0) continue;
      sight_arranged(g, slot, known);
      if (random) object_row(g, slot)->timestamp = timestamp;
    }
  }
  for (u32 p = 0; p < core(g)->player_count && random && count > 1; p++) library_mixed(g, p, timestamp);
}

/* Moves the cards in an order their owner or the one told to chooses, on top or to the bottom. */
Flow act_arrange(Game *g, Frame *f) {
  const CardDb *db = g->db;
  Node node = f->node;
  const Heap env = f->env;
  bool bottom = node_arg(db, node, ARG_ARRANGE_POSITION) == W_BOTTOM;
  if (f->step == SET_DONE) {
    i64 happened = core(g)->ret;
    u32 base = (u32)f->a[SET_BATCH];
    hide_order(g, node, env, base);
    batch_end(g, base);
    env_set_number(g, env, SLOT_THIS_WAY, happened);
    return act_did(g, happened > 0);
  }
  if (f->step == SET_TAKEN) {
    f->step = SET_DONE;
    u32 n = (u32)core(g)->ret, from = (u32)f->a[SET_CHOSEN];
    u32 base = batch_begin(g);
    for (u32 i = 0; i < n; i++) {
      /* The first named ends up nearest the top. */
      Ref ref = choose_get(g, from, bottom ? i : n - 1 - i);
      u32 row = batch_move(g, ref, ZONE_LIBRARY, 0);
      row_EVENTS(g, row)->position = (u8)((bottom ? W_BOTTOM : W_TOP) - W_TOP);
    }
    choose_end(g, from);
    frame_top(g)->a[SET_CHOSEN] = 0;
    frame_top(g)->a[SET_BATCH] = base;
    batch_propose(g, base);
    return FLOW_STEP;
  }
  f->step = SET_TAKEN;
  EVAL_PROGRAM(e, g, env);
  u32 mark = scratch_mark(g);
  u32 n = eval_objects(&e, node_arg(db, node, ARG_ARRANGE_OBJECTS));
  if (n == 0) {
    env_set_number(g, env, SLOT_THIS_WAY, 0);
    return act_did(g, false);
  }
  if (node_arg(db, node, ARG_ARRANGE_RANDOM)) scratch_shuffle(g, mark, n);
  RULE(g, "401.4");
  u32 slot = object_live(g, scratch_get(g, mark));
  Node by = node_arg(db, node, ARG_ARRANGE_BY);
  u32 player = by ? eval_player(&e, by) : slot ? object_row(g, slot)->owner : eval_you(&e);
  u32 base;
  if (node_arg(db, node, ARG_ARRANGE_RANDOM)) { /* already in order: nobody chooses */
    base = choose_begin(g, DECISION_ORDER, player, eval_self(&e), n, n, n, 0, 0, "401.4");
  } else {
    base = order_begin(g, DECISION_ORDER, player, eval_self(&e), n, "401.4");
  }
  frame_at(g, frame_index(g) - 1)->a[SET_CHOSEN] = base;
  return FLOW_STEP;
}

Flow act_look(Game *g, Frame *f) {
  Node node = f->node;
  EVAL_PROGRAM(e, g, f->env);
  u32 player = act_player(&e, node_arg(g->db, node, ARG_LOOK_BY));
  u32 mark = scratch_mark(g);
  u32 n = eval_objects(&e, node_arg(g->db, node, ARG_LOOK_OBJECTS));
  for (u32 i = 0; i < n && player != PLAYER_NONE; i++) let_know(g, scratch_get(g, mark + i), player);
  scratch_release(g, mark);
  return act_did(g, n > 0);
}

Flow act_shuffle_pile(Game *g, Frame *f) {
  Node node = f->node;
  Heap env = f->env;
  u32 slot = node_arg(g->db, node, ARG_SHUFFLE_PILE_SLOT);
  EVAL_PROGRAM(e, g, env);
  u32 mark = scratch_mark(g);
  u32 n = eval_objects(&e, node_arg(g->db, node, ARG_SHUFFLE_PILE_OBJECTS));
  scratch_shuffle(g, mark, n);
  env_set_refs(g, env, slot, NULL, 0);
  for (u32 i = 0; i < n; i++) {
    u32 object = object_live(g, scratch_get(g, mark + i));
    if (object) object_row(g, object)->known = 0;
    env_add_ref(g, env, slot, scratch_get(g, mark + i));
  }
  scratch_release(g, mark);
  return act_done(g, n);
}

/* --- scry and surveil (701.22, 701.25) -------------------------------------------------------------------- */

void put_in_order(Game *g, u32 order, u32 n, u32 index) {
  bool bottom = index == (u32)-1;
  for (u32 i = 0; i < n; i++) {
    u32 slot = object_live(g, choose_get(g, order, bottom ? i : n - 1 - i));
    if (!slot || object_row(g, slot)->zone != ZONE_LIBRARY) continue;
    zone_remove(g, slot);
    zone_insert(g, slot, ZONE_LIBRARY, index);
  }
}

/* The top cards that stay or go are put back in the order chosen; they don't change zones. */
static void put_back(Game *g, u32 from, u32 n, bool bottom) { put_in_order(g, from, n, bottom ? (u32)-1 : 0); }

static Flow scry_order(Game *g, Frame *f, bool gone) {
  Heap cards = f->lists;
  u32 n = list_count(g, cards), count = 0;
  u32 player = (u32)f->a[SCRY_PLAYER];
  Ref self = env_at(g, f->env)->source;
  for (u32 i = 0; i < n; i++) {
    Ref ref = list_get(g, cards, i);
    bool went = false;
    for (u32 j = 0; j < (u32)f->a[SCRY_GONE] && !went; j++) went = choose_get(g, (u32)f->a[SCRY_CHOSEN], j) == ref;
    if (went != gone) continue;
    scratch_push(g, ref);
    count++;
  }
  u32 base = order_begin(g, DECISION_ORDER, player, self, count, "701.22");
  frame_at(g, frame_index(g) - 1)->a[SCRY_ORDER] = base;
  return FLOW_STEP;
}

static Flow scry_begin(Game *g, Frame *f, bool surveil) {
  const CardDb *db = g->db;
  Node node = f->node;
  EVAL_PROGRAM(e, g, f->env);
  i64 n = eval_num(&e, node_arg(db, node, ARG_SCRY_N));
  u32 player = act_player(&e, node_arg(db, node, ARG_SCRY_PLAYER));
  if (n <= 0) RULE(g, surveil ? "701.25c" : "701.22b");
  if (n <= 0 || player == PLAYER_NONE) return act_did(g, false);
  RULE(g, surveil ? "701.25a" : "701.22a");
  Heap cards = 0;
  u32 count = 0;
  for (u32 s = zone_first(g, ZONE_LIBRARY, player); s && count < n; s = object_row(g, s)->next, count++) {
    let_know(g, object_ref(g, s), player);
    scratch_push(g, object_ref(g, s));
    list_add(g, &cards, object_ref(g, s));
  }
  f = frame_top(g);
  f->lists = cards;
  f->a[SCRY_PLAYER] = player;
  f->a[SCRY_N] = n;
  f->step = SCRY_PICKED;
  u32 base =
      choose_begin(g, DECISION_OBJECT, player, eval_self(&e), count, 0, count, 0, 0, surveil ? "701.25" : "701.22");
  frame_at(g, frame_index(g) - 1)->a[SCRY_CHOSEN] = base;
  return FLOW_STEP;
}

Flow act_scry(Game *g, Frame *f) {
  bool surveil = node_op(g->db, f->node) == IR_SURVEIL;
  switch (f->step) {
    case SCRY_BEGIN: return scry_begin(g, f, surveil);
    case SCRY_PICKED: /* which go is chosen; their order if they go to the bottom */
      f->a[SCRY_GONE] = core(g)->ret;
      f->step = SCRY_ORDERED;
      if (!surveil) return scry_order(g, f, true);
      core(g)->ret = 0;
      return FLOW_STEP;
    case SCRY_ORDERED: {
      u32 n = (u32)core(g)->ret;
      f->step = SCRY_STAYING_ORDERED;
      if (!surveil) {
        put_back(g, (u32)f->a[SCRY_ORDER], n, true);
        choose_end(g, (u32)frame_top(g)->a[SCRY_ORDER]);
      }
      return scry_order(g, frame_top(g), false);
    }
    case SCRY_STAYING_ORDERED: {
      u32 n = (u32)core(g)->ret;
      f->step = SCRY_DONE;
      put_back(g, (u32)f->a[SCRY_ORDER], n, false);
      f = frame_top(g);
      choose_end(g, (u32)f->a[SCRY_ORDER]);
      u32 gone = (u32)f->a[SCRY_GONE], chosen = (u32)f->a[SCRY_CHOSEN];
      u32 base = batch_begin(g);
      for (u32 i = 0; surveil && i < gone; i++) batch_move(g, choose_get(g, chosen, i), ZONE_GRAVEYARD, 0);
      choose_end(g, chosen);
      f = frame_top(g);
      f->a[SCRY_CHOSEN] = f->a[SCRY_ORDER] = 0;
      f->a[SCRY_BATCH] = base;
      batch_propose(g, base);
      return FLOW_STEP;
    }
    default: {
      batch_end(g, (u32)f->a[SCRY_BATCH]);
      f = frame_top(g);
      Heap cards = f->lists;
      f->lists = 0;
      RULE(g, surveil ? "701.25d" : "701.22d");
      Event ev = {.kind = surveil ? EVENT_SURVEIL : EVENT_SCRY,
                  .player = (u8)f->a[SCRY_PLAYER],
                  .from = ZONE_NONE,
                  .to = ZONE_NONE,
                  .object = ref_player((u32)f->a[SCRY_PLAYER]),
                  .amount = list_count(g, cards)};
      if (cards) heap_free(g, cards);
      event_noticed(g, &ev);
      return act_did(g, true);
    }
  }
}

/* --- chance ------------------------------------------------------------------------------------------------- */

/* A result forced by whoever set up the game, else by the game's generator. */
static i64 chance(Game *g, DueKind kind, u32 player, u64 bound) {
  for (u32 row = 0; row < count_of(g, T_DUE); row++) {
    const Due due = *row_DUE(g, row);
    if (due.kind != kind || due.player != player) continue;
    due_remove(g, row);
    return due.n;
  }
  return (i64)rng_below(&core(g)->rng, bound);
}

typedef struct Affected {
  IrOp op;
  u32 player, count;
} Affected;

static bool affected_visit(const Eval *e, Node rule, void *user) {
  Affected *a = user;
  a->count += eval_matches(e, node_arg(e->g->db, rule, 0), ref_player(a->player));
  return false;
}

/* The most effects that let a player flip two coins in the place of one: each doubles how many there are. */
#define COINS_TWICE_CAP 16

/* How many effects of a kind change what the player flips or rolls. */
static u32 chance_effects(Game *g, IrOp op, u32 player) {
  Affected a = {.op = op, .player = player};
  layers_update(g);
  if (rules_of(g, op)) rules_visit(g, op, affected_visit, &a);
  return a.count;
}

/* What is ignored is considered never to have happened: only the flip that is kept is an event. */
static Flow coin_kept(Game *g, u32 player, i64 won) {
  Frame *f = frame_top(g);
  bool heads = node_arg(g->db, f->node, ARG_FLIP_COIN_HEADS);
  env_set_number(g, f->env, node_arg(g->db, f->node, ARG_FLIP_COIN_SLOT), won);
  RULE(g, "705.2");
  Event ev = {.kind = EVENT_COIN,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .amount = won,
              .word = heads ? W_O_HEADS : 0};
  event_noticed(g, &ev);
  return act_did(g, won);
}

Flow act_flip_coin(Game *g, Frame *f) {
  Heap env = f->env;
  Node node = f->node;
  bool asked = f->step == ASKING_DONE;
  EVAL_PROGRAM(e, g, env);
  u32 player = act_player(&e, node_arg(g->db, node, ARG_FLIP_COIN_BY));
  if (asked) return coin_kept(g, player, decide_taken(g)->n);
  if (player == PLAYER_NONE) return act_did(g, false);
  u32 twice = chance_effects(g, IR_R_COINS_TWICE, player);
  if (twice > COINS_TWICE_CAP) game_fail(g, GAVEL_E_LIMIT, "effects that double the coins a player flips");
  u32 coins = 1u << twice;
  i64 won = 0;
  RULE(g, "705.1");
  for (u32 i = 0; i < coins; i++) won += chance(g, DUE_COIN, player, 2);
  if (won == 0 || won == coins) return coin_kept(g, player, won > 0);
  frame_top(g)->step = ASKING_DONE;
  decide_begin(g, DECISION_NUMBER, player, eval_self(&e), "705.1");
  core(g)->decision.max = 1;
  decide_number(g, 0);
  decide_number(g, 1);
  return decide_end(g);
}

/* More dice than anybody rolls at once. */
#define DICE_CAP 1000u

/* Rolls dice, the lowest `ignored` of which are considered never to have been rolled (706.6), and tells the others'
   results, in ascending order. Answers their total. */
static i64 dice_rolled(Game *g, u32 player, u32 sides, u32 dice, u32 ignored, i64 *results) {
  RULE(g, "706.1");
  RULE(g, "706.2");
  if (ignored) RULE(g, "706.6");
  for (u32 i = 0; i < dice; i++) {
    i64 rolled = num_min(sides, chance(g, DUE_DIE, player, sides) + 1);
    u32 at = i;
    for (; at > 0 && results[at - 1] > rolled; at--) results[at] = results[at - 1];
    results[at] = rolled;
  }
  i64 total = 0;
  for (u32 i = ignored; i < dice; i++) {
    Event ev = {.kind = EVENT_DIE, .player = (u8)player, .from = ZONE_NONE, .to = ZONE_NONE, .amount = results[i]};
    event_noticed(g, &ev);
    total += results[i];
  }
  return total;
}

/* One of two results has been chosen; the variable holds their total. */
static Flow result_chosen(Game *g, i64 chosen) {
  Frame *f = frame_top(g);
  u32 slot = node_arg(g->db, f->node, ARG_ROLL_DIE_SLOT);
  i64 total = env_at(g, f->env)->slot[slot].v;
  env_set_number(g, f->env, slot, chosen);
  env_set_number(g, f->env, node_arg(g->db, f->node, ARG_ROLL_DIE_OTHER), total - chosen);
  return act_did(g, true);
}

Flow act_roll_die(Game *g, Frame *f) {
  Heap env = f->env;
  Node node = f->node;
  if (f->step == ASKING_DONE) return result_chosen(g, decide_taken(g)->n);
  EVAL_PROGRAM(e, g, env);
  u32 player = act_player(&e, node_arg(g->db, node, ARG_ROLL_DIE_BY));
  u32 sides = node_arg(g->db, node, ARG_ROLL_DIE_SIDES);
  Node many = node_arg(g->db, node, ARG_ROLL_DIE_DICE);
  bool choice = node_arg(g->db, node, ARG_ROLL_DIE_OTHER) != 0;
  i64 dice = choice ? 2 : many ? eval_num(&e, many) : 1;
  if (player == PLAYER_NONE || sides == 0 || dice <= 0) return act_did(g, false);
  u32 ignored = chance_effects(g, IR_R_DICE_MORE, player);
  if (dice + ignored > DICE_CAP) game_fail(g, GAVEL_E_LIMIT, "dice rolled at once");
  i64 results[DICE_CAP];
  i64 total = dice_rolled(g, player, sides, (u32)dice + ignored, ignored, results);
  env_set_number(g, env, node_arg(g->db, node, ARG_ROLL_DIE_SLOT), total);
  if (!choice) return act_did(g, true);
  i64 low = results[ignored], high = results[ignored + 1];
  if (low == high) return result_chosen(g, low);
  frame_top(g)->step = ASKING_DONE;
  decide_begin(g, DECISION_NUMBER, player, eval_self(&e), "706.4");
  core(g)->decision.max = high;
  decide_number(g, low);
  decide_number(g, high);
  return decide_end(g);
}

/* Any number of permanents and players with counters get one more of each kind they have (701.34a). */
Flow act_proliferate(Game *g, Frame *f) {
  Heap env = f->env;
  u32 you = env_at(g, env)->controller;
  if (f->step == SET_DONE) {
    batch_end(g, (u32)f->a[SET_BATCH]);
    return act_did(g, true);
  }
  if (f->step == SET_TAKEN) {
    u32 n = (u32)core(g)->ret, chosen = (u32)f->a[SET_CHOSEN];
    f->step = SET_DONE;
    u32 base = batch_begin(g);
    for (u32 i = 0; i < n; i++) {
      Ref ref = choose_get(g, chosen, i);
      u32 c = ref_is_player(ref) ? core(g)->players[ref_slot(ref)].counters : object_row(g, ref_slot(ref))->counters;
      for (; c; c = row_COUNTERS(g, c)->next) batch_counters(g, ref, row_COUNTERS(g, c)->kind, 1, you);
    }
    choose_end(g, chosen);
    u32 performed = batch_simple(g, EVENT_PERFORM, you, ref_player(you));
    row_EVENTS(g, performed)->word = W_K_PROLIFERATE;
    row_EVENTS(g, performed)->source = env_at(g, env)->source;
    frame_top(g)->a[SET_CHOSEN] = 0;
    frame_top(g)->a[SET_BATCH] = base;
    batch_propose(g, base);
    return FLOW_STEP;
  }
  f->step = SET_TAKEN;
  RULE(g, "701.34a");
  u32 count = 0;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!core(g)->players[p].counters || !player_in_game(g, p)) continue;
    scratch_push(g, ref_player(p));
    count++;
  }
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!object_row(g, s)->counters || object_phased_out(g, s)) continue;
    scratch_push(g, object_ref(g, s));
    count++;
  }
  u32 base = choose_begin(g, DECISION_OBJECT, you, env_at(g, env)->source, count, 0, count, 0, 0, "701.34");
  frame_at(g, frame_index(g) - 1)->a[SET_CHOSEN] = base;
  return FLOW_STEP;
}
