// The branchings of a node, which of them look best before any is tried, and the statistics of
// those that were tried.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/data.hpp"

namespace puzzled::target {

/// One branch: the digit is in one of these cells, which are a single cell, or a mini-row or
/// mini-column of a box.
struct Branch {
  int digit = 0;  ///< from 0
  int band = 0;
  std::uint32_t cells = 0;  ///< of the band
};

/// A set of branches of which exactly one holds in every solution. There are three kinds: which
/// digit is in this cell; which cell of this row, column or box has this digit; which mini-row, or
/// mini-column, of this box has it.
struct Branching {
  std::array<Branch, 9> branches{};
  std::size_t count = 0;
};

/// The branching of that number (bound/data.hpp), without branches that are no candidates.
Branching branching_of(int number, const BandBoard& board);

/// Whether a cell of the branch is a candidate.
bool is_possible(const BandBoard& board, const Branch& branch);

/// Restricts the board to the branch. REQUIRES: it is possible.
void take(BandBoard& board, const Branch& branch);

inline constexpr std::size_t kBranchingKinds = 3;
inline constexpr std::size_t kMaxOfAKind = 24;  ///< on a shortlist

/// The results of branchings at earlier nodes: a good one is good again nearby, which predicts
/// better than marginals do. (Pseudo-costs, as in mixed-integer programming, of the size of the
/// tree instead of the bound.)
class PseudoCosts {
 public:
  PseudoCosts() { sizes_.fill(kUnknown); }

  bool knows(int number) const { return sizes_[static_cast<std::size_t>(number)] != kUnknown; }

  /// The expected tree size after the branching, relative to the node's, as a logarithm; the lowest
  /// value if it was never tried.
  float size(int number) const { return sizes_[static_cast<std::size_t>(number)]; }

  /// Records a try. `size` is the logarithm of the tree size that it leaves, or a lower bound of it
  /// if not all branches were probed: then `is_whole` is false.
  void record(int number, float size, bool is_whole);

 private:
  static constexpr float kUnknown = -1e30F;

  std::array<float, bound::kBranchingNumbers> sizes_;  // averages, the last tries counting most
};

/// The branchings worth probing: of each kind those with the lowest scores. Of them, those that the
/// pseudo-costs do not know come first, by score, then the others by pseudo-cost.
class Shortlist {
 public:
  Shortlist(const bound::BranchingScores& scores, const PseudoCosts& costs);

  bool empty() const { return count_ == 0; }

  /// Takes the next. REQUIRES: not empty.
  int next();

 private:
  struct Entry {
    float size;
    float score;
    int number;
  };

  template <int kFirst, int kEnd>
  void take_best(const bound::BranchingScores& scores, const PseudoCosts& costs);
  static bool comes_later(const Entry& a, const Entry& b);

  std::array<Entry, kBranchingKinds * kMaxOfAKind> entries_;  // a heap
  std::size_t count_ = 0;
};

}  // namespace puzzled::target
