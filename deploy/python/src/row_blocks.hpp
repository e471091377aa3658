// Rows of an array, spread over threads in blocks. What a row gives depends on that row alone, so
// results are the same for any number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <string>

#include "core/stop.hpp"
#include "worker_threads.hpp"

namespace puzzled::python {

/// Rows `begin` to `end` - 1.
struct RowRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
};

/// What is wrong with the first row of all that something is wrong with. Any number of threads may
/// report.
class FirstFault {
 public:
  void report(std::size_t row, const std::string& reason);

  bool is_set() const;

  /// Throws a ValueError `row 17: REASON` if there is a fault. REQUIRES: the GIL.
  void raise(const char* what = "row") const;

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  mutable std::mutex mutex_;
  std::size_t row_ = kNone;
  std::string reason_;
};

/// How many rows are worth a block: enough for a batch of the engine at hand, few enough that no
/// thread is left alone with much at the end, and that Ctrl-C waits at most a second.
struct BlockRows {
  std::size_t min = 1;
  std::size_t max = 1;
};

using BlockWork = std::function<void(RowRange rows, const StopFlag& stop, FirstFault& fault)>;

/// Calls `work` for all rows, block by block, on at most so many threads at once, and without the
/// GIL; Ctrl-C ends it between two blocks. Blocks are handed out in rising order and none after a
/// fault, so the fault of the lowest row is always found; it comes out as a ValueError.
/// REQUIRES: the GIL; thread_count(threads) was taken.
void for_each_block(std::size_t rows, BlockRows size, int threads, const BlockWork& work);

}  // namespace puzzled::python
