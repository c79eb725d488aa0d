/* What the files of the batch share: batch.c, event_expand.c, event_apply.c, replace.c, lki.c. */
#ifndef RULES_EVENTS_BATCH_INTERNAL_H
#define RULES_EVENTS_BATCH_INTERNAL_H

#include "rules/events/events.h"

/* Locals of PROC_BATCH. The events of one level of containment are settled together, in APNAP order of
   those who choose; [LO, HI) is the level, SEAT the APNAP position, CURSOR where to look on. ASKED is 1 + the event
   whose effects somebody was asked to order last, RETURN the batch of what returns right
   after it, OTHER the second of two moves one of which is to be chosen. */

/* The same for triggers. Checked builds look at all moves, to see that what is not awaited triggers nothing. */
static inline bool event_may_be_awaited(const EventKinds *set, const Event *ev) {
#ifdef GAVEL_CHECKED
  return event_kinds_have(set, ev->kind);
#else
  return event_awaited(set, ev);
#endif
}

/* --- day and night (day.c) --- */

/* Whether an event may make that necessary. */
bool day_concerned(const Event *ev);

/* The kind of counter on the event's object that changes such an event (122.1c, d, h), 0 if there is none. */
Word counter_replacing(const Game *g, const Event *ev);

/* A replacement or prevention effect that could modify an event. */
typedef struct Replacement {
  u64 id; /* the same effect has the same id for the whole batch (614.5) */
  Ref source;
  u32 slot;     /* the object the ability is of; 0 for a floating effect */
  u32 effect;   /* 1 + row of T_EFFECTS, or 0 */
  Word counter; /* the kind of counter that makes it (122.1c, d, h), or 0 */
  AbilityInst inst;
  u8 controller;
  u8 category;    /* 0–4 for 616.1a–e */
  bool commander; /* its owner may put it into the command zone (903.9b) */
} Replacement;

/* They lie on the scratch list from `mark` on until replacements_end, and nothing may be left on top of them. */
typedef struct Replacements {
  u32 mark, count;
  struct AppliedMany *applied; /* while they are looked for, if many have been applied already; see replace.c */
} Replacements;

/* The move to the battlefield a row is or is contained in as counters put on what enters; (u32)-1 if neither. */
u32 entering_row(const Game *g, u32 row);
/* Those that could modify the event of the row now, without the ones that already have. */
void replacements_find(Game *g, u32 row, Replacements *out);
Replacement replacements_get(const Game *g, const Replacements *found, u32 i);
void replacements_end(Game *g, const Replacements *found);
/* Keeps those 616.1a–d say must be chosen from first, and of effects that are alike only one. */
void replacements_restrict(Game *g, u32 row, Replacements *found);
/* Whether what deals damage has a keyword, as it is or last was: said of the rules about that, too (event_expand.c). */
bool damage_source_has(Game *g, Ref source, Word keyword);
/* Whether the event puts a commander into its owner's hand or library, which its owner may replace (903.9b). */
bool commander_may_return(const Game *g, const Event *ev);
/* Applies one: marks it, and pushes the program that changes the event where there is one. */
void replacement_apply(Game *g, u32 row, const Replacement *r);

/* Whether the event can't happen at all (614.17, 101.2). */
bool event_impossible(Game *g, u32 row);
/* Tells listeners why, if a rule or effect says so: what is merely so already, or gone, is not worth telling. */
void event_tell_impossible(Game *g, u32 row);
/* The form of a card that enters just as it is printed, with nothing on the battlefield to change that; else null. */
const CardForm *entering_form(Game *g, u32 slot, const Entry *en);
/* Adds the events this one contains (616.1g) at the end of the batch. */
void event_contain(Game *g, u32 row);

/* --- permanents of several cards (components.c) --- */

/* The second card of a meld pair becomes part of what the first became (EVF_COMPONENT, a move contained in the other's). */
bool happen_component(Game *g, u32 row);
/* The move of the row has made objects of the permanent's further cards, `count` slots on the scratch list from `mark`
   on: each gets an event of its own, which abilities
   see that look for cards and not for the permanent, and can be found as what the permanent became (712.21, 730.3c). */
void components_part(Game *g, u32 row, u32 mark, u32 count);
/* Asks how the cards of a permanent are arranged as it leaves (712.21a, b), from the row in the local BATCH_LO on: true if
   somebody is asked; with step BATCH_ARRANGED components_arranged takes the answer. */
bool components_ask(Game *g, Flow *flow);
Flow components_arranged(Game *g, Frame *f);
/* Whether more than one card represents the object. */
bool has_components(const Game *g, Ref object);

/* --- timestamps of what enters together (timestamps.c) --- */

/* Asks a player in which order objects that are about to enter under that player's control get their timestamps, where
   that can matter (613.7m): true if somebody is asked; with step BATCH_STAMPED timestamps_chosen takes the answer. */
bool timestamps_ask(Game *g, Flow *flow);
Flow timestamps_chosen(Game *g, Frame *f);
/* Gives what has entered by the rows from `base` to below `end` timestamps in that order, by whose turn it is and as was
   chosen. */
void timestamps_arrange(Game *g, u32 base, u32 end);

/* --- permanents that something merged with (merging.c) --- */

/* The object `other` of the event becomes a component of the permanent `object`, the topmost if its amount isn't 0 (730.2). */
bool happen_merge(Game *g, u32 row);
/* Whether some component of a merged permanent can transform, and turning over those that can but for the topmost, which
   the caller turns over as that of any permanent (730.2i). */
bool merged_transforms(Game *g, u32 slot);
void merged_transform(Game *g, u32 slot);
/* The other components are turned face up or face down, or flip, with the permanent (730.2f, 730.2h). */
void merged_turn(Game *g, u32 slot, EventKind kind);
/* Whether a face-down permanent can't be turned up, since an instant or sorcery card represents it (701.40g, 730.2g). */
bool stays_face_down(Game *g, u32 slot);
/* What is about to leave the battlefield is one of the cards that represent it; call it before they part (730.3). */
void merged_parts(Game *g, u32 slot);
/* Effects on an object go on applying to what it becomes (400.7a, 702.140f). */
void effects_follow(Game *g, Ref from, Ref to);

/* Whether it is an Aura entering that nothing says the host of and that could enchant nothing (303.4g). */
bool entering_hostless(Game *g, u32 row);
/* Settles what a permanent enters attached to (entering.c): true if the event is not done with, `*flow` says how to
   go on. With step BATCH_ENCHANTS a player chooses, and entering_host_chosen keeps the answer. */
bool entering_attaches(Game *g, u32 row, Flow *flow);
void entering_host_chosen(Game *g, u32 row);
/* The same for what it enters attacking or blocking, which its controller chooses with step BATCH_FIGHTS (508.4, 509.4). */
bool entering_fights(Game *g, u32 row, Flow *flow);
void entering_opposed_chosen(Game *g, u32 row);

u32 event_chooser(const Game *g, const Event *ev);
void event_row_free(Game *g, u32 row);
void entry_free(Game *g, Heap entry);
void note_list_free(Game *g, Heap notes);
void cast_info_free(Game *g, Heap cast);
Heap entry_copy(Game *g, Heap entry);
/* One more event of the kind has happened. */
void event_count(Game *g, EventKind kind);
void history_add(Game *g, const Event *ev);
/* The history of events that happen at once, the rows from `base` to `end`, where effects count several of them. Those count
   all from the beginning, so that characteristics are computed once; each triggered ability sees the events up to its own.
   While `count` is not 0, each is added with history_next instead of history_add, with nothing else on the scratch list; at
   last comes history_together_end. */
typedef struct HistoryTogether {
  u32 mark, rows; /* on the scratch list */
  u32 count, next;
  u32 stamp;
} HistoryTogether;
void history_together(Game *g, u32 base, u32 end, HistoryTogether *all);
void history_next(Game *g, HistoryTogether *all);
void history_together_end(Game *g, const HistoryTogether *all);
/* Finds the excess damage that permanents are about to be dealt by the events from `base` up to `end` (excess.c). */
void excess_find(Game *g, u32 base, u32 end);

#endif
