/* Every language has every sentence, with the same things filled in, and the words that sentences need. */
#include "support/file.h"
#include "support/test.h"

#include "explain/sentences.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static const char *const KEYS[SENTENCE_COUNT] = {
#define S(KEY, TEXT) [SENTENCE_##KEY] = #KEY,
#include "explain/sentences_en.def"
#undef S
};

/* What may be filled in, one bit each; numbers and forms need not be said in every language. */
static u32 filled_in(const char *text) {
  static const char *const PARTS[] = {"{p}",      "{o}",    "{s}",   "{t}",    "{w}",     "{m}",     "{a}",
                                      "{pays}",   "{by}",   "{who}", "{does}", "{from}",  "{to}",    "{card}",
                                      "{copied}", "{turn}", "{day}", "{name}", "{words}", "{event}", "{lasts}"};
  u32 found = 0;
  for (u32 i = 0; i < COUNT_OF(PARTS); i++)
    if (strstr(text, PARTS[i])) found |= 1u << i;
  return found;
}

/* Whether braces are closed and forms have their two parts. */
static bool is_sound(const char *text) {
  for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{')) {
    const char *end = strchr(at, '}');
    if (!end) return false;
    bool forms = at[2] == '?';
    if (forms != (memchr(at, '|', (size_t)(end - at)) != NULL)) return false;
  }
  return true;
}

static void every_language_has_every_sentence(void **state) {
  (void)state;
  for (u32 i = 0; i < SENTENCE_COUNT; i++) {
    const char *english = sentence_text(GAVEL_ENGLISH, (Sentence)i);
    for (u32 l = 0; l < LANGUAGE_COUNT; l++) {
      const char *text = sentence_text((GavelLanguage)l, (Sentence)i);
      if (!text || !is_sound(text)) fail_msg("%s: no sound sentence in language %u: %s", KEYS[i], l, text);
      if (filled_in(text) != filled_in(english))
        fail_msg("%s: \"%s\" and \"%s\" don't have the same filled in", KEYS[i], english, text);
    }
  }
}

/* The places that printf fills in, one behind another: "%.*s%lld". */
static void places_of(const char *text, char out[128]) {
  size_t length = 0;
  for (const char *at = strchr(text, '%'); at; at = strchr(at + 1, '%')) {
    size_t place = 1 + strspn(at + 1, ".*0123456789l") + 1;
    for (size_t i = 0; i < place && length < 127; i++) out[length++] = at[i];
  }
  out[length] = '\0';
}

/* A message has the same places in the same order in every language. */
static void places_are_in_the_same_order(void **state) {
  static const char *const PHRASES[][2] = {
#define P(ENGLISH, SAID) {(ENGLISH), (SAID)},
#include "explain/phrases_it.def"
#undef P
  };
  (void)state;
  for (u32 i = 0; i < COUNT_OF(PHRASES); i++) {
    char english[128], other[128];
    places_of(PHRASES[i][0], english);
    places_of(PHRASES[i][1], other);
    if (strcmp(english, other) != 0) fail_msg("%s: %s", PHRASES[i][0], PHRASES[i][1]);
    for (u32 k = 0; k < i; k++)
      if (strcmp(PHRASES[i][0], PHRASES[k][0]) == 0) fail_msg("twice: %s", PHRASES[i][0]);
  }
}

static bool is_translated(Word word) {
  static const Word ITALIAN[] = {
#define W(ENUM, TEXT) W_##ENUM,
#include "explain/words_it.def"
#undef W
  };
  for (u32 i = 0; i < COUNT_OF(ITALIAN); i++)
    if (ITALIAN[i] == word) return true;
  return false;
}

static void every_language_has_its_words(void **state) {
  (void)state;
  static const WordClass CLASSES[] = {WC_COLOR, WC_TYPE, WC_SUPERTYPE, WC_ZONE, WC_STEP, WC_DESIGNATION, WC_ACTION};
  for (u32 i = 0; i < COUNT_OF(CLASSES); i++) {
    for (u32 k = 0; k < word_count(CLASSES[i]); k++) {
      Word word = (Word)(word_first(CLASSES[i]) + k);
      if (!is_translated(word)) fail_msg("words_it.def has no \"%s\"", word_text(word).data);
    }
  }
}

/* --- what the command line says ---------------------------------------------------------------- */

/* Reads string literals that stand behind one another, as one text; false if they aren't all of it, as behind PRIu64. */
static bool read_literals(const char *at, char out[1024]) {
  size_t length = 0;
  for (at += strspn(at, " \n"); *at == '"'; at += strspn(at, " \n")) {
    for (at++; *at && *at != '"' && length < 1023; at++) {
      if (*at == '\\') at++;
      out[length++] = at[-1] == '\\' && *at == 'n' ? '\n' : *at;
    }
    at++;
  }
  out[length] = '\0';
  return *at == ',' || *at == ')';
}

/* Whether a format has words of its own. */
static bool has_words(const char *format) {
  u32 letters = 0;
  for (const char *at = format; *at; at++) {
    if (*at == '%')
      at += 1 + strspn(at + 1, "0123456789.*-lz");
    else
      letters += (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    if (!*at) break;
  }
  return letters > 0;
}

static u32 check_said_in(const char *path) {
  static const char *const SAY[] = {"complain(", "print_phrase(", " said("};
  Text text = test_file(path);
  char literal[1024];
  u32 count = 0;
  for (u32 i = 0; i < COUNT_OF(SAY); i++)
    for (const char *at = strstr(text.data, SAY[i]); at; at = strstr(at + 1, SAY[i])) {
      const char *behind = at + strlen(SAY[i]);
      if (behind[strspn(behind, " \n")] != '"' || !read_literals(behind, literal) || !has_words(literal)) continue;
      for (u32 l = 0; l < LANGUAGE_COUNT; l++)
        if (!phrase_is_known((GavelLanguage)l, literal))
          fail_msg("%s: no message in language %u for: %s", path, l, literal);
      count++;
    }
  text_free(&text);
  return count;
}

static void what_the_command_line_says_is_in_every_language(void **state) {
  (void)state;
  char path[512];
  u32 count = 0;
  DIR *folder = opendir("apps/gavel");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!str_ends(str_of(entry->d_name), STR(".c"))) continue;
    snprintf(path, sizeof path, "apps/gavel/%s", entry->d_name);
    count += check_said_in(path);
  }
  closedir(folder);
  assert_true(count > 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_language_has_every_sentence),
      cmocka_unit_test(places_are_in_the_same_order),
      cmocka_unit_test(every_language_has_its_words),
      cmocka_unit_test(what_the_command_line_says_is_in_every_language),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
