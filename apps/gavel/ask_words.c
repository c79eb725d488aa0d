/* Lines as people type them, made into lines of a scenario. */
#include "ask_words.h"

#include "card_data.h"

#include <ctype.h>

enum { NAME_CAP = 160, WORDS_MOST = 8 };

/* The first word behind the player as a scenario has it: "cast" is "casts". */
static void add_verb(const char *action, Text *out) {
  static const char *const VERBS[] = {"cast",   "activate", "play",    "attack", "block",
                                      "answer", "pass",     "concede", "take"};
  const char *verb = strchr(action, ' ');
  text_add(out, (Str){action, verb ? (u32)(verb - action) : (u32)strlen(action)});
  if (!verb) return;
  size_t length = strcspn(++verb, " ");
  bool bare = false;
  for (u32 i = 0; i < COUNT_OF(VERBS); i++) bare |= strlen(VERBS[i]) == length && strncmp(verb, VERBS[i], length) == 0;
  bool hisses = bare && length > 1 && verb[length - 1] == 's';
  text_addf(out, " %.*s%s%s", (int)length, verb, bare ? hisses ? "es" : "s" : "", verb + length);
}

static bool is_name(const GavelCards *cards, const char *at, size_t length) {
  char name[NAME_CAP];
  if (length >= sizeof name) return false;
  snprintf(name, sizeof name, "%.*s", (int)length, at);
  u32 face;
  return gavel_cards_find(cards, name, &face) != 0;
}

/* Where the longest name of a card that begins there ends; null if none does. Of words in small letters at least two must
   match, so that words of the language aren't taken for names. */
static const char *name_end(const GavelCards *cards, const char *at) {
  const char *longest = NULL, *end = at;
  bool capital = isupper((unsigned char)*at);
  for (u32 words = 1; words <= WORDS_MOST && *end && *end != ';' && *end != '"' && *end != ':'; words++) {
    end += strcspn(end, " ;:\"");
    size_t length = (size_t)(end - at);
    if (length && at[length - 1] == ',') length--;
    if ((capital || words > 1) && is_name(cards, at, length)) longest = at + length;
    end += strspn(end, " ");
  }
  return longest;
}

void names_quote(const GavelCards *cards, const char *line, Text *out) {
  bool quoted = false, starts = true;
  while (*line) {
    const char *end = !quoted && starts ? name_end(cards, line) : NULL;
    if (end) {
      text_addf(out, "\"%.*s\"", (int)(end - line), line);
      line = end;
      starts = false;
      continue;
    }
    bool lists = !quoted && strncmp(line, " and ", 5) == 0;
    if (lists) {
      text_adds(out, ", ");
      line += 5;
      starts = true;
      continue;
    }
    quoted ^= *line == '"';
    starts = !isalnum((unsigned char)*line) && *line != '\'' && *line != '-';
    text_addc(out, *line++);
  }
}

void action_as_written(const GavelCards *cards, const char *action, Text *out) {
  Text verb;
  text_init(&verb, gavel_allocator_default());
  add_verb(action, &verb);
  text_addc(&verb, '\0');
  if (verb.failed) out_of_memory();
  const char *rest = strchr(verb.data, ' ');
  text_addf(out, "%.*s", (int)(rest ? rest - verb.data : (long)strlen(verb.data)), verb.data);
  if (rest) names_quote(cards, rest, out);
  text_addc(out, '\0');
  if (out->failed) out_of_memory();
  text_free(&verb);
}

/* Commas outside quotation marks become semicolons. */
static void commas_part(char *items) {
  bool quoted = false;
  for (char *at = items; *at; at++) {
    quoted ^= *at == '"';
    if (!quoted && at[0] == ',' && at[1] == ' ') at[0] = ';';
  }
}

void items_as_written(const GavelCards *cards, const char *items, Text *out) {
  u32 from = out->length;
  names_quote(cards, items, out);
  text_addc(out, '\0');
  if (out->failed) out_of_memory();
  commas_part(out->data + from);
}
