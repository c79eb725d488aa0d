#include "cards/carddb.h"
#include "cards/forms.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/names.h"
#include "cards/tokens.h"
#include "cards/traits.h"
#include "cards/read.h"

/* --- zones (113.6) ------------------------------------------------------------------------- */

#define ZONE(ENUM) (1u << (W_##ENUM - W_BATTLEFIELD))
#define EVERYWHERE ((ZONE(OUTSIDE) << 1) - 1)
/* The zones a card can be cast or played from, and the stack (113.6e). */
#define CASTABLE (ZONE(HAND) | ZONE(GRAVEYARD) | ZONE(LIBRARY) | ZONE(EXILE) | ZONE(COMMAND) | ZONE(STACK))

static u32 zone_mask(u32 zone_word) { return 1u << (zone_word - W_BATTLEFIELD); }

/* Keywords that function in other zones than their object's other abilities, and these zones. */
static const struct {
  Word word;
  u16 zones;
} KEYWORD_ZONES[] = {
    {W_CHANGELING, EVERYWHERE},
    {W_DEVOID, EVERYWHERE},
    {W_PARTNER, EVERYWHERE},
    {W_PARTNER_WITH, EVERYWHERE},
    {W_FRIENDS_FOREVER, EVERYWHERE},
    {W_CHARACTER_SELECT, EVERYWHERE},
    {W_FATHER_AND_SON, EVERYWHERE},
    {W_SURVIVORS, EVERYWHERE},
    {W_CHOOSE_A_BACKGROUND, EVERYWHERE},
    {W_DOCTORS_COMPANION, EVERYWHERE},
    {W_COMPANION, EVERYWHERE},
    {W_FLASH, CASTABLE},
    {W_MORPH, CASTABLE | ZONE(BATTLEFIELD)},
    {W_MEGAMORPH, CASTABLE | ZONE(BATTLEFIELD)},
    {W_DISGUISE, CASTABLE | ZONE(BATTLEFIELD)},
    {W_PROTOTYPE, CASTABLE},
    {W_BESTOW, CASTABLE | ZONE(BATTLEFIELD)},
    {W_SPLIT_SECOND, ZONE(STACK)},
    {W_CONVOKE, ZONE(STACK)},
    {W_DELVE, ZONE(STACK)},
    {W_IMPROVISE, ZONE(STACK)},
    {W_AFFINITY, ZONE(STACK)},
    {W_UNDAUNTED, ZONE(STACK)},
    {W_ASSIST, ZONE(STACK)},
    {W_KICKER, ZONE(STACK)},
    {W_MULTIKICKER, ZONE(STACK)},
    {W_BUYBACK, ZONE(STACK)},
    {W_ENTWINE, ZONE(STACK)},
    {W_ESCALATE, ZONE(STACK)},
    {W_OVERLOAD, ZONE(STACK)},
    {W_SURGE, ZONE(STACK)},
    {W_SPECTACLE, ZONE(STACK)},
    {W_PROWL, ZONE(STACK)},
    {W_BARGAIN, ZONE(STACK)},
    {W_EMERGE, ZONE(STACK)},
    {W_CLEAVE, ZONE(STACK)},
    {W_FREERUNNING, ZONE(STACK)},
    {W_SNEAK, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_TEAMWORK, ZONE(STACK)},
    {W_WEB_SLINGING, ZONE(STACK)},
    {W_STORM, ZONE(STACK)},
    {W_GRAVESTORM, ZONE(STACK)},
    {W_CASCADE, ZONE(STACK)},
    {W_RIPPLE, ZONE(STACK)},
    {W_REPLICATE, ZONE(STACK)},
    {W_CONSPIRE, ZONE(STACK)},
    {W_CASUALTY, ZONE(STACK)},
    {W_DEMONSTRATE, ZONE(STACK)},
    {W_REBOUND, ZONE(STACK)},
    {W_CIPHER, ZONE(STACK) | ZONE(EXILE)},
    {W_EVOKE, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_DASH, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_BLITZ, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_SQUAD, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_OFFSPRING, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_IMPENDING, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_WARP, ZONE(STACK) | ZONE(BATTLEFIELD)},
    {W_CYCLING, ZONE(HAND)},
    {W_TRANSMUTE, ZONE(HAND)},
    {W_NINJUTSU, ZONE(HAND)},
    {W_COMMANDER_NINJUTSU, ZONE(HAND) | ZONE(COMMAND)},
    {W_SPLICE, ZONE(HAND)},
    {W_FORECAST, ZONE(HAND)},
    {W_REINFORCE, ZONE(HAND)},
    {W_MIRACLE, ZONE(HAND)},
    {W_FUSE, ZONE(HAND)},
    {W_MADNESS, ZONE(HAND) | ZONE(EXILE)},
    {W_SUSPEND, ZONE(HAND) | ZONE(EXILE)},
    {W_FORETELL, ZONE(HAND) | ZONE(EXILE)},
    {W_PLOT, ZONE(HAND) | ZONE(EXILE)},
    {W_DREDGE, ZONE(GRAVEYARD)},
    {W_UNEARTH, ZONE(GRAVEYARD)},
    {W_SCAVENGE, ZONE(GRAVEYARD)},
    {W_EMBALM, ZONE(GRAVEYARD)},
    {W_ETERNALIZE, ZONE(GRAVEYARD)},
    {W_ENCORE, ZONE(GRAVEYARD)},
    {W_RECOVER, ZONE(GRAVEYARD)},
    {W_FLASHBACK, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_RETRACE, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_JUMP_START, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_ESCAPE, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_DISTURB, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_HARMONIZE, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_MAYHEM, ZONE(GRAVEYARD) | ZONE(STACK)},
    {W_AFTERMATH, CASTABLE},
};

static u32 keyword_zones(Word keyword, u32 usual) {
  for (u32 i = 0; i < COUNT_OF(KEYWORD_ZONES); i++) {
    if (KEYWORD_ZONES[i].word == keyword) return KEYWORD_ZONES[i].zones;
  }
  return usual;
}

static bool arg_is_self(const CardDb *db, Node node, u32 arg) {
  Node filter = node_arg(db, node, arg);
  return filter && ir_filter_is_self(db, filter);
}

/* Zones from which an ability can see its own object move: events on the battlefield trigger from there, others from
   anywhere (113.6k). */
static u32 self_move_zones(const CardDb *db, Node pattern, u32 usual) {
  if (!arg_is_self(db, pattern, ARG_E_MOVES_OBJECT)) return usual;
  return node_arg(db, pattern, ARG_E_MOVES_FROM) == W_BATTLEFIELD ? ZONE(BATTLEFIELD) : EVERYWHERE;
}

/* The zones from which an ability with this pattern can trigger or apply (113.6k). */
static u32 pattern_zones(const CardDb *db, Node pattern, u32 usual) {
  u32 zones = 0;
  switch (node_op(db, pattern)) {
    case IR_E_OR:
      for (u32 i = 0; i < node_argc(db, pattern); i++) {
        zones |= pattern_zones(db, node_arg(db, pattern, i), usual);
      }
      return zones;
    case IR_E_TOGETHER:
    case IR_E_CAUSED: return pattern_zones(db, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN), usual);
    case IR_E_MOVES: return self_move_zones(db, pattern, usual);
    case IR_E_CAST: return arg_is_self(db, pattern, ARG_E_CAST_OBJECT) ? ZONE(STACK) : usual;
    case IR_E_CYCLES:
    case IR_E_DISCARD: return arg_is_self(db, pattern, ARG_E_DISCARD_OBJECT) ? EVERYWHERE & ~ZONE(BATTLEFIELD) : usual;
    default: return usual;
  }
}

/* The zones where an effect on the rules that concerns its own object functions. */
static u32 rule_zones(const CardDb *db, Node rule, u32 usual) {
  switch (node_op(db, rule)) {
    case IR_R_CANT_BE_COUNTERED: /* 113.6g */
    case IR_R_CANT_BE_COPIED:
    case IR_R_COST_MORE: /* 113.6d */
    case IR_R_COST_MORE_MANA:
    case IR_R_COST_LESS:
    case IR_R_COST_LESS_MANA:
    case IR_R_COST_AT_LEAST: return arg_is_self(db, rule, 0) ? ZONE(STACK) : usual;
    case IR_R_MAY_LEAD: /* 113.6n */
    case IR_R_DECK_LIMIT: return arg_is_self(db, rule, 0) ? EVERYWHERE : usual;
    case IR_R_CANT_CAST: /* 113.6e */ return arg_is_self(db, rule, ARG_R_CANT_CAST_SPELLS) ? CASTABLE : usual;
    case IR_R_FLASH: return arg_is_self(db, rule, ARG_R_FLASH_SPELLS) ? CASTABLE : usual;
    case IR_R_MAY_PLAY: /* 113.6f */ return arg_is_self(db, rule, ARG_R_MAY_PLAY_CARDS) ? EVERYWHERE : usual;
    default: return usual;
  }
}

static u32 static_zones(const CardDb *db, Node node, u32 usual) {
  u32 zones = 0;
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, node); i++) {
    Node effect = node_arg(db, node, i);
    bool rules = node_op(db, effect) == IR_RULES;
    for (u32 r = 0; rules && r < node_argc(db, effect); r++) {
      zones |= rule_zones(db, node_arg(db, effect, r), usual);
    }
    if (!rules) zones |= usual;
  }
  return zones;
}

/* Whether a cost discards its own object, which is only possible from the hand (113.6j). */
static bool discards_itself(const CardDb *db, Node cost) {
  if (node_op(db, cost) == IR_COST_DO) {
    Node action = node_arg(db, cost, ARG_COST_DO_ACTION);
    return node_op(db, action) == IR_DISCARD && node_op(db, node_arg(db, action, ARG_DISCARD_OBJECTS)) == IR_SELF;
  }
  if (node_op(db, cost) != IR_COSTS) return false;
  for (u32 i = 0; i < node_argc(db, cost); i++) {
    if (discards_itself(db, node_arg(db, cost, i))) return true;
  }
  return false;
}

/* The zones an ability functions in; `usual` are those of its object. */
static u32 ability_zones(const CardDb *db, const AbilityDef *def, u32 usual) {
  Node node = def->node;
  u32 zone = 0;
  switch (def->op) {
    case IR_OPENING_HAND: return ZONE(HAND);
    case IR_SPELL:
    case IR_OPTIONAL_COST:
    case IR_ADDITIONAL_COST: return ZONE(STACK);
    case IR_ALTERNATIVE_COST:
      zone = node_arg(db, node, ARG_ALTERNATIVE_COST_ZONE);
      return ZONE(STACK) | (zone ? zone_mask(zone) : 0);
    case IR_KEYWORD: return keyword_zones(def->keyword, usual);
    case IR_ACTIVATED:
      zone = node_arg(db, node, ARG_ACTIVATED_ZONE);
      if (!zone && discards_itself(db, node_arg(db, node, ARG_ACTIVATED_COST))) zone = W_HAND;
      if (node_arg(db, node, ARG_ACTIVATED_LABEL) == W_FORECAST) zone = W_HAND; /* 702.57a */
      return zone ? zone_mask(zone) : usual;
    case IR_TRIGGERED:
      zone = node_arg(db, node, ARG_TRIGGERED_ZONE);
      if (zone) return zone_mask(zone);
      return pattern_zones(db, node_arg(db, node, ARG_TRIGGERED_EVENT), usual);
    case IR_REPLACEMENT:
      zone = node_arg(db, node, ARG_REPLACEMENT_ZONE);
      if (zone) return zone_mask(zone);
      return pattern_zones(db, node_arg(db, node, ARG_REPLACEMENT_EVENT), usual);
    default: break;
  }
  if (node_arg(db, node, ARG_STATIC_CDA)) return EVERYWHERE; /* 113.6a */
  zone = node_arg(db, node, ARG_STATIC_ZONE);
  return zone ? zone_mask(zone) : static_zones(db, node, usual);
}

/* --- contents of an ability ---------------------------------------------------------------- */

typedef struct Contents {
  Facts reads;
  u16 layers;
  bool targets, mana, rules, counted;
} Contents;

/* What the keyword reads with which an activated ability is labelled. */
static Facts label_reads(const CardDb *db, const AbilityDef *def) {
  bool powers_up = def->op == IR_ACTIVATED && node_arg(db, def->node, ARG_ACTIVATED_LABEL) == W_POWER_UP;
  return powers_up ? FACT_HISTORY | FACT_TURN : 0;
}

static u16 layer_bit(const CardDb *db, const AbilityDef *def, Node mod) {
  bool cda = def->op == IR_STATIC && node_arg(db, def->node, ARG_STATIC_CDA);
  Layer layer = ir_mod_layer(node_op(db, mod));
  /* A characteristic-defining ability applies in layer 7a (613.4a). */
  if (cda && layer == LAYER_7B) layer = LAYER_7A;
  return (u16)(1u << layer);
}

static bool note_reads(void *context, const CardDb *db, Node node) {
  ((Contents *)context)->reads |= ir_op_reads(db, node);
  return true;
}

/* Records what the ability does as it resolves. */
static bool note_actions(void *context, const CardDb *db, Node node) {
  Contents *contents = context;
  IrOp op = node_op(db, node);
  contents->targets |= op == IR_TARGET;
  contents->counted |= op == IR_TIMES_RESOLVED;
  contents->mana |= op == IR_ADD_MANA || op == IR_ADD_MANA_CHOICE || op == IR_ADD_MANA_TYPES_OF;
  return true;
}

static void note_static(Contents *contents, const CardDb *db, const AbilityDef *def) {
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, def->node); i++) {
    Node effect = node_arg(db, def->node, i);
    contents->rules |= node_op(db, effect) == IR_RULES;
    for (u32 m = ARG_AFFECT_MODS; node_op(db, effect) == IR_AFFECT && m < node_argc(db, effect); m++) {
      contents->layers |= layer_bit(db, def, node_arg(db, effect, m));
    }
  }
}

/* Whether a triggered ability triggers from mana (605.1b). */
static bool triggers_from_mana(const CardDb *db, Node pattern) {
  switch (node_op(db, pattern)) {
    case IR_E_TAPPED_FOR_MANA:
    case IR_E_ADDS_MANA: return true;
    case IR_E_OR:
      for (u32 i = 0; i < node_argc(db, pattern); i++) {
        if (!triggers_from_mana(db, node_arg(db, pattern, i))) return false;
      }
      return node_argc(db, pattern) > 0;
    case IR_E_TOGETHER:
    case IR_E_CAUSED: return triggers_from_mana(db, node_arg(db, pattern, ARG_E_TOGETHER_PATTERN));
    default: return false;
  }
}

/* Whether a replacement modifies how its own object enters (614.1c, 614.1d). */
static bool modifies_own_entering(const CardDb *db, Node pattern) {
  if (node_op(db, pattern) == IR_E_SELF_ENTERS) return true;
  return node_op(db, pattern) == IR_E_ENTERS && arg_is_self(db, pattern, ARG_E_ENTERS_OBJECT);
}

static u32 ability_flags(const CardDb *db, const AbilityDef *def, const Contents *contents) {
  Node node = def->node;
  u32 flags = contents->targets ? ABILITY_HAS_TARGETS : 0;
  bool loyalty = def->op == IR_ACTIVATED && node_arg(db, node, ARG_ACTIVATED_LOYALTY);
  bool mana = contents->mana && !contents->targets && !loyalty;
  Node event = 0;
  if (loyalty) flags |= ABILITY_LOYALTY;
  if (contents->rules) flags |= ABILITY_RULES;
  if (contents->counted) flags |= ABILITY_COUNTED;
  if (def->op == IR_ACTIVATED && node_arg(db, node, ARG_ACTIVATED_SPECIAL)) flags |= ABILITY_SPECIAL;
  if (def->op == IR_ACTIVATED && mana) flags |= ABILITY_MANA;
  if (def->op == IR_STATIC && node_arg(db, node, ARG_STATIC_CDA)) flags |= ABILITY_CDA;
  if (def->op == IR_TRIGGERED) {
    event = node_arg(db, node, ARG_TRIGGERED_EVENT);
    if (mana && triggers_from_mana(db, event)) flags |= ABILITY_MANA;
    if (ir_pattern_looks_back(db, event)) flags |= ABILITY_LOOKS_BACK;
  }
  if (def->op == IR_REPLACEMENT) {
    event = node_arg(db, node, ARG_REPLACEMENT_EVENT);
    if (modifies_own_entering(db, event)) flags |= ABILITY_ENTERS;
  }
  return flags;
}

/* Adds the events that an expression counts in the history. What says of none which it counts may count any. */
static bool note_counted_events(void *context, const CardDb *db, Node node) {
  EventKinds *kinds = context;
  if (!(ir_op_reads(db, node) & FACT_HISTORY)) return true;
  const IrSignature *signature = &db->signatures[node_op(db, node)];
  for (u32 i = 0; i < signature->count; i++) {
    if (signature->args[i].sort != SORT_EVT) continue;
    ir_pattern_events(db, node_arg(db, node, signature->args[i].index), kinds);
    return true;
  }
  memset(kinds, 0xff, sizeof *kinds);
  return true;
}

static EventKinds ability_events(const CardDb *db, const AbilityDef *def) {
  EventKinds kinds = {0};
  if (def->op == IR_STATIC) ir_walk(db, def->node, note_counted_events, &kinds);
  if (def->op == IR_TRIGGERED) ir_pattern_events(db, node_arg(db, def->node, ARG_TRIGGERED_EVENT), &kinds);
  if (def->op == IR_REPLACEMENT) ir_pattern_events(db, node_arg(db, def->node, ARG_REPLACEMENT_EVENT), &kinds);
  return kinds;
}

void ability_link(const CardDb *db, AbilityDef *def, u32 usual) {
  Contents contents = {0};
  ir_walk(db, def->node, note_reads, &contents);
  ir_walk(db, def->node, note_actions, &contents);
  if (def->op == IR_STATIC) note_static(&contents, db, def);
  def->reads = contents.reads | label_reads(db, def);
  def->layers = contents.layers;
  def->flags = (u16)ability_flags(db, def, &contents);
  def->events = ability_events(db, def);
  def->zones = (u16)ability_zones(db, def, usual);
  ability_glance(db, def);
  if (ability_timeless(db, def)) def->flags |= ABILITY_TIMELESS;
}

/* The zones where the abilities of a face function: for spells that are never permanents, and for cards of the command
   zone, not on the battlefield (113.6, 113.6p). */
static u32 face_zones(const Chars *chars) {
  u16 command = TYPE(PLANE) | TYPE(PHENOMENON) | TYPE(SCHEME) | TYPE(VANGUARD) | TYPE(CONSPIRACY) | TYPE(DUNGEON);
  if (chars->types & command) return ZONE(COMMAND);
  return chars->types & (TYPE(INSTANT) | TYPE(SORCERY)) ? ZONE(STACK) : ZONE(BATTLEFIELD);
}

u32 ability_usual_zones(const CardDb *db, u32 card, u32 ability) {
  const CardDef *def = carddb_card(db, card);
  for (u32 i = 0; i < def->faces; i++) {
    const Chars *chars = &carddb_face(db, def->face + i)->chars;
    if (ability - chars->abilities < chars->ability_count) return face_zones(chars);
  }
  return ZONE(BATTLEFIELD);
}

/* --- color identity (903.4) ---------------------------------------------------------------- */

typedef struct Identity {
  u32 colors;
  bool cda;
} Identity;

static u32 word_colors(const CardDb *db, Node node, u32 first) {
  u32 colors = 0;
  for (u32 i = first; i < node_argc(db, node); i++) {
    u32 bit = color_bit((Word)node_arg(db, node, i));
    if (bit < 5) colors |= 1u << bit;
  }
  return colors;
}

static bool note_colors(void *context, const CardDb *db, Node node) {
  Identity *identity = context;
  IrOp op = node_op(db, node);
  const IrSignature *signature = &db->signatures[op];
  for (u32 i = 0; i < node_argc(db, node); i++) {
    const IrArg *arg = ir_arg_at(signature, i);
    u32 cost = node_arg(db, node, i);
    if (arg->sort == SORT_MANA) identity->colors |= mana_cost_colors(&db->costs.data[cost]);
  }
  /* Some colours of mana are written as symbols, all of them as "any color". */
  u32 kinds = op == IR_ADD_MANA_CHOICE ? word_colors(db, node, ARG_ADD_MANA_CHOICE_KINDS) : 0;
  if (kinds != 0x1f) identity->colors |= kinds;
  if (identity->cda && op == IR_M_SET_COLOR) identity->colors |= word_colors(db, node, 0);
  return true;
}

static u32 face_identity(const Chars *chars) {
  u32 colors = chars->colors;
  for (u32 color = 0; color < 5; color++) {
    Word basic = (Word)(word_subtype_first(SUB_LAND) + color);
    if (chars_subtype(chars, basic)) colors |= 1u << color;
  }
  return colors;
}

/* --- cards --------------------------------------------------------------------------------- */

/* Records where an ability of a card, or one that it grants, functions, and for whom. */
static void note_place(const CardDb *db, CardDef *card, const AbilityDef *def) {
  card->for_others |= (def->flags & ABILITY_FOR_OTHERS) != 0;
  card->split_second |= def->op == IR_KEYWORD && def->keyword == W_SPLIT_SECOND;
  if (def->op == IR_STATIC && !(def->flags & ABILITY_CDA)) card->effect_zones |= def->zones;
  if (def->op == IR_TRIGGERED || def->op == IR_REPLACEMENT) card->watcher_zones |= def->zones;
  bool told = def->op == IR_ALTERNATIVE_COST && node_arg(db, def->node, ARG_ALTERNATIVE_COST_TOLD);
  if (def->op == IR_ACTIVATED || (def->op == IR_ALTERNATIVE_COST && !told)) card->action_zones |= def->zones;
  if (def->op == IR_ACTIVATED && def->flags & ABILITY_MANA) card->mana_zones |= def->zones;
}

void card_link(const CardDb *db, u32 card, CardDef *def) {
  Identity identity = {0};
  Str partner = intern_text(&db->names, def->meld_name);
  def->meld_partner = def->meld_name ? carddb_named(db, partner) : 0;
  def->effect_zones = def->watcher_zones = def->action_zones = def->mana_zones = 0;
  def->for_others = def->split_second = false;
  for (u32 i = 0; i < def->faces; i++) identity.colors |= face_identity(&carddb_face(db, def->face + i)->chars);
  for (u32 i = def->first_ability, end = carddb_end(db, card).first_ability; i < end; i++) {
    const AbilityDef *ability = carddb_ability(db, i);
    if (ability->card != card) continue;
    identity.cda = ability->flags & ABILITY_CDA;
    ir_walk(db, ability->node, note_colors, &identity);
    note_place(db, def, ability);
  }
  def->color_identity = identity.colors;
  def->definition = card_definition(db, card, def);
}

/* --- version ------------------------------------------------------------------------------- */

static void hash_chars(Hash *hash, const Chars *chars) {
  hash_bytes(hash, chars->subtypes, sizeof chars->subtypes);
  hash_bytes(hash, chars->keywords, sizeof chars->keywords);
  u64 fields[] = {
      (u64)chars->power,
      (u64)chars->toughness,
      chars->name | (u64)chars->mana_cost << 32,
      chars->abilities | (u64)chars->ability_count << 32,
      (u32)chars->loyalty | (u64)(u32)chars->defense << 32,
      chars->types | (u64)chars->supertypes << 16 | (u64)chars->colors << 32 | (u64)chars->color_indicator << 40 |
          (u64)chars->has << 48,
  };
  for (u32 i = 0; i < COUNT_OF(fields); i++) hash_u64(hash, fields[i]);
}

static void hash_cost(Hash *hash, const ManaCost *cost) {
  hash_u64(hash, (u32)cost->generic | (u64)cost->x << 32 | (u64)cost->count << 40);
  for (u32 i = 0; i < cost->count; i++) hash_u64(hash, cost->symbols[i]);
}

static void hash_abilities(Hash *hash, const CardDb *db) {
  for (u32 i = 0; i < db->abilities.count; i++) {
    const AbilityDef *def = &db->abilities.data[i];
    hash_u64(hash, def->node | (u64)def->card << 32);
    hash_u64(hash, def->expansion_count | (u64)def->slots << 32 | (u64)def->zones << 48);
    /* Which moves it waits for its node says, and which events it counts. */
    EventKinds kinds = def->op == IR_STATIC ? (EventKinds){0} : def->events;
    for (u32 move = MOVES_TO_BATTLEFIELD; move <= MOVES_ELSEWHERE; move++) event_kinds_remove(&kinds, move);
    hash_u64(hash, kinds.word[0]);
    for (u32 k = 1; k < EVENT_KIND_WORDS; k++)
      if (kinds.word[k]) hash_u64(hash, kinds.word[k] ^ k);
    hash_u64(hash, def->layers | (u64)def->flags << 16 | (u64)def->reads << 32);
  }
}

/* Includes texts, because nodes and saves hold their numbers, and words by their number and the table's size. */
static u64 version_of(const CardDb *db) {
  Hash hash;
  hash_init(&hash, WORD_COUNT | (u64)IR_OP_COUNT << 32);
  hash_u64(&hash, db->words.count);
  for (u32 i = 0; i < db->words.count; i++) hash_u64(&hash, db->words.data[i]);
  for (u32 i = 1; i <= db->names.texts.count; i++) {
    Str text = intern_text(&db->names, i);
    hash_bytes(&hash, text.data, text.length);
  }
  hash_abilities(&hash, db);
  for (u32 i = 1; i < db->faces.count; i++) {
    hash_chars(&hash, &db->faces.data[i].chars);
    hash_u64(&hash, db->faces.data[i].card | (u64)db->faces.data[i].index << 32);
  }
  for (u32 i = 1; i < db->cards.count; i++) {
    const CardDef *card = &db->cards.data[i];
    hash_u64(&hash, card->name | (u64)card->face << 32);
    hash_u64(&hash, card->faces | (u64)card->layout << 16 | (u64)card->meld_partner << 32);
  }
  for (u32 i = 1; i < db->costs.count; i++) hash_cost(&hash, &db->costs.data[i]);
  return hash_end(&hash);
}

GavelStatus carddb_link(CardDb *db, GavelError *error) {
  if (db->image.data) return GAVEL_OK; /* it was linked when it was written */
  if (!token_names_intern(db))
    return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for the names of tokens");
  if (!traits_link(db)) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for what nodes hold");
  for (u32 card = 0, i = 1; card < db->cards.count; card++)
    for (u32 end = carddb_end(db, card).first_ability; i < end; i++)
      ability_link(db, &db->abilities.data[i], ability_usual_zones(db, card, i));
  for (u32 i = 1; i < db->cards.count; i++) card_link(db, i, &db->cards.data[i]);
  if (!forms_link(db)) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for the forms of cards");
  db->version = version_of(db);
  return GAVEL_OK;
}
