// One search through a problem: owns the levels and calls the kernel.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/cover/search/cache.hpp"
#include "core/cover/search/kernel.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/space.hpp"
#include "core/cover/wide_count.hpp"

namespace puzzled::cover::search {

enum class CountStep { kDone, kPaused, kOverflow };

/// For one thread at a time. Options are numbered as in the problem.
class Search {
 public:
  /// `matrices` must outlive it. REQUIRES: the machine has `isa`, or it is empty.
  Search(const Matrices& matrices, std::string_view isa);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  const Matrices& matrices() const { return matrices_; }
  std::uint64_t nodes() const { return space_.nodes; }

  // Single steps.
  /// What to branch on at an existing level; level 0 exists from the start.
  Choice choose(std::uint32_t level);
  /// Makes level + 1 by choosing a live option of `level`, and returns what to branch on there.
  Choice apply(std::uint32_t level, std::uint32_t option);
  Branches branches(std::uint32_t level, Choice choice) const {
    return Branches::of(matrices_.item_options(choice.item), live(level), choice);
  }
  const std::uint64_t* live(std::uint32_t level) const {
    return space_.live + level * matrices_.row_words();
  }
  bool is_live(std::uint32_t level, std::uint32_t option) const {
    return (live(level)[option / 64] >> (option % 64) & 1) != 0;
  }
  std::uint32_t live_count(std::uint32_t level) const { return space_.live_counts[level]; }
  /// Whether a primary item is covered at a level.
  bool is_covered(std::uint32_t level, std::uint32_t item) const;

  // Walks through all solutions below a level.
  /// REQUIRES: `choice` is that of `level`, neither solved nor dead.
  void begin_walk(std::uint32_t level, Choice choice, bool stops_at_solutions);
  /// Continues to a solution (if it stops at them), the end, or `max_nodes` more nodes.
  Step walk(std::uint64_t max_nodes);
  /// Since begin_walk().
  std::uint64_t found() const { return space_.found; }
  /// The options of the solution from level 0 on.
  std::span<const std::uint32_t> solution() const { return {space_.path, space_.depth + 1}; }

  // Counts the solutions below branches of a level, by the cache if there is one.
  void begin_count(std::uint32_t level, const Branches& branches);
  /// Continues for about `max_nodes` more nodes.
  CountStep count(std::uint64_t max_nodes);
  /// What was counted since begin_count().
  WideCount counted() const;
  /// The same if it is not done: a lower bound.
  WideCount counted_so_far() const;
  /// Takes away the branches that were not begun at the shallowest level that has some; returns the
  /// level and the branches. The count is without them.
  std::pair<std::uint32_t, std::vector<std::uint32_t>> take_branches();
  /// The options chosen by the count at levels `first` to `last` - 1.
  std::span<const std::uint32_t> path(std::uint32_t first, std::uint32_t last) const {
    return {space_.path + first, last - first};
  }
  /// From the next begin_count() on, sums have `count_words` words: 2, or 8 if they overflow.
  /// `cache`, of such counts, must outlive the search or the next call; null: none.
  void use_cache(Cache* cache, std::uint32_t count_words);
  bool has_cache() const { return space_.cache != nullptr; }

  /// Nodes that take at most a millisecond: how many to visit between checks of a stop flag.
  std::uint64_t nodes_per_look() const { return nodes_per_look_; }

 private:
  static constexpr std::uint32_t kNoLevel = UINT32_MAX;

  void start();
  const std::uint64_t* key(std::uint32_t level) const;
  bool look_up(std::uint32_t level, Choice choice);
  void store(std::uint32_t level);
  void limit_nodes(std::uint64_t max_nodes);
  void add_sum(std::uint32_t to, const WideCount& count);
  WideCount sum(std::uint32_t level) const;
  bool is_narrow(std::uint32_t level) const { return level >= narrow_from_; }

  const Matrices& matrices_;
  const Kernel& kernel_;
  const Functions& functions_;
  std::uint64_t nodes_per_look_;

  AlignedArray<std::uint64_t> live_;
  AlignedArray<std::uint64_t> live_blocks_;
  AlignedArray<std::uint32_t> live_counts_;
  AlignedArray<unsigned char> counts_;
  AlignedArray<Branches> branches_;
  AlignedArray<std::uint32_t> path_;
  AlignedArray<std::uint64_t> removed_;
  AlignedArray<std::uint64_t> removed_blocks_;
  AlignedArray<CountFrame> count_frames_;
  AlignedArray<std::uint64_t> sums_;
  AlignedArray<std::uint64_t> item_keys_;
  Cache* cache_ = nullptr;
  std::uint32_t count_words_ = 2;
  std::uint32_t narrow_from_;  // from this level on counts are bytes
  std::uint32_t root_ = 0;     // where the walk began
  Space space_{};
};

}  // namespace puzzled::cover::search
