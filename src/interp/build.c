/* Plain actions: those that only propose events. Each builder adds the events of one operation to the batch
   under construction. */
#include "cards/tokens.h"
#include "interp/interp_internal.h"

typedef void (*Build)(Game *g, const Eval *e, Node n, Heap env);

/* What is done to each object of a list. */
typedef void (*EachRef)(Game *g, const Eval *e, Node n, Ref ref);

static void each(Game *g, const Eval *e, Node n, Node objects, EachRef visit) {
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(e, objects);
  for (u32 i = 0; i < count; i++) visit(g, e, n, scratch_get(g, mark + i));
  scratch_release(g, mark);
}

static u32 you(const Eval *e) { return eval_you(e); }

/* The objects of an optional OBJ argument; default the controller. */
static void each_player(Game *g, const Eval *e, Node n, Node players, EachRef visit) {
  if (players) {
    each(g, e, n, players, visit);
  } else {
    visit(g, e, n, ref_player(you(e)));
  }
}

#define ARG(name) node_arg(g->db, n, name)

/* --- damage ----------------------------------------------------------------------------------------- */

static void damage_one(Game *g, const Eval *e, Node n, Ref ref) {
  Eval to = *e;
  to.it = ref;
  i64 amount = eval_num(&to, ARG(ARG_DEAL_DAMAGE_AMOUNT));
  Node by = ARG(ARG_DEAL_DAMAGE_SOURCE);
  Ref source = by ? eval_object(&to, by) : eval_self(e);
  u32 row = batch_damage(g, source, ref, amount, ARG(ARG_DEAL_DAMAGE_UNPREVENTABLE) ? EVF_UNPREVENTABLE : 0);
  if (ARG(ARG_DEAL_DAMAGE_EXCESS_TO)) excess_redirect(g, row, eval_object(&to, ARG(ARG_DEAL_DAMAGE_EXCESS_TO)));
}

static void build_damage(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_DEAL_DAMAGE_TO), damage_one);
}

static bool is_creature_there(Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  return slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD && has_type(g, slot, TYPE(CREATURE));
}

static void build_fight(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  Ref a = eval_object(e, ARG(ARG_FIGHT_A)), b = eval_object(e, ARG(ARG_FIGHT_B));
  /* If either is no longer a creature on the battlefield, neither fights (701.14b). */
  if (!is_creature_there(g, a) || !is_creature_there(g, b)) {
    RULE(g, "701.14b");
    REMARK(g, NO_FIGHT, "701.14b", eval_you(e), .object = a, .other = b, .source = eval_self(e));
    return;
  }
  RULE(g, "701.14a");
  RULE(g, "701.14d");
  i64 from_a = chars_of(g, ref_slot(a))->power, from_b = chars_of(g, ref_slot(b))->power;
  if (a == b) {
    RULE(g, "701.14c");
    batch_damage(g, a, a, num_mul(2, from_a, NULL), 0);
    return;
  }
  batch_damage(g, a, b, from_a, 0);
  batch_damage(g, b, a, from_b, 0);
}

/* --- moving --------------------------------------------------------------------------------------------- */

static void destroy_one(Game *g, const Eval *e, Node n, Ref ref) {
  (void)e;
  batch_destroy(g, ref, ARG(ARG_DESTROY_NO_REGENERATION) ? EVF_NO_REGENERATION : 0);
}

static void build_destroy(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_DESTROY_OBJECTS), destroy_one);
}

/* The event knows which ability of which object it is for, as its effect or to pay for it. */
static void for_ability(Game *g, const Eval *e, u32 row) {
  Event *ev = row_EVENTS(g, row);
  ev->source = eval_self(e);
  if (e->env) ev->word = env_at(g, e->env)->ability;
}

/* You sacrifice only what you control (701.21a). */
static void sacrifice_one(Game *g, const Eval *e, Node n, Ref ref) {
  bool own = node_op(g->db, ARG(ARG_SACRIFICE_OBJECTS)) == IR_SELF;
  if (own && eval_controller(e, ref) != eval_you(e)) return;
  for_ability(g, e, batch_sacrifice(g, ref, 0));
}

static void build_sacrifice(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_SACRIFICE_OBJECTS), sacrifice_one);
}

void move_remember(Game *g, const Eval *e, u32 row, StrId link) {
  if (!link) return;
  Heap entry = row_EVENTS(g, row)->entry;
  if (!entry) {
    entry = HEAP_NEW(g, Entry);
    row_EVENTS(g, row)->entry = entry;
  }
  Entry *en = HEAP_AT(g, Entry, entry);
  en->noted_by = eval_self(e);
  en->noted_acquisition = e->acquisition;
  en->link = link;
}

static void exile_one(Game *g, const Eval *e, Node n, Ref ref) {
  u32 row = batch_move(g, ref, ZONE_EXILE, 0);
  if (ARG(ARG_EXILE_FACE_DOWN)) row_EVENTS(g, row)->flags |= EVF_FACE_DOWN;
  row_EVENTS(g, row)->source = eval_self(e);
  move_remember(g, e, row, ARG(ARG_EXILE_LINK));
}

/* The second one-shot effect of one that lasts until something leaves the battlefield waits for that (610.3, 610.4). */
static u32 effect_returns(Game *g, const Eval *e, Ref until, Zone zone) {
  u32 effect = effect_add(g, EFFECT_RULES, e->env ? env_copy(g, e->env) : 0, 0, 0, W_INDEFINITE);
  Effect *f = row_EFFECTS(g, effect);
  f->flags |= EFFECT_RETURNS;
  f->duration_object = until;
  f->amount = zone;
  return effect;
}

static void return_later(Game *g, const Eval *e, Ref until, u32 first) {
  Heap objects = 0;
  Zone zone = ZONE_BATTLEFIELD;
  for (u32 row = first; row < count_of(g, T_EVENTS); row++) {
    Heap entry = row_EVENTS(g, row)->entry;
    if (!entry) entry = HEAP_NEW(g, Entry);
    row_EVENTS(g, row)->entry = entry;
    HEAP_AT(g, Entry, entry)->flags |= ENTRY_RETURNS;
    zone = (Zone)row_EVENTS(g, row)->from;
    list_add(g, &objects, row_EVENTS(g, row)->object);
  }
  u32 effect = effect_returns(g, e, until, zone);
  row_EFFECTS(g, effect)->objects = objects;
}

/* Whether what an effect would last until has left the battlefield already (610.3b, 610.4c). */
static bool has_left_already(Game *g, Ref until) {
  u32 slot = until ? object_live(g, until) : 0;
  return until && !(slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD);
}

/* Tells listeners that nothing happens to those objects for that reason. */
static void tell_over(const Eval *e, Node objects, Ref until, const char *rule) {
  Game *g = e->g;
  if (!HEARD(g) || !HEARD(g)->remark) return;
  u32 mark = scratch_mark(g), count = eval_objects(e, objects);
  for (u32 i = 0; i < count; i++)
    REMARK(g, OVER_ALREADY, rule, eval_you(e), .object = scratch_get(g, mark + i), .other = until,
           .source = eval_self(e));
  scratch_release(g, mark);
}

static void build_exile(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  u32 first = count_of(g, T_EVENTS);
  Ref until = ARG(ARG_EXILE_UNTIL_LEAVES) ? eval_object(e, ARG(ARG_EXILE_UNTIL_LEAVES)) : REF_NONE;
  if (has_left_already(g, until)) {
    RULE(g, "610.3b");
    tell_over(e, ARG(ARG_EXILE_OBJECTS), until, "610.3b");
    return;
  }
  RULE(g, "701.13a");
  each(g, e, n, ARG(ARG_EXILE_OBJECTS), exile_one);
  if (until && count_of(g, T_EVENTS) > first) return_later(g, e, until, first);
}

static void discard_one(Game *g, const Eval *e, Node n, Ref ref) {
  (void)n;
  u32 row = batch_discard(g, ref, 0);
  Value x = eval_slot(e, SLOT_X);
  for_ability(g, e, row);
  if (x.tag == VALUE_NUMBER) row_EVENTS(g, row)->amount = (i64)x.v; /* of the cost it pays */
}

static void build_discard(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_DISCARD_OBJECTS), discard_one);
}

static void return_one(Game *g, const Eval *e, Node n, Ref ref) {
  (void)n;
  u32 row = batch_move(g, ref, ZONE_HAND, 0);
  row_EVENTS(g, row)->source = eval_self(e);
}

static void build_return(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_RETURN_HAND_OBJECTS), return_one);
}

static void mill_one(Game *g, const Eval *e, Node n, Ref player) {
  i64 count = eval_num(e, ARG(ARG_MILL_N));
  if (!ref_is_player(player)) return;
  for (u32 s = zone_first(g, ZONE_LIBRARY, ref_slot(player)); s && count > 0; count--) {
    u32 next = object_row(g, s)->next;
    batch_simple(g, EVENT_MILL, ref_slot(player), object_ref(g, s));
    s = next;
  }
  if (count > 0) RULE(g, "701.17b");
}

static void build_mill(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_MILL_PLAYER), mill_one);
}

void entry_fights(Game *g, const Eval *e, Heap entry, Fighting how) {
  if (!how.attacking && !how.blocking) return;
  HEAP_AT(g, Entry, entry)->flags |= how.attacking ? ENTRY_ATTACKS : ENTRY_BLOCKS;
  Node said = how.attacking ? how.whom : how.blocking;
  if (!said) return;
  u32 mark = scratch_mark(g), n = eval_objects(e, said);
  Heap among = 0;
  for (u32 i = 0; i < n; i++) list_add(g, &among, scratch_get(g, mark + i));
  scratch_release(g, mark);
  HEAP_AT(g, Entry, entry)->among = among;
  HEAP_AT(g, Entry, entry)->flags |= ENTRY_AMONG;
}

static void effect_enters(Game *g, u32 effect, u32 row) {
  Heap objects = 0;
  list_add(g, &objects, row_EVENTS(g, row)->object);
  row_EFFECTS(g, effect)->objects = objects;
  row_EFFECTS(g, effect)->flags |= EFFECT_ENTERING;
  event_entry(g, row)->flags |= ENTRY_EFFECT;
}

/* What an effect that puts something onto the battlefield face down lists are its copiable values there (708.2). */
static void enter_as_listed(Game *g, const Eval *e, Node n, u32 first, u32 row) {
  FaceDownKind kind = (FaceDownKind)(event_entry(g, row)->face_down - 1);
  Ref ref = row_EVENTS(g, row)->object;
  Eval on = *e;
  on.it = ref;
  CvId listed = copy_values(&on, cv_face_down(g, kind), n, first, ref);
  u32 effect = effect_add(g, EFFECT_FACE_DOWN, 0, 0, env_at(g, e->env)->ability, W_INDEFINITE);
  row_EFFECTS(g, effect)->cv = listed;
  effect_enters(g, effect, row);
}

void enter_with_effect(Game *g, const Eval *e, Node n, u32 first, u32 row) {
  if (node_argc(g->db, n) <= first) return;
  if (event_entry(g, row)->face_down) {
    enter_as_listed(g, e, n, first, row);
    return;
  }
  Ref ref = row_EVENTS(g, row)->object;
  Eval on = *e;
  on.it = ref;
  Heap mods = 0;
  for (u32 i = first; i < node_argc(g->db, n); i++) mods_evaluate(&on, ARG(i), ref, &mods);
  Heap kept = env_copy(g, e->env);
  mods_adopt_env(g, mods, e->env, kept);
  u32 effect = effect_add(g, EFFECT_CONTINUOUS, kept, n, 0, W_INDEFINITE);
  row_EFFECTS(g, effect)->mods = mods;
  row_EFFECTS(g, effect)->ability = env_at(g, e->env)->ability;
  effect_enters(g, effect, row);
}

static void move_enter(Game *g, const Eval *e, Node n, Ref ref) {
  u32 controller = you(e);
  u32 slot = object_live(g, ref);
  if (!slot) return;
  if (ARG(ARG_MOVE_TRANSFORMED) && !transforms(g, slot)) {
    RULE(g, "712.14a"); /* it stays where it is */
    return;
  }
  if (ARG(ARG_MOVE_OWNER)) controller = object_row(g, slot)->owner;
  if (ARG(ARG_MOVE_CONTROLLER)) controller = eval_player(e, ARG(ARG_MOVE_CONTROLLER));
  if (controller == PLAYER_NONE) return;
  if (!player_in_game(g, controller)) {
    RULE(g, "800.4b");
    return;
  }
  Ref attached = ARG(ARG_MOVE_ATTACHED_TO) ? eval_object(e, ARG(ARG_MOVE_ATTACHED_TO)) : REF_NONE;
  u32 row = batch_enter(g, ref, controller);
  Entry *en = event_entry(g, row);
  en->tapped = ARG(ARG_MOVE_TAPPED) != 0;
  en->attached_to = attached;
  if (ARG(ARG_MOVE_ATTACHED_TO)) en->flags |= ENTRY_HOST_SAID;
  if (ARG(ARG_MOVE_FACE_DOWN)) en->face_down = 1 + FACE_DOWN_PLAIN;
  if (ARG(ARG_MOVE_MANIFESTED)) en->face_down = 1 + FACE_DOWN_MANIFEST;
  if (ARG(ARG_MOVE_CLOAKED)) en->face_down = 1 + FACE_DOWN_CLOAK;
  if (ARG(ARG_MOVE_TRANSFORMED)) en->face = 1;
  Fighting how = {ARG(ARG_MOVE_ATTACKING) != 0, ARG(ARG_MOVE_WHOM), ARG(ARG_MOVE_BLOCKING)};
  entry_fights(g, e, row_EVENTS(g, row)->entry, how);
  move_remember(g, e, row, ARG(ARG_MOVE_LINK));
  enter_with_effect(g, e, n, ARG_MOVE_MODS, row);
  Word kind = (Word)ARG(ARG_MOVE_COUNTERS);
  if (kind) {
    entering_counters(g, row, kind, ARG(ARG_MOVE_N) ? eval_num(e, ARG(ARG_MOVE_N)) : 1);
  }
}

static void move_one(Game *g, const Eval *e, Node n, Ref ref) {
  Zone zone = zone_of_word((Word)ARG(ARG_MOVE_ZONE));
  if (zone == ZONE_BATTLEFIELD) {
    move_enter(g, e, n, ref);
    return;
  }
  Word position = (Word)ARG(ARG_MOVE_POSITION);
  i64 above = position == W_BENEATH ? eval_num(e, ARG(ARG_MOVE_N)) : 0;
  u32 row = batch_move(g, ref, zone, 0);
  Event *ev = row_EVENTS(g, row);
  if (position) ev->position = position == W_BENEATH ? library_position(above) : (u8)(position - W_TOP);
  if (ARG(ARG_MOVE_SHUFFLED)) ev->flags |= EVF_SHUFFLE;
  if (ARG(ARG_MOVE_FACE_DOWN)) ev->flags |= EVF_FACE_DOWN;
  ev->source = eval_self(e);
  move_remember(g, e, row, ARG(ARG_MOVE_LINK));
}

/* The libraries that objects are shuffled into are shuffled once they are there, and also if none of them is where it
   was any more or all go elsewhere (701.24c). */
static void build_shuffles(Game *g, const Eval *e, Node objects) {
  u32 owners = 0, mark = scratch_mark(g), count = eval_objects(e, objects);
  for (u32 i = 0; i < count; i++) {
    u32 owner = object_owner(g, scratch_get(g, mark + i));
    if (owner != PLAYER_NONE) owners |= 1u << owner;
  }
  scratch_release(g, mark);
  if (owners) RULE(g, "701.24c");
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (owners >> p & 1) batch_simple(g, EVENT_SHUFFLE, p, ref_player(p));
}

static void build_move(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_MOVE_OBJECTS), move_one);
  if (ARG(ARG_MOVE_SHUFFLED)) build_shuffles(g, e, ARG(ARG_MOVE_OBJECTS));
}

/* --- tokens ------------------------------------------------------------------------------------------------ */

/* How tokens enter. */
typedef struct Entering {
  bool tapped;
  Fighting fighting;
  Node attached; /* OBJ, 0: nothing is said of it */
  u8 face;
  Word counters; /* that they enter with, 0 none, and how many */
  i64 with;
} Entering;

static void create_for(Game *g, const Eval *e, Ref player, CvId cv, i64 count, Entering how) {
  if (count <= 0 || !ref_is_player(player)) return;
  if (!player_in_game(g, ref_slot(player))) {
    RULE(g, "800.4b");
    return;
  }
  Ref host = how.attached ? eval_object(e, how.attached) : REF_NONE;
  Heap entry = HEAP_NEW(g, Entry);
  Entry *en = HEAP_AT(g, Entry, entry);
  en->cv = cv;
  en->tapped = how.tapped;
  en->face = how.face;
  en->attached_to = host;
  if (how.attached) en->flags |= ENTRY_HOST_SAID;
  en->controller = (u8)ref_slot(player);
  entry_fights(g, e, entry, how.fighting);
  u32 row = batch_simple(g, EVENT_CREATE, ref_slot(player), player);
  Event *ev = row_EVENTS(g, row);
  ev->entry = entry;
  ev->amount = count;
  ev->source = eval_self(e);
  if (how.with > 0) {
    ev->word = how.counters;
    ev->node = (Node)num_min(how.with, UINT32_MAX);
  }
  RULE(g, "701.7a");
}

static u32 mods_take(Game *g, Heap list, Mod *out, u32 cap) {
  u32 n = list_count(g, list) / 3;
  if (n > cap) game_fail(g, GAVEL_E_LIMIT, "characteristics of a token or emblem");
  for (u32 i = 0; i < n; i++) memcpy(&out[i], row_HEAP(g, list + 1 + 3 * i), sizeof(Mod));
  if (list) heap_free(g, list);
  return n;
}

#define MODS_CAP TOKEN_SUBTYPES

/* A token's name is its subtypes and the word Token, unless it is given one (111.4). */
static StrId token_name(Game *g, const Mod *mods, u32 n) {
  Word subtypes[MODS_CAP];
  u32 count = 0;
  for (u32 i = 0; i < n; i++)
    if (mods[i].op == IR_M_ADD_SUBTYPE) subtypes[count++] = mods[i].word;
  char text[TOKEN_NAME_CAP];
  u32 length = token_name_write(subtypes, count, text, sizeof text);
  StrId name = intern_find(&g->db->names, (Str){text, length});
  if (name) return name;
  /* A name no card database holds, which only a change of words can make: equal words, equal id. */
  Hash h;
  hash_init(&h, 111);
  hash_bytes(&h, text, length);
  return (StrId)hash_end(&h) | 0x80000000u;
}

static CvId token_values(Game *g, const Eval *e, Node token) {
  Heap list = 0;
  const CardDb *db = g->db;
  token = operation_defined(g, token);
  RULE(g, "111.3");
  for (u32 i = ARG_TOKEN_MODS; i < node_argc(db, token); i++) mods_evaluate(e, node_arg(db, token, i), REF_NONE, &list);
  Mod mods[MODS_CAP];
  u32 n = mods_take(g, list, mods, MODS_CAP - 1);
  StrId name = node_arg(db, token, ARG_TOKEN_NAME);
  if (!name) {
    RULE(g, "111.4");
    name = token_name(g, mods, n);
  }
  memmove(mods + 1, mods, n * sizeof *mods); /* before a back face, which has another */
  mods[0] = (Mod){.op = IR_M_NAME, .a = name};
  u32 flags = CVR_TOKEN;
  for (u32 i = 1; i <= n; i++)
    if (mods[i].op == IR_M_BACK_FACE) flags |= CVR_TWO_FACED;
  return cv_make(g, 0, 0, 0, mods, n + 1, flags);
}

/* An emblem is no event that anything could replace (114.2): it is there at once. */
static void emblem_one(Game *g, const Eval *e, Node n, Ref player) {
  Heap list = 0;
  if (!ref_is_player(player)) return;
  for (u32 i = ARG_CREATE_EMBLEM_MODS; i < node_argc(g->db, n); i++) mods_evaluate(e, ARG(i), REF_NONE, &list);
  Mod mods[MODS_CAP];
  u32 count = mods_take(g, list, mods, MODS_CAP);
  emblem_new(g, ref_slot(player), cv_make(g, 0, 0, 0, mods, count, CVR_TOKEN));
}

static void build_emblem(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_CREATE_EMBLEM_PLAYER), emblem_one);
}

/* How many counters of a kind tokens enter with: one, if no number is said. */
static i64 entering_with(const Eval *e, u32 kind, Node number) { return !kind ? 0 : number ? eval_num(e, number) : 1; }

static void create_one(Game *g, const Eval *e, Node n, Ref player) {
  i64 count = eval_num(e, ARG(ARG_CREATE_N));
  CvId cv = token_values(g, e, ARG(ARG_CREATE_TOKEN));
  Fighting fighting = {ARG(ARG_CREATE_ATTACKING) != 0, ARG(ARG_CREATE_WHOM), ARG(ARG_CREATE_BLOCKING)};
  Entering how = {.tapped = ARG(ARG_CREATE_TAPPED) != 0,
                  .fighting = fighting,
                  .attached = ARG(ARG_CREATE_ATTACHED_TO),
                  .counters = (Word)ARG(ARG_CREATE_COUNTERS),
                  .with = entering_with(e, ARG(ARG_CREATE_COUNTERS), ARG(ARG_CREATE_WITH))};
  create_for(g, e, player, cv, count, how);
}

static void build_create(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_CREATE_PLAYER), create_one);
}

/* What a token that is a copy is made as, and the face it enters with: of a double-faced object it has both (707.8a). */
static CvId copied_by_token(Game *g, Ref of, u8 *face) {
  u32 slot = object_live(g, of), known = slot ? 0 : lki_find(g, of);
  *face = 0;
  if (!slot && !known) return 0;
  CvId cv = slot ? both_faces_of(g, slot) : cv_plain(g, row_LKI(g, known)->object.cv);
  if (!cv_is_double_faced(g, cv)) return copiable_values_of_ref(g, of);
  RULE(g, "707.8a");
  *face = slot ? object_row(g, slot)->face : row_LKI(g, known)->object.face;
  return cv;
}

static void create_copies(Game *g, const Eval *e, Node n, Ref of, Ref player) {
  u8 face;
  CvId base = copied_by_token(g, of, &face);
  if (!base) return; /* 111.12: no token is created of what is nowhere known */
  RULE(g, "707.2");
  CvId cv = copy_values(e, base, n, ARG_CREATE_COPY_EXCEPT, REF_NONE);
  Fighting fighting = {ARG(ARG_CREATE_COPY_ATTACKING) != 0, ARG(ARG_CREATE_COPY_WHOM), ARG(ARG_CREATE_COPY_BLOCKING)};
  Entering how = {.tapped = ARG(ARG_CREATE_COPY_TAPPED) != 0,
                  .fighting = fighting,
                  .attached = ARG(ARG_CREATE_COPY_ATTACHED_TO),
                  .face = face,
                  .counters = (Word)ARG(ARG_CREATE_COPY_COUNTERS),
                  .with = entering_with(e, ARG(ARG_CREATE_COPY_COUNTERS), ARG(ARG_CREATE_COPY_WITH))};
  create_for(g, e, player, cv, eval_num(e, ARG(ARG_CREATE_COPY_N)), how);
}

static void create_copies_for(Game *g, const Eval *e, Node n, Ref player) {
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(e, ARG(ARG_CREATE_COPY_OF));
  for (u32 i = 0; i < count; i++) create_copies(g, e, n, scratch_get(g, mark + i), player);
  scratch_release(g, mark);
}

static void build_create_copy(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_CREATE_COPY_PLAYER), create_copies_for);
}

/* --- life, counters, status ------------------------------------------------------------------------------ */

static void gain_one(Game *g, const Eval *e, Node n, Ref player) {
  i64 amount = eval_num(e, ARG(ARG_GAIN_LIFE_N));
  if (ref_is_player(player) && amount > 0) batch_life(g, ref_slot(player), amount);
}

static void build_gain(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_GAIN_LIFE_PLAYER), gain_one);
}

static void lose_one(Game *g, const Eval *e, Node n, Ref player) {
  i64 amount = eval_num(e, ARG(ARG_LOSE_LIFE_N));
  if (ref_is_player(player) && amount > 0) batch_life(g, ref_slot(player), -amount);
}

static void build_lose(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_LOSE_LIFE_PLAYER), lose_one);
}

static void set_life_one(Game *g, const Eval *e, Node n, Ref player) {
  if (!ref_is_player(player)) return;
  RULE(g, "119.5");
  i64 now = core(g)->players[ref_slot(player)].life;
  batch_life(g, ref_slot(player), num_add(eval_num(e, ARG(ARG_SET_LIFE_N)), -now, NULL));
}

static void build_set_life(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_SET_LIFE_PLAYER), set_life_one);
}

static void counters_one(Game *g, const Eval *e, Node n, Ref ref) {
  Eval on = *e;
  on.it = ref;
  i64 amount = eval_num(&on, ARG(ARG_PUT_COUNTERS_N));
  u32 by = act_player(e, ARG(ARG_PUT_COUNTERS_PLAYER));
  if (amount > 0 && by != PLAYER_NONE) batch_counters(g, ref, (Word)ARG(ARG_PUT_COUNTERS_KIND), amount, by);
}

static void build_counters(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_PUT_COUNTERS_ON), counters_one);
}

static void double_counters_one(Game *g, const Eval *e, Node n, Ref ref) {
  Word kind = (Word)ARG(ARG_DOUBLE_COUNTERS_KIND);
  RULE(g, "701.10e");
  for (u32 row = counters_first(g, ref); row; row = row_COUNTERS(g, row)->next) {
    const Counters c = *row_COUNTERS(g, row);
    if (c.n > 0 && (!kind || c.kind == kind)) batch_counters(g, ref, c.kind, c.n, you(e));
  }
}

static void build_double_counters(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_DOUBLE_COUNTERS_OBJECTS), double_counters_one);
}

static bool is_phased_out(const Game *g, Ref ref) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  return slot && object_phased_out(g, slot);
}

/* Whether counters can be put on an object. */
static bool takes_counters(Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  return slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD && !is_phased_out(g, ref) &&
         !rules_hold(g, IR_R_CANT_HAVE_COUNTERS, ref);
}

/* Whether the ability triggered as that object, which is gone, left the battlefield. */
static bool has_triggered_leaving(const Eval *e, Ref ref) {
  Value event = eval_slot(e, SLOT_EVENT_OBJECT);
  const AbilityDef *def = carddb_ability(e->g->db, env_at(e->g, e->env)->ability);
  bool delayed = def->op != IR_TRIGGERED;
  return event.tag == VALUE_REF && (Ref)event.v == ref && (delayed || def->flags & ABILITY_LOOKS_BACK);
}

/* Counters of what has left the battlefield: as many of each kind as it had are put onto the other object (122.8). */
static void put_had_counters(Game *g, const Eval *e, Ref from, Ref to, Word kind) {
  u32 row = lki_find(g, from);
  RULE(g, "122.8");
  for (u32 i = 0; row && i + 1 < list_count(g, row_LKI(g, row)->counters); i += 2) {
    Word of = (Word)list_get(g, row_LKI(g, row)->counters, i);
    i64 n = (i64)list_get(g, row_LKI(g, row)->counters, i + 1);
    if (n > 0 && (!kind || of == kind)) batch_counters(g, to, of, n, you(e));
  }
}

/* What can't be put onto the second isn't removed from the first (122.5). */
/* The kind of counter in a variable; words that are no counter's have one of their name (122.1b). */
static Word counter_in(const Eval *e, u32 slot) {
  Value v = eval_slot(e, slot);
  if (v.tag != VALUE_WORD || !v.v) return W_NONE;
  return word_class((Word)v.v) == WC_COUNTER ? (Word)v.v : word_find(word_text((Word)v.v), WC_COUNTER);
}

static void move_counters_to(Game *g, const Eval *e, Node n, Ref to) {
  Ref from = eval_object(e, ARG(ARG_MOVE_COUNTERS_FROM));
  Word of = ARG(ARG_MOVE_COUNTERS_OF) ? counter_in(e, ARG(ARG_MOVE_COUNTERS_OF)) : W_NONE;
  Word kind = ARG(ARG_MOVE_COUNTERS_OF) ? of : (Word)ARG(ARG_MOVE_COUNTERS_KIND);
  Eval each_of = *e;
  each_of.it = to;
  i64 most = ARG(ARG_MOVE_COUNTERS_N) ? eval_num(&each_of, ARG(ARG_MOVE_COUNTERS_N)) : INT64_MAX;
  RULE(g, "122.5");
  if (from == to || is_phased_out(g, from) || !takes_counters(g, to)) return;
  if (ARG(ARG_MOVE_COUNTERS_OF) && !of) return;
  if (!ref_is_player(from) && !object_live(g, from)) {
    if (has_triggered_leaving(e, from)) put_had_counters(g, e, from, to, kind);
    return;
  }
  for (u32 row = counters_first(g, from); row && most > 0; row = row_COUNTERS(g, row)->next) {
    const Counters c = *row_COUNTERS(g, row);
    if (c.n <= 0 || (kind && c.kind != kind) || counters_forbidden(g, to, c.kind)) continue;
    i64 moved = num_min(c.n, most);
    batch_counters(g, from, c.kind, -moved, you(e));
    batch_counters(g, to, c.kind, moved, you(e));
  }
}

static void build_move_counters(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_MOVE_COUNTERS_TO), move_counters_to);
}

static void counters_of_one(Game *g, const Eval *e, Node n, Ref ref) {
  bool put = node_op(g->db, n) == IR_PUT_COUNTERS_OF;
  Word kind = counter_in(e, put ? ARG(ARG_PUT_COUNTERS_OF_SLOT) : ARG(ARG_REMOVE_COUNTERS_OF_SLOT));
  i64 amount = eval_num(e, put ? ARG(ARG_PUT_COUNTERS_OF_N) : ARG(ARG_REMOVE_COUNTERS_OF_N));
  if (kind && amount > 0) batch_counters(g, ref, kind, put ? amount : -amount, you(e));
}

static void build_counters_of(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  bool put = node_op(g->db, n) == IR_PUT_COUNTERS_OF;
  each(g, e, n, put ? ARG(ARG_PUT_COUNTERS_OF_ON) : ARG(ARG_REMOVE_COUNTERS_OF_FROM), counters_of_one);
}

static void uncount_one(Game *g, const Eval *e, Node n, Ref ref) {
  Eval from = *e;
  from.it = ref;
  i64 amount = eval_num(&from, ARG(ARG_REMOVE_COUNTERS_N));
  if (amount > 0) batch_counters(g, ref, (Word)ARG(ARG_REMOVE_COUNTERS_KIND), -amount, you(e));
}

/* All counters, or all of a kind. */
static void uncount_all_one(Game *g, const Eval *e, Node n, Ref ref) {
  Word kind = (Word)ARG(ARG_REMOVE_ALL_COUNTERS_KIND);
  for (u32 row = counters_first(g, ref); row; row = row_COUNTERS(g, row)->next) {
    const Counters c = *row_COUNTERS(g, row);
    if (c.n > 0 && (!kind || c.kind == kind)) batch_counters(g, ref, c.kind, -c.n, you(e));
  }
}

static void build_uncount_all(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_REMOVE_ALL_COUNTERS_FROM), uncount_all_one);
}

static void designate_one(Game *g, const Eval *e, Node n, Ref ref) {
  Word word = (Word)ARG(ARG_DESIGNATE_WORD);
  if (ref_is_player(ref) && (word == W_MONARCH || word == W_INITIATIVE)) {
    batch_simple(g, word == W_MONARCH ? EVENT_MONARCH : EVENT_INITIATIVE, ref_slot(ref), ref);
    return;
  }
  u32 row = batch_simple(g, EVENT_DESIGNATE, PLAYER_NONE, ref);
  row_EVENTS(g, row)->word = word;
  Value x = eval_slot(e, SLOT_X);
  if (word == W_MONSTROUS && x.tag == VALUE_NUMBER) row_EVENTS(g, row)->amount = (i64)x.v; /* 701.37c */
}

static void build_designate(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_DESIGNATE_OBJECTS), designate_one);
}

static void level_one(Game *g, const Eval *e, Node n, Ref ref) {
  u32 row = batch_simple(g, EVENT_DESIGNATE, PLAYER_NONE, ref);
  i64 level = eval_num(e, ARG(ARG_SET_LEVEL_N));
  row_EVENTS(g, row)->word = W_LEVEL;
  row_EVENTS(g, row)->amount = level;
}

static void build_level(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_SET_LEVEL_OBJECTS), level_one);
}

/* From no speed on as from 0 (702.179c). */
static void speed_one(Game *g, const Eval *e, Node n, Ref ref) {
  i64 more = eval_num(e, ARG(ARG_GAIN_SPEED_N));
  if (!ref_is_player(ref) || more <= 0) return;
  u32 row = batch_simple(g, EVENT_SPEED, ref_slot(ref), ref);
  row_EVENTS(g, row)->amount = more;
}

static void build_speed(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, ARG(ARG_GAIN_SPEED_PLAYER), speed_one);
}

static void build_pair(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  Ref a = eval_object(e, ARG(ARG_PAIR_A)), b = eval_object(e, ARG(ARG_PAIR_B));
  if (!a || !b) return;
  u32 row = batch_simple(g, EVENT_DESIGNATE, you(e), a);
  row_EVENTS(g, row)->word = W_PAIRED;
  row_EVENTS(g, row)->other = b;
}

static void build_day(Game *g, const Eval *e, Node n, Heap env) {
  (void)e;
  (void)env;
  u32 row = batch_simple(g, EVENT_DAY, PLAYER_NONE, REF_NONE);
  row_EVENTS(g, row)->amount = node_op(g->db, n) == IR_BECOME_DAY ? 1 : 2;
}

static void build_uncount(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_REMOVE_COUNTERS_FROM), uncount_one);
}

/* The kind of event that an operation makes of each object of its first argument, EVENT_NONE if it makes others. */
static EventKind simple_kind(IrOp op);

/* Whether an ability would transform its own permanent, which has transformed since the ability was put on the stack. */
static bool has_transformed_since(Game *g, const Eval *e, Ref permanent) {
  u32 slot = e->env ? object_live(g, env_at(g, e->env)->stack_object) : 0;
  if (!slot || object_row(g, slot)->kind != OBJECT_ABILITY) return false;
  const StackItem *ability = stack_item_of(g, slot);
  if (ability->source != permanent || !(ability->flags & STACK_SOURCE_TRANSFORMED)) return false;
  RULE(g, "701.27f");
  REMARK(g, TRANSFORMED, "701.27f", eval_you(e), .object = permanent, .source = eval_self(e));
  return true;
}

static void simple_one(Game *g, const Eval *e, Node n, Ref ref) {
  IrOp op = node_op(g->db, n);
  if (op == IR_TRANSFORM && has_transformed_since(g, e, ref)) return;
  u32 row = batch_simple(g, simple_kind(op), PLAYER_NONE, ref);
  u32 slot = object_live(g, ref);
  if (op == IR_GOAD || op == IR_EXERT || op == IR_TURN_FACE_UP) row_EVENTS(g, row)->player = (u8)eval_you(e);
  if (op == IR_SUSPECT || op == IR_UNSUSPECT) {
    row_EVENTS(g, row)->word = W_SUSPECTED;
    row_EVENTS(g, row)->amount = op == IR_SUSPECT ? 1 : -1;
  }
  if (op == IR_ENLIST) {
    row_EVENTS(g, row)->object = eval_self(e);
    row_EVENTS(g, row)->other = ref;
  }
  if (op == IR_UNATTACH && slot) row_EVENTS(g, row)->other = permanent_of(g, slot)->attached_to;
}

static void build_simple(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each_player(g, e, n, node_arg(g->db, n, 0), simple_one);
}

/* What phases out until something leaves the battlefield is what does phase out (610.4). */
static void build_phase_out(Game *g, const Eval *e, Node n, Heap env) {
  u32 first = count_of(g, T_EVENTS);
  Ref until = ARG(ARG_PHASE_OUT_UNTIL_LEAVES) ? eval_object(e, ARG(ARG_PHASE_OUT_UNTIL_LEAVES)) : REF_NONE;
  if (has_left_already(g, until)) {
    RULE(g, "610.4c");
    tell_over(e, node_arg(g->db, n, 0), until, "610.4c");
    return;
  }
  build_simple(g, e, n, env);
  if (!until || count_of(g, T_EVENTS) == first) return;
  u32 effect = row_EFFECTS(g, effect_returns(g, e, until, ZONE_NONE))->id;
  for (u32 row = first; row < count_of(g, T_EVENTS); row++) row_EVENTS(g, row)->word = effect;
}

static void counter_one(Game *g, const Eval *e, Node n, Ref ref) {
  u32 row = batch_simple(g, EVENT_COUNTER, PLAYER_NONE, ref);
  Event *ev = row_EVENTS(g, row);
  ev->source = eval_self(e);
  Word position = (Word)ARG(ARG_COUNTER_SPELL_POSITION);
  if (ARG(ARG_COUNTER_SPELL_ZONE)) ev->to = (u8)zone_of_word((Word)ARG(ARG_COUNTER_SPELL_ZONE));
  if (position) ev->position = (u8)(position - W_TOP);
}

static void build_counter_spell(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_COUNTER_SPELL_OBJECTS), counter_one);
}

static void attach_one(Game *g, const Eval *e, Node n, Ref object) {
  Ref to = eval_object(e, ARG(ARG_ATTACH_TO));
  u32 slot = object_live(g, object);
  if (!slot || to == REF_NONE) return;
  bool legal = ARG(ARG_ATTACH_AS_CREATURE) ? attach_legal_as_creature(g, slot, to) : attach_legal(g, slot, to);
  if (!legal) {
    RULE(g, "701.3b");
    RULE(g, chars_subtype(chars_of(g, slot), W_AURA) ? "303.4j" : "301.5b");
    return;
  }
  RULE(g, "701.3a");
  u32 row = batch_simple(g, EVENT_ATTACH, PLAYER_NONE, object);
  row_EVENTS(g, row)->other = to;
}

static void build_attach(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_ATTACH_OBJECT), attach_one);
}

/* --- mana --------------------------------------------------------------------------------------------------- */

void build_mana(Game *g, const Eval *e, u32 player, u32 made, i64 n, Node terms, Heap env) {
  if (n <= 0 || player == PLAYER_NONE) return;
  Ref source = eval_self(e);
  const Chars *c = eval_chars(e, source);
  bool snow = c && c->supertypes & SUPERTYPE(SNOW); /* 107.4h */
  u32 row = batch_simple(g, EVENT_ADD_MANA, player, ref_player(player));
  Event *ev = row_EVENTS(g, row);
  ev->word = made | (snow ? MANA_SNOW : 0u);
  ev->amount = n;
  ev->source = source;
  u32 flags = env ? carddb_ability(g->db, env_at(g, env)->ability)->flags : 0;
  if (flags & ABILITY_MANA && flags & ABILITY_TAPS) ev->other = source; /* it was tapped for it (106.12) */
  ev->node = terms;
  ev->env = terms ? env : 0; /* borrowed from the program, which waits for the batch */
}

static void build_add_mana(Game *g, const Eval *e, Node n, Heap env) {
  u32 player = act_player(e, ARG(ARG_ADD_MANA_PLAYER));
  const ManaCost *cost = &g->db->costs.data[ARG(ARG_ADD_MANA_SYMBOLS)];
  Node terms = mana_terms(g, n);
  i64 kinds[6] = {0};
  for (u32 i = 0; i < cost->count; i++)
    if (cost->symbols[i] & SYMBOL_KINDS) kinds[bits_first(cost->symbols[i] & SYMBOL_KINDS)]++;
  u32 stays = mana_staying((Word)ARG(ARG_ADD_MANA_STAYS));
  for (u32 k = 0; k < 6; k++) build_mana(g, e, player, k | stays, kinds[k], terms, env);
}

/* --- several at once -------------------------------------------------------------------------------------------- */

/* What is exiled to be melded is both, and neither is anything else (701.42b). */
static void build_meld(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  u32 mark = scratch_mark(g), count = eval_objects(e, ARG(ARG_MELD_OBJECTS));
  Ref first = count == 2 ? scratch_get(g, mark) : REF_NONE, second = count == 2 ? scratch_get(g, mark + 1) : REF_NONE;
  scratch_release(g, mark);
  u32 row = batch_meld(g, first, second, (StrId)ARG(ARG_MELD_INTO), you(e));
  if (row == (u32)-1) return;
  Heap entry = row_EVENTS(g, row)->entry;
  HEAP_AT(g, Entry, entry)->tapped = ARG(ARG_MELD_TAPPED) != 0;
  entry_fights(g, e, entry, (Fighting){.attacking = ARG(ARG_MELD_ATTACKING) != 0});
}

static void build_together(Game *g, const Eval *e, Node n, Heap env) {
  for (u32 i = ARG_TOGETHER_PARTS; i < node_argc(g->db, n); i++) action_build(g, e, node_arg(g->db, n, i), env);
}

static void build_nothing(Game *g, const Eval *e, Node n, Heap env) {
  (void)g;
  (void)e;
  (void)n;
  (void)env;
}

static void performed_one(Game *g, const Eval *e, Node n, Ref ref) {
  u32 player = ref_is_player(ref) ? ref_slot(ref) : eval_controller(e, ref);
  if (player == PLAYER_NONE) return;
  u32 row = batch_simple(g, EVENT_PERFORM, player, ref);
  row_EVENTS(g, row)->word = ARG(ARG_PERFORMED_ACTION);
  row_EVENTS(g, row)->source = eval_self(e);
}

static void build_performed(Game *g, const Eval *e, Node n, Heap env) {
  (void)env;
  each(g, e, n, ARG(ARG_PERFORMED_OBJECTS), performed_one);
}

typedef struct Built {
  Build build;
  u8 kind; /* for build_simple */
} Built;

#define READS(FACTS, TRAITS) \
  { 0 }
#define CHANGES(LAYER, WRITES, TAKES, READS) \
  { 0 }
#define WATCHES(KIND, LOOKS, ...) \
  { 0 }
#define BUILDS(FUNCTION, KIND, TRAITS) \
  { FUNCTION, EVENT_##KIND }
#define ACTS(FUNCTION, TRAITS) \
  { 0 }
#define ACTS_AND_BUILDS(ACT, BUILD, TRAITS) \
  { BUILD, EVENT_NONE }
#define DEFINED(TRAITS) \
  { 0 }
#define PART(TRAITS) \
  { 0 }
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) [IR_##ENUM] = PROPERTIES,
static const Built BUILT[IR_OP_COUNT] = {
#include "cards/ir_ops.def"
};

static EventKind simple_kind(IrOp op) { return (EventKind)BUILT[op].kind; }

Node operation_defined(Game *g, Node node) {
  for (Node defined; (defined = node_defined(g->db, node)) != 0; node = defined) {
    const char *rule = carddb_operation_def(g->db, node_op(g->db, node))->rule;
    if (rule) RULE(g, rule);
  }
  return node;
}

bool action_is_plain(const CardDb *db, Node action) {
  for (Node defined; (defined = node_defined(db, action)) != 0;) action = defined;
  IrOp op = node_op(db, action);
  if (op != IR_TOGETHER) return BUILT[op].build != NULL;
  for (u32 i = ARG_TOGETHER_PARTS; i < node_argc(db, action); i++)
    if (!action_is_plain(db, node_arg(db, action, i))) return false;
  return true;
}

bool action_build(Game *g, const Eval *e, Node action, Heap env) {
  action = operation_defined(g, action);
  Build build = BUILT[node_op(g->db, action)].build;
  if (!build) return false;
  u32 from = count_of(g, T_EVENTS);
  build(g, e, action, env);
  /* Effects that have modified the event this comes from don't modify what comes of it again (614.5). */
  Heap applied = env ? env_at(g, env)->applied : 0;
  for (u32 row = from; applied && row < count_of(g, T_EVENTS); row++) {
    if (row_EVENTS(g, row)->applied) continue;
    Heap copy = heap_copy(g, applied);
    row_EVENTS(g, row)->applied = copy;
  }
  return true;
}
