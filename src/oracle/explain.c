/* How a text was read, for people. */
#include "oracle/oracle_inner.h"

#define WIDTH 110u
#define WORDS_WIDTH 90u /* of a phrase, which is seen as a whole in the one around it */

typedef struct Explain {
  Oracle *o;
  const char *text; /* of the paragraph */
  Text *out;
} Explain;

static void indent(Text *out, u32 depth) {
  for (u32 i = 0; i < depth; i++) text_adds(out, "  ");
}

static const Reading *reading_of(const Explain *e, u32 r) { return &e->o->chart.readings.data[r]; }

static u32 part_count(const Explain *e, const Reading *reading) {
  return reading->production ? e->o->grammar.productions.data[reading->production].hole_count : 0;
}

/* The only part of a reading that takes all its words; 0 if there is none. */
static u32 only_part(const Explain *e, const Reading *reading) {
  if (part_count(e, reading) != 1) return 0;
  u32 r = e->o->chart.parts.data[reading->parts];
  const Reading *part = reading_of(e, r);
  return part->begin == reading->begin && part->end == reading->end ? r : 0;
}

/* Whether a reading is of a word that means itself. */
static bool is_word(const Explain *e, const Reading *reading) {
  return part_count(e, reading) == 0 && lf_is_atom(&e->o->grammar.lf, reading->meaning);
}

/* The words of a reading, on one line; of many those in the middle are left out. */
static void write_words(const Explain *e, const Reading *reading, bool whole) {
  const Token *tokens = e->o->tokens.tokens.data;
  u32 begin = tokens[reading->begin].begin, end = tokens[reading->end - 1].end;
  u32 first = end, last = end;
  if (!whole && end - begin > WORDS_WIDTH) {
    for (u32 i = reading->begin; i < reading->end && tokens[i].end - begin <= WORDS_WIDTH - 30; i++)
      first = tokens[i].end;
    for (u32 i = reading->end; i-- > reading->begin && end - tokens[i].begin <= 25;) last = tokens[i].begin;
  }
  for (u32 i = begin; i < end; i++) {
    if (i == first && first < last) {
      text_adds(e->out, " \xe2\x80\xa6 ");
      i = last;
    }
    text_addc(e->out, e->text[i] == '\n' ? ' ' : e->text[i]);
  }
  text_addc(e->out, '\n');
}

/* The category, area and pattern of a reading and what it means. What only passes on what its part means stands as a
   category before that. Answers the reading at the end of that chain. */
static const Reading *write_production(const Explain *e, const Reading *reading, u32 depth) {
  const Grammar *g = &e->o->grammar;
  Text *out = e->out;
  u32 from = out->length;
  indent(out, depth);
  for (u32 r; reading->production; reading = reading_of(e, r)) {
    const Production *p = &g->productions.data[reading->production];
    text_add(out, g->categories.data[p->category].name);
    r = only_part(e, reading);
    if (!r || reading_of(e, r)->meaning != reading->meaning || is_word(e, reading_of(e, r))) {
      if (p->area.length > 0) text_addf(out, " (%.*s)", (int)p->area.length, p->area.data);
      text_addf(out, ": %.*s", (int)p->pattern.length, p->pattern.data);
      break;
    }
    text_adds(out, " > ");
  }
  u32 at = out->length;
  text_adds(out, reading->production ? "  => " : "=> ");
  lf_print(&g->lf, reading->meaning, out);
  if (out->length - from > WIDTH) {
    out->length = at;
    text_addc(out, '\n');
    indent(out, depth);
    text_adds(out, "=> ");
    lf_print_wide(&g->lf, reading->meaning, 2 * depth + 3, 2 * depth + 3, WIDTH, out);
  }
  text_addc(out, '\n');
  return reading;
}

/* A phrase, how it was read, and its parts below it. */
static void write_reading(const Explain *e, u32 r, u32 depth, bool whole) {
  const Reading *reading = reading_of(e, r);
  indent(e->out, depth);
  write_words(e, reading, whole);
  for (;;) {
    reading = write_production(e, reading, depth + 1);
    u32 inner = only_part(e, reading);
    if (!inner) break;
    reading = reading_of(e, inner);
    if (is_word(e, reading)) return;
  }
  for (u32 i = 0; i < part_count(e, reading); i++)
    write_reading(e, e->o->chart.parts.data[reading->parts + i], depth + 1, false);
}

/* --- what was refused ------------------------------------------------------------------------------- */

/* The longest reading of anything that begins there, 0 if there is none; of several the last made, which is the one
   around the others. */
static u32 longest_at(const Explain *e, u32 at) {
  u32 longest = 0;
  for (u32 r = 1; r < e->o->chart.readings.count; r++) {
    const Reading *reading = reading_of(e, r);
    if (reading->begin != at || !reading->production) continue;
    if (!longest || reading->end >= reading_of(e, longest)->end) longest = r;
  }
  return longest;
}

/* Phrases that take the first words, each as long as any that was read there; words that none takes stand alone. */
static void write_phrases(const Explain *e, u32 end) {
  bool alone = false;
  for (u32 i = 0; i < end;) {
    u32 r = longest_at(e, i);
    if (alone) text_adds(e->out, r ? "\n" : " ");
    if (!r) {
      Token token = e->o->tokens.tokens.data[i];
      text_addf(e->out, "%s%.*s", alone ? "" : "  ", (int)(token.end - token.begin), e->text + token.begin);
    } else {
      write_reading(e, r, 1, false);
    }
    alone = !r;
    i = r ? reading_of(e, r)->end : i + 1;
  }
  if (alone) text_addc(e->out, '\n');
}

/* The paragraph up to what was refused, and its phrases as far as they were read. */
static void write_refused(const Explain *e, Str paragraph, Str words) {
  Oracle *o = e->o;
  u32 at = (u32)(words.data - paragraph.data);
  text_addf(e->out, "%.*s\n  Can't read \"%.*s\"", (int)paragraph.length, paragraph.data, (int)words.length,
            words.data);
  text_addf(e->out,
            words.length > 0 ? ", character %u. What was read before it:\n"
                             : " more: the paragraph ends too soon, at character %u. What was read:\n",
            at + 1);
  write_phrases(e, o->chart.furthest);
}

/* --- paragraphs --------------------------------------------------------------------------------------- */

static void write_ir(const Explain *e, Lf ability) {
  text_adds(e->out, "  IR\n    ");
  lf_print_wide(&e->o->grammar.lf, ability, 4, 4, WIDTH, e->out);
  text_addc(e->out, '\n');
}

/* What meanings come to: their ability, or why there is none. */
static void write_bound(const Explain *e, const Meanings *meanings, Str paragraph) {
  OracleAnswer answer = {.refusal = ORACLE_READ};
  Lf ability = oracle_bind(e->o, meanings, paragraph, &answer);
  if (ability) {
    write_ir(e, ability);
  } else if (answer.refusal == ORACLE_MEANING) {
    text_addf(e->out, "  It can't be said: %.*s\n", (int)answer.words.length, answer.words.data);
  } else {
    text_adds(e->out, "  It can be read in two ways:\n");
    for (u32 i = 0; i < meanings->count; i++) {
      Lf one = bind_ability(&e->o->binder, meanings->forms[i]);
      if (one) write_ir(e, one);
    }
  }
}

static void explain_paragraph(const Explain *e, const OracleFace *face, Str paragraph, Meanings *meanings) {
  Oracle *o = e->o;
  OracleAnswer answer = oracle_read_paragraph(o, face, paragraph, meanings);
  u32 count = o->tokens.tokens.count;
  if (answer.refusal == ORACLE_WORDS) write_refused(e, paragraph, answer.words);
  if (answer.refusal == ORACLE_LONG) text_addf(e->out, "%.*s\n  too long\n", (int)paragraph.length, paragraph.data);
  if (count == 0) text_addf(e->out, "%.*s\n  A reminder.\n", (int)paragraph.length, paragraph.data);
  if (answer.refusal == ORACLE_WORDS || answer.refusal == ORACLE_LONG || count == 0) return;
  u32 r = chart_read(&o->chart, paragraph.data, o->tokens.tokens.data, count,
                     face->spell ? o->spell_line : o->permanent_line);
  for (; r; r = o->chart.readings.data[r].next)
    if (o->chart.readings.data[r].end == count) write_reading(e, r, 0, true);
}

void oracle_explain(Oracle *o, const OracleFace *face, Text *out) {
  oracle_begin(o, face);
  Meanings spell = {.count = 0};
  for (Str rest = face->text; rest.length > 0;) {
    Str paragraph = oracle_paragraph(&rest);
    Explain e = {o, paragraph.data, out};
    Meanings meanings = {.count = 0};
    explain_paragraph(&e, face, paragraph, &meanings);
    if (meanings.count > 0 && lf_is(&o->grammar.lf, meanings.forms[0], LF_SPELL)) {
      if (!oracle_join(o, &spell, &meanings)) text_adds(out, "  With those above it says too many things.\n");
    } else if (meanings.count > 0) {
      write_bound(&e, &meanings, paragraph);
    }
    text_addc(out, '\n');
  }
  if (spell.count == 0) return;
  text_adds(out, "What it does as it resolves\n");
  write_bound(&(Explain){o, face->text.data, out}, &spell, face->text);
  text_addc(out, '\n');
}
