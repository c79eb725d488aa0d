/* Walks the nodes of an ability. */
#ifndef CARDS_IR_WALK_H
#define CARDS_IR_WALK_H

#include "cards/ir.h"

/* Called for every node before its children; returns whether to visit the children. */
typedef bool (*IrVisit)(void *context, const CardDb *db, Node node);
/* Visits a node and everything below it, in the order of its arguments, except nested abilities. The depth of a checked
   database is bounded (IR_DEPTH_MAX). */
void ir_walk(const CardDb *db, Node node, IrVisit visit, void *context);

/* Maximum depth of nodes in one ability. */
#define IR_DEPTH_MAX 128u

/* The argument of a signature that the `i`th argument word of a node belongs to. */
const IrArg *ir_arg_at(const IrSignature *signature, u32 i);
/* Whether an argument of that sort is the index of a node. */
static inline bool ir_sort_is_node(IrSort sort) { return sort > SORT_ABIL && sort < SORT_WORD; }
/* Whether an ability nested in an operation uses the environment of the ability around it: delayed ones capture it
   (603.7c), and granted ones know what was chosen when they were granted. */
static inline bool ir_op_captures(IrOp op) {
  return op == IR_DELAYED || op == IR_SHIELD || op == IR_REFLEXIVE || op == IR_M_GAIN || op == IR_M_HAS_TEXT ||
         op == IR_R_PLAYER_HAS || op == IR_ADD_MANA || op == IR_ADD_MANA_CHOICE;
}
/* Whether a filter matches only the object it is on: (is self), possibly among the terms of an `and`. */
bool ir_filter_is_self(const CardDb *db, Node filter);
/* Whether a static ability, or an expression in one, means the same on whatever object it is, given its controller, its words
   and what it captured. */
bool ir_is_impersonal(const CardDb *db, Node node);
/* The same, whatever an operation says. */
bool ir_is_impersonal_but(const CardDb *db, Node node, IrOp but);
/* The same, whatever has been noted for the object, such as a color chosen as it entered. */
bool ir_is_impersonal_but_notes(const CardDb *db, Node node);
/* The MODAL that is the whole effect of an ability (700.2), whose modes are chosen as it is put on the stack; 0 if
   there is none. */
Node ability_modal(const CardDb *db, Node ability);
/* Whether an ability has a MODAL elsewhere, where nobody would be asked. */
bool ability_misplaces_modal(const CardDb *db, Node ability);

/* What an operation itself reads of the game, apart from its arguments. */
Facts ir_op_reads(const CardDb *db, Node node);
/* The TRAIT_… that an operation has regardless of its arguments. */
u32 ir_op_traits(IrOp op);
/* The kind of event a pattern itself is about; EVENT_NONE if it depends on those inside it. */
EventKind ir_pattern_event(IrOp pattern);
/* What each argument of a pattern filters, by position: IR_ROLES_CAP ROLE_…; all ROLE_NONE if the pattern is matched in
   another way. */
enum { IR_ROLES_CAP = 3 };
typedef enum Role { ROLE_NONE, ROLE_OBJECT, ROLE_PLAYER, ROLE_OTHER, ROLE_SOURCE, ROLE_WORD, ROLE_AMOUNT } Role;
const u8 *ir_pattern_roles(IrOp pattern);
/* Adds the kinds of events a pattern can match; none for a state trigger (603.8). */
void ir_pattern_events(const CardDb *db, Node pattern, EventKinds *kinds);
/* Whether a trigger with this pattern looks back in time (603.10). A pattern for objects put into a hand or library
   does so only for objects that all players could see, which the event tells. */
bool ir_pattern_looks_back(const CardDb *db, Node pattern);

#endif
