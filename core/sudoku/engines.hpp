// The Sudoku engines by name, for the block solver, the tests and the benchmarks.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

struct Engine {
  std::string_view name;     ///< the value of --engine
  std::string_view summary;  ///< one line: method and source
  /// A solver by this engine. REQUIRES: simd::has_isa(isa), or `isa` is empty, for the best there
  /// is. Engines without kernels ignore it.
  std::unique_ptr<Solver> (*make_solver)(std::string_view isa);

  /// Solves one puzzle as a SolveFunction does. For more than a few, make a solver.
  Solutions solve(const Grid& puzzle, const SearchLimits& limits) const;
};

/// The solver of an engine that solves one puzzle at a time: for Engine::make_solver.
template <SolveFunction kSolve>
std::unique_ptr<Solver> one_by_one(std::string_view /*isa*/) {
  return std::make_unique<OneByOneSolver>(kSolve);
}

/// All engines; the first one is the default, and by far the fastest for many puzzles.
std::span<const Engine> all_engines();

/// The engine of that name, or nullptr.
const Engine* find_engine(std::string_view name);

}  // namespace puzzled::sudoku
