/* Writing definitions as Magic would say them. Internal to the English printer:
   english.c        abilities, faces and cards
   english_act.c    actions and costs whose wording depends on more than their template
   english_move.c   what goes from zone to zone, and what is searched for
   english_create.c tokens and copies
   english_mana.c   mana of a choice
   english_cond.c   conditions as clauses, numbers
   english_noun.c   filters as noun phrases
   english_object.c objects, players and variables
   english_text.c   the language of the templates in ir_ops.def
   english_idiom.c  forms of several operations that have words of their own, as english_idioms.def has them
   english_words.c  plurals, articles, numerals, and words that are not said as they are written */
#ifndef CARDS_ENGLISH_H
#define CARDS_ENGLISH_H

#include "cards/carddb.h"
#include "cards/read.h"

/* What a variable stands for, once something has set it. */
typedef struct Spoken {
  Node by;        /* the operation that set it */
  bool plural;    /* of what has no bounds: it is several */
  bool rest;      /* it is what is left of what was looked through */
  bool mentioned; /* it has been named, so a pronoun will do */
  Node moved_by;  /* of what an action has moved, that action */
} Spoken;

#define ENGLISH_HOLES 10u
#define ENGLISH_WITHOUT 3u

/* What an idiom has in a place of its own. */
typedef struct EnglishHole {
  bool there;
  IrArg arg; /* how it is said */
  u32 value;
  Node without[ENGLISH_WITHOUT]; /* terms of it that the idiom says; 0: no more of them */
} EnglishHole;

typedef struct English {
  const CardDb *db;
  Text *out;
  const AbilityDef *ability;
  const Chars *chars;  /* of the face the ability stands on; null if that is not known */
  Node event;          /* pattern of the ability, 0 for none */
  bool some;           /* the next object of an event is "one or more" of its kind */
  bool plural;         /* the last subject: verbs agree with it */
  bool base;           /* verbs stand in their base form: "would die", "may have it enter" */
  bool would;          /* the next verb is said with "would" */
  bool past;           /* verbs stand in the past */
  bool negated;        /* the clause says that something is not so */
  bool resolving;      /* said by a spell or ability that resolves, not of a lasting state */
  Node understood;     /* the player whose possession need not be said, */
  bool understood_you; /* or you are that player */
  bool from;           /* where something lies is said as where it is taken from */
  bool granted;        /* the ability is given to something, which is not the card that gives it */
  bool casting;        /* spells are those of whoever casts them, not of who controls them */
  bool turning;        /* this is told of ~ as it is turned face up */
  bool self_said;      /* ~ has been spoken of: "it" will do; likewise for what enters */
  bool entering_said;
  bool say_you;  /* a sentence whose subject is you says so */
  bool many;     /* the amount of the event is a number of things: "that many" */
  Node entering; /* who enters: a filter, 0 for ~ itself */
  u32 targets;   /* variables set so far */
  Spoken spoken[READ_SLOTS_MAX];
  const Node *without;              /* terms that are not said of a filter, null for none */
  Node actor;                       /* who may do what is said, and need not be said again; 0 for you */
  Node payer;                       /* who pays the cost that is said, 0 for you */
  bool third;                       /* who acts is one player who was named: "searches their library, puts it …" */
  bool behind;                      /* an "if" that comes first would belong to the trigger condition (603.4) */
  bool more;                        /* of a subject more is said than its modifications */
  bool listed;                      /* several of those were said */
  bool within;                      /* what follows may be done, all of it */
  bool several_moved;               /* what was moved last is several */
  Node moved_by;                    /* by which action */
  bool self_named;                  /* ~ has been named, so that "it" could be that */
  bool single_graveyard;            /* cards in graveyards are all in one */
  EnglishHole holes[ENGLISH_HOLES]; /* of the idiom that is being said */
  Text tail;                        /* what stands at the end of the sentence: ", where X is ..." */
} English;

/* How a noun phrase begins. */
typedef enum Determiner {
  DET_A,      /* a creature, another creature */
  DET_ALL,    /* all creatures */
  DET_EACH,   /* each creature */
  DET_PLURAL, /* creatures */
  DET_BARE,   /* creature */
  DET_TARGET, /* target creature */
  DET_SOME,   /* one or more creatures */
} Determiner;

/* --- english_words.c ----------------------------------------------------------------------- */

/* Appends a noun in the plural; of several words the last one changes. */
void english_plural(Str noun, Text *out);
/* Appends "a " or "an ", as `next` wants it. */
void english_article(Str next, Text *out);
/* Appends a numeral: words up to ten, digits above. */
void english_numeral(i64 n, Text *out);
/* Appends a word as it is said. */
void english_word(Word word, Text *out);
/* Makes the first letter behind `from` a capital, past quotation marks. */
void english_capital(Text *out, u32 from);

/* --- english_text.c ------------------------------------------------------------------------ */

/* Writes a node by its operation's template. */
void english_template(English *e, Node node, const char *text);
/* The part of an operation's template behind its kind ("adj:", "noun:", "post:", "if:"). */
const char *english_template_of(IrOp op);
/* Whether the template is of that kind. */
bool english_kind(IrOp op, const char *kind);
/* Writes an argument in the usual way of its sort. */
void english_value(English *e, const IrArg *arg, u32 value);
/* The value of the argument of that name, and whether the node has it. */
bool english_arg(const English *e, Node node, const char *name, u32 *value);
/* Writes a verb given as "plural|singular|base|past". */
void english_verb(English *e, Str forms);

/* --- english_idiom.c ----------------------------------------------------------------------- */

/* Writes a node as the first idiom of its sort whose template begins with `kind` ("if:", "post:", or nothing); false if
   there is none. */
bool english_idiom(English *e, IrSort sort, Node node, const char *kind);
/* Whether two arguments of a sort are alike. */
bool english_same(const CardDb *db, const IrArg *arg, u32 a, u32 b);
/* Writes steps of a sequence, from `first` on, as an idiom of steps; answers how many they are, 0 if there is none. */
u32 english_idiom_steps(English *e, Node seq, u32 first);

/* --- english_noun.c ------------------------------------------------------------------------ */

/* Writes a filter as a noun phrase: `noun` is said if the filter names none, `zone` is where it
   looks (0: not said). */
void english_noun(English *e, Node filter, Determiner det, const char *noun, Word zone);
/* Writes "two target creatures" and the like, for a set of at least `min` and at most `max`,
   which may be 0 for one. */
void english_noun_count(English *e, Node filter, Node min, Node max, bool target, const char *noun, Word zone);
/* Writes a filter as what something is: "is tapped", "are creatures". */
void english_predicate(English *e, Node filter);

/* --- english_object.c ---------------------------------------------------------------------- */

/* Writes objects or players; as a subject it sets what verbs agree with. */
void english_objects(English *e, Node node, Determiner det);
void english_subject(English *e, Node node);
/* Writes the possessive: "your", "its", "that player's". */
void english_possessive(English *e, Node node);
/* `begin` and how it fights, of what enters attacking (whom, or 0) or blocking something; nothing of what doesn't. */
void english_fighting(English *e, const char *begin, bool attacking, Node whom, Node blocking);
/* Writes whose hand or library what is moved goes to: "its owner's hand", "your hand". */
void english_owners(English *e, Node objects, Str zone);
/* Whether the expression is `you`. */
bool english_is_you(const English *e, Node objects);
/* Notes that `op` has set a variable. */
void english_declare(English *e, u32 slot, Node op);
/* Whether an expression stands for several objects. */
bool english_is_many(const English *e, Node objects);
/* Notes what has been moved, created and the like, for what is said of it next. */
void english_note_moved(English *e, Node action);
/* Writes what an action has moved, which a variable stands for, as "creature sacrificed this way"; false if it is none. */
bool english_moved_this_way(English *e, Node objects, bool plural);
/* Writes what was exiled with an object, counted, as "creature cards exiled with this artifact"; false if it is none. */
bool english_count_exiled(English *e, Node objects, bool plural);
/* Writes "those creatures fight each other" of two targets that were named; false if they weren't. */
bool english_fight(English *e, Node fight);
/* Writes "choose target creature. " for each target that a node names and that wasn't named yet. */
void english_choose_targets(English *e, Node node);
/* Writes the possessive of a variable. */
void english_variable_possessive(English *e, u32 slot);
/* Writes a variable. */
void english_variable(English *e, u32 slot, Determiner det);
/* Whether a player is who acts, so that it need not be said. */
bool english_is_actor(const English *e, Node player);
/* The player who chose what an unmentioned variable stands for, 0 for you; whether anybody did
   goes to `*chosen`. */
Node english_chooser(const English *e, Node objects, bool *chosen);
/* --- english_cond.c ------------------------------------------------------------------------ */

/* Writes a condition as a clause. */
void english_clause(English *e, Node condition);
/* Writes the comparison of a characteristic of `it` behind a noun: "with power 4 or greater";
   false if it is no such comparison. */
bool english_comparison_post(English *e, Node condition);
void english_number(English *e, Node number);
/* ", where X is <number>", which the end of the sentence says. */
void english_where_x(English *e, Node number);
/* "two cards", "that many cards"; with `mass` "3 damage", "damage equal to ...". A noun that
   ends in a bar has "equal to ..." at the end of the sentence. */
void english_quantity(English *e, Node number, Str noun, bool mass);
/* Writes a number that speaks of `it` as what it measures: "power". */
void english_measure(English *e, Node number);
/* Writes a number of things: "two", "X", "that many". */
void english_count(English *e, Node number);
/* Writes how many there are: "seven or more", "exactly two". */
void english_so_many(English *e, Word how, Node number);
/* Writes "4 or greater", "less than its power". */
void english_bound(English *e, Word how, Node bound, const char *more, const char *less);
/* Writes " for each creature you control"; false if a number is none of what is so counted. */
bool english_for_each(English *e, Node number);
/* Writes a number of generic mana: "{2}", "{1}" with "for each creature" at the sentence's end. */
void english_mana_amount(English *e, Node number);
/* Writes what X can't be, if a cost says so: it stands behind everything else that is said of the cost. */
void english_x_bound(English *e, Node cost);
/* Whether a number is a literal, and which. */
bool english_literal(const English *e, Node number, i64 *value);

/* --- english_act.c ------------------------------------------------------------------------- */

void english_action(English *e, Node action);
/* Writes an action as a change of an event of this pattern: "it deals twice that much damage
   instead". */
void english_change(English *e, Node event, Node change);
void english_cost(English *e, Node cost);
/* Writes a cost with its verbs: "pay {2} and sacrifice a creature". */
void english_paying(English *e, Node cost);
/* Writes modifications of one subject, which has been written: "gets +1/+1 and gains flying". */
void english_mods(English *e, Node node, u32 first);
/* Writes one of them; answers the place of the last it spoke of, since abilities that are gained
   one after another share their verb. */
u32 english_mod(English *e, Node node, u32 i);
/* The same for one that stands alone. */
void english_mod_alone(English *e, Node mod);

/* --- english_move.c ------------------------------------------------------------------------ */

/* Each writes the action of its name. */
void english_move(English *e, Node node);
void english_search(English *e, Node node);

/* --- english_create.c ---------------------------------------------------------------------- */

/* Each writes the action of its name. */
void english_create(English *e, Node node);
void english_emblem(English *e, Node node);
void english_create_copy(English *e, Node node);
void english_enters_as_copy(English *e, Node node);
/* A choice between shapes something enters with: "it becomes your choice of a 5/1 creature or a 1/5 creature"; false, and
   nothing written, if it is another choice. */
bool english_shapes(English *e, Node choice);
void english_copy_spell(English *e, Node node);
/* Writes what a token is: "1/1 white Soldier creature token with flying". */
void english_token(English *e, Node token);
/* Writes the exceptions of a copy, if there are any: ", except it's 4/4 and it has haste". */
void english_exceptions(English *e, Node node, u32 first);
/* Writes modifications from `first` on that make a thing of a kind as one: "becomes a 3/3 green Elf creature with reach in
   addition to its other types". Answers where they end; `first` if they are not of that sort, and nothing is written. */
u32 english_nature(English *e, Node node, u32 first);
/* The first modification of a kind among the arguments of a node, 0 if there is none. */
Node english_find_mod(const English *e, Node node, u32 first, IrOp op);

/* --- english_mana.c ------------------------------------------------------------------------ */

/* Writes the action that adds mana of a choice. */
void english_mana_choice(English *e, Node node);

/* --- english.c ----------------------------------------------------------------------------- */

/* Writes an event pattern: "whenever a creature dies"; with `would`, "a creature would die". */
void english_event(English *e, Node pattern, bool would);
/* Writes an ability as it is granted: a keyword, or the whole in quotation marks. */
void english_granted(English *e, u32 ability);
/* Writes an ability without quotation marks around it. */
void english_ability_bare(English *e, u32 ability);
/* Writes what a static ability does to some objects, or to the rules. */
void english_static(English *e, Node effect);
/* Writes a keyword ability. */
void english_keyword(English *e, Node node);
/* Writes an effect on the rules as a clause. */
void english_rule(English *e, Node rule);
/* Begins a new sentence behind what is written. */
void english_sentence_end(English *e);

#endif
