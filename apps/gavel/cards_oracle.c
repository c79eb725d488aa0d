/* gavel cards read: what the grammar makes of a text. */
#include "cards_oracle.h"

#include "oracle/oracle.h"

int cards_read(const char *text, bool spell, bool why) {
  Oracle *oracle;
  GavelError error = {0};
  Text abilities, out;
  if (oracle_new(gavel_allocator_default(), &oracle, &error)) {
    complain_of("grammar", &error);
    return CLI_BAD_INPUT;
  }
  text_init(&abilities, gavel_allocator_default());
  text_init(&out, gavel_allocator_default());
  OracleFace face = {.text = str_of(text), .spell = spell};
  OracleAnswer answer = oracle_face(oracle, &face, &abilities, NULL);
  if (abilities.length > 0) text_addf(&out, "%s\n", abilities.data + 1); /* which begin with a new line */
  if (answer.refusal)
    text_addf(&out, "%s: %.*s\n", oracle_refusal_text(answer.refusal), (int)answer.words.length, answer.words.data);
  if (why) oracle_explain(oracle, &face, &out);
  print_text(&out);
  text_free(&out);
  text_free(&abilities);
  oracle_free(oracle);
  return answer.refusal ? CLI_FAILED : CLI_FINE;
}
