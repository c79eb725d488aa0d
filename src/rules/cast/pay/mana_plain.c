/* Tapping for mana what does nothing else: the cost is one event and its effect another, and where nothing could replace,
   notice or forbid either, they simply happen. See proc_MANA_ABILITY for how it goes with everything else. */
#include "rules/cast/casting.h"
#include "state/mods.h"

/* A batch with that event alone. */
static void batch_of_one(Game *g, const Event *ev, const Chars *about) {
  core(g)->batch++;
  event_recorded(g, ev, about);
}

static void becomes_tapped(Game *g, u32 slot, const CardForm *form) {
  Event ev = {.kind = EVENT_TAP,
              .player = object_row(g, slot)->controller,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object_ref(g, slot)};
  object_row(g, slot)->status ^= STATUS_TAPPED;
  tapped_changed(g, slot);
  batch_of_one(g, &ev, &form->chars);
}

static void adds_mana(Game *g, u32 player, u32 slot, const CardForm *form) {
  u32 kind = bits_first(form->makes);
  bool snow = form->chars.supertypes & SUPERTYPE(SNOW); /* 107.4h */
  Event ev = {.kind = EVENT_ADD_MANA,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = ref_player(player),
              .source = object_ref(g, slot),
              .amount = form->makes_n,
              .word = kind | (snow ? MANA_SNOW : 0u)};
  mana_add(g, player, ev.word, form->makes_n, ev.source, 0, 0);
  batch_of_one(g, &ev, NULL);
  ev.kind = EVENT_TAPPED_FOR_MANA;
  ev.object = ev.source;
  ev.source = REF_NONE;
  ev.word = 1u << kind;
  event_recorded(g, &ev, &form->chars);
}

static void was_activated(Game *g, u32 player, u32 slot, const CardForm *form) {
  Event ev = {.kind = EVENT_ACTIVATE,
              .player = (u8)player,
              .from = ZONE_NONE,
              .to = ZONE_NONE,
              .object = object_ref(g, slot),
              .word = inst_of_chars(g, &form->chars, form->tap).ability,
              .acquisition = object_row(g, slot)->acquisition};
  event_recorded(g, &ev, &form->chars);
}

bool mana_tapped_plainly(Game *g, u32 player, u32 slot, u32 index) {
  static const EventKind KINDS[] = {EVENT_TAP, EVENT_ACTIVATE, EVENT_ADD_MANA, EVENT_TAPPED_FOR_MANA};
  const Object *o = object_row(g, slot);
  const CardForm *form = form_of(g, slot);
  if (!form || form->acts != ACTS_TAP || form->tap != index) return false;
  if (o->zone != ZONE_BATTLEFIELD || o->controller != player || o->status & STATUS_TAPPED) return false;
  if (!events_unnoticed(g, KINDS, COUNT_OF(KINDS)) || derived(g)->layers.reads & FACT_STATUS) return false;
  OffersLess less = offers_before_tap(g, player, slot);
  becomes_tapped(g, slot, form);
  was_activated(g, player, slot, form);
  adds_mana(g, player, slot, form);
  offers_after_tap(g, &less);
  core(g)->ret = 1;
  return true;
}
