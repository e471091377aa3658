// The ordered block pipeline: one serial stage fills slots, many workers transform them at once,
// one serial stage drains them in the order in which they were filled.
//
//        fill (serial)      transform (parallel)      drain (serial, same order)
//   ─────────▶ slot 0 ─────────▶ any worker ─────────▶ slot 0 ─────────▶
//   ─────────▶ slot 1 ─────────▶ any worker ─────────▶ slot 1 ─────────▶
//                  … as many in flight as there are slots, never more …
//
// The slots are the caller's, so memory is bounded by their number and nothing is allocated here
// per block.
#pragma once

#include <cstddef>
#include <functional>

#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// The three stages, each handed the number of a slot, 0 <= slot < slot count.
struct OrderedStages {
  std::function<bool(std::size_t)> fill;       ///< false: nothing left, the slot stays unused
  std::function<void(std::size_t)> transform;  ///< runs on several slots at once
  std::function<bool(std::size_t)> drain;      ///< false: stop, nothing more is drained
  /// Optional; called after each `fill` until it returns false. True: the block is done on the
  /// calling thread, before another is filled. So the other workers need not be started for a block
  /// that is known to be the last, nor for blocks that are done sooner than they could begin.
  std::function<bool()> stays_alone = {};
};

/// Runs the stages until `fill` or `drain` returns false and all work in flight is over.
///
/// `fill` calls never overlap each other, nor do `drain` calls, and `drain` sees the slots in the
/// order of `fill`; what a stage wrote to a slot is visible to the next. After `drain` has returned
/// false, slots in flight may still be transformed, and `fill` may be called once more. An
/// exception in a stage ends the run and is rethrown here.
/// REQUIRES: slot_count >= 1.
void run_ordered(Workers& workers, std::size_t slot_count, const OrderedStages& stages);

}  // namespace puzzled::parallel
