/* Sessions: set up a moment, play on from it in words or by options, and ask why.

   A session holds a scenario (docs/scenarios.md) and the game as it is after its last line. Everything done in the
   session becomes a line of the scenario. So it can be undone, the scenario can be written out at any time, and running
   it leads to the same moment.

       GavelSessionDef def = gavel_session_def_default();
       def.cards = cards;
       def.text = "player Alice\n  hand: Lightning Bolt\n  battlefield: Mountain\n"
                  "player Bob\n  battlefield: Grizzly Bears as bears\n"
                  "turn 1 main\n";
       gavel_session_create(&def, &session, &error);
       gavel_session_act(session, "Alice casts \"Lightning Bolt\" targeting bears\nresolve", &error);
       gavel_session_account(session, GAVEL_ACCOUNT_BRIEF, 0, text, sizeof text);

   The rules of gavel/gavel.h on statuses, texts, buffers and threads apply here too. Also:

   - A call that fails leaves the session unchanged, whatever the status. The message says what was wrong and what would
     be right; GavelError.line counts lines of the scenario as gavel_session_text would write it with the new lines
     added.
   - All text is UTF-8. JSON is one value without a newline at the end.
   - A session is one handle and keeps no state outside it. The cards must outlive it, and can't be added to while it
     exists.
   - Untrusted text is safe: see the bounds in GavelSessionDef. */
#ifndef GAVEL_SESSION_H
#define GAVEL_SESSION_H

#include "gavel/gavel.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GavelSession GavelSession;

typedef struct GavelSessionDef {
  GavelCards *cards;        /* must be set */
  GavelAllocator allocator; /* default: gavel_allocator_default() */
  const char *text;         /* the scenario; default: an empty board on turn 1, in Alice's main phase */
  size_t length;            /* of the text in bytes; default 0: up to its terminating zero */
  uint32_t scenario;        /* index of the scenario, if the text holds several; default 0 */
  GavelLanguage language;   /* of accounts, questions and explanations; default GAVEL_ENGLISH */
  /* Bounds; work beyond them is refused with GAVEL_E_LIMIT. */
  size_t text_limit;       /* bytes of the scenario; default 65,536 */
  uint64_t decision_limit; /* decisions since its beginning; default 1,000,000 */
  uint64_t rule_limit;     /* rules applied since its beginning; default 20,000,000 */
  GavelLimits limits;      /* of the game; default: 5,000 objects, otherwise as gavel_game_def_default() */
  /* Called now and then while a game runs, with the number of rules this call has applied so far; returns whether to go
     on. If false, the call returns GAVEL_E_STOPPED. Must not call the session. Default: null. */
  bool (*go_on)(void *user, uint64_t rules);
  void *user; /* of go_on */
} GavelSessionDef;

GAVEL_API GavelSessionDef gavel_session_def_default(void);

/* Opens a session in `*session`, null after an error, at the moment after the last line of a scenario. A scenario that
   fails an expectation, goes wrong at a line, or names a card that is not in the cards, opens as well:
   gavel_session_verdict reports it, its account goes as far as the run did, and the session allows only undo, edits and
   questions. Errors: GAVEL_E_SYNTAX, GAVEL_E_CHECK and GAVEL_E_UNKNOWN for text that is not a scenario, with line and
   column; GAVEL_E_LIMIT; GAVEL_E_STOPPED; GAVEL_E_MEMORY. `error` may be null here and below. */
GAVEL_API GavelStatus gavel_session_create(const GavelSessionDef *def, GavelSession **session, GavelError *error);
/* Destroys a session; null is allowed. */
GAVEL_API void gavel_session_destroy(GavelSession *session);
/* Creates an independent session at the same moment in `*fork`, with nothing to undo. Errors: those of
   gavel_session_create. */
GAVEL_API GavelStatus gavel_session_fork(const GavelSession *session, GavelSession **fork, GavelError *error);

/* --- acting -------------------------------------------------------------------------------- */

/* Appends lines to the scenario and carries them out: actions (`Alice casts "Clone"`), answers (`Alice answers yes;
   bears`), `resolve`, headings (`turn 3 main`), expectations (`expect bears is 2/2`). Together they are one step for
   gavel_session_undo. Errors: those of gavel_session_create; GAVEL_E_UNKNOWN for an unknown card, with the nearest
   names; GAVEL_E_ILLEGAL for an action the rules don't allow now, with the rule, and for an expectation that fails,
   with what was found. */
GAVEL_API GavelStatus gavel_session_act(GavelSession *session, const char *lines, GavelError *error);
/* Takes an option of the pending decision by its index (gavel_game_options of gavel_session_game). The scenario gets it
   in words if some are unambiguous, otherwise by number (`Alice takes option 2`). Errors: GAVEL_E_ILLEGAL for an index
   out of range, GAVEL_E_MISUSE when no decision is pending, those of gavel_session_act. */
GAVEL_API GavelStatus gavel_session_take(GavelSession *session, uint32_t option, GavelError *error);
/* Puts objects into a player's zone in the setup of the scenario ("battlefield", "2 Island; Clone as clone, tapped"),
   and reruns it. Errors: those of gavel_session_act; GAVEL_E_UNKNOWN for an unknown player or zone. */
GAVEL_API GavelStatus gavel_session_put(GavelSession *session, const char *player, const char *zone, const char *items,
                                        GavelError *error);
/* Replaces the whole scenario; this is a step that can be undone. Errors: those of gavel_session_create. */
GAVEL_API GavelStatus gavel_session_edit(GavelSession *session, const char *text, GavelError *error);
/* Goes to a moment (`turn 3 main`), after the lines of that step have been carried out. Later lines are dropped; if the
   scenario ends earlier, the game goes on to that moment with nobody acting. This is a step that can be undone. Errors:
   GAVEL_E_SYNTAX for text that is not a moment; GAVEL_E_ILLEGAL for a step that never comes, or if the scenario goes
   wrong before it; those of gavel_session_act. */
GAVEL_API GavelStatus gavel_session_go(GavelSession *session, const char *moment, GavelError *error);
/* Undoes the last step, and redoes it. Errors: GAVEL_E_MISUSE if there is none; GAVEL_E_STOPPED, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_undo(GavelSession *session, GavelError *error);
GAVEL_API GavelStatus gavel_session_redo(GavelSession *session, GavelError *error);
/* Switches to another language, for past events too. Errors: GAVEL_E_CHECK for an unknown language; GAVEL_E_STOPPED,
   GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_speak(GavelSession *session, GavelLanguage language, GavelError *error);
/* Number of steps that can be undone and redone. */
GAVEL_API uint32_t gavel_session_undo_count(const GavelSession *session);
GAVEL_API uint32_t gavel_session_redo_count(const GavelSession *session);

/* --- the moment ---------------------------------------------------------------------------- */

/* The game at this moment. Use only functions of gavel/gavel.h that don't change it; to play on, clone it. Valid until
   the session changes. Null if the scenario names an unknown card. */
GAVEL_REFEREE GavelGame *gavel_session_game(const GavelSession *session);

typedef enum GavelVerdict {
  GAVEL_VERDICT_PASS,       /* everything went as the scenario says */
  GAVEL_VERDICT_FAIL,       /* a line was illegal, an expectation failed, or a decision had no answer */
  GAVEL_VERDICT_UNSUPPORTED /* a card is unknown, or its text is not fully understood */
} GavelVerdict;
/* The outcome of the run; sets `*line` (may be null) to the line at fault, 0 if there is none. */
GAVEL_API GavelVerdict gavel_session_verdict(const GavelSession *session, uint32_t *line);
/* Why it is not a pass, with the state around it, in lines; empty for a pass. Writes text. */
GAVEL_API size_t gavel_session_reason(const GavelSession *session, char *out, size_t size);

/* The scenario as it is now. Writes text. */
GAVEL_API size_t gavel_session_text(const GavelSession *session, char *out, size_t size);
/* Number of lines of the scenario, which is where the next account begins (gavel_session_account), and number of
   scenarios in the text. */
GAVEL_API uint32_t gavel_session_lines(const GavelSession *session);
GAVEL_API uint32_t gavel_session_scenarios(const GavelSession *session);
/* Number of expectations in its script. */
GAVEL_API uint32_t gavel_session_expectations(const GavelSession *session);
/* The title; empty if there is none. Valid until the session changes. Never null. */
GAVEL_API const char *gavel_session_title(const GavelSession *session);
/* A player's name; empty for an unknown number. Valid until the session changes. Never null. */
GAVEL_API const char *gavel_session_player(const GavelSession *session, uint32_t player);

/* The board and the pending decision, as `viewer` may see them, or in full for GAVEL_NO_PLAYER, in JSON
   (docs/trace.md). Writes text. */
GAVEL_API size_t gavel_session_board(const GavelSession *session, uint32_t viewer, char *out, size_t size);
/* The pending decision and one of its options, with the players' names. The words of an option, quoted, answer it.
   Write text; empty if there is none. */
GAVEL_API size_t gavel_session_question(const GavelSession *session, char *out, size_t size);
GAVEL_API size_t gavel_session_option(const GavelSession *session, uint32_t option, char *out, size_t size);

/* --- asking -------------------------------------------------------------------------------- */

typedef enum GavelAccount {
  GAVEL_ACCOUNT_BRIEF,  /* what a player would say: the outcome, then a line for each action */
  GAVEL_ACCOUNT_FULL,   /* every event, with the rules that caused it */
  GAVEL_ACCOUNT_JSON,   /* the same for programs: an array of entries (docs/trace.md) */
  GAVEL_ACCOUNT_STEPS,  /* only the actions of the brief account, so that it grows only at the end */
  GAVEL_ACCOUNT_OUTCOME /* the outcome only, however few the actions */
} GavelAccount;
/* What has happened since line `from` of the scenario (0: since its beginning), in lines. Writes text. */
GAVEL_API size_t gavel_session_account(const GavelSession *session, GavelAccount grain, uint32_t from, char *out,
                                       size_t size);

/* The same as one player may know it: cards the player can't see have no names, and the choices of others show only in
   their results. gavel_session_account is for someone who may know everything; a live game tells its viewers event by
   event (gavel_view_listen, gavel_event_text). Leaves out expectations and, in JSON, references. Reruns the scenario.
   Writes the text to `out`; sets `*length` (may be null) to the length of the whole. Errors: GAVEL_E_CHECK for a viewer
   who is not a player; GAVEL_E_STOPPED, GAVEL_E_LIMIT, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_account_for(GavelSession *session, uint32_t viewer, GavelAccount grain,
                                                uint32_t from, char *out, size_t size, size_t *length,
                                                GavelError *error);

/* Finds the object that words mean (`staff`, `"Clone"#2 of Alice`, `top of stack`), in `*ref`. Errors: GAVEL_E_SYNTAX;
   GAVEL_E_UNKNOWN if it is not there. */
GAVEL_API GavelStatus gavel_session_find(GavelSession *session, const char *words, GavelRef *ref, GavelError *error);
/* Words that mean exactly this object in lines of the scenario: its alias, or its name with what tells it from others.
   Writes text; empty if it is not there. */
GAVEL_API size_t gavel_session_words(GavelSession *session, GavelRef ref, char *out, size_t size);
/* What can be seen of an object beside its name and text, as gavel_game_standing tells it, with the players' own names:
   "3/3, attacking Carol". Writes text; none for what is not there. */
GAVEL_API size_t gavel_session_standing(GavelSession *session, GavelRef ref, bool types, char *out, size_t size);
/* Why an object is what it is: its copiable values, and each layer that changed it, with the cause (613). Errors: those
   of gavel_session_find. Writes the text to `out`; sets `*length` (may be null) to the length of the whole. */
GAVEL_API GavelStatus gavel_session_explain(GavelSession *session, const char *words, char *out, size_t size,
                                            size_t *length, GavelError *error);
/* What an object is: its owner and controller, types, cost, mana value, power and toughness, counters, choices made for
   it, and text; for a player, life, hand and library. Otherwise like gavel_session_explain. */
GAVEL_API GavelStatus gavel_session_describe(GavelSession *session, const char *words, char *out, size_t size,
                                             size_t *length, GavelError *error);
typedef enum GavelAsked {
  GAVEL_ASKED_WHETHER,  /* "bear die", "Alice draw a card": yes or no, and what happened */
  GAVEL_ASKED_HOW_MUCH, /* "damage does bear deal", "cards does Alice draw", "counters does bear have": a number */
  GAVEL_ASKED_WHY_NOT,  /* "bear die": what prevented it */
  GAVEL_ASKED_WHO,      /* "wins", "creature dies": who or what did it */
  GAVEL_ASKED_WHAT,     /* "bear": everything that happened to an object or player, and what it is then */
  GAVEL_ASKED_WHEN,     /* "does bear die": in which turn and step, and what happened */
  GAVEL_ASKED_DEEDS,    /* "bear": like GAVEL_ASKED_WHAT, and what it did to others */
  GAVEL_ASKED_MANA      /* "bear", "Alice": the mana that a permanent, or all permanents of a player, could produce
                          (106.7) */
} GavelAsked;
/* What an answer comes to, whatever the language of its words. */
typedef enum GavelAnswer {
  GAVEL_ANSWER_TOLD,  /* neither yes nor no: what something is or has now, or everything that happened to it */
  GAVEL_ANSWER_YES,   /* it has happened, at least once; or mana could be produced */
  GAVEL_ANSWER_NO,    /* it hasn't, and the words say no more than that */
  GAVEL_ANSWER_NO_WHY /* it hasn't, and the words say what prevented it, or what is so instead */
} GavelAnswer;
/* Answers a question about what has happened since line `from` of the scenario: whether someone or something does what
   a verb says (die, trigger, return, draw, deal, win …), how much or how often, or what prevented it. Sets `*answer` (may
   be null). Errors: GAVEL_E_SYNTAX for words without such a verb; GAVEL_E_UNKNOWN if the words name nothing that is there;
   GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_happened(GavelSession *session, GavelAsked asked, const char *question,
                                             uint32_t from, GavelAnswer *answer, char *out, size_t size, size_t *length,
                                             GavelError *error);
/* What kind of reason forbids an action; of several reasons, the kind that stands last here. */
typedef enum GavelRefusal {
  GAVEL_REFUSAL_NONE,         /* it could be taken */
  GAVEL_REFUSAL_RULES,        /* rules or effects forbid it now */
  GAVEL_REFUSAL_ZONE,         /* nothing allows it from the zone where the card is */
  GAVEL_REFUSAL_NO_ABILITY,   /* the object has no such ability */
  GAVEL_REFUSAL_NOTHING_THERE /* there is no such card or permanent */
} GavelRefusal;
/* Whether an action (`Alice casts "Clone"`, `Bob blocks bears with giant`) could be taken now, or once others have
   passed to that player if nothing resolves by that. Sets `*refusal`, and writes to `out` why not: everything that
   forbids it, a line each, with the rules, the effect at fault and its words, and what would be enough, such as the
   missing mana. Changes nothing. Errors: GAVEL_E_SYNTAX, GAVEL_E_UNKNOWN, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_why_not(GavelSession *session, const char *action, GavelRefusal *refusal, char *out,
                                            size_t size, size_t *length, GavelError *error);
/* Completes a line that is being written: each possible next word or name, as the whole line up to its end, one a line,
   at most `cap` of them, those that are legal now first. Writes text. */
GAVEL_API size_t gavel_session_complete(GavelSession *session, const char *line, uint32_t cap, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
