#include "tests/core/guess_reference.hpp"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <vector>

namespace puzzled::sudoku {
namespace {

using Digits = std::bitset<9>;

// Lines of a digit in the first, second and third box of a chute.
using Pattern = std::array<std::size_t, 3>;
constexpr std::array<Pattern, 6> kInOrder{
    {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {1, 0, 2}}};

// Cell i of line `line` in box `box` of chute 0 to 5: bands, then stacks.
std::size_t cell_at(std::size_t chute, std::size_t box, std::size_t line, std::size_t i) {
  return chute < 3 ? 27 * chute + 9 * line + 3 * box + i
                   : 27 * box + 9 * i + 3 * (chute - 3) + line;
}

struct Board {
  std::array<Digits, 81> cells;

  explicit Board(const Grid& puzzle) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
      if (puzzle.digits[cell] == 0) {
        cells[cell].set();
      } else {
        cells[cell].set(puzzle.digits[cell] - 1U);
      }
    }
  }

  Digits in_line(std::size_t chute, std::size_t box, std::size_t line) const {
    return cells[cell_at(chute, box, line, 0)] | cells[cell_at(chute, box, line, 1)] |
           cells[cell_at(chute, box, line, 2)];
  }

  void clear_line(std::size_t chute, std::size_t box, std::size_t line, const Digits& digits) {
    for (std::size_t i = 0; i < 3; ++i) cells[cell_at(chute, box, line, i)] &= ~digits;
  }

  std::vector<Pattern> patterns(std::size_t chute, std::size_t digit) const {
    std::vector<Pattern> left;
    for (const Pattern& pattern : kInOrder) {
      bool possible = true;
      for (std::size_t box = 0; box < 3; ++box) {
        possible = possible && in_line(chute, box, pattern[box]).test(digit);
      }
      if (possible) left.push_back(pattern);
    }
    return left;
  }

  void keep_patterns(std::size_t chute, std::size_t digit, const std::vector<Pattern>& kept) {
    for (std::size_t box = 0; box < 3; ++box) {
      for (std::size_t line = 0; line < 3; ++line) {
        const auto has_line = [&](const Pattern& pattern) { return pattern[box] == line; };
        if (std::ranges::any_of(kept, has_line)) continue;
        clear_line(chute, box, line, Digits().set(digit));
      }
    }
  }

  // Three digits and a mini-line: if just three are possible there, they are nowhere else in its
  // box; if just three are impossible elsewhere in the box, no other is there.
  void count_digits(std::size_t chute, std::size_t box, std::size_t line) {
    const Digits here = in_line(chute, box, line);
    const std::size_t second = (line + 1) % 3;
    const std::size_t third = (line + 2) % 3;
    if (here.count() == 3) {
      clear_line(chute, box, second, here);
      clear_line(chute, box, third, here);
    }
    const Digits elsewhere = in_line(chute, box, second) | in_line(chute, box, third);
    if (elsewhere.count() == 6) clear_line(chute, box, line, elsewhere);
  }

  void apply_rules() {
    for (std::size_t chute = 0; chute < 6; ++chute) {
      for (std::size_t digit = 0; digit < 9; ++digit) {
        keep_patterns(chute, digit, patterns(chute, digit));
      }
      for (std::size_t box = 0; box < 3; ++box) {
        for (std::size_t line = 0; line < 3; ++line) count_digits(chute, box, line);
      }
    }
    for (std::size_t band = 0; band < 3; ++band) {
      for (std::size_t stack = 0; stack < 3; ++stack) apply_singles(27 * band + 3 * stack);
    }
  }

  // In the box with this first cell.
  void apply_singles(std::size_t first) {
    const auto cell = [&](std::size_t i) -> Digits& { return cells[first + 9 * (i / 3) + i % 3]; };
    for (std::size_t i = 0; i < 9; ++i) {
      if (cell(i).count() != 1) continue;
      const Digits digit = cell(i);
      for (std::size_t j = 0; j < 9; ++j) {
        if (j != i) cell(j) &= ~digit;
      }
    }
    for (std::size_t digit = 0; digit < 9; ++digit) {
      std::size_t places = 0;
      std::size_t place = 0;
      for (std::size_t i = 0; i < 9; ++i) {
        if (!cell(i).test(digit)) continue;
        ++places;
        place = i;
      }
      if (places == 1) cell(place) = Digits().set(digit);
    }
  }

  void apply_rules_until_nothing_moves() {
    for (std::array<Digits, 81> before{}; before != cells;) {
      before = cells;
      apply_rules();
    }
  }
};

// Leaves the pattern that is guessed; what is returned has the others.
Board split(Board& board) {
  std::size_t chosen = 0;
  std::size_t fewest = SIZE_MAX;
  for (std::size_t chute = 0; chute < 6; ++chute) {
    std::size_t count = 0;
    for (std::size_t digit = 0; digit < 9; ++digit) count += board.patterns(chute, digit).size();
    if (count == 9 || count >= fewest) continue;
    fewest = count;
    chosen = chute;
  }
  std::size_t guessed_digit = 0;
  std::vector<Pattern> patterns;
  for (std::size_t digit = 0; digit < 9; ++digit) {
    const std::vector<Pattern> left = board.patterns(chosen, digit);
    if (left.size() == 1 || (!patterns.empty() && left.size() >= patterns.size())) continue;
    guessed_digit = digit;
    patterns = left;
  }
  std::vector<Pattern> guessed{patterns.front()};
  std::vector<Pattern> others(patterns.begin() + 1, patterns.end());
  if (patterns.size() == 6) {
    const auto starts = [](const Pattern& pattern) { return pattern[0] == 0; };
    guessed = others = {};
    for (const Pattern& pattern : patterns) (starts(pattern) ? guessed : others).push_back(pattern);
  }
  Board rest = board;
  board.keep_patterns(chosen, guessed_digit, guessed);
  rest.keep_patterns(chosen, guessed_digit, others);
  return rest;
}

// Whether there is a solution; counts guesses on the way.
bool search(Board board, std::uint32_t& guesses) {
  board.apply_rules_until_nothing_moves();
  const auto has_none = [](const Digits& cell) { return cell.none(); };
  if (std::ranges::any_of(board.cells, has_none)) return false;
  const auto has_one = [](const Digits& cell) { return cell.count() == 1; };
  if (std::ranges::all_of(board.cells, has_one)) return true;
  ++guesses;
  const Board rest = split(board);
  return search(board, guesses) || search(rest, guesses);
}

}  // namespace

std::uint32_t guesses_by_definition(const Grid& puzzle) {
  std::uint32_t guesses = 0;
  search(Board(puzzle), guesses);
  return guesses;
}

}  // namespace puzzled::sudoku
