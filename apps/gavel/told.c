#include "told.h"

char *told(const GavelSession *session, Tells *tells) {
  size_t length = tells(session, NULL, 0);
  char *text = room_for_text(length);
  tells(session, text, length + 1);
  return text;
}

char *told_account(const GavelSession *session, GavelAccount grain, u32 from) {
  size_t length = gavel_session_account(session, grain, from, NULL, 0);
  char *text = room_for_text(length);
  gavel_session_account(session, grain, from, text, length + 1);
  return text;
}

char *told_completions(GavelSession *session, const char *line, u32 cap) {
  size_t length = gavel_session_complete(session, line, cap, NULL, 0);
  char *text = room_for_text(length);
  gavel_session_complete(session, line, cap, text, length + 1);
  return text;
}

/* What answers into a buffer whether it can: its text, null after an error. */
typedef GavelStatus Answers(GavelSession *session, const char *words, void *user, char *out, size_t size,
                            size_t *length, GavelError *error);

static char *answered(GavelSession *session, const char *words, Answers *answers, void *user, GavelError *error) {
  size_t length = 0;
  if (answers(session, words, user, NULL, 0, &length, error)) return NULL;
  char *text = room_for_text(length);
  answers(session, words, user, text, length + 1, NULL, NULL);
  return text;
}

static GavelStatus explain(GavelSession *session, const char *words, void *nothing, char *out, size_t size,
                           size_t *length, GavelError *error) {
  (void)nothing;
  return gavel_session_explain(session, words, out, size, length, error);
}

static GavelStatus describe(GavelSession *session, const char *words, void *nothing, char *out, size_t size,
                            size_t *length, GavelError *error) {
  (void)nothing;
  return gavel_session_describe(session, words, out, size, length, error);
}

char *told_description(GavelSession *session, const char *words, GavelError *error) {
  return answered(session, words, describe, NULL, error);
}

char *told_explanation(GavelSession *session, const char *words, GavelError *error) {
  return answered(session, words, explain, NULL, error);
}

static GavelStatus why_not(GavelSession *session, const char *action, void *refusal, char *out, size_t size,
                           size_t *length, GavelError *error) {
  return gavel_session_why_not(session, action, refusal, out, size, length, error);
}

char *told_why_not(GavelSession *session, const char *action, GavelRefusal *refusal, GavelError *error) {
  return answered(session, action, why_not, refusal, error);
}

typedef struct Happened {
  GavelAsked asked;
  u32 from;
  GavelAnswer *answer;
} Happened;

static GavelStatus happened(GavelSession *session, const char *question, void *user, char *out, size_t size,
                            size_t *length, GavelError *error) {
  const Happened *h = user;
  return gavel_session_happened(session, h->asked, question, h->from, h->answer, out, size, length, error);
}

char *told_happened(GavelSession *session, const char *question, GavelAsked asked, u32 from, GavelAnswer *answer,
                    GavelError *error) {
  Happened h = {asked, from, answer};
  return answered(session, question, happened, &h, error);
}
