// Puzzles per second of every engine on every set given, as a table. Engines take turns within a
// round, so that a machine whose speed drifts slows all of them; the median round counts.
//
//   engine_table [--limit K,…] [--lines N,…] [--only NAME] [--boards N] SET…      one thread, CPU
//   time
//
// A SET is a file, read as `puzzled solve` reads it, or a class of boards (board_classes.hpp), of
// which there are 2000 unless --boards says otherwise. Batches are timed from text in memory to
// text in memory, block by block as `puzzled solve` has them, or with as many lines a block as
// --lines says: that many are at hand when a slow producer writes them. The engines for one puzzle
// at a time are timed from grid to grid. --only leaves engines whose names contain NAME.
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
#include "tests/bench/board_classes.hpp"
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

struct Options {
  std::vector<std::uint64_t> limits{1, 2};
  std::vector<std::size_t> lines{sudoku::kMaxBlockLines};  // of a block
  std::string only;
  std::size_t boards = 2000;
  std::vector<std::string> sets;
};

/// The boards of a class, or the well-formed puzzles of a file in a random order, at most
/// kMaxPuzzles.
Puzzles load(const std::string& set, std::size_t boards) {
  Puzzles puzzles;
  if (auto made = bench::make_boards(set, boards, 1)) {
    puzzles.grids = std::move(*made);
  } else {
    for (const std::optional<Grid>& puzzle : bench::read_puzzles(set)) {
      if (puzzle) puzzles.grids.push_back(*puzzle);
    }
    std::shuffle(puzzles.grids.begin(), puzzles.grids.end(), std::mt19937_64(1));
    puzzles.grids.resize(std::min(puzzles.grids.size(), kMaxPuzzles));
  }
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
  std::unique_ptr<sudoku::BlockSolver> batch{};  // this, from text to text,
  std::size_t lines = 1;                         // in blocks of so many lines
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

  /// Solves `count` puzzles, or blocks of lines; returns the number of puzzles.
  std::uint64_t solve_some(const Puzzles& puzzles, std::uint64_t limit, std::size_t count) {
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t size = std::min(lines, puzzles.grids.size() - next);
      if (batch == nullptr) {
        sudoku::Solutions found;
        solver->solve({&puzzles.grids[next], 1}, {.solutions = limit}, {&found, 1});
      } else {
        answers.clear();
        batch->answer(std::string_view(puzzles.text)
                          .substr(next * sudoku::kLineBytes, size * sudoku::kLineBytes),
                      sudoku::TextForm{}, sudoku::BlockContext{}, answers);
      }
      done += size;
      next = (next + size) % puzzles.grids.size();
    }
    return done;
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

std::vector<Runner> make_runners(const Options& options, std::uint64_t limit) {
  std::vector<Runner> runners;
  const Engine& batch = *sudoku::find_engine("batch");
  for (const Engine& engine : sudoku::all_engines()) {
    if (&engine == &batch) continue;  // each kind of it comes below
    runners.push_back({.name = std::string(engine.name), .solver = engine.make_solver({})});
  }
  for (const std::string_view isa : simd::kIsaNames) {
    if (!simd::has_isa(isa)) continue;
    const sudoku::AnswerOptions answer{.isa = isa, .limits = {.solutions = limit}};
    for (const std::size_t lines : options.lines) {
      runners.push_back({.name = "batch " + std::string(isa),
                         .solver = batch.make_solver(isa),
                         .batch = std::make_unique<sudoku::BlockSolver>(answer),
                         .lines = lines});
    }
  }
  std::erase_if(runners, [&options](const Runner& runner) {
    return runner.name.find(options.only) == std::string::npos;
  });
  return runners;
}

void print_rows(const std::string& set, const Puzzles& puzzles, const Options& options,
                std::uint64_t limit) {
  std::vector<Runner> runners = make_runners(options, limit);
  for (int round = 0; round < kRounds; ++round) {
    for (Runner& runner : runners) runner.take_turn(puzzles, limit);
  }
  const std::string name = set.substr(set.rfind('/') + 1);
  for (Runner& runner : runners) {
    std::printf("| %s | %zu | %llu | %s | %zu | %.0f | %.2f | %.2f |\n", name.c_str(),
                puzzles.grids.size(), static_cast<unsigned long long>(limit), runner.name.c_str(),
                std::min(runner.lines, puzzles.grids.size()), runner.median_rate(),
                runner.median_rate() / runners[0].median_rate(),
                runner.branches_per_puzzle(puzzles, limit));
  }
  std::fflush(stdout);
}

std::vector<std::uint64_t> parse_numbers(const char* text) {
  std::vector<std::uint64_t> numbers;
  for (char* end = nullptr; *text != '\0'; text = *end == ',' ? end + 1 : end) {
    numbers.push_back(std::strtoull(text, &end, 10));
    if (end == text || numbers.back() == 0) return {};
  }
  return numbers;
}

/// Nothing if the arguments are not understood.
std::optional<Options> parse(std::span<char* const> arguments) {
  Options options;
  std::size_t next = 0;
  for (; next + 1 < arguments.size() && arguments[next][0] == '-'; next += 2) {
    const std::string_view name = arguments[next];
    const char* const value = arguments[next + 1];
    if (name == "--limit") {
      options.limits = parse_numbers(value);
    } else if (name == "--lines") {
      const std::vector<std::uint64_t> lines = parse_numbers(value);
      options.lines.assign(lines.begin(), lines.end());
    } else if (name == "--only") {
      options.only = value;
    } else if (name == "--boards") {
      options.boards = std::strtoull(value, nullptr, 10);
    } else {
      return std::nullopt;
    }
  }
  for (; next < arguments.size(); ++next) options.sets.emplace_back(arguments[next]);
  if (options.sets.empty() || options.limits.empty() || options.lines.empty()) return std::nullopt;
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Options> options =
      parse(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
  if (!options) {
    std::fprintf(stderr,
                 "usage: engine_table [--limit K,…] [--lines N,…] [--only NAME] [--boards N] SET…\n"
                 "A SET is a file or a class:\n%s",
                 bench::kBoardClasses);
    return 2;
  }
  std::puts(
      "| set | puzzles | limit | engine | lines | puzzles/s | to the first | branches |\n"
      "|---|---:|---:|---|---:|---:|---:|---:|");
  for (const std::string& set : options->sets) {
    const Puzzles puzzles = load(set, options->boards);
    if (puzzles.grids.empty()) continue;
    for (const std::uint64_t limit : options->limits) print_rows(set, puzzles, *options, limit);
  }
}
