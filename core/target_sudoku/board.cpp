#include "core/target_sudoku/board.hpp"

#include <array>

namespace puzzled::target {
namespace {

constexpr int kUnits = 27;

// The cells of the units, a word a band: rows, columns, boxes.
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

// Depth first on the tightest of two kinds of questions: which digit in this cell, which cell of
// this unit for this digit. Boards whose weighty cells are settled may have few candidates in
// places that have nothing to do with why there is no solution: there cells alone, or the band
// engine's choice, took up to 500 000 nodes, both kinds together a few. Questions that failed
// before come first (weighted degrees: Boussemart, Hemery, Lecoutre, Sais 2004).
class Feasibility {
 public:
  explicit Feasibility(const sudoku::rules::Kernel& rules) : rules_(rules) {}

  bool search(BandBoard& board) {
    const Question question = tightest(board);
    if (question.digit < 0) {
      for (int digit = 0; digit < 9; ++digit) {
        if (is_candidate(board, question.place, digit) && take(board, question.place, digit)) {
          return true;
        }
      }
      ++cell_failures_[static_cast<std::size_t>(question.place)];
      return false;
    }
    const auto& cells = kUnitCells[static_cast<std::size_t>(question.place)];
    const sudoku::Bands unit{cells[0], cells[1], cells[2], 0};
    const sudoku::Bands places = board.candidates[static_cast<std::size_t>(question.digit)] & unit;
    // Nowhere else in the unit: so every answer leaves less, whatever the rules may miss.
    BandBoard placed = board;
    placed.candidates[static_cast<std::size_t>(question.digit)] &= ~unit;
    for (int band = 0; band < 3; ++band) {
      for (std::uint32_t rest = places[band]; rest != 0; rest &= rest - 1) {
        if (take(placed, 27 * band + std::countr_zero(rest), question.digit)) return true;
      }
    }
    ++unit_failures_[static_cast<std::size_t>(question.place)]
                    [static_cast<std::size_t>(question.digit)];
    return false;
  }

  const Grid& solution() const { return solution_; }

 private:
  struct Question {
    int place;  // a cell, or a unit
    int digit;  // -1: of a cell
  };

  bool take(const BandBoard& board, int cell, int digit) {
    BandBoard child = board;
    assign(child, cell, digit);
    child.candidates[static_cast<std::size_t>(digit)][cell / 27] |= 1U << (cell % 27);
    const BandOutcome outcome = rules_.propagate(child);
    if (outcome == BandOutcome::kSolved) solution_ = grid_of(child);
    return outcome == BandOutcome::kSolved || (outcome == BandOutcome::kOpen && search(child));
  }

  Question tightest(const BandBoard& board) const {
    Question best{-1, -1};
    int best_count = 1;
    int best_weight = 0;  // count / weight is the smallest
    const auto consider = [&](int count, int failures, Question question) {
      if (count < 2) return;
      if (best_weight != 0 && count * best_weight >= best_count * (1 + failures)) return;
      best = question;
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
    case BandOutcome::kDead:
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
