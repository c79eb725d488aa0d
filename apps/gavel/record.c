#include "record.h"

#include "json_out.h"
#include "record_words.h"

/* --- lines --------------------------------------------------------------------------------- */

/* Adds the line that was written to a text. */
static void line_end(JsonOut line, Text *out) {
  text_add(out, out_written(line));
  text_addc(out, '\n');
  if (out->failed) out_of_memory();
  out_end(line);
}

static JsonOut line_of_answer(u32 answer) {
  JsonOut line = out_begin(false);
  char said[sizeof CONCEDES + 8];
  snprintf(said, sizeof said, CONCEDES, answer & ~ANSWER_CONCEDE);
  if (answer & ANSWER_CONCEDE) {
    out_text(line, NULL, said);
  } else {
    out_count(line, NULL, answer);
  }
  return line;
}

static JsonOut line_of_hash(u64 hash) {
  JsonOut line = out_begin(false);
  out_object(line, NULL);
  out_hex(line, "hash", hash);
  out_end_object(line);
  return line;
}

static void out_seat(JsonOut out, const Seating *seating, const Seat *seat) {
  GavelDeckEntry entry;
  out_object(out, NULL);
  out_text(out, "deck", seat->name);
  out_text(out, "player", SEAT_PLAYERS[seat->player]);
  out_array(out, "cards");
  for (u32 i = 0; gavel_deck_entry(seat->deck, i, &entry); i++) {
    out_object(out, NULL);
    out_count(out, "count", entry.count);
    out_text(out, "card", gavel_card_name(seating->cards, entry.card));
    out_text(out, "part", RECORD_PARTS[entry.part]);
    out_end_object(out);
  }
  out_end_array(out);
  out_end_object(out);
}

static JsonOut line_of_seating(const Seating *seating) {
  JsonOut line = out_begin(false);
  out_object(line, NULL);
  out_text(line, "gavel", gavel_version());
  out_hex(line, "cards", gavel_cards_version(seating->cards));
  out_text(line, "format", RECORD_FORMATS[seating->format]);
  out_hex(line, "seed", seating->seed);
  out_array(line, "seats");
  for (u32 i = 0; i < seating->count; i++) out_seat(line, seating, &seating->seats[i]);
  out_end_array(line);
  out_end_object(line);
  return line;
}

/* --- writing ------------------------------------------------------------------------------- */

bool record_write(const Record *record, const char *path) {
  Text text;
  text_init(&text, gavel_allocator_default());
  line_end(line_of_seating(&record->seating), &text);
  for (u32 i = 0; i < record->answers.count; i++) line_end(line_of_answer(record->answers.data[i]), &text);
  if (record->whole) line_end(line_of_hash(record->hash), &text);
  bool fine = file_write_whole(path, text_str(&text));
  text_free(&text);
  return fine;
}

bool record_keep(Record *record, const char *path) {
  record->journal = path;
  return record_write(record, path);
}

/* Adds a line to the file, if there is one. */
static bool keep(const Record *record, JsonOut line) {
  Text text;
  text_init(&text, gavel_allocator_default());
  line_end(line, &text);
  bool fine = !record->journal || file_append(record->journal, text_str(&text));
  text_free(&text);
  return fine;
}

bool record_add(Record *record, u32 answer) {
  GavelAllocator allocator = gavel_allocator_default();
  if (!vec_push(&allocator, &record->answers, answer)) out_of_memory();
  record->whole = false;
  return keep(record, line_of_answer(answer));
}

bool record_back(Record *record, u32 count) {
  JsonOut line = out_begin(false);
  out_object(line, NULL);
  out_count(line, "back", record->answers.count - count);
  out_end_object(line);
  record->answers.count = count;
  record->whole = false;
  return keep(record, line);
}

bool record_end(Record *record, u64 hash) {
  record->hash = hash;
  record->whole = true;
  return keep(record, line_of_hash(hash));
}

void record_free(Record *record) {
  GavelAllocator allocator = gavel_allocator_default();
  seating_free(&record->seating);
  vec_free(&allocator, &record->answers);
}

/* --- playing ------------------------------------------------------------------------------- */

GavelStatus record_apply(GavelGame *game, u32 answer) {
  if (answer & ANSWER_CONCEDE) return gavel_game_concede(game, answer & ~ANSWER_CONCEDE);
  return gavel_game_answer(game, answer);
}

GavelGame *record_play(const Record *record, u32 count) {
  GavelGame *game = seating_start(&record->seating, record->seating.seed);
  for (u32 i = 0; game && i < count && i < record->answers.count; i++) {
    if (!record_apply(game, record->answers.data[i])) continue;
    complain("the game doesn't allow answer %u of the record: %s", i + 1, gavel_game_message(game));
    gavel_game_destroy(game);
    return NULL;
  }
  return game;
}
