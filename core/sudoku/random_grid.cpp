// A full grid from an empty one: the blank cell with the fewest candidates (at random among equals)
// gets one of its candidates in random order, and so on, with a step back where none is left.
//
// The blank cells stand in random order, each at a place, and the first place with the fewest
// candidates is wanted. So all sets are sets of places: nine planes say where each digit is a
// candidate, and the numbers of candidates of all places are added up at once, bit by bit. (Place
// by place this was a third of the time of generating minimal puzzles.)
#include "core/sudoku/random_grid.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

namespace puzzled::sudoku {
namespace {

/// A set of places. Always a whole vector: to store a word of it and load both would wait.
using PlaceSet = std::uint64_t __attribute__((vector_size(16)));

constexpr auto kSets = [] {
  struct {
    alignas(16) std::array<std::array<std::uint64_t, 2>, kCells> only{};
    alignas(16) std::array<std::array<std::uint64_t, 2>, kCells + 1> first{};
  } sets;
  for (std::size_t place = 0; place < kCells; ++place) {
    sets.only[place][place / 64] = std::uint64_t{1} << place % 64;
    sets.first[place + 1] = sets.first[place];
    sets.first[place + 1][place / 64] |= sets.only[place][place / 64];
  }
  return sets;
}();

PlaceSet load(const std::array<std::uint64_t, 2>& words) {
  PlaceSet set;
  std::memcpy(&set, words.data(), sizeof set);
  return set;
}
PlaceSet only(std::size_t place) {
  return load(kSets.only[place]);
}
PlaceSet first_places(std::size_t count) {
  return load(kSets.first[count]);
}

bool any(PlaceSet set) {
  return (set[0] | set[1]) != 0;
}

std::size_t first_of(PlaceSet set) {
  const bool is_high = set[0] == 0;
  return (is_high ? 64U : 0U) +
         static_cast<std::size_t>(std::countr_zero(is_high ? set[1] : set[0]));
}

// All bits or none.
PlaceSet if_has(PlaceSet set, std::size_t place) {
  const std::uint64_t mask = -(set[place / 64] >> place % 64 & 1);
  return PlaceSet{mask, mask};
}

/// By cell: its row, column and box.
using Units = std::array<std::uint8_t, 3>;
constexpr std::array<Units, kCells> kUnitsOfCells = [] {
  std::array<Units, kCells> units{};
  for (int cell = 0; cell < kCells; ++cell) {
    units[static_cast<std::size_t>(cell)] = {static_cast<std::uint8_t>(row_of(cell)),
                                             static_cast<std::uint8_t>(kSide + column_of(cell)),
                                             static_cast<std::uint8_t>(2 * kSide + box_of(cell))};
  }
  return units;
}();

/// Three bits of weight one as two of weight one and two.
struct Sum {
  PlaceSet one;
  PlaceSet two;

  Sum(PlaceSet a, PlaceSet b, PlaceSet c) : one(a ^ b ^ c), two((a & b) | ((a ^ b) & c)) {}
};

class RandomFill {
 public:
  explicit RandomFill(Random& random) : random_(random), cells_(shuffled_cells(random)) {
    planes_.fill(first_places(kCells));
    for (std::size_t place = 0; place < kCells; ++place) {
      for (const std::uint8_t unit : units_of(cells_[place])) units_[unit] |= only(place);
    }
  }

  Grid run() {
    fill(kCells);
    return grid_;
  }

 private:
  using Planes = std::array<PlaceSet, kSide>;

  static const Units& units_of(int cell) { return kUnitsOfCells[static_cast<std::size_t>(cell)]; }

  /// The first of the places below `open` with the fewest candidates, or with at most one.
  std::size_t tightest(std::size_t open) const {
    const Sum a(planes_[0], planes_[1], planes_[2]);
    const Sum b(planes_[3], planes_[4], planes_[5]);
    const Sum c(planes_[6], planes_[7], planes_[8]);
    const Sum ones(a.one, b.one, c.one);
    const Sum twos(a.two, b.two, c.two);
    const PlaceSet two = ones.two ^ twos.one;
    const PlaceSet carry = ones.two & twos.one;
    const PlaceSet four = twos.two ^ carry;
    const PlaceSet eight = twos.two & carry;
    PlaceSet best = first_places(open);
    const PlaceSet few = best & ~(two | four | eight);
    if (any(few)) return first_of(few);
    for (const PlaceSet& bit : {eight, four, two, ones.one}) {
      const PlaceSet without = best & ~bit;
      if (any(without)) best = without;
    }
    return first_of(best);
  }

  // The last open cell moves to `place`, whose cell is no longer open. What is known of the last
  // place stays there, for the way back.
  void move_last(std::size_t last, std::size_t place) {
    exchange(last, place);
    const PlaceSet here = only(place);
    for (PlaceSet& plane : planes_) plane = (plane & ~here) | (here & if_has(plane, last));
  }

  // The same without the planes; also the way back.
  void exchange(std::size_t last, std::size_t place) {
    const PlaceSet here = only(place);
    for (const std::uint8_t unit : units_of(cells_[place])) units_[unit] &= ~here;
    std::swap(cells_[place], cells_[last]);
    for (const std::uint8_t unit : units_of(cells_[place])) units_[unit] |= here;
  }

  // When it fails, the planes have changed.
  bool fill(std::size_t open) {
    if (open == 0) return true;
    const std::size_t place = tightest(open);
    std::array<std::uint8_t, kSide> digits{};
    std::size_t count = 0;
#pragma GCC unroll 9
    for (std::uint8_t digit = 0; digit < kSide; ++digit) {
      digits[count] = digit;
      count += planes_[digit][place / 64] >> place % 64 & 1;
    }
    if (count == 0) return false;
    shuffle_values(std::span(digits).first(count), random_);
    const std::size_t last = open - 1;
    const int cell = cells_[place];
    move_last(last, place);
    const auto [row, column, box] = units_of(cell);
    const PlaceSet others = ~(units_[row] | units_[column] | units_[box]);
    const auto try_digit = [&](std::uint8_t digit) {
      planes_[digit] &= others;
      grid_[cell] = static_cast<std::uint8_t>(digit + 1);
      return fill(last);
    };
    if (count == 1) {
      if (try_digit(digits[0])) return true;
    } else {
      const Planes before = planes_;
      for (const std::uint8_t digit : std::span(digits).first(count)) {
        if (try_digit(digit)) return true;
        planes_ = before;
      }
    }
    exchange(last, place);
    return false;
  }

  Random& random_;
  std::array<int, kCells> cells_;                         // by place
  std::array<PlaceSet, std::size_t{3 * kSide}> units_{};  // rows, columns, boxes
  Planes planes_{};                                       // by digit: where it is a candidate
  Grid grid_;
};

}  // namespace

std::array<int, kCells> shuffled_cells(Random& random) {
  std::array<int, kCells> cells{};
  std::iota(cells.begin(), cells.end(), 0);
  shuffle_values(std::span(cells), random);
  return cells;
}

Grid random_grid(Random& random) {
  return RandomFill(random).run();
}

}  // namespace puzzled::sudoku
