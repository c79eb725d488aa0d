/* From an ability in the intermediate representation back to what could be said of it: targets are said where they are
   first acted on, choices where what was chosen is, and everything else that is spoken of again is a pronoun or what it is
   called. The binder decides what is right: a form is only proposed, and good if it binds to the same ability. */
#ifndef ORACLE_UNBIND_H
#define ORACLE_UNBIND_H

#include "oracle/bind.h"

#define UNBIND_CHOICES_MAX 64u
#define UNBIND_REFERENTS_MAX 48u

/* Rows of unbind.def. */
typedef enum FormHow { FORM_ALWAYS, FORM_FIRST, FORM_LATER, FORM_KEEP } FormHow;
typedef struct FormRow {
  FormHow how;
  Lf head; /* of `from` */
  Lf from, to;
} FormRow;
typedef VEC(FormRow) FormRows;

/* Reads the rows into forms of the store, which must stay; false if memory is short. */
bool forms_init(FormRows *rows, GavelAllocator allocator, LfStore *lf);

/* What a variable stands for. */
typedef struct Known {
  Lf variable, filter;
  Lf said; /* the form that mentions it first; 0 once it has been said */
  bool many, player;
  bool yours; /* cards that were yours */
  Lf owner;   /* whose cards they were, if they were chosen from a hand; or 0 */
  Lf role;    /* what was done to it, as the binder calls that; or 0 */
} Known;

typedef struct Unbinder {
  Binder *binder;
  LfStore *lf;
  const FormRows *rows;
  bool begun;
  Lf paid;    /* an additional cost that may be spoken of; or 0 */
  bool named; /* the object is rather called by its name */
  /* The way taken at each point where more than one form could be meant, and how many ways there were. */
  u8 taken[UNBIND_CHOICES_MAX], counts[UNBIND_CHOICES_MAX];
  u8 root[UNBIND_CHOICES_MAX], ways[UNBIND_CHOICES_MAX]; /* the way that others differ from, and by how much */
  u32 choices;
  u8 base_counts[UNBIND_CHOICES_MAX]; /* of the usual way, which takes the first at each point */
  u32 tries, base, first, second;     /* the choices in which a way differs from it; `base` for none */
  u8 first_way, second_way;
  Known known[UNBIND_REFERENTS_MAX];
  u32 known_count;
  Lf self_again; /* how this object was mentioned; 0 if it wasn't */
  Lf actor;      /* who does what is said */
  bool paying, host_said;
  Lf each, chooser;     /* the player variable of a loop, and who makes the choice of the action that follows; or 0 */
  Lf before;            /* the step before the one that is being said; or 0 */
  Lf run, run_said;     /* who acts in the sentence so far, and how that was said; or 0 */
  bool joins;           /* steps of one actor make one sentence */
  Lf zone;              /* where this object is as it is spoken of; or 0 */
  Lf x_number, x;       /* the number that is called X, and how it was said what X is; or 0 */
  Lf searched;          /* the shuffle that stands behind all else if a library is searched; or 0 */
  Lf removed;           /* the kind of the X counters that are removed as a cost; or 0 */
  Lf times;             /* the number that something is said to be for each of; or 0 */
  Lf their;             /* a player who is "their" in what is said; or 0 */
  Lf kept;              /* a number that has a name in what is said; or 0 */
  u32 opponents;        /* how something is said to be done to each of one opponent's: 0 if it isn't */
  Lf chosen, chosen_by; /* how a choice is said that is a step for itself, and who chooses; or 0 */
  bool optional;        /* the action that follows may be done */
  bool failed;          /* nothing known of it can be said */
  Lf stuck; /* the head of the innermost action, ability or condition that was being said when it failed first */
} Unbinder;

/* One of several ways: which, counted from 0. */
u32 unbind_way(Unbinder *unbinder, u32 count);
/* Takes the next combination of ways: first those that differ in one choice from the usual way, then in two. False if
   there is no other. */
bool unbind_advance(Unbinder *unbinder);
/* Begins anew with the ways that differ from one that was taken. */
void unbind_from(Unbinder *unbinder, const u8 *taken);
/* A form with all that rows say otherwise (unbind_forms.c). */
Lf forms_said(Unbinder *unbinder, Lf form);

/* Whether a number is the one that is called X (unbind_number.c). */
bool unbind_is_x(const Unbinder *unbinder, Lf form);
/* The first number of an action or static effect that isn't a figure and could be called X; 0 if there is none. */
Lf unbind_measure(const Unbinder *unbinder, Lf form);
/* What a change of power and toughness is for each of `*number`; 0 if it can't be said so. */
Lf unbind_pt_each(const Unbinder *unbinder, Lf change, Lf *number);

void unbinder_init(Unbinder *unbinder, Binder *binder, const FormRows *rows);
/* Whether there is another way since unbinder_init to say an ability; what it would be goes to `*said`, 0 if nothing. */
bool unbind_next(Unbinder *unbinder, Lf ability, Lf *said);

#endif
