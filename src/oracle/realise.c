#include "oracle/realise.h"

#include "base/embedded.h"
#include "cards/words.h"

#define STEPS_MAX 60000u
#define TASKS_MAX 64u
#define SLOTS_FIRST 4096u

/* --- what categories may mean ----------------------------------------------------------------------------- */

static Lf head_of(const LfStore *lf, Lf form) {
  Lf head = lf_first(lf, form);
  return lf_is_atom(lf, head) ? head : 0;
}

static u64 *heads_of(Realiser *r, Category category) { return &r->heads.data[category * r->head_stride]; }

/* Head 0 is any that the grammar doesn't know: numbers, names, symbols. */
static bool may_mean(const Realiser *r, Category category, Lf form) {
  Lf head = head_of(&r->grammar->lf, form);
  if (head >= r->head_stride * 64) head = 0;
  const u64 *heads = &r->heads.data[category * r->head_stride];
  return heads[head / 64] >> head % 64 & 1 || heads[0] & 1;
}

/* Whether a part of a meaning may be `always`, which says nothing in an `and`. */
static bool may_say_nothing(const Realiser *r, const Production *p, Lf pattern) {
  bool items = false;
  u32 hole = grammar_hole(r->grammar, p, pattern, &items);
  return hole && !items && may_mean(r, r->grammar->holes.data[p->hole_first + hole - 1].category, LF_ALWAYS);
}

/* Whether a flat list is also what its `i`-th item is: because it has no other, or others that may say nothing. */
static bool may_be_its_item(const Realiser *r, const Production *p, Lf pattern, u32 i) {
  const LfStore *lf = &r->grammar->lf;
  u32 count = lf_count(lf, pattern);
  if (count == 2) return lf_is_flat(lf_item(lf, pattern, 0));
  if (lf_item(lf, pattern, 0) != LF_AND) return false;
  for (u32 k = 1; k < count; k++)
    if (k != i && !may_say_nothing(r, p, lf_item(lf, pattern, k))) return false;
  return true;
}

static bool heads_take(Realiser *r, const Production *p, Lf form) {
  const Grammar *g = r->grammar;
  bool items = false, changed = false;
  u64 *to = heads_of(r, p->category);
  u32 hole = lf_is_atom(&g->lf, form) ? grammar_hole(g, p, form, &items) : 0;
  const u64 *from = hole ? heads_of(r, g->holes.data[p->hole_first + hole - 1].category) : NULL;
  for (u32 i = 0; from && i < r->head_stride; i++) {
    changed |= (from[i] & ~to[i]) != 0;
    to[i] |= from[i];
  }
  if (hole) return changed;
  Lf head = head_of(&g->lf, form);
  u64 bit = (u64)1 << head % 64;
  changed |= !(to[head / 64] & bit);
  to[head / 64] |= bit;
  return changed;
}

/* Adds what a production may mean to its category; answers whether anything is new. */
static bool heads_add(Realiser *r, const Production *p) {
  const Grammar *g = r->grammar;
  Lf form = p->meaning;
  if (!form) return heads_take(r, p, g->holes.data[p->hole_first].whole);
  bool changed = heads_take(r, p, form);
  for (u32 i = 1; i < lf_count(&g->lf, form); i++)
    if (may_be_its_item(r, p, form, i)) changed |= heads_take(r, p, lf_item(&g->lf, form, i));
  return changed;
}

static bool heads_make(Realiser *r) {
  const Grammar *g = r->grammar;
  r->head_stride = (g->lf_own + 63) / 64;
  u32 size = r->head_stride * g->categories.count;
  if (!vec_reserve(&r->allocator, &r->heads, size)) return false;
  memset(r->heads.data, 0, size * sizeof(u64));
  r->heads.count = size;
  for (Category kind = 1; kind < TOKEN_KINDS; kind++) {
    bool pair = kind == TOKEN_PT || kind == TOKEN_PT_CHANGE;
    Lf head = pair ? LF_PT : LF_NONE;
    heads_of(r, kind)[head / 64] |= (u64)1 << head % 64;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (u32 i = 0; i < g->productions.count; i++) changed |= heads_add(r, &g->productions.data[i]);
  }
  return true;
}

static bool order_make(Realiser *r) {
  const Grammar *g = r->grammar;
  for (u32 c = 0; c < g->categories.count + 2; c++)
    if (!vec_push(&r->allocator, &r->first_production, 0)) return false;
  for (u32 i = 0; i < g->productions.count; i++)
    if (!vec_push(&r->allocator, &r->by_category, 0)) return false;
  u32 *first = r->first_production.data;
  for (u32 i = 0; i < g->productions.count; i++) first[g->productions.data[i].category + 2]++;
  for (u32 c = 0; c < g->categories.count; c++) first[c + 2] += first[c + 1];
  /* What begins a category goes on to its end, where the next one begins. */
  for (u32 i = 0; i < g->productions.count; i++) r->by_category.data[first[g->productions.data[i].category + 1]++] = i;
  return true;
}

/* --- phrases that were sought ------------------------------------------------------------------------------- */

static PhraseSlot *slot_of(Realiser *r, Category category, Lf meaning, u32 kind) {
  u32 hash = category * 0x9e3779b1u ^ meaning * 0x85ebca6bu ^ kind;
  u32 mask = r->slots.count - 1, at = (hash ^ hash >> 15) & mask;
  for (;; at = (at + 1) & mask) {
    PhraseSlot *slot = &r->slots.data[at];
    bool same = slot->meaning == meaning && slot->category == category && slot->kind == kind;
    if (same || !slot->meaning) return slot;
  }
}

static bool slots_widen(Realiser *r) {
  if ((r->slots_used + 1) * 2 < r->slots.count) return true;
  VEC(PhraseSlot) old = {r->slots.data, r->slots.count, r->slots.cap};
  u32 size = old.count ? old.count * 2 : SLOTS_FIRST;
  r->slots.data = NULL;
  r->slots.count = r->slots.cap = 0;
  bool fits = vec_reserve(&r->allocator, &r->slots, size);
  if (fits) {
    memset(r->slots.data, 0, size * sizeof(PhraseSlot));
    r->slots.count = size;
    for (u32 i = 0; i < old.count; i++)
      if (old.data[i].meaning) *slot_of(r, old.data[i].category, old.data[i].meaning, old.data[i].kind) = old.data[i];
  }
  vec_free(&r->allocator, &old);
  return fits;
}

bool realiser_init(Realiser *r, GavelAllocator allocator, Grammar *grammar) {
  *r = (Realiser){.allocator = allocator, .grammar = grammar};
  u32 count;
  const EmbeddedFile *counts = embedded_usual(&count);
  usual_init(&r->usual, allocator, grammar);
  for (u32 i = 0; i < count; i++) usual_read(&r->usual, (Str){counts[i].text, counts[i].length});
  r->keyword = grammar_category(grammar, STR("keyword"));
  r->keyword_cost = grammar_category(grammar, STR("keyword-cost"));
  r->ability_word = grammar_category(grammar, STR("ability-word"));
  r->predefined_token = grammar_category(grammar, STR("predefined-token"));
  return !r->usual.failed && heads_make(r) && order_make(r) && slots_widen(r) &&
         vec_push(&r->allocator, &r->phrases, ((Phrase){0}));
}

void realiser_free(Realiser *r) {
  usual_free(&r->usual);
  vec_free(&r->allocator, &r->heads);
  vec_free(&r->allocator, &r->first_production);
  vec_free(&r->allocator, &r->by_category);
  vec_free(&r->allocator, &r->phrases);
  vec_free(&r->allocator, &r->children);
  vec_free(&r->allocator, &r->slots);
  vec_free(&r->allocator, &r->sought);
}

/* --- seeking ------------------------------------------------------------------------------------------------- */

static u32 phrase_of(Realiser *r, Category category, Lf meaning);

/* A production whose meaning is matched with a form: pairs of both that are left, and what its parts mean so far. */
typedef struct Match {
  Realiser *r;
  const Production *p;
  Lf meaning;
  struct {
    Lf pattern, form;
  } tasks[TASKS_MAX];
  u32 count;
  Lf bound[PATTERN_MAX];
  u32 phrase; /* the most usual so far */
} Match;

static bool match(Match *m);

static void task(Match *m, Lf pattern, Lf form) {
  m->tasks[m->count].pattern = pattern;
  m->tasks[m->count++].form = form;
}

/* Whether a number stands as a figure or X in a box of power and toughness, perhaps with a sign: -X is (- 0 x). */
static bool is_figure(const LfStore *lf, Lf number) {
  bool list = !lf_is_atom(lf, number);
  if (list && (lf_count(lf, number) != 3 || !lf_is_atom(lf, lf_item(lf, number, 2)))) return false;
  Str text = lf_head(lf, list ? lf_item(lf, number, 2) : number);
  return str_is(text, "x") || str_is(text, "*") || (text.length > 0 && strchr("-0123456789", text.data[0]));
}

static bool token_means(const Realiser *r, Category kind, Lf meaning) {
  const LfStore *lf = &r->grammar->lf;
  if (kind == TOKEN_PT || kind == TOKEN_PT_CHANGE)
    return lf_is_list(lf, meaning, LF_PT) && lf_count(lf, meaning) == 3 && is_figure(lf, lf_item(lf, meaning, 1)) &&
           is_figure(lf, lf_item(lf, meaning, 2));
  if (!lf_is_atom(lf, meaning)) return kind == TOKEN_SIGNED && lf_is_list(lf, meaning, LF_MINUS);
  Str text = lf_head(lf, meaning);
  char first = text.data[0];
  bool digit = first >= '0' && first <= '9';
  switch (kind) {
    case TOKEN_DIGITS: return digit;
    case TOKEN_MANA: return first == '{';
    case TOKEN_SIGNED: return digit || first == '-' || str_is(text, "x");
    case TOKEN_NAME: return first == '"';
    default: return false;
  }
}

static u32 phrase_add(Realiser *r, Phrase phrase) {
  if (vec_push(&r->allocator, &r->phrases, phrase)) return r->phrases.count - 1;
  r->failed = true;
  return 0;
}

/* What a category means that means one thing alone, of a part that the meaning passes over. */
static Lf constant(const Realiser *r, Category category) {
  const Grammar *g = r->grammar;
  u32 first = r->first_production.data[category];
  if (first == r->first_production.data[category + 1]) return 0;
  const Production *p = &g->productions.data[r->by_category.data[first]];
  return p->meaning ? p->meaning : constant(r, g->holes.data[p->hole_first].category);
}

/* What a phrase costs in a place, where it stands with all that it passes on. */
static u32 cost_in(Realiser *r, const UsualPlace *place, Category category, u32 phrase) {
  const Grammar *g = r->grammar;
  u32 cost = r->phrases.data[phrase].cost;
  for (;;) {
    const Phrase *it = &r->phrases.data[phrase];
    cost += usual_cost(&r->usual, place, category, it->production);
    if (category < TOKEN_KINDS || !usual_passes_on(g, it->production)) return cost;
    category = g->holes.data[g->productions.data[it->production].hole_first].category;
    phrase = r->children.data[it->first_child];
  }
}

/* The most usual of several phrases in a place; adds what it costs. */
static u32 choose(Realiser *r, const UsualPlace *place, Category category, u32 phrase, u32 *cost) {
  u32 best = phrase, least = UINT32_MAX;
  for (u32 i = phrase; i; i = r->phrases.data[i].next) {
    u32 here = cost_in(r, place, category, i);
    if (here < least) best = i;
    if (here < least) least = here;
  }
  *cost += least;
  return best;
}

/* All of the meaning is matched: phrases are sought for the parts. */
static bool finish(Match *m) {
  Realiser *r = m->r;
  u32 parts[PATTERN_MAX], production = (u32)(m->p - r->grammar->productions.data), cost = 1;
  for (u32 i = 0; i < m->p->hole_count; i++) {
    Category category = r->grammar->holes.data[m->p->hole_first + i].category;
    Lf meaning = m->bound[i] ? m->bound[i] : constant(r, category);
    parts[i] = meaning ? phrase_of(r, category, meaning) : 0;
    if (!parts[i]) return false;
    UsualPlace place = {production, i, usual_is_constant(r->grammar, m->p, i) ? m->meaning : meaning, m->meaning,
                        r->kind};
    parts[i] = choose(r, &place, category, parts[i], &cost);
    if (category == r->ability_word) cost += 12 * USUAL_BIT;
  }
  if (m->phrase && r->phrases.data[m->phrase].cost <= cost) return true;
  u32 first = r->children.count;
  for (u32 i = 0; i < m->p->hole_count; i++) r->failed |= !vec_push(&r->allocator, &r->children, parts[i]);
  m->phrase = phrase_add(r, (Phrase){production, first, cost, m->meaning, 0});
  return m->phrase != 0;
}

static bool bind_part(Match *m, u32 part, Lf form) {
  Lf before = m->bound[part];
  if (before) return before == form && match(m);
  if (!may_mean(m->r, m->r->grammar->holes.data[m->p->hole_first + part].category, form)) return false;
  m->bound[part] = form;
  bool found = match(m);
  m->bound[part] = 0;
  return found;
}

/* The lists that could hold these items: with each head that the category may mean. */
static bool bind_items(Match *m, u32 part, const Lf *items, u32 count, Lf pattern, u32 i, Lf form, u32 j);

static bool spread(Match *m, Lf pattern, u32 i, Lf form, u32 j);

/* The same from an option on, which may stand anywhere behind; it is taken out of the form. */
static bool spread_option(Match *m, Lf pattern, u32 i, Lf form, u32 j) {
  LfStore *lf = &m->r->grammar->lf;
  u32 count = lf_count(lf, form), at = j, kept = 0;
  Lf option = lf_item(lf, pattern, i), rest[64];
  while (at < count && lf_item(lf, form, at) != option) at++;
  bool value = at + 1 < count && i + 1 < lf_count(lf, pattern) && !lf_is_option(lf, lf_item(lf, pattern, i + 1)) &&
               !lf_is_option(lf, lf_item(lf, form, at + 1));
  if (at == count || count > COUNT_OF(rest)) return false;
  for (u32 k = 0; k < count; k++)
    if (k != at && !(value && k == at + 1)) rest[kept++] = lf_item(lf, form, k);
  if (!value) return spread(m, pattern, i + 1, lf_list(lf, rest, kept), j);
  task(m, lf_item(lf, pattern, i + 1), lf_item(lf, form, at + 1));
  bool found = spread(m, pattern, i + 2, lf_list(lf, rest, kept), j);
  m->count--;
  return found;
}

/* Whether a form could be matched with a part of a meaning, as far as its head tells. */
static bool could_be(const Realiser *r, const Production *p, Lf pattern, Lf form) {
  const LfStore *lf = &r->grammar->lf;
  bool items;
  u32 hole = grammar_hole(r->grammar, p, pattern, &items);
  if (hole) return may_mean(r, r->grammar->holes.data[p->hole_first + hole - 1].category, form);
  if (pattern == form) return true;
  if (lf_is_atom(lf, pattern) || !r->grammar->with_hole.data[pattern]) return false;
  if (!lf_is_atom(lf, form) && lf_item(lf, form, 0) == lf_item(lf, pattern, 0)) return true;
  for (u32 i = 1; i < lf_count(lf, pattern); i++)
    if (may_be_its_item(r, p, pattern, i) && could_be(r, p, lf_item(lf, pattern, i), form)) return true;
  return false;
}

/* The terms of an `and` come in any order; of more than so many only those together are taken together. */
#define TERMS_MAX 6u

/* The same with some of the terms of an `and` from the `j`-th on taken for the `i`-th of the pattern. */
static bool spread_terms(Match *m, Lf pattern, u32 i, Lf form, u32 j, bool several) {
  LfStore *lf = &m->r->grammar->lf;
  u32 count = lf_count(lf, form), there = count - j;
  bool last = i + 1 == lf_count(lf, pattern), ends = true, any = false;
  for (u32 k = i + 1; k < lf_count(lf, pattern); k++) ends &= may_say_nothing(m->r, m->p, lf_item(lf, pattern, k));
  for (u32 mask = 1; mask < 1u << there; mask++) {
    Lf order[64] = {0}, piece[TERMS_MAX + 1] = {LF_AND};
    u32 taken = 0, left = 0;
    for (u32 k = 0; k < there; k++) taken += mask >> k & 1;
    if ((taken > 1 && !several) || (taken == there ? !ends : last)) continue;
    u32 first = 0;
    while (!(mask >> first & 1)) first++;
    if (taken == 1 && !could_be(m->r, m->p, lf_item(lf, pattern, i), lf_item(lf, form, j + first))) continue;
    for (u32 k = 0; k < j; k++) order[k] = lf_item(lf, form, k);
    for (u32 k = 0, n = 0; k < there; k++) {
      Lf term = lf_item(lf, form, j + k);
      bool mine = mask >> k & 1;
      order[mine ? j + n : j + taken + left] = term;
      if (mine) piece[++n] = term;
      left += !mine;
    }
    task(m, lf_item(lf, pattern, i), lf_list(lf, piece, taken + 1));
    any |= spread(m, pattern, i + 1, lf_list(lf, order, count), j + taken);
    m->count--;
  }
  return any;
}

/* Pairs items of a list from the `i`-th of the pattern on with those from the `j`-th of the form on. */
static bool spread(Match *m, Lf pattern, u32 i, Lf form, u32 j) {
  LfStore *lf = &m->r->grammar->lf;
  u32 left = lf_count(lf, pattern) - i, there = lf_count(lf, form) - j;
  if (m->r->steps == 0 || m->count == TASKS_MAX) return false;
  m->r->steps--;
  if (left == 0) return there == 0 && match(m);
  Lf item = lf_item(lf, pattern, i);
  bool items = false;
  u32 hole = grammar_hole(m->r->grammar, m->p, item, &items);
  Lf copy[64];
  if (there > COUNT_OF(copy)) return false;
  for (u32 k = 0; k < there; k++) copy[k] = lf_item(lf, form, j + k);
  if (hole && items) {
    for (u32 k = there + 1; k-- > 0;)
      if (bind_items(m, hole - 1, copy, k, pattern, i + 1, form, j + k)) return true;
    return false;
  }
  if (lf_is_option(lf, item)) return spread_option(m, pattern, i, form, j);
  Lf head = lf_item(lf, pattern, 0);
  /* A flat list takes lists of its kind apart; of `list`, also those of one item. */
  bool listed = hole && head == LF_LIST, flat = hole && lf_is_flat(head), any = false;
  if (head == LF_AND && may_say_nothing(m->r, m->p, item)) {
    task(m, item, LF_ALWAYS);
    any = spread(m, pattern, i + 1, form, j);
    m->count--;
  }
  if (head == LF_AND && there > 0 && there <= TERMS_MAX && j + there <= 64)
    return spread_terms(m, pattern, i, form, j, hole != 0) || any;
  u32 most = flat || listed ? there : there > 0 ? 1 : 0;
  for (u32 k = listed ? 0 : 1; k <= most; k++) {
    Lf piece = copy[0];
    u32 taken = k > 0 ? k : 1;
    if (taken > there) break;
    if (k > 1 || (k == 1 && listed)) {
      Lf list[65];
      list[0] = head;
      memcpy(&list[1], copy, k * sizeof(Lf));
      piece = lf_list(lf, list, k + 1);
    }
    task(m, item, piece);
    any |= spread(m, pattern, i + 1, form, j + taken);
    m->count--;
  }
  return any;
}

static bool bind_items(Match *m, u32 part, const Lf *items, u32 count, Lf pattern, u32 i, Lf form, u32 j) {
  Realiser *r = m->r;
  const u64 *heads = &r->heads.data[r->grammar->holes.data[m->p->hole_first + part].category * r->head_stride];
  Lf list[65];
  memcpy(&list[1], items, count * sizeof(Lf));
  for (Lf head = 1; head < r->head_stride * 64; head++) {
    if (!heads[head / 64]) head |= 63;
    if (!(heads[head / 64] >> head % 64 & 1)) continue;
    list[0] = head;
    Lf whole = lf_list(&r->grammar->lf, list, count + 1), before = m->bound[part];
    if (!whole || (before && before != whole)) continue;
    if (!phrase_of(r, r->grammar->holes.data[m->p->hole_first + part].category, whole)) continue;
    m->bound[part] = whole;
    bool found = spread(m, pattern, i, form, j);
    m->bound[part] = before;
    if (found) return true;
  }
  return false;
}

/* Matches a form with the `i`-th item of a flat list of which the others say nothing. */
static bool match_item(Match *m, Lf pattern, u32 i, Lf form) {
  const LfStore *lf = &m->r->grammar->lf;
  u32 count = lf_count(lf, pattern), before = m->count;
  if (before + count > TASKS_MAX) return false;
  for (u32 k = 1; k < count; k++)
    if (k != i) task(m, lf_item(lf, pattern, k), LF_ALWAYS);
  task(m, lf_item(lf, pattern, i), form);
  bool found = match(m);
  m->count = before;
  return found;
}

static bool match(Match *m) {
  Realiser *r = m->r;
  const LfStore *lf = &r->grammar->lf;
  if (r->steps == 0 || r->failed) return false;
  r->steps--;
  if (m->count == 0) return finish(m);
  Lf pattern = m->tasks[--m->count].pattern, form = m->tasks[m->count].form;
  bool found = false, items;
  u32 hole = grammar_hole(r->grammar, m->p, pattern, &items);
  if (hole) {
    found = bind_part(m, hole - 1, form);
  } else if (pattern == form) {
    found = match(m);
  } else if (!lf_is_atom(lf, pattern) && r->grammar->with_hole.data[pattern]) {
    Lf head = lf_item(lf, pattern, 0);
    if (!lf_is_atom(lf, form) && lf_item(lf, form, 0) == head) found = spread(m, pattern, 1, form, 1);
    for (u32 i = 1; i < lf_count(lf, pattern) && lf_is_flat(head) && !found; i++)
      found = may_be_its_item(r, m->p, pattern, i) && match_item(m, pattern, i, form);
  }
  task(m, pattern, form);
  return found;
}

/* Puts the phrases of a production before others of a meaning: the most usual one, or all that it passes on. */
static u32 by_production(Realiser *r, u32 production, Lf meaning, u32 others) {
  const Production *p = &r->grammar->productions.data[production];
  if (!p->meaning) {
    u32 part = phrase_of(r, r->grammar->holes.data[p->hole_first].category, meaning);
    for (; part; part = r->phrases.data[part].next) {
      r->failed |= !vec_push(&r->allocator, &r->children, part);
      u32 cost = r->phrases.data[part].cost + 1;
      others = phrase_add(r, (Phrase){production, r->children.count - 1, cost, meaning, others});
    }
    return others;
  }
  if (!could_be(r, p, p->meaning, meaning)) return others;
  Match m;
  m.r = r;
  m.p = p;
  m.meaning = meaning;
  m.phrase = 0;
  memset(m.bound, 0, sizeof m.bound);
  m.count = 0;
  task(&m, p->meaning, meaning);
  match(&m);
  if (!m.phrase) return others;
  r->phrases.data[m.phrase].next = others;
  return m.phrase;
}

/* Notes whether words of a form were found, for whoever asks later (realise_unsaid). */
static void note_sought(Realiser *r, Lf meaning, bool found) {
  while (r->sought.count <= meaning && !r->failed) r->failed |= !vec_push(&r->allocator, &r->sought, 0);
  if (r->failed) return;
  u8 *it = &r->sought.data[meaning];
  *it = found || *it == 2 ? 2 : 1;
}

static u32 phrase_of(Realiser *r, Category category, Lf meaning) {
  if (!may_mean(r, category, meaning) || r->failed) return 0;
  PhraseSlot *slot = slot_of(r, category, meaning, r->kind_hash);
  if (slot->meaning) return slot->phrase;
  *slot = (PhraseSlot){category, meaning, r->kind_hash, 0};
  r->slots_used++;
  r->failed |= !slots_widen(r);
  if (r->failed) return 0;
  u32 phrase = 0;
  if (category < TOKEN_KINDS) {
    phrase = token_means(r, category, meaning) ? phrase_add(r, (Phrase){0, 0, 0, meaning, 0}) : 0;
  } else {
    u32 end = r->first_production.data[category + 1];
    for (u32 i = r->first_production.data[category]; i < end && r->steps > 0; i++)
      phrase = by_production(r, r->by_category.data[i], meaning, phrase);
  }
  slot_of(r, category, meaning, r->kind_hash)->phrase = phrase;
  note_sought(r, meaning, phrase != 0);
  return phrase;
}

/* --- words --------------------------------------------------------------------------------------------------- */

typedef struct Speaker {
  Realiser *r;
  Text *out;
  u32 from; /* where the text begins in `out` */
  Str self;
  bool quoted, article, capital;
  bool dashed; /* no space is said next: around a dash before the cost of a keyword */
} Speaker;

#define DASH "\xe2\x80\x94"

/* Whether a word stands right behind what is written. */
static bool joins(const Speaker *s, Str word) {
  const Text *out = s->out;
  if (out->length == s->from) return true;
  char last = out->data[out->length - 1], first = word.data[0];
  if (last == '\n' || (last == '"' && s->quoted) || (last == '}' && first == '{')) return true;
  u32 n = out->length - s->from;
  Str end = {out->data + out->length - (n < 3 ? n : 3), n < 3 ? n : 3};
  if ((str_is(end, "non") || str_is(end, "Non")) && (n == 3 || end.data[-1] == ' ')) return true;
  if (s->dashed) return true;
  if (first == '\'' || str_is(word, "\"")) return first == '\'' || s->quoted;
  return strchr(",.:;", first) && word.length == 1;
}

/* Each part of a cost begins with a capital, as a sentence does. */
static void begin_costs(Speaker *s) {
  char *data = s->out->data;
  u32 at = s->out->length;
  while (at > s->from && !strchr("\n\".", data[at - 1])) at--;
  for (; at + 2 < s->out->length; at++)
    if (data[at] == ',' && data[at + 2] >= 'a' && data[at + 2] <= 'z') data[at + 2] = (char)(data[at + 2] - 'a' + 'A');
}

static void say(Speaker *s, Str word) {
  Text *out = s->out;
  if (word.length == 0) return;
  bool bullet = str_is(word, "\xe2\x80\xa2");
  /* A full stop within quotation marks at the end of a sentence ends that, too. */
  if (str_is(word, ".") && out->length >= s->from + 2 && memcmp(out->data + out->length - 2, ".\"", 2) == 0) {
    s->capital = true;
    return;
  }
  if (s->article) {
    text_adds(out, word_takes_an(word) ? "n" : "");
    s->article = false;
  }
  if (bullet)
    text_addc(out, '\n');
  else if (!joins(s, word))
    text_addc(out, ' ');
  else if (out->length > s->from && out->data[out->length - 1] == 'n' && word.data[0] >= 'A' && word.data[0] <= 'Z')
    text_addc(out, '-');
  if (str_is(word, ":")) begin_costs(s);
  u32 at = out->length;
  s->article = str_is(word, "a");
  if (str_is(word, "~")) word = s->self;
  if (str_is(word, "ring")) word = STR("Ring");
  bool roman = s->capital && word.length > 0;
  for (u32 i = 0; i < word.length; i++) roman &= word.data[i] == 'i' || word.data[i] == 'v';
  text_add(out, word);
  if (out->failed) return;
  char *first = &out->data[at];
  bool symbol = *first == '{' || roman, letter = *first >= 'a' && *first <= 'z';
  if ((s->capital && letter) || str_is(word, "x")) *first = (char)(*first - 'a' + 'A');
  for (u32 i = at; symbol && i < out->length; i++)
    if (out->data[i] >= 'a' && out->data[i] <= 'z') out->data[i] = (char)(out->data[i] - 'a' + 'A');
  if (str_is(word, "\"")) s->quoted = !s->quoted;
  bool stop = str_is(word, ".") || str_is(word, ":") || str_is(word, "\xe2\x80\x94") || bullet;
  s->capital = stop || (str_is(word, "\"") && s->quoted);
}

static bool is_negative(const LfStore *lf, Lf number) {
  return !lf_is_atom(lf, number) || lf_head(lf, number).data[0] == '-';
}

/* A number as texts have it: (- 0 x) is -X. */
static void add_number(const LfStore *lf, Lf number, bool sign, bool debit, const char *minus, Text *out) {
  bool list = !lf_is_atom(lf, number);
  Str text = list ? lf_head(lf, lf_item(lf, number, lf_count(lf, number) - 1)) : lf_head(lf, number);
  bool negative = is_negative(lf, number);
  if (text.data[0] == '-') text = (Str){text.data + 1, text.length - 1};
  if (negative || (debit && str_is(text, "0")))
    text_adds(out, minus);
  else if (sign)
    text_addc(out, '+');
  text_add(out, str_is(text, "x") ? STR("X") : text);
}

static void say_token(Speaker *s, Category kind, Lf meaning) {
  const LfStore *lf = &s->r->grammar->lf;
  Text word;
  text_init(&word, s->r->allocator);
  bool sign = kind == TOKEN_PT_CHANGE;
  if (kind == TOKEN_PT || kind == TOKEN_PT_CHANGE) {
    Lf power = lf_item(lf, meaning, 1), toughness = lf_item(lf, meaning, 2);
    bool debit = sign && (is_negative(lf, power) || is_negative(lf, toughness));
    add_number(lf, power, sign, debit, "-", &word);
    text_addc(&word, '/');
    add_number(lf, toughness, sign, debit, "-", &word);
  } else if (kind == TOKEN_SIGNED) {
    add_number(lf, meaning, !str_is(lf_head(lf, meaning), "0"), false, "\xe2\x88\x92", &word);
  } else {
    Str text = lf_head(lf, meaning);
    text_add(&word, kind == TOKEN_NAME ? (Str){text.data + 1, text.length - 2} : text);
  }
  s->out->failed |= word.failed;
  say(s, text_str(&word));
  text_free(&word);
}

static void say_phrase(Speaker *s, Category category, u32 phrase) {
  const Grammar *g = s->r->grammar;
  Phrase it = s->r->phrases.data[phrase];
  if (category < TOKEN_KINDS) {
    say_token(s, category, it.meaning);
    return;
  }
  const Production *p = &g->productions.data[it.production];
  if (!p->file) {
    s->capital |= category == s->r->predefined_token;
    say(s, p->pattern);
    return;
  }
  const Pattern *pattern = &g->patterns.data[usual_pattern(&s->r->usual, it.production, it.meaning, s->r->kind)];
  u32 child = it.first_child;
  for (u32 i = 0; i < pattern->part_count; i++) {
    PatternPart part = g->parts.data[pattern->part_first + i];
    if (part.category) {
      say_phrase(s, part.category, s->r->children.data[child++]);
      continue;
    }
    Str word = intern_text(&g->vocabulary, part.word);
    bool dash = str_is(word, DASH) && (category == s->r->keyword || category == s->r->keyword_cost);
    s->dashed |= dash;
    say(s, word);
    s->dashed = dash;
  }
  if (category == s->r->keyword_cost) begin_costs(s);
}

void realiser_begin(Realiser *r, Str self, Str kind) {
  r->self = self;
  r->kind = kind;
  r->kind_hash = usual_hash(kind);
}

void realiser_forget(Realiser *r) {
  usual_forget(&r->usual, r->grammar->lf_own);
  memset(r->slots.data, 0, r->slots.count * sizeof(PhraseSlot));
  r->slots_used = r->sought.count = 0;
  r->phrases.count = 1;
  r->children.count = 0;
  r->gave_up = false;
}

u32 realise(Realiser *r, Category category, Lf meaning, u32 *cost) {
  r->steps = STEPS_MAX;
  u32 phrase = phrase_of(r, category, meaning);
  r->gave_up |= r->steps == 0;
  UsualPlace place = {.meaning = meaning, .around = meaning, .kind = r->kind};
  *cost = 0;
  return phrase && !r->failed ? choose(r, &place, category, phrase, cost) : 0;
}

Lf realise_unsaid(const Realiser *r, Lf form) {
  const LfStore *lf = &r->grammar->lf;
  for (u32 i = 0; i < lf_count(lf, form); i++) {
    Lf inner = realise_unsaid(r, lf_item(lf, form, i));
    if (inner) return inner;
  }
  return form < r->sought.count && r->sought.data[form] == 1 && !lf_is_atom(lf, form) ? form : 0;
}

u32 realise_missing(const Realiser *r, Lf form) {
  u32 missing = form < r->sought.count && r->sought.data[form] == 1;
  for (u32 i = 0; i < lf_count(&r->grammar->lf, form); i++)
    missing += realise_missing(r, lf_item(&r->grammar->lf, form, i));
  return missing;
}

void realise_words(Realiser *r, Category category, u32 phrase, Text *out) {
  Speaker s = {.r = r, .out = out, .from = out->length, .self = r->self, .capital = true};
  say_phrase(&s, category, phrase);
}
