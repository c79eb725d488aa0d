/* Why an action is not among what the engine offers: everything that stands in its way, a line each, with its rule, the
   effect at fault, and what would be enough. The engine's own checks are asked one after another, each without those that
   have failed already, so that nothing is judged here in another way than where it is played. */
#include "cards/ir_args.h"
#include "rules/cast/cast.h"
#include "rules/combat/combat.h"
#include "scenario/run_private.h"

/* What stands in the way, as far as it has been said. */
typedef struct Reasons {
  Runner *r;
  Text *out;
  u32 count;
} Reasons;

/* Begins the next. */
static Text *another(Reasons *w) {
  if (w->count++ > 0) text_addc(w->out, '\n');
  return w->out;
}

static void reason(Reasons *w, const char *why) { text_adds(another(w), why); }

bool reasons_fail(Runner *r, ScenarioPlace place, const char *what, const Text *reasons) {
  Text line;
  text_init(&line, r->allocator);
  for (u32 i = 0; i < reasons->length; i++) {
    if (reasons->data[i] == '\n' && !r->trying)
      text_adds(&line, "; also: ");
    else
      text_addc(&line, reasons->data[i]);
  }
  run_fail(r, place, "%s: %.*s", what, (int)line.length, line.length ? line.data : "");
  text_free(&line);
  return false;
}

/* --- effects at fault --------------------------------------------------------------------------------- */

static void hear(void *user, Ref source, u32 ability, u32 rule) {
  Runner *r = user;
  for (u32 i = 0; i < r->culprits.count; i++)
    if (r->culprits.data[i].source == source && r->culprits.data[i].rule == rule) return;
  if (!vec_push(&r->allocator, &r->culprits, ((Culprit){source, ability, rule}))) run_no_memory(r);
}

/* From here on effects that hold are noted, until heard(). */
static const Listener *hearing(Runner *r) {
  const Listener *before = r->play.g->listener;
  r->culprits.count = 0;
  r->hearing = (Listener){.held = hear, .user = r};
  r->play.g->listener = &r->hearing;
  return before;
}

/* Says each effect of the kind that was heard of, with its own words; false if there was none. */
static bool heard(Reasons *w, const Listener *before, IrOp op, const char *why) {
  Runner *r = w->r;
  u32 said = w->count;
  r->play.g->listener = before;
  for (u32 i = 0; i < r->culprits.count; i++) {
    const Culprit c = r->culprits.data[i];
    if (node_op(r->db, c.rule) != op) continue;
    Text *out = another(w);
    text_addf(out, "%s: ", why);
    show_ref(r, c.source, out);
    if (!c.ability) continue;
    text_adds(out, ", \"");
    u32 from = out->length;
    text_of_ability(r, (AbilityInst){.ability = c.ability}, self_name_of(r, c.source).name, out);
    text_join_lines(out, from);
    text_addc(out, '"');
  }
  return w->count > said;
}

/* --- time --------------------------------------------------------------------------------------------- */

/* Something needs the player's main phase and an empty stack; what of it is missing. */
static void not_now(Reasons *w, u32 player, const char *why) {
  Game *g = w->r->play.g;
  Text *out = another(w);
  text_addf(out, "not now: %s; now ", why);
  u32 step = core(g)->step + W_STEP_UNTAP;
  if (core(g)->active != player) {
    text_adds(out, "it is ");
    text_add(out, player_name(w->r, core(g)->active));
    text_adds(out, "'s turn");
  } else if (step != W_STEP_MAIN && step != W_STEP_MAIN_2) {
    text_adds(out, "it is no main phase");
  } else {
    text_adds(out, "something is on the stack");
  }
}

/* --- targets and costs --------------------------------------------------------------------------------------- */

/* Of how many candidates it is said why they are no legal targets. */
#define FAULTS_SHOWN 8u

typedef struct Faults {
  Runner *r;
  Text text;
  u32 count;
  bool others; /* what isn't what the text says comes behind what is */
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
  if (fault == TARGET_ELSEWHERE || (fault == TARGET_OTHER) != f->others || f->count++ >= FAULTS_SHOWN) return;
  text_adds(&f->text, "; ");
  show_ref(f->r, ref, &f->text);
  text_adds(&f->text, FAULTS[fault]);
}

/* "no legal target", and why each candidate isn't one. */
static void untargeted(Reasons *w, const CastContext *s) {
  Faults f = {.r = w->r};
  text_init(&f.text, w->r->allocator);
  u32 ability = 0;
  Node target = context_target_faults(s, say_fault, &f, &ability);
  f.others = true;
  context_target_faults(s, say_fault, &f, &ability);
  if (f.count > FAULTS_SHOWN) text_addf(&f.text, "; and %u more", f.count - FAULTS_SHOWN);
  Text *out = another(w);
  text_adds(out, "no legal target (601.2c)");
  if (target && node_op(w->r->db, target) == IR_TARGET) {
    text_adds(out, ": it needs \"");
    node_english(w->r->db, ability, target, out);
    text_addc(out, '"');
  } else if (f.count > 0) {
    f.text.data[0] = ':';
  }
  text_add(out, text_str(&f.text));
  text_free(&f.text);
}

/* Mana that would be enough: "{U} and 2 more mana of any kind would do". */
static void say_missing(const Shortfall *f, Text *out) {
  static const char SYMBOLS[] = "WUBRGC";
  bool symbols = false;
  for (u32 kind = 0; kind < sizeof SYMBOLS - 1; kind++)
    for (u32 n = 0; n < f->mana[kind]; n++, symbols = true) text_addf(out, "{%c}", SYMBOLS[kind]);
  if (symbols && f->any) text_adds(out, " and ");
  if (f->any) text_addf(out, "%u more mana of any kind", f->any);
  text_adds(out, symbols && !f->any ? " more would do" : " would do");
}

/* Each part of the cost that can't be paid, and the mana that is missing. */
static void unpayable(Reasons *w, const CastContext *s, u32 ability) {
  Runner *r = w->r;
  u32 said = w->count;
  Shortfall f;
  if (context_unproven(s)) {
    reason(w,
           "automatic payment finds no way to pay, but there may be one: activate mana abilities first, then try again "
           "(601.2g)");
    return;
  }
  context_shortfall(s, &f);
  for (u32 i = 0; i < f.part_count; i++) {
    IrOp op = node_op(r->db, f.parts[i]);
    if (op == IR_COST_TAP) {
      reason(w, "it is tapped (107.5); untapped it could be tapped for the cost");
    } else if (op == IR_COST_UNTAP) {
      reason(w, "it is untapped (107.6); tapped it could be untapped for the cost");
    } else {
      Text *out = another(w);
      text_adds(out, "part of its cost can't be paid (118.3): ");
      u32 from = out->length;
      node_english(r->db, ability, f.parts[i], out);
      text_join_lines(out, from);
    }
  }
  if (f.life) text_addf(another(w), "its player can't pay %lld life (119.4)", (long long)f.life);
  if (f.mana_missing && f.mana_helps) {
    Text *out = another(w);
    text_adds(out, "its cost can't be paid (118.3, 601.2h): not enough mana; ");
    say_missing(&f, out);
  }
  if (w->count == said) reason(w, "its cost can't be paid (118.3, 601.2h)");
}

/* What stands in the way of completing what the player may begin to do. */
static void unfinished(Reasons *w, const CastContext *s, u32 ability) {
  if (!context_targets_exist(s)) untargeted(w, s);
  if (!context_payable(s)) unpayable(w, s, ability);
}

/* --- spells and lands --------------------------------------------------------------------------------------- */

static bool via_fits(Runner *r, const ScenarioAction *action, u32 slot, CastMethod method) {
  const ScenarioClauses *c = &action->clauses;
  bool face_down = method_shape(method) != SHAPE_NORMAL;
  if (face_down != ((c->given & SCENARIO_CLAUSE_FACE_DOWN) != 0)) return false;
  if (!(c->given & SCENARIO_CLAUSE_VIA)) return true;
  if (c->via.text.length == 0) return method_plain(r->play.g, object_ref(r->play.g, slot), method);
  Option option = {.kind = OPTION_CAST, .a = method, .ref = object_ref(r->play.g, slot)};
  return option_text(r, &option, c->via.text) != TEXT_OTHER;
}

static bool is_among(CastMethod method, const CastMethod *methods, u32 count) {
  for (u32 i = 0; i < count; i++)
    if (methods[i] == method) return true;
  return false;
}

/* The way that a line means of several: one of the face it names, if any is. */
static const CastMethod *way_meant(Runner *r, const ScenarioAction *action, u32 slot, const CastMethod *ways,
                                   u32 count) {
  const CastMethod *first = NULL;
  for (u32 i = 0; i < count; i++) {
    if (!via_fits(r, action, slot, ways[i])) continue;
    StrId name = method_name(r->play.g, object_ref(r->play.g, slot), ways[i]);
    bool named = action->object->kind == SCENARIO_REF_NAME && name &&
                 str_equal_folded(intern_text(&r->db->names, name), action->object->text);
    if (named) return &ways[i];
    if (!first) first = &ways[i];
  }
  return first;
}

/* No rule or effect lets the player cast it in any such way. */
static void no_way(Reasons *w, u32 player, u32 slot, bool some) {
  Game *g = w->r->play.g;
  const Chars c = *chars_of(g, slot);
  const Object *o = object_row(g, slot);
  if (some)
    reason(w, "it can't be cast in that way (601.2b)");
  else if (c.types & TYPE(LAND))
    reason(w, "a land is played, not cast (305.9)");
  else if (o->zone == ZONE_HAND && o->owner == player && !c.mana_cost)
    reason(w, "it has no mana cost, so it can't be cast for it (118.6)");
  else
    reason(w, "no rule or effect allows it from there (601.3)");
}

/* Everything that prohibits a spell (601.3). */
static void prohibited(Reasons *w, const CastContext *s) {
  const Listener *before = hearing(w->r);
  u32 said = w->count;
  cast_allowed(s);
  heard(w, before, IR_R_CANT_CAST, "an effect prohibits it (601.3)");
  heard(w, before, IR_R_CAST_LIMIT, "no more such spells can be cast this turn (601.3)");
  u16 types = context_chars(s)->types;
  if (w->count == said && types & (TYPE(INSTANT) | TYPE(SORCERY)) &&
      context_chars(s)->supertypes & SUPERTYPE(LEGENDARY))
    reason(w, "it is legendary, and its player controls no legendary creature or planeswalker (205.4e)");
  else if (w->count == said)
    reason(w, "an effect prohibits it (601.3)");
}

static void reasons_to_cast(Reasons *w, const ScenarioAction *action, u32 slot) {
  Runner *r = w->r;
  Game *g = r->play.g;
  CastMethod ways[METHODS_CAP], some[METHODS_CAP];
  u32 player = action->player;
  u32 count = methods_find(g, player, slot, METHODS_UNTIMELY | METHODS_PROHIBITED, ways);
  const CastMethod *way = way_meant(r, action, slot, ways, count);
  if (!way) {
    no_way(w, player, slot, count > 0);
    return;
  }
  CastContext s = context_of_card(g, player, slot, *way);
  if (stack_is_closed(g)) reason(w, "a spell with split second is on the stack (702.61a)");
  if (!is_among(*way, some, methods_find(g, player, slot, METHODS_PROHIBITED, some)))
    not_now(w, player, "it can be cast only in its player's main phase with an empty stack (117.1a)");
  if (!is_among(*way, some, methods_find(g, player, slot, METHODS_UNTIMELY, some))) prohibited(w, &s);
  unfinished(w, &s, 0);
  if (w->count == 0) reason(w, "no way to announce it can be completed (601.2)");
}

static void reasons_to_play(Reasons *w, const ScenarioAction *action, u32 slot) {
  Game *g = w->r->play.g;
  u32 player = action->player;
  const Object *o = object_row(g, slot);
  if (!(chars_of(g, slot)->types & TYPE(LAND))) {
    reason(w, "it isn't a land (305.1)");
    return;
  }
  if (core(g)->active != player)
    reason(w, "it isn't that player's turn (305.3)");
  else if (!sorcery_timing(g, player))
    not_now(w, player, "a land is played in a main phase with an empty stack (305.1)");
  const Listener *before = hearing(w->r);
  lands_banned(g, player, ZONE_NONE);
  lands_banned(g, player, o->zone);
  heard(w, before, IR_R_CANT_PLAY_LANDS, "an effect prohibits it (305.1)");
  if (!lands_left(g, player)) reason(w, "no more lands can be played this turn (305.2)");
  bool own = o->zone == ZONE_HAND && o->owner == player;
  if (w->count == 0 || !own) {
    CastMethod ways[METHODS_CAP];
    if (!own && !land_methods_find(g, player, slot, ways)) reason(w, "no rule or effect allows it from there (305.1)");
  }
  if (w->count == 0) reason(w, "no rule or effect allows it (305.1)");
}

/* --- abilities ------------------------------------------------------------------------------------------------ */

static void say_activation_fault(Reasons *w, u32 player, u32 slot, u32 index, ActivationFault fault, u32 skip) {
  Game *g = w->r->play.g;
  const AbilityDef *def = carddb_ability(w->r->db, ability_get(g, slot, index).ability);
  switch (fault) {
    case ACTIVATION_NONE: reason(w, "it doesn't function there (113.6)"); break;
    case ACTIVATION_PLAYER: reason(w, "only another player may activate it (602.2)"); break;
    case ACTIVATION_LOYALTY: reason(w, "a loyalty ability of it was activated this turn (606.3)"); break;
    case ACTIVATION_TIME:
      if (def->flags & ABILITY_LOYALTY)
        not_now(w, player, "loyalty abilities are activated in a main phase with an empty stack (606.3)");
      else
        not_now(w, player, "it can be activated only when its player could cast a sorcery (602.5d)");
      break;
    case ACTIVATION_SICK:
      reason(w, "summoning sick (302.6); it could with haste, or once its controller's next turn has begun");
      break;
    case ACTIVATION_LIMIT: reason(w, "it was activated this turn as often as it may be (602.5b)"); break;
    case ACTIVATION_KEYWORD: reason(w, "what its keyword asks for isn't so now (602.5b)"); break;
    case ACTIVATION_CONDITION: {
      Text *out = another(w);
      text_adds(out, "its condition isn't met (602.5b): ");
      u32 from = out->length;
      node_english(w->r->db, ability_get(g, slot, index).ability, node_arg(g->db, def->node, ARG_ACTIVATED_CONDITION),
                   out);
      text_join_lines(out, from);
      break;
    }
    case ACTIVATION_CLOSED: reason(w, "a spell with split second is on the stack (702.61a)"); break;
    case ACTIVATION_PROHIBITED: {
      const Listener *before = hearing(w->r);
      activation_fault(g, player, slot, index, skip);
      if (!heard(w, before, IR_R_CANT_ACTIVATE, "an effect prohibits it (602.5)"))
        reason(w, "an effect prohibits it (602.5)");
      break;
    }
  }
}

static void reasons_to_activate(Reasons *w, u32 player, u32 slot, u32 index) {
  Game *g = w->r->play.g;
  ActivationFault fault;
  for (u32 skip = 0; (fault = activation_fault(g, player, slot, index, skip)) != 0; skip |= fault) {
    say_activation_fault(w, player, slot, index, fault, skip);
    if (fault == ACTIVATION_NONE || fault == ACTIVATION_PLAYER) return;
  }
  CastContext s = context_of_ability(g, player, slot, index);
  unfinished(w, &s, ability_get(g, slot, index).ability);
  if (w->count == 0) reason(w, "no way to announce it can be completed (602.2b)");
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

static void reasons_for_ability(Reasons *w, const ScenarioAction *action) {
  Runner *r = w->r;
  Game *g = r->play.g;
  const char *why = "there is no such ability that the player could activate (602.2)";
  u32 elsewhere = 0, its_index = 0;
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    const Object *o = object_row(g, slot);
    if (o->zone == ZONE_NONE || o->owner == PLAYER_NONE || o->kind == OBJECT_ABILITY || o->zone == ZONE_LIBRARY)
      continue;
    bool own = o->controller == action->player;
    if (!own && !action->object) continue;
    if (action->object && !ref_is(r, action->object, object_ref(g, slot), ZONES_ALL)) continue;
    u32 index = ability_meant(r, action, slot);
    if (index >= ability_count(g, slot)) {
      why = action->object ? "the object has no such activated ability (602.2)" : why;
    } else if (own) {
      reasons_to_activate(w, action->player, slot, index);
      return;
    } else if (!elsewhere) {
      elsewhere = slot;
      its_index = index;
    }
  }
  if (elsewhere)
    reasons_to_activate(w, action->player, elsewhere, its_index);
  else
    reason(w, why);
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
  Reasons w = {r, out, 0};
  if (action->verb == SCENARIO_ACTIVATE) {
    reasons_for_ability(&w, action);
    return;
  }
  u32 slot = object_meant(r, action);
  if (!slot) {
    text_adds(out, "there is no such card or permanent: ");
    if (action->object) scenario_print_ref(r->s, action->object, out);
    return;
  }
  switch (action->verb) {
    case SCENARIO_CAST: reasons_to_cast(&w, action, slot); break;
    case SCENARIO_PLAY: reasons_to_play(&w, action, slot); break;
    case SCENARIO_TURN_UP:
      reason(&w, object_row(r->play.g, slot)->status & STATUS_FACE_DOWN
                     ? "it can't be turned face up, or its cost can't be paid (116.2b, 702.37e)"
                     : "it isn't face down (116.2b)");
      break;
    default: reason(&w, "the player can't take that special action with it now (116.2)"); break;
  }
}

/* --- combat --------------------------------------------------------------------------------------------------- */

/* Begins the next reason against a creature. */
static Text *against(Reasons *w, u32 slot) {
  Text *out = another(w);
  show_ref(w->r, slot ? object_ref(w->r->play.g, slot) : REF_NONE, out);
  text_adds(out, ": ");
  return out;
}

const char *not_together(bool blocks) {
  return blocks ? "these creatures can't block that way together (509.1b, 509.1c)"
                : "these creatures can't attack that way together (508.1c, 508.1d)";
}

/* What every creature that can't attack or block may have. */
static const char *combat_fault_text(CombatFault fault, bool blocks) {
  switch (fault) {
    case COMBAT_PLAYER:
      return blocks ? "the defending player doesn't control it (509.1a)"
                    : "only creatures of the active player attack (508.1a)";
    case COMBAT_KIND: return blocks ? "it isn't a creature (509.1a)" : "it isn't a creature (508.1a)";
    case COMBAT_TAPPED:
      return blocks ? "it is tapped (509.1a); untapped it could" : "it is tapped (508.1a); untapped it could";
    case COMBAT_DEFENDER: return "it has defender (702.3b)";
    case COMBAT_SICK: return "summoning sick (302.6); it could with haste, or on its controller's next turn";
    case COMBAT_OTHER:
      return "the creature it would block isn't attacking its controller, or it blocks it already (509.1a)";
    default:
      return blocks ? "an effect keeps it from blocking (509.1b)" : "an effect keeps it from attacking there (508.1c)";
  }
}

/* Effects by name, behind the creature's. */
static void say_prohibiting(Reasons *w, u32 slot, const Listener *before, IrOp op, CombatFault fault, bool blocks) {
  Text why;
  text_init(&why, w->r->allocator);
  w->r->play.g->listener = before;
  show_ref(w->r, object_ref(w->r->play.g, slot), &why);
  text_addf(&why, ": %s", combat_fault_text(fault, blocks));
  if (!heard(w, before, op, text_str(&why).data)) text_add(another(w), text_str(&why));
  text_free(&why);
}

/* Whom a creature would attack if nobody says: the only one there is. */
static Ref only_attacked(Game *g, u32 player, Ref whom) {
  if (whom) return whom;
  u32 mark = scratch_mark(g), count = attackable_push(g, player);
  if (count == 1) whom = scratch_get(g, mark);
  scratch_release(g, mark);
  return whom;
}

void reason_for_attack(Runner *r, u32 player, u32 slot, Ref whom, Text *out) {
  Game *g = r->play.g;
  Reasons w = {r, out, 0};
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) {
    text_adds(against(&w, slot), combat_fault_text(COMBAT_PLAYER, false));
    return;
  }
  whom = only_attacked(g, player, whom);
  u32 skip = 0;
  if (core(g)->active != player) {
    text_adds(against(&w, slot), combat_fault_text(COMBAT_PLAYER, false));
    skip = COMBAT_PLAYER;
  }
  for (CombatFault fault; (fault = attack_fault(g, slot, whom, skip)) != 0; skip |= fault) {
    if (fault != COMBAT_PROHIBITED) {
      text_adds(against(&w, slot), combat_fault_text(fault, false));
      continue;
    }
    const Listener *before = hearing(r);
    attack_fault(g, slot, whom, skip);
    say_prohibiting(&w, slot, before, IR_R_CANT_ATTACK, fault, false);
  }
  if (w.count > 0 || attack_can_be_declared(g, slot, whom)) return;
  const Listener *before = hearing(r);
  pair_costs(g, IR_R_ATTACK_COST, object_ref(g, slot), whom);
  Text why;
  text_init(&why, r->allocator);
  g->listener = before;
  show_ref(r, object_ref(g, slot), &why);
  text_adds(&why, ": attacking there has a cost that can't be paid (508.1h)");
  heard(&w, before, IR_R_ATTACK_COST, text_str(&why).data);
  text_free(&why);
}

typedef struct Evasion {
  Reasons *w;
  u32 blocker;
} Evasion;

static void say_evasion(void *user, Word keyword, const char *rule) {
  Evasion *e = user;
  Text *out = against(e->w, e->blocker);
  text_adds(out, "the attacker has ");
  text_add(out, word_text(keyword));
  text_addf(out, " (%s)", rule);
}

static void say_shadow(void *user, Word keyword, const char *rule) {
  Evasion *e = user;
  if (keyword != W_SHADOW) {
    say_evasion(user, keyword, rule);
    return;
  }
  text_addf(against(e->w, e->blocker), "one of the two has shadow and the other doesn't (%s)", rule);
}

void reason_for_block(Runner *r, u32 player, u32 slot, Ref attacker, Text *out) {
  Game *g = r->play.g;
  Reasons w = {r, out, 0};
  u32 other = object_live(g, attacker), skip = 0;
  if (!slot || object_row(g, slot)->zone != ZONE_BATTLEFIELD) {
    text_adds(against(&w, slot), combat_fault_text(COMBAT_PLAYER, true));
    return;
  }
  if (other && (object_row(g, other)->zone != ZONE_BATTLEFIELD || !is_attacking(g, other))) other = 0;
  for (CombatFault fault; (fault = block_fault(g, slot, other, player, skip)) != 0; skip |= fault) {
    if (fault != COMBAT_PROHIBITED) {
      text_adds(against(&w, slot), combat_fault_text(fault, true));
      continue;
    }
    const Listener *before = hearing(r);
    block_fault(g, slot, other, player, skip);
    say_prohibiting(&w, slot, before, IR_R_CANT_BLOCK, fault, true);
  }
  Evasion e = {&w, slot};
  if (other) block_evasions(g, slot, other, say_shadow, &e);
  if (other && w.count == 0 && has_keyword(g, other, W_MENACE) && !block_can_be_declared(g, slot, other))
    text_adds(against(&w, slot), "the attacker has menace (702.111b); two or more creatures could block it");
}
