#include "core/sudoku/packed_grid.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace puzzled::sudoku {
namespace {

Grid some_grid(int shift) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    grid[cell] = static_cast<std::uint8_t>((cell * 7 + shift) % 10);
  }
  return grid;
}

TEST(PackedGrid, KeepsEveryDigitInEveryCell) {
  for (int shift = 0; shift < 10; ++shift) {
    EXPECT_EQ(unpack(pack(some_grid(shift))), some_grid(shift));
  }
}

TEST(PackedGrid, IsWrittenAsDigits) {
  const Grid grid = some_grid(3);
  char text[kCellsRoom];
  write_cells(pack(grid), text);
  for (int cell = 0; cell < kCells; ++cell) EXPECT_EQ(text[cell], '0' + grid[cell]) << cell;
}

TEST(PackedGrid, CellsAreCharactersOrNumbers) {
  const std::string_view line =
      "12345678.1234567890*_.0123456789123456789123456789123456789123456789123456789....9";
  std::string numbers;
  for (const char c : line) numbers += static_cast<char>(c >= '1' && c <= '9' ? c - '0' : 0);
  const auto grid_at = [](std::string_view text) {
    return grid_of(reinterpret_cast<const std::uint8_t*>(text.data()));
  };
  const Grid grid = grid_at(line);
  for (int cell = 0; cell < kCells; ++cell) {
    EXPECT_EQ(grid[cell], numbers[static_cast<std::size_t>(cell)]) << cell;
  }
  EXPECT_EQ(grid_at(numbers), grid);
}

}  // namespace
}  // namespace puzzled::sudoku
