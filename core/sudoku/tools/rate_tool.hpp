// `puzzled rate`: the ratings of the puzzles of a block.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/tools/line_tool.hpp"

namespace puzzled::sudoku {

struct RateOptions {
  Rating min{};               ///< easier puzzles are left out
  Rating max = kMaxRating;    ///< harder puzzles are left out
  bool keeps_invalid = true;  ///< lines that are no puzzles have an answer
  std::string_view isa{};     ///< empty for the best
};

/// Answers the rating, a tab, and the line as it came, for puzzles within the limits; and counts
/// these by level.
class RateTool final : public LineTool {
 public:
  explicit RateTool(const RateOptions& options);

  void answer(const PuzzleLines& lines, std::uint64_t first, ToolAnswers& answers) override;

 private:
  const RateOptions options_;
  Rater rater_;
  std::vector<Rating> ratings_;
};

}  // namespace puzzled::sudoku
