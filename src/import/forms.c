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
  u32 at = 0, count = lf_count(lf, before);
  bool alike = !lf_is_atom(lf, before) && !lf_is_atom(lf, after) && count == lf_count(lf, after) &&
               lf_item(lf, before, 0) == lf_item(lf, after, 0);
  while (alike && lf_item(lf, before, at) == lf_item(lf, after, at)) at++;
  if (alike) {
    forms_write_difference(lf, lf_item(lf, before, at), lf_item(lf, after, at), out);
    return;
  }
  lf_print(lf, before, out);
  text_adds(out, " -> ");
  lf_print(lf, after, out);
}
