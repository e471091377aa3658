#include "core/sudoku/canonical/band_tables.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace puzzled::sudoku::canonical {
namespace {

constexpr std::uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

// The number of the order that three different numbers stand in: that of their ranks.
std::size_t order_of(int a, int b, int c) {
  const int ranks[3] = {(b < a) + (c < a), (a < b) + (c < b), (a < c) + (b < c)};
  return static_cast<std::size_t>(2 * ranks[0] + (ranks[2] < ranks[1] ? 1 : 0));
}

std::size_t triple_number(int a, int b, int c) {
  return static_cast<std::size_t>(81 * a + 9 * b + c);
}

class Builder {
 public:
  explicit Builder(BandTables& tables) : t_(tables) {}

  void build() {
    make_triples();
    make_orders();
    make_moves();
    std::ranges::fill(t_.ways, kUnknown);
    Band band{};
    for (std::size_t i = 0; i < kSide; ++i) {
      band[kSide * (i / 3) + i % 3] = static_cast<std::uint8_t>(i + 1);
    }
    fill(band, 0);
    sort_classes();
  }

 private:
  static constexpr std::uint32_t kUnknown = UINT32_MAX;

  void make_triples() {
    std::uint8_t mixed = 0;
    for (int a = 0; a < kSide; ++a) {
      for (int b = a + 1; b < kSide; ++b) {
        for (int c = b + 1; c < kSide; ++c) {
          Triple triple{};
          if (a >= 6) triple.first = 1;
          if (a >= 3 && a < 6 && c >= 6) triple.first = static_cast<std::uint8_t>(2 + 3 * mixed++);
          // One number of the first row, or two.
          if (a < 3 && b >= 3) triple.second = static_cast<std::uint8_t>(a);
          if (b < 3 && c >= 3) triple.second = static_cast<std::uint8_t>(3 - a - b);
          add_orders(triple, {a, b, c});
        }
      }
    }
  }

  void add_orders(Triple triple, const std::array<int, 3>& numbers) {
    for (std::size_t order = 0; order < 6; ++order) {
      const int a = numbers[kOrders[order][0]];
      const int b = numbers[kOrders[order][1]];
      const int c = numbers[kOrders[order][2]];
      triple.order = static_cast<std::uint8_t>(order_of(a, b, c));
      t_.triples[triple_number(a, b, c)] = triple;
    }
  }

  void make_orders() {
    for (std::size_t p = 0; p < 6; ++p) {
      std::size_t place[3];  // of the smallest, of the next
      for (std::size_t i = 0; i < 3; ++i) place[kOrders[p][i]] = i;
      for (std::size_t q = 0; q < 6; ++q) {
        for (std::size_t r = 0; r < 6; ++r) {
          const std::size_t second =
              order_of(kOrders[q][place[0]], kOrders[q][place[1]], kOrders[q][place[2]]);
          const std::size_t third =
              order_of(kOrders[r][place[0]], kOrders[r][place[1]], kOrders[r][place[2]]);
          t_.lower_orders[p][q][r] = static_cast<std::uint8_t>(6 * second + third);
        }
        std::uint8_t* const columns = t_.sorted_columns[p][q];
        std::fill_n(columns, 16, std::uint8_t{15});
        for (std::size_t i = 0; i < 3; ++i) {
          columns[i] = static_cast<std::uint8_t>(i);
          columns[3 + kOrders[p][i]] = static_cast<std::uint8_t>(3 + i);
          columns[6 + kOrders[q][i]] = static_cast<std::uint8_t>(6 + i);
        }
      }
    }
  }

  // Numbered by the orders of rows, boxes, and columns of the first, second and third box.
  static std::size_t move_number(const BandMove& move) {
    const std::uint8_t* const c = move.columns;
    std::size_t number = order_of(move.rows[0], move.rows[1], move.rows[2]);
    number = 6 * number + order_of(c[0] / 3, c[3] / 3, c[6] / 3);
    for (std::size_t i = 0; i < kSide; i += 3)
      number = 6 * number + order_of(c[i], c[i + 1], c[i + 2]);
    return number;
  }

  void make_moves() {
    for (std::size_t number = 0; number < kBandMoves; ++number) {
      BandMove& move = t_.moves[number];
      std::fill_n(move.columns, 16, std::uint8_t{15});
      std::size_t rest = number;
      const std::uint8_t* in_box[3];
      for (std::size_t box = 3; box-- > 0; rest /= 6) in_box[box] = kOrders[rest % 6];
      const std::uint8_t* const boxes = kOrders[rest % 6];
      std::copy_n(kOrders[rest / 6], 3, move.rows);
      for (std::size_t i = 0; i < kSide; ++i) {
        move.columns[i] = static_cast<std::uint8_t>(3 * boxes[i / 3] + in_box[i / 3][i % 3]);
      }
    }
  }

  // Completes the second and third box from cell `at` on, in all ways that are normal forms.
  void fill(Band& band, std::size_t at) {
    if (at == 18) return add(band);
    const std::size_t box = 1 + at / 9;
    const std::size_t row = at % 9 / 3;
    const std::size_t column = 3 * box + at % 3;
    for (std::uint8_t digit = 1; digit <= kSide; ++digit) {
      if (row == 0 && at % 3 != 0 && digit < band[column - 1]) continue;
      const auto begin = band.begin() + static_cast<std::ptrdiff_t>(kSide * row);
      if (std::find(begin, begin + static_cast<std::ptrdiff_t>(column), digit) !=
          begin + static_cast<std::ptrdiff_t>(column)) {
        continue;
      }
      bool in_box = false;
      for (std::size_t i = 0; i < 3 * row; ++i) {
        in_box = in_box || band[kSide * (i / 3) + 3 * box + i % 3] == digit;
      }
      if (in_box) continue;
      band[kSide * row + column] = digit;
      fill(band, at + 1);
    }
  }

  // Finds the class of a normal band that is in none yet, and adds all that are in it.
  void add(const Band& band) {
    if (t_.ways[normal_number(t_, band)] != kUnknown) return;
    const std::vector<BandMove> moves = find_smallest(band);
    const auto band_class = static_cast<std::uint32_t>(t_.smallest.size() - 1);
    const BandMove back = inverse(moves.front());
    automorphisms_.emplace_back();
    for (const BandMove& move : moves) automorphisms_.back().push_back(composed(back, move));
    // All normal bands of the class: whatever the order of columns in the second and third box, it
    // is sorted away.
    const Band smallest = t_.smallest.back();
    for (std::size_t number = 0; number < kBandMoves; number += 36) {
      const BandMove& move = t_.moves[number];
      const Band image = moved(smallest, move);
      BandMove sorting = sorting_of(image);
      std::uint32_t& way = t_.ways[normal_number(t_, image)];
      if (way != kUnknown) continue;
      const std::size_t way_back = move_number(inverse(composed(move, sorting)));
      way = band_class | static_cast<std::uint32_t>(way_back << 16);
    }
  }

  // The smallest band that this one can become is the next class's; returns the moves to it.
  std::vector<BandMove> find_smallest(const Band& band) {
    std::vector<BandMove> moves;
    Band smallest;
    smallest.fill(UINT8_MAX);
    for (const BandMove& move : t_.moves) {
      // The first row becomes 123456789, and the second can always begin with 4.
      const std::uint8_t* const second_row = &band[kSide * move.rows[1]];
      if (second_row[move.columns[0]] != band[kSide * move.rows[0] + move.columns[3]]) continue;
      std::array<std::uint8_t, kSide + 1> names{};
      for (std::size_t i = 0; i < kSide; ++i) {
        names[band[kSide * move.rows[0] + move.columns[i]]] = static_cast<std::uint8_t>(i + 1);
      }
      std::size_t at = moves.empty() ? 0 : kSide;
      const auto cell = [&](std::size_t i) {
        return names[band[kSide * move.rows[i / kSide] + move.columns[i % kSide]]];
      };
      while (at < band.size() && cell(at) == smallest[at]) ++at;
      if (at < band.size()) {
        if (cell(at) > smallest[at]) continue;
        for (; at < band.size(); ++at) smallest[at] = cell(at);
        moves.clear();
      }
      moves.push_back(move);
    }
    t_.smallest.push_back(smallest);
    return moves;
  }

  static Band moved(const Band& band, const BandMove& move) {
    Band result;
    for (std::size_t i = 0; i < band.size(); ++i) {
      result[i] = band[kSide * move.rows[i / kSide] + move.columns[i % kSide]];
    }
    return result;
  }

  // First one, then the other.
  static BandMove composed(const BandMove& first, const BandMove& second) {
    BandMove result = second;
    for (std::size_t i = 0; i < kSide; ++i) result.columns[i] = first.columns[second.columns[i]];
    for (std::size_t i = 0; i < 3; ++i) result.rows[i] = first.rows[second.rows[i]];
    return result;
  }

  static BandMove inverse(const BandMove& move) {
    BandMove result = move;
    for (std::size_t i = 0; i < kSide; ++i) {
      result.columns[move.columns[i]] = static_cast<std::uint8_t>(i);
    }
    for (std::size_t i = 0; i < 3; ++i) result.rows[move.rows[i]] = static_cast<std::uint8_t>(i);
    return result;
  }

  // The move to the normal form, up to names of digits.
  BandMove sorting_of(const Band& band) const {
    std::array<std::uint8_t, kSide + 1> numbers{};
    for (std::size_t i = 0; i < kSide; ++i) {
      numbers[band[kSide * (i / 3) + i % 3]] = static_cast<std::uint8_t>(i);
    }
    BandMove move = t_.moves[0];
    std::copy_n(t_.sorted_columns[order_of(numbers[band[3]], numbers[band[4]], numbers[band[5]])]
                                 [order_of(numbers[band[6]], numbers[band[7]], numbers[band[8]])],
                16, move.columns);
    return move;
  }

  void sort_classes() {
    std::vector<std::uint32_t> order(t_.smallest.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [this](std::uint32_t i) { return t_.smallest[i]; });
    std::vector<std::uint32_t> rank(order.size());
    std::vector<Band> smallest;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      rank[order[i]] = i;
      smallest.push_back(t_.smallest[order[i]]);
      t_.first_automorphism[i] = static_cast<std::uint32_t>(t_.automorphisms.size());
      const std::vector<BandMove>& moves = automorphisms_[order[i]];
      t_.automorphisms.insert(t_.automorphisms.end(), moves.begin(), moves.end());
    }
    t_.first_automorphism[kBandClasses] = static_cast<std::uint32_t>(t_.automorphisms.size());
    t_.automorphism_data = t_.automorphisms.data();
    t_.smallest = std::move(smallest);
    for (std::uint32_t& way : t_.ways) way = (way & 0xFFFF0000U) | rank[way & 0xFFFFU];
  }

  BandTables& t_;
  std::vector<std::vector<BandMove>> automorphisms_;  // of each class, in the order of discovery
};

std::unique_ptr<const BandTables> make_tables() {
  auto tables = std::make_unique<BandTables>();
  Builder(*tables).build();
  return tables;
}

}  // namespace

const BandTables& band_tables() {
  static const std::unique_ptr<const BandTables> tables = make_tables();
  return *tables;
}

std::size_t normal_number(const BandTables& tables, const Band& band) {
  std::array<std::uint8_t, kSide + 1> numbers{};
  for (std::size_t i = 0; i < kSide; ++i) {
    numbers[band[kSide * (i / 3) + i % 3]] = static_cast<std::uint8_t>(i);
  }
  const Triple* triples[2][3];
  for (std::size_t box = 0; box < 2; ++box) {
    for (std::size_t row = 0; row < 3; ++row) {
      const std::uint8_t* const cells = &band[kSide * row + 3 * (box + 1)];
      triples[box][row] =
          &tables.triples[triple_number(numbers[cells[0]], numbers[cells[1]], numbers[cells[2]])];
    }
  }
  std::size_t number = triples[0][0]->first;
  if (number >= 2) number += triples[0][1]->second;
  for (const auto& [first, second, third] : triples) {
    number = 36 * number + tables.lower_orders[first->order][second->order][third->order];
  }
  return number;
}

}  // namespace puzzled::sudoku::canonical
