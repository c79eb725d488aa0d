/* Procedures on the block's own stack. No C stack holds the game while it waits: a procedure is a step function over a
   Frame. It does a bounded piece of work, then does one of these:
   - it pushes a child frame and returns FLOW_STEP; it is called again when the child has returned, with the child's
     result in core.ret,
   - it asks a player (decide_begin … decide_end) and returns the result of decide_end; it is called again with the
     answer in core.taken,
   - it returns (frame_return) and returns FLOW_STEP, or
   - it returns FLOW_STEP to be called again at once. It must set `step` to where it continues BEFORE it pushes, asks or
     returns FLOW_STEP. Its `Frame *` points into the block and is invalid after anything that can add a row; get it
     again with frame_top (or frame_at with the index). */
#ifndef RULES_KERNEL_FRAME_H
#define RULES_KERNEL_FRAME_H

#include "state/state.h"

typedef enum Flow { FLOW_STEP, FLOW_DECIDE } Flow;

struct Eval; /* of queries */
typedef Flow ProcStep(Game *g, Frame *f);

/* What each game gets from the modules above the kernel: the procedures, and functions to call when the kernel or a
   query finds something outside its responsibility. */
typedef struct Procedures {
  ProcStep *step[PROC_COUNT];
  /* A player is about to be asked. */
  void (*asked)(Game *g);
  /* The layers found that a permanent has another controller (613.2): ends what depends on the old one, and notices the
     change. */
  void (*control_changed)(Game *g, u32 slot, u32 from, u32 to);
  /* A condition asks whether a player could cast a card; see castable_as in cast.h. */
  bool (*castable_as)(const struct Eval *e, Ref card, Node filter, bool free);
} Procedures;

/* Pushes a frame with zeroed locals; returns its index. May move the block. */
u32 frame_push(Game *g, Proc proc, Node node, Heap env);
static inline u32 frame_index(const Game *g) { return count_of(g, T_FRAMES) - 1; }
static inline Frame *frame_at(const Game *g, u32 index) { return row_FRAMES(g, index); }
static inline Frame *frame_top(const Game *g) { return row_FRAMES(g, frame_index(g)); }
/* Removes the top frame, and frees the env it owns; the caller finds `value` in core.ret. */
void frame_return(Game *g, i64 value);

/* Lets the top frame do one piece of work; false if a decision is pending or no frame is left. */
bool frames_step(Game *g);
/* Runs frames until a decision is pending or none is left. */
void frames_run(Game *g);

/* The step in which the procedures of turns and combat compute their decision from the state; they can be sent back to
   it. */
enum { PROC_ASKS = 1 };

/* --- asking a player ----------------------------------------------------------------------- */

/* Begins a decision for `player`; looks up who decides for them (723). `rule` is a static string. */
void decide_begin(Game *g, DecisionKind kind, u32 player, Ref source, const char *rule);
/* Add an option. Add options in canonical order: players in turn order, objects by zone and timestamp, words as
   printed. Each must be completable to a legal whole. */
void decide_option(Game *g, Option option);
void decide_ref(Game *g, Ref ref);
void decide_number(Game *g, i64 n);
/* A question for a number offers at most this many values, the smallest ones (GAVEL_NUMBERS_OFFERED). */
enum { NUMBERS_OFFERED = 10000 };
/* Adds the numbers from `min` to `max`, as shares for `ref` if given; sets the decision's range. */
void decide_numbers(Game *g, i64 min, i64 max, Ref ref);
void decide_word(Game *g, Word word);
void decide_simple(Game *g, OptionKind kind); /* PASS, YES, NO, DONE, LIFE */
/* Ends a decision. If there is one option and not DECIDE_SHOWN, takes it and returns FLOW_STEP; otherwise returns
   FLOW_DECIDE. There must be at least one option. */
Flow decide_end(Game *g);
static inline const Option *decide_taken(const Game *g) { return &core(g)->taken; }
/* Adds a row of T_CHOSEN. An action keeps what was chosen for it there until it is done. */
static inline void chosen_add(Game *g, Chosen row) {
  u32 at = table_extend(g, T_CHOSEN, 1);
  *row_CHOSEN(g, at) = row;
}
static inline void chosen_option(Game *g, Option option) { chosen_add(g, (Chosen){.option = option}); }
/* The ability that the nodes among a decision's options belong to; 0 if there is none. */
u32 asking_ability(const Game *g);
/* Returns a group id for the steps of one set. */
u32 decide_group(Game *g);

#endif
