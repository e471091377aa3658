#include "parallel/ordered_pipeline.hpp"

#include <tbb/parallel_pipeline.h>

#include <array>
#include <atomic>

#include "parallel/handover.hpp"

namespace puzzled::parallel {
namespace {

// For ThreadSanitizer alone (see handover.hpp): between the caller and the stages, between calls of
// a serial stage, between the stages of a slot, and between threads that are the same worker one
// after another (slots and workers of equal number modulo 64 share a place).
Handover run_begins;
Handover run_ends;
Handover fills;
Handover drains;
std::array<Handover, 64> slot_moves;
std::array<Handover, 64> worker_moves;

Handover& slot_move(std::size_t slot) {
  return slot_moves[slot % slot_moves.size()];
}

Handover& worker_move() {
  return worker_moves[static_cast<std::size_t>(Workers::current()) % worker_moves.size()];
}

}  // namespace

void run_ordered(Workers& workers, std::size_t slot_count, const OrderedStages& stages) {
  // Token k gets slot k mod slot_count. That slot is free: both serial stages keep the order, and
  // at most slot_count tokens live, so token k - slot_count has left the pipeline.
  std::size_t next_slot = 0;
  std::atomic<bool> stopped = false;

  const auto fill = [&](tbb::flow_control& flow) -> std::size_t {
    const Turn run(run_begins, run_ends);
    const Turn serial(fills);
    const std::size_t slot = next_slot;
    const Turn block(slot_move(slot));
    if (stopped.load(std::memory_order_relaxed) || !stages.fill(slot)) {
      flow.stop();
      return 0;
    }
    next_slot = (next_slot + 1) % slot_count;
    return slot;
  };
  const auto transform = [&](std::size_t slot) {
    const Turn run(run_begins, run_ends);
    const Turn worker(worker_move());
    const Turn block(slot_move(slot));
    if (!stopped.load(std::memory_order_relaxed)) stages.transform(slot);
    return slot;
  };
  const auto drain = [&](std::size_t slot) {
    const Turn run(run_begins, run_ends);
    const Turn serial(drains);
    const Turn block(slot_move(slot));
    if (stopped.load(std::memory_order_relaxed)) return;
    if (!stages.drain(slot)) stopped.store(true, std::memory_order_relaxed);
  };

  const Loan stages_and_slots(run_begins, run_ends);
  workers.run([&] {
    tbb::parallel_pipeline(
        slot_count,
        tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, fill) &
            tbb::make_filter<std::size_t, std::size_t>(tbb::filter_mode::parallel, transform) &
            tbb::make_filter<std::size_t, void>(tbb::filter_mode::serial_in_order, drain));
  });
}

}  // namespace puzzled::parallel
