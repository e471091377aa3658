// Puts the answers of several connections back into the order of the requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace puzzled::send {

/// What stands in the place of an answer that got lost.
inline constexpr std::string_view kLostLine = "error lost no answer came\n";

/// For one thread at a time.
class ReorderBuffer {
 public:
  /// `write` takes the answers in order, in parts.
  explicit ReorderBuffer(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  /// More answers of a block, whole lines. Written at once if all blocks before it are complete,
  /// else kept, in a buffer with room for `expected` bytes to begin with.
  void add(std::uint64_t block, std::string_view answers, std::size_t expected = 0);

  /// There will be no more of that block, of which the last `lost` answers are missing. True if
  /// another block's turn has come. What is missing is written as lines that say so, as soon as an
  /// answer comes behind it: so every answer stands in its request's line.
  bool complete(std::uint64_t block, std::uint64_t lost = 0);

  /// The block whose answers are written as they come.
  std::uint64_t turn() const { return turn_; }

  /// Bytes of answers that wait for their turn.
  std::size_t kept() const { return kept_; }

 private:
  struct Waiting {
    std::string answers;
    std::uint64_t lost = 0;  // behind them
    bool complete = false;
  };

  void write(std::string_view answers);

  std::function<void(std::string_view)> write_;
  std::uint64_t turn_ = 0;
  std::uint64_t lost_ = 0;                    // answers missing behind those that were written
  std::map<std::uint64_t, Waiting> waiting_;  // blocks behind turn_
  std::size_t kept_ = 0;
};

}  // namespace puzzled::send
