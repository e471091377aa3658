// A general exact cover solver: Knuth's dancing links (arXiv cs/0011047; The Art of Computer
// Programming, volume 4B, section 7.2.2.1, Algorithm X and its secondary items).
//
// A problem has items and options. An option is a set of items; a solution is a set of options that
// covers every primary item exactly once and every secondary item at most once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "core/search_limits.hpp"

namespace puzzled::cover {

/// Items are numbered from 0, the primary ones first; options are numbered in the order in which
/// they were added. Not thread-safe while options are added; afterwards it is read-only.
class ExactCover {
 public:
  /// REQUIRES: primary_items + secondary_items < 2^31.
  explicit ExactCover(std::size_t primary_items, std::size_t secondary_items = 0);

  /// Adds the next option. An error if it has no item, an item that is not below items(), or one
  /// item twice; then the problem is unchanged.
  /// REQUIRES: all options together have fewer than 2^31 items.
  Result<> add_option(std::span<const std::size_t> items);

  std::size_t primary_items() const { return primary_items_; }
  std::size_t items() const { return items_; }
  std::size_t options() const { return option_starts_.size() - 1; }
  std::span<const std::size_t> option_items(std::size_t option) const;

 private:
  std::size_t primary_items_;
  std::size_t items_;
  std::vector<std::size_t> option_items_;      // the items of all options, one after another
  std::vector<std::size_t> option_starts_{0};  // where each option starts, and where the last ends
  std::vector<std::size_t> last_attempt_;      // by item: the last add_option() that named it
  std::size_t attempts_ = 0;
};

/// Called with the option numbers of each solution, in the order they were chosen; returns whether
/// to go on. The span is valid during the call only.
using SolutionVisitor = std::function<bool(std::span<const std::size_t> options)>;

struct CoverResult {
  std::uint64_t solutions = 0;  ///< how many were found, capped at the limit
  std::uint64_t branches = 0;   ///< items at which more than one option was available
  bool exhausted = true;        ///< false if a limit or the visitor ended the search
  bool timed_out = false;       ///< the time limit ended the search
};

/// Searches for the solutions of `problem` within `limits` and shows each to `visit`, if there is
/// one.
///
/// Branches on the primary item with the fewest options (the first of them in item order; an item
/// with one option or none is taken at sight) and tries its options in the order they were added:
/// the order of the solutions is thereby fixed. Without primary items there is one solution, the
/// empty one. Memory is linear in the size of the problem, and there is no recursion.
///
/// Calls on one problem may run on any number of threads.
CoverResult find_covers(const ExactCover& problem, const SearchLimits& limits,
                        const SolutionVisitor& visit = {});

}  // namespace puzzled::cover
