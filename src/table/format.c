/* Rules for building decks (100.2, 100.4, 903.5). */
#include "table/deck.h"

#include "cards/carddb.h"
#include "cards/ir_args.h"

typedef enum ListKind { LIST_BANNED, LIST_RESTRICTED, LIST_ONLY } ListKind;

typedef struct Listed {
  GavelCardId card;
  ListKind kind;
} Listed;

struct GavelDeckFormat {
  GavelAllocator allocator;
  const GavelCards *cards;
  Text name, legality;         /* the format's name in card data; empty if it isn't used */
  u32 main, sideboard, copies; /* copies 0: any number */
  bool exactly, has_sideboard, commander, brawl, has_only;
  VEC(Listed) listed;
};

/* --- reading ---------------------------------------------------------------------------------------- */

typedef struct FormatReader {
  GavelDeckFormat *format;
  GavelError *error;
  u32 line;
} FormatReader;

static bool refuse(FormatReader *r, u32 column, const char *message) {
  error_set(r->error, GAVEL_E_SYNTAX, r->line, column, 0, "%s", message);
  return false;
}

static Str word_of(Str *rest) {
  while (rest->length && (rest->data[0] == ' ' || rest->data[0] == '\t'))
    *rest = (Str){rest->data + 1, rest->length - 1};
  u32 n = 0;
  while (n < rest->length && rest->data[n] != ' ' && rest->data[n] != '\t') n++;
  Str word = {rest->data, n};
  *rest = (Str){rest->data + n, rest->length - n};
  while (rest->length && (rest->data[0] == ' ' || rest->data[0] == '\t'))
    *rest = (Str){rest->data + 1, rest->length - 1};
  return word;
}

static bool number_of(FormatReader *r, Str line, Str *rest, u32 *out) {
  Str word = word_of(rest);
  u32 n = 0;
  for (u32 i = 0; i < word.length; i++) {
    bool digit = word.data[i] >= '0' && word.data[i] <= '9';
    if (!digit || i > 5) return refuse(r, (u32)(word.data - line.data) + 1, "expected a number");
    n = 10 * n + (u32)(word.data[i] - '0');
  }
  if (word.length == 0) return refuse(r, (u32)(word.data - line.data) + 1, "expected a number");
  *out = n;
  return true;
}

static bool list_card(FormatReader *r, Str line, Str name, ListKind kind) {
  GavelDeckFormat *f = r->format;
  Listed listed = {.card = deck_card(f->cards, name), .kind = kind};
  if (!listed.card) {
    deck_unknown(f->cards, name, r->line, (u32)(name.data - line.data) + 1, r->error);
    return false;
  }
  f->has_only |= kind == LIST_ONLY;
  if (vec_push(&f->allocator, &f->listed, listed)) return true;
  error_set(r->error, GAVEL_E_MEMORY, r->line, 0, 0, "out of memory");
  return false;
}

static bool read_line(FormatReader *r, Str line) {
  GavelDeckFormat *f = r->format;
  Str rest = line, word = word_of(&rest);
  if (word.length == 0 || word.data[0] == '#') return true;
  if (str_is(word, "name")) {
    text_clear(&f->name);
    text_add(&f->name, rest);
    return true;
  }
  if (str_is(word, "legality")) {
    if (rest.length == 0) return refuse(r, (u32)(rest.data - line.data) + 1, "expected the name of a format");
    text_clear(&f->legality);
    text_add(&f->legality, rest);
    return true;
  }
  if (str_is(word, "main")) {
    if (!number_of(r, line, &rest, &f->main)) return false;
    f->exactly = str_is(rest, "exactly");
    return rest.length == 0 || f->exactly ||
           refuse(r, (u32)(rest.data - line.data) + 1, "expected `exactly` or nothing");
  }
  if (str_is(word, "sideboard")) {
    f->has_sideboard = true;
    return number_of(r, line, &rest, &f->sideboard);
  }
  if (str_is(word, "copies")) return number_of(r, line, &rest, &f->copies);
  if (str_is(word, "commander")) {
    f->commander = true;
    f->brawl = str_is(rest, "brawl");
    return rest.length == 0 || f->brawl || refuse(r, (u32)(rest.data - line.data) + 1, "expected `brawl` or nothing");
  }
  if (str_is(word, "banned")) return list_card(r, line, rest, LIST_BANNED);
  if (str_is(word, "restricted")) return list_card(r, line, rest, LIST_RESTRICTED);
  if (str_is(word, "only")) return list_card(r, line, rest, LIST_ONLY);
  return refuse(r, (u32)(word.data - line.data) + 1,
                "expected name, main, sideboard, copies, commander, legality, banned, restricted or only");
}

GavelStatus gavel_deck_format_read(const GavelCards *cards, const char *text, size_t length, GavelDeckFormat **out,
                                   GavelError *error) {
  GavelError own;
  if (!error) error = &own;
  if (length > UINT32_MAX) return error_set(error, GAVEL_E_LIMIT, 0, 0, 0, "the format is too long");
  GavelStatus unfit = text_check((Str){text, (u32)length}, error);
  if (unfit) return unfit;
  GavelAllocator allocator = api_carddb(cards)->allocator;
  GavelDeckFormat *format = allocator.resize(allocator.user, NULL, 0, sizeof *format);
  if (!format) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  *format = (GavelDeckFormat){.allocator = allocator, .cards = cards};
  text_init(&format->name, allocator);
  text_init(&format->legality, allocator);
  FormatReader r = {.format = format, .error = error, .line = 1};
  bool fine = true;
  for (size_t at = 0; at < length && fine; at++, r.line++) {
    size_t from = at;
    while (at < length && text[at] != '\n') at++;
    Str line = {text + from, (u32)(at - from)};
    while (line.length && strchr(" \t\r", line.data[line.length - 1])) line.length--;
    fine = read_line(&r, line);
  }
  if (fine && (format->name.failed || format->legality.failed)) {
    error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
    fine = false;
  }
  if (!fine) {
    gavel_deck_format_destroy(format);
    return error->status;
  }
  *out = format;
  return GAVEL_OK;
}

void gavel_deck_format_destroy(GavelDeckFormat *format) {
  if (!format) return;
  GavelAllocator allocator = format->allocator;
  text_free(&format->name);
  text_free(&format->legality);
  vec_free(&allocator, &format->listed);
  allocator.resize(allocator.user, format, sizeof *format, 0);
}

const char *gavel_deck_format_name(const GavelDeckFormat *format) { return format->name.data ? format->name.data : ""; }

bool gavel_deck_format_is_commander(const GavelDeckFormat *format) { return format->commander; }

bool gavel_deck_format_is_brawl(const GavelDeckFormat *format) { return format->brawl; }

/* --- checking ----------------------------------------------------------------------------------------- */

typedef struct Check {
  const GavelDeck *deck;
  const GavelDeckFormat *format;
  Text text;
} Check;

static bool is_listed(const GavelDeckFormat *format, GavelCardId card, ListKind kind) {
  for (u32 i = 0; i < format->listed.count; i++)
    if (format->listed.data[i].card == card && format->listed.data[i].kind == kind) return true;
  return false;
}

const Chars *deck_front(const CardDb *db, GavelCardId card) {
  return &carddb_face(db, carddb_card(db, card)->face)->chars;
}

bool deck_is_basic(const CardDb *db, GavelCardId card) {
  const Chars *c = deck_front(db, card);
  return c->supertypes & SUPERTYPE(BASIC) && c->types & TYPE(LAND);
}

static void check_sizes(Check *c) {
  const GavelDeckFormat *f = c->format;
  const char *rule = f->brawl ? "903.12d" : f->commander ? "903.5a" : "100.2a";
  u32 commanders = gavel_deck_size(c->deck, GAVEL_DECK_COMMANDER);
  u32 main = gavel_deck_size(c->deck, GAVEL_DECK_MAIN) + commanders,
      side = gavel_deck_size(c->deck, GAVEL_DECK_SIDEBOARD);
  if (main < f->main)
    text_addf(&c->text, "it has %u cards: expected %s%u (%s)\n", main, f->exactly ? "" : "at least ", f->main, rule);
  if (f->exactly && main > f->main) text_addf(&c->text, "it has %u cards: expected %u (%s)\n", main, f->main, rule);
  if (side > f->sideboard && f->has_sideboard)
    text_addf(&c->text, "its sideboard has %u cards: expected at most %u (100.4a)\n", side, f->sideboard);
  if (!f->commander && commanders) text_adds(&c->text, "it has a commander, but the format has none\n");
}

/* Number of copies of a card in all parts; 0 if an earlier entry is for the same card. */
static u32 copies_of(const GavelDeck *deck, u32 index) {
  u32 n = 0;
  for (u32 i = 0; i < deck->entries.count; i++) {
    if (deck->entries.data[i].card != deck->entries.data[index].card) continue;
    if (i < index) return 0;
    n += deck->entries.data[i].count;
  }
  return n;
}

/* Checks `n` copies of a card against card data; false if the data doesn't know. */
static bool check_legality(Check *c, GavelCardId card, u32 n) {
  const char *name = gavel_card_name(c->format->cards, card), *in = gavel_deck_format_name(c->format);
  switch (gavel_card_legality(c->format->cards, card, text_str(&c->format->legality).data)) {
    case GAVEL_LEGALITY_UNKNOWN: return false;
    case GAVEL_LEGALITY_NOT: text_addf(&c->text, "%s isn't legal in %s\n", name, in); break;
    case GAVEL_LEGALITY_BANNED: text_addf(&c->text, "%s is banned in %s\n", name, in); break;
    case GAVEL_LEGALITY_RESTRICTED:
      if (n > 1) text_addf(&c->text, "there are %u of %s, which is restricted to one in %s\n", n, name, in);
      break;
    case GAVEL_LEGALITY_LEGAL: break;
  }
  return true;
}

/* Cards without data are reported once. */
static void check_legalities(Check *c) {
  u32 unknown = 0, first = 0;
  for (u32 i = 0; i < c->deck->entries.count; i++) {
    u32 n = copies_of(c->deck, i);
    if (n == 0 || check_legality(c, c->deck->entries.data[i].card, n)) continue;
    if (unknown++ == 0) first = i;
  }
  if (!unknown) return;
  const char *name = gavel_card_name(c->format->cards, c->deck->entries.data[first].card);
  text_addf(&c->text, "legality unknown: no card data says whether %s", name);
  if (unknown > 1) text_addf(&c->text, " (and %u more)", unknown - 1);
  text_addf(&c->text, " may be played in %s\n", gavel_deck_format_name(c->format));
}

/* Maximum number of copies of a card where other cards are limited to `most`; 0 means any number. */
static u32 most_copies(const CardDb *db, const Chars *card, u32 most) {
  Node rule = deck_rule(db, card, IR_R_DECK_LIMIT), n = rule ? node_arg(db, rule, ARG_R_DECK_LIMIT_N) : 0;
  return !most || !n ? most : (u32)node_int(db, n, ARG_NUMBER_VALUE);
}

static void check_cards(Check *c) {
  const GavelDeckFormat *f = c->format;
  const CardDb *db = api_carddb(f->cards);
  for (u32 i = 0; i < c->deck->entries.count; i++) {
    GavelCardId card = c->deck->entries.data[i].card;
    u32 n = copies_of(c->deck, i);
    const char *name = gavel_card_name(f->cards, card);
    bool basic = deck_is_basic(db, card);
    if (n == 0) continue;
    if (is_listed(f, card, LIST_BANNED)) text_addf(&c->text, "%s is banned\n", name);
    if (f->has_only && !basic && !is_listed(f, card, LIST_ONLY)) text_addf(&c->text, "%s is not allowed\n", name);
    if (is_listed(f, card, LIST_RESTRICTED) && n > 1)
      text_addf(&c->text, "the deck has %s %u times: it is restricted to one\n", name, n);
    u32 most = most_copies(db, deck_front(db, card), f->copies);
    if (most && n > most && !basic)
      text_addf(&c->text, "the deck has %s %u times: expected at most %u (%s)\n", name, n, most,
                f->commander ? "903.5b" : "100.2a");
  }
}

size_t gavel_deck_check(const GavelDeck *deck, const GavelDeckFormat *format, char *out, size_t size) {
  Check c = {.deck = deck, .format = format};
  text_init(&c.text, deck->allocator);
  check_sizes(&c);
  check_cards(&c);
  if (format->legality.length) check_legalities(&c);
  if (format->commander) deck_check_commanders(deck, format->brawl, &c.text);
  return api_text_out(&c.text, out, size);
}
