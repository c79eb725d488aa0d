/* Combat damage (510). First it is assigned, by the active player and then the others, creature by creature;
   a player is asked only how to divide it. Then all of it is dealt as one batch.

   Attackers with trample assign last, because what other creatures assign counts towards lethal damage
   (702.19b). What is assigned is kept as rows of T_CHOSEN: `n` to `ref` by the creature in slot `a`. */
#include "rules/combat.h"
#include "rules/rules.h"
#include "rules/turn.h"

/* Locals and steps of PROC_COMBAT_DAMAGE. */
enum {
  DAMAGE_ROWS,  /* first row of T_CHOSEN */
  DAMAGE_ORDER, /* which creatures assign now, an index into the order below */
  DAMAGE_SLOT,  /* the creature that assigns, 0 the first of them */
  DAMAGE_GROUP,
  DAMAGE_BATCH,
};
enum {
  DAMAGE_BEGIN,
  DAMAGE_ASK = PROC_ASKS,
  DAMAGE_ANSWER,
  DAMAGE_DEALT
};

/* --- who assigns damage ------------------------------------------------------------------------------------ */

static bool is_fighting(const Permanent *p) { return p->attacking || p->flags & PERM_BLOCKING; }

/* In the first of two steps those with first or double strike assign damage; in the second those that had
   neither as the first began, and those that have double strike now (510.4). */
static bool assigns_now(Game *g, u32 slot) {
  const Permanent *p = permanent_of(g, slot);
  if (!is_fighting(p) || object_phased_out(g, slot)) return false;
  if (!core(g)->first_strikers) return true;
  if (step_now(g) == W_STEP_FIRST_DAMAGE) return p->flags & PERM_FIRST_STRUCK;
  return !(p->flags & PERM_FIRST_STRUCK) || has_keyword(g, slot, W_DOUBLE_STRIKE);
}

static void mark_first_strikers(Game *g) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!is_fighting(permanent_of(g, s))) continue;
    const Chars *c = chars_of(g, s);
    bool first = chars_keyword(c, W_FIRST_STRIKE) || chars_keyword(c, W_DOUBLE_STRIKE);
    if (first) permanent_of(g, s)->flags |= PERM_FIRST_STRUCK;
  }
}

/* Its power, or what an effect puts in its place; nothing if it is not positive (510.1a). */
static i64 damage_of(Game *g, u32 slot) {
  bool by_toughness = rules_hold(g, IR_R_DAMAGE_BY_TOUGHNESS, object_ref(g, slot));
  const Chars *c = chars_of(g, slot);
  RULE(g, "510.1a");
  return num_max(0, by_toughness ? c->toughness : c->power);
}

static bool has_trample(Game *g, u32 slot) {
  const Chars *c = chars_of(g, slot);
  return chars_keyword(c, W_TRAMPLE) || chars_keyword(c, W_TRAMPLE_OVER_PLANESWALKERS);
}

/* The order of assignment: attackers without trample, attackers with trample, blockers of the player next
   to the active one, and so on in turn order (802.5). */
enum {
  ORDER_PLAIN,
  ORDER_TRAMPLE,
  ORDER_BLOCKERS
};

static bool assigns_in(Game *g, u32 slot, u32 order) {
  if (!assigns_now(g, slot)) return false;
  bool attacks = is_attacking(g, slot);
  if (order <= ORDER_TRAMPLE) return attacks && has_trample(g, slot) == (order == ORDER_TRAMPLE);
  u32 player = (core(g)->active + order - ORDER_BLOCKERS) % core(g)->player_count;
  return !attacks && object_row(g, slot)->controller == player;
}

/* The next creature to assign damage at or after the one in the frame; 0 when all have. */
static u32 assigner(Game *g, u32 frame) {
  u32 orders = ORDER_BLOCKERS + core(g)->player_count;
  i64 *a = frame_at(g, frame)->a;
  u32 order = (u32)a[DAMAGE_ORDER], slot = (u32)a[DAMAGE_SLOT];
  /* Somebody may have left the game with the creature since. */
  if (slot && object_row(g, slot)->zone != ZONE_BATTLEFIELD) slot = 0;
  for (; order < orders; order++, slot = 0) {
    if (!slot) slot = zone_first(g, ZONE_BATTLEFIELD, 0);
    while (slot && !assigns_in(g, slot, order)) slot = object_row(g, slot)->next;
    if (slot) break;
  }
  a = frame_at(g, frame)->a;
  a[DAMAGE_ORDER] = order;
  a[DAMAGE_SLOT] = slot;
  return order < orders ? slot : 0;
}

/* --- who is assigned damage ----------------------------------------------------------------------------------- */

/* One who may be assigned damage: at least `need` must be assigned to all of lower tiers before any to one of
   a higher tier (702.19b, 702.19c). */
typedef struct Recipient {
  Ref ref;
  i64 need, assigned;
  u32 tier;
} Recipient;

enum {
  TIER_CREATURES,
  TIER_ATTACKED,
  TIER_CONTROLLER
};

/* What is assigned to a recipient in this step; by the creature `slot` alone if it is not 0. `*deadly` is set
   if some of it comes from a source with deathtouch. */
static i64 assigned_to(Game *g, u32 frame, Ref ref, u32 slot, bool *deadly) {
  i64 total = 0;
  for (u32 row = (u32)frame_at(g, frame)->a[DAMAGE_ROWS]; row < count_of(g, T_CHOSEN); row++) {
    const Option o = *row_CHOSEN(g, row);
    if (o.ref != ref || (slot && o.a != slot) || object_row(g, o.a)->zone != ZONE_BATTLEFIELD)
      continue;
    total = num_add(total, o.n, NULL);
    if (deadly && o.n > 0 && has_keyword(g, o.a, W_DEATHTOUCH)) *deadly = true;
  }
  return total;
}

static bool has_assigned_to(const Game *g, u32 frame, Ref ref, u32 slot) {
  for (u32 row = (u32)frame_at(g, frame)->a[DAMAGE_ROWS]; row < count_of(g, T_CHOSEN); row++)
    if (row_CHOSEN(g, row)->ref == ref && row_CHOSEN(g, row)->a == slot) return true;
  return false;
}

/* How much more a blocking creature needs until it is assigned lethal damage (702.19b): the damage on it and
   what others assign counts; anything from a source with deathtouch is enough (702.2c). */
static i64 lethal_need(Game *g, u32 frame, u32 source, Ref creature) {
  u32 slot = ref_slot(creature);
  bool deadly = false;
  i64 assigned = assigned_to(g, frame, creature, 0, &deadly);
  assigned -= assigned_to(g, frame, creature, source, NULL);
  bool by_power = rules_hold(g, IR_R_LETHAL_BY_POWER, creature);
  const Chars *c = chars_of(g, slot);
  i64 need = by_power ? c->power : c->toughness;
  need = num_max(0, num_add(need, -permanent_of(g, slot)->damage, NULL));
  need = num_max(0, num_add(need, -assigned, NULL));
  if (deadly) return 0;
  if (need > 1 && has_keyword(g, source, W_DEATHTOUCH)) {
    RULE(g, "702.2c");
    return 1;
  }
  return need;
}

/* Recipients lie on the scratch list, RECIPIENT_WORDS each. */
enum {
  RECIPIENT_WORDS = sizeof(Recipient) / sizeof(u64)
};
_Static_assert(sizeof(Recipient) % sizeof(u64) == 0, "a recipient is whole words");

static void recipient_push(Game *g, Recipient r) {
  u64 words[RECIPIENT_WORDS];
  memcpy(words, &r, sizeof r);
  for (u32 i = 0; i < RECIPIENT_WORDS; i++) scratch_push(g, words[i]);
}

static Recipient recipient_get(const Game *g, u32 mark, u32 i) {
  Recipient r;
  memcpy(&r, &g->scratch.data[mark + i * RECIPIENT_WORDS], sizeof r);
  return r;
}

static void push_creature(Game *g, u32 frame, u32 source, Ref ref) {
  recipient_push(g, (Recipient){.ref = ref, .need = lethal_need(g, frame, source, ref)});
}

/* The player or permanent behind the blockers, and a planeswalker's controller behind it (702.19c, e). */
static void push_attacked(Game *g, u32 frame, u32 slot) {
  Ref attacked = permanent_of(g, slot)->attacking;
  bool over = has_keyword(g, slot, W_TRAMPLE_OVER_PLANESWALKERS) && !ref_is_player(attacked);
  u32 controller = over ? combat_defender(g, attacked) : PLAYER_NONE;
  if (attacked_remains(g, slot)) {
    i64 need = 0;
    if (over) {
      i64 others =
          assigned_to(g, frame, attacked, 0, NULL) - assigned_to(g, frame, attacked, slot, NULL);
      need = num_max(0, object_counters(g, ref_slot(attacked), W_C_LOYALTY) - others);
    }
    recipient_push(g, (Recipient){.ref = attacked, .need = need, .tier = TIER_ATTACKED});
    over = over && has_type(g, ref_slot(attacked), TYPE(PLANESWALKER));
  }
  if (over && player_in_game(g, controller))
    recipient_push(g, (Recipient){.ref = ref_player(controller), .tier = TIER_CONTROLLER});
}

static void push_for_attacker(Game *g, u32 frame, u32 slot) {
  if (!(permanent_of(g, slot)->flags & PERM_BLOCKED)) {
    RULE(g, "510.1b");
    if (attacked_remains(g, slot) || has_keyword(g, slot, W_TRAMPLE_OVER_PLANESWALKERS))
      push_attacked(g, frame, slot);
    return;
  }
  RULE(g, "510.1c");
  /* The blockers are first listed, then replaced by rows with what they need. */
  u32 mark = scratch_mark(g), n = blockers_push(g, object_ref(g, slot));
  for (u32 i = 0; i < n; i++) push_creature(g, frame, slot, scratch_get(g, mark + i));
  if (has_trample(g, slot)) {
    RULE(g, n ? "702.19b" : "702.19d");
    push_attacked(g, frame, slot);
  }
  u32 words = scratch_count(g) - mark - n;
  for (u32 i = 0; i < words; i++) scratch_set(g, mark + i, scratch_get(g, mark + n + i));
  scratch_release(g, mark + words);
}

static void push_for_blocker(Game *g, u32 frame, u32 slot) {
  RULE(g, "510.1d");
  Heap list = permanent_of(g, slot)->blocking;
  for (u32 i = 0; i < list_count(g, list); i++) {
    Ref attacker = list_get(g, list, i);
    if (object_live(g, attacker)) push_creature(g, frame, slot, attacker);
  }
}

/* Pushes all a creature may assign damage to, with what it has assigned; answers how many. */
static u32 recipients_push(Game *g, u32 frame, u32 slot) {
  u32 mark = scratch_mark(g);
  if (is_attacking(g, slot)) {
    push_for_attacker(g, frame, slot);
  } else {
    push_for_blocker(g, frame, slot);
  }
  return (scratch_count(g) - mark) / RECIPIENT_WORDS;
}

/* --- dividing -------------------------------------------------------------------------------------------------------- */

/* The amounts recipient `i` may be assigned of what is `left`: from `*least` up, and the whole. Whoever is the
   last of its tier gets all if damage can't go on to the next tier. */
static void bounds_of(const Game *g, u32 mark, u32 count, u32 i, i64 left, i64 *least,
                      bool *all_only) {
  Recipient r = recipient_get(g, mark, i);
  bool last_of_tier = i + 1 == count || recipient_get(g, mark, i + 1).tier != r.tier;
  *least = 0;
  *all_only = i + 1 == count;
  if (!last_of_tier || *all_only) return;
  for (u32 k = 0; k < i; k++) {
    Recipient before = recipient_get(g, mark, k);
    if (before.assigned < before.need) *all_only = true;
  }
  *least = r.need;
  if (r.need > left) *all_only = true;
}

/* More amounts than this are offered only in part: the first ones and the whole. */
#define AMOUNTS_CAP 1024

static void amounts_offer(Game *g, Ref ref, i64 least, i64 left) {
  i64 last = num_min(left, num_add(least, AMOUNTS_CAP, NULL));
  for (i64 n = least; n <= last; n++)
    decide_option(g, (Option){.kind = OPTION_NUMBER, .ref = ref, .n = n});
  if (last < left) decide_option(g, (Option){.kind = OPTION_NUMBER, .ref = ref, .n = left});
}

static void assign(Game *g, u32 slot, Ref ref, i64 n) {
  u32 row = table_add(g, T_CHOSEN, 1);
  *row_CHOSEN(g, row) = (Option){.kind = OPTION_NUMBER, .ref = ref, .n = n, .a = slot};
}

/* Assigns what there is no choice about, or asks for the next amount. True if the creature is done. */
static bool assign_next(Game *g, u32 frame, u32 slot, Ref *ask, i64 *least, i64 *left) {
  u32 mark = scratch_mark(g), count = recipients_push(g, frame, slot), at = count;
  *left = damage_of(g, slot);
  for (u32 i = 0; i < count; i++) {
    Recipient r = recipient_get(g, mark, i);
    r.assigned = assigned_to(g, frame, r.ref, slot, NULL);
    u64 words[RECIPIENT_WORDS];
    memcpy(words, &r, sizeof r);
    for (u32 w = 0; w < RECIPIENT_WORDS; w++)
      scratch_set(g, mark + i * RECIPIENT_WORDS + w, words[w]);
    *left -= r.assigned;
    if (at == count && !has_assigned_to(g, frame, r.ref, slot)) at = i;
  }
  bool done = at == count || *left <= 0, all_only = false;
  if (!done) {
    bounds_of(g, mark, count, at, *left, least, &all_only);
    *ask = recipient_get(g, mark, at).ref;
  }
  scratch_release(g, mark);
  if (done || !all_only) return done;
  assign(g, slot, *ask, *left);
  return true;
}

/* --- dealing ----------------------------------------------------------------------------------------------------------- */

static Flow damage_deal(Game *g, u32 frame) {
  RULE(g, "510.2");
  u32 first = (u32)frame_at(g, frame)->a[DAMAGE_ROWS];
  u32 base = batch_begin(g);
  for (u32 row = first; row < count_of(g, T_CHOSEN); row++) {
    const Option o = *row_CHOSEN(g, row);
    if (o.n > 0 && object_row(g, o.a)->zone == ZONE_BATTLEFIELD)
      batch_damage(g, object_ref(g, o.a), o.ref, o.n, EVF_COMBAT | EVF_RULE);
  }
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - first);
  Frame *f = frame_at(g, frame);
  f->step = DAMAGE_DEALT;
  f->a[DAMAGE_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* The commander card among those that represent an object, 0 if there is none. */
static u32 commander_card(const Game *g, Ref source) {
  u32 slot = object_live(g, source);
  if (!slot || !(object_row(g, slot)->flags & OBJECT_COMMANDER)) return 0;
  u32 card = object_row(g, slot)->card;
  while (card && !(row_CARDS(g, card)->flags & CARD_COMMANDER)) card = row_CARDS(g, card)->next;
  return card;
}

/* Combat damage by commanders is counted over the whole game (903.10a). */
static void commander_damage_count(Game *g, u32 base) {
  for (u32 row = base; row < count_of(g, T_EVENTS); row++) {
    const Event ev = *row_EVENTS(g, row);
    if (ev.kind != EVENT_DAMAGE || !(ev.flags & EVF_HAPPENED) || !ref_is_player(ev.object))
      continue;
    u32 card = commander_card(g, ev.source), due;
    if (!card) continue;
    u32 player = ref_slot(ev.object);
    if (!due_find(g, DUE_COMMANDER_DAMAGE, player, card, &due)) {
      due = table_add(g, T_DUE, 1);
      *row_DUE(g, due) = (Due){.kind = DUE_COMMANDER_DAMAGE, .player = (u8)player, .a = card};
    }
    row_DUE(g, due)->n = num_add(row_DUE(g, due)->n, ev.amount, NULL);
  }
}

/* --- the procedure --------------------------------------------------------------------------------------------------------- */

static Flow damage_ask(Game *g, u32 frame) {
  for (;;) {
    u32 slot = assigner(g, frame);
    if (!slot) return damage_deal(g, frame);
    Ref ref = REF_NONE;
    i64 least = 0, left = 0;
    if (assign_next(g, frame, slot, &ref, &least, &left)) {
      Frame *f = frame_at(g, frame);
      f->a[DAMAGE_SLOT] = object_row(g, slot)->next;
      if (!f->a[DAMAGE_SLOT]) f->a[DAMAGE_ORDER]++;
      f->a[DAMAGE_GROUP] = 0;
      continue;
    }
    if (!frame_at(g, frame)->a[DAMAGE_GROUP]) frame_at(g, frame)->a[DAMAGE_GROUP] = decide_group(g);
    frame_at(g, frame)->step = DAMAGE_ANSWER;
    decide_begin(g, DECISION_ASSIGN, object_row(g, slot)->controller, object_ref(g, slot),
                 "510.1c");
    Decision *d = &core(g)->decision;
    d->group = (u32)frame_at(g, frame)->a[DAMAGE_GROUP];
    d->min = least;
    d->max = left;
    core(g)->choices_base = (u32)frame_at(g, frame)->a[DAMAGE_ROWS];
    amounts_offer(g, ref, least, left);
    return decide_end(g);
  }
}

Flow proc_COMBAT_DAMAGE(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  switch (f->step) {
  case DAMAGE_BEGIN:
    RULE(g, "510.1");
    f->step = DAMAGE_ASK;
    f->a[DAMAGE_ROWS] = count_of(g, T_CHOSEN);
    combat_settle(g);
    if (step_now(g) == W_STEP_FIRST_DAMAGE) mark_first_strikers(g);
    return FLOW_STEP;
  case DAMAGE_ASK: return damage_ask(g, frame);
  case DAMAGE_ANSWER: {
    const Option taken = *decide_taken(g);
    f->step = DAMAGE_ASK;
    assign(g, (u32)f->a[DAMAGE_SLOT], taken.ref, taken.n);
    return FLOW_STEP;
  }
  default: {
    u32 base = (u32)f->a[DAMAGE_BATCH];
    commander_damage_count(g, base);
    batch_end(g, base);
    frame_return(g, 0);
    return FLOW_STEP;
  }
  }
}
