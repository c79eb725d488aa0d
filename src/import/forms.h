/* Definitions of cards as logical forms, for comparing two definitions of one card. */
#ifndef IMPORT_FORMS_H
#define IMPORT_FORMS_H

#include "cards/carddb.h"
#include "oracle/lf.h"

/* The definition of a card as a form; 0 if out of memory (`lf->failed`). */
Lf form_of_card(LfStore *lf, const CardDb *db, u32 card);
/* Appends the first difference between two forms: "A -> B". */
void forms_write_difference(const LfStore *lf, Lf before, Lf after, Text *out);

#endif
