/* Permanents that several cards represent: melding, and how the cards part (701.42, 712.4, 712.21, 730.3). */
#include "cards/ir_walk.h"
#include "rules/events/batch_internal.h"
#include "rules/events/events.h"
#include "state/objects.h"

/* --- melding ------------------------------------------------------------------------------------------ */

/* The card of the database whose second face two cards of a meld pair have combined; 0 if they are none (701.42b). */
static u32 meld_back(const Game *g, u32 first, u32 second) {
  const CardDef *a = carddb_card(g->db, first), *b = carddb_card(g->db, second);
  if (a->layout != LAYOUT_MELD || b->layout != LAYOUT_MELD) return 0;
  if (a->meld_partner != second && b->meld_partner != first) return 0;
  return a->faces > 1 ? first : b->faces > 1 ? second : 0;
}

/* The definition of the card alone that represents an object; 0 if it is no card or not in the game any more. */
static u32 card_alone(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  if (!slot || object_row(g, slot)->kind != OBJECT_CARD) return 0;
  const Card *card = row_CARDS(g, object_row(g, slot)->card);
  return card->next ? 0 : card->def;
}

u32 batch_meld(Game *g, Ref first, Ref second, StrId into, u32 controller) {
  u32 a = card_alone(g, first), b = card_alone(g, second);
  u32 back = a && b && first != second ? meld_back(g, a, b) : 0;
  if (!back || carddb_face(g->db, carddb_card(g->db, back)->face + 1)->chars.name != into) {
    RULE(g, "701.42c"); /* they stay where they are */
    REMARK(g, NO_MELD, "701.42c", controller, .object = first, .other = second);
    return (u32)-1;
  }
  RULE(g, "701.42a");
  u32 row = batch_enter(g, first, controller);
  Entry *en = event_entry(g, row);
  en->cv = back;
  en->face = 1;
  u32 other = batch_move(g, second, ZONE_BATTLEFIELD, 0);
  Event *ev = row_EVENTS(g, other);
  ev->parent = row + 1;
  ev->flags |= EVF_SETTLED | EVF_EXPANDED | EVF_COMPONENT;
  return row;
}

/* The second card of a pair becomes part of the permanent that the first has become. */
static bool joins(Game *g, u32 slot, Ref whole) {
  u32 card = object_row(g, slot)->card, permanent = object_live(g, whole);
  if (!permanent || object_row(g, permanent)->zone != ZONE_BATTLEFIELD) return false;
  object_row(g, slot)->card = 0;
  zone_remove(g, slot);
  object_cease(g, slot);
  RULE(g, "712.4a");
  RULE(g, "712.14c");
  object_card_add(g, permanent, card);
  if (row_CARDS(g, card)->flags & CARD_COMMANDER) object_row(g, permanent)->flags |= OBJECT_COMMANDER;
  permanent_of(g, permanent)->flags |= PERM_MELDED;
  facts_changed(g, FACT_ZONES | FACT_COPY);
  return true;
}

bool happen_component(Game *g, u32 row) {
  const Event ev = *row_EVENTS(g, row);
  const Event whole = *row_EVENTS(g, ev.parent - 1);
  if (ev.from == ZONE_BATTLEFIELD) return ev.became; /* they have moved as the whole did */
  u32 slot = object_live(g, ev.object);
  return slot && whole.flags & EVF_HAPPENED && whole.to == ZONE_BATTLEFIELD && joins(g, slot, whole.became);
}

/* --- parting ------------------------------------------------------------------------------------------ */

/* Whether the last known information is of a merged permanent. */
static bool was_merged(const Game *g, u32 known) {
  const Object *o = known ? &row_LKI(g, known)->object : NULL;
  return o && o->zone == ZONE_BATTLEFIELD && HEAP_AT(g, Permanent, row_LKI(g, known)->ext)->flags & PERM_MERGED;
}

void components_part(Game *g, u32 row, u32 mark, u32 count) {
  const Event ev = *row_EVENTS(g, row);
  u32 known = lki_find(g, ev.object);
  bool merged = was_merged(g, known);
  RULE(g, merged ? "730.3c" : "712.21");
  for (u32 i = 0; i < count; i++) {
    u32 slot = (u32)scratch_get(g, mark + i);
    Ref became = object_ref(g, slot);
    if (known) {
      Heap more = row_LKI(g, known)->more;
      list_add(g, &more, became);
      row_LKI(g, known)->more = more;
    }
    Event *part = batch_add(g, EVENT_MOVE);
    part->flags = EVF_SETTLED | EVF_EXPANDED | EVF_COMPONENT | EVF_HAPPENED;
    part->player = ev.player;
    part->from = ev.from;
    part->to = object_row(g, slot)->zone;
    part->object = ev.object;
    part->source = ev.source;
    part->became = became;
    part->parent = row + 1;
  }
}

static bool asks_for_top(void *context, const CardDb *db, Node node) {
  if (node_op(db, node) == IR_TOP_OF_GRAVEYARD) *(bool *)context = true;
  return true;
}

/* Whether a card of the game can tell in which order cards are in a graveyard. */
static bool graveyard_order_matters(const Game *g) {
  bool matters = false;
  for (u32 row = 1; row < count_of(g, T_CARDS) && !matters; row++) {
    u32 def = row_CARDS(g, row)->def;
    u32 end = def + 1 < g->db->cards.count ? carddb_card(g->db, def + 1)->first_ability : g->db->abilities.count;
    for (u32 a = carddb_card(g->db, def)->first_ability; a < end; a++)
      ir_walk(g->db, carddb_ability(g->db, a)->node, asks_for_top, &matters);
  }
  return matters;
}

/* Whether somebody arranges the cards as the permanent leaves: its owner in a library or graveyard (712.21a), in exile
   whoever exiles it (712.21b) where an ability remembers what it exiled. Who, or PLAYER_NONE. */
static u32 arranger(const Game *g, const Event *ev) {
  u32 slot = ev->kind == EVENT_MOVE && ev->from == ZONE_BATTLEFIELD ? object_live(g, ev->object) : 0;
  if (!slot || ev->flags & EVF_GONE || !object_row(g, slot)->card) return PLAYER_NONE;
  if (!row_CARDS(g, object_row(g, slot)->card)->next) return PLAYER_NONE;
  bool arranged =
      ev->to == ZONE_GRAVEYARD ? graveyard_order_matters(g) : ev->to == ZONE_LIBRARY && !(ev->flags & EVF_SHUFFLE);
  if (arranged) return object_row(g, slot)->owner;
  Ref by = ev->to == ZONE_EXILE && ev->entry ? HEAP_AT(g, Entry, ev->entry)->noted_by : REF_NONE;
  u32 source = by ? object_live(g, by) : 0;
  return source ? object_row(g, source)->controller : PLAYER_NONE;
}

static void offer_component(Game *g, u32 card) {
  const CardDef *def = carddb_card(g->db, row_CARDS(g, card)->def);
  decide_option(g, (Option){.kind = OPTION_NAME, .a = carddb_face(g->db, def->face)->chars.name, .n = card});
}

static u32 card_at(const Game *g, u32 slot, u32 place) {
  u32 card = object_row(g, slot)->card;
  while (card && place-- > 0) card = row_CARDS(g, card)->next;
  return card;
}

/* Which card is next, behind the first `place` of them. */
static Flow ask_next(Game *g, u32 player, u32 slot, u32 place) {
  const Event *ev = row_EVENTS(g, (u32)frame_top(g)->a[BATCH_ROW]);
  const char *rule = ev->to == ZONE_EXILE ? is_merged(g, slot) ? "730.3b" : "712.21b"
                     : is_merged(g, slot) ? "730.3a"
                                          : "712.21a";
  frame_top(g)->step = BATCH_ARRANGED;
  frame_top(g)->a[BATCH_OTHER] = place;
  RULE(g, rule);
  decide_begin(g, DECISION_ORDER, player, object_ref(g, slot), rule);
  for (u32 card = card_at(g, slot, place); card; card = row_CARDS(g, card)->next) offer_component(g, card);
  return decide_end(g);
}

bool components_ask(Game *g, Flow *flow) {
  Frame *f = frame_top(g);
  for (u32 row = (u32)f->a[BATCH_LO]; row < count_of(g, T_EVENTS); row++) {
    u32 player = arranger(g, row_EVENTS(g, row));
    if (player == PLAYER_NONE) continue;
    f->a[BATCH_ROW] = row;
    f->a[BATCH_LO] = row + 1;
    *flow = ask_next(g, player, object_live(g, row_EVENTS(g, row)->object), 0);
    return true;
  }
  return false;
}

/* Puts a card of the object at that place among them, in front of those that are not arranged yet. */
static void put_at(Game *g, u32 slot, u32 card, u32 place) {
  u32 next = card_at(g, slot, place), before = place ? card_at(g, slot, place - 1) : 0, last = next;
  if (next == card) return;
  while (last && row_CARDS(g, last)->next != card) last = row_CARDS(g, last)->next;
  SOUND(g, last);
  row_CARDS(g, last)->next = row_CARDS(g, card)->next;
  row_CARDS(g, card)->next = next;
  if (before)
    row_CARDS(g, before)->next = card;
  else
    object_row(g, slot)->card = card;
}

Flow components_arranged(Game *g, Frame *f) {
  const Event ev = *row_EVENTS(g, (u32)f->a[BATCH_ROW]);
  u32 slot = object_live(g, ev.object), place = (u32)f->a[BATCH_OTHER];
  put_at(g, slot, (u32)decide_taken(g)->n, place);
  f->step = BATCH_HAPPEN;
  if (!card_at(g, slot, place + 2)) return FLOW_STEP;
  return ask_next(g, arranger(g, &ev), slot, place + 1);
}

bool has_components(const Game *g, Ref object) {
  u32 slot = object_live(g, object);
  u32 card = slot ? object_row(g, slot)->card : 0;
  return card && row_CARDS(g, card)->next;
}
