// How cells are named in texts: `r1c1` to `r9c9`.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

inline constexpr auto kCellNames = [] {
  std::array<std::array<char, 4>, kCells> names{};
  for (int cell = 0; cell < kCells; ++cell) {
    names[static_cast<std::size_t>(cell)] = {'r', static_cast<char>('1' + row_of(cell)), 'c',
                                             static_cast<char>('1' + column_of(cell))};
  }
  return names;
}();

constexpr std::string_view cell_name(int cell) {
  const auto& name = kCellNames[static_cast<std::size_t>(cell)];
  return {name.data(), name.size()};
}

}  // namespace puzzled::sudoku
