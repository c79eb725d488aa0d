#include "cards/check.h"

/* Letters of mana symbols by the bits of SYMBOL_KINDS. */
static const char KINDS[] = "WUBRGC";

#define COLORED_KINDS 0x1fu
#define GENERIC_MAX 1000000

u8 mana_cost_colors(const ManaCost *cost) {
  u32 colors = 0;
  for (u32 i = 0; i < cost->count; i++) colors |= cost->symbols[i] & COLORED_KINDS;
  return (u8)colors;
}

i64 mana_cost_value(const ManaCost *cost, i64 x) {
  i64 value = x && cost->x ? num_add(cost->generic, num_mul(cost->x, x, NULL), NULL) : cost->generic;
  /* Of the parts of a hybrid symbol the largest counts (202.3f). */
  for (u32 i = 0; i < cost->count; i++) value += cost->symbols[i] & SYMBOL_TWO_GENERIC ? 2 : 1;
  return value;
}

/* The bit of a letter of KINDS, 0 for others. */
static ManaSymbol kind_bit(char c) {
  if (c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
  const char *at = c ? strchr(KINDS, c) : NULL;
  return (ManaSymbol)(at ? 1u << (at - KINDS) : 0u);
}

/* The bit of one part of a symbol between slashes; 0 if it is not valid. */
static ManaSymbol part_bit(char c) {
  if (c == '2') return SYMBOL_TWO_GENERIC;
  if (c == 'P' || c == 'p') return SYMBOL_LIFE;
  if (c == 'S' || c == 's') return SYMBOL_SNOW;
  return kind_bit(c);
}

bool check_mana_symbol(u32 symbol) {
  u32 kinds = bits_count(symbol & SYMBOL_KINDS);
  u32 colors = bits_count(symbol & COLORED_KINDS);
  switch (symbol & ~(u32)SYMBOL_KINDS) {
    case 0: return kinds == 1 || kinds == 2;
    case SYMBOL_TWO_GENERIC: return kinds == 1 && colors == 1;
    case SYMBOL_LIFE: return kinds == colors && (kinds == 1 || kinds == 2);
    case SYMBOL_SNOW: return kinds == 0;
    default: return false;
  }
}

/* Inserts a symbol in ascending order; false if there is no room. */
static bool add_symbol(ManaCost *cost, ManaSymbol symbol) {
  if (cost->count == MANA_SYMBOLS_CAP) return false;
  u32 i = cost->count++;
  for (; i > 0 && cost->symbols[i - 1] > symbol; i--) cost->symbols[i] = cost->symbols[i - 1];
  cost->symbols[i] = symbol;
  return true;
}

static bool add_generic(ManaCost *cost, Str digits) {
  i64 value = 0;
  for (u32 i = 0; i < digits.length; i++) {
    if (digits.data[i] < '0' || digits.data[i] > '9') return false;
    value = value * 10 + (digits.data[i] - '0');
    if (value > GENERIC_MAX) return false;
  }
  value += cost->generic;
  if (value > GENERIC_MAX) return false;
  cost->generic = (i32)value;
  return true;
}

/* Parses the text between a pair of braces. */
static bool parse_symbol(Str inside, ManaCost *cost) {
  if (inside.length == 0) return false;
  if (str_is(inside, "X") || str_is(inside, "x")) return ++cost->x <= MANA_SYMBOLS_CAP;
  bool digit = inside.data[0] >= '0' && inside.data[0] <= '9';
  if (digit && (inside.length == 1 || inside.data[1] != '/')) return add_generic(cost, inside);
  u32 symbol = 0;
  for (u32 i = 0; i < inside.length; i++) {
    if (i % 2 == 1) {
      if (inside.data[i] != '/' || i + 1 == inside.length) return false;
      continue;
    }
    u32 part = part_bit(inside.data[i]);
    if (!part || (symbol & part)) return false;
    symbol |= part;
  }
  return check_mana_symbol(symbol) && add_symbol(cost, (ManaSymbol)symbol);
}

bool mana_cost_parse(Str text, ManaCost *cost, u32 *bad) {
  *cost = (ManaCost){0};
  u32 at = 0;
  while (at < text.length) {
    *bad = at;
    u32 end = at;
    while (end < text.length && text.data[end] != '}') end++;
    if (text.data[at] != '{' || end == text.length) return false;
    if (!parse_symbol((Str){text.data + at + 1, end - at - 1}, cost)) return false;
    at = end + 1;
  }
  *bad = at;
  return text.length > 0;
}

/* A pair of colours is printed so that the second follows the first by at most two steps round the circle (105.5);
   colourless comes first. */
static void print_kinds(u32 kinds, Text *out) {
  u32 first = bits_first(kinds);
  u32 rest = kinds & (kinds - 1);
  if (!rest) {
    text_addc(out, KINDS[first]);
    return;
  }
  u32 second = bits_first(rest);
  bool swap = second == 5 || second - first > 2;
  text_addf(out, "%c/%c", KINDS[swap ? second : first], KINDS[swap ? first : second]);
}

static void print_symbol(ManaSymbol symbol, Text *out) {
  text_addc(out, '{');
  if (symbol & SYMBOL_SNOW) text_addc(out, 'S');
  if (symbol & SYMBOL_TWO_GENERIC) text_adds(out, "2/");
  if (symbol & SYMBOL_KINDS) print_kinds(symbol & SYMBOL_KINDS, out);
  if (symbol & SYMBOL_LIFE) text_adds(out, "/P");
  text_addc(out, '}');
}

void mana_cost_print(const ManaCost *cost, Text *out) {
  for (u32 i = 0; i < cost->x; i++) text_adds(out, "{X}");
  if (cost->generic > 0 || (cost->x == 0 && cost->count == 0)) text_addf(out, "{%d}", cost->generic);
  for (u32 i = 0; i < cost->count; i++) print_symbol(cost->symbols[i], out);
}
