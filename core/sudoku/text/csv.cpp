#include "core/sudoku/text/csv.hpp"

#include <algorithm>

#include "core/sudoku/text/characters.hpp"
#include "core/sudoku/text/lines.hpp"

namespace puzzled::sudoku {
namespace {

bool is_space_beside(char separator, char c) {
  return c != separator && (c == ' ' || c == '\t');
}

/// Offset of the next quote from `at` on that is not doubled; kNone: not in `line`.
std::size_t next_quote(std::string_view line, std::size_t at) {
  for (;;) {
    const std::size_t quote = line.find('"', at);
    const bool is_doubled = quote != kNone && quote + 1 < line.size() && line[quote + 1] == '"';
    if (!is_doubled) return quote;
    at = quote + 2;
  }
}

/// Whether a field ends behind the quote at `quote`.
bool ends_field(std::string_view line, char separator, std::size_t quote) {
  std::size_t at = quote + 1;
  while (at < line.size() && is_space_beside(separator, line[at])) ++at;
  return at == line.size() || line[at] == separator;
}

/// Offset of the quote that closes a field; `at` is behind its opening quote. kNone: not in `line`.
/// A quote behind a backslash may be part of the text (write.table() of R writes it so) or close a
/// field that ends with a backslash: it is part of the text if the next other quote ends a field.
std::size_t closing_quote(std::string_view line, char separator, std::size_t at) {
  const std::size_t quote = next_quote(line, at);
  const auto is_escaped = [&](std::size_t q) {
    return q != kNone && q > at && line[q - 1] == '\\';
  };
  std::size_t other = quote;
  while (is_escaped(other)) other = next_quote(line, other + 1);
  return other != kNone && ends_field(line, separator, other) ? other : quote;
}

/// Offset of the quote that opens a field and is not closed; kNone when all are.
std::size_t unclosed_quote(CsvFields fields) {
  while (fields.next()) {
    if (!fields.is_closed()) return fields.quote();
  }
  return kNone;
}

}  // namespace

CsvFields::CsvFields(std::string_view line, char separator, std::size_t quote)
    : CsvFields(line, separator) {
  const std::size_t end = line.find(separator, quote);
  next_ = end == kNone ? kNone : end + 1;
}

bool CsvFields::next() {
  if (next_ == kNone) return false;
  std::size_t begin = next_;
  while (begin < line_.size() && is_space_beside(separator_, line_[begin])) ++begin;
  const bool is_quoted = begin < line_.size() && line_[begin] == '"';
  const std::size_t close = is_quoted ? closing_quote(line_, separator_, begin + 1) : kNone;
  quote_ = is_quoted ? begin : kNone;
  is_closed_ = !is_quoted || close != kNone;
  const std::size_t separator =
      is_closed_ ? line_.find(separator_, is_quoted ? close : begin) : kNone;
  const std::size_t end = std::min(separator, line_.size());
  text_ = line_.substr(begin, end - begin);
  if (close != kNone) {
    const std::string_view behind = line_.substr(close + 1, end - close - 1);
    if (std::all_of(behind.begin(), behind.end(),
                    [this](char c) { return is_space_beside(separator_, c); })) {
      text_ = line_.substr(begin + 1, close - begin - 1);
    }
  }
  next_ = separator == kNone ? kNone : separator + 1;
  return true;
}

std::optional<std::string_view> csv_field(std::string_view line, std::size_t column,
                                          char separator) {
  // Most tables have no quotes: three times as fast as CsvFields as long as there is none.
  std::size_t at = 0;
  for (std::size_t i = 0; at < line.size() && line[at] != '"' && line[at] > ' '; ++i) {
    const std::size_t end = line.find(separator, at);
    if (i == column) return line.substr(at, end == kNone ? kNone : end - at);
    if (end == kNone) return std::nullopt;
    at = end + 1;
  }
  CsvFields fields(line, separator);
  for (std::size_t i = 0; fields.next(); ++i) {
    if (i == column) return fields.text();
  }
  return std::nullopt;
}

char named_separator(std::string_view line) {
  if (line.size() >= 2 && line.front() == '"' && line.back() == '"') {
    line = line.substr(1, line.size() - 2);
  }
  constexpr std::string_view kWord = "sep=";
  const bool is_one =
      line.size() == kWord.size() + 1 && equal_ignoring_case(line.substr(0, kWord.size()), kWord);
  return is_one ? line.back() : '\0';
}

std::vector<std::string_view> csv_fields(std::string_view line, char separator) {
  std::vector<std::string_view> fields;
  for (CsvFields field(line, separator); field.next();) fields.push_back(field.text());
  return fields;
}

CsvRecord CsvRecords::read() {
  std::string_view behind = rest_;
  const bool is_whole = complete_ || rest_.find('\n') != kNone;
  CsvRecord record{.line = take_line(behind)};
  if (!is_whole) return record;
  record.size = rest_.size() - behind.size();
  // A comment is no record; and a line that is too long is refused whatever comes behind it.
  if (record.line.size() > kMaxLineBytes || record.line.starts_with('#')) return record;
  record.unclosed_quote = unclosed_quote(CsvFields(record.line, separator_));
  if (record.unclosed_quote == kNone) return record;

  if (open_until_ != nullptr && open_until_ > behind.data()) {
    behind.remove_prefix(static_cast<std::size_t>(open_until_ - behind.data()));
  }
  while (!behind.empty()) {
    const bool line_ends = complete_ || behind.find('\n') != kNone;
    const std::string_view line = take_line(behind);
    const std::size_t size = rest_.size() - behind.size();
    if (!line_ends || size > kMaxLineBytes) break;
    const std::size_t close = closing_quote(line, separator_, 0);
    // It opens a field of another record: the one before was a slip.
    if (close != kNone && !ends_field(line, separator_, close)) return record;
    if (close != kNone && unclosed_quote(CsvFields(line, separator_, close)) == kNone) {
      record.size = size;
      record.line = {record.line.data(),
                     static_cast<std::size_t>(line.data() - record.line.data()) + line.size()};
      record.unclosed_quote = kNone;
      record.lines =
          static_cast<std::size_t>(std::count(
              rest_.begin(), rest_.end() - static_cast<std::ptrdiff_t>(behind.size() + 1), '\n')) +
          1;
      return record;
    }
    open_until_ = behind.data();
  }
  if (!complete_ && rest_.size() <= kMaxLineBytes) record.size = 0;
  return record;
}

}  // namespace puzzled::sudoku
