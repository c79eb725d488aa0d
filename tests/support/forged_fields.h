/* Forges saves using knowledge of the fields of a state. */
#ifndef SUPPORT_FORGED_FIELDS_H
#define SUPPORT_FORGED_FIELDS_H

#include "state/state.h"

/* Changes a field of the state: to a bound of its range, by one, or to the value of another row, of another field of
   its kind, or of any field. All structs are equally likely, and so are the fields of each, except those that decide the
   meaning of others, which are left alone. With `frames` it is three times in four a field or a local of a frame. The game can
   only be saved afterwards. False if there was nothing to change. */
bool forge_field(Game *g, bool frames, Rng *rng);

#endif
