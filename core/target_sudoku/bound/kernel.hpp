// The template bound: what the builds of its kernel (AVX-512, AVX2, portable) have in common. The
// bound itself is explained in core/target_sudoku/README.md.
//
// A band's nine digits in three bands are 27 lanes: lane 9 b + d is digit d + 1 in band b. Every
// lane holds one number for each of the 27 cells of its band (9 r + c: row r of the band, column
// c).
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace puzzled::target::bound {

inline constexpr int kLanes = 32;  ///< 27 used; the rest fills the last vector
inline constexpr int kBandCells = 27;

/// One number for each cell, rows apart by 16, so that a row is a vector. Columns 9..15 are zero.
struct alignas(64) CellNumbers {
  static constexpr int kStride = 16;
  std::int32_t of[9][kStride] = {};

  std::int32_t& operator[](int cell) { return of[cell / 9][cell % 9]; }
  std::int32_t operator[](int cell) const { return of[cell / 9][cell % 9]; }
};

/// What a digit earns in a cell, scaled: (digit - 5) * weight * scale, rounded up.
struct alignas(64) Gains {
  std::int32_t of[kBandCells][kLanes] = {};
};

/// One 27-bit word a lane: candidates, or cells of templates.
struct alignas(64) Words {
  std::uint32_t of[kLanes] = {};
};

/// A cell that is no candidate earns this: a template through it falls below all others.
inline constexpr std::int32_t kImpossible = -(1 << 27);

/// The most that gain and multiplier of a candidate may differ, so that nine of them stay well
/// above kImpossible and nine impossible ones within 32 bits.
inline constexpr std::int32_t kLargestPrice = (1 << 25) / 9;

struct alignas(64) Evaluation {
  std::int64_t bound = 0;  ///< no grid of these candidates has a higher scaled score
  /// The best template through a candidate; meaningless unless the bound reached the threshold.
  std::int32_t marginal[kBandCells][kLanes] = {};
  std::int32_t best[kLanes] = {};  ///< the best template of the lane's digit
  Words kept;    ///< candidates through which the bound still reaches the threshold
  Words chosen;  ///< cells through which a best template goes
};

/// Evaluates the bound of `candidates` at `multipliers` and, if it reaches `threshold` (a scaled
/// score), everything else.
using EvaluateFunction = void (*)(const Gains& gains, const Words& candidates,
                                  const CellNumbers& multipliers, std::int64_t threshold,
                                  Evaluation& evaluation);

/// What a cell too little counts in a direction.
inline constexpr int kOneCell = 252;

/// Takes the direction of the next step: how often `chosen` covers each cell, a cell too little
/// counting +kOneCell, each digit too many as much less, ties shared; plus 5/8 of the former
/// direction. Returns the sum of its squares.
using AimFunction = std::uint32_t (*)(const Words& chosen, CellNumbers& direction);

/// multipliers -= factor * direction, then kept within [lowest, highest].
using MoveFunction = void (*)(const CellNumbers& direction, float factor, const CellNumbers& lowest,
                              const CellNumbers& highest, CellNumbers& multipliers);

/// The questions that a search may branch on (questions.hpp), numbered: 81 for cells, then for a
/// digit in a row, box or column, then for a digit's mini-row or mini-column in a box. Rows, boxes
/// and mini-lines are numbered by place in the band and lane, so some numbers stand for none.
inline constexpr int kRowQuestions = 96;
inline constexpr int kBoxQuestions = kRowQuestions + 3 * kLanes;
inline constexpr int kColumnQuestions = kBoxQuestions + 3 * kLanes;
inline constexpr int kMiniRowQuestions = kColumnQuestions + 96;
inline constexpr int kMiniColumnQuestions = kMiniRowQuestions + 3 * kLanes;
inline constexpr int kQuestionNumbers = kMiniColumnQuestions + 3 * kLanes;

/// The sum of a question that is settled.
inline constexpr float kNoQuestion = std::numeric_limits<float>::infinity();

struct alignas(64) QuestionSums {
  float of[kQuestionNumbers];

  QuestionSums() {
    for (float& sum : of) sum = kNoQuestion;
  }
};

/// Sums the shares of each question's options: that of a candidate is about 2^-(growth * loss),
/// where its loss is `best` less `marginal`, and that of a mini-line the largest of its candidates.
/// What is no candidate is no option. Numbers that stand for no question are left alone.
using WeighFunction = void (*)(const Evaluation& evaluation, const Words& candidates, float growth,
                               QuestionSums& sums);

/// How many fillings the candidates leave, the rules aside, as a power of 2.
using RoomFunction = float (*)(const Words& candidates);

/// What cells can hold, as sets of values: bit v - 1 is value v. By the cells' numbers, of which
/// the last stands for no cell: it is always empty, as is a cell that does not count.
struct alignas(64) CellValues {
  static constexpr int kNoCell = 63;
  std::uint16_t of[kNoCell + 1] = {};
};

/// Up to 32 units of up to four cells.
struct alignas(64) SmallUnits {
  static constexpr int kMost = 32;
  int count = 0;
  std::uint16_t cells[4][kMost];  ///< numbers, and kNoCell in all other places

  SmallUnits() {
    for (auto& of_unit : cells) {
      for (std::uint16_t& cell : of_unit) cell = CellValues::kNoCell;
    }
  }
};

/// What each unit loses where its cells have to differ: the sum of their largest values, less the
/// largest sum of different ones. False if the cells of some unit cannot differ, and losses mean
/// nothing. (`losses` has room for kMost.)
using LoseFunction = bool (*)(const SmallUnits& units, const CellValues& values,
                              std::uint16_t* losses);

/// Whether the processor has the instructions is asked elsewhere: a file that is compiled with them
/// must not run, not even to ask, where they are missing.
struct Kernel {
  const char* name;  ///< one of sudoku::kIsaNames
  EvaluateFunction evaluate;
  AimFunction aim;
  MoveFunction move;
  WeighFunction weigh;
  RoomFunction room;
  LoseFunction lose;
};

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

/// The kernel of that name, or the best that the processor has if it is empty; nullptr if the
/// processor has none such.
const Kernel* find_kernel(std::string_view isa);

}  // namespace puzzled::target::bound
