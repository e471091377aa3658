#include "core/cover/text/number_reader.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <utility>
#include <vector>

#include "core/cover/text/line_scanner.hpp"

namespace puzzled::cover::text {
namespace {

/// The columns of a problem; they are numbered from `first`.
struct Columns {
  std::uint32_t first = 1;
  std::uint32_t primary = 0;
  std::uint32_t secondary = 0;

  std::uint32_t count() const { return primary + secondary; }
};

bool is_gap_or_comma(char c) {
  return c == ',' || class_of(c) == ByteClass::kBlank;
}

/// A decimal number of at most kMaxColumns; more than that if it is larger, nothing if it is none.
std::optional<std::uint32_t> column_number(std::string_view word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  std::uint32_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (stop != word.data() + word.size()) return std::nullopt;
  return error == std::errc{} ? std::min(number, kMaxColumns + 1) : kMaxColumns + 1;
}

class NumberReader {
 public:
  NumberReader(std::string_view text, CoverForm form, std::uint64_t first_line)
      : lines_(text, first_line), form_(form) {}

  Result<ReadProblem, TextFault> read();

 private:
  bool read_header();
  const char* read_range(const char* at, std::uint32_t& first, std::uint32_t& count);
  bool read_row();
  const char* read_cells(const char* at);
  const char* read_numbers(const char* at);
  bool read_number(const char* begin, const char* end);
  Result<ReadProblem, TextFault> built();
  bool fail(const char* at, std::string message) {
    fault_ = lines_.fault(at, std::move(message));
    return false;
  }

  LineScanner lines_;
  CoverForm form_;
  TextFault fault_;
  Columns columns_;
  bool has_header_ = false;
  std::string header_;
  // Rows wait here for the number of columns, which the last of them may tell.
  std::vector<Element> elements_;  // the item is the column, from 0
  std::vector<std::size_t> row_ends_;
  std::vector<std::int64_t> row_costs_;
  std::vector<std::size_t> option_starts_;
  std::vector<std::size_t> last_row_;  // by column: the last row that named it, from 1
  CostReader costs_;
};

Result<ReadProblem, TextFault> NumberReader::read() {
  if (!lines_.next()) return lines_.fault(lines_.begin(), "no problem here: there is no row");
  if (lines_.line().find(':') != std::string_view::npos) {
    if (!read_header()) return fault_;
  } else if (!read_row()) {
    return fault_;
  }
  while (lines_.next()) {
    if (!read_row()) return fault_;
  }
  return built();
}

bool NumberReader::read_header() {
  has_header_ = true;
  header_ = without_blanks(lines_.line());
  const char* at = read_range(lines_.begin(), columns_.first, columns_.primary);
  if (at == nullptr) return false;
  at = skip_blanks(at, lines_.end());
  if (at != lines_.end() && *at == '|') {
    at = skip_blanks(at + 1, lines_.end());
    const char* const begin = at;
    std::uint32_t first = 0;
    at = read_range(at, first, columns_.secondary);
    if (at == nullptr) return false;
    if (first != columns_.first + columns_.primary) {
      return fail(begin, "the secondary columns have to follow the primary ones");
    }
    at = skip_blanks(at, lines_.end());
  }
  if (at != lines_.end()) {
    return fail(at, "a line that numbers the columns looks like 1:7 or 1:7 | 8:9");
  }
  return true;
}

const char* NumberReader::read_range(const char* at, std::uint32_t& first, std::uint32_t& count) {
  const char* end = at;
  while (end != lines_.end() && class_of(*end) != ByteClass::kBlank && *end != '|') ++end;
  const std::string_view word = between(at, end);
  const std::size_t colon = std::min(word.find(':'), word.size());
  const auto lo = column_number(word.substr(0, colon));
  const auto hi = column_number(word.substr(std::min(colon + 1, word.size())));
  if (!lo || !hi) {
    return fail(at, "a line that numbers the columns looks like 1:7 or 1:7 | 8:9"), nullptr;
  }
  if (*hi > kMaxColumns) {
    return fail(at, "columns beyond " + std::to_string(kMaxColumns)), nullptr;
  }
  if (*lo > *hi) return fail(at, "the interval " + std::string(word) + " is empty"), nullptr;
  first = *lo;
  count = *hi - *lo + 1;
  return end;
}

bool NumberReader::read_row() {
  const std::size_t row_begin = elements_.size();
  const char* at =
      form_ == CoverForm::kMatrix ? read_cells(lines_.begin()) : read_numbers(lines_.begin());
  if (at == nullptr) return false;
  const char* const cost_begin = at;
  std::int64_t cost = 0;
  while (at != lines_.end()) {
    at = costs_.read(lines_, at, cost);
    if (at != nullptr) at = skip_blanks(at, lines_.end());
    if (at == nullptr) return fault_ = costs_.fault(), false;
    if (at != lines_.end() && *at != '|') return fail(at, "a column behind the cost");
  }
  if (!costs_.add_to_sum(lines_, cost_begin, cost)) return fault_ = costs_.fault(), false;
  bool has_primary = false;
  for (std::size_t i = row_begin; i < elements_.size(); ++i) {
    has_primary = has_primary || !has_header_ || elements_[i].item < columns_.primary;
  }
  if (!has_primary) return fail(lines_.begin(), "an option without a primary item");
  row_ends_.push_back(elements_.size());
  row_costs_.push_back(cost);
  option_starts_.push_back(lines_.offset());
  return true;
}

const char* NumberReader::read_cells(const char* at) {
  const bool is_known = has_header_ || !row_ends_.empty();
  std::uint32_t column = 0;
  for (; at != lines_.end() && *at != '|'; ++at) {
    if (is_gap_or_comma(*at)) continue;
    if (*at != '0' && *at != '1') {
      const char* const end = std::find_if(at, lines_.end(), is_gap_or_comma);
      return fail(at, quoted_name(between(at, end)) + " is neither 0 nor 1"), nullptr;
    }
    if (is_known && column == columns_.count()) {
      return fail(at, "the row has more than " + std::to_string(columns_.count()) + " columns"),
             nullptr;
    }
    if (*at == '1') elements_.push_back({column, 0});
    ++column;
  }
  if (!is_known) columns_.primary = column;
  if (column != columns_.count()) {
    return fail(at, "the row has " + std::to_string(column) + " columns instead of " +
                        std::to_string(columns_.count())),
           nullptr;
  }
  return at;
}

const char* NumberReader::read_numbers(const char* at) {
  for (;;) {
    while (at != lines_.end() && is_gap_or_comma(*at)) ++at;
    if (at == lines_.end() || *at == '|') return at;
    const char* end = at;
    while (end != lines_.end() && !is_gap_or_comma(*end) && *end != '|') ++end;
    if (!read_number(at, end)) return nullptr;
    at = end;
  }
}

bool NumberReader::read_number(const char* begin, const char* end) {
  const std::string_view word = between(begin, end);
  if (word == kProblemLine) return fail(begin, "a further problem begins here");
  const auto number = column_number(word);
  if (!number) return fail(begin, quoted_name(word) + " is not the number of a column");
  if (has_header_ && *number - columns_.first >= columns_.count()) {
    return fail(begin, "there is no column " + quoted_name(word) + ": the first line says " +
                           quoted_name(header_));
  }
  if (*number > kMaxColumns) {
    return fail(begin, "column " + quoted_name(word) + " is beyond " + std::to_string(kMaxColumns));
  }
  if (*number < columns_.first) {
    return fail(begin,
                "there is no column 0: they are numbered from 1, unless a first line like 0:6 "
                "says otherwise");
  }
  const std::uint32_t column = *number - columns_.first;
  if (!has_header_) columns_.primary = std::max(columns_.primary, column + 1);
  if (last_row_.size() < columns_.count()) last_row_.resize(columns_.count());
  if (last_row_[column] == row_ends_.size() + 1) {
    return fail(begin, "column " + std::string(word) + " is twice in the option");
  }
  last_row_[column] = row_ends_.size() + 1;
  elements_.push_back({column, 0});
  return true;
}

Result<ReadProblem, TextFault> NumberReader::built() {
  ReadProblem read;
  read.named.problem = Problem(columns_.primary, columns_.secondary);
  std::size_t begin = 0;
  for (std::size_t row = 0; row < row_ends_.size(); ++row) {
    const auto option = std::span(elements_).subspan(begin, row_ends_[row] - begin);
    [[maybe_unused]] const auto added = read.named.problem.add_option(option, row_costs_[row]);
    assert(added);
    begin = row_ends_[row];
  }
  read.named.item_names.reserve(columns_.count());
  for (std::uint32_t column = 0; column < columns_.count(); ++column) {
    read.named.item_names.push_back(std::to_string(columns_.first + column));
  }
  read.option_starts = std::move(option_starts_);
  return read;
}

}  // namespace

Result<ReadProblem, TextFault> read_numbered(std::string_view text, CoverForm form,
                                             std::uint64_t first_line) {
  return NumberReader(text, form, first_line).read();
}

}  // namespace puzzled::cover::text
