#include "parallel/one_slot_arenas.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <utility>

#include "parallel/tsan.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {
namespace {

TsanEdge starts;  // from whoever starts work to the task that does it

/// oneTBB copies it into the task's memory; only then is it complete.
class Start {
 public:
  Start(const std::function<void(int)>& work, int arena) : work_(work), arena_(arena) {}
  Start(const Start& other) : memory_(other.memory_), work_(other.work_), arena_(other.arena_) {
    starts.release();
  }
  Start& operator=(const Start&) = delete;
  ~Start() = default;

  void operator()() const {
    starts.acquire();
    work_(arena_);
  }

 private:
  TsanTaskMemory memory_;  // first, so that it is there before all else, and after
  const std::function<void(int)>& work_;
  const int arena_;
};

}  // namespace

// oneTBB counts the thread that starts it, which does no work here: hence one more.
struct OneSlotArenas::Arenas {
  Arenas(int count, std::function<void(int)> of)
      : work(std::move(of)),
        allowed(tbb::global_control::max_allowed_parallelism,
                static_cast<std::size_t>(std::max(count + 1, available_threads()))) {
    constexpr unsigned kReservedForCallers = 0;
    for (int i = 0; i < count; ++i) all.emplace_back(1, kReservedForCallers);
  }

  const std::function<void(int)> work;
  tbb::global_control allowed;
  std::deque<tbb::task_arena> all;
};

OneSlotArenas::OneSlotArenas(int count, std::function<void(int)> work)
    : arenas_(std::make_unique<Arenas>(count, std::move(work))) {}

OneSlotArenas::~OneSlotArenas() = default;

void OneSlotArenas::start(int arena) {
  arenas_->all[static_cast<std::size_t>(arena)].enqueue(Start(arenas_->work, arena));
}

}  // namespace puzzled::parallel
