// Normalises a line: every sign for a cell, a border or a space becomes one ASCII character.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace puzzled::sudoku {

/// Signs that stand for a blank beside those that always do, as `--blank` names them: each an ASCII
/// character or a UTF-8 sequence.
class BlankSigns {
 public:
  BlankSigns() = default;

  /// False when `signs` is too long, or holds a digit from 1 to 9, white space, or bytes that are
  /// not UTF-8.
  static bool are_valid(std::string_view signs);

  /// REQUIRES: are_valid(signs).
  explicit BlankSigns(std::string_view signs);

  bool empty() const { return size_ == 0; }
  std::string_view text() const { return {text_, size_}; }
  /// Whether a sign that begins comments is among them.
  bool begin_comments() const { return text().find_first_of("#/") != std::string_view::npos; }

  static constexpr std::size_t kMaxBytes = 24;

 private:
  char text_[kMaxBytes] = {};
  std::uint8_t size_ = 0;
};

/// Replaces box-drawing characters by `-`, `|` and `+`, full-width characters, quotes and spaces of
/// Unicode by those of ASCII, and the given signs by a point; other characters stay as they are.
class NormalLine {
 public:
  /// The replaced text: `line` itself if there is nothing to replace. Valid until the next call.
  std::string_view read(std::string_view line, const BlankSigns& blanks);

  /// Offset in the line of the last call for an offset in the text that it returned.
  std::size_t offset(std::size_t at) const { return is_same_ ? at : offsets_[at]; }

 private:
  bool is_same_ = true;
  std::string text_;
  std::vector<std::uint32_t> offsets_;  // one more than characters
};

/// Bytes of the UTF-8 sequence that `text` begins with; 1 where it is none.
std::size_t utf8_size(std::string_view text);

}  // namespace puzzled::sudoku
