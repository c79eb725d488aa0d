/* Conditions and filters of the IR. A filter is a condition that speaks of `it`. */
#include "cards/ir_args.h"
#include "rules/query/attach.h"
#include "rules/query/query.h"
#include "rules/query/layers/layers.h"
#include "state/mods.h"
#include "state/objects.h"

/* What this object became in another zone than the battlefield is no other one: an ability that looks for it there
   would find it (400.7). */
static bool is_other(const Eval *e) {
  Ref self = eval_self(e);
  if (e->it == self) return false;
  if (!self || ref_is_player(e->it) || object_live(e->g, self)) return true;
  u32 slot = object_live(e->g, e->it);
  bool there = slot && object_row(e->g, slot)->zone != ZONE_BATTLEFIELD;
  return !there || object_became(e->g, self, false) != e->it;
}

/* Whether it is the spell that became this permanent, of which an ability of that may speak (400.7d). */
static bool became_self(const Eval *e, Ref ref) {
  if (ref_is_player(ref) || ref == REF_BARE || object_live(e->g, ref)) return false;
  u32 row = lki_find(e->g, ref);
  return row && row_LKI(e->g, row)->object.zone == ZONE_STACK && row_LKI(e->g, row)->became == eval_self(e);
}

static bool in_set(const Eval *e, Node objects, Ref ref) {
  switch (node_op(e->g->db, objects)) { /* the frequent ones without the list */
    case IR_SELF: return ref == eval_self(e) || became_self(e, ref);
    case IR_YOU: return ref == ref_player(eval_you(e));
    case IR_BLOCKERS_OF: return eval_is_blocker(e, node_arg(e->g->db, objects, 0), ref);
    default: break;
  }
  u32 mark = scratch_mark(e->g);
  u32 n = eval_objects(e, objects);
  bool found = false;
  for (u32 i = 0; i < n && !found; i++) found = scratch_get(e->g, mark + i) == ref;
  scratch_release(e->g, mark);
  return found;
}

bool compare(i64 a, Word how, i64 b) {
  switch (how) {
    case W_EQUAL: return a == b;
    case W_UNEQUAL: return a != b;
    case W_LESS: return a < b;
    case W_AT_MOST: return a <= b;
    case W_GREATER: return a > b;
    default: return a >= b;
  }
}

static bool all_match(const Eval *e, Node objects, Node filter) {
  u32 mark = scratch_mark(e->g);
  u32 n = eval_objects(e, objects);
  bool match = n > 0;
  for (u32 i = 0; i < n && match; i++) match = eval_matches(e, filter, scratch_get(e->g, mark + i));
  scratch_release(e->g, mark);
  return match;
}

/* Whether it came this turn to where it is, from a zone or from any; a card that was drawn moves right as that is done. */
static bool put_there_this_turn(const Eval *e, Word from, bool drawn) {
  const Game *g = e->g;
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) {
    const History *h = row_HISTORY(g, i);
    bool came = h->kind == EVENT_MOVE && h->turn == core(g)->turn && h->object == e->it;
    bool draws = i > 0 && row_HISTORY(g, i - 1)->kind == EVENT_DRAW;
    if (came && (!from || h->from == zone_of_word(from)) && (!drawn || draws)) return true;
  }
  return false;
}

/* All but its characteristics is as it is. */
static bool revealed_is(const Eval *e, Node object, Node filter) {
  Game *g = e->g;
  u32 slot = object_live(g, eval_object(e, object));
  if (!slot) return false;
  RULE(g, "708.12");
  const Object o = *object_row(g, slot);
  Heap entry = HEAP_NEW(g, Entry);
  HEAP_AT(g, Entry, entry)->controller = o.controller;
  Chars c = *cv_chars(g, o.cv, o.face);
  Provisional as = {.slot = slot, .zone = (Zone)o.zone, .entry = entry, .chars = &c};
  Eval looking = *e;
  looking.provisional = &as;
  bool is = eval_matches(&looking, filter, object_ref(g, slot));
  heap_free(g, entry);
  return is;
}

static bool same_objects(const Eval *e, Node a, Node b) {
  Ref first = eval_object(e, a);
  return first != REF_NONE && in_set(e, b, first);
}

/* --- characteristics of it ------------------------------------------------------------------ */

static bool shares(const Eval *e, const Chars *of, Word aspect, Node with) {
  const Chars own = *of, *c = &own;
  u32 mark = scratch_mark(e->g);
  u32 n = eval_objects(e, with);
  bool found = false;
  for (u32 i = 0; i < n && !found; i++) {
    Ref ref = scratch_get(e->g, mark + i);
    const Chars *o = eval_chars(e, ref);
    if (!o) continue;
    switch (aspect) {
      case W_A_NAME: found = chars_share_name(e->g, c, o); break;
      case W_A_COLOR: found = c->colors & o->colors; break;
      case W_A_CARD_TYPE: found = c->types & o->types; break;
      case W_A_POWER: found = c->has & o->has & HAS_POWER && c->power == o->power; break;
      case W_A_CONTROLLER: found = eval_controller(e, ref) == eval_controller(e, e->it); break;
      case W_A_CREATURE_TYPE:
      case W_A_LAND_TYPE: {
        SubtypeClass sc = aspect == W_A_CREATURE_TYPE ? SUB_CREATURE : SUB_LAND;
        Word first = word_subtype_first(sc);
        for (u32 w = 0; w < word_subtype_count(sc) && !found; w++)
          found = chars_subtype(c, (Word)(first + w)) && chars_subtype(o, (Word)(first + w));
        break;
      }
      default: break;
    }
  }
  scratch_release(e->g, mark);
  return found;
}

static bool color_in_slot(const Eval *e, const Chars *c, u32 slot) {
  Value v = eval_slot(e, slot);
  return v.tag == VALUE_WORD && c->colors & color_mask((Word)v.v);
}

static bool named_noted(const Eval *e, const Chars *c, StrId link) {
  Value v = eval_noted(e, link);
  return v.tag == VALUE_NAME && chars_named(e->g, c, (StrId)v.v);
}

/* A filter on characteristics; `c` are those of it. A dispatcher. */
/* Whether a keyword ability is there that is written with the quality asked for. */
static bool has_quality(const Game *g, Node has, const Chars *c) {
  const CardDb *db = g->db;
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(db, inst_of_chars(g, c, i).ability);
    if (def->op != IR_KEYWORD || def->keyword != node_arg(db, has, ARG_HAS_KEYWORD_WORD)) continue;
    Node quality = node_arg(db, def->node, ARG_KEYWORD_QUALITY);
    if (quality && carddb_same(db, quality, node_arg(db, has, ARG_HAS_KEYWORD_QUALITY))) return true;
  }
  return false;
}

static bool cond_chars(const Eval *e, Node n, const Chars *c) {
  const CardDb *db = e->g->db;
#define ARG(i) node_arg(db, n, i)
  switch (node_op(db, n)) {
    case IR_TYPE: return c->types >> type_bit((Word)ARG(0)) & 1;
    case IR_SUPERTYPE: return c->supertypes >> supertype_bit((Word)ARG(0)) & 1;
    case IR_SUBTYPE: return chars_subtype(c, eval_word(e, (Word)ARG(0)));
    case IR_COLOR: return (c->colors & color_mask(eval_word(e, (Word)ARG(0)))) != 0;
    case IR_COLORLESS: return c->colors == 0;
    case IR_MULTICOLORED: return bits_count(c->colors) > 1;
    case IR_MONOCOLORED: return bits_count(c->colors) == 1;
    case IR_NAMED: return chars_named(e->g, c, ARG(0));
    case IR_NAMED_AS: return shares(e, c, W_A_NAME, ARG(0));
    case IR_HAS_KEYWORD:
      return chars_keyword(c, (Word)ARG(ARG_HAS_KEYWORD_WORD)) &&
             (!ARG(ARG_HAS_KEYWORD_QUALITY) || has_quality(e->g, n, c));
    case IR_NO_ABILITIES: return c->ability_count == 0;
    case IR_SHARES: return shares(e, c, (Word)ARG(0), ARG(1));
    case IR_NOTED_COLOR: {
      Word w = eval_noted_word(e, ARG(0));
      return (c->colors & color_mask(w)) != 0;
    }
    case IR_NOTED_SUBTYPE: {
      Word w = eval_noted_word(e, ARG(0));
      return w && chars_subtype(c, w);
    }
    case IR_NOTED_NAME: return named_noted(e, c, ARG(0));
    case IR_COLOR_IN: return color_in_slot(e, c, ARG(0));
    case IR_SUBTYPE_IN: {
      Value v = eval_slot(e, ARG(0));
      return v.tag == VALUE_WORD && chars_subtype(c, (Word)v.v);
    }
    case IR_NAME_IN: {
      Value v = eval_slot(e, ARG(0));
      return v.tag == VALUE_NAME && chars_named(e->g, c, (StrId)v.v);
    }
    default: ASSERT(false && "a filter on characteristics"); return false; /* impossible: eval_cond sends no other */
  }
#undef ARG
}

/* --- the state of it --------------------------------------------------------------------------- */

static u8 status_of(const Eval *e, Ref ref) {
  Game *g = e->g;
  if (e->provisional && ref == object_ref(g, e->provisional->slot)) {
    const Entry *entry = HEAP_AT(g, Entry, e->provisional->entry);
    return (u8)((entry->tapped ? STATUS_TAPPED : 0) | (entry->face_down ? STATUS_FACE_DOWN : 0));
  }
  u32 slot = object_live(g, ref);
  if (slot) return object_row(g, slot)->status;
  u32 row = lki_find(g, ref);
  return row ? row_LKI(g, row)->object.status : 0;
}

/* Whether a number would be one of a card or permanent in a variable that holds none: what is asked of that isn't so. */
static bool is_of_nothing(const Eval *e, Node number) {
  const CardDb *db = e->g->db;
  IrOp op = node_op(db, number);
  if (op != IR_MANA_VALUE && op != IR_POWER && op != IR_TOUGHNESS) return false;
  Node of = node_arg(db, number, 0);
  return node_op(db, of) == IR_VAR && eval_object(e, of) == REF_NONE;
}

/* Whether an object isn't known by its card: face down on the battlefield, or in exile unless it is to be played. */
static bool has_no_face(const Eval *e, const Object *o) {
  return o->status & STATUS_FACE_DOWN || (e->unseen && o->flags & OBJECT_EXILED_FACE_DOWN);
}

/* Whether `it` has the alternative characteristics of an Adventure, though it may not use them (715.2c). */
static bool is_adventurer(const Eval *e) {
  const Object *o = ref_is_player(e->it) ? NULL : object_known(e->g, e->it);
  u32 card = o && !has_no_face(e, o) ? cv_card(e->g, o->cv) : 0;
  if (!card || carddb_card(e->g->db, card)->layout != LAYOUT_ADVENTURE) return false;
  RULE(e->g, "715.2c");
  return true;
}

/* Whether `it` is a double-faced card, of which meld cards are one kind, or a double-faced token (712.1). */
static bool is_of_two_faces(const Eval *e) {
  const Object *o = ref_is_player(e->it) ? NULL : object_known(e->g, e->it);
  if (!o || (e->unseen && has_no_face(e, o))) return false;
  CvId own = o->card ? row_CARDS(e->g, o->card)->def : o->cv;
  u32 card = cv_card(e->g, own);
  bool melds = o->card && card && carddb_card(e->g->db, card)->layout == LAYOUT_MELD;
  if (!melds && !cv_is_double_faced(e->g, own)) return false;
  RULE(e->g, "712.1");
  return true;
}

const Permanent *eval_permanent(const Eval *e, Ref ref) {
  if (e->provisional && ref == object_ref(e->g, e->provisional->slot)) return NULL;
  const Object *o = object_known(e->g, ref);
  if (!o || o->zone != ZONE_BATTLEFIELD) return NULL;
  u32 row = object_live(e->g, ref) ? 0 : lki_find(e->g, ref);
  Heap ext = row ? row_LKI(e->g, row)->ext : o->ext;
  return ext ? HEAP_AT(e->g, Permanent, ext) : NULL;
}

static bool is_ability_on_stack(const Eval *e, u32 flag) {
  u32 slot = object_live(e->g, e->it);
  if (!slot || object_row(e->g, slot)->zone != ZONE_STACK) return false;
  return object_row(e->g, slot)->kind == OBJECT_ABILITY && stack_item_of(e->g, slot)->flags & flag;
}

/* The ability on the stack that `it` is; 0 if it is none. */
static u32 ability_of_it(const Eval *e) {
  u32 slot = object_live(e->g, e->it);
  bool ability = slot && object_row(e->g, slot)->zone == ZONE_STACK && object_row(e->g, slot)->kind == OBJECT_ABILITY;
  return ability ? stack_item_of(e->g, slot)->ability : 0;
}

static bool is_loyalty_ability(const Eval *e) {
  u32 ability = ability_of_it(e);
  return ability && carddb_ability(e->g->db, ability)->flags & ABILITY_LOYALTY;
}

/* One that a keyword stands for, or whose label it is (702.177a). */
static bool is_of_keyword(const CardDb *db, u32 ability, Word keyword) {
  if (!ability) return false;
  const AbilityDef *def = carddb_ability(db, ability);
  if (def->op == IR_ACTIVATED && (Word)node_arg(db, def->node, ARG_ACTIVATED_LABEL) == keyword) return true;
  u32 stands_for = carddb_keyword_of(db, ability);
  return stands_for && carddb_ability(db, stands_for)->keyword == keyword;
}

static bool cost_shows_x(const CardDb *db, Node cost) {
  if (node_op(db, cost) == IR_COST_MANA) return db->costs.data[node_arg(db, cost, ARG_COST_MANA_MANA)].x > 0;
  bool shows = false;
  for (u32 i = 0; node_op(db, cost) == IR_COSTS && i < node_argc(db, cost); i++)
    shows |= cost_shows_x(db, node_arg(db, cost, i));
  return shows;
}

static bool ability_has_x(const CardDb *db, u32 ability) {
  const AbilityDef *def = carddb_ability(db, ability);
  return def->op == IR_ACTIVATED && cost_shows_x(db, node_arg(db, def->node, ARG_ACTIVATED_COST));
}

/* In the mana cost of an object, or in the activation cost of an ability (107.3). */
static bool has_x(const Eval *e) {
  u32 ability = ability_of_it(e);
  if (ability) return ability_has_x(e->g->db, ability);
  const Chars *c = ref_is_player(e->it) ? NULL : eval_chars(e, e->it);
  return c && e->g->db->costs.data[c->mana_cost].x > 0;
}

/* Whether a target is where it was: one that has gone is ignored (115.9b). */
static bool target_is_there(const Game *g, Ref target) {
  return ref_is_player(target) ? player_in_game(g, ref_slot(target)) : object_live(g, target) != 0;
}

/* Whether a filter matches one of some targets on the scratch list. With `only` no other object or player may be among
   them, however often it is chosen (115.9c). */
static bool targets_match(const Eval *e, Node filter, bool only, u32 mark, u32 count) {
  Game *g = e->g;
  bool matches = false, others = false;
  for (u32 i = 0; i < count; i++) {
    Ref ref = scratch_get(g, mark + i);
    others = others || ref != scratch_get(g, mark);
    matches = matches || (target_is_there(g, ref) && eval_matches(e, filter, ref));
  }
  return matches && !(only && others);
}

bool eval_ability_matches(const Eval *e, Node filter, u32 ability, u32 mark, u32 targets) {
  const CardDb *db = e->g->db;
  IrOp op = node_op(db, filter);
  switch (op) {
    case IR_AND:
    case IR_OR:
      for (u32 i = 0; i < node_argc(db, filter); i++)
        if (eval_ability_matches(e, node_arg(db, filter, i), ability, mark, targets) != (op == IR_AND))
          return op == IR_OR;
      return op == IR_AND;
    case IR_NOT: return !eval_ability_matches(e, node_arg(db, filter, 0), ability, mark, targets);
    case IR_HAS_X: return ability_has_x(db, ability);
    case IR_IS_LOYALTY_ABILITY: return carddb_ability(db, ability)->flags & ABILITY_LOYALTY;
    case IR_IS_KEYWORD_ABILITY:
      return is_of_keyword(db, ability, (Word)node_arg(db, filter, ARG_IS_KEYWORD_ABILITY_WORD));
    case IR_TARGETS: return targets_match(e, node_arg(db, filter, 0), node_arg(db, filter, 1), mark, targets);
    case IR_ALWAYS: return true;
    default: /* anything else can be true only of an object */
      return node_defined(db, filter) && eval_ability_matches(e, node_defined(db, filter), ability, mark, targets);
  }
}

static bool is_any_target(const Eval *e) { /* 115.4 */
  if (ref_is_player(e->it)) return true;
  const Chars *c = eval_chars(e, e->it);
  return c && eval_zone(e, e->it) == ZONE_BATTLEFIELD &&
         c->types & (TYPE(CREATURE) | TYPE(PLANESWALKER) | TYPE(BATTLE));
}

/* Whether such a thing was attached to what left the battlefield (608.2h). */
static bool had_attached(const Eval *e, Node filter) {
  Game *g = e->g;
  u32 row = lki_find(g, e->it);
  for (u32 i = 0; row && i < list_count(g, row_LKI(g, row)->attachments); i++)
    if (eval_matches(e, filter, list_get(g, row_LKI(g, row)->attachments, i))) return true;
  return false;
}

static bool has_attached(const Eval *e, Node filter) {
  Game *g = e->g;
  if (!ref_is_player(e->it) && !object_live(g, e->it)) return had_attached(e, filter);
  for (u32 s = 0; (s = attached_after(g, s)) != 0;) {
    if (object_phased_out(g, s) || permanent_of(g, s)->attached_to != e->it) continue;
    if (eval_matches(e, filter, object_ref(g, s))) return true;
  }
  return false;
}

static bool can_host(const Eval *e, Node attachment) {
  u32 slot = object_live(e->g, eval_object(e, attachment));
  return slot && attach_legal(e->g, slot, e->it);
}

/* Whether it was attached to one of these objects as that left the battlefield (608.2h). */
static bool was_attached_to(const Eval *e, Node objects) {
  Game *g = e->g;
  u32 mark = scratch_mark(g), n = eval_objects(e, objects);
  bool was = false;
  for (u32 i = 0; i < n && !was; i++) {
    Ref ref = scratch_get(g, mark + i);
    u32 row = ref_is_player(ref) || object_live(g, ref) ? 0 : lki_find(g, ref);
    was = row && list_has(g, row_LKI(g, row)->attachments, e->it);
  }
  scratch_release(g, mark);
  if (was) RULE(g, "608.2h");
  return was;
}

static bool attached_to(const Eval *e, Node object) {
  const Permanent *p = eval_permanent(e, e->it);
  if (p && p->attached_to && in_set(e, object, p->attached_to)) return true;
  return p && e->env && was_attached_to(e, object); /* only a program knows what has left */
}

static bool it_targets(const Eval *e, Node filter, bool only) {
  u32 mark = scratch_mark(e->g), count = stack_targets(e->g, e->it);
  bool matches = targets_match(e, filter, only, mark, count);
  scratch_release(e->g, mark);
  return matches;
}

static bool dealt_damage_this_turn(const Eval *e, Node by) {
  Game *g = e->g;
  const HistorySpan span = history_span(g, EVENT_DAMAGE);
  for (u32 i = span.first; i < span.end; i++) {
    const History h = *row_HISTORY(g, i);
    if (h.kind != EVENT_DAMAGE || h.turn != core(g)->turn || h.object != e->it) continue;
    if (!by || eval_matches(e, by, h.source)) return true;
  }
  return false;
}

static bool performed_for(const Eval *e, Word action, Node object) {
  Game *g = e->g;
  Ref whom = eval_object(e, object);
  const HistorySpan span = history_span(g, EVENT_PERFORM);
  for (u32 i = span.first; i < span.end; i++) {
    const History *h = row_HISTORY(g, i);
    bool done = h->kind == EVENT_PERFORM && h->turn == core(g)->turn && h->word == action;
    if (done && h->object == e->it && h->source == whom) return true;
  }
  return false;
}

/* What a permanent or player has become. */
static bool is_designated(const Eval *e, Word word) {
  if (ref_is_player(e->it)) {
    const Player *p = &core(e->g)->players[ref_slot(e->it)];
    return word == W_MONARCH      ? p->monarch
           : word == W_INITIATIVE ? p->initiative
                                  : word == W_CITYS_BLESSING && p->blessing;
  }
  const Permanent *p = eval_permanent(e, e->it);
  if (word == W_PAIRED) return p && p->paired;
  u32 slot = word == W_GOADED && !e->work ? object_live(e->g, e->it) : 0;
  if (p && slot) return goaded_by(e->g, slot);
  return p && p->flags & designation_flag(word);
}

static bool attacks_such(const Eval *e, Node whom) {
  const Permanent *p = eval_permanent(e, e->it);
  Ref attacked = p && !(p->flags & PERM_ATTACKS_NOTHING) ? p->attacking : REF_NONE;
  return attacked && eval_matches(e, whom, attacked);
}

static bool is_modified(const Eval *e) { /* 700.9 */
  Game *g = e->g;
  u32 slot = object_live(g, e->it);
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) return false;
  if (object_row(g, slot)->counters) return true;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (permanent_of(g, s)->attached_to != e->it || object_phased_out(g, s)) continue;
    const Chars *c = eval_chars(e, object_ref(g, s));
    if (chars_subtype(c, W_EQUIPMENT)) return true;
    if (chars_subtype(c, W_AURA) && eval_controller(e, object_ref(g, s)) == eval_controller(e, e->it)) return true;
  }
  return false;
}

static bool has_mana_ability(const Eval *e) {
  const Chars *c = eval_chars(e, e->it);
  for (u32 i = 0; c && i < c->ability_count; i++) {
    AbilityInst inst = chars_ability(e->g, c, i, 0);
    if (carddb_ability(e->g->db, inst.ability)->flags & ABILITY_MANA) return true;
  }
  return false;
}

static bool is_spell(const Eval *e) {
  const Object *o = object_known(e->g, e->it);
  return o && eval_zone(e, e->it) == ZONE_STACK && o->kind != OBJECT_ABILITY;
}

static bool owned_by(const Eval *e, Node player) {
  const Object *o = object_known(e->g, e->it);
  return o && in_set(e, player, ref_player(o->owner));
}

static bool is_suspended(const Eval *e) {
  u32 slot = object_live(e->g, e->it);
  const Chars *c = slot ? eval_chars(e, e->it) : NULL;
  RULE(e->g, "702.62b");
  return c && eval_zone(e, e->it) == ZONE_EXILE && chars_keyword(c, W_SUSPEND) &&
         object_counters(e->g, slot, W_C_TIME) > 0;
}

/* Whether it is a player who controls a permanent that matches. */
static bool controls(const Eval *e, Node filter) {
  Game *g = e->g;
  if (!ref_is_player(e->it)) return false;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    Ref ref = object_ref(g, s);
    if (object_phased_out(g, s) || eval_controller(e, ref) != ref_slot(e->it)) continue;
    if (eval_matches(e, filter, ref)) return true;
  }
  return false;
}

static bool defended_by(const Eval *e, Node filter) {
  u32 player = combat_defender(e->g, e->it);
  return player != PLAYER_NONE && eval_matches(e, filter, ref_player(player));
}

static bool has_kind(const Eval *e, ObjectKind kind) {
  if (e->as_card && e->it == e->as_card) return kind == OBJECT_CARD;
  const Object *o = object_known(e->g, e->it);
  return o && o->kind == kind;
}

/* What left the battlefield or the stack is asked about as it last existed there (608.2h); a card that left another zone
   simply isn't there any more. */
static bool is_in(const Eval *e, Zone zone) {
  bool last_known = zone_is_open(zone);
  if (!last_known && !ref_is_player(e->it) && !object_live(e->g, e->it)) return false;
  return eval_zone(e, e->it) == zone;
}

/* A filter on what it is and how it stands in the game. A dispatcher. */
static bool cond_state(const Eval *e, Node n) {
  const CardDb *db = e->g->db;
  const Permanent *p;
  switch (node_op(db, n)) {
    case IR_IS_PERMANENT: return eval_zone(e, e->it) == ZONE_BATTLEFIELD;
    case IR_IS_CARD: return has_kind(e, OBJECT_CARD);
    case IR_IS_TOKEN: return has_kind(e, OBJECT_TOKEN);
    case IR_IS_SPELL: return is_spell(e);
    case IR_IS_ACTIVATED_ABILITY: return is_ability_on_stack(e, STACK_ACTIVATED);
    case IR_IS_TRIGGERED_ABILITY: return is_ability_on_stack(e, STACK_TRIGGERED);
    case IR_IS_LOYALTY_ABILITY: return is_loyalty_ability(e);
    case IR_IS_KEYWORD_ABILITY: return is_of_keyword(db, ability_of_it(e), (Word)node_arg(db, n, 0));
    case IR_HAS_X: return has_x(e);
    case IR_IS_PLAYER: return ref_is_player(e->it);
    case IR_IS_OPPONENT: {
      u32 of = node_arg(db, n, 0) ? eval_player(e, node_arg(db, n, 0)) : eval_you(e);
      return ref_is_player(e->it) && players_are_opponents(e->g, ref_slot(e->it), of);
    }
    case IR_ANY_TARGET: return is_any_target(e);
    case IR_IN_ZONE: return is_in(e, zone_of_word((Word)node_arg(db, n, 0)));
    case IR_HAS_LEFT: return !ref_is_player(e->it) && !object_live(e->g, e->it);
    case IR_LAST_IN_ZONE: return eval_zone(e, e->it) == zone_of_word((Word)node_arg(db, n, ARG_LAST_IN_ZONE_ZONE));
    case IR_CONTROLLED_BY: {
      u32 controller = eval_controller(e, e->it);
      return controller != PLAYER_NONE && !ref_is_player(e->it) &&
             in_set(e, node_arg(db, n, 0), ref_player(controller));
    }
    case IR_OWNED_BY: return owned_by(e, node_arg(db, n, 0));
    case IR_IS: return in_set(e, node_arg(db, n, 0), e->it);
    case IR_OTHER: return is_other(e);
    case IR_TAPPED: return status_of(e, e->it) & STATUS_TAPPED;
    case IR_FACE_DOWN: return status_of(e, e->it) & STATUS_FACE_DOWN;
    case IR_SUSPENDED: return is_suspended(e);
    case IR_DOUBLE_FACED: return is_of_two_faces(e);
    case IR_HAS_ADVENTURE: return is_adventurer(e);
    case IR_TRANSFORMED: return (p = eval_permanent(e, e->it)) && is_transformed(e->g, object_known(e->g, e->it), p);
    case IR_ATTACKING: return (p = eval_permanent(e, e->it)) && p->attacking;
    case IR_BLOCKING: return (p = eval_permanent(e, e->it)) && p->flags & PERM_BLOCKING;
    case IR_BLOCKED: return (p = eval_permanent(e, e->it)) && p->flags & PERM_BLOCKED;
    case IR_CHOSEN_TO_ATTACK: return (p = eval_permanent(e, e->it)) && p->flags & PERM_CHOSEN_TO_ATTACK;
    case IR_CONTROLLED_SINCE_TURN: return (p = eval_permanent(e, e->it)) && !(p->flags & PERM_SICK);
    case IR_ATTACKED_THIS_COMBAT: return ref_is_player(e->it) && core(e->g)->attacked_players >> ref_slot(e->it) & 1;
    case IR_UNBLOCKED: return (p = eval_permanent(e, e->it)) && p->flags & PERM_UNBLOCKED;
    case IR_ATTACKING_WHOM: return attacks_such(e, node_arg(db, n, 0));
    case IR_IS_COMPANION: {
      const Object *o = object_known(e->g, e->it);
      return o && o->flags & OBJECT_COMPANION;
    }
    case IR_IS_COMMANDER: {
      const Object *o = object_known(e->g, e->it);
      return o && o->flags & OBJECT_COMMANDER;
    }
    case IR_CAN_HOST: return can_host(e, node_arg(db, n, ARG_CAN_HOST_ATTACHMENT));
    case IR_CASTABLE: {
      bool free = node_arg(db, n, ARG_CASTABLE_FREE);
      return e->g->procedures->castable_as(e, e->it, node_arg(db, n, ARG_CASTABLE_AS), free);
    }
    case IR_ATTACHED_TO: return attached_to(e, node_arg(db, n, 0));
    case IR_HAS_ATTACHED: return has_attached(e, node_arg(db, n, 0));
    case IR_TARGETS: return it_targets(e, node_arg(db, n, 0), node_arg(db, n, 1));
    case IR_DEALT_DAMAGE_THIS_TURN: return dealt_damage_this_turn(e, node_arg(db, n, 0));
    case IR_PERFORMED_FOR: return performed_for(e, (Word)node_arg(db, n, 0), node_arg(db, n, 1));
    case IR_BEGAN_UNTAPPED: return (p = eval_permanent(e, e->it)) && p->flags & PERM_BEGAN_UNTAPPED;
    case IR_ENTERED_THIS_TURN: return (p = eval_permanent(e, e->it)) && p->entered_turn == core(e->g)->turn;
    case IR_PUT_THERE_THIS_TURN:
      return put_there_this_turn(e, (Word)node_arg(db, n, ARG_PUT_THERE_THIS_TURN_FROM),
                                 node_arg(db, n, ARG_PUT_THERE_THIS_TURN_DRAWN) != 0);
    case IR_CAME_SINCE_UPKEEP:
      return (p = eval_permanent(e, e->it)) && (!(p->flags & PERM_UPKEEP) || p->flags & PERM_UPKEEP_NOW);
    case IR_HAS_MANA_ABILITY: return has_mana_ability(e);
    case IR_MODIFIED: return is_modified(e);
    case IR_COMPLETED_DUNGEON: return ref_is_player(e->it) && core(e->g)->players[ref_slot(e->it)].dungeons;
    case IR_DESIGNATED: return is_designated(e, (Word)node_arg(db, n, 0));
    case IR_CONTROLS: return controls(e, node_arg(db, n, 0));
    case IR_DEFENDED_BY: return defended_by(e, node_arg(db, n, 0));
    default: ASSERT(node_defined(db, n)); return eval_cond(e, node_defined(db, n));
  }
}

/* --- conditions on the game --------------------------------------------------------------------- */

static bool during(const Eval *e, Word step) {
  u32 now = core(e->g)->step + W_STEP_UNTAP;
  if (step == W_PHASE_COMBAT) return now >= W_STEP_BEGIN_COMBAT && now <= W_STEP_END_COMBAT;
  if (step == W_STEP_MAIN) return now == W_STEP_MAIN || now == W_STEP_MAIN_2;
  return now == step;
}

/* Of the combat damage steps the first is meant; in the precombat main phase and before, combat is yet to come. */
static bool is_before_point(const Eval *e, Word step) {
  const Core *c = core(e->g);
  u32 now = c->step + W_STEP_UNTAP, point = step == W_STEP_DAMAGE ? W_STEP_FIRST_DAMAGE : step;
  RULE(e->g, "506.7d");
  if (point > W_STEP_END_COMBAT) return now < point;
  if (during(e, W_PHASE_COMBAT)) return c->combat_phases == 1 && now < point;
  return c->combat_phases == 0 && now < W_STEP_BEGIN_COMBAT;
}

static bool is_after_point(const Eval *e, Word step) {
  const Core *c = core(e->g);
  u32 now = c->step + W_STEP_UNTAP;
  if (!during(e, W_PHASE_COMBAT) || now < step) return false;
  bool skipped = step > W_STEP_ATTACKERS && step < W_STEP_END_COMBAT && !c->attacked && !combat_has_attackers(e->g);
  if (skipped) RULE(e->g, "506.7f");
  return !skipped;
}

static Heap cast_of(const Eval *e, Node of) {
  Ref ref = of ? eval_object(e, of) : eval_self(e);
  return cast_info_of(e->g, e, ref);
}

/* Whether it was cast, by that player if one is named (0: by anybody), who need not control it any more. */
static const CastInfo *cast_by(const Eval *e, Node of, Node caster) {
  Heap cast = cast_of(e, of);
  const CastInfo *c = cast ? HEAP_AT(e->g, CastInfo, cast) : NULL;
  if (!c || !c->was_cast) return NULL;
  u32 by = caster ? eval_player(e, caster) : PLAYER_NONE;
  return by == PLAYER_NONE || HEAP_AT(e->g, CastInfo, cast)->player == by ? HEAP_AT(e->g, CastInfo, cast) : NULL;
}

/* From a hand means from that of whoever cast it. */
static bool cast_from(const Eval *e, Word zone, Node of, Node caster) {
  const CastInfo *c = cast_by(e, of, caster);
  if (!c || c->from != zone_of_word(zone)) return false;
  u32 player = c->player;
  return zone != W_HAND || object_owner(e->g, of ? eval_object(e, of) : eval_self(e)) == player;
}

bool payment_concerns(const Eval *e, u32 instance) {
  const Object *o = object_known(e->g, e->source);
  if (!o || o->zone != ZONE_STACK || e->provisional) return true;
  return instance ? instance == e->acquisition : o->acquisition == e->acquisition;
}

static bool paid(const Eval *e, Word label, Node of) {
  Game *g = e->g;
  Heap cast = cast_of(e, of);
  if (!cast && !of && e->env) cast = cast_info_of(g, e, env_at(g, e->env)->stack_object);
  if (!cast) return false;
  if (label == W_LABEL_SECOND_KICKER) RULE(g, "702.33f");
  if (HEAP_AT(g, CastInfo, cast)->method == label) {
    if (label == W_ESCAPE) RULE(g, e->provisional ? "702.138c" : "702.138b");
    return true;
  }
  Heap rows = HEAP_AT(g, CastInfo, cast)->paid;
  for (u32 i = 0; i < paid_count(g, rows); i++)
    if (paid_at(g, rows, i).keyword == label && payment_concerns(e, paid_at(g, rows, i).acquisition)) {
      if (label == W_KICKER || label == W_MULTIKICKER) RULE(g, "702.33d");
      if (!of && (label == W_KICKER || label == W_MULTIKICKER)) RULE(g, "702.33e");
      return true;
    }
  return false;
}

static bool at_level(const Eval *e, Node n) {
  const CardDb *db = e->g->db;
  u32 slot = object_live(e->g, eval_self(e));
  i64 counters = slot ? object_counters(e->g, slot, W_C_LEVEL) : 0;
  i32 to = node_int(db, n, ARG_AT_LEVEL_TO);
  if (to) {
    RULE(e->g, "711.2a");
  } else {
    RULE(e->g, "711.2b");
  }
  return counters >= node_int(db, n, ARG_AT_LEVEL_FROM) && (!to || counters <= to);
}

static bool all_terms(const Eval *e, Node n, bool want) {
  for (u32 i = 0; i < node_argc(e->g->db, n); i++)
    if (eval_cond(e, node_arg(e->g->db, n, i)) != want) return false;
  return true;
}

static i64 number_in_slot(const Eval *e, u32 slot) {
  Value v = eval_slot(e, slot);
  return v.tag == VALUE_NUMBER ? (i64)v.v : 0;
}

/* A dispatcher. */
bool eval_cond(const Eval *e, Node n) {
  const CardDb *db = e->g->db;
#define ARG(i) node_arg(db, n, i)
  IrOp op = node_op(db, n);
  switch (op) {
    case IR_AND: return all_terms(e, n, true);
    case IR_OR: return !all_terms(e, n, false);
    case IR_NOT: return !eval_cond(e, ARG(0));
    case IR_ALWAYS: return true;
    case IR_COMPARE:
      if (is_of_nothing(e, ARG(0)) || is_of_nothing(e, ARG(2))) return false;
      return compare(eval_num(e, ARG(0)), (Word)ARG(1), eval_num(e, ARG(2)));
    case IR_EXISTS: return eval_any(e, ARG(0));
    case IR_MATCHES: return all_match(e, ARG(0), ARG(1));
    case IR_REVEALED_IS: return revealed_is(e, ARG(0), ARG(1));
    case IR_SAME: return same_objects(e, ARG(0), ARG(1));
    case IR_TURN_OF: return eval_player(e, ARG(0)) == core(e->g)->active;
    case IR_DURING: return during(e, (Word)ARG(0));
    case IR_BEFORE_POINT: return is_before_point(e, (Word)ARG(0));
    case IR_AFTER_POINT: return is_after_point(e, (Word)ARG(0));
    case IR_IS_DAY: return core(e->g)->day == 1;
    case IR_IS_NIGHT: return core(e->g)->day == 2;
    case IR_PAID: return paid(e, (Word)ARG(0), ARG(1));
    case IR_CAST_FROM: return cast_from(e, (Word)ARG(0), ARG(1), ARG(2));
    case IR_WAS_CAST: return cast_by(e, ARG(0), ARG(1)) != NULL;
    case IR_CAST_UNTIMELY: {
      Heap cast = cast_of(e, ARG(0));
      return cast && HEAP_AT(e->g, CastInfo, cast)->untimely;
    }
    case IR_WAS_FORETOLD: {
      Heap cast = cast_of(e, ARG(0));
      return cast && HEAP_AT(e->g, CastInfo, cast)->foretold;
    }
    case IR_AT_LEVEL: return at_level(e, n);
    case IR_DID: return number_in_slot(e, SLOT_DID) > 0;
    case IR_WORD_IS: return eval_slot(e, ARG(0)).tag == VALUE_WORD && (Word)eval_slot(e, ARG(0)).v == ARG(1);
    case IR_NOTED_WORD_IS: return eval_noted_word(e, ARG(0)) == (Word)ARG(1);
    case IR_HAS_COUNTER: {
      Eval each = *e;
      u32 slot = object_live(e->g, each.it);
      if (slot) return object_counters(e->g, slot, (Word)ARG(0)) > 0;
      u32 row = lki_find(e->g, each.it);
      Heap list = row ? row_LKI(e->g, row)->counters : 0;
      for (u32 i = 0; i + 1 < list_count(e->g, list); i += 2)
        if (list_get(e->g, list, i) == ARG(0)) return true;
      return false;
    }
    case IR_TYPE:
    case IR_SUPERTYPE:
    case IR_SUBTYPE:
    case IR_COLOR:
    case IR_COLORLESS:
    case IR_MULTICOLORED:
    case IR_MONOCOLORED:
    case IR_NAMED:
    case IR_NAMED_AS:
    case IR_HAS_KEYWORD:
    case IR_NO_ABILITIES:
    case IR_SHARES:
    case IR_NOTED_COLOR:
    case IR_NOTED_SUBTYPE:
    case IR_NOTED_NAME:
    case IR_COLOR_IN:
    case IR_NAME_IN:
    case IR_SUBTYPE_IN: {
      const Chars *c = eval_chars(e, e->it);
      return c && cond_chars(e, n, c);
    }
    default: return cond_state(e, n);
  }
#undef ARG
}

bool eval_matches(const Eval *e, Node filter, Ref ref) {
  Eval each = *e;
  eval_spend(e->g);
  each.asked = e->it;
  each.it = ref;
  return eval_cond(&each, filter);
}
