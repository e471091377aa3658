#include "daemon/files/input_blocks.hpp"

#include <memory>
#include <utility>

#include "daemon/files/byte_source.hpp"
#include "daemon/files/input.hpp"
#include "daemon/os/message.hpp"

namespace puzzled {

bool InputBlocks::next(TextBlock& block, std::size_t& input, std::size_t most) {
  while (!interrupt_.requested()) {
    if (!reader_ && !open_next()) return false;
    if (reader_->next(block, most)) {
      input = opened_ - 1;
      return !interrupt_.requested();
    }
    if (reader_->error()) {
      complain_of(*reader_->error());
    } else if (!interrupt_.requested()) {
      complain_of_missing_boards(reader_->board_count());
    }
    consumed_before_ += reader_->consumed();
    reader_.reset();
  }
  return false;
}

bool InputBlocks::open_next() {
  while (opened_ < inputs_.size()) {
    Result<std::unique_ptr<ByteSource>> source = open_input(inputs_[opened_++], interrupt_);
    if (source) {
      reader_.emplace(std::move(*source), format_, count_plain_lines_);
      return true;
    }
    complain_of(source.error());
  }
  return false;
}

void InputBlocks::complain_of(const Error& error) {
  complain(error.message);
  failed_ = true;
}

/// If fewer boards come than the input announces, the rest has probably been lost.
void InputBlocks::complain_of_missing_boards(const sudoku::BoardCount& count) {
  if (count.boards >= count.announced) return;
  complain_of({input_name(inputs_[opened_ - 1]) + ':' + std::to_string(count.announced_line) +
               ": " + plural(count.announced, "board") + " announced, but only " +
               std::to_string(count.boards) + " found"});
}

}  // namespace puzzled
