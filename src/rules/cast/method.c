/* Whether and in which ways a card may be cast or played (601.3, 305). */
#include "cards/ir_walk.h"
#include "rules/cast/casting.h"
#include "state/mods.h"

/* --- effects that speak of players and spells ------------------------------------------------------ */

/* A question to all effects of a kind: whether one whose filters stand at these arguments is about the
   player and the spell. */
typedef struct RuleQuestion {
  const CastContext *s;
  u32 players, spells; /* arguments; ARG_NONE where the operation has no such filter */
} RuleQuestion;
#define ARG_NONE 0xffu

static bool rule_is_about(const Eval *e, Node rule, const RuleQuestion *q) {
  const CardDb *db = e->g->db;
  Node players = q->players == ARG_NONE ? 0 : node_arg(db, rule, q->players);
  if (players && !eval_matches(e, players, ref_player(q->s->player))) return false;
  Node spells = q->spells == ARG_NONE ? 0 : node_arg(db, rule, q->spells);
  return context_matches(q->s, e, spells);
}

typedef struct Wanted {
  Node node;
  bool found;
} Wanted;

static bool find_node(void *context, const CardDb *db, Node node) {
  Wanted *wanted = context;
  (void)db;
  wanted->found |= node == wanted->node;
  return !wanted->found;
}

/* Whether what asks is an ability of the card itself that the spell it would be cast as has not: of an adventurer card
   cast as an Adventure only the characteristics of that count (715.3a). */
static bool is_of_other_face(const Eval *e, Node rule, const CastContext *s) {
  if (s->stack || eval_self(e) != object_ref(e->g, s->slot)) return false;
  const Chars *c = context_chars(s);
  Wanted wanted = {.node = rule};
  for (u32 i = 0; i < c->ability_count && !wanted.found; i++)
    ir_walk(e->g->db, carddb_ability(e->g->db, inst_of_chars(e->g, c, i).ability)->node, find_node, &wanted);
  if (!wanted.found) RULE(e->g, "715.3a");
  return !wanted.found;
}

/* Another object's ability, or one of a permanent: what the card says of the spell it would be is asked by itself. */
static bool flash_visit(const Eval *e, Node rule, void *user) {
  const RuleQuestion *q = user;
  return (q->s->stack || eval_self(e) != q->s->ref) && rule_is_about(e, rule, q);
}

/* What a card says about when it may be cast: "you" is who would cast it, whoever owns it (109.5). */
static bool own_flash_visit(const Eval *e, Node rule, void *user) {
  const RuleQuestion *q = user;
  RULE(e->g, "109.5");
  return rule_is_about(e, rule, q);
}

static bool question_visit(const Eval *e, Node rule, void *user) {
  const RuleQuestion *q = user;
  return rule_is_about(e, rule, q) && !is_of_other_face(e, rule, q->s);
}

static bool some_rule(const CastContext *s, IrOp op, u32 players, u32 spells) {
  RuleQuestion q = {.s = s, .players = players, .spells = spells};
  return rules_visit(s->g, op, question_visit, &q);
}

/* --- prohibitions --------------------------------------------------------------------------------- */

bool stack_is_closed(Game *g) {
  zones_learn(g);
#ifndef GAVEL_CHECKED
  if (!derived(g)->learned.split_second) return false;
#endif
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->kind == OBJECT_ABILITY || !has_keyword(g, s, W_SPLIT_SECOND)) continue;
    ASSERT(derived(g)->learned.split_second);
    RULE(g, "702.61a");
    return true;
  }
  return false;
}

/* How many spells that the limit speaks of the player has cast this turn. */
static i64 spells_cast(const Eval *e, u32 player, Node spells) {
  Game *g = e->g;
  if (!spells) return core(g)->players[player].spells_this_turn;
  i64 n = 0;
  const HistorySpan span = history_span(g, EVENT_CAST);
  for (u32 i = span.first; i < span.end; i++) {
    const History h = *row_HISTORY(g, i);
    if (h.kind != EVENT_CAST || h.turn != core(g)->turn || h.player != player) continue;
    n += eval_matches(e, spells, h.object);
  }
  return n;
}

static bool limit_visit(const Eval *e, Node rule, void *user) {
  const CastContext *s = user;
  const CardDb *db = e->g->db;
  RuleQuestion q = {.s = s, .players = ARG_R_CAST_LIMIT_PLAYERS, .spells = ARG_R_CAST_LIMIT_SPELLS};
  if (!rule_is_about(e, rule, &q)) return false;
  i64 cast = spells_cast(e, s->player, node_arg(db, rule, ARG_R_CAST_LIMIT_SPELLS));
  return cast >= node_int(db, rule, ARG_R_CAST_LIMIT_N);
}

/* What casting a legendary instant or sorcery takes (205.4e). */
static bool controls_legend(Game *g, u32 player) {
  RULE(g, "205.4e");
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->controller != player || object_phased_out(g, s)) continue;
    const Chars *c = chars_of(g, s);
    if (c->supertypes & SUPERTYPE(LEGENDARY) && c->types & (TYPE(CREATURE) | TYPE(PLANESWALKER))) return true;
  }
  return false;
}

/* Prohibitions among the card's own abilities that work where it is cast from are in force there already. */
bool cast_allowed(const CastContext *s) {
  Game *g = s->g;
  if (some_rule(s, IR_R_CANT_CAST, ARG_R_CANT_CAST_PLAYERS, ARG_R_CANT_CAST_SPELLS)) return false;
  const Chars *c = context_chars(s);
  if (c->supertypes & SUPERTYPE(LEGENDARY) && c->types & (TYPE(INSTANT) | TYPE(SORCERY)) &&
      !controls_legend(g, s->player))
    return false;
  CastContext about = *s;
  return !rules_visit(g, IR_R_CAST_LIMIT, limit_visit, &about);
}

bool some_x_allowed(const CastContext *s) {
  if (s->stack || !cost_has_x(s)) return false;
  RULE(s->g, "601.3a");
  CastContext with = *s;
  for (with.trial_x = 1; with.trial_x <= X_LOOKED_AT; with.trial_x++)
    if (cast_allowed(&with)) return true;
  return false;
}

/* --- timing ------------------------------------------------------------------------------------------ */

/* Whether the player may cast the spell now by its timing (117.1a, 601.3b, 702.8a). `timing` is that of an
   alternative cost. */
static bool timing_allows(const CastContext *s, const Chars *c, Word timing) {
  Game *g = s->g;
  if (s->resolving || sorcery_timing(g, s->player)) return true;
  if (timing == W_TIMING_SORCERY) return false;
  if (timing == W_TIMING_INSTANT || c->types & TYPE(INSTANT)) return true;
  if (chars_keyword(c, W_FLASH)) {
    RULE(g, "702.8a");
    keyword_asked(g, s->slot, W_FLASH);
    return true;
  }
  RuleQuestion q = {.s = s, .players = ARG_R_FLASH_PLAYERS, .spells = ARG_R_FLASH_SPELLS};
  return rules_visit(g, IR_R_FLASH, flash_visit, &q) || own_rules_visit(s, IR_R_FLASH, 0, own_flash_visit, &q);
}

/* --- permissions --------------------------------------------------------------------------------------- */

/* The effects that let a player play a card; their places among those that speak of its zone are the numbers that methods
   name. */
typedef struct PlayPermissionList {
  u32 player, zone;
  Ref card;
  u32 seen, count;
  PlayPermission list[PERMISSIONS_CAP];
} PlayPermissionList;

/* What gave a permission as it resolved: each time it does, that is another one. REF_NONE of a static ability's. */
static Ref permission_giver(const Eval *e) { return e->env ? env_at(e->g, e->env)->stack_object : REF_NONE; }

/* How often the permission was used, of a static ability this turn. One that was acquired anew has not been yet. */
static i64 permission_uses(const Game *g, const Eval *e, Node rule) {
  Ref source = eval_self(e), giver = permission_giver(e);
  i64 n = 0;
  const HistorySpan span = history_span(g, EVENT_PERMIT);
  for (u32 i = span.first; i < span.end; i++) {
    const History *h = row_HISTORY(g, i);
    n += h->kind == EVENT_PERMIT && (giver || h->turn == core(g)->turn) && h->object == source && h->word == rule &&
         h->source == giver && h->acquisition == e->acquisition;
  }
  return n;
}

Node filter_names(const CardDb *db, Node filter) {
  if (node_op(db, filter) == IR_IS) return node_op(db, node_arg(db, filter, 0)) == IR_VAR ? filter : 0;
  Node names = 0;
  for (u32 i = 0; node_op(db, filter) == IR_AND && i < node_argc(db, filter) && !names; i++)
    names = filter_names(db, node_arg(db, filter, i));
  return names;
}

static bool permission_visit(const Eval *e, Node rule, void *user) {
  PlayPermissionList *p = user;
  const CardDb *db = e->g->db;
  if (zone_of_word((Word)node_arg(db, rule, ARG_R_MAY_PLAY_ZONE)) != (Zone)p->zone) return false;
  u32 place = ++p->seen;
  Node cards = node_arg(db, rule, ARG_R_MAY_PLAY_CARDS), names = cards ? filter_names(db, cards) : 0;
  if (names && !eval_matches(e, names, p->card)) return false;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_MAY_PLAY_PLAYERS), ref_player(p->player))) return false;
  i64 limit = node_int(db, rule, ARG_R_MAY_PLAY_LIMIT);
  if (limit && permission_uses(e->g, e, rule) >= limit) return false;
  if (p->count == PERMISSIONS_CAP) game_fail(e->g, GAVEL_E_LIMIT, "effects that let a player play a card");
  p->list[p->count++] = (PlayPermission){.place = place, .rule = rule, .e = *e};
  return false;
}

static void permits_find(Game *g, u32 player, u32 slot, PlayPermissionList *out) {
  out->player = player;
  out->zone = object_row(g, slot)->zone;
  out->card = object_ref(g, slot);
  out->seen = out->count = 0;
  rules_visit(g, IR_R_MAY_PLAY, permission_visit, out);
}

/* The card is judged as what it would be cast or played as (601.3e). */
static bool permission_covers(const PlayPermission *p, const CastContext *s) {
  return context_matches(s, &p->e, node_arg(s->g->db, p->rule, ARG_R_MAY_PLAY_CARDS));
}

Node permission_cost(const CardDb *db, const PlayPermission *p) {
  if (node_op(db, p->rule) == IR_CAST) return node_arg(db, p->rule, ARG_CAST_COST);
  return node_arg(db, p->rule, ARG_R_MAY_PLAY_ADDITIONAL) ? 0 : node_arg(db, p->rule, ARG_R_MAY_PLAY_COST);
}

Node permission_additional_cost(const CardDb *db, const PlayPermission *p) {
  if (node_op(db, p->rule) == IR_CAST) return 0;
  return node_arg(db, p->rule, ARG_R_MAY_PLAY_ADDITIONAL) ? node_arg(db, p->rule, ARG_R_MAY_PLAY_COST) : 0;
}

/* The action that tells to cast what is being cast: its frame lies below that of the cast. */
static bool permission_told(Game *g, PlayPermission *out) {
  for (u32 i = count_of(g, T_FRAMES); i > 1; i--) {
    const Frame cast = *frame_at(g, i - 1), act = *frame_at(g, i - 2);
    if (cast.proc != PROC_CAST) continue;
    if (act.proc != PROC_ACT || node_op(g->db, act.node) != IR_CAST) return false;
    *out = (PlayPermission){.place = PLACE_TOLD, .rule = act.node, .e = eval_of_env(g, act.env)};
    return true;
  }
  return false;
}

bool permission_of_method(Game *g, u32 player, u32 slot, CastMethod method, PlayPermission *out) {
  PlayPermissionList permissions;
  if (!method_permission(method)) return false;
  if (method_permission(method) == PLACE_TOLD) return permission_told(g, out);
  permits_find(g, player, slot, &permissions);
  for (u32 i = 0; i < permissions.count; i++) {
    if (permissions.list[i].place != method_permission(method)) continue;
    *out = permissions.list[i];
    return true;
  }
  return false;
}

void permission_used(Game *g, u32 player, const Eval *e, Node rule) {
  if (node_op(g->db, rule) == IR_CAST || !node_int(g->db, rule, ARG_R_MAY_PLAY_LIMIT)) return;
  u32 row = table_add(g, T_HISTORY, 1);
  *row_HISTORY(g, row) = (History){.kind = EVENT_PERMIT,
                                   .turn = core(g)->turn,
                                   .word = rule,
                                   .acquisition = e->acquisition,
                                   .object = eval_self(e),
                                   .source = permission_giver(e),
                                   .player = (u8)player};
}

/* Whether the player may treat cards in the graveyards of others as though they were in their own. */
static bool graveyards_as_own(Game *g, u32 player) {
  return rules_of(g, IR_R_AS_OWN_GRAVEYARD) && rules_hold(g, IR_R_AS_OWN_GRAVEYARD, ref_player(player));
}

/* Whether a card is where its own abilities let its owner cast it, for this player. */
static bool is_in_own_zone(Game *g, u32 player, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->owner == player) return true;
  if (o->zone != ZONE_GRAVEYARD || !graveyards_as_own(g, player)) return false;
  RULE(g, "609.4a");
  return true;
}

/* --- methods --------------------------------------------------------------------------------------------- */

typedef struct MethodList {
  Game *g;
  u32 player, slot;
  bool resolving, free, for_cost;
  u32 regardless; /* METHODS_… */
  Word via;       /* told to cast it in that way only; 0 none */
  bool own_right; /* from the player's hand, or as a commander (903.8), or as an effect says */
  bool own_zone;  /* where abilities of the card let its owner cast it */
  PlayPermissionList permissions;
  CastMethod *out;
  u32 count;
} MethodList;

/* `permission`: the effect that allows it; null if none need. */
static void method_add(MethodList *m, CastMethod method, const PlayPermission *permission, Word timing) {
  CastContext s = context_of_card(m->g, m->player, m->slot, method);
  s.resolving = m->resolving;
  if (!(m->regardless & METHODS_UNTIMELY) && !timing_allows(&s, context_chars(&s), timing)) return;
  if (permission && !permission_covers(permission, &s)) return;
  if (!(m->regardless & METHODS_PROHIBITED) && !cast_allowed(&s) && !some_x_allowed(&s)) return;
  if (m->count == METHODS_CAP) game_fail(m->g, GAVEL_E_LIMIT, "ways to cast a card");
  m->out[m->count++] = method;
}

static u32 permission_place(const PlayPermission *permission) { return permission ? permission->place : 0; }

static Word permission_timing(const MethodList *m, const PlayPermission *permission) {
  return permission ? (Word)node_arg(m->g->db, permission->rule, ARG_R_MAY_PLAY_TIMING) : 0;
}

/* The ways to pay for a face that is cast with a permission. */
static void ways_add(MethodList *m, u32 face, const PlayPermission *permission) {
  u32 place = permission_place(permission);
  Word timing = permission_timing(m, permission);
  if (m->free) {
    method_add(m, method_make(WAY_FREE, face, SHAPE_NORMAL, place), permission, 0);
    return;
  }
  if (permission && permission_cost(m->g->db, permission)) {
    method_add(m, method_make(WAY_PERMISSION, face, SHAPE_NORMAL, place), permission, timing);
    return;
  }
  CastContext s = context_of_card(m->g, m->player, m->slot, method_make(0, face, SHAPE_NORMAL, place));
  /* No mana cost can't be paid (118.6). */
  if (context_chars(&s)->mana_cost)
    method_add(m, method_make(WAY_MANA_COST, face, SHAPE_NORMAL, place), permission, timing);
}

/* Alternative costs that the card's own abilities allow (118.9): from a zone they name, or from wherever it may
   be cast. */
static void alternatives_add(MethodList *m, u32 face, const PlayPermission *permission, bool allowed) {
  const CardDb *db = m->g->db;
  u32 place = permission_place(permission);
  CastContext s = context_of_card(m->g, m->player, m->slot, method_make(0, face, SHAPE_NORMAL, place));
  Zone now = (Zone)object_row(m->g, m->slot)->zone;
  u32 count = context_may_hold(&s, HOLDS_ALTERNATIVES) ? context_ability_count(&s) : 0;
  for (u32 i = 0; i < count && i + 1 < WAY_PERMISSION; i++) {
    AbilityInst inst = context_ability(&s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    if (def->op != IR_ALTERNATIVE_COST) continue;
    Word zone = (Word)node_arg(db, def->node, ARG_ALTERNATIVE_COST_ZONE);
    Word label = (Word)node_arg(db, def->node, ARG_ALTERNATIVE_COST_LABEL);
    if (m->via ? label != m->via : node_arg(db, def->node, ARG_ALTERNATIVE_COST_TOLD)) continue;
    if (zone ? zone_of_word(zone) != now || !m->own_zone || permission : !allowed) continue;
    Node condition = node_arg(db, def->node, ARG_ALTERNATIVE_COST_IF);
    Eval e = context_eval(&s, &inst);
    if (condition && !eval_cond(&e, condition)) continue;
    Word timing = (Word)node_arg(db, def->node, ARG_ALTERNATIVE_COST_TIMING);
    u32 cast_face = node_arg(db, def->node, ARG_ALTERNATIVE_COST_TRANSFORMED) ? 1 : face;
    u32 shape = label == W_BESTOW ? SHAPE_BESTOW : label == W_MUTATE ? SHAPE_MUTATE : SHAPE_NORMAL;
    if (label == W_BESTOW) RULE(m->g, "702.103d");
    method_add(m, method_make(1 + i, cast_face, shape, place), permission, timing);
  }
}

static bool has_keyword_ability(const CastContext *s, Word keyword) { return chars_keyword(context_chars(s), keyword); }

/* Face down (702.37c, 702.168b). */
static void face_down_add(MethodList *m, const PlayPermission *permission) {
  CastContext s = context_of_card(m->g, m->player, m->slot, 0);
  u32 place = permission_place(permission);
  if (has_keyword_ability(&s, W_MORPH) || has_keyword_ability(&s, W_MEGAMORPH))
    method_add(m, method_make(WAY_FACE_DOWN, 0, SHAPE_MORPH, place), permission, 0);
  if (has_keyword_ability(&s, W_DISGUISE))
    method_add(m, method_make(WAY_FACE_DOWN, 0, SHAPE_DISGUISE, place), permission, 0);
}

static void face_add(MethodList *m, u32 face) {
  CastContext s = context_of_card(m->g, m->player, m->slot, method_make(0, face, SHAPE_NORMAL, 0));
  bool land = context_chars(&s)->types & TYPE(LAND); /* 305.9 */
  if (has_keyword_ability(&s, W_AFTERMATH) && object_row(m->g, m->slot)->zone != ZONE_GRAVEYARD) {
    RULE(m->g, "702.127a");
    return;
  }
  if (m->via) {
    if (!land) alternatives_add(m, face, NULL, true);
    return;
  }
  if (m->for_cost) {
    /* One alternative cost is all that is applied to a spell (118.9a). */
    if (!land) method_add(m, method_make(WAY_PERMISSION, face, SHAPE_NORMAL, PLACE_TOLD), NULL, 0);
    return;
  }
  if (m->own_right && !land) ways_add(m, face, NULL);
  if (!land && !m->free) alternatives_add(m, face, NULL, m->own_right);
  if (m->own_right && face == 0 && !m->free) face_down_add(m, NULL);
  for (u32 i = 0; i < m->permissions.count; i++) {
    const PlayPermission *permission = &m->permissions.list[i];
    bool costly = permission_cost(m->g->db, permission);
    /* What may be cast anyhow needs a permission only for another cost (118.9). */
    if (m->own_right && (!costly || m->free)) continue;
    if (!land) ways_add(m, face, permission);
    if (!land && !costly) alternatives_add(m, face, permission, true);
    if (face == 0 && !costly) face_down_add(m, permission);
  }
}

/* How many of a card's faces can be cast: the halves of a split card, the faces of a modal double-faced one, a
   card and its Adventure or Omen, a card and its prototype. */
static u32 castable_faces(const CardDb *db, u32 card) {
  if (!card) return 1;
  const CardDef *def = carddb_card(db, card);
  switch (def->layout) {
    case LAYOUT_SPLIT:
    case LAYOUT_ROOM:
    case LAYOUT_MODAL_DFC:
    case LAYOUT_ADVENTURE:
    case LAYOUT_OMEN:
    case LAYOUT_PROTOTYPE: return def->faces;
    default: return 1;
  }
}

StrId method_name(const Game *g, Ref card, CastMethod m) {
  u32 slot = object_live(g, card), id = slot ? cv_card(g, object_row(g, slot)->cv) : 0;
  if (!id) return 0;
  const CardDef *def = carddb_card(g->db, id);
  if (method_face(m) >= def->faces) return method_face(m) == def->combined ? def->name : 0;
  return carddb_face(g->db, carddb_card(g->db, id)->face + method_face(m))->chars.name;
}

bool method_prototyped(const Game *g, Ref card, CastMethod m) {
  u32 slot = object_live(g, card), id = slot ? cv_card(g, object_row(g, slot)->cv) : 0;
  return id && carddb_card(g->db, id)->layout == LAYOUT_PROTOTYPE && method_face(m) > 0;
}

bool method_plain(const Game *g, Ref card, CastMethod m) {
  return method_way(m) == WAY_MANA_COST && !method_prototyped(g, card, m);
}

static bool own_right(const Game *g, u32 player, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->owner != player) return false;
  return o->zone == ZONE_HAND || (o->zone == ZONE_COMMAND && o->flags & OBJECT_COMMANDER);
}

/* With its back face up, which only a card that can transform can be cast as (712.8c). */
static void transformed_add(MethodList *m, u32 card) {
  if (!card || carddb_card(m->g->db, card)->layout != LAYOUT_TRANSFORM) return;
  RULE(m->g, "712.8c");
  face_add(m, 1);
}

/* Both halves of a split card with fuse, cast from its owner's hand (702.102a). */
static void fused_add(MethodList *m, u32 card) {
  const CardDef *def = carddb_card(m->g->db, card);
  const Object *o = object_row(m->g, m->slot);
  if (def->combined && o->zone == ZONE_HAND && o->owner == m->player && has_keyword(m->g, m->slot, W_FUSE))
    face_add(m, def->combined);
}

static u32 methods_in(MethodList *m, bool transformed) {
  Game *g = m->g;
  spell_looks_forget(g);
  m->own_right = m->resolving || own_right(g, m->player, m->slot);
  m->own_zone = is_in_own_zone(g, m->player, m->slot);
  permits_find(g, m->player, m->slot, &m->permissions);
  u32 card = cv_card(g, object_row(g, m->slot)->cv);
  if (transformed) transformed_add(m, card);
  u32 faces = transformed ? 0 : castable_faces(g->db, card);
  for (u32 face = 0; face < faces; face++) face_add(m, face);
  if (!transformed && card) fused_add(m, card);
  return m->count;
}

static MethodList methods_list(Game *g, u32 player, u32 slot, CastMethod *out) {
  MethodList m;
  m.g = g;
  m.player = player;
  m.slot = slot;
  m.resolving = m.free = m.for_cost = m.own_right = m.own_zone = false;
  m.via = 0;
  m.regardless = 0;
  m.out = out;
  m.count = 0;
  return m;
}

u32 methods_find(Game *g, u32 player, u32 slot, u32 flags, CastMethod *out) {
  MethodList m = methods_list(g, player, slot, out);
  m.resolving = flags & ANNOUNCE_RESOLVING;
  m.free = flags & ANNOUNCE_FREE;
  m.for_cost = flags & ANNOUNCE_FOR_COST;
  m.regardless = flags & (METHODS_UNTIMELY | METHODS_PROHIBITED);
  return methods_in(&m, (flags & ANNOUNCE_TRANSFORMED) != 0);
}

u32 methods_find_via(Game *g, u32 player, u32 slot, Word via, CastMethod *out) {
  MethodList m = methods_list(g, player, slot, out);
  m.resolving = true;
  m.via = via;
  return methods_in(&m, false);
}

bool castable_now(Game *g, u32 player, u32 slot) {
  CastContext s = context_of_card(g, player, slot, 0);
  RULE(g, "702.62c");
  return timing_allows(&s, context_chars(&s), 0) && cast_allowed(&s);
}

/* --- lands ---------------------------------------------------------------------------------------------- */

static bool extra_lands_visit(const Eval *e, Node rule, void *user) {
  i64 *total = user; /* [0] the lands so far, [1] the player */
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_EXTRA_LANDS_PLAYERS), ref_player((u32)total[1]))) return false;
  total[0] = num_add(total[0], eval_num(e, node_arg(db, rule, ARG_R_EXTRA_LANDS_N)), NULL);
  return false;
}

bool lands_left(Game *g, u32 player) {
  i64 total[2] = {1, player};
  rules_visit(g, IR_R_EXTRA_LANDS, extra_lands_visit, total);
  return core(g)->players[player].lands_played < total[0];
}

typedef struct LandBan {
  u32 player, zone; /* ZONE_NONE: of those that speak of no zone */
} LandBan;

static bool land_ban_visit(const Eval *e, Node rule, void *user) {
  const LandBan *ban = user;
  const CardDb *db = e->g->db;
  Word from = (Word)node_arg(db, rule, ARG_R_CANT_PLAY_LANDS_FROM);
  if (from ? zone_of_word(from) != (Zone)ban->zone : ban->zone != ZONE_NONE) return false;
  return eval_matches(e, node_arg(db, rule, ARG_R_CANT_PLAY_LANDS_PLAYERS), ref_player(ban->player));
}

bool lands_banned(Game *g, u32 player, u32 zone) {
  LandBan ban = {player, zone};
  return rules_visit(g, IR_R_CANT_PLAY_LANDS, land_ban_visit, &ban);
}

bool land_allowed(Game *g, u32 player) {
  return sorcery_timing(g, player) && lands_left(g, player) && !lands_banned(g, player, ZONE_NONE);
}

/* Whether a permission, the first whose number is put into the method, lets the card be played as that face. */
static bool land_permitted(const PlayPermissionList *permissions, CastContext *s) {
  for (u32 i = 0; i < permissions->count; i++) {
    const PlayPermission *p = &permissions->list[i];
    if (!node_arg(s->g->db, p->rule, ARG_R_MAY_PLAY_LANDS_TOO) || !permission_covers(p, s)) continue;
    s->method = method_make(0, method_face(s->method), SHAPE_NORMAL, p->place);
    return true;
  }
  return false;
}

bool land_playable(Game *g, u32 player, Ref card, CastMethod *method) {
  u32 slot = object_live(g, card);
  if (!slot || core(g)->active != player) return false; /* 305.3 */
  if (!lands_left(g, player) || lands_banned(g, player, ZONE_NONE)) return false;
  if (lands_banned(g, player, object_row(g, slot)->zone)) return false;
  u32 faces = castable_faces(g->db, cv_card(g, object_row(g, slot)->cv));
  for (u32 face = 0; face < faces; face++) {
    CastContext s = context_of_card(g, player, slot, method_make(0, face, SHAPE_NORMAL, 0));
    if (!(context_chars(&s)->types & TYPE(LAND))) continue;
    *method = s.method;
    return true;
  }
  return false;
}

u32 land_methods_find(Game *g, u32 player, u32 slot, CastMethod *out) {
  const CardForm *form = form_held(g, slot);
  /* What is a spell, and nothing else, is no land. */
  if (form && form->cast != CAST_ANYHOW && !(form->chars.types & TYPE(LAND))) return 0;
  bool own = own_right(g, player, slot);
  PlayPermissionList permissions;
  permissions.count = 0;
  if (!own) permits_find(g, player, slot, &permissions);
  if (!own && permissions.count == 0) return 0;
  if (lands_banned(g, player, object_row(g, slot)->zone)) return 0;
  u32 count = 0, faces = castable_faces(g->db, cv_card(g, object_row(g, slot)->cv));
  for (u32 face = 0; face < faces && count < METHODS_CAP; face++) {
    CastContext s = context_of_card(g, player, slot, method_make(0, face, SHAPE_NORMAL, 0));
    if (!(context_chars(&s)->types & TYPE(LAND))) continue;
    if (own || land_permitted(&permissions, &s)) out[count++] = s.method;
  }
  return count;
}
