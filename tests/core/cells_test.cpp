#include "core/sudoku/text/cells.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kLine =
    "12345678.1234567890*_.0123456789123456789123456789123456789123456789123456789....9";

Grid grid_at(std::string_view text) {
  return grid_of(reinterpret_cast<const std::uint8_t*>(text.data()));
}

TEST(GridOf, CellsAreCharactersOrNumbers) {
  std::string numbers;
  for (const char c : kLine) numbers += static_cast<char>(c >= '1' && c <= '9' ? c - '0' : 0);
  const Grid grid = grid_at(kLine);
  for (int cell = 0; cell < kCells; ++cell) {
    EXPECT_EQ(grid[cell], numbers[static_cast<std::size_t>(cell)]) << cell;
  }
  EXPECT_EQ(grid_at(numbers), grid);
}

TEST(WriteLine, WritesOneLineAndNoMore) {
  std::string text(kLineBytes + 1, 'x');
  write_line(grid_at(kLine), text.data());
  EXPECT_EQ(grid_at(text), grid_at(kLine));
  EXPECT_EQ(text.find_first_not_of("0123456789"), kCells);
  EXPECT_EQ(text.substr(kCells), "\nx");
}

TEST(ReadCells, KnowsEveryCharacterOfACell) {
  const std::string cells(81, '5');
  for (int c = 0; c < 256; ++c) {
    for (const std::size_t cell : {0, 15, 16, 40, 64, 79, 80}) {
      std::string text = cells + "5";
      text[cell] = static_cast<char>(c);
      const int value = cell_value(static_cast<char>(c));
      Grid grid;
      ASSERT_EQ(read_cells(text, grid), value >= 0 ? kCells : cell) << c;
      if (value >= 0) {
        ASSERT_EQ(grid[static_cast<int>(cell)], value) << c;
      }
    }
  }
}

TEST(ReadCells, ReadsNoFurtherThanTheText) {
  const std::string cells(81, '5');
  Grid grid;
  for (std::size_t size = 0; size <= cells.size(); ++size) {
    EXPECT_EQ(read_cells(std::string_view(cells).substr(0, size), grid), size);
  }
}

TEST(ReadRow, TellsWhereItsCellsStandAndWhereItEnds) {
  const std::string_view line = " 1 2,3|4\t5. x08 ";
  const RowCells row = read_row(line);
  EXPECT_TRUE(row.is_whole(line));
  EXPECT_EQ(row.values, (std::array<std::uint8_t, 9>{1, 2, 3, 4, 5, 0, 0, 0, 8}));
  EXPECT_EQ(row.offsets, (std::array<std::uint32_t, 9>{1, 3, 5, 7, 9, 10, 12, 13, 14}));
  EXPECT_EQ(read_row("123a").end, 3U);
  EXPECT_EQ(read_row("123456789").end, 9U);
  EXPECT_EQ(read_row("12345678 91").end, 10U);
  EXPECT_FALSE(read_row("1234567891").is_whole("1234567891"));
}

}  // namespace
}  // namespace puzzled::sudoku
