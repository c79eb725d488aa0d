/* Actions as they are said: who acts, what is chosen before, and sentences with a shape of their own. */
#include "oracle/unbind_inner.h"

/* Who acts: as in the step before, if that stands in the same sentence. */
static Lf actor_of(Unbinder *u, Lf player) {
  if (!u->joins || player != u->run) {
    u->run_said = unbind_object(u, player);
    u->run = player;
  }
  return u->run_said;
}

/* Who acts, and the action as one of the actor's. */
Lf unbind_by_actor(Unbinder *u, IrOp op, Lf form, Lf *who) {
  static const Lf OPTIONS[] = {LF_OPT_PLAYER, LF_OPT_BY};
  *who = LF_YOU;
  for (u32 k = 0; k < COUNT_OF(OPTIONS); k++) {
    const IrArg *arg = unbind_option_named(&u->binder->signatures[op], lf_head(u->lf, OPTIONS[k]));
    if (!arg || arg->sort != SORT_OBJ || op == IR_CHOOSE || op == IR_SEARCH) continue;
    u32 at = bind_option_at(u->binder, form, OPTIONS[k]);
    if (!at) return bind_with_option(u->binder, form, OPTIONS[k], LF_ACTOR);
    *who = item(u, form, at) == u->each ? LF_ACTOR : actor_of(u, item(u, form, at));
    return bind_with_option(u->binder, unbind_without_option(u, form, OPTIONS[k]), OPTIONS[k], LF_ACTOR);
  }
  return form;
}

/* Whether objects are known to be cards of yours. */
static bool is_yours(Unbinder *u, Lf objects) {
  const Known *k = unbind_known_of(u, objects);
  Lf filter = k && k->filter ? k->filter : objects;
  return bind_mentions(u->binder, filter, make(u, LF_OWNED_BY, LF_YOU, 0, 0)) ||
         bind_mentions(u->binder, filter, make(u, LF_OWNED_BY, LF_ACTOR, 0, 0)) || (objects == LF_SELF && u->zone) ||
         (k && (k->yours || is(u, k->filter, LF_CARD)));
}

static void add_option(Items *items, Lf name, Lf value) {
  add(items, name);
  add(items, value);
}

Lf unbind_moved_to(Unbinder *u, Lf form) {
  bool yours = is_yours(u, item(u, form, 1));
  Lf objects = unbind_object(u, item(u, form, 1));
  Lf zone = item(u, form, 2);
  bool enters = is(u, form, LF_MOVE) && zone == LF_BATTLEFIELD;
  Items items = {{item(u, form, 0), objects}, 2};
  Lf controller = enters ? LF_ACTOR : 0, attached = 0;
  for (u32 i = 2; i < lf_count(u->lf, form); i++) {
    Lf value = item(u, form, i);
    if (value == LF_OPT_OWNER) controller = 0;
    if (value == LF_OPT_CONTROLLER)
      controller = unbind_object(u, item(u, form, ++i));
    else if (value == LF_OPT_ATTACHED_TO)
      attached = unbind_object(u, item(u, form, ++i));
    else
      add(&items, value);
  }
  /* These are said last. */
  if (controller) add_option(&items, LF_OPT_CONTROLLER, controller);
  if (attached) add_option(&items, LF_OPT_ATTACHED_TO, attached);
  Lf moved = list_of(u, &items);
  static const Lf YOURS[] = {LF_YOU, LF_OWNERS, LF_THAT_PLAYER, LF_PRONOUN_THEIR};
  static const Lf THEIRS[] = {LF_OWNERS, LF_YOU, LF_THAT_PLAYER, LF_PRONOUN_THEIR};
  if (u->their && !enters) return make(u, LF_TO_ZONE, LF_PRONOUN_THEIR, moved, 0);
  return enters ? moved : make(u, LF_TO_ZONE, (yours ? YOURS : THEIRS)[way(u, 4)], moved, 0);
}

/* What something is called to which that was done; 0 if it isn't called by it. */
static Lf role_of(const Unbinder *u, Lf act) {
  static const Lf ROLES[][2] = {{LF_DESTROY, LF_DESTROYED}, {LF_EXILE, LF_EXILED}, {LF_DISCARD, LF_DISCARDED},
                                {LF_CREATE, LF_CREATED},    {LF_MILL, LF_MILLED},  {LF_SACRIFICE, LF_SACRIFICED},
                                {LF_REVEAL, LF_REVEALED}};
  for (u32 i = 0; i < COUNT_OF(ROLES); i++)
    if (is(u, act, ROLES[i][0])) return ROLES[i][1];
  return 0;
}

/* What is done to cards is what they are called by afterwards. */
void unbind_note_role(Unbinder *u, Lf act) {
  Known *k = unbind_known_of(u, item(u, act, 1));
  if (k && !k->role) k->role = role_of(u, act);
}

/* What an action did is known by its name: what it was done to, and what that is called then. */
static void know_moved(Unbinder *u, Lf name) {
  Lf acts = u->before;
  while (is(u, acts, LF_EACH_PLAYER) || is(u, acts, LF_SEQ)) acts = item(u, acts, lf_count(u->lf, acts) - 1);
  Lf objects = acts ? item(u, acts, 1) : 0, filter = LF_CARD;
  const Known *k = objects ? unbind_known_of(u, objects) : NULL;
  bool many = k ? k->many : objects && !lf_is_atom(u->lf, objects) && !is(u, objects, LF_EVENT_OBJECT);
  if (acts && (is(u, acts, LF_CREATE) || is(u, acts, LF_MILL))) many = objects != LF_N1;
  if (k && k->filter) filter = k->filter;
  if (objects && lf_is_list(u->lf, objects, LF_ALL)) filter = item(u, objects, 2);
  if (acts && is(u, acts, LF_CREATE)) filter = LF_TOKEN;
  unbind_know(u, name, filter, 0, many);
  Lf role = !acts ? 0 : is(u, acts, LF_DEAL_DAMAGE) ? LF_DEAL_DAMAGE : role_of(u, acts);
  if (role && !u->failed) u->known[u->known_count - 1].role = role;
}

/* Whose hand these cards are, if that isn't yours; or 0. */
static Lf hand_of_other(const Unbinder *u, Lf cards) {
  bool hand = is(u, cards, LF_CARDS) && item(u, cards, 1) == LF_HAND && item(u, cards, 2) != LF_YOU;
  return hand ? item(u, cards, 2) : 0;
}

/* Who owns the cards of a hand that are described; 0 if that isn't said. */
static Lf owner_in(const Unbinder *u, Lf cards) {
  Lf filter = lf_is_list(u->lf, cards, LF_ALL) && item(u, cards, 1) == LF_HAND ? item(u, cards, 2) : 0;
  for (u32 i = 1; filter && i < unbind_term_count(u, filter); i++) {
    Lf term = unbind_term_at(u, filter, i);
    if (is(u, term, LF_OWNED_BY)) return item(u, term, 1);
  }
  return 0;
}

/* You choose cards of a hand that was shown; that is said for itself. */
static void choose_from_hand(Unbinder *u, Lf form, Lf whose) {
  Lf from = item(u, form, 4), max = item(u, form, 3);
  Lf most = unbind_part(u, max, SORT_NUM),
     least = item(u, form, 2) == max ? most : unbind_part(u, item(u, form, 2), SORT_NUM);
  Lf sought = is(u, from, LF_ONLY) ? make(u, LF_AND, LF_CARD, unbind_part(u, item(u, from, 2), SORT_COND), 0) : LF_CARD;
  Lf said[] = {LF_PICK_FROM, least, most, make(u, LF_THE, LF_HAND, 0, 0), sought};
  if (lf_count(u->lf, form) != 5) u->failed = true;
  u->chosen = u->failed ? 0 : make(u, LF_CHOOSE_OBJECTS, lf_list(u->lf, said, COUNT_OF(said)), 0, 0);
  unbind_know(u, item(u, form, 1), LF_CARD, 0, !unbind_is_one(u, max));
  if (!u->failed) u->known[u->known_count - 1].owner = whose;
}

/* What is done with cards of another player's hand; 0 if it isn't that. */
static Lf done_with_hand(Unbinder *u, Lf form, Lf *who) {
  Lf cards = item(u, form, 1), whose = hand_of_other(u, cards);
  const Known *k = unbind_known_of(u, cards);
  Lf owner = owner_in(u, cards);
  if (k && k->owner && is(u, form, LF_DISCARD)) {
    *who = actor_of(u, k->owner);
    return make(u, LF_DISCARD, unbind_object(u, cards), 0, 0);
  }
  if (is(u, form, LF_DISCARD) && owner && owner != LF_YOU) {
    *who = actor_of(u, owner);
    if (is(u, item(u, cards, 2), LF_OWNED_BY))
      return make(u, LF_DISCARD, make(u, LF_CARDS, LF_HAND, LF_ACTOR, 0), 0, 0);
    return make(u, LF_DISCARD, unbind_object(u, bind_put(u->binder, cards, owner, LF_ACTOR)), 0, 0);
  }
  if (!whose) return 0;
  if (is(u, form, LF_DISCARD)) {
    *who = actor_of(u, whose);
    return make(u, LF_DISCARD, make(u, LF_CARDS, LF_HAND, LF_ACTOR, 0), 0, 0);
  }
  if (lf_count(u->lf, form) == 2 && is(u, form, LF_REVEAL)) {
    *who = actor_of(u, whose);
    return make(u, LF_REVEAL, make(u, LF_HAND_OF, LF_PRONOUN_THEIR, 0, 0), 0, 0);
  }
  bool looks = lf_count(u->lf, form) == 2 && str_is(lf_head(u->lf, item(u, form, 0)), "look-at");
  if (!looks) return 0;
  *who = LF_YOU;
  return bind_with_option(u->binder,
                          make(u, item(u, form, 0), make(u, LF_HAND_OF, unbind_object(u, whose), 0, 0), 0, 0),
                          LF_OPT_BY, LF_ACTOR);
}

/* What is chosen from, as whoever chooses says it: cards of one's own hand are those that one owns there. */
static Lf as_chooser_says(Unbinder *u, Lf form, Lf from, Lf by) {
  Lf base = is(u, from, LF_ONLY) ? item(u, from, 1) : from, owner = is(u, base, LF_CARDS) ? item(u, base, 2) : 0;
  if (owner && (owner == LF_YOU || owner == by) && way(u, 2) == 0) {
    Lf only = base == from ? LF_CARD : make(u, LF_AND, LF_CARD, item(u, from, 2), 0), zone = item(u, base, 1);
    from = make(u, LF_ALL, zone, make(u, LF_AND, only, make(u, LF_OWNED_BY, owner, 0, 0), 0), 0);
  }
  Lf of_random = !by && has_flag(u, form, LF_OPT_RANDOM) ? owner_in(u, from) : 0;
  if (of_random && of_random != LF_YOU) {
    u->chooser = of_random;
    from = bind_put(u->binder, from, of_random, LF_ACTOR);
  }
  if (by && by != u->each && lf_is_list(u->lf, from, LF_ALL) && bind_mentions(u->binder, from, by))
    from = bind_put(u->binder, from, by, way(u, 2) == 0 ? LF_ACTOR : LF_PRONOUN_THEIR);
  return from;
}

/* What is known of a choice: how it is said where what was chosen is first mentioned, or as a step for itself. */
static void know_choice(Unbinder *u, Lf form, const Lf *said, u32 count, Lf filter) {
  Lf by = bind_option(u->binder, form, LF_OPT_BY), pick = u->failed ? 0 : lf_list(u->lf, said, count);
  if (!u->optional && way(u, 2) == 1) {
    u->chosen = make(u, LF_CHOOSE_OBJECTS, pick, 0, 0);
    u->chosen_by = by && by != u->each ? unbind_object(u, by) : 0;
    u->chooser = pick = 0;
  }
  unbind_know(u, item(u, form, 1), filter, pick, !unbind_is_one(u, item(u, form, 3)));
}

static void declare_choice(Unbinder *u, Lf form) {
  Lf from = item(u, form, 4), max = item(u, form, 3), min = item(u, form, 2), filter = 0;
  Lf by = bind_option(u->binder, form, LF_OPT_BY), most = unbind_part(u, max, SORT_NUM);
  Lf said[6] = {LF_PICK, min == max ? most : unbind_part(u, min, SORT_NUM), most};
  bool yours = false, random = has_flag(u, form, LF_OPT_RANDOM);
  u32 count = 3;
  Lf whose = hand_of_other(u, is(u, from, LF_ONLY) ? item(u, from, 1) : from);
  if (whose && !by && way(u, 2) == 0) {
    choose_from_hand(u, form, whose);
    return;
  }
  from = as_chooser_says(u, form, from, by);
  if (from == LF_OPPONENTS || from == LF_PLAYERS) {
    said[count++] = filter = from == LF_PLAYERS ? LF_PLAYER : LF_OPPONENT;
  } else if (lf_is_list(u->lf, from, LF_ALL) || is(u, from, LF_ALL_PLAYERS)) {
    said[count++] = filter = unbind_described(u, from);
  } else {
    bool only = is(u, from, LF_ONLY);
    const Known *of = unbind_known_of(u, only ? item(u, from, 1) : from);
    yours = (of && of->yours) || bind_mentions(u->binder, from, LF_YOU);
    said[0] = LF_PICK_FROM;
    said[count++] = unbind_object(u, only ? item(u, from, 1) : from);
    Lf sought = only ? unbind_part(u, item(u, from, 2), SORT_COND) : LF_ALWAYS;
    said[count++] = filter = only ? make(u, LF_AND, LF_CARD, sought, 0) : sought;
  }
  u->optional = said[1] == LF_N0 && said[2] == LF_N1 && way(u, 2) == 0;
  if (u->optional) said[1] = LF_N1;
  if (lf_count(u->lf, form) > 5u + (by ? 2u : 0u) + random || !filter) u->failed = true;
  if (u->failed) return;
  if (by)
    u->chooser = by;
  else
    said[count - 1] = filter = unbind_of_actor(u, filter);
  if (random) said[count++] = LF_OPT_RANDOM;
  know_choice(u, form, said, count, filter);
  if (!u->failed) u->known[u->known_count - 1].yours = yours;
}

/* A step that only says where later ones find something; false if it is an action. */
bool unbind_declares(Unbinder *u, Lf form) {
  Lf name = item(u, form, 1), what = item(u, form, 2);
  if (is(u, form, LF_CHOOSE)) declare_choice(u, form);
  if (!is(u, form, LF_LET)) return is(u, form, LF_CHOOSE);
  if (unbind_is_of_event(what)) {
    const Known *k = unbind_known_of(u, what);
    unbind_know(u, name, k ? k->filter : LF_CARD, 0, k && k->many);
  } else if (what == LF_MOVED || what == LF_VAR_MOVED) {
    know_moved(u, name);
  } else {
    bool one = is(u, what, LF_TOP) && item(u, what, 1) == LF_N1;
    Lf all = unbind_described(u, what);
    Lf kept = all ? make(u, LF_EACH, all, 0, 0) : make(u, LF_KEPT, unbind_generic(u, what, SORT_OBJ), LF_CARD, 0);
    unbind_know(u, name, all ? all : LF_CARD, kept, !one);
    if (!u->failed) u->known[u->known_count - 1].yours = bind_mentions(u->binder, what, LF_YOU);
  }
  return true;
}

static Lf search(Unbinder *u, Lf form, Lf *actor) {
  Lf filter = unbind_part(u, item(u, form, 5), SORT_COND), n = item(u, form, 3);
  bool all = is(u, filter, LF_AND);
  /* "Card" stands behind what it is like and before its type, or before all of that. */
  u32 before = 0, types = 0;
  while (all && types + 1 < lf_count(u->lf, filter) && !is(u, item(u, filter, types + 1), LF_TYPE) &&
         !is(u, item(u, filter, types + 1), LF_SUBTYPE))
    types++;
  if (types > 0 && types + 1 < lf_count(u->lf, filter) && way(u, 2) == 0) before = types;
  Items items = {{LF_AND}, 1};
  if (filter == LF_ALWAYS) {
    add(&items, LF_CARD);
  } else {
    for (u32 i = 1; i < unbind_term_count(u, filter); i++) {
      if (i == before + 1) add(&items, LF_CARD);
      add(&items, unbind_term_at(u, filter, i));
    }
  }
  Lf sought = list_of(u, &items), who = LF_YOU, by = bind_option(u->binder, form, LF_OPT_BY);
  Lf whose = bind_option(u->binder, form, LF_OPT_PLAYER);
  if (by) *actor = actor_of(u, by);
  if (whose) who = whose == by ? LF_PRONOUN_THEIR : unbind_object(u, whose);
  unbind_know(u, item(u, form, 1), sought, 0, !unbind_is_one(u, n));
  bool graveyard = has_flag(u, form, LF_GRAVEYARD), hand = has_flag(u, form, LF_HAND);
  Lf head = hand ? LF_SEARCH_ALL : graveyard ? LF_SEARCH_BOTH : LF_SEARCH_FOR;
  Lf said[] = {head, who, way(u, 2) == (hand ? 1u : 0u) ? n : item(u, form, 2), n, sought};
  bool reveal = has_flag(u, form, LF_OPT_REVEAL);
  u32 most = 6u + reveal + graveyard + hand + (by ? 2u : 0u) + (whose ? 2u : 0u);
  if (item(u, form, 4) != LF_LIBRARY || lf_count(u->lf, form) > most) u->failed = true;
  Lf searched = u->failed ? 0 : lf_list(u->lf, said, COUNT_OF(said));
  return reveal && !u->failed
             ? make(u, LF_SEQ, searched, make(u, LF_REVEAL, unbind_variable(u, item(u, form, 1)), 0, 0), 0)
             : searched;
}

/* What lasts for a while: "target creature gets +1/+1 until end of turn". */
static Lf applied(Unbinder *u, Lf form, Lf *who) {
  Lf gains = item(u, form, 3);
  bool control = is(u, gains, LF_CONTROLLER_IS) && lf_count(u->lf, form) == 4; /* and for no other time */
  Lf by = control ? actor_of(u, item(u, gains, 1)) : 0, objects = unbind_object(u, item(u, form, 1));
  if (control) {
    *who = by;
    Lf said[] = {LF_APPLY, objects, item(u, form, 2), make(u, LF_CONTROLLER_IS, LF_ACTOR, 0, 0)};
    return lf_list(u->lf, said, COUNT_OF(said));
  }
  Lf duration = item(u, form, 2), condition = bind_option(u->binder, form, LF_OPT_WHILE);
  if (condition) form = unbind_without_option(u, form, LF_OPT_WHILE);
  Lf parts = unbind_modifications(u, form, 3);
  Lf during = condition ? make(u, LF_DURING_WHILE, unbind_part(u, condition, SORT_COND), parts, 0)
                        : make(u, LF_DURING, duration, parts, 0);
  return make(u, LF_LASTING, objects, during, 0);
}

/* A rule for a while, of its subject; to play what was exiled is permitted. */
static Lf ruled(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf rule = item(u, form, 2), of = item(u, rule, 2);
  if (is(u, rule, LF_MAY_PLAY) && (item(u, rule, 3) == LF_EXILE || item(u, rule, 3) == LF_GRAVEYARD) &&
      is(u, of, LF_IS)) {
    Items said = {{LF_PERMIT, item(u, form, 1), unbind_object(u, item(u, of, 1))}, 3};
    for (u32 i = 4; i < lf_count(u->lf, rule); i++) add(&said, item(u, rule, i));
    Lf also = item(u, form, 3);
    if (is(u, also, LF_MANA_AS_ANY_COLOR))
      add(&said, has_flag(u, also, LF_OPT_ANY_TYPE) ? LF_OPT_ANY_TYPE : LF_OPT_ANY_COLOR);
    return list_of(u, &said);
  }
  bool first = !u->kept && !unbind_is_of_you(u, form, 2);
  if (lf_is_atom(u->lf, rule) || u->kept || way(u, 2) == (first ? 1u : 0u)) return unbind_generic(u, form, SORT_ACT);
  Lf subject = 0, parts = unbind_rules(u, form, 2, &subject);
  if (!parts || !subject) return none(u);
  return make(u, LF_LASTING, subject, make(u, LF_DURING, item(u, form, 1), parts, 0), 0);
}

static Lf dealt(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf source = bind_option(u->binder, form, LF_OPT_SOURCE);
  source = unbind_object(u, source ? source : LF_SELF);
  Lf n = unbind_part(u, item(u, form, 1), SORT_NUM), to = unbind_object(u, item(u, form, 2));
  Lf deals = make(u, LF_DEALS, source, n, to), excess = bind_option(u->binder, form, LF_OPT_EXCESS_TO);
  return excess ? make(u, LF_SEQ, deals, make(u, LF_EXCESS_TO, unbind_object(u, excess), 0, 0), 0) : deals;
}

/* A spell that is countered, and where it goes instead. */
static Lf countered(Unbinder *u, Lf form, Lf *who) {
  Lf zone = bind_option(u->binder, form, LF_OPT_ZONE);
  *who = zone ? 0 : LF_YOU;
  if (!zone) return unbind_generic(u, form, SORT_ACT);
  Items to = {{LF_COUNTERED_TO, zone}, 2};
  for (u32 i = 2; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) == LF_OPT_ZONE)
      i++;
    else
      add(&to, item(u, form, i));
  Lf counter = make(u, LF_COUNTER, unbind_object(u, item(u, form, 1)), 0, 0);
  return make(u, LF_SEQ, make(u, LF_ACT, LF_YOU, counter, 0), list_of(u, &to), 0);
}

/* Cards from the top of a library until some are found: these, and the rest, are spoken of again. */
static Lf until_found(Unbinder *u, Lf form, Lf *who) {
  Lf player = bind_option(u->binder, form, LF_OPT_PLAYER), n = bind_option(u->binder, form, LF_OPT_N);
  bool yours = !player || player == LF_YOU;
  *who = yours ? LF_YOU : actor_of(u, player);
  Lf filter = unbind_part(u, item(u, form, 3), SORT_COND);
  Items said = {{LF_UNTIL, item(u, form, 0), yours ? LF_YOU : LF_THEY, yours ? LF_YOU : LF_PRONOUN_THEIR, filter}, 5};
  if (n) add(&said, unbind_part(u, n, SORT_NUM));
  unbind_know(u, item(u, form, 2), LF_CARD, 0, true);
  u->known[u->known_count - 1].role = LF_OTHER;
  unbind_know(u, item(u, form, 1), filter, 0, n != 0);
  u->known[u->known_count - 1].role = is(u, form, LF_EXILE_UNTIL) ? LF_EXILED : LF_REVEALED;
  u->known[u->known_count - 1].yours = yours;
  return list_of(u, &said);
}

/* What is destroyed, and that it can't be regenerated. */
static Lf destroyed_for_good(Unbinder *u, Lf form) {
  Lf destroy = make(u, LF_DESTROY, unbind_object(u, item(u, form, 1)), 0, 0);
  Lf all = make(u, LF_THE_MANY, LF_DESTROYED, 0, 0);
  return make(u, LF_SEQ, make(u, LF_ACT, LF_YOU, destroy, 0), make(u, LF_UNREGENERATED, all, 0, 0), 0);
}

/* A search of a library, or else of the zones beside it alone: what is shuffled stands behind all else. 0 if it is none. */
static Lf searched_some(Unbinder *u, Lf form, Lf *who) {
  Lf both = item(u, form, 1), alone = bind_option(u->binder, form, LF_OPT_ELSE), shuffle = 0;
  if (is(u, both, LF_SEQ) && lf_count(u->lf, both) == 3) {
    shuffle = item(u, both, 2);
    both = item(u, both, 1);
  }
  bool some = is(u, both, LF_SEARCH) && is(u, alone, LF_SEARCH) && has_flag(u, both, LF_GRAVEYARD) &&
              item(u, both, 1) == item(u, alone, 1);
  if (!some) return 0;
  bool hand = has_flag(u, both, LF_HAND);
  u->searched = shuffle;
  Lf by = bind_option(u->binder, form, LF_OPT_BY);
  Lf sought =
      search(u, bind_with_item(u->binder, bind_with_item(u->binder, alone, 4, LF_LIBRARY), 3, item(u, both, 3)), who);
  if (by) *who = actor_of(u, by);
  if (!sought || is(u, sought, LF_SEQ)) return none(u);
  return bind_with_item(u->binder, sought, 0, hand ? LF_SEARCH_SOME : LF_SEARCH_TWO);
}

/* What may be done, and what is done if it was. */
static Lf allowed(Unbinder *u, Lf form, Lf *who) {
  Lf some = searched_some(u, form, who);
  if (some || u->failed) {
    if (!*who) *who = LF_YOU;
    return some;
  }
  Lf by = bind_option(u->binder, form, LF_OPT_BY), may = by ? unbind_object(u, by) : LF_YOU, inner = 0;
  Lf acts = item(u, form, 1);
  Lf last = is(u, acts, LF_SEQ) ? item(u, acts, lf_count(u->lf, acts) - 1) : 0;
  bool tests = last && is(u, last, LF_IF) && item(u, last, 1) == LF_DID && lf_count(u->lf, last) == 3;
  bool chosen = last && lf_count(u->lf, acts) == 3 && bind_takes_all_cards(u->lf, item(u, acts, 1));
  bool asks =
      last && is(u, last, LF_IF) && is(u, item(u, last, 1), LF_MATCHES) && item(u, item(u, last, 1), 2) == LF_ALWAYS;
  bool checks = tests || chosen || asks;
  if (checks) {
    Items steps = {{LF_SEQ}, 1};
    for (u32 i = 1; i + 1 < lf_count(u->lf, acts); i++) add(&steps, item(u, acts, i));
    acts = list_of(u, &steps);
  }
  Lf said = unbind_action_of(u, acts, &inner);
  if (inner && inner != may) said = make(u, LF_ACT, inner, said, 0);
  if (!inner && is(u, said, LF_ACT) && item(u, said, 1) == may) said = item(u, said, 2);
  said = make(u, LF_MAY_ACT, may, said, 0);
  if (asks)
    said = make(u, LF_SEQ, said, unbind_action(u, last), 0);
  else if (checks)
    said = make(u, LF_SEQ, said, make(u, LF_IF_DONE, unbind_action(u, tests ? item(u, last, 2) : last), 0, 0), 0);
  Lf otherwise = bind_option(u->binder, form, LF_OPT_ELSE);
  if (!otherwise || !said) return said;
  Lf head = checks ? LF_OTHERWISE : by && way(u, 2) == 0 ? LF_IF_THEY_DONT : LF_IF_NOT_DONE;
  return make(u, LF_SEQ, said, make(u, head, unbind_action(u, otherwise), 0, 0), 0);
}

static Lf paid(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf then = bind_option(u->binder, form, LF_OPT_THEN), other = bind_option(u->binder, form, LF_OPT_ELSE);
  Lf by = bind_option(u->binder, form, LF_OPT_BY), price = unbind_cost(u, item(u, form, 1), false);
  if (other && has_flag(u, form, LF_OPT_FORCED) && !then && !by) {
    Lf forced[] = {LF_PAY, price, LF_OPT_FORCED, LF_OPT_ELSE, unbind_action(u, other)};
    return u->failed ? 0 : lf_list(u->lf, forced, COUNT_OF(forced));
  }
  if (other) {
    Lf before = way(u, 2) == 1 ? unbind_action(u, other) : 0, payer = by ? unbind_object(u, by) : LF_YOU;
    Lf unless = make(u, LF_UNLESS_PAYS, payer, price, before ? before : unbind_action(u, other));
    return then ? make(u, LF_SEQ, unless, make(u, LF_IF_OTHERS_DO, unbind_action(u, then), 0, 0), 0) : unless;
  }
  if (!then || by) return none(u);
  return make(u, LF_SEQ, make(u, LF_PAY, price, 0, 0), make(u, LF_IF_DONE, unbind_action(u, then), 0, 0), 0);
}

/* What is asked of cards that something was done to: "if a creature card was milled this way", but for what is done then;
   or 0. */
static Lf asked_of_gone(Unbinder *u, Lf asked) {
  if (is(u, asked, LF_AND) && lf_count(u->lf, asked) == 3 && item(u, asked, 1) == LF_DID) asked = item(u, asked, 2);
  bool one = is(u, asked, LF_MATCHES), some = is(u, asked, LF_EXISTS) && is(u, item(u, asked, 1), LF_ONLY);
  Lf of = one ? asked : some ? item(u, asked, 1) : 0;
  const Known *k = of ? unbind_known_of(u, item(u, of, 1)) : NULL;
  if (!k || !k->role || k->role == LF_OTHER) return 0;
  if (item(u, of, 2) != LF_ALWAYS && way(u, 2) == 0) return 0;
  Lf role = k->role, filter = unbind_part(u, item(u, of, 2), SORT_COND);
  bool cards = role != LF_DESTROYED && role != LF_SACRIFICED && role != LF_CREATED;
  if (cards) filter = make(u, LF_AND, LF_CARD, filter, 0);
  return make(u, LF_IF_THIS_WAY, role, filter, LF_ACTOR);
}

static Lf conditional(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf otherwise = bind_option(u->binder, form, LF_OPT_ELSE);
  if (lf_count(u->lf, form) != (otherwise ? 5u : 3u)) return none(u);
  Lf before = otherwise ? unbind_action(u, otherwise) : 0;
  Lf asked = item(u, form, 1), negated = is(u, asked, LF_NOT) ? item(u, asked, 1) : 0;
  u32 how = !otherwise && (asked == LF_DID || negated == LF_DID) ? way(u, 3) : 1;
  if (how != 1) {
    Lf head = how == 2 ? (negated ? LF_IF_THEY_DONT : LF_IF_OTHERS_DO) : negated ? LF_IF_NOT_DONE : LF_IF_DONE;
    return make(u, head, unbind_action(u, item(u, form, 2)), 0, 0);
  }
  Lf gone = otherwise ? 0 : asked_of_gone(u, asked);
  if (gone) return bind_with_item(u->binder, gone, 3, unbind_action(u, item(u, form, 2)));
  Lf condition = unbind_part(u, asked, SORT_COND), then = unbind_action(u, item(u, form, 2));
  if (before) return make(u, LF_SEQ, before, make(u, LF_INSTEAD_IF, condition, then, 0), 0);
  u32 last = lf_count(u->lf, then) - 1;
  bool follows = is(u, then, LF_SEQ) && last == 2 && is(u, item(u, then, 2), LF_IF_DONE);
  if (follows && way(u, 2) == 0)
    return make(u, LF_SEQ, make(u, LF_IF, condition, item(u, then, 1), 0), item(u, then, 2), 0);
  return way(u, 2) == 0 ? make(u, LF_IF, condition, then, 0) : make(u, LF_DONE_IF, then, condition, 0);
}

static Lf when_done(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  Lf spell = item(u, form, 1), effect = 0;
  for (u32 i = 1; i < lf_count(u->lf, spell); i++) {
    effect = item(u, spell, i);
    if (is(u, effect, LF_TARGET)) unbind_know_target(u, effect);
  }
  return make(u, LF_WHEN_DONE, unbind_action(u, effect), 0, 0);
}

static Lf guarded(Unbinder *u, Lf form, Lf *who) {
  Lf what = item(u, form, 1), duration = bind_option(u->binder, form, LF_OPT_DURATION);
  Lf uses = bind_option(u->binder, what, LF_OPT_USES);
  bool once = uses == LF_N1 && !bind_option(u->binder, form, LF_OPT_AMOUNT);
  if (once) what = unbind_without_option(u, what, LF_OPT_USES);
  if (lf_count(u->lf, what) > 4) return none(u);
  Lf happens = unbind_generic(u, item(u, what, 1), SORT_EVT), change = unbind_action_of(u, item(u, what, 2), who);
  bool prevents = bind_mentions(u->binder, item(u, what, 2), LF_PREVENT);
  *who = duration == LF_END_OF_TURN && way(u, 2) == (prevents ? 0u : 1u) ? LF_YOU : 0;
  Lf amount = bind_option(u->binder, form, LF_OPT_AMOUNT);
  Lf how_much = once ? LF_ONCE : amount ? unbind_part(u, amount, SORT_NUM) : 0;
  Lf said[] = {LF_GUARD, duration, happens, change, how_much};
  return u->failed ? 0 : lf_list(u->lf, said, how_much ? 5 : 4);
}

/* Something about damage from a source that is chosen right before it; 0 if these steps are no such. */
static Lf of_source(Unbinder *u, Lf choice, Lf act) {
  Lf from = item(u, choice, 4), name = item(u, choice, 1), who = 0;
  Lf filter = from == LF_SOURCES                                       ? LF_ALWAYS
              : is(u, from, LF_ONLY) && item(u, from, 1) == LF_SOURCES ? item(u, from, 2)
                                                                       : 0;
  if (!is(u, choice, LF_CHOOSE) || !filter || !is(u, act, LF_SHIELD)) return 0;
  Lf became = make(u, LF_ONLY, make(u, LF_BECAME, name, 0, 0), LF_PERMANENT, 0);
  Lf chosen = make(u, LF_IS, make(u, LF_UNION, name, became, 0), 0, 0);
  if (filter != LF_ALWAYS) chosen = make(u, LF_AND, chosen, filter, 0);
  Lf said = unbind_part(u, filter, SORT_COND);
  unbind_know(u, name, filter, 0, false);
  if (!u->failed) u->known[u->known_count - 1].role = LF_DAMAGING;
  Lf guard = unbind_action_of(u, bind_put(u->binder, act, chosen, LF_CHOSEN_SOURCE), &who);
  return u->failed ? 0 : make(u, LF_OF_SOURCE, said, guard, 0);
}

/* What each of several players does, as one of them. */
static Lf by_each(Unbinder *u, Lf form, Lf *who) {
  Lf around = u->each, acts = item(u, form, 3), inner = 0, whom = item(u, form, 2);
  Lf actors = lf_is_atom(u->lf, whom) ? whom : unbind_object(u, whom);
  bool nested = is(u, acts, LF_SEQ);
  Lf all = nested ? acts : form;
  Items steps = {{LF_SEQ}, 1};
  Lf their = u->their;
  u->each = item(u, form, 1);
  bool once = acts == LF_NOTHING; /* each does it at once, and chooses nothing before */
  if (way(u, 2) == (once ? 0u : 1u)) u->their = u->each;
  for (u32 i = nested ? 1 : once ? 4 : 3; i < lf_count(u->lf, all); i++)
    if (!unbind_declares(u, item(u, all, i))) add(&steps, unbind_action_of(u, item(u, all, i), &inner));
  u->each = around;
  u->their = their;
  u->chooser = 0;
  *who = actors;
  Lf said = list_of(u, &steps);
  bool apart = !once && bind_has_head(u->binder, form, LF_CHOOSE) && !bind_has_head(u->binder, form, LF_DISCARD);
  return way(u, 2) == (apart ? 0u : 1u) ? make(u, LF_CHOSEN_BY, LF_OTHERS, said, 0) : said;
}

/* What is done for each of several objects. */
static Lf for_each(Unbinder *u, Lf form, Lf *who) {
  Lf name = item(u, form, 1), whom = item(u, form, 2), act = item(u, form, 3), rule = item(u, act, 2);
  if (lf_count(u->lf, form) != 4) return none(u);
  if (whom == LF_PLAYERS || whom == LF_OPPONENTS || is(u, whom, LF_ALL_PLAYERS)) return by_each(u, form, who);
  Lf objects = unbind_object(u, whom);
  bool stays = is(u, act, LF_APPLY_RULE) && item(u, act, 1) == LF_NEXT_UNTAP_STEP && is(u, rule, LF_DOESNT_UNTAP) &&
               item(u, rule, 1) == make(u, LF_IS, name, 0, 0);
  if (stays) return make(u, LF_STAY_TAPPED, objects, 0, 0);
  if (way(u, 2) == 1) {
    Lf of_same = bind_put(u->binder, act, name, LF_SAME);
    return make(u, LF_ACT, LF_YOU, make(u, LF_EACH_WAY, objects, of_same, 0), 0);
  }
  const Known *k = unbind_known_of(u, whom);
  Lf filter = k ? k->filter : lf_is_list(u->lf, whom, LF_ALL) ? item(u, whom, 2) : LF_CARD;
  unbind_know(u, name, filter, 0, false);
  return u->failed ? 0 : make(u, LF_FOR_EVERY, objects, unbind_action(u, act), 0);
}

static Lf of_itself(Unbinder *u, Lf form, Lf *who) {
  (void)who;
  return is(u, form, LF_SEQ) ? unbind_action(u, form) : unbind_generic(u, form, SORT_ACT);
}

/* Where the next change of what is moved stands among the arguments of a move; behind all of them if there is none. */
static u32 changes_from(const Unbinder *u, Lf form, u32 i) {
  for (; i < lf_count(u->lf, form); i++) {
    Lf part = item(u, form, i);
    bool value = lf_is_atom(u->lf, part) || lf_is_option(u->lf, item(u, form, i - 1));
    if (!value && bind_operation_of(u->binder, part, SORT_MOD)) break;
  }
  return i;
}

/* What is put onto the battlefield and is something else there: that is said behind it. */
static Lf changed_there(Unbinder *u, Lf form, Lf *who) {
  Items moved = {.count = 0}, changes = {{LF_LIST}, 1};
  for (u32 i = 0, next = changes_from(u, form, 3); i < lf_count(u->lf, form); i++) {
    add(i == next ? &changes : &moved, item(u, form, i));
    if (i == next) next = changes_from(u, form, i + 1);
  }
  Lf said = unbind_moved_to(u, list_of(u, &moved)), mods = unbind_modifications(u, list_of(u, &changes), 1);
  const Known *k = unbind_known_of(u, item(u, form, 1));
  bool many = k ? k->many : lf_is_list(u->lf, item(u, form, 1), LF_ALL);
  *who = 0;
  Lf being = make(u, LF_LIST, make(u, LF_BEING, mods, 0, 0), 0, 0),
     during = make(u, LF_DURING, LF_INDEFINITE, being, 0);
  Lf lasting = make(u, LF_LASTING, many ? LF_PRONOUN_THEM : LF_PRONOUN_IT, during, 0);
  return make(u, LF_SEQ, make(u, LF_ACT, LF_YOU, said, 0), lasting, 0);
}

static Lf by_you(Unbinder *u, Lf form, Lf *who) {
  *who = LF_YOU;
  bool changes =
      is(u, form, LF_MOVE) && item(u, form, 2) == LF_BATTLEFIELD && changes_from(u, form, 3) < lf_count(u->lf, form);
  if (changes && way(u, 2) == 0) return changed_there(u, form, who);
  if (is(u, form, LF_SEARCH)) return search(u, form, who);
  u32 at = bind_option_at(u->binder, form, LF_OPT_CONTROLLER);
  bool same = u->joins && u->run && at && item(u, form, at) == u->run;
  if (same) *who = u->run_said;
  return unbind_moved_to(u, same ? bind_with_item(u->binder, form, at, LF_ACTOR) : form);
}

/* Actions whose sentences have a shape of their own, or a subject that isn't who acts. */
static const struct {
  Lf head;
  Lf (*said)(Unbinder *u, Lf form, Lf *who);
} ACTIONS[] = {
    {LF_APPLY, applied},
    {LF_APPLY_RULE, ruled},
    {LF_DEAL_DAMAGE, dealt},
    {LF_COUNTER, countered},
    {LF_REVEAL_UNTIL, until_found},
    {LF_EXILE_UNTIL, until_found},
    {LF_MAY, allowed},
    {LF_PAY, paid},
    {LF_IF, conditional},
    {LF_WHEN_YOU_DO, when_done},
    {LF_SHIELD, guarded},
    {LF_EACH_PLAYER, by_each},
    {LF_FOR_EACH, for_each},
    {LF_DELAYED, of_itself},
    {LF_SEQ, of_itself},
    {LF_SEARCH, by_you},
    {LF_MOVE, by_you},
    {LF_RETURN_TO_HAND, by_you},
};

static Lf without_flag(Unbinder *u, Lf form, Lf flag) {
  Items items = {.count = 0};
  for (u32 i = 0; i < lf_count(u->lf, form); i++)
    if (item(u, form, i) != flag) add(&items, item(u, form, i));
  return list_of(u, &items);
}

/* What is told of mana behind what adds it; 0 if that is nothing. */
static Lf about_mana(Unbinder *u, Lf form) {
  Lf purpose = bind_option(u->binder, form, LF_OPT_ONLY_FOR), stays = bind_option(u->binder, form, LF_OPT_STAYS);
  bool adds = is(u, form, LF_ADD_MANA) || is(u, form, LF_ADD_MANA_CHOICE);
  Lf rider = bind_option(u->binder, form, LF_OPT_RIDER);
  bool at_once = rider && has_flag(u, form, LF_OPT_AT_ONCE);
  if (!adds || (!purpose && !stays && !rider)) return 0;
  Lf plain = unbind_without_option(u, form, rider ? LF_OPT_RIDER : purpose ? LF_OPT_ONLY_FOR : LF_OPT_STAYS);
  if (at_once) plain = without_flag(u, plain, LF_OPT_AT_ONCE);
  Lf who = 0, said = unbind_action_of(u, plain, &who);
  if (who) said = make(u, LF_ACT, who, said, 0);
  Lf told = rider     ? 0
            : purpose ? make(u, LF_MANA_ONLY, unbind_part(u, purpose, SORT_COND), 0, 0)
                      : make(u, LF_MANA_STAYS, stays, who ? who : LF_YOU, 0);
  if (rider)
    told = make(u, LF_MANA_RIDER, make(u, LF_DELAYED, unbind_ability(u, rider), 0, 0), at_once ? LF_OPT_AT_ONCE : 0, 0);
  return make(u, LF_SEQ, said, told, 0);
}

/* Whether it is said of an action that it happens, and not that somebody does it. */
static bool is_done_by_nobody(const Unbinder *u, Lf form) {
  static const Lf HEADS[] = {LF_EXTRA_PHASE,    LF_CONNIVE,      LF_ENDURE,     LF_EXPLORE,           LF_PHASE_OUT,
                             LF_BECOME_BLOCKED, LF_CONTROL_TURN, LF_APPLY_NEXT, LF_CHOOSE_NEW_TARGETS};
  return bind_is_any(u->binder, form, HEADS, COUNT_OF(HEADS));
}

/* An action, and whoever does it; 0 if its form says that itself. */
static Lf act_of(Unbinder *u, Lf form, Lf *who) {
  *who = 0;
  for (u32 i = 0; i < COUNT_OF(ACTIONS) && !lf_is_atom(u->lf, form); i++)
    if (is(u, form, ACTIONS[i].head)) return ACTIONS[i].said(u, form, who);
  if (lf_is_atom(u->lf, form)) {
    IrOp op = bind_operation_of(u->binder, form, SORT_ACT);
    Lf alone = lf_list(u->lf, &form, 1), acts = op ? unbind_by_actor(u, op, alone, who) : alone;
    if (acts != alone && way(u, 2) == 0) return acts;
    *who = way(u, 2) == 0 ? LF_YOU : 0;
    return form;
  }
  Lf hand = done_with_hand(u, form, who);
  if (hand) return hand;
  Known *noted = is(u, form, LF_NOTE) ? unbind_known_of(u, item(u, form, 2)) : NULL;
  if (noted && is(u, noted->said, LF_PICK))
    return make(u, LF_DONE_ENTERING, make(u, LF_CHOOSE_OBJECTS, unbind_variable(u, item(u, form, 2)), 0, 0), 0, 0);
  if (is(u, form, LF_CAST) && has_flag(u, form, LF_OPT_OPTIONAL) && way(u, 2) == 0)
    return unbind_generic(u, form, SORT_ACT);
  if (is_done_by_nobody(u, form) && !bind_option(u->binder, form, LF_OPT_BY)) return unbind_generic(u, form, SORT_ACT);
  Lf told = about_mana(u, form);
  if (told) return told;
  if (is(u, form, LF_DESTROY) && lf_count(u->lf, form) == 3) return destroyed_for_good(u, form);
  IrOp op = bind_operation_of(u->binder, form, SORT_ACT);
  u32 last = lf_count(u->lf, form) - 1;
  if (op == IR_ADD_MANA_CHOICE && item(u, form, 1) == LF_N1 && last < 5 && !lf_is_option(u->lf, item(u, form, last)) &&
      !lf_is_option(u->lf, item(u, form, last - 1))) {
    *who = LF_YOU;
    return unbind_one_of_colors(u, form);
  }
  Lf done = op ? unbind_by_actor(u, op, form, who) : 0;
  if (!done || u->failed) return none(u);
  if (u->chooser && u->chooser != u->each) *who = unbind_object(u, u->chooser);
  u->chooser = 0;
  last = lf_count(u->lf, done) - 1;
  if (item(u, done, last) == LF_YOU && way(u, 2) == 0) done = bind_with_item(u->binder, done, last, LF_ACTOR);
  Lf said = unbind_generic(u, done, SORT_ACT);
  return is(u, form, LF_SKIP_NEXT) && said ? make(u, LF_ALONE, said, 0, 0) : said;
}

/* Whether an action is made of others, each of which says of its own numbers what they are. */
static bool is_made_of_others(const Unbinder *u, Lf form) {
  static const Lf OF_OTHERS[] = {LF_SEQ,     LF_IF,          LF_MAY,      LF_PAY,       LF_WHEN_YOU_DO,
                                 LF_DELAYED, LF_EACH_PLAYER, LF_FOR_EACH, LF_CHOOSE_ONE};
  return bind_is_any(u->binder, form, OF_OTHERS, COUNT_OF(OF_OTHERS));
}

Lf unbind_action_of(Unbinder *u, Lf form, Lf *who) {
  if (u->failed) return 0;
  bool optional = u->optional;
  u->optional = false;
  bool x = !is_made_of_others(u, form) && unbind_begin_x(u, form);
  Lf said = act_of(u, form, who);
  if (x) {
    said = unbind_end_x(u, *who && said ? make(u, LF_ACT, *who, said, 0) : said);
    *who = 0;
  }
  if (u->opponents && said) {
    if (*who) said = make(u, LF_ACT, *who, said, 0);
    *who = 0;
    said = u->opponents == 2 ? make(u, LF_FOR_EVERY, make(u, LF_EACH, LF_OPPONENT, 0, 0), said, 0)
                             : make(u, LF_FOR_EACH_OPPONENT, said, u->opponents == 3 ? LF_OPT_ANY : 0, 0);
  }
  u->opponents = 0;
  if (!u->failed) unbind_note_role(u, form);
  if (optional && said) {
    said = make(u, LF_MAY_ACT, *who ? *who : LF_YOU, said, 0);
    *who = 0;
  }
  if (u->failed && !u->stuck) u->stuck = form;
  return said;
}

static Lf figure(Unbinder *u, u32 n) {
  Text text;
  text_init(&text, u->lf->allocator);
  text_addf(&text, "%u", n);
  Lf atom = lf_atom(u->lf, text_str(&text));
  text_free(&text);
  return atom;
}

static u32 value_of(const Unbinder *u, Lf atom) {
  Str text = lf_is_atom(u->lf, atom) ? lf_head(u->lf, atom) : STR("");
  u32 n = 0;
  for (u32 i = 0; i < text.length; i++)
    n = text.data[i] >= '0' && text.data[i] <= '9' ? n * 10 + (u32)(text.data[i] - '0') : 0;
  return n;
}

/* What follows from a roll, as a table: the conditions ask for less and less. 0 if it is no such. */
static Lf rolled(Unbinder *u, Lf roll, Lf form) {
  Lf name = item(u, roll, 1), rows[16];
  u32 count = 0, most = value_of(u, item(u, roll, 2));
  while (is(u, form, LF_IF) && most > 0 && count + 1 < COUNT_OF(rows)) {
    Lf asked = item(u, form, 1), least = item(u, asked, 3);
    if (!is(u, asked, LF_CMP) || item(u, asked, 1) != name) return 0;
    bool range = item(u, asked, 2) == LF_AT_LEAST || item(u, asked, 2) == LF_IS_EQUAL;
    u32 n = value_of(u, least);
    if (!range || n == 0 || n > most) return 0;
    Lf row[] = {LF_ROW, least, figure(u, most), unbind_action(u, item(u, form, 2))};
    rows[count++] = lf_list(u->lf, row, 4);
    most = n - 1;
    form = bind_option(u->binder, form, LF_OPT_ELSE);
  }
  if (count == 0 || u->failed) return 0;
  if (form && most > 0) {
    Lf row[] = {LF_ROW, LF_N1, figure(u, most), unbind_action(u, form)};
    rows[count++] = lf_list(u->lf, row, 4);
  }
  Items items = {{LF_RESULTS, item(u, roll, 2)}, 2};
  while (count > 0) add(&items, rows[--count]);
  return list_of(u, &items);
}

/* Steps behind one that says what a number is: up to the last that has this number, around which that is said, or around
   the first of them. Answers which that last one is. */
static u32 numbered(Unbinder *u, Lf form, u32 i, Items *acts) {
  Lf name = item(u, item(u, form, i), 1), what = item(u, item(u, form, i), 2);
  u32 last = i;
  for (u32 k = i + 1; k < lf_count(u->lf, form); k++)
    if (bind_mentions(u->binder, item(u, form, k), name)) last = k;
  bool all = last == i + 1 || way(u, 2) == 0;
  u->x = unbind_part(u, what, SORT_NUM);
  u->x_number = name;
  Items steps = {{LF_SEQ}, 1};
  for (u32 k = i + 1; k <= (all ? last : i + 1); k++) add(&steps, item(u, form, k));
  Lf x = u->x, said = last > i ? unbind_action(u, list_of(u, &steps)) : none(u);
  add(acts, said ? make(u, LF_WHERE_X, x, said, 0) : 0);
  for (u32 k = i + 2; k <= last && !all; k++) add(acts, unbind_action(u, item(u, form, k)));
  u->x_number = u->x = 0;
  return last;
}

/* Steps as they are said: those of one actor in one sentence, or each in its own, or with "and" between them. */
typedef struct Steps {
  Items acts, run;
  Lf actor;   /* of the run */
  bool apart; /* no two in one sentence */
} Steps;

static void end_run(Unbinder *u, Steps *s) {
  if (s->run.count > 1) add(&s->acts, make(u, LF_ACT, s->actor, list_of(u, &s->run), 0));
  s->run.count = 1;
}

static void add_step(Unbinder *u, Steps *s, Lf said, Lf who) {
  if (who != s->actor || s->apart) end_run(u, s);
  s->actor = who;
  add(who ? &s->run : &s->acts, said);
}

/* A step that says what a number is: it goes without saying, has a name, or is said with those that have it. Answers which
   was the last of these; the form may change. */
static u32 add_number(Unbinder *u, Steps *s, Lf *form, u32 i) {
  Lf step = item(u, *form, i), what = item(u, step, 2);
  bool amount =
      what == LF_EVENT_AMOUNT || what == LF_VAR_EVENT_AMOUNT || what == LF_THIS_WAY || what == LF_VAR_THIS_WAY;
  if (amount && way(u, 2) == 0) {
    *form = bind_put(u->binder, *form, item(u, step, 1), what);
    return i;
  }
  if (!amount && way(u, 2) == 1) {
    u->kept = item(u, step, 1);
    add(&s->acts, make(u, LF_LET_NUMBER, u->kept, unbind_generic(u, what, SORT_NUM), 0));
    return i;
  }
  end_run(u, s);
  u->run = 0;
  return numbered(u, *form, i, &s->acts);
}

/* Cards that are put into a library which is then shuffled: they are shuffled into it by `*shuffler`. 0 if that isn't said. */
static Lf shuffled_in(Unbinder *u, Lf form, u32 i, Lf *shuffler) {
  Lf step = item(u, form, i), shuffles = item(u, form, i + 1);
  bool into = is(u, step, LF_MOVE) && item(u, step, 2) == LF_LIBRARY && lf_count(u->lf, step) == 3;
  if (!into || !is(u, shuffles, LF_SHUFFLE) || way(u, 2) == 1) return 0;
  *shuffler = bind_option(u->binder, shuffles, LF_OPT_PLAYER);
  Lf flagged[] = {LF_MOVE, item(u, step, 1), LF_LIBRARY, LF_OPT_SHUFFLED};
  return lf_list(u->lf, flagged, COUNT_OF(flagged));
}

/* A step that isn't about a number, and is done by `owner` if that isn't 0. */
static void add_plain(Unbinder *u, Steps *s, Lf step, Lf rolls, Lf owner) {
  bool declared = unbind_declares(u, step);
  if (u->failed && !u->stuck) u->stuck = step;
  if (declared && !u->chosen) return;
  Lf who = 0, table = is(u, rolls, LF_ROLL_DIE) && way(u, 2) == 0 ? rolled(u, rolls, step) : 0;
  if (table) {
    end_run(u, s);
    u->run = 0;
    u->before = step;
    add(&s->acts, table);
    return;
  }
  Lf their = u->their, by = owner && owner != LF_YOU ? actor_of(u, owner) : 0;
  if (by) u->their = owner;
  Lf said = declared ? u->chosen : unbind_action_of(u, step, &who);
  if (!declared) u->before = step;
  u->their = their;
  if (by) who = by;
  if (declared) who = u->chosen_by ? u->chosen_by : LF_YOU;
  u->chosen = u->chosen_by = 0;
  add_step(u, s, said, who);
}

static Lf sequence(Unbinder *u, Lf form) {
  u32 how = way(u, 3);
  Steps s = {.acts = {{how == 2 ? LF_JOINED : LF_SEQ}, 1}, .run = {{LF_SEQ}, 1}, .apart = how != 0};
  Lf around = u->before;
  bool joins = u->joins;
  u->before = u->run = 0;
  u->joins = how == 0;
  for (u32 i = 1; i < lf_count(u->lf, form) && !u->failed; i++) {
    Lf step = item(u, form, i), shuffler = 0, before = i > 1 ? item(u, form, i - 1) : 0;
    bool number = is(u, step, LF_LET_NUMBER) && !u->x_number;
    if (number && u->kept) u->failed = true;
    if (number && !u->failed) {
      i = add_number(u, &s, &form, i);
      continue;
    }
    Lf shuffled = shuffled_in(u, form, i, &shuffler), of = of_source(u, step, item(u, form, i + 1));
    if (shuffled || of) i++;
    if (of) {
      add_step(u, &s, of, 0);
      continue;
    }
    add_plain(u, &s, shuffled ? shuffled : step, before, shuffler);
  }
  end_run(u, &s);
  u->before = around;
  u->kept = 0;
  u->joins = joins;
  u->run = 0;
  return list_of(u, &s.acts);
}

/* Modes: how many are chosen and by which rules, and then each. */
static Lf moded(Unbinder *u, Lf form) {
  Lf most = item(u, form, 2);
  if (!lf_is_atom(u->lf, most) && way(u, 2) == 0) most = unbind_part(u, most, SORT_NUM);
  Lf least = item(u, form, 1) == item(u, form, 2) ? most : item(u, form, 1);
  Items items = {{LF_MODES, least, most}, 3}, modes = {.count = 0};
  for (u32 i = 3; i < lf_count(u->lf, form); i++) {
    Lf mode = item(u, form, i);
    bool chosen = lf_is_list(u->lf, mode, LF_MODE);
    add(chosen ? &modes : &items, chosen ? unbind_ability(u, mode) : mode);
  }
  bool all = items.of[2] == figure(u, modes.count) && items.of[1] != items.of[2];
  if (all && way(u, 2) == 0) items.of[2] = LF_ALL;
  for (u32 i = 0; i < modes.count; i++) add(&items, modes.of[i]);
  return list_of(u, &items);
}

Lf unbind_action(Unbinder *u, Lf form) {
  if (is(u, form, LF_SEQ)) return sequence(u, form);
  if (is(u, form, LF_MODAL) && lf_count(u->lf, form) > 3) return moded(u, form);
  Lf who, said = unbind_action_of(u, form, &who);
  return who && said ? make(u, LF_ACT, who, said, 0) : said;
}
