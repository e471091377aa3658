#include "daemon/commands/queens/single_run.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_text.hpp"
#include "core/queens/constructed_solution.hpp"
#include "core/queens/random_solutions.hpp"
#include "core/queens/regions/region_generator.hpp"
#include "core/queens/text/board_answer.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/exit_code.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/commands/queens/solution_text.hpp"

namespace puzzled::commands {
namespace {

int write_constructed(const QueensSettings& settings, int queens, Output& output) {
  std::string text;
  SolutionText(settings).append(text, queens::constructed_solution(queens));
  output.write(text);
  return output.finish(Results::kComplete, kExitAllWell);
}

/// Writes so many results of `append(text, stop)`, which returns false once `stop` is set.
template <class Append>
int write_all(std::uint64_t wanted, Interrupt& interrupt, Output& output, const Append& append) {
  StopFlag stop = false;
  interrupt.set_stop_flag(&stop);
  std::string text;
  for (std::uint64_t made = 0; made < wanted; ++made) {
    text.clear();
    if (!append(text, stop) || output.write(text) != Output::Status::kOk) break;
  }
  interrupt.set_stop_flag(nullptr);
  if (output.status() != Output::Status::kOk) {
    return output.finish(Results::kIncomplete, kExitFailure);
  }
  if (interrupt.requested()) {
    complain("interrupted while results were being written");
    return output.finish(Results::kIncomplete, interrupt.exit_code());
  }
  return output.finish(Results::kComplete, kExitAllWell);
}

int write_random(const QueensSettings& settings, int queens, Interrupt& interrupt, Output& output) {
  SolutionText format(settings);
  queens::RandomSolutions solutions(queens, settings.seed);
  return write_all(settings.random, interrupt, output,
                   [&](std::string& text, const StopFlag& stop) {
                     const std::vector<int>* const columns = solutions.next(stop);
                     if (columns != nullptr) format.append(text, *columns);
                     return columns != nullptr;
                   });
}

/// A board as a line, or as an object with its rows.
void append_board(std::string& text, const queens::RegionBoard& board, bool json) {
  const std::string line = to_line(board);
  if (!json) {
    text += line + '\n';
    return;
  }
  JsonObject object(text);
  object.number("queens", board.queens);
  JsonArray rows(object.member("regions"));
  const auto side = static_cast<std::size_t>(board.queens);
  for (std::size_t row = 0; row < side; ++row) {
    append_json_string(rows.next(), std::string_view(line).substr(row * side, side));
  }
  rows.end();
  object.end();
  text += '\n';
}

int write_boards(const QueensSettings& settings, int queens, Interrupt& interrupt, Output& output) {
  SplitMix64 random(settings.seed);
  return write_all(settings.generate, interrupt, output,
                   [&](std::string& text, const StopFlag& stop) {
                     const std::optional<queens::RegionBoard> board =
                         queens::random_region_board(queens, random, stop);
                     if (board) append_board(text, *board, settings.json);
                     return board.has_value();
                   });
}

}  // namespace

int run_single(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt) {
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  if (settings.generate > 0) return write_boards(settings, request.queens, interrupt, **output);
  const bool is_there = queens::has_solution(request.queens);
  if (settings.has_solution) {
    std::string text;
    queens::append_has_solution(text, is_there, settings.json);
    (*output)->write(text);
    return (*output)->finish(Results::kComplete, is_there ? kExitAllWell : kExitSomeUnanswered);
  }
  if (!is_there) {
    const std::string none = std::to_string(request.queens) + " queens have no solution";
    if (settings.svg) {
      complain(none + ": nothing was drawn");
      return (*output)->finish(Results::kIncomplete, kExitFailure);
    }
    if (!settings.quiet) complain(none);
    return (*output)->finish(Results::kComplete, kExitAllWell);
  }
  return settings.any ? write_constructed(settings, request.queens, **output)
                      : write_random(settings, request.queens, interrupt, **output);
}

}  // namespace puzzled::commands
