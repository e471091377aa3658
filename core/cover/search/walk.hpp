// For the kernel: depth-first search, which can pause and continue at any time.
#pragma once

#include "core/cover/search/step.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

template <class W>
PUZZLED_INLINE Branches branches_of(const Space& space, std::uint32_t level, Choice choice) {
  const std::uint64_t* const item_options =
      space.rows + std::size_t{choice.item} * static_cast<std::size_t>(W::option_words(space));
  return Branches::of(item_options, W::live(space, level), choice);
}

/// Continues at space.depth.
template <class W>
Step walk(Space& space) {
  std::uint32_t depth = space.depth;
  Branches branches = space.branches[depth];
  std::uint64_t nodes = space.nodes;
  const auto leave = [&](Step step) {
    space.branches[depth] = branches;
    space.depth = depth;
    space.nodes = nodes;
    return step;
  };
  while (true) {
    if (branches.left == 0) {
      if (depth == space.base) return leave(Step::kEnd);
      --depth;
      branches = space.branches[depth];
      continue;
    }
    const std::uint32_t option = branches.next(W::live(space, depth));
    const Choice choice = apply_option<W>(space, depth, option);
    ++nodes;
    if (choice.is_dead()) continue;
    space.path[depth] = option;
    if (choice.is_solved()) {
      ++space.found;
      if (space.stops_at_solutions) return leave(Step::kSolution);
      continue;
    }
    space.branches[depth] = branches;
    ++depth;
    branches = branches_of<W>(space, depth, choice);
    if (nodes >= space.node_limit) return leave(Step::kPaused);
  }
}

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
