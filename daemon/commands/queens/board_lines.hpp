// The lines of a file of boards: all of them, for an empty line ends a board and `#` is a hole, and
// as long as a JSON document may be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/line_source.hpp"
#include "core/result.hpp"
#include "daemon/base/files/byte_source.hpp"

namespace puzzled::commands {

class BoardLines final : public LineSource {
 public:
  /// A line of more than `max_bytes` is an error that ends the lines.
  BoardLines(std::unique_ptr<ByteSource> source, std::size_t max_bytes)
      : source_(std::move(source)), max_bytes_(max_bytes) {}

  std::optional<std::string_view> next() override;
  std::uint64_t number() const override { return number_; }

  /// Why the lines ended early, if they did.
  const std::optional<Error>& error() const { return error_; }

 private:
  std::unique_ptr<ByteSource> source_;
  const std::size_t max_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what was read, the part that is not yet given
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace puzzled::commands
