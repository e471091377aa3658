#include "core/sudoku/shuffle/transformation.hpp"

#include <algorithm>

#include "core/split_mix.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::uint64_t kLineOrders = 6 * 6 * 6 * 6;

/// A fraction of 64 random bits, from which one choice after another is taken. After all choices
/// of a word at least 42 bits are left, so that no choice is likelier than another by 2^-42.
class Fraction {
 public:
  explicit Fraction(std::uint64_t bits) : bits_(bits) {}

  /// A number below `bound`.
  std::uint64_t below(std::uint64_t bound) {
    const Product product = static_cast<Product>(bits_) * bound;
    bits_ = static_cast<std::uint64_t>(product);
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  __extension__ using Product = unsigned __int128;

  std::uint64_t bits_;
};

using shuffle::Places;

constexpr std::array<Places, kLineOrders> all_line_orders() {
  constexpr std::uint8_t kThree[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                         {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  std::array<Places, kLineOrders> orders{};
  for (std::size_t i = 0; i < kLineOrders; ++i) {
    const auto& bands = kThree[i % 6];
    const std::size_t within[3] = {i / 6 % 6, i / 36 % 6, i / 216};
    for (std::size_t line = 0; line < kSide; ++line) {
      const std::uint8_t in_band = kThree[within[line / 3]][line % 3];
      orders[i].bytes[line] = static_cast<std::uint8_t>(3 * bands[line / 3] + in_band);
    }
  }
  return orders;
}

constexpr std::array<Places, kLineOrders> kOrders = all_line_orders();

// An order of nine digits is drawn in two steps, for a step a digit takes twice as long: the first
// three digits of nine, which the six others follow as they stand, then the order of those six.
constexpr std::uint64_t kFirstThree = 9 * 8 * 7;
constexpr std::uint64_t kLastSix = 6 * 5 * 4 * 3 * 2 * 1;
using DigitOrder = std::array<std::uint8_t, 9>;  // of places, 0..8, or of digits, 1..9

// Order number `i` of those that differ from `order` in places [first, last) and behind them.
constexpr DigitOrder digit_order(DigitOrder order, std::size_t i, std::size_t first,
                                 std::size_t last) {
  for (std::size_t place = first; place < last; ++place) {
    const std::size_t from = place + i % (kSide - place);
    i /= kSide - place;
    // The digits that are passed over move up.
    const std::uint8_t chosen = order[from];
    for (std::size_t j = from; j > place; --j) order[j] = order[j - 1];
    order[place] = chosen;
  }
  return order;
}

// As Moves::digits and Moves::places are, at the places 1 to 9.
constexpr std::array<Places, kFirstThree> digits_by_first_three() {
  std::array<Places, kFirstThree> all{};
  for (std::size_t i = 0; i < kFirstThree; ++i) {
    const DigitOrder order = digit_order({1, 2, 3, 4, 5, 6, 7, 8, 9}, i, 0, 3);
    for (std::size_t j = 0; j < kSide; ++j) {
      all[i].bytes[j + 1] = static_cast<std::uint8_t>('0' + order[j]);
    }
  }
  return all;
}
constexpr std::array<Places, kLastSix> places_by_last_six() {
  std::array<Places, kLastSix> all{};
  for (std::size_t i = 0; i < kLastSix; ++i) {
    const DigitOrder order = digit_order({0, 1, 2, 3, 4, 5, 6, 7, 8}, i, 3, kSide);
    for (std::size_t j = 0; j < kSide; ++j) {
      all[i].bytes[j + 1] = static_cast<std::uint8_t>(order[j] + 1);
    }
  }
  return all;
}

constexpr std::array<Places, kFirstThree> kDigits = digits_by_first_three();
constexpr std::array<Places, kLastSix> kPlaces = places_by_last_six();

// The same as a kernel does, for any cell characters.
void transform_characters(const std::uint8_t* cells, const Transformation& transformation,
                          char* to) {
  const auto& [rows, columns, digits, transposes] = transformation;
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    const std::size_t row = rows[cell / kSide];
    const std::size_t column = columns[cell % kSide];
    const char c =
        static_cast<char>(cells[transposes ? kSide * column + row : kSide * row + column]);
    const int value = cell_value(c);
    to[cell] = value > 0 ? static_cast<char>('0' + digits[static_cast<std::size_t>(value)]) : c;
  }
}

// Odd constants without a pattern keep seed, puzzle and copy apart.
std::uint64_t bits_of_seed(std::uint64_t seed) {
  return mixed_bits(seed + 0x9e3779b97f4a7c15U);
}
std::uint64_t bits_of_puzzle(std::uint64_t of_seed, std::uint64_t puzzle) {
  return mixed_bits(of_seed ^ (puzzle * 0xd1342543de82ef95U));
}

shuffle::Moves random_moves(std::uint64_t of_puzzle, std::uint64_t copy) {
  const std::uint64_t word = mixed_bits(of_puzzle + (copy + 1) * 0x9e3779b97f4a7c15U);
  Fraction lines(word);
  Fraction labels(mixed_bits(word + 0xc2b2ae3d27d4eb4fU));
  shuffle::Moves moves{};
  moves.rows = &kOrders[lines.below(kLineOrders)];
  moves.columns = &kOrders[lines.below(kLineOrders)];
  moves.transposes = lines.below(2) == 1;
  moves.digits = &kDigits[labels.below(kFirstThree)];
  moves.places = &kPlaces[labels.below(kLastSix)];
  return moves;
}

Transformation transformation_of(const shuffle::Moves& moves) {
  Transformation result{.transposes = moves.transposes};
  std::copy_n(moves.rows->bytes, kSide, result.rows.begin());
  std::copy_n(moves.columns->bytes, kSide, result.columns.begin());
  for (std::size_t digit = 1; digit <= kSide; ++digit) {
    const std::uint8_t character = moves.digits->bytes[moves.places->bytes[digit]];
    result.digits[digit] = static_cast<std::uint8_t>(character - '0');
  }
  return result;
}

}  // namespace

Transformation random_transformation(std::uint64_t seed, std::uint64_t puzzle, std::uint64_t copy) {
  return transformation_of(random_moves(bits_of_puzzle(bits_of_seed(seed), puzzle), copy));
}

Grid transformed(const Grid& grid, const Transformation& transformation) {
  const auto& [rows, columns, digits, transposes] = transformation;
  Grid result;
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = rows[static_cast<std::size_t>(row_of(cell))];
    const int column = columns[static_cast<std::size_t>(column_of(cell))];
    result[cell] = digits[grid[transposes ? kSide * column + row : kSide * row + column]];
  }
  return result;
}

RandomCopy::RandomCopy(std::uint64_t seed, std::uint64_t puzzle, std::uint64_t copy)
    : RandomCopy(bits_of_puzzle(bits_of_seed(seed), puzzle), copy) {}

// Made in place: to copy moves that were just written takes as long as to draw them.
RandomCopy::RandomCopy(std::uint64_t of_puzzle, std::uint64_t copy)
    : moves_(random_moves(of_puzzle, copy)) {}

RandomCopies::RandomCopies(std::uint64_t seed) : of_seed_(bits_of_seed(seed)) {}

void RandomCopies::set_puzzle(std::uint64_t puzzle) {
  of_puzzle_ = bits_of_puzzle(of_seed_, puzzle);
}

RandomCopy RandomCopies::copy(std::uint64_t copy) const {
  return {of_puzzle_, copy};
}

void Shuffler::write(std::string_view cells, const RandomCopy& copy, char* to) const {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(cells.data());
  if (kernel_->transform(bytes, copy.moves_, to)) return;
  transform_characters(bytes, transformation_of(copy.moves_), to);
}

}  // namespace puzzled::sudoku
