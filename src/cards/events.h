/* The kinds of event (700.1): everything that happens is one of these, proposed in a batch. */
#ifndef CARDS_EVENTS_H
#define CARDS_EVENTS_H

#include "base/base.h"

/* EV(KIND, "name", "rule") */
#define EVENT_KINDS(EV)                                                                 \
  EV(MOVE, "move", "400.7")     /* a zone change; entering and leaving too */           \
  EV(CREATE, "create", "701.7") /* contains the tokens' entering */                     \
  EV(DRAW, "draw", "121.1")     /* contains the move */                                 \
  EV(DISCARD, "discard", "701.9")                                                       \
  EV(MILL, "mill", "701.17")                                                            \
  EV(SACRIFICE, "sacrifice", "701.21")                                                  \
  EV(DESTROY, "destroy", "701.8")                                                       \
  EV(DAMAGE, "damage", "120.3") /* contains its results */                              \
  EV(GAIN_LIFE, "gain life", "119.3")                                                   \
  EV(LOSE_LIFE, "lose life", "119.3")                                                   \
  EV(PAY_LIFE, "pay life", "119.4") /* contains the loss */                             \
  EV(COUNTERS_PUT, "put counters", "122.6")                                             \
  EV(COUNTERS_REMOVE, "remove counters", "122.1")                                       \
  EV(TAP, "tap", "701.26a")                                                             \
  EV(UNTAP, "untap", "701.26b")                                                         \
  EV(ATTACH, "attach", "701.3a")                                                        \
  EV(UNATTACH, "unattach", "701.3d")                                                    \
  EV(TRANSFORM, "transform", "701.27")                                                  \
  EV(FLIP, "flip", "710.1")                                                             \
  EV(TURN_FACE_UP, "turn face up", "708.7")                                             \
  EV(TURN_FACE_DOWN, "turn face down", "708.2")                                         \
  EV(DESIGNATE, "become what a word says", "701.37b")                                   \
  EV(PHASE_OUT, "phase out", "702.26b")                                                 \
  EV(PHASE_IN, "phase in", "702.26c")                                                   \
  EV(CONTROL, "gain control", "110.2")                                                  \
  EV(ADD_MANA, "add mana", "106.4")                                                     \
  EV(CAST, "cast", "601.2i")                                                            \
  EV(ACTIVATE, "activate", "602.2")                                                     \
  EV(TRIGGER, "trigger", "603.2")                                                       \
  EV(COUNTER, "counter", "701.6")                                                       \
  EV(COPY, "copy a spell", "707.10")                                                    \
  EV(TARGET, "become a target", "601.2c")                                               \
  EV(TURN, "turn begins", "500.1")                                                      \
  EV(STEP, "step begins", "500.6")                                                      \
  EV(ATTACK, "attack", "508.1")                                                         \
  EV(BLOCK, "block", "509.1")                                                           \
  EV(BLOCKED, "become blocked", "509.1h")                                               \
  EV(UNBLOCKED, "attack unblocked", "509.1h")                                           \
  EV(LEAVE_COMBAT, "leave combat", "506.4")                                             \
  EV(SHUFFLE, "shuffle", "701.24")                                                      \
  EV(SEARCH, "search", "701.23")                                                        \
  EV(REVEAL, "reveal", "701.20")                                                        \
  EV(SCRY, "scry", "701.22")                                                            \
  EV(SURVEIL, "surveil", "701.25")                                                      \
  EV(COIN, "flip a coin", "705.1")                                                      \
  EV(DIE, "roll a die", "706.1")                                                        \
  EV(TAPPED_FOR_MANA, "tap for mana", "106.12")                                         \
  EV(WIN, "win the game", "104.2")                                                      \
  EV(LOSE, "lose the game", "104.3")                                                    \
  EV(LEAVE_GAME, "leave the game", "800.4")                                             \
  EV(MONARCH, "become the monarch", "725.1")                                            \
  EV(DAY, "day or night", "731.1")                                                      \
  EV(EXERT, "exert", "701.43a")                                                         \
  EV(ENLIST, "enlist", "702.154c")                                                      \
  EV(GOAD, "goad", "701.15a")                                                           \
  EV(PERMIT, "use a permission", "601.3") /* of those that hold only so often a turn */ \
  EV(VENTURE, "enter a room", "309.5")                                                  \
  EV(COMPLETE, "complete a dungeon", "309.7")                                           \
  EV(INITIATIVE, "take the initiative", "726.1")                                        \
  EV(SPEED, "increase speed", "702.179c")                                               \
  EV(MERGE, "merge", "730.2")                                                           \
  EV(PERFORM, "take a keyword action", "701.1")                                         \
  EV(PROGRAM, "instead", "614.1") /* what a replacement does instead, as actions */

typedef enum EventKind {
  EVENT_NONE,
#define EV(KIND, NAME, RULE) EVENT_##KIND,
  EVENT_KINDS(EV)
#undef EV
      EVENT_KIND_COUNT
} EventKind;

/* Sets of event kinds. The history and the tables of patterns keep a kind in a byte. */
#define EVENT_KIND_WORDS 4
_Static_assert(EVENT_KIND_COUNT <= 64 * EVENT_KIND_WORDS && EVENT_KIND_COUNT <= UINT8_MAX,
               "event kinds are kept in sets of EVENT_KIND_WORDS words, and in bytes");

typedef struct EventKinds {
  u64 word[EVENT_KIND_WORDS];
} EventKinds;

static inline bool event_kinds_have(const EventKinds *set, u32 kind) { return set->word[kind / 64] >> kind % 64 & 1; }

static inline void event_kinds_add(EventKinds *set, u32 kind) { set->word[kind / 64] |= (u64)1 << kind % 64; }

static inline void event_kinds_join(EventKinds *set, const EventKinds *other) {
  for (u32 i = 0; i < EVENT_KIND_WORDS; i++) set->word[i] |= other->word[i];
}

static inline bool event_kinds_none(const EventKinds *set) {
  u64 any = 0;
  for (u32 i = 0; i < EVENT_KIND_WORDS; i++) any |= set->word[i];
  return !any;
}

/* Whether a set has any of `n` kinds. */
static inline bool event_kinds_have_any(const EventKinds *set, const EventKind *kinds, u32 n) {
  bool any = false;
  for (u32 i = 0; i < n; i++) any |= event_kinds_have(set, kinds[i]);
  return any;
}

#endif
