/* The board and the pending decision in JSON, made only with functions of gavel/gavel.h. */
#include "api/session.h"

#include "rules/turn/turn.h"
#include "state/view.h"

typedef struct Board {
  ScenarioRun *run; /* the session's run, for the names of players and objects; null for a game by itself */
  GavelAllocator allocator;
  GavelGame *game;
  u32 viewer;
  Text *out;
} Board;

/* --- pieces ---------------------------------------------------------------------------------- */

typedef size_t Worded(GavelGame *game, GavelRef ref, char *out, size_t size);

static void json_field(const Board *b, const char *key, const char *data, size_t length) {
  text_addf(b->out, ",\"%s\":", key);
  text_addj(b->out, (Str){data, (u32)length});
}

/* Writes a text from a function of the header as a field. */
static void json_worded(const Board *b, const char *key, Worded *worded, GavelRef ref) {
  char most[1024];
  GavelAllocator a = b->allocator;
  size_t length = worded(b->game, ref, most, sizeof most);
  if (length && length < sizeof most) json_field(b, key, most, length);
  if (length < sizeof most) return;
  char *data = a.resize(a.user, NULL, 0, length + 1);
  if (!data) return;
  worded(b->game, ref, data, length + 1);
  json_field(b, key, data, length);
  a.resize(a.user, data, length + 1, 0);
}

/* Writes a reference as the viewer's handle. */
static void json_ref(const Board *b, const char *key, GavelRef ref) {
  u64 shown = b->viewer == GAVEL_NO_PLAYER ? ref : gavel_view_handle(b->game, b->viewer, ref);
  if (ref) text_addf(b->out, ",\"%s\":\"%llu\"", key, (unsigned long long)shown);
}

static void json_flag(const Board *b, const char *key, bool flag) {
  if (flag) text_addf(b->out, ",\"%s\":true", key);
}

static void json_counters(const Board *b, u32 first) {
  bool any = false;
  for (u32 c = first; c; c = row_COUNTERS(b->game, c)->next) {
    text_adds(b->out, any ? "," : ",\"counters\":{");
    any = true;
    text_addj(b->out, word_text(row_COUNTERS(b->game, c)->kind));
    text_addf(b->out, ":%lld", (long long)row_COUNTERS(b->game, c)->n);
  }
  if (any) text_addc(b->out, '}');
}

/* --- objects --------------------------------------------------------------------------------- */

static void json_values(const Board *b, GavelRef ref) {
  GavelCharacteristics c;
  if (!gavel_game_characteristics(b->game, ref, &c)) return;
  json_worded(b, "name", gavel_game_name, ref);
  json_worded(b, "types", gavel_game_type_line, ref);
  json_worded(b, "cost", gavel_game_mana_cost, ref);
  json_worded(b, "text", gavel_game_rules_text, ref);
  text_addf(b->out, ",\"colors\":%u", c.colors);
  if (c.has_power_toughness)
    text_addf(b->out, ",\"power\":%lld,\"toughness\":%lld", (long long)c.power, (long long)c.toughness);
}

static void json_object(const Board *b, GavelRef ref) {
  GavelObject o;
  bool known = b->viewer == GAVEL_NO_PLAYER || gavel_view_knows(b->game, b->viewer, ref);
  if (!gavel_game_object(b->game, ref, &o)) return;
  bool open = zone_is_open((Zone)o.zone);
  text_adds(b->out, "{\"zone\":");
  text_addj(b->out, o.zone < GAVEL_ZONE_NONE ? word_text(zone_word((Zone)o.zone)) : STR("nowhere"));
  text_addf(b->out, ",\"owner\":%u,\"controller\":%u", o.owner, o.controller);
  json_ref(b, "ref", ref);
  if (!known) json_flag(b, "hidden", true);
  if (known || open) json_values(b, ref);
  if (known) {
    Text words;
    text_init(&words, b->allocator);
    if (b->run) live_words(b->run, ref, &words);
    if (words.length) {
      text_adds(b->out, ",\"words\":");
      text_addj(b->out, text_str(&words));
    }
    text_free(&words);
  }
  json_flag(b, "token", o.kind == GAVEL_OBJECT_TOKEN);
  json_flag(b, "ability", o.kind == GAVEL_OBJECT_ABILITY);
  json_flag(b, "tapped", o.status & GAVEL_STATUS_TAPPED);
  json_flag(b, "flipped", o.status & GAVEL_STATUS_FLIPPED);
  json_flag(b, "face_down", o.status & GAVEL_STATUS_FACE_DOWN);
  json_flag(b, "phased_out", o.status & GAVEL_STATUS_PHASED_OUT);
  json_flag(b, "summoning_sick", o.summoning_sick);
  if (o.damage) text_addf(b->out, ",\"damage\":%lld", (long long)o.damage);
  json_counters(b, object_row(b->game, ref_slot(ref))->counters);
  json_ref(b, "attached_to", o.attached_to);
  json_ref(b, "attacking", o.attacking);
  json_ref(b, "source", b->viewer == GAVEL_NO_PLAYER ? o.source : view_referred(b->game, b->viewer, o.source));
  text_addc(b->out, '}');
}

/* Writes the objects of a zone; hands that the viewer doesn't see come in an order that reveals nothing. */
static void json_zone(const Board *b, GavelZone zone, u32 player, bool *first) {
  GavelAllocator a = b->allocator;
  u32 count = gavel_game_zone_count(b->game, zone, player);
  u64 *refs = count ? a.resize(a.user, NULL, 0, count * sizeof *refs) : NULL;
  if (!refs) return;
  bool all = b->viewer == GAVEL_NO_PLAYER;
  if (all)
    gavel_game_zone(b->game, zone, player, refs, count);
  else
    gavel_view_zone(b->game, b->viewer, zone, player, refs, count);
  for (u32 i = 0; i < count; i++) {
    if (!*first) text_addc(b->out, ',');
    *first = false;
    json_object(b, all ? refs[i] : gavel_view_ref(b->game, b->viewer, refs[i]));
  }
  a.resize(a.user, refs, count * sizeof *refs, 0);
}

/* --- the whole ------------------------------------------------------------------------------- */

static void json_player(const Board *b, u32 player) {
  GavelPlayer p = gavel_game_player(b->game, player);
  text_adds(b->out, player ? ",{\"name\":" : "{\"name\":");
  if (b->run)
    text_addj(b->out, live_player(b->run, player));
  else
    text_addf(b->out, "\"player %u\"", player);
  u32 left = gavel_game_zone_count(b->game, GAVEL_ZONE_LIBRARY, player);
  text_addf(b->out, ",\"life\":%lld,\"library\":%u,\"hand\":%u,\"mana\":[", (long long)p.life, left, p.hand);
  for (u32 kind = 0; kind < 6; kind++)
    text_addf(b->out, "%s%lld", kind ? "," : "",
              (long long)gavel_game_mana(b->game, player, (GavelWord)(W_WHITE + kind)));
  text_addc(b->out, ']');
  json_counters(b, core(b->game)->players[player].counters);
  json_flag(b, "won", p.won);
  json_flag(b, "lost", p.lost);
  json_flag(b, "monarch", p.monarch);
  json_flag(b, "initiative", p.initiative);
  text_addc(b->out, '}');
}

static size_t question_words(GavelGame *game, GavelRef none, char *out, size_t size) {
  (void)none;
  return gavel_game_decision_text(game, out, size);
}

static size_t option_words(GavelGame *game, GavelRef option, char *out, size_t size) {
  GavelDecision d;
  bool asked = gavel_game_decision(game, &d);
  return asked ? gavel_view_option_text(game, d.player, (u32)option, out, size) : 0;
}

/* Writes the text of the question, or of one of its options. */
static void json_said(const Board *b, bool option, u32 index) {
  Text text;
  if (!b->run) {
    json_worded(b, "text", option ? option_words : question_words, index);
    return;
  }
  text_init(&text, b->allocator);
  if (option)
    live_option(b->run, index, false, &text);
  else
    live_question(b->run, &text);
  if (text.length) json_field(b, "text", text.data, text.length);
  text_free(&text);
}

/* Writes the pending decision; players who don't decide see only that the game waits. */
static void json_question(const Board *b) {
  GavelDecision d;
  bool asks =
      b->viewer == GAVEL_NO_PLAYER ? gavel_game_decision(b->game, &d) : gavel_view_decision(b->game, b->viewer, &d);
  if (!asks) return;
  if (d.kind == GAVEL_DECISION_WAITING) {
    text_adds(b->out, ",\"waits\":true");
    return;
  }
  bool combat = d.kind == GAVEL_DECISION_ATTACKER || d.kind == GAVEL_DECISION_BLOCKER;
  text_addf(b->out, ",\"question\":{\"player\":%u,\"kind\":%u", d.player, (u32)d.kind);
  json_said(b, false, 0);
  text_adds(b->out, ",\"options\":[");
  for (u32 i = 0; i < d.option_count; i++) {
    const GavelOption option = gavel_game_options(b->game)[i];
    text_addf(b->out, "%s{\"kind\":%u", i ? "," : "", option.kind);
    json_said(b, true, i);
    json_ref(b, "ref", option.ref);
    if (combat && option.kind == GAVEL_OPTION_REF) json_ref(b, "to", (GavelRef)option.n);
    json_flag(b, "mana", gavel_game_option_is_mana(b->game, i));
    text_addc(b->out, '}');
  }
  text_adds(b->out, "]}");
}

static size_t board_write(ScenarioRun *run, GavelGame *game, u32 viewer, GavelAllocator allocator, char *out,
                          size_t size) {
  Text text;
  Board b = {run, allocator, game, viewer, &text};
  text_init(&text, allocator);
  if (!game || game->failed) return api_text_out(&text, out, size);
  GavelSituation now = gavel_game_situation(game);
  if (viewer != GAVEL_NO_PLAYER && viewer >= now.player_count) return api_text_out(&text, out, size);
  text_addf(&text, "{\"turn\":%u,\"step\":", now.turn);
  text_addj(&text, word_text(step_now(b.game)));
  text_addf(&text, ",\"active\":%u", now.active);
  if (now.priority != GAVEL_NO_PLAYER) text_addf(&text, ",\"priority\":%u", now.priority);
  json_flag(&b, "over", now.over);
  text_adds(&text, ",\"players\":[");
  for (u32 p = 0; p < now.player_count; p++) json_player(&b, p);
  text_adds(&text, "],\"objects\":[");
  bool first = true;
  static const GavelZone SHARED[] = {GAVEL_ZONE_BATTLEFIELD, GAVEL_ZONE_STACK, GAVEL_ZONE_EXILE, GAVEL_ZONE_COMMAND,
                                     GAVEL_ZONE_ANTE};
  static const GavelZone OWN[] = {GAVEL_ZONE_HAND, GAVEL_ZONE_GRAVEYARD, GAVEL_ZONE_OUTSIDE};
  for (u32 z = 0; z < COUNT_OF(SHARED); z++) json_zone(&b, SHARED[z], 0, &first);
  for (u32 z = 0; z < COUNT_OF(OWN); z++)
    for (u32 p = 0; p < now.player_count; p++) json_zone(&b, OWN[z], p, &first);
  text_addc(&text, ']');
  json_question(&b);
  text_addc(&text, '}');
  return api_text_out(&text, out, size);
}

size_t gavel_session_board(const GavelSession *session, uint32_t viewer, char *out, size_t size) {
  return board_write(session->now->run, gavel_session_game(session), viewer, session->def.allocator, out, size);
}

size_t gavel_view_board(GavelGame *game, uint32_t viewer, char *out, size_t size) {
  return board_write(NULL, game, viewer, game->allocator, out, size);
}
