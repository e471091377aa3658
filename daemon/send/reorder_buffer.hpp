// Puts the answers of several connections back into the order of the requests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace puzzled::send {

/// Replaces an answer that was lost.
inline constexpr std::string_view kLostLine = "error lost no answer received\n";

/// For one thread at a time.
class ReorderBuffer {
 public:
  /// `write` takes the answers in order, in parts.
  explicit ReorderBuffer(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  /// Adds answers of a block, whole lines. They are written at once if all blocks before it are
  /// complete, else kept, in a buffer that first has room for `expected` bytes.
  void add(std::uint64_t block, std::string_view answers, std::size_t expected = 0);

  /// Ends a block, whose last `lost` answers are missing. True if another block's turn has come. A
  /// line replaces each missing answer as soon as a later answer comes, so every answer has the
  /// line number of its request.
  bool complete(std::uint64_t block, std::uint64_t lost = 0);

  /// The block whose answers are written as they come.
  std::uint64_t turn() const { return turn_; }

  /// Whether blocks behind turn() have answers, or are complete.
  bool has_waiting() const { return !waiting_.empty(); }

  /// Bytes of answers that are kept for their turn.
  std::size_t kept() const { return kept_; }

 private:
  struct Waiting {
    std::string answers;
    std::uint64_t lost = 0;  // after them
    bool complete = false;
  };

  void write(std::string_view answers);

  std::function<void(std::string_view)> write_;
  std::uint64_t turn_ = 0;
  std::uint64_t lost_ = 0;                    // missing answers after those that were written
  std::map<std::uint64_t, Waiting> waiting_;  // blocks behind turn_
  std::size_t kept_ = 0;
};

}  // namespace puzzled::send
