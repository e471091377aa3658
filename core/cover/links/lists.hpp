// The problem as doubly linked lists of options, one for each item, whose nodes leave and return in
// constant time (D. Knuth, "Dancing links", arXiv cs/0011047; The Art of Computer Programming,
// volume 4B, section 7.2.2.1). Changes are undone in reverse order, which restores the old
// neighbours of each node.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover::links {

/// Indices of 32 bits keep the four links of a node in 16 bytes: the search is bound by memory
/// access.
using Index = std::uint32_t;

/// Node 0 is the root of the list of active items: the primary ones that are still to be decided.
/// Nodes 1 to items() are the heads of the items' lists; then come the nodes of the options, each
/// option's next to each other.
inline constexpr Index kRoot = 0;

/// kGeneral: with colours and multiplicities, which otherwise cost nothing.
template <bool kGeneral>
class Lists {
 public:
  explicit Lists(const Problem& problem);

  Index first_active() const { return items_[kRoot].next; }
  Index next_active(Index item) const { return items_[item].next; }
  Index live_options(Index item) const { return items_[item].options; }

  Index first_option(Index item) const { return nodes_[item].down; }
  Index next_option(Index node) const { return nodes_[node].down; }
  Index item_of(Index node) const { return nodes_[node].item; }

  /// Number of the option of `node`.
  Index option_of(Index node) const {
    while (nodes_[node].item != kRoot) ++node;
    return nodes_[node].colour;
  }

  /// Calls `act` for the other nodes of the option of `node`: those behind it, then those before.
  template <class Act>
  void for_each_other(Index node, const Act& act) {
    Index other = node + 1;
    for (; nodes_[other].item != kRoot; ++other) act(other);
    for (other = nodes_[other].up; other != node; ++other) act(other);
  }

  /// The same the other way round.
  template <class Act>
  void for_each_other_backwards(Index node, const Act& act) {
    Index other = node - 1;
    for (; nodes_[other].item != kRoot; --other) act(other);
    for (other = nodes_[other].down; other != node; --other) act(other);
  }

  void deactivate(Index item) {
    items_[items_[item].previous].next = items_[item].next;
    items_[items_[item].next].previous = items_[item].previous;
  }

  void activate(Index item) {
    items_[items_[item].previous].next = item;
    items_[items_[item].next].previous = item;
  }

  /// Deactivates `item` and takes every option with it out of the other items' lists.
  void cover(Index item) {
    for (Index node = nodes_[item].down; node != item; node = nodes_[node].down) hide_others(node);
    deactivate(item);
  }

  void uncover(Index item) {
    activate(item);
    for (Index node = nodes_[item].up; node != item; node = nodes_[node].up) unhide_others(node);
  }

  /// Hides the options that do not agree with the item of `node` once that of `node` is chosen. If
  /// kGeneral, the item has been counted by count_option().
  void commit(Index node) {
    const Index item = nodes_[node].item;
    if constexpr (kGeneral) {
      if (items_[item].room != 0) return;
      if (nodes_[node].colour != 0) {
        if (items_[item].fixed_by == kRoot) fix_colour(item, node);
        return;
      }
    }
    cover(item);
  }

  void uncommit(Index node) {
    const Index item = nodes_[node].item;
    if constexpr (kGeneral) {
      if (items_[item].room != 0) return;
      if (nodes_[node].colour != 0) {
        if (items_[item].fixed_by == node) release_colour(item, node);
        return;
      }
    }
    uncover(item);
  }

  // Only if kGeneral.

  /// How many more options an active item needs (negative if it has more than it needs), and how
  /// many more it can take. Both are 0 for secondary items: options are counted only for items with
  /// room.
  std::int32_t missing(Index item) const { return items_[item].missing; }
  std::int32_t room(Index item) const { return items_[item].room; }

  void count_option(Index item) {
    if (item > primary_items_) return;
    --items_[item].missing;
    --items_[item].room;
  }

  void discount_option(Index item) {
    if (item > primary_items_) return;
    ++items_[item].missing;
    ++items_[item].room;
  }

  /// Whether some item has had fewer options than it needs since this was last reset.
  bool lacks_options() const { return lacks_options_; }
  void forget_lack() { lacks_options_ = false; }

  /// Takes the option of `kept` out of all lists but that of the item of `kept`.
  void hide_others(Index kept) {
    for_each_other(kept, [this](Index node) { unlink(node); });
  }

  // (The nodes are in different lists: any order will do.)
  void unhide_others(Index kept) {
    for_each_other(kept, [this](Index node) { relink(node); });
  }

  /// Takes `node` out of its item's list.
  void unlink(Index node) {
    const auto [up, down, item, colour] = nodes_[node];
    if (is_fixed(item)) return;
    nodes_[up].down = down;
    nodes_[down].up = up;
    --items_[item].options;
    if constexpr (kGeneral) {
      const auto options = static_cast<std::int64_t>(items_[item].options);
      if (options < items_[item].missing) lacks_options_ = true;
    }
  }

  void relink(Index node) {
    const auto [up, down, item, colour] = nodes_[node];
    if (is_fixed(item)) return;
    nodes_[up].down = node;
    nodes_[down].up = node;
    ++items_[item].options;
  }

 private:
  struct PlainItem {
    Index previous;
    Index next;
    Index options;  // how many nodes hang below the head
  };
  struct GeneralItem : PlainItem {
    Index fixed_by;  // the chosen node that gave the item its colour, or kRoot
    std::int32_t missing;
    std::int32_t room;
  };
  using Item = std::conditional_t<kGeneral, GeneralItem, PlainItem>;

  // Before the first option and behind each one is a node without an item. Its `up` is the first
  // node of the option before it, its `down` the last one of the option behind it, and its `colour`
  // the number of the option before it.
  struct Node {
    Index up;
    Index down;
    Index item;
    Colour colour;
  };

  void append_active(Index item);
  void set_bounds(const Problem& problem);
  void append_node(Index node, Index item, Colour colour);

  // The list of an item whose colour is fixed is not read any more: its options need not leave it.
  bool is_fixed(Index item) const {
    if constexpr (kGeneral) return items_[item].fixed_by != kRoot;
    return false;
  }

  // Options of other colours, and without one, leave the lists of all other items.
  void fix_colour(Index item, Index by) {
    for (Index node = nodes_[item].down; node != item; node = nodes_[node].down) {
      if (nodes_[node].colour != nodes_[by].colour) hide_others(node);
    }
    items_[item].fixed_by = by;
  }

  void release_colour(Index item, Index by) {
    items_[item].fixed_by = kRoot;
    for (Index node = nodes_[item].up; node != item; node = nodes_[node].up) {
      if (nodes_[node].colour != nodes_[by].colour) unhide_others(node);
    }
  }

  Index primary_items_;
  bool lacks_options_ = false;
  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

template <bool kGeneral>
Lists<kGeneral>::Lists(const Problem& problem)
    : primary_items_(static_cast<Index>(problem.primary_items())),
      items_(problem.items() + 1),
      nodes_(items_.size() + problem.elements() + problem.options() + 1) {
  // Secondary items are never active: they are linked to themselves.
  for (Index head = 0; head < items_.size(); ++head) {
    items_[head].previous = items_[head].next = head;
    nodes_[head] = {head, head, head, 0};
  }
  for (Index item = 1; item <= primary_items_; ++item) append_active(item);
  if constexpr (kGeneral) set_bounds(problem);
  auto separator = static_cast<Index>(items_.size());
  for (Index option = 0; option < problem.options(); ++option) {
    Index node = separator + 1;
    for (const auto& [item, colour] : problem.option(option)) append_node(node++, item + 1, colour);
    nodes_[separator].down = node - 1;
    nodes_[node] = {separator + 1, 0, kRoot, option};
    separator = node;
  }
}

template <bool kGeneral>
void Lists<kGeneral>::append_active(Index item) {
  const Index last = items_[kRoot].previous;
  items_[item].previous = last;
  items_[item].next = kRoot;
  items_[last].next = item;
  items_[kRoot].previous = item;
}

template <bool kGeneral>
void Lists<kGeneral>::set_bounds(const Problem& problem) {
  // Bounds above the number of options are equivalent to it.
  const auto capped = [&](std::size_t bound) {
    constexpr std::size_t kMax = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::min({bound, problem.options() + 1, kMax}));
  };
  for (Index item = 1; item <= primary_items_; ++item) {
    const Bounds bounds = problem.bounds(item - 1);
    items_[item].missing = capped(bounds.lo);
    items_[item].room = capped(bounds.hi);
  }
}

template <bool kGeneral>
void Lists<kGeneral>::append_node(Index node, Index item, Colour colour) {
  const Index last = nodes_[item].up;
  nodes_[node] = {last, item, item, colour};
  nodes_[last].down = node;
  nodes_[item].up = node;
  ++items_[item].options;
}

}  // namespace puzzled::cover::links
