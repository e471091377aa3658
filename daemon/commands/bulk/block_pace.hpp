// Chooses the size of blocks when puzzles may take long.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "daemon/base/files/block_reader.hpp"

namespace puzzled::commands {

/// With a time limit puzzles may take long: small blocks spread them over the threads, and answers
/// come sooner. But for fast puzzles small blocks take twice the time. So the first block is small,
/// and each other is as large as can be solved in a fifth of a second at the pace of the last one.
/// Thread-safe.
class BlockPace {
 public:
  explicit BlockPace(bool is_limited) : bytes_(is_limited ? kSmallBlockBytes : SIZE_MAX) {}

  std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

  void solved(std::size_t bytes, std::chrono::duration<double> time) {
    constexpr std::chrono::duration<double> kAim{0.2};
    constexpr double kMost = 1 << 30;
    const double fitting = static_cast<double>(bytes) * (kAim / std::max(time, kAim / kMost));
    bytes_.store(std::max(kSmallBlockBytes, static_cast<std::size_t>(std::min(fitting, kMost))),
                 std::memory_order_relaxed);
  }

 private:
  std::atomic<std::size_t> bytes_;
};

}  // namespace puzzled::commands
