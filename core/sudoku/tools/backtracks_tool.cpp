#include "core/sudoku/tools/backtracks_tool.hpp"

namespace puzzled::sudoku {

BacktracksTool::BacktracksTool(const BacktracksToolOptions& options)
    : LineTool(options.keeps_unrated ? InvalidLines::kAnswered : InvalidLines::kLeftOut),
      options_(options),
      rater_(options.isa) {}

void BacktracksTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/,
                            ToolAnswers& answers) {
  guesses_.resize(lines.puzzles().size());
  rater_.rate(lines.puzzles(), options_.scale, guesses_);
  const std::uint64_t copies = options_.scale.copies;
  in_order(lines, answers, [&](std::size_t puzzle) {
    const TotalGuesses& guesses = guesses_[puzzle];
    if (guesses) {
      const std::uint64_t mean = mean_in_hundredths(*guesses, copies);
      if (mean < options_.min || options_.max < mean) return;
    } else if (!options_.keeps_unrated) {
      return;
    }
    answers.text.append(mean_text(guesses, copies));
    answers.text.append("\t");
    append_original(lines, puzzle, answers.text);
  });
}

}  // namespace puzzled::sudoku
