// A block of request lines, the unit of work of a connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace puzzled::send {

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
  std::uint64_t count() const { return places_.size(); }
  std::size_t bytes() const { return text_.size(); }
  std::string_view text() const { return text_; }

  /// Whether some are left to be taken.
  bool has_more() const { return taken_ < places_.size(); }
  /// The request in front of which the next one stands. REQUIRES: has_more().
  std::uint64_t next_index() const { return places_[taken_].index; }
  /// The next one, with its line feed. REQUIRES: has_more().
  std::string_view take() {
    const std::size_t begin = taken_ == 0 ? 0 : places_[taken_ - 1].end;
    return std::string_view(text_).substr(begin, places_[taken_++].end - begin);
  }

 private:
  struct Place {
    std::uint64_t index;
    std::size_t end;  // in text_
  };

  std::string text_;
  std::vector<Place> places_;
  std::size_t taken_ = 0;
};

struct Block {
  std::unique_ptr<char[]> bytes;
  std::size_t capacity = 0;  ///< of `bytes`
  std::size_t size = 0;
  std::uint64_t number = 0;          ///< of the block, from 0: answers are written in this order
  std::uint64_t requests = 0;        ///< lines; each gets one answer
  std::uint64_t first_line = 0;      ///< of the input, from 1
  std::vector<std::uint64_t> lines;  ///< of the input; empty: consecutive from first_line
  std::uint64_t next_line = 0;       ///< of the input, behind the block
  OwnAnswers own;                    ///< a block may have nothing else
  std::uint64_t sent = 0;            ///< of the requests, on any connection
  std::uint64_t answered = 0;        ///< of them

  std::string_view text() const { return {bytes.get(), size}; }

  /// The input line of request `index`, which counts from 0.
  std::uint64_t line_of(std::uint64_t index) const {
    return lines.empty() ? first_line + index : lines[index];
  }
};

}  // namespace puzzled::send
