#include "core/sudoku/tools/rate_tool.hpp"

namespace puzzled::sudoku {

RateTool::RateTool(const RateOptions& options)
    : LineTool(options.keeps_invalid ? InvalidLines::kAnswered : InvalidLines::kLeftOut),
      options_(options),
      rater_(options.isa) {}

void RateTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  ratings_.resize(lines.puzzles().size());
  rater_.rate(lines.puzzles(), ratings_);
  in_order(lines, answers, [&](std::size_t puzzle) {
    const Rating& rating = ratings_[puzzle];
    if (rating < options_.min || options_.max < rating) return;
    ++answers.levels[rating.level];
    answers.text.append(to_string(rating));
    answers.text.append("\t");
    append_original(lines, puzzle, answers.text);
  });
}

}  // namespace puzzled::sudoku
