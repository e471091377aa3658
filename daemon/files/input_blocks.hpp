// The blocks of all inputs of a bulk command, one input after another. An input that cannot be read
// is reported, and the rest are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/files/block_reader.hpp"
#include "daemon/os/interrupt.hpp"

namespace puzzled {

/// For one stage at a time. `inputs` and `format` must outlive it; the counter is BlockReader's.
class InputBlocks {
 public:
  InputBlocks(const std::vector<std::string>& inputs, const std::string& format,
              const Interrupt& interrupt, sudoku::PlainLineCounter count_plain_lines = nullptr)
      : inputs_(inputs),
        format_(format),
        interrupt_(interrupt),
        count_plain_lines_(count_plain_lines) {}

  /// Reads the next block, and sets the number of its input. False if there is none, or if the
  /// program was interrupted: then the text may end within a line. `most` is BlockReader's.
  bool next(TextBlock& block, std::size_t& input, std::size_t most = SIZE_MAX);

  /// Whether next() is already known to return false.
  bool ended() const { return opened_ == inputs_.size() && reader_ && reader_->ended(); }

  /// Bytes read so far, as ByteSource counts them.
  std::uint64_t consumed() const { return consumed_before_ + (reader_ ? reader_->consumed() : 0); }

  /// Whether some input could not be read to its end.
  bool failed() const { return failed_; }

 private:
  bool open_next();
  void complain_of(const Error& error);
  void complain_of_missing_boards(const sudoku::BoardCount& count);

  const std::vector<std::string>& inputs_;
  const std::string& format_;
  const Interrupt& interrupt_;
  const sudoku::PlainLineCounter count_plain_lines_;
  std::optional<BlockReader> reader_;
  std::size_t opened_ = 0;
  std::uint64_t consumed_before_ = 0;
  bool failed_ = false;
};

}  // namespace puzzled
