/* What a player with priority was offered stays the same while nothing changes: most of the time they pass, and the next
   player, or the same one a step later, finds what there was before. */
#include "rules/cast/casting.h"

/* Effects on the rules may ask for anything whenever they are asked, some of them for the time. */
static u32 kept_for(const Game *g, u32 depends) {
  if (derived(g)->layers.rules == 0 || depends < OFFER_SURE) return depends;
  if (derived(g)->layers.rules_timely) return OFFER_NOW;
  return derived(g)->layers.rules_far ? OFFER_SURE : depends;
}

static OfferKept *offer_of(const Game *g, u32 player, u32 timing) { return &derived(g)->offers[player][timing & 1]; }

static u32 offer_row(u32 player, u32 timing) { return (player * 2 + (timing & 1)) * OFFERS_CAP; }

/* Of OFFER_OWN what the other players have matters only as far as it says what tapping for mana does, and no power or
   toughness does. */
static u64 near_now(Game *g, u32 player, u32 depends) {
  bool own = depends == OFFER_OWN && !derived(g)->learned.for_others, triggers = own && mana_triggers(g);
  const DerivedCore *d = derived(g);
  const Changes *c = &d->changes;
  u32 changes = c->lasting + c->open;
  if (own) changes += c->boards[player] - c->battlefield + (triggers ? UINT32_MAX / 2 : 0);
  return (u64)changes << 32 | (depends == OFFER_OWN ? d->layers.doings : d->layers.stamp);
}

static u32 elsewhere_now(const Game *g) {
  const Changes *c = &derived(g)->changes;
  return c->damage + c->combat + c->life + c->closed;
}

static bool offer_current(Game *g, u32 player, u32 timing) {
  const OfferKept *kept = offer_of(g, player, timing);
  if (!kept->kept || kept->timing != timing || kept->own != derived(g)->changes.own[player]) return false;
  if (kept->graves && kept->graveyards != derived(g)->changes.graveyards[player]) return false;
  u64 near = near_now(g, player, kept->kept);
  kept = offer_of(g, player, timing);
  if (kept->near != near) return false;
  if (kept->kept == OFFER_OWN) return true;
  if (kept->elsewhere != elsewhere_now(g)) return false;
  return kept->kept == OFFER_SURE || (kept->events == core(g)->events && kept->step == core(g)->step_serial);
}

bool offer_again(Game *g, u32 player, u32 timing) {
  if (!offer_current(g, player, timing)) return false;
  u32 count = offer_of(g, player, timing)->count;
  if (count == 0) return true;
  u32 row = table_extend(g, T_OPTIONS, count);
  memcpy(row_OPTIONS(g, row), row_OFFERS(g, offer_row(player, timing)), count * sizeof(Option));
  return true;
}

void offer_keep(Game *g, u32 player, u32 timing, u32 first, const OfferFound *found) {
  u32 count = count_of(g, T_OPTIONS) - first;
  OfferKept *kept = offer_of(g, player, timing);
  kept->kept = OFFER_NONE;
  if (count > OFFERS_CAP) return;
  u32 rows = core(g)->player_count * 2 * OFFERS_CAP;
  if (count_of(g, T_OFFERS) < rows) table_add(g, T_OFFERS, rows - count_of(g, T_OFFERS));
  if (count) memcpy(row_OFFERS(g, offer_row(player, timing)), row_OPTIONS(g, first), count * sizeof(Option));
  u32 depends = kept_for(g, found->depends);
  u64 near = near_now(g, player, depends);
  *offer_of(g, player, timing) = (OfferKept){.near = near,
                                             .events = core(g)->events,
                                             .step = core(g)->step_serial,
                                             .timing = (u8)timing,
                                             .count = (u8)count,
                                             .kept = (u8)depends,
                                             .graves = found->graves,
                                             .hand = found->hand,
                                             .free = found->free == count,
                                             .graveyards = derived(g)->changes.graveyards[player],
                                             .elsewhere = elsewhere_now(g),
                                             .own = derived(g)->changes.own[player]};
}

/* Whether anything else has changed shows when it is offered again. */
OffersLess offers_before_tap(Game *g, u32 player, u32 slot) {
  OffersLess less = {.tapped = object_ref(g, slot), .player = player};
  for (u32 i = 0; i < COUNT_OF(less.current); i++) {
    const OfferKept *kept = &derived(g)->offers[player][i];
    less.current[i] = kept->kept >= OFFER_SURE && kept->own == derived(g)->changes.own[player];
  }
  return less;
}

static bool is_activation_of(const Option *option, Ref object) {
  return option->kind == OPTION_ACTIVATE && option->ref == object;
}

/* Takes the abilities of an object out of what is kept; answers how many options are left. */
static u32 offers_without(Option *options, u32 count, Ref object) {
  u32 left = 0;
  while (left < count && !is_activation_of(&options[left], object)) left++;
  for (u32 i = left + 1; i < count; i++)
    if (!is_activation_of(&options[i], object)) options[left++] = options[i];
  return left;
}

void offers_after_tap(Game *g, const OffersLess *less) {
  for (u32 i = 0; i < COUNT_OF(less->current); i++) {
    if (!less->current[i]) continue;
    OfferKept *kept = &derived(g)->offers[less->player][i];
    kept->count = (u8)offers_without(row_OFFERS(g, offer_row(less->player, i)), kept->count, less->tapped);
    kept->own = derived(g)->changes.own[less->player];
  }
}

/* With less mana there is nothing that there wasn't before. */
void offers_lose_mana(Game *g) {
  u32 own[PLAYERS_CAP], players = core(g)->player_count;
  if (count_of(g, T_MANA) == 0) return;
  for (u32 p = 0; p < players; p++) own[p] = derived(g)->changes.own[p];
  bool less = !rules_of(g, IR_R_KEEP_MANA); /* it might become mana of another kind */
  mana_empty(g);
  for (u32 i = 0; i < 2 * players && less; i++) {
    OfferKept *kept = offer_of(g, i / 2, i & 1);
    if (kept->kept == OFFER_OWN && kept->free && kept->own == own[i / 2]) kept->own = derived(g)->changes.own[i / 2];
  }
}

/* What can only be offered when a sorcery could be cast makes no difference at other times. */
bool offers_before_draw(const Game *g, u32 player) {
  const OfferKept *kept = offer_of(g, player, 0);
  return kept->kept == OFFER_OWN && !kept->hand && kept->own == derived(g)->changes.own[player];
}

void offers_after_draw(Game *g, u32 player, u32 slot) {
  const CardForm *form = rules_in_force(g) ? NULL : form_held(g, slot);
  if (!form || form->action_zones & ZONE_BIT(ZONE_HAND)) return;
  if (form->cast == CAST_ANYHOW || (form->cast != CAST_NEVER && form->instant)) return;
  offer_of(g, player, 0)->own = derived(g)->changes.own[player];
}

#ifdef GAVEL_CHECKED
void offer_compare(Game *g, u32 player, u32 timing, u32 first) {
  if (!offer_current(g, player, timing)) return;
  u32 count = count_of(g, T_OPTIONS) - first;
  ASSERT(offer_of(g, player, timing)->count == count);
  ASSERT(count == 0 ||
         memcmp(row_OFFERS(g, offer_row(player, timing)), row_OPTIONS(g, first), count * sizeof(Option)) == 0);
}
#endif
