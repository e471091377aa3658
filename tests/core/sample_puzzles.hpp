// Puzzles for the tests and benchmarks: literals, well-known ones, and generated ones of each kind.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// 81 characters in row order; anything but 1 to 9 is a blank.
Grid grid_from(std::string_view text);

/// Puzzles with 17 clues, the fewest possible; one solution each.
inline constexpr std::array<std::string_view, 3> kSeventeenClues{
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7...",
    ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.."};

/// Known by name for being hard; one solution each.
inline constexpr std::array<std::string_view, 5> kFamous{
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6..."};

/// One solution each. Found by a search of random minimal puzzles, for levels that are rare among
/// them.
inline constexpr std::array<std::string_view, 6> kOfRareLevels{
    "........5..1..2...4.6...2...5..2..97..23........14.........83..6.....528.3..9.1..",
    "....24........5937..........4..63.9.9.6....8....1....5..9.32.76.2.4......35...2..",
    ".......1..9.3...24..4.1.5.....7.3.458..59.........8.....74..2..68.........1..7.93",
    "87.........9..8...2.....9.5..8...521.3.....4.6.........9...51.2.1.7.2......49.7..",
    "......169....51..7...8....3.9..4...62.8..974...4.......416......6.4.85......75...",
    "..3.9.........158..2...7.36..4.1.....9.5..8.......32...6..3.7.8.8...21..7......2."};

enum class Kind {
  kEasy,     ///< one solution, 32 clues
  kMinimal,  ///< one solution, no clue too many
  kNone,     ///< a puzzle with one solution and 28 clues, and one clue more that is wrong
  kMany,     ///< a minimal puzzle without one or two of its clues: at least two solutions
};

inline constexpr std::array kKinds{Kind::kEasy, Kind::kMinimal, Kind::kNone, Kind::kMany};

std::string_view name_of(Kind kind);
void PrintTo(Kind kind, std::ostream* out);  ///< for GoogleTest

/// Puzzle number `index` of that kind; always the same.
///
/// The band with most clues comes first, and in a band the rows with most: that is the one order in
/// which the row engine, which fills from the top, is seldom slow.
Grid sample_puzzle(Kind kind, std::uint64_t index);

}  // namespace puzzled::sudoku
