/* Procedures on the block's own stack (design decision 4). No C stack holds the game while it waits: a
   procedure is a step function over a Frame; it does a bounded piece of work, then either
   - pushes a child frame and answers FLOW_STEP (it is called again when the child has returned, with the
     child's answer in core.ret),
   - asks a player (decide_begin … decide_end) and answers what decide_end answered; it is called again
     with the answer in core.taken,
   - returns (frame_return) and answers FLOW_STEP, or
   - answers FLOW_STEP to be called again at once.
   It must set `step` to where it goes on BEFORE it pushes, asks or answers FLOW_STEP. The `Frame *` it is
   given is a pointer into the block: it is dead after anything that can add a row; take it again with
   frame_top (or frame_at with the index). */
#ifndef RULES_KERNEL_FRAME_H
#define RULES_KERNEL_FRAME_H

#include "state/state.h"

typedef enum Flow { FLOW_STEP, FLOW_DECIDE } Flow;

struct Eval; /* of the queries */
typedef Flow ProcStep(Game *g, Frame *f);

/* What stands above the kernel, handed to it with each game: the procedures, and what is to be done when the kernel or a
   query finds something that is not its own affair. */
typedef struct Procedures {
  ProcStep *step[PROC_COUNT];
  /* A player is about to be asked. */
  void (*asked)(Game *g);
  /* The layers found another controller of a permanent (613.2): what depends on who controlled it ends, and it is
     noticed. */
  void (*control_changed)(Game *g, u32 slot, u32 from, u32 to);
  /* A condition asks whether a player could cast a card: see castable_as of cast.h. */
  bool (*castable_as)(const struct Eval *e, Ref card, Node filter, bool free);
} Procedures;

/* A new frame on top with zeroed locals; answers its index. Moves the block. */
u32 frame_push(Game *g, Proc proc, Node node, Heap env);
static inline u32 frame_index(const Game *g) { return count_of(g, T_FRAMES) - 1; }
static inline Frame *frame_at(const Game *g, u32 index) { return row_FRAMES(g, index); }
static inline Frame *frame_top(const Game *g) { return row_FRAMES(g, frame_index(g)); }
/* Removes the top frame; the caller finds `value` in core.ret. Frees the env it owns. */
void frame_return(Game *g, i64 value);

/* Lets the top frame do one piece of its work; false if a decision is pending or no frame is left. */
bool frames_step(Game *g);
/* Runs frames until a decision is pending or none is left. */
void frames_run(Game *g);

/* The step of the procedures of turns and combat in which they make up their decision
   from how things are; they can be sent back to it. */
enum { PROC_ASKS = 1 };

/* --- asking a player ----------------------------------------------------------------------- */

/* Starts a decision for `player` (who decides for them is looked up, 723). `rule` is a static string. */
void decide_begin(Game *g, DecisionKind kind, u32 player, Ref source, const char *rule);
/* The options are added in canonical order: players in turn order, objects by zone and timestamp, words as
   printed; each can be completed to a legal whole. */
void decide_option(Game *g, Option option);
void decide_ref(Game *g, Ref ref);
void decide_number(Game *g, i64 n);
/* Of a number at most so many values are offered, the smallest (GAVEL_NUMBERS_OFFERED). */
enum { NUMBERS_OFFERED = 10000 };
/* The numbers from `min` to `max`, for `ref` if they are shares; the decision says both. */
void decide_numbers(Game *g, i64 min, i64 max, Ref ref);
void decide_word(Game *g, Word word);
void decide_simple(Game *g, OptionKind kind); /* PASS, YES, NO, DONE, LIFE */
/* With one option and not DECIDE_SHOWN the option is taken and FLOW_STEP answered; else FLOW_DECIDE. At
   least one option must be there. */
Flow decide_end(Game *g);
static inline const Option *decide_taken(const Game *g) { return &core(g)->taken; }
/* Adds a row of T_CHOSEN, on which what is being done keeps what was chosen for it until it is done. */
static inline void chosen_add(Game *g, Chosen row) {
  u32 at = table_add(g, T_CHOSEN, 1);
  *row_CHOSEN(g, at) = row;
}
static inline void chosen_option(Game *g, Option option) { chosen_add(g, (Chosen){.option = option}); }
/* The ability that the nodes among a decision's options are part of, 0 if there is none. */
u32 asking_ability(const Game *g);
/* A group id for the steps of one set. */
u32 decide_group(Game *g);

#endif
