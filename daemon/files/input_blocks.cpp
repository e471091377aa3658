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
      if (beginning_.empty()) beginning_ = reader_->beginning();
      return !interrupt_.requested();
    }
    if (reader_->lacks_column()) {
      complain_of({input_name(inputs_[opened_ - 1]) + ": " + reader_->error()->message});
    } else if (reader_->error()) {
      complain_of(*reader_->error());
    } else if (reader_->has_text_behind_end()) {
      complain(text_behind_end(inputs_[opened_ - 1]));
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
      reader_.emplace(std::move(*source), form_.request(), count_plain_lines_);
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

}  // namespace puzzled
