#include "oracle/normal.h"

typedef VEC(Lf) Forms;

typedef struct Normal {
  LfStore *lf;
  Forms scratch;      /* items of lists being made */
  Forms names, links; /* variables of the ability and links of the card, by appearance */
  u32 first_name;     /* of the ability in `names` */
  bool within;        /* an ability with variables of its own */
} Normal;

static bool push(Normal *n, Lf form) {
  bool fits = vec_push(&n->lf->allocator, &n->scratch, form);
  n->lf->failed |= !fits;
  return fits;
}

/* The list of what was pushed since `first`. */
static Lf pop_list(Normal *n, u32 first) {
  Lf list = lf_list(n->lf, &n->scratch.data[first], n->scratch.count - first);
  n->scratch.count = first;
  return list;
}

static bool is_atom(const Normal *n, Lf form, Lf text) {
  return form && lf_is_atom(n->lf, form) && lf_is(n->lf, form, text);
}

static bool mentions(const Normal *n, Lf form, Lf needle) {
  if (form == needle) return true;
  for (u32 i = 0; i < lf_count(n->lf, form); i++)
    if (mentions(n, lf_item(n->lf, form, i), needle)) return true;
  return false;
}

/* --- order --------------------------------------------------------------------------------------- */

static bool is_name(Str text) { return text.length > 1 && (text.data[0] == '@' || text.data[0] == '$'); }

/* Atoms before lists; names of variables are alike, since they are given only afterwards. */
static int compare(const Normal *n, Lf a, Lf b) {
  if (a == b) return 0;
  bool left = lf_is_atom(n->lf, a), right = lf_is_atom(n->lf, b);
  if (left != right) return left ? -1 : 1;
  if (left) {
    Str x = lf_head(n->lf, a), y = lf_head(n->lf, b);
    return is_name(x) && is_name(y) ? 0 : str_compare(x, y);
  }
  for (u32 i = 0; i < lf_count(n->lf, a) || i < lf_count(n->lf, b); i++) {
    if (i >= lf_count(n->lf, a)) return -1;
    if (i >= lf_count(n->lf, b)) return 1;
    int order = compare(n, lf_item(n->lf, a, i), lf_item(n->lf, b, i));
    if (order) return order;
  }
  return 0;
}

/* Changes of different kinds apply in an order of their own (613.1), whatever order they are written in; abilities that
   are lost and gained stay as they stand. */
static u32 change_rank(const Normal *n, Lf form) {
  static const Lf CHANGES[] = {LF_SET_TYPES, LF_SET_SUBTYPES, LF_ADD_TYPE, LF_ADD_SUBTYPE,
                               LF_SET_COLOR, LF_ADD_COLOR,    LF_BASE_PT};
  for (u32 i = 0; i < COUNT_OF(CHANGES); i++)
    if (form && lf_is(n->lf, form, CHANGES[i])) return i + 1;
  return 0;
}

static void sort_changes(Normal *n, u32 first) {
  for (u32 i = first + 1; i < n->scratch.count; i++)
    for (u32 k = i; k > first; k--) {
      u32 rank = change_rank(n, n->scratch.data[k]), before = change_rank(n, n->scratch.data[k - 1]);
      if (!rank || rank >= (before ? before : UINT32_MAX)) break;
      Lf lower = n->scratch.data[k];
      n->scratch.data[k] = n->scratch.data[k - 1];
      n->scratch.data[k - 1] = lower;
    }
}

/* Sorts what was pushed since `first`; the few terms there are keep their order where they are alike. */
static void sort(Normal *n, u32 first) {
  for (u32 i = first + 1; i < n->scratch.count; i++)
    for (u32 k = i; k > first && compare(n, n->scratch.data[k - 1], n->scratch.data[k]) > 0; k--) {
      Lf lower = n->scratch.data[k];
      n->scratch.data[k] = n->scratch.data[k - 1];
      n->scratch.data[k - 1] = lower;
    }
}

static Lf sorted(Normal *n, Lf form) {
  if (lf_is_atom(n->lf, form)) return form;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, sorted(n, lf_item(n->lf, form, i)));
  bool changes =
      lf_is_list(n->lf, form, LF_APPLY) || lf_is_list(n->lf, form, LF_AFFECT) || lf_is_list(n->lf, form, LF_TOKEN_SPEC);
  if (changes && !n->lf->failed)
    sort_changes(n, first + (lf_is_list(n->lf, form, LF_APPLY) ? 3 : lf_is_list(n->lf, form, LF_AFFECT) ? 2 : 1));
  bool card = lf_is_list(n->lf, form, LF_CARD) || lf_is_list(n->lf, form, LF_FACE);
  if (card && !n->lf->failed) sort(n, first + 2);
  bool free = lf_is_list(n->lf, form, LF_AND) || lf_is_list(n->lf, form, LF_OR) || lf_is_list(n->lf, form, LF_UNION) ||
              lf_is_list(n->lf, form, LF_COSTS);
  if (free && !n->lf->failed) sort(n, first + 1);
  return pop_list(n, first);
}

static Lf replaced(Normal *n, Lf form, Lf name, Lf by) {
  if (form == name) return by;
  if (lf_is_atom(n->lf, form)) return form;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, replaced(n, lf_item(n->lf, form, i), name, by));
  return pop_list(n, first);
}

/* --- what goes without saying ---------------------------------------------------------------------- */

/* A term that an `and` need not have which has another one with this head. */
static const struct {
  Lf general, head;
} IMPLIED[] = {
    {LF_CARD, LF_IN},
};

static bool said_already(const Normal *n, u32 first, Lf term) {
  if (is_atom(n, term, LF_ALWAYS)) return true;
  for (u32 i = first; i < n->scratch.count; i++) {
    if (n->scratch.data[i] == term) return true;
  }
  return false;
}

static bool implied(const Normal *n, Lf form, Lf term) {
  for (u32 k = 0; k < COUNT_OF(IMPLIED); k++) {
    if (!is_atom(n, term, IMPLIED[k].general)) continue;
    for (u32 i = 1; i < lf_count(n->lf, form); i++)
      if (lf_is_list(n->lf, lf_item(n->lf, form, i), IMPLIED[k].head)) return true;
  }
  return false;
}

/* In what is this or another one: what is this or one. */
static Lf without_other(Normal *n, Lf term) {
  Lf other = LF_OTHER;
  if (!lf_is_list(n->lf, term, LF_AND)) return term;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, term); i++)
    if (lf_item(n->lf, term, i) != other) push(n, lf_item(n->lf, term, i));
  return pop_list(n, first);
}

/* The terms of an `and` or `or`, each once. */
static Lf terms(Normal *n, Lf form) {
  bool all = lf_is_list(n->lf, form, LF_AND);
  bool or_self = !all && mentions(n, form, lf_make(n->lf, LF_IS, LF_SELF, 0, 0));
  u32 first = n->scratch.count;
  push(n, lf_item(n->lf, form, 0));
  for (u32 i = 1; i < lf_count(n->lf, form); i++) {
    Lf term = lf_item(n->lf, form, i);
    if (all && (implied(n, form, term) || said_already(n, first + 1, term))) continue;
    push(n, or_self ? without_other(n, term) : term);
  }
  if (n->scratch.count > first + 1) return pop_list(n, first);
  n->scratch.count = first;
  return LF_ALWAYS;
}

/* In (all ZONE FILTER), what everything in that zone is. */
static Lf all_there(Normal *n, Lf form) {
  Lf zone = lf_item(n->lf, form, 1), filter = lf_item(n->lf, form, 2);
  Lf kind = is_atom(n, zone, LF_BATTLEFIELD) ? LF_PERMANENT : LF_CARD;
  if (is_atom(n, zone, LF_STACK)) return form; /* spells and abilities */
  if (!filter) return form;
  u32 first = n->scratch.count;
  push(n, LF_AND);
  bool several = lf_is_list(n->lf, filter, LF_AND);
  for (u32 i = several ? 1 : 0; i < (several ? lf_count(n->lf, filter) : 1); i++) {
    Lf term = several ? lf_item(n->lf, filter, i) : filter;
    if (!is_atom(n, term, kind) && !is_atom(n, term, LF_ALWAYS)) push(n, term);
  }
  Lf rest = n->scratch.count > first + 1 ? pop_list(n, first) : LF_ALWAYS;
  n->scratch.count = first;
  push(n, lf_item(n->lf, form, 0));
  push(n, zone);
  push(n, rest);
  for (u32 i = 3; i < lf_count(n->lf, form); i++) push(n, lf_item(n->lf, form, i));
  return pop_list(n, first);
}

/* Without options that say what holds without them. */
static Lf without_defaults(Normal *n, Lf form) {
  static const struct {
    Lf option, value;
  } DEFAULTS[] = {
      {LF_OPT_PLAYER, LF_YOU}, {LF_OPT_BY, LF_YOU}, {LF_OPT_SOURCE, LF_SELF}, {LF_OPT_MIN, LF_N1}, {LF_OPT_MAX, LF_N1}};
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) {
    bool usual = false;
    for (u32 k = 0; k < COUNT_OF(DEFAULTS) && i > 0; k++)
      usual |= is_atom(n, lf_item(n->lf, form, i), DEFAULTS[k].option) &&
               is_atom(n, lf_item(n->lf, form, i + 1), DEFAULTS[k].value);
    if (usual) {
      i++;
    } else {
      push(n, lf_item(n->lf, form, i));
    }
  }
  return pop_list(n, first);
}

/* Where an option with what belongs to it ends. */
static u32 option_end(const Normal *n, Lf form, u32 from) {
  u32 end = from + 1;
  while (end < lf_count(n->lf, form) && !lf_is_option(n->lf, lf_item(n->lf, form, end))) end++;
  return end;
}

/* Options in the order of their names: which of them comes first says nothing. */
static Lf with_ordered_options(Normal *n, Lf form) {
  u32 count = lf_count(n->lf, form), at = 0, first = n->scratch.count, options[8], kinds = 0;
  while (at < count && !lf_is_option(n->lf, lf_item(n->lf, form, at))) at++;
  for (u32 i = at; i < count; i = option_end(n, form, i)) {
    if (kinds == COUNT_OF(options)) return form;
    u32 k = kinds++;
    for (; k > 0 && str_compare(lf_head(n->lf, lf_item(n->lf, form, i)),
                                lf_head(n->lf, lf_item(n->lf, form, options[k - 1]))) < 0;
         k--)
      options[k] = options[k - 1];
    options[k] = i;
  }
  if (kinds < 2) return form;
  for (u32 i = 0; i < at; i++) push(n, lf_item(n->lf, form, i));
  for (u32 k = 0; k < kinds; k++)
    for (u32 i = options[k]; i < option_end(n, form, options[k]); i++) push(n, lf_item(n->lf, form, i));
  return pop_list(n, first);
}

/* Other words for the same, as what one of the two says. */
static Lf in_other_words(Normal *n, Lf form) {
  LfStore *lf = n->lf;
  if (lf_is_list(n->lf, form, LF_CARDS)) {
    Lf owned = lf_make(lf, LF_OWNED_BY, lf_item(lf, form, 2), 0, 0);
    return lf_make(lf, LF_ALL, lf_item(lf, form, 1), owned, 0);
  }
  bool dies = lf_is_list(n->lf, form, LF_MOVES) && lf_count(lf, form) == 6 &&
              is_atom(n, lf_item(lf, form, 3), LF_BATTLEFIELD) && is_atom(n, lf_item(lf, form, 5), LF_GRAVEYARD) &&
              is_atom(n, lf_item(lf, form, 4), LF_OPT_TO);
  if (dies) return lf_make(lf, LF_DIES, lf_item(lf, form, 1), 0, 0);
  if (lf_is_list(n->lf, form, LF_ENTERS) && lf_count(lf, form) == 2 && lf_is_list(n->lf, lf_item(lf, form, 1), LF_IS) &&
      is_atom(n, lf_item(lf, lf_item(lf, form, 1), 1), LF_SELF))
    return LF_SELF_ENTERS;
  bool value = lf_is_list(n->lf, form, LF_VALUE) && lf_count(lf, form) == 2 && lf_is_atom(lf, lf_item(lf, form, 1));
  if (value) return lf_item(lf, form, 1); /* a variable as a number */
  if (lf_is_list(n->lf, form, LF_STAR) && is_atom(n, lf_item(lf, form, 1), LF_N1)) return lf_item(lf, form, 2);
  if (lf_is_list(n->lf, form, LF_MINUS) && is_atom(n, lf_item(lf, form, 1), LF_N0))
    return lf_make(lf, LF_STAR, lf_atom(lf, STR("-1")), lf_item(lf, form, 2), 0);
  /* One thing is not so if and only if it is a thing that isn't so. */
  Lf what = lf_is_list(n->lf, form, LF_NOT) ? lf_item(lf, form, 1) : 0;
  if (lf_is_list(n->lf, what, LF_MATCHES) && lf_is_atom(lf, lf_item(lf, what, 1))) {
    Lf denied = lf_make(lf, LF_NOT, lf_item(lf, what, 2), 0, 0);
    return lf_make(lf, LF_MATCHES, lf_item(lf, what, 1), denied, 0);
  }
  return 0;
}

/* The only things that are cast are spells. */
static Lf casting(Normal *n, Lf form) {
  Lf filter = lf_item(n->lf, form, 2), spell = LF_SPELL_ON_STACK;
  if (filter != spell && !lf_is_list(n->lf, filter, LF_AND)) return form;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, filter); i++)
    if (lf_item(n->lf, filter, i) != spell) push(n, lf_item(n->lf, filter, i));
  Lf rest = filter == spell ? LF_ALWAYS : pop_list(n, first);
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, i == 2 ? rest : lf_item(n->lf, form, i));
  return pop_list(n, first);
}

/* What enters is one thing in the event, and no colour is none that is set. */
static Lf without_idle(Normal *n, Lf form) {
  if (lf_is_list(n->lf, form, LF_TRIGGERED) && lf_is_list(n->lf, lf_item(n->lf, form, 1), LF_ENTERS))
    form = replaced(n, form, LF_EVENT_OBJECT, LF_EVENT_NEW);
  Lf event = lf_is_list(n->lf, form, LF_TRIGGERED) ? lf_item(n->lf, form, 1) : 0, self = LF_SELF;
  bool dies = lf_is_list(n->lf, event, LF_DIES) && lf_item(n->lf, event, 1) == lf_make(n->lf, LF_IS, self, 0, 0);
  if (dies) form = replaced(n, form, LF_EVENT_OBJECT, self);
  if (!lf_is_list(n->lf, form, LF_TOKEN_SPEC)) return form;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++)
    if (!lf_is(n->lf, lf_item(n->lf, form, i), LF_SET_COLOR) || lf_count(n->lf, lf_item(n->lf, form, i)) > 1)
      push(n, lf_item(n->lf, form, i));
  return pop_list(n, first);
}

/* Variables that every ability has are written with a mark or without. */
static Lf unmarked(Lf atom) {
  static const Lf GIVEN[][2] = {{LF_VAR_X, LF_X},
                                {LF_VAR_EVENT_OBJECT, LF_EVENT_OBJECT},
                                {LF_VAR_EVENT_PLAYER, LF_EVENT_PLAYER},
                                {LF_VAR_EVENT_AMOUNT, LF_EVENT_AMOUNT},
                                {LF_VAR_EVENT_SOURCE, LF_EVENT_SOURCE},
                                {LF_VAR_EVENT_OTHER, LF_EVENT_OTHER},
                                {LF_VAR_EVENT_NEW, LF_EVENT_NEW},
                                {LF_VAR_MOVED, LF_MOVED},
                                {LF_VAR_THIS_WAY, LF_THIS_WAY},
                                {LF_VAR_DID, LF_DID}};
  for (u32 i = 0; i < COUNT_OF(GIVEN); i++)
    if (atom == GIVEN[i][0]) return GIVEN[i][1];
  return atom;
}

static Lf simple(Normal *n, Lf form) {
  if (n->lf->failed) return form;
  if (lf_is_atom(n->lf, form)) return unmarked(form);
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, simple(n, lf_item(n->lf, form, i)));
  Lf list = pop_list(n, first);
  if (!list || lf_is_atom(n->lf, list)) return list;
  if (lf_count(n->lf, list) == 1 && lf_is_atom(n->lf, lf_item(n->lf, list, 0))) return lf_item(n->lf, list, 0);
  if (lf_is_list(n->lf, list, LF_AND) || lf_is_list(n->lf, list, LF_OR)) return terms(n, list);
  Lf other = in_other_words(n, list);
  if (other) list = other;
  if (lf_is_atom(n->lf, list)) return list;
  if (lf_is_list(n->lf, list, LF_ALL)) return all_there(n, list);
  if (lf_is_list(n->lf, list, LF_CASTS)) return casting(n, list);
  return without_idle(n, with_ordered_options(n, without_defaults(n, list)));
}

/* --- what has just been moved ------------------------------------------------------------------------ */

/* The variable that an action of a sequence keeps what was moved in, if only the next action speaks of it; else 0. */
static Lf passing(const Normal *n, Lf seq, u32 at) {
  Lf item = lf_item(n->lf, seq, at);
  if (!lf_is_list(n->lf, item, LF_LET)) return 0;
  Lf value = lf_item(n->lf, item, 2), name = lf_item(n->lf, item, 1);
  if (!is_atom(n, value, LF_MOVED)) return 0;
  for (u32 i = 0; i < lf_count(n->lf, seq); i++)
    if (i != at && i != at + 1 && mentions(n, lf_item(n->lf, seq, i), name)) return 0;
  return name;
}

static Lf moved_unnamed(Normal *n, Lf form) {
  if (lf_is_atom(n->lf, form) || n->lf->failed) return form;
  Lf moved = LF_MOVED;
  u32 first = n->scratch.count;
  Lf name = 0;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) {
    Lf item = moved_unnamed(n, lf_item(n->lf, form, i));
    if (name) item = replaced(n, item, name, moved);
    name = lf_is_list(n->lf, form, LF_SEQ) ? passing(n, form, i) : 0;
    if (!name) push(n, item);
  }
  return pop_list(n, first);
}

/* --- names -------------------------------------------------------------------------------------------- */

/* A name by its place among those that appeared. */
static Lf named(Normal *n, Forms *names, u32 first, Lf form) {
  u32 at = first;
  while (at < names->count && names->data[at] != form) at++;
  if (at == names->count && !vec_push(&n->lf->allocator, names, form)) n->lf->failed = true;
  at -= first;
  char name[] = {lf_head(n->lf, form).data[0], (char)('a' + at / 26 % 26), (char)('a' + at % 26)};
  return lf_atom(n->lf, (Str){name, sizeof name});
}

/* Abilities that have variables of their own, unless they stand in another one. */
static bool has_own_names(const Normal *n, Lf form) {
  static const Lf OWN[] = {LF_TRIGGERED, LF_ACTIVATED, LF_STATIC, LF_REPLACEMENT};
  bool own = false;
  for (u32 i = 0; i < COUNT_OF(OWN); i++) own |= lf_is_list(n->lf, form, OWN[i]);
  return own;
}

static Lf renamed(Normal *n, Lf form) {
  if (lf_is_atom(n->lf, form)) {
    Str text = lf_head(n->lf, form);
    if (!is_name(text)) return form;
    return text.data[0] == '@' ? named(n, &n->links, 0, form) : named(n, &n->names, n->first_name, form);
  }
  u32 first = n->scratch.count, outer = n->first_name;
  bool own = !n->within && (has_own_names(n, form) || lf_is_list(n->lf, form, LF_FACE));
  bool within = n->within;
  if (own) n->first_name = n->names.count;
  n->within |=
      has_own_names(n, form) || lf_is_list(n->lf, form, LF_SPELL); /* the names of spells are those of their faces */
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, renamed(n, lf_item(n->lf, form, i)));
  n->within = within;
  if (own) n->names.count = n->first_name;
  n->first_name = outer;
  return pop_list(n, first);
}

Lf lf_normal(LfStore *store, Lf form) {
  Normal n = {.lf = store};
  form = simple(&n, form);
  form = moved_unnamed(&n, form);
  form = sorted(&n, form);
  form = renamed(&n, form);
  form = sorted(&n, form);
  vec_free(&store->allocator, &n.scratch);
  vec_free(&store->allocator, &n.names);
  vec_free(&store->allocator, &n.links);
  return store->failed ? 0 : form;
}
