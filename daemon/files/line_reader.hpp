// The lines of an input, unpacked, in memory that does not grow with it: for what is read line by
// line on one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/target_sudoku/certificate_check.hpp"
#include "daemon/files/byte_source.hpp"

namespace puzzled {

/// Leaves out most blank lines and comments, but counts them. Ends early, with an error, at a line
/// longer than sudoku::kMaxLineBytes and after `most_bytes`.
class LineReader final : public target::LineSource {
 public:
  /// `name` is for messages.
  LineReader(std::unique_ptr<ByteSource> source, std::string name, std::uint64_t most_bytes);

  std::optional<std::string_view> next() override;
  std::uint64_t number() const override { return number_; }

  /// Why the lines ended early, if they did.
  const std::optional<Error>& error() const { return error_; }

 private:
  bool read_more();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  const std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;  // read
  std::string buffer_;
  std::string_view text_;  // of the buffer: not yet given
  std::uint64_t number_ = 0;
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace puzzled
