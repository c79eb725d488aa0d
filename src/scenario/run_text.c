/* Rules text, however it is written: case, spaces, dashes and quotes, reminder text, ability words and the
   many names of the object itself do not matter. */
#include "cards/ir_args.h"
#include "scenario/run_private.h"

/* --- one form for all ways to write it -------------------------------------------------------- */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }
static bool is_letter_in(char c) { return is_letter(c) || (c >= 'A' && c <= 'Z'); }
static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* Whether `word` stands at `at` of a folded text, and no letter goes on behind it. */
static bool word_at(Str text, u32 at, Str word) {
  if (word.length == 0 || word.length > text.length - at) return false;
  if (memcmp(text.data + at, word.data, word.length) != 0) return false;
  u32 end = at + word.length;
  return end == text.length || !is_letter(text.data[end]);
}

/* What may follow "this" to name the object itself. */
static const char *const KINDS[] = {"creature",   "land",         "artifact",     "enchantment", "permanent", "spell",
                                    "card",       "token",        "aura",         "equipment",   "vehicle",   "saga",
                                    "siege",      "battle",       "class",        "case",        "room",      "mount",
                                    "spacecraft", "planeswalker", "fortification"};

/* The length of the words for the object itself at `at`, 0 if there are none. */
static u32 this_length(Str text, u32 at) {
  if (word_at(text, at, STR("{this}"))) return 6;
  if (!word_at(text, at, STR("this")) || text.length - at < 6 || text.data[at + 4] != ' ') return 0;
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    Str kind = str_of(KINDS[i]);
    if (word_at(text, at + 5, kind)) return 5 + kind.length;
  }
  return 0;
}

/* The names of an object: whole, up to the comma, and the short names of legends. */
typedef struct Names {
  char folded[256];
  Str names[6];
  u32 count;
} Names;

static void names_add(Names *n, u32 length) {
  while (length > 0 && is_space(n->folded[length - 1])) length--;
  if (length > 2 && n->count < COUNT_OF(n->names)) n->names[n->count++] = (Str){n->folded, length};
}

/* Where `word` begins in the folded name, or its length. */
static u32 name_find(const char *folded, u32 length, const char *word) {
  u32 size = (u32)strlen(word);
  for (u32 i = 0; i + size <= length; i++)
    if (memcmp(folded + i, word, size) == 0) return i;
  return length;
}

static void names_of(Str name, bool legendary, Names *n) {
  static const char *const ENDS[] = {",", " // ", " the ", " of ", " "};
  n->count = 0;
  u32 length = str_fold(name, n->folded, sizeof n->folded);
  if (length > sizeof n->folded) return;
  names_add(n, length);
  u32 ends = legendary ? COUNT_OF(ENDS) : 2;
  for (u32 i = 0; i < ends; i++) {
    u32 end = name_find(n->folded, length, ENDS[i]);
    if (end < length) names_add(n, end);
  }
}

/* An ability word and its dash at the beginning (207.2c): words only, then a dash between spaces. */
static u32 ability_word_length(Str text) {
  u32 i = 0, words = 1;
  while (i < text.length && (is_letter(text.data[i]) || is_space(text.data[i]) || text.data[i] == '\'')) {
    words += is_space(text.data[i]);
    i++;
  }
  bool dash = i > 1 && i + 1 < text.length && text.data[i] == '-' && text.data[i - 1] == ' ' && text.data[i + 1] == ' ';
  return dash && words <= 5 && !word_at(text, 0, STR("choose")) ? i + 2 : 0;
}

/* All that the words of an ability may call its object: by its own name, and by those of the faces of the card that the
   ability is of. */
#define CALLED_MAX 6u
typedef struct Called {
  Names by[CALLED_MAX];
  u32 count;
} Called;

static void called(const Runner *r, SelfName self, u32 ability, Called *c) {
  c->count = 0;
  if (self.name) names_of(run_name(r, self.name), self.legendary, &c->by[c->count++]);
  const CardDef *def = carddb_card(r->db, ability ? carddb_ability(r->db, ability)->card : 0);
  for (u32 i = 0; i < def->faces && c->count < CALLED_MAX; i++) {
    const Chars *face = &carddb_face(r->db, def->face + i)->chars;
    if (face->name == self.name) continue;
    names_of(intern_text(&r->db->names, face->name), face->supertypes & SUPERTYPE(LEGENDARY), &c->by[c->count++]);
  }
}

/* The length of the name for the object itself at `at`, 0 if none stands there. */
static u32 called_length(const Called *c, Str text, u32 at) {
  for (u32 i = 0; i < c->count; i++)
    for (u32 k = 0; k < c->by[i].count; k++)
      if (word_at(text, at, c->by[i].names[k])) return c->by[i].names[k].length;
  return this_length(text, at);
}

/* Writes `text` in its one form into `out`: folded, without spaces (or with one between words), reminder text, ability
   words and the full stop at the end, `~` for the object itself. */
static void normalise_as(Str text, const Called *names, bool spaces, Text *out) {
  text_clear(out);
  text_add(out, text);
  if (out->failed || text.length == 0) return;
  u32 length = str_fold(text, out->data, text.length);
  Str folded = {out->data, length};
  u32 depth = 0, to = 0;
  bool inside = false; /* a word */
  for (u32 i = ability_word_length(folded); i < length;) {
    char c = folded.data[i];
    u32 skip = inside ? 0 : called_length(names, folded, i);
    inside = is_letter(c);
    depth += c == '(';
    bool space = is_space(c) && spaces && to > 0 && out->data[to - 1] != ' ';
    if (depth == 0 && (skip || space || !is_space(c))) out->data[to++] = skip ? '~' : is_space(c) ? ' ' : c;
    depth -= depth > 0 && c == ')';
    i += skip ? skip : 1;
    if (skip) inside = true;
  }
  while (to > 0 && (out->data[to - 1] == '.' || out->data[to - 1] == ' ')) to--;
  out->length = to;
}

/* Both texts in that form, the one into text_b, the other into text_c. */
static void normalise(Runner *r, Str text, Str other, const Called *names, bool spaces) {
  static const Called NOTHING = {.count = 0};
  normalise_as(text, names ? names : &NOTHING, spaces, &r->text_b);
  normalise_as(other, names ? names : &NOTHING, spaces, &r->text_c);
}

bool text_begins(Runner *r, Str text, Str first) {
  normalise(r, text, first, NULL, false);
  return r->text_c.length > 0 && str_begins(text_str(&r->text_b), text_str(&r->text_c));
}

/* --- costs ------------------------------------------------------------------------------------ */

/* The cost of an activated ability: everything before its colon; the whole text without one. */
static Str cost_of(Str text) {
  for (u32 i = 0; i < text.length && text.data[i] != '"'; i++)
    if (text.data[i] == ':') return (Str){text.data, i};
  return text;
}

static Str next_part(Str *rest) {
  u32 end = 0;
  while (end < rest->length && rest->data[end] != ',') end++;
  Str part = {rest->data, end};
  u32 used = end < rest->length ? end + 1 : end;
  *rest = (Str){rest->data + used, rest->length - used};
  return part;
}

static u32 part_count(Str cost) {
  u32 n = cost.length > 0;
  for (u32 i = 0; i < cost.length; i++) n += cost.data[i] == ',';
  return n;
}

/* Takes the symbol off the front of a part that is nothing but symbols; empty if it is something else. */
static Str next_symbol(Str *rest) {
  u32 end = 0;
  if (rest->length == 0 || rest->data[0] != '{') return (Str){0};
  while (end < rest->length && rest->data[end] != '}') end++;
  if (end == rest->length) return (Str){0};
  Str symbol = {rest->data, end + 1};
  *rest = (Str){rest->data + end + 1, rest->length - end - 1};
  return symbol;
}

static u32 symbol_count(Str part, Str symbol) {
  u32 n = 0;
  for (Str next; (next = next_symbol(&part)).length > 0;) n += str_equal(next, symbol);
  return n;
}

/* Whether two parts are the same, mana symbols in whatever order. */
static bool same_part(Str a, Str b) {
  if (a.length != b.length) return false;
  Str rest = a;
  for (Str symbol; (symbol = next_symbol(&rest)).length > 0;)
    if (symbol_count(a, symbol) != symbol_count(b, symbol)) return false;
  return rest.length == 0 || str_equal(a, b);
}

static bool has_part(Str cost, Str part) {
  while (cost.length > 0)
    if (same_part(next_part(&cost), part)) return true;
  return false;
}

/* Whether two costs have the same parts, in whatever order. */
static bool same_cost(Str a, Str b) {
  if (a.length == 0 || part_count(a) != part_count(b)) return false;
  while (a.length > 0)
    if (!has_part(b, next_part(&a))) return false;
  return true;
}

/* --- abilities -------------------------------------------------------------------------------- */

/* The loyalty symbol of a loyalty ability's cost (606.4), as `[+1]` is written: +1, -2, 0. */
static void loyalty_symbol(const CardDb *db, const AbilityDef *def, Text *out) {
  Node cost = node_arg(db, def->node, ARG_ACTIVATED_COST);
  if (node_op(db, cost) != IR_COST_DO) return;
  Node action = node_arg(db, cost, 0);
  IrOp op = node_op(db, action);
  if (op != IR_PUT_COUNTERS && op != IR_REMOVE_COUNTERS) return;
  Node n = node_arg(db, action, ARG_PUT_COUNTERS_N);
  const char *sign = op == IR_PUT_COUNTERS ? "+" : "-";
  if (node_op(db, n) == IR_NUMBER) {
    i32 amount = node_int(db, n, 0);
    text_addf(out, "%s%d", amount ? sign : "", amount);
  } else {
    text_addf(out, "%sx", sign);
  }
}

/* Whether what comes after an ability's cost is to add mana whose symbols are all that is said. */
static bool adds_only_symbols(Str text) {
  u32 cost = cost_of(text).length;
  Str rest = {text.data + cost, text.length - cost};
  if (!str_begins(rest, STR(":add{"))) return false;
  u32 depth = 0;
  for (u32 i = 4; i < rest.length; i++) {
    depth += rest.data[i] == '{';
    if (depth == 0) return false;
    depth -= rest.data[i] == '}';
  }
  return true;
}

static TextMatch match_normalised(Str text, Str pattern) {
  if (str_begins(text, pattern)) return TEXT_BEGINS;
  /* Other words may say the same, other symbols don't. */
  if (adds_only_symbols(text) && adds_only_symbols(pattern)) return TEXT_OTHER;
  Str cost = cost_of(text), wanted = cost_of(pattern);
  if (!same_cost(cost, wanted)) return TEXT_OTHER;
  Str effect = {text.data + cost.length, text.length - cost.length};
  Str words = {pattern.data + wanted.length, pattern.length - wanted.length};
  return words.length > 1 && str_begins(effect, words) ? TEXT_BEGINS : TEXT_COST;
}

/* How a word may go on and still be that word: islandwalk, Islands. */
static const char *const ENDINGS[] = {"", "s", "es", "walk"};

/* The length of a word that stands at `at` in whatever case and with an ending, 0 if it does not. */
static u32 changed_length(Str text, u32 at, Str word) {
  if (word.length == 0 || word.length > text.length - at) return 0;
  if (!str_equal_folded((Str){text.data + at, word.length}, word)) return 0;
  u32 end = at + word.length;
  for (u32 i = 0; i < COUNT_OF(ENDINGS); i++) {
    u32 length = (u32)strlen(ENDINGS[i]);
    if (length > text.length - end || memcmp(text.data + end, ENDINGS[i], length) != 0) continue;
    if (end + length == text.length || !is_letter_in(text.data[end + length])) return word.length;
  }
  return 0;
}

/* Copies a text with all words that a chain of substitutions changes in their place. */
static void substitute(const Game *g, Str text, u32 subst, Text *out) {
  bool inside = false;
  for (u32 i = 0; i < text.length;) {
    u32 length = 0;
    for (u32 s = subst; s && !inside && !length; s = row_SUBSTS(g, s)->next) {
      length = changed_length(text, i, word_text(row_SUBSTS(g, s)->from));
      if (length) text_add(out, word_text(row_SUBSTS(g, s)->to));
    }
    inside = is_letter_in(text.data[i]);
    if (!length) text_addc(out, text.data[i]);
    i += length ? length : 1;
  }
}

/* An ability in the words of its card's text, or as Gavel says it, with what changes its words. */
static void say(Runner *r, AbilityInst inst, StrId self, bool own, Text *out) {
  void (*words)(const CardDb *, u32, StrId, Text *) = own ? ability_words : ability_english;
  if (!inst.subst) {
    words(r->db, inst.ability, self, out);
    return;
  }
  Text printed_text;
  text_init(&printed_text, r->allocator);
  words(r->db, inst.ability, self, &printed_text);
  substitute(r->play.g, text_str(&printed_text), inst.subst, out);
  text_free(&printed_text);
}

void text_of_ability(Runner *r, AbilityInst inst, StrId self, Text *out) { say(r, inst, self, true, out); }

/* Whether a text is the word before the dash of an ability: an ability word, a flavor word, or a keyword such as
   exhaust (207.2c, d). */
static bool is_ability_word(Runner *r, AbilityInst inst, StrId self, Str text) {
  text_clear(&r->text_a);
  say(r, inst, self, true, &r->text_a);
  if (r->text_a.length == 0 || r->text_a.failed) return false;
  u32 length = str_fold(text_str(&r->text_a), r->text_a.data, r->text_a.length);
  if (length > r->text_a.length) return false;
  u32 end = ability_word_length((Str){r->text_a.data, length});
  if (end < 2) return false;
  r->text_a.length = end - 2; /* without the dash */
  normalise(r, text_str(&r->text_a), text, NULL, false);
  return str_equal(text_str(&r->text_b), text_str(&r->text_c));
}

/* The words of its card, those of Gavel, and those of the keyword that an ability stands for. */
static TextMatch match_words(Runner *r, Str text, AbilityInst inst, SelfName self, bool own) {
  Called names;
  called(r, self, inst.ability, &names);
  text_clear(&r->text_a);
  say(r, inst, self.name, own, &r->text_a);
  normalise(r, text_str(&r->text_a), text, &names, false);
  return r->text_c.length ? match_normalised(text_str(&r->text_b), text_str(&r->text_c)) : TEXT_OTHER;
}

/* Takes the next word off the front of a folded text; empty at its end. */
static Str next_word(Str *rest) {
  u32 from = 0;
  while (from < rest->length && !is_letter(rest->data[from])) from++;
  u32 end = from;
  while (end < rest->length && is_letter(rest->data[end])) end++;
  Str word = {rest->data + from, end - from};
  *rest = (Str){rest->data + end, rest->length - end};
  return word;
}

static bool has_word(Str text, Str wanted) {
  for (Str word; (word = next_word(&text)).length > 0;)
    if (str_equal(word, wanted)) return true;
  return false;
}

/* Whether what a text says behind the cost is said of an ability in other words: the ability's words are known, and no more
   than half of the text's are among them. */
static bool says_otherwise(Runner *r, Str text, AbilityInst inst, SelfName self) {
  if (carddb_says(r->db, inst.ability).length == 0) return false;
  Called names;
  called(r, self, inst.ability, &names);
  text_clear(&r->text_a);
  say(r, inst, self.name, true, &r->text_a);
  normalise(r, text_str(&r->text_a), text, &names, true);
  Str words = text_str(&r->text_c);
  u32 cost = cost_of(words).length, same = 0, all = 0;
  words = (Str){words.data + cost, words.length - cost};
  for (Str word; (word = next_word(&words)).length > 0; all++) same += has_word(text_str(&r->text_b), word);
  return all > 0 && 2 * same <= all;
}

TextMatch text_match_ability(Runner *r, Str text, AbilityInst inst, SelfName self) {
  const CardDb *db = r->db;
  const AbilityDef *def = carddb_ability(db, inst.ability);
  u32 keyword = carddb_keyword_of(db, inst.ability);
  if (is_ability_word(r, inst, self.name, text)) return TEXT_BEGINS;
  TextMatch best = match_words(r, text, inst, self, false);
  if (best < TEXT_BEGINS && carddb_says(db, inst.ability).length) {
    TextMatch own = match_words(r, text, inst, self, true);
    if (own > best) best = own;
  }
  if (best == TEXT_BEGINS) return best;
  if (keyword) {
    AbilityInst of = {.ability = keyword, .subst = inst.subst};
    if (match_words(r, text, of, self, false) == TEXT_BEGINS) return TEXT_BEGINS;
  }
  if (says_otherwise(r, text, inst, self)) return TEXT_OTHER;
  if (def->op == IR_ACTIVATED && def->flags & ABILITY_LOYALTY) {
    Called names;
    called(r, self, inst.ability, &names);
    normalise_as(text, &names, false, &r->text_c);
    text_clear(&r->text_b);
    loyalty_symbol(db, def, &r->text_b);
    if (r->text_b.length > 0 && str_equal(text_str(&r->text_b), cost_of(text_str(&r->text_c)))) return TEXT_COST;
  }
  return best;
}

/* Whether `words` has `run` as a run of whole words, or begins with it. */
static bool has_run(Str words, Str run) {
  for (u32 i = 0; run.length > 0 && i + run.length <= words.length; i++) {
    if (memcmp(words.data + i, run.data, run.length) != 0) continue;
    u32 end = i + run.length;
    bool begins = i == 0 || !is_letter(words.data[i - 1]);
    if (begins && (end == words.length || !is_letter(words.data[end]))) return true;
  }
  return false;
}

bool text_within(Runner *r, Str text, Str words, u32 ability, SelfName self) {
  Called names;
  called(r, self, ability, &names);
  normalise(r, words, text, &names, true);
  return has_run(text_str(&r->text_b), text_str(&r->text_c));
}

u32 text_shared(Runner *r, Str text, Str words, u32 ability, SelfName self) {
  Called names;
  called(r, self, ability, &names);
  normalise(r, words, text, &names, true);
  Str all = text_str(&r->text_b), rest = text_str(&r->text_c);
  u32 shared = 0;
  for (u32 at = 0, end = 0; at < rest.length; at = end + 1) {
    end = at;
    while (end < rest.length && rest.data[end] != ' ') end++;
    Str one = {rest.data + at, end - at};
    while (one.length > 0 && strchr(",.;", one.data[one.length - 1])) one.length--;
    shared += has_run(all, one);
  }
  return shared;
}

bool text_within_ability(Runner *r, Str text, AbilityInst inst, SelfName self) {
  for (u32 own = 0; own < 2; own++) {
    text_clear(&r->text_a);
    say(r, inst, self.name, own, &r->text_a);
    if (text_within(r, text, text_str(&r->text_a), inst.ability, self)) return true;
  }
  return false;
}

SelfName self_name_of(Runner *r, Ref ref) {
  Eval e = {.g = r->play.g};
  const Chars *c = ref && !ref_is_player(ref) ? eval_chars(&e, ref) : NULL;
  if (!c) return (SelfName){0};
  return (SelfName){c->name, (c->supertypes & SUPERTYPE(LEGENDARY)) != 0};
}
