/* Characteristics under construction: the abilities they hold, and what an evaluated modification
   makes of them. Nothing here asks the game about other objects, so that copiable values and layers
   alike are made with it. */
#ifndef STATE_MODS_H
#define STATE_MODS_H

#include "state/state.h"

/* The i-th ability of characteristics, wherever they keep them. Those of a definition, and of
   copiable values, have acquisition 0: the object's own. */
AbilityInst inst_of_chars(const Game *g, const Chars *c, u32 i);

/* What the ability that a modification gives remembers, an Env; 0 for nothing. */
static inline Heap mod_env(const Mod *mod) { return mod->op == IR_M_GAIN ? (Heap)((u64)mod->x >> 32) : 0; }

/* --- the derived heap (T_DHEAP): words one after another, given back from the end ------------ */

/* Room for `words` at the end; the place of the first. */
u32 dheap_alloc(Game *g, u32 words);
static inline u32 dheap_mark(const Game *g) { return count_of(g, T_DHEAP); }
/* Gives back everything from a mark on. */
void dheap_release(Game *g, u32 mark);

/* --- building ability lists ------------------------------------------------------------------ */

/* A list is never changed in place: a run in T_DHEAP that lies at its end is made longer, any other
   change makes a new run there. So characteristics copied before a change, and a mark taken before
   it, stay good. `c` must not lie in the block. */

/* Adds one ability, with the abilities that stand for it if it is a keyword defined in IR, and
   notes the keyword. */
void chars_gain(Game *g, Chars *c, AbilityInst inst);
/* Makes it have exactly the abilities `insts` (not in the block), without touching its keywords. */
void chars_set_abilities(Game *g, Chars *c, const AbilityInst *insts, u32 count);

/* Applies an evaluated Mod (see Mod in state.h) to characteristics; abilities that are added get
   the acquisition. Operations and their operands:

     M_SWAP_WORD         word → a, in the type line and in the abilities (612.2)
     M_FULL_TEXT         the text of the CvId a, face x, in the place of its own (612.6)
     M_TEXT_BOX          the rules text of the CvId a, face x, in the place of its own (612.5)
     M_TEXT_TOO          the rules text of the CvId a, face x, beside its own; nothing if `word` is MOD_HIDDEN
     M_NAME              a;  M_CREATURE_NAMES
     M_ADD_TYPE, M_LOSE_TYPE, M_ADD_SUPERTYPE, M_LOSE_SUPERTYPE   word
     M_SET_TYPES         a is the mask (205.1a); instants and sorceries stay so
     M_ADD_SUBTYPE       word, if it has a type the subtype belongs to (205.3d)
     M_SET_SUBTYPES      likewise (the old ones go by M_LOSE_SUBTYPES)
     M_SET_LAND_TYPES    word in the place of all land types, as 305.7 says
     M_LOSE_SUBTYPES     word is the class
     M_ALL_CREATURE_TYPES
     M_SET_COLOR, M_ADD_COLOR   a is the mask
     M_HAS_TEXT          the ability a with its words (x), as text of its own
     M_GAIN              a with its words (low half of x) and env (high half), and y times more; a 0: the
                         keyword `word` alone
     M_LOSE_ALL; M_CANT_HAVE   word
     M_LOSE_KEYWORD      word; if a, only those with that quality, with the substitutions x
     M_BASE_PT, M_PT     x and y;  M_BASE_POWER, M_BASE_TOUGHNESS   x;  M_SWITCH
     M_NO_MANA_COST; M_MANA_COST   a: the cost, and the colours that follow from it (105.2)
     M_LOYALTY           x

   All others say nothing about characteristics and change nothing. */
enum { MOD_HIDDEN = 1 };
void chars_apply_mod(Game *g, Chars *c, const Mod *mod, u32 acquisition);

/* The Mod with `env` as what its ability captured if it is a M_GAIN of an ability that may use any of
   it, else with none; and that for all Mods of a List (3 words each) that captured something. An effect
   binds its Mods to its own env, from which they then borrow. */
Mod mod_bound(const Game *g, Mod mod, Heap env);
void mods_bind(Game *g, Heap mods, Heap env);

/* Replaces words of the type line and of all abilities through a chain of substitutions. */
void chars_substitute(Game *g, Chars *c, u32 subst);
/* Gives the mana abilities of its basic land types to a land that has not got them, and takes away
   those of types it has not (305.6). */
void chars_refresh_intrinsic(Game *g, Chars *c);
/* Whether those would change something. */
bool chars_wants_intrinsic(const Game *g, const Chars *c);

#endif
