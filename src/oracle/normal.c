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

static bool is_atom(const Normal *n, Lf form, const char *text) {
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
  static const char *const CHANGES[] = {"set-types", "set-subtypes", "add-type", "add-subtype",
                                        "set-color", "add-color",    "base-pt"};
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
      lf_is_list(n->lf, form, "apply") || lf_is_list(n->lf, form, "affect") || lf_is_list(n->lf, form, "token-spec");
  if (changes && !n->lf->failed)
    sort_changes(n, first + (lf_is_list(n->lf, form, "apply") ? 3 : lf_is_list(n->lf, form, "affect") ? 2 : 1));
  bool card = lf_is_list(n->lf, form, "card") || lf_is_list(n->lf, form, "face");
  if (card && !n->lf->failed) sort(n, first + 2);
  bool free = lf_is_list(n->lf, form, "and") || lf_is_list(n->lf, form, "or") || lf_is_list(n->lf, form, "union") ||
              lf_is_list(n->lf, form, "costs");
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
  const char *general, *head;
} IMPLIED[] = {
    {"card", "in"},
    {"permanent", "type"},
    {"permanent", "subtype"},
    {"permanent", "or"},
};

static bool said_already(const Normal *n, u32 first, Lf term) {
  if (is_atom(n, term, "always")) return true;
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
  Lf other = lf_atom(n->lf, STR("other"));
  if (!lf_is_list(n->lf, term, "and")) return term;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, term); i++)
    if (lf_item(n->lf, term, i) != other) push(n, lf_item(n->lf, term, i));
  return pop_list(n, first);
}

/* The terms of an `and` or `or`, each once. */
static Lf terms(Normal *n, Lf form) {
  bool all = lf_is_list(n->lf, form, "and");
  bool or_self = !all && mentions(n, form, lf_make(n->lf, "is", lf_atom(n->lf, STR("self")), 0, 0));
  u32 first = n->scratch.count;
  push(n, lf_item(n->lf, form, 0));
  for (u32 i = 1; i < lf_count(n->lf, form); i++) {
    Lf term = lf_item(n->lf, form, i);
    if (all && (implied(n, form, term) || said_already(n, first + 1, term))) continue;
    push(n, or_self ? without_other(n, term) : term);
  }
  if (n->scratch.count > first + 1) return pop_list(n, first);
  n->scratch.count = first;
  return lf_atom(n->lf, STR("always"));
}

/* In (all ZONE FILTER), what everything in that zone is. */
static Lf all_there(Normal *n, Lf form) {
  Lf zone = lf_item(n->lf, form, 1), filter = lf_item(n->lf, form, 2);
  const char *kind = is_atom(n, zone, "battlefield") ? "permanent" : "card";
  if (is_atom(n, zone, "stack")) return form; /* spells and abilities */
  if (!filter) return form;
  u32 first = n->scratch.count;
  push(n, lf_atom(n->lf, STR("and")));
  bool several = lf_is_list(n->lf, filter, "and");
  for (u32 i = several ? 1 : 0; i < (several ? lf_count(n->lf, filter) : 1); i++) {
    Lf term = several ? lf_item(n->lf, filter, i) : filter;
    if (!is_atom(n, term, kind) && !is_atom(n, term, "always")) push(n, term);
  }
  Lf rest = n->scratch.count > first + 1 ? pop_list(n, first) : lf_atom(n->lf, STR("always"));
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
    const char *option, *value;
  } DEFAULTS[] = {{":player", "you"}, {":by", "you"}, {":source", "self"}, {":min", "1"}, {":max", "1"}};
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

/* Other words for the same, as what one of the two says. */
static Lf in_other_words(Normal *n, Lf form) {
  LfStore *lf = n->lf;
  if (lf_is_list(n->lf, form, "cards")) {
    Lf owned = lf_make(lf, "owned-by", lf_item(lf, form, 2), 0, 0);
    return lf_make(lf, "all", lf_item(lf, form, 1), owned, 0);
  }
  bool dies = lf_is_list(n->lf, form, "moves") && lf_count(lf, form) == 6 &&
              is_atom(n, lf_item(lf, form, 3), "battlefield") && is_atom(n, lf_item(lf, form, 5), "graveyard") &&
              is_atom(n, lf_item(lf, form, 4), ":to");
  if (dies) return lf_make(lf, "dies", lf_item(lf, form, 1), 0, 0);
  if (lf_is_list(n->lf, form, "enters") && lf_count(lf, form) == 2 && lf_is_list(n->lf, lf_item(lf, form, 1), "is") &&
      is_atom(n, lf_item(lf, lf_item(lf, form, 1), 1), "self"))
    return lf_atom(lf, STR("self-enters"));
  if (lf_is_list(n->lf, form, "*") && is_atom(n, lf_item(lf, form, 1), "1")) return lf_item(lf, form, 2);
  if (lf_is_list(n->lf, form, "-") && is_atom(n, lf_item(lf, form, 1), "0"))
    return lf_make(lf, "*", lf_atom(lf, STR("-1")), lf_item(lf, form, 2), 0);
  /* One thing is not so if and only if it is a thing that isn't so. */
  Lf what = lf_is_list(n->lf, form, "not") ? lf_item(lf, form, 1) : 0;
  if (lf_is_list(n->lf, what, "matches") && lf_is_atom(lf, lf_item(lf, what, 1))) {
    Lf denied = lf_make(lf, "not", lf_item(lf, what, 2), 0, 0);
    return lf_make(lf, "matches", lf_item(lf, what, 1), denied, 0);
  }
  return 0;
}

/* The only things that are cast are spells. */
static Lf casting(Normal *n, Lf form) {
  Lf filter = lf_item(n->lf, form, 2), spell = lf_atom(n->lf, STR("spell-on-stack"));
  if (filter != spell && !lf_is_list(n->lf, filter, "and")) return form;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, filter); i++)
    if (lf_item(n->lf, filter, i) != spell) push(n, lf_item(n->lf, filter, i));
  Lf rest = filter == spell ? lf_atom(n->lf, STR("always")) : pop_list(n, first);
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, i == 2 ? rest : lf_item(n->lf, form, i));
  return pop_list(n, first);
}

/* What enters is one thing in the event, and no colour is none that is set. */
static Lf without_idle(Normal *n, Lf form) {
  if (lf_is_list(n->lf, form, "triggered") && lf_is_list(n->lf, lf_item(n->lf, form, 1), "enters"))
    form = replaced(n, form, lf_atom(n->lf, STR("event-object")), lf_atom(n->lf, STR("event-new")));
  Lf event = lf_is_list(n->lf, form, "triggered") ? lf_item(n->lf, form, 1) : 0, self = lf_atom(n->lf, STR("self"));
  bool dies = lf_is_list(n->lf, event, "dies") && lf_item(n->lf, event, 1) == lf_make(n->lf, "is", self, 0, 0);
  if (dies) form = replaced(n, form, lf_atom(n->lf, STR("event-object")), self);
  if (!lf_is_list(n->lf, form, "token-spec")) return form;
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++)
    if (!lf_is(n->lf, lf_item(n->lf, form, i), "set-color") || lf_count(n->lf, lf_item(n->lf, form, i)) > 1)
      push(n, lf_item(n->lf, form, i));
  return pop_list(n, first);
}

static bool is_given(Str text) {
  static const char *const GIVEN[] = {
      "$x",           "$event-object", "$event-player", "$event-amount", "$event-source",
      "$event-other", "$event-new",    "$moved",        "$this-way",     "$did"};
  for (u32 i = 0; i < COUNT_OF(GIVEN); i++)
    if (str_is(text, GIVEN[i])) return true;
  return false;
}

/* Variables that every ability has are written with a mark or without. */
static Lf unmarked(Normal *n, Lf atom) {
  Str text = lf_head(n->lf, atom);
  if (!is_given(text)) return atom;
  return lf_atom(n->lf, (Str){text.data + 1, text.length - 1});
}

static Lf simple(Normal *n, Lf form) {
  if (n->lf->failed) return form;
  if (lf_is_atom(n->lf, form)) return unmarked(n, form);
  u32 first = n->scratch.count;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) push(n, simple(n, lf_item(n->lf, form, i)));
  Lf list = pop_list(n, first);
  if (!list || lf_is_atom(n->lf, list)) return list;
  if (lf_count(n->lf, list) == 1 && lf_is_atom(n->lf, lf_item(n->lf, list, 0))) return lf_item(n->lf, list, 0);
  if (lf_is_list(n->lf, list, "and") || lf_is_list(n->lf, list, "or")) return terms(n, list);
  Lf other = in_other_words(n, list);
  if (other) list = other;
  if (lf_is_atom(n->lf, list)) return list;
  if (lf_is_list(n->lf, list, "all")) return all_there(n, list);
  if (lf_is_list(n->lf, list, "casts")) return casting(n, list);
  return without_idle(n, without_defaults(n, list));
}

/* --- what has just been moved ------------------------------------------------------------------------ */

/* The variable that an action of a sequence keeps what was moved in, if only the next action speaks of it; else 0. */
static Lf passing(const Normal *n, Lf seq, u32 at) {
  Lf item = lf_item(n->lf, seq, at);
  if (!lf_is_list(n->lf, item, "let")) return 0;
  Lf value = lf_item(n->lf, item, 2), name = lf_item(n->lf, item, 1);
  if (!is_atom(n, value, "moved")) return 0;
  for (u32 i = 0; i < lf_count(n->lf, seq); i++)
    if (i != at && i != at + 1 && mentions(n, lf_item(n->lf, seq, i), name)) return 0;
  return name;
}

static Lf moved_unnamed(Normal *n, Lf form) {
  if (lf_is_atom(n->lf, form) || n->lf->failed) return form;
  Lf moved = lf_atom(n->lf, STR("moved"));
  u32 first = n->scratch.count;
  Lf name = 0;
  for (u32 i = 0; i < lf_count(n->lf, form); i++) {
    Lf item = moved_unnamed(n, lf_item(n->lf, form, i));
    if (name) item = replaced(n, item, name, moved);
    name = lf_is_list(n->lf, form, "seq") ? passing(n, form, i) : 0;
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
  static const char *const OWN[] = {"triggered", "activated", "static", "replacement"};
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
  bool own = !n->within && (has_own_names(n, form) || lf_is_list(n->lf, form, "face"));
  bool within = n->within;
  if (own) n->first_name = n->names.count;
  n->within |=
      has_own_names(n, form) || lf_is_list(n->lf, form, "spell"); /* the names of spells are those of their faces */
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
