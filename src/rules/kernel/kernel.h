/* The kernel: frames and decisions, choices, players. The only rule of the game it knows is whose turn it is. */
#ifndef RULES_KERNEL_KERNEL_H
#define RULES_KERNEL_KERNEL_H

#include "rules/kernel/cause.h"
#include "rules/kernel/choice.h"
#include "rules/kernel/choose.h"
#include "rules/kernel/frame.h"
#include "rules/kernel/players.h"
#include "rules/kernel/scratch.h"

#endif
