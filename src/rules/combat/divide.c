#include "rules/combat/divide.h"

#include "rules/combat/combat.h"

/* --- assignments ------------------------------------------------------------------------------------------ */

i64 division_damage(Game *g, u32 slot) {
  bool by_toughness = rules_hold(g, IR_R_DAMAGE_BY_TOUGHNESS, object_ref(g, slot));
  RULE_OF(g, object_ref(g, slot), "510.1a");
  if (rules_hold(g, IR_R_NO_COMBAT_DAMAGE, object_ref(g, slot))) return 0;
  const Chars *c = chars_of(g, slot);
  return num_max(0, by_toughness ? c->toughness : c->power);
}

bool division_tramples(Game *g, u32 slot) {
  return has_keyword(g, slot, W_TRAMPLE) || has_keyword(g, slot, W_TRAMPLE_OVER_PLANESWALKERS);
}

void division_set_unblocked(Game *g, u32 slot) {
  chosen_add(g, (Chosen){.unblocked = {.kind = CHOSEN_UNBLOCKED, .slot = slot}});
}

void division_assign(const Dividing *d, Ref to, i64 n) {
  chosen_add(d->g, (Chosen){.share = {.kind = CHOSEN_SHARE, .slot = d->slot, .to = to, .n = n}});
}

/* The row of a creature's assignment to a recipient; the number of rows if there is none. */
static u32 row_of(const Dividing *d, u32 slot, Ref to) {
  u32 row = d->first, end = count_of(d->g, T_CHOSEN);
  for (; row < end; row++) {
    const ChosenShare *share = &row_CHOSEN(d->g, row)->share;
    if (share->kind == CHOSEN_SHARE && share->slot == slot && share->to == to) return row;
  }
  return end;
}

static bool is_assigned(const Dividing *d, Ref to) { return row_of(d, d->slot, to) < count_of(d->g, T_CHOSEN); }

static bool acts_unblocked(const Dividing *d, u32 slot) {
  for (u32 row = d->first; row < count_of(d->g, T_CHOSEN); row++)
    if (row_CHOSEN(d->g, row)->kind == CHOSEN_UNBLOCKED && row_CHOSEN(d->g, row)->unblocked.slot == slot) return true;
  return false;
}

/* --- recipients --------------------------------------------------------------------------------------------- */

/* All recipients that a creature may assign damage to: creatures on the scratch list, and those behind them, or
   REF_NONE. */
typedef struct Reach {
  u32 at, creatures;
  Ref attacked, controller;
} Reach;

/* Whether a creature attacks a planeswalker, or one that it attacked has been removed from combat: anything that can be
   attacked except players and battles. */
static bool attacks_walker(Game *g, u32 slot) {
  Ref attacked = permanent_of(g, slot)->attacking;
  Eval e = {.g = g};
  const Chars *c = ref_is_player(attacked) ? NULL : eval_chars(&e, attacked);
  return c && (c->types & TYPE(PLANESWALKER) || !(c->types & TYPE(BATTLE)));
}

/* The player or permanent behind the blockers, and a planeswalker's controller behind it (702.19c, e). */
static void reach_behind(Game *g, u32 slot, Reach *r) {
  Ref attacked = permanent_of(g, slot)->attacking;
  bool remains = attacked_remains(g, slot);
  if (remains) r->attacked = attacked;
  if (!attacks_walker(g, slot)) return;
  if (!has_keyword(g, slot, W_TRAMPLE_OVER_PLANESWALKERS)) {
    RULE_OF(g, object_ref(g, slot), "702.19f");
    return;
  }
  RULE_OF(g, object_ref(g, slot), remains ? "702.19c" : "702.19e");
  u32 controller = combat_defender(g, attacked);
  if (player_in_game(g, controller)) r->controller = ref_player(controller);
}

static void reach_of_attacker(const Dividing *d, u32 slot, Reach *r) {
  Game *g = d->g;
  if (!(permanent_of(g, slot)->flags & PERM_BLOCKED) || acts_unblocked(d, slot)) {
    RULE_OF(g, object_ref(g, slot), "510.1b");
    reach_behind(g, slot, r);
    return;
  }
  RULE_OF(g, object_ref(g, slot), "510.1c");
  r->creatures = blockers_push(g, object_ref(g, slot));
  if (!division_tramples(g, slot)) return;
  RULE_OF(g, object_ref(g, slot), r->creatures ? "702.19b" : "702.19d");
  reach_behind(g, slot, r);
}

static void reach_of_blocker(Game *g, u32 slot, Reach *r) {
  RULE_OF(g, object_ref(g, slot), "510.1d");
  r->creatures = blocked_push(g, slot);
}

/* Leaves its creatures on the scratch list. */
static Reach reach_of(const Dividing *d, u32 slot) {
  Reach r = {.at = scratch_count(d->g)};
  if (is_attacking(d->g, slot)) {
    reach_of_attacker(d, slot, &r);
  } else {
    reach_of_blocker(d->g, slot, &r);
  }
  return r;
}

i64 division_left(const Dividing *d) {
  Game *g = d->g;
  i64 left = division_damage(g, d->slot);
  for (u32 row = d->first; row < count_of(g, T_CHOSEN); row++) {
    const ChosenShare *share = &row_CHOSEN(g, row)->share;
    if (share->kind == CHOSEN_SHARE && share->slot == d->slot) left = num_add(left, -share->n, NULL);
  }
  return left;
}

u32 division_recipients(const Dividing *d, u32 *creatures) {
  Reach r = reach_of(d, d->slot);
  u32 n = *creatures = r.creatures;
  const Ref behind[] = {r.attacked, r.controller};
  for (u32 i = 0; i < COUNT_OF(behind); i++) {
    if (!behind[i]) continue;
    scratch_push(d->g, behind[i]);
    n++;
  }
  return n;
}

bool division_assigned(const Dividing *d, Ref to) { return is_assigned(d, to); }

bool division_next(const Dividing *d, Ref *to, i64 *left, bool *last) {
  Game *g = d->g;
  u32 mark = scratch_mark(g), open = 0, creatures;
  u32 all = division_recipients(d, &creatures);
  *left = division_left(d);
  *to = REF_NONE;
  for (u32 i = 0; i < all && open < 2; i++) {
    Ref ref = scratch_get(g, mark + i);
    if (!is_assigned(d, ref) && open++ == 0) *to = ref;
  }
  *last = open == 1;
  scratch_release(g, mark);
  return *to && *left > 0;
}

/* --- lethal damage --------------------------------------------------------------------------------------------- */

/* An amount being tried for the creature whose damage is divided. */
typedef struct Trial {
  const Dividing *d;
  Ref to;
  i64 n;
} Trial;

static i64 assigned_to(const Trial *t, Ref ref, bool *deadly) {
  Game *g = t->d->g;
  i64 total = t->to == ref ? t->n : 0;
  *deadly = total > 0 && has_keyword(g, t->d->slot, W_DEATHTOUCH);
  for (u32 row = t->d->first; row < count_of(g, T_CHOSEN); row++) {
    const ChosenShare share = row_CHOSEN(g, row)->share;
    if (share.kind != CHOSEN_SHARE || share.to != ref) continue;
    total = num_add(total, share.n, NULL);
    if (share.n > 0 && has_keyword(g, share.slot, W_DEATHTOUCH)) *deadly = true;
  }
  return total;
}

/* How much more damage a creature must be assigned to make it lethal. Marked damage and damage assigned by others count
   (702.19b), and any damage from a source with deathtouch is enough (702.2c). */
static i64 creature_need(const Trial *t, Ref creature) {
  Game *g = t->d->g;
  u32 slot = ref_slot(creature);
  bool deadly;
  i64 assigned = assigned_to(t, creature, &deadly);
  if (deadly) {
    RULE_OF(g, creature, "702.2c");
    return 0;
  }
  bool by_power = rules_hold(g, IR_R_LETHAL_BY_POWER, creature);
  const Chars *c = chars_of(g, slot);
  i64 lethal = num_add(by_power ? c->power : c->toughness, -permanent_of(g, slot)->damage, NULL);
  return num_max(0, num_add(lethal, -assigned, NULL));
}

i64 division_lethal(const Dividing *d, Ref creature) {
  const Trial t = {.d = d, .to = creature};
  i64 need = creature_need(&t, creature);
  return need > 1 && has_keyword(d->g, d->slot, W_DEATHTOUCH) ? 1 : need;
}

/* The same for a planeswalker and its loyalty (702.19c). */
static i64 walker_need(const Trial *t, Ref walker) {
  bool deadly;
  i64 assigned = assigned_to(t, walker, &deadly);
  return num_max(0, object_counters(t->d->g, ref_slot(walker), W_C_LOYALTY) - assigned);
}

/* --- completing a legal division ---------------------------------------------------------------------------------- */

/* Recipients that still must be assigned lethal damage, rows of MUST_WORDS on the scratch list; and supplies, the
   creatures that can still assign damage to them, rows of SUPPLY_WORDS. */
enum { MUST_REF, MUST_NEED, MUST_WALKER, MUST_WORDS };
enum { SUPPLY_SLOT, SUPPLY_AMOUNT, SUPPLY_BEHIND, SUPPLY_WORDS }; /* … including what it attacks */

typedef struct Whole {
  const Trial *t;
  u32 must_at, musts;
  u32 supply_at, supplies;
  u32 flow_at;  /* how much of each supply goes to each recipient */
  u64 by_touch; /* a bit for each recipient that gets lethal damage from a source with deathtouch */
  u32 budget;
} Whole;

static u64 *must_row(const Whole *w, u32 i) { return &w->t->d->g->scratch.data[w->must_at + i * MUST_WORDS]; }
static u64 *supply_row(const Whole *w, u32 i) { return &w->t->d->g->scratch.data[w->supply_at + i * SUPPLY_WORDS]; }
static u64 *flow(const Whole *w, u32 supply, u32 must) {
  return &w->t->d->g->scratch.data[w->flow_at + supply * w->musts + must];
}

static void must_add(Whole *w, Ref ref, i64 need, bool walker) {
  if (need <= 0) return;
  for (u32 i = 0; i < w->musts; i++)
    if (must_row(w, i)[MUST_REF] == ref && must_row(w, i)[MUST_WALKER] == walker) return;
  Game *g = w->t->d->g;
  scratch_push(g, ref);
  scratch_push(g, (u64)need);
  scratch_push(g, walker);
  w->musts++;
}

/* A creature assigns damage past its blockers: all of them must be assigned lethal damage (702.19b), and a planeswalker
   too if the damage goes past it. */
static void must_of(Whole *w, u32 slot, bool past_walker) {
  const Trial *t = w->t;
  Game *g = t->d->g;
  Ref ref = object_ref(g, slot), attacked = permanent_of(g, slot)->attacking;
  bool unblocked = acts_unblocked(t->d, slot);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s && !unblocked; s = object_row(g, s)->next)
    if (list_has(g, permanent_of(g, s)->blocking, ref))
      must_add(w, object_ref(g, s), creature_need(t, object_ref(g, s)), false);
  if (past_walker && attacked_remains(g, slot)) must_add(w, attacked, walker_need(t, attacked), true);
}

/* The same for everything assigned so far. */
static void must_of_rows(Whole *w) {
  Game *g = w->t->d->g;
  for (u32 row = w->t->d->first; row < count_of(g, T_CHOSEN); row++) {
    const ChosenShare share = row_CHOSEN(g, row)->share;
    if (share.kind != CHOSEN_SHARE || share.n <= 0 || !is_attacking(g, share.slot)) continue;
    Ref attacked = permanent_of(g, share.slot)->attacking;
    if (share.to == attacked)
      must_of(w, share.slot, false);
    else if (ref_is_player(share.to))
      must_of(w, share.slot, true);
  }
}

static void supply_add(Whole *w, u32 slot, i64 amount, bool behind) {
  Game *g = w->t->d->g;
  scratch_push(g, slot);
  scratch_push(g, (u64)amount);
  scratch_push(g, behind);
  w->supplies++;
}

/* Whether a supply can go to a recipient. */
static bool can_supply(const Whole *w, u32 supply, u32 must) {
  const Trial *t = w->t;
  Game *g = t->d->g;
  const u64 *s = supply_row(w, supply), *m = must_row(w, must);
  u32 slot = (u32)s[SUPPLY_SLOT];
  Ref ref = m[MUST_REF];
  if (slot == t->d->slot && (ref == t->to || is_assigned(t->d, ref))) return false;
  if (m[MUST_WALKER]) return s[SUPPLY_BEHIND] && permanent_of(g, slot)->attacking == ref;
  if (acts_unblocked(t->d, slot)) return false;
  if (!list_has(g, permanent_of(g, ref_slot(ref))->blocking, object_ref(g, slot))) return false;
  return has_keyword(g, slot, W_DEATHTOUCH) == (w->by_touch >> must & 1);
}

static u64 must_amount(const Whole *w, u32 must) { return w->by_touch >> must & 1 ? 1 : must_row(w, must)[MUST_NEED]; }

/* What is left of a supply, and what a recipient still lacks. */
static u64 supply_left(const Whole *w, u32 supply) {
  u64 left = supply_row(w, supply)[SUPPLY_AMOUNT];
  for (u32 m = 0; m < w->musts; m++) left -= *flow(w, supply, m);
  return left;
}
static u64 must_lacks(const Whole *w, u32 must) {
  u64 lacks = must_amount(w, must);
  for (u32 s = 0; s < w->supplies; s++) lacks -= *flow(w, s, must);
  return lacks;
}

/* Sends up to `amount` from a supply: to recipients that lack some, or to those served by another supply that can send
   it elsewhere. Returns how much. `seen` are the recipients tried. */
static u64 send(Whole *w, u32 supply, u64 amount, u64 *seen) {
  for (u32 m = 0; m < w->musts; m++) {
    if (*seen >> m & 1 || !can_supply(w, supply, m)) continue;
    *seen |= (u64)1 << m;
    u64 lacks = must_lacks(w, m), n = lacks < amount ? lacks : amount;
    for (u32 other = 0; other < w->supplies && n == 0; other++) {
      u64 has = *flow(w, other, m);
      if (other == supply || has == 0) continue;
      n = send(w, other, has < amount ? has : amount, seen);
      *flow(w, other, m) -= n;
    }
    *flow(w, supply, m) += n;
    if (n > 0) return n;
  }
  return 0;
}

/* Whether the supplies suffice, once it is settled who gets lethal damage by deathtouch. */
static bool supplies_suffice(Whole *w) {
  Game *g = w->t->d->g;
  u32 mark = scratch_mark(g);
  w->flow_at = mark;
  for (u32 i = 0; i < w->supplies * w->musts; i++) scratch_push(g, 0);
  for (u32 s = 0; s < w->supplies; s++) {
    u64 left, seen = 0;
    while ((left = supply_left(w, s)) > 0 && send(w, s, left, &seen) > 0) seen = 0;
  }
  bool enough = true;
  for (u32 m = 0; m < w->musts; m++) enough = enough && must_lacks(w, m) == 0;
  scratch_release(g, mark);
  return enough;
}

/* Whether a supply could give a recipient lethal damage by deathtouch. */
static bool touchable(Whole *w, u32 must) {
  u64 before = w->by_touch;
  bool can = false;
  w->by_touch |= (u64)1 << must;
  for (u32 s = 0; s < w->supplies && !can && !must_row(w, must)[MUST_WALKER]; s++) can = can_supply(w, s, must);
  w->by_touch = before;
  return can;
}

/* Tries which recipients from `must` on get lethal damage by deathtouch. */
static bool satisfiable(Whole *w, u32 must) {
  while (must < w->musts && !touchable(w, must)) must++;
  if (must == w->musts) return supplies_suffice(w);
  if (w->budget == 0) return false;
  w->budget--;
  w->by_touch |= (u64)1 << must;
  bool can = satisfiable(w, must + 1);
  w->by_touch &= ~((u64)1 << must);
  return can || satisfiable(w, must + 1);
}

static bool has_blockers(const Whole *w, u32 slot) {
  Game *g = w->t->d->g;
  u32 mark = scratch_mark(g), n = acts_unblocked(w->t->d, slot) ? 0 : blockers_push(g, object_ref(g, slot));
  scratch_release(g, mark);
  return n > 0;
}

static bool is_open(u64 open, u32 i) { return i < 64 && open >> i & 1; }

/* Whether all recipients can be assigned lethal damage. The bits of `open` tell which later creatures assign damage
   past their blockers, which must then be assigned lethal damage. */
static bool whole_with(Whole *w, u64 open, u32 next) {
  const Trial *t = w->t;
  Game *g = t->d->g;
  u32 mark = scratch_mark(g), musts = w->musts;
  for (u32 i = 0; i < t->d->later_count; i++)
    if (is_open(open, i)) must_of(w, (u32)scratch_get(g, t->d->later + i), false);
  w->by_touch = 0;
  bool can = w->musts == 0;
  if (!can && w->musts < 64) {
    u32 own = w->supplies;
    u64 words[SUPPLY_WORDS] = {0}; /* copied, because the creature's own supply lies below the recipients */
    if (own) memcpy(words, supply_row(w, 0), sizeof words);
    u32 before = w->supply_at;
    w->supply_at = scratch_count(g);
    w->supplies = 0;
    if (own) supply_add(w, (u32)words[SUPPLY_SLOT], (i64)words[SUPPLY_AMOUNT], words[SUPPLY_BEHIND]);
    for (u32 i = 0; i < t->d->later_count; i++) {
      u32 slot = (u32)scratch_get(g, t->d->later + i);
      supply_add(w, slot, division_damage(g, slot), is_open(open, i) || !has_blockers(w, slot));
    }
    can = satisfiable(w, 0);
    w->supply_at = before;
    w->supplies = own;
  }
  w->musts = musts;
  scratch_release(g, mark);
  for (u32 i = next; i < t->d->later_count && i < 64 && !can && w->budget > 0; i++) {
    u32 slot = (u32)scratch_get(g, t->d->later + i);
    bool wanted = false;
    for (u32 m = 0; m < w->musts; m++)
      wanted = wanted || (must_row(w, m)[MUST_WALKER] && must_row(w, m)[MUST_REF] == permanent_of(g, slot)->attacking);
    if (wanted && has_blockers(w, slot)) can = whole_with(w, open | (u64)1 << i, i + 1);
  }
  return can;
}

/* Where the creature assigns the rest after the trial. */
typedef enum Rest { REST_NONE, REST_TO_CREATURES, REST_BEHIND, REST_FAR_BEHIND } Rest;

static bool whole_legal(const Trial *t, i64 left, Rest rest) {
  Game *g = t->d->g;
  u32 mark = scratch_mark(g);
  Whole w = {.t = t, .budget = 4096};
  w.supply_at = mark;
  if (rest != REST_NONE) supply_add(&w, t->d->slot, left, rest == REST_BEHIND || rest == REST_FAR_BEHIND);
  w.must_at = scratch_count(g);
  must_of_rows(&w);
  bool attacks = is_attacking(g, t->d->slot);
  Ref attacked = attacks ? permanent_of(g, t->d->slot)->attacking : REF_NONE;
  bool behind = attacks && t->n > 0 && t->to == attacked;
  bool far_behind = attacks && t->n > 0 && t->to != attacked && ref_is_player(t->to);
  if (behind || rest == REST_BEHIND) must_of(&w, t->d->slot, false);
  if (far_behind || rest == REST_FAR_BEHIND) must_of(&w, t->d->slot, true);
  bool legal = whole_with(&w, 0, 0);
  scratch_release(g, mark);
  return legal;
}

bool division_allows(const Dividing *d, Ref to, i64 n, i64 left) {
  Game *g = d->g;
  Trial t = {.d = d, .to = to, .n = n};
  u32 mark = scratch_mark(g);
  Reach r = reach_of(d, d->slot);
  u32 creatures = 0;
  for (u32 i = 0; i < r.creatures; i++) {
    Ref ref = scratch_get(g, r.at + i);
    creatures += ref != to && !is_assigned(d, ref);
  }
  scratch_release(g, mark);
  RULE(g, "510.1e");
  left -= n;
  if (left == 0) return whole_legal(&t, 0, REST_NONE);
  if (creatures && whole_legal(&t, left, REST_TO_CREATURES)) return true;
  if (r.attacked && r.attacked != to && !is_assigned(d, r.attacked) && whole_legal(&t, left, REST_BEHIND)) return true;
  return r.controller && r.controller != to && whole_legal(&t, left, REST_FAR_BEHIND);
}
