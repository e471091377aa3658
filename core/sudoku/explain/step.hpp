// One deduction: the rule, what it looks at, and the digit that it places or the candidates that it
// removes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sudoku/explain/candidate_board.hpp"
#include "core/sudoku/unit_masks.hpp"

namespace puzzled::sudoku::explain {

/// The rules of ratings (core/sudoku/README.md), the easier ones first.
enum class StepRule : std::uint8_t {
  kHiddenSingle,  ///< the digit has one place left in `unit`
  kNakedSingle,   ///< the cell has one candidate left
  kPointing,      ///< in the box `unit` the digit stands only in the line `target`
  kClaiming,      ///< in the line `unit` the digit stands only in the box `target`
  kNakedSubset,   ///< `size` cells of `unit` have `size` candidates together
  kHiddenSubset,  ///< `size` digits of `unit` have `size` places together
  kRowFish,       ///< the digit stands in `size` rows only in `size` columns
  kColumnFish,    ///< the same with columns and rows
  kProbing,       ///< if the digit stood in the cell, singles would lead to a contradiction
};

/// What is wrong at the end of a probe.
struct Contradiction {
  enum class Kind : std::uint8_t {
    kNoCandidate,    ///< `cell` has none
    kTwoCandidates,  ///< both `digit` and `other` are the only one for `cell`
    kNoPlace,        ///< `digit` has none in `unit`
    kTwoPlaces,      ///< `digit` must stand in two cells of `unit`
  };
  Kind kind = Kind::kNoCandidate;
  std::uint8_t cell = 0;
  std::uint8_t unit = 0;
  std::uint8_t digit = 0;
  std::uint8_t other = 0;
};

struct Candidate {
  std::uint8_t cell = 0;
  std::uint8_t digit = 0;  ///< 1..9

  friend constexpr bool operator==(const Candidate&, const Candidate&) = default;
};

/// A jellyfish is of at most four cells in four lines.
class CellList {
 public:
  void add(int cell) { cells_[size_++] = static_cast<std::uint8_t>(cell); }
  std::span<const std::uint8_t> view() const { return {cells_.data(), size_}; }

 private:
  std::array<std::uint8_t, 16> cells_{};
  std::uint8_t size_ = 0;
};

struct Step {
  StepRule rule = StepRule::kHiddenSingle;
  std::uint8_t level = 0;   ///< of the rule, 1 to 8, as in ratings
  std::uint8_t size = 1;    ///< of a subset or fish: 2 to 4
  std::uint8_t unit = 0;    ///< 0..26: rows, columns, boxes
  std::uint8_t target = 0;  ///< of locked candidates: the unit that loses some
  Places lines = 0;         ///< of fish: the rows (columns) that it looks at
  Places covers = 0;        ///< and the columns (rows) that they share
  CellList cells;           ///< that the rule looks at: those of the subset, or of the digit
  DigitMask digits = 0;     ///< of the subset, or the one digit: bit d - 1 stands for digit d

  Candidate placed;               ///< digit 0: none
  std::size_t removed_begin = 0;  ///< in Explanation::removed
  std::size_t removed_end = 0;

  // Of kProbing.
  std::uint16_t phase = 0;   ///< from 1; all of a phase are found on the same board
  std::uint16_t rounds = 0;  ///< of singles
  Contradiction contradiction;
};

}  // namespace puzzled::sudoku::explain
