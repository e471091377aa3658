// The plain data that the kernel of the template bound reads and writes. The bound is explained in
// core/target_sudoku/README.md.
//
// Nine digits in three bands are 27 lanes: lane 9 b + d is digit d + 1 in band b. Every lane holds
// one number for each of the 27 cells of its band; cell 9 r + c is in row r of the band, column c.
#pragma once

#include <cstdint>
#include <limits>

namespace puzzled::target::bound {

inline constexpr int kLanes = 32;  ///< 27 used; the rest fills the last vector
inline constexpr int kBandCells = 27;

/// One number for each cell, rows apart by 16, so that a row is a vector. Columns 9..15 are zero.
struct alignas(64) CellNumbers {
  static constexpr int kStride = 16;
  std::int32_t row[9][kStride] = {};

  std::int32_t& operator[](int cell) { return row[cell / 9][cell % 9]; }
  std::int32_t operator[](int cell) const { return row[cell / 9][cell % 9]; }
};

/// What a digit scores in a cell, scaled: (digit - 5) * weight * scale, rounded up.
struct alignas(64) Gains {
  std::int32_t cell[kBandCells][kLanes] = {};
};

/// A set of cells of each lane's band, one bit a cell: candidates, or cells of templates.
struct alignas(64) Words {
  std::uint32_t lane[kLanes] = {};
};

/// What a cell that is no candidate scores: so little that a template through it is below all
/// others.
inline constexpr std::int32_t kImpossible = -(1 << 27);

/// Largest difference of gain and multiplier of a candidate: so nine of them stay well above
/// kImpossible, and nine impossible ones fit 32 bits.
inline constexpr std::int32_t kMaxPrice = (1 << 25) / 9;

struct alignas(64) Evaluation {
  std::int64_t bound = 0;  ///< no grid of these candidates has a higher scaled score
  /// The max-marginals: the score of the best template through each candidate. These and the sets
  /// below mean nothing unless the bound reached the threshold.
  std::int32_t marginal[kBandCells][kLanes] = {};
  std::int32_t best[kLanes] = {};  ///< the score of the best template of the lane's digit
  Words kept;    ///< candidates through which the bound still reaches the threshold
  Words chosen;  ///< cells through which a best template goes
};

/// What a cell that no template covers counts in a direction.
inline constexpr int kOneCell = 252;

/// Numbers of the branchings that a search may choose: 81 by the digit of a cell, then by the place
/// of a digit in a row, box or column, then by its mini-row or mini-column in a box. Rows, boxes
/// and mini-lines are numbered by place in the band and lane, so some numbers stand for none.
inline constexpr int kRowBranchings = 96;
inline constexpr int kBoxBranchings = kRowBranchings + 3 * kLanes;
inline constexpr int kColumnBranchings = kBoxBranchings + 3 * kLanes;
inline constexpr int kMiniRowBranchings = kColumnBranchings + 96;
inline constexpr int kMiniColumnBranchings = kMiniRowBranchings + 3 * kLanes;
inline constexpr int kBranchingNumbers = kMiniColumnBranchings + 3 * kLanes;

/// The score of a branching with fewer than two branches.
inline constexpr float kNoBranching = std::numeric_limits<float>::infinity();

struct alignas(64) BranchingScores {
  float score[kBranchingNumbers];

  BranchingScores() {
    for (float& sum : score) sum = kNoBranching;
  }
};

/// The values that each cell can take, as sets: bit v - 1 is value v. The last cell stands for none
/// and is always empty, as is a cell that does not count.
struct alignas(64) CellValues {
  static constexpr int kNoCell = 63;
  std::uint16_t cell[kNoCell + 1] = {};
};

/// Up to 32 units of up to four cells.
struct alignas(64) SmallUnits {
  static constexpr int kMax = 32;
  int count = 0;
  std::uint16_t cells[4][kMax];  ///< of each unit; kNoCell where it has fewer

  SmallUnits() {
    for (auto& of_unit : cells) {
      for (std::uint16_t& cell : of_unit) cell = CellValues::kNoCell;
    }
  }
};

}  // namespace puzzled::target::bound
