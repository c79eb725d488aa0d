/* One form for all ways to write the same definition, so that what two hands wrote can be compared. Only what can make
   no difference to a game is set aside; the form is for comparing, and need not be one that can be read again. */
#ifndef ORACLE_NORMAL_H
#define ORACLE_NORMAL_H

#include "oracle/lf.h"

/* The normal form of a card or an ability: names of variables and links in the order of their appearance, terms of `and`,
   `or` and `union` in one order, no parentheses around a word alone, no term that its neighbours say already, no name
   for `$moved` where only the next action speaks of it, and no `you` where it goes without saying. 0 when memory is
   short (`store->failed`). */
Lf lf_normal(LfStore *store, Lf form);

#endif
