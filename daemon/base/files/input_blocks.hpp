// The blocks of all inputs of a bulk command, one input after another. An input that cannot be read
// is reported, and the rest are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/file_part.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled {

/// What a bulk command reads: all of each file or pipe, or a part of the files.
class Inputs {
 public:
  Inputs() = default;
  /// All of each.
  explicit Inputs(std::vector<std::string> paths) : paths_(std::move(paths)) {}
  /// What find_part() has found.
  explicit Inputs(std::vector<FileRange> ranges);

  std::size_t size() const { return paths_.size(); }
  const std::string& path(std::size_t input) const { return paths_[input]; }
  /// Null if all of it is read.
  const FileRange* range(std::size_t input) const { return is_part_ ? &ranges_[input] : nullptr; }

  /// A part of some files, which may be nothing.
  bool is_part() const { return is_part_; }
  /// The part begins behind the beginning of the first file.
  bool begins_within() const { return !ranges_.empty() && ranges_[0].begin > 0; }

  /// What messages call an input. The lines of a range are counted from its first byte, which the
  /// name of one within a file says.
  std::string name(std::size_t input) const;

  /// Bytes of all of them; nothing if some is no regular file.
  std::optional<std::uint64_t> bytes() const;

 private:
  std::vector<std::string> paths_;
  std::vector<FileRange> ranges_;  // of each path, if they are a part
  bool is_part_ = false;
};

/// For one stage at a time. `inputs` and `form` must outlive it; the counter is BlockReader's.
class InputBlocks {
 public:
  InputBlocks(const Inputs& inputs, const InputForm& form, const Interrupt& interrupt,
              sudoku::PlainLineCounter count_plain_lines = nullptr)
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
  std::string name(std::size_t input) const { return inputs_.name(input); }

  /// For any stage: false, and says why, if a part cannot be cut from an input in which `read` is
  /// what was read.
  bool may_be_part(std::size_t input, const sudoku::Account& read) const;

 private:
  bool open_next();
  void complain_of(const Error& error);

  const Inputs& inputs_;
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
