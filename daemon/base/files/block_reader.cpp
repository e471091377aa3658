#include "daemon/base/files/block_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/variants/text/board_reader.hpp"

namespace puzzled {

BlockReader::BlockReader(std::unique_ptr<ByteSource> source, const sudoku::FormRequest& request,
                         sudoku::PlainLineCounter count_plain_lines)
    : source_(std::move(source)), request_(request), count_plain_lines_(count_plain_lines) {}

BlockReader::BlockReader(std::unique_ptr<ByteSource> source, const sudoku::FormRequest& request,
                         const sudoku::TextForm& form, const sudoku::BlockContext& context,
                         sudoku::PlainLineCounter count_plain_lines)
    : BlockReader(std::move(source), request, count_plain_lines) {
  form_ = form;
  context_ = context;
}

/// Boards of other sizes have a context of two flags.
sudoku::BlockCut cut_boards(std::string_view text, const variants::BoardForm& form,
                            sudoku::BlockContext& context, bool at_end, bool full) {
  variants::BoardCut found;
  if (context.answered_rows > 0) {
    found = variants::cut_rest_of_board(text, at_end);
    if (found.size == 0 && found.ends_within_board) return {};
    if (found.size == 0) context.answered_rows = 0;
  }
  if (context.answered_rows == 0) {
    found = variants::cut_board_text(text, form, at_end, full);
  }
  sudoku::BlockCut cut;
  cut.size = found.size;
  cut.ended = found.has_seen_end;
  cut.is_full = found.is_full;
  cut.next.begins_stream = false;
  cut.next.inside_line = found.ends_within_line;
  cut.next.answered_rows = found.ends_within_board ? 1 : 0;
  return cut;
}

bool BlockReader::recognise_form(std::string_view head, bool complete) {
  if (knows_form()) return true;
  if (boards_request_) {
    variants::BoardDetection found = variants::detect_boards(head, complete, *boards_request_);
    if (!found.is_decided) return false;
    if (found.form) boards_ = std::make_shared<const variants::BoardForm>(*found.form);
    boards_request_.reset();
  }
  if (!boards_) form_ = sudoku::detect_form(head, complete, request_);
  if (form_) form_->line_refusal = request_.line_refusal;
  if (!knows_form()) return false;
  constexpr std::size_t kBeginning = 4096;
  // Of a text whose lines are read alone, the first one may be a board all the same.
  const bool begins_with_board =
      request_.each_line && variants::detect_boards(head, true, {.answers_each_line = true}).form;
  if (form_ && !begins_with_board) beginning_ = head.substr(0, kBeginning);
  if (is_refused()) {
    const bool is_of_grid = form_->pairs && form_->pairs->lacks_grid;
    error_ = Error{form_->reason_to_refuse(is_of_grid ? request_.grid_column : request_.column)};
    source_ended_ = true;
  }
  return true;
}

std::string_view BlockReader::carried() const {
  return std::string_view(carried_).substr(carried_begin_);
}

/// A buffer of short lines holds many blocks. All but the last are copied from the carried bytes,
/// one block each time, so that the work is linear in the text and does not depend on the buffer.
bool BlockReader::next_of_carried(TextBlock& block) {
  const sudoku::BlockCut cut = this->cut(carried(), false, false);
  carries_full_block_ = cut.is_full;
  if (!cut.is_full) return false;
  std::memcpy(block.buffer(cut.size), carried().data(), cut.size);
  carried_begin_ += cut.size;
  return hand_on(block, cut);
}

sudoku::BlockCut BlockReader::cut(std::string_view text, bool at_end, bool full) {
  if (boards_) return cut_boards(text, *boards_, context_, at_end, full);
  return sudoku::cut_block(text, *form_, context_, at_end, full, count_plain_lines_);
}

/// Before the form is known, blank lines and comments are a block of their own, so that each is
/// read once however many there are.
bool BlockReader::pass_blank_lines(std::string_view head, sudoku::BlockCut& cut) {
  std::string_view rest = sudoku::without_byte_order_mark(head);
  const std::size_t lines = sudoku::skip_blank_lines(rest, request_.blanks);
  cut.size = head.size() - rest.size();
  cut.next = context_;
  cut.next.begins_stream = false;
  return lines > 0;
}

bool BlockReader::hand_on(TextBlock& block, const sudoku::BlockCut& cut) {
  block.size_ = cut.size;
  block.form = form_.value_or(sudoku::TextForm{.answers_each_line = request_.each_line});
  block.boards = boards_;
  block.form.has_quotes = cut.has_quotes;
  block.form.plain_lines = cut.plain_lines;
  block.context = context_;
  context_ = cut.next;
  saw_end_ = cut.ended;
  finished_ = cut.ended || (source_ended_ && (carried().empty() || cut.size == 0));
  return cut.size > 0;
}

bool BlockReader::has_text_behind_end() {
  return saw_end_ && has_text_left(carried(), *source_, source_ended_);
}

bool BlockReader::next(TextBlock& block, std::size_t most) {
  if (finished_) return false;
  if (carries_full_block_ && next_of_carried(block)) return true;
  std::size_t size = carried().size();
  most = std::max(size, std::min(most, block.capacity_));
  char* const buffer = block.buffer(most);
  std::memcpy(buffer, carried().data(), size);
  bool may_gather = true;
  sudoku::BlockCut cut;
  for (;;) {
    const bool full = size == most;
    const std::string_view text(buffer, size);
    const bool is_waiting = !full && !source_ended_ && !source_->ready();
    const bool gathers =
        is_waiting && size > 0 && std::exchange(may_gather, false) && source_->gather(most - size);
    if (full || source_ended_ || (is_waiting && !gathers)) {
      if (!recognise_form(text, source_ended_) && pass_blank_lines(text, cut)) break;
      if (recognise_form(text, full || source_ended_)) {
        if (is_refused()) {
          finished_ = true;
          return false;
        }
        // A puzzle that a failed read has cut off gets no answer.
        cut = this->cut(text, source_ended_ && !error_, full);
        if (cut.size > 0 || source_ended_) break;
      }
    }
    Result<std::size_t> got = source_->read(buffer + size, most - size);
    if (!got) error_ = got.error();
    source_ended_ = !got || *got == 0;
    if (!source_ended_) size += *got;
  }
  carried_.assign(buffer + cut.size, size - cut.size);
  carried_begin_ = 0;
  carries_full_block_ = cut.is_full;
  return hand_on(block, cut);
}

}  // namespace puzzled
