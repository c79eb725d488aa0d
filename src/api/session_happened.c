/* Questions about what has happened: who did what, how often, and why not. */
#include "api/session.h"

#include "explain/happened.h"

/* What stands between the noun of "how much damage does bear deal" and what the question is about. */
static const char *const AUXILIARIES[] = {"does ", "did ", "do ", "is ", "was ", "are ", "were ", "has ", "have "};

/* Behind the first auxiliary verb; all of it if there is none. */
static Str behind_auxiliary(Str question) {
  for (u32 i = 0; i < question.length; i++) {
    Str rest = {question.data + i, question.length - i};
    bool begins = i == 0 || question.data[i - 1] == ' ';
    for (u32 k = 0; begins && k < COUNT_OF(AUXILIARIES); k++)
      if (str_begins(rest, str_of(AUXILIARIES[k]))) {
        u32 length = (u32)strlen(AUXILIARIES[k]);
        return (Str){rest.data + length, rest.length - length};
      }
  }
  return question;
}

typedef struct Question {
  const Topic *topic; /* null: what somebody or something has now */
  Ref about, to;
} Question;

/* Whose ability it is, of "bear's ability", "bear's enters trigger" and "the ability of bear". */
static Str bearer_of(Str words) {
  static const char *const OF[] = {"the ability of ", "an ability of ", "the trigger of "};
  static const char *const ENDS[] = {"ability", "trigger", "effect"};
  for (u32 i = 0; i < COUNT_OF(OF); i++)
    if (str_begins(words, str_of(OF[i]))) return (Str){words.data + strlen(OF[i]), words.length - (u32)strlen(OF[i])};
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) {
    u32 length = (u32)strlen(ENDS[i]), at = words.length;
    if (words.length < length || memcmp(words.data + words.length - length, ENDS[i], length) != 0) continue;
    while (at > 3 && memcmp(words.data + at - 3, "'s ", 3) != 0) at--;
    if (at > 3) return (Str){words.data, at - 3};
  }
  return words;
}

/* An object or player by words, also by the name of a card without quotation marks. */
static GavelStatus find(GavelSession *s, Str words, Ref *ref) {
  Text text;
  words = bearer_of(words);
  text_init(&text, s->def.allocator);
  text_add(&text, words);
  text_addc(&text, '\0');
  GavelStatus status = text.failed ? GAVEL_E_MEMORY : gavel_session_find(s, text.data, ref, NULL);
  text_free(&text);
  if (!status || status == GAVEL_E_MEMORY) return status;
  text_init(&text, s->def.allocator);
  text_addf(&text, "\"%.*s\"", (int)words.length, words.data);
  text_addc(&text, '\0');
  status = text.failed ? GAVEL_E_MEMORY : gavel_session_find(s, text.data, ref, NULL);
  text_free(&text);
  return status;
}

/* The name behind "to" or "by", as in "dealt to Bob"; empty if there is none. */
static Str behind_verb(Str words) {
  static const char *const PREPOSITIONS[] = {" to ", " by ", " on "};
  for (u32 i = 0; i < words.length; i++)
    for (u32 k = 0; k < COUNT_OF(PREPOSITIONS); k++)
      if (str_begins((Str){words.data + i, words.length - i}, str_of(PREPOSITIONS[k])))
        return (Str){words.data + i + 4, words.length - i - 4};
  return STR("");
}

/* Behind what "which" and "what" stand before, and an auxiliary verb: "creature dies", "player is dealt damage". */
static Str behind_nouns(Str words) {
  static const char *const NOUNS[] = {"creature ", "creatures ", "permanent ", "permanents ", "card ",  "cards ",
                                      "player ",   "players ",   "spell ",     "spells ",     "token ", "tokens ",
                                      "artifact ", "land ",      "ability ",   "abilities ",  "of ",    "them ",
                                      "the ",      "two ",       "else ",      "is ",         "are ",   "was ",
                                      "were ",     "does ",      "gets ",      "do "};
  for (u32 i = 0; i < COUNT_OF(NOUNS); i++)
    if (str_begins(words, str_of(NOUNS[i]))) {
      u32 length = (u32)strlen(NOUNS[i]);
      return behind_nouns((Str){words.data + length, words.length - length});
    }
  return words;
}

/* "Blood Artist trigger", "Alice draw a card", "bear have", "dealt to Bob". GAVEL_E_SYNTAX for words with no verb that
   is known, GAVEL_E_UNKNOWN where one is, but nobody is named. */
static GavelStatus question_read(GavelSession *s, Str words, Str question, Question *q) {
  GavelStatus status = GAVEL_E_SYNTAX;
  u32 length;
  q->topic = topic_find(words, question, &length);
  Str whom = behind_verb(words);
  if (q->topic && whom.length) return find(s, whom, &q->about);
  for (u32 i = 1; i + 1 < words.length; i++) {
    if (words.data[i] != ' ') continue;
    Str rest = {words.data + i + 1, words.length - i - 1};
    bool has = str_is(rest, "have");
    q->topic = topic_find(rest, question, &length);
    if (!has && !q->topic) continue;
    GavelStatus found = find(s, (Str){words.data, i}, &q->about);
    if (found == GAVEL_E_MEMORY) return found;
    status = found ? GAVEL_E_UNKNOWN : GAVEL_E_SYNTAX;
    if (found) continue;
    if (has) return GAVEL_OK;
    Str behind = {rest.data + length, rest.length - length};
    whom = behind_verb(rest);
    if (whom.length && !find(s, whom, &q->to)) behind.length -= whom.length;
    bool does = !whom.length && ref_is_player(q->about) && behind.length > 1;
    if (does && !find(s, (Str){behind.data + 1, behind.length - 1}, &q->to)) behind.length = 0;
    if (topic_fits(q->topic, q->about, behind)) return GAVEL_OK;
  }
  Str verb = behind_nouns(words);
  q->topic = verb.length < words.length ? topic_find(verb, question, &length) : NULL;
  if (q->topic && topic_fits(q->topic, ref_player(0), (Str){verb.data + length, verb.length - length})) {
    q->about = REF_NONE;
    return GAVEL_OK;
  }
  q->topic = NULL;
  bool on = status == GAVEL_E_SYNTAX && str_begins(words, STR("on "));
  return on ? find(s, (Str){words.data + 3, words.length - 3}, &q->about) : status;
}

/* "wins", "controls bear". */
static GavelStatus question_who(GavelSession *s, Str words, Question *q) {
  static const char CONTROLS[] = "controls ";
  u32 length;
  if (str_begins(words, STR(CONTROLS)))
    return find(s, (Str){words.data + sizeof CONTROLS - 1, words.length - (u32)sizeof CONTROLS + 1}, &q->about);
  words = behind_nouns(words);
  q->topic = topic_find(words, words, &length);
  bool fits = q->topic && topic_fits(q->topic, ref_player(0), (Str){words.data + length, words.length - length});
  return fits ? GAVEL_OK : GAVEL_E_SYNTAX;
}

typedef struct Happening {
  const Account *account;
  u32 from;
  Asked asked;
  const Question *q;
  Str words;
  Text *out;
} Happening;

static void happened_body(Game *g, void *user) {
  const Happening *h = user;
  if (!h->q->topic) {
    happenings_say(h->account, g, h->from, h->q->about, h->out);
    return;
  }
  happened_say(h->account, g, h->from, h->asked, h->q->topic, h->q->about, h->words, h->q->to, h->out);
}

static GavelStatus refuse(GavelStatus status, const char *question, GavelError *error) {
  if (status == GAVEL_E_SYNTAX)
    return error_set(error, status, 0, 0, 0, "expected a question such as `does bear die`, found `%s`", question);
  if (status == GAVEL_E_MEMORY) return error_set(error, status, 0, 0, 0, "out of memory for an answer");
  return error_set(error, status, 0, 0, 0, "nobody and nothing that `%s` could be about is here", question);
}

GavelStatus gavel_session_happened(GavelSession *session, GavelAsked asked, const char *question, uint32_t from,
                                   char *out, size_t size, size_t *length, GavelError *error) {
  static const u8 KINDS[] = {[GAVEL_ASKED_WHETHER] = ASKED_WHETHER, [GAVEL_ASKED_HOW_MUCH] = ASKED_HOW_MUCH,
                             [GAVEL_ASKED_WHY_NOT] = ASKED_WHY_NOT, [GAVEL_ASKED_WHO] = ASKED_WHO,
                             [GAVEL_ASKED_WHEN] = ASKED_WHEN,       [GAVEL_ASKED_WHAT] = ASKED_WHETHER};
  Question q = {.topic = NULL};
  Str words = str_of(question);
  Game *g = live_game(session->now->run);
  if (!g || (u32)asked >= COUNT_OF(KINDS)) return refuse(GAVEL_E_SYNTAX, question, error);
  if (asked == GAVEL_ASKED_HOW_MUCH || asked == GAVEL_ASKED_WHEN) words = behind_auxiliary(words);
  if (asked == GAVEL_ASKED_WHAT) {
    GavelStatus found = find(session, words, &q.about);
    if (found) return refuse(found == GAVEL_E_MEMORY ? found : GAVEL_E_UNKNOWN, question, error);
  }
  GavelStatus status = asked == GAVEL_ASKED_WHAT  ? GAVEL_OK
                       : asked == GAVEL_ASKED_WHO ? question_who(session, words, &q)
                                                  : question_read(session, words, str_of(question), &q);
  if (status) return refuse(status, question, error);
  Text text;
  text_init(&text, session->def.allocator);
  if (q.topic || asked == GAVEL_ASKED_WHAT) {
    Happening h = {&session->now->account, from, (Asked)KINDS[asked], &q, words, &text};
    status = game_protect(g, happened_body, &h);
  } else {
    status = session_describe(session, q.about, &text);
  }
  if (!status && !text.failed) {
    size_t whole = api_text_out(&text, out, size);
    if (length) *length = whole;
    return GAVEL_OK;
  }
  text_free(&text);
  return refuse(GAVEL_E_MEMORY, question, error);
}
