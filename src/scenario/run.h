/* The runner of the scenario language: sets up what a scenario says, plays on from it, and judges it.

   The runner prints nothing and opens nothing. It can be told of every decision before it is answered, so
   that whoever tests the engine can copy, save or move the game there and let the scenario go on in the copy. */
#ifndef SCENARIO_RUN_H
#define SCENARIO_RUN_H

#include "scenario/scenario_ast.h"
#include "state/state.h"

typedef enum ScenarioVerdict {
  SCENARIO_PASSED,
  SCENARIO_FAILED,
  SCENARIO_UNSUPPORTED, /* it names a card that is not known or not wholly understood */
  SCENARIO_ERROR        /* the file is malformed; the runner itself never answers this */
} ScenarioVerdict;

/* How many decisions a scenario may take when nobody says otherwise. */
#define SCENARIO_LIMIT_DEFAULT 1000000u

typedef struct ScenarioOptions {
  u64 limit; /* of decisions; 0: SCENARIO_LIMIT_DEFAULT */
  /* The script may end before everything is decided: a decision that nothing answers, with no line left, is no mistake
     but where the run stops (scenario_open). */
  bool hold;
  bool no_actions;          /* action lines are passed over and answers not missed: what passes then says little */
  GavelLanguage language;   /* of texts about the game */
  const Limits *limits;     /* of the game; null: GAME_LIMITS_DEFAULT */
  const Listener *listener; /* told what happens and which rule made it so; may be null */
  /* Called at every decision before it is answered, outside of any entry point of the engine, but not for
     what is only tried out (`can`, `illegal`) or set up. Answers the game to go on with: the same, or another in the
     same state, which then has to outlive the run or the next call. May be null. */
  Game *(*at_decision)(void *user, Game *g);
  /* Told of every expectation that is met, with the object it is about (REF_NONE if it is about none), outside of any
     entry point of the engine. Must not change the game. May be null. */
  void (*met)(void *user, Game *g, const Scenario *scenario, const ScenarioExpect *expect, Ref object);
  /* Told of every option that is taken where there was a choice, before it is, but not for what is only tried out. May
     be null. */
  void (*chose)(void *user, Game *g, const Option *option);
  void *user; /* of at_decision, met and chose */
  /* Why a name is not that of a known card, e.g. the words of its text that are not understood: appends a
     sentence and answers true, or answers false when it knows nothing better. May be null. */
  bool (*why_unknown)(void *user, Str name, Text *out);
} ScenarioOptions;

typedef struct ScenarioResult {
  ScenarioVerdict verdict;
  u32 line;       /* where it went wrong, 0 if nowhere in particular */
  u64 decisions;  /* answered */
  VEC(Str) cards; /* names of the cards it puts into the game, each once, in order; of the scenario's arena */
  u64 hash;       /* state_hash of the game as it ended, 0 if it never began */
  /* What `lenient` passed over, a line each: answers that nothing asked for, and decisions that took their default. */
  Text passed_over;
} ScenarioResult;

/* Runs a scenario with cards of a linked database. What was wrong is appended to `reason` (several lines:
   the first says what, the rest shows the state around it). Memory comes from the allocator of `reason`.

   GAVEL_OK whatever the verdict; GAVEL_E_MEMORY when the allocator refused, and `*out` says nothing then.
   `*out` is to be given back in either case. `options` may be null. */
GavelStatus scenario_run(const CardDb *db, const Scenario *scenario, const ScenarioOptions *options,
                         ScenarioResult *out, Text *reason);
/* Likewise, but keeps the run with its game as they stand behind the last line, or where it failed: `*run`, null after
   GAVEL_E_MEMORY, is to be given back before the scenario, `out` and what `options` point to, which all must live as
   long. It is there while the run goes on already, for what listens. scenario/live.h asks it. */
typedef struct Runner ScenarioRun;
GavelStatus scenario_open(const CardDb *db, const Scenario *scenario, const ScenarioOptions *options,
                          ScenarioResult *out, Text *reason, ScenarioRun **run);
void scenario_close(ScenarioRun *run);
void scenario_result_free(ScenarioResult *result, GavelAllocator *allocator);

#endif
