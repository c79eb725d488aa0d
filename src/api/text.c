/* Objects, decisions and options in words. */
#include "api/api.h"

#include "explain/names.h"
#include "explain/options.h"
#include "explain/standing.h"
#include "explain/trace.h"
#include "rules/cast/cast.h"
#include "rules/query/query.h"
#include "rules/events/events.h"
#include "state/view.h"

/* Names of players in the library's texts; it knows no others. */
static const Str PLAYERS[] = {
    {"player 0", 8}, {"player 1", 8}, {"player 2", 8}, {"player 3", 8},
    {"player 4", 8}, {"player 5", 8}, {"player 6", 8}, {"player 7", 8},
};
_Static_assert(COUNT_OF(PLAYERS) == PLAYERS_CAP, "every player has a name");

/* Texts for the referee have no particular reader. */
enum { REFEREE = 0 };
static u32 reader(u32 viewer) { return viewer + 1; }

/* A text about a game under construction; it is made inside game_protect. */
typedef struct Wording {
  Text text;
  Names names;
  Ref ref;
  u32 index;
} Wording;

static void settle(Game *g, void *user) {
  (void)user;
  layers_update(g);
}

/* Runs `body` on a Wording and copies out the text. While the game runs, objects have the names they had when
   characteristics were last computed. */
static size_t word(Game *g, GameBody *body, u32 reader, Ref ref, u32 index, char *out, size_t size) {
  Wording w = {.ref = ref, .index = index, .names = {.players = PLAYERS, .reader = reader, .language = g->language}};
  text_init(&w.text, g->allocator);
  if (!g->running) game_protect(g, settle, NULL);
  if (game_protect(g, body, &w)) text_clear(&w.text);
  return api_text_out(&w.text, out, size);
}

/* --- names --------------------------------------------------------------------------------- */

static Str name_text(const Game *g, StrId name) { return intern_text(&g->db->names, name); }

static void add_name(Game *g, const Names *names, Ref ref, Text *out) {
  bool nobody = ref_is_player(ref) && ref_slot(ref) >= core(g)->player_count;
  if (ref == REF_NONE || nobody) return;
  name_ref(g, names, ref, out);
}

static void name_body(Game *g, void *user) {
  Wording *w = user;
  add_name(g, &w->names, w->ref, &w->text);
}

size_t gavel_game_name(GavelGame *game, GavelRef ref, char *out, size_t size) {
  return word(game, name_body, REFEREE, ref, 0, out, size);
}

size_t gavel_view_name(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size) {
  return word(game, name_body, reader(viewer), gavel_view_ref(game, viewer, handle), 0, out, size);
}

/* --- type lines ---------------------------------------------------------------------------- */

size_t gavel_game_type_line(GavelGame *game, GavelRef ref, char *out, size_t size) {
  Text text;
  Chars c;
  text_init(&text, game->allocator);
  if (api_chars(game, ref, &c)) type_line_say(&c, STANDING_SUBTYPES, &text);
  return api_text_out(&text, out, size);
}

size_t gavel_view_type_line(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size) {
  return gavel_game_type_line(game, api_ref_in_sight(game, viewer, handle), out, size);
}

size_t gavel_game_mana_cost(GavelGame *game, GavelRef ref, char *out, size_t size) {
  Text text;
  Chars c;
  text_init(&text, game->allocator);
  if (api_chars(game, ref, &c) && c.mana_cost) mana_cost_print(&game->db->costs.data[c.mana_cost], &text);
  return api_text_out(&text, out, size);
}

size_t gavel_view_mana_cost(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size) {
  return gavel_game_mana_cost(game, api_ref_in_sight(game, viewer, handle), out, size);
}

/* --- abilities ----------------------------------------------------------------------------- */

/* Appends the ability as the object has it, or nothing. */
static void add_ability(Game *g, Ref ref, u32 index, Text *out) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!slot || index >= ability_count(g, slot)) return;
  StrId name = chars_of(g, slot)->name;
  ability_words(g->db, ability_get(g, slot, index).ability, name, out);
}

static void ability_body(Game *g, void *user) {
  Wording *w = user;
  add_ability(g, w->ref, w->index, &w->text);
}

size_t gavel_game_ability_text(GavelGame *game, GavelRef ref, uint32_t ability, char *out, size_t size) {
  return word(game, ability_body, REFEREE, ref, ability, out, size);
}

static void rules_text_body(Game *g, void *user) {
  Wording *w = user;
  u32 slot = ref_is_player(w->ref) ? 0 : object_live(g, w->ref);
  if (!slot) return;
  const Object o = *object_row(g, slot);
  if (o.kind != OBJECT_ABILITY || o.zone != ZONE_STACK || !o.ext) {
    rules_text_say(g, slot, &w->text);
    return;
  }
  const StackItem *item = stack_item_of(g, slot);
  if (!item->ability) return;
  ability_words(g->db, item->ability, name_of(g, item->source), &w->text);
  text_join_lines(&w->text, 0);
  text_addc(&w->text, '\n');
}

size_t gavel_game_rules_text(GavelGame *game, GavelRef ref, char *out, size_t size) {
  return word(game, rules_text_body, REFEREE, ref, 0, out, size);
}

size_t gavel_view_rules_text(GavelGame *game, uint32_t viewer, GavelHandle handle, char *out, size_t size) {
  return gavel_game_rules_text(game, api_ref_in_sight(game, viewer, handle), out, size);
}

/* --- standing ------------------------------------------------------------------------------ */

static void standing_body(Game *g, void *user) {
  Wording *w = user;
  u32 slot = ref_is_player(w->ref) ? 0 : object_live(g, w->ref);
  if (slot) standing_say(g, &w->names, slot, STANDING_BOARD | (w->index ? STANDING_TYPES : 0), &w->text);
}

size_t gavel_game_standing(GavelGame *game, GavelRef ref, bool types, char *out, size_t size) {
  return word(game, standing_body, REFEREE, ref, types, out, size);
}

size_t gavel_view_standing(GavelGame *game, uint32_t viewer, GavelHandle handle, bool types, char *out, size_t size) {
  return word(game, standing_body, reader(viewer), api_ref_in_sight(game, viewer, handle), types, out, size);
}

static void copied_body(Game *g, void *user) {
  Wording *w = user;
  u32 slot = ref_is_player(w->ref) ? 0 : object_live(g, w->ref);
  StrId copied = slot ? copied_name(g, object_row(g, slot)) : 0;
  if (copied) text_add(&w->text, intern_text(&g->db->names, copied));
}

size_t gavel_game_copied_name(GavelGame *game, GavelRef ref, char *out, size_t size) {
  return word(game, copied_body, REFEREE, ref, 0, out, size);
}

/* --- decisions ----------------------------------------------------------------------------- */

static void phrase_ref(void *user, Game *g, Ref ref, Text *out) {
  const Names *names = user;
  add_name(g, names, ref, out);
}

static Str phrase_name(void *user, const Game *g, StrId name) {
  (void)user;
  return name_text(g, name);
}

static void phrase_ability(void *user, Game *g, AbilityInst inst, Ref source, Text *out) {
  (void)user;
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, source);
  ability_words(g->db, inst.ability, c ? c->name : 0, out);
}

static Phrasing phrasing_of(Names *names) {
  return (Phrasing){
      .user = names, .ref = phrase_ref, .name = phrase_name, .ability = phrase_ability, .language = names->language};
}

static void decision_body(Game *g, void *user) {
  Wording *w = user;
  Text *out = &w->text;
  const Phrasing phrasing = phrasing_of(&w->names);
  const Decision d = core(g)->decision;
  text_addf(out, "player %u", d.player);
  if (d.for_player != d.player)
    text_addf(out, "%splayer %u", sentence_text(w->names.language, SENTENCE_ASKED_OF), d.for_player);
  text_adds(out, ": ");
  question_words(g, &phrasing, out);
}

static size_t nothing(char *out, size_t size) {
  if (size > 0) out[0] = 0;
  return 0;
}

size_t gavel_game_decision_text(GavelGame *game, char *out, size_t size) {
  if (!api_asks(game)) return nothing(out, size);
  return word(game, decision_body, REFEREE, REF_NONE, 0, out, size);
}

size_t gavel_view_decision_text(GavelGame *game, uint32_t viewer, char *out, size_t size) {
  if (!api_asks(game) || !view_decides(game, viewer)) return nothing(out, size);
  return word(game, decision_body, reader(viewer), REF_NONE, 0, out, size);
}

/* --- options ------------------------------------------------------------------------------- */

static void option_body(Game *g, void *user) {
  Wording *w = user;
  const Option option = *row_OPTIONS(g, w->index);
  const Phrasing phrasing = phrasing_of(&w->names);
  option_words(g, &option, &phrasing, &w->text);
}

size_t gavel_game_option_text(GavelGame *game, uint32_t option, char *out, size_t size) {
  if (!api_asks(game) || option >= count_of(game, T_OPTIONS)) return nothing(out, size);
  return word(game, option_body, REFEREE, REF_NONE, option, out, size);
}

size_t gavel_view_option_text(GavelGame *game, uint32_t viewer, uint32_t option, char *out, size_t size) {
  if (!api_asks(game) || !view_decides(game, viewer) || option >= count_of(game, T_OPTIONS)) return nothing(out, size);
  return word(game, option_body, reader(viewer), REF_NONE, option, out, size);
}

static void mana_body(Game *g, void *user) {
  Wording *w = user;
  const Option option = *row_OPTIONS(g, w->index);
  u32 slot = option.kind == OPTION_ACTIVATE ? object_live(g, option.ref) : 0;
  if (!slot || option.a >= ability_count(g, slot)) return;
  if (carddb_ability(g->db, ability_get(g, slot, option.a).ability)->flags & ABILITY_MANA) w->ref = option.ref;
}

bool gavel_game_option_is_mana(GavelGame *game, uint32_t option) {
  Wording w = {.index = option};
  if (!api_asks(game) || option >= count_of(game, T_OPTIONS)) return false;
  return !game_protect(game, mana_body, &w) && w.ref;
}

/* --- events -------------------------------------------------------------------------------- */

typedef struct EventWording {
  Text text;
  const GavelTold *told;
} EventWording;

static void event_body(Game *g, void *user) {
  EventWording *w = user;
  const Names names = {.players = PLAYERS, .reader = w->told->reader, .language = g->language};
  event_say(g, &names, &w->told->event, &w->text);
}

size_t gavel_event_text(GavelGame *game, const GavelEvent *event, char *out, size_t size) {
  EventWording w = {.told = event->told};
  text_init(&w.text, game->allocator);
  if (!event->told || game_protect(game, event_body, &w)) text_clear(&w.text);
  return api_text_out(&w.text, out, size);
}
