/* Why an ability has no words: how far saying it came, and what stood in the way. */
#include "oracle/normal.h"
#include "oracle/oracle_inner.h"

/* Of all ways to say an ability, the first that gets furthest. */
typedef enum Stage { STAGE_NO_FORM, STAGE_REFUSED, STAGE_ANOTHER, STAGE_NO_WORDS, STAGE_MISREAD } Stage;

typedef struct Furthest {
  Stage stage;
  Lf form, what; /* what was to be said, and what of it stands in the way */
  Str why;       /* of a refusal */
  u32 phrase;    /* that reads as another */
} Furthest;

static Furthest furthest(Oracle *o, const OracleFace *face, Lf ability) {
  LfStore *lf = &o->grammar.lf;
  Lf normal = lf_normal(lf, ability), form;
  Furthest best = {0};
  Unbinder u;
  unbinder_init(&u, &o->binder, &o->rows);
  u.named = face->legendary || face->spell;
  for (u32 i = 0; i < SAY_WAYS_MAX && unbind_next(&u, ability, &form); i++) {
    Furthest here = {STAGE_NO_FORM, form, u.stuck, {0}, 0};
    u32 cost;
    Lf bound = form ? bind_ability(&o->binder, form) : 0, again = bound ? lf_normal(lf, bound) : 0;
    if (form && !again) here = (Furthest){STAGE_REFUSED, form, 0, o->binder.refused, 0};
    Lf wanted = normal, found = again;
    lf_difference(lf, &wanted, &found);
    if (again && again != normal) here = (Furthest){STAGE_ANOTHER, form, wanted, {0}, 0};
    if (again == normal) {
      u32 said = realise(&o->realiser, face->spell ? o->spell_line : o->permanent_line, form, &cost);
      Lf unsaid = realise_unsaid(&o->realiser, form);
      here = (Furthest){said ? STAGE_MISREAD : STAGE_NO_WORDS, form, said ? 0 : unsaid ? unsaid : form, {0}, said};
    }
    if (i == 0 || here.stage > best.stage) best = here;
  }
  return best;
}

static void add_form(const LfStore *lf, Lf form, Text *out) {
  text_addc(out, '\t');
  if (form) lf_print(lf, form, out);
}

static void tell_why(Oracle *o, const OracleFace *face, Lf ability, Str printed, Text *out) {
  static const char *const STAGES[] = {"no form", "refused", "binds to another", "no words", "reads as another"};
  const LfStore *lf = &o->grammar.lf;
  Furthest f = furthest(o, face, ability);
  Str what = f.what ? lf_head(lf, f.what) : f.why;
  text_addf(out, "%s: %.*s", STAGES[f.stage], (int)what.length, what.data);
  Meanings meanings = {.count = 0};
  bool read = printed.length > 0 && oracle_read_paragraph(o, face, printed, &meanings).refusal == ORACLE_READ;
  Lf meant = read && meanings.count ? meanings.forms[0] : 0;
  Lf here = f.form, there = meant;
  lf_difference(lf, &here, &there);
  const Lf told[] = {f.what, here, there, f.form, meant, ability};
  for (u32 i = 0; i < COUNT_OF(told); i++) add_form(lf, told[i], out);
  text_addc(out, '\t');
  if (f.phrase) realise_words(&o->realiser, face->spell ? o->spell_line : o->permanent_line, f.phrase, out);
}

void oracle_silence(Oracle *o, const OracleFace *face, Str ability, Str printed, Text *out) {
  Lf form = oracle_begin_saying(o, face, ability);
  if (form) tell_why(o, face, form, printed, out);
}
