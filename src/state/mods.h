/* Characteristics under construction: their abilities, and the effect of an evaluated modification. Nothing here looks
   at other objects of the game, so both copiable values and layers are built with it. */
#ifndef STATE_MODS_H
#define STATE_MODS_H

#include "state/state.h"

/* The i-th ability of characteristics, wherever they are stored. Abilities of a definition, and of copiable values,
   have acquisition 0: the object's own. */
AbilityInst inst_of_chars(const Game *g, const Chars *c, u32 i);
/* Copies the abilities of characteristics into a list of its own that a row of last known information has (walk.h): where they
   lie now they don't stay. Abilities of the object's own get the acquisition `own`. Those of a definition stay there. */
void lki_keep_abilities(Game *g, u32 row, const Chars *from, u32 own);
/* Whether the list lies in T_DHEAP, and what is computed next can overwrite it. */
static inline bool abilities_in_dheap(const Chars *c) {
  return c->abilities_in_block == ABILITIES_IN_DHEAP || c->abilities_in_block == ABILITIES_GROWING;
}

/* Where the list is: one that changed is elsewhere, or longer. Objects may share a list. */
typedef struct AbilityPlace {
  u32 first, count;
  u8 in_block;
} AbilityPlace;
static inline AbilityPlace ability_place(const Chars *c) {
  return (AbilityPlace){c->abilities, c->ability_count, c->abilities_in_block};
}
static inline bool same_abilities(AbilityPlace a, AbilityPlace b) {
  return a.first == b.first && a.count == b.count && a.in_block == b.in_block;
}

/* The Env captured for the ability that a modification gives; 0 if none. */
static inline Heap mod_env(const Mod *mod) { return mod->op == IR_M_GAIN ? (Heap)((u64)mod->x >> 32) : 0; }

/* --- the derived heap (T_DHEAP): words one after another, freed from the end ------------ */

/* Allocates `words` at the end; returns the place of the first. */
u32 dheap_alloc(Game *g, u32 words);
static inline u32 dheap_mark(const Game *g) { return count_of(g, T_DHEAP); }
/* Frees everything after a mark. */
void dheap_release(Game *g, u32 mark);

/* --- building ability lists ------------------------------------------------------------------ */

/* A list is never changed in place, except that a run at the end of T_DHEAP or with room behind it may be extended; any
   other change makes a new run there. So characteristics copied before a change, and marks taken before it, stay valid;
   but of two copies of characteristics only one may be extended. `c` must not lie in the block. */

/* Adds an ability, with the abilities it expands to if it is a keyword defined in IR, and records the keyword. */
void chars_gain(Game *g, Chars *c, AbilityInst inst);
/* Adds an ability once for each of these acquisitions, in their order. */
void chars_gain_each(Game *g, Chars *c, AbilityInst inst, const u32 *acquisitions, u32 count);
/* For an object that had the same list as `other`, which has gained the ability by chars_gain_each: both share the new list. */
void chars_gain_alike(const Game *g, Chars *c, u32 ability, const Chars *other);
/* The ability that a modification IR_M_GAIN gives. */
AbilityInst mod_inst(const Mod *mod, u32 acquisition);

/* Applies an evaluated Mod (see Mod in rows.h) to characteristics; added abilities get the acquisition. Operations and
   their operands:

       M_SWAP_WORD         word → a, in the type line and in the abilities (612.2)
       M_FULL_TEXT         replaces its text by that of the CvId a, face x (612.6)
       M_TEXT_BOX          replaces its rules text by that of the CvId a, face x (612.5)
       M_TEXT_TOO          adds the rules text of the CvId a, face x; nothing if `word` is MOD_HIDDEN
       M_NAME              a;  M_CREATURE_NAMES
       M_ADD_TYPE, M_LOSE_TYPE, M_ADD_SUPERTYPE, M_LOSE_SUPERTYPE   word
       M_SET_TYPES         a is the mask (205.1a); instants and sorceries keep their types
       M_ADD_SUBTYPE       word, if it has a type the subtype belongs to (205.3d)
       M_SET_SUBTYPES      the same (M_LOSE_SUBTYPES removes the old ones)
       M_SET_LAND_TYPES    word replaces all land types (305.7)
       M_LOSE_SUBTYPES     word is the class
       M_ALL_CREATURE_TYPES
       M_SET_COLOR, M_ADD_COLOR   a is the mask
       M_HAS_TEXT          the ability a with its words (x), as its own text
       M_GAIN              a with its words (low half of x) and env (high half), and y times more; a 0: only the
                           keyword `word`
       M_LOSE_ALL; M_CANT_HAVE   word
       M_LOSE_KEYWORD      word; if a, only those with that quality, with the substitutions x
       M_BASE_PT, M_PT     x and y;  M_BASE_POWER, M_BASE_TOUGHNESS   x;  M_SWITCH
       M_NO_MANA_COST; M_MANA_COST   a: the cost, and the colours that follow from it (105.2)
       M_LOYALTY           x

   All others don't concern characteristics and change nothing. */
enum { MOD_HIDDEN = 1 };
void chars_apply_mod(Game *g, Chars *c, const Mod *mod, u32 acquisition);

/* Returns the Mod with `env` as its captured environment if it is an M_GAIN of an ability that may use it, otherwise
   with none. */
Mod mod_bound(const Game *g, Mod mod, Heap env);

/* Replaces words of the type line and of all abilities according to a chain of substitutions. */
void chars_substitute(Game *g, Chars *c, u32 subst);
/* Gives a land the mana abilities of its basic land types that it lacks, and removes those of types it doesn't have
   (305.6). */
void chars_refresh_intrinsic(Game *g, Chars *c);

#endif
