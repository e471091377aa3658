#include "parallel/workers.hpp"

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

namespace puzzled::parallel {

// TBB starts no more threads than there are processors unless a global_control allows it. Two of
// these at once: the smaller limit would win, so each also asks for at least the default.
struct Workers::Arena {
  explicit Arena(int threads)
      : allowed(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(std::max(threads, available_threads()))),
        arena(threads) {}

  tbb::global_control allowed;
  tbb::task_arena arena;
};

int available_threads() {
  return std::max(1, tbb::info::default_concurrency());
}

Workers::Workers(int threads) : threads_(threads) {}

Workers::~Workers() = default;

int Workers::current() {
  return std::max(0, tbb::this_task_arena::current_thread_index());
}

void Workers::run(const std::function<void()>& body) {
  if (arena_ == nullptr) arena_ = std::make_unique<Arena>(threads_);
  arena_->arena.execute(body);
}

}  // namespace puzzled::parallel
