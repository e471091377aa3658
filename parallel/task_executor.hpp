// Many threads at one hard board of target Sudoku: its search tree split as threads fall idle.
#pragma once

#include <cstdint>

#include "core/target_sudoku/executor.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// For one board, whose searches follow each other; any number of boards may have one at once. May
/// be used inside a run() of the workers, by a stage of a pipeline, say, where it puts idle ones to
/// work and waits for nothing but its own tasks, and outside of any.
///
/// The first nodes of a board are searched by the calling thread: most boards have no more, and the
/// workers may not even be awake. Then each node that is left becomes a task. A task searches its
/// subtree depth first on a stack of its own. While there are fewer tasks than threads, it gives
/// away the bottom of that stack, which is the largest subtree it has. All share one best score
/// (target::Bar).
class TaskExecutor final : public target::Executor {
 public:
  /// `workers` must outlive it.
  explicit TaskExecutor(Workers& workers) : workers_(workers) {}

  target::TreeResult search_tree(const target::Problem& problem, const target::Node& root,
                                 std::int64_t bar, std::int64_t enough,
                                 const target::StopFlag& stop) override;

 private:
  Workers& workers_;
  std::uint64_t nodes_alone_ = 0;  // that it has searched so
};

}  // namespace puzzled::parallel
