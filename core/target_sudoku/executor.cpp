#include "core/target_sudoku/executor.hpp"

#include <algorithm>

#include "core/target_sudoku/quick_search.hpp"

namespace puzzled::target {

void Expander::expand(Node& node, Bar& bar, std::vector<Node>& children) {
  if (problem_.is_settled(node.board)) {
    // Only the rules of the game are left to satisfy, and the bound knows nothing of those.
    if (problem_.settled_score(node.board) < bar.score()) return;
    if (const std::optional<Grid> grid = find_solution(node.board, problem_.rules())) {
      searcher_.offer(*grid, bar);
    }
    return;
  }
  switch (searcher_.tighten(node, bar, kStepsPerNode)) {
    case Tightened::kClosed:
      break;
    case Tightened::kSolved:
      searcher_.offer(grid_of(node.board), bar);
      break;
    case Tightened::kOpen:
      if (!settle(node.board, bar)) searcher_.branch(node, bar, children);
      break;
  }
}

// Where weights of very different size meet, the template bound decides about the large ones, and
// the quick search, which counts in 64 bits, about the rest. True if nothing that reaches the bar
// is left. A board takes it as much time as its layers have places, 7 ns each; what a node earns
// bounds what all searches take by some three times what the tree does.
bool Expander::settle(const BandBoard& board, Bar& bar) {
  constexpr std::int64_t kEarned = 12'000;
  if (!problem_.is_coarse() || !problem_.layers().is_usable()) return false;
  credit_ += kEarned;
  if (credit_ < kLeastCredit) return false;
  const auto places = static_cast<std::int64_t>(problem_.layers().places());
  QuickSearch quick(problem_);
  const bool complete = quick.search(
      board, bar, {.boards = static_cast<int>(credit_ / std::max<std::int64_t>(1, places))});
  if (quick.found().score != kNoScore) searcher_.offer(quick.found().grid, bar);
  credit_ -= quick.boards() * places;
  return complete;
}

TreeResult SerialExecutor::search_tree(const Problem& problem, const Node& root,
                                       std::int64_t bar_score, std::int64_t enough,
                                       const StopFlag& stop) {
  Expander expander(problem);
  Bar bar(bar_score);
  waiting_.assign(1, root);
  while (!waiting_.empty() && expander.found().score < enough &&
         !stop.load(std::memory_order_relaxed)) {
    Node node = waiting_.back();
    waiting_.pop_back();
    if (node.bound >= problem.scaled(bar.score())) expander.expand(node, bar, waiting_);
  }
  TreeResult result{
      .found = expander.found(), .complete = waiting_.empty(), .nodes = expander.nodes()};
  if (result.found.score < bar_score) result.found = {};
  return result;
}

}  // namespace puzzled::target
