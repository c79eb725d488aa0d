// Cards and queries about them.
#include "common.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

CardsData::~CardsData() {
  gavel_cards_destroy(cards);
  for (auto &[at, size] : mapped) munmap(at, size);
}

static Cards make_cards(bool built_in) {
  auto data = std::make_shared<CardsData>();
  GavelCardsDef def = gavel_cards_def_default();
  def.no_embedded = !built_in;
  GavelError error = {};
  nb::gil_scoped_release release;
  if (gavel_cards_create(&def, &data->cards, &error)) fail(error);
  return {data};
}

static void add_text(Cards &cards, const std::string &text) {
  GavelError error = {};
  nb::gil_scoped_release release;
  if (gavel_cards_add_text(cards.data->cards, text.data(), text.size(), &error)) fail(error);
}

// Maps a whole file; it stays mapped as long as the cards exist.
static std::pair<void *, size_t> map_file(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status)) {
    std::string why = std::strerror(errno);
    if (file >= 0) close(file);
    fail(GAVEL_E_UNKNOWN, path + ": " + why);
  }
  size_t size = static_cast<size_t>(status.st_size);
  void *at = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (at == MAP_FAILED) fail(GAVEL_E_CORRUPT, path + ": this is no database of compiled cards");
  return {at, size};
}

static void add_compiled(Cards &cards, const std::string &path) {
  auto mapped = map_file(path);
  GavelError error = {};
  nb::gil_scoped_release release;
  if (gavel_cards_add_compiled(cards.data->cards, mapped.first, mapped.second, &error)) {
    munmap(mapped.first, mapped.second);
    fail(error);
  }
  cards.data->mapped.push_back(mapped);
}

static void check_card(const Cards &cards, uint32_t card) {
  if (card >= 1 && card <= gavel_cards_count(cards.data->cards)) return;
  fail(GAVEL_E_UNKNOWN, "there is no card " + std::to_string(card) + ": they are 1 to " +
                            std::to_string(gavel_cards_count(cards.data->cards)));
}

static uint32_t find(const Cards &cards, const std::string &name) {
  uint32_t card = gavel_cards_find(cards.data->cards, name.c_str(), nullptr);
  if (card) return card;
  const char *near[3];
  uint32_t count = gavel_cards_nearest(cards.data->cards, name.c_str(), near, 3);
  std::string message = "no card is called \"" + name + "\"";
  for (uint32_t i = 0; i < count; i++) message += std::string(i ? ", \"" : "; nearest: \"") + near[i] + "\"";
  fail(GAVEL_E_UNKNOWN, message);
}

static nb::ndarray<nb::numpy, int16_t> features(const Cards &cards, uint32_t width) {
  if (width < 1 || width > 65536) fail(GAVEL_E_CHECK, "expected a width of 1 to 65536");
  size_t rows = gavel_cards_count(cards.data->cards) + 1u;
  std::vector<int16_t> table(rows * width, 0);
  {
    nb::gil_scoped_release release;
    for (size_t card = 1; card < rows; card++) {
      GavelStatus status =
          gavel_card_features(cards.data->cards, static_cast<uint32_t>(card), table.data() + card * width, width);
      if (status) fail(status, gavel_status_text(status));
    }
  }
  return new_array(table.data(), rows, width);
}

void bind_cards(nb::module_ &m) {
  nb::class_<Cards>(m, "Cards", "A database of cards. Any number of games and threads can use it.")
      .def("__init__", [](Cards *self, bool built_in) { new (self) Cards(make_cards(built_in)); }, nb::kw_only(),
           nb::arg("built_in") = true, "Makes a database, with the cards that are built in unless told otherwise.")
      .def("add_text", &add_text, nb::arg("text"),
           "Adds cards defined in Gavel's own language (`*.card` files). Raises GavelSyntaxError or CheckError with line\n"
           "and column, and MisuseError while there are games.")
      .def("add_compiled", &add_compiled, nb::arg("path"),
           "Adds the cards of a file that `gavel cards import` wrote; the file is mapped and not read whole.")
      .def("__len__", [](const Cards &c) { return gavel_cards_count(c.data->cards); }, "How many cards there are.")
      .def_prop_ro("version", [](const Cards &c) { return gavel_cards_version(c.data->cards); },
                   "A number that differs between databases with different definitions.")
      .def("find", &find, nb::arg("name"), "The number of a card, from 1 on. Raises UnknownError, naming the nearest.")
      .def("name", [](const Cards &c, uint32_t card) {
             check_card(c, card);
             return std::string(gavel_card_name(c.data->cards, card));
           }, nb::arg("card"), "The whole name of a card.")
      .def("definition", [](const Cards &c, uint32_t card) {
             check_card(c, card);
             return text_of([&](char *out, size_t size) { return gavel_card_definition(c.data->cards, card, out, size); });
           }, nb::arg("card"), "The definition of a card in Gavel's own language.")
      .def("english", [](const Cards &c, uint32_t card) {
             check_card(c, card);
             return text_of([&](char *out, size_t size) { return gavel_card_english(c.data->cards, card, out, size); });
           }, nb::arg("card"), "What a card does, as Magic would say it.")
      .def("features", &features, nb::arg("width") = 128,
           "What each card does as numbers: an int16 array of shape (len(self) + 1, width) whose rows are card numbers; row 0\n"
           "is all zero. They depend on the definitions alone, so that cards never met before have them too.");
}
