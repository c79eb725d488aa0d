/* Actions that are more than one operation: a subject and what it does, conditions, choices to do something or not. */
#include "oracle/bind.h"

/* --- what has become of what was acted on ------------------------------------------------------------------- */

/* Operations that move objects, and where the objects are in them. */
static const struct {
  Lf head;
  u32 objects;
  Lf role;
} MOVERS[] = {
    {LF_EXILE, 1, LF_EXILED},   {LF_DESTROY, 1, LF_DESTROYED},       {LF_SACRIFICE, 1, LF_SACRIFICED},
    {LF_MOVE, 1, LF_MOVED},     {LF_RETURN_TO_HAND, 1, LF_RETURNED}, {LF_DISCARD, 1, LF_DISCARDED},
    {LF_CREATE, 2, LF_CREATED}, {LF_CREATE_COPY, 2, LF_CREATED},     {LF_MILL, 1, LF_MILLED},
    {LF_DRAW, 1, LF_DRAWN},     {LF_REVEAL, 1, LF_REVEALED},         {LF_COUNTER, 1, LF_COUNTERED},
    {LF_TAP, 1, LF_TAPPED},
};

static bool is_new(Lf head) { return head == LF_CREATE || head == LF_CREATE_COPY || head == LF_MILL; }

/* What is known of tokens: what they are made of. */
static Lf filter_of_new(Binder *b, Lf action, u32 at) {
  Lf token = lf_item(b->lf, action, at);
  if (lf_is(b->lf, action, LF_MILL) || lf_is(b->lf, action, LF_DRAW)) return LF_CARD;
  Lf items[24] = {LF_AND, LF_TOKEN};
  u32 count = 2;
  for (u32 i = 1; i < lf_count(b->lf, token) && count + 8 < COUNT_OF(items); i++) {
    Lf mod = lf_item(b->lf, token, i);
    bool types = lf_is(b->lf, mod, LF_SET_TYPES), subtypes = lf_is(b->lf, mod, LF_SET_SUBTYPES);
    for (u32 k = 1; (types || subtypes) && k < lf_count(b->lf, mod) && count + 8 < COUNT_OF(items); k++)
      items[count++] = lf_make(b->lf, types ? LF_TYPE : LF_SUBTYPE, lf_item(b->lf, mod, k), 0, 0);
  }
  return lf_list(b->lf, items, count);
}

/* Into the battlefield, what has entered is what is spoken of from then on. */
static bool enters(const Binder *b, Lf action) {
  return lf_is(b->lf, action, LF_MOVE) && lf_is(b->lf, lf_item(b->lf, action, 2), LF_BATTLEFIELD);
}

/* Where an action moves its objects; 0 for tokens that are made. */
static Lf zone_after(Binder *b, Lf action) {
  static const struct {
    Lf head, zone;
  } ZONES[] = {{LF_EXILE, LF_EXILE},       {LF_MILL, LF_GRAVEYARD},      {LF_DISCARD, LF_GRAVEYARD},
               {LF_DESTROY, LF_GRAVEYARD}, {LF_SACRIFICE, LF_GRAVEYARD}, {LF_RETURN_TO_HAND, LF_HAND}};
  if (lf_is(b->lf, action, LF_MOVE)) return lf_item(b->lf, action, 2);
  for (u32 i = 0; i < COUNT_OF(ZONES); i++)
    if (lf_is(b->lf, action, ZONES[i].head)) return ZONES[i].zone;
  return 0;
}

static Lf milled_by(Binder *b, Lf action) {
  for (u32 i = 2; i + 1 < lf_count(b->lf, action); i++)
    if (lf_item(b->lf, action, i) == LF_OPT_PLAYER) return lf_item(b->lf, action, i + 1);
  return LF_YOU;
}

static bool is_again(const Binder *b, Lf variable) {
  for (u32 i = 0; i < b->again.count; i++)
    if (b->again.data[i].variable == variable) return true;
  return false;
}

/* An Aura whose host has gone is found only in its owner's graveyard (400.7f). */
static Lf found_by_host(Binder *b, Lf action, u32 at) {
  Lf objects = lf_item(b->lf, action, at), self = LF_SELF;
  bool hosted = false;
  for (u32 i = b->referent_first; i < b->referents.count; i++) hosted |= b->referents.data[i].role == LF_HOST_GONE;
  if (!hosted || objects != lf_make(b->lf, LF_BECAME, self, 0, 0)) return action;
  Lf there = lf_make(b->lf, LF_OR, LF_PERMANENT, lf_make(b->lf, LF_IN, LF_GRAVEYARD, 0, 0), 0);
  return bind_with_item(b, action, at, lf_make(b->lf, LF_ONLY, objects, there, 0));
}

/* Remembers in a variable what was moved, and that it is what was spoken of. */
static Lf moved(Binder *b, Lf action, u32 mover) {
  Lf objects = lf_item(b->lf, action, MOVERS[mover].objects);
  action = found_by_host(b, action, MOVERS[mover].objects);
  Lf role = MOVERS[mover].role;
  bool stays = lf_is(b->lf, action, LF_REVEAL) || lf_is(b->lf, action, LF_DRAW) || lf_is(b->lf, action, LF_TAP);
  if (b->paying || stays) {
    for (u32 i = b->referent_first; i < b->referents.count; i++) {
      Referent *r = &b->referents.data[i];
      if (r->now != objects || r->role) continue;
      r->role = role;
      /* A card that was exiled to pay is acted on where it went; of others only what they were is spoken of. */
      if (role == LF_EXILED && r->was == objects && lf_is_atom(b->lf, objects))
        r->now = lf_make(b->lf, LF_BECAME, objects, 0, 0), r->to = zone_after(b, action);
    }
    return action;
  }
  Lf variable = bind_variable(b, "m");
  bool found = false, new = is_new(MOVERS[mover].head);
  Lf host_gone = 0;
  for (u32 i = b->referent_first; i < b->referents.count && !new; i++) { /* what is copied is where it was */
    Referent *r = &b->referents.data[i];
    if (r->now != objects) continue;
    found = true;
    r->now = variable;
    /* What this object was attached to has gone, wherever it goes from there. */
    if (r->role == LF_HOST_GONE) host_gone = r->role;
    r->role = role;
    r->to = zone_after(b, action);
    if (r->zone) r->zone = r->to;
    /* What was described is described no more once it has gone. */
    bool described = is_again(b, r->was) || lf_is_list(b->lf, r->was, LF_ALL);
    if (lf_is_list(b->lf, r->was, LF_ALL)) r->described = r->was;
    if (enters(b, action) || described) r->was = variable;
  }
  if (host_gone) bind_mention(b, (Referent){.filter = LF_ALWAYS, .role = host_gone, .word = true});
  if (new || !found) {
    Lf one = LF_N1;
    bool self = lf_is(b->lf, objects, LF_SELF);
    Referent referent = {.was = variable,
                         .now = variable,
                         .filter = new ? filter_of_new(b, action, MOVERS[mover].objects) : LF_CARD,
                         .role = role,
                         .zone = zone_after(b, action),
                         .owner = lf_is(b->lf, action, LF_MILL) ? milled_by(b, action) : 0,
                         .many = new ? lf_item(b->lf, action, 1) != one : !self};
    if (self) referent.was = objects;
    bind_mention(b, referent);
  }
  return bind_remembered(b, action, variable);
}

/* Whether an action is done so much as was mentioned before, which remains what "that much" says. */
static bool is_so_much(const Binder *b, Lf action) {
  if (!b->amount_of_event || !b->amount) return false;
  for (u32 i = b->before_first; i < b->before.count; i++) {
    Lf choose = b->before.data[i];
    bool of = lf_is_list(b->lf, choose, LF_CHOOSE) && lf_item(b->lf, choose, 1) == lf_item(b->lf, action, 1);
    if (of && lf_item(b->lf, choose, 2) == b->amount && lf_item(b->lf, choose, 3) == b->amount) return true;
  }
  return lf_item(b->lf, action, 1) == b->amount;
}

/* Whether nobody knows before how much an action will come to: all there is, or any number that is chosen. Then that is what
   "that much" says next, and not how much the event was. */
static bool comes_to_any_number(const Binder *b, Lf action) {
  static const Lf MOVED[] = {LF_DISCARD, LF_SACRIFICE, LF_EXILE, LF_MOVE, LF_ARRANGE, LF_TAP};
  Lf objects = lf_item(b->lf, action, 1);
  if (!bind_is_any(b, action, MOVED, COUNT_OF(MOVED))) return false;
  if (lf_is_list(b->lf, objects, LF_CARDS) || lf_is_list(b->lf, objects, LF_ALL)) return true;
  for (u32 i = b->before_first; i < b->before.count; i++) {
    Lf choose = b->before.data[i], least = LF_N0, one = LF_N1;
    if (!lf_is_list(b->lf, choose, LF_CHOOSE) || lf_item(b->lf, choose, 1) != objects) continue;
    if (lf_item(b->lf, choose, 2) == least && lf_item(b->lf, choose, 3) != one) return true;
  }
  return false;
}

/* Whether some objects that are acted on may be more than one. */
static bool is_several(const Binder *b, Lf objects) {
  static const Lf SEVERAL[] = {LF_ALL, LF_CARDS, LF_UNION};
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == objects || b->referents.data[i].was == objects) return b->referents.data[i].many;
  return bind_is_any(b, objects, SEVERAL, COUNT_OF(SEVERAL));
}

/* "That much" is then what this came to; unless the event already was so much. */
static void came_to_something(Binder *b, Lf action) {
  static const Lf COUNTED[] = {
      LF_EXILE,     LF_DESTROY,     LF_SACRIFICE,          LF_DISCARD,         LF_MILL, LF_RETURN_TO_HAND, LF_LOSE_LIFE,
      LF_GAIN_LIFE, LF_DEAL_DAMAGE, LF_PUT_COUNTERS,       LF_REMOVE_COUNTERS, LF_DRAW, LF_PHASE_OUT,      LF_MOVE,
      LF_ARRANGE,   LF_TAP,         LF_REMOVE_ALL_COUNTERS};
  static const Lf ALONE[] = {LF_MOVE, LF_ARRANGE, LF_TAP};
  Lf this_way = LF_THIS_WAY, self = LF_SELF;
  /* This object is one, which nobody calls so much; and nothing is known of how many other objects are that are moved alone. */
  if (lf_count(b->lf, action) == 2 && lf_item(b->lf, action, 1) == self) return;
  if (bind_is_any(b, action, ALONE, COUNT_OF(ALONE)) && !is_several(b, lf_item(b->lf, action, 1))) return;
  b->counted = lf_item(b->lf, action, 0);
  if (!bind_is_any(b, action, COUNTED, COUNT_OF(COUNTED)) || is_so_much(b, action)) return;
  bool own = !b->amount_of_event || comes_to_any_number(b, action);
  /* A number that was chosen is that, even where nothing is done so often. */
  Lf chosen = lf_is(b->lf, action, LF_REMOVE_COUNTERS) ? lf_item(b->lf, action, 2) : 0;
  if (chosen && lf_is_atom(b->lf, chosen) && lf_head(b->lf, chosen).data[0] == '$') this_way = chosen;
  b->amount = own && !b->actor_many && !b->paying ? this_way : 0;
  b->amount_of_event &= !own;
}

/* Keyword actions that put one thing onto the battlefield, or choose one there, by the variable that has it then. */
static const struct {
  Lf head, variable;
  const char *filter;
} NAMED[] = {
    {LF_MANIFEST, 0, "(and permanent (type creature))"},
    {LF_CLOAK, 0, "(and permanent (type creature))"},
    {LF_POPULATE, 0, "(and token (type creature))"},
    {LF_AMASS, LF_VAR_ARMY, "(and (type creature) (subtype Army))"},
    {LF_MANIFEST_DREAD, LF_VAR_DREADED, "(and permanent (type creature))"},
};

/* Mentions what a keyword action has made. */
static Lf named(Binder *b, Lf action, u32 which) {
  Lf name = NAMED[which].variable;
  u32 bad;
  Lf cards = lf_is_atom(b->lf, action) ? 0 : lf_item(b->lf, action, 1);
  bool many = cards && !lf_is_atom(b->lf, cards) && lf_item(b->lf, cards, 1) != LF_N1;
  Lf variable = name ? name : bind_variable(b, "m");
  bind_mention(b, (Referent){.was = variable,
                             .now = variable,
                             .filter = lf_read(b->lf, str_of(NAMED[which].filter), &bad),
                             .role = lf_is(b->lf, action, LF_POPULATE) ? LF_CREATED : 0,
                             .many = many});
  if (name) return action;
  return bind_remembered(b, action, variable);
}

/* Only whose cards they are discards them (701.9a). */
static bool discards_others(Binder *b, Lf action) {
  Lf owner = lf_is(b->lf, action, LF_DISCARD) ? bind_owner(b, lf_item(b->lf, action, 1)) : 0;
  return owner && lf_is(b->lf, owner, LF_YOU) != lf_is(b->lf, b->actor, LF_YOU);
}

/* All cards of a zone that somebody puts in order somewhere: how many there were is what "that many" says next. */
static Lf counted_before(Binder *b, Lf action) {
  Lf number = bind_variable(b, "n"), count = lf_make(b->lf, LF_COUNT, lf_item(b->lf, action, 1), 0, 0);
  b->amount = lf_make(b->lf, LF_VALUE, number, 0, 0);
  b->amount_of_event = false;
  return lf_make(b->lf, LF_SEQ, lf_make(b->lf, LF_LET_NUMBER, number, count, 0), action, 0);
}

Lf bind_done(Binder *b, Lf action) {
  for (u32 i = 0; i < COUNT_OF(NAMED); i++)
    if (lf_is(b->lf, action, NAMED[i].head)) return named(b, action, i);
  if (lf_is_atom(b->lf, action)) return action;
  if (discards_others(b, action)) return bind_refuse(b, "a player can't discard another player's cards", action);
  came_to_something(b, action);
  for (u32 i = 0; i < COUNT_OF(MOVERS); i++)
    if (lf_is(b->lf, action, MOVERS[i].head)) return moved(b, action, i);
  bool whole = lf_is(b->lf, action, LF_ARRANGE) && lf_is_list(b->lf, lf_item(b->lf, action, 1), LF_CARDS);
  return whole && !b->actor_many ? counted_before(b, action) : action;
}

/* --- subjects ------------------------------------------------------------------------------------------------- */

static bool is_many(const Binder *b, Lf who) {
  static const Lf MANY[] = {LF_PLAYERS, LF_OPPONENTS, LF_ALL_PLAYERS, LF_UNION};
  if (bind_is_any(b, who, MANY, COUNT_OF(MANY))) return true;
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (b->referents.data[i - 1].now == who) return b->referents.data[i - 1].many;
  return false;
}

/* To what a second attempt goes back. */
typedef struct Marks {
  u32 targets, before, referents, first, used;
  Lf amount;
  Referent known[64]; /* those from `first` on, as many as there is room for */
} Marks;

static void set_marks(const Binder *b, Marks *m) {
  m->targets = b->targets.count;
  m->before = b->before.count;
  m->used = b->used.count;
  m->referents = b->referents.count;
  m->amount = b->amount;
  m->first = b->referent_first;
  for (u32 i = m->first; i < m->referents && i - m->first < COUNT_OF(m->known); i++)
    m->known[i - m->first] = b->referents.data[i];
}

static void go_back(Binder *b, const Marks *m) {
  b->targets.count = m->targets;
  b->before.count = m->before;
  b->referents.count = m->referents;
  b->used.count = m->used;
  b->amount = m->amount;
  for (u32 i = m->first; i < m->referents && i - m->first < COUNT_OF(m->known); i++)
    b->referents.data[i] = m->known[i - m->first];
}

bool bind_prepares(const Binder *b, Lf action) {
  static const Lf FIRST[] = {LF_CHOOSE, LF_LET, LF_LET_NUMBER};
  return bind_is_any(b, action, FIRST, COUNT_OF(FIRST));
}

bool bind_is_plain(const Binder *b, Lf action) {
  static const Lf PLAIN[] = {LF_EXILE,     LF_MOVE,  LF_RETURN_TO_HAND, LF_DISCARD,     LF_SACRIFICE,    LF_DESTROY,
                             LF_TAP,       LF_UNTAP, LF_REVEAL,         LF_DEAL_DAMAGE, LF_PUT_COUNTERS, LF_GAIN_LIFE,
                             LF_LOSE_LIFE, LF_MILL,  LF_CREATE,         LF_CREATE_COPY};
  return bind_is_any(b, action, PLAIN, COUNT_OF(PLAIN));
}

void bind_keep_all(Binder *b, u32 first, Lf kept) {
  u32 count = first;
  for (u32 i = first; i < b->referents.count; i++) {
    Referent r = b->referents.data[i];
    if (!kept || r.now != kept) continue;
    r.was = kept;
    r.many = true;
    b->referents.data[count++] = r;
  }
  b->referents.count = count;
}

static Lf done_together(Binder *b, const Lf *deeds, u32 count, Lf *memory);

/* What each of many players finds in their library and puts somewhere, then shuffling: all search, then it is done at once;
   0 if it isn't that. */
static Lf search_at_once(Binder *b, Lf player, Lf who, const Lf *steps, u32 n) {
  Lf memory = 0;
  if (n < 4 || n > 5 || !lf_is_list(b->lf, steps[1], LF_SEARCH) || !lf_is_list(b->lf, steps[2], LF_MOVE)) return 0;
  Lf deed = done_together(b, steps + 2, n - 2, &memory);
  Lf each[] = {LF_EACH_PLAYER, player, who, steps[1], deed};
  return deed ? lf_list(b->lf, each, COUNT_OF(each)) : 0;
}

/* Whether each of several players reveals the top cards of a library. */
static bool shows_top(const Binder *b, const Lf *steps) {
  return lf_is_list(b->lf, steps[1], LF_LET) && lf_is(b->lf, lf_item(b->lf, steps[1], 2), LF_TOP) &&
         lf_is_list(b->lf, steps[2], LF_REVEAL) && lf_item(b->lf, steps[2], 1) == lf_item(b->lf, steps[1], 1);
}

/* What gathers the cards that each reveals, of which is spoken together behind it. */
static Lf all_shown(Binder *b, Lf cards) {
  Lf all = bind_variable(b, "a");
  bind_mention(
      b, (Referent){.was = all, .now = all, .filter = LF_CARD, .role = LF_REVEALED, .zone = LF_LIBRARY, .many = true});
  return lf_make(b->lf, LF_LET, all, lf_make(b->lf, LF_UNION, all, cards, 0), 0);
}

/* What each of several sacrificed is spoken of as it was before. */
static void keep_sacrificed(Binder *b, u32 first) {
  Lf role = LF_SACRIFICED;
  for (u32 i = first; i < b->referents.count; i++) {
    Referent *r = &b->referents.data[i];
    if (r->role == role && r->was == r->now) r->was = lf_make(b->lf, LF_WAS, r->now, 0, 0);
  }
}

/* Of all the players what was said of one of them: what each of them controls. */
static Lf of_all_players(Binder *b, Lf form, Lf player, Lf players) {
  Lf filter = lf_is_list(b->lf, form, LF_ALL) ? lf_item(b->lf, form, 2) : 0, items[24];
  u32 kept = 0, count = lf_count(b->lf, filter);
  if (!lf_is_list(b->lf, filter, LF_AND) || players != LF_PLAYERS || count > COUNT_OF(items))
    return bind_put(b, form, player, players);
  for (u32 i = 0; i < count; i++)
    if (lf_item(b->lf, filter, i) != lf_make(b->lf, LF_CONTROLLED_BY, player, 0, 0))
      items[kept++] = lf_item(b->lf, filter, i);
  return bind_with_item(b, form, 2, kept == 2 ? items[1] : lf_list(b->lf, items, kept));
}

/* Each of the players chooses, then all of it happens at once (608.2e); of several actions each player does theirs in
   turn. */
static Lf by_each(Binder *b, Lf who, Lf what) {
  LfStore *lf = b->lf;
  Lf player = bind_variable(b, "p");
  b->actor = player;
  b->actor_many = false;
  u32 first = b->referents.count;
  bind_mention_one_of(b, player, who);
  Lf action = bind_action(b, what);
  if (!action) return 0;
  Lf seq = LF_SEQ;
  Lf single[] = {seq, action}, *steps = single, items[32] = {seq};
  u32 n = 2, at = 1;
  if (lf_is(lf, action, LF_SEQ) && lf_count(lf, action) <= COUNT_OF(items)) {
    n = lf_count(lf, action);
    steps = items;
    for (u32 i = 1; i < n; i++) items[i] = lf_item(lf, action, i);
  }
  while (at < n && bind_prepares(b, steps[at])) at++;
  Lf memory = at + 2 == n && bind_is_memory(b, steps[at + 1]) ? steps[at + 1] : 0;
  if (at >= n || !bind_is_plain(b, steps[at]) || (at + 1 < n && !memory)) {
    Lf at_once = n == 2 ? bind_unless_at_once(b, player, who, steps[1]) : 0;
    if (!at_once) at_once = search_at_once(b, player, who, steps, n);
    if (at_once) bind_keep_all(b, first, 0);
    if (at_once) return at_once;
    for (u32 i = first; i < b->referents.count; i++) {
      Referent *r = &b->referents.data[i];
      if (r->from) r->from = of_all_players(b, r->from, player, who);
    }
    Lf each[] = {LF_FOR_EACH, player, who, bind_gathered(b, action, first)};
    return lf_list(lf, each, 4);
  }
  bind_keep_all(b, first, memory ? lf_item(lf, memory, 1) : 0);
  Lf shown = at == 2 && n == 3 && shows_top(b, steps) ? all_shown(b, lf_item(lf, steps[1], 1)) : 0;
  if (shown) {
    Lf each[] = {LF_FOR_EACH, player, who, lf_make(lf, LF_SEQ, steps[1], steps[2], shown)};
    return lf_list(lf, each, COUNT_OF(each));
  }
  if (memory) keep_sacrificed(b, first);
  Lf choices = at > 1 ? lf_list(lf, steps, at) : LF_NOTHING;
  Lf each[] = {LF_EACH_PLAYER, player, who, choices, steps[at]};
  Lf all = lf_list(lf, each, 5);
  return memory ? lf_make(lf, LF_SEQ, all, memory, 0) : all;
}

/* Whether something in a form speaks of what came before it. */
static bool looks_back(const Binder *b, Lf form) {
  static const Lf BACK[] = {LF_PRONOUN_IT, LF_PRONOUN_THEM, LF_PRONOUN_THEY, LF_THAT,     LF_THOSE,
                            LF_THE,        LF_THE_MANY,     LF_THAT_MUCH,    LF_THIS_WAY, LF_THAT_PLAYER,
                            LF_THE_REST,   LF_IF_DONE,      LF_IF_NOT_DONE,  LF_IF_UNABLE};
  for (u32 i = 0; i < COUNT_OF(BACK); i++)
    if (bind_has_head(b, form, BACK[i])) return true;
  return false;
}

/* Of several actions of many players all do the first, then all the second (608.2e): as many sentences, unless one
   speaks of what a player did before. 0 if it is one action. */
static Lf one_by_one(Binder *b, Lf who, Lf what) {
  if (!lf_is(b->lf, what, LF_SEQ) || !is_many(b, who)) return 0;
  Lf items[32] = {lf_item(b->lf, what, 0)};
  u32 count = lf_count(b->lf, what);
  if (count > COUNT_OF(items)) return 0;
  for (u32 i = 1; i < count; i++) {
    Lf step = lf_item(b->lf, what, i);
    if (i > 1 && looks_back(b, step)) return 0;
    items[i] = lf_make(b->lf, LF_ACT, who, step, 0);
  }
  return bind_action(b, lf_list(b->lf, items, count));
}

/* Who controls or owns something, named as the subject of what is done, is "they" from then on. */
static void mention_subject(Binder *b, Lf who) {
  if (lf_is_list(b->lf, who, LF_CONTROLLER) || lf_is_list(b->lf, who, LF_OWNER) ||
      lf_is_list(b->lf, who, LF_DEFENDING_PLAYER) || who == LF_ACTIVE_PLAYER)
    bind_mention_player(b, who);
}

/* Which target of the ability something is; 0 for anything else. */
static Lf target_of(const Binder *b, Lf what) {
  for (u32 i = b->target_first; i < b->targets.count; i++)
    if (lf_item(b->lf, b->targets.data[i], 1) == what) return b->targets.data[i];
  return 0;
}

/* Whether an action does something to a target without saying who does it. */
static bool acts_on_target(const Binder *b, Lf action) {
  static const Lf UNSIGNED[] = {LF_MOVE,  LF_RETURN_TO_HAND, LF_EXILE,     LF_TAP,
                                LF_UNTAP, LF_DESTROY,        LF_SACRIFICE, LF_ATTACH};
  if (lf_is_atom(b->lf, action)) return false;
  if (bind_is_any(b, action, UNSIGNED, COUNT_OF(UNSIGNED)) && target_of(b, lf_item(b->lf, action, 1))) return true;
  for (u32 i = 1; lf_is(b->lf, action, LF_SEQ) && i < lf_count(b->lf, action); i++)
    if (acts_on_target(b, lf_item(b->lf, action, i))) return true;
  return false;
}

/* What a target is told to do to other targets isn't done if it is an illegal target itself (608.2b). */
static Lf done_by_target(Binder *b, Lf who, Lf action) {
  if (!action || !target_of(b, who) || !acts_on_target(b, action)) return action;
  return lf_make(b->lf, LF_IF, lf_make(b->lf, LF_EXISTS, who, 0, 0), action, 0);
}

/* (act WHO WHAT): the subject of what is done. */
Lf verb_act(Binder *b, Lf form) {
  Lf who = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), what = lf_item(b->lf, form, 2);
  if (!who) return 0;
  Lf apart = one_by_one(b, who, what);
  if (apart || b->refusal) return apart;
  mention_subject(b, who);
  Lf actor = b->actor;
  bool many = b->actor_many, each = b->by_each;
  Marks before;
  set_marks(b, &before);
  b->actor = who;
  b->actor_many = is_many(b, who);
  b->by_each = false;
  Lf action = bind_action(b, what);
  if (action && b->by_each) {
    go_back(b, &before);
    action = by_each(b, who, what);
  }
  if (b->actor_many) b->amount = 0;
  b->actor = actor;
  b->actor_many = many;
  b->by_each = each;
  return done_by_target(b, who, action);
}

/* Whether nothing is done but to what a choice among cards that were looked at or revealed has found: then finding none
   is as good as not doing it. The choice may then be of none, and nothing else is asked. Of two at least that must be found,
   one isn't enough (118.3). */
static bool only_of_found(const Binder *b, Lf action) {
  static const Lf DONE[] = {LF_REVEAL, LF_MOVE, LF_RETURN_TO_HAND, LF_EXILE};
  Lf choice = lf_item(b->lf, action, 1), found = lf_item(b->lf, choice, 1), from = lf_item(b->lf, choice, 4);
  if (!lf_is(b->lf, action, LF_SEQ) || !lf_is(b->lf, choice, LF_CHOOSE)) return false;
  bool kept = lf_is_atom(b->lf, from) || lf_is(b->lf, from, LF_ONLY) ||
              (lf_is(b->lf, from, LF_ALL) && lf_is(b->lf, lf_item(b->lf, from, 1), LF_GRAVEYARD));
  Lf least = lf_item(b->lf, choice, 2);
  if (!kept || lf_count(b->lf, choice) < 5 || (least != LF_N0 && least != LF_N1)) return false;
  for (u32 i = 2; i < lf_count(b->lf, action); i++) {
    Lf step = lf_item(b->lf, action, i);
    bool fits = lf_is(b->lf, step, LF_LET);
    for (u32 k = 0; k < COUNT_OF(DONE) && !fits; k++)
      fits = lf_is(b->lf, step, DONE[k]) && lf_item(b->lf, step, 1) == found;
    if (!fits) return false;
  }
  return true;
}

static Lf choosing_none(Binder *b, Lf action) {
  Lf items[32], choice[16];
  u32 n = lf_count(b->lf, action), m = lf_count(b->lf, lf_item(b->lf, action, 1));
  if (n > COUNT_OF(items) || m > COUNT_OF(choice)) return bind_refuse(b, TOO_MUCH_SAID, action);
  for (u32 i = 0; i < m; i++) choice[i] = lf_item(b->lf, lf_item(b->lf, action, 1), i);
  choice[2] = LF_N0;
  for (u32 i = 0; i < n; i++) items[i] = lf_item(b->lf, action, i);
  items[1] = lf_list(b->lf, choice, m);
  return lf_list(b->lf, items, n);
}

/* (may-pay WHO COST): somebody else may. */
Lf verb_may_pay(Binder *b, Lf form) {
  Lf who = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  Lf cost = who ? bind_form(b, lf_item(b->lf, form, 2), SORT_COST) : 0;
  if (!cost) return 0;
  mention_subject(b, who);
  return lf_make(b->lf, LF_PAY, cost, LF_OPT_BY, who);
}

/* What each of many players may do with what they choose: all choose, also whether to, and then it is done at once
   (101.4, 608.2e); 0 if it isn't that. */
static Lf may_at_once(Binder *b, Lf player, Lf who, Lf action) {
  LfStore *lf = b->lf;
  u32 count = lf_is_list(lf, action, LF_SEQ) ? lf_count(lf, action) : 0;
  Lf memory = count == 4 && bind_is_memory(b, lf_item(lf, action, 3)) ? lf_item(lf, action, 3) : 0;
  if (count != 3 && !memory) return 0;
  Lf choice = lf_item(lf, action, 1), deed = lf_item(lf, action, 2);
  if (!lf_is_list(lf, choice, LF_CHOOSE) || !bind_is_plain(b, deed)) return 0;
  Lf may[] = {LF_MAY, choice, LF_OPT_BY, player};
  Lf each[] = {LF_EACH_PLAYER, player, who, lf_list(lf, may, 4), deed};
  Lf all = lf_list(lf, each, 5);
  return memory ? lf_make(lf, LF_SEQ, all, memory, 0) : all;
}

/* What is done once all have chosen: at once where what is found is put somewhere and the library shuffled, otherwise each
   player's in turn; 0 if something in it is asked or isn't known to be simple. What keeps all that was moved comes out in
   `memory`; of what players do in turn nothing is kept beyond it. */
static Lf done_together(Binder *b, const Lf *deeds, u32 count, Lf *memory) {
  LfStore *lf = b->lf;
  Lf items[16] = {LF_SEQ}, last = count > 1 ? deeds[count - 1] : 0;
  if (count == 0 || count + 1 > COUNT_OF(items)) return 0;
  bool remembers = count == 3 && bind_is_memory(b, deeds[1]);
  *memory = 0;
  if ((count == 2 || remembers) && lf_is_list(lf, deeds[0], LF_MOVE) && lf_is(lf, last, LF_SHUFFLE)) {
    if (remembers) *memory = deeds[1];
    return lf_make(lf, LF_TOGETHER, deeds[0], last, 0);
  }
  for (u32 i = 0; i < count; i++) {
    bool simple = bind_is_plain(b, deeds[i]) || lf_is(lf, deeds[i], LF_DRAW) || lf_is(lf, deeds[i], LF_SHUFFLE);
    if (!simple && !(i > 0 && bind_is_memory(b, deeds[i]))) return 0;
    items[i + 1] = deeds[i];
  }
  return count == 1 ? deeds[0] : lf_list(lf, items, count + 1);
}

/* The same for what is more than one deed or needs no choice but whether to: whoever declines is nobody who does it.
   Referents from `first` on are of the action. */
static Lf may_do_at_once(Binder *b, Lf player, Lf who, Lf action, u32 first) {
  LfStore *lf = b->lf;
  Lf single[] = {LF_SEQ, action}, items[16], choices[16] = {LF_SEQ}, memory = 0;
  bool several = lf_is_list(lf, action, LF_SEQ);
  u32 count = several ? lf_count(lf, action) : 2, at = 1;
  if (count > COUNT_OF(items)) return 0;
  for (u32 i = 0; i < count; i++) items[i] = several ? lf_item(lf, action, i) : single[i];
  while (at < count && (bind_prepares(b, items[at]) || lf_is_list(lf, items[at], LF_SEARCH))) {
    choices[at] = items[at];
    at++;
  }
  Lf deed = done_together(b, items + at, count - at, &memory);
  if (!deed) return 0;
  bind_keep_all(b, first, memory ? lf_item(lf, memory, 1) : 0);
  Lf nobody = lf_make(lf, LF_ONLY, player, lf_make(lf, LF_NOT, LF_ALWAYS, 0, 0), 0);
  Lf chosen = at > 1 ? lf_list(lf, choices, at) : LF_NOTHING;
  Lf may[] = {LF_MAY, chosen, LF_OPT_BY, player, LF_OPT_ELSE, lf_make(lf, LF_LET, player, nobody, 0)};
  Lf each[] = {LF_EACH_PLAYER, player, who, lf_list(lf, may, COUNT_OF(may)), deed};
  Lf all = lf_list(lf, each, 5);
  return memory ? lf_make(lf, LF_SEQ, all, memory, 0) : all;
}

/* (may-act WHO WHAT): who may do something; each of many for themselves. */
Lf verb_may(Binder *b, Lf form) {
  Lf who = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), what = lf_item(b->lf, form, 2);
  if (!who) return 0;
  Lf actor = b->actor;
  bool many = b->actor_many;
  Lf looped = is_many(b, who) ? bind_variable(b, "p") : 0;
  u32 first = b->referents.count;
  b->actor = looped ? looped : who;
  b->actor_many = false;
  Lf action = bind_action(b, what);
  b->actor = actor;
  b->actor_many = many;
  if (!action) return 0;
  bool you = lf_is(b->lf, who, LF_YOU);
  bool pays = lf_is(b->lf, action, LF_PAY);
  mention_subject(b, who);
  if (!looped && only_of_found(b, action)) return choosing_none(b, action);
  Lf by[] = {LF_MAY, action, LF_OPT_BY, looped ? looped : who};
  Lf may = pays ? action : lf_list(b->lf, by, you ? 2 : 4);
  if (!looped) return may;
  Lf at_once = may_at_once(b, looped, who, action);
  if (!at_once && !pays) at_once = may_do_at_once(b, looped, who, action, first);
  if (at_once) return at_once;
  Lf items[] = {LF_FOR_EACH, looped, who, may};
  return lf_list(b->lf, items, 4);
}

/* --- conditions, costs, choices -------------------------------------------------------------------------------------- */

/* An action on a condition that asks whether what was done to some objects was done to certain ones of them: another than
   those is one that isn't one of these, whatever the others are. */
static Lf other_than_asked(Binder *b, Lf condition, Lf action) {
  Lf asked = lf_is_list(b->lf, condition, LF_EXISTS) ? lf_item(b->lf, condition, 1) : 0, was = lf_item(b->lf, asked, 1);
  if (!lf_is_list(b->lf, asked, LF_ONLY) || !lf_is_list(b->lf, was, LF_WAS)) return action;
  Lf all = lf_make(b->lf, LF_IS, lf_item(b->lf, was, 1), 0, 0);
  Lf some = lf_make(b->lf, LF_IS, lf_make(b->lf, LF_BECAME, asked, 0, 0), 0, 0);
  return bind_put(b, action, lf_make(b->lf, LF_NOT, all, 0, 0), lf_make(b->lf, LF_NOT, some, 0, 0));
}

/* (if CONDITION ACTION [:else ACTION]) */
Lf verb_if(Binder *b, Lf form) {
  Lf condition = bind_form(b, lf_item(b->lf, form, 1), SORT_COND);
  if (!condition) return 0;
  bind_say_compared(b, condition);
  /* How much mana was spent is what "that much" is behind the question whether it was enough. */
  Lf asked = lf_is_list(b->lf, condition, LF_CMP) ? lf_item(b->lf, condition, 1) : 0;
  bool measures = lf_is_list(b->lf, asked, LF_MANA_SPENT) || asked == LF_VAR_ROLL;
  if (measures && !b->amount_of_event) b->amount = asked;
  bool paid = bind_is_paid(b, condition);
  Lf then = bind_if_paid(b, paid ? condition : 0, lf_item(b->lf, form, 2));
  Lf otherwise = lf_item(b->lf, form, 4);
  if (!then) return 0;
  Lf bound = lf_make(b->lf, LF_IF, condition, other_than_asked(b, condition, then), 0);
  if (!otherwise) return bound;
  Lf unpaid = paid ? lf_make(b->lf, LF_NOT, condition, 0, 0) : 0;
  otherwise = bind_if_paid(b, unpaid, otherwise);
  return otherwise ? bind_with_option(b, bound, LF_OPT_ELSE, otherwise) : 0;
}

/* Who pays lest they do something is who would do it: each of many for themselves. 0 if it is somebody else. */
static Lf pays_themselves(Binder *b, Lf form) {
  Lf payer = lf_item(b->lf, form, 1), cost = lf_item(b->lf, form, 2), what = lf_item(b->lf, form, 3);
  bool again = payer == LF_PRONOUN_THEY || payer == LF_THAT_PLAYER;
  if (!again || !lf_is(b->lf, what, LF_ACT) || lf_is(b->lf, lf_item(b->lf, what, 1), LF_YOU)) return 0;
  Lf items[] = {lf_item(b->lf, form, 0), LF_ACTOR, cost, lf_item(b->lf, what, 2)};
  return lf_make(b->lf, LF_ACT, lf_item(b->lf, what, 1), lf_list(b->lf, items, COUNT_OF(items)), 0);
}

/* What an action moves and then keeps in a variable, as its words call it before; 0 if nothing in it does. */
static Lf kept_in(const Binder *b, Lf action, Lf variable) {
  Lf found = 0;
  for (u32 i = 1; !lf_is_atom(b->lf, action) && i < lf_count(b->lf, action) && !found; i++) {
    Lf step = lf_item(b->lf, action, i), next = lf_item(b->lf, action, i + 1);
    bool keeps = next && bind_is_memory(b, next) && lf_item(b->lf, next, 1) == variable;
    found = keeps ? lf_item(b->lf, step, 1) : kept_in(b, step, variable);
  }
  return found;
}

/* What is asked or paid before an action, although it is said behind it, is of what the action moves as it is before. It was
   the last that was bound, from when so many variables had been `used`. */
static Lf before_it(Binder *b, Lf form, Lf action, u32 used) {
  for (u32 i = b->referent_first; form && i < b->referents.count; i++) {
    Lf variable = b->referents.data[i].now, was = variable ? kept_in(b, action, variable) : 0;
    if (!was) continue;
    form = bind_put(b, form, variable, was);
    for (u32 k = used; k < b->used.count; k++)
      if (b->used.data[k] == variable) b->used.data[k] = was;
  }
  return form;
}

/* (unless-pays WHO COST WHAT) */
Lf verb_unless_pays(Binder *b, Lf form) {
  Lf themselves = pays_themselves(b, form);
  if (themselves) return bind_action(b, themselves);
  if (b->actor_many) b->by_each = true;
  u32 first = b->referents.count;
  Lf what = bind_action(b, lf_item(b->lf, form, 3));
  /* They may be whoever has what was spoken of: a spell an opponent controls. */
  Lf payer = lf_item(b->lf, form, 1);
  if (payer == LF_PRONOUN_THEY) payer = LF_THAT_PLAYER;
  /* Who pays has nothing yet that comes of not paying. */
  for (u32 i = first; i < b->referents.count; i++)
    if (b->referents.data[i].role == LF_CREATED) b->referents.data[i].aside = true;
  Lf who = what ? bind_form(b, payer, SORT_OBJ) : 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++) b->referents.data[i].aside = false;
  Lf actor = b->actor;
  b->actor = who;
  u32 used = b->used.count;
  Lf cost = who ? before_it(b, bind_form(b, lf_item(b->lf, form, 2), SORT_COST), what, used) : 0;
  b->actor = actor;
  b->amount = 0; /* what is paid or not came to nothing that is known */
  if (!cost) return 0;
  Lf pay = bind_with_option(b, lf_make(b->lf, LF_PAY, cost, 0, 0), LF_OPT_ELSE, what);
  return pay && !lf_is(b->lf, who, LF_YOU) ? bind_with_option(b, pay, LF_OPT_BY, who) : pay;
}

/* (unless-any-pays WHO COST WHAT): each of several players may pay in turn until one does. */
Lf verb_unless_any_pays(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  Lf what = bind_action(b, lf_item(lf, form, 3)), who = what ? bind_form(b, lf_item(lf, form, 1), SORT_OBJ) : 0;
  Lf player = bind_variable(b, "p"), paid = bind_variable(b, "n"), actor = b->actor;
  bool if_paid = lf_count(lf, form) > 4;
  b->actor = player;
  Lf cost = who ? bind_form(b, lf_item(lf, form, 2), SORT_COST) : 0;
  b->actor = actor;
  b->amount = 0;
  if (!cost) return 0;
  Lf none[] = {LF_CMP, lf_make(lf, LF_VALUE, paid, 0, 0), LF_IS_EQUAL, LF_N0};
  Lf unpaid = lf_list(lf, none, COUNT_OF(none));
  Lf pay[] = {LF_PAY, cost, LF_OPT_THEN, lf_make(lf, LF_LET_NUMBER, paid, LF_N1, 0), LF_OPT_BY, player};
  Lf asked = lf_make(lf, LF_IF, unpaid, lf_list(lf, pay, COUNT_OF(pay)), 0);
  Lf steps[] = {LF_SEQ, lf_make(lf, LF_LET_NUMBER, paid, LF_N0, 0), lf_make(lf, LF_FOR_EACH, player, who, asked),
                lf_make(lf, LF_IF, if_paid ? lf_make(lf, LF_NOT, unpaid, 0, 0) : unpaid, what, 0)};
  return lf_list(lf, steps, COUNT_OF(steps));
}

/* `repeat-process`: all that the ability says before is done again (bind_repeated). */
Lf verb_repeat_process(Binder *b, Lf form) {
  if (!b->repeats) return bind_refuse(b, "nothing is repeated", form);
  return lf_make(b->lf, LF_LET_NUMBER, LF_VAR_AGAIN, LF_N1, 0);
}

Lf bind_repeated(Binder *b, Lf effect) {
  LfStore *lf = b->lf;
  u32 last = lf_is_list(lf, effect, LF_SEQ) ? lf_count(lf, effect) - 1 : 0;
  for (u32 i = 1; i < last; i++)
    if (bind_mentions(b, lf_item(lf, effect, i), LF_REPEAT_PROCESS))
      return bind_refuse(b, "something is done behind what is repeated", effect);
  b->repeats = true;
  Lf action = bind_action(b, effect);
  b->repeats = false;
  if (!action) return 0;
  Lf again = LF_VAR_AGAIN;
  Lf cmp[] = {LF_CMP, lf_make(lf, LF_VALUE, again, 0, 0), LF_IS_EQUAL, LF_N1};
  Lf steps = lf_make(lf, LF_SEQ, lf_make(lf, LF_LET_NUMBER, again, LF_N0, 0), action, 0);
  return lf_make(lf, LF_REPEAT_WHILE, steps, lf_list(lf, cmp, COUNT_OF(cmp)), 0);
}

/* (repeat-all N ACTION): a process is all that an ability says up to there. */
Lf verb_repeat_all(Binder *b, Lf form) {
  if (b->acting > 1) return bind_refuse(b, "what is repeated begins before this", form);
  return bind_operation(b, IR_REPEAT, lf_make(b->lf, LF_REPEAT, lf_item(b->lf, form, 1), lf_item(b->lf, form, 2), 0));
}

/* (same-for ACTION KEYWORD…): the same with each of the keywords in the place of the one that the action asks for and gives. */
Lf verb_same_for(Binder *b, Lf form) {
  Lf action = lf_item(b->lf, form, 1), asked = bind_find_head(b, action, LF_HAS), items[24] = {LF_SEQ, action};
  u32 count = lf_count(b->lf, form);
  Lf keyword = asked ? lf_item(b->lf, asked, 1) : 0;
  bool fits =
      keyword && lf_is_atom(b->lf, keyword) && bind_mentions(b, action, lf_make(b->lf, LF_GAINS, keyword, 0, 0));
  if (!fits || count > COUNT_OF(items)) return bind_refuse(b, "nothing says what is the same", form);
  for (u32 i = 2; i < count; i++) items[i] = bind_put(b, action, keyword, lf_item(b->lf, form, i));
  return bind_action(b, lf_list(b->lf, items, count));
}

/* (done-entering ACTION): what you do as something enters, unless that is chosen or exiled, of which other abilities speak. */
Lf verb_done_entering(Binder *b, Lf form) {
  static const Lf KEPT[] = {LF_CHOOSE_THING, LF_CHOOSE_OBJECTS, LF_CHOOSE_TARGETS, LF_EXILE, LF_REVEAL, LF_TARGET};
  for (u32 i = 0; i < COUNT_OF(KEPT); i++)
    if (bind_has_head(b, form, KEPT[i])) return bind_refuse(b, "this isn't just done", form);
  return bind_action(b, lf_item(b->lf, form, 1));
}

/* (alone ACTION): of many players each does it by themselves. */
Lf verb_alone(Binder *b, Lf form) {
  if (b->actor_many) b->by_each = true;
  return bind_action(b, lf_item(b->lf, form, 1));
}

/* (chosen-by WHO ACTION): by `yourself`, who is "you" to the words, or by `others`, who are "they". */
Lf verb_chosen_by(Binder *b, Lf form) {
  bool you = lf_is(b->lf, b->actor, LF_YOU), yourself = lf_is(b->lf, lf_item(b->lf, form, 1), LF_YOURSELF);
  return you == yourself ? bind_action(b, lf_item(b->lf, form, 2))
                         : bind_refuse(b, "another player would choose", form);
}

/* (choose-targets OBJECTS): nothing is done to them yet. */
Lf verb_choose_targets(Binder *b, Lf form) {
  Lf nothing[] = {LF_SEQ};
  u32 first = b->referents.count;
  if (!bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ)) return 0;
  for (u32 i = first; i < b->referents.count; i++)
    if (!b->referents.data[i].role) b->referents.data[i].role = LF_CHOSEN;
  return lf_list(b->lf, nothing, 1);
}

/* (put-had FROM TO [KIND]): counters of what has left the battlefield (122.8). */
Lf verb_put_had(Binder *b, Lf form) {
  bool said = b->said, gone = false;
  b->said = true;
  Lf from = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  b->said = said;
  for (u32 i = b->referent_first; from && i < b->referents.count; i++) {
    const Referent r = b->referents.data[i];
    gone |= !r.many && (r.role == LF_GONE || (r.was == from && from == LF_EVENT_OBJECT && r.now == LF_EVENT_NEW));
  }
  if (from && !gone) return bind_refuse(b, "nothing has left the battlefield", form);
  Lf to = from ? bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ) : 0, kind = lf_item(b->lf, form, 3);
  if (!to) return 0;
  Lf move = lf_make(b->lf, LF_MOVE_COUNTERS, from, to, 0);
  return kind ? bind_with_option(b, move, LF_OPT_KIND, kind) : move;
}

/* (remove-any N OBJECT): a counter, of which kind whoever removes it chooses. */
Lf verb_remove_any(Binder *b, Lf form) {
  enum { MOST = 4 };
  Lf steps[1 + 2 * MOST] = {LF_SEQ};
  Str number = lf_is_atom(b->lf, lf_item(b->lf, form, 1)) ? lf_head(b->lf, lf_item(b->lf, form, 1)) : STR("");
  u32 n = number.length == 1 ? (u32)number.data[0] - '0' : 0;
  if (n < 1 || n > MOST) {
    if (b->paying) return bind_refuse(b, "only a few counters are chosen one by one", form);
    Lf times = bind_form(b, lf_item(b->lf, form, 1), SORT_NUM);
    Lf once = times ? verb_remove_any(b, bind_with_item(b, form, 1, LF_N1)) : 0;
    if (!once) return 0;
    Lf there = lf_make(b->lf, LF_ALL_COUNTERS, lf_item(b->lf, lf_item(b->lf, once, 1), 2), 0, 0);
    return lf_make(b->lf, LF_REPEAT, lf_make(b->lf, LF_MIN, times, there, 0), once, 0);
  }
  u32 before = b->before.count;
  Lf object = bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ), self = LF_SELF;
  if (!object) return 0;
  bool chosen = n == 1 && b->before.count > before;
  if (b->paying && object != self && !chosen) return bind_refuse(b, "this can't be a cost", form);
  for (u32 i = 0; i < n; i++) {
    Lf kind = bind_variable(b, "k");
    steps[1 + 2 * i] = bind_by_actor(b, lf_make(b->lf, LF_CHOOSE_COUNTER, kind, object, 0));
    steps[2 + 2 * i] = lf_make(b->lf, LF_REMOVE_COUNTERS_OF, kind, LF_N1, object);
  }
  return lf_list(b->lf, steps, 1 + 2 * n);
}

/* (targeted-by WHO OBJECTS): targets that one player other than you chooses as the ability is put onto the stack. */
Lf verb_targeted_by(Binder *b, Lf form) {
  Lf who = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ), target = lf_item(b->lf, form, 2), nothing = LF_SEQ;
  if (!who) return 0;
  if (is_many(b, who) || !lf_is_list(b->lf, target, LF_TARGET))
    return bind_refuse(b, "nothing says who chooses which target", form);
  Lf actor = b->actor;
  mention_subject(b, who);
  b->actor = who;
  Lf variable = bind_form(b, bind_with_option(b, target, LF_OPT_BY, who), SORT_OBJ);
  b->actor = actor;
  return variable ? lf_list(b->lf, &nothing, 1) : 0;
}

/* (fight OBJECT OBJECT): what fights is never "it" or "that creature" which it fights. */
Lf verb_fight(Binder *b, Lf form) {
  Lf fighter = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    b->referents.data[i].aside = b->referents.data[i].now == fighter;
  Lf other = fighter ? bind_form(b, lf_item(b->lf, form, 2), SORT_OBJ) : 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++) b->referents.data[i].aside = false;
  return other ? lf_make(b->lf, LF_FIGHT, fighter, other, 0) : 0;
}

/* (fight-each-other OBJECTS): two, each of which was mentioned alone. */
Lf verb_fight_each_other(Binder *b, Lf form) {
  Lf both = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  if (!both) return 0;
  if (lf_is_atom(b->lf, both) || !lf_is(b->lf, both, LF_UNION) || lf_count(b->lf, both) != 3)
    return bind_refuse(b, "this must refer to two objects", form);
  return lf_make(b->lf, LF_FIGHT, lf_item(b->lf, both, 1), lf_item(b->lf, both, 2), 0);
}

/* Whether a copy is made with an exception. */
static bool copies_except(const Binder *b, Lf what) {
  static const Lf COPIES[] = {LF_COPY_SPELL, LF_CREATE_COPY, LF_COPY};
  static const Lf EXCEPTIONS[] = {LF_LOSE_SUPERTYPE, LF_ADD_SUPERTYPE, LF_ADD_TYPE,  LF_ADD_SUBTYPE, LF_GAIN,
                                  LF_GAINS,          LF_BASE_PT,       LF_SET_COLOR, LF_ADD_COLOR};
  bool copies = false, except = false;
  for (u32 i = 0; i < COUNT_OF(COPIES); i++) copies |= bind_has_head(b, what, COPIES[i]);
  for (u32 i = 0; i < COUNT_OF(EXCEPTIONS); i++) except |= bind_has_head(b, what, EXCEPTIONS[i]);
  return copies && except;
}

/* (cast …) if "it" is a spell of a kind: what is cast must be such a spell (601.3e). 0 if that isn't it. */
static Lf cast_as(Binder *b, Lf what, Lf condition) {
  LfStore *lf = b->lf;
  Lf kind = lf_item(lf, condition, 2), items[16];
  bool asks = lf_is_list(lf, condition, LF_MATCHES) && lf_item(lf, condition, 1) == LF_PRONOUN_IT;
  u32 count = lf_count(lf, kind), kept = 0;
  if (!lf_is_list(lf, what, LF_CAST) || !asks || !lf_is_list(lf, kind, LF_AND) || count > COUNT_OF(items)) return 0;
  for (u32 i = 0; i < count; i++)
    if (lf_item(lf, kind, i) != LF_SPELL_ON_STACK) items[kept++] = lf_item(lf, kind, i);
  if (kept == count) return 0;
  return bind_action(b, bind_with_option(b, what, LF_OPT_AS, kept == 2 ? items[1] : lf_list(lf, items, kept)));
}

/* What is permitted for a while if something is so: whether it is so is asked whenever the permission would be used. */
static Lf permitted_if(Binder *b, Lf permit, Lf condition) {
  bool of_it = lf_is_list(b->lf, condition, LF_MATCHES) && lf_is(b->lf, lf_item(b->lf, condition, 1), LF_PRONOUN_IT);
  return bind_action(b, bind_with_option(b, permit, LF_OPT_SPELLS, of_it ? lf_item(b->lf, condition, 2) : condition));
}

/* (done-if WHAT CONDITION): what is done, if what is said of it then is so. */
Lf verb_done_if(Binder *b, Lf form) {
  Lf what = lf_item(b->lf, form, 1), condition = lf_item(b->lf, form, 2);
  Lf as = cast_as(b, what, condition);
  if (as || b->refusal) return as;
  if (lf_is_list(b->lf, what, LF_PERMIT)) return permitted_if(b, what, condition);
  if (copies_except(b, what)) return bind_refuse(b, "the exception has another condition", what);
  if (!bind_mentions(b, condition, LF_PRONOUN_IT) && !bind_has_head(b, condition, LF_THAT))
    return verb_if(b, lf_make(b->lf, LF_IF, condition, what, 0));
  u32 used = b->used.count;
  what = bind_branch_asked(b, what, &condition);
  condition = what ? before_it(b, condition, what, used) : 0;
  return condition ? lf_make(b->lf, LF_IF, condition, what, 0) : 0;
}

/* (attach OBJECT TO): what it is attached to is something else, so that "it" behind a name is no more than what was spoken
   of before. */
Lf verb_attach(Binder *b, Lf form) {
  Lf object = lf_item(b->lf, form, 1), to = lf_item(b->lf, form, 2);
  bool first = object == LF_PRONOUN_IT || lf_is_list(b->lf, object, LF_TARGET);
  if (first) object = bind_form(b, object, SORT_OBJ);
  to = object ? bind_form(b, to, SORT_OBJ) : 0;
  if (to && !first) object = bind_form(b, object, SORT_OBJ);
  if (!object || !to) return 0;
  if (object == to) return bind_refuse(b, "something can't be attached to itself", form);
  return lf_make(b->lf, LF_ATTACH, object, to, 0);
}
