#include "import/forms.h"

Lf form_of_card(LfStore *lf, const CardDb *db, u32 card) {
  Text text;
  u32 bad;
  text_init(&text, lf->allocator);
  card_print(db, card, &text);
  Lf form = text.failed ? 0 : lf_read(lf, text_str(&text), &bad);
  lf->failed |= !form;
  text_free(&text);
  return form;
}

void forms_write_difference(const LfStore *lf, Lf before, Lf after, Text *out) {
  if (before && after) lf_difference(lf, &before, &after);
  lf_print(lf, before, out);
  text_adds(out, " -> ");
  lf_print(lf, after, out);
}
