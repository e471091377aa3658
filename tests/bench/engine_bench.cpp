// Every engine on generated puzzles of each kind, one thread, limit 2 (so that uniqueness is shown,
// not only a solution found). `items_per_second` is puzzles a second.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "core/cover/exact_cover.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/generator.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::uint64_t kPuzzles = 2000;

std::vector<Grid> puzzles_of(Kind kind) {
  std::vector<Grid> puzzles;
  for (std::uint64_t index = 0; index < kPuzzles; ++index) {
    puzzles.push_back(sample_puzzle(kind, index));
  }
  return puzzles;
}

void run_engine(benchmark::State& state, SolveFunction solve, Kind kind) {
  const std::vector<Grid> puzzles = puzzles_of(kind);
  std::uint64_t branches = 0;
  for ([[maybe_unused]] auto step : state) {
    branches = 0;
    for (const Grid& puzzle : puzzles) {
      const Solutions found = solve(puzzle, {.solutions = 2});
      branches += found.branches;
      benchmark::DoNotOptimize(found.count);
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles.size()));
  state.counters["branches"] = static_cast<double>(branches) / static_cast<double>(puzzles.size());
}

void run_find_conflict(benchmark::State& state) {
  const std::vector<Grid> puzzles = puzzles_of(Kind::kEasy);
  for ([[maybe_unused]] auto step : state) {
    for (const Grid& puzzle : puzzles) benchmark::DoNotOptimize(find_conflict(puzzle));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles.size()));
}

void run_generator(benchmark::State& state, const GeneratorSettings& settings) {
  std::uint64_t index = 0;
  for ([[maybe_unused]] auto step : state) {
    benchmark::DoNotOptimize(generate_puzzle(settings, index++));
  }
  state.SetItemsProcessed(state.iterations());
}

void run_queens_cover(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  cover::ExactCover problem(2 * n, 4 * n - 2);
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t column = 0; column < n; ++column) {
      const std::size_t items[]{row, n + column, 2 * n + row + column, 5 * n - 2 + row - column};
      if (!problem.add_option(items)) return state.SkipWithError("no option");
    }
  }
  for ([[maybe_unused]] auto step : state) {
    const cover::CoverResult found = cover::find_covers(problem, {.solutions = 0});
    benchmark::DoNotOptimize(found.solutions);
  }
}
BENCHMARK(run_queens_cover)->Arg(8)->Arg(10)->Unit(benchmark::kMillisecond);

const bool registered = [] {
  for (const Engine& engine : all_engines()) {
    for (const Kind kind : kKinds) {
      const std::string name = std::string(engine.name) + "/" + std::string(name_of(kind));
      benchmark::RegisterBenchmark(name.c_str(), run_engine, engine.solve, kind)
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::RegisterBenchmark("find_conflict", run_find_conflict);
  benchmark::RegisterBenchmark("generate/mix", run_generator, GeneratorSettings{});
  benchmark::RegisterBenchmark("generate/minimal", run_generator,
                               GeneratorSettings{.minimal = true});
  benchmark::RegisterBenchmark("generate/22", run_generator, GeneratorSettings{.clues = 22});
  return true;
}();

}  // namespace
}  // namespace puzzled::sudoku
