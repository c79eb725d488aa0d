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

/* Without what a target is asked only where a spell isn't overloaded. */
static Lf unasked(LfStore *lf, Lf form) {
  u32 count = lf_count(lf, form), kept = 0;
  Lf items[SAID_MAX];
  if (!lf_is_list(lf, form, LF_TARGET) || count > SAID_MAX) return form;
  for (u32 i = 0; i < count; i++)
    if (lf_item(lf, form, i) == LF_OPT_IF)
      i++;
    else
      items[kept++] = lf_item(lf, form, i);
  return lf_list(lf, items, kept);
}

/* A spell as its words say it before keywords change that: without overload (702.96a) and entwine (702.42a). */
static Lf unchanged(LfStore *lf, Lf form) {
  u32 count = lf_count(lf, form);
  Lf items[SAID_MAX], effect = count > 1 ? lf_item(lf, form, count - 1) : 0;
  if (!lf_is_list(lf, form, LF_SPELL) || count > SAID_MAX) return form;
  bool overloads = lf_is_list(lf, effect, LF_IF) && lf_item(lf, effect, 3) == LF_OPT_ELSE &&
                   lf_item(lf, effect, 1) == lf_make(lf, LF_PAID, LF_OVERLOAD, 0, 0);
  for (u32 i = 0; i < count; i++) items[i] = overloads ? unasked(lf, lf_item(lf, form, i)) : lf_item(lf, form, i);
  if (overloads) items[count - 1] = lf_item(lf, effect, 4);
  if (lf_is_list(lf, effect, LF_MODAL)) {
    Lf modal[SAID_MAX], paid = lf_make(lf, LF_PAID, LF_ENTWINE, 0, 0);
    u32 modes = lf_count(lf, effect);
    if (modes > SAID_MAX) return form;
    for (u32 i = 0; i < modes; i++) {
      Lf item = modal[i] = lf_item(lf, effect, i);
      if (lf_is_list(lf, item, LF_NUM_IF) && lf_item(lf, item, 1) == paid) modal[i] = lf_item(lf, item, 3);
    }
    items[count - 1] = lf_list(lf, modal, modes);
  }
  return lf_list(lf, items, count);
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
  u.paid = lf_is_list(&o->grammar.lf, ability, LF_SPELL) ? o->paid : 0;
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

/* An ability as its own words say it. */
static Lf form_to_say(Oracle *o, Str ability) {
  u32 bad;
  Lf form = lf_read(&o->grammar.lf, ability, &bad);
  return form ? unchanged(&o->grammar.lf, unlinked(&o->grammar.lf, form)) : 0;
}

Lf oracle_begin_saying(Oracle *o, const OracleFace *face, Str ability) {
  if (!o->realiser.grammar && !begin_saying(o)) return 0;
  oracle_begin(o, face);
  o->paid = 0;
  realiser_begin(&o->realiser, called(face), face->kind);
  return form_to_say(o, ability);
}

bool oracle_say(Oracle *o, const OracleFace *face, Str ability, Text *out) {
  u32 from = out->length;
  Lf form = oracle_begin_saying(o, face, ability);
  bool said = form && say(o, face, form, out);
  if (said && !o->refused && !o->grammar.lf.failed && !o->realiser.failed && !out->failed) return true;
  out->length = from;
  return false;
}

/* --- abilities that are said together ---------------------------------------------------------- */

/* A line that means what it says: a bar, or what stands below it and is no ability. */
static bool say_line(Oracle *o, const OracleFace *face, Lf line, Text *out) {
  Lf bound = bind_ability(&o->binder, line);
  u32 cost, from = out->length, phrase = bound ? realise(&o->realiser, o->permanent_line, line, &cost) : 0;
  if (!phrase) return false;
  realise_words(&o->realiser, o->permanent_line, phrase, out);
  return reads_back(o, face, text_from(out, from), lf_normal(&o->grammar.lf, bound));
}

/* The condition of a static ability that may be a bar above what it changes of this object; or 0. */
static Lf bar_of(const LfStore *lf, Lf ability) {
  Lf changes = lf_is_list(lf, ability, LF_STATIC) && lf_count(lf, ability) == 4 ? lf_item(lf, ability, 1) : 0;
  bool own = changes && lf_is_list(lf, changes, LF_AFFECT) && lf_item(lf, changes, 1) == LF_SELF;
  return own && lf_item(lf, ability, 2) == LF_OPT_IF ? lf_item(lf, ability, 3) : 0;
}

/* What stands below a bar, each in its line. */
static bool say_below(Oracle *o, const OracleFace *face, Lf ability, Text *out) {
  LfStore *lf = &o->grammar.lf;
  Lf changes = lf_item(lf, ability, 1);
  bool said = true;
  for (u32 i = 2; said && i < lf_count(lf, changes); i++) {
    Lf change = lf_item(lf, changes, i);
    text_adds(out, "\n");
    said = lf_is_list(lf, change, LF_GAIN) ? say(o, face, lf_item(lf, change, 1), out)
                                           : say_line(o, face, lf_make(lf, LF_BAR_SAYS, change, 0, 0), out);
  }
  return said;
}

/* A bar with what stands below it (711.2, 716.2, 721.2); that of a class also says what its level costs. */
static bool say_bar(Oracle *o, const OracleFace *face, const Lf *abilities, u32 count, Text *out) {
  LfStore *lf = &o->grammar.lf;
  Lf below = abilities[count - 1], condition = bar_of(lf, below);
  if (!condition || count > 2) return false;
  bool level = lf_is_list(lf, abilities[0], LF_KEYWORD) && lf_item(lf, abilities[0], 1) == LF_CLASS_LEVEL;
  if (count == 2 && !level) return false;
  Lf bar = lf_make(lf, LF_BAR, condition, 0, 0);
  return say_line(o, face, count == 2 ? lf_make(lf, LF_LIST, abilities[0], bar, 0) : bar, out) &&
         say_below(o, face, below, out);
}

/* Whether an ability speaks of others in its paragraph, or they of it. */
static bool speaks_of_others(Oracle *o, Lf ability) {
  static const Lf HEADS[] = {LF_NOTE, LF_ATTACK_OPTION, LF_AS_THOUGH_FLASH};
  const LfStore *lf = &o->grammar.lf;
  bool speaks = lf_is_atom(lf, ability) || lf_is_list(lf, ability, LF_KEYWORD);
  for (u32 i = 0; i < COUNT_OF(HEADS); i++) speaks |= bind_has_head(&o->binder, ability, HEADS[i]);
  return speaks;
}

/* Abilities that are said in one paragraph. */
static bool say_together(Oracle *o, const OracleFace *face, const Lf *abilities, u32 count, Text *out) {
  u32 from = out->length;
  if (say_bar(o, face, abilities, count, out)) return true;
  out->length = from;
  if (count < 2 || !speaks_of_others(o, abilities[0])) return false;
  Lf list[SAID_TOGETHER_MAX + 2] = {LF_LIST};
  for (u32 i = 0; i < count; i++) list[i + 1] = abilities[i];
  return say(o, face, lf_list(&o->grammar.lf, list, count + 1), out);
}

/* The additional cost of a face that stands before an ability; or 0. */
static u32 cost_before(const CardDb *db, const Chars *chars, u32 ability) {
  for (u32 i = chars->abilities; i < ability; i++)
    if (carddb_ability(db, i)->op == IR_ADDITIONAL_COST) return i;
  return 0;
}

/* What was paid as an additional cost is spoken of in what is said next. */
static void hear_cost(Oracle *o, Lf cost) {
  Unbinder u;
  Lf form, normal = cost ? lf_normal(&o->grammar.lf, cost) : 0;
  unbinder_init(&u, &o->binder, &o->rows);
  for (u32 i = 0; normal && !o->paid && i < SAY_WAYS_MAX && unbind_next(&u, cost, &form); i++) {
    o->binder.paid.count = o->binder.paid_variables = 0;
    Lf bound = form ? bind_ability(&o->binder, form) : 0;
    if (bound && lf_normal(&o->grammar.lf, bound) == normal) o->paid = cost;
  }
}

bool oracle_say_abilities(Oracle *o, const CardDb *db, const Chars *chars, const u32 *abilities, u32 count, Text *out) {
  OracleFace face = oracle_face_of(db, chars, STR(""));
  Lf forms[SAID_TOGETHER_MAX + 1];
  u32 from = out->length, paid = cost_before(db, chars, abilities[0]);
  Text form;
  text_init(&form, db->allocator);
  bool said = count > 0 && count <= COUNT_OF(forms);
  for (u32 i = 0; i < count && said; i++) {
    text_clear(&form);
    ability_print(db, abilities[i], &form);
    forms[i] = i == 0 ? oracle_begin_saying(o, &face, text_str(&form)) : form_to_say(o, text_str(&form));
    said = forms[i] && !form.failed;
  }
  if (said && paid) {
    text_clear(&form);
    ability_print(db, paid, &form);
    hear_cost(o, form_to_say(o, text_str(&form)));
  }
  said = said && ((count == 1 && say(o, &face, forms[0], out)) || say_together(o, &face, forms, count, out));
  said = said && !o->refused && !o->grammar.lf.failed && !o->realiser.failed && !out->failed;
  if (!said) out->length = from;
  text_free(&form);
  return said;
}

/* --- texts of cards that were written without ------------------------------------------------ */

static bool speak(void *oracle, const CardDb *db, const Chars *chars, const u32 *abilities, u32 count, Text *out) {
  return oracle_say_abilities(oracle, db, chars, abilities, count, out);
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
  prototype_english(db, card, &text);
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
