#include "daemon/base/files/input_blocks.hpp"

#include <memory>

#include "core/sudoku/text/block_cut.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/os/message.hpp"

namespace puzzled {

Inputs::Inputs(std::vector<FileRange> ranges) : ranges_(std::move(ranges)), is_part_(true) {
  for (const FileRange& range : ranges_) paths_.push_back(range.path);
}

std::string Inputs::name(std::size_t input) const {
  std::string name = input_name(path(input));
  const FileRange* const part = range(input);
  if (part == nullptr || part->begin == 0) return name;
  return name + " from byte " + std::to_string(part->begin);
}

std::optional<std::uint64_t> Inputs::bytes() const {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    const FileRange* const part = range(i);
    const auto size = part != nullptr ? part->end - part->begin : input_size(path(i));
    if (!size) return std::nullopt;
    total += *size;
  }
  return total;
}

bool InputBlocks::may_be_part(std::size_t input, const sudoku::Account& read) const {
  const FileRange* const part = inputs_.range(input);
  if (part == nullptr) return true;
  const std::string refusal = refusal_of(read, part->path, part->form);
  if (!refusal.empty()) complain(refusal);
  return refusal.empty();
}

bool InputBlocks::next(TextBlock& block, std::size_t& input, std::size_t most) {
  while (!interrupt_.requested()) {
    if (!reader_ && !open_next()) return false;
    if (reader_->next(block, most)) {
      input = opened_ - 1;
      if (beginning_.empty()) beginning_ = reader_->beginning();
      return !interrupt_.requested();
    }
    const std::string& path = inputs_.path(opened_ - 1);
    if (reader_->is_refused()) {
      complain_of({input_name(path) + ": " + reader_->error()->message});
    } else if (reader_->error()) {
      complain_of(*reader_->error());
    } else if (inputs_.is_part() && reader_->saw_end()) {
      complain_of({refusal_of_end(path)});
    } else if (reader_->has_text_behind_end()) {
      complain(text_behind_end(path));
    }
    consumed_before_ += reader_->consumed();
    reader_.reset();
  }
  return false;
}

bool InputBlocks::open_next() {
  while (opened_ < inputs_.size()) {
    const std::size_t input = opened_++;
    const FileRange* const part = inputs_.range(input);
    Result<std::unique_ptr<ByteSource>> source =
        part != nullptr ? open_range(*part) : open_input(inputs_.path(input), interrupt_);
    if (source && part != nullptr) {
      const sudoku::BlockContext context =
          part->begin > 0 ? sudoku::kBehindPuzzle : sudoku::BlockContext();
      reader_.emplace(std::move(*source), form_.request(), part->form, context, count_plain_lines_);
      if (part->boards) reader_->take_boards(*part->boards);
      if (beginning_.empty()) beginning_ = part->beginning;
      return true;
    }
    if (source) {
      reader_.emplace(std::move(*source), form_.request(), count_plain_lines_);
      if (form_.boards && !form_.each_line) reader_->look_for_boards(*form_.boards);
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
