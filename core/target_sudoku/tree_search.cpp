#include "core/target_sudoku/tree_search.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/optimise_bound.hpp"
#include "core/target_sudoku/quick_search.hpp"
#include "core/target_sudoku/strong_branching.hpp"

namespace puzzled::target {

// Expands nodes, one after another.
class TreeSearch::Worker {
 public:
  explicit Worker(const Problem& problem) : problem_(problem), bound_(problem) {}

  void expand(Node& node, Incumbent& incumbent, std::vector<Node>& children) {
    if (is_settled(problem_, node.board)) {
      // The score is known; whether there is a solution at all, the bound cannot tell.
      if (settled_score(problem_, node.board) < incumbent.cutoff()) return;
      const std::optional<Grid> grid = find_solution(node.board, *problem_.rules);
      if (grid) incumbent.offer(*grid);
      return;
    }
    switch (optimise_bound(problem_, node, kNodeEffort, incumbent, bound_)) {
      case NodeOutcome::kClosed:
        break;
      case NodeOutcome::kSolved:
        incumbent.offer(grid_of(node.board));
        break;
      case NodeOutcome::kOpen:
        if (close_by_quick_search(node.board, incumbent)) break;
        if (!branching_) branching_.emplace(problem_);
        branching_->branch(node, bound_, incumbent, children);
        break;
    }
  }

 private:
  // Some 0.5 ms, in places of layers: a search is not worth less.
  static constexpr std::int64_t kMinCredit = 60'000;

  // Where weights of very different size meet, the template bound decides about the large ones, and
  // the quick search, which counts in 64 bits, about the rest. (Without it one in forty such boards
  // is not solved within seconds.) A board of it takes as much time as its layers have places, 7 ns
  // each; every node earns credit, so all quick searches together take about three times as long
  // as the tree. Returns whether no grid that reaches the cutoff is left.
  bool close_by_quick_search(const BandBoard& board, Incumbent& incumbent) {
    constexpr std::int64_t kCreditPerNode = 12'000;
    if (!problem_.scale.is_coarse() || !problem_.layers.is_usable()) return false;
    credit_ += kCreditPerNode;
    if (credit_ < kMinCredit) return false;
    const auto places =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(problem_.layers.places()));
    const QuickResult result =
        quick_search(problem_, board, {.boards = static_cast<int>(credit_ / places)}, incumbent);
    credit_ -= result.boards * places;
    return result.is_complete;
  }

  const Problem& problem_;
  BoardBound bound_;
  std::optional<StrongBranching> branching_;  // large, and most trees never branch
  std::int64_t credit_ = kMinCredit;
};

TreeSearch::TreeSearch(const Problem& problem, Executor& executor, const StopFlag& stop)
    : problem_(problem), executor_(executor), stop_(stop) {}

TreeSearch::~TreeSearch() = default;

TreeResult TreeSearch::search(const Node& root, const TreeLimits& limits, Incumbent& incumbent) {
  if (workers_.empty()) workers_.resize(executor_.workers());
  std::atomic<bool> was_cut = false;
  std::atomic<std::uint64_t> nodes = 0;
  executor_.expand_all(root, [&](Node& node, std::size_t number, std::vector<Node>& children) {
    if (node.bound < problem_.scale.scaled(incumbent.cutoff())) return;
    if (incumbent.score() >= limits.enough ||
        nodes.load(std::memory_order_relaxed) >= limits.max_nodes || is_stopped(stop_)) {
      was_cut.store(true, std::memory_order_relaxed);
      return;
    }
    std::unique_ptr<Worker>& worker = workers_[number];
    if (worker == nullptr) worker = std::make_unique<Worker>(problem_);
    worker->expand(node, incumbent, children);
    nodes.fetch_add(1, std::memory_order_relaxed);
  });
  return {.is_complete = !was_cut.load(std::memory_order_relaxed),
          .nodes = nodes.load(std::memory_order_relaxed)};
}

}  // namespace puzzled::target
