/* Reading records of games: each line is JSON of a shape that is known. */
#include "record.h"
#include "record_words.h"

#include "import/json.h"

#include <stdlib.h>

/* --- the shapes ---------------------------------------------------------------------------- */

enum {
  HEAD,
  GAVEL,
  CARDS,
  FORMAT,
  SEED,
  SEATS,
  SEAT,
  DECK,
  PLAYER,
  ENTRIES,
  ENTRY,
  COUNT,
  CARD,
  PART,
  OPTION,
  CONCESSION,
  LATER,
  BACK,
  HASH
};

#define TEXT_SHAPE(NAME, ID) static const JsonShape NAME = {.kind = JSON_STRING, .id = (ID)}
TEXT_SHAPE(GAVEL_SHAPE, GAVEL);
TEXT_SHAPE(CARDS_SHAPE, CARDS);
TEXT_SHAPE(FORMAT_SHAPE, FORMAT);
TEXT_SHAPE(SEED_SHAPE, SEED);
TEXT_SHAPE(DECK_SHAPE, DECK);
TEXT_SHAPE(PLAYER_SHAPE, PLAYER);
TEXT_SHAPE(CARD_SHAPE, CARD);
TEXT_SHAPE(PART_SHAPE, PART);
TEXT_SHAPE(HASH_SHAPE, HASH);

static const JsonShape COUNT_SHAPE = {.kind = JSON_NUMBER, .id = COUNT};
static const JsonField ENTRY_FIELDS[] = {
    {"count", &COUNT_SHAPE, true}, {"card", &CARD_SHAPE, true}, {"part", &PART_SHAPE, true}};
static const JsonShape ENTRY_SHAPE = {
    .kind = JSON_OBJECT, .id = ENTRY, .fields = ENTRY_FIELDS, .count = COUNT_OF(ENTRY_FIELDS)};
static const JsonShape ENTRIES_SHAPE = {.kind = JSON_ARRAY, .id = ENTRIES, .inner = &ENTRY_SHAPE};
static const JsonField SEAT_FIELDS[] = {
    {"deck", &DECK_SHAPE, true}, {"player", &PLAYER_SHAPE, true}, {"cards", &ENTRIES_SHAPE, true}};
static const JsonShape SEAT_SHAPE = {
    .kind = JSON_OBJECT, .id = SEAT, .fields = SEAT_FIELDS, .count = COUNT_OF(SEAT_FIELDS)};
static const JsonShape SEATS_SHAPE = {.kind = JSON_ARRAY, .id = SEATS, .inner = &SEAT_SHAPE};
static const JsonField HEAD_FIELDS[] = {{"gavel", &GAVEL_SHAPE, true},
                                        {"cards", &CARDS_SHAPE, true},
                                        {"format", &FORMAT_SHAPE, true},
                                        {"seed", &SEED_SHAPE, true},
                                        {"seats", &SEATS_SHAPE, true}};
static const JsonShape HEAD_SHAPE = {
    .kind = JSON_OBJECT, .id = HEAD, .fields = HEAD_FIELDS, .count = COUNT_OF(HEAD_FIELDS)};

/* A line behind the first: an option, a concession, answers taken back, or how the game stood. */
static const JsonShape BACK_SHAPE = {.kind = JSON_NUMBER, .id = BACK};
static const JsonField LATER_FIELDS[] = {{"back", &BACK_SHAPE, false}, {"hash", &HASH_SHAPE, false}};
static const JsonShape LATER_SHAPE = {
    .kind = JSON_OBJECT, .id = LATER, .fields = LATER_FIELDS, .count = COUNT_OF(LATER_FIELDS)};
static const JsonShape CONCESSION_SHAPE = {.kind = JSON_STRING, .id = CONCESSION, .other = &LATER_SHAPE};
static const JsonShape OPTION_SHAPE = {.kind = JSON_NUMBER, .id = OPTION, .other = &CONCESSION_SHAPE};

/* --- what is found ------------------------------------------------------------------------- */

/* A record being read: the seat that is read, its deck as the text of a deck file, so that it is read as all decks are, and the
   entry of it. */
typedef struct RecordReader {
  Record *record;
  const char *path;
  u32 line;
  JsonReader json;
  Text name, deck, card;
  SeatPlayer player;
  u32 count, part;
  bool taken;     /* the line has said something */
  bool explained; /* what is wrong has been complained of */
} RecordReader;

static bool wrong(RecordReader *r, const char *what) { return json_fail(&r->json, GAVEL_E_CHECK, "%s", what); }

static bool hex_of(RecordReader *r, Str text, u64 *out) {
  *out = 0;
  for (u32 i = 0; i < text.length; i++) {
    const char *digit = memchr("0123456789abcdef", text.data[i], 16);
    if (!digit || text.length != 16) return wrong(r, "expected 16 hexadecimal digits");
    *out = *out << 4 | (u64)(digit - "0123456789abcdef");
  }
  return text.length == 16 || wrong(r, "expected 16 hexadecimal digits");
}

/* A whole number below `limit`. */
static bool whole_of(RecordReader *r, Str digits, u32 limit, u32 *out) {
  u64 number = 0;
  bool fine = digits.length > 0;
  for (u32 i = 0; i < digits.length && fine; i++) {
    fine = digits.data[i] >= '0' && digits.data[i] <= '9';
    number = number * 10 + (u64)(digits.data[i] - '0');
    fine = fine && number < limit;
  }
  *out = (u32)number;
  return fine || json_fail(&r->json, GAVEL_E_CHECK, "expected a whole number below %u", limit);
}

static bool index_of(RecordReader *r, Str text, const char *const *texts, u32 count, u32 *out) {
  *out = 0;
  while (*out < count && !str_is(text, texts[*out])) ++*out;
  return *out < count || json_fail(&r->json, GAVEL_E_CHECK, "expected a word such as \"%s\"", texts[0]);
}

static bool version_fits(RecordReader *r, Str version) {
  if (str_is(version, gavel_version())) return true;
  complain("%s: the record was made by Gavel %.*s, and this is %s: play it back with that version", r->path,
           (int)num_min(version.length, 40), version.data, gavel_version());
  r->explained = true;
  return wrong(r, "another version");
}

static bool cards_fit(RecordReader *r, Str text) {
  u64 cards;
  if (!hex_of(r, text, &cards)) return false;
  if (cards == gavel_cards_version(r->record->seating.cards)) return true;
  complain("%s: the record was made with other card definitions: give the same --cards, or a build with the same cards",
           r->path);
  r->explained = true;
  return wrong(r, "other cards");
}

static bool concession_of(RecordReader *r, Str text) {
  for (u32 player = 0; player < 10; player++) {
    char said[sizeof CONCEDES + 8];
    snprintf(said, sizeof said, CONCEDES, player);
    if (str_is(text, said)) return record_add(r->record, ANSWER_CONCEDE | player);
  }
  return wrong(r, "expected an option, a concession, \"back\" or \"hash\"");
}

static bool back_of(RecordReader *r, Str digits) {
  u32 count;
  if (!whole_of(r, digits, ANSWER_CONCEDE, &count)) return false;
  if (count < 1 || count > r->record->answers.count) return wrong(r, "it takes back more answers than were given");
  return record_back(r->record, r->record->answers.count - count);
}

static bool keep_text(Text *kept, Str text) {
  text_clear(kept);
  text_add(kept, text);
  if (kept->failed) out_of_memory();
  return true;
}

static bool take_text(void *user, const JsonShape *shape, Str text) {
  RecordReader *r = user;
  Seating *seating = &r->record->seating;
  u32 index;
  u64 hash;
  r->taken = true;
  switch (shape->id) {
    case GAVEL: return version_fits(r, text);
    case CARDS: return cards_fit(r, text);
    case FORMAT:
      if (!index_of(r, text, RECORD_FORMATS, COUNT_OF(RECORD_FORMATS), &index)) return false;
      seating->format = (GavelFormat)index;
      return true;
    case SEED: return hex_of(r, text, &seating->seed);
    case DECK: return keep_text(&r->name, text);
    case PLAYER:
      if (!index_of(r, text, SEAT_PLAYERS, COUNT_OF(SEAT_PLAYERS), &index)) return false;
      r->player = (SeatPlayer)index;
      return true;
    case COUNT: return whole_of(r, text, 100000, &r->count);
    case CARD: return keep_text(&r->card, text);
    case PART: return index_of(r, text, RECORD_PARTS, COUNT_OF(RECORD_PARTS), &r->part);
    case OPTION: return whole_of(r, text, ANSWER_CONCEDE, &index) && record_add(r->record, index);
    case CONCESSION: return concession_of(r, text);
    case BACK: return back_of(r, text);
    case HASH: return hex_of(r, text, &hash) && record_end(r->record, hash);
    default: return true;
  }
}

static bool take_begin(void *user, const JsonShape *shape) {
  RecordReader *r = user;
  if (shape->id == SEAT) text_clear(&r->deck);
  return true;
}

static bool take_seat(RecordReader *r) {
  Seating *seating = &r->record->seating;
  GavelError error;
  GavelDeck *deck = NULL;
  Str cards = text_str(&r->deck);
  if (gavel_deck_read(seating->cards, cards.data, cards.length, &deck, &error))
    return wrong(r, "these cards are no deck");
  if (!seating_seat(seating, deck, text_str(&r->name).data)) {
    r->explained = true;
    return wrong(r, "no seat");
  }
  seating->seats[seating->count - 1].player = r->player;
  return true;
}

static bool take_end(void *user, const JsonShape *shape) {
  static const char *const HEADINGS[] = {"Deck", "Sideboard", "Commander"};
  RecordReader *r = user;
  Str card = text_str(&r->card);
  if (shape->id == SEAT) return take_seat(r);
  if (shape->id != ENTRY) return true;
  if (r->count == 0) return wrong(r, "expected a card at least");
  text_addf(&r->deck, "%s\n%u %.*s\n", HEADINGS[r->part], r->count, (int)card.length, card.data);
  if (r->deck.failed) out_of_memory();
  return true;
}

/* --- lines --------------------------------------------------------------------------------- */

static bool line_read(RecordReader *r, Str line) {
  GavelError error = {0};
  JsonTaker taker = {r, take_begin, take_end, take_text};
  bool head = r->line == 1;
  r->taken = false;
  GavelStatus status =
      json_begin(&r->json, gavel_allocator_default(), head ? &HEAD_SHAPE : &OPTION_SHAPE, taker, &error);
  if (!status) status = json_feed(&r->json, line.data, line.length);
  if (!status) status = json_end(&r->json);
  if (!status && !r->taken) wrong(r, "expected an option, a concession, \"back\" or \"hash\"");
  if (!status && head && r->record->seating.count < 2) wrong(r, "it has fewer than two \"seats\"");
  bool fine = !r->json.status;
  json_free(&r->json);
  if (!fine && !r->explained) complain("%s:%u: this isn't the record of a game: %s", r->path, r->line, error.message);
  return fine;
}

static bool lines_read(RecordReader *r, Str rest) {
  while (rest.length > 0) {
    const char *end = memchr(rest.data, '\n', rest.length);
    if (!end) break; /* the program was killed while it wrote this line */
    Str line = {rest.data, (u32)(end - rest.data)};
    r->line++;
    if (!line_read(r, line)) return false;
    rest = (Str){end + 1, rest.length - line.length - 1};
  }
  if (r->line == 0) complain("%s: this isn't the record of a game: it has no complete line", r->path);
  return r->line > 0;
}

bool record_read(Record *record, const char *path) {
  RecordReader r = {.record = record, .path = path};
  Text *texts[] = {&r.name, &r.deck, &r.card}, text;
  text_init(&text, gavel_allocator_default());
  for (u32 i = 0; i < COUNT_OF(texts); i++) text_init(texts[i], gavel_allocator_default());
  bool fine = file_read(path, &text) && lines_read(&r, text_str(&text));
  for (u32 i = 0; i < COUNT_OF(texts); i++) text_free(texts[i]);
  text_free(&text);
  return fine;
}
