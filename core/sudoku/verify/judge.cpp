#include "core/sudoku/verify/judge.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/sudoku/cell_name.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/verify/kernel.hpp"

namespace puzzled::sudoku {
namespace {

using Characters = std::array<char, kCells>;

Characters characters_of(const Grid& grid) {
  Characters characters;
  std::ranges::transform(grid.digits, characters.begin(),
                         [](std::uint8_t digit) { return static_cast<char>('0' + digit); });
  return characters;
}

/// The smallest digit that the unit holds twice, of characters. REQUIRES: there is one.
std::uint8_t digit_twice_in(int unit, const char* cells) {
  std::uint32_t seen = 0;
  std::uint32_t twice = 0;
  for (int place = 0; place < kSide; ++place) {
    const std::uint32_t bit = std::uint32_t{1} << (cells[cell_of_unit(unit, place)] - '0');
    twice |= seen & bit;
    seen |= bit;
  }
  return static_cast<std::uint8_t>(__builtin_ctz(twice));
}

Verdict verdict_on_unit(int unit, const char* grid) {
  constexpr VerdictKind kKinds[] = {VerdictKind::kRow, VerdictKind::kColumn, VerdictKind::kBox};
  return {.kind = kKinds[unit / kSide],
          .place = static_cast<std::uint8_t>(unit % kSide),
          .digit = digit_twice_in(unit, grid)};
}

Verdict verdict_on_clues(const char* puzzle) {
  Grid grid;
  read_cells({puzzle, kCells}, grid);
  const Conflict conflict = *find_conflict(grid);
  return {.kind = VerdictKind::kInvalidPuzzle,
          .place = static_cast<std::uint8_t>(conflict.first_cell),
          .other_place = static_cast<std::uint8_t>(conflict.second_cell),
          .digit = conflict.digit};
}

}  // namespace

Judge::Judge(std::string_view isa) : kernel_(verify::find_kernel(isa)) {}

std::optional<Verdict> Judge::judge_cells(const char* puzzle, const char* grid) const {
  using verify::Finding;
  const verify::Look look = kernel_->look(reinterpret_cast<const std::uint8_t*>(puzzle),
                                          reinterpret_cast<const std::uint8_t*>(grid));
  switch (look.finding) {
    case Finding::kOther:
      break;
    case Finding::kRight:
      return Verdict{};
    case Finding::kPuzzle:
      return verdict_on_clues(puzzle);
    case Finding::kBlank:
      return Verdict{.kind = VerdictKind::kBlank, .place = look.place};
    case Finding::kClue:
      return Verdict{.kind = VerdictKind::kClue,
                     .place = look.place,
                     .digit = static_cast<std::uint8_t>(puzzle[look.place] - '0')};
    case Finding::kUnit:
      return verdict_on_unit(look.place, grid);
  }
  return std::nullopt;
}

std::size_t Judge::count_right_lines(std::string_view text, char separator) const {
  return kernel_->count_right(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                              static_cast<std::uint8_t>(separator));
}

Verdict Judge::judge(const Grid& puzzle, const Grid& grid) const {
  return *judge_cells(characters_of(puzzle).data(), characters_of(grid).data());
}

int count_right_cells(const Grid& puzzle, const Grid& grid, const Solutions& found) {
  int right = 0;
  if (found.count == 1) {
    for (int cell = 0; cell < kCells; ++cell) right += grid[cell] == found.first[cell] ? 1 : 0;
    return right;
  }
  std::array<std::uint32_t, kUnits> seen{};
  std::array<std::uint32_t, kUnits> twice{};
  for (int unit = 0; unit < kUnits; ++unit) {
    const auto number = static_cast<std::size_t>(unit);
    for (int place = 0; place < kSide; ++place) {
      const std::uint32_t bit = std::uint32_t{1} << grid[cell_of_unit(unit, place)];
      twice[number] |= seen[number] & bit;
      seen[number] |= bit;
    }
  }
  for (int cell = 0; cell < kCells; ++cell) {
    const auto is_alone_in = [&](int unit) {
      return (twice[static_cast<std::size_t>(unit)] >> grid[cell] & 1) == 0;
    };
    const bool fits = puzzle[cell] == 0 || puzzle[cell] == grid[cell];
    right += grid[cell] != 0 && fits && is_alone_in(row_of(cell)) &&
                     is_alone_in(kSide + column_of(cell)) && is_alone_in(2 * kSide + box_of(cell))
                 ? 1
                 : 0;
  }
  return right;
}

char* put_verdict(char* to, const Verdict& verdict) {
  const auto put = [&to](std::string_view text) { to = std::ranges::copy(text, to).out; };
  const auto put_digit = [&to](std::uint8_t digit) { *to++ = static_cast<char>('0' + digit); };
  const auto put_twice = [&](std::string_view unit) {
    put("two ");
    put_digit(verdict.digit);
    put(unit);
    *to++ = static_cast<char>('1' + verdict.place);
  };
  switch (verdict.kind) {
    case VerdictKind::kOk:
      put("ok");
      break;
    case VerdictKind::kInvalidPuzzle:
      put("invalid ");
      put(to_text(Conflict{verdict.place, verdict.other_place, verdict.digit}));
      break;
    case VerdictKind::kBlank:
      put("blank ");
      put(cell_name(verdict.place));
      break;
    case VerdictKind::kClue:
      put(cell_name(verdict.place));
      put(" is a clue ");
      put_digit(verdict.digit);
      break;
    case VerdictKind::kRow:
      put_twice(" in row ");
      break;
    case VerdictKind::kColumn:
      put_twice(" in column ");
      break;
    case VerdictKind::kBox:
      put_twice(" in box ");
      break;
    case VerdictKind::kNotUnique:
      put("not the only solution");
      break;
  }
  return to;
}

}  // namespace puzzled::sudoku
