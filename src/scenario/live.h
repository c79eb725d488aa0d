/* Asking a run that has come to its last line, and is kept (scenario_open): what is meant by words, how an option is
   written, what could be done now. Nothing here changes the run. */
#ifndef SCENARIO_LIVE_H
#define SCENARIO_LIVE_H

#include "scenario/run.h"

#include "gavel/session.h"

/* The game as it stands; null if the run ended before there was one. */
Game *live_game(const ScenarioRun *run);
/* The names of the players, one each; they live as long as the scenario. */
Str live_player(const ScenarioRun *run, u32 player);
/* The line of the scenario that is being carried out, 0 for none: for a listener, while the run goes on. */
u32 live_line(const ScenarioRun *run);

/* The objects that a reference means, of a scenario with the same players and aliases: the first of them into `*ref`,
   REF_NONE if there are none. False when memory runs out. */
bool live_find(ScenarioRun *run, const ScenarioRef *ref, Ref *found);
/* Appends words that mean that object and no other where an object stands in a line; nothing if there are none. */
void live_words(ScenarioRun *run, Ref ref, Text *out);
/* Appends the pending decision, and an option of it: in the words that answer it, or in a sentence for people. */
void live_question(ScenarioRun *run, Text *out);
void live_option(ScenarioRun *run, u32 option, bool answers, Text *out);

/* The most ways in which an option is written. */
#define LIVE_WAYS 6u
/* Writes lines into `out`, one each, that may take an option, plainest first; the last takes it by its number. Which
   of them mean this option only their run can show. */
void live_lines(ScenarioRun *run, u32 option, Text *out);
/* The hash of the state (state_hash) to which taking the option leads; 0 if it leads nowhere. */
u64 live_taken(ScenarioRun *run, u32 option);

/* What kind of reason forbids an action now, GAVEL_REFUSAL_NONE if it could be taken; why it can't be is appended to
   `why`. False when memory runs out. */
bool live_refusal(ScenarioRun *run, const ScenarioAction *action, GavelRefusal *refusal, Text *why);

#endif
