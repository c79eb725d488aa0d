/* Which cards may be commanders, alone or in pairs (702.124, 903.3), and the color identity they allow. */
#include "table/deck.h"

#include "cards/carddb.h"
#include "cards/ir_args.h"

typedef struct Commander {
  GavelCardId card;
  const Chars *chars;
} Commander;

static bool is_legendary(const Chars *c) { return c->supertypes & SUPERTYPE(LEGENDARY); }

Node deck_rule(const CardDb *db, const Chars *c, IrOp op) {
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(db, c->abilities + i);
    Node rules = def->op == IR_STATIC ? node_arg(db, def->node, ARG_STATIC_EFFECTS) : 0;
    Node rule = rules && node_op(db, rules) == IR_RULES ? node_arg(db, rules, 0) : 0;
    if (rule && node_op(db, rule) == op) return rule;
  }
  return 0;
}

/* Whether one of its abilities says that it can be a commander (903.3a). */
static bool may_lead(const CardDb *db, const Chars *c) { return deck_rule(db, c, IR_R_MAY_LEAD) != 0; }

/* A legendary creature, a Vehicle, a Spacecraft with power and toughness (903.3), or a card that says it may be one. */
static bool leads(const CardDb *db, const Chars *c) {
  bool kind = c->types & TYPE(CREATURE) || chars_subtype(c, W_VEHICLE) ||
              (chars_subtype(c, W_SPACECRAFT) && c->has & HAS_POWER);
  return is_legendary(c) && (kind || may_lead(db, c));
}

static bool is_background(const Chars *c) {
  return is_legendary(c) && c->types & TYPE(ENCHANTMENT) && chars_subtype(c, W_BACKGROUND);
}

/* A legendary Time Lord Doctor creature without other creature types. */
static bool is_doctor(const Chars *c) {
  if (!is_legendary(c) || !(c->types & TYPE(CREATURE))) return false;
  u32 types = 0;
  for (Word w = word_subtype_first(SUB_CREATURE); word_subtype_class(w) == SUB_CREATURE; w++)
    types += chars_subtype(c, w);
  return types == 2 && chars_subtype(c, W_TIME_LORD) && chars_subtype(c, W_DOCTOR);
}

/* Whether a "partner with" ability of one names the other. */
static bool names(const CardDb *db, const Chars *c, StrId other) {
  for (u32 i = 0; i < c->ability_count; i++) {
    const AbilityDef *def = carddb_ability(db, c->abilities + i);
    if (def->op != IR_KEYWORD || def->keyword != W_PARTNER_WITH) continue;
    Node quality = node_arg(db, def->node, ARG_KEYWORD_QUALITY);
    if (node_op(db, quality) == IR_NAMED && node_arg(db, quality, ARG_NAMED_NAME) == other) return true;
  }
  return false;
}

/* Partner abilities that both commanders must have (702.124h, i). */
static const Word SAME[] = {W_PARTNER, W_FRIENDS_FOREVER, W_CHARACTER_SELECT, W_FATHER_AND_SON, W_SURVIVORS};

/* Whether a partner ability allows both; different ones can't be combined (702.124f). */
static bool are_partners(const CardDb *db, const Commander *a, const Commander *b) {
  const Chars *x = a->chars, *y = b->chars;
  for (u32 i = 0; i < COUNT_OF(SAME); i++)
    if (leads(db, x) && leads(db, y) && chars_keyword(x, SAME[i]) && chars_keyword(y, SAME[i])) return true;
  if (leads(db, x) && leads(db, y) && names(db, x, y->name) && names(db, y, x->name)) return true; /* 702.124j */
  if (leads(db, x) && chars_keyword(x, W_CHOOSE_A_BACKGROUND) && is_background(y)) return true;    /* 702.124k */
  return leads(db, x) && chars_keyword(x, W_DOCTORS_COMPANION) && is_doctor(y);                    /* 702.124m */
}

static void check_two(const GavelDeck *deck, const CardDb *db, const Commander *a, const Commander *b, Text *out) {
  if (a->card != b->card && (are_partners(db, a, b) || are_partners(db, b, a))) return;
  text_addf(out,
            "%s and %s can't be commanders together: expected two that the same partner ability "
            "allows (702.124f)\n",
            gavel_card_name(deck->cards, a->card), gavel_card_name(deck->cards, b->card));
}

/* In Brawl a planeswalker leads a deck too, alone (903.12c). */
static bool leads_alone(const CardDb *db, const Chars *c, bool brawl) {
  return leads(db, c) || (brawl && is_legendary(c) && c->types & TYPE(PLANESWALKER));
}

/* The color of the mana that a basic land taps for, by its color identity; 0 for any other card. */
static u32 basic_color(const CardDb *db, GavelCardId card) {
  return deck_is_basic(db, card) ? carddb_card(db, card)->color_identity : 0;
}

/* With a commander without colors, a Brawl deck may have basic lands of one type (903.12e): the first of the deck. */
static u32 basics_allowed(const GavelDeck *deck, const CardDb *db, u32 identity, bool brawl) {
  if (!brawl || identity) return 0;
  for (u32 i = 0; i < deck->entries.count; i++) {
    u32 color = basic_color(db, deck->entries.data[i].card);
    if (color) return color;
  }
  return 0;
}

void deck_check_commanders(const GavelDeck *deck, bool brawl, Text *out) {
  const CardDb *db = api_carddb(deck->cards);
  Commander two[2] = {0};
  u32 identity = 0, count = 0;
  for (u32 i = 0; i < deck->entries.count; i++) {
    const GavelDeckEntry *entry = &deck->entries.data[i];
    if (entry->part != GAVEL_DECK_COMMANDER) continue;
    const Chars *chars = deck_front(db, entry->card);
    for (u32 n = 0; n < entry->count && count + n < COUNT_OF(two); n++)
      two[count + n] = (Commander){entry->card, chars};
    count += entry->count;
    identity |= carddb_card(db, entry->card)->color_identity; /* of both combined (702.124c) */
  }
  if (count == 0 || count > COUNT_OF(two))
    text_addf(out, "it has %u commanders: expected one, or two that are partners (903.3, 702.124g)\n", count);
  if (count == 1 && !leads_alone(db, two[0].chars, brawl))
    text_addf(out, "%s isn't a legendary creature, %sVehicle or Spacecraft (%s)\n",
              gavel_card_name(deck->cards, two[0].card), brawl ? "planeswalker, " : "", brawl ? "903.12c" : "903.3");
  if (count == 2) check_two(deck, db, &two[0], &two[1], out);
  u32 basics = basics_allowed(deck, db, identity, brawl);
  for (u32 i = 0; i < deck->entries.count; i++) {
    GavelCardId card = deck->entries.data[i].card;
    if (basics && basic_color(db, card) == basics) continue;
    if (carddb_card(db, card)->color_identity & ~identity)
      text_addf(out, "%s has colors that aren't in the commander's color identity (903.5c)\n",
                gavel_card_name(deck->cards, card));
  }
}
