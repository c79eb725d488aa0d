// Games, for a referee.
#include "common.h"
#include "seat.h"

GameData::~GameData() { gavel_game_destroy(game); }

static const char *const FORMATS[] = {"two-player", "free-for-all", "commander", "brawl"};

static GavelFormat format_of(const std::string &name) {
  for (uint32_t i = 0; i < 4; i++)
    if (name == FORMATS[i]) return static_cast<GavelFormat>(i);
  fail(GAVEL_E_CHECK, "there is no format \"" + name + "\": expected two-player, free-for-all, commander or brawl");
}

static Game make_game(const Cards &cards, uint32_t players, std::optional<std::string> format, int64_t life, uint64_t seed) {
  GavelGameDef def = gavel_game_def_default();
  def.cards = cards.data->cards;
  def.player_count = players;
  def.format = format ? format_of(*format) : players == 2 ? GAVEL_FORMAT_TWO_PLAYER : GAVEL_FORMAT_FREE_FOR_ALL;
  def.life = life;
  def.seed = seed;
  def.no_take_back = true;
  auto data = std::make_shared<GameData>();
  data->cards = cards.data;
  GavelError error = {};
  if (gavel_game_create(&def, &data->game, &error)) fail(error);
  return {data};
}

static void put_deck(Game &g, uint32_t player, const std::string &text) {
  engine(g.data->busy, [&] {
    GavelDeck *deck = nullptr;
    GavelError error = {};
    if (gavel_deck_read(g.data->cards->cards, text.data(), text.size(), &deck, &error)) fail(error);
    GavelStatus status = gavel_game_put_deck(g.data->game, player, deck);
    gavel_deck_destroy(deck);
    check(g.data->game, status);
  });
}

static const char *const ZONES[] = {"battlefield", "hand",    "graveyard", "library", "exile",
                                    "stack",       "command", "ante",      "outside"};

static GavelZone zone_of(const std::string &name) {
  for (uint32_t i = 0; i < GAVEL_ZONE_NONE; i++)
    if (name == ZONES[i]) return static_cast<GavelZone>(i);
  fail(GAVEL_E_UNKNOWN, "there is no zone \"" + name + "\"");
}

static void start(Game &g, const std::string &beginning) {
  engine(g.data->busy, [&] {
    GavelGame *game = g.data->game;
    if (beginning == "hands") return check(game, gavel_game_start_with_hands(game));
    if (beginning == "dealt") {
      for (uint32_t p = 0; p < gavel_game_situation(game).player_count; p++) {
        check(game, gavel_game_shuffle(game, p));
        check(game, gavel_game_deal(game, p, 7));
      }
    } else if (beginning != "as it is") {
      fail(GAVEL_E_CHECK, "there is no beginning \"" + beginning + "\": expected hands, dealt or as it is");
    }
    check(game, gavel_game_start(game));
  });
}

GamePtr copy_game(const CardsPtr &cards, const GavelGame *game, uint32_t viewer, uint64_t seed) {
  auto copy = std::make_shared<GameData>();
  copy->cards = cards;
  size_t size = gavel_game_clone_size(game);
  copy->buffer.resize(size);
  GavelStatus status = gavel_game_clone(game, copy->buffer.data(), size, &copy->game);
  if (status) fail(status, gavel_status_text(status));
  if (viewer != GAVEL_NO_PLAYER) check(copy->game, gavel_game_determinize(copy->game, viewer, seed));
  return copy;
}

static nb::bytes save(const Game &g) {
  std::vector<char> bytes;
  engine(g.data->busy, [&] {
    size_t length = 0;
    check(g.data->game, gavel_game_save(g.data->game, nullptr, 0, &length));
    bytes.resize(length);
    check(g.data->game, gavel_game_save(g.data->game, bytes.data(), bytes.size(), &length));
  });
  return nb::bytes(bytes.data(), bytes.size());
}

static Game load(const Cards &cards, nb::bytes saved) {
  auto data = std::make_shared<GameData>();
  data->cards = cards.data;
  GavelGameDef def = gavel_game_def_default();
  def.cards = cards.data->cards;
  def.no_take_back = true;
  GavelError error = {};
  const char *bytes = saved.c_str();
  size_t length = saved.size();
  nb::gil_scoped_release release;
  if (gavel_game_load(&def, bytes, length, &data->game, &error)) fail(error);
  return {data};
}

// Reports events in words.
struct Account {
  std::vector<std::string> lines;
};

static void tell(void *user, GavelGame *game, const GavelEvent *event) {
  auto *account = static_cast<Account *>(user);
  account->lines.push_back(text_of([&](char *out, size_t size) { return gavel_event_text(game, event, out, size); }));
}

static std::vector<std::string> explain(const Game &g, uint32_t option) {
  return engine(g.data->busy, [&] {
    GamePtr copy = copy_game(g.data->cards, g.data->game, GAVEL_NO_PLAYER, 0);
    Account account;
    GavelListener listener = {tell, nullptr, &account};
    check(copy->game, gavel_game_listen(copy->game, &listener));
    check(copy->game, gavel_game_answer(copy->game, option));
    return account.lines;
  });
}

static uint32_t automatic(const Game &g) {
  return engine(g.data->busy, [&] {
    GavelAutomaton *automaton = nullptr;
    uint32_t option = 0;
    GavelStatus status = gavel_automaton_create(gavel_allocator_default(), &automaton);
    if (!status) status = gavel_automaton_choose(automaton, g.data->game, &option);
    gavel_automaton_destroy(automaton);
    if (status) fail(status, status == GAVEL_E_MISUSE ? "nothing is asked" : gavel_status_text(status));
    return option;
  });
}

static std::optional<uint32_t> winner(const Game &g) {
  uint32_t players = gavel_game_situation(g.data->game).player_count;
  for (uint32_t p = 0; p < players; p++)
    if (gavel_game_player(g.data->game, p).won) return p;
  return std::nullopt;
}

static Seat seat(const Game &g, uint32_t player) {
  uint32_t players = gavel_game_situation(g.data->game).player_count;
  if (player >= players)
    fail(GAVEL_E_CHECK, "there is no player " + std::to_string(player) + ": they are 0 to " + std::to_string(players - 1));
  return {g.data, nullptr, 0, player};
}

static std::optional<uint32_t> decider(const Game &g) {
  GavelDecision d;
  if (!gavel_game_decision(g.data->game, &d)) return std::nullopt;
  return d.player;
}

static uint32_t option_count(const Game &g) {
  GavelDecision d;
  return gavel_game_decision(g.data->game, &d) ? d.option_count : 0;
}

static std::string decision(const Game &g) {
  return engine(g.data->busy, [&] {
    return text_of([&](char *out, size_t size) { return gavel_game_decision_text(g.data->game, out, size); });
  });
}

static std::vector<std::string> options(const Game &g) {
  return engine(g.data->busy, [&] {
    std::vector<std::string> texts;
    for (uint32_t i = 0; i < option_count(g); i++)
      texts.push_back(text_of([&](char *out, size_t size) { return gavel_game_option_text(g.data->game, i, out, size); }));
    return texts;
  });
}

void bind_game(nb::module_ &m) {
  auto c = nb::class_<Game>(
      m, "Game",
      "A game: one value that can be copied, saved and compared at any decision. It knows everything; whoever plays\n"
      "is given a Seat of it.");
  c.def("__init__",
        [](Game *self, const Cards &cards, uint32_t players, std::optional<std::string> format, int64_t life,
           uint64_t seed) { new (self) Game(make_game(cards, players, format, life, seed)); },
        nb::arg("cards"), nb::kw_only(), nb::arg("players") = 2, nb::arg("format") = nb::none(), nb::arg("life") = 0,
        nb::arg("seed") = 1,
        "Makes a game without cards. `format` is \"two-player\", \"free-for-all\", \"commander\" or \"brawl\"; `life` 0 is the\n"
        "starting life total of the format.");
  c.def("put_deck", &put_deck, nb::arg("player"), nb::arg("text"),
        "Puts a deck, in any form that `gavel deck check` reads, into a game that has not begun. Raises GavelSyntaxError\n"
        "or UnknownError with the line.");
  c.def("put", [](Game &g, const std::string &zone, uint32_t player, const std::string &name, uint32_t count) {
          engine(g.data->busy, [&] {
            check(g.data->game, gavel_game_put_cards(g.data->game, zone_of(zone), player, name.c_str(), count));
          });
        }, nb::arg("zone"), nb::arg("player"), nb::arg("name"), nb::arg("count") = 1,
        "Puts cards of a name into a zone of a game that has not begun.");
  c.def("put_life", [](Game &g, uint32_t player, int64_t life) {
          engine(g.data->busy, [&] { check(g.data->game, gavel_game_put_life(g.data->game, player, life)); });
        }, nb::arg("player"), nb::arg("life"), "Sets a life total before the game begins.");
  c.def("start", &start, nb::arg("beginning") = "hands",
        "Begins: \"hands\" shuffles, draws seven cards each and asks for mulligans (103.5); \"dealt\" does the same without\n"
        "mulligans; \"as it is\" begins turn 1 with the cards where they are.");
  c.def("answer", [](Game &g, uint32_t option) {
          engine(g.data->busy, [&] { check(g.data->game, gavel_game_answer(g.data->game, option)); });
        }, nb::arg("option"),
        "Takes an option by its number and runs to the next decision. Raises IllegalError, and changes nothing, for a\n"
        "number that is none.");
  c.def("seat", &seat, nb::arg("player"), "A player's place in the game: what to give to whoever plays.");
  c.def_prop_ro("decider", &decider, "Who decides; None when nothing is asked: before the start and once it is over.");
  c.def_prop_ro("decision", &decision, "What is asked, in words; empty when nothing is.");
  c.def_prop_ro("options", &options, "All legal options in words.");
  c.def_prop_ro("option_count", &option_count, "How many legal options there are; 0 when nothing is asked.");
  c.def("view", [](const Game &g, uint32_t player) { return nb::cast(seat(g, player)).attr("view")(); }, nb::arg("player"),
        "What a player sees: Seat.view.");
  c.def("clone", [](const Game &g) {
          return engine(g.data->busy, [&] { return Game{copy_game(g.data->cards, g.data->game, GAVEL_NO_PLAYER, 0)}; });
        }, "A copy that plays on by itself.");
  c.def("determinized", [](const Game &g, uint32_t viewer, uint64_t seed) {
          return engine(g.data->busy, [&] { return Game{copy_game(g.data->cards, g.data->game, viewer, seed)}; });
        }, nb::arg("viewer"), nb::arg("seed"),
        "A copy in which the cards that the viewer may not know are dealt anew. Raises MisuseError while another player\n"
        "decides in secret.");
  c.def("save", &save, "The game as bytes that any machine can read back.");
  c.def_static("load", &load, nb::arg("cards"), nb::arg("saved"),
               "Makes a game of saved bytes, all of which are checked. Raises CorruptError or VersionError.");
  c.def("explain", &explain, nb::arg("option"), "What happens if this option is taken, in words; the game is not changed.");
  c.def("automatic", &automatic, "The option the automatic player would take for whoever decides.");
  c.def("concede", [](Game &g, uint32_t player) {
          engine(g.data->busy, [&] { check(g.data->game, gavel_game_concede(g.data->game, player)); });
        }, nb::arg("player"), "The player leaves the game (104.3a).");
  c.def_prop_ro("hash", [](const Game &g) { return gavel_game_hash(g.data->game); },
                "Equal for games that will go the same way under the same answers.");
  c.def_prop_ro("over", [](const Game &g) { return gavel_game_situation(g.data->game).over; }, "Whether it has ended.");
  c.def_prop_ro("winner", &winner, "Who has won; None while nobody has.");
  c.def_prop_ro("players", [](const Game &g) { return gavel_game_situation(g.data->game).player_count; },
                "How many players there are.");
  c.def_prop_ro("turn", [](const Game &g) { return gavel_game_situation(g.data->game).turn; },
                "Turns begun; 0 before the start.");
  c.def_prop_ro("bytes", [](const Game &g) { return gavel_game_clone_size(g.data->game); },
                "How many bytes a copy takes.");
}
