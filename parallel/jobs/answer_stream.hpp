// Answers a stream of blocks in order: one thread at a time reads them, all workers answer them,
// one at a time writes the answers, in the order in which the blocks came. The caller defines what
// a block is, where it comes from and where its answers go.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "parallel/ordered_pipeline.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// `Block` is a block and its answers; its memory is reused.
template <class Block>
struct AnswerStream {
  /// Answers a block; false if it was stopped before the end. For one thread at a time.
  using Answerer = std::function<bool(Block&)>;

  /// The source: reads a block; false if none is left. One call at a time.
  std::function<bool(Block&)> read{};
  /// Makes the answerer of a worker, on its thread, when it has its first block.
  std::function<Answerer()> make_answerer{};
  /// The sink: takes an answered block, in order; false if no more is wanted. One call at a time.
  std::function<bool(Block&)> write{};
  /// Whether the calling thread answers the block that was just read, too, before the other workers
  /// begin: OrderedStages::stays_alone. May be null.
  std::function<bool()> stays_alone{};
};

/// Answers all blocks. Once `stop` is true, no more are read; those in flight are still written, up
/// to the first that was not answered to its end. Progress is counted by source and sink. An
/// exception ends the run and is rethrown here. REQUIRES: at least one element in `blocks`; with no
/// more than workers, workers wait for each other.
template <class Block>
void answer_in_order(Workers& workers, std::span<Block> blocks, const AnswerStream<Block>& stream,
                     const StopFlag& stop) {
  std::vector<typename AnswerStream<Block>::Answerer> answerers(
      static_cast<std::size_t>(workers.threads()));
  std::vector<char> is_answered(blocks.size());
  run_ordered(
      workers, blocks.size(),
      {.fill = [&](std::size_t slot) { return !is_stopped(stop) && stream.read(blocks[slot]); },
       .transform =
           [&](std::size_t slot) {
             auto& answer = answerers[static_cast<std::size_t>(Workers::current())];
             if (!answer) answer = stream.make_answerer();
             is_answered[slot] = answer(blocks[slot]) ? 1 : 0;
           },
       .drain =
           [&](std::size_t slot) { return is_answered[slot] != 0 && stream.write(blocks[slot]); },
       .stays_alone = stream.stays_alone});
}

}  // namespace puzzled::parallel
