// A Sudoku board of any size as a picture: clues heavy and dark, the other values lighter and in
// colour.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled {

/// A board by its cells, row by row; its regions have heavy borders.
struct DrawnBoard {
  int size = sudoku::kSide;
  std::span<const std::uint8_t> clues;    ///< 0: none
  std::span<const std::uint8_t> values;   ///< drawn as numbers; 0: none
  std::span<const std::uint8_t> regions;  ///< or empty: there are none
};

std::string board_svg(const DrawnBoard& board, std::string_view title,
                      std::string_view description);

/// `grid` with the digits of `clues` as clues. The document has both as text, too.
std::string sudoku_svg(const sudoku::Grid& clues, const sudoku::Grid& grid, std::string_view title);

/// The same with the weight of each cell in its corner; the larger it is, the darker is the cell.
std::string weighted_sudoku_svg(const sudoku::Grid& clues, const sudoku::Grid& grid,
                                std::span<const std::int32_t, sudoku::kCells> weights,
                                std::string_view title);

}  // namespace puzzled
