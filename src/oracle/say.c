/* Abilities in the words of the grammar. */
#include "cards/carddb.h"
#include "oracle/normal.h"
#include "oracle/oracle_inner.h"

#define SAID_MAX 128u /* items of a form that is looked into */
/* What it costs to differ from the usual way at a point where more than one form could be meant. */
#define ODD (3u * USUAL_BIT / 2)
/* How often ways are sought that differ from the nearest one before. */
#define SAY_ROUNDS 4u
/* Further than any form that binds to the ability. */
#define FAR 10000u

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
  Lf items[SAID_MAX];
  if (count == 0 || count > SAID_MAX) return form;
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

static u32 size_of(const LfStore *lf, Lf form) {
  u32 size = 1;
  for (u32 i = 0; i < lf_count(lf, form); i++) size += size_of(lf, lf_item(lf, form, i));
  return size;
}

/* How far a form that has no words is from being right: one that binds to the ability by how much of it has no words,
   another by how much it differs. */
static u32 distance(Oracle *o, Lf form, Lf bound, Lf normal) {
  LfStore *lf = &o->grammar.lf;
  if (bound == normal) return realise_missing(&o->realiser, form);
  Lf wanted = normal, found = bound;
  lf_difference(lf, &wanted, &found);
  return FAR + size_of(lf, wanted) + size_of(lf, found);
}

/* The ways to say an ability that have words, among those that differ little from one; or of all tried the taken choices
   of the one that came nearest. */
static u32 ways_from(Oracle *o, Category line, Unbinder *u, Lf ability, Way *ways, u8 *nearest, u32 *least) {
  Lf normal = lf_normal(&o->grammar.lf, ability), form;
  u32 count = 0;
  for (u32 i = 0; i < SAY_WAYS_MAX && unbind_next(u, ability, &form); i++) {
    Lf bound = form ? bind_ability(&o->binder, form) : 0;
    if (!bound) continue;
    bound = lf_normal(&o->grammar.lf, bound);
    Way way = {0};
    if (bound == normal) way.phrase = realise(&o->realiser, line, form, &way.cost);
    for (u32 k = 0; k < u->choices; k++) way.cost += u->taken[k] ? ODD : 0;
    if (way.phrase) ways[count++] = way;
    u32 far = way.phrase ? 0 : distance(o, form, bound, normal);
    if (way.phrase || far >= *least) continue;
    *least = far;
    memcpy(nearest, u->taken, sizeof u->taken);
  }
  return count;
}

static bool say(Oracle *o, const OracleFace *face, Lf ability, Text *out) {
  Lf normal = lf_normal(&o->grammar.lf, ability);
  Category line = face->spell ? o->spell_line : o->permanent_line;
  Way ways[SAY_WAYS_MAX];
  u8 nearest[UNBIND_CHOICES_MAX] = {0};
  u32 count = 0, least = UINT32_MAX, before = 0;
  Unbinder u;
  unbinder_init(&u, &o->binder, &o->rows);
  u.named = face->legendary || face->spell;
  for (u32 i = 0; i < SAY_ROUNDS && count == 0 && least != before; i++) {
    before = least;
    if (i > 0) unbind_from(&u, nearest);
    count = ways_from(o, line, &u, ability, ways, nearest, &least);
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

/* The forms of rows stay, as those of the grammar do. */
static bool begin_saying(Oracle *o) {
  lf_forget(&o->grammar.lf, o->grammar.lf_own);
  if (!forms_init(&o->rows, o->allocator, &o->grammar.lf)) return false;
  bool fine = realiser_init(&o->realiser, o->allocator, &o->grammar);
  o->grammar.lf_own = lf_mark(&o->grammar.lf);
  return fine;
}

Lf oracle_begin_saying(Oracle *o, const OracleFace *face, Str ability) {
  u32 bad;
  if (!o->realiser.grammar && !begin_saying(o)) return 0;
  oracle_begin(o, face);
  realiser_begin(&o->realiser, called(face), face->kind);
  Lf form = lf_read(&o->grammar.lf, ability, &bad);
  return form ? unlinked(&o->grammar.lf, form) : 0;
}

bool oracle_say(Oracle *o, const OracleFace *face, Str ability, Text *out) {
  u32 from = out->length;
  Lf form = oracle_begin_saying(o, face, ability);
  bool said = form && say(o, face, form, out);
  if (said && !o->refused && !o->grammar.lf.failed && !o->realiser.failed && !out->failed) return true;
  out->length = from;
  return false;
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

/* --- texts of cards that were written without ------------------------------------------------ */

static bool speak(void *oracle, const CardDb *db, const Chars *chars, u32 ability, Text *out) {
  return oracle_say_ability(oracle, db, chars, ability, out);
}

/* Gives a card its text, the faces parted by a line `//`. False: no memory. */
static bool give_text(Oracle *oracle, CardDb *db, u32 card, GavelAllocator *allocator) {
  const CardSpeaker speaker = {oracle, speak};
  const CardDef *def = carddb_card(db, card);
  VEC(SaysSpan) spans = {0};
  bool done = true;
  for (u32 i = def->first_ability; done && i <= carddb_end(db, card).first_ability; i++)
    done = vec_push(allocator, &spans, (SaysSpan){0});
  Text text;
  text_init(&text, *allocator);
  CardSays says = {.spans = spans.data};
  for (u32 i = 0; done && i < def->faces && (i == 0 || def->layout != LAYOUT_PROTOTYPE); i++) {
    if (i > 0) text_adds(&text, "//\n");
    says.count += face_english(db, def->face + i, &speaker, &text, spans.data + says.count);
  }
  if (text.length) text.length--; /* without the last line's end */
  says.text = text_str(&text);
  done = done && !text.failed && carddb_give_says(db, card, &says);
  text_free(&text);
  vec_free(allocator, &spans);
  return done;
}

GavelStatus oracle_say_cards(CardDb *db, GavelAllocator allocator, GavelError *error) {
  Oracle *oracle;
  GavelStatus status = oracle_new(allocator, &oracle, error);
  if (status) return status;
  for (u32 card = 1; !status && card < db->cards.count; card++)
    if (!give_text(oracle, db, card, &allocator)) status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  oracle_free(oracle);
  return status;
}
