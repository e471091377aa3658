// The blocks of all inputs of a bulk command, one input after another. An input that cannot be read
// is reported, and the rest are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "daemon/files/block_reader.hpp"
#include "daemon/files/input.hpp"
#include "daemon/os/interrupt.hpp"
#include "daemon/text/input_form.hpp"

namespace puzzled {

/// For one stage at a time. `inputs` and `form` must outlive it; the counter is BlockReader's.
class InputBlocks {
 public:
  InputBlocks(const std::vector<std::string>& inputs, const InputForm& form,
              const Interrupt& interrupt, sudoku::PlainLineCounter count_plain_lines = nullptr)
      : inputs_(inputs),
        form_(form),
        interrupt_(interrupt),
        count_plain_lines_(count_plain_lines) {}

  /// Reads the next block, and sets the number of its input. False if there is none, or if the
  /// program was interrupted: then the text may end within a line. `most` is BlockReader's.
  bool next(TextBlock& block, std::size_t& input, std::size_t most = SIZE_MAX);

  /// Whether next() is already known to return false.
  bool ended() const { return opened_ == inputs_.size() && reader_ && reader_->ended(); }

  /// The first bytes of the first input that had any, for messages on what it is.
  const std::string& beginning() const { return beginning_; }

  /// Bytes read so far, as ByteSource counts them.
  std::uint64_t consumed() const { return consumed_before_ + (reader_ ? reader_->consumed() : 0); }

  /// Whether some input could not be read to its end.
  bool failed() const { return failed_; }

  /// What messages call an input.
  std::string name(std::size_t input) const { return input_name(inputs_[input]); }

 private:
  bool open_next();
  void complain_of(const Error& error);

  const std::vector<std::string>& inputs_;
  const InputForm& form_;
  const Interrupt& interrupt_;
  const sudoku::PlainLineCounter count_plain_lines_;
  std::optional<BlockReader> reader_;
  std::size_t opened_ = 0;
  std::uint64_t consumed_before_ = 0;
  bool failed_ = false;
  std::string beginning_;
};

}  // namespace puzzled
