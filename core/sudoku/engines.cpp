// The table of engines; the first is the default.
#include "core/sudoku/engines.hpp"

#include <array>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/reference_engines.hpp"

namespace puzzled::sudoku {
namespace {

std::unique_ptr<Solver> make_batch(std::string_view isa) {
  return std::make_unique<BatchSolver>(isa);
}

std::unique_ptr<Solver> make_band(std::string_view isa) {
  return std::make_unique<OneByOneSolver>(
      [rules = rules::find_kernel(isa)](const Grid& puzzle, const SearchLimits& limits) {
        return solve_band(puzzle, limits, *rules);
      });
}

constexpr std::array kEngines{
    Engine{"batch", "hundreds of puzzles at once, one a bit of a vector; rules as band",
           make_batch},
    Engine{"band", "one vector a digit, locked candidates and singles at once; rules as in tdoku",
           make_band},
    Engine{"mrv", "bit masks, fewest candidates first; POJ 3074", one_by_one<solve_mrv>},
    Engine{"row", "bit masks, cells in row order: smallest solution first; LeetCode 37",
           one_by_one<solve_row>},
    Engine{"cover", "exact cover by dancing links; Knuth, arXiv cs/0011047",
           one_by_one<solve_cover>},
};

}  // namespace

std::span<const Engine> all_engines() {
  return kEngines;
}

const Engine* find_engine(std::string_view name) {
  for (const Engine& engine : kEngines) {
    if (engine.name == name) return &engine;
  }
  return nullptr;
}

Solutions Engine::solve(const Grid& puzzle, const SearchLimits& limits) const {
  const std::unique_ptr<Solver> solver = make_solver({});
  Solutions found;
  solver->solve({&puzzle, 1}, limits, {&found, 1});
  found.branches = solver->branches();
  return found;
}

}  // namespace puzzled::sudoku
