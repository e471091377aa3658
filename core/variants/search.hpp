// Finds and counts the solutions of a board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/search_limits.hpp"
#include "core/split_mix.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/time_left.hpp"
#include "core/variants/tree_search.hpp"

namespace puzzled::variants {

/// What a search found.
struct Found {
  std::uint64_t count = 0;     ///< solutions, capped at the limit
  bool timed_out = false;      ///< time or the stop flag ended the search: count is a lower bound
  bool gave_up = false;        ///< by SearchWishes::max_branches: count is a lower bound
  std::uint64_t branches = 0;  ///< cells at which there was more than one alternative

  /// Whether there may be more solutions than `count`, though it is below the limit.
  bool is_open() const { return timed_out || gave_up; }
};

/// For one thread at a time. It searches in stages, each with more effort before the first
/// branching: an easy board is done before sums are derived.
class Search {
 public:
  /// `rules` must outlive this.
  explicit Search(const Rules& rules);

  /// Counts the solutions of a board whose cells have these candidates. The result depends on
  /// nothing but the arguments, unless time runs out.
  /// REQUIRES: a set for each cell, none with values that the model does not allow.
  Found solve(std::span<const ValueSet> candidates, const SearchLimits& limits,
              const SearchWishes& wishes = {});

  /// Removes the candidates that can be seen to be in no solution without a branching; false if
  /// there is none. If time is up, it means nothing. REQUIRES: as solve().
  bool propagate(std::span<ValueSet> candidates, TimeLeft& time) {
    return search_of(1, time).propagate(candidates, time);
  }

  /// A random estimate of the number of solutions (TreeSearch::probe()). If time is up, it means
  /// nothing. REQUIRES: as solve().
  double probe(std::span<const ValueSet> candidates, SplitMix64& random, TimeLeft& time) {
    return search_of(1, time).probe(candidates, random, time);
  }

  const Rules& rules() const { return rules_; }

  /// The first solution, a value for each cell. REQUIRES: the last count was above 0.
  std::span<const std::uint8_t> first() const { return first_; }

 private:
  static constexpr std::size_t kLevels = 3;

  /// Rules with more and more derived sums, made when a board needs them.
  struct Level {
    std::unique_ptr<const Rules> rules;
    std::unique_ptr<TreeSearch> search;
    bool is_made = false;
  };

  TreeSearch& search_of(std::size_t level, TimeLeft& time);

  const Rules& rules_;
  Level levels_[kLevels];
  std::span<const std::uint8_t> first_;
};

}  // namespace puzzled::variants
