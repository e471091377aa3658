// The table of engines; the first is the default.
#include "core/sudoku/engines.hpp"

#include <array>

#include "core/sudoku/band_engine.hpp"

namespace puzzled::sudoku {

std::span<const Engine> all_engines() {
  static constexpr std::array kEngines{
      Engine{"band", "candidates as digit x band words, all rules on the whole board at once",
             solve_band},
  };
  return kEngines;
}

const Engine* find_engine(std::string_view name) {
  for (const Engine& engine : all_engines()) {
    if (engine.name == name) return &engine;
  }
  return nullptr;
}

}  // namespace puzzled::sudoku
