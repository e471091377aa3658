// Judges a grid that is proposed as the solution of a puzzle. Any solution is right, not only one
// that somebody has stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/solver.hpp"
#include "puzzled/verdict.hpp"

namespace puzzled::sudoku {

using puzzled::Verdict;
using puzzled::VerdictKind;

namespace verify {
struct Kernel;
}

/// For any number of threads.
class Judge {
 public:
  /// REQUIRES: simd::has_isa(isa), or `isa` is empty, for the best there is.
  explicit Judge(std::string_view isa = {});

  /// The verdict on 81 characters each; nothing unless all of them are digits and points. It is
  /// never kNotUnique, and has no number of right cells: that takes the puzzle's solutions.
  std::optional<Verdict> judge_cells(const char* puzzle, const char* grid) const;

  /// The number of lines at the beginning of `text` that are a puzzle of digits and points, the
  /// separator, a solution of it, and a line feed.
  std::size_t count_right_lines(std::string_view text, char separator) const;

  /// As judge_cells(), of grids.
  Verdict judge(const Grid& puzzle, const Grid& grid) const;

 private:
  const verify::Kernel* kernel_;
};

/// The cells of `grid` that are right. `found` are the solutions of `puzzle`, up to two: if there
/// is exactly one, those that are as in it. Otherwise those that have a digit, which no other cell
/// of their row, column and box has, and not another one than the puzzle's clue.
int count_right_cells(const Grid& puzzle, const Grid& grid, const Solutions& found);

/// The most bytes that put_verdict() writes.
inline constexpr std::size_t kMaxVerdictBytes = 48;

/// Writes what to_string(verdict) is. Returns its end.
char* put_verdict(char* to, const Verdict& verdict);

}  // namespace puzzled::sudoku
