/* Reports to public listeners. */
#include "api/api.h"

#include "explain/names.h"
#include "state/objects.h"
#include "state/view.h"

static const char *const KINDS[EVENT_KIND_COUNT] = {[EVENT_NONE] = "",
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) [EVENT_##KIND] = (NAME),
                                                    EVENT_KINDS(EV)
#undef EV
};

const char *api_event_kind(EventKind kind) { return KINDS[kind]; }

const char *gavel_event_kind(uint32_t index) {
  return index < EVENT_KIND_COUNT - 1 ? api_event_kind((EventKind)(index + 1)) : NULL;
}

/* The word of an event; mana is a word outside, and a number from white inside. */
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

/* An object as the listener may know it: a viewer's handle, but none for a card they can't tell from others in the same
   hand. */
static u64 called(const Game *g, u32 reader, Ref ref) {
  if (!reader || ref_is_player(ref)) return reader ? gavel_view_handle(g, reader - 1, ref) : ref;
  u32 slot = object_live(g, ref);
  if (slot && object_row(g, slot)->zone == ZONE_HAND && !view_knows(g, reader - 1, slot)) return 0;
  return gavel_view_handle(g, reader - 1, ref);
}

/* The listener may ask for values that have to be computed first; that changes no state. */
static void pass_event(void *user, const Game *g, const Event *event) {
  const ApiGame *api = user;
  u32 reader = api->reader;
  const GavelTold told = {reader ? event_seen(g, reader, event) : *event, reader};
  bool follows = reader && event->became && !object_live(g, event->object);
  GavelEvent out = {
      .kind = api_event_kind((EventKind)event->kind),
      .player = event->player,
      .from = (GavelZone)event->from,
      .to = (GavelZone)event->to,
      .object = called(g, reader, follows ? event->became : event->object),
      .became = called(g, reader, event->became),
      .source = called(g, reader, event->source),
      .other = called(g, reader, event->other),
      .amount = event->amount,
      .word = word_of(event),
      .combat = event->flags & EVF_COMBAT,
      .told = &told,
  };
  api->outer.event(api->outer.user, (Game *)(void *)g, &out);
}

static void pass_rule(void *user, const char *number) {
  const ApiGame *api = user;
  api->outer.rule(api->outer.user, number);
}

static GavelStatus listen(GavelGame *game, const GavelListener *listener, u32 reader) {
  if (!listener) {
    game_listen(game, NULL);
    return GAVEL_OK;
  }
  ApiGame *api = api_need(game);
  if (!api) return api_refuse(game, GAVEL_E_MEMORY, "out of memory for a listener");
  api->outer = *listener;
  api->reader = reader;
  api->inner = (Listener){
      .user = api, .event = listener->event ? pass_event : NULL, .rule = listener->rule && !reader ? pass_rule : NULL};
  game_listen(game, &api->inner);
  return GAVEL_OK;
}

GavelStatus gavel_game_listen(GavelGame *game, const GavelListener *listener) { return listen(game, listener, 0); }

GavelStatus gavel_view_listen(GavelGame *game, uint32_t viewer, const GavelListener *listener) {
  if (viewer >= core(game)->player_count) return api_refuse(game, GAVEL_E_CHECK, "the viewer isn't one of the players");
  return listen(game, listener, viewer + 1);
}
