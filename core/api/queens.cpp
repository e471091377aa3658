#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/api/search_result.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/constructed_solution.hpp"
#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_reader.hpp"
#include "core/stop.hpp"
#include "puzzled/queens.hpp"

namespace puzzled {

static_assert(kMaxBoardRows == queens::kMaxBoardQueens);
static_assert(kMaxCountedQueens == queens::kMaxQueens);
static_assert(kMaxListedQueens == queens::kMaxListedQueens);

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

Result<QueenColumns> construct_queens(int queens) {
  if (queens < 1 || queens > kMaxConstructedQueens) {
    return Error{"the number of queens must be from 1 to " + std::to_string(kMaxConstructedQueens) +
                 " (got " + std::to_string(queens) + ')'};
  }
  QueenColumns columns = queens::constructed_solution(queens);
  for (int& column : columns) --column;
  return columns;
}

Result<std::uint64_t> count_queens_on(std::string_view board, const StopFlag* stop) {
  const StopFlag& flag = stop != nullptr ? *stop : kNeverStop;
  const Result<queens::AnyBoard> any = queens::read_board(board);
  if (!any) return any.error();
  if (const auto* const regions = std::get_if<queens::RegionBoard>(&*any)) {
    const queens::RegionSolutions found =
        queens::count_region_solutions(*regions, {.solutions = 0, .stop = &flag});
    if (!found.is_complete) return stopped_error();
    return found.count;
  }
  const auto& plain = std::get<queens::Board>(*any);
  if (plain.queens > kMaxCountedQueens) return Error{queens::too_many_to_count(plain.queens)};
  const auto terms = queens::plan_board_count(plain);
  if (!terms) return terms.error();
  const auto total = queens::sum_of_terms(
      *terms, [&](const queens::CountPlan& plan) { return queens::count_all(plan, flag); });
  if (!total) return total.error();
  if (!*total) return stopped_error();
  return public_count(**total);
}

Result<std::vector<QueenColumns>> list_queens_on(std::string_view board, std::size_t limit,
                                                 const StopFlag* stop) {
  const StopFlag& flag = stop != nullptr ? *stop : kNeverStop;
  const Result<queens::AnyBoard> any = queens::read_board(board);
  if (!any) return any.error();
  std::vector<QueenColumns> solutions;
  if (limit == 0) return solutions;
  const auto add = [&](std::span<const int> columns) {
    QueenColumns& solution = solutions.emplace_back(columns.begin(), columns.end());
    for (int& column : solution) --column;
    return solutions.size() < limit;
  };
  if (const auto* const regions = std::get_if<queens::RegionBoard>(&*any)) {
    const queens::RegionSolutions found =
        queens::for_each_region_solution(*regions, add, {.solutions = 0, .stop = &flag});
    if (!found.is_complete) return stopped_error();
    return solutions;
  }
  queens::SolutionWalk walk(std::get<queens::Board>(*any));
  bool is_wanted = true;
  while (is_wanted && walk.next(flag)) is_wanted = add(walk.columns());
  if (is_wanted && !walk.ended()) return stopped_error();
  return solutions;
}

}  // namespace puzzled
