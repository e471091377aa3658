#include "parallel/jobs/task_executor.hpp"

#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "parallel/tsan.hpp"

namespace puzzled::parallel {
namespace {

using target::ExpandNode;
using target::Node;

// For ThreadSanitizer alone (see tsan.hpp): from whoever spawns a task to the task, and from
// its end to whoever waits for it or is the same worker next.
TsanEdge tasks;

// A task: expands a node and all below it. oneTBB copies it into the task's memory; only then is it
// complete, and handed over.
class Subtree {
 public:
  Subtree(const Node& node, const ExpandNode& expand, tbb::task_group& group)
      : node_(node), expand_(expand), group_(group) {}
  Subtree(const Subtree& other)
      : memory_(other.memory_), node_(other.node_), expand_(other.expand_), group_(other.group_) {
    tasks.release();
  }
  Subtree& operator=(const Subtree&) = delete;
  ~Subtree() = default;

  void operator()() const {
    const TsanScope turn(tasks);
    Node node = node_;
    for (std::vector<Node> children;; children.clear()) {
      // No other thread has this number while the task runs: a task waits for nothing.
      expand_(node, static_cast<std::size_t>(Workers::current()), children);
      if (children.empty()) return;
      for (std::size_t i = 0; i + 1 < children.size(); ++i) {
        const Subtree sibling(children[i], expand_, group_);
        group_.run(sibling);
      }
      node = children.back();
    }
  }

 private:
  TsanTaskMemory memory_;  // first, so that it is there before all else, and after
  const Node node_;
  const ExpandNode& expand_;
  tbb::task_group& group_;
};

// One or two milliseconds; oneTBB takes one to start.
constexpr std::uint64_t kNodesAlone = 32;

}  // namespace

void TaskExecutor::expand_all(const Node& root, const ExpandNode& expand) {
  const bool is_alone = workers_.threads() == 1;
  open_.assign(1, root);
  nodes_alone_ +=
      target::expand_depth_first(open_, expand, static_cast<std::size_t>(Workers::current()),
                                 is_alone ? std::numeric_limits<std::uint64_t>::max()
                                          : kNodesAlone - std::min(kNodesAlone, nodes_alone_));
  if (open_.empty()) return;
  workers_.run([&] {
    // Isolated: a thread that waits here must not begin some other board's work meanwhile.
    tbb::this_task_arena::isolate([&] {
      tbb::task_group group;
      for (const Node& node : open_) {
        const Subtree subtree(node, expand, group);
        group.run(subtree);
      }
      group.wait();
    });
  });
  tasks.acquire();
}

}  // namespace puzzled::parallel
