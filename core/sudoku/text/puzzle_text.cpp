#include "core/sudoku/text/puzzle_text.hpp"

#include <algorithm>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

/// What is wrong with `field`, which begins with `cells` cells, at most 81.
std::string reason_of_field(std::string_view field, std::size_t cells) {
  const bool ends = cells == field.size();
  // As long as a puzzle: a sign is wrong, none is missing.
  const bool is_whole = field.size() == kCells;
  if (cells < kCells && (ends || (cells > 0 && !is_whole && ends_cells(field[cells])))) {
    return counted_cells(cells) + " instead of 81";
  }
  if (cells < kCells) return quoted(field[cells]) + " is not a cell character";
  if (cell_value(field[cells]) >= 0) return "more than 81 cells";
  if (field[cells] == '\r') return "a carriage return after cell 81: a line feed ends a line";
  return quoted(field[cells]) + " directly after cell 81";
}

}  // namespace

void read_puzzle(std::string_view field, TextPlace place, PuzzleText& puzzle) {
  puzzle.error.clear();
  puzzle.place = place;
  const std::size_t cells = read_cells(field, puzzle.grid);
  if (cells == kCells && (field.size() == kCells || ends_cells(field[kCells]))) return;
  puzzle.error = reason_of_field(field, cells);
  puzzle.place.column += static_cast<std::uint32_t>(cells);
}

void read_puzzle_line(std::string_view line, std::uint32_t number, PuzzleText& puzzle) {
  if (line.size() <= kMaxLineBytes) return read_puzzle(line, {number, 1}, puzzle);
  puzzle.error = too_long_reason();
  puzzle.place = {number, static_cast<std::uint32_t>(kMaxLineBytes) + 1};
}

void settle_candidates(std::span<const std::uint16_t> of_cells, PuzzleText& puzzle) {
  const auto is_zero = [](auto value) { return value == 0; };
  if (!std::ranges::all_of(puzzle.grid.digits, is_zero)) return;
  if (of_cells.size() != kCells) {
    puzzle.error = "candidates are deleted of a board without any clue";
    return;
  }
  if (std::ranges::any_of(of_cells, is_zero)) {
    puzzle.error = "no clue, and a cell without candidates: a Sukaku has some in each cell";
    return;
  }
  puzzle.error = kOnlyCandidates;
  for (const std::uint16_t candidates : of_cells) {
    for (int digit = 1; digit <= kSide; ++digit) {
      const bool is_one = (candidates >> (digit - 1) & 1) != 0;
      puzzle.rule_line += is_one ? static_cast<char>('0' + digit) : '.';
    }
  }
}

std::string counted_cells(std::size_t cells) {
  return std::to_string(cells) + (cells == 1 ? " cell" : " cells");
}

std::string quoted(char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  if (c > ' ' && c <= '~') return {'\'', c, '\''};
  if (c == ' ') return "' '";
  const auto byte = static_cast<std::uint8_t>(c);
  return {'0', 'x', kHex[byte >> 4], kHex[byte & 15]};
}

}  // namespace puzzled::sudoku
