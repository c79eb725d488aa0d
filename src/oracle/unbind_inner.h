/* What the files of unbind.c share. */
#ifndef ORACLE_UNBIND_INNER_H
#define ORACLE_UNBIND_INNER_H

#include "oracle/unbind.h"

#define ITEMS_MAX 48u

typedef struct Items {
  Lf of[ITEMS_MAX];
  u32 count;
} Items;

static inline void add(Items *items, Lf item) {
  if (items->count < ITEMS_MAX) items->of[items->count++] = item;
}

static inline Lf list_of(Unbinder *u, const Items *items) {
  if (items->count == ITEMS_MAX) u->failed = true;
  return u->failed ? 0 : lf_list(u->lf, items->of, items->count);
}

static inline Lf make(Unbinder *u, Lf head, Lf a, Lf b, Lf c) { return lf_make(u->lf, head, a, b, c); }
static inline Lf item(const Unbinder *u, Lf form, u32 i) { return lf_item(u->lf, form, i); }
static inline bool is(const Unbinder *u, Lf form, Lf head) { return lf_is(u->lf, form, head); }

static inline bool has_flag(const Unbinder *u, Lf form, Lf flag) {
  for (u32 i = 1; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) == flag) return true;
  return false;
}

/* Nothing can be said. Always 0. */
static inline Lf none(Unbinder *u) {
  u->failed = true;
  return 0;
}

static inline u32 way(Unbinder *u, u32 count) { return unbind_way(u, count); }

/* unbind_noun.c */
Known *unbind_known_of(Unbinder *u, Lf variable);
bool unbind_is_one(const Unbinder *u, Lf max);
void unbind_know(Unbinder *u, Lf variable, Lf filter, Lf said, bool many);
u32 unbind_term_count(const Unbinder *u, Lf filter);
Lf unbind_term_at(const Unbinder *u, Lf filter, u32 i);
Lf unbind_variable(Unbinder *u, Lf name);
bool unbind_is_of_event(Lf form);
Lf unbind_described(Unbinder *u, Lf objects);
Lf unbind_of_actor(Unbinder *u, Lf filter);
Lf unbind_object(Unbinder *u, Lf form);

/* unbind_event.c */
Lf unbind_cost(Unbinder *u, Lf form, bool loyalty);
Lf unbind_event(Unbinder *u, Lf form);

/* unbind_act.c */
Lf unbind_by_actor(Unbinder *u, IrOp op, Lf form, Lf *who);
void unbind_note_role(Unbinder *u, Lf act);
bool unbind_declares(Unbinder *u, Lf form);
Lf unbind_moved_to(Unbinder *u, Lf form);
Lf unbind_action_of(Unbinder *u, Lf form, Lf *who);
Lf unbind_action(Unbinder *u, Lf form);

/* unbind.c */
const IrArg *unbind_option_named(const IrSignature *s, Str text);
Lf unbind_one_of_colors(Unbinder *u, Lf form);
Lf unbind_generic(Unbinder *u, Lf form, IrSort sort);
Lf unbind_without_option(Unbinder *u, Lf form, Lf name);
Lf unbind_modifications(Unbinder *u, Lf form, u32 from);
bool unbind_begin_x(Unbinder *u, Lf form);
Lf unbind_end_x(Unbinder *u, Lf said);
bool unbind_is_of_you(const Unbinder *u, Lf form, u32 from);
Lf unbind_rules(Unbinder *u, Lf form, u32 from, Lf *subject);
void unbind_know_target(Unbinder *u, Lf target);
Lf unbind_ability(Unbinder *u, Lf form);
Lf unbind_part(Unbinder *u, Lf form, IrSort sort);

#endif
