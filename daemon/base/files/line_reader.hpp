// The lines of an input, unpacked, in bounded memory: for input that one thread reads line by line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/line_source.hpp"
#include "core/result.hpp"
#include "core/sudoku/text/lines.hpp"
#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

struct LineLimits {
  std::uint64_t bytes = UINT64_MAX;  ///< of all lines
  std::size_t line_bytes = sudoku::kMaxLineBytes;
  bool gives_all = false;  ///< blank lines and comments, too: most are skipped and counted else
};

/// What is longer than its limit is an error that ends the lines.
class LineReader final : public LineSource {
 public:
  /// `name` is for messages.
  LineReader(std::unique_ptr<ByteSource> source, std::string name, const LineLimits& limits);

  std::optional<std::string_view> next() override;
  std::uint64_t number() const override { return number_; }

  /// Why the lines ended early, if they did.
  const std::optional<Error>& error() const { return error_; }

 private:
  bool read_more();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  const LineLimits limits_;
  std::uint64_t bytes_ = 0;  // read
  std::string buffer_;
  std::string_view text_;  // of the buffer: not yet given
  std::uint64_t number_ = 0;
  bool ended_ = false;
  std::optional<Error> error_;
};

}  // namespace puzzled
