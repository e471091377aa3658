// Boards of region queens: one queen in each row, column and region, none of which touches another,
// not even diagonally.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/queens/boards/board.hpp"
#include "core/result.hpp"

namespace puzzled::queens {

struct RegionBoard {
  int queens = 0;                     ///< rows, columns and regions
  std::vector<std::uint8_t> regions;  ///< of each square, row by row, from 0
  std::string signs;                  ///< of each region

  int region(Square square) const {
    return regions[static_cast<std::size_t>(square.row * queens + square.column)];
  }
};

/// A board from its squares, row by row: each sign stands for a region. Regions are numbered in the
/// order in which they first occur. The error: the squares are no N times N, or there are not N
/// regions.
Result<RegionBoard> make_region_board(std::string_view signs);

/// The board as a line: the signs of its squares, row by row.
std::string to_line(const RegionBoard& board);

}  // namespace puzzled::queens
