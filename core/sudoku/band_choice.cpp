// The choice follows tdoku: take the band or stack that is closest to being fixed, and in it a
// digit with two configurations left (else three, else more). On the hardest known puzzles this
// halves the branches of "first cell with two candidates" (32 against 65 a puzzle).
#include "core/sudoku/band_board.hpp"

#include <array>
#include <bit>
#include <cstddef>

#include "core/sudoku/band_chute.hpp"

namespace puzzled::sudoku {
namespace {

// How many of the nine digits have each mini-row, summed over the three mini-rows of a row (or the
// three mini-columns of a row of boxes): fields of nine bits, one for each digit of the three.
struct Sums {
  Bands ones;
  Bands twos;  // to be counted twice

  explicit Sums(const Packed& packed) {
    const auto [a, b, c] = packed;
    ones = sum_of_three(a ^ b ^ c);
    twos = sum_of_three((a & b) | (c & (a | b)));
  }

  // The sums of group 0, 1 or 2 of each field, added up over the fields of a band.
  Bands total(int group) const {
    const Bands fields = in_every_band(0007007007);
    const Bands v = ((ones >> (3 * group)) & fields) + (((twos >> (3 * group)) & fields) << 1);
    return (v + (v >> 9) + (v >> 18)) & in_every_band(0777);
  }

 private:
  static Bands sum_of_three(Bands v) {
    const Bands bit = in_every_band(kMiniRows);
    return (v & bit) + ((v >> 1) & bit) + ((v >> 2) & bit);
  }
};

// The chute with the fewest mini-rows or mini-columns left over its digits.
unsigned choose_line(const Packed& rows, const Packed& columns) {
  const Sums row_sums(rows);
  const Bands in_bands = row_sums.total(0) + row_sums.total(1) + row_sums.total(2);
  const Sums column_sums(columns);
  Bands in_stacks =
      column_sums.total(0) | (column_sums.total(1) << 9) | (column_sums.total(2) << 18);
  in_stacks += next_band(in_stacks) + previous_band(in_stacks);
  return tightest_chute({{in_bands[0], in_bands[1], in_bands[2], in_stacks[0] & 0777,
                          in_stacks[0] >> 9 & 0777, in_stacks[0] >> 18}});
}

// The mini-rows of a band, or the mini-columns of a stack, of all nine digits: one word for three
// digits. Bands and stacks differ only in how far apart the bits of a digit's 3 x 3 matrix are.
struct Line {
  std::array<std::uint32_t, 3> words{};
  int row_step;    // from one line of the matrix to the next
  int place_step;  // from one place in a line to the next
  int digit_step;  // from one digit of the three to the next
};

Line band_line(const Packed& rows, unsigned band) {
  Line line{.row_step = 9, .place_step = 3, .digit_step = 1};
  for (std::size_t t = 0; t < 3; ++t) line.words[t] = rows[t][band];
  return line;
}

Line stack_line(const Packed& columns, unsigned stack) {
  Line line{.row_step = 3, .place_step = 1, .digit_step = 9};
  for (std::size_t t = 0; t < 3; ++t) {
    const Bands v = (columns[t] >> static_cast<int>(3 * stack)) & in_every_band(0007007007);
    line.words[t] = v[0] | (v[1] << 3) | (v[2] << 6);
  }
  return line;
}

// Digits by how many of the chute's nine mini-rows (or mini-columns) they have left: 5 or 6 belong
// to two configurations (permutations), 7 to three, 8 to four and 9 to six; 3 is a fixed digit.
struct ByChoices {
  std::uint32_t two = 0;
  std::uint32_t three = 0;
  std::uint32_t more = 0;
};

ByChoices count_choices(const Line& line, std::uint32_t word) {
  // Bit-sliced: the three digits of the word are summed at once, first along the matrix's columns.
  const auto one_of = [](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return a ^ b ^ c; };
  const auto two_of = [](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    return (a & b) | (c & (a | b));
  };
  const std::uint32_t a = word;
  const std::uint32_t b = word >> line.row_step;
  const std::uint32_t c = word >> (2 * line.row_step);
  const std::uint32_t low = one_of(a, b, c);
  const std::uint32_t high = two_of(a, b, c);
  const int step = line.place_step;
  const std::uint32_t ones = one_of(low, low >> step, low >> (2 * step));
  const std::uint32_t carry = two_of(low, low >> step, low >> (2 * step));
  const std::uint32_t high_ones = one_of(high, high >> step, high >> (2 * step));
  const std::uint32_t high_twos = two_of(high, high >> step, high >> (2 * step));
  const std::uint32_t twos = carry ^ high_ones;
  const std::uint32_t fours = (carry & high_ones) ^ high_twos;
  const std::uint32_t eights = carry & high_ones & high_twos;
  const std::uint32_t digits = line.digit_step == 1 ? 0000000007 : 0001001001;
  return {.two = fours & (ones ^ twos) & digits,
          .three = fours & ones & twos & digits,
          .more = eights & digits};
}

// The first digit with the fewest configurations: which word, and how far its bits are shifted.
struct Choice {
  std::size_t word;
  int shift;
};

Choice choose_digit(const Line& line) {
  std::array<std::uint32_t, 3> three{};
  std::array<std::uint32_t, 3> more{};
  for (std::size_t t = 0; t < 3; ++t) {
    const ByChoices by = count_choices(line, line.words[t]);
    if (by.two != 0) return {t, std::countr_zero(by.two)};
    three[t] = by.three;
    more[t] = by.more;
  }
  const auto& best = (three[0] | three[1] | three[2]) != 0 ? three : more;
  const std::size_t t = best[0] != 0 ? 0 : best[1] != 0 ? 1 : 2;
  return {t, std::countr_zero(best[t])};
}

}  // namespace

BandBoard split(BandBoard& board) {
  const Packed rows = pack_mini_rows(board.candidates);
  const Packed columns = pack_mini_columns(board.candidates);
  const unsigned index = choose_line(rows, columns);
  const bool is_band = index < 3;
  const Line line = is_band ? band_line(rows, index) : stack_line(columns, index - 3);
  const auto [word, shift] = choose_digit(line);
  const std::size_t digit = 3 * word + static_cast<std::size_t>(shift / line.digit_step);
  // The first line of the digit's matrix with more than one place. Its places are mini-rows of one
  // row, or mini-columns of one box; both lie in one band.
  const std::uint32_t line_mask = is_band ? 0000000111 : 0000000007;
  int row = 0;
  std::uint32_t places = 0;
  std::uint32_t rest = 0;
  for (; row < 3; ++row) {
    places = (line.words[word] >> (shift + row * line.row_step)) & line_mask;
    rest = places & (places - 1);
    if (rest != 0) break;
  }
  const unsigned band = is_band ? index : static_cast<unsigned>(row);
  const std::uint32_t cells = is_band ? 0000000007 : 0001001001;  // of the first place
  const int offset = is_band ? 9 * row : static_cast<int>(3 * (index - 3));
  BandBoard other = board;
  board.candidates[digit][band] &= ~((rest * cells) << offset);
  other.candidates[digit][band] &= ~(((places ^ rest) * cells) << offset);
  return other;
}

}  // namespace puzzled::sudoku
