// Decides how long the calling thread answers blocks alone before the other workers begin.
#pragma once

#include <cstdint>
#include <optional>

namespace puzzled::commands {

/// To start oneTBB's threads and to give them memory takes milliseconds (2 to 20 of processor time,
/// the more the busier the machine). Meanwhile one thread answers a hundred thousand easy puzzles:
/// with two threads they took twice as long. So the calling thread begins, and the others join when
/// what is left, at the pace of the last block, takes longer than their start.
class HeadStart {
 public:
  /// Processor time in seconds.
  static constexpr double kStart = 0.025;

  /// To be told before each block is read: the processor time, in seconds, that the thread has
  /// used.
  void begin_block(double seconds) {
    if (blocks_ == 0) began_at_ = seconds;
    ++blocks_;
    last_ = seconds - block_began_at_;
    block_began_at_ = seconds;
  }

  /// To be asked after each block is read, until the answer is no: whether this block, too, is
  /// answered alone. `read` is how much of the input has been read, in any unit, and `total` how
  /// much there is. REQUIRES: the first two blocks are small, for nothing is known of their
  /// puzzles. (The first also takes what happens but once, so its pace says nothing.)
  bool goes_on(std::uint64_t read, std::optional<std::uint64_t> total) {
    const double answered = static_cast<double>(read_ - read_before_);
    const double left = total ? static_cast<double>(*total) - static_cast<double>(read_) : 0;
    read_before_ = read_;
    read_ = read;
    if (blocks_ == 1) return true;
    if (blocks_ == 2 || !total || answered == 0) return block_began_at_ - began_at_ < kStart;
    return left * last_ < kStart * answered;
  }

 private:
  std::uint64_t blocks_ = 0;
  double began_at_ = 0;
  double block_began_at_ = 0;
  double last_ = 0;         // what the block before took
  std::uint64_t read_ = 0;  // up to the block before, and to the one before that
  std::uint64_t read_before_ = 0;
};

}  // namespace puzzled::commands
