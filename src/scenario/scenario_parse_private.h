/* What the parts of the scenario parser share: the parser's state, tokens, lists and errors, and
   the parts' entry points (sp_ for scenario parser). Not for anyone else.

   Every parsing function begins at `parser->token`, the first token not yet used up, and leaves it
   behind what it parsed. On a mistake it answers false (or null) with the error set; the present
   token is then an END, so that loops over a line end too. */
#ifndef SCENARIO_PARSE_PRIVATE_H
#define SCENARIO_PARSE_PRIVATE_H

#include "explain/sentences.h"
#include "scenario/scenario_lex.h"
#include "scenario/scenario_parse.h"
#include "scenario/scenario_rows.h"

/* A reference whose words must wait until all players and aliases of the setup are known. */
typedef struct PendingRef {
  ScenarioRef *ref;
  Token word;  /* the alias or player; kind END when the reference has none */
  Token owner; /* the player after `of`; likewise */
  RefAllowed allowed;
} PendingRef;

/* The parts of a scenario, in the order they must come. */
typedef enum ParsePhase { PHASE_SETUP, PHASE_SCRIPT } ParsePhase;

typedef struct Parser {
  GavelLanguage language;
  Arena *arena;
  GavelAllocator *scratch;
  GavelError *error;
  GavelStatus status;
  Lexer lexer;
  Token token;
  u32 last_end; /* offset behind the token used up last */
  ScenarioFile *file;
  Scenario *scenario; /* the one being read; null before the first */
  Token row_at;       /* where the row of the line begins that is being read */
  u32 given[2];       /* the rows that its header and that its last player have written, bit per row */
  ParsePhase phase;
  bool turn_has_again; /* the turn of the last section has a step named twice */
  Zone block;          /* the zone whose block is open, or ZONE_NONE */
  bool block_is_empty; /* nothing has been listed in it */
  bool in_item;        /* the clauses are those of a spell on the stack that is set up */
  Token block_word;    /* the zone as its heading names it */
  Intern alias_names;  /* id i names the scenario's alias i - 1 */
  VEC(PendingRef) pending;
} Parser;

/* --- errors (scenario_parse_core.c) -------------------------------------------------------- */

/* Sets the error at that token, unless one is set already. Like all of these it answers false. */
bool sp_fail(Parser *parser, const Token *at, GavelStatus status, const char *format, ...) PRINTF_LIKE(4, 5);
/* The allocator has refused. */
bool sp_no_memory(Parser *parser);
/* "expected <what>, found <the present token>". */
bool sp_expected(Parser *parser, const char *what);
/* A row that may stand there once does so again. */
bool sp_twice(Parser *parser, const Token *at, const ScenarioWord *row);

/* The nearest known spelling of a word, gathered candidate by candidate. */
typedef struct Suggestion {
  Str found;
  Str best;     /* empty while nothing is near enough */
  u32 distance; /* of the best; nothing farther is taken */
} Suggestion;
/* A suggestion for the word `found`, with no candidate yet. */
Suggestion sp_suggest_for(Str found);
/* Takes a candidate if it is nearer than the best so far, and near enough. Only its first word is
   compared, so that a phrase is found by how it begins. */
void sp_suggest(Suggestion *suggestion, Str candidate);
/* The words of a table as candidates, or those of its rows that stand in any of these. */
#define ANY_PLACE (~0u)
void sp_suggest_words(Suggestion *suggestion, const ScenarioWords *words, u32 where);
/* "expected <what>, found <token>; did you mean `best`?", the last part where there is one;
   `suggestion` may be null. */
bool sp_expected_near(Parser *parser, const Token *at, GavelStatus status, const char *what,
                      const Suggestion *suggestion);

/* --- tokens -------------------------------------------------------------------------------- */

/* Goes to the next token of the line. */
bool sp_advance(Parser *parser);
/* The token after the present one, which stays. */
Token sp_peek(Parser *parser);
/* Whether the present token is of that kind, or that word; whether any token is that word. */
bool sp_is(const Parser *parser, TokenKind kind);
bool sp_is_word(const Parser *parser, const char *word);
bool sp_token_is_word(const Token *token, const char *word);
/* Uses the token up if it is that one; without an error if not. */
bool sp_accept(Parser *parser, TokenKind kind);
bool sp_accept_word(Parser *parser, const char *word);
/* Uses up a comma if a token of that kind is behind it. */
bool sp_accept_before(Parser *parser, TokenKind kind);
/* Uses up that word or token or fails; the token that closes a list in parentheses. */
bool sp_need_word(Parser *parser, const char *word);
bool sp_need(Parser *parser, TokenKind kind, const char *what);
bool sp_close(Parser *parser);
/* What is left of the words of `row` behind those of its first that stand at `offset`, and in `*end` where these end:
   at the offset if none does. */
Str sp_rest_behind(const Parser *parser, u32 offset, Str row, u32 *end);
/* Whether what must stand behind a word stands at `offset`. */
bool sp_follows(const Parser *parser, Follows follows, u32 offset);
/* Goes to the token behind `end`, where a word ends. */
bool sp_advance_to(Parser *parser, u32 end);
/* Uses up the longest row of `words` that stands here (rows may be of several words); without an error if there is
   none. Its value goes into `*value` (may be null). */
bool sp_accept_row(Parser *parser, const ScenarioWords *words, u32 *value);
/* The same, or an error with the words of the table as suggestions. */
bool sp_word_of(Parser *parser, const ScenarioWords *words, const char *what, u32 *value);
/* A number between `least` and SCENARIO_AMOUNT_CAP. */
bool sp_number(Parser *parser, const char *what, i64 least, i64 *out);
/* A quoted text that is not empty. */
bool sp_quoted(Parser *parser, const char *what, ScenarioText *out);
/* The text from `begin` to `end`, with no white space in it or, if there is a `space`, one between words. */
bool sp_joined(Parser *parser, u32 begin, u32 end, bool space, Str *out);
/* Mana symbols, white space between them left out. */
bool sp_mana(Parser *parser, const char *what, ScenarioText *out);
/* Demands the end of the line; `what` names what else could have come. */
bool sp_end(Parser *parser, const char *what);

Str sp_keep(Parser *parser, Str text);           /* a copy in the arena */
ScenarioText sp_text_here(const Parser *parser); /* the present token as written */

/* Zeroed memory in the arena; null with the error set. */
void *sp_new(Parser *parser, size_t size);
/* Room in the arena for one more element: `data` or where it moved to; on a mistake `data`, with
   the error set. */
void *sp_grow(Parser *parser, void *data, u32 count, size_t size);
/* A zeroed element at the end of a list in the arena, or null with the error set. Pointers to
   earlier elements of the same list are void afterwards. */
#define SP_PUSH(parser, list)                                                           \
  ((list)->data = sp_grow((parser), (list)->data, (list)->count, sizeof *(list)->data), \
   (parser)->status ? NULL : &(list)->data[(list)->count++])

/* --- names and references (scenario_parse_ref.c) ------------------------------------------- */

/* Index of the player of that name, or SCENARIO_NONE. */
u32 sp_find_player(const Parser *parser, Str name);
/* Whether the present token names an alias; bears.2 is judged by its alias, so that a wrong number is reported as
   that. */
bool sp_is_alias(const Parser *parser);
/* Whether a reference begins here that is neither a quoted name nor a player or an alias. */
bool sp_begins_special_ref(const Parser *parser);
/* A new player's or alias's name, which nobody has: a bare word that holds a letter and is no keyword. */
bool sp_new_name(Parser *parser, const char *what, Token *out);
/* A player by name; only once the setup is complete. */
bool sp_player(Parser *parser, u32 *out);
/* A reference; null on a mistake. */
ScenarioRef *sp_ref(Parser *parser, RefAllowed allowed, const char *what);
/* A reference, pushed onto `refs`. */
bool sp_ref_into(Parser *parser, RefAllowed allowed, const char *what, ScenarioRefs *refs);
/* REF, REF, …: at least one. */
bool sp_refs(Parser *parser, RefAllowed allowed, const char *what, ScenarioRefs *refs);
/* The present word as though it stood in quotes; null on a mistake. */
ScenarioRef *sp_word_as_text(Parser *parser);
/* Looks up the words of all references of the setup. */
bool sp_settle_refs(Parser *parser);
/* Adds the scenario's players and aliases to the candidates. */
void sp_suggest_names(Suggestion *suggestion, const Parser *parser, RefAllowed allowed);

/* --- the parts ----------------------------------------------------------------------------- */

/* What stands behind the words of a row, into the node it belongs to (scenario_shape.c). */
bool sp_take(Parser *parser, const ScenarioWord *row, void *node);

/* Lines that are no mere rows, behind their keyword: scenario_parse.c and, of the script, scenario_parse_script.c. */
bool sp_player_line(Parser *parser, const ScenarioWord *row);
bool sp_zone_list(Parser *parser, const ScenarioWord *row);
bool sp_turn(Parser *parser, const ScenarioWord *row);
bool sp_resolve(Parser *parser, const ScenarioWord *row);
bool sp_expect(Parser *parser, const ScenarioWord *row);
/* A line of a player, from the name on. */
bool sp_player_acts(Parser *parser);
/* Whether a player of that name will sit down as the setup ends, though no line says so. */
bool sp_joins(const Parser *parser, Str name);
/* Ends the setup: seats whom it lacks of two players and looks up what waited. */
bool sp_begin_script(Parser *parser);
/* The player whose setup is being written. */
ScenarioPlayer *sp_last_player(Parser *parser);

/* scenario_parse_item.c: the items of a zone list from the lexer's position, not from the present
   token, to the end of the line. */
bool sp_items(Parser *parser, Zone zone);
/* A name without quotes, from `offset` to a mark, the word `as`, a comment or, on the stack, a clause. */
bool sp_bare_name(Parser *parser, u32 offset, Zone zone, ScenarioText *out);
/* Whether a suffix of an item begins with that token. */
bool sp_item_word(const Token *token);

/* scenario_parse_action.c: the clauses from here on. `allowed` are bits of ScenarioClause, `verb` is for messages. In
   an item of a zone list a comma before a suffix of an item ends them. */
bool sp_clauses(Parser *parser, ScenarioClauses *clauses, u32 allowed, const char *verb, bool in_item);
/* Whether a clause begins at `offset`, behind a name without quotes. */
bool sp_clause_at(const Parser *parser, u32 offset);
/* What follows the verb, which the caller used up; null on a mistake. */
ScenarioAction *sp_action(Parser *parser, u32 player, ScenarioVerb verb, ScenarioPlace place);
/* What follows a player's name: a verb and an action, or answers. */
bool sp_acts(Parser *parser, u32 player, ScenarioPlace place, ScenarioAction **action, ScenarioAnswers **answers);

/* scenario_parse_answer.c: what follows the word `answers`; null on a mistake. */
ScenarioAnswers *sp_answers(Parser *parser, u32 player, ScenarioPlace place);

/* scenario_parse_expect.c: what follows the word `expect`; null on a mistake. */
ScenarioExpect *sp_expectation(Parser *parser);

/* scenario_parse_describe.c: one or more words of what an object is, to the end of the line if
   `after_is`, else to a mark or the words `with` and `as`. States (but for `colorless`) and `base`
   can only follow `is`. */
bool sp_descriptors(Parser *parser, bool after_is, ScenarioDescriptors *out);
/* A keyword ability in bare words until a mark or, if `ends_at_and`, the words `and` and `as`; or a
   quoted text. */
bool sp_ability(Parser *parser, bool ends_at_and, ScenarioAbility *out);

#endif
