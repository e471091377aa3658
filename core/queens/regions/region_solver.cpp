// A search over sets of squares, one bit a square: a queen removes its row, column, region and
// neighbours from the free squares. A row, column or region without a free square is a dead end,
// one with a single free square gets its queen at once. Lists branch on the first row without a
// queen, so that solutions come in lexicographic order; counts branch where the fewest squares are
// free.
#include "core/queens/regions/region_solver.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <optional>

namespace puzzled::queens {
namespace {

template <std::size_t kWords>
struct Squares {
  std::array<std::uint64_t, kWords> words{};

  void add(std::size_t square) { words[square / 64] |= std::uint64_t{1} << square % 64; }
  void remove(const Squares& others) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] &= ~others.words[i];
  }
  Squares common(const Squares& others) const {
    Squares both = *this;
    for (std::size_t i = 0; i < kWords; ++i) both.words[i] &= others.words[i];
    return both;
  }
  int count() const {
    int sum = 0;
    for (const std::uint64_t word : words) sum += std::popcount(word);
    return sum;
  }
  std::size_t take_first() {
    std::size_t word = 0;
    while (words[word] == 0) ++word;
    const auto bit = static_cast<std::size_t>(std::countr_zero(words[word]));
    words[word] &= words[word] - 1;
    return word * 64 + bit;
  }
  bool has(std::size_t square) const { return (words[square / 64] >> square % 64 & 1U) != 0; }
};

enum class BranchOn { kFirstRow, kFewest };

template <std::size_t kWords>
class RegionSearch {
 public:
  using Set = Squares<kWords>;
  using Visit = std::function<bool(std::span<const int> columns)>;

  /// `visit` may be null.
  RegionSearch(const RegionBoard& board, BranchOn branch_on, const Visit& visit,
               const SearchLimits& limits)
      : board_(board),
        queens_(static_cast<std::size_t>(board.queens)),
        branch_on_(branch_on),
        visit_(visit),
        most_(limits.solutions),
        clock_(limits, kStepsBetweenLooks) {
    for (std::size_t square = 0; square < queens_ * queens_; ++square) {
      all_.add(square);
      units_[square / queens_].add(square);
      units_[queens_ + square % queens_].add(square);
      units_[2 * queens_ + board.regions[square]].add(square);
    }
  }

  RegionSolutions run() {
    State state{.free = all_};
    for (std::size_t unit = 0; unit < 3 * queens_; ++unit) state.open |= Units{1} << unit;
    search(state);
    return found_;
  }

 private:
  // A step takes a microsecond, on the largest boards some.
  static constexpr std::uint64_t kStepsBetweenLooks = 128;

  // Rows, columns and regions by number: 3 * 35 bits.
  __extension__ using Units = unsigned __int128;

  struct State {
    Set free;        // squares that a queen may take
    Units open = 0;  // units that have no queen yet
  };

  void place(State& state, std::size_t square) {
    const std::size_t row = square / queens_;
    const std::size_t column = square % queens_;
    const std::size_t region = board_.regions[square];
    columns_[row] = static_cast<int>(column) + 1;
    for (const std::size_t unit : {row, queens_ + column, 2 * queens_ + region}) {
      state.open &= ~(Units{1} << unit);
      state.free.remove(units_[unit]);
    }
    Set neighbours;
    for (const std::size_t side : {row - 1, row + 1}) {
      if (side >= queens_) continue;
      if (column > 0) neighbours.add(side * queens_ + column - 1);
      if (column + 1 < queens_) neighbours.add(side * queens_ + column + 1);
    }
    state.free.remove(neighbours);
  }

  static std::size_t first_unit(Units units) {
    const auto low = static_cast<std::uint64_t>(units);
    if (low != 0) return static_cast<std::size_t>(std::countr_zero(low));
    return 64 + static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(units >> 64)));
  }

  /// Places all queens that have one square only. The unit to branch on, or nothing at a dead end.
  std::optional<std::size_t> propagate(State& state) {
    while (true) {
      std::size_t best = 0;
      int fewest = INT_MAX;
      for (Units rest = state.open; rest != 0 && fewest > 1; rest &= rest - 1) {
        const std::size_t unit = first_unit(rest);
        const int count = state.free.common(units_[unit]).count();
        if (count == 0) return std::nullopt;
        if (count >= fewest) continue;
        fewest = count;
        best = unit;
      }
      if (fewest != 1) return branch_on_ == BranchOn::kFewest ? best : first_unit(state.open);
      place(state, state.free.common(units_[best]).take_first());
      if (state.open == 0) return best;
    }
  }

  void search(State state) {
    if (clock_.is_up()) {
      found_.is_complete = false;
      goes_on_ = false;
      return;
    }
    const std::optional<std::size_t> unit = propagate(state);
    if (!unit) return;
    if (state.open == 0) return take_solution();
    Set choices = state.free.common(units_[*unit]);
    for (int left = choices.count(); left > 0 && goes_on_; --left) {
      State next = state;
      place(next, choices.take_first());
      if (next.open == 0) {
        take_solution();
      } else {
        search(next);
      }
    }
  }

  void take_solution() {
    ++found_.count;
    if (visit_) goes_on_ = visit_(std::span(columns_).first(queens_));
    if (found_.count == most_) goes_on_ = false;
  }

  const RegionBoard& board_;
  const std::size_t queens_;
  const BranchOn branch_on_;
  const Visit& visit_;
  const std::uint64_t most_;  // solutions; 0: all
  SearchClock clock_;
  RegionSolutions found_;
  bool goes_on_ = true;
  Set all_;
  std::array<Set, 3 * kMaxBoardQueens> units_{};
  std::array<int, kMaxBoardQueens> columns_{};
};

RegionSolutions search_regions(const RegionBoard& board, BranchOn branch_on,
                               const std::function<bool(std::span<const int>)>& visit,
                               const SearchLimits& limits) {
  constexpr std::size_t kMaxWords = (kMaxBoardQueens * kMaxBoardQueens + 63) / 64;
  if (board.queens <= 8) return RegionSearch<1>(board, branch_on, visit, limits).run();
  if (board.queens <= 11) return RegionSearch<2>(board, branch_on, visit, limits).run();
  if (board.queens <= 16) return RegionSearch<4>(board, branch_on, visit, limits).run();
  return RegionSearch<kMaxWords>(board, branch_on, visit, limits).run();
}

}  // namespace

RegionSolutions for_each_region_solution(
    const RegionBoard& board, const std::function<bool(std::span<const int> columns)>& visit,
    const SearchLimits& limits, RegionOrder order) {
  const bool is_ordered = order == RegionOrder::kLexicographic;
  return search_regions(board, is_ordered ? BranchOn::kFirstRow : BranchOn::kFewest, visit, limits);
}

RegionSolutions count_region_solutions(const RegionBoard& board, const SearchLimits& limits) {
  return search_regions(board, BranchOn::kFewest, {}, limits);
}

}  // namespace puzzled::queens
