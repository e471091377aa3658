// What branch() remembers (branching.cpp): of the options tried at a node, and of questions from
// node to node.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/target/board.hpp"
#include "core/target/bound/kernel.hpp"
#include "core/target/questions.hpp"

namespace puzzled::target {

/// What is below an option, if anything is.
struct Tried {
  double size = 0;         ///< of its tree, estimated, in no particular unit; 0: nothing
  std::int64_t bound = 0;  ///< scaled
  std::size_t board = 0;   ///< its number in `boards`, if there is anything
};

class Trials {
 public:
  QuestionRecord record;
  bound::QuestionSums sums;

  /// What options have left, since the last begin().
  std::vector<BandBoard> boards;

  /// Forgets the options tried, for another node.
  void begin() {
    known_ = {};
    boards.clear();
  }

  /// Options that are one cell answer four questions each: what is known of this one; else nullptr.
  const Tried* find(int digit, int cell) const {
    const sudoku::Bands word = known_[static_cast<std::size_t>(digit)];
    return (word[cell / 27] >> (cell % 27) & 1) != 0 ? &tried_[index(digit, cell)] : nullptr;
  }

  void keep(int digit, int cell, const Tried& tried) {
    known_[static_cast<std::size_t>(digit)][cell / 27] |= 1U << (cell % 27);
    tried_[index(digit, cell)] = tried;
  }

 private:
  static std::size_t index(int digit, int cell) {
    return static_cast<std::size_t>(kCells * digit + cell);
  }

  std::array<sudoku::Bands, 9> known_{};
  std::vector<Tried> tried_ = std::vector<Tried>(9 * kCells);
};

}  // namespace puzzled::target
