// Puzzles per second of every engine on every file given, as a table. Engines take turns within a
// round, so that a machine whose speed drifts slows all of them; the median round counts.
//
//   engine_table [--limit K] FILE…      one thread, CPU time, text form as `puzzled solve` reads it
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

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "tests/bench/puzzle_file.hpp"

namespace {

using namespace puzzled;
using sudoku::Engine;
using sudoku::Grid;

constexpr int kRounds = 5;
constexpr double kSecondsPerTurn = 0.25;
constexpr std::size_t kMostPuzzles = 200000;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The well-formed puzzles of a file in a random order, at most kMostPuzzles.
std::vector<Grid> load(const std::string& path) {
  std::vector<Grid> puzzles;
  for (const std::optional<Grid>& puzzle : bench::read_puzzles(path)) {
    if (puzzle) puzzles.push_back(*puzzle);
  }
  std::shuffle(puzzles.begin(), puzzles.end(), std::mt19937_64(1));
  puzzles.resize(std::min(puzzles.size(), kMostPuzzles));
  return puzzles;
}

/// One engine's turns on one file.
struct Runner {
  std::string name;
  const Engine* engine = nullptr;                // either this
  std::unique_ptr<sudoku::BatchSolver> batch{};  // or this
  std::size_t next = 0;
  std::uint64_t solved = 0;
  std::uint64_t branches = 0;
  std::vector<double> rates{};
  std::vector<sudoku::Solutions> results{};

  /// Solves on from where the last turn stopped, until the time is up (a slow engine's one puzzle
  /// may take longer).
  void take_turn(const std::vector<Grid>& puzzles, std::uint64_t limit) {
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

  std::uint64_t solve_some(const std::vector<Grid>& puzzles, std::uint64_t limit,
                           std::size_t count) {
    if (batch != nullptr) return solve_batch(puzzles, limit);
    for (std::size_t i = 0; i < count; ++i) {
      branches += engine->solve(puzzles[next], {.solutions = limit}).branches;
      next = (next + 1) % puzzles.size();
    }
    return count;
  }

  /// As many puzzles as a block of `puzzled solve` holds.
  std::uint64_t solve_batch(const std::vector<Grid>& puzzles, std::uint64_t limit) {
    constexpr std::size_t kBlock = 8000;
    const std::size_t count = std::min(kBlock, puzzles.size() - next);
    results.resize(count);
    batch->solve(std::span(puzzles).subspan(next, count), {.solutions = limit}, results);
    for (const sudoku::Solutions& result : results) branches += result.branches;
    next = (next + count) % puzzles.size();
    return count;
  }

  double median_rate() {
    std::sort(rates.begin(), rates.end());
    return rates[rates.size() / 2];
  }
};

std::vector<Runner> all_runners() {
  std::vector<Runner> runners;
  for (const Engine& engine : sudoku::all_engines()) {
    runners.push_back({.name = std::string(engine.name), .engine = &engine});
  }
  for (const std::string_view isa : sudoku::kIsaNames) {
    if (!sudoku::has_isa(isa)) continue;
    runners.push_back(
        {.name = "batch " + std::string(isa), .batch = std::make_unique<sudoku::BatchSolver>(isa)});
  }
  return runners;
}

void print_rows(const std::string& path, const std::vector<Grid>& puzzles, std::uint64_t limit) {
  std::vector<Runner> runners = all_runners();
  for (int round = 0; round < kRounds; ++round) {
    for (Runner& runner : runners) runner.take_turn(puzzles, limit);
  }
  const std::string file = path.substr(path.rfind('/') + 1);
  for (Runner& runner : runners) {
    std::printf("| %s | %zu | %llu | %s | %.0f | %.2f | %.2f |\n", file.c_str(), puzzles.size(),
                static_cast<unsigned long long>(limit), runner.name.c_str(), runner.median_rate(),
                runner.median_rate() / runners[0].median_rate(),
                static_cast<double>(runner.branches) / static_cast<double>(runner.solved));
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
    const std::vector<Grid> puzzles = load(argv[i]);
    if (puzzles.empty()) continue;
    for (const std::uint64_t limit : limits) print_rows(argv[i], puzzles, limit);
  }
}
