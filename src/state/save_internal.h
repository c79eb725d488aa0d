/* Shared by saving and loading. */
#ifndef STATE_SAVE_INTERNAL_H
#define STATE_SAVE_INTERNAL_H

#define SAVE_MAGIC "GVLS"

#endif
