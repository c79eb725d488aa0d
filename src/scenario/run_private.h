/* What the files of the runner share.

   run.c           one scenario from beginning to end; verdicts
   run_needs.c     what must be known before anything runs
   run_setup.c     players, zones and items; run_item.c: what is said of an item; run_stack.c: spells
                   already cast
   run_section.c   playing on from section to section, and the lines of a section
   run_combat.c    declarations of attackers and blockers
   run_action.c    the actions of a line: finding them among what the engine offers
   run_clause.c    the clauses of an action line, while the action is carried out
   run_answer.c    decisions, and which answer is for them; run_option.c: which answer names which option
   run_queue.c     the queue of answers, and what is left of it
   run_divide.c    divisions, and combat damage that nobody divides
   run_may.c       answers that name what a "may" would offer
   run_reason.c    why an action is not legal
   run_ref.c       references
   run_text.c      rules text, however it is written
   run_expect.c    expectations; run_object.c: those of a single object
   run_show.c      objects, decisions and the state in words

   Two kinds of function. The flow (run_settle, lines, sections) is never inside an entry point of the engine,
   so that a game can be cloned or exchanged at any decision. Whatever looks into the game may compute layers and
   so may leave the engine through game_fail: it runs within run_guard. Such functions hold no memory of
   their own. All answer false when the run cannot go on: then a verdict has been reached, or, while something
   is only tried, it has turned out to be illegal. */
#ifndef SCENARIO_RUN_PRIVATE_H
#define SCENARIO_RUN_PRIVATE_H

#include "explain/options.h"
#include "rules/cast/cast.h"
#include "scenario/run.h"
#include "gavel/session.h"
#include "scenario/scenario_print.h"
#include "rules/turn/turn.h"
#include "rules/game/run_game.h"

/* --- the run ----------------------------------------------------------------------------------- */

typedef struct Runner Runner;

/* An object a scenario has named: its card, or, of a token, the object itself. */
typedef struct Named {
  u32 card;
  Ref ref;
} Named;

/* The most references a set, an order or a division may name. */
#define SET_CAP 256u
typedef struct Marks {
  u64 bits[SET_CAP / 64];
} Marks;
static inline bool mark_get(const Marks *m, u32 i) { return m->bits[i >> 6] >> (i & 63) & 1; }
static inline void mark_set(Marks *m, u32 i) { m->bits[i >> 6] |= (u64)1 << (i & 63); }

/* An answer waiting in the queue. */
typedef struct Queued {
  const ScenarioAnswer *answer;
  u32 player;
  u32 lapses; /* in `lenient`: the section at whose beginning it lapses */
  u32 due;    /* of a forced result: 1 + its first row of T_DUE */
  u32 next;   /* of an order: the one that is named next */
  u32 group;  /* of a set or division under way: the decision's group */
  u8 kind;    /* … and its kind */
  Marks used; /* of a set, or a division that names targets: what has been used of it */
  i64 rest;   /* of a division that has named targets: what its parts leave */
  bool targeted;
} Queued;

/* An answer that no choice has used. */
typedef struct Unused {
  Queued as;     /* the answer, and what it has named of outcomes that were the only ones */
  bool forgiven; /* it names all of one */
  Str question;  /* what was asked when it was the next answer of its player and didn't fit; empty if nothing */
} Unused;

/* A blocker that a line has declared. */
typedef struct BlockNoted {
  Ref blocker, attacker;
} BlockNoted;

/* References that single answers in a row have given for the set `group`. */
typedef struct Gathered {
  u32 group, count, used_count;
  Marks used;
  const ScenarioRef *refs[SET_CAP];
} Gathered;

/* An action under way, and how much of its clauses has been said. */
typedef struct Doing {
  const ScenarioClauses *clauses;         /* null while there is none */
  const ScenarioAction *action;           /* null for a spell that is set up on the stack */
  u32 frame;                              /* the frame that carries it out */
  u32 group;                              /* the target slot being filled */
  u32 entry;                              /* the next entry of `targeting` */
  u32 first, end;                         /* the references for that slot, among all in a row */
  u32 starts[SET_CAP / 8];                /* where the slots filled so far begin … */
  u32 slots;                              /* … and how many there are */
  u32 divide_group, divide_base, divided; /* the division going on; amounts used before it and in all */
  bool x_said;
  i64 kicked;             /* how often still */
  Marks targets;          /* references used */
  Marks modes;            /* used of `modes` */
  i64 times[SET_CAP / 8]; /* how often an entry of `paying` has been paid */
} Doing;

/* An effect that keeps something from being done: its source, its ability, and the rule it makes. */
typedef struct Culprit {
  Ref source;
  u32 ability;
  Node rule;
} Culprit;

/* Everything about a run that changes as it plays on, so that what is tried can be undone. */
typedef struct Play {
  Game *g;
  VEC(Queued) queue;
  Gathered gathered;
  Doing doing;
  u32 set_done; /* the group of a set of which everything named is chosen: it is done when it can be */
  bool arrived; /* the pending decision has been seen */
  u32 asked;    /* questions asked since the line began */
  u32 serial;   /* the step seen last … */
  u32 turn;     /* … its turn … */
  u16 times[W_STEP_CLEANUP - W_STEP_UNTAP + 1]; /* … and how often each step has begun in that turn */
} Play;

struct Runner {
  const CardDb *db;
  const Scenario *s;
  ScenarioOptions options;
  GavelAllocator allocator; /* of the run's own memory: it notes when it is refused */
  GavelAllocator given;     /* of the game, the result and the run itself */
  ScenarioResult *out;
  Text *reason;
  Arena arena;
  Game *own; /* the game made at the beginning; Play.g may be another one by now */
  Play play;
  VEC(Named) named;
  u32 *alias_first;       /* by alias, in `named` */
  u32 *item_slots;        /* of the objects put into the game, in the order written, those on the stack too */
  VEC(Str) token_names;   /* names of tokens that no card has */
  VEC(BlockNoted) blocks; /* in the order the lines declare them */
  VEC(Unused) unused;     /* what is known of answers that no choice has used */
  /* Where the script is. */
  u32 section;
  const ScenarioLine *line; /* being carried out; null between sections */
  const ScenarioLine *lines;
  u32 line_at, line_end;   /* the next line, and where the lines end that may be taken ahead */
  u32 cleanup_turn;        /* stop at the end of that turn */
  bool reached, attacking; /* the first section has been reached; creatures set up as attacking attack */
  bool coming;             /* the game is on its way to the section */
  bool held;               /* the script has ended at a decision that nothing answers (ScenarioOptions.hold) */
  bool judged, no_memory;
  /* A trial: what is found illegal goes to `refusal` instead of the verdict. */
  bool probing;          /* what is tried may be held at a decision, too */
  bool trying, generous; /* `generous`: unanswered decisions take their default */
  bool must_answer;      /* no decision can wait */
  bool setting_up;       /* targets are chosen for what is set up: no moment of the game to look at */
  bool wrong_answer;     /* an answer is for the pending decision, and illegal: that has been said */
  Text refusal;
  u8 refused_for; /* GavelRefusal: of what kind the reasons are, beside their words */
  /* Working space of functions under run_guard. */
  VEC(Ref) found;
  VEC(u32) rows;
  VEC(Culprit) culprits; /* see run_reason.c, which listens for them */
  Listener hearing;
  Text text_a, text_b, text_c;
  Text said, said_first; /* what an expectation has found; and of the first of several objects */
};

/* run.c: a verdict, unless there is one already; while trying, a refusal. Always false. */
bool run_fail(Runner *r, ScenarioPlace place, const char *format, ...) PRINTF_LIKE(3, 4);
bool run_unsupported(Runner *r, ScenarioPlace place, const char *format, ...) PRINTF_LIKE(3, 4);
bool run_no_memory(Runner *r);
/* The game has failed: the verdict is why. */
bool run_game_failed(Runner *r);
/* Where what is going on stands in the file. */
ScenarioPlace run_place(const Runner *r);

/* The script has no further line. */
bool script_is_over(const Runner *r);

/* Calls `body` inside an entry point of the engine; false if it answered that, or the game has failed. */
typedef bool Guarded(Runner *r, void *arg);
bool run_guard(Runner *r, Guarded *body, void *arg);

static inline const Decision *run_decision(const Runner *r) { return &core(r->play.g)->decision; }
static inline bool run_waits(const Runner *r) { return core(r->play.g)->decision.kind != DECISION_NONE; }
static inline u32 option_count(const Game *g) { return count_of(g, T_OPTIONS); }
static inline const Option *option_at(const Game *g, u32 i) { return row_OPTIONS(g, i); }
/* The first option of that kind, with that number if one is given; their number if there is none. */
#define ANY_NUMBER INT64_MIN
u32 option_find(const Game *g, OptionKind kind, i64 n);
/* Whether only one answer is possible, so that nobody is asked. */
static inline bool is_forced(const Game *g) {
  return option_count(g) == 1 && !(core(g)->decision.flags & DECIDE_SHOWN);
}

/* --- what must be known (run_needs.c) ------------------------------------------------------------- */

/* Whether everything that is named is known; unsupported if not. */
bool run_needs_known(Runner *r);
/* The word of that class, of counters, subtypes or keywords; unsupported, with the nearest one, if there is none. */
bool run_word_known(Runner *r, ScenarioPlace place, Str text, WordClass wc, Word *word);
/* The longest run of words from `at` on that is one word of the class, and moves behind it; 0 if there is none. Words
   of a type line are parted by spaces, and a few subtypes have one in them. */
Word word_take(Str line, u32 *at, WordClass wc);

/* --- setting up (run_setup.c, run_item.c, run_stack.c, under run_guard) --------------------------- */

/* Makes the game and puts everything into it but what belongs to the moment of the first section. */
bool setup_game(Runner *r);
/* The spells on the stack, as the first section is reached, while no decision is pending: flow, since it asks. */
bool setup_stack(Runner *r);
/* Creatures that are attacking, as the combat of the first section's turn begins (under run_guard). */
bool setup_attacking(Runner *r, void *unused);
/* What can only be so once turn 1 has begun: summoning sickness (under run_guard). */
bool setup_turn_begun(Runner *r, void *unused);
/* Goes through the objects of all items in the order written; `place` is that among the objects of the item. */
typedef bool EachObject(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot);
bool setup_each(Runner *r, EachObject *visit);
/* What is said of one object, but for what names other objects; that; and what it would have entered with. */
bool setup_item(Runner *r, const ScenarioItem *item, u32 slot);
bool setup_item_refs(Runner *r, const ScenarioItem *item, u32 slot);
bool setup_entered(Runner *r, const ScenarioItem *item, u32 slot);
bool setup_attacker(Runner *r, const ScenarioItem *item, u32 slot);
/* Puts counters on an object or a player. */
bool setup_counters(Runner *r, const ScenarioCountersList *list, void (*put)(Game *, u32, Word, i64), u32 where);
/* What was chosen for it. */
bool setup_chosen(Runner *r, const ScenarioItem *item, u32 slot);
/* The copiable values of a token. */
bool setup_token_values(Runner *r, const ScenarioItem *item, CvId *cv);
/* An object has been put into the game: its alias names it. */
void setup_named(Runner *r, const ScenarioItem *item, u32 place, u32 slot);
/* Mana of the players' `mana` lines goes into their pools. */
bool setup_mana(Runner *r, void *unused);
/* The id of a name, also of one that no card has. */
StrId run_name_id(const Runner *r, Str name);

/* --- flow (run_section.c, run_combat.c, run_action.c) ----------------------------------------- */

/* Lets the game go on until somebody has priority or is to declare attackers or blockers, or the game is over;
   all other decisions are answered. One that nothing answers yet and that can wait for answers behind further lines
   may be left pending. */
bool run_settle(Runner *r);
/* The same, but no decision is left pending. */
bool run_ready(Runner *r);
/* Whether such a decision is pending. */
bool run_is_held(const Runner *r);
/* Answers the pending decision and lets the game go on one decision further. */
bool run_take(Runner *r, u32 option);
/* Goes over steps of a declaration that leave no choice, which nobody is asked for; false when the run can't go on. */
bool run_over_forced(Runner *r);
/* The pending decision has come up: it is counted and shown to who wants to see it. */
bool run_arrive(Runner *r);
/* Everything the script says after the setup. */
bool run_script(Runner *r);
/* The player with priority passes. */
bool run_pass(Runner *r);
bool run_answers_line(Runner *r, const ScenarioAnswers *answers, u32 lapses);

/* Declares as little as the rules allow. */
bool declare_little(Runner *r);
/* Carries out the lines of a declaration, all of one kind; `count` of them. */
bool declare_lines(Runner *r, const ScenarioLine *const *lines, u32 count);
/* Whether the declaration of that one line is legal now. */
bool declare_legal(Runner *r, const ScenarioAction *action, bool *legal);
/* Whether some legal declaration holds what the line says. */
bool declare_possible(Runner *r, const ScenarioAction *action, bool *possible);

/* Carries out any other action line. */
bool run_action(Runner *r, const ScenarioAction *action);
/* The option that a line takes by its number; false, with the reason, if there is none. */
bool option_taken(Runner *r, const ScenarioAction *action, u32 *option);
/* The player leaves the game at once; it has not gone on yet. */
bool player_concedes(Runner *r, u32 player);
/* Whether the player could take the action now; whether the line would be legal, players passing until it can be
   taken. */
bool action_possible(Runner *r, const ScenarioAction *action, bool *possible);
bool action_legal(Runner *r, const ScenarioAction *action, bool *legal);

/* Runs `body` on a copy of the game, without leaving any trace; answers whether it went through, and not when
   there is no memory (run.c). */
typedef bool Tried(Runner *r, void *arg);
bool run_try(Runner *r, bool generous, Tried *body, void *arg, bool *went_through);

/* --- clauses (run_clause.c, under run_guard) ---------------------------------------------------- */

/* Begins to say a line's clauses; false after a failure if they are more than a line may have. */
bool doing_begin(Runner *r, const ScenarioClauses *clauses, const ScenarioAction *action, u32 frame);
/* Whether the pending decision is part of the action under way. */
bool doing_asks(const Runner *r);
/* The option the clauses choose; `*none` if they have nothing to say about it. False if they ask for what is
   not there. */
bool doing_choose(Runner *r, u32 *option, bool *none);
/* The entry of `paying` that names the optional cost of an ability; their number if none does. */
u32 paying_entry(Runner *r, const ScenarioClauses *clauses, Word label, u32 ability, Ref object);
/* The action is over: whether everything was said that its clauses say. */
bool doing_end(Runner *r);

/* --- answers (run_answer.c, run_option.c) -------------------------------------------------------- */

/* Answers the pending decision: by the clauses of the action under way, from the queue, by default. `*waits`: nothing
   answers it yet, but it can wait. Flow. */
bool run_answer(Runner *r, bool *waits);
/* `expect illegal P answers …` for the pending decision. Flow. */
bool answers_illegal(Runner *r, const ScenarioExpect *expect);
bool queue_add(Runner *r, u32 player, const ScenarioAnswer *answer, u32 lapses);
void queue_remove(Runner *r, u32 i);
/* Answers that lapse when this section begins are gone. */
void queue_lapse(Runner *r, u32 section);
/* Fails if answers are left, but for those that name what happened without a choice. */
bool queue_end(Runner *r);
/* The pending decision has one option: the first answer that names it, in the queue or on the lines right behind, is
   forgiven if nothing uses it (under run_guard). */
void queue_name_forced(Runner *r);
/* Likewise orders that name triggered abilities on the stack whose order can't matter, so that nobody was asked.
   Flow. */
bool queue_name_alike(Runner *r);
/* The answer at that place of the queue doesn't fit the pending decision, though it is the next one (under
   run_guard). */
void queue_note_misfit(Runner *r, u32 at);
/* Appends which answers of the player wait, none of which fits the pending decision. */
void queue_say_misfits(Runner *r, u32 player, Text *out);
/* Whether an answer forces a result, such as that of a coin flip. */
bool is_result(const ScenarioAnswer *answer);
/* Of an order all but the last has been taken, and the last is not asked for. */
bool order_is_over(const Queued *queued);
/* After an answer has been taken for one option: whether it is used up. */
bool queued_used_up(const Queued *queued);
/* Whether the options of the pending decision are exactly those that `from` lists; else what is missing or too many
   goes to r->said (under run_guard). */
bool options_listed(Runner *r, const ScenarioAnswer *answer);
/* Of the references that are not marked (from bit `base` on), the one that an option means, the first option that
   one means; and which of them says it most exactly (under run_guard). */
bool answer_next_of_set(Runner *r, const ScenarioRef *const *refs, u32 count, const Marks *used, u32 base, u32 *option,
                        u32 *which);
/* Whether an answer fits the pending decision in kind and among its options (under run_guard). One that is for it and
   illegal does not fit: r->wrong_answer is set then. */
bool answer_fits(Runner *r, Queued *queued, u32 *option);
/* Whether all these references can mean different options (under run_guard). */
bool candidates_hold(Runner *r, const ScenarioRef *const *refs, u32 count);
/* The option taken when nobody says anything. */
u32 default_option(const Game *g);

/* --- divisions (run_divide.c, under run_guard) --------------------------------------------------- */

/* Whether a `split` divides what is being divided, and the amount for who is asked about. */
bool split_fits(Runner *r, Queued *queued, u32 *option);
/* Whether it names a target among which something will be divided, and whether it has named all it can. */
bool split_names_target(Runner *r, Queued *queued, u32 *option);
bool split_has_named(const Queued *queued);
/* False, with a verdict, if a `split` names some of those who get a share and others who don't. */
bool splits_sound(Runner *r, void *unused);
/* The amount of combat damage that is assigned when nobody divides it; `arg` is the option, a u32. */
bool assign_by_default(Runner *r, void *arg);
/* A line has declared a blocker. */
void blocks_note(Runner *r, Ref blocker, Ref attacker);

/* --- what is behind a "may" (run_may.c, flow) ------------------------------------------------- */

/* Whether an answer of the queue names something that the choice behind the "may" that is asked would offer: that means
   yes, which is `*option`. False only when the run can't go on. */
bool may_is_meant(Runner *r, u32 *option, bool *meant);

/* How well a text describes something: not, by words within, by its cost alone, or as its first words. */
typedef enum TextMatch { TEXT_OTHER, TEXT_WITHIN, TEXT_COST, TEXT_BEGINS } TextMatch;

/* --- options (run_option.c, under run_guard) -------------------------------------------------- */

/* Whether a reference or a text, as an answer, names an option. */
bool option_is_ref(Runner *r, const Option *option, const ScenarioRef *ref);
/* Whether a single answer names an option; and whether it only names words within. */
bool option_is(Runner *r, const Option *option, const ScenarioAnswer *answer);
bool option_is_within(Runner *r, const Option *option, const ScenarioAnswer *answer);
/* The zones that the options of the pending decision are in, bit per Zone. */
u32 option_zones(const Game *g);
/* How well a text names an option by its words; of abilities, modes, costs and the like. */
TextMatch option_text(Runner *r, const Option *option, Str text);

/* --- references (run_ref.c, under run_guard) ------------------------------------------------------ */

#define ZONES_ALL ((1u << ZONE_COUNT) - 1)
/* How exactly a reference says what it means: an alias before a name with qualifiers before a mere name. */
#define REF_EXACTNESS_MOST 3u
static inline u32 ref_exactness(const ScenarioRef *ref) {
  if (ref->kind == SCENARIO_REF_ALIAS || ref->kind == SCENARIO_REF_PLAYER) return 3;
  return ref->index ? 2 : ref->qualified ? 1 : 0;
}
/* The object an alias names now, REF_NONE if there is none any more. */
Ref alias_ref(const Runner *r, const ScenarioRef *ref);
/* Whether an object or player, as it is or as last known, fits everything the reference says but its number. */
bool ref_fits(Runner *r, const ScenarioRef *ref, Ref candidate);
/* Whether it fits what the reference says besides a name. */
bool ref_qualifies(Runner *r, const ScenarioRef *ref, Ref candidate);
/* Whether it is what the reference means, where objects in these zones could be meant. */
bool ref_is(Runner *r, const ScenarioRef *ref, Ref candidate, u32 zones);
/* All that the reference means in these zones, by timestamp, into r->found. */
bool ref_find(Runner *r, const ScenarioRef *ref, u32 zones);
/* What a reference means where the line says nothing of zones: r->found holds the objects of the first zone
   that has any, the battlefield before the others. */
bool ref_find_anywhere(Runner *r, const ScenarioRef *ref);
/* Whether two references are to the same thing: a card wherever it is, an ability as its source. */
bool ref_same(Runner *r, const ScenarioRef *ref, Ref source);
bool object_is_copy(Game *g, u32 slot);
Str run_name(const Runner *r, StrId id);
/* Whether the id is that of a name, however that is written; of one that a card has; and whether a reference is that
   name. */
bool name_is(const Runner *r, StrId id, Str name);
bool is_name(const Runner *r, StrId id, Str name);
bool ref_is_name(const Runner *r, const ScenarioRef *ref, StrId id);

/* --- text (run_text.c, under run_guard) ------------------------------------------------------- */

/* What an object is called, for `~`. */
typedef struct SelfName {
  StrId name;
  bool legendary;
} SelfName;
TextMatch text_match_ability(Runner *r, Str text, AbilityInst inst, SelfName self);
/* Whether a text is a run of whole words of others, or of those of an ability. */
bool text_within(Runner *r, Str text, Str words, u32 ability, SelfName self);
bool text_within_ability(Runner *r, Str text, AbilityInst inst, SelfName self);
/* How many words of a text are among others. */
u32 text_shared(Runner *r, Str text, Str words, u32 ability, SelfName self);
/* An ability of a definition as it is printed. */
static inline AbilityInst printed(u32 ability) { return (AbilityInst){.ability = ability}; }
/* An ability as Magic would say it, with its words changed as the object's are (612.2). */
void text_of_ability(Runner *r, AbilityInst inst, StrId self, Text *out);
/* Whether `text` begins with `first`, both taken as rules text. */
bool text_begins(Runner *r, Str text, Str first);
SelfName self_name_of(Runner *r, Ref ref);

/* --- expectations (run_expect.c, run_object.c) ------------------------------------------------ */

/* Flow. */
bool run_expect(Runner *r, const ScenarioExpect *expect);
/* Whether something is expected of the object that it can't have, or lack, where it is: r->said says why. */
bool object_cannot(Runner *r, const ScenarioExpect *expect, Ref ref);
/* Whether one object does what is expected; if not, what was found is appended to r->said. */
bool object_expected(Runner *r, const ScenarioExpect *expect, Ref ref);
/* Whether a number or a player, SCENARIO_NONE for nobody, is the one expected: r->said says which it is. */
bool number_expected(Runner *r, const ScenarioExpect *expect, i64 found);
bool player_expected(Runner *r, const ScenarioExpect *expect, u32 found);
/* The amounts of each kind of mana in a text such as {G}{G}; false if it holds anything else. */
bool mana_kinds(Str text, i64 kinds[6]);

/* --- why not (run_reason.c, under run_guard) -------------------------------------------------- */

/* A sentence in the language of the game, with a player, a number, a word of the rules and words to be filled in. */
typedef struct Said {
  u32 player;
  i64 n;
  Word word;
  Str words;
} Said;
void show_sentence(Runner *r, Sentence sentence, Said as, Text *out);
/* The same of one in which nothing is filled in. */
const char *show_plain(const Runner *r, Sentence sentence);
/* Fails with a sentence. Always false. */
bool run_refuse(Runner *r, ScenarioPlace place, Sentence sentence, Said as);
/* Why an object is no legal target; behind its name. */
Sentence target_fault_sentence(TargetFault fault);
/* Fails with reasons, a line each: in one sentence, but while trying, whose refusal keeps the lines. Always false. */
bool reasons_fail(Runner *r, ScenarioPlace place, Sentence what, const Text *reasons);
/* Appends why the player cannot take the action now: each reason on a line. */
void reason_for(Runner *r, const ScenarioAction *action, Text *out);
/* Why a creature can't attack or block there, likewise, and nothing where it could do so alone; `creature` may be none.
   What then is wrong is said by not_together. */
const char *not_together(const Runner *r, bool blocks);
/* The keyword by which a special action of the rules is written as an ability; 0 if it is none. */
Word verb_keyword(ScenarioVerb verb);
void reason_for_combat(Runner *r, bool blocks, u32 player, u32 creature, Ref whom, Text *out);

/* --- in words (run_show.c, under run_guard) --------------------------------------------------- */

void show_ref(Runner *r, Ref ref, Text *out);
/* An option, and a way of casting, in the words that an answer names it by. */
void show_option(Runner *r, const Option *option, Text *out);
void show_way(Runner *r, const Option *option, Text *out);
/* An option in a sentence for people, in the game's language. */
void show_choice(Runner *r, const Option *option, Text *out);
/* Who decides what, without and with the options. */
void show_question(Runner *r, GavelLanguage language, Text *out);
void show_decision(Runner *r, Text *out);
/* The state, a few lines. */
void show_state(Runner *r, Text *out);
/* "turn 2, draw" */
void show_moment(const Runner *r, Text *out);
/* A player's name. */
Str player_name(const Runner *r, u32 player);

#endif
