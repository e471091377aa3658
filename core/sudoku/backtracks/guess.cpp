#include "core/sudoku/backtracks/guess.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace puzzled::sudoku::backtracks {
namespace {

constexpr std::size_t kPatternCount = 6;

/// Line of a digit (a row of a band, a column of a stack) in the first, second and third box.
constexpr int kPatterns[kPatternCount][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                             {2, 1, 0}, {0, 2, 1}, {1, 0, 2}};

/// Nine digits that have each pattern left.
using DigitsByPattern = std::array<std::uint32_t, kPatternCount>;

struct Patterns {
  // Bit d of lane b of vector p: digit d has pattern p left in band b.
  std::array<Bands, kPatternCount> of_bands{};
  // Bit 9k + 3s + t of word p: digit 3t + k has pattern p left in stack s.
  std::array<std::uint32_t, kPatternCount> of_stacks{};
};

Patterns find_patterns(const Candidates& candidates) {
  Patterns patterns;
  const Packed rows = pack_mini_rows(candidates);
  const Packed columns = pack_mini_columns(candidates);
  for (std::size_t p = 0; p < kPatternCount; ++p) {
    const auto [first, second, third] = kPatterns[p];
    for (std::size_t t = 0; t < 3; ++t) {
      const int place = static_cast<int>(t);
      const Bands v = rows[t];
      const Bands digits =
          (v >> (9 * first)) & (v >> (9 * second + 3)) & (v >> (9 * third + 6)) & in_every_band(7);
      patterns.of_bands[p] |= digits << (3 * place);
      const Bands w = columns[t];
      patterns.of_stacks[p] |= ((w[0] >> first) & (w[1] >> second) & (w[2] >> third) & kMiniRows)
                               << place;
    }
  }
  return patterns;
}

constexpr std::uint32_t kOneStack = 0007007007;

// How many patterns all digits have in each chute: bands 0 to 2, stacks 3 to 5.
std::array<unsigned, 6> count_patterns(const Patterns& patterns) {
  std::array<unsigned, 6> counts{};
  for (int chute = 0; chute < 3; ++chute) {
    std::uint64_t band = 0;
    std::array<std::uint64_t, 2> stack{};
    for (std::size_t p = 0; p < kPatternCount; ++p) {
      band |= std::uint64_t{patterns.of_bands[p][chute]} << (9 * p);
      // Every third bit but two is another stack's: three patterns share a word.
      const std::uint32_t word = (patterns.of_stacks[p] >> (3 * chute)) & kOneStack;
      stack[p / 3] |= std::uint64_t{word} << (3 * (p % 3));
    }
    const auto at = static_cast<std::size_t>(chute);
    counts[at] = static_cast<unsigned>(std::popcount(band));
    counts[3 + at] = static_cast<unsigned>(std::popcount(stack[0] | (stack[1] << 32)));
  }
  return counts;
}

// The chute with the fewest patterns, but more than one a digit.
unsigned guessed_chute(const std::array<unsigned, 6>& counts) {
  // A fixed chute's nine wrap to a number above all others.
  const auto key = [&](unsigned chute) { return counts[chute] - 10; };
  unsigned best = 0;
  for (unsigned chute = 1; chute < 6; ++chute) {
    if (key(chute) < key(best)) best = chute;
  }
  return best;
}

DigitsByPattern patterns_of(const Patterns& patterns, unsigned chute) {
  // Bit t becomes bit 3t.
  constexpr std::uint32_t kSpread[8] = {0000, 0001, 0010, 0011, 0100, 0101, 0110, 0111};
  DigitsByPattern digits{};
  for (std::size_t p = 0; p < kPatternCount; ++p) {
    if (chute < 3) {
      digits[p] = patterns.of_bands[p][static_cast<int>(chute)];
      continue;
    }
    const std::uint32_t word = patterns.of_stacks[p] >> (3 * (chute - 3));
    digits[p] =
        kSpread[word & 7] | (kSpread[(word >> 9) & 7] << 1) | (kSpread[(word >> 18) & 7] << 2);
  }
  return digits;
}

// The digit with the fewest patterns, but more than one.
int guessed_digit(const DigitsByPattern& digits) {
  std::uint32_t one = 0;  // at least so many
  std::uint32_t two = 0;
  std::uint32_t three = 0;
  std::uint32_t four = 0;
  std::uint32_t five = 0;
  for (const std::uint32_t word : digits) {
    five |= four & word;
    four |= three & word;
    three |= two & word;
    two |= one & word;
    one |= word;
  }
  for (const std::uint32_t some : {two & ~three, three & ~four, four & ~five}) {
    if (some != 0) return std::countr_zero(some);
  }
  return std::countr_zero(five);
}

// Removes the mini-lines that `kept` does not have. Bit 3b + i of `kept`: line i in box b.
void keep_lines(BandBoard& board, unsigned chute, int digit, unsigned kept) {
  Bands& cells = board.candidates[static_cast<std::size_t>(digit)];
  for (int box = 0; box < 3; ++box) {
    for (int line = 0; line < 3; ++line) {
      if ((kept >> (3 * box + line) & 1U) != 0) continue;
      if (chute < 3) {
        cells[static_cast<int>(chute)] &= ~(0007U << (9 * line + 3 * box));
      } else {
        cells[box] &= ~(0001001001U << (3 * static_cast<int>(chute - 3) + line));
      }
    }
  }
}

}  // namespace

BandBoard split_by_guess(BandBoard& board) {
  const Patterns patterns = find_patterns(board.candidates);
  const unsigned chute = guessed_chute(count_patterns(patterns));
  const DigitsByPattern digits = patterns_of(patterns, chute);
  const int digit = guessed_digit(digits);
  unsigned guessed = 0;
  unsigned others = 0;
  int count = 0;
  for (std::size_t p = 0; p < kPatternCount; ++p) {
    if ((digits[p] >> digit & 1U) == 0) continue;
    const auto [first, second, third] = kPatterns[p];
    const unsigned lines = (1U << first) | (8U << second) | (64U << third);
    (count++ == 0 ? guessed : others) |= lines;
  }
  if (count == kPatternCount) {
    guessed = 0771;
    others = 0776;
  }
  BandBoard other = board;
  keep_lines(board, chute, digit, guessed);
  keep_lines(other, chute, digit, others);
  return other;
}

}  // namespace puzzled::sudoku::backtracks
