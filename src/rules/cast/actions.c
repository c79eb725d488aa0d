/* The actions of the player with priority (117.1): which there are, and carrying one out. */
#include "rules/cast/casting.h"
#include "state/mods.h"

/* --- offering ------------------------------------------------------------------------------------------- */

/* The ways to cast a card of the hand that is as it is printed: those of any other with the same values. */
enum { ALIKE_CARDS = 4, ALIKE_WAYS = 4, ALIKE_TARGETS = 4, HELD_ACTORS = 6 };
typedef struct AlikeCast {
  CvId cv;
  u32 count;
  CastMethod methods[ALIKE_WAYS];
} AlikeCast;

/* Whether there are targets for an ability of a permanent that is as it is printed: the same for any other with the same
   values. What is asked only once need not be known. */
typedef struct AlikeTargets {
  u32 ability;
  CvId cv;
  bool known, exist;
} AlikeTargets;

/* What is known of a player with priority. */
typedef struct Offer {
  Game *g;
  u32 player;
  bool quick;             /* nothing that is known is rechecked; see game_is_quick */
  bool sorcery;           /* the player could cast a sorcery now … */
  bool lands;             /* … and play a land */
  bool closed;            /* only mana abilities can be activated (702.61a) */
  bool flash;             /* some effect lets players cast spells as though they had flash */
  bool sure;              /* what was found depends on the time by nothing but the above … */
  bool own;               /* … and not on targets */
  u32 free;               /* how many options take no mana for certain */
  u32 zones;              /* those off the battlefield that must be looked through … */
  u32 permitted;          /* … and from where some effect lets the player play cards, or in another way … */
  u32 timed;              /* … at a time of the effect's own … */
  u32 priced;             /* … or for another cost; */
  u32 unnamed;            /* … those where that may be any card. The others are on the scratch list, … */
  u32 named, named_count; /* … from here on, so many */
  bool affordable;        /* the card that is looked at could be cast for its mana cost if an effect lets the player */
  bool held_known;        /* the cards of the hand that might have abilities to activate there are those below */
  u32 held_count;
  u32 alike_count, alike_targets_count;
  AlikeCast alike[ALIKE_CARDS];
  AlikeTargets alike_targets[ALIKE_TARGETS];
  u32 held[HELD_ACTORS];
  PaymentContext payment;
} Offer;

static bool permitted_visit(const Eval *e, Node rule, void *user) {
  Offer *o = user;
  Zone zone = zone_of_word((Word)node_arg(e->g->db, rule, ARG_R_MAY_PLAY_ZONE));
  Node cards = node_arg(e->g->db, rule, ARG_R_MAY_PLAY_CARDS), names = cards ? filter_names(e->g->db, cards) : 0;
  if (eval_matches(e, node_arg(e->g->db, rule, ARG_R_MAY_PLAY_PLAYERS), ref_player(o->player))) {
    o->permitted |= ZONE_BIT(zone);
    if (names)
      o->named_count += eval_objects(e, node_arg(e->g->db, names, 0));
    else
      o->unnamed |= ZONE_BIT(zone);
  }
  if (node_arg(e->g->db, rule, ARG_R_MAY_PLAY_TIMING)) o->timed |= ZONE_BIT(zone);
  if (node_arg(e->g->db, rule, ARG_R_MAY_PLAY_COST)) o->priced |= ZONE_BIT(zone);
  return false;
}

static bool is_in(const Game *g, u32 slot, u32 zones) { return zones & ZONE_BIT(object_row(g, slot)->zone); }

/* Whether it could be cast or activated with the choices that are best for it (601.3–601.5), paid from what an offer says
   there is, else with a board. */
static bool is_completable(Offer *o, PaymentProblem *b, const CastContext *s) {
  return announceable(s, 0, o ? &o->payment : NULL, o ? NULL : b);
}

/* Where only its targets are missing; what they are may hang on X, and of a spell on how it is paid for. */
static QuickAnswer quick_without_targets(const CastContext *s) {
  bool ways = s->spell && context_may_hold(s, HOLDS_COSTS | HOLDS_ALTERNATIVES);
  return cost_has_x(s) || ways ? QUICK_UNKNOWN : QUICK_NO;
}

/* What can't be cast now for its timing alone is most of a hand most of the time. */
static bool worth_looking(const Offer *o, u32 slot) {
  Game *g = o->g;
  if (o->sorcery || o->flash || is_in(g, slot, o->timed)) return true;
  u32 def = cv_card(g, object_row(g, slot)->cv);
  if (!def || carddb_card(g->db, def)->faces > 1) return true;
  const Chars *c = chars_of(g, slot);
  if (c->types & TYPE(INSTANT) || chars_keyword(c, W_FLASH)) return true;
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    if (carddb_ability(g->db, inst.ability)->op == IR_ALTERNATIVE_COST) return true;
    c = chars_of(g, slot);
  }
  return false;
}

/* What may be a target can depend on the time, or on what others have tapped (see tapped_changed). */
static void note_time(Offer *o, const AbilityDef *def) {
  o->own = false;
  if (def->reads & (FACT_TURN | FACT_HISTORY | FACT_STATUS)) o->sure = false;
}

/* Whether what is found for a card, by itself and as each of its abilities has it, stays while nothing changes. */
static bool is_timeless(Game *g, u32 slot) {
  u32 def = cv_card(g, object_row(g, slot)->cv);
  if (!def || carddb_card(g->db, def)->faces > 1) return false;
  const Chars *c = chars_of(g, slot);
  for (u32 i = 0; i < c->ability_count; i++)
    if (!(carddb_ability(g->db, inst_of_chars(g, c, i).ability)->flags & ABILITY_TIMELESS)) return false;
  return true;
}

/* Whether the targets exist for a card that is as it is printed, cast as the method says. */
static QuickAnswer targets_quickly(Offer *o, u32 slot, const CardForm *form, CastMethod method) {
  Game *g = o->g;
  if (!form->targets || (form->targets == TARGETS_PLAYER && derived(g)->layers.rules == 0)) return QUICK_YES;
  for (u32 i = 0; i < form->chars.ability_count; i++)
    note_time(o, carddb_ability(g->db, inst_of_chars(g, &form->chars, i).ability));
  CastContext s = context_of_card(g, o->player, slot, method);
  return context_targets_exist(&s) ? QUICK_YES : quick_without_targets(&s); /* 601.2c */
}

/* Whether a card could be cast in one of its ways; `way` is null for the ordinary one. */
static QuickAnswer way_quickly(Offer *o, u32 slot, const CardForm *form, const CastWay *way) {
  Game *g = o->g;
  bool instant = way ? way->instant : form->instant;
  if (!o->sorcery && !instant) return o->flash || is_in(g, slot, o->timed) ? QUICK_UNKNOWN : QUICK_NO;
  ManaEstimate *m = &o->payment.estimate;
  QuickAnswer pays = way ? estimate_pay_way(g, m, slot, form, way) : estimate_pay(g, m, slot, form);
  if (pays != QUICK_YES) return pays;
  if (is_in(g, slot, o->permitted)) {
    o->affordable = !way && o->sorcery;
    return QUICK_UNKNOWN;
  }
  return targets_quickly(o, slot, form, way ? way->way : 0);
}

/* The ways to cast a card that is as it is printed, by what they take at the least (CastWay). */
static QuickAnswer cast_quickly(Offer *o, u32 slot, const CardForm *form, CastMethod *methods, u32 *count) {
  Game *g = o->g;
  u32 zone = ZONE_BIT(object_row(g, slot)->zone);
  bool permitted = o->permitted & zone;
  *count = 0;
  if (form->ordinary == CAST_ANYHOW || o->priced & zone) return QUICK_UNKNOWN;
  if ((permitted || zone == ZONE_BIT(ZONE_HAND)) && form->ordinary != CAST_NEVER) {
    QuickAnswer quick = way_quickly(o, slot, form, NULL);
    if (quick == QUICK_UNKNOWN) return quick;
    if (quick == QUICK_YES) methods[(*count)++] = method_make(WAY_MANA_COST, 0, SHAPE_NORMAL, 0);
  }
  for (u32 i = 0; i < form->way_count; i++) {
    if (!permitted && !(form->ways[i].zones & zone)) continue;
    QuickAnswer quick = way_quickly(o, slot, form, &form->ways[i]);
    if (quick == QUICK_UNKNOWN) return quick;
    if (quick == QUICK_YES) methods[(*count)++] = method_make(form->ways[i].way, 0, SHAPE_NORMAL, 0);
  }
  return *count ? QUICK_YES : QUICK_NO;
}

/* Whether it is the card's mana cost that is paid, for its only face. */
static bool is_for_mana_cost(CastMethod method) {
  return method_way(method) == WAY_MANA_COST && !method_face(method) && method_shape(method) == SHAPE_NORMAL;
}

static bool cast_completable(Offer *o, u32 slot, CastMethod method) {
  CastContext s = context_of_card(o->g, o->player, slot, method);
  bool sure = o->affordable && is_for_mana_cost(method);
  ASSERT(!sure || is_completable(o, NULL, &s));
  return sure || is_completable(o, NULL, &s);
}

/* The ways in which a card could be cast; answers how many. */
static u32 casts_find(Offer *o, u32 slot, CastMethod *methods) {
  Game *g = o->g;
  u32 count = methods_find(g, o->player, slot, 0, methods), kept = 0;
  for (u32 i = 0; i < count; i++)
    if (cast_completable(o, slot, methods[i])) methods[kept++] = methods[i];
  return kept;
}

#ifdef GAVEL_CHECKED
/* Asserts that the ways found at a glance are those that looking closely finds. */
static void casts_compare(Offer *o, u32 slot, const CastMethod *quick, u32 count) {
  CastMethod methods[METHODS_CAP];
  u32 found = worth_looking(o, slot) ? casts_find(o, slot, methods) : 0;
  ASSERT(found == count);
  for (u32 i = 0; i < count; i++) ASSERT(methods[i] == quick[i]);
}
#endif

static void offer_methods(Offer *o, u32 slot, const CastMethod *methods, u32 count) {
  Ref ref = object_ref(o->g, slot);
  for (u32 i = 0; i < count; i++) decide_option(o->g, (Option){.kind = OPTION_CAST, .ref = ref, .a = methods[i]});
}

static bool offer_as_alike(Offer *o, u32 slot) {
  const Object *held = object_row(o->g, slot);
  if (held->zone != ZONE_HAND) return false;
  for (u32 i = 0; i < o->alike_count; i++) {
    if (o->alike[i].cv != held->cv || !form_held(o->g, slot)) continue;
    offer_methods(o, slot, o->alike[i].methods, o->alike[i].count);
    return true;
  }
  return false;
}

static void alike_keep(Offer *o, u32 slot, const CastMethod *methods, u32 count) {
  const Object *held = object_row(o->g, slot);
  if (held->zone != ZONE_HAND || o->alike_count == ALIKE_CARDS || count > ALIKE_WAYS || !o->quick) return;
  AlikeCast *alike = &o->alike[o->alike_count++];
  alike->cv = held->cv;
  alike->count = count;
  for (u32 i = 0; i < count; i++) alike->methods[i] = methods[i];
}

static void offer_casts(Offer *o, u32 slot) {
  Game *g = o->g;
  CastMethod methods[METHODS_CAP];
  u32 count = 0;
  if (offer_as_alike(o, slot)) return;
  const CardForm *form = form_held(g, slot);
  o->affordable = false;
  QuickAnswer quick = form ? cast_quickly(o, slot, form, methods, &count) : QUICK_UNKNOWN;
#ifdef GAVEL_CHECKED
  if (quick != QUICK_UNKNOWN) casts_compare(o, slot, methods, count);
#endif
  if (quick == QUICK_UNKNOWN) {
    count = 0;
    if (!worth_looking(o, slot)) return;
    o->own = false;
    o->sure = o->sure && is_timeless(g, slot);
    o->affordable = o->affordable && targets_quickly(o, slot, form, 0) == QUICK_YES;
    count = casts_find(o, slot, methods);
  } else {
    alike_keep(o, slot, methods, count);
  }
  offer_methods(o, slot, methods, count);
}

static void offer_lands(Offer *o, u32 slot) {
  Game *g = o->g;
  CastMethod methods[METHODS_CAP];
  if (!o->lands) return;
  u32 count = land_methods_find(g, o->player, slot, methods);
  o->free += count;
  for (u32 i = 0; i < count; i++)
    decide_option(g, (Option){.kind = OPTION_PLAY, .ref = object_ref(g, slot), .a = methods[i]});
}

/* Whether an effect may do something else to a card if only the characteristics of another of its faces count. */
static bool faces_may_differ(Game *g, u32 slot) {
  u32 def = cv_card(g, object_row(g, slot)->cv);
  return def && carddb_card(g->db, def)->faces > 1 && is_in(g, slot, derived(g)->layers.zones);
}

/* Whether a card of the zone might be cast or played by the player from there at all. */
static bool zone_is_playable(const Offer *o, Zone zone, u32 slot) {
  Game *g = o->g;
  const Object *obj = object_row(g, slot);
  if (obj->kind != OBJECT_CARD || !obj->card) return false;
  if (zone == ZONE_HAND) return obj->owner == o->player;
  if (zone == ZONE_COMMAND && obj->flags & OBJECT_COMMANDER) return obj->owner == o->player;
  if (o->permitted & ZONE_BIT(zone)) return true;
  if (obj->owner != o->player) return false;
  if (faces_may_differ(g, slot)) return true;
  const CardForm *form = form_besides_pt(g, slot);
  bool none = form && !(form->holds & HOLDS_ALTERNATIVES);
#ifndef GAVEL_CHECKED
  if (none) return false;
#endif
  const Chars *c = chars_of(g, slot);
  for (u32 i = 0; i < c->ability_count; i++) {
    AbilityInst inst = ability_get(g, slot, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op == IR_ALTERNATIVE_COST && def->zones & ZONE_BIT(zone)) {
      ASSERT(!none);
      return true;
    }
    c = chars_of(g, slot);
  }
  return false;
}

/* Whether a card in hand can be neither cast nor played at this moment, whatever there is to pay with. */
static bool out_of_question(const Offer *o, const CardForm *form) {
  if (form->cast == CAST_ANYHOW) return false;
  if (form->cast == CAST_NEVER) return !o->lands;
  return !o->sorcery && !o->flash && !form->instant;
}

static bool is_passed_over_as(const Offer *o, const FormLook *look, u32 slot, const CardForm *form) {
  return form && out_of_question(o, form) && !look->objects[slot].face;
}

static bool is_passed_over(const Offer *o, const FormLook *look, u32 slot) {
  return is_passed_over_as(o, look, slot, form_looked(look, slot));
}

/* Whether there is less mana than a card in hand takes. One that can be cast from there in other ways is CAST_ANYHOW. */
static bool is_too_dear(const Offer *o, const CardForm *form) {
  const ManaEstimate *m = &o->payment.estimate;
  const u32 HAND = ZONE_BIT(ZONE_HAND);
  if (!m->plain || o->flash || (o->timed | o->priced) & HAND) return false;
  if (form->cast == CAST_ANYHOW || form->ordinary == CAST_ANYHOW || form->cast == CAST_NEVER) return false;
  ASSERT(form->ordinary != CAST_NEVER);
  return estimate_lacks(m, form->total);
}

/* Keeps in mind which cards of the hand might have abilities to activate there, if they are few. */
static void note_held(Offer *o, const CardForm *form, u32 slot) {
  if (form && !(form->action_zones & ZONE_BIT(ZONE_HAND))) return;
  if (o->held_count == HELD_ACTORS)
    o->held_known = false;
  else
    o->held[o->held_count++] = slot;
}

/* Looks at the cards of a hand behind the last one that was looked at; the layers must be up to date. */
static void hand_look(const Offer *o, HandKept *kept) {
  FormLook look = forms_as_computed(o->g);
  u32 s = kept->last ? look.objects[kept->last].next : zone_first(o->g, ZONE_HAND, o->player);
  for (; s && kept->count <= HANDS_CAP; s = look.objects[s].next) {
    kept->last = s;
    if (is_passed_over(o, &look, s)) continue;
    if (kept->count < HANDS_CAP) kept->slots[kept->count] = s;
    kept->count++;
  }
}

/* The cards of a long hand that aren't out of the question; null if they are too many to keep. Checked builds look at
   all every time. */
static const HandKept *hand_of(const Offer *o) {
  Game *g = o->g;
  layers_update(g);
  const DerivedCore *d = derived(g);
  HandKept anew = {.left = d->changes.hands_left[o->player],
                   .lasting = d->changes.lasting,
                   .stamp = d->layers.stamp,
                   .timing = (u8)(o->sorcery | o->lands << 1 | o->flash << 2)};
  HandKept *kept = &derived(g)->hands[o->player];
  bool current = kept->stamp && kept->left == anew.left && kept->lasting == anew.lasting && kept->stamp == anew.stamp &&
                 kept->timing == anew.timing;
  if (!current) *kept = anew;
  hand_look(o, kept);
#ifdef GAVEL_CHECKED
  hand_look(o, &anew);
  ASSERT(memcmp(&anew, kept, sizeof anew) == 0);
#endif
  return kept->count <= HANDS_CAP ? kept : NULL;
}

static void offer_held(Offer *o, u32 slot) {
  if (!zone_is_playable(o, ZONE_HAND, slot)) return;
  offer_lands(o, slot);
  offer_casts(o, slot);
}

/* Most of a hand is out of the question most of the time. */
static void offer_hand(Offer *o) {
  Game *g = o->g;
  bool sift = o->quick && !(o->permitted & ZONE_BIT(ZONE_HAND));
  bool is_long = zone_list(g, ZONE_HAND, o->player)->count > HAND_SHORT;
  const HandKept *kept = sift && is_long ? hand_of(o) : NULL;
  u32 count = kept ? kept->count : 0;
  for (u32 i = 0; i < count; i++) offer_held(o, derived(g)->hands[o->player].slots[i]);
  if (kept) return;
  o->held_known = o->quick;
  FormLook look = forms_look(g);
  for (u32 s = zone_first(g, ZONE_HAND, o->player); s; s = object_row(g, s)->next) {
    const CardForm *form = o->quick ? form_looked(&look, s) : NULL;
    if (o->held_known) note_held(o, form, s);
    if (sift && is_passed_over_as(o, &look, s, form)) continue;
    if (sift && form && !look.objects[s].face && is_too_dear(o, form)) continue;
    offer_held(o, s);
    look = forms_look(g);
  }
}

/* Whether a card elsewhere can't be cast for a cost that would let it be cast from there. */
static bool out_of_reach(const Offer *o, const CardForm *form, Zone zone) {
  const ManaEstimate *m = &o->payment.estimate;
  if (!(form->cast_zones & ZONE_BIT(zone))) return true;
  if (!o->sorcery && !o->flash && !form->instant && !form->cast_timed) return true;
  return m->plain && estimate_lacks(m, form->cast_least);
}

/* Which of the two might be done with a card of a graveyard there: casting it, and activating abilities of it. */
enum { GRAVE_CAST = 1, GRAVE_ACTIVATE = 2 };
static u32 acts_in_graveyard(const Game *g, const FormLook *look, u32 slot) {
  const u32 GRAVEYARD = ZONE_BIT(ZONE_GRAVEYARD);
  const CardForm *form = form_looked(look, slot);
  if (!form || carddb_card(g->db, object_row(g, slot)->cv)->faces > 1) return GRAVE_CAST | GRAVE_ACTIVATE;
  return (form->cast_zones & GRAVEYARD ? GRAVE_CAST : 0) | (form->action_zones & GRAVEYARD ? GRAVE_ACTIVATE : 0);
}

/* Looks at the cards of a graveyard behind the last one that was looked at; the layers must be up to date. */
static void graves_look(Game *g, u32 player, GravesKept *kept) {
  u32 s = kept->last ? object_row(g, kept->last)->next : zone_first(g, ZONE_GRAVEYARD, player);
  if (!s) return;
  FormLook look = forms_as_computed(g);
  for (; s && kept->count <= GRAVES_CAP; s = look.objects[s].next) {
    kept->last = s;
    u32 acts = acts_in_graveyard(g, &look, s);
    if (!acts) continue;
    if (kept->count < GRAVES_CAP) {
      kept->slots[kept->count] = s;
      if (acts & GRAVE_ACTIVATE) kept->activate |= (u16)(1u << kept->count);
    }
    kept->count++;
  }
}

/* Those cards of a player's graveyard, which are few most of the time; null if they are too many to keep. Checked builds
   look at all every time. */
static const GravesKept *graves_of(Game *g, u32 player) {
  layers_update(g);
  const DerivedCore *d = derived(g);
  GravesKept *kept = &derived(g)->graves[player];
  bool current = kept->known && kept->left == d->changes.graves_left[player] && kept->lasting == d->changes.lasting &&
                 kept->stamp == d->layers.doings;
  GravesKept anew = {
      .left = d->changes.graves_left[player], .lasting = d->changes.lasting, .stamp = d->layers.doings, .known = 1};
  if (!current) *kept = anew;
  graves_look(g, player, kept);
#ifdef GAVEL_CHECKED
  graves_look(g, player, &anew);
  ASSERT(memcmp(&anew, kept, sizeof anew) == 0);
#endif
  return kept->count <= GRAVES_CAP ? kept : NULL;
}

/* Whether a card that an effect may let the player play can't be now, whichever it is. */
static bool is_untimely(const Offer *o, const CardForm *form, u32 slot) {
  return out_of_question(o, form) && !form->cast_timed && !object_row(o->g, slot)->face;
}

/* Whether some effect may let the player play the card from where it is, whatever it is cast as. */
static bool may_be_permitted(const Offer *o, u32 slot) {
  bool found = is_in(o->g, slot, o->unnamed);
  Ref ref = object_ref(o->g, slot);
  for (u32 i = 0; i < o->named_count && !found; i++) found = scratch_get(o->g, o->named + i) == ref;
  return found;
}

/* Whether at a glance there is nothing that can be done with a card of the zone, as it is printed. */
static bool is_idle(const Offer *o, const CardForm *form, Zone zone, u32 slot) {
  Game *g = o->g;
  bool permitted = o->permitted & ZONE_BIT(zone);
  if (permitted && !(o->timed & ZONE_BIT(zone)) && is_untimely(o, form, slot)) return true;
  if (faces_may_differ(g, slot) || !out_of_reach(o, form, zone)) return false;
  return !permitted || (!(form->cast_zones & ZONE_BIT(zone)) && !may_be_permitted(o, slot));
}

static void offer_zone(Offer *o, Zone zone, u32 player) {
  Game *g = o->g;
  bool sift = o->quick && zone != ZONE_COMMAND;
  FormLook look = forms_look(g);
  for (u32 s = zone_first(g, zone, player); s; s = object_row(g, s)->next) {
    const CardForm *form = sift ? form_looked(&look, s) : NULL;
    if (form && is_idle(o, form, zone, s)) continue;
    if (!zone_is_playable(o, zone, s)) continue;
    offer_lands(o, s);
    offer_casts(o, s);
    look = forms_look(g);
  }
}

/* The graveyard of the player themself, from which no effect lets them cast cards. */
static void offer_graveyard(Offer *o) {
  Game *g = o->g;
  const GravesKept *kept = graves_of(g, o->player);
  if (!kept || !o->quick || o->permitted & ZONE_BIT(ZONE_GRAVEYARD)) {
    offer_zone(o, ZONE_GRAVEYARD, o->player);
    return;
  }
  u32 count = kept->count;
  for (u32 i = 0; i < count; i++) {
    u32 s = derived(g)->graves[o->player].slots[i];
    const CardForm *form = form_of(g, s);
    if (form && out_of_reach(o, form, ZONE_GRAVEYARD) && !faces_may_differ(g, s)) continue;
    if (!zone_is_playable(o, ZONE_GRAVEYARD, s)) continue;
    offer_lands(o, s);
    offer_casts(o, s);
  }
}

static void offer_cards(Offer *o) {
  Game *g = o->g;
  u32 zones = o->permitted | o->zones;
  offer_hand(o);
  if (zone_first(g, ZONE_COMMAND, 0)) offer_zone(o, ZONE_COMMAND, 0);
  if (zones & ZONE_BIT(ZONE_EXILE)) offer_zone(o, ZONE_EXILE, 0);
  if (zones & ZONE_BIT(ZONE_GRAVEYARD)) offer_graveyard(o);
  if (!(o->permitted & (ZONE_BIT(ZONE_GRAVEYARD) | ZONE_BIT(ZONE_LIBRARY)))) return;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    if (p != o->player && o->permitted & ZONE_BIT(ZONE_GRAVEYARD)) offer_zone(o, ZONE_GRAVEYARD, p);
    /* Of a library only the top card can be played. */
    u32 top = zone_first(g, ZONE_LIBRARY, p);
    if (!top || !(o->permitted & ZONE_BIT(ZONE_LIBRARY))) continue;
    offer_lands(o, top);
    offer_casts(o, top);
  }
}

/* --- abilities ---------------------------------------------------------------------------------------------- */

/* `b` is null where an offer says what can be paid with. */
static bool ability_usable(Game *g, u32 player, u32 slot, u32 index, Offer *o, PaymentProblem *b) {
  if (!activation_allowed(g, player, slot, index, o == NULL)) return false;
  CastContext s = context_of_ability(g, player, slot, index);
  return is_completable(o, b, &s);
}

static void offer_ability(Game *g, u32 slot, u32 index) {
  decide_option(g, (Option){.kind = OPTION_ACTIVATE, .ref = object_ref(g, slot), .a = index});
}

void abilities_offer(Game *g, u32 player, PaymentProblem *b) {
  static const Zone ZONES[] = {ZONE_BATTLEFIELD, ZONE_HAND, ZONE_GRAVEYARD, ZONE_EXILE, ZONE_COMMAND};
  for (u32 z = 0; z < COUNT_OF(ZONES); z++) {
    for (u32 s = zone_first(g, ZONES[z], player); s; s = object_row(g, s)->next) {
      u32 count = ability_count(g, s);
      for (u32 i = 0; i < count; i++) {
        AbilityInst inst = ability_get(g, s, i);
        if (carddb_ability(g->db, inst.ability)->op != IR_ACTIVATED) continue;
        if (ability_usable(g, player, s, i, NULL, b)) offer_ability(g, s, i);
      }
    }
  }
}

/* When it may be activated can depend on anything. */
static void note_conditions(Offer *o, const AbilityDef *def) {
  o->own = false;
  o->sure = o->sure && def->flags & ABILITY_TIMELESS;
}

/* Whether an ability whose cost can be paid may be activated. */
static QuickAnswer allowed_quickly(Offer *o, u32 slot, u32 index, const AbilityDef *def) {
  if (def->flags & ABILITY_PLAIN) return QUICK_YES;
  note_conditions(o, def);
  if (def->flags & (ABILITY_FOR_OTHERS | ABILITY_SPECIAL)) return QUICK_UNKNOWN;
  return activation_allowed(o->g, o->player, slot, index, false) ? QUICK_YES : QUICK_NO;
}

/* Whether a permanent and its ability are as they are printed. */
static bool is_as_printed(Game *g, u32 slot, const AbilityInst *inst) {
  return !inst->subst && !inst->env && object_row(g, slot)->zone == ZONE_BATTLEFIELD && form_of(g, slot);
}

/* Whether such permanents with the same values have the same targets for the ability. */
static bool shares_targets(Game *g, u32 ability) {
  return !rules_of(g, IR_R_CANT_BE_TARGETED) && targets_are_impersonal(g->db, carddb_ability(g->db, ability)->node);
}

/* What is known of the targets for a permanent like the source, new if nothing is; null if there is no room, or the source is
   like no other. */
static AlikeTargets *alike_targets(Offer *o, const CastContext *s, bool *found) {
  Game *g = o->g;
  *found = false;
  if (!is_as_printed(g, s->slot, &s->inst)) return NULL;
  AlikeTargets now = {.ability = s->inst.ability, .cv = object_row(g, s->slot)->cv};
  for (u32 i = 0; i < o->alike_targets_count; i++) {
    AlikeTargets *at = &o->alike_targets[i];
    if (at->ability != now.ability || at->cv != now.cv) continue;
    *found = true;
    return shares_targets(g, now.ability) ? at : NULL;
  }
  if (o->alike_targets_count == ALIKE_TARGETS) return NULL;
  AlikeTargets *at = &o->alike_targets[o->alike_targets_count++];
  *at = now;
  return at;
}

static bool ability_targets_exist(Offer *o, const CastContext *s) {
  bool found;
  AlikeTargets *at = alike_targets(o, s, &found);
  if (!at) return context_targets_exist(s);
  ASSERT(!at->known || at->exist == context_targets_exist(s));
  if (!at->known) at->exist = context_targets_exist(s);
  at->known = true;
  return at->exist;
}

/* Whether targets are missing, where there were permanents alike before. */
static bool lacks_targets_too(Offer *o, const CastContext *s) {
  bool found;
  return alike_targets(o, s, &found) && found && !ability_targets_exist(o, s);
}

/* What is clear at a glance is not looked at; in checked builds it is, to see that the quick answer was right. */
static bool ability_offered(Offer *o, u32 slot, u32 index, const AbilityDef *def) {
  Game *g = o->g;
  bool untimely = def->sorcery && !o->sorcery;
  QuickAnswer quick = !untimely                              ? ability_quick_answer(g, slot, def, &o->payment.estimate)
                      : rules_of(g, IR_R_ABILITIES_ANY_TIME) ? QUICK_UNKNOWN
                                                             : QUICK_NO;
  if (quick == QUICK_YES) quick = allowed_quickly(o, slot, index, def);
  if (def->life) o->own = false;
  if (quick == QUICK_YES && o->closed && !(def->flags & ABILITY_MANA)) quick = QUICK_NO;
  bool anybody = def->anybody && derived(g)->layers.rules == 0;
  if (quick != QUICK_NO && def->flags & ABILITY_HAS_TARGETS && !anybody) {
    CastContext s = context_of_ability(g, o->player, slot, index);
    bool clear = quick == QUICK_YES;
    if (clear ? !ability_targets_exist(o, &s) : lacks_targets_too(o, &s)) quick = quick_without_targets(&s);
    if (clear || quick == QUICK_NO) note_time(o, def);
  }
  ASSERT(quick == QUICK_UNKNOWN || (quick == QUICK_YES) == ability_usable(g, o->player, slot, index, o, NULL));
  if (quick != QUICK_UNKNOWN) return quick == QUICK_YES;
  note_conditions(o, def);
  return ability_usable(g, o->player, slot, index, o, NULL);
}

static void offer_abilities_of(Offer *o, u32 slot) {
  Game *g = o->g;
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    const AbilityDef *def = carddb_ability(g->db, inst_of_chars(g, chars_of(g, slot), i).ability);
    if (def->op == IR_ACTIVATED && ability_offered(o, slot, i, def)) offer_ability(g, slot, i);
  }
}

static void offer_abilities(Offer *o) {
  static const Zone ZONES[] = {ZONE_HAND, ZONE_GRAVEYARD, ZONE_EXILE, ZONE_COMMAND, ZONE_OUTSIDE};
  Game *g = o->g;
  for (u32 i = 0; i < o->payment.estimate.actors; i++) {
    u64 actor = scratch_get(g, o->payment.estimate.mark + i);
    u32 slot = (u32)actor, index = (u32)(actor >> 32) & 0xffff;
    ASSERT(!(actor & ACTOR_SURE) || ability_usable(g, o->player, slot, index, o, NULL));
    if (actor & ACTOR_SURE) {
      offer_ability(g, slot, index);
      o->free++;
    } else {
      offer_abilities_of(o, slot);
    }
  }
  for (u32 z = 0; z < COUNT_OF(ZONES) && o->zones; z++) {
    if (!(o->zones & ZONE_BIT(ZONES[z]))) continue;
    const GravesKept *kept = ZONES[z] == ZONE_GRAVEYARD && o->quick ? graves_of(g, o->player) : NULL;
    if (kept) {
      for (u32 acts = kept->activate; acts; acts &= acts - 1)
        offer_abilities_of(o, derived(g)->graves[o->player].slots[bits_first(acts)]);
      continue;
    }
    if (ZONES[z] == ZONE_HAND && o->held_known) {
      for (u32 i = 0; i < o->held_count; i++) offer_abilities_of(o, o->held[i]);
      continue;
    }
    FormLook look = forms_look(g);
    for (u32 s = zone_first(g, ZONES[z], o->player); s; s = object_row(g, s)->next) {
      const CardForm *form = o->quick ? form_looked(&look, s) : NULL;
      if (form && !(form->action_zones & ZONE_BIT(ZONES[z]))) continue;
      offer_abilities_of(o, s);
      look = forms_look(g);
    }
  }
}

/* --- turning face up (116.2b) ----------------------------------------------------------------------------------- */

/* The keyword ability whose cost turns a face-down permanent up, as it would be face up (702.37e, 702.168d); null if
   there is none, or effects would take it away. */
static const AbilityDef *turn_up_ability(Game *g, u32 slot) {
  const Chars *c = chars_with_face(g, slot, 0);
  if (!c) c = cv_chars(g, values_before_status(g, slot), 0);
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(g->db, chars_ability(g, c, i, object_row(g, slot)->acquisition).ability);
    if (def->op != IR_KEYWORD) continue;
    if (def->keyword == W_MORPH || def->keyword == W_MEGAMORPH || def->keyword == W_DISGUISE) return def;
  }
  return NULL;
}

/* A manifested or cloaked creature card may be turned up for its mana cost too (701.40b). */
static bool turns_up_for_mana_cost(const Game *g, u32 slot) {
  const Object *o = object_row(g, slot);
  if (o->face_down != FACE_DOWN_MANIFEST && o->face_down != FACE_DOWN_CLOAK) return false;
  u32 card = cv_card(g, o->cv);
  if (!card) return false;
  const Chars *c = &carddb_face(g->db, carddb_card(g->db, card)->face)->chars;
  return c->types & TYPE(CREATURE) && c->mana_cost;
}

static u32 front_mana_cost(const Game *g, u32 slot) {
  u32 card = cv_card(g, object_row(g, slot)->cv);
  return carddb_face(g->db, carddb_card(g->db, card)->face)->chars.mana_cost;
}

static Heap turn_up_env(Game *g, u32 player, u32 slot, const AbilityDef *def) {
  u32 ability = def ? (u32)(def - g->db->abilities.data) : 0;
  return ability_env(g, ability, object_ref(g, slot), player, 0, object_row(g, slot)->acquisition);
}

static bool turn_up_payable(Game *g, u32 player, u32 slot, const AbilityDef *def) {
  Heap env = turn_up_env(g, player, slot, def);
  Eval e = eval_of_env(g, env);
  bool payable = def ? cost_payable(&e, player, node_arg(g->db, def->node, ARG_KEYWORD_COST))
                     : mana_cost_payable(&e, player, front_mana_cost(g, slot));
  env_free(g, env);
  return payable;
}

bool turn_up_shortfall(Game *g, u32 player, u32 slot, u32 *ability, Shortfall *out) {
  const AbilityDef *def = turn_up_ability(g, slot);
  if (!def && !turns_up_for_mana_cost(g, slot)) return false;
  Heap env = turn_up_env(g, player, slot, def);
  Eval e = eval_of_env(g, env);
  *ability = def ? (u32)(def - g->db->abilities.data) : 0;
  cost_shortfall(&e, player, def ? node_arg(g->db, def->node, ARG_KEYWORD_COST) : 0, def ? 0 : front_mana_cost(g, slot),
                 out);
  env_free(g, env);
  return true;
}

/* Option.n is 1 for the mana cost of a manifested card, 0 for the cost of its keyword. */
static void offer_turn_up(Offer *o) {
  Game *g = o->g;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    const Object *obj = object_row(g, s);
    if (!(obj->status & STATUS_FACE_DOWN) || obj->controller != o->player || object_phased_out(g, s)) continue;
    if (event_forbidden(g, EVENT_TURN_FACE_UP, object_ref(g, s))) continue;
    Option option = {.kind = OPTION_SPECIAL, .ref = object_ref(g, s), .a = SPECIAL_TURN_UP};
    const AbilityDef *def = turn_up_ability(g, s);
    if (def && turn_up_payable(g, o->player, s, def)) decide_option(g, option);
    option.n = 1;
    if (turns_up_for_mana_cost(g, s) && turn_up_payable(g, o->player, s, NULL)) decide_option(g, option);
  }
}

static void offer_all(Offer *o) {
  Game *g = o->g;
  o->permitted = rules_hold(g, IR_R_AS_OWN_GRAVEYARD, ref_player(o->player)) ? ZONE_BIT(ZONE_GRAVEYARD) : 0;
  o->unnamed = o->permitted;
  o->named = scratch_mark(g);
  rules_visit(g, IR_R_MAY_PLAY, permitted_visit, o);
  /* What another player's card says of its timing depends on who would cast it. */
  o->flash = rules_of(g, IR_R_FLASH) && (o->permitted || rules_visit(g, IR_R_FLASH, rules_found, NULL));
  o->zones = actions_off_battlefield(g);
  payment_context_begin(g, o->player, &o->payment);
  o->sure = !o->payment.estimate.face_down && !o->payment.estimate.rooms;
  const u32 SEEN = ZONE_BIT(ZONE_HAND) | ZONE_BIT(ZONE_GRAVEYARD) | ZONE_BIT(ZONE_EXILE) | ZONE_BIT(ZONE_COMMAND);
  o->own = !(o->zones & ~SEEN) && !(o->permitted & ~ZONE_BIT(ZONE_EXILE));
  if (!o->closed) offer_cards(o);
  offer_abilities(o);
  if (o->payment.estimate.face_down) offer_turn_up(o);
  if (o->payment.estimate.rooms && o->sorcery) offer_unlocks(g, o->player);
  o->sure = o->sure && payment_context_timeless(&o->payment);
  payment_context_end(&o->payment);
  scratch_release(g, o->named);
}

/* What the moment allows, in OfferKept.timing. */
enum { TIMING_SORCERY = 1, TIMING_LAND = 2, TIMING_CLOSED = 4 };

/* Works out what there is, and keeps it. */
static void offer_anew(Game *g, u32 player, u32 timing, bool quick) {
  u32 first = count_of(g, T_OPTIONS);
  Offer o; /* what lies behind is written before it is read */
  zero(&o, offsetof(Offer, alike));
  o.g = g;
  o.player = player;
  o.quick = quick;
  o.sorcery = timing & TIMING_SORCERY;
  o.lands = timing & TIMING_LAND;
  o.closed = timing & TIMING_CLOSED;
  offer_all(&o);
#ifdef GAVEL_CHECKED
  offer_compare(g, player, timing, first);
#endif
  const OfferFound found = {.depends = !o.sure ? OFFER_NOW
                                       : o.own ? OFFER_OWN
                                               : OFFER_SURE,
                            .free = o.free,
                            .graves = o.zones & ZONE_BIT(ZONE_GRAVEYARD),
                            .hand = o.payment.estimate.hand};
  offer_keep(g, player, timing, first, &found);
}

void actions_offer(Game *g, u32 player) {
  layers_update(g);
  u32 timing = 0;
  if (sorcery_timing(g, player)) timing = TIMING_SORCERY | (land_allowed(g, player) ? TIMING_LAND : 0);
  if (zone_first(g, ZONE_STACK, 0) && stack_is_closed(g)) timing |= TIMING_CLOSED;
  if (!game_is_quick(g))
    offer_anew(g, player, timing, false);
  else if (!offer_again(g, player, timing))
    offer_anew(g, player, timing, true);
}

/* --- special actions (116.2) -------------------------------------------------------------------------------------- */

static void special_begin(Game *g, u32 player, const Option *action, u32 step) {
  u32 frame = frame_push(g, PROC_SPECIAL, 0, 0);
  Frame *f = frame_at(g, frame);
  f->step = (u16)step;
  f->a[SPECIAL_PLAYER] = player;
  f->a[SPECIAL_REF] = (i64)action->ref;
  f->a[SPECIAL_METHOD] = step == SPECIAL_LAND ? action->a : action->n;
}

void action_begin(Game *g, u32 player, const Option *action) {
  switch (action->kind) {
    case OPTION_CAST: cast_action(g, player, action->ref, action->a); break;
    case OPTION_ACTIVATE: activate_begin(g, player, ref_slot(action->ref), action->a); break;
    case OPTION_PLAY: special_begin(g, player, action, SPECIAL_LAND); break;
    default:
      SOUND(g, action->kind == OPTION_SPECIAL);
      special_begin(g, player, action, action->a == SPECIAL_UNLOCK ? SPECIAL_HALF : SPECIAL_TURN);
      break;
  }
}

void land_play_begin(Game *g, u32 player, Ref card, CastMethod method) {
  const Option action = {.kind = OPTION_PLAY, .ref = card, .a = method};
  special_begin(g, player, &action, SPECIAL_LAND);
}

static Flow play_land(Game *g, Frame *f) {
  u32 player = (u32)f->a[SPECIAL_PLAYER], face = method_face((CastMethod)f->a[SPECIAL_METHOD]);
  Ref land = (Ref)f->a[SPECIAL_REF];
  PlayPermission permission;
  f->step = SPECIAL_LAND_PLAYED;
  if (permission_of_method(g, player, ref_slot(land), (CastMethod)f->a[SPECIAL_METHOD], &permission))
    permission_used(g, player, &permission.e, permission.rule);
  RULE(g, "305.1");
  RULE(g, "116.2a");
  core(g)->players[player].lands_played++;
  u32 base = batch_begin(g);
  u32 row = batch_enter(g, land, player);
  event_entry(g, row)->face = (u8)face;
  frame_top(g)->a[SPECIAL_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow turn_up_pay(Game *g, Frame *f) {
  u32 player = (u32)f->a[SPECIAL_PLAYER], slot = object_live(g, (Ref)f->a[SPECIAL_REF]);
  bool mana = f->a[SPECIAL_METHOD];
  f->step = SPECIAL_TURN_PAID;
  SOUND(g, object_row(g, slot)->zone == ZONE_BATTLEFIELD && object_row(g, slot)->status & STATUS_FACE_DOWN);
  const AbilityDef *def = mana ? NULL : turn_up_ability(g, slot);
  SOUND(g, mana ? turns_up_for_mana_cost(g, slot) : def != NULL);
  Heap env = turn_up_env(g, player, slot, def);
  f = frame_top(g);
  f->env = env;
  f->flags |= FRAME_OWNS_ENV;
  RULE(g, "116.2b");
  if (stack_is_closed(g)) RULE(g, "702.61b");
  RULE(g, mana ? "701.40b" : def->keyword == W_DISGUISE ? "702.168d" : "702.37e");
  if (mana)
    pay_begin_mana(g, player, front_mana_cost(g, slot), env);
  else
    pay_begin(g, player, node_arg(g->db, def->node, ARG_KEYWORD_COST), env, false);
  return FLOW_STEP;
}

/* The X of a morph cost is that of the permanent's other abilities. */
static void keep_morph_x(Game *g, u32 slot, Heap env) {
  Value x = env_at(g, env)->slot[SLOT_X];
  if (x.tag != VALUE_NUMBER) return;
  RULE(g, "702.37f");
  Heap cast = permanent_of(g, slot)->cast;
  if (!cast) cast = HEAP_NEW(g, CastInfo);
  permanent_of(g, slot)->cast = cast;
  HEAP_AT(g, CastInfo, cast)->x = (i64)x.v;
}

static Flow turn_up(Game *g, Frame *f) {
  Ref ref = (Ref)f->a[SPECIAL_REF];
  u32 player = (u32)f->a[SPECIAL_PLAYER], slot = object_live(g, ref);
  if (core(g)->ret == 0 || !slot) {
    frame_return(g, 0);
    return FLOW_STEP;
  }
  SOUND(g, object_row(g, slot)->zone == ZONE_BATTLEFIELD);
  f->step = SPECIAL_DONE;
  keep_morph_x(g, slot, frame_top(g)->env);
  const AbilityDef *def = frame_top(g)->a[SPECIAL_METHOD] ? NULL : turn_up_ability(g, slot);
  RULE(g, "708.7");
  u32 base = batch_begin(g);
  batch_simple(g, EVENT_TURN_FACE_UP, player, ref);
  if (def && def->keyword == W_MEGAMORPH) {
    RULE(g, "702.37b");
    u32 row = batch_counters(g, ref, W_C_P1P1, 1, player);
    row_EVENTS(g, row)->cause = (u8)(1 + player); /* the effect of a static ability */
  }
  frame_top(g)->a[SPECIAL_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

static Flow half_pay(Game *g, Frame *f) {
  u32 slot = object_live(g, (Ref)f->a[SPECIAL_REF]);
  f->step = SPECIAL_HALF_PAID;
  u32 frame = frame_index(g);
  Heap env = unlock_pay(g, (u32)f->a[SPECIAL_PLAYER], slot, (u32)f->a[SPECIAL_METHOD]);
  f = frame_at(g, frame);
  f->env = env;
  f->flags |= FRAME_OWNS_ENV;
  return FLOW_STEP;
}

static Flow half_paid(Game *g, Frame *f) {
  Ref ref = (Ref)f->a[SPECIAL_REF];
  u32 player = (u32)f->a[SPECIAL_PLAYER], half = (u32)f->a[SPECIAL_METHOD];
  if (core(g)->ret == 0 || !object_live(g, ref)) {
    frame_return(g, 0);
    return FLOW_STEP;
  }
  f->step = SPECIAL_DONE;
  u32 base = batch_begin(g);
  batch_unlock(g, player, ref, half, false);
  frame_top(g)->a[SPECIAL_BATCH] = base;
  batch_propose(g, base);
  return FLOW_STEP;
}

/* It has been played, whatever became of it as it entered. */
static Flow land_played(Game *g, Frame *f) {
  u32 player = (u32)f->a[SPECIAL_PLAYER], base = (u32)f->a[SPECIAL_BATCH];
  Ref land = row_EVENTS(g, base)->became;
  batch_end(g, base);
  RULE(g, "305.1");
  event_performed(g, player, W_K_PLAY_LAND, land ? land : ref_player(player));
  frame_return(g, 1);
  return FLOW_STEP;
}

Flow proc_SPECIAL(Game *g, Frame *f) {
  switch (f->step) {
    case SPECIAL_LAND: return play_land(g, f);
    case SPECIAL_LAND_PLAYED: return land_played(g, f);
    case SPECIAL_TURN: return turn_up_pay(g, f);
    case SPECIAL_TURN_PAID: return turn_up(g, f);
    case SPECIAL_HALF: return half_pay(g, f);
    case SPECIAL_HALF_PAID: return half_paid(g, f);
    default:
      batch_end(g, (u32)f->a[SPECIAL_BATCH]);
      frame_return(g, 1);
      return FLOW_STEP;
  }
}
