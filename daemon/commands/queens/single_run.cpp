#include "daemon/commands/queens/single_run.hpp"

#include <memory>
#include <string>
#include <vector>

#include "core/queens/constructed_solution.hpp"
#include "core/queens/random_solutions.hpp"
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

int write_random(const QueensSettings& settings, int queens, Interrupt& interrupt, Output& output) {
  StopFlag stop = false;
  interrupt.set_stop_flag(&stop);
  SolutionText format(settings);
  queens::RandomSolutions solutions(queens, settings.seed);
  std::string text;
  for (std::uint64_t drawn = 0; drawn < settings.random; ++drawn) {
    const std::vector<int>* const columns = solutions.next(stop);
    if (columns == nullptr) break;
    text.clear();
    format.append(text, *columns);
    if (output.write(text) != Output::Status::kOk) break;
  }
  interrupt.set_stop_flag(nullptr);
  if (output.status() != Output::Status::kOk) {
    return output.finish(Results::kIncomplete, kExitFailure);
  }
  if (interrupt.requested()) {
    complain("interrupted while solutions were being written");
    return output.finish(Results::kIncomplete, interrupt.exit_code());
  }
  return output.finish(Results::kComplete, kExitAllWell);
}

}  // namespace

int write_has_solution(bool is_there, bool json, Output& output) {
  if (json) {
    output.write(is_there ? "{\"has_solution\":true}\n" : "{\"has_solution\":false}\n");
  } else {
    output.write(is_there ? "yes\n" : "no\n");
  }
  return output.finish(Results::kComplete, is_there ? kExitAllWell : kExitSomeUnanswered);
}

int run_single(const QueensSettings& settings, const QueensRequest& request, Interrupt& interrupt) {
  const Result<std::unique_ptr<Output>> output = Output::open(settings, interrupt);
  if (!output) return fail(output.error());
  const bool is_there = queens::has_solution(request.queens);
  if (settings.has_solution) return write_has_solution(is_there, settings.json, **output);
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
