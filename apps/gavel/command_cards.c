/* gavel cards: what the engine knows of cards. */
#include "card_data.h"
#include "cards_oracle.h"
#include "cli.h"

#include "api/api.h"

#include <stdlib.h>

typedef struct Options {
  CardFiles cards;
  const char *word; /* list, show, check or import */
  VEC(const char *) names;
  const char *output, *executed, *against, *read;
  u32 most;
  bool english, refused, problems, spell, why, json;
} Options;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->cards; return 0;
    case 'e': options->english = true; return 0;
    case 'r': options->refused = true; return 0;
    case 'p': options->problems = true; return 0;
    case 'o': options->output = argument; return 0;
    case 'a': options->against = argument; return 0;
    case 'l': options->read = argument; return 0;
    case 'm': options->most = (u32)strtoul(argument, NULL, 10); return 0;
    case 's': options->spell = true; return 0;
    case 'w': options->why = true; return 0;
    case 'x': options->executed = argument; return 0;
    case 'J': options->json = true; return 0;
    case ARGP_KEY_ARG:
      if (!options->word) {
        options->word = argument;
      } else if (!vec_push(&allocator, &options->names, argument)) {
        out_of_memory();
      }
      return 0;
    case ARGP_KEY_END:
      if (!options->word) argp_error(state, "say what to do: list, show NAME or check FILE, or import FILE -o DB");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"english", 'e', 0, 0, "With show: print the card in Magic's English instead of its definition", 0},
    {"refused", 'r', 0, 0, "With list: list the cards that have no definition, and why", 0},
    {"against", 'a', "FILE", 0,
     "With check: compile each known card's text in FILE, which is card data in JSON, and compare the result with the "
     "card's definition",
     0},
    {"list", 'l', "LIST", 0,
     "With --against: require that each card whose text can't be compiled is on LIST, unchanged since somebody "
     "compared it",
     0},
    {"output", 'o', "DB", 0, "With import: the database to write", 0},
    {"problems", 'p', 0, 0,
     "With import: print every problem in the file, and not only the first ones; with english: name each card that "
     "doesn't "
     "come back",
     0},
    {"most", 'm', "N", 0, "With coverage, audit and english: print the N most frequent reasons (default 40)", 0},
    {"executed", 'x', "FILE", 0,
     "With coverage: read the names of executed cards from FILE, which `sim --cover` or `run` has written", 0},
    {"json", 'J', 0, 0, "With coverage: print everything as JSON", 0},
    {"spell", 's', 0, 0, "With read: read the text as that of an instant or sorcery", 0},
    {"why", 'w', 0, 0,
     "With show and read: show how each phrase was read, what it means, and that meaning in English again; with "
     "english: count what keeps productions from having words for abilities",
     0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = cards_children,
    .args_doc = "list\nshow NAME…\ncheck FILE…\ncheck --against=FILE\nimport FILE -o DB\ncoverage FILE\naudit "
                "FILE\nambiguous FILE\nusual FILE\nenglish "
                "[FILE]\nread TEXT",
    .doc = "List the cards the engine knows, show the definition of some, check files of "
           "definitions, or compile public card data (Scryfall's oracle-cards or MTGJSON's AtomicCards, in JSON) to a "
           "database for --cards."
           "\vExamples:\n"
           "  gavel cards list\n"
           "  gavel cards show Clone --english\n"
           "  gavel cards --cards mine.card show \"My Card\"\n"
           "  gavel cards --cards oracle-cards.json show \"Vesuvan Shapeshifter\" --why\n"
           "  gavel cards check mine.card\n"
           "  gavel cards check --against oracle-cards.json\n"
           "  gavel cards import oracle-cards.json -o cards.db\n"
           "  gavel cards --cards cards.db list --refused\n"
           "\nExit status: 0 when all is well, 1 when a name is unknown, 2 when a file is "
           "malformed or cannot be read.",
};

/* Those that no card of a name has become, with a tab and the reason. */
static int refused_list(const GavelCards *cards) {
  Text text;
  text_init(&text, gavel_allocator_default());
  for (u32 i = 0; i < cards->compiled.count; i++) {
    const ImportDb *db = compiled_open(cards, i);
    for (u32 row = 0; db && row < db->cards.count; row++) {
      ImportFace faces[IMPORT_FACES_MAX];
      ImportCard card;
      import_db_card(db, row, &card, faces);
      if (!card.refusal || carddb_find_whole(api_carddb(cards), card.name)) continue;
      text_add(&text, card.name);
      text_addf(&text, "\t%s", import_refusal_text(card.refusal));
      if (card.detail.length > 0) text_addf(&text, ": \"%.*s\"", (int)card.detail.length, card.detail.data);
      text_addc(&text, '\n');
    }
  }
  print_text(&text);
  text_free(&text);
  return CLI_FINE;
}

static int cards_list(const GavelCards *cards) {
  for (GavelCardId card = 1; card <= gavel_cards_count(cards); card++) puts(gavel_card_name(cards, card));
  return CLI_FINE;
}

static void complain_unknown(const GavelCards *cards, const char *name) {
  Text text;
  text_init(&text, gavel_allocator_default());
  carddb_say_unknown(api_carddb(cards), str_of(name), 3, &text);
  complain("%s", text_str(&text).data);
  text_free(&text);
}

typedef size_t CardText(const GavelCards *cards, GavelCardId card, char *out, size_t size);

static void card_print_text(const GavelCards *cards, GavelCardId card, CardText *write) {
  size_t length = write(cards, card, NULL, 0);
  Text text;
  text_init(&text, gavel_allocator_default());
  char *buffer = vec_grow(&text.allocator, NULL, 0, &text.cap, (u32)length + 1, 1);
  if (!buffer) out_of_memory();
  write(cards, card, buffer, length + 1);
  fputs(buffer, stdout);
  if (length == 0 || buffer[length - 1] != '\n') putchar('\n');
  text.data = buffer;
  text_free(&text);
}

/* Shows what a file says of a card that has no definition; false if there is none. */
static bool refused_show(const GavelCards *cards, const char *name) {
  static const struct {
    ImportText text;
    const char *before;
  } LINES[] = {{TEXT_NAME, ""},
               {TEXT_COST, ""},
               {TEXT_TYPES, ""},
               {TEXT_RULES, ""},
               {TEXT_POWER, "power "},
               {TEXT_TOUGHNESS, "toughness "},
               {TEXT_LOYALTY, "loyalty "},
               {TEXT_DEFENSE, "defense "},
               {TEXT_HAND, "hand "},
               {TEXT_LIFE, "life "}};
  for (u32 i = 0; i < cards->compiled.count; i++) {
    const ImportDb *db = compiled_open(cards, i);
    ImportFace faces[IMPORT_FACES_MAX];
    ImportCard card;
    Text text;
    u32 row = db ? import_db_find(db, str_of(name)) : IMPORT_NO_CARD;
    if (row == IMPORT_NO_CARD) continue;
    import_db_card(db, row, &card, faces);
    if (!card.refusal) continue;
    text_init(&text, gavel_allocator_default());
    for (u32 f = 0; f < card.face_count; f++) {
      for (u32 l = 0; l < COUNT_OF(LINES); l++) {
        Str line = faces[f].texts[LINES[l].text];
        if (line.length > 0) text_addf(&text, "%s%.*s\n", LINES[l].before, (int)line.length, line.data);
      }
      text_addc(&text, '\n');
    }
    import_db_why_not(db, str_of(name), &text);
    text_addc(&text, '\n');
    print_text(&text);
    text_free(&text);
    return true;
  }
  return false;
}

static int cards_show(const GavelCards *cards, const Options *options) {
  int status = CLI_FINE;
  for (u32 i = 0; i < options->names.count; i++) {
    const char *name = options->names.data[i];
    GavelCardId card = gavel_cards_find(cards, name, NULL);
    if (options->why) {
      int why = cards_why(cards, name);
      if (why == CLI_FAILED) complain_unknown(cards, name);
      if (why > status) status = why;
      continue;
    }
    if (!card && refused_show(cards, name)) continue;
    if (!card) {
      complain_unknown(cards, name);
      status = CLI_FAILED;
      continue;
    }
    card_print_text(cards, card, options->english ? gavel_card_english : gavel_card_definition);
  }
  return status;
}

static int cards_check(GavelCards *cards, Options *options) {
  int status = CLI_FINE;
  for (u32 i = 0; i < options->names.count; i++) {
    u32 before = gavel_cards_count(cards);
    if (cards_add_file(&options->cards, cards, options->names.data[i])) {
      printf("%s: %u cards, all well formed\n", options->names.data[i], gavel_cards_count(cards) - before);
    } else {
      status = CLI_BAD_INPUT;
    }
  }
  if (!options->against || status != CLI_FINE) return status;
  return cards_against(cards, options->against, options->read);
}

/* --- importing ----------------------------------------------------------------------------- */

#define FINDINGS_SHOWN 20u

static void problems_print(const Import *import, const char *path, bool all) {
  u32 count = import->problems.count;
  u32 shown = all || count < FINDINGS_SHOWN ? count : FINDINGS_SHOWN;
  for (u32 i = 0; i < shown; i++) {
    const ImportProblem *problem = &import->problems.data[i];
    printf("%s: byte %llu: %.*s: %.*s\n", path, (unsigned long long)problem->byte, (int)problem->path.length,
           problem->path.data, (int)problem->message.length, problem->message.data);
  }
  if (shown < count) printf("and %u more: --problems shows all\n", count - shown);
}

/* How many cards there are, how many have a definition, and why not the others. */
static void totals_print(const Import *import, const ImportDb *db) {
  u32 counts[REFUSED_COUNT] = {0};
  for (u32 row = 0; row < db->cards.count; row++) {
    ImportFace faces[IMPORT_FACES_MAX];
    ImportCard card;
    import_db_card(db, row, &card, faces);
    counts[card.refusal]++;
  }
  printf("%u cards, %u with a definition\n", db->cards.count, counts[REFUSED_NONE]);
  for (u32 i = REFUSED_NONE + 1; i < REFUSED_COUNT; i++)
    if (counts[i] > 0) printf("%7u refused: %s\n", counts[i], import_refusal_text((ImportRefusal)i));
  for (u32 i = 0; i < LEFT_OUT_COUNT; i++)
    if (import->left_out[i] > 0)
      printf("left out: %llu %s\n", (unsigned long long)import->left_out[i], import_left_out_text((ImportLeftOut)i));
}

static int cards_import(const Options *options) {
  const char *path = options->names.data[0];
  CardData data;
  if (!card_data_open(&data, path)) return CLI_BAD_INPUT;
  bool fine = file_write_whole(options->output, text_str(&data.bytes));
  if (fine) problems_print(&data.import, path, options->problems);
  if (fine) totals_print(&data.import, &data.db);
  card_data_close(&data);
  return fine ? CLI_FINE : CLI_BAD_INPUT;
}

static int cards_do(GavelCards *cards, Options *options) {
  bool list = strcmp(options->word, "list") == 0;
  bool show = strcmp(options->word, "show") == 0;
  bool check = strcmp(options->word, "check") == 0;
  bool import = strcmp(options->word, "import") == 0;
  u32 names = options->names.count;
  if (list && names == 0) return options->refused ? refused_list(cards) : cards_list(cards);
  if (show && names > 0) return cards_show(cards, options);
  if (check && (names > 0 || options->against)) return cards_check(cards, options);
  if (import && names == 1 && options->output) return cards_import(options);
  if (strcmp(options->word, "coverage") == 0 && names == 1) {
    CoveragePlan plan = {
        .path = options->names.data[0], .executed = options->executed, .most = options->most, .json = options->json};
    return cards_coverage(&plan);
  }
  if (strcmp(options->word, "audit") == 0 && names == 1) return cards_audit(options->names.data[0], options->most);
  if (strcmp(options->word, "ambiguous") == 0 && names == 1) return cards_ambiguous(options->names.data[0]);
  if (strcmp(options->word, "usual") == 0 && names == 1) return cards_usual(options->names.data[0]);
  if (strcmp(options->word, "english") == 0 && names <= 1)
    return cards_english(cards, names ? options->names.data[0] : NULL, options->most, options->problems, options->why);
  if (strcmp(options->word, "read") == 0 && names == 1)
    return cards_read(options->names.data[0], options->spell, options->why);
  if (list) {
    complain("list takes no further words; to see one card: gavel cards show \"%s\"", options->names.data[0]);
  } else if (show || check) {
    complain("%s what? For example: gavel cards %s", options->word, show ? "show Clone" : "check mine.card");
  } else if (import) {
    complain("import takes one file and where to write: gavel cards import oracle-cards.json -o cards.db");
  } else {
    complain("cards can be listed, shown, checked and imported (list, show, check, import), but not \"%s\"",
             options->word);
  }
  return CLI_BAD_INPUT;
}

int command_cards(int argc, char **argv) {
  Options options = {.word = NULL, .most = 40};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  GavelCards *cards = cards_open(&options.cards);
  int status = cards ? cards_do(cards, &options) : CLI_BAD_INPUT;
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &options.names);
  cards_close(&options.cards, cards);
  return status;
}
