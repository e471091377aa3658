// A block of request lines, the unit in which the input is read and kept, and spans of its
// requests, the unit in which connections get work.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace puzzled::net::send {

/// What happens to a request that gets no answer.
enum class RequestKind : std::uint8_t {
  kPuzzle,  ///< asked again; so are invalid lines, whose answer is the same each time
  kSearch,  ///< asked again; a daemon that has too many of them refuses it
  kOnce,    ///< never asked again: `ping` and `stats` tell of the moment and of one daemon
};

/// Answers that need no daemon, such as `invalid 80 cells instead of 81`, each with its place among
/// the requests of a block.
class OwnAnswers {
 public:
  /// Adds an answer, a line without its line feed, in front of the answer to request `index`. Later
  /// ones have the same index or a larger one.
  void add(std::uint64_t index, std::string_view line) {
    text_ += line;
    text_ += '\n';
    places_.push_back({index, text_.size()});
  }

  bool empty() const { return places_.empty(); }
  std::size_t count() const { return places_.size(); }
  std::size_t bytes() const { return text_.size(); }
  std::string_view text() const { return text_; }

  /// The request in front of which answer `number` stands. REQUIRES: number < count().
  std::uint64_t index(std::size_t number) const { return places_[number].index; }

  /// Answer `number`, with its line feed. REQUIRES: number < count().
  std::string_view line(std::size_t number) const {
    const std::size_t begin = number == 0 ? 0 : places_[number - 1].end;
    return std::string_view(text_).substr(begin, places_[number].end - begin);
  }

  /// The number of the first answer that stands in front of request `index` or behind it.
  std::size_t first_from(std::uint64_t index) const {
    const auto found = std::lower_bound(
        places_.begin(), places_.end(), index,
        [](const Place& place, std::uint64_t other) { return place.index < other; });
    return static_cast<std::size_t>(found - places_.begin());
  }

 private:
  struct Place {
    std::uint64_t index;
    std::size_t end;  // in text_
  };

  std::string text_;
  std::vector<Place> places_;
};

struct Block {
  std::unique_ptr<char[]> bytes;
  std::size_t capacity = 0;  ///< of `bytes`
  std::size_t size = 0;
  std::uint64_t first_place = 0;     ///< of its requests; answers are written in this order
  std::uint64_t requests = 0;        ///< lines; each gets one answer
  std::uint64_t first_line = 0;      ///< of the input, from 1
  std::vector<std::uint64_t> lines;  ///< of the input; empty: consecutive from first_line
  std::vector<RequestKind> kinds;    ///< of the requests; empty: all are puzzles
  std::uint64_t next_line = 0;       ///< of the input, behind the block
  OwnAnswers own;                    ///< a block may have nothing else
  std::uint64_t sent = 0;            ///< of the requests, on any connection
  std::uint64_t resolved = 0;        ///< requests that are answered, or given up

  std::string_view text() const { return {bytes.get(), size}; }

  /// The number of places that it takes; one without requests takes one, for its own answers.
  std::uint64_t places() const { return std::max<std::uint64_t>(1, requests); }

  /// The input line of request `index`, from 0.
  std::uint64_t line_of(std::uint64_t index) const {
    return lines.empty() ? first_line + index : lines[index];
  }

  RequestKind kind_of(std::uint64_t index) const {
    return kinds.empty() ? RequestKind::kPuzzle : kinds[index];
  }
};

/// Requests `next` to `end` of a block, which have no answer yet.
struct Span {
  std::shared_ptr<Block> block;
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  bool was_refused = false;  ///< the daemon refused them, and they are asked again

  std::uint64_t size() const { return end - next; }
  std::uint64_t place() const { return block->first_place + next; }
  bool holds(std::uint64_t place) const {
    return this->place() <= place && place < block->first_place + end;
  }

  /// Cuts off the first `count` requests, at most all.
  Span take(std::uint64_t count) {
    Span front = *this;
    front.end = next = std::min(end, next + count);
    return front;
  }
};

}  // namespace puzzled::net::send
