// The template bound: what the builds of its kernel (one for each level of core/simd) have in
// common. The bound itself is explained in core/target_sudoku/README.md.
#pragma once

#include <cstdint>

#include "core/simd/kernels.hpp"
#include "core/target_sudoku/bound/data.hpp"

namespace puzzled::target::bound {

struct Kernel {
  /// Evaluates the bound of `candidates` at `multipliers` and, if it reaches `threshold` (a scaled
  /// score), everything else.
  void (*evaluate)(const Gains& gains, const Words& candidates, const CellNumbers& multipliers,
                   std::int64_t threshold, Evaluation& evaluation);

  /// The subgradient at the evaluated multipliers, with momentum. By cell: kOneCell less kOneCell
  /// for each best template that covers it (templates that tie share), plus 5/8 of the former
  /// `direction`. Returns the sum of squares.
  std::uint32_t (*subgradient)(const Words& chosen, CellNumbers& direction);

  /// multipliers -= factor * direction, then kept within [lowest, highest].
  void (*step)(const CellNumbers& direction, float factor, const CellNumbers& lowest,
               const CellNumbers& highest, CellNumbers& multipliers);

  /// Scores every branching, the smaller the better: the sum over its branches of about
  /// 2^-(growth * loss). The loss of a candidate is `best` less `marginal`, that of a mini-line the
  /// least of its candidates. Scores of numbers that stand for no branching are left alone.
  void (*score_branchings)(const Evaluation& evaluation, const Words& candidates, float growth,
                           BranchingScores& sums);

  /// The size of the search space, rules aside: log2 of the product of the cells' numbers of
  /// candidates.
  float (*log2_space)(const Words& candidates);

  /// What each unit loses because its cells must differ: the sum of their largest values, less the
  /// largest sum of distinct ones (a maximum matching of cells and values). False if some unit has
  /// no distinct values; then the losses mean nothing. `losses` has room for kMax.
  bool (*matching_loss)(const SmallUnits& units, const CellValues& values, std::uint16_t* losses);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::target::bound
