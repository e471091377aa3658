// The transformations that lead from a puzzle to an equivalent one: orders of rows, columns and
// digits, and transposition. There are 2 * 1296 * 1296 * 9! of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/shuffle/kernel.hpp"

namespace puzzled::sudoku {

/// Cell (r, c) of the result holds digits[d], where d is what the original has at
/// (rows[r], columns[c]) or, if `transposes`, at (columns[c], rows[r]).
struct Transformation {
  std::array<std::uint8_t, kSide> rows{};     ///< 0..8; the rows of a band stay together
  std::array<std::uint8_t, kSide> columns{};  ///< the same of columns
  std::array<std::uint8_t, 10> digits{};      ///< digits[0] is 0: blanks stay blanks
  bool transposes = false;

  friend bool operator==(const Transformation&, const Transformation&) = default;
};

/// A transformation, uniformly drawn from all of them. It depends on the three numbers alone, on
/// every machine.
Transformation random_transformation(std::uint64_t seed, std::uint64_t puzzle, std::uint64_t copy);

/// REQUIRES: every digit of `grid` is in 0..9.
Grid transformed(const Grid& grid, const Transformation& transformation);

/// The transformation of random_transformation(), ready to be applied to text.
class RandomCopy {
 public:
  RandomCopy(std::uint64_t seed, std::uint64_t puzzle, std::uint64_t copy);

 private:
  friend class RandomCopies;
  friend class Shuffler;
  RandomCopy(std::uint64_t of_puzzle, std::uint64_t copy);

  shuffle::Moves moves_;
};

/// The copies under a seed, of one puzzle after another: what they have in common is worked out
/// once.
class RandomCopies {
 public:
  explicit RandomCopies(std::uint64_t seed);

  void set_puzzle(std::uint64_t puzzle);
  /// RandomCopy(seed, puzzle, copy). REQUIRES: the puzzle is set.
  RandomCopy copy(std::uint64_t copy) const;

 private:
  const std::uint64_t of_seed_;
  std::uint64_t of_puzzle_ = 0;
};

/// Writes random equivalent copies of puzzles as text. Thread-safe.
class Shuffler {
 public:
  /// REQUIRES: `isa` is empty, for the best, or available.
  explicit Shuffler(std::string_view isa = {}) : kernel_(shuffle::find_kernel(isa)) {}

  /// The room in bytes that a copy needs.
  static constexpr std::size_t kWritableBytes = shuffle::kWritableBytes;

  /// Writes the transformed cells to `to`, whose bytes behind the 81st, up to kWritableBytes, are
  /// then unspecified. Each blank keeps its character.
  /// REQUIRES: `cells` are 81 cell characters, and `to` is not among them.
  void write(std::string_view cells, const RandomCopy& copy, char* to) const;

 private:
  const shuffle::Kernel* kernel_;
};

}  // namespace puzzled::sudoku
