/* Saves that were forged by somebody who knows what the fields of a state are. */
#ifndef SUPPORT_FORGED_FIELDS_H
#define SUPPORT_FORGED_FIELDS_H

#include "state/state.h"

/* Gives a field of the state another value: one at a bound of what it can hold, one off by one, that of another row or
   of another field of its kind, or that of any field. All fields of all structs come up equally often; those that say what
   others mean are left alone. The game can only be saved then. False if there was nothing to change. */
bool forge_field(Game *g, Rng *rng);

#endif
