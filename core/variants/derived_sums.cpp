#include "core/variants/derived_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>

namespace puzzled::variants {
namespace {

// (std::popcount() is a call where processors without POPCNT are to run the program.)
constexpr std::size_t bits_of(std::uint64_t word) {
  word -= (word >> 1) & 0x5555555555555555;
  word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return word * 0x0101010101010101 >> 56;
}

/// A set of the cells of a board of up to 128.
struct SmallCellSet {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  void add(Cell cell) { (cell < 64 ? low : high) |= std::uint64_t{1} << (cell % 64); }
  bool empty() const { return (low | high) == 0; }
  std::size_t count() const { return bits_of(low) + bits_of(high); }
  template <class Action>
  void for_each(Action action) const {
    for (std::uint64_t left = low; left != 0; left &= left - 1) {
      action(static_cast<Cell>(std::countr_zero(left)));
    }
    for (std::uint64_t left = high; left != 0; left &= left - 1) {
      action(static_cast<Cell>(64 + std::countr_zero(left)));
    }
  }
  friend SmallCellSet operator&(SmallCellSet a, SmallCellSet b) {
    return {a.low & b.low, a.high & b.high};
  }
  friend SmallCellSet operator|(SmallCellSet a, SmallCellSet b) {
    return {a.low | b.low, a.high | b.high};
  }
  friend SmallCellSet operator-(SmallCellSet a, SmallCellSet b) {
    return {a.low & ~b.low, a.high & ~b.high};
  }
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 finds a 0 in what the compiler makes
  friend auto operator<=>(const SmallCellSet&, const SmallCellSet&) = default;
};

SmallCellSet set_of_cells(std::span<const Cell> cells) {
  SmallCellSet set;
  for (const Cell cell : cells) set.add(cell);
  return set;
}

class SumDeriver {
 public:
  SumDeriver(const Model& model, std::size_t max_cells, TimeLeft& time)
      : model_(model), max_cells_(max_cells), time_(time) {
    for (const Sum& sum : model.sums) {
      const SmallCellSet cells = set_of_cells(sum.cells);
      if (std::ranges::all_of(sum.coefficients, [](int c) { return c == 1; })) {
        pieces_.push_back({cells, static_cast<int>(sum.cells.size()), sum.total});
        given_.push_back({.added = cells, .subtracted = {}});
      }
    }
  }

  std::vector<Sum> derive() {
    if (pieces_.empty()) return {};
    const auto size = static_cast<std::size_t>(model_.size);
    std::vector<SmallCellSet> houses;
    for (const House& house : model_.houses) houses.push_back(set_of_cells(house.cells));
    for (const SmallCellSet house : houses) add_area(house, 1, true);
    for (const std::size_t first : {std::size_t{0}, size}) add_runs(houses, first, size);
    add_touching(houses, 2 * size);
    std::ranges::sort(found_, std::less());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    std::ranges::sort(given_, std::less());
    std::vector<Sum> sums;
    for (const Difference& found : found_) {
      if (!std::binary_search(given_.begin(), given_.end(), found)) sums.push_back(sum_of(found));
    }
    return sums;
  }

 private:
  static constexpr std::uint64_t kStepsOfPiece = 10;

  struct Piece {
    SmallCellSet cells;
    int count = 0;
    int total = 0;
  };
  /// Cells added and subtracted.
  struct Difference {
    SmallCellSet added;
    SmallCellSet subtracted;
    int total = 0;

    friend bool operator<(const Difference& a, const Difference& b) {
      return std::tie(a.added, a.subtracted) < std::tie(b.added, b.subtracted);
    }
    friend bool operator==(const Difference& a, const Difference& b) {
      return a.added == b.added && a.subtracted == b.subtracted;
    }
  };

  void add_runs(const std::vector<SmallCellSet>& houses, std::size_t first, std::size_t size) {
    constexpr std::size_t kMaxRun = 4;
    for (std::size_t begin = 0; begin < size; ++begin) {
      SmallCellSet area = houses[first + begin];
      for (std::size_t count = 2; count <= kMaxRun && begin + count <= size; ++count) {
        area = area | houses[first + begin + count - 1];
        add_area(area, static_cast<int>(count), false);
      }
    }
  }

  /// Two or three boxes, pieces or further houses that touch and do not overlap.
  void add_touching(const std::vector<SmallCellSet>& houses, std::size_t first) {
    std::vector<SmallCellSet> around(first);
    for (std::size_t a = first; a < houses.size(); ++a) around.push_back(neighbours_of(houses[a]));
    for (std::size_t a = first; a < houses.size(); ++a) {
      for (std::size_t b = a + 1; b < houses.size(); ++b) {
        if (!do_touch(houses[a], around[a], houses[b])) continue;
        const SmallCellSet two = houses[a] | houses[b];
        add_area(two, 2, false);
        for (std::size_t c = b + 1; c < houses.size(); ++c) {
          if (do_touch(two, around[a] | around[b], houses[c])) add_area(two | houses[c], 3, false);
        }
      }
    }
  }

  /// `around`: the neighbours of `one`.
  static bool do_touch(SmallCellSet one, SmallCellSet around, SmallCellSet other) {
    return (one & other).empty() && !(around & other).empty();
  }

  /// Cells that share a side with one of the house, some of which may be of it.
  SmallCellSet neighbours_of(SmallCellSet house) const {
    SmallCellSet around;
    house.for_each([&](Cell cell) {
      const auto size = static_cast<Cell>(model_.size);
      if (cell % size > 0) around.add(cell - 1);
      if (cell % size + 1 < size) around.add(cell + 1);
      if (cell >= size) around.add(cell - size);
      if (cell + size < size * size) around.add(cell + size);
    });
    return around;
  }

  /// The sum of what is inside and not covered, less what is covered and outside. Covered by the
  /// sums within the area alone (if `is_house`), by those with more cells inside than outside too,
  /// and by those with as many.
  void add_area(SmallCellSet area, int houses, bool is_house) {
    // Those that lie partly inside are put in order one by one.
    if (time_.is_up(pieces_.size() * (kStepsOfPiece + pieces_.size() / 8))) return;
    int total = houses * model_.size * (model_.size + 1) / 2;
    SmallCellSet covered;
    order_.clear();
    for (const Piece& piece : pieces_) {
      const SmallCellSet inside = piece.cells & area;
      if (inside == piece.cells) {
        take(piece, covered, total);
      } else if (!inside.empty()) {
        add_in_order(piece, piece.count - 2 * static_cast<int>(inside.count()));
      }
    }
    if (is_house) add_sum(area - covered, covered - area, total);
    auto next = order_.begin();
    for (; next != order_.end() && next->first < 0; ++next) take(*next->second, covered, total);
    add_sum(area - covered, covered - area, total);
    if (next == order_.end()) return;
    for (; next != order_.end(); ++next) take(*next->second, covered, total);
    add_sum(area - covered, covered - area, total);
  }

  /// Those that lie furthest inside first: `excess` is by how many more cells outside than inside.
  void add_in_order(const Piece& piece, int excess) {
    if (excess > 0) return;
    const auto is_less = [](int one, const auto& other) { return one < other.first; };
    order_.emplace(std::upper_bound(order_.begin(), order_.end(), excess, is_less), excess, &piece);
  }

  static void take(const Piece& piece, SmallCellSet& covered, int& total) {
    if (!(piece.cells & covered).empty()) return;
    covered = covered | piece.cells;
    total -= piece.total;
  }

  void add_sum(SmallCellSet added, SmallCellSet subtracted, int total) {
    if (added.count() + subtracted.count() > max_cells_) return;
    if (added.empty()) {
      std::swap(added, subtracted);
      total = -total;
    }
    // Where nothing is left, the total must be 0, or there is no solution: that is left to find.
    if (!added.empty()) found_.push_back({added, subtracted, total});
  }

  static Sum sum_of(const Difference& difference) {
    Sum sum;
    sum.total = difference.total;
    const std::size_t count = difference.added.count() + difference.subtracted.count();
    sum.cells.reserve(count);
    sum.coefficients.reserve(count);
    const auto add = [&sum](SmallCellSet cells, int coefficient) {
      cells.for_each([&](Cell cell) {
        sum.cells.push_back(cell);
        sum.coefficients.push_back(coefficient);
      });
    };
    add(difference.added, 1);
    add(difference.subtracted, -1);
    return sum;
  }

  const Model& model_;
  const std::size_t max_cells_;
  TimeLeft& time_;
  std::vector<Piece> pieces_;
  std::vector<std::pair<int, const Piece*>> order_;
  std::vector<Difference> found_;
  std::vector<Difference> given_;
};

}  // namespace

std::vector<Sum> derived_sums(const Model& model, std::size_t max_cells, TimeLeft& time) {
  if (model.cells() > kMaxCellsOfDerivedSums) return {};
  return SumDeriver(model, max_cells, time).derive();
}

}  // namespace puzzled::variants
