#include <algorithm>
#include <string>

#include "core/api/search_result.hpp"
#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/stop.hpp"
#include "puzzled/queens.hpp"

namespace puzzled {

static_assert(kMaxCountedQueens == queens::kMaxQueens);
static_assert(kMaxListedQueens <= queens::kMaxWalkQueens);

Result<std::uint64_t> count_queens(int queens, const StopFlag* stop) {
  const auto plan = queens::plan_count({.queens = queens});
  if (!plan) return plan.error();
  const auto total = queens::count_all(**plan, stop != nullptr ? *stop : kNeverStop);
  if (!total) return total.error();
  if (!*total) return stopped_error();
  return public_count(**total);
}

Result<std::uint64_t> count_fundamental_queens(int queens, const StopFlag* stop) {
  const Result<std::uint64_t> total = count_queens(queens, stop);
  if (!total) return total.error();
  const auto fixed = queens::count_fixed(queens, stop != nullptr ? *stop : kNeverStop);
  if (!fixed) return stopped_error();
  return static_cast<std::uint64_t>(queens::fundamental_solutions(queens, *total, *fixed));
}

Result<bool> for_each_queens(int queens, const std::function<bool(std::span<const int>)>& visit,
                             const StopFlag* stop) {
  if (queens < 1 || queens > kMaxListedQueens) {
    return Error{"the number of queens must be from 1 to " + std::to_string(kMaxListedQueens) +
                 " (got " + std::to_string(queens) + ')'};
  }
  queens::SolutionWalk walk(queens);
  QueenColumns columns(static_cast<std::size_t>(queens));
  while (walk.next(stop != nullptr ? *stop : kNeverStop)) {
    std::ranges::transform(walk.columns(), columns.begin(), [](int column) { return column - 1; });
    if (!visit(columns)) return false;
  }
  if (!walk.ended()) return stopped_error();
  return true;
}

Result<std::vector<QueenColumns>> list_queens(int queens, std::size_t limit, const StopFlag* stop) {
  std::vector<QueenColumns> solutions;
  const Result<bool> shown = for_each_queens(
      queens,
      [&](std::span<const int> columns) {
        if (solutions.size() < limit) solutions.emplace_back(columns.begin(), columns.end());
        return solutions.size() < limit;
      },
      stop);
  if (!shown) return shown.error();
  return solutions;
}

}  // namespace puzzled
