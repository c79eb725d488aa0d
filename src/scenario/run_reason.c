/* Why an action is not among what the engine offers: everything that stands in its way, a line each, with its rule, the
   effect at fault, and what would be enough. The engine's own checks are asked one after another, each without those
   that have failed already, so that nothing is judged here in another way than where it is played. */
#include "cards/ir_args.h"
#include "explain/trace.h"
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

/* Reasons that tell whoever asks more than that something is forbidden now. */
static GavelRefusal refusal_of(Sentence why) {
  switch (why) {
    case SENTENCE_WHY_NOT_CAST_THERE:
    case SENTENCE_WHY_NOT_PLAYED_THERE: return GAVEL_REFUSAL_ZONE;
    case SENTENCE_WHY_NO_SUCH_ABILITY: return GAVEL_REFUSAL_NO_ABILITY;
    case SENTENCE_WHY_NOTHING: return GAVEL_REFUSAL_NOTHING_THERE;
    default: return GAVEL_REFUSAL_RULES;
  }
}

static void reason(Reasons *w, Sentence why) {
  GavelRefusal refusal = refusal_of(why);
  if (refusal > (GavelRefusal)w->r->refused_for) w->r->refused_for = (u8)refusal;
  text_adds(another(w), show_plain(w->r, why));
}

static void reason_with(Reasons *w, Sentence why, Said as) { show_sentence(w->r, why, as, another(w)); }

/* The same with a part of an ability behind it, as Magic would say it. */
static void reason_of(Reasons *w, Sentence why, u32 ability, Node node) {
  Text *out = another(w);
  text_adds(out, show_plain(w->r, why));
  u32 from = out->length;
  node_english(w->r->db, ability, node, out);
  text_join_lines(out, from);
}

bool reasons_fail(Runner *r, ScenarioPlace place, Sentence what, const Text *reasons) {
  Text line;
  text_init(&line, r->allocator);
  for (u32 i = 0; i < reasons->length; i++) {
    if (reasons->data[i] == '\n' && !r->trying)
      text_adds(&line, show_plain(r, SENTENCE_WHY_ALSO));
    else
      text_addc(&line, reasons->data[i]);
  }
  run_fail(r, place, "%s: %.*s", show_plain(r, what), (int)line.length, line.length ? line.data : "");
  text_free(&line);
  return false;
}

/* --- effects at fault ------------------------------------------------------------------------- */

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

/* The same with a sentence, which stands alone if there was none. */
static void heard_or_not(Reasons *w, const Listener *before, IrOp op, Sentence why) {
  if (!heard(w, before, op, show_plain(w->r, why))) reason(w, why);
}

/* --- time ------------------------------------------------------------------------------------- */

/* Something needs the player's main phase and an empty stack; what of it is missing. */
static void not_now(Reasons *w, u32 player, Sentence why) {
  Game *g = w->r->play.g;
  Text *out = another(w);
  show_sentence(w->r, SENTENCE_WHY_NOT_NOW, (Said){.words = str_of(show_plain(w->r, why))}, out);
  u32 step = core(g)->step + W_STEP_UNTAP;
  if (core(g)->active != player)
    show_sentence(w->r, SENTENCE_WHY_TURN_OF, (Said){.player = core(g)->active}, out);
  else
    text_adds(out, show_plain(w->r, step != W_STEP_MAIN && step != W_STEP_MAIN_2 ? SENTENCE_WHY_NO_MAIN_PHASE
                                                                                 : SENTENCE_WHY_STACK));
}

/* --- targets and costs ------------------------------------------------------------------------ */

/* Of how many candidates it is said why they are no legal targets. */
#define FAULTS_SHOWN 8u

typedef struct Faults {
  Runner *r;
  Text text;
  u32 count;
  bool others; /* what isn't what the text says comes behind what is */
} Faults;

Sentence target_fault_sentence(TargetFault fault) {
  static const u16 FAULTS[] = {
      [TARGET_FINE] = SENTENCE_FAULT_FINE,           [TARGET_ITSELF] = SENTENCE_FAULT_ITSELF,
      [TARGET_OTHER] = SENTENCE_FAULT_OTHER,         [TARGET_SHROUD] = SENTENCE_FAULT_SHROUD,
      [TARGET_HEXPROOF] = SENTENCE_FAULT_HEXPROOF,   [TARGET_PROTECTED] = SENTENCE_FAULT_PROTECTED,
      [TARGET_FORBIDDEN] = SENTENCE_FAULT_FORBIDDEN,
  };
  return (Sentence)FAULTS[fault];
}

static void say_fault(void *user, Ref ref, TargetFault fault) {
  Faults *f = user;
  if (fault == TARGET_ELSEWHERE || (fault == TARGET_OTHER) != f->others || f->count++ >= FAULTS_SHOWN) return;
  text_adds(&f->text, "; ");
  show_ref(f->r, ref, &f->text);
  text_adds(&f->text, show_plain(f->r, target_fault_sentence(fault)));
}

/* "no legal target", and why each candidate isn't one. */
static void untargeted(Reasons *w, const CastContext *s) {
  Faults f = {.r = w->r};
  text_init(&f.text, w->r->allocator);
  u32 ability = 0;
  Node target = context_target_faults(s, say_fault, &f, &ability);
  f.others = true;
  context_target_faults(s, say_fault, &f, &ability);
  if (f.count > FAULTS_SHOWN) show_sentence(w->r, SENTENCE_FAULT_MORE, (Said){.n = f.count - FAULTS_SHOWN}, &f.text);
  Text *out = another(w);
  text_adds(out, show_plain(w->r, SENTENCE_WHY_NO_TARGET));
  if (target && node_op(w->r->db, target) == IR_TARGET) {
    text_adds(out, show_plain(w->r, SENTENCE_WHY_NEEDS));
    text_addc(out, '"');
    node_english(w->r->db, ability, target, out);
    text_addc(out, '"');
  } else if (f.count > 0) {
    f.text.data[0] = ':';
  }
  text_add(out, text_str(&f.text));
  text_free(&f.text);
}

/* Mana that would be enough: "{U} and 2 more mana of any kind would do". */
static void say_missing(Runner *r, const Shortfall *f, Text *out) {
  static const char SYMBOLS[] = "WUBRGC";
  bool symbols = false;
  for (u32 kind = 0; kind < sizeof SYMBOLS - 1; kind++)
    for (u32 n = 0; n < f->mana[kind]; n++, symbols = true) text_addf(out, "{%c}", SYMBOLS[kind]);
  if (symbols && f->any) text_adds(out, show_plain(r, SENTENCE_LIST_AND));
  if (f->any) show_sentence(r, SENTENCE_WHY_MORE_MANA, (Said){.n = f->any}, out);
  text_adds(out, show_plain(r, symbols && !f->any ? SENTENCE_WHY_MORE_WOULD_DO : SENTENCE_WHY_WOULD_DO));
}

/* Each part of the cost that can't be paid, and the mana that is missing. */
static void unpayable(Reasons *w, const Shortfall *f, u32 ability) {
  Runner *r = w->r;
  u32 said = w->count;
  for (u32 i = 0; i < f->part_count; i++) {
    IrOp op = node_op(r->db, f->parts[i]);
    if (op == IR_COST_TAP || op == IR_COST_UNTAP)
      reason(w, op == IR_COST_TAP ? SENTENCE_WHY_COST_TAP : SENTENCE_WHY_COST_UNTAP);
    else
      reason_of(w, SENTENCE_WHY_COST_PART, ability, f->parts[i]);
  }
  if (f->life) reason_with(w, SENTENCE_WHY_COST_LIFE, (Said){.n = f->life});
  if (f->mana_missing && f->mana_helps) {
    reason(w, SENTENCE_WHY_COST_MANA);
    say_missing(r, f, w->out);
  }
  if (w->count == said) reason(w, SENTENCE_WHY_COST);
}

/* What stands in the way of completing what the player may begin to do. */
static void unfinished(Reasons *w, const CastContext *s, u32 ability) {
  if (!context_targets_exist(s)) untargeted(w, s);
  if (context_payable(s)) return;
  Shortfall f;
  if (context_unproven(s)) {
    reason(w, SENTENCE_WHY_UNPROVEN);
    return;
  }
  context_shortfall(s, &f);
  unpayable(w, &f, ability);
}

/* --- spells and lands ------------------------------------------------------------------------- */

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
    if (ref_is_name(r, action->object, name)) return &ways[i];
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
    reason(w, SENTENCE_WHY_NO_SUCH_WAY);
  else if (c.types & TYPE(LAND))
    reason(w, SENTENCE_WHY_LAND_CAST);
  else if (o->zone == ZONE_HAND && o->owner == player && !c.mana_cost)
    reason(w, SENTENCE_WHY_NO_MANA_COST);
  else
    reason(w, SENTENCE_WHY_NOT_CAST_THERE);
}

/* Everything that prohibits a spell (601.3). */
static void prohibited(Reasons *w, const CastContext *s) {
  const Listener *before = hearing(w->r);
  u32 said = w->count;
  cast_allowed(s);
  heard(w, before, IR_R_CANT_CAST, show_plain(w->r, SENTENCE_WHY_CANT_CAST));
  heard(w, before, IR_R_CAST_LIMIT, show_plain(w->r, SENTENCE_WHY_CAST_LIMIT));
  u16 types = context_chars(s)->types;
  if (w->count == said && types & (TYPE(INSTANT) | TYPE(SORCERY)) &&
      context_chars(s)->supertypes & SUPERTYPE(LEGENDARY))
    reason(w, SENTENCE_WHY_LEGENDARY);
  else if (w->count == said)
    reason(w, SENTENCE_WHY_CANT_CAST);
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
  if (stack_is_closed(g)) reason(w, SENTENCE_WHY_SPLIT_SECOND);
  if (!is_among(*way, some, methods_find(g, player, slot, METHODS_PROHIBITED, some)))
    not_now(w, player, SENTENCE_WHY_SORCERY_CAST);
  if (!is_among(*way, some, methods_find(g, player, slot, METHODS_UNTIMELY, some))) prohibited(w, &s);
  unfinished(w, &s, 0);
  if (w->count == 0) reason(w, SENTENCE_WHY_NO_CAST);
}

static void reasons_to_play(Reasons *w, const ScenarioAction *action, u32 slot) {
  Game *g = w->r->play.g;
  u32 player = action->player;
  const Zone zone = (Zone)object_row(g, slot)->zone;
  if (!(chars_of(g, slot)->types & TYPE(LAND))) {
    reason(w, SENTENCE_WHY_NO_LAND);
    return;
  }
  if (core(g)->active != player)
    reason(w, SENTENCE_WHY_OTHER_TURN);
  else if (!sorcery_timing(g, player))
    not_now(w, player, SENTENCE_WHY_SORCERY_LAND);
  const Listener *before = hearing(w->r);
  lands_banned(g, player, ZONE_NONE);
  lands_banned(g, player, zone);
  heard(w, before, IR_R_CANT_PLAY_LANDS, show_plain(w->r, SENTENCE_WHY_CANT_PLAY_LANDS));
  if (!lands_left(g, player)) reason(w, SENTENCE_WHY_LANDS_PLAYED);
  bool own = zone == ZONE_HAND && object_row(g, slot)->owner == player;
  if (w->count == 0 || !own) {
    CastMethod ways[METHODS_CAP];
    if (!own && !land_methods_find(g, player, slot, ways)) reason(w, SENTENCE_WHY_NOT_PLAYED_THERE);
  }
  if (w->count == 0) reason(w, SENTENCE_WHY_NOT_PLAYED);
}

/* --- abilities -------------------------------------------------------------------------------- */

static bool say_special_fault(Reasons *w, u32 player, u32 slot, u32 index, ActivationFault fault);

static void say_activation_fault(Reasons *w, u32 player, u32 slot, u32 index, ActivationFault fault, u32 skip) {
  Game *g = w->r->play.g;
  if (say_special_fault(w, player, slot, index, fault)) return;
  const AbilityDef *def = carddb_ability(w->r->db, ability_get(g, slot, index).ability);
  switch (fault) {
    case ACTIVATION_NONE: reason(w, SENTENCE_WHY_NOT_FUNCTIONING); break;
    case ACTIVATION_PLAYER: reason(w, SENTENCE_WHY_OTHER_PLAYER); break;
    case ACTIVATION_LOYALTY: reason(w, SENTENCE_WHY_LOYALTY); break;
    case ACTIVATION_TIME:
      not_now(w, player, def->flags & ABILITY_LOYALTY ? SENTENCE_WHY_SORCERY_LOYALTY : SENTENCE_WHY_SORCERY_SPEED);
      break;
    case ACTIVATION_SICK: reason(w, SENTENCE_WHY_SICK); break;
    case ACTIVATION_LIMIT: reason(w, SENTENCE_WHY_ACTIVATED); break;
    case ACTIVATION_KEYWORD: reason(w, SENTENCE_WHY_KEYWORD); break;
    case ACTIVATION_CONDITION:
      reason_of(w, SENTENCE_WHY_CONDITION, ability_get(g, slot, index).ability,
                node_arg(g->db, def->node, ARG_ACTIVATED_CONDITION));
      break;
    case ACTIVATION_CLOSED: reason(w, SENTENCE_WHY_SPLIT_SECOND); break;
    case ACTIVATION_PROHIBITED: {
      const Listener *before = hearing(w->r);
      activation_fault(g, player, slot, index, skip);
      heard_or_not(w, before, IR_R_CANT_ACTIVATE, SENTENCE_WHY_CANT_ACTIVATE);
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
  if (w->count == 0) reason(w, SENTENCE_WHY_NO_ACTIVATION);
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
  Sentence why = SENTENCE_WHY_NO_ABILITY;
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
      why = action->object ? SENTENCE_WHY_NO_SUCH_ABILITY : why;
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

/* --- special actions (116.2) ------------------------------------------------------------------ */

/* Whether the permanent is on the battlefield under the player's control; says if it isn't. */
static bool own_permanent(Reasons *w, u32 player, u32 slot, const char *rule) {
  const Object *o = object_row(w->r->play.g, slot);
  bool there = o->zone == ZONE_BATTLEFIELD && !object_phased_out(w->r->play.g, slot);
  if (there && o->controller == player) return true;
  reason_with(w, there ? SENTENCE_WHY_NOT_YOURS : SENTENCE_WHY_NOT_ON_BATTLEFIELD, (Said){.words = str_of(rule)});
  return false;
}

static void reasons_to_turn_up(Reasons *w, u32 player, u32 slot) {
  Game *g = w->r->play.g;
  Shortfall f;
  u32 ability = 0;
  if (!own_permanent(w, player, slot, "116.2b")) return;
  if (!(object_row(g, slot)->status & STATUS_FACE_DOWN)) {
    reason(w, SENTENCE_WHY_NOT_FACE_DOWN);
    return;
  }
  const Listener *before = hearing(w->r);
  if (event_forbidden(g, EVENT_TURN_FACE_UP, object_ref(g, slot)))
    heard_or_not(w, before, IR_R_CANT_HAPPEN, SENTENCE_WHY_CANT_TURN_UP);
  g->listener = before;
  if (!turn_up_shortfall(g, player, slot, &ability, &f))
    reason(w, SENTENCE_WHY_NO_WAY_UP);
  else if (f.short_of)
    unpayable(w, &f, ability);
}

/* The locked half that a line means: by its name, else the first; 2 if there is none. */
static u32 half_meant(Runner *r, const ScenarioRef *ref, u32 slot) {
  Game *g = r->play.g;
  u32 found = 2;
  for (u32 half = 2; half-- > 0;) {
    bool locked = !half_unlocked(g, slot, half);
    if (ref_is_name(r, ref, half_name(g, slot, half))) return locked ? half : 2;
    if (locked) found = half;
  }
  return found;
}

static void reasons_to_unlock(Reasons *w, const ScenarioAction *action, u32 slot) {
  Game *g = w->r->play.g;
  if (!own_permanent(w, action->player, slot, "116.2m")) return;
  u32 half = room_card(g, slot) ? half_meant(w->r, action->object, slot) : 2;
  if (half == 2) {
    reason_with(w, SENTENCE_WHY_NO_DOOR, (Said){.words = STR("709.5e")});
    return;
  }
  if (!sorcery_timing(g, action->player)) not_now(w, action->player, SENTENCE_WHY_SORCERY_UNLOCK);
  Shortfall f;
  unlock_shortfall(g, action->player, slot, half, &f);
  if (f.short_of) unpayable(w, &f, 0);
}

/* The rules of the special actions that are keyword abilities. */
typedef struct SpecialRule {
  Word keyword;
  const char *rule;
  Sentence when;
} SpecialRule;

static const SpecialRule *special_rule(Word keyword) {
  static const SpecialRule RULES[] = {{W_SUSPEND, "702.62a", SENTENCE_WHY_SUSPEND_TIME},
                                      {W_FORETELL, "702.143a", SENTENCE_WHY_FORETELL_TURN},
                                      {W_PLOT, "702.170a", SENTENCE_WHY_PLOT_TIME},
                                      {W_COMPANION, "702.139a", SENTENCE_WHY_COMPANION_TIME}};
  for (u32 i = 0; i < COUNT_OF(RULES); i++)
    if (RULES[i].keyword == keyword) return &RULES[i];
  return NULL;
}

/* What keeps a special action from being taken that is an ability; false if that is no such fault. */
static bool say_special_fault(Reasons *w, u32 player, u32 slot, u32 index, ActivationFault fault) {
  const CardDb *db = w->r->db;
  u32 of = carddb_keyword_of(db, ability_get(w->r->play.g, slot, index).ability);
  const SpecialRule *rule = of ? special_rule(carddb_ability(db, of)->keyword) : NULL;
  if (!rule) return false;
  switch (fault) {
    case ACTIVATION_NONE:
      reason_with(w, SENTENCE_WHY_SPECIAL_ZONE, (Said){.word = rule->keyword, .words = str_of(rule->rule)});
      return true;
    case ACTIVATION_PLAYER:
      reason_with(w, SENTENCE_WHY_SPECIAL_OWNER, (Said){.words = str_of(rule->rule)});
      return true;
    case ACTIVATION_TIME:
      if (rule->keyword == W_SUSPEND)
        reason(w, rule->when);
      else
        not_now(w, player, rule->when);
      return true;
    case ACTIVATION_CONDITION:
      reason(w, rule->keyword == W_COMPANION ? SENTENCE_WHY_NO_COMPANION : rule->when);
      return true;
    default: return false;
  }
}

static void reasons_for_keyword(Reasons *w, const ScenarioAction *action, u32 slot) {
  Game *g = w->r->play.g;
  Word keyword = verb_keyword(action->verb);
  const SpecialRule *rule = special_rule(keyword);
  for (u32 i = 0; i < ability_count(g, slot); i++) {
    AbilityInst inst = ability_get(g, slot, i);
    u32 of = carddb_keyword_of(w->r->db, inst.ability);
    if (!of || carddb_ability(w->r->db, of)->keyword != keyword) continue;
    if (carddb_ability(w->r->db, inst.ability)->op != IR_ACTIVATED) continue;
    reasons_to_activate(w, action->player, slot, i);
    return;
  }
  if (rule) reason_with(w, SENTENCE_WHY_NO_KEYWORD, (Said){.word = keyword, .words = str_of(rule->rule)});
}

/* --- all actions ------------------------------------------------------------------------------ */

/* The object a line means: in the hand of its player before elsewhere; 0 if there is none. */
static u32 object_meant(Runner *r, const ScenarioAction *action) {
  Game *g = r->play.g;
  u32 best = 0;
  if (!action->object || !ref_find(r, action->object, ZONES_ALL)) return 0;
  for (u32 i = 0; i < r->found.count; i++) {
    u32 slot = ref_slot(r->found.data[i]);
    const Object *o = object_row(g, slot);
    bool elsewhere = action->clauses.given & SCENARIO_CLAUSE_FROM && o->zone != action->clauses.from;
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
    reason(&w, SENTENCE_WHY_NOTHING);
    if (action->object) scenario_print_ref(r->s, action->object, out);
    return;
  }
  switch (action->verb) {
    case SCENARIO_CAST: reasons_to_cast(&w, action, slot); break;
    case SCENARIO_PLAY: reasons_to_play(&w, action, slot); break;
    case SCENARIO_TURN_UP: reasons_to_turn_up(&w, action->player, slot); break;
    case SCENARIO_UNLOCK: reasons_to_unlock(&w, action, slot); break;
    default: reasons_for_keyword(&w, action, slot); break;
  }
  if (w.count == 0) reason(&w, SENTENCE_WHY_NO_SPECIAL);
}

/* --- combat ----------------------------------------------------------------------------------- */

/* Begins the next reason against a creature. */
static Text *against(Reasons *w, u32 slot) {
  Text *out = another(w);
  show_ref(w->r, slot ? object_ref(w->r->play.g, slot) : REF_NONE, out);
  text_adds(out, ": ");
  return out;
}

const char *not_together(const Runner *r, bool blocks) {
  return show_plain(r, blocks ? SENTENCE_WHY_NOT_BLOCK_TOGETHER : SENTENCE_WHY_NOT_ATTACK_TOGETHER);
}

/* What every creature that can't attack or block may have. */
static Sentence combat_fault_sentence(CombatFault fault, bool blocks) {
  switch (fault) {
    case COMBAT_PLAYER: return blocks ? SENTENCE_WHY_BLOCK_PLAYER : SENTENCE_WHY_ATTACK_PLAYER;
    case COMBAT_KIND: return blocks ? SENTENCE_WHY_BLOCK_KIND : SENTENCE_WHY_ATTACK_KIND;
    case COMBAT_TAPPED: return blocks ? SENTENCE_WHY_BLOCK_TAPPED : SENTENCE_WHY_ATTACK_TAPPED;
    case COMBAT_DEFENDER: return SENTENCE_WHY_DEFENDER;
    case COMBAT_SICK: return SENTENCE_WHY_ATTACK_SICK;
    case COMBAT_OTHER: return SENTENCE_WHY_BLOCK_OTHER;
    default: return blocks ? SENTENCE_WHY_CANT_BLOCK : SENTENCE_WHY_CANT_ATTACK;
  }
}

/* Effects by name, behind the creature's, and what they do; false if none was heard of. */
static bool heard_against(Reasons *w, u32 slot, const Listener *before, IrOp op, Sentence why) {
  Text words;
  text_init(&words, w->r->allocator);
  w->r->play.g->listener = before;
  show_ref(w->r, object_ref(w->r->play.g, slot), &words);
  text_addf(&words, ": %s", show_plain(w->r, why));
  bool any = heard(w, before, op, text_str(&words).data);
  text_free(&words);
  return any;
}

/* Whom a creature would attack if nobody says: the only one there is. */
static Ref only_attacked(Game *g, u32 player, Ref whom) {
  if (whom) return whom;
  u32 mark = scratch_mark(g), count = attackable_push(g, player);
  if (count == 1) whom = scratch_get(g, mark);
  scratch_release(g, mark);
  return whom;
}

typedef struct Evasion {
  Reasons *w;
  u32 blocker;
} Evasion;

static void say_evasion(void *user, Word keyword, const char *rule) {
  Evasion *e = user;
  Sentence why = keyword == W_SHADOW ? SENTENCE_WHY_SHADOW : SENTENCE_WHY_EVASION;
  show_sentence(e->w->r, why, (Said){.word = keyword, .words = str_of(rule)}, against(e->w, e->blocker));
}

/* A creature, and whom it is to attack or which attacker, 0 for none, it is to block. */
typedef struct Fighter {
  bool blocks;
  u32 player, slot, attacker;
  Ref whom;
} Fighter;

static CombatFault fighter_fault(Game *g, const Fighter *f, u32 skip) {
  return f->blocks ? block_fault(g, f->slot, f->attacker, f->player, skip) : attack_fault(g, f->slot, f->whom, skip);
}

static void say_faults(Reasons *w, const Fighter *f, u32 skip) {
  Game *g = w->r->play.g;
  IrOp op = f->blocks ? IR_R_CANT_BLOCK : IR_R_CANT_ATTACK;
  for (CombatFault fault; (fault = fighter_fault(g, f, skip)) != 0; skip |= fault) {
    Sentence why = combat_fault_sentence(fault, f->blocks);
    bool prohibited = fault == COMBAT_PROHIBITED, by_name = false;
    if (prohibited) {
      const Listener *before = hearing(w->r);
      fighter_fault(g, f, skip);
      by_name = heard_against(w, f->slot, before, op, why);
    }
    if (!by_name) text_adds(against(w, f->slot), show_plain(w->r, why));
  }
}

static void reasons_to_attack(Reasons *w, Fighter *f) {
  Game *g = w->r->play.g;
  bool others_turn = core(g)->active != f->player;
  f->whom = only_attacked(g, f->player, f->whom);
  if (others_turn) text_adds(against(w, f->slot), show_plain(w->r, combat_fault_sentence(COMBAT_PLAYER, false)));
  say_faults(w, f, others_turn ? COMBAT_PLAYER : 0);
  if (w->count > 0 || attack_can_be_declared(g, f->slot, f->whom)) return;
  const Listener *before = hearing(w->r);
  pair_costs(g, IR_R_ATTACK_COST, object_ref(g, f->slot), f->whom);
  heard_against(w, f->slot, before, IR_R_ATTACK_COST, SENTENCE_WHY_ATTACK_COST);
}

static void reasons_to_block(Reasons *w, Fighter *f) {
  Game *g = w->r->play.g;
  u32 other = object_live(g, f->whom);
  if (other && object_row(g, other)->zone == ZONE_BATTLEFIELD && is_attacking(g, other)) f->attacker = other;
  say_faults(w, f, 0);
  if (!f->attacker) return;
  Evasion e = {w, f->slot};
  block_evasions(g, f->slot, f->attacker, say_evasion, &e);
  if (w->count == 0 && has_keyword(g, f->attacker, W_MENACE))
    text_adds(against(w, f->slot), show_plain(w->r, SENTENCE_WHY_MENACE));
}

void reason_for_combat(Runner *r, bool blocks, u32 player, u32 slot, Ref whom, Text *out) {
  Reasons w = {r, out, 0};
  Fighter f = {.blocks = blocks, .player = player, .slot = slot, .whom = whom};
  if (!slot || object_row(r->play.g, slot)->zone != ZONE_BATTLEFIELD)
    text_adds(against(&w, slot), show_plain(r, combat_fault_sentence(COMBAT_PLAYER, blocks)));
  else
    (blocks ? reasons_to_block : reasons_to_attack)(&w, &f);
}
