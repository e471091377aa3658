// A survey of all rows of a text: their common properties tell the form of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_text.hpp"
#include "core/cover/text/row_scanner.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::text {

/// Of rows of column numbers.
class NumberSurvey {
 public:
  /// Begins a row.
  void begin_row() {
    ++rows_;
    row_least_ = UINT32_MAX;
  }
  void add(std::uint32_t number);
  void end_row();

  bool is_repeated() const { return is_repeated_; }  ///< a column is twice in a row
  bool has_numbers() const { return !covered_.empty(); }
  std::uint32_t max() const { return static_cast<std::uint32_t>(covered_.size()) - 1; }
  bool has_zero() const { return has_numbers() && covered_[0]; }
  /// Every row with numbers ends with 0, which stands nowhere else.
  bool ends_with_zeros() const { return has_zero() && zeros_ == ending_zeros_ && zeros_ == used_; }
  /// The largest of the rows' smallest numbers.
  std::uint32_t max_least() const { return max_least_; }
  /// The first number from `from` on that no row has.
  std::uint32_t first_missing(std::uint32_t from) const;

 private:
  std::vector<bool> covered_;
  std::vector<std::uint32_t> last_row_;
  std::uint32_t rows_ = 0;
  std::uint32_t used_ = 0;  // rows with numbers
  std::uint32_t row_least_ = UINT32_MAX;
  std::uint32_t last_ = 0;
  std::uint32_t zeros_ = 0;
  std::uint32_t ending_zeros_ = 0;
  std::uint32_t max_least_ = 0;
  bool is_repeated_ = false;
};

/// What precedes the cells of rows.
enum class Labels {
  kNone,
  kWords,    ///< words that cannot be cells
  kCountUp,  ///< consecutive numbers
};

/// The first row, which may be something else.
struct FirstRow {
  std::vector<std::uint32_t> numbers;  ///< empty if some word is no number; large ones: UINT32_MAX
  std::size_t fields = 0;
  std::size_t cells = 0;                ///< 0: not all are cells
  std::size_t labelled_cells = 0;       ///< the same without the first word
  bool is_counted = false;              ///< it begins with how many numbers follow
  bool has_duplicates = false;          ///< of numbers
  bool has_counted_duplicates = false;  ///< the same without the first of them
  bool has_bar = false;
  bool has_empty_start = false;          ///< its first field is empty
  bool has_word_start = false;           ///< its first field is neither a cell nor a number
  bool are_numbers_consecutive = false;  ///< from 0 or 1 on
};

struct Survey {
  bool is_list = false;
  bool has_labels = false;  ///< of the rows of a list
  FirstRow first;

  // Of the rows behind the first.
  std::uint64_t rows = 0;
  std::uint64_t leading_blanks = 0;  ///< lines between the first row and the second
  std::uint64_t inner_blanks = 0;    ///< lines between other rows
  std::uint64_t trailing_blanks = 0;

  bool are_numbers = true;  ///< all words are column numbers
  NumberSurvey numbers;
  bool are_counted = true;  ///< each row begins with how many numbers follow
  bool do_counts_differ = false;
  NumberSurvey counted;  ///< those that follow

  // Cells: 0 if rows have different numbers of them, or words that are none.
  std::size_t width = 0;
  std::size_t labelled_width = 0;  ///< without the first word
  Labels labels = Labels::kNone;   ///< what the first words can be
  std::uint32_t first_label = 0;   ///< of kCountUp
  std::uint32_t last_label = 0;
};

/// Nothing if `stop` was set.
std::optional<Survey> survey_rows(std::string_view text, std::uint64_t first_line,
                                  const StopFlag& stop);

}  // namespace puzzled::cover::text
