// Random equivalent copies of puzzles as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/shuffle/kernel.hpp"
#include "core/sudoku/shuffle/transformation.hpp"

namespace puzzled::sudoku {

/// Thread-safe.
class Shuffler {
 public:
  /// REQUIRES: `isa` is empty, for the best, or available.
  explicit Shuffler(std::string_view isa = {}) : kernel_(shuffle::find_kernel(isa)) {}

  /// The room in bytes that a copy needs.
  static constexpr std::size_t kWritableBytes = shuffle::kWritableBytes;

  /// Writes the transformed cells to `to`, whose bytes behind the 81st, up to kWritableBytes, are
  /// then unspecified. Each blank keeps its character.
  /// REQUIRES: `cells` are 81 cell characters, and `to` is not among them.
  void transform(std::string_view cells, const Transformation& transformation, char* to) const;

 private:
  const shuffle::Kernel* kernel_;
};

}  // namespace puzzled::sudoku
