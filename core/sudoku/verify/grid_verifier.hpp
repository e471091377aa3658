// Verdicts on many grids, with the solutions of their puzzles where these are wanted.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/sudoku/solver.hpp"
#include "core/sudoku/verify/judge.hpp"
#include "core/sudoku/verify/solution_finder.hpp"

namespace puzzled::sudoku {

/// What is wanted beside what judge() says.
struct VerdictNeeds {
  bool is_unique = false;     ///< whether a solution is the only one
  bool counts_cells = false;  ///< Verdict::right_cells

  /// Whether the puzzle has to be solved for it.
  bool take_solutions(VerdictKind kind) const {
    if (kind == VerdictKind::kInvalidPuzzle) return false;
    return kind == VerdictKind::kOk ? is_unique : counts_cells;
  }
};

/// One is for one thread at a time.
class GridVerifier {
 public:
  GridVerifier() = default;

  /// Verdict i is that on grid i for puzzle i.
  /// REQUIRES: the spans are equally long.
  void verify(std::span<const Grid> puzzles, std::span<const Grid> grids, const VerdictNeeds& needs,
              std::span<Verdict> verdicts);

 private:
  const Judge judge_;
  SolutionFinder solutions_;
  std::vector<std::size_t> open_;  // the numbers of those that take solutions
  std::vector<Grid> puzzles_;
  std::vector<Solutions> found_;
};

}  // namespace puzzled::sudoku
