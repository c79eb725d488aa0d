/* Which words of a card's own text express its abilities. Whoever reads cards from their texts provides them; a
   handwritten definition has none. */
#include "cards/ir_args.h"
#include "cards/ir_walk.h"
#include "cards/read.h"

/* --- asking -------------------------------------------------------------------------------- */

Str carddb_card_says(const CardDb *db, u32 card) {
  const CardDef *def = carddb_card(db, card);
  return def->says_length ? (Str){db->says.data + def->says_at, def->says_length} : (Str){0};
}

Str carddb_says(const CardDb *db, u32 ability) {
  const AbilityDef *def = carddb_ability(db, ability);
  if (!def->says_length) {
    u32 keyword = carddb_keyword_of(db, ability);
    def = keyword ? carddb_ability(db, keyword) : def;
  }
  Str text = carddb_card_says(db, def->card);
  u32 end = (u32)def->says_at + def->says_length;
  return def->card && def->says_length && end <= text.length ? (Str){text.data + def->says_at, def->says_length}
                                                             : (Str){0};
}

static bool is_space(char c) { return c == ' ' || c == '\n'; }

static Str trimmed(const char *data, u32 from, u32 to) {
  while (from < to && is_space(data[from])) from++;
  while (to > from && is_space(data[to - 1])) to--;
  return (Str){data + from, to - from};
}

Str says_mode(Str says, u32 number) {
  static const Str BULLET = {"\xe2\x80\xa2", 3};
  u32 from = 0;
  for (u32 i = 0; i + BULLET.length <= says.length; i++) {
    if (memcmp(says.data + i, BULLET.data, BULLET.length) != 0) continue;
    if (number == 0) return trimmed(says.data, from, i);
    if (--number == 0) from = i + BULLET.length;
  }
  return number == 0 && from > 0 ? trimmed(says.data, from, says.length) : (Str){0};
}

void ability_words(const CardDb *db, u32 ability, StrId self_name, Text *out) {
  Str says = carddb_says(db, ability);
  u32 from = out->length, depth = 0;
  for (u32 i = 0; i < says.length; i++) {
    char c = says.data[i];
    if (c == '(' && depth++ == 0)
      while (out->length > from && is_space(out->data[out->length - 1])) out->length--;
    if (depth == 0) text_addc(out, c);
    depth -= depth > 0 && c == ')';
  }
  if (out->length == from) ability_marked(db, ability, self_name, out);
}

void ability_marked(const CardDb *db, u32 ability, StrId self_name, Text *out) {
  const AbilityDef *def = carddb_ability(db, ability);
  bool marked = def->card && def->op != IR_KEYWORD;
  if (marked) text_addc(out, '[');
  ability_english(db, ability, self_name, out);
  if (marked) text_addc(out, ']');
}

/* --- assigning words --------------------------------------------------------------------------- */

/* Pieces of a text and the abilities they belong to, in order. */
#define PIECES_MAX 32u
typedef struct Pieces {
  CardDb *db;
  SaysSpan quoted[PIECES_MAX];    /* abilities in quotation marks */
  u32 granted[PIECES_MAX];        /* and abilities nested in effects that grant them */
  SaysSpan sentences[PIECES_MAX]; /* about later events */
  u32 later[PIECES_MAX];          /* and delayed triggered abilities */
  u32 quoted_count, granted_count, sentence_count, later_count;
} Pieces;

static bool starts_with(Str text, u32 at, const char *word) {
  u32 length = (u32)strlen(word);
  return length <= text.length - at && memcmp(text.data + at, word, length) == 0;
}

/* The end of a sentence: after its full stop and closing marks. */
static u32 sentence_end(Str text, u32 at) {
  while (at < text.length && text.data[at] != '.' && text.data[at] != '\n') at++;
  return at < text.length && text.data[at] == '.' ? at + 1 : at;
}

/* Whether the words there begin, or end, a sentence about a later event. */
static bool speaks_of_later(Str text, u32 at, bool begins) {
  static const char *const BEGINS[] = {"When you ", "When that ",        "When it ",
                                       "Whenever ", "At the beginning ", "At end of combat"};
  static const char *const ENDS[] = {"at the beginning of the next ", "at the beginning of your next ",
                                     "at end of combat"};
  for (u32 i = 0; i < COUNT_OF(BEGINS) && begins; i++)
    if (starts_with(text, at, BEGINS[i])) return true;
  for (u32 i = 0; i < COUNT_OF(ENDS) && !begins; i++)
    if (starts_with(text, at, ENDS[i])) return true;
  return false;
}

/* Finds the quotations, and the sentences about later events, in the words of an ability. */
static void find_pieces(Pieces *p, Str says, u32 from, u32 to) {
  Str text = {says.data, to};
  u32 open = 0, depth = 0, sentence = from;
  for (u32 i = from; i < to; i++) {
    char c = says.data[i];
    depth += c == '(';
    depth -= depth > 0 && c == ')';
    if (depth > 0) continue;
    if (c == '"') {
      if (open && p->quoted_count < PIECES_MAX) p->quoted[p->quoted_count++] = (SaysSpan){open, i - open};
      open = open ? 0 : i + 1;
    }
    if (open || i == from || !is_space(says.data[i - 1]) || is_space(c)) continue;
    bool begins = says.data[i - 1] == '\n' || (i > from + 1 && strchr(".:", says.data[i - 2]));
    if (begins) sentence = i;
    if (!speaks_of_later(text, i, begins) || p->sentence_count == PIECES_MAX) continue;
    p->sentences[p->sentence_count++] = (SaysSpan){sentence, sentence_end(text, sentence) - sentence};
  }
}

static void note_nested(Pieces *p, IrOp op, u32 ability) {
  bool later = op == IR_DELAYED || op == IR_REFLEXIVE || op == IR_ADD_MANA || op == IR_ADD_MANA_CHOICE;
  if (carddb_ability(p->db, ability)->op == IR_KEYWORD) return;
  u32 *count = later ? &p->later_count : &p->granted_count;
  if (*count < PIECES_MAX) (later ? p->later : p->granted)[(*count)++] = ability;
}

static bool visit(void *context, const CardDb *db, Node node) {
  IrOp op = node_op(db, node);
  const IrSignature *signature = &db->signatures[op];
  for (u32 i = 0; i < node_argc(db, node); i++) {
    u32 value = node_arg(db, node, i);
    if (ir_arg_at(signature, i)->sort == SORT_ABIL && value) note_nested(context, op, value);
  }
  return true;
}

static void give_span(AbilityDef *def, SaysSpan span) {
  if (def->says_length || span.at > UINT16_MAX || span.length > UINT16_MAX) return;
  def->says_at = (u16)span.at;
  def->says_length = (u16)span.length;
}

/* Only if there are as many pieces as abilities is the assignment certain. */
static void give(CardDb *db, const SaysSpan *pieces, u32 piece_count, const u32 *abilities, u32 count) {
  for (u32 i = 0; piece_count == count && i < count; i++) give_span(&db->abilities.data[abilities[i]], pieces[i]);
}

/* Assigns words to the abilities of a card's faces in order. Both sets of characteristics of a prototype card have the
   same abilities. */
static void give_spans(CardDb *db, u32 card, const CardSays *says) {
  const CardDef *def = carddb_card(db, card);
  u32 next = 0, past = 0;
  for (u32 face = 0; face < def->faces; face++) {
    const Chars *chars = &carddb_face(db, def->face + face)->chars;
    u32 end = chars->abilities + chars->ability_count;
    for (u32 i = chars->abilities; i >= past && i < end && next < says->count; i++) {
      AbilityDef *ability = &db->abilities.data[i];
      give_span(ability, says->spans[next++]);
      i += ability->expansion_count;
    }
    past = chars->ability_count ? end : past;
  }
}

bool carddb_give_says(CardDb *db, u32 card, const CardSays *says) {
  Str text = says->text;
  if (text.length == 0) return true;
  if (!vec_reserve(&db->allocator, &db->says, text.length)) return false;
  CardDef *def = &db->cards.data[card];
  def->says_at = db->says.count;
  def->says_length = text.length;
  memcpy(db->says.data + db->says.count, text.data, text.length);
  db->says.count += text.length;
  give_spans(db, card, says);
  for (u32 end = carddb_end(db, card).first_ability, i = end; i-- > def->first_ability;) {
    const AbilityDef *ability = carddb_ability(db, i);
    if (!ability->says_length || ability->op == IR_KEYWORD) continue;
    Pieces p = {.db = db};
    find_pieces(&p, text, ability->says_at, (u32)num_min(ability->says_at + ability->says_length, text.length));
    ir_walk(db, ability->node, visit, &p);
    give(db, p.quoted, p.quoted_count, p.granted, p.granted_count);
    give(db, p.sentences, p.sentence_count, p.later, p.later_count);
  }
  return true;
}
