// Jigsaws and killers as exact covers: their solutions are counted by another engine.
//
// An item is a cell, or a value in a row, a column or a region. An option of a board without cages
// is a value in a cell; an option of a cage is all of its cells with values of its sum.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/split_mix.hpp"
#include "core/variants/puzzle.hpp"
#include "puzzled/cover.hpp"
#include "tests/core/variants/random_puzzles.hpp"

namespace puzzled::variants {
namespace {

constexpr std::size_t kCoverLimit = 50;

/// The problem of a board whose only rules are cages that differ in all cells.
class CoverOfBoard {
 public:
  explicit CoverOfBoard(const Puzzle& puzzle)
      : puzzle_(puzzle), size_(static_cast<std::size_t>(puzzle.size)), builder_(4 * size_ * size_) {
    std::vector<bool> is_in_a_cage(size_ * size_, false);
    for (const Rule& rule : puzzle.rules) {
      EXPECT_EQ(rule.kind, RuleKind::kCage);
      for (const Cell cell : rule.cells) is_in_a_cage[cell] = true;
      add_values(rule.cells, rule.numbers.at(0));
    }
    for (Cell cell = 0; cell < size_ * size_; ++cell) {
      if (!is_in_a_cage[cell]) add_values({cell}, 0);
    }
  }

  std::size_t count() && {
    return list_covers(std::move(builder_).build(), kCoverLimit).value().size();
  }

 private:
  /// Options for all ways to fill the cells; a `total` of 0 allows any.
  void add_values(const std::vector<Cell>& cells, int total) {
    if (values_.size() == cells.size()) {
      if (total == 0 || std::reduce(values_.begin(), values_.end()) == total) add_option(cells);
      return;
    }
    for (int value = 1; value <= puzzle_.size; ++value) {
      const Cell cell = cells[values_.size()];
      if ((puzzle_.allowed[cell] & set_of(value)) == 0) continue;
      if (std::ranges::find(values_, value) != values_.end()) continue;
      values_.push_back(value);
      add_values(cells, total);
      values_.pop_back();
    }
  }

  void add_option(const std::vector<Cell>& cells) {
    std::vector<CoverElement> elements;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t cell = cells[i];
      const auto value = static_cast<std::size_t>(values_[i] - 1);
      const std::size_t houses[] = {cell / size_, size_ + cell % size_,
                                    2 * size_ + puzzle_.regions[cell]};
      elements.push_back({static_cast<std::uint32_t>(cell), 0});
      for (const std::size_t house : houses) {
        elements.push_back({static_cast<std::uint32_t>(size_ * (size_ + house) + value), 0});
      }
    }
    // A cage that takes a value twice in a house is no option.
    std::vector<std::uint32_t> items;
    for (const CoverElement& element : elements) items.push_back(element.item);
    std::ranges::sort(items);
    if (std::ranges::adjacent_find(items) != items.end()) return;
    EXPECT_TRUE(builder_.option(elements));
  }

  const Puzzle& puzzle_;
  std::size_t size_;
  NumberedCoverBuilder builder_;
  std::vector<int> values_;
};

/// Cuts the board into cages of at most four neighbours that hold different values of `solution`.
std::vector<Rule> cover_cages(const Puzzle& puzzle, const std::vector<std::uint8_t>& solution,
                              SplitMix64& random) {
  const auto cells = static_cast<Cell>(puzzle.size * puzzle.size);
  std::vector<bool> is_taken(cells, false);
  std::vector<Rule> cages;
  for (Cell first = 0; first < cells; ++first) {
    if (is_taken[first]) continue;
    Rule cage{.kind = RuleKind::kCage, .cells = {first}, .numbers = {solution[first]}};
    is_taken[first] = true;
    Cell cell = first;
    for (std::uint64_t more = random.below(4); more > 0; --more) {
      const bool is_right = random.below(2) == 0;
      if (is_right && (cell + 1) % puzzle.size == 0) continue;
      const auto next = static_cast<Cell>(cell + (is_right ? 1 : puzzle.size));
      if (next >= cells || is_taken[next]) continue;
      if (std::ranges::any_of(cage.cells,
                              [&](Cell other) { return solution[other] == solution[next]; })) {
        continue;
      }
      is_taken[next] = true;
      cage.cells.push_back(next);
      cage.numbers[0] += solution[next];
      cell = next;
    }
    cages.push_back(cage);
  }
  return cages;
}

/// A board and one of its solutions.
struct CoveredBoard {
  Puzzle puzzle;
  std::vector<std::uint8_t> solution;
};

/// A board with or without cages, made of a random grid, with few enough clues to have several
/// solutions now and then.
CoveredBoard random_covered_board(int size, bool is_jigsaw, bool has_cages, std::uint64_t seed) {
  SplitMix64 random(seed);
  CoveredBoard board{.puzzle = plain_puzzle(size), .solution = {}};
  Puzzle& puzzle = board.puzzle;
  // The values of the first row at random, so that grids differ.
  std::vector<int> row;
  for (int value = 1; value <= size; ++value) {
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(random.below(row.size() + 1)), value);
  }
  for (std::size_t i = 0; i < row.size(); ++i) puzzle.allowed[i] = set_of(row[i]);
  board.solution = solve(puzzle, 1).value().first;
  const std::size_t cells = board.solution.size();
  // Cells with the same value change their regions: the grid remains a solution.
  for (std::size_t i = 0; is_jigsaw && i < cells; ++i) {
    const std::size_t a = random.below(cells);
    const std::size_t b = random.below(cells);
    if (board.solution[a] == board.solution[b]) std::swap(puzzle.regions[a], puzzle.regions[b]);
  }
  puzzle.allowed.assign(cells, all_values(size));
  for (std::size_t i = 0; i < (has_cages ? cells / 12 : cells / 3); ++i) {
    const std::size_t cell = random.below(cells);
    puzzle.allowed[cell] = set_of(board.solution[cell]);
  }
  if (has_cages) puzzle.rules = cover_cages(puzzle, board.solution, random);
  return board;
}

struct CountedBoards {
  std::size_t unique = 0;
  std::size_t several = 0;
};

/// Compares the counts of both engines.
CountedBoards compare_with_covers(int size, bool is_jigsaw, bool has_cages, std::uint64_t boards) {
  CountedBoards kinds;
  for (std::uint64_t seed = 0; seed < boards; ++seed) {
    const CoveredBoard board = random_covered_board(size, is_jigsaw, has_cages, seed);
    const std::uint64_t count = solve(board.puzzle, kCoverLimit).value().count;
    EXPECT_EQ(count, CoverOfBoard(board.puzzle).count()) << "size " << size << ", seed " << seed;
    ++(count == 1 ? kinds.unique : kinds.several);
    // A sum that no solution has.
    if (!has_cages) continue;
    Puzzle other = board.puzzle;
    other.rules[seed % other.rules.size()].numbers[0] += 1;
    EXPECT_EQ(solve(other, kCoverLimit).value().count, CoverOfBoard(other).count())
        << "seed " << seed;
  }
  return kinds;
}

TEST(ExactCovers, Jigsaws) {
  for (const int size : {6, 8, 9}) {
    const CountedBoards kinds = compare_with_covers(size, true, false, 20);
    EXPECT_GT(kinds.several, 5U) << size;
  }
}

TEST(ExactCovers, Killers) {
  for (const int size : {6, 8, 9}) {
    const CountedBoards kinds = compare_with_covers(size, false, true, 20);
    EXPECT_GT(kinds.several, 5U) << size;
    EXPECT_GT(kinds.unique, 5U) << size;
  }
}

TEST(ExactCovers, KillersOnPieces) {
  const CountedBoards kinds = compare_with_covers(9, true, true, 20);
  EXPECT_GT(kinds.several, 0U);
}

}  // namespace
}  // namespace puzzled::variants
