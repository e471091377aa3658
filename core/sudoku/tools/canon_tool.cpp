#include "core/sudoku/tools/canon_tool.hpp"

#include <string>

namespace puzzled::sudoku {

CanonTool::CanonTool(const CanonOptions& options)
    : LineTool(options.keyed ? InvalidLines::kLeftOut : InvalidLines::kAnswered),
      options_(options),
      canonicalizer_(options.isa) {}

void CanonTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  if (options_.original) append_header(lines, answers);
  in_order(lines, answers, [&](std::size_t puzzle) {
    const CanonicalForm form = canonicalizer_.find(lines.puzzles()[puzzle]);
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

}  // namespace puzzled::sudoku
