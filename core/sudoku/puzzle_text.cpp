#include "core/sudoku/puzzle_text.hpp"

#include <array>

#include "core/sudoku/text_form.hpp"

namespace puzzled::sudoku {
namespace {

// Cell values by character, 0x80 for what is no cell: one load and one OR a cell, and a single
// test at the end.
constexpr std::uint8_t kNoCell = 0x80;
constexpr std::array<std::uint8_t, 256> kCellTable = [] {
  std::array<std::uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const int value = cell_value(static_cast<char>(c));
    table[static_cast<std::size_t>(c)] = value < 0 ? kNoCell : static_cast<std::uint8_t>(value);
  }
  return table;
}();

std::uint8_t cell_of(char c) {
  return kCellTable[static_cast<std::uint8_t>(c)];
}

bool ends_cells(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == '#';
}

/// Names the first thing that is wrong with `cells`; nothing is known to be right.
void explain(std::string_view cells, PuzzleText& puzzle) {
  std::size_t good = 0;
  while (good < cells.size() && good < kCells && cell_of(cells[good]) != kNoCell) ++good;
  puzzle.error_place.column += static_cast<std::uint32_t>(good);
  if (good < kCells && (good == cells.size() || (good > 0 && ends_cells(cells[good])))) {
    puzzle.error = std::to_string(good) + (good == 1 ? " cell" : " cells") + " instead of 81";
  } else if (good < kCells) {
    puzzle.error = "character " + quoted(cells[good]) + " is no cell";
  } else if (cell_of(cells[good]) != kNoCell) {
    puzzle.error = "more than 81 cells";
  } else {
    puzzle.error = "character " + quoted(cells[good]) + " right behind cell 81";
  }
}

}  // namespace

std::string quoted(char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  if (c > ' ' && c <= '~') return {'\'', c, '\''};
  if (c == ' ') return "' '";
  const auto byte = static_cast<std::uint8_t>(c);
  return {'0', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

PuzzleText read_cells(std::string_view cells, std::uint32_t line, std::uint32_t offset) {
  PuzzleText puzzle;
  std::uint8_t seen = kNoCell;
  if (cells.size() >= kCells && (cells.size() == kCells || ends_cells(cells[kCells]))) {
    seen = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      const std::uint8_t value = cell_of(cells[static_cast<std::size_t>(cell)]);
      puzzle.grid[cell] = value;
      seen |= value;
    }
  }
  if (seen & kNoCell) {
    puzzle.error_place = {line, offset + 1};
    explain(cells, puzzle);
  }
  return puzzle;
}

}  // namespace puzzled::sudoku
