#include "daemon/queens/solution_list.hpp"

#include <atomic>
#include <chrono>

#include "core/queens/solution_walk.hpp"

namespace puzzled {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kWriteBytes = 1 << 16;
// Solutions that are found slowly are shown at once, for people who watch.
constexpr std::chrono::milliseconds kLongestWait{50};

void append_board(std::string& text, std::span<const int> columns) {
  for (const int column : columns) {
    std::string row(2 * columns.size() - 1, ' ');
    for (std::size_t i = 0; i < columns.size(); ++i) row[2 * i] = '.';
    row[2 * (static_cast<std::size_t>(column) - 1)] = 'Q';
    text += row + '\n';
  }
}

}  // namespace

void append_solution(std::string& text, std::span<const int> columns, SolutionForm form) {
  if (form == SolutionForm::kBoard) return append_board(text, columns);
  const bool json = form == SolutionForm::kJson;
  if (json) text += "{\"columns\":[";
  const std::size_t begin = text.size();
  for (const int column : columns) {
    if (text.size() > begin) text += json ? ',' : ' ';
    if (column >= 10) text += static_cast<char>('0' + column / 10);
    text += static_cast<char>('0' + column % 10);
  }
  text += json ? "]}\n" : "\n";
}

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

}  // namespace puzzled
