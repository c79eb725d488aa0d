/* Objects, decisions and options in words. */
#include "api/api.h"

#include "explain/names.h"
#include "explain/trace.h"
#include "rules/cast/casting.h"
#include "rules/query/layers/layers.h"
#include "rules/events/rooms.h"

/* A text under construction about a game: what is worked out inside game_protect. */
typedef struct Wording {
  Text text;
  Ref ref;
  u32 index;
} Wording;

static void settle(Game *g, void *user) {
  (void)user;
  layers_update(g);
}

/* Runs `body` on a Wording and hands out the text. While the game runs objects are called as they
   were when characteristics were last computed. */
static size_t word(Game *g, GameBody *body, Ref ref, u32 index, char *out, size_t size) {
  Wording w = {.ref = ref, .index = index};
  text_init(&w.text, g->allocator);
  if (!g->running) game_protect(g, settle, NULL);
  if (game_protect(g, body, &w)) text_clear(&w.text);
  return api_text_out(&w.text, out, size);
}

/* --- names --------------------------------------------------------------------------------- */

static Str name_text(const Game *g, StrId name) { return intern_text(&g->db->names, name); }

/* What players are called in texts of the library: it knows no other names of theirs. */
static const Str PLAYERS[] = {
    {"player 0", 8}, {"player 1", 8}, {"player 2", 8}, {"player 3", 8},
    {"player 4", 8}, {"player 5", 8}, {"player 6", 8}, {"player 7", 8},
};
_Static_assert(COUNT_OF(PLAYERS) == PLAYERS_CAP, "every player has a name");

static void add_name(Game *g, Ref ref, Text *out) {
  bool nobody = ref_is_player(ref) && ref_slot(ref) >= core(g)->player_count;
  if (ref == REF_NONE || nobody) return;
  name_ref(g, PLAYERS, ref, out);
}

static void name_body(Game *g, void *user) {
  Wording *w = user;
  add_name(g, w->ref, &w->text);
}

size_t gavel_game_name(GavelGame *game, GavelRef ref, char *out, size_t size) {
  return word(game, name_body, ref, 0, out, size);
}

/* --- type lines ---------------------------------------------------------------------------- */

/* In the order in which cards print them (205.2, 205.4). */
static const Word PRINTED_TYPES[] = {W_KINDRED,  W_ENCHANTMENT,  W_ARTIFACT, W_LAND,    W_BATTLE,
                                     W_CREATURE, W_PLANESWALKER, W_INSTANT,  W_SORCERY, W_CONSPIRACY,
                                     W_DUNGEON,  W_PHENOMENON,   W_PLANE,    W_SCHEME,  W_VANGUARD};

static void add_capitalized(Word w, Text *out) {
  Str text = word_text(w);
  bool lower = text.data[0] >= 'a' && text.data[0] <= 'z';
  if (out->length > 0) text_addc(out, ' ');
  text_addf(out, "%c", lower ? text.data[0] - 'a' + 'A' : text.data[0]);
  text_add(out, (Str){text.data + 1, text.length - 1});
}

static void add_type_line(const Chars *c, Text *out) {
  for (u32 w = W_BASIC; w <= W_WORLD; w++)
    if (c->supertypes >> supertype_bit((Word)w) & 1) add_capitalized((Word)w, out);
  for (u32 i = 0; i < COUNT_OF(PRINTED_TYPES); i++)
    if (c->types >> type_bit(PRINTED_TYPES[i]) & 1) add_capitalized(PRINTED_TYPES[i], out);
  Word first = word_first(WC_SUBTYPE);
  bool dash = false;
  for (u32 i = 0; i < word_count(WC_SUBTYPE); i++) {
    if (!chars_subtype(c, (Word)(first + i))) continue;
    if (!dash) text_adds(out, " \xe2\x80\x94");
    dash = true;
    add_capitalized((Word)(first + i), out);
  }
}

size_t gavel_game_type_line(GavelGame *game, GavelRef ref, char *out, size_t size) {
  Text text;
  Chars c;
  text_init(&text, game->allocator);
  if (api_chars(game, ref, &c)) add_type_line(&c, &text);
  return api_text_out(&text, out, size);
}

size_t gavel_game_mana_cost(GavelGame *game, GavelRef ref, char *out, size_t size) {
  Text text;
  Chars c;
  text_init(&text, game->allocator);
  if (api_chars(game, ref, &c) && c.mana_cost) mana_cost_print(&game->db->costs.data[c.mana_cost], &text);
  return api_text_out(&text, out, size);
}

/* --- abilities ----------------------------------------------------------------------------- */

/* The ability as the object has it, or nothing. */
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
  return word(game, ability_body, ref, ability, out, size);
}

/* The abilities an object has now, one a line; a keyword stands for those that its rules give. */
static void add_rules_text(Game *g, u32 slot, Text *out) {
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    u32 ability = ability_get(g, slot, i).ability, from = out->length;
    ability_words(g->db, ability, chars_of(g, slot)->name, out);
    text_join_lines(out, from);
    if (out->length > from) text_addc(out, '\n');
    i += carddb_ability(g->db, ability)->expansion_count;
  }
}

static void rules_text_body(Game *g, void *user) {
  Wording *w = user;
  u32 slot = ref_is_player(w->ref) ? 0 : object_live(g, w->ref);
  if (!slot) return;
  const Object o = *object_row(g, slot);
  if (o.kind != OBJECT_ABILITY || o.zone != ZONE_STACK || !o.ext) {
    add_rules_text(g, slot, &w->text);
    return;
  }
  const StackItem *item = stack_item_of(g, slot);
  if (!item->ability) return;
  ability_words(g->db, item->ability, name_of(g, item->source), &w->text);
  text_join_lines(&w->text, 0);
  text_addc(&w->text, '\n');
}

size_t gavel_game_rules_text(GavelGame *game, GavelRef ref, char *out, size_t size) {
  return word(game, rules_text_body, ref, 0, out, size);
}

/* --- decisions ----------------------------------------------------------------------------- */

static const char *const DECISIONS[DECISION_KIND_COUNT] = {[DECISION_NONE] = "",
#define DK(KIND, NAME) [DECISION_##KIND] = (NAME),
                                                           DECISION_KINDS(DK)
#undef DK
};

static void decision_body(Game *g, void *user) {
  Text *out = &((Wording *)user)->text;
  const Decision d = core(g)->decision;
  text_addf(out, "player %u", d.player);
  if (d.for_player != d.player) text_addf(out, " for player %u", d.for_player);
  text_addf(out, ": %s", DECISIONS[d.kind]);
  if (d.source) {
    text_adds(out, ", for ");
    add_name(g, d.source, out);
  }
  if (g->decision_rule && g->decision_rule[0]) text_addf(out, " (%s)", g->decision_rule);
}

size_t gavel_game_decision_text(GavelGame *game, char *out, size_t size) {
  if (api_asks(game)) return word(game, decision_body, REF_NONE, 0, out, size);
  if (size > 0) out[0] = 0;
  return 0;
}

/* --- options ------------------------------------------------------------------------------- */

/* What comes before the name of what is cast, and what behind it, by the way it is cast. */
static void add_cast(Game *g, const Option *option, Text *out) {
  CastMethod m = option->a;
  StrId name = method_shape(m) == SHAPE_NORMAL ? method_name(g, option->ref, m) : 0;
  text_adds(out, "cast ");
  if (name) {
    text_add(out, name_text(g, name));
  } else {
    add_name(g, option->ref, out);
  }
  if (method_shape(m) == SHAPE_MORPH || method_shape(m) == SHAPE_DISGUISE) text_adds(out, " face down");
  if (method_prototyped(g, option->ref, m)) text_adds(out, " prototyped");
  if (method_way(m) == WAY_FREE) text_adds(out, " without paying its mana cost");
  if (method_way(m) > WAY_MANA_COST && method_way(m) < WAY_FREE) text_adds(out, " for another cost");
}

/* Whose an object is, where it is not of whoever decides, or where it lies, where that is a graveyard or exile. */
static void add_whose(const Game *g, Ref ref, Text *out) {
  u32 slot = ref_is_player(ref) ? 0 : object_live(g, ref);
  if (!slot) return;
  const Object *o = object_row(g, slot);
  bool shared = o->zone == ZONE_BATTLEFIELD || o->zone == ZONE_STACK;
  u32 whose = shared ? o->controller : o->owner;
  bool others = whose != core(g)->decision.for_player;
  if (o->zone == ZONE_GRAVEYARD || o->zone == ZONE_EXILE)
    text_adds(out, o->zone == ZONE_EXILE ? " in exile" : others ? " in the graveyard" : " in your graveyard");
  if (others) text_addf(out, " of player %u", whose);
}

/* An option that is an object or player, with what it attacks or blocks. */
static void add_ref_option(Game *g, const Option *option, Text *out) {
  u32 kind = core(g)->decision.kind;
  if (kind == DECISION_BAND) text_adds(out, "in a band with ");
  add_name(g, option->ref, out);
  add_whose(g, option->ref, out);
  if ((kind != DECISION_ATTACKER && kind != DECISION_BLOCKER) || !option->n) return;
  text_adds(out, kind == DECISION_ATTACKER ? " attacks " : " blocks ");
  add_name(g, (Ref)option->n, out);
}

static void add_ability_option(Game *g, const Option *option, Text *out) {
  add_name(g, option->ref, out);
  if (option->a == 0 || option->a >= g->db->abilities.count) return;
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, option->ref);
  text_adds(out, ": ");
  u32 from = out->length;
  ability_words(g->db, option->a, c ? c->name : 0, out);
  text_join_lines(out, from);
}

/* One of several alternatives in words, a mode or a cost. */
static void add_alternative(Game *g, const Option *option, Text *out) {
  u32 from = out->length;
  u32 ability = asking_ability(g);
  Str says = option->kind == OPTION_MODE && ability ? says_mode(carddb_says(g->db, ability), (u32)option->n) : (Str){0};
  if (says.length)
    text_add(out, says);
  else if (option->a)
    node_english(g->db, ability, option->a, out);
  if (out->length == from) text_addf(out, "mode %lld", (long long)option->n);
  text_join_lines(out, from);
}

static void add_option(Game *g, const Option *option, Text *out) {
  static const char *const PLAIN[] = {
      [OPTION_PASS] = "pass", [OPTION_YES] = "yes", [OPTION_NO] = "no", [OPTION_DONE] = "done"};
  switch ((OptionKind)option->kind) {
    case OPTION_PASS:
    case OPTION_YES:
    case OPTION_NO:
    case OPTION_DONE: text_adds(out, PLAIN[option->kind]); return;
    case OPTION_REF: add_ref_option(g, option, out); return;
    case OPTION_NUMBER:
      text_addf(out, "%lld", (long long)option->n);
      if (!option->ref) return;
      text_adds(out, " to ");
      add_name(g, option->ref, out);
      return;
    case OPTION_WORD: text_add(out, word_text(option->word)); return;
    case OPTION_NAME: text_add(out, name_text(g, option->a)); return;
    case OPTION_MODE:
    case OPTION_NODE: add_alternative(g, option, out); return;
    case OPTION_CAST: add_cast(g, option, out); return;
    case OPTION_PLAY:
      text_adds(out, "play ");
      add_name(g, option->ref, out);
      return;
    case OPTION_ACTIVATE:
      text_adds(out, "activate ");
      add_name(g, option->ref, out);
      text_adds(out, ": ");
      add_ability(g, option->ref, option->a, out);
      return;
    case OPTION_SPECIAL:
      text_adds(out, option->a == SPECIAL_TURN_UP ? "turn face up: " : "unlock ");
      if (option->a == SPECIAL_UNLOCK) {
        text_add(out, name_text(g, half_name(g, ref_slot(option->ref), (u32)option->n)));
        text_adds(out, ": ");
      }
      add_name(g, option->ref, out);
      return;
    case OPTION_ABILITY: add_ability_option(g, option, out); return;
    case OPTION_LIFE: text_adds(out, "pay life"); return;
    case OPTION_MANA:
      if (option->word)
        text_addf(out, "pay %s mana", word_text(option->word).data);
      else
        text_addf(out, "pay {%u}", option->a);
      return;
  }
}

static void option_body(Game *g, void *user) {
  Wording *w = user;
  const Option option = *row_OPTIONS(g, w->index);
  add_option(g, &option, &w->text);
}

size_t gavel_game_option_text(GavelGame *game, uint32_t option, char *out, size_t size) {
  if (api_asks(game) && option < count_of(game, T_OPTIONS)) return word(game, option_body, REF_NONE, option, out, size);
  if (size > 0) out[0] = 0;
  return 0;
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

/* Inside, mana is counted from white. */
static u32 word_inside(EventKind kind, GavelWord word) {
  return kind == EVENT_ADD_MANA && word >= W_WHITE ? (u32)(word - W_WHITE) : word;
}

static EventKind kind_of(const char *name) {
  for (u32 kind = 1; kind < EVENT_KIND_COUNT; kind++)
    if (strcmp(api_event_kind((EventKind)kind), name) == 0) return (EventKind)kind;
  return EVENT_NONE;
}

typedef struct EventWording {
  Text text;
  Event event;
} EventWording;

/* As the trace says it, without the end of its line. */
static void event_body(Game *g, void *user) {
  EventWording *w = user;
  Trace trace = trace_begin(&w->text, PLAYERS);
  Listener listener = trace_listener(&trace);
  listener.event(listener.user, g, &w->event);
  if (w->text.length > 0 && !w->text.failed) w->text.data[--w->text.length] = 0;
}

size_t gavel_event_text(GavelGame *game, const GavelEvent *event, char *out, size_t size) {
  EventKind kind = kind_of(event->kind);
  EventWording w = {.event = {
                        .kind = (u8)kind,
                        .flags = event->combat ? EVF_COMBAT : 0,
                        .player = (u8)event->player,
                        .from = (u8)event->from,
                        .to = (u8)event->to,
                        .object = event->object,
                        .became = event->became,
                        .source = event->source,
                        .other = event->other,
                        .amount = event->amount,
                        .word = event->ability ? event->ability : word_inside(kind, event->word),
                    }};
  text_init(&w.text, game->allocator);
  if (game_protect(game, event_body, &w)) text_clear(&w.text);
  return api_text_out(&w.text, out, size);
}
