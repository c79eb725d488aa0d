/* What writing and reading saves share. */
#ifndef STATE_SAVE_INTERNAL_H
#define STATE_SAVE_INTERNAL_H

#define SAVE_MAGIC "GVLS"

#endif
