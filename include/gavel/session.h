/* Sessions: set a moment up, play on from it by words or by options, and ask why.

   A session holds a scenario (docs/scenarios.md) and the game as it stands behind its last line. Everything that is done
   in the session is a line of the scenario: what was done can be undone, the scenario can be written out at any time, and
   who runs it comes to the same moment.

       GavelSessionDef def = gavel_session_def_default();
       def.cards = cards;
       def.text = "player Alice\n  hand: Lightning Bolt\n  battlefield: Mountain\n"
                  "player Bob\n  battlefield: Grizzly Bears as bears\n"
                  "turn 1 main\n";
       gavel_session_create(&def, &session, &error);
       gavel_session_act(session, "Alice casts \"Lightning Bolt\" targeting bears\nresolve", &error);
       gavel_session_account(session, GAVEL_ACCOUNT_BRIEF, 0, text, sizeof text);

   What gavel/gavel.h says of statuses, texts, buffers and threads holds here too. Beyond that:

   - A call that fails leaves the session as it was, whatever the status. The message says what was wrong and what would be
     right; GavelError.line is the line of the scenario, as gavel_session_text would write it with what was to be added.
   - Everything goes in and out as UTF-8. Texts in JSON are one value without a line break at the end.
   - A session is one handle and keeps no state outside it. The cards must outlive it, and nothing can be added to them
     while it exists.
   - Text from strangers is safe: see the bounds in GavelSessionDef. */
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
  size_t length;            /* of the text in bytes; default 0: up to its closing zero */
  uint32_t scenario;        /* which of several that the text holds, from 0; default 0 */
  GavelLanguage language;   /* of accounts, questions and explanations; default GAVEL_ENGLISH */
  /* What is done may come to, before it is refused with GAVEL_E_LIMIT. */
  size_t text_limit;       /* bytes of the scenario; default 65,536 */
  uint64_t decision_limit; /* decisions from its beginning on; default 100,000 */
  uint64_t rule_limit;     /* rules carried out from its beginning on; default 20,000,000 */
  GavelLimits limits;      /* of the game; default: 5,000 objects, otherwise as gavel_game_def_default() */
  /* Asked now and then while a game runs, with the rules carried out in this call so far, whether to go on; if not,
     the call answers GAVEL_E_STOPPED. Must not call for the session. Default: null, never asked. */
  bool (*go_on)(void *user, uint64_t rules);
  void *user; /* of go_on */
} GavelSessionDef;

GAVEL_API GavelSessionDef gavel_session_def_default(void);

/* Opens a session on the moment behind the last line of a scenario, as `*session`, null after an error. A scenario whose
   expectations fail, that goes wrong at one of its lines, or that names a card which the cards do not hold, opens as well:
   gavel_session_verdict says so, its account goes as far as the run went, and nothing can be done but to undo, edit or ask.
   Errors: GAVEL_E_SYNTAX, GAVEL_E_CHECK and GAVEL_E_UNKNOWN for text that is no scenario, with line and column;
   GAVEL_E_LIMIT; GAVEL_E_STOPPED; GAVEL_E_MEMORY. `error` may be null here and below. */
GAVEL_API GavelStatus gavel_session_create(const GavelSessionDef *def, GavelSession **session, GavelError *error);
/* Gives a session back; null is allowed. */
GAVEL_API void gavel_session_destroy(GavelSession *session);
/* A session of its own that stands where this one does, without what could be undone, as `*fork`: what happens in one
   doesn't happen in the other. Errors: those of gavel_session_create. */
GAVEL_API GavelStatus gavel_session_fork(const GavelSession *session, GavelSession **fork, GavelError *error);

/* --- doing --------------------------------------------------------------------------------- */

/* Adds lines to the end of the scenario and carries them out: actions (`Alice casts "Clone"`), answers (`Alice answers
   yes; bears`), `resolve`, headings (`turn 3 main`), expectations (`expect bears is 2/2`). All of them are one step for
   gavel_session_undo. Errors: those of gavel_session_create; GAVEL_E_UNKNOWN for a card that the cards do not hold,
   with the nearest names; GAVEL_E_ILLEGAL for what the rules do not allow now, with the rule, and for an expectation that does not hold, with what was found. */
GAVEL_API GavelStatus gavel_session_act(GavelSession *session, const char *lines, GavelError *error);
/* Takes an option of the pending decision by its index (gavel_game_options of gavel_session_game). It is added to the
   scenario in words where some mean exactly this, else by its number (`Alice takes option 2`). Errors:
   GAVEL_E_ILLEGAL for an index that is none, GAVEL_E_MISUSE when nothing is asked, those of gavel_session_act. */
GAVEL_API GavelStatus gavel_session_take(GavelSession *session, uint32_t option, GavelError *error);
/* Puts objects into a player's zone in the setup of the scenario ("battlefield", "2 Island; Clone as clone, tapped"),
   and runs it anew. Errors: those of gavel_session_act; GAVEL_E_UNKNOWN for a player or zone that is none. */
GAVEL_API GavelStatus gavel_session_put(GavelSession *session, const char *player, const char *zone, const char *items,
                                        GavelError *error);
/* Puts another scenario in the place of the whole, as a step that can be undone. Errors: those of
   gavel_session_create. */
GAVEL_API GavelStatus gavel_session_edit(GavelSession *session, const char *text, GavelError *error);
/* Goes to a moment (`turn 3 main`) as it is once the lines of that step have been carried out: what the scenario does later is
   left out, and where it doesn't come that far, the game goes on to there with nobody doing anything. A step that can be
   undone. Errors: GAVEL_E_SYNTAX for what is no moment; GAVEL_E_ILLEGAL for a step that never comes, or before which the
   scenario goes wrong; those of gavel_session_act. */
GAVEL_API GavelStatus gavel_session_go(GavelSession *session, const char *moment, GavelError *error);
/* Goes back before the last step, and forward again. Errors: GAVEL_E_MISUSE when there is none; GAVEL_E_STOPPED,
   GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_undo(GavelSession *session, GavelError *error);
GAVEL_API GavelStatus gavel_session_redo(GavelSession *session, GavelError *error);
/* Speaks another language from now on, also of what has happened so far. Errors: GAVEL_E_CHECK for a language that is none;
   GAVEL_E_STOPPED, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_speak(GavelSession *session, GavelLanguage language, GavelError *error);
/* How many steps can be undone, and done again. */
GAVEL_API uint32_t gavel_session_undo_count(const GavelSession *session);
GAVEL_API uint32_t gavel_session_redo_count(const GavelSession *session);

/* --- the moment ---------------------------------------------------------------------------- */

/* The game as it stands, to be asked with the functions of gavel/gavel.h that change nothing; who wants to play on in
   it takes a clone. Lives until the session changes. Null if the scenario names a card that is unknown. */
GAVEL_REFEREE GavelGame *gavel_session_game(const GavelSession *session);

typedef enum GavelVerdict {
  GAVEL_VERDICT_PASS,       /* all went as the scenario says */
  GAVEL_VERDICT_FAIL,       /* a line was illegal, an expectation did not hold, or a decision had no answer */
  GAVEL_VERDICT_UNSUPPORTED /* a card is unknown, or its text is not wholly understood */
} GavelVerdict;
/* How the run of the scenario went; `*line` (may be null) becomes the line that is to blame, 0 if there is none. */
GAVEL_API GavelVerdict gavel_session_verdict(const GavelSession *session, uint32_t *line);
/* Why it is no pass, with the state around it, in lines; nothing for a pass. Writes text. */
GAVEL_API size_t gavel_session_reason(const GavelSession *session, char *out, size_t size);

/* The scenario as it stands. Writes text. */
GAVEL_API size_t gavel_session_text(const GavelSession *session, char *out, size_t size);
/* How many lines it has, which is where the next account begins (gavel_session_account), and how many scenarios the text
   holds. */
GAVEL_API uint32_t gavel_session_lines(const GavelSession *session);
GAVEL_API uint32_t gavel_session_scenarios(const GavelSession *session);
/* How many expectations its script states. */
GAVEL_API uint32_t gavel_session_expectations(const GavelSession *session);
/* Its title; empty if it has none. Lives until the session changes. Never null. */
GAVEL_API const char *gavel_session_title(const GavelSession *session);
/* A player's name; empty for a number that is none. Lives until the session changes. Never null. */
GAVEL_API const char *gavel_session_player(const GavelSession *session, uint32_t player);

/* The board and what is asked, as `viewer` may see them, or as they are for GAVEL_NO_PLAYER, in JSON (docs/trace.md).
   Writes text. */
GAVEL_API size_t gavel_session_board(const GavelSession *session, uint32_t viewer, char *out, size_t size);
/* The pending decision and one of its options, with the players called by their names; quoted, the words of an option
   answer it. Write text; none where there is none. */
GAVEL_API size_t gavel_session_question(const GavelSession *session, char *out, size_t size);
GAVEL_API size_t gavel_session_option(const GavelSession *session, uint32_t option, char *out, size_t size);

/* --- asking -------------------------------------------------------------------------------- */

typedef enum GavelAccount {
  GAVEL_ACCOUNT_BRIEF,  /* what a player would say: what came of it, then a line an action */
  GAVEL_ACCOUNT_FULL,   /* every event, with the rules that made it so */
  GAVEL_ACCOUNT_JSON,   /* the same for programs: an array of entries (docs/trace.md) */
  GAVEL_ACCOUNT_STEPS,  /* of the brief account only the actions, to which later ones are added at the end */
  GAVEL_ACCOUNT_OUTCOME /* what came of it, however few the actions */
} GavelAccount;
/* What has happened from line `from` of the scenario on (0: from its beginning), in lines. Writes text. */
GAVEL_API size_t gavel_session_account(const GavelSession *session, GavelAccount grain, uint32_t from, char *out,
                                       size_t size);

/* The same as one player may know it: cards they don't see have no names, and what others choose is told by what comes of it.
   gavel_session_account tells whoever may know everything; a game that is played tells its viewers event by event
   (gavel_view_listen, gavel_event_text). No expectations, and in JSON no references. The scenario is run again. The text
   goes to `out`; `*length` (may be null) becomes the length of the whole. Errors: GAVEL_E_CHECK for a viewer who is no
   player; GAVEL_E_STOPPED, GAVEL_E_LIMIT, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_account_for(GavelSession *session, uint32_t viewer, GavelAccount grain,
                                                uint32_t from, char *out, size_t size, size_t *length,
                                                GavelError *error);

/* The object that words mean (`staff`, `"Clone"#2 of Alice`, `top of stack`), into `*ref`. Errors: GAVEL_E_SYNTAX;
   GAVEL_E_UNKNOWN for what is not there. */
GAVEL_API GavelStatus gavel_session_find(GavelSession *session, const char *words, GavelRef *ref, GavelError *error);
/* Words that mean an object, and no other, in lines of the scenario: its alias, else its name with what is needed to
   tell it from others. Writes text; none for what is not there. */
GAVEL_API size_t gavel_session_words(GavelSession *session, GavelRef ref, char *out, size_t size);
/* Why an object is what it is: its copiable values, and each layer that has changed it, with what did it (613). Errors:
   those of gavel_session_find. The text goes to `out`; `*length` (may be null) becomes the length of the whole. */
GAVEL_API GavelStatus gavel_session_explain(GavelSession *session, const char *words, char *out, size_t size,
                                            size_t *length, GavelError *error);
/* What an object is: whose, with its types, cost, mana value, power and toughness, counters, what was chosen for it, and its
   text; likewise. Of a player life, hand and library. */
GAVEL_API GavelStatus gavel_session_describe(GavelSession *session, const char *words, char *out, size_t size,
                                             size_t *length, GavelError *error);
typedef enum GavelAsked {
  GAVEL_ASKED_WHETHER, /* "bear die", "Alice draw a card": yes or no, with what happened */
  GAVEL_ASKED_HOW_MUCH, /* "damage does bear deal", "cards does Alice draw", "counters does bear have": how much or many */
  GAVEL_ASKED_WHY_NOT, /* "bear die": what kept it from happening */
  GAVEL_ASKED_WHO,     /* "wins", "creature dies": who or what does that */
  GAVEL_ASKED_WHAT,    /* "bear": all that happens to an object or player, and what it is then */
  GAVEL_ASKED_WHEN,    /* "does bear die": in which turn and step, with what happened */
  GAVEL_ASKED_DEEDS,   /* "bear": as GAVEL_ASKED_WHAT, with what it does to others */
  GAVEL_ASKED_MANA     /* "bear", "Alice": the mana that a permanent, or all of a player's, could produce (106.7) */
} GavelAsked;
/* Answers a question about what has happened since line `from` of the scenario: whether somebody or something does what a
   verb says (die, trigger, return, draw, deal, win …), how much or how often, or what has kept it from that. Errors:
   GAVEL_E_SYNTAX for words without such a verb; GAVEL_E_UNKNOWN where nobody is named who is there; GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_happened(GavelSession *session, GavelAsked asked, const char *question,
                                             uint32_t from, char *out, size_t size, size_t *length, GavelError *error);
/* Whether an action could be taken now (`Alice casts "Clone"`, `Bob blocks bears with giant`) once others have passed to
   who takes it, as far as nothing resolves by that, into `*legal`, and why not into `out`: everything that forbids it, a line
   each, with the rules, the effect at fault and its words, and what would be enough, such as the mana that is missing.
   Nothing changes. Errors: GAVEL_E_SYNTAX, GAVEL_E_UNKNOWN, GAVEL_E_MEMORY. */
GAVEL_API GavelStatus gavel_session_why_not(GavelSession *session, const char *action, bool *legal, char *out,
                                            size_t size, size_t *length, GavelError *error);
/* What a line that is being written may go on with: each possible next word or name as the whole line up to its end, one
   a line, at most `cap` of them, those that are legal now first. Writes text. */
GAVEL_API size_t gavel_session_complete(GavelSession *session, const char *line, uint32_t cap, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
