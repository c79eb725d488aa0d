#include "oracle/lf.h"

#define SLOTS_FIRST 4096u
#define DEPTH_MAX 64

static const char *const NAMES[LF_NAMES] = {
#define HEAD(ENUM, NAME, SORT, SIGNATURE, BIND) [LF_##ENUM] = NAME,
#include "oracle/heads.def"
#undef HEAD
#define NAME(ENUM, TEXT) [LF_##ENUM] = TEXT,
#include "oracle/names.def"
#undef NAME
};

void lf_init(LfStore *store, GavelAllocator allocator) {
  *store = (LfStore){.allocator = allocator};
  arena_init(&store->arena, allocator);
  intern_init(&store->atoms, &store->arena);
  store->failed = !vec_push(&store->allocator, &store->nodes, ((LfNode){0})) ||
                  !vec_reserve(&store->allocator, &store->slots, SLOTS_FIRST);
  if (store->failed) return;
  store->slots.count = SLOTS_FIRST;
  memset(store->slots.data, 0, SLOTS_FIRST * sizeof(u32));
  for (Lf name = 1; name < LF_NAMES; name++)
    if (lf_atom(store, str_of(NAMES[name])) != name) store->failed = true;
}

void lf_free(LfStore *store) {
  vec_free(&store->allocator, &store->nodes);
  vec_free(&store->allocator, &store->items);
  vec_free(&store->allocator, &store->slots);
  intern_free(&store->atoms);
  arena_free(&store->arena);
}

/* --- equal forms are one -------------------------------------------------------------------- */

static void slots_fill(LfStore *store) {
  u32 mask = store->slots.count - 1;
  memset(store->slots.data, 0, store->slots.count * sizeof(u32));
  for (u32 node = 1; node < store->nodes.count; node++) {
    u32 at = store->nodes.data[node].hash & mask;
    while (store->slots.data[at]) at = (at + 1) & mask;
    store->slots.data[at] = node;
  }
}

/* Keeps the table at most half full, so that a search ends soon. */
static void slots_widen(LfStore *store) {
  if (store->nodes.count * 2 < store->slots.count) return;
  u32 size = store->slots.count;
  if (!vec_reserve(&store->allocator, &store->slots, size)) {
    store->failed = true;
    return;
  }
  store->slots.count = size * 2;
  slots_fill(store);
}

static bool same(const LfStore *store, const LfNode *node, StrId atom, const Lf *items, u32 count) {
  return node->atom == atom && node->count == count &&
         (count == 0 || memcmp(&store->items.data[node->first], items, count * sizeof(Lf)) == 0);
}

static Lf find_or_add(LfStore *store, StrId atom, const Lf *items, u32 count) {
  if (store->failed) return 0;
  Hash hash;
  hash_init(&hash, atom);
  for (u32 i = 0; i < count; i++) hash_u64(&hash, items[i]);
  u32 code = (u32)hash_end(&hash), mask = store->slots.count - 1, at = code & mask;
  for (; store->slots.data[at]; at = (at + 1) & mask) {
    const LfNode *node = &store->nodes.data[store->slots.data[at]];
    if (node->hash == code && same(store, node, atom, items, count)) return store->slots.data[at];
  }
  u32 first = store->items.count, lf = store->nodes.count;
  bool within = count > 0 && first > 0 && items >= store->items.data && items < store->items.data + first;
  u32 offset = within ? (u32)(items - store->items.data) : 0;
  if (!vec_reserve(&store->allocator, &store->items, count) ||
      !vec_push(&store->allocator, &store->nodes, ((LfNode){first, count, atom, code}))) {
    store->failed = true;
    return 0;
  }
  if (within) items = store->items.data + offset;
  if (count > 0) memcpy(&store->items.data[first], items, count * sizeof(Lf));
  store->items.count += count;
  store->slots.data[at] = lf;
  slots_widen(store);
  return lf;
}

u32 lf_mark(const LfStore *store) { return store->nodes.count; }

/* Entries leave in the reverse of the order they came in, so each leaves no gap that a search would stop at. */
void lf_forget(LfStore *store, u32 mark) {
  u32 mask = store->slots.count - 1;
  while (store->nodes.count > mark) {
    u32 lf = --store->nodes.count, at = store->nodes.data[lf].hash & mask;
    while (store->slots.data[at] != lf) at = (at + 1) & mask;
    store->slots.data[at] = 0;
    store->items.count = store->nodes.data[lf].atom ? store->items.count : store->nodes.data[lf].first;
  }
}

/* --- making forms ---------------------------------------------------------------------------- */

Lf lf_atom(LfStore *store, Str text) {
  StrId atom = intern_add(&store->atoms, text);
  if (!atom) store->failed = true;
  return find_or_add(store, atom, NULL, 0);
}

/* Heads whose lists are flat. Of `alone` ones a list of one item is that item; of `once` ones an item says no more when it
   is said again. */
static const struct {
  Lf head;
  bool alone, once;
} ASSOCIATIVE[] = {
    {LF_AND, true, true},    {LF_OR, true, true},      {LF_SEQ, true, false},   {LF_JOINED, true, false},
    {LF_COSTS, true, false}, {LF_EITHER, true, false}, {LF_UNION, true, false}, {LF_LIST, false, false},
};

static int associative(Lf head) {
  for (u32 i = 0; head < LF_NAMES && i < COUNT_OF(ASSOCIATIVE); i++)
    if (head == ASSOCIATIVE[i].head) return (int)i;
  return -1;
}

bool lf_is_flat(Lf head) {
  int how = associative(head);
  return how >= 0 && ASSOCIATIVE[how].alone;
}

static bool among(const Lf *items, u32 count, Lf lf) {
  for (u32 i = 0; i < count; i++)
    if (items[i] == lf) return true;
  return false;
}

Lf lf_list(LfStore *store, const Lf *items, u32 count) {
  if (store->failed) return 0;
  int how = count > 0 ? associative(items[0]) : -1;
  if (how < 0) return find_or_add(store, 0, items, count);
  VEC(Lf) flat = {0};
  Lf conjunction = LF_AND, always = LF_ALWAYS;
  bool fits = vec_push(&store->allocator, &flat, items[0]);
  for (u32 i = 1; i < count && fits; i++) {
    bool nested = !lf_is_atom(store, items[i]) && lf_item(store, items[i], 0) == items[0];
    u32 n = nested ? lf_count(store, items[i]) : 2;
    for (u32 k = 1; k < n && fits; k++) {
      Lf item = nested ? lf_item(store, items[i], k) : items[i];
      if (ASSOCIATIVE[how].once && among(flat.data, flat.count, item)) continue;
      if (items[0] == conjunction && item == always) continue; /* which says nothing */
      fits = vec_push(&store->allocator, &flat, item);
    }
  }
  store->failed |= !fits;
  if (fits && flat.count == 1 && count > 1 && items[0] == conjunction)
    fits = vec_push(&store->allocator, &flat, always);
  Lf lf = flat.count == 2 && ASSOCIATIVE[how].alone ? flat.data[1] : find_or_add(store, 0, flat.data, flat.count);
  vec_free(&store->allocator, &flat);
  return lf;
}

Lf lf_make(LfStore *store, Lf head, Lf a, Lf b, Lf c) {
  Lf items[4] = {head};
  u32 count = 1;
  const Lf rest[] = {a, b, c};
  for (u32 i = 0; i < COUNT_OF(rest); i++)
    if (rest[i]) items[count++] = rest[i];
  return lf_list(store, items, count);
}

void lf_difference(const LfStore *store, Lf *here, Lf *there) {
  bool differ = *here && *there && *here != *there;
  if (!differ) *here = *there = 0;
  while (differ && !lf_is_atom(store, *here) && !lf_is_atom(store, *there) &&
         lf_count(store, *here) == lf_count(store, *there) && lf_item(store, *here, 0) == lf_item(store, *there, 0)) {
    u32 at = 1;
    while (lf_item(store, *here, at) == lf_item(store, *there, at)) at++;
    *here = lf_item(store, *here, at);
    *there = lf_item(store, *there, at);
  }
}

Lf lf_item(const LfStore *store, Lf lf, u32 index) {
  const LfNode *node = &store->nodes.data[lf];
  return index < node->count ? store->items.data[node->first + index] : 0;
}

Str lf_head(const LfStore *store, Lf lf) {
  if (!lf_is_atom(store, lf)) lf = lf_item(store, lf, 0);
  return intern_text(&store->atoms, store->nodes.data[lf].atom);
}

/* --- text ------------------------------------------------------------------------------------- */

static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t'; }

/* Reads one form at `*at`; the items of lists that are not finished lie on `stack`. */
static Lf read_form(LfStore *store, Str text, u32 *at, u32 depth) {
  while (*at < text.length && is_blank(text.data[*at])) (*at)++;
  if (*at >= text.length || text.data[*at] == ')' || depth > DEPTH_MAX) return 0;
  if (text.data[*at] != '(') {
    u32 begin = *at;
    bool quoted = text.data[begin] == '"';
    while (*at < text.length && (quoted || (!is_blank(text.data[*at]) && text.data[*at] != ')'))) {
      (*at)++;
      if (quoted && *at > begin + 1 && text.data[*at - 1] == '"') break;
    }
    return lf_atom(store, (Str){text.data + begin, *at - begin});
  }
  (*at)++;
  VEC(Lf) items = {0};
  for (Lf item; (item = read_form(store, text, at, depth + 1));)
    if (!vec_push(&store->allocator, &items, item)) store->failed = true;
  bool closed = *at < text.length && text.data[*at] == ')';
  Lf lf = closed ? lf_list(store, items.data, items.count) : 0;
  if (closed) (*at)++;
  vec_free(&store->allocator, &items);
  return lf;
}

Lf lf_read(LfStore *store, Str text, u32 *bad) {
  *bad = 0;
  Lf lf = read_form(store, text, bad, 0);
  while (*bad < text.length && is_blank(text.data[*bad])) (*bad)++;
  return *bad == text.length ? lf : 0;
}

void lf_print(const LfStore *store, Lf lf, Text *out) {
  if (lf_is_atom(store, lf)) {
    text_add(out, lf_head(store, lf));
    return;
  }
  text_addc(out, '(');
  for (u32 i = 0; i < lf_count(store, lf); i++) {
    if (i > 0) text_addc(out, ' ');
    lf_print(store, lf_item(store, lf, i), out);
  }
  text_addc(out, ')');
}

/* Atoms and what fits stay on the line; what does not begins a line of its own, and so does all behind it. */
void lf_print_wide(const LfStore *store, Lf lf, u32 column, u32 indent, u32 width, Text *out) {
  u32 from = out->length;
  lf_print(store, lf, out);
  if (lf_is_atom(store, lf) || column + out->length - from <= width || out->failed) return;
  out->length = from;
  text_addc(out, '(');
  bool broken = false;
  for (u32 i = 0; i < lf_count(store, lf); i++) {
    Lf item = lf_item(store, lf, i);
    broken |= i > 0 && !lf_is_atom(store, item);
    bool option = i > 1 && broken && lf_is_atom(store, lf_item(store, lf, i - 1)) &&
                  lf_head(store, lf_item(store, lf, i - 1)).data[0] == ':';
    if (broken && !option) {
      text_addc(out, '\n');
      for (u32 k = 0; k < indent + 2; k++) text_addc(out, ' ');
      column = indent + 2;
    } else if (i > 0) {
      text_addc(out, ' ');
      column++;
    }
    u32 begin = out->length;
    lf_print_wide(store, item, column, indent + 2, width, out);
    column += out->length - begin;
  }
  text_addc(out, ')');
}
