/* How an object has become what it is. */
#include "explain/names.h"
#include "explain/trace.h"
#include "rules/query/query.h"

/* What is told of one object. */
typedef struct Explaining {
  Names names;
  Text *out;
  u32 slot;
  Chars before; /* the layer before */
  u32 controller;
  CvId cv;
  bool begun, timestamps, had_abilities; /* … which had abilities */
} Explaining;

/* --- what it is ---------------------------------------------------------------------------------------- */

static void say(Game *g, const Explaining *x, Sentence sentence, const Event *about, Str words) {
  sentence_say(g, &x->names, sentence, about, words, x->out);
}

static void say_word(const Explaining *x, Word word, WordForm form) {
  text_addc(x->out, ' ');
  text_add(x->out, word_said(x->names.language, word, form));
}

static void say_words(const Explaining *x, WordClass wc, u64 bits, WordForm form) {
  for (u32 i = 0; i < word_count(wc) && i < 64; i++)
    if (bits >> i & 1) say_word(x, (Word)(word_first(wc) + i), form);
}

/* The first of its card types, 0 if it has none. */
static Word first_type(const Chars *c) {
  for (u32 i = 0; i < word_count(WC_TYPE); i++)
    if (c->types >> i & 1) return (Word)(word_first(WC_TYPE) + i);
  return 0;
}

/* "2/2 green creature Bear, 1 ability" */
static void say_chars(Game *g, const Explaining *x, const Chars *c) {
  enum { NAMED = 8 };
  bool follow = adjectives_follow(x->names.language);
  WordForm gender = word_gender(x->names.language, first_type(c));
  if (c->has & HAS_POWER) text_addf(x->out, " %lld/%lld", (long long)c->power, (long long)c->toughness);
  if (follow) say_words(x, WC_TYPE, c->types, WORD_MASCULINE);
  say_words(x, WC_SUPERTYPE, c->supertypes, gender);
  say_words(x, WC_COLOR, c->colors, gender);
  if (!follow) say_words(x, WC_TYPE, c->types, WORD_MASCULINE);
  u32 subtypes = 0;
  for (Word w = chars_next_subtype(c, 0); w; w = chars_next_subtype(c, w))
    if (++subtypes <= NAMED) say_word(x, w, WORD_MASCULINE);
  const Event more = {.amount = (i64)subtypes - NAMED}, abilities = {.amount = c->ability_count};
  if (subtypes > NAMED) say(g, x, SENTENCE_MORE_SUBTYPES, &more, STR(""));
  if (c->ability_count)
    say(g, x, SENTENCE_ABILITIES, &abilities, STR(""));
  else if (x->had_abilities)
    text_adds(x->out, sentence_text(x->names.language, SENTENCE_NO_ABILITIES));
}

static bool chars_same(const Chars *a, const Chars *b) {
  return a->power == b->power && a->toughness == b->toughness && a->name == b->name && a->mana_cost == b->mana_cost &&
         a->ability_count == b->ability_count && a->types == b->types && a->supertypes == b->supertypes &&
         a->colors == b->colors && a->has == b->has && memcmp(a->subtypes, b->subtypes, sizeof a->subtypes) == 0 &&
         memcmp(a->keywords, b->keywords, sizeof a->keywords) == 0;
}

/* --- layers ---------------------------------------------------------------------------------------------- */

static Sentence sentence_of_layer(Layer layer) {
  static const u16 SENTENCES[LAYER_COUNT] = {
      [LAYER_1A] = SENTENCE_LAYER_1,  [LAYER_1B] = SENTENCE_LAYER_1,  [LAYER_2] = SENTENCE_LAYER_2,
      [LAYER_3] = SENTENCE_LAYER_3,   [LAYER_4] = SENTENCE_LAYER_4,   [LAYER_5] = SENTENCE_LAYER_5,
      [LAYER_6] = SENTENCE_LAYER_6,   [LAYER_7A] = SENTENCE_LAYER_7A, [LAYER_7B] = SENTENCE_LAYER_7B,
      [LAYER_7C] = SENTENCE_LAYER_7C, [LAYER_7D] = SENTENCE_LAYER_7D,
  };
  return (Sentence)SENTENCES[layer];
}

/* Which word stands for which in its text now (612.2). */
static void say_swap(Game *g, const Explaining *x, const LayerCause *cause) {
  const Event about = {.object = cause->source, .word = cause->to};
  say(g, x, SENTENCE_TEXT_CHANGED, &about, word_said(x->names.language, cause->from, WORD_MASCULINE));
}

static void say_cause(Game *g, const Explaining *x, const LayerCause *cause) {
  Event about = {
      .object = cause->source, .other = cause->after, .amount = (i64)cause->timestamp, .word = cause->counters};
  text_adds(x->out, "\n    ");
  say(g, x, cause->counters ? SENTENCE_BY_COUNTERS : SENTENCE_BY_EFFECT, &about, STR(""));
  if (x->timestamps) say(g, x, SENTENCE_TIMESTAMP, &about, STR(""));
  if (cause->duration) say(g, x, sentence_of_duration(cause->duration), &about, STR(""));
  if (cause->waited) say(g, x, SENTENCE_AFTER_DEPENDENCY, &about, STR(""));
  if (cause->from) say_swap(g, x, cause);
  const Event barred = {.word = cause->barred};
  if (cause->barred) say(g, x, SENTENCE_CANT_HAVE, &barred, STR(""));
  if (!cause->ability) return;
  text_adds(x->out, ": ");
  u32 from = x->out->length;
  ability_words(g->db, cause->ability, 0, x->out);
  text_join_lines(x->out, from);
}

/* Where the copiable values come from. */
static void say_values(Game *g, const Explaining *x) {
  const Object o = *object_row(g, x->slot);
  u32 values = cv_card(g, o.cv);
  Event about = {.object = object_ref(g, x->slot)};
  Sentence sentence = SENTENCE_VALUES_OWN;
  if (o.status & STATUS_FACE_DOWN)
    sentence = SENTENCE_VALUES_FACE_DOWN;
  else if (copied_name(g, &o))
    sentence = SENTENCE_VALUES_COPIED;
  else if (values)
    sentence = SENTENCE_VALUES_PRINTED;
  text_adds(x->out, "\n    ");
  say(g, x, sentence, &about, values ? intern_text(&g->db->names, carddb_card(g->db, values)->name) : STR(""));
  if (!(o.cv & CV_RECORD)) return;
  about.amount = row_CVS(g, o.cv & ~CV_RECORD)->mod_count;
  if (about.amount) say(g, x, SENTENCE_WITH_CHANGES, &about, STR(""));
}

static void visit(Game *g, const LayerStep *step, void *user) {
  Explaining *x = user;
  bool first = !x->begun;
  bool same = !first && chars_same(&x->before, step->chars) && x->controller == step->controller && x->cv == step->cv;
  bool moved = !first && x->controller != step->controller;
  x->begun = true;
  x->had_abilities = !first && x->before.ability_count;
  x->before = *step->chars;
  x->cv = step->cv;
  x->controller = step->controller;
  if (!first && same && step->cause_count == 0) return;
  const Event nothing = {0};
  text_adds(x->out, "  ");
  say(g, x, sentence_of_layer(step->layer), &nothing, STR(""));
  if (same)
    text_adds(x->out, sentence_text(x->names.language, SENTENCE_AS_BEFORE));
  else
    say_chars(g, x, step->chars);
  const Event control = {.player = (u8)step->controller};
  if (moved) say(g, x, SENTENCE_CONTROLLED_BY, &control, STR(""));
  if (first) say_values(g, x);
  for (u32 i = 0; i < step->cause_count; i++) say_cause(g, x, &step->causes[i]);
  text_addc(x->out, '\n');
}

/* An effect that would have changed it and came to nothing. */
static void visit_miss(Game *g, LayerMiss why, Layer layer, const LayerCause *cause, void *user) {
  const Explaining *x = user;
  const Event about = {.object = cause->source};
  text_adds(x->out, "  ");
  say(g, x, sentence_of_layer(layer), &about, STR(""));
  text_addc(x->out, ' ');
  say(g, x, why == LAYER_MISS_LOST ? SENTENCE_MISS_LOST : SENTENCE_MISS_LATE, &about, STR(""));
  if (cause->ability) {
    text_adds(x->out, ": ");
    u32 from = x->out->length;
    ability_words(g->db, cause->ability, 0, x->out);
    text_join_lines(x->out, from);
  }
  text_addc(x->out, '\n');
}

static void explain(Game *g, void *user) {
  Explaining *x = user;
  const Chars c = *chars_of(g, x->slot);
  const Object o = *object_row(g, x->slot);
  bool controlled = zone_is_open((Zone)o.zone); /* 108.4 */
  const Event about = {.object = object_ref(g, x->slot), .player = controlled ? o.controller : o.owner};
  say(g, x, controlled ? SENTENCE_OBJECT_IS : SENTENCE_OBJECT_OWNED, &about, STR(""));
  say_chars(g, x, &c);
  text_addc(x->out, '\n');
  x->controller = o.owner;
  layers_explain(g, x->slot, visit, visit_miss, x);
}

GavelStatus explain_object(Game *g, u32 slot, const Names *names, bool timestamps, Text *out) {
  Explaining x = {.names = *names, .out = out, .slot = slot, .timestamps = timestamps};
  return game_protect(g, explain, &x);
}
