#include "core/cover/text/row_scanner.hpp"

#include <cstring>
#include <utility>

namespace puzzled::cover::text {
namespace {

bool is_separator(char c) {
  return c == ',' || c == ';';
}

bool is_opening(char c) {
  return c == '[' || c == '{' || c == '(';
}

bool is_closing(char c) {
  return c == ']' || c == '}' || c == ')';
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.';
}

/// Where the brackets of a list begin in the line: behind `name =` and `name(`, if these are there.
/// Null: the line begins no list.
const char* find_brackets(const char* at, const char* end, std::size_t& parentheses) {
  const auto skip_word = [&] {
    while (at != end && is_word(*at)) ++at;
    at = skip_blanks(at, end);
  };
  if (at != end && (*at < '0' || *at > '9')) skip_word();
  if (at != end && *at == '=') {
    at = skip_blanks(at + 1, end);
    skip_word();
  }
  // `array(` is no bracket of the list, the first of `((1,0),(0,1))` is one.
  const char* const begin = at;
  while (at != end && *at == '(') at = skip_blanks(at + 1, end);
  if (at != end && (*at == '[' || *at == '{')) {
    parentheses = static_cast<std::size_t>(std::count(begin, at, '('));
    return at;
  }
  return begin != end && *begin == '(' ? begin : nullptr;
}

bool is_same_but_case(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a | 0x20) == b; });
}

bool is_zeros(std::string_view digits) {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

bool FieldScanner::next(Field& field) {
  at_ = skip_blanks(at_, end_);
  if (at_ == end_ || *at_ == '|') return false;
  if (is_separator(*at_)) {
    const bool is_empty = is_behind_separator_;
    field = {at_, at_};
    ++at_;
    is_behind_separator_ = true;
    return is_empty || next(field);
  }
  is_behind_separator_ = false;
  if (*at_ == '"' || *at_ == '\'') {
    const char* const close = std::find(at_ + 1, end_, *at_);
    if (close != end_) {
      field = {at_ + 1, close};
      at_ = close + 1;
      return true;
    }
  }
  field.begin = at_;
  while (at_ != end_ && !is_separator(*at_) && *at_ != '|' && class_of(*at_) != ByteClass::kBlank) {
    ++at_;
  }
  field.end = at_;
  return true;
}

RowScanner::RowScanner(std::string_view text, std::uint64_t first_line)
    : text_(text),
      text_end_(text.data() + text.size()),
      next_(text.data()),
      line_begin_(text.data()),
      line_(first_line),
      begin_(text.data()),
      end_(text.data()) {}

TextFault RowScanner::fault(const char* at, std::string message) const {
  // (A row of a list may go on in further lines.)
  TextFault fault{line_, 1, std::move(message)};
  const char* line_begin = line_begin_;
  for (const char* c = line_begin_; c != at; ++c) {
    if (*c != '\n') continue;
    ++fault.line;
    line_begin = c + 1;
  }
  fault.column = static_cast<std::uint64_t>(at - line_begin) + 1;
  return fault;
}

bool RowScanner::fail(const char* at, std::string message) {
  list_fault_ = fault(at, std::move(message));
  return false;
}

bool RowScanner::next() {
  if (list_fault_) return false;
  return is_list_ ? next_of_list() : next_line();
}

/// From `begin` to `end` without the blanks around it, with its line.
void RowScanner::mark_row(const char* begin, const char* end) {
  begin = skip_blanks(begin, end);
  for (const char* c = line_begin_; c != begin; ++c) {
    if (*c != '\n') continue;
    ++line_;
    line_begin_ = c + 1;
  }
  begin_ = begin;
  end_ = begin + without_blanks(between(begin, end)).size();
}

bool RowScanner::next_line() {
  while (next_ != text_end_) {
    const auto left = static_cast<std::size_t>(text_end_ - next_);
    const void* const feed = std::memchr(next_, '\n', left);
    const char* const end = feed == nullptr ? text_end_ : static_cast<const char*>(feed);
    const char* const begin = next_;
    next_ = feed == nullptr ? text_end_ : end + 1;
    mark_row(begin, end);
    if (begin_ != end_ && (*begin_ == '|' || *begin_ == '#')) continue;
    if (is_first_ && begin_ != end_) {
      is_first_ = false;
      if (begin_list()) return next_of_list();
    }
    return true;
  }
  mark_row(text_end_, text_end_);
  return false;
}

bool RowScanner::begin_list() {
  const char* const brackets = find_brackets(begin_, end_, parentheses_);
  if (brackets == nullptr) return false;
  is_list_ = true;
  next_ = brackets;
  return true;
}

bool RowScanner::next_of_list() {
  if (row_close_ != nullptr) return open_row(row_close_);
  while (next_ != text_end_) {
    const char c = *next_;
    if (class_of(c) == ByteClass::kBlank || is_separator(c)) {
      ++next_;
    } else if (is_opening(c)) {
      if (depth_ == 0 && has_lists_) {
        return fail(next_, "a second list of rows: a line --- stands between problems");
      }
      has_lists_ = has_lists_ || depth_ > 0;
      ++depth_;
      ++next_;
      const char* const bracket = std::find_if(
          next_, text_end_, [](char other) { return is_opening(other) || is_closing(other); });
      if (bracket == text_end_) return fail(next_ - 1, "a bracket is not closed");
      if (is_closing(*bracket)) return open_row(bracket);
    } else if (is_closing(c)) {
      std::size_t& open = depth_ > 0 ? depth_ : parentheses_;
      if (open == 0) return fail(next_, "a bracket is closed that was not opened");
      --open;
      ++next_;
    } else if (depth_ == 0 ? !end_list() : !skip_label()) {
      return false;
    }
  }
  mark_row(text_end_, text_end_);
  if (depth_ > 0) return fail(next_, "the list is not closed");
  return false;
}

/// The row from here to the bracket, or only the first of its rows if it is `1 0; 0 1`.
bool RowScanner::open_row(const char* close) {
  const char* const semicolon = std::find(next_, close, ';');
  const char* const begin = next_;
  mark_row(begin, semicolon);
  const auto is_gap = [](char c) { return c == ',' || class_of(c) == ByteClass::kBlank; };
  const auto has = [&](const char* from, const char* to, char c) {
    return std::find(from, to, c) != to;
  };
  if (semicolon == close) {
    if (row_close_ == nullptr && depth_ == 1 && has(begin_, end_, '\n')) {
      return fail(begin_, "a row in brackets goes on in a further line");
    }
  } else if (std::find_if(begin_, end_, is_gap) == end_) {
    return fail(begin_,
                "a semicolon in brackets ends a row: separate the columns of a row by commas");
  }
  // Behind the last row of `1 0; 0 1;` there is none.
  const bool is_last = semicolon == close || skip_blanks(semicolon + 1, close) == close;
  next_ = is_last ? close + 1 : semicolon + 1;
  row_close_ = is_last ? nullptr : close;
  if (is_last) --depth_;
  return true;
}

/// The end of `array([...], dtype=int8)`.
bool RowScanner::end_list() {
  constexpr std::string_view kType = "dtype=";
  if (parentheses_ == 0 || !between(next_, text_end_).starts_with(kType)) {
    return fail(next_, "something stands behind the list");
  }
  next_ = std::find_if(next_, text_end_, [](char c) { return c == ')' || c == '\n'; });
  return true;
}

/// `name:` before a row.
bool RowScanner::skip_label() {
  const char* at = next_;
  if (*at == '"' || *at == '\'') {
    at = std::find(at + 1, text_end_, *at);
    if (at != text_end_) ++at;
  } else {
    while (at != text_end_ && is_word(*at)) ++at;
  }
  const bool is_empty = at == next_;
  at = skip_blanks(at, text_end_);
  if (is_empty || at == text_end_ || *at != ':') {
    return fail(next_, "a row of the list is expected, in brackets of its own");
  }
  has_labels_ = true;
  next_ = at + 1;
  return true;
}

std::optional<bool> spelt_cell(std::string_view word) {
  if (is_same_but_case(word, "true")) return true;
  if (is_same_but_case(word, "false")) return false;
  if (word.size() < 2 || (word[0] != '0' && word[0] != '1') || word[1] != '.') return std::nullopt;
  const std::string_view behind = word.substr(2);
  const std::size_t exponent = std::min(behind.find_first_of("eE"), behind.size());
  if (!is_zeros(behind.substr(0, exponent))) return std::nullopt;
  std::string_view power = behind.substr(exponent);
  if (!power.empty()) {
    power.remove_prefix(1);
    if (power.starts_with('+') || power.starts_with('-')) power.remove_prefix(1);
    if (power.empty() || !is_zeros(power)) return std::nullopt;
  }
  return word[0] == '1';
}

}  // namespace puzzled::cover::text
