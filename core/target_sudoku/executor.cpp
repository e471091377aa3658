#include "core/target_sudoku/executor.hpp"

namespace puzzled::target {

std::uint64_t expand_depth_first(std::vector<Node>& open, const ExpandNode& expand,
                                 std::size_t worker, std::uint64_t max_calls) {
  std::uint64_t calls = 0;
  for (; !open.empty() && calls < max_calls; ++calls) {
    Node node = open.back();
    open.pop_back();
    expand(node, worker, open);
  }
  return calls;
}

void SerialExecutor::expand_all(const Node& root, const ExpandNode& expand) {
  open_.assign(1, root);
  expand_depth_first(open_, expand, 0);
}

}  // namespace puzzled::target
