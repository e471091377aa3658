#include "daemon/net/verbs/search_tools.hpp"

#include "daemon/base/os/free_memory.hpp"

namespace puzzled::net {

SearchTools::SearchTools(std::string isa, CoverProblems covers, PlanCount plan_count)
    : isa_(std::move(isa)),
      covers_(std::move(covers)),
      plan_count_(std::move(plan_count)),
      target_(target::kTargetWeights, target::Direction::kMaximize, target::kEngineNames[0], isa_) {
}

Result<std::shared_ptr<const queens::CountPlan>> SearchTools::plan(int queens) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const queens::CountPlan>& plan = plans_[static_cast<std::size_t>(queens)];
  if (plan != nullptr) return plan;
  auto made = plan_count_({.queens = queens, .isa = isa_, .max_memory = kMaxMemory});
  if (!made) {
    return Error{std::to_string(queens) + " queens need more than " + memory_text(kMaxMemory) +
                 " of memory for each thread"};
  }
  plan = *made;
  return plan;
}

std::unique_ptr<PuzzleTools> SearchTools::take_puzzle_tools() {
  const std::lock_guard lock(mutex_);
  if (idle_tools_.empty()) return std::make_unique<PuzzleTools>(isa_);
  std::unique_ptr<PuzzleTools> tools = std::move(idle_tools_.back());
  idle_tools_.pop_back();
  return tools;
}

void SearchTools::give_back(std::unique_ptr<PuzzleTools> tools) {
  const std::lock_guard lock(mutex_);
  idle_tools_.push_back(std::move(tools));
}

}  // namespace puzzled::net
