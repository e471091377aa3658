// What core does beside solving: making puzzles, finding clues that contradict each other, exact
// covers. `items_per_second` is puzzles a second. engine_table measures the Sudoku engines.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/cover/links/links.hpp"
#include "core/cover/problem.hpp"
#include "core/sudoku/bulk_generator.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/hard_walk.hpp"
#include "core/sudoku/symmetric_generator.hpp"

namespace puzzled::sudoku {
namespace {

void run_find_conflict(benchmark::State& state) {
  std::vector<Grid> puzzles;
  for (std::uint64_t index = 0; index < 2000; ++index) {
    puzzles.push_back(generate_puzzle({.clues = 32}, index));
  }
  for ([[maybe_unused]] auto step : state) {
    for (const Grid& puzzle : puzzles) benchmark::DoNotOptimize(find_conflict(puzzle));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles.size()));
}
BENCHMARK(run_find_conflict);

void run_generator(benchmark::State& state, const GeneratorSettings& settings) {
  std::uint64_t index = 0;
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(generate_puzzle(settings, index++));
  }
  state.SetItemsProcessed(state.iterations());
}

void run_symmetric(benchmark::State& state, Symmetry symmetry) {
  std::uint64_t index = 0;
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(generate_symmetric({.minimal = true}, symmetry, index++));
  }
  state.SetItemsProcessed(state.iterations());
}

// As `puzzled generate` makes them.
void run_bulk_generator(benchmark::State& state, const GeneratorSettings& settings,
                        Symmetry symmetry) {
  BulkGenerator generator;
  std::vector<std::optional<Grid>> puzzles(4096);
  std::uint64_t index = 0;
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(generator.generate(settings, symmetry, index, puzzles, kNeverStop));
    index += puzzles.size();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles.size()));
}

// Walks of one seed after another, those that find nothing included.
void run_hard_walk(benchmark::State& state, const Rating& min) {
  const StopFlag stop{false};
  HardWalker walker({.seed = 1, .difficulty = {.min = min}});
  std::size_t found = 0;
  std::uint64_t index = 0;
  for ([[maybe_unused]] auto step : state) {
    found += walker.run(index++, SIZE_MAX, stop).found.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(found));
}

void run_queens_cover(benchmark::State& state) {
  const auto n = static_cast<std::uint32_t>(state.range(0));
  cover::Problem problem(std::size_t{2} * n, std::size_t{4} * n - 2);
  for (std::uint32_t row = 0; row < n; ++row) {
    for (std::uint32_t column = 0; column < n; ++column) {
      const cover::Element option[]{
          {row}, {n + column}, {2 * n + row + column}, {5 * n - 2 + row - column}};
      if (!problem.add_option(option)) return state.SkipWithError("no option");
    }
  }
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(cover::count_by_links(problem).nodes);
  }
}
BENCHMARK(run_queens_cover)->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(run_generator, mix, GeneratorSettings{});
BENCHMARK_CAPTURE(run_generator, minimal, GeneratorSettings{.minimal = true});
BENCHMARK_CAPTURE(run_generator, 22, GeneratorSettings{.clues = 22});
BENCHMARK_CAPTURE(run_bulk_generator, mix, GeneratorSettings{}, Symmetry::kNone);
BENCHMARK_CAPTURE(run_bulk_generator, minimal, GeneratorSettings{.minimal = true}, Symmetry::kNone);
BENCHMARK_CAPTURE(run_bulk_generator, 24, GeneratorSettings{.clues = 24}, Symmetry::kNone);
BENCHMARK_CAPTURE(run_bulk_generator, rotational, GeneratorSettings{.minimal = true},
                  Symmetry::kRotational);
BENCHMARK_CAPTURE(run_symmetric, rotational, Symmetry::kRotational);
BENCHMARK_CAPTURE(run_hard_walk, 8.4, Rating{.level = 8, .depth = 4})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(8);
BENCHMARK_CAPTURE(run_hard_walk, 9, Rating{.level = 9})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(16);

}  // namespace
}  // namespace puzzled::sudoku
