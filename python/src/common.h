// Shared by the files of the compiled part: how errors become exceptions, and who keeps what alive.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "gavel/batch.h"
#include "gavel/gavel.h"
#include "gavel/player.h"
#include "gavel/table.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace nb = nanobind;

// A failed call of the library; becomes one of the exceptions of gavel.errors.
struct Failure {
  GavelStatus status;
  std::string message;
  uint32_t line = 0, column = 0;
};

[[noreturn]] inline void fail(const GavelError &error) {
  throw Failure{error.status, error.message, error.line, error.column};
}
[[noreturn]] inline void fail(GavelStatus status, std::string message) { throw Failure{status, std::move(message)}; }

// A function of the library that writes text, called with a buffer and its size.
template <typename Write> std::string text_of(Write write) {
  std::string text(256, '\0');
  size_t length = write(text.data(), text.size());
  if (length >= text.size()) {
    text.resize(length + 1);
    length = write(text.data(), text.size());
  }
  text.resize(length);
  return text;
}

// A database of cards. Games, decks and batches keep it alive.
struct CardsData {
  GavelCards *cards = nullptr;
  std::vector<std::pair<void *, size_t>> mapped; // files that hold compiled cards
  ~CardsData();
};
using CardsPtr = std::shared_ptr<CardsData>;

// A game. Only one thread at a time uses it, whoever holds it.
struct GameData {
  CardsPtr cards;
  GavelGame *game = nullptr;
  std::vector<unsigned char> buffer; // of a clone
  std::mutex busy;
  ~GameData();
};
using GamePtr = std::shared_ptr<GameData>;

struct BatchData {
  CardsPtr cards;
  GavelBatch *batch = nullptr;
  std::mutex busy;
  ~BatchData();
};
using BatchPtr = std::shared_ptr<BatchData>;

// Lets other Python threads run while the engine does, but only one thread into what `busy` guards.
template <typename Body> auto engine(std::mutex &busy, Body body) {
  nb::gil_scoped_release release;
  std::lock_guard<std::mutex> lock(busy);
  return body();
}

[[noreturn]] inline void fail_of(GavelGame *game, GavelStatus status) {
  const char *message = gavel_game_message(game);
  throw Failure{status, *message ? message : gavel_status_text(status)};
}
inline void check(GavelGame *game, GavelStatus status) {
  if (status) fail_of(game, status);
}

struct Cards {
  CardsPtr data;
};
struct Game {
  GamePtr data;
};

// Copies a game, dealing unknown cards anew for a viewer unless that is GAVEL_NO_PLAYER. The caller holds the lock.
GamePtr copy_game(const CardsPtr &cards, const GavelGame *game, uint32_t viewer, uint64_t seed);

// A new array with a copy of some rows.
template <typename T> nb::ndarray<nb::numpy, T> new_array(const T *rows, size_t count, size_t width) {
  T *memory = new T[count * width + 1];
  std::copy(rows, rows + count * width, memory);
  nb::capsule owner(memory, [](void *p) noexcept { delete[] static_cast<T *>(p); });
  size_t shape[] = {count, width};
  return nb::ndarray<nb::numpy, T>(memory, 2, shape, owner);
}

void bind_cards(nb::module_ &m);
void bind_game(nb::module_ &m);
void bind_seat(nb::module_ &m);
void bind_batch(nb::module_ &m);
