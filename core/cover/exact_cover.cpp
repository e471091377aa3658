// The problem as plain lists, and the search on a copy of it as doubly linked lists whose nodes
// leave and return in constant time ("dancing").
#include "core/cover/exact_cover.hpp"

#include <algorithm>
#include <string>

namespace puzzled::cover {

ExactCover::ExactCover(std::size_t primary_items, std::size_t secondary_items)
    : primary_items_(primary_items),
      items_(primary_items + secondary_items),
      last_attempt_(items_) {}

Result<> ExactCover::add_option(std::span<const std::size_t> items) {
  if (items.empty()) return Error{"an option has no item"};
  ++attempts_;
  for (const std::size_t item : items) {
    if (item >= items_) return Error{"there is no item " + std::to_string(item)};
    if (last_attempt_[item] == attempts_) {
      return Error{"item " + std::to_string(item) + " is twice in an option"};
    }
    last_attempt_[item] = attempts_;
  }
  option_items_.insert(option_items_.end(), items.begin(), items.end());
  option_starts_.push_back(option_items_.size());
  return {};
}

std::span<const std::size_t> ExactCover::option_items(std::size_t option) const {
  return std::span(option_items_)
      .subspan(option_starts_[option], option_starts_[option + 1] - option_starts_[option]);
}

namespace {

// Indices of 32 bits keep four links of a node in 16 bytes: the search waits for memory.
using Index = std::uint32_t;

// Node 0 is the root of the list of items still to cover; nodes 1 to items() are the items' heads;
// then come the nodes of the options, each option's next to each other.
class DancingLinks {
 public:
  explicit DancingLinks(const ExactCover& problem) {
    const std::size_t heads = problem.items() + 1;
    items_.resize(heads);
    nodes_.resize(heads);
    // Secondary items are never in the list of items to cover: they are linked to themselves.
    for (std::size_t i = 0; i < heads; ++i) {
      const auto head = static_cast<Index>(i);
      items_[i] = {head, head, 0};
      nodes_[i] = {head, head, head, 0};
    }
    for (std::size_t i = 1; i <= problem.primary_items(); ++i) insert_before_root(i);
    first_node_.reserve(problem.options() + 1);
    for (std::size_t option = 0; option < problem.options(); ++option) {
      first_node_.push_back(static_cast<Index>(nodes_.size()));
      for (const std::size_t item : problem.option_items(option)) append_node(item + 1, option);
    }
    first_node_.push_back(static_cast<Index>(nodes_.size()));
  }

  CoverResult search(const SearchLimits& limits, const SolutionVisitor& visit) {
    CoverResult result;
    SearchClock clock(limits, kStepsBetweenLooks);
    std::vector<Index> path;  // the node by which each level's item is covered
    std::vector<std::size_t> solution;
    for (bool descend = true;;) {
      if (clock.is_up()) {
        result.exhausted = false;
        result.timed_out = true;
        return result;
      }
      Index node = 0;
      if (descend && items_[kRoot].next == kRoot) {
        solution.clear();
        for (const Index chosen : path) solution.push_back(nodes_[chosen].option);
        ++result.solutions;
        if ((visit && !visit(solution)) || result.solutions == limits.solutions) {
          result.exhausted = false;
          return result;
        }
        descend = false;
      }
      if (descend) {
        const Index item = choose_item();
        if (items_[item].options > 1) ++result.branches;
        cover(item);
        node = nodes_[item].down;
      } else {
        if (path.empty()) return result;
        node = path.back();
        path.pop_back();
        release_others(node);
        node = nodes_[node].down;
      }
      // `node` is the next option of its item, or the item's head after the last one.
      const Index item = nodes_[node].item;
      descend = node != item;
      if (descend) {
        cover_others(node);
        path.push_back(node);
      } else {
        uncover(item);
      }
    }
  }

 private:
  static constexpr Index kRoot = 0;

  // A step of Sudoku takes a microsecond.
  static constexpr std::uint64_t kStepsBetweenLooks = 256;

  struct Item {
    Index previous;
    Index next;
    Index options;  // how many nodes hang below the head
  };
  struct Node {
    Index up;
    Index down;
    Index item;
    Index option;
  };

  void insert_before_root(std::size_t item) {
    const auto head = static_cast<Index>(item);
    const Index last = items_[kRoot].previous;
    items_[item] = {last, kRoot, 0};
    items_[last].next = head;
    items_[kRoot].previous = head;
  }

  void append_node(std::size_t item, std::size_t option) {
    const auto head = static_cast<Index>(item);
    const auto node = static_cast<Index>(nodes_.size());
    const Index last = nodes_[item].up;
    nodes_.push_back({last, head, head, static_cast<Index>(option)});
    nodes_[last].down = node;
    nodes_[item].up = node;
    ++items_[item].options;
  }

  Index choose_item() const {
    Index best = items_[kRoot].next;
    for (Index item = best; item != kRoot && items_[best].options > 1; item = items_[item].next) {
      if (items_[item].options < items_[best].options) best = item;
    }
    return best;
  }

  // Takes `item` out of the list and every option with it out of the other items' lists. Whatever
  // is undone is undone in reverse order: then each node finds its old neighbours again.
  void cover(Index item) {
    for (Index node = nodes_[item].down; node != item; node = nodes_[node].down) hide(node);
    items_[items_[item].previous].next = items_[item].next;
    items_[items_[item].next].previous = items_[item].previous;
  }

  void uncover(Index item) {
    items_[items_[item].previous].next = item;
    items_[items_[item].next].previous = item;
    for (Index node = nodes_[item].up; node != item; node = nodes_[node].up) unhide(node);
  }

  void hide(Index kept) {
    const Index option = nodes_[kept].option;
    for (Index node = first_node_[option]; node != first_node_[option + 1]; ++node) {
      if (node == kept) continue;
      const auto [up, down, item, unused] = nodes_[node];
      nodes_[up].down = down;
      nodes_[down].up = up;
      --items_[item].options;
    }
  }

  void unhide(Index kept) {
    const Index option = nodes_[kept].option;
    for (Index node = first_node_[option + 1]; node-- != first_node_[option];) {
      if (node == kept) continue;
      const auto [up, down, item, unused] = nodes_[node];
      nodes_[up].down = node;
      nodes_[down].up = node;
      ++items_[item].options;
    }
  }

  void cover_others(Index chosen) {
    const Index option = nodes_[chosen].option;
    for (Index node = first_node_[option]; node != first_node_[option + 1]; ++node) {
      if (node != chosen) cover(nodes_[node].item);
    }
  }

  void release_others(Index chosen) {
    const Index option = nodes_[chosen].option;
    for (Index node = first_node_[option + 1]; node-- != first_node_[option];) {
      if (node != chosen) uncover(nodes_[node].item);
    }
  }

  std::vector<Item> items_;
  std::vector<Node> nodes_;
  std::vector<Index> first_node_;  // by option, and the end
};

}  // namespace

CoverResult find_covers(const ExactCover& problem, const SearchLimits& limits,
                        const SolutionVisitor& visit) {
  return DancingLinks(problem).search(limits, visit);
}

}  // namespace puzzled::cover
