/* Logical forms: what a phrase says before anything in it is referred to anything else. A form is an atom or a list of
   forms, and is written as definitions of cards are. Equal forms are one and the same, so that two readings mean the
   same if and only if their numbers are equal. */
#ifndef ORACLE_LF_H
#define ORACLE_LF_H

#include "base/base.h"

typedef u32 Lf; /* 0 is no form */

/* Atoms that C code names. Every store begins with them, so that each is the same form in all. */
enum LfName {
  LF_NONE,
#define HEAD(ENUM, NAME, SORT, SIGNATURE, BIND) LF_##ENUM,
#include "oracle/heads.def"
#undef HEAD
#define NAME(ENUM, TEXT) LF_##ENUM,
#include "oracle/names.def"
#undef NAME
  LF_NAMES
};

typedef struct LfNode {
  u32 first, count; /* its items; none for an atom */
  StrId atom;       /* 0 for a list */
  u32 hash;
} LfNode;

/* All forms there are. When the allocator refuses, `failed` is set and stays so; forms made from then on are 0. */
typedef struct LfStore {
  GavelAllocator allocator;
  Arena arena;
  Intern atoms;
  VEC(LfNode) nodes; /* node 0 is no form */
  VEC(Lf) items;
  VEC(u32) slots; /* open addressing, node numbers; count is the size of the table */
  bool failed;
} LfStore;

void lf_init(LfStore *store, GavelAllocator allocator);
void lf_free(LfStore *store);

Lf lf_atom(LfStore *store, Str text);
/* The list of these items, which may lie in the store. A list whose head is associative (and, or, seq …) takes the
   items of items with the same head in their place, and is its only item if it has but one. `and` and `or` drop an
   item that they hold already. */
Lf lf_list(LfStore *store, const Lf *items, u32 count);
/* Whether lists of that head are flat, and one of a single item is that item. */
bool lf_is_flat(Lf head);
/* A list of a head, an atom, and what else is not 0. */
Lf lf_make(LfStore *store, Lf head, Lf a, Lf b, Lf c);

static inline bool lf_is_atom(const LfStore *store, Lf lf) { return store->nodes.data[lf].atom != 0; }
static inline u32 lf_count(const LfStore *store, Lf lf) { return store->nodes.data[lf].count; }
/* Whether a form is the name of an option, such as `:max`. */
static inline bool lf_is_option(const LfStore *store, Lf lf) {
  StrId atom = store->nodes.data[lf].atom;
  Str text = atom ? intern_text(&store->atoms, atom) : (Str){0};
  return text.length > 1 && text.data[0] == ':';
}
/* Goes from two forms to the innermost two parts in which they differ; to 0 and 0 if they are alike, or one is none. */
void lf_difference(const LfStore *store, Lf *here, Lf *there);
/* The item at `index`, 0 behind the last. */
Lf lf_item(const LfStore *store, Lf lf, u32 index);
/* An atom itself; what a list begins with. */
static inline Lf lf_first(const LfStore *store, Lf lf) { return lf_is_atom(store, lf) ? lf : lf_item(store, lf, 0); }
/* The text of an atom, or of the atom a list begins with; empty for other forms. */
Str lf_head(const LfStore *store, Lf lf);
/* Whether a form is that atom, or a list that begins with it. */
static inline bool lf_is(const LfStore *store, Lf lf, Lf head) {
  return lf == head || (store->nodes.data[lf].count > 0 && store->items.data[store->nodes.data[lf].first] == head);
}
/* Whether it is a list that begins with that atom; 0 is none. */
static inline bool lf_is_list(const LfStore *store, Lf lf, Lf head) { return lf != head && lf_is(store, lf, head); }

/* All forms made after the mark are forgotten by lf_forget. */
u32 lf_mark(const LfStore *store);
void lf_forget(LfStore *store, u32 mark);

/* Reads a form from the text of a grammar; 0 with the offset of what is wrong in `*bad`. */
Lf lf_read(LfStore *store, Str text, u32 *bad);
void lf_print(const LfStore *store, Lf lf, Text *out);
/* The same over several lines of at most `width` bytes where it can, those behind the first indented by more than
   `indent`; the first begins where `out` ends, in column `column`. */
void lf_print_wide(const LfStore *store, Lf lf, u32 column, u32 indent, u32 width, Text *out);

#endif
