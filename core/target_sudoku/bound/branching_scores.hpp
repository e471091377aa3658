// Scores of the branchings that a search may choose, and the size of a board's search space.
#pragma once

#include <cstdint>

#include "core/target_sudoku/bound/data.hpp"
#include "core/target_sudoku/bound/vectors.hpp"

namespace puzzled::target::bound::PUZZLED_LEVEL {
namespace {

// The number of branches in each lane, counted as far as two; all bits set for yes.
struct BranchCount {
  Bits one{};  // one or more
  Bits two{};  // two or more
};

PUZZLED_INLINE void add(BranchCount& branches, Bits present) {
  branches.two |= branches.one & present;
  branches.one |= present;
}

// Stores a sum of shares, or kNoBranching where there are fewer than two branches.
PUZZLED_INLINE void store_sum(float* to, Floats sum, const BranchCount& branches) {
  store(to, branches.two != 0 ? sum : Floats{} + kNoBranching);
}

// 2^-x, exact where x is whole and else up to 6 % too large, from the bits of a float: the exponent
// is what is above the lowest 23.
PUZZLED_INLINE Floats power(Floats scaled_x) {
  constexpr std::int32_t kOne = 127 << 23;
  const Numbers bits = kOne - __builtin_convertvector(scaled_x, Numbers);
  return reinterpret_cast<Floats>(bits);
}

PUZZLED_INLINE Floats larger(Floats a, Floats b) {
  return a > b ? a : b;
}

// The sums of a digit in rows, boxes and mini-lines of the lane's band; of columns, those parts
// that lie in the band.
struct BandParts {
  float share[kBandCells][kLanes];
  float column[9][kLanes];
  std::uint32_t column_one[9][kLanes];
  std::uint32_t column_two[9][kLanes];
};

PUZZLED_INLINE void score_lanes(const Evaluation& e, const Words& candidates, float growth,
                                int lane, BandParts& parts, BranchingScores& sums) {
  constexpr float kScale = 1 << 23;
  constexpr float kMaxExponent = 30;
  const Numbers best = load<Numbers>(&e.best[lane]);
  const Bits words = load<Bits>(&candidates.lane[lane]);
  Floats box[3]{};
  BranchCount box_branches[3];
  Floats mini_row[3]{};  // sums over a box's mini-rows
  BranchCount mini_row_branches[3];
  Floats column[9]{};
  BranchCount column_branches[9];
  Floats mini_column[9]{};  // the best of three cells
#pragma GCC unroll 3
  for (int r = 0; r < 3; ++r) {
    Floats row{};
    BranchCount row_branches;
#pragma GCC unroll 3
    for (int b = 0; b < 3; ++b) {
      Floats best_of_mini_row{};
      Bits any_in_mini_row{};
#pragma GCC unroll 3
      for (int q = 0; q < 3; ++q) {
        const int c = 3 * b + q;
        const int cell = 9 * r + c;
        const Bits bit = words & (1U << cell);
        const Bits present = reinterpret_cast<Bits>(bit != 0);
        const Numbers loss = best - load<Numbers>(&e.marginal[cell][lane]);
        const Floats x = __builtin_convertvector(loss, Floats) * (growth * kScale);
        const Floats most = Floats{} + kMaxExponent * kScale;
        const Floats share = bit != 0 ? power(x < most ? x : most) : Floats{};
        store(&parts.share[cell][lane], share);
        row += share;
        add(row_branches, present);
        box[b] += share;
        add(box_branches[b], present);
        column[c] += share;
        add(column_branches[c], present);
        mini_column[c] = larger(mini_column[c], share);
        best_of_mini_row = larger(best_of_mini_row, share);
        any_in_mini_row |= present;
      }
      mini_row[b] += best_of_mini_row;
      add(mini_row_branches[b], any_in_mini_row);
    }
    store_sum(&sums.score[kRowBranchings + r * kLanes + lane], row, row_branches);
  }
#pragma GCC unroll 3
  for (int b = 0; b < 3; ++b) {
    store_sum(&sums.score[kBoxBranchings + b * kLanes + lane], box[b], box_branches[b]);
    store_sum(&sums.score[kMiniRowBranchings + b * kLanes + lane], mini_row[b],
              mini_row_branches[b]);
    BranchCount branches;
#pragma GCC unroll 3
    for (int q = 0; q < 3; ++q) add(branches, column_branches[3 * b + q].one);
    store_sum(&sums.score[kMiniColumnBranchings + b * kLanes + lane],
              mini_column[3 * b] + mini_column[3 * b + 1] + mini_column[3 * b + 2], branches);
  }
#pragma GCC unroll 9
  for (int c = 0; c < 9; ++c) {
    store(&parts.column[c][lane], column[c]);
    store(&parts.column_one[c][lane], column_branches[c].one);
    store(&parts.column_two[c][lane], column_branches[c].two);
  }
}

void score_branchings(const Evaluation& e, const Words& candidates, float growth,
                      BranchingScores& sums) {
  BandParts parts;
  for (int lane = 0; lane < kVectors * kWidth; lane += kWidth) {
    score_lanes(e, candidates, growth, lane, parts, sums);
  }
  for (int c = 0; c < 9; ++c) {
    for (int digit = 0; digit < 9; ++digit) {
      float sum = 0;
      std::uint32_t one = 0;
      std::uint32_t two = 0;
      for (int lane = digit; lane < kUsedLanes; lane += 9) {
        sum += parts.column[c][lane];
        two |= parts.column_two[c][lane] | (one & parts.column_one[c][lane]);
        one |= parts.column_one[c][lane];
      }
      sums.score[kColumnBranchings + 9 * c + digit] = kNoBranching;
      if (two != 0) sums.score[kColumnBranchings + 9 * c + digit] = sum;
    }
  }
  for (int band = 0; band < 3; ++band) {
    std::uint32_t once = 0;
    std::uint32_t twice = 0;
    for (int lane = 9 * band; lane < 9 * band + 9; ++lane) {
      twice |= once & candidates.lane[lane];
      once |= candidates.lane[lane];
    }
    for (int cell = 0; cell < kBandCells; ++cell) {
      float sum = 0;
      for (int lane = 9 * band; lane < 9 * band + 9; ++lane) sum += parts.share[cell][lane];
      sums.score[27 * band + cell] = kNoBranching;
      if ((twice >> cell & 1) != 0) sums.score[27 * band + cell] = sum;
    }
  }
}

// Candidates of the cells of a band, counted in four bits that are one word each; then cells by
// count.
float log2_space(const Words& candidates) {
  // The logarithms of 2 to 9.
  constexpr float kLog2[8] = {1, 1.585F, 2, 2.322F, 2.585F, 2.807F, 3, 3.17F};
  int cells[8] = {};
  for (int band = 0; band < 3; ++band) {
    std::uint32_t ones = 0;
    std::uint32_t twos = 0;
    std::uint32_t fours = 0;
    std::uint32_t eights = 0;
    for (int lane = 9 * band; lane < 9 * band + 9; ++lane) {
      const std::uint32_t word = candidates.lane[lane];
      const std::uint32_t carry_two = ones & word;
      const std::uint32_t carry_four = twos & carry_two;
      ones ^= word;
      twos ^= carry_two;
      eights |= fours & carry_four;
      fours ^= carry_four;
    }
    const std::uint32_t of_count[8] = {
        twos & ~ones & ~fours, twos & ones & ~fours, fours & ~twos & ~ones, fours & ~twos & ones,
        fours & twos & ~ones,  fours & twos & ones,  eights & ~ones,        eights & ones};
    for (int i = 0; i < 8; ++i) cells[i] += __builtin_popcount(of_count[i]);
  }
  float bits = 0;
  for (int i = 0; i < 8; ++i) bits += kLog2[i] * static_cast<float>(cells[i]);
  return bits;
}

}  // namespace
}  // namespace puzzled::target::bound::PUZZLED_LEVEL
