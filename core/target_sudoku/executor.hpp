// Expands the nodes of a search tree: the interface, and the implementation for one thread
// (parallel/jobs/task_executor.hpp has that for many).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/target_sudoku/problem.hpp"

namespace puzzled::target {

/// A node of the search tree.
struct Node {
  BandBoard board;
  bound::CellNumbers multipliers;  ///< the parent's, to start from
  /// The symmetries of the problem that map the node onto itself.
  SymmetrySet symmetries = Symmetries::kIdentity;
  /// Scaled: no grid below the node scores more.
  std::int64_t bound = std::numeric_limits<std::int64_t>::max();
};

enum class NodeOutcome {
  kClosed,  ///< no grid that reaches the cutoff is left, but what the incumbent was offered
  kSolved,  ///< one grid is left, in the node's board
  kOpen,
};

/// Expands a node and adds what is left of it to `children`, the most promising last. `worker` is a
/// number below workers() that no two calls have at once.
using ExpandNode = std::function<void(Node& node, std::size_t worker, std::vector<Node>& children)>;

class Executor {
 public:
  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  virtual std::size_t workers() const = 0;

  /// Calls `expand` for the root and for every node that it adds, depth first on each thread.
  /// Returns when none is left. What a call writes is seen by the calls for its children, and by
  /// the caller at the end.
  virtual void expand_all(const Node& root, const ExpandNode& expand) = 0;
};

/// Expands the last of the open nodes until none is left, or so many calls were made. Returns the
/// number of calls.
std::uint64_t expand_depth_first(
    std::vector<Node>& open, const ExpandNode& expand, std::size_t worker,
    std::uint64_t max_calls = std::numeric_limits<std::uint64_t>::max());

/// On the calling thread.
class SerialExecutor final : public Executor {
 public:
  std::size_t workers() const override { return 1; }
  void expand_all(const Node& root, const ExpandNode& expand) override;

 private:
  std::vector<Node> open_;  // kept for its memory
};

}  // namespace puzzled::target
