// Taking clues out of a puzzle, one after another, as long as its solution stays the only one: what
// is left is minimal. The tests are made by others (those of single_tests.hpp one by one,
// BulkGenerator those of a thousand puzzles at once), and what they find does not depend on how
// they are made.
//
// Four things spare tests:
// - A clue that is alone in a cycle of two digits is needed (digit_cycles.hpp).
// - Clues that can all go need one test. Of a full grid the first 38 in random order can in five
//   cases of six.
// - A clue that was needed once stays needed while others go.
// - With a known solution, it is enough to look for one with another digit in place of the clue.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "core/sudoku/batch/job.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/digit_cycles.hpp"

namespace puzzled::sudoku {

/// All cells, in the order in which their clues are to go, and which of them go together: each that
/// is marked as the last one, with those before it.
struct RemovalOrder {
  std::array<std::uint8_t, kCells> cells{};
  std::bitset<kCells> is_last{};

  RemovalOrder() = default;
  /// One at a time.
  explicit RemovalOrder(const std::array<int, kCells>& order);
};

class ClueRemoval {
 public:
  /// What is to be found out about puzzle(), from which clues have been taken.
  enum class Test : std::uint8_t {
    kNone,   ///< nothing: it is finished
    kCount,  ///< whether it has exactly one solution
    kClue,   ///< the same; clue() has gone, so any other solution has another digit there
  };

  ClueRemoval() = default;

  /// Until `target` clues are left, or no more can go. Those that would leave fewer are passed
  /// over. `checks_rest`: and then finds out whether one of them could go. REQUIRES: `solution` is
  /// the only one of `puzzle`.
  ClueRemoval(const Grid& puzzle, const Grid& solution, const RemovalOrder& order, int target,
              bool checks_rest = false);

  /// The next test, whose result answer() takes.
  Test next();
  /// Whether puzzle() has exactly one solution.
  void answer(bool is_unique);

  const Grid& puzzle() const { return puzzle_; }
  batch::Exclusion clue() const;

  /// At the end: how many clues are left, and whether none of those that were passed over can go,
  /// if `checks_rest`.
  int clues() const { return clues_; }
  bool is_minimal() const { return is_minimal_; }

 private:
  // Cells of the order that go together.
  struct Span {
    std::size_t begin;
    std::size_t end;

    int size() const { return static_cast<int>(end - begin); }
  };

  Span span_at(std::size_t begin) const;
  bool take_out(const Span& span);
  void keep_out(const Span& span);
  void put_back(const Span& span, bool in_cycles);
  bool take_out_next();
  void put_all_back();
  Test test_of(const Span& span) const;

  Grid puzzle_;
  Grid solution_;
  RemovalOrder order_;
  DigitCycles cycles_;  // for them a single clue that is tested is still there
  int target_ = 0;
  int clues_ = 0;
  std::size_t next_ = 0;             // in the order
  Span taken_{};                     // what is tested, but for a start
  std::bitset<kCells> passed_over_;  // by their first cell's place in the order
  bool checks_rest_ = false;
  bool is_checking_rest_ = false;
  bool is_minimal_ = true;
  std::uint8_t starts_ = 0;  // that are left to be tried, of those that take out many clues
  bool is_start_ = false;    // what is tested
};

}  // namespace puzzled::sudoku
