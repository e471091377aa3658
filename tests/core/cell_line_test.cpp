#include "core/sudoku/text/cell_line.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kLine =
    "12345678.1234567890*_.0123456789123456789123456789123456789123456789123456789....9";

Grid grid_at(std::string_view text) {
  return grid_of(reinterpret_cast<const std::uint8_t*>(text.data()));
}

TEST(CellLine, CellsAreCharactersOrNumbers) {
  std::string numbers;
  for (const char c : kLine) numbers += static_cast<char>(c >= '1' && c <= '9' ? c - '0' : 0);
  const Grid grid = grid_at(kLine);
  for (int cell = 0; cell < kCells; ++cell) {
    EXPECT_EQ(grid[cell], numbers[static_cast<std::size_t>(cell)]) << cell;
  }
  EXPECT_EQ(grid_at(numbers), grid);
}

TEST(CellLine, WritesOneLineAndNoMore) {
  std::string text(kLineBytes + 1, 'x');
  write_line(grid_at(kLine), text.data());
  EXPECT_EQ(grid_at(text), grid_at(kLine));
  EXPECT_EQ(text.find_first_not_of("0123456789"), kCells);
  EXPECT_EQ(text.substr(kCells), "\nx");
}

}  // namespace
}  // namespace puzzled::sudoku
