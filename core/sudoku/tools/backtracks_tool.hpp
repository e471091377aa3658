// `puzzled rate --scale backtracks`: the guesses that the puzzles of a block take.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct BacktracksToolOptions {
  BacktracksOptions scale{};
  /// Hundredths of what is written: puzzles out of this range are left out.
  std::uint64_t min = 0;
  std::uint64_t max = UINT64_MAX;
  bool keeps_unrated = true;  ///< puzzles without exactly one solution, and lines that are none
  std::string_view isa{};     ///< empty for the best
};

/// Answers the mean number of guesses, a tab, and the line as it came, for puzzles within the
/// limits; `-` instead of the mean if there is not exactly one solution.
class BacktracksTool final : public LineTool {
 public:
  explicit BacktracksTool(const BacktracksToolOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  const BacktracksToolOptions options_;
  BacktracksRater rater_;
  std::vector<TotalGuesses> guesses_;
};

}  // namespace puzzled::sudoku
