#include "core/sudoku/tools/minimal_tool.hpp"

#include <array>
#include <cstring>
#include <string>

namespace puzzled::sudoku {

std::string minimal_answer(const Redundancy& redundancy) {
  if (redundancy.solutions != 1) return redundancy.solutions == 0 ? "unsolvable" : "multiple";
  if (redundancy.redundant.none()) return "minimal";
  // As name_of_cell() calls them, and a blank behind each.
  std::array<char, std::size_t{5} * kCells> names;
  std::size_t size = 0;
  const CellSet& cells = redundancy.redundant;
  for (std::size_t cell = cells._Find_first(); cell < kCells; cell = cells._Find_next(cell)) {
    const auto digit = [](std::size_t number) { return static_cast<char>('1' + number); };
    const char name[5] = {'r', digit(cell / kSide), 'c', digit(cell % kSide), ' '};
    std::memcpy(&names[size], name, sizeof name);
    size += sizeof name;
  }
  return {names.data(), size - 1};
}

void MinimalTool::answer(const PuzzleLines& lines, std::uint64_t /*first*/, ToolAnswers& answers) {
  results_.resize(lines.puzzles().size());
  finder_.find(lines.puzzles(), results_);
  in_order(lines, answers, [&](std::size_t puzzle) {
    if (options_.lists && results_[puzzle].solutions == 1) {
      list(lines.puzzles()[puzzle], answers.text);
    } else {
      answers.text.append(minimal_answer(results_[puzzle]));
      answers.text.append("\n");
    }
  });
}

void MinimalTool::list(const Grid& puzzle, TextBuffer& text) {
  for (const Grid& found : minimal_sub_puzzles(puzzle, options_.most, finder_).puzzles) {
    append_line(text, found);
  }
}

}  // namespace puzzled::sudoku
