#include "core/cover/text/readers.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/cover/text/row_scanner.hpp"

namespace puzzled::cover::text {
namespace {

/// One order of the two numbers.
class Series {
 public:
  explicit Series(bool rows_first) : rows_first_(rows_first) {}

  /// False if the text is no such series.
  bool add(const RowScanner& row) {
    numbers_.clear();
    std::size_t cells = 0;
    bool are_cells = true;
    FieldScanner fields(row.begin(), row.end());
    for (Field field; fields.next(field);) {
      const auto number = whole_number(field.text());
      if (!number) return false;
      numbers_.push_back(*number);
      const std::size_t more = cells_of(field.text());
      are_cells = are_cells && more > 0;
      cells += more;
    }
    if (rows_left_ == 0) return begin_problem(row);
    --rows_left_;
    fits_matrix_ = fits_matrix_ && are_cells && cells == columns_;
    fits_counted_ = fits_counted_ && !numbers_.empty() && numbers_[0] == numbers_.size() - 1 &&
                    has_columns(std::span(numbers_).subspan(1));
    fits_sparse_ = fits_sparse_ && has_columns(numbers_);
    return fits_matrix_ || fits_counted_ || fits_sparse_;
  }

  bool is_whole() const { return rows_left_ == 0 && problems_ > 0; }
  /// REQUIRES: is_whole(). Nothing if there is but one problem.
  const std::optional<TextFault>& second() const { return second_; }

 private:
  bool begin_problem(const RowScanner& row) {
    if (numbers_.size() != 2) return false;
    rows_left_ = numbers_[rows_first_ ? 0 : 1];
    columns_ = numbers_[rows_first_ ? 1 : 0];
    // `0 0` ends many a series.
    if (rows_left_ == 0) return columns_ == 0;
    if (++problems_ == 2) {
      second_ =
          row.fault(row.begin(),
                    "this may begin a second problem, as the first line does, with the numbers "
                    "of rows and columns: put a line --- between problems, or name what the "
                    "first line is (--format, --first-line)");
    }
    return true;
  }

  bool has_columns(std::span<const std::uint32_t> numbers) const {
    return std::ranges::all_of(numbers,
                               [this](std::uint32_t number) { return number <= columns_; });
  }

  bool rows_first_;
  std::size_t problems_ = 0;
  std::uint32_t rows_left_ = 0;
  std::uint32_t columns_ = 0;
  bool fits_matrix_ = true;
  bool fits_counted_ = true;
  bool fits_sparse_ = true;
  std::vector<std::uint32_t> numbers_;
  std::optional<TextFault> second_;
};

}  // namespace

std::optional<TextFault> find_series(std::string_view text, std::uint64_t first_line) {
  for (const bool rows_first : {true, false}) {
    Series series(rows_first);
    RowScanner row(text, first_line);
    bool fits = true;
    while (fits && row.next()) fits = !row.is_list() && (row.is_blank() || series.add(row));
    if (fits && series.is_whole()) return series.second();
  }
  return std::nullopt;
}

}  // namespace puzzled::cover::text
