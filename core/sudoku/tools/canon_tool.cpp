#include "core/sudoku/tools/canon_tool.hpp"

#include <algorithm>
#include <string>

#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

CanonTool::CanonTool(const CanonOptions& options)
    : LineTool(options.keyed ? InvalidLines::kLeftOut : InvalidLines::kAnswered),
      options_(options),
      canonicalizer_(options.isa) {
  if (options.by_solution) solver_.emplace(options.isa);
}

void CanonTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  if (options_.original) append_header(lines, answers);
  if (options_.by_solution) solve(lines);
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

void CanonTool::solve(const PuzzleLines& lines) {
  cells_.clear();
  for (const Grid& puzzle : lines.puzzles()) cells_.push_back(puzzle.digits.data());
  solutions_.resize(std::max(solutions_.size(), cells_.size() * kLineBytes));
  counts_ = solver_->solve_cells(cells_, {.solutions = 2}, solutions_.data(), kLineBytes).counts;
}

CanonicalForm CanonTool::form_of(const PuzzleLines& lines, std::size_t puzzle) {
  const Grid& grid = lines.puzzles()[puzzle];
  if (!options_.by_solution || counts_[puzzle] != 1) return canonicalizer_.find(grid);
  const auto* const solution =
      reinterpret_cast<const std::uint8_t*>(&solutions_[puzzle * kLineBytes]);
  return canonicalizer_.find_by_solution(grid, grid_of(solution));
}

}  // namespace puzzled::sudoku
