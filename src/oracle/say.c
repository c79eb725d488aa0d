/* Abilities in the words of the grammar. */
#include "oracle/normal.h"
#include "oracle/oracle_inner.h"
#include "oracle/unbind.h"

#define WAYS_MAX 96u

/* Whether words of a paragraph, read as any text, come to that ability in its normal form, and to nothing else. */
static bool reads_back(Oracle *o, const OracleFace *face, Str words, Lf normal) {
  Meanings meanings;
  OracleAnswer answer = oracle_read_paragraph(o, face, words, &meanings);
  Lf bound = answer.refusal == ORACLE_READ && meanings.count > 0 ? oracle_bind(o, &meanings, words, &answer) : 0;
  return bound && lf_normal(&o->grammar.lf, bound) == normal;
}

static bool say(Oracle *o, const OracleFace *face, Lf ability, Text *out) {
  Lf normal = lf_normal(&o->grammar.lf, ability), form;
  Category line = face->spell ? o->spell_line : o->permanent_line;
  Unbinder u;
  unbinder_init(&u, &o->binder);
  u.named = face->legendary || face->spell;
  for (u32 i = 0; i < WAYS_MAX && unbind_next(&u, ability, &form); i++) {
    Lf bound = form ? bind_ability(&o->binder, form) : 0;
    if (!bound || lf_normal(&o->grammar.lf, bound) != normal) continue;
    u32 from = out->length;
    if (realise(&o->realiser, line, form, out) && reads_back(o, face, text_from(out, from), normal)) return true;
    out->length = from;
  }
  return false;
}

bool oracle_say(Oracle *o, const OracleFace *face, Str kind, Str ability, Text *out) {
  if (!o->realiser.grammar && !realiser_init(&o->realiser, o->allocator, &o->grammar)) return false;
  oracle_begin(o, face);
  realiser_begin(&o->realiser, face->name, kind);
  u32 bad, from = out->length;
  Lf form = lf_read(&o->grammar.lf, ability, &bad);
  bool said = form && say(o, face, form, out);
  if (said && !o->refused && !o->grammar.lf.failed && !o->realiser.failed && !out->failed) return true;
  out->length = from;
  return false;
}
