/* What is expected of a single object. */
#include "cards/ir_args.h"
#include "rules/combat/combat.h"
#include "rules/query/query.h"
#include "scenario/run_private.h"

/* An object being judged: the row and values are copies, since looking may move the block. */
typedef struct Judged {
  Runner *r;
  Ref ref;
  u32 slot;
  Object o;
  Permanent p; /* zero off the battlefield */
  Chars c;
} Judged;

static bool judged_begin(Runner *r, Ref ref, Judged *j) {
  Game *g = r->play.g;
  u32 slot = object_live(g, ref);
  if (!slot) return false;
  *j = (Judged){.r = r, .ref = ref, .slot = slot};
  j->c = *chars_of(g, slot);
  j->o = *object_row(g, slot);
  if (j->o.zone == ZONE_BATTLEFIELD) j->p = *permanent_of(g, slot);
  return true;
}

/* --- states ----------------------------------------------------------------------------------- */

static bool on_battlefield(const Judged *j) { return j->o.zone == ZONE_BATTLEFIELD; }

static bool is_hidden(const Judged *j) {
  bool in_play = on_battlefield(j) || j->o.zone == ZONE_STACK;
  return (in_play && j->o.status & STATUS_FACE_DOWN) || j->o.flags & OBJECT_EXILED_FACE_DOWN;
}

static bool is_blocking(const Judged *j) {
  return j->p.flags & PERM_BLOCKING || list_count(j->r->play.g, j->p.blocking) > 0;
}

static bool is_melded(const Judged *j) {
  u32 card = j->o.card;
  return on_battlefield(j) && !(j->p.flags & PERM_MERGED) &&
         (j->p.flags & PERM_MELDED || (card && row_CARDS(j->r->play.g, card)->next));
}

/* Marked states, as bits of objects and of permanents. */
static const struct {
  u32 status, flag;
} MARKS[SCENARIO_STATE_COUNT] = {
    [SCENARIO_STATE_TAPPED] = {.status = STATUS_TAPPED},         [SCENARIO_STATE_FLIPPED] = {.status = STATUS_FLIPPED},
    [SCENARIO_STATE_PHASED_OUT] = {.status = STATUS_PHASED_OUT}, [SCENARIO_STATE_BLOCKED] = {.flag = PERM_BLOCKED},
    [SCENARIO_STATE_SUMMONING_SICK] = {.flag = PERM_SICK},       [SCENARIO_STATE_SUSPECTED] = {.flag = PERM_SUSPECTED},
    [SCENARIO_STATE_MONSTROUS] = {.flag = PERM_MONSTROUS},       [SCENARIO_STATE_RENOWNED] = {.flag = PERM_RENOWNED},
    [SCENARIO_STATE_SADDLED] = {.flag = PERM_SADDLED},           [SCENARIO_STATE_SOLVED] = {.flag = PERM_SOLVED},
};

static bool state_holds(const Judged *j, u32 state) {
  switch (state) {
    case SCENARIO_STATE_UNTAPPED: return on_battlefield(j) && !(j->o.status & STATUS_TAPPED);
    case SCENARIO_STATE_FACE_UP: return !is_hidden(j);
    case SCENARIO_STATE_FACE_DOWN: return is_hidden(j);
    case SCENARIO_STATE_PHASED_IN: return on_battlefield(j) && !(j->o.status & STATUS_PHASED_OUT);
    case SCENARIO_STATE_TRANSFORMED: return on_battlefield(j) && is_transformed(j->r->play.g, &j->o, &j->p);
    case SCENARIO_STATE_ATTACKING: return j->p.attacking || j->p.flags & PERM_ATTACKS_NOTHING;
    case SCENARIO_STATE_BLOCKING: return on_battlefield(j) && is_blocking(j);
    case SCENARIO_STATE_TOKEN: return j->o.kind == OBJECT_TOKEN;
    case SCENARIO_STATE_COPY: return object_is_copy(j->r->play.g, j->slot);
    case SCENARIO_STATE_MELDED: return is_melded(j);
    case SCENARIO_STATE_GOADED: return on_battlefield(j) && goaded_by(j->r->play.g, j->slot);
    case SCENARIO_STATE_COLORLESS: return j->c.colors == 0;
    case SCENARIO_STATE_MULTICOLORED: return bits_count(j->c.colors) > 1;
    case SCENARIO_STATE_COMMANDER: return j->o.flags & OBJECT_COMMANDER;
    default: return on_battlefield(j) && (j->o.status & MARKS[state].status || j->p.flags & MARKS[state].flag);
  }
}

/* --- what it is ------------------------------------------------------------------------------- */

/* Power and toughness after layer 7b: the base values (208.4b). */
static void base_visit(Game *g, const LayerStep *step, void *user) {
  (void)g;
  if (step->layer == LAYER_7B) *(Chars *)user = *step->chars;
}

static bool pt_holds(const Chars *c, const ScenarioPt *pt) {
  if (!(c->has & HAS_POWER) || !(c->has & HAS_TOUGHNESS)) return false;
  return (pt->power_star || c->power == pt->power) && (pt->toughness_star || c->toughness == pt->toughness);
}

static bool type_holds(const Judged *j, Word type) { return type && j->c.types >> type_bit(type) & 1; }

static bool descriptor_holds(const Judged *j, const ScenarioDescriptor *d) {
  switch (d->kind) {
    case SCENARIO_IS_PT: return pt_holds(&j->c, &d->pt);
    case SCENARIO_IS_BASE_PT: {
      Chars base = j->c;
      layers_explain(j->r->play.g, j->slot, base_visit, NULL, &base);
      return pt_holds(&base, &d->pt);
    }
    case SCENARIO_IS_SUPERTYPE: return j->c.supertypes >> supertype_bit((Word)d->value) & 1;
    case SCENARIO_IS_COLOR: return j->c.colors >> color_bit((Word)d->value) & 1;
    case SCENARIO_IS_TYPE: return type_holds(j, (Word)d->value);
    case SCENARIO_IS_STATE: return state_holds(j, d->value);
    case SCENARIO_IS_SUBTYPE: {
      Word word = word_find(d->text, WC_SUBTYPE);
      return word && chars_subtype(&j->c, word);
    }
  }
  return false;
}

/* --- in words --------------------------------------------------------------------------------- */

static void say_words(WordClass wc, u64 bits, Text *out) {
  Word first = word_first(wc);
  for (u32 i = 0; i < word_count(wc) && i < 64; i++) {
    if (!(bits >> i & 1)) continue;
    text_addc(out, ' ');
    text_add(out, word_text((Word)(first + i)));
  }
}

static void say_subtypes(const Chars *c, Text *out) {
  for (Word w = chars_next_subtype(c, 0); w; w = chars_next_subtype(c, w)) {
    text_addc(out, ' ');
    text_add(out, word_text(w));
  }
}

/* Everything an `is` may ask for. */
static void say_all(const Judged *j, Text *out) {
  if (j->c.has & HAS_POWER) text_addf(out, " %lld/%lld", (long long)j->c.power, (long long)j->c.toughness);
  say_words(WC_SUPERTYPE, j->c.supertypes, out);
  say_words(WC_COLOR, j->c.colors, out);
  say_words(WC_TYPE, j->c.types, out);
  say_subtypes(&j->c, out);
  for (u32 i = 0; i < SCENARIO_STATE_COUNT; i++) {
    bool usual = i == SCENARIO_STATE_UNTAPPED || i == SCENARIO_STATE_FACE_UP || i == SCENARIO_STATE_PHASED_IN;
    if (usual || !state_holds(j, i)) continue;
    text_addf(out, " %s", scenario_word_text(&scenario_state_words, i));
  }
}

static void say_abilities(const Judged *j, Text *out) {
  Runner *r = j->r;
  u32 count = ability_count(r->play.g, j->slot);
  if (count == 0) text_adds(out, " no abilities");
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(r->play.g, j->slot, i);
    text_adds(out, i ? "; " : " ");
    text_of_ability(r, inst, j->c.name, out);
  }
  text_join_lines(out, 0);
}

static void say_cost(const Judged *j, Text *out) {
  text_addc(out, ' ');
  if (j->c.mana_cost)
    mana_cost_print(&j->r->db->costs.data[j->c.mana_cost], out);
  else
    text_adds(out, "none");
}

/* --- abilities -------------------------------------------------------------------------------- */

/* Whether an ability is protection from a color that was chosen, and the color is that one (702.16a). */
static bool is_from_chosen(const Judged *j, AbilityInst inst, Word color) {
  Game *g = j->r->play.g;
  const AbilityDef *def = carddb_ability(g->db, inst.ability);
  if (def->op != IR_KEYWORD || def->keyword != W_PROTECTION) return false;
  Node quality = node_arg(g->db, def->node, ARG_KEYWORD_QUALITY);
  if (!quality || (node_op(g->db, quality) != IR_NOTED_COLOR && node_op(g->db, quality) != IR_COLOR_IN)) return false;
  Chars only = {.colors = (u8)(1u << color_bit(color))};
  Eval e = eval_of_ability(g, j->slot, &inst);
  e.bare = &only;
  return eval_matches(&e, quality, REF_BARE);
}

static bool has_protection(const Judged *j, Str text) {
  Str from = STR("protection from ");
  if (text.length <= from.length || !str_equal_folded((Str){text.data, from.length}, from)) return false;
  Word color = word_find((Str){text.data + from.length, text.length - from.length}, WC_COLOR);
  for (u32 i = 0; color && i < ability_count(j->r->play.g, j->slot); i++)
    if (is_from_chosen(j, ability_get(j->r->play.g, j->slot, i), color)) return true;
  return false;
}

static bool has_ability(const Judged *j, const ScenarioAbility *ability) {
  Runner *r = j->r;
  Str text = ability->text.text;
  Word keyword = word_find(text, WC_KEYWORD);
  if ((keyword && chars_keyword(&j->c, keyword)) || has_protection(j, text)) return true;
  u32 count = ability_count(r->play.g, j->slot);
  SelfName self = self_name_of(r, j->ref);
  for (u32 i = 0; i < count; i++)
    if (text_match_ability(r, text, ability_get(r->play.g, j->slot, i), self) == TEXT_BEGINS) return true;
  return false;
}

static bool has_none(const Judged *j) {
  u64 keywords = 0;
  for (u32 i = 0; i < COUNT_OF(j->c.keywords); i++) keywords |= j->c.keywords[i];
  return j->c.ability_count == 0 && !keywords;
}

/* --- type lines ------------------------------------------------------------------------------- */

typedef struct TypeLine {
  u16 types, supertypes;
  u64 subtypes[SUBTYPE_CAP / 64];
} TypeLine;

static void skip_spaces(Str line, u32 *at) {
  while (*at < line.length && line.data[*at] == ' ') ++*at;
}

/* Where the dash of a type line stands, folded dashes included, and how long it is; the length if there is none. */
static u32 find_dash(Str line, u32 *length) {
  for (u32 i = 0; i < line.length; i++) {
    bool em = i + 2 < line.length && memcmp(line.data + i, "\xe2\x80\x94", 3) == 0;
    bool en = i + 2 < line.length && memcmp(line.data + i, "\xe2\x80\x93", 3) == 0;
    bool plain =
        i > 0 && line.data[i] == '-' && line.data[i - 1] == ' ' && i + 1 < line.length && line.data[i + 1] == ' ';
    if (!em && !en && !plain) continue;
    *length = plain ? 1 : 3;
    return i;
  }
  *length = 0;
  return line.length;
}

static bool type_line_read(Str line, TypeLine *out) {
  u32 dash_length, dash = find_dash(line, &dash_length), at = 0;
  Str front = {line.data, dash};
  memset(out, 0, sizeof *out);
  for (skip_spaces(front, &at); at < front.length; skip_spaces(front, &at)) {
    Word type = word_take(front, &at, WC_TYPE);
    Word supertype = type ? 0 : word_take(front, &at, WC_SUPERTYPE);
    if (!type && !supertype) return false;
    if (type) out->types |= (u16)(1u << type_bit(type));
    if (supertype) out->supertypes |= (u16)(1u << supertype_bit(supertype));
  }
  Str back = {line.data + dash + dash_length, line.length - dash - dash_length};
  at = 0;
  for (skip_spaces(back, &at); at < back.length; skip_spaces(back, &at)) {
    Word word = word_take(back, &at, WC_SUBTYPE);
    if (!word) return false;
    out->subtypes[subtype_bit(word) >> 6] |= (u64)1 << (subtype_bit(word) & 63);
  }
  return true;
}

static bool type_line_holds(const Judged *j, Str line) {
  TypeLine wanted;
  return type_line_read(line, &wanted) && wanted.types == j->c.types && wanted.supertypes == j->c.supertypes &&
         memcmp(wanted.subtypes, j->c.subtypes, sizeof wanted.subtypes) == 0;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static i64 mana_value(const Judged *j) {
  Eval e = {.g = j->r->play.g};
  return mana_value_of(&e, object_ref(e.g, j->slot));
}

static bool cost_is(const Judged *j, Str text) {
  ManaCost wanted;
  u32 bad;
  say_cost(j, &j->r->said);
  if (text.length == 0) return j->c.mana_cost == 0;
  if (!j->c.mana_cost || !mana_cost_parse(text, &wanted, &bad)) return false;
  const ManaCost *cost = &j->r->db->costs.data[j->c.mana_cost];
  return cost->generic == wanted.generic && cost->x == wanted.x && cost->count == wanted.count &&
         memcmp(cost->symbols, wanted.symbols, wanted.count * sizeof wanted.symbols[0]) == 0;
}

static bool counters_are(const Judged *j, const ScenarioExpect *expect) {
  Word kind = word_find(expect->counters.kind, WC_COUNTER);
  return number_expected(j->r, expect, kind ? object_counters(j->r->play.g, j->slot, kind) : 0);
}

static i64 loyalty(const Judged *j) {
  return on_battlefield(j) ? object_counters(j->r->play.g, j->slot, W_C_LOYALTY) : j->c.loyalty;
}

static bool attached_is(const Judged *j, const ScenarioExpect *expect) {
  Runner *r = j->r;
  text_addc(&r->said, ' ');
  show_ref(r, j->p.attached_to, &r->said);
  if (!expect->other) return (j->p.attached_to == REF_NONE) == expect->negated;
  bool to = ref_is(r, expect->other, j->p.attached_to, ZONES_ALL);
  return to != expect->negated;
}

/* --- all of them ------------------------------------------------------------------------------ */

static bool is_as_described(const Judged *j, const ScenarioExpect *expect) {
  say_all(j, &j->r->said);
  for (u32 i = 0; i < expect->descriptors.count; i++)
    if (descriptor_holds(j, &expect->descriptors.data[i]) == expect->negated) return false;
  return true;
}

static bool is_called(const Judged *j, Str name) {
  Str found = j->c.name ? run_name(j->r, j->c.name) : STR("none");
  text_addc(&j->r->said, ' ');
  text_add(&j->r->said, found);
  return name.length == 0 ? j->c.name == 0 : j->c.name && name_is(j->r, j->c.name, name);
}

static bool holds(const Judged *j, const ScenarioExpect *expect) {
  Runner *r = j->r;
  switch (expect->kind) {
    case SCENARIO_EXPECT_IS: return is_as_described(j, expect);
    case SCENARIO_EXPECT_HAS: say_abilities(j, &r->said); return has_ability(j, &expect->ability) != expect->negated;
    case SCENARIO_EXPECT_NO_ABILITIES: say_abilities(j, &r->said); return has_none(j);
    case SCENARIO_EXPECT_NAME: return is_called(j, expect->text.text);
    case SCENARIO_EXPECT_TYPES: say_all(j, &r->said); return type_line_holds(j, expect->text.text);
    case SCENARIO_EXPECT_MANA_COST: return cost_is(j, expect->text.text);
    case SCENARIO_EXPECT_MANA_VALUE: return number_expected(r, expect, mana_value(j));
    case SCENARIO_EXPECT_COUNTERS: return counters_are(j, expect);
    case SCENARIO_EXPECT_DAMAGE: return number_expected(r, expect, j->p.damage);
    case SCENARIO_EXPECT_LOYALTY: return number_expected(r, expect, loyalty(j));
    case SCENARIO_EXPECT_CONTROLLER: return player_expected(r, expect, j->o.controller);
    case SCENARIO_EXPECT_OWNER: return player_expected(r, expect, j->o.owner);
    case SCENARIO_EXPECT_ATTACHED: return attached_is(j, expect);
    default: return true; /* it is there */
  }
}

/* --- what only some objects have -------------------------------------------------------------- */

/* The rule by which only a permanent is in a state, or not in it; null for states of any object. */
static const char *rule_of_state(u32 state) { return scenario_word_of(&scenario_state_words, state)->what; }

static void say_where(const Judged *j, const char *why, Text *out) {
  static const char *const WHERE[ZONE_COUNT] = {
      [ZONE_LIBRARY] = "in a library",           [ZONE_HAND] = "in a hand",
      [ZONE_BATTLEFIELD] = "on the battlefield", [ZONE_EXILE] = "in exile",
      [ZONE_GRAVEYARD] = "in a graveyard",       [ZONE_STACK] = "on the stack",
      [ZONE_COMMAND] = "in the command zone",    [ZONE_ANTE] = "in the ante zone",
      [ZONE_OUTSIDE] = "outside the game"};
  const char *where = j->o.zone < ZONE_COUNT ? WHERE[j->o.zone] : NULL;
  text_clear(out);
  text_addf(out, "that it is %s, and %s", where ? where : "nowhere", why);
}

/* The first state of a description that only permanents can be in; SCENARIO_STATE_COUNT if there is none. */
static u32 state_of_permanents(const ScenarioExpect *expect) {
  for (u32 i = 0; i < expect->descriptors.count; i++) {
    const ScenarioDescriptor *d = &expect->descriptors.data[i];
    if (d->kind == SCENARIO_IS_STATE && rule_of_state(d->value)) return d->value;
  }
  return SCENARIO_STATE_COUNT;
}

/* Emblems and the cards of the command zone that are no commanders have a controller there (109.4c to g). */
static bool has_controller(const Judged *j) {
  bool card = j->o.kind == OBJECT_CARD && j->o.flags & OBJECT_COMMANDER;
  return on_battlefield(j) || j->o.zone == ZONE_STACK || (j->o.zone == ZONE_COMMAND && !card);
}

static bool cannot(const Judged *j, const ScenarioExpect *expect, Text *out) {
  const char *why = NULL;
  u32 state = SCENARIO_STATE_COUNT;
  switch (expect->kind) {
    case SCENARIO_EXPECT_DAMAGE:
      if (!on_battlefield(j)) why = "only a permanent has damage marked on it (120.6)";
      break;
    case SCENARIO_EXPECT_ATTACHED:
      if (!on_battlefield(j)) why = "only a permanent is attached to anything, or not attached (701.3a)";
      break;
    case SCENARIO_EXPECT_CONTROLLER:
      if (!has_controller(j)) why = "only objects on the stack or the battlefield have a controller (109.4)";
      break;
    case SCENARIO_EXPECT_LOYALTY:
      if (type_holds(j, W_PLANESWALKER)) return false;
      text_clear(out);
      text_adds(out, "that it isn't a planeswalker, and only planeswalkers have loyalty (306.5)");
      return true;
    case SCENARIO_EXPECT_IS:
      state = on_battlefield(j) ? SCENARIO_STATE_COUNT : state_of_permanents(expect);
      if (state != SCENARIO_STATE_COUNT) why = "only a permanent";
      break;
    default: break;
  }
  if (!why) return false;
  say_where(j, why, out);
  if (state == SCENARIO_STATE_COUNT) return true;
  const char *word = scenario_word_text(&scenario_state_words, state);
  text_addf(out, " can be %s or not %s (%s)", word, word, rule_of_state(state));
  return true;
}

bool object_cannot(Runner *r, const ScenarioExpect *expect, Ref ref) {
  Judged j;
  return judged_begin(r, ref, &j) && cannot(&j, expect, &r->said);
}

bool object_expected(Runner *r, const ScenarioExpect *expect, Ref ref) {
  Judged j;
  text_clear(&r->said);
  return judged_begin(r, ref, &j) && holds(&j, expect);
}
