/* Casting a spell (601.2): proposing it, taking it back (733.1), and its becoming cast. */
#include "rules/cast/casting.h"

#include "state/sight.h"

void cast_begin(Game *g, u32 player, Ref card, u32 how, Word via) {
  u32 frame = frame_push(g, PROC_CAST, 0, 0);
  Frame *f = frame_at(g, frame);
  f->step = CAST_METHOD;
  f->a[AN_PLAYER] = player;
  f->a[AN_REF] = (i64)card;
  f->a[AN_FLAGS] = ANNOUNCE_RESOLVING;
  if (how & CAST_FREE) f->a[AN_FLAGS] |= ANNOUNCE_FREE;
  if (how & CAST_TRANSFORMED) f->a[AN_FLAGS] |= ANNOUNCE_TRANSFORMED;
  if (how & CAST_FOR_COST) f->a[AN_FLAGS] |= ANNOUNCE_FOR_COST;
  if (how & CAST_IF_WANTED) f->a[AN_FLAGS] |= ANNOUNCE_IF_WANTED;
  f->a[AN_VIA] = via;
}

void cast_only_as(Game *g, Node filter, Heap env) {
  Frame *f = frame_top(g);
  f->node = filter;
  f->env = env;
}

void cast_action(Game *g, u32 player, Ref card, CastMethod method) {
  u32 frame = frame_push(g, PROC_CAST, 0, 0);
  Frame *f = frame_at(g, frame);
  f->step = CAST_PROPOSE;
  f->a[AN_PLAYER] = player;
  f->a[AN_REF] = (i64)card;
  f->a[AN_METHOD] = method;
}

static Flow cast_return(Game *g, bool cast) {
  frame_return(g, cast);
  return FLOW_STEP;
}

/* --- how it is cast ------------------------------------------------------------------------------------------ */

/* What an effect tells a player to cast: with `flags` as methods_find has them, or only by the keyword `via`; as a spell
   that the filter matches, if there is one. */
typedef struct Told {
  u32 player, flags;
  Word via;
  Node filter;
  Eval e;
} Told;

/* The ways in which the player could complete casting the card as told; answers how many. */
static u32 ways_as_told(Game *g, const Told *told, u32 slot, CastMethod *out) {
  u32 count = told->via ? methods_find_via(g, told->player, slot, told->via, out)
                        : methods_find(g, told->player, slot, told->flags, out);
  u32 kept = 0;
  for (u32 i = 0; i < count; i++) {
    CastContext s = context_of_card(g, told->player, slot, out[i]);
    s.resolving = true;
    if (told->filter && !context_matches(&s, &told->e, told->filter)) continue;
    if (announceable(&s, 0, NULL, NULL)) out[kept++] = out[i];
  }
  return kept;
}

bool castable_as(const Eval *e, Ref card, Node filter, bool free) {
  Game *g = e->g;
  u32 slot = ref_is_player(card) ? 0 : object_live(g, card);
  if (!slot) return false;
  RULE(g, "601.3e");
  CastMethod methods[METHODS_CAP];
  Told told = {
      .player = eval_you(e), .flags = ANNOUNCE_RESOLVING | (free ? ANNOUNCE_FREE : 0), .filter = filter, .e = *e};
  return ways_as_told(g, &told, slot, methods) > 0;
}

/* Told to cast a card, the player chooses among all ways that can be completed, and before that whether to cast it at
   all if the effect says so: what can't be cast is no option (608.2d). */
static Flow choose_method(Game *g, const Frame *f) {
  u32 player = (u32)f->a[AN_PLAYER];
  Ref card = (Ref)f->a[AN_REF];
  bool asks = f->step == CAST_METHOD && f->a[AN_FLAGS] & ANNOUNCE_IF_WANTED;
  u32 slot = object_live(g, card);
  CastMethod methods[METHODS_CAP];
  Told told = {.player = player, .flags = (u32)f->a[AN_FLAGS], .via = (Word)f->a[AN_VIA], .filter = f->node};
  if (told.filter) told.e = eval_of_env(g, f->env);
  u32 count = slot ? ways_as_told(g, &told, slot, methods) : 0;
  if (count == 0) {
    if (slot) REMARK(g, NOT_CAST, "601.3", player, .object = card);
    return cast_return(g, false);
  }
  RULE(g, "608.2g");
  frame_top(g)->step = asks ? CAST_MAY_TAKEN : CAST_METHOD_TAKEN;
  decide_begin(g, asks ? DECISION_MAY : DECISION_METHOD, player, card, asks ? "608.2g" : "601.2b");
  if (asks) {
    decide_simple(g, OPTION_NO);
    decide_simple(g, OPTION_YES);
  }
  for (u32 i = 0; !asks && i < count; i++)
    decide_option(g, (Option){.kind = OPTION_CAST, .ref = card, .a = methods[i]});
  return decide_end(g);
}

/* --- proposing (601.2a) ----------------------------------------------------------------------------------------- */

/* Where the card was, to be put back exactly there, and what it is cast by: rows of T_CHOSEN before the frame's AN_ROWS. */
static void remember_place(Game *g, u32 slot, const AbilityInst *way, Node permission) {
  u32 first = table_add(g, T_CHOSEN, PLACE_ROWS);
  const Object *o = object_row(g, slot);
  row_CHOSEN(g, first)->place = (ChosenPlace){.kind = CHOSEN_PLACE,
                                              .zone = o->zone,
                                              .known = o->known,
                                              .status = o->status,
                                              .acquisition = o->acquisition,
                                              .next = o->next ? object_ref(g, o->next) : REF_NONE,
                                              .timestamp = o->timestamp};
  row_CHOSEN(g, first + 1)->looks = (ChosenLooks){.kind = CHOSEN_LOOKS,
                                                  .flags = o->flags,
                                                  .face = o->face,
                                                  .face_down = o->face_down,
                                                  .generation = o->generation,
                                                  .card = object_ref(g, slot),
                                                  .permission = permission};
  row_CHOSEN(g, first + 2)->way =
      (ChosenWay){.kind = CHOSEN_WAY, .ability = way->ability, .subst = way->subst, .acquisition = way->acquisition};
}

/* An effect that grants a card an ability that allows it to be cast goes on applying to the spell (400.7g). */
static void grants_follow(Game *g, Ref card, Ref spell) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || f.kind != EFFECT_CONTINUOUS || !list_has(g, f.objects, card)) continue;
    RULE(g, "400.7g");
    Heap objects = f.objects;
    list_add(g, &objects, spell);
    row_EFFECTS(g, row)->objects = objects;
  }
}

/* Whether a card is cast by a keyword ability that isn't its own. */
static bool is_cast_by_gift(Game *g, u32 slot, const AbilityInst *way) {
  u32 keyword = carddb_keyword_of(g->db, way->ability);
  const Chars *own = cv_chars(g, object_row(g, slot)->cv, object_row(g, slot)->face);
  bool found = false;
  for (u32 i = 0; i < own->ability_count && !found; i++) found = chars_ability(g, own, i, 0).ability == keyword;
  return keyword && !found;
}

/* What a static ability gives cards where they are it no longer gives the spell; the keyword it is cast by stays (400.7g). */
static void keyword_stays(Game *g, const AbilityInst *way, u32 slot) {
  u32 keyword = carddb_keyword_of(g->db, way->ability);
  if (has_keyword(g, slot, carddb_ability(g->db, keyword)->keyword)) return;
  RULE(g, "400.7g");
  Heap mods = 0, objects = 0;
  mods_add(g, &mods, (Mod){.op = IR_M_GAIN, .a = keyword, .x = way->subst});
  list_add(g, &objects, object_ref(g, slot));
  u32 row = effect_add(g, EFFECT_CONTINUOUS, 0, 0, keyword, W_END_OF_TURN);
  row_EFFECTS(g, row)->mods = mods;
  row_EFFECTS(g, row)->objects = objects;
}

/* Effects that wait for the next such spell begin to apply to it (611.2f). */
static void next_spell_changes(Game *g, u32 slot) {
  bool any = false;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || !effect_awaits_spell(g, &f)) continue;
    Eval e = eval_of_env(g, f.env);
    if (!eval_matches(&e, node_arg(g->db, f.node, ARG_APPLY_NEXT_SPELLS), object_ref(g, slot))) continue;
    RULE(g, "611.2f");
    Heap objects = f.objects; /* empty, or none: a casting that was taken back leaves an empty list */
    list_add(g, &objects, object_ref(g, slot));
    row_EFFECTS(g, row)->objects = objects;
    any = true;
  }
  if (!any) return;
  facts_changed(g, FACT_COPY);
  layers_update(g);
}

static void grants_forget(Game *g, Ref spell) {
  for (u32 row = 0; row < count_of(g, T_EFFECTS); row++) {
    Heap objects = row_EFFECTS(g, row)->objects;
    if (!row_EFFECTS(g, row)->id || !list_has(g, objects, spell)) continue;
    for (u32 i = list_count(g, objects); i > 0; i--)
      if (list_get(g, objects, i - 1) == spell) list_remove(g, objects, i - 1);
    if (list_count(g, objects) == 0 && !(row_EFFECTS(g, row)->flags & EFFECT_NEXT_SPELL)) effect_remove(g, row);
  }
}

bool is_fused(const Game *g, CvId cv, u32 face) {
  u32 card = cv_card(g, cv);
  return card && carddb_card(g->db, card)->combined && face == carddb_card(g->db, card)->combined;
}

/* The card as it is on the stack: face, status, controller. */
static void become_spell(Game *g, u32 slot, u32 player, CastMethod method) {
  u32 shape = method_shape(method);
  bool face_down = shape == SHAPE_MORPH || shape == SHAPE_DISGUISE;
  u64 timestamp = timestamp_next(g);
  if (face_down) {
    RULE(g, "708.4");
    if (shape == SHAPE_MORPH) RULE(g, "702.37d");
    RULE(g, shape == SHAPE_MORPH ? "702.37a" : "702.168a");
    RULE(g, shape == SHAPE_MORPH ? "702.37c" : "702.168b");
  }
  if (is_fused(g, object_row(g, slot)->cv, method_face(method))) {
    RULE(g, "702.102a");
    RULE(g, "702.102b");
    RULE(g, "702.102c");
  }
  if (shape == SHAPE_BESTOW) {
    RULE(g, "702.103b");
    CvId cv = cv_bestowed(g, object_row(g, slot)->cv);
    object_row(g, slot)->cv = cv;
  }
  if (shape == SHAPE_MUTATE) {
    RULE(g, "702.140a");
    CvId cv = cv_mutating(g, object_row(g, slot)->cv);
    object_row(g, slot)->cv = cv;
  }
  if (method_prototyped(g, object_ref(g, slot), method)) {
    RULE(g, "718.3");
    RULE(g, "718.3b");
    RULE(g, "702.160a");
  }
  Object *o = object_row(g, slot);
  o->timestamp = timestamp;
  o->controller = o->base_controller = (u8)player;
  o->face = (u8)method_face(method);
  o->status = face_down ? (u8)STATUS_FACE_DOWN : 0;
  if (face_down) derived(g)->learned.stack_open = 0;
  o->face_down = shape == SHAPE_DISGUISE ? FACE_DOWN_DISGUISE : FACE_DOWN_MORPH;
  if (!face_down) o->face_down = FACE_DOWN_PLAIN;
  u32 everyone = players_all(g);
  o->known = (u8)(face_down ? 1u << player : everyone);
}

/* The permission that the method names, its environment kept by the frame; 0 if it names none. */
static Node permission_keep(Game *g, u32 player, u32 slot, CastMethod method) {
  PlayPermission permission;
  if (!permission_of_method(g, player, slot, method, &permission)) return 0;
  Heap env = env_of_eval(&permission.e);
  Frame *f = frame_top(g);
  f->env = env;
  f->flags |= FRAME_OWNS_ENV;
  return permission.rule;
}

static Flow propose(Game *g, Frame *f) {
  u32 player = (u32)f->a[AN_PLAYER], slot = object_live(g, (Ref)f->a[AN_REF]);
  CastMethod method = (CastMethod)f->a[AN_METHOD];
  Zone from = slot ? (Zone)object_row(g, slot)->zone : ZONE_NONE;
  if (!slot || zone_is_open(from)) return cast_return(g, false); /* a permanent or spell is no card to cast */
  RULE_OF(g, (Ref)f->a[AN_REF], "601.2a");
  CastContext before = context_of_card(g, player, slot, method);
  bool given = before.way.ability && is_cast_by_gift(g, slot, &before.way);
  bool untimely = !sorcery_timing(g, player), foretold = from == ZONE_EXILE && is_foretold(g, before.ref);
  Node permission = permission_keep(g, player, slot, method);
  f = frame_top(g);
  f->a[AN_ROWS] = count_of(g, T_CHOSEN) + PLACE_ROWS;
  lki_take(g, slot);
  remember_place(g, slot, &before.way, permission);
  Heap ext = HEAP_NEW(g, StackItem);
  Heap cast = HEAP_NEW(g, CastInfo);
  zone_remove(g, slot);
  object_renew(g, slot);
  zone_insert(g, slot, ZONE_STACK, (u32)-1);
  object_row(g, slot)->ext = ext;
  become_spell(g, slot, player, method);
  if (from == ZONE_HAND && object_row(g, slot)->status & STATUS_FACE_DOWN) sight_hidden(g, slot);
  if (before.way.ability) grants_follow(g, before.ref, object_ref(g, slot));
  facts_changed(g, method ? FACT_ZONES | FACT_COPY : FACT_ZONES);
  StackItem *item = stack_item_of(g, slot);
  item->source = object_ref(g, slot);
  item->cast = cast;
  item->depth = cause_next(g);
  item->epoch = core(g)->cause_epoch;
  *HEAP_AT(g, CastInfo, cast) = (CastInfo){.from = (u8)from,
                                           .was_cast = 1,
                                           .free = method_way(method) == WAY_FREE,
                                           .untimely = untimely,
                                           .foretold = foretold,
                                           .player = (u8)player};
  if (given) keyword_stays(g, &before.way, slot);
  f = frame_top(g);
  f->a[AN_REF] = (i64)object_ref(g, slot);
  f->a[AN_STACK] = slot;
  f->step = ANNOUNCE_OPTIONAL;
  CastContext s = context_of_frame(g, frame_index(g));
  Heap env = spell_env(g, &s);
  stack_item_of(g, slot)->env = env;
  Word label = method_label(&s);
  HEAP_AT(g, CastInfo, cast)->method = label;
  next_spell_changes(g, slot);
  if (form_straight(g, frame_index(g)) && !splices_held(g, player)) frame_top(g)->step = ANNOUNCE_TARGETS;
  return FLOW_STEP;
}

/* --- taking it back (733.1) ------------------------------------------------------------------------------------------ */

/* Counters and notes of the card where it was are restored from what is remembered of it. */
static void restore_belongings(Game *g, u32 slot, u32 row) {
  Heap counters = row_LKI(g, row)->counters, notes = row_LKI(g, row)->notes;
  for (u32 i = 0; i + 1 < list_count(g, counters); i += 2)
    object_counters_add(g, slot, (Word)list_get(g, counters, i), (i64)list_get(g, counters, i + 1));
  for (u32 i = 0; i + 2 < list_count(g, notes); i += 3) {
    u64 key = list_get(g, notes, i);
    Value v = {.tag = (u32)list_get(g, notes, i + 1), .v = list_get(g, notes, i + 2)};
    note_set(g, slot, (u32)(key >> 32), (StrId)key, value_copy(g, v));
  }
}

/* The object goes back into its zone before `next`, at the end if that has gone. */
static void insert_before(Game *g, u32 slot, Zone zone, Ref ref) {
  zone_insert(g, slot, zone, (u32)-1);
  u32 next = object_live(g, ref);
  Object *o = object_row(g, slot);
  if (!next || object_row(g, next)->zone != zone || o->next == next) return;
  ZoneList *list = zone_list(g, zone, o->owner);
  SOUND(g, next != slot && zone_list(g, zone, object_row(g, next)->owner) == list);
  list->last = o->prev;
  object_row(g, o->prev)->next = 0;
  o->next = next;
  o->prev = object_row(g, next)->prev;
  object_row(g, next)->prev = slot;
  if (o->prev)
    object_row(g, o->prev)->next = slot;
  else
    list->first = slot;
}

Flow cast_reverse(Game *g, Frame *f) {
  u32 slot = announced_item(g, f), rows = spell_origin(g, f);
  const ChosenPlace place = row_CHOSEN(g, rows)->place;
  const ChosenLooks looks = row_CHOSEN(g, rows + 1)->looks;
  SOUND(g, looks.card == ref_make(slot, object_row(g, slot)->generation - 1));
  u32 row = lki_find(g, looks.card);
  grants_forget(g, object_ref(g, slot));
  u32 card = object_row(g, slot)->card; /* what is no card is what it is known to have been */
  if (card || row) object_row(g, slot)->cv = card ? row_CARDS(g, card)->def : row_LKI(g, row)->object.cv;
  zone_remove(g, slot);
  object_renew(g, slot);
  Object *o = object_row(g, slot);
  o->generation = looks.generation;
  insert_before(g, slot, (Zone)place.zone, place.next);
  o = object_row(g, slot);
  o->timestamp = place.timestamp;
  o->acquisition = place.acquisition;
  o->known = place.known;
  o->status = place.status;
  o->face = looks.face;
  o->face_down = looks.face_down;
  o->flags = looks.flags;
  sight_in_library(g, slot);
  if (row) {
    restore_belongings(g, slot, row);
    lki_forget(g, slot, row); /* it has not left */
    facts_changed(g, FACT_COUNTERS | FACT_NOTES);
  }
  facts_changed(g, FACT_ZONES | FACT_COPY);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - rows);
  return cast_return(g, false);
}

/* --- becoming cast (601.2i) -------------------------------------------------------------------------------------------- */

static void notice_move(Game *g, u32 slot, Ref was, u32 from, u32 player) {
  Event ev = {.kind = EVENT_MOVE,
              .flags = EVF_CAST,
              .player = (u8)player,
              .from = (u8)from,
              .to = ZONE_STACK,
              .object = was,
              .became = object_ref(g, slot)};
  event_noticed(g, &ev);
}

/* What was announced to be paid by keywords of the spell (601.2b). */
static void announce_keywords(Game *g, const Frame *f, u32 slot) {
  u32 way = method_way((CastMethod)f->a[AN_METHOD]);
  CastContext s = context_of_frame(g, frame_index(g));
  if (way != WAY_MANA_COST && way < WAY_PERMISSION) ability_announce(g, slot, s.way.ability);
  Heap paid = HEAP_AT(g, CastInfo, stack_item_of(g, slot)->cast)->paid;
  for (u32 i = 0; i < paid_count(g, paid); i++) ability_announce(g, slot, paid_at(g, paid, i).ability);
}

/* Mana that the player spent this turn to cast spells before (700.14). */
static u32 mana_spent_before(const Game *g, u32 player) {
  const u32 turn = core(g)->turn;
  if (core(g)->players[player].spells_this_turn == 0) return 0;
  for (u32 i = count_of(g, T_HISTORY); i-- > 0 && row_HISTORY(g, i)->turn == turn;)
    if (row_HISTORY(g, i)->kind == EVENT_CAST && row_HISTORY(g, i)->player == player) return row_HISTORY(g, i)->word;
  return 0;
}

/* What the permission says of a spell that was cast with it is done at once, above the frame of the cast. */
static bool rider_pushed(Game *g, Node permission, const Event *cast) {
  bool rule = permission && node_op(g->db, permission) == IR_R_MAY_PLAY;
  u32 ability = rule ? node_arg(g->db, permission, ARG_R_MAY_PLAY_RIDER) : 0;
  if (!ability) return false;
  frame_top(g)->step = CAST_RIDDEN;
  triggers_do_now(g, ability, frame_top(g)->env, cast);
  return true;
}

Flow cast_finish(Game *g, Frame *f) {
  u32 slot = announced_item(g, f), player = (u32)f->a[AN_PLAYER], rows = spell_origin(g, f);
  const ChosenLooks looks = row_CHOSEN(g, rows + 1)->looks;
  Ref was = looks.card;
  Node permission = looks.permission;
  if (permission) {
    Eval by = eval_of_env(g, frame_top(g)->env);
    permission_used(g, player, &by, permission);
  }
  announce_keywords(g, frame_top(g), slot);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - rows);
  RULE(g, "601.2i");
  u32 row = lki_find(g, was);
  if (row) row_LKI(g, row)->became = object_ref(g, slot);
  const CastInfo *cast = HEAP_AT(g, CastInfo, stack_item_of(g, slot)->cast);
  u32 from = cast->from, before = mana_spent_before(g, player);
  i64 spent = mana_spent_of(g, cast, MANA_OF_ANY_KIND);
  core(g)->players[player].spells_this_turn++;
  u32 card = object_row(g, slot)->card;
  if (from == ZONE_COMMAND && card && object_row(g, slot)->flags & OBJECT_COMMANDER) row_CARDS(g, card)->casts++;
  targets_announced(g, slot);
  notice_move(g, slot, was, from, player);
  Event ev = {.kind = EVENT_CAST,
              .player = (u8)player,
              .from = (u8)from,
              .to = ZONE_STACK,
              .object = object_ref(g, slot),
              .word = before + (u32)spent,
              .amount = spent};
  event_noticed(g, &ev);
  effects_hold(g); /* some last until this card is cast */
  return rider_pushed(g, permission, &ev) ? FLOW_STEP : cast_return(g, true);
}

Flow proc_CAST(Game *g, Frame *f) {
  switch (f->step) {
    case CAST_METHOD: return choose_method(g, f);
    case CAST_MAY_TAKEN: return decide_taken(g)->kind == OPTION_NO ? cast_return(g, false) : choose_method(g, f);
    case CAST_METHOD_TAKEN:
      f->a[AN_METHOD] = decide_taken(g)->a;
      f->step = CAST_PROPOSE;
      return FLOW_STEP;
    case CAST_PROPOSE: return propose(g, f);
    case CAST_RIDDEN: return cast_return(g, true);
    default: return announce(g, f);
  }
}
