// Queens on boards: counts with holes and on a torus, boards of region queens solved and made.
// `items_per_second` of regions is boards a second. queens_bench measures the engines on the empty
// board.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/queens/boards/board_count.hpp"
#include "core/queens/regions/region_generator.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/text/board_answer.hpp"
#include "core/queens/text/board_reader.hpp"
#include "core/split_mix.hpp"

namespace puzzled::queens {
namespace {

void count(benchmark::State& state, const Board& board) {
  for ([[maybe_unused]] auto step : state) {
    const auto plan = plan_board_count(board, {.queens = board.queens});
    if (!plan) return state.SkipWithError("no plan");
    benchmark::DoNotOptimize(count_all(**plan, kNeverStop));
  }
}

/// N queens with so many of these holes, from the corner to the middle.
void count_with_holes(benchmark::State& state) {
  constexpr std::array<Square, 5> kHoles = {{{0, 3}, {5, 4}, {3, 7}, {8, 8}, {2, 2}}};
  Board board = empty_board(static_cast<int>(state.range(0)));
  for (std::size_t i = 0; i < static_cast<std::size_t>(state.range(1)); ++i) {
    make_hole(board, kHoles[i]);
  }
  count(state, board);
}
BENCHMARK(count_with_holes)
    ->Args({14, 1})
    ->Args({16, 1})
    ->Args({16, 5})
    ->Args({18, 3})
    ->Unit(benchmark::kMillisecond);

void count_on_torus(benchmark::State& state) {
  count(state, empty_board(static_cast<int>(state.range(0)), true));
}
BENCHMARK(count_on_torus)->Arg(13)->Arg(17)->Unit(benchmark::kMillisecond);

/// The answer to a line of the wire or of a file.
void solve_regions(benchmark::State& state) {
  SplitMix64 random(1);
  std::vector<std::string> lines;
  for (int i = 0; i < 1000; ++i) {
    lines.push_back(to_line(*random_region_board(static_cast<int>(state.range(0)), random)));
  }
  std::size_t next = 0;
  std::string text;
  for ([[maybe_unused]] auto step : state) {
    const auto board = read_board(lines[next++ % lines.size()]);
    text.clear();
    answer_regions(text, std::get<RegionBoard>(*board), {},
                   [](std::string& to, std::span<const int> columns) {
                     append_solution(to, columns, SolutionForm::kLine);
                   },
                   {});
    benchmark::DoNotOptimize(text.data());
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(solve_regions)->Arg(8)->Arg(9)->Arg(12)->Unit(benchmark::kMicrosecond);

void make_regions(benchmark::State& state) {
  SplitMix64 random(1);
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(random_region_board(static_cast<int>(state.range(0)), random));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(make_regions)->Arg(8)->Arg(10)->Arg(12)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace puzzled::queens
