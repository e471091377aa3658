// Finds and counts the solutions of a board by propagation and branching.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/search_limits.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/state.hpp"

namespace puzzled::variants {

/// What a search found.
struct Found {
  std::uint64_t count = 0;     ///< solutions, capped at the limit
  bool timed_out = false;      ///< time or the stop flag ended the search: count is a lower bound
  std::uint64_t branches = 0;  ///< cells at which there was more than one alternative
};

/// For one thread at a time. Its memory is reused: a board for each branching on the way to the one
/// at hand, which are at most as many as there are cells.
class Search {
 public:
  /// `rules` must outlive this.
  explicit Search(const Rules& rules);

  /// Counts the solutions of a board whose cells have these candidates. The result depends on
  /// nothing but the arguments, unless time runs out.
  /// REQUIRES: a set for each cell, none with values that the model does not allow.
  Found solve(std::span<const ValueSet> candidates, const SearchLimits& limits);

  /// The first solution, a value for each cell. REQUIRES: the last count was above 0.
  std::span<const std::uint8_t> first() const { return first_; }

 private:
  struct Branching {
    Cell cell = 0;
    ValueSet value = 0;    // tried first; 0: every cell is fixed
    std::size_t open = 0;  // cells that were not fixed, when it was made
  };

  bool begin(std::span<const ValueSet> candidates);
  bool propagate();
  void forget_queue();
  Branching choose() const;
  void find_value_of_two_places(Branching& branching) const;
  void go_down(const Branching& branching);
  void go_up();
  void raise_step();
  void take_solution(Found& found);

  const Rules& rules_;
  const std::size_t cells_;
  State state_;
  std::vector<Branching> path_;   // tried and not exhausted
  std::vector<ValueSet> boards_;  // before each branching of the path, and the one at hand
  std::vector<ValueSet> clues_;   // of each cell, while a search begins
  std::vector<ValueSet> seen_;    // those of its peers, and its own
  std::vector<std::uint8_t> first_;
  std::vector<double> scores_;  // of cells: how often they took part in failures
  double step_ = 1;             // that the next failure adds
  std::size_t open_ = 0;        // cells that are not fixed, or whose peers have not been told
};

}  // namespace puzzled::variants
