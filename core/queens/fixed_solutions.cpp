// Queens come in orbits of the turn, all squares of which are taken at once; so the search is only
// half as deep for the half turn, and a quarter as deep for the quarter turn. An odd board has a
// queen in the centre, which is an orbit by itself.
#include "core/queens/fixed_solutions.hpp"

#include <bit>
#include <cstdint>

namespace puzzled::queens {
namespace {

/// Both searches go row by row from the top; diagonals are numbered absolutely, for the queens of
/// an orbit lie all over the board.
struct Taken {
  std::uint64_t columns = 0;
  std::uint64_t falling = 0;  // bit column - row + queens - 1
  std::uint64_t rising = 0;   // bit column + row

  bool has(int queens, int row, int column) const {
    return (((columns >> column) | (falling >> (column - row + queens - 1)) |
             (rising >> (column + row))) &
            1U) != 0;
  }
  Taken with(int queens, int row, int column) const {
    return {columns | std::uint64_t{1} << column,
            falling | std::uint64_t{1} << (column - row + queens - 1),
            rising | std::uint64_t{1} << (column + row)};
  }
};

class HalfTurn {
 public:
  HalfTurn(int queens, const std::atomic<bool>& stop)
      : queens_(queens), last_(queens - 1), board_((std::uint64_t{1} << queens) - 1), stop_(stop) {}

  std::optional<Count> count() {
    Taken taken;
    if (queens_ % 2 != 0) taken = taken.with(queens_, last_ / 2, last_ / 2);
    if (queens_ == 1) return 1;
    // No solution is its own mirror image, and the mirror image of a fixed one is fixed.
    const std::uint64_t half = (std::uint64_t{1} << (queens_ / 2)) - 1;
    const std::uint64_t solutions = 2 * search(taken, 0, half);
    if (stopped_) return std::nullopt;
    return solutions;
  }

 private:
  std::uint64_t search(const Taken& taken, int row, std::uint64_t among) {
    // A queen that its own image attacks: on a main diagonal (the column in the middle of an odd
    // board is taken).
    const std::uint64_t own = std::uint64_t{1} << row | std::uint64_t{1} << (last_ - row);
    std::uint64_t rest =
        among & ~(taken.columns | taken.falling >> (last_ - row) | taken.rising >> row | own);
    if (2 * (row + 1) >= last_) return static_cast<std::uint64_t>(std::popcount(rest));
    if (2 * row + kRowsOfStopCheck == queens_ / 2 * 2 && stop_.load(std::memory_order_relaxed)) {
      stopped_ = true;
    }
    if (stopped_) return 0;
    std::uint64_t solutions = 0;
    for (; rest != 0; rest &= rest - 1) {
      const int column = std::countr_zero(rest);
      solutions +=
          search(taken.with(queens_, row, column).with(queens_, last_ - row, last_ - column),
                 row + 1, board_);
    }
    return solutions;
  }

  static constexpr int kRowsOfStopCheck = 12;

  int queens_;
  int last_;
  std::uint64_t board_;
  const std::atomic<bool>& stop_;
  bool stopped_ = false;
};

class QuarterTurn {
 public:
  QuarterTurn(int queens, const std::atomic<bool>& stop)
      : queens_(queens), last_(queens - 1), stop_(stop) {}

  std::optional<Count> count() {
    // Orbits have four queens, but for the one in the centre.
    if (queens_ % 4 > 1) return 0;
    Taken taken;
    if (queens_ % 2 != 0) taken = taken.with(queens_, last_ / 2, last_ / 2);
    const std::uint64_t solutions = search(taken, 0);
    if (stopped_) return std::nullopt;
    return solutions;
  }

 private:
  // Rows are taken like columns, and with a row the one opposite, which is its image.
  std::uint64_t search(const Taken& taken, int row) {
    while (row < queens_ / 2 && (taken.columns >> row & 1U) != 0) ++row;
    if (row >= queens_ / 2) return 1;
    if (row <= 2 && stop_.load(std::memory_order_relaxed)) stopped_ = true;
    if (stopped_) return 0;
    std::uint64_t solutions = 0;
    for (int column = row + 1; column < last_ - row; ++column) {
      Taken next = taken;
      int r = row;
      int c = column;
      bool fits = true;
      for (int turn = 0; turn < 4 && fits; ++turn) {
        fits = !next.has(queens_, r, c);
        next = next.with(queens_, r, c);
        const int turned = last_ - r;
        r = c;
        c = turned;
      }
      if (fits) solutions += search(next, row + 1);
    }
    return solutions;
  }

  int queens_;
  int last_;
  const std::atomic<bool>& stop_;
  bool stopped_ = false;
};

}  // namespace

std::optional<FixedSolutions> count_fixed(int queens, const std::atomic<bool>& stop) {
  const std::optional<Count> quarter = QuarterTurn(queens, stop).count();
  const std::optional<Count> half = HalfTurn(queens, stop).count();
  if (!quarter || !half) return std::nullopt;
  return FixedSolutions{.half_turn = *half, .quarter_turn = *quarter};
}

Count fundamental_solutions(int queens, Count total, const FixedSolutions& fixed) {
  // The one queen of the smallest board is its own mirror image, as no other solution is.
  if (queens == 1) return total;
  return (total + fixed.half_turn + 2 * fixed.quarter_turn) / 8;
}

}  // namespace puzzled::queens
