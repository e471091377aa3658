// The innermost loop of the bitmask engine: several searches in turns, so that the processor works
// on one while another waits.
//
// Whether a placement goes on is nearly random: a search that branches on it waits for a wrong
// guess at every second square. So a step has no branch: it takes a square, writes the placement
// that follows behind the last one of its stack, whatever comes of it, and moves the end of the
// stack by the outcome. Each step needs the memory that the one before wrote; three searches in
// turns hide this delay. Measured at 15 queens: 0.95 s as a loop with branches (1.1 s as a
// recursion), 1.07 with one search of this kind, 0.76 with two, 0.65 with three, the same with
// more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/queens/boards/board.hpp"
#include "core/queens/unit_count.hpp"

namespace puzzled::queens {

/// A placement of the rows before `row`, and the squares of `row` that are yet to be tried.
struct OpenPlacement {
  AttackedRow<std::uint32_t> attacked;
  std::uint32_t untried = 0;
  std::int32_t row = 0;
};

template <bool kTorus>
class InterleavedSearch {
 public:
  using Mask = std::uint32_t;
  using Row = AttackedRow<Mask>;

  /// REQUIRES: board.queens <= kMaxQueens.
  explicit InterleavedSearch(const Board& board) : queens_(board.queens) {
    for (int row = 0; row < queens_; ++row) free_[row] = static_cast<Mask>(board.rows[row]);
  }

  int queens() const { return queens_; }
  Row after(const Row& row, Mask square) const {
    return kTorus ? row.after_on_torus(square, queens_) : row.after(square);
  }
  Mask free_squares(const Row& row, int number) const { return free_[number] & ~row.all(); }

  /// The solutions below all these placements. REQUIRES: of each, two rows or more are left.
  std::uint64_t count(std::span<const OpenPlacement> placements) const {
    std::array<Stack, kSearches> stacks;
    std::size_t next = 0;
    const auto begin = [&](Stack& stack) {
      if (next == placements.size()) return false;
      stack.begin(placements[next++]);
      return true;
    };
    std::uint64_t solutions = 0;
    bool all_work = true;
    for (Stack& stack : stacks) all_work = begin(stack) && all_work;
    while (all_work) {
      for (Stack& stack : stacks) {
        solutions += step(stack);
        if (stack.is_empty()) all_work = begin(stack) && all_work;
      }
    }
    for (Stack& stack : stacks) {
      while (!stack.is_empty()) solutions += step(stack);
    }
    return solutions;
  }

 private:
  static constexpr int kSearches = 3;

  /// The first entry is never used: it stands below the last placement when none is left. A step
  /// may write one behind the last.
  struct Stack {
    std::array<OpenPlacement, kMaxQueens + 2> entries;
    OpenPlacement* last = entries.data();

    bool is_empty() const { return last == entries.data(); }
    void begin(const OpenPlacement& placement) {
      last = entries.data() + 1;
      *last = placement;
    }
  };

  /// Tries a square. Returns 1 if that makes a solution, else 0.
  std::uint64_t step(Stack& stack) const {
    OpenPlacement& own = *stack.last;
    const Mask square = own.untried & (0U - own.untried);
    const Row below = after(own.attacked, square);
    const std::int32_t row = own.row + 1;
    own.untried ^= square;
    OpenPlacement* const kept = stack.last - (own.untried == 0 ? 1 : 0);
    const Row ahead = kTorus ? below.after_row_on_torus(queens_) : below.after_row();
    const Mask free = free_squares(below, row);
    const bool goes_on = (free != 0) & (free_squares(ahead, row + 1) != 0);
    const bool is_solution = (free != 0) & (row + 1 == queens_);
    kept[1] = {below, free, row};
    stack.last = kept + (goes_on ? 1 : 0);
    return is_solution ? 1 : 0;
  }

  int queens_;
  // By row. Behind the last row one without a free square: no placement goes on there.
  std::array<Mask, kMaxQueens + 1> free_{};
};

}  // namespace puzzled::queens
