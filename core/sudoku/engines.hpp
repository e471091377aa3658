// The Sudoku engines behind one interface, so that the block solver, the tests and the benchmarks
// can run any of them by name.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/search_limits.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// What a search found.
struct Solutions {
  std::uint64_t count = 0;     ///< exact number of solutions, capped at the limit asked for
  Grid first{};                ///< the first solution found; all blank when count is 0
  bool timed_out = false;      ///< the time limit ended the search: count is a lower bound
  std::uint64_t branches = 0;  ///< cells or units at which there was more than one alternative
};

/// Counts the solutions of `puzzle` within `limits`.
///
/// REQUIRES: every digit of `puzzle` is in 0..9. Clues may contradict each other: then the count is
/// 0. Each call is independent of every other (no shared mutable state), so calls may run on any
/// number of threads. Unless time runs out, the result depends on nothing but the arguments; when
/// it does, the search ends a few milliseconds later at most.
using SolveFunction = Solutions (*)(const Grid& puzzle, const SearchLimits& limits);

struct Engine {
  std::string_view name;     ///< the value of --engine
  std::string_view summary;  ///< one line: method and source
  SolveFunction solve;
};

/// All engines for one puzzle at a time; the first one is the fastest. (For many puzzles:
/// batch_solver.hpp.)
std::span<const Engine> all_engines();

/// The engine of that name, or nullptr.
const Engine* find_engine(std::string_view name);

}  // namespace puzzled::sudoku
