#include "explain/options.h"

#include "cards/ir_args.h"
#include "rules/combat/combat.h"

/* --- decisions --------------------------------------------------------------------------------- */

void question_words(Game *g, const Phrasing *p, Text *out) {
  static const char *const KINDS[DECISION_KIND_COUNT] = {[DECISION_NONE] = "nothing",
#define DK(KIND, NAME) [DECISION_##KIND] = (NAME),
                                                         DECISION_KINDS(DK)
#undef DK
  };
  const Decision d = core(g)->decision;
  text_adds(out, KINDS[d.kind]);
  if (d.source) {
    text_adds(out, ", for ");
    p->ref(p->user, g, d.source, out);
  }
  if (g->decision_rule && g->decision_rule[0]) text_addf(out, " (%s)", g->decision_rule);
}

/* --- ways of casting --------------------------------------------------------------------------- */

static u32 card_of(const Game *g, const Option *option) {
  u32 slot = object_live(g, option->ref);
  return slot ? cv_card(g, object_row(g, slot)->cv) : 0;
}

StrId option_face(const Game *g, const Option *option) {
  u32 card = card_of(g, option);
  return card && carddb_card(g->db, card)->faces > 1 ? method_name(g, option->ref, option->a) : 0;
}

/* Both halves of a split card at once (702.102a). */
static bool casts_both_halves(const Game *g, const Option *option) {
  u32 card = card_of(g, option);
  return card && carddb_card(g->db, card)->combined && method_face(option->a) == carddb_card(g->db, card)->combined;
}

Str option_way(Game *g, const Option *option) {
  u32 way = method_way(option->a);
  if (method_prototyped(g, option->ref, option->a)) return STR("prototype");
  if (casts_both_halves(g, option)) return word_text(W_FUSE);
  if (way == WAY_FREE) return STR("without paying its mana cost");
  return way == WAY_FACE_DOWN ? STR("face down") : (Str){0};
}

/* The ability that allows the way the card would be cast, 0 for the mana cost and the like. */
static u32 way_ability(Game *g, const Option *option) {
  u32 slot = object_live(g, option->ref), way = method_way(option->a);
  if (!slot || way == WAY_MANA_COST || way >= WAY_PERMISSION) return 0;
  return context_of_card(g, core(g)->decision.for_player, slot, option->a).way.ability;
}

/* The way alone, whatever face is cast so. */
static void add_way(Game *g, const Option *option, const Phrasing *p, Text *out) {
  u32 ability = way_ability(g, option), slot = object_live(g, option->ref);
  Str name = option_way(g, option);
  PlayPermission permission;
  if (ability) {
    Node node = carddb_ability(g->db, ability)->node;
    Word label = (Word)node_arg(g->db, node, ARG_ALTERNATIVE_COST_LABEL);
    if (label == W_LABEL_ALTERNATIVE_COST)
      node_english(g->db, ability, node_arg(g->db, node, ARG_ALTERNATIVE_COST_COST), out);
    else
      text_add(out, word_text(label));
  } else if (slot && permission_of_method(g, core(g)->decision.for_player, slot, option->a, &permission)) {
    p->ref(p->user, g, permission.e.source, out);
  } else if (name.length) {
    text_add(out, name);
  } else {
    text_adds(out, p->answers ? "none (its mana cost)" : "its mana cost");
  }
}

void way_words(Game *g, const Option *option, const Phrasing *p, Text *out) {
  StrId face = option_face(g, option);
  if (face) {
    text_add(out, p->name(p->user, g, face));
    if (method_plain(g, option->ref, option->a)) return;
    text_adds(out, ", ");
  }
  add_way(g, option, p, out);
}

static void add_card(Game *g, const Option *option, const Phrasing *p, Text *out) {
  bool shown = option->kind == OPTION_PLAY || method_shape(option->a) == SHAPE_NORMAL;
  StrId name = shown ? method_name(g, option->ref, option->a) : 0;
  if (name)
    text_add(out, p->name(p->user, g, name));
  else
    p->ref(p->user, g, option->ref, out);
}

static void add_cast(Game *g, const Option *option, const Phrasing *p, Text *out) {
  if (p->answers && core(g)->decision.kind == DECISION_METHOD) {
    way_words(g, option, p, out);
    return;
  }
  text_adds(out, "cast ");
  add_card(g, option, p, out);
  if (!option->a || method_plain(g, option->ref, option->a)) return;
  text_adds(out, " via ");
  add_way(g, option, p, out);
}

/* --- objects and players ----------------------------------------------------------------------- */

/* Whose an object is, where it is not of whoever decides, or where it lies, where that is a graveyard or exile. */
static void add_whose(Game *g, const Phrasing *p, Ref ref, Text *out) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!slot) return;
  const Object *o = object_row(g, slot);
  bool shared = o->zone == ZONE_BATTLEFIELD || o->zone == ZONE_STACK;
  u32 whose = shared ? o->controller : o->owner;
  bool others = whose != core(g)->decision.for_player;
  if (o->zone == ZONE_GRAVEYARD || o->zone == ZONE_EXILE)
    text_adds(out, o->zone == ZONE_EXILE ? " in exile" : others ? " in the graveyard" : " in your graveyard");
  if (!others) return;
  text_adds(out, " of ");
  p->ref(p->user, g, ref_player(whose), out);
}

/* An object or player, with what it attacks or blocks. */
static void add_ref(Game *g, const Option *option, const Phrasing *p, Text *out) {
  u32 kind = core(g)->decision.kind;
  if (kind == DECISION_BAND && !p->answers) text_adds(out, "in a band with ");
  p->ref(p->user, g, option->ref, out);
  if (!p->answers) add_whose(g, p, option->ref, out);
  if ((kind != DECISION_ATTACKER && kind != DECISION_BLOCKER) || !option->n) return;
  text_adds(out, kind == DECISION_ATTACKER ? " attacks " : " blocks ");
  p->ref(p->user, g, (Ref)option->n, out);
}

static void add_number(Game *g, const Option *option, const Phrasing *p, Text *out) {
  if (option->ref && p->answers) {
    p->ref(p->user, g, option->ref, out);
    text_addc(out, '=');
  }
  text_addf(out, "%lld", (long long)option->n);
  if (!option->ref || p->answers) return;
  text_adds(out, " to ");
  p->ref(p->user, g, option->ref, out);
}

/* --- abilities and actions --------------------------------------------------------------------- */

AbilityInst option_ability(Game *g, const Option *option) {
  u32 slot = object_live(g, option->ref);
  switch (option->kind) {
    case OPTION_ABILITY: return (AbilityInst){.ability = option->a < g->db->abilities.count ? option->a : 0};
    case OPTION_ACTIVATE:
      return slot && option->a < ability_count(g, slot) ? ability_get(g, slot, option->a) : (AbilityInst){0};
    case OPTION_CAST: return (AbilityInst){.ability = way_ability(g, option)};
    case OPTION_REF: {
      bool on_stack = slot && object_row(g, slot)->kind == OBJECT_ABILITY && object_row(g, slot)->zone == ZONE_STACK;
      if (!on_stack) return (AbilityInst){0};
      const StackItem *item = stack_item_of(g, slot);
      return (AbilityInst){.ability = item->ability, .subst = item->subst};
    }
    default: return (AbilityInst){0};
  }
}

/* An ability and its object: as an answer the words come first. */
static void add_ability(Game *g, const Option *option, const Phrasing *p, Text *out) {
  AbilityInst inst = option_ability(g, option);
  if (!p->answers) {
    if (option->kind == OPTION_ACTIVATE) text_adds(out, "activate ");
    p->ref(p->user, g, option->ref, out);
    if (!inst.ability) return;
    text_adds(out, ": ");
  }
  u32 from = out->length;
  if (inst.ability) p->ability(p->user, g, inst, option->ref, out);
  text_join_lines(out, from);
  if (!p->answers) return;
  if (out->length == from) text_adds(out, "an ability");
  text_adds(out, " (");
  p->ref(p->user, g, option->ref, out);
  text_addc(out, ')');
}

Str option_mode_says(Game *g, const Option *option) {
  u32 ability = option->kind == OPTION_MODE ? asking_ability(g) : 0;
  return ability && option->n > 0 ? says_mode(carddb_says(g->db, ability), (u32)option->n) : (Str){0};
}

/* One of several alternatives, a mode or a cost. */
static void add_alternative(Game *g, const Option *option, const Phrasing *p, Text *out) {
  u32 from = out->length;
  Str says = option_mode_says(g, option);
  if (says.length)
    text_add(out, says);
  else if (option->a)
    node_english(g->db, asking_ability(g), option->a, out);
  text_join_lines(out, from);
  bool silent = out->length == from;
  if (silent || (p->answers && option->n))
    text_addf(out, p->answers && !silent ? " (mode %lld)" : "mode %lld", (long long)option->n);
}

static void add_special(Game *g, const Option *option, const Phrasing *p, Text *out) {
  text_adds(out, option->a == SPECIAL_TURN_UP ? "turn face up: " : "unlock ");
  if (option->a == SPECIAL_UNLOCK) {
    text_add(out, p->name(p->user, g, half_name(g, ref_slot(option->ref), (u32)option->n)));
    text_adds(out, ": ");
  }
  p->ref(p->user, g, option->ref, out);
}

static void add_mana(const Option *option, const Phrasing *p, Text *out) {
  if (!p->answers) text_adds(out, "pay ");
  if (!option->word) {
    text_addf(out, "{%u}", option->a);
    return;
  }
  text_add(out, word_text(option->word));
  if (!p->answers) text_adds(out, " mana");
}

/* --- all of them ------------------------------------------------------------------------------- */

void option_words(Game *g, const Option *option, const Phrasing *p, Text *out) {
  switch ((OptionKind)option->kind) {
    case OPTION_PASS: text_adds(out, "pass"); return;
    case OPTION_YES: text_adds(out, "yes"); return;
    case OPTION_NO: text_adds(out, "no"); return;
    case OPTION_DONE: text_adds(out, "done"); return;
    case OPTION_LIFE: text_adds(out, p->answers ? "life" : "pay life"); return;
    case OPTION_REF: add_ref(g, option, p, out); return;
    case OPTION_NUMBER: add_number(g, option, p, out); return;
    case OPTION_WORD: text_add(out, word_text(option->word)); return;
    case OPTION_MANA: add_mana(option, p, out); return;
    case OPTION_NAME: text_add(out, p->name(p->user, g, option->a)); return;
    case OPTION_MODE:
    case OPTION_NODE: add_alternative(g, option, p, out); return;
    case OPTION_CAST: add_cast(g, option, p, out); return;
    case OPTION_PLAY:
      text_adds(out, "play ");
      add_card(g, option, p, out);
      return;
    case OPTION_ACTIVATE:
    case OPTION_ABILITY: add_ability(g, option, p, out); return;
    case OPTION_SPECIAL: add_special(g, option, p, out); return;
  }
}
