#include "oracle/audit.h"

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
  return strcmp(pattern, "*") == 0 || str_equal_folded(word, str_of(pattern));
}

/* What a word is besides itself. */
typedef struct Place {
  bool label; /* of an ability word, or the name of a mode or a chapter */
  bool range; /* an end of a range of results of a die */
} Place;

static bool excuses(const AuditExcuse *excuse, const AuditFinding *finding, Place place) {
  if (strcmp(excuse->word, "<label>") == 0) return place.label;
  if (strcmp(excuse->word, "<range>") == 0) return place.range;
  return finding->instead.length == 0 && fits(finding->word, excuse->word) &&
         fits(finding->before, excuse->before) && fits(finding->after, excuse->after);
}

static u32 excuse_of(const AuditFinding *finding, Place place) {
  for (u32 i = 0; i < COUNT_OF(INERT); i++)
    if (excuses(&INERT[i], finding, place)) return i + 1;
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
};

/* Each digit of a number or a symbol as another one. False if there is none. */
static bool exchange_digits(Str word, Text *out) {
  bool any = false;
  for (u32 i = 0; i < word.length; i++) {
    char c = word.data[i];
    bool digit = c >= '0' && c <= '9';
    any |= digit;
    text_addc(out, digit ? (char)(c == '9' ? '1' : c + 1) : c);
  }
  return any;
}

/* The `index`th word that stands in exchange for another; null behind the last. */
static const char *exchange(Str word, u32 index) {
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    u32 own = 0, found = 0;
    while (own < COUNT_OF(KINDS[i]) && KINDS[i][own] &&
           !str_equal_folded(word, str_of(KINDS[i][own])))
      own++;
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
  text_init(&audit->again, allocator);
}

void audit_free(Audit *audit) {
  vec_free(&audit->allocator, &audit->findings);
  vec_free(&audit->allocator, &audit->unread);
  text_free(&audit->text);
  text_free(&audit->variant);
  text_free(&audit->once);
  text_free(&audit->again);
  intern_free(&audit->seen);
  arena_free(&audit->arena);
}

static bool compiles(Audit *audit, Str text, bool spell, Text *out) {
  OracleFace face = {.text = text, .spell = spell};
  text_clear(out);
  OracleAnswer answer = oracle_face(audit->oracle, &face, out);
  audit->failed |= answer.refusal == ORACLE_MEMORY || out->failed;
  return answer.refusal == ORACLE_READ;
}

static Str keep(Audit *audit, Str text) {
  const char *kept = arena_text(&audit->arena, text.data, text.length);
  if (!kept) audit->failed = true;
  return kept ? (Str){kept, text.length} : STR("");
}

#define WORDS_MAX 1024u

/* A text and its words. */
typedef struct Audited {
  Str text;
  bool spell;
  u32 count;
  Str words[WORDS_MAX];
} Audited;

static bool is_mark(Str word) {
  return str_is(word, "\xe2\x80\x94") || str_is(word, "\xe2\x80\xa2");
}

/* Whether a word stands at the beginning of a paragraph, a mode or a chapter, before a dash. */
static bool is_label(const Audited *a, u32 i) {
  static const char *const ENDS[] = {".", ",", ":"};
  u32 first = i, last = i;
  while (first > 0 && !is_mark(a->words[first - 1])) first--;
  while (last < a->count && !is_mark(a->words[last])) last++;
  for (u32 k = first; k < last; k++)
    for (u32 e = 0; e < COUNT_OF(ENDS); e++)
      if (str_is(a->words[k], ENDS[e])) return false;
  return last < a->count && str_is(a->words[last], "\xe2\x80\x94");
}

/* Whether a word is an end of a range: 1—9 | … */
static bool is_range(const Audited *a, u32 i) {
  bool begins = i + 3 < a->count && is_mark(a->words[i + 1]) && str_is(a->words[i + 3], "|");
  bool ends = i > 1 && i + 1 < a->count && is_mark(a->words[i - 1]) && str_is(a->words[i + 1], "|");
  return (begins || ends) && a->words[i].data[0] >= '0' && a->words[i].data[0] <= '9';
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
  if (!compiles(audit, text_str(&audit->variant), a->spell, &audit->again)) return;
  if (!str_equal(text_str(&audit->once), text_str(&audit->again))) return;
  AuditFinding finding = {.text = a->text,
                          .word = word,
                          .instead = instead.length > 0 ? keep(audit, instead) : STR(""),
                          .before = i > 0 ? a->words[i - 1] : STR(""),
                          .after = i + 1 < a->count ? a->words[i + 1] : STR("")};
  finding.excuse = excuse_of(&finding, (Place){is_label(a, i), is_range(a, i)});
  audit->excused += finding.excuse > 0;
  audit->failed |= !vec_push(&audit->allocator, &audit->findings, finding);
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

/* Audits a text without names, unless that was done before. */
static void audit_text(Audit *audit, Str text, bool spell) {
  text_clear(&audit->variant);
  text_addc(&audit->variant, spell ? 's' : 'p');
  text_add(&audit->variant, text);
  u32 known = audit->seen.texts.count;
  StrId id = intern_add(&audit->seen, text_str(&audit->variant));
  if (!id) audit->failed = true;
  if (!id || audit->seen.texts.count == known) return;
  audit->texts++;
  Str kept = intern_text(&audit->seen, id);
  Audited a = {.text = {kept.data + 1, kept.length - 1}, .spell = spell};
  a.count = oracle_words(audit->oracle, a.text, a.words, WORDS_MAX);
  if (a.count == 0 || !compiles(audit, a.text, spell, &audit->once)) {
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

/* Audits each paragraph that says something alone, and the whole if one doesn't. */
void audit_face(Audit *audit, const OracleFace *face) {
  bool alone = true;
  for (Str rest = face->text; rest.length > 0 && !audit->failed;) {
    Str paragraph = oracle_paragraph(&rest);
    text_clear(&audit->text);
    if (!add_plain(audit, face, paragraph) || audit->text.length == 0) continue;
    if (compiles(audit, text_str(&audit->text), face->spell, &audit->once)) {
      audit_text(audit, text_str(&audit->text), face->spell);
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
  audit_text(audit, text_str(&audit->text), face->spell);
}
