/* Stable numbers, made from names, for hashing words, operations, kinds of events, texts and parts of definitions: they
   don't change when something is added, unlike the dense numbers in memory. 0 stands for none. The build checks that no
   two names of a table make the same number (tools/names.c). */
#ifndef CARDS_NAMES_H
#define CARDS_NAMES_H

#include "cards/ir.h"

extern const u64 WORD_NAMES[], OPERATION_NAMES[], EVENT_NAMES[];

static inline u64 word_number(u64 word) { return word < WORD_COUNT ? WORD_NAMES[word] : word; }
static inline u64 operation_number(u64 op) { return op < IR_OP_COUNT ? OPERATION_NAMES[op] : op; }
static inline u64 event_number(u64 kind) { return kind < EVENT_KIND_COUNT ? EVENT_NAMES[kind] : kind; }

/* The number of a set of words: `count` words of 64 bits each, whose lowest bit is the word `first`. */
u64 word_set_number(const u64 *set, u32 count, Word first);
/* The number of a text; an id with the highest bit set has no text and stands for itself. */
u64 text_number(const CardDb *db, StrId text);
/* The number of a mana cost's symbols. */
u64 cost_number(const CardDb *db, u32 cost);
/* The number of a definition: its name, faces and abilities. All definitions that belong to no card share one. */
u64 card_number(const CardDb *db, u32 card);
/* The number of an ability: its definition, and its position in it. */
u64 ability_number(const CardDb *db, u32 ability);
/* The number of a node: its definition, and its position in it. */
u64 node_number(const CardDb *db, Node node);

/* The card that a node belongs to, 0 if none. */
u32 card_of_node(const CardDb *db, Node node);
/* The position of a node among those of its card, from 0; UINT32_MAX if no node begins there. */
u32 node_place(const CardDb *db, Node node);
/* The node of a card at such a position; 0 if there is none. */
Node node_at_place(const CardDb *db, u32 card, u32 place);

/* The correct value of CardDef.definition: a hash of everything that card_number covers. */
u32 card_definition(const CardDb *db, u32 card, const CardDef *def);

#endif
