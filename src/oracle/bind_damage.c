/* Damage (120): who deals it is spoken of before whom it is dealt to. */
#include "oracle/bind.h"

#define ITEMS_MAX 24u

/* The source as it is, or was when it last existed (608.2h); it is what "its power" says next. */
static Lf source_of(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf source = bind_form(b, form, SORT_OBJ);
  b->said = said;
  if (source) bind_mention(b, (Referent){.was = source, .now = source, .filter = LF_ALWAYS});
  return source;
}

/* Nothing needs to say that an object deals the damage of its own abilities. */
static Lf dealt(Binder *b, Lf amount, Lf to, Lf source) {
  if (!amount || !to) return 0;
  Lf items[] = {LF_DEAL_DAMAGE, amount, to, LF_OPT_SOURCE, source};
  return lf_list(b->lf, items, lf_is(b->lf, source, LF_SELF) ? 3 : 5);
}

/* What damage is dealt to; "it" is never what deals the damage. */
static Lf recipient(Binder *b, Lf form, Lf source) {
  Lf it = LF_PRONOUN_IT;
  if (form == LF_ITSELF) return source;
  for (u32 i = b->referent_first; form == it && i < b->referents.count; i++)
    b->referents.data[i].aside = b->referents.data[i].was == source;
  Lf to = bind_form(b, form == LF_PRONOUN_THEM ? LF_DAMAGED_THEM : form, SORT_OBJ);
  for (u32 i = b->referent_first; i < b->referents.count; i++) b->referents.data[i].aside = false;
  return to;
}

/* Whatever was dealt damage may be spoken of as that, and as nothing else. */
static Lf damaging(Binder *b, Lf action) {
  if (!action || b->paying) return action;
  b->counted = LF_DEAL_DAMAGE;
  Lf variable = bind_variable(b, "m");
  bind_mention(
      b, (Referent){
             .was = variable, .now = variable, .filter = LF_ALWAYS, .role = LF_DAMAGED, .word = true, .many = true});
  return bind_remembered(b, action, variable);
}

/* (deals SOURCE AMOUNT TO [AMOUNT TO]): all of it at the same time (608.2f). */
/* "It", as what deals damage to something other than itself; a spell, where nothing else is meant. */
static Lf other_source(Binder *b, Lf recipient) {
  if (b->paid_for && !b->given) return LF_SELF;
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    b->referents.data[i].aside = b->referents.data[i].now == recipient || b->referents.data[i].was == recipient;
  Lf source = source_of(b, LF_PRONOUN_IT);
  for (u32 i = b->referent_first; i < b->referents.count; i++) b->referents.data[i].aside = false;
  return source;
}

Lf verb_deals(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 1), source = source_of(b, said);
  if (!source) return 0;
  Lf items[ITEMS_MAX] = {LF_TOGETHER};
  u32 count = 1;
  if (lf_count(b->lf, form) > ITEMS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 2; i + 1 < lf_count(b->lf, form); i += 2) {
    Lf amount = bind_form(b, lf_item(b->lf, form, i), SORT_NUM);
    Lf whom = lf_item(b->lf, form, i + 1), to = amount ? recipient(b, whom, source) : 0;
    if (said == LF_PRONOUN_IT && to == source && whom != LF_ITSELF) {
      source = i == 2 ? other_source(b, to) : 0;
      if (!source || bind_has_head(b, lf_item(b->lf, form, i), LF_PRONOUN_IT))
        return b->refusal ? 0 : bind_refuse(b, "what deals the damage would be dealt it", form);
    }
    items[count] = dealt(b, amount, to, source);
    if (!items[count++]) return 0;
  }
  return count == 2 ? damaging(b, items[1]) : lf_list(b->lf, items, count);
}

/* Each of several players is dealt damage measured by them, all of it at the same time (608.2f). */
static Lf deals_to_each(Binder *b, Lf players, Lf amount, Lf source) {
  Lf one = bind_variable(b, "e");
  u32 first = b->referents.count;
  bind_mention_one_of(b, one, players);
  amount = bind_form(b, amount, SORT_NUM);
  b->referents.count = first;
  if (!amount) return 0;
  Lf each[] = {LF_FOR_EACH, one, players, dealt(b, amount, one, source), LF_OPT_AT_ONCE};
  return lf_list(b->lf, each, COUNT_OF(each));
}

/* (deals-to SOURCE TO AMOUNT): an amount that is said behind whom it is dealt to may be measured by them. */
Lf verb_deals_to(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 3);
  bool by_them = bind_has_head(b, said, LF_THAT) || bind_has_head(b, said, LF_THAT_PLAYER) ||
                 bind_has_head(b, said, LF_THAT_OPPONENT) || bind_has_head(b, said, LF_PRONOUN_THEIR);
  if (!by_them) return verb_deals(b, lf_make(b->lf, LF_DEALS, lf_item(b->lf, form, 1), said, lf_item(b->lf, form, 2)));
  Lf source = source_of(b, lf_item(b->lf, form, 1));
  Lf to = source ? recipient(b, lf_item(b->lf, form, 2), source) : 0;
  static const Lf SEVERAL[] = {LF_PLAYERS, LF_OPPONENTS, LF_ALL_PLAYERS};
  if (to && bind_is_any(b, to, SEVERAL, COUNT_OF(SEVERAL))) return deals_to_each(b, to, said, source);
  if (to && (lf_is(b->lf, to, LF_DEFENDING_PLAYER) || lf_is_list(b->lf, to, LF_CONTROLLER))) bind_mention_player(b, to);
  return to ? damaging(b, dealt(b, bind_form(b, said, SORT_NUM), to, source)) : 0;
}

/* (each-deals SOURCES TO [AMOUNT]): each of some objects deals damage, as much as its power if nothing else is said, all of it
   at the same time (608.2f). "Its" controller is that of each; whose any other "it" of the recipient is isn't known. */
Lf verb_each_deals(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 2), amount = lf_item(b->lf, form, 3), it = LF_PRONOUN_IT;
  bool own =
      (lf_is_list(b->lf, said, LF_CONTROLLER) || lf_is_list(b->lf, said, LF_OWNER)) && lf_item(b->lf, said, 1) == it;
  if (!own && bind_has_head(b, said, it)) return bind_refuse(b, "one of several is meant by", said);
  Lf sources = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf one = sources ? bind_variable(b, "e") : 0;
  Lf to = !one ? 0 : own ? bind_put(b, said, it, one) : bind_form(b, said, SORT_OBJ);
  amount = !to ? 0 : amount ? bind_form(b, amount, SORT_NUM) : lf_make(b->lf, LF_POWER, one, 0, 0);
  if (!amount) return 0;
  Lf each[] = {LF_FOR_EACH, one, sources, dealt(b, amount, to, one), LF_OPT_AT_ONCE};
  return lf_list(b->lf, each, COUNT_OF(each));
}

/* Targets among which whoever announces them divides an amount (601.2d): their variable. */
static Lf divided(Binder *b, Lf amount, Lf target) {
  Lf items[ITEMS_MAX];
  u32 count = lf_count(b->lf, target);
  if (count + 2 > ITEMS_MAX) return bind_refuse(b, TOO_MUCH_SAID, target);
  for (u32 i = 0; i < count; i++) items[i] = lf_item(b->lf, target, i);
  items[count++] = LF_OPT_DIVIDE;
  items[count++] = amount;
  return bind_form(b, lf_list(b->lf, items, count), SORT_OBJ);
}

/* Objects that are chosen as an amount is divided among them, at least one to each (608.2d): their variable. */
static Lf divided_among(Binder *b, Lf amount, Lf pick) {
  Lf one = LF_N1, items[] = {LF_PICK, lf_make(b->lf, LF_MIN, one, amount, 0), amount, lf_item(b->lf, pick, 3)};
  Lf variable = bind_form(b, lf_list(b->lf, items, COUNT_OF(items)), SORT_OBJ);
  if (variable) bind_before(b, bind_by_actor(b, lf_make(b->lf, LF_DIVIDE, variable, amount, 0)));
  return variable;
}

/* (deal-divided SOURCE AMOUNT (target …)) */
Lf verb_deal_divided(Binder *b, Lf form) {
  Lf source = source_of(b, lf_item(b->lf, form, 1));
  Lf amount = source ? bind_form(b, bind_announced(b, lf_item(b->lf, form, 2)), SORT_NUM) : 0;
  Lf variable = amount ? divided(b, amount, lf_item(b->lf, form, 3)) : 0;
  return variable ? damaging(b, dealt(b, lf_make(b->lf, LF_SHARE, variable, 0, 0), variable, source)) : 0;
}

/* (prevent-divided AMOUNT (target …)): of the next damage of this turn so much, divided among targets. */
Lf verb_prevent_divided(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf amount = bind_form(b, bind_announced(b, lf_item(lf, form, 1)), SORT_NUM);
  Lf all = amount ? divided(b, amount, lf_item(lf, form, 2)) : 0, one = bind_variable(b, "o");
  if (!all) return 0;
  Lf event = lf_make(lf, LF_DAMAGE, LF_ALWAYS, lf_make(lf, LF_IS, one, 0, 0), 0);
  Lf replacement[] = {LF_REPLACEMENT, event, LF_PREVENT, LF_OPT_PREVENTION};
  Lf share = lf_make(lf, LF_TOTAL, lf_make(lf, LF_SHARE, all, 0, 0), one, 0);
  Lf shield[] = {LF_SHIELD,       lf_list(lf, replacement, COUNT_OF(replacement)),
                 LF_OPT_DURATION, LF_END_OF_TURN,
                 LF_OPT_AMOUNT,   share};
  Lf each[] = {LF_FOR_EACH, one, all, lf_list(lf, shield, COUNT_OF(shield))};
  return lf_list(lf, each, COUNT_OF(each));
}

/* (distribute KIND AMOUNT (target …)): counters that are divided among targets. */
Lf verb_distribute(Binder *b, Lf form) {
  Lf to = lf_item(b->lf, form, 3);
  bool targets = lf_is_list(b->lf, to, LF_TARGET);
  Lf said = lf_item(b->lf, form, 2), amount = bind_form(b, targets ? bind_announced(b, said) : said, SORT_NUM);
  Lf variable = !amount ? 0 : targets ? divided(b, amount, to) : divided_among(b, amount, to);
  if (!variable) return 0;
  Lf put[] = {LF_PUT_COUNTERS, lf_item(b->lf, form, 1), lf_make(b->lf, LF_SHARE, variable, 0, 0), variable};
  Lf all = lf_list(b->lf, put, COUNT_OF(put));
  return lf_is(b->lf, b->actor, LF_YOU) ? all : bind_with_option(b, all, LF_OPT_PLAYER, b->actor);
}

/* (move-any FROM TO): a counter is moved, of which kind whoever moves it chooses. */
Lf verb_move_any(Binder *b, Lf form) {
  Lf from = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf to = from ? bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ) : 0, kind = bind_variable(b, "k");
  if (!to) return 0;
  Lf move[] = {LF_MOVE_COUNTERS, from, to, LF_OPT_N, LF_N1, LF_OPT_OF, kind};
  Lf choose = bind_by_actor(b, lf_make(b->lf, LF_CHOOSE_COUNTER, kind, from, 0));
  return lf_make(b->lf, LF_SEQ, choose, lf_list(b->lf, move, COUNT_OF(move)), 0);
}

/* (move-some KIND FROM TO): any number of counters of a kind are moved, divided among all if they go onto several objects. */
Lf verb_move_some(Binder *b, Lf form) {
  Lf kind = lf_item(b->lf, form, 1), said = lf_item(b->lf, form, 3), number = bind_variable(b, "n");
  Lf from = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ);
  if (!from) return 0;
  Lf choose[] = {LF_CHOOSE_NUMBER, number, LF_N0, lf_make(b->lf, LF_COUNTERS, kind, from, 0)};
  bind_before(b, bind_by_actor(b, lf_list(b->lf, choose, COUNT_OF(choose))));
  bool several = lf_is_list(b->lf, said, LF_PICK);
  Lf to = several ? divided_among(b, number, said) : bind_form(b, said, SORT_OBJ);
  Lf n = several ? lf_make(b->lf, LF_SHARE, to, 0, 0) : number;
  Lf move[] = {LF_MOVE_COUNTERS, from, to, LF_OPT_KIND, kind, LF_OPT_N, n};
  return to ? lf_list(b->lf, move, COUNT_OF(move)) : 0;
}

/* All damage dealt in an action, with a flag or, if there is a value, an option; 0 if none is. */
static Lf damage_with(Binder *b, Lf action, Lf option, Lf value) {
  static const Lf AROUND[] = {LF_SEQ, LF_IF, LF_TOGETHER, LF_FOR_EACH};
  if (lf_is_list(b->lf, action, LF_DEAL_DAMAGE))
    return value ? bind_with_option(b, action, option, value) : bind_with_flag(b, action, option);
  if (lf_is_atom(b->lf, action) || !bind_is_any(b, action, AROUND, COUNT_OF(AROUND))) return 0;
  Lf changed = 0;
  for (u32 i = 1; i < lf_count(b->lf, action); i++) {
    Lf inner = damage_with(b, lf_item(b->lf, action, i), option, value);
    if (inner) changed = action = bind_with_item(b, action, i, inner);
  }
  return changed;
}

Lf bind_unpreventable(Binder *b, Lf last, Lf form) {
  Lf action = damage_with(b, last, LF_OPT_UNPREVENTABLE, 0);
  return action ? action : bind_refuse(b, "no damage was dealt earlier", form);
}

/* (excess-to OBJECT), of the damage that the action before it deals (120.4a). */
Lf bind_excess_to(Binder *b, Lf last, Lf form) {
  Lf to = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  if (!to) return 0;
  Lf action = damage_with(b, last, LF_OPT_EXCESS_TO, to);
  return action ? action : bind_refuse(b, "no damage was dealt earlier", form);
}

Lf bind_if_lost_life(Binder *b, Lf last, Lf form) {
  LfStore *lf = b->lf;
  if (!bind_has_head(b, last, LF_EXCHANGE_LIFE)) return bind_refuse(b, "no life totals were exchanged earlier", form);
  Lf before = bind_variable(b, "n"), was = lf_make(lf, LF_VALUE, before, 0, 0), amount = b->amount;
  Lf life = lf_make(lf, LF_LIFE, LF_YOU, 0, 0);
  b->amount = lf_make(lf, LF_MINUS, was, life, 0);
  Lf then = bind_branch(b, lf_item(lf, form, 1));
  b->amount = amount;
  if (!then) return 0;
  Lf lost[] = {LF_CMP, life, LF_IS_LESS, was};
  Lf steps[] = {LF_SEQ, lf_make(lf, LF_LET_NUMBER, before, life, 0), last,
                lf_make(lf, LF_IF, lf_list(lf, lost, COUNT_OF(lost)), then, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* (prevented ACTION): damage is prevented and something else is done immediately afterward (615.5). In it "that much" is how
   much would be dealt, also if it can't be prevented (615.12), or how much was prevented if that is what it depends on. What
   isn't measured by either is done once for all damage that is dealt at the same time, unless the damage of each source by
   itself is spoken of. */
static Lf prevented(Binder *b, Lf prevent, Lf form, bool of_source, bool if_any) {
  Lf amount = b->amount, counted = b->counted, outer = b->prevented, number = bind_variable(b, "n");
  Lf would = if_any ? number : bind_variable(b, "n");
  bool of_event = b->amount_of_event;
  b->prevented = lf_make(b->lf, LF_VALUE, number, 0, 0);
  b->amount = lf_make(b->lf, LF_VALUE, would, 0, 0);
  b->amount_of_event = true;
  b->counted = LF_PREVENT;
  Lf then = bind_action(b, lf_item(b->lf, form, 1));
  b->amount = amount;
  b->amount_of_event = of_event;
  b->counted = counted;
  b->prevented = outer;
  if (!then) return 0;
  Lf also = lf_make(b->lf, LF_ALSO, then, 0, 0), steps[5] = {LF_SEQ};
  bool after = bind_mentions(b, then, number), before = would != number && bind_mentions(b, then, would);
  if (!after && !before)
    return lf_make(b->lf, LF_SEQ, prevent, of_source ? also : bind_with_flag(b, also, LF_OPT_ONCE), 0);
  u32 count = 1;
  if (before) steps[count++] = lf_make(b->lf, LF_LET_NUMBER, would, LF_EVENT_AMOUNT, 0);
  steps[count++] = prevent;
  if (after) steps[count++] = lf_make(b->lf, LF_LET_NUMBER, number, LF_THIS_WAY, 0);
  steps[count++] = also;
  return lf_list(b->lf, steps, count);
}

Lf verb_prevented(Binder *b, Lf form) { return prevented(b, LF_PREVENT, form, b->of_source, false); }

/* (each-source ACTION): done for the damage of each source by itself. */
Lf verb_each_source(Binder *b, Lf form) {
  b->of_source = true;
  Lf action = bind_action(b, lf_item(b->lf, form, 1));
  b->of_source = false;
  return action;
}

/* The replacement of an effect that does nothing but prevent damage; 0 if there is none. */
static Lf prevention(const Binder *b, Lf effect) {
  if (lf_is_list(b->lf, effect, LF_REPLACEMENT))
    return lf_is(b->lf, lf_item(b->lf, effect, 2), LF_PREVENT) ? effect : 0;
  if (!lf_is_list(b->lf, effect, LF_SEQ) && !lf_is_list(b->lf, effect, LF_SHIELD)) return 0;
  Lf found = 0;
  for (u32 i = 1; i < lf_count(b->lf, effect) && !found; i++) found = prevention(b, lf_item(b->lf, effect, i));
  return found;
}

/* (if-prevented ACTION) behind an effect that prevents damage. */
Lf bind_if_prevented(Binder *b, Lf last, Lf form) {
  Lf replacement = prevention(b, last);
  if (!replacement) return bind_refuse(b, "no damage was prevented earlier", form);
  bool of_source = lf_item(b->lf, lf_item(b->lf, replacement, 1), 1) != LF_ALWAYS;
  Lf then = prevented(b, lf_item(b->lf, replacement, 2), form, of_source, true);
  return then ? bind_put(b, last, replacement, bind_with_item(b, replacement, 2, then)) : 0;
}

/* (support N): a counter on each of up to so many creatures, of which a permanent is none itself (701.41a). */
Lf verb_support(Binder *b, Lf form) {
  u32 bad;
  Lf creature = lf_read(b->lf, b->paid_for ? STR("(type creature)") : STR("(and other (type creature))"), &bad);
  Lf target[] = {LF_TARGET, creature, LF_OPT_MIN, LF_N0, LF_OPT_MAX, lf_item(b->lf, form, 1)};
  Lf put[] = {LF_PUT_COUNTERS, LF_PLUS_ONE, LF_N1, lf_list(b->lf, target, COUNT_OF(target))};
  return bind_action(b, lf_list(b->lf, put, COUNT_OF(put)));
}

/* How much the last of some actions does, of which what is done instead speaks as of "that much"; 0 if it does nothing by number. */
static Lf amount_said(const Binder *b, Lf action) {
  static const Lf AMOUNTS[] = {LF_MILL, LF_DRAW, LF_GAIN_LIFE, LF_LOSE_LIFE, LF_DEAL_DAMAGE, LF_CREATE};
  if (bind_is_any(b, action, AMOUNTS, COUNT_OF(AMOUNTS))) return lf_item(b->lf, action, 1);
  u32 n = lf_is_list(b->lf, action, LF_SEQ) ? lf_count(b->lf, action) : 0;
  if (n > 2 && bind_is_memory(b, lf_item(b->lf, action, n - 1))) n--;
  return n == 2 ? amount_said(b, lf_item(b->lf, action, 1)) : 0;
}

Lf bind_instead_of_amount(Binder *b, Lf last, Lf then) {
  Lf much = bind_mentions(b, then, LF_THIS_WAY) ? amount_said(b, last) : 0;
  return much ? bind_put(b, then, LF_THIS_WAY, much) : then;
}

/* Whether what is said to deal so much damage instead is what deals it; "it" is that. */
static bool deals_it(Binder *b, Lf damage, Lf said) {
  if (said == LF_PRONOUN_IT || said == LF_PRONOUN_HE || said == LF_SELF || said == LF_BY_NAME) return true;
  Lf dealer = bind_option(b, damage, LF_OPT_SOURCE), object = dealer ? bind_form(b, said, SORT_OBJ) : 0;
  return object && object == dealer;
}

/* (amount-instead CONDITION NUMBER SOURCE): the damage before it is so much, if the condition holds. */
Lf bind_amount_instead(Binder *b, Lf last, Lf form) {
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND), memory = bind_memory_of(b, last), so_far = b->amount;
  if (!condition) return 0;
  if (memory) last = lf_item(b->lf, last, 1);
  if (!lf_is(b->lf, last, LF_DEAL_DAMAGE)) return bind_refuse(b, "no damage was dealt earlier", form);
  if (!deals_it(b, last, lf_item(b->lf, form, 3)))
    return b->refusal ? 0 : bind_refuse(b, "something else dealt the damage", form);
  b->amount = lf_item(b->lf, last, 1);
  Lf amount = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  b->amount = so_far;
  if (!amount) return 0;
  Lf then = lf_make(b->lf, LF_IF, condition, bind_with_item(b, last, 1, amount), 0);
  Lf either = bind_with_option(b, then, LF_OPT_ELSE, last);
  return lf_make(b->lf, LF_SEQ, either, memory, 0);
}
