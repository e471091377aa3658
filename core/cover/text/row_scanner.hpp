// The rows of a text whose items are numbered columns, before its form is known: the lines of the
// text, or the innermost brackets of a list such as [[1,0],[0,1]].
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

/// A word of a row, without its quotes if it has any. Between two commas or semicolons it may be
/// empty.
struct Field {
  const char* begin = nullptr;
  const char* end = nullptr;

  bool is_empty() const { return begin == end; }
  std::string_view text() const { return between(begin, end); }
};

/// Goes through the fields of a row, up to a bar. They are separated by blanks, commas and
/// semicolons.
class FieldScanner {
 public:
  FieldScanner(const char* begin, const char* end) : at_(begin), end_(end) {}

  bool next(Field& field);
  const char* at() const { return at_; }  ///< behind the last field: the bar, or the end

 private:
  const char* at_;
  const char* end_;
  bool is_behind_separator_ = true;
};

class RowScanner {
 public:
  /// `text` must outlive the scanner.
  RowScanner(std::string_view text, std::uint64_t first_line);

  /// Goes to the next row or blank line; false at the end or if there is a fault.
  bool next();

  /// Goes to the next row that is not blank; false if there is none.
  bool find_row() {
    while (next()) {
      if (!is_blank()) return true;
    }
    return false;
  }

  bool is_blank() const { return begin_ == end_ && !is_list_; }
  bool is_list() const { return is_list_; }
  bool has_labels() const { return has_labels_; }  ///< of rows of a list
  /// Without blanks around it.
  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  TextSpan span() const {
    return {static_cast<std::uint32_t>(begin_ - text_.data()),
            static_cast<std::uint32_t>(end_ - begin_)};
  }

  /// REQUIRES: `at` is in the row, or its end.
  TextFault fault(const char* at, std::string message) const;

  /// Why next() was false, if it was not the end.
  const std::optional<TextFault>& list_fault() const { return list_fault_; }

 private:
  bool next_line();
  bool begin_list();
  bool next_of_list();
  bool open_row(const char* close);
  bool end_list();
  bool skip_label();
  bool fail(const char* at, std::string message);
  void mark_row(const char* begin, const char* end);

  std::string_view text_;
  const char* text_end_;
  const char* next_;        // what has not been looked at
  const char* line_begin_;  // of the line of begin_
  std::uint64_t line_;
  const char* begin_;
  const char* end_;
  bool is_first_ = true;
  std::optional<TextFault> list_fault_;

  // Of a list.
  bool is_list_ = false;
  bool has_labels_ = false;
  std::size_t depth_ = 0;            // of open brackets
  bool has_lists_ = false;           // the list holds others: its rows
  std::size_t parentheses_ = 0;      // before the first of them
  const char* row_close_ = nullptr;  // of a row of which `;` has cut off the beginning
};

/// A decimal number; UINT32_MAX if it is larger, nothing if it is not a number.
inline std::optional<std::uint32_t> whole_number(std::string_view word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  std::uint32_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (stop != word.data() + word.size()) return std::nullopt;
  return error == std::errc{} ? number : UINT32_MAX;
}

/// The same, but kMaxColumns + 1 if it is larger.
inline std::optional<std::uint32_t> column_number(std::string_view word) {
  const auto number = whole_number(word);
  return number ? std::optional(std::min(*number, kMaxColumns + 1)) : std::nullopt;
}

/// Whether the word is a row of digits 0 and 1, which are a cell each.
inline bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("01") == std::string_view::npos;
}

/// 0 or 1 if the word is one cell that is spelt as programs print truth values and floating-point
/// numbers: `True`, `false`, `1.0`, `0.`, `1.000e+00`. Nothing otherwise.
std::optional<bool> spelt_cell(std::string_view word);

/// How many cells the word has; 0 if it does not consist of cells.
inline std::size_t cells_of(std::string_view word) {
  if (is_digits(word)) return word.size();
  return spelt_cell(word) ? 1 : 0;
}

}  // namespace puzzled::cover::text
