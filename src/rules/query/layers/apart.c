/* A card as the spell it would be, seen apart from the others: as they are in the end, with only those of their effects that may
   apply to spells. That is all there is to see if these read of others nothing that the layers from their own on still write.
   Else, or if an effect lists the card, everything is computed with it (entering.c). */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "rules/query/layers/internal.h"

/* Whether an effect that applies to these objects may apply to a spell other than its source. */
static bool may_be_spells(const CardDb *db, Node objects) {
  switch (node_op(db, objects)) {
    case IR_ALL: return zone_of_word((Word)node_arg(db, objects, ARG_ALL_ZONE)) == ZONE_STACK;
    case IR_ONLY: return may_be_spells(db, node_arg(db, objects, ARG_ONLY_OBJECTS));
    case IR_UNION:
      for (u32 i = 0; i < node_argc(db, objects); i++)
        if (may_be_spells(db, node_arg(db, objects, i))) return true;
      return false;
    default: return false;
  }
}

static bool may_apply_to_spells(const LayerScratch *L, const LayerEffect *fx) {
  const CardDb *db = L->g->db;
  if (fx->kind != FX_STATIC || fx->cda) return false;
  for (u32 i = 0; i < fx->part_count; i++)
    if (may_be_spells(db, node_arg(db, L->parts.data[fx->part + i].node, ARG_AFFECT_OBJECTS))) return true;
  return false;
}

static bool add_reads(void *reads, const CardDb *db, Node node) {
  *(Facts *)reads |= ir_op_reads(db, node);
  return true;
}

static Facts reads_of(const CardDb *db, Node node) {
  Facts reads = 0;
  if (node) ir_walk(db, node, add_reads, &reads);
  return reads;
}

/* What a condition reads of others than the object that it is about. */
static Facts reads_beside_it(const CardDb *db, Node condition) {
  Facts reads = 0;
  switch (node_op(db, condition)) {
    case IR_AND:
    case IR_OR:
    case IR_NOT:
      for (u32 i = 0; i < node_argc(db, condition); i++) reads |= reads_beside_it(db, node_arg(db, condition, i));
      return reads;
    case IR_TYPE:
    case IR_SUPERTYPE:
    case IR_SUBTYPE:
    case IR_COLOR:
    case IR_COLORLESS:
    case IR_MULTICOLORED:
    case IR_MONOCOLORED:
    case IR_NAMED:
    case IR_NO_ABILITIES:
    case IR_NOTED_COLOR:
    case IR_NOTED_SUBTYPE:
    case IR_NOTED_NAME: return 0;
    case IR_HAS_KEYWORD: return reads_of(db, node_arg(db, condition, ARG_HAS_KEYWORD_QUALITY));
    default: return reads_of(db, condition);
  }
}

/* The same of objects that may be spells, where it is asked whether a card is among them. */
static Facts reads_for_spell(const CardDb *db, Node objects) {
  Facts reads = 0;
  switch (node_op(db, objects)) {
    case IR_ALL: return may_be_spells(db, objects) ? reads_beside_it(db, node_arg(db, objects, ARG_ALL_FILTER)) : 0;
    case IR_ONLY:
      return reads_for_spell(db, node_arg(db, objects, ARG_ONLY_OBJECTS)) |
             reads_beside_it(db, node_arg(db, objects, ARG_ONLY_FILTER));
    case IR_UNION:
      for (u32 i = 0; i < node_argc(db, objects); i++) reads |= reads_for_spell(db, node_arg(db, objects, i));
      return reads;
    default: return 0;
  }
}

/* What an effect of another object reads of others as it applies to a card that is seen as a spell. */
static Facts reads_of_others(const LayerScratch *L, const LayerEffect *fx) {
  const CardDb *db = L->g->db;
  Facts reads = reads_of(db, node_arg(db, carddb_ability(db, fx->inst.ability)->node, ARG_STATIC_IF));
  for (u32 i = 0; i < fx->part_count; i++) {
    Node part = L->parts.data[fx->part + i].node, objects = node_arg(db, part, ARG_AFFECT_OBJECTS);
    if (!may_be_spells(db, objects)) continue;
    reads |= reads_for_spell(db, objects);
    for (u32 m = ARG_AFFECT_MODS; m < node_argc(db, part); m++) reads |= reads_of(db, node_arg(db, part, m));
  }
  return reads;
}

/* Whether what an effect reads of others is what these are in the end. */
static bool is_final(LayerScratch *L, const LayerEffect *fx, Facts reads) {
  if (fx->kind != FX_STATIC) return false;
  Layer first = (Layer)bits_first(fx->layers);
  u16 zones = ability_facts(L, fx->inst.ability).zones;
  return first >= LAYER_4 && !(reads & (written_from(first) | FACT_COPY)) &&
         !(zones & ~(derived(L->g)->layers.zones | ZONE_BIT(ZONE_STACK)));
}

bool own_effects_read_what_is_final(LayerScratch *L) {
  for (u32 i = 0; i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (fx->slot == L->lone && !is_final(L, fx, fx->reads)) return false;
  }
  return true;
}

/* Whether the ability is the object's own, and has been there from the beginning. */
static bool is_lasting(const LayerScratch *L, const LayerEffect *fx) {
  return fx->exists && !fx->granted && fx->inst.acquisition == work_at(L, fx->owner)->acquisition;
}

void spell_effects_note(LayerScratch *L) {
  Game *g = L->g;
  bool apart = derived(g)->layers.changes_spells;
  table_drop(g, T_SPELL_EFFECTS, count_of(g, T_SPELL_EFFECTS));
  for (u32 i = 0; apart && i < L->effects.count; i++) {
    const LayerEffect *fx = &L->effects.data[i];
    if (fx->kind == FX_FLOATING && row_EFFECTS(g, fx->owner)->flags & EFFECT_NEXT_SPELL) apart = false;
    if (!may_apply_to_spells(L, fx) || (!fx->exists && !fx->started)) continue;
    apart = apart && is_lasting(L, fx) && is_final(L, fx, reads_of_others(L, fx));
    u32 row = table_add(g, T_SPELL_EFFECTS, 1);
    *row_SPELL_EFFECTS(g, row) = (SpellEffect){fx->slot, fx->inst.ability, fx->nth};
  }
  derived(g)->layers.spells_apart = apart;
}
