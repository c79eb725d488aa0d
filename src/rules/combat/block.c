/* Declaring blockers (509.1). Each defending player in APNAP order declares all their blocks (802.4). Pairs of a
   blocker and an attacker are chosen one by one, blockers in battlefield order; every pair offered can be completed to
   a legal declaration whose costs can be paid. */
#include "cards/ir_args.h"
#include "rules/combat/combat.h"
#include "rules/combat/band.h"
#include "rules/combat/cost.h"
#include "rules/combat/set.h"
#include "state/checkpoint.h"

/* --- evasion --------------------------------------------------------------------------------------------- */

/* What evasion abilities look at: copies of the characteristics of both, since the originals may move. */
typedef struct Fight {
  Game *g;
  u32 attacker, blocker;
  Chars a, b;
} Fight;

/* Whether an effect lets it block as though the attacker didn't have the keyword ability with parameter `quality`
   (609.4). */
typedef struct Despite {
  Ref blocker, attacker;
  Word keyword;
  Node quality;
} Despite;

static bool despite_visit(const Eval *e, Node rule, void *user) {
  const Despite *d = user;
  const CardDb *db = e->g->db;
  Node quality = node_arg(db, rule, ARG_R_BLOCKS_DESPITE_QUALITY);
  if ((Word)node_arg(db, rule, ARG_R_BLOCKS_DESPITE_WORD) != d->keyword) return false;
  if (quality && !(d->quality && carddb_same(db, quality, d->quality))) return false;
  return eval_matches(e, node_arg(db, rule, ARG_R_BLOCKS_DESPITE_BLOCKERS), d->blocker) &&
         eval_matches(e, node_arg(db, rule, ARG_R_BLOCKS_DESPITE_ATTACKERS), d->attacker);
}

static bool blocks_despite(const Fight *f, Word keyword, Node quality) {
  if (!rules_of(f->g, IR_R_BLOCKS_DESPITE)) return false;
  Despite d = {object_ref(f->g, f->blocker), object_ref(f->g, f->attacker), keyword, quality};
  if (!rules_visit(f->g, IR_R_BLOCKS_DESPITE, despite_visit, &d)) return false;
  RULE(f->g, "609.4");
  return true;
}

static bool flying_stops(const Fight *f) {
  if (chars_keyword(&f->b, W_FLYING)) return false;
  if (!chars_keyword(&f->b, W_REACH)) return true;
  RULE(f->g, "702.17b");
  keyword_asked(f->g, f->blocker, W_REACH);
  return false;
}
static bool horsemanship_stops(const Fight *f) { return !chars_keyword(&f->b, W_HORSEMANSHIP); }
static bool skulk_stops(const Fight *f) { return f->b.power > f->a.power; }
static bool fear_stops(const Fight *f) { return !(f->b.types & TYPE(ARTIFACT)) && !(f->b.colors & COLOR(BLACK)); }
static bool intimidate_stops(const Fight *f) { return !(f->b.types & TYPE(ARTIFACT)) && !(f->b.colors & f->a.colors); }
static bool protection_stops(const Fight *f) {
  return protected_from(f->g, object_ref(f->g, f->attacker), object_ref(f->g, f->blocker));
}

/* Whether the player controls a land with that quality. */
static bool controls_land(Game *g, u32 player, const Eval *e, Node quality) {
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s) || object_row(g, s)->controller != player) continue;
    if (has_type(g, s, TYPE(LAND)) && eval_matches(e, quality, object_ref(g, s))) return true;
  }
  return false;
}

static bool landwalk_stops(const Fight *f) {
  Game *g = f->g;
  if (chars_keyword(&f->b, W_LANDWALK)) RULE(g, "702.14d");
  u32 defender = combat_defender(g, permanent_of(g, f->attacker)->attacking);
  for (u32 i = 0; i < ability_count(g, f->attacker); i++) {
    AbilityInst inst = ability_get(g, f->attacker, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_LANDWALK) continue;
    Eval e = eval_of_ability(g, f->attacker, &inst);
    Node lands = node_arg(g->db, def->node, ARG_KEYWORD_QUALITY);
    if (controls_land(g, defender, &e, lands) && !blocks_despite(f, W_LANDWALK, lands)) return true;
  }
  return false;
}

/* Evasion abilities, each with a test whether it prevents the block. */
static const struct {
  Word keyword;
  const char *rule;
  bool (*stops)(const Fight *f);
} EVASIONS[] = {
    {W_FLYING, "702.9b", flying_stops},          {W_FEAR, "702.36b", fear_stops},
    {W_INTIMIDATE, "702.13b", intimidate_stops}, {W_HORSEMANSHIP, "702.31b", horsemanship_stops},
    {W_SKULK, "702.118b", skulk_stops},          {W_LANDWALK, "702.14c", landwalk_stops},
    {W_PROTECTION, "702.16f", protection_stops},
};

/* Whether an evasion ability prevents the block; with `tell`, reports all of them. */
static bool evaded(const Fight *f, Evading *tell, void *user) {
  Game *g = f->g;
  bool evaded = chars_keyword(&f->a, W_SHADOW) ? !chars_keyword(&f->b, W_SHADOW) && !blocks_despite(f, W_SHADOW, 0)
                                               : chars_keyword(&f->b, W_SHADOW);
  if (evaded) {
    RULE(g, "702.28b");
    keyword_asked(g, f->attacker, W_SHADOW);
    if (!tell) return true;
    tell(user, W_SHADOW, "702.28b");
  }
  for (u32 i = 0; i < COUNT_OF(EVASIONS); i++) {
    Word keyword = EVASIONS[i].keyword;
    if (!chars_keyword(&f->a, keyword) || !EVASIONS[i].stops(f)) continue;
    if (keyword != W_LANDWALK && blocks_despite(f, keyword, 0)) continue;
    RULE(g, EVASIONS[i].rule);
    keyword_asked(g, f->attacker, EVASIONS[i].keyword);
    if (!tell) return true;
    tell(user, EVASIONS[i].keyword, EVASIONS[i].rule);
    evaded = true;
  }
  return evaded;
}

/* --- single pairs ------------------------------------------------------------------------------------------ */

static bool rule_forbids(const Eval *e, Node rule, void *user) {
  const Ref *pair = user;
  Node whom = node_arg(e->g->db, rule, ARG_R_CANT_BLOCK_WHOM);
  return eval_matches(e, node_arg(e->g->db, rule, ARG_R_CANT_BLOCK_OBJECTS), pair[0]) &&
         (!whom || eval_matches(e, whom, pair[1]));
}

CombatFault block_fault(Game *g, u32 blocker, u32 attacker, u32 player, u32 skip) {
  const Object *o = object_row(g, blocker);
  if (!(skip & COMBAT_PLAYER) && o->controller != player) return COMBAT_PLAYER;
  if (!(skip & COMBAT_TAPPED) && o->status & STATUS_TAPPED) return COMBAT_TAPPED;
  if (!(skip & COMBAT_KIND) && !belongs_in_combat(g, blocker)) return COMBAT_KIND;
  Ref pair[2] = {object_ref(g, blocker), attacker ? object_ref(g, attacker) : REF_NONE};
  if (!(skip & COMBAT_OTHER)) {
    if (!attacker || combat_defender(g, permanent_of(g, attacker)->attacking) != player) return COMBAT_OTHER;
    if (list_has(g, permanent_of(g, blocker)->blocking, pair[1])) return COMBAT_OTHER; /* it already does */
  }
  if (skip & COMBAT_PROHIBITED || !rules_visit(g, IR_R_CANT_BLOCK, rule_forbids, pair)) return 0;
  RULE(g, "509.1b");
  return COMBAT_PROHIBITED;
}

/* Whether a player may choose the creature at all (509.1a). */
static bool may_block(Game *g, u32 slot, u32 player) {
  return !block_fault(g, slot, 0, player, COMBAT_OTHER | COMBAT_PROHIBITED);
}

bool block_allowed(Game *g, u32 blocker, u32 attacker) {
  if (block_fault(g, blocker, attacker, object_row(g, blocker)->controller, 0)) return false;
  Fight fight = {.g = g, .attacker = attacker, .blocker = blocker};
  fight.a = *chars_of(g, attacker);
  fight.b = *chars_of(g, blocker);
  return !evaded(&fight, NULL, NULL);
}

void block_evasions(Game *g, u32 blocker, u32 attacker, Evading *tell, void *user) {
  Fight fight = {.g = g, .attacker = attacker, .blocker = blocker};
  fight.a = *chars_of(g, attacker);
  fight.b = *chars_of(g, blocker);
  evaded(&fight, tell, user);
}

/* --- the declaration ------------------------------------------------------------------------------------------ */

static bool block_payable(Declaration *d) {
  Game *g = d->g;
  Dues dues;
  declaration_dues(d, IR_R_BLOCK_COST, &dues);
  u32 player = object_row(g, ref_slot(declaration_creature(d, 0)))->controller;
  bool payable = dues_payable(&dues, player);
  dues_forget(&dues);
  return payable;
}

static bool pair_allowed(Game *g, Ref creature, Ref place) {
  return block_allowed(g, ref_slot(creature), ref_slot(place));
}

/* Builds a player's declaration; if a creature and an attacker are given, they come first, and so does their pair.
   Attacks on other players and their blocks don't matter (802.4b). */
static void block_build(Declaration *d, Game *g, u32 player, u32 creature, Ref attacker) {
  declaration_begin(d, g, block_payable);
  if (creature) declaration_add_creature(d, object_ref(g, creature));
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (s != creature && may_block(g, s, player)) declaration_add_creature(d, object_ref(g, s));
  attacking_push(g, player);
  declaration_places_pushed(d, attacker);
  declaration_make_pairs(d);
  for (u32 i = 0; i < d->creatures && rules_of(g, IR_R_BLOCK_MORE); i++)
    declaration_allow(d, i, blocks_allowed(g, declaration_creature(d, i)));
  declaration_open_allowed(d, IR_R_BLOCK_COST, pair_allowed);
  block_rules_add(d);
  declaration_ready(d);
}

bool block_can_be_declared(Game *g, u32 blocker, u32 attacker) {
  u32 player = object_row(g, blocker)->controller;
  if (!may_block(g, blocker, player) || !attacks_player(g, attacker, player)) return false;
  Declaration d;
  block_build(&d, g, player, blocker, object_ref(g, attacker));
  bool can = declaration_holds_first(&d);
  declaration_end(&d);
  return can;
}

/* --- the procedure ------------------------------------------------------------------------------------------------ */

/* PROC_BLOCKERS. The chosen pairs of all players are rows of T_CHOSEN: `ref` blocks `n`. */

/* The next defending player in turn order, starting `*distance` seats after the active player; updates `*distance`.
   PLAYER_NONE after the last (802.4). */
static u32 defender_next(Game *g, i64 *distance) {
  u32 count = core(g)->player_count;
  for (; *distance < count; ++*distance) {
    u32 player = (core(g)->active + (u32)*distance) % count;
    if (!player_in_game(g, player)) continue;
    for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
      if (attacks_player(g, s, player)) {
        if (count > 2) RULE(g, "802.4");
        return player;
      }
  }
  return PLAYER_NONE;
}

static u32 declaring_player(const Game *g, const Frame *f) {
  return (core(g)->active + (u32)f->a[BLOCK_DISTANCE]) % core(g)->player_count;
}

/* Makes the player's chosen creatures that they still control block (509.1g), and clears the rows of the others. Rows
   for the other attackers of a band follow. */
static void blocks_begin(Game *g, u32 player, u32 first) {
  u32 end = count_of(g, T_CHOSEN);
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    u32 slot = object_live(g, chosen.ref), attacker = object_live(g, (Ref)chosen.n);
    if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD || object_row(g, slot)->controller != player ||
        !belongs_in_combat(g, slot) || !attacker || object_row(g, attacker)->zone != ZONE_BATTLEFIELD ||
        !is_attacking(g, attacker)) {
      row_CHOSEN(g, row)->option.ref = REF_NONE;
      continue;
    }
    RULE_OF(g, chosen.ref, "509.1g");
    Heap list = permanent_of(g, slot)->blocking;
    list_add(g, &list, (u64)chosen.n);
    permanent_of(g, slot)->blocking = list;
    permanent_of(g, slot)->flags |= PERM_BLOCKING;
  }
  if (first < end) facts_changed(g, FACT_COMBAT);
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    if (chosen.ref) band_blocked_by(g, ref_slot(chosen.ref), (Ref)chosen.n);
  }
}

/* Makes every attacker a blocked or an unblocked creature (509.1h). Leaves those blocked before, by an effect or by a
   creature that entered blocking, on the scratch list. */
static void attackers_marked(Game *g) {
  RULE(g, "509.1h");
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (!is_attacking(g, s)) continue;
    if (permanent_of(g, s)->flags & PERM_BLOCKED) {
      scratch_push(g, object_ref(g, s));
      continue;
    }
    u32 mark = scratch_mark(g);
    bool blocked = blockers_push(g, object_ref(g, s)) > 0;
    scratch_release(g, mark);
    permanent_of(g, s)->flags |= blocked ? PERM_BLOCKED : PERM_UNBLOCKED;
  }
  facts_changed(g, FACT_COMBAT);
}

static void notice(Game *g, EventKind kind, u32 player, Ref object, Ref other, i64 amount) {
  Event ev = {.kind = (u8)kind,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object,
              .source = other, /* history keeps it */
              .other = other,
              .amount = amount};
  event_noticed(g, &ev);
}

/* The position, from 1, of a row's attacker among those that the creature of the row blocks. */
static i64 block_number(const Game *g, u32 first, u32 row) {
  i64 n = 1;
  for (u32 other = first; other < row; other++) n += row_CHOSEN(g, other)->option.ref == row_CHOSEN(g, row)->option.ref;
  return n;
}

/* An attacker becomes blocked once for each creature declared as a blocker for it; `amount` counts these, from 2 if it
   was blocked before (509.3c, d). */
static void blocked_noticed(Game *g, u32 first, u32 slot, bool before) {
  Ref attacker = object_ref(g, slot);
  u32 end = count_of(g, T_CHOSEN), player = object_row(g, slot)->controller;
  i64 n = 1 + before;
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    if (chosen.ref && (Ref)chosen.n == attacker) notice(g, EVENT_BLOCKED, player, attacker, chosen.ref, n++);
  }
}

static bool is_among(const Game *g, u32 mark, u32 count, Ref ref) {
  for (u32 i = 0; i < count; i++)
    if (scratch_get(g, mark + i) == ref) return true;
  return false;
}

/* Triggers abilities on blocks (509.1i). A creature blocks once for each attacker it blocks; `amount` counts these from
   1. The scratch list from `mark` on holds the attackers that were blocked before. */
static void blocks_noticed(Game *g, u32 first, u32 mark) {
  u32 before = scratch_count(g) - mark;
  u32 end = count_of(g, T_CHOSEN);
  RULE(g, "509.1i");
  for (u32 row = first; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    u32 slot = object_live(g, chosen.ref);
    if (slot && object_row(g, slot)->zone == ZONE_BATTLEFIELD &&
        list_has(g, permanent_of(g, slot)->blocking, (u64)chosen.n))
      notice(g, EVENT_BLOCK, object_row(g, slot)->controller, chosen.ref, (Ref)chosen.n, block_number(g, first, row));
  }
  u32 next;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = next) {
    next = object_row(g, s)->next;
    if (!is_attacking(g, s)) continue;
    Ref attacker = object_ref(g, s);
    if (permanent_of(g, s)->flags & PERM_UNBLOCKED)
      notice(g, EVENT_UNBLOCKED, object_row(g, s)->controller, attacker, permanent_of(g, s)->attacking, 1);
    else
      blocked_noticed(g, first, s, is_among(g, mark, before, attacker));
  }
}

static Flow blocks_done(Game *g, Frame *f) {
  u32 first = (u32)f->a[BLOCK_CHOSEN];
  u32 mark = scratch_mark(g);
  attackers_marked(g);
  blocks_noticed(g, first, mark);
  scratch_release(g, mark);
  table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - first);
  frame_return(g, 0);
  return FLOW_STEP;
}

/* Begins the next defending player's set. */
static void set_begin(Game *g, i64 distance) {
  u32 group = decide_group(g);
  i64 *a = frame_top(g)->a;
  a[BLOCK_DISTANCE] = distance;
  a[BLOCK_OWN] = count_of(g, T_CHOSEN);
  a[BLOCK_GROUP] = group;
}

static bool chooser_visit(const Eval *e, Node rule, void *user) {
  u32 player = eval_player(e, node_arg(e->g->db, rule, ARG_R_BLOCKS_CHOSEN_PLAYER));
  if (player_in_game(e->g, player)) *(u32 *)user = player;
  return false;
}

/* Who decides which creatures of a defending player block: that player (509.1a), unless an effect says who does. Whoever
   controls that one decides for them (723.5). */
static u32 block_chooser(Game *g, u32 defender) {
  u32 chooser = defender;
  rules_visit(g, IR_R_BLOCKS_CHOSEN, chooser_visit, &chooser);
  if (chooser != defender) RULE(g, "613.11");
  return core(g)->players[chooser].decided_by;
}

static Flow block_ask(Game *g, Frame *f) {
  i64 distance = f->a[BLOCK_DISTANCE];
  u32 player = defender_next(g, &distance);
  f = frame_top(g);
  if (player == PLAYER_NONE) return blocks_done(g, f);
  if (distance != f->a[BLOCK_DISTANCE]) { /* the player who declared is no longer a defending player */
    table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (u32)f->a[BLOCK_OWN]);
    set_begin(g, distance);
    f = frame_top(g);
  }
  u32 own = (u32)f->a[BLOCK_OWN], group = (u32)f->a[BLOCK_GROUP], by = block_chooser(g, player);
  frame_top(g)->step = BLOCK_ANSWER;
  Declaration d;
  block_build(&d, g, player, 0, REF_NONE);
  Asking ask = {.kind = DECISION_BLOCKER, .player = player, .by = by, .base = own, .group = group, .rule = "509.1a"};
  return declaration_ask(&d, &ask);
}

static Flow block_answer(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  if (taken.kind == OPTION_DONE) {
    f->step = BLOCK_PAY;
    return FLOW_STEP;
  }
  f->step = BLOCK_ASK;
  chosen_option(g, taken);
  return FLOW_STEP;
}

/* Finishes the player's declaration: their creatures block, and the next player declares. */
static Flow set_done(Game *g, Frame *f) {
  u32 player = declaring_player(g, f), own = (u32)f->a[BLOCK_OWN];
  i64 distance = f->a[BLOCK_DISTANCE];
  bool saved = f->a[BLOCK_SAVED];
  f->a[BLOCK_SAVED] = 0;
  f->step = BLOCK_ASK;
  if (saved) checkpoint_drop(g);
  blocks_begin(g, player, own);
  set_begin(g, distance + 1);
  return FLOW_STEP;
}

/* Pays everything as one total cost, which is fixed now (509.1d). Saves the state before, so that the declaration can
   be undone (509.1). */
static Flow block_pay(Game *g, Frame *f) {
  bool costs = rules_of(g, IR_R_BLOCK_COST);
  f = frame_top(g);
  if (!costs) return set_done(g, f);
  u32 own = (u32)f->a[BLOCK_OWN], end = count_of(g, T_CHOSEN), player = declaring_player(g, f);
  f->step = BLOCK_RESTART;
  checkpoint_push(g);
  frame_top(g)->a[BLOCK_SAVED] = 1;
  frame_top(g)->step = BLOCK_PAID;
  Dues dues;
  dues_begin(g, &dues);
  for (u32 row = own; row < end; row++) {
    const Option chosen = row_CHOSEN(g, row)->option;
    dues_add(&dues, IR_R_BLOCK_COST, chosen.ref, (Ref)chosen.n);
  }
  if (!dues_pay(&dues, player)) return set_done(g, frame_top(g));
  RULE(g, "509.1d");
  return FLOW_STEP;
}

static Flow block_paid(Game *g, Frame *f) {
  if (core(g)->ret) return set_done(g, f);
  /* The declaration is illegal: returns to the state before it (509.1, 733.1). */
  RULE(g, "733.1");
  checkpoint_restore(g);
  return FLOW_STEP;
}

Flow proc_BLOCKERS(Game *g, Frame *f) {
  switch (f->step) {
    case BLOCK_BEGIN:
      RULE(g, "509.1");
      f->step = BLOCK_ASK;
      f->a[BLOCK_CHOSEN] = count_of(g, T_CHOSEN);
      set_begin(g, 0);
      return FLOW_STEP;
    case BLOCK_ASK: return block_ask(g, f);
    case BLOCK_ANSWER: return block_answer(g, f);
    case BLOCK_PAY: return block_pay(g, f);
    case BLOCK_PAID: return block_paid(g, f);
    default: /* BLOCK_RESTART */
      f->step = BLOCK_ASK;
      table_drop(g, T_CHOSEN, count_of(g, T_CHOSEN) - (u32)f->a[BLOCK_OWN]);
      return FLOW_STEP;
  }
}
