// A block of request lines, the unit of work of a connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace puzzled::send {

struct Block {
  std::unique_ptr<char[]> bytes;  ///< null once they are sent and will not be sent again
  std::size_t capacity = 0;       ///< of `bytes`
  std::size_t size = 0;
  std::uint64_t number = 0;          ///< of the block, from 0: answers are written in this order
  std::uint64_t requests = 0;        ///< lines; each gets one answer
  std::uint64_t first_line = 0;      ///< of the input, from 1
  std::vector<std::uint64_t> lines;  ///< of the input; empty: consecutive from first_line
  std::uint64_t answered = 0;

  std::string_view text() const { return {bytes.get(), size}; }

  /// The input line of request `index`, which counts from 0.
  std::uint64_t line_of(std::uint64_t index) const {
    return lines.empty() ? first_line + index : lines[index];
  }
};

}  // namespace puzzled::send
