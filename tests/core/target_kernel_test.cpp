// The kernel of the template bound, on each instruction set that this processor has: against a
// search of all 46 656 templates, and what the search asks of it besides.
#include "core/target_sudoku/bound/kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/target_sudoku/branchings.hpp"
#include "core/target_sudoku/problem.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/target_samples.hpp"

namespace puzzled::target {
namespace {

using Template = std::array<std::uint8_t, 9>;  // the column in each row

std::vector<Template> all_templates() {
  std::vector<Template> found;
  Template columns{};
  const auto extend = [&](auto& self, std::size_t row) -> void {
    if (row == 9) {
      found.push_back(columns);
      return;
    }
    for (std::uint8_t column = 0; column < 9; ++column) {
      bool free = true;
      for (std::size_t before = 0; before < row; ++before) {
        const bool same_box = before / 3 == row / 3 && columns[before] / 3 == column / 3;
        free &= columns[before] != column && !same_box;
      }
      if (!free) continue;
      columns[row] = column;
      self(self, row + 1);
    }
  };
  extend(extend, 0);
  return found;
}

struct Sample {
  Problem problem;
  BandBoard board;
  bound::Words words;
  bound::CellNumbers multipliers;

  Sample(std::uint64_t seed, std::string_view isa)
      : problem(
            make_problem(random_weights(kWeightKinds[seed % std::size(kWeightKinds)], seed), isa)),
        board(board_of(random_board(seed, static_cast<int>(seed % 30)))) {
    problem.rules->propagate(board);
    for (int lane = 0; lane < 27; ++lane) {
      words.lane[lane] = board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9];
    }
    for (int cell = 0; cell < kCells; ++cell) {
      multipliers[cell] =
          static_cast<std::int32_t>((seed * 977 + 131 * static_cast<std::uint64_t>(cell)) % 801) -
          400;
    }
  }
};

class TargetKernel : public EachLevel {
 protected:
  const bound::Kernel& kernel() const { return *bound::find_kernel(isa()); }
};
PUZZLED_EACH_LEVEL(TargetKernel);

TEST_P(TargetKernel, EvaluatesTheBestTemplates) {
  const std::vector<Template> templates = all_templates();
  ASSERT_EQ(templates.size(), 46656U);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const Sample sample(seed, isa());
    bound::Evaluation evaluation;
    constexpr std::int64_t kAnything = std::int64_t{-1} << 40;
    kernel().evaluate(sample.problem.gains, sample.words, sample.multipliers, kAnything,
                      evaluation);
    std::int64_t bound = 0;
    for (int cell = 0; cell < kCells; ++cell) bound += sample.multipliers[cell];
    for (int digit = 0; digit < 9; ++digit) {
      std::int32_t best = 9 * bound::kImpossible;
      std::array<std::int32_t, kCells> through;
      through.fill(9 * bound::kImpossible);
      for (const Template& columns : templates) {
        std::int32_t sum = 0;
        for (int row = 0; row < 9; ++row) {
          const int cell = 9 * row + columns[static_cast<std::size_t>(row)];
          sum += is_candidate(sample.board, cell, digit)
                     ? sample.problem.gains.cell[cell % 27][9 * (cell / 27) + digit] -
                           sample.multipliers[cell]
                     : bound::kImpossible;
        }
        best = std::max(best, sum);
        for (int row = 0; row < 9; ++row) {
          const auto cell =
              static_cast<std::size_t>(9 * row + columns[static_cast<std::size_t>(row)]);
          through[cell] = std::max(through[cell], sum);
        }
      }
      bound += best;
      for (int cell = 0; cell < kCells; ++cell) {
        const int lane = 9 * (cell / 27) + digit;
        ASSERT_EQ(evaluation.best[lane], best);
        ASSERT_EQ(evaluation.marginal[cell % 27][lane], through[static_cast<std::size_t>(cell)]);
      }
    }
    ASSERT_EQ(evaluation.bound, bound);
  }
}

TEST_P(TargetKernel, WeighsQuestionsAsOneByOne) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Sample sample(seed, isa());
    bound::Evaluation evaluation;
    constexpr std::int64_t kAnything = std::int64_t{-1} << 40;
    kernel().evaluate(sample.problem.gains, sample.words, sample.multipliers, kAnything,
                      evaluation);
    const float growth = 0.002F;
    bound::BranchingScores sums;
    kernel().score_branchings(evaluation, sample.words, growth, sums);
    const auto share = [&](const Branch& branch) {
      double best = 0;
      for (int i = 0; i < 27; ++i) {
        const int cell = 27 * branch.band + i;
        if ((branch.cells >> i & 1) == 0 || !is_candidate(sample.board, cell, branch.digit))
          continue;
        const int lane = 9 * branch.band + branch.digit;
        const double loss = evaluation.best[lane] - evaluation.marginal[i][lane];
        best = std::max(best, std::exp2(-std::min(30.0, static_cast<double>(growth) * loss)));
      }
      return best;
    };
    for (int number = 0; number < bound::kBranchingNumbers; ++number) {
      if (!is_branching(number)) {
        ASSERT_EQ(sums.score[number], bound::kNoBranching) << number;
        continue;
      }
      const Branching branching = branching_of(number, sample.board);
      if (branching.count < 2) {
        ASSERT_EQ(sums.score[number], bound::kNoBranching) << number;
        continue;
      }
      double sum = 0;
      for (std::size_t k = 0; k < branching.count; ++k) sum += share(branching.branches[k]);
      ASSERT_GE(sums.score[number], sum * 0.999) << number;
      ASSERT_LE(sums.score[number], sum * 1.07) << number;
    }
  }
}

TEST_P(TargetKernel, RoomIsTheLogarithmOfFillings) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Sample sample(seed, isa());
    double bits = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      int count = 0;
      for (int digit = 0; digit < 9; ++digit)
        count += is_candidate(sample.board, cell, digit) ? 1 : 0;
      if (count > 1) bits += std::log2(count);
    }
    ASSERT_NEAR(kernel().log2_space(sample.words), bits, 0.05);
  }
}

}  // namespace
}  // namespace puzzled::target
