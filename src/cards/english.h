/* What no production has words for, said by the templates of ir_ops.def. Internal to english*.c. */
#ifndef CARDS_ENGLISH_H
#define CARDS_ENGLISH_H

#include "cards/carddb.h"
#include "cards/read.h"

/* What a variable stands for. */
typedef struct Spoken {
  Node by;        /* the operation that sets it */
  bool mentioned; /* it has been named, so a pronoun will do */
} Spoken;

typedef struct English {
  const CardDb *db;
  Text *out;
  const VariableNames *names;
  Node event;     /* pattern of the ability, 0 for none */
  bool plural;    /* the last subject: verbs agree with it */
  bool some;      /* the next object of an event is "one or more" of its kind */
  bool base;      /* verbs stand in their base form: "you may gain 1 life", */
  bool would;     /* or the next one behind "would", */
  bool past;      /* or in the past */
  bool negated;   /* the clause says that something is not so */
  bool resolving; /* said by a spell or ability that resolves, not of a lasting state */
  bool within;    /* steps stand within a sentence */
  bool taken;     /* objects leave the zone they are in: cards "from your hand" */
  bool once;      /* the ability triggers only once (603.7b) */
  Spoken spoken[READ_SLOTS_MAX];
} English;

/* How many are chosen: at most `max`, which is `most` if that is fixed. */
typedef struct Bounds {
  Node max;
  i64 least, most;
  bool fixed, several;
} Bounds;

/* How a noun phrase begins. */
typedef enum Determiner {
  DET_A,      /* a creature, another creature */
  DET_EACH,   /* each creature */
  DET_ALL,    /* all creatures */
  DET_PLURAL, /* creatures */
  DET_BARE,   /* creature */
  DET_SOME,   /* one or more creatures */
} Determiner;

/* From here on what is said goes into `beside`, until english_back; answers where it went before. */
Text *english_beside(English *e, Text *beside);
/* Frees it, and what is said goes to `outer` again. */
void english_back(English *e, Text *outer, Text *beside);

/* Appends a numeral: words up to ten, digits above. */
void english_numeral(i64 n, Text *out);
/* Appends a word as it is said. */
void english_word(Word word, Text *out);
/* Makes whole sentences of what stands behind `from`: they begin with capitals and end with one full stop, and no blank is
   doubled or stands before a mark. */
void english_sentences(Text *out, u32 from);

/* Writes a node by its operation's template. */
void english_template(English *e, Node node);
/* Whether an operation's template is of that kind: "adj:", "noun:", "post:", "if:". */
bool english_kind(IrOp op, const char *kind);
/* Whether the template says itself what its contrary is. */
bool english_negates(IrOp op);
/* The value of the argument of that name, 0 if the node has none. */
u32 english_arg(const English *e, Node node, const char *name);

/* Writes a filter as a noun phrase: `noun` is said if the filter names none, `zone` is where it looks (0: not said). */
void english_noun(English *e, Node filter, Determiner det, const char *noun, Word zone);
/* Writes "two target creatures" and the like, for what an operation chooses of a filter. */
void english_noun_count(English *e, Node by, Node filter, Word zone);
/* Writes a filter as what something is: "is tapped", "are creatures". */
void english_predicate(English *e, Node filter);
/* Writes a condition as a clause. */
void english_clause(English *e, Node condition);
/* The word by which "that ..." speaks of what a filter matches; null if there is none. */
const char *english_that(const English *e, Node filter);

/* Writes objects or players; verbs agree with them then. */
void english_objects(English *e, Node node, Determiner det);
/* "a hand", "into a hand". */
void english_zone(English *e, Word zone, bool into);
/* Writes a variable. */
void english_variable(English *e, u32 slot);
/* Notes what an operation sets. */
void english_declare(English *e, Node op);
/* How many an operation chooses. */
Bounds english_bounds(const English *e, Node by);
/* "two ", "up to two ", "any number of ". */
void english_so_many(English *e, const Bounds *bounds);
/* Writes the possessive: "your", "its", "that player's". */
void english_possessive(English *e, Node node);
void english_number(English *e, Node number);
/* "two cards", "that many cards"; with `mass` "3 damage", "damage equal to ...". */
void english_quantity(English *e, Node number, Str noun, bool mass);
/* Whether a number is a literal, and which. */
bool english_literal(const English *e, Node number, i64 *value);

/* Writes an event pattern: "whenever a creature dies", "a creature would die", "a creature died". */
typedef enum EventTold { TOLD_TRIGGERS, TOLD_WOULD, TOLD_HAPPENED } EventTold;
void english_event(English *e, Node pattern, EventTold told);
/* Writes a cost. */
void english_cost(English *e, Node cost);
void english_action(English *e, Node action);
/* Writes the program of a node that may declare targets, before it those that it doesn't speak of. */
void english_program(English *e, Node node, Node action);
/* Writes what a token is, and behind its noun what it has: "two 1/1 white Soldier creature tokens with flying". */
void english_token(English *e, Node token, Node number);
/* Writes an ability that an action creates, or as it is granted: in quotation marks unless it is a keyword. */
void english_created(English *e, Node action, u32 ability);
void english_granted(English *e, u32 ability);

#endif
