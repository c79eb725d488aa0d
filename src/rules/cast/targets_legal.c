/* Which objects and players are legal targets (115), and whether enough of them exist. */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"

/* --- where targets are looked for ------------------------------------------------------------------ */

#define TARGET_PLAYERS (1u << ZONE_COUNT)
/* Slots of an environment that is made only to try choices in. */
#define TRIAL_SLOTS UINT8_MAX

/* Zones (bits) and players a filter itself speaks of; 0 if of none. */
static u32 filter_places(const CardDb *db, Node filter) {
  switch (node_op(db, filter)) {
    case IR_IN_ZONE: return ZONE_BIT(zone_of_word((Word)node_arg(db, filter, ARG_IN_ZONE_ZONE)));
    case IR_IS_SPELL:
    case IR_IS_ACTIVATED_ABILITY:
    case IR_IS_LOYALTY_ABILITY:
    case IR_IS_KEYWORD_ABILITY:
    case IR_IS_TRIGGERED_ABILITY: return ZONE_BIT(ZONE_STACK);
    case IR_IS_PLAYER:
    case IR_IS_OPPONENT: return TARGET_PLAYERS;
    case IR_ANY_TARGET: return TARGET_PLAYERS | ZONE_BIT(ZONE_BATTLEFIELD); /* 115.4 */
    case IR_AND: {
      u32 places = 0;
      for (u32 i = 0; i < node_argc(db, filter); i++) {
        u32 more = filter_places(db, node_arg(db, filter, i));
        places = places && more ? places & more : places | more;
      }
      return places;
    }
    case IR_OR: {
      u32 places = 0;
      bool silent = false;
      for (u32 i = 0; i < node_argc(db, filter); i++) {
        u32 more = filter_places(db, node_arg(db, filter, i));
        places |= more;
        silent |= !more;
      }
      /* Where one alternative names a place and another doesn't, the other means the battlefield. */
      return places && silent ? places | ZONE_BIT(ZONE_BATTLEFIELD) : places;
    }
    default: return 0;
  }
}

static Node target_filter(const CardDb *db, Node target) {
  return node_op(db, target) == IR_TARGET ? node_arg(db, target, ARG_TARGET_FILTER)
                                          : node_arg(db, target, ARG_KEYWORD_QUALITY);
}

/* Card types of which a filter wants at least one of what is on the battlefield; 0 if that can't be said so easily. */
static u16 filter_types(const CardDb *db, Node filter) {
  u16 types = 0;
  switch (node_op(db, filter)) {
    case IR_ANY_TARGET: return TYPE(CREATURE) | TYPE(PLANESWALKER) | TYPE(BATTLE);
    case IR_TYPE: return (u16)(1u << type_bit((Word)node_arg(db, filter, ARG_TYPE_WORD)));
    case IR_AND:
      for (u32 i = 0; i < node_argc(db, filter) && !types; i++) types = filter_types(db, node_arg(db, filter, i));
      return types;
    case IR_OR:
      for (u32 i = 0; i < node_argc(db, filter); i++) {
        u16 more = filter_types(db, node_arg(db, filter, i));
        if (!more) return 0;
        types |= more;
      }
      return types;
    default: return 0;
  }
}

static bool filter_names_players(const CardDb *db, Node node) {
  switch (node_op(db, node)) {
    case IR_YOU:
    case IR_PLAYERS:
    case IR_OPPONENTS:
    case IR_CHOOSER:
    case IR_ALL_PLAYERS:
    case IR_ACTIVE_PLAYER:
    case IR_STARTING_PLAYER:
    case IR_CONTROLLER:
    case IR_OWNER:
    case IR_EVENT_PLAYER:
    case IR_DEFENDING_PLAYER: return true;
    default: return false;
  }
}

static u32 target_places(const CardDb *db, Node target) {
  Node filter = target_filter(db, target);
  u32 places = filter ? filter_places(db, filter) : 0;
  if (places) return places;
  bool players =
      filter && node_op(db, filter) == IR_IS && filter_names_players(db, node_arg(db, filter, ARG_IS_OBJECTS));
  return players ? TARGET_PLAYERS : ZONE_BIT(ZONE_BATTLEFIELD); /* 115.2 */
}

/* --- what can't be targeted -------------------------------------------------------------------------- */

/* Who targets: the spell, or the source of the ability, and the object on the stack if there is one. */
typedef struct Targeting {
  Game *g;
  Ref source, stack_object, target;
  u32 player;
} Targeting;

static bool cant_be_targeted(const Eval *e, Node rule, void *user) {
  const Targeting *t = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_CANT_BE_TARGETED_OBJECTS), t->target)) return false;
  Node by = node_arg(db, rule, ARG_R_CANT_BE_TARGETED_BY);
  return eval_matches(e, by, t->source) || (t->stack_object && eval_matches(e, by, t->stack_object));
}

static bool names_abilities(const CardDb *db, Node quality) {
  IrOp op = node_op(db, quality);
  if (op == IR_OR) return names_abilities(db, node_arg(db, quality, 0));
  return op == IR_IS_ACTIVATED_ABILITY || op == IR_IS_TRIGGERED_ABILITY;
}

/* Of one hexproof ability, seen from its bearer: whether it is from a quality that the source has, or from abilities and one
   is what targets (702.11d). */
static bool hexproof_from(const Eval *e, Node keyword, const Targeting *t) {
  Node quality = node_arg(e->g->db, keyword, ARG_KEYWORD_QUALITY);
  if (!quality) return true;
  return eval_matches(e, quality, names_abilities(e->g->db, quality) && t->stack_object ? t->stack_object : t->source);
}

static bool player_shielded(const Eval *e, Node rule, void *user) {
  const Targeting *t = user;
  const CardDb *db = e->g->db;
  const AbilityDef *def = carddb_ability(db, node_arg(db, rule, ARG_R_PLAYER_HAS_ABILITY));
  if (def->op != IR_KEYWORD || (def->keyword != W_HEXPROOF && def->keyword != W_SHROUD)) return false;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_PLAYER_HAS_PLAYERS), t->target)) return false;
  if (def->keyword == W_SHROUD) {
    RULE(t->g, "702.18a");
    return true;
  }
  if (!players_are_opponents(t->g, t->player, ref_slot(t->target))) return false;
  if (!hexproof_from(e, def->node, t)) return false;
  RULE(t->g, "702.11c");
  return true;
}

static bool object_hexproof(const Targeting *t, u32 slot) {
  Game *g = t->g;
  if (!has_keyword(g, slot, W_HEXPROOF)) return false;
  if (!players_are_opponents(g, t->player, object_row(g, slot)->controller)) return false;
  u32 count = ability_count(g, slot), others = 0;
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_HEXPROOF) continue;
    if (others == 4) RULE(g, "702.11g"); /* from each color: five abilities */
    Eval e = eval_of_ability(g, slot, &inst);
    if (!hexproof_from(&e, def->node, t)) {
      RULE(g, "702.11f");
      others++;
      continue;
    }
    RULE(g, node_arg(g->db, def->node, ARG_KEYWORD_QUALITY) ? "702.11d" : "702.11b");
    return true;
  }
  return false;
}

/* Shroud, hexproof and protection belong to permanents and players (702.11, 702.16, 702.18). */
static TargetFault shielded_by(const Targeting *t) {
  Game *g = t->g;
  if (ref_is_player(t->target)) {
    Targeting about = *t;
    if (rules_visit(g, IR_R_PLAYER_HAS, player_shielded, &about)) return TARGET_HEXPROOF;
  } else {
    u32 slot = ref_slot(t->target);
    if (object_row(g, slot)->zone != ZONE_BATTLEFIELD) return TARGET_FINE;
    if (has_keyword(g, slot, W_SHROUD)) {
      RULE(g, "702.18a");
      return TARGET_SHROUD;
    }
    if (object_hexproof(t, slot)) return TARGET_HEXPROOF;
  }
  if (!protected_from(g, t->target, t->source)) return TARGET_FINE;
  RULE(g, "702.16b");
  return TARGET_PROTECTED;
}

static bool in_places(const Game *g, Ref ref, u32 places) {
  if (ref_is_player(ref)) return places & TARGET_PLAYERS && player_in_game(g, ref_slot(ref));
  u32 slot = object_live(g, ref);
  if (!slot) return false;
  u32 zone = object_row(g, slot)->zone;
  if (zone == ZONE_NONE || !(places >> zone & 1)) return false;
  return zone != ZONE_BATTLEFIELD || !object_phased_out(g, slot);
}

/* The other enchant abilities of an Aura restrict what it targets too (702.5c). */
static bool enchants_agree(const Eval *e, Node target, Ref ref) {
  Game *g = e->g;
  u32 slot = node_op(g->db, target) == IR_KEYWORD ? object_live(g, eval_self(e)) : 0;
  for (u32 i = 0; slot && i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_ENCHANT || def->node == target) continue;
    Eval own = eval_of_ability(g, slot, &inst);
    if (eval_matches(&own, node_arg(g->db, def->node, ARG_KEYWORD_QUALITY), ref)) continue;
    RULE(g, "702.5c");
    return false;
  }
  return true;
}

/* Why what is in one of its places can't be the target. */
static TargetFault fault_there(const Eval *e, Node target, Ref ref) {
  Game *g = e->g;
  Ref stack_object = e->env ? env_at(g, e->env)->stack_object : REF_NONE;
  if (ref == stack_object) { /* 115.5 */
    RULE(g, "115.5");
    return TARGET_ITSELF;
  }
  Node filter = target_filter(g->db, target);
  if (filter && !eval_matches(e, filter, ref)) return TARGET_OTHER;
  if (!enchants_agree(e, target, ref)) return TARGET_OTHER;
  Targeting t = {.g = g, .source = eval_self(e), .stack_object = stack_object, .target = ref, .player = eval_you(e)};
  TargetFault shield = shielded_by(&t);
  if (shield) return shield;
  return rules_visit(g, IR_R_CANT_BE_TARGETED, cant_be_targeted, &t) ? TARGET_FORBIDDEN : TARGET_FINE;
}

TargetFault target_fault(const Eval *e, Node target, Ref ref) {
  return in_places(e->g, ref, target_places(e->g->db, target)) ? fault_there(e, target, ref) : TARGET_ELSEWHERE;
}

bool target_legal(const Eval *e, Node target, Ref ref) { return target_fault(e, target, ref) == TARGET_FINE; }

/* --- candidates ---------------------------------------------------------------------------------------- */

i64 target_min(const Eval *e, Node target) {
  if (node_op(e->g->db, target) != IR_TARGET) return 1;
  Node min = node_arg(e->g->db, target, ARG_TARGET_MIN);
  return min ? num_max(0, eval_num(e, min)) : 1;
}

i64 target_max(const Eval *e, Node target) {
  const CardDb *db = e->g->db;
  if (node_op(db, target) != IR_TARGET) return 1;
  Node max = node_arg(db, target, ARG_TARGET_MAX), divide = node_arg(db, target, ARG_TARGET_DIVIDE);
  i64 most = num_max(target_min(e, target), max ? eval_num(e, max) : 1);
  /* Each of them must receive at least one of what is divided (601.2d). */
  return divide ? num_min(most, num_max(0, eval_num(e, divide))) : most;
}

/* Pushes legal targets until there are `most`. */
typedef struct Search {
  const Eval *e;
  Node target;
  u32 mark, most;
} Search;

/* What a target must be as it is chosen, but no longer as the spell or ability resolves. */
static bool choosable(const Eval *e, Node target, Ref ref) {
  const CardDb *db = e->g->db;
  Node when = node_op(db, target) == IR_TARGET ? node_arg(db, target, ARG_TARGET_WHEN_CHOSEN) : 0;
  return !when || eval_matches(e, when, ref);
}

static bool search_try(const Search *s, Ref ref, u32 places) {
  bool legal = in_places(s->e->g, ref, places) && fault_there(s->e, s->target, ref) == TARGET_FINE;
  ASSERT(legal == target_legal(s->e, s->target, ref));
  if (legal && choosable(s->e, s->target, ref)) scratch_push(s->e->g, ref);
  return scratch_count(s->e->g) - s->mark >= s->most;
}

static bool search_zone(const Search *s, Zone zone, u32 player) {
  Game *g = s->e->g;
  Node filter = target_filter(g->db, s->target);
  u16 types = filter && zone == ZONE_BATTLEFIELD ? filter_types(g->db, filter) : 0;
  for (u32 o = zone_first(g, zone, player); o; o = object_row(g, o)->next) {
    if (types && !has_type(g, o, types)) {
      ASSERT(!target_legal(s->e, s->target, object_ref(g, o)));
      continue;
    }
    if (search_try(s, object_ref(g, o), ZONE_BIT(zone))) return true;
  }
  return false;
}

static bool search_all(const Search *s) {
  Game *g = s->e->g;
  u32 places = target_places(g->db, s->target), players = core(g)->player_count;
  for (u32 i = 0; places & TARGET_PLAYERS && i < players; i++)
    if (search_try(s, ref_player(i), places)) return true;
  for (u32 z = 0; z < ZONE_COUNT; z++) {
    if (!(places >> z & 1)) continue;
    u32 lists = zone_is_shared((Zone)z) ? 1 : players;
    for (u32 player = 0; player < lists; player++)
      if (search_zone(s, (Zone)z, player)) return true;
  }
  return false;
}

u32 targets_push(const Eval *e, Node target) {
  Search s = {.e = e, .target = target, .mark = scratch_mark(e->g), .most = UINT32_MAX};
  search_all(&s);
  return scratch_count(e->g) - s.mark;
}

/* Whether there are at least so many. */
static bool targets_number(const Eval *e, Node target, i64 n) {
  Search s = {.e = e, .target = target, .mark = scratch_mark(e->g), .most = (u32)num_min(n, UINT32_MAX)};
  bool found = n <= 0 || search_all(&s);
  scratch_release(e->g, s.mark);
  return found;
}

/* --- whether there are enough ----------------------------------------------------------------------------- */

/* Whether what may be chosen for a slot depends on what is chosen for others. */
static bool slot_depends(const CardDb *db, Node target) {
  for (u32 i = 0; i < node_argc(db, target) && node_op(db, target) == IR_TARGET; i++) {
    if (i == ARG_TARGET_SLOT) continue;
    if (node_holds(db, node_arg(db, target, i), TRAIT_VARIABLE)) return true;
  }
  return false;
}

/* Announces the rule by which the targets of a spell depend on the costs that were paid for it. */
HARDLY_EVER static void slot_announce(const Game *g, Node condition, bool applies) {
  const CardDb *db = g->db;
  Node asks = node_op(db, condition) == IR_NOT ? node_arg(db, condition, ARG_NOT_TERM) : condition;
  if (node_op(db, asks) != IR_PAID) return;
  Word label = (Word)node_arg(db, asks, ARG_PAID_LABEL);
  if (label == W_KICKER) listener_rule(g, "702.33g");
  if (label == W_OVERLOAD && !applies) listener_rule(g, "702.96b");
}

bool slot_applies(const Eval *e, Node target) {
  const CardDb *db = e->g->db;
  Node condition = node_op(db, target) == IR_TARGET ? node_arg(db, target, ARG_TARGET_IF) : 0;
  if (!condition) return true;
  bool applies = eval_cond(e, condition);
  if (HEARD(e->g)) slot_announce(e->g, condition, applies);
  return applies;
}

/* Chooses for the slots from `at` on, in an environment of its own; sets that need several targets take the
   first that fit. `budget` bounds the search. */
static bool slots_fill(const Eval *e, Node part, u32 at, u32 *budget) {
  Game *g = e->g;
  if (at == node_argc(g->db, part)) return true;
  Node target = node_arg(g->db, part, at);
  if (!slot_applies(e, target)) return slots_fill(e, part, at + 1, budget);
  i64 min = target_min(e, target);
  if (min <= 0) return slots_fill(e, part, at + 1, budget);
  u32 mark = scratch_mark(g);
  u32 count = targets_push(e, target), var = node_arg(g->db, target, ARG_TARGET_SLOT);
  bool found = false;
  for (u32 i = 0; i < count && (i64)(count - i) >= min && !found && *budget > 0; i++) {
    (*budget)--;
    env_set_refs(g, e->env, var, NULL, 0);
    for (u32 k = 0; k < min; k++) env_add_ref(g, e->env, var, scratch_get(g, mark + i + k));
    found = slots_fill(e, part, at + 1, budget);
  }
  scratch_release(g, mark);
  return found;
}

Heap env_of_eval(const Eval *e) {
  Game *g = e->g;
  if (e->env) return env_copy(g, e->env);
  Heap env = e->captured ? env_copy_wide(g, e->captured, TRIAL_SLOTS) : env_new(g, TRIAL_SLOTS);
  Env *v = env_at(g, env);
  v->source = e->source;
  v->subst = e->subst;
  v->acquisition = e->acquisition;
  v->controller = e->controller;
  return env;
}

bool targets_completable(const Eval *e, Node part, u32 from, u32 var, Ref chosen) {
  Game *g = e->g;
  Eval trial = *e;
  trial.env = env_of_eval(e);
  u32 budget = 4096;
  if (chosen) env_set_ref(g, trial.env, var, chosen);
  bool found = slots_fill(&trial, part, from, &budget);
  env_free(g, trial.env);
  return found;
}

bool slots_depend(const CardDb *db, Node part, u32 from) {
  for (u32 i = from; i < node_argc(db, part); i++)
    if (slot_depends(db, node_arg(db, part, i))) return true;
  return false;
}

bool part_targets_exist(const Eval *e, Node part) {
  const CardDb *db = e->g->db;
  u32 first = part_first_target(db, part);
  for (u32 i = first; i < node_argc(db, part); i++) {
    Node target = node_arg(db, part, i);
    if (slot_depends(db, target) || !slot_applies(e, target)) continue;
    if (!targets_number(e, target, target_min(e, target))) return false;
  }
  return !slots_depend(db, part, first) || targets_completable(e, part, first, 0, REF_NONE);
}

bool mode_possible(const Eval *e, Node modal, u32 index) {
  if (mode_was_chosen(e, modal, index)) return false;
  Node mode = node_arg(e->g->db, modal, ARG_MODAL_MODES + index);
  Node condition = node_arg(e->g->db, mode, ARG_MODE_IF);
  return (!condition || eval_cond(e, condition)) && part_targets_exist(e, mode);
}

bool modes_possible(const Eval *e, Node modal, u32 first, i64 wanted) {
  const CardDb *db = e->g->db;
  bool repeat = node_arg(db, modal, ARG_MODAL_REPEAT);
  i64 possible = 0;
  for (u32 i = first; possible < wanted && ARG_MODAL_MODES + i < node_argc(db, modal); i++)
    if (mode_possible(e, modal, i)) possible = repeat ? wanted : possible + 1;
  return possible >= wanted;
}

bool targets_exist(const Eval *e, Node ability) {
  Node modal = ability_modal(e->g->db, ability);
  return part_targets_exist(e, ability) &&
         (!modal || modes_possible(e, modal, 0, eval_num(e, node_arg(e->g->db, modal, ARG_MODAL_MIN))));
}

bool targets_are_impersonal(const CardDb *db, Node ability) {
  for (u32 i = part_first_target(db, ability); i < node_argc(db, ability); i++)
    if (!ir_is_impersonal(db, node_arg(db, ability, i))) return false;
  return !ability_modal(db, ability);
}

bool context_targets_exist(const CastContext *s) {
  AbilityInst inst;
  if (aura_enchant(s, &inst)) {
    Eval e = context_eval(s, &inst);
    if (!targets_number(&e, carddb_ability(s->g->db, inst.ability)->node, 1)) return false;
  }
  Node part;
  for (u32 i = 0; (part = context_part(s, i, &inst)) != 0; i++) {
    Eval e = context_eval(s, &inst);
    if (!targets_exist(&e, part)) return false;
  }
  return true;
}

/* The first target that nothing can be, of a node and what it is looked at by; 0 if there is none. */
static Node missing_target(const CastContext *s, Eval *e, u32 *ability) {
  const CardDb *db = s->g->db;
  AbilityInst inst;
  if (aura_enchant(s, &inst)) {
    *e = context_eval(s, &inst);
    Node enchant = carddb_ability(db, inst.ability)->node;
    *ability = inst.ability;
    if (!targets_number(e, enchant, 1)) return enchant;
  }
  Node part;
  for (u32 i = 0; (part = context_part(s, i, &inst)) != 0; i++) {
    *e = context_eval(s, &inst);
    *ability = inst.ability;
    for (u32 k = part_first_target(db, part); k < node_argc(db, part); k++) {
      Node target = node_arg(db, part, k);
      if (slot_applies(e, target) && !targets_number(e, target, target_min(e, target))) return target;
    }
  }
  return 0;
}

Node context_target_faults(const CastContext *s, TargetFaulty *tell, void *user, u32 *ability) {
  Game *g = s->g;
  Eval e;
  Node target = missing_target(s, &e, ability);
  if (!target) return 0;
  u32 places = target_places(g->db, target);
  for (u32 p = 0; p < core(g)->player_count && places & TARGET_PLAYERS; p++)
    tell(user, ref_player(p), target_fault(&e, target, ref_player(p)));
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    if (object_row(g, slot)->owner == PLAYER_NONE || !in_places(g, object_ref(g, slot), places)) continue;
    tell(user, object_ref(g, slot), target_fault(&e, target, object_ref(g, slot)));
  }
  return target;
}
