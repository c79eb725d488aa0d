/* Tapping for mana what does nothing else: the cost is one event and its effect another, and where nothing could replace,
   notice or forbid either, they simply happen. See proc_MANA_ABILITY for how it goes with everything else. */
#include "rules/cast/casting.h"
#include "state/mods.h"

static const EventKind TAPPING[] = {EVENT_TAP, EVENT_ACTIVATE, EVENT_ADD_MANA, EVENT_TAPPED_FOR_MANA};

/* The permanent becomes tapped, its ability was activated, and it adds mana, for which it was tapped: two batches. What the
   history says of these events is all that is left of them. */
static void taps_for_mana(Game *g, u32 player, u32 slot, const CardForm *form) {
  u32 kind = bits_first(form->makes);
  bool snow = form->chars.supertypes & SUPERTYPE(SNOW); /* 107.4h */
  Ref self = object_ref(g, slot);
  object_row(g, slot)->status ^= STATUS_TAPPED;
  tapped_changed(g, slot);
  mana_add(g, player, kind | (snow ? MANA_SNOW : 0u), form->makes_n, self, 0, 0);
  const History about = {.player = (u8)player,
                         .from = ZONE_NONE,
                         .to = ZONE_NONE,
                         .turn = core(g)->turn,
                         .object = self,
                         .types = form->chars.types,
                         .colors = form->chars.colors};
  core(g)->batch += 2;
  History *rows = events_in_history(g, TAPPING, COUNT_OF(TAPPING), &about);
  rows[1].word = inst_of_chars(g, &form->chars, form->tap).ability;
  rows[1].acquisition = object_row(g, slot)->acquisition;
  rows[2].object = ref_player(player);
  rows[2].source = self;
  rows[2].word = kind | (snow ? MANA_SNOW : 0u);
  rows[2].amount = form->makes_n;
  rows[2].types = 0;
  rows[2].colors = 0;
  rows[3].word = 1u << kind;
  rows[3].amount = form->makes_n;
}

bool mana_tapped_plainly(Game *g, u32 player, u32 slot, u32 index) {
  const Object *o = object_row(g, slot);
  const CardForm *form = form_of(g, slot);
  if (!form || form->acts != ACTS_TAP || form->tap != index || events_are_told(g)) return false;
  if (o->zone != ZONE_BATTLEFIELD || o->controller != player || o->status & STATUS_TAPPED) return false;
  if (!events_unnoticed(g, TAPPING, COUNT_OF(TAPPING)) || derived(g)->layers.reads & FACT_STATUS) return false;
  OffersLess less = offers_before_tap(g, player, slot);
  taps_for_mana(g, player, slot, form);
  offers_after_tap(g, &less);
  core(g)->ret = 1;
  return true;
}
