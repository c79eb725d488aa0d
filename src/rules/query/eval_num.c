/* Numbers of the IR. */
#include "cards/ir_args.h"
#include "rules/query/query.h"
#include "rules/query/layers/internal.h"
#include "rules/query/permanents.h"
#include "state/objects.h"

typedef i64 (*NumberOf)(const Eval *e, Ref ref);

static i64 number_power(const Eval *e, Ref ref) {
  const Chars *c = eval_chars(e, ref);
  return c && c->has & HAS_POWER ? c->power : 0;
}

typedef struct PowerFor {
  Ref ref;
  Word action;
  i64 power;
  bool found;
} PowerFor;

static bool power_for_visit(const Eval *e, Node rule, void *user) {
  PowerFor *p = user;
  const CardDb *db = e->g->db;
  if ((Word)node_arg(db, rule, ARG_R_POWER_AS_ACTION) != p->action) return false;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_POWER_AS_OBJECTS), p->ref)) return false;
  Eval of = *e;
  of.it = p->ref;
  i64 power = eval_num(&of, node_arg(db, rule, ARG_R_POWER_AS_N));
  p->power = p->found ? num_max(p->power, power) : power;
  p->found = true;
  return false;
}

/* Of several effects whoever taps the creature would take the one that counts most. */
static i64 power_for(const Eval *e, Word action, Ref ref) {
  PowerFor p = {ref, action, number_power(e, ref), false};
  (void)rules_visit(e->g, IR_R_POWER_AS, power_for_visit, &p);
  return p.power;
}

static i64 number_toughness(const Eval *e, Ref ref) {
  const Chars *c = eval_chars(e, ref);
  return c && c->has & HAS_TOUGHNESS ? c->toughness : 0;
}

static u32 front_cost(const CardDb *db, u32 card) {
  return card ? carddb_face(db, carddb_card(db, card)->face)->chars.mana_cost : 0;
}

/* The mana value of a nonmodal double-faced object whose back face is up is that of its front face, that of a melded
   permanent the sum of those of both cards; 0 of what only copies a back face (202.3b, c). Last known information names
   the face that was up. */
static i64 front_value(const Eval *e, Ref ref, i64 x) {
  Game *g = e->g;
  u32 slot = object_live(g, ref), row = slot || ref == REF_BARE ? 0 : lki_find(g, ref);
  if (!slot && !row) return 0;
  const Object o = slot ? *object_row(g, slot) : row_LKI(g, row)->object;
  CvId cv = o.cv;
  if (slot && e->work)
    cv = e->work->copiable(e->work, slot);
  else if (slot)
    cv = values_before_status(g, slot);
  u32 card = cv_card(g, cv);
  if (!card || !o.face || object_hidden(&o)) return 0;
  const CardDef *def = carddb_card(g->db, card);
  u32 own = o.card ? row_CARDS(g, o.card)->def : 0;
  bool two = slot ? !cv_only_face(g, cv) : own && (own == card || own == def->meld_partner);
  if (!two || (def->layout != LAYOUT_TRANSFORM && def->layout != LAYOUT_MELD)) return 0;
  bool melded = def->layout == LAYOUT_MELD;
  RULE(g, melded ? "202.3c" : "202.3b");
  if (melded) RULE(g, "712.8g");
  u32 front = front_cost(g->db, card), other = melded ? front_cost(g->db, def->meld_partner) : 0;
  i64 value = front ? mana_cost_value(&g->db->costs.data[front], x) : 0;
  return value + (other ? mana_cost_value(&g->db->costs.data[other], x) : 0);
}

i64 mana_value_of(const Eval *e, Ref ref) {
  Game *g = e->g;
  const Chars *c = eval_chars(e, ref);
  if (!c) return 0;
  i64 x = 0;
  /* On the stack {X} is the value chosen for it, elsewhere 0 (202.3e). */
  if (eval_zone(e, ref) == ZONE_STACK) {
    Heap cast = cast_info_of(g, e, ref);
    x = cast ? HEAP_AT(g, CastInfo, cast)->x : 0;
  }
  if (!c->mana_cost) return front_value(e, ref, x); /* else 202.3a */
  return mana_cost_value(&g->db->costs.data[c->mana_cost], x);
}

i64 mana_value_shown(Game *g, u32 slot, const Chars *c) {
  const Object *o = object_row(g, slot);
  if (o->zone != ZONE_STACK && (c->mana_cost || !o->face))
    return c->mana_cost ? mana_cost_value(&g->db->costs.data[c->mana_cost], 0) : 0;
  const Listener *listener = g->listener;
  g->listener = NULL;
  Eval e = {.g = g};
  i64 value = mana_value_of(&e, object_ref(g, slot));
  g->listener = listener;
  return value;
}

static i64 number_life(const Eval *e, Ref ref) {
  return ref_is_player(ref) ? core(e->g)->players[ref_slot(ref)].life : 0;
}

/* What the event that triggered the ability happened to. */
static Ref trigger_object(const Eval *e) {
  Value trigger = eval_slot(e, SLOT_EVENT_OBJECT);
  return trigger.tag == VALUE_REF ? (Ref)trigger.v : REF_NONE;
}

static i64 number_payable_life(const Eval *e, Ref ref) {
  if (rules_hold(e->g, IR_R_CANT_LOSE_LIFE, ref)) {
    RULE(e->g, "119.8");
    return 0;
  }
  return num_max(0, number_life(e, ref));
}

static i64 number_damage(const Eval *e, Ref ref) {
  const Permanent *p = eval_permanent(e, ref);
  return p ? p->damage : 0;
}

static i64 number_final_chapter(const Eval *e, Ref ref) {
  const Chars *c = eval_chars(e, ref);
  return c ? saga_final_chapter_of(e->g, c) : 0;
}

static i64 number_speed(const Eval *e, Ref ref) {
  i64 speed = ref_is_player(ref) ? core(e->g)->players[ref_slot(ref)].speed : 0;
  if (!speed) RULE(e->g, "702.179f");
  return speed;
}

static i64 number_level(const Eval *e, Ref ref) {
  const Permanent *p = eval_permanent(e, ref);
  if (p && p->level) return p->level;
  RULE(e->g, "716.2d");
  return 1;
}

static i64 counters_on(const Eval *e, Ref ref, Word kind) {
  Game *g = e->g;
  if (e->provisional && ref == object_ref(g, e->provisional->slot)) return 0;
  u32 first;
  u32 row = 0;
  if (ref_is_player(ref)) {
    first = core(g)->players[ref_slot(ref)].counters;
  } else if (object_live(g, ref)) {
    first = object_row(g, ref_slot(ref))->counters;
  } else {
    row = lki_find(g, ref);
    first = 0;
  }
  i64 total = 0;
  if (row) {
    Heap list = row_LKI(g, row)->counters;
    for (u32 i = 0; i + 1 < list_count(g, list); i += 2)
      if (!kind || list_get(g, list, i) == kind) total += (i64)list_get(g, list, i + 1);
    return total;
  }
  for (u32 c = first; c; c = row_COUNTERS(g, c)->next)
    if (!kind || row_COUNTERS(g, c)->kind == kind) total = num_add(total, row_COUNTERS(g, c)->n, NULL);
  return total;
}

static i64 number_all_counters(const Eval *e, Ref ref) { return counters_on(e, ref, 0); }

static i64 number_loyalty(const Eval *e, Ref ref) {
  /* On the battlefield loyalty is the number of loyalty counters (306.5c). */
  if (eval_zone(e, ref) == ZONE_BATTLEFIELD) return counters_on(e, ref, W_C_LOYALTY);
  const Chars *c = eval_chars(e, ref);
  return c && c->has & HAS_LOYALTY ? c->loyalty : 0;
}

/* As it is, or last was on the battlefield (608.2h). */
static i64 number_mutated(const Eval *e, Ref ref) {
  const Permanent *p = eval_permanent(e, ref);
  return p ? merged_times(e->g, object_known(e->g, ref)->cv, p) : 0;
}

static i64 number_unlocked(const Eval *e, Ref ref) {
  u32 slot = object_live(e->g, ref);
  return slot ? unlocked_halves(e->g, slot) : 0;
}

/* The number of one object, or the sum over several ("information about the exiled cards", 607.3). */
static i64 over_objects(const Eval *e, Node of, NumberOf number) {
  Game *g = e->g;
  u32 mark = scratch_mark(g);
  u32 n = eval_objects(e, of);
  i64 total = 0;
  for (u32 i = 0; i < n; i++) total = num_add(total, number(e, scratch_get(g, mark + i)), NULL);
  scratch_release(g, mark);
  return total;
}

/* What became a target more than once counts as often (115.9a). */
static i64 count_objects(const Eval *e, Node of) {
  u32 mark = scratch_mark(e->g);
  bool targets = node_op(e->g->db, of) == IR_TARGETS_OF;
  u32 n = targets ? stack_targets(e->g, eval_object(e, node_arg(e->g->db, of, 0))) : eval_objects(e, of);
  scratch_release(e->g, mark);
  return (i64)n + eval_players_left(e, of);
}

/* Total, greatest or least of a number that speaks of each object. */
static i64 fold_objects(const Eval *e, Node n, IrOp how) {
  Game *g = e->g;
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(e, node_arg(g->db, n, 1));
  Eval each = *e;
  each.asked = e->it;
  each.unseen = true;
  i64 result = 0;
  for (u32 i = 0; i < count; i++) {
    each.it = scratch_get(g, mark + i);
    i64 value = eval_num(&each, node_arg(g->db, n, 0));
    if (how == IR_TOTAL) {
      result = num_add(result, value, NULL);
    } else if (i == 0) {
      result = value;
    } else {
      result = how == IR_GREATEST ? num_max(result, value) : num_min(result, value);
    }
  }
  scratch_release(g, mark);
  return result;
}

static void counter_bits(const Game *g, Ref ref, u64 bits[SUBTYPE_CAP / 64]) {
  for (u32 row = counters_first(g, ref); row; row = row_COUNTERS(g, row)->next) {
    u32 bit = (u32)(row_COUNTERS(g, row)->kind - word_first(WC_COUNTER));
    if (row_COUNTERS(g, row)->n > 0) bits[bit >> 6] |= (u64)1 << (bit & 63);
  }
}

/* The aspects an object has, as a bit set over at most SUBTYPE_CAP values. */
static void aspect_bits(const Eval *e, Word aspect, Ref ref, u64 bits[SUBTYPE_CAP / 64]) {
  if (aspect == W_A_COUNTER_KIND) {
    counter_bits(e->g, ref, bits);
    return;
  }
  const Chars *c = eval_chars(e, ref);
  if (!c) return;
  switch (aspect) {
    case W_A_COLOR: bits[0] |= c->colors; break;
    case W_A_CARD_TYPE: bits[0] |= c->types; break;
    case W_A_CREATURE_TYPE:
    case W_A_LAND_TYPE:
    case W_A_BASIC_LAND_TYPE: {
      SubtypeClass sc = aspect == W_A_CREATURE_TYPE ? SUB_CREATURE : SUB_LAND;
      Word first = word_subtype_first(sc);
      for (u32 i = 0; i < word_subtype_count(sc); i++) {
        Word w = (Word)(first + i);
        bool basic = w == W_PLAINS || w == W_ISLAND || w == W_SWAMP || w == W_MOUNTAIN || w == W_FOREST;
        if (aspect == W_A_BASIC_LAND_TYPE && !basic) continue;
        if (chars_subtype(c, w)) bits[subtype_bit(w) >> 6] |= (u64)1 << (subtype_bit(w) & 63);
      }
      break;
    }
    default: break;
  }
}

static i64 distinct_values(const Eval *e, Word aspect, u32 mark, u32 n) {
  Game *g = e->g;
  i64 different = 0;
  for (u32 i = 0; i < n; i++) {
    bool seen = false;
    for (u32 j = 0; j < i && !seen; j++) {
      Ref a = scratch_get(g, mark + i), b = scratch_get(g, mark + j);
      switch (aspect) {
        case W_A_NAME: seen = eval_share_name(e, a, b); break;
        case W_A_MANA_VALUE: seen = mana_value_of(e, a) == mana_value_of(e, b); break;
        case W_A_POWER: seen = number_power(e, a) == number_power(e, b); break;
        default: seen = eval_controller(e, a) == eval_controller(e, b); break;
      }
    }
    const Chars *c = eval_chars(e, scratch_get(g, mark + i));
    different += !seen && !(aspect == W_A_NAME && c && !c->name);
  }
  return different;
}

static i64 distinct(const Eval *e, Node n) {
  Game *g = e->g;
  Eval each = *e;
  each.unseen = true;
  Word aspect = (Word)node_arg(g->db, n, 0);
  u32 mark = scratch_mark(g);
  u32 count = eval_objects(e, node_arg(g->db, n, 1));
  i64 result = 0;
  if (aspect == W_A_NAME || aspect == W_A_MANA_VALUE || aspect == W_A_POWER || aspect == W_A_CONTROLLER) {
    result = distinct_values(&each, aspect, mark, count);
  } else {
    u64 bits[SUBTYPE_CAP / 64] = {0};
    for (u32 i = 0; i < count; i++) aspect_bits(&each, aspect, scratch_get(g, mark + i), bits);
    for (u32 i = 0; i < COUNT_OF(bits); i++) result += bits_count(bits[i]);
  }
  scratch_release(g, mark);
  return result;
}

/* How many of some objects have one card type, subtype or colour in common, of that which most of them have. */
static i64 most_sharing(const Eval *e, Node n) {
  Game *g = e->g;
  u32 with[SUBTYPE_CAP] = {0};
  u32 mark = scratch_mark(g), count = eval_objects(e, node_arg(g->db, n, ARG_MOST_SHARING_OBJECTS));
  i64 most = 0;
  for (u32 i = 0; i < count; i++) {
    u64 bits[SUBTYPE_CAP / 64] = {0};
    aspect_bits(e, (Word)node_arg(g->db, n, ARG_MOST_SHARING_WHAT), scratch_get(g, mark + i), bits);
    for (u32 k = 0; k < SUBTYPE_CAP; k++) {
      with[k] += (u32)(bits[k / 64] >> (k % 64) & 1);
      most = with[k] > most ? with[k] : most;
    }
  }
  scratch_release(g, mark);
  return most;
}

/* 700.5: mana symbols of those colours among the mana costs of permanents the player controls. */
static i64 devotion(const Eval *e, Node n) {
  Game *g = e->g;
  u32 player = eval_player(e, node_arg(g->db, n, 0));
  u16 wanted = 0;
  for (u32 i = 1; i < node_argc(g->db, n); i++) wanted |= (u16)color_mask(eval_word(e, (Word)node_arg(g->db, n, i)));
  i64 total = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s) || eval_controller(e, object_ref(g, s)) != player) continue;
    const Chars *c = eval_chars(e, object_ref(g, s));
    if (!c->mana_cost) continue;
    const ManaCost *cost = &g->db->costs.data[c->mana_cost];
    for (u32 i = 0; i < cost->count; i++) total += (cost->symbols[i] & SYMBOL_KINDS & wanted) != 0;
  }
  return total;
}

/* A party has up to one creature of each of four creature types, and as many as there can be (700.8): where only some of
   the types are taken, no more than there are creatures of any of these, and one of each of the others. */
static i64 party(const Eval *e, Node n) {
  static const Word TYPES[] = {W_CLERIC, W_ROGUE, W_WARRIOR, W_WIZARD};
  Game *g = e->g;
  u32 player = eval_player(e, node_arg(g->db, n, 0)), with[1u << COUNT_OF(TYPES)] = {0}, most = COUNT_OF(TYPES);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s) || eval_controller(e, object_ref(g, s)) != player) continue;
    const Chars *c = eval_chars(e, object_ref(g, s));
    u32 types = 0;
    if (!(c->types >> type_bit(W_CREATURE) & 1)) continue;
    for (u32 i = 0; i < COUNT_OF(TYPES); i++) types |= (u32)chars_subtype(c, TYPES[i]) << i;
    for (u32 some = 1; some < COUNT_OF(with); some++) with[some] += (types & some) != 0;
  }
  for (u32 some = 1; some < COUNT_OF(with); some++) {
    u32 least = with[some] + (u32)COUNT_OF(TYPES) - bits_count(some);
    if (least < most) most = least;
  }
  return most;
}

/* The label is that of an optional cost; the object the one given, else the spell or the source. */
static i64 times_paid(const Eval *e, Word label, Node of) {
  Game *g = e->g;
  Ref ref = of ? eval_object(e, of) : eval_self(e);
  if (!of && e->env && env_at(g, e->env)->stack_object && !cast_info_of(g, e, ref))
    ref = env_at(g, e->env)->stack_object;
  Heap cast = cast_info_of(g, e, ref);
  if (!cast) return 0;
  Heap paid = HEAP_AT(g, CastInfo, cast)->paid;
  i64 times = 0;
  for (u32 i = 0; i < paid_count(g, paid); i++) {
    Paid row = paid_at(g, paid, i);
    if (row.keyword == label && payment_concerns(e, row.acquisition)) times += row.times;
  }
  return times;
}

/* The mana spent of a kind; with `e` only what was produced by what matches `from`. */
static i64 mana_from(const Game *g, const CastInfo *cast, u32 kind, const Eval *e, Node from) {
  i64 total = 0;
  Heap spent = cast->spent, sources = cast->sources;
  for (u32 i = 0; i < list_count(g, spent); i++) {
    u64 row = list_get(g, spent, i);
    bool of_kind = kind == MANA_OF_ANY_KIND || (row & 0xff) == kind;
    if (of_kind && (!e || eval_matches(e, from, (Ref)list_get(g, sources, i)))) total += (i64)(row >> 32);
  }
  return total;
}

i64 mana_spent_of(const Game *g, const CastInfo *cast, u32 kind) { return mana_from(g, cast, kind, NULL, 0); }

static i64 mana_spent(const Eval *e, Node n) {
  Game *g = e->g;
  Heap cast = cast_info_of(g, e, eval_object(e, node_arg(g->db, n, ARG_MANA_SPENT_OF)));
  if (!cast) return 0;
  const CastInfo info = *HEAP_AT(g, CastInfo, cast);
  Word color = (Word)node_arg(g->db, n, ARG_MANA_SPENT_COLOR);
  Node from = node_arg(g->db, n, ARG_MANA_SPENT_FROM);
  return mana_from(g, &info, color ? color_bit(eval_word(e, color)) : MANA_OF_ANY_KIND, from ? e : NULL, from);
}

/* What the object `it` gets of what was divided as announced (601.2d). */
static i64 share_of(const Eval *e, u32 slot) {
  Game *g = e->g;
  Value v = eval_slot(e, slot);
  if (list_count(g, v.divided) == 0) return 0;
  if (v.tag == VALUE_REF) return (Ref)v.v == e->it ? (i64)list_get(g, v.divided, 0) : 0;
  if (v.tag != VALUE_REFS) return 0;
  for (u32 i = 0; i < list_count(g, (Heap)v.v) && i < list_count(g, v.divided); i++)
    if (list_get(g, (Heap)v.v, i) == e->it) return (i64)list_get(g, v.divided, i);
  return 0;
}

static i64 slot_number(const Eval *e, u32 slot) {
  Value v = eval_slot(e, slot);
  if (v.tag == VALUE_REFS) return list_count(e->g, (Heap)v.v);
  return v.tag == VALUE_NUMBER ? (i64)v.v : v.tag == VALUE_REF;
}

static i64 noted_number(const Eval *e, StrId link) {
  Value v = eval_noted(e, link);
  return v.tag == VALUE_NUMBER ? (i64)v.v : 0;
}

i64 eval_x(const Eval *e) {
  Value v = eval_slot(e, SLOT_X);
  if (v.tag == VALUE_NUMBER) return (i64)v.v;
  if (e->trial_x || e->own_x) return e->trial_x;
  /* A permanent's own abilities see the X of the spell it was (107.3m). */
  Heap cast = cast_info_of(e->g, e, eval_self(e));
  return cast ? HEAP_AT(e->g, CastInfo, cast)->x : 0;
}

static i64 base_number(const Eval *e, Node of, bool power) {
  u32 slot = object_live(e->g, eval_object(e, of));
  if (!slot) return 0;
  CvId cv = copiable_values_of(e->g, slot);
  const Chars *c = cv_chars(e->g, cv, shown_face(e->g, object_row(e->g, slot), cv));
  return power ? c->power : c->toughness;
}

static i64 plus(const Eval *e, Node n) {
  i64 total = 0;
  for (u32 i = 0; i < node_argc(e->g->db, n); i++) total = num_add(total, eval_num(e, node_arg(e->g->db, n, i)), NULL);
  return total;
}

static i64 half(i64 n, bool up) {
  i64 down = n / 2 - (n % 2 < 0); /* towards negative infinity (107.1a) */
  return up && n % 2 != 0 ? down + 1 : down;
}

/* How often a commander was cast from the command zone, whatever it is now; 0 of anything else (903.8). */
static i64 number_casts(const Eval *e, Ref ref) {
  u32 slot = object_live(e->g, ref), row = slot || ref == REF_BARE ? 0 : lki_find(e->g, ref);
  const Object *o = slot ? object_row(e->g, slot) : row ? &row_LKI(e->g, row)->object : NULL;
  if (!o || !o->card || !(row_CARDS(e->g, o->card)->flags & CARD_COMMANDER)) return 0;
  RULE(e->g, "903.8");
  return row_CARDS(e->g, o->card)->casts;
}

/* How often a player has cast their commanders from the command zone. */
static i64 commander_casts(Game *g, u32 player) {
  i64 casts = 0;
  RULE(g, "903.8");
  for (u32 card = 1; card < count_of(g, T_CARDS); card++) {
    const Card *c = row_CARDS(g, card);
    if (c->flags & CARD_COMMANDER && c->owner == player) casts += c->casts;
  }
  return casts;
}

/* Effects that give a player one vote more, of those that must be cast or of those that may be. */
typedef struct VoteCount {
  Ref player;
  bool optional;
  i64 votes;
} VoteCount;

static bool vote_visit(const Eval *e, Node rule, void *user) {
  VoteCount *count = user;
  const CardDb *db = e->g->db;
  bool optional = node_arg(db, rule, ARG_R_ADDITIONAL_VOTE_OPTIONAL) != 0;
  if (optional != count->optional) return false;
  if (eval_matches(e, node_arg(db, rule, ARG_R_ADDITIONAL_VOTE_PLAYERS), count->player)) count->votes++;
  return false;
}

static i64 additional_votes(const Eval *e, Node n) {
  VoteCount count = {.player = eval_object(e, node_arg(e->g->db, n, ARG_ADDITIONAL_VOTES_OF)),
                     .optional = node_arg(e->g->db, n, ARG_ADDITIONAL_VOTES_OPTIONAL) != 0};
  rules_visit(e->g, IR_R_ADDITIONAL_VOTE, vote_visit, &count);
  if (count.votes) RULE(e->g, "701.38d");
  return count.votes;
}

/* A dispatcher. */
i64 eval_num(const Eval *e, Node n) {
  const CardDb *db = e->g->db;
#define ARG(i) node_arg(db, n, i)
#define NUM(i) eval_num(e, ARG(i))
  switch (node_op(db, n)) {
    case IR_NUMBER: return node_int(db, n, 0);
    case IR_X: return eval_x(e);
    case IR_COUNT: return count_objects(e, ARG(0));
    case IR_POWER: return over_objects(e, ARG(0), number_power);
    case IR_POWER_FOR: return power_for(e, (Word)ARG(ARG_POWER_FOR_ACTION), eval_object(e, ARG(ARG_POWER_FOR_OF)));
    case IR_TOUGHNESS: return over_objects(e, ARG(0), number_toughness);
    case IR_BASE_POWER: return base_number(e, ARG(0), true);
    case IR_BASE_TOUGHNESS: return base_number(e, ARG(0), false);
    case IR_MANA_VALUE: return over_objects(e, ARG(0), mana_value_of);
    case IR_LOYALTY: return over_objects(e, ARG(0), number_loyalty);
    case IR_LIFE: return over_objects(e, ARG(0), number_life);
    case IR_PAYABLE_LIFE: return over_objects(e, ARG(0), number_payable_life);
    case IR_COUNTERS: return counters_on(e, eval_object(e, ARG(1)), (Word)ARG(0));
    case IR_ALL_COUNTERS: return over_objects(e, ARG(0), number_all_counters);
    case IR_FINAL_CHAPTER: return over_objects(e, ARG(0), number_final_chapter);
    case IR_ADDITIONAL_VOTES: return additional_votes(e, n);
    case IR_SPEED: return over_objects(e, ARG(0), number_speed);
    case IR_TIMES_MUTATED: return over_objects(e, ARG(0), number_mutated);
    case IR_UNLOCKED_DOORS: return over_objects(e, ARG(0), number_unlocked);
    case IR_LEVEL: return over_objects(e, ARG(0), number_level);
    case IR_DAMAGE_MARKED: return over_objects(e, ARG(0), number_damage);
    case IR_TOTAL:
    case IR_GREATEST:
    case IR_LEAST: return fold_objects(e, n, node_op(db, n));
    case IR_DISTINCT: return distinct(e, n);
    case IR_MOST_SHARING: return most_sharing(e, n);
    case IR_DEVOTION: return devotion(e, n);
    case IR_PARTY: return party(e, n);
    case IR_PLUS: return plus(e, n);
    case IR_MINUS: {
      i64 b = NUM(1);
      return num_add(NUM(0), b == INT64_MIN ? INT64_MAX : -b, NULL);
    }
    case IR_QUOTIENT: {
      i64 b = NUM(1);
      return b > 0 ? NUM(0) / b : 0;
    }
    case IR_TIMES: return num_mul(NUM(0), NUM(1), NULL);
    case IR_HALF_UP: return half(NUM(0), true);
    case IR_HALF_DOWN: return half(NUM(0), false);
    case IR_MINIMUM: return num_min(NUM(0), NUM(1));
    case IR_MAXIMUM: return num_max(NUM(0), NUM(1));
    case IR_NUM_IF: return eval_cond(e, ARG(0)) ? NUM(1) : NUM(2);
    case IR_VALUE: return slot_number(e, ARG(0));
    case IR_SHARE: return share_of(e, ARG(0));
    case IR_NOTED_NUMBER: return noted_number(e, ARG(0));
    case IR_EVENT_AMOUNT: return slot_number(e, SLOT_EVENT_AMOUNT);
    case IR_TIMES_RESOLVED: return e->env ? resolved_this_turn(e->g, e->env) : 0;
    case IR_TIMES_ACTIVATED: return e->env ? activated_this_turn(e->g, e->env) : 0;
    case IR_TIMES_PAID: return times_paid(e, (Word)ARG(0), ARG(1));
    case IR_MANA_SPENT: return mana_spent(e, n);
    case IR_HAPPENED:
      if (ARG(ARG_HAPPENED_UNTIL)) return history_count_before(e, ARG(0), eval_object(e, ARG(ARG_HAPPENED_UNTIL)));
      if (ARG(ARG_HAPPENED_BEFORE)) return history_count_before(e, ARG(0), trigger_object(e));
      return history_count(e, ARG(0), ARG(ARG_HAPPENED_LAST_TURN),
                           ARG(ARG_HAPPENED_DIFFERENT) ? COUNT_OBJECTS : COUNT_EVENTS);
    case IR_HAPPENED_AMOUNT: return history_count(e, ARG(0), ARG(1), COUNT_AMOUNTS);
    case IR_THIS_WAY: return slot_number(e, SLOT_THIS_WAY);
    case IR_EXCESS_THIS_WAY: return e->env ? env_at(e->g, e->env)->excess : 0;
    case IR_STARTING_LIFE: return format_life(core(e->g)->format, core(e->g)->player_count);
    case IR_COMMANDER_CASTS: return ARG(0) ? over_objects(e, ARG(0), number_casts) : commander_casts(e->g, eval_you(e));
    case IR_TURN_NUMBER: return core(e->g)->turn;
    default: ASSERT(node_defined(e->g->db, n)); return eval_num(e, node_defined(e->g->db, n));
  }
#undef ARG
#undef NUM
}
