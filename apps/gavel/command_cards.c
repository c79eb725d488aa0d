/* gavel cards: what the engine knows of cards. */
#include "cli.h"

typedef struct Options {
  CardFiles cards;
  const char *word; /* list, show or check */
  VEC(const char *) names;
  bool english;
} Options;

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is that of argp. */
static error_t parse(int key, char *argument, struct argp_state *state) {
  Options *options = state->input;
  GavelAllocator allocator = gavel_allocator_default();
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &options->cards; return 0;
  case 'e': options->english = true; return 0;
  case ARGP_KEY_ARG:
    if (!options->word) {
      options->word = argument;
    } else if (!vec_push(&allocator, &options->names, argument)) {
      out_of_memory();
    }
    return 0;
  case ARGP_KEY_END:
    if (!options->word) argp_error(state, "say what to do: list, show NAME or check FILE");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option OPTIONS[] = {
    {"english", 'e', 0, 0, "With show: as Magic would say it, instead of the definition", 0},
    {0},
};

static const struct argp_child CHILDREN[] = {{&cards_argp, 0, NULL, 0}, {0}};

static const struct argp ARGP = {
    .options = OPTIONS,
    .parser = parse,
    .children = CHILDREN,
    .args_doc = "list\nshow NAME…\ncheck FILE…",
    .doc = "List the cards the engine knows, show the definition of some, or check files of "
           "definitions."
           "\vExamples:\n"
           "  gavel cards list\n"
           "  gavel cards show Clone --english\n"
           "  gavel cards --cards mine.card show \"My Card\"\n"
           "  gavel cards check mine.card\n"
           "\nExit status: 0 when all is well, 1 when a name is unknown, 2 when a file is "
           "malformed or cannot be read.",
};

static int cards_list(const GavelCards *cards) {
  for (GavelCardId card = 1; card <= gavel_cards_count(cards); card++)
    puts(gavel_card_name(cards, card));
  return CLI_FINE;
}

static void complain_unknown(const GavelCards *cards, const char *name) {
  const char *nearest[3];
  u32 count = gavel_cards_nearest(cards, name, nearest, COUNT_OF(nearest));
  Text text;
  text_init(&text, gavel_allocator_default());
  for (u32 i = 0; i < count; i++) text_addf(&text, "%s \"%s\"", i ? "," : "; nearest:", nearest[i]);
  complain("no card is called \"%s\"%s", name, text_str(&text).data);
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

static int cards_show(const GavelCards *cards, const Options *options) {
  int status = CLI_FINE;
  for (u32 i = 0; i < options->names.count; i++) {
    const char *name = options->names.data[i];
    GavelCardId card = gavel_cards_find(cards, name, NULL);
    if (!card) {
      complain_unknown(cards, name);
      status = CLI_FAILED;
      continue;
    }
    card_print_text(cards, card, options->english ? gavel_card_english : gavel_card_definition);
  }
  return status;
}

static int cards_check(GavelCards *cards, const Options *options) {
  int status = CLI_FINE;
  for (u32 i = 0; i < options->names.count; i++) {
    u32 before = gavel_cards_count(cards);
    if (cards_add_file(cards, options->names.data[i])) {
      printf("%s: %u cards, all well formed\n", options->names.data[i],
             gavel_cards_count(cards) - before);
    } else {
      status = CLI_BAD_INPUT;
    }
  }
  return status;
}

static int cards_do(GavelCards *cards, const Options *options) {
  bool list = strcmp(options->word, "list") == 0;
  bool show = strcmp(options->word, "show") == 0;
  bool check = strcmp(options->word, "check") == 0;
  u32 names = options->names.count;
  if (list && names == 0) return cards_list(cards);
  if (show && names > 0) return cards_show(cards, options);
  if (check && names > 0) return cards_check(cards, options);
  if (list) {
    complain("list takes no further words; to see one card: gavel cards show \"%s\"",
             options->names.data[0]);
  } else if (show || check) {
    complain("%s what? For example: gavel cards %s", options->word,
             show ? "show Clone" : "check mine.card");
  } else {
    complain("cards can be listed, shown and checked (list, show, check), but not \"%s\"",
             options->word);
  }
  return CLI_BAD_INPUT;
}

int command_cards(int argc, char **argv) {
  Options options = {.word = NULL};
  argp_parse(&ARGP, argc, argv, 0, NULL, &options);
  GavelCards *cards = cards_open(&options.cards);
  int status = cards ? cards_do(cards, &options) : CLI_BAD_INPUT;
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &options.names);
  gavel_cards_destroy(cards);
  return status;
}
