/* Questions about what has happened: who did what, how often, and why not. */
#include "api/session.h"

#include "explain/happened.h"
#include "explain/question_words.h"
#include "explain/standing.h"

/* Words between the noun of "how much damage does bear deal" and the rest of the question. */
static const char *const AUXILIARIES[] = {"does ", "did ", "do ", "is ", "was ", "are ", "were ", "has ", "have "};

/* The text after the first auxiliary verb; all of it if there is none. */
static Str behind_auxiliary(Str question) {
  for (u32 i = 0; i < question.length; i++) {
    Str rest = str_from(question, i);
    bool begins = i == 0 || question.data[i - 1] == ' ';
    for (u32 k = 0; begins && k < COUNT_OF(AUXILIARIES); k++)
      if (str_begins(rest, str_of(AUXILIARIES[k]))) return str_from(rest, (u32)strlen(AUXILIARIES[k]));
  }
  return question;
}

typedef struct Question {
  const Topic *topic; /* null: what someone or something has now */
  Ref about, to;
  Word step;
} Question;

/* The object in "bear's ability", "bear's enters trigger" and "the ability of bear". */
static Str bearer_of(Str words) {
  static const char *const OF[] = {"the ability of ", "an ability of ", "the trigger of "};
  static const char *const ENDS[] = {"ability", "trigger", "effect"};
  for (u32 i = 0; i < COUNT_OF(OF); i++)
    if (str_begins(words, str_of(OF[i]))) return str_from(words, (u32)strlen(OF[i]));
  for (u32 i = 0; i < COUNT_OF(ENDS); i++) {
    u32 length = (u32)strlen(ENDS[i]), at = words.length;
    if (words.length < length || memcmp(words.data + words.length - length, ENDS[i], length) != 0) continue;
    while (at > 3 && memcmp(words.data + at - 3, "'s ", 3) != 0) at--;
    if (at > 3) return (Str){words.data, at - 3};
  }
  return words;
}

/* Finds an object or player by words, including card names without quotation marks. */
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

/* Maximum number of tokens that an answer covers. */
enum { TOKENS_MOST = 4 };

/* --- tokens ---------------------------------------------------------------------------------- */

/* Collects all tokens that words mean, "the token", "the Soldier tokens", "Mirage Mirror's token", even if they are
   gone, in `refs`; returns how many there are, 0 for other words. */
static u32 find_tokens(GavelSession *s, Game *g, Str words, Ref *refs, u32 cap) {
  static const char *const ENDS[] = {"token", "tokens"};
  const Account *account = &s->now->account;
  Ref maker = REF_NONE;
  u32 count = 0, end = 0;
  if (str_begins(words, STR("the "))) words = str_from(words, 4);
  for (u32 i = 0; i < COUNT_OF(ENDS); i++)
    if (str_ends(words, str_of(ENDS[i]))) end = (u32)strlen(ENDS[i]);
  for (u32 i = 0; i + 3 < words.length; i++) {
    if (!str_begins(str_from(words, i), STR("'s "))) continue;
    if (find(s, (Str){words.data, i}, &maker)) return 0;
    words = str_from(words, i + 3);
    break;
  }
  Str called = {words.data, words.length - end};
  while (called.length && called.data[called.length - 1] == ' ') called.length--;
  for (u32 i = 0; i < account->entries.count && count < cap; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    Ref token = entry->as.became;
    bool enters = entry->kind == ACCOUNT_EVENT && entry->event == EVENT_MOVE && entry->as.to == ZONE_BATTLEFIELD;
    const Object *o = enters && token ? object_known(g, token) : NULL;
    if (!o || o->kind != OBJECT_TOKEN) continue;
    Str name = intern_text(&g->db->names, name_of(g, token));
    bool begins = name.length >= called.length && str_equal_folded((Str){name.data, called.length}, called);
    bool so = called.length ? begins : end > 0;
    bool made = !maker || entry->as.source == maker || (ref_is_player(maker) && entry->as.player == ref_slot(maker));
    if (so && made) refs[count++] = token;
  }
  return count;
}

/* Finds an object or player that is there, or the only token that words mean, even if it is gone. */
static GavelStatus find_ever(GavelSession *s, Str words, Ref *ref) {
  Ref tokens[2];
  GavelStatus status = find(s, words, ref);
  if (!status || status == GAVEL_E_MEMORY) return status;
  if (find_tokens(s, live_game(s->now->run), words, tokens, COUNT_OF(tokens)) != 1) return status;
  *ref = tokens[0];
  return GAVEL_OK;
}

/* The name after "to" or "by", as in "dealt to Bob"; empty if there is none. */
static Str behind_verb(Str words) {
  static const char *const PREPOSITIONS[] = {" to ", " by ", " on ", " from "};
  for (u32 i = 0; i < words.length; i++)
    for (u32 k = 0; k < COUNT_OF(PREPOSITIONS); k++)
      if (str_begins(str_from(words, i), str_of(PREPOSITIONS[k])))
        return str_from(words, i + (u32)strlen(PREPOSITIONS[k]));
  return STR("");
}

/* The first word, or all of the words if there is just one. */
static Str first_word(Str words) {
  u32 length = 0;
  while (length < words.length && words.data[length] != ' ') length++;
  return (Str){words.data, length};
}

/* A card type, subtype, supertype or colour, in the singular or plural. */
static bool is_kind(Str word) {
  static const WordClass CLASSES[] = {WC_TYPE, WC_SUBTYPE, WC_SUPERTYPE, WC_COLOR};
  for (u32 plural = 0; plural<2; plural++, word.length -= word.length> 0)
    for (u32 i = 0; i < COUNT_OF(CLASSES); i++)
      if (word.length && word_find(word, CLASSES[i]) && (!plural || word.data[word.length] == 's')) return true;
  return false;
}

/* Words that name no one and nothing: "any creature", "one of the Soldiers", "which player is". */
static bool is_nobody(Str word) { return question_word_is(word, NOBODY) || is_kind(word); }

/* Skips the nouns after "which" and "what", and an auxiliary verb: "creature dies", "player is dealt damage". */
static Str behind_nouns(const GavelSession *s, Str words) {
  for (u32 p = 0; p < s->now->scenario->players.count; p++) {
    Str name = s->now->scenario->players.data[p].name;
    bool whose = words.length > name.length + 3 && str_equal_folded((Str){words.data, name.length}, name) &&
                 memcmp(words.data + name.length, "'s ", 3) == 0;
    if (whose) words = str_from(words, name.length + 3);
  }
  for (Str word = first_word(words); word.length < words.length && is_nobody(word); word = first_word(words))
    words = str_from(words, word.length + 1);
  return words;
}

/* --- steps ----------------------------------------------------------------------------------- */

/* Ways to name a step at the end of a question: "in the second combat damage step", "during Bob's upkeep". */
static const struct {
  const char *says;
  Word step;
} STEPS[] = {{"untap step", W_STEP_UNTAP},
             {"upkeep", W_STEP_UPKEEP},
             {"draw step", W_STEP_DRAW},
             {"declare attackers step", W_STEP_ATTACKERS},
             {"declare blockers step", W_STEP_BLOCKERS},
             {"first strike damage step", W_STEP_FIRST_DAMAGE},
             {"first-strike damage step", W_STEP_FIRST_DAMAGE},
             {"first combat damage step", W_STEP_FIRST_DAMAGE},
             {"first damage step", W_STEP_FIRST_DAMAGE},
             {"second combat damage step", W_STEP_DAMAGE},
             {"second damage step", W_STEP_DAMAGE},
             {"regular combat damage step", W_STEP_DAMAGE},
             {"regular damage step", W_STEP_DAMAGE},
             {"normal combat damage step", W_STEP_DAMAGE},
             {"end step", W_STEP_END},
             {"cleanup step", W_STEP_CLEANUP}};

/* What may stand before a step without meaning just one of several: "the", "Bob's"; "this end step" doesn't say which. */
static bool is_any_step(Str before) { return !before.length || str_is(before, "the ") || str_ends(before, STR("'s ")); }

/* Cuts the step off the end of a question; 0 if it names none. */
static Word cut_step(Str *words) {
  static const char *const BEFORE[] = {" in ", " during ", " at "};
  for (u32 i = 0; i < COUNT_OF(STEPS); i++) {
    u32 length = (u32)strlen(STEPS[i].says), at = words->length - length;
    if (words->length <= length || !str_equal_folded((Str){words->data + at, length}, str_of(STEPS[i].says))) continue;
    for (u32 from = at; from-- > 0;)
      for (u32 k = 0; k < COUNT_OF(BEFORE); k++)
        if (str_begins((Str){words->data + from, at - from}, str_of(BEFORE[k])) &&
            is_any_step((Str){words->data + from + strlen(BEFORE[k]), at - from - (u32)strlen(BEFORE[k])})) {
          words->length = from;
          return STEPS[i].step;
        }
  }
  return 0;
}

/* Parses "Blood Artist trigger", "Alice draw a card", "bear have", "dealt to Bob". GAVEL_E_SYNTAX for words without a
   known verb, GAVEL_E_UNKNOWN if there is one but no name. */
static GavelStatus question_read(GavelSession *s, Str words, Str question, Question *q) {
  GavelStatus status = GAVEL_E_SYNTAX;
  u32 length;
  q->topic = topic_find(words, question, &length);
  Str whom = behind_verb(words);
  if (q->topic && whom.length && !find(s, whom, &q->about)) return GAVEL_OK;
  for (u32 i = 1; i + 1 < words.length; i++) {
    if (words.data[i] != ' ') continue;
    Str rest = str_from(words, i + 1);
    bool has = str_is(rest, "have");
    q->topic = topic_find(rest, question, &length);
    if (!has && !q->topic) continue;
    GavelStatus found = find_ever(s, (Str){words.data, i}, &q->about);
    if (found == GAVEL_E_MEMORY) return found;
    status = found ? GAVEL_E_UNKNOWN : GAVEL_E_SYNTAX;
    if (found) continue;
    if (has) return GAVEL_OK;
    Str behind = str_from(rest, length);
    whom = behind_verb(rest);
    if (whom.length && !find(s, whom, &q->to)) behind.length -= whom.length;
    bool does = !whom.length && behind.length > 1;
    if (does && !find(s, str_from(behind, 1), &q->to)) behind.length = 0;
    if (topic_fits(q->topic, q->about, behind)) return GAVEL_OK;
  }
  Str verb = behind_nouns(s, words);
  q->topic = verb.length < words.length ? topic_find(verb, question, &length) : NULL;
  whom = behind_verb(verb);
  if (q->topic && whom.length && !find(s, whom, &q->to)) verb.length -= whom.length;
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
  if (str_begins(words, STR(CONTROLS))) return find(s, str_from(words, (u32)sizeof CONTROLS - 1), &q->about);
  words = behind_nouns(s, words);
  q->topic = topic_find(words, words, &length);
  Str whom = behind_verb(words);
  if (q->topic && whom.length && !find(s, whom, &q->to)) words.length -= whom.length;
  bool fits = q->topic && topic_fits(q->topic, ref_player(0), (Str){words.data + length, words.length - length});
  return fits ? GAVEL_OK : GAVEL_E_SYNTAX;
}

typedef struct Happening {
  const Account *account;
  u32 from;
  GavelAsked asked;
  const Question *q;
  Str words;
  const Ref *each; /* further subjects of the same question … */
  u32 count;       /* … and their number */
  GavelAnswer answer;
  Text *out;
} Happening;

static const u8 KINDS[] = {[GAVEL_ASKED_WHETHER] = ASKED_WHETHER, [GAVEL_ASKED_HOW_MUCH] = ASKED_HOW_MUCH,
                           [GAVEL_ASKED_WHY_NOT] = ASKED_WHY_NOT, [GAVEL_ASKED_WHO] = ASKED_WHO,
                           [GAVEL_ASKED_WHEN] = ASKED_WHEN,       [GAVEL_ASKED_WHAT] = ASKED_WHETHER,
                           [GAVEL_ASKED_DEEDS] = ASKED_WHETHER,   [GAVEL_ASKED_MANA] = ASKED_WHETHER};

static void happened_body(Game *g, void *user) {
  Happening *h = user;
  const Question *q = h->q;
  const Inquiry inquiry = {q->topic, q->about, h->words, q->to, q->step};
  if (h->asked == GAVEL_ASKED_MANA)
    h->answer = mana_say(g, &h->account->names, q->about, h->out) ? GAVEL_ANSWER_YES : GAVEL_ANSWER_NO;
  else if (!q->topic)
    for (u32 i = 0; i < (h->count ? h->count : 1); i++)
      happenings_say(h->account, g, h->from, h->count ? h->each[i] : q->about, h->asked == GAVEL_ASKED_DEEDS, h->out);
  else
    h->answer = happened_say(h->account, g, h->from, (Asked)KINDS[h->asked], &inquiry, h->out);
}

/* Whether the words mean one of several with the same name: "the second Grapeshot". */
static bool is_ordinal(Str words) {
  for (u32 i = 0; i < words.length; i++) {
    Str rest = str_from(words, i);
    if (session_ordinal(&rest)) return true;
  }
  return false;
}

static GavelStatus refuse(GavelStatus status, const char *question, GavelError *error) {
  if (status == GAVEL_E_SYNTAX)
    return error_set(error, status, 0, 0, 0, "expected a question such as `does bear die`, found `%s`", question);
  if (status == GAVEL_E_MEMORY) return error_set(error, status, 0, 0, 0, "out of memory for an answer");
  return error_set(error, status, 0, 0, 0, "nobody and nothing that `%s` could be about is here", question);
}

GavelStatus gavel_session_happened(GavelSession *session, GavelAsked asked, const char *question, uint32_t from,
                                   GavelAnswer *answer, char *out, size_t size, size_t *length, GavelError *error) {
  Question q = {.topic = NULL};
  Str words = str_of(question);
  Game *g = live_game(session->now->run);
  if (!g || (u32)asked >= COUNT_OF(KINDS)) return refuse(GAVEL_E_SYNTAX, question, error);
  if (asked == GAVEL_ASKED_HOW_MUCH || asked == GAVEL_ASKED_WHEN) words = behind_auxiliary(words);
  bool named = asked == GAVEL_ASKED_WHAT || asked == GAVEL_ASKED_DEEDS || asked == GAVEL_ASKED_MANA;
  if (!named) q.step = cut_step(&words);
  Ref tokens[TOKENS_MOST];
  u32 count = asked == GAVEL_ASKED_WHAT ? find_tokens(session, g, words, tokens, TOKENS_MOST) : 0;
  if (named && !count) {
    GavelStatus found = find(session, words, &q.about);
    if (found) return refuse(found == GAVEL_E_MEMORY ? found : GAVEL_E_UNKNOWN, question, error);
  }
  GavelStatus status = named                      ? GAVEL_OK
                       : asked == GAVEL_ASKED_WHO ? question_who(session, words, &q)
                                                  : question_read(session, words, str_of(question), &q);
  if (!status && asked == GAVEL_ASKED_HOW_MUCH && q.topic && !topic_counts(q.topic)) status = GAVEL_E_SYNTAX;
  if (status) return refuse(status, question, error);
  Text text;
  Happening h = {&session->now->account, from, asked, &q, words, tokens, count, GAVEL_ANSWER_TOLD, &text};
  text_init(&text, session->def.allocator);
  if (q.topic || named) {
    if (is_ordinal(words)) h.words = STR("");
    status = game_protect(g, happened_body, &h);
  } else {
    status = session_describe(session, q.about, &text);
  }
  if (!status && !text.failed) {
    size_t whole = api_text_out(&text, out, size);
    if (length) *length = whole;
    if (answer) *answer = h.answer;
    return GAVEL_OK;
  }
  text_free(&text);
  return refuse(GAVEL_E_MEMORY, question, error);
}
