#include "explain/options.h"

#include "explain/trace.h"

#include "cards/ir_args.h"
#include "rules/combat/combat.h"

/* --- decisions --------------------------------------------------------------------------------- */

static void add_words(const Phrasing *p, Sentence sentence, Text *out) {
  text_adds(out, sentence_text(p->language, sentence));
}

static void add_with(Game *g, const Phrasing *p, Sentence sentence, i64 n, Str words, Text *out) {
  const Names names = {.language = p->language};
  sentence_say(g, &names, sentence, &(Event){.amount = n}, words, out);
}

void question_words(Game *g, const Phrasing *p, Text *out) {
  const Decision d = core(g)->decision;
  add_words(p, sentence_of_decision((DecisionKind)d.kind), out);
  if (d.source) {
    add_words(p, SENTENCE_ASKED_FOR, out);
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

Str option_way(Game *g, const Option *option, GavelLanguage language) {
  u32 way = method_way(option->a);
  if (method_prototyped(g, option->ref, option->a)) return STR("prototype");
  if (casts_both_halves(g, option)) return word_text(W_FUSE);
  if (way == WAY_FREE) return str_of(sentence_text(language, SENTENCE_WAY_FREE));
  return way == WAY_FACE_DOWN ? str_of(sentence_text(language, SENTENCE_WAY_FACE_DOWN)) : (Str){0};
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
  Str name = option_way(g, option, p->language);
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
    text_adds(out, p->answers ? "none (its mana cost)" : sentence_text(p->language, SENTENCE_WAY_MANA_COST));
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
  add_words(p, SENTENCE_DO_CAST, out);
  add_card(g, option, p, out);
  if (!option->a || method_plain(g, option->ref, option->a)) return;
  bool face_down = method_way(option->a) == WAY_FACE_DOWN && !method_permission(option->a);
  add_words(p, face_down ? SENTENCE_DO_FACE_DOWN : SENTENCE_DO_VIA, out);
  if (!face_down) add_way(g, option, p, out);
}

/* --- objects and players ----------------------------------------------------------------------- */

/* Whose an object is, where it is not of whoever decides, or where it lies, where that is a graveyard or exile. */
static void add_whose(Game *g, const Phrasing *p, Ref ref, Text *out) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!slot) return;
  const Object *o = object_row(g, slot);
  bool shared = zone_is_open((Zone)o->zone);
  u32 whose = shared ? o->controller : o->owner;
  bool others = whose != core(g)->decision.for_player;
  if (o->zone == ZONE_GRAVEYARD || o->zone == ZONE_EXILE)
    add_words(p,
              o->zone == ZONE_EXILE ? SENTENCE_IN_EXILE
              : others              ? SENTENCE_IN_GRAVEYARD
                                    : SENTENCE_IN_OWN_GRAVEYARD,
              out);
  if (!others) return;
  add_words(p, SENTENCE_OF, out);
  p->ref(p->user, g, ref_player(whose), out);
}

/* An object or player, with what it attacks or blocks. */
static void add_ref(Game *g, const Option *option, const Phrasing *p, Text *out) {
  u32 kind = core(g)->decision.kind;
  if (kind == DECISION_BAND && !p->answers) add_words(p, SENTENCE_IN_BAND_WITH, out);
  p->ref(p->user, g, option->ref, out);
  if (!p->answers) add_whose(g, p, option->ref, out);
  if ((kind != DECISION_ATTACKER && kind != DECISION_BLOCKER) || !option->n) return;
  add_words(p, kind == DECISION_ATTACKER ? SENTENCE_WOULD_ATTACK : SENTENCE_WOULD_BLOCK, out);
  p->ref(p->user, g, (Ref)option->n, out);
}

static void add_number(Game *g, const Option *option, const Phrasing *p, Text *out) {
  if (option->ref && !p->answers) {
    add_with(g, p, SENTENCE_AMOUNT_TO, option->n, STR(""), out);
    p->ref(p->user, g, option->ref, out);
    return;
  }
  if (option->ref) {
    p->ref(p->user, g, option->ref, out);
    text_addc(out, '=');
  }
  text_addf(out, "%lld", (long long)option->n);
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

/* Of a shield (615.7) how much it can still prevent. */
static void add_left(Game *g, const Option *option, const Phrasing *p, Text *out) {
  if (core(g)->decision.kind != DECISION_REPLACEMENT) return;
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (f->id != (u64)option->n || f->kind != EFFECT_REPLACEMENT || f->amount < 0) continue;
    add_with(g, p, SENTENCE_SHIELD_LEFT, f->amount, STR(""), out);
  }
}

/* An ability and its object: as an answer the words come first. */
static void add_ability(Game *g, const Option *option, const Phrasing *p, Text *out) {
  AbilityInst inst = option_ability(g, option);
  if (!p->answers) {
    if (option->kind == OPTION_ACTIVATE) add_words(p, SENTENCE_DO_ACTIVATE, out);
    p->ref(p->user, g, option->ref, out);
    if (!inst.ability) return;
    text_adds(out, ": ");
  }
  u32 from = out->length;
  if (inst.ability) p->ability(p->user, g, inst, option->ref, out);
  text_join_lines(out, from);
  if (!p->answers) {
    add_left(g, option, p, out);
    return;
  }
  if (out->length == from) add_words(p, SENTENCE_ABILITY, out);
  text_adds(out, " (");
  p->ref(p->user, g, option->ref, out);
  text_addc(out, ')');
  add_left(g, option, p, out);
}

Str option_mode_says(Game *g, const Option *option) {
  u32 ability = option->kind == OPTION_MODE ? asking_ability(g) : 0;
  return ability && option->n > 0 ? says_mode(carddb_says(g->db, ability), (u32)option->n) : (Str){0};
}

/* What the variables of what asks stand for now. */
typedef struct Values {
  Game *g;
  const Phrasing *p;
} Values;

static bool name_value(void *user, u32 slot, Text *out) {
  const Values *values = user;
  Game *g = values->g;
  Heap env = count_of(g, T_FRAMES) ? frame_top(g)->env : 0;
  Value v = env ? env_at(g, env)->slot[slot] : (Value){.tag = VALUE_NONE};
  if (v.tag != VALUE_REF && v.tag != VALUE_REFS) return false;
  u32 count = v.tag == VALUE_REF ? 1 : list_count(g, (Heap)v.v);
  for (u32 i = 0; i < count; i++) {
    if (i) add_words(values->p, i + 1 == count ? SENTENCE_LIST_AND : SENTENCE_LIST_COMMA, out);
    values->p->ref(values->p->user, g, v.tag == VALUE_REF ? (Ref)v.v : list_get(g, (Heap)v.v, i), out);
  }
  if (count == 0) add_words(values->p, SENTENCE_NOTHING, out);
  return true;
}

/* One of several alternatives, a mode or a cost. */
static void add_alternative(Game *g, const Option *option, const Phrasing *p, Text *out) {
  u32 from = out->length;
  Str says = option_mode_says(g, option);
  if (says.length)
    text_add(out, says);
  else if (option->a) {
    VariableNames names = {&(Values){g, p}, name_value};
    bool resolves = core(g)->decision.kind == DECISION_OPTION;
    node_english_named(g->db, asking_ability(g), option->a, resolves ? &names : NULL, out);
  }
  text_join_lines(out, from);
  bool silent = out->length == from;
  if (silent)
    add_with(g, p, SENTENCE_MODE, option->n, STR(""), out);
  else if (p->answers && option->n)
    text_addf(out, " (mode %lld)", (long long)option->n);
}

static void add_special(Game *g, const Option *option, const Phrasing *p, Text *out) {
  add_words(p, option->a == SPECIAL_TURN_UP ? SENTENCE_DO_TURN_UP : SENTENCE_DO_UNLOCK, out);
  if (option->a == SPECIAL_UNLOCK) {
    text_add(out, p->name(p->user, g, half_name(g, ref_slot(option->ref), (u32)option->n)));
    text_adds(out, ": ");
  }
  p->ref(p->user, g, option->ref, out);
}

static void add_mana(Game *g, const Option *option, const Phrasing *p, Text *out) {
  Str word = option->word ? word_said(p->language, option->word, WORD_MASCULINE) : STR("");
  if (!option->word) {
    if (!p->answers) add_words(p, SENTENCE_DO_PAY, out);
    text_addf(out, "{%u}", option->a);
  } else if (p->answers) {
    text_add(out, word);
  } else {
    add_with(g, p, SENTENCE_DO_PAY_MANA, 0, word, out);
  }
}

/* --- all of them ------------------------------------------------------------------------------- */

void option_words(Game *g, const Option *option, const Phrasing *p, Text *out) {
  switch ((OptionKind)option->kind) {
    case OPTION_PASS: add_words(p, SENTENCE_DO_PASS, out); return;
    case OPTION_YES: add_words(p, SENTENCE_DO_YES, out); return;
    case OPTION_NO: add_words(p, SENTENCE_DO_NO, out); return;
    case OPTION_DONE: add_words(p, SENTENCE_DO_DONE, out); return;
    case OPTION_LIFE: text_adds(out, p->answers ? "life" : sentence_text(p->language, SENTENCE_DO_LIFE)); return;
    case OPTION_REF: add_ref(g, option, p, out); return;
    case OPTION_NUMBER: add_number(g, option, p, out); return;
    case OPTION_WORD: text_add(out, word_said(p->language, option->word, WORD_MASCULINE)); return;
    case OPTION_MANA: add_mana(g, option, p, out); return;
    case OPTION_NAME: text_add(out, p->name(p->user, g, option->a)); return;
    case OPTION_MODE:
    case OPTION_NODE: add_alternative(g, option, p, out); return;
    case OPTION_CAST: add_cast(g, option, p, out); return;
    case OPTION_PLAY:
      add_words(p, SENTENCE_DO_PLAY, out);
      add_card(g, option, p, out);
      return;
    case OPTION_ACTIVATE:
    case OPTION_ABILITY: add_ability(g, option, p, out); return;
    case OPTION_SPECIAL: add_special(g, option, p, out); return;
  }
}
