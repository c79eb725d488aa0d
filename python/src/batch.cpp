// Many games at once. The arrays are the batch's own memory, which every step overwrites.
#include "common.h"
#include "seat.h"

#include <algorithm>

BatchData::~BatchData() { gavel_batch_destroy(batch); }

struct Batch {
  BatchPtr data;
  GavelBatchView view{};
  uint32_t games = 0, players = 0, max_options = 0;
  std::unique_ptr<int16_t[]> globals, player_rows, objects, links, options;
  std::unique_ptr<uint32_t[]> object_offsets, link_offsets, option_offsets;
  std::unique_ptr<uint8_t[]> mask, terminated, truncated;
  std::unique_ptr<int32_t[]> seats;
  std::unique_ptr<float[]> rewards;
};

static GavelSeatKind seat_kind(const std::string &name) {
  static const char *const KINDS[] = {"caller", "random", "automatic"};
  for (uint32_t i = 0; i < 3; i++)
    if (name == KINDS[i]) return static_cast<GavelSeatKind>(i);
  fail(GAVEL_E_CHECK, "nobody called \"" + name + "\" can play a seat: expected caller, random or automatic");
}

// Memory that the system provides as it is touched; offsets and flags tell which of it is valid.
template <typename T> static T *room(std::unique_ptr<T[]> &owner, size_t count) {
  owner.reset(new T[count]);
  return owner.get();
}

static void make_room(Batch &b, const GavelBatchDef &def) {
  size_t n = def.games, p = b.players;
  b.view.globals = room(b.globals, n * GAVEL_GLOBAL_WIDTH);
  b.view.players = room(b.player_rows, n * p * GAVEL_PLAYER_WIDTH);
  b.view.objects = room(b.objects, n * def.max_objects * GAVEL_OBJECT_WIDTH);
  b.view.links = room(b.links, n * def.max_links * GAVEL_LINK_WIDTH);
  b.view.options = room(b.options, n * def.max_options * GAVEL_OPTION_WIDTH);
  b.view.object_offsets = room(b.object_offsets, n + 1);
  b.view.link_offsets = room(b.link_offsets, n + 1);
  b.view.option_offsets = room(b.option_offsets, n + 1);
  b.view.mask = room(b.mask, n * def.max_options);
  b.view.seats = room(b.seats, n);
  b.view.rewards = room(b.rewards, n * p);
  b.view.terminated = room(b.terminated, n);
  b.view.truncated = room(b.truncated, n);
}

static void reset(Batch &b, uint64_t seed) {
  engine(b.data->busy, [&] {
    GavelStatus status = gavel_batch_reset(b.data->batch, seed, &b.view);
    if (status) fail(status, gavel_status_text(status));
  });
}

using Actions = nb::ndarray<const int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

static void step(Batch &b, const Actions &actions) {
  if (actions.shape(0) != b.games)
    fail(GAVEL_E_CHECK, "expected " + std::to_string(b.games) + " actions, found " + std::to_string(actions.shape(0)));
  const int32_t *chosen = actions.data();
  engine(b.data->busy, [&] {
    GavelError error = {};
    if (gavel_batch_step(b.data->batch, chosen, &b.view, &error)) fail(error);
  });
}

// Takes random actions without returning to Python, to measure the games themselves.
static void play_random(Batch &b, uint32_t steps, uint64_t seed) {
  engine(b.data->busy, [&] {
    std::vector<int32_t> actions(b.games);
    GavelError error = {};
    for (uint32_t i = 0; i < steps; i++) {
      for (uint32_t g = 0; g < b.games; g++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t options = b.option_offsets[g + 1] - b.option_offsets[g];
        actions[g] = static_cast<int32_t>((seed >> 32) * options >> 32);
      }
      if (gavel_batch_step(b.data->batch, actions.data(), &b.view, &error)) fail(error);
    }
  });
}

template <typename T> using Array = nb::ndarray<nb::numpy, T>;

template <typename T> static Array<T> array(nb::handle self, T *data, std::initializer_list<size_t> shape) {
  return Array<T>(data, shape.size(), shape.begin(), self);
}

static Seat seat(const Batch &b, uint32_t game, uint32_t player) {
  if (game >= b.games || player >= b.players) fail(GAVEL_E_CHECK, "there is no such game or player");
  return {nullptr, b.data, game, player};
}

static void make_batch(Batch *self, const Game &game, uint32_t games, uint32_t threads,
                       const std::optional<std::vector<std::string>> &seats, const std::string &beginning,
                       std::optional<uint32_t> starting_player, uint32_t max_objects, uint32_t max_links,
                       uint32_t max_options, uint32_t max_decisions) {
  GavelBatchDef def = gavel_batch_def_default();
  uint32_t players = gavel_game_situation(game.data->game).player_count;
  if (seats && seats->size() != players)
    fail(GAVEL_E_CHECK, "expected who plays each of " + std::to_string(players) + " seats");
  for (size_t p = 0; seats && p < players; p++) def.seats[p] = seat_kind((*seats)[p]);
  if (beginning != "hands" && beginning != "dealt") fail(GAVEL_E_CHECK, "a batch begins with \"hands\" or \"dealt\"");
  def.game = game.data->game;
  def.games = games;
  def.threads = threads;
  def.beginning = beginning == "hands" ? GAVEL_BEGIN_WITH_HANDS : GAVEL_BEGIN_DEALT;
  def.starting_player = starting_player.value_or(GAVEL_NO_PLAYER);
  def.max_objects = max_objects;
  def.max_links = max_links;
  def.max_options = max_options;
  def.max_decisions = max_decisions;
  new (self) Batch();
  self->data = std::make_shared<BatchData>();
  self->data->cards = game.data->cards;
  GavelError error = {};
  engine(game.data->busy, [&] {
    if (gavel_batch_create(&def, &self->data->batch, &error)) fail(error);
  });
  self->games = games;
  self->players = players;
  self->max_options = max_options;
  make_room(*self, def);
  // Before the first reset there are no rows.
  std::fill_n(self->view.object_offsets, games + 1, 0u);
  std::fill_n(self->view.link_offsets, games + 1, 0u);
  std::fill_n(self->view.option_offsets, games + 1, 0u);
}

// A property that is an array over the batch's memory; `SHAPE` may use `b`.
#define ARRAY(NAME, FIELD, SAYS, ...)                                                                 \
  c.def_prop_ro(NAME, [](nb::handle_t<Batch> self) {                                                  \
    Batch &b = *nb::inst_ptr<Batch>(self);                                                            \
    return array(self, b.FIELD.get(), {__VA_ARGS__});                                                 \
  }, SAYS)

void bind_batch(nb::module_ &m) {
  auto c = nb::class_<Batch>(
      m, "Batch",
      "Many games that are stepped together (docs/observation.md). All its arrays are views of memory that the next call\n"
      "of reset or step writes anew: copy what you keep. Rows of game i in `objects` are those from object_offsets[i] up to\n"
      "object_offsets[i + 1], and likewise for `links` and `options`.");
  c.def("__init__", &make_batch, nb::arg("game"), nb::kw_only(), nb::arg("games") = 1, nb::arg("threads") = 1,
        nb::arg("seats") = nb::none(), nb::arg("beginning") = "hands", nb::arg("starting_player") = nb::none(),
        nb::arg("max_objects") = 512, nb::arg("max_links") = 1024, nb::arg("max_options") = 256,
        nb::arg("max_decisions") = 20000,
        "Makes a batch of copies of a game that is set up and has not begun. `seats` says who plays each seat: \"caller\",\n"
        "\"random\" or \"automatic\"; all are the caller's by default. Who starts is drawn for each game unless named.");
  c.def("reset", &reset, nb::arg("seed") = 1, "Begins all games anew. The same seed and actions give the same games.");
  c.def("step", &step, nb::arg("actions"),
        "Takes an action in each game: an int32 array of shape (games,), each the number of a row of its options; any\n"
        "number for games that are over, which begin anew. Raises IllegalError, and changes nothing, if one is none.");
  c.def("play_random", &play_random, nb::arg("steps"), nb::arg("seed") = 1,
        "Takes so many steps with random actions, without coming back to Python in between.");
  c.def("seat", &seat, nb::arg("game"), nb::arg("player"), "A player's place in one of the games.");
  c.def("why_truncated", [](const Batch &b, uint32_t game) { return std::string(gavel_batch_message(b.data->batch, game)); },
        nb::arg("game"), "Why the episode of a game was truncated, as a sentence; empty if it was not.");
  c.def_prop_ro("games", [](const Batch &b) { return b.games; }, "How many games there are.");
  c.def_prop_ro("players", [](const Batch &b) { return b.players; }, "How many players each game has.");
  c.def_prop_ro("max_options", [](const Batch &b) { return b.max_options; }, "The most actions a step can offer.");
  c.def_prop_ro("episodes", [](const Batch &b) { return gavel_batch_episodes(b.data->batch); }, "Episodes begun.");
  c.def_prop_ro("decisions", [](const Batch &b) { return gavel_batch_decisions(b.data->batch); },
                "Decisions answered in all games, forced ones and those of other seats included.");
  ARRAY("globals", globals, "int16, shape (games, columns).", b.games, GAVEL_GLOBAL_WIDTH);
  ARRAY("player_rows", player_rows, "int16, shape (games, players, columns), the viewer first.", b.games, b.players,
        GAVEL_PLAYER_WIDTH);
  ARRAY("objects", objects, "int16, shape (rows of all games, columns).", b.object_offsets[b.games], GAVEL_OBJECT_WIDTH);
  ARRAY("links", links, "int16, shape (rows of all games, columns).", b.link_offsets[b.games], GAVEL_LINK_WIDTH);
  ARRAY("options", options, "int16, shape (rows of all games, columns).", b.option_offsets[b.games], GAVEL_OPTION_WIDTH);
  ARRAY("object_offsets", object_offsets, "uint32, shape (games + 1,).", b.games + size_t(1));
  ARRAY("link_offsets", link_offsets, "uint32, shape (games + 1,).", b.games + size_t(1));
  ARRAY("option_offsets", option_offsets, "uint32, shape (games + 1,).", b.games + size_t(1));
  ARRAY("mask", mask, "uint8, shape (games, max_options): 1 for each action that may be taken.", b.games, b.max_options);
  ARRAY("seats", seats, "int32, shape (games,): who decides; once an episode is over, who acted last.", b.games);
  ARRAY("rewards", rewards, "float32, shape (games, players), in the game's own order of players.", b.games, b.players);
  ARRAY("terminated", terminated, "uint8, shape (games,): 1 when the game is over.", b.games);
  ARRAY("truncated", truncated, "uint8, shape (games,): 0, or the number of the limit (GavelTruncation).", b.games);
}
