// The table of engines; the first is the fastest.
#include "core/sudoku/engines.hpp"

#include <array>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/cover_engine.hpp"
#include "core/sudoku/mrv_engine.hpp"
#include "core/sudoku/row_engine.hpp"

namespace puzzled::sudoku {

std::span<const Engine> all_engines() {
  static constexpr std::array kEngines{
      Engine{"band", "one vector a digit, locked candidates and singles at once; rules as in tdoku",
             [](const Grid& puzzle, const SearchLimits& limits) {
               return solve_band(puzzle, limits);
             }},
      Engine{"mrv", "bit masks, fewest candidates first; POJ 3074", solve_mrv},
      Engine{"row", "bit masks, cells in row order: smallest solution first; LeetCode 37",
             solve_row},
      Engine{"cover", "exact cover by dancing links; Knuth, arXiv cs/0011047", solve_cover},
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
