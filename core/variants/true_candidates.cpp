#include "core/variants/true_candidates.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/split_mix.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {
namespace {

// Solutions that are told apart, in 64 bytes each. Those found when there are so many count for the
// candidate alone that was searched for.
constexpr std::size_t kMaxKnown = 1'000'000;

/// Searches for each candidate that has not enough solutions yet. Solutions that are found for one
/// candidate count for others too, and such as do are tried first.
class TrueCandidateSearch {
 public:
  TrueCandidateSearch(Search& search, std::span<const ValueSet> candidates, std::uint32_t cap,
                      const SearchLimits& limits)
      : search_(search),
        cells_(candidates.size()),
        cap_(cap),
        time_(limits),
        board_(candidates.begin(), candidates.end()),
        wanted_(board_) {
    found_.size = static_cast<std::size_t>(search.rules().model().size);
    found_.counts.resize(cells_ * found_.size);
  }

  TrueCandidates find() {
    // If there are no more solutions than that, this is all.
    if (!search_.propagate(board_) || run(board_, cap_) < cap_) return std::move(found_);
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      for (int value = 1; value <= static_cast<int>(found_.size); ++value) {
        if ((board_[cell] & wanted_[cell] & set_of(value)) == 0) continue;
        if (!find_for(cell, value)) return std::move(found_);
      }
    }
    return std::move(found_);
  }

 private:
  std::uint32_t& count_of(std::size_t cell, int value) {
    return found_.counts[cell * found_.size + static_cast<std::size_t>(value - 1)];
  }

  /// False if time is up.
  bool find_for(std::size_t cell, int value) {
    std::vector<ValueSet> forced = board_;
    forced[cell] = set_of(value);
    const std::uint64_t solutions = run(forced, cap_);
    std::uint32_t& count = count_of(cell, value);
    count = std::max(count, static_cast<std::uint32_t>(solutions));
    if (found_.timed_out) return false;
    wanted_[cell] &= ~set_of(value);
    if (solutions > 0) return true;
    // What is not so is known from now on.
    board_[cell] &= ~set_of(value);
    return search_.propagate(board_);
  }

  /// Counts solutions and takes them.
  std::uint64_t run(std::span<const ValueSet> board, std::uint32_t limit) {
    solutions_.clear();
    const Found found =
        search_.solve(board, time_.limits(limit), {.preferred = wanted_, .all = &solutions_});
    found_.timed_out = found.timed_out;
    for (std::size_t begin = 0; begin < solutions_.size(); begin += cells_) {
      take(std::span(solutions_).subspan(begin, cells_));
    }
    return found.count;
  }

  void take(std::span<const std::uint8_t> solution) {
    // Two that look alike by 128 bits are one.
    std::uint64_t low = 0;
    std::uint64_t high = 1;
    for (const std::uint8_t value : solution) {
      low = mixed_bits(low + value + 1);
      high = mixed_bits(high * 31 + value);
    }
    if (cap_ > 1 && (known_.size() >= kMaxKnown || !known_.emplace(low, high).second)) return;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      std::uint32_t& count = count_of(cell, solution[cell]);
      if (count < cap_ && ++count == cap_) wanted_[cell] &= ~set_of(solution[cell]);
    }
  }

  Search& search_;
  const std::size_t cells_;
  const std::uint32_t cap_;
  const TimeLeft time_;
  TrueCandidates found_;
  std::vector<ValueSet> board_;
  std::vector<ValueSet> wanted_;  // candidates that more solutions are looked for of
  std::vector<std::uint8_t> solutions_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> known_;
};

}  // namespace

TrueCandidates find_true_candidates(Search& search, std::span<const ValueSet> candidates,
                                    std::uint32_t cap, const SearchLimits& limits) {
  return TrueCandidateSearch(search, candidates, cap, limits).find();
}

}  // namespace puzzled::variants
