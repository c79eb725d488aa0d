/* Reports to a game's listener. */
#include "state/state.h"

void game_listen(Game *g, const Listener *listener) {
  const Listener l = listener ? *listener : (Listener){.user = NULL};
  bool more = l.rule || l.about || l.remark || l.ability || l.held;
  g->listener = more ? listener : NULL;
  g->event_listener = (EventListener){l.event, l.user};
}

void listener_rule(const Game *g, const char *number) {
  if (g->listener->rule) g->listener->rule(g->listener->user, number);
}

void listener_rule_about(const Game *g, const char *number, Ref object) {
  if (g->listener->about)
    g->listener->about(g->listener->user, number, object);
  else
    listener_rule(g, number);
}

void listener_remark(const Game *g, Remark remark, const char *number, const Event *about) {
  if (g->listener->remark) g->listener->remark(g->listener->user, g, remark, number, about);
}
