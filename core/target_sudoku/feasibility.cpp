#include "core/target_sudoku/board.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace puzzled::target {
namespace {

using sudoku::kUnits;

// The cells of rows, columns and boxes, one word per band.
constexpr auto kUnitCells = [] {
  std::array<std::array<std::uint32_t, 3>, kUnits> units{};
  for (int cell = 0; cell < kCells; ++cell) {
    for (const int unit :
         {sudoku::row_of(cell), 9 + sudoku::column_of(cell), 18 + sudoku::box_of(cell)}) {
      units[static_cast<std::size_t>(unit)][static_cast<std::size_t>(cell / 27)] |= 1U
                                                                                    << (cell % 27);
    }
  }
  return units;
}();

// Depth-first search. It branches on the tightest of two kinds of constraints: a cell (which digit
// is in it) or a unit and a digit (which cell of the unit has it). Constraints that failed before
// come first (dom/wdeg: Boussemart, Hemery, Lecoutre, Sais 2004). Both kinds are needed: where the
// cells that matter are settled, the tightest cells often have nothing to do with why there is no
// solution, and cells alone took up to 500 000 nodes where both kinds take a few.
class Feasibility {
 public:
  explicit Feasibility(const sudoku::rules::Kernel& rules) : rules_(rules) {}

  bool search(BandBoard& board) {
    const Constraint tightest = tightest_of(board);
    if (tightest.digit < 0) {
      for (int digit = 0; digit < 9; ++digit) {
        if (is_candidate(board, tightest.place, digit) && take(board, tightest.place, digit)) {
          return true;
        }
      }
      ++cell_failures_[static_cast<std::size_t>(tightest.place)];
      return false;
    }
    const auto& cells = kUnitCells[static_cast<std::size_t>(tightest.place)];
    const sudoku::Bands unit{cells[0], cells[1], cells[2], 0};
    const sudoku::Bands places = board.candidates[static_cast<std::size_t>(tightest.digit)] & unit;
    // The digit is in one cell of the unit: take it out of the others, so that every branch has
    // fewer candidates even where the rules miss that.
    BandBoard placed = board;
    placed.candidates[static_cast<std::size_t>(tightest.digit)] &= ~unit;
    for (int band = 0; band < 3; ++band) {
      for (std::uint32_t rest = places[band]; rest != 0; rest &= rest - 1) {
        if (take(placed, 27 * band + std::countr_zero(rest), tightest.digit)) return true;
      }
    }
    ++unit_failures_[static_cast<std::size_t>(tightest.place)]
                    [static_cast<std::size_t>(tightest.digit)];
    return false;
  }

  const Grid& solution() const { return solution_; }

 private:
  struct Constraint {
    int place;  // a cell, or a unit
    int digit;  // of a unit; -1 for a cell
  };

  bool take(const BandBoard& board, int cell, int digit) {
    BandBoard child = board;
    assign(child, cell, digit);
    child.candidates[static_cast<std::size_t>(digit)][cell / 27] |= 1U << (cell % 27);
    const BandOutcome outcome = rules_.propagate(child);
    if (outcome == BandOutcome::kSolved) solution_ = grid_of(child);
    return outcome == BandOutcome::kSolved || (outcome == BandOutcome::kOpen && search(child));
  }

  Constraint tightest_of(const BandBoard& board) const {
    Constraint best{-1, -1};
    int best_count = 1;
    int best_weight = 0;  // the smallest count / weight is best
    const auto consider = [&](int count, int failures, Constraint constraint) {
      if (count < 2) return;
      if (best_weight != 0 && count * best_weight >= best_count * (1 + failures)) return;
      best = constraint;
      best_count = count;
      best_weight = 1 + failures;
    };
    std::array<std::uint8_t, kCells> counts{};
    for (const sudoku::Bands word : board.candidates) {
      for (int band = 0; band < 3; ++band) {
        for (std::uint32_t rest = word[band]; rest != 0; rest &= rest - 1) {
          ++counts[static_cast<std::size_t>(27 * band + std::countr_zero(rest))];
        }
      }
    }
    for (int cell = 0; cell < kCells; ++cell) {
      consider(counts[static_cast<std::size_t>(cell)],
               cell_failures_[static_cast<std::size_t>(cell)], {cell, -1});
    }
    for (int unit = 0; unit < kUnits; ++unit) {
      const auto& cells = kUnitCells[static_cast<std::size_t>(unit)];
      for (int digit = 0; digit < 9; ++digit) {
        const sudoku::Bands word = board.candidates[static_cast<std::size_t>(digit)];
        const int count = std::popcount(word[0] & cells[0]) + std::popcount(word[1] & cells[1]) +
                          std::popcount(word[2] & cells[2]);
        consider(count,
                 unit_failures_[static_cast<std::size_t>(unit)][static_cast<std::size_t>(digit)],
                 {unit, digit});
      }
    }
    return best;
  }

  const sudoku::rules::Kernel& rules_;
  Grid solution_;
  std::array<int, kCells> cell_failures_{};
  std::array<std::array<int, 9>, kUnits> unit_failures_{};
};

}  // namespace

std::optional<Grid> find_solution(BandBoard board, const sudoku::rules::Kernel& rules) {
  switch (rules.propagate(board)) {
    case BandOutcome::kContradiction:
      return std::nullopt;
    case BandOutcome::kSolved:
      return grid_of(board);
    case BandOutcome::kOpen:
      break;
  }
  Feasibility feasibility(rules);
  if (!feasibility.search(board)) return std::nullopt;
  return feasibility.solution();
}

}  // namespace puzzled::target
