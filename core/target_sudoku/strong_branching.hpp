// How an open node branches: strong branching, as in mixed-integer programming (Achterberg, Koch,
// Martin 2005), with pseudo-costs that decide what is probed first.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/target_sudoku/board_bound.hpp"
#include "core/target_sudoku/branchings.hpp"
#include "core/target_sudoku/executor.hpp"
#include "core/target_sudoku/incumbent.hpp"

namespace puzzled::target {

/// The result of probing one branch.
struct Probe {
  double size = 0;         ///< estimated size of its tree, in no particular unit; 0: empty
  std::int64_t bound = 0;  ///< scaled
  std::size_t board = 0;   ///< index of the reduced board, unless empty
};

/// The probes of one node. A branch of a single cell belongs to four branchings.
class ProbeCache {
 public:
  /// The reduced boards of the branches.
  std::vector<BandBoard> boards;

  void clear() {
    known_ = {};
    boards.clear();
  }

  /// nullptr if the branch was not probed.
  const Probe* find(const Branch& branch) const {
    const bool known = (known_[static_cast<std::size_t>(branch.digit)][branch.band] &
                        branch.cells) == branch.cells;
    return known && std::has_single_bit(branch.cells) ? &probes_[index(branch)] : nullptr;
  }

  void keep(const Branch& branch, const Probe& probe) {
    if (!std::has_single_bit(branch.cells)) return;
    known_[static_cast<std::size_t>(branch.digit)][branch.band] |= branch.cells;
    probes_[index(branch)] = probe;
  }

 private:
  static std::size_t index(const Branch& branch) {
    return static_cast<std::size_t>(kCells * branch.digit + 27 * branch.band +
                                    std::countr_zero(branch.cells));
  }

  std::array<sudoku::Bands, 9> known_{};
  std::vector<Probe> probes_ = std::vector<Probe>(9 * kCells);
};

/// Branches the nodes of one board, and keeps statistics of them. For one thread.
class StrongBranching {
 public:
  explicit StrongBranching(const Problem& problem) : problem_(problem), probe_bound_(problem) {}

  /// Adds the node's children, the most promising last; none if probing closes the node. `bound` is
  /// the evaluation that optimise_bound() has left of it. REQUIRES: the node is open.
  void branch(Node& node, const BoardBound& bound, Incumbent& incumbent,
              std::vector<Node>& children);

 private:
  struct Choice {
    Branching branching;
    std::array<Probe, 9> probes{};
    double size = std::numeric_limits<double>::infinity();  // of all branches' trees
  };

  Probe probe(BandBoard& child, BandOutcome outcome, const Node& node, const BoardBound& bound,
              double slack, Incumbent& incumbent);
  bool probe_all(Node& node, const BoardBound& bound, double slack, double limit,
                 Incumbent& incumbent, Choice& choice);
  void remove_unsupported(const Choice& choice, BandBoard& board) const;
  void add_children(Node& node, const Choice& choice, Incumbent& incumbent,
                    std::vector<Node>& children) const;

  const Problem& problem_;
  BoardBound probe_bound_;
  PseudoCosts costs_;
  bound::BranchingScores scores_;
  ProbeCache probes_;
};

}  // namespace puzzled::target
