/* Damage (120): who deals it is spoken of before whom it is dealt to. */
#include "oracle/bind.h"

#define ITEMS_MAX 24u

/* The source as it is, or was when it last existed (608.2h); it is what "its power" says next. */
static Lf source_of(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf source = bind_form(b, form, SORT_OBJ);
  b->said = said;
  if (source) bind_mention(b, (Referent){.was = source, .now = source, .filter = bind_atom(b, "always")});
  return source;
}

/* Nothing needs to say that an object deals the damage of its own abilities. */
static Lf dealt(Binder *b, Lf amount, Lf to, Lf source) {
  if (!amount || !to) return 0;
  Lf items[] = {bind_atom(b, "deal-damage"), amount, to, bind_atom(b, ":source"), source};
  return lf_list(b->lf, items, lf_is(b->lf, source, "self") ? 3 : 5);
}

/* What damage is dealt to; "it" is never what deals the damage. */
static Lf recipient(Binder *b, Lf form, Lf source) {
  Lf it = bind_atom(b, "pronoun-it");
  for (u32 i = b->referent_first; form == it && i < b->referents.count; i++)
    b->referents.data[i].aside = b->referents.data[i].was == source;
  Lf to = bind_form(b, form == bind_atom(b, "pronoun-them") ? bind_atom(b, "damaged-them") : form, SORT_OBJ);
  for (u32 i = b->referent_first; i < b->referents.count; i++) b->referents.data[i].aside = false;
  return to;
}

/* Whatever was dealt damage may be spoken of as that, and as nothing else. */
static Lf damaging(Binder *b, Lf action) {
  if (!action) return 0;
  b->counted = bind_atom(b, "deal-damage");
  Lf variable = bind_variable(b, "m");
  bind_mention(b, (Referent){.was = variable,
                             .now = variable,
                             .filter = lf_atom(b->lf, STR("always")),
                             .role = lf_atom(b->lf, STR("damaged")),
                             .word = true,
                             .many = true});
  return bind_remembered(b, action, variable);
}

/* (deals SOURCE AMOUNT TO [AMOUNT TO]): all of it at the same time (608.2f). */
static Lf verb_deals(Binder *b, Lf form) {
  Lf source = source_of(b, lf_item(b->lf, form, 1));
  if (!source) return 0;
  Lf items[ITEMS_MAX] = {bind_atom(b, "together")};
  u32 count = 1;
  for (u32 i = 2; i + 1 < lf_count(b->lf, form) && count < ITEMS_MAX; i += 2) {
    Lf amount = bind_form(b, lf_item(b->lf, form, i), SORT_NUM);
    Lf to = amount ? recipient(b, lf_item(b->lf, form, i + 1), source) : 0;
    items[count] = dealt(b, amount, to, source);
    if (!items[count++]) return 0;
  }
  return count == 2 ? damaging(b, items[1]) : lf_list(b->lf, items, count);
}

/* (deals-to SOURCE TO AMOUNT): an amount that is said behind whom it is dealt to may be measured by them. */
static Lf verb_deals_to(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 3);
  bool by_them = bind_has_head(b, said, "that") || bind_has_head(b, said, "that-player");
  if (!by_them) return verb_deals(b, lf_make(b->lf, "deals", lf_item(b->lf, form, 1), said, lf_item(b->lf, form, 2)));
  Lf source = source_of(b, lf_item(b->lf, form, 1));
  Lf to = source ? recipient(b, lf_item(b->lf, form, 2), source) : 0;
  return to ? damaging(b, dealt(b, bind_form(b, said, SORT_NUM), to, source)) : 0;
}

/* Targets among which whoever announces them divides an amount (601.2d): their variable. */
static Lf divided(Binder *b, Lf amount, Lf target) {
  Lf items[ITEMS_MAX];
  u32 count = lf_count(b->lf, target);
  if (count + 2 > ITEMS_MAX) return bind_refuse(b, "too much is said of", target);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(b->lf, target, i);
  items[count++] = bind_atom(b, ":divide");
  items[count++] = amount;
  return bind_form(b, lf_list(b->lf, items, count), SORT_OBJ);
}

/* (deal-divided SOURCE AMOUNT (target …)) */
static Lf verb_deal_divided(Binder *b, Lf form) {
  Lf source = source_of(b, lf_item(b->lf, form, 1));
  Lf amount = source ? bind_form(b, lf_item(b->lf, form, 2), SORT_NUM) : 0;
  Lf variable = amount ? divided(b, amount, lf_item(b->lf, form, 3)) : 0;
  return variable ? damaging(b, dealt(b, lf_make(b->lf, "share", variable, 0, 0), variable, source)) : 0;
}

/* (distribute KIND AMOUNT (target …)): counters that are divided among targets. */
static Lf verb_distribute(Binder *b, Lf form) {
  Lf amount = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  Lf variable = amount ? divided(b, amount, lf_item(b->lf, form, 3)) : 0;
  if (!variable) return 0;
  Lf put[] = {bind_atom(b, "put-counters"), lf_item(b->lf, form, 1), lf_make(b->lf, "share", variable, 0, 0), variable};
  return lf_list(b->lf, put, COUNT_OF(put));
}

Lf bind_if_lost_life(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  if (!bind_has_head(b, last, "exchange-life")) return bind_refuse(b, "no life totals are exchanged before", form);
  Lf before = bind_variable(b, "n"), was = lf_make(lf, "value", before, 0, 0), amount = b->amount;
  Lf life = lf_make(lf, "life", bind_atom(b, "you"), 0, 0);
  b->amount = lf_make(lf, "-", was, life, 0);
  Lf then = bind_branch(b, lf_item(lf, form, 1));
  b->amount = amount;
  if (!then) return 0;
  Lf lost[] = {bind_atom(b, "cmp"), life, bind_atom(b, "<"), was};
  Lf steps[] = {bind_atom(b, "seq"), lf_make(lf, "let-number", before, life, 0), last,
                lf_make(lf, "if", lf_list(lf, lost, COUNT_OF(lost)), then, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* (support N): a counter on each of up to so many creatures, of which a permanent is none itself (701.41a). */
static Lf verb_support(Binder *b, Lf form) {
  u32 bad;
  Lf creature = lf_read(b->lf, b->paid_for ? STR("(type creature)") : STR("(and other (type creature))"), &bad);
  Lf target[] = {bind_atom(b, "target"), creature, bind_atom(b, ":min"), bind_atom(b, "0"), bind_atom(b, ":max"),
                 lf_item(b->lf, form, 1)};
  Lf put[] = {bind_atom(b, "put-counters"), bind_atom(b, "+1/+1"), bind_atom(b, "1"),
              lf_list(b->lf, target, COUNT_OF(target))};
  return bind_action(b, lf_list(b->lf, put, COUNT_OF(put)));
}

bool bind_damage_add(Binder *b) {
  return bind_head_add(b, "support", NULL, verb_support) && bind_head_add(b, "deals", NULL, verb_deals) &&
         bind_head_add(b, "deals-to", NULL, verb_deals_to) &&
         bind_head_add(b, "deal-divided", NULL, verb_deal_divided) &&
         bind_head_add(b, "distribute", NULL, verb_distribute);
}
