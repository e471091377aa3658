// Any bytes as boards of queens: nothing crashes, every board keeps to its limits, and its
// solutions are as many as are counted.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <variant>

#include "core/line_source.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_reader.hpp"

using namespace puzzled;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// Larger boards may take long.
constexpr int kMaxSolvedQueens = 6;

void check(const queens::Board& board) {
  require(board.queens >= 1 && board.queens <= queens::kMaxBoardQueens);
  if (board.queens > kMaxSolvedQueens) return;
  queens::SolutionWalk walk(board);
  while (walk.next()) {
    int row = 0;
    for (const int column : walk.columns()) require(board.is_free({row++, column - 1}));
  }
}

void check(const queens::RegionBoard& board) {
  require(board.queens >= 1 && board.queens <= queens::kMaxBoardQueens);
  require(queens::to_line(board).size() == board.regions.size());
  if (board.queens > kMaxSolvedQueens) return;
  std::uint64_t listed = 0;
  require(queens::for_each_region_solution(board, [&](auto) { return ++listed > 0; }).is_complete);
  require(queens::count_region_solutions(board, {.solutions = 0}).count == listed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  TextLines lines(text);
  queens::BoardReader reader(lines);
  std::uint64_t last = 0;
  while (const std::optional<queens::BoardReader::Read> read = reader.next()) {
    require(read->line >= last && read->line <= lines.number());
    last = read->line;
    if (read->board) {
      std::visit([](const auto& board) { check(board); }, *read->board);
    } else {
      require(!read->board.error().message.empty());
    }
  }
  require(!lines.next());
  return 0;
}
