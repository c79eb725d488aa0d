/* The kinds of events (700.1). Everything that happens is one of these, proposed in a batch. */
#ifndef CARDS_EVENTS_H
#define CARDS_EVENTS_H

#include "base/base.h"

/* EV(KIND, "name", "rule", APPLIED(FUNCTION), OF(WHO, WORD, AMOUNT, HOLDS)). FUNCTION makes it happen (event_apply.c);
   NOTICED means that it does nothing by itself, and only what contains it, what it contains or what triggers on it
   matters. OF says what the shared fields hold (state/payload.h), and saves are checked by it: whether `player` is
   SOMEBODY or may be nobody, the kind of `word`, whether `amount` is a COUNT, any NUMBER or ROW_1, and what else it
   holds. */
#define EVENT_KINDS(EV)                                                                                               \
  EV(MOVE, "move", "400.7", APPLIED(happen_move),                                                                     \
     OF(ANYBODY, ZONE_1, NOTHING, MAY_ENTER)) /* a zone change, including entering and leaving */                     \
  EV(CREATE, "create", "701.7", NOTICED, OF(SOMEBODY, COUNTER, COUNT, ENTERS)) /* contains the tokens' entering */    \
  EV(DRAW, "draw", "121.1", APPLIED(happen_draw), OF(SOMEBODY, NOTHING, NOTHING, NOTHING)) /* contains the move */    \
  EV(DISCARD, "discard", "701.9", NOTICED, OF(ANYBODY, ABILITY, COUNT, NOTHING))                                      \
  EV(MILL, "mill", "701.17", NOTICED, OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                                        \
  EV(SACRIFICE, "sacrifice", "701.21", NOTICED, OF(ANYBODY, ABILITY, NOTHING, NOTHING))                               \
  EV(DESTROY, "destroy", "701.8", NOTICED, OF(ANYBODY, NOTHING, NOTHING, NOTHING))                                    \
  EV(DAMAGE, "damage", "120.3", APPLIED(happen_damage),                                                               \
     OF(ANYBODY, NOTHING, COUNT, NOTHING)) /* contains its results */                                                 \
  EV(GAIN_LIFE, "gain life", "119.3", APPLIED(happen_life), OF(SOMEBODY, NOTHING, COUNT, NOTHING))                    \
  EV(LOSE_LIFE, "lose life", "119.3", APPLIED(happen_life), OF(SOMEBODY, NOTHING, COUNT, NOTHING))                    \
  EV(PAY_LIFE, "pay life", "119.4", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING)) /* contains the loss */           \
  EV(COUNTERS_PUT, "put counters", "122.6", APPLIED(happen_counters), OF(ANYBODY, COUNTER, COUNT, NOTHING))           \
  EV(COUNTERS_REMOVE, "remove counters", "122.1", APPLIED(happen_counters), OF(ANYBODY, COUNTER, COUNT, NOTHING))     \
  EV(TAP, "tap", "701.26a", APPLIED(happen_tap), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                               \
  EV(UNTAP, "untap", "701.26b", APPLIED(happen_tap), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                           \
  EV(ATTACH, "attach", "701.3a", APPLIED(happen_attach), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                       \
  EV(UNATTACH, "unattach", "701.3d", APPLIED(happen_attach), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                   \
  EV(TRANSFORM, "transform", "701.27", APPLIED(happen_transform), OF(ANYBODY, NOTHING, NUMBER, NOTHING))              \
  EV(FLIP, "flip", "710.1", APPLIED(happen_status), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                            \
  EV(TURN_FACE_UP, "turn face up", "708.7", APPLIED(happen_status), OF(ANYBODY, NOTHING, NOTHING, MAY_ENTER))         \
  EV(TURN_FACE_DOWN, "turn face down", "708.2", APPLIED(happen_status), OF(ANYBODY, NOTHING, NUMBER, NOTHING))        \
  EV(DESIGNATE, "become what a word says", "701.37b", APPLIED(happen_designate), OF(ANYBODY, WORD, NUMBER, NOTHING))  \
  EV(PHASE_OUT, "phase out", "702.26b", APPLIED(happen_phase), OF(ANYBODY, NUMBER, NOTHING, NOTHING))                 \
  EV(PHASE_IN, "phase in", "702.26c", APPLIED(happen_phase), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                   \
  EV(CONTROL, "gain control", "110.2", NOTICED, OF(ANYBODY, NOTHING, NUMBER, NOTHING))                                \
  EV(ADD_MANA, "add mana", "106.4", APPLIED(happen_mana), OF(SOMEBODY, MANA, COUNT, MAY_ACT))                         \
  EV(CAST, "cast", "601.2i", NOTICED,                                                                                 \
     OF(SOMEBODY, NUMBER, COUNT, NOTHING)) /* for that much mana; of all mana spent that way this turn */             \
  EV(ACTIVATE, "activate", "602.2", NOTICED, OF(SOMEBODY, ABILITY, NUMBER, NOTHING))                                  \
  EV(TRIGGER, "trigger", "603.2", NOTICED, OF(SOMEBODY, ABILITY, NUMBER, NOTHING))                                    \
  EV(COUNTER, "counter", "701.6", APPLIED(happen_countered), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                   \
  EV(COPY, "copy a spell", "707.10", NOTICED, OF(ANYBODY, NOTHING, NUMBER, NOTHING))                                  \
  EV(COPIES, "copy a spell so many times", "707.10", NOTICED,                                                         \
     OF(SOMEBODY, NUMBER, COUNT, NOTHING)) /* if that may be replaced */                                              \
  EV(TARGET, "become a target", "601.2c", NOTICED, OF(SOMEBODY, NOTHING, NUMBER, NOTHING))                            \
  EV(TURN, "turn begins", "500.1", NOTICED, OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                                  \
  EV(STEP, "step begins", "500.6", NOTICED, OF(SOMEBODY, STEP, NOTHING, NOTHING))                                     \
  EV(ATTACK, "attack", "508.1", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING))                                       \
  EV(BLOCK, "block", "509.1", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING))                                         \
  EV(BLOCKED, "become blocked", "509.1h", APPLIED(happen_blocked), OF(ANYBODY, NOTHING, COUNT, NOTHING))              \
  EV(UNBLOCKED, "attack unblocked", "509.1h", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING))                         \
  EV(LEAVE_COMBAT, "leave combat", "506.4", APPLIED(happen_leave_combat), OF(ANYBODY, NOTHING, NUMBER, NOTHING))      \
  EV(SHUFFLE, "shuffle", "701.24", APPLIED(happen_shuffle), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                  \
  EV(SEARCH, "search", "701.23", NOTICED, OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                                    \
  EV(REVEAL, "reveal", "701.20", APPLIED(happen_reveal), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                       \
  EV(SCRY, "scry", "701.22", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING))                                          \
  EV(SURVEIL, "surveil", "701.25", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING))                                    \
  EV(COIN, "flip a coin", "705.1", NOTICED, OF(SOMEBODY, WORD, COUNT, NOTHING))                                       \
  EV(DIE, "roll a die", "706.1", NOTICED, OF(SOMEBODY, NOTHING, COUNT, NOTHING))                                      \
  EV(TAPPED_FOR_MANA, "tap for mana", "106.12", NOTICED, OF(SOMEBODY, NUMBER, NUMBER, NOTHING))                       \
  EV(WIN, "win the game", "104.2", APPLIED(happen_end), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                      \
  EV(LOSE, "lose the game", "104.3", APPLIED(happen_end), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                    \
  EV(LEAVE_GAME, "leave the game", "800.4", NOTICED, OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                         \
  EV(MONARCH, "become the monarch", "725.1", APPLIED(happen_monarch), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))        \
  EV(DAY, "day or night", "731.1", APPLIED(happen_day), OF(ANYBODY, NUMBER, COUNT, NOTHING))                          \
  EV(EXERT, "exert", "701.43a", APPLIED(happen_exert), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                       \
  EV(ENLIST, "enlist", "702.154c", NOTICED, OF(ANYBODY, NOTHING, NUMBER, NOTHING))                                    \
  EV(GOAD, "goad", "701.15a", APPLIED(happen_goad), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))                          \
  EV(PERMIT, "use a permission", "601.3", NOTICED,                                                                    \
     OF(ANYBODY, NODE, NUMBER, NOTHING)) /* for effects limited to so many times a turn */                            \
  EV(VENTURE, "enter a room", "309.5", APPLIED(happen_venture), OF(SOMEBODY, NOTHING, COUNT, NOTHING))                \
  EV(COMPLETE, "complete a dungeon", "309.7", APPLIED(happen_complete), OF(SOMEBODY, NOTHING, NOTHING, NOTHING))      \
  EV(INITIATIVE, "take the initiative", "726.1", APPLIED(happen_initiative), OF(SOMEBODY, NOTHING, NOTHING, NOTHING)) \
  EV(SPEED, "increase speed", "702.179c", APPLIED(happen_speed), OF(SOMEBODY, NOTHING, COUNT, NOTHING))               \
  EV(MERGE, "merge", "730.2", APPLIED(happen_merge), OF(ANYBODY, NOTHING, NUMBER, NOTHING))                           \
  EV(PERFORM, "take a keyword action", "701.1", NOTICED, OF(ANYBODY, WORD, NUMBER, NOTHING))                          \
  EV(PROGRAM, "instead", "614.1", NOTICED,                                                                            \
     OF(ANYBODY, NOTHING, ROW_1, ACTS)) /* the actions that a replacement does instead */

typedef enum EventKind {
  EVENT_NONE,
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) EVENT_##KIND,
  EVENT_KINDS(EV)
#undef EV
      EVENT_KIND_COUNT
} EventKind;

/* Sets of event kinds. The history and the tables of patterns store a kind in a byte. */
#define EVENT_KIND_WORDS 4
/* Behind the kinds a set says which moves it has: those to the battlefield, those from it, those from the stack
   elsewhere, and those between other zones. */
enum { MOVES_TO_BATTLEFIELD = 64 * EVENT_KIND_WORDS - 4, MOVES_FROM_BATTLEFIELD, MOVES_FROM_STACK, MOVES_ELSEWHERE };
_Static_assert((int)EVENT_KIND_COUNT <= (int)MOVES_TO_BATTLEFIELD && EVENT_KIND_COUNT <= UINT8_MAX,
               "event kinds are kept in sets of EVENT_KIND_WORDS words, and in bytes");

BYTEWISE_BEGIN
typedef struct EventKinds {
  u64 word[EVENT_KIND_WORDS];
} EventKinds;
BYTEWISE_END

static inline bool event_kinds_have(const EventKinds *set, u32 kind) { return set->word[kind / 64] >> kind % 64 & 1; }

static inline void event_kinds_add(EventKinds *set, u32 kind) { set->word[kind / 64] |= (u64)1 << kind % 64; }

static inline void event_kinds_remove(EventKinds *set, u32 kind) { set->word[kind / 64] &= ~((u64)1 << kind % 64); }

static inline void event_kinds_join(EventKinds *set, const EventKinds *other) {
  for (u32 i = 0; i < EVENT_KIND_WORDS; i++) set->word[i] |= other->word[i];
}

static inline bool event_kinds_none(const EventKinds *set) {
  u64 any = 0;
  for (u32 i = 0; i < EVENT_KIND_WORDS; i++) any |= set->word[i];
  return !any;
}

/* Whether a set contains any of `n` kinds. */
static inline bool event_kinds_have_any(const EventKinds *set, const EventKind *kinds, u32 n) {
  bool any = false;
  for (u32 i = 0; i < n; i++) any |= event_kinds_have(set, kinds[i]);
  return any;
}

#endif
