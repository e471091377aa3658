// Many threads at one hard board of target Sudoku: its search tree split as threads fall idle.
#pragma once

#include "core/target/executor.hpp"

namespace puzzled::parallel {

/// Uses the arena it is called in (Workers::run); may be called from a stage of a pipeline, where
/// it puts idle workers to use and waits for nothing but its own tasks. Holds nothing itself: any
/// number of calls may run at once.
///
/// A task searches its subtree depth first on a stack of its own. While there are fewer tasks than
/// threads, it gives away the bottom of that stack, which is the largest subtree it has. All share
/// one best score (target::Bar).
class TaskExecutor final : public target::Executor {
 public:
  target::TreeResult search_tree(const target::Problem& problem, const target::Node& root,
                                 std::int64_t bar, std::int64_t enough,
                                 const target::StopFlag& stop) override;
  void for_each(std::size_t count, const std::function<void(std::size_t)>& work) override;
};

}  // namespace puzzled::parallel
