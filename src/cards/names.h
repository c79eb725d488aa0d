/* What stands for words, operations, kinds of events, texts and parts of definitions wherever something is hashed: a number
   made of names, which stays what it is whatever is added beside it. In memory they keep the dense numbers they have there.
   0 stands for none. Tools check while the engine is built that no two names of a table make the same number
   (tools/names.c). */
#ifndef CARDS_NAMES_H
#define CARDS_NAMES_H

#include "cards/ir.h"

extern const u64 WORD_NAMES[], OPERATION_NAMES[], EVENT_NAMES[];

static inline u64 word_number(u64 word) { return word < WORD_COUNT ? WORD_NAMES[word] : word; }
static inline u64 operation_number(u64 op) { return op < IR_OP_COUNT ? OPERATION_NAMES[op] : op; }
static inline u64 event_number(u64 kind) { return kind < EVENT_KIND_COUNT ? EVENT_NAMES[kind] : kind; }

/* Of a set of words, `count` words of 64 bits each, whose lowest bit is the word `first`. */
u64 word_set_number(const u64 *set, u32 count, Word first);
/* Of the text of an id; ids with the highest bit, which are no text's, stand for themselves. */
u64 text_number(const CardDb *db, StrId text);
/* Of the symbols of a mana cost. */
u64 cost_number(const CardDb *db, u32 cost);
/* Of a definition: its name, what its faces are, and its abilities. Those that belong to no card have one between them. */
u64 card_number(const CardDb *db, u32 card);
/* Of an ability: its definition, and which of its abilities it is. */
u64 ability_number(const CardDb *db, u32 ability);
/* Of a node: its definition, and which of its nodes it is. */
u64 node_number(const CardDb *db, Node node);

/* The card whose nodes a node is among, 0 if it belongs to none. */
u32 card_of_node(const CardDb *db, Node node);
/* Which of the nodes of its card a node is, from 0; UINT32_MAX if no node begins there. */
u32 node_place(const CardDb *db, Node node);
/* The node of a card at such a place, 0 if it has none. */
Node node_at_place(const CardDb *db, u32 card, u32 place);

/* CardDef.definition as it must be: a hash of all that card_number speaks of. */
u32 card_definition(const CardDb *db, u32 card, const CardDef *def);

#endif
