/* Why an action is not among what the engine offers: the first thing that stands in its way, with its rule. */
#include "cards/ir_args.h"
#include "rules/cast/cast.h"
#include "rules/combat/combat.h"
#include "scenario/run_private.h"

/* --- spells and lands ---------------------------------------------------------------------------------- */

/* Of how many candidates it is said why they are no legal targets. */
#define FAULTS_SHOWN 8u

typedef struct Faults {
  Runner *r;
  Text text;
  u32 count;
} Faults;

static void say_fault(void *user, Ref ref, TargetFault fault) {
  static const char *const FAULTS[] = {
      [TARGET_FINE] = " would do alone",
      [TARGET_ITSELF] = " can't target itself (115.5)",
      [TARGET_OTHER] = " isn't what it can target",
      [TARGET_SHROUD] = " has shroud (702.18a)",
      [TARGET_HEXPROOF] = " has hexproof (702.11b)",
      [TARGET_PROTECTED] = " has protection from it (702.16b)",
      [TARGET_FORBIDDEN] = " can't be its target because of an effect (101.2)",
  };
  Faults *f = user;
  if (fault == TARGET_ELSEWHERE || f->count++ >= FAULTS_SHOWN) return;
  text_adds(&f->text, f->count == 1 ? ": " : "; ");
  show_ref(f->r, ref, &f->text);
  text_adds(&f->text, FAULTS[fault]);
}

/* "no legal target", and why each candidate isn't one. */
static const char *untargeted(Runner *r, const CastContext *s) {
  Faults f = {.r = r};
  text_init(&f.text, r->allocator);
  text_adds(&f.text, "no legal target (601.2c)");
  context_target_faults(s, say_fault, &f);
  if (f.count > FAULTS_SHOWN) text_addf(&f.text, "; and %u more", f.count - FAULTS_SHOWN);
  text_clear(&r->text_a);
  text_add(&r->text_a, text_str(&f.text));
  text_free(&f.text);
  return text_str(&r->text_a).data;
}

/* Why a way to cast a card is not offered, though the player may begin to. */
static const char *unfinished(Runner *r, const CastContext *s) {
  if (!context_targets_exist(s)) return untargeted(r, s);
  if (context_unproven(s))
    return "automatic payment finds no way to pay, but there may be one: activate mana abilities first, then try again "
           "(601.2g)";
  if (!context_payable(s)) return "its cost can't be paid (118.3, 601.2h)";
  return "no rule or effect allows it (601.3)";
}

static bool via_fits(Runner *r, const ScenarioAction *action, u32 slot, CastMethod method) {
  const ScenarioClauses *c = &action->clauses;
  bool face_down = method_shape(method) != SHAPE_NORMAL;
  if (face_down != ((c->given & SCENARIO_CLAUSE_FACE_DOWN) != 0)) return false;
  if (!(c->given & SCENARIO_CLAUSE_VIA)) return true;
  if (c->via.text.length == 0) return method_plain(r->play.g, object_ref(r->play.g, slot), method);
  Option option = {.kind = OPTION_CAST, .a = method, .ref = object_ref(r->play.g, slot)};
  return option_text(r, &option, c->via.text) != TEXT_OTHER;
}

static const char *reason_to_cast(Runner *r, const ScenarioAction *action, u32 slot) {
  Game *g = r->play.g;
  CastMethod methods[METHODS_CAP];
  u32 count = methods_find(g, action->player, slot, 0, methods);
  for (u32 i = 0; i < count; i++) {
    if (!via_fits(r, action, slot, methods[i])) continue;
    CastContext s = context_of_card(g, action->player, slot, methods[i]);
    return unfinished(r, &s);
  }
  if (count > 0) return "it can't be cast in that way (601.2b)";
  if (stack_is_closed(g)) return "a spell with split second is on the stack (702.61a)";
  const Chars c = *chars_of(g, slot);
  if (c.types & TYPE(LAND)) return "a land is played, not cast (305.9)";
  bool quick = c.types & TYPE(INSTANT) || chars_keyword(&c, W_FLASH);
  if (!quick && !sorcery_timing(g, action->player))
    return "not now: it can be cast only in its player's main phase with an empty stack (117.1a)";
  CastContext s = context_of_card(g, action->player, slot, 0);
  if (!cast_allowed(&s)) return "an effect prohibits it (601.3)";
  return "no rule or effect allows it from there (601.3)";
}

static const char *reason_to_play(Runner *r, const ScenarioAction *action, u32 slot) {
  Game *g = r->play.g;
  if (!(chars_of(g, slot)->types & TYPE(LAND))) return "it isn't a land (305.1)";
  if (core(g)->active != action->player) return "it isn't that player's turn (305.3)";
  if (!sorcery_timing(g, action->player))
    return "not now: a land is played in a main phase with an empty stack (305.1)";
  if (rules_hold(g, IR_R_CANT_PLAY_LANDS, ref_player(action->player))) return "an effect prohibits it (305.1)";
  if (core(g)->players[action->player].lands_played > 0) return "no more lands can be played this turn (305.2)";
  return "no rule or effect allows it from there (305.1)";
}

/* --- abilities ------------------------------------------------------------------------------------------------ */

static bool cost_taps(const CardDb *db, Node cost) {
  if (!cost) return false;
  IrOp op = node_op(db, cost);
  if (op == IR_COST_TAP || op == IR_COST_UNTAP) return true;
  for (u32 i = 0; op == IR_COSTS && i < node_argc(db, cost); i++)
    if (cost_taps(db, node_arg(db, cost, i))) return true;
  return false;
}

static const char *reason_to_activate(Runner *r, u32 player, u32 slot, u32 index) {
  Game *g = r->play.g;
  const AbilityDef *def = carddb_ability(r->db, ability_get(g, slot, index).ability);
  const Object o = *object_row(g, slot);
  bool taps = cost_taps(r->db, node_arg(r->db, def->node, ARG_ACTIVATED_COST));
  if (taps && o.zone == ZONE_BATTLEFIELD && has_type(g, slot, TYPE(CREATURE)) &&
      permanent_of(g, slot)->flags & PERM_SICK && !has_keyword(g, slot, W_HASTE))
    return "summoning sick (302.6)";
  if (taps && o.status & STATUS_TAPPED) return "it is tapped (107.5)";
  if (def->flags & ABILITY_LOYALTY && !sorcery_timing(g, player))
    return "not now: loyalty abilities are activated in a main phase with an empty stack (606.3)";
  if (!activation_allowed(g, player, slot, index, false)) return "it can't be activated now (602.5)";
  CastContext s = context_of_ability(g, player, slot, index);
  return unfinished(r, &s);
}

/* The ability of the object that the line means best; their number if none. */
static u32 ability_meant(Runner *r, const ScenarioAction *action, u32 slot) {
  Game *g = r->play.g;
  u32 count = ability_count(g, slot), best = count;
  TextMatch how = TEXT_OTHER;
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    if (carddb_ability(r->db, inst.ability)->op != IR_ACTIVATED) continue;
    TextMatch match = text_match_ability(r, action->ability.text, inst, self_name_of(r, object_ref(g, slot)));
    if (match <= how) continue;
    how = match;
    best = i;
  }
  return best;
}

static const char *reason_for_ability(Runner *r, const ScenarioAction *action) {
  Game *g = r->play.g;
  const char *why = "there is no such ability that the player could activate (602.2)";
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    const Object *o = object_row(g, slot);
    bool own = o->zone != ZONE_NONE && o->owner != PLAYER_NONE && o->controller == action->player;
    if (!own || o->kind == OBJECT_ABILITY || o->zone == ZONE_LIBRARY) continue;
    if (action->object && !ref_is(r, action->object, object_ref(g, slot), ZONES_ALL)) continue;
    u32 index = ability_meant(r, action, slot);
    if (index < ability_count(g, slot)) return reason_to_activate(r, action->player, slot, index);
    if (action->object) why = "the object has no such activated ability (602.2)";
  }
  return why;
}

/* --- all actions ---------------------------------------------------------------------------------------------- */

/* The object a line means: in the hand of its player before elsewhere; 0 if there is none. */
static u32 object_meant(Runner *r, const ScenarioAction *action) {
  Game *g = r->play.g;
  u32 best = 0;
  if (!action->object || !ref_find(r, action->object, ZONES_ALL)) return 0;
  for (u32 i = 0; i < r->found.count; i++) {
    u32 slot = ref_slot(r->found.data[i]);
    const Object *o = object_row(g, slot);
    bool elsewhere = action->clauses.given & SCENARIO_CLAUSE_FROM && o->zone != zone_of_scenario(action->clauses.from);
    if (elsewhere || (!best && o->zone == ZONE_LIBRARY && !(action->clauses.given & SCENARIO_CLAUSE_FROM))) continue;
    if (!best || (o->zone == ZONE_HAND && o->owner == action->player)) best = slot;
  }
  return best;
}

void reason_for(Runner *r, const ScenarioAction *action, Text *out) {
  if (action->verb == SCENARIO_ACTIVATE) {
    text_adds(out, reason_for_ability(r, action));
    return;
  }
  u32 slot = object_meant(r, action);
  if (!slot) {
    text_adds(out, "there is no such card or permanent: ");
    if (action->object) scenario_print_ref(r->s, action->object, out);
    return;
  }
  switch (action->verb) {
    case SCENARIO_CAST: text_adds(out, reason_to_cast(r, action, slot)); break;
    case SCENARIO_PLAY: text_adds(out, reason_to_play(r, action, slot)); break;
    case SCENARIO_TURN_UP:
      text_adds(out, object_row(r->play.g, slot)->status & STATUS_FACE_DOWN
                         ? "it can't be turned face up, or its cost can't be paid (116.2b, 702.37e)"
                         : "it isn't face down (116.2b)");
      break;
    default: text_adds(out, "the player can't take that special action with it now (116.2)"); break;
  }
}

/* --- combat --------------------------------------------------------------------------------------------------- */

void reason_for_attack(Runner *r, u32 player, u32 slot, Ref whom, Text *out) {
  Game *g = r->play.g;
  show_ref(r, slot ? object_ref(g, slot) : REF_NONE, out);
  const char *why = "it can't attack there together with the others (508.1c, 508.1d)";
  if (!slot || object_row(g, slot)->controller != player || core(g)->active != player) {
    why = "only creatures of the active player attack (508.1a)";
  } else if (!has_type(g, slot, TYPE(CREATURE))) {
    why = "it isn't a creature (508.1a)";
  } else if (object_row(g, slot)->status & STATUS_TAPPED) {
    why = "it is tapped (508.1a)";
  } else if (has_keyword(g, slot, W_DEFENDER)) {
    why = "it has defender (702.3b)";
  } else if (permanent_of(g, slot)->flags & PERM_SICK && !has_keyword(g, slot, W_HASTE)) {
    why = "summoning sick (302.6)";
  } else if (!attack_allowed(g, slot, whom)) {
    why = "an effect keeps it from attacking there (508.1c)";
  }
  text_addf(out, ": %s", why);
}

void reason_for_block(Runner *r, u32 player, u32 slot, Ref attacker, Text *out) {
  Game *g = r->play.g;
  u32 other = object_live(g, attacker);
  show_ref(r, slot ? object_ref(g, slot) : REF_NONE, out);
  const char *why = "it can't block that way together with the others (509.1b, 509.1c)";
  if (!slot || object_row(g, slot)->controller != player) {
    why = "the defending player doesn't control it (509.1a)";
  } else if (!has_type(g, slot, TYPE(CREATURE))) {
    why = "it isn't a creature (509.1a)";
  } else if (object_row(g, slot)->status & STATUS_TAPPED) {
    why = "it is tapped (509.1a)";
  } else if (!other || !is_attacking(g, other)) {
    why = "the creature it would block isn't attacking (509.1a)";
  } else if (!block_allowed(g, slot, other)) {
    why = "a rule or effect keeps it from blocking that creature (509.1b)";
  }
  text_addf(out, ": %s", why);
}
