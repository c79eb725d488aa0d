/* From what the phrases of an ability say to the ability itself, in the intermediate representation: targets are
   declared, what is chosen is chosen before it is acted on, and pronouns are what they refer to.

   Forms are those of the representation and those named in bind.c, which only grammars use. */
#ifndef ORACLE_BIND_H
#define ORACLE_BIND_H

#include "cards/ir.h"
#include "oracle/lf.h"

/* Something mentioned that later words may refer to. */
typedef struct Referent {
  Lf was;       /* what it was when it was mentioned: for what is said of it */
  Lf now;       /* what it has become: for what is done to it */
  Lf filter;    /* what is known of it */
  Lf role;      /* an atom such as `sacrificed`, or 0 */
  Lf zone;      /* of cards that are chosen from, where those are that stay; or 0 */
  Lf to;        /* of what was chosen and moved, where; or 0 */
  Lf owner;     /* of cards of one player, that; or 0 */
  Lf described; /* of what has gone, how it was described; or 0 */
  Lf from;      /* of what was chosen, what it was chosen from; or 0 */
  bool player, many;
  bool unclear; /* it is one of several that "it" could mean */
  bool adrift;  /* it was moved only if something was so: where it is now isn't known */
  bool word;    /* a word that was chosen, no object */
  bool aside;   /* what is being said can't be of it */
  u32 serial;   /* in the order in which all were first mentioned */
} Referent;

/* Objects that were described, and are spoken of again: what they were at first, whatever has become of them. */
typedef struct Again {
  Lf variable, described;
} Again;

typedef struct Binder Binder;
/* Binds a form that is no operation. */
typedef Lf BindForm(Binder *b, Lf form);

#define HEAD(ENUM, NAME, SORT, SIGNATURE, BIND) BindForm BIND;
#define PART(ENUM, NAME, SORT, SIGNATURE)
#include "oracle/heads.def"
#undef HEAD

struct Binder {
  GavelAllocator allocator;
  /* By head of its own: cases to be marked when they are used, and those left out; null: none are. */
  u8 *cases_used;
  const u8 *cases_off;
  LfStore *lf;
  const IrSignature *signatures;
  VEC(u16) operations; /* of each name, by its atom: 0 if there is none; others follow by same_name */
  u16 same_name[IR_OP_COUNT];
  Lf amount; /* what "that much" is, 0 while nothing is */
  bool amount_of_event;
  Lf prevented; /* how much damage was prevented by the effect that an additional effect belongs to (615.5), or 0 */
  Lf event;     /* the event pattern that amount is of, 0 without one */
  Lf counted;   /* the head of the last action, which came to `this-way`; 0 if nothing is known of it */
  Lf whose; /* whose something was said to be, a player who was not mentioned otherwise; `nothing` if it was several, or 0 */
  Lf compared[2]; /* the two numbers that the last condition compared, or 0 */
  Lf actor;       /* who does what is said; `you` unless the sentence has a subject */
  bool actor_many;
  /* Of the ability or mode being bound, each from its own beginning: */
  VEC(Lf) targets;         /* declared so far */
  VEC(Lf) before;          /* actions that come before the one being bound: choices */
  VEC(Referent) referents; /* in the order they were mentioned */
  u32 target_first, before_first, referent_first;
  Str face; /* its name, empty where nothing is known of one */
  /* Of the face: what was done to pay for the spell, of which its other paragraphs speak by that alone. */
  VEC(Referent) paid;
  u32 paid_variables; /* handed out by then */
  Lf kickers[2];      /* the costs of two kickers (702.33b), or 0 */
  bool said_behind;   /* the event of a delayed trigger is said after its action, which therefore can't refer to it */
  Lf instead;         /* what may be paid rather than the mana cost (118.9), or 0 */
  bool paid_for;      /* what is bound is what that spell does */
  VEC(Referent) kept; /* as they were before steps that something may be done instead of */
  VEC(Lf) scratch;    /* items of lists being made */
  VEC(Lf) used;       /* variables that were spoken of */
  VEC(Again) again;
  bool said;       /* what is bound is spoken of, and not acted on: as it was when it was mentioned */
  bool asking;     /* whether something is so is bound */
  bool paying;     /* a cost is bound: what it moves is spoken of as it was */
  u32 acting;      /* how many actions the one being bound stands in, with itself */
  bool self_named; /* this object was named, whatever else was mentioned since */
  bool if_exiled;  /* what is bound is done with a card in exile, if it was exiled: if it wasn't, nothing is */
  bool repeats;    /* what is bound may be repeated from its beginning */
  bool of_source;  /* what is bound is done for the damage of each source by itself */
  bool given;      /* an ability given to something else is bound, whose words may name who gives it */
  bool shares;     /* an ability bound now is created by the one around it */
  u32 variables;   /* handed out */
  u32 mentioned;   /* referents so far, in all abilities */
  u32 depth;
  Lf as_cast;          /* actions that keep what was so as the spell was cast, 0 without any */
  Lf piles[2];         /* what some objects were separated into, or 0 */
  u32 chosen_pile;     /* which of them whoever chooses takes */
  Lf host;             /* what is said of what this object is attached to: a filter, or 0 */
  Lf zone;             /* where the ability works, if its words say that it is elsewhere than on the battlefield */
  bool by_each;        /* an actor that is many was used in a way that needs a single player */
  const char *refusal; /* why the ability has no meaning yet, or null */
  Str refused;         /* the form that stood in the way */
};

/* False when the allocator refuses. `lf` and `signatures` are used as long as the binder. */
bool binder_init(Binder *binder, GavelAllocator allocator, LfStore *lf, const IrSignature *signatures);
void binder_free(Binder *binder);

/* Before the abilities of another face, of that name, which the caller keeps meanwhile; `later` as in OracleFace. */
void bind_face_begin(Binder *binder, Str name, bool later);
/* An ability of a face; 0 with the reason in `binder->refusal`. */
Lf bind_ability(Binder *binder, Lf ability);

/* What a spell says, a form not yet bound, beside another ability of its face: a keyword may change that (bind_spell.c). */
Lf bind_spell_with(LfStore *lf, Lf spell, Lf ability);
/* The abilities of a face together, in order and none of them a list: those below a bar of levels become one, which says
   what is in `box`, too, if it is the last one (0: nothing). `first` has room for one more than there are: which of those
   there were each of the others begins with, and behind them how many there were. False with the reason in `binder->refusal`. */
bool bind_face(Binder *binder, Lf *abilities, u32 *first, u32 *count, Lf box);

/* An activated ability with the zone it works in, if its cost or effect moves this object from there (113.6m). */
Lf bind_works_in(Binder *b, Lf ability);
/* Links the abilities of a face: what some exile is remembered if one speaks of it (607.2a). False with the reason in
   `binder->refusal`. */
bool bind_links(Binder *binder, Lf *abilities, u32 count);

/* An ability that is bound, in which what is called a creature is a permanent wherever something else could be met (109.2);
   bind_ability has done so. */
Lf bind_permanents(Binder *b, Lf ability);

/* Whether the binder has a case of its own for a head, as a form by itself or as what follows from the action before it. */
bool bind_knows(Lf head);
/* Whether what has that head follows from the action before it (bind_follow.c). */
bool bind_is_follower(Lf head);
/* Marks that the case of a form is used; false, refused, if it is left out. */
bool bind_case(Binder *b, Lf form);

/* --- between the files of the binder ------------------------------------------------------------------- */

/* What is done as often as one of several players searched a library, or did what each might do (0: one after the other). */
Lf bind_each_searcher(Binder *b, Lf each, Lf n, Lf then);
Lf bind_each_doer(Binder *b, Lf each, Lf then);
/* A bound ability in which players who may do several things do each of them together. */
Lf bind_doers_together(Binder *b, Lf form);
/* What was moved or chosen for one after the other, from the `first` referent on, is spoken of together behind it: the action
   with what gathers it in variables (bind_every.c). */
Lf bind_gathered(Binder *b, Lf action, u32 first);
/* Of what was mentioned from the `first` referent on, as of one of several objects or players, only what all of it came to,
   `kept` (0: nothing), is spoken of from now on. */
void bind_keep_all(Binder *b, u32 first, Lf kept);
/* Who controls what this object is attached to, which is nobody once that has gone. */
bool bind_is_host_player(const Binder *b, Lf who);
/* A form with another item in the place of one of its own; 0 if there is no such item. */
Lf bind_with_item(Binder *b, Lf form, u32 at, Lf item);
/* A form with an option behind it; bind_by_actor says by whom it is done, unless that is you. */
Lf bind_with_option(Binder *b, Lf form, Lf name, Lf value);
Lf bind_with_flag(Binder *b, Lf form, Lf name);
/* What is announced as a spell is cast is counted then anyway (601.2c, 601.2d): a number without `as-cast-number`. */
Lf bind_announced(const Binder *b, Lf number);
Lf bind_by_actor(Binder *b, Lf form);
/* Whether an action keeps in a variable what was moved. */
bool bind_is_memory(const Binder *b, Lf action);
/* The last of the actions done says what is so of something: if one of those before it puts that onto the battlefield, it
   enters so (611.2e). `used` variables were spoken of before it. Answers how many actions there are then; 0 if refused. */
u32 bind_being(Binder *b, Lf *done, u32 count, u32 used);
/* The effect of an ability in which it is said that it is repeated (bind_verb.c). */
Lf bind_repeated(Binder *b, Lf effect);
/* An action that keeps in a variable what it moved, or dealt damage to; and what of such an action keeps it, 0 of others. */
Lf bind_remembered(Binder *b, Lf action, Lf variable);
Lf bind_memory_of(const Binder *b, Lf action);
/* Whether an action discards or exiles all cards of a zone. */
bool bind_takes_all_cards(const LfStore *lf, Lf action);
/* The place of what an option of a form says, or 0; and what it says, or 0. */
u32 bind_option_at(const Binder *b, Lf form, Lf name);
Lf bind_option(const Binder *b, Lf form, Lf name);
/* Refuses, with the form that stands in the way. Always 0. */
Lf bind_refuse(Binder *b, const char *why, Lf form);
/* Why: what is said has more parts than the binder has room for. */
#define TOO_MUCH_SAID "more is said than this form can hold"
/* The most items of a form that is put together anew. */
#define FORM_MAX 64u
/* What stands where something of a sort is expected. 0 if refused. */
Lf bind_form(Binder *b, Lf form, IrSort sort);
/* The operation of that sort that a form is, or IR_NONE. */
IrOp bind_operation_of(const Binder *b, Lf form, IrSort sort);
/* An operation with its arguments. */
Lf bind_operation(Binder *b, IrOp op, Lf form);
/* An action, with the choices it needs before it. */
Lf bind_action(Binder *b, Lf form);
/* After an action, what it moved is found where it went (bind_verb.c); the action with what remembers that. */
Lf bind_done(Binder *b, Lf action);
/* What is done only if something is so, an action; what it mentions and moves is not known of behind it (bind_follow.c). */
Lf bind_branch(Binder *b, Lf form);
/* The same on a condition that is said behind it, and may speak of what it mentions; `*condition` is bound, 0 if refused. */
Lf bind_branch_asked(Binder *b, Lf form, Lf *condition);
/* Whether a condition is that a cost was paid; and an action that is done only if `paid` (0: anyway), whose targets are
   chosen only then (601.2c). */
bool bind_is_paid(const Binder *b, Lf condition);
Lf bind_if_paid(Binder *b, Lf paid, Lf form);
/* An ability or a mode, with targets of its own; with what was mentioned around it if it `shares` that. */
Lf bind_part(Binder *b, Lf form, bool shares);
/* The event pattern that a form of the grammar's own stands for (bind_event.c); 0 if refused. */
Lf bind_event_made(Binder *b, Lf form);
/* Mentions what an event pattern speaks of. The step of an ability that was created for `later` is nobody's. */
void bind_event(Binder *b, Lf pattern, bool later);
bool bind_used(const Binder *b, Lf variable);
/* Whether something in a form keeps objects in a variable. */
bool bind_keeps(const Binder *b, Lf form, Lf variable);
/* A form with something else in the place of one of its own, wherever that stands. */
Lf bind_put(Binder *b, Lf form, Lf old, Lf put);
/* What X is in one of at most FORM_MAX actions in a row it is in those that follow, too, which become parts of it. */
void bind_join_x(Binder *b, Lf *steps, u32 *count);
/* Whether an action chooses or keeps what is done something with behind it. */
bool bind_prepares(const Binder *b, Lf action);

/* A variable nothing else uses: $t1, $t2 … */
Lf bind_variable(Binder *b, const char *stem);

/* The variable that keeps what was described from before the last action that described it. */
Lf bind_again(Binder *b, Lf described);
Lf bind_went(Binder *b, Lf role);
void bind_before(Binder *b, Lf action);
void bind_mention(Binder *b, Referent referent);
/* Mentions a player, unless that was done. */
void bind_mention_player(Binder *b, Lf player);
/* Mentions one of several players, as an opponent if all of them are. */
void bind_mention_one_of(Binder *b, Lf player, Lf players);
/* What `filter` says besides where its object is; the word of that zone goes to `*zone`. */
Lf bind_zone_of(Binder *b, Lf filter, Lf *zone);
/* Whether all that is said of something is known of it. */
bool bind_known(const Binder *b, Lf filter, Lf said);
/* Whose an object is has been said: `who` may be spoken of where no other player was mentioned. */
void bind_say_whose(Binder *b, Lf who);
/* What a bound condition compares, for what is said of the difference. */
void bind_say_compared(Binder *b, Lf condition);
/* Whether a filter is one of players. */
bool bind_is_player(const Binder *b, Lf filter);
/* Whether `needle`, or a form with that head, is in a form. */
bool bind_mentions(const Binder *b, Lf form, Lf needle);
bool bind_has_head(const Binder *b, Lf form, Lf head);
/* The first form with that head, the form itself or one within it; 0 without one. */
Lf bind_find_head(const Binder *b, Lf form, Lf head);
/* Whether a form has one of these heads. */
bool bind_is_any(const Binder *b, Lf form, const Lf *heads, u32 count);
/* A bound filter of cards without that they are cards; `always` if that is all (bind_zone.c). */
Lf bind_without_card(Binder *b, Lf filter);
/* The one player whose cards some objects are, as far as the words say; 0 if they don't. */
Lf bind_owner(Binder *b, Lf objects);
/* Whether an object is known to be elsewhere than on the battlefield: it was moved, or is called a card. */
bool bind_is_elsewhere(const Binder *b, Lf object);
/* Whether an object is known by what it was before it was moved. */
bool bind_was_moved(const Binder *b, Lf object);
/* Whether everything that a filter describes is called a card. */
bool bind_says_card(const Binder *b, Lf filter);
/* Whether a form speaks again of something that it calls a card: of what it is where it went. */
bool bind_says_that_card(const Binder *b, Lf form);
/* A bound `and` of terms; 0, refused, if it describes what is in a hand, a library or the like and isn't called a card. */
Lf bind_cards_there(Binder *b, Lf filter);
/* Some cards without those that were put somewhere else in the same zone since they were spoken of first. */
Lf bind_still_among(Binder *b, Lf objects);
/* False, refused, if what is chosen or counted among cards isn't called a card. */
bool bind_fits_among(Binder *b, Lf objects, Lf filter);

/* A filter of a spell, which is no permanent: what is other is so than the one thing that was mentioned before. */
Lf bind_other_than(Binder *b, Lf filter);
/* A bound filter of spells, in which where they are means where they were cast from (bind_zone.c). */
Lf bind_cast_from(Binder *b, Lf filter);
/* A bound action with a shuffle behind the search of a library in it; 0 if none is in it (bind_zone.c). */
Lf bind_shuffled_then(Binder *b, Lf action, Lf shuffle);
/* (copy-gains FILTER PARTS) behind a bound action that copies a spell: if the copy is so, these hold of it, and of the permanent
   it becomes (bind_copy.c). */
Lf bind_copy_gains(Binder *b, Lf last, Lf form);
/* (if-this-way ROLE FILTER ACTION) behind a bound action, inside it if that may not be done (bind_zone.c). */
Lf bind_this_way(Binder *b, Lf last, Lf form);
/* (cast-exiled WHOSE) behind a bound action by which a card is cast: what would put the spell into a graveyard exiles it
   (bind_zone.c). */
Lf bind_cast_exiled(Binder *b, Lf last, Lf form);
/* (mana-only PURPOSE), (mana-rider DELAYED [:at-once]), (mana-stays DURATION PLAYER): what is said of the mana that was
   just added (bind_mana.c). */
Lf bind_mana_only(Binder *b, Lf last, Lf form);
Lf bind_mana_rider(Binder *b, Lf last, Lf form);
Lf bind_mana_stays(Binder *b, Lf last, Lf form);
/* An action that each player may take at the same time as the others. */
bool bind_is_plain(const Binder *b, Lf action);
/* (pay COST :else ACTION :by PLAYER) of each of several players: all choose in turn, and then those who haven't paid do it at
   once (101.4, 608.2e). Likewise of (each-player …) with what each may do: what those do who don't. 0 if it isn't that
   simple. */
Lf bind_unless_at_once(Binder *b, Lf player, Lf who, Lf pay);
Lf bind_others_at_once(Binder *b, Lf each, Lf otherwise);
/* What those do who did what the last action lets each of several players do, and what is done for each of them
   (bind_every.c). */
Lf bind_if_doers(Binder *b, Lf last, Lf form);
Lf bind_for_doers(Binder *b, Lf last, Lf said);
/* (if-lost-life ACTION) behind a bound exchange of life totals: "that much" in it is what you lost (bind_damage.c). */
Lf bind_if_lost_life(Binder *b, Lf last, Lf form);
Lf bind_if_prevented(Binder *b, Lf last, Lf form);
/* `unpreventable` behind a bound action that deals damage (bind_damage.c). */
Lf bind_unpreventable(Binder *b, Lf last, Lf form);
Lf bind_amount_instead(Binder *b, Lf last, Lf form);
/* What is done instead of another action, which hasn't come to anything then: "that much" is what it would have done. */
Lf bind_instead_of_amount(Binder *b, Lf last, Lf then);
Lf bind_excess_to(Binder *b, Lf last, Lf form);
/* (countered-to ZONE) about a bound action before it; 0 if that counters nothing (bind_zone.c). */
Lf bind_countered_to(Binder *b, Lf action, Lf form);

#endif
