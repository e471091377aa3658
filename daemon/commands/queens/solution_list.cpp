#include "daemon/commands/queens/solution_list.hpp"

#include <atomic>
#include <chrono>

#include "core/queens/solution_walk.hpp"

namespace puzzled::commands {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWriteBytes = 1 << 16;
// Solutions that are found slowly are shown at once, for people who watch.
constexpr std::chrono::milliseconds kLongestWait{50};

}  // namespace

Output::Status list_solutions(int queens, std::uint64_t limit, SolutionForm form, Output& output,
                              Interrupt& interrupt, std::uint64_t& written) {
  std::atomic<bool> stop = false;
  interrupt.set_stop_flag(&stop);
  queens::SolutionWalk walk(queens);
  std::string text;
  std::uint64_t in_text = 0;
  Output::Status status = Output::Status::kOk;
  Clock::time_point last_write{};
  for (written = 0;
       status == Output::Status::kOk && written + in_text < limit && walk.next(stop);) {
    if (form == SolutionForm::kBoard && written + in_text > 0) text += '\n';
    append_solution(text, walk.columns(), form);
    ++in_text;
    if (text.size() < kWriteBytes && Clock::now() - last_write < kLongestWait) continue;
    status = output.write(text);
    text.clear();
    written += std::exchange(in_text, 0);
    last_write = Clock::now();
    if (stop.load(std::memory_order_relaxed)) break;
  }
  if (status == Output::Status::kOk && !text.empty()) {
    status = output.write(text);
    written += in_text;
  }
  interrupt.set_stop_flag(nullptr);
  return status;
}

}  // namespace puzzled::commands
