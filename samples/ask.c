/* Asks what happens, and why. It imports a card from a piece of JSON, sets up a moment in the scenario language, casts
   a spell in words, chooses options by number, and prints the answers. A question that makes no sense gets an
   explanation, and changes nothing. */
#include "gavel/import.h"
#include "gavel/session.h"

#include <stdio.h>
#include <string.h>

static const char CARDS[] = "[{\"name\":\"Sample Bears\",\"layout\":\"normal\",\"type_line\":\"Creature \\u2014 "
                            "Bear\",\"mana_cost\":\"{1}{G}\","
                            "\"power\":\"2\",\"toughness\":\"2\",\"oracle_text\":\"Trample\"}]";

static const char MOMENT[] = "player Alice\n"
                             "  hand: Clone\n"
                             "  battlefield: 4 Island\n"
                             "player Bob\n"
                             "  battlefield: Sample Bears as bears, counters +1/+1 1\n"
                             "turn 1 main\n";

static char text[65536];

static int complain(const char *what, const GavelError *error) {
  printf("%s: line %u: %s\n", what, error->line, error->message);
  return 1;
}

/* Imports the cards in the piece of JSON, a few bytes at a time. */
static GavelImport *import_cards(GavelError *error) {
  GavelImportDef def = gavel_import_def_default();
  GavelImport *import;
  if (gavel_import_create(&def, &import, error)) return NULL;
  for (size_t at = 0; at < sizeof CARDS - 1; at += 64) {
    size_t left = sizeof CARDS - 1 - at;
    if (gavel_import_feed(import, CARDS + at, left < 64 ? left : 64, error)) return NULL;
  }
  return gavel_import_finish(import, error) ? NULL : import;
}

/* Answers yes, then chooses the first object. */
static GavelStatus choose(GavelSession *session, GavelError *error) {
  GavelDecision decision;
  while (gavel_game_decision(gavel_session_game(session), &decision) && decision.kind != GAVEL_DECISION_PRIORITY) {
    GavelStatus status = gavel_session_take(session, decision.option_count - 1, error);
    if (status) return status;
  }
  return GAVEL_OK;
}

static int ask(GavelSession *session) {
  GavelError error = {0};
  GavelRefusal refusal;
  if (gavel_session_act(session, "Alice casts \"Clone\"\nresolve", &error)) return complain("acting", &error);
  if (choose(session, &error)) return complain("choosing", &error);
  gavel_session_account(session, GAVEL_ACCOUNT_BRIEF, 0, text, sizeof text);
  fputs(text, stdout);
  if (gavel_session_explain(session, "\"Sample Bears\" of Alice", text, sizeof text, NULL, &error))
    return complain("explaining", &error);
  fputs(text, stdout);
  if (gavel_session_why_not(session, "Alice casts \"Clone\"", &refusal, text, sizeof text, NULL, &error))
    return complain("asking", &error);
  printf("Alice %s cast Clone: %s\n", refusal == GAVEL_REFUSAL_NONE ? "can" : "can't", text);
  /* Nonsense is refused with a message, and nothing changes. */
  uint64_t before = gavel_game_hash(gavel_session_game(session));
  if (gavel_session_act(session, "Alice casts \"Colne\"", &error) != GAVEL_E_UNKNOWN) return 1;
  printf("%s\n", error.message);
  if (gavel_game_hash(gavel_session_game(session)) != before) return 1;
  gavel_session_text(session, text, sizeof text);
  fputs(text, stdout);
  return gavel_session_undo(session, &error) ? complain("undoing", &error) : 0;
}

int main(void) {
  GavelError error = {0};
  GavelCards *cards;
  GavelSession *session;
  GavelCardsDef cards_def = gavel_cards_def_default();
  size_t size;
  if (gavel_cards_create(&cards_def, &cards, &error)) return complain("cards", &error);
  GavelImport *import = import_cards(&error);
  if (!import) return complain("importing", &error);
  const void *image = gavel_import_image(import, &size);
  if (gavel_cards_add_compiled(cards, image, size, &error)) return complain("adding", &error);
  GavelSessionDef def = gavel_session_def_default();
  def.cards = cards;
  def.text = MOMENT;
  if (gavel_session_create(&def, &session, &error)) return complain("opening", &error);
  int wrong = ask(session);
  gavel_session_destroy(session);
  gavel_cards_destroy(cards);
  gavel_import_destroy(import);
  return wrong;
}
