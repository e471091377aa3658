// The tools: canonical forms, random copies, ratings, clues that can go, verdicts.
// `items_per_second` is puzzles a second, on one core.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/explain/step_text.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/sudoku/verify/pair_verifier.hpp"

namespace puzzled::sudoku {
namespace {

using Grids = std::vector<Grid>;

Grids generated(const GeneratorSettings& settings, std::uint64_t count) {
  Grids puzzles;
  for (std::uint64_t i = 0; i < count; ++i) puzzles.push_back(generate_puzzle(settings, i));
  return puzzles;
}

Grids minimal_puzzles(std::uint64_t count) {
  return generated({.seed = 1, .minimal = true}, count);
}

Grids full_grids(std::uint64_t count) {
  Grids grids = generated({.seed = 1}, count);
  for (Grid& grid : grids) grid = solve_band(grid, {}).first;
  return grids;
}

/// Random copies: collections are seldom in any order.
Grids shuffled(Grids puzzles) {
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    puzzles[i] = transformed(puzzles[i], random_transformation(1, i, 0));
  }
  return puzzles;
}

/// Copies of a puzzle that is known for being hard, A. Inkala's of 2012.
Grids hard_puzzles(std::size_t count) {
  constexpr std::string_view kInkala =
      "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
  Grid puzzle;
  for (int cell = 0; cell < kCells; ++cell) {
    const char c = kInkala[static_cast<std::size_t>(cell)];
    if (c != '.') puzzle[cell] = static_cast<std::uint8_t>(c - '0');
  }
  return shuffled(Grids(count, puzzle));
}

void count_puzzles(benchmark::State& state, std::size_t puzzles) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(puzzles));
}

void run_canon(benchmark::State& state, const Grids& puzzles) {
  Canonicalizer canonicalizer;
  // So that the tables of bands are made before the clock runs.
  std::vector<CanonicalForm> forms(puzzles.size());
  canonicalizer.find(puzzles, forms);
  for ([[maybe_unused]] auto step : state) {
    canonicalizer.find(puzzles, forms);
    benchmark::DoNotOptimize(forms);
  }
  count_puzzles(state, puzzles.size());
}

void run_canon_by_solution(benchmark::State& state) {
  const Grids puzzles = shuffled(minimal_puzzles(2000));
  Grids solutions;
  for (const Grid& puzzle : puzzles) solutions.push_back(solve_band(puzzle, {}).first);
  Canonicalizer canonicalizer;
  benchmark::DoNotOptimize(canonicalizer.find_by_solution(puzzles[0], solutions[0]));
  for ([[maybe_unused]] auto step : state) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      benchmark::DoNotOptimize(canonicalizer.find_by_solution(puzzles[i], solutions[i]));
    }
  }
  count_puzzles(state, puzzles.size());
}

void run_shuffle(benchmark::State& state) {
  const Grids puzzles = minimal_puzzles(2000);
  std::string text(puzzles.size() * kLineBytes, '\0');
  for (std::size_t i = 0; i < puzzles.size(); ++i) write_line(puzzles[i], &text[i * kLineBytes]);
  const Shuffler shuffler;
  std::array<char, Shuffler::kWritableBytes> copy;
  std::uint64_t number = 0;
  for ([[maybe_unused]] auto step : state) {
    ++number;
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      shuffler.write({&text[i * kLineBytes], kCells}, RandomCopy(1, i, number), copy.data());
      benchmark::DoNotOptimize(copy);
    }
  }
  count_puzzles(state, puzzles.size());
}

/// Puzzles of one class of levels, as many as a rater needs to fill its boards.
void run_rate(benchmark::State& state, unsigned min_level, unsigned max_level) {
  constexpr std::size_t kWanted = 4096;
  Rater rater;
  Grids chosen;
  for (std::uint64_t seed = 1; chosen.size() < kWanted; ++seed) {
    const Grids puzzles = generated({.seed = seed, .minimal = seed % 2 == 0}, 2000);
    std::vector<Rating> ratings(puzzles.size());
    rater.rate(puzzles, ratings);
    for (std::size_t i = 0; i < puzzles.size() && chosen.size() < kWanted; ++i) {
      const unsigned level = ratings[i].level;
      if (min_level <= level && level <= max_level) chosen.push_back(puzzles[i]);
    }
  }
  std::vector<Rating> ratings(chosen.size());
  for ([[maybe_unused]] auto step : state) rater.rate(chosen, ratings);
  count_puzzles(state, chosen.size());
}

/// Guesses of puzzles as they stand, of which those of the hard ones take nearly all of the time.
void run_backtracks(benchmark::State& state, const Grids& puzzles) {
  BacktracksRater rater;
  std::vector<TotalGuesses> results(puzzles.size());
  for ([[maybe_unused]] auto step : state) rater.rate(puzzles, {.copies = 1}, results);
  count_puzzles(state, puzzles.size());
}

/// With the text of the steps, as a command writes it.
void run_explain(benchmark::State& state, const Grids& puzzles) {
  explain::Explainer explainer;
  std::string text;
  for ([[maybe_unused]] auto step : state) {
    for (const Grid& puzzle : puzzles) {
      text.clear();
      append_explanation(text, explainer.explain(puzzle));
      benchmark::DoNotOptimize(text);
    }
  }
  count_puzzles(state, puzzles.size());
}

void run_minimal(benchmark::State& state, const Grids& puzzles) {
  RedundancyFinder finder;
  std::vector<Redundancy> results(puzzles.size());
  for ([[maybe_unused]] auto step : state) finder.find(puzzles, results);
  count_puzzles(state, puzzles.size());
}

/// Here an item is a minimal sub-puzzle.
void run_minimal_sub_puzzles(benchmark::State& state) {
  constexpr std::size_t kMost = 100;
  const Grids puzzles = generated({.seed = 1, .clues = 32}, 10);
  RedundancyFinder finder;
  std::size_t found = 0;
  for ([[maybe_unused]] auto step : state) {
    for (const Grid& puzzle : puzzles) {
      found += minimal_sub_puzzles(puzzle, kMost, finder).puzzles.size();
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(found));
}

/// Pairs of plain lines, of which every `wrong`-th has two equal digits in its last row; 0: none.
void run_verify(benchmark::State& state, std::size_t wrong, const VerdictNeeds& needs) {
  const Grids puzzles = minimal_puzzles(2000);
  std::string text;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    std::string grid;
    append_cells(grid, solve_band(puzzles[i], {}).first);
    if (wrong > 0 && i % wrong == 0) std::swap(grid[0], grid[80]);
    append_cells(text, puzzles[i]);
    text += ',' + grid + '\n';
  }
  const auto form = detect_form(text, true, {.pairs = true});
  PairVerifier verifier({.needs = needs});
  BlockAnswers answers;
  for ([[maybe_unused]] auto step : state) {
    answers.clear();
    verifier.answer(text, *form, {}, answers);
    benchmark::DoNotOptimize(answers.text.data());
  }
  count_puzzles(state, puzzles.size());
}

BENCHMARK_CAPTURE(run_canon, minimal, shuffled(minimal_puzzles(2000)));
BENCHMARK_CAPTURE(run_canon, easy, shuffled(generated({.seed = 1, .clues = 32}, 2000)));
BENCHMARK_CAPTURE(run_canon, full_grids, shuffled(full_grids(2000)));
BENCHMARK(run_canon_by_solution);
BENCHMARK(run_shuffle);
BENCHMARK_CAPTURE(run_explain, singles, generated({.seed = 1, .clues = 30}, 500))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_explain, minimal, minimal_puzzles(500))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_rate, singles, 1, 3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_rate, locked_and_subsets, 4, 7)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_rate, probing, 8, 9)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_backtracks, minimal, minimal_puzzles(2000))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_backtracks, hard, hard_puzzles(200))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_minimal, minimal, minimal_puzzles(500))->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_minimal, easy, generated({.seed = 1, .clues = 32}, 500))
    ->Unit(benchmark::kMillisecond);
BENCHMARK(run_minimal_sub_puzzles)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run_verify, right, 0, VerdictNeeds());
BENCHMARK_CAPTURE(run_verify, wrong, 1, VerdictNeeds());
BENCHMARK_CAPTURE(run_verify, unique, 0, VerdictNeeds{.is_unique = true});
BENCHMARK_CAPTURE(run_verify, cells_of_wrong, 1, VerdictNeeds{.counts_cells = true});

}  // namespace
}  // namespace puzzled::sudoku
