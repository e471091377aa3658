#include "core/sudoku/verify/solution_finder.hpp"

#include <algorithm>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/engines.hpp"

namespace puzzled::sudoku {

bool SolutionFinder::find(std::span<const Grid> puzzles, const StopFlag* stop,
                          std::vector<Solutions>& found) {
  // No more would be a batch.
  constexpr std::size_t kFewPuzzles = 32;
  const SearchLimits limits{.solutions = 2, .stop = stop};
  found.resize(puzzles.size());
  if (puzzles.size() <= kFewPuzzles) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) found[i] = solve_band(puzzles[i], limits);
  } else {
    if (!solver_) solver_ = all_engines().front().make_solver(isa_);
    solver_->solve(puzzles, limits, found);
  }
  return std::ranges::none_of(found, &Solutions::timed_out);
}

}  // namespace puzzled::sudoku
