#include "table/deck.h"

/* --- cards by name --------------------------------------------------------------------------------- */

enum { NAME_CAP = 200 };

/* Finds a card by its name in a deck. With `halves`, each slash between two words counts as that between the halves of
   a split card; 0 if the name is too long. */
static GavelCardId find_written(const GavelCards *cards, Str name, bool halves) {
  char text[NAME_CAP];
  u32 length = 0;
  for (u32 i = 0; i < name.length; i++) {
    bool joined = halves && name.data[i] == '/' && i > 0 && i + 1 < name.length && name.data[i - 1] != ' ' &&
                  name.data[i - 1] != '/' && name.data[i + 1] != '/';
    if (length + 5 > sizeof text) return 0;
    if (joined) {
      memcpy(text + length, " // ", 4);
      length += 4;
    } else {
      text[length++] = name.data[i];
    }
  }
  text[length] = '\0';
  return gavel_cards_find(cards, text, NULL);
}

GavelCardId deck_card(const GavelCards *cards, Str name) {
  GavelCardId card = find_written(cards, name, false);
  return card ? card : find_written(cards, name, true);
}

void deck_unknown(const GavelCards *cards, Str name, u32 line, u32 column, GavelError *error) {
  const CardDb *db = api_carddb(cards);
  Text text;
  text_init(&text, db->allocator);
  if (name.length > NAME_CAP) name.length = NAME_CAP;
  carddb_say_unknown(db, name, 2, &text);
  if (text.failed)
    error_set(error, GAVEL_E_UNKNOWN, line, column, 0, "no card is called \"%.*s\"", (int)name.length, name.data);
  else
    error_set(error, GAVEL_E_UNKNOWN, line, column, 0, "%s", text_str(&text).data);
  text_free(&text);
}

/* Reports a problem. The deck is refused for the first one. */
static bool note_problem(DeckReader *r, const GavelError *error) {
  if (!r->refused) *r->error = *error;
  r->refused = true;
  if (!r->problem) return false;
  r->problem(r->user, error);
  return error->status != GAVEL_E_MEMORY;
}

bool deck_refuse(DeckReader *r, GavelStatus status, u32 column, const char *format, ...) {
  GavelError error;
  va_list arguments;
  va_start(arguments, format);
  error_setv(&error, status, r->line, column, 0, format, arguments);
  va_end(arguments);
  return note_problem(r, &error);
}

bool deck_add(DeckReader *r, Str name, u32 count, u32 column) {
  GavelDeck *deck = r->deck;
  GavelCardId card = deck_card(deck->cards, name);
  if (!card) {
    GavelError error;
    deck_unknown(deck->cards, name, r->line, column, &error);
    return note_problem(r, &error);
  }
  for (u32 i = 0; i < deck->entries.count; i++) {
    GavelDeckEntry *known = &deck->entries.data[i];
    if (known->card != card || known->part != r->part) continue;
    known->count += count;
    return true;
  }
  GavelDeckEntry entry = {.card = card, .part = r->part, .count = count, .line = r->line};
  return vec_push(&deck->allocator, &deck->entries, entry) || deck_refuse(r, GAVEL_E_MEMORY, 0, "out of memory");
}

/* --- decks ----------------------------------------------------------------------------------------------- */

static bool is_xml(Str text) {
  u32 i = 0;
  while (i < text.length && strchr(" \t\r\n\xef\xbb\xbf", text.data[i])) i++;
  return i < text.length && text.data[i] == '<';
}

/* Reads a deck; `problem` may be null. */
static GavelStatus read_deck(const GavelCards *cards, Str text, GavelDeck **out, GavelDeckProblem *problem, void *user,
                             GavelError *error) {
  GavelAllocator allocator = api_carddb(cards)->allocator;
  GavelDeck *deck = allocator.resize(allocator.user, NULL, 0, sizeof *deck);
  DeckReader r = {.deck = deck, .error = error, .line = 1, .problem = problem, .user = user};
  if (!deck) {
    deck_refuse(&r, GAVEL_E_MEMORY, 0, "out of memory");
    return GAVEL_E_MEMORY;
  }
  *deck = (GavelDeck){.allocator = allocator, .cards = cards};
  text_init(&deck->name, allocator);
  bool xml = is_xml(text);
  GavelError unfit;
  if (!xml && text_check(text, &unfit))
    note_problem(&r, &unfit);
  else if (xml)
    deck_read_xml(&r, text);
  else
    deck_read_lines(&r, text);
  if (deck->name.failed) deck_refuse(&r, GAVEL_E_MEMORY, 0, "out of memory");
  if (!r.refused && deck->entries.count == 0)
    deck_refuse(&r, GAVEL_E_SYNTAX, 0, "found no card: expected lines such as `4 Lightning Bolt`");
  if (r.refused) {
    gavel_deck_destroy(deck);
    return error->status;
  }
  *out = deck;
  return GAVEL_OK;
}

GavelStatus gavel_deck_read(const GavelCards *cards, const char *text, size_t length, GavelDeck **out,
                            GavelError *error) {
  GavelError own;
  *out = NULL;
  if (!error) error = &own;
  if (length > UINT32_MAX) return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the deck is too long");
  return read_deck(cards, (Str){text, (u32)length}, out, NULL, NULL, error);
}

GavelStatus gavel_deck_read_all(const GavelCards *cards, const char *text, size_t length, GavelDeck **out,
                                GavelDeckProblem *problem, void *user) {
  GavelError error;
  *out = NULL;
  if (length <= UINT32_MAX) return read_deck(cards, (Str){text, (u32)length}, out, problem, user, &error);
  error_set(&error, GAVEL_E_LIMIT, 0, 0, 0, "the deck is too long");
  problem(user, &error);
  return GAVEL_E_LIMIT;
}

void gavel_deck_destroy(GavelDeck *deck) {
  if (!deck) return;
  GavelAllocator allocator = deck->allocator;
  text_free(&deck->name);
  vec_free(&allocator, &deck->entries);
  allocator.resize(allocator.user, deck, sizeof *deck, 0);
}

const char *gavel_deck_name(const GavelDeck *deck) { return deck->name.data ? deck->name.data : ""; }

uint32_t gavel_deck_size(const GavelDeck *deck, GavelDeckPart part) {
  u32 size = 0;
  for (u32 i = 0; i < deck->entries.count; i++)
    if (deck->entries.data[i].part == part) size += deck->entries.data[i].count;
  return size;
}

uint32_t gavel_deck_entries(const GavelDeck *deck) { return deck->entries.count; }

bool gavel_deck_entry(const GavelDeck *deck, uint32_t index, GavelDeckEntry *entry) {
  if (index >= deck->entries.count) return false;
  *entry = deck->entries.data[index];
  return true;
}

/* --- changing a deck ------------------------------------------------------------------------------------ */

GavelStatus gavel_deck_copy(const GavelDeck *deck, GavelDeck **copy) {
  *copy = NULL;
  GavelAllocator allocator = deck->allocator;
  GavelDeck *made = allocator.resize(allocator.user, NULL, 0, sizeof *made);
  if (!made) return GAVEL_E_MEMORY;
  *made = (GavelDeck){.allocator = allocator, .cards = deck->cards};
  text_init(&made->name, allocator);
  text_add(&made->name, text_str(&deck->name));
  u32 count = deck->entries.count;
  if (made->name.failed || !vec_reserve(&allocator, &made->entries, count)) {
    gavel_deck_destroy(made);
    return GAVEL_E_MEMORY;
  }
  for (u32 i = 0; i < count; i++) made->entries.data[i] = deck->entries.data[i];
  made->entries.count = count;
  *copy = made;
  return GAVEL_OK;
}

/* The index of a card's entry in a part; the number of entries if there is none. */
static u32 entry_find(const GavelDeck *deck, GavelCardId card, GavelDeckPart part) {
  u32 i = 0;
  while (i < deck->entries.count && (deck->entries.data[i].card != card || deck->entries.data[i].part != part)) i++;
  return i;
}

static void entry_remove(GavelDeck *deck, u32 index) {
  GavelDeckEntry *at = &deck->entries.data[index];
  memmove(at, at + 1, (deck->entries.count - index - 1) * sizeof *at);
  deck->entries.count--;
}

GavelStatus gavel_deck_move(GavelDeck *deck, GavelCardId card, uint32_t count, GavelDeckPart from, GavelDeckPart to,
                            GavelError *error) {
  u32 index = entry_find(deck, card, from), there = 0;
  if (index < deck->entries.count) there = deck->entries.data[index].count;
  if (there < count)
    return error_set(error, GAVEL_E_CHECK, 0, 0, 0, "%u of \"%s\" are to be moved, but there are %u", count,
                     gavel_card_name(deck->cards, card), there);
  if (count == 0 || from == to) return GAVEL_OK;
  u32 target = entry_find(deck, card, to);
  GavelDeckEntry entry = {.card = card, .part = to};
  if (target == deck->entries.count && !vec_push(&deck->allocator, &deck->entries, entry))
    return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  deck->entries.data[target].count += count;
  deck->entries.data[index].count -= count;
  if (deck->entries.data[index].count == 0) entry_remove(deck, index);
  return GAVEL_OK;
}

/* --- a deck in a game ----------------------------------------------------------------------------------- */

GavelStatus gavel_game_put_deck(GavelGame *game, uint32_t player, const GavelDeck *deck) {
  static const GavelZone ZONES[] = {
      [GAVEL_DECK_MAIN] = GAVEL_ZONE_LIBRARY,
      [GAVEL_DECK_SIDEBOARD] = GAVEL_ZONE_OUTSIDE,
      [GAVEL_DECK_COMMANDER] = GAVEL_ZONE_COMMAND,
  };
  u64 count = 0;
  for (u32 i = 0; i < deck->entries.count; i++) count += deck->entries.data[i].count;
  GavelStatus status = api_check_room(game, count);
  if (status) return status;
  for (u32 i = 0; i < deck->entries.count; i++) {
    const GavelDeckEntry *entry = &deck->entries.data[i];
    GavelObjectDef def = gavel_object_def_default();
    def.card = entry->card;
    def.zone = ZONES[entry->part];
    def.owner = player;
    def.commander = entry->part == GAVEL_DECK_COMMANDER;
    for (u32 n = 0; n < entry->count; n++) {
      status = gavel_game_put(game, &def, NULL);
      if (status) return status;
    }
  }
  return GAVEL_OK;
}
