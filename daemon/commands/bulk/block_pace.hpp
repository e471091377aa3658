// Chooses the size of blocks when puzzles may take long.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>

#include "daemon/base/files/block_reader.hpp"

namespace puzzled::commands {

/// Puzzles may take long: small blocks spread them over the threads, and answers come sooner. But
/// for fast puzzles small blocks take twice the time. So the first two blocks are small (see
/// HeadStart), and each other is as large as can be solved in a fifth of a second at the pace of
/// the last one. Thread-safe.
class BlockPace {
 public:
  /// Blocks have at most `most` bytes; all have as many unless `begins_small`.
  BlockPace(bool begins_small, std::size_t most)
      : begins_small_(begins_small),
        most_(most),
        bytes_(begins_small ? std::min(most, kSmallBlockBytes) : most) {}

  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  void solved(std::size_t bytes, std::chrono::duration<double> time) {
    if (!begins_small_ || blocks_.fetch_add(1, std::memory_order_relaxed) == 0) return;
    constexpr std::chrono::duration<double> kAim{0.2};
    const double most = static_cast<double>(most_);
    const double fitting = static_cast<double>(bytes) * (kAim / std::max(time, kAim / most));
    const auto chosen = static_cast<std::size_t>(std::min(fitting, most));
    bytes_.store(std::min(std::max(chosen, kSmallBlockBytes), most_), std::memory_order_relaxed);
  }

 private:
  const bool begins_small_;
  const std::size_t most_;
  std::atomic<std::size_t> bytes_;
  std::atomic<std::size_t> blocks_ = 0;
};

}  // namespace puzzled::commands
