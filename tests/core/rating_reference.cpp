#include "tests/core/rating_reference.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstddef>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace puzzled::sudoku {
namespace {

// Nine bits: digits of a cell, cells of a unit.
using Mask = unsigned;

struct Board {
  std::array<Mask, kCells> candidates{};
  std::bitset<kCells> placed;

  Mask& operator[](int cell) { return candidates[static_cast<std::size_t>(cell)]; }
  Mask operator[](int cell) const { return candidates[static_cast<std::size_t>(cell)]; }
  bool is_solved() const { return placed.all(); }
};

using Unit = std::array<int, kSide>;

std::array<Unit, kUnits> make_units() {
  std::array<Unit, kUnits> units{};
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      const auto place = static_cast<std::size_t>(j);
      units[static_cast<std::size_t>(i)][place] = kSide * i + j;
      units[static_cast<std::size_t>(kSide + i)][place] = kSide * j + i;
      units[static_cast<std::size_t>(2 * kSide + i)][place] =
          kSide * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3;
    }
  }
  return units;
}

const std::array<Unit, kUnits> kUnitList = make_units();

bool see_each_other(int a, int b) {
  return a != b &&
         (row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b));
}

bool contains(const Unit& unit, int cell) {
  return std::ranges::find(unit, cell) != unit.end();
}

Mask bit(int i) {
  return Mask{1} << i;
}

// Which cells of the unit have the candidate.
Mask places_in(const Board& board, const Unit& unit, int digit) {
  Mask places = 0;
  for (std::size_t i = 0; i < kSide; ++i) {
    if ((board[unit[i]] & bit(digit)) != 0) places |= bit(static_cast<int>(i));
  }
  return places;
}

bool remove(Board& board, int cell, Mask digits) {
  if ((board[cell] & digits) == 0) return false;
  board[cell] &= ~digits;
  return true;
}

// False if the digit is no candidate there.
bool place(Board& board, int cell, int digit) {
  if ((board[cell] & bit(digit)) == 0) return false;
  board[cell] = bit(digit);
  board.placed.set(static_cast<std::size_t>(cell));
  for (int other = 0; other < kCells; ++other) {
    if (see_each_other(cell, other)) remove(board, other, bit(digit));
  }
  return true;
}

// All singles that the rules up to a level find: (cell, digit). Nothing if there is a
// contradiction.
std::optional<std::set<std::pair<int, int>>> find_singles(const Board& board, int level) {
  std::set<std::pair<int, int>> singles;
  for (std::size_t u = 0; u < kUnits; ++u) {
    for (int digit = 0; digit < kSide; ++digit) {
      const Mask places = places_in(board, kUnitList[u], digit);
      if (places == 0) return std::nullopt;
      const bool counts = level >= 2 || u >= 2 * kSide;
      if (counts && std::has_single_bit(places)) {
        singles.emplace(kUnitList[u][static_cast<std::size_t>(std::countr_zero(places))], digit);
      }
    }
  }
  for (int cell = 0; cell < kCells; ++cell) {
    if (board[cell] == 0) return std::nullopt;
    if (level >= 3 && std::has_single_bit(board[cell])) {
      singles.emplace(cell, std::countr_zero(board[cell]));
    }
  }
  std::erase_if(singles, [&](const auto& single) {
    return board.placed[static_cast<std::size_t>(single.first)];
  });
  return singles;
}

enum class Round { kPlaced, kNothing, kContradiction };

Round run_round(Board& board, int level) {
  const auto singles = find_singles(board, level);
  if (!singles) return Round::kContradiction;
  for (const auto& [cell, digit] : *singles) {
    if (!place(board, cell, digit)) return Round::kContradiction;
  }
  return singles->empty() ? Round::kNothing : Round::kPlaced;
}

// All places of a digit in one unit are in another: it has no others there.
bool remove_locked(Board& board) {
  bool changed = false;
  for (const Unit& unit : kUnitList) {
    for (const Unit& other : kUnitList) {
      if (&unit == &other) continue;
      for (int digit = 0; digit < kSide; ++digit) {
        const bool locked = std::ranges::all_of(unit, [&](int cell) {
          return (board[cell] & bit(digit)) == 0 || contains(other, cell);
        });
        if (!locked) continue;
        for (const int cell : other) {
          if (!contains(unit, cell)) changed = remove(board, cell, bit(digit)) || changed;
        }
      }
    }
  }
  return changed;
}

// Where `size` of nine masks have `size` bits together, the other masks lose these.
// `lose(i, bits)` is called for them.
template <class F>
void find_subsets(const std::array<Mask, kSide>& masks, int size, F lose) {
  for (Mask chosen = 0; chosen < bit(kSide); ++chosen) {
    if (std::popcount(chosen) != size) continue;
    Mask together = 0;
    for (int i = 0; i < kSide; ++i) {
      if ((chosen & bit(i)) != 0) together |= masks[static_cast<std::size_t>(i)];
    }
    if (std::popcount(together) != size) continue;
    for (int i = 0; i < kSide; ++i) {
      if ((chosen & bit(i)) == 0) lose(static_cast<std::size_t>(i), together);
    }
  }
}

bool remove_subsets_of_unit(Board& board, const Unit& unit, int size) {
  bool changed = false;
  std::array<Mask, kSide> of_cells{};
  std::array<Mask, kSide> of_digits{};
  for (std::size_t i = 0; i < kSide; ++i) {
    of_cells[i] = board[unit[i]];
    of_digits[i] = places_in(board, unit, static_cast<int>(i));
  }
  find_subsets(of_cells, size, [&](std::size_t i, Mask digits) {
    changed = remove(board, unit[i], digits) || changed;
  });
  find_subsets(of_digits, size, [&](std::size_t digit, Mask cells) {
    for (std::size_t i = 0; i < kSide; ++i) {
      if ((cells & bit(static_cast<int>(i))) == 0) continue;
      changed = remove(board, unit[i], bit(static_cast<int>(digit))) || changed;
    }
  });
  return changed;
}

bool remove_fish(Board& board, int digit, int size) {
  bool changed = false;
  for (const std::size_t first : {std::size_t{0}, std::size_t{kSide}}) {  // rows, then columns
    std::array<Mask, kSide> lines{};
    for (std::size_t i = 0; i < kSide; ++i) {
      lines[i] = places_in(board, kUnitList[first + i], digit);
    }
    find_subsets(lines, size, [&](std::size_t line, Mask places) {
      for (std::size_t i = 0; i < kSide; ++i) {
        if ((places & bit(static_cast<int>(i))) == 0) continue;
        changed = remove(board, kUnitList[first + line][i], bit(digit)) || changed;
      }
    });
  }
  return changed;
}

bool remove_subsets(Board& board, int size) {
  bool changed = false;
  for (const Unit& unit : kUnitList) changed = remove_subsets_of_unit(board, unit, size) || changed;
  for (int digit = 0; digit < kSide; ++digit) changed = remove_fish(board, digit, size) || changed;
  return changed;
}

void apply_rules(Board& board, int level) {
  for (bool changed = true; changed;) {
    changed = false;
    while (run_round(board, level) == Round::kPlaced) {
    }
    if (level >= 4) changed = remove_locked(board);
    for (int rule = 5; rule <= level; ++rule) changed = remove_subsets(board, rule - 3) || changed;
  }
}

struct Probe {
  Board board;
  int cell;
  int digit;
  bool moves = true;
};

std::vector<Probe> all_probes(const Board& board) {
  std::vector<Probe> probes;
  for (int cell = 0; cell < kCells; ++cell) {
    if (board.placed[static_cast<std::size_t>(cell)]) continue;
    for (int digit = 0; digit < kSide; ++digit) {
      if ((board[cell] & bit(digit)) == 0) continue;
      probes.push_back({board, cell, digit});
      place(probes.back().board, cell, digit);
    }
  }
  return probes;
}

// Rounds in all probes until some have a contradiction, which lose their candidates. Returns the
// number of rounds; 0 if there is no contradiction.
int probe_all(Board& board, std::vector<Probe>& probes) {
  for (int round = 1;; ++round) {
    bool excluded = false;
    bool moves = false;
    for (Probe& probe : probes) {
      if (!probe.moves) continue;
      const Round result = run_round(probe.board, 3);
      if (result == Round::kContradiction) {
        remove(board, probe.cell, bit(probe.digit));
        excluded = true;
      }
      probe.moves = result == Round::kPlaced;
      moves = moves || probe.moves;
    }
    if (excluded) return round;
    if (!moves) return 0;
  }
}

}  // namespace

Rating rating_by_definition(const Grid& puzzle) {
  Board start;
  start.candidates.fill(bit(kSide) - 1);
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] != 0) place(start, cell, puzzle[cell] - 1);
  }
  Board board;
  for (std::uint8_t level = 1; level <= 7; ++level) {
    board = start;
    apply_rules(board, level);
    if (board.is_solved()) return {.level = level};
  }
  Rating rating{.level = 8};
  while (!board.is_solved()) {
    std::vector<Probe> probes = all_probes(board);
    const int rounds = probe_all(board, probes);
    if (rounds == 0) {
      rating.level = 9;
      rating.depth = static_cast<std::uint16_t>(probes.size());
      return rating;
    }
    rating.depth = std::max(rating.depth, static_cast<std::uint16_t>(rounds));
    ++rating.phases;
    apply_rules(board, 4);
  }
  return rating;
}

}  // namespace puzzled::sudoku
