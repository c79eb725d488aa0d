/* Noun phrases of what was mentioned before, and numbers, conditions and costs that speak of it. */
#include "oracle/bind.h"

bool bind_is_host_player(const Binder *b, Lf who) {
  return lf_is_list(b->lf, who, LF_CONTROLLER) && lf_is(b->lf, lf_item(b->lf, who, 1), LF_ATTACHED_OBJECT);
}

Lf bind_again(Binder *b, Lf described) {
  Lf variable = bind_variable(b, "o");
  if (!vec_push(&b->allocator, &b->again, ((Again){variable, described}))) b->lf->failed = true;
  return variable;
}

/* What was described is the same when it is spoken of again, though the description may fit others by then: what an action
   before did it to is kept in a variable (verb_seq). */
static Lf same_again(Binder *b, Lf found) {
  bool described = lf_is_list(b->lf, found, LF_ALL) || bind_is_host_player(b, found);
  if (!described) return found;
  Lf variable = bind_again(b, found);
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    Referent *r = &b->referents.data[i];
    if (r->now == found) r->now = variable;
    if (r->was == found) r->was = variable;
  }
  return variable;
}

static Lf spoken_of(Binder *b, const Referent *r) {
  Lf found = b->said ? r->was : r->now;
  bool exiled = b->if_exiled && !b->said && r->to == LF_EXILE;
  if (r->adrift && !exiled) return bind_refuse(b, "nothing says where this went", r->filter);
  if (!found) return bind_refuse(b, "no variable holds this", r->filter);
  found = same_again(b, found);
  Lf kept = lf_is_list(b->lf, found, LF_WAS) ? lf_item(b->lf, found, 1) : found;
  if (!vec_push(&b->allocator, &b->used, kept)) b->lf->failed = true;
  return found;
}

/* The latest that a test takes; what is named again is the latest from then on. */
static bool with_role(const Binder *b, const Referent *r, Lf form);
static bool gone_so(const Binder *b, const Referent *r, Lf form);

static Lf latest(Binder *b, Lf form, bool (*fits)(const Binder *b, const Referent *r, Lf form)) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent referent = b->referents.data[i - 1];
    if (referent.word || !fits(b, &referent, form)) continue;
    u32 later = b->referents.count - i;
    if (!lf_is_atom(b->lf, form)) {
      memmove(&b->referents.data[i - 1], &b->referents.data[i], later * sizeof referent);
      b->referents.data[b->referents.count - 1] = referent;
      b->referents.data[b->referents.count - 1].unclear = false;
    }
    return spoken_of(b, &referent);
  }
  for (u32 i = b->paid.count; b->paid_for && (fits == with_role || fits == gone_so) && i > 0; i--)
    if (fits(b, &b->paid.data[i - 1], form)) {
      const Referent paid = b->paid.data[i - 1];
      if (!lf_is_atom(b->lf, form)) bind_mention(b, paid); /* it may be spoken of again */
      return spoken_of(b, &paid);
    }
  return bind_refuse(b, "nothing mentioned earlier is what this refers to", form);
}

static bool says(const Binder *b, Lf filter, Lf term) {
  if (filter == term) return true;
  for (u32 i = 1; lf_is(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    if (lf_item(b->lf, filter, i) == term) return true;
  return false;
}

static bool one_object(const Binder *b, const Referent *r, Lf form) {
  (void)b;
  (void)form;
  return !r->player && !r->many && !r->aside && !r->word;
}

/* One that can't be a player, and isn't this object itself. */
static bool other_known_object(const Binder *b, const Referent *r, Lf form) {
  return one_object(b, r, form) && !says(b, r->filter, LF_ANY_TARGET) && !lf_is(b->lf, r->was, LF_SELF);
}

/* The latest; what may be a player is called "it" only where nothing else but this object is meant. Before anything is done,
   "it" is this object if that was named and nothing else was mentioned. */
Lf noun_it(Binder *b, Lf form) {
  bool perhaps_player = false;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (!one_object(b, r, form)) continue;
    if (r->unclear) return bind_refuse(b, "this could refer to either of two things", form);
    perhaps_player = says(b, r->filter, LF_ANY_TARGET);
    break;
  }
  for (u32 i = b->referent_first; perhaps_player && i < b->referents.count; i++)
    if (other_known_object(b, &b->referents.data[i], form)) return latest(b, form, other_known_object);
  bool known = b->counted || (b->paid_for && !b->given) || !b->self_named;
  for (u32 i = b->referent_first; i < b->referents.count; i++) known |= one_object(b, &b->referents.data[i], form);
  return known ? latest(b, form, one_object) : noun_self(b, LF_SELF);
}

/* Nobody calls you "they" or "that player". */
static bool is_you(const Binder *b, const Referent *r) {
  return says(b, r->filter, lf_make(b->lf, LF_IS, LF_YOU, 0, 0));
}

static bool many_objects(const Binder *b, const Referent *r, Lf form) {
  (void)b;
  (void)form;
  return !r->player && r->many;
}

static bool a_player(const Binder *b, const Referent *r, Lf form) {
  (void)form;
  return r->player && !is_you(b, r);
}

/* Who does something is a player, however many objects were mentioned since. */
Lf noun_they(Binder *b, Lf form) { return latest(b, form, a_player); }

/* Whose an object is that is described as one of an opponent's; 0 if it isn't. */
static Lf owner_said(Binder *b, const Referent *r) {
  Lf controlled = lf_make(b->lf, LF_CONTROLLED_BY, LF_OPPONENTS, 0, 0);
  Lf owned = lf_make(b->lf, LF_OWNED_BY, LF_OPPONENTS, 0, 0);
  if (says(b, r->filter, controlled)) return lf_make(b->lf, LF_CONTROLLER, r->was, 0, 0);
  if (says(b, r->filter, owned)) return lf_make(b->lf, LF_OWNER, r->was, 0, 0);
  for (u32 i = 1; lf_is_list(b->lf, r->filter, LF_AND) && i < lf_count(b->lf, r->filter); i++) {
    Lf term = lf_item(b->lf, r->filter, i), who = lf_item(b->lf, term, 1);
    bool whose = lf_is_list(b->lf, term, LF_CONTROLLED_BY) || lf_is_list(b->lf, term, LF_OWNED_BY);
    if (whose && (lf_is(b->lf, who, LF_DEFENDING_PLAYER) || lf_is(b->lf, who, LF_ATTACHED_OBJECT))) return who;
  }
  return 0;
}

/* The latest player, or the one whose object was spoken of. */
Lf noun_that_player(Binder *b, Lf form) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (a_player(b, &r, form)) break;
    Lf whose = owner_said(b, &r);
    /* Those that attack together are of the player whose turn it is (508.1). */
    if (r.many && whose) whose = r.role == LF_ATTACKER ? LF_ACTIVE_PLAYER : 0;
    if (whose && !vec_push(&b->allocator, &b->used, r.was)) b->lf->failed = true;
    if (whose) return whose;
  }
  bool mentioned = false;
  for (u32 i = b->referent_first; i < b->referents.count; i++) mentioned |= a_player(b, &b->referents.data[i], form);
  if (!mentioned && b->actor_many) { /* each of those who act */
    b->by_each = true;
    return b->actor;
  }
  if (!mentioned && b->whose && b->whose != LF_NOTHING) return b->whose;
  return latest(b, form, a_player);
}

void bind_say_whose(Binder *b, Lf who) {
  if (bind_mentions(b, who, LF_IT) || bind_mentions(b, who, LF_ASKED)) return;
  b->whose = b->whose && b->whose != who ? LF_NOTHING : who;
}

/* A number with an object in the place of what a filter is asked of. */
static Lf of_object(Binder *b, Lf number, Lf object) {
  return bind_put(b, bind_put(b, number, LF_IT, object), LF_ASKED, object);
}

void bind_say_compared(Binder *b, Lf condition) {
  bool of = lf_is_list(b->lf, condition, LF_MATCHES);
  Lf compared = of ? lf_item(b->lf, condition, 2) : condition;
  if (!lf_is_list(b->lf, compared, LF_CMP)) return;
  for (u32 i = 0; i < COUNT_OF(b->compared); i++) {
    b->compared[i] = lf_item(b->lf, compared, i == 0 ? 1 : 3);
    if (of) b->compared[i] = of_object(b, b->compared[i], lf_item(b->lf, condition, 1));
  }
}

/* `the-difference`: between the numbers that the last condition compared. */
Lf noun_the_difference(Binder *b, Lf form) {
  if (!b->compared[0]) return bind_refuse(b, "no numbers were compared earlier", form);
  return lf_make(b->lf, LF_MINUS, lf_make(b->lf, LF_MAX, b->compared[0], b->compared[1], 0),
                 lf_make(b->lf, LF_MIN, b->compared[0], b->compared[1], 0), 0);
}

/* The same, if that was called an opponent. */
Lf noun_that_opponent(Binder *b, Lf form) {
  bool called = b->actor_many && lf_is(b->lf, b->actor, LF_OPPONENTS);
  Lf attacking = LF_ACTIVE_PLAYER;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (!a_player(b, r, form)) continue;
    called = says(b, r->filter, LF_OPPONENT) || lf_is(b->lf, r->now, LF_OPPONENTS);
    if (called && b->actor == attacking && !r->many && !r->unclear) return spoken_of(b, r);
    if (!called && r->now == attacking) continue; /* "that attacking player" is none who is called an opponent */
    break;
  }
  Lf controlled = lf_make(b->lf, LF_CONTROLLED_BY, LF_OPPONENTS, 0, 0);
  Lf owned = lf_make(b->lf, LF_OWNED_BY, LF_OPPONENTS, 0, 0);
  for (u32 i = b->referents.count; !called && i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (a_player(b, r, form)) break;
    bool there = r->to && lf_is(b->lf, r->to, LF_BATTLEFIELD); /* under whose control it is now */
    called = !r->many && !there && (says(b, r->filter, controlled) || says(b, r->filter, owned));
  }
  return called ? noun_that_player(b, form) : bind_refuse(b, "nobody was called an opponent earlier", form);
}

/* All players but the latest who was spoken of, who is you where nobody was. */
Lf noun_other_players(Binder *b, Lf form) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (!a_player(b, r, form)) continue;
    if (r->many || r->unclear) return bind_refuse(b, "this could refer to any of several players", form);
    return lf_make(b->lf, LF_OPPONENTS, LF_OPT_OF, spoken_of(b, r), 0);
  }
  return LF_OPPONENTS;
}

/* One description or another, neither of which ends with what the other one could belong to. */
Lf noun_one_or_other(Binder *b, Lf form) {
  static const Lf OPEN[] = {LF_TARGETS, LF_SHARES, LF_NAMED_AS, LF_ATTACHED_TO, LF_ATTACKING_WHOM};
  Lf first = lf_item(b->lf, form, 1);
  Lf second = lf_item(b->lf, form, 2);
  bool whose = bind_has_head(b, first, LF_CONTROLLED_BY) || bind_has_head(b, first, LF_OWNED_BY);
  if (!whose && (bind_has_head(b, second, LF_CONTROLLED_BY) || bind_has_head(b, second, LF_OWNED_BY)))
    return bind_refuse(b, "whose the first is isn't said", form);
  for (u32 i = 0; i < COUNT_OF(OPEN); i++)
    if (bind_has_head(b, first, OPEN[i])) return bind_refuse(b, "this could go on with what follows", first);
  return bind_form(b, lf_make(b->lf, LF_OR, first, second, 0), SORT_COND);
}

Lf bind_other_than(Binder *b, Lf filter) {
  u32 known = 0;
  bool other = false;
  for (u32 i = 1; lf_is_list(b->lf, filter, LF_AND) && i < lf_count(b->lf, filter); i++)
    other |= lf_item(b->lf, filter, i) == LF_OTHER;
  for (u32 i = b->referent_first; other && b->paid_for && !b->given && i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    if (r->player || r->word || r->was == LF_SELF) continue;
    if (known || r->adrift || lf_is_list(b->lf, r->now, LF_ALL)) return filter;
    known = i + 1;
  }
  if (!known) return filter;
  Referent one = b->referents.data[known - 1];
  Lf zone = 0;
  bind_zone_of(b, filter, &zone);
  if (one.to && one.to != zone) one.now = one.was; /* it may have stayed where the others are */
  Lf is = lf_make(b->lf, LF_IS, spoken_of(b, &one), 0, 0);
  return b->refusal ? 0 : bind_put(b, filter, LF_OTHER, lf_make(b->lf, LF_NOT, is, 0, 0));
}

/* Another player than the one spoken of, or than you. */
Lf noun_other_player(Binder *b, Lf form) {
  Lf known = LF_YOU;
  for (u32 i = b->referents.count; known == LF_YOU && i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (!a_player(b, r, form)) continue;
    if (r->many || r->unclear) return bind_refuse(b, "this could refer to any of several players", form);
    known = spoken_of(b, r);
  }
  return known ? lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, known, 0, 0), 0, 0) : 0;
}

bool bind_known(const Binder *b, Lf filter, Lf said) {
  static const Lf GENERAL[] = {LF_PERMANENT, LF_CARD, LF_ALWAYS};
  if (filter == said) return true;
  for (u32 i = 0; i < COUNT_OF(GENERAL); i++)
    if (lf_is(b->lf, said, GENERAL[i])) return true;
  /* What this is attached to is called by what it was called before. */
  if (lf_is(b->lf, filter, LF_IS) && lf_is(b->lf, lf_item(b->lf, filter, 1), LF_ATTACHED_OBJECT))
    return b->host && bind_known(b, b->host, said);
  if (lf_is(b->lf, said, LF_AND)) {
    for (u32 i = 1; i < lf_count(b->lf, said); i++)
      if (!bind_known(b, filter, lf_item(b->lf, said, i))) return false;
    return true;
  }
  for (u32 i = 1; lf_is_list(b->lf, said, LF_OR) && i < lf_count(b->lf, said); i++)
    if (bind_known(b, filter, lf_item(b->lf, said, i))) return true;
  if (lf_is(b->lf, said, LF_PLAYER) && lf_is(b->lf, filter, LF_OPPONENT)) return true;
  /* A creature type is said of creatures only (205.3m), and so with the others. */
  if (lf_is(b->lf, said, LF_TYPE) && lf_is(b->lf, filter, LF_SUBTYPE)) {
    Str name = lf_head(b->lf, lf_item(b->lf, filter, 1));
    Word word = word_find(name, WC_SUBTYPE);
    static const Lf TYPES[SUB_COUNT] = {[SUB_CREATURE] = LF_CREATURE,         [SUB_LAND] = LF_LAND,
                                        [SUB_ARTIFACT] = LF_ARTIFACT,         [SUB_ENCHANTMENT] = LF_ENCHANTMENT,
                                        [SUB_PLANESWALKER] = LF_PLANESWALKER, [SUB_BATTLE] = LF_BATTLE};
    Lf type = word ? TYPES[word_subtype_class(word)] : 0;
    return type && lf_is(b->lf, lf_item(b->lf, said, 1), type);
  }
  bool all = lf_is(b->lf, filter, LF_OR), any = lf_is(b->lf, filter, LF_AND) || lf_is(b->lf, filter, LF_SET_TYPES);
  bool some = false;
  for (u32 i = 1; (any || all) && i < lf_count(b->lf, filter); i++) {
    Lf part = lf_item(b->lf, filter, i);
    bool fits = bind_known(b, part, said),
         itself = lf_is(b->lf, part, LF_IS) && !fits; /* what is this or such a thing */
    if (any ? fits : !fits && !itself) return any;
    some |= fits;
  }
  return all && some;
}

/* Whether something is called so: what is on the battlefield is no card, and what isn't is no permanent. */
static bool is_called(const Binder *b, const Referent *r, Lf said) {
  bool card = bind_says_card(b, r->filter), moved = r->now != r->was || r->to;
  bool there = r->to && lf_is(b->lf, r->to, LF_BATTLEFIELD);
  if (card && !there && !bind_says_card(b, said)) return false;
  if (bind_says_card(b, said) && !card && !moved) return false;
  return bind_known(b, r->filter, said);
}

/* This object is called by its name, or "it", and never "that creature". */
static bool one_such(const Binder *b, const Referent *r, Lf form) {
  bool nothing_else = lf_is(b->lf, r->filter, LF_SELF) || lf_is(b->lf, r->filter, LF_ALWAYS);
  if (nothing_else && lf_is_atom(b->lf, r->was) && lf_is(b->lf, r->was, LF_SELF)) return false;
  bool spell = lf_item(b->lf, form, 1) == LF_SPELL_ON_STACK; /* said in so many words */
  return !r->player && !r->many && (!r->aside || spell) && is_called(b, r, lf_item(b->lf, form, 1));
}

static bool many_such(const Binder *b, const Referent *r, Lf form) {
  return !r->player && r->many && is_called(b, r, lf_item(b->lf, form, 1));
}

static bool is_target(const Binder *b, Lf variable) {
  for (u32 i = b->target_first; i < b->targets.count; i++)
    if (lf_item(b->lf, b->targets.data[i], 1) == variable) return true;
  return false;
}

/* What a test of referents takes. */
typedef bool Fits(const Binder *b, const Referent *r, Lf form);

static bool is_variable(const Binder *b, Lf form) {
  return lf_is_atom(b->lf, form) && lf_head(b->lf, form).data[0] == '$';
}

/* What was targeted, chosen or made one by one and is meant together, targets first; 0 without a refusal if there aren't
   several, or something else could be meant. */
static Lf one_by_one(Binder *b, Lf form, Fits *one, Fits *many) {
  Lf items[FORM_MAX] = {LF_UNION};
  u32 fits = 0, several = 0, count = 1;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    bool given_up = lf_is_atom(b->lf, r->was) && lf_is(b->lf, r->was, LF_SELF) && r->role;
    if (r->word || given_up || (!one(b, r, form) && !many(b, r, form))) continue;
    several += many(b, r, form) && r->now == r->was && is_target(b, r->was);
    if ((!one(b, r, form) && !several) || !is_variable(b, r->was)) return 0;
    fits++;
  }
  if (several > 0 && several == fits) return 0;
  if (fits >= FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = b->target_first; i < b->targets.count && fits > 1; i++) {
    for (u32 k = b->referent_first; k < b->referents.count; k++) {
      const Referent r = b->referents.data[k];
      bool fitting = one(b, &r, form) || (several > 0 && many(b, &r, form));
      if (r.was != lf_item(b->lf, b->targets.data[i], 1) || !fitting) continue;
      items[count++] = spoken_of(b, &r);
      break;
    }
  }
  for (u32 i = b->referent_first; i < b->referents.count && fits > 1; i++) {
    const Referent r = b->referents.data[i];
    if (!r.word && is_variable(b, r.was) && !is_target(b, r.was) && one(b, &r, form)) items[count++] = spoken_of(b, &r);
  }
  return count > 2 && !b->refusal ? lf_list(b->lf, items, count) : 0;
}

/* A description without that it is in a graveyard. */
static Lf without_graveyard(Binder *b, Lf filter) {
  Lf kept[16];
  u32 count = 0, most = lf_count(b->lf, filter);
  Lf there = lf_make(b->lf, LF_IN, LF_GRAVEYARD, 0, 0);
  if (!bind_says_card(b, filter) || !bind_mentions(b, filter, there) || most > COUNT_OF(kept)) return filter;
  for (u32 i = 0; i < most; i++) {
    Lf term = lf_item(b->lf, filter, i);
    bool whose = lf_is_list(b->lf, term, LF_OWNED_BY) || lf_is(b->lf, term, LF_A_GRAVEYARD);
    if (term != there && !whose) kept[count++] = term;
  }
  return count == 2 ? kept[1] : lf_list(b->lf, kept, count);
}

/* Whose graveyard a description says, a bound term; 0 if none. */
static Lf owned_there(Binder *b, Lf filter) {
  for (u32 i = 1; i < lf_count(b->lf, filter); i++)
    if (lf_is_list(b->lf, lf_item(b->lf, filter, i), LF_OWNED_BY))
      return bind_form(b, lf_item(b->lf, filter, i), SORT_COND);
  return 0;
}

/* What was spoken of if it is in the graveyard that `filter` says: nothing else is done to it from there. */
static Lf still_in_graveyard(Binder *b, Lf found, Lf filter) {
  Lf variable = bind_variable(b, "g"), owned = owned_there(b, filter);
  Lf there = lf_make(b->lf, LF_IN, LF_GRAVEYARD, 0, 0);
  if (b->refusal) return 0;
  if (owned) there = lf_make(b->lf, LF_AND, there, owned, 0);
  bind_before(b, lf_make(b->lf, LF_LET, variable, lf_make(b->lf, LF_ONLY, found, there, 0), 0));
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    Referent r = b->referents.data[i - 1];
    if (r.now != found) continue;
    r.was = r.now = variable;
    if (owned) r.owner = lf_item(b->lf, owned, 1);
    bind_mention(b, r);
    break;
  }
  return variable;
}

/* (that FILTER), (those FILTER). */
Lf noun_that(Binder *b, Lf form) {
  Lf filter = lf_item(b->lf, form, 1), rest = without_graveyard(b, filter);
  Lf found = latest(b, rest == filter ? form : lf_make(b->lf, LF_THAT, rest, 0, 0), one_such);
  return found && rest != filter ? still_in_graveyard(b, found, filter) : found;
}

Lf noun_those(Binder *b, Lf form) {
  Lf targets = one_by_one(b, form, one_such, many_such);
  return targets || b->refusal ? targets : latest(b, form, many_such);
}

/* (both-of FILTER): two that were mentioned one by one, or several that were mentioned together. */
Lf noun_both_of(Binder *b, Lf form) {
  Lf both[] = {LF_UNION, 0, 0};
  u32 count = 1;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent r = b->referents.data[i];
    if (r.word || !one_such(b, &r, form)) continue;
    if (count == COUNT_OF(both)) return bind_refuse(b, "this must refer to two objects", form);
    both[count++] = spoken_of(b, &r);
  }
  if (count == COUNT_OF(both)) return b->refusal ? 0 : lf_list(b->lf, both, count);
  return count == 1 ? latest(b, form, many_such) : bind_refuse(b, "this must refer to two objects", form);
}

/* (other-of FILTER): of several that were mentioned, what was not chosen when one of them was. */
Lf noun_other_of(Binder *b, Lf form) {
  for (u32 i = b->before.count; i > 0; i--) {
    Lf choose = b->before.data[i - 1], one = LF_N1, from = lf_item(b->lf, choose, 4);
    if (!lf_is_list(b->lf, choose, LF_CHOOSE) || lf_item(b->lf, choose, 3) != one) continue;
    for (u32 k = b->referent_first; k < b->referents.count; k++) {
      const Referent r = b->referents.data[k];
      if (r.now != from || !many_such(b, &r, form)) continue;
      Lf chosen = lf_make(b->lf, LF_IS, lf_item(b->lf, choose, 1), 0, 0);
      bool said = b->said;
      b->said = false; /* where the one that was chosen is, too */
      Lf all = spoken_of(b, &r);
      b->said = said;
      return all ? lf_make(b->lf, LF_ONLY, all, lf_make(b->lf, LF_NOT, chosen, 0, 0), 0) : 0;
    }
  }
  return bind_refuse(b, "one of several was not chosen earlier", form);
}

Lf noun_them(Binder *b, Lf form) {
  Lf targets = one_by_one(b, form, one_object, many_objects);
  return targets || b->refusal ? targets : latest(b, form, many_objects);
}

/* Whom damage is dealt to: "them" is a player where no objects are meant. */
Lf noun_damaged_them(Binder *b, Lf form) {
  Lf targets = one_by_one(b, form, one_object, many_objects);
  if (targets || b->refusal) return targets;
  bool objects = false;
  for (u32 i = b->referent_first; i < b->referents.count; i++) objects |= many_objects(b, &b->referents.data[i], form);
  return latest(b, form, objects ? many_objects : a_player);
}

static bool with_role(const Binder *b, const Referent *r, Lf form) {
  Lf said = lf_item(b->lf, form, 2);
  bool called = !said || (!r->many && (lf_is(b->lf, r->filter, LF_SELF) || bind_known(b, r->filter, said)));
  return r->role == lf_item(b->lf, form, 1) && called;
}

static bool gone_so(const Binder *b, const Referent *r, Lf form) {
  return r->role == lf_item(b->lf, form, 1) && bind_known(b, r->filter, lf_item(b->lf, form, 2));
}

/* What is asked of something as it was, to know whether it went: what is sacrificed or destroyed may go to any zone, also to a
   hidden one, in place of a graveyard (701.8, 701.21), and what is returned to a hand is not found there (400.7). In the place of a role
   `graveyard` asks whether it went there. */
Lf bind_went(Binder *b, Lf role) {
  u32 bad;
  if (role == LF_GRAVEYARD) return lf_read(b->lf, STR("(exists (only (became it) (in graveyard)))"), &bad);
  bool anywhere = role == LF_SACRIFICED || role == LF_DESTROYED || role == LF_RETURNED;
  return lf_read(b->lf, anywhere ? STR("has-left") : STR("(exists (became it))"), &bad);
}

/* (gone-this-way ROLE FILTER): permanents, all of which were so before they went: nothing is asked of their cards. */
Lf noun_gone_this_way(Binder *b, Lf form) {
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.role != lf_item(b->lf, form, 1)) continue;
    if (!r.described || gone_so(b, &r, form)) break;
    /* Of those that were described, only some were so: as they were, if they went. */
    Lf filter = bind_form(b, lf_item(b->lf, form, 2), SORT_COND), all = bind_again(b, r.described);
    Lf gone = bind_went(b, r.role);
    if (!filter || !vec_push(&b->allocator, &b->used, all)) return 0;
    return lf_make(b->lf, LF_ONLY, all, lf_make(b->lf, LF_AND, filter, gone, 0), 0);
  }
  /* All of a description that went to pay for the spell is described no more. */
  for (u32 i = 0; i < b->paid.count; i++)
    if (b->paid.data[i].role == lf_item(b->lf, form, 1) && lf_is_list(b->lf, b->paid.data[i].was, LF_ALL))
      return bind_refuse(b, "nothing is known of what they were", form);
  Lf found = latest(b, form, gone_so);
  /* A target may have been indestructible, or not legal any more. */
  bool counts = found && lf_item(b->lf, form, 1) == LF_DESTROYED && is_target(b, found);
  return counts ? lf_make(b->lf, LF_ONLY, found, bind_went(b, LF_DESTROYED), 0) : found;
}

/* (extreme WHICH MEASURE AMONG): one of those described that none of them exceeds, or none falls short of. */
Lf noun_extreme(Binder *b, Lf form) {
  Lf which = lf_item(b->lf, form, 1), measure = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  Lf all = measure ? bind_form(b, lf_make(b->lf, LF_EACH, lf_item(b->lf, form, 3), 0, 0), SORT_OBJ) : 0;
  if (!all) return 0;
  bool described = lf_is_list(b->lf, all, LF_ALL) && lf_item(b->lf, all, 1) == LF_BATTLEFIELD;
  Lf one = described ? lf_item(b->lf, all, 2) : lf_make(b->lf, LF_IS, all, 0, 0);
  Lf cmp[] = {LF_CMP, measure, LF_IS_EQUAL, lf_make(b->lf, which, measure, all, 0)};
  return lf_make(b->lf, LF_AND, one, lf_list(b->lf, cmp, COUNT_OF(cmp)), 0);
}

static bool put_there(const Binder *b, const Referent *r, Lf form) {
  return r->to == lf_item(b->lf, form, 1) || (r->role == LF_MILLED && r->zone == lf_item(b->lf, form, 1));
}

/* (put-there ZONE FILTER): those cards among what was moved last that are in the zone it was moved to. */
Lf noun_put_there(Binder *b, Lf form) {
  Lf zone = lf_item(b->lf, form, 1), filter = bind_form(b, lf_item(b->lf, form, 2), SORT_COND);
  if (!filter || !bind_says_card(b, filter)) return filter ? bind_refuse(b, "this isn't called a card", form) : 0;
  bool said = b->said;
  b->said = false;
  Lf found = latest(b, form, put_there);
  b->said = said;
  Lf there = lf_make(b->lf, LF_AND, filter, lf_make(b->lf, LF_IN, zone, 0, 0), 0);
  return found ? lf_make(b->lf, LF_ONLY, found, there, 0) : 0;
}

/* (measured OBJECTS): several that a number is taken of. Of permanents that went at once it isn't known what they were. */
Lf noun_measured(Binder *b, Lf form) {
  static const Lf GONE[] = {LF_DESTROYED, LF_RETURNED, LF_EXILED, LF_MOVED};
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  for (u32 i = b->referents.count; objects && i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    bool gone = r->many && r->was == r->now && bind_mentions(b, objects, r->now) && !says(b, r->filter, LF_CARD);
    for (u32 k = 0; gone && k < COUNT_OF(GONE); k++)
      if (r->role == GONE[k]) return bind_refuse(b, "nothing is known of what they were", form);
  }
  return objects;
}

/* (dealt-damage-this-way [FILTER]): what the last action that dealt damage dealt it to. */
Lf noun_dealt_damage(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 1);
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (r->role != LF_DAMAGED) continue;
    Lf filter = said ? bind_form(b, said, SORT_COND) : 0, variable = spoken_of(b, r);
    return said && !filter ? 0 : filter ? lf_make(b->lf, LF_ONLY, variable, filter, 0) : variable;
  }
  return bind_refuse(b, "nothing was dealt damage this way", form);
}

Lf noun_together(Binder *b, Lf form) { return bind_refuse(b, "not all of them are of this kind", form); }

static bool many_with_role(const Binder *b, const Referent *r, Lf form) {
  Lf said = lf_item(b->lf, form, 2);
  return r->many && r->role == lf_item(b->lf, form, 1) && (!said || bind_known(b, r->filter, said));
}

/* (the ROLE): what was, for instance, sacrificed; (the-many ROLE) all of it. */
/* What no words of the ability have exiled was exiled by another one of the object (607.2a). */
static Lf exiled_with(Binder *b, Lf form, bool (*fits)(const Binder *b, const Referent *r, Lf form)) {
  if (!lf_is(b->lf, lf_item(b->lf, form, 1), LF_EXILED)) return 0;
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (fits(b, &b->referents.data[i - 1], form)) return 0;
  Lf noted = lf_make(b->lf, LF_NOTED, LF_LINK_EXILED, 0, 0);
  bind_mention(b, (Referent){.was = noted, .now = noted, .filter = LF_CARD});
  return noted;
}

Lf noun_the(Binder *b, Lf form) {
  Lf linked = exiled_with(b, form, with_role), role = lf_item(b->lf, form, 1), filter = lf_item(b->lf, form, 2);
  Lf rest = filter && !linked ? without_graveyard(b, filter) : filter;
  if (rest != filter) form = lf_make(b->lf, LF_THE, role, rest, 0);
  Lf found = linked ? linked : latest(b, form, with_role);
  return found && rest != filter ? still_in_graveyard(b, found, filter) : found;
}

/* How many choices an ability has had made so far. */
static u32 choices_made(const Binder *b) {
  u32 n = 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++) n += b->referents.data[i].role == LF_CHOSEN;
  return n;
}

Lf noun_the_many(Binder *b, Lf form) {
  Lf linked = exiled_with(b, form, with_role);
  if (linked) return linked;
  if (lf_is(b->lf, lf_item(b->lf, form, 1), LF_CHOSEN) && choices_made(b) > 1)
    return bind_refuse(b, "this could refer to either of two things", form);
  for (u32 i = b->referents.count; i > b->referent_first; i--)
    if (many_with_role(b, &b->referents.data[i - 1], form)) return latest(b, form, many_with_role);
  return latest(b, form, with_role);
}

/* What attacks: as the event has it, or else this object. */
Lf noun_attacker(Binder *b, Lf form) {
  Lf role = LF_ATTACKER;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (r->role == role) return r->many ? bind_refuse(b, "this must refer to exactly one object", form) : r->was;
  }
  Lf is = lf_make(b->lf, LF_IS, lf_make(b->lf, LF_ATTACHED_OBJECT, LF_SELF, 0, 0), 0, 0);
  if (b->event && lf_is_list(b->lf, b->event, LF_DAMAGE) && lf_item(b->lf, b->event, 1) == is) return LF_EVENT_SOURCE;
  return b->paid_for && !b->given ? bind_refuse(b, "this refers to no attacking creature", form) : LF_SELF;
}

/* Of two creatures that an event mentions, one of which is what this is attached to, the other one. */
static Lf other_creature(Binder *b, Lf form) {
  const Referent *other = NULL;
  bool host = false;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    bool attached = bind_has_head(b, r->filter, LF_ATTACHED_OBJECT) && lf_is_list(b->lf, r->filter, LF_IS);
    host |= attached;
    if (attached || r->player || r->word || lf_is(b->lf, r->was, LF_SELF)) continue;
    if (other || r->many || !bind_mentions(b, r->filter, lf_make(b->lf, LF_TYPE, LF_CREATURE, 0, 0)))
      return bind_refuse(b, "this must refer to exactly one object", form);
    other = r;
  }
  if (!host || !other) return bind_refuse(b, "nothing happens to what this refers to", form);
  /* What is dealt damage by a creature may be that creature itself. */
  Lf said = spoken_of(b, other), is = lf_make(b->lf, LF_IS, lf_make(b->lf, LF_ATTACHED_OBJECT, LF_SELF, 0, 0), 0, 0);
  bool apart = !lf_is_list(b->lf, b->event, LF_DAMAGE);
  return apart ? said : lf_make(b->lf, LF_ONLY, said, lf_make(b->lf, LF_NOT, is, 0, 0), 0);
}

/* (in-event ROLE): what has a part of its own in the event, by which it is called. */
Lf noun_in_event(Binder *b, Lf form) {
  if (lf_item(b->lf, form, 1) == LF_OTHER_CREATURE) return other_creature(b, form);
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (r->role == lf_item(b->lf, form, 1))
      return r->many ? bind_refuse(b, "this must refer to exactly one object", form) : r->was;
  }
  return bind_refuse(b, "nothing happens to what this refers to", form);
}

/* What an event, or else what was done last, came to. */
Lf noun_that_much(Binder *b, Lf form) {
  if (b->actor_many && b->counted) { /* what each of those who act came to */
    b->by_each = true;
    return LF_THIS_WAY;
  }
  bool paid = !b->counted || b->counted == LF_REMOVE_COUNTERS || b->counted == LF_REMOVE_ALL_COUNTERS;
  for (u32 i = b->referents.count; !b->amount && paid && i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1]; /* how many counters were removed to pay */
    if (r->word && r->role == LF_REMOVE_COUNTERS) return r->now;
  }
  return b->amount ? b->amount : bind_refuse(b, "no amount was mentioned earlier", form);
}

/* (amount-of-event EVENT [:you]): what the event that triggers came to, if that is what happened: to you, or to somebody else. */
Lf noun_amount_of_event(Binder *b, Lf form) {
  bool same = b->event && b->amount_of_event && lf_is(b->lf, b->event, lf_item(b->lf, form, 1));
  bool dealt = same && lf_is(b->lf, b->event, LF_DAMAGE); /* of which that says nothing that the source is yours */
  bool yours = same && !dealt && bind_mentions(b, lf_item(b->lf, b->event, 1), LF_YOU);
  if (same && yours == (lf_count(b->lf, form) > 2)) return b->amount;
  return bind_refuse(b, "no amount was mentioned earlier", form);
}

/* (done-this-way OPERATION): what the last action came to, all of it together, if it did that. */
Lf noun_done_this_way(Binder *b, Lf form) {
  if (lf_item(b->lf, form, 1) == LF_EXCESS && b->counted == LF_DEAL_DAMAGE) return LF_EXCESS_THIS_WAY;
  bool same = b->counted && b->counted == lf_item(b->lf, form, 1);
  if (same && lf_is(b->lf, b->counted, LF_PREVENT)) return b->prevented;
  return same ? LF_THIS_WAY : bind_refuse(b, "no amount was mentioned earlier", form);
}

Lf noun_actor(Binder *b, Lf form) {
  (void)form;
  if (b->actor_many && b->said) b->by_each = true;
  return b->actor;
}

/* What this object has become that left the battlefield in the event, or because what it was attached to did. */
static Lf gone(Binder *b, Lf form) {
  if (b->said || !lf_is_atom(b->lf, form)) return 0;
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.role == LF_GONE) return spoken_of(b, &r);
    if (r.role == LF_HOST_GONE) return lf_make(b->lf, LF_BECAME, form, 0, 0);
    /* To pay it was sacrificed. */
    if (r.role == LF_SACRIFICED && r.was == form && r.now == form && !b->paying)
      return lf_make(b->lf, LF_BECAME, form, 0, 0);
  }
  return 0;
}

/* This object, and what it is attached to, may be spoken of again. */
Lf noun_self(Binder *b, Lf form) {
  b->self_named |= form == LF_SELF;
  Lf now = gone(b, form);
  if (now) return now;
  Lf itself = lf_make(b->lf, LF_IS, form, 0, 0), self = LF_SELF;
  for (u32 i = b->referents.count; i > b->referent_first && !b->said; i--) {
    const Referent r = b->referents.data[i - 1];
    if (r.now == r.was || r.adrift || (r.was != form && r.filter != itself)) continue;
    return spoken_of(b, &r); /* what it has become once it was moved (400.7) */
  }
  bool named = b->referents.count > b->referent_first && b->referents.data[b->referents.count - 1].was == form;
  if (!named) bind_mention(b, (Referent){.was = form, .now = form, .filter = self});
  return form;
}

/* (host FILTER): what this object is attached to, and what that is called. */
Lf noun_host(Binder *b, Lf form) {
  b->host = lf_item(b->lf, form, 1);
  Lf host = lf_make(b->lf, LF_ATTACHED_OBJECT, LF_SELF, 0, 0);
  Lf bound = noun_self(b, host);
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    Referent *r = &b->referents.data[i - 1];
    if (r->was == host && lf_is(b->lf, r->filter, LF_SELF)) r->filter = lf_make(b->lf, LF_IS, host, 0, 0);
  }
  return bound;
}

/* (top-of-graveyard PLAYER [FILTER]): the one card, or the top one of those described, may be spoken of again. */
Lf noun_graveyard_top(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 2), whose = lf_make(b->lf, LF_OWNED_BY, lf_item(b->lf, form, 1), 0, 0);
  Lf filter = said ? lf_make(b->lf, LF_AND, LF_CARD, said, 0) : LF_CARD;
  Lf all = lf_make(b->lf, LF_ALL, LF_GRAVEYARD, lf_make(b->lf, LF_AND, LF_CARD, said, whose), 0);
  Lf card =
      said ? bind_form(b, lf_make(b->lf, LF_LAST, all, 0, 0), SORT_OBJ) : bind_operation(b, IR_TOP_OF_GRAVEYARD, form);
  if (card) bind_mention(b, (Referent){.was = card, .now = card, .filter = filter});
  return card;
}

/* (cards ZONE PLAYER): of many players, all that are theirs. */
Lf noun_cards(Binder *b, Lf form) {
  Lf actor = LF_ACTOR, zone = lf_item(b->lf, form, 1), who = lf_item(b->lf, form, 2);
  bool own = who == actor;
  who = own ? who : bind_form(b, who, SORT_OBJ);
  own |= who == b->actor; /* "their" hands may be those of several who act */
  if (own && b->actor_many && !b->said)
    return lf_make(b->lf, LF_ALL, zone, lf_make(b->lf, LF_OWNED_BY, b->actor, 0, 0), 0);
  who = who == actor ? bind_form(b, who, SORT_OBJ) : who;
  return who ? lf_make(b->lf, LF_CARDS, zone, who, 0) : 0;
}

/* The object that a text calls by its name: in an ability that it gives to something else, the one that gives it. */
Lf noun_by_name(Binder *b, Lf form) {
  (void)form;
  return noun_self(b, b->given ? LF_GRANTER : LF_SELF);
}

/* "He", "she": this object, which no instant or sorcery is called. */
Lf noun_he(Binder *b, Lf form) {
  return b->paid_for && !b->given ? bind_refuse(b, "this refers to nobody who is known", form) : noun_by_name(b, form);
}

/* Each of the abilities of a form for itself, by the operation that gives it. */
static Lf given(Binder *b, Lf form, Lf operation) {
  bool was_given = b->given, shares = b->shares;
  b->given = true;
  b->shares = false;
  Lf abilities = bind_form(b, lf_item(b->lf, form, 1), SORT_ABIL);
  b->given = was_given;
  b->shares = shares;
  if (!abilities) return 0;
  if (lf_is_atom(b->lf, abilities) || !lf_is(b->lf, abilities, LF_LIST))
    return lf_make(b->lf, operation, abilities, 0, 0);
  Lf each[FORM_MAX] = {lf_item(b->lf, abilities, 0)};
  u32 count = lf_count(b->lf, abilities);
  if (count > FORM_MAX) return bind_refuse(b, "too many abilities", form);
  for (u32 i = 1; i < count; i++) each[i] = lf_make(b->lf, operation, lf_item(b->lf, abilities, i), 0, 0);
  return lf_list(b->lf, each, count);
}

/* (gains ABILITY): what is given to an object; (says ABILITY): what its text says besides (612.6). */
Lf noun_gains(Binder *b, Lf form) { return given(b, form, LF_GAIN); }
/* (gains-priced KEYWORD SAID COST): a keyword, and what the ability it was said of costs, which is that. */
Lf noun_gains_priced(Binder *b, Lf form) {
  Lf keyword = lf_item(b->lf, form, 1);
  if (keyword != lf_item(b->lf, form, 2)) return bind_refuse(b, "no such keyword is gained", form);
  Lf ability[] = {LF_KEYWORD, keyword, LF_OPT_COST, lf_item(b->lf, form, 3)};
  return noun_gains(b, lf_make(b->lf, LF_GAINS, lf_list(b->lf, ability, COUNT_OF(ability)), 0, 0));
}
Lf noun_says(Binder *b, Lf form) { return given(b, form, LF_HAS_TEXT); }

/* --- costs -------------------------------------------------------------------------------------------------- */

/* (whoever OBJECT): the player that was targeted, or else who controls what was; the latest player from then on. */
Lf noun_whoever(Binder *b, Lf form) {
  Lf said = lf_item(b->lf, form, 1);
  Lf object = said == LF_PRONOUN_IT ? latest(b, said, one_object) : bind_form(b, said, SORT_OBJ);
  if (!object) return 0;
  Lf who = lf_make(b->lf, LF_CONTROLLER, object, 0, 0);
  bind_mention(b, (Referent){.was = who, .now = who, .filter = LF_PLAYER, .player = true});
  return who;
}

/* How many counters were removed to pay is spoken of by the effect. All that there are, are counted before. */
static Lf removed_to_pay(Binder *b, Lf action) {
  bool all = lf_is_list(b->lf, action, LF_REMOVE_ALL_COUNTERS);
  if (!all && !lf_is_list(b->lf, action, LF_REMOVE_COUNTERS)) return action;
  Lf kind = all ? bind_option(b, action, LF_OPT_KIND) : lf_item(b->lf, action, 1), from = lf_item(b->lf, action, 1);
  Lf number = all ? bind_variable(b, "n") : 0;
  Lf count = all ? lf_make(b->lf, LF_VALUE, number, 0, 0) : lf_item(b->lf, action, 2);
  bind_mention(b, (Referent){.was = count, .now = count, .filter = kind, .role = LF_REMOVE_COUNTERS, .word = true});
  if (!all) return action;
  Lf there = kind ? lf_make(b->lf, LF_COUNTERS, kind, from, 0) : lf_make(b->lf, LF_ALL_COUNTERS, from, 0, 0);
  return lf_make(b->lf, LF_SEQ, lf_make(b->lf, LF_LET_NUMBER, number, there, 0), action, 0);
}

/* (removed-counters KIND): how many counters of that kind were removed to pay or by the last action. */
Lf noun_removed_counters(Binder *b, Lf form) {
  Lf kind = lf_item(b->lf, form, 1);
  for (u32 i = b->referents.count; i > b->referent_first; i--) {
    const Referent *r = &b->referents.data[i - 1];
    if (r->word && r->role == LF_REMOVE_COUNTERS && kind == r->filter) return r->now;
  }
  bool removed = b->counted == LF_REMOVE_COUNTERS || b->counted == LF_REMOVE_ALL_COUNTERS;
  return removed ? LF_THIS_WAY : bind_refuse(b, "no counters were removed earlier", form);
}

/* (removing KIND N COST): a cost to pay which so many counters of that kind are removed. */
Lf noun_removing(Binder *b, Lf form) {
  Lf count = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  Lf cost = count ? bind_form(b, lf_item(b->lf, form, 3), SORT_COST) : 0;
  Lf kind = lf_item(b->lf, form, 1);
  if (cost)
    bind_mention(b, (Referent){.was = count, .now = count, .filter = kind, .role = LF_REMOVE_COUNTERS, .word = true});
  return cost;
}

/* Whether one counter is removed from what is chosen, of a kind that whoever pays chooses. */
static bool removes_any_counter(const Binder *b, Lf action) {
  Lf choice = lf_item(b->lf, action, 1);
  return lf_count(b->lf, action) == 4 && lf_is_list(b->lf, choice, LF_CHOOSE) && lf_item(b->lf, choice, 3) == LF_N1 &&
         lf_is_list(b->lf, lf_item(b->lf, action, 2), LF_CHOOSE_COUNTER);
}

/* A choice of something that has a counter. */
static Lf choice_of_countered(Binder *b, Lf choice) {
  Lf has[] = {LF_CMP, lf_make(b->lf, LF_ALL_COUNTERS, LF_IT, 0, 0), LF_IS_MORE, LF_N0};
  Lf from = lf_make(b->lf, LF_ONLY, lf_item(b->lf, choice, 4), lf_list(b->lf, has, COUNT_OF(has)), 0);
  return bind_with_item(b, choice, 4, from);
}

/* (cost-of ACTION): what is done to pay, to what is chosen for it if there is a choice. */
Lf noun_cost_of(Binder *b, Lf form) {
  bool paying = b->paying;
  b->paying = true;
  Lf action = bind_action(b, lf_item(b->lf, form, 1));
  b->paying = paying;
  if (!action) return 0;
  if (!lf_is(b->lf, action, LF_SEQ)) return lf_make(b->lf, LF_DO, removed_to_pay(b, action), 0, 0);
  Lf choice = lf_item(b->lf, action, 1), done = lf_item(b->lf, action, 2);
  if (lf_is_list(b->lf, choice, LF_CHOOSE_COUNTER)) return lf_make(b->lf, LF_DO, action, 0, 0);
  if (lf_is_list(b->lf, choice, LF_LET) && lf_is(b->lf, lf_item(b->lf, choice, 2), LF_TOP) &&
      lf_is(b->lf, done, LF_EXILE) && lf_count(b->lf, action) == 3)
    return lf_make(b->lf, LF_DO, action, 0, 0);
  if (removes_any_counter(b, action)) {
    choice = choice_of_countered(b, choice);
    done = lf_make(b->lf, LF_SEQ, done, lf_item(b->lf, action, 3), 0);
  } else if (!lf_is(b->lf, choice, LF_CHOOSE) || lf_count(b->lf, action) != 3) {
    return bind_refuse(b, "this can't be a cost", lf_item(b->lf, form, 1));
  }
  Lf items[FORM_MAX] = {LF_PAY_WITH};
  u32 n = 1;
  for (u32 i = 1; i < lf_count(b->lf, choice) && i <= 4; i++) items[n++] = lf_item(b->lf, choice, i);
  items[n++] = done;
  bool random = lf_is(b->lf, lf_item(b->lf, choice, 5), LF_OPT_RANDOM);
  if (random) items[n++] = LF_OPT_RANDOM;
  for (u32 i = random ? 6 : 5; i + 1 < lf_count(b->lf, choice) && n + 2 < FORM_MAX; i += 2) {
    /* Whoever pays chooses. */
    if (lf_is(b->lf, lf_item(b->lf, choice, i), LF_OPT_BY) && lf_item(b->lf, choice, i + 1) == b->actor) continue;
    if (!lf_is(b->lf, lf_item(b->lf, choice, i), LF_OPT_SET)) return bind_refuse(b, "no cost is paid", choice);
    items[n++] = lf_item(b->lf, choice, i);
    items[n++] = lf_item(b->lf, choice, i + 1);
  }
  if ((lf_count(b->lf, choice) + random) % 2 == 0) return bind_refuse(b, "no cost is paid", choice);
  return lf_list(b->lf, items, n);
}

/* A condition without what says whose it is. */
static Lf without_owner(Binder *b, Lf form) {
  Lf you = LF_YOU;
  u32 count = lf_count(b->lf, form), kept = 0;
  bool whose = lf_is(b->lf, form, LF_CONTROLLED_BY) || lf_is(b->lf, form, LF_OWNED_BY);
  if (lf_is_atom(b->lf, form)) return form;
  if (whose && lf_item(b->lf, form, 1) == you) return LF_ALWAYS;
  Lf items[FORM_MAX];
  if (count > FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  bool all = lf_is(b->lf, form, LF_AND);
  for (u32 i = 0; i < count; i++) {
    Lf item = without_owner(b, lf_item(b->lf, form, i));
    if (!item) return 0;
    if (!all || !lf_is(b->lf, item, LF_ALWAYS)) items[kept++] = item;
  }
  return kept == 1 && all ? LF_ALWAYS : lf_list(b->lf, items, kept);
}

/* Whoever pays for ward chooses from their own graveyard, and is who does what is paid (702.21a). */
static Lf of_payer(Binder *b, Lf form) {
  if (lf_is_atom(b->lf, form)) return form;
  Lf source = LF_EVENT_SOURCE, payer = lf_make(b->lf, LF_CONTROLLER, source, 0, 0);
  bool graves = lf_is(b->lf, form, LF_ALL) && lf_is(b->lf, lf_item(b->lf, form, 1), LF_GRAVEYARD);
  if (graves || lf_is(b->lf, form, LF_PERFORMED)) return bind_put(b, form, LF_YOU, payer);
  Lf items[FORM_MAX];
  u32 count = lf_count(b->lf, form);
  if (count > FORM_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < count; i++)
    if (!(items[i] = of_payer(b, lf_item(b->lf, form, i)))) return 0;
  return lf_list(b->lf, items, count);
}

/* (payable COST): by another player, with what is theirs: elsewhere nothing but who pays says whose it is. */
Lf noun_payable(Binder *b, Lf form) {
  Lf cost = bind_form(b, lf_item(b->lf, form, 1), SORT_COST);
  cost = cost ? of_payer(b, cost) : 0;
  return cost ? without_owner(b, cost) : 0;
}

/* (difference A B): how far apart two numbers are. */
Lf noun_difference(Binder *b, Lf form) {
  Lf first = bind_form(b, lf_item(b->lf, form, 1), SORT_NUM), second = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  if (!first || !second) return 0;
  return lf_make(b->lf, LF_MINUS, lf_make(b->lf, LF_MAX, first, second, 0), lf_make(b->lf, LF_MIN, first, second, 0),
                 0);
}

/* (compared MEASURE HOW NUMBER): something with greater toughness than its power is compared with itself, and with what was
   spoken of before in the same measure. */
Lf noun_compared(Binder *b, Lf form) {
  Lf measure = lf_item(b->lf, form, 1), number = lf_item(b->lf, form, 3);
  bool power = bind_has_head(b, measure, LF_POWER) && bind_has_head(b, number, LF_TOUGHNESS);
  bool toughness = bind_has_head(b, measure, LF_TOUGHNESS) && bind_has_head(b, number, LF_POWER);
  if (power || toughness) number = bind_put(b, number, LF_PRONOUN_IT, LF_IT);
  Lf items[] = {LF_CMP, measure, lf_item(b->lf, form, 2), number};
  return bind_form(b, lf_list(b->lf, items, COUNT_OF(items)), SORT_COND);
}

/* (sized POWER TOUGHNESS [:base]): just that power and toughness, or base power and toughness. */
Lf noun_sized(Binder *b, Lf form) {
  LfStore *lf = b->lf;
  bool base = lf_count(lf, form) > 3;
  Lf power = lf_make(lf, base ? LF_BASE_POWER_OF : LF_POWER, LF_IT, 0, 0);
  Lf toughness = lf_make(lf, base ? LF_BASE_TOUGHNESS_OF : LF_TOUGHNESS, LF_IT, 0, 0);
  Lf powers[] = {LF_CMP, power, LF_IS_EQUAL, lf_item(lf, form, 1)};
  Lf toughnesses[] = {LF_CMP, toughness, LF_IS_EQUAL, lf_item(lf, form, 2)};
  return lf_make(lf, LF_AND, lf_list(lf, powers, COUNT_OF(powers)), lf_list(lf, toughnesses, COUNT_OF(toughnesses)), 0);
}

/* (alike OBJECT ASPECT WITH): what it is compared with is something else; this object, if that is meant, is no more "it" than
   before. */
Lf noun_alike(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf object = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  u32 count = b->referents.count, kept = count;
  for (u32 i = b->referent_first; i < count; i++)
    b->referents.data[i].aside = b->referents.data[i].now == object || b->referents.data[i].was == object;
  Lf with = object ? bind_form(b, lf_item(b->lf, form, 3), SORT_OBJ) : 0;
  for (u32 i = b->referent_first; i < count; i++) b->referents.data[i].aside = false;
  b->said = said;
  for (u32 i = count; i < b->referents.count; i++)
    if (!lf_is(b->lf, b->referents.data[i].was, LF_SELF)) b->referents.data[kept++] = b->referents.data[i];
  b->referents.count = kept;
  if (!with) return 0;
  if (with == object) return bind_refuse(b, "nothing is compared with itself", form);
  return lf_make(b->lf, LF_MATCHES, object, lf_make(b->lf, LF_SHARES, lf_item(b->lf, form, 2), with, 0), 0);
}

/* (compare A HOW B): what is spoken of is what A is of; this object, if B is, is no more "it" than before. */
Lf noun_compare(Binder *b, Lf form) {
  bool said = b->said;
  b->said = true;
  Lf first = bind_form(b, lf_item(b->lf, form, 1), SORT_NUM);
  u32 count = b->referents.count, kept = count;
  Lf second = first ? bind_form(b, lf_item(b->lf, form, 3), SORT_NUM) : 0;
  b->said = said;
  for (u32 i = count; i < b->referents.count; i++)
    if (!lf_is(b->lf, b->referents.data[i].was, LF_SELF)) b->referents.data[kept++] = b->referents.data[i];
  b->referents.count = kept;
  Lf items[] = {LF_CMP, first, lf_item(b->lf, form, 2), second};
  return second ? lf_list(b->lf, items, COUNT_OF(items)) : 0;
}

/* (blockers-of OBJECT): nothing blocks what has left the battlefield. */
Lf noun_blockers(Binder *b, Lf form) {
  Lf blockers = bind_operation(b, IR_BLOCKERS_OF, form);
  bool gone = blockers && bind_was_moved(b, lf_item(b->lf, blockers, 1));
  return gone ? bind_refuse(b, "what has left combat can't be blocked", form) : blockers;
}

/* `unsaid-other`: what concerns many permanents goes without saying for its own object alone (614.12), of which an ability
   that is given to others says it. */
Lf noun_unsaid_other(Binder *b, Lf form) {
  return b->given ? bind_refuse(b, "this is not what was named", form) : LF_OTHER;
}
