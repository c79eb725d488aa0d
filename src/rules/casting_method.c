/* Whether and in which ways a card may be cast or played (601.3, 305). */
#include "rules/casting.h"

/* --- effects that speak of players and spells ------------------------------------------------------ */

/* A question to all effects of a kind: whether one whose filters stand at these arguments is about the
   player and the spell. */
typedef struct RuleQuestion {
  const Subject *s;
  u32 players, spells; /* arguments; ARG_NONE where the operation has no such filter */
} RuleQuestion;
#define ARG_NONE 0xffu

static bool rule_is_about(const Eval *e, Node rule, const RuleQuestion *q) {
  const CardDb *db = e->g->db;
  Node players = q->players == ARG_NONE ? 0 : node_arg(db, rule, q->players);
  if (players && !eval_matches(e, players, ref_player(q->s->player))) return false;
  Node spells = q->spells == ARG_NONE ? 0 : node_arg(db, rule, q->spells);
  return subject_matches(q->s, e, spells);
}

static bool question_visit(const Eval *e, Node rule, void *user) {
  return rule_is_about(e, rule, user);
}

static bool some_rule(const Subject *s, IrOp op, u32 players, u32 spells) {
  RuleQuestion q = {.s = s, .players = players, .spells = spells};
  return rules_visit(s->g, op, question_visit, &q);
}

/* --- prohibitions --------------------------------------------------------------------------------- */

bool stack_is_closed(Game *g) {
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->kind == OBJECT_ABILITY || !has_keyword(g, s, W_SPLIT_SECOND)) continue;
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
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) {
    const History h = *row_HISTORY(g, i);
    if (h.kind != EVENT_CAST || h.turn != core(g)->turn || h.player != player) continue;
    n += eval_matches(e, spells, h.object);
  }
  return n;
}

static bool limit_visit(const Eval *e, Node rule, void *user) {
  const Subject *s = user;
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
bool cast_allowed(const Subject *s) {
  Game *g = s->g;
  if (some_rule(s, IR_R_CANT_CAST, ARG_R_CANT_CAST_PLAYERS, ARG_R_CANT_CAST_SPELLS)) return false;
  const Chars *c = subject_chars(s);
  if (c->supertypes & SUPERTYPE(LEGENDARY) && c->types & (TYPE(INSTANT) | TYPE(SORCERY)) && !controls_legend(g, s->player)) return false;
  Subject about = *s;
  return !rules_visit(g, IR_R_CAST_LIMIT, limit_visit, &about);
}

/* --- timing ------------------------------------------------------------------------------------------ */

/* Whether the player may cast the spell now by its timing (117.1a, 601.3b, 702.8a). `timing` is that of an
   alternative cost. */
static bool timing_allows(const Subject *s, const Chars *c, Word timing) {
  Game *g = s->g;
  if (s->resolving || sorcery_timing(g, s->player)) return true;
  if (timing == W_TIMING_SORCERY) return false;
  if (timing == W_TIMING_INSTANT || c->types & TYPE(INSTANT) || chars_keyword(c, W_FLASH)) return true;
  return some_rule(s, IR_R_FLASH, ARG_R_FLASH_PLAYERS, ARG_R_FLASH_SPELLS);
}

/* --- permissions --------------------------------------------------------------------------------------- */

typedef struct Permission {
  u32 player, slot;
  bool land;
  u32 wanted;  /* 1 + which of those that apply is looked for; 0 counts them */
  u32 count;
  u64 costly;  /* bit per permission: it names a cost */
  Node cost;   /* of the one looked for */
  Word timing; /* … and when it allows casting */
  Eval e;
} Permission;

static bool permission_visit(const Eval *e, Node rule, void *user) {
  Permission *p = user;
  const CardDb *db = e->g->db;
  const Object *o = object_row(e->g, p->slot);
  if (zone_of_word((Word)node_arg(db, rule, ARG_R_MAY_PLAY_ZONE)) != (Zone)o->zone) return false;
  if (p->land && !node_arg(db, rule, ARG_R_MAY_PLAY_LANDS_TOO)) return false;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_MAY_PLAY_PLAYERS), ref_player(p->player))) return false;
  Node cards = node_arg(db, rule, ARG_R_MAY_PLAY_CARDS);
  if (!eval_matches(e, cards, object_ref(e->g, p->slot))) return false;
  Node cost = node_arg(db, rule, ARG_R_MAY_PLAY_COST);
  if (cost && p->count < 64) p->costly |= (u64)1 << p->count;
  p->count++;
  if (p->count != p->wanted) return false;
  p->cost = cost;
  p->timing = (Word)node_arg(db, rule, ARG_R_MAY_PLAY_TIMING);
  p->e = *e;
  return true;
}

Node permission_cost(Game *g, u32 player, u32 slot, CastMethod method, Eval *e) {
  Permission p = {.player = player, .slot = slot, .wanted = method_permission(method)};
  if (!p.wanted || !rules_visit(g, IR_R_MAY_PLAY, permission_visit, &p)) return 0;
  *e = p.e;
  return p.cost;
}

/* --- methods --------------------------------------------------------------------------------------------- */

typedef struct MethodList {
  Game *g;
  u32 player, slot;
  bool resolving, free;
  Word via;             /* told to cast it in that way only; 0 none */
  bool own_right;       /* from the player's hand, or as a commander (903.8), or as an effect says */
  Permission permissions;
  CastMethod *out;
  u32 count;
} MethodList;

static void method_add(MethodList *m, CastMethod method, Word timing) {
  Subject s = subject_of_card(m->g, m->player, m->slot, method);
  s.resolving = m->resolving;
  if (m->count == METHODS_CAP || !timing_allows(&s, subject_chars(&s), timing) || !cast_allowed(&s)) return;
  m->out[m->count++] = method;
}

static Word permission_timing(const MethodList *m, u32 permission) {
  Permission p = {.player = m->player, .slot = m->slot, .wanted = permission};
  if (permission) rules_visit(m->g, IR_R_MAY_PLAY, permission_visit, &p);
  return p.timing;
}

/* The ways to pay for a face that is cast with a permission. */
static void ways_add(MethodList *m, u32 face, u32 permission) {
  if (m->free) {
    method_add(m, method_make(WAY_FREE, face, SHAPE_NORMAL, permission), 0);
    return;
  }
  if (permission && m->permissions.costly >> (permission - 1) & 1) {
    method_add(m, method_make(WAY_PERMISSION, face, SHAPE_NORMAL, permission), permission_timing(m, permission));
    return;
  }
  Subject s = subject_of_card(m->g, m->player, m->slot, method_make(0, face, SHAPE_NORMAL, permission));
  /* No mana cost can't be paid (118.6). */
  if (subject_chars(&s)->mana_cost)
    method_add(m, method_make(WAY_MANA_COST, face, SHAPE_NORMAL, permission), permission_timing(m, permission));
}

/* Alternative costs that the card's own abilities allow (118.9): from a zone they name, or from wherever it may
   be cast. */
static void alternatives_add(MethodList *m, u32 face, u32 permission, bool allowed) {
  const CardDb *db = m->g->db;
  Subject s = subject_of_card(m->g, m->player, m->slot, method_make(0, face, SHAPE_NORMAL, permission));
  Zone now = (Zone)object_row(m->g, m->slot)->zone;
  bool owner = object_row(m->g, m->slot)->owner == m->player;
  u32 count = subject_ability_count(&s);
  for (u32 i = 0; i < count && i + 1 < WAY_PERMISSION; i++) {
    AbilityInst inst = subject_ability(&s, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    if (def->op != IR_ALTERNATIVE_COST) continue;
    Word zone = (Word)node_arg(db, def->node, ARG_ALTERNATIVE_COST_ZONE);
    Word label = (Word)node_arg(db, def->node, ARG_ALTERNATIVE_COST_LABEL);
    if (m->via ? label != m->via : node_arg(db, def->node, ARG_ALTERNATIVE_COST_TOLD)) continue;
    if (zone ? zone_of_word(zone) != now || !owner || permission : !allowed) continue;
    Node condition = node_arg(db, def->node, ARG_ALTERNATIVE_COST_IF);
    Eval e = subject_eval(&s, &inst);
    if (condition && !eval_cond(&e, condition)) continue;
    Word timing = (Word)node_arg(db, def->node, ARG_ALTERNATIVE_COST_TIMING);
    u32 cast_face = node_arg(db, def->node, ARG_ALTERNATIVE_COST_TRANSFORMED) ? 1 : face;
    u32 shape = label == W_BESTOW ? SHAPE_BESTOW : SHAPE_NORMAL;
    method_add(m, method_make(1 + i, cast_face, shape, permission), timing);
  }
}

static bool has_keyword_ability(const Subject *s, Word keyword) {
  return chars_keyword(subject_chars(s), keyword);
}

/* Face down (702.37c, 702.168b). */
static void face_down_add(MethodList *m, u32 permission) {
  Subject s = subject_of_card(m->g, m->player, m->slot, 0);
  if (has_keyword_ability(&s, W_MORPH) || has_keyword_ability(&s, W_MEGAMORPH))
    method_add(m, method_make(WAY_FACE_DOWN, 0, SHAPE_MORPH, permission), 0);
  if (has_keyword_ability(&s, W_DISGUISE))
    method_add(m, method_make(WAY_FACE_DOWN, 0, SHAPE_DISGUISE, permission), 0);
}

static void face_add(MethodList *m, u32 face) {
  Subject s = subject_of_card(m->g, m->player, m->slot, method_make(0, face, SHAPE_NORMAL, 0));
  bool land = subject_chars(&s)->types & TYPE(LAND); /* 305.9 */
  if (has_keyword_ability(&s, W_AFTERMATH) && object_row(m->g, m->slot)->zone != ZONE_GRAVEYARD) {
    RULE(m->g, "702.127a");
    return;
  }
  if (m->via) {
    if (!land) alternatives_add(m, face, 0, true);
    return;
  }
  if (m->own_right && !land) ways_add(m, face, 0);
  if (!land && !m->free) alternatives_add(m, face, 0, m->own_right);
  if (m->own_right && face == 0 && !m->free) face_down_add(m, 0);
  for (u32 p = 1; p <= m->permissions.count; p++) {
    bool costly = p <= 64 && m->permissions.costly >> (p - 1) & 1;
    if (!land) ways_add(m, face, p);
    if (!land && !costly) alternatives_add(m, face, p, true);
    if (face == 0 && !costly) face_down_add(m, p);
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
  if (!id || method_face(m) >= carddb_card(g->db, id)->faces) return 0;
  return carddb_face(g->db, carddb_card(g->db, id)->face + method_face(m))->chars.name;
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

static u32 methods_in(MethodList *m, bool transformed) {
  Game *g = m->g;
  m->permissions = (Permission){.player = m->player, .slot = m->slot};
  m->own_right = m->resolving || own_right(g, m->player, m->slot);
  if (!m->own_right) rules_visit(g, IR_R_MAY_PLAY, permission_visit, &m->permissions);
  u32 card = cv_card(g, object_row(g, m->slot)->cv);
  if (transformed) transformed_add(m, card);
  u32 faces = transformed ? 0 : castable_faces(g->db, card);
  for (u32 face = 0; face < faces; face++) face_add(m, face);
  return m->count;
}

u32 methods_find(Game *g, u32 player, u32 slot, u32 flags, CastMethod *out) {
  bool resolving = flags & ANNOUNCE_RESOLVING, free = flags & ANNOUNCE_FREE;
  MethodList m = {.g = g, .player = player, .slot = slot, .resolving = resolving, .free = free, .out = out};
  return methods_in(&m, (flags & ANNOUNCE_TRANSFORMED) != 0);
}

u32 methods_find_via(Game *g, u32 player, u32 slot, Word via, CastMethod *out) {
  MethodList m = {.g = g, .player = player, .slot = slot, .resolving = true, .via = via, .out = out};
  return methods_in(&m, false);
}

bool castable_now(Game *g, u32 player, u32 slot) {
  Subject s = subject_of_card(g, player, slot, 0);
  return timing_allows(&s, subject_chars(&s), 0) && cast_allowed(&s);
}

/* --- lands ---------------------------------------------------------------------------------------------- */

static bool extra_lands_visit(const Eval *e, Node rule, void *user) {
  i64 *total = user; /* [0] the lands so far, [1] the player */
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_EXTRA_LANDS_PLAYERS), ref_player((u32)total[1]))) return false;
  total[0] = num_add(total[0], eval_num(e, node_arg(db, rule, ARG_R_EXTRA_LANDS_N)), NULL);
  return false;
}

/* Whether the player may still play a land this turn (305.2). */
static bool lands_left(Game *g, u32 player) {
  i64 total[2] = {1, player};
  rules_visit(g, IR_R_EXTRA_LANDS, extra_lands_visit, total);
  return core(g)->players[player].lands_played < total[0];
}

bool land_allowed(Game *g, u32 player) {
  return sorcery_timing(g, player) && lands_left(g, player) && !rules_hold(g, IR_R_CANT_PLAY_LANDS, ref_player(player));
}

u32 land_methods_find(Game *g, u32 player, u32 slot, CastMethod *out) {
  const CardForm *form = form_in_hand(g, slot);
  /* What is a spell in hand, and nothing else, is no land. */
  if (form && form->cast != CAST_ANYHOW && !(form->chars.types & TYPE(LAND))) return 0;
  Permission permission = {.player = player, .slot = slot, .land = true};
  bool own = own_right(g, player, slot);
  if (!own) rules_visit(g, IR_R_MAY_PLAY, permission_visit, &permission);
  if (!own && permission.count == 0) return 0;
  u32 count = 0, faces = castable_faces(g->db, cv_card(g, object_row(g, slot)->cv));
  for (u32 face = 0; face < faces && count < METHODS_CAP; face++) {
    CastMethod method = method_make(0, face, SHAPE_NORMAL, own ? 0 : 1);
    Subject s = subject_of_card(g, player, slot, method);
    if (subject_chars(&s)->types & TYPE(LAND)) out[count++] = method;
  }
  return count;
}
