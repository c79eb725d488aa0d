/* The permanents with which a player could do something at all, and the mana that they make. Of a board of many few can. They
   are found again only when permanents have come or gone, or something has changed that their abilities can depend on. */
#include "rules/cast/casting.h"
#include "state/mods.h"

/* What of a permanent matters though it is no activated ability. */
static void note_state(Game *g, u32 slot, bool own, ManaEstimate *m) {
  if (own && object_row(g, slot)->status & STATUS_FACE_DOWN) m->face_down = true;
  if (own && cv_is_room(g, values_before_status(g, slot))) m->rooms = true;
}

/* Whether it is an ability that the player may activate of their own permanent, or of another's. */
static bool may_activate(const AbilityDef *def, bool own) {
  return def->op == IR_ACTIVATED && (own || def->flags & ABILITY_FOR_OTHERS);
}

/* The most that the mana abilities of a permanent could make together. */
typedef struct Bound {
  bool any, once; /* there are such, and each can be activated once */
  bool sums;      /* one doesn't keep the others from being activated */
  u32 kinds, most, sum;
} Bound;

static void bound_add(Bound *b, const AbilityDef *def, bool changed) {
  b->any = true;
  b->once = b->once && def->most_n;
  b->sums = b->sums || !(def->flags & ABILITY_TAPS);
  b->kinds |= changed ? SYMBOL_KINDS : def->most_kinds;
  b->most = def->most_n > b->most ? def->most_n : b->most;
  b->sum += def->most_n;
}

/* Adds it to the estimate, which knows already of the mana of one of them. */
static void bound_apply(const Bound *b, const AbilityDef *known, ManaEstimate *m) {
  u32 n = b->sums ? b->sum : b->most;
  if (!b->any) return;
  m->bounded = m->bounded && b->once;
  estimate_may_add(m, b->kinds, n);
  if (!known) return;
  m->more -= known->makes_n;
  m->more_of[bits_first(known->makes)] -= known->makes_n;
}

/* What a permanent can do for the player. One with several mana abilities, or one that makes mana in another way, is
   not counted. */
static void look_at(Game *g, u32 slot, bool own, ManaEstimate *m) {
  const Chars *c = chars_of(g, slot);
  bool taps = taps_with(g, slot, c);
  const AbilityDef *found = NULL;
  u32 acts = 0, place = 0;
  Bound bound = {.once = own};
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, c, i).ability);
    if (!may_activate(def, own) || (def->flags & ABILITY_TAPS && !taps)) continue;
    acts++;
    place = i;
    if (!(def->flags & ABILITY_MANA)) continue;
    bound_add(&bound, def, inst_of_chars(g, c, i).subst != 0);
    if (found || !def->makes || !(def->flags & ABILITY_PLAIN))
      m->all = false;
    else
      found = def;
  }
  if (!acts) return;
  if (found) estimate_add(m, bits_first(found->makes), found->makes_n);
  bound_apply(&bound, found, m);
  /* All it does is to tap for mana: that is known by now. */
  bool only = found && acts == 1 && m->steady && own;
  scratch_push(g, slot | (u64)place << 32 | (only ? ACTOR_SURE : 0));
  m->actors++;
}

/* Of one that is as it is printed there is no more to know than what its card says; false if that is not enough. */
static bool look_at_form(Game *g, u32 slot, const CardForm *form, ManaEstimate *m) {
  if (form->acts == ACTS_NOT) return true;
  if (form->acts != ACTS_TAP) return false;
  if (!taps_with(g, slot, &form->chars)) return true;
  estimate_add(m, bits_first(form->makes), form->makes_n);
  scratch_push(g, slot | (u64)form->tap << 32 | ACTOR_SURE);
  m->actors++;
  return true;
}

/* All permanents, one after the other. */
static void gather_all(Game *g, ManaEstimate *m) {
  bool others = derived(g)->learned.for_others;
  FormLook look = forms_look(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0), next; s; s = next) {
    const Object *o = &look.objects[s];
    bool own = o->controller == m->player;
    next = o->next;
    if (!(own || others) || o->status & STATUS_PHASED_OUT) continue;
    const CardForm *form = own && m->steady ? form_looked(&look, s) : NULL;
    if (form && look_at_form(g, s, form, m)) continue;
    note_state(g, s, own, m);
    look_at(g, s, own, m);
    look = forms_look(g);
  }
}

/* --- those that are kept ------------------------------------------------------------------------------------- */

static u32 actors_row(u32 player) { return player * ACTORS_CAP; }

/* The changes of permanents that a player's list can depend on. */
static u32 board_of(const Game *g, u32 player) {
  const DerivedCore *d = derived(g);
  if (!d->learned.for_others) return d->changes.boards[player];
  u32 sum = 0;
  for (u32 p = 0; p < core(g)->player_count; p++) sum += d->changes.boards[p];
  return sum;
}

static bool actors_current(const Game *g, u32 player) {
  const DerivedCore *d = derived(g);
  const ActorsKept *kept = &d->actors[player];
  return kept->known && kept->others == d->learned.for_others && kept->board == board_of(g, player) &&
         kept->lasting == d->changes.lasting && kept->stamp == d->layers.doings;
}

/* What is known of a permanent that is as it is printed; false if nothing it can do is activated. */
static bool actor_of_form(const CardForm *form, Actor *actor) {
  if (form->acts == ACTS_NOT) return false;
  if (form->acts != ACTS_TAP) return true;
  actor->taps = form->tap + 1;
  actor->makes = (u8)bits_first(form->makes);
  actor->makes_n = form->makes_n;
  actor->sickens = form->chars.types & TYPE(CREATURE) && !chars_keyword(&form->chars, W_HASTE);
  return true;
}

/* Of any other, whether there is something to look at. `idle` is a list without activated abilities. */
static bool is_actor(Game *g, u32 slot, bool own, AbilityPlace *idle) {
  if (own && (object_row(g, slot)->status & STATUS_FACE_DOWN || cv_is_room(g, values_before_status(g, slot))))
    return true;
  const Chars *c = chars_of(g, slot);
  if (same_abilities(ability_place(c), *idle)) return false;
  for (u32 i = 0; i < c->ability_count; i++)
    if (may_activate(carddb_ability(g->db, inst_of_chars(g, c, i).ability), own)) return true;
  if (own) *idle = ability_place(c);
  return false;
}

static void actors_find(Game *g, u32 player) {
  u32 rows = core(g)->player_count * ACTORS_CAP, count = 0;
  u8 others = derived(g)->learned.for_others;
  if (count_of(g, T_ACTORS) < rows) table_add(g, T_ACTORS, rows - count_of(g, T_ACTORS));
  FormLook look = forms_look(g);
  AbilityPlace idle = {0};
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s && count <= ACTORS_CAP; s = look.objects[s].next) {
    const Object *o = &look.objects[s];
    bool own = o->controller == player;
    if (!(own || others) || o->status & STATUS_PHASED_OUT) continue;
    Actor actor = {.slot = s};
    const CardForm *form = own ? form_looked(&look, s) : NULL;
    bool acts = form ? actor_of_form(form, &actor) : is_actor(g, s, own, &idle);
    if (!form) look = forms_look(g);
    if (!acts) continue;
    if (count < ACTORS_CAP) *row_ACTORS(g, actors_row(player) + count) = actor;
    count++;
  }
  const DerivedCore *d = derived(g);
  derived(g)->actors[player] = (ActorsKept){.board = board_of(g, player),
                                            .lasting = d->changes.lasting,
                                            .stamp = d->layers.doings,
                                            .count = (u16)count,
                                            .known = 1,
                                            .others = others};
}

static void gather_kept(Game *g, ManaEstimate *m) {
  u32 first = actors_row(m->player), count = derived(g)->actors[m->player].count;
  for (u32 i = 0; i < count; i++) {
    const Actor actor = *row_ACTORS(g, first + i);
    if (!actor.taps) {
      bool own = object_row(g, actor.slot)->controller == m->player;
      note_state(g, actor.slot, own, m);
      look_at(g, actor.slot, own, m);
      continue;
    }
    if (object_row(g, actor.slot)->status & STATUS_TAPPED) continue;
    if (actor.sickens && permanent_of(g, actor.slot)->flags & PERM_SICK) continue;
    estimate_add(m, actor.makes, actor.makes_n);
    scratch_push(g, actor.slot | (u64)(actor.taps - 1u) << 32 | ACTOR_SURE);
    m->actors++;
  }
}

#ifdef GAVEL_CHECKED
static void compare_gathered(Game *g, const ManaEstimate *m, ManaEstimate all) {
  all.mark = scratch_mark(g);
  gather_all(g, &all);
  ASSERT(all.actors == m->actors && all.total == m->total && all.all == m->all);
  ASSERT(all.bounded == m->bounded && all.more == m->more && !memcmp(all.more_of, m->more_of, sizeof all.more_of));
  ASSERT(all.face_down == m->face_down && all.rooms == m->rooms && memcmp(all.have, m->have, sizeof all.have) == 0);
  for (u32 i = 0; i < all.actors; i++) ASSERT(scratch_get(g, all.mark + i) == scratch_get(g, m->mark + i));
  scratch_release(g, all.mark);
}
#endif

void actors_gather(Game *g, ManaEstimate *m) {
  if (m->steady && !actors_current(g, m->player)) actors_find(g, m->player);
  if (!m->steady || derived(g)->actors[m->player].count > ACTORS_CAP) {
    gather_all(g, m);
    return;
  }
#ifdef GAVEL_CHECKED
  ManaEstimate before = *m;
#endif
  gather_kept(g, m);
#ifdef GAVEL_CHECKED
  compare_gathered(g, m, before);
#endif
}
