#include "oracle/grammar.h"

/* How categories that are kinds of tokens are written. */
static const char *const KIND_NAMES[TOKEN_KINDS] = {
    [TOKEN_WORD] = "word",           [TOKEN_DIGITS] = "digits", [TOKEN_MANA] = "mana", [TOKEN_PT] = "pt",
    [TOKEN_PT_CHANGE] = "pt-change", [TOKEN_SIGNED] = "signed", [TOKEN_NAME] = "name",
};

Category grammar_category(const Grammar *grammar, Str name) { return (Category)intern_find(&grammar->names, name); }

u32 grammar_hole(const Grammar *grammar, const Production *production, Lf atom, bool *items) {
  *items = false;
  for (u32 i = 0; i < production->hole_count; i++) {
    const Hole *hole = &grammar->holes.data[production->hole_first + i];
    *items = hole->items == atom;
    if (*items || hole->whole == atom) return i + 1;
  }
  return 0;
}

Category grammar_category_add(Grammar *g, Str name) {
  StrId id = intern_add(&g->names, name);
  while (g->categories.count <= id)
    if (!vec_push(&g->allocator, &g->categories, ((CategoryInfo){0}))) return 0;
  g->categories.data[id].name = intern_text(&g->names, id);
  return (Category)id;
}

/* --- the tree of patterns ------------------------------------------------------------------------ */

static u32 node_add(Grammar *g) {
  u32 node = g->nodes.count;
  return vec_push(&g->allocator, &g->nodes, ((GrammarNode){0})) ? node : 0;
}

static u32 word_slot(const Grammar *g, u32 node, StrId word) {
  u32 mask = g->word_edges.count - 1;
  u32 at = (node * 0x9e3779b1u ^ word * 0x85ebca6bu) & mask;
  while (g->word_edges.data[at].to && (g->word_edges.data[at].node != node || g->word_edges.data[at].word != word))
    at = (at + 1) & mask;
  return at;
}

u32 grammar_step(const Grammar *grammar, u32 node, StrId word) {
  if (!grammar->nodes.data[node].words || !word) return 0;
  return grammar->word_edges.data[word_slot(grammar, node, word)].to;
}

static bool word_edges_widen(Grammar *g) {
  if ((g->word_edge_count + 1) * 2 < g->word_edges.count) return true;
  VEC(WordEdge) old = {g->word_edges.data, g->word_edges.count, g->word_edges.cap};
  u32 size = old.count > 0 ? old.count * 2 : 1024;
  g->word_edges.data = NULL;
  g->word_edges.count = g->word_edges.cap = 0;
  bool fits = vec_reserve(&g->allocator, &g->word_edges, size);
  if (fits) {
    memset(g->word_edges.data, 0, size * sizeof(WordEdge));
    g->word_edges.count = size;
    for (u32 i = 0; i < old.count; i++)
      if (old.data[i].to) g->word_edges.data[word_slot(g, old.data[i].node, old.data[i].word)] = old.data[i];
  }
  vec_free(&g->allocator, &old);
  return fits;
}

static u32 edge_of(const Grammar *g, u32 node, Category category) {
  u32 edge = g->nodes.data[node].edges;
  while (edge && g->edges.data[edge].category != category) edge = g->edges.data[edge].next;
  return edge;
}

static u32 step_add(Grammar *g, u32 node, PatternPart part) {
  if (!part.category) {
    if (!word_edges_widen(g)) return 0;
    u32 slot = word_slot(g, node, part.word);
    if (g->word_edges.data[slot].to) return g->word_edges.data[slot].to;
    u32 to = node_add(g);
    g->word_edges.data[slot] = (WordEdge){node, part.word, to};
    g->word_edge_count++;
    g->nodes.data[node].words = true;
    return to;
  }
  u32 known = edge_of(g, node, part.category);
  if (known) return g->edges.data[known].to;
  u32 to = node_add(g);
  GrammarEdge edge = {to, g->nodes.data[node].edges, part.category};
  if (!to || !vec_push(&g->allocator, &g->edges, edge)) return 0;
  g->nodes.data[node].edges = g->edges.count - 1;
  return to;
}

bool grammar_pattern_known(const Grammar *g, Category category, const PatternPart *parts, u32 count) {
  u32 node = g->categories.data[category].root;
  for (u32 i = 0; i < count && node; i++)
    node = parts[i].category ? g->edges.data[edge_of(g, node, parts[i].category)].to
                             : grammar_step(g, node, parts[i].word);
  return node && edge_of(g, node, 0);
}

bool grammar_pattern_add(Grammar *g, u32 production, const PatternPart *parts, u32 count, const u32 *pieces,
                         u32 piece_count) {
  CategoryInfo *info = &g->categories.data[g->productions.data[production].category];
  if (!info->root) info->root = node_add(g);
  u32 node = info->root;
  for (u32 i = 0; i < count && node; i++) node = step_add(g, node, parts[i]);
  if (!node) return false;
  Production *p = &g->productions.data[production];
  if (p->pattern_count++ == 0) p->pattern_first = g->patterns.count;
  Pattern pattern = {production, g->pattern_pieces.count, piece_count, g->parts.count, count};
  for (u32 i = 0; i < count; i++)
    if (!vec_push(&g->allocator, &g->parts, parts[i])) return false;
  for (u32 i = 0; i < piece_count; i++)
    if (!vec_push(&g->allocator, &g->pattern_pieces, pieces[i])) return false;
  if (!vec_push(&g->allocator, &g->patterns, pattern)) return false;
  GrammarEdge end = {g->patterns.count - 1, g->nodes.data[node].edges, 0};
  if (!vec_push(&g->allocator, &g->edges, end)) return false;
  g->nodes.data[node].edges = g->edges.count - 1;
  return true;
}

bool grammar_word_add(Grammar *g, const char *category, Str text, Str atom) {
  TokenList list;
  tokens_init(&list, g->allocator);
  PatternPart parts[PATTERN_MAX];
  bool fits = tokens_read(&list, text, NULL, 0, &g->vocabulary, true) && list.tokens.count <= PATTERN_MAX;
  for (u32 i = 0; fits && i < list.tokens.count; i++) parts[i] = (PatternPart){0, list.tokens.data[i].word};
  Production production = {.category = grammar_category_add(g, str_of(category)),
                           .meaning = lf_atom(&g->lf, atom),
                           .hole_first = g->holes.count,
                           .area = STR("words of the game")};
  char *kept = arena_text(&g->arena, text.data, text.length);
  production.pattern = (Str){kept, text.length};
  fits = fits && kept && vec_push(&g->allocator, &g->productions, production) &&
         grammar_pattern_add(g, g->productions.count - 1, parts, list.tokens.count, NULL, 0);
  tokens_free(&list);
  return fits;
}

/* --- what a category may begin with --------------------------------------------------------------- */

bool grammar_may_begin(const Grammar *grammar, Category category, const Token *token) {
  const u64 *first = &grammar->first.data[category * grammar->first_stride];
  u32 kind = token->kind;
  if (first[0] >> kind & 1 || (token->capital && first[0] >> TOKEN_NAME & 1)) return true;
  u32 bit = token->word + TOKEN_KINDS;
  return token->word && first[bit / 64] >> bit % 64 & 1;
}

static bool first_merge(Grammar *g, Category category) {
  u64 *first = &g->first.data[category * g->first_stride];
  bool changed = false;
  for (u32 e = g->nodes.data[g->categories.data[category].root].edges; e; e = g->edges.data[e].next) {
    Category other = g->edges.data[e].category;
    if (!other) continue;
    const u64 *from = &g->first.data[other * g->first_stride];
    for (u32 i = 0; i < g->first_stride; i++) {
      changed |= (from[i] & ~first[i]) != 0;
      first[i] |= from[i];
    }
  }
  return changed;
}

static bool first_make(Grammar *g) {
  g->first_stride = (g->vocabulary.texts.count + 1 + TOKEN_KINDS + 63) / 64;
  u32 size = g->categories.count * g->first_stride;
  if (!vec_reserve(&g->allocator, &g->first, size)) return false;
  memset(g->first.data, 0, size * sizeof(u64));
  g->first.count = size;
  for (u32 kind = 1; kind < TOKEN_KINDS; kind++) g->first.data[kind * g->first_stride] |= (u64)1 << kind;
  for (u32 i = 0; i < g->word_edges.count; i++) {
    const WordEdge *w = &g->word_edges.data[i];
    if (!w->to) continue;
    for (u32 c = 0; c < g->categories.count; c++) {
      u32 bit = w->word + TOKEN_KINDS;
      if (g->categories.data[c].root == w->node) g->first.data[c * g->first_stride + bit / 64] |= (u64)1 << bit % 64;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (u32 c = TOKEN_KINDS; c < g->categories.count; c++) changed |= first_merge(g, (Category)c);
  }
  return true;
}

/* --- checks ----------------------------------------------------------------------------------------- */

static GavelStatus complain(Grammar *g, Category category, const char *what, GavelError *error) {
  Str name = g->categories.data[category].name;
  return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "grammar: %s %.*s", what, (int)name.length, name.data);
}

/* Whether `category` can be reached as the first part of itself; `seen` by category: 1 on the way, 2 done. */
static bool begins_with_itself(const Grammar *g, Category category, u8 *seen, Category *culprit) {
  if (seen[category]) {
    *culprit = category;
    return seen[category] == 1;
  }
  seen[category] = 1;
  u32 root = g->categories.data[category].root;
  for (u32 e = g->nodes.data[root].edges; e; e = g->edges.data[e].next) {
    Category other = g->edges.data[e].category;
    if (other >= TOKEN_KINDS && begins_with_itself(g, other, seen, culprit)) return true;
  }
  seen[category] = 2;
  return false;
}

static GavelStatus check(Grammar *g, GavelError *error) {
  u8 *seen = arena_alloc(&g->arena, g->categories.count);
  if (!seen) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  memset(seen, 0, g->categories.count);
  for (u32 c = TOKEN_KINDS; c < g->categories.count; c++) {
    Category culprit;
    if (!g->categories.data[c].root) return complain(g, (Category)c, "nothing belongs to", error);
    if (begins_with_itself(g, (Category)c, seen, &culprit))
      return complain(g, culprit, "a pattern may begin with its own category", error);
  }
  return GAVEL_OK;
}

/* --- the whole ---------------------------------------------------------------------------------------- */

static bool holds_hole(Grammar *g, Lf lf) {
  if (g->with_hole.data[lf] != 2) return g->with_hole.data[lf];
  bool holds = false;
  for (u32 i = 0; i < lf_count(&g->lf, lf); i++) holds |= holds_hole(g, lf_item(&g->lf, lf, i));
  g->with_hole.data[lf] = holds;
  return holds;
}

static bool mark_holes(Grammar *g) {
  u32 count = g->lf.nodes.count;
  if (!vec_reserve(&g->allocator, &g->with_hole, count)) return false;
  memset(g->with_hole.data, 2, count);
  g->with_hole.count = count;
  for (u32 i = 0; i < g->holes.count; i++) {
    g->with_hole.data[g->holes.data[i].whole] = 1;
    g->with_hole.data[g->holes.data[i].items] = 1;
  }
  for (u32 lf = 1; lf < count; lf++) holds_hole(g, lf);
  return true;
}

static bool begin(Grammar *g) {
  lf_init(&g->lf, g->allocator);
  arena_init(&g->arena, g->allocator);
  intern_init(&g->vocabulary, &g->arena);
  intern_init(&g->names, &g->arena);
  bool fits = vec_push(&g->allocator, &g->nodes, ((GrammarNode){0})) &&
              vec_push(&g->allocator, &g->pieces, ((Piece){0})) &&
              vec_push(&g->allocator, &g->edges, ((GrammarEdge){0})) && word_edges_widen(g);
  for (u32 kind = 1; kind < TOKEN_KINDS && fits; kind++)
    fits = grammar_category_add(g, str_of(KIND_NAMES[kind])) == kind;
  return fits;
}

GavelStatus grammar_load(GavelAllocator allocator, const GrammarFile *files, u32 count, Grammar *grammar,
                         GavelError *error) {
  *grammar = (Grammar){.allocator = allocator};
  bool fits = begin(grammar) && grammar_words_add(grammar);
  GavelStatus status = GAVEL_OK;
  for (u32 i = 0; i < count && fits && status == GAVEL_OK; i++) status = grammar_file_add(grammar, &files[i], error);
  if (fits && status == GAVEL_OK) status = check(grammar, error);
  fits = fits && (status != GAVEL_OK || (first_make(grammar) && mark_holes(grammar) && !grammar->lf.failed));
  if (!fits) status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  grammar->lf_own = lf_mark(&grammar->lf);
  if (status != GAVEL_OK) grammar_free(grammar);
  return status;
}

void grammar_free(Grammar *g) {
  vec_free(&g->allocator, &g->productions);
  vec_free(&g->allocator, &g->patterns);
  vec_free(&g->allocator, &g->pattern_pieces);
  vec_free(&g->allocator, &g->pieces);
  vec_free(&g->allocator, &g->holes);
  vec_free(&g->allocator, &g->parts);
  vec_free(&g->allocator, &g->categories);
  vec_free(&g->allocator, &g->nodes);
  vec_free(&g->allocator, &g->edges);
  vec_free(&g->allocator, &g->word_edges);
  vec_free(&g->allocator, &g->first);
  vec_free(&g->allocator, &g->with_hole);
  intern_free(&g->vocabulary);
  intern_free(&g->names);
  lf_free(&g->lf);
  arena_free(&g->arena);
  *g = (Grammar){.allocator = g->allocator};
}
