#include "explain/standing.h"

#include "explain/trace.h"
#include "rules/cast/cast.h"
#include "rules/query/query.h"

/* --- type lines ------------------------------------------------------------------------------ */

/* In the order in which cards print them (205.2, 205.4). */
static const Word PRINTED_TYPES[] = {W_KINDRED,  W_ENCHANTMENT,  W_ARTIFACT, W_LAND,    W_BATTLE,
                                     W_CREATURE, W_PLANESWALKER, W_INSTANT,  W_SORCERY, W_CONSPIRACY,
                                     W_DUNGEON,  W_PHENOMENON,   W_PLANE,    W_SCHEME,  W_VANGUARD};

static void add_capitalized(Word w, bool first, Text *out) {
  Str text = word_text(w);
  bool lower = text.data[0] >= 'a' && text.data[0] <= 'z';
  if (!first) text_addc(out, ' ');
  text_addf(out, "%c", lower ? text.data[0] - 'a' + 'A' : text.data[0]);
  text_add(out, (Str){text.data + 1, text.length - 1});
}

void type_line_say(const Chars *c, u32 most, Text *out) {
  u32 start = out->length;
  for (u32 w = W_BASIC; w <= W_WORLD; w++)
    if (c->supertypes >> supertype_bit((Word)w) & 1) add_capitalized((Word)w, out->length == start, out);
  for (u32 i = 0; i < COUNT_OF(PRINTED_TYPES); i++)
    if (c->types >> type_bit(PRINTED_TYPES[i]) & 1) add_capitalized(PRINTED_TYPES[i], out->length == start, out);
  u32 count = 0;
  for (Word w = chars_next_subtype(c, 0); w && count < most; w = chars_next_subtype(c, w)) {
    if (!count++) text_adds(out, " \xe2\x80\x94");
    add_capitalized(w, false, out);
  }
}

void rules_text_say(Game *g, u32 slot, Text *out) {
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    u32 ability = ability_get(g, slot, i).ability, from = out->length;
    ability_words(g->db, ability, chars_of(g, slot)->name, out);
    text_join_lines(out, from);
    if (out->length > from) text_addc(out, '\n');
    i += carddb_ability(g->db, ability)->expansion_count;
  }
}

/* --- parts, which commas part ---------------------------------------------------------------- */

/* Of so many subtypes all are named. */
#define NAMED_MOST 8u

/* A type line; of many subtypes only how many more there are. */
static void say_types(Game *g, const Names *names, const Chars *c, Text *out) {
  u32 subtypes = 0;
  for (Word w = chars_next_subtype(c, 0); w; w = chars_next_subtype(c, w)) subtypes++;
  const Event more = {.amount = (i64)subtypes - NAMED_MOST};
  type_line_say(c, NAMED_MOST, out);
  if (subtypes > NAMED_MOST) sentence_say(g, names, SENTENCE_MORE_SUBTYPES, &more, STR(""), out);
}

typedef struct Parts {
  Game *g;
  const Names *names;
  u32 slot;
  Text *out;
  u32 start; /* of the first, before which there is no comma; UINT32_MAX: all have one */
} Parts;

static void part(const Parts *p) {
  if (p->out->length > p->start || p->start == UINT32_MAX) text_adds(p->out, ", ");
}

static void say_part(const Parts *p, Sentence sentence, const Event *about, Str words) {
  part(p);
  sentence_say(p->g, p->names, sentence, about, words, p->out);
}

static void say_keywords(const Parts *p) {
  u32 count = ability_count(p->g, p->slot);
  for (u32 i = 0; i < count; i++) {
    u32 ability = ability_get(p->g, p->slot, i).ability;
    const AbilityDef *def = carddb_ability(p->g->db, ability);
    i += def->expansion_count;
    if (def->op != IR_KEYWORD) continue;
    part(p);
    ability_said(p->g, p->names, ability, p->out);
  }
}

static void say_counters(const Parts *p) {
  for (u32 row = object_row(p->g, p->slot)->counters; row; row = row_COUNTERS(p->g, row)->next) {
    const Counters *c = row_COUNTERS(p->g, row);
    const Event about = {.amount = c->n, .word = c->kind};
    bool number = c->kind == W_C_LOYALTY || c->kind == W_C_DEFENSE;
    if (c->n) say_part(p, number ? SENTENCE_STATE_NUMBER : SENTENCE_WITH_COUNTERS, &about, STR(""));
  }
}

/* What was chosen for it and is no object: colors, types, names, players (607.2d). */
static void say_chosen(const Parts *p) {
  for (u32 row = object_row(p->g, p->slot)->notes; row; row = row_NOTES(p->g, row)->next) {
    const Value value = row_NOTES(p->g, row)->value;
    const Event nothing = {0};
    if (value.tag == VALUE_WORD)
      say_part(p, SENTENCE_STATE_CHOSEN, &nothing, word_said(p->names->language, (Word)value.v, WORD_MASCULINE));
    if (value.tag == VALUE_NAME)
      say_part(p, SENTENCE_STATE_CHOSEN, &nothing, intern_text(&p->g->db->names, (StrId)value.v));
  }
}

static void say_busy(const Parts *p, const Object *o, const Permanent *perm) {
  const Event attacks = {.object = perm->attacking};
  if (o->status & STATUS_TAPPED) say_part(p, SENTENCE_STATE_TAPPED, &attacks, STR(""));
  if (perm->attacking) say_part(p, SENTENCE_STATE_ATTACKING, &attacks, STR(""));
  u32 blocked = list_count(p->g, perm->blocking);
  for (u32 i = 0; i < blocked; i++) {
    const Event blocks = {.object = list_get(p->g, perm->blocking, i)};
    say_part(p, SENTENCE_STATE_BLOCKING, &blocks, STR(""));
  }
}

void standing_busy(Game *g, const Names *names, u32 slot, Text *out) {
  const Parts p = {g, names, slot, out, UINT32_MAX};
  const Object o = *object_row(g, slot);
  const Permanent perm = *permanent_of(g, slot);
  say_busy(&p, &o, &perm);
}

static void say_permanent(const Parts *p, const Object *o, u32 detail, u64 types) {
  const Permanent perm = *permanent_of(p->g, p->slot);
  const Event damage = {.amount = perm.damage}, on = {.object = perm.attached_to};
  bool sick = perm.flags & PERM_SICK && types >> type_bit(W_CREATURE) & 1;
  if (detail & STANDING_PASSING && perm.damage) say_part(p, SENTENCE_STATE_DAMAGE, &damage, STR(""));
  if (detail & STANDING_PASSING && o->status & STATUS_PHASED_OUT) say_part(p, SENTENCE_STATE_PHASED_OUT, &on, STR(""));
  if (detail & STANDING_BUSY) say_busy(p, o, &perm);
  if (detail & STANDING_PASSING && sick) say_part(p, SENTENCE_STATE_NEW, &on, STR(""));
  if (perm.attached_to) say_part(p, SENTENCE_STATE_ON, &on, STR(""));
}

/* Of a spell or ability on the stack: X, modes and targets. */
static void say_announced(const Parts *p) {
  if (!object_row(p->g, p->slot)->ext) return;
  const StackItem item = *stack_item_of(p->g, p->slot);
  const Event x = {.amount = item.cast ? HEAP_AT(p->g, CastInfo, item.cast)->x : 0};
  if (x.amount) say_part(p, SENTENCE_STATE_NUMBER_X, &x, STR(""));
  for (u32 i = 0; i < list_count(p->g, item.modes); i++) {
    const Event mode = {.amount = (i64)(list_get(p->g, item.modes, i) & 0xffffffff)};
    say_part(p, SENTENCE_STATE_MODE, &mode, STR(""));
  }
  TargetSlot slots[TARGET_SLOTS];
  u32 count = target_slots(p->g, p->slot, slots);
  for (u32 i = 0; i < count; i++) {
    if (!slots[i].env) continue;
    Value value = env_at(p->g, slots[i].env)->slot[slots[i].var];
    u32 chosen = value.tag == VALUE_REFS ? list_count(p->g, (Heap)value.v) : value.tag == VALUE_REF;
    for (u32 k = 0; k < chosen; k++) {
      const Event target = {.object = value.tag == VALUE_REFS ? list_get(p->g, (Heap)value.v, k) : value.v};
      say_part(p, SENTENCE_STATE_TARGETS, &target, STR(""));
    }
  }
}

/* What it would cost, where that isn't its mana cost: commander tax, effects. */
static void say_costs(const Parts *p, const Object *o) {
  const Chars c = *chars_of(p->g, p->slot);
  ManaCost cost;
  Text now, printed;
  if (zone_is_open((Zone)o->zone) || !c.mana_cost) return;
  if (!casting_cost(p->g, o->owner, p->slot, &cost)) return;
  text_init(&now, p->g->allocator);
  text_init(&printed, p->g->allocator);
  mana_cost_print(&cost, &now);
  mana_cost_print(&p->g->db->costs.data[c.mana_cost], &printed);
  const Event nothing = {0};
  if (!str_equal(text_str(&now), text_str(&printed))) say_part(p, SENTENCE_STATE_COSTS, &nothing, text_str(&now));
  p->out->failed |= now.failed || printed.failed;
  text_free(&now);
  text_free(&printed);
}

/* What a permanent is a copy of though its card is another (707.2). */
static void say_copied(const Parts *p) {
  const Object o = *object_row(p->g, p->slot);
  StrId copied = copied_name(p->g, &o);
  if (!copied) return;
  const Event nothing = {0};
  say_part(p, SENTENCE_STATE_COPY, &nothing, intern_text(&p->g->db->names, copied));
}

/* Its colors, where its mana cost doesn't say them. */
static void say_colors(const Parts *p) {
  const Chars c = *chars_of(p->g, p->slot);
  u8 costs = c.mana_cost ? mana_cost_colors(&p->g->db->costs.data[c.mana_cost]) : 0;
  for (u32 w = W_WHITE; costs != c.colors && w <= W_GREEN; w++) {
    const Event nothing = {0};
    if (c.colors >> color_bit((Word)w) & 1)
      say_part(p, SENTENCE_STATE_COLORS, &nothing, word_said(p->names->language, (Word)w, WORD_MASCULINE));
  }
  const Event nothing = {0};
  if (costs && !c.colors) say_part(p, SENTENCE_STATE_COLORLESS, &nothing, STR(""));
}

bool standing_say(Game *g, const Names *names, u32 slot, u32 detail, Text *out) {
  const Parts p = {g, names, slot, out, out->length};
  const Object o = *object_row(g, slot);
  const Chars c = *chars_of(g, slot);
  bool power = c.has & HAS_POWER;
  if (power) text_addf(out, "%lld/%lld", (long long)c.power, (long long)c.toughness);
  if (detail & STANDING_TYPES) {
    if (power) text_addc(out, ' ');
    say_types(g, names, &c, out);
  }
  if (detail & STANDING_KEYWORDS) say_keywords(&p);
  say_counters(&p);
  say_chosen(&p);
  if (o.zone == ZONE_BATTLEFIELD) say_permanent(&p, &o, detail, c.types);
  if (detail & STANDING_ALL) say_copied(&p);
  if (detail & STANDING_ALL) say_colors(&p);
  if (detail & STANDING_ALL) say_costs(&p, &o);
  if (detail & STANDING_ALL && o.zone == ZONE_STACK) say_announced(&p);
  return power;
}

/* Where it is, unless that is the battlefield. */
static void say_zone(const Names *names, Zone zone, Text *out) {
  static const Sentence SENTENCES[ZONE_COUNT] = {
      [ZONE_LIBRARY] = SENTENCE_STATE_IN_LIBRARY,     [ZONE_HAND] = SENTENCE_STATE_IN_HAND,
      [ZONE_GRAVEYARD] = SENTENCE_STATE_IN_GRAVEYARD, [ZONE_EXILE] = SENTENCE_STATE_IN_EXILE,
      [ZONE_COMMAND] = SENTENCE_STATE_IN_COMMAND,     [ZONE_STACK] = SENTENCE_STATE_ON_STACK};
  if (SENTENCES[zone]) text_adds(out, sentence_text(names->language, SENTENCES[zone]));
}

/* --- all of it ------------------------------------------------------------------------------- */

void object_describe_briefly(Game *g, const Names *names, u32 slot, Text *out) {
  const Object o = *object_row(g, slot);
  const Chars c = *chars_of(g, slot);
  bool controlled = zone_is_open((Zone)o.zone); /* 108.4 */
  const Event about = {.object = object_ref(g, slot), .player = controlled ? o.controller : o.owner};
  const Event owner = {.player = o.owner}, value = {.amount = mana_value_shown(g, slot, &c)};
  sentence_say(g, names, controlled ? SENTENCE_OBJECT_IS : SENTENCE_OBJECT_OWNED, &about, STR(""), out);
  out->length--; /* the colon comes behind the owner */
  if (controlled && o.owner != o.controller) sentence_say(g, names, SENTENCE_STATE_OWNED, &owner, STR(""), out);
  say_zone(names, (Zone)o.zone, out);
  text_adds(out, ": ");
  if (o.kind == OBJECT_TOKEN) text_adds(out, sentence_text(names->language, SENTENCE_STATE_TOKEN));
  u32 from = out->length;
  say_types(g, names, &c, out);
  if (out->length == from) text_adds(out, sentence_text(names->language, SENTENCE_SAY_NO_TYPE));
  if (c.mana_cost) text_adds(out, ", ");
  if (c.mana_cost) mana_cost_print(&g->db->costs.data[c.mana_cost], out);
  sentence_say(g, names, SENTENCE_SAY_MANA_VALUE, &value, STR(""), out);
  text_adds(out, ", ");
  u32 end = out->length;
  standing_say(g, names, slot, STANDING_BOARD | STANDING_ALL, out);
  if (out->length == end) out->length -= 2;
}

void object_describe(Game *g, const Names *names, u32 slot, Text *out) {
  const Object o = *object_row(g, slot);
  object_describe_briefly(g, names, slot, out);
  text_addc(out, '\n');
  if (o.kind != OBJECT_ABILITY) rules_text_say(g, slot, out);
}

void player_describe(Game *g, const Names *names, u32 player, Text *out) {
  const Player *p = &core(g)->players[player];
  const Event life = {.amount = p->life};
  const Event hand = {.amount = zone_list(g, ZONE_HAND, player)->count};
  const Event library = {.amount = zone_list(g, ZONE_LIBRARY, player)->count};
  sentence_say(g, names, SENTENCE_SAY_LIFE, &life, names->players[player], out);
  sentence_say(g, names, SENTENCE_SAY_HAND, &hand, STR(""), out);
  sentence_say(g, names, SENTENCE_SAY_LIBRARY, &library, STR(""), out);
  for (u32 row = core(g)->players[player].counters; row; row = row_COUNTERS(g, row)->next) {
    const Event counters = {.amount = row_COUNTERS(g, row)->n, .word = row_COUNTERS(g, row)->kind};
    if (counters.amount) text_adds(out, ", ");
    if (counters.amount) sentence_say(g, names, SENTENCE_WITH_COUNTERS, &counters, STR(""), out);
  }
  text_addc(out, '\n');
}

/* The kinds of mana that all permanents of a player could produce. */
static u32 mana_kinds_of_player(Game *g, u32 player) {
  u32 kinds = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next)
    if (object_row(g, s)->controller == player) kinds |= mana_kinds_of(g, s);
  return kinds;
}

bool mana_say(Game *g, const Names *names, Ref ref, Text *out) {
  static const char SYMBOLS[] = "WUBRGC";
  bool player = ref_is_player(ref);
  u32 slot = player ? 0 : object_live(g, ref);
  u32 kinds = player ? mana_kinds_of_player(g, ref_slot(ref)) : slot ? mana_kinds_of(g, slot) : 0;
  const Event about = {.object = ref, .player = player ? (u8)ref_slot(ref) : PLAYER_NONE};
  Text mana;
  text_init(&mana, out->allocator);
  for (u32 i = 0; SYMBOLS[i]; i++)
    if (kinds >> i & 1) text_addf(&mana, "{%c}", SYMBOLS[i]);
  sentence_say(g, names, kinds ? SENTENCE_ANSWER_MANA : SENTENCE_ANSWER_NO_MANA, &about, text_str(&mana), out);
  text_adds(out, ".\n");
  out->failed |= mana.failed;
  text_free(&mana);
  return kinds;
}
