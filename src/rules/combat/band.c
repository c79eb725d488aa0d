#include "rules/combat/band.h"

#include "cards/ir_args.h"
#include "rules/combat/combat.h"

/* --- abilities --------------------------------------------------------------------------------------------- */

bool bands_with_some(Game *g, u32 slot) {
  const Chars *c = chars_of(g, slot);
  return chars_keyword(c, W_BANDING) || chars_keyword(c, W_BANDS_WITH_OTHER);
}

/* Number of creatures with the quality. */
static u32 with_quality(const Eval *e, Node quality, u32 at, u32 count) {
  u32 n = 0;
  for (u32 i = 0; i < count; i++) n += eval_matches(e, quality, scratch_get(e->g, at + i));
  return n;
}

/* Whether a creature on the scratch list has "bands with other" of a quality that it has itself and at least `least` of
   them have. */
static bool quality_shared(Game *g, u32 slot, u32 at, u32 count, u32 least) {
  if (!has_keyword(g, slot, W_BANDS_WITH_OTHER)) return false;
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_BANDS_WITH_OTHER) continue;
    Eval e = eval_of_ability(g, slot, &inst);
    Node quality = node_arg(g->db, def->node, ARG_KEYWORD_QUALITY);
    if (eval_matches(&e, quality, object_ref(g, slot)) && with_quality(&e, quality, at, count) >= least) return true;
  }
  return false;
}

static bool some_quality_shared(Game *g, u32 at, u32 count, u32 least) {
  for (u32 i = 0; i < count; i++)
    if (quality_shared(g, ref_slot(scratch_get(g, at + i)), at, count, least)) return true;
  return false;
}

/* Whether creatures on the scratch list may form a band: at most one without banding and at least one with it, or all
   with a quality that one of them has "bands with other" of (702.22c). */
static bool may_be_band(Game *g, u32 at, u32 count) {
  u32 banding = 0;
  for (u32 i = 0; i < count; i++) banding += has_keyword(g, ref_slot(scratch_get(g, at + i)), W_BANDING);
  return (banding > 0 && count - banding <= 1) || some_quality_shared(g, at, count, count);
}

bool banding_divides(Game *g, u32 at, u32 count) {
  for (u32 i = 0; i < count; i++)
    if (has_keyword(g, ref_slot(scratch_get(g, at + i)), W_BANDING)) return true;
  return some_quality_shared(g, at, count, 2);
}

/* --- declaring (508.1e) --------------------------------------------------------------------------------------- */

static const Option *pair_at(const Banding *b, u32 i) { return &row_CHOSEN(b->g, b->first + i)->option; }

/* The first member of a decided attacker's band, which was decided before: itself if it has joined none. */
static u32 leader_of(const Banding *b, u32 i) {
  u32 joined = pair_at(b, i)->a;
  SOUND(b->g, joined <= i);
  return joined ? joined - 1 : i;
}

/* The current slot of an attacker; 0 if it has left since it was chosen, with a player or to pay for the attack. */
static u32 attacker_at(const Banding *b, u32 i) {
  u32 slot = object_live(b->g, pair_at(b, i)->ref);
  return slot && object_row(b->g, slot)->zone == ZONE_BATTLEFIELD ? slot : 0;
}

bool bands_possible(const Banding *b) {
  for (u32 i = 0; i < b->count && b->count > 1; i++) {
    u32 slot = attacker_at(b, i);
    if (slot && bands_with_some(b->g, slot)) return true;
  }
  return false;
}

/* Pushes the decided members of a band; returns how many. */
static u32 members_push(const Banding *b, u32 leader) {
  u32 n = 0;
  for (u32 i = leader; i < b->decided; i++) {
    if (leader_of(b, i) != leader || !attacker_at(b, i)) continue;
    scratch_push(b->g, pair_at(b, i)->ref);
    n++;
  }
  return n;
}

static bool attack_the_same(const Banding *b, u32 i, u32 j) {
  if (pair_at(b, i)->n == pair_at(b, j)->n) return true;
  RULE(b->g, "702.22d");
  if (core(b->g)->player_count > 2) RULE(b->g, "802.3b");
  return false;
}

/* Whether the decided members of a band, plus one that is undecided if there is one, form a legal band. A single
   creature is not a band, and needs nothing. */
static bool is_whole(const Banding *b, u32 leader, u32 joining) {
  Game *g = b->g;
  u32 mark = scratch_mark(g), n = members_push(b, leader);
  if (joining < b->count) {
    scratch_push(g, pair_at(b, joining)->ref);
    n++;
  }
  bool whole = n <= 1 || may_be_band(g, mark, n);
  scratch_release(g, mark);
  return whole;
}

/* Tries to give each incomplete band an undecided creature of its own, by an augmenting path. One creature is
   enough, because all that such a band can lack is a creature with "bands with other" of the quality that all its
   members have. There are two words at `at` for each attacker: 1 + the band it is reserved for, and whether this
   path has visited it. */
static bool completed(const Banding *b, u32 leader, u32 at) {
  Game *g = b->g;
  for (u32 i = b->decided; i < b->count; i++) {
    u32 word = at + 2 * i;
    if (scratch_get(g, word + 1) || !attacker_at(b, i) || !attack_the_same(b, leader, i) || !is_whole(b, leader, i))
      continue;
    scratch_set(g, word + 1, 1);
    u32 other = (u32)scratch_get(g, word);
    if (other && !completed(b, other - 1, at)) continue;
    scratch_set(g, word, leader + 1);
    return true;
  }
  return false;
}

/* Whether the decided part can be completed to legal bands. */
static bool can_be_legal(const Banding *b) {
  Game *g = b->g;
  u32 mark = scratch_mark(g);
  bool legal = true;
  for (u32 i = 0; i < 2 * b->count; i++) scratch_push(g, 0);
  for (u32 i = 0; i < b->decided && legal; i++) {
    if (leader_of(b, i) != i || is_whole(b, i, b->count)) continue;
    for (u32 k = 0; k < b->count; k++) scratch_set(g, mark + 2 * k + 1, 0);
    legal = completed(b, i, mark);
  }
  scratch_release(g, mark);
  return legal;
}

/* Whether the next attacker may join a band, or, given its own place, none. */
static bool may_join(const Banding *b, u32 leader) {
  Banding then = *b;
  then.decided++;
  u32 row = b->first + b->decided;
  row_CHOSEN(b->g, row)->option.a = leader == b->decided ? 0 : leader + 1;
  bool may = can_be_legal(&then);
  row_CHOSEN(b->g, row)->option.a = 0;
  return may;
}

void bands_offer(const Banding *b) {
  RULE(b->g, "702.22c");
  if (may_join(b, b->decided)) decide_simple(b->g, OPTION_DONE);
  for (u32 i = 0; i < b->decided && attacker_at(b, b->decided); i++)
    if (leader_of(b, i) == i && attacker_at(b, i) && attack_the_same(b, i, b->decided) && may_join(b, i))
      decide_ref(b->g, pair_at(b, i)->ref);
}

void bands_join(const Banding *b, Ref leader) {
  u32 i = 0;
  while (i < b->decided && pair_at(b, i)->ref != leader) i++;
  row_CHOSEN(b->g, b->first + b->decided)->option.a = i == b->decided ? 0 : i + 1;
}

/* A chosen creature may have left, or may no longer attack (508.1k). */
static void begin_in(const Banding *b, u32 i, u32 band) {
  u32 slot = attacker_at(b, i);
  if (slot && is_attacking(b->g, slot)) permanent_of(b->g, slot)->band = band;
}

void bands_begin(const Banding *b) {
  for (u32 i = 0; i < b->count; i++) {
    u32 leader = leader_of(b, i);
    if (leader == i) continue;
    RULE(b->g, "508.1e");
    begin_in(b, leader, 1 + leader);
    begin_in(b, i, 1 + leader);
  }
}

/* --- blocking a band (702.22h) ---------------------------------------------------------------------------------- */

void band_blocked_by(Game *g, u32 blocker, Ref attacker) {
  u32 band = permanent_of(g, ref_slot(attacker))->band;
  if (!band) return;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    Ref other = object_ref(g, s);
    if (permanent_of(g, s)->band != band || other == attacker) continue;
    Heap list = permanent_of(g, blocker)->blocking;
    if (list_has(g, list, other)) continue;
    RULE_OF(g, other, "702.22e");
    RULE_OF(g, other, "702.22h");
    list_add(g, &list, other);
    permanent_of(g, blocker)->blocking = list;
    chosen_option(g, (Option){.kind = OPTION_REF, .ref = object_ref(g, blocker), .n = (i64)other});
  }
}
