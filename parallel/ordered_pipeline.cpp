#include "parallel/ordered_pipeline.hpp"

#include <tbb/parallel_pipeline.h>

#include <array>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "parallel/tsan.hpp"

namespace puzzled::parallel {
namespace {

// For ThreadSanitizer alone (see tsan.hpp): between the caller and the stages, between calls of
// a serial stage, between the stages of a slot, and between threads that are the same worker one
// after another (slots and workers of equal number modulo 64 share a place).
TsanEdge run_begins;
TsanEdge run_ends;
TsanEdge fills;
TsanEdge drains;
std::array<TsanEdge, 64> slot_moves;
std::array<TsanEdge, 64> worker_moves;

TsanEdge& slot_move(std::size_t slot) {
  return slot_moves[slot % slot_moves.size()];
}

TsanEdge& worker_move() {
  return worker_moves[static_cast<std::size_t>(Workers::current()) % worker_moves.size()];
}

constexpr std::size_t kFirstSlot = 0;  // that FreeSlots hands out

/// The slot that was free last is taken first: its memory is the one most likely to be in a cache.
class FreeSlots {
 public:
  explicit FreeSlots(std::size_t count) {
    for (std::size_t slot = count; slot > 0; --slot) free_.push_back(slot - 1);
  }

  /// REQUIRES: one is free. So it is when a stage begins: at most as many tokens live as there are
  /// slots, and a token gives its slot back before it leaves the pipeline.
  std::size_t take() {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  void give(std::size_t slot) {
    const std::lock_guard lock(mutex_);
    free_.push_back(slot);
  }

 private:
  std::mutex mutex_;
  std::vector<std::size_t> free_;
};

}  // namespace

void run_ordered(Workers& workers, std::size_t slot_count, const OrderedStages& stages) {
  for (;;) {
    if (!stages.fill(kFirstSlot)) return;
    if (workers.threads() > 1 && !(stages.stays_alone && stages.stays_alone())) break;
    stages.transform(kFirstSlot);
    if (!stages.drain(kFirstSlot)) return;
  }
  FreeSlots free(slot_count);
  std::atomic<bool> stopped = false;

  bool is_first = true;
  const auto fill = [&](tbb::flow_control& flow) -> std::size_t {
    const TsanScope run(run_begins, run_ends);
    const TsanScope serial(fills);
    const std::size_t slot = free.take();
    const TsanScope block(slot_move(slot));
    if (std::exchange(is_first, false)) return slot;  // kFirstSlot, filled before
    if (stopped.load(std::memory_order_relaxed) || !stages.fill(slot)) {
      free.give(slot);
      flow.stop();
      return 0;
    }
    return slot;
  };
  const auto transform = [&](std::size_t slot) {
    const TsanScope run(run_begins, run_ends);
    const TsanScope worker(worker_move());
    const TsanScope block(slot_move(slot));
    if (!stopped.load(std::memory_order_relaxed)) stages.transform(slot);
    return slot;
  };
  const auto drain = [&](std::size_t slot) {
    const TsanScope run(run_begins, run_ends);
    const TsanScope serial(drains);
    if (!stopped.load(std::memory_order_relaxed)) {
      const TsanScope block(slot_move(slot));
      if (!stages.drain(slot)) stopped.store(true, std::memory_order_relaxed);
    }
    free.give(slot);
  };

  workers.run([&] {
    const TsanCallerScope stages_and_slots(run_begins, run_ends);
    tbb::parallel_pipeline(
        slot_count,
        tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, fill) &
            tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, transform) &
            tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, drain));
  });
}

}  // namespace puzzled::parallel
