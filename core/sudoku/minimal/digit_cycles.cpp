// A digit has one cell in each row, so a cycle of two digits is a set of rows. The rows of its
// cycles with all eight other digits are found at once: a vector has an element for each of them.
#include "core/sudoku/minimal/digit_cycles.hpp"

#include <cstring>

namespace puzzled::sudoku {
namespace {

constexpr std::size_t kOthers = kSide - 1;

/// Of each other digit, in their order: a set of rows, or a number. Compilers turn this into SSE2,
/// NEON or plain words.
using OfOthers = std::uint16_t __attribute__((vector_size(2 * kOthers)));
using BytesOfOthers = std::uint8_t __attribute__((vector_size(kOthers)));

/// By digit: a set of rows.
using RowsOfDigits = std::array<std::uint16_t, kSide>;

OfOthers load_eight(const std::uint16_t* from) {
  OfOthers v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

/// Element by element: all bits if it is one of a digit below `digit`.
constexpr std::array<std::array<std::uint16_t, kOthers>, kSide> kBelow = [] {
  std::array<std::array<std::uint16_t, kOthers>, kSide> below{};
  for (std::size_t digit = 0; digit < kSide; ++digit) {
    for (std::size_t other = 0; other < digit; ++other) below[digit][other] = 0xFFFF;
  }
  return below;
}();

/// The number of the first cycle with each other digit: that of the pair, times four.
constexpr std::array<std::array<std::uint16_t, kOthers>, kSide> kFirstNumbers = [] {
  std::array<std::array<std::uint16_t, kOthers>, kSide> numbers{};
  std::uint16_t number = 0;
  for (std::size_t a = 0; a < kSide; ++a) {
    for (std::size_t b = a + 1; b < kSide; ++b) {
      numbers[a][b - 1] = numbers[b][a] = number;
      number = static_cast<std::uint16_t>(number + 4);
    }
  }
  return numbers;
}();

// What the other digits have.
OfOthers others_of(std::size_t digit, const RowsOfDigits& rows) {
  const OfOthers below = load_eight(kBelow[digit].data());
  return (load_eight(rows.data()) & below) | (load_eight(rows.data() + 1) & ~below);
}

OfOthers all(unsigned value) {
  return OfOthers{} + static_cast<std::uint16_t>(value);
}

// All bits where `sets` has the row.
OfOthers where_has(OfOthers sets, std::size_t row) {
  const OfOthers bit = all(1U << row);
  return reinterpret_cast<OfOthers>((sets & bit) == bit);
}

using SetsByRow = std::array<OfOthers, kSide>;

// Each row's set becomes that of all rows that its rows lead to (S. Warshall, 1962).
void close(SetsByRow& sets) {
#pragma GCC unroll 9
  for (std::size_t over = 0; over < kSide; ++over) {
#pragma GCC unroll 9
    for (std::size_t row = 0; row < kSide; ++row) {
      if (row != over) sets[row] |= sets[over] & where_has(sets[row], over);
    }
  }
}

// The number of each row's set among the different ones, in the order of their first rows.
SetsByRow number_sets(const SetsByRow& sets) {
  SetsByRow numbers{};
  OfOthers count{};
#pragma GCC unroll 9
  for (std::size_t row = 0; row < kSide; ++row) {
    const OfOthers before = all((1U << row) - 1);
    const auto is_first = reinterpret_cast<OfOthers>((sets[row] & before) == OfOthers{});
    OfOthers number = count & is_first;
    for (std::size_t other = 0; other < row; ++other) {
      // Those of a row that is not the first of its set are the same again.
      number |= numbers[other] & where_has(sets[other], row);
    }
    numbers[row] = number;
    count -= is_first;
  }
  return numbers;
}

}  // namespace

DigitCycles::DigitCycles(const Grid& puzzle, const Grid& solution) {
  std::array<RowsOfDigits, kSide> in_columns;
  std::array<RowsOfDigits, kSide> in_boxes;
  std::array<std::array<std::uint8_t, kSide>, kSide> columns;  // by digit and row
  for (std::size_t row = 0; row < kSide; ++row) {
    const auto bit = static_cast<std::uint16_t>(1U << row);
    for (std::size_t column = 0; column < kSide; ++column) {
      const std::size_t digit = solution.digits[row * kSide + column] - 1U;
      in_columns[column][digit] = bit;
      in_boxes[row / 3 * 3 + column / 3][digit] = bit;
      columns[digit][row] = static_cast<std::uint8_t>(column);
    }
  }
  for (std::size_t digit = 0; digit < kSide; ++digit) {
    // From a row to those in which another digit stands in the same column or the same box. For
    // both digits these lead back at last, so that it is a cycle.
    SetsByRow sets;
    for (std::size_t row = 0; row < kSide; ++row) {
      const std::size_t column = columns[digit][row];
      sets[row] = all(1U << row) | others_of(digit, in_columns[column]) |
                  others_of(digit, in_boxes[row / 3 * 3 + column / 3]);
    }
    close(sets);
    const SetsByRow numbers = number_sets(sets);
    const OfOthers first = load_eight(kFirstNumbers[digit].data());
    for (std::size_t row = 0; row < kSide; ++row) {
      const auto bytes = __builtin_convertvector(numbers[row] + first, BytesOfOthers);
      std::memcpy(cycles_[row * kSide + columns[digit][row]].data(), &bytes, sizeof bytes);
    }
  }
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (puzzle.digits[cell] != 0) add(cell);
  }
  find_alone();
}

void DigitCycles::remove(int cell) {
  for (const std::uint8_t number : cycles_[static_cast<std::size_t>(cell)]) {
    std::uint16_t& clues = clues_[number];
    clues = static_cast<std::uint16_t>((clues - 0x100U) ^ static_cast<unsigned>(cell));
    if (clues >> 8 == 1) alone_.set(clues & 0xFF);
  }
}

void DigitCycles::put_back(std::span<const std::uint8_t> cells) {
  for (const std::uint8_t cell : cells) add(cell);
  alone_.reset();
  find_alone();
}

void DigitCycles::add(std::size_t cell) {
  for (const std::uint8_t number : cycles_[cell]) {
    std::uint16_t& clues = clues_[number];
    clues = static_cast<std::uint16_t>((clues + 0x100U) ^ cell);
  }
}

void DigitCycles::find_alone() {
  for (const std::uint16_t clues : clues_) {
    if (clues >> 8 == 1) alone_.set(clues & 0xFF);
  }
}

}  // namespace puzzled::sudoku
