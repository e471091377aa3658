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

// One search for all candidates leaves out parts that have none that is still looked for: hard
// boards with few solutions take little more than to count these. Where there are many solutions, a
// search for each candidate does better. So each is tried with so many branchings before the other.
constexpr std::uint64_t kShortForAll = 200;
constexpr std::uint64_t kShortForOne = 100;
constexpr std::uint64_t kLongForAll = 20'000;
constexpr std::uint64_t kNoLimit = 0;

/// Solutions that are found for one candidate count for others too, and such as do are tried first.
class TrueCandidateSearch final : public SearchGuide {
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
    is_possible_ = search_.propagate(board_, time_);
    found_.timed_out = time_.has_ended();
    if (is_possible_) {
      find_for_all(kShortForAll) || find_for_each(kShortForOne) || find_for_all(kLongForAll) ||
          find_for_each(kNoLimit);
    }
    return std::move(found_);
  }

  bool wants(std::span<const ValueSet> candidates) override {
    // The cell that was wanted last first.
    if ((candidates[last_wanted_] & wanted_[last_wanted_]) != 0) return true;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      if ((candidates[cell] & wanted_[cell]) == 0) continue;
      last_wanted_ = cell;
      return true;
    }
    return false;
  }

  void take(std::span<const ValueSet> solution) override {
    // Two that look alike by 128 bits are one.
    std::uint64_t low = 0;
    std::uint64_t high = 1;
    for (std::size_t i = 0; cap_ > 1 && i < cells_; ++i) {
      low = mixed_bits(low + solution[i]);
      high = mixed_bits(high * 31 + solution[i]);
    }
    if (cap_ > 1 && (known_.size() >= kMaxKnown || !known_.emplace(low, high).second)) return;
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      std::uint32_t& count = count_of(cell, value_of(solution[cell]));
      if (count < cap_ && ++count == cap_) wanted_[cell] &= ~solution[cell];
    }
  }

 private:
  std::uint32_t& count_of(std::size_t cell, int value) {
    return found_.counts[cell * found_.size + static_cast<std::size_t>(value - 1)];
  }

  // These three say whether they are done, or time is up. They give up after so many branchings.

  bool find_for_all(std::uint64_t branches) {
    const Found found = search_.solve(
        board_, time_.limits(0), {.preferred = wanted_, .guide = this, .max_branches = branches});
    found_.timed_out = found.timed_out;
    return !found.gave_up;
  }

  bool find_for_each(std::uint64_t branches) {
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      for (int value = 1; value <= static_cast<int>(found_.size); ++value) {
        if ((board_[cell] & wanted_[cell] & set_of(value)) == 0) continue;
        if (!find_for(cell, value, branches)) return false;
        if (found_.timed_out || !is_possible_) return true;
      }
    }
    return true;
  }

  bool find_for(std::size_t cell, int value, std::uint64_t branches) {
    std::vector<ValueSet> forced = board_;
    forced[cell] = set_of(value);
    const Found found =
        search_.solve(forced, time_.limits(cap_),
                      {.preferred = wanted_, .guide = this, .max_branches = branches});
    found_.timed_out = found.timed_out;
    if (found.gave_up) return false;
    std::uint32_t& count = count_of(cell, value);
    count = std::max(count, static_cast<std::uint32_t>(found.count));
    if (found_.timed_out) return true;
    wanted_[cell] &= ~set_of(value);
    if (found.count > 0) return true;
    // What is not so is known from now on.
    board_[cell] &= ~set_of(value);
    is_possible_ = search_.propagate(board_, time_);
    found_.timed_out = time_.has_ended();
    return true;
  }

  Search& search_;
  const std::size_t cells_;
  const std::uint32_t cap_;
  TimeLeft time_;
  TrueCandidates found_;
  std::vector<ValueSet> board_;
  std::vector<ValueSet> wanted_;  // candidates that more solutions are looked for of
  std::size_t last_wanted_ = 0;
  bool is_possible_ = true;  // whether the board has solutions
  std::set<std::pair<std::uint64_t, std::uint64_t>> known_;
};

}  // namespace

TrueCandidates find_true_candidates(Search& search, std::span<const ValueSet> candidates,
                                    std::uint32_t cap, const SearchLimits& limits) {
  return TrueCandidateSearch(search, candidates, cap, limits).find();
}

}  // namespace puzzled::variants
