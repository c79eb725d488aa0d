/* Passing on what a game does. */
#include "api/api.h"

static const char *const KINDS[EVENT_KIND_COUNT] = {[EVENT_NONE] = "",
#define EV(KIND, NAME, RULE, APPLICATION) [EVENT_##KIND] = (NAME),
                                                    EVENT_KINDS(EV)
#undef EV
};

const char *api_event_kind(EventKind kind) { return KINDS[kind]; }

const char *gavel_event_kind(uint32_t index) {
  return index < EVENT_KIND_COUNT - 1 ? api_event_kind((EventKind)(index + 1)) : NULL;
}

/* The word an event speaks of; mana is a word outside, and counted from white inside. */
static GavelWord word_of(const Event *event) {
  switch (event->kind) {
    case EVENT_ADD_MANA: return (GavelWord)(W_WHITE + (event->word & 0xff));
    case EVENT_COUNTERS_PUT:
    case EVENT_COUNTERS_REMOVE:
    case EVENT_DESIGNATE:
    case EVENT_PERFORM:
    case EVENT_STEP: return (GavelWord)event->word;
    default: return W_NONE;
  }
}

/* The ability an event is about, 0 for none. */
static u32 ability_of(const Event *event) {
  return event->kind == EVENT_ACTIVATE || event->kind == EVENT_TRIGGER ? event->word : 0;
}

/* The listener's functions may ask the game for what has to be computed first, which changes no
   state. */
static void pass_event(void *user, const Game *g, const Event *event) {
  const ApiGame *api = user;
  GavelEvent out = {
      .kind = api_event_kind((EventKind)event->kind),
      .player = event->player,
      .from = (GavelZone)event->from,
      .to = (GavelZone)event->to,
      .object = event->object,
      .became = event->became,
      .source = event->source,
      .other = event->other,
      .amount = event->amount,
      .word = word_of(event),
      .ability = ability_of(event),
      .combat = event->flags & EVF_COMBAT,
  };
  api->outer.event(api->outer.user, (Game *)(void *)g, &out);
}

static void pass_rule(void *user, const char *number) {
  const ApiGame *api = user;
  api->outer.rule(api->outer.user, number);
}

GavelStatus gavel_game_listen(GavelGame *game, const GavelListener *listener) {
  if (!listener) {
    game->listener = NULL;
    return GAVEL_OK;
  }
  ApiGame *api = api_need(game);
  if (!api) return api_refuse(game, GAVEL_E_MEMORY, "out of memory for a listener");
  api->outer = *listener;
  api->inner =
      (Listener){.user = api, .event = listener->event ? pass_event : NULL, .rule = listener->rule ? pass_rule : NULL};
  game->listener = &api->inner;
  return GAVEL_OK;
}
