// A solution is drawn, and regions grow around its queens until they fill the board. While there is
// another solution, one of its queens is given to a region beside it, so that its own region has no
// queen any more, or two share one. When that leads nowhere, everything begins anew.
#include "core/queens/regions/region_generator.hpp"

#include <cstddef>
#include <cstdlib>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/queens/regions/region_solver.hpp"

namespace puzzled::queens {
namespace {

// Changes of a board before it is given up: boards of 8 rows take some 10, of 12 rows 40.
constexpr int kChangesOfBoard = 400;

// Other solutions that are looked at for one that can be broken.
constexpr int kSolutionsLookedAt = 50;

class RegionGrower {
 public:
  RegionGrower(int queens, SplitMix64& random, const StopFlag& stop)
      : queens_(queens), random_(random), stop_(stop) {}

  std::optional<RegionBoard> board() {
    while (!is_stopped(stop_)) {
      draw_solution();
      grow();
      if (make_unique()) return labelled();
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint8_t kNone = 255;

  std::size_t squares() const { return regions_.size(); }
  std::size_t at(int row, int column) const {
    return static_cast<std::size_t>(row * queens_ + column);
  }
  template <class Visit>
  void for_neighbours(std::size_t square, const Visit& visit) const {
    const int row = static_cast<int>(square) / queens_;
    const int column = static_cast<int>(square) % queens_;
    if (row > 0) visit(at(row - 1, column));
    if (row + 1 < queens_) visit(at(row + 1, column));
    if (column > 0) visit(at(row, column - 1));
    if (column + 1 < queens_) visit(at(row, column + 1));
  }

  /// Any permutation without neighbours that touch.
  void draw_solution() {
    columns_.resize(static_cast<std::size_t>(queens_));
    std::iota(columns_.begin(), columns_.end(), 0);
    const auto touches = [this] {
      for (std::size_t row = 1; row < columns_.size(); ++row) {
        if (std::abs(columns_[row] - columns_[row - 1]) == 1) return true;
      }
      return false;
    };
    // About one of eight has none.
    do {
      shuffle_values(std::span(columns_), random_);
    } while (touches());
  }

  void grow() {
    regions_.assign(static_cast<std::size_t>(queens_) * static_cast<std::size_t>(queens_), kNone);
    std::vector<std::size_t> edge;
    for (int row = 0; row < queens_; ++row) {
      const std::size_t square = at(row, columns_[static_cast<std::size_t>(row)]);
      regions_[square] = static_cast<std::uint8_t>(row);
      edge.push_back(square);
    }
    // From a random square of a region to a random free one beside it.
    while (!edge.empty()) {
      const std::size_t place = random_.below(edge.size());
      const std::size_t square = edge[place];
      std::vector<std::size_t> free;
      for_neighbours(square, [&](std::size_t next) {
        if (regions_[next] == kNone) free.push_back(next);
      });
      if (free.empty()) {
        edge[place] = edge.back();
        edge.pop_back();
        continue;
      }
      const std::size_t next = free[random_.below(free.size())];
      regions_[next] = regions_[square];
      edge.push_back(next);
    }
  }

  bool make_unique() {
    for (int change = 0; change < kChangesOfBoard; ++change) {
      const Other other = other_solution();
      if (is_stopped(stop_)) return false;
      if (other.count == 0) return true;
      if (other.changes.empty()) return false;
      const auto [square, region] = other.changes[random_.below(other.changes.size())];
      regions_[square] = region;
    }
    return false;
  }

  /// Gives a square to another region.
  struct Change {
    std::size_t square = 0;
    std::uint8_t region = 0;
  };

  /// Solutions that are not the drawn one.
  struct Other {
    int count = 0;                  ///< looked at
    std::vector<Change> changes{};  ///< that break the last of these
  };

  /// Looks for one that can be broken; with the others, later changes may help.
  Other other_solution() const {
    Other other;
    const RegionBoard board{.queens = queens_, .regions = regions_, .signs = {}};
    for_each_region_solution(
        board,
        [&](std::span<const int> columns) {
          if (is_drawn(columns)) return true;
          ++other.count;
          other.changes = changes_that_break(columns);
          return other.changes.empty() && other.count < kSolutionsLookedAt;
        },
        {.solutions = 0, .stop = &stop_}, RegionOrder::kAny);
    return other;
  }

  bool is_drawn(std::span<const int> columns) const {
    for (std::size_t row = 0; row < columns.size(); ++row) {
      if (columns[row] - 1 != columns_[row]) return false;
    }
    return true;
  }

  std::vector<Change> changes_that_break(std::span<const int> columns) const {
    std::vector<Change> changes;
    for (int row = 0; row < queens_; ++row) {
      const auto line = static_cast<std::size_t>(row);
      if (columns[line] - 1 == columns_[line]) continue;
      const std::size_t square = at(row, columns[line] - 1);
      for_neighbours(square, [&](std::size_t next) {
        if (regions_[next] != regions_[square] && can_leave(square)) {
          changes.push_back({square, regions_[next]});
        }
      });
    }
    return changes;
  }

  /// Whether the rest of its region hangs together without it.
  bool can_leave(std::size_t square) const {
    const std::uint8_t region = regions_[square];
    std::vector<bool> reached(squares(), false);
    std::vector<std::size_t> open = {at(region, columns_[region])};
    reached[open[0]] = true;
    std::size_t count = 1;
    while (!open.empty()) {
      const std::size_t from = open.back();
      open.pop_back();
      for_neighbours(from, [&](std::size_t next) {
        if (next == square || regions_[next] != region || reached[next]) return;
        reached[next] = true;
        ++count;
        open.push_back(next);
      });
    }
    std::size_t all = 0;
    for (const std::uint8_t other : regions_) all += other == region ? 1 : 0;
    return count + 1 == all;
  }

  /// With letters in the order of the squares.
  RegionBoard labelled() const {
    std::string signs;
    std::string letters(static_cast<std::size_t>(queens_), '\0');
    char next = 'A';
    for (const std::uint8_t region : regions_) {
      char& letter = letters[region];
      if (letter == '\0') letter = next++;
      signs += letter;
    }
    return *make_region_board(signs);
  }

  const int queens_;
  SplitMix64& random_;
  const StopFlag& stop_;
  std::vector<int> columns_;  // of the drawn solution, by row, from 0
  // Of each square; the region of the queen in row r is number r.
  std::vector<std::uint8_t> regions_;
};

}  // namespace

std::optional<RegionBoard> random_region_board(int queens, SplitMix64& random,
                                               const StopFlag& stop) {
  return RegionGrower(queens, random, stop).board();
}

}  // namespace puzzled::queens
