#include "oracle/chart.h"

void chart_init(Chart *chart, GavelAllocator allocator, Grammar *grammar) {
  *chart = (Chart){.allocator = allocator, .grammar = grammar};
}

void chart_free(Chart *chart) {
  vec_free(&chart->allocator, &chart->cells);
  vec_free(&chart->allocator, &chart->readings);
  vec_free(&chart->allocator, &chart->parts);
}

static ChartCell *cell_of(Chart *c, Category category, u32 at) {
  return &c->cells.data[at * c->grammar->categories.count + category];
}

/* --- meanings ------------------------------------------------------------------------------------------ */

#define ITEMS_MAX 64u

/* The meaning of a production with its parts put in; 0 if a list grows too long. */
static Lf fill(Chart *c, const Production *p, Lf lf, const u32 *parts) {
  Grammar *g = c->grammar;
  if (lf >= g->with_hole.count || !g->with_hole.data[lf]) return lf;
  const Hole *holes = &g->holes.data[p->hole_first];
  for (u32 i = 0; i < p->hole_count; i++)
    if (holes[i].whole == lf) return c->readings.data[parts[i]].meaning;
  Lf items[ITEMS_MAX];
  u32 count = 0;
  for (u32 k = 0; k < lf_count(&g->lf, lf); k++) {
    Lf item = lf_item(&g->lf, lf, k), spliced = 0;
    for (u32 i = 0; i < p->hole_count; i++)
      if (holes[i].items == item) spliced = c->readings.data[parts[i]].meaning;
    u32 n = spliced ? lf_count(&g->lf, spliced) : 0;
    if (count + n >= ITEMS_MAX) {
      c->too_long = true;
      return 0;
    }
    for (u32 i = 1; i < n; i++) items[count++] = lf_item(&g->lf, spliced, i);
    if (spliced) continue;
    items[count] = fill(c, p, item, parts);
    if (!items[count++]) return 0;
  }
  return lf_list(&g->lf, items, count);
}

static Lf meaning_of(Chart *c, u32 production, const u32 *parts) {
  const Production *p = &c->grammar->productions.data[production];
  return p->meaning ? fill(c, p, p->meaning, parts) : c->readings.data[parts[0]].meaning;
}

/* A token of a kind means what stands there: numbers as definitions write them, a pair as (pt POWER TOUGHNESS). */
static Lf token_meaning(Chart *c, const Token *token) {
  LfStore *lf = &c->grammar->lf;
  Str text = {c->text + token->begin, token->end - token->begin};
  if (token->kind == TOKEN_DIGITS || token->kind == TOKEN_MANA) return lf_atom(lf, text);
  u32 slash = 0;
  while (slash < text.length && text.data[slash] != '/') slash++;
  Lf halves[2] = {0};
  for (u32 i = 0; i < (slash < text.length ? 2u : 1u); i++) {
    Text number;
    text_init(&number, c->allocator);
    token_number(i == 0 ? (Str){text.data, slash} : (Str){text.data + slash + 1, text.length - slash - 1}, &number);
    u32 bad;
    halves[i] = lf_read(lf, text_str(&number), &bad);
    c->failed |= number.failed;
    text_free(&number);
  }
  return halves[1] ? lf_make(lf, LF_PT, halves[0], halves[1], 0) : halves[0];
}

/* --- readings -------------------------------------------------------------------------------------------- */

/* `pattern` is UINT32_MAX for a token. */
static void reading_add(Chart *c, Category category, u32 at, u32 end, u32 pattern, Lf meaning, const u32 *parts,
                        u32 part_count) {
  if (!meaning) return;
  u32 same = 0;
  for (u32 r = cell_of(c, category, at)->first; r; r = c->readings.data[r].next, same++)
    if (c->readings.data[r].end == end && c->readings.data[r].meaning == meaning) return;
  if (same >= READINGS_MAX) {
    c->too_long = true;
    return;
  }
  u32 production = pattern == UINT32_MAX ? 0 : c->grammar->patterns.data[pattern].production;
  Reading reading = {at, end, meaning, production, pattern, cell_of(c, category, at)->first, c->parts.count};
  bool fits = vec_reserve(&c->allocator, &c->parts, part_count) && vec_push(&c->allocator, &c->readings, reading);
  if (!fits) {
    c->failed = true;
    return;
  }
  for (u32 i = 0; i < part_count; i++) c->parts.data[c->parts.count++] = parts[i];
  cell_of(c, category, at)->first = c->readings.count - 1;
}

/* What may stand between the capitals of a name: small words, numbers, commas, apostrophes and exclamation marks. */
static bool within_name(const Chart *c, const Token *token) {
  char first = c->text[token->begin];
  if (token->kind == TOKEN_DIGITS) return true;
  return token->kind == TOKEN_WORD && ((first >= 'a' && first <= 'z') || first == ',' || first == '\'' || first == '!');
}

/* Whether a word of a name has a capital, which need not be its first letter (l'Cie). */
static bool has_capital(const Chart *c, const Token *token) {
  for (u32 i = token->begin; i < token->end && token->kind == TOKEN_WORD; i++)
    if (c->text[i] >= 'A' && c->text[i] <= 'Z') return true;
  return token->capital;
}

/* Whether a token is the name of the card itself, with its title: no other name begins so. */
static bool is_title(const Chart *c, const Token *token, StrId self) {
  return token->word && token->word == self && memchr(c->text + token->begin, ',', token->end - token->begin);
}

/* A name is a run of words that begin with capitals, with small words but "named" between them; each length is a reading. */
static void read_name(Chart *c, u32 at) {
  StrId named = intern_find(&c->grammar->vocabulary, STR("named"));
  StrId self = intern_find(&c->grammar->vocabulary, STR("~"));
  for (u32 end = at; end < c->count; end++) {
    const Token *token = &c->tokens[end];
    if (end > at && token->word && token->word == named) break;
    bool small = end > at && end + 1 < c->count && within_name(c, token);
    bool capital = end > at ? has_capital(c, token) : token->capital;
    if (!capital && !small) break;
    bool cried = end > at && c->text[token->begin] == '!';
    if (!capital && !cried) continue;
    Text name;
    text_init(&name, c->allocator);
    text_addc(&name, '"');
    text_add(&name, (Str){c->text + c->tokens[at].begin, token->end - c->tokens[at].begin});
    text_addc(&name, '"');
    Lf meaning = lf_atom(&c->grammar->lf, text_str(&name));
    c->failed |= name.failed;
    text_free(&name);
    reading_add(c, TOKEN_NAME, at, end + 1, UINT32_MAX, meaning, NULL, 0);
    if (is_title(c, token, self)) break;
  }
}

static void read_category(Chart *c, Category category, u32 at);

/* A category and place being read, with the parts found so far. */
typedef struct Walk {
  Category category;
  u32 begin;
  u32 parts[PATTERN_MAX];
} Walk;

/* Goes on from a node of the tree of the category's patterns, with `depth` parts found. */
static bool pattern_is_off(const Chart *c, u32 pattern) {
  const Pattern *p = &c->grammar->patterns.data[pattern];
  for (u32 i = 0; i < p->piece_count; i++)
    if (c->off[c->grammar->pattern_pieces.data[p->piece_first + i]]) return true;
  return false;
}

static void walk(Chart *c, Walk *w, u32 depth, u32 node, u32 at) {
  const Grammar *g = c->grammar;
  if (at > c->furthest) c->furthest = at;
  u32 step = at < c->count ? grammar_step(g, node, c->tokens[at].word) : 0;
  if (step) walk(c, w, depth, step, at + 1);
  for (u32 e = g->nodes.data[node].edges; e && !c->failed; e = g->edges.data[e].next) {
    GrammarEdge edge = g->edges.data[e];
    if (!edge.category) {
      if (c->off && pattern_is_off(c, edge.to)) continue;
      Lf meaning = meaning_of(c, g->patterns.data[edge.to].production, w->parts);
      reading_add(c, w->category, w->begin, at, edge.to, meaning, w->parts, depth);
      continue;
    }
    if (at >= c->count || !grammar_may_begin(g, edge.category, &c->tokens[at])) continue;
    read_category(c, edge.category, at);
    for (u32 r = cell_of(c, edge.category, at)->first; r; r = c->readings.data[r].next) {
      w->parts[depth] = r;
      walk(c, w, depth + 1, edge.to, c->readings.data[r].end);
    }
  }
}

static void read_category(Chart *c, Category category, u32 at) {
  ChartCell *cell = cell_of(c, category, at);
  if (cell->stamp == c->stamp) return;
  *cell = (ChartCell){c->stamp, 0};
  const Token *token = &c->tokens[at];
  if (category == TOKEN_NAME) {
    read_name(c, at);
  } else if (category < TOKEN_KINDS) {
    if (token->kind == category) reading_add(c, category, at, at + 1, UINT32_MAX, token_meaning(c, token), NULL, 0);
  } else {
    Walk w = {.category = category, .begin = at};
    walk(c, &w, 0, c->grammar->categories.data[category].root, at);
  }
}

u32 chart_read(Chart *chart, const char *text, const Token *tokens, u32 count, Category category) {
  u32 need = count * chart->grammar->categories.count;
  chart->text = text;
  chart->tokens = tokens;
  chart->count = count;
  chart->readings.count = chart->parts.count = 0;
  chart->furthest = 0;
  chart->too_long = false;
  chart->failed = !vec_push(&chart->allocator, &chart->readings, ((Reading){0}));
  if (chart->cells.count < need) {
    u32 known = chart->cells.count;
    if (!vec_reserve(&chart->allocator, &chart->cells, need - known)) chart->failed = true;
    if (!chart->failed) {
      memset(&chart->cells.data[known], 0, (need - known) * sizeof(ChartCell));
      chart->cells.count = need;
    }
  }
  chart->stamp++;
  if (chart->failed || count == 0 || !grammar_may_begin(chart->grammar, category, &tokens[0])) return 0;
  read_category(chart, category, 0);
  return cell_of(chart, category, 0)->first;
}

void chart_pieces(const Chart *chart, u32 reading, u8 *used) {
  const Reading *here = &chart->readings.data[reading];
  if (!here->production) return;
  const Grammar *g = chart->grammar;
  const Pattern *p = &g->patterns.data[here->pattern];
  for (u32 i = 0; i < p->piece_count; i++) used[g->pattern_pieces.data[p->piece_first + i]] = 1;
  for (u32 i = 0; i < g->productions.data[here->production].hole_count; i++)
    chart_pieces(chart, chart->parts.data[here->parts + i], used);
}
