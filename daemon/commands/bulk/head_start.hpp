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
  static constexpr double kStart = 0.020;

  /// To be asked after each block is read, until the answer is no: whether this block, too, is
  /// answered alone. `seconds` is the processor time that the thread has used, `read` how much of
  /// the input has been read, in any unit, and `total` how much there is. REQUIRES: the first two
  /// blocks are small, for nothing is known of their puzzles. (The first also takes what happens
  /// but once, so its pace says nothing.)
  bool goes_on(double seconds, std::uint64_t read, std::optional<std::uint64_t> total) {
    const double last = seconds - asked_at_;
    const double answered = static_cast<double>(read_ - read_before_);
    const double left = total ? static_cast<double>(*total) - static_cast<double>(read_) : 0;
    if (blocks_ == 0) began_at_ = seconds;
    asked_at_ = seconds;
    read_before_ = read_;
    read_ = read;
    ++blocks_;
    if (blocks_ == 1) return true;
    if (blocks_ == 2 || !total || answered == 0) return seconds - began_at_ < kStart;
    return left * last < kStart * answered;
  }

 private:
  std::uint64_t blocks_ = 0;
  double began_at_ = 0;
  double asked_at_ = 0;
  std::uint64_t read_ = 0;  // when it was asked last, and before that
  std::uint64_t read_before_ = 0;
};

}  // namespace puzzled::commands
