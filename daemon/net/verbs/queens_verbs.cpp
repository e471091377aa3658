// Verbs on boards of queens: queens and first.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/queens/solution_walk.hpp"
#include "daemon/net/verbs/answer.hpp"
#include "daemon/net/verbs/arguments.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled::net {
namespace {

// The first solution of 32 queens takes half a second, that of 34 ten.
constexpr std::uint64_t kMaxListedQueens = 32;
static_assert(kMaxListedQueens <= queens::kMaxWalkQueens);

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

}  // namespace

void read_queens(std::string_view arguments, const RequestLimits& limits, Request& request) {
  read_board(arguments, limits.queens, "counted", limits, request);
}

Answer queens_count(const SearchCall& call) {
  const Result<std::shared_ptr<const queens::CountPlan>> plan =
      call.tools.plan(call.request.queens);
  if (!plan) return failed(ErrorCode::kLimit, plan.error().message);
  const std::vector<std::uint64_t> units = parallel::longest_first((*plan)->work_of_all());
  const auto counted =
      parallel::count_queens(call.context, **plan, {.units = units}, call.context.stop());
  if (!counted) return failed(ErrorCode::kInternal, counted.error().message);
  const std::string sum = queens::to_text((*counted).sum.count);
  return (*counted).is_complete ? Answer{sum} : stopped(call, "at least " + sum);
}

std::string queens_argument(const SearchRequest& search) {
  return std::to_string(search.queens);
}

void read_first(std::string_view arguments, const RequestLimits& limits, Request& request) {
  const auto most = take_number(arguments);
  if (!most || *most == 0) return misused(request);
  request.search.most = *most;
  read_board(arguments, kMaxListedQueens, "listed", limits, request);
}

Answer queens_list(const SearchCall& call) {
  const std::uint64_t most = call.request.most;
  sudoku::TextBuffer& answers = call.answers;
  answers.room(answer_bound(call.request));
  const std::size_t begin = answers.size();
  const parallel::Listed listed =
      parallel::list_queens(call.request.queens,
                            {.limit = most,
                             .format =
                                 [](std::string& text, std::span<const int> columns) {
                                   append_solution(text, columns, queens::SolutionForm::kLine);
                                   text.back() = '\t';
                                 },
                             .show =
                                 [&](std::string_view text, std::uint64_t) {
                                   answers.append(text);
                                   return true;
                                 }},
                            call.context.stop());
  if (listed.shown > 0) answers.cut(answers.size() - 1);  // the last tab
  if (listed.is_complete) return {listed.shown == 0 ? "-" : ""};
  const bool is_read = call.context.timed_out() || call.context.was_cancelled();
  if (!is_read) answers.cut(begin);
  const std::size_t end = answers.size();
  const Answer head = stopped(call, std::to_string(listed.shown) + " of " + std::to_string(most) +
                                        (listed.shown > 0 ? "\t" : ""));
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
