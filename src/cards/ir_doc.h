/* Generates documents and headers from the table of operations. */
#ifndef CARDS_IR_DOC_H
#define CARDS_IR_DOC_H

#include "cards/ir.h"

/* Appends the contents of src/cards/ir_args.h. */
void ir_doc_args(Text *out);
/* Appends the contents of docs/ir.md. */
void ir_doc_markdown(Text *out);

#endif
