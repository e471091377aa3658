#include "core/sudoku/tools/array_tool.hpp"

namespace puzzled::sudoku {

ArrayTool::ArrayTool(const ArrayOptions& options)
    : LineTool(InvalidLines::kLeftOut),
      options_(options),
      solver_(options.engine->make_solver(options.isa)) {}

void ArrayTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  results_.resize(lines.puzzles().size());
  solver_->solve(lines.puzzles(), options_.limits, results_);
  in_order(lines, answers, [&](std::size_t puzzle) {
    const Solutions& found = results_[puzzle];
    const bool is_solved = found.count > 0 && !found.timed_out;
    if (found.timed_out) ++answers.tally.timed_out;
    if (!is_solved && !found.timed_out) ++answers.tally.unsolvable;
    answers.text.append(row_bytes(lines.puzzles()[puzzle]));
    answers.text.append(row_bytes(is_solved ? found.first : Grid{}));
  });
}

std::string_view row_bytes(const Grid& grid) {
  return {reinterpret_cast<const char*>(grid.digits.data()), grid.digits.size()};
}

}  // namespace puzzled::sudoku
