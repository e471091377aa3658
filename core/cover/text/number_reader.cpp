#include "core/cover/text/readers.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/reading_limits.hpp"
#include "core/cover/text/row_scanner.hpp"

namespace puzzled::cover::text {
namespace {

class NumberingReader {
 public:
  explicit NumberingReader(const RowScanner& row) : row_(row) {}

  Result<Reading, TextFault> read(CoverForm form) {
    Reading reading{.form = form, .first_line = FirstLine::kColumns};
    reading.are_blanks_options = form == CoverForm::kSparse;
    const char* at = read_range(row_.begin(), reading.first_column, reading.primary);
    if (at != nullptr) at = skip_blanks(at, row_.end());
    if (at != nullptr && at != row_.end() && *at == '|') {
      const char* const begin = skip_blanks(at + 1, row_.end());
      std::uint32_t first = 0;
      at = read_range(begin, first, reading.secondary);
      if (at != nullptr && first != reading.first_column + reading.primary) {
        at = fail(begin, "the secondary columns have to follow the primary ones");
      }
      if (at != nullptr) at = skip_blanks(at, row_.end());
    }
    if (at != nullptr && at != row_.end()) at = fail(at, kExample);
    if (at == nullptr) return fault_;
    return reading;
  }

 private:
  static constexpr const char* kExample =
      "a line that numbers the columns looks like 1:7 or 1:7 | 8:9";

  const char* fail(const char* at, std::string message) {
    fault_ = row_.fault(at, std::move(message));
    return nullptr;
  }

  const char* read_range(const char* at, std::uint32_t& first, std::uint32_t& count) {
    const char* end = at;
    while (end != row_.end() && class_of(*end) != ByteClass::kBlank && *end != '|') ++end;
    const std::string_view word = between(at, end);
    const std::size_t colon = std::min(word.find(':'), word.size());
    const auto lo = column_number(word.substr(0, colon));
    const auto hi = column_number(word.substr(std::min(colon + 1, word.size())));
    if (!lo || !hi) return fail(at, kExample);
    if (*hi > kMaxColumns) return fail(at, "columns beyond " + std::to_string(kMaxColumns));
    if (*lo > *hi) return fail(at, "the interval " + std::string(word) + " is empty");
    first = *lo;
    count = *hi - *lo + 1;
    return end;
  }

  const RowScanner& row_;
  TextFault fault_;
};

class NumberReader {
 public:
  NumberReader(std::string_view text, const Reading& reading, std::uint64_t first_line,
               const ReadingLimits& limits)
      : rows_(text, first_line),
        reading_(reading),
        limits_(limits),
        options_(Problem(reading.primary, reading.secondary)),
        last_row_(columns()) {}

  Result<ReadProblem, TextFault> read();

 private:
  std::size_t columns() const { return std::size_t{reading_.primary} + reading_.secondary; }
  bool read_row();
  bool read_blanks(std::uint64_t blanks);
  const char* read_cells();
  bool read_cell(std::string_view word, const char* at, std::size_t& column);
  const char* read_numbers();
  bool read_number(const Field& field);
  bool read_cost(const char* at, std::int64_t& cost);
  ReadProblem built();
  bool fail(const char* at, std::string message) {
    fault_ = rows_.fault(at, std::move(message));
    return false;
  }

  RowScanner rows_;
  const Reading& reading_;
  ReadingLimits limits_;
  TextFault fault_;
  bool has_header_ = false;
  std::string header_;
  OptionList options_;
  TextFault first_blank_;  // of those before the row
  std::vector<Element> option_;
  std::vector<std::uint32_t> last_row_;  // by column: the last row that named it, from 1
  std::uint32_t row_ = 0;
  CostReader costs_;
};

Result<ReadProblem, TextFault> NumberReader::read() {
  if (!limits_.allow_bytes(bytes_of(columns(), 0, 0), fault_)) return fault_;
  if (!rows_.find_row()) {
    if (rows_.list_fault()) return *rows_.list_fault();
    return rows_.fault(rows_.begin(), "no problem here: there is no row");
  }
  has_header_ = reading_.first_line != FirstLine::kOption;
  if (has_header_) {
    header_ = std::string(between(rows_.begin(), rows_.end()));
  } else if (!read_row()) {
    return fault_;
  }
  std::uint64_t blanks = 0;
  while (rows_.next()) {
    if (rows_.is_blank()) {
      if (blanks++ == 0) first_blank_ = rows_.fault(rows_.begin(), "");
      continue;
    }
    // (Behind a header without options yet only if the number of rows says so.)
    const bool is_first = has_header_ && options_.problem().options() == 0;
    const bool counts = is_first ? reading_.are_first_blanks_options : reading_.are_blanks_options;
    if (counts && !read_blanks(blanks)) return fault_;
    blanks = 0;
    if (!read_row()) return fault_;
  }
  if (rows_.list_fault()) return *rows_.list_fault();
  return built();
}

/// Blank lines are options without columns.
bool NumberReader::read_blanks(std::uint64_t blanks) {
  for (; blanks > 0; --blanks) {
    options_.add({}, 0, {rows_.span().begin, 0}, [this] { return first_blank_; });
    if (!limits_.allow(columns(), options_.problem(), fault_)) return false;
  }
  return true;
}

bool NumberReader::read_row() {
  option_.clear();
  ++row_;
  const char* const end = reading_.form == CoverForm::kMatrix ? read_cells() : read_numbers();
  std::int64_t cost = 0;
  if (end == nullptr || !read_cost(end, cost)) return false;
  options_.add(option_, cost, rows_.span(), [this] { return rows_.fault(rows_.begin(), ""); });
  if (limits_.allow(columns(), options_.problem(), fault_)) return true;
  const TextFault::Kind kind = fault_.kind;
  fault_ = rows_.fault(rows_.begin(), std::move(fault_.message));
  fault_.kind = kind;
  return false;
}

bool NumberReader::read_cost(const char* at, std::int64_t& cost) {
  const char* const begin = at;
  while (at != rows_.end()) {
    at = costs_.read(at, rows_.end(), cost);
    if (at == nullptr) return fail(costs_.place(), costs_.message());
    at = skip_blanks(at, rows_.end());
    if (at != rows_.end() && *at != '|') return fail(at, "a column behind the cost");
  }
  return costs_.add_to_sum(begin, cost) || fail(costs_.place(), costs_.message());
}

/// Returns where they end; null if one is wrong.
const char* NumberReader::read_cells() {
  FieldScanner fields(rows_.begin(), rows_.end());
  std::size_t column = 0;
  Field field;
  if (reading_.has_labels) (void)fields.next(field);
  while (fields.next(field)) {
    if (!read_cell(field.text(), field.begin, column)) return nullptr;
  }
  if (column == columns()) return fields.at();
  fail(fields.at(), "the row has " + std::to_string(column) + " columns instead of " +
                        std::to_string(columns()));
  return nullptr;
}

bool NumberReader::read_cell(std::string_view word, const char* at, std::size_t& column) {
  const auto too_many = [&](const char* place) {
    return fail(place, "the row has more than " + std::to_string(columns()) + " columns");
  };
  if (is_digits(word)) {
    for (const char& digit : word) {
      if (column == columns()) return too_many(&digit);
      if (digit == '1') option_.push_back({static_cast<std::uint32_t>(column), 0});
      ++column;
    }
    return true;
  }
  const std::optional<bool> cell = spelt_cell(word);
  if (!cell) {
    // Digits before what is wrong are right.
    const std::size_t good = std::min(word.find_first_not_of("01"), word.size());
    return fail(at + good, word.empty() ? std::string("an empty field: is it 0 or 1?")
                                        : quoted_name(word.substr(good)) + " is neither 0 nor 1");
  }
  if (column == columns()) return too_many(at);
  if (*cell) option_.push_back({static_cast<std::uint32_t>(column), 0});
  ++column;
  return true;
}

const char* NumberReader::read_numbers() {
  FieldScanner fields(rows_.begin(), rows_.end());
  Field field;
  std::optional<std::uint32_t> count;
  const char* gap = nullptr;
  while (fields.next(field)) {
    // Empty fields fill up the rows of a table: behind them there is nothing.
    if (field.is_empty()) {
      gap = gap == nullptr ? field.begin : gap;
      continue;
    }
    if (gap != nullptr) return fail(gap, "an empty field between columns"), nullptr;
    if (reading_.form == CoverForm::kCounted && !count) {
      count = whole_number(field.text());
      if (!count)
        return fail(field.begin, quoted_name(field.text()) + " is not a number of columns"),
               nullptr;
      continue;
    }
    if (!read_number(field)) return nullptr;
  }
  if (count && *count != option_.size()) {
    fail(rows_.begin(), "the row says that it has " + std::to_string(*count) +
                            " columns, and it has " + std::to_string(option_.size()));
    return nullptr;
  }
  return fields.at();
}

bool NumberReader::read_number(const Field& field) {
  const std::string_view word = field.text();
  if (word == kProblemLine) return fail(field.begin, "a further problem begins here");
  const auto number = column_number(word);
  if (!number) return fail(field.begin, quoted_name(word) + " is not the number of a column");
  const bool is_beyond =
      *number < reading_.first_column || *number - reading_.first_column >= columns();
  if (has_header_ && is_beyond) {
    return fail(field.begin, "there is no column " + quoted_name(word) + ": the first line says " +
                                 quoted_name(header_));
  }
  if (is_beyond) {
    return fail(field.begin,
                "column " + quoted_name(word) + " is beyond " + std::to_string(kMaxColumns));
  }
  const std::uint32_t column = *number - reading_.first_column;
  if (last_row_[column] == row_) {
    return fail(field.begin, "column " + std::string(word) + " is twice in the option");
  }
  last_row_[column] = row_;
  option_.push_back({column, 0});
  return true;
}

ReadProblem NumberReader::built() {
  ReadProblem read;
  read.form = reading_.form;
  read.decorations.has_names = reading_.first_line == FirstLine::kNames;
  read.decorations.has_sizes = has_header_ && !read.decorations.has_names;
  read.decorations.has_labels = reading_.has_labels || rows_.has_labels();
  read.decorations.has_brackets = rows_.is_list();
  read.decorations.counts_from_0 = reading_.first_column == 0;
  read.states_costs = costs_.has_read();
  options_.move_to(read);
  read.named.item_names.reserve(columns());
  for (std::size_t column = 0; column < columns(); ++column) {
    read.named.item_names.push_back(std::to_string(reading_.first_column + column));
  }
  return read;
}

}  // namespace

bool numbers_columns(std::string_view text, std::uint64_t first_line) {
  RowScanner rows(text, first_line);
  return rows.find_row() && !rows.is_list() &&
         between(rows.begin(), rows.end()).find(':') != std::string_view::npos;
}

Result<Reading, TextFault> read_numbering(std::string_view text, CoverForm form,
                                          std::uint64_t first_line) {
  RowScanner rows(text, first_line);
  (void)rows.find_row();
  return NumberingReader(rows).read(form);
}

Result<ReadProblem, TextFault> read_numbered(std::string_view text, const Reading& reading,
                                             std::uint64_t first_line,
                                             const ReadingLimits& limits) {
  return NumberReader(text, reading, first_line, limits).read();
}

}  // namespace puzzled::cover::text
