#include "cards/english.h"

Text *english_beside(English *e, Text *beside) {
  Text *outer = e->out;
  text_init(beside, e->db->allocator);
  e->out = beside;
  return outer;
}

void english_back(English *e, Text *outer, Text *beside) {
  e->out = outer;
  outer->failed |= beside->failed;
  text_free(beside);
}

void english_numeral(i64 n, Text *out) {
  const char *numeral = word_numeral(n);
  numeral ? text_adds(out, numeral) : text_addf(out, "%lld", (long long)n);
}

/* Words of small closed sets that are said differently from how the text form writes them. */
static const struct {
  Word word;
  const char *said;
} SAID[] = {
    {W_BATTLEFIELD, "the battlefield"},
    {W_STACK, "the stack"},
    {W_COMMAND, "the command zone"},
    {W_OUTSIDE, "outside the game"},
    {W_BOTTOM, "the bottom"},
    {W_STEP_UNTAP, "untap step"},
    {W_STEP_DRAW, "draw step"},
    {W_STEP_MAIN, "precombat main phase"},
    {W_STEP_BEGIN_COMBAT, "beginning of combat step"},
    {W_STEP_ATTACKERS, "declare attackers step"},
    {W_STEP_BLOCKERS, "declare blockers step"},
    {W_STEP_FIRST_DAMAGE, "first combat damage step"},
    {W_STEP_DAMAGE, "combat damage step"},
    {W_STEP_END_COMBAT, "end of combat"},
    {W_STEP_MAIN_2, "postcombat main phase"},
    {W_STEP_END, "end step"},
    {W_STEP_CLEANUP, "cleanup step"},
    {W_PHASE_COMBAT, "combat"},
    {W_END_OF_TURN, "until end of turn"},
    {W_END_OF_COMBAT, "until end of combat"},
    {W_YOUR_NEXT_TURN, "until your next turn"},
    {W_YOUR_NEXT_UPKEEP, "until your next upkeep"},
    {W_YOUR_NEXT_END_STEP, "until your next end step"},
    {W_END_OF_YOUR_NEXT_TURN, "until the end of your next turn"},
    {W_NEXT_UNTAP_STEP, "during their controller's next untap step"},
    {W_INDEFINITE, ""},
    {W_WHILE_ON_BATTLEFIELD, "for as long as ~ remains on the battlefield"},
    {W_WHILE_YOU_CONTROL, "for as long as you control ~"},
    {W_WHILE_YOU_CONTROL_IT, "until you lose control of it"},
    {W_WHILE_ATTACHED, "for as long as ~ remains attached to it"},
    {W_WHILE_TAPPED, "for as long as ~ remains tapped"},
    {W_WHILE_CONDITION, ""},
    {W_WHILE_EXILED, "for as long as it remains exiled"},
    {W_WHILE_FACE_UP, "until ~ is turned face down"},
    {W_NEXT_TIME, ""},
    {W_TIMING_SORCERY, "a sorcery"},
    {W_TIMING_INSTANT, "an instant"},
    {W_TIMING_CAST, "spell"},
    {W_AT_LEAST, "greater than or equal to"},
    {W_GREATER, "greater than"},
    {W_AT_MOST, "less than or equal to"},
    {W_LESS, "less than"},
    {W_EQUAL, "equal to"},
    {W_UNEQUAL, "not equal to"},
    {W_A_CARD_TYPE, "card type"},
    {W_A_CREATURE_TYPE, "creature type"},
    {W_A_LAND_TYPE, "land type"},
    {W_A_BASIC_LAND_TYPE, "basic land type"},
    {W_A_MANA_VALUE, "mana value"},
    {W_COMBAT_DAMAGE, "combat "},
    {W_NONCOMBAT_DAMAGE, "noncombat "},
    {W_LABEL_SECOND_KICKER, "kicker"},
};

void english_word(Word word, Text *out) {
  for (u32 i = 0; i < COUNT_OF(SAID); i++) {
    if (SAID[i].word != word) continue;
    text_adds(out, SAID[i].said);
    return;
  }
  text_add(out, word_text(word));
}

/* Whether a sentence begins behind what stands there: a full stop, a colon, a bullet, a line. */
static bool begins_behind(const char *data, u32 length) {
  Str text = {data, length};
  while (text.length > 0 && text.data[text.length - 1] == ' ') text.length--;
  if (str_ends(text, STR("\""))) return !str_ends(text, STR(".\"")); /* what is quoted begins, or has ended */
  return text.length == 0 || strchr(".:\n", text.data[text.length - 1]) || str_ends(text, STR("\xe2\x80\xa2"));
}

void english_sentences(Text *out, u32 from) {
  u32 to = from;
  for (u32 i = from; i < out->length && !out->failed; i++) {
    char c = out->data[i], last = to > from ? out->data[to - 1] : ' ';
    if (c == ' ' && (last == ' ' || last == '\n')) continue;
    if (strchr(".,:", c) && last == ' ' && to > from) last = out->data[--to - 1];
    if (strchr(".,", c) && strchr(".,", last)) continue;
    bool word = c >= 'a' && c <= 'z' && begins_behind(out->data + from, to - from);
    out->data[to++] = word ? (char)(c - 'a' + 'A') : c;
  }
  if (out->failed || to == from) return;
  while (to > from && strchr(" ,", out->data[to - 1])) to--;
  out->length = to;
  bool ends = str_ends(text_from(out, from), STR(".\"")) || out->data[to - 1] == '.';
  if (!ends) text_addc(out, '.');
}
