// Random equivalent copies of puzzles as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/shuffle/kernel.hpp"
#include "core/sudoku/shuffle/transformation.hpp"

namespace puzzled::sudoku {

/// Any number of threads may use one.
class Shuffler {
 public:
  /// REQUIRES: `isa` is empty, for the best, or one that there is.
  explicit Shuffler(std::string_view isa = {}) : kernel_(shuffle::find_kernel(isa)) {}

  /// Bytes that there must be room for where a copy is written.
  static constexpr std::size_t kWritableBytes = shuffle::kWritableBytes;

  /// Writes the transformed cells to `to`, of which all behind the 81st byte, up to kWritableBytes,
  /// then means nothing. Each blank keeps its character.
  /// REQUIRES: `cells` are 81 cell characters, and `to` is not among them.
  void transform(std::string_view cells, const Transformation& transformation, char* to) const;

 private:
  const shuffle::Kernel* kernel_;
};

}  // namespace puzzled::sudoku
