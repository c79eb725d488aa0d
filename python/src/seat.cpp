// What a player may do and see. A seat gives no access to its game.
#include "common.h"
#include "seat.h"

template <typename Body> static auto with_game(const Seat &s, Body body) {
  std::mutex &busy = s.batch ? s.batch->busy : s.game->busy;
  return engine(busy, [&] {
    GavelGame *game = s.batch ? gavel_batch_game(s.batch->batch, s.index) : s.game->game;
    if (!game) fail(GAVEL_E_MISUSE, "the batch was not reset yet");
    return body(game);
  });
}

static const char *const DECISIONS[] = {
    "none", "priority", "may",    "object",        "target", "number", "x",    "mode",    "word",    "name",
    "order", "replacement", "divide", "cost", "optional-cost", "method", "symbol", "mana", "payment", "reverse",
    "attacker", "blocker", "assign", "search", "option", "legend", "keep", "band"};
static_assert(sizeof DECISIONS / sizeof *DECISIONS == GAVEL_DECISION_BAND + 1, "a name for each kind");

// The decision, if it is this player's.
static bool own_decision(const Seat &s, GavelGame *game, GavelDecision *d) {
  return gavel_view_decision(game, s.player, d) && d->player == s.player;
}

static std::optional<std::string> decision(const Seat &s) {
  return with_game(s, [&](GavelGame *game) -> std::optional<std::string> {
    GavelDecision d;
    if (!own_decision(s, game, &d)) return std::nullopt;
    return DECISIONS[d.kind];
  });
}

// An option in words, if the player may know everything it names.
static std::string option_text(const Seat &s, GavelGame *game, uint32_t i) {
  GavelOption option;
  if (!gavel_view_option(game, s.player, i, &option)) return "";
  GavelRef ref = option.ref ? gavel_view_ref(game, s.player, option.ref) : GAVEL_REF_NONE;
  if (ref && !gavel_view_knows(game, s.player, ref)) return "an unknown card";
  return text_of([&](char *out, size_t size) { return gavel_game_option_text(game, i, out, size); });
}

static std::vector<std::string> options(const Seat &s) {
  return with_game(s, [&](GavelGame *game) {
    std::vector<std::string> texts;
    GavelDecision d;
    if (!own_decision(s, game, &d)) return texts;
    GavelNarrowing n = s.batch ? gavel_batch_narrowing(s.batch->batch, s.index) : GavelNarrowing{};
    uint32_t first = n.count ? n.first : 0, count = n.count ? n.count : d.option_count;
    for (uint32_t i = first; i < first + count; i++) texts.push_back(option_text(s, game, i));
    return texts;
  });
}

struct Rows {
  std::vector<int16_t> globals, players, objects, links, options;
  GavelObservation o{};
  size_t player_count = 0;
};

static void look(const Seat &s, GavelGame *game, Rows &r, uint32_t objects, uint32_t links, uint32_t options) {
  r.player_count = gavel_game_situation(game).player_count;
  r.globals.resize(GAVEL_GLOBAL_WIDTH);
  r.players.resize(r.player_count * GAVEL_PLAYER_WIDTH);
  r.objects.resize(size_t(objects) * GAVEL_OBJECT_WIDTH);
  r.links.resize(size_t(links) * GAVEL_LINK_WIDTH);
  r.options.resize(size_t(options) * GAVEL_OPTION_WIDTH);
  r.o = GavelObservation{r.globals.data(), r.players.data(), r.objects.data(), r.links.data(), r.options.data(),
                         objects,          links,            options,          0,              0,
                         0};
  GavelNarrowing n = s.batch ? gavel_batch_narrowing(s.batch->batch, s.index) : GavelNarrowing{};
  GavelStatus status = gavel_observe(game, s.player, &n, &r.o);
  if (status) fail_of(game, status);
}

static nb::dict observe(const Seat &s, uint32_t max_objects, uint32_t max_links, uint32_t max_options) {
  if (max_objects > GAVEL_OBSERVATION_OBJECTS_MAX || max_links > GAVEL_OBSERVATION_LINKS_MAX ||
      max_options > GAVEL_OBSERVATION_OPTIONS_MAX || max_options < 2)
    fail(GAVEL_E_CHECK, "an observation can't have that many rows");
  Rows r;
  with_game(s, [&](GavelGame *game) { look(s, game, r, max_objects, max_links, max_options); });
  nb::dict out;
  out["globals"] = new_array(r.globals.data(), 1, GAVEL_GLOBAL_WIDTH);
  out["players"] = new_array(r.players.data(), r.player_count, GAVEL_PLAYER_WIDTH);
  out["objects"] = new_array(r.objects.data(), r.o.object_count, GAVEL_OBJECT_WIDTH);
  out["links"] = new_array(r.links.data(), r.o.link_count, GAVEL_LINK_WIDTH);
  out["options"] = new_array(r.options.data(), r.o.option_count, GAVEL_OPTION_WIDTH);
  return out;
}

static Game imagine(const Seat &s, uint64_t seed) {
  CardsPtr cards = s.batch ? s.batch->cards : s.game->cards;
  return with_game(s, [&](GavelGame *game) { return Game{copy_game(cards, game, s.player, seed)}; });
}

static std::vector<GavelSeen> shown_in(const Seat &s, GavelGame *game, GavelZone zone, uint32_t player) {
  std::vector<GavelSeen> all(gavel_view_objects(game, s.player, zone, player, nullptr, 0));
  gavel_view_objects(game, s.player, zone, player, all.data(), static_cast<uint32_t>(all.size()));
  return all;
}

static nb::list list_of(const std::vector<GavelSeen> &all) {
  nb::list list;
  for (const GavelSeen &o : all) {
    const GavelCharacteristics &c = o.characteristics;
    nb::dict d;
    d["handle"] = o.handle;
    d["name"] = o.in_sight ? nb::object(nb::str(c.name)) : nb::none();
    d["card"] = o.card;
    d["owner"] = o.owner;
    d["controller"] = o.controller;
    d["tapped"] = bool(o.status & GAVEL_STATUS_TAPPED);
    if (o.in_sight && c.has_power_toughness) {
      d["power"] = c.power;
      d["toughness"] = c.toughness;
      d["damage"] = o.damage;
    }
    list.append(d);
  }
  return list;
}

struct Zoned {
  const char *name;
  GavelZone zone;
  bool shared;
};
static const Zoned ZONED[] = {
    {"battlefield", GAVEL_ZONE_BATTLEFIELD, true}, {"stack", GAVEL_ZONE_STACK, true},
    {"exile", GAVEL_ZONE_EXILE, true},             {"command", GAVEL_ZONE_COMMAND, true},
    {"hand", GAVEL_ZONE_HAND, false},              {"graveyard", GAVEL_ZONE_GRAVEYARD, false},
};

// Data collected while other threads run, before it becomes Python objects.
struct Sight {
  GavelSituation situation;
  std::vector<GavelPlayer> players;
  std::vector<std::vector<GavelSeen>> zones;  // by zone and, for zones of one player, by player
};

static nb::dict view(const Seat &s) {
  Sight sight;
  with_game(s, [&](GavelGame *game) {
    sight.situation = gavel_game_situation(game);
    for (uint32_t p = 0; p < sight.situation.player_count; p++) sight.players.push_back(gavel_game_player(game, p));
    for (const Zoned &z : ZONED)
      for (uint32_t p = 0; p < (z.shared ? 1 : sight.situation.player_count); p++)
        sight.zones.push_back(shown_in(s, game, z.zone, p));
  });
  nb::dict out;
  out["turn"] = sight.situation.turn;
  out["active"] = sight.situation.active;
  out["step"] = int(sight.situation.step);
  nb::list players;
  for (const GavelPlayer &p : sight.players) {
    nb::dict d;
    d["life"] = p.life;
    d["hand_count"] = p.hand;
    d["library_count"] = p.library;
    d["lost"] = p.lost;
    d["won"] = p.won;
    players.append(d);
  }
  size_t at = 0;
  for (const Zoned &z : ZONED) {
    if (z.shared) out[z.name] = list_of(sight.zones[at++]);
    for (size_t p = 0; !z.shared && p < sight.players.size(); p++) players[p][z.name] = list_of(sight.zones[at++]);
  }
  out["players"] = players;
  return out;
}

void bind_seat(nb::module_ &m) {
  nb::class_<Seat>(m, "Seat",
                   "A player's place in a game: what they may see, decide and imagine. It has no way to the game itself.")
      .def_prop_ro("player", [](const Seat &s) { return s.player; }, "The player's number.")
      .def_prop_ro("decision", &decision,
                   "The kind of the decision that is this player's to make, such as \"priority\" or \"attacker\"; None if\n"
                   "there is none.")
      .def_prop_ro("options", &options, "The options of the player's decision in words; empty if there is none.")
      .def("observe", &observe, nb::kw_only(), nb::arg("max_objects") = 1024, nb::arg("max_links") = 1024,
           nb::arg("max_options") = 1024,
           "What the player sees as numbers: a dict of int16 arrays of shape (rows, columns): globals, players, objects,\n"
           "links and options (docs/observation.md). Raises LimitError when there are more objects or links.")
      .def("view", &view,
           "What the player sees as a dict: turn, active, step, players, and zones of objects. Cards the player may not\n"
           "know have no name.")
      .def("imagine", &imagine, nb::arg("seed"),
           "A game of the player's own that may be the real one: everything they know holds, the rest is dealt anew. To be\n"
           "searched and thrown away. Raises MisuseError while another player decides in secret.");
}
