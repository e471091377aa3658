#include "core/target/executor.hpp"

namespace puzzled::target {

void expand(const Problem& problem, Searcher& searcher, Node& node, Bar& bar,
            std::vector<Node>& children) {
  if (problem.is_settled(node.board)) {
    // Only the rules of the game are left to satisfy, and the bound knows nothing of those.
    if (problem.settled_score(node.board) < bar.score()) return;
    if (const std::optional<Grid> grid = find_solution(node.board, problem.rules()))
      searcher.offer(*grid, bar);
    return;
  }
  switch (searcher.tighten(node, bar, kStepsPerNode)) {
    case Tightened::kClosed:
      break;
    case Tightened::kSolved:
      searcher.offer(grid_of(node.board), bar);
      break;
    case Tightened::kOpen:
      searcher.branch(node, bar, children);
      break;
  }
}

TreeResult SerialExecutor::search_tree(const Problem& problem, const Node& root,
                                       std::int64_t bar_score, std::int64_t enough,
                                       const StopFlag& stop) {
  Searcher searcher(problem);
  Bar bar(bar_score);
  waiting_.assign(1, root);
  while (!waiting_.empty() && searcher.found().score < enough &&
         !stop.load(std::memory_order_relaxed)) {
    Node node = waiting_.back();
    waiting_.pop_back();
    if (node.bound >= problem.scaled(bar.score())) expand(problem, searcher, node, bar, waiting_);
  }
  TreeResult result{
      .found = searcher.found(), .complete = waiting_.empty(), .nodes = searcher.nodes()};
  if (result.found.score < bar_score) result.found = {};
  return result;
}

void SerialExecutor::for_each(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

}  // namespace puzzled::target
