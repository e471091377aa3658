#include "daemon/block_reader.hpp"

#include <cstring>
#include <utility>

namespace puzzled {

BlockReader::BlockReader(std::unique_ptr<ByteSource> source, std::string_view form_name)
    : source_(std::move(source)), form_name_(form_name) {}

bool BlockReader::recognise_form(std::string_view head, bool complete) {
  if (!form_) {
    form_ = form_name_ == "auto" ? sudoku::detect_form(head, complete)
                                 : sudoku::forced_form(form_name_, head, complete);
  }
  return form_.has_value();
}

bool BlockReader::next(TextBlock& block) {
  if (finished_) return false;
  char* const buffer = block.buffer_.get();
  std::size_t size = carried_.size();
  std::memcpy(buffer, carried_.data(), size);
  sudoku::BlockCut cut;
  for (;;) {
    const bool full = size == block.capacity_;
    const std::string_view text(buffer, size);
    if ((full || source_ended_ || !source_->ready()) &&
        recognise_form(text, full || source_ended_)) {
      // A puzzle that a failed read has torn has no answer.
      cut = sudoku::cut_block(text, *form_, context_, source_ended_ && !error_, full);
      if (cut.size > 0 || source_ended_) break;
    }
    Result<std::size_t> got = source_->read(buffer + size, block.capacity_ - size);
    if (!got) error_ = got.error();
    source_ended_ = !got || *got == 0;
    if (!source_ended_) size += *got;
  }
  block.size_ = cut.size;
  block.form = *form_;
  block.context = context_;
  context_ = cut.next;
  carried_.assign(buffer + cut.size, size - cut.size);
  finished_ = cut.ended || (source_ended_ && (cut.size == size || cut.size == 0));
  return cut.size > 0;
}

}  // namespace puzzled
