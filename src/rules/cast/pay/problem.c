/* All a player could pay mana with, as the payer wants it (solver.h). */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"
#include "rules/cast/pay/payable.h"
#include "rules/cast/pay/problem.h"
#include "state/mods.h"

void reserve(Game *g, Reserved *r, Ref ref, bool tap) {
  if (ref == REF_NONE) return;
  if (r->count == RESERVED_CAP) game_fail(g, GAVEL_E_LIMIT, "objects that pay one cost");
  r->refs[r->count] = ref;
  r->tap[r->count++] = tap;
}

bool is_reserved(const Reserved *r, Ref ref, bool tap) {
  for (u32 i = 0; i < r->count; i++)
    if (r->refs[i] == ref && r->tap[i] == tap) return true;
  return false;
}

/* --- resources ------------------------------------------------------------------------------------------------------ */

typedef enum ResourceSort {
  RESOURCE_TAP,      /* being tapped */
  RESOURCE_PRESENT,  /* being there at all; what removes it takes this too */
  RESOURCE_REMOVAL,  /* being removed */
  RESOURCE_COUNTERS, /* counters of one kind */
  RESOURCE_LIFE,
  RESOURCE_LIMIT, /* activations that are left this turn */
} ResourceSort;

static u64 owner_key(u32 slot, ResourceSort sort, u32 word) { return (u64)slot | (u64)sort << 32 | (u64)word << 36; }

/* The resource with that owner; new ones hold `most`. They are found by a table with room for twice as many. */
static u32 resource_of(PaymentProblem *b, u32 slot, ResourceSort sort, u32 word, i64 most) {
  u64 key = owner_key(slot, sort, word);
  u64 *owners = SCRATCH(b->g, u64, b->owners);
  u32 *places = SCRATCH(b->g, u32, b->places), mask = b->places_mask;
  u32 at = (u32)(key * 0x9e3779b97f4a7c15u >> 32) & mask;
  for (; places[at]; at = (at + 1) & mask)
    if (owners[places[at] - 1] == key) return places[at] - 1;
  places[at] = b->resource_count + 1;
  owners[b->resource_count] = key;
  SCRATCH(b->g, u32, b->resources)[b->resource_count] = (u32)num_max(0, num_min(most, INT32_MAX));
  return b->resource_count++;
}

/* --- what a source costs and makes ---------------------------------------------------------------------------------- */

/* A source while it is described. */
typedef struct Describing {
  PaymentProblem *b;
  Game *g;
  ManaPlan plan;
  u32 slot;
  AbilityInst inst;
  Eval e;
  PaySource s;
  Node choice;               /* among alternatives, of which the plan takes … */
  u32 alternative;           /* … that one, from 1 */
  Word counters;             /* the kind of counters that the effect has put on the object so far … */
  i64 put;                   /* … and how many */
  bool mana;                 /* the cost includes mana */
  bool triggered;            /* it is what another ability that triggers makes */
  Node only_for[PAY_GROUPS]; /* what the mana made may be spent on; 0 anything */
} Describing;

/* What two parts of a cost need of one thing is added up: a creature can't be tapped for both. */
static bool need_add(Describing *d, u32 resource, u32 n) {
  for (u32 i = 0; i < d->s.need_count; i++) {
    if (d->s.needs[i].resource != resource) continue;
    d->s.needs[i].n = (u32)num_min((i64)d->s.needs[i].n + n, INT32_MAX);
    return true;
  }
  if (d->s.need_count == PAY_NEEDS) return false;
  d->s.needs[d->s.need_count++] = (PayNeed){.resource = resource, .n = n};
  return true;
}

static void rank_at_least(Describing *d, u32 rank) {
  if (d->s.rank < rank) d->s.rank = (u16)rank;
}

static bool need_tap(Describing *d, u32 slot) {
  if (object_row(d->g, slot)->zone != ZONE_BATTLEFIELD) return false;
  if (object_row(d->g, slot)->status & STATUS_TAPPED) return false;
  return need_add(d, resource_of(d->b, slot, RESOURCE_TAP, 0, 1), 1);
}

static bool need_removal(Describing *d, u32 slot) {
  rank_at_least(d, slot == d->slot ? 2 : 3);
  return need_add(d, resource_of(d->b, slot, RESOURCE_PRESENT, 0, 1), 1) &&
         need_add(d, resource_of(d->b, slot, RESOURCE_REMOVAL, 0, 1), 1);
}

/* The action of a cost, done to the ability's own object or to the one chosen. */
static bool action_needs(Describing *d, Node action, Ref object) {
  const CardDb *db = d->g->db;
  u32 slot = object_live(d->g, object);
  if (!slot) return false;
  switch (node_op(db, action)) {
    case IR_TAP: rank_at_least(d, 1); return need_tap(d, slot);
    case IR_SACRIFICE: return may_sacrifice_to_pay(d->g, d->b->player, object) && need_removal(d, slot);
    case IR_EXILE:
    case IR_DISCARD:
    case IR_RETURN_HAND: return need_removal(d, slot);
    case IR_REMOVE_COUNTERS: {
      Word kind = (Word)node_arg(db, action, ARG_REMOVE_COUNTERS_KIND);
      i64 n = eval_num(&d->e, node_arg(db, action, ARG_REMOVE_COUNTERS_N));
      rank_at_least(d, 1);
      if (n <= 0 || n > INT32_MAX) return false;
      u32 r = resource_of(d->b, slot, RESOURCE_COUNTERS, kind, object_counters(d->g, slot, kind));
      return need_add(d, r, (u32)n);
    }
    case IR_PUT_COUNTERS: /* as often as one likes */
      rank_at_least(d, 1);
      return !counters_forbidden(d->g, object, (Word)node_arg(db, action, ARG_PUT_COUNTERS_KIND));
    default: return false;
  }
}

/* Whether an action is done to the ability's own object. */
static bool acts_on_self(const CardDb *db, Node action) {
  switch (node_op(db, action)) {
    case IR_SACRIFICE:
    case IR_EXILE:
    case IR_DISCARD:
    case IR_RETURN_HAND:
    case IR_TAP: return node_op(db, node_arg(db, action, 0)) == IR_SELF;
    case IR_PUT_COUNTERS: return node_op(db, node_arg(db, action, ARG_PUT_COUNTERS_ON)) == IR_SELF;
    case IR_REMOVE_COUNTERS: return node_op(db, node_arg(db, action, ARG_REMOVE_COUNTERS_FROM)) == IR_SELF;
    default: return false;
  }
}

/* Each symbol must have one way to be paid with one mana; the others ask. How much it comes to is the matter of
   total_needs. */
static bool mana_needs(Describing *d, const ManaCost *cost) {
  if (cost->x) return false;
  for (u32 i = 0; i < cost->count; i++)
    if (cost->symbols[i] & (SYMBOL_LIFE | SYMBOL_TWO_GENERIC)) return false;
  d->mana = true;
  return true;
}

/* Describes a cost; false if the payer can't pay it by itself. A dispatcher. */
static bool cost_needs(Describing *d, Node cost) {
  const CardDb *db = d->g->db;
  switch (node_op(db, cost)) {
    case IR_COSTS:
      for (u32 i = 0; i < node_argc(db, cost); i++)
        if (!cost_needs(d, node_arg(db, cost, i))) return false;
      return true;
    case IR_COST_TAP: return need_tap(d, d->slot);
    case IR_COST_MANA: return mana_needs(d, &db->costs.data[node_arg(db, cost, ARG_COST_MANA_MANA)]);
    case IR_COST_X_LIFE: {
      if (node_holds(db, cost, TRAIT_X)) return false;
      i64 n = eval_num(&d->e, node_arg(db, cost, ARG_COST_X_LIFE_N));
      rank_at_least(d, 1);
      return n >= 0 && n <= INT32_MAX && may_pay_life(d->g, d->b->player) && need_add(d, d->b->life - 1, (u32)n);
    }
    case IR_COST_DO: {
      Node action = node_arg(db, cost, ARG_COST_DO_ACTION);
      return acts_on_self(db, action) && action_needs(d, action, d->plan.source);
    }
    case IR_COST_CHOOSE:
      return d->plan.object && action_needs(d, node_arg(db, cost, ARG_COST_CHOOSE_ACTION), d->plan.object);
    default: return false;
  }
}

/* The mana of the total cost, with what effects add to it or take from it. */
static bool total_needs(Describing *d) {
  if (!d->mana && !rules_visit(d->g, IR_R_ABILITY_COST_MORE, rules_found, NULL)) return true;
  CastContext s = context_of_ability(d->g, d->b->player, d->slot, d->plan.index);
  CostTotal t;
  cost_total(&s, 0, &t);
  if (t.either || t.unpayable || t.generic > INT32_MAX) return false;
  d->s.cost = (ManaCost){.generic = (i32)t.generic};
  for (u32 i = 0; i < t.symbol_count; i++) {
    for (u32 n = 0; n < t.symbols[i].n; n++) {
      if (d->s.cost.count == MANA_SYMBOLS_CAP) return false;
      d->s.cost.symbols[d->s.cost.count++] = t.symbols[i].symbol;
    }
  }
  return true;
}

static bool for_you(const Describing *d, Node player) { return !player || eval_player(&d->e, player) == d->b->player; }

/* The place of a restriction of mana in the pool. */
#define IN_POOL ((u64)1 << 63)

/* The most restrictions: a bit each in a word, the first for none. */
#define RESTRICTIONS_CAP 63

static bool restrictions_full(const PaymentProblem *b) { return b->restriction_count == RESTRICTIONS_CAP; }

/* The number of a restriction, 0 of none. It is kept as its node and the place of its Eval. */
static u32 restriction_add(PaymentProblem *b, Node node, u64 place) {
  if (!node) return 0;
  ASSERT(!restrictions_full(b));
  u64 *pairs = SCRATCH(b->g, u64, b->restrictions);
  pairs[2 * b->restriction_count] = node;
  pairs[2 * b->restriction_count + 1] = place;
  return ++b->restriction_count;
}

/* Finds the number of the restriction of what is made; false if there are too many, so that the payer is not told of the
   ability. Permanents alike share a restriction, unless the words of one were changed. */
static bool restriction_of(Describing *d, Node node, u8 *number) {
  PaymentProblem *b = d->b;
  bool shared = node && !d->inst.subst && !d->inst.env && ir_is_impersonal(d->g->db, node);
  const u64 *pairs = SCRATCH(b->g, u64, b->restrictions);
  for (u32 i = 0; shared && i < b->restriction_count; i++) {
    u64 place = pairs[2 * i + 1];
    if (pairs[2 * i] != node || place & IN_POOL) continue;
    if (ability_get(d->g, (u32)(place >> 32), (u32)place).subst == 0) {
      *number = (u8)(i + 1);
      return true;
    }
    pairs = SCRATCH(b->g, u64, b->restrictions);
  }
  if (node && restrictions_full(b)) return false;
  *number = (u8)restriction_add(b, node, (u64)d->slot << 32 | d->plan.index);
  return true;
}

static bool made_add(Describing *d, u32 kinds, i64 n, u32 flags, Node only_for) {
  if (n <= 0 || kinds == 0) return true;
  if (d->s.make_count == PAY_GROUPS || n > INT32_MAX || (d->triggered && only_for)) return false;
  bool snow = d->slot && chars_of(d->g, d->slot)->supertypes & SUPERTYPE(SNOW);
  d->only_for[d->s.make_count] = only_for;
  d->s.makes[d->s.make_count++] =
      (PayMana){.kinds = (u8)kinds, .flags = (u8)(flags | (snow ? PAY_SNOW : 0u)), .n = (u32)n};
  return true;
}

static bool makes_symbols(Describing *d, Node node) {
  const CardDb *db = d->g->db;
  if (!for_you(d, node_arg(db, node, ARG_ADD_MANA_PLAYER))) return false;
  const ManaCost cost = db->costs.data[node_arg(db, node, ARG_ADD_MANA_SYMBOLS)];
  i64 kinds[PAY_KINDS] = {0};
  for (u32 i = 0; i < cost.count; i++)
    if (cost.symbols[i] & SYMBOL_KINDS) kinds[bits_first(cost.symbols[i] & SYMBOL_KINDS)]++;
  for (u32 k = 0; k < PAY_KINDS; k++)
    if (!made_add(d, 1u << k, kinds[k], 0, node_arg(db, node, ARG_ADD_MANA_ONLY_FOR))) return false;
  return true;
}

/* How much mana is made; counters that the same effect puts there before count. Effects that change how many are put may
   surprise (payment_may_surprise). */
static i64 mana_amount(const Describing *d, Node node) {
  const CardDb *db = d->g->db;
  i64 n = eval_num(&d->e, node);
  bool counted = d->put > 0 && node_op(db, node) == IR_COUNTERS &&
                 (Word)node_arg(db, node, ARG_COUNTERS_KIND) == d->counters &&
                 node_op(db, node_arg(db, node, ARG_COUNTERS_OF)) == IR_SELF;
  return counted ? num_add(n, d->put, NULL) : n;
}

static bool puts_counters(Describing *d, Node node) {
  const CardDb *db = d->g->db;
  if (node_op(db, node_arg(db, node, ARG_PUT_COUNTERS_ON)) != IR_SELF) return true;
  d->counters = (Word)node_arg(db, node, ARG_PUT_COUNTERS_KIND);
  bool can = !counters_forbidden(d->g, d->plan.source, d->counters);
  d->put = can ? eval_num(&d->e, node_arg(db, node, ARG_PUT_COUNTERS_N)) : 0;
  return true;
}

static bool makes_choice(Describing *d, Node node) {
  const CardDb *db = d->g->db;
  if (!for_you(d, node_arg(db, node, ARG_ADD_MANA_CHOICE_PLAYER))) return false;
  u32 kinds = mana_kinds_named(&d->e, node);
  i64 n = mana_amount(d, node_arg(db, node, ARG_ADD_MANA_CHOICE_N));
  u32 flags = node_arg(db, node, ARG_ADD_MANA_CHOICE_EACH) ? 0 : PAY_SAME;
  return made_add(d, kinds, n, flags, node_arg(db, node, ARG_ADD_MANA_CHOICE_ONLY_FOR));
}

/* Many lands may ask for the mana of the same producers, which are looked for once. */
static u32 kinds_named(Describing *d, Node node) {
  PaymentProblem *b = d->b;
  KindsNamed now;
  bool shared = mana_asker_find(&d->e, node, &now.asker);
  for (u32 i = 0; shared && i < b->named_count; i++)
    if (mana_askers_equal(&b->named[i].asker, &now.asker)) return b->named[i].kinds;
  now.kinds = mana_kinds_named(&d->e, node);
  if (shared && b->named_count < COUNT_OF(b->named)) b->named[b->named_count++] = now;
  return now.kinds;
}

static bool makes_types_of(Describing *d, Node node) {
  const CardDb *db = d->g->db;
  if (!for_you(d, node_arg(db, node, ARG_ADD_MANA_TYPES_OF_PLAYER))) return false;
  u32 kinds = kinds_named(d, node);
  return made_add(d, kinds, eval_num(&d->e, node_arg(db, node, ARG_ADD_MANA_TYPES_OF_N)), PAY_SAME, 0);
}

/* Describes an effect; false if it does something the payer doesn't do by itself. A dispatcher. */
static bool effect_makes(Describing *d, Node effect) {
  const CardDb *db = d->g->db;
  switch (node_op(db, effect)) {
    case IR_ADD_MANA: return makes_symbols(d, effect);
    case IR_ADD_MANA_CHOICE: return makes_choice(d, effect);
    case IR_ADD_MANA_TYPES_OF: return makes_types_of(d, effect);
    case IR_ONE_OF:
      return effect == d->choice && effect_makes(d, node_arg(db, effect, ARG_ONE_OF_OPTIONS + d->alternative - 1));
    case IR_CHOOSE_COLOR: return effect == d->choice;
    case IR_PUT_COUNTERS: return puts_counters(d, effect);
    case IR_IF: {
      bool then = eval_cond(&d->e, node_arg(db, effect, ARG_IF_CONDITION));
      Node next = node_arg(db, effect, then ? ARG_IF_THEN : ARG_IF_ELSE);
      return !next || effect_makes(d, next);
    }
    case IR_SEQ:
      for (u32 i = 0; i < node_argc(db, effect); i++)
        if (!effect_makes(d, node_arg(db, effect, i))) return false;
      return true;
    case IR_NOTHING:
    case IR_DEAL_DAMAGE:
    case IR_LOSE_LIFE:
    case IR_GAIN_LIFE:
    case IR_REMOVE_COUNTERS:
    case IR_DELAYED:
    case IR_APPLY: return true;
    default: return false;
  }
}

/* --- mana that is replaced (106.12b) ------------------------------------------------------------------------------ */

/* One group of mana as effects would change it; false if it isn't clear what they would make of each choice. */
static bool make_replaced(Describing *d, PayMana *m) {
  u32 kinds = 0, n = m->n;
  for (u32 left = m->kinds, first = 1; left; left &= left - 1, first = 0) {
    u32 kind = bits_first(left);
    i64 amount = n;
    if (!mana_foretell(d->g, d->b->player, d->plan.source, &kind, &amount)) return false;
    if (amount > INT32_MAX || (!first && amount != m->n)) return false;
    m->n = (u32)amount;
    kinds |= 1u << kind;
  }
  bool divided = n > 1 && !(m->flags & PAY_SAME) && bits_count(kinds) > 1;
  if (divided && m->n != n) return false;
  if (!divided) m->flags |= PAY_SAME;
  m->kinds = (u8)kinds;
  return true;
}

/* What the source is tapped for, as replacement effects would change it. */
static bool makes_replaced(Describing *d) {
  Game *g = d->g;
  if (!(carddb_ability(g->db, d->inst.ability)->flags & ABILITY_TAPS) || !mana_is_replaced(g)) return true;
  u32 kept = 0;
  for (u32 i = 0; i < d->s.make_count; i++) {
    PayMana m = d->s.makes[i];
    if (!make_replaced(d, &m)) return false;
    d->only_for[kept] = d->only_for[i];
    if (m.n > 0) d->s.makes[kept++] = m;
  }
  d->s.make_count = (u8)kept;
  return kept > 0;
}

/* --- triggered mana abilities (605.1b) ----------------------------------------------------------------------------- */

/* Adds what such an ability makes, if that is known: what its controller chooses as it resolves isn't. */
static void trigger_makes(Describing *d, u32 slot, const AbilityInst *inst, Heap env, u32 kinds) {
  Game *g = d->g;
  const AbilityDef *def = carddb_ability(g->db, inst->ability);
  env_set_ref(g, env, SLOT_EVENT_OBJECT, d->plan.source);
  env_set_ref(g, env, SLOT_EVENT_PLAYER, ref_player(d->b->player));
  env_set_number(g, env, SLOT_EVENT_NEW, kinds);
  Describing t = *d;
  t.choice = 0;
  t.put = 0;
  t.slot = slot;
  t.inst = *inst;
  t.e = eval_of_env(g, env);
  t.triggered = true;
  bool known = effect_makes(&t, node_arg(g->db, def->node, ARG_TRIGGERED_EFFECT));
  for (u32 i = d->s.make_count; known && i < t.s.make_count; i++) known = bits_count(t.s.makes[i].kinds) == 1;
  if (known) d->s = t.s;
  env_free(g, env);
}

/* Whether an ability triggers each time on the event, a permanent tapped for mana, and is a mana ability. */
static bool triggers_always(const Eval *e, const AbilityDef *def, const Event *ev) {
  const CardDb *db = e->g->db;
  if (!event_kinds_have(&def->events, ev->kind) || def->op != IR_TRIGGERED || !(def->flags & ABILITY_MANA))
    return false;
  if (node_arg(db, def->node, ARG_TRIGGERED_LIMIT) || node_arg(db, def->node, ARG_TRIGGERED_IF)) return false;
  return pattern_matches(e, node_arg(db, def->node, ARG_TRIGGERED_EVENT), ev, false);
}

/* The same of delayed triggered abilities (603.7), those aside that trigger once. */
static void delayed_triggers_make(Describing *d, const Event *ev) {
  Game *g = d->g;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect f = *row_EFFECTS(g, row);
    if (!f.id || f.kind != EFFECT_TRIGGER || f.flags & (EFFECT_USED | EFFECT_ONCE)) continue;
    Eval e = eval_of_env(g, f.env);
    if (!triggers_always(&e, carddb_ability(g->db, f.ability), ev)) continue;
    Heap env = env_copy(g, f.env);
    const AbilityInst inst = {
        .ability = f.ability, .subst = env_at(g, env)->subst, .acquisition = env_at(g, env)->acquisition};
    trigger_makes(d, 0, &inst, env, ev->word);
  }
}

/* Adds what triggers as the permanent is tapped for mana (106.12a) makes. An ability that doesn't always trigger isn't
   counted on. */
static void triggers_make(Describing *d) {
  Game *g = d->g;
  if (!(carddb_ability(g->db, d->inst.ability)->flags & ABILITY_TAPS) || !mana_triggers(g)) return;
  u32 kinds = 0;
  bool known = true;
  for (u32 i = 0; i < d->s.make_count; i++) {
    kinds |= d->s.makes[i].kinds;
    known &= bits_count(d->s.makes[i].kinds) == 1;
  }
  Event ev = {.kind = EVENT_TAPPED_FOR_MANA,
              .player = (u8)d->b->player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = d->plan.source,
              .word = known ? kinds : 0};
  watchers_list(g);
  for (u32 i = 0; i < count_of(g, T_WATCHERS); i++) {
    if (!event_awaited(&row_WATCHERS(g, i)->events, &ev)) continue;
    const Watcher w = *row_WATCHERS(g, i);
    Eval e = eval_of_ability(g, w.slot, &w.inst);
    if (!triggers_always(&e, carddb_ability(g->db, w.inst.ability), &ev)) continue;
    trigger_makes(d, w.slot, &w.inst, activation_env(g, e.controller, w.slot, &w.inst), ev.word);
  }
  delayed_triggers_make(d, &ev);
}

/* --- a source ------------------------------------------------------------------------------------------------------ */

/* How often an ability may still be activated this turn. */
static bool limit_needs(Describing *d) {
  Node limit = node_arg(d->g->db, carddb_ability(d->g->db, d->inst.ability)->node, ARG_ACTIVATED_LIMIT);
  if (!limit) return true;
  i64 left = (i64)limit - activations_this_turn(d->g, d->plan.source, &d->inst);
  return need_add(d, resource_of(d->b, d->slot, RESOURCE_LIMIT, d->inst.ability, left), 1);
}

static PaySource stand_in_source(PaymentProblem *b, const ManaPlan *plan) {
  u32 slot = object_live(b->g, plan->source);
  PaySource s = {.uses = 1, .accepts = 1, .rank = 4, .need_count = 1, .make_count = 1};
  ResourceSort sort = plan->option == W_DELVE ? RESOURCE_REMOVAL : RESOURCE_TAP;
  s.needs[0] = (PayNeed){.resource = resource_of(b, slot, sort, 0, 1), .n = 1};
  s.makes[0] = stand_in_mana(b->g, plan->source, (Word)plan->option);
  return s;
}

/* The most activations of an ability that nothing else limits. */
#define FREE_USES 64u

static void source_describe(PaymentProblem *b, u32 index) {
  Game *g = b->g;
  Describing d = {.b = b, .g = g, .plan = *PLAN_AT(b, index)};
  if (d.plan.index == STAND_IN) {
    PaySource s = stand_in_source(b, &d.plan);
    *SOURCE_AT(b, index) = s;
    return;
  }
  d.slot = ref_slot(d.plan.source);
  d.inst = ability_get(g, d.slot, d.plan.index);
  d.e = eval_of_ability(g, d.slot, &d.inst);
  d.e.controller = (u8)b->player;
  d.s.accepts = 1;
  d.s.id = index;
  d.alternative = d.plan.option;
  Node node = carddb_ability(g->db, d.inst.ability)->node;
  d.choice = mana_alternatives(g->db, node_arg(g->db, node, ARG_ACTIVATED_EFFECT));
  Heap env = 0;
  bool chosen = !d.choice || node_op(g->db, d.choice) == IR_ONE_OF;
  if (!chosen) {
    env = activation_env(g, b->player, d.slot, &d.inst);
    chosen = mana_color_choose(g, env, d.choice, d.alternative);
    d.e = eval_of_env(g, env);
  }
  bool automatic = chosen && cost_needs(&d, node_arg(g->db, node, ARG_ACTIVATED_COST)) && limit_needs(&d) &&
                   effect_makes(&d, node_arg(g->db, node, ARG_ACTIVATED_EFFECT)) && d.s.make_count > 0 &&
                   makes_replaced(&d) && total_needs(&d);
  for (u32 i = 0; automatic && i < d.s.make_count; i++)
    automatic = restriction_of(&d, d.only_for[i], &d.s.makes[i].restriction);
  if (automatic) triggers_make(&d);
  if (env) env_free(g, env);
  d.s.present = 1 + resource_of(b, d.slot, RESOURCE_PRESENT, 0, 1);
  d.s.uses = automatic ? FREE_USES : 0;
  for (u32 i = 0; automatic && i < d.s.need_count; i++) {
    u32 sort = (u32)(SCRATCH(g, u64, b->owners)[d.s.needs[i].resource] >> 32 & 0xf);
    if (sort == RESOURCE_TAP || sort == RESOURCE_PRESENT) d.s.uses = 1;
  }
  *SOURCE_AT(b, index) = d.s;
}

/* --- restrictions ------------------------------------------------------------------------------------------------- */

/* The Eval of a restriction: of mana in the pool its environment, of a source its ability. */
static Eval restriction_eval(const PaymentProblem *b, u32 i) {
  Game *g = b->g;
  u64 place = SCRATCH(g, u64, b->restrictions)[2 * i + 1];
  if (place & IN_POOL) {
    Heap env = row_MANA(g, (u32)place)->env;
    return env ? eval_of_env(g, env) : (Eval){.g = g, .controller = (u8)b->player};
  }
  AbilityInst inst = ability_get(g, (u32)(place >> 32), (u32)place);
  Eval e = eval_of_ability(g, (u32)(place >> 32), &inst);
  e.controller = (u8)b->player;
  return e;
}

/* Which restrictions allow mana to be spent on the subject (106.6): bit per restriction. */
static u64 accepts_of(const PaymentProblem *b, const CastContext *s) {
  u64 accepts = 1;
  if (!s) return accepts;
  /* What an effect asks to be paid, or a special action, is for no spell and no ability; mana may be kept from some of
     these alone. */
  bool special = !s->plain && !s->spell && carddb_ability(b->g->db, s->inst.ability)->flags & ABILITY_SPECIAL;
  bool none = s->plain || special;
  for (u32 i = 0; i < b->restriction_count; i++) {
    Eval e = restriction_eval(b, i);
    Node node = (Node)SCRATCH(b->g, u64, b->restrictions)[2 * i];
    bool matches = none ? eval_matches(&e, node, REF_NONE) : context_matches(s, &e, node);
    if (matches) accepts |= (u64)2 << i;
  }
  return accepts;
}

static void sources_accept(PaymentProblem *b) {
  for (u32 i = 0; b->restriction_count && i < b->source_count; i++) {
    const ManaPlan plan = *PLAN_AT(b, i);
    const PaySource *source = SOURCE_AT(b, i);
    if (plan.index == STAND_IN || (source->cost.generic == 0 && source->cost.count == 0)) continue;
    CastContext s = context_of_ability(b->g, b->player, ref_slot(plan.source), plan.index);
    u64 accepts = accepts_of(b, &s);
    SOURCE_AT(b, i)->accepts = accepts;
  }
}

/* --- the pool ------------------------------------------------------------------------------------------------------ */

u32 mana_spending_order(const Mana *m) {
  u32 kind = m->kind == color_bit(W_COLORLESS) ? 0u : 1u + m->kind;
  return (m->terms ? 0u : 32u) + (m->snow ? 16u : 0u) + kind;
}

static void pool_add(PaymentProblem *b, const Mana *m, u32 row) {
  Node only_for = mana_only_for(b->g, m->terms);
  if (only_for && restrictions_full(b))
    game_fail(b->g, GAVEL_E_LIMIT, "different uses that mana in a pool is restricted to");
  u32 restriction = restriction_add(b, only_for, IN_POOL | row);
  PayMana *pool = SCRATCH(b->g, PayMana, b->pool);
  u64 *rows = SCRATCH(b->g, u64, b->rows);
  u32 at = b->pool_count++;
  for (; at > 0; at--) {
    if (pool[at - 1].flags & PAY_STANDS_IN) break;
    if (mana_spending_order(row_MANA(b->g, (u32)rows[at - 1])) <= mana_spending_order(m)) break;
    pool[at] = pool[at - 1];
    rows[at] = rows[at - 1];
  }
  pool[at] = (PayMana){
      .kinds = (u8)(1u << m->kind), .flags = m->snow ? PAY_SNOW : 0, .restriction = (u8)restriction, .n = m->n};
  rows[at] = row;
}

static void pool_begin(PaymentProblem *b, u32 stand_first) {
  Game *g = b->g;
  u32 mana = count_of(g, T_MANA), end = stand_first == UINT32_MAX ? 0 : count_of(g, T_CHOSEN);
  u32 cap = mana + (end > stand_first ? end - stand_first : 0);
  b->pool = scratch_room(g, cap * sizeof(PayMana));
  b->rows = scratch_room(g, cap * sizeof(u64));
  for (u32 i = stand_first; i < end; i++) {
    const ChosenStandsIn row = row_CHOSEN(g, i)->stands;
    if (row.kind != CHOSEN_STANDS_IN) continue;
    PayMana m = stand_in_mana(g, row.ref, row.keyword);
    SCRATCH(g, PayMana, b->pool)[b->pool_count++] = m;
  }
  for (u32 i = 0; i < mana; i++) {
    const Mana m = *row_MANA(g, i);
    if (m.player == b->player && m.n > 0) pool_add(b, &m, i);
  }
  b->takes = scratch_room(g, b->pool_count * sizeof(u32));
  b->firsts = scratch_room(g, b->pool_count * sizeof(u32));
}

u32 problem_take(const PaymentProblem *b, u32 i) { return SCRATCH(b->g, u32, b->takes)[i]; }
u32 *problem_first(const PaymentProblem *b, u32 i) { return &SCRATCH(b->g, u32, b->firsts)[i]; }
u32 problem_pool_row(const PaymentProblem *b, u32 i) { return (u32)SCRATCH(b->g, u64, b->rows)[i]; }
bool problem_stands_in(const PaymentProblem *b, u32 i) {
  return SCRATCH(b->g, PayMana, b->pool)[i].flags & PAY_STANDS_IN;
}

/* --- the board ----------------------------------------------------------------------------------------------------- */

static void problem_sum(PaymentProblem *b) {
  const PayMana *pool = SCRATCH(b->g, PayMana, b->pool);
  for (u32 i = 0; i < b->pool_count; i++) {
    b->most = num_add(b->most, pool[i].n, NULL);
    b->kinds |= pool[i].kinds;
  }
  for (u32 i = 0; i < b->source_count; i++) {
    const PaySource *s = SOURCE_AT(b, i);
    for (u32 k = 0; s->uses && k < s->make_count; k++) {
      b->most = num_add(b->most, num_mul(s->makes[k].n, s->uses, NULL), NULL);
      b->kinds |= s->makes[k].kinds;
    }
  }
}

/* Whether all the mana that a source makes may be spent on certain things only. */
static bool is_restricted(const PaySource *s) {
  for (u32 i = 0; i < s->make_count; i++)
    if (!s->makes[i].restriction) return false;
  return s->make_count > 0;
}

/* Among sources of a rank those are preferred that are no creatures; among these those whose object makes the fewest
   kinds of mana, by whichever of its abilities; among these those that can be used for nothing else; and of the mana that
   an object makes what can be spent on the least. The plans of an object stand together. */
static void rank_by_kinds(PaymentProblem *b) {
  for (u32 i = 0, end; i < b->source_count; i = end) {
    Ref source = PLAN_AT(b, i)->source;
    u32 kinds = 0;
    for (end = i; end < b->source_count && (end == i || PLAN_AT(b, end)->source == source); end++) {
      const PaySource *s = SOURCE_AT(b, end);
      for (u32 k = 0; s->uses && k < s->make_count; k++) kinds |= s->makes[k].kinds;
    }
    u32 slot = object_live(b->g, source), useful = slot ? mana_usefulness(b->g, slot) : 0;
    for (u32 j = i; j < end; j++) {
      PaySource *s = SOURCE_AT(b, j);
      u32 rank = 2u * s->rank + (useful & MANA_USEFUL_CREATURE ? 1 : 0);
      rank = rank * (PAY_KINDS + 1) + bits_count(kinds);
      rank = 2 * rank + (useful & MANA_USEFUL_ABILITY ? 1 : 0);
      s->rank = (u16)(2 * rank + (is_restricted(s) ? 0 : 1));
    }
  }
}

static void problem_fill(PaymentProblem *b, u32 stand_first) {
  Game *g = b->g;
  u32 sources = b->source_count, resources = sources * (PAY_NEEDS + 1) + 1;
  b->restrictions = scratch_room(g, 2 * RESTRICTIONS_CAP * sizeof(u64));
  b->sources = scratch_room(g, sources * sizeof(PaySource));
  b->resources = scratch_room(g, resources * sizeof(u32));
  b->owners = scratch_room(g, resources * sizeof(u64));
  u32 places = 4;
  while (places < 2 * resources) places *= 2;
  b->places = scratch_room(g, places * sizeof(u32));
  b->places_mask = places - 1;
  pool_begin(b, stand_first);
  bool cant = rules_hold(g, IR_R_CANT_LOSE_LIFE, ref_player(b->player)); /* 119.8 */
  i64 life = cant ? 0 : core(g)->players[b->player].life;
  b->life = 1 + resource_of(b, 0, RESOURCE_LIFE, 0, life);
  for (u32 i = 0; i < sources; i++) source_describe(b, i);
  rank_by_kinds(b);
  sources_accept(b);
  problem_sum(b);
}

static void problem_start(Game *g, u32 player, PaymentProblem *b) {
  layers_update(g);
  *b = (PaymentProblem){.g = g, .player = player, .mark = scratch_mark(g), .labels = scratch_mark(g)};
  zone_plans(b, ZONE_BATTLEFIELD);
  zone_plans(b, ZONE_HAND);
  zone_plans(b, ZONE_GRAVEYARD);
  zone_plans(b, ZONE_EXILE);
  zone_plans(b, ZONE_COMMAND);
}

void problem_begin(Game *g, u32 player, const CastContext *s, PaymentProblem *b) {
  problem_start(g, player, b);
  stand_in_plans(b, s);
  problem_fill(b, UINT32_MAX);
}

void problem_begin_chosen(Game *g, u32 player, u32 stand_first, PaymentProblem *b) {
  problem_start(g, player, b);
  problem_fill(b, stand_first);
}

void problem_begin_both(Game *g, const CastContext *s, u32 stand_first, PaymentProblem *b) {
  problem_start(g, s->player, b);
  stand_in_plans(b, s);
  problem_fill(b, stand_first);
  /* What has been chosen is in the pool: it can't be done a second time. */
  u32 *left = SCRATCH(g, u32, b->resources);
  const u64 *owners = SCRATCH(g, u64, b->owners);
  for (u32 i = stand_first; i < count_of(g, T_CHOSEN); i++) {
    const ChosenStandsIn *row = &row_CHOSEN(g, i)->stands;
    for (u32 r = 0; row->kind == CHOSEN_STANDS_IN && r < b->resource_count; r++) {
      u32 sort = (u32)(owners[r] >> 32 & 0xf);
      if ((u32)owners[r] == ref_slot(row->ref) && sort == (row->keyword == W_DELVE ? RESOURCE_REMOVAL : RESOURCE_TAP))
        left[r] = 0;
    }
  }
}

void problem_end(PaymentProblem *b) { scratch_release(b->g, b->mark); }

ManaPlan problem_plan(const PaymentProblem *b, u32 source) { return *PLAN_AT(b, source); }
PaySource problem_source(const PaymentProblem *b, u32 source) { return *SOURCE_AT(b, source); }

/* --- problems for the payer ------------------------------------------------------------------------------------------ */

/* Whether a description is of certain cards, or of those with counters, which they lose as they are cast (122.2). */
static bool names_cards(const CardDb *db, Node spells) {
  if (node_op(db, spells) == IR_IS || node_op(db, spells) == IR_HAS_COUNTER) return true;
  if (node_op(db, spells) != IR_AND) return false;
  for (u32 i = 0; i < node_argc(db, spells); i++)
    if (names_cards(db, node_arg(db, spells, i))) return true;
  return false;
}

/* Whether a spell is the one that the same effect lets be cast, which it names as what it was before (400.7h). */
static bool is_what_was_cast(const CastContext *s, const Eval *e, Node spells) {
  if (!s->stack || !names_cards(e->g->db, spells)) return false;
  Ref before = ref_make(ref_slot(s->ref), ref_generation(s->ref) - 1);
  if (!lki_find(s->g, before) || !eval_matches(e, spells, before)) return false;
  RULE(s->g, "400.7h");
  return true;
}

/* What a payment is for, and the kinds of mana that may be spent on it as though they were of any color. */
typedef struct AnyColor {
  const CastContext *subject;
  ManaSymbol kinds, colorless; /* what may be spent as though it were of any color; as though it were colorless */
} AnyColor;

/* Whether an effect that names spells, abilities or neither is about what is paid for. */
static bool any_color_for(const Eval *e, Node rule, const CastContext *s) {
  const CardDb *db = e->g->db;
  Node spells = node_arg(db, rule, ARG_R_MANA_ANY_COLOR_SPELLS);
  Node abilities = node_arg(db, rule, ARG_R_MANA_ANY_COLOR_ABILITIES);
  if (!spells && !abilities) return true;
  if (s->spell) return spells && (context_matches(s, e, spells) || is_what_was_cast(s, e, spells));
  return abilities && !s->plain && eval_matches(e, abilities, s->ref);
}

static bool any_color_visit(const Eval *e, Node rule, void *user) {
  AnyColor *any = user;
  const CardDb *db = e->g->db;
  Ref player = ref_player(any->subject->player);
  if (!eval_matches(e, node_arg(db, rule, ARG_R_MANA_ANY_COLOR_PLAYERS), player)) return false;
  if (!any_color_for(e, rule, any->subject)) return false;
  Word of = (Word)node_arg(db, rule, ARG_R_MANA_ANY_COLOR_OF);
  bool snow = node_arg(db, rule, ARG_R_MANA_ANY_COLOR_SNOW) != 0;
  ManaSymbol kinds = (ManaSymbol)(snow ? SYMBOL_SNOW : of ? color_mask(eval_word(e, of)) : SYMBOL_KINDS);
  any->kinds = (ManaSymbol)(any->kinds | kinds);
  if (node_arg(db, rule, ARG_R_MANA_ANY_COLOR_ANY_TYPE)) {
    RULE(e->g, "118.14");
    any->colorless = (ManaSymbol)(any->colorless | kinds);
  }
  return false;
}

/* The kinds of mana that may be spent as though they were mana of any color, or of any type (609.4b). */
static AnyColor any_color(const CastContext *s) {
  AnyColor any = {.subject = s};
  rules_visit(s->g, IR_R_MANA_ANY_COLOR, any_color_visit, &any);
  return any;
}

#define ANY_COLOR 0x1fu
#define COLORLESS (SYMBOL_KINDS & ~ANY_COLOR)

static void cost_of_total(const PaymentProblem *b, const CastContext *s, const CostTotal *t, PayCost *cost) {
  AnyColor any = any_color(s);
  cost->generic = t->generic;
  cost->accepts = accepts_of(b, s);
  cost->symbol_count = 0;
  for (u32 i = 0; i < t->symbol_count; i++) {
    PaySymbol symbol = t->symbols[i];
    if (symbol.symbol & ANY_COLOR) symbol.symbol |= any.kinds;
    if (symbol.symbol & COLORLESS) symbol.symbol |= any.colorless;
    u32 at = 0;
    while (at < cost->symbol_count && cost->symbols[at].symbol != symbol.symbol) at++;
    if (at < cost->symbol_count)
      cost->symbols[at].n += symbol.n;
    else
      cost->symbols[cost->symbol_count++] = symbol;
  }
}

/* A problem, its resources and the payer's memory, on top of the scratch list. */
typedef struct Posed {
  PayProblem p;
  u32 mark;
  u64 *work;
} Posed;

static void reserve_resources(const PaymentProblem *b, const Reserved *r, u32 *left) {
  const u64 *owners = SCRATCH(b->g, u64, b->owners);
  for (u32 i = 0; r && i < b->resource_count; i++) {
    u32 slot = (u32)owners[i], sort = (u32)(owners[i] >> 32 & 0xf);
    if (sort != RESOURCE_TAP && sort != RESOURCE_REMOVAL) continue;
    if (slot && is_reserved(r, object_ref(b->g, slot), sort == RESOURCE_TAP)) left[i] = 0;
  }
}

static void pose(const PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r, bool sources,
                 Posed *out) {
  Game *g = b->g;
  memset(out, 0, sizeof *out);
  cost_of_total(b, s, t, &out->p.cost);
  out->mark = scratch_mark(g);
  u32 left = scratch_room(g, b->resource_count * sizeof(u32));
  out->p.pool_count = b->pool_count;
  out->p.source_count = sources ? b->source_count : 0;
  out->p.resource_count = b->resource_count;
  out->p.life = s->plain || may_pay_life(g, s->player) ? b->life : 0;
  /* How much memory the payer needs depends on the sources: they must be known before it is taken. */
  out->p.sources = SCRATCH(g, PaySource, b->sources);
  u32 work = scratch_raw(g, payer_work_words(&out->p) * sizeof(u64));
  out->p.pool = SCRATCH(g, PayMana, b->pool);
  out->p.sources = SCRATCH(g, PaySource, b->sources);
  out->work = SCRATCH(g, u64, work);
  u32 *resources = SCRATCH(g, u32, left);
  memcpy(resources, SCRATCH(g, u32, b->resources), b->resource_count * sizeof(u32));
  u32 life = b->life - 1;
  resources[life] -= (u32)num_min(resources[life], t->life);
  reserve_resources(b, r, resources);
  out->p.resources = resources;
}

/* Whether the cost is out of reach by mere numbers. */
static bool out_of_reach(const PaymentProblem *b, const CostTotal *t) {
  i64 need = t->generic;
  for (u32 i = 0; i < t->symbol_count; i++) {
    if (t->symbols[i].n == 0 || t->symbols[i].symbol & SYMBOL_LIFE) continue;
    need = num_add(need, t->symbols[i].n, NULL);
  }
  return need > b->most;
}

static PayAnswer posed_answer(const PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r) {
  Posed posed;
  pose(b, s, t, r, true, &posed);
  PayAnswer answer = payer_possible(&posed.p, posed.work);
  scratch_release(b->g, posed.mark);
  return answer;
}

static bool is_denied(const CostDenied *denied, const PayCost *cost) {
  return denied->how != DENIED_NOTHING && cost->generic == denied->generic && cost->accepts == denied->accepts &&
         cost->symbol_count == denied->symbol_count &&
         memcmp(cost->symbols, denied->symbols, cost->symbol_count * sizeof *cost->symbols) == 0;
}

/* An ability can't be paid for, or no payment was found. If that is so a second time for the same mana, it is found out whether
   it would be even if nothing were kept for the rest of its cost: then it is so of every other permanent with such an
   ability. */
static void deny(PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  PayCost cost;
  cost_of_total(b, s, t, &cost);
  CostDenied *denied = &b->denied;
  if (cost.symbol_count > COUNT_OF(denied->symbols) || t->life > 0) return;
  if (!is_denied(denied, &cost)) {
    *denied = (CostDenied){DENIED_ONCE, cost.symbol_count, cost.generic, cost.accepts, {{0}}};
    memcpy(denied->symbols, cost.symbols, cost.symbol_count * sizeof *cost.symbols);
  } else if (denied->how == DENIED_ONCE) {
    switch (posed_answer(b, s, t, NULL)) {
      case PAY_IMPOSSIBLE: denied->how = DENIED_ANYHOW; break;
      case PAY_UNPROVEN: denied->how = DENIED_UNPROVEN; break;
      default: denied->how = DENIED_BY_WHAT_IS_RESERVED; break;
    }
  }
}

static bool was_denied(const PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  if (b->denied.how < DENIED_UNPROVEN) return false;
  PayCost cost;
  cost_of_total(b, s, t, &cost);
  return is_denied(&b->denied, &cost);
}

bool may_make_mana(Game *g, Ref ref) {
  u32 slot = object_live(g, ref), count = slot ? ability_count(g, slot) : 0;
  for (u32 i = 0; i < count; i++)
    if (carddb_ability(g->db, inst_of_chars(g, chars_of(g, slot), i).ability)->flags & ABILITY_MANA) return true;
  return false;
}

bool problem_pays(PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r) {
  if (b->quick) {
    QuickAnswer pays = estimate_pay_total(b->quick, t);
    for (u32 i = 0; i < r->count && pays == QUICK_YES; i++)
      if (r->tap[i] && may_make_mana(b->g, r->refs[i])) pays = QUICK_UNKNOWN;
    b->unsure = b->unsure || pays == QUICK_UNKNOWN;
    return pays == QUICK_YES;
  }
  if (out_of_reach(b, t)) return false;
  if (was_denied(b, s, t)) {
    ASSERT(b->denied.how == DENIED_UNPROVEN || posed_answer(b, s, t, r) != PAY_READY);
    b->unproven |= b->denied.how == DENIED_UNPROVEN;
    return false;
  }
  PayAnswer answer = posed_answer(b, s, t, r);
  b->unproven |= answer == PAY_UNPROVEN;
  if (answer != PAY_READY && !s->spell) deny(b, s, t);
  return answer == PAY_READY;
}

bool problem_pool_pays(const PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  if (out_of_reach(b, t)) return false;
  Posed posed;
  pose(b, s, t, NULL, false, &posed);
  PayAnswer answer = payer_possible(&posed.p, posed.work);
  scratch_release(b->g, posed.mark);
  return answer == PAY_READY;
}

bool problem_stand_ins_fit(const PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  u32 stand_ins = 0;
  const PayMana *pool = SCRATCH(b->g, PayMana, b->pool);
  while (stand_ins < b->pool_count && pool[stand_ins].flags & PAY_STANDS_IN) stand_ins++;
  if (stand_ins == 0) return true;
  PayCost cost;
  cost_of_total(b, s, t, &cost);
  return payer_all_used(SCRATCH(b->g, PayMana, b->pool), stand_ins, &cost);
}

PayAnswer problem_next(PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r, PayStep *step) {
  Posed posed;
  pose(b, s, t, r, true, &posed);
  PayAnswer answer = payer_next(&posed.p, posed.work, step, SCRATCH(b->g, u32, b->takes));
  scratch_release(b->g, posed.mark);
  return answer;
}

bool problem_spend(PaymentProblem *b, const CastContext *s, const CostTotal *t) {
  Game *g = b->g;
  Posed posed;
  pose(b, s, t, NULL, false, &posed);
  /* The pool twice: the part that must be spent first, then the rest. */
  u32 n = b->pool_count;
  u32 twice_at = scratch_room(g, 2 * n * sizeof(PayMana)), took_at = scratch_room(g, 2 * n * sizeof(u32));
  posed.p.pool_count = 2 * n;
  u32 work = scratch_raw(g, payer_work_words(&posed.p) * sizeof(u64));
  const PayMana *pool = SCRATCH(g, PayMana, b->pool);
  const u32 *first = SCRATCH(g, u32, b->firsts);
  PayMana *twice = SCRATCH(g, PayMana, twice_at);
  for (u32 i = 0; i < n; i++) {
    twice[i] = twice[n + i] = pool[i];
    twice[i].n = first[i];
    twice[n + i].n -= first[i];
  }
  posed.p.pool = twice;
  posed.p.sources = SCRATCH(g, PaySource, b->sources);
  posed.p.resources = SCRATCH(g, u32, posed.mark);
  PayStep step;
  const u32 *took = SCRATCH(g, u32, took_at);
  bool pays = payer_next(&posed.p, SCRATCH(g, u64, work), &step, SCRATCH(g, u32, took_at)) == PAY_READY;
  for (u32 i = 0; i < n; i++) {
    pays = pays && took[i] == first[i];
    SCRATCH(g, u32, b->takes)[i] = took[i] + took[n + i];
  }
  scratch_release(g, posed.mark);
  return pays;
}
