// Counts symmetric parts once: near the root, one option of each orbit is counted and weighted by
// the size of the orbit, and isomorphic residual problems share a count. Deeper, where finding
// symmetries costs more than it may save, the search with its cache does the rest.
//
// It keeps its own stack, so that it can pause and continue, and give parts of it away.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/search/cache.hpp"
#include "core/cover/search/presolve.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/symmetry/form.hpp"
#include "core/cover/units.hpp"
#include "core/cover/wide_count.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::search {

/// An option to be tried, and the size of its orbit.
struct Branch {
  std::uint32_t option;
  std::uint32_t weight;
};

/// How a part of a problem may be cut up.
struct Cut {
  std::vector<Branch> branches;  ///< empty: there is no symmetry, or looking for it does not pay
  symmetry::Form form;           ///< empty if it is not known
  std::uint64_t cost = 0;        ///< of looking, in nodes
};

/// Looks for symmetry at a level of `search`, if it may pay for so many nodes.
Cut cut_by_symmetry(const Problem& problem, const Search& search, std::uint32_t level,
                    std::uint64_t expected_nodes);

/// The form of what is left at a level; empty if to find it costs more than so many nodes' tenth.
symmetry::Form form_at(const Problem& problem, const Search& search, std::uint32_t level,
                       std::uint64_t expected_nodes);

struct SymmetricSettings {
  bool symmetry = true;
  bool always_looks = false;      ///< for symmetry, even if it saves little; for tests
  Cache* shared_cache = nullptr;  ///< null: one of its own
  std::uint64_t cache_bytes = 0;  ///< 0: none
  std::uint64_t form_bytes = 0;   ///< for counts of isomorphic residual problems
};

/// Half of the memory is for the cache, an eighth for counts of isomorphic residual problems. No
/// cache for kSearch.
SymmetricSettings symmetric_settings(const CountSettings& settings);

class SymmetricCount {
 public:
  /// `problem` is that of the search; both must outlive it.
  SymmetricCount(const Problem& problem, Search& search, const SymmetricSettings& settings);

  /// Begins to count what is below a prefix. REQUIRES: its options are compatible.
  void begin(std::span<const std::uint32_t> prefix);
  /// Continues; true when done, false when stopped or after about `max_nodes` nodes.
  bool run(std::uint64_t max_nodes, const StopFlag& stop);
  /// The count since begin(): a lower bound if it is not done.
  WideCount count() const;
  /// With the status kStopped if it is not done.
  CountOutcome outcome() const;
  bool is_done() const { return is_done_; }
  /// Since this was made.
  std::uint64_t nodes() const { return search_.nodes() - first_node_; }

  /// Gives away the branches that are not begun at the shallowest level that has some: units with
  /// prefixes from the root on, weights times `weight`. The count is without them.
  void give_away(std::uint64_t weight, std::vector<Unit>& units);

 private:
  struct Frame {
    std::uint32_t level;
    std::vector<Branch> branches;
    std::size_t next;  ///< the branch after the one that is being counted
    WideCount sum;
    symmetry::Form form;
    bool is_kept;  ///< the sum goes to forms_
  };

  void enter(std::uint32_t level, Choice choice);
  bool cut(std::uint32_t level, Choice choice);
  void begin_leaf(std::uint32_t level, Choice choice);
  void run_leaf(std::uint64_t max_nodes);
  void advance();
  void deliver(const WideCount& count);
  void grow_sums();

  const Problem& problem_;
  Search& search_;
  SymmetricSettings settings_;
  std::uint64_t first_node_;
  std::unique_ptr<Cache> cache_;
  symmetry::FormCounts forms_;
  std::uint64_t symmetry_cost_ = 0;  // in nodes
  RandomProbe random_;

  std::vector<std::uint32_t> path_;  // by level, down to the leaf
  std::vector<Frame> frames_;
  bool in_leaf_ = false;
  std::uint32_t leaf_level_ = 0;  // where the leaf's count began
  Choice leaf_choice_{};
  bool leaf_below_option_ = false;
  bool is_done_ = false;
  WideCount total_;
};

}  // namespace puzzled::cover::search
