/* Effects on the rules of the game (613.11): who has which is kept in T_RULES by the layers;
   here they are asked. */
#include "cards/ir_args.h"
#include "rules/query/attach.h"
#include "rules/query/layers/internal.h"
#include "rules/query/query.h"
#include "state/sight.h"

/* The Eval of a source's arguments; false if its condition fails. */
static bool source_begin(Game *g, const RuleSource *source, Eval *e, Node *ability) {
  if (source->slot == 0) {
    const Effect f = *row_EFFECTS(g, source->index);
    if (f.env) *e = eval_of_env(g, f.env);
    if (!f.env) *e = (Eval){.g = g, .controller = f.controller};
    *ability = f.node;
    return true;
  }
  *e = eval_of_ability(g, source->slot, &source->inst);
  const AbilityDef *def = carddb_ability(g->db, source->inst.ability);
  e->slots = def->slots;
  *ability = def->node;
  Node condition = node_arg(g->db, *ability, ARG_STATIC_IF);
  return !condition || eval_cond(e, condition);
}

/* Whether the answer is found: not while somebody wants to hear of all effects that give it. */
static bool is_enough(const Eval *e, const RuleSource *source, Node rule) {
  const Listener *listener = HEARD(e->g);
  if (!listener || !listener->held) return true;
  listener->held(listener->user, eval_self(e), source->slot ? source->inst.ability : 0, rule);
  return false;
}

HARDLY_EVER static void rules_announce(Game *g, const RuleSource *source) {
  listener_rule(g, "613.11");
  ability_announce(g, source->slot, source->slot ? source->inst.ability : 0);
}

static bool visit_rules(const Eval *e, const RuleSource *source, Node node, u32 first, IrOp rule, RuleVisitor visit,
                        void *user, bool *found) {
  const CardDb *db = e->g->db;
  for (u32 i = first; i < node_argc(db, node); i++) {
    Node n = node_arg(db, node, i);
    if (node_op(db, n) != rule) continue;
    if (HEARD(e->g)) rules_announce(e->g, source);
    if (!visit(e, n, user)) continue;
    *found = true;
    if (is_enough(e, source, n)) return true;
  }
  return false;
}

static bool visit_source(Game *g, const RuleSource *source, IrOp rule, RuleVisitor visit, void *user, bool *found) {
  Eval e;
  Node ability;
  if (!source_begin(g, source, &e, &ability)) return false;
  if (source->slot == 0) return visit_rules(&e, source, ability, ARG_APPLY_RULE_RULES, rule, visit, user, found);
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(g->db, ability); i++) {
    Node part = node_arg(g->db, ability, i);
    if (node_op(g->db, part) != IR_RULES) continue;
    if (visit_rules(&e, source, part, ARG_RULES_RULES, rule, visit, user, found)) return true;
  }
  return false;
}

bool rules_visit_each(Game *g, IrOp rule, RuleVisitor visit, void *user) {
  u64 bit = rule_bit(rule);
  bool found = false;
  layers_update(g);
  for (u32 i = 0; i < count_of(g, T_RULES); i++) {
    const RuleSource source = *row_RULES(g, i);
    if (!(source.kinds & bit)) continue;
    if (visit_source(g, &source, rule, visit, user, &found)) return true;
  }
  return found;
}

bool rules_found(const Eval *e, Node rule, void *user) {
  (void)e;
  (void)rule;
  (void)user;
  return true;
}

/* --- what is played revealed ---------------------------------------------------------------------- */

/* Who sees the hand or the top card of the library of a player: bits per player. */
typedef struct Seen {
  u32 player, by;
} Seen;

static bool seen_visit(const Eval *e, Node rule, void *user) {
  Seen *seen = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, 0), ref_player(seen->player))) return false;
  bool own = node_op(db, rule) == IR_R_TOP_REVEALED && node_arg(db, rule, ARG_R_TOP_REVEALED_TO_THEM);
  seen->by |= own ? 1u << seen->player : (1u << core(e->g)->player_count) - 1;
  return false;
}

static u32 seen_by(Game *g, IrOp rule, u32 player) {
  Seen seen = {.player = player};
  rules_visit(g, rule, seen_visit, &seen);
  return seen.by;
}

/* Whether somebody is casting a spell, activating an ability or taking a special action: a new top card isn't revealed
   until that is done (401.5). */
static bool action_under_way(const Game *g) {
  for (u32 i = 0; i < count_of(g, T_FRAMES); i++) {
    u16 proc = frame_at(g, i)->proc;
    if (proc == PROC_CAST || proc == PROC_ACTIVATE || proc == PROC_SPECIAL) return true;
  }
  return false;
}

static bool look_visit(const Eval *e, Node rule, void *user) {
  Game *g = e->g;
  Node players = node_arg(g->db, rule, ARG_R_MAY_LOOK_PLAYERS), objects = node_arg(g->db, rule, ARG_R_MAY_LOOK_OBJECTS);
  (void)user;
  u32 who = 0;
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (eval_matches(e, players, ref_player(p))) who |= 1u << p;
  Zone zone = filter_names_zone(g->db, objects) ? ZONE_EXILE : ZONE_BATTLEFIELD;
  for (u32 s = zone_first(g, zone, 0); s && who; s = object_row(g, s)->next)
    if (eval_matches(e, objects, object_ref(g, s))) object_row(g, s)->known |= (u8)who;
  return false;
}

static void reveal(Game *g) {
  if (rules_of(g, IR_R_MAY_LOOK)) rules_visit(g, IR_R_MAY_LOOK, look_visit, NULL);
  bool hands = rules_of(g, IR_R_HAND_REVEALED);
  bool tops = rules_of(g, IR_R_TOP_REVEALED) && !action_under_way(g);
  for (u32 p = 0; (hands || tops) && p < core(g)->player_count; p++) {
    u32 hand = hands ? seen_by(g, IR_R_HAND_REVEALED, p) : 0, top = zone_first(g, ZONE_LIBRARY, p);
    for (u32 s = zone_first(g, ZONE_HAND, p); hand && s; s = object_row(g, s)->next) sight_gain(g, s, hand);
    if (!tops || !top) continue;
    RULE(g, "401.5");
    sight_gain(g, top, seen_by(g, IR_R_TOP_REVEALED, p));
  }
}

void standing_reveal(Game *g) {
  const u64 KINDS = RULE_BIT(IR_R_MAY_LOOK) | RULE_BIT(IR_R_HAND_REVEALED) | RULE_BIT(IR_R_TOP_REVEALED);
  layers_update(g);
  if (derived(g)->layers.rules & KINDS) reveal(g);
}

/* --- filters of effects ------------------------------------------------------------------------------ */

typedef struct RefPair {
  Ref first, second;
  bool pair;
} RefPair;

static bool filters_match(const Eval *e, Node rule, void *user) {
  const RefPair *refs = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, 0), refs->first)) return false;
  if (!refs->pair) return true;
  Node second = node_argc(db, rule) > 1 ? node_arg(db, rule, 1) : 0;
  return !second || eval_matches(e, second, refs->second);
}

bool rules_hold_some(Game *g, IrOp rule, Ref ref) {
  RefPair refs = {.first = ref};
  return rules_visit(g, rule, filters_match, &refs);
}

bool rules_hold_pair(Game *g, IrOp rule, Ref first, Ref second) {
  RefPair refs = {.first = first, .second = second, .pair = true};
  return rules_visit(g, rule, filters_match, &refs);
}

/* Of an effect that is about an object. */
typedef struct RuleOrigin {
  Ref of;
  Ref source; /* REF_NONE until it is found */
} RuleOrigin;

static bool origin_visit(const Eval *e, Node rule, void *user) {
  RuleOrigin *origin = user;
  if (!eval_matches(e, node_arg(e->g->db, rule, 0), origin->of)) return false;
  origin->source = eval_self(e);
  return true;
}

Ref rules_source(Game *g, IrOp rule, Ref ref) {
  RuleOrigin origin = {.of = ref};
  if (rules_of(g, rule)) rules_visit(g, rule, origin_visit, &origin);
  return origin.source;
}
