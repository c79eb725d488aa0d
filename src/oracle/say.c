/* Abilities in the words of the grammar. */
#include "oracle/normal.h"
#include "oracle/oracle_inner.h"
#include "oracle/unbind.h"

#define WAYS_MAX 96u
/* What it costs to differ from the usual way at a point where more than one form could be meant. */
#define ODD (3u * USUAL_BIT / 2)

/* Whether words of a paragraph, read as any text, come to that ability in its normal form, and to nothing else. */
static bool reads_back(Oracle *o, const OracleFace *face, Str words, Lf normal) {
  Meanings meanings;
  OracleAnswer answer = oracle_read_paragraph(o, face, words, &meanings);
  Lf bound = answer.refusal == ORACLE_READ && meanings.count > 0 ? oracle_bind(o, &meanings, words, &answer) : 0;
  return bound && lf_normal(&o->grammar.lf, bound) == normal;
}

/* A way to say something. */
typedef struct Way {
  u32 phrase, cost;
} Way;

static bool say(Oracle *o, const OracleFace *face, Lf ability, Text *out) {
  Lf normal = lf_normal(&o->grammar.lf, ability), form;
  Category line = face->spell ? o->spell_line : o->permanent_line;
  Way ways[WAYS_MAX];
  u32 count = 0;
  Unbinder u;
  unbinder_init(&u, &o->binder);
  u.named = face->legendary || face->spell;
  for (u32 i = 0; i < WAYS_MAX && unbind_next(&u, ability, &form); i++) {
    Lf bound = form ? bind_ability(&o->binder, form) : 0;
    if (!bound || lf_normal(&o->grammar.lf, bound) != normal) continue;
    Way way;
    way.phrase = realise(&o->realiser, line, form, &way.cost);
    for (u32 k = 0; k < u.choices; k++) way.cost += u.ways[k] ? ODD : 0;
    if (way.phrase) ways[count++] = way;
  }
  for (; count > 0; count--) {
    u32 best = 0;
    for (u32 i = 1; i < count; i++)
      if (ways[i].cost < ways[best].cost) best = i;
    u32 from = out->length;
    realise_words(&o->realiser, line, ways[best].phrase, out);
    if (reads_back(o, face, text_from(out, from), normal)) return true;
    out->length = from;
    ways[best] = ways[count - 1];
  }
  return false;
}

/* A legendary permanent is called by the beginning of its name (201.5b). */
static Str called(const OracleFace *face) {
  const char *comma = face->legendary ? memchr(face->name.data, ',', face->name.length) : NULL;
  return comma ? (Str){face->name.data, (u32)(comma - face->name.data)} : face->name;
}

bool oracle_say(Oracle *o, const OracleFace *face, Str ability, Text *out) {
  if (!o->realiser.grammar && !realiser_init(&o->realiser, o->allocator, &o->grammar)) return false;
  oracle_begin(o, face);
  realiser_begin(&o->realiser, called(face), face->kind);
  u32 bad, from = out->length;
  Lf form = lf_read(&o->grammar.lf, ability, &bad);
  bool said = form && say(o, face, form, out);
  if (said && !o->refused && !o->grammar.lf.failed && !o->realiser.failed && !out->failed) return true;
  out->length = from;
  return false;
}

Str oracle_kind(u16 supertypes, u16 types, const Word *subtypes, u32 count) {
  static const struct {
    Word word;
    const char *kind;
  } KINDS[] = {{W_AURA, "aura"},         {W_EQUIPMENT, "equipment"},    {W_VEHICLE, "vehicle"},
               {W_SAGA, "saga"},         {W_CREATURE, "creature"},      {W_LAND, "land"},
               {W_ARTIFACT, "artifact"}, {W_ENCHANTMENT, "enchantment"}};
  if (supertypes >> supertype_bit(W_LEGENDARY) & 1) return STR("legendary");
  for (u32 i = 0; i < COUNT_OF(KINDS); i++) {
    for (u32 k = 0; k < count; k++)
      if (subtypes[k] == KINDS[i].word) return str_of(KINDS[i].kind);
    if (i >= 4 && types >> type_bit(KINDS[i].word) & 1) return str_of(KINDS[i].kind);
  }
  return STR("spell");
}
