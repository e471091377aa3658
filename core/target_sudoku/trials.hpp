// What branch() remembers (branching.cpp): of the options tried at a node, and of questions from
// node to node.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/bound/kernel.hpp"
#include "core/target_sudoku/questions.hpp"

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

  /// What is known of the option; nullptr if nothing is. (One that is a single cell answers four
  /// questions.)
  const Tried* find(const Option& option) const {
    const bool known = (known_[static_cast<std::size_t>(option.digit)][option.band] &
                        option.cells) == option.cells;
    return known && std::has_single_bit(option.cells) ? &tried_[index(option)] : nullptr;
  }

  void keep(const Option& option, const Tried& tried) {
    if (!std::has_single_bit(option.cells)) return;
    known_[static_cast<std::size_t>(option.digit)][option.band] |= option.cells;
    tried_[index(option)] = tried;
  }

 private:
  static std::size_t index(const Option& option) {
    return static_cast<std::size_t>(kCells * option.digit + 27 * option.band +
                                    std::countr_zero(option.cells));
  }

  std::array<sudoku::Bands, 9> known_{};
  std::vector<Tried> tried_ = std::vector<Tried>(9 * kCells);
};

}  // namespace puzzled::target
