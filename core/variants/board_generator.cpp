// A random full grid is in most cases the first that a search finds which tries a random value of
// each cell first. It loses clues in random order while its solution stays unique: as long as no
// solution has another value in the cell of the clue. All searches are bounded by branchings, not
// by time, so that the result is the same everywhere.
#include "core/variants/board_generator.hpp"

#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

#include "core/variants/model.hpp"
#include "core/variants/random_regions.hpp"

namespace puzzled::variants {
namespace {

// A random order of values leads most searches to a grid within a branching a cell, and some
// astray: these begin anew.
constexpr std::uint64_t kGridBranches = 4'000;
constexpr int kGridTries = 50;

// Some seconds, before it is not known whether there is a grid at all.
constexpr std::uint64_t kCheckBranches = 200'000;

// Whether a clue can go is found out in few branchings, or else would take very many; such a clue
// stays. Where it must be known, a board is given up after more.
constexpr std::uint64_t kClueBranches = 2'000;
// Larger boards: 25x25 take 2 s each, and with 2'000 branchings minutes.
constexpr std::uint64_t kLargeClueBranches = 50;
constexpr std::uint64_t kMinimalBranches = 200'000;

// Grids for one board, of which the number of clues, or being minimal, asks too much.
constexpr int kTries = 50;
constexpr int kLargeTries = 4;

// By default, of 100 cells: 24 to 36 clues of 9x9.
constexpr int kMinPercent = 30;
constexpr int kMaxPercent = 45;

std::vector<int> shuffled_numbers(int count, SplitMix64& random) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  shuffle_values(std::span(numbers), random);
  return numbers;
}

/// Rows in random order, of which those of a band stay together; columns of stacks likewise.
std::vector<int> shuffled_lines(int size, int together, SplitMix64& random) {
  std::vector<int> lines;
  for (const int group : shuffled_numbers(size / together, random)) {
    for (const int line : shuffled_numbers(together, random)) {
      lines.push_back(group * together + line);
    }
  }
  return lines;
}

std::vector<std::uint8_t> pattern_grid(int size, SplitMix64& random) {
  const BoxShape boxes = usual_boxes(size);
  const std::vector<int> rows = shuffled_lines(size, boxes.rows, random);
  const std::vector<int> columns = shuffled_lines(size, boxes.columns, random);
  const std::vector<int> values = shuffled_numbers(size, random);
  std::vector<std::uint8_t> grid;
  for (const int row : rows) {
    const int first = row % boxes.rows * boxes.columns + row / boxes.rows;
    for (const int column : columns) {
      const auto at = static_cast<std::size_t>((first + column) % size);
      grid.push_back(static_cast<std::uint8_t>(values[at] + 1));
    }
  }
  return grid;
}

}  // namespace

BoardGenerator::BoardGenerator(BoardGeneratorSettings settings)
    : settings_(std::move(settings)), board_(settings_.shape) {
  board_.allowed.assign(static_cast<std::size_t>(board_.size * board_.size),
                        all_values(board_.size));
}

Result<> BoardGenerator::check(const StopFlag& stop) {
  TimeLeft time({.stop = &stop});
  const Result<bool> prepared = solver_.prepare(board_, time);
  if (!prepared) return prepared.error();
  if (!*prepared) return {};
  if (settings_.is_irregular || board_.rules.empty()) return {};
  const auto candidates = solver_.candidates(board_.allowed);
  const Found found = candidates
                          ? solver_.search().solve(*candidates, {.solutions = 1, .stop = &stop},
                                                   {.max_branches = kCheckBranches})
                          : Found{};
  if (found.count > 0 || found.is_open()) return {};
  return Error{"no grid of this size has these rules"};
}

std::optional<Puzzle> BoardGenerator::generate(std::uint64_t index, const StopFlag& stop) {
  SplitMix64 random(SplitMix64(settings_.seed).next() ^ index);
  const int max_tries = board_.size > kMaxSearchedBoardSize ? kLargeTries : kTries;
  for (int tries = 0; tries < max_tries && !is_stopped(stop); ++tries) {
    if (settings_.is_irregular) board_.regions = random_regions(board_.size, random);
    TimeLeft time({.stop = &stop});
    const Result<bool> prepared = solver_.prepare(board_, time);
    if (!prepared || !*prepared) continue;
    const std::optional<std::vector<std::uint8_t>> grid = random_grid(random, stop);
    // Other regions may have a grid, the same ones hardly.
    if (!grid && settings_.is_irregular) continue;
    if (!grid) break;
    Puzzle board = board_;
    for (std::size_t cell = 0; cell < grid->size(); ++cell) {
      board.allowed[cell] = set_of((*grid)[cell]);
    }
    if (remove_clues(board, *grid, random_target(random), random, stop)) return board;
  }
  return std::nullopt;
}

std::optional<std::vector<std::uint8_t>> BoardGenerator::random_grid(SplitMix64& random,
                                                                     const StopFlag& stop) {
  if (board_.size > kMaxSearchedBoardSize && board_.rules.empty() && !settings_.is_irregular) {
    return pattern_grid(board_.size, random);
  }
  const auto candidates = solver_.candidates(board_.allowed);
  if (!candidates) return std::nullopt;
  std::vector<ValueSet> preferred(board_.allowed.size());
  // Irregular regions may have no grid: then others are the better bet.
  const int tries = settings_.is_irregular ? 2 : kGridTries;
  for (int i = 0; i < tries && !is_stopped(stop); ++i) {
    for (ValueSet& values : preferred) {
      values = set_of(1 + static_cast<int>(random.below(static_cast<std::uint64_t>(board_.size))));
    }
    Search& search = solver_.search();
    const Found found = search.solve(*candidates, {.solutions = 1, .stop = &stop},
                                     {.preferred = preferred, .max_branches = kGridBranches});
    if (found.count > 0) return std::vector(search.first().begin(), search.first().end());
    if (!found.is_open()) break;
  }
  return std::nullopt;
}

/// How many clues a board is to have, if it can.
int BoardGenerator::random_target(SplitMix64& random) const {
  if (settings_.clues) return *settings_.clues;
  if (settings_.minimal) return 0;
  const int cells = board_.size * board_.size;
  const int min = cells * kMinPercent / 100;
  const int max = cells * kMaxPercent / 100;
  return min + static_cast<int>(random.below(static_cast<std::uint64_t>(max - min + 1)));
}

/// False if the board is not what is asked for.
bool BoardGenerator::remove_clues(Puzzle& board, std::span<const std::uint8_t> grid, int target,
                                  SplitMix64& random, const StopFlag& stop) {
  const std::vector<int> cells = shuffled_numbers(board.size * board.size, random);
  int clues = static_cast<int>(grid.size());
  bool are_rest_needed = false;
  const std::uint64_t max_branches = settings_.minimal                    ? kMinimalBranches
                                     : board.size > kMaxSearchedBoardSize ? kLargeClueBranches
                                                                          : kClueBranches;
  // To be minimal, all that are left are needed; once `target` is reached, the rest is only looked
  // at.
  for (const int number : cells) {
    const auto cell = static_cast<std::size_t>(number);
    if (clues <= target) {
      if (!settings_.minimal) break;
      are_rest_needed = true;
    }
    board.allowed[cell] = all_values(board.size) & ~set_of(grid[cell]);
    const auto candidates = solver_.candidates(board.allowed);
    const Found found = candidates
                            ? solver_.search().solve(*candidates, {.solutions = 1, .stop = &stop},
                                                     {.max_branches = max_branches})
                            : Found{};
    if (is_stopped(stop)) return false;
    const bool is_needed = found.count > 0 || found.is_open();
    if (settings_.minimal && found.count == 0 && (found.is_open() || are_rest_needed)) return false;
    board.allowed[cell] = is_needed ? set_of(grid[cell]) : all_values(board.size);
    clues -= is_needed ? 0 : 1;
  }
  return !settings_.clues || clues == target;
}

}  // namespace puzzled::variants
