// Which cells a symmetry exchanges with each other: the clues of a symmetric puzzle come and go by
// these.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace puzzled::sudoku {

/// Under which cells with clues go to cells with clues.
enum class Symmetry : std::uint8_t {
  kNone,
  kRotational,    ///< half a turn
  kQuarterTurn,   ///< a quarter turn, and so all turns
  kHorizontal,    ///< upside down: row 1 and row 9
  kVertical,      ///< left and right: column 1 and column 9
  kDiagonal,      ///< across the diagonal from r1c1 to r9c9
  kAntiDiagonal,  ///< across the diagonal from r1c9 to r9c1
  kFull,          ///< all of these
};

struct SymmetryName {
  std::string_view name;
  Symmetry symmetry;
};
inline constexpr std::array<SymmetryName, 8> kSymmetryNames{{
    {"none", Symmetry::kNone},
    {"rotational", Symmetry::kRotational},
    {"quarter-turn", Symmetry::kQuarterTurn},
    {"horizontal", Symmetry::kHorizontal},
    {"vertical", Symmetry::kVertical},
    {"diagonal", Symmetry::kDiagonal},
    {"anti-diagonal", Symmetry::kAntiDiagonal},
    {"full", Symmetry::kFull},
}};

/// Cells that the symmetry exchanges with each other.
using Orbit = std::vector<int>;

/// All cells.
std::vector<Orbit> orbits_of(Symmetry symmetry);

}  // namespace puzzled::sudoku
