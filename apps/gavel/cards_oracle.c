/* gavel cards read: what the grammar makes of a text. */
#include "cards_oracle.h"

#include "import/database.h"
#include "oracle/oracle.h"

#include <stdlib.h>

/* --- one text ------------------------------------------------------------------------------- */

int cards_read(const char *text, bool spell, bool why) {
  Oracle *oracle;
  GavelError error = {0};
  Text out;
  if (oracle_new(gavel_allocator_default(), &oracle, &error)) {
    complain_of("grammar", &error);
    return CLI_BAD_INPUT;
  }
  text_init(&out, gavel_allocator_default());
  OracleFace face = {.text = str_of(text), .spell = spell};
  OracleAnswer answer = oracle_face(oracle, &face, &out);
  static const char *const REFUSALS[] = {
      [ORACLE_READ] = "read",
      [ORACLE_WORDS] = "no production takes",
      [ORACLE_MEANING] = "it can't be said",
      [ORACLE_AMBIGUOUS] = "it can be read in two ways",
      [ORACLE_LONG] = "too long",
      [ORACLE_MEMORY] = "out of memory",
  };
  text_addc(&out, '\n');
  if (answer.refusal)
    text_addf(&out, "%s: %.*s\n", REFUSALS[answer.refusal], (int)answer.words.length,
              answer.words.data);
  if (why) oracle_explain(oracle, &face, &out);
  print_text(&out);
  text_free(&out);
  oracle_free(oracle);
  return answer.refusal ? CLI_FAILED : CLI_FINE;
}
