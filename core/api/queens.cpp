#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/api/search_result.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/constructed_solution.hpp"
#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "core/queens/random_solutions.hpp"
#include "core/queens/regions/region_generator.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_reader.hpp"
#include "core/split_mix.hpp"
#include "core/stop.hpp"
#include "puzzled/queens.hpp"

namespace puzzled {

static_assert(kMaxBoardRows == queens::kMaxBoardQueens);
static_assert(kMaxCountedQueens == queens::kMaxQueens);
static_assert(kMaxListedQueens == queens::kMaxListedQueens);
static_assert(kMinGeneratedRows == queens::kMinGeneratedRegions);
static_assert(kMaxGeneratedRows == queens::kMaxGeneratedRegions);

namespace {

std::optional<Error> wrong_number(int queens, int most) {
  if (queens >= 1 && queens <= most) return std::nullopt;
  return Error{"the number of queens must be from 1 to " + std::to_string(most) + " (got " +
               std::to_string(queens) + ')'};
}

QueenColumns from_zero(std::span<const int> columns) {
  QueenColumns solution(columns.begin(), columns.end());
  for (int& column : solution) --column;
  return solution;
}

Result<queens::AnyBoard> read_board(std::string_view board, BoardEdges edges) {
  return queens::read_board(board, edges == BoardEdges::kTorus);
}

const StopFlag& flag_of(const StopFlag* stop) {
  return stop != nullptr ? *stop : kNeverStop;
}

Result<std::uint64_t> count_on(const queens::RegionBoard& board, std::uint64_t limit,
                               const StopFlag& stop) {
  const queens::RegionSolutions found =
      queens::count_region_solutions(board, {.solutions = limit, .stop = &stop});
  if (!found.is_complete) return stopped_error();
  return found.count;
}

Result<std::uint64_t> count_on(const queens::Board& board, std::uint64_t limit,
                               const StopFlag& stop) {
  if (limit > 0) {
    const std::uint64_t found = queens::count_by_walking(board, limit, stop);
    if (found < limit && is_stopped(stop)) return stopped_error();
    return found;
  }
  const auto plan = queens::plan_board_count(board, {.queens = board.queens});
  if (!plan) return plan.error();
  const auto total = queens::count_all(**plan, stop);
  if (!total) return total.error();
  if (!*total) return stopped_error();
  return public_count(**total);
}

}  // namespace

Result<std::uint64_t> count_queens(int queens, const StopFlag* stop) {
  const auto plan = queens::plan_count({.queens = queens});
  if (!plan) return plan.error();
  const auto total = queens::count_all(**plan, flag_of(stop));
  if (!total) return total.error();
  if (!*total) return stopped_error();
  return public_count(**total);
}

Result<std::uint64_t> count_fundamental_queens(int queens, const StopFlag* stop) {
  const Result<std::uint64_t> total = count_queens(queens, stop);
  if (!total) return total.error();
  const auto fixed = queens::count_fixed(queens, flag_of(stop));
  if (!fixed) return stopped_error();
  return static_cast<std::uint64_t>(queens::fundamental_solutions(queens, *total, *fixed));
}

Result<bool> for_each_queens(int queens, const std::function<bool(std::span<const int>)>& visit,
                             const StopFlag* stop) {
  if (const auto wrong = wrong_number(queens, kMaxListedQueens)) return *wrong;
  queens::SolutionWalk walk(queens);
  QueenColumns columns(static_cast<std::size_t>(queens));
  while (walk.next(flag_of(stop))) {
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
  if (const auto wrong = wrong_number(queens, kMaxConstructedQueens)) return *wrong;
  return from_zero(queens::constructed_solution(queens));
}

Result<bool> has_queens(int queens) {
  if (const auto wrong = wrong_number(queens, kMaxConstructedQueens)) return *wrong;
  return queens::has_solution(queens);
}

Result<std::vector<QueenColumns>> random_queens(int queens, std::size_t count, std::uint64_t seed,
                                                const StopFlag* stop) {
  if (const auto wrong = wrong_number(queens, kMaxConstructedQueens)) return *wrong;
  std::vector<QueenColumns> drawn;
  if (!queens::has_solution(queens)) return drawn;
  queens::RandomSolutions solutions(queens, seed);
  while (drawn.size() < count) {
    const std::vector<int>* const columns = solutions.next(flag_of(stop));
    if (columns == nullptr || is_stopped(flag_of(stop))) return stopped_error();
    drawn.push_back(from_zero(*columns));
  }
  return drawn;
}

Result<std::uint64_t> count_queens_on(std::string_view board, std::uint64_t limit, BoardEdges edges,
                                      const StopFlag* stop) {
  const Result<queens::AnyBoard> any = read_board(board, edges);
  if (!any) return any.error();
  return std::visit([&](const auto& one) { return count_on(one, limit, flag_of(stop)); }, *any);
}

Result<bool> has_queens_on(std::string_view board, BoardEdges edges, const StopFlag* stop) {
  const Result<std::uint64_t> count = count_queens_on(board, 1, edges, stop);
  if (!count) return count.error();
  return *count > 0;
}

Result<std::vector<QueenColumns>> list_queens_on(std::string_view board, std::size_t limit,
                                                 BoardEdges edges, const StopFlag* stop) {
  const StopFlag& flag = flag_of(stop);
  const Result<queens::AnyBoard> any = read_board(board, edges);
  if (!any) return any.error();
  std::vector<QueenColumns> solutions;
  if (limit == 0) return solutions;
  const auto add = [&](std::span<const int> columns) {
    solutions.push_back(from_zero(columns));
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

Result<std::vector<std::string>> generate_regions(int rows, std::size_t count, std::uint64_t seed,
                                                  const StopFlag* stop) {
  if (rows < kMinGeneratedRows || rows > kMaxGeneratedRows) {
    return Error{"the number of rows must be from " + std::to_string(kMinGeneratedRows) + " to " +
                 std::to_string(kMaxGeneratedRows) + " (got " + std::to_string(rows) + ')'};
  }
  SplitMix64 random(seed);
  std::vector<std::string> boards;
  while (boards.size() < count) {
    const std::optional<queens::RegionBoard> board =
        queens::random_region_board(rows, random, flag_of(stop));
    if (!board) return stopped_error();
    boards.push_back(to_line(*board));
  }
  return boards;
}

}  // namespace puzzled
