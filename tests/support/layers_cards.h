/* Cards for boards with continuous effects: text for board_run. */
#ifndef SUPPORT_LAYERS_CARDS_H
#define SUPPORT_LAYERS_CARDS_H

extern const char LAYER_CARDS[];

#endif
