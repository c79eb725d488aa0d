/* What effects read and write, more exactly than Facts say: which zones, which types. It spares
   most trials of dependency (613.8a), and computing what nobody speaks of. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/layers/internal.h"

/* --- types -------------------------------------------------------------------------------- */

/* A bit per card type, supertype and class of subtypes. Words that text-changing effects put in
   place of others are of the same class. */
static TypeFacts type_fact(Word type) { return (TypeFacts)1 << type_bit(type); }
static TypeFacts supertype_fact(Word supertype) { return (TypeFacts)1 << (16 + supertype_bit(supertype)); }
static TypeFacts subtype_fact(Word subtype) { return (TypeFacts)1 << (24 + word_subtype_class(subtype)); }
#define EVERY_SUBTYPE ((TypeFacts)0xff << 24)
_Static_assert(SUB_COUNT <= 8, "classes of subtypes have eight bits");

static TypeFacts type_writes(IrOp op, Word word) {
  switch (op) {
    case IR_M_ADD_TYPE: return type_fact(word);
    case IR_M_LOSE_TYPE: return type_fact(word) | EVERY_SUBTYPE; /* 205.1a */
    case IR_M_ADD_SUPERTYPE:
    case IR_M_LOSE_SUPERTYPE: return supertype_fact(word);
    case IR_M_ADD_SUBTYPE: return subtype_fact(word);
    case IR_M_SET_LAND_TYPES: return subtype_fact(W_PLAINS);
    case IR_M_ALL_CREATURE_TYPES: return subtype_fact(W_SUBTYPE_FIRST);
    case IR_M_SET_SUBTYPES:
    case IR_M_ADD_NOTED_SUBTYPE:
    case IR_M_SET_NOTED_SUBTYPE:
    case IR_M_ADD_VAR_SUBTYPE:
    case IR_M_SET_VAR_SUBTYPE:
    case IR_M_CREATURE_TYPES_OF:
    case IR_M_LOSE_SUBTYPES: return EVERY_SUBTYPE;
    default: return ir_mod_writes(op) & FACT_TYPES ? TYPES_ALL : 0;
  }
}

TypeFacts mod_type_writes(const Mod *mod) { return type_writes((IrOp)mod->op, mod->word); }

TypeFacts node_type_writes(const CardDb *db, Node mod) {
  return type_writes(node_op(db, mod), node_argc(db, mod) ? (Word)node_arg(db, mod, 0) : W_NONE);
}

static TypeFacts type_reads(const CardDb *db, Node node) {
  switch (node_op(db, node)) {
    case IR_TYPE: return type_fact((Word)node_arg(db, node, ARG_TYPE_WORD));
    case IR_SUPERTYPE: return supertype_fact((Word)node_arg(db, node, ARG_SUPERTYPE_WORD));
    case IR_SUBTYPE: return subtype_fact((Word)node_arg(db, node, ARG_SUBTYPE_WORD));
    default: return ir_op_reads(db, node) & FACT_TYPES ? TYPES_ALL : 0;
  }
}

/* --- abilities ---------------------------------------------------------------------------- */

static AbilityBits keyword_fact(Word keyword) { return (AbilityBits)1 << keyword_bit(keyword) % 63; }

static AbilityBits ability_reads(const CardDb *db, Node node) {
  if (!(ir_op_reads(db, node) & FACT_ABILITIES)) return 0;
  bool keyword = node_op(db, node) == IR_HAS_KEYWORD && !node_arg(db, node, ARG_HAS_KEYWORD_QUALITY);
  return keyword ? keyword_fact((Word)node_arg(db, node, ARG_HAS_KEYWORD_WORD)) : ABILITIES_ALL;
}

/* What becomes a land, stops being one or changes its land types gains or loses mana abilities (305.6). */
static bool changes_lands(TypeFacts types) { return types & (type_fact(W_LAND) | subtype_fact(W_PLAINS)); }

static FineFacts gain_changes(const CardDb *db, const Chars *c, const Mod *mod) {
  Word keyword = mod->a ? carddb_ability(db, mod->a)->keyword : (Word)mod->word;
  bool new = keyword && !chars_keyword(c, keyword);
  return (FineFacts){.abilities = (mod->a ? ABILITIES_REST : 0) | (new ? keyword_fact(keyword) : 0)};
}

/* Without banding it has no "bands with other" either (702.22b). */
static FineFacts loss_changes(const Chars *c, const Mod *mod) {
  FineFacts changes = {.takes = ir_mod_takes((IrOp)mod->op)};
  if (mod->word == W_BANDING)
    changes.abilities = ABILITIES_ALL;
  else if (chars_keyword(c, mod->word))
    changes.abilities = ABILITIES_REST | keyword_fact(mod->word);
  return changes.abilities ? changes : (FineFacts){0};
}

FineFacts mod_changes(const CardDb *db, const Chars *c, const Mod *mod) {
  IrOp op = (IrOp)mod->op;
  FineFacts all = {.types = mod_type_writes(mod), .takes = ir_mod_takes(op)};
  if (changes_lands(all.types) || ir_mod_writes(op) & FACT_ABILITIES) all.abilities = ABILITIES_ALL;
  bool idle = false;
  switch (op) {
    case IR_M_ADD_TYPE: idle = c->types >> type_bit(mod->word) & 1; break;
    case IR_M_ADD_SUPERTYPE: idle = c->supertypes >> supertype_bit(mod->word) & 1; break;
    case IR_M_ADD_SUBTYPE: idle = chars_subtype(c, mod->word); break;
    case IR_M_LOSE_KEYWORD:
    case IR_M_CANT_HAVE: return loss_changes(c, mod);
    case IR_M_GAIN: return gain_changes(db, c, mod);
    default: break;
  }
  return idle ? (FineFacts){0} : all;
}

/* --- zones -------------------------------------------------------------------------------- */

#define EVERY_ZONE ((u16)((1u << ZONE_COUNT) - 1))

static u16 nested_zones(const CardDb *db, u32 ability);

/* What refers to objects by other means than a zone, and not through the battlefield, may find
   them anywhere. */
static u16 zones_read(const CardDb *db, Node node) {
  IrOp op = node_op(db, node);
  switch (op) {
    case IR_ALL: return (u16)ZONE_BIT(zone_of_word((Word)node_arg(db, node, ARG_ALL_ZONE)));
    case IR_CARDS_IN: return (u16)ZONE_BIT(zone_of_word((Word)node_arg(db, node, ARG_CARDS_IN_ZONE)));
    case IR_TOP: return ZONE_BIT(ZONE_LIBRARY);
    case IR_TOP_OF_GRAVEYARD: return ZONE_BIT(ZONE_GRAVEYARD);
    case IR_M_HAS_TEXT:
    case IR_M_GAIN: return nested_zones(db, node_arg(db, node, ARG_M_GAIN_ABILITY));
    case IR_SELF:
    case IR_YOU:
    case IR_IT:
    case IR_ASKED:
    case IR_PLAYERS:
    case IR_OPPONENTS:
    case IR_CHOOSER:
    case IR_ALL_PLAYERS:
    case IR_ACTIVE_PLAYER:
    case IR_STARTING_PLAYER:
    case IR_CONTROLLER:
    case IR_OWNER:
    case IR_ONLY:
    case IR_LAST:
    case IR_UNION:
    case IR_HOST:
    case IR_ATTACHMENTS:
    case IR_PLAYERS_FROM:
    case IR_DEFENDING_PLAYER:
    case IR_ATTACKED_BY:
    case IR_PAIRED_WITH:
    case IR_BLOCKERS_OF:
    case IR_BLOCKED_BY: return 0;
    default: return ir_op_info(op)->sort == SORT_OBJ ? EVERY_ZONE : 0;
  }
}

/* --- of abilities as a whole -------------------------------------------------------------- */

static bool add_facts(void *context, const CardDb *db, Node node) {
  AbilityFacts *facts = context;
  facts->zones |= zones_read(db, node);
  facts->reads.types |= type_reads(db, node);
  facts->reads.abilities |= ability_reads(db, node);
  return true;
}

/* A granted keyword brings the abilities that stand for it. */
static u16 nested_zones(const CardDb *db, u32 ability) {
  AbilityFacts facts = {0};
  u32 last = ability + carddb_ability(db, ability)->expansion_count;
  for (u32 a = ability; a <= last; a++) {
    const AbilityDef *def = carddb_ability(db, a);
    if (def->op == IR_STATIC) ir_walk(db, def->node, add_facts, &facts);
  }
  return facts.zones;
}

/* Counts how often "other" is said. */
static bool count_others(void *count, const CardDb *db, Node node) {
  *(u32 *)count += node_op(db, node) == IR_OTHER;
  return true;
}

/* Whether an ability has one effect, on all objects that match something but itself, and says nothing else of itself. */
static bool is_but_itself(const CardDb *db, u32 ability) {
  Node node = carddb_ability(db, ability)->node;
  if (!node || node_op(db, node) != IR_STATIC || node_argc(db, node) != ARG_STATIC_EFFECTS + 1) return false;
  Node effect = node_arg(db, node, ARG_STATIC_EFFECTS);
  Node objects = node_op(db, effect) == IR_AFFECT ? node_arg(db, effect, ARG_AFFECT_OBJECTS) : 0;
  Node filter = objects && node_op(db, objects) == IR_ALL ? node_arg(db, objects, ARG_ALL_FILTER) : 0;
  if (!filter || node_op(db, filter) != IR_AND || !ir_is_impersonal_but(db, node, IR_OTHER)) return false;
  u32 others = 0, said = 0;
  for (u32 i = 0; i < node_argc(db, filter); i++) others += node_op(db, node_arg(db, filter, i)) == IR_OTHER;
  ir_walk(db, node, count_others, &said);
  return others == 1 && said == 1;
}

AbilityFacts ability_facts(LayerScratch *L, u32 ability) {
  AbilityFacts *known = &L->facts[ability % COUNT_OF(L->facts)];
  if (known->ability != ability) {
    Node node = carddb_ability(L->g->db, ability)->node;
    *known = (AbilityFacts){.ability = ability,
                            .impersonal = ir_is_impersonal(L->g->db, node),
                            .noted = ir_is_impersonal_but_notes(L->g->db, node),
                            .but_itself = is_but_itself(L->g->db, ability)};
    ir_walk(L->g->db, node, add_facts, known);
  }
  return *known;
}

/* --- effects ------------------------------------------------------------------------------ */

u16 writes_note(LayerEffect *fx, IrOp op, TypeFacts types) {
  u16 layer = (u16)(1u << mod_layer(op, fx->cda));
  fx->writes |= ir_mod_writes(op);
  fx->type_writes |= types;
  /* What becomes a land or stops being one gains or loses mana abilities (305.6). */
  if (layer == 1u << LAYER_4) fx->writes |= FACT_ABILITIES;
  if (ir_mod_takes(op)) fx->removes |= layer;
  return layer;
}

/* What an effect writes in the layer. */
static Facts writes_in(const LayerEffect *fx, Layer layer) {
  static const Facts WRITTEN[LAYER_COUNT] = {
      [LAYER_1A] = FACTS_CHARACTERISTICS,
      [LAYER_1B] = FACTS_CHARACTERISTICS,
      [LAYER_2] = FACT_CONTROL,
      [LAYER_3] = FACTS_CHARACTERISTICS,
      [LAYER_4] = FACT_TYPES | FACT_ABILITIES,
      [LAYER_5] = FACT_COLORS,
      [LAYER_6] = FACT_ABILITIES,
      [LAYER_7A] = FACT_PT,
      [LAYER_7B] = FACT_PT,
      [LAYER_7C] = FACT_PT,
      [LAYER_7D] = FACT_PT,
  };
  return fx->writes & WRITTEN[layer];
}

FineFacts effect_writes(const LayerEffect *fx, Layer layer) {
  return (FineFacts){ABILITIES_ALL, fx->type_writes, fx->removes >> layer & 1};
}

bool reads_written(const LayerEffect *a, const LayerEffect *b, FineFacts written, Layer layer) {
  Facts common = a->reads & writes_in(b, layer);
  if (common & ~(Facts)(FACT_TYPES | FACT_ABILITIES)) return true;
  if (common & FACT_TYPES && a->fine_reads.types & written.types) return true;
  return common & FACT_ABILITIES && a->fine_reads.abilities & written.abilities;
}

void effects_join(LayerEffect *all, const LayerEffect *fx) {
  all->reads |= fx->reads;
  all->writes |= fx->writes;
  all->fine_reads = facts_joined(all->fine_reads, fx->fine_reads);
  all->type_writes |= fx->type_writes;
  all->removes |= fx->removes;
}
