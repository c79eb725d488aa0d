/* Files of productions (docs/oracle.md). A line that begins at the margin names a category and an area; below it each
   production begins two spaces in, its further lines deeper:

     effect#: destroying
       destroy <o:objects>          => (destroy <o>)
       <w:who> [must|have to] (discards|discard) <n:cards>
           => (discard <n>)

   `#` makes a category twice, for one (.sg) and for many (.pl), and (one|many) picks the word; [a|b] is either. `##` makes
   it for the past (.past), too: there (one|many|past) picks the word, and what has two sides only has no past. */
#include "oracle/grammar.h"

#define ALTERNATIVES_MAX 64u
#define NAME_MAX 48u

typedef struct Part {
  PatternPart it;
  u32 group; /* 1 + alternation it belongs to; 0: none */
  u32 option;
} Part;

typedef struct FileReader {
  Grammar *g;
  const GrammarFile *file;
  GavelError *error;
  TokenList words;
  Text scratch;
  Str category, area;
  u32 shapes; /* in how many the category is made: 1, 2 for one and many, 3 with the past */
  u32 line;
  u32 piece; /* of the production being read */
} FileReader;

static GavelStatus wrong(FileReader *r, const char *what, Str detail) {
  return error_set(r->error, GAVEL_E_SYNTAX, r->line, 1, 0, "%s:%u: %s%s%.*s", r->file->name, r->line, what,
                   detail.length > 0 ? ": " : "", (int)detail.length, detail.data ? detail.data : "");
}

static Str trim(Str text) {
  while (text.length > 0 && (text.data[0] == ' ' || text.data[0] == '\n')) text = (Str){text.data + 1, text.length - 1};
  while (text.length > 0 && (text.data[text.length - 1] == ' ' || text.data[text.length - 1] == '\n')) text.length--;
  return text;
}

static u32 find(Str text, u32 from, char c) {
  while (from < text.length && text.data[from] != c) from++;
  return from;
}

/* --- patterns ------------------------------------------------------------------------------------ */

typedef struct PatternReader {
  FileReader *r;
  u32 shape;      /* of a category with #: 0 for one, 1 for many, 2 for the past */
  bool shapeless; /* the pattern has no such shape */
  bool shaped;    /* part of the pattern depends on it */
  Str pattern;
  Part parts[PATTERN_MAX];
  u32 count, groups;
  u32 group_sizes[PATTERN_MAX];
  u32 group_pieces[PATTERN_MAX]; /* of the first phrase of each, which the others follow */
  u32 piece_count;               /* so far, with the production's own */
  Str names[PATTERN_MAX];        /* of the holes, in order, */
  Category holes[PATTERN_MAX];   /* and what each is */
  u32 hole_count;
} PatternReader;

static u32 marks_of(Str name) {
  u32 marks = 0;
  while (marks < name.length && name.data[name.length - 1 - marks] == '#') marks++;
  return marks;
}

/* The name of a category with its shape: `filter#` is filter.sg or filter.pl, `deed##` deed.past, too. */
static Category category_named(FileReader *r, Str name, u32 shape) {
  static const char *const ENDINGS[] = {".sg", ".pl", ".past"};
  u32 marks = marks_of(name);
  if (marks > 0) {
    text_clear(&r->scratch);
    text_add(&r->scratch, (Str){name.data, name.length - marks});
    text_adds(&r->scratch, ENDINGS[shape]);
    name = text_str(&r->scratch);
  }
  return grammar_category_add(r->g, name);
}

static bool words_add(PatternReader *p, Str text, u32 group, u32 option) {
  FileReader *r = p->r;
  if (!tokens_read(&r->words, text, NULL, 0, &r->g->vocabulary, true)) return false;
  for (u32 i = 0; i < r->words.tokens.count; i++) {
    if (p->count == PATTERN_MAX) return false;
    p->parts[p->count++] = (Part){{0, r->words.tokens.data[i].word}, group, option};
  }
  return true;
}

static GavelStatus hole_read(PatternReader *p, Str text) {
  u32 colon = find(text, 0, ':');
  Str name = {text.data, colon};
  Str category = colon < text.length ? (Str){text.data + colon + 1, text.length - colon - 1} : text;
  if (p->count == PATTERN_MAX) return wrong(p->r, "a pattern is too long; make a category of a part of it", text);
  if (category.length == 0 || name.length == 0 || name.length > NAME_MAX)
    return wrong(p->r, "a part is written <name:category>", text);
  u32 marks = marks_of(category);
  if (name.length == category.length) name.length -= marks;
  for (u32 i = 0; i < p->hole_count; i++)
    if (str_equal(p->names[i], name) && !str_is(name, "_"))
      return wrong(p->r, "two parts of a pattern have one name", name);
  if (marks >= p->r->shapes) return wrong(p->r, "only a category with # has parts with #", text);
  p->shaped |= marks == 2;
  p->shapeless |= marks == 1 && p->shape == 2;
  p->holes[p->hole_count] = category_named(p->r, category, p->shape);
  p->parts[p->count++] = (Part){{p->holes[p->hole_count], 0}, 0, 0};
  p->names[p->hole_count++] = name;
  return GAVEL_OK;
}

/* A production of a category with # is read twice, and its pieces are made once. */
static bool piece_add(PatternReader *p, Str phrase) {
  FileReader *r = p->r;
  u32 piece = r->piece + p->piece_count++;
  if (piece < r->g->pieces.count) return true;
  return vec_push(&r->g->allocator, &r->g->pieces, ((Piece){r->category, p->pattern, phrase}));
}

/* Words in brackets. Of (one|many) the number picks one; of [a|b] each makes a pattern of its own. */
static GavelStatus group_read(PatternReader *p, Str text, bool number) {
  u32 options = 0, group = p->groups + 1;
  p->group_pieces[p->groups] = p->r->piece + p->piece_count;
  for (u32 at = 0; at <= text.length; options++) {
    u32 end = find(text, at, '|');
    Str words = trim((Str){text.data + at, end - at});
    bool mine = !number || options == p->shape;
    if (mine && !words_add(p, words, number ? 0 : group, options))
      return wrong(p->r, "a pattern is too long; make a category of a part of it", text);
    if (!number && !piece_add(p, words))
      return error_set(p->r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
    at = end + 1;
  }
  if (number && (options < 2 || options > p->r->shapes))
    return wrong(p->r, "(one|many) stands in a category with # and has two sides, with ## also three", text);
  p->shaped |= number && options == 3;
  p->shapeless |= number && p->shape >= options;
  if (!number) p->group_sizes[p->groups++] = options;
  return GAVEL_OK;
}

static GavelStatus pattern_read(PatternReader *p, Str text) {
  for (u32 at = 0; at < text.length;) {
    char c = text.data[at];
    char close = c == '<' ? '>' : c == '(' ? ')' : c == '[' ? ']' : 0;
    if (close) {
      u32 end = find(text, at, close);
      if (end == text.length) return wrong(p->r, "a bracket is not closed", text);
      Str inside = {text.data + at + 1, end - at - 1};
      GavelStatus status = c == '<' ? hole_read(p, inside) : group_read(p, inside, c == '(');
      if (status != GAVEL_OK) return status;
      at = end + 1;
      continue;
    }
    u32 end = at;
    while (end < text.length && !strchr("<([", text.data[end])) end++;
    if (!words_add(p, (Str){text.data + at, end - at}, 0, 0)) return wrong(p->r, "a pattern is too long", text);
    at = end;
  }
  return p->count > 0 || p->shapeless ? GAVEL_OK : wrong(p->r, "a pattern is empty", text);
}

/* Adds each pattern that the alternations stand for. */
static GavelStatus patterns_add(PatternReader *p, u32 production) {
  u32 combinations = 1;
  for (u32 i = 0; i < p->groups; i++) combinations *= p->group_sizes[i];
  if (combinations > ALTERNATIVES_MAX) return wrong(p->r, "too many alternatives; make a category of them", STR(""));
  for (u32 k = 0; k < combinations; k++) {
    PatternPart parts[PATTERN_MAX];
    u32 count = 0, pieces[PATTERN_MAX + 1] = {p->r->piece}, rest_of = k;
    for (u32 i = 0; i < p->groups; rest_of /= p->group_sizes[i++])
      pieces[i + 1] = p->group_pieces[i] + rest_of % p->group_sizes[i];
    for (u32 i = 0; i < p->count; i++) {
      u32 rest = k;
      for (u32 group = 1; group < p->parts[i].group; group++) rest /= p->group_sizes[group - 1];
      bool mine = !p->parts[i].group || rest % p->group_sizes[p->parts[i].group - 1] == p->parts[i].option;
      if (mine) parts[count++] = p->parts[i].it;
    }
    if (count == 0) return wrong(p->r, "a pattern may be empty", STR(""));
    Grammar *g = p->r->g;
    if (grammar_pattern_known(g, g->productions.data[production].category, parts, count))
      return wrong(p->r, "the category reads these words already", p->pattern);
    bool fits = grammar_pattern_add(g, production, parts, count, pieces, p->groups + 1);
    if (!fits) return error_set(p->r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  }
  return GAVEL_OK;
}

/* --- productions ------------------------------------------------------------------------------------ */

static bool mentions(const Grammar *g, Lf lf, Lf atom) {
  if (lf == atom) return true;
  for (u32 i = 0; i < lf_count(&g->lf, lf); i++)
    if (mentions(g, lf_item(&g->lf, lf, i), atom)) return true;
  return false;
}

/* Every part of a pattern has a place in the meaning, so that no words can be passed over; but one called `_`, whose
   category has one meaning alone. */
static GavelStatus holes_add(PatternReader *p, Lf meaning) {
  FileReader *r = p->r;
  Grammar *g = r->g;
  for (u32 i = 0; i < p->hole_count; i++) {
    Lf forms[2];
    for (u32 k = 0; k < 2; k++) {
      text_clear(&r->scratch);
      text_addc(&r->scratch, '<');
      text_add(&r->scratch, p->names[i]);
      text_adds(&r->scratch, k == 0 ? ">" : "*>");
      forms[k] = lf_atom(&g->lf, text_str(&r->scratch));
    }
    bool constant = str_is(p->names[i], "_");
    if (meaning && !constant && !mentions(g, meaning, forms[0]) && !mentions(g, meaning, forms[1]))
      return wrong(r, "the meaning leaves out", p->names[i]);
    if (!vec_push(&g->allocator, &g->holes, ((Hole){forms[0], forms[1], p->holes[i]})))
      return error_set(r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  }
  return GAVEL_OK;
}

/* What looks like a part but is none of the pattern. */
static Lf stray_hole(const Grammar *g, Lf lf, u32 first, u32 count) {
  Str text = lf_head(&g->lf, lf);
  if (lf_is_atom(&g->lf, lf)) {
    if (text.length < 3 || text.data[0] != '<' || text.data[text.length - 1] != '>') return 0;
    for (u32 i = 0; i < count; i++)
      if (g->holes.data[first + i].whole == lf || g->holes.data[first + i].items == lf) return 0;
    return lf;
  }
  Lf stray = 0;
  for (u32 i = 0; i < lf_count(&g->lf, lf) && !stray; i++) stray = stray_hole(g, lf_item(&g->lf, lf, i), first, count);
  return stray;
}

static GavelStatus production_add(FileReader *r, Str pattern, Str meaning_text, u32 shape) {
  Grammar *g = r->g;
  PatternReader p = {.r = r, .shape = shape, .pattern = pattern};
  if (!piece_add(&p, (Str){0})) return error_set(r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  GavelStatus status = pattern_read(&p, pattern);
  if (status != GAVEL_OK || p.shapeless || (shape == 2 && !p.shaped)) return status;
  u32 bad = 0;
  Lf meaning = meaning_text.length > 0 ? lf_read(&g->lf, meaning_text, &bad) : 0;
  if (!meaning && (meaning_text.length > 0 || p.hole_count != 1))
    return wrong(r, "a meaning is expected behind =>, unless the pattern has one part", meaning_text);
  u32 first = g->holes.count;
  if ((status = holes_add(&p, meaning)) != GAVEL_OK) return status;
  Lf stray = meaning ? stray_hole(g, meaning, first, p.hole_count) : 0;
  if (stray) return wrong(r, "no part of the pattern is named", lf_head(&g->lf, stray));
  Production production = {.category = category_named(r, r->category, shape),
                           .meaning = meaning,
                           .hole_first = first,
                           .hole_count = p.hole_count,
                           .piece = r->piece,
                           .area = r->area,
                           .pattern = pattern,
                           .file = g->files,
                           .line = r->line};
  if (!vec_push(&g->allocator, &g->productions, production))
    return error_set(r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  return patterns_add(&p, g->productions.count - 1);
}

static GavelStatus production_read(FileReader *r, Str text) {
  u32 arrow = 0;
  while (arrow + 1 < text.length && !(text.data[arrow] == '=' && text.data[arrow + 1] == '>')) arrow++;
  bool has = arrow + 1 < text.length;
  Str pattern = trim((Str){text.data, has ? arrow : text.length});
  Str meaning = has ? trim((Str){text.data + arrow + 2, text.length - arrow - 2}) : STR("");
  if (r->category.length == 0) return wrong(r, "a production needs a category above it", pattern);
  char *kept = arena_text(&r->g->arena, pattern.data, pattern.length);
  if (!kept) return error_set(r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  pattern = (Str){kept, pattern.length};
  r->piece = r->g->pieces.count;
  GavelStatus status = GAVEL_OK;
  for (u32 shape = 0; shape < r->shapes && status == GAVEL_OK; shape++)
    status = production_add(r, pattern, meaning, shape);
  return status;
}

static GavelStatus heading_read(FileReader *r, Str line) {
  u32 colon = find(line, 0, ':');
  if (colon == line.length) return wrong(r, "a heading is written CATEGORY: AREA", line);
  Str area = trim((Str){line.data + colon + 1, line.length - colon - 1});
  char *kept = arena_text(&r->g->arena, line.data, line.length);
  char *title = arena_text(&r->g->arena, area.data, area.length);
  if (!kept || !title) return error_set(r->error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  r->category = (Str){kept, colon};
  r->area = (Str){title, area.length};
  r->shapes = 1 + marks_of(r->category);
  if (r->shapes > 3) return wrong(r, "a category has two marks # at most", r->category);
  return colon > 0 ? GAVEL_OK : wrong(r, "a heading is written CATEGORY: AREA", line);
}

static u32 indentation(Str line) {
  u32 spaces = 0;
  while (spaces < line.length && line.data[spaces] == ' ') spaces++;
  return spaces;
}

static Str next_line(Str text, u32 *at) {
  u32 end = find(text, *at, '\n');
  Str line = {text.data + *at, end - *at};
  *at = end + 1;
  return line;
}

static bool says_nothing(Str line) {
  u32 spaces = indentation(line);
  return spaces == line.length || line.data[spaces] == ';';
}

GavelStatus grammar_file_add(Grammar *grammar, const GrammarFile *file, GavelError *error) {
  FileReader r = {.g = grammar, .file = file, .error = error};
  tokens_init(&r.words, grammar->allocator);
  text_init(&r.scratch, grammar->allocator);
  GavelStatus status = GAVEL_OK;
  u32 line_number = 0;
  grammar->files++;
  for (u32 at = 0; at < file->text.length && status == GAVEL_OK;) {
    Str line = next_line(file->text, &at);
    r.line = ++line_number;
    if (says_nothing(line)) continue;
    if (indentation(line) == 0) {
      status = heading_read(&r, line);
      continue;
    }
    /* Deeper lines go on with the production. */
    Str whole = line;
    for (u32 next = at; next < file->text.length;) {
      Str more = next_line(file->text, &next);
      if (says_nothing(more) || indentation(more) <= indentation(line)) break;
      whole.length = (u32)(more.data + more.length - whole.data);
      at = next;
      line_number++;
    }
    status = production_read(&r, whole);
  }
  if (r.scratch.failed || r.words.failed || grammar->lf.failed)
    status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "grammar: out of memory");
  tokens_free(&r.words);
  text_free(&r.scratch);
  return status;
}
