#include "row_blocks.hpp"

#include <pybind11/pybind11.h>

#include <algorithm>

#include "interruptible.hpp"
#include "parallel/unit_queue.hpp"
#include "worker_threads.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

// Blocks for each thread, so that one with hard puzzles does not hold up the others.
constexpr std::size_t kBlocksPerThread = 8;

std::size_t block_rows(std::size_t rows, BlockRows size, std::size_t threads) {
  if (threads == 1) return size.max;
  return std::clamp(rows / (threads * kBlocksPerThread) + 1, size.min, size.max);
}

}  // namespace

void FirstFault::report(std::size_t row, const std::string& reason) {
  const std::lock_guard lock(mutex_);
  if (row >= row_) return;
  row_ = row;
  reason_ = reason;
}

bool FirstFault::is_set() const {
  const std::lock_guard lock(mutex_);
  return row_ != kNone;
}

void FirstFault::raise(const char* what) const {
  if (!is_set()) return;
  throw py::value_error(std::string(what) + ' ' + std::to_string(row_) + ": " + reason_);
}

void for_each_block(std::size_t rows, BlockRows size, int threads, const BlockWork& work) {
  if (rows == 0) return;
  const std::size_t step = block_rows(rows, size, static_cast<std::size_t>(threads));
  const std::size_t blocks = (rows + step - 1) / step;
  FirstFault fault;
  run_interruptibly([&](StopFlag& stop) {
    parallel::UnitQueue queue(blocks);
    run_on_threads(std::min<std::size_t>(static_cast<std::size_t>(threads), blocks), stop, [&] {
      queue.work_off(stop, [&](std::size_t block) {
        const std::size_t begin = block * step;
        work({begin, std::min(begin + step, rows)}, stop, fault);
        return !fault.is_set();
      });
    });
  });
  fault.raise();
}

}  // namespace puzzled::python
