// What a node can be asked to branch on: three kinds of questions about a board, and which of them
// look best before any is tried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/target/board.hpp"

namespace puzzled::target {

/// One answer to a question: the digit stands in one of these cells, which are one cell, or a
/// mini-row or mini-column of a box.
struct Option {
  int digit = 0;  ///< from 0
  int band = 0;
  std::uint32_t cells = 0;  ///< of the band
};

/// Which digit in this cell; which cell of this row, column or box for this digit; which mini-row,
/// or mini-column, of this box. In every solution just one of the options holds.
struct Question {
  std::array<Option, 9> options{};
  std::size_t count = 0;
};

/// Leaves the option's cells alone to its digit, in their box. REQUIRES: one is a candidate.
void take(BandBoard& board, const Option& option);

/// A number from 0 to 1 for each candidate, 0 for all else: [digit][cell].
using Shares = std::array<std::array<float, kCells>, 9>;

/// Kinds of questions; the most of each on a shortlist.
inline constexpr std::size_t kKinds = 3;
inline constexpr std::size_t kMostOfAKind = 24;

struct Shortlist {
  std::array<Question, kKinds * kMostOfAKind> questions;
  std::size_t count = 0;
};

/// Of each kind the questions whose options' shares have the smallest sums; a mini-row's share is
/// its largest. `factors` multiplies the sums of cells. Options that are no candidates, and
/// questions with but one option, are left out.
void list_questions(const Shares& shares, const std::array<float, kCells>& factors,
                    Shortlist& shortlist);

}  // namespace puzzled::target
