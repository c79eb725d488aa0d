/* gavel deck: decks as files, and whether they can be played. */
#include "match.h"

typedef struct Options {
  CardFiles cards;
  VEC(const char *) decks;
  const char *format;
  bool check; /* the word that says so was there */
} Options;

static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
    case ARGP_KEY_INIT: state->child_inputs[0] = &options->cards; return 0;
    case 'f': options->format = argument; return 0;
    case ARGP_KEY_ARG:
      if (!options->check && strcmp(argument, "check") != 0)
        argp_error(state, "decks can only be checked: expected check, found \"%s\"", argument);
      if (options->check && !vec_push(&allocator, &options->decks, argument)) out_of_memory();
      options->check = true;
      return 0;
    case ARGP_KEY_END:
      if (!options->check || options->decks.count == 0) argp_error(state, "say which decks: gavel deck check FILE…");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"format", 'f', "FILE", 0, "Say what keeps each deck from being legal in the format of FILE (formats/)", 0},
    {0},
};

static const struct argp ARGP = {
    .help_filter = help_said,
    .options = OPTIONS,
    .parser = parse,
    .children = cards_children,
    .args_doc = "check DECK…",
    .doc =
        "Read decks, and say how many cards each has and whether it can be played. Every line that can't be read is "
        "named, and so is every card that is unknown or whose text Gavel can't read. Whether a card is legal in a "
        "format is taken from the card data of --cards, if it says so.\v"
        "Examples:\n"
        "  gavel deck check decks/red-burn.txt\n"
        "  gavel deck check --cards oracle-cards.json --format formats/modern.format mine.txt\n"
        "\nExit status: 0 when all decks can be played and are legal, 1 when one isn't, 2 when a file cannot be read.",
};

/* Prints what is wrong with a deck in the format; whether it is legal. */
static bool is_legal(const GavelDeck *deck, const GavelDeckFormat *format, const char *path) {
  size_t length = format ? gavel_deck_check(deck, format, NULL, 0) : 0;
  if (length == 0) return true;
  GavelAllocator allocator = gavel_allocator_default();
  char *text = allocator.resize(allocator.user, NULL, 0, length + 1);
  if (!text) out_of_memory();
  gavel_deck_check(deck, format, text, length + 1);
  print_phrase("%s: in %s:\n", path, gavel_deck_format_name(format));
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) printf("  %s\n", line);
  allocator.resize(allocator.user, text, length + 1, 0);
  return false;
}

static bool check_deck(const GavelCards *cards, const GavelDeckFormat *format, const char *path) {
  GavelDeck *deck = deck_open(cards, path);
  if (!deck) {
    print_phrase("%s: can't be played\n", path);
    return false;
  }
  print_phrase("%s: %u cards", path, gavel_deck_size(deck, GAVEL_DECK_MAIN));
  u32 side = gavel_deck_size(deck, GAVEL_DECK_SIDEBOARD), commanders = gavel_deck_size(deck, GAVEL_DECK_COMMANDER);
  if (commanders == 1) print_phrase(", %u commander", commanders);
  if (commanders > 1) print_phrase(", %u commanders", commanders);
  if (side) print_phrase(", %u in the sideboard", side);
  print_phrase(": can be played\n");
  bool legal = is_legal(deck, format, path);
  if (legal && format) print_phrase("%s: legal in %s\n", path, gavel_deck_format_name(format));
  gavel_deck_destroy(deck);
  return legal;
}

int command_deck(int argc, char **argv) {
  Options options = {.check = false};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  GavelCards *cards = cards_open(&options.cards);
  GavelDeckFormat *format = cards && options.format ? format_open(cards, options.format) : NULL;
  bool open = cards && (format || !options.format);
  int status = open ? CLI_FINE : CLI_BAD_INPUT;
  for (u32 i = 0; open && i < options.decks.count; i++)
    if (!check_deck(cards, format, options.decks.data[i])) status = CLI_FAILED;
  gavel_deck_format_destroy(format);
  cards_close(&options.cards, cards);
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &options.decks);
  return status;
}
