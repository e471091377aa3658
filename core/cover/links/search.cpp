#include "core/cover/links/search.hpp"

#include <algorithm>

namespace puzzled::cover::links {

template <bool kGeneral>
Search<kGeneral>::Search(const Problem& problem) : lists_(problem) {}

template <bool kGeneral>
bool Search<kGeneral>::start(std::span<const std::uint32_t> prefix) {
  unwind(0);
  const bool is_path = std::ranges::all_of(prefix, [&](std::uint32_t step) { return take(step); });
  base_ = path_.size();
  descend_ = is_path && failed_at_ == kRoot;
  return is_path;
}

template <bool kGeneral>
SolutionWalk::Step Search<kGeneral>::next(std::uint64_t max_nodes, const StopFlag& stop) {
  return run<false>(max_nodes, stop);
}

template <bool kGeneral>
SolutionWalk::Step Search<kGeneral>::count(std::uint64_t max_nodes, const StopFlag& stop) {
  return run<true>(max_nodes, stop);
}

template <bool kGeneral>
template <bool kCounting>
SolutionWalk::Step Search<kGeneral>::run(std::uint64_t max_nodes, const StopFlag& stop) {
  const std::uint64_t pause = max_nodes > UINT64_MAX - nodes_ ? UINT64_MAX : nodes_ + max_nodes;
  for (;;) {
    Index item = kRoot;
    Index node = kRoot;
    if (descend_) {
      item = choose_item();
      if (item == kRoot) {
        descend_ = false;
        if constexpr (!kCounting) return Step::kSolution;
        ++solutions_;
        continue;
      }
      if (alternatives(item) > 1) ++branches_;
      if constexpr (kCounting && !kGeneral) {
        // The last item: each of its options completes a solution.
        if (lists_.next_active(lists_.first_active()) == kRoot) {
          nodes_ += lists_.live_options(item);
          solutions_ += lists_.live_options(item);
          descend_ = false;
          continue;
        }
      }
      open(item);
      node = lists_.first_option(item);
    } else {
      if (path_.size() == base_) return Step::kEnd;
      node = path_.back();
      path_.pop_back();
      item = lists_.item_of(node);
      retract(node);
      if (kGeneral && node == item) {
        close(item);
        continue;
      }
      node = next_after(node);
    }
    if (!can_choose(node)) {
      descend_ = false;
      close(item);
      continue;
    }
    pass(node);
    enter(node);
    path_.push_back(node);
    descend_ = failed_at_ == kRoot;
    if (++nodes_ >= pause || is_stopped(stop)) return Step::kPaused;
  }
}

template <bool kGeneral>
Index Search<kGeneral>::choose_item() const {
  if constexpr (!kGeneral) {
    Index best = lists_.first_active();
    Index fewest = lists_.live_options(best);
    for (Index item = best; item != kRoot && fewest > 1; item = lists_.next_active(item)) {
      if (lists_.live_options(item) < fewest) {
        best = item;
        fewest = lists_.live_options(item);
      }
    }
    return best;
  } else {
    // An item that needs no option more comes after all that do, and not at all without options.
    constexpr std::int64_t kNotNeeded = std::int64_t{1} << 32;
    Index best = kRoot;
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (Index item = lists_.first_active(); item != kRoot && fewest > 1;
         item = lists_.next_active(item)) {
      const std::int64_t live = lists_.live_options(item);
      const std::int64_t missing = lists_.missing(item);
      if (missing <= 0 && live == 0) continue;
      const std::int64_t score = missing > 0 ? live + 1 - missing : kNotNeeded + live;
      if (score < fewest) {
        best = item;
        fewest = score;
      }
    }
    return best;
  }
}

template <bool kGeneral>
std::uint64_t Search<kGeneral>::alternatives(Index item) const {
  const std::uint64_t live = lists_.live_options(item);
  if constexpr (kGeneral) {
    const auto missing = static_cast<std::uint64_t>(std::max(lists_.missing(item), 0));
    return live + 1 < missing ? 0 : live + 1 - missing;
  }
  return live;
}

template <bool kGeneral>
void Search<kGeneral>::open(Index item) {
  if constexpr (kGeneral) {
    if (lists_.room(item) > 1) {
      opened_.push_back(static_cast<Index>(passed_.size()));
      return;
    }
    opened_.push_back(kCovered);
  }
  lists_.cover(item);
}

template <bool kGeneral>
void Search<kGeneral>::close(Index item) {
  if (is_covered_here()) {
    lists_.uncover(item);
  } else {
    while (passed_.size() > opened_.back()) {
      lists_.relink(passed_.back());
      lists_.unhide_others(passed_.back());
      passed_.pop_back();
    }
  }
  if constexpr (kGeneral) opened_.pop_back();
}

// The alternative after `node`, which has been passed.
template <bool kGeneral>
Index Search<kGeneral>::next_after(Index node) const {
  return is_covered_here() ? lists_.next_option(node) : lists_.first_option(lists_.item_of(node));
}

template <bool kGeneral>
bool Search<kGeneral>::can_choose(Index node) const {
  const Index item = lists_.item_of(node);
  if constexpr (kGeneral) {
    const std::int32_t missing = lists_.missing(item);
    if (node == item) return missing <= 0;
    return is_covered_here() || missing <= 0 ||
           lists_.live_options(item) >= static_cast<Index>(missing);
  } else {
    return node != item;
  }
}

// Leaves `node` behind: what comes next at this level does not contain its option.
template <bool kGeneral>
void Search<kGeneral>::pass(Index node) {
  if (is_covered_here() || node == lists_.item_of(node)) return;
  lists_.hide_others(node);
  lists_.unlink(node);
  passed_.push_back(node);
}

template <bool kGeneral>
void Search<kGeneral>::enter(Index node) {
  if constexpr (kGeneral) {
    const Index item = lists_.item_of(node);
    if (node == item) {
      // Here the list of the item is empty.
      if (!is_covered_here()) lists_.deactivate(item);
      return;
    }
    if (!is_covered_here()) lists_.count_option(item);
    lists_.for_each_other(node,
                          [this](Index other) { lists_.count_option(lists_.item_of(other)); });
    lists_.forget_lack();
    lists_.for_each_other(node, [this](Index other) {
      if (failed_at_ != kRoot) return;
      lists_.commit(other);
      if (lists_.lacks_options()) failed_at_ = other;
    });
  } else {
    lists_.for_each_other(node, [this](Index other) { lists_.commit(other); });
  }
}

template <bool kGeneral>
void Search<kGeneral>::retract(Index node) {
  if constexpr (kGeneral) {
    const Index item = lists_.item_of(node);
    if (node == item) {
      if (!is_covered_here()) lists_.activate(item);
      return;
    }
    lists_.for_each_other_backwards(node, [this](Index other) {
      if (failed_at_ == other) failed_at_ = kRoot;
      if (failed_at_ == kRoot) lists_.uncommit(other);
    });
    lists_.for_each_other(node,
                          [this](Index other) { lists_.discount_option(lists_.item_of(other)); });
    if (!is_covered_here()) lists_.discount_option(item);
  } else {
    lists_.for_each_other_backwards(node, [this](Index other) { lists_.uncommit(other); });
  }
}

template <bool kGeneral>
void Search<kGeneral>::unwind(std::size_t depth) {
  while (path_.size() > depth) {
    const Index node = path_.back();
    path_.pop_back();
    retract(node);
    close(lists_.item_of(node));
  }
}

template <bool kGeneral>
Path Search<kGeneral>::path() const {
  Path path;
  path.reserve(path_.size());
  for (const Index node : path_) path.push_back(step_of(node));
  return path;
}

// Takes one step down from here; false, and nothing changes, if that is no alternative.
template <bool kGeneral>
bool Search<kGeneral>::take(std::uint32_t step) {
  if (failed_at_ != kRoot) return false;
  const Index item = choose_item();
  if (item == kRoot) return false;
  open(item);
  Index node = lists_.first_option(item);
  while (can_choose(node) && step_of(node) != step) {
    if (node == item) break;
    pass(node);
    node = next_after(node);
  }
  if (!can_choose(node) || step_of(node) != step) {
    close(item);
    return false;
  }
  pass(node);
  enter(node);
  path_.push_back(node);
  return true;
}

// The alternatives of the open level from `node` on.
template <bool kGeneral>
std::vector<std::uint32_t> Search<kGeneral>::rest_of_level(Index node) const {
  std::vector<std::uint32_t> rest;
  const Index item = lists_.item_of(node);
  std::uint64_t left = UINT64_MAX;
  if (!is_covered_here()) left = alternatives(item);
  for (; left > 0 && can_choose(node); --left, node = lists_.next_option(node)) {
    rest.push_back(step_of(node));
    if (node == item) break;
  }
  return rest;
}

template <bool kGeneral>
std::vector<std::uint32_t> Search<kGeneral>::steps() const {
  std::vector<std::uint32_t> steps;
  const std::uint64_t count = alternatives();
  const Index item = choose_item();
  Index node = lists_.first_option(item);
  for (std::uint64_t i = 0; i < count; ++i, node = lists_.next_option(node)) {
    steps.push_back(step_of(node));
  }
  return steps;
}

template <bool kGeneral>
void Search<kGeneral>::descend(std::uint64_t alternative) {
  const Index item = choose_item();
  open(item);
  Index node = lists_.first_option(item);
  for (; alternative > 0; --alternative) {
    pass(node);
    node = next_after(node);
  }
  pass(node);
  enter(node);
  path_.push_back(node);
}

template <bool kGeneral>
std::vector<Path> Search<kGeneral>::give_away() {
  const std::vector<Index> nodes(path_.begin() + static_cast<std::ptrdiff_t>(base_), path_.end());
  return_to_start();
  std::vector<Path> given;
  Path path = this->path();
  for (const Index chosen : nodes) {
    const std::uint32_t step = step_of(chosen);
    take(step);
    if (given.empty() && chosen != lists_.item_of(chosen)) {
      retract(chosen);
      for (const std::uint32_t other : rest_of_level(next_after(chosen))) {
        given.push_back(path);
        given.back().push_back(other);
      }
      enter(chosen);
      if (!given.empty()) base_ = path_.size();
    }
    path.push_back(step);
  }
  return given;
}

template class Search<false>;
template class Search<true>;

}  // namespace puzzled::cover::links
