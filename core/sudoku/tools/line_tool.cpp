#include "core/sudoku/tools/line_tool.hpp"

#include <string_view>

namespace puzzled::sudoku {

void ToolAnswers::clear() {
  BlockAnswers::clear();
  header_bytes = 0;
  keyed.clear();
  levels = {};
}

void LineTool::append_original(const PuzzleLines& lines, std::size_t puzzle, TextBuffer& text) {
  const std::string_view line = lines.line(puzzle);
  if (line.empty()) return append_line(text, lines.puzzles()[puzzle]);
  text.append(line);
  text.append("\n");
}

void LineTool::append_header(const PuzzleLines& lines, ToolAnswers& answers) {
  if (lines.header().empty()) return;
  answers.text.append(lines.header());
  answers.text.append("\n");
  answers.header_bytes = lines.header().size() + 1;
}

void LineTool::append_invalid(std::string_view reason, std::string_view,
                              ToolAnswers& answers) const {
  answers.text.append("invalid ");
  answers.text.append(reason);
  answers.text.append("\n");
}

void append_line(TextBuffer& text, const Grid& grid) {
  char* const line = text.room(kLineBytes);
  for (int cell = 0; cell < kCells; ++cell) {
    line[cell] = grid[cell] == 0 ? '.' : static_cast<char>('0' + grid[cell]);
  }
  line[kCells] = '\n';
  text.append({line, kLineBytes});
}

}  // namespace puzzled::sudoku
