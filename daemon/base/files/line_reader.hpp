// The lines of an input, unpacked, in bounded memory: for input that one thread reads line by line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/line_source.hpp"
#include "core/result.hpp"
#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

/// Skips most blank lines and comments, but counts them. A line longer than sudoku::kMaxLineBytes,
/// or more than `max_bytes` in all, is an error that ends the lines.
class LineReader final : public LineSource {
 public:
  /// `name` is for messages.
  LineReader(std::unique_ptr<ByteSource> source, std::string name, std::uint64_t max_bytes);

  std::optional<std::string_view> next() override;
  std::uint64_t number() const override { return number_; }

  /// Why the lines ended early, if they did.
  const std::optional<Error>& error() const { return error_; }

 private:
  bool read_more();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  const std::uint64_t max_bytes_;
  std::uint64_t bytes_ = 0;  // read
  std::string buffer_;
  std::string_view text_;  // of the buffer: not yet given
  std::uint64_t number_ = 0;
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace puzzled
