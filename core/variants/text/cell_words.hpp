// A line of text as the cells that it may hold: characters side by side or apart, or numbers apart,
// with borders of boxes between them.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace puzzled::variants {

/// A place in a block of text, both counted from 1.
struct TextPlace {
  std::uint32_t line = 1;    ///< within the block
  std::uint32_t column = 1;  ///< in bytes
};

/// What stands between white space, commas, semicolons and borders (`|`, `!`, `│`).
class CellWords {
 public:
  void read(std::string_view line);

  bool empty() const { return words_.empty(); }
  std::string_view first() const { return words_.front(); }
  std::size_t words() const { return words_.size(); }
  std::size_t characters() const { return characters_; }

  /// Words are numbers or blanks, and some number has two digits: each word is a cell.
  bool are_numbers() const { return are_numbers_; }

  /// Has as many cells: words, if they are numbers or `as_words`; else the characters of all words,
  /// or of the first word that has as many (a field of a table).
  bool has_cells(std::size_t count, bool as_words) const;

  /// Appends those cells. REQUIRES: has_cells(count, as_words).
  void append_cells(std::size_t count, bool as_words, std::vector<std::string_view>& cells) const;

  /// Signs of rulers and borders alone, such as `----+----` or `=====`; or a fence of Markdown.
  bool is_ruler() const { return is_ruler_; }

  /// Signs that may be cells or a ruler: `-`, `_` and `*` alone.
  bool is_dashes() const { return is_dashes_; }
  /// The one of them that the line is made of; 0: it has others.
  char dash() const { return is_dashes_ ? dash_ : '\0'; }

  bool has_letter() const { return has_letter_; }

 private:
  bool are_numbers_of(std::size_t count) const;
  std::string_view find_word(std::size_t size) const;

  static constexpr std::size_t kMaxWordCells = 625;

  std::vector<std::string_view> words_;
  std::bitset<kMaxWordCells + 1> sizes_;  // of words: many words are looked through for few sizes
  std::size_t characters_ = 0;
  bool are_numbers_ = false;
  bool is_ruler_ = false;
  bool is_dashes_ = false;
  char dash_ = 0;
  bool has_letter_ = false;
};

/// As a blank, or part of a ruler.
constexpr bool is_dash_character(char c) {
  return c == '-' || c == '_' || c == '*';
}

/// Longer lines hold no row of a board.
inline constexpr std::size_t kMaxRowBytes = 4096;

/// 'a', or 0x07 for what is not printable.
std::string quoted_character(char c);

/// The line with which `text` begins, without its line end; `text` loses both. REQUIRES: not empty.
std::string_view take_text_line(std::string_view& text);

enum class TextLine : std::uint8_t { kBlank, kComment, kEnd, kContent };
/// Comments begin with `#` or `//`; `end` ends a text.
TextLine classify_text_line(std::string_view line);

}  // namespace puzzled::variants
