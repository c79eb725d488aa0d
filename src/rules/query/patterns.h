/* Event patterns: what a trigger, a replacement effect or a question about the past listens for. */
#ifndef RULES_QUERY_PATTERNS_H
#define RULES_QUERY_PATTERNS_H

#include "rules/query/eval.h"

/* Whether what waits for such events may wait for this one. Of moves most wait for those to or from the battlefield. */
static inline bool event_awaited(const EventKinds *set, const Event *ev) {
  if (ev->kind != EVENT_MOVE) return event_kinds_have(set, ev->kind);
  bool to = ev->to == ZONE_BATTLEFIELD, from = ev->from == ZONE_BATTLEFIELD;
  if (to && event_kinds_have(set, MOVES_TO_BATTLEFIELD)) return true;
  u32 moves = from                     ? MOVES_FROM_BATTLEFIELD
              : to                     ? MOVES_TO_BATTLEFIELD
              : ev->from == ZONE_STACK ? MOVES_FROM_STACK
                                       : MOVES_ELSEWHERE;
  return event_kinds_have(set, moves);
}
/* Whether an event (one that happened, or with `would` one that is proposed) matches an EVT node. Filters
   see objects that moved as `e` says: what left as last known information, what entered as it is now. */
bool pattern_matches(const Eval *e, Node pattern, const Event *ev, bool would);
/* The same of what triggers before the event, because it looks back in time (603.10), or of what triggers after. */
bool pattern_matches_now(const Eval *e, Node pattern, const Event *ev, bool before);
/* How often an event that matches makes an ability with this pattern trigger: once for each of the chapters of a Saga
   that it reaches (714.2c), else once. */
u32 pattern_times(const Eval *e, Node pattern, const Event *ev);
/* Of the events of this turn, or the last, that match: their number, the total of their amounts, or to how many
   different objects they happened. */
typedef enum HistoryCounted { COUNT_EVENTS, COUNT_AMOUNTS, COUNT_OBJECTS } HistoryCounted;
i64 history_count(const Eval *e, Node pattern, bool last_turn, HistoryCounted counted);
/* Those of this turn before the first that matches and is about that object. */
i64 history_count_before(const Eval *e, Node pattern, Ref object);

#endif
