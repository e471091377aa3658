#include "core/variants/ordered_solutions.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/variants/time_left.hpp"

namespace puzzled::variants {
namespace {

// Part of a board that has no more solutions is searched as a whole, and they are sorted.
constexpr std::uint64_t kMaxSorted = 256;

class OrderedSearch {
 public:
  OrderedSearch(Search& search, std::size_t cells, const SearchLimits& limits,
                const TakeSolution& take)
      : search_(search), cells_(cells), limits_(limits), time_(limits), take_(take) {}

  /// False: no more are to be looked for.
  bool find(std::vector<ValueSet> board) {
    const bool is_possible = search_.propagate(board, time_);
    found_.timed_out = time_.has_ended();
    if (found_.timed_out) return false;
    if (!is_possible) return true;
    solutions_.clear();
    const Found found =
        search_.solve(board, time_.limits(kMaxSorted + 1), {.preferred = {}, .all = &solutions_});
    found_.branches += found.branches;
    found_.timed_out = found.timed_out;
    if (found.timed_out) return false;
    if (found.count <= kMaxSorted) return take_sorted();
    const auto open = std::ranges::find_if_not(board, is_single);
    for (ValueSet left = *open; left != 0; left &= left - 1) {
      std::vector<ValueSet> part = board;
      part[static_cast<std::size_t>(open - board.begin())] = left & (~left + 1);
      if (!find(std::move(part))) return false;
    }
    return true;
  }

  /// The same of the solutions after one: those that agree with it up to a cell and have a greater
  /// value there, from the last cell on.
  void find_after(std::span<const ValueSet> board, std::span<const std::uint8_t> after) {
    for (std::size_t i = board.size(); i-- > 0;) {
      const ValueSet greater = board[i] & ~all_values(after[i]);
      if (greater == 0) continue;
      std::vector<ValueSet> part(board.begin(), board.end());
      for (std::size_t before = 0; before < i; ++before) part[before] &= set_of(after[before]);
      part[i] = greater;
      const bool is_possible = std::ranges::find(part, ValueSet{0}) == part.end();
      if (is_possible && !find(std::move(part))) return;
    }
  }

  const Found& found() const { return found_; }

 private:
  bool take_sorted() {
    std::vector<std::span<const std::uint8_t>> sorted;
    for (std::size_t begin = 0; begin < solutions_.size(); begin += cells_) {
      sorted.push_back(std::span(solutions_).subspan(begin, cells_));
    }
    std::ranges::sort(sorted,
                      [](auto a, auto b) { return std::ranges::lexicographical_compare(a, b); });
    for (const std::span<const std::uint8_t> solution : sorted) {
      ++found_.count;
      if (!take_(solution) || found_.count == limits_.solutions) return false;
    }
    return true;
  }

  Search& search_;
  const std::size_t cells_;
  const SearchLimits limits_;
  TimeLeft time_;
  const TakeSolution& take_;
  Found found_;
  std::vector<std::uint8_t> solutions_;
};

}  // namespace

Found take_ordered_solutions(Search& search, std::span<const ValueSet> candidates,
                             const SearchLimits& limits, const TakeSolution& take) {
  OrderedSearch ordered(search, candidates.size(), limits, take);
  ordered.find({candidates.begin(), candidates.end()});
  return ordered.found();
}

Found take_solutions_after(Search& search, std::span<const ValueSet> candidates,
                           std::span<const std::uint8_t> after, const SearchLimits& limits,
                           const TakeSolution& take) {
  OrderedSearch ordered(search, candidates.size(), limits, take);
  ordered.find_after(candidates, after);
  return ordered.found();
}

}  // namespace puzzled::variants
