/* Prints how the session of every scenario of some files ends, natively: the file, which of its scenarios, the verdict and
   the hash of the game, with tabs between. */
#include "gavel/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static char text[1 << 20];

static int tell(GavelSessionDef *def, const char *path) {
  static const char *const VERDICTS[] = {"pass", "fail", "unsupported"};
  uint32_t count = 1;
  for (def->scenario = 0; def->scenario < count; def->scenario++) {
    GavelSession *session;
    GavelError error;
    if (gavel_session_create(def, &session, &error)) {
      fprintf(stderr, "%s:%u: %s\n", path, error.line, error.message);
      return 1;
    }
    count = gavel_session_scenarios(session);
    GavelGame *game = gavel_session_game(session);
    printf("%s\t%u\t%s\t%016" PRIx64 "\n", path, def->scenario, VERDICTS[gavel_session_verdict(session, NULL)],
           game ? gavel_game_hash(game) : 0);
    gavel_session_destroy(session);
  }
  return 0;
}

int main(int argc, char **argv) {
  GavelCardsDef cards_def = gavel_cards_def_default();
  GavelSessionDef def = gavel_session_def_default();
  if (gavel_cards_create(&cards_def, &def.cards, NULL)) return 1;
  def.text = text;
  def.text_limit = sizeof text;
  def.limits.objects = 100000;
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "r");
    if (!file) return 1;
    def.length = fread(text, 1, sizeof text - 1, file);
    text[def.length] = '\0';
    fclose(file);
    if (tell(&def, argv[i])) return 1;
  }
  gavel_cards_destroy(def.cards);
  return 0;
}
