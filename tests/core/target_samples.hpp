// Boards and weights for the tests of target Sudoku.
#pragma once

#include <cstdint>

#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// The two samples of P1074 and their scores.
inline constexpr const char* kJudgeBoards[] = {
    "7..9....11....59.....2...8...5.2...3......648413........7..2.9.2.1.6.8.4.8.5.4.12",
    "...7.24539....8...74...5.1.195.8.....7.....25.3.5791.8...6.1....6.9....1........6"};

/// A full grid with all but `clues` cells left out; now and then with a clue that is wrong, so that
/// some boards have no solution. The same arguments give the same board.
Grid random_board(std::uint64_t seed, int clues, bool maybe_wrong = false);

enum class WeightKind {
  kTarget,
  kDigits,
  kSymmetric,
  kSigned,
  kLargest,
  kSparse,
  kLines,
  kEqual,
  kFew,
  kMixed,   ///< few, of very different size
  kDivided  ///< many, with a large common divisor
};

inline constexpr WeightKind kWeightKinds[] = {
    WeightKind::kTarget,  WeightKind::kDigits, WeightKind::kSymmetric, WeightKind::kSigned,
    WeightKind::kLargest, WeightKind::kSparse, WeightKind::kLines,     WeightKind::kEqual,
    WeightKind::kFew,     WeightKind::kMixed,  WeightKind::kDivided};

Weights random_weights(WeightKind kind, std::uint64_t seed);

/// Whether a number stands for a branching at all (core/target_sudoku/bound/kernel.hpp).
bool is_branching(int number);

}  // namespace puzzled::target
