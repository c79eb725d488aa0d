#include "oracle/audit.h"

#include "cards/words.h"
#include "oracle/normal.h"

/* --- excuses -------------------------------------------------------------------------------------- */

static const AuditExcuse INERT[] = {
#define INERT(BEFORE, WORD, AFTER, REASON) {BEFORE, WORD, AFTER, REASON},
#include "oracle/audit_inert.def"
#undef INERT
};

const AuditExcuse *audit_excuses(u32 *count) {
  *count = COUNT_OF(INERT);
  return INERT;
}

static bool fits(Str word, const char *pattern) {
  if (str_equal_folded(word, STR("an"))) word = STR("a"); /* as texts are read */
  if (strcmp(pattern, "*") == 0) return true;
  for (const char *at = pattern;; at++) {
    const char *end = strchr(at, '|');
    Str one = {at, end ? (u32)(end - at) : (u32)strlen(at)};
    if (str_equal_folded(word, one)) return true;
    if (!end) return false;
    at = end;
  }
}

static bool is_type(Str word) {
  Word type = word_find(word, WC_TYPE);
  return type != 0;
}

static bool is_player(Str word) {
  static const char *const WORDS[] = {"player", "players", "opponent", "opponents"};
  for (u32 i = 0; i < COUNT_OF(WORDS); i++)
    if (str_is(word, WORDS[i])) return true;
  return false;
}

static bool is_subject(Str word) { return str_is(word, "they") || str_is(word, "you"); }

/* `label`: of an ability word, or the name of a mode or a chapter. */
static bool excuses(const AuditExcuse *excuse, const AuditHole *hole, bool label) {
  bool left_out = hole->instead.length == 0;
  if (strcmp(excuse->word, "<label>") == 0) return label;
  bool (*exchanged)(Str word) = strcmp(excuse->word, "<type>") == 0      ? is_type
                                : strcmp(excuse->word, "<player>") == 0  ? is_player
                                : strcmp(excuse->word, "<subject>") == 0 ? is_subject
                                                                         : NULL;
  if (exchanged ? left_out || !exchanged(hole->word) : !left_out || !fits(hole->word, excuse->word)) return false;
  return fits(hole->before, excuse->before) && fits(hole->after, excuse->after);
}

static u32 excuse_of(const AuditHole *hole, bool label) {
  for (u32 i = 0; i < COUNT_OF(INERT); i++)
    if (excuses(&INERT[i], hole, label)) return i + 1;
  return 0;
}

/* --- exchanges ------------------------------------------------------------------------------------- */

/* Words of one kind, of which none may stand for another. */
static const char *const KINDS[][12] = {
    {"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"},
    {"white", "blue", "black", "red", "green"},
    {"you", "they"},
    {"your", "their"},
    {"opponent", "player"},
    {"opponents", "players"},
    {"hand", "graveyard", "library", "exile", "battlefield"},
    {"hands", "graveyards", "libraries"},
    {"less", "greater"},
    {"fewer", "more"},
    {"least", "most"},
    {"power", "toughness"},
    {"controller", "owner"},
    {"control", "own"},
    {"controls", "owns"},
    {"first", "second", "third"},
    {"once", "twice"},
    {"top", "bottom"},
    {"tapped", "untapped"},
    {"tap", "untap"},
    {"attacking", "blocking"},
    {"attack", "block"},
    {"attacks", "blocks"},
    {"gain", "lose"},
    {"gains", "loses"},
    {"up", "down"},
    {"enters", "leaves", "dies"},
    {"upkeep", "draw", "end"},
    {"creature", "artifact", "enchantment", "land", "planeswalker"},
    {"creatures", "artifacts", "enchantments", "lands", "planeswalkers"},
};

/* Each digit of a number and each colour of a symbol as another one. False if there is none. */
static bool exchange_digits(Str word, Text *out) {
  static const char COLORS[] = "WUBRGW";
  bool any = false, symbol = word.length > 0 && word.data[0] == '{';
  for (u32 i = 0; i < word.length; i++) {
    char c = word.data[i];
    bool digit = c >= '0' && c <= '9';
    const char *color = symbol && c ? strchr(COLORS, c) : NULL;
    any |= digit || color;
    text_addc(out, digit ? (char)(c == '9' ? '1' : c + 1) : color ? color[1] : c);
  }
  return any;
}

/* The `index`th word that stands in exchange for another; null behind the last. */
static const char *exchange(Str word, u32 index) {
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    u32 own = 0, found = 0;
    while (own < COUNT_OF(KINDS[i]) && KINDS[i][own] && !str_equal_folded(word, str_of(KINDS[i][own]))) own++;
    if (own == COUNT_OF(KINDS[i]) || !KINDS[i][own]) continue;
    for (u32 k = 0; k < COUNT_OF(KINDS[i]) && KINDS[i][k]; k++)
      if (k != own && found++ == index) return KINDS[i][k];
    return NULL;
  }
  return NULL;
}

/* --- one text ----------------------------------------------------------------------------------------- */

void audit_init(Audit *audit, GavelAllocator allocator, Oracle *oracle) {
  *audit = (Audit){.allocator = allocator, .oracle = oracle};
  arena_init(&audit->arena, allocator);
  intern_init(&audit->seen, &audit->arena);
  text_init(&audit->text, allocator);
  text_init(&audit->variant, allocator);
  text_init(&audit->once, allocator);
  text_init(&audit->card, allocator);
  text_init(&audit->again, allocator);
  lf_init(&audit->lf, allocator);
}

void audit_free(Audit *audit) {
  vec_free(&audit->allocator, &audit->holes);
  vec_free(&audit->allocator, &audit->unread);
  text_free(&audit->text);
  text_free(&audit->variant);
  text_free(&audit->once);
  text_free(&audit->card);
  text_free(&audit->again);
  lf_free(&audit->lf);
  intern_free(&audit->seen);
  arena_free(&audit->arena);
}

static bool compiles(Audit *audit, const OracleFace *like, Str text, Text *out) {
  OracleFace face = *like;
  face.text = text;
  text_clear(out);
  OracleAnswer answer = oracle_face(audit->oracle, &face, out, NULL);
  audit->failed |= answer.refusal == ORACLE_MEMORY || out->failed;
  return answer.refusal == ORACLE_READ;
}

/* The normal form of what a text compiled to, so that a change of names is none. */
static Lf normal(Audit *audit, const Text *abilities) {
  u32 bad;
  text_clear(&audit->card);
  text_adds(&audit->card, "(card");
  text_add(&audit->card, text_str(abilities));
  text_adds(&audit->card, ")");
  Lf form = lf_read(&audit->lf, text_str(&audit->card), &bad);
  form = form ? lf_normal(&audit->lf, form) : 0;
  audit->failed |= audit->card.failed || audit->lf.failed;
  return form;
}

static bool same(Audit *audit) {
  if (str_equal(text_str(&audit->once), text_str(&audit->again))) return true;
  u32 mark = lf_mark(&audit->lf);
  bool equal = normal(audit, &audit->once) == normal(audit, &audit->again);
  lf_forget(&audit->lf, mark);
  return equal;
}

static Str keep(Audit *audit, Str text) {
  const char *kept = arena_text(&audit->arena, text.data, text.length);
  if (!kept) audit->failed = true;
  return kept ? (Str){kept, text.length} : STR("");
}

#define WORDS_MAX 1024u

/* A text and its words. The face has a name only where the text can't be read without. */
typedef struct Audited {
  Str text;
  OracleFace face;
  u32 count;
  Str words[WORDS_MAX];
} Audited;

static bool is_mark(Str word) { return str_is(word, "\xe2\x80\x94") || str_is(word, "\xe2\x80\xa2"); }

/* Whether a paragraph begins between a word and the one before it. */
static bool begins_line(const Audited *a, u32 i) {
  const char *end = a->words[i - 1].data + a->words[i - 1].length;
  return memchr(end, '\n', (size_t)(a->words[i].data - end)) != NULL;
}

/* Whether a word stands at the beginning of a paragraph, a mode or a chapter, before a dash. */
static bool is_label(const Audited *a, u32 i) {
  static const char *const ENDS[] = {".", ",", ":"};
  u32 first = i, last = i;
  while (first > 0 && !is_mark(a->words[first - 1]) && !begins_line(a, first)) first--;
  while (last < a->count && !is_mark(a->words[last])) last++;
  for (u32 k = first; k < last; k++)
    for (u32 e = 0; e < COUNT_OF(ENDS); e++)
      if (str_is(a->words[k], ENDS[e])) return false;
  return last < a->count && str_is(a->words[last], "\xe2\x80\x94");
}

/* Puts something in the place of a word, or nothing. */
static void try(Audit *audit, const Audited *a, u32 i, Str instead) {
  Str word = a->words[i];
  u32 end = (u32)(word.data - a->text.data) + word.length;
  text_clear(&audit->variant);
  text_add(&audit->variant, (Str){a->text.data, end - word.length});
  text_add(&audit->variant, instead);
  text_add(&audit->variant, (Str){a->text.data + end, a->text.length - end});
  audit->failed |= audit->variant.failed;
  audit->changes++;
  if (!compiles(audit, &a->face, text_str(&audit->variant), &audit->again)) return;
  if (!same(audit)) return;
  AuditHole hole = {.text = a->text,
                    .word = word,
                    .instead = instead.length > 0 ? keep(audit, instead) : STR(""),
                    .before = i > 0 ? a->words[i - 1] : STR(""),
                    .after = i + 1 < a->count ? a->words[i + 1] : STR("")};
  hole.excuse = excuse_of(&hole, is_label(a, i));
  audit->excused += hole.excuse > 0;
  audit->failed |= !vec_push(&audit->allocator, &audit->holes, hole);
}

static void try_all(Audit *audit, const Audited *a) {
  Text digits;
  text_init(&digits, audit->allocator);
  for (u32 i = 0; i < a->count && !audit->failed; i++) {
    if (a->words[i].length == 0) continue;
    try(audit, a, i, STR(""));
    const char *other;
    for (u32 k = 0; (other = exchange(a->words[i], k)); k++) try(audit, a, i, str_of(other));
    text_clear(&digits);
    if (exchange_digits(a->words[i], &digits)) try(audit, a, i, text_str(&digits));
    audit->failed |= digits.failed;
  }
  text_free(&digits);
}

/* Audits a text, unless that was done before. */
static void audit_text(Audit *audit, Str text, const OracleFace *face) {
  text_clear(&audit->variant);
  text_addc(&audit->variant, face->spell ? 's' : 'p');
  text_add(&audit->variant, text);
  u32 known = audit->seen.texts.count;
  StrId id = intern_add(&audit->seen, text_str(&audit->variant));
  if (!id) audit->failed = true;
  if (!id || audit->seen.texts.count == known) return;
  audit->texts++;
  Str kept = intern_text(&audit->seen, id);
  Audited a = {.text = {kept.data + 1, kept.length - 1}, .face = *face};
  a.face.text = a.text;
  a.count = oracle_words(audit->oracle, &a.face, a.words, WORDS_MAX);
  if (a.count == 0 || !compiles(audit, &a.face, a.text, &audit->once)) {
    audit->failed |= !vec_push(&audit->allocator, &audit->unread, a.text);
    return;
  }
  if (!audit->failed) try_all(audit, &a);
}

/* --- faces ----------------------------------------------------------------------------------------------- */

static bool add_plain(Audit *audit, const OracleFace *face, Str paragraph) {
  bool plain = oracle_plain(audit->oracle, face, paragraph, &audit->text);
  audit->failed |= !plain;
  return plain;
}

/* Audits each paragraph that says something alone, and the whole if one doesn't, with the card's name only where that is
   needed. */
void audit_face(Audit *audit, const OracleFace *face) {
  OracleFace nameless = *face;
  nameless.name = STR("");
  bool alone = true;
  for (Str rest = face->text; rest.length > 0 && !audit->failed;) {
    Str paragraph = oracle_paragraph(&rest);
    text_clear(&audit->text);
    if (!add_plain(audit, face, paragraph) || audit->text.length == 0) continue;
    if (compiles(audit, &nameless, text_str(&audit->text), &audit->once)) {
      audit_text(audit, text_str(&audit->text), &nameless);
    } else {
      alone = false;
    }
  }
  if (alone || audit->failed) return;
  text_clear(&audit->text);
  for (Str rest = face->text; rest.length > 0;) {
    if (audit->text.length > 0) text_addc(&audit->text, '\n');
    if (!add_plain(audit, face, oracle_paragraph(&rest))) return;
  }
  if (compiles(audit, &nameless, text_str(&audit->text), &audit->once)) {
    audit_text(audit, text_str(&audit->text), &nameless);
  } else {
    audit_text(audit, face->text, face);
  }
}
