// Canonical forms: equal for two puzzles if and only if they are equivalent.
//
// Two puzzles are equivalent if one becomes the other by permuting the digits, the bands, the rows
// of a band, the stacks and the columns of a stack, and by transposition. The canonical form is the
// lexicographically smallest of all equivalent puzzles, read row by row, where a blank comes before
// the digits. (Other programs use "min-lex" for other forms: some compare the pattern of the clues
// first, some use the form of the solution.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/canonical/kernel.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

struct CanonicalForm {
  Grid grid{};
  /// How many of the 3,359,232 orders of rows and columns, with and without transposition, give the
  /// same puzzle up to a permutation of the digits; at least 1.
  std::uint32_t automorphisms = 0;
};

/// Owns the memory that a search needs: some hundred KiB, a few MiB after puzzles of high
/// symmetry. One is for one thread at a time.
class Canonicalizer {
 public:
  /// REQUIRES: `isa` is empty, for the best instruction set, or available.
  explicit Canonicalizer(std::string_view isa = {});
  ~Canonicalizer();
  Canonicalizer(const Canonicalizer&) = delete;
  Canonicalizer& operator=(const Canonicalizer&) = delete;

  /// The form of a puzzle with any number of clues and of solutions, or of a full grid.
  /// REQUIRES: every digit is in 0..9, and no unit holds a digit twice (find_conflict()).
  CanonicalForm find(const Grid& puzzle);

  /// The same of many puzzles, which is faster. REQUIRES: there are as many forms as puzzles.
  void find(std::span<const Grid> puzzles, std::span<CanonicalForm> forms);

  /// Another form, the same for equivalent puzzles, too: the smallest that the puzzle takes when
  /// its solution becomes the canonical form of the solution.
  /// REQUIRES: `solution` is the one solution of `puzzle`.
  CanonicalForm find_by_solution(const Grid& puzzle, const Grid& solution);

 private:
  void find_side_by_side(std::span<const Grid> puzzles, std::span<CanonicalForm> forms);
  CanonicalForm find_grid(const Grid& grid);

  const canonical::Kernel* kernel_;
  canonical::Workspace workspace_;
  std::uint32_t grids_ = 0;  // full ones that there have been, up to kGridsBeforeTables
  std::vector<canonical::GridWay> ways_;
};

}  // namespace puzzled::sudoku
