/* Abilities in the words of the grammar. */
#include "oracle/normal.h"
#include "oracle/oracle_inner.h"

#define WAYS_MAX 96u
#define FORM_MAX 128u /* items of a form that is looked into */
/* What it costs to differ from the usual way at a point where more than one form could be meant. */
#define ODD (3u * USUAL_BIT / 2)

/* Whether words of a paragraph, read as any text, come to that ability in its normal form, and to nothing else. */
static bool reads_back(Oracle *o, const OracleFace *face, Str words, Lf normal) {
  Meanings meanings;
  OracleAnswer answer = oracle_read_paragraph(o, face, words, &meanings);
  Lf bound = answer.refusal == ORACLE_READ && meanings.count > 0 ? oracle_bind(o, &meanings, words, &answer) : 0;
  return bound && lf_normal(&o->grammar.lf, bound) == normal;
}

/* An ability as it is without the others of its face: what they are told of what it exiles (607.2a) is found when all of
   them have been read. */
static Lf unlinked(LfStore *lf, Lf form) {
  u32 count = lf_count(lf, form), kept = 0;
  Lf items[FORM_MAX];
  if (count == 0 || count > FORM_MAX) return form;
  for (u32 i = 0; i < count; i++) {
    bool link = lf_item(lf, form, i) == LF_OPT_LINK && i + 1 < count && lf_item(lf, form, i + 1) == LF_LINK_EXILED;
    if (link)
      i++;
    else
      items[kept++] = i == 0 ? lf_item(lf, form, 0) : unlinked(lf, lf_item(lf, form, i));
  }
  return lf_list(lf, items, kept);
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
  unbinder_init(&u, &o->binder, &o->rows);
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

/* Where two forms differ: the innermost pair of forms; the first is 0 if there is none. */
typedef struct Difference {
  Lf here, there;
} Difference;

static Difference difference(const LfStore *lf, Lf here, Lf there) {
  if (here == there || !here || !there) return (Difference){0, 0};
  bool alike = !lf_is_atom(lf, here) && !lf_is_atom(lf, there) && lf_count(lf, here) == lf_count(lf, there) &&
               lf_item(lf, here, 0) == lf_item(lf, there, 0);
  for (u32 i = 1; alike && i < lf_count(lf, here); i++) {
    Difference inner = difference(lf, lf_item(lf, here, i), lf_item(lf, there, i));
    if (inner.here) return inner;
  }
  return (Difference){here, there};
}

/* Of all ways to say an ability, the first that gets furthest. */
typedef enum Stage { STAGE_NO_FORM, STAGE_REFUSED, STAGE_ANOTHER, STAGE_NO_WORDS, STAGE_MISREAD } Stage;

typedef struct Furthest {
  Stage stage;
  Lf form, what; /* what was to be said, and what of it stands in the way */
  Str why;       /* of a refusal */
} Furthest;

static Furthest furthest(Oracle *o, const OracleFace *face, Lf ability) {
  LfStore *lf = &o->grammar.lf;
  Lf normal = lf_normal(lf, ability), form;
  Furthest best = {0};
  Unbinder u;
  unbinder_init(&u, &o->binder, &o->rows);
  u.named = face->legendary || face->spell;
  for (u32 i = 0; i < WAYS_MAX && unbind_next(&u, ability, &form); i++) {
    Furthest here = {STAGE_NO_FORM, form, u.stuck, {0}};
    u32 cost;
    Lf bound = form ? bind_ability(&o->binder, form) : 0, again = bound ? lf_normal(lf, bound) : 0;
    if (form && !again) here = (Furthest){STAGE_REFUSED, form, 0, o->binder.refused};
    if (again && again != normal) here = (Furthest){STAGE_ANOTHER, form, difference(lf, normal, again).here, {0}};
    if (again == normal) {
      bool said = realise(&o->realiser, face->spell ? o->spell_line : o->permanent_line, form, &cost);
      here =
          (Furthest){said ? STAGE_MISREAD : STAGE_NO_WORDS, form, said ? 0 : realise_unsaid(&o->realiser, form), {0}};
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
  Difference other = difference(lf, f.form, meant);
  const Lf told[] = {f.what, other.here, other.there, f.form, meant, ability};
  for (u32 i = 0; i < COUNT_OF(told); i++) add_form(lf, told[i], out);
}

/* A legendary permanent is called by the beginning of its name (201.5b). */
static Str called(const OracleFace *face) {
  const char *comma = face->legendary ? memchr(face->name.data, ',', face->name.length) : NULL;
  return comma ? (Str){face->name.data, (u32)(comma - face->name.data)} : face->name;
}

/* The forms of rows stay, as those of the grammar do. */
static bool begin_saying(Oracle *o) {
  lf_forget(&o->grammar.lf, o->grammar.lf_own);
  if (!forms_init(&o->rows, o->allocator, &o->grammar.lf)) return false;
  bool fine = realiser_init(&o->realiser, o->allocator, &o->grammar);
  o->grammar.lf_own = lf_mark(&o->grammar.lf);
  return fine;
}

bool oracle_say(Oracle *o, const OracleFace *face, Str ability, Text *out) {
  if (!o->realiser.grammar && !begin_saying(o)) return false;
  oracle_begin(o, face);
  realiser_begin(&o->realiser, called(face), face->kind);
  u32 bad, from = out->length;
  Lf form = lf_read(&o->grammar.lf, ability, &bad);
  bool said = form && say(o, face, unlinked(&o->grammar.lf, form), out);
  if (said && !o->refused && !o->grammar.lf.failed && !o->realiser.failed && !out->failed) return true;
  out->length = from;
  return false;
}

void oracle_silence(Oracle *o, const OracleFace *face, Str ability, Str printed, Text *out) {
  oracle_begin(o, face);
  realiser_begin(&o->realiser, called(face), face->kind);
  u32 bad;
  Lf form = lf_read(&o->grammar.lf, ability, &bad);
  if (form) tell_why(o, face, unlinked(&o->grammar.lf, form), printed, out);
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

OracleFace oracle_face_of(const CardDb *db, const Chars *chars, Str text) {
  static const Word SUBTYPES[] = {W_AURA, W_EQUIPMENT, W_VEHICLE, W_SAGA};
  Word there[COUNT_OF(SUBTYPES)];
  u32 count = 0;
  for (u32 i = 0; i < COUNT_OF(SUBTYPES); i++)
    if (chars_subtype(chars, SUBTYPES[i])) there[count++] = SUBTYPES[i];
  return (OracleFace){.name = intern_text(&db->names, chars->name),
                      .text = text,
                      .kind = oracle_kind(chars->supertypes, chars->types, there, count),
                      .legendary = (chars->supertypes & SUPERTYPE(LEGENDARY)) != 0,
                      .spell = (chars->types & (TYPE(INSTANT) | TYPE(SORCERY))) != 0};
}

bool oracle_say_ability(Oracle *o, const CardDb *db, const Chars *chars, u32 ability, Text *out) {
  OracleFace face = oracle_face_of(db, chars, STR(""));
  Text form;
  text_init(&form, db->allocator);
  ability_print(db, ability, &form);
  bool said = !form.failed && oracle_say(o, &face, text_str(&form), out);
  text_free(&form);
  return said;
}
