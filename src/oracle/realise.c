#include "oracle/realise.h"

#define STEPS_MAX 60000u
#define TASKS_MAX 64u
#define SLOTS_FIRST 4096u

/* --- what categories may mean ----------------------------------------------------------------------------- */

static Lf head_of(const LfStore *lf, Lf form) {
  Lf head = lf_is_atom(lf, form) ? form : lf_item(lf, form, 0);
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

/* Adds what a production may mean to its category; answers whether anything is new. */
static bool heads_add(Realiser *r, const Production *p) {
  const Grammar *g = r->grammar;
  bool items = false;
  Lf form = p->meaning;
  u32 hole = form && lf_is_atom(&g->lf, form) ? grammar_hole(g, p, form, &items) : !form ? 1 : 0;
  /* A flat list of one item may be that item, and so of a hole's meaning. */
  u64 *to = heads_of(r, p->category);
  bool changed = false;
  bool single = form && !lf_is_atom(&g->lf, form) && lf_count(&g->lf, form) == 2;
  if (single) hole = grammar_hole(g, p, lf_item(&g->lf, form, 1), &items);
  if (hole) {
    const u64 *from = heads_of(r, g->holes.data[p->hole_first + hole - 1].category);
    for (u32 i = 0; i < r->head_stride; i++) {
      changed |= (from[i] & ~to[i]) != 0;
      to[i] |= from[i];
    }
  }
  if (form && (!hole || single)) {
    Lf head = head_of(&g->lf, form);
    u64 bit = (u64)1 << head % 64;
    changed |= !(to[head / 64] & bit);
    to[head / 64] |= bit;
  }
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
  for (u32 c = 0; c <= g->categories.count; c++)
    if (!vec_push(&r->allocator, &r->first_production, 0)) return false;
  for (u32 i = 0; i < g->productions.count; i++)
    if (!vec_push(&r->allocator, &r->by_category, 0)) return false;
  for (u32 i = 0; i < g->productions.count; i++) r->first_production.data[g->productions.data[i].category + 1]++;
  for (u32 c = 0; c < g->categories.count; c++) r->first_production.data[c + 1] += r->first_production.data[c];
  for (u32 i = g->productions.count; i-- > 0;) {
    u32 *end = &r->first_production.data[g->productions.data[i].category + 1];
    r->by_category.data[--*end] = i;
  }
  /* Each end has become its own beginning: they move one place on. */
  for (u32 c = 0; c < g->categories.count; c++) r->first_production.data[c] = r->first_production.data[c + 1];
  r->first_production.data[g->categories.count] = g->productions.count;
  return true;
}

/* --- phrases that were sought ------------------------------------------------------------------------------- */

static PhraseSlot *slot_of(Realiser *r, Category category, Lf meaning) {
  u32 mask = r->slots.count - 1, at = (category * 0x9e3779b1u ^ meaning * 0x85ebca6bu) & mask;
  while (r->slots.data[at].meaning && (r->slots.data[at].meaning != meaning || r->slots.data[at].category != category))
    at = (at + 1) & mask;
  return &r->slots.data[at];
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
      if (old.data[i].meaning) *slot_of(r, old.data[i].category, old.data[i].meaning) = old.data[i];
  }
  vec_free(&r->allocator, &old);
  return fits;
}

bool realiser_init(Realiser *r, GavelAllocator allocator, Grammar *grammar) {
  *r = (Realiser){.allocator = allocator, .grammar = grammar};
  r->self_kind = grammar_category(grammar, STR("self-kind"));
  return heads_make(r) && order_make(r) && slots_widen(r) && vec_push(&r->allocator, &r->phrases, ((Phrase){0}));
}

void realiser_free(Realiser *r) {
  vec_free(&r->allocator, &r->heads);
  vec_free(&r->allocator, &r->first_production);
  vec_free(&r->allocator, &r->by_category);
  vec_free(&r->allocator, &r->phrases);
  vec_free(&r->allocator, &r->children);
  vec_free(&r->allocator, &r->slots);
}

/* --- seeking ------------------------------------------------------------------------------------------------- */

static u32 phrase_of(Realiser *r, Category category, Lf meaning);

/* A production whose meaning is matched with a form: pairs of both that are left, and what its parts mean so far. */
typedef struct Match {
  Realiser *r;
  const Production *p;
  struct {
    Lf pattern, form;
  } tasks[TASKS_MAX];
  u32 count;
  Lf bound[PATTERN_MAX];
  u32 phrase; /* the shortest so far */
} Match;

static bool match(Match *m);

static bool token_means(const Realiser *r, Category kind, Lf meaning) {
  const LfStore *lf = &r->grammar->lf;
  if (kind == TOKEN_PT || kind == TOKEN_PT_CHANGE) return lf_is_list(lf, meaning, LF_PT) && lf_count(lf, meaning) == 3;
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

/* All of the meaning is matched: phrases are sought for the parts. */
static bool finish(Match *m) {
  Realiser *r = m->r;
  u32 parts[PATTERN_MAX], words = m->p->part_count - m->p->hole_count;
  for (u32 i = 0; i < m->p->hole_count; i++) {
    Category category = r->grammar->holes.data[m->p->hole_first + i].category;
    Lf meaning = m->bound[i] ? m->bound[i] : constant(r, category);
    parts[i] = meaning ? phrase_of(r, category, meaning) : 0;
    if (!parts[i]) return false;
    words += r->phrases.data[parts[i]].words;
  }
  if (!m->p->file) words = 1;
  if (m->p->category == r->self_kind) words = str_equal(m->p->pattern, r->kind) ? 0 : 1;
  if (m->phrase && r->phrases.data[m->phrase].words <= words) return true;
  u32 first = r->children.count;
  for (u32 i = 0; i < m->p->hole_count; i++) r->failed |= !vec_push(&r->allocator, &r->children, parts[i]);
  m->phrase = phrase_add(r, (Phrase){(u32)(m->p - r->grammar->productions.data), first, words, 0});
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
  m->tasks[m->count].pattern = lf_item(lf, pattern, i + 1);
  m->tasks[m->count++].form = lf_item(lf, form, at + 1);
  bool found = spread(m, pattern, i + 2, lf_list(lf, rest, kept), j);
  m->count--;
  return found;
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
  bool listed = hole && head == LF_LIST, flat = hole && lf_is_flat(head);
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
    m->tasks[m->count].pattern = item;
    m->tasks[m->count++].form = piece;
    bool found = spread(m, pattern, i + 1, form, j + taken);
    m->count--;
    if (found) return true;
  }
  return false;
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
    m->bound[part] = whole;
    bool found = spread(m, pattern, i, form, j);
    m->bound[part] = before;
    if (found) return true;
  }
  return false;
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
    if (!found && lf_is_flat(head) && lf_count(lf, pattern) == 2) {
      m->tasks[m->count].pattern = lf_item(lf, pattern, 1);
      m->tasks[m->count++].form = form;
      found = match(m);
      m->count--;
    }
  }
  m->tasks[m->count].pattern = pattern;
  m->tasks[m->count++].form = form;
  return found;
}

/* The shortest of a phrase, 0 if there is none, and those of a production. */
static u32 by_production(Realiser *r, u32 production, Lf meaning, u32 phrase) {
  const Production *p = &r->grammar->productions.data[production];
  Match m = {.r = r, .p = p, .phrase = phrase};
  if (p->meaning) {
    m.tasks[0].pattern = p->meaning;
    m.tasks[0].form = meaning;
    m.count = 1;
    match(&m);
  } else {
    bind_part(&m, 0, meaning);
  }
  return m.phrase;
}

static u32 phrase_of(Realiser *r, Category category, Lf meaning) {
  if (!may_mean(r, category, meaning) || r->failed) return 0;
  PhraseSlot *slot = slot_of(r, category, meaning);
  if (slot->meaning) return slot->phrase;
  *slot = (PhraseSlot){category, meaning, 0};
  r->slots_used++;
  if (!slots_widen(r)) {
    r->failed = true;
    return 0;
  }
  u32 phrase = 0;
  if (category < TOKEN_KINDS) {
    phrase = token_means(r, category, meaning) ? phrase_add(r, (Phrase){0, 0, 1, meaning}) : 0;
  } else {
    u32 end = r->first_production.data[category + 1];
    for (u32 i = r->first_production.data[category]; i < end && r->steps > 0; i++)
      phrase = by_production(r, r->by_category.data[i], meaning, phrase);
  }
  slot_of(r, category, meaning)->phrase = phrase;
  return phrase;
}

/* --- words --------------------------------------------------------------------------------------------------- */

typedef struct Speaker {
  const Realiser *r;
  Text *out;
  u32 from; /* where the text begins in `out` */
  Str self;
  bool quoted, article, capital;
} Speaker;

static bool is_vowel(char c) { return c && strchr("aeiouAEIOU8", c); }

/* Whether a word stands right behind what is written. */
static bool joins(const Speaker *s, Str word) {
  const Text *out = s->out;
  if (out->length == s->from) return true;
  char last = out->data[out->length - 1], first = word.data[0];
  if (last == '\n' || (last == '"' && s->quoted)) return true;
  u32 n = out->length - s->from;
  if (n >= 3 && memcmp(out->data + out->length - 3, "non", 3) == 0 && (n == 3 || out->data[out->length - 4] == ' '))
    return true;
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
  if (s->article) {
    text_adds(out, is_vowel(word.data[0]) ? "n" : "");
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
  text_add(out, word);
  if (out->failed) return;
  char *first = &out->data[at];
  bool symbol = *first == '{', letter = *first >= 'a' && *first <= 'z';
  if ((s->capital && letter) || str_is(word, "x")) *first = (char)(*first - 'a' + 'A');
  for (u32 i = at; symbol && i < out->length; i++)
    if (out->data[i] >= 'a' && out->data[i] <= 'z') out->data[i] = (char)(out->data[i] - 'a' + 'A');
  if (str_is(word, "\"")) s->quoted = !s->quoted;
  bool stop = str_is(word, ".") || str_is(word, ":") || str_is(word, "\xe2\x80\x94") || bullet;
  s->capital = stop || (str_is(word, "\"") && s->quoted) || (s->capital && !letter && str_is(word, "\""));
}

/* A number as texts have it: (- 0 x) is -X. */
static void add_number(const LfStore *lf, Lf number, bool sign, Text *out) {
  bool list = !lf_is_atom(lf, number);
  Str text = list ? lf_head(lf, lf_item(lf, number, lf_count(lf, number) - 1)) : lf_head(lf, number);
  bool negative = list || text.data[0] == '-';
  if (text.data[0] == '-') text = (Str){text.data + 1, text.length - 1};
  if (negative) text_adds(out, sign ? "\xe2\x88\x92" : "-");
  if (!negative && sign) text_addc(out, '+');
  text_add(out, str_is(text, "x") ? STR("X") : text);
}

static void say_token(Speaker *s, Category kind, Lf meaning) {
  const LfStore *lf = &s->r->grammar->lf;
  Text word;
  text_init(&word, s->r->allocator);
  bool sign = kind == TOKEN_PT_CHANGE || kind == TOKEN_SIGNED;
  if (kind == TOKEN_PT || kind == TOKEN_PT_CHANGE) {
    Lf power = lf_item(lf, meaning, 1), toughness = lf_item(lf, meaning, 2);
    add_number(lf, power, sign, &word);
    text_addc(&word, '/');
    add_number(lf, toughness, sign, &word);
  } else if (kind == TOKEN_SIGNED) {
    add_number(lf, meaning, true, &word);
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
  if (it.meaning) {
    say_token(s, category, it.meaning);
    return;
  }
  const Production *p = &g->productions.data[it.production];
  if (!p->file) {
    say(s, p->pattern);
    return;
  }
  u32 child = it.first_child;
  for (u32 i = 0; i < p->part_count; i++) {
    PatternPart part = g->parts.data[p->part_first + i];
    if (part.category)
      say_phrase(s, part.category, s->r->children.data[child++]);
    else
      say(s, intern_text(&g->vocabulary, part.word));
  }
}

void realiser_begin(Realiser *r, Str self, Str kind) {
  memset(r->slots.data, 0, r->slots.count * sizeof(PhraseSlot));
  r->slots_used = 0;
  r->phrases.count = 1;
  r->children.count = 0;
  r->self = self;
  r->kind = kind;
}

bool realise(Realiser *r, Category category, Lf meaning, Text *out) {
  r->steps = STEPS_MAX;
  u32 phrase = phrase_of(r, category, meaning);
  if (!phrase || r->failed) return false;
  Speaker s = {.r = r, .out = out, .from = out->length, .self = r->self, .capital = true};
  say_phrase(&s, category, phrase);
  return !out->failed;
}
