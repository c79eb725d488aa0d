#include "rules/attach.h"

#include "cards/ir_args.h"
#include "rules/layers.h"
#include "rules/rules.h"

/* --- protection (702.16) ----------------------------------------------------------------------------- */

/* Whether a keyword ability's quality matches an object, seen from the ability. */
static bool quality_matches(const Eval *e, Node keyword, Ref object) {
  Node quality = node_arg(e->g->db, keyword, ARG_KEYWORD_QUALITY);
  return quality && eval_matches(e, quality, object);
}

static bool player_protected(const Eval *e, Node rule, void *user) {
  Game *g = e->g;
  const Ref *pair = user;
  Node ability = node_arg(g->db, rule, ARG_R_PLAYER_HAS_ABILITY);
  const AbilityDef *def = carddb_ability(g->db, ability);
  if (def->op != IR_KEYWORD || def->keyword != W_PROTECTION) return false;
  if (!eval_matches(e, node_arg(g->db, rule, ARG_R_PLAYER_HAS_PLAYERS), pair[0])) return false;
  return quality_matches(e, def->node, pair[1]);
}

bool protected_from(Game *g, Ref what, Ref from) {
  if (ref_is_player(what)) {
    Ref pair[2] = {what, from};
    return rules_visit(g, IR_R_PLAYER_HAS, player_protected, pair);
  }
  u32 slot = object_live(g, what);
  if (!slot || !has_keyword(g, slot, W_PROTECTION)) return false;
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_PROTECTION) continue;
    Eval e = eval_of_ability(g, slot, &inst);
    if (quality_matches(&e, def->node, from)) return true;
  }
  return false;
}

/* --- enchanting (702.5) -------------------------------------------------------------------------------- */

/* Whether a filter says itself in which zone it looks: without that it speaks of permanents (109.2). */
static bool filter_names_zone(const CardDb *db, Node filter) {
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
static bool enchant_allows(Game *g, u32 aura, Ref host, Zone zone) {
  bool found = false;
  for (u32 i = 0; i < ability_count(g, aura); i++) {
    AbilityInst inst = ability_get(g, aura, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_ENCHANT) continue;
    Node quality = node_arg(g->db, def->node, ARG_KEYWORD_QUALITY);
    if (!ref_is_player(host) && zone != ZONE_BATTLEFIELD && !filter_names_zone(g->db, quality))
      return false;
    Eval e = eval_of_ability(g, aura, &inst);
    if (!eval_matches(&e, quality, host)) return false;
    found = true;
  }
  return found;
}

static bool aura_legal(Game *g, u32 aura, Ref host, Zone zone) {
  if (has_type(g, aura, TYPE(CREATURE))) return false; /* 303.4d */
  return enchant_allows(g, aura, host, zone);
}

/* Equipment goes on creatures and Fortifications on lands; one that is a creature itself on nothing, unless
   it has reconfigure (301.5c, 301.6). */
static bool equipment_legal(Game *g, u32 slot, u32 host, u16 host_type) {
  if (!host || object_row(g, host)->zone != ZONE_BATTLEFIELD || !has_type(g, host, host_type))
    return false;
  return !has_type(g, slot, TYPE(CREATURE)) || has_keyword(g, slot, W_RECONFIGURE);
}

bool attach_legal(Game *g, u32 attachment, Ref host) {
  if (host == REF_NONE || host == object_ref(g, attachment)) return false;
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
  const Chars *c = chars_of(g, attachment);
  bool aura = chars_subtype(c, W_AURA), equipment = chars_subtype(c, W_EQUIPMENT);
  bool fortification = chars_subtype(c, W_FORTIFICATION);
  if (c->types & TYPE(BATTLE)) return false; /* 310.9 */
  bool legal = aura        ? aura_legal(g, attachment, host, zone)
               : equipment ? equipment_legal(g, attachment, slot, TYPE(CREATURE))
                           : fortification && equipment_legal(g, attachment, slot, TYPE(LAND));
  if (!legal || !protected_from(g, host, object_ref(g, attachment))) return legal;
  RULE(g, aura ? "702.16c" : "702.16d");
  return false;
}
