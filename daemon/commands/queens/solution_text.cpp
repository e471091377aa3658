#include "daemon/commands/queens/solution_text.hpp"

#include <unistd.h>

#include <utility>

#include "core/queens/solution_walk.hpp"
#include "daemon/base/drawing/queens_drawing.hpp"
#include "daemon/base/os/terminal.hpp"

namespace puzzled::commands {

using queens::SolutionForm;

SolutionText::SolutionText(const QueensSettings& settings)
    : settings_(settings), has_colours_(settings.output == "-" && takes_colours(STDOUT_FILENO)) {}

void SolutionText::append(std::string& text, std::span<const int> columns) {
  if (settings_.svg) {
    text += queens_svg(columns);
    return;
  }
  if (settings_.pretty) return append_queens_drawing(text, columns, has_colours_);
  const SolutionForm form = settings_.board  ? SolutionForm::kBoard
                            : settings_.json ? SolutionForm::kJson
                                             : SolutionForm::kLine;
  if (form == SolutionForm::kBoard && !std::exchange(is_first_, false)) text += '\n';
  append_solution(text, columns, form);
}

}  // namespace puzzled::commands
