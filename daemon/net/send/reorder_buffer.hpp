// Puts answers back into the order of the requests, although they come from several connections,
// and some requests are asked again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace puzzled::net::send {

/// Replaces an answer that was lost.
inline constexpr std::string_view kLostLine = "error lost no answer received\n";

/// Answers have places, from 0 without a gap. For one thread at a time.
class ReorderBuffer {
 public:
  /// `write` takes the answers in order, in parts.
  explicit ReorderBuffer(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  /// Adds the answers to `count` places from `place` on: whole lines; those to the last `lost`
  /// places are missing. They are written at once if their turn has come, else kept in a buffer
  /// that first has room for `expected` bytes. A line replaces each missing answer as soon as a
  /// later answer comes, so every answer has the line number of its request.
  void add(std::uint64_t place, std::uint64_t count, std::string_view answers,
           std::uint64_t lost = 0, std::size_t expected = 0);

  /// The place whose answer is written as soon as it comes.
  std::uint64_t turn() const { return turn_; }

  /// Bytes of answers that are kept for their turn.
  std::size_t kept() const { return kept_; }

 private:
  struct Waiting {
    std::string answers;
    std::uint64_t end = 0;   // place behind them
    std::uint64_t lost = 0;  // after them
  };

  void write(std::string_view answers);
  void keep(std::uint64_t place, std::uint64_t count, std::string_view answers, std::uint64_t lost,
            std::size_t expected);

  std::function<void(std::string_view)> write_;
  std::uint64_t turn_ = 0;
  std::uint64_t lost_ = 0;                    // missing answers after those that were written
  std::map<std::uint64_t, Waiting> waiting_;  // by their first place, behind turn_
  std::size_t kept_ = 0;
};

}  // namespace puzzled::net::send
