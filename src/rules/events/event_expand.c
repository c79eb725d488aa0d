/* Events within events (616.1g), and events that can't happen. */
#include "cards/ir_args.h"
#include "rules/events/batch_internal.h"
#include "rules/events/rooms.h"
#include "rules/events/events.h"
#include "state/objects.h"

static bool on_battlefield(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  return slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD;
}

/* Whether an effect forbids it, judged as it would exist on the battlefield (614.12) and by where it comes from. */
typedef struct Entering {
  const Provisional *as;
  Ref object;
} Entering;

static bool entering_forbidden(const Eval *e, Node rule, void *user) {
  const Entering *entering = user;
  const CardDb *db = e->g->db;
  Word from = (Word)node_arg(db, rule, ARG_R_CANT_ENTER_FROM);
  u32 slot = object_live(e->g, entering->object);
  if (from && zone_of_word(from) != (Zone)object_row(e->g, slot)->zone) return false;
  Eval looking = *e;
  looking.provisional = entering->as;
  return eval_matches(&looking, node_arg(db, rule, ARG_R_CANT_ENTER_OBJECTS), entering->object);
}

const CardForm *entering_form(Game *g, u32 slot, const Entry *en) {
  const Object *o = object_row(g, slot);
  if (o->kind != OBJECT_CARD || o->cv != en->cv || o->face || en->face || en->face_down) return NULL;
  const CardForm *form = form_of(g, slot);
  return form && derived(g)->layers.idle && !(form->effect_zones & ZONE_BIT(ZONE_BATTLEFIELD)) ? form : NULL;
}

/* Instants and sorceries never enter the battlefield (304.4, 307.4); nor what an effect forbids. */
static bool entering_impossible(Game *g, const Event *ev) {
  u32 slot = object_live(g, ev->object);
  if (!slot) return true;
  const Entry en = *HEAP_AT(g, Entry, ev->entry);
  /* No effect makes an instant of a permanent. Checked builds look at what it would be. */
  bool permanent = !en.face_down && cv_chars(g, en.cv, entering_face(g, slot, &en))->types & PERMANENT_TYPES;
  bool possible = permanent && !rules_of(g, IR_R_CANT_ENTER);
#ifndef GAVEL_CHECKED
  if (possible) return false;
#endif
  Chars c;
  chars_entering(g, slot, ev->entry, &c);
  ASSERT(!possible || c.types & PERMANENT_TYPES);
  if (!(c.types & PERMANENT_TYPES) && !en.face_down) return true;
  Provisional as = {.slot = slot, .entry = ev->entry, .chars = &c};
  Entering entering = {&as, ev->object};
  return rules_visit(g, IR_R_CANT_ENTER, entering_forbidden, &entering);
}

static bool draws_no_more(const Eval *e, Node rule, void *user) {
  u32 player = *(const u32 *)user;
  const CardDb *db = e->g->db;
  return eval_matches(e, node_arg(db, rule, ARG_R_CANT_DRAW_MORE_PLAYERS), ref_player(player)) &&
         core(e->g)->players[player].draws_this_turn >= (u32)node_int(db, rule, ARG_R_CANT_DRAW_MORE_N);
}

/* An effect that allows only so many draws a turn is about each card drawn by itself (121.2b). */
static bool draw_impossible(Game *g, u32 player) {
  if (!rules_visit(g, IR_R_CANT_DRAW_MORE, draws_no_more, &player)) return false;
  RULE(g, "121.2b");
  return true;
}

/* A token that has left the battlefield goes nowhere any more (111.8); one that a copy of a spell becomes has not been
   there. */
static bool token_has_left(Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  bool entering = o->zone == ZONE_NONE || o->zone == ZONE_STACK;
  if (o->kind != OBJECT_TOKEN || o->zone == ZONE_BATTLEFIELD || entering) return false;
  RULE(g, "111.8");
  return true;
}

/* What is phased out is treated as though it did not exist: nothing but phasing happens to it (702.26b). */
static bool happens_to_phased_out(Game *g, const Event *ev) {
  if (ev->kind == EVENT_PHASE_IN || ev->kind == EVENT_PHASE_OUT || ref_is_player(ev->object)) return false;
  u32 slot = object_live(g, ev->object);
  if (!slot || !object_phased_out(g, slot)) return false;
  RULE(g, "702.26b");
  return true;
}

/* An event that would happen, and what enters in it as it would be. */
typedef struct Would {
  Event event;
  const Provisional *seen;
} Would;

static bool described(const Eval *e, Node rule, void *user) {
  const Would *would = user;
  Eval then = *e;
  then.provisional = would->seen;
  return pattern_matches(&then, node_arg(e->g->db, rule, ARG_R_CANT_HAPPEN_EVENT), &would->event, true);
}

static bool never_happens(Game *g, Would would) {
  if (!rules_of(g, IR_R_CANT_HAPPEN)) return false;
  if (!rules_visit(g, IR_R_CANT_HAPPEN, described, &would)) return false;
  RULE(g, "614.17");
  return true;
}

/* An event of a batch; counters that something enters with are put on it as it will be (614.12). */
static bool never_happens_so(Game *g, u32 row) {
  Would would = {.event = *row_EVENTS(g, row)};
  u32 move = rules_of(g, IR_R_CANT_HAPPEN) ? entering_row(g, row) : (u32)-1;
  if (move == (u32)-1) return never_happens(g, would);
  Chars chars;
  Provisional seen = {.zone = ZONE_BATTLEFIELD, .chars = &chars, .entry = row_EVENTS(g, move)->entry};
  seen.slot = object_live(g, would.event.object);
  chars_entering(g, seen.slot, seen.entry, &chars);
  would.seen = &seen;
  return never_happens(g, would);
}

bool event_forbidden(Game *g, EventKind kind, Ref object) {
  return never_happens(g, (Would){.event = {.kind = (u8)kind, .player = PLAYER_NONE, .object = object}});
}

bool counters_forbidden(Game *g, Ref object, Word kind) {
  if (rules_hold(g, IR_R_CANT_HAVE_COUNTERS, object)) return true;
  Event put = {.kind = EVENT_COUNTERS_PUT, .player = PLAYER_NONE, .object = object, .word = kind, .amount = 1};
  return never_happens(g, (Would){.event = put});
}

bool event_impossible(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (happens_to_phased_out(g, &ev)) return true;
  switch (ev.kind) {
    case EVENT_MOVE: {
      u32 slot = object_live(g, ev.object);
      if (!slot) return true;
      if (token_has_left(g, slot)) return true;
      return ev.to == ZONE_BATTLEFIELD && object_row(g, slot)->zone != ZONE_BATTLEFIELD && entering_impossible(g, &ev);
    }
    case EVENT_DRAW: return draw_impossible(g, ev.player);
    case EVENT_DESTROY:
      if (!on_battlefield(g, ev.object)) return true;
      if (!has_keyword(g, ref_slot(ev.object), W_INDESTRUCTIBLE)) return false;
      RULE(g, "702.12b");
      return true;
    case EVENT_SACRIFICE:
      return !on_battlefield(g, ev.object) || rules_hold(g, IR_R_CANT_BE_SACRIFICED, ev.object) ||
             never_happens_so(g, row);
    case EVENT_DISCARD: {
      u32 slot = object_live(g, ev.object);
      return !slot || object_row(g, slot)->zone != ZONE_HAND;
    }
    case EVENT_DAMAGE:
      /* Damage of 0 isn't dealt (120.8); only players and permanents of some types can be dealt it (120.1). */
      if (ev.amount <= 0) return true;
      if (ref_is_player(ev.object)) return !player_in_game(g, ref_slot(ev.object));
      return !on_battlefield(g, ev.object) ||
             !has_type(g, ref_slot(ev.object), TYPE(CREATURE) | TYPE(PLANESWALKER) | TYPE(BATTLE));
    case EVENT_GAIN_LIFE: return rules_hold(g, IR_R_CANT_GAIN_LIFE, ev.object); /* 119.7 */
    case EVENT_LOSE_LIFE:
    case EVENT_PAY_LIFE: return rules_hold(g, IR_R_CANT_LOSE_LIFE, ev.object); /* 119.8 */
    case EVENT_COUNTERS_PUT:
      if (ref_is_player(ev.object)) return never_happens_so(g, row);
      return !object_live(g, ev.object) || rules_hold(g, IR_R_CANT_HAVE_COUNTERS, ev.object) ||
             never_happens_so(g, row);
    case EVENT_TAP:
      return !on_battlefield(g, ev.object) || object_row(g, ref_slot(ev.object))->status & STATUS_TAPPED; /* 701.26a */
    case EVENT_UNTAP:
      return !on_battlefield(g, ev.object) ||
             !(object_row(g, ref_slot(ev.object))->status & STATUS_TAPPED); /* 701.26b */
    case EVENT_COUNTER: {
      u32 slot = object_live(g, ev.object);
      if (!slot || object_row(g, slot)->zone != ZONE_STACK) return true;
      return rules_hold(g, IR_R_CANT_BE_COUNTERED, ev.object);
    }
    case EVENT_PHASE_OUT:
    case EVENT_PHASE_IN:
    case EVENT_TRANSFORM:
    case EVENT_TURN_FACE_UP: return event_forbidden(g, (EventKind)ev.kind, ev.object);
    case EVENT_LOSE: return rules_hold(g, IR_R_CANT_LOSE_GAME, ev.object);
    case EVENT_WIN: return rules_hold(g, IR_R_CANT_WIN_GAME, ev.object);
    default: return false;
  }
}

/* Whether an event that a player may have happen can't: more counters can't be removed than there are, and an Aura can't enter
   that could enchant nothing. */
static bool option_impossible(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  if (event_impossible(g, row)) return true;
  if (ev.kind != EVENT_COUNTERS_REMOVE || ref_is_player(ev.object)) return entering_hostless(g, row);
  return !object_live(g, ev.object) || object_counters(g, ref_slot(ev.object), (Word)ev.word) < ev.amount;
}

bool batch_impossible(Game *g, u32 base) {
  const Listener *listener = g->listener;
  g->listener = NULL;
  bool all = count_of(g, T_EVENTS) > base;
  for (u32 row = base; row < count_of(g, T_EVENTS) && all; row++) all = option_impossible(g, row);
  g->listener = listener;
  return all;
}

/* The kind of effect by which an event of that kind can't happen; 0 for none. */
static IrOp forbidding(EventKind kind) {
  switch (kind) {
    case EVENT_DRAW: return IR_R_CANT_DRAW_MORE;
    case EVENT_SACRIFICE: return IR_R_CANT_BE_SACRIFICED;
    case EVENT_GAIN_LIFE: return IR_R_CANT_GAIN_LIFE;
    case EVENT_LOSE_LIFE:
    case EVENT_PAY_LIFE: return IR_R_CANT_LOSE_LIFE;
    case EVENT_COUNTERS_PUT: return IR_R_CANT_HAVE_COUNTERS;
    case EVENT_COUNTER: return IR_R_CANT_BE_COUNTERED;
    case EVENT_LOSE: return IR_R_CANT_LOSE_GAME;
    case EVENT_WIN: return IR_R_CANT_WIN_GAME;
    default: return 0;
  }
}

/* Tells listeners what would replace or prevent an event that can't happen (614.17c). */
static void tell_not_replaced(Game *g, u32 row, Ref whom) {
  Replacements found;
  const Event ev = *row_EVENTS(g, row);
  replacements_find(g, row, &found);
  for (u32 i = 0; i < found.count; i++)
    REMARK(g, NOT_REPLACED, "614.17c", ev.player, .kind = ev.kind, .object = whom,
           .other = replacements_get(g, &found, i).source);
  replacements_end(g, &found);
}

void event_tell_impossible(Game *g, u32 row) {
  if (!HEARD(g) || !HEARD(g)->remark) return;
  Event ev = *row_EVENTS(g, row);
  Ref whom = ev.kind == EVENT_DRAW ? ref_player(ev.player) : ev.object;
  IrOp rule = forbidding((EventKind)ev.kind);
  Ref source = rule ? rules_source(g, rule, whom) : REF_NONE;
  bool here = !ref_is_player(ev.object) && object_live(g, ev.object);
  if (ev.kind == EVENT_DESTROY && here && on_battlefield(g, ev.object)) {
    HEARD(g)->remark(HEARD(g)->user, g, REMARK_INDESTRUCTIBLE, "702.12b", &ev);
  } else if (source) {
    ev.source = source;
    HEARD(g)->remark(HEARD(g)->user, g, REMARK_CANT, "101.2", &ev);
    tell_not_replaced(g, row, whom);
  } else if (ev.kind == EVENT_MOVE && here && ev.to == ZONE_BATTLEFIELD && !token_has_left(g, ref_slot(ev.object))) {
    const char *number = rules_of(g, IR_R_CANT_ENTER) ? "101.2" : "304.4";
    HEARD(g)->remark(HEARD(g)->user, g, REMARK_CANT, number, &ev);
  }
}

/* --- contained events ---------------------------------------------------------------------------------- */

static void contained(Game *g, u32 parent, u32 child) {
  row_EVENTS(g, child)->parent = parent + 1;
  row_EVENTS(g, child)->cause = row_EVENTS(g, parent)->cause;
}

void entering_counters(Game *g, u32 row, Word kind, i64 n) {
  if (n <= 0) return;
  RULE_OF(g, row_EVENTS(g, row)->object, "122.6a");
  u32 by = row_EVENTS(g, row)->player;
  for (u32 i = row + 1; i < count_of(g, T_EVENTS); i++) {
    Event *ev = row_EVENTS(g, i);
    if (ev->parent != row + 1 || ev->kind != EVENT_COUNTERS_PUT || ev->word != kind || ev->flags & EVF_GONE) continue;
    ev->amount = num_add(ev->amount, n, NULL);
    return;
  }
  u32 child = batch_counters(g, row_EVENTS(g, row)->object, kind, n, by);
  contained(g, row, child);
  row_EVENTS(g, child)->cause = (u8)(1 + by); /* what an object enters with is an effect's doing (614.1c) */
}

static void contain_move(Game *g, u32 row, Ref object, Zone to, u32 flags) {
  bool enters = to == ZONE_BATTLEFIELD;
  u32 child = enters ? batch_enter(g, object, row_EVENTS(g, row)->player) : batch_move(g, object, to, 0);
  if (to == ZONE_LIBRARY) row_EVENTS(g, child)->position = row_EVENTS(g, row)->position;
  row_EVENTS(g, child)->flags |= (u16)flags;
  row_EVENTS(g, child)->source = row_EVENTS(g, row)->source;
  contained(g, row, child);
}

/* The cards of a merged permanent that is a token are moved by what moves cards, and otherwise with it (730.3e). What has
   been applied to the permanent has been to them. */
static void contain_cards(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = ev.from == ZONE_BATTLEFIELD ? object_live(g, ev.object) : 0;
  if (!slot || object_row(g, slot)->kind != OBJECT_TOKEN || !object_row(g, slot)->card || !is_merged(g, slot)) return;
  Heap applied = heap_copy(g, ev.applied);
  u32 child = batch_move(g, ev.object, (Zone)ev.to, 0);
  Event *cards = row_EVENTS(g, child);
  cards->flags = (u16)(ev.flags & ~EVF_SETTLED) | EVF_COMPONENT | EVF_EXPANDED;
  cards->position = ev.position;
  cards->source = ev.source;
  cards->applied = applied;
  contained(g, row, child);
}

/* A drawn card is the top card of the library as the draw is settled, behind those already drawn in the
   same batch. */
static void contain_draw(Game *g, u32 row) {
  u32 player = row_EVENTS(g, row)->player;
  for (u32 s = zone_first(g, ZONE_LIBRARY, player); s; s = object_row(g, s)->next) {
    bool taken = false;
    for (u32 i = 0; i < count_of(g, T_EVENTS) && !taken; i++) {
      const Event *other = row_EVENTS(g, i);
      taken =
          other->kind == EVENT_MOVE && other->object == object_ref(g, s) && !(other->flags & (EVF_GONE | EVF_HAPPENED));
    }
    if (taken) continue;
    contain_move(g, row, object_ref(g, s), ZONE_HAND, EVF_FROM_TOP);
    return;
  }
}

/* Keywords of what deals damage: the rules about what has left since, and about what deals it from another zone. */
static const struct {
  Word keyword;
  const char *last_known, *anywhere;
} DAMAGE_KEYWORDS[] = {
    {W_DEATHTOUCH, "702.2e", "702.2d"},
    {W_LIFELINK, "702.15c", "702.15d"},
    {W_WITHER, "702.80b", "702.80c"},
    {W_INFECT, "702.90d", "702.90e"},
};

/* Announces the rule for damage whose source isn't on the battlefield. */
static void damage_keyword_heard(Game *g, u32 slot, Word keyword) {
  for (u32 i = 0; i < COUNT_OF(DAMAGE_KEYWORDS); i++) {
    if (DAMAGE_KEYWORDS[i].keyword != keyword) continue;
    if (!slot)
      RULE(g, DAMAGE_KEYWORDS[i].last_known);
    else if (object_row(g, slot)->zone != ZONE_BATTLEFIELD)
      RULE(g, DAMAGE_KEYWORDS[i].anywhere);
  }
}

bool damage_source_has(Game *g, Ref source, Word keyword) {
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, source); /* last known if it has left (702.2e, 702.15c) */
  if (!c || !chars_keyword(c, keyword)) return false;
  u32 slot = object_live(g, source);
  if (slot) keyword_asked(g, slot, keyword);
  if (HEARD(g)) damage_keyword_heard(g, slot, keyword);
  return true;
}

static void contain_counters(Game *g, u32 row, Ref on, Word kind, i64 n) {
  Eval e = {.g = g};
  u32 by = eval_controller(&e, row_EVENTS(g, row)->source);
  contained(g, row, batch_counters(g, on, kind, n, by));
}

/* Toxic: the total of the values of all its instances (702.164c). */
static i64 toxic_value(Game *g, Ref source) {
  u32 slot = object_live(g, source);
  i64 total = 0;
  for (u32 i = 0; slot && i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_TOXIC) continue;
    Eval e = eval_of_ability(g, slot, &inst);
    total = num_add(total, eval_num(&e, node_arg(g->db, def->node, 2)), NULL);
  }
  return total;
}

/* The event behind a row that already is a player's loss or gain of life by damage, of that source if one is given, and that
   waits for what may replace it; null if there is none. */
static Event *life_by_damage(Game *g, u32 row, EventKind kind, Ref player, Ref source) {
  for (u32 i = row + 1; i < count_of(g, T_EVENTS); i++) {
    Event *ev = row_EVENTS(g, i);
    if (ev->kind != kind || ev->object != player || ev->flags & (EVF_GONE | EVF_SETTLED) || !ev->parent) continue;
    const Event *damage = row_EVENTS(g, ev->parent - 1);
    if (damage->kind == EVENT_DAMAGE && (!source || damage->source == source)) return ev;
  }
  return NULL;
}

/* What a player loses by damage that several sources deal at once is one loss of life (120.4c): rules about single sources
   exist for life gained alone (119.9). */
static void contain_loss(Game *g, u32 row) {
  const Event damage = *row_EVENTS(g, row);
  Event *loss = life_by_damage(g, row, EVENT_LOSE_LIFE, damage.object, REF_NONE);
  if (!loss) {
    contained(g, row, batch_life(g, ref_slot(damage.object), -damage.amount));
    return;
  }
  RULE(g, "120.4c");
  loss->amount = num_add(loss->amount, damage.amount, NULL);
}

/* Each source with lifelink causes an event of its own, and only one whatever it deals damage to (702.15e). */
static void contain_gain(Game *g, u32 row) {
  const Event damage = *row_EVENTS(g, row);
  Eval e = {.g = g};
  u32 player = eval_controller(&e, damage.source);
  if (player == PLAYER_NONE) return;
  RULE_OF(g, ref_player(player), "702.15b");
  Event *gain = life_by_damage(g, row, EVENT_GAIN_LIFE, ref_player(player), damage.source);
  if (!gain) {
    contained(g, row, batch_life(g, player, damage.amount));
    return;
  }
  RULE_OF(g, damage.source, "702.15e");
  gain->amount = num_add(gain->amount, damage.amount, NULL);
}

/* The results of damage (120.3), each of which may itself be replaced. Damage marked on a creature is
   marked when the damage event happens. */
static void contain_damage(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  bool infect = damage_source_has(g, ev.source, W_INFECT);
  if (ref_is_player(ev.object)) {
    if (infect) {
      RULE_OF(g, ev.object, "120.3b");
      RULE_OF(g, ev.object, "702.90b");
      contain_counters(g, row, ev.object, W_C_POISON, ev.amount);
    } else {
      RULE_OF(g, ev.object, "120.3a");
      contain_loss(g, row);
    }
    if (ev.flags & EVF_COMBAT && damage_source_has(g, ev.source, W_TOXIC)) {
      RULE_OF(g, ev.source, "120.3g");
      RULE_OF(g, ev.source, "702.164c");
      i64 toxic = toxic_value(g, ev.source);
      if (toxic > 0) contain_counters(g, row, ev.object, W_C_POISON, toxic);
    }
  } else {
    u16 types = chars_of(g, ref_slot(ev.object))->types;
    if (types & TYPE(PLANESWALKER)) {
      RULE_OF(g, ev.object, "120.3c");
      contain_counters(g, row, ev.object, W_C_LOYALTY, -ev.amount);
    }
    if (types & TYPE(BATTLE)) {
      RULE_OF(g, ev.object, "120.3h");
      contain_counters(g, row, ev.object, W_C_DEFENSE, -ev.amount);
    }
    if (types & TYPE(CREATURE) && (infect || damage_source_has(g, ev.source, W_WITHER))) {
      RULE_OF(g, ev.object, "120.3d");
      RULE_OF(g, ev.object, infect ? "702.90c" : "702.80a");
      contain_counters(g, row, ev.object, W_C_M1M1, ev.amount);
    }
  }
  if (damage_source_has(g, ev.source, W_LIFELINK)) {
    RULE_OF(g, ev.source, "120.3f");
    contain_gain(g, row);
  }
}

Heap entry_copy(Game *g, Heap entry) {
  Heap copy = heap_copy(g, entry);
  Entry *en = HEAP_AT(g, Entry, copy);
  en->notes = en->also = en->copy_and_env = 0;
  en->copy_and = 0;
  Heap cast = cast_info_copy(g, HEAP_AT(g, Entry, copy)->cast);
  HEAP_AT(g, Entry, copy)->cast = cast;
  Heap among = heap_copy(g, HEAP_AT(g, Entry, copy)->among);
  HEAP_AT(g, Entry, copy)->among = among;
  return copy;
}

/* Each token is a new object that enters (701.7a). */
static void contain_tokens(Game *g, u32 row) {
  i64 n = row_EVENTS(g, row)->amount;
  RULE(g, "111.2");
  for (i64 i = 0; i < n; i++) {
    u32 player = row_EVENTS(g, row)->player;
    u32 slot = object_new(g, OBJECT_TOKEN, player);
    Heap entry = entry_copy(g, row_EVENTS(g, row)->entry);
    Object *o = object_row(g, slot);
    o->cv = HEAP_AT(g, Entry, entry)->cv;
    u32 acquisition = ++core(g)->next_acquisition;
    HEAP_AT(g, Entry, entry)->acquisition = acquisition;
    HEAP_AT(g, Entry, entry)->controller = (u8)player;
    Event *ev = batch_add(g, EVENT_MOVE);
    ev->object = object_ref(g, slot);
    ev->player = (u8)player;
    ev->to = ZONE_BATTLEFIELD;
    ev->entry = entry;
    ev->source = row_EVENTS(g, row)->source;
    u32 entering = count_of(g, T_EVENTS) - 1;
    contained(g, row, entering);
    const Event create = *row_EVENTS(g, row);
    if (create.node) entering_counters(g, entering, (Word)create.word, create.node);
  }
}

/* The loyalty counters with which a planeswalker enters: two fewer for each Phyrexian symbol that was paid with life, if it is
   compleated (702.150a). */
static i64 entering_loyalty(Game *g, u32 slot, const Chars *c) {
  Heap cast = object_row(g, slot)->zone == ZONE_STACK ? stack_item_of(g, slot)->cast : 0;
  if (!cast || !chars_keyword(c, W_COMPLEATED) || !HEAP_AT(g, CastInfo, cast)->was_cast) return c->loyalty;
  RULE(g, "702.150a");
  return num_max(0, c->loyalty - 2 * (i64)HEAP_AT(g, CastInfo, cast)->lives);
}

/* A planeswalker enters with loyalty counters, a battle with defense counters, a Saga without read ahead with a lore
   counter; effects that change how many counters are put apply to these (306.5b, 310.4b, 714.3a, 122.6). */
static void contain_intrinsic_counters(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 slot = object_live(g, ev.object);
  if (ev.to != ZONE_BATTLEFIELD || !ev.entry || !slot) return;
  const CardForm *form = entering_form(g, slot, event_entry(g, row));
  if (form && form->sba_clean) return;
  Chars c;
  chars_entering(g, slot, ev.entry, &c);
  if (c.has & HAS_LOYALTY && c.types & TYPE(PLANESWALKER) && c.loyalty > 0) {
    RULE(g, "306.5b");
    entering_counters(g, row, W_C_LOYALTY, entering_loyalty(g, slot, &c));
  }
  if (chars_subtype(&c, W_SAGA) && chars_keyword(&c, W_READ_AHEAD)) {
    RULE(g, "714.3b"); /* its abilities say with how many */
  } else if (chars_subtype(&c, W_SAGA)) {
    RULE(g, "714.3a");
    entering_counters(g, row, W_C_LORE, 1);
  }
  if (c.has & HAS_DEFENSE && c.types & TYPE(BATTLE) && c.defense > 0) {
    RULE(g, "310.4b");
    entering_counters(g, row, W_C_DEFENSE, c.defense);
  }
}

/* What is attached phases out along with what it is attached to, indirectly, and in again with it (702.26g). */
static void contain_phasing(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  bool out = ev.kind == EVENT_PHASE_OUT;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (permanent_of(g, s)->attached_to != ev.object || object_phased_out(g, s) == out) continue;
    if (!out && !(permanent_of(g, s)->flags & PERM_PHASED_INDIRECTLY)) continue;
    RULE_OF(g, object_ref(g, s), "702.26g");
    u32 child = batch_simple(g, (EventKind)ev.kind, PLAYER_NONE, object_ref(g, s));
    row_EVENTS(g, child)->flags |= ev.flags & EVF_RULE;
    contained(g, row, child);
  }
}

void event_contain(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  u32 keep = ev.flags & (EVF_COST | EVF_RULE);
  switch (ev.kind) {
    case EVENT_MOVE:
      contain_intrinsic_counters(g, row);
      contain_unlocking(g, row);
      contain_cards(g, row);
      break;
    case EVENT_DRAW: contain_draw(g, row); break;
    case EVENT_DISCARD:
      RULE_OF(g, ev.object, "701.9a");
      contain_move(g, row, ev.object, ev.to == ZONE_NONE ? ZONE_GRAVEYARD : (Zone)ev.to, keep);
      break;
    case EVENT_MILL:
      RULE_OF(g, ev.object, "701.17a");
      contain_move(g, row, ev.object, ZONE_GRAVEYARD, keep);
      break;
    case EVENT_SACRIFICE:
      RULE_OF(g, ev.object, "701.21a");
      contain_move(g, row, ev.object, ZONE_GRAVEYARD, keep);
      break;
    case EVENT_DESTROY:
      RULE_OF(g, ev.object, "701.8a");
      contain_move(g, row, ev.object, ZONE_GRAVEYARD, keep);
      break;
    case EVENT_COUNTER:
      RULE(g, "701.6a");
      if (object_row(g, ref_slot(ev.object))->kind == OBJECT_ABILITY) break;
      contain_move(g, row, ev.object, ev.to == ZONE_NONE ? ZONE_GRAVEYARD : (Zone)ev.to, keep);
      break;
    case EVENT_PHASE_OUT:
    case EVENT_PHASE_IN: contain_phasing(g, row); break;
    case EVENT_PAY_LIFE: contained(g, row, batch_life(g, ev.player, -ev.amount)); break;
    case EVENT_DAMAGE: contain_damage(g, row); break;
    case EVENT_CREATE: contain_tokens(g, row); break;
    default: break;
  }
}
