// What a node can be asked to branch on: three kinds of questions about a board, which of them look
// best before any is tried, and what trying them has taught.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/kernel.hpp"

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

/// The question of that number (bound/kernel.hpp): options that are no candidates are left out.
Question question_of(int number, const BandBoard& board);

/// Whether a cell of the option is a candidate.
bool is_possible(const BandBoard& board, const Option& option);

/// Leaves the option's cells alone to its digit, in their box. REQUIRES: it is possible.
void take(BandBoard& board, const Option& option);

/// Kinds of questions; the most of each on a shortlist.
inline constexpr std::size_t kKinds = 3;
inline constexpr std::size_t kMostOfAKind = 24;

/// What questions did for the nodes before: good ones are good again nearby, far more so than
/// marginals tell.
class QuestionRecord {
 public:
  QuestionRecord() { sizes_.fill(kUnknown); }

  bool knows(int number) const { return sizes_[static_cast<std::size_t>(number)] != kUnknown; }

  /// What it is expected to leave of a node's tree, as a logarithm; least if it was never tried.
  float size(int number) const { return sizes_[static_cast<std::size_t>(number)]; }

  /// A question was tried. `size` is the logarithm of what it leaves of a node's tree, or as much
  /// of that as was seen: then `is_whole` is false.
  void note(int number, float size, bool is_whole);

 private:
  static constexpr float kUnknown = -1e30F;

  std::array<float, bound::kQuestionNumbers> sizes_;  // averages, the last tries counting most
};

/// The questions worth a try: of each kind those with the smallest sums. Of them, those that the
/// record does not know come first, in the order of their sums, then the best by the record.
class Shortlist {
 public:
  Shortlist(const bound::QuestionSums& sums, const QuestionRecord& record);

  bool empty() const { return count_ == 0; }

  /// Takes the next. REQUIRES: not empty.
  int next();

 private:
  struct Entry {
    float size;
    float sum;
    int number;
  };

  template <int kFirst, int kEnd>
  void take(const bound::QuestionSums& sums, const QuestionRecord& record);
  static bool comes_later(const Entry& a, const Entry& b);

  std::array<Entry, kKinds * kMostOfAKind> entries_;  // a heap
  std::size_t count_ = 0;
};

}  // namespace puzzled::target
