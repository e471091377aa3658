#include "parallel/workers.hpp"

#include <sched.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

#include "parallel/tsan.hpp"

namespace puzzled::parallel {
namespace {

// For ThreadSanitizer alone (see tsan.hpp): from whoever shares work to the tasks that do it, and
// from their end to whoever waits for them or is the same worker next.
TsanEdge shares;

/// A task of share(). oneTBB copies it into the task's memory; only then is it complete.
class ShareTask {
 public:
  explicit ShareTask(const SharedWork& work) : work_(work) {}
  ShareTask(const ShareTask& other) : memory_(other.memory_), work_(other.work_) {
    shares.release();
  }
  ShareTask& operator=(const ShareTask&) = delete;
  ~ShareTask() = default;

  void operator()() const {
    const TsanScope turn(shares);
    work_(kNeverStop);
  }

 private:
  TsanTaskMemory memory_;  // first, so that it is there before all else, and after
  const SharedWork& work_;
};

// Set before the first arena is. Until then no thread is in one, and oneTBB need not be asked: the
// program loads it with the first call.
std::atomic<bool> has_arenas = false;

// No system has more.
constexpr int kMaxProcessors = 1 << 20;

}  // namespace

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

// tbb::info::default_concurrency() counts the same, but it starts oneTBB, which then looks for a
// library of OpenMP that might have changed the mask: for one puzzle that is a long time. The
// kernel refuses masks that are smaller than its own.
int available_threads() {
  for (int processors = CPU_SETSIZE; processors <= kMaxProcessors; processors *= 2) {
    const std::size_t bytes = CPU_ALLOC_SIZE(processors);
    std::vector<cpu_set_t> mask(bytes / sizeof(cpu_set_t) + 1);
    if (::sched_getaffinity(0, bytes, mask.data()) == 0) return CPU_COUNT_S(bytes, mask.data());
  }
  return std::max(1, tbb::info::default_concurrency());
}

Workers::Workers(int threads) : threads_(threads) {}

Workers::~Workers() = default;

int Workers::current() {
  if (!has_arenas.load(std::memory_order_relaxed)) return 0;
  return std::max(0, tbb::this_task_arena::current_thread_index());
}

void Workers::run(const std::function<void()>& body) {
  if (arena_ == nullptr) {
    has_arenas.store(true, std::memory_order_relaxed);
    arena_ = std::make_unique<Arena>(threads_);
  }
  arena_->arena.execute(body);
}

void Workers::share(const SharedWork& work) {
  if (threads_ == 1) {
    work(kNeverStop);
    return;
  }
  run([&] {
    tbb::task_group group;
    const ShareTask task(work);
    for (int others = threads_ - 1; others > 0; --others) group.run(task);
    group.run_and_wait(task);
  });
  shares.acquire();
}

}  // namespace puzzled::parallel
