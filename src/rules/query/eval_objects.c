/* Sets of objects and players. Each set comes in canonical order: players in turn order from the first
   seat, objects in the order of their zone. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/query.h"
#include "rules/query/sources.h"
#include "rules/query/layers/layers.h"
#include "state/objects.h"

/* Adds a reference unless it is on the list from `mark` on. */
static void add_once(Game *g, u32 mark, Ref ref) {
  if (ref == REF_NONE) return;
  for (u32 i = mark; i < scratch_count(g); i++)
    if (scratch_get(g, i) == ref) return;
  scratch_push(g, ref);
}

/* --- objects of a zone that match a filter --------------------------------------------------------------- */

/* A filter taken apart. The terms that nearly every filter has (types, "you control", "you own") are read off the object;
   the others are evaluated. */
enum { SIEVE_TERMS = 4 };
typedef struct Sieve {
  u16 types; /* it must have all of them */
  bool controlled, owned;
  bool attached; /* only what is attached to something can match; the terms say to what */
  u8 you;
  u8 count;
  Node terms[SIEVE_TERMS];
} Sieve;

static bool is_you(const CardDb *db, Node player) { return node_op(db, player) == IR_YOU; }

/* Adds a term; false if there are too many. */
static bool sieve_add(Sieve *sieve, const CardDb *db, Node term) {
  switch (node_op(db, term)) {
    case IR_AND:
      for (u32 i = 0; i < node_argc(db, term); i++)
        if (!sieve_add(sieve, db, node_arg(db, term, i))) return false;
      return true;
    case IR_ALWAYS: return true;
    case IR_TYPE: sieve->types |= (u16)(1u << type_bit((Word)node_arg(db, term, ARG_TYPE_WORD))); return true;
    case IR_CONTROLLED_BY:
      if (!is_you(db, node_arg(db, term, 0))) break;
      sieve->controlled = true;
      return true;
    case IR_OWNED_BY:
      if (!is_you(db, node_arg(db, term, 0))) break;
      sieve->owned = true;
      return true;
    case IR_ATTACHED_TO: sieve->attached = true; break;
    default: break;
  }
  if (sieve->count == SIEVE_TERMS) return false;
  sieve->terms[sieve->count++] = term;
  return true;
}

static Sieve sieve_of(const Eval *e, Node filter) {
  Sieve sieve = {.you = (u8)eval_you(e)};
  if (e->as_card || sieve.you >= core(e->g)->player_count || !sieve_add(&sieve, e->g->db, filter)) {
    sieve = (Sieve){.count = 1};
    sieve.terms[0] = filter;
  }
  sieve.attached &= !e->env; /* a program also finds what was attached to something that has left (608.2h) */
  return sieve;
}

/* What is looked at provisionally isn't as its row says. */
static bool sieve_holds(const Eval *e, const Sieve *sieve, Node filter, u32 slot) {
  if (e->provisional && e->provisional->slot == slot) return eval_cond(e, filter);
  const Object *o = object_row(e->g, slot);
  if (sieve->owned && o->owner != sieve->you) return false;
  if (sieve->controlled && (e->work ? layer_work_controller(e->work, slot) : o->controller) != sieve->you) return false;
  if (sieve->types && (eval_slot_chars(e, slot)->types & sieve->types) != sieve->types) return false;
  for (u32 i = 0; i < sieve->count; i++)
    if (!eval_cond(e, sieve->terms[i])) return false;
  return true;
}

/* Objects in a zone that match a filter, in order. */
typedef struct ZoneSearch {
  Eval each;
  Zone zone;
  Node filter;
  Sieve sieve;
} ZoneSearch;

static void search_begin(ZoneSearch *search, const Eval *e, Zone zone, Node filter) {
  *search = (ZoneSearch){.each = *e, .zone = zone, .filter = filter, .sieve = sieve_of(e, filter)};
  search->each.asked = e->it;
  search->each.unseen = zone == ZONE_EXILE;
  if (!e->work && search->sieve.controlled) layers_update(e->g); /* a controller may have changed (613.2) */
}

/* What could match after `slot`; the first of the zone if that is 0. */
static u32 search_step(const ZoneSearch *search, u32 player, u32 slot) {
  Game *g = search->each.g;
  if (search->sieve.attached && search->zone == ZONE_BATTLEFIELD) return attached_after(g, slot);
  return slot ? object_row(g, slot)->next : zone_first(g, search->zone, player);
}

/* The first match after `slot` in a player's zone, or in the zone that players share; of all if `slot` is 0. Returns 0 if
   there is none. */
static u32 search_after(ZoneSearch *search, u32 player, u32 slot) {
  Game *g = search->each.g;
  const Sieve *sieve = &search->sieve;
  if (sieve->owned && sieve->you != player && !zone_is_shared(search->zone)) return 0;
  for (u32 s = search_step(search, player, slot); s; s = search_step(search, player, s)) {
    eval_spend(g);
    /* A phased-out permanent is treated as though it did not exist (702.26b). */
    if (search->zone == ZONE_BATTLEFIELD && object_phased_out(g, s)) continue;
    if (search->zone == ZONE_OUTSIDE && !may_be_brought_in(g, s)) continue;
    search->each.it = object_ref(g, s);
    bool holds = sieve_holds(&search->each, &search->sieve, search->filter, s);
    ASSERT(holds == eval_cond(&search->each, search->filter));
    if (holds) return s;
  }
  return 0;
}

static u32 search_players(const Game *g, Zone zone) { return zone_is_shared(zone) ? 1 : core(g)->player_count; }

/* What a player owns in a zone. */
static void add_owned(Game *g, Zone zone, u32 player) {
  for (u32 s = zone_first(g, zone, zone_is_shared(zone) ? 0 : player); s; s = object_row(g, s)->next)
    if (object_row(g, s)->owner == player && !object_phased_out(g, s)) scratch_push(g, object_ref(g, s));
}

/* Of an ALL node, the first so many. */
static void add_first(const Eval *e, Node n, u32 enough) {
  Game *g = e->g;
  ZoneSearch search;
  search_begin(&search, e, zone_of_word((Word)node_arg(g->db, n, ARG_ALL_ZONE)), node_arg(g->db, n, ARG_ALL_FILTER));
  for (u32 p = 0; p < search_players(g, search.zone); p++)
    for (u32 s = 0; enough > 0 && (s = search_after(&search, p, s)) != 0; enough--) scratch_push(g, object_ref(g, s));
}

u32 eval_some(const Eval *e, Node n, u32 enough) {
  if (node_op(e->g->db, n) != IR_ALL) return eval_objects(e, n);
  u32 mark = scratch_mark(e->g);
  add_first(e, n, enough);
  return scratch_count(e->g) - mark;
}

/* What a description of players asks of them. */
typedef struct AskedOfPlayers {
  bool deeds, denies; /* what has happened; that something isn't so */
} AskedOfPlayers;

static bool note_asked(void *user, const CardDb *db, Node node) {
  AskedOfPlayers *asked = user;
  asked->deeds |= node_op(db, node) == IR_HAPPENED;
  asked->denies |= node_op(db, node) == IR_NOT;
  return true;
}

u32 eval_players_left(const Eval *e, Node n) {
  Game *g = e->g;
  u32 count = 0, players = core(g)->player_count;
  Node filter = node_op(g->db, n) == IR_ALL_PLAYERS ? node_arg(g->db, n, 0) : 0;
  if (!filter || players_in_game(g) == players) return 0;
  AskedOfPlayers asked = {0};
  ir_walk(g->db, filter, note_asked, &asked);
  for (u32 p = 0; p < players && asked.deeds && !asked.denies; p++)
    count += !player_in_game(g, p) && eval_matches(e, filter, ref_player(p));
  if (count) RULE(g, "800.4i");
  return count;
}

bool eval_any(const Eval *e, Node n) {
  Game *g = e->g;
  u32 mark = scratch_mark(g), count = eval_some(e, n, 1);
  scratch_release(g, mark);
  return count > 0 || eval_players_left(e, n) > 0;
}

static void add_players(const Eval *e, Node filter, bool opponents_only, u32 of) {
  Game *g = e->g;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!player_in_game(g, p)) continue;
    if (opponents_only && !players_are_opponents(g, p, of)) continue;
    if (filter && !eval_matches(e, filter, ref_player(p))) continue;
    scratch_push(g, ref_player(p));
  }
}

static void add_players_from(const Eval *e, u32 first) {
  u32 players = core(e->g)->player_count;
  for (u32 i = 0; first != PLAYER_NONE && i < players; i++)
    if (player_in_game(e->g, (first + i) % players)) scratch_push(e->g, ref_player((first + i) % players));
}

static void add_value(const Eval *e, u32 mark, Value v) {
  Game *g = e->g;
  if (v.tag == VALUE_REF) {
    add_once(g, mark, (Ref)v.v);
  } else if (v.tag == VALUE_REFS) {
    for (u32 i = 0; i < list_count(g, (Heap)v.v); i++) scratch_push(g, list_get(g, (Heap)v.v, i));
  }
}

/* What an object became, if it can be found (400.7): of a permanent of several cards all of them (712.21c). */
static void add_became(Game *g, u32 mark, Ref was) {
  add_once(g, mark, object_became(g, was, false));
  u32 row = lki_find(g, was);
  Heap more = row ? row_LKI(g, row)->more : 0;
  if (more) RULE(g, "712.21c");
  for (u32 i = 0; i < list_count(g, more); i++) {
    u32 slot = object_live(g, list_get(g, more, i));
    if (slot && zone_is_public((Zone)object_row(g, slot)->zone)) add_once(g, mark, list_get(g, more, i));
  }
}

/* In the place of the objects what they became. */
static void add_what_became(const Eval *e, Node of) {
  Game *g = e->g;
  u32 from = scratch_mark(g), count = eval_objects(e, of), first = from + count;
  for (u32 i = 0; i < count; i++) add_became(g, first, scratch_get(g, from + i));
  u32 end = scratch_mark(g);
  for (u32 k = first; k < end; k++) scratch_set(g, from + k - first, scratch_get(g, k));
  scratch_release(g, end - count);
}

/* What the event's object became, if the ability can find it (400.7e). */
static void add_event_new(const Eval *e, u32 mark) {
  Value v = eval_slot(e, SLOT_EVENT_NEW);
  if (v.tag == VALUE_NONE) {
    Value was = eval_slot(e, SLOT_EVENT_OBJECT);
    if (was.tag == VALUE_REF) add_became(e->g, mark, (Ref)was.v);
    return;
  }
  add_value(e, mark, v);
}

/* Whether what was exiled is in exile no longer: nothing that speaks of exiled cards speaks of it (607.2a). */
static bool has_left_exile(Game *g, Ref ref) {
  if (ref_is_player(ref) || object_live(g, ref)) return false;
  u32 row = lki_find(g, ref);
  if (row && row_LKI(g, row)->object.zone != ZONE_EXILE) return false;
  RULE(g, "607.2a");
  return true;
}

static void drop_what_left_exile(Game *g, u32 mark) {
  u32 end = scratch_mark(g), kept = mark;
  for (u32 i = mark; i < end; i++) {
    Ref ref = scratch_get(g, i);
    if (!has_left_exile(g, ref)) scratch_set(g, kept++, ref);
  }
  scratch_release(g, kept);
}

static void add_noted(const Eval *e, u32 mark, StrId link) {
  u32 first = scratch_mark(e->g);
  add_value(e, mark, eval_noted(e, link));
  drop_what_left_exile(e->g, first);
}

/* A property of each object of a list, through a function from reference to reference. */
typedef Ref (*RefOf)(const Eval *e, Ref ref);

static void add_mapped(const Eval *e, u32 mark, Node of, RefOf map) {
  Game *g = e->g;
  u32 from = scratch_mark(g);
  u32 n = eval_objects(e, of), kept = from;
  for (u32 i = 0; i < n; i++) {
    Ref ref = map(e, scratch_get(g, from + i));
    bool there = ref == REF_NONE;
    for (u32 k = mark; k < kept && !there; k++) there = scratch_get(g, k) == ref;
    if (!there) scratch_set(g, kept++, ref);
  }
  scratch_release(g, kept);
}

static Ref ref_controller(const Eval *e, Ref ref) {
  u32 p = eval_controller(e, ref);
  return p == PLAYER_NONE ? REF_NONE : ref_player(p);
}

static Ref ref_owner(const Eval *e, Ref ref) {
  u32 owner = object_owner(e->g, ref);
  return owner == PLAYER_NONE ? REF_NONE : ref_player(owner);
}

static Ref ref_was(const Eval *e, Ref ref) { return object_was(e->g, ref); }

static Ref ref_paired(const Eval *e, Ref ref) {
  const Permanent *p = eval_permanent(e, ref);
  return p ? p->paired : REF_NONE;
}

/* What an ability calls enchanted or equipped is what its object is attached to, whatever that is itself. */
static void announce_host(const Eval *e, Ref ref) {
  Game *g = e->g;
  if (!HEARD(g) || !HEARD(g)->rule) return;
  const Chars *c = eval_chars(e, ref);
  bool aura = chars_subtype(c, W_AURA), equipment = chars_subtype(c, W_EQUIPMENT);
  bool fortification = chars_subtype(c, W_FORTIFICATION);
  if (aura) RULE(g, "303.4b");
  if (equipment) RULE(g, "301.5a");
  if (fortification) RULE(g, "301.6");
  if (!aura && !equipment && !fortification) RULE(g, c->types & TYPE(ARTIFACT) ? "301.5f" : "303.4m");
}

static Ref ref_host(const Eval *e, Ref ref) {
  Game *g = e->g;
  if (e->provisional && ref == object_ref(g, e->provisional->slot))
    return HEAP_AT(g, Entry, e->provisional->entry)->attached_to;
  u32 slot = object_live(g, ref);
  if (slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD) {
    if (permanent_of(g, slot)->attached_to) announce_host(e, ref);
    return permanent_of(g, slot)->attached_to;
  }
  u32 row = lki_find(g, ref);
  if (!row || row_LKI(g, row)->object.zone != ZONE_BATTLEFIELD) return REF_NONE;
  return HEAP_AT(g, Permanent, row_LKI(g, row)->ext)->attached_to;
}

static Ref ref_source(const Eval *e, Ref ref) {
  u32 slot = object_live(e->g, ref);
  if (!slot || object_row(e->g, slot)->zone != ZONE_STACK) return ref;
  return object_row(e->g, slot)->kind == OBJECT_ABILITY ? stack_item_of(e->g, slot)->source : ref;
}

static Ref ref_attacked(const Eval *e, Ref ref) {
  Game *g = e->g;
  u32 slot = object_live(g, ref);
  Heap ext = 0;
  if (slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD) ext = object_row(g, slot)->ext;
  u32 row = slot ? 0 : lki_find(g, ref);
  if (row && row_LKI(g, row)->object.zone == ZONE_BATTLEFIELD) ext = row_LKI(g, row)->ext;
  return ext ? HEAP_AT(g, Permanent, ext)->attacked : REF_NONE;
}

static Ref ref_defending(const Eval *e, Ref ref) {
  Ref attacked = ref_attacked(e, ref);
  if (!attacked) return REF_NONE;
  RULE(e->g, "508.5");
  u32 player = combat_defender(e->g, attacked);
  return player == PLAYER_NONE ? REF_NONE : ref_player(player);
}

static void add_attachments(const Eval *e, Node of) {
  Game *g = e->g;
  Ref host = eval_object(e, of);
  if (host == REF_NONE) return;
  u32 row = object_live(g, host) || ref_is_player(host) ? 0 : lki_find(g, host);
  if (row) {
    Heap list = row_LKI(g, row)->attachments;
    for (u32 i = 0; i < list_count(g, list); i++) scratch_push(g, list_get(g, list, i));
    return;
  }
  for (u32 s = attached_after(g, 0); s; s = attached_after(g, s))
    if (permanent_of(g, s)->attached_to == host && !object_phased_out(g, s)) scratch_push(g, object_ref(g, s));
}

static void add_blocks(const Eval *e, Node of, bool blockers) {
  Game *g = e->g;
  Ref ref = eval_object(e, of);
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  const Object *o = slot ? object_row(g, slot) : row ? &row_LKI(g, row)->object : NULL;
  if (!o || o->zone != ZONE_BATTLEFIELD) return;
  if (row || !blockers) {
    Heap list = row && blockers ? row_LKI(g, row)->blockers
                : row           ? HEAP_AT(g, Permanent, row_LKI(g, row)->ext)->blocking
                                : permanent_of(g, slot)->blocking;
    for (u32 i = 0; i < list_count(g, list); i++) scratch_push(g, list_get(g, list, i));
    return;
  }
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (list_has(g, permanent_of(g, s)->blocking, ref)) scratch_push(g, object_ref(g, s));
}

bool eval_is_blocker(const Eval *e, Node of, Ref ref) {
  Game *g = e->g;
  Ref attacker = eval_object(e, of);
  u32 slot = object_live(g, attacker), row = slot ? 0 : lki_find(g, attacker);
  if (row) return row_LKI(g, row)->object.zone == ZONE_BATTLEFIELD && list_has(g, row_LKI(g, row)->blockers, ref);
  u32 blocker = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!slot || !blocker || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  return object_row(g, blocker)->zone == ZONE_BATTLEFIELD && list_has(g, permanent_of(g, blocker)->blocking, attacker);
}

/* Each is one object, however often it was chosen. */
static void add_targets(const Eval *e, Node of) {
  Game *g = e->g;
  u32 mark = scratch_mark(g), count = stack_targets(g, eval_object(e, of)), kept = 0;
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    bool again = false;
    for (u32 k = 0; k < kept; k++) again = again || scratch_get(g, mark + k) == ref;
    if (!again) scratch_set(g, mark + kept++, ref);
  }
  scratch_release(g, mark + kept);
}

static void add_top(const Eval *e, Node node) {
  Game *g = e->g;
  i64 n = eval_num(e, node_arg(g->db, node, 0));
  u32 player = eval_player(e, node_arg(g->db, node, 1));
  if (player == PLAYER_NONE) return;
  for (u32 s = zone_first(g, ZONE_LIBRARY, player); s && n > 0; s = object_row(g, s)->next, n--)
    scratch_push(g, object_ref(g, s));
}

static void add_only(const Eval *e, Node node) {
  Game *g = e->g;
  u32 from = scratch_mark(g);
  u32 n = eval_objects(e, node_arg(g->db, node, 0)), kept = 0;
  for (u32 i = 0; i < n; i++) {
    Ref ref = scratch_get(g, from + i);
    if (eval_matches(e, node_arg(g->db, node, 1), ref)) scratch_set(g, from + kept++, ref);
  }
  scratch_release(g, from + kept);
}

static void add_cards_in(const Eval *e, Node n) {
  u32 player = eval_player(e, node_arg(e->g->db, n, ARG_CARDS_IN_PLAYER));
  if (player != PLAYER_NONE) add_owned(e->g, zone_of_word((Word)node_arg(e->g->db, n, ARG_CARDS_IN_ZONE)), player);
}

static void add_last(const Eval *e, Node objects) {
  Game *g = e->g;
  u32 from = scratch_mark(g), count = eval_objects(e, objects);
  Ref last = count ? scratch_get(g, from + count - 1) : REF_NONE;
  scratch_release(g, from);
  if (last) scratch_push(g, last);
}

static void add_top_of_graveyard(const Eval *e, Node n) {
  Game *g = e->g;
  u32 player = eval_player(e, node_arg(g->db, n, 0));
  u32 slot = player == PLAYER_NONE ? 0 : zone_list(g, ZONE_GRAVEYARD, player)->last;
  if (slot) scratch_push(g, object_ref(g, slot));
}

/* A dispatcher. */
u32 eval_objects(const Eval *e, Node n) {
  Game *g = e->g;
  const CardDb *db = g->db;
  u32 mark = scratch_mark(g);
  eval_spend(g);
  switch (node_op(db, n)) {
    case IR_SELF: scratch_push(g, eval_self(e)); break;
    case IR_GRANTER: add_once(g, mark, eval_granter(e)); break;
    case IR_YOU: scratch_push(g, ref_player(eval_you(e))); break;
    case IR_IT: add_once(g, mark, e->it); break;
    case IR_ASKED: add_once(g, mark, e->asked); break;
    case IR_VAR:
      if (node_arg(db, n, 0) == SLOT_EVENT_NEW)
        add_event_new(e, mark);
      else
        add_value(e, mark, eval_slot(e, node_arg(db, n, 0)));
      break;
    case IR_PLAYERS: add_players(e, 0, false, 0); break;
    case IR_OPPONENTS: {
      u32 of = node_arg(db, n, 0) ? eval_player(e, node_arg(db, n, 0)) : eval_you(e);
      add_players(e, 0, true, of);
      break;
    }
    case IR_CHOOSER: {
      Value who = eval_slot(e, node_arg(db, n, ARG_CHOOSER_SLOT));
      if (who.tag == VALUE_REF)
        scratch_push(g, (Ref)who.v);
      else
        eval_objects(e, node_arg(db, n, ARG_CHOOSER_OF));
      break;
    }
    case IR_ALL_PLAYERS: add_players(e, node_arg(db, n, 0), false, 0); break;
    case IR_PLAYERS_FROM: add_players_from(e, eval_player(e, node_arg(db, n, 0))); break;
    case IR_STARTING_PLAYER: scratch_push(g, ref_player(core(g)->starting_player)); break;
    case IR_ACTIVE_PLAYER: scratch_push(g, ref_player(core(g)->active)); break;
    case IR_CONTROLLER: add_mapped(e, mark, node_arg(db, n, 0), ref_controller); break;
    case IR_OWNER: add_mapped(e, mark, node_arg(db, n, 0), ref_owner); break;
    case IR_ALL: add_first(e, n, UINT32_MAX); break;
    case IR_ONLY: add_only(e, n); break;
    case IR_UNION:
      for (u32 i = 0; i < node_argc(db, n); i++) eval_objects(e, node_arg(db, n, i));
      break;
    case IR_CARDS_IN: add_cards_in(e, n); break;
    case IR_TOP: add_top(e, n); break;
    case IR_LAST: add_last(e, node_arg(db, n, 0)); break;
    case IR_TOP_OF_GRAVEYARD: add_top_of_graveyard(e, n); break;
    case IR_WAS: add_mapped(e, mark, node_arg(db, n, 0), ref_was); break;
    case IR_BECAME: add_what_became(e, node_arg(db, n, 0)); break;
    case IR_PAIRED_WITH: add_mapped(e, mark, node_arg(db, n, 0), ref_paired); break;
    case IR_HOST: add_mapped(e, mark, node_arg(db, n, 0), ref_host); break;
    case IR_ATTACHMENTS: add_attachments(e, node_arg(db, n, 0)); break;
    case IR_EVENT_OBJECT: add_value(e, mark, eval_slot(e, SLOT_EVENT_OBJECT)); break;
    case IR_EVENT_PLAYER: add_value(e, mark, eval_slot(e, SLOT_EVENT_PLAYER)); break;
    case IR_EVENT_SOURCE: add_value(e, mark, eval_slot(e, SLOT_EVENT_SOURCE)); break;
    case IR_EVENT_OTHER: add_value(e, mark, eval_slot(e, SLOT_EVENT_OTHER)); break;
    case IR_EVENT_STACKED:
      add_value(e, mark, eval_slot(e, eval_slot(e, SLOT_EVENT_OTHER).tag ? SLOT_EVENT_OTHER : SLOT_EVENT_OBJECT));
      break;
    case IR_EVENT_NEW: add_event_new(e, mark); break;
    case IR_MOVED: add_value(e, mark, eval_slot(e, SLOT_MOVED)); break;
    case IR_NOTED: add_noted(e, mark, node_arg(db, n, 0)); break;
    case IR_TARGETS_OF: add_targets(e, node_arg(db, n, 0)); break;
    case IR_SOURCE_OF: add_mapped(e, mark, node_arg(db, n, 0), ref_source); break;
    case IR_SOURCES: sources_add(g); break;
    case IR_DEFENDING_PLAYER: add_mapped(e, mark, node_arg(db, n, 0), ref_defending); break;
    case IR_ATTACKED_BY: add_mapped(e, mark, node_arg(db, n, 0), ref_attacked); break;
    case IR_BLOCKERS_OF: add_blocks(e, node_arg(db, n, 0), true); break;
    case IR_BLOCKED_BY: add_blocks(e, node_arg(db, n, 0), false); break;
    default:
      ASSERT(node_defined(db, n));
      eval_objects(e, node_defined(db, n));
      break;
  }
  return scratch_count(g) - mark;
}

Ref eval_object(const Eval *e, Node n) {
  if (!n) return REF_NONE;
  switch (node_op(e->g->db, n)) { /* the frequent ones without the list */
    case IR_SELF: return eval_self(e);
    case IR_YOU: return ref_player(eval_you(e));
    case IR_IT: return e->it;
    default: break;
  }
  u32 mark = scratch_mark(e->g);
  Ref first = eval_objects(e, n) ? scratch_get(e->g, mark) : REF_NONE;
  scratch_release(e->g, mark);
  return first;
}

u32 eval_player(const Eval *e, Node n) {
  if (!n) return eval_you(e);
  Ref ref = eval_object(e, n);
  return ref == REF_NONE ? PLAYER_NONE : eval_controller(e, ref);
}
