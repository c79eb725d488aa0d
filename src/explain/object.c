/* How an object has become what it is. */
#include "explain/names.h"
#include "explain/trace.h"
#include "rules/query/query.h"

/* What is told of one object. */
typedef struct Explaining {
  const Str *players;
  Text *out;
  u32 slot;
  Chars before; /* the layer before */
  u32 controller;
  CvId cv;
  bool begun;
} Explaining;

/* --- what it is ---------------------------------------------------------------------------------------- */

static void say_words(WordClass wc, u64 bits, Text *out) {
  for (u32 i = 0; i < word_count(wc) && i < 64; i++) {
    if (!(bits >> i & 1)) continue;
    text_addc(out, ' ');
    text_add(out, word_text((Word)(word_first(wc) + i)));
  }
}

/* "2/2 green creature Bear, 1 ability" */
static void say_chars(const Chars *c, Text *out) {
  if (c->has & HAS_POWER) text_addf(out, " %lld/%lld", (long long)c->power, (long long)c->toughness);
  say_words(WC_SUPERTYPE, c->supertypes, out);
  say_words(WC_COLOR, c->colors, out);
  say_words(WC_TYPE, c->types, out);
  u32 subtypes = 0;
  for (u32 i = 0; i < word_count(WC_SUBTYPE); i++) {
    Word word = (Word)(word_first(WC_SUBTYPE) + i);
    if (!chars_subtype(c, word) || ++subtypes > 8) continue;
    text_addc(out, ' ');
    text_add(out, word_text(word));
  }
  if (subtypes > 8) text_addf(out, " and %u more subtypes", subtypes - 8);
  text_addf(out, c->ability_count == 1 ? ", %u ability" : ", %u abilities", c->ability_count);
}

static bool chars_same(const Chars *a, const Chars *b) {
  return a->power == b->power && a->toughness == b->toughness && a->name == b->name && a->mana_cost == b->mana_cost &&
         a->ability_count == b->ability_count && a->types == b->types && a->supertypes == b->supertypes &&
         a->colors == b->colors && a->has == b->has && memcmp(a->subtypes, b->subtypes, sizeof a->subtypes) == 0 &&
         memcmp(a->keywords, b->keywords, sizeof a->keywords) == 0;
}

/* --- layers ---------------------------------------------------------------------------------------------- */

static void say_cause(Game *g, const Explaining *x, const LayerCause *cause) {
  Text *out = x->out;
  text_adds(out, "\n    ");
  if (cause->counters) {
    Str kind = word_text(cause->counters);
    text_addf(out, "%.*s counters", (int)kind.length, kind.data);
  } else {
    name_ref(g, x->players, cause->source, out);
  }
  text_addf(out, ", timestamp %llu", (unsigned long long)cause->timestamp);
  if (!cause->ability) return;
  text_adds(out, ": ");
  u32 from = out->length;
  ability_words(g->db, cause->ability, 0, out);
  text_join_lines(out, from);
}

static void visit(Game *g, const LayerStep *step, void *user) {
  Explaining *x = user;
  bool same = x->begun && chars_same(&x->before, step->chars) && x->controller == step->controller && x->cv == step->cv;
  bool first = !x->begun;
  x->begun = true;
  x->before = *step->chars;
  x->cv = step->cv;
  u32 controller = x->controller;
  x->controller = step->controller;
  if (!first && same && step->cause_count == 0) return;
  text_addf(x->out, "  layer %s:", name_layer(step->layer));
  if (same) {
    text_adds(x->out, " no change");
  } else {
    say_chars(step->chars, x->out);
    if (!first && controller != step->controller) {
      text_adds(x->out, ", controlled by ");
      name_player(x->players, step->controller, x->out);
    }
  }
  for (u32 i = 0; i < step->cause_count; i++) say_cause(g, x, &step->causes[i]);
  text_addc(x->out, '\n');
}

static void say_values(Game *g, const Explaining *x) {
  const Object o = *object_row(g, x->slot);
  u32 card = cv_card(g, o.cv);
  text_adds(x->out, "  before layer 1:");
  if (o.status & STATUS_FACE_DOWN) text_adds(x->out, " face down,");
  if (card) {
    text_adds(x->out, " the values of ");
    text_add(x->out, intern_text(&g->db->names, carddb_card(g->db, card)->name));
  } else {
    text_adds(x->out, " values of its own");
  }
  if (o.cv & CV_RECORD && row_CVS(g, o.cv & ~CV_RECORD)->mod_count)
    text_addf(x->out, " with %u changes", row_CVS(g, o.cv & ~CV_RECORD)->mod_count);
  text_addc(x->out, '\n');
}

static void explain(Game *g, void *user) {
  Explaining *x = user;
  const Chars c = *chars_of(g, x->slot);
  const Object o = *object_row(g, x->slot);
  name_ref(g, x->players, object_ref(g, x->slot), x->out);
  text_adds(x->out, " (");
  name_player(x->players, o.controller, x->out);
  text_adds(x->out, "):");
  say_chars(&c, x->out);
  text_addc(x->out, '\n');
  say_values(g, x);
  x->controller = o.owner;
  layers_explain(g, x->slot, visit, x);
}

GavelStatus explain_object(Game *g, u32 slot, const Str *players, Text *out) {
  Explaining x = {.players = players, .out = out, .slot = slot};
  return game_protect(g, explain, &x);
}
