#include "daemon/commands/cover/solution_writer.hpp"

#include <unistd.h>

#include <utility>

#include "daemon/base/drawing/tiling_board.hpp"
#include "daemon/base/os/terminal.hpp"
#include "daemon/commands/cover/solution_text.hpp"

namespace puzzled::commands {
namespace {

SolutionWriter line_writer(const CoverSolutionText& lines) {
  return
      [lines](std::string& to, const std::int64_t* cost, std::span<const std::uint32_t> options) {
        if (cost != nullptr) return lines.append_with_cost(to, *cost, options);
        lines.append(to, options);
      };
}

SolutionWriter picture_writer(TilingBoard board) {
  return [board = std::move(board)](std::string& to, const std::int64_t* cost,
                                    std::span<const std::uint32_t> options) {
    to += board.svg(options, cost == nullptr ? "" : ", cost " + std::to_string(*cost));
  };
}

SolutionWriter drawing_writer(TilingBoard board, bool colour) {
  return [board = std::move(board), colour](std::string& to, const std::int64_t* cost,
                                            std::span<const std::uint32_t> options) {
    board.append_drawing(to, options, colour);
    if (cost != nullptr) to += "cost " + std::to_string(*cost) + '\n';
  };
}

}  // namespace

Result<SolutionWriter> solution_writer(const CoverSettings& settings, std::string_view text,
                                       const cover::ReadProblem& problem) {
  if (!settings.svg && !settings.pretty) {
    const auto form = settings.options ? CoverSolutionForm::kTexts : CoverSolutionForm::kNumbers;
    return line_writer({text, problem, form, settings.json});
  }
  Result<TilingBoard> board = TilingBoard::of(problem.named);
  if (!board) return board.error();
  if (settings.svg) return picture_writer(std::move(*board));
  const bool colour = settings.output == "-" && takes_colours(STDOUT_FILENO);
  return drawing_writer(std::move(*board), colour);
}

}  // namespace puzzled::commands
