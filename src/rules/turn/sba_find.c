#include "rules/turn/sba_find.h"

#include "cards/ir_args.h"
#include "rules/turn/turn_internal.h"
#include "rules/turn/turn.h"

#define COMMANDER_DAMAGE 21 /* 903.10a */
#define POISON_LETHAL 10    /* 704.5c */

/* Iterates over the permanents that are treated as existing (702.26b), in battlefield order. */
static u32 permanent_from(const Game *g, u32 slot) {
  while (slot && object_phased_out(g, slot)) slot = object_row(g, slot)->next;
  return slot;
}
static u32 permanent_first(const Game *g) { return permanent_from(g, zone_first(g, ZONE_BATTLEFIELD, 0)); }
static u32 permanent_next(const Game *g, u32 slot) { return permanent_from(g, object_row(g, slot)->next); }

/* --- sagas and battles ------------------------------------------------------------------------------------ */

/* Whether the permanent is the source of an ability that has triggered but not yet left the stack; for a Saga only
   chapter abilities count. */
static bool ability_under_way(Game *g, Ref source, bool chapters) {
  const CardDb *db = g->db;
  for (u32 i = 0; i < count_of(g, T_PENDING); i++) {
    const Pending *p = row_PENDING(g, i);
    if (p->source != source) continue;
    const AbilityDef *def = carddb_ability(db, p->ability);
    if (!chapters || chapter_greatest(db, node_arg(db, def->node, ARG_TRIGGERED_EVENT))) return true;
  }
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    const StackItem *item = stack_item_of(g, s);
    if (!(item->flags & STACK_TRIGGERED) || item->source != source) continue;
    const AbilityDef *def = carddb_ability(db, item->ability);
    bool chapter = def->op == IR_TRIGGERED && chapter_greatest(db, node_arg(db, def->node, ARG_TRIGGERED_EVENT));
    if (!chapters || chapter) return true;
  }
  return false;
}

bool protector_allowed(Game *g, u32 slot, u32 player) {
  if (!player_in_game(g, player)) return false;
  u32 controller = object_row(g, slot)->controller;
  bool siege = chars_subtype(chars_of(g, slot), W_SIEGE);
  return siege ? players_are_opponents(g, controller, player) : controller == player;
}

static bool protector_possible(Game *g, u32 slot) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (protector_allowed(g, slot, p)) return true;
  return false;
}

static bool battle_attacked(const Game *g, Ref battle) {
  for (u32 s = permanent_first(g); s; s = permanent_next(g, s))
    if (permanent_of(g, s)->attacking == battle) return true;
  return false;
}

/* The rule by which a battle needs a new protector; null if it needs none. */
static const char *protector_needed(Game *g, u32 slot) {
  if (!has_type(g, slot, TYPE(BATTLE))) return NULL;
  u32 protector = permanent_of(g, slot)->protector;
  if (protector == 0 || !player_in_game(g, protector - 1))
    return battle_attacked(g, object_ref(g, slot)) ? NULL : "704.5w";
  bool siege = chars_subtype(chars_of(g, slot), W_SIEGE);
  return siege && protector - 1 == object_row(g, slot)->controller ? "704.5x" : NULL;
}

/* --- questions ------------------------------------------------------------------------------------------------ */

static bool legend_of(Game *g, u32 slot, StrId name, u32 controller) {
  const Chars *c = chars_of(g, slot);
  return c->supertypes & SUPERTYPE(LEGENDARY) && c->name == name && object_row(g, slot)->controller == controller &&
         !rules_hold(g, IR_R_LEGEND_OFF, object_ref(g, slot));
}

void legend_group(Game *g, u32 slot) {
  StrId name = chars_of(g, slot)->name;
  u32 controller = object_row(g, slot)->controller;
  for (u32 s = permanent_first(g); s; s = permanent_next(g, s))
    if (legend_of(g, s, name, controller)) scratch_push(g, object_ref(g, s));
}

/* Whether its controller has another legendary permanent with the same name. */
static bool legend_doubled(Game *g, u32 slot) {
  const Chars *c = chars_of(g, slot);
  StrId name = c->name;
  if (!(c->supertypes & SUPERTYPE(LEGENDARY)) || !name) return false;
  u32 controller = object_row(g, slot)->controller;
  if (!legend_of(g, slot, name, controller)) return false;
  for (u32 s = permanent_first(g); s; s = permanent_next(g, s))
    if (s != slot && legend_of(g, s, name, controller)) return true;
  return false;
}

/* The row of the answer about an object, 0 if there is none; an answer to the legend rule names the permanent that is
   kept. */
static u32 answer_about(const Game *g, u32 answers, QuestionKind kind, Ref object) {
  for (u32 row = answers; row < count_of(g, T_CHOSEN); row++)
    if (row_CHOSEN(g, row)->answer.question == kind && row_CHOSEN(g, row)->answer.ref == object) return row + 1;
  return 0;
}

/* Whether it was answered which permanent is kept of those with the name of the legend in the slot. */
static bool legend_answered(Game *g, u32 answers, u32 slot) {
  const StrId name = chars_of(g, slot)->name;
  const u32 controller = object_row(g, slot)->controller;
  for (u32 row = answers; row < count_of(g, T_CHOSEN); row++) {
    if (row_CHOSEN(g, row)->answer.question != QUESTION_LEGEND) continue;
    u32 kept = object_live(g, row_CHOSEN(g, row)->answer.ref);
    if (kept && legend_of(g, kept, name, controller)) return true;
  }
  return false;
}

static Question question_permanent(Game *g, u32 answers, u32 player) {
  FormLook forms = forms_look(g);
  for (u32 s = permanent_first(g); s; s = permanent_next(g, s)) {
    if (object_row(g, s)->controller != player) continue;
    const CardForm *form = form_looked(&forms, s);
    if (form && form->sba_clean) {
      ASSERT(!legend_doubled(g, s) && !protector_needed(g, s));
      continue;
    }
    Ref ref = object_ref(g, s);
    if (legend_doubled(g, s) && !legend_answered(g, answers, s)) return (Question){QUESTION_LEGEND, player, ref};
    if (protector_needed(g, s) && protector_possible(g, s) && !answer_about(g, answers, QUESTION_PROTECTOR, ref))
      return (Question){QUESTION_PROTECTOR, player, ref};
    forms = forms_look(g);
  }
  return (Question){0};
}

/* A commander put into a graveyard or exile since the last check (704.6d). */
static Question question_commander(Game *g, u32 answers, u32 player) {
  static const Zone ZONES[] = {ZONE_GRAVEYARD, ZONE_EXILE};
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    for (u32 s = zone_first(g, ZONES[z], player); s; s = object_row(g, s)->next) {
      const Object *o = object_row(g, s);
      if (!(o->flags & OBJECT_COMMANDER) || o->owner != player) continue;
      if (o->timestamp <= core(g)->checked_timestamp) continue;
      Ref ref = object_ref(g, s);
      if (!answer_about(g, answers, QUESTION_COMMANDER, ref)) return (Question){QUESTION_COMMANDER, player, ref};
    }
  }
  return (Question){0};
}

/* The first question in APNAP order, about permanents only if some may give rise to one. */
static Question question_of(Game *g, u32 answers, bool permanents) {
  u32 player;
  for (u32 i = 0; (player = player_apnap(g, i)) != PLAYER_NONE; i++) {
    Question q = permanents ? question_permanent(g, answers, player) : (Question){0};
    if (q.kind == QUESTION_NONE && format_has_commanders(core(g)->format)) q = question_commander(g, answers, player);
    if (q.kind != QUESTION_NONE) return q;
  }
  return (Question){0};
}

Question question_next(Game *g, u32 answers) { return question_of(g, answers, true); }

/* --- players ---------------------------------------------------------------------------------------------------- */

static const char *player_loses(Game *g, u32 player) {
  bool dead = core(g)->players[player].life <= 0 && !rules_hold(g, IR_R_OUTLIVES, ref_player(player));
  const Player *p = &core(g)->players[player];
  if (dead) return "704.5a";
  if (p->drew_from_empty) return "704.5b";
  if (p->counters && counters_get(g, p->counters, W_C_POISON) >= POISON_LETHAL) return "704.5c";
  for (u32 row = 0; row < count_of(g, T_DUE); row++) {
    const Due *due = row_DUE(g, row);
    if (due->kind != DUE_COMMANDER_DAMAGE || due->player != player || due->n < COMMANDER_DAMAGE) continue;
    if (core(g)->format != FORMAT_BRAWL) return "704.6c";
    RULE(g, "903.12h");
  }
  return NULL;
}

static void find_players(Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (!player_in_game(g, p)) continue;
    const char *rule = player_loses(g, p);
    core(g)->players[p].drew_from_empty = 0;
    if (!rule || rules_hold(g, IR_R_CANT_LOSE_GAME, ref_player(p))) continue;
    RULE_OF(g, ref_player(p), rule);
    u32 row = batch_simple(g, EVENT_LOSE, p, ref_player(p));
    row_EVENTS(g, row)->flags |= EVF_RULE;
  }
}

/* --- objects that cease to exist ---------------------------------------------------------------------------------- */

static u32 objects_cease(Game *g) {
  u32 n = 0;
  bool expected = some_may_cease(g);
#ifndef GAVEL_CHECKED
  if (!expected) return 0;
#endif
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    const char *rule = object_ceases(object_row(g, slot));
    if (!rule) continue;
    ASSERT(expected);
    RULE(g, rule);
    REMARK(g, CEASES, rule, object_row(g, slot)->controller, .object = object_ref(g, slot));
    object_cease(g, slot);
    n++;
  }
  (void)expected;
  derived(g)->checks.looked_at_mortal = 1;
  derived(g)->checks.mortal = derived(g)->changes.mortal;
  if (n) facts_changed(g, FACT_ZONES);
  return n;
}

/* --- permanents --------------------------------------------------------------------------------------------------- */

/* Whether another permanent makes it go, according to `outlives`. */
typedef bool (*Rival)(Game *g, u32 slot, u32 other);
static bool outlived(Game *g, u32 slot, Rival outlives) {
  for (u32 s = permanent_first(g); s; s = permanent_next(g, s))
    if (s != slot && outlives(g, slot, s)) return true;
  return false;
}

static bool later(const Game *g, u32 slot, u32 other) {
  return object_row(g, other)->timestamp > object_row(g, slot)->timestamp;
}

/* A newer world; of those that arrived together none stays. */
static bool world_outlives(Game *g, u32 slot, u32 other) {
  if (!(chars_of(g, other)->supertypes & SUPERTYPE(WORLD))) return false;
  u32 mine = permanent_of(g, slot)->arrived, its = permanent_of(g, other)->arrived;
  return its != mine ? its > mine : mine != 0 || later(g, slot, other);
}

static bool role_outlives(Game *g, u32 slot, u32 other) {
  return later(g, slot, other) && chars_subtype(chars_of(g, other), W_ROLE) &&
         permanent_of(g, other)->attached_to == permanent_of(g, slot)->attached_to &&
         object_row(g, other)->controller == object_row(g, slot)->controller;
}

/* Whether it is a bestowed Aura on something it can't enchant, or was one when its host left: it stops being bestowed
   at that time (702.103f). */
static bool loses_bestow(Game *g, u32 slot) {
  const Permanent *p = permanent_of(g, slot);
  const Ref host = p->attached_to;
  if (p->flags & PERM_BESTOWED) return !attach_legal(g, slot, host);
  const Chars *c = chars_of(g, slot);
  bool left = !ref_is_player(host) && !object_live(g, host);
  return left && chars_keyword(c, W_BESTOW) && !chars_subtype(c, W_AURA) && !chars_subtype(c, W_EQUIPMENT);
}

/* The rule that unattaches a permanent now; null if none. A creature or battle becomes unattached first, even if it is
   an Aura (303.4d, 704.5p). */
static const char *unattaches(Game *g, u32 slot) {
  const Permanent *p = permanent_of(g, slot);
  Ref host = p->attached_to, ref = object_ref(g, slot);
  bool bestowed = p->flags & PERM_BESTOWED;
  if (!host) return NULL;
  if (loses_bestow(g, slot)) return "702.103f";
  const Chars *c = chars_of(g, slot);
  bool aura = chars_subtype(c, W_AURA), creature = c->types & TYPE(CREATURE);
  bool equipment = chars_subtype(c, W_EQUIPMENT) || chars_subtype(c, W_FORTIFICATION);
  if (c->types & TYPE(BATTLE) || (creature && !chars_keyword(c, W_RECONFIGURE))) {
    if (aura) RULE_OF(g, ref, "303.4d");
    if (equipment) RULE_OF(g, ref, "301.5c");
    return "704.5p";
  }
  if (!aura && !equipment) return "704.5p";
  if (aura || bestowed || attach_legal(g, slot, host)) return NULL;
  RULE_OF(g, ref, chars_subtype(chars_of(g, slot), W_EQUIPMENT) ? "301.5c" : "301.6");
  return "704.5n";
}

static bool aura_falls(Game *g, u32 slot) {
  const Permanent *p = permanent_of(g, slot);
  Ref host = p->attached_to;
  if (p->flags & PERM_BESTOWED) return false;
  if (!host) return true;
  return !has_type(g, slot, TYPE(CREATURE)) && !attach_legal(g, slot, host);
}

/* The rule that puts a permanent into its owner's graveyard now; null if none. */
static const char *put_into_graveyard(Game *g, u32 answers, u32 slot) {
  const Chars *c = chars_of(g, slot);
  u16 types = c->types, supertypes = c->supertypes;
  bool aura = chars_subtype(c, W_AURA), role = chars_subtype(c, W_ROLE);
  Ref ref = object_ref(g, slot);
  if (types & TYPE(CREATURE) && c->toughness <= 0) return "704.5f";
  if (types & TYPE(PLANESWALKER) && object_counters(g, slot, W_C_LOYALTY) == 0) return "704.5i";
  if (types & TYPE(BATTLE)) {
    if (object_counters(g, slot, W_C_DEFENSE) == 0 && !ability_under_way(g, ref, false)) return "704.5v";
    const char *rule = protector_needed(g, slot);
    if (rule && !protector_possible(g, slot)) return rule;
  }
  if (aura && aura_falls(g, slot)) {
    RULE_OF(g, ref, "303.4c");
    return "704.5m";
  }
  if (supertypes & SUPERTYPE(LEGENDARY) && legend_doubled(g, slot) && !answer_about(g, answers, QUESTION_LEGEND, ref))
    return "704.5j";
  if (supertypes & SUPERTYPE(WORLD) && outlived(g, slot, world_outlives)) return "704.5k";
  if (role && permanent_of(g, slot)->attached_to && outlived(g, slot, role_outlives)) return "704.5y";
  return NULL;
}

/* The rule that destroys a creature now; null if none. */
static const char *destroyed(Game *g, u32 slot) {
  const Chars *c = chars_of(g, slot);
  const Permanent *p = permanent_of(g, slot);
  if (!(c->types & TYPE(CREATURE)) || c->toughness <= 0) return NULL;
  if (p->damage == 0 && !p->deathtouched) return NULL;
  if (chars_keyword(c, W_INDESTRUCTIBLE)) {
    RULE(g, "702.12b");
    return NULL;
  }
  i64 power = c->power, toughness = c->toughness, damage = p->damage;
  bool deathtouched = p->deathtouched;
  bool by_power = rules_hold(g, IR_R_LETHAL_BY_POWER, object_ref(g, slot));
  if (damage > 0 && damage >= (by_power ? power : toughness)) return "704.5g";
  if (!deathtouched) return NULL;
  RULE_OF(g, object_ref(g, slot), "702.2b");
  return "704.5h";
}

static bool saga_over(Game *g, u32 slot) {
  i64 final = saga_final_chapter(g, slot);
  return final > 0 && object_counters(g, slot, W_C_LORE) >= final && !ability_under_way(g, object_ref(g, slot), true);
}

static void find_counters(Game *g, u32 slot) {
  i64 plus = object_counters(g, slot, W_C_P1P1), minus = object_counters(g, slot, W_C_M1M1);
  i64 n = num_min(plus, minus);
  if (n <= 0) return;
  Ref ref = object_ref(g, slot);
  RULE_OF(g, ref, "704.5q");
  batch_counters(g, ref, W_C_P1P1, -n, PLAYER_NONE);
  row_EVENTS(g, count_of(g, T_EVENTS) - 1)->flags |= EVF_RULE;
  batch_counters(g, ref, W_C_M1M1, -n, PLAYER_NONE);
  row_EVENTS(g, count_of(g, T_EVENTS) - 1)->flags |= EVF_RULE;
}

/* An ability's limit on the counters of a permanent (704.5r). */
typedef struct CounterLimit {
  u32 slot;
  Word kind; /* the kind of counter to remove … */
  i64 more;  /* … and how many */
} CounterLimit;

static bool limit_visit(const Eval *e, Node rule, void *user) {
  CounterLimit *l = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_COUNTER_LIMIT_OBJECTS), object_ref(e->g, l->slot))) return false;
  l->kind = (Word)node_arg(db, rule, ARG_R_COUNTER_LIMIT_KIND);
  l->more = object_counters(e->g, l->slot, l->kind) - node_int(db, rule, ARG_R_COUNTER_LIMIT_N);
  return l->more > 0;
}

static void find_excess(Game *g, u32 slot) {
  CounterLimit l = {.slot = slot};
  if (!rules_of(g, IR_R_COUNTER_LIMIT)) return;
  if (!rules_visit(g, IR_R_COUNTER_LIMIT, limit_visit, &l)) return;
  RULE(g, "704.5r");
  u32 row = batch_counters(g, object_ref(g, slot), l.kind, -l.more, object_row(g, slot)->controller);
  row_EVENTS(g, row)->flags |= EVF_RULE;
}

/* A permanent leaves in only one way, however many rules agree on it (704.7). */
static void find_permanent(Game *g, u32 answers, u32 slot) {
  Ref ref = object_ref(g, slot);
  if (object_row(g, slot)->counters) {
    find_counters(g, slot);
    find_excess(g, slot);
  }
  const char *rule = put_into_graveyard(g, answers, slot);
  if (rule) {
    RULE_OF(g, ref, rule);
    u32 row = batch_move(g, ref, ZONE_GRAVEYARD, 0);
    row_EVENTS(g, row)->flags |= EVF_RULE;
    return;
  }
  if ((rule = destroyed(g, slot))) {
    RULE_OF(g, ref, rule);
    batch_destroy(g, ref, EVF_RULE);
    return;
  }
  if (saga_over(g, slot)) {
    RULE_OF(g, ref, "704.5s");
    RULE_OF(g, ref, "714.4");
    batch_sacrifice(g, ref, EVF_RULE);
    return;
  }
  if ((rule = unattaches(g, slot))) {
    RULE_OF(g, ref, rule);
    u32 row = batch_simple(g, EVENT_UNATTACH, PLAYER_NONE, ref);
    row_EVENTS(g, row)->other = permanent_of(g, slot)->attached_to;
    row_EVENTS(g, row)->flags |= EVF_RULE;
  }
}

/* Performs actions that are not events: forgets marks, ends bestowing for an unattached Aura (702.103f), starts a
   player's engines (704.5z). */
static u32 settle_permanent(Game *g, u32 slot) {
  Permanent *p = permanent_of(g, slot);
  p->deathtouched = 0;
  if (p->flags & PERM_BESTOWED && !p->attached_to) {
    bestow_end(g, slot);
    return 1;
  }
  if (p->paired && !paired_still(g, slot)) {
    creatures_unpair(g, slot);
    return 1;
  }
  u32 controller = object_row(g, slot)->controller;
  if (core(g)->players[controller].speed || !chars_keyword(chars_of(g, slot), W_START_YOUR_ENGINES)) return 0;
  RULE(g, "704.5z");
  RULE(g, "702.179a");
  speed_set(g, controller, 1);
  return 1;
}

/* --- answers with moves ------------------------------------------------------------------------------------------- */

static u32 find_answers(Game *g, u32 answers) {
  u32 direct = 0;
  for (u32 row = answers; row < count_of(g, T_CHOSEN); row++) {
    const ChosenAnswer answer = row_CHOSEN(g, row)->answer;
    u32 slot = object_live(g, answer.ref);
    if (!slot) continue;
    if (answer.question == QUESTION_COMMANDER && answer.says) {
      RULE_OF(g, answer.ref, "704.6d");
      u32 move = batch_move(g, answer.ref, ZONE_COMMAND, 0);
      row_EVENTS(g, move)->flags |= EVF_RULE;
    }
    if (answer.question == QUESTION_PROTECTOR) {
      const char *rule = protector_needed(g, slot);
      if (!rule) continue;
      RULE(g, rule);
      permanent_of(g, slot)->protector = 1 + (u32)answer.says;
      facts_changed(g, FACT_COMBAT);
      direct++;
    }
  }
  return direct;
}

/* A player in the bottommost room of a dungeon completes it (704.5t). */
static void find_dungeons(Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++) {
    u32 slot = core(g)->players[p].room ? dungeon_of(g, p) : 0;
    if (!slot || ability_under_way(g, object_ref(g, slot), false)) continue;
    Node room = dungeon_room(g, slot, core(g)->players[p].room);
    if (!room || room_exits(g->db, room)) continue;
    RULE_OF(g, object_ref(g, slot), "704.5t");
    RULE_OF(g, object_ref(g, slot), "309.6");
    u32 row = batch_simple(g, EVENT_COMPLETE, p, object_ref(g, slot));
    row_EVENTS(g, row)->flags |= EVF_RULE;
  }
}

/* --- putting it together -------------------------------------------------------------------------------- */

/* The result of a first look at all permanents; usually there is nothing to examine further. */
typedef struct Look {
  u32 mark, concerned; /* on the scratch list: the permanents with something that concerns state-based actions */
  u32 legends;
  bool battles;
  bool stepping; /* a permanent may phase, or is a Saga … */
  bool places;   /* … or is a planeswalker or battle, or phased out */
  bool settled; /* all were looked at though only to those that shift anything can apply, which checked builds verify */
  u32 shifting_count; /* those of them to which something else may apply without any of the changes that matter for
                         permanents: the first SHIFTING_CAP, written as they are found */
  u32 shifting[SHIFTING_CAP];
} Look;

/* Whether it is tied to something in a way that state-based actions may end. */
static bool is_tied(const Permanent *p) { return p->attached_to || p->paired || p->flags & PERM_BESTOWED; }

/* Whether anything about the permanent could make a state-based action apply. */
static bool is_concerned(Game *g, u32 slot, const Chars *c) {
  const Permanent *p = permanent_of(g, slot);
  if (p->deathtouched || (c->types & TYPE(CREATURE) && (c->toughness <= 0 || p->damage))) return true;
  return c->types & (TYPE(PLANESWALKER) | TYPE(BATTLE)) || is_tied(p) ||
         c->supertypes & (SUPERTYPE(LEGENDARY) | SUPERTYPE(WORLD)) || object_row(g, slot)->counters ||
         chars_subtype(c, W_AURA) || chars_keyword(c, W_START_YOUR_ENGINES);
}

/* Whether what applies to the permanent may depend on the stack, on attacks or on what it is tied to. */
static bool is_shifting(Game *g, u32 slot, const Chars *c) {
  return c->types & TYPE(BATTLE) || is_tied(permanent_of(g, slot)) || chars_subtype(c, W_AURA) ||
         chars_subtype(c, W_SAGA) || chars_keyword(c, W_START_YOUR_ENGINES);
}

/* Whether nothing printed on it matters, and nothing has happened to it. */
static bool is_sba_clean(Game *g, const FormLook *look, u32 slot) {
  const CardForm *form = form_looked(look, slot);
  if (!form || !form->sba_clean) return false;
  const Permanent *p = permanent_of(g, slot);
  return !p->damage && !p->deathtouched && !is_tied(p);
}

static void permanents_looked(Game *g, const Look *look) {
  DerivedCore *d = derived(g);
  d->checks.steps_idle = !look->stepping;
  d->checks.players_alone = !look->places;
  d->checks.changed = permanents_changes(&d->changes);
  d->checks.looked = d->layers.stamp;
  d->checks.shifting_count = (u8)look->shifting_count;
  for (u32 i = 0; i < look->shifting_count; i++) d->checks.shifting[i] = look->shifting[i];
}

static Look look_begin(const Game *g) {
  Look look;
  zero(&look, offsetof(Look, shifting));
  look.mark = scratch_mark(g);
  return look;
}

static void look_at_one(Game *g, u32 slot, Look *look) {
  const Chars *c = chars_of(g, slot);
  look->stepping = look->stepping || chars_subtype(c, W_SAGA) || chars_keyword(c, W_PHASING);
  look->legends += (c->supertypes & SUPERTYPE(LEGENDARY)) != 0;
  look->battles |= (c->types & TYPE(BATTLE)) != 0;
  look->places |= (c->types & (TYPE(PLANESWALKER) | TYPE(BATTLE))) != 0;
  if (!is_concerned(g, slot, c)) return;
  scratch_push(g, slot);
  look->concerned++;
  if (!is_shifting(g, slot, c)) return;
  if (look->shifting_count < SHIFTING_CAP) look->shifting[look->shifting_count] = slot;
  look->shifting_count++;
}

/* Those to which something may apply though nothing has changed that matters for permanents. */
static Look look_at_shifting(Game *g) {
  const ChecksKept kept = derived(g)->checks;
  Look look = look_begin(g);
  look.stepping = !kept.steps_idle;
  look.places = !kept.players_alone;
  for (u32 i = 0; i < kept.shifting_count; i++) look_at_one(g, kept.shifting[i], &look);
  look.legends = 0; /* if there were two of a name, that has been found */
  return look;
}

#ifdef GAVEL_CHECKED
/* Asserts that those that are kept are those that shift. */
static void shifting_compare(Game *g, const Look *look) {
  const Look kept = look_at_shifting(g);
  ASSERT(kept.shifting_count == look->shifting_count && kept.battles == look->battles);
  for (u32 i = 0; i < kept.shifting_count; i++) ASSERT(kept.shifting[i] == look->shifting[i]);
  scratch_release(g, kept.mark);
}
#endif

/* Checked builds look at all of them every time. */
static Look look_at_permanents(Game *g) {
#ifndef GAVEL_CHECKED
  if (game_is_quick(g) && permanents_clean(g)) return look_at_shifting(g);
#endif
  Look look = look_begin(g);
  look.settled = game_is_quick(g) && permanents_clean(g);
  FormLook forms = forms_look(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_phased_out(g, s)) {
      look.stepping = look.places = true;
      continue;
    }
    if (is_sba_clean(g, &forms, s)) continue;
    look_at_one(g, s, &look);
    forms = forms_look(g);
  }
#ifdef GAVEL_CHECKED
  if (look.settled) shifting_compare(g, &look);
#endif
  return look;
}

/* Nothing applies to permanents but those that shift until something changes that matters for permanents. */
static void permanents_done(Game *g, const Look *look, bool found) {
  if (look->shifting_count > SHIFTING_CAP || found)
    derived(g)->checks.looked = 0;
  else
    permanents_looked(g, look);
}

bool permanents_take_no_step(Game *g) {
  layers_update(g);
  return game_is_quick(g) && permanents_clean(g) && derived(g)->checks.steps_idle;
}

/* Whether something must be chosen before anything applies. */
static bool has_question(Game *g, u32 answers, const Look *look) {
  bool permanents = look->legends > 1 || look->battles;
  if (!permanents && !format_has_commanders(core(g)->format)) return false;
  return question_of(g, answers, permanents).kind != QUESTION_NONE;
}

/* Whether anything may apply to a permanent, for what is asserted. */
static bool may_apply(Game *g, const Look *look, u32 slot) {
  return !look->settled || is_shifting(g, slot, chars_of(g, slot));
}

/* What applies to the permanents that it concerns; answers how many actions were taken that are no events. */
static u32 find_permanents(Game *g, u32 answers, const Look *look) {
  u32 direct = 0;
  for (u32 i = 0; i < look->concerned; i++) {
    u32 slot = (u32)scratch_get(g, look->mark + i), events = count_of(g, T_EVENTS);
    bool may = may_apply(g, look, slot);
    find_permanent(g, answers, slot);
    ASSERT(may || count_of(g, T_EVENTS) == events);
    (void)may, (void)events;
  }
  direct += find_answers(g, answers);
  for (u32 i = 0; i < look->concerned; i++) {
    u32 slot = (u32)scratch_get(g, look->mark + i);
    bool may = may_apply(g, look, slot);
    u32 taken = settle_permanent(g, slot);
    ASSERT(may || taken == 0);
    (void)may;
    direct += taken;
  }
  return direct;
}

bool sba_find(Game *g, u32 answers, u32 *direct) {
  Look look = look_at_permanents(g);
  if (has_question(g, answers, &look)) {
    scratch_release(g, look.mark);
    return false;
  }
  find_players(g);
  find_dungeons(g);
  u32 events = count_of(g, T_EVENTS), taken = find_permanents(g, answers, &look);
  scratch_release(g, look.mark);
  permanents_done(g, &look, count_of(g, T_EVENTS) > events || taken > 0);
  *direct += taken + objects_cease(g);
  return true;
}
