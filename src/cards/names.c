#include "cards/names.h"

#include "cards/carddb.h"
#include "cards/ir_walk.h"

u64 word_set_number(const u64 *set, u32 count, Word first) {
  u64 sum = 0;
  for (u32 i = 0; i < count; i++)
    for (u64 rest = set[i]; rest; rest &= rest - 1) sum += word_number(first + 64u * i + bits_first(rest));
  return sum;
}

u64 text_number(const CardDb *db, StrId text) {
  if (!text || text > db->names.texts.count) return text;
  Str bytes = intern_text(&db->names, text);
  Hash hash;
  hash_init(&hash, 1);
  hash_bytes(&hash, bytes.data, bytes.length);
  return hash_end(&hash);
}

u64 cost_number(const CardDb *db, u32 cost) {
  if (!cost || cost >= db->costs.count) return cost;
  const ManaCost *c = &db->costs.data[cost];
  Hash hash;
  hash_init(&hash, 2);
  hash_u64(&hash, (u32)c->generic | (u64)c->x << 32 | (u64)c->count << 40);
  for (u32 i = 0; i < c->count; i++) hash_u64(&hash, c->symbols[i]);
  return hash_end(&hash);
}

/* --- parts of a definition --------------------------------------------------------------------------- */

static u64 part_number(u64 definition, u64 kind, u32 place) {
  Hash hash;
  hash_init(&hash, definition);
  hash_u64(&hash, kind << 32 | place);
  return hash_end(&hash);
}

u64 card_number(const CardDb *db, u32 card) {
  if (!card || card >= db->cards.count) return card;
  return part_number(db->cards.data[card].definition, 0, 0);
}

u64 ability_number(const CardDb *db, u32 ability) {
  if (!ability || ability >= db->abilities.count) return ability;
  const CardDef *def = carddb_card(db, carddb_ability(db, ability)->card);
  return part_number(def->definition, 1, ability - def->first_ability);
}

u32 card_of_node(const CardDb *db, Node node) { return carddb_card_at(db, offsetof(CardDef, first_word), node); }

/* Nodes are contiguous; the first word of all is none. */
static Node first_node(const CardDb *db, u32 card) {
  Node first = carddb_card(db, card)->first_word;
  return first ? first : 1;
}

u32 node_place(const CardDb *db, Node node) {
  Node at = first_node(db, card_of_node(db, node));
  u32 place = 0;
  for (; at < node; place++) at += node_argc(db, at) + 1;
  return at == node && node < db->words.count ? place : UINT32_MAX;
}

Node node_at_place(const CardDb *db, u32 card, u32 place) {
  Node at = first_node(db, card), end = carddb_end(db, card).first_word;
  for (; at < end && place > 0; place--) at += node_argc(db, at) + 1;
  return at < end ? at : 0;
}

u64 node_number(const CardDb *db, Node node) {
  if (!node || node >= db->words.count) return node;
  return part_number(carddb_card(db, card_of_node(db, node))->definition, 2, node_place(db, node));
}

/* --- definitions ------------------------------------------------------------------------------------- */

/* Context for hashing a definition. */
typedef struct Defined {
  const CardDb *db;
  Hash hash;
  u32 first_ability;
} Defined;

static void hash_node(Defined *d, Node node);

static void hash_arg(Defined *d, const IrArg *arg, u32 value) {
  const CardDb *db = d->db;
  hash_bytes(&d->hash, arg->name.data, arg->name.length);
  switch (arg->sort) {
    case SORT_WORD: hash_u64(&d->hash, word_number(value)); break;
    case SORT_STR:
    case SORT_LINK: hash_u64(&d->hash, text_number(db, value)); break;
    case SORT_MANA: hash_u64(&d->hash, cost_number(db, value)); break;
    case SORT_ABIL: hash_u64(&d->hash, value - d->first_ability); break;
    default:
      if (ir_sort_is_node(arg->sort))
        hash_node(d, value);
      else
        hash_u64(&d->hash, value);
  }
}

/* Absent arguments are not hashed, so an operation may get new ones. */
static void hash_node(Defined *d, Node node) {
  const IrSignature *signature = &d->db->signatures[node_op(d->db, node)];
  u32 count = node_argc(d->db, node);
  hash_u64(&d->hash, operation_number(node_op(d->db, node)));
  for (u32 i = 0; i < count; i++) {
    u32 value = node_arg(d->db, node, i);
    if (value || i >= signature->fixed) hash_arg(d, ir_arg_at(signature, i), value);
  }
  hash_u64(&d->hash, 0);
}

static void hash_ability(Defined *d, const AbilityDef *def) {
  hash_u64(&d->hash, operation_number(def->op));
  hash_u64(&d->hash, word_number(def->keyword));
  hash_u64(&d->hash, def->expansion_count | (u64)def->slots << 32);
  if (def->node) hash_node(d, def->node);
}

static void hash_face(Defined *d, const FaceDef *face) {
  const Chars *c = &face->chars;
  hash_u64(&d->hash, word_set_number(c->subtypes, COUNT_OF(c->subtypes), W_SUBTYPE_FIRST));
  hash_u64(&d->hash, word_set_number(c->keywords, COUNT_OF(c->keywords), W_KEYWORD_FIRST));
  hash_u64(&d->hash, text_number(d->db, c->name));
  hash_u64(&d->hash, cost_number(d->db, c->mana_cost));
  u64 fields[] = {
      (u64)c->power,
      (u64)c->toughness,
      (u32)c->loyalty | (u64)(u32)c->defense << 32,
      c->ability_count | (u64)(c->ability_count ? c->abilities - d->first_ability : 0) << 32,
      c->types | (u64)c->supertypes << 16 | (u64)c->colors << 32 | (u64)c->color_indicator << 40 | (u64)c->has << 48,
  };
  for (u32 i = 0; i < COUNT_OF(fields); i++) hash_u64(&d->hash, fields[i]);
}

u32 card_definition(const CardDb *db, u32 card, const CardDef *def) {
  Defined d = {.db = db, .first_ability = def->first_ability};
  hash_init(&d.hash, 3);
  hash_u64(&d.hash, text_number(db, def->name));
  hash_u64(&d.hash, text_number(db, def->meld_name));
  hash_u64(&d.hash, def->faces | (u64)def->layout << 16);
  for (u32 i = 0; i < def->faces; i++) hash_face(&d, carddb_face(db, def->face + i));
  for (u32 i = def->first_ability, end = carddb_end(db, card).first_ability; i < end; i++)
    hash_ability(&d, carddb_ability(db, i));
  return (u32)hash_end(&d.hash);
}
