// Puzzles per second of every engine on every file given, as a table. Engines take turns within a
// round, so that a machine whose speed drifts slows all of them; the median round counts.
//
//   engine_table [--limit K] FILE…      one thread, CPU time, text form as `puzzled solve` reads it
//
// Batches are timed from text in memory to text in memory, block by block as `puzzled solve` has
// them; the engines for one puzzle at a time from grid to grid.
#include <ctime>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/simd/levels.hpp"
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "tests/bench/puzzle_file.hpp"

namespace {

using namespace puzzled;
using sudoku::Engine;
using sudoku::Grid;

constexpr int kRounds = 5;
constexpr double kSecondsPerTurn = 0.25;
constexpr std::size_t kMaxPuzzles = 200000;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

struct Puzzles {
  std::vector<Grid> grids;
  std::string text;  // the same, a line each
};

/// The well-formed puzzles of a file in a random order, at most kMaxPuzzles.
Puzzles load(const std::string& path) {
  Puzzles puzzles;
  for (const std::optional<Grid>& puzzle : bench::read_puzzles(path)) {
    if (puzzle) puzzles.grids.push_back(*puzzle);
  }
  std::shuffle(puzzles.grids.begin(), puzzles.grids.end(), std::mt19937_64(1));
  puzzles.grids.resize(std::min(puzzles.grids.size(), kMaxPuzzles));
  for (const Grid& grid : puzzles.grids) {
    sudoku::append_cells(puzzles.text, grid);
    puzzles.text += '\n';
  }
  return puzzles;
}

/// One engine's turns on one file.
struct Runner {
  std::string name;
  std::unique_ptr<sudoku::Solver> solver;        // from grid to grid, unless there is
  std::unique_ptr<sudoku::BlockSolver> batch{};  // this, from text to text
  std::size_t next = 0;
  std::uint64_t solved = 0;
  std::vector<double> rates{};
  sudoku::BlockAnswers answers{};

  /// Solves on from where the last turn stopped, until the time is up (a slow engine's one puzzle
  /// may take longer).
  void take_turn(const Puzzles& puzzles, std::uint64_t limit) {
    std::uint64_t done = 0;
    const double start = cpu_seconds();
    double seconds = 0;
    for (std::size_t count = 1; seconds < kSecondsPerTurn; count *= 2) {
      done += solve_some(puzzles, limit, count);
      seconds = cpu_seconds() - start;
    }
    solved += done;
    rates.push_back(static_cast<double>(done) / seconds);
  }

  std::uint64_t solve_some(const Puzzles& puzzles, std::uint64_t limit, std::size_t count) {
    const std::size_t all = puzzles.grids.size();
    if (batch == nullptr) {
      for (std::size_t i = 0; i < count; ++i) {
        sudoku::Solutions found;
        solver->solve({&puzzles.grids[next], 1}, {.solutions = limit}, {&found, 1});
        next = (next + 1) % all;
      }
      return count;
    }
    // As many lines as a block of `puzzled solve` holds.
    count = std::min(sudoku::kMaxBlockLines, all - next);
    answers.clear();
    batch->answer(std::string_view(puzzles.text)
                      .substr(next * sudoku::kLineBytes, count * sudoku::kLineBytes),
                  sudoku::TextForm{}, sudoku::BlockContext{}, answers);
    next = (next + count) % all;
    return count;
  }

  double branches_per_puzzle(const Puzzles& puzzles, std::uint64_t limit) const {
    if (batch == nullptr) {
      return static_cast<double>(solver->branches()) / static_cast<double>(solved);
    }
    std::vector<sudoku::Solutions> results(puzzles.grids.size());
    solver->solve(puzzles.grids, {.solutions = limit}, results);
    return static_cast<double>(solver->branches()) / static_cast<double>(results.size());
  }

  double median_rate() {
    std::sort(rates.begin(), rates.end());
    return rates[rates.size() / 2];
  }
};

std::vector<Runner> all_runners(std::uint64_t limit) {
  std::vector<Runner> runners;
  const Engine& batch = *sudoku::find_engine("batch");
  for (const Engine& engine : sudoku::all_engines()) {
    if (&engine == &batch) continue;  // each kind of it comes below
    runners.push_back({.name = std::string(engine.name), .solver = engine.make_solver({})});
  }
  for (const std::string_view isa : simd::kIsaNames) {
    if (!simd::has_isa(isa)) continue;
    const sudoku::AnswerOptions options{.isa = isa, .limits = {.solutions = limit}};
    runners.push_back({.name = "batch " + std::string(isa),
                       .solver = batch.make_solver(isa),
                       .batch = std::make_unique<sudoku::BlockSolver>(options)});
  }
  return runners;
}

void print_rows(const std::string& path, const Puzzles& puzzles, std::uint64_t limit) {
  std::vector<Runner> runners = all_runners(limit);
  for (int round = 0; round < kRounds; ++round) {
    for (Runner& runner : runners) runner.take_turn(puzzles, limit);
  }
  const std::string file = path.substr(path.rfind('/') + 1);
  for (Runner& runner : runners) {
    std::printf("| %s | %zu | %llu | %s | %.0f | %.2f | %.2f |\n", file.c_str(),
                puzzles.grids.size(), static_cast<unsigned long long>(limit), runner.name.c_str(),
                runner.median_rate(), runner.median_rate() / runners[0].median_rate(),
                runner.branches_per_puzzle(puzzles, limit));
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::uint64_t> limits = {1, 2};
  int first_file = 1;
  if (argc > 2 && std::string_view(argv[1]) == "--limit") {
    limits = {std::strtoull(argv[2], nullptr, 10)};
    first_file = 3;
  }
  if (first_file >= argc || limits[0] == 0) {
    std::fputs("usage: engine_table [--limit K] FILE…\n", stderr);
    return 2;
  }
  std::printf(
      "| file | puzzles | limit | engine | puzzles/s | to the first | branches |\n"
      "|---|---:|---:|---|---:|---:|---:|\n");
  for (int i = first_file; i < argc; ++i) {
    const Puzzles puzzles = load(argv[i]);
    if (puzzles.grids.empty()) continue;
    for (const std::uint64_t limit : limits) print_rows(argv[i], puzzles, limit);
  }
}
