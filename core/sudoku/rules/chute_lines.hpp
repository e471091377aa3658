// The rules for the lines of a chute, and where to branch: by small tables of what six permutations
// can be left of a digit. All is in words and not in vectors: on a chute each step waits for the
// one before, and an operation on a word takes half as long.
//
// Locked candidates need no rule here: a line that no permutation goes through is none.
#pragma once

#include "core/sudoku/band_chute.hpp"
#include "core/sudoku/rules/words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

constexpr std::uint64_t kFirstBits = ((std::uint64_t{1} << 54) - 1) / 63;  // of each digit's six
constexpr std::uint64_t kLineOnes = ((std::uint64_t{1} << 63) - 1) / 127;  // of each line's seven

constexpr int kPermutations[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

constexpr bool has_line(unsigned permutation, unsigned line) {
  return kPermutations[permutation][line / 3] == static_cast<int>(line % 3);
}

// The permutations of a set that go through a line.
constexpr unsigned through_line(unsigned set, unsigned line) {
  unsigned through = 0;
  for (unsigned i = 0; i < 6; ++i) through |= has_line(i, line) ? set & 1U << i : 0;
  return through;
}

// What a digit adds to ChuteLines if this set of permutations is left.
struct SetOfPermutations {
  std::uint64_t possible;
  std::uint64_t forced;
  std::uint32_t lines;  // of the first of three digits
  std::uint32_t size;
};

constexpr SetOfPermutations describe(unsigned set) {
  SetOfPermutations result{};
  for (unsigned line = 0; line < 9; ++line) {
    const unsigned through = through_line(set, line);
    if (through == 0) continue;
    result.possible |= std::uint64_t{1} << (7 * line);
    if (through == set) result.forced |= std::uint64_t{1} << (7 * line);
    result.lines |= 1U << (3 * line);
  }
  for (unsigned rest = set; rest != 0; rest &= rest - 1) ++result.size;
  return result;
}

// What a branch on a digit changes: `kept` is the set that its first line leaves, in the first row
// of a band, or box of a stack, in which it has several; `other` the set that the rest leaves.
struct Split {
  struct Half {
    std::uint64_t possible;     // to be added
    std::uint64_t forced;       // to be added
    std::uint32_t lines;        // those that go, for each of three digits
    std::uint8_t permutations;  // those that go
    std::uint8_t size;          // of those
  };
  Half kept;
  Half other;
};

constexpr Split::Half half_of(unsigned set, unsigned half) {
  const SetOfPermutations before = describe(set);
  const SetOfPermutations after = describe(half);
  return {.possible = after.possible - before.possible,
          .forced = after.forced - before.forced,
          .lines = (before.lines & ~after.lines) * 7,
          .permutations = static_cast<std::uint8_t>(set & ~half),
          .size = static_cast<std::uint8_t>(before.size - after.size)};
}

constexpr Split split_of(unsigned set, bool is_band) {
  for (unsigned group = 0; group < 3; ++group) {
    unsigned first = 0;
    for (unsigned place = 0; place < 3; ++place) {
      const unsigned through = through_line(set, is_band ? 3 * group + place : 3 * place + group);
      if (through == 0) continue;
      if (first != 0) return {half_of(set, first), half_of(set, set & ~first)};
      first = through;
    }
  }
  return {};
}

struct LineTables {
  SetOfPermutations sets[64];
  Split splits[2][64];  // of a stack, of a band
  // By the lines of three digits in a row: the permutations they leave to each. 18 bits for each of
  // the rows.
  std::uint64_t through_row[512];
  // For each line: the permutations through it, of each digit, and their numbers.
  std::uint64_t through_line[9];
  std::uint8_t numbers[9][2];
  alignas(16) std::uint32_t of_digit[9][4];  // all lines of a digit, as in Packed
};

constexpr LineTables line_tables() {
  LineTables t{};
  for (unsigned set = 0; set < 64; ++set) {
    t.sets[set] = describe(set);
    t.splits[0][set] = split_of(set, false);
    t.splits[1][set] = split_of(set, true);
  }
  for (unsigned lines = 0; lines < 512; ++lines) {
    for (unsigned bit = 0; bit < 54; ++bit) {
      const unsigned row = bit / 18;
      const unsigned digit = bit % 18 / 6;
      const auto box = static_cast<unsigned>(kPermutations[bit % 6][row]);
      const std::uint64_t left = lines >> (3 * box + digit) & 1;
      t.through_row[lines] |= left << bit;
    }
  }
  for (unsigned line = 0; line < 9; ++line) {
    const unsigned through = through_line(63, line);
    t.through_line[line] = through * kFirstBits;
    int count = 0;
    for (unsigned i = 0; i < 6; ++i) {
      if (has_line(i, line)) t.numbers[line][count++] = static_cast<std::uint8_t>(i);
    }
  }
  for (int digit = 0; digit < 9; ++digit) t.of_digit[digit][digit / 3] = kMiniRows << (digit % 3);
  return t;
}

constexpr LineTables kLineTables = line_tables();

/// Each of the six-bit fields: how many of its bits are set.
PUZZLED_INLINE std::uint64_t count_in_sixes(std::uint64_t bits) {
  const std::uint64_t twos = bits - (bits >> 1 & 21 * kFirstBits);
  const std::uint64_t low = 3 * kFirstBits;
  return (twos & low) + (twos >> 2 & low) + (twos >> 4 & low);
}

/// All that follows from the permutations. False if a digit has none.
PUZZLED_INLINE bool set_lines(std::uint64_t permutations, ChuteLines& result) {
  std::uint64_t possible = 0;
  std::uint64_t forced = 0;
  std::uint32_t words[3] = {};
#pragma GCC unroll 9
  for (int digit = 0; digit < 9; ++digit) {
    const SetOfPermutations& set = kLineTables.sets[permutations >> (6 * digit) & 63];
    possible += set.possible;
    forced += set.forced;
    words[digit / 3] |= set.lines << (digit % 3);
  }
  result.permutations = permutations;
  result.possible = possible;
  result.forced = forced;
  result.sizes = count_in_sixes(permutations);
  result.lines = Bands{words[0], words[1], words[2], 0};
  return ((result.sizes | result.sizes >> 1 | result.sizes >> 2) & kFirstBits) == kFirstBits;
}

/// The permutations that go through these lines alone.
PUZZLED_INLINE std::uint64_t permutations_of(One lines) {
  std::uint64_t result = 0;
#pragma GCC unroll 3
  for (int t = 0; t < 3; ++t) {
    const std::uint32_t word = lines[t];
    const std::uint64_t left = kLineTables.through_row[word & 0777] &
                               kLineTables.through_row[word >> 9 & 0777] >> 18 &
                               kLineTables.through_row[word >> 18] >> 36;
    result |= (left & 0777777) << (18 * t);
  }
  return result;
}

// 64 in the seven bits of each line whose count is not three.
PUZZLED_INLINE std::uint64_t not_three(std::uint64_t counts) {
  return ((counts ^ 3 * kLineOnes) + 63 * kLineOnes) & 64 * kLineOnes;
}

/// Applies the counting rules of propagate.hpp until they remove nothing more: if just three digits
/// are possible in a line, they have no other in its row and box; if three have no other, the rest
/// leaves it. False if a digit has no line left.
PUZZLED_INLINE bool count_lines(ChuteLines& lines) {
  for (;;) {
    const std::uint64_t not_full = not_three(lines.possible);
    std::uint64_t lines_left = not_full ^ not_three(lines.forced);
    if (lines_left == 0) return true;
    std::uint64_t permutations = lines.permutations;
    do {
      const int bit = __builtin_ctzll(lines_left);
      const int line = bit / 7;
      const std::uint64_t through = kLineTables.through_line[line];
      const auto& numbers = kLineTables.numbers[line];
      const std::uint64_t here =
          (permutations >> numbers[0] | permutations >> numbers[1]) & kFirstBits;
      const std::uint64_t off = permutations & ~through;
      const std::uint64_t elsewhere =
          (((off & 31 * kFirstBits) + 31 * kFirstBits) | off) >> 5 & kFirstBits;
      const bool is_full = (not_full >> bit & 1) == 0;
      const std::uint64_t digits = is_full ? here : here & elsewhere;
      permutations &= ~(((digits << 6) - digits) & (is_full ? ~through : through));
      lines_left &= lines_left - 1;
    } while (lines_left != 0);
    if (!set_lines(permutations, lines)) return false;
  }
}

/// Branches on the first digit with two permutations, else with three, else with more: `lines`
/// keeps the first half, `other` gets the second. False if each digit has one.
PUZZLED_INLINE bool split_lines(ChuteLines& lines, const Split* splits, ChuteLines& other) {
  const std::uint64_t ones = lines.sizes & kFirstBits;
  const std::uint64_t twos = lines.sizes >> 1 & kFirstBits;
  std::uint64_t digits = lines.sizes >> 2 & kFirstBits;
  const std::uint64_t two = twos & ~(ones | digits);
  const std::uint64_t three = twos & ones;
  digits = three != 0 ? three : digits;
  digits = two != 0 ? two : digits;
  if (digits == 0) return false;
  const int shift = __builtin_ctzll(digits);
  const Split& split = splits[lines.permutations >> shift & 63];
  const Bands of_digit = load<Bands>(kLineTables.of_digit[shift / 6]);
  const auto half = [&](const Split::Half& h, ChuteLines& to) {
    to.permutations = lines.permutations ^ std::uint64_t{h.permutations} << shift;
    to.sizes = lines.sizes - (std::uint64_t{h.size} << shift);
    to.possible = lines.possible + h.possible;
    to.forced = lines.forced + h.forced;
    to.lines = lines.lines & ~(in_every_band(h.lines) & of_digit);
  };
  half(split.other, other);
  half(split.kept, lines);
  return true;
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
