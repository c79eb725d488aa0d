/* Event patterns: what a trigger, a replacement effect or a question about the past listens for. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/query.h"
#include "state/objects.h"

/* Which object a filter of the pattern sees: what moved as it was, or as it is where it went. */
static Ref seen_after(const Event *ev) { return ev->became ? ev->became : ev->object; }

static bool filter(const Eval *e, Node node, Ref ref) {
  return !node || (ref != REF_NONE && eval_matches(e, node, ref));
}

static bool player_filter(const Eval *e, Node node, u32 player) {
  return !node || (player != PLAYER_NONE && eval_matches(e, node, ref_player(player)));
}

static bool zone_arg(Word word, u32 zone) { return !word || zone_of_word(word) == (Zone)zone; }

/* A card moving to a graveyard, and the like: the filter sees it as it was if it left a public zone and the pattern
   looks back, and as it is where it went otherwise (603.10). Before it has happened it is only what it was. */
static Ref moved_ref(const Eval *e, Node pattern, const Event *ev) {
  if (ev->to == ZONE_BATTLEFIELD || !ev->became) return seen_after(ev);
  bool was_seen = zone_is_open((Zone)ev->from);
  return was_seen && ir_pattern_looks_back(e->g->db, pattern) ? ev->object : ev->became;
}

/* One more card of a permanent is seen by what looks for cards, but not by what looks for permanents (712.21e). Before
   they have moved, so are the cards of a token, as cards (730.3e). */
static bool sees_cards(const Eval *e, Node pattern, const Event *ev, IrOp op) {
  bool of_permanents = op == IR_E_ENTERS || op == IR_E_SELF_ENTERS || op == IR_E_DIES || op == IR_E_LEAVES;
  return !of_permanents && (!ev->became || moved_ref(e, pattern, ev) == ev->became);
}

static bool moved_filter(const Eval *e, Node pattern, const Event *ev) {
  Node what = node_arg(e->g->db, pattern, 0);
  if (!(ev->flags & EVF_COMPONENT) || ev->became) return filter(e, what, moved_ref(e, pattern, ev));
  Eval as_cards = *e;
  as_cards.as_card = ev->object;
  return filter(&as_cards, what, ev->object);
}

static bool match_move(const Eval *e, Node p, const Event *ev, IrOp op) {
  const CardDb *db = e->g->db;
#define ARG(i) node_arg(db, p, i)
  if (ev->kind != EVENT_MOVE) return false;
  if (ev->flags & EVF_COMPONENT && !sees_cards(e, p, ev, op)) return false;
  switch (op) {
    case IR_E_ENTERS:
      if (ev->to != ZONE_BATTLEFIELD || ev->from == ZONE_BATTLEFIELD) return false;
      if (!zone_arg((Word)ARG(1), ev->from)) return false;
      if (ARG(2)) {
        Heap cast = cast_info_of(e->g, e, seen_after(ev));
        if (!cast || !HEAP_AT(e->g, CastInfo, cast)->was_cast) return false;
      }
      if (ARG(ARG_E_ENTERS_CREATED) && ev->flags & EVF_NOT_CREATED) return false;
      return filter(e, ARG(0), seen_after(ev));
    case IR_E_SELF_ENTERS:
      return ev->to == ZONE_BATTLEFIELD && ev->from != ZONE_BATTLEFIELD && seen_after(ev) == eval_self(e);
    case IR_E_DIES: /* 700.4 */
      return ev->from == ZONE_BATTLEFIELD && ev->to == ZONE_GRAVEYARD && filter(e, ARG(0), ev->object);
    case IR_E_LEAVES:
      return ev->from == ZONE_BATTLEFIELD && ev->to != ZONE_BATTLEFIELD && filter(e, ARG(0), ev->object);
    default:
      if (ARG(ARG_E_MOVES_DRAWN) && !(ev->to == ZONE_HAND && ev->flags & EVF_FROM_TOP)) return false;
      if (!zone_arg((Word)ARG(1), ev->from) || !zone_arg((Word)ARG(2), ev->to)) return false;
      if (ARG(ARG_E_MOVES_NOT_TO) && zone_arg((Word)ARG(ARG_E_MOVES_NOT_TO), ev->to)) return false;
      if (ARG(ARG_E_MOVES_NOT_FROM) && zone_arg((Word)ARG(ARG_E_MOVES_NOT_FROM), ev->from)) return false;
      if (ARG(ARG_E_MOVES_RESOLVING) && !(ev->flags & EVF_CAST)) return false;
      return moved_filter(e, p, ev);
  }
#undef ARG
}

static bool match_damage(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  if (ev->kind != EVENT_DAMAGE) return false;
  Word combat = (Word)node_arg(db, p, 2);
  if (combat && (combat == W_COMBAT_DAMAGE) != ((ev->flags & EVF_COMBAT) != 0)) return false;
  if (node_arg(db, p, ARG_E_DAMAGE_EXCESS) && !ev->excess) return false;
  if (node_arg(db, p, ARG_E_DAMAGE_AT_LEAST) && ev->amount < node_int(db, p, ARG_E_DAMAGE_AT_LEAST)) return false;
  return filter(e, node_arg(db, p, 0), ev->source) && filter(e, node_arg(db, p, 1), ev->object);
}

static bool match_step(const Eval *e, Node p, const Event *ev) {
  if (ev->kind != EVENT_STEP) return false;
  Word step = (Word)node_arg(e->g->db, p, 0), now = (Word)ev->word;
  bool same = step == now || (step == W_PHASE_COMBAT && now == W_STEP_BEGIN_COMBAT) ||
              (step == W_STEP_MAIN && now == W_STEP_MAIN_2);
  return same && player_filter(e, node_arg(e->g->db, p, 1), ev->player);
}

/* An ability of the discarded card itself sees it where it went (701.9c, 702.35a). */
static Ref plain_object(const Eval *e, const Event *ev, IrOp op, Node node) {
  bool gone = (op == IR_E_DISCARD || op == IR_E_CYCLES) && node && !object_live(e->g, ev->object);
  if (!gone || !ir_filter_is_self(e->g->db, node)) return ev->object;
  if (op == IR_E_CYCLES) RULE(e->g, "702.29c");
  return object_became(e->g, ev->object, true);
}

/* Whether a discard or sacrifice is for an ability that a keyword stands for: the only discard for cycling is its cost,
   the only sacrifice for exploit its effect. */
static bool is_for_keyword(const Game *g, const Event *ev, IrOp op) {
  Word wanted = op == IR_E_CYCLES ? W_CYCLING : W_EXPLOIT;
  u32 keyword = ev->word ? carddb_keyword_of(g->db, ev->word) : 0;
  if (!keyword || carddb_ability(g->db, keyword)->keyword != wanted) return false;
  if (op == IR_E_CYCLES && carddb_keyword_params(g->db, carddb_ability(g->db, keyword)->node) & NEEDS_QUALITY)
    RULE(g, "702.29f");
  return true;
}

static bool match_role(const Eval *e, const Event *ev, IrOp op, Role role, u32 arg) {
  switch (role) {
    case ROLE_OBJECT: return filter(e, arg, plain_object(e, ev, op, arg));
    case ROLE_PLAYER: return player_filter(e, arg, ev->player);
    case ROLE_OTHER: return filter(e, arg, ev->other);
    case ROLE_SOURCE: return filter(e, arg, ev->source);
    case ROLE_WORD: return !arg || ev->word == arg;
    case ROLE_AMOUNT: return !arg || ev->amount == (i32)arg;
    case ROLE_NONE: break;
  }
  return false;
}

static bool match_plain(const Eval *e, Node p, const Event *ev, IrOp op) {
  const CardDb *db = e->g->db;
  if (op == IR_E_CYCLES && (ev->kind != EVENT_DISCARD || !is_for_keyword(e->g, ev, op))) return false;
  if (op == IR_E_EXPLOITS && (ev->kind != EVENT_SACRIFICE || !is_for_keyword(e->g, ev, op))) return false;
  if (ir_pattern_event(op) != (EventKind)ev->kind) return false;
  const u8 *roles = ir_pattern_roles(op);
  for (u32 i = 0; i < IR_ROLES_CAP && roles[i]; i++)
    if (!match_role(e, ev, op, (Role)roles[i], node_arg(db, p, i))) return false;
  return roles[0] != ROLE_NONE;
}

static bool match_life_loss(const Eval *e, Node p, const Event *ev) {
  bool by_damage = ev->parent && row_EVENTS(e->g, ev->parent - 1)->kind == EVENT_DAMAGE;
  if (node_arg(e->g->db, p, ARG_E_LOSE_LIFE_BY_DAMAGE) && !by_damage) return false;
  return match_plain(e, p, ev, IR_E_LOSE_LIFE);
}

/* Only declaring it as an attacker taps something by a rule (508.1f). */
static bool match_tapped(const Eval *e, Node p, const Event *ev) {
  if (node_arg(e->g->db, p, ARG_E_TAPPED_UNDECLARED) && ev->flags & EVF_RULE) return false;
  return match_plain(e, p, ev, IR_E_TAPPED);
}

/* What is tapped for the mana that is added is told as the other object of the event. */
static bool match_produces(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  if (ev->kind != EVENT_ADD_MANA || !ev->other) return false;
  Node players = node_arg(db, p, ARG_E_PRODUCES_PLAYER);
  if (players && !player_filter(e, players, eval_controller(e, ev->other))) return false;
  RULE(e->g, "106.12b");
  return filter(e, node_arg(db, p, ARG_E_PRODUCES_OBJECT), ev->other);
}

static bool match_coin(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  if (ev->kind != EVENT_COIN || !player_filter(e, node_arg(db, p, ARG_E_COIN_PLAYER), ev->player)) return false;
  bool won = node_arg(db, p, ARG_E_COIN_WON), lost = node_arg(db, p, ARG_E_COIN_LOST);
  if ((won || lost) && ev->word == W_O_HEADS) return false; /* 705.2 */
  return won ? ev->amount != 0 : !lost || !ev->amount;
}

static bool match_room(const Eval *e, Node p, const Event *ev) {
  if (ev->kind != EVENT_VENTURE || ev->object != eval_self(e)) return false;
  RULE(e->g, "309.4c");
  return ev->amount == node_int(e->g->db, p, ARG_E_ROOM_N);
}

static bool match_unlocked(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  Word half = (Word)ev->word;
  if (ev->kind != EVENT_DESIGNATE || ev->amount < 0) return false;
  if (half != W_LEFT_UNLOCKED && half != W_RIGHT_UNLOCKED) return false;
  StrId only = node_arg(db, p, ARG_E_UNLOCKS_DOOR);
  u32 slot = only ? object_live(e->g, ev->object) : 0;
  if (only && (!slot || half_name(e->g, slot, half == W_RIGHT_UNLOCKED) != only)) return false;
  if (node_arg(db, p, ARG_E_UNLOCKS_FULLY) && ev->amount < 2) return false;
  if (!player_filter(e, node_arg(db, p, ARG_E_UNLOCKS_PLAYER), ev->player)) return false;
  if (!filter(e, node_arg(db, p, ARG_E_UNLOCKS_OBJECT), ev->object)) return false;
  RULE(e->g, "709.5h");
  return true;
}

/* The filter sees the characteristics the tokens would have. */
static bool match_created(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  if (ev->kind != EVENT_CREATE || !player_filter(e, node_arg(db, p, ARG_E_CREATED_PLAYER), ev->player)) return false;
  Node token = node_arg(db, p, ARG_E_CREATED_TOKEN);
  if (!token) return true;
  const Entry *en = HEAP_AT(e->g, Entry, ev->entry);
  const Chars chars = *cv_chars(e->g, en->cv, entering_face(e->g, 0, en));
  Eval bare = *e;
  bare.bare = &chars;
  return eval_matches(&bare, token, REF_BARE);
}

static bool match_attack(const Eval *e, Node p, const Event *ev) {
  if (ev->kind != EVENT_ATTACK || !filter(e, node_arg(e->g->db, p, 0), ev->object)) return false;
  Node whom = node_arg(e->g->db, p, 1);
  return !whom || (ev->other && eval_matches(e, whom, ev->other));
}

/* Blocking and becoming blocked are one event for each pair; of those that one creature has part in the first has
   amount 1. "Blocks" and "becomes blocked" speak of the first alone (509.3a, c), "blocks a creature" and "becomes
   blocked by" of each (509.3b, d). */
static bool match_block(const Eval *e, Node p, const Event *ev, EventKind kind) {
  const CardDb *db = e->g->db;
  if (ev->kind != kind || !filter(e, node_arg(db, p, ARG_E_BLOCKS_OBJECT), ev->object)) return false;
  Node other = node_arg(db, p, ARG_E_BLOCKS_OTHER);
  return other ? filter(e, other, ev->other) : ev->amount <= 1;
}

_Static_assert((int)ARG_E_BLOCKS_OBJECT == (int)ARG_E_BECOMES_BLOCKED_OBJECT &&
                   (int)ARG_E_BLOCKS_OTHER == (int)ARG_E_BECOMES_BLOCKED_OTHER,
               "patterns that are matched alike are written alike");

/* How many of a chapter ability's numbers the lore counters reach or pass (714.2b): each of them is an ability by
   itself (714.2c). */
static u32 chapters_reached(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  u32 slot = object_live(e->g, ev->object), reached = 0;
  if (ev->kind != EVENT_COUNTERS_PUT || ev->word != W_C_LORE || ev->object != eval_self(e) || !slot) return 0;
  i64 now = object_counters(e->g, slot, W_C_LORE);
  bool exactly = has_keyword(e->g, slot, W_READ_AHEAD) && permanent_of(e->g, slot)->entered_turn == core(e->g)->turn;
  if (exactly) RULE(e->g, "702.155a");
  for (u32 i = ARG_E_CHAPTER_NUMBERS; i < node_argc(db, p); i++) {
    i64 n = node_int(db, p, i);
    RULE(e->g, i > ARG_E_CHAPTER_NUMBERS ? "714.2c" : "714.2b");
    reached += n <= now && n > now - ev->amount && (!exactly || n == now);
  }
  return reached;
}

static bool match_chapter(const Eval *e, Node p, const Event *ev) { return chapters_reached(e, p, ev) > 0; }

static bool for_each_counter(const CardDb *db, Node p) {
  switch (node_op(db, p)) {
    case IR_E_COUNTERS_PUT: return node_arg(db, p, ARG_E_COUNTERS_PUT_EACH);
    case IR_E_COUNTERS_REMOVED: return node_arg(db, p, ARG_E_COUNTERS_REMOVED_EACH);
    default: return false;
  }
}

u32 pattern_times(const Eval *e, Node pattern, const Event *ev) {
  if (node_op(e->g->db, pattern) == IR_E_CHAPTER) return chapters_reached(e, pattern, ev);
  if (ev->amount <= 1 || !for_each_counter(e->g->db, pattern)) return 1;
  RULE(e->g, "603.2c");
  return (u32)ev->amount;
}

static bool match_activate(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  if (ev->kind != EVENT_ACTIVATE) return false;
  if (node_arg(db, p, 2) && carddb_ability(db, ev->word)->flags & ABILITY_MANA) return false;
  Node ability = node_arg(db, p, ARG_E_ACTIVATE_ABILITY);
  if (ability && !(ev->other ? filter(e, ability, ev->other) : eval_ability_matches(e, ability, ev->word, 0, 0)))
    return false;
  return player_filter(e, node_arg(db, p, 0), ev->player) && filter(e, node_arg(db, p, 1), ev->object);
}

static bool match_draw(const Eval *e, Node p, const Event *ev) {
  if (ev->kind != EVENT_DRAW || !player_filter(e, node_arg(e->g->db, p, 0), ev->player)) return false;
  if (!node_arg(e->g->db, p, 1)) return true;
  /* "Except the first one they draw in each of their draw steps." */
  const Core *c = core(e->g);
  bool draw_step = c->active == ev->player && c->step + W_STEP_UNTAP == W_STEP_DRAW;
  return !(draw_step && ev->flags & EVF_RULE);
}

/* Whether the mana spent this turn was less before the spell was paid for, and isn't now. */
static bool match_expends(const Eval *e, Node p, const Event *ev) {
  const CardDb *db = e->g->db;
  i64 n = node_int(db, p, ARG_E_EXPENDS_N);
  if (ev->kind != EVENT_CAST || ev->word - ev->amount >= n || ev->word < n) return false;
  if (!player_filter(e, node_arg(db, p, ARG_E_EXPENDS_PLAYER), ev->player)) return false;
  RULE(e->g, "700.14");
  return true;
}

/* Whether an ability triggers whenever something is cycled or discarded: for a cycled card, which is discarded, too,
   it triggers once. */
static bool cycles_or_discards(const CardDb *db, Node pattern, const Event *ev) {
  bool cycles = false, discards = false;
  for (u32 i = 0; i < node_argc(db, pattern); i++) {
    cycles |= node_op(db, node_arg(db, pattern, i)) == IR_E_CYCLES;
    discards |= node_op(db, node_arg(db, pattern, i)) == IR_E_DISCARD;
  }
  return cycles && discards && ev->word;
}

/* Whether an effect causes the event, controlled by such a player. */
static bool is_caused(const Eval *e, Node pattern, const Event *ev) {
  return ev->cause && player_filter(e, node_arg(e->g->db, pattern, ARG_E_CAUSED_PLAYER), ev->cause - 1u);
}

/* Whether the object had fewer counters of that kind before and has as many now. */
static bool match_counters(const Eval *e, Node p, const Event *ev) {
  if (!match_plain(e, p, ev, IR_E_COUNTERS_PUT)) return false;
  if (!node_arg(e->g->db, p, ARG_E_COUNTERS_PUT_NTH)) return true;
  i64 nth = node_int(e->g->db, p, ARG_E_COUNTERS_PUT_NTH);
  u32 slot = object_live(e->g, ev->object);
  i64 now = slot ? object_counters(e->g, slot, (Word)ev->word) : 0;
  if (now < nth || now - ev->amount >= nth) return false;
  RULE(e->g, "122.7");
  return true;
}

bool pattern_matches(const Eval *e, Node pattern, const Event *ev, bool would) {
  const CardDb *db = e->g->db;
  IrOp op = node_op(db, pattern);
  (void)would;
  switch (op) {
    case IR_E_OR:
      for (u32 i = 0; i < node_argc(db, pattern); i++) {
        if (!pattern_matches(e, node_arg(db, pattern, i), ev, would)) continue;
        if (cycles_or_discards(db, pattern, ev)) RULE(e->g, "702.29d");
        return true;
      }
      return false;
    case IR_E_TOGETHER: return pattern_matches(e, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN), ev, would);
    case IR_E_CAUSED:
      return is_caused(e, pattern, ev) && pattern_matches(e, node_arg(db, pattern, ARG_E_CAUSED_PATTERN), ev, would);
    case IR_E_ENTERS:
    case IR_E_SELF_ENTERS:
    case IR_E_MOVES:
    case IR_E_DIES:
    case IR_E_LEAVES: return match_move(e, pattern, ev, op);
    case IR_E_CREATED: return match_created(e, pattern, ev);
    case IR_E_DAMAGE: return match_damage(e, pattern, ev);
    case IR_E_STEP: return match_step(e, pattern, ev);
    case IR_E_ATTACKS: return match_attack(e, pattern, ev);
    case IR_E_BLOCKS: return match_block(e, pattern, ev, EVENT_BLOCK);
    case IR_E_BECOMES_BLOCKED: return match_block(e, pattern, ev, EVENT_BLOCKED);
    case IR_E_ACTIVATE: return match_activate(e, pattern, ev);
    case IR_E_DRAW: return match_draw(e, pattern, ev);
    case IR_E_EXPENDS: return match_expends(e, pattern, ev);
    case IR_E_LOSE_LIFE: return match_life_loss(e, pattern, ev);
    case IR_E_TAPPED: return match_tapped(e, pattern, ev);
    case IR_E_COIN: return match_coin(e, pattern, ev);
    case IR_E_PRODUCES: return match_produces(e, pattern, ev);
    case IR_E_ROOM: return match_room(e, pattern, ev);
    case IR_E_UNLOCKS: return match_unlocked(e, pattern, ev);
    case IR_E_DAY: return ev->kind == EVENT_DAY && ev->word; /* 731.1a: it was one of them before */
    case IR_E_CHAPTER: return match_chapter(e, pattern, ev);
    case IR_E_COUNTERS_PUT: return match_counters(e, pattern, ev);
    case IR_E_SEARCHES: /* of their own library alone */
      return ev->from == ZONE_LIBRARY && ev->object == ref_player(ev->player) && match_plain(e, pattern, ev, op);
    case IR_E_STATE: return false;
    default: return match_plain(e, pattern, ev, op);
  }
}

bool pattern_matches_now(const Eval *e, Node pattern, const Event *ev, bool before) {
  const CardDb *db = e->g->db;
  switch (node_op(db, pattern)) {
    case IR_E_OR:
      for (u32 i = 0; i < node_argc(db, pattern); i++) {
        if (!pattern_matches_now(e, node_arg(db, pattern, i), ev, before)) continue;
        if (cycles_or_discards(db, pattern, ev)) RULE(e->g, "702.29d");
        return true;
      }
      return false;
    case IR_E_TOGETHER: return pattern_matches_now(e, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN), ev, before);
    case IR_E_CAUSED:
      return is_caused(e, pattern, ev) &&
             pattern_matches_now(e, node_arg(db, pattern, ARG_E_CAUSED_PATTERN), ev, before);
    default: return ir_pattern_looks_back(db, pattern) == before && pattern_matches(e, pattern, ev, false);
  }
}

/* A row of history as the event it was. A row of a move keeps what it became in `object` and what it was in
   `source`; one of a block has the other creature there. */
static Event event_of_row(const History *h) {
  bool moved = h->kind == EVENT_MOVE, blocks = h->kind == EVENT_BLOCK || h->kind == EVENT_BLOCKED;
  return (Event){.kind = h->kind,
                 .player = h->player,
                 .from = h->from,
                 .to = h->to,
                 .flags = (u16)((h->flags & HISTORY_COMBAT ? EVF_COMBAT : 0) |
                                (h->flags & HISTORY_COMPONENT ? EVF_COMPONENT : 0) |
                                (h->flags & HISTORY_NOT_CREATED ? EVF_NOT_CREATED : 0)),
                 .word = h->word,
                 .object = moved && h->source ? h->source : h->object,
                 .became = moved && h->source ? h->object : REF_NONE,
                 .source = moved || blocks ? REF_NONE : h->source,
                 .other = blocks ? h->source : REF_NONE,
                 .amount = h->amount,
                 .excess = h->excess};
}

/* Whether the event of a row of history, put into `ev`, matches the pattern. The controller of what attacked or entered is
   the player who controlled it then. */
static bool row_matches(const Eval *e, Node pattern, const History *h, Event *ev) {
  Eval then = *e;
  *ev = event_of_row(h);
  if (h->kind == EVENT_ATTACK || (h->kind == EVENT_MOVE && h->to == ZONE_BATTLEFIELD)) {
    then.past = h->object;
    then.past_controller = h->player;
  }
  bool matches = pattern_matches(&then, pattern, ev, false);
#ifdef GAVEL_CHECKED
  EventKinds kinds = {0};
  ir_pattern_events(e->g->db, pattern, &kinds);
  ASSERT(!matches || event_awaited(&kinds, ev));
#endif
  return matches;
}

/* Which object of an event is told apart from those of others: of damage what deals it. */
static Ref counted_object(const Event *ev) { return ev->kind == EVENT_DAMAGE ? ev->source : ev->object; }

/* Whether a row of history is about an object that an earlier one is about, which matched, too. */
static bool counted_before(const Eval *e, Node pattern, u32 row) {
  const History h = *row_HISTORY(e->g, row);
  const Event counted = event_of_row(&h);
  for (u32 i = 0; i < row; i++) {
    const History earlier = *row_HISTORY(e->g, i);
    Event ev = event_of_row(&earlier);
    bool same = earlier.turn == h.turn && counted_object(&ev) == counted_object(&counted);
    if (same && row_matches(e, pattern, &earlier, &ev)) return true;
  }
  return false;
}

i64 history_count(const Eval *e, Node pattern, bool last_turn, HistoryCounted counted) {
  Game *g = e->g;
  u32 turn = core(g)->turn - (last_turn ? 1 : 0);
  i64 total = 0;
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) {
    const History h = *row_HISTORY(g, i);
    Event ev;
    if (h.turn != turn || !row_matches(e, pattern, &h, &ev)) continue;
    if (counted == COUNT_OBJECTS && counted_before(e, pattern, i)) continue;
    total = num_add(total, counted == COUNT_AMOUNTS ? h.amount : 1, NULL);
  }
  return total;
}

i64 history_count_before(const Eval *e, Node pattern, Ref object) {
  Game *g = e->g;
  i64 before = 0;
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) {
    const History h = *row_HISTORY(g, i);
    Event ev;
    if (h.turn != core(g)->turn || !row_matches(e, pattern, &h, &ev)) continue;
    if (object != REF_NONE && ev.object == object) break;
    before++;
  }
  return before;
}
