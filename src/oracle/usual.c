#include "oracle/usual.h"

#define ROWS_FIRST 4096u
/* How many times something is taken to have been said in a place, shared out as it is said in wider ones. */
#define ELSEWHERE 1u

/* The places that something is counted in, from the widest to the narrowest: anything of a category, a part of a
   production, what means something of that shape, that in a part of a production, with more of its shape, in a part of
   what means something of a shape, and of which kind of object it is said. */
#define PLACES 7u
#define PATTERN_PLACES 4u
/* What marks the key of something said in a place. */
#define SAID 12u
/* A place is kept if something is said there more often than wider ones made likely, by one in so many, so often; and of
   what is said there what is at least such a part. */
#define SURPRISES_LEAST 3u
#define TELLING 4u
#define RARE_PART 50u

static u32 hash_of(u32 a, u32 b, u32 c) {
  Hash hash;
  hash_init(&hash, a);
  hash_u64(&hash, (u64)b << 32 | c);
  u32 key = (u32)hash_end(&hash);
  return key ? key : 1;
}

u32 usual_hash(Str text) {
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, text.data, text.length);
  return (u32)hash_end(&hash);
}

/* A number made of a meaning as deep as `depth`; numbers and names are alike. */
static u32 shape_of(const LfStore *lf, Lf form, u32 depth) {
  if (lf_is_atom(lf, form) || depth == 0) {
    Str text = lf_head(lf, form);
    bool digit = text.length > 0 && text.data[0] >= '0' && text.data[0] <= '9';
    bool name = text.length > 0 && text.data[0] == '"';
    return usual_hash(digit ? STR("0") : name ? STR("\"") : text);
  }
  u32 shape = lf_count(lf, form);
  for (u32 i = 0; i < lf_count(lf, form); i++)
    shape = hash_of(shape, shape_of(lf, lf_item(lf, form, i), depth - 1), depth);
  return shape;
}

static const u32 DEPTHS[USUAL_DEPTHS] = {1, 3, 5};

/* The same, as deep as the `which`-th of DEPTHS; it is made once. */
static u32 shape_kept(Usual *u, Lf form, u32 which) {
  const LfStore *lf = &u->grammar->lf;
  while (u->shapes.count <= form)
    if (!vec_push(&u->allocator, &u->shapes, ((UsualShapes){{0}}))) {
      u->failed = true;
      return 0;
    }
  u32 *kept = &u->shapes.data[form].of[which];
  if (!*kept) *kept = shape_of(lf, form, DEPTHS[which]);
  return *kept;
}

void usual_forget(Usual *usual, Lf from) {
  if (usual->shapes.count > from) usual->shapes.count = from;
}

static UsualRow *row_of(const Usual *u, u32 key) {
  u32 mask = u->rows.count - 1, at = key & mask;
  while (u->rows.data[at].key && u->rows.data[at].key != key) at = (at + 1) & mask;
  return &u->rows.data[at];
}

static void widen(Usual *u) {
  VEC(UsualRow) old = {u->rows.data, u->rows.count, u->rows.cap};
  u32 size = old.count ? old.count * 2 : ROWS_FIRST;
  u->rows.data = NULL;
  u->rows.count = u->rows.cap = 0;
  u->failed |= !vec_reserve(&u->allocator, &u->rows, size);
  if (!u->failed) memset(u->rows.data, 0, size * sizeof(UsualRow));
  if (!u->failed) u->rows.count = size;
  for (u32 i = 0; i < old.count && !u->failed; i++)
    if (old.data[i].key) *row_of(u, old.data[i].key) = old.data[i];
  vec_free(&u->allocator, &old);
}

static void add(Usual *u, u32 key, u32 count) {
  if (!u->failed && (u->used + 1) * 2 >= u->rows.count) widen(u);
  if (u->failed) return;
  UsualRow *row = row_of(u, key);
  u->used += !row->key;
  row->key = key;
  row->count += count;
}

static u32 count_of(const Usual *u, u32 key) { return u->rows.count ? row_of(u, key)->count : 0; }

void usual_init(Usual *usual, GavelAllocator allocator, const Grammar *grammar) {
  *usual = (Usual){.allocator = allocator, .grammar = grammar};
  Category kind = grammar_category(grammar, STR("self-kind")), mark = grammar_category(grammar, STR("ability-word"));
  Category mode = grammar_category(grammar, STR("mode-mark"));
  for (u32 i = 0; i < grammar->productions.count; i++) {
    const Production *p = &grammar->productions.data[i];
    /* Words of the game are alike: which of them is said is no question of style. */
    u32 category = usual_hash(grammar->categories.data[p->category].name);
    bool alike = !p->file && p->category != kind && p->category != mark && p->category != mode;
    u32 name = hash_of(category, alike ? 0 : usual_hash(p->pattern), 0);
    usual->failed |= !vec_push(&usual->allocator, &usual->names, name);
  }
  for (u32 i = 0; i < grammar->categories.count; i++)
    usual->failed |= !vec_push(&usual->allocator, &usual->categories, usual_hash(grammar->categories.data[i].name));
}

void usual_free(Usual *usual) {
  vec_free(&usual->allocator, &usual->names);
  vec_free(&usual->allocator, &usual->categories);
  vec_free(&usual->allocator, &usual->rows);
  vec_free(&usual->allocator, &usual->shapes);
}

void usual_read(Usual *usual, Str counts) {
  u32 values[2] = {0}, which = 0;
  for (u32 i = 0; i < counts.length; i++) {
    char c = counts.data[i];
    u32 digit = c >= '0' && c <= '9' ? (u32)(c - '0') : c >= 'a' && c <= 'f' ? (u32)(c - 'a' + 10) : 16;
    if (digit < 16) values[which] = values[which] * 16 + digit;
    if (c == ' ') which = 1;
    if (c != '\n') continue;
    if (values[0]) add(usual, values[0], values[1]);
    values[0] = values[1] = which = 0;
  }
}

/* Puts rows in the order of their keys, no two of which are equal. */
static void sort(UsualRow *rows, u32 count) {
  for (u32 gap = count / 2; gap > 0; gap /= 2)
    for (u32 i = gap; i < count; i++) {
      UsualRow row = rows[i];
      u32 at = i;
      for (; at >= gap && rows[at - gap].key > row.key; at -= gap) rows[at] = rows[at - gap];
      rows[at] = row;
    }
}

void usual_write(const Usual *usual, Text *out) {
  VEC(UsualRow) rows = {0};
  GavelAllocator allocator = usual->allocator;
  for (u32 i = 0; i < usual->rows.count; i++)
    if (usual->rows.data[i].kept && !vec_push(&allocator, &rows, usual->rows.data[i])) out->failed = true;
  sort(rows.data, rows.count);
  for (u32 i = 0; i < rows.count; i++) text_addf(out, "%x %x\n", rows.data[i].key, rows.data[i].count);
  vec_free(&allocator, &rows);
}

bool usual_is_constant(const Grammar *grammar, const Production *production, u32 hole) {
  return str_is(lf_head(&grammar->lf, grammar->holes.data[production->hole_first + hole].whole), "<_>");
}

/* The keys of the places that one place is. */
static void places_of(Usual *u, Category category, const UsualPlace *place, u32 *keys) {
  u32 name = u->categories.data[category], in = hash_of(u->names.data[place->production], place->hole, name);
  u32 shape = shape_kept(u, place->meaning, 0);
  keys[0] = name;
  keys[1] = hash_of(name, shape, 2);
  keys[2] = in;
  keys[3] = hash_of(in, shape, 3);
  keys[4] = hash_of(in, shape_kept(u, place->meaning, 1), 4);
  keys[5] = hash_of(keys[3], shape_kept(u, place->around, 2), 5);
  keys[6] = hash_of(keys[4], usual_hash(place->kind), 6);
}

/* A pattern of a production is counted as if it were a part of it. */
static void pattern_keys(Usual *u, u32 production, Lf meaning, Str kind, u32 *keys) {
  u32 name = u->names.data[production];
  keys[0] = hash_of(name, 0, 8);
  keys[1] = hash_of(name, shape_kept(u, meaning, 0), 7);
  keys[2] = hash_of(name, shape_kept(u, meaning, 1), 9);
  keys[3] = hash_of(keys[2], usual_hash(kind), 10);
}

/* What a phrase is called: its production, or what kind of token it is. */
static u32 said_as(const Usual *u, Category category, u32 production) {
  return category < TOKEN_KINDS ? u->categories.data[category] : u->names.data[production];
}

/* What a production passes on is said in the place of that. */
bool usual_passes_on(const Grammar *grammar, u32 production) { return !grammar->productions.data[production].meaning; }

/* How likely something is in the first of some places, of 2^30. */
static u64 likely_in(const Usual *u, const u32 *keys, u32 count, u32 said) {
  u64 likely = (u64)1 << 12;
  for (u32 i = 0; i < count; i++) {
    u64 all = count_of(u, keys[i]);
    if (all > 0)
      likely = (((u64)count_of(u, hash_of(keys[i], said, SAID)) << 30) + likely * ELSEWHERE) / (all + ELSEWHERE);
  }
  return likely;
}

/* Goes through one thing that was said in places, from the widest to the narrowest. */
static void go_through(Usual *u, const u32 *keys, u32 count, u32 said) {
  for (u32 i = 0; i < count; i++) {
    u32 key = hash_of(keys[i], said, SAID);
    if (u->pass == USUAL_COUNT) {
      add(u, keys[i], 1);
      add(u, key, 1);
      continue;
    }
    UsualRow *all = row_of(u, keys[i]), *row = row_of(u, key);
    if (u->pass == USUAL_COMPARE)
      all->surprises += likely_in(u, keys, i, said) + ((u64)1 << 30) / TELLING < ((u64)row->count << 30) / all->count;
    if (u->pass != USUAL_KEEP || all->surprises < SURPRISES_LEAST || row->count * RARE_PART < all->count) continue;
    all->kept = row->kept = true;
  }
}

static void count_at(Usual *usual, const Chart *chart, u32 reading, Category category, const UsualPlace *place) {
  const Grammar *g = usual->grammar;
  const Reading *here = &chart->readings.data[reading];
  const Production *p = &g->productions.data[here->production];
  u32 keys[PLACES];
  places_of(usual, category, place, keys);
  go_through(usual, keys, PLACES, said_as(usual, category, here->production));
  if (category < TOKEN_KINDS) return;
  if (p->pattern_count > 1) {
    pattern_keys(usual, here->production, here->meaning, place->kind, keys);
    go_through(usual, keys, PATTERN_PLACES, here->pattern - p->pattern_first);
  }
  for (u32 i = 0; i < p->hole_count; i++) {
    u32 part = chart->parts.data[here->parts + i];
    Lf meaning = usual_is_constant(g, p, i) ? here->meaning : chart->readings.data[part].meaning;
    UsualPlace inner = {here->production, i, meaning, here->meaning, place->kind};
    count_at(usual, chart, part, g->holes.data[p->hole_first + i].category,
             usual_passes_on(g, here->production) ? place : &inner);
  }
}

void usual_count(Usual *usual, const Chart *chart, u32 reading, Str kind) {
  const Reading *whole = &chart->readings.data[reading];
  UsualPlace place = {0, 0, whole->meaning, whole->meaning, kind};
  count_at(usual, chart, reading, usual->grammar->productions.data[whole->production].category, &place);
}

/* How many bits a likelihood of `n` in 2^30 takes. */
static u32 bits_of(u64 n) {
  u32 bits = 0;
  n = n ? n : 1;
  for (; n < (u64)1 << 29; n *= 2) bits++;
  return bits * USUAL_BIT + (u32)((((u64)1 << 30) - n) * USUAL_BIT >> 29);
}

u32 usual_cost(Usual *usual, const UsualPlace *place, Category category, u32 production) {
  u32 keys[PLACES];
  places_of(usual, category, place, keys);
  return bits_of(likely_in(usual, keys, PLACES, said_as(usual, category, production)));
}

u32 usual_pattern(Usual *usual, u32 production, Lf meaning, Str kind) {
  const Production *p = &usual->grammar->productions.data[production];
  if (p->pattern_count < 2) return p->pattern_first;
  u32 keys[PATTERN_PLACES], best = 0;
  u64 most = 0;
  pattern_keys(usual, production, meaning, kind, keys);
  for (u32 i = 0; i < p->pattern_count; i++) {
    u64 likely = likely_in(usual, keys, PATTERN_PLACES, i);
    if (likely > most) best = i;
    if (likely > most) most = likely;
  }
  return p->pattern_first + best;
}
