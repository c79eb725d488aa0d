/* What is done later (603.7): abilities that are created now, with what is spoken of around them. */
#include "oracle/bind.h"

/* What an event mentions, kept in a variable for an ability that will have an event of its own. */
static Lf kept_for_later(Binder *b, Lf what) {
  static const Lf OF_EVENT[] = {LF_EVENT_OBJECT, LF_EVENT_PLAYER,  LF_EVENT_SOURCE,
                                LF_EVENT_OTHER,  LF_EVENT_STACKED, LF_EVENT_NEW};
  return lf_is_atom(b->lf, what) && bind_is_any(b, what, OF_EVENT, COUNT_OF(OF_EVENT)) ? bind_variable(b, "e") : 0;
}

/* Whether an object is put onto the battlefield in a form. */
static bool puts_onto(const Binder *b, Lf form, Lf object) {
  if (lf_is_list(b->lf, form, LF_MOVE) && lf_item(b->lf, form, 1) == object)
    return lf_item(b->lf, form, 2) == LF_BATTLEFIELD;
  for (u32 i = 1; i < lf_count(b->lf, form); i++)
    if (puts_onto(b, lf_item(b->lf, form, i), object)) return true;
  return false;
}

/* (delayed ABILITY …): what is put onto the battlefield later isn't there yet, and nothing behind it speaks of that. */
Lf verb_delayed(Binder *b, Lf form) {
  u32 first = b->referent_first, count = b->referents.count;
  Referent kept[16];
  Lf now[COUNT_OF(kept)]; /* what each is called in what is put off */
  Lf lets[2 * COUNT_OF(kept)][2];
  u32 let_count = 0;
  if (count - first > COUNT_OF(kept)) return bind_refuse(b, "too much has been mentioned before this", form);
  if (bind_has_head(b, form, LF_PUT_THERE)) return bind_refuse(b, "nobody knows what will still be there", form);
  for (u32 i = first; i < count; i++) {
    Referent *r = &b->referents.data[i];
    kept[i - first] = *r;
    Lf *sides[] = {&r->was, &r->now};
    for (u32 k = 0; k < 2; k++) {
      Lf variable = k == 1 && kept[i - first].now == kept[i - first].was ? r->was : kept_for_later(b, *sides[k]);
      if (!variable || variable == *sides[k]) continue;
      bool again = k == 1 && variable == r->was;
      if (!again) {
        lets[let_count][0] = variable;
        lets[let_count++][1] = *sides[k];
      }
      *sides[k] = variable;
    }
    now[i - first] = r->now;
  }
  Lf amount = b->amount, number = amount ? bind_variable(b, "n") : 0;
  if (number) b->amount = lf_make(b->lf, LF_VALUE, number, 0, 0);
  Lf delayed = bind_operation(b, IR_DELAYED, form);
  b->amount = amount;
  if (delayed && number && bind_mentions(b, delayed, number))
    bind_before(b, lf_make(b->lf, LF_LET_NUMBER, number, amount, 0));
  for (u32 i = first; i < count; i++) {
    b->referents.data[i] = kept[i - first];
    b->referents.data[i].adrift |= delayed && puts_onto(b, delayed, now[i - first]);
  }
  for (u32 i = 0; i < let_count && delayed; i++)
    if (bind_mentions(b, delayed, lets[i][0])) bind_before(b, lf_make(b->lf, LF_LET, lets[i][0], lets[i][1], 0));
  return delayed;
}

/* What is exiled and returned later is exiled at once, though the words don't say where what is put off begins. */
static bool leaves_and_returns(const Binder *b, Lf what) {
  Lf deed = lf_is_list(b->lf, what, LF_ACT) ? lf_item(b->lf, what, 2) : 0;
  return deed && lf_is_list(b->lf, deed, LF_SEQ) && bind_has_head(b, deed, LF_EXILE) && bind_has_head(b, deed, LF_MOVE);
}

/* (later EVENT WHAT): what is put off until a step begins; what is targeted is so at once. */
static Lf put_off(Binder *b, Lf form, Lf duration, Lf once) {
  Lf what = lf_item(b->lf, form, 2);
  if (bind_has_head(b, what, LF_FLIP_COIN)) return bind_refuse(b, "what the coin decides is done then, too", form);
  if (leaves_and_returns(b, what)) return bind_refuse(b, "not all of this is put off", form);
  for (Lf target; (target = bind_find_head(b, what, LF_TARGET));) {
    Lf variable = bind_form(b, target, SORT_OBJ);
    if (!variable) return 0;
    what = bind_put(b, what, target, variable);
  }
  Lf triggered = lf_make(b->lf, LF_TRIGGERED, lf_item(b->lf, form, 1), what, 0);
  Lf items[] = {LF_DELAYED, triggered, LF_OPT_DURATION, duration, once}, whenever[] = {LF_DELAYED, triggered, once};
  b->if_exiled = true;
  Lf delayed = bind_action(b, duration ? lf_list(b->lf, items, COUNT_OF(items) - !once)
                                       : lf_list(b->lf, whenever, COUNT_OF(whenever)));
  b->if_exiled = false;
  return delayed;
}

Lf verb_later(Binder *b, Lf form) { return put_off(b, form, LF_NEXT_TIME, 0); }

/* (later-this-turn STEP ACTION): if such a step begins in this turn at all. */
Lf verb_later_this_turn(Binder *b, Lf form) { return put_off(b, form, LF_END_OF_TURN, LF_OPT_ONCE); }

/* (later-when EVENT ACTION): the next time that happens, whenever that is. */
Lf verb_later_when(Binder *b, Lf form) {
  b->said_behind = true;
  Lf delayed = put_off(b, form, 0, LF_OPT_ONCE);
  b->said_behind = false;
  return delayed;
}
