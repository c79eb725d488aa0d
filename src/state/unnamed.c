/* Whatever names a card that a viewer may not know must say no more than the viewer knows; see unnamed.h. */
#include "state/unnamed.h"

#include "cards/ir.h"
#include "state/objects.h"
#include "state/view.h"
#include "state/walk.h"

bool was_unknown(const Game *g, u32 viewer, const Object *o) {
  return !zone_is_public((Zone)o->zone) && !view_knows_object(g, viewer, o);
}

/* --- names ----------------------------------------------------------------------------------- */

static void name_gone(Walk *w, u32 row) {
  Names *names = w->user;
  for (u32 i = 0; i < names->gone.count; i++)
    if (names->gone.data[i] == row) return;
  if (row && !vec_push(&w->g->allocator, &names->gone, row)) w->stop = true;
}

static void name_slot(Walk *w, const Field *field, Place place) {
  Names *names = w->user;
  if (field->kind != FIELD_REF && field->kind != FIELD_REF_OR_NUMBER) return;
  Ref ref = place_get(w->g, place, field->size);
  if (!ref_generation(ref) || ref_is_player(ref)) return;
  u32 slot = object_live(w->g, ref);
  if (!slot)
    name_gone(w, lki_find(w->g, ref));
  else if (!names->order.data[slot])
    names->order.data[slot] = ++names->count;
}

bool names_find(Game *g, Names *names) {
  static const u8 TABLES_IN_ORDER[] = {T_EFFECTS, T_PENDING, T_MANA, T_FRAMES, T_EVENTS, T_CHOSEN};
  u32 slots = count_of(g, T_OBJECTS);
  if (!vec_reserve(&g->allocator, &names->order, slots)) return false;
  memset(names->order.data, 0, slots * sizeof *names->order.data);
  Walk w = {.g = g, .user = names, .scalar = name_slot};
  for (u32 zone = 0; zone < ZONE_COUNT; zone++) {
    u32 lists = zone_is_shared((Zone)zone) ? 1 : core(g)->player_count;
    for (u32 player = 0; player < lists; player++)
      for (u32 slot = zone_first(g, (Zone)zone, player); slot; slot = object_row(g, slot)->next)
        walk_row(&w, T_OBJECTS, slot);
  }
  for (u32 i = 0; i < COUNT_OF(TABLES_IN_ORDER); i++)
    for (u32 row = 0; row < count_of(g, (TableId)TABLES_IN_ORDER[i]); row++)
      if (!row_is_free(g, (TableId)TABLES_IN_ORDER[i], row)) walk_row(&w, (TableId)TABLES_IN_ORDER[i], row);
  for (u32 i = 0; i < names->gone.count; i++) walk_row(&w, T_LKI, names->gone.data[i]);
  return !w.stop;
}

void names_free(Game *g, Names *names) {
  vec_free(&g->allocator, &names->order);
  vec_free(&g->allocator, &names->gone);
}

/* --- sources --------------------------------------------------------------------------------- */

/* Whether the viewer can't, or couldn't when it left, tell the source from other cards of a hand or library. An effect that
   began at the time `since`, after its source had left, shows what became of it. */
static bool is_lost(const Game *g, u32 viewer, u64 since, Ref source) {
  const Object *o = object_known(g, source);
  if (!o || !was_unknown(g, viewer, o)) return false;
  if (object_live(g, source)) return true;
  const Object *became = object_known(g, row_LKI(g, lki_find(g, source))->became);
  return !became || became->timestamp == 0 || became->timestamp > since;
}

/* `acquisition` is that of the ability by its source; it may be null. */
static void forget_if_lost(const Game *g, u32 viewer, u64 since, Ref *source, u32 *acquisition) {
  if (!is_lost(g, viewer, since, *source)) return;
  *source = REF_NONE;
  if (acquisition) *acquisition = 0;
}

static void forget_in_env(const Game *g, u32 viewer, u64 since, Heap env) {
  if (!env) return;
  Env *v = env_at(g, env);
  forget_if_lost(g, viewer, since, &v->source, &v->acquisition);
  forget_if_lost(g, viewer, since, &v->granter, NULL);
}

void forget_lost_sources(const Game *g, u32 viewer) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    Effect *f = row_EFFECTS(g, row);
    if (!f->id) continue;
    forget_if_lost(g, viewer, f->timestamp, &f->duration_object, NULL);
    forget_in_env(g, viewer, f->timestamp, f->env);
  }
  for (u32 row = 0; row < count_of(g, T_PENDING); row++) {
    Pending *p = row_PENDING(g, row);
    forget_if_lost(g, viewer, 0, &p->source, &p->acquisition);
    forget_in_env(g, viewer, 0, p->env);
  }
  for (u32 row = 0; row < count_of(g, T_MANA); row++) {
    Mana *m = row_MANA(g, row);
    forget_if_lost(g, viewer, 0, &m->source, NULL);
    forget_in_env(g, viewer, 0, m->env);
  }
  for (u32 slot = zone_first(g, ZONE_STACK, 0); slot; slot = object_row(g, slot)->next) {
    if (object_row(g, slot)->kind != OBJECT_ABILITY) continue;
    StackItem *item = stack_item_of(g, slot);
    forget_if_lost(g, viewer, 0, &item->source, &item->acquisition);
    forget_in_env(g, viewer, 0, item->env);
  }
}

/* --- foretold cards -------------------------------------------------------------------------- */

u32 foretold_by(const Game *g, Ref ref) {
  for (u32 row = 1; row < count_of(g, T_EFFECTS); row++) {
    const Effect *f = row_EFFECTS(g, row);
    if (!f->id || f->duration != W_WHILE_EXILED || f->duration_object != ref || !f->env) continue;
    u32 keyword = carddb_keyword_of(g->db, env_at(g, f->env)->ability);
    if (carddb_ability(g->db, keyword)->keyword == W_FORETELL) return row;
  }
  return 0;
}

/* The first ability of the card that is a keyword; 0 if it has none. */
static u32 keyword_of_card(const CardDb *db, u32 def, Word keyword) {
  const CardDef *card = carddb_card(db, def);
  for (u32 f = card->face; f < card->face + card->faces; f++) {
    const Chars *c = &carddb_face(db, f)->chars;
    for (u32 a = c->abilities; a < c->abilities + c->ability_count; a++)
      if (carddb_ability(db, a)->op == IR_KEYWORD && carddb_ability(db, a)->keyword == keyword) return a;
  }
  return 0;
}

/* The node that stands in the tree `to` where `node` stands in the tree `from`, which has the same form; 0 if there is
   none. */
static Node node_alike(const CardDb *db, Node from, Node to, Node node) {
  if (!from || !to || node_op(db, from) != node_op(db, to)) return 0;
  if (from == node) return to;
  const IrSignature *signature = &db->signatures[node_op(db, from)];
  u32 count = node_argc(db, from) < node_argc(db, to) ? node_argc(db, from) : node_argc(db, to);
  for (u32 i = 0; i < count; i++) {
    if (!ir_arg_is_node(signature, i)) continue;
    Node found = node_alike(db, node_arg(db, from, i), node_arg(db, to, i), node);
    if (found) return found;
  }
  return 0;
}

/* The variable of the ability `was` that has the name of variable `slot` of `now`; no variable of its own if there is none. */
static u32 slot_alike(const CardDb *db, const AbilityDef *was, const AbilityDef *now, u32 slot) {
  if (slot < SLOT_FIRST_OWN) return slot;
  StrId name = db->slot_names.data[now->slot_names + slot - SLOT_FIRST_OWN];
  for (u32 i = SLOT_FIRST_OWN; i < was->slots; i++)
    if (db->slot_names.data[was->slot_names + i - SLOT_FIRST_OWN] == name) return i;
  return was->slots;
}

/* The variables of an effect of the ability `was`, for the ability `now`, which has other variables, too. */
static Heap env_alike(Game *g, Heap env, u32 was, u32 now) {
  const AbilityDef *from = carddb_ability(g->db, was), *to = carddb_ability(g->db, now);
  u32 slots = to->slots < SLOT_FIRST_OWN ? SLOT_FIRST_OWN : to->slots;
  Heap copy = env_new(g, slots);
  memcpy(env_at(g, copy), env_at(g, env), sizeof(Env));
  env_at(g, copy)->slots = (u8)slots;
  env_at(g, copy)->ability = now;
  env_at(g, env)->applied = 0;
  for (u32 i = 0; i < slots; i++) {
    u32 known = slot_alike(g->db, from, to, i);
    if (known >= env_at(g, env)->slots) continue;
    env_at(g, copy)->slot[i] = env_at(g, env)->slot[known];
    env_at(g, env)->slot[known] = (Value){.tag = VALUE_NONE};
  }
  env_free(g, env);
  return copy;
}

void foretold_as(Game *g, u32 slot, u32 def) {
  const CardDb *db = g->db;
  u32 row = foretold_by(g, object_ref(g, slot));
  u32 keyword = row ? keyword_of_card(db, def, W_FORETELL) : 0;
  if (!keyword) return;
  Effect *f = row_EFFECTS(g, row);
  u32 was = env_at(g, f->env)->ability, now = keyword + was - carddb_keyword_of(db, was);
  Node node = node_alike(db, carddb_ability(db, was)->node, carddb_ability(db, now)->node, f->node);
  if (!node) return;
  f->node = node;
  if (f->ability) f->ability = now;
  Heap env = env_alike(g, f->env, was, now);
  row_EFFECTS(g, row)->env = env;
}

/* --- the history ----------------------------------------------------------------------------- */

/* Whether the viewer doesn't know, or didn't when it left, what this is in a hand or library. */
static bool unknown_there(const Game *g, u32 viewer, Ref ref) {
  if (ref == REF_NONE) return true; /* the cards were dealt anew before */
  if (ref_is_player(ref)) return false;
  const Object *o = object_known(g, ref);
  return !o || was_unknown(g, viewer, o);
}

/* Whose hand or library something moved to. A card has the same owner in every zone. */
static u32 owner_of_row(const Game *g, const History *h) {
  Ref ref = h->object ? h->object : h->source;
  return ref == REF_NONE || ref_is_player(ref) ? h->player : object_row(g, ref_slot(ref))->owner;
}

/* Whether the viewer saw something move to a hidden zone, but can't tell which it is, or was, there. A card that came unseen
   to a hand may be known since, but not when it came. */
static bool moved_unseen(const Game *g, u32 viewer, const History *h) {
  if (h->kind != EVENT_MOVE || zone_is_public((Zone)h->to)) return false;
  if (h->to == ZONE_HAND && owner_of_row(g, h) == viewer) return false;
  bool drawn = h->to == ZONE_HAND && !zone_is_public((Zone)h->from);
  return unknown_there(g, viewer, drawn ? h->source : h->object);
}

/* The next card from the end of a hand that the viewer doesn't know; 0 if there is none. */
static u32 next_unknown(const Game *g, u32 viewer, u32 slot) {
  while (slot && view_knows(g, viewer, slot)) slot = object_row(g, slot)->prev;
  return slot;
}

/* Copiable values 0: there is nothing to see. */
static void retell_look(Game *g, u32 i, CvId cv) {
  const Chars *c = cv ? cv_chars(g, cv, 0) : NULL;
  History *h = row_HISTORY(g, i);
  h->types = c ? c->types : 0;
  h->colors = c ? c->colors : 0;
}

/* Whether it was open to everybody what moved: not so of a card that was face down in exile. */
static bool moved_openly(const Game *g, u32 viewer, const History *h) {
  Zone from = (Zone)h->from;
  if (zone_is_open(from) || !zone_is_public(from)) return zone_is_open(from);
  const Object *was = object_known(g, h->source);
  return was && view_knows_object(g, viewer, was);
}

/* A card came unseen to a hand, or it is not to be seen any more which of them it was. `last` are the cards that were drawn
   before those that came later, by their owners. */
static void retell_arrival(Game *g, u32 viewer, u32 i, u32 *last) {
  History *h = row_HISTORY(g, i);
  u32 owner = owner_of_row(g, h);
  u32 slot = h->to == ZONE_HAND && owner < core(g)->player_count ? next_unknown(g, viewer, last[owner]) : 0;
  if (slot) last[owner] = object_row(g, slot)->prev;
  h->object = slot ? object_ref(g, slot) : REF_NONE;
  if (!zone_is_public((Zone)h->from)) h->source = REF_NONE;
  if (!moved_openly(g, viewer, h)) retell_look(g, i, slot ? object_row(g, slot)->cv : 0);
}

/* What moved unseen, and is somewhere where it can be followed, is like the card dealt for it. */
static void retell_unseen(Game *g, u32 viewer, u32 i) {
  History *h = row_HISTORY(g, i);
  Ref about = h->kind == EVENT_MOVE && h->to != ZONE_BATTLEFIELD && h->source ? h->source : h->object;
  u32 slot = ref_is_player(about) ? 0 : ref_slot(about), row = slot ? lki_find(g, about) : 0;
  if (!slot) return;
  const Object *now = object_row(g, slot), *o = row ? &row_LKI(g, row)->object : now;
  if (now->zone == ZONE_NONE || view_knows(g, viewer, slot) || !was_unknown(g, viewer, o)) return;
  retell_look(g, i, o->cv);
}

static bool moved_later(const Game *g, u32 row, Ref ref) {
  for (u32 i = row + 1; i < count_of(g, T_HISTORY); i++)
    if (row_HISTORY(g, i)->kind == EVENT_MOVE && row_HISTORY(g, i)->source == ref) return true;
  return false;
}

/* Whether something in the row is, or was, a card of a hand or library that the viewer can't tell from others any more. What
   had left before is known if something was done to it, as when it was discarded. What `acted` may have been lost long
   before: a delayed triggered ability triggers then, too. */
static bool is_lost_in(const Game *g, u32 viewer, u32 row, Ref ref, bool acted) {
  const Object *o = ref == REF_NONE || ref_is_player(ref) ? NULL : object_known(g, ref);
  return o && was_unknown(g, viewer, o) && (acted || object_live(g, ref) || moved_later(g, row, ref));
}

/* Something was done by or to a card that was seen then: nobody can tell any more which card of a hand it is. */
static void retell_lost(const Game *g, u32 viewer, u32 row) {
  History *h = row_HISTORY(g, row);
  if (h->kind == EVENT_MOVE) return;
  bool acts = h->kind == EVENT_ACTIVATE || h->kind == EVENT_TRIGGER;
  bool object = is_lost_in(g, viewer, row, h->object, acts), source = is_lost_in(g, viewer, row, h->source, true);
  if (object) h->object = REF_NONE;
  if (source) h->source = REF_NONE;
  if (object || source) h->acquisition = 0;
}

void retell(Game *g, u32 viewer) {
  u32 last[PLAYERS_CAP];
  for (u32 p = 0; p < core(g)->player_count; p++) last[p] = zone_list(g, ZONE_HAND, p)->last;
  for (u32 i = 0; i < count_of(g, T_HISTORY); i++) retell_lost(g, viewer, i);
  for (u32 i = count_of(g, T_HISTORY); i-- > 0;) {
    const History *h = row_HISTORY(g, i);
    bool there = h->to == ZONE_LIBRARY && !ref_is_player(h->object) && object_live(g, h->object);
    if (!moved_unseen(g, viewer, h)) {
      retell_unseen(g, viewer, i);
    } else if (!there) {
      retell_arrival(g, viewer, i, last);
    } else {
      retell_unseen(g, viewer, i);
      if (!zone_is_public((Zone)row_HISTORY(g, i)->from)) row_HISTORY(g, i)->source = REF_NONE;
    }
  }
}
