#include "core/sudoku/canonical/band_tables.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <utility>

namespace puzzled::sudoku::canonical {
namespace {

constexpr std::uint8_t kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

constexpr std::size_t kInverse[6] = {0, 1, 2, 4, 3, 5};  // orders undone

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
    add_all();
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
          set_orders(triple, {a, b, c});
        }
      }
    }
  }

  void set_orders(Triple triple, const std::array<int, 3>& numbers) {
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

  // By the numbers of the orders of rows, boxes, and columns of the first, second and third box.
  static std::size_t move_number(std::size_t rows, std::size_t boxes, const std::size_t* in_box) {
    return (((rows * 6 + boxes) * 6 + in_box[0]) * 6 + in_box[1]) * 6 + in_box[2];
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

  // All normal bands. Of the rows 012, 345 and 678 of the first box, the first row of the second
  // box has numbers of the lower two; its second row has those of 678 that are left, and some of
  // 012.
  void add_all() {
    constexpr unsigned kRows[3] = {0b000000111, 0b000111000, 0b111000000};
    for (unsigned first = 0; first < 512; ++first) {
      if (std::popcount(first) != 3 || (first & kRows[0]) != 0) continue;
      for (unsigned some = 0; some < 8; ++some) {
        const unsigned second = (kRows[2] & ~first) | some;
        if (std::popcount(second) != 3) continue;
        const unsigned third = ~(first | second);
        add_orders(
            {first, second, third & 511},
            {~(kRows[0] | first) & 511, ~(kRows[1] | second) & 511, ~(kRows[2] | third) & 511});
      }
    }
  }

  // Those whose second and third box have these numbers in their rows: the first row is sorted, the
  // two others stand in any order.
  void add_orders(const std::array<unsigned, 3>& second_box,
                  const std::array<unsigned, 3>& third_box) {
    Band band{};
    const auto put_row = [&band](std::size_t row, std::size_t box, unsigned numbers,
                                 std::size_t order) {
      std::uint8_t sorted[3];
      for (std::uint8_t& number : sorted) {
        number = static_cast<std::uint8_t>(std::countr_zero(numbers));
        numbers &= numbers - 1;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        band[kSide * row + 3 * box + i] = static_cast<std::uint8_t>(sorted[kOrders[order][i]] + 1);
      }
    };
    put_row(0, 0, 0b000000111, 0);
    put_row(1, 0, 0b000111000, 0);
    put_row(2, 0, 0b111000000, 0);
    put_row(0, 1, second_box[0], 0);
    put_row(0, 2, third_box[0], 0);
    for (std::size_t orders = 0; orders < 36 * 36; ++orders) {
      put_row(1, 1, second_box[1], orders / 216);
      put_row(2, 1, second_box[2], orders / 36 % 6);
      put_row(1, 2, third_box[1], orders / 6 % 6);
      put_row(2, 2, third_box[2], orders % 6);
      if (normal_form(band, kOrders[0], kOrders[0], kOrders[0]).way == kUnknown) add(band);
    }
  }

  // Finds the class of a normal band that is in none yet, and adds all that are in it.
  void add(const Band& band) {
    find_smallest(band);
    const auto band_class = static_cast<std::uint32_t>(t_.smallest.size());
    t_.smallest.push_back(smallest_);
    const BandMove back = inverse(moves_.front());
    automorphisms_.emplace_back();
    for (const BandMove& move : moves_) automorphisms_.back().push_back(composed(back, move));
    // All normal bands of the class: whatever the order of columns in the second and third box, it
    // is sorted away.
    for (std::size_t rows = 0; rows < 6; ++rows) {
      for (std::size_t boxes = 0; boxes < 6; ++boxes) {
        for (std::size_t columns = 0; columns < 6; ++columns) {
          add_image(band_class, rows, boxes, columns);
        }
      }
    }
  }

  // The normal form of the smallest band with other orders of rows, of boxes, and of columns in
  // what becomes the first box.
  void add_image(std::uint32_t band_class, std::size_t rows, std::size_t boxes,
                 std::size_t columns) {
    const auto [way, ranks] =
        normal_form(smallest_, kOrders[rows], kOrders[boxes], kOrders[columns]);
    if (way != kUnknown) return;
    // The way back: each order is inverted. Columns are sorted by the inverse of their ranks.
    const std::size_t in_box[3] = {kInverse[columns], ranks[0], ranks[1]};
    const std::uint8_t* const former = kOrders[kInverse[boxes]];
    const std::size_t back[3] = {in_box[former[0]], in_box[former[1]], in_box[former[2]]};
    way = band_class |
          static_cast<std::uint32_t>(move_number(kInverse[rows], kInverse[boxes], back) << 16);
  }

  struct NormalForm {
    std::uint32_t& way;  // in the table
    std::array<std::size_t, 2>
        ranks;  // numbers of those of the columns of the second and third box
  };

  // Of a band with its rows, boxes and columns of the first box in other orders.
  NormalForm normal_form(const Band& band, const std::uint8_t (&rows)[3],
                         const std::uint8_t (&boxes)[3], const std::uint8_t (&columns)[3]) {
    std::array<std::uint8_t, kSide + 1> numbers{};
    for (std::size_t i = 0; i < kSide; ++i) {
      numbers[band[kSide * rows[i / 3] + 3 * boxes[0] + columns[i % 3]]] =
          static_cast<std::uint8_t>(i);
    }
    const Triple* triples[2][3];
    for (std::size_t i = 0; i < 6; ++i) {
      const std::uint8_t* const cells = &band[kSide * rows[i % 3] + 3 * boxes[1 + i / 3]];
      triples[i / 3][i % 3] =
          &t_.triples[triple_number(numbers[cells[0]], numbers[cells[1]], numbers[cells[2]])];
    }
    std::size_t number = triples[0][0]->first;
    if (number >= 2) number += triples[0][1]->second;
    for (const auto& [first, second, third] : triples) {
      number = 36 * number + t_.lower_orders[first->order][second->order][third->order];
    }
    return {t_.ways[number], {triples[0][0]->order, triples[1][0]->order}};
  }

  // The smallest band that this one can become, and the moves to it. The first row becomes
  // 123456789. So the second can always begin with 45: two digits of a box of the one row stand in
  // one box of the other. With 6, if the third does, too; else with 7.
  void find_smallest(const Band& band) {
    moves_.clear();
    smallest_.fill(UINT8_MAX);
    for (const auto& rows : kOrders) {
      std::array<std::size_t, kSide + 1> column_of{};
      for (std::size_t i = 0; i < kSide; ++i) column_of[band[kSide * rows[0] + i]] = i;
      for (std::size_t box = 0; box < 3; ++box) {
        const std::uint8_t* const digits = &band[kSide * rows[1] + 3 * box];
        for (const auto& p : kOrders) {
          const std::size_t x = column_of[digits[p[0]]];
          const std::size_t y = column_of[digits[p[1]]];
          const std::size_t z = column_of[digits[p[2]]];
          const std::size_t second = x / 3;
          const std::size_t third = 3 - box - second;
          if (y / 3 != second) continue;
          for (const auto& q : kOrders) {
            if (z / 3 == third && z != 3 * third + q[0]) continue;
            const std::size_t columns[kSide] = {
                3 * box + p[0],   3 * box + p[1],   3 * box + p[2],  x, y, 9 * second + 3 - x - y,
                3 * third + q[0], 3 * third + q[1], 3 * third + q[2]};
            try_move(band, rows, columns);
          }
        }
      }
    }
  }

  void try_move(const Band& band, const std::uint8_t (&rows)[3],
                const std::size_t (&columns)[kSide]) {
    std::array<std::uint8_t, kSide + 1> names{};
    for (std::size_t i = 0; i < kSide; ++i) {
      names[band[kSide * rows[0] + columns[i]]] = static_cast<std::uint8_t>(i + 1);
    }
    const auto cell = [&](std::size_t i) {
      return names[band[kSide * rows[i / kSide] + columns[i % kSide]]];
    };
    std::size_t at = moves_.empty() ? 0 : kSide;
    while (at < band.size() && cell(at) == smallest_[at]) ++at;
    if (at < band.size()) {
      if (cell(at) > smallest_[at]) return;
      for (; at < band.size(); ++at) smallest_[at] = cell(at);
      moves_.clear();
    }
    BandMove& move = moves_.emplace_back();
    std::fill_n(move.columns, 16, std::uint8_t{15});
    std::copy_n(columns, kSide, move.columns);
    std::copy_n(rows, 3, move.rows);
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
  Band smallest_{};                                   // of the class that was found last
  std::vector<BandMove> moves_;                       // to it
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

}  // namespace puzzled::sudoku::canonical
