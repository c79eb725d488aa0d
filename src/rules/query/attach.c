#include "rules/query/attach.h"

#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/layers/layers.h"
#include "rules/query/query.h"

/* --- what is attached ---------------------------------------------------------------------------------- */

/* An attachment, on the battlefield or seen as it would enter it (303.4f, 614.12). */
typedef struct Attachment {
  Game *g;
  u32 slot;
  const Provisional *entering; /* null on the battlefield */
  bool as_creature;            /* its host is taken for a creature */
} Attachment;

static const Chars *attachment_chars(const Attachment *a) {
  return a->entering ? a->entering->chars : chars_of(a->g, a->slot);
}

static AbilityInst attachment_ability(const Attachment *a, u32 index) {
  if (!a->entering) return ability_get(a->g, a->slot, index);
  u32 acquisition = HEAP_AT(a->g, Entry, a->entering->entry)->acquisition;
  return chars_ability(a->g, a->entering->chars, index, acquisition);
}

static Eval attachment_eval(const Attachment *a, const AbilityInst *inst) {
  Eval e = eval_of_ability(a->g, a->slot, inst);
  if (a->entering) e.controller = HEAP_AT(a->g, Entry, a->entering->entry)->controller;
  e.provisional = a->entering;
  return e;
}

/* --- bestow ------------------------------------------------------------------------------------------ */

void bestow_end(Game *g, u32 slot) {
  RULE(g, "702.103f");
  permanent_of(g, slot)->flags &= ~(u32)PERM_BESTOWED;
  CvId cv = cv_plain(g, object_row(g, slot)->cv);
  object_row(g, slot)->cv = cv;
  facts_changed(g, FACT_COPY | FACT_STATUS);
}

void bestow_end_hostless(Game *g) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    const Permanent *p = permanent_of(g, s);
    if (!(p->flags & PERM_BESTOWED) || object_phased_out(g, s)) continue;
    u32 host = object_live(g, p->attached_to);
    if (!host || object_row(g, host)->zone != ZONE_BATTLEFIELD) bestow_end(g, s);
  }
}

/* --- protection (702.16) ----------------------------------------------------------------------------- */

/* What has protection and what from, which may be entering. */
typedef struct Protection {
  Ref what, from;
  const Provisional *entering;
  u32 ability;
} Protection;

/* What a quality of protection speaks of. */
typedef struct Quality {
  bool granter, noted;
} Quality;

static bool find_spared(void *context, const CardDb *db, Node node) {
  Quality *q = context;
  q->granter |= node_op(db, node) == IR_GRANTER;
  q->noted |= node_op(db, node) == IR_NOTED;
  return true;
}

/* The rule by which protection from this quality works. An effect that leaves out what gives it, or what was attached
   before, doesn't remove that. */
static const char *quality_rule(const CardDb *db, Node quality) {
  Quality q = {0};
  ir_walk(db, quality, find_spared, &q);
  if (q.granter) return q.noted ? "702.16p" : "702.16n";
  if (node_op(db, quality) == IR_ALWAYS) return "702.16j";
  if (node_op(db, quality) != IR_CONTROLLED_BY) return "702.16a";
  return node_op(db, node_arg(db, quality, 0)) == IR_OPPONENTS ? "702.16i" : "702.16k";
}

static bool quality_matches(const Eval *e, Node keyword, const Protection *p) {
  Node quality = node_arg(e->g->db, keyword, ARG_KEYWORD_QUALITY);
  Eval seen = *e;
  seen.provisional = p->entering;
  if (!quality) return false;
  if (HEARD(e->g)) RULE(e->g, quality_rule(e->g->db, quality));
  return eval_matches(&seen, quality, p->from);
}

static bool player_protected(const Eval *e, Node rule, void *user) {
  Game *g = e->g;
  Protection *p = user;
  Node ability = node_arg(g->db, rule, ARG_R_PLAYER_HAS_ABILITY);
  const AbilityDef *def = carddb_ability(g->db, ability);
  if (def->op != IR_KEYWORD || def->keyword != W_PROTECTION) return false;
  if (!eval_matches(e, node_arg(g->db, rule, ARG_R_PLAYER_HAS_PLAYERS), p->what)) return false;
  p->ability = ability;
  return quality_matches(e, def->node, p);
}

/* The first protection ability that keeps the one from the other, 0 if there is none. */
static u32 protection_find(Game *g, Protection *p) {
  if (ref_is_player(p->what)) return rules_visit(g, IR_R_PLAYER_HAS, player_protected, p) ? p->ability : 0;
  u32 slot = object_live(g, p->what);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return 0; /* 113.6 */
  if (!has_keyword(g, slot, W_PROTECTION)) return 0;
  u32 first = 0, count = 0;
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_PROTECTION) continue;
    if (count++) RULE(g, count == 5 ? "702.16h" : "702.16g"); /* from each color: five abilities */
    Eval e = eval_of_ability(g, slot, &inst);
    if (!quality_matches(&e, def->node, p)) continue;
    if (first) RULE(g, "702.16m");
    if (!first) first = inst.ability;
  }
  return first;
}

u32 protection_from(Game *g, Ref what, Ref from) {
  Protection p = {.what = what, .from = from};
  return protection_find(g, &p);
}

bool protected_from(Game *g, Ref what, Ref from) { return protection_from(g, what, from) != 0; }

/* --- enchanting (702.5) -------------------------------------------------------------------------------- */

bool filter_names_zone(const CardDb *db, Node filter) {
  switch (node_op(db, filter)) {
    case IR_IN_ZONE: return true;
    case IR_AND:
    case IR_OR:
      for (u32 i = 0; i < node_argc(db, filter); i++)
        if (filter_names_zone(db, node_arg(db, filter, i))) return true;
      return false;
    default: return false;
  }
}

/* All enchant abilities of an Aura apply (702.5c); one that has none can enchant nothing. */
static bool enchant_allows(const Attachment *a, Ref host, Zone zone) {
  Game *g = a->g;
  bool found = false;
  for (u32 i = 0; i < attachment_chars(a)->ability_count; i++) {
    AbilityInst inst = attachment_ability(a, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_ENCHANT) continue;
    Node quality = node_arg(g->db, def->node, ARG_KEYWORD_QUALITY);
    if (!ref_is_player(host) && zone != ZONE_BATTLEFIELD && !filter_names_zone(g->db, quality)) return false;
    Eval e = attachment_eval(a, &inst);
    RULE(g, found ? "702.5c" : ref_is_player(host) ? "702.5d" : "702.5a");
    if (!eval_matches(&e, quality, host)) return false;
    found = true;
  }
  return found;
}

static bool aura_legal(const Attachment *a, Ref host, Zone zone) {
  if (attachment_chars(a)->types & TYPE(CREATURE)) {
    RULE(a->g, "303.4d");
    return false;
  }
  return enchant_allows(a, host, zone);
}

/* Equipment goes on creatures and Fortifications on lands; one that is a creature itself on nothing, unless
   it has reconfigure (301.5c, 301.6). */
static bool equipment_legal(const Attachment *a, u32 host, u16 host_type) {
  Game *g = a->g;
  if (!host || object_row(g, host)->zone != ZONE_BATTLEFIELD) return false;
  if (!has_type(g, host, host_type) && !(a->as_creature && host_type == TYPE(CREATURE))) return false;
  const Chars *c = attachment_chars(a);
  if (!(c->types & TYPE(CREATURE)) || chars_keyword(c, W_RECONFIGURE)) return true;
  RULE(g, "301.5c");
  return false;
}

/* What is to be attached, and what to. */
typedef struct Attaching {
  const Attachment *attachment;
  Ref host;
} Attaching;

static bool attaching_denied(const Eval *e, Node rule, void *user) {
  const Attaching *w = user;
  const CardDb *db = e->g->db;
  Node event = node_arg(db, rule, ARG_R_CANT_HAPPEN_EVENT);
  if (node_op(db, event) != IR_E_ATTACHED) return false;
  Eval seen = *e;
  seen.provisional = w->attachment->entering;
  Ref attachment = object_ref(e->g, w->attachment->slot);
  return eval_matches(&seen, node_arg(db, event, ARG_E_ATTACHED_OBJECT), attachment) &&
         eval_matches(e, node_arg(db, event, ARG_E_ATTACHED_TO), w->host);
}

static bool legal(const Attachment *a, Ref host) {
  Game *g = a->g;
  if (host == REF_NONE || host == object_ref(g, a->slot)) return false;
  u32 slot = 0;
  Zone zone = ZONE_NONE;
  if (ref_is_player(host)) {
    if (!player_in_game(g, ref_slot(host))) return false;
  } else {
    slot = object_live(g, host);
    if (!slot) return false;
    zone = (Zone)object_row(g, slot)->zone;
    if (zone == ZONE_BATTLEFIELD && object_phased_out(g, slot)) return false;
  }
  const Chars *c = attachment_chars(a);
  bool aura = chars_subtype(c, W_AURA), equipment = chars_subtype(c, W_EQUIPMENT);
  bool fortification = chars_subtype(c, W_FORTIFICATION);
  if (c->types & TYPE(BATTLE)) return false; /* 310.9 */
  bool allowed = aura        ? aura_legal(a, host, zone)
                 : equipment ? equipment_legal(a, slot, TYPE(CREATURE))
                             : fortification && equipment_legal(a, slot, TYPE(LAND));
  if (!allowed) return false;
  Attaching attaching = {.attachment = a, .host = host};
  if (rules_visit(g, IR_R_CANT_HAPPEN, attaching_denied, &attaching)) {
    RULE(g, "614.17");
    return false;
  }
  Protection p = {.what = host, .from = object_ref(g, a->slot), .entering = a->entering};
  if (!protection_find(g, &p)) return true;
  RULE(g, aura ? "702.16c" : "702.16d");
  return false;
}

bool attach_legal(Game *g, u32 attachment, Ref host) {
  Attachment a = {.g = g, .slot = attachment};
  return legal(&a, host);
}

bool attach_legal_as_creature(Game *g, u32 attachment, Ref host) {
  Attachment a = {.g = g, .slot = attachment, .as_creature = true};
  return legal(&a, host);
}

bool attach_legal_entering(Game *g, const Provisional *entering, Ref host) {
  Attachment a = {.g = g, .slot = entering->slot, .entering = entering};
  return legal(&a, host);
}

static void push_hosts(const Attachment *a, Zone zone, u32 player) {
  Game *g = a->g;
  for (u32 s = zone_first(g, zone, player); s; s = object_row(g, s)->next)
    if (legal(a, object_ref(g, s))) scratch_push(g, object_ref(g, s));
}

u32 attach_hosts_push(Game *g, const Provisional *entering) {
  Attachment a = {.g = g, .slot = entering->slot, .entering = entering};
  u32 mark = scratch_mark(g), players = core(g)->player_count;
  for (u32 p = 0; p < players; p++)
    if (legal(&a, ref_player(p))) scratch_push(g, ref_player(p));
  push_hosts(&a, ZONE_BATTLEFIELD, 0);
  for (u32 p = 0; p < players; p++) push_hosts(&a, ZONE_GRAVEYARD, p);
  return scratch_count(g) - mark;
}
