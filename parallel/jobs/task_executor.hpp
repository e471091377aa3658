// Solves one hard board of target Sudoku on many threads: each node of its search tree is a oneTBB
// task.
#pragma once

#include <cstdint>
#include <vector>

#include "core/target_sudoku/executor.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// For one board at a time, whose searches follow each other; several boards may each have one at
/// once. May be used outside of run() of the workers or inside, say by a stage of a pipeline: there
/// it uses idle workers and waits for nothing but its own tasks.
///
/// The first nodes of a board are expanded by the calling thread: most boards have no more, and the
/// workers may not even be awake. After them a task expands a node, spawns its children but the
/// most promising one, and goes on with that. oneTBB runs the last task spawned first, so each
/// thread searches depth first, and idle threads steal the oldest task, whose subtree is largest. A
/// node takes 28 µs, a spawn less than one.
class TaskExecutor final : public target::Executor {
 public:
  /// `workers` must outlive it.
  explicit TaskExecutor(Workers& workers) : workers_(workers) {}

  std::size_t workers() const override { return static_cast<std::size_t>(workers_.threads()); }
  void expand_all(const target::Node& root, const target::ExpandNode& expand) override;

 private:
  Workers& workers_;
  std::uint64_t nodes_alone_ = 0;  // expanded by the calling thread
  std::vector<target::Node> open_;
};

}  // namespace puzzled::parallel
