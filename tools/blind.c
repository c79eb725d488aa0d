/* Measures how general the grammar is: for each of the latest sets in a file of cards, how many cards can be read with
   only what cards of other sets need too. tools/blind turns the output into a page. It consists of rows of fields
   separated by tabs:

       all CARDS ACCEPTED PRODUCTIONS              of the file; productions with phrases in brackets
       set CODE DATE CARDS ACCEPTED BLIND THREE EARLIER
       piece CARDS SETS TEXT                        for each piece used by cards of fewer than three sets, or by none

   A card belongs to the set in which it was first printed; cards without one are left out. BLIND cards are read without
   the pieces (oracle/pieces.h) and operations that no accepted card of another set uses, THREE without those that fewer
   than three other sets use, EARLIER without those that no earlier set uses. Words of the game stay: rows of
   cards/words.def, ability words, names of predefined tokens.

       gavel_blind CARDS FIRST-PRINTINGS [SETS [CARDS-OF-A-SET]] */
#include "cards/ir_walk.h"
#include "import/import.h"
#include "oracle/pieces.h"

#include <stdio.h>
#include <stdlib.h>

#define SETS_MAX 2048u

typedef struct Set {
  Str code, date;
  u32 cards, accepted;
} Set;

/* The result of reading a card. */
typedef struct Read {
  u32 at, length; /* of its definition; empty if it was refused */
  u32 used_first, used_count;
  u8 *ops; /* the operations it has; null if it was refused */
} Read;

typedef struct Measure {
  GavelAllocator allocator;
  Import import;
  Oracle *oracle;
  CardDb db;
  Text printings;
  Intern names; /* of cards in the list of first printings; their sets are below */
  Arena arena;
  u16 *set_of_name;  /* 1 + set, by id in names */
  u32 *card_of_name; /* 1 + index of the card in the import */
  Set sets[SETS_MAX];
  u32 set_count;
  u32 pieces, columns; /* of the oracle; including the operations after them */
  u16 *users;          /* by set and column: how many accepted cards use it */
  u16 *set_of_card;    /* 1 + set, by card of the import */
  Read *reads;         /* by card of the import */
  u32 *texts_of;       /* by definition, the card */
  VEC(u32) used;       /* pieces of the cards */
  Text text;           /* definitions; then scratch space */
} Measure;

_Noreturn static void give_up(const char *what, const char *why) {
  fprintf(stderr, "gavel_blind: %s: %s\n", what, why);
  exit(2);
}

static void *room(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) give_up("memory", "there is none left");
  return block;
}

/* --- reading files --------------------------------------------------------------------------------- */

static void cards_read(Measure *m, const char *path) {
  static char piece[65536];
  ImportReader *reader;
  GavelError error = {0};
  FILE *file = fopen(path, "rb");
  if (!file) give_up(path, "can't be opened");
  if (import_begin(m->allocator, &reader, &error)) give_up(path, error.message);
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;)
    if (import_feed(reader, piece, got)) break;
  fclose(file);
  if (import_end(reader, &m->import) || !import_pair_melds(&m->import)) give_up(path, error.message);
}

static void file_read(const char *path, Text *out) {
  char piece[4096];
  FILE *file = fopen(path, "rb");
  if (!file) give_up(path, "can't be opened");
  for (size_t got; (got = fread(piece, 1, sizeof piece, file)) > 0;) text_add(out, (Str){piece, (u32)got});
  fclose(file);
}

static Str field(Str *rest, char end) {
  u32 i = 0;
  while (i < rest->length && rest->data[i] != end) i++;
  Str taken = {rest->data, i};
  u32 skip = i < rest->length ? i + 1 : i;
  *rest = (Str){rest->data + skip, rest->length - skip};
  return taken;
}

static u32 set_find(Measure *m, Str code, Str date) {
  for (u32 i = 0; i < m->set_count; i++)
    if (str_equal(m->sets[i].code, code)) return i;
  if (m->set_count == SETS_MAX) give_up("first printings", "there are too many sets");
  m->sets[m->set_count] = (Set){.code = code, .date = date};
  return m->set_count++;
}

static void printings_read(Measure *m, const char *path) {
  file_read(path, &m->printings);
  Str rest = text_str(&m->printings);
  u32 lines = 1;
  for (u32 i = 0; i < rest.length; i++) lines += rest.data[i] == '\n';
  m->set_of_name = room(lines + 1, sizeof *m->set_of_name);
  m->card_of_name = room(lines + 1, sizeof *m->card_of_name);
  field(&rest, '\n');
  while (rest.length > 0) {
    Str line = field(&rest, '\n'), name = field(&line, '\t'), code = field(&line, '\t');
    StrId id = intern_add(&m->names, name);
    m->set_of_name[id] = (u16)(1 + set_find(m, code, line));
  }
}

/* --- pieces that cards use --------------------------------------------------------------------------- */

static bool op_used(void *user, const CardDb *db, Node node) {
  u8 *used = user;
  used[node_op(db, node)] = 1;
  return true;
}

/* Records the set of each card, and which pieces of the oracle each readable text needs. */
static void cards_read_texts(Measure *m) {
  u8 *now = room(m->pieces, 1);
  oracle_pieces_set(m->oracle, now, NULL);
  for (u32 i = 0; i < m->import.cards.count; i++) {
    const ImportCard *card = &m->import.cards.data[i];
    StrId id = intern_find(&m->names, card->name);
    Str detail;
    if (!id || !m->set_of_name[id]) continue;
    m->card_of_name[id] = 1 + i;
    m->set_of_card[i] = m->set_of_name[id];
    m->sets[m->set_of_card[i] - 1].cards++;
    memset(now, 0, m->pieces);
    u32 begin = m->text.length, first = m->used.count;
    if (import_compile(m->oracle, card, &m->text, NULL, &detail)) continue;
    for (u32 p = 0; p < m->pieces; p++)
      if (now[p] && !vec_push(&m->allocator, &m->used, p)) give_up("memory", "there is none left");
    m->reads[i] = (Read){begin, m->text.length - begin, first, m->used.count - first, NULL};
  }
  oracle_pieces_set(m->oracle, NULL, NULL);
  free(now);
}

static void refused(void *user, u32 index, const GavelError *error) {
  (void)error;
  Measure *m = user;
  m->reads[m->texts_of[index]].length = 0;
}

/* Checks the definitions, and finds the operations of the valid ones. */
static void definitions_check(Measure *m) {
  Str *texts = room(m->import.cards.count, sizeof *texts);
  GavelError error = {0};
  u32 count = 0;
  for (u32 i = 0; i < m->import.cards.count; i++) {
    if (m->reads[i].length == 0) continue;
    m->texts_of[count] = i;
    texts[count++] = (Str){m->text.data + m->reads[i].at, m->reads[i].length};
  }
  if (carddb_load_each(&m->db, texts, NULL, count, refused, m, &error)) give_up("definitions", error.message);
  for (u32 card = 1; card < m->db.cards.count; card++) {
    StrId id = intern_find(&m->names, intern_text(&m->db.names, m->db.cards.data[card].name));
    u32 known = id ? m->card_of_name[id] : 0;
    if (!known || m->reads[known - 1].length == 0) continue;
    u8 *ops = m->reads[known - 1].ops = room(IR_OP_COUNT, 1);
    u32 end = card + 1 < m->db.cards.count ? m->db.cards.data[card + 1].first_ability : m->db.abilities.count;
    for (u32 a = m->db.cards.data[card].first_ability; a < end; a++)
      ir_walk(&m->db, m->db.abilities.data[a].node, op_used, ops);
  }
  free(texts);
}

static void cards_count(Measure *m) {
  cards_read_texts(m);
  definitions_check(m);
  for (u32 i = 0; i < m->import.cards.count; i++) {
    const Read *r = &m->reads[i];
    if (!r->ops) continue;
    u16 *users = &m->users[(m->set_of_card[i] - 1) * m->columns];
    m->sets[m->set_of_card[i] - 1].accepted++;
    for (u32 k = 0; k < r->used_count; k++) users[m->used.data[r->used_first + k]]++;
    for (u32 op = 0; op < IR_OP_COUNT; op++) users[m->pieces + op] += r->ops[op];
  }
}

/* --- blind --------------------------------------------------------------------------------------------- */

typedef enum Variant { BLIND, THREE, EARLIER, VARIANTS } Variant;

static bool is_word_of_game(Str text) {
  return str_begins(text, STR("ability-word: ")) || str_begins(text, STR("token-kind#: "));
}

/* Predefined tokens are operations too. */
static bool stays(Measure *m, u32 column) {
  if (column >= m->pieces) return ir_op_info((IrOp)(column - m->pieces))->sort == SORT_TOK;
  text_clear(&m->text);
  oracle_piece_text(m->oracle, column, &m->text);
  return is_word_of_game(text_str(&m->text));
}

static void off_find(Measure *m, u32 set, Variant variant, u8 *off) {
  for (u32 c = 0; c < m->columns; c++) {
    u32 sets = 0;
    for (u32 s = 0; s < m->set_count; s++) {
      bool counts = variant == EARLIER ? str_compare(m->sets[s].date, m->sets[set].date) < 0 : s != set;
      sets += counts && m->users[s * m->columns + c] > 0;
    }
    off[c] = sets < (variant == THREE ? 3u : 1u) && m->users[set * m->columns + c] > 0 && !stays(m, c);
  }
}

static bool reads_without(Measure *m, u32 card, const u8 *off) {
  const u8 *ops = m->reads[card].ops;
  for (u32 op = 0; ops && op < IR_OP_COUNT; op++)
    if (ops[op] && off[m->pieces + op]) return false;
  Str detail;
  text_clear(&m->text);
  return ops && !import_compile(m->oracle, &m->import.cards.data[card], &m->text, NULL, &detail);
}

static u32 blind_count(Measure *m, u32 set, Variant variant) {
  u8 *off = room(m->columns, 1);
  u32 read = 0;
  off_find(m, set, variant, off);
  oracle_pieces_set(m->oracle, NULL, off);
  for (u32 i = 0; i < m->import.cards.count; i++) read += m->set_of_card[i] == set + 1 && reads_without(m, i, off);
  oracle_pieces_set(m->oracle, NULL, NULL);
  free(off);
  return read;
}

static void set_print(Measure *m, u32 set) {
  const Set *s = &m->sets[set];
  printf("set\t%.*s\t%.*s\t%u\t%u", (int)s->code.length, s->code.data, (int)s->date.length, s->date.data, s->cards,
         s->accepted);
  for (u32 variant = 0; variant < VARIANTS; variant++) printf("\t%u", blind_count(m, set, (Variant)variant));
  putchar('\n');
}

/* Prints the latest sets with at least that many cards. */
static void sets_print(Measure *m, u32 most, u32 least) {
  bool *done = room(m->set_count, sizeof *done);
  for (u32 n = 0; n < most; n++) {
    u32 latest = m->set_count;
    for (u32 i = 0; i < m->set_count; i++) {
      if (done[i] || m->sets[i].cards < least) continue;
      if (latest == m->set_count || str_compare(m->sets[i].date, m->sets[latest].date) > 0) latest = i;
    }
    if (latest == m->set_count) break;
    done[latest] = true;
    set_print(m, latest);
  }
  free(done);
}

/* --- pieces ----------------------------------------------------------------------------------------------- */

static void pieces_print(Measure *m) {
  u32 productions = 0;
  for (u32 c = 0; c < m->columns; c++) {
    u32 cards = 0, sets = 0;
    for (u32 s = 0; s < m->set_count; s++) {
      cards += m->users[s * m->columns + c];
      sets += m->users[s * m->columns + c] > 0;
    }
    text_clear(&m->text);
    if (c < m->pieces)
      oracle_piece_text(m->oracle, c, &m->text);
    else if (c > m->pieces && cards > 0)
      text_addf(&m->text, "operation %s", ir_op_info((IrOp)(c - m->pieces))->name);
    Str text = text_str(&m->text);
    if (text.length == 0 || is_word_of_game(text)) continue;
    productions += c < m->pieces;
    if (sets < 3) printf("piece\t%u\t%u\t%.*s\n", cards, sets, (int)text.length, text.data);
  }
  u32 cards = 0, accepted = 0;
  for (u32 s = 0; s < m->set_count; s++) {
    cards += m->sets[s].cards;
    accepted += m->sets[s].accepted;
  }
  printf("all\t%u\t%u\t%u\n", cards, accepted, productions);
}

int main(int argc, char **argv) {
  if (argc < 3) give_up("usage", "gavel_blind CARDS FIRST-PRINTINGS [SETS [CARDS-OF-A-SET]]");
  Measure *m = room(1, sizeof *m);
  GavelError error = {0};
  m->allocator = gavel_allocator_default();
  arena_init(&m->arena, m->allocator);
  intern_init(&m->names, &m->arena);
  text_init(&m->printings, m->allocator);
  text_init(&m->text, m->allocator);
  if (oracle_new(m->allocator, &m->oracle, &error)) give_up("grammar", error.message);
  if (carddb_init(&m->db, m->allocator, &error)) give_up("keywords", error.message);
  cards_read(m, argv[1]);
  printings_read(m, argv[2]);
  m->pieces = oracle_pieces(m->oracle);
  m->columns = m->pieces + IR_OP_COUNT;
  m->users = room((size_t)m->set_count * m->columns, sizeof *m->users);
  m->set_of_card = room(m->import.cards.count, sizeof *m->set_of_card);
  m->reads = room(m->import.cards.count, sizeof *m->reads);
  m->texts_of = room(m->import.cards.count, sizeof *m->texts_of);
  cards_count(m);
  pieces_print(m);
  sets_print(m, argc > 3 ? (u32)atoi(argv[3]) : 12, argc > 4 ? (u32)atoi(argv[4]) : 60);
  return 0;
}
