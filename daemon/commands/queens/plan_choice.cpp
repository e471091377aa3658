#include "daemon/commands/queens/plan_choice.hpp"

#include "core/queens/boards/board_count.hpp"
#include "core/queens/engines.hpp"
#include "daemon/base/os/free_memory.hpp"

namespace puzzled::commands {
namespace {

// Bytes for a unit, in addition to the counters: its work, its place in two orders, a bit or two.
constexpr std::uint64_t kBytesPerUnit = 32;
// Bytes for a worker: the used part of its stack, its heap.
constexpr std::uint64_t kBytesPerThread = 512 * 1024;

using Plan = Result<std::shared_ptr<const queens::CountPlan>>;

Plan make_plan(const PlanWishes& wishes, std::uint64_t max_memory) {
  const std::string_view engine = wishes.engine == "auto" ? "" : std::string_view(wishes.engine);
  const queens::PlanOptions options{.queens = wishes.queens,
                                    .engine = engine,
                                    .isa = wishes.isa,
                                    .split = wishes.split,
                                    .max_memory = max_memory};
  return wishes.board != nullptr ? queens::plan_board_count(*wishes.board, options)
                                 : queens::plan_count(options);
}

/// Bytes of the process in addition to the counters.
std::uint64_t fixed_memory(const queens::CountPlan& plan, const PlanWishes& wishes, int workers) {
  return wishes.held + plan.units() * kBytesPerUnit +
         static_cast<std::uint64_t>(workers) * kBytesPerThread;
}

/// Bytes of a worker with the finest split, to within a quarter.
std::uint64_t least_memory(const queens::CountPlan& usual, const PlanWishes& wishes) {
  for (std::uint64_t room = usual.memory() / 64; room < usual.memory(); room += room / 4 + 1) {
    const Plan finer = make_plan(wishes, room);
    if (finer) return (*finer)->memory();
  }
  return usual.memory();
}

/// How many workers of the plan fit, at most as many as wanted.
int workers_that_fit(const queens::CountPlan& plan, const PlanWishes& wishes) {
  int workers = wishes.threads;
  const auto taken = [&] {
    return fixed_memory(plan, wishes, workers) +
           static_cast<std::uint64_t>(workers) * plan.memory();
  };
  while (workers > 0 && taken() > wishes.memory) --workers;
  return workers;
}

}  // namespace

Result<ChosenPlan> choose_plan(const PlanWishes& wishes) {
  const std::uint32_t board = wishes.board != nullptr ? check_of_board(*wishes.board) : 0;
  const Plan usual = make_plan(wishes, UINT64_MAX);
  if (!usual) return usual.error();
  const queens::CountPlan& plan = **usual;
  const int fitting = workers_that_fit(plan, wishes);
  if (fitting == wishes.threads) return ChosenPlan{*usual, fitting, board};

  const bool may_cut_finer = wishes.split == 0 && !wishes.same_everywhere;
  for (int workers = wishes.threads; may_cut_finer && workers > fitting; workers /= 2) {
    const std::uint64_t fixed = fixed_memory(plan, wishes, workers);
    if (fixed >= wishes.memory) continue;
    const Plan finer =
        make_plan(wishes, (wishes.memory - fixed) / static_cast<std::uint64_t>(workers));
    if (!finer) continue;
    // It has more units than the default one, and they take memory, too.
    if (const int now = workers_that_fit(**finer, wishes); now > fitting) {
      return ChosenPlan{*finer, now, board};
    }
  }
  if (fitting > 0) return ChosenPlan{*usual, fitting, board};
  const std::uint64_t needed = may_cut_finer ? least_memory(plan, wishes) : plan.memory();
  std::string message =
      std::to_string(wishes.queens) + " queens do not fit into " + memory_text(wishes.memory) +
      " of memory: the engine " + std::string(plan.engine()) + " needs " + memory_text(needed) +
      " for each worker, and the program " + memory_text(fixed_memory(plan, wishes, 1));
  if (!may_cut_finer) message += "; a larger --split needs less";
  return Error{message};
}

CountIdentity ChosenPlan::identity() const {
  return {.queens = plan->queens(),
          .engine = std::string(plan->engine()),
          .split = plan->split(),
          .units = plan->units(),
          .units_revision = plan->units_revision(),
          .board = board};
}

}  // namespace puzzled::commands
