/* The table of all modules' procedures for the kernel. */
#include "rules/game/run_game.h"

#include "rules/turn/turn.h"

#define FRAME(PROCEDURE, LOCALS, STEPS) ProcStep proc_##PROCEDURE;
#include "state/frames.def"

const Procedures GAME_PROCEDURES = {
    .step =
        {
#define FRAME(PROCEDURE, LOCALS, STEPS) [PROC_##PROCEDURE] = proc_##PROCEDURE,
#include "state/frames.def"
        },
    .asked = standing_reveal,
    .control_changed = control_changed,
    .castable_as = castable_as,
};
