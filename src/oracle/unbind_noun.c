/* Objects and players as they are spoken of. */
#include "oracle/unbind_inner.h"

Known *unbind_known_of(Unbinder *u, Lf variable) {
  for (u32 i = u->known_count; i > 0; i--)
    if (u->known[i - 1].variable == variable) return &u->known[i - 1];
  return NULL;
}

bool unbind_is_one(const Unbinder *u, Lf max) { return max == LF_N1 || !max || u->failed; }

void unbind_know(Unbinder *u, Lf variable, Lf filter, Lf said, bool many) {
  if (u->known_count == UNBIND_REFERENTS_MAX)
    u->failed = true;
  else
    u->known[u->known_count++] =
        (Known){variable, filter, said, many, filter && bind_is_player(u->binder, filter), false, 0, 0};
}

/* The terms of a description, from 1 on, and how many there are and one. */
u32 unbind_term_count(const Unbinder *u, Lf filter) { return is(u, filter, LF_AND) ? lf_count(u->lf, filter) : 2; }
Lf unbind_term_at(const Unbinder *u, Lf filter, u32 i) { return is(u, filter, LF_AND) ? item(u, filter, i) : filter; }

static bool is_on_stack(Lf kind) {
  return kind == LF_SPELL_ON_STACK || kind == LF_ACTIVATED_ABILITY || kind == LF_TRIGGERED_ABILITY;
}

/* What something of a description is called: "creature", "card", "spell". */
static Lf kind_of(Unbinder *u, Lf filter) {
  static const Lf KINDS[] = {LF_TYPE, LF_SUBTYPE, LF_SPELL_ON_STACK, LF_CARD, LF_TOKEN, LF_PERMANENT, LF_OPPONENT};
  if (is(u, filter, LF_OR) && is_on_stack(item(u, filter, 1)) && is_on_stack(item(u, filter, 2))) return filter;
  if (is(u, filter, LF_OR) && lf_count(u->lf, filter) > 2) return LF_PERMANENT;
  for (u32 i = 1; i < unbind_term_count(u, filter); i++)
    if (unbind_term_at(u, filter, i) == LF_CARD) return LF_CARD;
  for (u32 k = 0; k < COUNT_OF(KINDS); k++)
    for (u32 i = 1; i < unbind_term_count(u, filter); i++)
      if (is(u, unbind_term_at(u, filter, i), KINDS[k])) return unbind_term_at(u, filter, i);
  return LF_PERMANENT;
}

/* A pronoun, or a name for what was mentioned. */
static Lf again(Unbinder *u, const Known *k) {
  if (k->player) {
    static const Lf PLAYERS[] = {LF_THAT_PLAYER, LF_PRONOUN_THEY, LF_PRONOUN_THEIR};
    return PLAYERS[way(u, COUNT_OF(PLAYERS))];
  }
  u32 which = way(u, k->role ? 3 : 2);
  if (which == 0) return k->many ? LF_PRONOUN_THEM : LF_PRONOUN_IT;
  if (which == 2) return make(u, k->many ? LF_THE_MANY : LF_THE, k->role, k->many ? 0 : kind_of(u, k->filter), 0);
  return make(u, k->many ? LF_THOSE : LF_THAT, k->filter ? kind_of(u, k->filter) : LF_PERMANENT, 0, 0);
}

/* A target for each opponent, of which the words around it say so. */
static Lf target_of_each(Unbinder *u, Lf target) {
  Lf filter = bind_put(u->binder, item(u, target, 1), make(u, LF_CONTROLLED_BY, LF_OPPONENTS, 0, 0),
                       make(u, LF_CONTROLLED_BY, LF_THAT_PLAYER, 0, 0));
  u->opponents = 1 + way(u, 3);
  Lf said[] = {LF_TARGET, filter, LF_OPT_MIN, LF_N0};
  return lf_list(u->lf, said, u->opponents == 3 ? 2 : 4);
}

/* A target as it is said: how many there are is found out with what is done with them. */
static Lf target_said(Unbinder *u, Lf target) {
  if (bind_option(u->binder, target, LF_OPT_SET) == LF_ONE_OF_EACH) return target_of_each(u, target);
  Items items = {{LF_TARGET, item(u, target, 1)}, 2};
  for (u32 i = 2; i < lf_count(u->lf, target); i++) {
    Lf before = item(u, target, i - 1);
    bool counts = before == LF_OPT_MIN || before == LF_OPT_MAX || before == LF_OPT_DIVIDE;
    add(&items, counts ? unbind_part(u, item(u, target, i), SORT_NUM) : item(u, target, i));
  }
  return list_of(u, &items);
}

Lf unbind_variable(Unbinder *u, Lf name) {
  Known *k = unbind_known_of(u, name);
  if (name == LF_VAR_GIFT) return name;
  if (name == u->their) return LF_PRONOUN_THEIR;
  if (name == u->each) return LF_ACTOR;
  if (!k) return none(u);
  if (!k->said && k->role == LF_OTHER) return make(u, LF_THE, LF_OTHER, 0, 0);
  if (!k->said) return again(u, k);
  Lf said = k->said;
  k->said = 0;
  return is(u, said, LF_TARGET) ? target_said(u, said) : said;
}

static Lf self(Unbinder *u) {
  const Lf usual = u->named ? LF_BY_NAME : LF_SELF, other = u->named ? LF_SELF : LF_BY_NAME;
  const Lf first[] = {usual, other, LF_PRONOUN_IT}, later[] = {LF_PRONOUN_IT, usual, other};
  bool again = u->self_again != 0;
  u->self_again = LF_SELF;
  if (u->zone && !again) return make(u, LF_SELF_IN, u->zone, 0, 0);
  return (again ? later : first)[way(u, 3)];
}

/* What an event mentions is known under a name that all abilities have. */
bool unbind_is_of_event(Lf form) {
  static const Lf OF_EVENT[] = {LF_EVENT_OBJECT,    LF_EVENT_PLAYER,     LF_EVENT_SOURCE,     LF_EVENT_OTHER,
                                LF_EVENT_NEW,       LF_VAR_EVENT_OBJECT, LF_VAR_EVENT_PLAYER, LF_VAR_EVENT_SOURCE,
                                LF_VAR_EVENT_OTHER, LF_VAR_EVENT_NEW};
  for (u32 i = 0; i < COUNT_OF(OF_EVENT); i++)
    if (form == OF_EVENT[i]) return true;
  return false;
}

/* A description with the zone it looks in, which is said before whose the cards are. */
static Lf there(Unbinder *u, Lf zone, Lf filter) {
  if (zone == LF_BATTLEFIELD || zone == LF_STACK) return filter;
  Items items = {{LF_AND}, 1};
  Lf in = make(u, LF_IN, zone, 0, 0);
  bool put = false;
  for (u32 i = 1; i < unbind_term_count(u, filter); i++) {
    Lf term = unbind_term_at(u, filter, i);
    if (is(u, term, LF_OWNED_BY) && !put) {
      add(&items, in);
      put = true;
    }
    add(&items, term);
  }
  if (!put) add(&items, in);
  return list_of(u, &items);
}

/* A description of all there are of some objects, 0 if they are no such. */
Lf unbind_described(Unbinder *u, Lf objects) {
  if (is(u, objects, LF_ALL_PLAYERS)) return unbind_part(u, item(u, objects, 1), SORT_COND);
  if (!lf_is_list(u->lf, objects, LF_ALL)) return 0;
  Lf filter = unbind_part(u, item(u, objects, 2), SORT_COND);
  return filter ? there(u, item(u, objects, 1), filter) : 0;
}

/* What is yours where you act: said to be, or understood. */
Lf unbind_of_actor(Unbinder *u, Lf filter) {
  static const Lf WHOSE[] = {LF_CONTROLLED_BY, LF_OWNED_BY};
  for (u32 i = 0; i < COUNT_OF(WHOSE) && filter; i++) {
    Lf yours = make(u, WHOSE[i], LF_YOU, 0, 0);
    if (!bind_mentions(u->binder, filter, yours)) continue;
    if (way(u, 2) == (u->paying ? 0u : 1u))
      filter = bind_put(u->binder, filter, yours, make(u, WHOSE[i], LF_ACTOR, 0, 0));
  }
  return filter;
}

static Lf host(Unbinder *u) {
  if (u->host_said && way(u, 2) == 0) return LF_PRONOUN_IT;
  u->host_said = true;
  static const Lf TYPES[] = {LF_CREATURE, 0, LF_LAND, LF_ARTIFACT};
  u32 how = way(u, COUNT_OF(TYPES) + 1);
  if (how == COUNT_OF(TYPES)) return make(u, LF_ATTACHED_OBJECT, LF_SELF, 0, 0);
  Lf type = TYPES[how];
  return make(u, LF_HOST, type ? make(u, LF_TYPE, type, 0, 0) : LF_PERMANENT, 0, 0);
}

Lf unbind_object(Unbinder *u, Lf form) {
  if (form == LF_SELF) return self(u);
  if (lf_is_atom(u->lf, form)) {
    Str text = lf_head(u->lf, form);
    if (unbind_is_of_event(form)) {
      Known *k = unbind_known_of(u, form);
      if (k) return again(u, k);
      return way(u, 2) == 0 ? LF_PRONOUN_IT : LF_THAT_PLAYER;
    }
    return text.length > 1 && text.data[0] == '$' ? unbind_variable(u, form) : form;
  }
  if (is(u, form, LF_ONLY) && is(u, item(u, form, 2), LF_IN) && way(u, 2) == 0) return LF_THE_REST;
  const Known *found = is(u, form, LF_UNION) ? unbind_known_of(u, item(u, form, 1)) : NULL;
  const Known *rest = found ? unbind_known_of(u, item(u, form, 2)) : NULL;
  if (rest && found->role && rest->role == LF_OTHER) return make(u, LF_THE_MANY, found->role, 0, 0);
  if (is(u, form, LF_ATTACHED_OBJECT) && item(u, form, 1) == LF_SELF) return host(u);
  if (is(u, form, LF_NOTED) && item(u, form, 1) == LF_LINK_EXILED) return make(u, LF_EXILED_WITH, self(u), 0, 0);
  if (is(u, form, LF_ONLY) && is(u, item(u, form, 1), LF_NOTED) && way(u, 2) == 1) {
    Lf among = unbind_object(u, item(u, form, 1));
    return make(u, LF_ALL_AMONG, among, make(u, LF_AND, LF_CARD, unbind_part(u, item(u, form, 2), SORT_COND), 0), 0);
  }
  const Known *of = is(u, form, LF_ONLY) ? unbind_known_of(u, item(u, form, 1)) : NULL;
  if (of && of->role == LF_DEAL_DAMAGE)
    return make(u, LF_DEALT_DAMAGE_THIS_WAY, unbind_part(u, item(u, form, 2), SORT_COND), 0, 0);
  const Known *was = is(u, form, LF_WAS) ? unbind_known_of(u, item(u, form, 1)) : NULL;
  if (was && was->role && way(u, 2) == 0) {
    Lf role = was->role, filter = was->filter && way(u, 2) == 0 ? kind_of(u, was->filter) : LF_ALWAYS;
    return make(u, LF_GONE_THIS_WAY, role, filter, 0);
  }
  if (of && of->many && way(u, 2) == 1) {
    Lf among = of->role ? make(u, LF_THE_MANY, of->role, 0, 0) : LF_PRONOUN_THEM;
    return make(u, LF_ALL_AMONG, among, make(u, LF_AND, LF_CARD, unbind_part(u, item(u, form, 2), SORT_COND), 0), 0);
  }
  if (is(u, form, LF_ALL_PLAYERS) && !bind_mentions(u->binder, form, LF_PLAYER) &&
      !bind_mentions(u->binder, form, LF_OPPONENT))
    return make(u, LF_ALL_PLAYERS, unbind_part(u, item(u, form, 1), SORT_COND), 0, 0);
  bool elsewhere = lf_is_list(u->lf, form, LF_ALL) && item(u, form, 1) != LF_BATTLEFIELD;
  if (elsewhere && way(u, 2) == 1)
    return make(u, LF_ALL, item(u, form, 1), unbind_part(u, item(u, form, 2), SORT_COND), 0);
  Lf all = unbind_described(u, form);
  return all ? make(u, LF_EACH, all, 0, 0) : unbind_generic(u, form, SORT_OBJ);
}
