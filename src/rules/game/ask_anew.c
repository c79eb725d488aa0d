/* Recomputes the pending decision from the state. For a loaded game the result must be the same: a save contains the
   pending decision and its options, although both follow from the rest. After hidden cards are dealt anew, what another
   player may do has changed. */
#include "rules/game/run_game.h"

#include "rules/query/query.h"
#include "state/hash.h"
#include "state/view.h"

/* How a procedure asks: the step after it has asked, and the step from which it asks again. */
typedef struct Asking {
  u16 proc, asked, asks;
  bool always; /* it asks the same player whatever the hidden cards are, and collects all its options at that time */
} Asking;

/* Exceptions to the rule that the step before asks. A player receives priority only after state-based actions have
   found nothing (117.5). */
static const Asking ASKING[] = {
    {PROC_PRIORITY, PRIORITY_TAKEN, PRIORITY_CHECK, true},
    {PROC_ATTACKERS, ATTACK_ANSWER, ATTACK_ASK, true},
    {PROC_BLOCKERS, BLOCK_ANSWER, BLOCK_ASK, true},
    {PROC_CHOOSE, CHOICE_ASKED, CHOICE_ASK, false},
    {PROC_ORDER, CHOICE_ASKED, CHOICE_ASK, false},
    {PROC_TRIGGERS, TRIGGERS_TAKEN, TRIGGERS_NEXT, false},
    {PROC_SBA, SBA_ANSWERED, SBA_ASK, false},
    {PROC_OPENING, OPENING_ASKED, OPENING_ASK, true},
    {PROC_OPENING, OPENING_FIRST_TAKEN, OPENING_ASK, false},
    {PROC_BATCH, BATCH_CHOSEN, BATCH_SETTLE, false},
    {PROC_BATCH, BATCH_ENCHANTS, BATCH_SETTLE, false},
};

/* Whether asking again isn't possible: yes-or-no questions that leave something behind when they are asked, and coins
   and dice that were flipped and rolled. */
static bool asks_once(const Frame *f, IrOp op) {
  if (f->proc == PROC_COMBAT_DAMAGE) return f->step == DAMAGE_UNBLOCKED_ANSWER;
  return op == IR_MAY || op == IR_FLIP_COIN || op == IR_ROLL_DIE;
}

/* How the pending decision is asked: according to the table, or from the step before the one that waits for the answer,
   if that step waits for nothing. `proc` 0: it can't be asked again. */
static Asking asking_of(const Game *g) {
  const Frame *f = frame_top(g);
  for (u32 i = 0; i < COUNT_OF(ASKING); i++)
    if (ASKING[i].proc == f->proc && ASKING[i].asked == f->step) return ASKING[i];
  IrOp op = f->proc == PROC_ACT ? node_op(g->db, f->node) : IR_NONE;
  u64 waited = f->step > 0 ? step_waits(f->proc, op, f->step - 1u) & ~WAITS_AGAIN : 0;
  bool before = waited == WAITS_STEP && !asks_once(f, op);
  return before ? (Asking){f->proc, f->step, (u16)(f->step - 1), false} : (Asking){0};
}

static void ask(Game *g, void *user) {
  (void)user;
  i64 ret = core(g)->ret;
  frames_run(g);
  core(g)->ret = ret; /* of the previous frame */
}

static void refuse(Game *g, void *user) {
  (void)user;
  game_fail(g, GAVEL_E_CORRUPT, "it would ask something else than it does");
}

/* Sends the top procedure back to where it asks, and asks. If the first of several steps of a decision takes a group
   number, it gets the same one again. */
static GavelStatus ask_again(Game *g, Asking asking) {
  frame_top(g)->step = asking.asks;
  u32 groups = core(g)->next_group, group = core(g)->decision.group;
  core(g)->decision.kind = DECISION_NONE;
  if (group) core(g)->next_group = group - 1;
  bool shown = g->show_forced;
  g->show_forced = true; /* a pending decision may have one option */
  GavelStatus status = game_protect(g, ask, NULL);
  g->show_forced = shown;
  core(g)->next_group = groups;
  return status;
}

static void update(Game *g, void *user) {
  (void)user;
  layers_update(g);
}

/* A save may say that somebody controls what effects give to somebody else: that is put right before anybody looks. */
GavelStatus game_ask_anew(Game *g) {
  GavelStatus updated = game_protect(g, update, NULL);
  if (updated) return updated;
  Asking asking = core(g)->decision.kind == DECISION_NONE ? (Asking){0} : asking_of(g);
  if (!asking.proc) return GAVEL_OK;
  u64 before = decision_hash(g);
  GavelStatus status = ask_again(g, asking);
  if (status) return status;
  return decision_hash(g) == before ? GAVEL_OK : game_protect(g, refuse, NULL);
}

GavelStatus game_redeal(Game *g, u32 viewer, u64 seed) {
  bool others = core(g)->decision.kind != DECISION_NONE && !view_decides(g, viewer);
  Asking asking = others ? asking_of(g) : (Asking){0};
  if (others && !asking.always) return GAVEL_E_MISUSE;
  GavelStatus status = game_determinize(g, viewer, seed);
  return status || !others ? status : ask_again(g, asking);
}
