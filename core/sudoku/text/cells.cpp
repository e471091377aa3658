#include "core/sudoku/text/cells.hpp"

#include <algorithm>
#include <cstring>

namespace puzzled::sudoku {
namespace {

using Bytes = std::uint8_t __attribute__((vector_size(16)));

bool any(Bytes flags) {
  std::uint64_t halves[2];
  std::memcpy(halves, &flags, sizeof halves);
  return (halves[0] | halves[1]) != 0;
}

Bytes is_rare_blank(Bytes c) {
  return static_cast<Bytes>((c == '_') | (c == '*') | ((c | 0x20) == 'x') | (c == '?') |
                            (c == '-'));
}

/// The same as cell_value() of 81 characters, 16 at once: 5 ns instead of 45 by a table. False when
/// one of them is no cell. The last 16 overlap those before.
bool read_81_cells(const char* text, Grid& grid) {
  constexpr std::size_t kLast = kCells - sizeof(Bytes);
  Bytes others{};
  for (std::size_t i = 0; i < kCells; i += sizeof(Bytes)) {
    const std::size_t at = i < kLast ? i : kLast;
    Bytes c;
    std::memcpy(&c, text + at, sizeof c);
    const Bytes digit = c - '0';
    const auto is_digit = static_cast<Bytes>(digit <= 9);
    const Bytes value = digit & is_digit;
    std::memcpy(&grid.digits[at], &value, sizeof value);
    others |= ~(is_digit | static_cast<Bytes>(c == '.'));
  }
  if (!any(others)) return true;
  for (std::size_t i = 0; i < kCells; i += sizeof(Bytes)) {
    Bytes c;
    std::memcpy(&c, text + (i < kLast ? i : kLast), sizeof c);
    const auto is_usual = static_cast<Bytes>((static_cast<Bytes>(c - '0') <= 9) | (c == '.'));
    if (any(~(is_usual | is_rare_blank(c)))) return false;
  }
  return true;
}

constexpr std::int8_t kGap = -2;

/// cell_value() of each character; kGap for what may stand between the cells of a row. Rows are
/// read a character after the other, and a look into a table takes a third of the comparisons.
constexpr auto kRowMarks = [] {
  std::array<std::int8_t, 256> marks{};
  for (std::size_t c = 0; c < marks.size(); ++c) {
    marks[c] = static_cast<std::int8_t>(cell_value(static_cast<char>(c)));
  }
  for (const unsigned char c : {' ', '\t', ',', '|'}) marks[c] = kGap;
  for (const unsigned char c : {'-', '_', '*'}) marks[c] = -1;
  return marks;
}();

}  // namespace

bool has_blank(const Grid& grid) {
  return std::ranges::find(grid.digits, 0) != grid.digits.end();
}

bool has_clues_of(const Grid& grid, const Grid& puzzle) {
  return std::ranges::equal(puzzle.digits, grid.digits, [](std::uint8_t clue, std::uint8_t digit) {
    return clue == 0 || clue == digit;
  });
}

bool is_solution(const Grid& grid, const Grid& puzzle) {
  return !has_blank(grid) && has_blank(puzzle) && has_clues_of(grid, puzzle);
}

std::size_t read_cells(std::string_view text, Grid& grid) {
  if (text.size() >= kCells && read_81_cells(text.data(), grid)) return kCells;
  const auto end =
      text.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(text.size(), kCells));
  return static_cast<std::size_t>(
      std::find_if(text.begin(), end, [](char c) { return cell_value(c) < 0; }) - text.begin());
}

RowCells read_row(std::string_view line) {
  RowCells row;
  // Nine cells side by side, or with one character between each two: the most usual rows.
  const std::size_t step = line.size() == kSide ? 1 : 2;
  if (line.size() == kSide || line.size() == 2 * kSide - 1) {
    int all = 0;
    bool has_gaps = true;
    for (std::size_t i = 0; i < kSide; ++i) {
      const std::size_t at = i * step;
      const std::int8_t value = kRowMarks[static_cast<std::uint8_t>(line[at])];
      all |= value;
      if (i > 0 && step == 2) {
        has_gaps &= kRowMarks[static_cast<std::uint8_t>(line[at - 1])] == kGap;
      }
      row.values[i] = static_cast<std::uint8_t>(value);
      row.offsets[i] = static_cast<std::uint32_t>(at);
    }
    if (all >= 0 && has_gaps) {
      row.count = kSide;
      row.end = line.size();
      return row;
    }
  }
  bool has_comma = false;
  for (; row.end < line.size(); ++row.end) {
    const std::int8_t value = kRowMarks[static_cast<std::uint8_t>(line[row.end])];
    if (value == kGap) {
      has_comma = has_comma || line[row.end] == ',';
      continue;
    }
    if (value < 0 || row.count == kSide) break;
    row.values[row.count] = static_cast<std::uint8_t>(value);
    row.offsets[row.count] = static_cast<std::uint32_t>(row.end);
    ++row.count;
  }
  // `5.0,3.0,…`: the point is no cell of its own.
  for (std::size_t at = 2; has_comma && at < row.end; ++at) {
    if (line[at] == '.' && line[at - 2] == ',' && line[at - 1] >= '0' && line[at - 1] <= '9') {
      row.end = at;
    }
  }
  return row;
}

Grid grid_of(const std::uint8_t* cells) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell) {
    // A clue's character and its number have the same low half; that of a blank is 0 or above 9.
    const int low = cells[cell] & 15;
    grid[cell] = static_cast<std::uint8_t>(low <= 9 ? low : 0);
  }
  return grid;
}

void write_line(const Grid& grid, char* to) {
  for (int cell = 0; cell < kCells; ++cell) to[cell] = static_cast<char>('0' + grid[cell]);
  to[kCells] = '\n';
}

}  // namespace puzzled::sudoku
