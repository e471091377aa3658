// Cuts inputs into blocks of lines, the same ones each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/base/files/byte_source.hpp"

namespace puzzled::redis {

/// Lines of one input that stand together.
struct LineBlock {
  std::string text;
  std::uint64_t lines = 0;
  std::uint64_t first_line = 0;  ///< in its input, from 1
  std::size_t input = 0;
  std::uint64_t consumed = 0;  ///< bytes of all inputs up to its end, as ByteSource counts them
};

/// Compressed inputs are unpacked. A block has as many lines as it may, unless its input ends or it
/// would get more than kMaxBlockBytes; none has lines of two inputs.
class LineBlocks {
 public:
  using Open = std::function<Result<std::unique_ptr<ByteSource>>(const std::string& path)>;

  /// `open` opens an input by its path.
  LineBlocks(std::vector<std::string> inputs, std::uint64_t lines, Open open);

  /// Opens the first input, which next() would do else, so that a wrong name is said at once.
  Result<> open() { return open_next(); }

  enum class Step {
    kBlock,   ///< `block` is the next one
    kNotYet,  ///< the rest of it is still to come: ask again
    kEnd,
  };

  /// Reads what is there without waiting for more. The error: an input cannot be read, or has a
  /// line that fits into no block.
  Result<Step> next(LineBlock& block);

  /// What messages call an input.
  std::string name(std::size_t input) const;

 private:
  Result<> open_next();
  bool find_line_ends();
  Result<> read_more();
  LineBlock cut();

  const std::vector<std::string> inputs_;
  const std::uint64_t most_lines_;
  const Open open_;
  std::unique_ptr<ByteSource> source_;  // of the input at hand; null: the next is to be opened
  std::size_t opened_ = 0;
  bool source_ended_ = false;
  std::uint64_t consumed_before_ = 0;
  std::uint64_t line_ = 1;  // the next block's first

  std::string buffer_;
  std::size_t size_ = 0;      // bytes in the buffer
  std::size_t searched_ = 0;  // of those: looked at for line ends
  std::size_t end_ = 0;       // behind the last whole line that goes into the block
  std::uint64_t lines_ = 0;   // up to there
};

}  // namespace puzzled::redis
