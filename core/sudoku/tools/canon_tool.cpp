#include "core/sudoku/tools/canon_tool.hpp"

#include <string>

namespace puzzled::sudoku {

CanonTool::CanonTool(const CanonOptions& options)
    : LineTool(options.keyed ? InvalidLines::kLeftOut : InvalidLines::kAnswered),
      options_(options),
      canonicalizer_(options.isa) {
  if (options.by_solution) solver_.emplace(options.isa);
}

void CanonTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  if (options_.original) append_header(lines, answers);
  if (options_.by_solution) {
    solutions_.resize(lines.puzzles().size());
    solver_->solve(lines.puzzles(), {.solutions = 2}, solutions_);
  }
  in_order(lines, answers, [&](std::size_t puzzle) {
    const CanonicalForm form = form_of(lines, puzzle);
    const std::size_t begin = answers.text.size();
    if (options_.original) {
      append_original(lines, puzzle, answers.text);
    } else {
      append_line(answers.text, form.grid);
    }
    if (options_.automorphisms) {
      answers.text.cut(answers.text.size() - 1);  // the line feed
      answers.text.append('\t' + std::to_string(form.automorphisms) + '\n');
    }
    if (options_.keyed) {
      answers.keyed.push_back({key_of(form.grid), begin, answers.text.size()});
    }
  });
}

CanonicalForm CanonTool::form_of(const PuzzleLines& lines, std::size_t puzzle) {
  const Grid& grid = lines.puzzles()[puzzle];
  if (!options_.by_solution || solutions_[puzzle].count != 1) return canonicalizer_.find(grid);
  return canonicalizer_.find_by_solution(grid, solutions_[puzzle].first);
}

}  // namespace puzzled::sudoku
