/* Finds objects by everyday words. */
#include "api/session.h"

#include "scenario/scenario_parse.h"

static GavelStatus no_memory(GavelError *error) {
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for an object");
}

/* --- by words of the scenario language -------------------------------------------------------- */

static GavelStatus find_written(GavelSession *session, const char *words, GavelRef *ref, GavelError *error) {
  static const char BEFORE[] = "expect illegal ";
  Arena arena;
  const ScenarioLine *line;
  Text text;
  *ref = GAVEL_REF_NONE;
  arena_init(&arena, session->def.allocator);
  text_init(&text, session->def.allocator);
  text_add(&text, session->now->players[0]);
  text_adds(&text, " turns up ");
  u32 length = text.length + (u32)sizeof BEFORE - 1;
  text_adds(&text, words);
  GavelStatus status = text.failed ? no_memory(error)
                                   : session_parse_behind(session, &arena, BEFORE, text_str(&text).data, &line, error);
  if (status) session_own_place(length, error);
  if (!status && !live_find(session->now->run, line->as.expect->action->object, ref)) status = no_memory(error);
  if (!status && !*ref)
    status = error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0,
                       "`%s` refers to nothing here; write an alias, or a name in quotes and where it is", words);
  text_free(&text);
  arena_free(&arena);
  return status;
}

/* A name and the player whose object it is, GAVEL_NO_PLAYER for anybody's: `Alice's Clone`, `"Clone" of Alice`,
   `Clone`. */
typedef struct NamedBy {
  Str name;
  u32 player;
} NamedBy;

static NamedBy named_by(const GavelSession *session, Str words) {
  static const char *const BEFORE[] = {"the ", "his ", "her ", "their ", "its ", "that ", "this ", "a ", "an "};
  for (u32 i = 0; i < COUNT_OF(BEFORE); i++)
    if (str_begins(words, str_of(BEFORE[i]))) words = str_from(words, (u32)strlen(BEFORE[i]));
  NamedBy by = {words, GAVEL_NO_PLAYER};
  for (u32 p = 0; p < session->now->scenario->players.count; p++) {
    Str player = session->now->scenario->players.data[p].name;
    u32 n = player.length, length = words.length;
    if (length > n + 3 && str_equal_folded((Str){words.data, n}, player) &&
        str_equal((Str){words.data + n, 3}, STR("'s ")))
      by = (NamedBy){{words.data + n + 3, length - n - 3}, p};
    else if (length > n + 4 && str_equal_folded((Str){words.data + length - n, n}, player) &&
             str_equal((Str){words.data + length - n - 4, 4}, STR(" of ")))
      by = (NamedBy){{words.data, length - n - 4}, p};
  }
  bool quoted = by.name.length > 2 && by.name.data[0] == '"' && by.name.data[by.name.length - 1] == '"';
  if (quoted) by.name = (Str){by.name.data + 1, by.name.length - 2};
  return by;
}

/* Finds an object by its quoted name and player, or with `alias` by its alias, which then must be that player's. */
static GavelStatus find_named(GavelSession *session, NamedBy by, bool alias, GavelRef *ref) {
  GavelError error = {0};
  Text text;
  text_init(&text, session->def.allocator);
  text_addf(&text, alias ? "%.*s" : "\"%.*s\"", (int)by.name.length, by.name.data);
  if (by.player != GAVEL_NO_PLAYER && !alias)
    text_addf(&text, " of %.*s", (int)session->now->scenario->players.data[by.player].name.length,
              session->now->scenario->players.data[by.player].name.data);
  text_addc(&text, '\0');
  GavelStatus status = text.failed ? no_memory(&error) : find_written(session, text.data, ref, &error);
  text_free(&text);
  if (status || !alias) return status;
  Game *g = live_game(session->now->run);
  u32 slot = g && !ref_is_player(*ref) ? object_live(g, *ref) : 0;
  return slot && object_row(g, slot)->controller == by.player ? GAVEL_OK : GAVEL_E_UNKNOWN;
}

/* --- by everyday words -------------------------------------------------------------------------- */

/* Whether words are a part of a name, as players shorten it: "Isamaru" for "Isamaru, Hound of Konda", "Angel" for
   "Serra Angel". */
static bool is_part_of_name(Str name, Str words) {
  if (words.length < 3 || name.length <= words.length || words.data[0] < 'A' || words.data[0] > 'Z') return false;
  for (u32 i = 0; i + words.length <= name.length; i++) {
    bool begins = i == 0 || name.data[i - 1] == ' ' || name.data[i - 1] == '-';
    u32 end = i + words.length;
    bool ends = end == name.length || strchr(" ,-'", name.data[end]);
    if (begins && ends && str_equal_folded((Str){name.data + i, words.length}, words)) return true;
  }
  return false;
}

/* Whether words mean something with that name: the name, or a part of it. */
static bool is_called(const Game *g, StrId name, Str words) {
  Str text = intern_text(&g->db->names, name);
  return str_equal_folded(text, words) || is_part_of_name(text, words);
}

/* Cut a word off the end of words, with the space before it, or words off their beginning; false if they aren't
   there. */
static bool ends_with(Str *words, Str end) {
  if (words->length < end.length) return false;
  if (!str_equal_folded((Str){words->data + words->length - end.length, end.length}, end)) return false;
  u32 length = words->length - end.length;
  if (length && words->data[length - 1] != ' ') return false;
  words->length = length ? length - 1 : 0;
  return true;
}

static bool begins_with(Str *words, Str begin) {
  if (!str_begins_folded(*words, begin)) return false;
  *words = str_from(*words, begin.length);
  return true;
}

/* Whether words are part of an object's name, its card's, or another face's. */
static bool is_called_in_part(Game *g, u32 slot, Str words) {
  if (is_part_of_name(intern_text(&g->db->names, name_of(g, object_ref(g, slot))), words)) return true;
  const Object *o = object_row(g, slot);
  StrId name = card_name(g, o);
  if (name && is_part_of_name(intern_text(&g->db->names, name), words)) return true;
  if (!o->card) return false;
  const CardDef *card = carddb_card(g->db, row_CARDS(g, o->card)->def);
  for (u32 face = 0; face < card->faces; face++)
    if (str_equal_folded(intern_text(&g->db->names, carddb_face(g->db, card->face + face)->chars.name), words))
      return true;
  return false;
}

/* The search: `name` is what is left of the words after a way has read its own. */
typedef struct Sought {
  GavelGame *game;
  Str name;
  Word word;    /* a type, subtype or keyword; or 0 */
  bool down;    /* face down */
  bool tokens;  /* only tokens; otherwise only copies */
  bool several; /* there may be several, usually alike, so the first stands for them */
} Sought;

/* "token", "Soldier Token", "Shock copy", "copy of Shock". */
static bool reads_made(Sought *s) {
  s->tokens = ends_with(&s->name, STR("token")) || begins_with(&s->name, STR("token copy of "));
  return s->tokens || begins_with(&s->name, STR("copy of ")) || ends_with(&s->name, STR("copy"));
}

static bool is_made(const Sought *s, u32 slot) {
  Game *g = s->game;
  const Object *o = object_row(g, slot);
  bool made = s->tokens ? o->kind == OBJECT_TOKEN : o->kind == OBJECT_SPELL_COPY || o->kind == OBJECT_CARD_COPY;
  return made && (!s->name.length || is_called(g, name_of(g, object_ref(g, slot)), s->name));
}

/* Whether its card has the name, although the object has another, like a copy. */
static bool is_card(const Sought *s, u32 slot) {
  const Object *o = object_row(s->game, slot);
  StrId name = o->status & STATUS_FACE_DOWN ? 0 : card_name(s->game, o);
  return name && str_equal_folded(intern_text(&s->game->db->names, name), s->name);
}

static bool is_called_so(const Sought *s, u32 slot) {
  const Object *o = object_row(s->game, slot);
  return o->kind != OBJECT_ABILITY && !object_hidden(o) && is_called_in_part(s->game, slot, s->name);
}

/* Whether a face-down object's card has the name; whoever asks about a scenario knows it. */
static bool is_under(const Sought *s, u32 slot) {
  Game *g = s->game;
  const Object *o = object_row(g, slot);
  if (!(o->status & STATUS_FACE_DOWN) || !o->card) return false;
  const CardDef *card = carddb_card(g->db, row_CARDS(g, o->card)->def);
  return is_called(g, carddb_face(g->db, card->face)->chars.name, s->name);
}

/* "Saga", "planeswalker", "face-down creature", "Soldiers". */
static bool reads_kind(Sought *s) {
  s->down = begins_with(&s->name, STR("face-down "));
  s->word = word_find(s->name, WC_TYPE);
  if (!s->word) s->word = word_find(s->name, WC_SUBTYPE);
  bool any = s->down && (str_is(s->name, "permanent") || str_is(s->name, "card"));
  bool tokens = ends_with(&s->name, STR("tokens")), ends = s->name.length > 1 && str_ends(s->name, STR("s"));
  if (tokens || (!s->word && ends)) {
    s->name.length -= !tokens;
    s->word = word_find(s->name, WC_SUBTYPE);
    s->several = s->word;
  }
  return s->word || any;
}

static bool is_kind(const Sought *s, u32 slot) {
  bool down = object_row(s->game, slot)->status & STATUS_FACE_DOWN;
  return (!s->down || down) && (!s->word || gavel_game_has(s->game, object_ref(s->game, slot), s->word));
}

/* "storm", "ward" */
static bool reads_keyword(Sought *s) {
  s->word = word_find(s->name, WC_KEYWORD);
  return s->word;
}

static bool has_it(const Sought *s, u32 slot) {
  return object_row(s->game, slot)->kind != OBJECT_ABILITY &&
         gavel_game_has(s->game, object_ref(s->game, slot), s->word);
}

/* All zones except libraries and outside the game. */
enum { SEEN = (ZONE_BIT(ZONE_COMMAND + 1) - 1) & ~ZONE_BIT(ZONE_LIBRARY) };

/* Ways to mean the only object with a property in some zones; the first way that finds one counts. */
static const struct {
  u32 zones;
  bool (*reads)(Sought *sought); /* whether the words fit; null for any words */
  bool (*fits)(const Sought *sought, u32 slot);
} WAYS[] = {
    {ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_STACK), reads_made, is_made},
    {ZONE_BIT(ZONE_BATTLEFIELD), NULL, is_card},
    {SEEN, NULL, is_called_so},
    {ZONE_BIT(ZONE_BATTLEFIELD), NULL, is_under},
    {ZONE_BIT(ZONE_BATTLEFIELD), reads_kind, is_kind},
    {ZONE_BIT(ZONE_BATTLEFIELD) | ZONE_BIT(ZONE_STACK) | ZONE_BIT(ZONE_GRAVEYARD), reads_keyword, has_it},
};

/* The only such object, of anybody or of one player; REF_NONE if there are none or several. */
static Ref find_one(GavelGame *game, NamedBy by, u32 way) {
  Game *g = game;
  Sought sought = {.game = game, .name = by.name};
  Ref found = REF_NONE;
  if (WAYS[way].reads && !WAYS[way].reads(&sought)) return REF_NONE;
  for (u32 z = 0; z < ZONE_COUNT; z++) {
    u32 lists = !(WAYS[way].zones & ZONE_BIT(z)) ? 0 : zone_is_shared((Zone)z) ? 1 : core(g)->player_count;
    for (u32 p = 0; p < lists; p++)
      for (u32 s = zone_first(g, (Zone)z, p); s; s = object_row(g, s)->next) {
        bool theirs = by.player == GAVEL_NO_PLAYER || object_row(g, s)->controller == by.player;
        if (!theirs || !WAYS[way].fits(&sought, s)) continue;
        if (found) return sought.several ? found : REF_NONE;
        found = object_ref(g, s);
      }
  }
  return found;
}

u32 session_ordinal(Str *words) {
  static const char *const ORDINALS[] = {"first ", "second ", "third ", "fourth "};
  for (u32 i = 0; i < COUNT_OF(ORDINALS); i++)
    if (begins_with(words, str_of(ORDINALS[i]))) return i + 1;
  return 0;
}

/* "second Grapeshot": the spell with that name cast at that position; REF_NONE for other words. */
static Ref find_cast(const GavelSession *session, Game *g, NamedBy by) {
  const Account *account = &session->now->account;
  u32 left = session_ordinal(&by.name);
  for (u32 i = 0; i < account->entries.count && left > 0; i++) {
    const AccountEntry *entry = &account->entries.data[i];
    bool cast = entry->kind == ACCOUNT_EVENT && entry->event == EVENT_CAST;
    if (cast && is_called(g, name_of(g, entry->as.object), by.name) && --left == 0) return entry->as.object;
  }
  return REF_NONE;
}

/* Finds objects by words outside the scenario language. */
static GavelStatus find_gently(GavelSession *session, const char *words, GavelRef *ref) {
  NamedBy by = named_by(session, str_of(words));
  Game *g = live_game(session->now->run);
  if (!g || memchr(by.name.data, '"', by.name.length)) return GAVEL_E_UNKNOWN;
  GavelStatus status = find_named(session, by, false, ref);
  if (status && status != GAVEL_E_MEMORY && by.player != GAVEL_NO_PLAYER) status = find_named(session, by, true, ref);
  if (!status || status == GAVEL_E_MEMORY) return status;
  for (u32 i = 0; i < COUNT_OF(WAYS) && !*ref; i++) *ref = find_one(gavel_session_game(session), by, i);
  if (!*ref) *ref = find_cast(session, g, by);
  return *ref ? GAVEL_OK : GAVEL_E_UNKNOWN;
}

GavelStatus gavel_session_find(GavelSession *session, const char *words, GavelRef *ref, GavelError *error) {
  GavelError first = {0};
  *ref = GAVEL_REF_NONE;
  for (u32 p = 0; p < session->now->scenario->players.count; p++)
    if (str_is(session->now->scenario->players.data[p].name, words)) *ref = ref_player(p);
  if (*ref) return GAVEL_OK;
  GavelStatus status = find_written(session, words, ref, &first);
  bool gentle = status == GAVEL_E_SYNTAX || status == GAVEL_E_UNKNOWN;
  if (gentle && !find_gently(session, words, ref)) return GAVEL_OK;
  if (!status) return GAVEL_OK;
  *ref = GAVEL_REF_NONE;
  if (status == GAVEL_E_SYNTAX && named_by(session, str_of(words)).player != GAVEL_NO_PLAYER)
    return error_set(error, GAVEL_E_UNKNOWN, 0, 0, 0, "`%s` refers to nothing here", words);
  if (error) *error = first;
  return status;
}
