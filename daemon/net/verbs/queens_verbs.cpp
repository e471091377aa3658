// Verbs on boards of queens: queens and first.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "core/queens/solution_text.hpp"
#include "core/queens/solution_walk.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled::net {
namespace {

/// Reads the number of queens, at most `max_queens` of which are "counted" or "listed".
void read_board(std::string_view arguments, std::uint64_t max_queens, std::string_view what,
                const RequestLimits& limits, Request& request) {
  const auto queens = take_number(arguments);
  if (!queens || *queens == 0 || !arguments.empty()) return misused(request);
  if (request.search.most > limits.first) {
    return refuse(request, ErrorCode::kLimit,
                  "at most " + std::to_string(limits.first) + " solutions are listed");
  }
  if (*queens > max_queens) {
    return refuse(request, ErrorCode::kLimit,
                  "at most " + std::to_string(max_queens) + " queens are " + std::string(what));
  }
  request.search.queens = static_cast<int>(*queens);
  if (answer_bound(request.search) > limits.answer_bytes) {
    return refuse(request, ErrorCode::kLimit, "the answer would take too much memory");
  }
  request.kind = RequestKind::kSearch;
}

/// A count in work: units that any thread may take.
class QueensCount {
 public:
  QueensCount(const queens::CountPlan& plan, const StopFlag& stop)
      : plan_(plan), stop_(stop), units_(parallel::longest_first(plan.work_of_all())) {}

  /// As SharedWork.
  bool count_units(const StopFlag& leave) {
    queens::UnitCount sum;
    std::optional<Error> fault;
    std::size_t done = 0;
    bool more = false;
    const std::unique_ptr<queens::UnitCounter> counter = plan_.make_counter();
    more = queue_.work_off(leave, [&](std::size_t place) {
      const Result<std::optional<queens::UnitCount>> found =
          queens::count_checked(*counter, units_[place], stop_);
      if (!found) {
        fault = found.error();
        has_fault_.store(true, std::memory_order_relaxed);
      }
      if (!found || !*found) return false;
      sum += **found;
      ++done;
      return !stop_.load(std::memory_order_relaxed) && !has_fault_.load(std::memory_order_relaxed);
    });
    // Once, not after each unit: of 14 queens one takes 30 us, and threads would wait for each
    // other.
    const std::lock_guard lock(mutex_);
    sum_ += sum;
    done_ += done;
    if (fault && !fault_) fault_ = std::move(fault);
    return more;
  }

  bool is_done() const { return done_ == units_.size(); }
  queens::Count sum() const { return sum_.count; }

  /// Why what was counted so far is wrong, if it is.
  std::optional<Error> fault() const { return fault_ ? fault_ : queens::fault_of_sum(sum_); }

 private:
  const queens::CountPlan& plan_;
  const StopFlag& stop_;
  const std::vector<std::uint64_t> units_;
  parallel::UnitQueue queue_{units_.size()};
  std::atomic<bool> has_fault_ = false;
  std::mutex mutex_;  // of the next three
  queens::UnitCount sum_;
  std::optional<Error> fault_;
  std::size_t done_ = 0;
};

}  // namespace

void read_queens(std::string_view arguments, const RequestLimits& limits, Request& request) {
  read_board(arguments, limits.queens, "counted", limits, request);
}

Answer queens_count(const SearchCall& call) {
  const Result<std::shared_ptr<const queens::CountPlan>> plan =
      call.tools.plan(call.request.queens);
  if (!plan) return failed(ErrorCode::kLimit, plan.error().message);
  QueensCount counting(**plan, call.seat.stop());
  call.seat.share([&](const StopFlag& leave) { return counting.count_units(leave); });
  if (const std::optional<Error> fault = counting.fault()) {
    return failed(ErrorCode::kInternal, fault->message);
  }
  if (counting.is_done()) return {queens::to_text(counting.sum())};
  return stopped(call, "at least " + queens::to_text(counting.sum()));
}

std::string queens_argument(const SearchRequest& search) {
  return std::to_string(search.queens);
}

void read_first(std::string_view arguments, const RequestLimits& limits, Request& request) {
  const auto most = take_number(arguments);
  if (!most || *most == 0) return misused(request);
  request.search.most = *most;
  read_board(arguments, queens::kMaxWalkQueens, "listed", limits, request);
}

Answer queens_list(const SearchCall& call) {
  const std::uint64_t most = call.request.most;
  sudoku::TextBuffer& answers = call.answers;
  answers.room(answer_bound(call.request));
  const std::size_t begin = answers.size();
  queens::SolutionWalk walk(call.request.queens);
  std::string solution;
  std::uint64_t found = 0;
  while (found < most && walk.next(call.seat.stop())) {
    solution.clear();
    append_solution(solution, walk.columns(), queens::SolutionForm::kLine);
    answers.append(found == 0 ? "" : "\t");
    answers.append({solution.data(), solution.size() - 1});
    ++found;
  }
  if (found == most || walk.ended()) return {found == 0 ? "-" : ""};
  if (!call.seat.timed_out()) answers.cut(begin);
  const std::size_t end = answers.size();
  const Answer head = stopped(
      call, std::to_string(found) + " of " + std::to_string(most) + (found > 0 ? "\t" : ""));
  answers.append(head.text);
  std::rotate(answers.data() + begin, answers.data() + end, answers.data() + answers.size());
  return {.text = {}, .error = head.error};
}

std::uint64_t queens_list_bytes(const SearchRequest& search) {
  // Each column is a number of one or two digits and a blank or TAB.
  const auto solution = static_cast<std::uint64_t>(search.queens) * (search.queens < 10 ? 2 : 3);
  return kShortAnswerBytes + std::min(search.most, UINT64_MAX / 1024) * solution;
}

std::string first_argument(const SearchRequest& search) {
  return std::to_string(search.most) + ' ' + std::to_string(search.queens);
}

}  // namespace puzzled::net
