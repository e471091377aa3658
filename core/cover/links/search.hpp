// The depth-first search on the lists, without recursion: it can pause and continue at any time,
// start below a prefix, and give away branches that it has not begun.
//
// Colours: Knuth's Algorithm C. Multiplicities: the idea of his Algorithm M (both in The Art of
// Computer Programming, volume 4B, section 7.2.2.1). An item that may be in several options is
// branched on by the first of its live options to be chosen: those before it are taken out of all
// lists for as long as the item is branched on here, so that no set of options comes twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/cover/links/links.hpp"
#include "core/cover/links/lists.hpp"
#include "core/cover/problem.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::links {

/// A step of a path is an option of the problem, or kNoFurtherOption.
using Path = std::vector<std::uint32_t>;

/// kGeneral: for problems with colours or multiplicities.
template <bool kGeneral>
class Search {
 public:
  using Step = SolutionWalk::Step;

  explicit Search(const Problem& problem);

  /// Restarts below `prefix`. False, with nothing to search, if that is not a path.
  bool start(std::span<const std::uint32_t> prefix);

  /// Continues to the next solution.
  Step next(std::uint64_t max_nodes, const StopFlag& stop);

  /// Counts solutions until there are no more, or as next().
  Step count(std::uint64_t max_nodes, const StopFlag& stop);

  Path path() const;                                      ///< from the root to where the search is
  std::uint64_t nodes() const { return nodes_; }          ///< steps, those of prefixes not
  std::uint64_t branches() const { return branches_; }    ///< items with more than one alternative
  std::uint64_t solutions() const { return solutions_; }  ///< that count() has found

  /// Ends the shallowest level that has branches which were not begun, and returns the paths to
  /// them; none if there is no such level. They are not searched here any more.
  std::vector<Path> give_away();

  // For estimates, and for cutting a search into prefixes. REQUIRES: start() or one of these was
  // last. steps() and descend() REQUIRE that this is no solution.

  bool is_solution() const { return failed_at_ == kRoot && choose_item() == kRoot; }
  std::vector<std::uint32_t> steps() const;  ///< that can be taken from here
  std::uint64_t alternatives() const {       ///< how many
    return failed_at_ == kRoot ? alternatives(choose_item()) : 0;
  }
  void descend(std::uint64_t alternative);  ///< takes one of them
  void return_to_start() { unwind(base_); }

 private:
  static constexpr Index kCovered = std::numeric_limits<Index>::max();

  template <bool kCounting>
  Step run(std::uint64_t max_nodes, const StopFlag& stop);

  Index choose_item() const;
  std::uint64_t alternatives(Index item) const;

  // A level: open(item); pass(), enter() and retract() each alternative; close(item).
  void open(Index item);
  void close(Index item);
  Index next_after(Index node) const;
  bool can_choose(Index node) const;
  void pass(Index node);
  void enter(Index node);
  void retract(Index node);

  bool is_covered_here() const { return !kGeneral || opened_.back() == kCovered; }
  bool take(std::uint32_t step);
  std::vector<std::uint32_t> rest_of_level(Index node) const;
  void unwind(std::size_t depth);
  std::uint32_t step_of(Index node) const {
    return lists_.item_of(node) == node ? kNoFurtherOption : lists_.option_of(node);
  }

  Lists<kGeneral> lists_;
  std::vector<Index> path_;  // by level: the chosen node, or the item's head: no further option
  std::size_t base_ = 0;     // the levels of the prefix, and those whose branches were given away
  bool descend_ = true;      // whether the last step is still to be followed
  std::uint64_t nodes_ = 0;
  std::uint64_t branches_ = 0;
  std::uint64_t solutions_ = 0;

  // Only if kGeneral.
  Index failed_at_ = kRoot;    // entering the last step showed here that it leads to no solution
  std::vector<Index> passed_;  // nodes whose options open levels have taken out of all lists
  std::vector<Index> opened_;  // by level: how long passed_ was, or kCovered
};

extern template class Search<false>;
extern template class Search<true>;

/// Calls `act` with a search of the kind that the problem needs.
template <class Act>
auto with_search(const Problem& problem, const Act& act) {
  if (problem.has_colours() || problem.has_multiplicities()) return act(Search<true>(problem));
  return act(Search<false>(problem));
}

}  // namespace puzzled::cover::links
