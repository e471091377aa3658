// The serial stage of a stream: splits the bytes of a source into blocks for answer_block().
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"
#include "daemon/base/files/byte_source.hpp"

namespace puzzled {

/// Bytes of a full block: 8192 lines of 82 bytes (17-clue puzzles: 5.7 M/s in batches of 2048, 6.7
/// of 4096, 7.3 of 8192). Half a millisecond of work, against about a microsecond that a task
/// costs.
inline constexpr std::size_t kBlockBytes = 656 * 1024;

/// Bytes of a block if answers are ten times as long as puzzles, or puzzles take long.
inline constexpr std::size_t kSmallBlockBytes = 64 * 1024;

/// The text of a block, in a buffer that is made for the first block and reused.
class TextBlock {
 public:
  /// REQUIRES: capacity > kMaxLineBytes, so that a line that may be answered fits.
  explicit TextBlock(std::size_t capacity) : capacity_(capacity) {}

  std::string_view text() const { return {buffer_.get(), size_}; }

  sudoku::TextForm form;
  sudoku::BlockContext context;
  /// Set if these are boards of other sizes or rules: then `form` says nothing.
  std::shared_ptr<const variants::BoardForm> boards;

 private:
  friend class BlockReader;

  // Has room for `bytes`, at most the capacity. What little text there is takes little memory. May
  // drop the text.
  char* buffer(std::size_t bytes) {
    if (room_ < bytes) {
      room_ = bytes <= kSmallBlockBytes ? std::min(kSmallBlockBytes, capacity_) : capacity_;
      buffer_ = std::make_unique_for_overwrite<char[]>(room_);
    }
    return buffer_.get();
  }

  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_;
  std::size_t room_ = 0;  // of the buffer
  std::size_t size_ = 0;
};

/// Cuts a block of boards as sudoku::cut_block() does one of puzzles of 9x9. `context` is that of
/// the block: it may be less than the one before has left to it.
sudoku::BlockCut cut_boards(std::string_view text, const variants::BoardForm& form,
                            sudoku::BlockContext& context, bool at_end, bool full);

class BlockReader {
 public:
  /// The texts of `request` must outlive this. The counter, if there is one, is that of those who
  /// read the blocks (cut_block()).
  BlockReader(std::unique_ptr<ByteSource> source, const sudoku::FormRequest& request,
              sudoku::PlainLineCounter count_plain_lines = nullptr);

  /// Reads a part of a file, whose form is known from its beginning.
  BlockReader(std::unique_ptr<ByteSource> source, const sudoku::FormRequest& request,
              const sudoku::TextForm& form, const sudoku::BlockContext& context,
              sudoku::PlainLineCounter count_plain_lines);

  /// Reads the next block: as much as fits, and no more than `most` bytes unless they are there
  /// already. If it has whole lines (whole boards), it waits for more only for the moment of
  /// ByteSource::gather(). False at the end of the stream, which may be `end` or an error.
  /// REQUIRES: all blocks have the same capacity; most > kMaxLineBytes.
  bool next(TextBlock& block, std::size_t most = SIZE_MAX);

  /// Looks for boards of other sizes and rules, too. To be called before next().
  void look_for_boards(const variants::BoardRequest& request) { boards_request_ = request; }

  /// Reads boards of that form, which is known from elsewhere. To be called before next().
  void take_boards(const variants::BoardForm& form) {
    boards_ = std::make_shared<const variants::BoardForm>(form);
    form_.reset();
  }

  /// Whether next() is already known to return false.
  bool ended() const { return finished_; }

  /// Why the stream ended early, if it did. REQUIRES: next() has returned false.
  const std::optional<Error>& error() const { return error_; }

  /// Known from the first block on that is not blank.
  const std::optional<sudoku::TextForm>& form() const { return form_; }

  /// Set from the same block on if these are boards of other sizes or rules, instead of form().
  const std::shared_ptr<const variants::BoardForm>& boards() const { return boards_; }

  /// The line `end` ended the stream. REQUIRES: next() has returned false.
  bool saw_end() const { return saw_end_; }

  /// The error is that the text cannot be read as it is, such as one that lacks the column which
  /// was asked for.
  bool is_refused() const { return form_ && form_->is_refused(); }

  /// The line `end` ended the stream, and text that is already there stands behind it. Never
  /// waits. REQUIRES: next() has returned false.
  bool has_text_behind_end();

  /// The first bytes of the stream, for messages on what it is; empty if it is boards of other
  /// sizes.
  std::string_view beginning() const { return beginning_; }

  std::uint64_t consumed() const { return source_->consumed(); }

 private:
  bool recognise_form(std::string_view head, bool complete);
  bool knows_form() const { return form_ || boards_; }
  sudoku::BlockCut cut(std::string_view text, bool at_end, bool full);
  bool next_of_carried(TextBlock& block);
  bool pass_blank_lines(std::string_view head, sudoku::BlockCut& cut);
  bool hand_on(TextBlock& block, const sudoku::BlockCut& cut);
  std::string_view carried() const;

  std::unique_ptr<ByteSource> source_;
  const sudoku::FormRequest request_;
  sudoku::PlainLineCounter count_plain_lines_;
  std::optional<sudoku::TextForm> form_;
  std::optional<variants::BoardRequest> boards_request_;
  std::shared_ptr<const variants::BoardForm> boards_;
  sudoku::BlockContext context_;
  std::string carried_;  // bytes read for the next blocks, from carried_begin_ on
  std::size_t carried_begin_ = 0;
  bool carries_full_block_ = false;  // or may do so
  bool source_ended_ = false;
  bool finished_ = false;
  bool saw_end_ = false;  // the line `end`
  std::optional<Error> error_;
  std::string beginning_;
};

}  // namespace puzzled
