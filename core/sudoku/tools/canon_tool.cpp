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
  find_forms(lines.puzzles());
  in_order(lines, answers, [&](std::size_t puzzle) {
    const CanonicalForm& form = forms_[puzzle];
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
      const FormKey key = key_of(form.grid);
      answers.keyed.push_back(
          {.form = key,
           .group = group_of(puzzle, key),
           .cells = options_.cell_keys ? key_of(lines.puzzles()[puzzle]) : FormKey{},
           .begin = begin,
           .end = answers.text.size(),
           .line = lines.line_number(puzzle)});
    }
  });
}

void CanonTool::find_forms(std::span<const Grid> puzzles) {
  forms_.resize(puzzles.size());
  if (!solver_) return canonicalizer_.find(puzzles, forms_);
  solutions_.resize(puzzles.size());
  solver_->solve(puzzles, {.solutions = 2}, solutions_);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    forms_[i] = solutions_[i].count == 1
                    ? canonicalizer_.find_by_solution(puzzles[i], solutions_[i].first)
                    : canonicalizer_.find(puzzles[i]);
  }
}

FormKey CanonTool::group_of(std::size_t puzzle, const FormKey& form) {
  if (!solver_ || solutions_[puzzle].count != 1) return form;
  return key_of(canonicalizer_.find(solutions_[puzzle].first).grid);
}

}  // namespace puzzled::sudoku
