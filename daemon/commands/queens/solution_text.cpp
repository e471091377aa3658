#include "daemon/commands/queens/solution_text.hpp"

#include <unistd.h>

#include <cstddef>
#include <utility>

#include "core/queens/solution_walk.hpp"
#include "daemon/base/os/terminal.hpp"

namespace puzzled::commands {

using queens::SolutionForm;

SolutionText::SolutionText(const QueensSettings& settings)
    : settings_(settings), has_colours_(settings.output == "-" && takes_colours(STDOUT_FILENO)) {}

SolutionText::SolutionText(const QueensSettings& settings, const queens::Board& board)
    : SolutionText(settings) {
  marks_.is_hole = [&board](int row, int column) {
    return (board.holes[static_cast<std::size_t>(row)] >> column & 1U) != 0;
  };
}

SolutionText::SolutionText(const QueensSettings& settings, const queens::RegionBoard& board)
    : SolutionText(settings) {
  marks_.signs = board.signs;
  marks_.region = [&board](int row, int column) { return board.region({row, column}); };
}

void SolutionText::append(std::string& text, std::span<const int> columns) {
  if (settings_.svg) {
    text += queens_svg(columns, marks_);
    return;
  }
  if (settings_.pretty) return append_queens_drawing(text, columns, has_colours_, marks_);
  const SolutionForm form = settings_.board  ? SolutionForm::kBoard
                            : settings_.json ? SolutionForm::kJson
                                             : SolutionForm::kLine;
  if (form == SolutionForm::kBoard && !std::exchange(is_first_, false)) text += '\n';
  const std::size_t begin = text.size();
  append_solution(text, columns, form);
  if (form != SolutionForm::kBoard || !marks_.is_hole) return;
  const std::size_t side = columns.size();
  for (std::size_t square = 0; square < side * side; ++square) {
    if (marks_.is_hole(static_cast<int>(square / side), static_cast<int>(square % side))) {
      text[begin + 2 * square] = '#';
    }
  }
}

}  // namespace puzzled::commands
