/* What is said of an object that is put into the game. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/combat/combat.h"
#include "rules/query/query.h"
#include "scenario/run_private.h"
#include "state/setup.h"

/* --- counters --------------------------------------------------------------------------------- */

/* Whether the item says how many counters of the kind there are. */
static bool says_counters(const ScenarioItem *item, Word kind) {
  for (u32 i = 0; i < item->counters.count; i++)
    if (word_find(item->counters.data[i].kind, WC_COUNTER) == kind) return true;
  return item->level.given && kind == W_C_LEVEL;
}

bool setup_counters(Runner *r, const ScenarioCountersList *list, void (*put)(Game *, u32, Word, i64), u32 where) {
  for (u32 i = 0; i < list->count; i++) {
    const ScenarioCounters *counters = &list->data[i];
    Word kind;
    if (!run_word_known(r, counters->place, counters->kind, WC_COUNTER, &kind)) return false;
    if (counters->count) put(r->play.g, where, kind, counters->count);
  }
  return true;
}

/* --- faces and status ------------------------------------------------------------------------- */

static bool has_flag(const ScenarioItem *item, ScenarioFlag flag) { return item->flags & 1u << flag; }

/* How a card that is face down may have come to be so, when nothing is said of it: by the keyword it has. */
static FaceDownKind face_down_kind(const Runner *r, const ScenarioItem *item) {
  static const FaceDownKind SAID[] = {[SCENARIO_FACE_DOWN_MORPH] = FACE_DOWN_MORPH,
                                      [SCENARIO_FACE_DOWN_MANIFEST] = FACE_DOWN_MANIFEST,
                                      [SCENARIO_FACE_DOWN_DISGUISE] = FACE_DOWN_DISGUISE,
                                      [SCENARIO_FACE_DOWN_CLOAK] = FACE_DOWN_CLOAK};
  if (item->face_down > SCENARIO_FACE_DOWN) return SAID[item->face_down];
  u32 card = carddb_find(r->db, item->name.text, NULL);
  if (!card) return FACE_DOWN_PLAIN;
  const Chars *c = &carddb_face(r->db, carddb_card(r->db, card)->face)->chars;
  if (chars_keyword(c, W_DISGUISE)) return FACE_DOWN_DISGUISE;
  return chars_keyword(c, W_MORPH) || chars_keyword(c, W_MEGAMORPH) ? FACE_DOWN_MORPH : FACE_DOWN_PLAIN;
}

static void put_status(Runner *r, const ScenarioItem *item, u32 slot) {
  u32 status = 0;
  FaceDownKind kind = FACE_DOWN_PLAIN;
  if (has_flag(item, SCENARIO_FLAG_TAPPED)) status |= STATUS_TAPPED;
  if (has_flag(item, SCENARIO_FLAG_FLIPPED)) status |= STATUS_FLIPPED;
  if (has_flag(item, SCENARIO_FLAG_PHASED_OUT)) status |= STATUS_PHASED_OUT;
  if (item->face_down != SCENARIO_FACE_UP) {
    status |= STATUS_FACE_DOWN;
    kind = face_down_kind(r, item);
  }
  setup_status(r->play.g, slot, status, kind);
}

/* Which face is up: by the name it is called by, or because it is transformed. A Room called by the name of a half has
   that half unlocked. */
static void put_face(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  u32 face = 0, card = item->token ? 0 : carddb_find(r->db, item->name.text, &face);
  if (!card) return;
  const CardDef *def = carddb_card(r->db, card);
  bool turns = def->layout == LAYOUT_TRANSFORM || def->layout == LAYOUT_MODAL_DFC;
  if (turns && has_flag(item, SCENARIO_FLAG_TRANSFORMED) && def->faces > 1) face = 1;
  if (turns && face) setup_face(g, slot, face);
  if (def->layout == LAYOUT_FLIP && face) object_row(g, slot)->status |= STATUS_FLIPPED;
  bool half = def->layout == LAYOUT_ROOM && !name_is(r, def->name, item->name.text);
  if (half) object_row(g, slot)->flags |= face ? OBJECT_RIGHT_UNLOCKED : OBJECT_LEFT_UNLOCKED;
}

/* A melded permanent is two cards with their combined back face up (712.4). */
static bool put_melded(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  u32 face = 0, first = carddb_find(r->db, item->name.text, &face);
  const CardDef *def = carddb_card(r->db, first);
  bool named = def->layout == LAYOUT_MELD && face;
  if (item->melded_with.text.length == 0 && !named) return true;
  u32 second = named ? def->meld_partner : carddb_find(r->db, item->melded_with.text, NULL);
  u32 back = def->faces > 1 ? first : second;
  if (def->layout != LAYOUT_MELD || !second || carddb_card(r->db, back)->faces < 2) {
    return run_unsupported(r, item->place, "%.*s can't be melded so", (int)item->name.text.length,
                           item->name.text.data);
  }
  setup_further_card(g, slot, second);
  object_row(g, slot)->cv = back;
  setup_face(g, slot, 1);
  permanent_of(g, slot)->flags |= PERM_MELDED;
  return true;
}

/* --- one object ------------------------------------------------------------------------------- */

/* Cards of other types can't enter the battlefield (110.4), whatever happens to a permanent's types later (110.4c). */
static bool can_be_permanent(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  const Object *o = object_row(g, slot);
  if (object_hidden(o) || cv_chars(g, o->cv, shown_face(g, o, o->cv))->types & PERMANENT_TYPES) return true;
  return run_fail(r, item->place, "%.*s can't be on the battlefield: only permanent cards can (110.4)",
                  (int)item->name.text.length, item->name.text.data);
}

static bool put_permanent(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  if (item->controller) setup_controller(g, slot, item->controller->player);
  if (!item->token && !put_melded(r, item, slot)) return false;
  put_status(r, item, slot);
  put_face(r, item, slot);
  if (item->copy_of.text.length > 0) {
    u32 face = 0, card = carddb_find(r->db, item->copy_of.text, &face);
    CvId cv = face || cv_is_double_faced(g, card) ? cv_make(g, card, 1 + face, 0, NULL, 0, 0) : card;
    object_row(g, slot)->cv = cv;
  }
  Permanent *p = permanent_of(g, slot);
  p->damage = item->damage.n;
  if (has_flag(item, SCENARIO_FLAG_SUMMONING_SICK)) p->flags |= PERM_SICK;
  if (has_flag(item, SCENARIO_FLAG_MONSTROUS)) p->flags |= PERM_MONSTROUS;
  if (has_flag(item, SCENARIO_FLAG_BESTOWED)) {
    p->flags |= PERM_BESTOWED;
    CvId cv = cv_bestowed(g, object_row(g, slot)->cv);
    object_row(g, slot)->cv = cv;
  }
  return can_be_permanent(r, item, slot);
}

bool setup_item(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  if (item->zone == ZONE_BATTLEFIELD && !put_permanent(r, item, slot)) return false;
  if (item->zone == ZONE_EXILE && item->face_down != SCENARIO_FACE_UP) setup_exiled_face_down(g, slot);
  if (has_flag(item, SCENARIO_FLAG_COMMANDER)) setup_commander(g, slot);
  return setup_counters(r, &item->counters, object_counters_add, slot);
}

/* --- what was chosen (607.2d) ----------------------------------------------------------------- */

/* The choices an object's abilities remember: what is noted under a link, and how it was chosen. */
typedef struct Noted {
  StrId link;
  u32 acquisition;
  Node chosen; /* the choosing action; 0 for a number that is noted at once */
} Noted;
#define NOTED_CAP 16

typedef struct NotedSearch {
  Noted list[NOTED_CAP];
  u32 count;
  u32 acquisition;
  struct {
    u32 slot;
    Node node;
  } choices[NOTED_CAP];
  u32 choice_count;
} NotedSearch;

static bool is_choice(IrOp op) {
  return op == IR_CHOOSE || op == IR_CHOOSE_NUMBER || op == IR_CHOOSE_COLOR || op == IR_CHOOSE_SUBTYPE ||
         op == IR_CHOOSE_LAND_TYPE || op == IR_CHOOSE_ANY_LAND_TYPE || op == IR_CHOOSE_NAME || op == IR_CHOOSE_WORD;
}

static bool visit_choice(void *context, const CardDb *db, Node node) {
  NotedSearch *s = context;
  IrOp op = node_op(db, node);
  if (is_choice(op) && s->choice_count < NOTED_CAP) {
    s->choices[s->choice_count].slot = node_arg(db, node, ARG_CHOOSE_SLOT);
    s->choices[s->choice_count++].node = node;
  }
  if (s->count == NOTED_CAP) return false;
  if (op == IR_NOTE_NUMBER) s->list[s->count++] = (Noted){node_arg(db, node, ARG_NOTE_NUMBER_LINK), s->acquisition, 0};
  if (op != IR_NOTE) return true;
  for (u32 i = 0; i < s->choice_count; i++) {
    if (s->choices[i].slot != node_arg(db, node, ARG_NOTE_SLOT)) continue;
    s->list[s->count++] = (Noted){node_arg(db, node, ARG_NOTE_LINK), s->acquisition, s->choices[i].node};
    break;
  }
  return true;
}

static void noted_find(Runner *r, u32 slot, NotedSearch *s) {
  Game *g = r->play.g;
  s->count = 0;
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    s->acquisition = inst.acquisition;
    s->choice_count = 0;
    ir_walk(r->db, carddb_ability(r->db, inst.ability)->node, visit_choice, s);
  }
}

/* The word of a text that such a choice could have been. */
static Word chosen_word(const CardDb *db, Node choice, Str text) {
  switch (node_op(db, choice)) {
    case IR_CHOOSE_SUBTYPE:
    case IR_CHOOSE_LAND_TYPE:
    case IR_CHOOSE_ANY_LAND_TYPE: return word_find(text, WC_SUBTYPE);
    case IR_CHOOSE_COLOR: return word_find(text, WC_COLOR);
    case IR_CHOOSE_WORD:
      for (u32 i = ARG_CHOOSE_WORD_WORDS; i < node_argc(db, choice); i++)
        if (str_equal_folded(word_text((Word)node_arg(db, choice, i)), text)) return (Word)node_arg(db, choice, i);
      return 0;
    default: return 0;
  }
}

/* The value a choice of that kind would have, VALUE_NONE if it can't be what was chosen. */
static Value chosen_value(Runner *r, const ScenarioChosen *chosen, const Noted *noted) {
  IrOp op = noted->chosen ? node_op(r->db, noted->chosen) : IR_CHOOSE_NUMBER;
  bool color = chosen->kind == SCENARIO_CHOSEN_COLOR, text = chosen->kind == SCENARIO_CHOSEN_TEXT;
  if (chosen->kind == SCENARIO_CHOSEN_NUMBER && op == IR_CHOOSE_NUMBER)
    return (Value){.tag = VALUE_NUMBER, .v = (u64)chosen->number};
  if (text && op == IR_CHOOSE_NAME) return (Value){.tag = VALUE_NAME, .v = run_name_id(r, chosen->text.text)};
  if (!noted->chosen || (!color && !text)) return (Value){.tag = VALUE_NONE};
  Word word = chosen_word(r->db, noted->chosen, color ? word_text(chosen->color) : chosen->text.text);
  return word ? (Value){.tag = VALUE_WORD, .v = color ? chosen->color : word} : (Value){.tag = VALUE_NONE};
}

/* The object or player a reference of the setup means. */
static bool setup_ref(Runner *r, const ScenarioRef *ref, Ref *out) {
  if (ref->kind == SCENARIO_REF_PLAYER) {
    *out = ref_player(ref->player);
    return true;
  }
  if (!ref_find_anywhere(r, ref)) return false;
  if (r->found.count == 0) {
    return run_fail(r, ref->place, "there is no such object: %.*s", (int)ref->text.length, ref->text.data);
  }
  *out = r->found.data[0];
  return true;
}

static bool put_chosen_one(Runner *r, const ScenarioChosen *chosen, u32 slot, const NotedSearch *s, u32 *used) {
  Game *g = r->play.g;
  for (u32 i = 0; i < s->count; i++) {
    const Noted *noted = &s->list[i];
    if (*used >> i & 1) continue;
    bool objects = noted->chosen && node_op(r->db, noted->chosen) == IR_CHOOSE;
    if (chosen->kind == SCENARIO_CHOSEN_REF && objects) {
      Ref ref = REF_NONE;
      if (!setup_ref(r, chosen->ref, &ref)) return false;
      note_add_ref(g, slot, noted->acquisition, noted->link, ref);
    } else {
      Value value = chosen_value(r, chosen, noted);
      if (value.tag == VALUE_NONE) continue;
      note_set(g, slot, noted->acquisition, noted->link, value);
    }
    *used |= 1u << i;
    facts_changed(g, FACT_NOTES);
    return true;
  }
  return run_fail(r, chosen->kind == SCENARIO_CHOSEN_TEXT ? chosen->text.place : run_place(r),
                  "the object's abilities remember no such choice");
}

bool setup_chosen(Runner *r, const ScenarioItem *item, u32 slot) {
  if (item->chosen.count == 0) return true;
  NotedSearch s;
  u32 used = 0;
  noted_find(r, slot, &s);
  for (u32 i = 0; i < item->chosen.count; i++)
    if (!put_chosen_one(r, &item->chosen.data[i], slot, &s, &used)) return false;
  return true;
}

/* --- what is remembered of other objects (607.2a) --------------------------------------------- */

static bool visit_link(void *context, const CardDb *db, Node node) {
  StrId *link = context;
  switch (node_op(db, node)) {
    case IR_EXILE: *link = node_arg(db, node, ARG_EXILE_LINK); break;
    case IR_MOVE: *link = node_arg(db, node, ARG_MOVE_LINK); break;
    case IR_INSTEAD_ZONE: *link = node_arg(db, node, ARG_INSTEAD_ZONE_LINK); break;
    default: break;
  }
  return !*link;
}

static bool put_imprinted(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  if (item->imprinted.count == 0) return true;
  StrId link = 0;
  AbilityInst inst = {0};
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count && !link; i++) {
    inst = ability_get(g, slot, i);
    ir_walk(r->db, carddb_ability(r->db, inst.ability)->node, visit_link, &link);
  }
  if (!link) return run_fail(r, item->place, "the object's abilities exile no cards that they remember");
  for (u32 i = 0; i < item->imprinted.count; i++) {
    Ref ref = REF_NONE;
    if (!setup_ref(r, item->imprinted.data[i], &ref)) return false;
    note_add_ref(g, slot, inst.acquisition, link, ref);
  }
  return true;
}

/* Creatures attack from one combat step to another (506.4). */
static bool begins_in_combat(const Scenario *s) {
  if (s->sections.count == 0) return false;
  Word step = s->sections.data[0].step;
  return step >= W_STEP_BEGIN_COMBAT && step <= W_STEP_END_COMBAT;
}

bool setup_attacker(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  Ref whom = REF_NONE;
  if (!item->attacking.given) return true;
  if (!begins_in_combat(r->s))
    return run_fail(r, item->place,
                    "nothing attacks outside of combat (506.1): let the first section be one of a combat step, or let "
                    "the creature attack with an `attacks` line");
  u32 controller = object_row(g, slot)->controller;
  for (u32 p = 0; p < core(g)->player_count && !item->attacking.whom; p++)
    if (p != controller) whom = whom ? REF_NONE : ref_player(p);
  if (item->attacking.whom && !setup_ref(r, item->attacking.whom, &whom)) return false;
  if (!whom) return run_fail(r, item->place, "say who is attacked: there are several opponents");
  if (object_row(g, slot)->zone != ZONE_BATTLEFIELD) return true;
  if (!belongs_in_combat(g, slot))
    return run_fail(r, item->place, "only a creature can be attacking (506.3): leave out `attacking` here");
  if (controller != core(g)->active)
    return run_fail(r, item->place, "only the active player's creatures attack (506.2): leave out `attacking` here");
  attack_begin(g, slot, whom);
  return true;
}

bool setup_item_refs(Runner *r, const ScenarioItem *item, u32 slot) {
  if (has_flag(item, SCENARIO_FLAG_COMPANION) && !companion_choose(r->play.g, slot))
    return run_fail(r, item->place,
                    "this can't be the companion of the deck: expected one card with a companion ability whose "
                    "condition each card of the deck meets (103.2b)");
  if (item->attached_to) {
    Ref to = REF_NONE;
    if (!setup_ref(r, item->attached_to, &to)) return false;
    setup_attach(r->play.g, slot, to);
    facts_changed(r->play.g, FACT_ATTACHED);
  }
  return setup_chosen(r, item, slot) && put_imprinted(r, item, slot);
}

/* --- how it entered --------------------------------------------------------------------------- */

/* A level is that of a Class (716.2b); a creature with level up has level counters (702.87a). */
static void put_level(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  if (!item->level.given) return;
  if (has_keyword(g, slot, W_LEVEL_UP)) {
    if (item->level.n) object_counters_add(g, slot, W_C_LEVEL, item->level.n);
  } else {
    permanent_of(g, slot)->level = (u32)item->level.n;
  }
  facts_changed(g, FACT_STATUS | FACT_COUNTERS);
}

static void enter_counters(Runner *r, const ScenarioItem *item, u32 slot, Word kind, i64 n) {
  if (n <= 0 || says_counters(item, kind)) return;
  object_counters_add(r->play.g, slot, kind, n);
  facts_changed(r->play.g, FACT_COUNTERS);
}

/* What a replacement effect makes of its object's entering, as far as nobody chooses anything for it. */
static void enter_change(Runner *r, const ScenarioItem *item, u32 slot, const Eval *e, Node change) {
  const CardDb *db = r->db;
  switch (node_op(db, change)) {
    case IR_SEQ:
    case IR_TOGETHER:
      for (u32 i = 0; i < node_argc(db, change); i++) enter_change(r, item, slot, e, node_arg(db, change, i));
      break;
    case IR_IF: {
      bool yes = eval_cond(e, node_arg(db, change, ARG_IF_CONDITION));
      Node next = node_arg(db, change, yes ? ARG_IF_THEN : ARG_IF_ELSE);
      if (next) enter_change(r, item, slot, e, next);
      break;
    }
    case IR_ENTERS_TAPPED:
      object_row(r->play.g, slot)->status |= STATUS_TAPPED;
      facts_changed(r->play.g, FACT_STATUS);
      break;
    case IR_ENTERS_WITH:
      enter_counters(r, item, slot, (Word)node_arg(db, change, ARG_ENTERS_WITH_KIND),
                     eval_num(e, node_arg(db, change, ARG_ENTERS_WITH_N)));
      break;
    default: break;
  }
}

static void enter_by_abilities(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  const CardDb *db = r->db;
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(db, inst.ability);
    if (def->op != IR_REPLACEMENT || !(def->flags & ABILITY_ENTERS)) continue;
    if (node_arg(db, def->node, ARG_REPLACEMENT_OPTIONAL)) continue;
    if (node_op(db, node_arg(db, def->node, ARG_REPLACEMENT_EVENT)) != IR_E_SELF_ENTERS) continue;
    Eval e = eval_of_ability(g, slot, &inst);
    Node condition = node_arg(db, def->node, ARG_REPLACEMENT_IF);
    if (condition && !eval_cond(&e, condition)) continue;
    enter_change(r, item, slot, &e, node_arg(db, def->node, ARG_REPLACEMENT_CHANGE));
  }
}

/* Face-down permanents have none of it, tokens and copies what their values say. The intrinsic abilities: 306.5b,
   310.4b, 714.3a. */
bool setup_entered(Runner *r, const ScenarioItem *item, u32 slot) {
  Game *g = r->play.g;
  put_level(r, item, slot);
  const Chars c = *chars_of(g, slot);
  if (c.has & HAS_LOYALTY && c.types & TYPE(PLANESWALKER)) enter_counters(r, item, slot, W_C_LOYALTY, c.loyalty);
  if (c.has & HAS_DEFENSE && c.types & TYPE(BATTLE)) enter_counters(r, item, slot, W_C_DEFENSE, c.defense);
  if (saga_final_chapter(g, slot) > 0 && !has_keyword(g, slot, W_READ_AHEAD))
    enter_counters(r, item, slot, W_C_LORE, 1);
  enter_by_abilities(r, item, slot);
  return true;
}

/* --- tokens ----------------------------------------------------------------------------------- */

#define TOKEN_MODS 64

typedef struct TokenMods {
  Mod mods[TOKEN_MODS];
  u32 count;
  u16 types, supertypes;
  u8 colors;
} TokenMods;

static void mod_add(TokenMods *t, Mod mod) {
  if (t->count < TOKEN_MODS) t->mods[t->count++] = mod;
}

static bool token_word(Runner *r, const ScenarioDescriptor *d, TokenMods *t) {
  switch (d->kind) {
    case SCENARIO_IS_PT: mod_add(t, (Mod){.op = IR_M_BASE_PT, .x = d->pt.power, .y = d->pt.toughness}); return true;
    case SCENARIO_IS_COLOR: t->colors |= (u8)(1u << color_bit((Word)d->value)); return true;
    case SCENARIO_IS_SUPERTYPE: mod_add(t, (Mod){.op = IR_M_ADD_SUPERTYPE, .word = (Word)d->value}); return true;
    case SCENARIO_IS_TYPE: t->types |= (u16)(1u << type_bit((Word)d->value)); return true;
    case SCENARIO_IS_SUBTYPE: break;
    case SCENARIO_IS_STATE:
    case SCENARIO_IS_BASE_PT: return true;
  }
  Word word;
  if (!run_word_known(r, d->place, d->text, WC_SUBTYPE, &word)) return false;
  mod_add(t, (Mod){.op = IR_M_ADD_SUBTYPE, .word = word});
  return true;
}

/* The ability of the database with that text; 0 if there is none. */
static u32 find_ability(Runner *r, Str text, SelfName self) {
  const CardDb *db = r->db;
  for (u32 a = 1; a < db->abilities.count; a++) {
    if (!carddb_ability_sound(db, a)) continue;
    if (text_match_ability(r, text, printed(a), self) == TEXT_BEGINS && !carddb_keyword_of(db, a)) return a;
  }
  return 0;
}

static bool token_ability(Runner *r, const ScenarioAbility *ability, SelfName self, TokenMods *t) {
  Str text = ability->text.text;
  Word keyword = word_find(text, WC_KEYWORD);
  u32 found = keyword ? carddb_bare_keyword(r->db, keyword) : find_ability(r, text, self);
  if (!found && !keyword) {
    return run_unsupported(r, ability->text.place, "no card has the ability \"%.*s\"", (int)text.length, text.data);
  }
  mod_add(t, (Mod){.op = IR_M_GAIN, .a = found, .word = keyword});
  return true;
}

static bool token_from_words(Runner *r, const ScenarioItem *item, CvId *cv) {
  TokenMods t = {.count = 0};
  StrId name = run_name_id(r, item->name.text);
  if (name & 0x80000000u && !vec_push(&r->allocator, &r->token_names, item->name.text)) return run_no_memory(r);
  /* Types stand before the subtypes that belong to them. */
  mod_add(&t, (Mod){.op = IR_M_NAME, .a = name});
  mod_add(&t, (Mod){.op = IR_M_SET_TYPES});
  mod_add(&t, (Mod){.op = IR_M_SET_COLOR});
  for (u32 i = 0; i < item->token_is.count; i++)
    if (!token_word(r, &item->token_is.data[i], &t)) return false;
  t.mods[1].a = t.types;
  t.mods[2].a = t.colors;
  for (u32 i = 0; i < item->token_has.count; i++)
    if (!token_ability(r, &item->token_has.data[i], (SelfName){.name = name}, &t)) return false;
  *cv = cv_make(r->play.g, 0, 0, 0, t.mods, t.count, CVR_TOKEN);
  return true;
}

/* A token nothing is said of is one of the card of that name. */
bool setup_token_values(Runner *r, const ScenarioItem *item, CvId *cv) {
  Str name = item->copy_of.text.length > 0 ? item->copy_of.text : item->name.text;
  if (item->token_is.count > 0 || item->token_has.count > 0) return token_from_words(r, item, cv);
  u32 face = 0, card = carddb_find(r->db, name, &face);
  *cv = face ? cv_make(r->play.g, card, 1 + face, 0, NULL, 0, 0) : card;
  return true;
}
